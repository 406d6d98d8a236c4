//! Boxes, and regions that the setter drew: `NoBoxes`, `RegionSize~6`, `Jigsaw~112…`.

use crate::iss::kit::{
    Family, Grid, Item, Kind, Piece, Token, Type, Writer, any_clue, int, integer,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Boxes, Cell, Clue, Layout, Puzzle};
use std::collections::BTreeMap;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::of("NoBoxes", "", Kind::NoBoxes)
            .top()
            .on(Grid::Sudoku),
        Type::of("RegionSize", "", Kind::RegionSize)
            .top()
            .on(Grid::Sudoku),
        Type::of("Jigsaw", "", Kind::Jigsaw).top().on(Grid::Sudoku),
    ],
    restated: &[],
};

/// Characters for the regions of a jigsaw; the last one is for cells outside all regions.
const REGION_NAMES: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/// Reads `RegionSize~n`.
pub(in crate::iss) fn read_size(item: &Item, layout: &Layout) -> Result<u8, ReadError> {
    let missing = || item.error("`.RegionSize` needs a number of cells");
    let piece = item.arguments().next().ok_or_else(missing)?;
    let range = 1..=layout.digit_count.into();
    Ok(integer(&piece, "the size of a region", range)? as u8)
}

/// Collects the regions that the setter drew.
#[derive(Default)]
pub(in crate::iss) struct Pieces<'t> {
    /// Drawings with one character for each cell, each drawing with the argument that contains it (`None` in a raw
    /// grid).
    layouts: Vec<(Vec<char>, Option<Piece<'t>>)>,
}

impl<'t> Pieces<'t> {
    /// Adds regions from a drawing of the grid.
    pub(in crate::iss) fn add_drawn(&mut self, regions: Vec<char>) {
        self.layouts.push((regions, None));
    }

    /// Reads `Jigsaw~layout`, or the older `Jigsaw~shape~layout`.
    pub(in crate::iss) fn add(
        &mut self,
        item: &Item<'t>,
        layout: &Layout,
    ) -> Result<(), ReadError> {
        let piece = item.arguments().take(2).last();
        let piece = piece.ok_or_else(|| item.error("`.Jigsaw` needs a layout"))?;
        let (found, expected) = (piece.text.chars().count(), layout.cell_count());
        if found != expected {
            return Err(piece.error(format!(
                "the layout has {found} characters, but the grid has {expected} cells"
            )));
        }
        self.layouts
            .push((piece.text.chars().collect(), Some(piece)));
        Ok(())
    }

