//! Links between candidates that clues make: a digit here excludes a digit there.

use super::net::{NOBODY, Net};
use super::{Board, Ground};
use crate::model::program::Scratch;
use crate::model::relations::Relation;
use crate::model::{Cite, Compiled, Model, ReasonSink, Word};

/// Adds what each relation would remove if a candidate stood.
///
/// A link counts when it needs no other cell's candidates than the two it joins; others come from the
/// candidates as they stand and are left to steps that say so.
pub(super) fn add(ground: &Ground<'_>, board: &Board, net: &mut Net) {
    if ground.plain() {
        return;
    }
    match ground.model {
        Model::Narrow(compiled) => run(ground, board, compiled, net),
        Model::Wide(compiled) => run(ground, board, compiled, net),
        Model::Widest(compiled) => run(ground, board, compiled, net),
    }
}

fn run<W: Word>(ground: &Ground<'_>, board: &Board, compiled: &Compiled<W>, net: &mut Net) {
    let program = &compiled.program;
    let base = program.shared().base;
    let words = board.candidates().iter();
    let mut now: Vec<W> = words.map(|d| W::from_bits(d.bits() >> base)).collect();
    let mut scratch = Scratch::default();
    for (index, relation) in program.relations().iter().enumerate() {
        if matches!(relation, Relation::Different(_) | Relation::Locked(_)) {
            continue;
        }
        let cites = compiled.clue_sets.get(program.rests_on(index));
        let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
        if houses > 0 {
            continue;
        }
        for &var in relation.vars() {
            if usize::from(var) >= ground.cells() || !board.open().contains(var) {
                continue;
            }
            let before = now[usize::from(var)];
            for digit in board.at(var).iter() {
                let from = net.number(var, digit);
                now[usize::from(var)] = W::from_bits((1u64 << digit) >> base);
                let mut sink = ReasonSink::new(&now, &mut scratch);
                let _ = relation.propagate(program.shared(), &mut sink);
                let found = std::mem::take(&mut sink.found);
                for inference in &found {
                    let Some((to_var, lost)) = inference.removed else {
                        continue;
                    };
                    let alone = inference
                        .facts
                        .iter()
                        .all(|f| f.var == var || f.var == to_var);
                    if to_var == var || usize::from(to_var) >= ground.cells() || !alone {
                        continue;
                    }
                    for bit in lost.each() {
                        let to = net.number(to_var, (i64::from(bit) + base) as u8);
                        if to != NOBODY && from != NOBODY {
                            net.link_clue(from, to, cites);
                            net.link_clue(to, from, cites);
                        }
                    }
                }
            }
            now[usize::from(var)] = before;
        }
    }
}
