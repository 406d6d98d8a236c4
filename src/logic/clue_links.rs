//! What clues say if a cell lies in a set, and the links between candidates that this makes: a digit
//! here excludes a digit there.

use super::ground::MOST_CITES;
use super::net::{NOBODY, Net};
use super::{Board, Cells, Ground};
use crate::model::program::Scratch;
use crate::model::relations::Relation;
use crate::model::{Cite, Compiled, ReasonSink, Word, of_any_width};
use crate::puzzle::DigitSet;
use std::cell::OnceCell;

/// Adds what each relation would remove if a candidate stood.
///
/// A link may rest on the candidates of further cells as they stand: those are kept with it.
pub(super) fn add(ground: &Ground<'_>, board: &Board, net: &mut Net) {
    let each = |digits: DigitSet| digits.iter().map(DigitSet::one).collect();
    consequences(
        ground,
        board,
        MOST_CITES,
        &mut |_, _| true,
        &each,
        &mut |found| {
            let digit = found.within.min().unwrap_or(0);
            let from = net.number(found.cell, digit);
            for digit in found.lost.iter() {
                let to = net.number(found.loser, digit);
                if to != NOBODY && from != NOBODY {
                    net.link_clue(from, to, found.cites, found.seen);
                    net.link_clue(to, from, found.cites, found.seen);
                }
            }
        },
    );
}

/// If a cell lay in a set, a relation would take digits from another.
pub(super) struct Consequence<'a> {
    /// Which relation says so.
    pub(super) relation: usize,
    pub(super) cell: u16,
    pub(super) within: DigitSet,
    pub(super) loser: u16,
    pub(super) lost: DigitSet,
    /// What it rests on: clues, and the candidates of these cells.
    pub(super) cites: &'a [Cite],
    pub(super) seen: Cells,
}

/// Tells what each relation of at most so many clues and houses says if one of its open cells lies in a set,
/// one after the other for the sets that `parts` makes of the cell's candidates. `wanted` is asked for each
/// relation, with its variables, whether to look at it.
pub(super) fn consequences(
    ground: &Ground<'_>,
    board: &Board,
    most: usize,
    wanted: &mut dyn FnMut(usize, &[u16]) -> bool,
    parts: &dyn Fn(DigitSet) -> Vec<DigitSet>,
    see: &mut dyn FnMut(&Consequence<'_>),
) {
    if !ground.plain() {
        of_any_width!(ground.model, compiled => {
            run(ground, board, compiled, most, wanted, parts, see);
        });
    }
}

fn run<W: Word>(
    ground: &Ground<'_>,
    board: &Board,
    compiled: &Compiled<W>,
    most: usize,
    wanted: &mut dyn FnMut(usize, &[u16]) -> bool,
    parts: &dyn Fn(DigitSet) -> Vec<DigitSet>,
    see: &mut dyn FnMut(&Consequence<'_>),
) {
    let program = &compiled.program;
    let base = program.shared().base;
    let words = board.candidates().iter();
    let mut now: Vec<W> = words.map(|d| W::from_bits(d.bits() >> base)).collect();
    let mut scratch = Scratch::default();
    let inside = |var: u16| usize::from(var) < ground.cells();
    for (index, relation) in program.relations().iter().enumerate() {
        let cites = compiled.clue_sets.get(program.rests_on(index));
        if matches!(relation, Relation::Different(_) | Relation::Locked(_))
            || cites.len() > most
            || !wanted(index, relation.vars())
        {
            continue;
        }
        let all = OnceCell::new();
        let cites =
            || all.get_or_init(|| ground.relation_rests_on(index, cites, relation.vars(), &[]));
        for &cell in relation.vars() {
            if !inside(cell) || !board.open().contains(cell) {
                continue;
            }
            let before = now[usize::from(cell)];
            for within in parts(board.at(cell)) {
                now[usize::from(cell)] = W::from_bits(within.bits() >> base);
                let mut sink = ReasonSink::new(&now, &mut scratch);
                let _ = relation.propagate(program.shared(), &mut sink);
                for inference in &sink.found {
                    let Some((loser, lost)) = inference.removed else {
                        continue;
                    };
                    let seen = inference.facts.iter().map(|fact| fact.var);
                    if loser == cell
                        || !inside(loser)
                        || !relation.vars().contains(&loser)
                        || !seen.clone().all(inside)
                    {
                        continue;
                    }
                    see(&Consequence {
                        relation: index,
                        cell,
                        within,
                        loser,
                        lost: DigitSet::from_bits(lost.bits() << base),
                        cites: cites(),
                        seen: seen.collect(),
                    });
                }
            }
            now[usize::from(cell)] = before;
        }
    }
}
