//! Combinations: lists all fillings of a clue's cells, with the exclusions between these cells.
//!
//! Reading a clue uses bounds and sums. Listing tries every candidate of the clue's cells until some assignment contains it,
//! and removes candidates that are in no assignment. In the same way, it lists two clues that share cells, or a house with
//! all clues that have cells in it.

use crate::Cells;
use crate::Context;
use crate::ground::MOST_CITES;
use crate::sentence::{Argument, Sentence};
use crate::step::Step;
use crate::steps::Steps;
use crate::support::{Key, Scope, SupportSearch, Test};
use crate::technique::{Family, Position, Reads, Technique};
use crate::trial::Assumption;
use cluewright_engine::model::relations::Relation;
use cluewright_engine::model::{Cite, Compiled, Word, of_any_width};
use cluewright_puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

pub(super) const CLUE_COMBINATIONS: Technique = Technique {
    name: "clue-combinations",
    help: "all fillings of one clue's cells",
    about: "List every way to fill the cells of one clue, without repeats where cells see each other. A \
            candidate in none of them goes.",
    family: Family::Listing,
    reads: Reads::Clue,
    sentence: Sentence::Clues(Argument::Plain),
    price: Some(2.4),
    positions: &[Position::on_path(
        "default",
        2.7,
        "corpus/variants/skyscraper.toml",
    )],
    find: one_clue,
    ..Technique::USUAL
};

pub(super) const HOUSE_COMBINATIONS: Technique = Technique {
    name: "house-combinations",
    help: "all fillings of a sum over one house",
    about: "List every way to fill a sum that a clue and a house leave. A candidate in none of them can be removed.",
    family: Family::Listing,
    reads: Reads::Together,
    sentence: Sentence::Clues(Argument::Plain),
    price: Some(3.0),
    positions: &[Position::on_path("default", 3.2, "corpus/variants/x.toml")],
    find: one_house,
    ..Technique::USUAL
};

pub(super) const SEVERAL_COMBINATIONS: Technique = Technique {
    name: "several-combinations",
    help: "all fillings of a sum over several houses",
    about: "List every way to fill a sum that clues and several houses leave. A candidate in none of them \
            goes.",
    family: Family::Listing,
    reads: Reads::Together,
    sentence: Sentence::Clues(Argument::Plain),
    price: Some(4.6),
    positions: &[Position::alone("corpus/variants/quadruple.toml")],
    find: several,
    ..Technique::USUAL
};

pub(super) const TWO_CLUE_COMBINATIONS: Technique = Technique {
    name: "two-clue-combinations",
    help: "all fillings of two clues that share cells",
    about: "List every way to fill two clues that share cells. A candidate in none of them can be removed.",
    family: Family::Listing,
    sentence: Sentence::Listing,
    price: Some(3.8),
    positions: &[Position::alone("corpus/variants/doppelganger.toml")],
    find: two_clues,
    ..Technique::USUAL
};

pub(super) const CLUE_CHAIN: Technique = Technique {
    name: "clue-chain",
    help: "dots, signs and lines that follow each other along a path, and the clues that make its cells differ",
    about: "List every way to fill up to six cells along dots, signs or steps of a line that follow each \
            other. A candidate in none of them goes.",
    family: Family::Clue,
    sentence: Sentence::Path,
    price: Some(2.8),
    positions: &[Position::on_path(
        "default",
        2.8,
        "corpus/variants/xv-negative.toml",
    )],
    find: chains,
    ..Technique::USUAL
};

pub(super) const HOUSE_AND_CLUES: Technique = Technique {
    name: "house-and-clues",
    help: "all fillings of a house, with the clues inside it",
    about: "List every way to fill a house in which all clues with two or more cells there hold. A candidate \
            in none of them goes.",
    family: Family::Listing,
    sentence: Sentence::Filling(1),
    price: Some(4.4),
    positions: &[
        Position::on_path("default", 4.4, "corpus/variants/arrow.toml"),
        Position::on_path("default", 4.6, "corpus/variants/sandwich.toml"),
    ],
    find: house_and_clues,
    ..Technique::USUAL
};

pub(super) const TWO_HOUSES_AND_CLUES: Technique = Technique {
    name: "two-houses-and-clues",
    help: "all fillings of two houses, with the clues inside them",
    about: "List every way to fill two houses that meet, or that two clues span, with the clues inside them. \
            A candidate in none of them goes.",
    family: Family::Listing,
    sentence: Sentence::Filling(2),
    price: Some(5.4),
    positions: &[Position::on_path(
        "default",
        5.5,
        "corpus/variants/parity-line.toml",
    )],
    find: two_houses_and_clues,
    ..Technique::USUAL
};

