//! What a text declares before its constraints can be read: the grid, its regions, its variables.

use super::args::{integer, plain_integer};
use super::text::{Item, Piece};
use super::types::{Form, Grid};
use crate::formats::ReadError;
use crate::puzzle::{Boxes, Cell, Clue, Extra, Layout, Puzzle};
use std::collections::BTreeMap;

/// The longest side of a grid, and the most digits.
pub(super) const MAX_SIZE: i64 = 16;
/// The most cells, with those of all variables.
const MAX_CELLS: usize = 1000;
/// The groups of a Doppelganger puzzle: the digits missing from columns, rows and boxes, in that order.
pub(super) const DOPPELGANGERS: [&str; 3] = ["DGR", "DGC", "DGB"];

/// The lists that make up a text, in its order.
pub(super) enum Section<'t> {
    /// A drawing of the grid in one of the raw formats.
    Raw(super::raw::Raw),
    Items(Vec<Item<'t>>),
}

/// What the declarations amount to.
pub(super) struct Declared {
    /// The layout and the extras; the regions that are no boxes as clues.
    pub(super) puzzle: Puzzle,
    /// How many cells a default box or a region of the setter's has.
    pub(super) region_size: u8,
}

/// Reads the declarations of all sections.
pub(super) fn declare(sections: &[Section]) -> Result<Declared, ReadError> {
    let layout = layout(sections)?;
    let mut puzzle = Puzzle::new(layout);
    let mut no_boxes = !puzzle.layout.lines;
    let mut region_size = None;
    let mut pieces = Pieces::default();
    let mut vars: BTreeMap<String, (u16, u8)> = BTreeMap::new();
    let mut chaos = None;
    let mut doppelganger = None;
    for section in sections {
        let items = match section {
            Section::Raw(raw) => {
                no_boxes |= raw.no_boxes;
                if let Some(regions) = &raw.regions {
                    pieces.layouts.push((regions.clone(), None));
                }
                continue;
            }
            Section::Items(items) => items,
        };
        for item in items {
            check_grid(item, &puzzle.layout)?;
            match item.kind.form {
                Form::NoBoxes => no_boxes = true,
                Form::RegionSize => region_size = Some(size_argument(item, &puzzle.layout)?),
                Form::Jigsaw => pieces.layouts.push(jigsaw(item, &puzzle.layout)?),
                Form::Var => {
                    let (prefix, group) = var(item, &puzzle.layout)?;
                    vars.insert(format!("V{prefix}"), group);
                }
                Form::Chaos => chaos = Some(item),
                Form::Global if item.kind.rule == "doppelganger" => doppelganger = Some(item),
                _ => {}
            }
        }
    }

    let longer = puzzle.layout.rows.max(puzzle.layout.columns);
    let size = region_size.unwrap_or(longer);
    puzzle.layout.boxes = match no_boxes {
        true => Boxes::None,
        false => Boxes::Default(if size == longer { 0 } else { size }),
    };
    pieces.settle(&mut puzzle, size, longer)?;
    for (name, (size, columns)) in vars {
        let values = puzzle.layout.digits();
        puzzle.extras.push(Extra {
            name,
            size,
            columns,
            values,
        });
    }
    if let Some(item) = chaos {
        puzzle.extras.push(labels(item, &puzzle.layout, size)?);
    }
    if doppelganger.is_some() && sections.iter().any(names_doppelgangers) {
        add_doppelgangers(&mut puzzle);
    }
    puzzle.extras.sort_by(|a, b| a.name.cmp(&b.name));
    match puzzle.cell_count() {
        0..=MAX_CELLS => Ok(Declared {
            puzzle,
            region_size: size,
        }),
        count => Err(ReadError::new(format!(
            "the puzzle has {count} cells with its variables; {MAX_CELLS} is the most"
        ))),
    }
}

