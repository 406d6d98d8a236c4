//! Removes redundant clues.
//!
//! Clues are tried in an order that depends on the seed. A clue is removed if the puzzle stays unique without it. If a test
//! finds another solution, at least one of the clues that this solution breaks must stay. Later tests may therefore be
//! decided without a search.

use super::minimal_sets::{Sets, sets};
use super::way::Way;
use crate::diagnose::{Stage, named, put, weaker};
use crate::oracle::{Case, Oracle, Uniqueness};
use crate::suspect::{Suspects, without};
use cluewright_engine::model::Cite;
use cluewright_engine::search::{Budget, Limits, Run, others};
use cluewright_logic::Prepared;
use cluewright_logic::Profile;
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Cell, Puzzle, Symmetry, SymmetryError};
use cluewright_rules::{ClueError, Named};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::Serialize;

/// The options of [`minimise`].
#[derive(Clone, Copy)]
pub struct Minimising<'a> {
    /// Budget for each test. Its deadline applies to all tests together.
    pub budget: Budget<'a>,
    /// The random seed for the order in which clues are tried.
    pub seed: u64,
    /// Clues and givens that must stay.
    pub keep: &'a [Cite],
    /// The symmetry under which givens are kept or removed together.
    pub symmetry: Symmetry,
    /// If set, the break-in and the hardest step that this profile finds must stay the same.
    pub way: Option<&'a Profile>,
    /// `true` to also remove parts of clues, such as the sum of a cage or the end of a line.
    pub values: bool,
    /// If set, all minimal sets with at most this many clues and givens are listed.
    pub size: Option<usize>,
    /// `true` to list all minimal sets of the smallest size.
    pub fewest: bool,
    /// Callback that receives the progress.
    pub progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// A puzzle from which redundant clues were removed.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Minimised {
    /// The removed clues and givens.
    pub removed: Vec<Named>,
    /// The removed parts of clues, if the removal of parts was requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weakened: Vec<Weaker>,
    /// If the path had to stay the same: the clues that are kept only because the break-in or the hardest step would change
    /// without them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept_for_path: Vec<Named>,
    /// The number of remaining clues and givens.
    pub left: usize,
    /// True if it is proven that each remaining clue is needed.
    pub proven: bool,
    /// The random seed for the order in which clues were tried.
    pub seed: u64,
    /// All minimal sets up to a size, if they were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Sets>,
    /// The puzzle with only the remaining clues and givens.
    #[serde(skip)]
    pub puzzle: Puzzle,
}

/// A removed part of a clue, such as the sum of a cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Weaker {
    /// The original clue.
    pub clue: Named,
    /// The removed part, such as "its sum" or "its end R1C5".
    pub part: String,
}

/// Number of clues to test in a batch. It is fixed, so that the result does not depend on the number of threads. Solutions
/// found in a batch may decide later tests without a search.
const ABREAST: usize = 8;

/// Removes clues and givens from a puzzle as long as `known` stays its only solution.
///
/// # Errors
/// Returns an error if a clue does not fit its rule, or the grid does not have the requested symmetry.
pub fn minimise(
    prepared: &Prepared,
    known: &[u8],
    wanted: &Minimising<'_>,
    run: Run<'_>,
) -> Result<Minimised, MinimiseError> {
    run.together(|| minimise_here(prepared, known, wanted, run.threads))
}

/// Error returned by [`minimise`].
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MinimiseError {
    /// A clue does not fit its rule.
    #[error("{}", .0.message)]
    Misfit(ClueError),
    /// The grid does not have the requested symmetry.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// Minimal sets are not well defined if the removal of a clue can exclude solutions.
    #[error(
        "minimal sets cannot be listed, because a rule about unmarked cells or about regions becomes stricter if clues are removed"
    )]
    MayTighten,
}

impl From<ClueError> for MinimiseError {
    fn from(error: ClueError) -> Self {
        Self::Misfit(error)
    }
}

