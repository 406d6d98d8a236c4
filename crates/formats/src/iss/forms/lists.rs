//! Types whose arguments are cells. In some types, a number, values, a direction or one special
//! cell comes first.

use crate::iss::kit::{
    Digits, Family, Form, Grid, MAX_NUMBER, Reading, Restated, Token, Type, Unwritable, Writer,
    Writing, ints,
};
use crate::kit::ReadError;
use cluewright_puzzle::Clue;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::clue("Thermo", "thermometer", &Cells(1)),
        Type::clue("Renban", "renban", &Cells(1)),
        Type::clue("Entropic", "entropic-line", &Cells(1)).with(Digits::OneToNine),
        Type::clue("RegionSumLine", "region-sum-line", &Cells(1)).on(Grid::Sudoku),
        Type::clue("Between", "between-line", &Between),
        Type::clue("Palindrome", "palindrome", &Cells(1)),
        Type::clue("Zipper", "zipper-line", &Cells(1)),
        Type::clue("DoubleArrow", "double-arrow", &Cells(2)),
        Type::clue("ValueIndexing", "value-indexing", &Cells(3)),
        Type::clue("EqualityCage", "equality-cage", &Cells(2)),
        Type::clue("AllDifferent", "extra-region", &Cells(1)),
        Type::clue("CountingCircles", "counting-circles", &Cells(1)),
        Type::clue("Modular", "modular-line", &Numbered("modulus", 1)),
        Type::clue("Lockout", "lockout-line", &Numbered("difference", 0)),
        Type::clue("Lunchbox", "lunchbox", &Numbered("sum", 0)),
        Type::clue("RellikCage", "rellik-cage", &Numbered("sum", 0)),
        Type::clue("ContainAtLeast", "contains-at-least", &Values),
        Type::clue("ContainExact", "contains-exactly", &Values),
        Type::clue("CountDistinct", "count-distinct", &Control),
        Type::clue("Indexing", "", &Indexing),
    ],
    restated: &[
        Restated("row-indexer", |clue, writer, _| {
            Ok(Some(vec![indexing(clue, writer, "R")]))
        }),
        Restated("column-indexer", |clue, writer, _| {
            Ok(Some(vec![indexing(clue, writer, "C")]))
        }),
    ],
};

/// Returns `true` if the clue is a line of a single cell and its rule has no effect on one cell.
pub(in crate::iss) fn is_empty_line(clue: &Clue) -> bool {
    const LINES: [&str; 10] = [
        "thermometer",
        "renban",
        "entropic-line",
        "region-sum-line",
        "palindrome",
        "zipper-line",
        "modular-line",
        "german-whisper",
        "pair-table",
        "pair-table-all",
    ];
    LINES.contains(&&*clue.rule) && clue.cells_of("cells").len() == 1
}

/// Arguments that consist only of cells. The field is the minimum number of cells.
struct Cells(usize);

impl Form for Cells {
    fn usage(&self) -> &'static str {
        "~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        Ok(vec![item.on(item.args().cells(self.0)?)])
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        match clue.cells().len() < self.0 {
            true => Err(clue.cannot("a single cell")),
            false => clue.token(clue.names()),
        }
    }
}

/// The arguments of a between line: one end, the cells in between, the other end.
struct Between;

impl Form for Between {
    fn usage(&self) -> &'static str {
        "~end~cell~end"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        Cells(2).read(item)
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        match clue.cells().len() {
            // ISS fails on a between line of two cells. Such a line has no effect anyway.
            ..3 => Err(clue.cannot("nothing between their ends")),
            _ => Cells(2).write(clue),
        }
    }
}

/// The arguments of a type with a number: the number, then the cells. The fields are the name of
/// the parameter and the number's minimum.
struct Numbered(&'static str, i64);

impl Form for Numbered {
    fn usage(&self) -> &'static str {
        "~number~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let number = a.number("a number", self.1..=MAX_NUMBER)?;
        Ok(vec![item.on(a.cells(1)?).with(self.0, number)])
    }

    fn params(&self) -> &[&'static str] {
        std::slice::from_ref(&self.0)
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        // ISS requires the number, so the default of our rule is written out.
        let number = match (clue.int(self.0), self.0) {
            (None, "modulus") => 3,
            (None, "difference") => i64::from(clue.layout().digit_count - 1) / 2,
            _ => clue.number(self.0)?,
        };
        if !(self.1..=MAX_NUMBER).contains(&number) {
            return Err(clue.cannot(&format!("the {} {number}", self.0)));
        }
        clue.token(format!("{number}~{}", clue.names()))
    }
}

/// The arguments of a type with values: the values as `v_v_v`, then the cells.
struct Values;

impl Form for Values {
    fn usage(&self) -> &'static str {
        "~value_value~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let digits = item.digits(&a.next("values")?)?;
        Ok(vec![item.on(a.cells(1)?).with("digits", ints(&digits))])
    }

    fn params(&self) -> &[&'static str] {
        &["digits"]
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        clue.token(format!("{}~{}", clue.digits("_")?, clue.names()))
    }
}

/// The arguments of a type with a control cell: that cell, then the cells of the list.
struct Control;

impl Form for Control {
    fn usage(&self) -> &'static str {
        "~counting cell~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let control = a.cell("a cell that counts")?;
        let clue = item.clue().slot("control", [control]);
        Ok(vec![clue.slot("cells", a.cells(1)?)])
    }

    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        let control = clue.writer.names(clue.clue.cells_of("control"));
        clue.token(format!("{control}~{}", clue.names()))
    }
}

/// The arguments of an indexing rule: `C` for columns or `R` for rows, then the cells.
struct Indexing;

impl Form for Indexing {
    fn usage(&self) -> &'static str {
        "~C or R~cell~cell"
    }

    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError> {
        let mut a = item.args();
        let direction = a.next("`C` or `R`")?;
        let rule = match &*direction.text {
            "C" => "column-indexer",
            "R" => "row-indexer",
            _ => return Err(direction.error("indexing is by `C` (columns) or `R` (rows)")),
        };
        Ok(vec![Clue::on(rule, a.cells(1)?)])
    }
}

fn indexing(clue: &Clue, writer: &Writer, direction: &str) -> Token {
    let names = writer.names(clue.cells_of("cells"));
    Token::new("Indexing", format!("{direction}~{names}"))
}
