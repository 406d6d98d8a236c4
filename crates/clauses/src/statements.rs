//! Encodes each kind of statement as clauses.

mod areas;
mod lists;
mod sets;
mod sums;

use super::encoder::{Encoder, Mode, TooLarge};
use super::formula::Lit;
use cluewright_rules::Statement;
use cluewright_rules::statement::{Accepts, Ascending, Automaton, Count, Holds, NValue, Pair};

impl Encoder {
    /// Encodes a statement. Depending on the mode, requires the statement or returns a literal that is
    /// equivalent to it.
    pub(crate) fn express(&mut self, statement: &Statement, mode: Mode) -> Result<Lit, TooLarge> {
        // Some encodings reserve no literals, so the limit is also checked before each statement.
        self.reserve(0)?;
        match statement {
            Statement::All(parts) => self.together(parts, mode),
            Statement::Any(parts) => {
                let parts = self.reify_each(parts)?;
                Ok(self.conclude([parts], mode))
            }
            Statement::Not(part) => {
                let part = self.express(part, Mode::Reify)?;
                Ok(self.conclude([vec![-part]], mode))
            }
            Statement::Holds(Holds { parts, counts }) => {
                let parts = self.reify_each(parts)?;
                let is_accepted =
                    |count: i64, _| u8::try_from(count).is_ok_and(|count| counts.contains(count));
                self.counts(parts, None, is_accepted, mode)
            }
            Statement::Keep(keep) => {
                let values = self.among(keep.0, keep.1);
                Ok(self.conclude([values], mode))
            }
            Statement::Pair(pair) => self.pair(pair, mode),
            Statement::Distinct(distinct) => Ok(self.distinct(&distinct.0, mode)),
            Statement::Consecutive(cells) => Ok(self.consecutive(&cells.0, mode)),
            Statement::ValueSets(sets) => Ok(self.value_sets(&sets.0, &sets.1, mode)),
            Statement::Ascending(ascending) => self.ascending(ascending, mode),
            Statement::Linear(linear) => self.linear(linear, mode),
            Statement::SumIn(sum) => self.sum_in(sum, mode),
            Statement::EqualSums(groups) => self.equal_sums(&groups.0, mode),
            Statement::Count(count) => self.count(count, mode),
            Statement::NValue(kinds) => self.n_value(kinds, mode),
            Statement::SumBetweenExtremes(sum) => self.sum_between_extremes(&sum.0, sum.1, mode),
            Statement::Rank(rank) => self.rank(rank, mode),
            Statement::RunLengths(runs) => self.run_lengths(runs, mode),
            Statement::Regions(regions) => self.regions(regions, mode),
            Statement::SelfCounting(cells) => self.self_counting(&cells.0, mode),
            Statement::Element(element) => Ok(self.element(element, mode)),
            Statement::SameMultiset(groups) => self.same_multiset(&groups.0, mode),
            Statement::Accepts(accepts) => self.automaton(accepts, mode),
            Statement::Connected(connected) => self.encode_connected(connected, mode),
        }
    }

    /// Encodes the conjunction of several statements.
    fn together(&mut self, parts: &[Statement], mode: Mode) -> Result<Lit, TooLarge> {
        let mut literals = vec![];
        for part in parts {
            literals.push(self.express(part, mode)?);
        }
        Ok(self.all(literals))
    }

    fn reify_each(&mut self, parts: &[Statement]) -> Result<Vec<Lit>, TooLarge> {
        let parts = parts.iter().map(|part| self.express(part, Mode::Reify));
        parts.collect()
    }

    fn pair(&mut self, Pair(a, b, table): &Pair, mode: Mode) -> Result<Lit, TooLarge> {
        let layers = vec![self.values_of(*a), self.values_of(*b)];
        let step = |place: usize, &before: &i64, value: i64| match place {
            0 => Some(value),
            _ => table.allows(before as u8, value as u8).then_some(0),
        };
        self.accepts(layers, 0, step, |_| true, mode)
    }

    fn ascending(&mut self, ascending: &Ascending, mode: Mode) -> Result<Lit, TooLarge> {
        let mut pairs = vec![];
        for pair in ascending.cells.windows(2) {
            let layers = vec![self.values_of(pair[0]), self.values_of(pair[1])];
            let step = |place: usize, &low: &i64, value: i64| match place {
                0 => Some(value),
                _ => (low < value || (low == value && !ascending.strict)).then_some(0),
            };
            pairs.push(self.accepts(layers, 0, step, |_| true, mode)?);
        }
        Ok(self.all(pairs))
    }

    fn count(&mut self, count: &Count, mode: Mode) -> Result<Lit, TooLarge> {
        let total = count.total.map(|total| self.values_of(total));
        let is_accepted = |counted: i64, total: Option<i64>| match total {
            Some(total) => total == counted + count.offset,
            None => u8::try_from(counted).is_ok_and(|counted| count.counts.contains(counted)),
        };
        self.counts_members(&count.cells, total, is_accepted, mode)
    }

    fn n_value(&mut self, kinds: &NValue, mode: Mode) -> Result<Lit, TooLarge> {
        let total = kinds.total.map(|total| self.values_of(total));
        let occurring = self.occurrences(&kinds.cells);
        let is_accepted = |counted: i64, total: Option<i64>| match total {
            Some(total) => total == counted,
            None => u8::try_from(counted).is_ok_and(|counted| kinds.counts.contains(counted)),
        };
        let occurring = occurring.into_iter().map(|(_, occurs)| occurs);
        self.counts(occurring, total, is_accepted, mode)
    }

    fn automaton(
        &mut self,
        Accepts(cells, automaton): &Accepts,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let layers = cells.iter().map(|&cell| self.values_of(cell)).collect();
        let step = |_, &state: &u16, value: i64| {
            let next = automaton.step(state, value as u8);
            (next != Automaton::DEAD).then_some(next)
        };
        let accepting = |&state: &u16| automaton.accepting[usize::from(state)];
        self.accepts(layers, automaton.start, step, accepting, mode)
    }
}
