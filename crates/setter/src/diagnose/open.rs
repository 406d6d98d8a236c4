//! Finds the undetermined cells of a puzzle with several solutions, and givens that would make the puzzle unique.

use super::answer::{Deadly, Freedom, NewGiven, OpenCell};
use crate::oracle::Oracle;
use cluewright_engine::model::{Model, Off};
use cluewright_engine::search::{Counts, Sampling, candidates, estimate};
use cluewright_puzzle::{Cell, DigitSet, digit_char};

/// Maximum number of solutions to list. If the puzzle has no more solutions than this, the search for pairs of givens
/// is exact.
pub(super) const LISTED: u64 = 2000;
/// Maximum number of solutions to compare in pairs.
const COMPARED: usize = 60;
/// Maximum number of deadly patterns to show.
const SHOWN: usize = 3;
/// Maximum number of solutions to examine when searching a difference for a smaller deadly pattern.
const WITHIN: u64 = 200;

/// Settings for estimating the number of solutions. A rough estimate is enough, because it only shows the setter how far
/// the puzzle is from unique.
const ROUGHLY: Sampling = Sampling {
    // The seed is fixed, so that a puzzle always gets the same estimate.
    seed: 1,
    probes: 5_000,
    precision: 0.1,
    nodes: 1_000_000,
    subtree: 128,
};

/// Some solutions of the puzzle. `complete` is `true` if there are no others.
pub(super) struct Known<'a> {
    pub(super) solutions: &'a [Vec<u8>],
    pub(super) complete: bool,
}

