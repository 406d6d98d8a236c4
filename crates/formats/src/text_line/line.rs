//! Reads puzzles that are on one line.

use super::digits::{self, BLANKS};
use super::grid::{self, Grid, MOST, Style, has_default_boxes, layout, side};
use super::lex::is_row_of_hashes;
use super::regions::{check_repeats, regions};
use crate::kit::ReadError;
use crate::kit::picture::Symbol;
use cluewright_puzzle::{Cell, DigitSet, Given, Layout, Puzzle, digit_of_char};

/// Maximum length of a line in a list of puzzles, in bytes: the candidates of a 25x25 grid (25·25·25), and room for
/// comments.
const LONGEST: usize = 1 << 16;

/// Maximum length of a number that may be an id, in digits.
const LONGEST_NUMBER: usize = 16;

/// Reads a line. The spans of errors are within the line.
pub(super) fn read(line: &str, style: Style) -> Result<Grid, ReadError> {
    if line.len() > LONGEST {
        let message = format!("a line of {} bytes is too long for a puzzle", line.len());
        return Err(ReadError::new(message)
            .at(0..line.len())
            .help(format!("a grid has at most {MOST} rows and columns")));
    }
    let words = words(line);
    // In a list, a grid has at least 4x4 cells, so a single word gets no special treatment there.
    if let [word] = words[..]
        && !style.is_list
    {
        return grid_of(word, style.zero_is_digit);
    }
    let sorted = Sorted::new(&words, style.zero_is_digit);
    match sorted.grids.is_empty() {
        false => sorted.puzzle(),
        true => match sorted.misfits.into_iter().next() {
            Some((_, error)) => Err(error),
            None => numbers(&words, line, style),
        },
    }
}

