//! What a person says of a clue to conclude a step: its numbers, counted anew from what the step cites.

use super::{Cells, Ground, Step};
use crate::model::Cite;
use crate::puzzle::{Cell, DigitSet};
use crate::rules::Statement;
use crate::rules::statement::{Ascending, Compare, Consecutive, Count, Distinct, Linear, Pair};

/// Sets of digits that are listed at most.
const MOST_SETS: usize = 3;

/// Why a clue says what a step concludes, with the numbers that a person would give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Argument {
    /// The clue says so, and there is no shorter way to put it.
    #[default]
    Plain,
    /// A sum of different cells that only these sets of digits make.
    Combinations(Vec<DigitSet>),
    /// The other cells of a sum make this much at most.
    RestAtMost {
        /// What all of its cells make.
        total: i64,
        /// What the others make at most.
        most: i64,
    },
    /// The other cells of a sum make this much at least.
    RestAtLeast {
        /// What all of its cells make.
        total: i64,
        /// What the others make at least.
        least: i64,
    },
    /// So many cells rise from the first to the last.
    Rising(usize),
    /// Digits that go with no other digit on a clue of pairs.
    Partners(DigitSet),
    /// Digits that a clue holds in every way to satisfy it.
    Must(DigitSet),
    /// The digits of a line, as many as are told, make this much at least: another cell holds their sum.
    PartsAtLeast {
        /// How many cells are added up.
        parts: usize,
        /// What they make at least.
        least: i64,
    },
    /// Digits that a clue needs, with the cells that can still hold them.
    Needs(Vec<(u8, Cells)>),
    /// Whole houses less what cages in them make.
    Total {
        /// What the houses make.
        houses: i64,
        /// What the clues make.
        clues: i64,
        /// Cells of the houses outside the clues.
        innies: Cells,
        /// Cells of the clues outside the houses.
        outies: Cells,
    },
}

impl Argument {
    /// What a step that rests on one clue, or on houses and sums, argues with.
    #[must_use]
    pub fn of(ground: &Ground<'_>, step: &Step) -> Self {
        let cites = step.reason.cites.iter();
        let clues: Vec<Cite> = cites
            .filter(|cite| matches!(cite, Cite::Clue(_)))
            .copied()
            .collect();
        let houses = step.reason.cites.len() - clues.len();
        let found = match clues[..] {
            [] => None,
            [clue] => {
                let said = said(ground, clue);
                of_clue(ground, step, &said).or_else(|| total(ground, step, &clues))
            }
            _ if houses > 0 => total(ground, step, &clues),
            _ => None,
        };
        found.unwrap_or_default()
    }

    /// Its name among the phrases.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Combinations(sets) if sets.len() == 1 => "one-combination",
            Self::Combinations(_) => "combinations",
            Self::RestAtMost { .. } => "rest-at-most",
            Self::RestAtLeast { .. } => "rest-at-least",
            Self::Rising(_) => "rising",
            Self::Partners(_) => "partners",
            Self::Must(_) => "must",
            Self::PartsAtLeast { .. } => "parts-at-least",
            Self::Needs(_) => "needs",
            Self::Total { outies, .. } if outies.is_empty() => "innies",
            Self::Total { innies, .. } if innies.is_empty() => "outies",
            Self::Total { .. } => "innies-and-outies",
        }
    }
}

/// What a clue says, piece by piece.
fn said(ground: &Ground<'_>, clue: Cite) -> Vec<Statement> {
    let mut said = vec![];
    for part in ground
        .parts
        .iter()
        .filter(|part| part.cite == clue && !part.implied)
    {
        part.statement
            .each_conjunct(&mut |statement| said.push(statement.clone()));
    }
    said
}

