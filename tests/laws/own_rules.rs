//! Tests rules that a puzzle defines for itself: reading, writing, and the positions of errors.

use cluewright_engine::compile;
use cluewright_engine::search::{Limits, solve};
use cluewright_formats::{ReadOptions, named, read_any, rules_in_words};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, Clues};

fn read(text: &str) -> Result<Puzzle, cluewright_formats::ReadError> {
    let reading = read_any(text, Some("native"), &ReadOptions::default())?;
    Ok(reading.puzzles.into_iter().next().expect("a puzzle"))
}

/// Returns the error message about a file with this rule, and the part of the file that it refers to.
fn complaint(rule: &str) -> (String, String) {
    let text = format!("size = 4\n[layers]\nshade = \"0-1\"\n[own-rules.mine]\n{rule}\n");
    let error = read(&text).expect_err(&text);
    let span = error.span.clone().unwrap_or(0..0);
    (error.message, text[span].to_owned())
}

#[test]
fn seeds_are_written_and_read_again() {
    for name in ["two-halves", "zippery-when-wet"] {
        let path = format!("{}/corpus/seeds/{name}.toml", env!("CARGO_MANIFEST_DIR"));
        let text = std::fs::read_to_string(path).expect("the seed");
        let puzzle = read(&text).expect("a good file");
        assert!(!puzzle.own_rules.is_empty());
        for format in ["native", "native-json"] {
            let format = named(format).expect("our own format");
            let written = format.write(&puzzle).expect("it can be written");
            let again = format.read(&written, &ReadOptions::default());
            assert_eq!(
                again.expect("it can be read"),
                std::slice::from_ref(&puzzle),
                "{written}"
            );
        }
    }
}

#[test]
fn braces_in_a_relation_are_part_of_its_name() {
    let formula = "R1C1 in {1, 2} and R1C2 in {3}";
    let puzzle = read(&format!("size = 4\n[clues]\nrelation = \"{formula}\"\n"));
    let puzzle = puzzle.expect("a good file");
    let name = Book::builtin().describe(&puzzle, &puzzle.clues[0]);
    assert_eq!(name, format!("the relation `{formula}`"));
}

#[test]
fn braces_in_the_text_of_a_rule_are_kept_in_composed_rules() {
    let puzzle = "size = 4\n[own-rules.duo]\nshape = \"line\"\nparams = { most = 3 }\n\
        text = \"Digits on a duo are in {1, 2}, at most {most}, {or so.\"\n\
        relation = \"each c in cells: c in {1, 2} and c <= most\"\n\
        [own-rules.one]\nrelation = \"some c in grid: c in {1, 2}\"\n\
        [clues]\nduo = \"R1C1 R1C2\"\none = true\n";
    let puzzle = read(puzzle).expect("a good file");
    let words = rules_in_words(&puzzle, Book::builtin());
    assert!(
        words.contains("are in {1, 2}, at most the given most, {or so."),
        "{words}"
    );
    assert!(words.contains("some c in grid: c in {1, 2}"), "{words}");
}

#[test]
fn composed_rules_name_the_cells_of_clues_on_layers() {
    let puzzle = "size = 4\n[layers]\nshade = \"0-5\"\n[clues]\n\
        killer-cage = [\"7: shade[R1C1] shade[R2C2]\", \"7: R3C3 R3C4\"]\n";
    let puzzle = read(puzzle).expect("a good file");
    let words = rules_in_words(&puzzle, Book::builtin());
    assert!(words.contains("shade[R1C1] shade[R2C2]"), "{words}");
}

#[test]
fn errors_point_into_the_rule() {
    let (message, place) = complaint("shape = 'line'\nrelation = 'each c in cells: shad(c) == 1'");
    assert!(message.contains("unknown function `shad`"), "{message}");
    assert_eq!(place, "shad");
    let (message, place) = complaint("shape = 'line'\nrelation = 'sum(cels) == 4'");
    assert!(message.contains("unknown name `cels`"), "{message}");
    assert_eq!(place, "cels");
    let (message, place) = complaint("shape = 'line'\nrelation = 'sum(grid) == 4'");
    assert!(
        message.contains("never mentions the clue's `cells`"),
        "{message}"
    );
    assert_eq!(place, "sum(grid) == 4");
    let (message, _) = complaint("shape = 'lime'\nrelation = 'true'");
    assert!(message.contains("unknown shape `lime`"), "{message}");
    let (message, place) = complaint("shape = 'line'\nrelated = 'true'");
    assert!(message.contains("`related` is not a key"), "{message}");
    assert_eq!(place, "related");
}

