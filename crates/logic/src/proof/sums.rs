//! Sums that houses and clues imply together: the cells of full houses minus the cells of clues that state a sum. This is
//! the 45 rule. A sum of a few cells is listed; a longer one is compared with its least and greatest total.

use super::alone::full_house;
use crate::argument::{Terms, exact_sum, packed};
use crate::sentence::Sum;
use crate::{Cells, Ground};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use std::collections::BTreeMap;

/// Maximum number of cells of a derived sum. A sentence has to name them.
const MOST_TERMS: usize = 6;

/// Maximum number of cells of a clue that may lie outside the houses from which it is subtracted.
const MOST_OUTSIDE: usize = 2;

/// Maximum number of open cells of a sum whose fillings are listed.
const MOST_LISTED: usize = 3;

/// A sum that a clue states.
struct Stated {
    cite: Cite,
    terms: Terms,
    total: i64,
    cells: Cells,
}

/// Returns the sum that a clue states. Returns `None` if it states none, or several.
fn find_stated(ground: &Ground<'_>, cite: Cite) -> Option<Stated> {
    let own = ground.parts.iter();
    let own = own.filter(|part| part.cite == cite && !part.implied);
    let mut sums = vec![];
    for part in own {
        part.statement
            .each_conjunct(&mut |statement| sums.extend(exact_sum(ground, statement)));
    }
    let (terms, total) = sums.pop().filter(|_| sums.is_empty())?;
    let cells = terms.iter().map(|(var, _)| *var).collect();
    Some(Stated {
        cite,
        terms,
        total,
        cells,
    })
}

/// Subtracts clues from one house, or from two houses that a clue connects.
pub(super) fn derive(ground: &Ground<'_>, clues: &[Cite]) -> Vec<Sum> {
    let stated = clues.iter().filter_map(|&cite| find_stated(ground, cite));
    let plain = |clue: &Stated| clue.terms.iter().all(|(_, weight)| *weight == 1);
    let stated: Vec<Stated> = stated.filter(plain).collect();
    if stated.is_empty() {
        return vec![];
    }
    let mut found: Vec<Sum> = vec![];
    for (houses, area) in areas(ground, &stated) {
        for clues in selections(area, &stated) {
            let sum = subtract(ground, houses.clone(), &clues);
            let is_short = |sum: &Sum| (1..=MOST_TERMS).contains(&sum.terms.len());
            let is_new = |sum: &Sum| !found.iter().any(|known| known.terms == sum.terms);
            found.extend(sum.filter(is_short).filter(is_new));
        }
    }
    found
}

/// Returns each full house, and each two disjoint houses of one kind that a clue connects, with their cells.
fn areas(ground: &Ground<'_>, stated: &[Stated]) -> Vec<(Vec<Cite>, Cells)> {
    let full = ground
        .houses
        .iter()
        .filter(|house| full_house(ground, house.cite).is_some());
    let full: Vec<_> = full
        .filter(|house| house.cells.len() == ground.digits.len())
        .collect();
    let mut all: Vec<(Vec<Cite>, Cells)> = vec![];
    all.extend(full.iter().map(|house| (vec![house.cite], house.cells)));
    for (place, one) in full.iter().enumerate() {
        let others = full[place + 1..].iter();
        let others = others.filter(|other| other.kind == one.kind && !other.cells.meets(one.cells));
        let connects = |other: Cells| {
            let both = |clue: &Stated| clue.cells.meets(one.cells) && clue.cells.meets(other);
            stated.iter().any(both)
        };
        let others = others.filter(|other| connects(other.cells));
        all.extend(others.map(|other| (vec![one.cite, other.cite], one.cells | other.cells)));
    }
    all
}

/// Returns selections of disjoint clues to subtract from an area: all that lie inside; and these with one, or with all,
/// of the clues that leave it by a few cells.
fn selections(area: Cells, stated: &[Stated]) -> Vec<Vec<&Stated>> {
    let mut inside: Vec<&Stated> = vec![];
    let mut taken = Cells::EMPTY;
    for clue in stated.iter().filter(|clue| clue.cells.within(area)) {
        if !clue.cells.meets(taken) {
            taken |= clue.cells;
            inside.push(clue);
        }
    }
    let leaves = |clue: &&Stated| {
        let outside = (clue.cells - area).len();
        (1..=MOST_OUTSIDE).contains(&outside) && clue.cells.meets(area) && !clue.cells.meets(taken)
    };
    let crossing: Vec<&Stated> = stated.iter().filter(leaves).collect();
    let mut all = vec![];
    if !inside.is_empty() {
        all.push(inside.clone());
    }
    all.extend(crossing.iter().map(|&clue| [&inside[..], &[clue]].concat()));
    let mut most = inside;
    for clue in crossing {
        if !clue.cells.meets(taken) {
            taken |= clue.cells;
            most.push(clue);
        }
    }
    all.push(most);
    all.retain(|clues| !clues.is_empty());
    all
}

