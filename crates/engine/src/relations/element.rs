use crate::propagation::{Conflict, Reason, Shared, Sink, View, Word};

/// The constraint on the variable that an index selects from a list: the selected variable equals another variable, or its value lies
/// in a given set.
///
/// If the selected value is fixed, one of the variables that may be selected has it, so the value is removed from every variable
/// that differs from all of these. This saves seven eighths of the guesses on generated numbered rooms.
#[derive(Clone, Debug)]
pub struct Element<W> {
    /// The list, then the index, then the variable that holds the value, if there is one.
    vars: Box<[u16]>,
    list: usize,
    /// The index value that selects the first variable of the list.
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
            // An index beyond the list selects no variable, so it is not a choice.
            let Some(var) = self.variable_of(shared, bit) else {
                continue;
            };
            // If the index variable is itself in the list, selecting it fixes its value.
            let own = if var == index {
                W::one(bit)
            } else {
                sink.get(var)
            };
            let held = own & self.free(var, bit, shared);
            // If the index variable also holds the result, this choice fixes the result too.
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
                for bit in open.each() {
                    // If the index selects itself, the value is that of the index, which is cited already.
                    let chosen = self.variable_of(shared, bit).filter(|&var| var != index);
                    let lost = |var| why.lost() & self.free(var, bit, shared);
                    why.without(chosen, chosen.map_or(W::NONE, lost));
                }
            })?;
        }
        if choices.is_single()
            && let Some(var) = self.variable_of(shared, choices.lowest())
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
        // A single choice has just been fixed to the value, so `Apart` will remove the value from its peers.
        if wanted.is_single() && self.value != Ok(index) && !choices.is_single() {
            self.take_from_others(wanted, choices, shared, sink)?;
        }
        Ok(())
    }

    /// Removes the selected value from every variable that differs from all variables that may be selected.
    fn take_from_others(
        &self,
        wanted: W,
        choices: W,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut places = [0; 64];
        let mut count = 0;
        for bit in choices.each() {
            if let Some(var) = self.variable_of(shared, bit) {
                places[count] = var;
                count += 1;
            }
        }
        let index = self.vars[self.list];
        shared.take_from_common_peers(&places[..count], wanted, sink, |why| {
            why.now([index]);
            why.now(self.value);
            self.rule_out(why, why.get(index) & !choices, shared);
        })
    }

    /// Returns the values that a variable may take if the index selects it. A variable that must differ from the index variable cannot
    /// take the index's value, and a variable that must differ from the result cannot be selected.
    #[inline]
    fn free(&self, var: u16, bit: u32, shared: &Shared<W>) -> W {
        if self.value.is_ok_and(|value| shared.apart(var, value)) {
            return W::NONE;
        }
        match shared.apart(var, self.vars[self.list]) {
            true => !W::one(bit),
            false => !W::NONE,
        }
    }

    /// Explains why the index cannot take any of these values.
    fn rule_out(&self, why: &mut Reason<'_, W>, choices: W, shared: &Shared<W>) {
        let index = self.vars[self.list];
        for bit in choices.each() {
            let Some(chosen) = self.variable_of(shared, bit) else {
                continue;
            };
            match self.value {
                // The value would be that of the index itself, so no other variable is part of the reason.
                Err(_) if chosen == index => {}
                Err(digits) => why.without([chosen], digits & self.free(chosen, bit, shared)),
                Ok(value) if chosen == index => {
                    why.without([value], W::one(bit) & self.free(chosen, bit, shared));
                }
                Ok(value) if value == index => {
                    why.without([chosen], W::one(bit) & self.free(chosen, bit, shared));
                }
                Ok(value) => {
                    why.now([value]);
                    let wanted = why.get(value) & self.free(chosen, bit, shared);
                    why.without([chosen], wanted);
                }
            }
        }
    }

    /// Returns the variable that is selected if the index has the value of this bit.
    #[inline]
    fn variable_of(&self, shared: &Shared<W>, bit: u32) -> Option<u16> {
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
