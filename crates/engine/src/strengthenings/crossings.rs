//! Relations that keep two connected areas of a grid from crossing, either diagonally in a square of four cells or along the border. A
//! yin-yang puzzle written as two areas took 8,436 guesses without them, and 93 with them (`reports/benchmarks.md`).

use crate::builder::Builder;
use crate::builder::frame::Frame;
use crate::compiled::clues::{Cite, Part};
use crate::posting::guarded::post;
use crate::propagation::Word;
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::statement::{Accepts, Connected};
use cluewright_rules::{Automaton, Statement};
use std::sync::Arc;

/// Maximum number of areas to combine. Each pair of areas adds a relation for every square of the grid.
const MOST_AREAS: usize = 4;

/// An area that must be connected.
struct Area {
    cite: Cite,
    /// The cells around each square of four, and around the whole grid, in circular order.
    rings: Vec<Vec<Cell>>,
    /// The lowest cell of the area's grid.
    first: Cell,
    values: DigitSet,
}

/// Forbids areas of different values from alternating more than once around a square or around the grid. If they did, the paths that
/// connect the cells of one area would separate the cells of the other.
pub(super) fn strengthen<W: Word>(builder: &mut Builder<W>, parts: &[Part], _: &Frame) {
    let mut areas = vec![];
    for part in parts {
        part.statement.each_conjunct(&mut |statement| {
            if let Statement::Connected(connected) = statement {
                areas.extend(Area::of(connected, part.cite));
            }
        });
    }
    if areas.len() > MOST_AREAS {
        return;
    }
    for (index, one) in areas.iter().enumerate() {
        for other in &areas[..index] {
            let is_same_grid = one.first == other.first && one.rings == other.rings;
            if is_same_grid && (one.values & other.values).is_empty() && !implies(parts, one, other)
            {
                add_crossings(builder, one, other);
            }
        }
    }
}

/// Returns `true` if both areas come from one clue that already adds such statements itself, as yin-yang does.
fn implies(parts: &[Part], one: &Area, other: &Area) -> bool {
    let mut implied = parts.iter().filter(|part| part.implied);
    one.cite == other.cite && implied.any(|part| part.cite == one.cite)
}

fn add_crossings<W: Word>(builder: &mut Builder<W>, one: &Area, other: &Area) {
    let rests_on = builder.sets.of(&[one.cite, other.cite]);
    let automaton = Arc::new(take_turns_once(one.values, other.values));
    for ring in &one.rings {
        let accepts = Accepts(ring.clone(), Arc::clone(&automaton));
        post(builder, &Statement::Accepts(accepts), rests_on);
    }
}

/// Returns an automaton that accepts rings in which each of two value sets has at most one run; other values are skipped. A ring has no
/// start, so its first and last run may be parts of the same run.
fn take_turns_once(one: DigitSet, other: DigitSet) -> Automaton {
    const MOST_RUNS: usize = 3;
    // After the start state, there is one state for each number of runs and each set to which the last run may belong.
    let states = 1 + 2 * MOST_RUNS;
    let mut next = vec![Automaton::DEAD; states * 64];
    for state in 0..states {
        let (runs, last) = (state.div_ceil(2), state.checked_sub(1).map(|past| past % 2));
        for value in 0..64u8 {
            let set = match value {
                _ if one.contains(value) => Some(0),
                _ if other.contains(value) => Some(1),
                _ => None,
            };
            next[state * 64 + usize::from(value)] = match set {
                Some(set) if Some(set) != last && runs == MOST_RUNS => Automaton::DEAD,
                Some(set) if Some(set) != last => (1 + 2 * runs + set) as u16,
                _ => state as u16,
            };
        }
    }
    Automaton {
        next,
        accepting: vec![true; states],
        start: 0,
    }
}

impl Area {
    /// Recognises an area that covers a whole grid with at least two rows and columns and in which only orthogonal
    /// neighbours are adjacent. Returns `None` for any other area.
    fn of(connected: &Connected, cite: Cite) -> Option<Self> {
        let mut cells = connected.cells.clone();
        cells.sort_unstable();
        let first = *cells.first()?;
        let is_whole = (0..).zip(&cells).all(|(at, cell)| cell.0 == first.0 + at);
        let place = |at: u16| usize::from(connected.cells[usize::from(at)].0 - first.0);
        let edges = connected.edges.iter().map(|&(a, b)| {
            let (a, b) = (place(a), place(b));
            (a.min(b), a.max(b))
        });
        let columns = edges.clone().map(|(a, b)| b - a).max()?;
        let mut edges = edges;
        let is_grid = columns > 1
            && cells.len() > columns
            && cells.len().is_multiple_of(columns)
            && edges.all(|(a, b)| b - a == columns || b - a == 1 && b % columns != 0);
        (is_whole && is_grid).then(|| Self {
            cite,
            rings: rings(&cells, columns),
            first,
            values: connected.values,
        })
    }
}

/// Returns the cells around each square of a grid with at least two rows and columns, and around the whole grid.
fn rings(cells: &[Cell], columns: usize) -> Vec<Vec<Cell>> {
    let rows = cells.len() / columns;
    let cell = |row: usize, column: usize| cells[row * columns + column];
    let around = |top: usize, left: usize, bottom: usize, right: usize| -> Vec<Cell> {
        let down = (top..bottom).map(|row| cell(row, right));
        let up = (top + 1..=bottom).rev().map(|row| cell(row, left));
        let there = (left..right).map(|column| cell(top, column));
        let back = (left + 1..=right).rev().map(|column| cell(bottom, column));
        there.chain(down).chain(back).chain(up).collect()
    };
    let squares = (1..rows).flat_map(|row| (1..columns).map(move |column| (row, column)));
    let mut rings: Vec<Vec<Cell>> = squares
        .map(|(row, column)| around(row - 1, column - 1, row, column))
        .collect();
    // In a 2x2 grid, the only square is already the ring around the whole grid.
    if rings.len() > 1 {
        rings.push(around(0, 0, rows - 1, columns - 1));
    }
    rings
}
