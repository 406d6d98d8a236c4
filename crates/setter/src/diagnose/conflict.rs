//! Conflicts: sets of clues that have no common solution, but have one if any of the clues is dropped.

use crate::oracle::{Oracle, Reply};
use crate::suspect::Set;

/// A set of suspects without a common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// The indices of the suspects in the conflict, in ascending order.
    pub(super) members: Vec<usize>,
    /// True if every member is proven necessary.
    pub(super) minimal: bool,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Conflicts {
    /// The conflicts, smallest first.
    pub(super) sets: Vec<Conflict>,
    /// True if it is proven that there are no other conflicts.
    pub(super) complete: bool,
}

/// Number of members to find by bisection. The others are found by trying the remaining clues one by one. Bisection
/// needs log2(n) searches per member, while trying one by one needs one search per remaining clue.
const HALVED: usize = 4;
/// Maximum number of guesses for each conflict after the first. Searches for further conflicts are harder than the
/// search for the verdict.
const OTHER_NODES: u64 = 50_000;
/// Maximum number of steps in the enumeration of undecided sets, which can take exponential time.
const MAP_STEPS: usize = 200_000;

impl Oracle<'_> {
    /// Reduces a set of suspects that has no solution to a minimal conflict.
    pub(super) fn conflict_in(&mut self, order: &[usize]) -> Conflict {
        let mut search = Shrink {
            needed: vec![],
            open: order.to_vec(),
            minimal: true,
            oracle: self,
        };
        while search.needed.len() < HALVED && search.next_by_halving() {}
        search.one_by_one();
        let mut members = search.needed;
        let minimal = search.minimal;
        members.sort_unstable();
        Conflict { members, minimal }
    }

    /// Finds further conflicts after `first`, by the method of MARCO (Liffiton, Previti, Malik, Marques-Silva 2016).
    /// It keeps a map of all sets of suspects. Each conflict rules out its supersets, and each solution rules out the
    /// sets that it satisfies.
    pub(super) fn conflicts(&mut self, first: Conflict, most: usize) -> Conflicts {
        self.within(OTHER_NODES, |oracle| oracle.more_conflicts(first, most))
    }

    fn more_conflicts(&mut self, first: Conflict, most: usize) -> Conflicts {
        let count = self.case.suspects.count();
        let mut map = Map {
            conflicts: vec![first.members.clone()],
            // Earlier searches already found these solutions, so the sets that they satisfy need no search.
            corrections: self.known.solved.clone(),
        };
        let mut found = Conflicts {
            sets: vec![first],
            complete: false,
        };
        while found.sets.len() < most && self.case.budget.has_time() {
            let gone = match map.open_set() {
                Some(Some(gone)) => gone,
                Some(None) => {
                    found.complete = true;
                    break;
                }
                None => break,
            };
            match self.ask(&self.all_but(&gone)) {
                Reply::Unknown => break,
                Reply::Solvable(broken) => map.corrections.push(broken),
                Reply::Impossible => {
                    let rest: Vec<usize> = (0..count).filter(|n| !gone.contains(n)).collect();
                    let conflict = self.conflict_in(&rest);
                    // If a conflict is not minimal, a limit was reached, and later conflicts would not be minimal either.
                    if !conflict.minimal {
                        break;
                    }
                    map.conflicts.push(conflict.members.clone());
                    found.sets.push(conflict);
                    // The total is unknown until all sets in the map are decided.
                    self.case.tell("conflicts found", found.sets.len(), None);
                }
            }
        }
        found.sets.sort_by(|a, b| {
            a.members
                .len()
                .cmp(&b.members.len())
                .then(a.members.cmp(&b.members))
        });
        found
    }
}

/// A set that is being reduced to a minimal conflict. Together, `needed` and `open` have no solution.
struct Shrink<'o, 'a> {
    oracle: &'o mut Oracle<'a>,
    /// Members that are proven necessary: without any one of them, the set has a solution.
    needed: Vec<usize>,
    open: Vec<usize>,
    minimal: bool,
}

