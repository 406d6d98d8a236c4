//! Plain text: grids of one line, drawn grids, pencil marks, jigsaws.
//!
//! One line is one puzzle: 81 characters for a 9x9 grid, and n·n for others up to 25x25. Blanks are one
//! of `.`, `0`, `_`, `*`, `-`, `?` throughout a puzzle. Digits above 9 are letters, `A` = 10; where a grid
//! of ten or more has letters but none of 1 to 9, `A` is 1. A line may also be
//!
//! * n·n·n characters: the digits that each cell may take,
//! * 2·n·n characters: givens and a jigsaw's regions, or, from 10x10 on, two decimal digits per cell,
//! * n·n characters that map n connected regions of n cells: a jigsaw without givens, or the regions of the
//!   givens before (a `=` before the characters makes them digits),
//! * n·n numbers with spaces or commas between them.
//!
//! A second grid on the line is the solution or the jigsaw's regions; ids, names and ratings are passed over,
//! but nothing that may be another grid. In a list whose first line names its columns, the puzzle and the
//! solution are in the columns of these names. Several lines that draw one grid are one puzzle, with the
//! boxes that are drawn; a drawing that repeats all givens of the one before is that puzzle's state: its
//! other digits are entries.

mod block;
mod grid;
mod line;
mod regions;
mod table;

use crate::kit::picture::lines;
use crate::kit::{Format, ReadError, ReadOptions, WriteError, refuse_unread};
use block::{Block, Drawn};
use cluewright_puzzle::{About, Boxes, DigitSet, Given, Layout, Puzzle, digit_char};
use grid::{Grid, Style, has_default_boxes};
use regions::is_connected;
pub use regions::is_map_line;
use std::ops::Range;
use table::Table;
pub use table::{PUZZLE, SOLUTION};

/// Grids as plain text.
#[derive(Debug)]
pub struct TextLine;

impl Format for TextLine {
    fn name(&self) -> &'static str {
        "text-line"
    }

    fn recognises(&self, text: &str) -> bool {
        let said = |(_, line): &(usize, &str)| !line.is_empty() && !is_comment(line);
        let mut said = trimmed_lines(text).filter(said).take(2);
        said.any(|(_, line)| looks_like_cells(line))
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        let pieces = pieces(text, options).into_iter();
        let mut puzzles: Vec<Puzzle> =
            pieces.map(|piece| piece.puzzle).collect::<Result<_, _>>()?;
        match &mut puzzles[..] {
            [] => Err(ReadError::new("the text holds no grid")
                .help("a 9x9 grid is written as 81 characters, with `.` for blanks")),
            [only] => {
                only.about = about(text);
                Ok(puzzles)
            }
            _ => Ok(puzzles),
        }
    }

    fn write(&self, puzzle: &Puzzle) -> Result<String, WriteError> {
        refuse_unread(puzzle, self.name())?;
        let parts = unwritable(puzzle);
        if !parts.is_empty() {
            let format = self.name();
            return Err(WriteError { format, parts });
        }
        Ok(format!("{}\n", written(puzzle)))
    }
}

/// A puzzle and the part of the text that holds it.
struct Piece {
    span: Range<usize>,
    puzzle: Result<Puzzle, ReadError>,
    kind: Kind,
}

/// How a puzzle is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Line,
    Drawn,
    /// As a map of regions.
    Map,
}

/// The parts of a text that hold a puzzle each: lines, or several lines together.
pub fn spans(text: &str, options: &ReadOptions) -> Vec<Range<usize>> {
    let pieces = pieces(text, options).into_iter();
    pieces.map(|piece| piece.span).collect()
}

/// Every puzzle of a text, or why it cannot be read.
fn pieces(text: &str, options: &ReadOptions) -> Vec<Piece> {
    let mut pieces = Pieces(vec![]);
    let mut blocks = blocks(text).enumerate().peekable();
    while let Some((index, block)) = blocks.next() {
        let style = Style {
            zero_is_digit: options.zero_is_digit,
            is_list: options.of_list || index > 0 || block.len() > 1 || blocks.peek().is_some(),
        };
        if block::is_drawn(&block) {
            let start = block.first().map_or(0, |(at, _)| *at);
            let end = block.last().map_or(0, |(at, line)| at + line.len());
            pieces.add_drawn(start..end, block::read(text, &block, style));
        } else {
            pieces.add_lines(&block, index == 0, style);
        }
    }
    let mut pieces = pieces.0;
    let is_list = options.of_list || pieces.len() > 1;
    let maps = pieces
        .iter_mut()
        .filter(|piece| is_list && piece.kind == Kind::Map);
    for map in maps {
        let error = ReadError::new("a map of regions without givens before it");
        map.puzzle = Err(error
            .at(map.span.clone())
            .help("write the regions on the line after the givens, or behind them; `=` before the digits of a line makes them givens"));
    }
    pieces
}

struct Pieces(Vec<Piece>);

