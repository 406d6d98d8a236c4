//! Sets of cells with equal values or sums, and counts of digits in a set.

use crate::iss::kit::{
    Family, Form, Inside, MAX_NUMBER, Piece, Reading, Restated, Restatement, Token, Type,
    Unwritable, Writer, Writing, numbers,
};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, Layout};

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("SameValues", "same-values", &SameValues),
        Type::clue("EqualSum", "equal-sums", &EqualSum),
        Type::clue("LookAndSay", "look-and-say", &LookAndSay),
    ],
    restated: &[Restated("all-equal", all_equal), Restated("clone", clone)],
};

/// The arguments of equal sets: the number of sets, then the cells. The cells are divided into sets
/// of equal size.
struct SameValues;

impl Form for SameValues {
    fn usage(&self) -> &'static str {
        "~number of sets~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let sets = a.number("a number of sets", 1..=MAX_NUMBER)? as usize;
        let list = a.cells(1)?;
        let found = list.len();
        if !found.is_multiple_of(sets) {
            let message = format!("{found} cells cannot be cut into {sets} equal sets");
            return Err(item.error(message));
        }
        Ok(match found / sets {
            // A single set has no other set to compare with, so the constraint has no effect.
            _ if sets == 1 => vec![],
            1 => vec![Clue::on("all-equal", list)],
            size => vec![item.pieces(list.chunks(size).map(<[Cell]>::to_vec))],
        })
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let cells: Vec<Cell> = clue.clue.cells().collect();
        let names = clue.writer.names(&cells);
        clue.token(format!("{}~{names}", clue.clue.slots.len()))
    }
}

fn all_equal(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    let cells = clue.cells_of("cells");
    let own = format!("{}~{}", cells.len(), writer.names(cells));
    Ok(Some(vec![Token::new("SameValues", own)]))
}

fn clone(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    let pairs = clue.cells_of("cells").iter().zip(clue.cells_of("copy"));
    let pairs = pairs.filter(|(cell, copy)| cell != copy);
    let token = |(&a, &b)| Token::new("SameValues", format!("2~{}", writer.names(&[a, b])));
    Ok(Some(pairs.map(token).collect()))
}

/// The arguments of equal sums: lists of cells, separated by `-`.
struct EqualSum;

impl Form for EqualSum {
    fn usage(&self) -> &'static str {
        "~cell~cell~-~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let lists = item.args().lists("-")?;
        Ok(match lists.len() {
            // A single list has no other list to compare with, so the constraint has no effect.
            1 => vec![],
            _ => vec![item.pieces(lists)],
        })
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        clue.token(clue.pieces())
    }
}

/// The arguments of look-and-say: alternating counts and values, then the cells.
struct LookAndSay;

impl Form for LookAndSay {
    fn usage(&self) -> &'static str {
        "~count value count value~cell~cell, such as ~1324~R1C1~R1C2"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let said = read_counted_digits(&a.next("counts and values")?, item.layout())?;
        Ok(vec![item.on(a.cells(1)?).with("digits", said)])
    }

    fn params(&self) -> &[&'static str] {
        &["digits"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let said = numbers(clue.clue, "digits", &[]);
        if !said.iter().all(|n| (0..10).contains(n)) {
            return Err(clue.cannot("counts or digits over 9"));
        }
        let digits = clue.layout().digits();
        match said
            .iter()
            .skip(1)
            .step_by(2)
            .all(|&n| digits.contains(n as u8))
        {
            true => clue.token(format!("{}~{}", clue.list("digits", ""), clue.names())),
            false => Err(clue.cannot("digits that the grid does not have")),
        }
    }
}

/// Parses alternating counts and values, each a single digit.
fn read_counted_digits(said: &Piece, layout: &Layout) -> Result<Vec<i64>, ReadError> {
    let digits: Option<Vec<i64>> = said
        .text
        .chars()
        .map(|c| c.to_digit(10).map(i64::from))
        .collect();
    let pairs = digits.filter(|d| !d.is_empty() && d.len().is_multiple_of(2));
    let digits =
        pairs.ok_or_else(|| said.error("counts and values must alternate, one digit each"))?;
    let mut values = digits.iter().skip(1).step_by(2);
    match values.find(|&&d| !layout.digits().contains(d as u8)) {
        None => Ok(digits),
        Some(wrong) => Err(said.error(format!("{wrong} is not a digit of this puzzle"))),
    }
}
