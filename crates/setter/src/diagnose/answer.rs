//! What a diagnosis found, as others read it.

use super::argument::Argument;
use cluewright_engine::search::{Answer, Estimate};
use cluewright_puzzle::{Edit, Param};
use cluewright_rules::Named;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// What was found out about a puzzle. Parts that its verdict does not ask for are empty.
///
/// As JSON: the keys of [`Answer`], and those below.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Diagnosis {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// Whether the one solution is the file's; null when there is not one of each.
    pub matches: Option<bool>,
    /// What the file's own solution breaks.
    pub violated: Vec<Named>,
    /// No solution: sets of clues without a common solution, the smallest first.
    pub conflicts: Vec<ConflictSet>,
    /// Whether these are all there are.
    pub all_conflicts: bool,
    /// The human argument behind the first of them, where people's logic finds one. In JSON it is a
    /// list of sentences, if it is there.
    #[serde(skip)]
    pub argument: Option<Argument>,
    /// No solution: what to remove so that there is one; what leaves exactly one comes first.
    pub repairs: Vec<Removal>,
    /// Not unique: single changes that make it so, the likeliest first.
    pub changes: Vec<Change>,
    /// Not unique: how many changes were tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tried: Option<Tried>,
    /// Several solutions: what is open, and what would close it.
    #[serde(flatten, skip_serializing_if = "Option::is_none")]
    pub freedom: Option<Freedom>,
    /// Unique: what each clue is worth.
    pub clues: Vec<Role>,
    /// Unique: the clues that can go, each alone.
    pub redundant: Vec<Named>,
    /// Unique, if asked for: how hard it is.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// Unique, if asked for: a smallest selection of clues that keeps it so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub minimal: Option<Minimal>,
    /// What changed since an earlier version, if one was given.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<Since>,
    /// Questions put to the search beyond the verdict.
    pub calls: u64,
    /// Whether no limit cut the diagnosis short.
    pub finished: bool,
}

/// A set of clues without a common solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ConflictSet {
    /// The clues.
    pub clues: Vec<Named>,
    /// Whether it is proven that none of them is innocent: whichever of them is unknown, the others have a
    /// solution. A mark that is unknown stands where it is, so that rules of unmarked cells do not
    /// speak of its cells; they do once it is removed.
    pub minimal: bool,
}

/// Clues without which there is a solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Removal {
    /// What to remove.
    pub remove: Vec<Named>,
    /// The same as edits; none where a house of the layout is to go.
    pub edits: Vec<Edit>,
    /// How many solutions are left.
    pub solutions: u64,
    /// Whether there are no more than these.
    pub complete: bool,
}

impl Removal {
    /// Whether exactly one solution is left.
    #[must_use]
    pub fn is_unique(&self) -> bool {
        self.complete && self.solutions == 1
    }

    /// What to remove, as a setter calls it.
    #[must_use]
    pub fn in_words(&self) -> String {
        let names: Vec<&str> = self.remove.iter().map(|clue| clue.name.as_str()).collect();
        names.join(" and ")
    }
}

/// A single change that leaves exactly one solution.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    /// What to change; for something new, what to add.
    pub clue: Named,
    /// The other clue, where the values of two are exchanged.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub with: Option<Named>,
    /// What kind of slip it would mend.
    pub slip: Slip,
    /// What it becomes, as a setter calls it; where its name stays, with what is new in brackets.
    pub becomes: String,
    /// The cells that it then stands on.
    pub cells: Vec<String>,
    /// The parameters that are new.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub params: BTreeMap<String, Param>,
    /// The change as edits, one or two; none where no puzzle file can say what comes.
    pub edits: Vec<Edit>,
    /// Whether the one solution is the file's.
    pub keeps_solution: bool,
    /// The one solution: one character for each cell of the grid.
    pub solution: String,
}

impl Change {
    /// What to change, as a setter says it: `the 19 cage at R1C4 -> the 18 cage at R1C4`.
    #[must_use]
    pub fn in_words(&self) -> String {
        if let Some(with) = &self.with {
            return format!("{} and {}, values exchanged", self.clue.name, with.name);
        }
        match self.slip {
            Slip::Missing => format!("add {}", self.becomes),
            Slip::Direction => format!("{}, read from its other end", self.clue.name),
            Slip::Cell => self.cells_in_words(),
            Slip::Moved => self.moved_in_words(),
            Slip::Place => format!("{}, on {} instead", self.clue.name, self.cells.join(" ")),
            _ => format!("{} -> {}", self.clue.name, self.becomes),
        }
    }