pub(super) const HOUSE_AND_SUMS: Technique = Technique {
    name: "house-and-sums",
    help: "all fillings of a house, with its clues and with sums over houses",
    about: "List every way to fill a house with its clues and with the sums that clues and houses leave for \
            its cells. A candidate in none of them goes.",
    family: Family::Listing,
    sentence: Sentence::Filling(1),
    price: Some(5.0),
    positions: &[Position::on_path(
        "default",
        5.6,
        "corpus/variants/killer-cage.toml",
    )],
    find: house_and_sums,
    ..Technique::USUAL
};

pub(super) const TWO_HOUSES_AND_SUMS: Technique = Technique {
    name: "two-houses-and-sums",
    help: "all fillings of two houses, with their clues and with sums over houses",
    about: "List every way to fill two houses with their clues and with short sums that clues and houses \
            leave for their cells. A candidate in none of them goes.",
    family: Family::Listing,
    sentence: Sentence::Filling(2),
    price: Some(5.8),
    positions: &[Position::alone("corpus/variants/arrow.toml")],
    find: two_houses_and_sums,
    ..Technique::USUAL
};

pub(super) const TWO_HOUSES_AND_NEIGHBOURS: Technique = Technique {
    name: "two-houses-and-neighbours",
    help: "all fillings of two houses, with their clues and the attached clues",
    about: "List every way to fill two houses with their clues and with the clues that continue from these \
            outside. A candidate in none of them goes.",
    family: Family::Listing,
    sentence: Sentence::Filling(2),
    price: Some(6.2),
    positions: &[Position::on_path(
        "default",
        6.2,
        "corpus/variants/renban.toml",
    )],
    find: two_houses_and_neighbours,
    ..Technique::USUAL
};

pub(super) const LONG_LISTING: Technique = Technique {
    name: "long-listing",
    help: "longer listings of two houses: all that hangs on them, longer sums, and fifteen times as many fillings",
    about: "The same with longer sums, with clues that hang on one more clue, and with fifteen times as many \
            fillings.",
    family: Family::Listing,
    sentence: Sentence::Filling(2),
    price: Some(6.8),
    positions: &[Position::alone("corpus/variants/thermometer.toml")],
    find: long_listing,
    ..Technique::USUAL
};

pub(super) const WIDE_LISTING: Technique = Technique {
    name: "wide-listing",
    help: "all fillings of three houses",
    about: "List every way to fill three houses with everything that bears on them. It takes up to a minute, \
            so only the profile `patient` uses it.",
    family: Family::Listing,
    sentence: Sentence::Filling(3),
    positions: &[Position::on_path(
        "patient",
        8.2,
        "corpus/techniques/wide-listing.toml",
    )],
    find: wide_listing,
    ..Technique::USUAL
};

/// Maximum number of open cells in one clue.
const MOST_OPEN: usize = 7;
/// Maximum number of open cells in two clues together.
const MOST_OPEN_PAIR: usize = 9;
/// Maximum number of open cells outside the houses, for a clue that has cells in the houses.
const MOST_OUTSIDE: usize = 6;
/// Maximum number of open cells in a hanging clue, that is, a clue that is linked to the houses but has few cells in them.
const MOST_OPEN_HANGING: usize = 4;
/// Maximum number of open cells in a clue whose fillings are followed as cases.
const MOST_OPEN_CASES: usize = 5;
/// Maximum number of assignments to try for one candidate. After that, the candidate counts as supported.
const BUDGET: usize = 100;

/// Maximum number of two-cell clues in a path.
const MOST_LINKS: usize = 5;
/// Maximum number of paths of one length. If there are more, none is tried.
const MOST_PATHS: usize = 2_000;
/// Maximum number of two-cell relations that a clue in a path may have. Clues with more such relations are usually about
/// the whole grid, and are left out.
const MOST_OF_ONE: usize = 24;

/// First cache key for listings of houses. It is greater than all indices of relations, so that keys do not collide.
const HOUSES: u32 = 1 << 24;
/// First cache key for listings of paths.
const PATHS: u32 = 1 << 25;

