//! Posts statements: adds the relations that propagate them. There is one file per kind of statement, as in `rules/statement/`.

mod accepts;
mod ascending;
pub(crate) mod cells;
mod choice;
mod connected;
mod consecutive;
pub(crate) mod count;
mod distinct;
mod element;
mod equal_sums;
pub(crate) mod guarded;
mod holds;
mod keep;
mod linear;
mod n_value;
mod pair;
pub(crate) mod rank;
mod regions;
mod run_lengths;
mod same_multiset;
mod self_counting;
mod sum_between_extremes;
mod sum_in;
mod value_sets;

use crate::builder::Builder;
use crate::propagation::Word;
use cells::vars;
use choice::{post_any, post_not};
use cluewright_rules::statement::Keep;
use cluewright_rules::{Statement, of_kind};

/// A kind of statement that can be posted.
trait Post {
    /// Adds the statement's relations to the builder.
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32);
}

/// Adds the exclusions of a statement and, unless clues can be switched off, its unary restrictions. All statements are prepared before
/// the first one is posted, because exclusions make relations stronger.
pub(crate) fn prepare<W: Word>(builder: &mut Builder<W>, statement: &Statement, rests_on: u32) {
    statement.each_conjunct(&mut |part| {
        if let Some(cells) = part.different() {
            builder.exclude(&vars(&cells), rests_on);
        }
    });
    if builder.switching.is_some() {
        return;
    }
    statement.each_conjunct(&mut |part| {
        if let Statement::Keep(Keep(cell, digits)) = part {
            builder.restrict(cell.0, builder.word(*digits), rests_on);
        }
    });
}

/// Adds the relations of a statement. The relations may use everything that the builder has collected.
fn post_alone<W: Word>(builder: &mut Builder<W>, statement: &Statement, rests_on: u32) {
    let mut has_cells = false;
    statement.each_cell(&mut |_| has_cells = true);
    if !has_cells {
        // A relation without variables would never be woken, and could not be explained.
        if !statement.holds(&|_| 0) {
            builder.impossible(rests_on);
        }
        return;
    }
    of_kind!(statement, kind => kind.post(builder, rests_on),
        Statement::All(parts) => parts.iter().for_each(|part| post_alone(builder, part, rests_on)),
        Statement::Any(parts) => post_any(builder, parts, rests_on),
        Statement::Not(part) => post_not(builder, part, rests_on),
    );
}