/// The geometry of the first `Shape`, with which all others must agree.
fn layout(sections: &[Section]) -> Result<Layout, ReadError> {
    let mut first: Option<Layout> = None;
    let mut agree = |found: Layout, item: Option<&Item>| match &first {
        Some(first) if *first != found => {
            let message = "a second `Shape` asks for another grid than the first";
            Err(item.map_or_else(|| ReadError::new(message), |item| item.error(message)))
        }
        _ => {
            first = Some(found);
            Ok(())
        }
    };
    for section in sections {
        match section {
            Section::Raw(raw) => {
                if let Some(size) = raw.size {
                    agree(Layout::square(size), None)?;
                }
            }
            Section::Items(items) => {
                for item in items.iter().filter(|i| i.kind.form == Form::Shape) {
                    agree(shape(item)?, Some(item))?;
                }
            }
        }
    }
    Ok(first.unwrap_or_default())
}

/// Reads `Shape~RxC~range~grid type`.
fn shape(item: &Item) -> Result<Layout, ReadError> {
    let mut arguments = item.arguments();
    let (rows, columns) = match arguments.next() {
        Some(piece) if !piece.text.is_empty() => dimensions(&piece, MAX_SIZE)?,
        _ => (9, 9),
    };
    let longer = rows.max(columns);
    let (low, high) = match arguments.next() {
        Some(piece) if !piece.text.is_empty() => range(&piece)?,
        _ => (1, longer),
    };
    let lines = match arguments.next() {
        None => true,
        Some(piece) => match &*piece.text {
            "" | "Sudoku" => true,
            "Raw" => false,
            _ => return Err(piece.error("the type of a grid is `Sudoku` or `Raw`")),
        },
    };
    let digits = high - low + 1;
    if lines && digits < longer {
        return Err(item.error(format!(
            "{digits} digits cannot fill a row or column of {longer} cells without a repeat"
        )));
    }
    Ok(Layout {
        rows: rows as u8,
        columns: columns as u8,
        min_digit: low as u8,
        digit_count: digits as u8,
        lines,
        boxes: Boxes::Default(0),
    })
}

fn range(piece: &Piece) -> Result<(i64, i64), ReadError> {
    let most = 1..=MAX_SIZE;
    let read = match piece.text.split_once('-') {
        None => plain_integer(&piece.text, &most).map(|high| (1, high)),
        Some((low, high)) => plain_integer(low, &(0..=1))
            .zip(plain_integer(high, &(0..=MAX_SIZE)))
            .filter(|(low, high)| most.contains(&(high - low + 1))),
    };
    let expected = "digits are written `9` or `0-8`: from 0 or 1 on, at most 16 of them";
    read.ok_or_else(|| piece.error(expected))
}

fn dimensions(piece: &Piece, most: i64) -> Result<(i64, i64), ReadError> {
    let side = |text| plain_integer(text, &(1..=most));
    piece
        .text
        .split_once('x')
        .and_then(|(rows, columns)| side(rows).zip(side(columns)))
        .ok_or_else(|| {
            piece.error(format!(
                "a size is written `6x9`: rows and columns, each 1 to {most}"
            ))
        })
}

/// Refuses types that need rows and columns, or a square, on other grids.
pub(super) fn check_grid(item: &Item, layout: &Layout) -> Result<(), ReadError> {
    let name = item.kind.name;
    match item.kind.grid {
        Grid::Sudoku | Grid::Square if !layout.lines => Err(item.error(format!(
            "`.{name}` needs a grid with rows and columns; this one is raw"
        ))),
        Grid::Square if layout.rows != layout.columns => {
            Err(item.error(format!("`.{name}` needs as many rows as columns")))
        }
        _ => Ok(()),
    }
}

fn size_argument(item: &Item, layout: &Layout) -> Result<u8, ReadError> {
    let missing = || item.error("`.RegionSize` needs a number of cells");
    let piece = item.arguments().next().ok_or_else(missing)?;
    let size = integer(
        &piece,
        "the size of a region",
        1..=layout.digit_count.into(),
    )?;
    Ok(size as u8)
}

