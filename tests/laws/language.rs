//! Tests the rule language: its messages about invalid formulas, and the examples of each rule in the book.

use cluewright_puzzle::{Cell, Clue, DigitSet, Given, House, Layout, Puzzle, digit_of_char};
use cluewright_rules::{Book, Clues, Rule, Violation};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Returns the message about a line rule with this invalid relation.
fn message_of(relation: &str) -> String {
    let file = format!(
        "name = 'test'\ntitle = 'Test'\nfamily = 'lines'\nshape = 'line'\ntext = ''\n\
         params = {{ limit = 3, digits = [1, 2] }}\n\
         relation = ['''{relation}''', 'limit > 0 and length(cells) > 0 and length(digits) > 0']"
    );
    match Rule::from_toml("test", &file) {
        Ok(_) => "fine".to_owned(),
        Err(error) => match error.formula.as_deref() {
            Some((text, span)) => {
                let marks = "^".repeat(span.len().max(1));
                let help = error.help.map_or(String::new(), |help| format!("\n{help}"));
                format!(
                    "{text}\n{}{marks} {}{help}",
                    " ".repeat(span.start),
                    error.message
                )
            }
            None => error.to_string(),
        },
    }
}

#[test]
fn errors_point_at_the_column_and_help() {
    insta::assert_snapshot!(message_of("sum(cells) = 3"), @r"
    sum(cells) = 3
               ^ expected an operator or the end, found `=` (column 12)
    equality is written `==`
    ");
    insta::assert_snapshot!(message_of("sum(cels) == limit"), @r"
    sum(cels) == limit
        ^^^^ unknown name `cels` (column 5)
    did you mean `cells`?
    ");
    insta::assert_snapshot!(message_of("each adjcent (a, b) in cells: a < b"), @r"
    each adjcent (a, b) in cells: a < b
         ^^^^^^^ expected a binding, like `c in cells` or `adjacent (a, b) in cells`, found `adjcent` (column 6)
    did you mean `adjacent`?
    ");
    insta::assert_snapshot!(message_of("distnct(cells)"), @r"
    distnct(cells)
    ^^^^^^^ unknown function `distnct` (column 1)
    did you mean `distinct`?
    ");
    insta::assert_snapshot!(message_of("cells < 3"), @r"
    cells < 3
    ^^^^^ expected a number, found a list (column 1)
    take its `sum(…)`, `count(…)` or `length(…)`
    ");
    insta::assert_snapshot!(message_of("first(cells)"), @r"
    first(cells)
    ^^^^^^^^^^^^ expected a formula, found a cell (column 1)
    write `first(LIST) or first(number, LIST)`
    ");
    insta::assert_snapshot!(message_of("each c in cells where c > 3: c < 5"), @r"
    each c in cells where c > 3: c < 5
                          ^^^^^ `where` must not depend on the cells' values (column 23)
    move the condition to the body: `each c in cells: … implies …`
    ");
    insta::assert_snapshot!(message_of("limit in {digits} and digits == 3"), @r"
    limit in {digits} and digits == 3
                          ^^^^^^ `digits` is a list of numbers, but is used as a number here (column 23)
    ");
    insta::assert_snapshot!(message_of("R1C1 == 3"), @r"
    R1C1 == 3
    ^^^^ unknown name `R1C1` (column 1)
    only the relations of a single puzzle can name cells
    ");
    insta::assert_snapshot!(message_of("scan(x in cells; a = 0; b = a + x; a == 3)"), @r"
    scan(x in cells; a = 0; b = a + x; a == 3)
                            ^ the counter `b` has no initial value (column 25)
    did you mean `a`?
    ");
    insta::assert_snapshot!(message_of("(1 < 2"), @r"
    (1 < 2
          ^ expected `)` to close the parenthesis, found the end (column 7)
    ");
    insta::assert_snapshot!(message_of("count(c in cells) == 3"), @r"
    count(c in cells) == 3
                    ^ expected `:` after the binding, found `)` (column 17)
    ");
}

#[test]
fn examples_mean_what_they_say() {
    let book = Book::new();
    let mut wrong = vec![];
    for rule in book.rules() {
        let rule = rule.unwrap_or_else(|error| panic!("{error}"));
        for (examples, expected) in [(&rule.accepts, true), (&rule.rejects, false)] {
            for example in examples {
                let found = example.instance(rule).and_then(|instance| {
                    let clue = &instance.puzzle.clues[0];
                    let holds = book.holds(&instance.puzzle, 0, clue, &instance.values);
                    holds.map_err(|error| error.to_string())
                });
                if found != Ok(expected) {
                    wrong.push(format!("{}: {example:?} gives {found:?}", rule.name));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_examples_of_both_kinds() {
    let book = Book::new();
    let rules = book
        .rules()
        .map(|rule| rule.unwrap_or_else(|error| panic!("{error}")));
    let bare: Vec<&str> = rules
        .filter(|rule| rule.accepts.is_empty() || rule.rejects.is_empty())
        .map(|rule| rule.name.as_str())
        .collect();
    assert!(
        bare.is_empty(),
        "rules without examples of both kinds: {bare:?}"
    );
}

/// Every rule file must be in the list, because a file that is missing from it would not be loaded.
#[test]
fn every_file_is_registered_under_its_name() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/rules/constraints");
    let names_in = |folder: &str| -> BTreeSet<String> {
        let files = std::fs::read_dir(folder).expect("the rules' folder is there");
        files
            .map(|file| file.expect("it can be listed").file_name())
            .filter_map(|name| Some(name.to_str()?.trim_end_matches(".toml").to_owned()))
            .collect()
    };
    let in_family = |family: &String| {
        let files = names_in(&format!("{folder}/{family}"));
        let path = move |name| format!("{family}/{name}");
        files.into_iter().map(path).collect::<Vec<_>>()
    };
    let files: BTreeSet<String> = names_in(folder).iter().flat_map(in_family).collect();
    let book = Book::new();
    let rules: Vec<&Rule> = book
        .rules()
        .map(|rule| rule.unwrap_or_else(|error| panic!("{error}")))
        .collect();
    let registered = rules.iter().map(|r| format!("{}/{}", r.family, r.name));
    assert_eq!(files, registered.collect());
    let names: Vec<String> = rules.iter().map(|rule| rule.name.clone()).collect();
    assert!(names.is_sorted(), "FILES is not sorted: {names:?}");
    for name in names {
        assert_eq!(book.rule(&name).map(|rule| rule.name.clone()), Ok(name));
    }
}

/// Words of the language, so that random formulas are likely to get past the lexer.
const WORDS: &[&str] = &[
    "each",
    "some",
    "adjacent",
    "pair",
    "(a, b)",
    "(",
    ")",
    "in",
    "cells",
    ":",
    "a",
    "b",
    "<",
    "==",
    "abs",
    "sum(",
    "count(",
    "c in cells:",
    "not",
    "and",
    "or",
    "implies",
    "iff",
    "{",
    "}",
    "1",
    "9",
    "..",
    "+",
    "-",
    "*",
    "/",
    "mod",
    "[",
    "]",
    ",",
    ";",
    "scan(x in cells;",
    "s = 0",
    "if",
    "then",
    "else",
    "first",
    "where",
    "window",
    "limit",
    "digits",
    "true",
    "except",
    "'x'",
    "é",
    "\"",
    " ",
];

proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(text in "\\PC*") {
        message_of(&text.replace("'''", ""));
    }

    #[test]
    fn no_row_of_words_makes_the_reader_panic(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..40)
    ) {
        message_of(&words.join(" "));
    }
}

#[test]
fn long_and_deep_formulas_are_refused_or_read_in_time() {
    for text in [
        "(".repeat(100_000),
        "not ".repeat(12_000) + "true",
        "-".repeat(40_000) + "1 == 1",
        "[".repeat(40_000),
        "1+".repeat(20_000) + "1 == 1",
        "1*".repeat(20_000) + "1 == 1",
        "true and ".repeat(5_000) + "true",
        "true implies ".repeat(3_000) + "true",
        "if true then ".repeat(3_000),
        "each c in cells: ".repeat(2_000),
        "cells".to_owned() + &"[1]".repeat(10_000) + " == 1",
    ] {
        message_of(&text);
    }
}

/// Returns the message about a 9x9 puzzle with this invalid clue.
fn message_about(clue: Clue) -> String {
    let mut puzzle = Puzzle::new(Layout::square(9));
    puzzle.clues.push(clue);
    match Book::builtin().check(&puzzle) {
        Ok(()) => format!(
            "fine: {}",
            Book::builtin().describe(&puzzle, &puzzle.clues[0])
        ),
        Err(error) => match error.help {
            Some(help) => format!("{}\n    {help}", error.message),
            None => error.message,
        },
    }
}

#[test]
fn clues_are_checked_against_their_rules() {
    let line = |cells: &[u16]| cells.iter().map(|&c| Cell(c)).collect::<Vec<_>>();
    let three = || line(&[2, 3, 12]);
    let mut choice = Clue::new("any-of");
    choice.parts = vec![
        Clue::on("killer-cage", three()).with("sum", 9),
        Clue::on("thermometer", three()),
    ];
    let told: Vec<String> = [
        Clue::on("killer-cage", three()).with("sum", 17),
        Clue::on("Killer Cage", three()),
        Clue::on("cage", three()),
        choice,
        Clue::new("anti-knight"),
        Clue::on("killer-cage", three()).with("sum", 46),
        Clue::on("killer-cag", three()),
        Clue::on("killer-cage", three()).with("summ", 6),
        Clue::on("killer-cage", three()).with("sum", "six"),
        Clue::on("killer-cage", vec![]),
        Clue::on("killer-cage", line(&[0, 81])),
        Clue::on("little-killer", three()).with("sum", 6),
        Clue::on("sandwich", line(&[0, 1, 2, 3, 4, 5, 6, 7, 8])),
        Clue::on("thermometer", line(&[0, 1, 2, 1])),
        Clue::on("thermometer", line(&[0])),
        Clue::on("white-dot", three()),
        Clue::on("quadruple", three()).with("digits", 4),
        Clue::on("arrow", three()),
        Clue::new("arrow")
            .slot("bulb", three())
            .slot("shaft", line(&[5]))
            .slot("shaft", line(&[6])),
        Clue::on("anti-knight", three()),
        Clue::new("relation").with("formula", "R1C1 == R1C10"),
        Clue::new("relation").with("formula", "R1C1 == R1C2 +"),
        Clue::new("relation"),
    ]
    .into_iter()
    .map(message_about)
    .collect();
    insta::assert_snapshot!(told.join("\n"), @r#"
    fine: the 17 cage at R1C3
    fine: the cage at R1C3
    fine: the cage at R1C3
    fine: the choice between the 9 cage at R1C3 or the thermometer from R1C3
    fine: the anti-knight rule
    the 46 cage at R1C3: `sum` is 46, but only 6 to 24 is possible here
    unknown rule `killer-cag`
        did you mean `killer-cage`?
    the cage at R1C3: the rule has no parameter `summ`
        did you mean `sum`?
    the six cage at R1C3: `sum` must be a number, found the text "six"
    the killer cage: it has no `cells`
    the cage at R1C1: it contains cell number 82, but the puzzle has 81 cells
    the 6 little killer from R1C3: its cells are not a whole diagonal from one end
    the sandwich in row 1: it needs `sum` (a number)
    the thermometer from R1C1: it contains R1C2 twice
    the thermometer from R1C1: it needs 2 or more `cells`, found 1
    the white dot between R1C3 and R2C4: it needs two cells, found 3
    the quadruple 4 at R1C3: its cells are not a 2x2 square in reading order
    the arrow from R1C3: it has no slot `cells`, only `bulb` and `shaft`
    the arrow from R1C3: it has the slot `shaft` twice
    the anti-knight rule: it has `cells`, but the rule applies to the whole grid
    relation `R1C1 == R1C10`, column 9: R1C10 is off the grid, which has 9 rows and 9 columns
    relation `R1C1 == R1C2 +`, column 15: expected a number, a name or a formula, found the end
    a relation needs a `formula`, which must be text
    "#);
}

#[test]
fn rules_can_be_added() {
    let rule = |name: &str, relation: &str| {
        format!(
            "name = '{name}'\ntitle = 'Odd one'\naliases = ['one-odd']\nfamily = 'cells'\n\
             shape = 'line'\ntext = 'One is odd.'\nrelation = '{relation}'"
        )
    };
    let mut book = Book::new();
    let odd = "count(c in cells: c mod 2 == 1) == 1";
    assert!(book.add("odd.toml", &rule("odd-one", odd)).is_ok());
    let clue = Clue::on("One odd", vec![Cell(0), Cell(1)]);
    let puzzle = Puzzle::new(Layout::square(4));
    let holds = |a, b| book.holds(&puzzle, 0, &clue, &[a, b]);
    assert_eq!((holds(1, 2), holds(1, 3)), (Ok(true), Ok(false)));
    let told = |book: &mut Book, text: &str| match book.add("file.toml", text) {
        Ok(_) => "fine".to_owned(),
        Err(error) => error.to_string(),
    };
    let told = [
        told(&mut book, &rule("odd-one", odd)),
        told(&mut book, &rule("thermo", odd)),
        told(&mut book, &rule("two", "size == 9")),
        told(&mut book, "name = 'two"),
        told(&mut book, "name = 'two'\ncolour = 'red'"),
        told(&mut book, &rule("two", odd).replace("'cells'", "'things'")),
        told(&mut book, &rule("two", odd).replace("'line'", "'lime'")),
    ];
    insta::assert_snapshot!(told.join("\n"), @r"
    rule `odd-one`, name: the book already has a rule called `odd-one`
    rule `thermo`, name: the book already has a rule called `thermo`
    rule `two`, relation: the relation never mentions the clue's `cells`
    rule `file.toml`, line 1: invalid literal string, expected `'`
    rule `file.toml`, line 2: unknown field `colour`, expected one of `name`, `title`, `aliases`, `family`, `shape`, `params`, `text`, `relation`, `implied`, `limits`, `repeats`, `label`, `because`, `draw`, `import`, `note`, `typical`, `recognition`, `weaker`, `accepts`, `rejects`
    rule `two`, family: `things` is not a family (layout, lines, cages, dots, outside, cells, shading)
    rule `file.toml`, line 5: unknown variant `lime`, expected one of `line`, `group`, `pair`, `cell`, `square`, `outside`, `diagonal`, `arrow`, `pieces`, `copy`, `control`, `arms`, `global`
    ");
}

#[test]
fn texts_for_readers_show_values_in_place_of_placeholders() {
    let book = Book::builtin();
    let text = |name| book.rule(name).expect("a rule of the book").plain_text();
    assert!(text("german-whisper").ends_with("differ by at least 5."));
    assert!(text("x-sum").contains("sum to the given sum;"));
    for rule in book.rules() {
        let rule = rule.expect("a good rule file");
        let text = rule.plain_text();
        assert!(
            !text.contains('{') && !text.contains('}'),
            "{}: {text}",
            rule.name
        );
    }
}

/// The layout, givens and clues of a puzzle are all checked.
#[test]
fn violations_are_named() {
    let mut puzzle = Puzzle::new(Layout::square(4));
    puzzle.givens.push(Given {
        cell: Cell(0),
        digits: DigitSet::one(2),
    });
    puzzle
        .clues
        .push(Clue::on("thermometer", vec![Cell(0), Cell(1)]));
    let digits = |text: &str| text.chars().filter_map(digit_of_char).collect::<Vec<u8>>();
    let violated = |text: &str| Book::builtin().violated(&puzzle, &digits(text));
    assert_eq!(violated("2341412314323214"), Ok(vec![]));
    assert_eq!(violated("1234341221434321"), Ok(vec![Violation::Given(0)]));
    assert_eq!(violated("2134341212434321"), Ok(vec![Violation::Clue(0)]));
    assert_eq!(
        violated("2234341212434321"),
        Ok(vec![
            Violation::House(House::Row(0)),
            Violation::House(House::Column(1)),
            Violation::House(House::Box(0)),
            Violation::Clue(0),
        ])
    );
    assert_eq!(
        violated("5234341221434321"),
        Ok(vec![
            Violation::Value(Cell(0)),
            Violation::Given(0),
            Violation::Clue(0)
        ])
    );
}
