//! The learning search against the plain one: the same solutions, and no nogood that excludes one.

use crate::one_in;
use cluewright_engine::compile;
use cluewright_engine::model::Model;
use cluewright_engine::search::{Learnt, Limits, Stop, learning_parts, solve, solve_learning};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, ablation};
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::AtomicBool;

/// Maximum number of solutions to compare.
const MOST: u64 = 20;

/// The puzzles that were generated for one rule each.
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

fn same_as_plain(name: &str, model: &Model) -> Learnt {
    let limits = Limits::solutions(MOST);
    let plain = solve(model, limits);
    let learnt = solve_learning(model, limits);
    let found = &learnt.found;
    assert_eq!(
        (plain.count, plain.stopped),
        (found.count, found.stopped),
        "{name}"
    );
    let solutions = |of: &[Vec<u8>]| of.iter().cloned().collect::<BTreeSet<Vec<u8>>>();
    let (mine, all) = (solutions(&found.solutions), solutions(&plain.solutions));
    assert_eq!(
        mine.len() as u64,
        found.count,
        "{name}: a solution was found twice"
    );
    if plain.stopped.is_none() {
        assert_eq!(mine, all, "{name}");
    }
    let first = solve_learning(model, Limits::solutions(1));
    for nogood in &first.nogoods {
        for values in &plain.solutions {
            let holds = nogood.iter().any(|&(var, within)| {
                values
                    .get(var)
                    .is_some_and(|&value| !within.contains(value))
            });
            let speaks = nogood.iter().all(|&(var, _)| var < values.len());
            assert!(holds || !speaks, "{name}: {nogood:?} excludes {values:?}");
        }
    }
    first
}

#[test]
fn generated_puzzles_of_every_rule_have_the_same_solutions() {
    let (mut nogoods, mut puzzles) = (0, 0);
    let left_out = learning_parts().iter().copied().map(Some).chain([None]);
    let left_out = left_out.cycle();
    for ((name, mut puzzle), part) in corpus_of_rules()
        .into_iter()
        .step_by(one_in(4))
        .zip(left_out)
    {
        // The puzzle itself, and with some givens removed: several solutions, and conflicts on the way.
        for _ in 0..3 {
            let model =
                compile(&puzzle, Book::builtin()).unwrap_or_else(|error| panic!("{name}: {error}"));
            let compare = || same_as_plain(&name, &model);
            let learnt = match part {
                Some(part) => ablation::without(part, compare),
                None => compare(),
            };
            nogoods += learnt.nogoods.len();
            puzzles += 1;
            let kept = puzzle.givens.len() * 3 / 4;
            puzzle.givens.truncate(kept);
        }
    }
    assert!(puzzles > 50, "only {puzzles} puzzles");
    assert!(nogoods > 50, "only {nogoods} nogoods");
}

/// A search of hundreds of guesses.
fn long() -> Model {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/corpus/seeds/two-halves.toml");
    let text = fs::read_to_string(file).expect("a seed");
    let reading = read_any(&text, None, &ReadOptions::default()).expect("a puzzle");
    compile(&reading.puzzles[0], Book::builtin()).unwrap_or_else(|error| panic!("{error}"))
}

#[test]
fn a_long_search_of_a_full_grid_has_the_same_solution() {
    let learnt = same_as_plain("two-halves", &long());
    let (conflicts, nogoods) = (learnt.conflicts, learnt.nogoods.len());
    assert!(
        conflicts > 100 && nogoods > 50,
        "only {conflicts} conflicts, {nogoods} nogoods"
    );
    assert_eq!(learnt.unsaid, 0, "the houses and relations say why");
}

#[test]
fn limits_hold_while_learning() {
    let nodes = Limits {
        nodes: 20,
        ..Limits::NONE
    };
    let cut = solve_learning(&long(), nodes).found;
    assert_eq!((cut.nodes, cut.stopped), (20, Some(Stop::Nodes)));
    let cancel = AtomicBool::new(true);
    let cancelled = Limits {
        cancel: Some(&cancel),
        ..Limits::NONE
    };
    let cancelled = solve_learning(&long(), cancelled).found;
    assert_eq!(
        (cancelled.count, cancelled.stopped),
        (0, Some(Stop::Cancelled))
    );
}

#[test]
fn a_search_that_learns_repeats() {
    let model = long();
    let nodes = Limits {
        nodes: 300,
        ..Limits::NONE
    };
    let [one, two] = [(); 2].map(|()| solve_learning(&model, nodes));
    assert_eq!((one.found, one.nogoods), (two.found, two.nogoods));
    assert!(one.conflicts > 50, "only {} conflicts", one.conflicts);
}