/// The clues and houses that a listing includes, and its limits.
struct Reach {
    /// A number that distinguishes the cache keys of the different limits.
    kind: u32,
    /// Maximum number of clues and houses that an included sum may combine.
    most_cites: usize,
    most_outside: usize,
    /// Maximum number of clues in the chain from the houses to a hanging clue, including that clue.
    hanging: usize,
    optional: bool,
    /// Maximum number of clues about the houses. Houses with more clues are skipped.
    most_clues: usize,
    /// Maximum number of open cells in the houses.
    most_open: usize,
    /// Maximum number of assignments to try for one candidate. After that, the candidate counts as supported.
    budget: usize,
    /// Maximum number of assignments to try on one board. After that, the remaining houses are skipped.
    most_begun: usize,
}

/// Includes clues that have at least two cells in the houses.
const CLUES: Reach = Reach {
    kind: 0,
    most_cites: 1,
    most_outside: 0,
    hanging: 0,
    optional: true,
    most_clues: 16,
    most_open: usize::MAX,
    budget: BUDGET,
    // Without this limit, a killer that the techniques cannot solve would begin 400,000 assignments on an empty grid. No
    // rating of a solved puzzle depends on the assignments beyond the limit.
    most_begun: 150_000,
};

/// Also includes sums of several clues and houses with cells in the houses, because cages that cross houses imply more
/// together with such sums.
const SUMS: Reach = Reach {
    kind: 1,
    most_cites: MOST_CITES,
    most_outside: MOST_OUTSIDE,
    most_clues: 30,
    ..CLUES
};

/// Includes only short sums. With all sums, listing the assignments of two houses takes ten times as long.
const SHORT_SUMS: Reach = Reach {
    kind: 2,
    most_cites: 8,
    most_outside: 3,
    ..CLUES
};

/// Also includes short clues that hang on the houses, or on other such clues.
const NEIGHBOURS: Reach = Reach {
    kind: 5,
    hanging: 2,
    optional: false,
    ..CLUES
};

/// Includes all sums and all hanging clues, with a larger budget.
const FAR: Reach = Reach {
    kind: 3,
    hanging: 2,
    // Of 639 rated variants, 94.5 % are solved without forcing, instead of 93.7 % with a budget of 400, in about the same
    // time.
    budget: 1_500,
    ..SUMS
};

/// Includes all sums and twice as many clues, with a much larger budget, for at most 27 open cells. This solves eleven more
/// of 157 variants, in up to 50 s each, which is too slow for the default profile.
const WIDE: Reach = Reach {
    kind: 4,
    most_clues: 60,
    most_open: 27,
    budget: 5_000,
    most_begun: 6_000_000,
    ..SUMS
};

fn one_clue(context: &Context<'_>, steps: &mut Steps) {
    singles(context, steps, |clues, houses| clues == 1 && houses == 0);
}

/// Prepares a test with the fillings of a step's clue, and passes the test to `run`. The listed statements are found only
/// once, because `run` tests a step many times when it loosens the step.
pub(crate) fn test_fillings<R>(
    context: &Context<'_>,
    step: &Step,
    run: impl FnOnce(&mut Test<'_>) -> Option<R>,
) -> Option<R> {
    of_any_width!(context.ground.model, compiled => {
        let mut listing = Listing::new(context, compiled, BUDGET);
        let scopes = listing.scopes_of(step);
        match scopes.is_empty() {
            true => None,
            false => run(&mut |domains| {
                scopes.iter().any(|scope| listing.implies(scope, step, domains))
            }),
        }
    })
}

/// Lists the fillings of clues together with one house.
fn one_house(context: &Context<'_>, steps: &mut Steps) {
    singles(context, steps, |_, houses| houses == 1);
}

/// Lists the fillings of several clues, or of clues with several houses.
fn several(context: &Context<'_>, steps: &mut Steps) {
    singles(context, steps, |clues, houses| {
        houses > 1 || (houses == 0 && clues > 1)
    });
}

/// Lists the fillings of two clues that share cells.
fn two_clues(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => Listing::new(context, compiled, BUDGET).pairs(steps));
    }
}

/// Lists the fillings of two-cell clues along a path.
fn chains(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => Listing::new(context, compiled, BUDGET).paths(steps));
    }
}

/// Lists the fillings of a house and all clues that have cells in it.
fn house_and_clues(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 1, &CLUES);
}

/// Lists the fillings of a house and all clues and sums that have cells in it.
fn house_and_sums(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 1, &SUMS);
}

/// Lists the fillings of two houses and all clues that have cells in them. The houses must share at least two cells, or at
/// least two clues must have cells in both.
fn two_houses_and_clues(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 2, &CLUES);
}

