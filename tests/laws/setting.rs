//! Puzzles that leave the setter's room: each is what it is said to be, by a count that knows nothing of how it was
//! made.

use crate::one_in;
use cluewright::ask::{Generate, Host, Minimise};
use cluewright::diagnose::{Suspects, without};
use cluewright::model::Cite;
use cluewright::puzzle::{Cell, Clue, DigitSet, Given, Layout, Puzzle};
use cluewright::search::{Verdict, enumerate};
use cluewright::setting::{Symmetry, canonical, canonical_grid};
use cluewright::{Book, Limits, Prepared, ReadOptions, Run, compile, read_any};
use std::collections::BTreeSet;

/// Solutions of a puzzle that is compiled anew, up to a number.
fn count(puzzle: &Puzzle, cap: u64) -> u64 {
    let model = compile(puzzle, Book::builtin()).expect("the puzzle compiles");
    let answer = enumerate(puzzle, &model, Limits::solutions(cap), Run::QUIET);
    assert!(answer.complete || answer.count == cap);
    answer.count
}

fn read(text: &str) -> Puzzle {
    let reading = read_any(text, None, &ReadOptions::default()).expect("a puzzle");
    reading.puzzles.into_iter().next().expect("a puzzle")
}

fn corpus(name: &str) -> Puzzle {
    read(&std::fs::read_to_string(format!("corpus/{name}.toml")).expect("the corpus"))
}

fn prepared(puzzle: &Puzzle) -> Prepared {
    Prepared::new(puzzle.clone(), Book::builtin()).expect("the puzzle compiles")
}

fn generated(change: impl FnOnce(&mut Generate)) -> Vec<Puzzle> {
    let mut question = Generate::default();
    change(&mut question);
    let made = question.of(&Host::QUIET).expect("puzzles");
    assert!(made.complete && made.puzzles.len() == question.count);
    made.puzzles.iter().map(|new| read(&new.text)).collect()
}

#[test]
fn new_plain_puzzles_are_unique_and_minimal() {
    for puzzle in generated(|question| question.count = 40 / one_in::<usize>(10)) {
        assert_eq!(count(&puzzle, 2), 1);
        for cite in Suspects::of(&puzzle, false).all() {
            assert_eq!(count(&without(&puzzle, &[cite]), 2), 2);
        }
    }
}

#[test]
fn new_symmetrical_puzzles_are_unique_and_no_orbit_can_go() {
    for symmetry in Symmetry::EVERY {
        let orbits = symmetry.orbits(&Layout::square(9)).expect("it is square");
        let made = generated(|question| {
            question.count = 2;
            question.symmetry = symmetry;
        });
        for puzzle in made {
            assert_eq!(count(&puzzle, 2), 1);
            let given = |cell: &Cell| puzzle.givens.iter().position(|given| given.cell == *cell);
            for orbit in &orbits {
                let there: Vec<Cite> = orbit
                    .iter()
                    .filter_map(given)
                    .map(|index| Cite::Given(index as u16))
                    .collect();
                assert!(
                    there.is_empty() || there.len() == orbit.len(),
                    "{symmetry:?}"
                );
                if !there.is_empty() {
                    assert_eq!(count(&without(&puzzle, &there), 2), 2, "{symmetry:?}");
                }
            }
        }
    }
}

#[test]
fn new_puzzles_are_rated_as_wanted() {
    let mut question = Generate::default();
    question.count = 3;
    question.rating = Some("2.0..3.0".parse().expect("a band"));
    let made = question.of(&Host::QUIET).expect("puzzles");
    assert!(made.complete);
    for new in &made.puzzles {
        assert!(
            new.rating
                .is_some_and(|rating| (2.0..=3.0).contains(&rating)),
            "{new:?}"
        );
        let puzzle = read(&new.text);
        assert_eq!(count(&puzzle, 2), 1);
        let graded = prepared(&puzzle).ask(&cluewright::ask::Grade::default(), &Host::QUIET);
        let grade = graded.expect("a grade").grade.expect("it is unique");
        assert_eq!(Some(grade.rating), new.rating);
    }
}

