//! Every constraint type of ISS: the rule it becomes and how its arguments are written.

use crate::formats::near;
use Form::*;
use Grid::*;
use Scope::*;
use std::collections::HashMap;
use std::sync::LazyLock;

/// A constraint type.
#[derive(Debug)]
pub(crate) struct Type {
    /// As written after the dot; empty for givens.
    pub(crate) name: &'static str,
    /// The rule of its clues; empty where it makes none, or several.
    pub(crate) rule: &'static str,
    /// How its arguments are written.
    pub(crate) form: Form,
    /// Where it may stand.
    pub(crate) scope: Scope,
    /// What grid it needs.
    pub(crate) grid: Grid,
}

/// How a type's arguments become cells and parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Form {
    // What the puzzle is made of.
    Shape,
    Var,
    NoBoxes,
    RegionSize,
    Jigsaw,
    Given,
    Priority,
    Ties,
    // Groups of other constraints.
    Or,
    And,
    Replicate,
    End,
    /// A type that we do not know.
    Unknown,
    /// No arguments; the rule speaks of the whole grid.
    Global,
    /// `1` or `-1`.
    Diagonal,
    /// No arguments; two rules.
    StrictKropki,
    /// No arguments; the region labels.
    Chaos,
    /// At least so many cells.
    Cells(usize),
    /// A number, by the name of its parameter, and cells.
    Numbered(&'static str),
    /// `v_v_v` and cells.
    Values,
    /// Each two cells that touch make a clue.
    Pairs,
    Whisper,
    SumLine,
    Arrow,
    Pill,
    Cage,
    Sum,
    LookAndSay,
    Quad,
    SameValues,
    EqualSum,
    /// One cell, then others.
    Control,
    Indexing,
    Regex,
    Machine,
    /// A pair key, by the slot rule it goes with; the flag says that the key's `-` and `_` are swapped.
    Table {
        swapped: bool,
        all_pairs: bool,
    },
    /// `R1~forward~backward`, by the name of the parameter and its smallest value.
    Sides(&'static str, i64),
    Sandwich,
    LittleKiller,
    Connected,
    ChaosArrow,
    ChaosCount,
}

/// Where a type may stand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Scope {
    /// At the top and in every composite.
    Anywhere,
    /// At the top, in `And` and in `Or`.
    Unshifted,
    /// At the top only.
    Top,
}

/// What grid a type needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Grid {
    Any,
    /// Rows and columns that do not repeat.
    Sudoku,
    /// As many rows as columns, too.
    Square,
}

const fn row(name: &'static str, rule: &'static str, form: Form, scope: Scope, grid: Grid) -> Type {
    Type {
        name,
        rule,
        form,
        scope,
        grid,
    }
}

