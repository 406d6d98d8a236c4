//! Divides a drawing into cells in ways that [`Picture`](crate::kit::picture::Picture) does not cover: by separators, by bars, as a
//! raster, and with names of rows and columns.

use super::grid::MOST;
use crate::kit::borders::Borders;
use crate::kit::picture::{Cells, Symbol};

/// Minimum number of rows in a grid. There are no sudokus smaller than 4x4.
const FEWEST: usize = 4;

/// A line of text, with the byte offset of each character.
struct Line<'t> {
    at: usize,
    text: &'t str,
    characters: Vec<(usize, char)>,
}

/// The cells that result from one division of a drawing.
#[derive(Debug)]
pub(super) struct Cut<'t> {
    /// A description of how the cells are separated, for messages.
    pub(super) way: &'static str,
    pub(super) cells: Cells<'t>,
    /// The region number of each cell, if irregular borders are drawn.
    pub(super) regions: Option<Vec<u8>>,
}

/// Returns one result for each way to divide the lines into a square grid.
pub(super) fn cuts<'t>(lines: &[(usize, &'t str)]) -> Vec<Cut<'t>> {
    let lines: Vec<Line> = lines
        .iter()
        .map(|&(at, text)| Line::new(at, text))
        .collect();
    let rows: Vec<&Line> = lines.iter().filter(|line| !line.is_frame()).collect();
    // If the first row names the columns, there is one more row than the grid has.
    if !(FEWEST..=MOST + 1).contains(&rows.len()) {
        // In a raster, a line with few borders does not look like a frame and is counted as a row, so there may be more
        // rows than in a grid.
        return jigsaws(&lines);
    }
    let has_rule = lines.get(1).is_some_and(Line::is_frame);
    let separated = SEPARATORS
        .iter()
        .flat_map(|&separator| fields(&rows, separator, has_rule));
    let mut cuts: Vec<Cut> = separated.collect();
    cuts.extend(find_named_columns(&rows, |line| line.symbols()));
    cuts.extend(find_named_columns(&rows, |line| line.words()));
    cuts.extend(between_bars(&lines, &rows));
    cuts.extend(jigsaws(&lines));
    cuts
}

/// The characters that may separate fields.
const SEPARATORS: [char; 6] = ['\t', ';', ',', '|', '│', '║'];

impl<'t> Line<'t> {
    fn new(at: usize, text: &'t str) -> Self {
        Self {
            at,
            text,
            characters: text.char_indices().collect(),
        }
    }

    fn len(&self) -> usize {
        self.characters.len()
    }

    fn char(&self, column: usize) -> char {
        // Lines are trimmed, so the columns after the end of a line count as spaces.
        self.characters.get(column).map_or(' ', |&(_, c)| c)
    }

