//! Diagnoses against their plain referees: puzzles compiled anew, and enumeration.

use cluewright::diagnose::{Suspects, without};
use cluewright::formats::{ReadOptions, read_any};
use cluewright::model::{Cite, Off, Switchable};
use cluewright::puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Puzzle};
use cluewright::rules::Book;
use cluewright::search::{Limits, Run, enumerate};
use cluewright::{compile, compile_switchable};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use std::fs;
use std::path::{Path, PathBuf};

/// Solutions that are compared; more are only known to be more.
const CAP: u64 = 40;

fn read(path: &Path) -> Puzzle {
    let text = fs::read_to_string(path).expect("the corpus is readable");
    let reading = read_any(&text, None, &ReadOptions::default()).expect("the corpus is readable");
    reading
        .puzzles
        .into_iter()
        .next()
        .expect("a file has a puzzle")
}

/// The puzzle files of a folder of the corpus, in the order of their names.
fn corpus(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("corpus")
        .join(folder);
    let entries = fs::read_dir(folder).expect("the corpus is there");
    let paths = entries.map(|entry| entry.expect("the corpus is readable").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    paths
}

/// Solutions, sorted; `None` where there are as many as the cap.
fn solutions(puzzle: &Puzzle, model: &cluewright::model::Model) -> Option<Vec<String>> {
    let answer = enumerate(puzzle, model, Limits::solutions(CAP), Run::QUIET);
    let mut solutions = answer.solutions;
    if let [first, ..] = &answer.extras[..] {
        assert_eq!(answer.extras.len(), solutions.len(), "{first:?}");
        for (solution, extras) in solutions.iter_mut().zip(&answer.extras) {
            *solution += &format!("{extras:?}");
        }
    }
    solutions.sort_unstable();
    (answer.complete).then_some(solutions)
}

fn switched_off_is_taken_away(
    puzzle: &Puzzle,
    switchable: &mut Switchable,
    gone: &[Cite],
) -> Result<(), TestCaseError> {
    let rest = without(puzzle, gone);
    let model = compile(&rest, Book::builtin()).expect("what is left of a puzzle compiles");
    let expected = solutions(&rest, &model);
    let switched = switchable.switch(Off::Removed, |cite| !gone.contains(&cite));
    prop_assert_eq!(solutions(puzzle, switched), expected, "without {:?}", gone);
    Ok(())
}

#[test]
fn every_clue_of_the_corpus_can_be_switched_off() {
    for folder in ["classic", "variants", "seeds"] {
        for path in corpus(folder) {
            let puzzle = read(&path);
            let mut switchable = compile_switchable(&puzzle, Book::builtin(), false).unwrap();
            let mut sets = vec![vec![]];
            sets.extend(Suspects::of(&puzzle, false).all().map(|cite| vec![cite]));
            for gone in sets {
                let agrees = switched_off_is_taken_away(&puzzle, &mut switchable, &gone);
                agrees.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            }
        }
    }
}

/// Clues of a 4x4 puzzle on cells that are given as numbers modulo 16.
fn clue(kind: u8, cells: &[u16], number: i64) -> Clue {
    let mut distinct: Vec<Cell> = vec![];
    for &cell in cells {
        let cell = Cell(cell % 16);
        if !distinct.contains(&cell) {
            distinct.push(cell);
        }
    }
    let layout = Layout::square(4);
    let first = distinct[0];
    let (row, column) = layout.place(first);
    let next = layout.cell(row, if column < 3 { column + 1 } else { 2 });
    let pair = vec![first, next];
    let line = if distinct.len() > 1 {
        distinct.clone()
    } else {
        pair.clone()
    };
    match kind {
        0 => Clue::on("killer-cage", distinct).with("sum", number),
        1 => Clue::on("thermometer", line),
        2 => Clue::on("white-dot", pair),
        3 => Clue::on("black-dot", pair),
        4 => Clue::new("white-dot-negative"),
        5 => Clue::new("anti-knight"),
        6 => Clue::on("renban", line),
        7 => Clue::new("diagonal-down"),
        8 => Clue::on("german-whisper", line).with("difference", 2),
        9 => Clue::on("sum", distinct).with("total", number),
        10 => Clue::on("count-distinct", distinct).with("count", 2),
        11 => Clue {
            parts: vec![Clue::on("thermometer", line), Clue::on("black-dot", pair)],
            ..Clue::new("any-of")
        },
        12 => Clue::on("region-sum-line", line),
        _ => Clue::new("anti-king"),
    }
}

/// 4x4 puzzles with some random clues and pencil marks, and a choice of what to take away.
fn small_case() -> impl Strategy<Value = (Puzzle, Vec<bool>)> {
    let clues = prop::collection::vec(
        (0u8..14, prop::collection::vec(0u16..400, 1..5), 3i64..14),
        1..6,
    );
    let marks = prop::collection::vec((0u16..16, 1u64..16), 0..5);
    let gone = prop::collection::vec(any::<bool>(), 12);
    (clues, marks, gone).prop_map(|(clues, marks, gone)| {
        let mut puzzle = Puzzle::new(Layout::square(4));
        let clues = clues.iter();
        puzzle.clues = clues
            .map(|(kind, cells, number)| clue(*kind, cells, *number))
            .collect();
        puzzle.clues.retain(|clue| fits(clue));
        puzzle.givens = marks
            .into_iter()
            .map(|(cell, bits)| Given {
                cell: Cell(cell),
                digits: DigitSet::from_bits(bits << 1),
            })
            .collect();
        (puzzle, gone)
    })
}

fn fits(clue: &Clue) -> bool {
    let mut puzzle = Puzzle::new(Layout::square(4));
    puzzle.clues.push(clue.clone());
    compile(&puzzle, Book::builtin()).is_ok()
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::with_cases(400)
    })]

    #[test]
    fn random_clues_can_be_switched_off((puzzle, gone) in small_case()) {
        let gone = Suspects::of(&puzzle, false).all().zip(&gone).filter(|(_, gone)| **gone);
        let gone: Vec<Cite> = gone.map(|(cite, _)| cite).collect();
        let mut switchable = compile_switchable(&puzzle, Book::builtin(), false).unwrap();
        switched_off_is_taken_away(&puzzle, &mut switchable, &gone)?;
        switched_off_is_taken_away(&puzzle, &mut switchable, &[])?;
    }

    #[test]
    fn the_layout_can_be_switched_off((mut puzzle, gone) in small_case()) {
        let mut switchable = compile_switchable(&puzzle, Book::builtin(), true).unwrap();
        switched_off_is_taken_away(&puzzle, &mut switchable, &[])?;
        let gone = Suspects::of(&puzzle, false).all().zip(&gone).filter(|(_, gone)| **gone);
        let gone: Vec<Cite> = gone.map(|(cite, _)| cite).collect();
        let switched = switchable.switch(Off::Removed, |cite| !matches!(cite, Cite::House(8..)) && !gone.contains(&cite));
        let switched = solutions(&puzzle, switched);
        puzzle.layout.boxes = Boxes::None;
        let rest = without(&puzzle, &gone);
        // A region sum line and its like speak of boxes.
        prop_assume!(rest.clues.iter().all(|clue| clue.rule != "region-sum-line"));
        let model = compile(&rest, Book::builtin()).expect("what is left of a puzzle compiles");
        prop_assert_eq!(switched, solutions(&rest, &model));
    }
}
