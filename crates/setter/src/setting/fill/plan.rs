//! A draft in the form that the search for its values uses.

use crate::setting::drawing::numbers;
use cluewright_engine::model::Cite;
use cluewright_puzzle::{
    Cell, Clue, DigitSet, Draft, Given, OpenClue, OpenKind, Param, Puzzle, Values,
};
use cluewright_rules::{Book, Clues, Default, ParamKind, Rule};
use std::ops::RangeInclusive;

/// Maximum number of alternatives in a disjunction over the values of an open clue's parameter.
const MOST_LISTED: usize = 64;
/// Maximum number of values to try for an open parameter if the draft does not list them.
const MOST: usize = 500;

/// The values that a solution implies for the open clues and givens.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reading {
    /// For each open clue, the clue with its values; `None` if the clue does not take part.
    pub(super) clues: Vec<Option<Clue>>,
    /// The digits of the open givens, in the order of their cells.
    pub(super) givens: Vec<u8>,
}

/// A draft, with operations that derive implied constraints and readings from it.
pub(super) struct Plan<'a> {
    pub(super) draft: &'a Draft,
    pub(super) book: &'a Book,
    /// The puzzle's own rules. They take precedence over rules of the book with the same name.
    own: Vec<Rule>,
}

impl<'a> Plan<'a> {
    pub(super) fn new(draft: &'a Draft, book: &'a Book) -> Self {
        let own = draft.puzzle.own_rules.iter();
        let own = own.filter_map(|own| Rule::own(own, &draft.puzzle).ok());
        Self {
            draft,
            book,
            own: own.collect(),
        }
    }

    /// Returns the rule of a clue; `None` if there is no rule with its name.
    fn rule(&self, clue: &Clue) -> Option<&Rule> {
        let mut own = self.own.iter();
        own.find(|rule| rule.name == clue.rule)
            .or_else(|| self.book.rule(&clue.rule).ok())
    }

    /// Returns the fixed part of the puzzle, extended by a constraint for each selected open clue. The constraint is
    /// valid for all values of its clue.
    pub(super) fn structure(&self, in_it: &[bool]) -> Puzzle {
        let mut puzzle = self.draft.puzzle.clone();
        for (open, _) in self
            .draft
            .open
            .iter()
            .zip(in_it)
            .filter(|(_, in_it)| **in_it)
        {
            puzzle.clues.extend(self.whatever(open));
        }
        puzzle
    }

    /// Returns a constraint that an open clue implies for all of its values. Returns `None` if no such constraint is known.
    fn whatever(&self, open: &OpenClue) -> Option<Clue> {
        let kinds: Option<Vec<Clue>> = open.kinds.iter().map(|kind| self.of_kind(kind)).collect();
        let mut kinds = kinds?;
        match kinds.len() {
            1 => kinds.pop(),
            _ => Some(any_of(kinds)),
        }
    }

    fn of_kind(&self, kind: &OpenKind) -> Option<Clue> {
        let rule = self.rule(&kind.clue)?;
        let spec = |name: &str| rule.params.iter().find(|spec| spec.name == *name);
        let listed = |(_, values): &&(String, Values)| matches!(values, Values::Among(_));
        let optional = |(name, _): &(String, Values)| {
            spec(name).is_some_and(|spec| matches!(spec.default, Default::Optional))
        };
        if let [(name, Values::Among(_))] = &kind.values[..]
            && spec(name).is_some_and(|spec| spec.kind == ParamKind::Number)
        {
            let numbers = self.numbers(kind, name, &kind.values[0].1);
            let clues: Vec<Clue> = numbers
                .into_iter()
                .map(|number| kind.clue.clone().with(name, Param::Int(number)))
                .filter(|clue| self.fits(clue))
                .collect();
            // A disjunction of more clues would propagate too little to be useful.
            return (clues.len() <= MOST_LISTED).then(|| any_of(clues));
        }
        // A clue without its optional values follows from the clue with any values, so adding it is safe.
        let bare = kind.values.iter().all(optional) && !kind.values.iter().any(|v| listed(&v));
        bare.then(|| kind.clue.clone())
            .filter(|clue| self.fits(clue))
    }

    /// Returns `true` if the draft fixes which clues take part, so that only values are open.
    pub(super) fn is_settled(&self) -> bool {
        let draft = self.draft;
        draft.choose.is_empty() && !draft.open.iter().any(|open| open.optional)
    }

    /// Returns `true` if an open clue has a single open parameter with listed values, and the rule accepts none of them.
    pub(super) fn is_hopeless(&self, kind: &OpenKind) -> bool {
        let [(name, values @ Values::Among(_))] = &kind.values[..] else {
            return false;
        };
        let layout = &self.draft.puzzle.layout;
        if self.lists(kind, name)
            && !layout
                .digits()
                .iter()
                .any(|digit| values.allow(digit.into()))
        {
            return true;
        }
        let numbers = self.numbers(kind, name, values).into_iter();
        let mut clues = numbers.map(|n| kind.clue.clone().with(name, Param::Int(n)));
        !clues.any(|clue| self.fits(&clue))
    }