    /// "the 9 cage at R1C1 with R2C3 in place of R1C3".
    fn moved_in_words(&self) -> String {
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

    /// "the 9 cage at R1C1 with R1C3 too"; of a line that begins sooner, "with R1C3 before R1C1".
    fn cells_in_words(&self) -> String {
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

/// How many single changes were tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Tried {
    /// All of them.
    pub changes: usize,
    /// Those of which a limit left open whether they leave exactly one solution.
    pub undecided: usize,
}

/// Ways in which a clue can be mistyped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Slip {
    /// Another digit for a given.
    Digit,
    /// Another number for a clue.
    Number,
    /// Another rule of the same kind: a black dot for a white one.
    Kind,
    /// A line from its other end.
    Direction,
    /// One cell more or less.
    Cell,
    /// One cell that should be another.
    Moved,
    /// A clue a cell from its place, or turned.
    Place,
    /// Two clues, each with the other's value.
    Exchange,
    /// A clue that was forgotten.
    Missing,
}

/// What is open in a puzzle of several solutions.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Freedom {
    /// An estimate of the number of solutions, where they were not counted.
    pub estimate: Option<Estimate>,
    /// Cells with more than one possible digit.
    pub open: Vec<OpenCell>,
    /// The digits of all other cells, in reading order; null for open cells.
    pub settled: Vec<Option<u8>>,
    /// Whether every digit of `open` was settled.
    pub open_complete: bool,
    /// Givens that each make the puzzle unique when added alone.
    pub single_givens: Vec<NewGiven>,
    /// Few givens that together make it unique.
    pub additions: Vec<NewGiven>,
    /// Whether no smaller set of givens does.
    pub smallest: bool,
    /// Small sets of cells in which two solutions differ.
    pub deadly: Vec<Deadly>,
}

/// A cell and the digits that it has in some solutions.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct OpenCell {
    /// Its name.
    pub cell: String,
    /// Its digits.
    pub digits: Vec<u8>,
}

/// A given to add.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct NewGiven {
    /// The cell's name.
    pub cell: String,
    /// Its digit.
    pub digit: u8,
}

/// Cells that can be filled in two ways while everything else stays.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Deadly {
    /// The names of the cells.
    pub cells: Vec<String>,
    /// Their digits in each of the two solutions.
    pub digits: [Vec<u8>; 2],
    /// The two solutions.
    pub solutions: [String; 2],
    /// Whether no two solutions differ in only some of these cells, with these two's digits elsewhere.
    pub minimal: bool,
}

/// What a clue of a unique puzzle is worth.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Role {
    /// The clue.
    pub clue: Named,
    /// Whether the puzzle needs it.
    pub worth: Worth,
    /// How many solutions there are without it.
    pub solutions: u64,
    /// Whether there are no more than these.
    pub complete: bool,
    /// Cells in which these solutions differ.
    pub opens: Vec<String>,
    /// How hard the puzzle is without it, where that was asked and the puzzle stays unique.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difficulty: Option<Difficulty>,
    /// Its parts, where it has any.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Piece>,
}

/// How hard a puzzle is for people.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
pub struct Difficulty {
    /// The rating of the hardest step, on the scale of Sudoku Explainer.
    pub rating: f64,
    /// The tier of that rating.
    pub tier: String,
    /// Expected human work.
    pub effort: f64,
}

/// A part of a clue.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Piece {
    /// What it is: `its sum`, `its end R4C1`.
    pub name: String,
    /// Whether the puzzle needs it.
    pub worth: Worth,
}

/// Whether a unique puzzle needs something.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Worth {
    /// Without it the puzzle is not unique.
    Essential,
    /// Without it the puzzle is unique all the same.
    Redundant,
    /// A limit was reached before it was known.
    Undecided,
}

/// Clues none of which can go.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Minimal {
    /// What was taken away.
    pub removed: Vec<Named>,
    /// Whether it is proven that nothing else can go.
    pub proven: bool,
    /// The seed of the order in which clues were tried.
    pub seed: u64,
}

/// What changed since an earlier version of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Since {
    /// Clues that are new.
    pub added: Vec<Named>,
    /// Clues that are gone.
    pub removed: Vec<Named>,
    /// What was unlike the new version in some other way: its size, its digits, its boxes.
    pub layout_changed: bool,
    /// The verdict of the earlier version.
    pub verdict: cluewright_engine::search::Verdict,
    /// Those of the changes that, undone alone, make the puzzle unique.
    pub to_blame: Vec<Named>,
}
