//! Numbers with open cells, represented as the sum of a constant, weighted cells and nonlinear parts.

use super::Lowering;
use super::join::{is_false, is_true};
use crate::Statement;
use crate::eval::quotient;
use crate::formula::{Extreme, Formula, Number, Numbers, Place, Quantifier};
use crate::missing::missing;
use crate::scene::{Fault, Ground, UNKNOWN};
use cluewright_puzzle::{Cell, DigitSet};
use std::rc::Rc;

/// A number of the form `constant + Σ weight · cell + Σ weight · other`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Sum {
    pub(super) constant: i64,
    /// The terms sorted by cell. No cell occurs twice, and no weight is 0.
    pub(super) terms: Vec<(Cell, i64)>,
    /// The nonlinear parts, each with its weight. A part with weight 0 is kept only if it might not exist, because the whole
    /// number then does not exist either.
    pub(super) others: Vec<(i64, Atom)>,
}

/// A number that is not linear in its cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Atom {
    /// A function of a single cell, tabulated by the cell's value.
    Table(Cell, Rc<[i64; 64]>),
    /// The number of statements that hold.
    Count(Vec<Statement>),
    /// The number of different values among cells.
    Kinds(Vec<Cell>),
    Extreme(Extreme, Vec<Sum>),
    Absolute(Box<Sum>),
    Product(Box<Sum>, Box<Sum>),
    Quotient(Box<Sum>, Box<Sum>),
    Remainder(Box<Sum>, Box<Sum>),
    If(Box<Statement>, Box<Sum>, Box<Sum>),
}

impl Sum {
    pub(super) fn constant(constant: i64) -> Self {
        Self {
            constant,
            ..Self::default()
        }
    }

    pub(super) fn atom(atom: Atom) -> Self {
        Self {
            others: vec![(1, atom)],
            ..Self::default()
        }
    }

    /// Returns the value if the number depends on no open cell.
    pub(super) fn as_constant(&self) -> Option<i64> {
        (self.terms.is_empty() && self.others.is_empty()).then_some(self.constant)
    }

    /// Returns the cell if the number is the value of one cell and nothing else.
    pub(super) fn as_cell(&self) -> Option<Cell> {
        match self.terms[..] {
            [(cell, 1)] if self.constant == 0 && self.is_linear() => Some(cell),
            _ => None,
        }
    }

    pub(super) fn is_linear(&self) -> bool {
        self.others.is_empty()
    }

    /// Returns `self + weight * other`.
    pub(super) fn plus(mut self, weight: i64, other: &Self) -> Result<Self, Fault> {
        let scaled = |k: i64| within_limit(k.checked_mul(weight));
        self.constant = within_limit(self.constant.checked_add(scaled(other.constant)?))?;
        for &(cell, k) in &other.terms {
            self.terms.push((cell, scaled(k)?));
        }
        for (k, atom) in &other.others {
            let k = scaled(*k)?;
            if let Some((known, _)) = self.others.iter_mut().find(|(_, known)| known == atom) {
                *known = within_limit(known.checked_add(k))?;
                atom.check_limit(*known)?;
                continue;
            }
            atom.check_limit(k)?;
            // Counts of equal weight are merged, because `compare_count` recognises only a single count.
            let count = self.others.iter_mut().find_map(|(j, known)| match known {
                Atom::Count(parts) if *j == k => Some(parts),
                _ => None,
            });
            match (count, atom) {
                (Some(parts), Atom::Count(more)) => parts.extend_from_slice(more),
                _ => self.others.push((k, atom.clone())),
            }
        }
        // A part that might not exist is kept even at weight 0, because the whole number does not exist without it.
        self.others.retain(|(k, atom)| *k != 0 || !atom.exists());
        // The terms of `self` are already merged, so only new ones need another pass.
        if !other.terms.is_empty() {
            self.terms = merge_terms(self.terms)?;
        }
        Ok(self)
    }