/// Lists the same as [`two_houses_and_clues`], plus short sums over houses.
fn two_houses_and_sums(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 2, &SHORT_SUMS);
}

/// Lists the fillings of two houses, the clues that have cells in them, and the hanging clues.
fn two_houses_and_neighbours(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 2, &NEIGHBOURS);
}

/// Lists the same as [`two_houses_and_neighbours`], plus all sums, with a larger budget.
fn long_listing(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 2, &FAR);
}

/// Lists the fillings of three houses, with all sums and a large budget. Any two of the houses must share at least two
/// cells, or at least two clues must have cells in both.
fn wide_listing(context: &Context<'_>, steps: &mut Steps) {
    houses(context, steps, 3, &WIDE);
}

fn houses(context: &Context<'_>, steps: &mut Steps, count: usize, reach: &Reach) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => {
            Listing::new(context, compiled, reach.budget).houses(count, reach, steps)
        });
    }
}

/// The fillings of a clue. Exactly one filling is true.
pub(super) struct Made {
    /// The clue, and the citations that make its cells differ.
    pub(super) cites: Vec<Cite>,
    pub(super) vars: Vec<u16>,
    /// The domains of the clue's variables in each filling.
    pub(super) cases: Vec<Assumption>,
}

/// Returns the fillings of each clue that has between two and `most` of them. Fillings that differ only in the order of
/// digits count as one.
pub(super) fn list_made_of_clues(context: &Context<'_>, most: usize) -> Vec<Made> {
    of_any_width!(context.ground.model, compiled => Listing::new(context, compiled, BUDGET).list_fillings(most))
}

fn singles(context: &Context<'_>, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => Listing::new(context, compiled, BUDGET).singles(steps, wanted));
    }
}

/// A relation that may be listed with houses.
struct Usable {
    relation: usize,
    /// `true` if the relation belongs to a single clue.
    is_clue: bool,
    is_listed: bool,
    /// The open grid cells of the relation.
    open: Cells,
    /// Number of variables of the relation that are not fixed.
    unknown: usize,
    most_outside: usize,
}

impl Usable {
    /// Returns `true` if the relation is not a house relation, `cells` contains at least two of its open cells, and at
    /// most `most_outside` of its unfixed variables are outside `cells`.
    fn concerns(&self, cells: Cells) -> bool {
        let inside = (self.open & cells).len();
        // The variable of an open cell can be fixed, because a cell stays open until its only candidate is placed. Such a
        // cell counts as inside.
        self.is_listed && inside >= 2 && self.unknown <= inside + self.most_outside
    }

    /// Returns `true` if the relation is a clue with so few open cells that a person would consider it at any of its cells.
    fn is_short(&self) -> bool {
        let open = self.open.len();
        let is_short = (2..=MOST_OPEN_HANGING).contains(&open) && self.unknown <= open;
        self.is_clue && self.is_listed && is_short
    }
}

/// A constraint from a clue on two open cells.
struct Joint {
    relation: usize,
    cells: [u16; 2],
}

impl Joint {
    /// Returns the other cell of the constraint. Returns `None` if `cell` is neither of the two.
    fn beyond(&self, cell: u16) -> Option<u16> {
        let [a, b] = self.cells;
        match (a == cell, b == cell) {
            (true, _) => Some(b),
            (_, true) => Some(a),
            _ => None,
        }
    }
}

/// The indices of paths, in the order in which the paths are first found. They are used as cache keys, because a key has
/// room for only two numbers.
#[derive(Default)]
struct PathNumbers(RefCell<FxHashMap<Vec<u16>, u32>>);

/// For each key, the candidates for which the last listing removed nothing.
#[derive(Default)]
struct KnownFruitless(RefCell<FxHashMap<Key, Box<[DigitSet]>>>);

/// A listing of assignments on one board, made by the support search.
struct Listing<'a, W: Word> {
    context: &'a Context<'a>,
    compiled: &'a Compiled<W>,
    support: SupportSearch<'a, W>,
    fruitless: Rc<KnownFruitless>,
}

impl<'a, W: Word> Listing<'a, W> {
    /// Creates a listing that tries at most `budget` assignments for one candidate.
    fn new(context: &'a Context<'a>, compiled: &'a Compiled<W>, budget: usize) -> Self {
        Self {
            context,
            compiled,
            support: SupportSearch::new(compiled, context.memory, budget),
            fruitless: context.memory.of(),
        }
    }

    fn open(&self, vars: &[u16]) -> usize {
        vars.iter()
            .filter(|&&var| self.context.board.at(var).len() > 1)
            .count()
    }

