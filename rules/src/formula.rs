//! A formula after the type check: names are resolved to indices, and every part has its type.
//!
//! Both evaluation and lowering work on these trees, and neither looks up a name.

use super::ast::Comparison;
use cluewright_puzzle::Cell;

/// An expression that is true or false for a full grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Formula {
    Constant(bool),
    And(Vec<Formula>),
    Or(Vec<Formula>),
    Not(Box<Formula>),
    Iff(Box<Formula>, Box<Formula>),
    Compare(Comparison, Number, Number),
    /// True if the number is in the set (or not in it, if `negated`); false if the number does not exist.
    In {
        value: Number,
        set: Set,
        negated: bool,
    },
    Distinct(List),
    /// The numbers of all frames are different.
    DistinctNumbers(Quantifier, Box<Number>),
    /// The numbers of all frames are equal.
    EqualNumbers(Quantifier, Box<Number>),
    Consecutive(List),
    Same(List, List),
    /// The machine accepts the values; between segments it reads a break.
    Accepts(Segments, Machine),
    Related(Place, Place, Text),
    Obeys(Box<Use>),
    Each(Quantifier, Box<Formula>),
    Some(Quantifier, Box<Formula>),
    Scan(Box<Scan>),
    Connected(Quantifier, Box<Formula>),
    /// The values differ, and the cells between the smallest and the largest value have this sum.
    Encloses(List, Number),
    /// The list, read as a number, has this rank among all rows and columns, each read from both ends. Ties are allowed if the second
    /// number is not 0.
    Ranks(List, Number, Number),
    /// Labels divide cells into connected regions of the given size, each with different contents.
    Regions(List, List, Number),
}

impl Formula {
    /// Returns `true` if the formula states that a parameter, which it mentions once, equals some expression. A formula that implies such
    /// an equality in another way is not recognised.
    pub(super) fn equates(&self, param: usize) -> bool {
        let is_param = |number: &Number| *number == Number::Param(param);
        match self {
            Self::And(parts) => parts.iter().any(|part| part.equates(param)),
            Self::Compare(Comparison::Equal, one, other) => is_param(one) || is_param(other),
            Self::Encloses(_, number) | Self::Ranks(_, number, _) => is_param(number),
            _ => false,
        }
    }

    /// Returns `true` if the formula bounds a parameter, which it mentions once, from above: if it holds for a value, it holds
    /// for every smaller value.
    pub(super) fn bounds(&self, param: usize) -> bool {
        let is_param = |number: &Number| *number == Number::Param(param);
        match self {
            Self::And(parts) | Self::Or(parts) => parts.iter().any(|part| part.bounds(param)),
            Self::Each(_, body) | Self::Some(_, body) => body.bounds(param),
            Self::Compare(Comparison::AtLeast, _, number)
            | Self::Compare(Comparison::AtMost, number, _) => is_param(number),
            _ => false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Number {
    Literal(i64),
    Measure(Measure),
    Param(usize),
    /// The n-th number of a parameter with several numbers.
    Item(usize, Box<Number>),
    Variable(usize),
    Value(Place),
    Length(Sequence),
    /// The sum of the terms, each with `true` if it is subtracted.
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
    /// The only digit that is missing from the cells.
    Missing(List),
    Decimal(List),
    If(Box<Formula>, Box<Number>, Box<Number>),
    RowOf(Place),
    ColumnOf(Place),
    BoxOf(Place),
    PlaceIn(Place, List),
}

/// The dimensions of the layout that formulas can refer to, such as its number of rows or the height of its boxes.
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
    /// The n-th cell of a list, counted from 1.
    At(Box<List>, Box<Number>),
    Last(Box<List>),
    Middle(Box<List>),
    /// The cell of a layer that corresponds to a cell of the grid. The first argument is the first cell of the layer.
    Beside(Cell, Box<Place>),
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum List {
    /// All cells of a slot. If the slot is repeated, its lists are concatenated.
    Slot(usize),
    Variable(usize),
    Grid,
    /// A layer, given by its first cell and its number of cells.
    Layer(Cell, u16),
    Row(Place),
    Column(Place),
    Box(Place),
    Neighbours(Place),
    Around(Place),
    /// The cells on the edge of the grid or layer, in clockwise order.
    Border(Box<List>),
    Inner(Box<List>),
    Rest(Box<List>),
    Reverse(Box<List>),
    Joined(Vec<List>),
    Except(Box<List>, Box<List>),
    /// The first n cells of a list.
    Prefix(Box<Number>, Box<List>),
    /// The cells of a list between two positions, which are counted from 1 and included.
    Slice(Box<List>, Box<Number>, Box<Number>),
    Filter(Box<Quantifier>),
    Single(Place),
    /// The cells of a layer that correspond to the cells of a list. The first argument is the first cell of the layer.
    Beside(Cell, Box<List>),
}

/// A call to another rule of the book, with lists and numbers as arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Use {
    pub(super) rule: Text,
    /// The lists for the slots of the called rule, in order.
    pub(super) lists: Vec<List>,
    /// The numbers for the parameters of the called rule, in order.
    pub(super) numbers: Vec<Number>,
}

/// A list of cells or numbers with positions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Sequence {
    Cells(List),
    Param(usize),
}

/// The cells that an automaton reads, split into segments.
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
    /// The number or numbers of a parameter.
    Param(usize),
}

/// A binding of variables, numbered from `first` on, to one frame after another. A frame counts only if the condition holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Quantifier {
    pub(super) binding: Box<Binding>,
    pub(super) first: usize,
    pub(super) condition: Option<Box<Formula>>,
    /// `true` if the body depends only on the cells bound here, and not on their positions. Frames with equal values then give equal
    /// results.
    pub(super) closed: bool,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Binding {
    Cells(List),
    Adjacent(List),
    Pair(List),
    Mirrored(List),
    Matched(List, List),
    /// Binds one variable to each cell of a run, for every run of this many cells.
    Window(usize, List),
    /// Binds one variable to a list of cells, for every run of this many cells.
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

/// A fold over a list with a few counters, followed by a test of their final values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Scan {
    pub(super) list: List,
    /// Index of the cell's variable. The variables of the counters come right after it.
    pub(super) first: usize,
    pub(super) start: Vec<Number>,
    pub(super) step: Vec<Number>,
    pub(super) test: Formula,
    /// `true` if the next values depend on the cell's position as well as on its value.
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
