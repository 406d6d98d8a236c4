//! Compares the conflicts on unfinished grids with the evaluation of full grids.

use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, Clues, Instance, Violation};
use std::collections::BTreeSet;

/// A pseudorandom number generator.
struct Dice(u64);

impl Dice {
    fn one_in(&mut self, n: u64) -> bool {
        self.0 = self
            .0
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33).is_multiple_of(n)
    }
}

fn conflicts(puzzle: &Puzzle, values: &[Option<u8>]) -> Vec<cluewright_rules::Conflict> {
    Book::builtin()
        .conflicts(puzzle, values)
        .expect("the clues fit")
}

fn examples() -> Vec<(String, Instance)> {
    let of = |rule: &cluewright_rules::Rule| -> Vec<(String, Instance)> {
        let examples = rule.accepts.iter().chain(&rule.rejects);
        let laid = examples.map(|example| example.instance(rule).expect("an example"));
        laid.map(|instance| (rule.name.clone(), instance)).collect()
    };
    let rules = Book::builtin().rules();
    rules
        .map(|rule| rule.expect("a rule"))
        .flat_map(of)
        .collect()
}

#[test]
fn on_full_grids_conflicts_are_violations() {
    for (rule, Instance { puzzle, values }) in examples() {
        let expected = Book::builtin()
            .violated(&puzzle, &values)
            .expect("the clues fit");
        let values: Vec<Option<u8>> = values.into_iter().map(Some).collect();
        let found = conflicts(&puzzle, &values);
        let found: Vec<Violation> = found
            .into_iter()
            .map(|conflict| conflict.violation)
            .collect();
        assert_eq!(found, expected, "{rule}: {values:?}");
    }
}

/// A conflict among some values remains a conflict when more values are added. The cells that it lists are
/// sufficient to cause it.
#[test]
fn conflicts_never_go_away_as_cells_are_filled() {
    let mut dice = Dice(1);
    for (rule, Instance { puzzle, values }) in examples() {
        let broken = Book::builtin()
            .violated(&puzzle, &values)
            .expect("the clues fit");
        for open in [2, 3, 5, 9] {
            let part = values
                .iter()
                .map(|&value| (!dice.one_in(open)).then_some(value));
            let part: Vec<Option<u8>> = part.collect();
            for conflict in conflicts(&puzzle, &part) {
                assert!(broken.contains(&conflict.violation), "{rule}: {part:?}");
                let cells: BTreeSet<usize> =
                    conflict.cells.iter().map(|cell| cell.index()).collect();
                let known =
                    |(cell, value): (usize, &Option<u8>)| value.filter(|_| cells.contains(&cell));
                let alone: Vec<Option<u8>> = part.iter().enumerate().map(known).collect();
                let mut found = conflicts(&puzzle, &alone).into_iter();
                let same = found.any(|other| other.violation == conflict.violation);
                assert!(same, "{rule}: {conflict:?} in {part:?}");
            }
        }
    }
}
