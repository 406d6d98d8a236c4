//! Reading clues: the inferences that the relations of one clue draw from the current candidates.
//!
//! Every rule has these steps, even a rule from a user, because each relation explains its own inferences. The relations of
//! a clue run to their fixpoint, so everything that the clue implies by itself on a board is one step. For clues about the
//! whole grid, inferences are split into one step per set of cells.

use crate::Cells;
use crate::Context;
use crate::ground::MOST_CITES;
use crate::sentence::{Argument, Sentence};
use crate::step::Step;
use crate::steps::Steps;
use crate::support::Test;
use crate::technique::{Family, Position, Reads, Technique};
use cluewright_engine::model::program::Scratch;
use cluewright_engine::model::sink::Inference;
use cluewright_engine::model::{Cite, Compiled, ReasonSink, Word, of_any_width};
use cluewright_puzzle::DigitSet;
use std::collections::BTreeMap;

pub(super) const MARKED_CELLS: Technique = Technique {
    name: "marked-cells",
    help: "implications of a clue for single cells: a shaded cell is even",
    about: "Some clues restrict single cells whatever the others hold: a shaded cell is even, the bulb of a \
            long thermometer is small. This is the pencil marking that a solver does first.",
    family: Family::Clue,
    reads: Reads::Clue,
    sentence: Sentence::Marks(Argument::Plain),
    price: Some(1.0),
    positions: &[Position::alone("corpus/variants/even.toml")],
    find: marks,
    ..Technique::USUAL
};

pub(super) const ONE_CLUE: Technique = Technique {
    name: "one-clue",
    help: "implications of one clue for the current candidates",
    about: "Everything that one clue implies for the candidates of its cells, such as the bounds of a sum or \
            the order on a thermometer. It costs more if the candidates of several cells have to be kept in \
            mind.",
    family: Family::Clue,
    reads: Reads::Clue,
    sentence: Sentence::Clues(Argument::Plain),
    price: Some(2.0),
    positions: &[Position::on_path(
        "default",
        2.2,
        "corpus/variants/quadruple.toml",
    )],
    find: one_clue,
    ..Technique::USUAL
};

pub(super) const CLUE_AND_HOUSE: Technique = Technique {
    name: "clue-and-house",
    help: "a clue together with a house: innies, outies, the rule of 45",
    about: "A clue and a house together. A row, column or box has a known total, so cages inside it leave a \
            sum for the other cells (innies), and cages that reach out leave one for the cells outside \
            (outies).",
    family: Family::Clue,
    reads: Reads::Together,
    sentence: Sentence::Clues(Argument::Plain),
    price: Some(2.8),
    positions: &[Position::on_path(
        "default",
        2.9,
        "corpus/generated/thermometer-and-killer-cage.toml",
    )],
    find: one_house,
    ..Technique::USUAL
};

pub(super) const SEVERAL_CLUES: Technique = Technique {
    name: "several-clues",
    help: "sums over several houses and clues",
    about: "Sums over several houses and clues, or clues that share all their cells: add what is known, \
            subtract what it covers, and the rest is a sum over a few cells.",
    family: Family::Clue,
    reads: Reads::Together,
    sentence: Sentence::Clues(Argument::Plain),
    price: Some(4.5),
    positions: &[Position::alone("corpus/generated/quadruple.toml")],
    find: several,
    ..Technique::USUAL
};

/// Maximum number of relations of one clue that are run together. Clues with more relations are usually about the whole
/// grid, so their relations are run one by one.
const MOST_TOGETHER: usize = 24;

/// Maximum number of passes over the relations of a clue.
const MOST_TURNS: usize = 12;

/// Applies the unary constraints of clues.
fn marks(context: &Context<'_>, steps: &mut Steps) {
    for mark in &context.ground.marks {
        let lost = mark.keeps.iter();
        let lost = lost.map(|&(var, left)| (var, context.board.at(var).without(left)));
        let removed: Vec<_> = lost.filter(|(_, lost)| !lost.is_empty()).collect();
        if !removed.is_empty() {
            steps.offer(0, || {
                let step = Step {
                    removed,
                    ..Step::default()
                };
                step.citing(mark.cites.iter().copied()).seeing(mark.givens)
            });
        }
    }
}

