//! Tests whether one clue or house can be satisfied without the rest of the puzzle, and lists its fillings. Cells that see
//! each other must still differ.

use crate::{Cells, Ground};
use cluewright_engine::model::{Cite, Model, Part};
use cluewright_engine::search::{Limits, ProofNodes, refutes, solve};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Given, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::Distinct;

/// Node budget for proving that one clue fails. It is small, because a person must see at a glance that the clue cannot be
/// satisfied.
const GLANCE: ProofNodes = ProofNodes {
    search: 200,
    case: 0,
    cases: 0,
    // Each test has a budget of its own, so no total is needed.
    all: u64::MAX,
};

/// Maximum number of cells of a clue whose fillings are listed.
const MOST_FILLED: usize = 9;
/// Maximum number of fillings to list.
const MOST_FILLINGS: u64 = 2_000;

/// Returns the cells of a cited house. Returns `None` if the citation is a clue, or if the house does not hold each digit
/// exactly once.
pub(super) fn full_house(ground: &Ground<'_>, cite: Cite) -> Option<Cells> {
    let mut houses = ground.houses.iter();
    let is_own = houses.find(|house| house.cite == cite && matches!(cite, Cite::House(_)));
    is_own.map(|house| house.cells)
}

/// One clue or house, without the rest of the puzzle.
pub(super) struct Alone {
    /// The statements of the clue or house, and the exclusions between its cells.
    parts: Vec<Part>,
    /// The variables in the scope of the clue or house.
    pub(super) vars: Vec<u16>,
    puzzle: Puzzle,
}

impl Alone {
    pub(super) fn new(ground: &Ground<'_>, cite: Cite) -> Self {
        Self::together(ground, &[cite])
    }

    /// Several clues, as if they were one.
    pub(super) fn together(ground: &Ground<'_>, cites: &[Cite]) -> Self {
        let mut vars: Vec<u16> = cites
            .iter()
            .flat_map(|&cite| ground.cells_of(cite))
            .collect();
        vars.sort_unstable();
        vars.dedup();
        let own = ground.parts.iter();
        // An implied statement may depend on houses, so it does not belong to the clue alone.
        let own = own.filter(|part| cites.contains(&part.cite) && !part.implied);
        let mut parts: Vec<Part> = own.cloned().collect();
        let inside = vars
            .iter()
            .copied()
            .filter(|&var| usize::from(var) < ground.cells());
        let inside: Cells = inside.collect();
        let houses = ground.houses.iter().map(|house| house.cells);
        let sets = houses.chain(ground.cliques.iter().map(|clique| clique.cells));
        let mut apart: Vec<Cells> = sets
            .map(|cells| cells & inside)
            .filter(|cells| cells.len() > 1)
            .collect();
        apart.sort_unstable();
        apart.dedup();
        // The exclusions belong to no clue, and their citation is never read.
        let cite = cites.first().copied().unwrap_or(Cite::House(0));
        parts.extend(apart.iter().map(|cells| Part {
            cite,
            statement: Statement::Distinct(Distinct(cells.iter().map(Cell).collect())),
            implied: false,
        }));
        let mut layout = ground.puzzle.layout.clone();
        // Only exclusions between the clue's cells may matter. They are stated in `parts`, so the houses of the layout are
        // removed.
        layout.lines = false;
        layout.boxes = Boxes::None;
        let puzzle = Puzzle {
            layout,
            extras: ground.puzzle.extras.clone(),
            ..Puzzle::default()
        };
        Self {
            parts,
            vars,
            puzzle,
        }
    }

    /// Returns `true` if the clue or house cannot be satisfied with the known candidates.
    pub(super) fn fails(&self, known: impl Fn(u16) -> DigitSet) -> bool {
        let model = self.model(|var| self.vars.contains(&var).then(|| known(var)));
        model.is_none_or(|model| refutes(&model, &mut GLANCE.clone(), &|| true) == Some(true))
    }

    /// Returns `true` if the clue or house has few enough cells for its fillings to be listed.
    pub(super) fn is_small(&self) -> bool {
        self.vars.len() <= MOST_FILLED
    }

    /// Lists the fillings within the known candidates. Each filling is indexed by the variables of the puzzle. Returns
    /// `None` if the clue has too many cells or fillings, or if a variable has no candidates.
    pub(super) fn fillings(&self, known: impl Fn(u16) -> DigitSet) -> Option<Vec<Vec<u8>>> {
        if !self.is_small() {
            return None;
        }
        // Variables outside the clue are irrelevant, so each is fixed to any of its values; otherwise every filling
        // would be listed many times.
        let one = |digits: DigitSet| digits.min().map_or(digits, DigitSet::one);
        let domain = |var: u16| match self.vars.contains(&var) {
            true => known(var),
            false => one(self.puzzle.domain(Cell(var))),
        };
        let limits = Limits {
            // One more than the maximum, because a search that reaches its limit counts as stopped.
            solutions: MOST_FILLINGS + 1,
            nodes: 10 * MOST_FILLINGS,
            ..Limits::NONE
        };
        let found = solve(&self.model(|var| Some(domain(var)))?, limits);
        found.stopped.is_none().then_some(found.solutions)
    }

    /// Compiles the clue or house by itself, with the given domains of the variables. Returns `None` if a domain is empty.
    fn model(&self, domain: impl Fn(u16) -> Option<DigitSet>) -> Option<Model> {
        let mut puzzle = self.puzzle.clone();
        let vars = 0..puzzle.cell_count() as u16;
        let domains = vars.filter_map(|var| Some((var, domain(var)?)));
        puzzle.givens = domains
            .map(|(var, digits)| Given {
                cell: Cell(var),
                digits,
            })
            .collect();
        let is_possible = puzzle.givens.iter().all(|given| !given.digits.is_empty());
        is_possible.then(|| Model::new(&puzzle, &self.parts))
    }
}
