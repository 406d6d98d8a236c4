//! Conversion of a statement's cells to variables.

use cluewright_puzzle::Cell;
use cluewright_rules::Statement;

/// Converts cells to variables. The variable of a cell has the same index as the cell.
pub(crate) fn vars(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|c| c.0).collect()
}

/// Returns `true` if a cell occurs more than once.
pub(crate) fn repeats(cells: &[Cell]) -> bool {
    let mut numbered = cells.iter().enumerate();
    numbered.any(|(i, cell)| cells[..i].contains(cell))
}

/// Returns the distinct cells of the statements, in ascending order.
pub(crate) fn scope<'a>(parts: impl IntoIterator<Item = &'a Statement>) -> Vec<Cell> {
    let mut scope = vec![];
    parts
        .into_iter()
        .for_each(|part| part.each_cell(&mut |cell| scope.push(cell)));
    scope.sort_unstable();
    scope.dedup();
    scope
}