#[test]
fn what_is_made_does_not_depend_on_threads_nor_on_how_much_is_asked_for() {
    let made = |count, threads, rating: Option<&str>| {
        let mut question = Generate::default();
        question.count = count;
        question.seed = 5;
        question.rating = rating.map(|band| band.parse().expect("a band"));
        let host = Host {
            threads,
            ..Host::default()
        };
        let made = question.of(&host).expect("puzzles");
        made.puzzles
            .into_iter()
            .map(|new| new.text)
            .collect::<Vec<_>>()
    };
    let alone = made(30, 1, None);
    assert_eq!(made(30, 2, None), alone);
    assert_eq!(made(30, 8, None), alone);
    assert_eq!(made(7, 2, None), alone[..7]);
    assert_eq!(alone.iter().collect::<BTreeSet<_>>().len(), 30);
    let rated = made(2, 1, Some("2.0..2.6"));
    assert_eq!(made(2, 8, Some("2.0..2.6")), rated);
    assert_eq!(made(1, 2, Some("2.0..2.6")), rated[..1]);
}

/// A small puzzle with more clues than it needs.
fn rich(seed: u8) -> Puzzle {
    let mut puzzle = Puzzle::new(Layout::square(4));
    let rows = ["1234", "3412", "2143", "4321"];
    let digits: Vec<u8> = rows.concat().bytes().map(|b| b - b'0').collect();
    for index in 0..6 {
        let cell = usize::from((index * 5 + seed) % 16);
        puzzle.givens.push(Given {
            cell: Cell::from_index(cell),
            digits: DigitSet::one(digits[cell]),
        });
    }
    let at = |row, column| puzzle.layout.cell(row, column);
    let clues = [
        Clue::on("killer-cage", [at(0, 0), at(0, 1)]).with("sum", 3),
        Clue::on("thermometer", [at(2, 1), at(2, 0)]),
        Clue::on("white-dot", [at(3, 0), at(3, 1)]),
    ];
    puzzle.givens.sort_by_key(|given| given.cell);
    let fitting = clues
        .into_iter()
        .filter(|clue| Book::builtin().holds(&puzzle, 0, clue, &digits) == Ok(true));
    puzzle.clues = fitting.collect();
    puzzle
}

