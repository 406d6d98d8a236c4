//! The keys of f-puzzles files: those that state rules, with the form of their entries, and all others that are read or
//! ignored.

use cluewright_puzzle::Step;

/// A key of the file whose entries are clues of one rule.
pub(super) struct Key {
    pub(super) name: &'static str,
    /// The name of the rule in the rule book.
    pub(super) rule: &'static str,
    pub(super) form: Form,
}

/// The form in which a key states its clues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// The value `true`, for a rule about the whole grid.
    Flag,
    /// `{lines}`: each line is a clue. The entry's value, if it has one, is the named parameter.
    Lines(Option<&'static str>),
    /// `{lines}` of a rule about a set of cells. A closed loop names its first cell twice, so the second mention is dropped.
    Sets,
    /// `{cells, lines}`: each line is a clue, and all of them share the bulb `cells`.
    Arrow,
    /// `{cells, value}`: one clue. The value, if there is one, is the named parameter.
    Cells(Option<&'static str>),
    /// `{cell}`: a clue about one cell.
    Mark,
    /// `{cell}`: all entries of the key form one clue, because two marked cells are not compared with each other.
    Marks,
    /// `{cells, value}` with two cells. The value, if there is one, is the named parameter.
    Pair(&'static str),
    /// `{cells, value}` with two cells. The value, X or V, determines the rule.
    Xv,
    /// `{cells, cloneCells}`: a clone, as two lists of corresponding cells.
    Clone,
    /// `{cells, values}` with the four cells of a 2x2.
    Quadruple,
    /// `{cell, value}` with a cell next to a row or column. The value is the named parameter.
    Outside(&'static str),
    /// `{cell, direction, value}` with the cell outside the grid at which a diagonal begins.
    Diagonal,
}

/// The keys in the order in which f-puzzles writes them. If two keys state the same rule, its clues are written under the
/// first one.
pub(super) static KEYS: &[Key] = &[
    key("diagonal+", "diagonal-up", Form::Flag),
    key("diagonal-", "diagonal-down", Form::Flag),
    key("antiknight", "anti-knight", Form::Flag),
    key("antiking", "anti-king", Form::Flag),
    key("disjointgroups", "disjoint-groups", Form::Flag),
    key("extraregion", "extra-region", Form::Cells(None)),
    key("odd", "odd", Form::Mark),
    key("even", "even", Form::Mark),
    key("thermometer", "thermometer", Form::Lines(None)),
    key("slowthermometer", "slow-thermometer", Form::Lines(None)),
    key("palindrome", "palindrome", Form::Lines(None)),
    key("renban", "renban", Form::Sets),
    key(
        "whispers",
        "german-whisper",
        Form::Lines(Some("difference")),
    ),
    key(
        "germanwhispers",
        "german-whisper",
        Form::Lines(Some("difference")),
    ),
    key(
        "dutchwhispers",
        "dutch-whisper",
        Form::Lines(Some("difference")),
    ),
    key("regionsumline", "region-sum-line", Form::Lines(None)),
    key("entropicline", "entropic-line", Form::Lines(None)),
    key("modularline", "modular-line", Form::Lines(None)),
    key("nabner", "nabner", Form::Sets),
    key("zipperline", "zipper-line", Form::Lines(None)),
    key("doublearrow", "double-arrow", Form::Lines(None)),
    key("betweenline", "between-line", Form::Lines(None)),
    key("lockout", "lockout-line", Form::Lines(None)),
    key("arrow", "arrow", Form::Arrow),
    key("killercage", "killer-cage", Form::Cells(Some("sum"))),
    key("clone", "clone", Form::Clone),
    key("quadruple", "quadruple", Form::Quadruple),
    key("difference", "white-dot", Form::Pair("difference")),
    key("ratio", "black-dot", Form::Pair("ratio")),
    key("xv", "x", Form::Xv),
    key("minimum", "minimum", Form::Marks),
    key("maximum", "maximum", Form::Marks),
    key("rowindexer", "row-indexer", Form::Cells(None)),
    key("columnindexer", "column-indexer", Form::Cells(None)),
    key("boxindexer", "box-indexer", Form::Cells(None)),
    key("littlekillersum", "little-killer", Form::Diagonal),
    key("sandwichsum", "sandwich", Form::Outside("sum")),
    key("xsum", "x-sum", Form::Outside("sum")),
    key("skyscraper", "skyscraper", Form::Outside("count")),
];

const fn key(name: &'static str, rule: &'static str, form: Form) -> Key {
    Key { name, rule, form }
}

impl Form {
    /// Returns the members of an entry that a key of this form reads.
    pub(super) fn members(self) -> &'static [&'static str] {
        match self {
            Self::Flag => &[],
            Self::Lines(None) | Self::Sets => &["lines"],
            Self::Lines(Some(_)) => &["lines", "value"],
            Self::Arrow => &["cells", "lines"],
            Self::Cells(None) => &["cells"],
            Self::Cells(Some(_)) | Self::Pair(_) | Self::Xv => &["cells", "value"],
            Self::Mark | Self::Marks => &["cell"],
            Self::Clone => &["cells", "cloneCells"],
            Self::Quadruple => &["cells", "values"],
            Self::Outside(_) => &["cell", "value"],
            // `cells` is accepted but not read, because `cell` and `direction` already determine it.
            Self::Diagonal => &["cell", "cells", "direction", "value"],
        }
    }
}

/// The keys of drawings; their values are lists of cosmetic items.
pub(super) const COSMETIC: [&str; 5] = ["line", "circle", "rectangle", "text", "cage"];

/// The keys of fog and its triggers. They hide cells from solvers but never restrict digits.
pub(super) const FOG: [&str; 3] = ["foglight", "fogofwar", "triggereffect"];

/// The other top-level keys that are read.
pub(super) const READ: [&str; 9] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "successMessage",
    "solution",
    "nonconsecutive",
    "negative",
];

/// Top-level keys that never affect digits, such as editor settings.
pub(super) const MUTE: [&str; 4] = [
    "disabledlogic",
    "truecandidatesoptions",
    "highlightConflicts",
    "metadata",
];

/// Members of a grid cell that are read.
pub(super) const CELL: [&str; 4] = ["value", "given", "region", "givenPencilMarks"];

/// Members of a grid cell that never affect digits, such as a solver's notes.
pub(super) const CELL_MUTE: [&str; 6] = [
    "centerPencilMarks",
    "cornerPencilMarks",
    "c",
    "cArray",
    "highlight",
    "parity",
];

/// Members that only describe how an entry is drawn.
pub(super) const STYLE: [&str; 11] = [
    "outlineC",
    "baseC",
    "fontC",
    "width",
    "height",
    "size",
    "angle",
    "fromConstraint",
    "isNewConstraint",
    "fromRangskSolver",
    "opacity",
];

/// Returns the minimum difference (`value`) that f-puzzles uses for a Dutch whisper on a grid of this size.
pub(super) fn dutch_difference(size: u8) -> i64 {
    i64::from(size.div_ceil(2)) - 1
}

/// Returns `true` if the meaning of the rule depends on the regions.
pub(super) fn reads_regions(rule: &str) -> bool {
    matches!(rule, "region-sum-line" | "box-indexer" | "disjoint-groups")
}

/// The directions of little killers, each with its step in rows and columns.
const DIRECTIONS: [(&str, Step); 4] = [
    ("UR", (-1, 1)),
    ("UL", (-1, -1)),
    ("DR", (1, 1)),
    ("DL", (1, -1)),
];

/// Returns the step of a little killer's direction; upper and lower case are both accepted.
pub(super) fn step_of(direction: &str) -> Option<Step> {
    let named = |(name, _): &&(&str, Step)| name.eq_ignore_ascii_case(direction);
    DIRECTIONS.iter().find(named).map(|&(_, step)| step)
}

/// Returns the direction of a little killer's step.
pub(super) fn direction_of(step: Step) -> &'static str {
    let found = DIRECTIONS.iter().find(|&&(_, other)| other == step);
    // Every diagonal step is listed, so the empty name cannot occur.
    found.map_or("", |&(name, _)| name)
}