    /// Returns `true` if a parameter lists the digits in the clue's cells.
    fn lists(&self, kind: &OpenKind, name: &str) -> bool {
        self.rule(&kind.clue).is_some_and(|rule| {
            let mut specs = rule.params.iter();
            specs.any(|spec| spec.name == *name && spec.kind != ParamKind::Number)
        })
    }

    /// Returns `true` if the cells and parameters of a clue are valid for its rule.
    pub(super) fn fits(&self, clue: &Clue) -> bool {
        let mut puzzle = Puzzle {
            clues: vec![clue.clone()],
            givens: vec![],
            ..self.draft.puzzle.clone()
        };
        puzzle.kept = None;
        self.book.check(&puzzle).is_ok()
    }

    /// Returns the numbers to try for an open value, in ascending order: those that the draft allows, otherwise those within
    /// the limits of the rule, otherwise those up to the largest sum of the cells.
    fn numbers(&self, kind: &OpenKind, name: &str, values: &Values) -> Vec<i64> {
        if let Values::Among(values) = values {
            return values.clone();
        }
        if let Some(range) = self.range_of(kind, name) {
            return range.take(MOST).collect();
        }
        let digits = i64::from(self.draft.puzzle.layout.max_digit());
        let most = digits * kind.clue.cells().count().max(1) as i64;
        (0..=most).take(MOST).collect()
    }

    /// Returns `true` if [`Plan::numbers`] returns every number that the rule accepts.
    fn has_all_numbers(&self, kind: &OpenKind, name: &str, values: &Values) -> bool {
        let is_within = |range: RangeInclusive<i64>| range.take(MOST + 1).count() <= MOST;
        matches!(values, Values::Among(_))
            || self.lists(kind, name)
            || self.range_of(kind, name).is_some_and(is_within)
    }

    fn range_of(&self, kind: &OpenKind, name: &str) -> Option<RangeInclusive<i64>> {
        self.book.range_of(&self.draft.puzzle, &kind.clue, name)
    }

    /// Reads the values of the open clues and givens from a solution.
    ///
    /// # Errors
    /// Returns the index of an open clue for which no allowed value is true of the solution.
    pub(super) fn read(&self, solution: &[u8], in_it: &[bool]) -> Result<Reading, usize> {
        let clues = self.draft.open.iter().zip(in_it).enumerate();
        let clues: Result<Vec<Option<Clue>>, usize> = clues
            .map(|(number, (open, &in_it))| match in_it {
                true => self.find_values(open, solution).ok_or(number).map(Some),
                false => Ok(None),
            })
            .collect();
        let givens = self.draft.wanted.givens.iter();
        Ok(Reading {
            clues: clues?,
            givens: givens.map(|cell| solution[cell.index()]).collect(),
        })
    }

    /// Returns the readings that fit a solution, and a flag that is `true` if there are no others. There are several if the
    /// solution does not determine a value, such as the minimum difference on a line. Returns `None` if there are more than
    /// `most`.
    pub(super) fn read_all(&self, solution: &[u8], most: usize) -> Option<(Vec<Reading>, bool)> {
        let mut complete = true;
        let givens = self.draft.wanted.givens.iter();
        let mut readings = vec![Reading {
            clues: vec![],
            givens: givens.map(|cell| solution[cell.index()]).collect(),
        }];
        for open in &self.draft.open {
            let mut clues = vec![];
            for kind in &open.kinds {
                let clue = kind.clue.clone();
                complete &= self.all_values(kind, clue, &kind.values, solution, &mut clues);
            }
            if readings.len() * clues.len() > most {
                return None;
            }
            let longer = readings.iter().flat_map(|reading| {
                clues.iter().map(|clue| {
                    let mut reading = reading.clone();
                    reading.clues.push(Some(clue.clone()));
                    reading
                })
            });
            readings = longer.collect();
        }
        Some((readings, complete))
    }

    /// Adds the clues with values that are true of the solution. Returns `true` if no other values are.
    fn all_values(
        &self,
        kind: &OpenKind,
        clue: Clue,
        open: &[(String, Values)],
        solution: &[u8],
        found: &mut Vec<Clue>,
    ) -> bool {
        let Some(((name, values), rest)) = open.split_first() else {
            found.extend(self.with_values(kind, clue, &[], solution));
            return true;
        };
        let rule = self.rule(&clue).filter(|_| rest.is_empty());
        let only = rule.is_some_and(|rule| rule.decides(name));
        let before = found.len();
        let mut complete = true;
        for param in self.params(kind, name, values, solution) {
            let clue = clue.clone().with(name, param);
            complete &= self.all_values(kind, clue, rest, solution, found);
            // The rule determines this value, so no other value can be true.
            if only && found.len() > before {
                return true;
            }
        }
        // If the rule is about a minimum, and the largest number that was tried is too large, so are all others.
        let is_minimum = rule.is_some_and(|rule| rule.bounds(name));
        let largest = self.numbers(kind, name, values).last().copied();
        let largest = largest.map(Param::Int);
        let ends = is_minimum
            && found[before..]
                .iter()
                .all(|clue| clue.params.get(name) != largest.as_ref());
        complete && (ends || self.has_all_numbers(kind, name, values))
    }

