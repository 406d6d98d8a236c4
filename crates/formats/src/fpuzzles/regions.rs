//! Reads the regions of an f-puzzles file. Only the cells that the setter edited have a region
//! number.

use crate::kit::ReadError;
use crate::kit::node::Node;
use cluewright_puzzle::{Boxes, Cell, Layout};
use serde_json::Value;
use std::collections::BTreeMap;

/// The `region` members of a file's cells.
#[derive(Default)]
pub(super) struct Regions {
    /// For each edited cell, its region number (`None` for no region) and its path in the file. The map is sorted, so that an
    /// error names the first cell of a region.
    edited: BTreeMap<Cell, (Option<u8>, String)>,
}

impl Regions {
    /// Records the region of a cell.
    pub(super) fn read(&mut self, at: Cell, cell: &Node<'_>) -> Result<(), ReadError> {
        // `get` would drop `null`, but here `null` means that the cell has no region.
        let Some(node) = cell.member("region") else {
            return Ok(());
        };
        let number = match node.value {
            Value::Null => None,
            Value::Number(number) if number.as_i64() == Some(-1) => None,
            // A number that is not one of the grid's regions means no region, so a large number is not an error.
            _ => u8::try_from(node.number(0, i64::from(u16::MAX))?).ok(),
        };
        self.edited.insert(at, (number, node.place()));
        Ok(())
    }

    /// Returns the default boxes if no cell was edited, otherwise the regions with the edits
    /// applied.
    pub(super) fn boxes(self, layout: &Layout) -> Result<Boxes, ReadError> {
        let default = default_regions(layout);
        if self.edited.is_empty() {
            return Ok(Boxes::Default(0));
        }
        let size = usize::from(layout.rows);
        let mut numbers: Vec<Option<u8>> = default.iter().copied().map(Some).collect();
        for (cell, (number, _)) in &self.edited {
            numbers[cell.index()] = number.filter(|&n| usize::from(n) < size);
        }
        if numbers.iter().all(Option::is_none) {
            return Ok(Boxes::None);
        }
        // Edits that restore the default regions become default boxes, because explicit regions have no `box_shape`.
        if numbers.iter().zip(&default).all(|(n, d)| *n == Some(*d)) {
            return Ok(Boxes::Default(0));
        }
        self.check_sizes(&numbers, size)?;
        Ok(Boxes::Own(numbers))
    }

    fn check_sizes(&self, numbers: &[Option<u8>], size: usize) -> Result<(), ReadError> {
        let mut counts = BTreeMap::new();
        for number in numbers.iter().flatten() {
            *counts.entry(*number).or_insert(0) += 1;
        }
        let Some((wrong, count)) = counts.into_iter().find(|&(_, count)| count != size) else {
            return Ok(());
        };
        // A region without edited cells can lose cells to its neighbours. It has no path in the file, so the error names
        // the grid.
        let mut edited = self.edited.values();
        let place = edited
            .find(|(number, _)| *number == Some(wrong))
            .map_or("grid", |(_, place)| place.as_str());
        Err(
            ReadError::new(format!("region {wrong} has {count} cells, expected {size}"))
                .place(place)
                .help(
                    "give it the missing cells, or take its cells out of all regions \
                     (`\"region\": null`) and draw an extra region instead",
                ),
        )
    }
}

/// Returns the region number of each cell in a grid without edits: rectangles or, if none fit,
/// rows.
pub(super) fn default_regions(layout: &Layout) -> Vec<u8> {
    let size = layout.rows;
    let default = Layout::square(size);
    let (height, width) = default.box_shape().unwrap_or((1, size));
    layout
        .cells()
        .map(|cell| {
            let (row, column) = layout.place(cell);
            row / height * (size / width) + column / width
        })
        .collect()
}
