//! Data that all relations of a program share: the range of values, and which variables differ.

use super::sink::{Conflict, Reason, Sink};
use super::{Word, combinations};
use std::sync::Arc;

/// The range of values and the exclusions of a program.
#[derive(Clone, Debug)]
pub struct Shared<W> {
    /// The lowest value, which bit 0 represents.
    pub base: i64,
    /// Number of values from the lowest to the highest.
    pub values: u32,
    /// The set of all values.
    pub full: W,
    /// Sets of different values by size and sum.
    pub combinations: &'static combinations::Table,
    /// Full houses, which are searched for large sets of variables that differ.
    pub(crate) cliques: Vec<Arc<[u16]>>,
    /// Number of words in one row of `peers`.
    words: usize,
    /// For each variable, the set of variables that must differ from it.
    peers: Vec<u64>,
}

impl<W: Word> Shared<W> {
    /// Creates the data for `vars` variables with `values` values, the lowest of which is `base`, without exclusions.
    pub(crate) fn new(base: i64, values: u32, vars: usize) -> Self {
        let words = vars.div_ceil(64);
        Self {
            base,
            values,
            full: W::span(0, values as i32 - 1),
            combinations: combinations::table(values),
            cliques: vec![],
            words,
            peers: vec![0; words * vars],
        }
    }

    /// Declares that no two of the variables are equal.
    pub(crate) fn exclude(&mut self, clique: &[u16]) {
        // The set is on the stack for up to 1,024 variables, so that an exclusion usually needs no allocation.
        let mut set = [0u64; 16];
        let mut wide = vec![];
        let set = if self.words <= set.len() {
            &mut set[..self.words]
        } else {
            wide.resize(self.words, 0u64);
            &mut wide[..]
        };
        for &var in clique {
            set[usize::from(var) / 64] |= 1 << (var % 64);
        }
        for &var in clique {
            let row = &mut self.peers[usize::from(var) * self.words..][..self.words];
            for (mine, all) in row.iter_mut().zip(set.iter()) {
                *mine |= all;
            }
            row[usize::from(var) / 64] &= !(1 << (var % 64));
        }
    }

    /// Returns a copy that only has the exclusions among these variables, which are renumbered by their index in `vars`.
    pub(crate) fn among(&self, vars: &[u16]) -> Self {
        let mut shared = Self::new(self.base, self.values, vars.len());
        // `chunks_mut` panics for a length of 0, which a program without variables would have.
        for (a, row) in vars
            .iter()
            .zip(shared.peers.chunks_mut(shared.words.max(1)))
        {
            for (place, &b) in vars.iter().enumerate() {
                row[place / 64] |= u64::from(self.apart(*a, b)) << (place % 64);
            }
        }
        shared
    }

    /// Replaces all exclusions with those of `from` among `vars`.
    pub fn confine_exclusions(&mut self, from: &Self, vars: &[u16]) {
        let mut among = vec![0u64; self.words];
        for &var in vars {
            among[usize::from(var) / 64] |= 1 << (var % 64);
        }
        self.peers.fill(0);
        for &var in vars {
            let row = usize::from(var) * self.words;
            let rows = self.peers[row..].iter_mut().zip(&from.peers[row..]);
            for ((mine, known), among) in rows.zip(&among) {
                *mine = known & among;
            }
        }
    }

    /// Replaces all exclusions with those of `from`.
    pub(crate) fn copy_exclusions(&mut self, from: &Self) {
        self.peers.copy_from_slice(&from.peers);
    }

    /// Adds the exclusions of another program, which must not have more variables than this one.
    pub(crate) fn add_exclusions<V>(&mut self, from: &Shared<V>) {
        // `chunks` panics for a length of 0, and a program without variables has no exclusions anyway.
        if from.words == 0 {
            return;
        }
        // With rows of equal length, the tables can be combined word by word.
        if self.words == from.words {
            let words = self.peers.iter_mut().zip(&from.peers);
            return words.for_each(|(mine, known)| *mine |= known);
        }
        for (row, known) in self
            .peers
            .chunks_mut(self.words)
            .zip(from.peers.chunks(from.words))
        {
            row.iter_mut()
                .zip(known)
                .for_each(|(mine, known)| *mine |= known);
        }
    }

