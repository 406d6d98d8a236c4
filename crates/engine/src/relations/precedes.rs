use crate::propagation::{Conflict, Reason, Shared, Sink, View, Word};

/// The constraint that each value of a list occurs along a line, and that the first occurrences are in the order of the
/// list.
///
/// This fixes one canonical naming of interchangeable labels (value precedence, Law and Lee 2004).
#[derive(Clone, Debug)]
pub struct Precedes<W> {
    vars: Box<[u16]>,
    values: Box<[W]>,
}

impl<W: Word> Precedes<W> {
    pub(crate) fn new(vars: &[u16], values: Vec<W>) -> Self {
        Self {
            vars: vars.into(),
            values: values.into(),
        }
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        self.not_too_early(sink)?;
        self.not_too_late(sink)
    }

    /// Removes a value from all places up to the first possible place of its predecessor.
    fn not_too_early(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut later = self.values.iter().skip(1);
        let later_all = later.clone();
        let mut out = later_all.fold(W::NONE, |set, &value| set | value);
        let mut newest = self.values.first().copied().unwrap_or(W::NONE);
        for (place, &var) in self.vars.iter().enumerate() {
            // Every value may have occurred by now, so none is too early from here on.
            if newest.is_none() {
                break;
            }
            sink.keep(var, !out, |why| self.explain_early(why, place))?;
            // The newest value may occur here for the first time, so its successor is possible from the next place on.
            if !(sink.get(var) & newest).is_none() {
                newest = later.next().copied().unwrap_or(W::NONE);
                out &= !newest;
            }
        }
        Ok(())
    }

    /// Requires each value to occur before the next value of the list does. A value with only one possible place is set
    /// there.
    fn not_too_late(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let sure = self.first_sure(sink);
        let mut end = self.vars.len();
        for (index, &value) in self.values.iter().enumerate().rev() {
            // The value certainly occurs at that place, so its first occurrence is not after it.
            end = end.min(sure[value.lowest() as usize] + 1);
            let holds = |&place: &usize| !(sink.get(self.vars[place]) & value).is_none();
            let mut places = (0..end).rev().filter(holds);
            let (last, other) = (places.next(), places.next());
            let Some(last) = last else {
                return Err(sink.fail(|why| self.explain_late(why, index)));
            };
            if other.is_none() {
                let var = self.vars[last];
                sink.keep(var, value, |why| self.explain_late(why, index))?;
            }
            // The previous value of the list must occur before this last possible place.
            end = last;
        }
        Ok(())
    }

    /// Cites the fact that no cell before this place can hold the value that must precede the value lost there.
    fn explain_early(&self, why: &mut Reason<'_, W>, place: usize) {
        let mut later = self.values.iter().copied();
        let mut newest = later.next().unwrap_or(W::NONE);
        for &var in &self.vars[..place] {
            if (why.get(var) & newest).is_none() {
                why.without([var], newest);
            } else {
                newest = later.next().unwrap_or(W::NONE);
            }
        }
    }

    /// Explains why a value comes too late. For this value and each of its successors, cites the places that cannot
    /// hold it. Also cites the place at which a successor certainly occurs, if that place limits the range.
    fn explain_late(&self, why: &mut Reason<'_, W>, index: usize) {
        let sure = self.first_sure(why);
        let mut end = self.vars.len();
        for (at, &value) in self.values.iter().enumerate().skip(index).rev() {
            let first = sure[value.lowest() as usize];
            if first + 1 < end {
                end = first + 1;
                why.now([self.vars[first]]);
            }
            let holds = |&place: &usize| !(why.get(self.vars[place]) & value).is_none();
            let last = (0..end).rev().find(holds);
            // Earlier places do not matter for a successor, because its last possible place alone limits the value
            // before it.
            let from = if at == index { 0 } else { last.unwrap_or(0) };
            let others = (from..end).filter(|&place| Some(place) != last);
            why.without(others.map(|place| self.vars[place]), value);
            end = last.unwrap_or(0);
        }
    }

    /// Returns, for each bit, the first place that certainly has the bit's value, or the length of the line if there is
    /// no such place.
    fn first_sure(&self, sink: &impl View<W>) -> [usize; 64] {
        let mut first = [self.vars.len(); 64];
        // The loop runs backwards, so that earlier places overwrite later ones.
        for (place, &var) in self.vars.iter().enumerate().rev() {
            let set = sink.get(var);
            if set.is_single() {
                first[set.lowest() as usize] = place;
            }
        }
        first
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        150 + self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        0
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
