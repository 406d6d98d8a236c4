//! Quadruples: `Quad~R1C1~1~2`. A quadruple is named by the top-left cell of its 2x2 square.

use crate::iss::kit::{
    Family, Form, Piece, Reading, Spot, Token, Type, Unwritable, Writing, cell, ints,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue};

pub(super) const FAMILY: Family = Family {
    types: &[Type::clue("Quad", "quadruple", &Quad)],
    restated: &[],
};

/// The arguments of a quadruple: the top-left cell, then the values.
struct Quad;

impl Form for Quad {
    fn usage(&self) -> &'static str {
        "~top left cell~value~value"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let square = square(item, &a.next("a cell")?)?;
        let mut digits = vec![];
        for piece in a.rest() {
            digits.extend(item.digits(&piece)?);
        }
        match digits.is_empty() {
            true => Err(item.error("`.Quad` needs values")),
            false => Ok(vec![item.on(square).with("digits", ints(&digits))]),
        }
    }

    fn params(&self) -> &[&'static str] {
        &["digits"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        // The rule accepts only reading order, so the first cell is the top-left one.
        let corner = clue.cells().first().map(|&c| clue.writer.cells.name(c));
        let corner = corner.unwrap_or_default();
        clue.token(format!("{corner}~{}", clue.digits("~")?))
    }

    fn is_keyed(&self) -> bool {
        true
    }
}

/// Returns the cells of the 2x2 square with this top-left cell.
fn square(item: &Reading, corner: &Piece) -> Result<Vec<Cell>, ReadError> {
    let spot = item.cells.spot(cell(corner, item.cells)?);
    let at = |(down, right)| {
        item.cells.at(Spot {
            row: spot.row + down,
            column: spot.column + right,
            ..spot
        })
    };
    let square: Option<Vec<Cell>> = [(0, 0), (0, 1), (1, 0), (1, 1)]
        .into_iter()
        .map(at)
        .collect();
    square.ok_or_else(|| corner.error("no 2x2 square has this cell as its top-left cell"))
}
