//! Global rules. Their only argument, if any, is a direction or a group of cells.

use crate::iss::kit::{
    Digits, Family, Form, Grid, Inside, MAX_NUMBER, Reading, Restated, Restatement, Token, Type,
    Unwritable, Writer, Writing, at_top, integer, ints,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("AntiKnight", "anti-knight", &Whole)
            .top()
            .on(Grid::Sudoku),
        Type::clue("AntiKing", "anti-king", &Whole)
            .top()
            .on(Grid::Sudoku),
        Type::clue("AntiConsecutive", "non-consecutive", &Whole).top(),
        Type::clue("AntiTaxicab", "anti-taxicab", &Whole)
            .top()
            .with(Digits::FromOne),
        Type::clue("GlobalEntropy", "global-entropy", &Whole)
            .top()
            .with(Digits::OneToNine),
        Type::clue("GlobalMod", "global-modular", &Whole)
            .top()
            .with(Digits::Nine),
        Type::clue("DutchFlatmates", "dutch-flatmates", &Whole)
            .top()
            .with(Digits::OneToNine),
        Type::clue("RegionSameValues", "region-same-values", &Whole)
            .top()
            .on(Grid::Sudoku),
        Type::clue("Diagonal", "", &Diagonal).top().on(Grid::Square),
        Type::clue("ConnectedValues", "connected-values", &Connected).top(),
    ],
    restated: &[
        Restated("diagonal-up", |clue, writer, inside| {
            diagonal(clue, writer, inside, "1")
        }),
        Restated("diagonal-down", |clue, writer, inside| {
            diagonal(clue, writer, inside, "-1")
        }),
    ],
};

/// A global rule that takes no arguments.
pub(super) struct Whole;

impl Form for Whole {
    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        item.args().end()?;
        Ok(vec![item.clue()])
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        clue.token("")
    }
}

/// The argument of a diagonal: `1` for `/`, `-1` for `\`. Our rule book has a separate rule for each
/// diagonal.
struct Diagonal;

impl Form for Diagonal {
    fn usage(&self) -> &'static str {
        "~1 (/) or ~-1 (\\)"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let direction = a.next("a direction")?;
        a.end()?;
        let rule = match &*direction.text {
            "1" => "diagonal-up",
            "-1" => "diagonal-down",
            _ => return Err(direction.error("a diagonal is 1 (`/`) or -1 (`\\`)")),
        };
        Ok(vec![Clue::new(rule)])
    }
}

/// Writes a diagonal with its own type on square grids whose rows and columns do not repeat digits. On other
/// grids, writes it as a set of different digits.
fn diagonal(clue: &Clue, writer: &Writer, inside: Inside, direction: &str) -> Restatement {
    let layout = &writer.puzzle.layout;
    if layout.lines && layout.rows == layout.columns {
        return at_top(Token::new("Diagonal", direction), clue, inside);
    }
    let on_diagonal = |&cell: &Cell| {
        let (row, column) = layout.place(cell);
        match direction {
            "1" => row + column + 1 == layout.rows,
            _ => row == column,
        }
    };
    let cells: Vec<Cell> = layout.cells().filter(on_diagonal).collect();
    Ok(Some(vec![Token::new("AllDifferent", writer.names(&cells))]))
}

/// The arguments of connected cells: the name of the group (empty for the grid), the values, and the number
/// of cells that contain them.
struct Connected;

impl Form for Connected {
    fn usage(&self) -> &'static str {
        "~group~value_value~size"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let group = a.next("a group")?;
        let cells = item.cells.group(&group.text);
        let cells = cells.ok_or_else(|| group.error("there is no such group of cells"))?;
        let digits = item.digits(&a.next("values")?)?;
        let clue = item.on(cells).with("digits", ints(&digits));
        let size = a.optional();
        a.end()?;
        Ok(vec![match size {
            None => clue,
            Some(size) => clue.with("count", integer(&size, "a size", 1..=MAX_NUMBER)?),
        }])
    }

    fn params(&self) -> &[&'static str] {
        &["digits", "count"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let group = clue.writer.cells.group_of(clue.cells());
        let group = group.ok_or_else(|| clue.cannot("cells that are not a whole group"))?;
        let size = clue.int("count").map(|size| format!("~{size}"));
        let digits = clue.digits("_")?;
        clue.token(format!("{group}~{digits}{}", size.unwrap_or_default()))
    }
}