    /// Returns the text between two columns as a symbol, without surrounding white space. Empty text is a blank.
    fn cell(&self, columns: std::ops::Range<usize>) -> Symbol<'t> {
        let offset = |column: usize| self.characters.get(column).map_or(self.text.len(), |c| c.0);
        trim(
            &self.text[offset(columns.start)..offset(columns.end)],
            self.at + offset(columns.start),
        )
    }

    /// Returns `true` if the line is part of a frame: it consists of strokes and white space, with at least three
    /// consecutive dashes or one other horizontal stroke.
    fn is_frame(&self) -> bool {
        let characters = || self.characters.iter().map(|c| c.1);
        let is_stroke =
            |c: char| c.is_whitespace() || is_across(c) || is_upright(c) || is_corner(c);
        // One or two consecutive dashes may be blank cells, so a frame needs three.
        let is_long = self.text.contains("---") || characters().any(|c| is_across(c) && c != '-');
        is_long && characters().all(is_stroke)
    }

    /// Returns each character as a symbol, without white space, bars and commas.
    fn symbols(&self) -> Vec<Symbol<'t>> {
        let is_symbol = |c: &char| !c.is_whitespace() && !is_upright(*c) && *c != ',';
        let symbols = self
            .characters
            .iter()
            .enumerate()
            .filter(|(_, (_, c))| is_symbol(c));
        symbols
            .map(|(column, _)| self.cell(column..column + 1))
            .collect()
    }

    fn words(&self) -> Vec<Symbol<'t>> {
        let is_between = |c: char| c.is_whitespace() || is_upright(c) || c == ',';
        let mut words = vec![];
        let mut start = None;
        // The column after the last one counts as a space, so it ends the last word.
        for column in 0..=self.len() {
            match (is_between(self.char(column)), start) {
                (false, None) => start = Some(column),
                (true, Some(from)) => {
                    words.push(self.cell(from..column));
                    start = None;
                }
                _ => {}
            }
        }
        words
    }

    /// Returns the fields between separators as symbols.
    fn fields(&self, separator: char) -> Vec<Symbol<'t>> {
        let mut start = 0;
        let mut fields = vec![];
        for column in 0..=self.len() {
            if column == self.len() || self.char(column) == separator {
                fields.push(unquote(self.cell(start..column)));
                start = column + 1;
            }
        }
        fields
    }
}

fn trim(text: &str, at: usize) -> Symbol<'_> {
    let body = text.trim_start();
    Symbol {
        text: body.trim_end(),
        at: at + text.len() - body.len(),
    }
}

/// Removes the quotes around a field.
fn unquote(field: Symbol<'_>) -> Symbol<'_> {
    for quote in ['"', '\''] {
        let inner = field.text.strip_prefix(quote);
        if let Some(inner) = inner.and_then(|inner| inner.strip_suffix(quote)) {
            return trim(inner, field.at + 1);
        }
    }
    field
}

fn is_across(c: char) -> bool {
    matches!(
        c,
        '-' | '=' | '─' | '━' | '═' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍'
    )
}

fn is_upright(c: char) -> bool {
    matches!(c, '|' | '│' | '┃' | '║' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏')
}

fn is_corner(c: char) -> bool {
    "+*.:'`,".contains(c)
        || ('\u{2500}'..='\u{257f}').contains(&c) && !is_across(c) && !is_upright(c)
}

fn is_heavy(c: char) -> bool {
    matches!(c, '=' | '━' | '═' | '┃' | '║')
}

/// Builds a square grid from rows, if each of their symbols is a single word.
fn square<'t>(way: &'static str, rows: Vec<Vec<Symbol<'t>>>, borders: Borders) -> Option<Cut<'t>> {
    let side = rows.len();
    let is_square = (FEWEST..=MOST).contains(&side) && rows.iter().all(|row| row.len() == side);
    let symbols: Vec<Symbol> = rows.into_iter().flatten().collect();
    // White space inside a symbol shows that the rows were divided wrongly.
    let is_word = |symbol: &Symbol| !symbol.text.contains(char::is_whitespace);
    (is_square && symbols.iter().all(is_word)).then_some(Cut {
        way,
        cells: Cells {
            rows: side as u8,
            columns: side as u8,
            symbols,
            borders,
        },
        regions: None,
    })
}

/// Divides rows at a separator. Rows may also begin or end with the separator, if all of them do.
fn fields<'t>(rows: &[&Line<'t>], separator: char, has_rule: bool) -> Vec<Cut<'t>> {
    let is_there = |line: &&Line| line.characters.iter().any(|c| c.1 == separator);
    if !rows.iter().all(is_there) {
        return vec![];
    }
    let rows: Vec<Vec<Symbol>> = rows.iter().map(|line| line.fields(separator)).collect();
    // A separator at the beginning or end of a row leaves an empty field there. This field is not a
    // cell.
    let ends = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let cuts = ends.into_iter().filter_map(|(before, after)| {
        let is_clear = (before == 0 || are_alike(rows.iter().map(|row| row.first())))
            && (after == 0 || are_alike(rows.iter().map(|row| row.last())));
        if !is_clear {
            return None;
        }
        // Every row contains the separator, so it has at least two fields and the subtraction cannot underflow.
        let inner = |row: &Row<'t>| row.get(before..row.len() - after).map(<[Symbol]>::to_vec);
        let rows: Vec<Row> = rows.iter().map(inner).collect::<Option<_>>()?;
        let rows = without_names(&rows, has_rule).unwrap_or(rows);
        square("fields between separators", rows, Borders::default())
    });
    cuts.collect()
}

