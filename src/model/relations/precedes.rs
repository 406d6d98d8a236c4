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
        let mut end = self.vars.len();
        for &value in self.values.iter().rev() {
            let mut last = None;
            let mut places = 0;
            for (place, &var) in self.vars[..end].iter().enumerate() {
                let set = sink.get(var);
                if (set & value).is_none() {
                    continue;
                }
                (last, places) = (Some(place), places + 1);
                if (set & !value).is_none() {
                    break;
                }
            }
            let Some(last) = last else {
                return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
            };
            if places == 1 {
                let var = self.vars[last];
                let others = self.vars.iter().copied().filter(|&other| other != var);
                sink.keep(var, value, |why| why.now(others))?;
            }
            end = last;
        }
        Ok(())
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
