//! Lowers comparisons of numbers with open cells to the strongest possible statement.
//!
//! Every comparison compares a number with 0. The first of these forms that fits is used:
//!
//! 1. a linear comparison
//! 2. bounds on the parts of a maximum or minimum
//! 3. a count of cells or of different values
//! 4. a sum of functions of single cells (an automaton over partial sums)
//! 5. a small table
//! 6. a restriction of one sum
//! 7. one case for each part of a maximum, a minimum or an absolute value
//! 8. a table of any allowed size

use super::join::{accepts, all, any, keep, negate, repeating, small, state_table, truth};
use super::number::{Atom, Sum, Values};
use super::table::{self, ROWS};
use super::{Lowering, recognition};
use crate::Statement;
use crate::ast::Comparison;
use crate::automaton::{TooManyStates, explore};
use crate::formula::{Extreme, Number};
use crate::scene::Fault;
use crate::statement::{
    Compare, Count, Distinct, Element, Holds, Keep, Linear, NValue, Pair, PairTable, RunLengths,
    SumIn,
};
use cluewright_puzzle::{Cell, DigitSet};
use std::collections::BTreeMap;

/// Maximum number of rows in a table that is preferred to the other forms, which propagate less.
const SMALL_TABLE: usize = 10_000;
/// Maximum number of totals to enumerate for a sum.
const TOTALS: i64 = 10_000;
/// Maximum number of states of an automaton over partial sums.
const STATES: usize = 5_000;

type Outcome<T> = Result<T, Fault>;