impl Pieces {
    fn push(&mut self, span: Range<usize>, puzzle: Result<Puzzle, ReadError>, kind: Kind) {
        self.0.push(Piece { span, puzzle, kind });
    }

    /// The puzzle before.
    fn last(&mut self) -> Option<(&mut Range<usize>, &mut Puzzle, Kind)> {
        let Piece { span, puzzle, kind } = self.0.last_mut()?;
        Some((span, puzzle.as_mut().ok()?, *kind))
    }

    /// Adds a map of regions: to the givens before, or as a puzzle of its own.
    fn add_map(&mut self, map: Range<usize>, boxes: Boxes, side: u8) {
        if let Some((span, puzzle, _)) = self.last()
            && puzzle.layout.rows == side
            && has_default_boxes(puzzle)
        {
            puzzle.layout.boxes = boxes;
            span.end = map.end;
            return;
        }
        let layout = Layout {
            boxes,
            ..Layout::square(side)
        };
        self.push(map, Ok(Puzzle::new(layout)), Kind::Map);
    }

    /// Adds a drawn grid, or its contents to the puzzle drawn before.
    fn add_drawn(&mut self, place: Range<usize>, drawn: Result<Drawn, ReadError>) {
        let (drawn, is_marks) = match drawn {
            Ok(Drawn::Grid(Grid::Givens(puzzle))) => (puzzle, false),
            Ok(Drawn::Marks(puzzle)) => (puzzle, true),
            Ok(Drawn::Grid(Grid::Regions(boxes, side))) => return self.add_map(place, boxes, side),
            Err(error) => return self.push(place, Err(error), Kind::Drawn),
        };
        if let Some((span, before, Kind::Drawn)) = self.last()
            && before.layout == drawn.layout
            && (is_marks || add_state(before, &drawn))
        {
            if is_marks {
                let warning = "pencil marks after the grid are notes: left out";
                before.warnings.push(warning.to_owned());
            }
            span.end = place.end;
            return;
        }
        self.push(place, Ok(drawn), Kind::Drawn);
    }

    /// Adds the puzzles of lines.
    fn add_lines(&mut self, block: &[(usize, &str)], is_first: bool, style: Style) {
        let (table, lines) = match is_first.then(|| header(block)).flatten() {
            Some((names, rest)) => (Table::of(names), rest),
            None => (None, block),
        };
        for &(at, line) in lines {
            let place = at..at + line.len();
            let read = match &table {
                Some(table) => table.read(line, style),
                None => line::read(line, style),
            };
            match read {
                Ok(Grid::Givens(puzzle)) => self.push(place, Ok(puzzle), Kind::Line),
                Ok(Grid::Regions(boxes, side)) => self.add_map(place, boxes, side),
                Err(error) => self.push(place, Err(error.shift(at)), Kind::Line),
            }
        }
    }
}

/// Takes the digits that a drawing has besides the givens of the puzzle as entries; `false` if it lacks
/// some of the givens.
fn add_state(puzzle: &mut Puzzle, drawn: &Puzzle) -> bool {
    let given = |given| drawn.givens.contains(given);
    if puzzle.givens.is_empty() || !puzzle.givens.iter().all(given) {
        return false;
    }
    let entered = drawn.givens.iter();
    let entered = entered.filter(|given| !puzzle.givens.contains(given));
    let entry = |given: &Given| Some((given.cell, given.digits.single()?));
    puzzle.entries = entered.filter_map(entry).collect();
    true
}

/// Lines without white space around them, with their offsets.
fn trimmed_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    lines(text).map(|(at, line)| {
        let lead = line.len() - line.trim_start().len();
        (at + lead, line.trim())
    })
}

/// Whether a line has a word of a grid's length, or is mostly digits, blanks and frames.
fn looks_like_cells(line: &str) -> bool {
    let plain = |c: &char| c.is_ascii_digit() || "._*-?|+=".contains(*c);
    let mostly = |text: &str| {
        let is_symbol = |c: &char| !c.is_whitespace() && *c != ',';
        let start: Vec<char> = text.chars().filter(is_symbol).take(1000).collect();
        2 * start.iter().filter(|c| plain(c)).count() >= start.len()
    };
    let cells = |c: char| c.is_ascii_alphanumeric() || plain(&c);
    let grid = |word: &str| {
        let known = word.chars().take(1000).all(cells);
        known && line::fits(word) && (word.len() >= 100 || mostly(word))
    };
    let allowed = |c: char| cells(c) || c.is_whitespace() || "#,;:'".contains(c);
    let drawn = line.chars().take(100).all(allowed) && mostly(line);
    drawn || line.split([' ', '\t', ',', ';', '"']).any(grid)
}

fn is_comment(line: &str) -> bool {
    line.starts_with('#') || line.starts_with("//")
}

/// The head of a section: `[Puzzle]`.
fn is_head(line: &str) -> bool {
    let name = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    name.is_some_and(|name| name.chars().all(|c| c.is_alphabetic() || c == ' '))
}