type Row<'t> = Vec<Symbol<'t>>;

/// Returns `true` if all rows have the same symbol at one end, and that symbol is neither a digit nor a letter.
fn are_alike<'s, 't: 's>(mut ends: impl Iterator<Item = Option<&'s Symbol<'t>>>) -> bool {
    let first = ends.next().flatten().map(|field| field.text);
    first.is_some_and(|text| !text.contains(char::is_alphanumeric))
        && ends.all(|end| end.map(|field| field.text) == first)
}

/// Divides rows with `cut`, if the first row names the columns.
fn find_named_columns<'t>(
    rows: &[&Line<'t>],
    cut: impl Fn(&Line<'t>) -> Vec<Symbol<'t>>,
) -> Option<Cut<'t>> {
    let rows: Vec<Vec<Symbol>> = rows.iter().map(|line| cut(line)).collect();
    square(
        "rows below names of columns",
        without_names(&rows, false)?,
        Borders::default(),
    )
}

/// Removes the names of columns from the first row, and the names of rows from the start of the others. If only the columns have names,
/// a line must separate them from the cells.
fn without_names<'t>(rows: &[Vec<Symbol<'t>>], has_rule: bool) -> Option<Vec<Vec<Symbol<'t>>>> {
    let [first, rest @ ..] = rows else {
        return None;
    };
    let side = rest.len();
    // Only a division into fields keeps the empty corner above the names of rows. Divisions into words or symbols skip it.
    let names = match &first[..] {
        [corner, names @ ..] if names.len() == side && corner.text.is_empty() => names,
        names => names,
    };
    if !are_names(names, side) {
        return None;
    }
    if has_rule && rest.iter().all(|row| row.len() == side) {
        return Some(rest.to_vec());
    }
    let heads: Vec<Symbol> = rest.iter().filter_map(|row| row.first().copied()).collect();
    let has_heads = rest.iter().all(|row| row.len() == side + 1) && are_names(&heads, side);
    has_heads.then(|| rest.iter().map(|row| row[1..].to_vec()).collect())
}

/// Returns `true` if the symbols are 1, 2, 3 … or A, B, C …
fn are_names(names: &[Symbol], side: usize) -> bool {
    let is_name = |(index, name): (usize, &Symbol)| {
        // There are no letters after Z, so later names can only be numbers.
        let letter = char::from(b'A' + index.min(25) as u8).to_string();
        let text = name.text.trim_end_matches([':', '.', ')']);
        text.eq_ignore_ascii_case(&letter) || text.parse() == Ok(index + 1)
    };
    names.len() == side && side >= FEWEST && names.iter().enumerate().all(is_name)
}