/// All types. Where several make clues of one rule, the first that fits is the one we write.
pub(crate) static TYPES: &[Type] = &[
    row("Shape", "", Shape, Top, Any),
    row("Var", "", Var, Top, Any),
    row("NoBoxes", "", NoBoxes, Top, Sudoku),
    row("RegionSize", "", RegionSize, Top, Sudoku),
    row("Jigsaw", "", Jigsaw, Top, Sudoku),
    row("", "", Given, Anywhere, Any),
    row("SearchPriority", "", Priority, Top, Any),
    row("Or", "any-of", Or, Anywhere, Any),
    row("And", "all-of", And, Anywhere, Any),
    row("Replicate", "", Replicate, Anywhere, Any),
    row("End", "", End, Anywhere, Any),
    // The whole grid.
    row("AntiKnight", "anti-knight", Global, Top, Sudoku),
    row("AntiKing", "anti-king", Global, Top, Sudoku),
    row("AntiConsecutive", "non-consecutive", Global, Top, Any),
    row("AntiTaxicab", "anti-taxicab", Global, Top, Any),
    row("Windoku", "windoku", Global, Top, Square),
    row("DisjointSets", "disjoint-groups", Global, Top, Square),
    row("GlobalEntropy", "global-entropy", Global, Top, Any),
    row("GlobalMod", "global-modular", Global, Top, Any),
    row("DutchFlatmates", "dutch-flatmates", Global, Top, Any),
    row("StrictXV", "xv-negative", Global, Top, Any),
    row("StrictKropki", "", StrictKropki, Top, Any),
    row("Diagonal", "", Diagonal, Top, Square),
    row(
        "RegionSameValues",
        "region-same-values",
        Global,
        Top,
        Sudoku,
    ),
    row("Doppelganger", "doppelganger", Global, Top, Square),
    row("FullRankTies", "", Ties, Top, Square),
    row("ConnectedValues", "connected-values", Connected, Top, Any),
    row(
        "ChaosConstruction",
        "chaos-construction",
        Chaos,
        Top,
        Sudoku,
    ),
    row("ChaosArrow", "chaos-arrow", ChaosArrow, Top, Any),
    row("ChaosCount", "chaos-count", ChaosCount, Top, Any),
    // Lines.
    row("Thermo", "thermometer", Cells(1), Anywhere, Any),
    row("Whisper", "german-whisper", Whisper, Anywhere, Any),
    row("Renban", "renban", Cells(1), Anywhere, Any),
    row(
        "Modular",
        "modular-line",
        Numbered("modulus"),
        Anywhere,
        Any,
    ),
    row("Entropic", "entropic-line", Cells(1), Anywhere, Any),
    row(
        "RegionSumLine",
        "region-sum-line",
        Cells(1),
        Anywhere,
        Sudoku,
    ),
    row("Between", "between-line", Cells(2), Anywhere, Any),
    row(
        "Lockout",
        "lockout-line",
        Numbered("difference"),
        Anywhere,
        Any,
    ),
    row("Palindrome", "palindrome", Cells(1), Anywhere, Any),
    row("Zipper", "zipper-line", Cells(1), Anywhere, Any),
    row("SumLine", "sum-line", SumLine, Anywhere, Any),
    row("Arrow", "arrow", Arrow, Anywhere, Any),
    row("PillArrow", "arrow", Pill, Anywhere, Any),
    row("DoubleArrow", "double-arrow", Cells(2), Anywhere, Any),
    row("Lunchbox", "lunchbox", Numbered("sum"), Anywhere, Any),
    row("ValueIndexing", "value-indexing", Cells(3), Anywhere, Any),
    row("Regex", "regex", Regex, Anywhere, Any),
    row("NFA", "nfa", Machine, Anywhere, Any),
    row(
        "Pair",
        "pair-table",
        Table {
            swapped: false,
            all_pairs: false,
        },
        Anywhere,
        Any,
    ),
    row(
        "Binary",
        "pair-table",
        Table {
            swapped: true,
            all_pairs: false,
        },
        Anywhere,
        Any,
    ),
    // Sets of cells.
    row("Cage", "killer-cage", Cage, Anywhere, Any),
    row("Sum", "sum", Sum, Anywhere, Any),
    row("RellikCage", "rellik-cage", Numbered("sum"), Anywhere, Any),
    row("EqualityCage", "equality-cage", Cells(2), Anywhere, Any),
    row("AllDifferent", "extra-region", Cells(1), Anywhere, Any),
    row("ContainAtLeast", "contains-at-least", Values, Anywhere, Any),
    row("ContainExact", "contains-exactly", Values, Anywhere, Any),
    row("LookAndSay", "look-and-say", LookAndSay, Anywhere, Any),
    row("Quad", "quadruple", Quad, Anywhere, Any),
    row("SameValues", "same-values", SameValues, Anywhere, Any),
    row("EqualSum", "equal-sums", EqualSum, Anywhere, Any),
    row(
        "CountingCircles",
        "counting-circles",
        Cells(1),
        Anywhere,
        Any,
    ),
    row("CountDistinct", "count-distinct", Control, Anywhere, Any),
    row("Indexing", "", Indexing, Anywhere, Any),
    row(
        "PairX",
        "pair-table-all",
        Table {
            swapped: false,
            all_pairs: true,
        },
        Anywhere,
        Any,
    ),
    row(
        "BinaryX",
        "pair-table-all",
        Table {
            swapped: true,
            all_pairs: true,
        },
        Anywhere,
        Any,
    ),
    // Between two cells.
    row("WhiteDot", "white-dot", Pairs, Anywhere, Any),
    row("BlackDot", "black-dot", Pairs, Anywhere, Any),
    row("X", "x", Pairs, Anywhere, Any),
    row("V", "v", Pairs, Anywhere, Any),
    row("GreaterThan", "inequality", Pairs, Anywhere, Any),
    // Beside the grid.
    row(
        "LittleKiller",
        "little-killer",
        LittleKiller,
        Unshifted,
        Sudoku,
    ),
    row("Sandwich", "sandwich", Sandwich, Unshifted, Sudoku),
    row("XSum", "x-sum", Sides("sum", 1), Unshifted, Sudoku),
    row(
        "Skyscraper",
        "skyscraper",
        Sides("count", 1),
        Unshifted,
        Sudoku,
    ),
    row(
        "HiddenSkyscraper",
        "hidden-skyscraper",
        Sides("digit", 0),
        Unshifted,
        Sudoku,
    ),
    row(
        "NumberedRoom",
        "numbered-room",
        Sides("digit", 0),
        Unshifted,
        Sudoku,
    ),
    row("FullRank", "full-rank", Sides("rank", 1), Unshifted, Square),
];

/// Stands for a type that is left out because we do not know it.
pub(super) static UNKNOWN: Type = row("", "", Unknown, Anywhere, Any);

/// The type of a name.
pub(super) fn find(name: &str) -> Option<&'static Type> {
    static BY_NAME: LazyLock<HashMap<&str, &Type>> =
        LazyLock::new(|| TYPES.iter().map(|t| (t.name, t)).collect());
    BY_NAME.get(name).copied()
}