#[test]
fn parameters_that_the_relation_never_mentions_are_refused() {
    let rule = "shape = 'line'\nrelation = 'sum(cells) == total'\nparams.total = 'required'\n";
    let (message, _) = complaint(&format!("{rule}params.spare = 3\n"));
    let expected = "the relation never mentions the parameter `spare`";
    assert!(message.contains(expected), "{message}");
    // The relation itself must use every parameter. A use in an implied formula does not count.
    let (message, _) = complaint(&format!(
        "{rule}params.spare = 3\nimplied = ['sum(cells) < total + spare']\n"
    ));
    assert!(message.contains(expected), "{message}");
}

/// Returns the message if a puzzle file is refused.
fn refusal(file: &str) -> Option<String> {
    let error = match read(file) {
        Ok(puzzle) => compile(&puzzle, Book::builtin()).err().map(|e| e.message),
        Err(error) => Some(error.message),
    };
    error.map(|message| message.lines().next().unwrap_or_default().to_owned())
}

/// A jigsaw in which only the first region is a rectangle.
const JIGSAW: &str = "boxes = ['aaabbb', 'aaabbb', 'ccdddd', 'ccccdd', 'eeefff', 'eeefff']";

#[test]
fn rules_of_the_grid_that_exclude_nothing_are_refused() {
    let boxless = "boxes = 'none'";
    for (size, boxes, rule) in [
        (6, JIGSAW, "windoku = true"),
        (4, boxless, "windoku = true"),
        (5, "", "disjoint-groups = true"),
        (8, "", "dutch-flatmates = true"),
        (2, boxless, "anti-knight = true"),
    ] {
        let file = format!("size = {size}\n{boxes}\n[clues]\n{rule}\n");
        let message = refusal(&file).unwrap_or_else(|| panic!("{file}"));
        assert!(message.contains("does not apply to this grid"), "{message}");
        let either = format!("size = {size}\n{boxes}\n[[clues.any-of]]\n{rule}\n");
        assert!(refusal(&either).is_some(), "{either}");
    }
    let own = "[own-rules.mine]\nrelation = 'each box b: 1 in {1}'\n";
    assert!(refusal(&format!("size = 4\n{own}[clues]\nmine = true\n")).is_some());
    for file in [
        "size = 6\n[clues]\nwindoku = true\n",
        "size = 6\nboxes = '3x2'\n[clues]\nwindoku = true\n",
        "size = 6\nboxes = '3x2'\n[clues]\ndisjoint-groups = true\n",
        // The only pair of cells is marked.
        "size = '1x2'\nboxes = 'none'\n[clues]\nxv-negative = true\nx = 'R1C1 R1C2'\n",
        "size = 4\n[clues]\nrelation = 'R1C1 < 9'\n",
    ] {
        assert_eq!(refusal(file), None, "{file}");
    }
}

#[test]
fn a_rellik_sum_that_cannot_be_made_excludes_only_repeats() {
    let found = |clue: &str| {
        let puzzle = read(&format!("size = 4\n[clues]\n{clue}\n")).expect("a good file");
        let model = compile(&puzzle, Book::builtin()).unwrap_or_else(|error| panic!("{error}"));
        solve(&model, Limits::default()).count
    };
    let distinct = found("extra-region = 'R1C1 R2C3 R3C4'");
    for sum in [0, 10, 11, 99] {
        let clue = format!("rellik-cage = '{sum}: R1C1 R2C3 R3C4'");
        assert_eq!(found(&clue), distinct, "{clue}");
    }
}

/// Evaluation refuses the pattern, so compiling must also refuse it, instead of treating it as a false formula.
#[test]
fn a_wrong_pattern_is_refused_even_over_no_list() {
    let file = "size = 4\n[clues]\nrelation = \"matches([R1C1, R1C2][0..2], '9.')\"\n";
    let message = refusal(file).expect("9 is not a digit");
    assert!(message.contains("not among the digits"), "{message}");
}

#[test]
fn an_alternative_that_cannot_hold_is_false() {
    let alone = "size = 4\n[clues]\nkiller-cage = '3: R1C1 R1C2 R1C3'\n";
    let message = refusal(alone).expect("three cells hold 6 or more");
    assert!(message.contains("only 6 to 9 is possible"), "{message}");
    let within = "{ killer-cage = '3: R1C1 R1C2 R1C3', relation = 'R1C1 == 2' }";
    let puzzle = read(&format!("size = 4\n[clues]\nany-of = {within}\n")).expect("a good file");
    assert!(compile(&puzzle, Book::builtin()).is_ok());
    let clue = &puzzle.clues[0];
    let holds = |digits: [u8; 3]| {
        let mut values = [1; 16];
        values[..3].copy_from_slice(&digits);
        Book::builtin().holds(&puzzle, 0, clue, &values)
    };
    assert_eq!(holds([2, 3, 4]), Ok(true));
    assert_eq!(holds([1, 3, 4]), Ok(false));
    // Outside an `any-of` clue, the same cage is refused, even if it has already been lowered inside one.
    assert!(refusal(alone).is_some());
}

