//! Rules that a puzzle states for itself: they are read, written, and refused with their place.

use cluewright::compile;
use cluewright::formats::{ReadOptions, named, read_any};
use cluewright::puzzle::Puzzle;
use cluewright::rules::Book;

fn read(text: &str) -> Result<Puzzle, cluewright::formats::ReadError> {
    let reading = read_any(text, Some("native"), &ReadOptions::default())?;
    Ok(reading.puzzles.into_iter().next().expect("a puzzle"))
}

/// What is said of a file with this rule, and the part of the file that it points at.
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
    assert!(message.contains("rules that use each other"), "{message}");
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
