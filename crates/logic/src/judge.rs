//! The judge: proves a step from its citations alone, without knowledge of techniques.
//!
//! The judge searches a reduced puzzle: the cited houses and clues, the candidates that the cited cells had before the
//! step, and the negation of the conclusion. The step is correct if that puzzle has no solution. If the budget runs out
//! first, nothing is proved.

use super::{Board, Cells, Ground, Sentence, Step};
use cluewright_engine::model::{Cite, Model, Part, houses};
use cluewright_engine::search::{ProofNodes, refutes, refutes_by_cases};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Given, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::Distinct;

/// The reason why a step is not accepted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// The citations of the step do not exclude the negation of its conclusion.
    NotForced,
    /// The budget ran out before the negation was refuted.
    Unproven,
    /// The step has no conclusion.
    Empty,
}

/// Node budget for verifying one step with all its conclusions. Without a limit, some proofs would never finish.
const PROOF: ProofNodes = ProofNodes {
    // With 20,000 nodes, 5 of 94,726 correct steps could not be verified.
    search: 200_000,
    case: 10_000,
    cases: 200_000,
    // Without this limit, a step whose proof does not terminate took sixty million nodes.
    all: 2_000_000,
};

/// Budget for dropping redundant citations. A citation is kept if the negation can be refuted without it only by a long
/// search, in which people would not see the reason.
const MINIMISING: ProofNodes = ProofNodes {
    search: 2_000,
    case: 100,
    cases: 2_000,
    all: 100_000,
};

/// Checks that a step follows from its citations, on the board on which it was found.
///
/// # Errors
///
/// Returns the reason if the step is refused.
pub fn judge(ground: &Ground<'_>, board: &Board, step: &Step) -> Result<(), Refusal> {
    judge_while(ground, board, step, &|| true)
}

/// Like [`judge`], but stops once `go_on` returns `false`. The step is then unproven.
///
/// # Errors
///
/// Returns the reason if the step is refused.
pub fn judge_while(
    ground: &Ground<'_>,
    board: &Board,
    step: &Step,
    go_on: &dyn Fn() -> bool,
) -> Result<(), Refusal> {
    judge_within(&mut PROOF.clone(), ground, board, step, go_on)
}

/// Judges a step within a budget and until `go_on` returns `false`.
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
    let mut parts = parts_of_citations(ground, step);
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

/// Returns `true` if a search within the budget proves that the parts have no common solution, and `false` if it finds one.
/// Returns `None` if the search is not finished.
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
    // The plain search takes too long to refute sums over many houses, so the derived sums are added explicitly.
    let sums = super::totals::totals(ground, step, parts);
    if !sums.is_empty() {
        let found = refutes(&Model::new(puzzle, &[parts, &sums].concat()), budget, go_on);
        if found.is_some() || !go_on() {
            return found;
        }
    }
    refutes_by_cases(&model, budget, go_on).then_some(true)
}

/// A step without redundant citations.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Minimal {
    /// The step without redundant clues and houses.
    pub step: Step,
    /// `true` if every citation was tested; otherwise the step keeps all its citations.
    pub complete: bool,
}

/// Removes redundant clues and houses from a step, unless `go_on` returns `false`. Houses that contain few of the step's
/// cells are tried first, because a person would rather cite the others. A step that was found by search keeps all its
/// citations.
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
    // Without a house that the sentence names, the step may still follow, but its sentence would be false.
    let named = step.sentence().houses(ground);
    order.retain(|cite| !named.contains(cite));
    order.sort_by_key(|&cite| count_concerned_cells(ground, step, cite));
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
    Minimal {
        step: least,
        complete: true,
    }
}

/// Budget for finding the citations that an assumption breaks. It is small, because a person must see at a glance that a
/// single clue cannot be satisfied.
const GLANCE: ProofNodes = ProofNodes {
    search: 50,
    case: 0,
    cases: 0,
    // Each test has a budget of its own, so no total is needed.
    all: u64::MAX,
};

/// Returns `true` if a search within a small budget refutes the citations. Each variable in `known` is restricted to its set
/// of digits.
pub(super) fn clash(ground: &Ground<'_>, cites: &[Cite], known: &[(u16, DigitSet)]) -> bool {
    let step = Step::default().citing(cites.iter().copied());
    let puzzle = bare(ground, &step, known.iter().copied());
    let model = Model::new(&puzzle, &parts_of_citations(ground, &step));
    refutes(&model, &mut GLANCE.clone(), &|| true) == Some(true)
}

/// Returns the number of cells that a step and a house share. Returns the maximum for a clue, so that houses are tried for
/// removal first.
fn count_concerned_cells(ground: &Ground<'_>, step: &Step, cite: Cite) -> usize {
    let house = match cite {
        Cite::House(_) => ground.layout_house(cite),
        Cite::Given(_) | Cite::Clue(_) => None,
    };
    let losers = step.removed.iter().map(|&(var, _)| var);
    let inside = losers.filter(|&var| usize::from(var) < ground.cells());
    let cells = step.reason.cells | inside.collect::<Cells>();
    house.map_or(usize::MAX, |house| (house & cells).len())
}

/// Returns the negations of the conclusions. A negation is a variable with the values that the step excludes.
fn opposites(board: &Board, step: &Step) -> Vec<(u16, DigitSet)> {
    let placed = step.placed.map(|(cell, digit)| {
        let digit = DigitSet::one(digit);
        let others = board.at(cell).without(digit);
        match others.is_empty() {
            // The negation of a placement is that the cell holds any other digit. The candidates of the cell restrict these
            // digits later.
            true => (cell, DigitSet::from_bits(!0).without(digit)),
            false => (cell, others),
        }
    });
    step.removed.iter().copied().chain(placed).collect()
}

/// Returns the cited clues and houses as statements. Implied statements of clues are left out, because they may depend on
/// houses that are not cited.
fn parts_of_citations(ground: &Ground<'_>, step: &Step) -> Vec<Part> {
    let beside_the_grid = |part: &Part| {
        let mut beside = true;
        let mut see = |cell: Cell| beside &= cell.index() >= ground.cells();
        // An implied statement without cells of the grid cannot depend on a house, so it is kept.
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

/// Returns the puzzle reduced to the cited houses, without clues, and with the cited candidates as givens.
fn bare(ground: &Ground<'_>, step: &Step, known: impl Iterator<Item = (u16, DigitSet)>) -> Puzzle {
    let mut layout = ground.puzzle.layout.clone();
    let lines = layout.line_count();
    let cited = |number: usize| step.reason.cites.contains(&Cite::House(number as u16));
    let boxes = (lines..houses(&layout).len()).all(cited);
    // A rank is read along the whole layout, so rows, columns or boxes are kept only if all of them are cited.
    layout.lines = lines > 0 && (0..lines).all(cited);
    if !boxes {
        layout.boxes = Boxes::None;
    }
    // Givens with several candidates determine the total of a house, so they are kept in the cited houses.
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
        // Statements refer to auxiliary variables by index, so all of these variables are kept.
        extras: ground.puzzle.extras.clone(),
        givens: known.map(given).chain(marks).collect(),
        ..Puzzle::default()
    }
}

impl Ground<'_> {
    /// Returns the cells of a house of the layout, even if there are fewer cells than digits.
    pub(super) fn layout_house(&self, cite: Cite) -> Option<Cells> {
        let houses = self.houses.iter().map(|h| (h.cite, h.cells));
        let cliques = self.cliques.iter().map(|c| (c.cite, c.cells));
        let mut all = houses.chain(cliques);
        all.find(|(c, _)| *c == cite).map(|(_, cells)| cells)
    }
}