/// The words of a line, grouped by the roles that they may have.
struct Sorted<'t> {
    /// The words that are grids.
    grids: Vec<(Symbol<'t>, Grid)>,
    /// The words that are as long as a grid but are not grids, each with the reason. The most likely grids come
    /// first.
    misfits: Vec<(Symbol<'t>, ReadError)>,
    /// All other words, such as ids, names and ratings.
    others: Vec<Symbol<'t>>,
}

impl<'t> Sorted<'t> {
    fn new(words: &[Symbol<'t>], zero_is_digit: bool) -> Self {
        let (mut grids, mut misfits, mut others) = (vec![], vec![], vec![]);
        for &word in words {
            if !fits(word.text) {
                others.push(word);
                continue;
            }
            match grid_of(word, zero_is_digit) {
                Ok(grid) => grids.push((word, grid)),
                Err(error) => misfits.push((word, error)),
            }
        }
        // If the line has no grid, only the first of these errors is reported, so the most likely grids come first.
        misfits.sort_by_key(|(word, _)| !is_cells(word.text));
        Self {
            grids,
            misfits,
            others,
        }
    }

    /// Builds the puzzle of a line that has a grid. Refuses a word that may be another grid, possibly a damaged
    /// one, instead of treating it as a name.
    fn puzzle(self) -> Result<Grid, ReadError> {
        let mut grids = self.grids.into_iter();
        let Some((first, grid)) = grids.next() else {
            return Err(ReadError::new("the line contains no grid"));
        };
        let length = |word: &Symbol| word.text.chars().count();
        let is_grid = |word: &Symbol| is_cells(word.text) || length(word) == length(&first);
        let mut others = self.others;
        for (word, error) in self.misfits {
            if is_grid(&word) {
                return Err(error);
            }
            others.push(word);
        }
        let side = match &grid {
            Grid::Givens(puzzle) => puzzle.layout.rows,
            Grid::Regions(_, side) => *side,
        };
        check_parts(&others, side.into())?;
        for word in others {
            check_other(word, side.into())?;
        }
        let mut puzzle = match grid {
            Grid::Regions(..) => {
                return match grids.next() {
                    None => Ok(grid),
                    Some((second, _)) => Err(second
                        .error("there is a second grid after a map of regions")
                        .help("write the givens first, then the regions")),
                };
            }
            Grid::Givens(puzzle) => puzzle,
        };
        for (word, grid) in grids {
            add(&mut puzzle, word, grid)?;
        }
        Ok(Grid::Givens(puzzle))
    }
}

/// Returns `true` if a word consists of at least 90 % digits and blanks. The other characters may be typos. If none
/// were allowed, a damaged grid would be mistaken for a name.
pub(super) fn is_cells(text: &str) -> bool {
    let is_cell = |c: &char| c.is_ascii_digit() || BLANKS.contains(c);
    let cells = text.chars().filter(is_cell).count();
    10 * cells >= 9 * text.chars().count()
}

/// Refuses words that may together be a second grid of the same size, split into parts by mistake.
fn check_parts(words: &[Symbol], side: usize) -> Result<(), ReadError> {
    let parts = words.iter().filter(|word| is_cells(word.text));
    let lengths = parts.clone().map(|word| word.text.chars().count());
    let (count, cells) = lengths.fold((0, 0), |(count, cells), length| (count + 1, cells + length));
    match parts.into_iter().next() {
        Some(&first) if count > 1 && cells + 1 >= side.pow(2) => Err(no_square(first)),
        _ => Ok(()),
    }
}

/// Refuses a word that may be a damaged grid of the same size as the other grid on the line.
pub(super) fn check_other(word: Symbol, side: usize) -> Result<(), ReadError> {
    let length = word.text.chars().count();
    // A spreadsheet drops the leading zeros of a grid, but never two full rows of them, because a puzzle with two
    // blank rows in one band has several solutions. A number longer than two rows is not an id, but may be a part of
    // a grid that was split.
    let is_long = length >= (side - 1).pow(2) || length > (2 * side).max(LONGEST_NUMBER);
    // Ids rarely consist only of low digits. If the grid is small, a word that consists only of the grid's
    // digits may therefore be a part of a grid.
    let is_part = length > side && side < 9 && is_map(word.text, side - 1);
    let may_be_grid =
        is_part || is_long && length > 1 && (is_cells(word.text) || is_map(word.text, side));
    if may_be_grid || is_rounded(word.text) {
        return Err(no_square(word)
            .help(find_lost_zeros(word.text).unwrap_or(
                "the line already has a complete grid; put everything else after a `#`",
            )));
    }
    Ok(())
}

/// Returns `true` if a word may be a map of regions: it has at most as many different letters as a map has regions,
/// plus one for a typo.
fn is_map(text: &str, side: usize) -> bool {
    let mut letters: Vec<char> = text.chars().collect();
    letters.sort_unstable();
    letters.dedup();
    let is_name = |c: &char| {
        c.is_ascii_alphanumeric()
            && c.to_digit(10)
                .is_none_or(|digit| digit as usize <= side + 1)
    };
    letters.len() <= side + 1 && letters.iter().all(is_name)
}

/// Returns `true` for a number such as `9.04E+78`.
fn is_rounded(text: &str) -> bool {
    let is_number = |c: char| c.is_ascii_digit() || ".+eE".contains(c);
    text.contains(['e', 'E'])
        && text.chars().all(is_number)
        && text.parse::<f64>().is_ok_and(|number| number >= 1e14)
}

/// Returns a description of how a spreadsheet may have damaged a grid; `None` if nothing suggests that.
fn find_lost_zeros(text: &str) -> Option<&'static str> {
    let is_number = text.len() > 8 && text.bytes().all(|byte| byte.is_ascii_digit());
    (is_number || is_rounded(text)).then_some(
        "a spreadsheet that reads a grid as a number drops its leading zeros and rounds it: import the column as \
         text, or write blanks as `.`",
    )
}

fn no_square(word: Symbol) -> ReadError {
    let length = word.text.chars().count();
    word.error(format!("{length} symbols do not form a square grid"))
        .help(
            find_lost_zeros(word.text)
                .unwrap_or("a 9x9 grid has 81 symbols, 4x4 16, 6x6 36, 16x16 256"),
        )
}

/// Returns the words of a line up to its comment.
pub(super) fn words(line: &str) -> Vec<Symbol<'_>> {
    // In a row of hashes, `#` is a blank and does not start a comment.
    let end = match is_row_of_hashes(line) {
        true => line.len(),
        false => line.find('#').unwrap_or(line.len()),
    };
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'');
    let mut at = 0;
    let words = line[..end].split_inclusive(separator).map(|word| {
        let start = at;
        at += word.len();
        let text = word.trim_end_matches(separator);
        Symbol { text, at: start }
    });
    words.filter(|word| !word.text.is_empty()).collect()
}

