//! A puzzle on one line.

use super::{MOST, Style, layout, side};
use crate::formats::ReadError;
use crate::formats::picture::Symbol;
use crate::puzzle::{Boxes, Cell, DigitSet, Given, Layout, Puzzle, digit_of_char};

/// What blanks are written with.
const BLANKS: [char; 6] = ['.', '0', '_', '*', '-', '?'];

/// Lists of puzzles have no longer lines: 25·25·25 candidates, and room for comments.
const LONGEST: usize = 1 << 16;

/// Reads a line; spans of errors are within it.
pub(super) fn read(line: &str, style: Style) -> Result<Puzzle, ReadError> {
    if line.len() > LONGEST {
        let message = format!("a line of {} bytes is not a puzzle", line.len());
        return Err(ReadError::new(message)
            .at(0..line.len())
            .help(format!("a grid has at most {MOST} rows and columns")));
    }
    let fields = fields(line);
    let grid = fields.iter().position(|field| fits(field.text));
    let alone = fields.len() == 1 && !style.is_list;
    let Some(grid) = grid.or(alone.then_some(0)) else {
        return numbers(&fields, line, style);
    };
    let mut puzzle = grid_of(fields[grid], style.zero_is_digit)?;
    if let Some(second) = fields.get(grid + 1) {
        add_second(&mut puzzle, *second)?;
    }
    Ok(puzzle)
}

/// The words of a line before its comment.
fn fields(line: &str) -> Vec<Symbol<'_>> {
    let end = line.find('#').unwrap_or(line.len());
    let separator = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"');
    let mut at = 0;
    let words = line[..end].split_inclusive(separator).map(|word| {
        let start = at;
        at += word.len();
        let text = word.trim_end_matches(separator);
        Symbol { text, at: start }
    });
    words.filter(|word| !word.text.is_empty()).collect()
}

/// Whether a word has the length of a grid of 4x4 or more.
pub(super) fn fits(text: &str) -> bool {
    let length = text.trim_start_matches('=').len();
    length >= 16
        && (side(length).is_some() || cube(length).is_some() || side_of_two(length).is_some())
}

/// The side of a grid with this number of candidates.
fn cube(length: usize) -> Option<u8> {
    (1..=MOST)
        .find(|side| side.pow(3) == length)
        .map(|n| n as u8)
}

/// The side of a grid with two characters for each cell.
fn side_of_two(length: usize) -> Option<u8> {
    length
        .is_multiple_of(2)
        .then_some(length / 2)
        .and_then(side)
}

fn grid_of(field: Symbol, zero_is_digit: bool) -> Result<Puzzle, ReadError> {
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
    if let Some(side) = cube(length)
        && side > 1
        && (super::side(length).is_none() || is_positional(&symbols, side))
        && (side_of_two(length).is_none() || is_positional(&symbols, side))
    {
        return candidates(&symbols, side);
    }
    if let Some(side) = super::side(length) {
        let plain = plain(&symbols, side, zero_is_digit);
        let full = plain.as_ref().is_ok_and(is_latin);
        return match regions(&symbols, side) {
            Some(boxes) if !digits_only && !full => Ok(jigsaw(side, boxes)),
            _ => plain,
        };
    }
    if let Some(side) = side_of_two(length) {
        return two_per_cell(text, &symbols, side, zero_is_digit);
    }
    let message = format!("{length} symbols make no square grid");
    Err(field
        .error(message)
        .help("a 9x9 grid has 81 symbols, 4x4 16, 6x6 36, 16x16 256"))
}

/// One symbol for each cell.
fn plain(symbols: &[Symbol], side: u8, zero_is_digit: bool) -> Result<Puzzle, ReadError> {
    let layout = layout(side, zero_is_digit);
    let digit = digits_of(symbols, &layout, zero_is_digit);
    let mut blank: Option<Symbol> = None;
    let mut puzzle = Puzzle::new(layout);
    for (index, symbol) in symbols.iter().enumerate() {
        let c = symbol.text.chars().next().unwrap_or(' ');
        if let Some(value) = digit(c) {
            puzzle.givens.push(given(index, value));
        } else if !BLANKS.contains(&c) {
            let (low, high) = (puzzle.layout.min_digit, puzzle.layout.max_digit());
            return Err(symbol.error(format!(
                "`{c}` is neither a digit from {low} to {high} nor a blank"
            )));
        } else if let Some(first) = blank.filter(|first| first.text != symbol.text) {
            return Err(symbol
                .error(format!("`{c}` for a blank, but `{}` before", first.text))
                .help("write all blanks of a puzzle alike"));
        } else {
            blank = Some(*symbol);
        }
    }
    Ok(puzzle)
}

/// How symbols are read as digits: in large grids that have letters but none of 1 to 9, `A` is 1.
fn digits_of(
    symbols: &[Symbol],
    layout: &Layout,
    zero_is_digit: bool,
) -> impl Fn(char) -> Option<u8> + use<> {
    let digits = layout.digits();
    let numeral = |symbol: &Symbol| matches!(symbol.text.as_bytes(), [b'1'..=b'9']);
    let letters_only = layout.rows >= 10 && !zero_is_digit && !symbols.iter().any(numeral);
    move |c| {
        let value = digit_of_char(c)?;
        let value = match (letters_only, value) {
            (true, 10..) => value - 9,
            _ => value,
        };
        digits.contains(value).then_some(value)
    }
}

