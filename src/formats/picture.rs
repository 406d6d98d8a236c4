//! Grids drawn as text: rows of symbols with frames around them.

use super::ReadError;
use crate::puzzle::{DigitSet, digit_of_char};
use std::ops::Range;

/// No drawing of a grid is longer, frames included.
const LONGEST: usize = 1 << 16;

/// The most rows, and the most columns.
const MOST: usize = 25;

/// What a line of dashes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Dash {
    /// A frame between rows.
    Frame,
    /// A row of blanks.
    Blank,
}

/// A drawing, cut into rows and words; frames are left out.
#[derive(Debug)]
pub(super) struct Picture<'t> {
    rows: Vec<Row<'t>>,
    length: usize,
}

#[derive(Debug)]
struct Row<'t> {
    words: Vec<Symbol<'t>>,
    span: Range<usize>,
}

/// What stands for one cell, and where in the drawing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Symbol<'t> {
    /// A character, or a word where the cells are written with spaces between them.
    pub(super) text: &'t str,
    /// Offset in bytes.
    pub(super) at: usize,
}

/// A drawing's cells in reading order.
#[derive(Debug)]
pub(super) struct Cells<'t> {
    pub(super) rows: u8,
    pub(super) columns: u8,
    pub(super) symbols: Vec<Symbol<'t>>,
}

/// How a row divides into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Character,
    Word,
}

const UNITS: [Unit; 2] = [Unit::Character, Unit::Word];

impl<'t> Picture<'t> {
    /// Takes a drawing apart.
    ///
    /// # Errors
    /// When it is empty or too long to be a grid.
    pub(super) fn new(text: &'t str, dash: Dash) -> Result<Self, ReadError> {
        if text.len() > LONGEST {
            let message = format!("a drawing of {} bytes", text.len());
            return Err(ReadError::new(message)
                .at(0..text.len())
                .help(format!("a grid has at most {MOST} rows and columns")));
        }
        let rows: Vec<_> = lines(text)
            .filter(|(_, line)| !is_frame(line, dash))
            .map(|(at, line)| Row::new(at, line))
            .filter(|row| !row.words.is_empty())
            .collect();
        if rows.is_empty() {
            return Err(ReadError::new("the drawing is empty").at(0..text.len()));
        }
        if rows.len() > MOST {
            let message = format!("{} rows; a grid has at most {MOST}", rows.len());
            return Err(ReadError::new(message).at(0..text.len()));
        }
        let length = text.len();
        Ok(Self { rows, length })
    }