/// The type that a rule is written as.
pub(super) fn of_rule(rule: &str) -> Option<&'static Type> {
    static BY_RULE: LazyLock<HashMap<&str, &Type>> = LazyLock::new(|| {
        let ruled = TYPES.iter().rev().filter(|t| !t.rule.is_empty());
        ruled.map(|t| (t.rule, t)).collect()
    });
    BY_RULE.get(rule).copied()
}

/// The known type whose name is nearest to a wrong one, if it is near at all.
pub(super) fn nearest(name: &str) -> Option<&'static str> {
    let same = |kind: &&Type| kind.name.eq_ignore_ascii_case(name);
    let names = TYPES.iter().map(|kind| kind.name).filter(|n| n.len() > 1);
    match TYPES.iter().find(same) {
        Some(kind) => Some(kind.name),
        None => near::nearest(name, names),
    }
}

impl Type {
    /// How it is written, for help.
    pub(super) fn usage(&self) -> String {
        let arguments = match self.form {
            Shape => "~ROWSxCOLUMNS~LOW-HIGH",
            Var => "~PREFIX~label~size",
            RegionSize => "~size",
            Jigsaw => "~one character for each cell",
            Given => "~R1C1_value~R1C2_value_value",
            Priority => "~number~cell~cell",
            Ties => "~none, ~only-unclued or ~any",
            Diagonal => "~1 (/) or ~-1 (\\)",
            Replicate => "~targets~origin",
            NoBoxes | Or | And | End | Unknown | Global | StrictKropki | Chaos => "",
            Cells(_) | Pairs => "~cell~cell",
            Numbered(_) | Cage => "~number~cell~cell",
            Values => "~value_value~cell~cell",
            Whisper => "~difference~cell~cell or ~cell~cell",
            SumLine => "~sum~cell~cell or ~sum~cell~cell~LOOP",
            Arrow => "~circle~cell~cell",
            Pill => "~2 or 3~pill cell~pill cell~cell",
            Sum => "~sum~cell~cell or ~sum_=_2_-1~cell~cell",
            LookAndSay => "~count value count value~cell~cell, such as ~1324~R1C1~R1C2",
            Quad => "~top left cell~value~value",
            SameValues => "~number of sets~cell~cell",
            EqualSum => "~cell~cell~-~cell~cell",
            Control => "~counting cell~cell~cell",
            Indexing => "~C or R~cell~cell",
            Regex => "~pattern in base64~cell~cell",
            Machine => "~machine~_name~cell~cell",
            Table { .. } => "~key~_name~cell~cell",
            Sides(..) => "~R1 or C1~forward~backward",
            Sandwich => "~sum~R1 or C1",
            LittleKiller => "~sum~first cell of a diagonal",
            Connected => "~group~value_value~size",
            ChaosArrow => "~cell~offset~CC cell~CC cell~-~CC cell",
            ChaosCount => "~cell~offset~CC cell~CC cell",
        };
        format!("`.{}{arguments}`", self.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Book;

    #[test]
    fn names_are_unique() {
        for kind in TYPES {
            assert!(std::ptr::eq(find(kind.name).expect("listed"), kind));
        }
    }

    #[test]
    fn near_names_are_found() {
        assert_eq!(nearest("Thermos"), Some("Thermo"));
        assert_eq!(nearest("antiknight"), Some("AntiKnight"));
        assert_eq!(nearest("Palindrom"), Some("Palindrome"));
        assert_eq!(nearest("Xyzzy"), None);
    }

    /// The rules that a name in a rule file's `import.iss` makes clues of.
    fn rules_of(import: &str) -> Vec<&'static str> {
        match import {
            "Diagonal~1" => vec!["diagonal-up"],
            "Diagonal~-1" => vec!["diagonal-down"],
            "Indexing~C" => vec!["column-indexer"],
            "Indexing~R" => vec!["row-indexer"],
            "StrictKropki" => vec!["white-dot-negative", "black-dot-negative"],
            "SameValues" => vec!["same-values", "all-equal"],
            // The dutch whisper is a whisper with a difference; we read it as the general one.
            "Whisper" => vec!["german-whisper", "dutch-whisper"],
            name => find(name).map(|kind| kind.rule).into_iter().collect(),
        }
    }

    #[test]
    fn the_rule_files_agree() {
        for rule in Book::builtin().rules() {
            let rule = rule.expect("a good rule file");
            for import in rule.import.get("iss").into_iter().flatten() {
                let rules = rules_of(import);
                assert!(
                    rules.contains(&rule.name.as_str()),
                    "{}: {import}",
                    rule.name
                );
            }
        }
    }

    #[test]
    fn rules_of_the_table_name_their_type() {
        for kind in TYPES.iter().filter(|k| !matches!(k.form, Or | And)) {
            let Ok(rule) = Book::builtin().rule(kind.rule) else {
                continue;
            };
            let imports = rule.import.get("iss").cloned().unwrap_or_default();
            assert!(
                imports.iter().any(|i| i == kind.name),
                "{}: {imports:?}",
                kind.name
            );
        }
    }
}
