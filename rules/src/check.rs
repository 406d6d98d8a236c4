//! The type check, which resolves words to indices, and expressions to numbers, lists and formulas.

use super::ast::{self, BindingKind, Expr, ExprKind, Name, Operator};
use super::error::{LanguageError, suggestion};
use super::formula::{
    Binding, Extreme, Formula, Houses, Item, List, Machine, Measure, Number, Numbers, Place,
    Quantifier, Scan, Segments, Sequence, Set, Text, Use,
};
use super::shape::Shape;
use cluewright_puzzle::{Cell, CellNameError, Layout, Puzzle};
use std::ops::Range;

type Checked<T> = Result<T, LanguageError>;

/// The type of a parameter, inferred from its default value and its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// A whole number.
    Number,
    /// Several whole numbers.
    Numbers,
    /// A number or several numbers: the type of a parameter that is only used in sets.
    NumberOrNumbers,
    /// A text.
    Text,
}

impl ParamKind {
    /// Returns the type in words.
    #[must_use]
    pub const fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Numbers => "a list of numbers",
            Self::NumberOrNumbers => "a number or a list of numbers",
            Self::Text => "text",
        }
    }
}

/// The names that a formula may use, with the types that have been inferred so far.
pub(super) struct Checker<'a> {
    shape: Shape,
    params: &'a [String],
    /// The puzzle whose cells and auxiliary variables the formula may name, if any.
    puzzle: Option<&'a Puzzle>,
    /// The type of each parameter, as far as it has been inferred.
    pub(super) kinds: Vec<Option<ParamKind>>,
    /// For each slot, `true` if a formula mentions it.
    pub(super) slots: Vec<bool>,
    /// Number of times that the current formula mentions each parameter.
    pub(super) mentions: Vec<u32>,
    /// The other data on which the formula depends.
    pub(super) touched: Touched,
    variables: Vec<(String, Kind)>,
}

/// The kinds of data on which a part of a formula depends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touched {
    /// The values of cells.
    pub(super) values: bool,
    /// The positions of cells in the grid.
    pub(super) places: bool,
    /// The pairs of cells that the puzzle's other clues mark.
    pub(super) marks: bool,
    /// The cells in the slots of the clue.
    slots: bool,
    /// The lowest index of a variable in use that holds cells. Outer variables have lower indices.
    outermost: usize,
}

impl Touched {
    const NOTHING: Self = Self {
        values: false,
        places: false,
        marks: false,
        slots: false,
        outermost: usize::MAX,
    };

    fn and(self, other: Self) -> Self {
        Self {
            values: self.values || other.values,
            places: self.places || other.places,
            marks: self.marks || other.marks,
            slots: self.slots || other.slots,
            outermost: self.outermost.min(other.outermost),
        }
    }
}

/// The kind of an expression, as far as its outermost operator determines it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Number,
    Formula,
    Cell,
    List,
    Pieces,
    Text,
    Param(usize),
    Unknown,
}

impl Kind {
    fn words(self) -> &'static str {
        match self {
            Self::Number => "a number",
            Self::Formula => "a formula",
            Self::Cell => "a cell",
            Self::List => "a list",
            Self::Pieces => "the clue's pieces",
            Self::Text => "text",
            Self::Param(_) => "a parameter",
            Self::Unknown => "something else",
        }
    }
}

/// The functions of the language: name, usage, and kind of the result.
const FUNCTIONS: &[(&str, &str, Kind)] = &[
    ("abs", "abs(number)", Kind::Number),
    ("accepts", "accepts(LIST, machine)", Kind::Formula),
    ("around", "around(cell)", Kind::List),
    ("border", "border(LIST)", Kind::List),
    ("box", "box(cell)", Kind::List),
    ("box_of", "box_of(cell)", Kind::Number),
    ("column", "column(cell)", Kind::List),
    ("column_of", "column_of(cell)", Kind::Number),
    ("connected", "connected(c in LIST: formula)", Kind::Formula),
    ("consecutive", "consecutive(LIST)", Kind::Formula),
    ("count", "count(BINDING: formula)", Kind::Number),
    (
        "distinct",
        "distinct(LIST) or distinct(BINDING: number)",
        Kind::Formula,
    ),
    ("encloses", "encloses(LIST, number)", Kind::Formula),
    ("equal", "equal(BINDING: number)", Kind::Formula),
    ("first", "first(LIST) or first(number, LIST)", Kind::Cell),
    ("inner", "inner(LIST)", Kind::List),
    ("joined", "joined(LIST, LIST, …)", Kind::List),
    ("kinds", "kinds(LIST)", Kind::Number),
    ("last", "last(LIST)", Kind::Cell),
    ("length", "length(LIST)", Kind::Number),
    ("matches", "matches(LIST, pattern)", Kind::Formula),
    (
        "max",
        "max(LIST or numbers) or max(BINDING: number)",
        Kind::Number,
    ),
    ("middle", "middle(LIST)", Kind::Cell),
    (
        "min",
        "min(LIST or numbers) or min(BINDING: number)",
        Kind::Number,
    ),
    ("missing", "missing(LIST)", Kind::Number),
    ("neighbours", "neighbours(cell)", Kind::List),
    ("number", "number(LIST)", Kind::Number),
    (
        "obeys",
        "obeys(\"rule\", LIST, …, number, …)",
        Kind::Formula,
    ),
    ("place_in", "place_in(cell, LIST)", Kind::Number),
    ("ranks", "ranks(LIST, rank, ties)", Kind::Formula),
    ("regions", "regions(LIST, LIST, number)", Kind::Formula),
    ("related", "related(cell, cell, key)", Kind::Formula),
    ("rest", "rest(LIST)", Kind::List),
    ("reverse", "reverse(LIST)", Kind::List),
    ("row", "row(cell)", Kind::List),
    ("row_of", "row_of(cell)", Kind::Number),
    ("same", "same(LIST, LIST)", Kind::Formula),
    (
        "scan",
        "scan(x in LIST; state = 0; state = …; test)",
        Kind::Formula,
    ),
    ("sum", "sum(LIST) or sum(BINDING: number)", Kind::Number),
];