    /// Returns the distinct open cells of the number.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let mut cells = vec![];
        self.each_cell(&mut |cell| cells.push(cell));
        cells.sort_unstable();
        cells.dedup();
        cells
    }

    pub(super) fn each_cell(&self, see: &mut impl FnMut(Cell)) {
        self.terms.iter().for_each(|&(cell, _)| see(cell));
        self.others
            .iter()
            .for_each(|(_, atom)| atom.each_cell(&mut *see));
    }

    /// Returns bounds for the number. They are computed from the bounds of its parts, so they may be loose.
    pub(super) fn range(&self, ground: &Ground<'_>) -> (i64, i64) {
        let ends = |cell| {
            let digits = ground.domain(cell);
            let end = |v: Option<u8>| i64::from(v.unwrap_or(0));
            (end(digits.min()), end(digits.max()))
        };
        let terms = self.terms.iter().map(|&(cell, k)| (k, ends(cell)));
        let others = self.others.iter().map(|(k, atom)| (*k, atom.range(ground)));
        terms.chain(others).fold(
            (self.constant, self.constant),
            |(low, high), (k, (l, h))| {
                // A saturated bound is still a bound; evaluation reports the overflow.
                let (l, h) = (l.saturating_mul(k), h.saturating_mul(k));
                (low.saturating_add(l.min(h)), high.saturating_add(l.max(h)))
            },
        )
    }

    /// Evaluates the number with the values that `see` supplies; `None` if the number does not exist.
    pub(super) fn value(&self, see: &impl Values) -> Option<i64> {
        let plain = match self.terms.is_empty() {
            true => self.constant,
            false => see.linear(self)?,
        };
        self.others.iter().try_fold(plain, |sum, (k, atom)| {
            sum.checked_add(atom.value(see)?.checked_mul(*k)?)
        })
    }

    /// Returns the terms of the linear parts, if all linear parts have the same terms and no other part contains cells.
    pub(super) fn only_terms(&self) -> Option<&[(Cell, i64)]> {
        let mut found: Option<&[(Cell, i64)]> = None;
        let mut open = vec![self];
        while let Some(sum) = open.pop() {
            if !sum.terms.is_empty() {
                if found.is_some_and(|terms| terms != sum.terms) {
                    return None;
                }
                found = Some(&sum.terms);
            }
            for (_, atom) in &sum.others {
                match atom {
                    Atom::Extreme(_, sums) => open.extend(sums),
                    Atom::Absolute(sum) => open.push(sum),
                    Atom::Product(a, b) | Atom::Quotient(a, b) | Atom::Remainder(a, b) => {
                        open.extend([&**a, &**b]);
                    }
                    _ => return None,
                }
            }
        }
        found
    }

    /// Returns `true` if the number exists for all values of its cells.
    pub(super) fn exists(&self) -> bool {
        self.others.iter().all(|(_, atom)| atom.exists())
    }
}

/// A source of values for the parts of a number.
pub(super) trait Values {
    /// Returns the value of a sum's linear part.
    fn linear(&self, sum: &Sum) -> Option<i64>;
    /// Returns the value of a cell, or `None` if only whole sums have values.
    fn cell(&self, cell: Cell) -> Option<u8>;
}

/// A function from cells to values can evaluate any number.
impl<F: Fn(Cell) -> u8> Values for F {
    fn linear(&self, sum: &Sum) -> Option<i64> {
        let terms = sum.terms.iter().map(|&(cell, k)| k * i64::from(self(cell)));
        Some(sum.constant + terms.sum::<i64>())
    }

    fn cell(&self, cell: Cell) -> Option<u8> {
        Some(self(cell))
    }
}

/// Checks that a weight or constant is small enough that a sum of cells cannot overflow.
fn within_limit(number: Option<i64>) -> Result<i64, Fault> {
    const LIMIT: u64 = 1_000_000_000_000;
    let message = || Fault::Refused(format!("a number in a sum of cells is above {LIMIT}"));
    number
        .filter(|n| n.unsigned_abs() <= LIMIT)
        .ok_or_else(message)
}

