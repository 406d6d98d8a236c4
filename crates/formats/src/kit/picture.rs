//! Reads grids drawn as text: rows of symbols with frames around them.

use super::borders::Borders;
use super::reading::ReadError;
use cluewright_puzzle::{DigitSet, digit_of_char};
use std::ops::Range;

/// Maximum length of a drawing, including its frames, in bytes, so that megabytes of text are refused before they are split.
const LONGEST: usize = 1 << 16;

/// Maximum number of rows, and of columns.
const MOST: usize = 25;

/// The meaning of a line of dashes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dash {
    /// The line is a frame between rows.
    Frame,
    /// The line is a row of blank cells.
    Blank,
}

/// A drawing, split into rows and words, with the frames between them.
#[derive(Debug)]
pub(crate) struct Picture<'t> {
    rows: Vec<Row<'t>>,
    frames: Vec<Frame<'t>>,
    length: usize,
}

#[derive(Debug)]
struct Row<'t> {
    words: Vec<Symbol<'t>>,
    /// For each bar, the number of words to its left, and `true` if the bar is heavy.
    bars: Vec<(usize, bool)>,
    span: Range<usize>,
}

/// A horizontal line of a frame.
#[derive(Debug)]
struct Frame<'t> {
    text: &'t str,
    /// Number of rows above the line.
    rows: usize,
    span: Range<usize>,
}

/// The symbol of one cell, with its position in the drawing.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Symbol<'t> {
    /// A character, or a word if the cells are separated by spaces.
    pub(crate) text: &'t str,
    /// The byte offset in the text.
    pub(crate) at: usize,
}

/// The cells of a drawing in reading order.
#[derive(Debug)]
pub(crate) struct Cells<'t> {
    pub(crate) rows: u8,
    pub(crate) columns: u8,
    pub(crate) symbols: Vec<Symbol<'t>>,
    /// The borders that are drawn between the cells.
    pub(crate) borders: Borders,
}

/// The unit by which a row is divided into cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Unit {
    Character,
    Word,
}

const UNITS: [Unit; 2] = [Unit::Character, Unit::Word];

impl<'t> Picture<'t> {
    /// Splits a drawing into rows and words.
    ///
    /// # Errors
    ///
    /// Fails if the drawing is empty, if it is too long or has too many rows for a grid, or if a row has bars but no
    /// symbols.
    pub(crate) fn new(text: &'t str, dash: Dash) -> Result<Self, ReadError> {
        if text.len() > LONGEST {
            let message = format!("the drawing is too long ({} bytes)", text.len());
            return Err(ReadError::new(message)
                .at(0..text.len())
                .help(format!("a grid has at most {MOST} rows and columns")));
        }
        let (mut rows, mut frames) = (vec![], vec![]);
        for (at, line) in lines(text) {
            if is_frame(line, dash) {
                frames.push(Frame::new(at, line, rows.len()));
                continue;
            }
            let row = Row::new(at, line);
            // Cells drawn as spaces cannot be counted, and if this row were skipped, all rows below it would move up.
            if row.words.is_empty() && row.bars.len() > 1 {
                return Err(row
                    .error("the row has no symbols between its bars".to_owned())
                    .help("write a `.` for each blank cell"));
            }
            rows.extend((!row.words.is_empty()).then_some(row));
        }
        if rows.is_empty() {
            return Err(ReadError::new("the drawing is empty").at(0..text.len()));
        }
        if rows.len() > MOST {
            let message = format!(
                "the drawing has {} rows; a grid has at most {MOST}",
                rows.len()
            );
            return Err(ReadError::new(message).at(0..text.len()));
        }
        let length = text.len();
        Ok(Self {
            rows,
            frames,
            length,
        })
    }

    /// Returns `true` if all cells are in one row.
    pub(crate) fn is_one_row(&self) -> bool {
        self.rows.len() == 1
    }

