//! Reads the declarations of a constraint text: its grid, regions and variables.

use super::forms::regions::Pieces;
use super::forms::variables::MAX_CELLS;
use super::forms::{chaos, doppelganger, regions, shape, variables};
use super::kit::{Grid, Item, Kind};
use super::resolve::Constraint;
use crate::kit::ReadError;
use cluewright_puzzle::{Boxes, Extra, Layout, Puzzle};
use std::collections::BTreeMap;

/// A section of constraint text.
pub(super) enum Section<'t> {
    /// A drawing of the grid in one of the raw formats.
    Raw(super::raw::Raw),
    /// A list of constraints.
    Listed(Vec<Constraint<'t>>),
}

/// The parts of a puzzle that come from declarations.
pub(super) struct Declared {
    /// The puzzle with its layout and its auxiliary variables. Regions that are not boxes have
    /// become clues.
    pub(super) puzzle: Puzzle,
    /// Number of cells in a box or region, if the text states it.
    pub(super) region_size: Option<u8>,
}

/// Collects the declarations of all sections.
pub(super) fn declare(sections: &[Section]) -> Result<Declared, ReadError> {
    // The shape is found first, because other declarations depend on it but may precede it in the text.
    let mut puzzle = Puzzle::new(layout(sections)?);
    let longer = puzzle.layout.rows.max(puzzle.layout.columns);
    let mut found = Found::default();
    for section in sections {
        match section {
            Section::Raw(raw) => found.raw(raw),
            Section::Listed(constraints) => {
                // Groups cannot contain declarations, so only the top level is searched.
                for constraint in constraints {
                    // Declarations are read here, before `Reader` checks the other constraints, so they are checked here too.
                    check_grid(constraint, &puzzle.layout)?;
                    found.add(constraint, &puzzle.layout)?;
                }
            }
        }
    }
    let size = found.region_size.unwrap_or(longer);
    puzzle.layout.boxes = match found.no_boxes || !puzzle.layout.lines {
        true => Boxes::None,
        // Boxes of the default size are always stored as 0, so that equal grids have equal layouts.
        false => Boxes::Default(if size == longer { 0 } else { size }),
    };
    // The boxes have already been set, because pieces become boxes only in a grid that has none.
    found.pieces.settle(&mut puzzle, size)?;
    if let (Some(item), Boxes::Own(_)) = (found.doppelganger, &puzzle.layout.boxes) {
        let message = "`.Doppelganger` with jigsaw pieces in place of boxes is not supported";
        let help = "ISS applies it to rows and columns only; draw the pieces with `.AllDifferent`";
        return Err(item.error(message).help(help));
    }
    puzzle.extras.extend(found.variables.into_values());
    if let Some(item) = found.chaos {
        puzzle
            .extras
            .push(chaos::labels(item, &puzzle.layout, size)?);
    }
    if found.doppelganger.is_some() && any_item(sections, &doppelganger::names_missing_digit) {
        doppelganger::add_variables(&mut puzzle);
    }
    // ISS numbers its cells in the order of these names, so our variables must be in the same order.
    puzzle.extras.sort_by(|a, b| a.name.cmp(&b.name));
    match puzzle.cell_count() {
        0..=MAX_CELLS => Ok(Declared {
            puzzle,
            region_size: found.region_size,
        }),
        count => Err(ReadError::new(format!(
            "the puzzle has {count} cells, including its variables; the limit is {MAX_CELLS}"
        ))),
    }
}

/// The declarations found so far. If a declaration that may occur only once is repeated, the last
/// one is kept.
#[derive(Default)]
struct Found<'i, 't> {
    no_boxes: bool,
    region_size: Option<u8>,
    pieces: Pieces<'t>,
    variables: BTreeMap<String, Extra>,
    chaos: Option<&'i Item<'t>>,
    doppelganger: Option<&'i Item<'t>>,
}

impl<'i, 't> Found<'i, 't> {
    fn raw(&mut self, raw: &super::raw::Raw) {
        self.no_boxes |= raw.no_boxes;
        if let Some(regions) = &raw.regions {
            self.pieces.add_drawn(regions.clone());
        }
    }

    fn add(&mut self, constraint: &'i Constraint<'t>, layout: &Layout) -> Result<(), ReadError> {
        let item = &constraint.item;
        match (constraint.kind.kind, constraint.kind.rule) {
            (Kind::NoBoxes, _) => self.no_boxes = true,
            (Kind::RegionSize, _) => self.region_size = Some(regions::read_size(item, layout)?),
            (Kind::Jigsaw, _) => self.pieces.add(item, layout)?,
            (Kind::Var, _) => {
                let group = variables::read(item, layout)?;
                self.variables.insert(group.name.clone(), group);
            }
            (_, "chaos-construction") => self.chaos = Some(item),
            (_, "doppelganger") => self.doppelganger = Some(item),
            _ => {}
        }
        Ok(())
    }
}

/// Returns the layout of the first `Shape` or raw grid. All later ones must agree with it.
fn layout(sections: &[Section]) -> Result<Layout, ReadError> {
    let mut first: Option<Layout> = None;
    let mut agree = |found: Layout, item: Option<&Item>| match &first {
        Some(first) if *first != found => {
            let message = "the second `Shape` describes a different grid from the first";
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
            Section::Listed(constraints) => {
                let shapes = constraints
                    .iter()
                    .filter(|c| matches!(c.kind.kind, Kind::Shape));
                for Constraint { item, .. } in shapes {
                    agree(shape::read(item)?, Some(item))?;
                }
            }
        }
    }
    Ok(first.unwrap_or_default())
}

fn any_item(sections: &[Section], test: &impl Fn(&Item) -> bool) -> bool {
    sections.iter().any(|section| match section {
        Section::Raw(_) => false,
        Section::Listed(constraints) => constraints.iter().any(|c| c.any(test)),
    })
}

/// Refuses a constraint on a grid that its type does not support: some types need rows and columns
/// that do not repeat digits, or a square grid.
pub(super) fn check_grid(constraint: &Constraint, layout: &Layout) -> Result<(), ReadError> {
    let Constraint { kind, item, .. } = constraint;
    let name = kind.name;
    match kind.grid {
        Grid::Sudoku | Grid::Square if !layout.lines => Err(item.error(format!(
            "`.{name}` needs a grid whose rows and columns have no repeats; this grid is raw"
        ))),
        Grid::Square if layout.rows != layout.columns => {
            Err(item.error(format!("`.{name}` needs as many rows as columns")))
        }
        _ if !kind.fits(layout) => {
            let (low, high) = (layout.min_digit, layout.max_digit());
            Err(item.error(format!(
                "`.{name}` is not allowed on a grid with the digits {low} to {high}"
            )))
        }
        _ => Ok(()),
    }
}