/// Sorts terms by cell, merges terms of the same cell, and drops terms of weight 0.
fn merge_terms(mut terms: Vec<(Cell, i64)>) -> Result<Vec<(Cell, i64)>, Fault> {
    terms.sort_by_key(|&(cell, _)| cell);
    let mut merged: Vec<(Cell, i64)> = Vec::with_capacity(terms.len());
    for (cell, k) in terms {
        match merged.last_mut() {
            Some((last, sum)) if *last == cell => {
                *sum = within_limit(sum.checked_add(k))?;
            }
            _ => merged.push((cell, k)),
        }
    }
    merged.retain(|&(_, k)| k != 0);
    Ok(merged)
}

impl Atom {
    /// Checks that a tabulated number stays within the limit if it is multiplied by a weight.
    fn check_limit(&self, weight: i64) -> Result<(), Fault> {
        let Self::Table(_, table) = self else {
            return Ok(());
        };
        let mut numbers = table.iter().map(|number| number.checked_mul(weight));
        numbers.try_for_each(|number| within_limit(number).map(drop))
    }

    // The visitor is dynamic, because a generic one would have a new type at each level of nesting.
    fn each_cell(&self, see: &mut dyn FnMut(Cell)) {
        match self {
            Self::Table(cell, _) => see(*cell),
            Self::Count(parts) => parts.iter().for_each(|p| p.each_cell(&mut |c| see(c))),
            Self::Kinds(cells) => cells.iter().copied().for_each(see),
            Self::Extreme(_, sums) => sums.iter().for_each(|s| s.each_cell(&mut |c| see(c))),
            Self::Absolute(sum) => sum.each_cell(&mut |c| see(c)),
            Self::Product(a, b) | Self::Quotient(a, b) | Self::Remainder(a, b) => {
                a.each_cell(&mut |c| see(c));
                b.each_cell(&mut |c| see(c));
            }
            Self::If(condition, a, b) => {
                condition.each_cell(&mut |c| see(c));
                a.each_cell(&mut |c| see(c));
                b.each_cell(&mut |c| see(c));
            }
        }
    }

    fn range(&self, ground: &Ground<'_>) -> (i64, i64) {
        match self {
            Self::Table(cell, table) => {
                let values = || ground.domain(*cell).iter().map(|v| table[usize::from(v)]);
                (values().min().unwrap_or(0), values().max().unwrap_or(0))
            }
            Self::Count(parts) => (0, parts.len() as i64),
            Self::Kinds(cells) => (0, cells.len() as i64),
            Self::Extreme(extreme, sums) => {
                let ranges = || sums.iter().map(|sum| sum.range(ground));
                (
                    extreme.of(ranges().map(|r| r.0)).unwrap_or(0),
                    extreme.of(ranges().map(|r| r.1)).unwrap_or(0),
                )
            }
            Self::Absolute(sum) => {
                let (low, high) = sum.range(ground);
                let most = low.saturating_abs().max(high.saturating_abs());
                (
                    if low > 0 {
                        low
                    } else {
                        0.max(high.saturating_neg())
                    },
                    most,
                )
            }
            Self::Product(a, b) => {
                let (a, b) = (a.range(ground), b.range(ground));
                let ends = [a.0, a.1].map(|x| [b.0, b.1].map(|y| x.saturating_mul(y)));
                let ends = ends.concat();
                let (low, high) = (ends.iter().min(), ends.iter().max());
                (low.copied().unwrap_or(0), high.copied().unwrap_or(0))
            }
            // The divisor is a whole number other than 0, so the quotient cannot exceed the dividend in absolute value.
            Self::Quotient(a, _) => {
                let (low, high) = a.range(ground);
                let most = low.saturating_abs().max(high.saturating_abs());
                (-most, most)
            }
            // The division is Euclidean, so the remainder is never negative.
            Self::Remainder(_, b) => {
                let (low, high) = b.range(ground);
                (0, low.saturating_abs().max(high.saturating_abs()))
            }
            Self::If(_, a, b) => {
                let (a, b) = (a.range(ground), b.range(ground));
                (a.0.min(b.0), a.1.max(b.1))
            }
        }
    }

