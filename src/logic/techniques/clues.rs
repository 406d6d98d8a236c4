//! Reading clues: what the relations of one clue say of the candidates as they stand.
//!
//! Every rule gets these steps, also one that a user wrote: each relation explains its own inference.

use crate::logic::Cells;
use crate::logic::Context;
use crate::logic::ground::MOST_CITES;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::model::program::Scratch;
use crate::model::sink::Inference;
use crate::model::{Cite, Compiled, ReasonSink, Word, of_any_width};
use crate::puzzle::DigitSet;

/// What clues say of single cells, whatever stands elsewhere.
pub(super) fn marks(context: &Context<'_>, steps: &mut Steps) {
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
                step.citing(mark.cites.iter().copied())
            });
        }
    }
}

/// One clue against the candidates of its cells.
pub(super) fn one_clue(context: &Context<'_>, steps: &mut Steps) {
    read(context, steps, |clues, houses| clues == 1 && houses == 0);
}

/// Clues and one house: the 45 rule with its innies and outies, or a clue inside a house.
pub(super) fn one_house(context: &Context<'_>, steps: &mut Steps) {
    read(context, steps, |_, houses| houses == 1);
}

/// Several clues, or clues and several houses.
pub(super) fn several(context: &Context<'_>, steps: &mut Steps) {
    read(context, steps, |clues, houses| {
        houses > 1 || (houses == 0 && clues > 1)
    });
}

fn read(context: &Context<'_>, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
    if !context.ground.plain() {
        of_any_width!(context.ground.model, compiled => run(context, compiled, steps, wanted));
    }
}

fn run<W: Word>(
    context: &Context<'_>,
    compiled: &Compiled<W>,
    steps: &mut Steps,
    wanted: impl Fn(usize, usize) -> bool,
) {
    let program = &compiled.program;
    let base = program.shared().base;
    let word = |digits: &DigitSet| W::from_bits(digits.bits() >> base);
    let board: Vec<W> = context.board.candidates().iter().map(word).collect();
    let mut scratch = Scratch::default();
    for (index, relation) in program.relations().iter().enumerate() {
        if relation.is_of_houses() {
            continue;
        }
        let cites = compiled.clue_sets.get(program.rests_on(index));
        let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
        if cites.len() > MOST_CITES || !wanted(cites.len() - houses, houses) {
            continue;
        }
        let mut sink = ReasonSink::new(&board, compiled.origin(), &mut scratch);
        // A relation that cannot hold shows as a cell without candidates.
        let _ = program.explain(index, &mut sink);
        if !sink.found.is_empty() {
            let found = std::mem::take(&mut sink.found);
            let vars = relation.vars();
            let open = vars.iter().filter(|&&var| context.board.at(var).len() > 1);
            let open = open.count();
            steps.offer((open.saturating_sub(1) as u16).min(8), || {
                let losers = found_vars(&found);
                let cites = context
                    .ground
                    .relation_rests_on(index, cites, vars, &losers);
                describe(context, vars, &found, base)
                    .citing(cites.iter().copied())
                    .sized(open)
            });
        }
    }
}

/// What a relation over some variables found, as a step; it rests on their facts.
fn describe<W: Word>(
    context: &Context<'_>,
    vars: &[u16],
    found: &[Inference<W>],
    base: i64,
) -> Step {
    let removed = found.iter().filter_map(|inference| inference.removed);
    let removed = removed.map(|(var, w)| (var, DigitSet::from_bits(w.bits() << base)));
    let facts = found.iter().flat_map(|inference| &inference.facts);
    let grid = context.ground.cells();
    let (inside, beside): (Vec<u16>, Vec<u16>) = facts
        .map(|fact| fact.var)
        .partition(|&var| usize::from(var) < grid);
    let mut step = Step {
        removed: merged(removed),
        ..Step::default()
    };
    step.reason.extras = beside;
    step.reason.extras.sort_unstable();
    step.reason.extras.dedup();
    let own = vars.iter().filter(|&&var| usize::from(var) < grid);
    let own: Cells = own.copied().collect();
    let inside: Cells = inside.into_iter().collect();
    // What follows from the clue alone is seen in its cells all the same.
    step.pattern = match inside.is_empty() {
        true => own,
        false => inside,
    };
    step.seeing(inside)
}

/// The variables that lose something.
fn found_vars<W>(found: &[Inference<W>]) -> Vec<u16> {
    let removed = found
        .iter()
        .filter_map(|inference| inference.removed.as_ref());
    removed.map(|(var, _)| *var).collect()
}

/// Losses with one entry per variable.
fn merged(removed: impl Iterator<Item = (u16, DigitSet)>) -> Vec<(u16, DigitSet)> {
    let mut all: Vec<(u16, DigitSet)> = vec![];
    for (var, digits) in removed {
        match all.iter_mut().find(|(other, _)| *other == var) {
            Some((_, lost)) => *lost = *lost | digits,
            None => all.push((var, digits)),
        }
    }
    all
}
