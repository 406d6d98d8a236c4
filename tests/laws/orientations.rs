//! Tests that a puzzle has the same grade in every orientation: if it is rotated or reflected, if its digits are
//! reversed or relabelled, or if its clues are reordered.

use crate::one_in;
use crate::rules::{BLIND, DIRECTED, EVEN_HANDED, Turn, mirror, renumber};
use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Limits, solve as search};
use cluewright_logic::grade::Grade;
use cluewright_logic::{Ground, Profile, solve};
use cluewright_puzzle::{Clue, Given, Puzzle};
use cluewright_rules::statement::Renumbering;
use cluewright_rules::{Book, find_equivalence};

/// Returns the puzzles of `corpus/variants` that have no auxiliary variables.
fn variants() -> Vec<(String, Puzzle)> {
    let files = std::fs::read_dir("corpus/variants").expect("the corpus is there");
    let files = files.map(|file| file.expect("it can be listed").path());
    let mut files: Vec<_> = files
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let read = |path: &std::path::PathBuf| {
        let text = std::fs::read_to_string(path).expect("it can be read");
        let reading =
            cluewright_formats::read_any(&text, None, &cluewright_formats::ReadOptions::default());
        let puzzle = reading.expect("it is well-formed").puzzles.swap_remove(0);
        (path.display().to_string(), puzzle)
    };
    let all = files.iter().map(read);
    all.filter(|(_, puzzle)| puzzle.extras.is_empty()).collect()
}

/// Calls `see` with the rule of each clue, including nested clues.
fn each_rule(clues: &[Clue], see: &mut impl FnMut(&str)) {
    for clue in clues {
        if clue.parts.is_empty() {
            see(&clue.rule);
        }
        each_rule(&clue.parts, see);
    }
}

fn all_rules(puzzle: &Puzzle, is: impl Fn(&str) -> bool) -> bool {
    let mut all = true;
    each_rule(&puzzle.clues, &mut |rule| all &= is(rule));
    all
}

/// Returns the turned puzzle; `None` if turning changes the shape of the boxes or the meaning of a rule.
fn turn_puzzle(puzzle: &Puzzle, turn: Turn) -> Option<Puzzle> {
    let from = &puzzle.layout;
    let to = turn.layout(from)?;
    if !all_rules(puzzle, |rule| !DIRECTED.contains(&rule)) {
        return None;
    }
    let mut turned = Puzzle::new(to.clone());
    let given = |given: &Given| Given {
        cell: turn.cell(from, &to, given.cell),
        ..*given
    };
    turned.givens = puzzle.givens.iter().map(given).collect();
    let clues = puzzle.clues.iter().map(|clue| {
        let shape = Book::builtin().rule(&clue.rule).map(|rule| rule.shape);
        shape.ok().map(|shape| turn.clue(clue, shape, from, &to))
    });
    turned.clues = clues.collect::<Option<_>>()?;
    Some(turned)
}

/// Returns the puzzle with reversed digits, if its rules allow that.
fn mirror_digits(puzzle: &Puzzle) -> Option<Puzzle> {
    let even = |rule: &str| BLIND.contains(&rule) || EVEN_HANDED.contains(&rule);
    all_rules(puzzle, even).then(|| renumber(puzzle, &mirror(&puzzle.layout)))
}

/// Returns the puzzle with each digit replaced by the next one, and the largest digit by the smallest. `None` if some
/// rule depends on the values of digits.
fn relabel(puzzle: &Puzzle) -> Option<Puzzle> {
    let turn = Renumbering::turn(puzzle.layout.digits());
    all_rules(puzzle, |rule| BLIND.contains(&rule)).then(|| renumber(puzzle, &turn))
}

/// Returns the puzzle with its clues in reverse order.
fn reverse_clues(puzzle: &Puzzle) -> Puzzle {
    let mut reversed = puzzle.clone();
    reversed.clues.reverse();
    reversed
}

