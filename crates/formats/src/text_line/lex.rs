//! Classifies lines as rows of cells, headings, prose or comments.

use super::digits::BLANKS;
use super::line;
use super::table::Table;
use cluewright_puzzle::digit_of_char;
use std::ops::Range;

/// A line without surrounding white space, and its byte offset.
pub(super) type Line<'t> = (usize, &'t str);

/// Consecutive lines that contain cells or frames.
#[derive(Clone, Debug, Default)]
pub(super) struct Block<'t> {
    pub(super) lines: Vec<Line<'t>>,
    /// The heading that precedes the block and numbers its grid, such as `Grid 01`.
    pub(super) title: Option<&'t str>,
    /// `true` if only blank lines separate the block from the one before.
    pub(super) follows: bool,
    /// The indices of lines that have a blank line before them.
    pub(super) gaps: Vec<usize>,
}

impl Block<'_> {
    /// Returns the byte range of the block.
    pub(super) fn place(&self) -> Range<usize> {
        let start = self.lines.first().map_or(0, |(at, _)| *at);
        let end = self.lines.last().map_or(0, |(at, line)| at + line.len());
        start..end
    }

    /// Returns the number of symbols per line, and the number of words per line. Leaves out a number that is not
    /// the same in all lines.
    pub(super) fn widths(&self) -> Vec<usize> {
        let of_symbols = |line: &str| symbols(line).count();
        let of_words = |line: &str| line.split_whitespace().count();
        let same = |width: &dyn Fn(&str) -> usize| {
            let first = width(self.lines.first()?.1);
            let is_same = |(_, line): &Line| width(line) == first;
            self.lines.iter().all(is_same).then_some(first)
        };
        [same(&of_symbols), same(&of_words)]
            .into_iter()
            .flatten()
            .collect()
    }
}

/// A text that is split into blocks and other lines.
#[derive(Debug, Default)]
pub(super) struct Sheet<'t> {
    pub(super) blocks: Vec<Block<'t>>,
    /// The lines that are neither cells, comments nor headings.
    pub(super) prose: Vec<&'t str>,
}

impl<'t> Sheet<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        let width = usual_width(text);
        let mut sheet = Self::default();
        let mut block = Block::default();
        for (at, line) in trim_lines(text) {
            if is_comment(line) {
                continue;
            }
            let is_prose = is_prose(line, width);
            if !line.is_empty() && !is_prose {
                block.lines.push((at, line));
                continue;
            }
            let is_blank = line.is_empty();
            if !block.lines.is_empty() {
                sheet.blocks.push(std::mem::take(&mut block));
                block.follows = true;
            }
            if is_blank {
                continue;
            }
            // This line separates the next block from the last one, so `follows` is reset too.
            block = Block::default();
            if is_numbered(line) {
                block.title = Some(line);
            } else if !is_markup(line) {
                sheet.prose.push(line);
            }
        }
        if !block.lines.is_empty() {
            sheet.blocks.push(block);
        }
        sheet
    }
}

/// Returns the lines of the text with their byte offsets, without line terminators. If the text has no line feed, as on old
/// Macs, a carriage return alone ends a line.
pub(super) fn lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let mut at = 0;
    text.split_inclusive(end).map(move |line| {
        let start = at;
        at += line.len();
        (start, line.trim_end_matches(['\n', '\r']))
    })
}

/// Returns the lines of the text with their byte offsets, without surrounding white space. The marks that mail programs put
/// before quoted lines count as white space.
pub(super) fn trim_lines(text: &str) -> impl Iterator<Item = Line<'_>> {
    let is_quote = |(_, line): Line<'_>| line.is_empty() || line.starts_with('>');
    // The text is quoted only if every non-empty line begins with `>`, because `>` may also mark the blanks of a grid.
    let is_quoted = text.starts_with('>') && lines(text).all(is_quote);
    // In a table, tabs at the ends of a row enclose blank cells, so they are kept.
    let is_table = usual_tabs(text) >= FEWEST_TABS;
    lines(text).map(move |(at, line)| {
        let is_around = |c: char| c.is_whitespace() && !(is_table && c == '\t');
        let body = line.trim_start_matches(|c| is_around(c) || is_quoted && c == '>');
        (
            at + line.len() - body.len(),
            body.trim_end_matches(is_around),
        )
    })
}

/// Minimum number of tabs in the lines of a table: a row of a 4x4 grid has three tabs between its cells.
const FEWEST_TABS: usize = 3;

/// Returns the most frequent number of tabs in a line.
fn usual_tabs(text: &str) -> usize {
    const MOST: usize = 32;
    if !text.contains('\t') {
        return 0;
    }
    let mut counts = [0_usize; MOST];
    for (_, line) in lines(text).filter(|(_, line)| !line.is_empty()) {
        // All lines with more tabs than a row of any grid share the last counter.
        counts[line.matches('\t').count().min(MOST - 1)] += 1;
    }
    (0..MOST).max_by_key(|&tabs| counts[tabs]).unwrap_or(0)
}

