//! Adds the layout's houses to a model, and records full houses, including those that clues imply.

use super::frame::Frame;
use super::switching::Switching;
use super::{Builder, FullHouse};
use crate::propagation::Word;
use crate::relations::lattice::Lattice;
use crate::relations::{Different, Relation};
use std::sync::Arc;

/// Adds the layout's houses and their overlaps. Their clue sets get the lowest indices.
pub(crate) fn lay<W: Word>(builder: &mut Builder<W>, frame: &Frame) {
    builder.sets = frame.sets.clone();
    let shared = Arc::make_mut(&mut builder.shared);
    frame.exclude(shared);
    shared.cliques.reserve(frame.houses.len());
    builder.relations.reserve(2 * frame.sets.len() as usize);
    builder.houses.reserve(frame.houses.len());
    builder.full_houses.reserve(frame.houses.len());
    let mut number = 0..;
    for (house, number) in frame.houses.iter().zip(&mut number) {
        add_house(builder, house, number);
    }
    for (overlap, number) in frame.overlaps.iter().zip(number) {
        builder.add(Relation::Locked(overlap.clone()), number);
    }
    // The lattice propagates all houses in one pass, so it cannot be used if individual houses can be switched off.
    if frame.is_lattice && builder.layout_holds {
        let digits = builder.union(0..frame.cells as u16);
        builder.lattice = Lattice::new(digits.bits());
        let entries = builder.relations.iter_mut();
        entries.for_each(|entry| entry.in_lattice = true);
    }
}

/// Like [`lay`], but for a model whose clues can be switched off. With `layout`, the houses can be switched off too.
pub(crate) fn lay_switchable<W: Word>(builder: &mut Builder<W>, frame: &Frame, layout: bool) {
    builder.layout_holds = !layout;
    let nothing = Arc::clone(&builder.shared);
    lay(builder, frame);
    let framed = Arc::clone(&builder.shared);
    let always = match layout {
        true => nothing,
        false => Arc::clone(&framed),
    };
    let mut switching = Switching::new(always, framed);
    for (house, different) in frame.houses.iter().enumerate() {
        switching.exclude(different.vars(), house as u32);
    }
    builder.switching = Some(Box::new(switching));
}

fn add_house<W: Word>(builder: &mut Builder<W>, different: &Different, rests_on: u32) {
    let vars = different.clone_vars();
    builder.add(Relation::Different(different.clone()), rests_on);
    builder.houses.push(Arc::clone(&vars));
    note_full(builder, vars, rests_on, false);
}

/// Records a full house: variables that differ and together have exactly as many values as there are variables. Returns `false`
/// and records nothing if they have more values. `extra` is `true` if a clue implies the house.
pub(crate) fn note_full<W: Word>(
    builder: &mut Builder<W>,
    vars: Arc<[u16]>,
    rests_on: u32,
    extra: bool,
) -> bool {
    let union = builder.union(vars.iter().copied());
    let full = union.len() as usize == vars.len();
    if full {
        let shared = Arc::make_mut(&mut builder.shared);
        shared.cliques.push(Arc::clone(&vars));
        let total = union.each().map(|bit| builder.shared.value(bit)).sum();
        builder.full_houses.push(FullHouse {
            vars,
            values: union.bits(),
            total,
            rests_on,
            extra,
        });
    }
    full
}
