//! Givens, `.~R1C1_5~R1C2_1_2`, and the rules that are said as givens: parity, and relations like
//! `R1C1 in {1, 2}`, which is how a given inside an alternative is read.

use super::{Family, Kind, Restated, Type, formula};
use crate::iss::parts::variable;
use crate::iss::write::{Inside, Token, Unwritable, Writer};
use cluewright_puzzle::{Cell, Clue, DigitSet, Puzzle};

pub(super) const FAMILY: Family = Family {
    types: &[Type::of("", "", Kind::Given)],
    restated: &[
        Restated("relation", relation),
        Restated("odd", |clue, writer, _| Ok(Some(parity(clue, writer, 1)))),
        Restated("even", |clue, writer, _| Ok(Some(parity(clue, writer, 0)))),
    ],
};

fn relation(clue: &Clue, writer: &Writer, _: Inside) -> Result<Option<Vec<Token>>, Unwritable> {
    match as_given(writer.puzzle, clue) {
        Some((cell, digits)) => Ok(Some(vec![writer.keep(cell, digits)])),
        None => Err("relations".to_owned()),
    }
}

fn parity(clue: &Clue, writer: &Writer, rest: u8) -> Vec<Token> {
    let digits = writer.puzzle.layout.digits();
    let digits = digits.iter().filter(|d| d % 2 == rest).collect();
    let cells = clue.cells_of("cells").iter();
    cells.map(|&cell| writer.keep(cell, digits)).collect()
}

/// The formula by which a given inside an alternative is written: `R1C1 in {1, 2}`.
pub(in crate::iss) fn keep_formula(name: &str, digits: DigitSet) -> String {
    let digits: Vec<String> = digits.iter().map(|d| d.to_string()).collect();
    match digits.is_empty() {
        true => "false".to_owned(),
        false => format!("{name} in {{{}}}", digits.join(", ")),
    }
}

/// The cell and the digits of a clue that says what a given says.
pub(in crate::iss) fn as_given(puzzle: &Puzzle, clue: &Clue) -> Option<(Cell, DigitSet)> {
    formula(clue).and_then(|formula| parse_keep(puzzle, formula))
}

/// The cell and the digits of a formula like `R1C1 in {1, 2}`; `false` is a cell without digits.
fn parse_keep(puzzle: &Puzzle, formula: &str) -> Option<(Cell, DigitSet)> {
    if formula.trim() == "false" {
        return Some((Cell(0), DigitSet::EMPTY));
    }
    let (name, set) = formula.split_once(" in ")?;
    let name = name.trim();
    let set = set.trim().strip_prefix('{')?.strip_suffix('}')?;
    let digits = set.split(',').map(|d| d.trim().parse::<u8>().ok());
    let digits: DigitSet = digits.collect::<Option<_>>()?;
    let named = |&cell: &Cell| variable(puzzle, cell) == name;
    let mut extras = (puzzle.layout.cell_count()..puzzle.cell_count()).map(Cell::from_index);
    let cell = puzzle.layout.parse_name(name).ok();
    Some((cell.or_else(|| extras.find(named))?, digits))
}