/// Returns `true` for a comment: a line that starts with `//`, or with `#` unless it is a row of cells.
pub fn is_comment(line: &str) -> bool {
    line.starts_with("//") || line.starts_with('#') && !is_row_of_hashes(line)
}

/// Returns `true` for a row of cells with `#` for blanks. Such a row has digits and several `#`, unlike a comment.
pub(super) fn is_row_of_hashes(line: &str) -> bool {
    let is_cell = |byte: u8| byte == b'#' || byte.is_ascii_digit();
    line.len() >= 4
        && line.bytes().all(is_cell)
        && line.bytes().filter(|byte| *byte == b'#').count() > 1
        && line.bytes().any(|byte| byte.is_ascii_digit())
}

/// Returns `true` for the head of a section (`[Puzzle]`, `[/code]`), a code fence, or the beginning or end of a LaTeX
/// environment.
pub(super) fn is_markup(line: &str) -> bool {
    let name = line
        .strip_prefix('[')
        .and_then(|rest| rest.strip_suffix(']'));
    let is_name = |c: char| c.is_alphabetic() || c == ' ' || c == '/';
    name.is_some_and(|name| name.chars().all(is_name))
        || line.starts_with("```") && !line.contains(|c: char| c.is_ascii_digit())
        || line.starts_with("\\begin{") && line.ends_with('}')
        || line.starts_with("\\end{") && line.ends_with('}')
}

/// Returns `true` for a heading that numbers the grid below, such as `Grid 01` or `Puzzle #3:`.
fn is_numbered(line: &str) -> bool {
    const LONGEST: usize = 40;
    let name = line.trim_end_matches([':', '.', ')']);
    let words = name.trim_end_matches(|c: char| c.is_ascii_digit());
    let is_word = |c: char| c.is_alphabetic() || " #№.-".contains(c);
    let letters = words.chars().filter(|c| c.is_alphabetic()).count();
    line.len() <= LONGEST && words != name && letters >= 3 && words.chars().all(is_word)
}

/// Returns `true` for markup, and for a line of words that is neither a grid nor a row of a grid. `width` is the most
/// frequent number of symbols in a line.
fn is_prose(line: &str, width: usize) -> bool {
    if is_markup(line) {
        return true;
    }
    let letters = words_of_letters(line);
    // The header of a table consists of words, but is not prose.
    if letters == 0 || Table::of(line).is_some() {
        return false;
    }
    let is_cell = |c: char| c.is_ascii_digit() || BLANKS.contains(&c);
    let longest = line.split(|c| !is_cell(c)).map(str::len).max();
    let holds_grid = || line::holds_grid(line);
    let cells = line.chars().filter(|&c| is_cell(c)).count();
    let is_row = || {
        let may_be_digit = |c: char| {
            let value = digit_of_char(c).map_or(usize::MAX, usize::from);
            is_cell(c) || value.saturating_sub(9) <= width
        };
        symbols(line).count() == width && symbols(line).all(may_be_digit)
    };
    letters > cells && longest < Some(7) && !is_row() && !holds_grid()
}

/// Returns the number of letters in words that have at least three letters, of which at least two are lower case. In a
/// numbered heading, the case does not matter.
fn words_of_letters(line: &str) -> usize {
    let words = line.split(|c: char| !c.is_alphabetic());
    let lengths = words.filter_map(|word| {
        let small = word.chars().filter(|c| c.is_lowercase()).count();
        let length = word.chars().count();
        (length >= 3 && (small >= 2 || is_numbered(line))).then_some(length)
    });
    let letters = lengths.sum();
    // A single word may be a row of a large grid, so it alone does not make a line prose.
    if line.contains(|c: char| !c.is_alphanumeric() && !BLANKS.contains(&c)) {
        letters
    } else {
        0
    }
}

fn symbols(line: &str) -> impl Iterator<Item = char> {
    line.chars()
        .filter(|c| !c.is_whitespace() && !"|│║┃,;".contains(*c))
}

/// Returns the most frequent number of symbols in a line.
fn usual_width(text: &str) -> usize {
    const WIDEST: usize = 64;
    let mut counts = [0_usize; WIDEST];
    for (_, line) in trim_lines(text) {
        let width = symbols(line).take(WIDEST).count();
        // Blank lines are not counted, because they could be more frequent than rows.
        if (1..WIDEST).contains(&width) {
            counts[width] += 1;
        }
    }
    let widths = 0..WIDEST;
    widths.max_by_key(|&width| counts[width]).unwrap_or(0)
}
