//! Reads puzzles that consist of one word: links that contain a grid, games of OpenSudoku, ids of Simon Tatham's
//! Solo.

use super::digits;
use super::grid::layout;
use super::line;
use crate::kit::ReadError;
use crate::kit::borders::rectangles;
use crate::kit::picture::Symbol;
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Puzzle};
use std::ops::Range;

/// Maximum length of a link, in bytes.
const LONGEST: usize = 4096;

pub(super) fn grid_of_link(text: &str) -> Option<Symbol<'_>> {
    let link = text.trim();
    let is_link = link.contains("://") || link.starts_with("www.");
    if !is_link || link.len() > LONGEST || link.contains(char::is_whitespace) {
        return None;
    }
    let start = text.len() - text.trim_start().len();
    let mut at = start;
    let words = link.split(['/', '?', '&', '=', '#', ':', ';']).map(|text| {
        let word = Symbol { text, at };
        at += text.len() + 1;
        word
    });
    let mut grids = words.filter(|word| line::is_cells(word.text) && word.text.len() >= 16);
    let grid = grids.next()?;
    // If a link has two grids, either of them could be the puzzle, so neither is used.
    (line::fits(grid.text) && grids.next().is_none()).then_some(grid)
}

/// Returns the byte ranges of the puzzles in an OpenSudoku export.
pub(super) fn games(text: &str) -> Vec<Range<usize>> {
    let place = |(start, _): (usize, &str)| {
        let tag = &text[start..];
        // If another tag begins before this one ends, the text is not XML. The search stops there, because otherwise a
        // text of many unclosed tags would take quadratic time.
        let end = 1 + tag[1..].find(['<', '>'])?;
        let place = game_of(&tag.as_bytes()[..=end]).filter(|_| tag[end..].starts_with('>'))?;
        Some(start + place.start..start + place.end)
    };
    text.match_indices("<game").filter_map(place).collect()
}

/// Returns the byte range of the puzzle in a piece of XML that ends with a `game` tag; `None` if it contains none. The
/// piece is given as bytes, because `batch` reads files tag by tag before it decodes them.
#[must_use]
pub fn game_of(piece: &[u8]) -> Option<Range<usize>> {
    let start = piece.iter().rposition(|&byte| byte == b'<')?;
    let attributes = piece[start..].strip_prefix(b"<game")?;
    let name = b"data=";
    // White space must precede the name, because `data=` may also end the name of another attribute.
    let is_name = |at: &usize| {
        attributes[*at..].starts_with(name) && *at > 0 && attributes[at - 1].is_ascii_whitespace()
    };
    let value = (0..attributes.len()).find(is_name)? + name.len();
    let quote = *attributes.get(value)?;
    let length = attributes
        .get(value + 1..)?
        .iter()
        .position(|&byte| byte == quote)?;
    let offset = piece.len() - attributes.len() + value + 1;
    Some(offset..offset + length)
}

/// Returns `true` for the id of a Solo game: `3x3:a2_1b…`.
pub(super) fn is_game_id(text: &str) -> bool {
    let text = text.trim();
    text.len() <= LONGEST && parameters(text).is_some()
}

/// Splits an id into the height and width of a box, the letters that follow, and the description of the grid.
fn parameters(text: &str) -> Option<(u8, u8, &str, &str)> {
    let (parameters, description) = text.split_once(':')?;
    let digits =
        |text: &str| text.len() - text.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (width, rest) = parameters.split_at(digits(parameters));
    let rest = rest.strip_prefix('x')?;
    let (height, flags) = rest.split_at(digits(rest));
    let is_description =
        |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '_' || c == ',';
    let is_flags = flags.chars().all(|c| c.is_ascii_alphanumeric());
    let is_id = is_flags && !description.is_empty() && description.chars().all(is_description);
    is_id.then_some((
        width.parse().ok()?,
        height.parse().ok()?,
        flags,
        description,
    ))
}