#[test]
fn limits_know_whether_digits_may_repeat() {
    let file = |latin: bool, sum: u8| {
        format!("size = 3\nlatin = {latin}\n[clues]\nx-sum = '{sum}: R0C1'\n")
    };
    assert_eq!(refusal(&file(false, 9)), None);
    assert!(refusal(&file(false, 10)).is_some());
    assert_eq!(refusal(&file(true, 6)), None);
    assert!(refusal(&file(true, 7)).is_some());
}

#[test]
fn one_off_relations_point_at_the_column() {
    let error = read("size = 4\n[clues]\nrelation = 'R1C1 == R9C1'\n").expect_err("off the grid");
    assert_eq!(error.span, Some(37..41), "{error:?}");
}

#[test]
fn what_cannot_be_lowered_is_refused_by_name() {
    let refused = |rule: &str, clue: &str| {
        let text = format!("size = 9\n[own-rules.mine]\n{rule}\n[clues]\nmine = {clue}\n");
        let puzzle = read(&text).unwrap_or_else(|error| panic!("{error}\n{text}"));
        let error = compile(&puzzle, Book::builtin()).map(|_| ());
        error.expect_err("it cannot be lowered").message
    };
    let message = refused("relation = 'obeys(\"mine\")'", "true");
    assert!(message.contains("rules use each other"), "{message}");
    let message = refused(
        "shape = 'line'\nrelation = 'obeys(\"renbam\", cells)'",
        "'R1C1 R1C2'",
    );
    assert!(message.contains("unknown rule `renbam`"), "{message}");
    let message = refused(
        "relation = 'scan(x in grid; a = 0; a = 10 * a + x; a == 7)'",
        "true",
    );
    assert!(message.contains("20000 states"), "{message}");
}

#[test]
fn a_rule_of_the_puzzle_comes_before_the_book() {
    let text = "size = 4\n[own-rules.renban]\nshape = 'line'\nrelation = 'equal(c in cells: c)'\n\
                [clues]\nrenban = 'R1C1 R2C2'\n";
    let puzzle = read(text).expect("a good file");
    let clue = &puzzle.clues[0];
    let holds = |values: &[u8]| Book::builtin().holds(&puzzle, 0, clue, values);
    let mut values = [1; 16];
    assert_eq!(holds(&values), Ok(true));
    values[5] = 2;
    assert_eq!(holds(&values), Ok(false));
}

/// Returns the number of solutions of a full grid of digits with a layer, under a relation.
fn count_with_layer(relation: &str) -> u64 {
    let text = format!(
        "size = \"2x2\"\ndigits = \"1-2\"\ngrid = [\"12\", \"21\"]\n[layers]\nshade = \"0-1\"\n\
         [clues]\nrelation = '{relation}'\n"
    );
    let puzzle = read(&text).expect(&text);
    let model = compile(&puzzle, Book::builtin()).expect(relation);
    solve(&model, Limits::default()).count
}

#[test]
fn patterns_over_a_layer_match_its_values() {
    assert_eq!(count_with_layer("matches(shade(grid), \"....\")"), 16);
    assert_eq!(count_with_layer("not matches(shade(grid), \".*\")"), 0);
    assert_eq!(count_with_layer("matches(shade(grid), \"0*1*\")"), 5);
    assert_eq!(count_with_layer("matches(shade(grid), \"[^0]...\")"), 8);
}

#[test]
fn rows_and_columns_of_a_layer_are_its_own() {
    assert_eq!(count_with_layer("sum(row(shade(R2C1))) == 2"), 4);
    assert_eq!(count_with_layer("sum(column(shade(R1C2))) == 0"), 4);
    let diagonal = "each c in shade(grid): c == 1 or row_of(c) != column_of(c)";
    assert_eq!(count_with_layer(diagonal), 4);
}

#[test]
fn pairs_and_squares_of_a_list_ignore_repeated_cells() {
    for list in ["[R1C1, R1C2, R1C1]", "[R1C2, R1C1, R1C2]"] {
        let relation = format!("count(touching (a, b) in {list}: true) == 1");
        assert_eq!(count_with_layer(&relation), 16, "{list}");
    }
    let squares = "count(square s in joined(grid, grid): true) == 1";
    assert_eq!(count_with_layer(squares), 16);
}

#[test]
fn numbers_of_too_many_digits_are_refused() {
    for count in [14, 25] {
        let cells = vec!["R1C1"; count].join(", ");
        let text = format!("size = 4\n[clues]\nrelation = 'number([{cells}]) > 0'\n");
        let puzzle = read(&text).expect(&text);
        let error = compile(&puzzle, Book::builtin()).map(|_| ());
        let message = error.expect_err("the number is too large").message;
        assert!(message.contains("is above"), "{message}");
    }
}
