//! Plain text: grids on lines, in drawings, lists, tables and links. `docs/FORMATS.md` describes the accepted forms.
//!
//! Reading has four steps:
//!
//! * `lex` separates rows of cells from headings, prose and comments.
//! * `cuts` and `Picture` divide a drawing into cells in every known way; `line`, `table`, `nested` and `link` find the
//!   cells in text of other forms.
//! * `digits` and `regions` turn the cells into givens or a map, and refuse anything else.
//! * `list` joins the parts of one puzzle.
//!
//! If two readings of a text give different puzzles, the text is refused.

mod cuts;
mod digits;
mod drawing;
mod grid;
mod lex;
mod line;
mod link;
mod list;
mod nested;
mod regions;
mod table;
mod write;

use crate::kit::{Format, ReadError, ReadOptions, WriteError, refuse_unread};
use cluewright_puzzle::{About, Puzzle};
use grid::{Grid, Style};
pub use lex::is_comment;
use lex::{Sheet, trim_lines};
pub use link::game_of;
pub use list::Part;
use list::Piece;
pub use regions::is_map_line;
pub use table::{PUZZLE, SOLUTION, wrong_width};
use write::{unwritable, write_puzzle};

/// Grids as plain text.
#[derive(Debug)]
pub struct TextLine;

/// Maximum number of bytes that are examined to recognise the format, so that a large list takes no longer than a small one.
const LONGEST_HEAD: usize = 1 << 16;