/// Divides rows at bars. The bars must be in the same columns in all rows, with the same number of cells between
/// neighbouring bars.
fn between_bars<'t>(lines: &[Line<'t>], rows: &[&Line<'t>]) -> Option<Cut<'t>> {
    let side = rows.len();
    // `cuts` passes at least `FEWEST` rows, so there is a first one.
    let width = rows[0].len();
    let is_bar = |column: &usize| rows.iter().all(|line| is_upright(line.char(*column)));
    let bars: Vec<usize> = (0..width).filter(is_bar).collect();
    let (&first, &last) = (bars.first()?, bars.last()?);
    let is_framed = first == 0 && last + 1 == width && rows.iter().all(|line| line.len() == width);
    let boxes = bars.len() - 1;
    if !is_framed || boxes == 0 || !side.is_multiple_of(boxes) {
        return None;
    }
    let (gap, cells) = (bars[1] - 1, side / boxes);
    let is_regular = bars.windows(2).all(|pair| pair[1] - pair[0] == gap + 1);
    let pitch = match gap {
        // Without spaces each cell is one character wide. With spaces the cells share the gap evenly, and one column is left over.
        gap if gap == cells => 1,
        gap => (gap - 1) / cells,
    };
    let fits = pitch > 0 && (gap == cells || pitch * cells + 1 == gap || cells == 1);
    if !is_regular || !fits {
        return None;
    }
    let pitch = if cells == 1 { gap } else { pitch };
    let row = |line: &&Line<'t>| -> Vec<Symbol<'t>> {
        let starts = bars[..boxes].iter();
        let places = starts.flat_map(|bar| (0..cells).map(move |cell| bar + 1 + cell * pitch));
        places
            .map(|start| line.cell(start..start + pitch))
            .collect()
    };
    // If the cells share the gap with spaces, the column that is left over must be white space.
    let is_clear = |line: &&Line| {
        let ends = bars[1..].iter();
        cells == 1 || gap == cells || ends.map(|bar| line.char(bar - 1)).all(char::is_whitespace)
    };
    if !rows.iter().all(is_clear) {
        return None;
    }
    let heavy = |column: usize| rows.iter().all(|line| is_heavy(line.char(column)));
    let inner = &bars[1..boxes];
    // If both light and heavy bars are drawn, the light ones separate cells and the heavy ones separate boxes.
    let is_mixed = inner.iter().any(|&bar| heavy(bar)) && !inner.iter().all(|&bar| heavy(bar));
    let borders: Vec<u8> = (1..boxes)
        .filter(|&index| !is_mixed || heavy(bars[index]))
        .map(|index| (index * cells) as u8)
        .collect();
    let borders = Borders {
        bars: vec![borders; side],
        rows: rows
            .iter()
            .map(|line| line.at..line.at + line.text.len())
            .collect(),
        lines: lines_between(lines, side),
    };
    square(
        "cells between bars",
        rows.iter().map(row).collect(),
        borders,
    )
}

/// Returns the lines that are drawn between rows. If both light and heavy lines are drawn, only the heavy ones count.
fn lines_between(lines: &[Line], side: usize) -> Vec<(u8, std::ops::Range<usize>)> {
    let mut above = 0;
    let mut frames = vec![];
    for line in lines {
        if !line.is_frame() {
            above += 1;
        } else if (1..side).contains(&above) {
            let is_heavy = line
                .characters
                .iter()
                .any(|c| is_heavy(c.1) && is_across(c.1));
            frames.push((above as u8, is_heavy, line.at..line.at + line.text.len()));
        }
    }
    let is_mixed = frames.iter().any(|frame| frame.1) && !frames.iter().all(|frame| frame.1);
    let drawn = frames.into_iter().filter(|frame| frame.1 || !is_mixed);
    let mut drawn: Vec<_> = drawn.map(|(row, _, place)| (row, place)).collect();
    // Two frames between the same rows are a double line, so they count as one border.
    drawn.dedup_by_key(|line| line.0);
    drawn
}

/// Divides a raster, in which borders may be drawn between any two cells.
fn jigsaws<'t>(lines: &[Line<'t>]) -> Vec<Cut<'t>> {
    const WIDEST: usize = 8;
    let Some(width) = lines.first().map(Line::len).filter(|width| *width > FEWEST) else {
        return vec![];
    };
    let is_stroke = |c: char| is_across(c) || is_upright(c) || is_corner(c);
    let is_framed = |line: &Line| {
        line.len() == width && is_stroke(line.char(0)) && is_stroke(line.char(width - 1))
    };
    // Each row has at most one line of borders above it, and the last row has one below it.
    if lines.len() > 2 * MOST + 1 || !lines.iter().all(is_framed) {
        return vec![];
    }
    // The text does not state the width of its cells, so each width that divides the line is tried.
    let pitches = (2..=WIDEST).filter(|pitch| (width - 1).is_multiple_of(*pitch));
    let rasters = pitches.flat_map(|pitch| {
        let side = (width - 1) / pitch;
        let regular = (lines.len() == 2 * side + 1).then(|| every_second(lines));
        let compact = rows_and_frames(lines, pitch, side);
        [regular, compact].map(|rows| rows.map(|rows| Raster { pitch, side, rows }))
    });
    rasters
        .flatten()
        .filter_map(|raster| raster.cut())
        .collect()
}

