//! Reads the two short encodings of classic 9x9 grids in SudokuPad's ids.

use crate::kit::unknown::Unknown;
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Layout, Puzzle};

const CELLS: usize = 81;

/// Maximum length of an encoded grid, in characters. A character can encode 69 blanks, so a long id would otherwise fill
/// the memory.
const LONGEST: usize = 128;

/// For each cell in reading order, its digit, or 0 if it is blank.
type Cells = Vec<u8>;

/// Returns `true` if one of the encodings decodes the text to at least 81 cells.
pub(super) fn recognises(text: &str) -> bool {
    let text = without_ending(text);
    text.len() <= LONGEST
        && runs(text)
            .or_else(|| codoku(text))
            .is_some_and(|cells| cells.len() >= CELLS)
}

/// Reads the `classic` encoding. Ids do not state which of its two forms they use, so the form that yields exactly 81 cells
/// is used. If neither does, a form that yields more than 81 cells is preferred.
pub(super) fn read(text: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let text = short(text)?;
    let has = |cells: &Option<Cells>, fits: fn(usize) -> bool| {
        cells.as_ref().is_some_and(|cells| fits(cells.len()))
    };
    let (cells, other) = (codoku(text), runs(text));
    for fits in [|count| count == CELLS, |count| count >= CELLS] {
        if has(&cells, fits) {
            return read_codoku(text, options);
        }
        if has(&other, fits) {
            return puzzle(&other.unwrap_or_default());
        }
    }
    match cells.or(other) {
        Some(cells) => puzzle(&cells),
        None => Err(ReadError::new(format!(
            "`{}` is not a coded grid",
            crate::kit::node::shorten(text)
        ))),
    }
}

/// Reads the `scf` encoding: a grid, followed by letters that stand for rules.
pub(super) fn read_codoku(text: &str, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let text = short(text)?;
    let mut cells = vec![];
    let mut rest = text.char_indices();
    while cells.len() < CELLS
        && let Some((at, c)) = rest.next()
    {
        let found = codoku_char(c).ok_or_else(|| {
            ReadError::new(format!("found `{c}`, expected one of 0-9, A-Z, a-x"))
                .place(format!("character {} of the coded grid", at + 1))
        })?;
        cells.extend(found);
    }
    let mut puzzle = puzzle(&cells)?;
    let mut unknown = Unknown::default();
    for (at, letter) in rest {
        match letter {
            'w' => puzzle.clues.push(Clue::new("windoku")),
            'x' => puzzle
                .clues
                .extend(["diagonal-up", "diagonal-down"].map(Clue::new)),
            _ => unknown.push(
                format!("character {}", at + 1),
                format!("rule letter `{letter}`"),
                "it is left out",
            ),
        }
    }
    unknown.settle(&mut puzzle, options)?;
    Ok(puzzle)
}

fn puzzle(cells: &[u8]) -> Result<Puzzle, ReadError> {
    if cells.len() < CELLS {
        let found = cells.len();
        return Err(ReadError::new(format!(
            "the grid has {found} cells, expected {CELLS}"
        )));
    }
    let mut puzzle = Puzzle::new(Layout::square(9));
    // The last run of blanks may be longer than the grid, so further cells are dropped.
    let digits = cells.iter().take(CELLS).enumerate();
    puzzle.givens = digits
        .filter(|&(_, &digit)| digit != 0)
        .map(|(index, &digit)| Given {
            cell: Cell::from_index(index),
            digits: DigitSet::one(digit),
        })
        .collect();
    Ok(puzzle)
}

fn short(text: &str) -> Result<&str, ReadError> {
    let text = without_ending(text);
    let too_long = || ReadError::new("the coded grid is too long for 81 cells");
    (text.len() <= LONGEST).then_some(text).ok_or_else(too_long)
}

fn without_ending(text: &str) -> &str {
    let text = text.trim();
    text.strip_suffix(".scf").unwrap_or(text)
}

/// Decodes characters with the value `digit + 10 * blanks`: the digit of a cell, and the number of blank cells after it.
fn codoku(text: &str) -> Option<Cells> {
    let cells: Option<Vec<_>> = text.chars().map(codoku_char).collect();
    Some(cells?.into_iter().flatten().collect())
}

fn codoku_char(c: char) -> Option<impl Iterator<Item = u8>> {
    let index = match c {
        '0'..='9' => c as u8 - b'0',
        'A'..='Z' => c as u8 - b'A' + 10,
        'a'..='x' => c as u8 - b'a' + 36,
        _ => return None,
    };
    let blanks = std::iter::repeat_n(0, usize::from(index / 10));
    Some(std::iter::once(index % 10).chain(blanks))
}

/// Decodes digits that are written literally, and characters that each stand for a run of blanks.
fn runs(text: &str) -> Option<Cells> {
    const RUNS: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz()[]-.~:@!$&'*,;=_";
    let mut cells = vec![];
    for c in text.chars() {
        match c {
            '1'..='9' => cells.push(c as u8 - b'0'),
            _ => cells.extend(std::iter::repeat_n(0, RUNS.find(c)?)),
        }
    }
    Some(cells)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn digits(puzzle: &Puzzle) -> String {
        let mut digits = ['.'; CELLS];
        for given in &puzzle.givens {
            let digit = given.digits.single().expect("a given of one digit");
            digits[given.cell.index()] = char::from(b'0' + digit);
        }
        digits.iter().collect()
    }

    #[test]
    fn runs_of_blanks() {
        let text = "B6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B";
        let puzzle = read(text, &ReadOptions::default()).expect("a coded grid");
        assert_eq!(
            digits(&puzzle),
            ".6.91...7..2....15.....4...9..3..........6...4.3...25...4.....8.....87.4..5.7..3."
        );
    }

    #[test]
    fn cells_with_the_blanks_after_them() {
        let empty = "oooooooooooooK";
        let puzzle = read_codoku(empty, &ReadOptions::default()).expect("a coded grid");
        assert!(puzzle.givens.is_empty());
        let puzzle = read_codoku("Fooooooooooooo9wq.scf", &ReadOptions::default());
        assert!(puzzle.is_err(), "`q` is not a rule");
        let puzzle = read_codoku("Fooooooooooooo9wx.scf", &ReadOptions::default())
            .expect("a grid and its rules");
        assert_eq!(digits(&puzzle), format!("5{}9", ".".repeat(79)));
        assert_eq!(puzzle.clues.len(), 3);
    }

    #[test]
    fn short_grids_are_refused() {
        let error = read("B6", &ReadOptions::default()).expect_err("too short");
        assert!(error.message.contains("expected 81"), "{error}");
        assert!(!recognises("B6") && !recognises("of all things"));
    }
}