impl Lowering<'_> {
    pub(super) fn compare(
        &mut self,
        comparison: Comparison,
        left: &Number,
        right: &Number,
        positive: bool,
    ) -> Outcome<Statement> {
        // Elements are recognised first, because evaluating `list[index]` as a number would split the index into cases.
        let elements = recognition::ELEMENTS.is_on();
        if elements && let Some((list, index, first)) = self.element(left) {
            return self.element_compares(list, index, first, comparison, right, positive);
        }
        if elements && let Some((list, index, first)) = self.element(right) {
            let swapped = comparison.swap_sides();
            return self.element_compares(list, index, first, swapped, left, positive);
        }
        let difference = self.number(left)?.plus(-1, &self.number(right)?)?;
        let comparison = match positive {
            true => comparison,
            false => comparison.negate(),
        };
        self.decide(&difference, comparison, !positive)
    }

    /// Lowers a comparison of `list[index]` with a number.
    fn element_compares(
        &mut self,
        list: Vec<Cell>,
        index: Cell,
        first: i64,
        comparison: Comparison,
        other: &Number,
        positive: bool,
    ) -> Outcome<Statement> {
        let other = self.number(other)?;
        let value = match (&other.terms[..], other.as_constant()) {
            (_, Some(number)) => {
                let fits = |v: &u8| comparison.holds((*v).into(), number);
                Err((0..64).filter(fits).collect())
            }
            (&[(cell, 1)], _)
                if other.is_linear() && other.constant == 0 && comparison == Comparison::Equal =>
            {
                Ok(cell)
            }
            // An element statement cannot express other comparisons, so the index is split into cases.
            _ => return Err(Fault::Unknown(index)),
        };
        if !positive {
            // An index outside the list also makes the comparison false, which a single element statement cannot express. So the
            // comparison is split into cases by the value of the index.
            return Err(Fault::Unknown(index));
        }
        Ok(Statement::Element(Element {
            list,
            index,
            first,
            value,
        }))
    }

    /// Lowers a comparison of `number` with 0. `missing` is the truth value of the comparison if the number does not exist.
    pub(super) fn decide(
        &mut self,
        number: &Sum,
        comparison: Comparison,
        missing: bool,
    ) -> Outcome<Statement> {
        self.spend(1 + number.terms.len() / 4)?;
        if let Some(constant) = number.as_constant() {
            return Ok(truth(comparison.holds(constant, 0)));
        }
        if number.is_linear() {
            return Ok(self.linear(&number.terms, comparison, -number.constant));
        }
        let exists = number.exists();
        let cells = self.open_cells(number);
        let rows = table::rows(&cells, self.ground());
        // These forms ignore `missing`, so they are correct only for numbers that always exist.
        if exists {
            if let Some(statement) = self.decide_by_range(number, comparison) {
                return Ok(statement);
            }
            if let Some(statement) = self.each_below(number, comparison)? {
                return Ok(statement);
            }
            if let Some(statement) = self.compare_count(number, comparison)? {
                return Ok(statement);
            }
            if let Some(statement) = self.separable(number, comparison) {
                return Ok(statement);
            }
        }
        if let Some(rows) = rows.filter(|&rows| rows <= SMALL_TABLE) {
            self.spend(rows / 2)?;
            return Ok(self.tabulate(number, comparison, missing, &cells));
        }
        if let Some(statement) = self.function_of_sum(number, comparison, missing) {
            return Ok(statement);
        }
        if exists && let Some(statement) = self.split_extreme(number, comparison)? {
            return Ok(statement);
        }
        if let Some(rows) = rows {
            self.spend(rows / 2)?;
            return Ok(self.tabulate(number, comparison, missing, &cells));
        }
        // The number of rows may exceed every integer type, but the message only needs its magnitude.
        let product: f64 = cells
            .iter()
            .map(|&cell| self.domain(cell).len() as f64)
            .product();
        Err(Fault::Refused(format!(
            "a comparison of {} cells at once would take a table of {product:.0} rows; the limit is {ROWS}",
            cells.len()
        )))
    }

    /// Returns a constant statement if the bounds of the number decide the comparison.
    fn decide_by_range(&self, number: &Sum, comparison: Comparison) -> Option<Statement> {
        let (low, high) = number.range(self.ground());
        let (always, never) = match comparison {
            Comparison::Equal => (false, low > 0 || high < 0),
            Comparison::NotEqual => (low > 0 || high < 0, false),
            Comparison::Less => (high < 0, low >= 0),
            Comparison::AtMost => (high <= 0, low > 0),
            Comparison::Greater => (low > 0, high <= 0),
            Comparison::AtLeast => (low >= 0, high < 0),
        };
        match (always, never) {
            (true, _) => Some(Statement::TRUE),
            (_, true) => Some(Statement::FALSE),
            _ => None,
        }
    }

    /// Lowers a comparison of `Σ weight · cell` with a total.
    pub(super) fn linear(
        &self,
        terms: &[(Cell, i64)],
        comparison: Comparison,
        total: i64,
    ) -> Statement {
        // Sums are whole numbers, so strict comparisons need no form of their own.
        let (comparison, total) = match comparison {
            Comparison::Less => (Comparison::AtMost, total - 1),
            Comparison::Greater => (Comparison::AtLeast, total + 1),
            other => (other, total),
        };
        let sum = Sum {
            constant: -total,
            terms: terms.to_vec(),
            others: vec![],
        };
        if let Some(decided) = self.decide_by_range(&sum, comparison) {
            return decided;
        }
        let holds = |sum: i64| comparison.holds(sum, total);
        match *terms {
            [(cell, k)] => {
                let kept = self
                    .domain(cell)
                    .iter()
                    .filter(|&v| holds(k * i64::from(v)));
                keep(cell, kept.collect(), self.ground())
            }
            [(a, j), (b, k)] if !(comparison == Comparison::Equal && j == k) => {
                let (first, second) = (self.domain(a), self.domain(b));
                let table = PairTable::new(first, second, |x, y| {
                    holds(j * i64::from(x) + k * i64::from(y))
                });
                state_table(a, b, self.ground(), table)
            }
            _ => normal_linear(terms, comparison, total),
        }
    }

    /// Lowers a comparison such as `max(a, b, …) < n` (or `min(a, b, …) > n`) to the conjunction of `a < n`, `b < n` and so on.
    fn each_below(&mut self, number: &Sum, comparison: Comparison) -> Outcome<Option<Statement>> {
        let Some((extreme, sums, rest, comparison)) = extreme(number, comparison)? else {
            return Ok(None);
        };
        let conjunction = match extreme {
            Extreme::Most => matches!(comparison, Comparison::Less | Comparison::AtMost),
            Extreme::Least => matches!(comparison, Comparison::Greater | Comparison::AtLeast),
        };
        if !conjunction {
            return Ok(None);
        }
        let parts = self.each_of(&sums, &rest, comparison)?;
        Ok(Some(all(parts, self.ground())))
    }

    /// Lowers the comparison of each sum plus `rest` with 0.
    fn each_of(
        &mut self,
        sums: &[Sum],
        rest: &Sum,
        comparison: Comparison,
    ) -> Outcome<Vec<Statement>> {
        let one = |sum: &Sum| {
            let sum = rest.clone().plus(1, sum)?;
            // The callers have checked that the number exists, so `missing` is never used.
            self.decide(&sum, comparison, false)
        };
        sums.iter().map(one).collect()
    }

    /// Lowers a comparison of a count, or of a number of different values, with a number or a cell.
    fn compare_count(
        &mut self,
        number: &Sum,
        comparison: Comparison,
    ) -> Outcome<Option<Statement>> {
        let [(k @ (1 | -1), atom)] = &number.others[..] else {
            return Ok(None);
        };
        let rest = Sum {
            others: vec![],
            ..number.clone()
        };
        let target = Sum::default().plus(-k, &rest)?;
        let comparison = if *k == 1 {
            comparison
        } else {
            comparison.swap_sides()
        };
        let most = match atom {
            Atom::Count(parts) if parts.len() < 64 || few(target.as_constant(), comparison) => {
                parts.len()
            }
            Atom::Kinds(cells) if cells.len() < 64 => cells.len(),
            _ => return Ok(None),
        };
        let keeps = match atom {
            Atom::Count(parts) => keeps(parts),
            _ => None,
        };
        if let Some(target) = target.as_constant() {
            let fits = |n: &u8| comparison.holds((*n).into(), target);
            let counts: DigitSet = (0..=most.min(63) as u8).filter(fits).collect();
            return Ok(Some(match (atom, keeps) {
                (Atom::Count(parts), keeps) => self.counts(parts, keeps, counts),
                (Atom::Kinds(cells), _) => self.kinds(cells, counts),
                _ => return Ok(None),
            }));
        }
        let &[(cell, weight), ..] = &target.terms[..] else {
            return Ok(None);
        };
        let plain = target.terms.len() == 1 && weight == 1 && comparison == Comparison::Equal;
        match (atom, keeps) {
            (Atom::Count(_), Some(cells)) if plain => Ok(Some(Statement::Count(Count {
                cells,
                total: Some(cell),
                offset: -target.constant,
                counts: DigitSet::EMPTY,
            }))),
            (Atom::Kinds(cells), _) if plain && target.constant == 0 => {
                Ok(Some(Statement::NValue(NValue {
                    cells: cells.clone(),
                    total: Some(cell),
                    counts: DigitSet::EMPTY,
                })))
            }
            (Atom::Count(parts), None) if plain && let Some((head, arms)) = self.runs(parts) => {
                Ok(Some(Statement::RunLengths(RunLengths {
                    head,
                    arms,
                    total: cell,
                    offset: -target.constant,
                })))
            }
            // A target of at most two cells is split into cases; longer targets are left to the other forms.
            _ if target.terms.len() <= 2 => Err(Fault::Unknown(cell)),
            _ => Ok(None),
        }
    }

    /// Recognises the parts of a run: part n states that the first n cells of an arm equal the head. Returns the head and
    /// the arms.
    fn runs(&self, parts: &[Statement]) -> Option<(Cell, Vec<Vec<Cell>>)> {
        recognition::RUNS.is_on().then_some(())?;
        let mut pairs: Vec<Vec<(Cell, Cell)>> = vec![];
        for part in parts {
            let mut equal = vec![];
            let mut plain = true;
            part.each_conjunct(&mut |one| match one {
                Statement::Pair(Pair(a, b, table)) if self.equality(*a, *b, table) => {
                    equal.push((*a, *b));
                }
                _ => plain = false,
            });
            (plain && !equal.is_empty()).then(|| pairs.push(equal))?;
        }
        let first = *pairs.first()?.first()?;
        let all = |head: Cell| pairs.iter().flatten().all(|&(a, b)| a == head || b == head);
        let head = [first.0, first.1].into_iter().find(|&head| all(head))?;
        let mut arms: Vec<Vec<Cell>> = vec![];
        for pair in &pairs {
            let other = |&(a, b): &(Cell, Cell)| if a == head { b } else { a };
            let cells: Vec<Cell> = pair.iter().map(other).collect();
            let (last, before) = cells.split_last()?;
            match arms.iter_mut().find(|arm| *arm == before) {
                Some(arm) => arm.push(*last),
                None if before.is_empty() => arms.push(vec![*last]),
                None => return None,
            }
        }
        Some((head, arms))
    }

    fn equality(&self, a: Cell, b: Cell, table: &PairTable) -> bool {
        let (first, second) = (self.domain(a), self.domain(b));
        let same = |x| second.iter().all(|y| table.allows(x, y) == (x == y));
        a != b && first.iter().all(same)
    }

    /// Builds the statement that the number of true parts is one of `counts`.
    fn counts(
        &self,
        parts: &[Statement],
        keeps: Option<Vec<(Cell, DigitSet)>>,
        counts: DigitSet,
    ) -> Statement {
        let most = parts.len().min(255) as u8;
        let ground = self.ground();
        // A set cannot contain numbers above 63, so the short forms below would be wrong for larger counts.
        if most > 63 {
            return match keeps {
                Some(cells) => Statement::Count(Count {
                    cells,
                    total: None,
                    offset: 0,
                    counts,
                }),
                None => Statement::Holds(Holds {
                    parts: parts.to_vec(),
                    counts,
                }),
            };
        }
        if counts == DigitSet::range(0, most) {
            return Statement::TRUE;
        }
        if counts.is_empty() {
            return Statement::FALSE;
        }
        if counts == DigitSet::one(most) {
            return all(parts.to_vec(), ground);
        }
        if counts == DigitSet::one(0) {
            let none = parts.iter().map(|part| negate(part.clone(), ground));
            return all(none.collect(), ground);
        }
        if counts == DigitSet::range(1, most) {
            return any(parts.to_vec(), ground);
        }
        match keeps {
            // One or two cells fit into a restriction or a pair, which propagates all that the count implies.
            Some(cells) => {
                let few = cells.len() < 3;
                let count = Statement::Count(Count {
                    cells,
                    total: None,
                    offset: 0,
                    counts,
                });
                if few { small(count, ground) } else { count }
            }
            None => Statement::Holds(Holds {
                parts: parts.to_vec(),
                counts,
            }),
        }
    }

    /// Builds the statement that the number of different values is one of `counts`.
    fn kinds(&self, cells: &[Cell], counts: DigitSet) -> Statement {
        let most = cells.len() as u8;
        if counts == DigitSet::one(most) {
            Statement::Distinct(Distinct(cells.to_vec()))
        } else if counts == DigitSet::range(0, most - 1) {
            repeating(cells.to_vec(), self.ground())
        } else {
            Statement::NValue(NValue {
                cells: cells.to_vec(),
                total: None,
                counts,
            })
        }
    }

    fn tabulate(
        &self,
        number: &Sum,
        comparison: Comparison,
        missing: bool,
        cells: &[Cell],
    ) -> Statement {
        let holds = |values: &[u8]| {
            let value = |cell| {
                // The open cells are sorted. All other cells have known values, so they are not in the list.
                let place = cells.binary_search(&cell);
                place.map_or(self.eval.values[cell.index()], |place| values[place])
            };
            let value = number.value(&value);
            Ok::<_, Fault>(value.map_or(missing, |value| comparison.holds(value, 0)))
        };
        // The result is never an error, because the predicate never fails.
        table::of(cells, self.ground(), holds).unwrap_or(Statement::FALSE)
    }

    /// Lowers a comparison that depends on its cells only through one weighted sum: that sum must be one of the totals for which the
    /// comparison is true.
    fn function_of_sum(
        &self,
        number: &Sum,
        comparison: Comparison,
        missing: bool,
    ) -> Option<Statement> {
        let terms = number.only_terms()?;
        let sum = Sum {
            constant: 0,
            terms: terms.to_vec(),
            others: vec![],
        };
        let (low, high) = sum.range(self.ground());
        if high - low > TOTALS {
            return None;
        }
        let fits = |total: &i64| {
            let value = number.value(&Total(*total));
            value.map_or(missing, |value| comparison.holds(value, 0))
        };
        Some(self.sum_in(&sum.terms, (low..=high).filter(fits).collect()))
    }

    /// Builds the statement that `Σ weight · cell` is one of the totals, which are in ascending order.
    pub(super) fn sum_in(&self, terms: &[(Cell, i64)], totals: Vec<i64>) -> Statement {
        let sum = Sum {
            constant: 0,
            terms: terms.to_vec(),
            others: vec![],
        };
        let (low, high) = sum.range(self.ground());
        // Totals out of reach are dropped first, because they would look like the far end of a gap.
        let totals: Vec<i64> = totals
            .into_iter()
            .filter(|t| (low..=high).contains(t))
            .collect();
        let [first, .., last] = totals[..] else {
            return match totals[..] {
                [only] => self.linear(terms, Comparison::Equal, only),
                _ => Statement::FALSE,
            };
        };
        let gaps = (last - first + 1) as usize - totals.len();
        if terms.len() <= 2 {
            let fits = |number: i64| totals.binary_search(&number).is_ok();
            return match *terms {
                [(cell, k)] => {
                    let kept = self.domain(cell).iter().filter(|&v| fits(k * i64::from(v)));
                    keep(cell, kept.collect(), self.ground())
                }
                [(a, j), (b, k)] => {
                    let allows = |x, y| fits(j * i64::from(x) + k * i64::from(y));
                    let table = PairTable::new(self.domain(a), self.domain(b), allows);
                    state_table(a, b, self.ground(), table)
                }
                _ => truth(fits(0)),
            };
        }
        if gaps == 0 {
            let low = self.linear(terms, Comparison::AtLeast, first);
            let high = self.linear(terms, Comparison::AtMost, last);
            return all(vec![low, high], self.ground());
        }
        if gaps == 1 && first == low && last == high {
            let missing = (low..=high).find(|t| totals.binary_search(t).is_err());
            return self.linear(terms, Comparison::NotEqual, missing.unwrap_or(low));
        }
        Statement::SumIn(SumIn {
            terms: terms.to_vec(),
            totals,
        })
    }

    /// Lowers a sum of functions of single cells. It becomes a count if each function has two values that differ by the same step, and
    /// otherwise an automaton over partial sums.
    fn separable(&self, number: &Sum, comparison: Comparison) -> Option<Statement> {
        // The map is sorted, so that the automaton reads the cells in the same order for any order of the terms.
        let mut parts: BTreeMap<Cell, [i64; 64]> = BTreeMap::new();
        for &(cell, k) in &number.terms {
            let part = parts.entry(cell).or_insert([0; 64]);
            (0..64).for_each(|v| part[v] += k * v as i64);
        }
        for (k, atom) in &number.others {
            match atom {
                Atom::Table(cell, table) => {
                    let part = parts.entry(*cell).or_insert([0; 64]);
                    (0..64).for_each(|v| part[v] += k * table[v]);
                }
                Atom::Count(statements) => {
                    for (cell, digits) in keeps(statements)? {
                        let part = parts.entry(cell).or_insert([0; 64]);
                        digits.iter().for_each(|v| part[usize::from(v)] += k);
                    }
                }
                _ => return None,
            }
        }
        let parts: Vec<(Cell, [i64; 64])> = parts.into_iter().collect();
        self.two_valued(&parts, comparison, number.constant)
            .or_else(|| self.partial_sums(&parts, comparison, number.constant))
    }

    /// Lowers a sum to a count if each part has two values and they differ by the same step in all parts.
    fn two_valued(
        &self,
        parts: &[(Cell, [i64; 64])],
        comparison: Comparison,
        constant: i64,
    ) -> Option<Statement> {
        recognition::TWO_VALUED.is_on().then_some(())?;
        let mut base = constant;
        let mut step = 0;
        let mut cells = vec![];
        for (cell, part) in parts {
            let digits = self.domain(*cell);
            let values = || digits.iter().map(|v| part[usize::from(v)]);
            let (low, high) = (values().min()?, values().max()?);
            base += low;
            if low == high {
                continue;
            }
            let two = values().all(|value| value == low || value == high);
            if !two || step != 0 && step != high - low {
                return None;
            }
            step = high - low;
            let counts = digits.iter().filter(|&v| part[usize::from(v)] == high);
            cells.push(Statement::Keep(Keep(*cell, counts.collect())));
        }
        // The set of counts below cannot contain numbers above 63.
        if cells.len() > 63 {
            return None;
        }
        let fits = |n: &u8| comparison.holds(base + step * i64::from(*n), 0);
        let counts = (0..=cells.len() as u8).filter(fits).collect();
        Some(self.counts(&cells, keeps(&cells), counts))
    }

    fn partial_sums(
        &self,
        parts: &[(Cell, [i64; 64])],
        comparison: Comparison,
        constant: i64,
    ) -> Option<Statement> {
        recognition::PARTIAL_SUMS.is_on().then_some(())?;
        let domains: Vec<DigitSet> = parts.iter().map(|&(cell, _)| self.domain(cell)).collect();
        let symbols = domains
            .iter()
            .fold(DigitSet::EMPTY, |all, &digits| all | digits);
        // The state includes the place, because each cell has its own domain and its own summands.
        let step = |&(place, sum): &(usize, i64), symbol: u8| {
            let allowed = domains
                .get(place)
                .is_some_and(|digits| digits.contains(symbol));
            let next = || (place + 1, sum + parts[place].1[usize::from(symbol)]);
            Ok::<_, TooManyStates>(allowed.then(next))
        };
        // Too many states are not an error, because one of the later forms may still fit.
        let explored = explore((0, constant), symbols, parts.len(), STATES, step).ok()?;
        let fits = |&(place, sum): &(usize, i64)| place == parts.len() && comparison.holds(sum, 0);
        let accepting = explored.states.iter().map(fits).collect();
        let automaton = explored.accepting(accepting);
        let cells = parts.iter().map(|&(cell, _)| cell).collect();
        Some(accepts(cells, automaton, self.ground()))
    }

    /// Lowers a maximum, a minimum, an absolute value, or a number with `if … then … else …`, case by case.
    fn split_extreme(
        &mut self,
        number: &Sum,
        comparison: Comparison,
    ) -> Outcome<Option<Statement>> {
        if let Some(statement) = self.choices(number, comparison)? {
            return Ok(Some(statement));
        }
        let Some((extreme, sums, rest, comparison)) = extreme(number, comparison)? else {
            return Ok(None);
        };
        // For an equation, every part must be `within` the bound and one part must equal it; for its negation, some part is `beyond`
        // the bound, or all parts fall short of it.
        let (within, beyond) = match extreme {
            Extreme::Most => (Comparison::AtMost, Comparison::Greater),
            Extreme::Least => (Comparison::AtLeast, Comparison::Less),
        };
        let statement = match comparison {
            Comparison::Equal => {
                let mut parts = self.each_of(&sums, &rest, within)?;
                let some = self.each_of(&sums, &rest, Comparison::Equal)?;
                parts.push(any(some, self.ground()));
                all(parts, self.ground())
            }
            Comparison::NotEqual => {
                let mut parts = self.each_of(&sums, &rest, beyond)?;
                let short = self.each_of(&sums, &rest, beyond.swap_sides())?;
                parts.push(all(short, self.ground()));
                any(parts, self.ground())
            }
            comparison => any(self.each_of(&sums, &rest, comparison)?, self.ground()),
        };
        Ok(Some(statement))
    }

    /// Lowers a number that contains `if condition then a else b`, with one case for each branch.
    fn choices(&mut self, number: &Sum, comparison: Comparison) -> Outcome<Option<Statement>> {
        let choice = number
            .others
            .iter()
            .position(|(_, atom)| matches!(atom, Atom::If(..)));
        let Some(place) = choice else {
            return Ok(None);
        };
        let mut rest = number.clone();
        let (k, Atom::If(condition, then, other)) = rest.others.remove(place) else {
            return Ok(None);
        };
        let then = self.decide(&rest.clone().plus(k, &then)?, comparison, false)?;
        let other = self.decide(&rest.plus(k, &other)?, comparison, false)?;
        let not = negate((*condition).clone(), self.ground());
        let cases = [(*condition, then), (not, other)];
        let cases = cases.map(|(case, then)| all(vec![case, then], self.ground()));
        Ok(Some(any(cases.to_vec(), self.ground())))
    }
}