fn minimise_here(
    prepared: &Prepared,
    known: &[u8],
    wanted: &Minimising<'_>,
    threads: usize,
) -> Result<Minimised, MinimiseError> {
    let (puzzle, book) = (&**prepared.puzzle(), prepared.book());
    let suspects = Suspects::of(puzzle, false);
    let case = Case::new(puzzle, book, suspects, wanted.budget)?;
    let mut work = Work {
        groups: groups(puzzle, &suspects.all().collect::<Vec<Cite>>(), wanted)?,
        oracle: Oracle::new(case)?,
        known,
        wanted,
        threads,
        way: None,
        gone: vec![],
        witnesses: vec![],
        for_path: vec![],
        proven: true,
    };
    if let Some(profile) = wanted.way {
        work.way = Way::of(puzzle, book, known, profile, &|| wanted.budget.has_time());
    }
    let lists = wanted.fewest || wanted.size.is_some();
    if lists && case.may_tighten {
        return Err(MinimiseError::MayTighten);
    }
    // Find one minimal set first, because listing all of them may use up the time.
    let groups = work.groups.clone();
    work.go_through();
    let sets = lists.then(|| sets(&mut work.oracle, known, &groups, wanted));
    let names = |cites: &[Cite]| {
        cites
            .iter()
            .map(|&cite| named(book, puzzle, cite))
            .collect()
    };
    let mut gone = work.gone.clone();
    gone.sort_unstable_by_key(|&cite| place(cite));
    work.for_path.sort_unstable_by_key(|&cite| place(cite));
    let mut left = without(puzzle, &gone);
    let weakened = match wanted.values {
        true => work.weaken(&mut left),
        false => vec![],
    };
    Ok(Minimised {
        removed: names(&gone),
        weakened,
        kept_for_path: names(&work.for_path),
        left: left.clues.len() + left.givens.len(),
        proven: work.proven,
        seed: wanted.seed,
        sets,
        puzzle: left,
    })
}

/// Returns a sort key that puts clues before givens, each in the order of the file.
fn place(cite: Cite) -> (u8, u16) {
    match cite {
        Cite::Clue(index) => (0, index),
        Cite::Given(index) => (1, index),
        Cite::House(index) => (2, index),
    }
}

/// Groups the clues and givens that are kept or removed together. A group is left out if one of its members must stay.
fn groups(
    puzzle: &Puzzle,
    all: &[Cite],
    wanted: &Minimising<'_>,
) -> Result<Vec<Vec<Cite>>, SymmetryError> {
    let orbits = wanted.symmetry.orbits(&puzzle.layout)?;
    let orbit_of = |cell: Cell| orbits.iter().position(|orbit| orbit.contains(&cell));
    let mut groups: Vec<(Option<usize>, Vec<Cite>)> = vec![];
    for &cite in all {
        let orbit = match cite {
            Cite::Given(index) => orbit_of(puzzle.givens[usize::from(index)].cell),
            _ => None,
        };
        match groups
            .iter_mut()
            .find(|(other, _)| orbit.is_some() && *other == orbit)
        {
            Some((_, group)) => group.push(cite),
            None => groups.push((orbit, vec![cite])),
        }
    }
    let may_go = |group: &Vec<Cite>| !group.iter().any(|cite| wanted.keep.contains(cite));
    Ok(groups
        .into_iter()
        .map(|(_, group)| group)
        .filter(may_go)
        .collect())
}

/// A puzzle from which clues are being removed.
struct Work<'a> {
    oracle: Oracle<'a>,
    /// The only solution of the puzzle.
    known: &'a [u8],
    groups: Vec<Vec<Cite>>,
    wanted: &'a Minimising<'a>,
    threads: usize,
    way: Option<Way>,
    gone: Vec<Cite>,
    /// For each other known solution, the clues that it breaks. At least one of these clues must stay.
    witnesses: Vec<Vec<Cite>>,
    /// Clues that are kept only because the path would change without them.
    for_path: Vec<Cite>,
    proven: bool,
}