impl Shrink<'_, '_> {
    /// Finds, by bisection, the shortest prefix of the open suspects that has no solution together with the needed
    /// suspects. The last suspect of this prefix is needed too. Returns `false` if the needed suspects alone have no
    /// solution.
    fn next_by_halving(&mut self) -> bool {
        let (mut low, mut high) = (0, self.open.len());
        // The needed suspects may already be the whole conflict, so the empty prefix is tried first.
        let mut middle = if self.needed.is_empty() { high / 2 } else { 0 };
        while low < high {
            match self.ask(middle) {
                Reply::Impossible => high = middle,
                // The solution satisfies all suspects before the first one that it breaks. All prefixes that end before that
                // suspect are therefore solvable.
                Reply::Solvable(broken) => low = self.first_broken(middle, &broken) + 1,
                // An undecided prefix counts as solvable. The result is still a conflict, but it may not be minimal.
                Reply::Unknown => {
                    self.minimal = false;
                    low = middle + 1;
                }
            }
            middle = low.midpoint(high);
        }
        self.open.truncate(high);
        match self.open.pop() {
            Some(last) => self.needed.push(last),
            None => return false,
        }
        true
    }

    /// Tries to drop each of the remaining suspects, starting with the last.
    fn one_by_one(&mut self) {
        while let Some(tried) = self.open.pop() {
            match self.ask(self.open.len()) {
                Reply::Impossible => {}
                Reply::Solvable(_) => self.needed.push(tried),
                Reply::Unknown => {
                    self.minimal = false;
                    self.needed.push(tried);
                }
            }
        }
    }

    /// Searches for a solution of the needed suspects and the first `open` open suspects.
    fn ask(&mut self, open: usize) -> Reply {
        let mut set: Set = vec![false; self.oracle.case.suspects.count()];
        for &number in self.needed.iter().chain(&self.open[..open]) {
            set[number] = true;
        }
        self.oracle.ask(&set)
    }

    /// Returns the index of the first open suspect that a solution breaks. The solution satisfies all suspects before it.
    fn first_broken(&self, from: usize, broken: &[usize]) -> usize {
        let rest = self.open[from..].iter();
        let place = rest.take_while(|number| !broken.contains(number)).count();
        (from + place).min(self.open.len().saturating_sub(1))
    }
}

/// The known results for sets of suspects. Other sets are undecided.
struct Map {
    /// Known conflicts. No superset of a conflict has a solution.
    conflicts: Vec<Vec<usize>>,
    /// Known corrections: the suspects that some solution breaks. Every set without these suspects has a solution.
    corrections: Vec<Vec<usize>>,
}

impl Map {
    /// Returns suspects whose removal leaves an undecided set. They include a member of every conflict, but no whole
    /// correction. Returns `Some(None)` if all sets are decided, and `None` if the step limit was reached.
    fn open_set(&self) -> Option<Option<Vec<usize>>> {
        let mut steps = MAP_STEPS;
        self.meet(&mut vec![], &mut vec![], &mut steps)
    }

    fn meet(
        &self,
        gone: &mut Vec<usize>,
        kept: &mut Vec<usize>,
        steps: &mut usize,
    ) -> Option<Option<Vec<usize>>> {
        *steps = steps.checked_sub(1)?;
        let unmet = |conflict: &&Vec<usize>| !conflict.iter().any(|n| gone.contains(n));
        // The search branches on the conflict with the fewest choices, which keeps the search tree small.
        let free = |conflict: &&Vec<usize>| conflict.iter().filter(|n| !kept.contains(n)).count();
        let Some(conflict) = self.conflicts.iter().filter(unmet).min_by_key(free) else {
            return Some(Some(gone.clone()));
        };
        let before = kept.len();
        for &number in conflict {
            if kept.contains(&number) {
                continue;
            }
            gone.push(number);
            let lacks = |correction: &Vec<usize>| correction.iter().all(|n| gone.contains(n));
            let outcome = match self.corrections.iter().any(lacks) {
                true => Some(None),
                false => self.meet(gone, kept, steps),
            };
            gone.pop();
            match outcome {
                // No undecided set removes this suspect, so the remaining branches keep it.
                Some(None) => kept.push(number),
                found => {
                    kept.truncate(before);
                    return found;
                }
            }
        }
        kept.truncate(before);
        Some(None)
    }
}
