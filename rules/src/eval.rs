//! The reference semantics of rules: evaluation on full grids, in the simplest possible code.
//!
//! All tests of lowering, propagation and deduction compare their results with those of this module. If a number or a list
//! does not exist, the innermost formula that uses it is false.

use super::formula::{
    Extreme, Formula, Machine, Number, Numbers, Place, Quantifier, Segments, Text, Use,
};

use super::scene::{Bound, Evaluation, Fault};
use super::{Statement, encodings, machine};
use cluewright_puzzle::{Cell, Param};

type Outcome<T> = Result<T, Fault>;

impl Evaluation<'_> {
    pub(super) fn formula(&mut self, formula: &Formula) -> Outcome<bool> {
        match self.strictly(formula) {
            Err(Fault::Undefined) => Ok(false),
            outcome => outcome,
        }
    }

    fn strictly(&mut self, formula: &Formula) -> Outcome<bool> {
        Ok(match formula {
            Formula::Constant(truth) => *truth,
            Formula::And(parts) => {
                for part in parts {
                    if !self.formula(part)? {
                        return Ok(false);
                    }
                }
                true
            }
            Formula::Or(parts) => {
                for part in parts {
                    if self.formula(part)? {
                        return Ok(true);
                    }
                }
                false
            }
            Formula::Not(part) => !self.formula(part)?,
            Formula::Iff(left, right) => self.formula(left)? == self.formula(right)?,
            Formula::Compare(comparison, left, right) => {
                comparison.holds(self.number(left)?, self.number(right)?)
            }
            Formula::In {
                value,
                set,
                negated,
            } => {
                let value = self.number(value)?;
                self.set(set)?.contains(&value) != *negated
            }
            Formula::Distinct(list) if self.by_layout => {
                let cells = self.list(list)?;
                self.scene.one_house(&cells)
            }
            Formula::Distinct(list) => all_differ(self.values_of(list)?),
            Formula::DistinctNumbers(quantifier, number) => {
                all_differ(self.each_number(quantifier, number)?)
            }
            Formula::EqualNumbers(quantifier, number) => {
                let numbers = self.each_number(quantifier, number)?;
                numbers.windows(2).all(|w| w[0] == w[1])
            }
            Formula::Consecutive(list) => {
                let mut values = self.values_of(list)?;
                values.sort_unstable();
                values.windows(2).all(|w| w[0] + 1 == w[1])
            }
            Formula::Same(left, right) => {
                let (mut left, mut right) = (self.values_of(left)?, self.values_of(right)?);
                left.sort_unstable();
                right.sort_unstable();
                left == right
            }
            Formula::Accepts(segments, machine) => self.accepts(segments, machine)?,
            Formula::Related(a, b, key) => {
                let (a, b) = (self.place(a)?, self.place(b)?);
                let (a, b) = (self.value(a)?, self.value(b)?);
                let layout = &self.scene.ground.puzzle.layout;
                let table = machine::pair_table(self.text(key)?, layout).map_err(Fault::Refused)?;
                table.allows(a as u8, b as u8)
            }
            Formula::Obeys(rule) => self.obeys(rule)?,
            Formula::Encloses(list, sum) => self.eval_statement(|me| me.encloses(list, sum))?,
            Formula::Ranks(list, rank, ties) => {
                self.eval_statement(|me| me.ranks(list, rank, ties))?
            }
            Formula::Regions(labels, contents, size) => {
                self.eval_statement(|me| me.regions(labels, contents, size))?
            }
            Formula::Each(quantifier, body) => {
                for frame in self.frames(quantifier)?.chunks(quantifier.binding.width()) {
                    if !self.within(quantifier, frame, |me| me.formula(body))? {
                        return Ok(false);
                    }
                }
                true
            }
            Formula::Some(quantifier, body) => {
                for frame in self.frames(quantifier)?.chunks(quantifier.binding.width()) {
                    if self.within(quantifier, frame, |me| me.formula(body))? {
                        return Ok(true);
                    }
                }
                false
            }
            Formula::Scan(scan) => {
                let mut counters = vec![];
                for start in &scan.start {
                    counters.push(self.number(start)?);
                }
                for cell in self.list(&scan.list)? {
                    self.bind_scan(scan.first, cell, &counters);
                    // The variables keep the old values during the updates, because every update refers to the old values.
                    for (counter, step) in counters.iter_mut().zip(&scan.step) {
                        *counter = self.number(step)?;
                    }
                }
                // The check has ensured that the test does not use the cell, so any cell can be bound.
                self.bind_scan(scan.first, Cell(0), &counters);
                self.formula(&scan.test)?
            }
            Formula::Connected(quantifier, body) => {
                let mut inside = vec![];
                for frame in self.frames(quantifier)?.chunks(1) {
                    if self.within(quantifier, frame, |me| me.formula(body))? {
                        inside.extend(frame[0].cell());
                    }
                }
                self.one_area(inside)
            }
        })
    }

    /// Evaluates a statement whose cells all have values.
    fn eval_statement(
        &mut self,
        statement: impl FnOnce(&mut Self) -> Outcome<Statement>,
    ) -> Outcome<bool> {
        let statement = statement(self)?;
        let mut cells = vec![];
        statement.each_cell(&mut |cell| cells.push(cell));
        // `holds` needs the value of every cell, so an open cell is a fault.
        for cell in cells {
            self.value(cell)?;
        }
        Ok(statement.holds(&|cell| self.values[cell.index()]))
    }

    /// Evaluates a call to another rule, on the lists that the formula passes to it.
    fn obeys(&mut self, used: &Use) -> Outcome<bool> {
        let clue = self.used(used)?;
        let ground = self.scene.ground;
        let (rule, scene) = ground.used_rule(&clue)?;
        let mut inner = Evaluation {
            scene: &scene,
            // The values are moved to the inner evaluation and back, because every call would otherwise copy them.
            values: std::mem::take(&mut self.values),
            variables: vec![],
            // The inner evaluation continues the count of frames, so that calls cannot avoid the limit.
            frames: self.frames,
            depth: self.depth + 1,
            by_layout: self.by_layout,
        };
        let mut parts = rule.parts.iter().filter(|part| scene.asks(part));
        let broken = parts.find_map(|part| match inner.formula(&part.formula) {
            Ok(true) => None,
            other => Some(other),
        });
        (self.values, self.frames) = (inner.values, inner.frames);
        broken.unwrap_or(Ok(true))
    }

    pub(super) fn number(&mut self, number: &Number) -> Outcome<i64> {
        let checked = |number: Option<i64>| number.ok_or(Fault::Undefined);
        match number {
            Number::Literal(number) => Ok(*number),
            Number::Measure(measure) => Ok(self.measure(*measure)),
            Number::Param(param) => match self.param(*param)? {
                Param::Int(number) => Ok(*number),
                _ => Err(Fault::Undefined),
            },
            Number::Item(param, index) => {
                let index = usize::try_from(self.number(index)?).ok();
                let index = index.and_then(|index| index.checked_sub(1));
                let items = self.items(*param)?;
                checked(index.and_then(|index| items.get(index).copied()))
            }
            Number::Variable(index) => match self.variables.get(*index) {
                Some(Bound::Number(number)) => Ok(*number),
                _ => Err(Fault::Undefined),
            },
            Number::Value(place) => {
                let cell = self.place(place)?;
                self.value(cell)
            }
            Number::Length(sequence) => self.sequence_length(sequence),
            Number::Total(parts) => {
                let mut total = 0i64;
                for (negative, part) in parts {
                    let part = self.number(part)?;
                    total = checked(match negative {
                        true => total.checked_sub(part),
                        false => total.checked_add(part),
                    })?;
                }
                Ok(total)
            }
            Number::Product(left, right) => {
                checked(self.number(left)?.checked_mul(self.number(right)?))
            }
            Number::Quotient(left, right) => {
                checked(quotient(self.number(left)?, self.number(right)?))
            }
            Number::Remainder(left, right) => {
                checked(self.number(left)?.checked_rem_euclid(self.number(right)?))
            }
            Number::Absolute(number) => checked(self.number(number)?.checked_abs()),
            Number::Extreme(extreme, numbers) => {
                let mut found = vec![];
                for number in numbers {
                    match number {
                        Numbers::Of(list) => found.extend(self.values_of(list)?),
                        Numbers::One(number) => found.push(self.number(number)?),
                    }
                }
                checked(extreme.of(found))
            }
            Number::ExtremeOf(extreme, quantifier, number) => {
                let numbers = self.each_number(quantifier, number)?;
                checked(extreme.of(numbers))
            }
            // Values are below 64, so their sum cannot overflow.
            Number::Sum(list) => Ok(self.values_of(list)?.iter().sum()),
            Number::SumOf(quantifier, number) => {
                let numbers = self.each_number(quantifier, number)?;
                checked(numbers.iter().try_fold(0i64, |sum, &n| sum.checked_add(n)))
            }
            Number::Count(quantifier, body) => {
                let mut count = 0;
                for frame in self.frames(quantifier)?.chunks(quantifier.binding.width()) {
                    let counts = self.within(quantifier, frame, |me| me.formula(body))?;
                    count += i64::from(counts);
                }
                Ok(count)
            }
            Number::Kinds(list) => {
                let mut values = self.values_of(list)?;
                values.sort_unstable();
                values.dedup();
                Ok(values.len() as i64)
            }
            Number::Missing(list) => {
                let all = self.scene.ground.puzzle.layout.digits();
                let values = self.values_of(list)?;
                let held = values.iter().map(|&value| value as u8).collect();
                let missing = all.without(held);
                // If a digit repeats, several digits are missing, so none of them is the missing one.
                let found = values.len() + 1 == all.len() && missing.len() == 1;
                let missing = missing.min().filter(|_| found);
                missing.map(i64::from).ok_or(Fault::Undefined)
            }
            Number::Decimal(list) => {
                let values = self.values_of(list)?;
                let read = |number: i64, &digit: &i64| number.checked_mul(10)?.checked_add(digit);
                checked(values.iter().try_fold(0i64, read))
            }
            Number::If(condition, then, other) => match self.formula(condition)? {
                true => self.number(then),
                false => self.number(other),
            },
            Number::RowOf(place) => {
                let (row, _) = self.place_in_plane(place)?;
                Ok(row as i64 + 1)
            }
            Number::ColumnOf(place) => {
                let (_, column) = self.place_in_plane(place)?;
                Ok(column as i64 + 1)
            }
            Number::BoxOf(place) => self.box_number(place),
            Number::PlaceIn(place, list) => {
                let cell = self.place(place)?;
                let position = self.list(list)?.iter().position(|&c| c == cell);
                Ok(position.map_or(0, |position| position as i64 + 1))
            }
        }
    }

    /// Returns the row and the column of a cell in the grid or in its layer, both counted from 0.
    fn place_in_plane(&mut self, place: &Place) -> Outcome<(usize, usize)> {
        let cell = self.place(place)?;
        let plane = self.scene.ground.plane(cell).ok_or(Fault::Undefined)?;
        Ok(plane.place(cell))
    }

    fn values_of(&mut self, list: &super::formula::List) -> Outcome<Vec<i64>> {
        let cells = self.list(list)?;
        cells.into_iter().map(|cell| self.value(cell)).collect()
    }

    fn each_number(&mut self, quantifier: &Quantifier, number: &Number) -> Outcome<Vec<i64>> {
        let frames = self.frames(quantifier)?;
        let frames = frames.chunks(quantifier.binding.width());
        frames
            .map(|frame| self.within(quantifier, frame, |me| me.number(number)))
            .collect()
    }

    /// Binds the cell and the counters of a scan.
    pub(super) fn bind_scan(&mut self, first: usize, cell: Cell, counters: &[i64]) {
        self.variables.truncate(first);
        self.variables.push(Bound::Cell(cell));
        self.variables
            .extend(counters.iter().map(|&n| Bound::Number(n)));
    }

    pub(super) fn text<'t>(&'t self, text: &'t Text) -> Outcome<&'t str> {
        match text {
            Text::Literal(text) => Ok(text),
            Text::Param(param) => match self.param(*param)? {
                Param::Text(text) => Ok(text),
                _ => Err(Fault::Undefined),
            },
        }
    }

    fn accepts(&mut self, segments: &Segments, machine: &Machine) -> Outcome<bool> {
        let automaton = self.automaton(machine)?;
        let mut word = vec![];
        for (place, cells) in self.segment_cells(segments)?.iter().enumerate() {
            if place > 0 {
                word.push(encodings::BREAK);
            }
            for &cell in cells {
                word.push(self.value(cell)? as u8);
            }
        }
        Ok(automaton.accepts(word))
    }

    pub(super) fn segment_cells(&mut self, segments: &Segments) -> Outcome<Vec<Vec<Cell>>> {
        Ok(match segments {
            Segments::One(list) => vec![self.list(list)?],
            Segments::Pieces => self.scene.pieces.iter().map(|p| p.to_vec()).collect(),
        })
    }

    pub(super) fn automaton(&self, machine: &Machine) -> Outcome<std::sync::Arc<super::Automaton>> {
        let puzzle = self.scene.ground.puzzle;
        let built = match machine {
            Machine::Pattern(text) => machine::pattern(self.text(text)?, puzzle),
            Machine::Encoded(text) => machine::encode(self.text(text)?, &puzzle.layout),
        };
        built.map_err(Fault::Refused)
    }

    /// Returns `true` if the cells form one orthogonally connected area; `false` for an empty list.
    fn one_area(&self, mut outside: Vec<Cell>) -> bool {
        outside.sort_unstable();
        outside.dedup();
        let Some(first) = outside.pop() else {
            return false;
        };
        let mut edge = vec![first];
        while let Some(cell) = edge.pop() {
            let touches = |other: &mut Cell| self.scene.ground.touch(cell, *other);
            edge.extend(outside.extract_if(.., touches));
        }
        outside.is_empty()
    }
}

impl Extreme {
    pub(super) fn of(self, numbers: impl IntoIterator<Item = i64>) -> Option<i64> {
        match self {
            Self::Least => numbers.into_iter().min(),
            Self::Most => numbers.into_iter().max(),
        }
    }
}

/// Divides, rounding down. `None` on overflow, or if the divisor is 0.
pub(super) fn quotient(left: i64, right: i64) -> Option<i64> {
    // Rust rounds towards 0, so an inexact negative quotient is one too large.
    let truncated = left.checked_div(right)?;
    let inexact = left.checked_rem(right)? != 0;
    Some(truncated - i64::from(inexact && (left < 0) != (right < 0)))
}

fn all_differ(mut numbers: Vec<i64>) -> bool {
    numbers.sort_unstable();
    numbers.windows(2).all(|w| w[0] != w[1])
}