/// Returns `true` if some word of the line looks like a grid.
pub(super) fn holds_grid(line: &str) -> bool {
    let is_grid = |word: &Symbol| fits(word.text) && (is_cells(word.text) || word.text.len() > 64);
    words(line).iter().any(is_grid)
}

/// Returns `true` if a word is as long as a grid of at least 4x4.
pub(super) fn fits(text: &str) -> bool {
    let length = text.trim_start_matches('=').chars().count();
    length >= 16
        && (side(length).is_some() || cube(length).is_some() || side_of_two(length).is_some())
}

/// Returns the number of rows of the grid whose list of candidates has this length.
fn cube(length: usize) -> Option<u8> {
    (1..=MOST)
        .find(|side| side.pow(3) == length)
        .map(|n| n as u8)
}

/// Returns the number of rows of a grid that has two characters for each cell.
fn side_of_two(length: usize) -> Option<u8> {
    length
        .is_multiple_of(2)
        .then_some(length / 2)
        .and_then(side)
}

/// Reads a word as a grid.
pub(super) fn grid_of(field: Symbol, zero_is_digit: bool) -> Result<Grid, ReadError> {
    // After `=` the symbols are certainly digits, so they are never read as a map and may repeat.
    let (text, digits_only) = match field.text.strip_prefix('=') {
        Some(rest) => (rest, true),
        None => (field.text, false),
    };
    let at = field.at + usize::from(digits_only);
    let symbols: Vec<Symbol> = text
        .char_indices()
        .map(|(offset, c)| Symbol {
            text: &text[offset..offset + c.len_utf8()],
            at: at + offset,
        })
        .collect();
    let length = symbols.len();
    // 64 symbols may be an 8x8 grid or the candidates of a 4x4 grid. They are candidates only if each digit is at its
    // own position.
    if let Some(side) = cube(length)
        && side > 1
        && (grid::side(length).is_none() || is_positional(&symbols, side))
        && (side_of_two(length).is_none() || is_positional(&symbols, side))
    {
        return candidates(&symbols, side).map(Grid::Givens);
    }
    if let Some(side) = grid::side(length) {
        if side > 1
            && !digits_only
            && let Some(boxes) = regions(&symbols, side)
        {
            return Ok(Grid::Regions(boxes, side));
        }
        let puzzle = digits::read(&symbols, side, zero_is_digit)?;
        if !digits_only {
            let whole = |error: ReadError| error.at(field.at..field.at + field.text.len());
            check_repeats(&puzzle).map_err(whole)?;
        }
        return Ok(Grid::Givens(puzzle));
    }
    if let Some(side) = side_of_two(length) {
        return two_per_cell(text, &symbols, side, zero_is_digit).map(Grid::Givens);
    }
    Err(no_square(field))
}

fn make_given(index: usize, value: u8) -> Given {
    Given {
        cell: Cell::from_index(index),
        digits: DigitSet::one(value),
    }
}

/// Returns `true` if each symbol is a blank or the digit of its position within the cell, and every cell has a digit.
fn is_positional(symbols: &[Symbol], side: u8) -> bool {
    let digit = |symbol: &Symbol| symbol.text.chars().next().and_then(digit_of_char);
    let own = |(place, symbol): (usize, &Symbol)| {
        digit(symbol) == Some(place as u8 + 1)
            || BLANKS.iter().any(|b| symbol.text == b.to_string())
    };
    symbols.chunks(side.into()).all(|cell| {
        let some = cell.iter().filter_map(digit).any(|digit| digit > 0);
        some && cell.iter().enumerate().all(own)
    })
}

/// Reads candidates. Each cell has as many symbols as there are digits, with blanks for excluded digits.
fn candidates(symbols: &[Symbol], side: u8) -> Result<Puzzle, ReadError> {
    let mut puzzle = Puzzle::new(Layout::square(side));
    let all = puzzle.layout.digits();
    for (index, cell) in symbols.chunks(side.into()).enumerate() {
        let mut digits = DigitSet::EMPTY;
        for symbol in cell {
            if let Some(digit) = symbol.digit(all)? {
                digits = digits | DigitSet::one(digit);
            }
        }
        let cell_index = Cell::from_index(index);
        if digits.is_empty() {
            let name = puzzle.layout.name(cell_index);
            return Err(cell[0].error(format!("{name} has no candidates")));
        }
        if digits != all {
            let cell = cell_index;
            puzzle.givens.push(Given { cell, digits });
        }
    }
    Ok(puzzle)
}

