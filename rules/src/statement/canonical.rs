//! A canonical form of statements, which makes most statements with the same meaning equal.

use super::{Accepts, Automaton, Compare, Holds, Linear, Pair, Statement, ValueSets};
use crate::automaton::minimise;
use cluewright_puzzle::Cell;
use std::cmp::Ordering;
use std::sync::Arc;

impl Statement {
    /// Compares the contents of two statements, so that lists of statements can be sorted.
    #[must_use]
    pub fn compare(&self, other: &Self) -> Ordering {
        // Statements contain no floats, so any two of them are comparable and the default is never used.
        self.partial_cmp(other).unwrap_or(Ordering::Equal)
    }

    /// Returns the canonical form of the statement. Two statements with equal forms have the same meaning. The converse does
    /// not hold: an automaton that reads the same cells in a different order may get a different form.
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
            Self::Accepts(accepts) => Self::Accepts(read_in_order(accepts)),
            mut other => {
                other.sort();
                other
            }
        }
    }
}

/// Converts statements to canonical form, and sorts them.
pub(crate) fn canonical_parts(parts: impl IntoIterator<Item = Statement>) -> Vec<Statement> {
    let mut parts: Vec<Statement> = parts.into_iter().map(Statement::canonical).collect();
    parts.sort_unstable_by(Statement::compare);
    parts
}

/// Maximum number of words that an automaton may accept for its cells to be reordered. The cells of larger automata keep their order,
/// so equal relations may get different forms; this is safe.
const WORDS: usize = 1_000;

/// Rewrites an automaton with few words so that it reads its cells in ascending order.
fn read_in_order(accepts: Accepts) -> Accepts {
    let Accepts(cells, automaton) = &accepts;
    let mut order: Vec<usize> = (0..cells.len()).collect();
    order.sort_unstable_by_key(|&place| cells[place]);
    let is_repeated = order
        .windows(2)
        .any(|pair| cells[pair[0]] == cells[pair[1]]);
    let words = (!is_repeated).then(|| list_words(automaton, cells.len()));
    let Some(words) = words.flatten() else {
        return accepts;
    };
    let words = words
        .iter()
        .map(|word| order.iter().map(|&place| word[place]).collect());
    let automaton = minimise(&of_words(words));
    Accepts(
        order.iter().map(|&place| cells[place]).collect(),
        automaton.into(),
    )
}

/// Lists the words of a given length that an automaton accepts. `None` if there are too many words or prefixes.
fn list_words(automaton: &Automaton, length: usize) -> Option<Vec<Vec<u8>>> {
    let mut begun = vec![(vec![], automaton.start)];
    for _ in 0..length {
        let mut longer = vec![];
        for (word, state) in begun {
            let next = (0..64).map(|value| (value, automaton.step(state, value)));
            for (value, state) in next.filter(|&(_, state)| state != Automaton::DEAD) {
                longer.push(([&word[..], &[value]].concat(), state));
            }
            // The words are stored as a tree whose state indices have 16 bits, so their total length is limited.
            if longer.len() > WORDS.min(60_000 / length) {
                return None;
            }
        }
        begun = longer;
    }
    begun.retain(|&(_, state)| automaton.accepting[usize::from(state)]);
    Some(begun.into_iter().map(|(word, _)| word).collect())
}

/// Builds an automaton in the form of a tree that accepts these words, which must all have the same length.
fn of_words(words: impl Iterator<Item = Vec<u8>>) -> Automaton {
    let mut tree = Automaton {
        next: vec![Automaton::DEAD; 64],
        accepting: vec![false],
        start: 0,
    };
    for word in words {
        let mut state = 0;
        for value in word {
            let edge = state * 64 + usize::from(value);
            if tree.next[edge] == Automaton::DEAD {
                tree.next[edge] = tree.accepting.len() as u16;
                tree.next.extend([Automaton::DEAD; 64]);
                tree.accepting.push(false);
            }
            state = usize::from(tree.next[edge]);
        }
        tree.accepting[state] = true;
    }
    tree
}

/// Sorts the terms of a weighted sum, and normalises signs: a lower bound becomes an upper bound, and an equation takes the
/// greater of its two forms.
fn positive(mut linear: Linear) -> Linear {
    linear.terms.sort_unstable();
    let negative = linear.terms.iter().map(|&(cell, weight)| (cell, -weight));
    let mut negative: Vec<(Cell, i64)> = negative.collect();
    negative.sort_unstable();
    let is_negated = match linear.compare {
        Compare::Equal | Compare::NotEqual => negative > linear.terms,
        Compare::AtLeast => true,
        Compare::AtMost => false,
    };
    if is_negated {
        linear.terms = negative;
        linear.total = -linear.total;
    }
    if linear.compare == Compare::AtLeast {
        linear.compare = Compare::AtMost;
    }
    linear
}

/// Puts the earlier cell of a pair first, and drops trailing rows of the table that allow nothing.
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