fn of_clue(ground: &Ground<'_>, step: &Step, said: &[Statement]) -> Option<Argument> {
    let sum = said
        .iter()
        .find_map(|statement| plain_sum(ground, statement));
    if let Some((cells, total)) = sum {
        return of_sum(ground, step, said, &cells, total);
    }
    if let Some(parts) = said.iter().find_map(|one| parts_of_a_cell(ground, one)) {
        return of_parts(ground, step, &parts);
    }
    match said {
        [
            Statement::Ascending(Ascending {
                cells,
                strict: true,
            }),
        ] => Some(Argument::Rising(cells.len())),
        [Statement::Consecutive(Consecutive(cells))] => of_run(ground, step, cells),
        [Statement::Pair(_), ..] => of_pairs(ground, step, said),
        [Statement::Count(_), ..] => needs(ground, step, said),
        _ => None,
    }
}

/// The cells of a sum whose cells count once each, and its total.
fn plain_sum(ground: &Ground<'_>, statement: &Statement) -> Option<(Vec<u16>, i64)> {
    let Statement::Linear(Linear {
        terms,
        compare: Compare::Equal,
        total,
    }) = statement
    else {
        return None;
    };
    let is_plain = |&(cell, weight): &(Cell, i64)| weight == 1 && cell.index() < ground.cells();
    let cells = terms.iter().map(|(cell, _)| cell.0);
    (terms.len() > 1 && terms.iter().all(is_plain)).then(|| (cells.collect(), *total))
}

/// A cell that holds the sum of others, and these.
fn parts_of_a_cell(ground: &Ground<'_>, statement: &Statement) -> Option<(u16, Vec<u16>)> {
    let Statement::Linear(Linear {
        terms,
        compare: Compare::Equal,
        total: 0,
    }) = statement
    else {
        return None;
    };
    let side = |sign: i64| -> Vec<u16> {
        let cells = terms.iter().filter(|(_, weight)| *weight == sign);
        cells.map(|(cell, _)| cell.0).collect()
    };
    let (plus, minus) = (side(1), side(-1));
    let is_whole = plus.len() + minus.len() == terms.len()
        && terms.iter().all(|(cell, _)| cell.index() < ground.cells());
    match (&plus[..], &minus[..]) {
        (&[sum], [_, _, ..]) if is_whole => Some((sum, minus)),
        ([_, _, ..], &[sum]) if is_whole => Some((sum, plus)),
        _ => None,
    }
}

fn of_parts(ground: &Ground<'_>, step: &Step, (sum, parts): &(u16, Vec<u16>)) -> Option<Argument> {
    let within: Vec<DigitSet> = parts
        .iter()
        .map(|&cell| cited(ground, step, cell))
        .collect();
    let cites = step.reason.cites.iter();
    let houses: Vec<_> = cites
        .filter_map(|&cite| ground.layout_house(cite))
        .collect();
    let together = |a: u16, b: u16| {
        houses
            .iter()
            .any(|house| house.contains(a) && house.contains(b))
    };
    let apart = (1..parts.len()).all(|i| parts[..i].iter().all(|&a| together(a, parts[i])));
    let least = match apart {
        true => packed(&within, false)?,
        false => {
            let least = within.iter().map(|set| set.min().map(i64::from));
            least.sum::<Option<i64>>()?
        }
    };
    let mut lost = step.removed.iter().filter(|(var, _)| var == sum);
    let is_why = lost.any(|(_, lost)| lost.max().is_some_and(|most| i64::from(most) < least));
    let parts = parts.len();
    is_why.then_some(Argument::PartsAtLeast { parts, least })
}