/// Lines between blank lines and section heads, without comments.
fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut lines = trimmed_lines(text);
    std::iter::from_fn(move || {
        let mut block = vec![];
        for (at, line) in lines.by_ref() {
            if !line.is_empty() && !is_head(line) {
                block.extend((!is_comment(line)).then_some((at, line)));
            } else if !block.is_empty() {
                break;
            }
        }
        (!block.is_empty()).then_some(block)
    })
}

/// The names of columns, if the first line has only names, and the lines after it.
fn header<'b, 't>(block: &'b [(usize, &'t str)]) -> Option<(&'t str, &'b [(usize, &'t str)])> {
    const LONGEST_NAME: usize = 60;
    let is_name = |word: &str| {
        let is_plain = !word.contains(['.', '*', '?']) && word.len() <= LONGEST_NAME;
        word.starts_with(char::is_alphabetic) && is_plain && !line::fits(word)
    };
    let [(_, first), rest @ ..] = block else {
        return None;
    };
    let mut names = first
        .split([',', ';', '\t'])
        .map(|name| name.trim_matches(['"', ' ']));
    (!rest.is_empty() && names.all(is_name)).then_some((first, rest))
}

/// Title, author and source of the heads that `.sdk` files have: `#AAuthor`.
fn about(text: &str) -> About {
    let mut about = About::default();
    for (_, line) in trimmed_lines(text) {
        let Some(head) = line.strip_prefix('#') else {
            continue;
        };
        let mut characters = head.chars();
        let slot = match characters.next() {
            Some('A') => &mut about.author,
            Some('D') => &mut about.title,
            Some('S' | 'U') => &mut about.source,
            _ => continue,
        };
        let value = characters.as_str();
        // `#Author of this list` is a comment, `#A Author` and `#AAuthor` are heads.
        let is_head = value.starts_with(|c: char| !c.is_lowercase());
        if is_head && !value.trim().is_empty() {
            slot.get_or_insert(value.trim().to_owned());
        }
    }
    about
}

/// What a line cannot say.
fn unwritable(puzzle: &Puzzle) -> Vec<String> {
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
            parts.push("regions that are not of one size".to_owned());
        }
        Boxes::Own(numbers) if rows >= 10 && !has_whole_regions(numbers, rows) => {
            parts.push("regions of several pieces".to_owned());
        }
        Boxes::None => parts.push("a grid without boxes".to_owned()),
        Boxes::Default(size) if *size != 0 && *size != rows => {
            parts.push(format!("boxes of {size} cells"));
        }
        _ => {}
    }
    if matches!(layout.boxes, Boxes::Own(_)) && !all_single(puzzle) {
        parts.push("pencil marks in a jigsaw".to_owned());
    }
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

/// Whether every region has as many cells as a row, and all cells are in regions.
fn is_regular(layout: &Layout) -> bool {
    let boxes = layout.box_cells();
    let size = usize::from(layout.rows);
    boxes.len() == size && boxes.iter().all(|cells| cells.len() == size)
}

/// Returns `true` if each region is in one piece: readers take digits for a map only then.
fn has_whole_regions(numbers: &[Option<u8>], side: u8) -> bool {
    let places: Vec<u8> = numbers.iter().flatten().copied().collect();
    is_connected(&places, side.into())
}

fn all_single(puzzle: &Puzzle) -> bool {
    restrictions(puzzle)
        .iter()
        .all(|digits| digits.len() == 1 || *digits == puzzle.layout.digits())
}

/// The digits that each cell may take by its givens.
fn restrictions(puzzle: &Puzzle) -> Vec<DigitSet> {
    let mut all = vec![puzzle.layout.digits(); puzzle.layout.cell_count()];
    for given in &puzzle.givens {
        if let Some(digits) = all.get_mut(given.cell.index()) {
            *digits = *digits & given.digits;
        }
    }
    all
}

fn written(puzzle: &Puzzle) -> String {
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
        return cells.iter().map(candidates).collect();
    }
    let given = |digits: &DigitSet| digits.single().filter(|_| layout.digit_count > 1);
    // Readers take `A` for 1 where no digit below 10 tells otherwise.
    let low = cells.iter().filter_map(given).any(|digit| digit < 10);
    let symbol = |digits: &DigitSet| match given(digits) {
        None => '.',
        Some(digit) if layout.rows >= 10 && !low => char::from(b'A' + digit - 1),
        Some(digit) => digit_char(digit),
    };
    let mut text: String = cells.iter().map(symbol).collect();
    if let Boxes::Own(numbers) = &layout.boxes {
        // Letters are not digits in grids up to 9x9.
        let first = if has_whole_regions(numbers, layout.rows) {
            1
        } else {
            10
        };
        let region = |number: &Option<u8>| number.map_or('.', |n| digit_char(n + first));
        text.extend(numbers.iter().map(region));
    } else if !text.contains('.') && layout.digit_count > 1 {
        text.insert(0, '=');
    }
    text
}
