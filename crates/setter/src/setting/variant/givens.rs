//! Which cells a puzzle gives: as few as make it unique.

use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Off, Switchable};
use cluewright_engine::search::{Budget, Limits, others, solve};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::{Book, ClueError};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;

/// Guesses of a test: a puzzle that takes more is not for people.
const NODES: u64 = 1_000;

/// A puzzle without givens whose cells are given one way and another, in one compiled model.
pub(super) struct Givens<'a> {
    puzzle: &'a Puzzle,
    orbits: &'a [Vec<Cell>],
    model: Switchable,
    /// The solution, as values of the model's variables.
    known: Vec<u8>,
    /// Other solutions that tests have met: they answer later ones.
    others: Vec<Vec<u8>>,
    /// The orbits in the order in which they went, in the last minimal puzzle.
    went: Vec<usize>,
    /// Of each test.
    budget: Budget<'a>,
}

impl<'a> Givens<'a> {
    pub(super) fn new(
        puzzle: &'a Puzzle,
        book: &Book,
        solution: &[u8],
        orbits: &'a [Vec<Cell>],
        budget: Budget<'a>,
    ) -> Result<Self, ClueError> {
        let mut givens = Self {
            puzzle,
            orbits,
            model: compile_switchable(puzzle, book, false)?,
            known: solution.to_vec(),
            others: vec![],
            went: vec![],
            budget: budget.with_nodes(NODES),
        };
        givens.give(&vec![true; solution.len()], |_| true);
        let found = solve(givens.model.model(), Limits::solutions(1))
            .solutions
            .pop();
        givens.known = found.ok_or_else(|| ClueError {
            clue: 0,
            message: "the clues contradict the grid".to_owned(),
            help: None,
        })?;
        Ok(givens)
    }

    /// The other solutions that tests have met.
    pub(super) fn into_others(self) -> Vec<Vec<u8>> {
        self.others
    }

    /// The solution, as values of the model's variables.
    pub(super) fn known(&self) -> &[u8] {
        &self.known
    }

    fn give(&mut self, given: &[bool], is_on: impl Fn(Cite) -> bool) {
        self.model.switch(Off::Removed, is_on);
        for (index, _) in given.iter().enumerate().filter(|(_, given)| **given) {
            self.model
                .assume(Cell::from_index(index), DigitSet::one(self.known[index]));
        }
    }

    /// Whether the puzzle with these givens is proven to be unique.
    pub(super) fn unique(&mut self, given: &[bool]) -> bool {
        let has = |other: &Vec<u8>| {
            let pairs = given.iter().zip(other.iter().zip(&self.known));
            pairs
                .filter(|(given, _)| **given)
                .all(|(_, (one, other))| one == other)
        };
        if self.others.iter().any(has) || !self.budget.has_time() {
            return false;
        }
        self.give(given, |_| true);
        let found = others(
            self.model.model(),
            &self.known,
            Limits::within(self.budget, 1),
        );
        let none = found.solutions.is_empty() && found.stopped.is_none();
        self.others.extend(found.solutions);
        none
    }

    /// Whether there are other solutions without the clues of a rule.
    pub(super) fn needs(&mut self, given: &[bool], rule: &str) -> bool {
        let puzzle = self.puzzle;
        let is_on = |cite: Cite| match cite {
            Cite::Clue(index) => puzzle.clues[usize::from(index)].rule != rule,
            _ => true,
        };
        self.give(given, is_on);
        let found = others(
            self.model.model(),
            &self.known,
            Limits::within(self.budget, 1),
        );
        !found.solutions.is_empty() || found.stopped.is_some()
    }

    /// Givens that make the puzzle unique, of which none can go: cells in random order, as many of them as are needed,
    /// then without those that are not.
    pub(super) fn minimal(&mut self, random: &mut ChaCha8Rng) -> Vec<bool> {
        let mut order: Vec<usize> = (0..self.orbits.len()).collect();
        order.shuffle(random);
        let (mut few, mut enough) = (0, order.len());
        while few < enough {
            let middle = usize::midpoint(few, enough);
            match self.unique(&self.with(&order[..middle])) {
                true => enough = middle,
                false => few = middle + 1,
            }
        }
        let mut kept = order[..enough].to_vec();
        self.went = order[enough..].to_vec();
        self.went.reverse();
        for &orbit in order[..enough].iter().rev() {
            let fewer: Vec<usize> = kept
                .iter()
                .copied()
                .filter(|&other| other != orbit)
                .collect();
            if self.unique(&self.with(&fewer)) {
                kept = fewer;
                self.went.push(orbit);
            }
        }
        self.with(&kept)
    }

    fn with(&self, orbits: &[usize]) -> Vec<bool> {
        let mut given = vec![false; self.puzzle.layout.cell_count()];
        for cell in orbits.iter().flat_map(|&orbit| &self.orbits[orbit]) {
            given[cell.index()] = true;
        }
        given
    }

    /// The orbits that are not given, those that went last first: without them the puzzle is only just unique.
    pub(super) fn gone(&self, given: &[bool]) -> Vec<usize> {
        let is_gone = |orbit: &&usize| self.orbits[**orbit].iter().all(|cell| !given[cell.index()]);
        self.went.iter().rev().filter(is_gone).copied().collect()
    }

    /// The orbits that are given.
    pub(super) fn orbits_in(&self, given: &[bool]) -> Vec<usize> {
        let is_in = |orbit: &usize| self.orbits[*orbit].iter().any(|cell| given[cell.index()]);
        (0..self.orbits.len()).filter(is_in).collect()
    }
}
