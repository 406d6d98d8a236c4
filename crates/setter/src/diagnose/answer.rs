//! The result of a diagnosis, as it is serialised for other programs.

use super::argument::Argument;
use cluewright_engine::search::{Answer, Estimate};
use cluewright_puzzle::{Edit, Param};
use cluewright_rules::Named;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// The result of a diagnosis. Parts that do not apply to its verdict are empty.
///
/// As JSON: the keys of [`Answer`], and those below.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// True if the one solution found is the file's; null unless the puzzle is unique and the file has a solution.
    pub matches: Option<bool>,
    /// The clues, givens and houses that the file's own solution violates.
    pub violated: Vec<Named>,
    /// If there is no solution: sets of clues that have no common solution, smallest first.
    pub conflicts: Vec<ConflictSet>,
    /// True if the list has all conflicts.
    pub all_conflicts: bool,
    /// A human argument for the first conflict, if human logic finds one. In JSON it is a list of sentences.
    #[serde(skip)]
    pub argument: Option<Argument>,
    /// If there is no solution: clues whose removal leaves one; removals that leave exactly one come first.
    pub repairs: Vec<Removal>,
    /// If the puzzle is not unique: single changes that make the puzzle unique, likeliest first.
    pub changes: Vec<Change>,
    /// If the puzzle is not unique: the number of changes tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<Tried>,
    /// If there are several solutions: the undetermined cells, and givens that would settle them.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub freedom: Option<Freedom>,
    /// If the puzzle is unique: the role of each clue.
    pub clues: Vec<Role>,
    /// If the puzzle is unique: the clues that are redundant on their own.
    pub redundant: Vec<Named>,
    /// If the puzzle is unique, on request: its difficulty.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// If the puzzle is unique, on request: a minimal set of clues that keeps it unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<Minimal>,
    /// Changes since an earlier version, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// Number of searches after the verdict.
    pub calls: u64,
    /// True if no limit cut the diagnosis short.
    pub finished: bool,
}

/// A set of clues without a common solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConflictSet {
    /// The clues that have no common solution.
    pub clues: Vec<Named>,
    /// True if every clue is proven necessary: without any one of them, the others have a solution. For this test, a clue that is left
    /// out still counts as a mark, so rules about unmarked cells do not apply to its cells; they do once it is removed.
    pub minimal: bool,
}

/// A set of clues whose removal gives the puzzle a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Removal {
    /// The clues to remove.
    pub remove: Vec<Named>,
    /// The removal as edits; empty if a house of the layout would have to be removed.
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

    /// Lists the names of the clues to remove.
    #[must_use]
    pub fn in_words(&self) -> String {
        let names: Vec<&str> = self.remove.iter().map(|clue| clue.name.as_str()).collect();
        names.join(" and ")
    }
}

/// A single change that leaves exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// The clue to change; for a missing clue, the one to add.
    pub clue: Named,
    /// The other clue, if the values of two are exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Named>,
    /// The kind of slip that the change corrects.
    pub slip: Slip,
    /// The changed clue's name; if the name stays the same, followed by the new parameters in brackets.
    pub becomes: String,
    /// The cells of the changed clue.
    pub cells: Vec<String>,
    /// The parameters that are new.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// The change as one or two edits; empty if no puzzle file can express it.
    pub edits: Vec<Edit>,
    /// True if the change keeps the file's solution.
    pub keeps_solution: bool,
    /// The one solution: one character for each cell of the grid.
    pub solution: String,
}

impl Change {
    /// Describes the change: `the 19 cage at R1C4 -> the 18 cage at R1C4`.
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

    /// Describes a change that moves one cell: "the 9 cage at R1C1 with R2C3 in place of R1C3".
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

    /// Describes a change that adds or removes a cell: "the 9 cage at R1C1 with R1C3 too"; for a line that begins earlier, "with R1C3
    /// before R1C1".
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

/// Numbers of single changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tried {
    /// Number of all changes tried.
    pub changes: usize,
    /// Changes that a limit left undecided.
    pub undecided: usize,
}

