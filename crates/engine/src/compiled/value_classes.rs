//! Classes of values (such as low, middle and high) that a search guesses before values.

use crate::propagation::Word;
use crate::relations::Relation;
use crate::relations::program::Program;

/// The classes of values that all covers share. Guessing the class of a cell before its value makes searches with covers shorter.
#[derive(Clone, Debug, Default)]
pub struct ValueClasses<W> {
    sets: Vec<W>,
    /// For each variable, `true` if some cover includes it.
    covered: Vec<bool>,
}

impl<W: Word> ValueClasses<W> {
    /// Returns the classes of a program's covers, or no classes if the covers have different classes.
    pub(crate) fn of(program: &Program<W>) -> Self {
        let mut classes = Self::default();
        for relation in program.live_relations() {
            let Relation::ClassCardinality(cover) = relation else {
                continue;
            };
            if classes.sets.is_empty() {
                classes.sets = cover.classes().collect();
                classes.covered = vec![false; program.vars()];
            }
            if !cover.classes().eq(classes.sets.iter().copied()) {
                return Self::default();
            }
            let vars = cover.vars().iter();
            vars.for_each(|&var| classes.covered[usize::from(var)] = true);
        }
        classes
    }

    /// Returns `true` if there are classes to guess.
    #[must_use]
    pub fn are_told(&self) -> bool {
        !self.sets.is_empty()
    }

    /// Returns the number of branches that guessing a variable with these candidates takes: one per class if the candidates
    /// lie in several classes, otherwise one per value.
    #[inline]
    #[must_use]
    pub fn ways(&self, var: usize, candidates: W) -> u32 {
        match self.parts(var, candidates).count() {
            0 | 1 => candidates.len(),
            classes => classes as u32,
        }
    }

    /// Returns the first guess for a variable: the class that contains the most of its candidates or, if there are no classes,
    /// its lowest value.
    #[must_use]
    pub fn first(&self, var: usize, candidates: W) -> W {
        let largest = self.parts(var, candidates).max_by_key(|part| part.len());
        // A class with all candidates would not split them, so it is not a guess.
        let several = largest.filter(|&class| class != candidates);
        several.unwrap_or(W::one(candidates.lowest()))
    }

    /// Splits the candidates of a variable by class. Yields nothing if no cover includes the variable.
    #[inline]
    fn parts(&self, var: usize, candidates: W) -> impl Iterator<Item = W> + '_ {
        let sets = match self.covered.get(var) {
            Some(true) => &self.sets[..],
            _ => &[],
        };
        let parts = sets.iter().map(move |&set| set & candidates);
        parts.filter(|part| !part.is_none())
    }
}
