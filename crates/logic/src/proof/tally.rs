//! Tallies: subtracting clues from houses leaves a few cells with a bound on their total, or on the number of digits of a
//! class in them.
//!
//! A house contains a fixed number of the digits of each class and has a fixed total. A clue implies a minimum and a
//! maximum for its cells, so the other cells of the house share the difference.

use super::alone::full_house;
use super::facts::Facts;
use super::{Alone, Marks};
use crate::argument::packed;
use crate::sentence::{Proof, Tally, Way};
use crate::step::Reason;
use crate::{Board, Cells, Ground, Step};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::cell::RefCell;

/// Maximum number of disjoint houses to add up.
const MOST_HOUSES: usize = 2;

/// Maximum number of clues to subtract from the houses.
const MOST_CLUES: usize = 4;

/// Maximum number of remaining cells. It is small because a sentence has to name them.
const MOST_LEFT: usize = 6;

/// The clues and houses that a step cites, prepared for tallies.
pub(super) struct Tallies<'g> {
    pub(super) ground: &'g Ground<'g>,
    clues: Vec<(Cite, Alone)>,
    /// The clues that have too many cells for their fillings to be listed.
    long: Vec<Cite>,
    /// Sets of disjoint houses, each with the union of their cells.
    areas: Vec<(Vec<Cite>, Cells)>,
    /// For each clue, its fillings and the candidates within which they were listed; `None` before the first use.
    filled: Vec<Option<Filled>>,
}

/// The fillings of a clue within given candidates.
struct Filled {
    within: Vec<DigitSet>,
    ways: Option<Vec<Vec<u8>>>,
    /// Cache of amounts. The key contains the cells, the counted digits (empty for a total), and `true` for the minimum.
    amounts: RefCell<FxHashMap<(Cells, DigitSet, bool), Option<i64>>>,
}

impl<'g> Tallies<'g> {
    /// Prepares the clues and houses that a step cites.
    pub(super) fn of(ground: &'g Ground<'g>, step: &Step) -> Self {
        Self::new(ground, step.reason.cites.iter().copied())
    }

    /// Prepares all clues and houses of the puzzle.
    pub(super) fn of_puzzle(ground: &'g Ground<'g>) -> Self {
        let houses = ground.houses.iter().map(|house| house.cite);
        let houses = houses.filter(|cite| matches!(cite, Cite::House(_)));
        let clues = (0..ground.puzzle.clues.len()).map(|clue| Cite::Clue(clue as u16));
        Self::new(ground, houses.chain(clues))
    }

    fn new(ground: &'g Ground<'g>, cites: impl Iterator<Item = Cite>) -> Self {
        let (houses, clues): (Vec<Cite>, Vec<Cite>) =
            cites.partition(|&cite| full_house(ground, cite).is_some());
        let clues = clues.into_iter();
        let clues = clues.map(|cite| (cite, Alone::new(ground, cite)));
        let (clues, long): (Vec<_>, Vec<_>) = clues.partition(|(_, clue)| clue.is_small());
        let long = long.into_iter().map(|(cite, _)| cite).collect();
        let mut areas: Vec<(Vec<Cite>, Cells)> = vec![];
        for house in houses {
            let cells = full_house(ground, house).unwrap_or_default();
            let longer = areas
                .iter()
                .filter(|(cites, area)| cites.len() < MOST_HOUSES && !area.meets(cells));
            let longer =
                longer.map(|(cites, area)| ([&cites[..], &[house]].concat(), *area | cells));
            let longer: Vec<(Vec<Cite>, Cells)> = longer.collect();
            areas.push((vec![house], cells));
            areas.extend(longer);
        }
        // A later proof is chosen only if it is shorter, so among proofs of the same size the one with fewer houses is
        // chosen.
        areas.sort_by_key(|(houses, _)| houses.len());
        let filled = clues.iter().map(|_| None).collect();
        Self {
            ground,
            clues,
            long,
            areas,
            filled,
        }
    }