    /// Returns the cells of a grid of the given size, or of the size that the drawing shows.
    ///
    /// # Errors
    ///
    /// Fails if a row has the wrong number of cells, or the number of rows is wrong.
    pub(crate) fn cells(&self, size: Option<(u8, u8)>) -> Result<Cells<'t>, ReadError> {
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
        // The unit that fits more of the rows is assumed to be the intended one. Otherwise errors would report rows
        // that are correct.
        // On a tie, `min_by_key` returns the first unit, so characters take precedence over words, as in `columns`.
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
        let mut cells = self.cut(size, unit);
        cells.borders = self.borders(size, unit);
        Ok(cells)
    }

    /// Divides the only row into the cells of all rows of the grid.
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
        // Bars are ignored, because their positions in the line do not correspond to columns of the grid.
        Ok(self.cut(size, unit))
    }

    /// Reads each word as a cell; `None` unless each row has as many words as there are rows.
    pub(crate) fn square_of_words(&self) -> Option<Cells<'t>> {
        let side = self.rows.len();
        let size = (side as u8, side as u8);
        let square = self.rows.iter().all(|row| row.words.len() == side);
        square.then(|| Cells {
            borders: self.borders(size, Unit::Word),
            ..self.cut(size, Unit::Word)
        })
    }

    /// Returns the borders that are drawn inside the grid. If both light and heavy borders are drawn, only the heavy ones
    /// count, because the light ones then only separate cells.
    fn borders(&self, (rows, columns): (u8, u8), unit: Unit) -> Borders {
        let bars = self.rows.iter().map(|row| row.inner_bars(unit, columns));
        let bars: Vec<Vec<(u8, bool)>> = bars.collect();
        let inside = |frame: &&Frame| (1..usize::from(rows)).contains(&frame.rows);
        let frames: Vec<&Frame> = self.frames.iter().filter(inside).collect();
        let both = |heavy: Vec<bool>| heavy.contains(&true) && heavy.contains(&false);
        let is_mixed = both(bars.iter().flatten().map(|bar| bar.1).collect());
        let is_mixed_across = both(frames.iter().map(|frame| frame.is_heavy()).collect());
        let columns_of = |bars: &Vec<(u8, bool)>| {
            let kept = bars.iter().filter(|bar| bar.1 || !is_mixed);
            kept.map(|bar| bar.0).collect()
        };
        let mut across: Vec<(u8, Range<usize>)> = frames
            .iter()
            .filter(|frame| frame.is_heavy() || !is_mixed_across)
            .map(|frame| (frame.rows as u8, frame.span.clone()))
            .collect();
        // Two consecutive frames form a double line, which is one border.
        across.dedup_by_key(|frame| frame.0);
        Borders {
            bars: bars.iter().map(columns_of).collect(),
            rows: self.rows.iter().map(|row| row.span.clone()).collect(),
            lines: across,
        }
    }

    /// Returns the numbers of rows and columns that the drawing shows. A single line contains a square grid, one row
    /// after another.
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
                let ambiguous = |frame: &&Frame| frame.is_row_of_dashes(columns);
                match self.frames.iter().find(ambiguous) {
                    // If the grid is already square without these dashes, they cannot be another row.
                    Some(frame) if rows != columns => Err(frame.ambiguity()),
                    _ => Ok((rows, columns)),
                }
            }
            _ => Err(
                ReadError::new(format!("the drawing has {rows} rows and {columns} columns"))
                    .at(0..self.length)
                    .help(format!("a grid has at most {MOST} of each")),
            ),
        }
    }

    /// Returns the side of the square grid whose cells are all in this row.
    fn side(&self, row: &Row) -> Result<usize, ReadError> {
        let side = |&unit: &Unit| {
            let width = row.width(unit);
            (width.isqrt().pow(2) == width).then_some(width.isqrt())
        };
        self.units().iter().find_map(side).ok_or_else(|| {
            let width = row.width(Unit::Character);
            row.error(format!(
                "{width} cells in one line do not form a square grid"
            ))
            .help("a 9x9 grid has 81 cells; state the size of any other grid")
        })
    }

    /// Returns the units that may divide rows into cells. Words are considered only if each of them can be a number.
    fn units(&self) -> &'static [Unit] {
        let numbers = |row: &Row| row.words.len() > 1 && row.words.iter().all(Symbol::is_short);
        let words = self.rows.iter().all(numbers);
        if words { &UNITS } else { &UNITS[..1] }
    }

    /// Returns the number of columns: the most frequent number of cells in a row. A number that makes the grid square takes
    /// precedence if more than half of the rows have it.
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
        // `max_by_key` returns the last of several equal maxima, so the list is reversed to let characters take
        // precedence over words.
        let best = widths.iter().rev().max_by_key(score);
        best.map_or(count, |&(width, _)| width)
    }

    fn cut(&self, (rows, columns): (u8, u8), unit: Unit) -> Cells<'t> {
        let mut symbols = Vec::with_capacity(usize::from(rows) * usize::from(columns));
        self.rows
            .iter()
            .for_each(|row| row.add_symbols(unit, &mut symbols));
        Cells {
            rows,
            columns,
            symbols,
            borders: Borders::default(),
        }
    }
}

impl<'t> Frame<'t> {
    fn new(at: usize, text: &'t str, rows: usize) -> Self {
        let span = at..at + text.len();
        Self { text, rows, span }
    }

    fn is_heavy(&self) -> bool {
        self.text.contains(['=', '═', '━'])
    }

