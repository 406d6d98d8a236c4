//! Data that depends on the layout alone: houses, their overlaps, and regions made of houses.
//!
//! Few layouts occur in practice, so frames are cached.

use crate::compiled::clues::{Cite, ClueSets};
use crate::propagation::{Shared, Word};
use crate::relations::lattice::Lattice;
use crate::relations::{Different, Locked};
use cluewright_puzzle::{Cell, Layout};
use std::sync::{Arc, Mutex};

/// A set of grid cells, one bit per cell. Ten words are enough, because a grid has at most 625 cells.
pub(crate) type CellSet = [u64; 10];

/// The houses of a layout, and the relations and regions derived from them.
#[derive(Debug)]
pub(crate) struct Frame {
    /// Number of cells of the grid.
    pub(crate) cells: usize,
    /// Rows, columns and boxes, each as an all-different relation.
    pub(crate) houses: Vec<Different>,
    /// A relation for each pair of full houses that share at least two cells.
    pub(crate) overlaps: Vec<Locked>,
    /// The clue sets of `houses` and `overlaps`: one per house, then one per overlap. The set of an overlap contains both of its
    /// houses.
    pub(crate) sets: ClueSets,
    /// Unions of neighbouring full houses.
    pub(crate) regions: Vec<Region>,
    /// `true` if all houses are full and form a lattice.
    pub(crate) is_lattice: bool,
    /// For each cell, the cells that must differ from it.
    shared: Shared<u64>,
}

/// A union of full houses: a set of cells that holds every digit once per house.
#[derive(Clone, Debug)]
pub(crate) struct Region {
    pub(crate) cells: CellSet,
    pub(crate) houses: Vec<u32>,
}

/// Maximum number of cached layouts.
const KEPT: usize = 32;

impl Frame {
    /// Returns the frame of a layout whose cells have `values` possible values. Takes the frame from the cache if possible.
    pub(crate) fn of(layout: &Layout, values: usize) -> Arc<Self> {
        static FRAMES: Mutex<Vec<(Layout, usize, Arc<Frame>)>> = Mutex::new(vec![]);
        let mut frames = FRAMES
            .lock()
            // A poisoned cache can still be used, because only complete frames are added to it.
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some((.., frame)) = frames.iter().find(|f| f.1 == values && f.0 == *layout) {
            return Arc::clone(frame);
        }
        let frame = Arc::new(Self::new(layout, values));
        if frames.len() == KEPT {
            frames.remove(0);
        }
        frames.push((layout.clone(), values, Arc::clone(&frame)));
        frame
    }

    fn new(layout: &Layout, values: usize) -> Self {
        let cells = houses(layout);
        let vars: Vec<Vec<u16>> = cells
            .iter()
            .map(|c| c.iter().map(|c| c.0).collect())
            .collect();
        let mut shared = Shared::new(0, 0, layout.cell_count());
        vars.iter().for_each(|house| shared.exclude(house));
        let mut sets = ClueSets::default();
        (0..vars.len()).for_each(|house| _ = sets.one(Cite::House(house as u16)));
        let overlaps = overlaps(&vars, values);
        overlaps
            .iter()
            .for_each(|(_, houses)| _ = sets.union(*houses));
        Self {
            cells: layout.cell_count(),
            is_lattice: values == 9 && vars.iter().map(|house| &house[..]).eq(Lattice::houses()),
            overlaps: overlaps.into_iter().map(|(locked, _)| locked).collect(),
            sets,
            regions: regions(layout, &vars, values),
            houses: vars.iter().map(|house| Different::new(house)).collect(),
            shared,
        }
    }

    /// Copies the exclusions among the grid's cells into `shared`.
    pub(crate) fn exclude<W: Word>(&self, shared: &mut Shared<W>) {
        shared.add_exclusions(&self.shared);
    }
}

/// Returns the houses of a layout: rows, columns, boxes.
#[must_use]
pub fn houses(layout: &Layout) -> Vec<Vec<Cell>> {
    layout.houses()
}

