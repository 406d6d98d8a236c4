//! Entry mistakes: other clues and positions that the setter may have meant.

use super::answer::Slip;
use super::places::{move_cell, reverse, shift_given, shifts};
use cluewright_engine::model::Cite;
use cluewright_puzzle::{Cell, Clue, DigitSet, Param, Puzzle};
use cluewright_rules::{Book, Clues, Default, ParamKind, Shape, find_lookalikes};

/// A puzzle that differs from the original by one entry mistake.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The puzzle with the change.
    pub puzzle: Puzzle,
    /// The changed clue or given, as cited in the original puzzle; `None` if the clue is new.
    pub changed: Option<Cite>,
    /// The other clue or given, if two of them were exchanged.
    pub with: Option<Cite>,
    /// The citation of the new clue in the changed puzzle.
    pub becomes: Cite,
    /// The kind of mistake that the variation corrects.
    pub slip: Slip,
    /// Penalty of the variation relative to other variations of its kind, in bits.
    pub(super) distance: u32,
}

/// Returns the puzzle with the clue at the given index replaced.
pub(crate) fn put(puzzle: &Puzzle, index: usize, clue: Clue) -> Puzzle {
    let mut changed = puzzle.clone();
    changed.clues[index] = clue;
    changed
}

/// Returns all variations in which another clue or given, which the setter may have meant, replaces this one.
#[must_use]
pub fn variations(puzzle: &Puzzle, book: &Book, cite: Cite) -> Vec<Variation> {
    match cite {
        Cite::Given(index) => {
            let mut others = other_digits(puzzle, usize::from(index));
            others.extend(move_given(puzzle, usize::from(index)));
            others
        }
        Cite::Clue(index) => {
            let index = usize::from(index);
            let clue = &puzzle.clues[index];
            let others = other_clues(puzzle, book, clue).into_iter();
            let fits = others.filter(|(_, _, other)| other != clue && fits(puzzle, book, other));
            let variation = |(slip, distance, other)| Variation {
                puzzle: put(puzzle, index, other),
                changed: Some(cite),
                with: None,
                becomes: cite,
                slip,
                distance,
            };
            fits.map(variation).collect()
        }
        Cite::House(_) => vec![],
    }
}

fn other_digits(puzzle: &Puzzle, index: usize) -> Vec<Variation> {
    let given = puzzle.givens[index];
    let cite = Cite::Given(index as u16);
    let others = puzzle.domain(given.cell).iter();
    let others = others.filter(|digit| given.digits.single().is_some_and(|old| old != *digit));
    let variation = |digit| {
        let mut changed = puzzle.clone();
        changed.givens[index].digits = DigitSet::one(digit);
        Variation {
            puzzle: changed,
            changed: Some(cite),
            with: None,
            becomes: cite,
            slip: Slip::Digit,
            distance: 3,
        }
    };
    others.map(variation).collect()
}

fn move_given(puzzle: &Puzzle, index: usize) -> Vec<Variation> {
    let cite = Cite::Given(index as u16);
    let shifted = |(distance, cell)| {
        let mut changed = puzzle.clone();
        changed.givens[index].cell = cell;
        Variation {
            puzzle: changed,
            changed: Some(cite),
            with: None,
            becomes: cite,
            slip: Slip::Place,
            distance,
        }
    };
    let cells = shift_given(puzzle, puzzle.givens[index].cell);
    cells.into_iter().map(shifted).collect()
}

/// Exchanges the values of two clues of a rule, or the digits of two givens. Returns `None` if the values are equal
/// or cannot be exchanged.
pub(super) fn exchange(puzzle: &Puzzle, one: Cite, other: Cite) -> Option<Variation> {
    let mut changed = puzzle.clone();
    match (one, other) {
        (Cite::Given(a), Cite::Given(b)) => {
            let (a, b) = (usize::from(a), usize::from(b));
            let digits = [a, b].map(|given| puzzle.givens[given].digits);
            let fits = |(given, digits): (usize, DigitSet)| {
                let domain = puzzle.domain(puzzle.givens[given].cell);
                digits.single().is_some_and(|digit| domain.contains(digit))
            };
            if digits[0] == digits[1] || ![(a, digits[1]), (b, digits[0])].into_iter().all(fits) {
                return None;
            }
            changed.givens[a].digits = digits[1];
            changed.givens[b].digits = digits[0];
        }
        (Cite::Clue(a), Cite::Clue(b)) => {
            let (a, b) = (usize::from(a), usize::from(b));
            let (first, second) = (&puzzle.clues[a], &puzzle.clues[b]);
            let alike = first.rule == second.rule && first.params.keys().eq(second.params.keys());
            if !alike || first.params == second.params {
                return None;
            }
            changed.clues[a].params.clone_from(&second.params);
            changed.clues[b].params.clone_from(&first.params);
        }
        _ => return None,
    }
    Some(Variation {
        puzzle: changed,
        changed: Some(one),
        with: Some(other),
        becomes: one,
        slip: Slip::Exchange,
        distance: 1,
    })
}

/// Returns `true` if a clue fits its rule.
pub(super) fn fits(puzzle: &Puzzle, book: &Book, clue: &Clue) -> bool {
    // There are thousands of variations, so each clue is checked in a puzzle without other clues.
    let mut alone = Puzzle::new(puzzle.layout.clone());
    alone.extras.clone_from(&puzzle.extras);
    alone.own_rules.clone_from(&puzzle.own_rules);
    alone.clues.push(clue.clone());
    book.check(&alone).is_ok()
}

