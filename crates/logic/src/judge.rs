//! The judge: proves a step anew from what it cites, and knows nothing of techniques.
//!
//! Only the cited houses and clues, and the candidates of the cited cells at that moment, are given to
//! a search, together with the opposite of the conclusion. The step is right when nothing is left. A
//! judge whose budget runs out has not proved anything.

use super::{Board, Cells, Ground, Sentence, Step};
use cluewright_engine::model::{Cite, Model, Part, houses};
use cluewright_engine::search::{ProofNodes, refutes, refutes_by_cases};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Given, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::Distinct;

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

/// What a proof may take. Of one step, with all that it concludes, not for ever: some never end.
const PROOF: ProofNodes = ProofNodes {
    search: 200_000,
    case: 10_000,
    cases: 200_000,
    all: 2_000_000,
};

/// What finding out may take which citations a step can do without. People see why without long searches: what
/// needs one is kept.
const MINIMISING: ProofNodes = ProofNodes {
    search: 2_000,
    case: 100,
    cases: 2_000,
    all: 100_000,
};

/// Whether a step follows from what it cites, on the board on which it was found.
///
/// # Errors
/// Why not.
pub fn judge(ground: &Ground<'_>, board: &Board, step: &Step) -> Result<(), Refusal> {
    judge_while(ground, board, step, &|| true)
}

/// As [`judge`], unless `go_on` returns `false` before it ends: then the step is unproven.
///
/// # Errors
/// Why the step is not accepted.
pub fn judge_while(
    ground: &Ground<'_>,
    board: &Board,
    step: &Step,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    judge_within(&mut PROOF.clone(), ground, board, step, go_on)
}

/// The same within a budget, and while `go_on` says so.
fn judge_within(
    budget: &mut ProofNodes,
    ground: &Ground<'_>,
    board: &Board,
    step: &Step,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    let opposites = opposites(board, step);
    if opposites.is_empty() {
        return Err(Refusal::Empty);
    }
    if !super::proof::is_proven(ground, board, step) {
        return Err(Refusal::NotForced);
    }
    let mut parts = cited_parts(ground, step);
    if !step.avoids.is_empty() {
        let premise = super::deadly::premise(ground, board, step);
        parts.push(premise.ok_or(Refusal::NotForced)?);
    }
    if let Sentence::Balance(sides) = step.sentence() {
        let premise = super::balance::premise(ground, step, sides);
        parts.push(premise.ok_or(Refusal::NotForced)?);
    }
    let vars = step.reason.cells.iter();
    let vars = vars.chain(step.reason.extras.iter().copied());
    let puzzle = bare(ground, step, vars.map(|var| (var, board.at(var))));
    for (var, digits) in opposites {
        let mut puzzle = puzzle.clone();
        puzzle.givens.push(Given {
            cell: Cell(var),
            digits,
        });
        match is_refuted(budget, ground, step, &puzzle, &parts, go_on) {
            Some(true) => {}
            Some(false) => return Err(Refusal::NotForced),
            None => return Err(Refusal::Unproven),
        }
    }
    Ok(())
}

/// Whether a puzzle of these parts has no solution, as far as the budget goes.
fn is_refuted(
    budget: &mut ProofNodes,
    ground: &Ground<'_>,
    step: &Step,
    puzzle: &Puzzle,
    parts: &[Part],
    go_on: &dyn Fn() -> bool,
) -> Option<bool> {
    let model = Model::new(puzzle, parts);
    let found = refutes(&model, budget, go_on);
    if found.is_some() || !go_on() {
        return found;
    }
    // What many houses and clues add up to is more than a search sees in good time.
    let sums = super::totals::totals(ground, step, parts);
    if !sums.is_empty() {
        let found = refutes(&Model::new(puzzle, &[parts, &sums].concat()), budget, go_on);
        if found.is_some() || !go_on() {
            return found;
        }
    }
    refutes_by_cases(&model, budget, go_on).then_some(true)
}

/// A step as a person would give its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The step, without the clues and houses that it does not need.
    pub step: Step,
    /// Whether all of them were looked at. Otherwise it cites all that its technique did.
    pub complete: bool,
}

/// The step without the clues and houses that it does not need, while `go_on` says so. Houses that concern few
/// of its cells go first: what is left is what a person would name. What was searched rests on everything.
#[must_use]
pub fn minimal(
    ground: &Ground<'_>,
    board: &Board,
    step: &Step,
    go_on: &dyn Fn() -> bool,
) -> Minimal {
    if step.technique().is_search() {
        return Minimal {
            step: step.clone(),
            complete: true,
        };
    }
    let mut order = step.reason.cites.clone();
    order.sort_by_key(|&cite| concerned(ground, step, cite));
    let mut least = step.clone();
    let mut budget = MINIMISING;
    for cite in order {
        if !go_on() {
            return Minimal {
                step: step.clone(),
                complete: false,
            };
        }
        let mut fewer = least.clone();
        fewer.reason.cites.retain(|&other| other != cite);
        let is_some = !fewer.reason.cites.is_empty();
        if is_some && judge_within(&mut budget, ground, board, &fewer, go_on).is_ok() {
            least = fewer;
        }
    }
    if let Some(sentence) = &mut least.sentence {
        sentence.keep_to(&least.reason.cites);
    }
    Minimal {
        step: least,
        complete: true,
    }
}

/// What finding out may take what an assumption breaks: people see at a glance that one clue cannot be satisfied.
const GLANCE: ProofNodes = ProofNodes {
    search: 50,
    case: 0,
    cases: 0,
    all: u64::MAX,
};

/// Whether some of what a step cites cannot hold together where variables lie in these sets: seen at a glance, or not
/// at all.
pub(super) fn clash(ground: &Ground<'_>, cites: &[Cite], known: &[(u16, DigitSet)]) -> bool {
    let step = Step::default().citing(cites.iter().copied());
    let puzzle = bare(ground, &step, known.iter().copied());
    let model = Model::new(&puzzle, &cited_parts(ground, &step));
    refutes(&model, &mut GLANCE.clone(), &|| true) == Some(true)
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
                statement: Statement::Distinct(Distinct(cells.iter().map(Cell).collect())),
                implied: false,
            });
        }
    }
    parts
}

/// The puzzle without clues and without the houses that are not cited, whose givens are the cited candidates.
fn bare(ground: &Ground<'_>, step: &Step, known: impl Iterator<Item = (u16, DigitSet)>) -> Puzzle {
    let mut layout = ground.puzzle.layout.clone();
    let lines = layout.line_count();
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
    let given = |(var, digits): (u16, DigitSet)| Given {
        cell: Cell(var),
        digits,
    };
    Puzzle {
        layout,
        extras: ground.puzzle.extras.clone(),
        givens: known.map(given).chain(marks).collect(),
        ..Puzzle::default()
    }
}

impl Ground<'_> {
    /// The cells of a house of the layout, full or not.
    pub(super) fn layout_house(&self, cite: Cite) -> Option<Cells> {
        let houses = self.houses.iter().map(|h| (h.cite, h.cells));
        let cliques = self.cliques.iter().map(|c| (c.cite, c.cells));
        let mut all = houses.chain(cliques);
        all.find(|(c, _)| *c == cite).map(|(_, cells)| cells)
    }
}
