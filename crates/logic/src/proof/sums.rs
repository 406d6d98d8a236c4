//! Sums that houses and clues imply together: the cells of full houses minus the cells of clues that state a sum. This is
//! the 45 rule. Houses that cross can be subtracted from each other, and equal cells can replace each other in a sum. A sum
//! of a few cells is listed; a longer one is compared with its least and greatest total.

use super::alone::full_house;
use crate::argument::{Terms, exact_sum, packed};
use crate::sentence::Sum;
use crate::{Cells, Ground, House};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use cluewright_rules::Statement;
use cluewright_rules::statement::Pair;
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
            .each_conjunct(&mut |statement| sums.extend(find_sum(ground, statement)));
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

/// Returns the terms and the total of an exact sum. Two equal cells are a sum too: their difference is 0.
fn find_sum(ground: &Ground<'_>, statement: &Statement) -> Option<(Terms, i64)> {
    let Statement::Pair(Pair(a, b, table)) = statement else {
        return exact_sum(ground, statement);
    };
    let mut digits = ground.digits.iter();
    let is_equal = |x: u8| ground.digits.iter().all(|y| table.allows(x, y) == (x == y));
    let are_cells = [a, b].iter().all(|cell| cell.index() < ground.cells());
    (are_cells && digits.all(is_equal)).then(|| (vec![(a.0, 1), (b.0, -1)], 0))
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
            let clues: Vec<Cite> = clues.iter().map(|clue| clue.cite).collect();
            add_new(&mut found, combine(ground, houses.clone(), clues));
        }
    }
    found
}

/// Returns the sums that [`derive`] leaves out because they are harder to follow: a house less a house that crosses it, and
/// sums in which equal cells replace each other.
pub(super) fn derive_crossing(ground: &Ground<'_>, clues: &[Cite]) -> Vec<Sum> {
    let stated = clues.iter().filter_map(|&cite| find_stated(ground, cite));
    let (plain, others): (Vec<Stated>, Vec<Stated>) =
        stated.partition(|clue| clue.terms.iter().all(|(_, weight)| *weight == 1));
    let mut found = vec![];
    for clue in &plain {
        let is_inside = |pair: &&Stated| is_equality(pair) && pair.cells.within(clue.cells);
        let pairs = others.iter().filter(is_inside).map(|pair| pair.cite);
        let added: Vec<Cite> = std::iter::once(clue.cite).chain(pairs).collect();
        let sum = combine(ground, added, vec![]);
        add_new(&mut found, sum.filter(|sum| sum.added.len() > 1));
    }
    if plain.is_empty() {
        return found;
    }
    let full: Vec<&House> = full_houses(ground).collect();
    let pairs = full
        .iter()
        .flat_map(|&one| full.iter().map(move |&other| (one, other)));
    let crossing =
        pairs.filter(|(one, other)| one.kind.is_line() && (one.cells & other.cells).len() > 1);
    for (line, other) in crossing.filter(|(one, other)| one.cite != other.cite) {
        let [mut first, mut second] = [line.cells - other.cells, other.cells - line.cells]
            .map(|area| selections(area, &plain));
        first.push(vec![]);
        second.push(vec![]);
        for inside in &first {
            for outside in &second {
                let of = |house: &House, clues: &[&Stated]| -> Vec<Cite> {
                    let clues = clues.iter().map(|clue| clue.cite);
                    std::iter::once(house.cite).chain(clues).collect()
                };
                if inside
                    .iter()
                    .any(|clue| outside.iter().any(|other| other.cite == clue.cite))
                {
                    continue;
                }
                let sum = combine(ground, of(line, outside), of(other, inside));
                add_new(&mut found, sum);
            }
        }
    }
    found
}

/// Returns `true` if a clue states that two cells are equal.
fn is_equality(clue: &Stated) -> bool {
    let weights: Vec<i64> = clue.terms.iter().map(|(_, weight)| *weight).collect();
    clue.total == 0 && (weights[..] == [1, -1] || weights[..] == [-1, 1])
}

/// Adds a sum of a few cells, unless a sum of the same cells is known.
fn add_new(found: &mut Vec<Sum>, sum: Option<Sum>) {
    let is_short = |sum: &Sum| (1..=MOST_TERMS).contains(&sum.terms.len());
    let is_new = |sum: &Sum| !found.iter().any(|known| known.terms == sum.terms);
    let new = sum.filter(is_short).filter(is_new);
    found.extend(new);
}