impl Work<'_> {
    fn go_through(&mut self) {
        let mut order = std::mem::take(&mut self.groups);
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(self.wanted.seed));
        loop {
            let before = self.gone.len();
            // This pass tests all remaining groups again, so the list of the last pass is discarded.
            self.for_path.clear();
            order = self.pass(order);
            // Uniqueness is monotone (except with negative constraints), so a required clue stays required. The solve path
            // is not monotone, so another pass may remove more clues.
            let for_good = !self.oracle.case.may_tighten && self.way.is_none();
            if for_good || self.gone.len() == before {
                break;
            }
        }
    }

    /// Tries to remove each group once. Returns the groups that stay.
    fn pass(&mut self, mut order: Vec<Vec<Cite>>) -> Vec<Vec<Cite>> {
        let mut stays = vec![];
        let pool = Pool::new(self.threads);
        let of = order.len();
        // `pop` takes groups from the end, so the order is reversed.
        order.reverse();
        while !order.is_empty() {
            self.tell(of - order.len(), of);
            let mut trials: Vec<Vec<Cite>> = vec![];
            while trials.len() < ABREAST
                && let Some(group) = order.pop()
            {
                match self.is_seen(&group) {
                    true => stays.push(group),
                    false => trials.push(group),
                }
            }
            let fresh = || self.oracle.clone();
            let tests = pool.each_with(&trials, fresh, |oracle, group| {
                oracle.uniqueness(&[&self.gone[..], group].concat(), self.known)
            });
            let mut undecided = vec![];
            for (group, test) in trials.into_iter().zip(tests) {
                match test {
                    // Each group of the batch was tested on its own, so only the first redundant group may be removed. The
                    // others are tested again without it.
                    Uniqueness::Kept => undecided.push(group),
                    Uniqueness::Broken(broken) => {
                        self.learn(broken);
                        stays.push(group);
                    }
                    Uniqueness::Lost => stays.push(group),
                    Uniqueness::Unknown => {
                        self.proven = false;
                        stays.push(group);
                    }
                }
            }
            let mut undecided = undecided.into_iter();
            if let Some(first) = undecided.next() {
                let gone = [&self.gone[..], &first].concat();
                match self.keeps_way(&without(self.oracle.case.puzzle, &gone)) {
                    true => self.gone.extend(first),
                    false => {
                        self.for_path.extend(&first);
                        stays.push(first);
                    }
                }
            }
            order.extend(undecided.rev());
        }
        stays
    }

    /// Returns `true` if some known solution breaks only clues of the group and removed clues. Without the group, the
    /// puzzle would have this solution, so the group must stay.
    fn is_seen(&self, group: &[Cite]) -> bool {
        let is_gone = |cite: &Cite| self.gone.contains(cite) || group.contains(cite);
        self.witnesses
            .iter()
            .any(|broken| broken.iter().all(is_gone))
    }

    /// Stores the clues that another solution breaks, for use in later tests.
    fn learn(&mut self, broken: Vec<Cite>) {
        // With rules about unmarked cells, a later removal may exclude this solution, so it cannot decide later
        // tests.
        if !self.oracle.case.may_tighten {
            self.witnesses.push(broken);
        }
    }

    /// Returns `true` if the break-in and the hardest step are the same in a reduced puzzle, or need not be the same.
    fn keeps_way(&mut self, reduced: &Puzzle) -> bool {
        let (Some(way), Some(profile)) = (&self.way, self.wanted.way) else {
            return true;
        };
        let case = self.oracle.case;
        let go_on = || case.budget.has_time();
        let now = Way::of(reduced, case.book, self.known, profile, &go_on);
        // A path that the deadline cut off may differ from the original path, so the result is not proven.
        self.proven &= case.budget.has_time();
        now.as_ref() == Some(way)
    }

    /// Removes parts of the remaining clues until no part is redundant, or until time runs out. Clues that must stay keep all
    /// their parts.
    fn weaken(&mut self, left: &mut Puzzle) -> Vec<Weaker> {
        let book = self.oracle.case.book;
        let mut taken = vec![];
        let all = (0..self.oracle.case.puzzle.clues.len()).map(|index| Cite::Clue(index as u16));
        let stayed: Vec<Cite> = all.filter(|cite| !self.gone.contains(cite)).collect();
        for (index, cite) in stayed.iter().enumerate() {
            if self.wanted.keep.contains(cite) {
                continue;
            }
            let mut parts = weaker(left, book, &left.clues[index]);
            while let Some((part, clue)) = parts.pop() {
                let before = named(book, left, Cite::Clue(index as u16));
                let trial = put(left, index, clue);
                let Ok(prepared) = Prepared::new(trial.clone(), book) else {
                    continue;
                };
                if !self.wanted.budget.has_time() {
                    self.proven = false;
                    return taken;
                }
                let limits = Limits::within(self.wanted.budget, 1);
                let found = others(prepared.model(), self.known, limits);
                match (found.count, found.stopped) {
                    (0, None) if self.keeps_way(&trial) => {
                        taken.push(Weaker { clue: before, part });
                        *left = trial;
                        // The shortened clue has different parts, so they are listed again.
                        parts = weaker(left, book, &left.clues[index]);
                    }
                    (0, Some(_)) => self.proven = false,
                    _ => {}
                }
            }
        }
        taken
    }

    fn tell(&self, done: usize, of: usize) {
        if let Some(tell) = self.wanted.progress {
            tell(Stage {
                doing: "clues tried",
                done,
                of: Some(of),
            });
        }
    }
}
