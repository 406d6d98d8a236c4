//! Citations, parts (statements with their citations), and the clue sets on which relations rest.

use cluewright_rules::Statement;

/// A citation: a house of the layout, a given or a clue on which a relation can rest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cite {
    /// A row, column or box, by its index among the layout's houses.
    House(u16),
    /// A given (a digit or candidates), by its index in the puzzle.
    Given(u16),
    /// A clue, by its index in the puzzle.
    Clue(u16),
}

/// A statement, with the clue, given or house that implies it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The clue, given or house that implies the statement.
    pub cite: Cite,
    /// The statement, with cells as variables.
    pub statement: Statement,
    /// `true` if the statement is redundant: its clue implies it, perhaps together with the layout.
    pub implied: bool,
}

/// A statement that holds unless any of its marks is present. Example: a negative rule applies to a pair of cells only if there is no dot
/// between them.
#[derive(Clone, Debug)]
pub struct Exempt {
    /// The statement, with the negative rule from which it comes.
    pub part: Part,
    /// The marks. Any one of them exempts the statement's cells from the negative rule.
    pub marks: Vec<Cite>,
}

/// Clue sets, numbered in the order in which they were added.
#[derive(Clone, Debug, Default)]
pub struct ClueSets {
    cites: Vec<Cite>,
    /// For each set, the end of its range in `cites`.
    ends: Vec<u32>,
}

impl ClueSets {
    /// Returns the citations in a set.
    #[must_use]
    pub fn get(&self, number: u32) -> &[Cite] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cites[start as usize..self.ends[number] as usize]
    }

    /// Returns `true` if two sets have the same citations.
    pub(crate) fn same(&self, a: u32, b: u32) -> bool {
        a == b || self.get(a) == self.get(b)
    }

    /// Returns the number of sets.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// Returns the citations of several sets, without duplicates.
    pub(crate) fn union_of(&self, numbers: &[u32]) -> Vec<Cite> {
        let cites = numbers.iter().flat_map(|&number| self.get(number));
        let mut cites: Vec<Cite> = cites.copied().collect();
        cites.sort_unstable();
        cites.dedup();
        cites
    }

    pub(crate) fn of(&mut self, cites: &[Cite]) -> u32 {
        self.cites.extend_from_slice(cites);
        self.close()
    }

    pub(crate) fn one(&mut self, cite: Cite) -> u32 {
        self.cites.push(cite);
        self.close()
    }

    pub(crate) fn union(&mut self, numbers: impl IntoIterator<Item = u32>) -> u32 {
        for number in numbers {
            // `get` borrows the list that grows here, so the citations are copied one by one.
            for i in 0..self.get(number).len() {
                self.cites.push(self.get(number)[i]);
            }
        }
        self.close()
    }

    fn close(&mut self) -> u32 {
        self.ends.push(self.cites.len() as u32);
        self.ends.len() as u32 - 1
    }
}
