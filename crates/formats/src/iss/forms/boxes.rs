//! `Windoku` and `DisjointSets`. ISS derives the sets of both from the default boxes, even if the grid has other boxes; our rules use
//! the grid's own boxes. If ISS and our rules give different sets, each set is written as a separate constraint.

use super::regions::size_of;
use crate::iss::kit::{
    Family, Form, Grid, Inside, Reading, Restated, Restatement, Token, Type, Writer, at_top,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Boxes, Cell, Clue, Layout};

const WINDOKU: Placed = Placed {
    name: "Windoku",
    rule: "windoku",
    theirs: windows,
    ours: our_windows,
};

const DISJOINT_SETS: Placed = Placed {
    name: "DisjointSets",
    rule: "disjoint-groups",
    theirs: disjoint_sets,
    ours: our_disjoint_sets,
};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue(WINDOKU.name, "", &WINDOKU)
            .top()
            .on(Grid::Square),
        Type::clue(DISJOINT_SETS.name, "", &DISJOINT_SETS)
            .top()
            .on(Grid::Square),
    ],
    restated: &[
        Restated(WINDOKU.rule, |clue, writer, inside| {
            WINDOKU.restate(clue, writer, inside)
        }),
        Restated(DISJOINT_SETS.rule, |clue, writer, inside| {
            DISJOINT_SETS.restate(clue, writer, inside)
        }),
    ],
};

/// Sets of cells. The cells within each set must differ.
type Sets = Vec<Vec<Cell>>;

/// A type without arguments, whose sets ISS derives from the default boxes.
struct Placed {
    name: &'static str,
    rule: &'static str,
    /// Computes the sets as ISS does, from the region size if the text states one.
    theirs: fn(&Layout, Option<u8>) -> Sets,
    /// Computes the sets of our rule.
    ours: fn(&Layout) -> Sets,
}

impl Form for Placed {
    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        item.args().end()?;
        let theirs = (self.theirs)(item.layout(), item.region_size);
        // If the grid has no such sets, the clue is kept, so that the clue check refuses it later, as it does for
        // puzzle files.
        Ok(
            match theirs.is_empty() || theirs == (self.ours)(item.layout()) {
                true => vec![Clue::new(self.rule)],
                false => theirs
                    .into_iter()
                    .map(|set| Clue::on("extra-region", set))
                    .collect(),
            },
        )
    }
}

impl Placed {
    fn restate(&self, clue: &Clue, writer: &Writer, inside: Inside) -> Restatement {
        let layout = &writer.puzzle.layout;
        let sets = (self.ours)(layout);
        let square = layout.lines && layout.rows == layout.columns;
        if square && sets == (self.theirs)(layout, size_of(writer.puzzle)) {
            return at_top(Token::new(self.name, ""), clue, inside);
        }
        let token = |set: &Vec<Cell>| Token::new("AllDifferent", writer.names(set));
        Ok(Some(sets.iter().map(token).collect()))
    }
}

/// Returns the height and width of the default boxes with this number of cells.
fn boxes_of(layout: &Layout, size: u8) -> Option<(u8, u8)> {
    let boxes = Boxes::Default(size);
    Layout {
        boxes,
        ..layout.clone()
    }
    .box_shape()
}

/// Returns the windows as ISS places them. The number of cells in a window is the region size that the text states or, if
/// there is none, the number of digits. At least one row at the bottom and one column at the right must remain free.
fn windows(layout: &Layout, size: Option<u8>) -> Sets {
    match boxes_of(layout, size.unwrap_or(layout.digit_count)) {
        Some(shape) => windows_of(layout, shape, 1),
        None => vec![],
    }
}

fn our_windows(layout: &Layout) -> Sets {
    match layout.block_shape() {
        Some(shape) => windows_of(layout, shape, 0),
        None => vec![],
    }
}

/// Returns the boxes that start at R2C2 and are one cell apart, with at least `free` rows left at the bottom and `free`
/// columns left at the right.
fn windows_of(layout: &Layout, (height, width): (u8, u8), free: u8) -> Sets {
    let starts = |side: u8, length: u8| {
        let starts = (1..side).step_by(usize::from(length) + 1);
        starts.filter(move |start| start + length + free <= side)
    };
    let tops = starts(layout.rows, height);
    let corners = tops.flat_map(|top| starts(layout.columns, width).map(move |left| (top, left)));
    let cells = |(top, left): (u8, u8)| {
        let rows = (top..top + height).flat_map(|r| (left..left + width).map(move |c| (r, c)));
        rows.map(|(row, column)| layout.cell(row, column)).collect()
    };
    corners.map(cells).collect()
}

/// Returns the disjoint sets as ISS forms them: the cells at the same position in every default box.
fn disjoint_sets(layout: &Layout, size: Option<u8>) -> Sets {
    let size = size.unwrap_or(layout.rows.max(layout.columns));
    let boxes = Boxes::Default(size);
    sets_of(&Layout {
        boxes,
        ..layout.clone()
    })
}

fn our_disjoint_sets(layout: &Layout) -> Sets {
    sets_of(layout)
}

/// Returns the disjoint sets of the grid's own boxes: for each position in a box, the cells at that position.
fn sets_of(layout: &Layout) -> Sets {
    let boxes = layout.box_cells();
    let places = boxes.iter().map(Vec::len).max().unwrap_or(0);
    let set = |place| {
        boxes
            .iter()
            .filter_map(|cells| cells.get(place).copied())
            .collect()
    };
    (0..places)
        .map(set)
        .filter(|set: &Vec<Cell>| set.len() > 1)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::Puzzle;
    use cluewright_rules::{Book, Statement, lower};

    /// Returns the sets in which a global rule makes all cells differ.
    fn different_sets(rule: &str, layout: &Layout) -> Sets {
        let puzzle = Puzzle {
            clues: vec![Clue::new(rule)],
            ..Puzzle::new(layout.clone())
        };
        let lowered = lower(&puzzle, Book::builtin()).expect("it applies");
        let mut sets: Sets = vec![];
        for statement in &lowered[0].statements {
            match statement {
                Statement::Distinct(cells) => sets.push(cells.0.clone()),
                other => panic!("{other:?}"),
            }
        }
        sets
    }

    #[test]
    fn our_sets_are_those_of_the_rules() {
        let sorted = |mut sets: Sets| {
            sets.iter_mut().for_each(|set| set.sort_unstable());
            sets.sort_unstable();
            sets
        };
        // Boxes that the setter chose: 3x2 on a 6x6 grid, for which the default is 2x3.
        let numbers = (0..36).map(|cell| Some((cell / 18 * 3 + cell % 6 / 2) as u8));
        let upright = Layout {
            boxes: Boxes::Own(numbers.collect()),
            ..Layout::square(6)
        };
        let default = [4, 6, 9, 12].map(Layout::square);
        for layout in default.into_iter().chain([upright]) {
            assert_eq!(
                sorted(different_sets("windoku", &layout)),
                sorted(our_windows(&layout))
            );
            assert_eq!(
                sorted(different_sets("disjoint-groups", &layout)),
                sorted(our_disjoint_sets(&layout))
            );
        }
    }
}
