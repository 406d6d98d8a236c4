//! Conflicts: sets of clues that have no common solution, and have one when any of them is dropped.

use crate::oracle::{Oracle, Reply};
use crate::suspect::Set;

/// A set of suspects without a common solution.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    /// Their numbers, ascending.
    pub(super) members: Vec<usize>,
    /// Whether it is proven that no member can be spared.
    pub(super) minimal: bool,
}

/// What is known of all conflicts.
#[derive(Clone, Debug, Default)]
pub(super) struct Conflicts {
    /// The smallest first.
    pub(super) sets: Vec<Conflict>,
    /// Whether there are no others.
    pub(super) complete: bool,
}

/// Members that are looked for by halving the rest; beyond them clues are tried one by one. Halving
/// takes log2(n) questions for each member, trying one question for each clue that is left.
const HALVED: usize = 4;
/// Guesses at most for all conflicts beside the first: their questions are harder than the verdict's.
const OTHER_NODES: u64 = 50_000;
/// Steps at most in the search for a set that no known conflict and no known solution decides.
const MAP_STEPS: usize = 200_000;

impl Oracle<'_> {
    /// A minimal conflict within a set of suspects that has no solution.
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

    /// Conflicts beside `first`, in the manner of MARCO (Liffiton, Previti, Malik, Marques-Silva
    /// 2016): a map of all sets of suspects, from which each conflict takes its supersets and each
    /// solution the sets that it solves.
    pub(super) fn conflicts(&mut self, first: Conflict, most: usize) -> Conflicts {
        self.within(OTHER_NODES, |oracle| oracle.more_conflicts(first, most))
    }

    fn more_conflicts(&mut self, first: Conflict, most: usize) -> Conflicts {
        let count = self.case.suspects.count();
        let mut map = Map {
            conflicts: vec![first.members.clone()],
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
                    if !conflict.minimal {
                        break;
                    }
                    map.conflicts.push(conflict.members.clone());
                    found.sets.push(conflict);
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

/// A conflict on its way to being minimal: `needed` and `open` together have no solution.
struct Shrink<'o, 'a> {
    oracle: &'o mut Oracle<'a>,
    /// Without any of these the rest has a solution.
    needed: Vec<usize>,
    open: Vec<usize>,
    minimal: bool,
}

impl Shrink<'_, '_> {
    /// Finds the shortest beginning of the open suspects that is impossible together with those
    /// needed: its last member is needed too. False when nothing more is needed.
    fn next_by_halving(&mut self) -> bool {
        let (mut low, mut high) = (0, self.open.len());
        // Whoever is needed may be all there is.
        let mut middle = if self.needed.is_empty() { high / 2 } else { 0 };
        while low < high {
            match self.ask(middle) {
                Reply::Impossible => high = middle,
                Reply::Solvable(broken) => low = self.first_broken(middle, &broken) + 1,
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

    /// Tries what is left one by one, the last first.
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

    /// Whether what is needed has a solution together with the first of the open suspects.
    fn ask(&mut self, open: usize) -> Reply {
        let mut set: Set = vec![false; self.oracle.case.suspects.count()];
        for &number in self.needed.iter().chain(&self.open[..open]) {
            set[number] = true;
        }
        self.oracle.ask(&set)
    }

    /// The place of the first open suspect that a solution breaks: up to there it solves all.
    fn first_broken(&self, from: usize, broken: &[usize]) -> usize {
        let rest = self.open[from..].iter();
        let place = rest.take_while(|number| !broken.contains(number)).count();
        (from + place).min(self.open.len().saturating_sub(1))
    }
}

/// Which sets of suspects are still undecided.
struct Map {
    /// No set that holds all of one of these has a solution.
    conflicts: Vec<Vec<usize>>,
    /// All sets that lack all of one of these have a solution.
    corrections: Vec<Vec<usize>>,
}

impl Map {
    /// What to leave out so that an undecided set is left: as little as meets every conflict, and of
    /// no correction everything. `Some(None)` when there is no such set, `None` when the search for
    /// one took too long.
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