/// Reads the puzzle of a Solo id.
pub(super) fn read_game_id(text: &str) -> Result<Puzzle, ReadError> {
    let error = |message: String| ReadError::new(message).at(0..text.len());
    let Some((high, wide, flags, description)) = parameters(text.trim()) else {
        return Err(error("this is not the id of a Solo game".to_owned()));
    };
    let side = high
        .checked_mul(wide)
        .filter(|side| (2..=25).contains(side));
    let side = side.ok_or_else(|| {
        error(format!(
            "boxes of {high}x{wide} do not form a grid of at most 25x25"
        ))
    })?;
    // The letters after `r`, `m` or `d` request a symmetry or a difficulty from Solo's generator. They do not affect
    // the puzzle.
    let rules = flags.split(['r', 'm', 'd']).next().unwrap_or_default();
    if !matches!(rules, "" | "x" | "a") {
        return Err(
            error(format!("Solo games of kind `{rules}` are not supported"))
                .help("plain games and games with diagonals (x) are supported"),
        );
    }
    let mut puzzle = Puzzle::new(layout(side, false));
    puzzle.layout.boxes = rectangles(&puzzle.layout, high, wide)
        .ok_or_else(|| error(format!("boxes of {high}x{wide} do not fit")))?;
    let mut cell = 0;
    let mut rest = description;
    while let Some(c) = rest.chars().next() {
        let length = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        match c {
            'a'..='z' => cell += usize::from(c as u8 - b'a') + 1,
            // Solo puts `_` between two givens without blanks between them, because their digits would otherwise form
            // one number.
            '_' => {}
            _ => {
                let value = rest[..length].parse().ok();
                let value = value.filter(|&value| puzzle.layout.digits().contains(value));
                let digit = value.ok_or_else(|| {
                    error(format!(
                        "`{:.10}` is not a digit of a grid of {side}x{side}",
                        &rest[..length.max(1)]
                    ))
                })?;
                // Cells beyond the grid are still counted, so that the error below states their number.
                if cell < puzzle.layout.cell_count() {
                    let digits = DigitSet::one(digit);
                    puzzle.givens.push(Given {
                        cell: Cell::from_index(cell),
                        digits,
                    });
                }
                cell += 1;
            }
        }
        rest = &rest[length.max(1)..];
    }
    let expected = puzzle.layout.cell_count();
    if cell != expected {
        return Err(error(format!(
            "the id has {cell} cells, expected {expected}"
        )));
    }
    if rules == "x" {
        for rule in ["diagonal-up", "diagonal-down"] {
            puzzle.clues.push(Clue::new(rule));
        }
    }
    Ok(puzzle)
}

/// Reads a raster of characters in which white space or commas are blanks. The raster has as many lines as each line
/// has characters, or all its cells are on one line.
pub(super) fn raster(text: &str, zero_is_digit: bool) -> Option<Puzzle> {
    let lines: Vec<(usize, &str)> = super::lex::lines(text).take(27).collect();
    let is_empty = |line: &&(usize, &str)| line.1.is_empty();
    let tail = lines.iter().rev().take_while(is_empty).count();
    let lines = &lines[..lines.len() - tail];
    let count = lines.iter().map(|(_, line)| line.chars().count());
    let side = match lines {
        [_] => super::grid::side(count.sum())?,
        _ => u8::try_from(lines.len()).ok()?,
    };
    let width = usize::from(side).pow(if lines.len() == 1 { 2 } else { 1 });
    let is_full = |(_, line): &(usize, &str)| line.chars().count() == width;
    if side < 4 || !lines.iter().all(is_full) {
        return None;
    }
    let symbols: Vec<Symbol> = lines
        .iter()
        .flat_map(|&(at, line)| {
            line.char_indices().map(move |(offset, c)| Symbol {
                text: &line[offset..offset + c.len_utf8()],
                at: at + offset,
            })
        })
        .collect();
    let is_gap = |symbol: &Symbol| symbol.text.chars().all(|c| c.is_whitespace() || c == ',');
    let puzzle = digits::read(&symbols, side, zero_is_digit).ok()?;
    (symbols.iter().any(is_gap) && super::regions::check_repeats(&puzzle).is_ok()).then_some(puzzle)
}