impl Oracle<'_> {
    /// Finds the undetermined cells of a puzzle with several solutions, and the givens that would make it unique.
    /// `known` contains the solutions found earlier.
    pub(super) fn freedom(&mut self, model: &Model, known: &Known<'_>) -> Freedom {
        let case = self.case;
        let run = case.run();
        let estimated =
            (!known.complete).then(|| estimate(model, ROUGHLY, case.limits(u64::MAX), run));
        // A cap of 2 is enough, because the code below only needs the candidates that occur in a single solution.
        let open = candidates(case.puzzle, model, 2, case.limits(u64::MAX), run);
        self.count(open.stopped);
        let mut cells = vec![];
        let mut single = vec![];
        let one = |counts: &Counts| match counts.len() {
            1 => counts.keys().next().copied(),
            _ => None,
        };
        let settled = open.candidates.iter().map(one).collect();
        for (index, counts) in open.candidates.iter().enumerate() {
            let cell = Cell::from_index(index);
            if counts.len() > 1 {
                cells.push(OpenCell {
                    cell: case.puzzle.cell_name(cell),
                    digits: counts.keys().copied().collect(),
                });
                // A candidate that occurs in only one solution makes the puzzle unique if it is given.
                let once = counts.iter().filter(|(_, count)| **count == 1);
                single.extend(once.map(|(&digit, _)| (cell, digit)));
            }
        }
        // Counts that a limit cut short may be too low, so they prove nothing.
        let single = if open.complete { single } else { vec![] };
        let (additions, smallest) = match single.first() {
            Some(&given) => (
                vec![self.find_intended_given(&single).unwrap_or(given)],
                true,
            ),
            None => self.additions(known, open.complete),
        };
        Freedom {
            estimate: estimated,
            open: cells,
            settled,
            open_complete: open.complete,
            single_givens: single.iter().map(|&given| self.new_given(given)).collect(),
            additions: additions
                .iter()
                .map(|&given| self.new_given(given))
                .collect(),
            smallest,
            deadly: self.deadly(known),
        }
    }

    /// Returns the first given that agrees with the file's solution.
    fn find_intended_given(&self, givens: &[(Cell, u8)]) -> Option<(Cell, u8)> {
        let solution = self.case.find_intended_solution(&[])?;
        let mut givens = givens.iter().copied();
        givens.find(|(cell, digit)| solution[cell.index()] == *digit)
    }

    fn new_given(&self, (cell, digit): (Cell, u8)) -> NewGiven {
        NewGiven {
            cell: self.case.puzzle.cell_name(cell),
            digit,
        }
    }

    /// Finds givens that together make the puzzle unique. Also returns `true` if it is proven that no smaller set is
    /// enough. `settled` is `true` if it is proven that no single given is enough.
    fn additions(&mut self, known: &Known<'_>, settled: bool) -> (Vec<(Cell, u8)>, bool) {
        // The list of solutions must be complete. Otherwise a solution outside the list could contain the same pair of
        // givens.
        if known.complete {
            let table = Table::new(known.solutions, self.case.puzzle.layout.cell_count());
            if let Some(pair) = table.deciding_pair() {
                return (pair.to_vec(), settled);
            }
        }
        let target = self.case.find_intended_solution(&[]);
        // Any solution can be the target, because its digits always distinguish it from all others.
        let target = target.or_else(|| known.solutions.first().cloned());
        let Some(target) = target else {
            return (vec![], false);
        };
        let givens = self.greedy(&target);
        // Two givens are proven to be the fewest if no single given is enough. More than two are a greedy choice, so fewer
        // might be enough.
        let smallest = givens.len() == 2 && settled;
        (givens, smallest)
    }

    /// Chooses givens greedily until only the target is left. Each given excludes as many of the other known solutions as
    /// possible. The result is empty if a limit was reached, or if no given distinguishes the target from another solution.
    fn greedy(&mut self, target: &[u8]) -> Vec<(Cell, u8)> {
        let grid = self.case.puzzle.layout.cell_count();
        let set = self.everything();
        let mut chosen: Vec<(Cell, u8)> = vec![];
        loop {
            let within = restrict_to(&chosen);
            let found = self.others(Off::Removed, &set, &within, target, WITHIN);
            if found.count == 0 {
                return if found.stopped.is_none() {
                    chosen
                } else {
                    vec![]
                };
            }
            let excluded = |&at: &usize| {
                let others = found.solutions.iter();
                others.filter(|solution| solution[at] != target[at]).count()
            };
            // `max_by_key` returns the last maximum, so the order is reversed to choose the first of several equally good
            // cells.
            let best = (0..grid).rev().max_by_key(excluded);
            // The other solutions may differ only in letters or layers, which no given can distinguish.
            let Some(best) = best.filter(|at| excluded(at) > 0) else {
                return vec![];
            };
            chosen.push((Cell::from_index(best), target[best]));
        }
    }

    /// Finds up to [`SHOWN`] minimal sets of cells in which two solutions differ, smallest first.
    fn deadly(&mut self, known: &Known<'_>) -> Vec<Deadly> {
        let grid = self.case.puzzle.layout.cell_count();
        let mut pairs: Vec<(Vec<usize>, usize, usize)> = vec![];
        // Every pair of solutions is compared, so the number of solutions has to be limited.
        let few = &known.solutions[..known.solutions.len().min(COMPARED)];
        for (j, two) in few.iter().enumerate() {
            for (i, one) in few[..j].iter().enumerate() {
                let cells: Vec<usize> = (0..grid).filter(|&at| one[at] != two[at]).collect();
                if !cells.is_empty() {
                    pairs.push((cells, i, j));
                }
            }
        }
        pairs.sort_by(|a, b| a.0.len().cmp(&b.0.len()).then_with(|| a.cmp(b)));
        let mut found: Vec<(Vec<usize>, Deadly)> = vec![];
        for (cells, i, j) in pairs {
            let contains = |smaller: &Vec<usize>| smaller.iter().all(|at| cells.contains(at));
            // A pattern that contains a known pattern would not be minimal.
            if found.iter().any(|(smaller, _)| contains(smaller)) {
                continue;
            }
            let (cells, deadly) = self.smallest_within(&few[i], &few[j], cells);
            if !found.iter().any(|(other, _)| *other == cells) {
                found.push((cells, deadly));
            }
            if found.len() == SHOWN || !self.case.budget.has_time() {
                break;
            }
        }
        found.sort_by_key(|(cells, _)| cells.len());
        found.into_iter().map(|(_, deadly)| deadly).collect()
    }

    /// Shrinks the difference between two solutions. Searches for solutions that differ from `one` only within `cells`, and
    /// keeps the smallest difference.
    fn smallest_within(
        &mut self,
        one: &[u8],
        two: &[u8],
        mut cells: Vec<usize>,
    ) -> (Vec<usize>, Deadly) {
        let grid = self.case.puzzle.layout.cell_count();
        let mut two = two.to_vec();
        let set = self.everything();
        let minimal = loop {
            let fixed: Vec<(Cell, u8)> = (0..grid)
                .filter(|at| !cells.contains(at))
                .map(|at| (Cell::from_index(at), one[at]))
                .collect();
            let found = self.others(Off::Removed, &set, &restrict_to(&fixed), one, WITHIN);
            let differs = |solution: &Vec<u8>| -> Vec<usize> {
                (0..grid).filter(|&at| solution[at] != one[at]).collect()
            };
            let differences = found.solutions.iter().map(|s| (differs(s), s));
            let smallest = differences
                .filter(|(cells, _)| !cells.is_empty())
                .min_by_key(|(cells, _)| cells.len());
            match smallest {
                Some((fewer, solution)) if fewer.len() < cells.len() => {
                    two.clone_from(solution);
                    cells = fewer;
                }
                // A search that reached a limit may have missed a smaller difference.
                _ => break found.stopped.is_none(),
            }
        };
        let text = |values: &[u8]| values[..grid].iter().map(|&v| digit_char(v)).collect();
        let at = |values: &[u8]| cells.iter().map(|&at| values[at]).collect();
        let places: Vec<Cell> = cells.iter().copied().map(Cell::from_index).collect();
        let deadly = Deadly {
            cells: self.case.cell_names(&places),
            digits: [at(one), at(&two)],
            solutions: [text(one), text(&two)],
            minimal,
        };
        (cells, deadly)
    }

    /// Enumerates up to [`LISTED`] solutions.
    pub(super) fn list_solutions(&mut self) -> cluewright_engine::search::Found {
        let set = self.everything();
        self.solutions(Off::Removed, &set, LISTED)
    }
}

