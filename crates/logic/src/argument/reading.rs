//! The input of an argument: a step that rests on one clue, and the statements of that clue.

use crate::{Cells, Ground, Step};
use cluewright_engine::model::Cite;
use cluewright_puzzle::Clue;
use cluewright_rules::Statement;
use cluewright_rules::statement::{Distinct, Pair};

/// A step that rests on one clue, and the statements of the clue.
pub(super) struct Reading<'a, 'g> {
    pub(super) ground: &'a Ground<'g>,
    pub(super) step: &'a Step,
    /// The clue; `None` if the step cites a house instead of a clue of the puzzle.
    pub(super) clue: Option<&'a Clue>,
    /// The cells of the clue, in the clue's order.
    pub(super) cells: Vec<u16>,
    /// The statements of the clue.
    pub(super) said: Vec<Statement>,
    /// Sets of cells that must all differ according to a cited house or the clue.
    differ: Vec<Cells>,
}

impl<'a, 'g> Reading<'a, 'g> {
    pub(super) fn of(ground: &'a Ground<'g>, step: &'a Step, clue: Cite) -> Self {
        let said = statements_of(ground, clue);
        let cites = step.reason.cites.iter();
        let mut differ: Vec<Cells> = cites
            .clone()
            .filter_map(|&cite| ground.layout_house(cite))
            .collect();
        for &other in cites.filter(|&&cite| cite != clue && says_cells_differ(ground, cite)) {
            for part in ground.parts.iter().filter(|part| part.cite == other) {
                part.statement.each_conjunct(&mut |statement| {
                    let cells = statement.different().unwrap_or_default();
                    let cells = cells.iter().filter(|cell| cell.index() < ground.cells());
                    differ.push(cells.map(|cell| cell.0).collect());
                });
            }
        }
        for statement in &said {
            if let Statement::Distinct(Distinct(cells)) = statement {
                let cells = cells.iter().filter(|cell| cell.index() < ground.cells());
                differ.push(cells.map(|cell| cell.0).collect());
            }
        }
        let clue = match clue {
            Cite::Clue(index) => ground.puzzle.clues.get(usize::from(index)),
            _ => None,
        };
        let cells = clue.into_iter().flat_map(Clue::cells);
        Self {
            ground,
            step,
            clue,
            cells: cells.map(|cell| cell.0).collect(),
            said,
            differ,
        }
    }

    /// Returns `true` if the two cells must hold different digits.
    pub(super) fn together(&self, a: u16, b: u16) -> bool {
        let mut differ = self.differ.iter();
        differ.any(|cells| cells.contains(a) && cells.contains(b))
    }

    /// Returns `true` if all of the cells must hold different digits.
    pub(super) fn are_apart(&self, cells: &[u16]) -> bool {
        let mut pairs = (1..cells.len()).flat_map(|i| cells[..i].iter().map(move |&a| (a, i)));
        pairs.all(|(a, i)| self.together(a, cells[i]))
    }

    /// Returns `true` if `cells` includes every cell that loses candidates.
    pub(super) fn all_within(&self, cells: &[u16]) -> bool {
        let mut removed = self.step.removed.iter();
        removed.all(|(var, _)| cells.contains(var))
    }
}

/// Returns `true` if a clue implies only that cells differ.
pub(super) fn says_cells_differ(ground: &Ground<'_>, clue: Cite) -> bool {
    let mut parts = ground.parts.iter().filter(|part| part.cite == clue);
    let differ = |statement: &Statement| match statement {
        Statement::Distinct(_) => true,
        Statement::Pair(Pair(_, _, table)) => {
            let mut digits = ground.digits.iter();
            let others = |&a: &u8| ground.digits.iter().filter(move |&b| b != a);
            digits.all(|a| !table.allows(a, a) && others(&a).all(|b| table.allows(a, b)))
        }
        _ => false,
    };
    parts.all(|part| {
        let mut is_all = true;
        part.statement
            .each_conjunct(&mut |statement| is_all &= differ(statement));
        is_all
    })
}

pub(super) fn statements_of(ground: &Ground<'_>, clue: Cite) -> Vec<Statement> {
    let mut said = vec![];
    for part in ground
        .parts
        .iter()
        .filter(|part| part.cite == clue && !part.implied)
    {
        part.statement
            .each_conjunct(&mut |statement| said.push(statement.clone()));
    }
    said
}
