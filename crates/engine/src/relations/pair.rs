use crate::propagation::{Conflict, Shared, Sink, Word};
use std::sync::Arc;

/// The constraint that the values of two variables are one of the pairs in a table. Propagation is domain consistent: each remaining
/// candidate has a partner.
///
/// If the two variables differ and one of them must have a certain value, every variable that sees both loses that value.
#[derive(Clone, Debug)]
pub struct Pair<W> {
    vars: [u16; 2],
    /// Support tables: the supports in the second variable for each candidate set of the first, and vice versa.
    supports: Arc<[Support<W>; 2]>,
    /// `true` if the two variables are known to differ.
    apart: bool,
}

/// A support table. It maps every set of values of one variable to its supports in the other variable, looking up six bits at a time.
#[derive(Clone, Debug)]
pub struct Support<W> {
    chunks: Box<[[W; 64]]>,
}

impl<W: Word> Support<W> {
    /// Creates the table from a function that returns the partners of a single value.
    pub fn new(values: u32, partners: impl Fn(u32) -> W) -> Self {
        let chunk = |first: u32| {
            let mut unions = [W::NONE; 64];
            for set in 1..64usize {
                let bit = first + set.trailing_zeros();
                // The set without its lowest value comes earlier, so its union is known.
                let rest = unions[set & (set - 1)];
                // The last chunk may extend beyond the values, and values that do not exist have no partners.
                unions[set] = if bit < values {
                    rest | partners(bit)
                } else {
                    rest
                };
            }
            unions
        };
        Self {
            chunks: (0..values).step_by(6).map(chunk).collect(),
        }
    }

    /// Returns the union of the partners of all bits in the set.
    #[inline(always)]
    pub fn of(&self, set: W) -> W {
        let bits = set.bits();
        let mut union = W::NONE;
        for (i, chunk) in self.chunks.iter().enumerate() {
            union |= chunk[(bits >> (6 * i)) as usize & 63];
        }
        union
    }
}

impl<W: Word> Pair<W> {
    pub(crate) fn new(vars: [u16; 2], supports: Arc<[Support<W>; 2]>, shared: &Shared<W>) -> Self {
        Self {
            vars,
            supports,
            apart: shared.apart(vars[0], vars[1]),
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let [a, b] = self.vars;
        let from_a = self.supports[0].of(sink.get(a));
        sink.keep(b, from_a, |why| {
            why.without([a], self.supports[1].of(why.lost()));
        })?;
        let from_b = self.supports[1].of(sink.get(b));
        sink.keep(a, from_b, |why| {
            why.without([b], self.supports[0].of(why.lost()));
        })?;
        if self.apart {
            self.remove_from_common_peers(shared, sink)?;
        }
        Ok(())
    }

    /// Removes every value that certainly occurs in one of the two cells from their common peers. A value certainly occurs
    /// if every allowed pair contains it. Does nothing if the cells have more than six candidates in total, or none in
    /// common.
    #[inline]
    fn remove_from_common_peers(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let [a, b] = self.vars;
        let (left, right) = (sink.get(a), sink.get(b));
        let common = left & right;
        if common.is_none() || left.len() + right.len() > 6 {
            return Ok(());
        }
        for bit in common.each() {
            let value = W::one(bit);
            let partners = self.supports[0].of(left & !value);
            // If every allowed pair contains the value, one of the two variables has it.
            if (partners & right & !value).is_none() {
                shared.take_from_common_peers(&self.vars, value, sink, |why| {
                    why.now([a]);
                    why.without([b], partners & !value);
                })?;
            }
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        2
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}

#[cfg(not(feature = "compact"))]
impl<W: Word> Pair<W> {
    pub(crate) const fn both(&self) -> [u16; 2] {
        self.vars
    }

    /// Returns `true` if the two variables are known to differ.
    pub(crate) const fn is_apart(&self) -> bool {
        self.apart
    }

    /// Returns the values of the second variable that clash with a value of the first. With `turned`, the variables are
    /// exchanged.
    pub(crate) fn clashing(&self, turned: bool, bit: u32) -> W {
        !self.supports[usize::from(turned)].of(W::one(bit))
    }

    /// Returns `true` if the relation can find nothing until one variable is fixed, assuming that both variables have the candidates
    /// `values`. This is the case if each value clashes with at most one value of the other variable.
    pub(crate) fn waits_for_single(&self, values: W) -> bool {
        let only_equal = || {
            let mut bits = values.each();
            bits.all(|bit| (self.clashing(false, bit) & values & !W::one(bit)).is_none())
        };
        let few = |turned| {
            let mut bits = values.each();
            bits.all(|bit| (self.clashing(turned, bit) & values).len() < 2)
        };
        // If the variables differ, clashes of different values may also lead to removals from common peers before one of the
        // variables is fixed.
        if self.apart {
            only_equal()
        } else {
            few(false) && few(true)
        }
    }
}
