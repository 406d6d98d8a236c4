//! Builds statements by enumerating all rows of values that satisfy a predicate.

use super::join::{keep, state_table, truth};
use crate::automaton::minimise;
use crate::scene::Ground;
use crate::statement::Accepts;
use crate::{Automaton, PairTable, Statement};
use cluewright_puzzle::{Cell, DigitSet};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// Maximum number of rows in a table.
pub(super) const ROWS: usize = 100_000;

/// Returns the number of combinations of the cells' values; `None` if there are more than `ROWS`.
pub(super) fn rows(cells: &[Cell], ground: &Ground<'_>) -> Option<usize> {
    cells.iter().try_fold(1usize, |rows, &cell| {
        let rows = rows.checked_mul(ground.domain(cell).len())?;
        (rows <= ROWS).then_some(rows)
    })
}

/// Returns the statement that allows exactly those rows of values for which `holds` returns `true`. Values are in the
/// order of `cells`, which must be distinct. The caller has checked the number of rows.
pub(super) fn of<E>(
    cells: &[Cell],
    ground: &Ground<'_>,
    mut holds: impl FnMut(&[u8]) -> Result<bool, E>,
) -> Result<Statement, E> {
    match *cells {
        [] => Ok(truth(holds(&[])?)),
        [cell] => {
            let mut kept = DigitSet::EMPTY;
            for value in ground.domain(cell).iter() {
                if holds(&[value])? {
                    kept = kept | DigitSet::one(value);
                }
            }
            Ok(keep(cell, kept, ground))
        }
        [a, b] => {
            let (first, second) = (ground.domain(a), ground.domain(b));
            let mut rows = vec![DigitSet::EMPTY; usize::from(first.max().unwrap_or(0)) + 1];
            for x in first.iter() {
                for y in second.iter() {
                    if holds(&[x, y])? {
                        rows[usize::from(x)] = rows[usize::from(x)] | DigitSet::one(y);
                    }
                }
            }
            Ok(state_table(a, b, ground, PairTable { rows }))
        }
        _ => {
            let trie = Trie {
                domains: cells.iter().map(|&cell| ground.domain(cell)).collect(),
                values: vec![0; cells.len()],
                known: FxHashMap::default(),
                next: vec![],
                holds,
            };
            trie.statement(cells)
        }
    }
}

/// A builder of automata for words of one length. It starts from the last value and shares equal nodes, so that the
/// result is minimal.
struct Trie<F> {
    domains: Vec<DigitSet>,
    values: Vec<u8>,
    /// The nodes so far, keyed by their depth and children.
    known: FxHashMap<(usize, Vec<(u8, u16)>), u16>,
    next: Vec<u16>,
    holds: F,
}

impl<E, F: FnMut(&[u8]) -> Result<bool, E>> Trie<F> {
    fn statement(mut self, cells: &[Cell]) -> Result<Statement, E> {
        // The end is added first, so it is state 0, as `words` and the accepting states require.
        let end = self.node(cells.len(), vec![]);
        debug_assert_eq!(end, 0);
        let Some(start) = self.grow(0)? else {
            return Ok(Statement::FALSE);
        };
        let words: usize = self.domains.iter().map(|d| d.len()).product();
        if self.words() == words {
            return Ok(Statement::TRUE);
        }
        let mut accepting = vec![false; self.next.len() / 64];
        accepting[0] = true;
        let automaton = Automaton {
            next: self.next,
            accepting,
            start,
        };
        Ok(Statement::Accepts(Accepts(
            cells.to_vec(),
            Arc::new(minimise(&automaton)),
        )))
    }

    /// Returns the node for the values chosen so far; `None` if no row begins with these values.
    fn grow(&mut self, depth: usize) -> Result<Option<u16>, E> {
        if depth == self.values.len() {
            return Ok((self.holds)(&self.values)?.then_some(0));
        }
        let mut children = vec![];
        for value in self.domains[depth].iter() {
            self.values[depth] = value;
            if let Some(child) = self.grow(depth + 1)? {
                children.push((value, child));
            }
        }
        Ok((!children.is_empty()).then(|| self.node(depth, children)))
    }

    fn node(&mut self, depth: usize, children: Vec<(u8, u16)>) -> u16 {
        if let Some(&known) = self.known.get(&(depth, children.clone())) {
            return known;
        }
        let number = (self.next.len() / 64) as u16;
        let mut row = [Automaton::DEAD; 64];
        for &(value, child) in &children {
            row[usize::from(value)] = child;
        }
        self.next.extend(row);
        self.known.insert((depth, children), number);
        number
    }

    /// Returns the number of words that the automaton accepts.
    fn words(&self) -> usize {
        // Children are added before their parents, so their word counts are known.
        let mut words = vec![1usize];
        for row in self.next.chunks(64).skip(1) {
            let children = row.iter().filter(|&&child| child != Automaton::DEAD);
            words.push(children.map(|&child| words[usize::from(child)]).sum());
        }
        words.last().copied().unwrap_or(0)
    }
}
