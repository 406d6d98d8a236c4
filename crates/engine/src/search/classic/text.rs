//! Puzzles as lines of 81 characters.

use thiserror::Error;

use super::grid::Grid;

/// The error of a line that is not a plain sudoku.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum LineError {
    /// The line does not have 81 characters.
    #[error(
        "expected 81 characters (digits 1 to 9, and one of . 0 * _ for empty cells), found {found}"
    )]
    Length {
        /// Number of bytes in the line, without its terminator (capped at 32 bits).
        found: u32,
    },
    /// The line has a character that is neither a digit nor a blank.
    #[error("column {column}: expected a digit 1 to 9 or one of . 0 * _ for an empty cell, found {}", .found.escape_ascii())]
    Character {
        /// Position of the character in the line, counted from 1.
        column: u8,
        /// The character's byte.
        found: u8,
    },
    /// The line has two different characters for empty cells.
    #[error("column {column}: empty cells were {} so far, found {}; use the same character in the whole line", char::from(*.expected), char::from(*.found))]
    MixedBlanks {
        /// Position of the second character in the line, counted from 1.
        column: u8,
        /// The second character for an empty cell.
        found: u8,
        /// The first character for an empty cell in the line.
        expected: u8,
    },
}

/// A valid line, packed into four bits per cell: the digit, or 0 or a value above 9 for an empty cell.
#[derive(Clone, Copy, Debug)]
pub(super) struct PackedLine([u64; 6]);

/// Index of the first cell that is stored in the high half of a byte. The high halves of the last bytes are unused.
const SECOND_HALF: usize = 41;

/// Length of a line that is padded to whole vectors.
const PADDED: usize = 96;

impl PackedLine {
    /// Validates and packs a line, given without its terminator.
    #[inline(always)]
    pub(super) fn new(line: &[u8]) -> Result<Self, LineError> {
        let Ok(line) = <&[u8; 81]>::try_from(line) else {
            let found = u32::try_from(line.len()).unwrap_or(u32::MAX);
            return Err(LineError::Length { found });
        };
        // The padding lets the compiler validate and pack whole vectors, without a remainder loop.
        let mut padded = [b'1'; PADDED];
        padded[..81].copy_from_slice(line);
        let clean = [b'.', b'0', b'*', b'_']
            .into_iter()
            .any(|blank| all_are_digits_or(&padded, blank));
        if !clean && let Some(fault) = fault(line) {
            return Err(fault);
        }
        let mut bytes = [0; 48];
        for i in 0..48 {
            bytes[i] = padded[i] & 15 | padded[i + SECOND_HALF] << 4;
        }
        let mut words = [0; 6];
        for (word, chunk) in words.iter_mut().zip(bytes.as_chunks().0) {
            *word = u64::from_le_bytes(*chunk);
        }
        Ok(Self(words))
    }

    /// Returns the cell that a nibble encodes; `None` for unused nibbles.
    pub(super) const fn cell(nibble: usize) -> Option<usize> {
        match (nibble / 2, nibble % 2) {
            (byte, 0) if byte < SECOND_HALF => Some(byte),
            (byte, 1) if byte < 81 - SECOND_HALF => Some(byte + SECOND_HALF),
            _ => None,
        }
    }

    pub(super) fn words(&self) -> &[u64; 6] {
        &self.0
    }

    pub(super) fn from_words(words: [u64; 6]) -> Self {
        Self(words)
    }

    /// Returns the digits in reading order, 0 for empty cells.
    pub(super) fn digits(&self) -> Grid {
        let mut digits = [0; 81];
        for nibble in 0..96 {
            if let Some(cell) = Self::cell(nibble) {
                let code = (self.0[nibble / 16] >> (nibble % 16 * 4) & 15) as u8;
                // The low halves of `.`, `*` and `_` are above 9, and that of `0` is 0, so all of them mean an empty cell.
                digits[cell] = if code > 9 { 0 } else { code };
            }
        }
        Grid(digits)
    }
}

#[inline(always)]
fn all_are_digits_or(line: &[u8; PADDED], blank: u8) -> bool {
    let mut bad = 0;
    for &byte in line {
        bad |= u8::from(byte.wrapping_sub(b'1') > 8) & u8::from(byte != blank);
    }
    bad == 0
}

/// Returns the first error of a line.
#[cold]
fn fault(line: &[u8; 81]) -> Option<LineError> {
    let mut first_blank = None;
    for (column, &found) in (1..).zip(line) {
        match (found, first_blank) {
            (b'1'..=b'9', _) => {}
            (b'.' | b'0' | b'*' | b'_', None) => first_blank = Some(found),
            (b'.' | b'0' | b'*' | b'_', Some(expected)) if found == expected => {}
            (b'.' | b'0' | b'*' | b'_', Some(expected)) => {
                return Some(LineError::MixedBlanks {
                    column,
                    found,
                    expected,
                });
            }
            _ => return Some(LineError::Character { column, found }),
        }
    }
    None
}

/// Splits a text into lines without their terminators (`\n` or `\r\n`). Text after the last terminator is a line if it
/// is not empty.
pub fn text_lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = text;
    let mut guess = 81;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        // Most lines of a collection have the same length, and puzzles contain no line terminators, so the previous
        // length is tried first.
        let end = if rest.get(guess) == Some(&b'\n') && guess == 81 && !rest[..81].contains(&b'\n')
        {
            81
        } else {
            rest.iter()
                .position(|&byte| byte == b'\n')
                .unwrap_or(rest.len())
        };
        guess = end;
        let line = &rest[..end];
        rest = rest.get(end + 1..).unwrap_or_default();
        Some(line.strip_suffix(b"\r").unwrap_or(line))
    })
}

/// A reader that packs valid lines, and records the errors of the others.
pub(super) struct Reader<'a, 'l> {
    lines: &'a mut dyn Iterator<Item = &'l [u8]>,
    /// Number of lines read so far.
    pub(super) count: usize,
    /// The index and the error of each invalid line.
    pub(super) faults: Vec<(usize, LineError)>,
}

impl<'a, 'l> Reader<'a, 'l> {
    pub(super) fn new(lines: &'a mut dyn Iterator<Item = &'l [u8]>) -> Self {
        Self {
            lines,
            count: 0,
            faults: Vec::new(),
        }
    }

    /// Returns the next valid line.
    #[inline(always)]
    pub(super) fn next(&mut self) -> Option<PackedLine> {
        loop {
            let packed = PackedLine::new(self.lines.next()?);
            let index = self.count;
            self.count += 1;
            match packed {
                Ok(line) => return Some(line),
                Err(fault) => self.faults.push((index, fault)),
            }
        }
    }
}