    fn value(&self, see: &impl Values) -> Option<i64> {
        let full = |cell| see.cell(cell).unwrap_or(0);
        match self {
            Self::Table(cell, table) => Some(table[usize::from(see.cell(*cell)?)]),
            Self::Count(parts) => {
                // Statements need the values of single cells, so this number cannot be evaluated from sums.
                see.cell(Cell(0))?;
                Some(parts.iter().filter(|part| part.holds(&full)).count() as i64)
            }
            Self::Kinds(cells) => {
                let values: Option<DigitSet> = cells.iter().map(|&cell| see.cell(cell)).collect();
                Some(values?.len() as i64)
            }
            Self::Extreme(extreme, sums) => {
                let mut values = sums.iter().map(|sum| sum.value(see));
                let first = values.next()??;
                values.try_fold(first, |best, value| extreme.of([best, value?]))
            }
            Self::Absolute(sum) => sum.value(see)?.checked_abs(),
            Self::Product(a, b) => a.value(see)?.checked_mul(b.value(see)?),
            Self::Quotient(a, b) => quotient(a.value(see)?, b.value(see)?),
            Self::Remainder(a, b) => a.value(see)?.checked_rem_euclid(b.value(see)?),
            Self::If(condition, a, b) => {
                // The condition needs the values of single cells, so this number cannot be evaluated from sums.
                see.cell(Cell(0))?;
                match condition.holds(&full) {
                    true => a.value(see),
                    false => b.value(see),
                }
            }
        }
    }

    fn exists(&self) -> bool {
        match self {
            Self::Table(..) | Self::Count(_) | Self::Kinds(_) => true,
            // The list is not empty, because the extreme of no numbers is a fault and never becomes an atom.
            Self::Extreme(_, sums) => sums.iter().all(Sum::exists),
            Self::Absolute(sum) => sum.exists(),
            Self::Product(a, b) => a.exists() && b.exists(),
            Self::Quotient(a, b) | Self::Remainder(a, b) => {
                // A divisor with open cells may be 0.
                a.exists() && b.as_constant().is_some_and(|b| b != 0)
            }
            Self::If(_, a, b) => a.exists() && b.exists(),
        }
    }
}

type Outcome<T> = Result<T, Fault>;

