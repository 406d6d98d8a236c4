//! Clues outside the grid, about a row, a column or a diagonal.

use crate::iss::kit::{
    Family, Form, Grid, MAX_NUMBER, Piece, Reading, Token, Type, Unwritable, Writing, cell,
    integer, plain_integer, same_diagonal,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, Layout};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("LittleKiller", "little-killer", &LittleKiller)
            .forbid_shift()
            .on(Grid::Sudoku),
        Type::clue("Sandwich", "sandwich", &Sandwich)
            .forbid_shift()
            .on(Grid::Sudoku),
        Type::clue("XSum", "x-sum", &Sides::of(&["sum"], 1))
            .forbid_shift()
            .on(Grid::Sudoku),
        Type::clue("Skyscraper", "skyscraper", &Sides::of(&["count"], 1))
            .forbid_shift()
            .on(Grid::Sudoku),
        Type::clue(
            "HiddenSkyscraper",
            "hidden-skyscraper",
            &Sides::of(&["digit"], 0),
        )
        .forbid_shift()
        .on(Grid::Sudoku),
        Type::clue("NumberedRoom", "numbered-room", &Sides::of(&["digit"], 0))
            .forbid_shift()
            .on(Grid::Sudoku),
    ],
    restated: &[],
};

/// The arguments of outside clues: a row or column, then the clues at its two ends, as in
/// `R1~forward~backward`.
pub(super) struct Sides {
    /// The parameter that contains the clue's value, followed by the other parameters that may be
    /// set.
    params: &'static [&'static str],
    /// The minimum value of a clue.
    least: i64,
}

impl Sides {
    pub(super) const fn of(params: &'static [&'static str], least: i64) -> Self {
        Self { params, least }
    }
}

impl Form for Sides {
    fn usage(&self) -> &'static str {
        "~R1 or C1~forward~backward"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let line = line(&a.next("a row or column")?, item.layout())?;
        let back: Vec<Cell> = line.iter().rev().copied().collect();
        let forward = Some(a.next("a clue")?).filter(|piece| !piece.text.is_empty());
        let sides = [(line, forward), (back, a.optional())];
        let mut clues = vec![];
        for (cells, value) in sides {
            if let Some(piece) = value {
                let number = integer(&piece, "a clue", self.least..=MAX_NUMBER)?;
                clues.push(item.on(cells).with(self.params[0], number));
            }
        }
        a.end()?;
        match clues.is_empty() {
            true => {
                let name = item.name();
                Err(item.error(format!("`.{name}` has no clue at either end")))
            }
            false => Ok(clues),
        }
    }

    fn params(&self) -> &[&'static str] {
        self.params
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let number = clue.number(self.params[0])?;
        if number < self.least {
            return Err(clue.cannot(&format!("`{}` below {}", self.params[0], self.least)));
        }
        let line = line_name(clue.layout(), clue.cells());
        let (id, backwards) = line.ok_or_else(|| clue.cannot("cells that are not a whole line"))?;
        let own = match backwards {
            false => format!("{number}~"),
            true => format!("~{number}"),
        };
        Ok(Token::side(clue.kind.name, id, own))
    }

    fn is_keyed(&self) -> bool {
        true
    }

    fn has_sides(&self) -> bool {
        true
    }
}

/// The arguments of a sandwich: the sum, then a row or column such as `R1`.
struct Sandwich;

impl Form for Sandwich {
    fn usage(&self) -> &'static str {
        "~sum~R1 or C1"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let sum = a.number("a sum", 0..=MAX_NUMBER)?;
        let line = line(&a.next("a row or column")?, item.layout())?;
        a.end()?;
        Ok(vec![item.on(line).with("sum", sum)])
    }

    fn params(&self) -> &[&'static str] {
        &["sum"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        match line_name(clue.layout(), clue.cells()) {
            // A sandwich has the same sum from either end, so the direction is dropped.
            Some((id, _)) => clue.token(format!("{}~{id}", clue.number("sum")?)),
            None => Err(clue.cannot("cells that are not a whole line")),
        }
    }

    fn is_keyed(&self) -> bool {
        true
    }
}

/// The arguments of a little killer: the sum, then the cell that names the diagonal.
struct LittleKiller;

impl Form for LittleKiller {
    fn usage(&self) -> &'static str {
        "~sum~first cell of a diagonal"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let sum = a.number("a sum", 0..=MAX_NUMBER)?;
        let diagonal = diagonal(item, &a.next("the first cell of a diagonal")?)?;
        a.end()?;
        Ok(vec![item.on(diagonal).with("sum", sum)])
    }

    fn params(&self) -> &[&'static str] {
        &["sum"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let diagonals = clue.writer.cells.diagonals();
        let found = diagonals.iter().find(|d| same_diagonal(d, clue.cells()));
        let found = found.ok_or_else(|| clue.cannot("cells that are not a whole diagonal"))?;
        let first = clue.writer.cells.name(found[0]);
        clue.token(format!("{}~{first}", clue.number("sum")?))
    }

    fn is_keyed(&self) -> bool {
        true
    }
}

/// Returns the cells of a row or column such as `R3`, starting at the left or at the top.
fn line(id: &Piece, layout: &Layout) -> Result<Vec<Cell>, ReadError> {
    let number = |most: u8| {
        // The first character may consist of several bytes, so indexing with `[1..]` could panic.
        let rest = id.text.get(1..).unwrap_or("");
        plain_integer(rest, &(1..=most.into())).map(|n| n as u8 - 1)
    };
    let line = match id.text.as_bytes().first() {
        Some(b'R' | b'r') => number(layout.rows).map(|row| layout.row(row).collect()),
        Some(b'C' | b'c') => number(layout.columns).map(|column| layout.column(column).collect()),
        _ => None,
    };
    line.ok_or_else(|| {
        id.error(format!(
            "a row or column is written R1 to R{} or C1 to C{}",
            layout.rows, layout.columns
        ))
    })
}

/// Returns the name of the row or column that these cells fill, and `true` if they are in reverse
/// order.
fn line_name(layout: &Layout, cells: &[Cell]) -> Option<(String, bool)> {
    let (row, column) = layout.seat_of_line(cells)?;
    Some(match (row, column) {
        (-1, _) => (format!("C{}", column + 1), false),
        (_, -1) => (format!("R{}", row + 1), false),
        (row, _) if row == i32::from(layout.rows) => (format!("C{}", column + 1), true),
        _ => (format!("R{}", row + 1), true),
    })
}

fn diagonal(item: &Reading, start: &Piece) -> Result<Vec<Cell>, ReadError> {
    let first = cell(start, item.cells)?;
    let mut known = item.cells.diagonals().iter();
    let found = known.find(|diagonal| diagonal[0] == first).cloned();
    found.ok_or_else(|| {
        let message = format!("no diagonal starts at {}", start.text);
        start.error(message).help(
            "a diagonal starts at a cell of the left column (and goes down and right), the right column (up and \
             left), the top row (down and left) or the bottom row (up and right); at a corner, the first \
             possible direction counts",
        )
    })
}
