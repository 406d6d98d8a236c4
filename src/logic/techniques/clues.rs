//! Reading clues: what the relations of one clue say of the candidates as they stand.
//!
//! Every rule gets these steps, also one that a user wrote: each relation explains its own inference.

use crate::logic::Cells;
use crate::logic::ground::MOST_CITES;
use crate::logic::path::Look;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::model::program::Scratch;
use crate::model::relations::Relation;
use crate::model::{Cite, Compiled, ReasonSink, Word, of_any_width};
use crate::puzzle::DigitSet;

/// One clue against the candidates of its cells.
pub(super) fn one_clue(look: &Look<'_>, steps: &mut Steps) {
    read(look, steps, |clues, houses| clues == 1 && houses == 0);
}

/// Clues and one house: the 45 rule with its innies and outies, or a clue inside a house.
pub(super) fn one_house(look: &Look<'_>, steps: &mut Steps) {
    read(look, steps, |_, houses| houses == 1);
}

/// Several clues, or clues and several houses.
pub(super) fn several(look: &Look<'_>, steps: &mut Steps) {
    read(look, steps, |clues, houses| {
        houses > 1 || (houses == 0 && clues > 1)
    });
}

fn read(look: &Look<'_>, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
    if !look.ground.plain() {
        of_any_width!(look.ground.model, compiled => run(look, compiled, steps, wanted));
    }
}

fn run<W: Word>(
    look: &Look<'_>,
    compiled: &Compiled<W>,
    steps: &mut Steps,
    wanted: impl Fn(usize, usize) -> bool,
) {
    let program = &compiled.program;
    let base = program.shared().base;
    let word = |digits: &DigitSet| W::from_bits(digits.bits() >> base);
    let board: Vec<W> = look.board.candidates().iter().map(word).collect();
    let mut scratch = Scratch::default();
    for (index, relation) in program.relations().iter().enumerate() {
        if matches!(relation, Relation::Different(_) | Relation::Locked(_)) {
            continue;
        }
        let cites = compiled.clue_sets.get(program.rests_on(index));
        let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
        if cites.len() > MOST_CITES || !wanted(cites.len() - houses, houses) {
            continue;
        }
        let mut sink = ReasonSink::new(&board, &mut scratch);
        // A relation that cannot hold shows as a cell without candidates.
        let _ = relation.propagate(program.shared(), &mut sink);
        if !sink.found.is_empty() {
            let found = std::mem::take(&mut sink.found);
            let open = relation.vars().iter();
            let open = open.filter(|&&var| look.board.at(var).len() > 1).count();
            steps.offer((open.saturating_sub(1) as u16).min(8), || {
                let removed = found.iter().filter_map(|inference| inference.removed);
                let removed = removed.map(|(var, w)| (var, DigitSet::from_bits(w.bits() << base)));
                let facts = found.iter().flat_map(|inference| &inference.facts);
                let grid = look.ground.cells();
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
                // Exclusions among the relation's own cells may rest on houses.
                let vars = relation.vars().iter().copied();
                let pattern: Cells = vars.filter(|&var| usize::from(var) < grid).collect();
                let pattern = pattern & (inside.into_iter().collect::<Cells>());
                let losers = found_vars(&found);
                let (ground, vars) = (look.ground, relation.vars());
                let cites = ground.relation_rests_on(index, cites, vars, &losers);
                step.citing(cites.iter().copied())
                    .pattern(pattern)
                    .sized(open)
            });
        }
    }
}

/// The variables that lose something.
fn found_vars<W>(found: &[crate::model::sink::Inference<W>]) -> Vec<u16> {
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
