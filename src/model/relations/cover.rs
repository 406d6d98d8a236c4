use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// Each of several classes of values, which share none, occurs among the variables; at full
/// consistency.
///
/// Classes that have no more variables left than there are of them take these for themselves (Hall's
/// theorem, with the classes looking for variables).
#[derive(Clone, Debug)]
pub struct Cover<W> {
    vars: Box<[u16]>,
    classes: Box<[W]>,
}

impl<W: Word> Cover<W> {
    /// Variables and classes that one relation may have at most.
    pub(crate) const MOST: (usize, usize) = (8, 4);

    pub(crate) fn new(vars: &[u16], classes: Vec<W>) -> Self {
        debug_assert!(vars.len() <= Self::MOST.0 && classes.len() <= Self::MOST.1);
        Self {
            vars: vars.into(),
            classes: classes.into(),
        }
    }

    #[inline]
    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut may = [0u8; 8];
        for (may, &var) in may.iter_mut().zip(&self.vars) {
            let set = sink.get(var);
            for (bit, &class) in self.classes.iter().enumerate() {
                *may |= u8::from(!(set & class).is_none()) << bit;
            }
        }
        let may = &may[..self.vars.len()];
        for some in 1..1u8 << self.classes.len() {
            let able = may.iter().filter(|&&may| may & some != 0).count() as u32;
            if able < some.count_ones() {
                return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
            }
            if able == some.count_ones() {
                self.reserve(some, may, sink)?;
            }
        }
        Ok(())
    }

    /// The variables that may serve these classes serve no others.
    #[inline]
    fn reserve(&self, some: u8, may: &[u8], sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let classes = self.classes.iter().enumerate();
        let values = classes
            .filter(|&(bit, _)| some >> bit & 1 == 1)
            .fold(W::NONE, |values, (_, &class)| values | class);
        for (&may, &var) in may.iter().zip(&self.vars) {
            if may & some != 0 {
                sink.keep(var, values, |why| {
                    why.now(self.vars.iter().copied().filter(|&v| v != var));
                })?;
            }
        }
        Ok(())
    }

    /// The classes.
    pub(crate) fn classes(&self) -> &[W] {
        &self.classes
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        10
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
