//! What a clue of each rule names: the shape of its cells and its parameters.

/// How a rule's clues are written.
#[derive(Debug)]
pub(super) struct Form {
    pub(super) name: &'static str,
    pub(super) aliases: &'static [&'static str],
    pub(super) shape: Shape,
    pub(super) params: &'static [(&'static str, Kind, Need)],
}

/// What a clue names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    Line,
    Group,
    Pair,
    Cell,
    Square,
    Outside,
    Diagonal,
    Arrow,
    Pieces,
    Copy,
    Control,
    Global,
}

/// What a parameter is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Number,
    Numbers,
    Text,
}

/// Whether a clue must give a parameter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Need {
    Must,
    May,
}

impl Shape {
    /// The slots in the order in which a clue's text gives them.
    pub(super) fn slots(self) -> &'static [&'static str] {
        match self {
            Self::Arrow => &["bulb", "shaft"],
            Self::Copy => &["cells", "copy"],
            Self::Control => &["control", "cells"],
            Self::Global => &[],
            _ => &["cells"],
        }
    }
}

/// The form of a rule by its name or alias.
pub(super) fn form(name: &str) -> Option<&'static Form> {
    FORMS
        .iter()
        .find(|form| form.name == name || form.aliases.contains(&name))
}

/// The names of all rules.
pub(super) fn names() -> impl Iterator<Item = &'static str> {
    FORMS.iter().map(|form| form.name)
}

const fn plain(name: &'static str, shape: Shape) -> Form {
    with(name, shape, &[])
}

const fn with(
    name: &'static str,
    shape: Shape,
    params: &'static [(&'static str, Kind, Need)],
) -> Form {
    Form {
        name,
        aliases: &[],
        shape,
        params,
    }
}

const fn alias(aliases: &'static [&'static str], form: Form) -> Form {
    Form { aliases, ..form }
}

use Kind::{Number, Numbers, Text};
use Need::{May, Must};
use Shape::{Arrow, Cell, Control, Diagonal, Global, Group, Line, Outside, Pair, Pieces, Square};

static FORMS: &[Form] = &[
    with("killer-cage", Group, &[("sum", Number, May)]),
    with(
        "sum",
        Group,
        &[("sum", Number, Must), ("weights", Numbers, May)],
    ),
    with("little-killer", Diagonal, &[("sum", Number, Must)]),
    plain("arrow", Arrow),
    plain("double-arrow", Line),
    plain("thermometer", Line),
    plain("slow-thermometer", Line),
    with("white-dot", Pair, &[("difference", Number, May)]),
    with("black-dot", Pair, &[("ratio", Number, May)]),
    with(
        "white-dot-negative",
        Global,
        &[("differences", Numbers, May)],
    ),
    with("black-dot-negative", Global, &[("ratios", Numbers, May)]),
    plain("x", Pair),
    plain("v", Pair),
    with("xv-negative", Global, &[("sums", Numbers, May)]),
    plain("inequality", Pair),
    alias(
        &["whisper"],
        with("german-whisper", Line, &[("difference", Number, May)]),
    ),
    with("dutch-whisper", Line, &[("difference", Number, May)]),
    plain("renban", Line),
    plain("nabner", Line),
    plain("parity-line", Line),
    plain("entropic-line", Line),
    plain("palindrome", Line),
    plain("same-difference-line", Line),
    plain("zipper-line", Line),
    plain("region-sum-line", Line),
    with("modular-line", Line, &[("modulus", Number, May)]),
    with(
        "sum-line",
        Line,
        &[("sum", Number, May), ("loop", Number, May)],
    ),
    plain("between-line", Line),
    with("lockout-line", Line, &[("difference", Number, May)]),
    plain("equal-sums", Pieces),
    with("sandwich", Outside, &[("sum", Number, Must)]),
    with("x-sum", Outside, &[("sum", Number, Must)]),
    with("skyscraper", Outside, &[("count", Number, Must)]),
    with("hidden-skyscraper", Outside, &[("digit", Number, Must)]),
    with("numbered-room", Outside, &[("digit", Number, Must)]),
    with("quadruple", Square, &[("digits", Numbers, Must)]),
    plain("minimum", Group),
    plain("maximum", Group),
    plain("odd", Cell),
    plain("even", Cell),
    plain("clone", Shape::Copy),
    alias(&["all-different"], plain("extra-region", Group)),
    plain("all-equal", Group),
    plain("same-values", Pieces),
    with("contains-at-least", Group, &[("digits", Numbers, Must)]),
    with("contains-exactly", Group, &[("digits", Numbers, Must)]),
    plain("diagonal-up", Global),
    plain("diagonal-down", Global),
    plain("windoku", Global),
    plain("disjoint-groups", Global),
    plain("anti-knight", Global),
    plain("anti-king", Global),
    plain("non-consecutive", Global),
    plain("anti-diagonal-consecutive", Global),
    plain("global-entropy", Global),
    plain("global-modular", Global),
    plain("anti-taxicab", Global),
    with("taxicab", Global, &[("distance", Number, Must)]),
    plain("row-indexer", Cell),
    plain("column-indexer", Cell),
    plain("box-indexer", Cell),
    plain("counting-circles", Group),
    with("look-and-say", Group, &[("digits", Numbers, Must)]),
    with("regex", Line, &[("pattern", Text, Must)]),
    with("nfa", Pieces, &[("machine", Text, Must)]),
    with("pair-table", Line, &[("key", Text, Must)]),
    with("pair-table-all", Group, &[("key", Text, Must)]),
    plain("value-indexing", Line),
    plain("count-distinct", Control),
    with("lunchbox", Line, &[("sum", Number, Must)]),
    with("rellik-cage", Group, &[("sum", Number, Must)]),
    plain("equality-cage", Group),
    plain("dutch-flatmates", Global),
];
