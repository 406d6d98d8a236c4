//! Borders that are drawn between the cells of a grid, and the boxes that they enclose.

use super::reading::ReadError;
use cluewright_puzzle::{Boxes, Layout};
use std::ops::Range;

/// The borders drawn inside a grid.
#[derive(Debug, Default)]
pub(crate) struct Borders {
    /// For each row, the columns with a bar on their left, counted from 0.
    pub(crate) bars: Vec<Vec<u8>>,
    /// The byte range of each row in the drawing.
    pub(crate) rows: Vec<Range<usize>>,
    /// The rows with a line above them, counted from 0, each with the line's byte range in the drawing.
    pub(crate) lines: Vec<(u8, Range<usize>)>,
}

/// Returns the indices of all borders inside a row or column of `cells` cells. If all of them are drawn, they separate
/// cells, not boxes.
fn between_all(cells: u8) -> Vec<u8> {
    (1..cells).collect()
}

impl Borders {
    /// Returns the layout's boxes if the drawn borders agree with them; otherwise the rectangles that the borders enclose.
    ///
    /// # Errors
    ///
    /// Fails if the borders neither agree with the boxes nor enclose rectangles.
    pub(crate) fn boxes_of(&self, layout: &Layout) -> Result<Boxes, ReadError> {
        match self.conflict(layout) {
            None => Ok(layout.boxes.clone()),
            Some(place) => self
                .rectangles(layout)
                .ok_or_else(|| disagreement(layout, place)),
        }
    }

    /// Checks that the drawn borders are those of the layout's boxes.
    pub(crate) fn check(&self, layout: &Layout) -> Result<(), ReadError> {
        match self.conflict(layout) {
            None => Ok(()),
            Some(place) => Err(disagreement(layout, place)),
        }
    }

    /// Finds the first row or line whose borders disagree with the boxes of the layout. Bars or lines that are drawn
    /// between all cells, or nowhere, agree with any boxes.
    fn conflict(&self, layout: &Layout) -> Option<Range<usize>> {
        // Most drawings have no borders, and listing the regions would take longer than reading the rest of such a drawing.
        if self.lines.is_empty() && self.bars.iter().all(Vec::is_empty) {
            return None;
        }
        let regions = regions_of(layout);
        let columns = usize::from(layout.columns);
        let region =
            |row: u8, column: u8| regions[usize::from(row) * columns + usize::from(column)];
        let bars = |row: u8| -> Vec<u8> {
            let is_border = |&column: &u8| region(row, column - 1) != region(row, column);
            (1..layout.columns).filter(is_border).collect()
        };
        let is_line = |&row: &u8| (0..layout.columns).any(|c| region(row - 1, c) != region(row, c));
        let lines: Vec<u8> = (1..layout.rows).filter(is_line).collect();

        let everywhere = between_all(layout.columns);
        let is_silent =
            self.bars.iter().all(Vec::is_empty) || self.bars.iter().all(|row| *row == everywhere);
        let mut rows = (0..layout.rows).zip(self.bars.iter().zip(&self.rows));
        let wrong_row = rows.find(|(row, (drawn, _))| !is_silent && **drawn != bars(*row));
        if let Some((_, (_, place))) = wrong_row {
            return Some(place.clone());
        }

        let drawn: Vec<u8> = self.lines.iter().map(|line| line.0).collect();
        if drawn.is_empty() || drawn == lines || drawn == between_all(layout.rows) {
            return None;
        }
        // If every drawn line is a border, the mistake is a missing line, so the error points at the first drawn line.
        let mut places = self.lines.iter();
        let wrong = places.find(|(row, _)| !lines.contains(row));
        wrong.or(self.lines.first()).map(|line| line.1.clone())
    }

    /// Returns the rectangles that the bars and lines enclose, if each of them has as many cells as there are digits.
    fn rectangles(&self, layout: &Layout) -> Option<Boxes> {
        let width = *self.bars.first()?.first()?;
        let height = self.lines.first()?.0;
        let multiples = |step: u8, end: u8| (step..end).step_by(usize::from(step));
        let bars: Vec<u8> = multiples(width, layout.columns).collect();
        let is_regular = self.bars.iter().all(|row| *row == bars)
            && multiples(height, layout.rows).eq(self.lines.iter().map(|line| line.0));
        // Two sides of up to 25 cells can have a product over 255, so it is computed in 16 bits.
        let fits = u16::from(width) * u16::from(height) == u16::from(layout.digit_count);
        (is_regular && fits).then_some(())?;
        rectangles(layout, height, width)
    }
}

fn disagreement(layout: &Layout, place: Range<usize>) -> ReadError {
    let boxes = match (&layout.boxes, layout.box_shape()) {
        (Boxes::Own(_), _) => "the regions".to_owned(),
        (_, Some((height, width))) => format!("the boxes, {height}x{width}"),
        (_, None) => "a grid without boxes".to_owned(),
    };
    ReadError::new(format!(
        "the lines drawn here are not the borders of {boxes}"
    ))
    .at(place)
}

/// Returns the region number of each cell; `None` for cells outside boxes.
fn regions_of(layout: &Layout) -> Vec<Option<usize>> {
    let mut regions = vec![None; layout.cell_count()];
    for (number, cells) in layout.box_cells().iter().enumerate() {
        for cell in cells {
            regions[cell.index()] = Some(number);
        }
    }
    regions
}

/// Returns boxes with these dimensions; `None` if they do not tile the grid, or if there are too many to number.
pub(crate) fn rectangles(layout: &Layout, height: u8, width: u8) -> Option<Boxes> {
    let tiles = height > 0
        && width > 0
        && layout.rows.is_multiple_of(height)
        && layout.columns.is_multiple_of(width);
    tiles.then_some(())?;
    let default = |cells| Layout {
        boxes: Boxes::Default(cells),
        ..layout.clone()
    };
    // `Boxes::Default` cannot hold box sizes over 255, so such boxes become explicit regions.
    let cells = height.checked_mul(width);
    // 0 is tried first, because the usual boxes are `Boxes::Default(0)` everywhere else.
    for cells in [Some(0), cells].into_iter().flatten() {
        let layout = default(cells);
        if layout.box_shape() == Some((height, width)) {
            return Some(layout.boxes);
        }
    }
    let across = layout.columns / width;
    let number = |cell| {
        let (row, column) = layout.place(cell);
        (row / height)
            .checked_mul(across)?
            .checked_add(column / width)
    };
    let numbers: Option<Vec<u8>> = layout.cells().map(number).collect();
    Some(Boxes::Own(numbers?.into_iter().map(Some).collect()))
}

/// Returns the default boxes if the numbered regions equal them, otherwise the regions.
pub(crate) fn default_or_own(layout: &Layout, numbers: Vec<Option<u8>>) -> Boxes {
    // Files may number the same regions in any order, so only the sets of cells are compared.
    let sorted = |boxes: &Boxes| {
        let layout = Layout {
            boxes: boxes.clone(),
            ..layout.clone()
        };
        let mut cells = layout.box_cells();
        cells.sort_unstable();
        cells
    };
    let own = Boxes::Own(numbers);
    match sorted(&own) == sorted(&Boxes::Default(0)) {
        true => Boxes::Default(0),
        false => own,
    }
}