impl Lowering<'_> {
    /// Converts a number of a formula to a sum over its open cells.
    ///
    /// # Errors
    /// Returns `Undefined` if the number does not exist for any values of the cells, and `Unknown` if the value of some cell must be
    /// known first.
    pub(super) fn number(&mut self, number: &Number) -> Outcome<Sum> {
        match number {
            Number::Value(place) => {
                let cell = self.eval.place(place)?;
                self.weigh([(cell, 1)])
            }
            Number::Total(parts) => {
                let mut total = Sum::default();
                for (negative, part) in parts {
                    total = total.plus(if *negative { -1 } else { 1 }, &self.number(part)?)?;
                }
                Ok(total)
            }
            Number::Sum(list) => {
                let cells = self.eval.list(list)?;
                self.weigh(cells.into_iter().map(|cell| (cell, 1)))
            }
            Number::Missing(list) => {
                let cells = self.eval.list(list)?;
                self.missing(cells)
            }
            Number::Decimal(list) => {
                let cells = self.eval.list(list)?;
                let power = |place: usize| 10i64.checked_pow((cells.len() - 1 - place) as u32);
                let powers: Result<Vec<i64>, Fault> = (0..cells.len())
                    .map(|place| within_limit(power(place)))
                    .collect();
                self.weigh(cells.iter().copied().zip(powers?))
            }
            Number::SumOf(quantifier, body) => {
                let mut total = Sum::default();
                for part in self.numbers_of(quantifier, body)? {
                    total = total.plus(1, &part)?;
                }
                Ok(total)
            }
            Number::Count(quantifier, body) => self.count(number, quantifier, body),
            Number::Kinds(list) => {
                let cells = self.eval.list(list)?;
                self.apart(number, Atom::Kinds(cells))
            }
            Number::Absolute(part) => {
                let part = self.number(part)?;
                self.apart(number, Atom::Absolute(Box::new(part)))
            }
            Number::Extreme(extreme, arguments) => {
                let mut sums = vec![];
                for argument in arguments {
                    match argument {
                        Numbers::One(part) => sums.push(self.number(part)?),
                        Numbers::Of(list) => {
                            for cell in self.eval.list(list)? {
                                sums.push(self.weigh([(cell, 1)])?);
                            }
                        }
                    }
                }
                self.extreme(number, *extreme, sums)
            }
            Number::ExtremeOf(extreme, quantifier, body) => {
                let sums = self.numbers_of(quantifier, body)?;
                self.extreme(number, *extreme, sums)
            }
            Number::Product(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                match (left.as_constant(), right.as_constant()) {
                    (Some(k), _) => Sum::default().plus(k, &right),
                    (_, Some(k)) => Sum::default().plus(k, &left),
                    _ => self.apart(number, Atom::Product(Box::new(left), Box::new(right))),
                }
            }
            Number::Quotient(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.apart(number, Atom::Quotient(Box::new(left), Box::new(right)))
            }
            Number::Remainder(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.apart(number, Atom::Remainder(Box::new(left), Box::new(right)))
            }
            Number::If(condition, then, other) => self.choice(number, condition, then, other),
            // All other numbers depend only on positions and parameters. An open index is a fault, so that the caller splits
            // cases.
            _ => self.eval.number(number).map(Sum::constant),
        }
    }

    /// Returns the digit that is missing from a house: an auxiliary variable if there is one, otherwise the house's total minus the sum
    /// of its cells.
    fn missing(&mut self, cells: Vec<Cell>) -> Outcome<Sum> {
        let ground = self.eval.scene.ground;
        let digits = ground.puzzle.layout.digits();
        if cells.len() + 1 != digits.len() {
            return Err(Fault::Undefined);
        }
        if !ground.one_house(&cells) {
            let message = "the list in missing(…) must be one row, column or box";
            return Err(Fault::Refused(message.to_owned()));
        }
        if let Some(beside) = missing(ground.puzzle, &cells) {
            return self.weigh([(beside, 1)]);
        }
        let held = self.weigh(cells.into_iter().map(|cell| (cell, -1)))?;
        let total = digits.iter().map(i64::from).sum();
        Sum::constant(total).plus(1, &held)
    }

    /// Recognises `LIST[n]` with a fixed list, where `n` is an open cell plus a constant. Returns the list, the open cell, and the value
    /// of that cell that selects the first cell of the list.
    pub(super) fn element(&mut self, number: &Number) -> Option<(Vec<Cell>, Cell, i64)> {
        let Number::Value(place @ Place::At(list, index)) = number else {
            return None;
        };
        let Err(Fault::Unknown(_)) = self.eval.place(place) else {
            return None;
        };
        let list = self.eval.list(list).ok()?;
        let index = self.number(index).ok()?;
        match index.terms[..] {
            [(cell, 1)] if index.is_linear() => Some((list, cell, 1 - index.constant)),
            _ => None,
        }
    }

    /// Builds a weighted sum of cells. Known cells contribute to the constant.
    fn weigh(&self, cells: impl IntoIterator<Item = (Cell, i64)>) -> Outcome<Sum> {
        let mut sum = Sum::default();
        for (cell, k) in cells {
            match self.eval.value(cell) {
                Ok(value) => {
                    let more = k.checked_mul(value);
                    let total = more.and_then(|more| sum.constant.checked_add(more));
                    sum.constant = within_limit(total)?;
                }
                Err(_) => sum.terms.push((cell, within_limit(Some(k))?)),
            }
        }
        sum.terms = merge_terms(sum.terms)?;
        Ok(sum)
    }

    pub(super) fn numbers_of(
        &mut self,
        quantifier: &Quantifier,
        body: &Number,
    ) -> Outcome<Vec<Sum>> {
        let frames = self.eval.frames(quantifier)?;
        self.spend(frames.len())?;
        let mut sums = Vec::with_capacity(frames.len());
        for frame in frames.chunks(quantifier.binding.width()) {
            sums.push(self.within(quantifier, frame, |me| me.number(body))?);
        }
        Ok(sums)
    }

    fn count(&mut self, number: &Number, quantifier: &Quantifier, body: &Formula) -> Outcome<Sum> {
        let mut constant = 0;
        let mut open = vec![];
        for part in self.instances(quantifier, body, true)? {
            if is_true(&part) {
                constant += 1;
            } else if !is_false(&part) {
                open.push(part);
            }
        }
        if open.is_empty() {
            return Ok(Sum::constant(constant));
        }
        let whole = self.apart(number, Atom::Count(open))?;
        match whole.others[..] {
            // A table lists values of the whole number, so it already includes the constant.
            [(1, Atom::Table(..))] => Ok(whole),
            _ => whole.plus(1, &Sum::constant(constant)),
        }
    }

    fn extreme(&mut self, number: &Number, extreme: Extreme, sums: Vec<Sum>) -> Outcome<Sum> {
        let constants: Option<Vec<i64>> = sums.iter().map(Sum::as_constant).collect();
        if let Some(constants) = constants {
            return extreme
                .of(constants)
                .map(Sum::constant)
                .ok_or(Fault::Undefined);
        }
        match <[Sum; 1]>::try_from(sums) {
            Ok([only]) => Ok(only),
            Err(sums) => self.apart(number, Atom::Extreme(extreme, sums)),
        }
    }

    fn choice(
        &mut self,
        number: &Number,
        condition: &Formula,
        then: &Number,
        other: &Number,
    ) -> Outcome<Sum> {
        let condition = self.formula(condition, true)?;
        if is_true(&condition) {
            return self.number(then);
        }
        if is_false(&condition) {
            return self.number(other);
        }
        match (self.number(then), self.number(other)) {
            (Ok(then), Ok(other)) => self.apart(
                number,
                Atom::If(Box::new(condition), Box::new(then), Box::new(other)),
            ),
            (Err(Fault::Undefined), _) | (_, Err(Fault::Undefined)) => {
                // The condition must be known first, because only the number in the branch that applies has to exist.
                let mut open = None;
                condition.each_cell(&mut |cell| {
                    open = open.or(self.eval.value(cell).is_err().then_some(cell));
                });
                Err(open.map_or(Fault::Undefined, Fault::Unknown))
            }
            (Err(fault), _) | (_, Err(fault)) => Err(fault),
        }
    }

    /// Returns the cells of unknown value on which a number depends.
    pub(super) fn open_cells(&self, number: &Sum) -> Vec<Cell> {
        let mut cells = number.cells();
        cells.retain(|&cell| self.eval.value(cell).is_err());
        cells
    }

    /// Wraps a nonlinear number. With at most one open cell, it becomes a constant or a table.
    fn apart(&mut self, number: &Number, atom: Atom) -> Outcome<Sum> {
        let whole = Sum::atom(atom);
        match self.open_cells(&whole)[..] {
            [] => self.eval.number(number).map(Sum::constant),
            [cell] => self.tabulate_number(number, cell),
            _ => Ok(whole),
        }
    }

    /// Tabulates a number by the value of its only open cell.
    fn tabulate_number(&mut self, number: &Number, cell: Cell) -> Outcome<Sum> {
        let mut table = [0; 64];
        for value in self.domain(cell).iter() {
            self.eval.values[cell.index()] = value;
            let result = self.eval.number(number);
            // The cell is reset before a fault is returned, because the caller then splits cases in this environment.
            self.eval.values[cell.index()] = UNKNOWN;
            table[usize::from(value)] = match result {
                Ok(number) => within_limit(Some(number))?,
                // The number exists only for some values of the cell, so the cell's value must be known first.
                Err(Fault::Undefined) => return Err(Fault::Unknown(cell)),
                Err(fault) => return Err(fault),
            };
        }
        Ok(Sum::atom(Atom::Table(cell, Rc::new(table))))
    }
}
