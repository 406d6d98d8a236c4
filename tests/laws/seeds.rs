//! Tests that the project's first puzzles are unique and have the published solutions.

use cluewright_engine::compile;
use cluewright_engine::search::{Limits, solve};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Puzzle, digit_char};
use cluewright_rules::Book;
use std::path::Path;

const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/seeds");

fn read(path: &Path) -> Puzzle {
    let text = std::fs::read_to_string(path).expect("a readable file");
    let reading = read_any(&text, None, &ReadOptions::default());
    let mut reading = reading.unwrap_or_else(|error| panic!("{}: {error:?}", path.display()));
    reading.puzzles.remove(0)
}

/// Returns the values of the only solution, including those of auxiliary variables.
fn solution(puzzle: &Puzzle) -> Vec<u8> {
    let model = compile(puzzle, Book::builtin()).unwrap_or_else(|error| panic!("{error}"));
    let found = solve(&model, Limits::default());
    assert_eq!(
        (found.count, found.stopped),
        (1, None),
        "{:?}",
        puzzle.about
    );
    found.solutions[0].clone()
}

#[test]
fn seeds_are_unique_and_have_the_solution_in_their_file() {
    let mut seeds = 0;
    for entry in std::fs::read_dir(FOLDER).expect("the seeds") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let puzzle = read(&path);
        let expected = puzzle.solution.clone().expect("a seed has its solution");
        let found: Vec<Option<u8>> = solution(&puzzle).into_iter().map(Some).collect();
        assert_eq!(found[..expected.len()], expected, "{}", path.display());
        seeds += 1;
    }
    assert!(seeds >= 6, "only {seeds} seeds");
}

#[test]
fn the_shading_of_zippery_when_wet() {
    let puzzle = read(&Path::new(FOLDER).join("zippery-when-wet.toml"));
    let water: String = solution(&puzzle)[81..]
        .iter()
        .map(|&v| digit_char(v))
        .collect();
    let published =
        "001111111011010101010010001000110101010010111011000001001101101100101001111111111";
    assert_eq!(water, published);
}

#[test]
fn the_letters_of_a_puzzle_of_two_halves() {
    let puzzle = read(&Path::new(FOLDER).join("two-halves.toml"));
    assert_eq!(solution(&puzzle)[81..], [4, 3, 5, 6, 7, 2]);
}

#[test]
fn zippery_when_wet_is_short() {
    let text = std::fs::read_to_string(Path::new(FOLDER).join("zippery-when-wet.toml"));
    let text = text.expect("a readable file");
    assert!(text.lines().count() <= 80);
    assert!(text.lines().all(|line| line.chars().count() <= 100));
}
