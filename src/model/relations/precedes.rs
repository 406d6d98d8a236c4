use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// Along a line each of the values occurs, and first occurrences are in the order of the values.
///
/// Makes labels that could be exchanged canonical (value precedence, Law and Lee 2004).
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

    /// A value is out before there can have been the one before it.
    fn not_too_early(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut later = self.values.iter().skip(1);
        let later_all = later.clone();
        let mut out = later_all.fold(W::NONE, |set, &value| set | value);
        let mut newest = self.values.first().copied().unwrap_or(W::NONE);
        for (place, &var) in self.vars.iter().enumerate() {
            if newest.is_none() {
                break;
            }
            let before = &self.vars[..place];
            sink.keep(var, !out, |why| why.now(before.iter().copied()))?;
            if !(sink.get(var) & newest).is_none() {
                newest = later.next().copied().unwrap_or(W::NONE);
                out &= !newest;
            }
        }
        Ok(())
    }

    /// Each value must come before the next one does; where it has one place left, it is there.
    fn not_too_late(&self, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let sure = self.first_sure(sink);
        let mut end = self.vars.len();
        for &value in self.values.iter().rev() {
            end = end.min(sure[value.lowest() as usize] + 1);
            let holds = |&place: &usize| !(sink.get(self.vars[place]) & value).is_none();
            let mut places = (0..end).rev().filter(holds);
            let (last, other) = (places.next(), places.next());
            let Some(last) = last else {
                return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
            };
            if other.is_none() {
                let var = self.vars[last];
                let others = self.vars.iter().copied().filter(|&other| other != var);
                sink.keep(var, value, |why| why.now(others))?;
            }
            end = last;
        }
        Ok(())
    }

    /// Where each value stands first for sure, by its bit; the end of the line where it does not.
    fn first_sure(&self, sink: &impl Sink<W>) -> [usize; 64] {
        let mut first = [self.vars.len(); 64];
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
