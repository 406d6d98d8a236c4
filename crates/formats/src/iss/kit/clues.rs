//! Queries about clues that several types need.

use super::cells::Cells;
use cluewright_puzzle::{Cell, Clue, DigitSet, Param};

/// Returns a numeric parameter of a clue.
pub(crate) fn int(clue: &Clue, name: &str) -> Option<i64> {
    match clue.params.get(name) {
        Some(Param::Int(number)) => Some(*number),
        _ => None,
    }
}

pub(crate) fn numbers(clue: &Clue, name: &str, default: &[i64]) -> Vec<i64> {
    match clue.params.get(name) {
        Some(Param::Ints(numbers)) => numbers.clone(),
        Some(Param::Int(number)) => vec![*number],
        _ => default.to_vec(),
    }
}

pub(crate) fn ints(digits: &[u8]) -> Param {
    Param::Ints(digits.iter().map(|&d| i64::from(d)).collect())
}

/// Returns the formula of a clue that is a plain relation.
pub(crate) fn formula(clue: &Clue) -> Option<&str> {
    match clue.params.get("formula") {
        Some(Param::Text(formula)) if clue.rule == "relation" => Some(formula),
        _ => None,
    }
}

/// Creates a relation that restricts a cell to some digits: `R1C1 in {1, 2}`.
pub(crate) fn keep(cells: &Cells, cell: Cell, digits: DigitSet) -> Clue {
    let listed: Vec<String> = digits.iter().map(|d| d.to_string()).collect();
    let formula = match listed.is_empty() {
        true => "false".to_owned(),
        false => format!("{} in {{{}}}", cells.variable(cell), listed.join(", ")),
    };
    Clue::new("relation").with("formula", Param::Text(formula))
}

/// Returns the cell and the digits of a clue that is equivalent to a given; `None` for any other
/// clue.
pub(crate) fn as_given(cells: &Cells, clue: &Clue) -> Option<(Cell, DigitSet)> {
    formula(clue).and_then(|formula| parse_keep(cells, formula))
}

/// Parses a formula such as `R1C1 in {1, 2}`. For the formula `false`, returns R1C1 without any
/// digit.
fn parse_keep(cells: &Cells, formula: &str) -> Option<(Cell, DigitSet)> {
    if formula.trim() == "false" {
        // `false` names no cell. A given without digits is equivalent on any cell, because neither can be
        // satisfied.
        return Some((Cell(0), DigitSet::EMPTY));
    }
    let (name, set) = formula.split_once(" in ")?;
    let name = name.trim();
    let set = set.trim().strip_prefix('{')?.strip_suffix('}')?;
    let digits = set.split(',').map(|d| d.trim().parse::<u8>().ok());
    let digits: DigitSet = digits.collect::<Option<_>>()?;
    let named = |&cell: &Cell| cells.variable(cell) == name;
    let layout = cells.layout();
    let mut extras = (layout.cell_count()..cells.count()).map(Cell::from_index);
    let cell = layout.parse_name(name).ok();
    Some((cell.or_else(|| extras.find(named))?, digits))
}

/// Visits each clue, including those inside composites.
pub(crate) fn each_clue<'c>(clues: &'c [Clue], visit: &mut impl FnMut(&'c Clue)) {
    for clue in clues {
        visit(clue);
        each_clue(&clue.parts, visit);
    }
}

/// Returns `true` if any clue, including those inside composites, passes a test.
pub(crate) fn any_clue(clues: &[Clue], test: &impl Fn(&Clue) -> bool) -> bool {
    clues
        .iter()
        .any(|clue| test(clue) || any_clue(&clue.parts, test))
}
