//! Writes a puzzle as one line.

use super::regions::is_connected;
use cluewright_puzzle::{Boxes, DigitSet, Layout, Puzzle, digit_char};

/// Describes the parts of a puzzle that one line cannot express.
pub(super) fn unwritable(puzzle: &Puzzle) -> Vec<String> {
    let layout = &puzzle.layout;
    let (rows, columns) = (layout.rows, layout.columns);
    let mut parts = vec![];
    if rows != columns {
        parts.push(format!("a grid of {rows}x{columns}"));
    }
    if layout.min_digit != 1 || layout.digit_count != rows.max(columns) {
        let (low, high) = (layout.min_digit, layout.max_digit());
        parts.push(format!("digits from {low} to {high}"));
    }
    if !layout.lines {
        parts.push("rows and columns that repeat digits".to_owned());
    }
    match &layout.boxes {
        Boxes::Own(_) if !is_regular(layout) => {
            parts.push("regions of different sizes".to_owned());
        }
        Boxes::Own(numbers) if rows >= 10 && !has_whole_regions(numbers, rows) => {
            parts.push("disconnected regions".to_owned());
        }
        Boxes::None => parts.push("a grid without boxes".to_owned()),
        Boxes::Default(size) if *size != 0 && *size != rows => {
            parts.push(format!("boxes of {size} cells"));
        }
        _ => {}
    }
    // Readers expect a map only after n·n givens, so it cannot follow the n·n·n symbols of candidates.
    if matches!(layout.boxes, Boxes::Own(_)) && !all_single(puzzle) {
        parts.push("pencil marks in a jigsaw".to_owned());
    }
    // In a list of candidates, a cell without digits would have only blanks, which readers refuse.
    if puzzle.givens.iter().any(|given| given.digits.is_empty()) {
        parts.push("a cell without digits".to_owned());
    }
    let mut rules: Vec<&str> = vec![];
    for clue in &puzzle.clues {
        if !rules.contains(&&*clue.rule) {
            rules.push(&clue.rule);
        }
    }
    for rule in rules {
        let count = puzzle.clues.iter().filter(|clue| clue.rule == rule).count();
        parts.push(format!("{rule} ({count})"));
    }
    if !puzzle.extras.is_empty() {
        parts.push("letters or layers".to_owned());
    }
    parts
}

/// Returns `true` if every cell is in a region, and every region has as many cells as a row.
fn is_regular(layout: &Layout) -> bool {
    let boxes = layout.box_cells();
    let size = usize::from(layout.rows);
    boxes.len() == size && boxes.iter().all(|cells| cells.len() == size)
}

/// Returns `true` if each region is connected. Only then do readers recognise a map whose names are digits.
fn has_whole_regions(numbers: &[Option<u8>], side: u8) -> bool {
    let places: Vec<u8> = numbers.iter().flatten().copied().collect();
    is_connected(&places, side.into())
}

fn all_single(puzzle: &Puzzle) -> bool {
    restrictions(puzzle)
        .iter()
        .all(|digits| digits.len() == 1 || *digits == puzzle.layout.digits())
}

/// Returns the candidates that the givens leave for each cell.
fn restrictions(puzzle: &Puzzle) -> Vec<DigitSet> {
    let mut all = vec![puzzle.layout.digits(); puzzle.layout.cell_count()];
    for given in &puzzle.givens {
        // Letters and layers have no symbol on the line. `unwritable` lists them, so their givens can be skipped here.
        if let Some(digits) = all.get_mut(given.cell.index()) {
            *digits = *digits & given.digits;
        }
    }
    all
}

pub(super) fn write_puzzle(puzzle: &Puzzle) -> String {
    let layout = &puzzle.layout;
    let all = layout.digits();
    let cells = restrictions(puzzle);
    if !all_single(puzzle) {
        let candidates = |digits: &DigitSet| -> String {
            let symbol = |digit| {
                if digits.contains(digit) {
                    digit_char(digit)
                } else {
                    '.'
                }
            };
            all.iter().map(symbol).collect()
        };
        // `unwritable` refuses jigsaws with pencil marks, so no map has to follow.
        return cells.iter().map(candidates).collect();
    }
    // In a 1x1 grid, even a blank has only one candidate.
    let given = |digits: &DigitSet| digits.single().filter(|_| layout.digit_count > 1);
    // Readers interpret `A` as 1 if no given is below 10, so in that case all givens are written as
    // letters, starting with `A` for 1.
    let low = cells.iter().filter_map(given).any(|digit| digit < 10);
    let symbol = |digits: &DigitSet| match given(digits) {
        None => '.',
        Some(digit) if layout.rows >= 10 && !low => char::from(b'A' + digit - 1),
        Some(digit) => digit_char(digit),
    };
    let mut text: String = cells.iter().map(symbol).collect();
    if let Boxes::Own(numbers) = &layout.boxes {
        // In grids of up to 9x9, letters are never digits, so the regions of a map that uses letters
        // need not be connected.
        let first = if has_whole_regions(numbers, layout.rows) {
            1
        } else {
            10
        };
        let region = |number: &Option<u8>| number.map_or('.', |n| digit_char(n + first));
        text.extend(numbers.iter().map(region));
    } else if !text.contains('.') && layout.digit_count > 1 {
        // A full grid could be mistaken for a map of regions, so `=` marks it as digits.
        text.insert(0, '=');
    }
    text
}