/// Returns the houses that hold each digit once.
fn full_houses<'g>(ground: &'g Ground<'_>) -> impl Iterator<Item = &'g House> {
    let houses = ground.houses.iter();
    houses.filter(|house| {
        house.cells.len() == ground.digits.len() && full_house(ground, house.cite).is_some()
    })
}

/// Returns each full house, and each two disjoint houses of one kind that a clue connects, with their cells.
fn areas(ground: &Ground<'_>, stated: &[Stated]) -> Vec<(Vec<Cite>, Cells)> {
    let full: Vec<&House> = full_houses(ground).collect();
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

/// Adds and subtracts the totals of houses and clues. Returns `None` if a house is not full, or if a clue states no sum.
fn combine(ground: &Ground<'_>, added: Vec<Cite>, taken: Vec<Cite>) -> Option<Sum> {
    let mut weights: BTreeMap<u16, i64> = BTreeMap::new();
    let mut total = 0;
    let signed = added.iter().map(|&cite| (cite, 1));
    for (cite, sign) in signed.chain(taken.iter().map(|&cite| (cite, -1))) {
        let (terms, own) = find_terms(ground, cite)?;
        total += sign * own;
        for (var, weight) in terms {
            *weights.entry(var).or_default() += sign * weight;
        }
    }
    let terms = weights
        .into_iter()
        .filter(|(_, weight)| *weight != 0)
        .collect();
    Some(Sum {
        added,
        taken,
        terms,
        total,
    })
}

/// Returns the terms and the total of a full house, or of a clue that states a sum.
fn find_terms(ground: &Ground<'_>, cite: Cite) -> Option<(Terms, i64)> {
    let Some(cells) = full_house(ground, cite) else {
        let clue = find_stated(ground, cite)?;
        return Some((clue.terms, clue.total));
    };
    (cells.len() == ground.digits.len()).then_some(())?;
    let total = ground.digits.iter().map(i64::from).sum();
    Some((cells.iter().map(|cell| (cell, 1)).collect(), total))
}

/// Returns `true` if the houses and clues of a sum imply its terms and its total.
pub(super) fn is_derived(ground: &Ground<'_>, sum: &Sum) -> bool {
    combine(ground, sum.added.clone(), sum.taken.clone()).as_ref() == Some(sum)
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

/// Returns the least or the greatest total of different digits in some cells. Each digit lies at least one beyond the one
/// before it, which is often stronger than the bound that ignores which cell holds a digit.
fn limit_total(within: &[DigitSet], most: bool) -> Option<i64> {
    let sign = if most { -1 } else { 1 };
    let ends = within
        .iter()
        .map(|own| if most { own.max() } else { own.min() });
    let mut ends: Vec<i64> = ends
        .map(|end| Some(sign * i64::from(end?)))
        .collect::<Option<_>>()?;
    ends.sort_unstable();
    for place in 1..ends.len() {
        ends[place] = ends[place].max(ends[place - 1] + 1);
    }
    let apart = ends.iter().sum::<i64>();
    Some(sign * apart.max(sign * packed(within, most)?))
}

/// Returns the greatest common divisor.
fn find_divisor(a: i64, b: i64) -> i64 {
    if b == 0 { a } else { find_divisor(b, a % b) }
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
        !self.is_divisible(within) || open <= MOST_LISTED && !self.can_make(within, &mut vec![])
    }

    /// Returns `true` if the open cells can make the rest of the total as far as a common divisor of their weights shows.
    fn is_divisible(&self, within: &[DigitSet]) -> bool {
        let (mut rest, mut divisor) = (self.total, 0);
        for (own, &(_, weight)) in within.iter().zip(self.terms) {
            match own.single() {
                Some(digit) => rest -= weight * i64::from(digit),
                None => divisor = find_divisor(divisor, weight.abs()),
            }
        }
        divisor < 2 || rest % divisor == 0
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
            let bounds = [limit_total(&own, false)?, limit_total(&own, true)?];
            let ends = bounds.map(|bound| bound * weight);
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