/// Reads each clue by itself, with the candidates of its cells.
fn one_clue(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => Reading::new(context, compiled).clues(steps));
    }
}

/// Prepares a test with the relations of a step's clue, and passes the test to `run`. The relations are found only once,
/// because `run` tests a step many times when it loosens the step.
pub(crate) fn test_clue<R>(
    context: &Context<'_>,
    step: &Step,
    run: impl FnOnce(&mut Test<'_>) -> Option<R>,
) -> Option<R> {
    of_any_width!(context.ground.model, compiled => {
        let mut reading = Reading::new(context, compiled);
        let relations = reading.relations_of(step);
        match relations.len() {
            1..=MOST_TOGETHER => run(&mut |domains| reading.implies(&relations, step, domains)),
            _ => None,
        }
    })
}

/// Reads clues together with one house: the 45 rule with innies and outies, or a clue inside a house.
fn one_house(context: &Context<'_>, steps: &mut Steps) {
    read(context, steps, |_, houses| houses == 1);
}

/// Reads several clues together, or clues with several houses.
fn several(context: &Context<'_>, steps: &mut Steps) {
    read(context, steps, |clues, houses| {
        houses > 1 || (houses == 0 && clues > 1)
    });
}

fn read(context: &Context<'_>, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => {
            Reading::new(context, compiled).one_by_one(steps, wanted)
        });
    }
}

/// Returns the surcharge of a step over its technique's price, in tenths. It is about one tenth for every two cells whose
/// candidates must be kept in mind, and grows more slowly if there are many cells.
fn more(facts: usize) -> u16 {
    (facts.div_ceil(2).min(4) + (facts.saturating_sub(8) / 4).min(12)) as u16
}

/// A run of relations on one board.
struct Reading<'a, W: Word> {
    context: &'a Context<'a>,
    compiled: &'a Compiled<W>,
    board: Vec<W>,
    scratch: Scratch<W>,
}

/// An inference from a relation.
struct Said<W> {
    relation: usize,
    var: u16,
    lost: W,
    /// The facts about the board on which the inference rests. Each fact is a variable, with a set that contains its value.
    facts: Vec<(u16, W)>,
}

impl<'a, W: Word> Reading<'a, W> {
    fn new(context: &'a Context<'a>, compiled: &'a Compiled<W>) -> Self {
        let base = compiled.program.shared().base;
        let word = |digits: &DigitSet| W::from_bits(digits.bits() >> base);
        Self {
            board: context.board.candidates().iter().map(word).collect(),
            context,
            compiled,
            scratch: Scratch::default(),
        }
    }

