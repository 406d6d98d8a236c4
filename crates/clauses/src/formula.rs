//! Formulas, divided into blocks of clauses.

use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use std::ops::Range;

/// A literal in DIMACS notation: the number of a variable, counted from 1, with a minus sign if the variable is
/// negated.
pub type Lit = i32;

/// The variables of a puzzle's cells: one for each value in the domain of a cell. They are numbered by cell, then by
/// value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Variables {
    cells: Vec<(Lit, DigitSet)>,
}

/// The part of a puzzle that a block of clauses encodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Source {
    /// The requirement that each cell has exactly one value.
    Cells,
    /// The given at this index of `Puzzle::givens`.
    Given(usize),
    /// The house at this index of `Layout::houses`.
    House(usize),
    /// The clue at this index of `Puzzle::clues`.
    Clue(usize),
    /// The requirement that the values differ from those of a known solution in at least one cell.
    OtherSolution,
}

/// The clauses of one part of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Block {
    /// The part of the puzzle that the clauses encode.
    pub source: Source,
    /// The indices of the block's clauses.
    pub clauses: Range<usize>,
}

/// A conjunction of clauses, divided into blocks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Formula {
    /// The variables of the cells. Auxiliary variables follow them.
    pub cells: Variables,
    /// Number of variables, including auxiliary variables.
    pub variables: Lit,
    /// The blocks, in the order of their clauses.
    pub blocks: Vec<Block>,
    literals: Vec<Lit>,
    /// For each clause, the index after its last literal.
    ends: Vec<usize>,
}

impl Variables {
    /// Numbers the variables of the cells of a puzzle.
    #[must_use]
    pub fn of(puzzle: &Puzzle) -> Self {
        Self::new((0..puzzle.cell_count()).map(|index| puzzle.domain(Cell::from_index(index))))
    }

    /// Numbers the variables of cells that have these domains.
    #[must_use]
    pub fn new(values: impl IntoIterator<Item = DigitSet>) -> Self {
        let mut next = 1;
        let cells = values.into_iter().map(|values| {
            let first = next;
            next += values.len() as Lit;
            (first, values)
        });
        Self {
            cells: cells.collect(),
        }
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn count(&self) -> Lit {
        let last = self.cells.last();
        last.map_or(0, |(first, values)| first - 1 + values.len() as Lit)
    }

    /// Returns the values of a cell that have variables.
    #[must_use]
    pub fn values(&self, cell: Cell) -> DigitSet {
        let cell = self.cells.get(cell.index());
        cell.map_or(DigitSet::EMPTY, |&(_, values)| values)
    }

    /// Returns the variable for a value of a cell. Returns `None` if the value is not in the cell's domain.
    #[must_use]
    pub fn variable(&self, cell: Cell, value: u8) -> Option<Lit> {
        let &(first, values) = self.cells.get(cell.index())?;
        // A shift by 64 or more would overflow. No domain contains such a value.
        let below = values.bits() & (1u64.checked_shl(value.into())? - 1);
        let is_allowed = values.contains(value);
        is_allowed.then(|| first + below.count_ones() as Lit)
    }

    /// Returns the cells in ascending order of their indices.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cells.len()).map(Cell::from_index)
    }
}

impl Formula {
    pub(crate) fn new(cells: Variables) -> Self {
        Self {
            variables: cells.count(),
            cells,
            blocks: vec![],
            literals: vec![],
            ends: vec![],
        }
    }

    /// Returns the number of clauses.
    #[must_use]
    pub fn clause_count(&self) -> usize {
        self.ends.len()
    }

    /// Returns the total number of literals in all clauses.
    #[must_use]
    pub fn size(&self) -> usize {
        self.literals.len()
    }

    /// Returns the clause with the given index.
    #[must_use]
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.literals[start..self.ends[index]]
    }

    /// Iterates over all clauses, block by block.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.clause_count()).map(|index| self.clause(index))
    }

    pub(crate) fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.literals.extend(clause);
        self.ends.push(self.literals.len());
    }

    pub(crate) fn open_block(&mut self, source: Source) {
        let at = self.clause_count();
        self.blocks.push(Block {
            source,
            clauses: at..at,
        });
    }

    pub(crate) fn close_block(&mut self) {
        let end = self.clause_count();
        if let Some(block) = self.blocks.last_mut() {
            block.clauses.end = end;
        }
    }

    /// Adds a block that excludes a solution, given as one value per cell.
    pub fn exclude(&mut self, solution: &[u8]) {
        self.open_block(Source::OtherSolution);
        let cells = self.cells.cells().zip(solution);
        let differs = cells.filter_map(|(cell, &value)| Some(-self.cells.variable(cell, value)?));
        let clause: Vec<Lit> = differs.collect();
        self.push(clause);
        self.close_block();
    }
}
