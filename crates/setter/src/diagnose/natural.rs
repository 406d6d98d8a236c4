//! Scores how natural the clues of a puzzle look. The scores decide which of two versions the setter more likely meant.

use super::slips::neighbours;
use super::symmetry::count_matched;
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::{Book, Rule, Shape};

/// Penalty for a line with a gap, or for a group in several pieces, in bits.
const APART: i32 = 4;
/// Penalty for a cage that overlaps another cage, or for two marks in the same position, in bits.
const COVERED: i32 = 4;
/// Penalty for a line that crosses another line of its rule, in bits.
const CROSSED: i32 = 1;
/// Penalty for a parameter that no other clue of the rule has, in bits.
const SINGULAR: i32 = 3;
/// Added likelihood, in bits, for each clue that the best symmetry of the grid maps to a clue of the rule.
const SYMMETRICAL: i32 = 2;

/// Returns the penalty of a clue, in bits. The penalty depends on the clue's shape, position and parameters, compared
/// with the other clues of its rule.
pub(super) fn oddity(puzzle: &Puzzle, book: &Book, index: usize) -> i32 {
    let clue = &puzzle.clues[index];
    let grid = puzzle.layout.cell_count();
    // Cells of letters and layers have no position, so the shape of the clue has no meaning.
    if clue.cells().any(|cell| cell.index() >= grid) {
        return 0;
    }
    let Ok(rule) = book.rule(&clue.rule) else {
        return 0;
    };
    let others = puzzle.clues.iter().enumerate();
    let others =
        others.filter(|(other, clue_there)| *other != index && clue_there.rule == clue.rule);
    let others: Vec<&Clue> = others.map(|(_, other)| other).collect();
    let mut bits = 0;
    if !holds_together(puzzle, clue, rule.shape) {
        bits += APART;
    }
    bits += overlap(clue, rule, &others);
    let is_singular = |name: &&String| !others.iter().any(|other| other.params.contains_key(*name));
    if !others.is_empty() && clue.params.keys().any(|name| is_singular(&name)) {
        bits += SINGULAR;
    }
    let clues = 1 + others.len();
    let symmetrical = count_matched(&puzzle.layout, clue, &others);
    // Only a symmetry of at least half of the clues is likely to be intended.
    if clues > 1 && 2 * symmetrical >= clues {
        bits -= SYMMETRICAL * symmetrical as i32;
    }
    bits
}

/// Returns the penalty, in bits, for cells that a clue shares with other clues of the rule.
fn overlap(clue: &Clue, rule: &Rule, others: &[&Clue]) -> i32 {
    let covers = |other: &Clue| {
        other
            .cells()
            .any(|cell| clue.cells().any(|own| own == cell))
    };
    let is_same = |other: &Clue| {
        clue.cells()
            .all(|cell| other.cells().any(|own| own == cell))
    };
    let mut others = others.iter();
    match rule.shape {
        Shape::Group if rule.typical.cage && others.any(|other| covers(other)) => COVERED,
        Shape::Line | Shape::Arrow if others.any(|other| covers(other)) => CROSSED,
        Shape::Pair | Shape::Square | Shape::Cell if others.any(|other| is_same(other)) => COVERED,
        _ => 0,
    }
}

/// Returns `true` if each cell of a line or arrow touches the previous cell, or if a group or pair is connected or
/// straight. Other shapes always hold together.
fn holds_together(puzzle: &Puzzle, clue: &Clue, shape: Shape) -> bool {
    let cells: Vec<Cell> = clue.cells().collect();
    let touches = |pair: &[Cell]| neighbours(puzzle, &pair[..1], true).contains(&pair[1]);
    match shape {
        Shape::Line | Shape::Arrow => cells.windows(2).all(touches),
        Shape::Group | Shape::Pair => {
            is_connected(puzzle, &cells) || is_straight(&puzzle.layout, &cells)
        }
        _ => true,
    }
}

fn is_connected(puzzle: &Puzzle, cells: &[Cell]) -> bool {
    let mut reached: Vec<Cell> = cells.iter().take(1).copied().collect();
    let mut next = 0;
    while let Some(&cell) = reached.get(next) {
        let beside = neighbours(puzzle, &[cell], false).into_iter();
        let new = beside.filter(|cell| cells.contains(cell) && !reached.contains(cell));
        let new: Vec<Cell> = new.collect();
        reached.extend(new);
        next += 1;
    }
    cells.iter().all(|cell| reached.contains(cell))
}

/// Returns `true` if the cells form a straight line without gaps.
fn is_straight(layout: &Layout, cells: &[Cell]) -> bool {
    let mut cells = cells.to_vec();
    cells.sort_unstable();
    let step = |pair: &[Cell]| {
        let places = [pair[0], pair[1]].map(|cell| layout.place(cell));
        let [(row, column), (to_row, to_column)] = places;
        (
            i32::from(to_row) - i32::from(row),
            i32::from(to_column) - i32::from(column),
        )
    };
    let mut steps = cells.windows(2).map(step);
    let first = steps.next().unwrap_or_default();
    let is_step = first.0.abs() <= 1 && first.1.abs() <= 1;
    is_step && steps.all(|step| step == first)
}