fn grade(puzzle: &Puzzle) -> Grade {
    let parts = parts(puzzle, Book::builtin()).expect("its rules are in the book");
    let model = Model::new(puzzle, &parts);
    let ground = Ground::new(puzzle, Book::builtin(), &parts, &model).expect("it is small");
    let mut solutions = search(&model, Limits::solutions(2)).solutions;
    assert_eq!(solutions.len(), 1, "{puzzle:?}");
    let ground = ground.with_only_solution(solutions.swap_remove(0));
    let profile = Profile::builtin("default").expect("it is built in");
    Grade::of(&ground, &solve(&ground, profile, |_| true), profile)
}

/// The name of an orientation and the puzzle in this orientation; `None` if a rule does not allow the orientation.
type Seen = (String, Option<Puzzle>);

/// Returns one of the orientations, chosen by `day`; in a nightly run, returns all of them.
fn sides(puzzle: &Puzzle, day: usize) -> Vec<Seen> {
    let all = all_sides(puzzle);
    let every = one_in(all.len());
    all.into_iter().skip(day % every).step_by(every).collect()
}

fn all_sides(puzzle: &Puzzle) -> Vec<Seen> {
    let turn = |view: usize| {
        let turn = Turn {
            transpose: view & 4 != 0,
            down: view & 2 != 0,
            across: view & 1 != 0,
        };
        (format!("{turn:?}"), turn_puzzle(puzzle, turn))
    };
    let mut all: Vec<Seen> = (1..8).map(turn).collect();
    all.push(("clues reversed".to_owned(), Some(reverse_clues(puzzle))));
    all.push(("digits mirrored".to_owned(), mirror_digits(puzzle)));
    all.push(("digits relabelled".to_owned(), relabel(puzzle)));
    all
}

/// In `.ci/nightly`, each variant of the corpus is tested in every orientation, with its clues in reverse order, and
/// with its digits reversed or relabelled. Daily tests try one variant in six, in one of these orientations.
#[test]
fn a_grade_does_not_depend_on_the_side_from_which_a_puzzle_is_seen() {
    let (mut seen, mut other) = (0, vec![]);
    for (day, (name, puzzle)) in variants().iter().step_by(one_in(6)).enumerate() {
        let own = grade(puzzle);
        for (side, puzzle) in sides(puzzle, day) {
            let Some(puzzle) = puzzle else { continue };
            let grade = grade(&puzzle);
            seen += 1;
            let effort = grade.effort / own.effort - 1.0;
            if grade.rating != own.rating || effort.abs() > 0.01 {
                let [a, b] = [&own, &grade].map(|g| (g.rating, g.effort.round()));
                other.push(format!("{name}, {side}: {a:?} {b:?}"));
            }
        }
    }
    assert!(seen > 5, "{seen}");
    assert!(
        other.is_empty(),
        "{} of {seen}:\n{}",
        other.len(),
        other.join("\n")
    );
}

/// A puzzle is recognised in every orientation, with its clues in reverse order and, if no rule depends on the values
/// of digits, after a relabelling. It is not recognised if a clue is missing.
#[test]
fn a_puzzle_is_equivalent_to_what_is_seen_from_another_side() {
    let book = Book::builtin();
    let find = |one: &Puzzle, other: &Puzzle| {
        find_equivalence(one, other, book).expect("its rules are in the book")
    };
    let (mut seen, mut different) = (0, vec![]);
    for (name, puzzle) in variants() {
        let sides = all_sides(&puzzle).into_iter();
        for (side, shown) in sides.filter(|(side, _)| side != "digits mirrored") {
            let Some(shown) = shown else { continue };
            seen += 1;
            if find(&puzzle, &shown).is_none() {
                different.push(format!("{name}, {side}"));
            }
        }
        let mut less = puzzle.clone();
        if less.clues.pop().is_some() {
            assert_eq!(find(&puzzle, &less), None, "{name}");
        }
    }
    assert!(seen > 300, "{seen}");
    assert!(
        different.is_empty(),
        "{} of {seen}:\n{}",
        different.len(),
        different.join("\n")
    );
}