    /// The cells, for a grid of the given rows and columns, or of the size that the drawing shows.
    ///
    /// # Errors
    /// When a row, or their number, does not fit.
    pub(super) fn cells(&self, size: Option<(u8, u8)>) -> Result<Cells<'t>, ReadError> {
        let size = size.map_or_else(|| self.size(), Ok)?;
        let (rows, columns) = (usize::from(size.0), usize::from(size.1));
        if self.rows.len() == 1 && rows > 1 {
            return self.one_line(size);
        }
        if self.rows.len() != rows {
            let message = format!("{} rows, expected {rows}", self.rows.len());
            return Err(ReadError::new(message).at(0..self.length));
        }
        let wrong = |unit: Unit| {
            let rows = self.rows.iter().enumerate();
            rows.filter(move |(_, row)| row.width(unit) != columns)
        };
        let unit = UNITS
            .into_iter()
            .min_by_key(|&unit| wrong(unit).count())
            .expect("there are two units");
        if let Some((index, row)) = wrong(unit).next() {
            let (number, width) = (index + 1, row.width(unit));
            return Err(row.error(format!(
                "row {number} has {width} cells, expected {columns}"
            )));
        }
        Ok(self.cut(size, unit))
    }

    /// The cells of the only row, which holds all rows of the grid.
    fn one_line(&self, size: (u8, u8)) -> Result<Cells<'t>, ReadError> {
        let row = &self.rows[0];
        let (rows, columns) = size;
        let all = usize::from(rows) * usize::from(columns);
        let unit = UNITS.into_iter().find(|&unit| row.width(unit) == all);
        let unit = unit.ok_or_else(|| {
            let width = row.width(Unit::Character);
            row.error(format!(
                "{width} cells in one line, expected {all} ({rows}x{columns})"
            ))
        })?;
        Ok(self.cut(size, unit))
    }

    /// The words in reading order, where each row has as many words as there are rows.
    pub(super) fn square_of_words(&self) -> Option<(u8, Vec<Symbol<'t>>)> {
        let side = self.rows.len();
        let square = self.rows.iter().all(|row| row.words.len() == side);
        let words = self.rows.iter().flat_map(|row| row.words.iter().copied());
        square.then(|| (side as u8, words.collect()))
    }

    /// Rows and columns as drawn; one line alone is a square grid row after row.
    fn size(&self) -> Result<(u8, u8), ReadError> {
        let (rows, columns) = match &self.rows[..] {
            [row] => {
                let side = self.side(row)?;
                (side, side)
            }
            rows => (rows.len(), self.columns()),
        };
        match (u8::try_from(rows), u8::try_from(columns)) {
            (Ok(rows), Ok(columns)) if usize::from(rows.max(columns)) <= MOST => {
                Ok((rows, columns))
            }
            _ => Err(ReadError::new(format!("{rows} rows and {columns} columns"))
                .at(0..self.length)
                .help(format!("a grid has at most {MOST} of each"))),
        }
    }

    /// The side of the square grid that one row holds.
    fn side(&self, row: &Row) -> Result<usize, ReadError> {
        let side = |&unit: &Unit| {
            let width = row.width(unit);
            (width.isqrt().pow(2) == width).then_some(width.isqrt())
        };
        self.units().iter().find_map(side).ok_or_else(|| {
            let width = row.width(Unit::Character);
            row.error(format!("{width} cells in one line are no square grid"))
                .help("81 make a 9x9 grid; give the size of other grids")
        })
    }

    /// The units that may divide rows into cells: words only where all can be numbers.
    fn units(&self) -> &'static [Unit] {
        let numbers = |row: &Row| row.words.len() > 1 && row.words.iter().all(Symbol::is_short);
        let words = self.rows.iter().all(numbers);
        if words { &UNITS } else { &UNITS[..1] }
    }

    /// The width of all rows, or the most frequent one; square grids first.
    fn columns(&self) -> usize {
        let count = self.rows.len();
        let widths: Vec<(usize, Unit)> = self
            .units()
            .iter()
            .flat_map(|&unit| self.rows.iter().map(move |row| (row.width(unit), unit)))
            .collect();
        let score = |&&(width, unit): &&(usize, Unit)| {
            let votes = self.rows.iter().filter(|r| r.width(unit) == width).count();
            let square = width == count;
            (square && votes == count, square && 2 * votes > count, votes)
        };
        // The last of equals wins, and characters go before words.
        let best = widths.iter().rev().max_by_key(score);
        best.map_or(count, |&(width, _)| width)
    }

    fn cut(&self, (rows, columns): (u8, u8), unit: Unit) -> Cells<'t> {
        let symbols = self.rows.iter().flat_map(|row| row.symbols(unit)).collect();
        Cells {
            rows,
            columns,
            symbols,
        }
    }
}

impl<'t> Row<'t> {
    fn new(at: usize, line: &'t str) -> Self {
        let mut words = vec![];
        let mut start = None;
        for (offset, c) in line.char_indices().chain([(line.len(), ' ')]) {
            let between = c.is_whitespace() || matches!(c, '|' | '│' | '┃' | '║' | ',');
            match (between, start) {
                (false, None) => start = Some(offset),
                (true, Some(from)) => {
                    let text = &line[from..offset];
                    words.push(Symbol {
                        text,
                        at: at + from,
                    });
                    start = None;
                }
                _ => {}
            }
        }
        Self {
            words,
            span: at..at + line.len(),
        }
    }

    fn width(&self, unit: Unit) -> usize {
        match unit {
            Unit::Character => self.words.iter().map(|w| w.text.chars().count()).sum(),
            Unit::Word => self.words.len(),
        }
    }

    fn symbols(&self, unit: Unit) -> Vec<Symbol<'t>> {
        let characters = |word: &Symbol<'t>| {
            let Symbol { text, at } = *word;
            text.char_indices()
                .map(move |(offset, c)| Symbol {
                    text: &text[offset..offset + c.len_utf8()],
                    at: at + offset,
                })
                .collect::<Vec<_>>()
        };
        match unit {
            Unit::Character => self.words.iter().flat_map(characters).collect(),
            Unit::Word => self.words.clone(),
        }
    }

    fn error(&self, message: String) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }
}

