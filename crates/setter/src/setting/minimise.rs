//! As few clues as will do.
//!
//! Clues are tried in an order that the seed decides; each goes if one solution is left without it. Another solution
//! that a test meets breaks some clues: one of them must stay, which answers later tests without a search.

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

/// What is to be kept, and which selection of clues is wanted.
#[derive(Clone, Copy)]
pub struct Minimising<'a> {
    /// Guesses of each test, and the deadline of all of them.
    pub budget: Budget<'a>,
    /// Decides the order in which clues are tried.
    pub seed: u64,
    /// Clues and givens that stay, whatever they are worth.
    pub keep: &'a [Cite],
    /// Givens of cells that go together under this symmetry stay or go together.
    pub symmetry: Symmetry,
    /// Also keep the break-in and the hardest step that this profile finds.
    pub way: Option<&'a Profile>,
    /// Also take parts of clues: a cage's sum, the end of a line.
    pub values: bool,
    /// All minimal selections of at most this many clues and givens are wanted.
    pub size: Option<usize>,
    /// The smallest selections are wanted, all of them.
    pub fewest: bool,
    /// Told now and then how far it is.
    pub progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// A puzzle with as few clues as will do.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Minimised {
    /// The clues and givens that were taken away.
    pub removed: Vec<Named>,
    /// The parts of clues that were taken away, where these were to go too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub weakened: Vec<Weaker>,
    /// Clues without which the puzzle is unique, but the break-in or the hardest step is another; where these were
    /// to be kept.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub kept_for_path: Vec<Named>,
    /// How many clues and givens are left.
    pub left: usize,
    /// Whether it is proven that nothing else can go.
    pub proven: bool,
    /// The seed of the order in which clues were tried.
    pub seed: u64,
    /// All minimal selections up to a size, where these were wanted.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sets: Option<Sets>,
    /// The puzzle with what is left.
    #[serde(skip)]
    pub puzzle: Puzzle,
}

/// A part of a clue that was taken away.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Weaker {
    /// The clue as it was.
    pub clue: Named,
    /// What went: "its sum", "its end R1C5".
    pub part: String,
}

/// Clues that are tried at a time, whatever the number of threads: what is learnt from some of them decides which
/// others need no test.
const ABREAST: usize = 8;

/// Takes clues and givens from a puzzle whose one solution is `known`, as long as it stays the one solution.
///
/// # Errors
/// When a clue does not fit its rule, or the grid has no such symmetry.
pub fn minimise(
    prepared: &Prepared,
    known: &[u8],
    wanted: &Minimising<'_>,
    run: Run<'_>,
) -> Result<Minimised, MinimiseError> {
    run.together(|| minimise_here(prepared, known, wanted, run.threads))
}

/// Why nothing can be taken away.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MinimiseError {
    /// A clue does not fit its rule.
    #[error("{}", .0.message)]
    Misfit(ClueError),
    /// The grid has no such symmetry.
    #[error(transparent)]
    Symmetry(#[from] SymmetryError),
    /// Rules of unmarked cells say more where there are fewer clues, so that sets of clues are not ordered.
    #[error(
        "a rule of unmarked cells says more where there are fewer marks: sets of clues cannot be listed"
    )]
    ReadsMarks,
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
    if lists && case.reads_marks {
        return Err(MinimiseError::ReadsMarks);
    }
    // Listing may use up the time: one selection comes first.
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

/// Clues before givens, each in the order of the file.
fn place(cite: Cite) -> (u8, u16) {
    match cite {
        Cite::Clue(index) => (0, index),
        Cite::Given(index) => (1, index),
        Cite::House(index) => (2, index),
    }
}

/// What stays or goes together, but for what stays in any case.
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

/// A selection that shrinks.
struct Work<'a> {
    oracle: Oracle<'a>,
    /// The one solution.
    known: &'a [u8],
    groups: Vec<Vec<Cite>>,
    wanted: &'a Minimising<'a>,
    threads: usize,
    way: Option<Way>,
    gone: Vec<Cite>,
    /// What other solutions break: some of each must stay.
    witnesses: Vec<Vec<Cite>>,
    /// What could go but for the path.
    for_path: Vec<Cite>,
    proven: bool,
}

impl Work<'_> {
    fn go_through(&mut self) {
        let mut order = std::mem::take(&mut self.groups);
        order.shuffle(&mut ChaCha8Rng::seed_from_u64(self.wanted.seed));
        loop {
            let before = self.gone.len();
            self.for_path.clear();
            order = self.pass(order);
            // Fewer clues never forbid more, but for marks: what has to stay now has to stay later. Paths are not like
            // that.
            let for_good = !self.oracle.case.reads_marks && self.way.is_none();
            if for_good || self.gone.len() == before {
                break;
            }
        }
    }

    /// Tries each group once; gives those that stay.
    fn pass(&mut self, mut order: Vec<Vec<Cite>>) -> Vec<Vec<Cite>> {
        let mut stays = vec![];
        let pool = Pool::new(self.threads);
        let of = order.len();
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
                    // What can go alone may not be able to go with the first: it is tried again.
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
                match self.keeps_way(&first) {
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

    /// Whether a solution is known that breaks nothing but what would be gone.
    fn is_seen(&self, group: &[Cite]) -> bool {
        let is_gone = |cite: &Cite| self.gone.contains(cite) || group.contains(cite);
        self.witnesses
            .iter()
            .any(|broken| broken.iter().all(is_gone))
    }

    fn learn(&mut self, broken: Vec<Cite>) {
        if !self.oracle.case.reads_marks {
            self.witnesses.push(broken);
        }
    }

    /// Whether the way into the puzzle and through it stays the same without a group.
    fn keeps_way(&mut self, group: &[Cite]) -> bool {
        let (Some(way), Some(profile)) = (&self.way, self.wanted.way) else {
            return true;
        };
        let case = self.oracle.case;
        let rest = without(case.puzzle, &[&self.gone[..], group].concat());
        let go_on = || case.budget.has_time();
        let now = Way::of(&rest, case.book, self.known, profile, &go_on);
        self.proven &= case.budget.has_time();
        now.as_ref() == Some(way)
    }

    /// Takes parts of the clues that are left, again and again.
    fn weaken(&mut self, left: &mut Puzzle) -> Vec<Weaker> {
        let book = self.oracle.case.book;
        let mut taken = vec![];
        for index in 0..left.clues.len() {
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
                    (0, None) => {
                        taken.push(Weaker { clue: before, part });
                        *left = trial;
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
