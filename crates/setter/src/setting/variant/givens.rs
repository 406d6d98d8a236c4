//! Chooses few givens that make a puzzle unique.

use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Off, Switchable};
use cluewright_engine::search::{Budget, Limits, others, solve};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use cluewright_rules::{Book, ClueError};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Maximum number of guesses in a uniqueness test. Puzzles that need more are too hard for people.
const NODES: u64 = 1_000;
/// Maximum number of other solutions to collect in a test. The more solutions are known, the better the next given is
/// chosen.
const OTHERS: u64 = 12;
/// Maximum number of times to choose all givens again in order to need fewer. Each time, more other solutions are known.
const CHOSEN_AGAIN: usize = 12;
/// Maximum number of surplus givens for which exchanges are tried. Exchanges cannot save more than a few givens.
const EXCHANGED: usize = 8;
/// Number of pairs of givens for which a single replacement is tried.
const EXCHANGES: usize = 40;
/// Number of replacements to try for each pair.
const REPLACEMENTS: usize = 4;

/// A puzzle compiled without givens, so that different givens can be tested on it.
pub(super) struct Givens<'a> {
    puzzle: &'a Puzzle,
    orbits: &'a [Vec<Cell>],
    model: Switchable,
    /// The solution, as values of the model's variables.
    known: Vec<u8>,
    /// Other solutions from earlier tests. If one of them satisfies the givens, a test fails without a search.
    others: Vec<Vec<u8>>,
    /// The orbits without givens after the last choice, in the order in which their givens were removed.
    dropped: Vec<usize>,
    /// The budget for each uniqueness test.
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
            dropped: vec![],
            budget: budget.with_nodes(NODES),
        };
        // `solution` has only the digits. With all of them given, a search finds the auxiliary variables.
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

    /// Adds other solutions that are already known, as the digits of the grid.
    pub(super) fn know(&mut self, others: Vec<Vec<u8>>) {
        self.others.extend(others);
    }

    /// Returns the other solutions that the tests found.
    pub(super) fn into_others(self) -> Vec<Vec<u8>> {
        self.others
    }

    /// Returns the orbits, that is, the sets of cells that are given together.
    pub(super) const fn orbits(&self) -> &'a [Vec<Cell>] {
        self.orbits
    }

    /// Returns the solution, as values of the model's variables.
    pub(super) fn solution(&self) -> &[u8] {
        &self.known
    }

    fn give(&mut self, given: &[bool], is_on: impl Fn(Cite) -> bool) {
        self.model.switch(Off::Removed, is_on);
        for (index, _) in given.iter().enumerate().filter(|(_, given)| **given) {
            self.model
                .assume(Cell::from_index(index), DigitSet::one(self.known[index]));
        }
    }

    /// Returns `true` if the puzzle with these givens is proven to be unique. Returns `false` if it is not unique, or if the
    /// proof takes too long.
    pub(super) fn unique(&mut self, given: &[bool]) -> bool {
        self.unique_without(given, &BTreeSet::new())
    }

    /// Returns `true` if the puzzle with these givens and without the dropped clues is proven to be unique. Returns `false`
    /// if it is not unique, or if the proof takes too long.
    pub(super) fn unique_without(&mut self, given: &[bool], dropped: &BTreeSet<usize>) -> bool {
        let is_known =
            dropped.is_empty() && self.others.iter().any(|other| self.fits(other, given));
        if is_known || !self.budget.has_time() {
            return false;
        }
        self.give(given, |cite| match cite {
            Cite::Clue(index) => !dropped.contains(&usize::from(index)),
            _ => true,
        });
        let limits = Limits::within(self.budget, OTHERS);
        let found = others(self.model.model(), &self.known, limits);
        let is_unique = found.solutions.is_empty() && found.stopped.is_none();
        // A solution that breaks dropped clues is not necessarily a solution of the puzzle itself.
        if dropped.is_empty() {
            self.others.extend(found.solutions);
        }
        is_unique
    }

    /// Returns `true` if the solution `other` agrees with the known solution in all given cells.
    fn fits(&self, other: &[u8], given: &[bool]) -> bool {
        let cells = given.iter().zip(other.iter().zip(&self.known));
        cells
            .filter(|(given, _)| **given)
            .all(|(_, (one, other))| one == other)
    }

    /// Returns `true` if the puzzle has other solutions without the clues of a rule, or if the search for them reaches a
    /// limit.
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
        // A search that reached a limit does not prove that the rule is redundant.
        !found.solutions.is_empty() || found.stopped.is_some()
    }

    /// Chooses at most `most` givens that make the puzzle unique, with no redundant ones. Each choice is the given
    /// that rules out the most known solutions. Returns `None` if more givens are needed, or if time runs out.
    pub(super) fn choose(&mut self, most: usize, random: &mut ChaCha8Rng) -> Option<Vec<bool>> {
        let mut free: Vec<usize> = (0..self.orbits.len()).collect();
        free.shuffle(random);
        let mut chosen: Vec<usize> = vec![];
        let mut given = self.with(&chosen);
        while !self.unique(&given) {
            if !self.budget.has_time() {
                return None;
            }
            let ruled_out = self.count_ruled_out(&given);
            let best = (0..free.len()).max_by_key(|&at| ruled_out[free[at]])?;
            chosen.push(free.remove(best));
            given = self.with(&chosen);
            if count(&given) > most {
                return None;
            }
        }
        self.dropped = free;
        Some(self.reduce(&chosen))
    }

    /// Chooses givens that make the puzzle unique. If there are more than `most`, tries again several times, and then
    /// replaces pairs of givens with single ones if the puzzle stays unique. Returns `None` if time runs out.
    pub(super) fn choose_fewest(
        &mut self,
        most: usize,
        random: &mut ChaCha8Rng,
    ) -> Option<Vec<bool>> {
        let mut given = self.choose(usize::MAX, random)?;
        for _ in 0..CHOSEN_AGAIN {
            if count(&given) <= most || !self.budget.has_time() {
                break;
            }
            if let Some(fewer) = self.choose(count(&given) - 1, random) {
                given = fewer;
            }
        }
        let mut kept = self.orbits_in(&given);
        for _ in 0..EXCHANGES {
            let excess = count(&self.with(&kept)).saturating_sub(most);
            if !(1..=EXCHANGED).contains(&excess) || !self.budget.has_time() {
                break;
            }
            kept.shuffle(random);
            let mut fewer = kept[..kept.len().saturating_sub(2)].to_vec();
            let given = self.with(&fewer);
            if self.unique(&given) {
                kept = fewer;
                continue;
            }
            let ruled_out = self.count_ruled_out(&given);
            let all = ruled_out.iter().max().copied().unwrap_or_default();
            let mut better: Vec<usize> = (0..ruled_out.len())
                // The new given must replace both removed givens, so only the cells that rule out the most known solutions
                // are tried.
                .filter(|&orbit| ruled_out[orbit] == all && !kept.contains(&orbit))
                .collect();
            better.shuffle(random);
            for orbit in better.into_iter().take(REPLACEMENTS) {
                fewer.push(orbit);
                if self.unique(&self.with(&fewer)) {
                    kept = fewer;
                    break;
                }
                fewer.pop();
            }
        }
        let given = self.with(&kept);
        Some(self.adopt(&given, random))
    }

    /// Counts, for each orbit, the other known solutions that fit the current givens and that the orbit's givens
    /// would rule out.
    fn count_ruled_out(&self, given: &[bool]) -> Vec<usize> {
        let others = self.others.iter();
        let fitting: Vec<&Vec<u8>> = others.filter(|other| self.fits(other, given)).collect();
        let of_orbit = |orbit: &Vec<Cell>| {
            let differs = |other: &&&Vec<u8>| {
                let mut cells = orbit.iter().map(|cell| cell.index());
                cells.any(|cell| other[cell] != self.known[cell])
            };
            fitting.iter().filter(differs).count()
        };
        self.orbits.iter().map(of_orbit).collect()
    }

    /// Removes redundant givens from a set of givens that is known to be enough.
    pub(super) fn adopt(&mut self, given: &[bool], random: &mut ChaCha8Rng) -> Vec<bool> {
        let chosen = self.orbits_in(given);
        self.dropped = (0..self.orbits.len())
            .filter(|orbit| !chosen.contains(orbit))
            .collect();
        self.dropped.shuffle(random);
        self.reduce(&chosen)
    }

    /// Removes redundant givens, starting with those chosen first. Later givens are better choices, because more solutions
    /// were known then.
    fn reduce(&mut self, chosen: &[usize]) -> Vec<bool> {
        let mut kept = chosen.to_vec();
        for &orbit in chosen {
            let fewer = kept.iter().copied().filter(|&other| other != orbit);
            let fewer: Vec<usize> = fewer.collect();
            if self.unique(&self.with(&fewer)) {
                kept = fewer;
                self.dropped.push(orbit);
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

    /// Returns the orbits without givens. The orbit whose givens were removed last comes first, because the puzzle is barely
    /// unique without them.
    pub(super) fn not_given(&self, given: &[bool]) -> Vec<usize> {
        let is_out = |orbit: &&usize| self.orbits[**orbit].iter().all(|cell| !given[cell.index()]);
        self.dropped.iter().rev().filter(is_out).copied().collect()
    }

    /// Returns the indices of the orbits that are given.
    pub(super) fn orbits_in(&self, given: &[bool]) -> Vec<usize> {
        let is_in = |orbit: &usize| self.orbits[*orbit].iter().any(|cell| given[cell.index()]);
        (0..self.orbits.len()).filter(is_in).collect()
    }
}

/// Returns the number of given cells.
pub(super) fn count(given: &[bool]) -> usize {
    given.iter().filter(|given| **given).count()
}