/// What a clue that counts digits still needs, where that is all that a step concludes from.
fn needs(ground: &Ground<'_>, step: &Step, said: &[Statement]) -> Option<Argument> {
    let mut needs: Vec<(u8, Cells, usize)> = vec![];
    for statement in said {
        let Statement::Count(Count {
            cells,
            total: None,
            counts,
            ..
        }) = statement
        else {
            continue;
        };
        let digit = cells.first().and_then(|(_, set)| set.single())?;
        let inside = |(cell, set): &(Cell, DigitSet)| {
            cell.index() < ground.cells() && set.single() == Some(digit)
        };
        let least = usize::from(counts.min()?);
        if least == 0 || !cells.iter().all(inside) {
            continue;
        }
        let places = cells.iter().map(|(cell, _)| cell.0);
        let places = places.filter(|&cell| cited(ground, step, cell).contains(digit));
        needs.push((digit, places.collect(), least));
    }
    needs.retain(|(digit, ..)| {
        let mut lost = step.removed.iter().zip(&step.left);
        lost.any(|((_, lost), left)| lost.contains(*digit) || left.single() == Some(*digit))
    });
    let is_said = |((var, lost), left): (&(u16, DigitSet), &DigitSet)| {
        let outside = |digit: u8| {
            needs
                .iter()
                .any(|(d, places, _)| *d == digit && !places.contains(*var))
        };
        let forced = left.single().is_some_and(|digit| {
            let mut own = needs.iter().filter(|(d, ..)| *d == digit);
            own.any(|(_, places, least)| places.contains(*var) && places.len() == *least)
        });
        forced || lost.iter().all(outside)
    };
    let is_all = !needs.is_empty()
        && step.left.len() == step.removed.len()
        && step.removed.iter().zip(&step.left).all(is_said);
    let needs = needs.into_iter().map(|(digit, places, _)| (digit, places));
    is_all.then(|| Argument::Needs(needs.collect()))
}

/// What a cell may hold as far as a step cites it.
fn cited(ground: &Ground<'_>, step: &Step, cell: u16) -> DigitSet {
    let facts = step.reason.facts.iter();
    let own = facts.filter(|(var, _)| *var == cell);
    own.fold(ground.digits, |left, (_, within)| left & *within)
}

fn of_sum(
    ground: &Ground<'_>,
    step: &Step,
    said: &[Statement],
    cells: &[u16],
    total: i64,
) -> Option<Argument> {
    let within: Vec<DigitSet> = cells
        .iter()
        .map(|&cell| cited(ground, step, cell))
        .collect();
    let together = |a: u16, b: u16| {
        let own = said.iter().any(|statement| match statement {
            Statement::Distinct(Distinct(all)) => all.contains(&Cell(a)) && all.contains(&Cell(b)),
            _ => false,
        });
        let mut cited = step
            .reason
            .cites
            .iter()
            .filter_map(|&cite| ground.layout_house(cite));
        own || cited.any(|house| house.contains(a) && house.contains(b))
    };
    let apart = (1..cells.len()).all(|i| cells[..i].iter().all(|&a| together(a, cells[i])));
    if apart {
        let sets = sets(ground.digits, &within, total);
        // What other cells lose is in each of them.
        let must = sets
            .iter()
            .copied()
            .reduce(|a, b| a & b)
            .unwrap_or_default();
        let is_why =
            |(var, lost): &(u16, DigitSet)| cells.contains(var) || lost.without(must).is_empty();
        if (1..=MOST_SETS).contains(&sets.len()) && step.removed.iter().all(is_why) {
            return Some(Argument::Combinations(sets));
        }
    }
    if !step.removed.iter().all(|(var, _)| cells.contains(var)) {
        return None;
    }
    // Of two cells the other one is told as it stands.
    if cells.len() < 3 {
        return lonely(ground, step, total, apart);
    }
    let &[(loser, lost)] = &step.removed[..] else {
        return None;
    };
    let rest: Vec<DigitSet> = (cells.iter().zip(&within))
        .filter(|(cell, _)| **cell != loser)
        .map(|(_, within)| *within)
        .collect();
    let (least, most) = match apart {
        true => (packed(&rest, false)?, packed(&rest, true)?),
        false => (
            rest.iter()
                .map(|set| set.min().map(i64::from))
                .sum::<Option<i64>>()?,
            rest.iter()
                .map(|set| set.max().map(i64::from))
                .sum::<Option<i64>>()?,
        ),
    };
    if i64::from(lost.max()?) < total - most {
        Some(Argument::RestAtMost { total, most })
    } else if i64::from(lost.min()?) > total - least {
        Some(Argument::RestAtLeast { total, least })
    } else {
        None
    }
}

