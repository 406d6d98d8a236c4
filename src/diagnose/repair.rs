//! Removals: clues without which a puzzle that has no solution has one.

use super::answer::Removal;
use super::conflict::Conflict;
use super::oracle::Oracle;
use crate::model::Off;
use crate::search::Found;

/// Solutions that are counted for a removal, with so many guesses; whether there are several is found
/// out in any case.
const COUNTED: u64 = 100;
const COUNT_NODES: u64 = 5_000;

impl Oracle<'_> {
    /// Every single suspect whose removal leaves a solution; where there is none, every pair. Such a
    /// set meets every conflict, so that one conflict names all candidates (Reiter 1987).
    pub(super) fn removals(&mut self, conflict: &Conflict) -> Vec<Removal> {
        let single: Vec<Vec<usize>> = conflict.members.iter().map(|&n| vec![n]).collect();
        let found = self.those_that_solve(&single);
        if !found.is_empty() || self.case.over().is_some() {
            return found;
        }
        let seconds = self.each(&conflict.members, |oracle, &first| {
            let count = oracle.case.suspects.count();
            let rest: Vec<usize> = (0..count).filter(|&n| n != first).collect();
            oracle.conflict_in(&rest).members
        });
        let firsts = conflict.members.iter().zip(&seconds);
        let mut pairs: Vec<Vec<usize>> = firsts
            .flat_map(|(&a, rest)| rest.iter().map(move |&b| vec![a.min(b), a.max(b)]))
            .collect();
        pairs.sort_unstable();
        pairs.dedup();
        self.those_that_solve(&pairs)
    }

    /// The solutions without some suspects, as far as a setter wants to know.
    fn left_without(&mut self, gone: &[usize]) -> Found {
        let set = self.all_but(gone);
        let found = self.sample(Off::Removed, &set, COUNTED, COUNT_NODES);
        match (found.count, found.stopped) {
            (0..=1, Some(_)) => self.solutions(Off::Removed, &set, 2),
            _ => found,
        }
    }

    /// Those that leave exactly one solution first.
    fn those_that_solve(&mut self, sets: &[Vec<usize>]) -> Vec<Removal> {
        let solved = self.each(sets, |oracle, gone| {
            let found = oracle.left_without(gone);
            (found.count > 0).then(|| Removal {
                remove: gone.iter().map(|&n| oracle.case.named(n)).collect(),
                solutions: found.count,
                complete: found.stopped.is_none(),
            })
        });
        let mut removals: Vec<Removal> = solved.into_iter().flatten().collect();
        removals.sort_by_key(|removal| !removal.is_unique());
        removals
    }
}
