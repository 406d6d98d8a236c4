use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink, View};
use crate::model::{Reason, Word};

/// The variable of a list that an index chooses equals a variable, or is one of some values.
#[derive(Clone, Debug)]
pub struct Element<W> {
    /// The list, the index, and the value's variable if it has one.
    vars: Box<[u16]>,
    list: usize,
    /// The index value that chooses the first of the list.
    first: i64,
    value: Result<u16, W>,
}

impl<W: Word> Element<W> {
    pub(crate) fn new(list: &[u16], index: u16, first: i64, value: Result<u16, W>) -> Self {
        let mut vars = list.to_vec();
        vars.push(index);
        vars.extend(value.ok());
        Self {
            vars: vars.into(),
            list: list.len(),
            first,
            value,
        }
    }

    #[inline]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let index = self.vars[self.list];
        let wanted = match self.value {
            Ok(var) => sink.get(var),
            Err(digits) => digits,
        };
        let (mut choices, mut union) = (W::NONE, W::NONE);
        for bit in sink.get(index).each() {
            let Some(var) = self.chosen(shared, bit) else {
                continue;
            };
            // Where the index chooses itself, it holds its own value.
            let held = if var == index {
                W::one(bit)
            } else {
                sink.get(var)
            };
            let wanted = if self.value == Ok(index) {
                W::one(bit)
            } else {
                wanted
            };
            if !(held & wanted).is_none() {
                choices |= W::one(bit);
                union |= held;
            }
        }
        sink.keep(index, choices, |why| self.rule_out(why, why.lost(), shared))?;
        if let Ok(value) = self.value {
            sink.keep(value, union, |why| {
                let open = why.get(index);
                why.now([index]);
                if value == index {
                    return self.rule_out(why, why.lost(), shared);
                }
                let chosen = open.each().filter_map(|bit| self.chosen(shared, bit));
                why.without(chosen.filter(|&var| var != index), why.lost());
            })?;
        }
        if choices.is_single()
            && let Some(var) = self.chosen(shared, choices.lowest())
        {
            let keep = self
                .value
                .map_or_else(|digits| digits, |value| sink.get(value));
            sink.keep(var, keep, |why| {
                why.now([index]);
                self.rule_out(why, why.get(index) & !choices, shared);
                if let Ok(value) = self.value {
                    why.without([value], why.lost());
                }
            })?;
        }
        Ok(())
    }

    /// Cites why the index cannot be one of these.
    fn rule_out(&self, why: &mut Reason<'_, W>, choices: W, shared: &Shared<W>) {
        let index = self.vars[self.list];
        for bit in choices.each() {
            let Some(chosen) = self.chosen(shared, bit) else {
                continue;
            };
            match self.value {
                Err(digits) => {
                    why.without([chosen], if chosen == index { W::NONE } else { digits })
                }
                Ok(value) if chosen == index => why.without([value], W::one(bit)),
                Ok(value) if value == index => why.without([chosen], W::one(bit)),
                Ok(value) => {
                    why.now([value]);
                    why.without([chosen], why.get(value));
                }
            }
        }
    }

    /// The variable that an index bit chooses.
    #[inline]
    fn chosen(&self, shared: &Shared<W>, bit: u32) -> Option<u16> {
        let place = usize::try_from(shared.value(bit) - self.first).ok()?;
        self.vars[..self.list].get(place).copied()
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, values: u32) -> u32 {
        values
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