/// Pairs of a line of borders and the row below it. A row may have no borders above it. The last pair contains only the
/// borders below the last row.
type Rows<'l, 't> = Vec<(Option<&'l Line<'t>>, Option<&'l Line<'t>>)>;

/// Reads every second line as a row of cells, and the other lines as borders.
fn every_second<'l, 't>(lines: &'l [Line<'t>]) -> Rows<'l, 't> {
    lines
        .chunks(2)
        .map(|pair| (pair.first(), pair.get(1)))
        .collect()
}

/// Reads lines as rows of cells, with lines of borders between some of them.
fn rows_and_frames<'l, 't>(
    lines: &'l [Line<'t>],
    pitch: usize,
    side: usize,
) -> Option<Rows<'l, 't>> {
    let is_border = |line: &Line| {
        let inside = (0..line.len()).filter(|column| !column.is_multiple_of(pitch));
        let mut inside = inside.map(|column| line.char(column)).peekable();
        let is_drawn = inside.clone().any(is_across);
        is_drawn && inside.all(|c| c == ' ' || is_across(c))
    };
    let mut rows: Rows = vec![];
    let mut above = None;
    for line in lines {
        match is_border(line) {
            // Two lines of borders must have a row of cells between them.
            true if above.is_some() => return None,
            true => above = Some(line),
            false => rows.push((above.take(), Some(line))),
        }
    }
    (rows.len() == side).then(|| {
        rows.push((above, None));
        rows
    })
}

struct Raster<'l, 't> {
    /// Number of characters from one border to the next.
    pitch: usize,
    side: usize,
    rows: Rows<'l, 't>,
}

