//! `ChaosConstruction`: regions to be found, with a region label `CC1` … for each cell, and clues that
//! count labels.

use crate::iss::kit::{
    Family, Form, Grid, Item, Piece, Reading, Spot, Token, Type, Unwritable, Writing, cell, integer,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, Extra, Layout, Puzzle};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("ChaosConstruction", "chaos-construction", &Construction)
            .top()
            .on(Grid::Sudoku),
        Type::clue("ChaosArrow", "chaos-arrow", &Counting::Arms).top(),
        Type::clue("ChaosCount", "chaos-count", &Counting::Cells).top(),
    ],
    restated: &[],
};

/// The name of the region labels in ISS. Puzzle files may use another name, so the writer replaces it.
const GROUP: &str = "CC";

/// Returns the ISS name of these cells if they are the region labels of a chaos construction; `None`
/// otherwise.
pub(super) fn name_of_labels(puzzle: &Puzzle, cells: &[Cell]) -> Option<&'static str> {
    let mut constructions = puzzle
        .clues
        .iter()
        .filter(|c| c.rule == "chaos-construction");
    let clue = constructions.next()?;
    (clue.cells_of("cells") == cells).then_some(GROUP)
}

/// Creates the auxiliary variables for the region labels of a puzzle whose regions are to be found.
pub(in crate::iss) fn labels(item: &Item, layout: &Layout, size: u8) -> Result<Extra, ReadError> {
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
            "{regions} regions cannot be distinguished by {digits} digits"
        )));
    }
    Ok(Extra {
        name: GROUP.to_owned(),
        size: cells as u16,
        columns: layout.columns,
        values: layout.digits().iter().take(regions).collect(),
    })
}

/// The type `ChaosConstruction`, which takes no arguments.
struct Construction;

impl Form for Construction {
    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        item.args().end()?;
        let labels = item.cells.group(GROUP).unwrap_or_default();
        let grid: Vec<Cell> = item.layout().cells().collect();
        let clue = item.on(labels).slot("copy", grid);
        let longer = item.layout().rows.max(item.layout().columns);
        let size = item.region_size.unwrap_or(longer);
        Ok(vec![clue.with("count", i64::from(size))])
    }

    fn params(&self) -> &[&'static str] {
        &["count"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let labels = clue.writer.cells.group_of(clue.cells());
        let grid = clue.layout().cells();
        match labels == Some(GROUP) && grid.eq(clue.clue.cells_of("copy").iter().copied()) {
            true => clue.token(""),
            false => Err(clue.cannot("labels other than one layer for the whole grid")),
        }
    }

    fn is_keyed(&self) -> bool {
        true
    }
}

/// The lists of labels that a counting clue `control~offset~labels` accepts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Counting {
    /// Several lists, separated by `-`.
    Arms,
    /// A single list.
    Cells,
}

impl Form for Counting {
    fn usage(&self) -> &'static str {
        match self {
            Self::Arms => "~cell~offset~CC cell~CC cell~-~CC cell",
            Self::Cells => "~cell~offset~CC cell~CC cell",
        }
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let piece = a.next("a cell")?;
        let control = cell(&piece, item.cells)?;
        let offset = match a.optional() {
            None => 0,
            Some(piece) => integer(&piece, "an offset", 0..=1)?,
        };
        let name = item.name();
        let needs = || item.error(format!("`.{name}` needs `.ChaosConstruction`"));
        let labels = item.cells.group(GROUP).ok_or_else(needs)?;
        let written: Vec<Piece> = a.rest().collect();
        // The labels are in the order of the grid's cells, so the index of a cell is also that of its label
        // in `labels`.
        let lists = match labels.get(control.index()) {
            _ if !written.is_empty() => self.lists(item, &labels, &written)?,
            Some(label) => self.default(item, *label),
            None => return Err(piece.error(format!("{} is not in the grid", piece.text))),
        };
        let clue = item.clue().slot("control", [control]);
        let clue = lists
            .into_iter()
            .fold(clue, |clue, list| clue.slot("cells", list));
        Ok(vec![match offset {
            0 => clue,
            _ => clue.with("offset", offset),
        }])
    }

    fn params(&self) -> &[&'static str] {
        &["offset"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let control = clue.writer.names(clue.clue.cells_of("control"));
        let offset = clue.int("offset").unwrap_or(0);
        clue.token(format!("{control}~{offset}~{}", clue.pieces()))
    }
}

impl Counting {
    fn lists(
        self,
        item: &Reading,
        labels: &[Cell],
        written: &[Piece],
    ) -> Result<Vec<Vec<Cell>>, ReadError> {
        let mut lists = vec![];
        for arm in written.split(|piece| piece.text == "-") {
            let label = |piece: &Piece| {
                let label = cell(piece, item.cells)?;
                let known = labels.contains(&label).then_some(label);
                known
                    .ok_or_else(|| piece.error("expected region labels, whose names begin with CC"))
            };
            lists.push(arm.iter().map(label).collect::<Result<Vec<_>, _>>()?);
        }
        if lists.iter().any(Vec::is_empty) {
            return Err(item.error("an arm has no cells"));
        }
        match self == Self::Cells && lists.len() > 1 {
            true => Err(item.error("`.ChaosCount` takes one list of cells")),
            false => Ok(lists),
        }
    }

    /// Returns the labels that are counted if the clue lists none: the four arms that start at the clue's
    /// label, or the label and its neighbours.
    fn default(self, item: &Reading, label: Cell) -> Vec<Vec<Cell>> {
        let from = item.cells.spot(label);
        let step = |down: i32, right: i32, times: i32| {
            item.cells.at(Spot {
                row: from.row + times * down,
                column: from.column + times * right,
                ..from
            })
        };
        if self == Self::Arms {
            let arms = [(-1, 0), (1, 0), (0, -1), (0, 1)];
            let arm = |(down, right)| (0..).map_while(|n| step(down, right, n)).collect();
            return arms.map(arm).into();
        }
        let around = (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right)));
        let others = around.filter(|&way| way != (0, 0));
        // The rule compares the labels with the first one, so the label of the clue's own cell comes first.
        let cells = std::iter::once((0, 0)).chain(others);
        vec![
            cells
                .filter_map(|(down, right)| step(down, right, 1))
                .collect(),
        ]
    }
}
