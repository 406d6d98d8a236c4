//! What is left when deduction ends: a candidate that a search refutes.
//!
//! No technique of people. Its price grows with the work of the shortest refutation, so that a puzzle
//! outside the catalogue still gets a number; the grade says that it was searched.

use crate::logic::path::Look;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::model::{Cite, Compiled, Word, of_any_width};
use crate::puzzle::DigitSet;
use crate::search::{Engine, Limits};

/// Variables that are tried at most.
const MOST_VARS: usize = 4;
/// The candidate with the shortest refutation among those of the cells with the fewest candidates.
pub(super) fn refuted(look: &Look<'_>, steps: &mut Steps) {
    let open = |var: &u16| look.board.at(*var).len() > 1;
    let vars = 0..look.board.candidates().len() as u16;
    let Some(least) = vars
        .clone()
        .filter(open)
        .map(|var| look.board.at(var).len())
        .min()
    else {
        return;
    };
    let solution = look.ground.solution_on(look.board);
    for var in vars
        .filter(|&var| look.board.at(var).len() == least)
        .take(MOST_VARS)
    {
        let known = solution.get(usize::from(var));
        for value in look
            .board
            .at(var)
            .iter()
            .filter(|value| known != Some(value))
        {
            let most = (2u64 << steps.room().min(14)) - 2;
            let nodes = of_any_width!(look.ground.model, compiled => {
                refute(compiled, look, (var, value), most)
            });
            if let Some(nodes) = nodes {
                steps.offer(u64::ilog2(nodes + 1) as u16, || {
                    told(look, var, value, nodes)
                });
            }
        }
    }
}

/// How many nodes it takes to see that a variable does not have a value, if it is no more than `most`.
fn refute<W: Word>(
    compiled: &Compiled<W>,
    look: &Look<'_>,
    (var, value): (u16, u8),
    most: u64,
) -> Option<u64> {
    let base = compiled.program.shared().base;
    let words = look.board.candidates().iter();
    let mut start: Vec<W> = words.map(|d| W::from_bits(d.bits() >> base)).collect();
    start[usize::from(var)] = W::from_bits((1u64 << value) >> base);
    let limits = Limits {
        solutions: 1,
        nodes: most,
        ..Limits::NONE
    };
    let found = Engine::new(compiled).solve_from(&start, limits);
    (found.count == 0 && found.stopped.is_none()).then_some(found.nodes)
}

fn told(look: &Look<'_>, var: u16, value: u8, nodes: u64) -> Step {
    let ground = look.ground;
    let digits = DigitSet::one(value);
    let houses = ground.houses.iter().map(|house| house.cite);
    let cliques = ground.cliques.iter().map(|clique| clique.cite);
    let clues = (0..ground.puzzle.clues.len()).map(|clue| Cite::Clue(clue as u16));
    let mut step = Step {
        removed: vec![(var, digits)],
        digits,
        ..Step::default()
    };
    let cells = ground.cells() as u16;
    step.reason.extras = (cells..look.board.candidates().len() as u16).collect();
    step.citing(houses.chain(cliques).chain(clues))
        .seeing(crate::logic::Cells::first_of(ground.cells()))
        .sized(nodes as usize)
}
