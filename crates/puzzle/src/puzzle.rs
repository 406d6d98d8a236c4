//! Puzzles as plain data.

use crate::{Cell, Clue, DigitSet, Element, Import, Layout, OwnRule, Recognised, Sentence, Unread};
use serde::{Deserialize, Serialize};

/// A puzzle as its setter wrote it, including everything in its source that is not a clue.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Puzzle {
    /// The size of the grid, its digits and its boxes.
    pub layout: Layout,
    /// Groups of auxiliary variables. The variables are numbered after the cells of the grid, in the
    /// order of the groups.
    pub extras: Vec<Extra>,
    /// Rules that the puzzle defines for itself. They take precedence over rules of the rule book with the same name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub own_rules: Vec<OwnRule>,
    /// Cells that are restricted to some digits. A given digit leaves one candidate, and given candidates leave
    /// several. If a cell has two restrictions, both apply.
    pub givens: Vec<Given>,
    /// The clues: everything that a setter can remove, except givens.
    pub clues: Vec<Clue>,
    /// Text about the puzzle, such as its title, author and rules.
    pub about: About,
    /// The expected solution in reading order, with `None` for unknown digits. The solver compares it with the solution
    /// that it finds, but never relies on it.
    pub solution: Option<Vec<Option<u8>>>,
    /// Digits that a solver entered. They are not clues, so searches ignore them.
    pub entries: Vec<(Cell, u8)>,
    /// The cosmetic elements of the source, counted by kind for reports.
    pub drawings: Vec<Drawing>,
    /// The source's picture, element by element, in the order of the file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elements: Vec<Element>,
    /// The rules text, sentence by sentence.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sentences: Vec<Sentence>,
    /// Groups of drawings and sentences that were read as clues. A verdict about these clues counts only if it is
    /// `unique`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub recognised: Vec<Recognised>,
    /// The data for interpreting the drawings again; `None` if there are no drawings to interpret.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub import: Option<Import>,
    /// Drawings and sentences that may be rules. As long as there are any, a verdict about the clues does not apply to
    /// the puzzle.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
    /// The content of the source other than its clues, kept so that writing the same format again preserves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kept: Option<Kept>,
    /// Notices for the setter, such as ignored content and suspicious clues.
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

/// A group of auxiliary variables: a single unknown (a "letter"), several unknowns, or one unknown for each cell of the
/// grid (a "layer").
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Extra {
    /// The name by which clues refer to the group, such as `A` or `shade`.
    pub name: String,
    /// Number of variables in the group.
    pub size: u16,
    /// Number of columns of a layer whose cells have neighbours; otherwise 0.
    pub columns: u8,
    /// The values that each variable may have.
    pub values: DigitSet,
}

/// Text that accompanies a puzzle.
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
    /// The message that a solver sees after finishing the puzzle.
    pub message: Option<String>,
}

/// A group of similar cosmetic elements of a source.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Drawing {
    /// The kind of the elements, by its name in the source's format, such as `line`, `circle` or `text`.
    pub kind: String,
    /// Number of elements in the group.
    pub count: usize,
}

/// The content of a source other than its clues, unchanged: drawings, notes and unknown keys.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Kept {
    /// The name of the source's format.
    pub format: String,
    /// The source's document without everything that the puzzle itself contains.
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

    /// Turns the digits that a solver entered into givens.
    pub fn give_entries(&mut self) {
        let typed = self.entries.drain(..);
        self.givens.extend(typed.map(|(cell, digit)| Given {
            cell,
            digits: DigitSet::one(digit),
        }));
    }

    /// Returns the group of auxiliary variables with a name, and its first variable.
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

    /// Returns the name of a cell or an auxiliary variable: `R1C1` in the grid, or `A`, `shade[R1C1]` or `A[2]` in a
    /// group. Variables that lowering adds after the groups have names such as `the digit missing from row 1`.
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
        // For each house, lowering adds a variable for its missing digit after the puzzle's own variables.
        format!("the digit missing from {}", self.layout.house(rest))
    }

    /// Returns the values that a cell or an auxiliary variable may have before givens are applied.
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
