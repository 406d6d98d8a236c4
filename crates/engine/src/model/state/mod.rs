//! Which relations run a statement: one file for each kind, as in `rules/statement/`.

mod accepts;
mod ascending;
mod choice;
mod connected;
mod consecutive;
mod count;
mod distinct;
mod element;
mod equal_sums;
mod holds;
mod keep;
mod linear;
mod n_value;
mod pair;
mod rank;
mod regions;
mod run_lengths;
mod same_multiset;
mod self_counting;
mod sum_between_extremes;
mod sum_in;
mod value_sets;

pub(super) use pair::SupportKey;

use super::Word;
use super::build::Builder;
use cluewright_puzzle::Cell;
use cluewright_rules::Statement;
use cluewright_rules::of_kind;

/// How one kind of statement is stated.
trait State {
    /// Adds the relations of the statement.
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32);
}

impl<W: Word> Builder<W> {
    /// Adds the relations of a statement.
    pub(super) fn state(&mut self, statement: &Statement, rests_on: u32) {
        let mut has_cells = false;
        statement.each_cell(&mut |_| has_cells = true);
        if !has_cells {
            // A relation without variables would never be asked again, and could not be explained.
            if !statement.holds(&|_| 0) {
                self.impossible(rests_on);
            }
            return;
        }
        of_kind!(statement, kind => kind.state(self, rests_on),
            Statement::All(parts) => parts.iter().for_each(|part| self.state(part, rests_on)),
            Statement::Any(parts) => self.any(parts, rests_on),
            Statement::Not(part) => self.not(part, rests_on),
        );
    }
}

/// The variables of cells: they have the same numbers.
pub(super) fn vars(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|c| c.0).collect()
}

/// Whether a cell stands more than once among the cells.
pub(super) fn repeats(cells: &[Cell]) -> bool {
    let mut numbered = cells.iter().enumerate();
    numbered.any(|(i, cell)| cells[..i].contains(cell))
}

/// All cells of some statements, in order.
pub(super) fn scope<'a>(parts: impl IntoIterator<Item = &'a Statement>) -> Vec<Cell> {
    let mut scope = vec![];
    parts
        .into_iter()
        .for_each(|part| part.each_cell(&mut |cell| scope.push(cell)));
    scope.sort_unstable();
    scope.dedup();
    scope
}
