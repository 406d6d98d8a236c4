//! Arrows: the shaft sums to the digit in a circle, or to the number in a pill of two or three
//! cells.

use crate::iss::kit::{Cells, Family, Form, Reading, Token, Type, Unwritable, Writing};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("Arrow", "arrow", &Arrow),
        Type::clue("PillArrow", "arrow", &Pill),
    ],
    restated: &[],
};

/// The arguments of an arrow: the circle, then the cells of the shaft.
struct Arrow;

impl Form for Arrow {
    fn usage(&self) -> &'static str {
        "~circle~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let circle = a.cell("a circle")?;
        let clue = item.clue().slot("bulb", [circle]);
        Ok(vec![clue.slot("shaft", a.cells(1)?)])
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let (bulb, shaft) = (clue.clue.cells_of("bulb"), clue.clue.cells_of("shaft"));
        let names = |cells| clue.writer.names(cells);
        let cells = format!("{}~{}", names(bulb), names(shaft));
        match bulb.len() {
            _ if shaft.is_empty() => Err("arrows without a shaft".to_owned()),
            _ if !bulb.is_sorted() => Err("pills that are not in reading order".to_owned()),
            1 => Ok(Token::new("Arrow", cells)),
            // The reader would refuse such a pill, so it must not be written.
            2 | 3 if !follow_each_other(&clue.writer.cells, bulb) => {
                Err("pills whose cells do not touch".to_owned())
            }
            2 | 3 => Ok(Token::new("PillArrow", format!("{}~{cells}", bulb.len()))),
            length => Err(format!("arrows with a bulb of {length} cells")),
        }
    }
}

/// The arguments of an arrow with a pill: the number of cells in the pill, the cells of the pill, then the
/// cells of the shaft.
struct Pill;

impl Form for Pill {
    fn usage(&self) -> &'static str {
        "~2 or 3~pill cell~pill cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let length = a.number("the length of its pill", 2..=3)? as usize;
        let mut bulb = a.cells(length + 1)?;
        let shaft = bulb.split_off(length);
        // The digits of a pill form a number in reading order, even if the text lists its cells in another
        // order.
        bulb.sort_unstable();
        if !follow_each_other(item.cells, &bulb) {
            let message = "the cells of a pill must touch, in reading order";
            return Err(item.error(message));
        }
        Ok(vec![item.clue().slot("bulb", bulb).slot("shaft", shaft)])
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        Arrow.write(clue)
    }
}

/// Returns `true` if each step from one cell of a pill to the next goes right, down, or diagonally
/// right and down.
fn follow_each_other(cells: &Cells, pill: &[Cell]) -> bool {
    let steps = [(0, 1), (1, 0), (1, 1)];
    pill.windows(2).all(|w| {
        let (a, b) = (cells.spot(w[0]), cells.spot(w[1]));
        a.group == b.group && steps.contains(&(b.row - a.row, b.column - a.column))
    })
}