    /// Lists the fillings of each clue on a board, unless they are already listed for the same candidates.
    pub(super) fn fill(&mut self, board: &Board) {
        for ((_, clue), filled) in self.clues.iter().zip(&mut self.filled) {
            let within: Vec<DigitSet> = clue.vars.iter().map(|&var| board.at(var)).collect();
            if filled.as_ref().is_none_or(|filled| filled.within != within) {
                *filled = Some(Filled {
                    within,
                    ways: clue.fillings(|var| board.at(var)),
                    amounts: RefCell::default(),
                });
            }
        }
    }

    /// Returns each clue and each house as a fact, and the sums of crossing houses if `is_wide` is set. The board must be the one for which
    /// the fillings were listed.
    pub(super) fn facts(&self, board: &Board, is_wide: bool) -> Facts<'g> {
        let small = self.clues.iter().zip(&self.filled);
        let small = small.map(|((cite, clue), filled)| {
            let ways = filled.as_ref().and_then(|filled| filled.ways.as_ref());
            (*cite, &clue.vars[..], ways)
        });
        let long = self.long.iter().map(|&cite| (cite, &[][..], None));
        Facts::new(self.ground, board.candidates(), small.chain(long), is_wide)
    }

    /// Returns the minimum (if `is_least`) or maximum amount that a clue allows in some of its cells.
    fn amount(&self, place: usize, cells: Cells, counted: DigitSet, is_least: bool) -> Option<i64> {
        let filled = self.filled[place].as_ref()?;
        let ways = filled.ways.as_ref()?;
        let mut known = filled.amounts.borrow_mut();
        let found = known.entry((cells, counted, is_least));
        *found.or_insert_with(|| amount(ways, cells, counted, is_least))
    }
}

/// Finds a proof by a tally that `removed.0` cannot hold the digits `removed.1`. Returns it with the reason on which it
/// rests.
pub(super) fn find(
    tallies: &mut Tallies<'_>,
    board: &Board,
    removed: (u16, DigitSet),
) -> Option<(Proof, Reason)> {
    let ground = tallies.ground;
    tallies.fill(board);
    let at = |cell: u16| board.at(cell);
    let mut best: Option<Proof> = None;
    let areas = tallies
        .areas
        .iter()
        .filter(|(_, cells)| cells.contains(removed.0));
    for (houses, area) in areas {
        for counted in measures(ground.digits, removed.1) {
            for is_most in [true, false] {
                let tally = tallies.tally((houses, *area), counted, is_most, removed, &at);
                let proof = tally.map(|tally| Proof {
                    removed,
                    by: Way::Tally(tally),
                });
                let size = best.as_ref().map_or(usize::MAX, Proof::size);
                best = proof.filter(|proof| proof.size() < size).or(best);
            }
        }
    }
    let proof = best?;
    let reason = reason(ground, &proof);
    // The search used all candidates of the board, so the tally is checked again with only those that the reason cites.
    let marks = Marks {
        ground,
        board,
        reason: &reason,
        earlier: &[],
    };
    let Way::Tally(tally) = &proof.by else {
        return None;
    };
    holds(&marks, removed, tally).then_some((proof, reason))
}

