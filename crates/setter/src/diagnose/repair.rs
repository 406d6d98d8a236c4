//! Removals: sets of clues whose removal makes an unsolvable puzzle solvable.

use super::answer::Removal;
use super::conflict::Conflict;
use super::edits;
use crate::oracle::Oracle;
use cluewright_engine::model::Off;
use cluewright_engine::search::{Found, Stop};
use std::collections::BTreeMap;

/// Maximum number of solutions to count after a removal.
const COUNTED: u64 = 100;
/// Maximum number of guesses for counting further solutions. The search for the first two solutions has its own limit.
const COUNT_NODES: u64 = 5_000;

/// Sets of suspects whose removal makes the puzzle solvable.
pub(super) struct Removals {
    pub(super) list: Vec<Removal>,
    /// All solutions without a suspect, keyed by the suspect. Suspects whose solutions were not all counted are
    /// missing.
    pub(super) left: BTreeMap<usize, Vec<Vec<u8>>>,
}

impl Oracle<'_> {
    /// Returns every suspect whose removal alone leaves a solution. If there are none, returns every pair of suspects
    /// whose removal does. A removal must contain a member of every conflict, so it is enough to try the members of
    /// one conflict (Reiter 1987).
    pub(super) fn removals(&mut self, conflict: &Conflict) -> Removals {
        let members = &conflict.members;
        let without = self.each(members, |oracle, &gone| oracle.solve_without(&[gone]));
        let solutions = without.iter().filter_map(|found| found.solutions.first());
        let broken: Vec<Vec<usize>> = solutions.map(|s| self.case.list_broken(s)).collect();
        // `each` discards the results of its copies of the oracle, so the solutions are stored here.
        self.known.solved.extend(broken);
        let single = members.iter().zip(&without);
        let list = self.those_that_solve(single.map(|(&n, found)| (vec![n], found)));
        let counted = members.iter().zip(&without);
        let counted = counted.filter(|(_, found)| found.stopped.is_none());
        let left = counted
            .map(|(&n, found)| (n, found.solutions.clone()))
            .collect();
        let list = match list.is_empty() && self.case.budget.has_time() {
            true => self.pairs(members),
            false => list,
        };
        Removals { list, left }
    }

    /// Returns every pair of suspects whose removal leaves a solution.
    fn pairs(&mut self, members: &[usize]) -> Vec<Removal> {
        // Without `first`, the other suspects still conflict, and the second suspect must belong to that conflict.
        let seconds = self.each(members, |oracle, &first| {
            let count = oracle.case.suspects.count();
            let rest: Vec<usize> = (0..count).filter(|&n| n != first).collect();
            oracle.conflict_in(&rest).members
        });
        let firsts = members.iter().zip(&seconds);
        let mut pairs: Vec<Vec<usize>> = firsts
            .flat_map(|(&a, rest)| rest.iter().map(move |&b| vec![a.min(b), a.max(b)]))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        let without = self.each(&pairs, |oracle, gone| oracle.solve_without(gone));
        self.those_that_solve(pairs.into_iter().zip(&without))
    }

    /// Searches for solutions without the removed suspects. Two solutions refute uniqueness. More are counted only if that
    /// is cheap.
    fn solve_without(&mut self, gone: &[usize]) -> Found {
        let set = self.all_but(gone);
        let found = self.solutions(Off::Removed, &set, 2);
        // If the search for two solutions took long, counting more would take too long.
        if found.stopped != Some(Stop::Solutions) || found.nodes >= COUNT_NODES {
            return found;
        }
        let more = self.sample(Off::Removed, &set, COUNTED, COUNT_NODES);
        if more.count < found.count {
            found
        } else {
            more
        }
    }

    /// Converts the searches that found a solution to removals. Removals that leave exactly one solution come first.
    fn those_that_solve<'f>(
        &self,
        sets: impl Iterator<Item = (Vec<usize>, &'f Found)>,
    ) -> Vec<Removal> {
        let solved = sets.filter(|(_, found)| found.count > 0);
        let removal = |(gone, found): (Vec<usize>, &Found)| Removal {
            edits: edits::make_removals(
                self.case.puzzle,
                &gone
                    .iter()
                    .map(|&n| self.case.suspects.get(n))
                    .collect::<Vec<_>>(),
            ),
            remove: gone.iter().map(|&n| self.case.name(n)).collect(),
            solutions: found.count,
            complete: found.stopped.is_none(),
        };
        let mut removals: Vec<Removal> = solved.map(removal).collect();
        removals.sort_by_key(|removal| !removal.is_unique());
        removals
    }
}
