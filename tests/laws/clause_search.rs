//! Tests that the SAT solver and the plain search find the same solutions.

use crate::one_in;
use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Found, Limits, Stop, solve, solve_by_clauses};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::AtomicBool;

/// Maximum number of solutions to compare.
const MOST: u64 = 20;

/// Returns the corpus puzzles that were each generated for one rule.
fn corpus_of_rules() -> Vec<(String, Puzzle)> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/variants");
    let mut puzzles = vec![];
    for file in fs::read_dir(folder).expect("the corpus") {
        let path = file.expect("a file").path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let text = fs::read_to_string(&path).expect("a readable file");
            let mut reading = read_any(&text, None, &ReadOptions::default()).expect("a puzzle");
            puzzles.push((path.display().to_string(), reading.puzzles.remove(0)));
        }
    }
    puzzles.sort_by(|a, b| a.0.cmp(&b.0));
    puzzles
}

/// Searches only with the SAT solver.
fn learn(puzzle: &Puzzle, limits: Limits<'_>) -> Found {
    let parts = parts(puzzle, Book::builtin()).expect("clues that fit their rules");
    let model = Model::new(puzzle, &parts);
    solve_by_clauses(puzzle, &parts, &model, limits).expect("a formula that is not too large")
}

/// Asserts that both searches find the same solutions. Returns the number of conflicts.
fn same_as_plain(name: &str, puzzle: &Puzzle) -> u64 {
    let limits = Limits::solutions(MOST);
    let parts = parts(puzzle, Book::builtin()).unwrap_or_else(|error| panic!("{name}: {error}"));
    let plain = solve(&Model::new(puzzle, &parts), limits);
    let learnt = learn(puzzle, limits);
    assert_eq!(
        (plain.count, plain.stopped),
        (learnt.count, learnt.stopped),
        "{name}"
    );
    let solutions = |of: &[Vec<u8>]| of.iter().cloned().collect::<BTreeSet<Vec<u8>>>();
    let (mine, all) = (solutions(&learnt.solutions), solutions(&plain.solutions));
    assert_eq!(
        mine.len() as u64,
        learnt.count,
        "{name}: a solution was found twice"
    );
    if plain.stopped.is_none() {
        assert_eq!(mine, all, "{name}");
    }
    learnt.nodes
}

#[test]
fn generated_puzzles_of_every_rule_have_the_same_solutions() {
    let (mut conflicts, mut puzzles) = (0, 0);
    for (name, mut puzzle) in corpus_of_rules().into_iter().step_by(one_in(4)) {
        // Compare the puzzle as it is, and twice more with fewer givens. It then has several solutions and causes
        // more conflicts.
        for _ in 0..3 {
            conflicts += same_as_plain(&name, &puzzle);
            puzzles += 1;
            let kept = puzzle.givens.len() * 3 / 4;
            puzzle.givens.truncate(kept);
        }
    }
    assert!(puzzles > 50, "only {puzzles} puzzles");
    assert!(conflicts > 1_000, "only {conflicts} conflicts");
}

/// Returns a puzzle that takes hundreds of guesses.
fn long() -> Puzzle {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/seeds/two-halves.toml");
    let text = fs::read_to_string(file).expect("a seed");
    let reading = read_any(&text, None, &ReadOptions::default()).expect("a puzzle");
    reading.puzzles.into_iter().next().expect("a puzzle")
}

#[test]
fn a_long_search_of_a_full_grid_has_the_same_solution() {
    let conflicts = same_as_plain("two-halves", &long());
    assert!(conflicts > 100, "only {conflicts} conflicts");
}

#[test]
fn limits_hold_while_learning() {
    let nodes = Limits {
        nodes: 20,
        ..Limits::NONE
    };
    let cut = learn(&long(), nodes);
    assert_eq!((cut.nodes, cut.stopped), (20, Some(Stop::Nodes)));
    let cancel = AtomicBool::new(true);
    let cancelled = Limits {
        cancel: Some(&cancel),
        ..Limits::NONE
    };
    let cancelled = learn(&long(), cancelled);
    assert_eq!(
        (cancelled.count, cancelled.stopped),
        (0, Some(Stop::Cancelled))
    );
}

#[test]
fn a_search_that_learns_repeats() {
    let nodes = Limits {
        nodes: 300,
        ..Limits::NONE
    };
    assert_eq!(learn(&long(), nodes), learn(&long(), nodes));
}
