//! Enumerates all minimal sets of clues up to a size.
//!
//! A set of clues leaves one solution if and only if every other solution breaks at least one of its clues. The minimal sets
//! are therefore the minimal hitting sets of the clue sets that other solutions break. These clue sets are found on demand.
//! A set that hits all known clue sets is tested, and a failed test finds another clue set to hit (the duality of R. Reiter,
//! "A theory of diagnosis from first principles", Artificial Intelligence 32, 1987).

use super::minimise::Minimising;
use crate::diagnose::{Stage, named};
use crate::oracle::{Oracle, Uniqueness};
use cluewright_engine::model::Cite;
use cluewright_rules::Named;
use schemars::JsonSchema;
use serde::Serialize;

/// The minimal sets of clues and givens up to a size.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Sets {
    /// The maximum number of clues and givens in a set, including those that must be kept.
    pub size: usize,
    /// The sets, without the clues and givens that must be kept.
    pub sets: Vec<Vec<Named>>,
    /// True if `sets` lists every minimal set.
    pub complete: bool,
}

/// Maximum number of sets to list.
const MOST: usize = 10_000;

/// Lists all minimal sets of groups with at most the requested number of clues, or all sets of the smallest size.
pub(super) fn sets(
    oracle: &mut Oracle<'_>,
    known: &[u8],
    groups: &[Vec<Cite>],
    wanted: &Minimising<'_>,
) -> Sets {
    let case = oracle.case;
    let all = case.suspects.count();
    let kept = all - groups.iter().map(Vec::len).sum::<usize>();
    let mut hunt = Hunt {
        oracle,
        known,
        groups,
        progress: wanted.progress,
        witnesses: vec![],
        chosen: vec![false; groups.len()],
        banned: vec![false; groups.len()],
        found: vec![],
        complete: true,
    };
    let size = match wanted.size {
        Some(size) if !wanted.fewest => {
            if let Some(room) = size.checked_sub(kept) {
                hunt.below(room);
            }
            size
        }
        _ => {
            let mut room = 0;
            loop {
                hunt.below(room);
                // All clues together leave one solution, so the loop ends at the latest when the size reaches their
                // number.
                if !hunt.found.is_empty() || !hunt.complete || room + kept >= all {
                    break kept + room;
                }
                room += 1;
            }
        }
    };
    let names = |set: &Vec<usize>| {
        let cites = set.iter().flat_map(|&group| &groups[group]);
        cites
            .map(|&cite| named(case.book, case.puzzle, cite))
            .collect()
    };
    Sets {
        size,
        sets: hunt.found.iter().map(names).collect(),
        complete: hunt.complete,
    }
}

struct Hunt<'t, 'a> {
    oracle: &'t mut Oracle<'a>,
    /// The only solution of the puzzle.
    known: &'t [u8],
    groups: &'t [Vec<Cite>],
    progress: Option<&'t (dyn Fn(Stage) + Sync)>,
    /// For each other known solution, the groups with a clue that it violates. A set that makes the puzzle unique contains
    /// at least one of these groups.
    witnesses: Vec<Vec<usize>>,
    chosen: Vec<bool>,
    /// Groups that earlier branches have chosen. They are excluded, so that each set is listed only once.
    banned: Vec<bool>,
    found: Vec<Vec<usize>>,
    complete: bool,
}

impl Hunt<'_, '_> {
    /// Lists the minimal sets that contain all chosen groups, no banned groups, and at most `room` further clues.
    fn below(&mut self, room: usize) {
        if !self.oracle.case.budget.has_time() || self.found.len() >= MOST {
            self.complete = false;
            return;
        }
        let Some(members) = self.not_hit() else {
            match self.test() {
                Uniqueness::Kept => {
                    // A group that was chosen later may have made an earlier one redundant.
                    if self.is_minimal() {
                        self.found.push(self.members());
                        self.tell();
                    }
                }
                Uniqueness::Broken(_) => self.below(room),
                Uniqueness::Lost | Uniqueness::Unknown => self.complete = false,
            }
            return;
        };
        let mut banned = vec![];
        for member in members {
            if let Some(room) = room.checked_sub(self.groups[member].len()) {
                self.chosen[member] = true;
                self.below(room);
                self.chosen[member] = false;
            }
            self.banned[member] = true;
            banned.push(member);
        }
        banned
            .into_iter()
            .for_each(|member| self.banned[member] = false);
    }

    /// Returns the groups to branch on. They come from the known solution that could be ruled out by the fewest groups,
    /// which keeps the tree small. Returns `None` if the chosen groups already rule out all known solutions.
    fn not_hit(&self) -> Option<Vec<usize>> {
        let open = self
            .witnesses
            .iter()
            .filter(|w| !w.iter().any(|&g| self.chosen[g]));
        let ways = |w: &Vec<usize>| w.iter().copied().filter(|&g| !self.banned[g]).collect();
        open.map(ways).min_by_key(|ways: &Vec<usize>| ways.len())
    }

    /// Tests whether the chosen groups leave only one solution. If the test finds another solution, that solution is stored.
    fn test(&mut self) -> Uniqueness {
        let test = self.oracle.uniqueness(&self.list_removed(), self.known);
        if let Uniqueness::Broken(broken) = &test {
            let breaks = |group: &Vec<Cite>| group.iter().any(|cite| broken.contains(cite));
            let groups = self.groups.iter().enumerate();
            let hit = groups
                .filter(|(_, group)| breaks(group))
                .map(|(number, _)| number);
            self.witnesses.push(hit.collect());
        }
        test
    }

    /// Returns `true` if none of the chosen groups is redundant.
    fn is_minimal(&mut self) -> bool {
        for member in self.members() {
            self.chosen[member] = false;
            let needed = self.not_hit().is_some() || self.is_broken();
            self.chosen[member] = true;
            if !needed {
                return false;
            }
        }
        true
    }

    /// Returns `true` if the chosen groups leave another solution. The list of sets is incomplete if the test reaches a
    /// limit.
    fn is_broken(&mut self) -> bool {
        match self.test() {
            Uniqueness::Broken(_) => true,
            Uniqueness::Unknown => {
                self.complete = false;
                false
            }
            Uniqueness::Kept | Uniqueness::Lost => false,
        }
    }

    fn members(&self) -> Vec<usize> {
        (0..self.groups.len())
            .filter(|&group| self.chosen[group])
            .collect()
    }

    fn list_removed(&self) -> Vec<Cite> {
        let groups = self.groups.iter().zip(&self.chosen);
        groups
            .filter(|(_, chosen)| !**chosen)
            .flat_map(|(group, _)| group.clone())
            .collect()
    }

    fn tell(&self) {
        if let Some(tell) = self.progress {
            tell(Stage {
                doing: "selections found",
                done: self.found.len(),
                of: None,
            });
        }
    }
}
