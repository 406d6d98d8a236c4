//! Relations that change no solution and only strengthen: what the sums of cages and the totals of
//! houses say together.
//!
//! A region made of whole houses has a known total. Taking the cages that lie in it away leaves its
//! *innies*; cages that stick out add their *outies* with a minus. The 45 rule is the case of one
//! house; several neighbouring rows, columns or boxes give the rest.

use super::build::Builder;
use super::frame::{CellSet, Frame, Region, set_of};
use super::{ClueSets, Part, Word};
use crate::puzzle::{Cell, Puzzle};
use crate::rules::{Compare, Statement};
use std::collections::HashSet;

/// Cells at most in a relation of innies alone.
const MOST_INNIES: u32 = 9;
/// Cells at most in a relation that has innies and outies.
const MOST_MIXED: u32 = 7;

/// Cells with a known total.
struct Total {
    cells: CellSet,
    size: u32,
    total: i64,
    rests_on: u32,
}

/// Which cages are taken from a region.
#[derive(Clone, Copy)]
enum Reach {
    /// Those wholly inside.
    Inside,
    /// Those with more cells inside than outside.
    Mostly,
    /// All that touch it.
    All,
}

/// Adds the sums over houses that are short enough to be worth running.
pub(super) fn add<W: Word>(
    builder: &mut Builder<W>,
    puzzle: &Puzzle,
    frame: &Frame,
    parts: &[Part],
    sets: &mut ClueSets,
) {
    let cages = disjoint(sums(puzzle, parts, sets));
    if cages.is_empty() {
        return;
    }
    let words = puzzle.layout.cell_count().div_ceil(64);
    let house_total: i64 = puzzle.layout.digits().iter().map(i64::from).sum();
    let mut seen = HashSet::new();
    for cage in &cages {
        seen.insert(key(&cage.cells, &CellSet::default(), words));
    }
    let mut inside = vec![0; cages.len()];
    for region in &frame.regions {
        for (inside, cage) in inside.iter_mut().zip(&cages) {
            *inside = count_common(&cage.cells, &region.cells, words);
        }
        for reach in [Reach::Inside, Reach::Mostly, Reach::All] {
            let taken = || {
                cages
                    .iter()
                    .zip(&inside)
                    .filter(move |&(cage, &inside)| reach.takes(inside, cage.size))
            };
            let Some((innies, outies)) = edges(region, taken().map(|(cage, _)| cage), words) else {
                continue;
            };
            if !seen.insert(key(&innies, &outies, words)) {
                continue;
            }
            let cages_total: i64 = taken().map(|(cage, _)| cage.total).sum();
            let total = region.houses.len() as i64 * house_total - cages_total;
            let rests_on = taken()
                .map(|(cage, _)| cage.rests_on)
                .chain(region.houses.iter().copied());
            let rests_on = sets.union(rests_on);
            builder.state(&difference(&innies, &outies, total), rests_on);
        }
    }
}

impl Reach {
    fn takes(self, inside: u32, size: u32) -> bool {
        match self {
            Self::Inside => inside == size,
            Self::Mostly => 2 * inside > size,
            Self::All => inside > 0,
        }
    }
}

/// Innies and outies of a region for some cages, unless there are too many or no cage.
fn edges<'a>(
    region: &Region,
    cages: impl Iterator<Item = &'a Total>,
    words: usize,
) -> Option<(CellSet, CellSet)> {
    let (mut innies, mut outies) = (region.cells, CellSet::default());
    let mut any = false;
    for cage in cages {
        any = true;
        for word in 0..words {
            outies[word] |= cage.cells[word] & !region.cells[word];
            innies[word] &= !cage.cells[word];
        }
    }
    let count = |set: &CellSet| {
        set[..words]
            .iter()
            .map(|word| word.count_ones())
            .sum::<u32>()
    };
    let (inside, outside) = (count(&innies), count(&outies));
    let most = if inside == 0 || outside == 0 {
        MOST_INNIES
    } else {
        MOST_MIXED
    };
    (any && inside + outside <= most).then_some((innies, outies))
}

/// Innies less outies make the total.
fn difference(innies: &CellSet, outies: &CellSet, total: i64) -> Statement {
    let weighted = |set: CellSet, weight: i64| cells(set).map(move |cell| (cell, weight));
    let mut terms: Vec<(Cell, i64)> = weighted(*innies, 1).collect();
    let sign = if terms.is_empty() { -1 } else { 1 };
    terms.extend(weighted(*outies, -sign));
    Statement::Linear {
        terms,
        compare: Compare::Equal,
        total: sign * total,
    }
}

/// The sums of plain cells among the clues.
fn sums(puzzle: &Puzzle, parts: &[Part], sets: &mut ClueSets) -> Vec<Total> {
    let grid = puzzle.layout.cell_count();
    let mut sums = vec![];
    for part in parts {
        each_conjunct(&part.statement, &mut |statement| {
            if let Statement::Linear {
                terms,
                compare: Compare::Equal,
                total,
            } = statement
            {
                if terms
                    .iter()
                    .all(|&(cell, weight)| weight == 1 && cell.index() < grid)
                {
                    sums.push(Total {
                        cells: set_of(terms.iter().map(|term| term.0.0)),
                        size: terms.len() as u32,
                        total: *total,
                        rests_on: sets.one(part.cite),
                    });
                }
            }
        });
    }
    sums
}

fn each_conjunct(statement: &Statement, see: &mut impl FnMut(&Statement)) {
    match statement {
        Statement::All(parts) => parts.iter().for_each(|part| each_conjunct(part, see)),
        other => see(other),
    }
}

/// Sums that share no cell, smaller ones first.
fn disjoint(mut sums: Vec<Total>) -> Vec<Total> {
    sums.sort_by_key(|sum| sum.size);
    let mut covered = CellSet::default();
    sums.retain(|sum| {
        let free = count_common(&sum.cells, &covered, covered.len()) == 0;
        if free {
            covered
                .iter_mut()
                .zip(sum.cells)
                .for_each(|(all, new)| *all |= new);
        }
        free
    });
    sums
}

fn count_common(a: &CellSet, b: &CellSet, words: usize) -> u32 {
    a[..words]
        .iter()
        .zip(&b[..words])
        .map(|(a, b)| (a & b).count_ones())
        .sum()
}

fn cells(set: CellSet) -> impl Iterator<Item = Cell> {
    set.into_iter().enumerate().flat_map(|(word, bits)| {
        super::Word::each(bits).map(move |bit| Cell::from_index(word * 64 + bit as usize))
    })
}

fn key(innies: &CellSet, outies: &CellSet, words: usize) -> Vec<u64> {
    [&innies[..words], &outies[..words]].concat()
}