    fn cites(&self, relation: usize) -> &'a [Cite] {
        let program = &self.compiled.program;
        self.compiled.clue_sets.get(program.rests_on(relation))
    }

    /// Reads each clue by itself.
    fn clues(&mut self, steps: &mut Steps) {
        let mut relations: BTreeMap<Cite, Vec<usize>> = BTreeMap::new();
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            if let &[clue @ (Cite::Clue(_) | Cite::Given(_))] = self.cites(index)
                && !relation.is_of_houses()
            {
                relations.entry(clue).or_default().push(index);
            }
        }
        for relations in relations.values() {
            if relations.len() > MOST_TOGETHER {
                for said in self.by_facts(relations) {
                    self.offer(&said, steps);
                }
            } else {
                let said = self.together(relations, MOST_TURNS);
                self.offer(&said, steps);
            }
        }
    }

    /// Runs each relation by itself, if the numbers of its clues and of its houses pass the test `wanted`.
    fn one_by_one(&mut self, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            let cites = self.cites(index);
            let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
            if !relation.is_of_houses()
                && cites.len() <= MOST_CITES
                && wanted(cites.len() - houses, houses)
            {
                let said = self.together(&[index], 1);
                self.offer(&said, steps);
            }
        }
    }

    /// Returns the relations of a step's clue that contain cells of the step.
    fn relations_of(&self, step: &Step) -> Vec<usize> {
        let losers: Vec<u16> = step.removed.iter().map(|(var, _)| *var).collect();
        let program = &self.compiled.program;
        let is_cited = |cite: &Cite| step.reason.cites.contains(cite);
        let is_named =
            |var: &u16| losers.contains(var) || step.reason.facts.iter().any(|(own, _)| own == var);
        // The loosened step keeps its citations, so a relation that rests on anything else must not be used.
        let is_used = |&index: &usize| {
            let relation = &program.relations()[index];
            let rests_on = || self.context.ground.relation_rests_on(index, &losers);
            matches!(self.cites(index), [own @ (Cite::Clue(_) | Cite::Given(_))] if is_cited(own))
                && !relation.is_of_houses()
                && relation.vars().iter().all(is_named)
                && program.decided_by(index).is_empty()
                && rests_on().iter().all(is_cited)
        };
        (0..program.relations().len()).filter(is_used).collect()
    }

    fn implies(&mut self, relations: &[usize], step: &Step, domains: &[DigitSet]) -> bool {
        let base = self.compiled.program.shared().base;
        let word = |digits: &DigitSet| W::from_bits(digits.bits() >> base);
        self.board = domains.iter().map(word).collect();
        let said = self.together(relations, MOST_TURNS);
        step.removed.iter().all(|&(var, lost)| {
            let found = find_removed(&said, var);
            (word(&lost) & self.board[usize::from(var)] & !found).is_none()
        })
    }

    /// Runs relations one after another to their fixpoint, in at most `turns` passes. Returns their inferences.
    fn together(&mut self, relations: &[usize], turns: usize) -> Vec<Said<W>> {
        let mut all: Vec<Said<W>> = vec![];
        let mut now: Option<Vec<W>> = None;
        for _ in 0..turns {
            let before = all.len();
            for &relation in relations {
                let board = now.as_ref().unwrap_or(&self.board);
                let mut sink = ReasonSink::new(board, self.compiled.origin(), &mut self.scratch);
                // The error is ignored, because the sink also records a conflict.
                let _ = self.compiled.program.explain(relation, &mut sink);
                let found = std::mem::take(&mut sink.found);
                if found.is_empty() {
                    continue;
                }
                let start = &self.board;
                let board = now.get_or_insert_with(|| start.clone());
                // A relation explains its inferences by the domains at the start of its run, so later inferences do not
                // depend on earlier ones of the same run.
                let known = all.len();
                for Inference { removed, facts } in found {
                    // If a relation cannot be satisfied, its inference has no variable. The step then empties the domain of
                    // the relation's first variable.
                    let first = self.compiled.program.relations()[relation].vars()[0];
                    let (var, lost) = removed.unwrap_or((first, !W::NONE));
                    let lost = lost & board[usize::from(var)];
                    if lost.is_none() {
                        continue;
                    }
                    let facts = facts.iter();
                    let facts =
                        facts.map(|f| (f.var, f.within | find_removed(&all[..known], f.var)));
                    let facts = facts.collect();
                    board[usize::from(var)] &= !lost;
                    let is_contradiction = board[usize::from(var)].is_none();
                    all.push(Said {
                        relation,
                        var,
                        lost,
                        facts,
                    });
                    // Relations assume non-empty domains, so the run stops at the first wipe-out.
                    if is_contradiction {
                        return all;
                    }
                }
            }
            if all.len() == before || relations.len() == 1 && turns == 1 {
                break;
            }
        }
        all
    }

    /// Runs each relation on the initial board, and groups all inferences by their facts.
    fn by_facts(&mut self, relations: &[usize]) -> Vec<Vec<Said<W>>> {
        let mut by_facts: BTreeMap<Vec<u16>, Vec<Said<W>>> = BTreeMap::new();
        for &relation in relations {
            for said in self.together(&[relation], 1) {
                let mut vars: Vec<u16> = said.facts.iter().map(|(var, _)| *var).collect();
                vars.sort_unstable();
                by_facts.entry(vars).or_default().push(said);
            }
        }
        by_facts.into_values().collect()
    }

    fn offer(&self, said: &[Said<W>], steps: &mut Steps) {
        if said.is_empty() {
            return;
        }
        let facts = self.facts(said);
        steps.offer(more(facts.len()), || self.describe(said, facts));
    }

    /// Intersects the facts behind several inferences, by variable. Facts that the printed puzzle already implies are left
    /// out.
    fn facts(&self, said: &[Said<W>]) -> Vec<(u16, DigitSet)> {
        let base = self.compiled.program.shared().base;
        let mut all: BTreeMap<u16, W> = BTreeMap::new();
        for &(var, within) in said.iter().flat_map(|said| &said.facts) {
            let known = all.entry(var).or_insert(!W::NONE);
            *known &= within;
        }
        let blank = &self.compiled.blank;
        all.retain(|&var, within| !(blank[usize::from(var)] & !*within).is_none());
        let digits = |(var, within): (u16, W)| {
            let within = within & blank[usize::from(var)];
            (var, DigitSet::from_bits(within.bits() << base))
        };
        all.into_iter().map(digits).collect()
    }

    /// Builds a step from inferences and the facts on which they rest.
    fn describe(&self, said: &[Said<W>], facts: Vec<(u16, DigitSet)>) -> Step {
        let program = &self.compiled.program;
        let base = program.shared().base;
        let ground = self.context.ground;
        let grid = ground.cells();
        let is_inside = |var: u16| usize::from(var) < grid;
        let mut step = Step::default();
        let mut used: Vec<usize> = said.iter().map(|said| said.relation).collect();
        used.sort_unstable();
        used.dedup();
        let mut own = Cells::EMPTY;
        for &relation in &used {
            let vars = program.relations()[relation].vars();
            let losers = said.iter().filter(|said| said.relation == relation);
            let losers: Vec<u16> = losers.map(|said| said.var).collect();
            let cites = ground.relation_rests_on(relation, &losers);
            step = step.citing(cites.iter().copied());
            own |= vars
                .iter()
                .copied()
                .filter(|&var| is_inside(var))
                .collect::<Cells>();
        }
        let lost = said.iter();
        let lost = lost.map(|said| (said.var, DigitSet::from_bits(said.lost.bits() << base)));
        step.removed = merge_losses(lost);
        let vars = facts.iter().map(|(var, _)| *var);
        let (inside, beside): (Vec<u16>, Vec<u16>) = vars.partition(|&var| is_inside(var));
        step.reason.extras = beside;
        let inside: Cells = inside.into_iter().collect();
        // If the conclusion needs no facts, the cells of the clue are shown as the pattern.
        step.pattern = if inside.is_empty() { own } else { inside };
        let size = facts.len();
        step.reason.facts = facts;
        step.seeing(inside).sized(size)
    }
}

/// Returns the values of a variable that the inferences remove.
fn find_removed<W: Word>(said: &[Said<W>], var: u16) -> W {
    let of_var = said.iter().filter(|said| said.var == var);
    of_var.fold(W::NONE, |all, said| all | said.lost)
}

/// Merges losses into one entry per variable.
fn merge_losses(removed: impl Iterator<Item = (u16, DigitSet)>) -> Vec<(u16, DigitSet)> {
    let mut all: Vec<(u16, DigitSet)> = vec![];
    for (var, digits) in removed {
        match all.iter_mut().find(|(other, _)| *other == var) {
            Some((_, lost)) => *lost = *lost | digits,
            None => all.push((var, digits)),
        }
    }
    all
}
