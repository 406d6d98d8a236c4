//! Relations that change no solution and only strengthen: what the sums of cages and the totals of
//! houses say together.
//!
//! A region made of whole houses has a known total. Taking the cages that lie in it away leaves its
//! *innies*; cages that stick out add their *outies* with a minus. The 45 rule is the case of one
//! house; several neighbouring rows, columns or boxes give the rest.

use super::build::Builder;
use super::{ClueSets, Part, Word};
use crate::puzzle::{Cell, Puzzle};
use crate::rules::{Compare, Statement};
use std::collections::HashSet;

/// Cells at most in a relation of innies alone.
const MOST_INNIES: usize = 9;
/// Cells at most in a relation that has outies.
const MOST_MIXED: usize = 7;

/// A set of cells of the grid, which has at most 625.
type CellSet = [u64; 10];

/// Cells with a known total.
struct Total {
    cells: CellSet,
    size: u32,
    total: i64,
    rests_on: Vec<u32>,
}

/// Adds the sums over houses that are short enough to be worth running.
pub(super) fn add<W: Word>(
    builder: &mut Builder<W>,
    puzzle: &Puzzle,
    houses: &[(Vec<u16>, u32)],
    parts: &[Part],
    sets: &mut ClueSets,
) {
    let cages = disjoint(sums(puzzle, parts, sets));
    if cages.is_empty() {
        return;
    }
    let regions = regions(builder, puzzle, houses);
    let mut seen = HashSet::new();
    for cage in &cages {
        seen.insert((key(&cage.cells, &CellSet::default()), cage.total));
    }
    for region in &regions {
        for stick_out in [Reach::Inside, Reach::Mostly, Reach::All] {
            add_one(builder, region, &cages, stick_out, &mut seen, sets);
        }
    }
}

/// Which cages are taken from a region.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Reach {
    /// Those wholly inside.
    Inside,
    /// Those with more cells inside than outside.
    Mostly,
    /// All that touch it.
    All,
}