/// The names of the numbers that describe the layout.
const MEASURES: &[(&str, Measure)] = &[
    ("size", Measure::Size),
    ("low", Measure::Low),
    ("high", Measure::High),
    ("rows", Measure::Rows),
    ("columns", Measure::Columns),
    ("box_height", Measure::BoxHeight),
    ("box_width", Measure::BoxWidth),
    ("block_height", Measure::BlockHeight),
    ("block_width", Measure::BlockWidth),
];

/// Returns `true` if the language reserves this name, so that no parameter may have it. Functions are not reserved, because a
/// parenthesis always follows their names.
pub(super) fn is_reserved(name: &str) -> bool {
    name == "grid" || name == "pieces" || MEASURES.iter().any(|(n, _)| *n == name)
}

impl<'a> Checker<'a> {
    pub(super) fn new(shape: Shape, params: &'a [String], puzzle: Option<&'a Puzzle>) -> Self {
        Self {
            shape,
            params,
            puzzle,
            kinds: vec![None; params.len()],
            slots: vec![false; shape.slots().len()],
            mentions: vec![0; params.len()],
            touched: Touched::NOTHING,
            variables: vec![],
        }
    }

    pub(super) fn formula(&mut self, expr: &Expr) -> Checked<Formula> {
        match &expr.kind {
            ExprKind::Truth(truth) => Ok(Formula::Constant(*truth)),
            ExprKind::And(parts) => Ok(and(self.formulas(parts)?)),
            ExprKind::Or(parts) => Ok(or(self.formulas(parts)?)),
            ExprKind::Not(part) => Ok(not(self.formula(part)?)),
            ExprKind::Binary(Operator::Implies, left, right) => {
                let left = not(self.formula(left)?);
                Ok(or(vec![left, self.formula(right)?]))
            }
            ExprKind::Binary(Operator::Iff, left, right) => Ok(Formula::Iff(
                Box::new(self.formula(left)?),
                Box::new(self.formula(right)?),
            )),
            ExprKind::Chain(first, links) => self.chain(first, links),
            ExprKind::In {
                value,
                negated,
                items,
            } => Ok(Formula::In {
                value: self.number(value)?,
                set: self.set(items)?,
                negated: *negated,
            }),
            ExprKind::Quantified {
                every,
                binding,
                body,
            } => {
                let (quantifier, body) = self.bind(binding, |me| me.formula(body))?;
                let body = Box::new(body);
                Ok(match every {
                    true => Formula::Each(quantifier, body),
                    false => Formula::Some(quantifier, body),
                })
            }
            ExprKind::Fold(name, binding, body) => self.fold_formula(expr, name, binding, body),
            ExprKind::Scan(scan) => self.scan(scan),
            ExprKind::Call(name, arguments) => self.call_formula(expr, name, arguments),
            _ => Err(self.mismatch("a formula", expr)),
        }
    }

    fn formulas(&mut self, parts: &[Expr]) -> Checked<Vec<Formula>> {
        parts.iter().map(|part| self.formula(part)).collect()
    }

    /// Checks a chain of comparisons: `a < b <= c` means `a < b and b <= c`.
    fn chain(&mut self, first: &Expr, links: &[(ast::Comparison, Expr)]) -> Checked<Formula> {
        let mut left = self.number(first)?;
        let mut parts = vec![];
        for (comparison, right) in links {
            let right = self.number(right)?;
            parts.push(Formula::Compare(*comparison, left, right.clone()));
            left = right;
        }
        Ok(match parts.len() {
            1 => parts.remove(0),
            _ => Formula::And(parts),
        })
    }

    fn fold_formula(
        &mut self,
        expr: &Expr,
        name: &Name,
        binding: &ast::Binding,
        body: &Expr,
    ) -> Checked<Formula> {
        let numbers = match name.text.as_str() {
            "distinct" => Formula::DistinctNumbers,
            "equal" => Formula::EqualNumbers,
            "connected" => {
                if binding.kind != BindingKind::Cells {
                    let message = "`connected` binds one cell: `connected(c in LIST: formula)`";
                    return Err(LanguageError::new(message, binding.span.clone()));
                }
                // The positions of the cells decide which of them touch.
                self.touched.values = true;
                self.touched.places = true;
                let (quantifier, body) = self.bind(binding, |me| me.formula(body))?;
                return Ok(Formula::Connected(quantifier, Box::new(body)));
            }
            _ => return Err(self.mismatch("a formula", expr)),
        };
        let (quantifier, body) = self.bind(binding, |me| me.number(body))?;
        Ok(numbers(quantifier, Box::new(body)))
    }