impl Tallies<'_> {
    /// Builds the tally of an area. Starts from the amount of its houses, and subtracts the amounts of a few clues until the
    /// remaining cells have no room for the removed digits.
    fn tally(
        &self,
        (houses, area): (&[Cite], Cells),
        counted: DigitSet,
        is_most: bool,
        removed: (u16, DigitSet),
        at: &impl Fn(u16) -> DigitSet,
    ) -> Option<Tally> {
        let mut tally = Tally {
            counted,
            houses: houses.to_vec(),
            whole: houses.len() as i64 * whole(self.ground.digits, counted),
            clues: vec![],
            is_most,
            rest: area,
        };
        while !is_excluded(self.ground, &tally, removed, at) {
            if tally.clues.len() == MOST_CLUES {
                return None;
            }
            // The tally bounds the cell of the conclusion, so no clue may cover this cell.
            let free = tally.rest - Cells::one(removed.0);
            // Choose the clue whose amount improves most on the bound from the candidates of its cells alone.
            let gains = self
                .clues
                .iter()
                .enumerate()
                .filter_map(|(place, (cite, clue))| {
                    let cells = clue.vars.iter().filter(|&&var| is_in(free, var));
                    let cells: Cells = cells.copied().collect();
                    let amount = self.amount(place, cells, counted, is_most)?;
                    let alone = bound_amount(self.ground, cells, counted, is_most, at)?;
                    let gain = if is_most {
                        amount - alone
                    } else {
                        alone - amount
                    };
                    (gain > 0).then_some((gain, (*cite, cells, amount)))
                });
            let (_, best) = gains.max_by_key(|(gain, _)| *gain)?;
            tally.rest -= best.1;
            tally.clues.push(best);
        }
        Some(tally)
    }
}

/// Returns `true` if the amounts of a tally are correct and exclude the removed digits.
pub(super) fn holds(marks: &Marks<'_>, removed: (u16, DigitSet), tally: &Tally) -> bool {
    let ground = marks.ground;
    let mut rest = Cells::EMPTY;
    for &house in &tally.houses {
        match full_house(ground, house) {
            Some(cells) if !cells.meets(rest) => rest |= cells,
            _ => return false,
        }
    }
    for &(cite, cells, stated) in &tally.clues {
        let ways = Alone::new(ground, cite).fillings(|var| marks.of(var));
        let own = ways.and_then(|ways| amount(&ways, cells, tally.counted, tally.is_most));
        if own != Some(stated) || !cells.within(rest) {
            return false;
        }
        rest -= cells;
    }
    let houses = tally.houses.len() as i64;
    rest == tally.rest
        && tally.whole == houses * whole(ground.digits, tally.counted)
        && is_excluded(ground, tally, removed, &|cell| marks.of(cell))
}

/// Returns `true` if the remaining cells cannot reach the remaining amount while cell `var` holds any of `digits`.
fn is_excluded(
    ground: &Ground<'_>,
    tally: &Tally,
    (var, digits): (u16, DigitSet),
    at: &impl Fn(u16) -> DigitSet,
) -> bool {
    let others = tally.rest - Cells::one(var);
    let Some(others) = bound_amount(ground, others, tally.counted, tally.is_most, at) else {
        return false;
    };
    let left = tally.left();
    let is_named =
        tally.rest.len() <= MOST_LEFT || !tally.counted.is_empty() && left == 0 && tally.is_most;
    is_named
        && digits.iter().all(|digit| {
            let all = others + weight(tally.counted, digit);
            if tally.is_most {
                all > left
            } else {
                all < left
            }
        })
}

/// Returns the minimum (if `is_least`) or maximum amount that the candidates of some cells allow.
fn bound_amount(
    ground: &Ground<'_>,
    cells: Cells,
    counted: DigitSet,
    is_least: bool,
    at: &impl Fn(u16) -> DigitSet,
) -> Option<i64> {
    if counted.is_empty() {
        // Cells that see each other hold different digits, so each group of such cells is bounded as a whole. The sum of the
        // bounds of single cells would be weaker.
        let mut groups: Vec<Vec<u16>> = vec![];
        for cell in cells.iter() {
            let sees = |group: &&mut Vec<u16>| {
                let peers = &ground.peers[usize::from(cell)];
                group.iter().all(|&other| peers.contains(other))
            };
            match groups.iter_mut().find(sees) {
                Some(group) => group.push(cell),
                None => groups.push(vec![cell]),
            }
        }
        let within = |group: &Vec<u16>| group.iter().map(|&cell| at(cell)).collect::<Vec<_>>();
        return groups
            .iter()
            .map(|group| packed(&within(group), !is_least))
            .sum();
    }
    let counts = cells.iter().map(|cell| match is_least {
        true => at(cell).without(counted).is_empty(),
        false => !(at(cell) & counted).is_empty(),
    });
    Some(counts.map(i64::from).sum())
}

