//! Lowers formulas to statements: unrolls quantifiers, decides constant parts, and recognises named relations.

use super::join::{self, all, any, is_false, is_true, negate, pair, repeating, truth};
use super::number::Sum;
use super::{Lowering, recognition};
use crate::ast::Comparison;
use crate::formula::{
    Binding, Extreme, Formula, List, Number, Numbers, Place, Quantifier, Sequence, Set, Use,
};
use crate::machine;
use crate::rule::Part;
use crate::scene::{Bound, Evaluation, Fault, UNKNOWN};
use crate::statement::{
    Ascending, Connected, Consecutive, Distinct, EqualSums, SameMultiset, SelfCounting,
};
use crate::{Statement, formula::Item};
use cluewright_puzzle::{Cell, DigitSet};

type Outcome<T> = Result<T, Fault>;

/// Maximum number of common values for which an equality of several numbers is lowered by cases. Each case compares all numbers
/// again.
const COMMON: i64 = 64;

/// The properties of a frame on which a closed body depends: for each cell, the index of the first cell equal to it, and its domain.
type Likeness = Vec<(usize, DigitSet)>;

/// The lowered body of a frame, with the frame's properties and cells.
type Remembered = (Likeness, Vec<Cell>, Statement);

impl Lowering<'_> {
    /// Builds a statement that is equivalent to the formula if `positive` is `true`, otherwise to its negation.
    ///
    /// # Errors
    /// Only refusals are errors. A number that does not exist makes the formula false, and a number that depends on a cell's value is
    /// split into cases.
    pub(super) fn formula(&mut self, formula: &Formula, positive: bool) -> Outcome<Statement> {
        self.spend(1)?;
        match self.attempt(formula, positive) {
            Err(Fault::Undefined) => Ok(truth(!positive)),
            Err(Fault::Unknown(cell)) => self.cases(cell, formula, positive),
            outcome => outcome.map(|statement| self.decide_known(statement)),
        }
    }

    /// Replaces the statement by true or false if the values of all its cells are known.
    fn decide_known(&self, statement: Statement) -> Statement {
        // While no value is known, no statement can be decided by its cells, so the cells are not visited.
        if self.known == 0 || is_true(&statement) || is_false(&statement) {
            return statement;
        }
        let mut open = false;
        statement.each_cell(&mut |cell| open |= self.eval.value(cell).is_err());
        match open {
            true => statement,
            false => truth(statement.holds(&|cell| self.eval.values[cell.index()])),
        }
    }

    /// Lowers a formula case by case, for each value of a cell.
    fn cases(&mut self, cell: Cell, formula: &Formula, positive: bool) -> Outcome<Statement> {
        let mut cases = vec![];
        for value in self.domain(cell).iter() {
            self.eval.values[cell.index()] = value;
            self.known += 1;
            let case = self.formula(formula, positive);
            self.known -= 1;
            // The cell is reset before a fault is returned, because the caller may split other cases in this environment.
            self.eval.values[cell.index()] = UNKNOWN;
            let case = case?;
            if !is_false(&case) {
                let here = join::keep(cell, DigitSet::one(value), self.ground());
                cases.push(all(vec![here, case], self.ground()));
            }
        }
        self.any(cases)
    }

    fn attempt(&mut self, formula: &Formula, positive: bool) -> Outcome<Statement> {
        match formula {
            Formula::Constant(constant) => Ok(truth(*constant == positive)),
            Formula::And(parts) => self.join_parts(parts, positive, positive),
            Formula::Or(parts) => self.join_parts(parts, positive, !positive),
            Formula::Not(part) => self.formula(part, !positive),
            Formula::Iff(left, right) => {
                let both = [(true, positive), (false, !positive)];
                let mut cases = vec![];
                for (left_holds, right_holds) in both {
                    let left = self.formula(left, left_holds)?;
                    let right = self.formula(right, right_holds)?;
                    cases.push(all(vec![left, right], self.ground()));
                }
                self.any(cases)
            }
            Formula::Compare(comparison, left, right) => {
                self.compare(*comparison, left, right, positive)
            }
            Formula::In {
                value,
                set,
                negated,
            } => self.member(value, set, *negated, positive),
            Formula::Distinct(list) => {
                let cells = self.eval.list(list)?;
                Ok(self.distinct(cells, positive))
            }
            Formula::DistinctNumbers(quantifier, number) => {
                self.distinct_numbers(quantifier, number, positive)
            }
            Formula::EqualNumbers(quantifier, number) => {
                let numbers = self.numbers_of(quantifier, number)?;
                self.equal_numbers(&numbers, positive)
            }
            Formula::Consecutive(list) => {
                let cells = self.eval.list(list)?;
                let statement = match cells.len() {
                    0 | 1 => Statement::TRUE,
                    // A repeated cell would have to differ from itself.
                    _ if repeats(&cells) => Statement::FALSE,
                    2 => pair(cells[0], cells[1], self.ground(), |x, y| x.abs_diff(y) == 1),
                    _ => Statement::Consecutive(Consecutive(cells)),
                };
                Ok(self.apply_sign(statement, positive))
            }
            Formula::Same(left, right) => {
                let (left, right) = (self.eval.list(left)?, self.eval.list(right)?);
                let statement = match (&left[..], &right[..]) {
                    ([], []) => Statement::TRUE,
                    ([a], [b]) if a == b => Statement::TRUE,
                    ([a], [b]) => pair(*a, *b, self.ground(), |x, y| x == y),
                    _ if left.len() != right.len() => Statement::FALSE,
                    _ => Statement::SameMultiset(SameMultiset(vec![left, right])),
                };
                Ok(self.apply_sign(statement, positive))
            }
            Formula::Accepts(segments, machine) => self.word(segments, machine, positive),
            Formula::Related(a, b, key) => {
                let (a, b) = (self.eval.place(a)?, self.eval.place(b)?);
                let key = self.eval.text(key)?;
                let layout = &self.eval.scene.ground.puzzle.layout;
                let table = machine::pair_table(key, layout).map_err(Fault::Refused)?;
                let allows = |x, y| table.allows(x, y) == positive;
                Ok(pair(a, b, self.ground(), allows))
            }
            Formula::Obeys(used) => self.obeys(used, positive),
            Formula::Encloses(list, sum) => {
                let encloses = self.eval.encloses(list, sum)?;
                Ok(self.apply_sign(encloses, positive))
            }
            Formula::Ranks(list, rank, ties) => {
                let ranks = self.eval.ranks(list, rank, ties)?;
                Ok(self.apply_sign(ranks, positive))
            }
            Formula::Regions(labels, contents, size) => {
                let regions = self.eval.regions(labels, contents, size)?;
                Ok(self.apply_sign(regions, positive))
            }
            Formula::Each(quantifier, body) => self.each(quantifier, body, positive),
            Formula::Some(quantifier, body) => {
                let parts = self.instances(quantifier, body, positive)?;
                match positive {
                    true => self.any(parts),
                    false => Ok(all(parts, self.ground())),
                }
            }
            Formula::Scan(scan) => self.scan(scan, positive),
            Formula::Connected(quantifier, body) => {
                self.lower_connected(quantifier, body, positive)
            }
        }
    }

    /// Lowers a call to another rule like a clue on the call's cells. If `positive` is `true`, every part of the rule's relation must
    /// hold; otherwise, at least one part must not.
    fn obeys(&mut self, used: &Use, positive: bool) -> Outcome<Statement> {
        let clue = self.eval.used(used)?;
        let ground = self.eval.scene.ground;
        let (rule, scene) = ground.used_rule(&clue)?;
        // The values are moved to the inner lowering and back, because every call would otherwise copy them.
        let mut inner = Lowering {
            eval: Evaluation {
                scene: &scene,
                values: std::mem::take(&mut self.eval.values),
                variables: vec![],
                frames: self.eval.frames,
                depth: self.eval.depth + 1,
                by_layout: false,
            },
            known: self.known,
            layout_holds: self.layout_holds,
            budget: self.budget,
        };
        let statement = inner.used_parts(&rule.parts, positive);
        self.eval.values = inner.eval.values;
        self.eval.frames = inner.eval.frames;
        statement
    }

    fn used_parts(&mut self, parts: &[Part], positive: bool) -> Outcome<Statement> {
        if positive {
            let statements = self.parts(parts).map_err(Fault::Refused)?;
            return Ok(all(statements, self.ground()));
        }
        let mut broken = vec![];
        for part in parts.iter().filter(|part| self.eval.scene.asks(part)) {
            broken.push(self.formula(&part.formula, false)?);
        }
        self.any(broken)
    }

    fn apply_sign(&self, statement: Statement, positive: bool) -> Statement {
        match positive {
            true => statement,
            false => negate(statement, self.ground()),
        }
    }

    /// Lowers the parts, and joins them: into a conjunction if `every` is set, otherwise into a disjunction.
    fn join_parts(&mut self, parts: &[Formula], positive: bool, every: bool) -> Outcome<Statement> {
        if let [distinct, span] = parts
            && (every, positive) == (true, true)
            && let Some(list) = self.consecutive(distinct, span)
        {
            return self.attempt(&Formula::Consecutive(list.clone()), true);
        }
        let mut statements = Vec::with_capacity(parts.len());
        for part in parts {
            let statement = self.formula(part, positive)?;
            if every && is_false(&statement) || !every && is_true(&statement) {
                return Ok(statement);
            }
            statements.push(statement);
        }
        match every {
            true => Ok(all(statements, self.ground())),
            false => self.any(statements),
        }
    }

    /// Recognises `distinct(x) and max(x) - min(x) == length(x) - 1`, which means that the values of a list are consecutive. Returns
    /// the list.
    pub(super) fn consecutive<'f>(
        &self,
        distinct: &'f Formula,
        span: &Formula,
    ) -> Option<&'f List> {
        recognition::CONSECUTIVE.is_on().then_some(())?;
        let Formula::Distinct(list) = distinct else {
            return None;
        };
        let extreme = |extreme| Number::Extreme(extreme, vec![Numbers::Of(list.clone())]);
        let reach = vec![
            (false, extreme(Extreme::Most)),
            (true, extreme(Extreme::Least)),
        ];
        let length = Number::Length(Sequence::Cells(list.clone()));
        let steps = vec![(false, length), (true, Number::Literal(1))];
        let (reach, steps) = (Number::Total(reach), Number::Total(steps));
        (*span == Formula::Compare(Comparison::Equal, reach, steps)).then_some(list)
    }

    fn distinct(&self, cells: Vec<Cell>, positive: bool) -> Statement {
        match (repeats(&cells), positive) {
            (true, positive) => truth(!positive),
            _ if self.layout_holds && self.eval.scene.one_house(&cells) => truth(positive),
            (false, true) if cells.len() < 2 => Statement::TRUE,
            (false, true) => Statement::Distinct(Distinct(cells)),
            (false, false) => repeating(cells, self.ground()),
        }
    }

    /// Builds the statement that a number is in a set, or not in it if `negated` is `true`. If `positive` is `false`, builds the
    /// negation of that statement.
    fn member(
        &mut self,
        value: &Number,
        set: &Set,
        negated: bool,
        positive: bool,
    ) -> Outcome<Statement> {
        let value = self.number(value)?;
        let fixed = match self.eval.set(set) {
            Ok(numbers) => numbers,
            Err(Fault::Unknown(_)) => return self.member_of_open(&value, set, negated, positive),
            Err(fault) => return Err(fault),
        };
        if !value.exists() {
            let numbers: Vec<Sum> = fixed.into_iter().map(Sum::constant).collect();
            return self.member_of(&value, &numbers, negated, positive);
        }
        let positive = positive != negated;
        // `sum_in` needs a sum of cells, so any other number is compared with the members one by one.
        if !value.is_linear() || value.terms.is_empty() {
            let mut parts = vec![];
            for number in fixed {
                let difference = value.clone().plus(-1, &Sum::constant(number))?;
                parts.push(self.equals_zero(&difference, positive)?);
            }
            return Ok(self.some_of(parts, positive));
        }
        let mut totals: Vec<i64> = fixed.iter().map(|n| n - value.constant).collect();
        totals.sort_unstable();
        totals.dedup();
        if !positive {
            // A statement lists the totals that it allows, so a negation has to list all others in the range.
            let (low, high) = Sum {
                constant: 0,
                ..value.clone()
            }
            .range(self.ground());
            if high - low > 10_000 {
                return Err(Fault::Refused(format!(
                    "the range of a sum is too wide: {low} to {high}"
                )));
            }
            totals = (low..=high)
                .filter(|t| totals.binary_search(t).is_err())
                .collect();
        }
        Ok(self.sum_in(&value.terms, totals))
    }

    /// Like `member`, but for a set whose items contain open cells.
    fn member_of_open(
        &mut self,
        value: &Sum,
        set: &Set,
        negated: bool,
        positive: bool,
    ) -> Outcome<Statement> {
        let mut numbers = vec![];
        for item in &set.0 {
            match item {
                Item::One(number) => numbers.push(self.number(number)?),
                Item::Range(..) | Item::Param(_) => {
                    // A range with an open bound is a fault, so that the caller splits cases.
                    let fixed = self.eval.set(&Set(vec![item.clone()]))?;
                    numbers.extend(fixed.into_iter().map(Sum::constant));
                }
            }
        }
        self.member_of(value, &numbers, negated, positive)
    }

    /// Like `member`, but compares with the items one by one. If an item does not exist, the statement is false.
    fn member_of(
        &mut self,
        value: &Sum,
        numbers: &[Sum],
        negated: bool,
        positive: bool,
    ) -> Outcome<Statement> {
        let mut parts = self.all_exist([value].into_iter().chain(numbers))?;
        let exist = parts.is_empty();
        // A number that does not exist makes the membership false, so its negation cannot be pushed into the comparisons.
        let equal = if exist { positive != negated } else { !negated };
        let mut members = vec![];
        for number in numbers {
            let difference = value.clone().plus(-1, number)?;
            members.push(match equal {
                true => self.decide(&difference, Comparison::Equal, false)?,
                false => self.decide(&difference, Comparison::NotEqual, false)?,
            });
        }
        let member = self.some_of(members, equal);
        if exist {
            return Ok(member);
        }
        parts.push(member);
        let statement = all(parts, self.ground());
        Ok(self.apply_sign(statement, positive))
    }

    /// Returns, for each number that might not exist, the statement that it exists.
    fn all_exist<'n>(
        &mut self,
        numbers: impl IntoIterator<Item = &'n Sum>,
    ) -> Outcome<Vec<Statement>> {
        let mut parts = vec![];
        for number in numbers {
            if !number.exists() {
                // A comparison with a number that does not exist is false, so a number exists if it equals 0 or differs from 0.
                let zero = self.decide(number, Comparison::Equal, false)?;
                let other = self.decide(number, Comparison::NotEqual, false)?;
                parts.push(any(vec![zero, other], self.ground()));
            }
        }
        Ok(parts)
    }

    fn equals_zero(&mut self, number: &Sum, positive: bool) -> Outcome<Statement> {
        match positive {
            true => self.decide(number, Comparison::Equal, false),
            // Without the number, the equation is false, so its negation is true.
            false => self.decide(number, Comparison::NotEqual, true),
        }
    }

    fn some_of(&self, parts: Vec<Statement>, positive: bool) -> Statement {
        match positive {
            true => any(parts, self.ground()),
            false => all(parts, self.ground()),
        }
    }

    fn distinct_numbers(
        &mut self,
        quantifier: &Quantifier,
        number: &Number,
        positive: bool,
    ) -> Outcome<Statement> {
        let numbers = self.numbers_of(quantifier, number)?;
        let cells: Option<Vec<Cell>> = numbers.iter().map(Sum::as_cell).collect();
        if let Some(cells) = cells {
            return Ok(self.distinct(cells, positive));
        }
        let mut parts = self.all_exist(&numbers)?;
        let (exist, equal) = (parts.is_empty(), !positive && parts.is_empty());
        for (place, left) in numbers.iter().enumerate() {
            for right in &numbers[place + 1..] {
                let difference = left.clone().plus(-1, right)?;
                parts.push(match equal {
                    true => self.decide(&difference, Comparison::Equal, false)?,
                    false => self.decide(&difference, Comparison::NotEqual, false)?,
                });
            }
        }
        if !exist {
            let statement = all(parts, self.ground());
            return Ok(self.apply_sign(statement, positive));
        }
        Ok(match positive {
            true => all(parts, self.ground()),
            false => any(parts, self.ground()),
        })
    }

    /// Builds the statement that all numbers are equal if `positive` is `true`, otherwise that they are not.
    fn equal_numbers(&mut self, numbers: &[Sum], positive: bool) -> Outcome<Statement> {
        let Some((first, others)) = numbers.split_first() else {
            return Ok(truth(positive));
        };
        let mut parts = self.all_exist(numbers)?;
        if !parts.is_empty() {
            for other in others {
                let difference = first.clone().plus(-1, other)?;
                parts.push(self.decide(&difference, Comparison::Equal, false)?);
            }
            let statement = all(parts, self.ground());
            return Ok(self.apply_sign(statement, positive));
        }
        let cells: Option<Vec<Cell>> = numbers.iter().map(Sum::as_cell).collect();
        let constant = first.constant;
        // The statement has no constants, so the constants of all numbers must be equal and cancel out.
        let groups = |n: &Sum| n.is_linear() && !n.terms.is_empty() && n.constant == constant;
        let summed = recognition::EQUAL_SUMS.is_on() && cells.is_none();
        // Two equal sums are a single linear equation, so they need no statement of their own.
        if positive && summed && numbers.len() > 2 && numbers.iter().all(groups) {
            let groups = numbers.iter().map(|n| n.terms.clone());
            return Ok(Statement::EqualSums(EqualSums(groups.collect())));
        }
        let linear = numbers.iter().all(Sum::is_linear);
        let (low, high) = first.range(self.ground());
        let common = recognition::COMMON_VALUES.is_on() && !linear;
        if positive && numbers.len() > 2 && common && high - low < COMMON {
            return self.common_value(numbers, low, high);
        }
        let mut parts = vec![];
        for other in others {
            let difference = first.clone().plus(-1, other)?;
            parts.push(self.equals_zero(&difference, positive)?);
        }
        Ok(match positive {
            true => all(parts, self.ground()),
            false => any(parts, self.ground()),
        })
    }

    /// Builds the statement that all numbers are equal, with one case for each common value.
    fn common_value(&mut self, numbers: &[Sum], low: i64, high: i64) -> Outcome<Statement> {
        let mut cases = vec![];
        for value in low..=high {
            let mut parts = vec![];
            for number in numbers {
                let difference = number.clone().plus(-1, &Sum::constant(value))?;
                parts.push(self.equals_zero(&difference, true)?);
            }
            cases.push(all(parts, self.ground()));
        }
        self.any(cases)
    }

    fn each(
        &mut self,
        quantifier: &Quantifier,
        body: &Formula,
        positive: bool,
    ) -> Outcome<Statement> {
        if positive && let Some(statement) = self.recognise_each(quantifier, body)? {
            return Ok(statement);
        }
        let parts = self.instances(quantifier, body, positive)?;
        match positive {
            true if recognition::SAME_GROUPS.is_on() => Ok(chain_groups(all(parts, self.ground()))),
            true => Ok(all(parts, self.ground())),
            false => self.any(parts),
        }
    }

    /// Recognises patterns in a formula about each frame: ascending lines, different cells, cells that count themselves, and equal
    /// sums.
    fn recognise_each(
        &mut self,
        quantifier: &Quantifier,
        body: &Formula,
    ) -> Outcome<Option<Statement>> {
        let Formula::Compare(comparison, left, right) = body else {
            return Ok(None);
        };
        let first = quantifier.first;
        let linked = *comparison == Comparison::Equal && !quantifier.closed;
        if linked
            && recognition::EQUAL_SUMS.is_on()
            && let Some(statement) = self.one_total(quantifier, left, right)?
        {
            return Ok(Some(statement));
        }
        // The statements below are about the whole list, so they would also cover frames that a condition skips.
        if quantifier.condition.is_some() {
            return Ok(None);
        }
        let order = match (is_cell(left, first), is_cell(right, first + 1)) {
            (true, true) => Some(*comparison),
            _ if is_cell(left, first + 1) && is_cell(right, first) => Some(comparison.swap_sides()),
            _ => None,
        };
        match (&*quantifier.binding, order) {
            (Binding::Pair(list), Some(Comparison::NotEqual)) => {
                let cells = self.eval.list(list)?;
                Ok(Some(self.distinct(cells, true)))
            }
            (Binding::Adjacent(list), Some(comparison)) if recognition::ASCENDING_LINES.is_on() => {
                let strict = matches!(comparison, Comparison::Less | Comparison::Greater);
                let mut cells = self.eval.list(list)?;
                match comparison {
                    Comparison::Equal | Comparison::NotEqual => return Ok(None),
                    Comparison::Greater | Comparison::AtLeast => cells.reverse(),
                    Comparison::Less | Comparison::AtMost => {}
                }
                Ok((cells.len() > 1).then_some(Statement::Ascending(Ascending { cells, strict })))
            }
            (Binding::Cells(list), _)
                if recognition::SELF_COUNTING.is_on()
                    && self_counting(list, first, *comparison, left, right) =>
            {
                let cells = self.eval.list(list)?;
                Ok((!repeats(&cells)).then_some(Statement::SelfCounting(SelfCounting(cells))))
            }
            _ => Ok(None),
        }
    }

    /// Merges equalities of sums into one equality of all sums, if each shares a sum with an earlier one.
    fn one_total(
        &mut self,
        quantifier: &Quantifier,
        left: &Number,
        right: &Number,
    ) -> Outcome<Option<Statement>> {
        let frames = self.eval.frames(quantifier)?;
        let width = quantifier.binding.width();
        if frames.len() <= width {
            return Ok(None);
        }
        let mut groups: Vec<Sum> = vec![];
        for frame in frames.chunks(width) {
            let sides = self.within(quantifier, frame, |me| {
                Ok::<_, Fault>((me.number(left)?, me.number(right)?))
            });
            // A fault is left to the lowering of the body, which alone can split cases.
            let Ok((left, right)) = sides else {
                return Ok(None);
            };
            let known = [groups.contains(&left), groups.contains(&right)];
            if !groups.is_empty() && known == [false, false] {
                return Ok(None);
            }
            for (side, known) in [left, right].into_iter().zip(known) {
                // Both sides may be the same sum, so the list is searched again.
                if !known && !groups.contains(&side) {
                    groups.push(side);
                }
            }
        }
        let plain = |sum: &Sum| sum.is_linear() && !sum.terms.is_empty() && sum.constant == 0;
        // Two sums are one linear equation, and equal cells are pairs, so both have stronger forms of their own.
        if groups.len() < 3
            || !groups.iter().all(plain)
            || groups.iter().all(|g| g.terms.len() == 1)
        {
            return Ok(None);
        }
        let groups = groups.into_iter().map(|sum| sum.terms).collect();
        Ok(Some(Statement::EqualSums(EqualSums(groups))))
    }

    /// Lowers the body in each frame. If the body is closed, frames with the same properties are lowered once.
    pub(super) fn instances(
        &mut self,
        quantifier: &Quantifier,
        body: &Formula,
        positive: bool,
    ) -> Outcome<Vec<Statement>> {
        let frames = self.eval.frames(quantifier)?;
        // Listing frames takes time even if their bodies need no lowering, so it must not be free.
        self.spend(frames.len() / 8)?;
        // With `layout_holds`, the houses of a frame's cells decide `distinct`, so frames in other houses cannot reuse its statement.
        let closed = quantifier.closed && !(self.layout_holds && self.eval.scene.placed);
        let mut remembered: Vec<Remembered> = vec![];
        let mut statements = Vec::with_capacity(frames.len() / quantifier.binding.width());
        for frame in frames.chunks(quantifier.binding.width()) {
            let likeness = closed.then(|| self.likeness(frame)).flatten();
            let Some((likeness, cells)) = likeness else {
                let lowered = self.within(quantifier, frame, |me| me.formula(body, positive));
                statements.push(lowered?);
                continue;
            };
            if let Some((_, names, statement)) = remembered.iter().find(|(l, ..)| *l == likeness) {
                let name = |cell| {
                    let place = names.iter().position(|&c| c == cell);
                    place.map_or(cell, |place| cells[place])
                };
                statements.push(statement.with_cells(&name));
                continue;
            }
            let lowered = self.within(quantifier, frame, |me| me.formula(body, positive))?;
            statements.push(lowered.clone());
            remembered.push((likeness, cells, lowered));
        }
        Ok(statements)
    }

    /// Returns the properties on which a closed body depends, for a frame of open cells.
    fn likeness(&self, frame: &[Bound]) -> Option<(Likeness, Vec<Cell>)> {
        let cells: Vec<Cell> = frame.iter().map(Bound::cell).collect::<Option<_>>()?;
        let mut likeness = Vec::with_capacity(cells.len());
        for (place, &cell) in cells.iter().enumerate() {
            // A known value becomes part of the statement, so frames with different values cannot reuse it.
            if self.eval.value(cell).is_ok() {
                return None;
            }
            let first = cells[..place].iter().position(|&c| c == cell);
            likeness.push((first.unwrap_or(place), self.domain(cell)));
        }
        Some((likeness, cells))
    }

    pub(super) fn within<T>(
        &mut self,
        quantifier: &Quantifier,
        frame: &[Bound],
        body: impl FnOnce(&mut Self) -> T,
    ) -> T {
        self.eval.variables.truncate(quantifier.first);
        self.eval.variables.extend_from_slice(frame);
        let result = body(self);
        self.eval.variables.truncate(quantifier.first);
        result
    }

    fn lower_connected(
        &mut self,
        quantifier: &Quantifier,
        body: &Formula,
        positive: bool,
    ) -> Outcome<Statement> {
        let frames = self.eval.frames(quantifier)?;
        let mut cells: Vec<Cell> = frames.iter().filter_map(Bound::cell).collect();
        let mut inside: Option<DigitSet> = None;
        // The check admits only bindings of single cells, so each frame has one cell.
        for frame in frames.chunks(1) {
            let Some(cell) = frame[0].cell() else {
                continue;
            };
            let digits = self.digits_of(quantifier, frame, body, cell)?;
            if inside.is_some_and(|known| known != digits) {
                let message = "`connected` must select all cells by the same values";
                return Err(Fault::Refused(message.to_owned()));
            }
            inside = Some(digits);
        }
        // A cell with two places would count as two cells that do not touch, so repeats are removed.
        cells.sort_unstable();
        cells.dedup();
        let edges = self.eval.scene.ground.edges(&cells);
        self.spend(edges.len())?;
        let statement = Statement::Connected(Connected {
            edges,
            values: inside.unwrap_or(DigitSet::EMPTY),
            cells,
            size: None,
        });
        Ok(self.apply_sign(statement, positive))
    }

    /// Returns the values of a frame's cell for which the body holds. Fails if the body depends on the value of another open
    /// cell.
    fn digits_of(
        &mut self,
        quantifier: &Quantifier,
        frame: &[Bound],
        body: &Formula,
        cell: Cell,
    ) -> Outcome<DigitSet> {
        let mut digits = DigitSet::EMPTY;
        for value in self.domain(cell).iter() {
            // The evaluation is charged, because it is repeated for each value of another cell if the body turns out to depend on one.
            // Without the charge, a formula of 141 bytes took 20 seconds.
            self.spend(1)?;
            // The cell may be known in the current case, so its value is restored afterwards.
            let before = std::mem::replace(&mut self.eval.values[cell.index()], value);
            let holds = self.within(quantifier, frame, |me| me.eval.formula(body));
            self.eval.values[cell.index()] = before;
            if holds? {
                digits = digits | DigitSet::one(value);
            }
        }
        Ok(digits)
    }
}