    /// Returns `true` if a frame could also be a row of blank cells.
    fn is_row_of_dashes(&self, columns: u8) -> bool {
        let is_plain = self.text.chars().all(|c| c == '-' || c.is_whitespace());
        is_plain && self.text.matches('-').count() == usize::from(columns)
    }

    fn ambiguity(&self) -> ReadError {
        ReadError::new("these dashes can be read as a row of blanks or as a line between two rows")
            .at(self.span.clone())
            .help("write blanks as `.`, or state the size of the grid")
    }
}

impl<'t> Row<'t> {
    fn new(at: usize, line: &'t str) -> Self {
        let (mut words, mut bars) = (vec![], vec![]);
        let mut start = None;
        // The space that is added at the end terminates the last word.
        for (offset, c) in line.char_indices().chain([(line.len(), ' ')]) {
            let is_bar = matches!(c, '|' | '│' | '┃' | '║');
            let between = is_bar || c.is_whitespace() || c == ',';
            if is_bar {
                let left = words.len() + usize::from(start.is_some());
                bars.push((left, matches!(c, '┃' | '║')));
            }
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
            bars,
            span: at..at + line.len(),
        }
    }

    /// Returns the columns that have a bar on their left, counted from 0, each with `true` if the bar is heavy. Bars at the
    /// edges of the grid are left out.
    fn inner_bars(&self, unit: Unit, columns: u8) -> Vec<(u8, bool)> {
        let width = |words: &[Symbol]| match unit {
            Unit::Character => words.iter().map(|w| w.text.chars().count()).sum(),
            Unit::Word => words.len(),
        };
        let bars = self.bars.iter();
        let mut bars: Vec<(u8, bool)> = bars
            .filter_map(|&(left, heavy)| {
                // The bars of a row that is far too wide may not fit into `u8`, but they cannot be inside the grid.
                Some((u8::try_from(width(&self.words[..left])).ok()?, heavy))
            })
            .filter(|(column, _)| (1..columns).contains(column))
            .collect();
        // Two bars without a symbol between them are a double line, so they count as one border.
        bars.dedup_by_key(|bar| bar.0);
        bars
    }

    fn width(&self, unit: Unit) -> usize {
        match unit {
            Unit::Character => self.words.iter().map(|w| w.text.chars().count()).sum(),
            Unit::Word => self.words.len(),
        }
    }

    fn add_symbols(&self, unit: Unit, symbols: &mut Vec<Symbol<'t>>) {
        if unit == Unit::Word {
            return symbols.extend_from_slice(&self.words);
        }
        for &Symbol { text, at } in &self.words {
            symbols.extend(text.char_indices().map(|(offset, c)| Symbol {
                text: &text[offset..offset + c.len_utf8()],
                at: at + offset,
            }));
        }
    }

    fn error(&self, message: String) -> ReadError {
        ReadError::new(message).at(self.span.clone())
    }
}

impl Symbol<'_> {
    /// Returns `true` if the word can be a number of up to two digits. The highest digit is 25, so a longer word can only
    /// be a group of one-character cells.
    fn is_short(&self) -> bool {
        self.text.len() <= 2
    }

    /// Creates an error at the position of the symbol.
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        ReadError::new(message).at(self.at..self.at + self.text.len())
    }

    /// Returns the digit of a symbol; `None` if it is a blank.
    ///
    /// # Errors
    ///
    /// Fails if the symbol is neither a blank nor one of the digits.
    pub(crate) fn digit(&self, digits: DigitSet) -> Result<Option<u8>, ReadError> {
        let is_zero = || self.text.bytes().all(|b| b == b'0') && !digits.contains(0);
        if matches!(self.text, "." | "_" | "*" | "?" | "-") || is_zero() {
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
                // `-` is not recommended, because a row of dashes would be read as a frame.
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

/// Formats digits as a range `1-9`, or as a list `1 3 5` if there are gaps.
pub(crate) fn digits_in_words(digits: DigitSet) -> String {
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

/// Returns the lines of the text with their byte offsets, without line terminators.
pub(crate) fn lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    text.split_inclusive('\n').map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

fn is_frame(line: &str, dash: Dash) -> bool {
    let is_upright = |c: char| "│┃┆┇┊┋╎╏║╵╷╹╻╽╿".contains(c);
    let drawn = |c: char| match c {
        '+' | '=' | '\u{2500}'..='\u{257f}' => !is_upright(c),
        '-' => dash == Dash::Frame,
        _ => false,
    };
    let around = |c: char| c.is_whitespace() || is_upright(c) || "-|*.:'`,".contains(c);
    // Frames of pencil-mark grids may have dots and stars where lines meet. A line that has only bars and blanks is a
    // row of blank cells, not a frame.
    line.contains(drawn) && line.chars().all(|c| drawn(c) || around(c))
        // Even if dashes are blanks, `+-` is the corner of a frame.
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
