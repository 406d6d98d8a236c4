//! Plain text: grids of one line, drawn grids, pencil marks, jigsaws.
//!
//! One line is one puzzle: 81 characters for a 9x9 grid, and n·n for others up to 25x25. Blanks are one
//! of `.`, `0`, `_`, `*`, `-`, `?` throughout a puzzle. Digits above 9 are letters, `A` = 10; where a grid
//! of ten or more has letters but none of 1 to 9, `A` is 1. A line may also be
//!
//! * n·n·n characters: the digits that each cell may take,
//! * 2·n·n characters: givens and a jigsaw's regions, or, from 10x10 on, two decimal digits per cell,
//! * n·n characters with n different symbols n times each: a jigsaw without givens (a `=` before them
//!   says that they are digits, and so does a full grid without repeats),
//! * n·n numbers with spaces or commas between them.
//!
//! A second grid on the line is the solution or the jigsaw's regions; ratings and comments after it are
//! passed over. Several lines that draw one grid are one puzzle; a drawing that repeats all givens of the
//! one before is that puzzle's state: its other digits are entries.

mod block;
mod line;

use super::picture::lines;
use super::{Format, ReadError, ReadOptions, WriteError};
use crate::puzzle::{About, Boxes, DigitSet, Layout, Puzzle, digit_char};
use block::Drawn;

/// Grids as plain text.
#[derive(Debug)]
pub struct TextLine;

/// The most rows and columns of a grid.
const MOST: usize = 25;

/// How lines are read.
#[derive(Clone, Copy)]
struct Style {
    /// Whether `0` is the lowest digit rather than a blank.
    zero_is_digit: bool,
    /// Whether the line is one of several: those have grids of 4x4 or more.
    is_list: bool,
}

/// A run of lines that say something, with their offsets.
type Block<'t> = Vec<(usize, &'t str)>;

impl Format for TextLine {
    fn name(&self) -> &'static str {
        "text-line"
    }

    fn about(&self) -> &'static str {
        "81 characters per puzzle (16, 36, 256, 625 … for other sizes), or drawn grids"
    }

    fn recognises(&self, text: &str) -> bool {
        let said = |(_, line): &(usize, &str)| !line.is_empty() && !is_comment(line);
        let mut said = trimmed_lines(text).filter(said).take(2);
        said.any(|(_, line)| looks_like_cells(line))
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        let mut puzzles = vec![];
        let mut last = None;
        let mut blocks = blocks(text).enumerate().peekable();
        while let Some((index, block)) = blocks.next() {
            let style = Style {
                zero_is_digit: options.zero_is_digit,
                is_list: index > 0 || block.len() > 1 || blocks.peek().is_some(),
            };
            if block::is_drawn(&block) {
                let drawn = block::read(text, &block, style.zero_is_digit)?;
                last = add_drawn(&mut puzzles, last, drawn);
            } else {
                let lines = if index == 0 {
                    without_header(&block)
                } else {
                    &block
                };
                add_lines(&mut puzzles, lines, style)?;
                last = None;
            }
        }
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
        super::refuse_unread(puzzle, self.name())?;
        let parts = unwritable(puzzle);
        if !parts.is_empty() {
            let format = self.name();
            return Err(WriteError { format, parts });
        }
        Ok(format!("{}\n", written(puzzle)))
    }
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
        let start: Vec<char> = text.chars().take(1000).collect();
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

/// Lines between blank lines and section heads, without comments.
fn blocks(text: &str) -> impl Iterator<Item = Block<'_>> {
    let mut lines = trimmed_lines(text);
    std::iter::from_fn(move || {
        let mut block = vec![];
        for (at, line) in lines.by_ref() {
            if !line.is_empty() && !line.starts_with('[') {
                block.extend((!is_comment(line)).then_some((at, line)));
            } else if !block.is_empty() {
                break;
            }
        }
        (!block.is_empty()).then_some(block)
    })
}

/// The lines after the names of columns, if the first line has only names.
fn without_header<'b, 't>(block: &'b [(usize, &'t str)]) -> &'b [(usize, &'t str)] {
    let name = |word: &str| word.starts_with(|c: char| c.is_alphabetic()) && !line::fits(word);
    match block {
        [(_, first), rest @ ..]
            if !rest.is_empty() && first.split([',', ';', '\t']).all(|word| name(word.trim())) =>
        {
            rest
        }
        _ => block,
    }
}

/// Adds a drawn grid, or what it says about the puzzle before; returns where that puzzle stands.
fn add_drawn(puzzles: &mut Vec<Puzzle>, last: Option<usize>, drawn: Drawn) -> Option<usize> {
    let before = last.and_then(|index| puzzles.get_mut(index));
    if let Some(before) = before.filter(|p| p.layout == drawn.puzzle.layout) {
        if drawn.is_marks {
            before
                .warnings
                .push("pencil marks after the grid are notes: left out".to_owned());
            return last;
        }
        let given = |given| drawn.puzzle.givens.contains(given);
        if !before.givens.is_empty() && before.givens.iter().all(given) {
            let entered = drawn.puzzle.givens.iter();
            let entered = entered.filter(|given| !before.givens.contains(given));
            let entry = |given: &crate::puzzle::Given| Some((given.cell, given.digits.single()?));
            before.entries = entered.filter_map(entry).collect();
            return last;
        }
    }
    puzzles.push(drawn.puzzle);
    Some(puzzles.len() - 1)
}

/// Adds the puzzles of lines; a line of regions after one of givens makes a jigsaw of both.
fn add_lines(
    puzzles: &mut Vec<Puzzle>,
    lines: &[(usize, &str)],
    style: Style,
) -> Result<(), ReadError> {
    let mut open = false;
    for &(at, line) in lines {
        let puzzle = line::read(line, style).map_err(|mut error| {
            error.span = error.span.map(|span| at + span.start..at + span.end);
            error
        })?;
        let regions_only = puzzle.givens.is_empty() && matches!(puzzle.layout.boxes, Boxes::Own(_));
        match puzzles.last_mut() {
            Some(before) if open && regions_only && before.layout.rows == puzzle.layout.rows => {
                before.layout = puzzle.layout;
                open = false;
            }
            _ => {
                open = matches!(puzzle.layout.boxes, Boxes::Default(_));
                puzzles.push(puzzle);
            }
        }
    }
    Ok(())
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

/// The side of a square grid with this number of cells.
fn side(cells: usize) -> Option<u8> {
    let side = cells.isqrt();
    (side * side == cells && (1..=MOST).contains(&side)).then_some(side as u8)
}

/// The layout of a plain grid.
fn layout(side: u8, zero_is_digit: bool) -> Layout {
    Layout {
        min_digit: u8::from(!zero_is_digit),
        ..Layout::square(side)
    }
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
        let region = |number: &Option<u8>| number.map_or('.', |n| digit_char(n + 1));
        text.extend(numbers.iter().map(region));
    } else if !text.contains('.') && layout.digit_count > 1 {
        text.insert(0, '=');
    }
    text
}
