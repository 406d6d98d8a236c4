//! A canonical form for statements with the same meaning, as far as that is easy to see.

use super::{Compare, Holds, Linear, Pair, Statement, ValueSets};
use cluewright_puzzle::Cell;
use std::cmp::Ordering;
use std::sync::Arc;

impl Statement {
    /// Returns the statement in canonical form: two statements with equal forms have the same meaning. Statements with
    /// the same meaning can still differ, such as an automaton over the same cells in another order.
    #[must_use]
    pub fn canonical(self) -> Self {
        match self {
            Self::All(parts) => Self::All(canonical_parts(parts)),
            Self::Any(parts) => Self::Any(canonical_parts(parts)),
            Self::Not(part) => Self::Not(Box::new(part.canonical())),
            Self::Holds(Holds { parts, counts }) => Self::Holds(Holds {
                parts: canonical_parts(parts),
                counts,
            }),
            Self::Linear(linear) => Self::Linear(positive(linear)),
            Self::Pair(pair) => Self::Pair(in_order(pair)),
            Self::ValueSets(ValueSets(mut cells, sets)) => {
                let mut sets = sets.to_vec();
                sets.sort_unstable_by_key(|set| set.bits());
                cells.sort_unstable();
                Self::ValueSets(ValueSets(cells, sets.into()))
            }
            mut other => {
                other.sort();
                other
            }
        }
    }
}

/// Puts statements in canonical form, and sorts them.
pub(crate) fn canonical_parts(parts: impl IntoIterator<Item = Statement>) -> Vec<Statement> {
    let mut parts: Vec<Statement> = parts.into_iter().map(Statement::canonical).collect();
    parts.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    parts
}

/// Sorts the terms of a weighted sum; an equation can also be written with all signs changed, and the greater of the two
/// forms is used.
fn positive(mut linear: Linear) -> Linear {
    linear.terms.sort_unstable();
    if matches!(linear.compare, Compare::Equal | Compare::NotEqual) {
        let negative = linear.terms.iter().map(|&(cell, weight)| (cell, -weight));
        let mut negative: Vec<(Cell, i64)> = negative.collect();
        negative.sort_unstable();
        if negative > linear.terms {
            linear.terms = negative;
            linear.total = -linear.total;
        }
    }
    linear
}

/// Puts the earlier cell of a pair first, and drops the rows at the end of its table that allow nothing.
fn in_order(Pair(a, b, table): Pair) -> Pair {
    let (first, second, mut table) = if a <= b {
        (a, b, (*table).clone())
    } else {
        (b, a, table.transposed())
    };
    let rows = table.rows.iter().rposition(|row| !row.is_empty());
    table.rows.truncate(rows.map_or(0, |last| last + 1));
    Pair(first, second, Arc::new(table))
}
