//! A puzzle as plain data.

use crate::{Cell, Clue, DigitSet, Element, Import, Layout, OwnRule, Recognised, Sentence, Unread};
use serde::{Deserialize, Serialize};

/// A puzzle as its setter wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// Grid size, digits, boxes.
    pub layout: Layout,
    /// Auxiliary variables. Their cells follow the grid's, in this order.
    pub extras: Vec<Extra>,
    /// Rules that the puzzle defines for itself. They take precedence over rules of the book with the same name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_rules: Vec<OwnRule>,
    /// Cells restricted to some digits: a given has one digit, a restricted cell has several. Two restrictions of one
    /// cell both hold.
    pub givens: Vec<Given>,
    /// The clues: everything else that a setter can remove.
    pub clues: Vec<Clue>,
    /// Title, author, rules text.
    pub about: About,
    /// The expected digits in reading order (`None` if unknown): checked, never trusted.
    pub solution: Option<Vec<Option<u8>>>,
    /// Digits that a solver typed but the setter did not give. They are not clues: search ignores them.
    pub entries: Vec<(Cell, u8)>,
    /// Cosmetic parts of the source, with their kind and number, for reports.
    pub drawings: Vec<Drawing>,
    /// The source's picture, element by element, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Element>,
    /// The rules text, sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
    /// Groups of drawings and sentences that became clues. A verdict about such clues counts only if it is `unique`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recognised: Vec<Recognised>,
    /// The data for interpreting the drawings again; `None` if they were not interpreted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<Import>,
    /// Drawings that may be rules. While there are some, a verdict about the clues alone does not apply to the puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// The parts of the source that are not clues, kept for writing the same format again.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// Notices for the setter: ignored parts, suspicious clues.
    pub warnings: Vec<String>,
}

/// A restriction of one cell to some digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Given {
    /// The cell that holds the given.
    pub cell: Cell,
    /// The digits that the cell may hold.
    pub digits: DigitSet,
}

/// A group of auxiliary variables: a single unknown ("letter"), several, or one per grid cell ("layer").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// The name of the variable in clues: `A`, `shade`.
    pub name: String,
    /// The number of cells that the variable adds.
    pub size: u16,
    /// Number of columns, for a layer whose cells have neighbours; 0 if they have none.
    pub columns: u8,
    /// The digits that the cells of the variable may hold.
    pub values: DigitSet,
}

/// The texts that accompany a puzzle.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct About {
    /// The puzzle's title.
    pub title: Option<String>,
    /// The setter's name.
    pub author: Option<String>,
    /// The rules text for solvers.
    pub rules: Option<String>,
    /// The link that the puzzle came from.
    pub source: Option<String>,
    /// The message for a solver who has finished.
    pub message: Option<String>,
}

/// A group of similar cosmetic parts of the source file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The kind of the drawing, in the words of its format: `line`, `circle`, `text`.
    pub kind: String,
    /// Number of parts of this kind.
    pub count: usize,
}

/// The parts of a source other than its clues, unchanged: drawings, notes, unknown keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the format.
    pub format: String,
    /// A document of that format with everything else removed.
    pub document: serde_json::Value,
}

impl Puzzle {
    /// Creates a puzzle with a layout and nothing else.
    #[must_use]
    pub fn new(layout: Layout) -> Self {
        Self {
            layout,
            ..Self::default()
        }
    }

    /// Returns the number of cells, those of auxiliary variables included.
    #[must_use]
    pub fn cell_count(&self) -> usize {
        self.layout.cell_count()
            + self
                .extras
                .iter()
                .map(|e| usize::from(e.size))
                .sum::<usize>()
    }

    /// Turns typed digits into givens.
    pub fn give_entries(&mut self) {
        let typed = self.entries.drain(..);
        self.givens.extend(typed.map(|(cell, digit)| Given {
            cell,
            digits: DigitSet::one(digit),
        }));
    }

    /// Returns the first cell of an auxiliary variable or layer, and its description.
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

    /// Returns the name of any cell: `R1C1` in the grid, `A`, `shade[R1C1]` or `A[2]` for auxiliary variables, and `the
    /// digit missing from row 1` after these.
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
        // The variables for missing digits, one per house, come after the puzzle's own.
        format!("the digit missing from {}", self.layout.house(rest))
    }

    /// Returns the values that a cell may hold before givens are applied.
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
