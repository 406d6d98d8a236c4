//! Explains steps that follow from sandwich clues, by the cells of the ends (the smallest and the largest digit of a
//! house) and by the digits between them.

use super::automata::find_number;
use super::reading::Reading;
use super::sets::{MOST_SETS, fits};
use crate::Argument;
use cluewright_puzzle::DigitSet;
use cluewright_rules::statement::Accepts;

/// Maximum number of cell pairs to list as possible positions of the ends.
const MOST_ENDS: usize = 2;

/// One filling of a sandwich: the positions of the smallest and the largest digit, and the digits between them.
struct Way {
    low: usize,
    high: usize,
    inside: DigitSet,
}

impl Way {
    /// Returns the indices of the two ends, in the order of the line.
    fn ends(&self) -> [usize; 2] {
        [self.low.min(self.high), self.low.max(self.high)]
    }

    /// Returns the number of digits between the ends.
    fn gap(&self) -> usize {
        self.low.abs_diff(self.high) - 1
    }

    fn is_inside(&self, place: usize) -> bool {
        let [first, last] = self.ends();
        first < place && place < last
    }
}

impl Reading<'_, '_> {
    /// Explains the step by the digits between the ends, by the number of these digits, or by the positions of the ends.
    /// Applies only to sandwiches over a whole house.
    pub(super) fn sandwich(&self, said: &Accepts) -> Option<Argument> {
        let cells: Vec<u16> = said.0.iter().map(|cell| cell.0).collect();
        let (low, high) = (self.ground.digits.min()?, self.ground.digits.max()?);
        let is_whole = cells.len() == self.ground.digits.len() && self.are_apart(&cells);
        if !is_whole || !self.all_within(&cells) {
            return None;
        }
        // The state contains the number of ends passed so far and the sum since the first end.
        let more = |(ends, sum): (u8, i64), digit: u8| match digit == low || digit == high {
            true => (ends < 2).then_some((ends + 1, sum)),
            false if ends == 1 => Some((1, sum + i64::from(digit))),
            false => Some((ends, sum)),
        };
        let total = |(ends, sum)| (ends == 2).then_some(sum);
        let sum = find_number(said, self.ground.digits, &more, &total)?;
        let ways = self.ways(&cells, sum);
        let (mut of_ends, mut of_others) = (vec![], vec![]);
        for &(var, lost) in &self.step.removed {
            let place = cells.iter().position(|&cell| cell == var)?;
            for digit in lost.iter() {
                match digit == low || digit == high {
                    true => of_ends.push((place, digit)),
                    false => of_others.push((place, digit)),
                }
            }
        }
        let is_end = |&(place, digit): &(usize, u8)| {
            let at = |way: &Way| if digit == low { way.low } else { way.high };
            ways.iter().all(|way| at(way) != place)
        };
        let goes = |way: &Way, place: usize, digit: u8| match way.is_inside(place) {
            true => way.inside.contains(digit),
            false => !way.ends().contains(&place) && !way.inside.contains(digit),
        };
        let is_other =
            |&(place, digit): &(usize, u8)| ways.iter().all(|way| !goes(way, place, digit));
        if ways.is_empty() || !of_ends.iter().all(is_end) || !of_others.iter().all(is_other) {
            return None;
        }
        let (mut sets, mut ends): (Vec<DigitSet>, Vec<[u16; 2]>) = (vec![], vec![]);
        for way in &ways {
            if !sets.contains(&way.inside) {
                sets.push(way.inside);
            }
            let around = way.ends().map(|place| cells[place]);
            if !ends.contains(&around) {
                ends.push(around);
            }
        }
        sets.sort_by_key(|set| set.iter().collect::<Vec<u8>>());
        ends.sort_unstable();
        // Sorting puts an empty set first, and a sentence about the digits between the ends cannot name an empty set.
        if !of_others.is_empty() && sets.len() <= MOST_SETS && !sets[0].is_empty() {
            let ends = ends.first().copied().filter(|_| ends.len() == 1);
            return Some(Argument::Between { ends, sets });
        }
        if ends.len() <= MOST_ENDS {
            return Some(Argument::Ends(ends));
        }
        let gaps = ways.iter().map(Way::gap);
        let apart = Argument::Apart(gaps.clone().min()?, gaps.max()?);
        of_others.is_empty().then_some(apart)
    }

    /// Lists the fillings of the sandwich that the candidates allow and that have the given sum between the
    /// ends.
    fn ways(&self, cells: &[u16], sum: i64) -> Vec<Way> {
        let within = self.standing(cells);
        let (Some(low), Some(high)) = (self.ground.digits.min(), self.ground.digits.max()) else {
            return vec![];
        };
        let ends = DigitSet::one(low) | DigitSet::one(high);
        let others = self.ground.digits.without(ends);
        let subsets = subsets(others, sum);
        let places = |digit: u8| {
            (0..cells.len())
                .filter(|&place| within[place].contains(digit))
                .collect::<Vec<_>>()
        };
        let (lows, highs) = (places(low), places(high));
        let mut ways = vec![];
        for &low in &lows {
            for &high in highs.iter().filter(|&&high| high != low) {
                let gap = low.abs_diff(high) - 1;
                for &inside in subsets.iter().filter(|set| set.len() == gap) {
                    let way = Way { low, high, inside };
                    let (mut between, mut outside) = (vec![], vec![]);
                    for (place, own) in within.iter().enumerate() {
                        match way.is_inside(place) {
                            true => between.push(*own),
                            false if way.ends().contains(&place) => {}
                            false => outside.push(*own),
                        }
                    }
                    if fits(inside, &between) && fits(others.without(inside), &outside) {
                        ways.push(way);
                    }
                }
            }
        }
        ways
    }
}

/// Returns the subsets of the given digits that have the given sum.
fn subsets(digits: DigitSet, sum: i64) -> Vec<DigitSet> {
    let mut sets = vec![(DigitSet::EMPTY, 0)];
    for digit in digits.iter() {
        // Digits are not negative, so a set whose sum is too large can never reach the given sum.
        let more = sets.clone().into_iter();
        let more = more.map(|(set, made)| (set | DigitSet::one(digit), made + i64::from(digit)));
        sets.extend(more.filter(|(_, made)| *made <= sum).collect::<Vec<_>>());
    }
    sets.retain(|(_, made)| *made == sum);
    sets.into_iter().map(|(set, _)| set).collect()
}
