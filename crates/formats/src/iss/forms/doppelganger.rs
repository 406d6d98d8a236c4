//! `Doppelganger`, and its variables for the digits that are missing from rows, columns and boxes.

use super::whole::Whole;
use crate::iss::kit::{Digits, Family, Grid, Item, Type};
use cluewright_puzzle::{Cell, Clue, Extra, Puzzle};

pub(super) const FAMILY: Family = Family {
    types: &[Type::clue("Doppelganger", "doppelganger", &Whole)
        .top()
        .on(Grid::Square)
        .with(Digits::OneMore)],
    restated: &[],
};

/// Names of the groups of variables for the digits missing from columns, rows and boxes, in this order.
pub(super) const VARIABLES: [&str; 3] = ["DGR", "DGC", "DGB"];

/// Returns `true` if a constraint names a variable for the digit missing from a row, column or box.
pub(in crate::iss) fn names_missing_digit(item: &Item) -> bool {
    let cell = |text: &str| {
        let rest = VARIABLES.iter().find_map(|g| text.strip_prefix(g));
        rest.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    };
    item.arguments().any(|piece| cell(&piece.text))
}

pub(in crate::iss) fn add_variables(puzzle: &mut Puzzle) {
    let layout = &puzzle.layout;
    let boxes = layout.box_cells().len() as u16;
    let sizes = [layout.columns.into(), layout.rows.into(), boxes];
    let values = layout.digits();
    for (name, size) in VARIABLES
        .into_iter()
        .zip(sizes)
        .filter(|(_, size)| *size > 0)
    {
        puzzle.extras.push(Extra {
            name: name.to_owned(),
            size,
            columns: 0,
            values,
        });
    }
}

/// Returns relations that define each Doppelganger variable as the digit missing from its house.
pub(in crate::iss) fn relations(puzzle: &Puzzle) -> Vec<Clue> {
    let layout = &puzzle.layout;
    let firsts: [(&str, Vec<Cell>); 3] = [
        ("column", layout.row(0).collect()),
        ("row", layout.column(0).collect()),
        ("box", layout.box_cells().iter().map(|b| b[0]).collect()),
    ];
    let mut clues = vec![];
    for (name, (house, cells)) in VARIABLES.into_iter().zip(firsts) {
        // The variables exist only if a constraint names one of them, so there may be nothing to relate.
        if puzzle.extra(name).is_none() {
            continue;
        }
        for (index, cell) in cells.into_iter().enumerate() {
            let (number, first) = (index + 1, layout.name(cell));
            let formula = format!("{name}[{number}] == missing({house}({first}))");
            clues.push(Clue::new("relation").with("formula", formula.as_str()));
        }
    }
    clues
}
