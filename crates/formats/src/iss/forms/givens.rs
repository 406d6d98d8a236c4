//! Givens, `.~R1C1_5~R1C2_1_2`, and the rules that are written as givens: parity, and relations such as `R1C1 in {1,
//! 2}`. Inside an alternative, a given has the form of such a relation.

use crate::iss::kit::{
    Cells, Family, Inside, Kind, Restated, Restatement, Token, Type, Writer, as_given,
};
use cluewright_puzzle::Clue;

pub(super) const FAMILY: Family = Family {
    types: &[Type::of("", "", Kind::Given)],
    restated: &[
        Restated("relation", relation),
        Restated("odd", |clue, writer, _| Ok(Some(parity(clue, writer, 1)))),
        Restated("even", |clue, writer, _| Ok(Some(parity(clue, writer, 0)))),
    ],
};

fn relation(clue: &Clue, writer: &Writer, _: Inside) -> Restatement {
    match as_given(&Cells::of(writer.puzzle), clue) {
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