fn restrict_to(givens: &[(Cell, u8)]) -> Vec<(Cell, DigitSet)> {
    let one = |&(cell, digit)| (cell, DigitSet::one(digit));
    givens.iter().map(one).collect()
}

/// For each candidate, the solutions that contain it, as a bit set.
struct Table {
    rows: Vec<((Cell, u8), Vec<u64>)>,
}

impl Table {
    fn new(solutions: &[Vec<u8>], grid: usize) -> Self {
        let mut rows: Vec<((Cell, u8), Vec<u64>)> = vec![];
        for at in 0..grid {
            let mut digits: Vec<u8> = solutions.iter().map(|s| s[at]).collect();
            digits.sort_unstable();
            digits.dedup();
            for digit in digits {
                let mut bits = vec![0u64; solutions.len().div_ceil(64)];
                for (number, _) in solutions.iter().enumerate().filter(|(_, s)| s[at] == digit) {
                    bits[number / 64] |= 1 << (number % 64);
                }
                rows.push(((Cell::from_index(at), digit), bits));
            }
        }
        Self { rows }
    }

    /// Finds two candidates that occur together in only one solution.
    fn deciding_pair(&self) -> Option<[(Cell, u8); 2]> {
        for (i, (one, a)) in self.rows.iter().enumerate() {
            for (two, b) in &self.rows[..i] {
                let common = a.iter().zip(b).map(|(a, b)| (a & b).count_ones());
                if common.sum::<u32>() == 1 {
                    return Some([*two, *one]);
                }
            }
        }
        None
    }
}
