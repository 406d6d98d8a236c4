//! The result of a diagnosis in its serialised form.

use super::argument::Argument;
use cluewright_engine::search::{Answer, Estimate};
use cluewright_puzzle::{Edit, Param};
use cluewright_rules::Named;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a diagnosis. Fields that do not apply to the verdict are empty.
///
/// In JSON, the object has the keys of [`Answer`] and the keys below.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// True if the only solution found is the file's own; null unless the puzzle is unique and the file includes a solution.
    pub matches: Option<bool>,
    /// The clues, givens and houses that the file's own solution violates.
    pub violated: Vec<Named>,
    /// If there is no solution: sets of clues without a common solution, smallest first.
    pub conflicts: Vec<ConflictSet>,
    /// True if `conflicts` lists every conflict.
    pub all_conflicts: bool,
    /// A human argument for the first conflict, if human logic finds one. In JSON it is a list of sentences.
    #[serde(skip)]
    pub argument: Option<Argument>,
    /// If there is no solution: clues whose removal makes the puzzle solvable. Removals that leave exactly one solution come
    /// first.
    pub repairs: Vec<Removal>,
    /// If the puzzle is not unique: single changes that would make it unique, likeliest first.
    pub changes: Vec<Change>,
    /// If the puzzle is not unique: the number of changes tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<Tried>,
    /// If there are several solutions: the undetermined cells, and givens that would determine them.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub freedom: Option<Freedom>,
    /// If the puzzle is unique: the role of each clue, that is, whether the puzzle needs it.
    pub clues: Vec<Role>,
    /// If the puzzle is unique: the clues that can be removed, each on its own.
    pub redundant: Vec<Named>,
    /// If the puzzle is unique, on request: its difficulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// If the puzzle is unique, on request: a minimal set of clues that keep it unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<Minimal>,
    /// The changes since an earlier version, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// Number of searches run after the verdict was proven.
    pub calls: u64,
    /// True if no limit cut the diagnosis short.
    pub finished: bool,
}

/// A set of clues without a common solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConflictSet {
    /// The clues without a common solution.
    pub clues: Vec<Named>,
    /// True if every clue is proven necessary: if any one of the clues is left out, the others have a solution. In these
    /// tests, the cells of a left-out clue still count as marked, so rules about unmarked cells exempt them. Once the clue
    /// is really removed, these rules apply to its cells.
    pub minimal: bool,
}

/// A set of clues whose removal gives the puzzle a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Removal {
    /// The clues to remove.
    pub remove: Vec<Named>,
    /// The removal as edits; empty if it would remove a house of the layout.
    pub edits: Vec<Edit>,
    /// Number of solutions after the removal.
    pub solutions: u64,
    /// True if `solutions` is the exact number.
    pub complete: bool,
}

impl Removal {
    /// Returns `true` if exactly one solution remains.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.complete && self.solutions == 1
    }

    /// Returns the names of the clues to remove, joined with "and".
    #[must_use]
    pub fn in_words(&self) -> String {
        let names: Vec<&str> = self.remove.iter().map(|clue| clue.name.as_str()).collect();
        names.join(" and ")
    }
}

/// A single change that leaves exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// The clue to change or, if a clue is missing, the clue to add.
    pub clue: Named,
    /// The other clue, if the values of two clues are exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Named>,
    /// The kind of mistake that the change corrects.
    pub slip: Slip,
    /// The name of the changed clue. If the name stays the same, the new parameters follow in brackets.
    pub becomes: String,
    /// The cells of the changed clue.
    pub cells: Vec<String>,
    /// The parameters that differ from those of the original clue.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// The change as one or two edits; empty if no puzzle file can express it.
    pub edits: Vec<Edit>,
    /// True if the change keeps the file's solution.
    pub keeps_solution: bool,
    /// The only solution after the change: one character per cell, in reading order.
    pub solution: String,
}

impl Change {
    /// Describes the change, for example as `the 19 cage at R1C4 -> the 18 cage at R1C4`.
    #[must_use]
    pub fn in_words(&self) -> String {
        if let Some(with) = &self.with {
            return format!("{} and {}, values exchanged", self.clue.name, with.name);
        }
        match self.slip {
            Slip::Missing => format!("add {}", self.becomes),
            Slip::Direction => format!("{}, read from its other end", self.clue.name),
            Slip::Cell => self.describe_cells(),
            Slip::Moved => self.describe_moved_cell(),
            Slip::Place => format!("{}, on {} instead", self.clue.name, self.cells.join(" ")),
            _ => format!("{} -> {}", self.clue.name, self.becomes),
        }
    }

    /// Describes a change that moves one cell, for example as "the 9 cage at R1C1 with R2C3 in place of R1C3".
    fn describe_moved_cell(&self) -> String {
        let beyond = |these: &[String], those: &[String]| {
            let mut cells = these.iter();
            cells.find(|cell| !those.contains(cell)).cloned()
        };
        let (before, after) = (&self.clue.cells, &self.cells);
        let name = &self.clue.name;
        match (beyond(after, before), beyond(before, after)) {
            (Some(new), Some(old)) => format!("{name} with {new} in place of {old}"),
            _ => format!("{name} on the cells {}", after.join(" ")),
        }
    }