/// Merges statements about pairs of groups with the same values into one about all groups, if each pair shares a group with the next.
fn chain_groups(statement: Statement) -> Statement {
    let Statement::All(parts) = &statement else {
        return statement;
    };
    let mut groups: Vec<Vec<Cell>> = vec![];
    for part in parts {
        let Statement::SameMultiset(SameMultiset(same)) = part else {
            return statement;
        };
        if !groups.is_empty() && !same.iter().any(|group| groups.contains(group)) {
            return statement;
        }
        for group in same {
            if !groups.contains(group) {
                groups.push(group.clone());
            }
        }
    }
    match groups.is_empty() {
        true => statement,
        false => Statement::SameMultiset(SameMultiset(groups)),
    }
}

fn repeats(cells: &[Cell]) -> bool {
    (1..cells.len()).any(|i| cells[..i].contains(&cells[i]))
}

/// Returns `true` if the number is the value of a bound cell and nothing else.
fn is_cell(number: &Number, variable: usize) -> bool {
    matches!(number, Number::Value(Place::Variable(v)) if *v == variable)
}

/// Recognises `count(d in LIST: d == c) == c` for each `c` in the same list.
fn self_counting(
    list: &List,
    cell: usize,
    comparison: Comparison,
    left: &Number,
    right: &Number,
) -> bool {
    let (count, value) = match is_cell(right, cell) {
        true => (left, right),
        false => (right, left),
    };
    let Number::Count(quantifier, body) = count else {
        return false;
    };
    let same_list = matches!(&*quantifier.binding, Binding::Cells(other) if other == list);
    let other = quantifier.first;
    comparison == Comparison::Equal
        && is_cell(value, cell)
        && same_list
        && quantifier.condition.is_none()
        && matches!(&**body, Formula::Compare(Comparison::Equal, a, b)
            if is_cell(a, other) && is_cell(b, cell) || is_cell(a, cell) && is_cell(b, other))
}