/// Subtracts the sums of clues from the totals of houses. Returns `None` if a house is not full.
fn subtract(ground: &Ground<'_>, houses: Vec<Cite>, clues: &[&Stated]) -> Option<Sum> {
    let mut weights: BTreeMap<u16, i64> = BTreeMap::new();
    let mut total = 0;
    for &house in &houses {
        let cells = full_house(ground, house)?;
        (cells.len() == ground.digits.len()).then_some(())?;
        total += ground.digits.iter().map(i64::from).sum::<i64>();
        cells
            .iter()
            .for_each(|cell| *weights.entry(cell).or_default() += 1);
    }
    for clue in clues {
        total -= clue.total;
        for &(var, weight) in &clue.terms {
            *weights.entry(var).or_default() -= weight;
        }
    }
    let terms = weights
        .into_iter()
        .filter(|(_, weight)| *weight != 0)
        .collect();
    Some(Sum {
        houses,
        clues: clues.iter().map(|clue| clue.cite).collect(),
        terms,
        total,
    })
}

/// Returns `true` if the houses and clues of a sum imply its terms and its total.
pub(super) fn is_derived(ground: &Ground<'_>, sum: &Sum) -> bool {
    let clues = sum.clues.iter().map(|&clue| find_stated(ground, clue));
    let clues: Option<Vec<Stated>> = clues.collect();
    clues.is_some_and(|clues| {
        let clues: Vec<&Stated> = clues.iter().collect();
        subtract(ground, sum.houses.clone(), &clues).as_ref() == Some(sum)
    })
}

/// Returns `true` if cells cannot make a total. Cells that see each other hold different digits.
pub(super) fn fails(
    ground: &Ground<'_>,
    terms: &[(u16, i64)],
    total: i64,
    at: impl Fn(u16) -> DigitSet,
) -> bool {
    let within: Vec<DigitSet> = terms.iter().map(|&(var, _)| at(var)).collect();
    Making {
        ground,
        terms,
        total,
    }
    .fails(&within)
}

/// Returns the digits that the other cells of a sum exclude from each cell. Returns `None` if the cells cannot make the
/// total.
pub(super) fn consequences(
    ground: &Ground<'_>,
    terms: &[(u16, i64)],
    total: i64,
    at: impl Fn(u16) -> DigitSet,
) -> Option<Vec<(u16, DigitSet)>> {
    let making = Making {
        ground,
        terms,
        total,
    };
    let mut within: Vec<DigitSet> = terms.iter().map(|&(var, _)| at(var)).collect();
    (!making.fails(&within)).then_some(())?;
    let mut lost = vec![];
    for (place, &(var, _)) in terms.iter().enumerate() {
        let own = within[place];
        let is_out = |digit: &u8| {
            within[place] = DigitSet::one(*digit);
            making.fails(&within)
        };
        let out: DigitSet = match own.len() {
            1 => DigitSet::EMPTY,
            _ => own.iter().filter(is_out).collect(),
        };
        within[place] = own;
        lost.extend((!out.is_empty()).then_some((var, out)));
    }
    Some(lost)
}

/// Weighted cells that have to make a total.
struct Making<'a, 'g> {
    ground: &'a Ground<'g>,
    terms: &'a [(u16, i64)],
    total: i64,
}

impl Making<'_, '_> {
    fn fails(&self, within: &[DigitSet]) -> bool {
        let Some((least, most)) = self.range(within) else {
            return true;
        };
        if !(least..=most).contains(&self.total) {
            return true;
        }
        let open = within.iter().filter(|own| own.len() > 1).count();
        open <= MOST_LISTED && !self.can_make(within, &mut vec![])
    }

    fn sees(&self, one: u16, other: u16) -> bool {
        self.ground.peers[usize::from(one)].contains(other)
    }

    /// Returns the least and the greatest total. Cells that see each other and have the same weight are bounded together,
    /// because they differ. Returns `None` if a cell has no digit.
    fn range(&self, within: &[DigitSet]) -> Option<(i64, i64)> {
        let mut groups: Vec<(i64, Vec<usize>)> = vec![];
        for (place, &(var, weight)) in self.terms.iter().enumerate() {
            let fits = |(own, places): &&mut (i64, Vec<usize>)| {
                *own == weight
                    && places
                        .iter()
                        .all(|&other| self.sees(var, self.terms[other].0))
            };
            match groups.iter_mut().find(fits) {
                Some((_, places)) => places.push(place),
                None => groups.push((weight, vec![place])),
            }
        }
        let (mut least, mut most) = (0, 0);
        for (weight, places) in groups {
            let own: Vec<DigitSet> = places.iter().map(|&place| within[place]).collect();
            let ends = [packed(&own, false)? * weight, packed(&own, true)? * weight];
            least += ends[0].min(ends[1]);
            most += ends[0].max(ends[1]);
        }
        Some((least, most))
    }

    /// Returns `true` if a filling makes the total. The first digits are given.
    fn can_make(&self, within: &[DigitSet], filled: &mut Vec<u8>) -> bool {
        let place = filled.len();
        if place == self.terms.len() {
            let all = filled.iter().zip(self.terms);
            let all = all.map(|(&digit, (_, weight))| i64::from(digit) * weight);
            return all.sum::<i64>() == self.total;
        }
        let var = self.terms[place].0;
        within[place].iter().any(|digit| {
            let mut earlier = filled.iter().zip(self.terms);
            let is_double =
                earlier.any(|(&own, &(other, _))| own == digit && self.sees(var, other));
            if is_double {
                return false;
            }
            filled.push(digit);
            let found = self.can_make(within, filled);
            filled.pop();
            found
        })
    }
}