fn other_clues(puzzle: &Puzzle, book: &Book, clue: &Clue) -> Vec<(Slip, u32, Clue)> {
    let mut others = other_kinds(book, clue);
    let Ok(rule) = book.rule(&clue.rule) else {
        return others;
    };
    for param in &rule.params {
        let value = match (&param.default, clue.params.get(&param.name)) {
            (_, Some(value)) => value.clone(),
            (Default::Value(value), None) => value.clone(),
            _ => continue,
        };
        let numbers = param.kind == ParamKind::Number || matches!(value, Param::Int(_));
        for (distance, other) in other_values(puzzle, clue, &value, numbers) {
            let other = clue.clone().with(&param.name, other);
            others.push((Slip::Number, distance, other));
        }
    }
    let reversed = reverse(clue, rule.shape).into_iter();
    others.extend(reversed.map(|clue| (Slip::Direction, 1, clue)));
    let shifts = shifts(puzzle, clue, rule.shape).into_iter();
    others.extend(shifts.map(|(distance, clue)| (Slip::Place, distance, clue)));
    let moved = move_cell(puzzle, clue, rule.shape).into_iter();
    others.extend(moved.map(|(distance, clue)| (Slip::Moved, distance, clue)));
    if matches!(rule.shape, Shape::Line | Shape::Group | Shape::Arrow) {
        let free = rule.shape == Shape::Group;
        others.extend(other_cells(puzzle, clue, free));
    }
    others
}

fn other_kinds(book: &Book, clue: &Clue) -> Vec<(Slip, u32, Clue)> {
    let other = |rule: &str| {
        let mut other = Clue::new(rule);
        other.slots.clone_from(&clue.slots);
        (Slip::Kind, 1, other)
    };
    let others = find_lookalikes(book, &clue.rule).into_iter();
    others.map(other).collect()
}

fn other_values(puzzle: &Puzzle, clue: &Clue, value: &Param, number: bool) -> Vec<(u32, Param)> {
    match value {
        Param::Int(old) if number => {
            let cells = clue.cells().count().max(1) as i64;
            // Try sums up to the maximum for this number of cells, and other numbers up to 15 above the written one.
            // Skip numbers that differ from it by more than 60.
            let high = (old + 15)
                .max(cells * i64::from(puzzle.layout.max_digit()))
                .min(old + 60);
            let low = (old - 60).max(0.min(*old));
            let others = (low..=high).filter(|new| new != old);
            others
                .map(|new| (misreading(*old, new), Param::Int(new)))
                .collect()
        }
        Param::Ints(old) => {
            let mut others = vec![];
            for place in 0..old.len() {
                for digit in puzzle.layout.digits().iter() {
                    let mut new = old.clone();
                    new[place] = digit.into();
                    others.push((3, Param::Ints(new)));
                }
            }
            others
        }
        _ => vec![],
    }
}

/// Returns the penalty, in bits, for writing `old` instead of `new`. It is lowest for adjacent numbers, and low if
/// one digit is wrong or the digits are reversed.
fn misreading(old: i64, new: i64) -> u32 {
    let (a, b) = (old.to_string(), new.to_string());
    let unlike = a.chars().zip(b.chars()).filter(|(a, b)| a != b).count();
    let swapped = a.len() > 1 && a.chars().rev().collect::<String>() == b;
    let near = old.abs_diff(new);
    match near {
        1 => 1,
        _ if swapped || (a.len() == b.len() && unlike == 1) => 2,
        _ => 3 + (near / 10) as u32,
    }
}

/// Returns variants of the clue whose last slot has one more or one fewer cell. On a line, only cells at the ends are
/// added or removed; in a group, any cell can be.
fn other_cells(puzzle: &Puzzle, clue: &Clue, free: bool) -> Vec<(Slip, u32, Clue)> {
    let layout = &puzzle.layout;
    let Some((slot, cells)) = clue.slots.last() else {
        return vec![];
    };
    let grid = layout.cell_count();
    if cells.is_empty() || clue.cells().any(|cell| cell.index() >= grid) {
        return vec![];
    }
    let mut lists: Vec<Vec<Cell>> = vec![];
    let last = cells.len() - 1;
    let dropped = (0..=last).filter(|&at| free || at == 0 || at == last);
    for at in dropped.filter(|_| cells.len() > 1) {
        let mut fewer = cells.clone();
        fewer.remove(at);
        lists.push(fewer);
    }
    let ends = if free { &cells[..] } else { &cells[last..] };
    for next in neighbours(puzzle, ends, !free) {
        if !clue.cells().any(|cell| cell == next) {
            lists.push([&cells[..], &[next]].concat());
        }
    }
    // The shaft of an arrow starts at its bulb, so it cannot begin a cell earlier.
    if !free && clue.slots.len() == 1 {
        for next in neighbours(puzzle, &cells[..1], true) {
            if !cells.contains(&next) {
                lists.push([&[next], &cells[..]].concat());
            }
        }
    }
    let with = |list: Vec<Cell>| {
        let mut other = clue.clone();
        let end = other.slots.len() - 1;
        other.slots[end] = (slot.clone(), list);
        (Slip::Cell, 2, other)
    };
    lists.into_iter().map(with).collect()
}

/// Returns the cells that share a side with one of the given cells. With `corners`, includes cells that share only a corner.
pub(super) fn neighbours(puzzle: &Puzzle, cells: &[Cell], corners: bool) -> Vec<Cell> {
    let layout = &puzzle.layout;
    let mut found = vec![];
    for &cell in cells {
        let (row, column) = layout.place(cell);
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let beside = (down == 0) != (right == 0);
            if beside || (corners && down != 0) {
                found.extend(layout.cell_at(i32::from(row) + down, i32::from(column) + right));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|cell| !cells.contains(cell));
    found
}