impl Format for TextLine {
    fn name(&self) -> &'static str {
        "text-line"
    }

    fn recognises(&self, text: &str) -> bool {
        let first = text.trim_start().lines().next().unwrap_or_default();
        if first.starts_with(['{', '[']) && !lex::is_markup(first.trim_end()) {
            return nested::holds_grids(text);
        }
        if link::grid_of_link(text).is_some() || link::is_game_id(text) {
            return true;
        }
        let end = text.floor_char_boundary(LONGEST_HEAD);
        let head = &text[..end];
        let sheet = Sheet::new(head);
        let looks_like_cells = |block: &lex::Block| {
            // The first line of a block may name the columns of a table, so the second line is examined as well.
            let mut lines = block.lines.iter().take(2);
            lines.any(|(_, line)| looks_like_cells(line)) || drawing::is_framed_or_square(block)
        };
        sheet.blocks.iter().take(2).any(looks_like_cells)
            || !link::games(head).is_empty()
            || nested::holds_grids(text)
            || link::raster(head, false).is_some()
    }

    fn read(&self, text: &str, options: &ReadOptions) -> Result<Vec<Puzzle>, ReadError> {
        let pieces = pieces(text, options).into_iter();
        let mut puzzles: Vec<Puzzle> =
            pieces.map(|piece| piece.puzzle).collect::<Result<_, _>>()?;
        match &mut puzzles[..] {
            [] => Err(ReadError::new("the text contains no grid")
                .help("a 9x9 grid is written as 81 characters, with `.` for blanks")),
            // Header lines describe the whole text, so they apply only if the text has only one puzzle.
            [only] => {
                let title = only.about.title.take();
                only.about = about(text);
                only.about.title = only.about.title.take().or(title);
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
        Ok(format!("{}\n", write_puzzle(puzzle)))
    }
}

/// Returns the parts of the text that contain one puzzle each. A part is a line, or several lines together.
pub fn parts(text: &str, options: &ReadOptions) -> Vec<Part> {
    let pieces = pieces(text, options).into_iter();
    pieces.map(|piece| piece.part).collect()
}

/// Returns one entry for each puzzle in the text: the puzzle, or the error if it cannot be read.
fn pieces(text: &str, options: &ReadOptions) -> Vec<Piece> {
    let mut pieces = read_pieces(text, options);
    for puzzle in pieces
        .iter_mut()
        .filter_map(|piece| piece.puzzle.as_mut().ok())
    {
        puzzle.warnings.extend(regions::slip(puzzle));
    }
    pieces
}

fn read_pieces(text: &str, options: &ReadOptions) -> Vec<Piece> {
    let whole = |puzzle| Piece::whole(text, puzzle);
    let style = Style {
        zero_is_digit: options.zero_is_digit,
        is_list: true,
    };
    if let Some(read) = nested::read(text, options.zero_is_digit) {
        return match read {
            Ok(puzzles) => puzzles
                .into_iter()
                .map(|puzzle| whole(Ok(puzzle)))
                .collect(),
            Err(error) => vec![whole(Err(error))],
        };
    }
    if let Some(grid) = link::grid_of_link(text) {
        return vec![whole(
            line::grid_of(grid, options.zero_is_digit).map(Grid::into_puzzle),
        )];
    }
    if link::is_game_id(text) {
        return vec![whole(link::read_game_id(text))];
    }
    let games = link::games(text);
    if !games.is_empty() {
        let game = |place: std::ops::Range<usize>| {
            let read = line::read(&text[place.clone()], style).map(Grid::into_puzzle);
            Piece::at(
                place.clone(),
                read.map_err(|error| error.shift(place.start)),
            )
        };
        return games.into_iter().map(game).collect();
    }
    let sheet = Sheet::new(text);
    let prose = sheet.prose.clone();
    let mut pieces = list::pieces(sheet, text, options);
    // The pieces ignore white space that may be blank cells, so they are compared with the text read as a raster.
    let raster = link::raster(text, options.zero_is_digit);
    let is_read = pieces.iter().all(|piece| piece.puzzle.is_ok());
    match raster {
        Some(puzzle) if !is_read => return vec![whole(Ok(puzzle))],
        Some(puzzle) if pieces.iter().all(|piece| piece.differs(&puzzle)) => {
            let error = ReadError::new("the white space between these symbols may be blank cells");
            return vec![whole(Err(error.help("write blanks as `.`")))];
        }
        _ => {}
    }
    if let Some(puzzle) = pieces
        .first_mut()
        .and_then(|piece| piece.puzzle.as_mut().ok())
    {
        puzzle.warnings.extend(prose_note(&prose));
    }
    pieces
}

/// Returns a note that lines of words between grids were ignored; `None` if there are no such
/// lines.
fn prose_note(prose: &[&str]) -> Option<String> {
    const MOST: usize = 3;
    const LONGEST: usize = 60;
    let shown = prose.iter().take(MOST).map(|line| {
        let short: String = line.chars().take(LONGEST).collect();
        format!("`{short}`")
    });
    let shown: Vec<String> = shown.collect();
    let more = match prose.len().saturating_sub(MOST) {
        0 => String::new(),
        more => format!(" and {more} more lines"),
    };
    (!prose.is_empty()).then(|| format!("ignored: {}{more}", shown.join(", ")))
}

/// Returns `true` if a line has a word that looks like a grid, or consists mostly of digits, blanks and frames.
fn looks_like_cells(line: &str) -> bool {
    let plain = |c: &char| {
        c.is_ascii_digit() || "._*-?|+=".contains(*c) || ('\u{2500}'..='\u{257f}').contains(c)
    };
    let mostly = |text: &str| {
        let is_symbol = |c: &char| !c.is_whitespace() && *c != ',';
        let start: Vec<char> = text.chars().filter(is_symbol).take(1000).collect();
        2 * start.iter().filter(|c| plain(c)).count() >= start.len()
    };
    let cells = |c: char| c.is_ascii_alphanumeric() || plain(&c);
    let grid = |word: &str| {
        let known = word.chars().take(1000).all(cells);
        known && line::fits(word) && (word.len() >= 100 || mostly(word)) || is_filled(word)
    };
    let allowed = |c: char| cells(c) || c.is_whitespace() || "#,;:'".contains(c);
    let drawn = line.chars().take(100).all(allowed) && mostly(line);
    drawn || line.split([' ', '\t', ',', ';', '"', '\'']).any(grid)
}

/// Returns `true` for a grid that has an unusual symbol for blanks, or letters for digits.
fn is_filled(word: &str) -> bool {
    let symbol = crate::kit::picture::Symbol { text: word, at: 0 };
    let is_short = line::fits(word) && word.len() <= 4 * 81;
    // A line of one repeated symbol would be a grid without givens, so there must be at least one given.
    is_short
        && matches!(line::grid_of(symbol, false), Ok(Grid::Givens(puzzle)) if !puzzle.givens.is_empty())
}

/// Reads the title, author and source from the header lines of `.sdk` files, such as `#AAuthor`.
fn about(text: &str) -> About {
    let mut about = About::default();
    for (_, line) in trim_lines(text) {
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
        // `#A Author` and `#AAuthor` are header lines, but `#Author of this list` is a comment.
        let is_head = value.starts_with(|c: char| !c.is_lowercase());
        if is_head && !value.trim().is_empty() {
            slot.get_or_insert(value.trim().to_owned());
        }
    }
    about
}