fn add_one<W: Word>(
    builder: &mut Builder<W>,
    region: &Total,
    cages: &[Total],
    reach: Reach,
    seen: &mut HashSet<(Vec<u64>, i64)>,
    sets: &mut ClueSets,
) {
    let (mut innies, mut outies) = (region.cells, CellSet::default());
    let mut total = region.total;
    let mut rests_on = region.rests_on.clone();
    let mut taken = 0;
    for cage in cages {
        let inside = count_common(&cage.cells, &region.cells);
        let take = match reach {
            Reach::Inside => inside == cage.size,
            Reach::Mostly => 2 * inside > cage.size,
            Reach::All => inside > 0,
        };
        if take {
            taken += 1;
            total -= cage.total;
            rests_on.extend_from_slice(&cage.rests_on);
            for word in 0..innies.len() {
                outies[word] |= cage.cells[word] & !region.cells[word];
                innies[word] &= !cage.cells[word];
            }
        }
    }
    let (inside, outside) = (count(&innies), count(&outies));
    let most = if outside == 0 || inside == 0 {
        MOST_INNIES
    } else {
        MOST_MIXED
    };
    if taken == 0 || inside + outside > most as u32 || !seen.insert((key(&innies, &outies), total))
    {
        return;
    }
    let terms: Vec<(Cell, i64)> = match inside {
        0 => cells(&outies).map(|cell| (cell, 1)).collect(),
        _ => cells(&innies)
            .map(|c| (c, 1))
            .chain(cells(&outies).map(|c| (c, -1)))
            .collect(),
    };
    let total = if inside == 0 { -total } else { total };
    let sum = Statement::Linear {
        terms,
        compare: Compare::Equal,
        total,
    };
    builder.state(&sum, sets.union(&rests_on));
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
                        cells: set_of(terms.iter().map(|t| t.0)),
                        size: terms.len() as u32,
                        total: *total,
                        rests_on: vec![sets.number(&[part.cite])],
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
        let free = count_common(&sum.cells, &covered) == 0;
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

/// Runs of neighbouring rows and columns, and rectangles of neighbouring boxes, with their totals.
fn regions<W: Word>(
    builder: &Builder<W>,
    puzzle: &Puzzle,
    houses: &[(Vec<u16>, u32)],
) -> Vec<Total> {
    let values = builder.shared.values;
    let total: i64 = (0..values).map(|bit| builder.shared.value(bit)).sum();
    let single = |(house, rests_on): &(Vec<u16>, u32)| {
        (house.len() == values as usize).then(|| Total {
            cells: set_of(house.iter().map(|&var| Cell(var))),
            size: values,
            total,
            rests_on: vec![*rests_on],
        })
    };
    let lines = if puzzle.layout.lines {
        usize::from(puzzle.layout.rows)
    } else {
        0
    };
    let both = if puzzle.layout.lines {
        lines + usize::from(puzzle.layout.columns)
    } else {
        0
    };
    let mut regions = vec![];
    runs(houses[..lines].iter().map(single).collect(), &mut regions);
    runs(
        houses[lines..both].iter().map(single).collect(),
        &mut regions,
    );
    let boxes: Vec<Option<Total>> = houses[both..].iter().map(single).collect();
    let across = match puzzle.layout.box_shape() {
        Some((_, width)) => usize::from(puzzle.layout.columns / width),
        None => boxes.len().max(1),
    };
    box_rectangles(&boxes, across, &mut regions);
    regions
}

/// All runs of neighbours, short of all of them.
fn runs(lines: Vec<Option<Total>>, regions: &mut Vec<Total>) {
    for first in 0..lines.len() {
        let mut run: Option<Total> = None;
        for line in &lines[first..] {
            let Some(line) = line else { break };
            let longer = join(run.as_ref(), line);
            if longer.rests_on.len() == lines.len() {
                break;
            }
            regions.push(join(run.as_ref(), line));
            run = Some(longer);
        }
    }
}

/// Single boxes and rectangles of boxes that are neither whole bands nor whole stacks (which are
/// runs of lines already).
fn box_rectangles(boxes: &[Option<Total>], across: usize, regions: &mut Vec<Total>) {
    let down = boxes.len() / across;
    for (top, left) in (0..down).flat_map(|top| (0..across).map(move |left| (top, left))) {
        for (height, width) in
            (1..=down - top).flat_map(|h| (1..=across - left).map(move |w| (h, w)))
        {
            if (height == down || width == across) && boxes.len() > 1 && height * width > 1 {
                continue;
            }
            let places =
                (top..top + height).flat_map(|r| (left..left + width).map(move |c| r * across + c));
            let members: Option<Vec<&Total>> = places.map(|place| boxes[place].as_ref()).collect();
            let joined = members.and_then(|members| {
                members.into_iter().fold(None, |all: Option<Total>, next| {
                    Some(join(all.as_ref(), next))
                })
            });
            regions.extend(joined);
        }
    }
}

fn join(region: Option<&Total>, more: &Total) -> Total {
    let mut all = Total {
        cells: more.cells,
        size: more.size,
        total: more.total,
        rests_on: more.rests_on.clone(),
    };
    if let Some(region) = region {
        all.cells
            .iter_mut()
            .zip(region.cells)
            .for_each(|(a, b)| *a |= b);
        all.size += region.size;
        all.total += region.total;
        all.rests_on.extend_from_slice(&region.rests_on);
    }
    all
}

fn set_of(cells: impl Iterator<Item = Cell>) -> CellSet {
    let mut set = CellSet::default();
    for cell in cells {
        set[cell.index() / 64] |= 1 << (cell.index() % 64);
    }
    set
}

fn count(set: &CellSet) -> u32 {
    set.iter().map(|word| word.count_ones()).sum()
}

fn count_common(a: &CellSet, b: &CellSet) -> u32 {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones()).sum()
}

fn cells(set: &CellSet) -> impl Iterator<Item = Cell> + '_ {
    (0..640u16)
        .map(Cell)
        .filter(|cell| set[cell.index() / 64] >> (cell.index() % 64) & 1 == 1)
}

fn key(innies: &CellSet, outies: &CellSet) -> Vec<u64> {
    [*innies, *outies].concat()
}