/// An extreme, its parts, the rest of the number, and the comparison with 0 of the extreme plus the rest.
type TakenApart = (Extreme, Vec<Sum>, Sum, Comparison);

/// Finds a maximum (or minimum, or absolute value) of weight 1 or -1 in a number. Returns its parts, the rest of the number, and the
/// comparison with 0, normalised so that the weight is 1.
fn extreme(number: &Sum, comparison: Comparison) -> Outcome<Option<TakenApart>> {
    let place = number.others.iter().position(|(k, atom)| {
        matches!(k, 1 | -1) && matches!(atom, Atom::Extreme(..) | Atom::Absolute(_))
    });
    let Some(place) = place else {
        return Ok(None);
    };
    let mut rest = number.clone();
    let (k, atom) = rest.others.remove(place);
    let (extreme, sums) = match atom {
        Atom::Extreme(extreme, sums) => (extreme, sums),
        Atom::Absolute(sum) => {
            let opposite = Sum::default().plus(-1, &sum)?;
            (Extreme::Most, vec![*sum, opposite])
        }
        _ => return Ok(None),
    };
    let comparison = if k == 1 {
        comparison
    } else {
        comparison.swap_sides()
    };
    let rest = Sum::default().plus(k, &rest)?;
    Ok(Some((extreme, sums, rest, comparison)))
}