/// Creates a relation for each pair of full houses that share at least two cells: their unshared cells hold the same values.
/// Returns each relation with the indices of its two houses.
fn overlaps(houses: &[Vec<u16>], values: usize) -> Vec<(Locked, [u32; 2])> {
    let full = |house: &&(usize, &Vec<u16>)| house.1.len() == values;
    let full: Vec<(usize, &Vec<u16>)> = houses.iter().enumerate().filter(|h| full(&h)).collect();
    let mut overlaps = vec![];
    for (n, (i, a)) in full.iter().enumerate() {
        for (j, b) in &full[..n] {
            let locked = overlap(a, b).map(|locked| (locked, [*i as u32, *j as u32]));
            overlaps.extend(locked);
        }
    }
    overlaps
}

/// Creates the relation between the unshared cells of two full houses. Returns `None` unless the houses differ and share at
/// least two cells.
pub(crate) fn overlap(a: &[u16], b: &[u16]) -> Option<Locked> {
    let common = a.iter().filter(|var| b.contains(var)).count();
    (common > 1 && common < a.len()).then(|| Locked::new(&only(a, b), &only(b, a)))
}

/// Returns the variables of `these` that are not among `those`.
fn only(these: &[u16], those: &[u16]) -> Vec<u16> {
    let left = these.iter().copied();
    left.filter(|var| !those.contains(var)).collect()
}

/// Returns the regions of a layout: runs of adjacent rows or columns, and rectangles of adjacent boxes.
fn regions(layout: &Layout, houses: &[Vec<u16>], values: usize) -> Vec<Region> {
    let single = |(number, house): (usize, &Vec<u16>)| {
        (house.len() == values).then(|| Region {
            cells: set_of(house.iter().copied()),
            houses: vec![number as u32],
        })
    };
    let singles: Vec<Option<Region>> = houses.iter().enumerate().map(single).collect();
    let lines = layout.line_count();
    let rows = lines.min(layout.rows.into());
    let across = match layout.box_shape() {
        Some((_, width)) => usize::from(layout.columns / width),
        // Boxes of other shapes form no rectangles. They are treated as a single row, which yields only the boxes themselves,
        // because whole rows are left out.
        None => (singles.len() - lines).max(1),
    };
    let mut regions = vec![];
    runs(&singles[..rows], &mut regions);
    runs(&singles[rows..lines], &mut regions);
    rectangles(&singles[lines..], across, &mut regions);
    regions
}

/// Adds a region for every run of adjacent full lines, except the run of all lines.
fn runs(lines: &[Option<Region>], regions: &mut Vec<Region>) {
    for first in 0..lines.len() {
        let mut run = Region {
            cells: CellSet::default(),
            houses: vec![],
        };
        for line in &lines[first..] {
            let Some(line) = line else { break };
            run.join(line);
            if run.houses.len() < lines.len() {
                regions.push(run.clone());
            }
        }
    }
}

/// Adds a region for each full box and each rectangle of full boxes. Whole bands and stacks are left out, because they are
/// also runs of lines.
fn rectangles(boxes: &[Option<Region>], across: usize, regions: &mut Vec<Region>) {
    let down = boxes.len() / across;
    let corners = (0..down).flat_map(|top| (0..across).map(move |left| (top, left)));
    for (top, left) in corners {
        let sizes = (1..=down - top).flat_map(|h| (1..=across - left).map(move |w| (h, w)));
        for (height, width) in sizes {
            if (height == down || width == across) && height * width > 1 {
                continue;
            }
            let places = (top..top + height)
                .flat_map(|row| (left..left + width).map(move |column| row * across + column));
            let members: Option<Vec<&Region>> = places.map(|place| boxes[place].as_ref()).collect();
            if let Some(members) = members {
                let mut union = Region {
                    cells: CellSet::default(),
                    houses: vec![],
                };
                members.into_iter().for_each(|member| union.join(member));
                regions.push(union);
            }
        }
    }
}

impl Region {
    fn join(&mut self, other: &Self) {
        self.cells
            .iter_mut()
            .zip(other.cells)
            .for_each(|(a, b)| *a |= b);
        self.houses.extend_from_slice(&other.houses);
    }
}

/// Converts grid variables to a set of cells.
pub(crate) fn set_of(vars: impl Iterator<Item = u16>) -> CellSet {
    let mut set = CellSet::default();
    for var in vars {
        set[usize::from(var) / 64] |= 1 << (var % 64);
    }
    set
}
