//! Sums: `Cage~10~…`, `Sum~10~…`, `Sum~0_=_1_-1~…`.

use crate::iss::kit::{
    Family, Form, MAX_NUMBER, Piece, Reading, Token, Type, Unwritable, Writing, integer,
    plain_integer,
};
use crate::kit::ReadError;
use cluewright_puzzle::Clue;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("Cage", "killer-cage", &Cage),
        Type::clue("Sum", "sum", &Sum),
    ],
    restated: &[],
};

/// The arguments of a cage: the sum (empty or 0 for none), then the cells.
struct Cage;

impl Form for Cage {
    fn usage(&self) -> &'static str {
        "~number~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let sum = a.next("a sum")?;
        let sum = match sum.text.is_empty() {
            true => 0,
            false => integer(&sum, "a sum", 0..=MAX_NUMBER)?,
        };
        let cells = a.cells(1)?;
        let mut apart = cells.clone();
        apart.sort_unstable();
        apart.dedup();
        let twice = apart.len() < cells.len();
        Ok(match (twice, sum) {
            (false, 0) => vec![item.on(cells)],
            (false, sum) => vec![item.on(cells).with("sum", sum)],
            // In ISS, a cell that is listed twice counts twice, and need not differ from itself.
            (true, 0) => vec![Clue::on("extra-region", apart)],
            (true, sum) => vec![
                Clue::on("extra-region", apart),
                Clue::on("sum", cells).with("sum", sum),
            ],
        })
    }

    fn params(&self) -> &[&'static str] {
        &["sum"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        match clue.int("sum") {
            // ISS reads 0 as no sum, so a cage with this sum cannot be written.
            Some(0) => Err(clue.cannot("a sum of 0")),
            sum => clue.token(format!("{}~{}", sum.unwrap_or(0), clue.names())),
        }
    }
}

/// The arguments of a sum: the total as `s`, or as `s_=_k1_k2` with one weight for each cell; then
/// the cells.
struct Sum;

impl Form for Sum {
    fn usage(&self) -> &'static str {
        "~sum~cell~cell or ~sum_=_2_-1~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let spec = a.next("a sum")?;
        let cells = a.cells(1)?;
        let (sum, weights) = read_weights(&spec, cells.len())?;
        let clue = item.on(cells).with("sum", sum);
        Ok(vec![match weights {
            None => clue,
            Some(weights) => clue.with("weights", weights),
        }])
    }

    fn params(&self) -> &[&'static str] {
        &["sum", "weights"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let (sum, names) = (clue.number("sum")?, clue.names());
        clue.token(match clue.clue.params.contains_key("weights") {
            true => format!("{sum}_=_{}~{names}", clue.list("weights", "_")),
            false => format!("{sum}~{names}"),
        })
    }
}

/// Parses the sum and the weights of the cells; `None` if the text states no weights, which means
/// that all are 1.
fn read_weights(spec: &Piece, count: usize) -> Result<(i64, Option<Vec<i64>>), ReadError> {
    let mut fields = spec.text.split('_');
    let sum = fields.next().unwrap_or("");
    let sum = plain_integer(sum, &(-MAX_NUMBER..=MAX_NUMBER))
        .ok_or_else(|| spec.error("a sum is a whole number"))?;
    match fields.next() {
        None => return Ok((sum, None)),
        Some("=") => {}
        Some(_) => return Err(spec.error("weights are written after `_=_`: `10_=_1_2_-1`")),
    }
    let weights: Option<Vec<i64>> = fields.map(|f| plain_integer(f, &(-100..=100))).collect();
    let weights =
        weights.ok_or_else(|| spec.error("a weight is a whole number from -100 to 100"))?;
    match weights.len() {
        found if found != count => {
            Err(spec.error(format!("there are {found} weights for {count} cells")))
        }
        _ => Ok((sum, Some(weights))),
    }
}