/// A source of values in which every linear part has the same total.
struct Total(i64);

impl Values for Total {
    fn linear(&self, sum: &Sum) -> Option<i64> {
        sum.constant.checked_add(self.0)
    }

    fn cell(&self, _: Cell) -> Option<u8> {
        None
    }
}

/// Returns the parts as restrictions of single cells; `None` if a part is a different statement.
fn keeps(parts: &[Statement]) -> Option<Vec<(Cell, DigitSet)>> {
    let keep = |part: &Statement| match part {
        Statement::Keep(Keep(cell, digits)) => Some((*cell, *digits)),
        _ => None,
    };
    parts.iter().map(keep).collect()
}

/// Builds a linear statement with normalised weights: they have no common factor, and the first one is positive.
fn normal_linear(terms: &[(Cell, i64)], comparison: Comparison, total: i64) -> Statement {
    let factor = terms
        .iter()
        .fold(0, |factor, &(_, k)| common_factor(factor, k.abs()));
    // There are at least two terms, because `linear` states shorter sums in another form.
    let sign = if terms[0].1 < 0 { -1 } else { 1 };
    let (comparison, total) = match sign {
        1 => (comparison, total),
        _ => (comparison.swap_sides(), -total),
    };
    let whole = total % factor == 0;
    // Bounds are rounded inwards, because every sum is a multiple of the factor. `linear` never passes strict comparisons.
    let (compare, total) = match comparison {
        Comparison::Equal if !whole => return Statement::FALSE,
        Comparison::NotEqual if !whole => return Statement::TRUE,
        Comparison::Equal => (Compare::Equal, total / factor),
        Comparison::NotEqual => (Compare::NotEqual, total / factor),
        Comparison::AtMost | Comparison::Less => (Compare::AtMost, total.div_euclid(factor)),
        Comparison::AtLeast | Comparison::Greater => {
            (Compare::AtLeast, -(-total).div_euclid(factor))
        }
    };
    Statement::Linear(Linear {
        terms: terms
            .iter()
            .map(|&(cell, k)| (cell, k * sign / factor))
            .collect(),
        compare,
        total,
    })
}

fn common_factor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { common_factor(b, a % b) }
}

/// Returns `true` if every value that the count may have fits into the set of a statement.
fn few(target: Option<i64>, comparison: Comparison) -> bool {
    let listed = target.is_some_and(|target| (0..63).contains(&target));
    listed
        && matches!(
            comparison,
            Comparison::Equal | Comparison::Less | Comparison::AtMost
        )
}