/// The digits of two cells without another one that makes the total, where they are what a step concludes.
fn lonely(ground: &Ground<'_>, step: &Step, total: i64, apart: bool) -> Option<Argument> {
    let has_partner = |&digit: &u8| {
        let other = total - i64::from(digit);
        let is_other = !apart || other != i64::from(digit);
        is_other && u8::try_from(other).is_ok_and(|other| ground.digits.contains(other))
    };
    let missing = ground
        .digits
        .without(ground.digits.iter().filter(has_partner).collect());
    let losers = step.removed.iter();
    let lost = losers.fold(DigitSet::EMPTY, |all, (_, lost)| all | *lost);
    let is_all = step.reason.facts.is_empty() && lost == missing && !missing.is_empty();
    is_all.then_some(Argument::Partners(missing))
}

/// The sets of different digits with a total that cells can hold.
fn sets(digits: DigitSet, within: &[DigitSet], total: i64) -> Vec<DigitSet> {
    let mut found = vec![];
    let digits: Vec<u8> = digits.iter().collect();
    choose(&digits, within.len(), total, DigitSet::EMPTY, &mut |set| {
        if fits(set, within) {
            found.push(set);
        }
        found.len() <= MOST_SETS
    });
    found
}

/// Shows each set of `count` digits with the wanted total, until told to stop.
fn choose(
    digits: &[u8],
    count: usize,
    total: i64,
    taken: DigitSet,
    see: &mut impl FnMut(DigitSet) -> bool,
) -> bool {
    if count == 0 {
        return total != 0 || see(taken);
    }
    for (place, &digit) in digits.iter().enumerate() {
        let left = total - i64::from(digit);
        if left < 0 {
            break;
        }
        let taken = taken | DigitSet::one(digit);
        if !choose(&digits[place + 1..], count - 1, left, taken, see) {
            return false;
        }
    }
    true
}

/// Whether cells can hold the digits of a set, one each.
fn fits(set: DigitSet, within: &[DigitSet]) -> bool {
    match within.split_first() {
        None => set.is_empty(),
        Some((first, rest)) => (set & *first)
            .iter()
            .any(|digit| fits(set.without(DigitSet::one(digit)), rest)),
    }
}

/// The least or the most that different cells make, as far as their own bounds and their number say.
fn packed(within: &[DigitSet], most: bool) -> Option<i64> {
    let all = within
        .iter()
        .copied()
        .reduce(|a, b| a | b)
        .unwrap_or_default();
    let mut digits: Vec<i64> = all.iter().map(i64::from).collect();
    if most {
        digits.reverse();
    }
    let bounds = within
        .iter()
        .map(|set| if most { set.max() } else { set.min() });
    let alone = bounds
        .map(|bound| bound.map(i64::from))
        .sum::<Option<i64>>()?;
    let packed: i64 = digits.iter().take(within.len()).sum();
    Some(if most {
        alone.min(packed)
    } else {
        alone.max(packed)
    })
}

fn of_run(ground: &Ground<'_>, step: &Step, cells: &[Cell]) -> Option<Argument> {
    let within: Vec<DigitSet> = cells.iter().map(|c| cited(ground, step, c.0)).collect();
    let (low, high) = (ground.digits.min()?, ground.digits.max()?);
    let length = cells.len() as u8;
    let runs = (low..=high.saturating_sub(length.saturating_sub(1)))
        .map(|first| DigitSet::range(first, first + length - 1))
        .filter(|&run| fits(run, &within));
    let must = runs.reduce(|a, b| a & b)?;
    let outside = |(var, lost): &(u16, DigitSet)| {
        !cells.contains(&Cell(*var)) && lost.without(must).is_empty()
    };
    step.removed
        .iter()
        .all(outside)
        .then_some(Argument::Must(must))
}