/// Reads `Var~prefix~label~size` into the prefix, the number of cells and the number in a row.
fn var(item: &Item, layout: &Layout) -> Result<(String, (u16, u8)), ReadError> {
    let mut arguments = item.arguments();
    let prefix = arguments
        .next()
        .ok_or_else(|| item.error("`.Var` needs a prefix"))?;
    let upper = |text: &str| text.bytes().all(|b| b.is_ascii_uppercase());
    if prefix.text.is_empty() || prefix.text.len() > 20 || !upper(&prefix.text) {
        return Err(prefix.error("a prefix is 1 to 20 of the letters A to Z"));
    }
    let _label = arguments.next();
    let group = match arguments.next() {
        Some(piece) if piece.text.contains('x') => {
            let (rows, columns) = dimensions(&piece, 250)?;
            (rows * columns, columns)
        }
        Some(piece) if !piece.text.is_empty() => {
            let size = integer(&piece, "a number of cells", 1..=MAX_CELLS as i64)?;
            (size, i64::from(layout.columns))
        }
        _ => (1, 1),
    };
    let (size, columns) = group;
    let columns = if size == 1 { 0 } else { columns.min(size) };
    Ok((prefix.text.into_owned(), (size as u16, columns as u8)))
}

/// Reads `Jigsaw~layout`, or the older `Jigsaw~shape~layout`.
fn jigsaw<'t>(
    item: &Item<'t>,
    layout: &Layout,
) -> Result<(Vec<char>, Option<Piece<'t>>), ReadError> {
    let piece = item.arguments().take(2).last();
    let piece = piece.ok_or_else(|| item.error("`.Jigsaw` needs a layout"))?;
    let (found, expected) = (piece.text.chars().count(), layout.cell_count());
    if found != expected {
        return Err(piece.error(format!(
            "the layout has {found} characters, but the grid has {expected} cells"
        )));
    }
    Ok((piece.text.chars().collect(), Some(piece)))
}

/// The regions that the setter drew.
#[derive(Default)]
struct Pieces<'t> {
    /// One character for each cell, and where they stand.
    layouts: Vec<(Vec<char>, Option<Piece<'t>>)>,
}

impl Pieces<'_> {
    /// Makes the regions the boxes of a grid that has no others, else clues.
    fn settle(self, puzzle: &mut Puzzle, size: u8, longer: u8) -> Result<(), ReadError> {
        let boxless = puzzle.layout.box_cells().is_empty();
        let mut numbers: Vec<Option<u8>> = vec![None; puzzle.layout.cell_count()];
        let mut count = 0;
        let mut seen: Vec<Vec<Cell>> = vec![];
        for (chars, piece) in &self.layouts {
            let error = |message: String| match piece {
                None => ReadError::new(message),
                Some(piece) => piece.error(message),
            };
            for cells in regions(chars, longer, puzzle.layout.digit_count, error)? {
                if cells.len() != usize::from(size) {
                    let found = cells.len();
                    return Err(error(format!(
                        "region `{}` has {found} cells; a region has {size}",
                        chars[cells[0].index()]
                    )));
                }
                if seen.contains(&cells) {
                    continue;
                }
                let free = cells.iter().all(|c| numbers[c.index()].is_none());
                if boxless && free {
                    for cell in &cells {
                        numbers[cell.index()] = Some(count);
                    }
                    count += 1;
                } else {
                    puzzle.clues.push(Clue::on("extra-region", cells.clone()));
                }
                seen.push(cells);
            }
        }
        if count > 0 {
            puzzle.layout.boxes = Boxes::Own(numbers);
        }
        Ok(())
    }
}

