//! What is known to lead nowhere, so that it is not tried again on the same candidates.

use super::Cells;
use super::past::Past;
use super::techniques::KnownLinks;
use crate::model::Word;
use crate::puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::any::Any;
use std::cell::RefCell;

/// What was too much is tried again when one candidate in so many has gone.
const NEWS: usize = 40;

/// Candidates by the numbers of one relation or two.
type Barren = FxHashMap<(u32, u32), Box<[DigitSet]>>;

/// Fillings of variables by the same numbers.
type Fillings = FxHashMap<(u32, u32), Filled>;

/// Variables, and ways to fill them.
pub(super) type Filled = (Box<[u16]>, Vec<Box<[DigitSet]>>);

/// Candidates of variables that patience did not suffice for.
#[derive(Clone, Debug, Default)]
pub(super) struct Weary {
    /// How many candidates there were in all.
    pub(super) among: usize,
    /// The digits, by variable.
    pub(super) digits: FxHashMap<u16, DigitSet>,
}

/// Remembers for sets of relations the candidates on which they had nothing to say, and fillings that
/// showed it; and the same for digits that are counted.
///
/// It changes how long a solve takes, and nothing else but when candidates are tried again that patience did
/// not suffice for.
#[derive(Debug, Default)]
pub struct Memory {
    barren: RefCell<Barren>,
    fillings: RefCell<Fillings>,
    weary: RefCell<FxHashMap<(u32, u32), Weary>>,
    counted: RefCell<FxHashMap<u64, [Cells; 2]>>,
    coloured: RefCell<FxHashMap<usize, Vec<Cells>>>,
    links: RefCell<FxHashMap<usize, KnownLinks>>,
    /// A list of [`Past`], whose words are as wide as the model's.
    pasts: RefCell<Option<Box<dyn Any>>>,
}

impl Memory {
    /// Whether these relations had nothing to say about exactly these candidates.
    pub(super) fn is_barren(&self, key: (u32, u32), candidates: &[DigitSet]) -> bool {
        let barren = self.barren.borrow();
        barren.get(&key).is_some_and(|known| **known == *candidates)
    }

    /// Remembers that they had nothing to say.
    pub(super) fn note(&self, key: (u32, u32), candidates: &[DigitSet]) {
        self.barren.borrow_mut().insert(key, candidates.into());
    }

    /// The candidates to be left alone when there are so many in all: those that patience did not suffice for
    /// while fewer than one in [`NEWS`] has gone since.
    pub(super) fn weary(&self, key: (u32, u32), among: usize) -> Weary {
        let known = self.weary.borrow_mut().remove(&key);
        // As cells outside are placed, more clues concern the houses, and there may be more candidates.
        let news = |known: &Weary| known.among.abs_diff(among);
        let stale = |known: &Weary| news(known) * NEWS >= known.among;
        let fresh = Weary {
            among,
            ..Weary::default()
        };
        known.filter(|known| !stale(known)).unwrap_or(fresh)
    }

    /// Remembers what patience did not suffice for.
    pub(super) fn keep_weary(&self, key: (u32, u32), weary: Weary) {
        self.weary.borrow_mut().insert(key, weary);
    }

    /// Whether counting some digits on both sides of all balances had nothing to say when these cells held
    /// them for sure and these possibly.
    pub(super) fn is_counted(&self, digits: DigitSet, cells: [Cells; 2]) -> bool {
        self.counted.borrow().get(&digits.bits()) == Some(&cells)
    }

    /// Remembers that it had nothing to say.
    pub(super) fn note_counted(&self, digits: DigitSet, cells: [Cells; 2]) {
        self.counted.borrow_mut().insert(digits.bits(), cells);
    }

    /// Whether following a partition's classes had nothing to say when these cells could have them, and lost them
    /// by links.
    pub(super) fn is_coloured(&self, partition: usize, cells: &[Cells]) -> bool {
        let coloured = self.coloured.borrow();
        coloured.get(&partition).is_some_and(|known| known == cells)
    }

    /// Remembers that it had nothing to say.
    pub(super) fn note_coloured(&self, partition: usize, cells: Vec<Cells>) {
        self.coloured.borrow_mut().insert(partition, cells);
    }

    /// The fillings that were found for these relations; to be given back with
    /// [`Memory::keep_fillings`] as far as they still stand.
    pub(super) fn fillings(&self, key: (u32, u32)) -> Filled {
        self.fillings.borrow_mut().remove(&key).unwrap_or_default()
    }

    /// Remembers fillings, to be looked at first next time.
    pub(super) fn keep_fillings(&self, key: (u32, u32), filled: Filled) {
        self.fillings.borrow_mut().insert(key, filled);
    }

    /// The links between classes of a partition as they were last; to be given back with
    /// [`Memory::keep_links`].
    pub(super) fn links(&self, partition: usize) -> KnownLinks {
        let known = self.links.borrow_mut().remove(&partition);
        known.unwrap_or_default()
    }

    /// Remembers the links of a partition.
    pub(super) fn keep_links(&self, partition: usize, links: KnownLinks) {
        self.links.borrow_mut().insert(partition, links);
    }

    /// The last trials of all candidates, by variable and value; to be given back with
    /// [`Memory::keep_pasts`]. None at all where they would take too much memory.
    pub(super) fn pasts<W: Word>(&self, vars: usize, values: usize) -> Vec<Past<W>> {
        let known = self.pasts.borrow_mut().take();
        let known = known.and_then(|known| known.downcast().ok());
        known.map_or_else(|| Past::of_all(vars, values), |known| *known)
    }

    /// Remembers the last trials.
    pub(super) fn keep_pasts<W: Word>(&self, pasts: Vec<Past<W>>) {
        *self.pasts.borrow_mut() = Some(Box::new(pasts));
    }
}
