//! Lines with arguments other than their cells: whispers, and lines that are divided into runs of equal sum.

use crate::iss::kit::{
    Family, Form, MAX_NUMBER, Piece, Reading, Restated, Token, Type, Unwritable, Writing, cell,
    int, integer, plain_integer,
};
use crate::kit::ReadError;
use cluewright_puzzle::Clue;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("Whisper", "german-whisper", &Whisper),
        Type::clue("SumLine", "sum-line", &SumLine),
    ],
    restated: &[Restated("dutch-whisper", |clue, writer, _| {
        let digits = i64::from(writer.puzzle.layout.digit_count);
        // ISS would interpret an omitted difference as 5, so the default is written out.
        let usual = ((digits + 1) / 2 - 1).max(0);
        let difference = int(clue, "difference").unwrap_or(usual);
        let names = writer.names(clue.cells_of("cells"));
        let token = Token::new("Whisper", format!("{difference}~{names}"));
        Ok(Some(vec![token]))
    })],
};

/// The arguments of a whisper: the difference if it is not 5, then the cells.
struct Whisper;

impl Form for Whisper {
    fn usage(&self) -> &'static str {
        "~difference~cell~cell or ~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let number = a.next_if(|text| plain_integer(text, &(0..=MAX_NUMBER)).is_some());
        let number = number.map(|piece| integer(&piece, "a difference", 0..=MAX_NUMBER));
        let clue = item.on(a.cells(1)?);
        Ok(vec![match number.transpose()? {
            Some(number) => clue.with("difference", number),
            // In ISS, an omitted difference means 5, regardless of the digits. Our rule's own default is 5 only
            // for nine digits, so the value is set explicitly for other numbers of digits.
            None if item.layout().digit_count != 9 => clue.with("difference", 5),
            None => clue,
        }])
    }

    fn params(&self) -> &[&'static str] {
        &["difference"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let names = clue.names();
        let digit_count = i64::from(clue.layout().digit_count);
        // In ISS, an omitted difference means 5, so only a grid with nine digits may omit it.
        clue.token(match clue.int("difference") {
            Some(difference) => format!("{difference}~{names}"),
            None if digit_count == 9 => names,
            None => format!("{}~{names}", (digit_count + 1) / 2),
        })
    }
}

/// The arguments of a line of equal sums: the sum of each run, the cells, and `LOOP` if the line is closed.
struct SumLine;

/// Maximum sum that ISS accepts for a run.
const MAX_RUN: i64 = 30;

impl Form for SumLine {
    fn usage(&self) -> &'static str {
        "~sum~cell~cell or ~sum~cell~cell~LOOP"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let sum = a.number("a sum", 0..=MAX_RUN)?;
        let mut pieces: Vec<Piece> = a.rest().collect();
        let closed = pieces.pop_if(|piece| piece.text == "LOOP").is_some();
        let list = pieces.iter().map(|piece| cell(piece, item.cells));
        let list = list.collect::<Result<Vec<_>, _>>()?;
        if list.is_empty() {
            return Err(item.error("`.SumLine` needs cells"));
        }
        let clue = item.on(list).with("sum", sum);
        Ok(vec![if closed { clue.with("loop", 1) } else { clue }])
    }

    fn params(&self) -> &[&'static str] {
        &["sum", "loop"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let names = clue.names();
        // ISS requires the sum, so the default of our rule is written out.
        let sum = clue.int("sum").unwrap_or(10);
        if sum > MAX_RUN {
            return Err(clue.cannot("a sum over 30"));
        }
        clue.token(match clue.int("loop").unwrap_or(0) {
            0 => format!("{sum}~{names}"),
            _ => format!("{sum}~{names}~LOOP"),
        })
    }
}