    fn find_values(&self, open: &OpenClue, solution: &[u8]) -> Option<Clue> {
        open.kinds.iter().find_map(|kind| {
            let clue = kind.clue.clone();
            self.with_values(kind, clue, &kind.values, solution)
        })
    }

    fn with_values(
        &self,
        kind: &OpenKind,
        clue: Clue,
        open: &[(String, Values)],
        solution: &[u8],
    ) -> Option<Clue> {
        let Some(((name, values), rest)) = open.split_first() else {
            let index = self.draft.puzzle.clues.len();
            let holds = self.book.holds(&self.draft.puzzle, index, &clue, solution);
            return holds.unwrap_or(false).then_some(clue);
        };
        let params = self.params(kind, name, values, solution);
        params.into_iter().find_map(|param| {
            let clue = clue.clone().with(name, param);
            self.with_values(kind, clue, rest, solution)
        })
    }

    /// Returns the values of an open parameter that may be true of a solution, starting with the likeliest.
    fn params(&self, kind: &OpenKind, name: &str, values: &Values, solution: &[u8]) -> Vec<Param> {
        let Some(rule) = self.rule(&kind.clue) else {
            return vec![];
        };
        let Some(spec) = rule.params.iter().find(|spec| spec.name == *name) else {
            return vec![];
        };
        let cells = kind.clue.cells();
        let digits: Vec<u8> = cells.map(|cell| solution[cell.index()]).collect();
        match spec.kind {
            ParamKind::Number => {
                let mut numbers = self.numbers(kind, name, values);
                let sum: i64 = digits.iter().map(|&digit| i64::from(digit)).sum();
                let most = i64::from(self.draft.puzzle.layout.max_digit());
                match rule.decides(name) {
                    // The sum is tried first. Most numbers are sums, so other numbers rarely need to be tried.
                    true => numbers.sort_by_key(|&number| number != sum),
                    // If several values are true, the rule's usual value comes first, then the largest, because it
                    // restricts the most. For example, a minimum difference of 0 is always true and excludes nothing.
                    false => numbers.sort_by_key(|&number| match number {
                        _ if spec.usual() == Some(Param::Int(number)) => 0,
                        number if number <= most => 1 + most - number,
                        number => 1 + number,
                    }),
                }
                numbers.into_iter().map(Param::Int).collect()
            }
            ParamKind::Numbers | ParamKind::NumberOrNumbers => {
                let digits = digits.into_iter();
                let digits: Vec<u8> = digits.filter(|&d| values.allow(d.into())).collect();
                match digits.is_empty() {
                    true => vec![],
                    false => vec![Param::Ints(numbers(rule.typical.digits, &digits))],
                }
            }
            ParamKind::Text => vec![],
        }
    }

    /// Builds the complete puzzle of a reading.
    pub(super) fn puzzle(&self, reading: &Reading) -> Puzzle {
        let mut puzzle = self.draft.puzzle.clone();
        puzzle.clues.extend(reading.clues.iter().flatten().cloned());
        puzzle.givens.extend(self.givens(reading));
        puzzle
    }

    /// Returns the open givens with the digits of a reading.
    pub(super) fn givens(&self, reading: &Reading) -> impl Iterator<Item = Given> {
        let cells = self.draft.wanted.givens.iter().zip(reading.givens.clone());
        cells.map(|(&cell, digit)| Given {
            cell,
            digits: DigitSet::one(digit),
        })
    }

    /// Returns the cells of the open clue with the given index.
    pub(super) fn cells(&self, open: usize) -> impl Iterator<Item = Cell> {
        let kinds = self.draft.open[open].kinds.iter();
        kinds.flat_map(|kind| kind.clue.cells())
    }

    /// Returns the citations of a reading's open clues in its puzzle. Each comes with the index of the clue among all open
    /// clues.
    pub(super) fn cites(&self, reading: &Reading) -> Vec<(usize, Cite)> {
        let there = reading
            .clues
            .iter()
            .enumerate()
            .filter(|(_, clue)| clue.is_some());
        let first = self.draft.puzzle.clues.len();
        there
            .enumerate()
            .map(|(place, (open, _))| (open, Cite::Clue((first + place) as u16)))
            .collect()
    }
}

fn any_of(parts: Vec<Clue>) -> Clue {
    Clue {
        parts,
        ..Clue::new("any-of")
    }
}