    fn call_formula(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Checked<Formula> {
        match (name.text.as_str(), arguments) {
            ("distinct", [list]) => Ok(Formula::Distinct(self.values(list)?)),
            ("consecutive", [list]) => Ok(Formula::Consecutive(self.values(list)?)),
            ("same", [left, right]) => Ok(Formula::Same(self.values(left)?, self.values(right)?)),
            ("matches", [list, pattern]) => Ok(Formula::Accepts(
                self.segments(list)?,
                Machine::Pattern(self.text(pattern)?),
            )),
            ("accepts", [list, machine]) => Ok(Formula::Accepts(
                self.segments(list)?,
                Machine::Encoded(self.text(machine)?),
            )),
            ("related", [a, b, key]) => {
                self.touched.values = true;
                let (a, b) = (self.place(a)?, self.place(b)?);
                Ok(Formula::Related(a, b, self.text(key)?))
            }
            ("encloses", [list, sum]) => {
                Ok(Formula::Encloses(self.values(list)?, self.number(sum)?))
            }
            ("ranks", [list, rank, ties]) => {
                // The list is compared with all rows and columns, so its position matters.
                self.touched.places = true;
                let (rank, ties) = (self.number(rank)?, self.number(ties)?);
                Ok(Formula::Ranks(self.values(list)?, rank, ties))
            }
            ("regions", [labels, contents, size]) => {
                self.touched.places = true;
                // Givens fix some labels, so the clue's statements depend on this puzzle. Like the statements of a rule about marks,
                // they must not be shared with other puzzles.
                self.touched.marks = true;
                let (labels, contents) = (self.values(labels)?, self.values(contents)?);
                Ok(Formula::Regions(labels, contents, self.number(size)?))
            }
            ("obeys", [rule, uses @ ..]) => self.obeys(rule, uses),
            _ => Err(self.bad_call("a formula", expr, name)),
        }
    }

    /// Checks `obeys("rule", LIST, …, number, …)`. The other rule has not been checked at this point, so it is assumed to depend on
    /// every kind of data.
    fn obeys(&mut self, rule: &Expr, uses: &[Expr]) -> Checked<Formula> {
        let rule = self.text(rule)?;
        let (mut lists, mut numbers) = (vec![], vec![]);
        for part in uses {
            match self.kind(part) {
                // Lists precede numbers, so a cell after the first number is read as its value.
                Kind::List | Kind::Cell if numbers.is_empty() => lists.push(self.values(part)?),
                Kind::List => return Err(self.mismatch("a number", part)),
                _ => numbers.push(self.number(part)?),
            }
        }
        self.touched.values = true;
        self.touched.places = true;
        self.touched.marks = true;
        Ok(Formula::Obeys(Box::new(Use {
            rule,
            lists,
            numbers,
        })))
    }

    fn scan(&mut self, scan: &ast::Scan) -> Checked<Formula> {
        let list = self.values(&scan.list)?;
        let mut start = vec![];
        for (name, value) in &scan.start {
            if scan
                .start
                .iter()
                .filter(|(n, _)| n.text == name.text)
                .count()
                > 1
            {
                let message = format!("the counter `{}` is declared twice", name.text);
                return Err(LanguageError::new(message, name.span.clone()));
            }
            start.push(self.number(value)?);
        }
        let first = self.variables.len();
        self.variables.push((scan.cell.text.clone(), Kind::Cell));
        let counters = scan
            .start
            .iter()
            .map(|(n, _)| (n.text.clone(), Kind::Number));
        self.variables.extend(counters);
        // Only the updates read cells one by one, so they alone decide whether the automaton depends on positions.
        let (step, touched) = self.apart(|me| me.scan_step(scan, first));
        self.touched = self.touched.and(touched);
        // The test runs after the last cell, so it may use the counters but not the cell.
        self.variables[first].0.clear();
        let test = step.and_then(|step| Ok((step, self.formula(&scan.test)?)));
        self.variables.truncate(first);
        let (step, test) = test?;
        Ok(Formula::Scan(Box::new(Scan {
            list,
            first,
            start,
            step,
            test,
            positional: touched.places,
        })))
    }

    /// Checks the updates of a scan. Returns the next value of each counter; a counter without an update keeps its value.
    fn scan_step(&mut self, scan: &ast::Scan, first: usize) -> Checked<Vec<Number>> {
        let mut step: Vec<Number> = (1..=scan.start.len())
            .map(|i| Number::Variable(first + i))
            .collect();
        for (name, value) in &scan.step {
            let counter = scan.start.iter().position(|(n, _)| n.text == name.text);
            let Some(counter) = counter else {
                let message = format!("the counter `{}` has no initial value", name.text);
                let error = LanguageError::new(message, name.span.clone());
                let names = scan.start.iter().map(|(n, _)| n.text.as_str());
                return Err(with_suggestion(error, &name.text, names));
            };
            step[counter] = self.number(value)?;
        }
        Ok(step)
    }

    pub(super) fn number(&mut self, expr: &Expr) -> Checked<Number> {
        match &expr.kind {
            ExprKind::Number(number) => Ok(Number::Literal(*number)),
            ExprKind::Negated(part) => Ok(Number::Total(vec![(true, self.number(part)?)])),
            ExprKind::Sum(parts) => {
                let part = |(negative, part): &(bool, Expr)| Ok((*negative, self.number(part)?));
                Ok(Number::Total(
                    parts.iter().map(part).collect::<Checked<_>>()?,
                ))
            }
            ExprKind::Binary(operator, left, right) => {
                let join = match operator {
                    Operator::Multiply => Number::Product,
                    Operator::Divide => Number::Quotient,
                    Operator::Modulo => Number::Remainder,
                    _ => return Err(self.mismatch("a number", expr)),
                };
                Ok(join(
                    Box::new(self.number(left)?),
                    Box::new(self.number(right)?),
                ))
            }
            ExprKind::If(condition, then, other) => Ok(Number::If(
                Box::new(self.formula(condition)?),
                Box::new(self.number(then)?),
                Box::new(self.number(other)?),
            )),
            ExprKind::Fold(name, binding, body) => self.fold_number(expr, name, binding, body),
            ExprKind::Call(name, _) if self.layer(&name.text).is_some() => self.value(expr),
            ExprKind::Call(name, arguments) => self.call_number(expr, name, arguments),
            ExprKind::Name(name) => self.check_number_name(expr, name),
            ExprKind::Index(base, index) => match self.kind(base) {
                Kind::Param(param) => {
                    self.use_param(param, ParamKind::Numbers, &base.span)?;
                    Ok(Number::Item(param, Box::new(self.number(index)?)))
                }
                _ => self.value(expr),
            },
            _ => Err(self.mismatch("a number", expr)),
        }
    }

    fn value(&mut self, expr: &Expr) -> Checked<Number> {
        self.touched.values = true;
        Ok(Number::Value(self.place(expr)?))
    }

    /// Checks an expression that denotes a list of cells, and records that their values are read.
    fn values(&mut self, expr: &Expr) -> Checked<List> {
        self.touched.values = true;
        self.list(expr)
    }

    fn check_number_name(&mut self, expr: &Expr, name: &str) -> Checked<Number> {
        match self.kind(expr) {
            Kind::Cell => self.value(expr),
            Kind::Param(param) => {
                self.use_param(param, ParamKind::Number, &expr.span)?;
                Ok(Number::Param(param))
            }
            Kind::Number => Ok(match self.variable(name) {
                Some((index, _)) => Number::Variable(index),
                None => {
                    let measure = MEASURES.iter().find(|(n, _)| *n == name);
                    // The key of a form contains the size of default boxes, but a puzzle's own boxes only if positions matter.
                    self.touched.places |= name.starts_with("block_");
                    // Other names are never of kind `Number`, so the default is not used.
                    measure.map_or(Number::Literal(0), |&(_, m)| Number::Measure(m))
                }
            }),
            Kind::Unknown => Err(self.unknown(name, &expr.span)),
            _ => Err(self.mismatch("a number", expr)),
        }
    }

    fn fold_number(
        &mut self,
        expr: &Expr,
        name: &Name,
        binding: &ast::Binding,
        body: &Expr,
    ) -> Checked<Number> {
        if name.text == "count" {
            let (quantifier, body) = self.bind(binding, |me| me.formula(body))?;
            return Ok(Number::Count(quantifier, Box::new(body)));
        }
        if !matches!(name.text.as_str(), "sum" | "min" | "max") {
            return Err(self.mismatch("a number", expr));
        }
        let (quantifier, body) = self.bind(binding, |me| me.number(body))?;
        let body = Box::new(body);
        Ok(match name.text.as_str() {
            "sum" => Number::SumOf(quantifier, body),
            "min" => Number::ExtremeOf(Extreme::Least, quantifier, body),
            _ => Number::ExtremeOf(Extreme::Most, quantifier, body),
        })
    }

    fn call_number(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Checked<Number> {
        match (name.text.as_str(), arguments) {
            ("abs", [number]) => Ok(Number::Absolute(Box::new(self.number(number)?))),
            ("min", [_, ..]) => Ok(Number::Extreme(Extreme::Least, self.numbers(arguments)?)),
            ("max", [_, ..]) => Ok(Number::Extreme(Extreme::Most, self.numbers(arguments)?)),
            ("sum", [list]) => Ok(Number::Sum(self.values(list)?)),
            ("kinds", [list]) => Ok(Number::Kinds(self.values(list)?)),
            ("missing", [list]) => {
                // The list must be a house, which depends on its position.
                self.touched.places = true;
                Ok(Number::Missing(self.values(list)?))
            }
            ("number", [list]) => Ok(Number::Decimal(self.values(list)?)),
            ("length", [sequence]) => Ok(Number::Length(self.sequence(sequence)?)),
            ("row_of", [cell]) => Ok(Number::RowOf(self.check_place(cell)?)),
            ("column_of", [cell]) => Ok(Number::ColumnOf(self.check_place(cell)?)),
            ("box_of", [cell]) => Ok(Number::BoxOf(self.check_place(cell)?)),
            ("place_in", [cell, list]) => {
                Ok(Number::PlaceIn(self.check_place(cell)?, self.list(list)?))
            }
            ("first", [_]) | ("last" | "middle", _) => self.value(expr),
            _ => Err(self.bad_call("a number", expr, name)),
        }
    }

    fn numbers(&mut self, arguments: &[Expr]) -> Checked<Vec<Numbers>> {
        let one = |argument: &Expr| match self.kind(argument) {
            Kind::List => Ok(Numbers::Of(self.values(argument)?)),
            _ => Ok(Numbers::One(self.number(argument)?)),
        };
        arguments.iter().map(one).collect()
    }

    fn set(&mut self, items: &[ast::Item]) -> Checked<Set> {
        let one = |item: &ast::Item| match &item.to {
            Some(to) => Ok(Item::Range(self.number(&item.from)?, self.number(to)?)),
            None => match self.kind(&item.from) {
                Kind::Param(param) => {
                    self.use_param(param, ParamKind::NumberOrNumbers, &item.from.span)?;
                    Ok(Item::Param(param))
                }
                _ => Ok(Item::One(self.number(&item.from)?)),
            },
        };
        Ok(Set(items.iter().map(one).collect::<Checked<_>>()?))
    }

    fn text(&mut self, expr: &Expr) -> Checked<Text> {
        match (&expr.kind, self.kind(expr)) {
            (ExprKind::Text(text), _) => Ok(Text::Literal(text.clone())),
            (_, Kind::Param(param)) => {
                self.use_param(param, ParamKind::Text, &expr.span)?;
                Ok(Text::Param(param))
            }
            _ => Err(self.mismatch("text", expr)),
        }
    }

    fn sequence(&mut self, expr: &Expr) -> Checked<Sequence> {
        match self.kind(expr) {
            Kind::Param(param) => {
                self.use_param(param, ParamKind::Numbers, &expr.span)?;
                Ok(Sequence::Param(param))
            }
            _ => Ok(Sequence::Cells(self.list(expr)?)),
        }
    }

    fn segments(&mut self, expr: &Expr) -> Checked<Segments> {
        self.touched.values = true;
        if self.kind(expr) == Kind::Pieces {
            // Only shapes with a repeatable slot have `pieces`, so the default is never used.
            self.use_slot(self.shape.repeatable_slot().unwrap_or(0));
            return Ok(Segments::Pieces);
        }
        Ok(Segments::One(self.list(expr)?))
    }

    /// Checks an expression that denotes a cell, and records that its position matters.
    fn check_place(&mut self, expr: &Expr) -> Checked<Place> {
        self.touched.places = true;
        self.place(expr)
    }

    fn place(&mut self, expr: &Expr) -> Checked<Place> {
        match &expr.kind {
            ExprKind::Name(name) => match (self.variable(name), self.kind(expr)) {
                (Some((index, Kind::Cell)), _) => {
                    self.use_variable(index);
                    Ok(Place::Variable(index))
                }
                (None, Kind::Cell) => self.check_cell_name(name, &expr.span),
                (None, Kind::Unknown) => Err(self.unknown(name, &expr.span)),
                _ => Err(self.mismatch("a cell", expr)),
            },
            ExprKind::Index(list, index) => Ok(Place::At(
                Box::new(self.list(list)?),
                Box::new(self.number(index)?),
            )),
            ExprKind::Call(name, arguments) => match (name.text.as_str(), arguments.as_slice()) {
                ("first", [list]) => Ok(Place::At(
                    Box::new(self.list(list)?),
                    Box::new(Number::Literal(1)),
                )),
                ("last", [list]) => Ok(Place::Last(Box::new(self.list(list)?))),
                ("middle", [list]) => Ok(Place::Middle(Box::new(self.list(list)?))),
                (layer, [cell]) => match self.layer(layer) {
                    Some(first) => Ok(Place::Beside(first, Box::new(self.check_place(cell)?))),
                    None => Err(self.bad_call("a cell", expr, name)),
                },
                _ => Err(self.bad_call("a cell", expr, name)),
            },
            _ => Err(self.mismatch("a cell", expr)),
        }
    }

    /// Checks `R1C1` or the name of an auxiliary variable, in a formula that belongs to a puzzle.
    fn check_cell_name(&mut self, name: &str, span: &Range<usize>) -> Checked<Place> {
        self.touched.places = true;
        let Some(puzzle) = self.puzzle else {
            return Err(self.unknown(name, span));
        };
        if let Some((cell, _)) = puzzle.extra(name) {
            return Ok(Place::Named(cell));
        }
        let cell = puzzle.layout.parse_name(name);
        let off_grid = |e: CellNameError| LanguageError::new(e.to_string(), span.clone());
        cell.map(Place::Named).map_err(off_grid)
    }

    fn list(&mut self, expr: &Expr) -> Checked<List> {
        if matches!(self.kind(expr), Kind::Cell) {
            return Ok(List::Single(self.place(expr)?));
        }
        match &expr.kind {
            ExprKind::Name(name) => self.check_list_name(expr, name),
            ExprKind::Slice(list, from, to) => Ok(List::Slice(
                Box::new(self.list(list)?),
                Box::new(self.number(from)?),
                Box::new(self.number(to)?),
            )),
            ExprKind::List(parts) => Ok(List::Joined(self.lists(parts)?)),
            ExprKind::Filter(binding) => {
                if binding.kind != BindingKind::Cells || binding.condition.is_none() {
                    let message = "filtered lists are written `[c in LIST where formula]`";
                    return Err(LanguageError::new(message, expr.span.clone()));
                }
                let (quantifier, ()) = self.bind(binding, |_| Ok(()))?;
                Ok(List::Filter(Box::new(quantifier)))
            }
            ExprKind::Binary(Operator::Except, left, right) => {
                // The result depends on which cells the lists share, so frames cannot share a body that contains it.
                self.touched.places = true;
                let (left, right) = (self.list(left)?, self.list(right)?);
                Ok(List::Except(Box::new(left), Box::new(right)))
            }
            ExprKind::Call(name, arguments) => self.call_list(expr, name, arguments),
            _ => Err(self.mismatch("a list", expr)),
        }
    }

    fn lists(&mut self, parts: &[Expr]) -> Checked<Vec<List>> {
        parts.iter().map(|part| self.list(part)).collect()
    }

    fn check_list_name(&mut self, expr: &Expr, name: &str) -> Checked<List> {
        if let Some((index, Kind::List)) = self.variable(name) {
            self.use_variable(index);
            return Ok(List::Variable(index));
        }
        match self.kind(expr) {
            Kind::Unknown => return Err(self.unknown(name, &expr.span)),
            Kind::List => {}
            _ => return Err(self.mismatch("a list", expr)),
        }
        if name == "grid" {
            self.touched.places = true;
            return Ok(List::Grid);
        }
        if let Some(slot) = self.shape.slots().iter().position(|s| *s == name) {
            self.use_slot(slot);
            return Ok(List::Slot(slot));
        }
        self.touched.places = true;
        let layer = self.puzzle.and_then(|puzzle| puzzle.extra(name));
        layer
            .map(|(cell, extra)| List::Layer(cell, extra.size))
            .ok_or_else(|| self.unknown(name, &expr.span))
    }

    fn call_list(&mut self, expr: &Expr, name: &Name, arguments: &[Expr]) -> Checked<List> {
        match (name.text.as_str(), arguments) {
            ("row", [cell]) => Ok(List::Row(self.check_place(cell)?)),
            ("column", [cell]) => Ok(List::Column(self.check_place(cell)?)),
            ("box", [cell]) => Ok(List::Box(self.check_place(cell)?)),
            ("neighbours", [cell]) => Ok(List::Neighbours(self.check_place(cell)?)),
            ("around", [cell]) => Ok(List::Around(self.check_place(cell)?)),
            ("border", [list]) => {
                self.touched.places = true;
                Ok(List::Border(Box::new(self.list(list)?)))
            }
            ("inner", [list]) => Ok(List::Inner(Box::new(self.list(list)?))),
            ("rest", [list]) => Ok(List::Rest(Box::new(self.list(list)?))),
            ("reverse", [list]) => Ok(List::Reverse(Box::new(self.list(list)?))),
            ("joined", [_, ..]) => Ok(List::Joined(self.lists(arguments)?)),
            ("first", [number, list]) => Ok(List::Prefix(
                Box::new(self.number(number)?),
                Box::new(self.list(list)?),
            )),
            (layer, [list]) => match self.layer(layer) {
                Some(first) => {
                    self.touched.places = true;
                    Ok(List::Beside(first, Box::new(self.list(list)?)))
                }
                None => Err(self.bad_call("a list", expr, name)),
            },
            _ => Err(self.bad_call("a list", expr, name)),
        }
    }

    /// Checks a binding, and then calls `body`, in which the bound names are in scope.
    fn bind<T>(
        &mut self,
        binding: &ast::Binding,
        body: impl FnOnce(&mut Self) -> Checked<T>,
    ) -> Checked<(Quantifier, T)> {
        let (checked, kind) = self.binding(binding)?;
        let first = self.variables.len();
        for (place, name) in binding.names.iter().enumerate() {
            if binding.names[..place].iter().any(|n| n.text == name.text) {
                let message = format!("`{}` is bound twice", name.text);
                return Err(LanguageError::new(message, name.span.clone()));
            }
            self.variables.push((name.text.clone(), kind));
        }
        // The condition only chooses frames, so the body can be closed even if the condition reads positions.
        let (condition, outside) = self.apart(|me| me.condition(binding));
        let (body, inside) = self.apart(body);
        self.variables.truncate(first);
        self.touched = self.touched.and(outside).and(inside);
        let quantifier = Quantifier {
            binding: Box::new(checked),
            first,
            condition: condition?,
            // A body that names cells outside its frame cannot be reused for another frame.
            closed: !inside.places && !inside.slots && inside.outermost >= first,
        };
        Ok((quantifier, body?))
    }

    /// Runs a part of the check, and also returns the data on which this part alone depends.
    pub(super) fn apart<T>(&mut self, part: impl FnOnce(&mut Self) -> T) -> (T, Touched) {
        let before = std::mem::replace(&mut self.touched, Touched::NOTHING);
        let result = part(self);
        (result, std::mem::replace(&mut self.touched, before))
    }

    fn condition(&mut self, binding: &ast::Binding) -> Checked<Option<Box<Formula>>> {
        let Some(condition) = &binding.condition else {
            return Ok(None);
        };
        let formula = self.formula(condition)?;
        // Lowering lists the frames of a binding before values are known, so it could not decide such a condition.
        if self.touched.values {
            let message = "`where` must not depend on the cells' values";
            let help = "move the condition to the body: `each c in cells: … implies …`";
            return Err(LanguageError::new(message, condition.span.clone()).help(help));
        }
        Ok(Some(Box::new(formula)))
    }

    /// Checks a binding, and returns it with the kind of the names that it binds.
    fn binding(&mut self, binding: &ast::Binding) -> Checked<(Binding, Kind)> {
        use BindingKind as B;
        let pieces = binding.sources.first().map(|s| self.kind(s)) == Some(Kind::Pieces);
        if pieces {
            self.use_slot(self.shape.repeatable_slot().unwrap_or(0));
            let checked = match &binding.kind {
                B::Piece => Binding::Piece,
                B::Adjacent => Binding::AdjacentPieces,
                B::Pair => Binding::PairOfPieces,
                _ => {
                    let message =
                        "pieces are bound by `piece p`, `adjacent (p, q)` or `pair (p, q)`";
                    return Err(LanguageError::new(message, binding.span.clone()));
                }
            };
            return Ok((checked, Kind::List));
        }
        self.touched.places |= matches!(
            binding.kind,
            B::House
                | B::Row
                | B::Column
                | B::Box
                | B::Segment
                | B::Touching(_)
                | B::Move(..)
                | B::Square
        );
        self.touched.marks |= matches!(&binding.kind, B::Touching(marks) if !marks.is_empty());
        let houses = |houses| Ok((Binding::Houses(houses), Kind::List));
        match &binding.kind {
            B::Set(items) => return Ok((Binding::Set(self.set(items)?), Kind::Number)),
            B::Digit => return Ok((Binding::Digit, Kind::Number)),
            B::House => return houses(Houses::All),
            B::Row => return houses(Houses::Rows),
            B::Column => return houses(Houses::Columns),
            B::Box => return houses(Houses::Boxes),
            B::Position => {
                let sequence = self.sequence(&binding.sources[0])?;
                return Ok((Binding::Position(sequence), Kind::Number));
            }
            B::Piece => return Err(self.mismatch("`pieces`", &binding.sources[0])),
            _ => {}
        }
        let list = self.list(&binding.sources[0])?;
        Ok(match &binding.kind {
            B::Adjacent => (Binding::Adjacent(list), Kind::Cell),
            B::Pair => (Binding::Pair(list), Kind::Cell),
            B::Mirrored => (Binding::Mirrored(list), Kind::Cell),
            B::Matched => {
                let other = self.list(&binding.sources[1])?;
                (Binding::Matched(list, other), Kind::Cell)
            }
            B::Window => (Binding::Window(binding.names.len(), list), Kind::Cell),
            B::WindowOf(length) => (Binding::WindowOf(self.number(length)?, list), Kind::List),
            B::Segment => (Binding::Segment(list), Kind::List),
            B::Subset => (Binding::Subset(list), Kind::List),
            B::Touching(unmarked) => (Binding::Touching(list, unmarked.clone()), Kind::Cell),
            B::Move(rows, columns) => {
                let (rows, columns) = (self.number(rows)?, self.number(columns)?);
                (Binding::Move(rows, columns, list), Kind::Cell)
            }
            B::Square => (Binding::Square(list), Kind::List),
            _ => (Binding::Cells(list), Kind::Cell),
        })
    }

    fn use_slot(&mut self, slot: usize) {
        self.slots[slot] = true;
        self.touched.slots = true;
    }

    fn use_variable(&mut self, index: usize) {
        self.touched.outermost = self.touched.outermost.min(index);
    }

    fn variable(&self, name: &str) -> Option<(usize, Kind)> {
        // An inner variable hides an outer one of the same name, so the search starts at the end.
        let index = self.variables.iter().rposition(|(n, _)| n == name)?;
        Some((index, self.variables[index].1))
    }

    /// Returns the kind of an expression, judged by its outermost operator. Its parts are not checked, because a check would count
    /// as a use of their slots and parameters.
    fn kind(&self, expr: &Expr) -> Kind {
        match &expr.kind {
            ExprKind::Number(_)
            | ExprKind::Sum(_)
            | ExprKind::Negated(_)
            | ExprKind::If(..)
            | ExprKind::Binary(Operator::Multiply | Operator::Divide | Operator::Modulo, ..) => {
                Kind::Number
            }
            ExprKind::Text(_) => Kind::Text,
            ExprKind::Index(base, _) => match self.kind(base) {
                Kind::Param(_) => Kind::Number,
                _ => Kind::Cell,
            },
            ExprKind::Slice(..)
            | ExprKind::List(_)
            | ExprKind::Filter(_)
            | ExprKind::Binary(Operator::Except, ..) => Kind::List,
            ExprKind::Call(name, arguments) if name.text == "first" && arguments.len() == 2 => {
                Kind::List
            }
            ExprKind::Call(name, arguments) if self.layer(&name.text).is_some() => {
                match arguments.first().map(|argument| self.kind(argument)) {
                    Some(Kind::List) => Kind::List,
                    _ => Kind::Cell,
                }
            }
            ExprKind::Call(name, _) | ExprKind::Fold(name, ..) => {
                let function = FUNCTIONS.iter().find(|(n, ..)| *n == name.text);
                function.map_or(Kind::Unknown, |&(_, _, kind)| kind)
            }
            ExprKind::Name(name) => self.kind_of_name(name),
            _ => Kind::Formula,
        }
    }

    fn kind_of_name(&self, name: &str) -> Kind {
        // Bound names come first, because they hide slots and parameters of the same name.
        if let Some((_, kind)) = self.variable(name) {
            return kind;
        }
        if name == "grid" || self.shape.slots().contains(&name) {
            return Kind::List;
        }
        if let Some(param) = self.params.iter().position(|p| p == name) {
            return Kind::Param(param);
        }
        if name == "pieces" && self.shape.repeatable_slot().is_some() {
            return Kind::Pieces;
        }
        if MEASURES.iter().any(|(n, _)| *n == name) {
            return Kind::Number;
        }
        match self.puzzle.and_then(|puzzle| puzzle.extra(name)) {
            Some((_, extra)) if extra.size == 1 => Kind::Cell,
            Some(_) => Kind::List,
            None if self.puzzle.is_some() && is_cell_name(name) => Kind::Cell,
            None => Kind::Unknown,
        }
    }

    /// Returns the first cell of the layer with this name, if it covers the whole grid.
    fn layer(&self, name: &str) -> Option<Cell> {
        let puzzle = self.puzzle?;
        let (first, extra) = puzzle.extra(name)?;
        (usize::from(extra.size) == puzzle.layout.cell_count()).then_some(first)
    }

    /// Records the type that a use of a parameter implies.
    fn use_param(&mut self, param: usize, kind: ParamKind, span: &Range<usize>) -> Checked<()> {
        self.mentions[param] += 1;
        // A use in a set fits a number and a list, so any other use decides the type.
        let merged = match (self.kinds[param], kind) {
            (None, kind) => kind,
            (Some(known), kind) if known == kind => kind,
            (Some(ParamKind::NumberOrNumbers), kind @ (ParamKind::Number | ParamKind::Numbers)) => {
                kind
            }
            (
                Some(known @ (ParamKind::Number | ParamKind::Numbers)),
                ParamKind::NumberOrNumbers,
            ) => known,
            (Some(known), kind) => {
                let name = &self.params[param];
                let (found, known) = (kind.words(), known.words());
                let message = format!("`{name}` is {known}, but is used as {found} here");
                return Err(LanguageError::new(message, span.clone()));
            }
        };
        self.kinds[param] = Some(merged);
        Ok(())
    }

    fn mismatch(&self, wanted: &str, expr: &Expr) -> LanguageError {
        if let ExprKind::Name(name) = &expr.kind
            && self.kind(expr) == Kind::Unknown
        {
            return self.unknown(name, &expr.span);
        }
        if let ExprKind::Call(name, _) = &expr.kind
            && self.kind(expr) == Kind::Unknown
        {
            return self.bad_call(wanted, expr, name);
        }
        let found = self.kind(expr).words();
        let error = LanguageError::new(
            format!("expected {wanted}, found {found}"),
            expr.span.clone(),
        );
        match (wanted, self.kind(expr)) {
            ("a number", Kind::List) => error.help("take its `sum(…)`, `count(…)` or `length(…)`"),
            ("a formula", Kind::Number | Kind::Cell) => error.help("compare it, as in `… == 5`"),
            _ => error,
        }
    }

    fn bad_call(&self, wanted: &str, expr: &Expr, name: &Name) -> LanguageError {
        match FUNCTIONS.iter().find(|(n, ..)| *n == name.text) {
            None => {
                let message = format!("unknown function `{}`", name.text);
                let error = LanguageError::new(message, name.span.clone());
                with_suggestion(error, &name.text, FUNCTIONS.iter().map(|(n, ..)| *n))
            }
            Some((_, usage, kind)) => {
                let found = match kind.words() == wanted {
                    true => format!("`{}` in another form", name.text),
                    false => kind.words().to_owned(),
                };
                let message = format!("expected {wanted}, found {found}");
                LanguageError::new(message, expr.span.clone()).help(format!("write `{usage}`"))
            }
        }
    }

    fn unknown(&self, name: &str, span: &Range<usize>) -> LanguageError {
        let error = LanguageError::new(format!("unknown name `{name}`"), span.clone());
        if self.puzzle.is_none() && is_cell_name(name) {
            return error.help("only the relations of a single puzzle can name cells");
        }
        let variables = self.variables.iter().map(|(n, _)| n.as_str());
        let slots = self.shape.slots().iter().copied();
        let params = self.params.iter().map(String::as_str);
        let measures = MEASURES.iter().map(|(n, _)| *n);
        let extras = self.puzzle.iter().flat_map(|puzzle| &puzzle.extras);
        let known = variables
            .chain(slots)
            .chain(params)
            .chain(extras.map(|extra| extra.name.as_str()))
            .chain(measures)
            .chain(["grid"]);
        with_suggestion(error, name, known)
    }
}

fn with_suggestion<'a>(
    error: LanguageError,
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> LanguageError {
    match suggestion(name, known) {
        Some(help) => error.help(help),
        None => error,
    }
}

fn not(formula: Formula) -> Formula {
    Formula::Not(Box::new(formula))
}

/// Builds a disjunction, and flattens nested ones.
fn or(parts: Vec<Formula>) -> Formula {
    let open = |part| match part {
        Formula::Or(inner) => inner,
        part => vec![part],
    };
    Formula::Or(parts.into_iter().flat_map(open).collect())
}

/// Builds a conjunction, and flattens nested ones.
fn and(parts: Vec<Formula>) -> Formula {
    let open = |part| match part {
        Formula::And(inner) => inner,
        part => vec![part],
    };
    Formula::And(parts.into_iter().flat_map(open).collect())
}

/// Returns `true` if a word has the form of a cell name, such as `R1C1`, whatever the size of the grid.
fn is_cell_name(word: &str) -> bool {
    let parsed = Layout::default().parse_name(word);
    !matches!(parsed, Err(CellNameError::NotAName(_)))
}
