//! Puzzles as plain data.

use crate::{Cell, Clue, DigitSet, Element, Import, Layout, OwnRule, Recognised, Sentence, Unread};
use serde::{Deserialize, Serialize};

/// A puzzle as its setter wrote it, with the parts of its source that are not clues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The size of the grid, its digits and its boxes.
    pub layout: Layout,
    /// Groups of auxiliary variables. Their cells are numbered after those of the grid, in this order.
    pub extras: Vec<Extra>,
    /// Rules that the puzzle defines for itself. They take precedence over rules with the same name in the book.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_rules: Vec<OwnRule>,
    /// Restrictions of cells to some digits. A given leaves one digit, and a restricted cell several. If a cell has two
    /// restrictions, both hold.
    pub givens: Vec<Given>,
    /// The clues: everything else that a setter can remove.
    pub clues: Vec<Clue>,
    /// The texts of the puzzle, such as its title, author and rules.
    pub about: About,
    /// The expected solution in reading order, with `None` for unknown digits. It is compared with the solution that is
    /// found, and never trusted.
    pub solution: Option<Vec<Option<u8>>>,
    /// Digits that a solver typed. They are not clues, so searches ignore them.
    pub entries: Vec<(Cell, u8)>,
    /// The cosmetic parts of the source, counted by kind for reports.
    pub drawings: Vec<Drawing>,
    /// The source's picture, element by element, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Element>,
    /// The rules text, sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
    /// Groups of drawings and sentences that were read as clues. A verdict about such clues counts only if it is
    /// `unique`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recognised: Vec<Recognised>,
    /// The data for interpreting the drawings again; `None` if there are none to interpret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<Import>,
    /// Drawings and sentences that may be rules. While there are any, a verdict about the clues does not apply to the
    /// puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// The parts of the source that are not clues, kept so that they survive writing the same format again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// Notices for the setter, such as ignored parts and suspicious clues.
    pub warnings: Vec<String>,
}

/// A restriction of a cell to some digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The restricted cell.
    pub cell: Cell,
    /// The digits that the cell may hold.
    pub digits: DigitSet,
}

/// A group of auxiliary variables: a single unknown (a "letter"), several, or one for each cell of the grid (a
/// "layer").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// The name by which clues refer to the group, such as `A` or `shade`.
    pub name: String,
    /// Number of variables in the group.
    pub size: u16,
    /// For a layer whose cells have neighbours, its number of columns; otherwise 0.
    pub columns: u8,
    /// The values that each variable may have.
    pub values: DigitSet,
}

/// The texts that accompany a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The title of the puzzle.
    pub title: Option<String>,
    /// The name of the setter.
    pub author: Option<String>,
    /// The rules text for solvers.
    pub rules: Option<String>,
    /// The link from which the puzzle was read.
    pub source: Option<String>,
    /// The message that is shown to a solver who has finished the puzzle.
    pub message: Option<String>,
}

/// A group of similar cosmetic parts of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The kind of the parts, as the source's format calls it, such as `line`, `circle` or `text`.
    pub kind: String,
    /// Number of parts in the group.
    pub count: usize,
}

/// The parts of a source other than its clues, unchanged: drawings, notes and unknown keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the source's format.
    pub format: String,
    /// A document in that format from which everything else has been removed.
    pub document: serde_json::Value,
}

impl Puzzle {
    /// Creates an empty puzzle with a layout.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            ..Self::default()
        }
    }

    /// Returns the number of cells, including auxiliary variables.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.layout.cell_count()
            + self
                .extras
                .iter()
                .map(|e| usize::from(e.size))
                .sum::<usize>()
    }

    /// Converts the digits that a solver typed to givens.
    pub fn give_entries(&mut self) {
        let typed = self.entries.drain(..);
        self.givens.extend(typed.map(|(cell, digit)| Given {
            cell,
            digits: DigitSet::one(digit),
        }));
    }

    /// Returns the group of auxiliary variables with this name, and its first cell.
    #[must_use]
    pub fn extra(&self, name: &str) -> Option<(Cell, &Extra)> {
        let mut first = self.layout.cell_count();
        for extra in &self.extras {
            if extra.name == name {
                return Some((Cell::from_index(first), extra));
            }
            first += usize::from(extra.size);
        }
        None
    }

    /// Returns the name of a cell: `R1C1` in the grid, and `A`, `shade[R1C1]` or `A[2]` for auxiliary variables. The
    /// variables that follow these are called `the digit missing from row 1` and so on.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        let grid = self.layout.cell_count();
        if cell.index() < grid {
            return self.layout.name(cell);
        }
        let mut rest = cell.index() - grid;
        for extra in &self.extras {
            let size = usize::from(extra.size);
            if rest < size {
                return match size {
                    1 => extra.name.clone(),
                    _ if size == grid => {
                        format!(
                            "{}[{}]",
                            extra.name,
                            self.layout.name(Cell::from_index(rest))
                        )
                    }
                    _ => format!("{}[{}]", extra.name, rest + 1),
                };
            }
            rest -= size;
        }
        // Lowering adds a variable for the missing digit of each house after the puzzle's own variables.
        format!("the digit missing from {}", self.layout.house(rest))
    }

    /// Returns the domain of a cell before givens are applied.
    #[must_use]
    pub fn domain(&self, cell: Cell) -> DigitSet {
        let mut rest = match cell.index().checked_sub(self.layout.cell_count()) {
            None => return self.layout.digits(),
            Some(rest) => rest,
        };
        for extra in &self.extras {
            match rest.checked_sub(usize::from(extra.size)) {
                None => return extra.values,
                Some(less) => rest = less,
            }
        }
        DigitSet::EMPTY
    }
}