#[test]
fn minimal_puzzles_are_minimal() {
    let mut puzzles = vec![
        corpus("seeds/mentats-diversion"),
        corpus("variants/killer-cage"),
    ];
    puzzles.extend((0..8).map(rich));
    for puzzle in puzzles {
        let mut question = Minimise::default();
        question.seed = 1;
        let reduced = prepared(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        if reduced.answer.verdict != Verdict::Unique {
            assert!(reduced.minimised.is_none());
            continue;
        }
        let minimised = reduced.minimised.expect("it is unique");
        assert!(minimised.proven);
        let left = &minimised.puzzle;
        assert_eq!(*left, read(&reduced.text.expect("a file")).with_about(left));
        assert_eq!(minimised.left, left.clues.len() + left.givens.len());
        assert_eq!(count(left, 2), 1);
        for cite in Suspects::of(left, false).all() {
            assert_eq!(count(&without(left, &[cite]), 2), 2, "{cite:?}");
        }
    }
}

trait WithAbout {
    fn with_about(self, other: &Puzzle) -> Puzzle;
}

impl WithAbout for Puzzle {
    /// The same with the words of another: files need not keep these.
    fn with_about(mut self, other: &Puzzle) -> Self {
        self.about = other.about.clone();
        self.kept.clone_from(&other.kept);
        self.drawings.clone_from(&other.drawings);
        self.solution.clone_from(&other.solution);
        self
    }
}

#[test]
fn what_is_left_does_not_depend_on_threads() {
    let puzzle = corpus("variants/thermometer");
    let reduced = |threads| {
        let host = Host {
            threads,
            ..Host::default()
        };
        let mut question = Minimise::default();
        question.seed = 3;
        question.values = true;
        let reduced = prepared(&puzzle).ask(&question, &host).expect("an answer");
        serde_json::to_string(&reduced).expect("plain JSON")
    };
    let alone = reduced(1);
    assert_eq!(reduced(2), alone);
    assert_eq!(reduced(8), alone);
}

/// All minimal selections, against all subsets.
#[test]
fn minimal_selections_are_those_that_trying_all_finds() {
    for seed in 0..12 / one_in::<u8>(4) {
        let puzzle = rich(seed);
        if count(&puzzle, 2) != 1 {
            continue;
        }
        let all: Vec<Cite> = Suspects::of(&puzzle, false).all().collect();
        let left_unique = |kept: u32| {
            let gone = (0..all.len()).filter(|n| kept >> n & 1 == 0);
            let gone: Vec<Cite> = gone.map(|n| all[n]).collect();
            count(&without(&puzzle, &gone), 2) == 1
        };
        let unique: Vec<u32> = (0..1 << all.len())
            .filter(|&kept| left_unique(kept))
            .collect();
        let minimal = |&&kept: &&u32| {
            unique
                .iter()
                .all(|&other| other == kept || other & kept != other)
        };
        let minimal: Vec<u32> = unique.iter().filter(minimal).copied().collect();
        let size = 5;
        let expected = minimal
            .iter()
            .filter(|kept| kept.count_ones() <= size)
            .count();
        let mut question = Minimise::default();
        question.size = Some(size as usize);
        let reduced = prepared(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        let sets = reduced
            .minimised
            .and_then(|it| it.sets)
            .expect("they were asked for");
        assert!(sets.complete);
        assert_eq!(sets.sets.len(), expected, "{puzzle:?}");
        let different: BTreeSet<String> = sets.sets.iter().map(|set| format!("{set:?}")).collect();
        assert_eq!(different.len(), expected);
        let mut question = Minimise::default();
        question.fewest = true;
        let reduced = prepared(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        let sets = reduced
            .minimised
            .and_then(|it| it.sets)
            .expect("they were asked for");
        let smallest = minimal.iter().map(|kept| kept.count_ones()).min();
        assert_eq!(Some(sets.size as u32), smallest);
        let of_it = minimal
            .iter()
            .filter(|kept| Some(kept.count_ones()) == smallest);
        assert_eq!(sets.sets.len(), of_it.count());
    }
}

#[test]
fn what_is_kept_stays() {
    let puzzle = corpus("seeds/mentats-diversion");
    let mut question = Minimise::default();
    question.keep = vec!["thermometer".to_owned(), "R1C3".to_owned()];
    let reduced = prepared(&puzzle)
        .ask(&question, &Host::QUIET)
        .expect("an answer");
    let gone = reduced.minimised.expect("it is unique").removed;
    assert!(
        gone.iter()
            .all(|clue| clue.rule != "thermometer" && clue.cells != ["R1C3"])
    );
    question.keep = vec!["sandwich".to_owned()];
    let refusal = prepared(&puzzle)
        .ask(&question, &Host::QUIET)
        .expect_err("there is none");
    assert!(refusal.message.contains("`sandwich`"), "{refusal}");
}

#[test]
fn the_same_puzzle_from_another_side_is_alike() {
    let line = "..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35..";
    let digits = |line: &str| -> [u8; 81] {
        let digits = line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' });
        digits.collect::<Vec<u8>>().try_into().expect("81 cells")
    };
    let turned: String = line.chars().rev().collect();
    let renamed: String = turned
        .chars()
        .map(|c| match c {
            '1' => '7',
            '7' => '1',
            other => other,
        })
        .collect();
    assert_eq!(
        canonical_grid(&digits(line)),
        canonical_grid(&digits(&renamed))
    );
    let other = line.replacen('7', "9", 1);
    assert_ne!(
        canonical_grid(&digits(line)),
        canonical_grid(&digits(&other))
    );
    let book = Book::builtin();
    assert_eq!(
        canonical(&read(line), book),
        canonical(&read(&renamed), book)
    );
    assert_ne!(canonical(&read(line), book), canonical(&read(&other), book));
}

/// With the path to be kept, what is left has the same break-in and the same hardest step.
#[test]
fn the_way_in_is_kept() {
    let mut kept = 0;
    for puzzle in (0..4).map(rich).chain([read("12.4341.21....21")]) {
        if count(&puzzle, 2) != 1 {
            continue;
        }
        let graded = |puzzle: &Puzzle| {
            let question = cluewright::ask::Grade::default();
            let graded = prepared(puzzle)
                .ask(&question, &Host::QUIET)
                .expect("a grade");
            let grade = graded.grade.expect("it is unique");
            (grade.rating, grade.technique, grade.first_placement)
        };
        let mut question = Minimise::default();
        question.keep_path = true;
        let reduced = prepared(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        let minimised = reduced.minimised.expect("it is unique");
        assert!(minimised.proven);
        assert_eq!(graded(&minimised.puzzle), graded(&puzzle));
        kept += minimised.kept_for_path.len();
    }
    assert!(kept > 0);
}
