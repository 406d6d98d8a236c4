//! The judge: proves a step anew from what it cites, and knows nothing of techniques.
//!
//! Only the cited houses and clues, and the candidates of the cited cells at that moment, are given to
//! a search, together with the opposite of the conclusion. The step is right when nothing is left. A
//! judge that runs out of patience has not proved anything.

use super::{Board, Cells, Ground, Step};
use crate::model::{Cite, Model, Part, houses};
use crate::puzzle::{Boxes, Cell, DigitSet, Given, Puzzle};
use crate::rules::Statement;
use crate::search::{refutes, refutes_by_cases};

/// Why a step is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// What it cites allows the opposite.
    NotForced,
    /// The search for the opposite did not end.
    Unproven,
    /// It says nothing.
    Empty,
}

/// Nodes of one search at most.
const PATIENCE: u64 = 20_000;

/// Nodes of each case at most, where the search did not end, and of all cases that are tried.
const CASE: u64 = 1_000;
const CASES: u64 = 20_000;

/// Whether a step follows from what it cites, on the board on which it was found.
///
/// # Errors
/// Why not.
pub fn judge(ground: &Ground<'_>, board: &Board, step: &Step) -> Result<(), Refusal> {
    let opposites = opposites(board, step);
    if opposites.is_empty() {
        return Err(Refusal::Empty);
    }
    let mut parts = cited_parts(ground, step);
    if !step.avoids.is_empty() {
        let premise = super::deadly::premise(ground, board, step);
        parts.push(premise.ok_or(Refusal::NotForced)?);
    }
    if !step.balance[0].is_empty() {
        let premise = super::balance::premise(ground, step);
        parts.push(premise.ok_or(Refusal::NotForced)?);
    }
    let puzzle = bare(ground, board, step);
    for (var, digits) in opposites {
        let mut puzzle = puzzle.clone();
        puzzle.givens.push(Given {
            cell: Cell(var),
            digits,
        });
        let mut found = refutes(&Model::new(&puzzle, &parts), PATIENCE);
        if found.is_none() {
            // What many houses and clues add up to is more than a search sees in good time.
            let sums = super::totals::totals(ground, step, &parts);
            if !sums.is_empty() {
                let model = Model::new(&puzzle, &[parts.clone(), sums].concat());
                found = refutes(&model, PATIENCE);
            }
        }
        if found.is_none() && refutes_by_cases(&Model::new(&puzzle, &parts), CASE, CASES) {
            continue;
        }
        match found {
            Some(true) => {}
            Some(false) => return Err(Refusal::NotForced),
            None => return Err(Refusal::Unproven),
        }
    }
    Ok(())
}

/// The step without the clues and houses that it does not need. Houses that concern few of its cells go
/// first: what is left is what a person would name.
#[must_use]
pub fn minimal(ground: &Ground<'_>, board: &Board, step: &Step) -> Step {
    let mut order = step.reason.cites.clone();
    order.sort_by_key(|&cite| concerned(ground, step, cite));
    let mut step = step.clone();
    for cite in order {
        let mut fewer = step.clone();
        fewer.reason.cites.retain(|&other| other != cite);
        if !fewer.reason.cites.is_empty() && judge(ground, board, &fewer).is_ok() {
            step = fewer;
        }
    }
    step
}

/// How many of a step's cells stand in a house; of a clue, more than any.
fn concerned(ground: &Ground<'_>, step: &Step, cite: Cite) -> usize {
    let house = match cite {
        Cite::House(_) => ground.layout_house(cite),
        Cite::Given(_) | Cite::Clue(_) => None,
    };
    let losers = step.removed.iter().map(|&(var, _)| var);
    let inside = losers.filter(|&var| usize::from(var) < ground.cells());
    let cells = step.reason.cells | inside.collect::<Cells>();
    house.map_or(usize::MAX, |house| (house & cells).len())
}

/// What each conclusion excludes, by variable.
fn opposites(board: &Board, step: &Step) -> Vec<(u16, DigitSet)> {
    let placed = step.placed.map(|(cell, digit)| {
        let digit = DigitSet::one(digit);
        let others = board.at(cell).without(digit);
        match others.is_empty() {
            // The opposite is every other digit, which the cell's own candidates exclude.
            true => (cell, DigitSet::from_bits(!0).without(digit)),
            false => (cell, others),
        }
    });
    step.removed.iter().copied().chain(placed).collect()
}

/// What is cited, as statements. What clues only imply of the grid is left out: it may follow from
/// houses that are not cited.
fn cited_parts(ground: &Ground<'_>, step: &Step) -> Vec<Part> {
    let beside_the_grid = |part: &Part| {
        let mut beside = true;
        let mut see = |cell: Cell| beside &= cell.index() >= ground.cells();
        part.statement.each_cell(&mut see);
        beside
    };
    let stands = |part: &Part| !part.implied || beside_the_grid(part);
    let cited = |part: &&Part| step.reason.cites.contains(&part.cite) && stands(part);
    let mut parts: Vec<Part> = ground.parts.iter().filter(cited).cloned().collect();
    for &cite in &step.reason.cites {
        if let Cite::House(_) = cite
            && let Some(cells) = ground.layout_house(cite)
        {
            parts.push(Part {
                cite,
                statement: Statement::Distinct(cells.iter().map(Cell).collect()),
                implied: false,
            });
        }
    }
    parts
}

/// The puzzle without clues and without the houses that are not cited, whose givens are the cited candidates.
fn bare(ground: &Ground<'_>, board: &Board, step: &Step) -> Puzzle {
    let mut layout = ground.puzzle.layout.clone();
    let lines = match layout.lines {
        true => usize::from(layout.rows) + usize::from(layout.columns),
        false => 0,
    };
    let cited = |number: usize| step.reason.cites.contains(&Cite::House(number as u16));
    let boxes = (lines..houses(&layout).len()).all(cited);
    // Ranks are read along whole layouts: lines and boxes stay where each of them is cited.
    layout.lines = lines > 0 && (0..lines).all(cited);
    if !boxes {
        layout.boxes = Boxes::None;
    }
    // What the setter leaves to the cells of a house is part of what the house says: its total.
    let in_house = |given: &&Given| {
        let cites = step.reason.cites.iter();
        let mut houses = cites.filter_map(|&cite| ground.layout_house(cite));
        let marked = given.cell.index() < ground.cells() && given.digits.len() > 1;
        marked && houses.any(|house| house.contains(given.cell.0))
    };
    let marks = ground.puzzle.givens.iter().filter(in_house).cloned();
    let vars = step.reason.cells.iter();
    let vars = vars.chain(step.reason.extras.iter().copied());
    let given = |var: u16| Given {
        cell: Cell(var),
        digits: board.at(var),
    };
    Puzzle {
        layout,
        extras: ground.puzzle.extras.clone(),
        givens: vars.map(given).chain(marks).collect(),
        ..Puzzle::default()
    }
}

impl Ground<'_> {
    /// The cells of a house of the layout, full or not.
    fn layout_house(&self, cite: Cite) -> Option<Cells> {
        let houses = self.houses.iter().map(|h| (h.cite, h.cells));
        let cliques = self.cliques.iter().map(|c| (c.cite, c.cells));
        let mut all = houses.chain(cliques);
        all.find(|(c, _)| *c == cite).map(|(_, cells)| cells)
    }
}
