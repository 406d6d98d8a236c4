//! The syntax tree of a formula, before names are resolved and types are inferred.

use std::ops::Range;

/// An expression and its byte range in the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expr {
    pub(super) kind: ExprKind,
    pub(super) span: Range<usize>,
}

/// A word and its byte range in the formula.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Name {
    pub(super) text: String,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ExprKind {
    Number(i64),
    Truth(bool),
    Text(String),
    Name(String),
    /// `name(arguments)`
    Call(Name, Vec<Expr>),
    /// `name(BINDING: body)` for `sum`, `count`, `distinct`, `equal`, `min`, `max` and `connected`
    Fold(Name, Box<Binding>, Box<Expr>),
    /// `each BINDING: body`, `some BINDING: body`
    Quantified {
        every: bool,
        binding: Box<Binding>,
        body: Box<Expr>,
    },
    Scan(Box<Scan>),
    /// `LIST[n]`
    Index(Box<Expr>, Box<Expr>),
    /// `LIST[i..j]`
    Slice(Box<Expr>, Box<Expr>, Box<Expr>),
    /// `[a, b, c]`
    List(Vec<Expr>),
    /// `[c in LIST where formula]`
    Filter(Box<Binding>),
    /// `-x`
    Negated(Box<Expr>),
    Not(Box<Expr>),
    /// `a + b - c`: the terms, each with `true` if it is subtracted. It is a list, so that long sums do not nest.
    Sum(Vec<(bool, Expr)>),
    And(Vec<Expr>),
    Or(Vec<Expr>),
    Binary(Operator, Box<Expr>, Box<Expr>),
    /// `a < b < c`
    Chain(Box<Expr>, Vec<(Comparison, Expr)>),
    /// `x in {…}`, `x not in {…}`
    In {
        value: Box<Expr>,
        negated: bool,
        items: Vec<Item>,
    },
    If(Box<Expr>, Box<Expr>, Box<Expr>),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Multiply,
    Divide,
    Modulo,
    Except,
    Implies,
    Iff,
}

/// A comparison of two numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    AtMost,
    Greater,
    AtLeast,
}

/// An item of a set: a number, a range, or a parameter with several numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Item {
    pub(super) from: Expr,
    pub(super) to: Option<Expr>,
}

/// `KIND NAMES in SOURCES where CONDITION`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Binding {
    pub(super) kind: BindingKind,
    pub(super) names: Vec<Name>,
    pub(super) sources: Vec<Expr>,
    pub(super) condition: Option<Expr>,
    pub(super) span: Range<usize>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BindingKind {
    /// `c in LIST`
    Cells,
    /// `n in {…}`
    Set(Vec<Item>),
    Adjacent,
    Pair,
    Mirrored,
    Matched,
    /// `window (a, b, c) in LIST`
    Window,
    /// `window w of n in LIST`
    WindowOf(Box<Expr>),
    Segment,
    Subset,
    /// Pairs of touching cells, except the pairs that a clue of one of the named rules marks.
    Touching(Vec<String>),
    Move(Box<Expr>, Box<Expr>),
    Square,
    House,
    Row,
    Column,
    Box,
    Piece,
    Position,
    Digit,
}

/// `scan(x in LIST; state = start, …; state = next, …; test)`
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) cell: Name,
    pub(super) list: Expr,
    pub(super) start: Vec<(Name, Expr)>,
    pub(super) step: Vec<(Name, Expr)>,
    pub(super) test: Expr,
}

impl Comparison {
    /// Returns the comparison that is true exactly when this one is false.
    pub(super) fn negate(self) -> Self {
        match self {
            Self::Equal => Self::NotEqual,
            Self::NotEqual => Self::Equal,
            Self::Less => Self::AtLeast,
            Self::AtMost => Self::Greater,
            Self::Greater => Self::AtMost,
            Self::AtLeast => Self::Less,
        }
    }

    /// Returns the equivalent comparison with its two sides exchanged, such as `>` for `<`.
    pub(super) fn swap_sides(self) -> Self {
        match self {
            Self::Equal | Self::NotEqual => self,
            Self::Less => Self::Greater,
            Self::AtMost => Self::AtLeast,
            Self::Greater => Self::Less,
            Self::AtLeast => Self::AtMost,
        }
    }

    pub(super) fn holds(self, left: i64, right: i64) -> bool {
        match self {
            Self::Equal => left == right,
            Self::NotEqual => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::Greater => left > right,
            Self::AtLeast => left >= right,
        }
    }
}