    fn cites(&self, relation: usize) -> &'a [Cite] {
        let program = &self.compiled.program;
        self.compiled.clue_sets.get(program.rests_on(relation))
    }

    fn singles(&mut self, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            let cites = self.cites(index);
            let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
            let open = self.open(relation.vars());
            if is_worth_listing(relation)
                && cites.len() <= MOST_CITES
                && wanted(cites.len() - houses, houses)
                && (2..=MOST_OPEN).contains(&open)
            {
                let scope = Scope::alone(index, relation);
                self.list(&scope, open.saturating_sub(2) as u16, steps);
            }
        }
    }

    /// Returns a scope for each relation of a step's clue that contains all cells that lose candidates.
    fn scopes_of(&self, step: &Step) -> Vec<Scope> {
        let is_cited = |cite: &Cite| step.reason.cites.contains(cite);
        let relations = self.compiled.program.relations().iter().enumerate();
        // The loosened step keeps its citations, so a relation that rests on anything else must not be used.
        let used = relations.filter(|(index, relation)| {
            let vars = relation.vars();
            let rests_on = || self.context.ground.relations_rest_on(&[*index], vars);
            matches!(self.cites(*index), [clue @ Cite::Clue(_)] if is_cited(clue))
                && is_worth_listing(relation)
                && step.removed.iter().all(|(var, _)| vars.contains(var))
                && self.compiled.program.decided_by(*index).is_empty()
                && rests_on().iter().all(is_cited)
        });
        used.map(|(index, relation)| Scope::alone(index, relation))
            .collect()
    }

    /// Returns `true` if no assignment of a scope contains a candidate that the step removes, within the given domains of
    /// the variables.
    fn implies(&mut self, scope: &Scope, step: &Step, domains: &[DigitSet]) -> bool {
        let now = scope.vars.iter().map(|&var| domains[usize::from(var)]);
        let lost = self
            .support
            .find_unsupported(scope, &now.collect::<Vec<_>>());
        step.removed.iter().all(|&(var, digits)| {
            let own = lost.iter().filter(|(of, _)| *of == var);
            let own = own.fold(DigitSet::EMPTY, |all, (_, lost)| all | *lost);
            (digits & domains[usize::from(var)]).without(own).is_empty()
        })
    }

    fn pairs(&mut self, steps: &mut Steps) {
        let relations = self.compiled.program.relations();
        let usable: Vec<usize> = (0..relations.len())
            .filter(|&i| matches!(self.cites(i), [Cite::Clue(_)]))
            .filter(|&i| is_worth_listing(&relations[i]) && self.open(relations[i].vars()) >= 2)
            .collect();
        for (n, &i) in usable.iter().enumerate() {
            for &j in &usable[..n] {
                let (a, b) = (relations[i].vars(), relations[j].vars());
                let shares = a
                    .iter()
                    .any(|var| b.contains(var) && self.context.board.at(*var).len() > 1);
                if !shares {
                    continue;
                }
                let mut vars = a.to_vec();
                vars.extend(b.iter().filter(|var| !a.contains(var)));
                let open = self.open(&vars);
                if open <= MOST_OPEN_PAIR {
                    let scope = Scope {
                        key: (j as u32, i as u32),
                        relations: vec![j, i],
                        assigned: vars.len(),
                        vars,
                    };
                    self.list(&scope, open.saturating_sub(3) as u16, steps);
                }
            }
        }
    }

    /// Lists the two-cell clues along each path of open cells, starting with short paths.
    fn paths(&mut self, steps: &mut Steps) {
        let joints = self.joints();
        // Paths grow only at their end, so each link starts a path in both directions.
        let mut paths: Vec<Vec<u16>> = joints.iter().map(|joint| joint.cells.to_vec()).collect();
        paths.extend(
            joints
                .iter()
                .map(|joint| vec![joint.cells[1], joint.cells[0]]),
        );
        for links in 2..=MOST_LINKS {
            let longer = |path: &Vec<u16>| -> Vec<Vec<u16>> {
                let next = joints
                    .iter()
                    .filter_map(|joint| joint.beyond(path[path.len() - 1]));
                let next = next.filter(|cell| !path.contains(cell));
                next.map(|cell| [path.as_slice(), &[cell]].concat())
                    .collect()
            };
            paths = paths.iter().flat_map(longer).collect();
            // Several clues can link the same two cells, so a path can occur more than once.
            paths.sort_unstable();
            paths.dedup();
            let more = 2 * (links as u16 - 2);
            if paths.len() > MOST_PATHS || more > steps.room() || !self.context.go_on() {
                return;
            }
            // Each path also occurs in reverse, so only one of the two directions is listed.
            for path in paths.iter().filter(|path| path.first() < path.last()) {
                if self.is_closed(path) {
                    self.list(&self.path(path, &joints), more, steps);
                }
            }
        }
    }

    /// Returns all constraints from clues on two open cells.
    fn joints(&self) -> Vec<Joint> {
        let relations = self.compiled.program.relations().iter().enumerate();
        let mut joints: Vec<(Cite, Joint)> = vec![];
        for (relation, own) in relations.filter(|(_, own)| !own.is_of_houses()) {
            if let (&[a, b], &[clue @ Cite::Clue(_)]) = (own.vars(), self.cites(relation))
                && a != b
                && [a, b].iter().all(|&cell| self.is_open(cell))
            {
                let cells = [a, b];
                joints.push((clue, Joint { relation, cells }));
            }
        }
        let mut counts: FxHashMap<Cite, usize> = FxHashMap::default();
        for (clue, _) in &joints {
            *counts.entry(*clue).or_default() += 1;
        }
        joints.retain(|(clue, _)| counts[clue] <= MOST_OF_ONE);
        joints.into_iter().map(|(_, joint)| joint).collect()
    }

    fn is_open(&self, var: u16) -> bool {
        usize::from(var) < self.context.ground.cells() && self.context.board.at(var).len() > 1
    }

    /// Returns `true` if each end of a path sees a cell of the path other than its neighbour. Otherwise the path implies no
    /// more than a shorter path.
    fn is_closed(&self, path: &[u16]) -> bool {
        let sees = |end: u16, others: &[u16]| {
            let peers = self.context.ground.peers[usize::from(end)];
            others.iter().any(|&cell| peers.contains(cell))
        };
        let last = path.len() - 1;
        sees(path[0], &path[2..]) && sees(path[last], &path[..last - 1])
    }

    /// Creates the scope of a path: its cells, with all constraints between two of them.
    fn path(&self, path: &[u16], joints: &[Joint]) -> Scope {
        let numbers = self.context.memory.of::<PathNumbers>();
        let mut numbers = numbers.0.borrow_mut();
        let count = numbers.len() as u32;
        let number = *numbers.entry(path.to_vec()).or_insert(count);
        let inside = |joint: &&Joint| joint.cells.iter().all(|cell| path.contains(cell));
        let inside = joints.iter().filter(inside);
        Scope {
            key: (number, PATHS),
            relations: inside.map(|joint| joint.relation).collect(),
            vars: path.to_vec(),
            assigned: path.len(),
        }
    }

    /// Lists sets of `count` houses with the clues about them, starting with houses that have few clues.
    fn houses(&mut self, count: usize, reach: &Reach, steps: &mut Steps) {
        let usable = self.usable(reach);
        let mut scopes: Vec<_> = self
            .groups(count, &usable)
            .iter()
            .filter_map(|group| self.house(group, reach, &usable))
            .collect();
        // Cheap scopes come first, because the budget may run out, and because more expensive scopes are skipped once a
        // step is found.
        scopes.sort_by_key(|(more, _)| *more);
        for (more, scope) in &scopes {
            if self.support.count_begun() > reach.most_begun || !self.context.go_on() {
                break;
            }
            self.list(scope, *more, steps);
        }
    }

    /// Returns the sets of `count` houses in which any two houses are related.
    fn groups(&self, count: usize, usable: &[Usable]) -> Vec<Vec<usize>> {
        let all = self.context.ground.houses.len();
        let mut groups: Vec<Vec<usize>> = (0..all).map(|house| vec![house]).collect();
        for _ in 1..count {
            let longer = |group: &Vec<usize>| -> Vec<Vec<usize>> {
                let related = |&a: &usize| group.iter().all(|&b| self.are_related(a, b, usable));
                // Only houses with lower indices are added, so that each set of houses occurs once.
                let firsts = (0..group[0]).filter(related);
                firsts
                    .map(|first| [&[first], group.as_slice()].concat())
                    .collect()
            };
            groups = groups.iter().flat_map(longer).collect();
        }
        groups
    }

    /// Returns the relations that a listing within `reach` may include: relations of clues, and sums of clues and houses.
    fn usable(&self, reach: &Reach) -> Vec<Usable> {
        let board = self.context.board;
        let grid = self.context.ground.cells();
        let relations = self.compiled.program.relations().iter().enumerate();
        let usable = relations.filter_map(|(relation, own)| {
            let cites = self.cites(relation);
            let most_outside = match cites {
                [Cite::Clue(_)] => MOST_OUTSIDE,
                [_, _, ..] if cites.len() <= reach.most_cites => reach.most_outside,
                _ => return None,
            };
            let inside = own.vars().iter().filter(|&&var| usize::from(var) < grid);
            Some(Usable {
                relation,
                is_clue: cites.len() == 1,
                is_listed: !own.is_of_houses(),
                open: inside.copied().collect::<Cells>() & board.open(),
                unknown: self.open(own.vars()),
                most_outside,
            })
        });
        usable.collect()
    }

    /// Returns `true` if two houses share at least two cells, or if at least two clues have cells in both.
    fn are_related(&self, a: usize, b: usize, usable: &[Usable]) -> bool {
        let houses = &self.context.ground.houses;
        let (a, b) = (houses[a].cells, houses[b].cells);
        let spans = |one: &&Usable| one.is_clue && one.open.meets(a) && one.open.meets(b);
        (a & b).len() > 1 || usable.iter().filter(spans).take(2).count() == 2
    }

    /// Creates the scope of some houses with the clues about them. Returns it with its surcharge.
    fn house(&self, numbers: &[usize], reach: &Reach, usable: &[Usable]) -> Option<(u16, Scope)> {
        let relations = self.compiled.program.relations();
        let houses = numbers
            .iter()
            .map(|&number| &self.context.ground.houses[number]);
        let cells = houses
            .clone()
            .fold(Cells::EMPTY, |all, house| all | house.cells);
        let open = cells & self.context.board.open();
        let concerned = usable.iter().filter(|one| one.concerns(open));
        let mut all: Vec<usize> = concerned.map(|one| one.relation).collect();
        let mut clues: Vec<Cite> = all.iter().flat_map(|&i| self.cites(i)).copied().collect();
        clues.retain(|cite| matches!(cite, Cite::Clue(_)));
        clues.sort_unstable();
        clues.dedup();
        let is_fit = (3..=reach.most_open).contains(&open.len());
        if !is_fit || clues.len() > reach.most_clues {
            return None;
        }
        let hanging = self.hanging(open, &all, reach, usable);
        // Without hanging clues, `NEIGHBOURS` would list the same as `CLUES`, so houses without hanging clues are skipped.
        if clues.len() + hanging.len() == 0 || hanging.is_empty() && !reach.optional {
            return None;
        }
        let clues = clues.len() + hanging.len();
        all.extend(hanging);
        for house in houses {
            let own = |&i: &usize| {
                matches!(relations[i], Relation::Different(_)) && self.cites(i) == [house.cite]
            };
            all.extend((0..relations.len()).find(own));
        }
        let mut vars: Vec<u16> = cells.iter().collect();
        for &var in all.iter().flat_map(|&i| relations[i].vars()) {
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        let last = numbers.len() - 1;
        let before = numbers[..last.max(1)].iter();
        let before = before.fold(0, |all, &number| all << 16 | number as u32);
        // There are fewer than eight kinds of limits, so the keys of different limits do not collide.
        let key = (before, HOUSES + 8 * numbers[last] as u32 + reach.kind);
        let more = (clues - 1) / numbers.len();
        let scope = Scope {
            key,
            relations: all,
            vars,
            assigned: cells.len(),
        };
        Some((more.min(8) as u16, scope))
    }

    /// Returns the short clues that hang on some cells and are not listed yet. Each of them contains one of these cells or
    /// shares a cell with another hanging clue.
    fn hanging(
        &self,
        cells: Cells,
        listed: &[usize],
        reach: &Reach,
        usable: &[Usable],
    ) -> Vec<usize> {
        let is_new = |one: &&Usable| one.is_short() && !listed.contains(&one.relation);
        let short: Vec<&Usable> = usable.iter().filter(is_new).collect();
        let mut hanging: Vec<&Usable> = vec![];
        let mut reached = cells;
        for _ in 0..reach.hanging {
            let meets = |one: &&&Usable| one.open.meets(reached);
            hanging = short.iter().filter(meets).copied().collect();
            reached |= union(&hanging);
        }
        self.drop_loose(cells, &mut hanging);
        hanging.iter().map(|one| one.relation).collect()
    }

    /// Drops clues with fewer than two connected cells, because they imply no more with the houses than alone. A cell is
    /// connected if it is in the houses, sees a cell of the houses or of another clue, or is also in another clue.
    fn drop_loose(&self, cells: Cells, hanging: &mut Vec<&Usable>) {
        loop {
            // A dropped clue may have connected the cells of others, so the test is repeated until nothing changes.
            let before = hanging.clone();
            let all = cells | union(&before);
            hanging.retain(|one| {
                let is_held = |&cell: &u16| {
                    let peers = self.context.ground.peers[usize::from(cell)];
                    let mut sharing = before.iter().filter(|other| other.open.contains(cell));
                    cells.contains(cell) || peers.meets(all - one.open) || sharing.nth(1).is_some()
                };
                one.open.iter().filter(is_held).take(2).count() == 2
            });
            if hanging.len() == before.len() {
                return;
            }
        }
    }

    /// Returns the fillings of each clue that has between two and `most` of them. Fillings that differ only in the order of
    /// their digits count as one.
    fn list_fillings(&mut self, most: usize) -> Vec<Made> {
        let mut all = vec![];
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            let open = self.open(relation.vars());
            if !matches!(self.cites(index), [Cite::Clue(_)])
                || relation.is_of_houses()
                || !(2..=MOST_OPEN_CASES).contains(&open)
            {
                continue;
            }
            let scope = Scope::alone(index, relation);
            let now = scope.candidates(self.context.board);
            let Some(assignments) = self.support.all(&scope, &now) else {
                continue;
            };
            let mut by_digits: BTreeMap<Vec<u64>, Assumption> = BTreeMap::new();
            for assignment in assignments {
                let mut digits: Vec<u64> = assignment.iter().map(|digit| digit.bits()).collect();
                digits.sort_unstable();
                let nothing = || {
                    scope
                        .vars
                        .iter()
                        .map(|&var| (var, DigitSet::EMPTY))
                        .collect()
                };
                let case = by_digits.entry(digits).or_insert_with(nothing);
                for ((_, all), &digit) in case.iter_mut().zip(&assignment) {
                    *all = *all | digit;
                }
            }
            if (2..=most).contains(&by_digits.len()) {
                let ground = self.context.ground;
                all.push(Made {
                    cites: ground.relation_rests_on(index, &[]).into_owned(),
                    vars: scope.vars.to_vec(),
                    cases: by_digits.into_values().collect(),
                });
            }
        }
        all
    }

    /// Lists the assignments of a scope, and offers to remove the candidates that no assignment contains.
    fn list(&mut self, scope: &Scope, more: u16, steps: &mut Steps) {
        if more > steps.room() {
            return;
        }
        let now = scope.candidates(self.context.board);
        // The result depends only on these candidates, so the scope is skipped while they stay the same.
        let known = self
            .fruitless
            .0
            .borrow()
            .get(&scope.key)
            .is_some_and(|known| **known == *now);
        if known {
            return;
        }
        let lost = self.support.find_unsupported(scope, &now);
        if lost.is_empty() {
            self.fruitless.0.borrow_mut().insert(scope.key, now.into());
            return;
        }
        steps.offer(more, || self.describe(scope, lost));
    }

    fn describe(&self, scope: &Scope, removed: Vec<(u16, DigitSet)>) -> Step {
        let grid = self.context.ground.cells();
        let mut step = Step {
            removed,
            ..Step::default()
        };
        let (inside, beside): (Vec<u16>, Vec<u16>) =
            scope.vars.iter().partition(|&&var| usize::from(var) < grid);
        step.reason.extras = beside;
        let program = &self.compiled.program;
        let deciding = scope
            .relations
            .iter()
            .flat_map(|&one| program.decided_by(one));
        let deciding = deciding.copied().filter(|&var| usize::from(var) < grid);
        let ground = self.context.ground;
        step.citing(ground.relations_rest_on(&scope.relations, &scope.vars))
            .seeing(deciding.collect())
            .pattern(inside.into_iter().collect::<Cells>())
            .sized(self.open(&scope.vars))
    }
}

/// Returns the open cells of some clues.
fn union(clues: &[&Usable]) -> Cells {
    clues.iter().fold(Cells::EMPTY, |all, one| all | one.open)
}

/// Returns `true` if listing the assignments of a relation can find more than the relation itself.
/// The relation of a pair already removes every candidate without a partner.
fn is_worth_listing<W: Word>(relation: &Relation<W>) -> bool {
    !relation.is_of_houses() && !matches!(relation, Relation::Pair(_))
}
