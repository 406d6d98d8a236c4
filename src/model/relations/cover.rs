use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};

/// Variables and classes that one relation may have at most.
pub(crate) const MOST: (usize, usize) = (9, 4);

/// Each of several classes of values, which share none, occurs among the variables so many times at
/// least; at full consistency.
///
/// Classes that have no more variables left than they need together take these for themselves (Hall's
/// theorem, with the classes looking for variables).
#[derive(Clone, Debug)]
pub struct Cover<W> {
    vars: Box<[u16]>,
    /// The classes, and how many variables each needs.
    classes: Box<[(W, u32)]>,
}

impl<W: Word> Cover<W> {
    pub(crate) fn new(vars: &[u16], classes: Vec<(W, u32)>) -> Self {
        debug_assert!(vars.len() <= MOST.0 && classes.len() <= MOST.1);
        Self {
            vars: vars.into(),
            classes: classes.into(),
        }
    }

    #[inline]
    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut able = [0u16; MOST.1];
        for (place, &var) in self.vars.iter().enumerate() {
            let set = sink.get(var);
            for (able, &(class, _)) in able.iter_mut().zip(&self.classes) {
                *able |= u16::from(!(set & class).is_none()) << place;
            }
        }
        let (mut together, mut needed) = ([0u16; 1 << MOST.1], [0u32; 1 << MOST.1]);
        for some in 1..1usize << self.classes.len() {
            let (class, others) = (some.trailing_zeros() as usize, some & (some - 1));
            together[some] = together[others] | able[class];
            needed[some] = needed[others] + self.classes[class].1;
            let left = together[some].count_ones();
            if left < needed[some] {
                return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
            }
            if left == needed[some] {
                self.reserve(some, together[some], sink)?;
            }
        }
        Ok(())
    }

    /// The variables at these places serve no other than these classes.
    #[inline]
    fn reserve(&self, some: usize, places: u16, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let classes = self.classes.iter().enumerate();
        let values = classes
            .filter(|&(bit, _)| some >> bit & 1 == 1)
            .fold(W::NONE, |values, (_, &(class, _))| values | class);
        for (place, &var) in self.vars.iter().enumerate() {
            if places >> place & 1 == 1 {
                sink.keep(var, values, |why| {
                    why.now(self.vars.iter().copied().filter(|&v| v != var));
                })?;
            }
        }
        Ok(())
    }

    /// The classes.
    pub(crate) fn classes(&self) -> impl Iterator<Item = W> + '_ {
        self.classes.iter().map(|class| class.0)
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        2 * self.vars.len() as u32 + 2
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}