impl Symbol<'_> {
    /// Whether it can be a number of up to two digits.
    fn is_short(&self) -> bool {
        self.text.len() <= 2
    }

    /// An error that points here.
    pub(super) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.at..self.at + self.text.len())
    }

    /// The digit that this stands for; `None` for a blank.
    ///
    /// # Errors
    /// When it is neither a blank nor one of the digits.
    pub(super) fn digit(&self, digits: DigitSet) -> Result<Option<u8>, ReadError> {
        let zero = self.text.bytes().all(|b| b == b'0');
        if matches!(self.text, "." | "_" | "*" | "?" | "-") || zero && !digits.contains(0) {
            return Ok(None);
        }
        match self.value() {
            Some(value) if digits.contains(value) => Ok(Some(value)),
            Some(_) => Err(self.error(format!(
                "`{}` is not a digit of this puzzle, which has {}",
                self.text,
                digits_in_words(digits)
            ))),
            None => Err(self
                .error(format!("`{}` is neither a digit nor a blank", self.text))
                .help("blanks are written `.`, `_`, `*` or `?`")),
        }
    }

    fn value(&self) -> Option<u8> {
        let mut characters = self.text.chars();
        match (characters.next(), characters.next()) {
            (Some(c), None) => digit_of_char(c),
            _ => self.text.parse().ok(),
        }
    }
}

/// `1-9`, or `1 3 5` where there are gaps.
pub(super) fn digits_in_words(digits: DigitSet) -> String {
    match (digits.min(), digits.max()) {
        (Some(low), Some(high)) if digits == DigitSet::range(low, high) && low < high => {
            format!("{low}-{high}")
        }
        _ => {
            let words: Vec<_> = digits.iter().map(|d| d.to_string()).collect();
            words.join(" ")
        }
    }
}

/// The lines of a text with their offsets, without line ends.
pub(super) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

fn is_frame(line: &str, dash: Dash) -> bool {
    let drawn = |c: char| match c {
        '+' | '=' | '\u{2500}'..='\u{257f}' => true,
        '-' => dash == Dash::Frame,
        _ => false,
    };
    let around = |c: char| c.is_whitespace() || "-|*.:'`,".contains(c);
    // Frames of pencil-mark grids may have dots and stars at their crossings.
    line.contains(drawn) && line.chars().all(|c| drawn(c) || around(c))
        || dash == Dash::Blank && line.contains("+-") && !line.contains(char::is_alphanumeric)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str, size: Option<(u8, u8)>) -> Result<String, String> {
        let words = |cells: Cells| {
            let words: Vec<_> = cells.symbols.iter().map(|s| s.text).collect();
            format!("{}x{} {}", cells.rows, cells.columns, words.join(" "))
        };
        Picture::new(text, Dash::Frame)
            .and_then(|picture| picture.cells(size))
            .map(words)
            .map_err(|error| {
                let span = error.span.expect("errors in drawings have a place");
                format!("{} <{}>", error.message, &text[span])
            })
    }

    #[test]
    fn frames_and_spaces_are_left_out() {
        let framed = "\n+---+---+\n| 1 2 | . . |\n| . . | 3 4 |\n+---+---+\n12..\n|..|34|\n";
        assert_eq!(
            read(framed, None).unwrap(),
            "4x4 1 2 . . . . 3 4 1 2 . . . . 3 4"
        );
        assert_eq!(read("1234", None).unwrap(), "2x2 1 2 3 4");
        assert_eq!(read("123456", Some((2, 3))).unwrap(), "2x3 1 2 3 4 5 6");
    }

    #[test]
    fn numbers_need_spaces() {
        assert_eq!(read("10 .\n. 11", None).unwrap(), "2x2 10 . . 11");
        assert_eq!(read("1 10 . .", Some((2, 2))).unwrap(), "2x2 1 10 . .");
    }

    #[test]
    fn rows_that_do_not_fit_are_named() {
        let short = "12.\n1.\n...";
        assert_eq!(
            read(short, None).unwrap_err(),
            "row 2 has 2 cells, expected 3 <1.>"
        );
        assert_eq!(
            read("12\n34", Some((3, 2))).unwrap_err(),
            "2 rows, expected 3 <12\n34>"
        );
        let eighty = ".".repeat(80);
        assert!(read(&eighty, None).unwrap_err().starts_with("80 cells in"));
        assert!(read(&"12 ".repeat(99), None).is_err());
        assert!(read(" \n", None).is_err());
        assert!(read(&".".repeat(1 << 20), None).is_err());
    }
}