impl<'t> Raster<'_, 't> {
    fn cut(&self) -> Option<Cut<'t>> {
        let rows = self.rows[..self.side]
            .iter()
            .map(|(_, row)| self.row((*row)?));
        let rows: Vec<Vec<Symbol>> = rows.collect::<Option<_>>()?;
        let regions = self.regions()?;
        let cut = square("cells of a raster", rows, Borders::default())?;
        Some(Cut { regions, ..cut })
    }

    /// Returns the cells of a row; `None` if anything but bars is drawn between the cells.
    fn row(&self, line: &Line<'t>) -> Option<Vec<Symbol<'t>>> {
        let between = (0..=self.side).map(|column| line.char(column * self.pitch));
        let cell = |column: usize| line.cell(column * self.pitch + 1..(column + 1) * self.pitch);
        let is_clear = between.into_iter().all(|c| c == ' ' || is_upright(c));
        is_clear.then(|| (0..self.side).map(cell).collect())
    }

    /// Returns the region number of each cell. `Some(None)` if the borders do not show regions. `None` if a border ends
    /// inside a region, because the drawing is then invalid.
    #[expect(
        clippy::option_option,
        reason = "a drawing without borders is not a failure"
    )]
    fn regions(&self) -> Option<Option<Vec<u8>>> {
        let side = self.side;
        let cells = || (0..side * side).map(|cell| (cell / side, cell % side));
        let left: Vec<Wall> = cells()
            .map(|(row, column)| self.wall_left(row, column))
            .collect();
        let above: Option<Vec<Wall>> = cells()
            .map(|(row, column)| self.wall_above(row, column))
            .collect();
        let above = above?;
        let inner = || {
            let left = cells().zip(&left).filter(|((_, column), _)| *column > 0);
            let above = cells().zip(&above).filter(|((row, _), _)| *row > 0);
            left.chain(above).map(|(_, wall)| *wall)
        };
        // If all borders are drawn in the same style, they separate cells and show no regions.
        let strongest = inner().max()?;
        if inner().all(|wall| wall == strongest) {
            return Some(None);
        }
        // If every border is drawn, only the heavy ones separate regions.
        let is_wall = |wall: Wall| match strongest {
            Wall::Heavy if inner().all(|wall| wall != Wall::None) => wall == Wall::Heavy,
            _ => wall != Wall::None,
        };
        let inner_left = |cell: usize| !cell.is_multiple_of(side);
        let mut regions: Vec<usize> = (0..side * side).collect();
        loop {
            // One pass does not reach every cell of a winding region, so passes repeat until nothing changes.
            let before = regions.clone();
            for cell in 0..side * side {
                let sides = [
                    (left[cell], inner_left(cell), 1),
                    (above[cell], cell >= side, side),
                ];
                for (wall, is_inner, step) in sides {
                    if is_inner && !is_wall(wall) {
                        let least = regions[cell].min(regions[cell - step]);
                        (regions[cell], regions[cell - step]) = (least, least);
                    }
                }
            }
            if before == regions {
                break;
            }
        }
        // A border between two cells of one region shows that the borders do not enclose regions.
        let is_crossed = |(is_inner, wall, cell, step): (bool, Wall, usize, usize)| {
            is_inner && is_wall(wall) && regions[cell] == regions[cell - step]
        };
        let is_apart = |cell: usize| {
            let sides = [
                (inner_left(cell), left[cell], cell, 1),
                (cell >= side, above[cell], cell, side),
            ];
            !sides.into_iter().any(is_crossed)
        };
        let numbers = number_regions(&regions, side)?;
        (0..side * side).all(is_apart).then_some(Some(numbers))
    }

    fn wall_left(&self, row: usize, column: usize) -> Wall {
        let line = self.rows[row].1;
        line.map_or(Wall::None, |line| {
            Wall::of(line.char(column * self.pitch), is_upright)
        })
    }

    /// Returns the kind of border above a cell; `None` if only a part of the border is drawn.
    fn wall_above(&self, row: usize, column: usize) -> Option<Wall> {
        let Some(line) = self.rows[row].0 else {
            return Some(Wall::None);
        };
        let inside = column * self.pitch + 1..(column + 1) * self.pitch;
        let mut walls = inside.map(|column| Wall::of(line.char(column), is_across));
        let first = walls.next()?;
        walls.all(|wall| wall == first).then_some(first)
    }
}

/// The kind of border between two cells. The kinds are ordered by strength, because `Raster::regions` takes the maximum.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Wall {
    None,
    Light,
    Heavy,
}

impl Wall {
    fn of(c: char, is_drawn: fn(char) -> bool) -> Self {
        match is_drawn(c) {
            false => Self::None,
            true if is_heavy(c) => Self::Heavy,
            true => Self::Light,
        }
    }
}

/// Renumbers regions in the order of their first cells. `None` unless there are as many regions as rows, all of the same size.
fn number_regions(regions: &[usize], side: usize) -> Option<Vec<u8>> {
    let mut firsts: Vec<usize> = regions.to_vec();
    firsts.sort_unstable();
    firsts.dedup();
    let size = |first: &usize| regions.iter().filter(|region| *region == first).count();
    let is_regular = firsts.len() == side && firsts.iter().all(|first| size(first) == side);
    let number = |region: &usize| {
        firsts
            .binary_search(region)
            .map_or(0, |number| number as u8)
    };
    is_regular.then(|| regions.iter().map(number).collect())
}
