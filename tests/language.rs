//! The rule language: what it says about wrong formulas, and that every rule of the book means what
//! its examples say.

use cluewright::rules::{Book, Rule};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// What a line rule of this relation is told.
fn told(relation: &str) -> String {
    let file = format!(
        "name = 'test'\ntitle = 'Test'\nfamily = 'lines'\nshape = 'line'\ntext = ''\n\
         params = {{ limit = 3, digits = [1, 2] }}\n\
         relation = ['''{relation}''', 'limit > 0 and length(cells) > 0 and length(digits) > 0']"
    );
    match Rule::from_toml("test", &file) {
        Ok(_) => "fine".to_owned(),
        Err(error) => match &error.formula {
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
    insta::assert_snapshot!(told("sum(cells) = 3"), @r"
    sum(cells) = 3
               ^ expected an operator or the end, found `=` (column 12)
    equality is written `==`
    ");
    insta::assert_snapshot!(told("sum(cels) == limit"), @r"
    sum(cels) == limit
        ^^^^ unknown name `cels` (column 5)
    did you mean `cells`?
    ");
    insta::assert_snapshot!(told("each adjcent (a, b) in cells: a < b"), @r"
    each adjcent (a, b) in cells: a < b
         ^^^^^^^ expected a binding, like `c in cells` or `adjacent (a, b) in cells`, found `adjcent` (column 6)
    did you mean `adjacent`?
    ");
    insta::assert_snapshot!(told("distnct(cells)"), @r"
    distnct(cells)
    ^^^^^^^ unknown function `distnct` (column 1)
    did you mean `distinct`?
    ");
    insta::assert_snapshot!(told("cells < 3"), @r"
    cells < 3
    ^^^^^ expected a number, found a list (column 1)
    take its `sum(…)`, `count(…)` or `length(…)`
    ");
    insta::assert_snapshot!(told("first(cells)"), @r"
    first(cells)
    ^^^^^^^^^^^^ expected a formula, found a cell (column 1)
    it reads `first(LIST) or first(number, LIST)`
    ");
    insta::assert_snapshot!(told("each c in cells where c > 3: c < 5"), @r"
    each c in cells where c > 3: c < 5
                          ^^^^^ `where` speaks of fixed things only, not of the cells' values (column 23)
    state it in the body: `each c in cells: … implies …`
    ");
    insta::assert_snapshot!(told("limit in {digits} and digits == 3"), @r"
    limit in {digits} and digits == 3
                          ^^^^^^ `digits` is a list of numbers, but is used as a number here (column 23)
    ");
    insta::assert_snapshot!(told("R1C1 == 3"), @r"
    R1C1 == 3
    ^^^^ unknown name `R1C1` (column 1)
    cells can be named only in relations of one puzzle
    ");
    insta::assert_snapshot!(told("scan(x in cells; a = 0; b = a + x; a == 3)"), @r"
    scan(x in cells; a = 0; b = a + x; a == 3)
                            ^ `b` has no first value (column 25)
    did you mean `a`?
    ");
    insta::assert_snapshot!(told("(1 < 2"), @r"
    (1 < 2
          ^ expected `)` to close the parenthesis, found the end (column 7)
    ");
    insta::assert_snapshot!(told("count(c in cells) == 3"), @r"
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

/// A file in the folder that nobody lists would be no rule at all.
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

/// Words that make random formulas likely to get past the lexer.
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
        told(&text.replace("'''", ""));
    }

    #[test]
    fn no_row_of_words_makes_the_reader_panic(
        words in prop::collection::vec(prop::sample::select(WORDS), 0..40)
    ) {
        told(&words.join(" "));
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
        told(&text);
    }
}