/// Returns the minimum (if `is_least`) or maximum amount in some cells over all fillings of a clue.
fn amount(ways: &[Vec<u8>], cells: Cells, counted: DigitSet, is_least: bool) -> Option<i64> {
    let of = |way: &Vec<u8>| -> i64 {
        let digits = cells.iter().map(|cell| way[usize::from(cell)]);
        digits.map(|digit| weight(counted, digit)).sum()
    };
    let amounts = ways.iter().map(of);
    if is_least {
        amounts.min()
    } else {
        amounts.max()
    }
}

/// Returns the contribution of a digit to an amount: for a total, the digit itself; for a count, 1 if the digit is counted.
fn weight(counted: DigitSet, digit: u8) -> i64 {
    match counted.is_empty() {
        true => i64::from(digit),
        false => i64::from(counted.contains(digit)),
    }
}

/// Returns the amount of a full house.
fn whole(digits: DigitSet, counted: DigitSet) -> i64 {
    digits.iter().map(|digit| weight(counted, digit)).sum()
}

/// Returns the classes of digits that people count. The last class is empty and represents the total.
fn measures(digits: DigitSet, lost: DigitSet) -> Vec<DigitSet> {
    let all: Vec<u8> = digits.iter().collect();
    let ends = (1..=all.len() / 2).flat_map(|count| {
        let low: DigitSet = all[..count].iter().copied().collect();
        let high: DigitSet = all[all.len() - count..].iter().copied().collect();
        [low, high]
    });
    let by = |divisor: u8| {
        let all = &all;
        (0..divisor).map(move |rest| {
            all.iter()
                .copied()
                .filter(|digit| digit % divisor == rest)
                .collect::<DigitSet>()
        })
    };
    let classes = ends
        .chain(by(2))
        .chain(by(3))
        .chain(all.iter().map(|&digit| DigitSet::one(digit)));
    let mut classes: Vec<DigitSet> = classes.collect();
    // A class that contains only some of the lost digits gives too weak a bound to exclude all of them.
    classes.retain(|class| {
        let inside = lost.without(*class).is_empty();
        let outside = (lost & *class).is_empty();
        inside || outside
    });
    classes.push(DigitSet::EMPTY);
    classes
}

/// Returns the reason on which a tally rests: its houses, its clues, and the cells whose candidates matter.
fn reason(ground: &Ground<'_>, proof: &Proof) -> Reason {
    let Way::Tally(tally) = &proof.by else {
        return Reason::default();
    };
    let clues: Vec<Cite> = tally.clues.iter().map(|(cite, ..)| *cite).collect();
    let vars: Vec<u16> = clues
        .iter()
        .flat_map(|&cite| ground.cells_of(cite))
        .collect();
    let mut cites = tally.houses.clone();
    for &clue in &clues {
        let more = ground.rests_on(&[clue], &ground.cells_of(clue));
        cites.extend(more);
    }
    let rest: Vec<u16> = tally.rest.iter().collect();
    let cites = ground.rests_on(&cites, &rest);
    let (inside, extras): (Vec<u16>, Vec<u16>) = vars
        .into_iter()
        .partition(|&var| usize::from(var) < ground.cells());
    Reason {
        cites,
        cells: inside.into_iter().chain(rest).collect(),
        extras,
        ..Reason::default()
    }
}

fn is_in(cells: Cells, var: u16) -> bool {
    // The index of an auxiliary variable can exceed the size of a set.
    usize::from(var) < Cells::MOST && cells.contains(var)
}