/// Digits that two cells hold in every way that a clue of pairs allows, where others lose them.
fn of_pair(ground: &Ground<'_>, step: &Step, Pair(a, b, table): &Pair) -> Option<Argument> {
    let [first, second] = [a, b].map(|cell| cited(ground, step, cell.0));
    let pairs = first
        .iter()
        .flat_map(|a| second.iter().map(move |b| (a, b)));
    let pairs = pairs.filter(|&(a, b)| table.allows(a, b));
    let must = pairs
        .map(|(a, b)| DigitSet::one(a) | DigitSet::one(b))
        .reduce(|a, b| a & b)?;
    let outside =
        |(var, lost): &(u16, DigitSet)| *var != a.0 && *var != b.0 && lost.without(must).is_empty();
    let is_all = !step.removed.is_empty() && step.removed.iter().all(outside);
    is_all.then_some(Argument::Must(must))
}

fn of_pairs(ground: &Ground<'_>, step: &Step, said: &[Statement]) -> Option<Argument> {
    if let [Statement::Pair(pair)] = said
        && let Some(found) = of_pair(ground, step, pair)
    {
        return Some(found);
    }
    let lost = step
        .removed
        .iter()
        .fold(DigitSet::EMPTY, |all, (_, lost)| all | *lost);
    let mut partners = DigitSet::EMPTY;
    for statement in said {
        let Statement::Pair(Pair(_, _, table)) = statement else {
            return None;
        };
        for a in ground.digits.iter() {
            let goes = ground
                .digits
                .iter()
                .any(|b| table.allows(a, b) || table.allows(b, a));
            partners = if goes {
                partners | DigitSet::one(a)
            } else {
                partners
            };
        }
    }
    let missing = ground.digits.without(partners);
    let is_all = step.reason.facts.is_empty() && lost == missing;
    (is_all && !missing.is_empty()).then_some(Argument::Partners(missing))
}

/// Houses less sums, where that leaves the cells of the step.
fn total(ground: &Ground<'_>, step: &Step, clues: &[Cite]) -> Option<Argument> {
    let mut balance = vec![0i32; ground.cells()];
    let (mut of_houses, mut of_clues) = (0, 0);
    let all: i64 = ground.digits.iter().map(i64::from).sum();
    for &cite in &step.reason.cites {
        if let Cite::House(_) = cite {
            let house = ground.houses.iter().find(|house| house.cite == cite)?;
            house
                .cells
                .iter()
                .for_each(|cell| balance[usize::from(cell)] += 1);
            of_houses += all;
        }
    }
    for &clue in clues {
        let said = said(ground, clue);
        let (cells, total) = said
            .iter()
            .find_map(|statement| plain_sum(ground, statement))?;
        cells
            .iter()
            .for_each(|&cell| balance[usize::from(cell)] -= 1);
        of_clues += total;
    }
    let side = |wanted: i32| -> Cells {
        let cells = (0u16..).zip(&balance).filter(|(_, left)| **left == wanted);
        cells.map(|(cell, _)| cell).collect()
    };
    let (innies, outies) = (side(1), side(-1));
    let grid = ground.cells();
    let concerned =
        |(var, _): &(u16, DigitSet)| usize::from(*var) < grid && (innies | outies).contains(*var);
    let facts = step.reason.facts.iter();
    let is_all = balance.iter().all(|left| left.abs() <= 1)
        && of_houses > 0
        && step.removed.iter().all(concerned)
        && facts.clone().all(concerned)
        && (innies | outies).len() <= 6;
    is_all.then_some(Argument::Total {
        houses: of_houses,
        clues: of_clues,
        innies,
        outies,
    })
}
