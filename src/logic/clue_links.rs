//! Links between candidates that clues make: a digit here excludes a digit there.

use super::ground::MOST_CITES;
use super::net::{NOBODY, Net};
use super::{Board, Cells, Ground};
use crate::model::program::Scratch;
use crate::model::relations::Relation;
use crate::model::{Compiled, ReasonSink, Word, of_any_width};

/// Adds what each relation would remove if a candidate stood.
///
/// A link may rest on the candidates of further cells as they stand: those are kept with it.
pub(super) fn add(ground: &Ground<'_>, board: &Board, net: &mut Net) {
    if ground.plain() {
        return;
    }
    of_any_width!(ground.model, compiled => run(ground, board, compiled, net));
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
        if cites.len() > MOST_CITES {
            continue;
        }
        let cites = &ground.rests_on(cites, relation.vars(), &[]);
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
                    let seen: Vec<u16> = inference.facts.iter().map(|fact| fact.var).collect();
                    let beside = seen.iter().any(|&var| usize::from(var) >= ground.cells());
                    if to_var == var
                        || beside
                        || !relation.vars().contains(&to_var)
                        || usize::from(to_var) >= ground.cells()
                    {
                        continue;
                    }
                    let seen: Cells = seen.into_iter().collect();
                    for bit in lost.each() {
                        let to = net.number(to_var, (i64::from(bit) + base) as u8);
                        if to != NOBODY && from != NOBODY {
                            net.link_clue(from, to, cites, seen);
                            net.link_clue(to, from, cites, seen);
                        }
                    }
                }
            }
            now[usize::from(var)] = before;
        }
    }
}
