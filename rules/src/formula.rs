//! A formula after the type check: names are indexes, every part has its type.
//!
//! Evaluation and lowering both run on this; neither looks a name up.

use super::ast::Comparison;
use cluewright_puzzle::Cell;

/// A truth value of a full grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Constant(bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Compare(Comparison, Number, Number),
    /// `true` if the number is in the set (or not in it, if `negated`); false if the number does not exist.
    In {
        value: Number,
        set: Set,
        negated: bool,
    },
    Distinct(List),
    /// The numbers of all frames differ.
    DistinctNumbers(Quantifier, Box<Number>),
    /// The numbers of all frames are the same.
    EqualNumbers(Quantifier, Box<Number>),
    Consecutive(List),
    Same(List, List),
    /// The values are a word of the machine; the segments are read with a break between them.
    Accepts(Segments, Machine),
    Related(Place, Place, Text),
    Obeys(Box<Use>),
    Each(Quantifier, Box<Formula>),
    Some(Quantifier, Box<Formula>),
    Scan(Box<Scan>),
    Connected(Quantifier, Box<Formula>),
    /// The values differ, and the cells between those with the smallest and the largest value have this sum.
    Encloses(List, Number),
    /// The list, read as a number, has this rank among all rows and columns, each read from both ends; ties are allowed if the second
    /// number is not 0.
    Ranks(List, Number, Number),
    /// Labels divide cells into connected regions of the given size, each with different contents.
    Regions(List, List, Number),
}

impl Formula {
    /// Returns `true` if the formula states that a parameter, which it mentions once, equals something. Other formulas may imply an
    /// equality too, but are not recognised.
    pub(super) fn equates(&self, param: usize) -> bool {
        let is_param = |number: &Number| *number == Number::Param(param);
        match self {
            Self::And(parts) => parts.iter().any(|part| part.equates(param)),
            Self::Compare(Comparison::Equal, one, other) => is_param(one) || is_param(other),
            Self::Encloses(_, number) | Self::Ranks(_, number, _) => is_param(number),
            _ => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Literal(i64),
    Measure(Measure),
    Param(usize),
    /// The n-th number of a parameter that holds several.
    Item(usize, Box<Number>),
    Variable(usize),
    Value(Place),
    Length(Sequence),
    /// Each part, and `true` if it is subtracted.
    Total(Vec<(bool, Number)>),
    Product(Box<Number>, Box<Number>),
    /// The quotient, rounded down.
    Quotient(Box<Number>, Box<Number>),
    /// The remainder, which is never negative.
    Remainder(Box<Number>, Box<Number>),
    Absolute(Box<Number>),
    Extreme(Extreme, Vec<Numbers>),
    Sum(List),
    SumOf(Quantifier, Box<Number>),
    ExtremeOf(Extreme, Quantifier, Box<Number>),
    Count(Quantifier, Box<Formula>),
    Kinds(List),
    /// The one digit that is missing from the cells.
    Missing(List),
    Decimal(List),
    If(Box<Formula>, Box<Number>, Box<Number>),
    RowOf(Place),
    ColumnOf(Place),
    BoxOf(Place),
    PlaceIn(Place, List),
}

/// Numbers of the layout.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Measure {
    Size,
    Low,
    High,
    Rows,
    Columns,
    BoxHeight,
    BoxWidth,
    BlockHeight,
    BlockWidth,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Extreme {
    Least,
    Most,
}

/// An argument of `min` or `max`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Numbers {
    Of(List),
    One(Number),
}

/// An expression that denotes one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Place {
    Variable(usize),
    Named(Cell),
    /// The n-th cell, from 1.
    At(Box<List>, Box<Number>),
    Last(Box<List>),
    Middle(Box<List>),
    /// The cell of a layer that corresponds to a cell of the grid; the layer begins at this cell.
    Beside(Cell, Box<Place>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// All cells of a slot, its repetitions one after another.
    Slot(usize),
    Variable(usize),
    Grid,
    /// A layer: its first cell and the number of its cells.
    Layer(Cell, u16),
    Row(Place),
    Column(Place),
    Box(Place),
    Neighbours(Place),
    Around(Place),
    /// The cells on the edge of the grid or layer, clockwise.
    Border(Box<List>),
    Inner(Box<List>),
    Rest(Box<List>),
    Reverse(Box<List>),
    Joined(Vec<List>),
    Except(Box<List>, Box<List>),
    /// The first n cells.
    Prefix(Box<Number>, Box<List>),
    /// The cells between two positions, counted from 1, both included.
    Slice(Box<List>, Box<Number>, Box<Number>),
    Filter(Box<Quantifier>),
    Single(Place),
    /// The cells of a layer that correspond to the list's cells; the layer begins at this cell.
    Beside(Cell, Box<List>),
}

/// A use of another rule of the book, on lists and numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) rule: Text,
    /// The lists for the slots of the rule, in order.
    pub(super) lists: Vec<List>,
    /// The numbers for the parameters of the rule, in order.
    pub(super) numbers: Vec<Number>,
}

/// A sequence with positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    Cells(List),
    Param(usize),
}

/// The input of an automaton.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Segments {
    One(List),
    Pieces,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Machine {
    Pattern(Text),
    Encoded(Text),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Text {
    Literal(String),
    Param(usize),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Set(pub(super) Vec<Item>);

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item {
    One(Number),
    Range(Number, Number),
    /// The number or the numbers of a parameter.
    Param(usize),
}

/// Binds variables, from number `first` on, in frames; a frame counts if the condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantifier {
    pub(super) binding: Box<Binding>,
    pub(super) first: usize,
    pub(super) condition: Option<Box<Formula>>,
    /// `true` if the body depends only on the cells bound here, and not on their positions: its value is then the same in all frames with
    /// equal values.
    pub(super) closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    Cells(List),
    Adjacent(List),
    Pair(List),
    Mirrored(List),
    Matched(List, List),
    /// Binds each cell of a run of this length.
    Window(usize, List),
    /// Binds the run as a list.
    WindowOf(Number, List),
    Segment(List),
    Subset(List),
    Touching(List, Vec<String>),
    Move(Number, Number, List),
    Square(List),
    Houses(Houses),
    Piece,
    AdjacentPieces,
    PairOfPieces,
    Position(Sequence),
    Set(Set),
    Digit,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Houses {
    All,
    Rows,
    Columns,
    Boxes,
}

/// A fold over a list with a few counters, followed by a test.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) list: List,
    /// The variable of the cell; the counters follow it.
    pub(super) first: usize,
    pub(super) start: Vec<Number>,
    pub(super) step: Vec<Number>,
    pub(super) test: Formula,
    /// `true` if the next values depend on the cell's position, in addition to its value.
    pub(super) positional: bool,
}

impl Binding {
    /// Returns the number of variables that a frame binds.
    pub(super) fn width(&self) -> usize {
        match self {
            Self::Adjacent(_)
            | Self::Pair(_)
            | Self::Mirrored(_)
            | Self::Matched(..)
            | Self::Touching(..)
            | Self::Move(..)
            | Self::AdjacentPieces
            | Self::PairOfPieces => 2,
            Self::Window(width, _) => *width,
            _ => 1,
        }
    }
}