/// Reads two decimal digits for each cell; if that is impossible, reads givens followed by a map of regions.
fn two_per_cell(
    text: &str,
    symbols: &[Symbol],
    side: u8,
    zero_is_digit: bool,
) -> Result<Puzzle, ReadError> {
    let pairs = symbols.chunks(2).map(|pair| {
        let start = pair[0].at - symbols[0].at;
        Symbol {
            text: &text[start..start + pair[0].text.len() + pair[1].text.len()],
            at: pair[0].at,
        }
    });
    let decimal = |pair: &Symbol| {
        let value = pair.text.parse::<u8>();
        pair.text == ".." || value.is_ok_and(|value| value <= side)
    };
    // Only grids with ten digits or more need two decimal digits for a cell. In a smaller grid, the second half must
    // be a map of regions.
    if side >= 10 && pairs.clone().all(|pair| decimal(&pair)) {
        let mut puzzle = Puzzle::new(layout(side, false));
        let value = |pair: Symbol| pair.text.parse::<u8>().ok().filter(|&value| value > 0);
        let givens = pairs.enumerate();
        let givens = givens.filter_map(|(index, pair)| Some(make_given(index, value(pair)?)));
        puzzle.givens = givens.collect();
        return Ok(puzzle);
    }
    let (first, second) = symbols.split_at(symbols.len() / 2);
    let Some(boxes) = regions(second, side) else {
        return Err(second[0]
            .error(format!(
                "the second {} symbols are not a map of regions",
                second.len()
            ))
            .help(format!(
                "a {side}x{side} jigsaw has {side} connected regions of {side} cells; write a solution or \
                 another puzzle separately"
            )));
    };
    let mut puzzle = digits::read(first, side, zero_is_digit)?;
    puzzle.layout.boxes = boxes;
    Ok(puzzle)
}

/// Adds the second grid of a line to the puzzle, as its regions or its solution.
fn add(puzzle: &mut Puzzle, word: Symbol, grid: Grid) -> Result<(), ReadError> {
    let side = puzzle.layout.rows;
    match grid {
        Grid::Regions(boxes, own) if own == side && has_default_boxes(puzzle) => {
            puzzle.layout.boxes = boxes;
            Ok(())
        }
        Grid::Givens(second) if second.layout.rows == side && puzzle.solution.is_none() => {
            puzzle.solution = Some(solution(puzzle, second, word)?);
            Ok(())
        }
        _ => Err(two_grids(word)),
    }
}

/// Returns the digits of a grid. Fails unless the grid is full and agrees with the givens.
fn solution(puzzle: &Puzzle, second: Puzzle, word: Symbol) -> Result<Vec<Option<u8>>, ReadError> {
    let mut solution = vec![None; puzzle.layout.cell_count()];
    for given in &second.givens {
        solution[given.cell.index()] = given.digits.single();
    }
    // A grid with blanks may be another puzzle, so only a full one can be the solution.
    if solution.contains(&None) {
        return Err(two_grids(word));
    }
    let differs = |given: &&Given| {
        solution[given.cell.index()].is_some_and(|digit| !given.digits.contains(digit))
    };
    match puzzle.givens.iter().find(differs) {
        None => Ok(solution),
        Some(given) => {
            let name = puzzle.layout.name(given.cell);
            let message = format!("this is not the solution of the previous grid: {name} differs");
            Err(word
                .error(message)
                .help("write each puzzle on a line of its own"))
        }
    }
}

fn two_grids(word: Symbol) -> ReadError {
    word.error("the second grid on the line is neither the solution of the first nor its regions")
        .help("write each puzzle on its own line, and put comments and ids that look like a grid after a `#`")
}

/// Reads numbers that are separated by spaces or commas.
fn numbers(words: &[Symbol], line: &str, style: Style) -> Result<Grid, ReadError> {
    let least = if style.is_list { 4 } else { 2 };
    let Some(side) = side(words.len()).filter(|&side| side >= least) else {
        let longest = words.iter().max_by_key(|word| word.text.len());
        let whole = Symbol { text: line, at: 0 };
        return Err(no_square(*longest.unwrap_or(&whole)));
    };
    let puzzle = digits::read(words, side, style.zero_is_digit)?;
    Ok(Grid::Givens(puzzle))
}