fn given(index: usize, value: u8) -> Given {
    Given {
        cell: Cell::from_index(index),
        digits: DigitSet::one(value),
    }
}

/// Whether a full grid repeats no digit in a row or column.
fn is_latin(puzzle: &Puzzle) -> bool {
    let layout = &puzzle.layout;
    let differ = |cells: &mut dyn Iterator<Item = Cell>| {
        let digits = cells.map(|cell| puzzle.givens[cell.index()].digits);
        digits.fold(DigitSet::EMPTY, |all, digit| all | digit) == layout.digits()
    };
    puzzle.givens.len() == layout.cell_count()
        && (0..layout.rows).all(|row| differ(&mut layout.row(row)))
        && (0..layout.columns).all(|column| differ(&mut layout.column(column)))
}

/// Regions, where there are as many different symbols as rows, each as often.
fn regions(symbols: &[Symbol], side: u8) -> Option<Boxes> {
    let mut names: Vec<&str> = symbols.iter().map(|symbol| symbol.text).collect();
    names.sort_unstable();
    let sizes = names.chunk_by(|a, b| a == b).map(<[_]>::len);
    let blank = |name: &&str| matches!(*name, "." | "_" | "*" | "-" | "?");
    let regular = !names.iter().any(blank)
        && sizes.clone().count() == usize::from(side)
        && sizes.clone().all(|size| size == usize::from(side));
    regular.then_some(())?;
    names.dedup();
    let number = |symbol: &Symbol| names.binary_search(&symbol.text).ok().map(|n| n as u8);
    Some(Boxes::Own(symbols.iter().map(number).collect()))
}

fn jigsaw(side: u8, boxes: Boxes) -> Puzzle {
    Puzzle::new(Layout {
        boxes,
        ..Layout::square(side)
    })
}

/// Whether each place of each cell's symbols holds its own digit or a blank, and each cell some digit.
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

/// As many symbols for each cell as there are digits: those that it may take, and blanks.
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

/// Two decimal digits for each cell, or givens and then regions.
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
    if side >= 10 && pairs.clone().all(|pair| decimal(&pair)) {
        let mut puzzle = Puzzle::new(layout(side, false));
        let value = |pair: Symbol| pair.text.parse::<u8>().ok().filter(|&value| value > 0);
        let givens = pairs.enumerate();
        let givens = givens.filter_map(|(index, pair)| Some(given(index, value(pair)?)));
        puzzle.givens = givens.collect();
        return Ok(puzzle);
    }
    let (first, second) = symbols.split_at(symbols.len() / 2);
    let Some(boxes) = regions(second, side) else {
        return Err(second[0]
            .error(format!(
                "the second {} symbols are no regions",
                second.len()
            ))
            .help(format!(
                "a jigsaw of {side}x{side} names each of {side} regions {side} times"
            )));
    };
    let mut puzzle = plain(first, side, zero_is_digit)?;
    puzzle.layout.boxes = boxes;
    Ok(puzzle)
}

/// A second grid on the line: the solution, or the regions.
fn add_second(puzzle: &mut Puzzle, field: Symbol) -> Result<(), ReadError> {
    if field.text.len() != puzzle.layout.cell_count() || field.text.len() < 16 {
        return Ok(());
    }
    let Ok(second) = grid_of(field, puzzle.layout.min_digit == 0) else {
        return Err(field
            .error("this is neither the grid's solution nor its regions")
            .help("put a comment after a `#`"));
    };
    match second.layout.boxes {
        Boxes::Own(_) if second.givens.is_empty() => puzzle.layout.boxes = second.layout.boxes,
        _ => {
            let mut solution = vec![None; puzzle.layout.cell_count()];
            for given in &second.givens {
                solution[given.cell.index()] = given.digits.single();
            }
            puzzle.solution = Some(solution);
        }
    }
    Ok(())
}

/// Numbers with spaces or commas between them.
fn numbers(fields: &[Symbol], line: &str, style: Style) -> Result<Puzzle, ReadError> {
    let Some(side) = side(fields.len()).filter(|&side| side > 1) else {
        let longest = fields.iter().max_by_key(|field| field.text.len());
        let length = longest.map_or(0, |field| field.text.chars().count());
        let span = longest.map_or(0..line.len(), |field| field.at..field.at + field.text.len());
        return Err(
            ReadError::new(format!("{length} symbols make no square grid"))
                .at(span)
                .help("a 9x9 grid has 81 symbols, 4x4 16, 6x6 36, 16x16 256"),
        );
    };
    let layout = layout(side, style.zero_is_digit);
    let all = layout.digits();
    let mut puzzle = Puzzle::new(layout);
    for (index, field) in fields.iter().enumerate() {
        if let Some(value) = field.digit(all)? {
            puzzle.givens.push(given(index, value));
        }
    }
    Ok(puzzle)
}
