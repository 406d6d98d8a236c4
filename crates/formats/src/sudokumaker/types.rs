//! The types of SudokuMaker's constraints, and the rules that they state.

/// A type of constraint.
pub(super) struct Type {
    pub(super) number: i64,
    /// The name of the constraint type, for messages.
    pub(super) name: &'static str,
    pub(super) form: Form,
}

/// The form in which a type states its clues.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// Givens, which are marked on their cells.
    Givens,
    /// `{regions}`: a region number for each cell, -1 for no region.
    Regions,
    /// `{areas}`: rectangles whose rows and columns do not repeat digits; the whole grid if absent.
    RowsAndColumns,
    /// A rule about the whole grid.
    Global(&'static str),
    /// Cells in the same position within their boxes must differ.
    DisjointGroups,
    /// `{groups}`: every 2x2 holds a digit of each group.
    Squares,
    /// `{cells}`: each cell is a clue.
    Marks(&'static str),
    /// `{cells}`: all cells form one clue, because two marked cells are not compared with each other.
    MarkedCells(&'static str),
    /// `{cells}`: all cells form one clue.
    Cells(&'static str),
    /// `{clues: [{edge, value}], negative}`, and a member that exempts pairs with the other kind of dot.
    Dots(Dot),
    /// `{clues: [{edge, value}], negative}`: the values are sums.
    Sums,
    /// `{lines}`: each line is a clue.
    Lines(&'static str),
    /// `{lines}` of a rule about a set of cells. A closed loop names its first cell twice.
    Sets(&'static str),
    /// `{lines, minDifference}`: whispers.
    Whispers,
    /// `{lines, singleRegionTotals}`: region sums.
    RegionSums,
    /// `{lines}` on which digits change by a constant step.
    Sequences,
    /// `{lines, groups}`: each run of n cells holds a digit of each of the n groups.
    GroupLines,
    /// `{lines}` whose ends differ by at least 4.
    Lockouts,
    /// `{thermometers, slow}`: thermometers. Either all of them are slow, or none of them is.
    Thermometers,
    /// `{cages: [{cells, value}]}`: cages. The value 0 means that the cage has no sum.
    Cages,
    /// `{cages: [{cells, value}]}`: look-and-say cages. The value is a string of digits.
    LookAndSay,
    /// `{clues: [{corner, digits}]}`: quadruples.
    Quadruples,
    /// `{bulbsWithArrows: [{bulbCells, arrows}]}`: arrows. Each arrow begins with a cell of its bulb.
    Arrows,
    /// `{clues: [{outerCell, diagonal, value}]}`: little killers.
    LittleKillers,
    /// `{clues: [{outerCell, value}]}`: clues outside the grid. The value is the named parameter.
    Outside(&'static str, &'static str),
    /// `{groups}`: clones. They stay open, because it is not published which cells correspond to each other.
    Clones,
    /// `{definition, input}`: a program in JavaScript, which is never run.
    Program,
    /// `{lines}` of points: drawn lines.
    DrawnLines,
    /// `{cages}`: drawn cages, which state no rule.
    DrawnCages,
    /// `{params, symbols}`: drawn symbols.
    Symbols,
    /// `{cells}`: cells that are never in the fog.
    FogLights,
    /// Triggers that lift the fog.
    FogTriggers,
}

/// A kind of dot between two cells.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Dot {
    pub(super) rule: &'static str,
    /// The parameter that holds the value of a dot.
    pub(super) param: &'static str,
    /// The default value of this parameter in our rule.
    pub(super) usual: i64,
    /// The rule about pairs without a dot, and the parameter for its values.
    pub(super) negative: (&'static str, &'static str),
    /// The member that, if `true`, exempts pairs with a dot of this kind from the negative rule of the other
    /// kind.
    pub(super) exempts: &'static str,
}

const DIFFERENCE: Dot = Dot {
    rule: "white-dot",
    param: "difference",
    usual: 1,
    negative: ("white-dot-negative", "differences"),
    exempts: "overrideNegativeRatios",
};

const RATIO: Dot = Dot {
    rule: "black-dot",
    param: "ratio",
    usual: 2,
    negative: ("black-dot-negative", "ratios"),
    exempts: "overrideNegativeDifferences",
};

pub(super) static TYPES: &[Type] = &[
    entry(0, "given digits", Form::Givens),
    entry(1, "regions", Form::Regions),
    entry(10, "negative diagonal", Form::Global("diagonal-down")),
    entry(11, "positive diagonal", Form::Global("diagonal-up")),
    entry(12, "anti-king", Form::Global("anti-king")),
    entry(13, "anti-knight", Form::Global("anti-knight")),
    entry(14, "disjoint groups", Form::DisjointGroups),
    entry(15, "non-consecutive", Form::Global("non-consecutive")),
    entry(16, "global 2x2 groups", Form::Squares),
    entry(100, "even cells", Form::Marks("even")),
    entry(101, "odd cells", Form::Marks("odd")),
    entry(102, "maximum cells", Form::MarkedCells("maximum")),
    entry(103, "minimum cells", Form::MarkedCells("minimum")),
    entry(200, "difference dots", Form::Dots(DIFFERENCE)),
    entry(201, "ratio dots", Form::Dots(RATIO)),
    entry(202, "XV", Form::Sums),
    entry(300, "thermometers", Form::Thermometers),
    entry(301, "killer cages", Form::Cages),
    entry(302, "clones", Form::Clones),
    entry(303, "quadruples", Form::Quadruples),
    entry(304, "look-and-say cages", Form::LookAndSay),
    entry(305, "different values", Form::Cells("extra-region")),
    entry(400, "renban lines", Form::Sets("renban")),
    entry(401, "whisper lines", Form::Whispers),
    entry(402, "palindromes", Form::Lines("palindrome")),
    entry(403, "between lines", Form::Lines("between-line")),
    entry(404, "region sum lines", Form::RegionSums),
    entry(405, "sequence lines", Form::Sequences),
    entry(406, "digit group lines", Form::GroupLines),
    entry(407, "lockout lines", Form::Lockouts),
    entry(408, "arrows", Form::Arrows),
    entry(409, "double arrows", Form::Lines("double-arrow")),
    entry(500, "little killers", Form::LittleKillers),
    entry(501, "sandwich sums", Form::Outside("sandwich", "sum")),
    entry(502, "X-sums", Form::Outside("x-sum", "sum")),
    entry(503, "skyscrapers", Form::Outside("skyscraper", "count")),
    entry(
        504,
        "numbered rooms",
        Form::Outside("numbered-room", "digit"),
    ),
    entry(600, "row indexers", Form::Cells("row-indexer")),
    entry(601, "column indexers", Form::Cells("column-indexer")),
    entry(1000, "JavaScript constraint", Form::Program),
    entry(2000, "cosmetic lines", Form::DrawnLines),
    entry(2001, "cosmetic cages", Form::DrawnCages),
    entry(2002, "cosmetic symbols", Form::Symbols),
    entry(2003, "rows and columns", Form::RowsAndColumns),
    entry(4000, "fog lights", Form::FogLights),
    entry(4001, "fog triggers", Form::FogTriggers),
];

const fn entry(number: i64, name: &'static str, form: Form) -> Type {
    Type { number, name, form }
}

impl Form {
    /// Returns the members of a constraint that a type of this form reads, and those that never affect
    /// digits.
    pub(super) fn members(self) -> &'static [&'static str] {
        match self {
            Self::Givens | Self::Global(_) | Self::DisjointGroups => &[],
            Self::Regions => &["regions"],
            Self::RowsAndColumns => &["areas"],
            Self::Squares | Self::Clones => &["groups"],
            Self::Marks(_) | Self::MarkedCells(_) | Self::Cells(_) => &["cells"],
            // A static list cannot contain a member of `dot`, so each kind of dot has its own list.
            Self::Dots(dot) if dot.rule == DIFFERENCE.rule => {
                &["clues", "negative", DIFFERENCE.exempts]
            }
            Self::Dots(_) => &["clues", "negative", RATIO.exempts],
            Self::Sums => &["clues", "negative"],
            Self::Lines(_) | Self::Sets(_) | Self::Sequences | Self::Lockouts => &["lines"],
            Self::DrawnLines => &["lines"],
            Self::Whispers => &["lines", "minDifference"],
            Self::RegionSums => &["lines", "singleRegionTotals"],
            Self::GroupLines => &["lines", "groups"],
            Self::Thermometers => &["thermometers", "slow"],
            Self::Cages | Self::LookAndSay | Self::DrawnCages => &["cages"],
            Self::Arrows => &["bulbsWithArrows"],
            Self::Quadruples | Self::LittleKillers | Self::Outside(..) => &["clues"],
            Self::Program => &["definition", "input"],
            Self::Symbols => &["params", "symbols"],
            Self::FogLights => &["cells", "lightCells"],
            Self::FogTriggers => &["patterns", "overrides", "triggers", "effects", "editor"],
        }
    }
}

/// Members that every constraint may have.
pub(super) const COMMON: [&str; 7] = [
    "id",
    "type",
    "name",
    "style",
    "enabled",
    "disabled",
    "solverIgnored",
];

/// The members of a puzzle that are read.
pub(super) const PUZZLE: [&str; 11] = [
    "name",
    "author",
    "comment",
    "cells",
    "constraints",
    "type",
    "size",
    "width",
    "height",
    "minDigit",
    "maxDigit",
];

/// The members of a puzzle that never affect digits.
pub(super) const MUTE: [&str; 4] = ["id", "messages", "exportSettings", "creationTimestamp"];

/// The members of a cell: its digit, whether the digit is a given, and a solver's notes.
pub(super) const CELL: [&str; 5] = [
    "value",
    "given",
    "colors",
    "candidates",
    "cornerPencilMarks",
];