    /// Describes a change that adds or removes a cell, for example as "the 9 cage at R1C1 with R1C3 too". If a line now
    /// begins earlier, the text is "with R1C3 before R1C1".
    fn describe_cells(&self) -> String {
        let (before, after) = (&self.clue.cells, &self.cells);
        let beyond = |these: &[String], those: &[String]| {
            let mut cells = these.iter();
            cells.find(|cell| !those.contains(cell)).cloned()
        };
        let name = &self.clue.name;
        match (beyond(after, before), beyond(before, after)) {
            (Some(more), _) if after.first() == Some(&more) => match before.first() {
                Some(first) => format!("{name} with {more} before {first}"),
                None => format!("{name} with {more} too"),
            },
            (Some(more), _) => format!("{name} with {more} too"),
            (_, Some(less)) => format!("{name} without {less}"),
            _ => format!("{name} on the cells {}", after.join(" ")),
        }
    }
}

/// Numbers of single changes that were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tried {
    /// Number of changes tried, including undecided ones.
    pub changes: usize,
    /// Number of changes that a limit left undecided.
    pub undecided: usize,
}

/// The kinds of mistakes that setters make when they enter a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Slip {
    /// A given has the wrong digit.
    Digit,
    /// A clue has the wrong number.
    Number,
    /// A clue has the wrong rule of its family, such as a black dot for a white one.
    Kind,
    /// A line runs in the wrong direction.
    Direction,
    /// A clue has one cell too many or too few.
    Cell,
    /// One cell of a clue is wrong.
    Moved,
    /// A whole clue is one cell off, or rotated.
    Place,
    /// The values of two clues are exchanged.
    Exchange,
    /// A clue was forgotten.
    Missing,
}

/// The undetermined cells of a puzzle with several solutions.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Freedom {
    /// An estimate of the number of solutions, unless all of them were counted.
    pub estimate: Option<Estimate>,
    /// Cells with more than one possible digit.
    pub open: Vec<OpenCell>,
    /// The digits that are the same in every solution, in reading order. Undetermined cells are null.
    pub settled: Vec<Option<u8>>,
    /// True if every candidate of the cells in `open` was proven possible or impossible.
    pub open_complete: bool,
    /// Givens that would each make the puzzle unique on their own.
    pub single_givens: Vec<NewGiven>,
    /// A few givens that would make the puzzle unique together.
    pub additions: Vec<NewGiven>,
    /// True if no smaller set of givens would make the puzzle unique.
    pub smallest: bool,
    /// Minimal sets of cells in which two solutions differ.
    pub deadly: Vec<Deadly>,
}

/// An undetermined cell, with its possible digits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenCell {
    /// The name of the cell.
    pub cell: String,
    /// The digits that the cell has in some solution.
    pub digits: Vec<u8>,
}

/// A given to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NewGiven {
    /// The name of the cell that gets the given.
    pub cell: String,
    /// The digit of the given.
    pub digit: u8,
}

/// A set of cells with two alternative fillings, while all other cells stay the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deadly {
    /// The names of the cells.
    pub cells: Vec<String>,
    /// The two fillings of the cells.
    pub digits: [Vec<u8>; 2],
    /// The two solutions, each as one character per cell in reading order.
    pub solutions: [String; 2],
    /// True if no two solutions differ only in a proper subset of the cells.
    pub minimal: bool,
}

/// The role of a clue in a unique puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Role {
    /// The clue.
    pub clue: Named,
    /// `essential` if the puzzle is not unique without the clue.
    pub worth: Worth,
    /// Number of solutions without the clue.
    pub solutions: u64,
    /// True if `solutions` is the exact number.
    pub complete: bool,
    /// The cells that become undetermined without the clue.
    pub opens: Vec<String>,
    /// The difficulty without the clue; only on request, and only if the puzzle stays unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The parts of the clue that were tested on their own, such as its sum; empty if the clue has no such parts.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Piece>,
}

/// The difficulty of a puzzle for human solvers.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difficulty {
    /// The rating of the hardest step, on the scale of Sudoku Explainer.
    pub rating: f64,
    /// The tier to which the rating belongs.
    pub tier: String,
    /// The expected human effort for the whole solve path.
    pub effort: f64,
}

/// A removable part of a clue, such as the sum of a cage.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// The name of the part, such as `its sum` or `its end R4C1`.
    pub name: String,
    /// `essential` if the puzzle is not unique without the part.
    pub worth: Worth,
}

/// The result of testing whether a unique puzzle needs a clue or a part of a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// The puzzle has several solutions without the clue or part.
    Essential,
    /// The puzzle stays unique without the clue or part.
    Redundant,
    /// A limit was reached before this was decided.
    Undecided,
}

/// A minimal set of clues, from which no clue can be removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Minimal {
    /// The clues that were removed.
    pub removed: Vec<Named>,
    /// True if it is proven that no other clue can be removed.
    pub proven: bool,
    /// The random seed for the order in which clues were tried.
    pub seed: u64,
}

/// The changes between an earlier version of a puzzle and the new one.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Since {
    /// The clues of the new version that the earlier one lacks.
    pub added: Vec<Named>,
    /// The clues of the earlier version that the new one lacks.
    pub removed: Vec<Named>,
    /// True if the versions also differ in size, digits or boxes.
    pub layout_changed: bool,
    /// The verdict of the earlier version.
    pub verdict: cluewright_engine::search::Verdict,
    /// The changes that would each make the puzzle unique if undone.
    pub to_blame: Vec<Named>,
}
