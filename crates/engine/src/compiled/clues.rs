//! Clues, their statements, and sets of clues that relations rest on.

use cluewright_rules::Statement;

/// A clue in the widest sense: anything that a setter can remove, or a house of the layout. Relations rest on these.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Cite {
    /// A row, column or box, by its number among the layout's houses.
    House(u16),
    /// A given or given pencil mark, by its place in the puzzle.
    Given(u16),
    /// A clue, by its place in the puzzle.
    Clue(u16),
}

/// A ground statement and what it comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Its source.
    pub cite: Cite,
    /// Its meaning.
    pub statement: Statement,
    /// `true` if it only strengthens: it follows from the meaning of its clue, and maybe the layout.
    pub implied: bool,
}

/// A statement of a clue that some marks exempt: a negative rule applies to a pair of cells only if the pair has no dot.
#[derive(Clone, Debug)]
pub struct Exempt {
    /// The clue, and its meaning.
    pub part: Part,
    /// The statement holds while none of these is present.
    pub marks: Vec<Cite>,
}

/// Sets of clues by number.
#[derive(Clone, Debug, Default)]
pub struct ClueSets {
    cites: Vec<Cite>,
    /// Where each set ends in `cites`.
    ends: Vec<u32>,
}

impl ClueSets {
    /// The clues of a set.
    #[must_use]
    pub fn get(&self, number: u32) -> &[Cite] {
        let number = number as usize;
        let start = number.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.cites[start as usize..self.ends[number] as usize]
    }

    /// Returns `true` if two numbers denote the same clues.
    pub(crate) fn same(&self, a: u32, b: u32) -> bool {
        a == b || self.get(a) == self.get(b)
    }

    /// How many sets there are.
    pub(crate) fn len(&self) -> u32 {
        self.ends.len() as u32
    }

    /// The clues of several sets, each once.
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