/// The regions of a layout in the order of their first cells. One region over all is none; one of
/// another size than a house's is left out.
fn regions(
    chars: &[char],
    longer: u8,
    digits: u8,
    error: impl Fn(String) -> ReadError,
) -> Result<Vec<Vec<Cell>>, ReadError> {
    let mut order: Vec<char> = vec![];
    let mut lists: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (index, &c) in chars.iter().enumerate() {
        lists
            .entry(c)
            .or_insert_with(|| {
                order.push(c);
                vec![]
            })
            .push(Cell::from_index(index));
    }
    if order.len() == 1 {
        return Ok(vec![]);
    }
    let house = usize::from(longer)..=usize::from(digits);
    let (kept, left_out): (Vec<char>, Vec<char>) = order
        .into_iter()
        .partition(|c| house.contains(&lists[c].len()));
    if let [first, second, ..] = left_out[..] {
        return Err(error(format!(
            "regions `{first}` and `{second}` have {} and {} cells; at most one may differ from {longer}",
            lists[&first].len(),
            lists[&second].len()
        )));
    }
    Ok(kept.into_iter().filter_map(|c| lists.remove(&c)).collect())
}

/// The region labels of a puzzle whose regions are to be found.
fn labels(item: &Item, layout: &Layout, size: u8) -> Result<Extra, ReadError> {
    let cells = layout.cell_count();
    if size < 2 || !cells.is_multiple_of(size.into()) {
        return Err(item.error(format!(
            "{cells} cells cannot be cut into regions of {size}"
        )));
    }
    let regions = cells / usize::from(size);
    if regions > usize::from(layout.digit_count) {
        let digits = layout.digit_count;
        return Err(item.error(format!(
            "{regions} regions cannot be told apart by {digits} digits"
        )));
    }
    Ok(Extra {
        name: "CC".to_owned(),
        size: cells as u16,
        columns: layout.columns,
        values: layout.digits().iter().take(regions).collect(),
    })
}

/// Whether some constraint names a digit missing from a row, column or box.
fn names_doppelgangers(section: &Section) -> bool {
    fn named(item: &Item) -> bool {
        let cell = |text: &str| {
            let rest = DOPPELGANGERS.iter().find_map(|g| text.strip_prefix(g));
            rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
        };
        item.arguments().any(|piece| cell(&piece.text)) || item.children.iter().any(named)
    }
    matches!(section, Section::Items(items) if items.iter().any(named))
}

/// Adds variables for the digits missing from columns, rows and boxes.
fn add_doppelgangers(puzzle: &mut Puzzle) {
    let layout = &puzzle.layout;
    let boxes = layout.box_cells().len() as u16;
    let sizes = [layout.columns.into(), layout.rows.into(), boxes];
    let values = layout.digits();
    for (name, size) in DOPPELGANGERS
        .into_iter()
        .zip(sizes)
        .filter(|(_, size)| *size > 0)
    {
        puzzle.extras.push(Extra {
            name: name.to_owned(),
            size,
            columns: 0,
            values,
        });
    }
}

/// What ties these variables to the grid: with the digits of its house, each adds up to all digits.
pub(super) fn doppelganger_relations(puzzle: &Puzzle) -> Vec<Clue> {
    let layout = &puzzle.layout;
    let firsts: [(&str, Vec<Cell>); 3] = [
        ("column", layout.row(0).collect()),
        ("row", layout.column(0).collect()),
        ("box", layout.box_cells().iter().map(|b| b[0]).collect()),
    ];
    let mut clues = vec![];
    for (name, (house, cells)) in DOPPELGANGERS.into_iter().zip(firsts) {
        if puzzle.extra(name).is_none() {
            continue;
        }
        for (index, cell) in cells.into_iter().enumerate() {
            let (number, first) = (index + 1, layout.name(cell));
            let formula = format!("{name}[{number}] == missing({house}({first}))");
            clues.push(Clue::new("relation").with("formula", formula.as_str()));
        }
    }
    clues
}