/// The kinds of slips that a setter makes when entering a clue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Slip {
    /// A given has the wrong digit.
    Digit,
    /// A clue has the wrong number.
    Number,
    /// A clue has the wrong rule of its kind, such as a black dot for a white one.
    Kind,
    /// A line runs in the wrong direction.
    Direction,
    /// A clue has one cell too many or too few.
    Cell,
    /// A clue has one wrong cell.
    Moved,
    /// A clue is one cell off, or rotated.
    Place,
    /// The values of two clues are exchanged.
    Exchange,
    /// A clue is missing.
    Missing,
}

/// The undetermined cells of a puzzle with several solutions.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Freedom {
    /// An estimate of the number of solutions, if they were not all counted.
    pub estimate: Option<Estimate>,
    /// Cells with more than one possible digit.
    pub open: Vec<OpenCell>,
    /// The digits of all other cells, in reading order; null for open cells.
    pub settled: Vec<Option<u8>>,
    /// True if every digit of `open` is proven or refuted.
    pub open_complete: bool,
    /// Givens that would each make the puzzle unique on their own.
    pub single_givens: Vec<NewGiven>,
    /// A few givens that would together make the puzzle unique.
    pub additions: Vec<NewGiven>,
    /// True if no smaller set of givens would make the puzzle unique.
    pub smallest: bool,
    /// Small sets of cells in which two solutions differ.
    pub deadly: Vec<Deadly>,
}

/// A cell and the digits that it has in some solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenCell {
    /// The name of the cell.
    pub cell: String,
    /// The digits of the cell in the solutions.
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

/// Cells that can be filled in two ways while all other cells stay the same.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deadly {
    /// The names of the cells.
    pub cells: Vec<String>,
    /// The digits of the cells in each of the two solutions.
    pub digits: [Vec<u8>; 2],
    /// The two solutions, each as one line of digits.
    pub solutions: [String; 2],
    /// True if no two solutions differ only within a smaller part of these cells.
    pub minimal: bool,
}

/// The role of a clue in a unique puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Role {
    /// The clue whose role this is.
    pub clue: Named,
    /// `essential` if the puzzle needs the clue.
    pub worth: Worth,
    /// Number of solutions without the clue.
    pub solutions: u64,
    /// True if `solutions` is the exact number.
    pub complete: bool,
    /// The cells in which the solutions without the clue differ.
    pub opens: Vec<String>,
    /// The difficulty without the clue, on request, if the puzzle stays unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// The parts of the clue that could be removed on their own, if it has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Piece>,
}

/// The difficulty of a puzzle for people.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difficulty {
    /// The rating of the hardest step, on the scale of Sudoku Explainer.
    pub rating: f64,
    /// The tier of that rating.
    pub tier: String,
    /// The expected amount of human work.
    pub effort: f64,
}

/// A part of a clue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// The name of the part, such as `its sum` or `its end R4C1`.
    pub name: String,
    /// `essential` if the puzzle needs the part.
    pub worth: Worth,
}

/// The answer to the question whether a unique puzzle needs a clue or a part of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// The puzzle is not unique without the clue or part.
    Essential,
    /// The puzzle is unique without the clue or part.
    Redundant,
    /// A limit was reached before this was decided.
    Undecided,
}

/// A minimal set of clues: none of them can be removed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Minimal {
    /// The clues that were removed.
    pub removed: Vec<Named>,
    /// True if it is proven that no other clue can be removed.
    pub proven: bool,
    /// The seed for the order in which clues were tried.
    pub seed: u64,
}

/// The changes since an earlier version of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Since {
    /// The clues that are new.
    pub added: Vec<Named>,
    /// The clues that were removed.
    pub removed: Vec<Named>,
    /// True if the versions differ in something else: size, digits or boxes.
    pub layout_changed: bool,
    /// The verdict of the earlier version.
    pub verdict: cluewright_engine::search::Verdict,
    /// The changes each of which would make the puzzle unique if undone.
    pub to_blame: Vec<Named>,
}