    /// Returns the set of variables that must differ from this one.
    #[inline]
    #[must_use]
    pub fn peers(&self, var: u16) -> &[u64] {
        &self.peers[usize::from(var) * self.words..][..self.words]
    }

    /// Returns the variables that must differ from this one, in ascending order.
    pub fn each_peer(&self, var: u16) -> impl Iterator<Item = u16> + '_ {
        let words = (0u16..).zip(self.peers(var));
        words.flat_map(|(word, set)| set.each().map(move |bit| word * 64 + bit as u16))
    }

    /// Returns `true` if two variables are known to differ.
    #[inline]
    #[must_use]
    pub fn apart(&self, a: u16, b: u16) -> bool {
        self.peers(a)[usize::from(b) / 64] >> (b % 64) & 1 == 1
    }

    /// Returns `true` if all of the variables are known to differ from each other.
    #[must_use]
    pub fn all_apart(&self, vars: &[u16]) -> bool {
        vars.iter()
            .enumerate()
            .all(|(i, &a)| vars[..i].iter().all(|&b| self.apart(a, b)))
    }

    /// Removes a value from each variable that is known to differ from all of `vars`, which must not be empty.
    ///
    /// The loop over the variables that have the value is branch-free, because a branch would be unpredictable.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`] if the value was the last candidate of a variable.
    #[inline(always)]
    pub fn take_from_common_peers(
        &self,
        vars: &[u16],
        value: W,
        sink: &mut impl Sink<W>,
        why: impl Fn(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        debug_assert!(!vars.is_empty());
        for word in 0..self.words {
            let rows = vars.iter().map(|&var| usize::from(var) * self.words + word);
            let peers = rows.fold(!0u64, |set, row| set & self.peers[row]);
            let first = (word * 64) as u16;
            let mut having = 0u64;
            for bit in peers.each() {
                let has = !(sink.get(first + bit as u16) & value).is_none();
                having |= u64::from(has) << bit;
            }
            for bit in having.each() {
                sink.keep(first + bit as u16, !value, &why)?;
            }
        }
        Ok(())
    }

    /// Removes `value` from every variable that sees all places of the value among `vars`. At least one variable of `vars`
    /// must take a value of `set`, and `value` must be the only value of `set` left among them. `because` cites the facts
    /// that require a value of `set`. Does nothing if there are more than `most` places; `most` may be up to 9.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`] if the value was the last candidate of a variable.
    #[inline]
    pub fn claim(
        &self,
        vars: &[u16],
        (set, value): (W, W),
        most: usize,
        sink: &mut impl Sink<W>,
        because: impl Fn(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        let (mut places, mut count) = ([0u16; 9], 0);
        for &var in vars {
            if (sink.get(var) & value).is_none() {
                continue;
            }
            // A variable without peers has no common peers with others, so nothing could be removed.
            let is_lonely = || self.peers(var).iter().all(|&peers| peers == 0);
            if count == most || count == 0 && is_lonely() {
                return Ok(());
            }
            places[count] = var;
            count += 1;
        }
        let places = &places[..count];
        if places.is_empty() {
            // This happens only if the variable that holds the count is itself counted: changing this variable has removed the
            // last place of the value.
            return Ok(());
        }
        self.take_from_common_peers(places, value, sink, |why| {
            let others = vars.iter().copied();
            why.without(others.clone(), set & !value);
            why.without(others.filter(|var| !places.contains(var)), value);
            because(why);
        })
    }

    /// Returns the value that a bit represents.
    #[inline(always)]
    #[must_use]
    pub fn value(&self, bit: u32) -> i64 {
        self.base + i64::from(bit)
    }
}