    /// Uses the regions as boxes if the grid has none; otherwise adds them as clues. A region that overlaps an earlier
    /// one always becomes a clue.
    pub(in crate::iss) fn settle(self, puzzle: &mut Puzzle, size: u8) -> Result<(), ReadError> {
        let boxless = puzzle.layout.box_cells().is_empty();
        let mut numbers: Vec<Option<u8>> = vec![None; puzzle.layout.cell_count()];
        let mut count = 0;
        let mut seen: Vec<Vec<Cell>> = vec![];
        for (chars, piece) in &self.layouts {
            let error = |message: String| match piece {
                None => ReadError::new(message),
                Some(piece) => piece.error(message),
            };
            for cells in regions(chars, &puzzle.layout, size).map_err(error)? {
                // Several layouts can draw the same region. Each copy would otherwise become an extra region.
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

/// Returns the regions of a drawing, in the order of their first cells. The result is empty if one region covers
/// the whole grid. At most one region may have more or fewer cells than a house; it is left out.
fn regions(chars: &[char], layout: &Layout, size: u8) -> Result<Vec<Vec<Cell>>, String> {
    let mut order: Vec<char> = vec![];
    let mut lists: BTreeMap<char, Vec<Cell>> = BTreeMap::new();
    for (index, &c) in chars.iter().enumerate() {
        let list = lists.entry(c).or_default();
        if list.is_empty() {
            order.push(c);
        }
        list.push(Cell::from_index(index));
    }
    if order.len() == 1 {
        return Ok(vec![]);
    }
    let house = houses(layout);
    let (kept, left_out): (Vec<char>, Vec<char>) = order
        .into_iter()
        .partition(|c| house.contains(&lists[c].len()));
    if let [first, second, ..] = left_out[..] {
        return Err(format!(
            "regions `{first}` and `{second}` have {} and {} cells; at most one may differ from {}",
            lists[&first].len(),
            lists[&second].len(),
            house.start()
        ));
    }
    let other = |c: &&char| lists[c].len() != usize::from(size);
    if let Some(c) = kept.iter().find(other) {
        let found = lists[c].len();
        return Err(format!("region `{c}` has {found} cells, expected {size}"));
    }
    Ok(kept.into_iter().filter_map(|c| lists.remove(&c)).collect())
}

/// Returns the range of cell counts that a drawn region may have.
fn houses(layout: &Layout) -> std::ops::RangeInclusive<usize> {
    layout.rows.max(layout.columns).into()..=layout.digit_count.into()
}

/// Returns the region size to write; `None` if the puzzle does not need one.
pub(super) fn size_of(puzzle: &Puzzle) -> Option<u8> {
    let layout = &puzzle.layout;
    let longer = layout.rows.max(layout.columns);
    let size = match (&layout.boxes, chaos_size(puzzle)) {
        (Boxes::Default(n), _) if layout.lines && *n != 0 => *n,
        (Boxes::Own(numbers), chaos) if layout.lines => match jigsaw(layout, numbers) {
            Some((region, _)) if chaos.is_none_or(|size| size == region) => region as u8,
            _ => chaos.unwrap_or(longer.into()) as u8,
        },
        (_, chaos) => chaos.unwrap_or(longer.into()) as u8,
    };
    (size != longer).then_some(size)
}

/// Returns the number of cells in each region of a chaos construction.
fn chaos_size(puzzle: &Puzzle) -> Option<i64> {
    let chaos = puzzle
        .clues
        .iter()
        .find(|c| c.rule == "chaos-construction")?;
    int(chaos, "count")
}

/// Writes the boxes of a puzzle.
pub(in crate::iss) fn write(writer: &mut Writer) -> Vec<Token> {
    let puzzle = writer.puzzle;
    let layout = &puzzle.layout;
    let longer = layout.rows.max(layout.columns);
    let chaos = chaos_size(puzzle);
    let mut tokens = vec![];
    match &layout.boxes {
        Boxes::Default(_) | Boxes::Own(_) if !layout.lines => {
            tokens.extend(plain_regions(writer));
        }
        Boxes::Default(n) => {
            let n = if *n == 0 { longer } else { *n };
            if let Some(size) = chaos.filter(|&size| size != i64::from(n)) {
                writer.fail(format!(
                    "boxes of {n} cells together with regions of {size}"
                ));
            }
        }
        Boxes::None if layout.lines => tokens.push(Token::new("NoBoxes", "")),
        Boxes::None => {}
        Boxes::Own(numbers) => {
            let is_doppelganger = |clue: &Clue| clue.rule == "doppelganger";
            if any_clue(&puzzle.clues, &is_doppelganger) {
                writer.fail(
                    "`doppelganger` with regions, because ISS applies it to default boxes only",
                );
            }
            // Without `NoBoxes`, ISS would keep its default boxes and add the pieces to them.
            tokens.push(Token::new("NoBoxes", ""));
            match jigsaw(layout, numbers) {
                Some((region, drawing)) if chaos.is_none_or(|size| size == region) => {
                    tokens.push(Token::new("Jigsaw", drawing));
                }
                _ => tokens.extend(plain_regions(writer)),
            }
        }
    }
    if let Some(size) = size_of(puzzle) {
        tokens.insert(0, Token::new("RegionSize", size.to_string()));
    }
    tokens
}

/// Writes the boxes as sets of different digits. Used for boxes that ISS would not accept as regions.
fn plain_regions(writer: &mut Writer) -> Vec<Token> {
    // Sets of different digits are not regions in ISS, so these rules would no longer apply to them.
    const LOOK_AT_BOXES: [&str; 2] = ["region-sum-line", "region-same-values"];
    let looks = |clue: &Clue| LOOK_AT_BOXES.contains(&&*clue.rule);
    if any_clue(&writer.puzzle.clues, &looks) {
        writer.fail("regions of this size together with rules about regions");
    }
    let boxes = writer.puzzle.layout.box_cells();
    let token = |cells: &Vec<Cell>| Token::new("AllDifferent", writer.names(cells));
    boxes.iter().map(token).collect()
}

/// Returns the size of the regions and their drawing; `None` if ISS would not accept them as regions.
fn jigsaw(layout: &Layout, numbers: &[Option<u8>]) -> Option<(i64, String)> {
    let regions = layout.box_cells();
    let size = regions.first()?.len();
    let house = houses(layout);
    let outside = numbers.iter().filter(|n| n.is_none()).count();
    // If as many cells are outside all regions as a house has, the reader would interpret them as one more region. The
    // reader ignores a single region. Neither case can be drawn. The last character is reserved for the cells outside.
    let good = house.contains(&size)
        && regions.iter().all(|cells| cells.len() == size)
        && (outside == 0 || !house.contains(&outside))
        && regions.len() + usize::from(outside > 0) > 1
        && regions.len() < REGION_NAMES.len();
    let mut drawing = vec![REGION_NAMES[REGION_NAMES.len() - 1]; numbers.len()];
    for (cells, &name) in regions.iter().zip(REGION_NAMES) {
        for cell in cells {
            drawing[cell.index()] = name;
        }
    }
    let drawing = drawing.into_iter().map(char::from).collect();
    good.then_some((size as i64, drawing))
}
