//! The last resort: candidates that a search refutes, and a search for all remaining digits.
//!
//! These are not human techniques. The price of a refutation grows with its work, so that a puzzle that the techniques
//! cannot solve still gets a rating. The grade reports that the puzzle was searched.

use crate::Cells;
use crate::Context;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use cluewright_engine::model::{Cite, Compiled, Word, of_any_width};
use cluewright_engine::search::{Engine, Limits};
use cluewright_puzzle::DigitSet;

pub(super) const SEARCH: Technique = Technique {
    name: "search",
    help: "no deduction: a candidate that a search refutes",
    about: "Deduction has ended. A search refutes the candidate that takes it the fewest guesses, and the \
            grade says that it was searched.",
    family: Family::Search,
    sentence: Sentence::Search,
    price: Some(11.0),
    positions: &[Position::alone(
        ".2...75...1....76...6..5...6..4.....2..1...4......3.1..........83....67..5...6823",
    )],
    find: find_refuted,
    ..Technique::USUAL
};

pub(super) const GUESS_THE_REST: Technique = Technique {
    name: "guess-the-rest",
    help: "no deduction: the rest of the solution, if no short refutation is found",
    about: "Deduction has ended and no search of 2,000 guesses refutes anything. The solver has proved that \
            there is one solution, and takes the rest from it.",
    family: Family::Search,
    sentence: Sentence::SearchedRest,
    price: Some(12.2),
    positions: &[Position::alone(
        ".2...75...1....76...6..5...6..4.....2..1...4......3.1..........83....67..5...6823",
    )],
    find: rest,
    ..Technique::USUAL
};

/// The budgets of refutations, in the order in which they are tried: the binary logarithm of the number of guesses, and the
/// number of cells that get this budget. Small budgets are tried first, so that short refutations are found before any time
/// is spent on long ones. Only one cell gets the largest budget. With four cells, this budget would take most of the time
/// for a killer that has to be searched. It would change the rating of only one of 157 variants, from 12.2 to 12.0.
const LENGTHS: [(u16, usize); 4] = [(3, 4), (6, 4), (9, 4), (11, 1)];

/// Finds the candidate with the shortest refutation, among the candidates of the cells with the fewest candidates.
fn find_refuted(context: &Context<'_>, steps: &mut Steps) {
    for (length, vars) in LENGTHS {
        for (var, value) in candidates(context, vars) {
            // With more nodes, a refutation would cost more than `room` allows or exceed this budget.
            let most = (1 << steps.room().min(length - 1)) * 2 - 2;
            let nodes = of_any_width!(context.ground.model, compiled => {
                refute(compiled, context, (var, value), most)
            });
            if let Some(nodes) = nodes {
                steps.offer(u64::ilog2(nodes + 1) as u16, || {
                    describe(context, vec![(var, DigitSet::one(value))], nodes)
                });
            }
        }
        if !steps.is_empty() || !context.go_on() {
            return;
        }
    }
}

/// Fills in all remaining digits if the only solution is known.
fn rest(context: &Context<'_>, steps: &mut Steps) {
    let solution = context.ground.only_solution_on(context.board.candidates());
    let lost = context.board.candidates().iter().zip(solution);
    let lost = lost.map(|(&digits, &digit)| digits.without(DigitSet::one(digit)));
    let lost: Vec<(u16, DigitSet)> = (0..)
        .zip(lost)
        .filter(|(_, lost)| !lost.is_empty())
        .collect();
    if !lost.is_empty() {
        steps.offer(0, || describe(context, lost, 0));
    }
}

/// Returns the candidates of up to `most` cells that have the fewest candidates. The digits of a known solution are left
/// out, because they cannot be refuted.
fn candidates(context: &Context<'_>, most: usize) -> Vec<(u16, u8)> {
    let solution = context.ground.solution_on(context.board.candidates());
    let board = context.board.candidates();
    let counts = board.iter().map(|digits| digits.len());
    let Some(least) = counts.filter(|&count| count > 1).min() else {
        return vec![];
    };
    let vars = (0..).zip(board).filter(|(_, digits)| digits.len() == least);
    let each = |(var, digits): (u16, &DigitSet)| {
        let known = solution.get(usize::from(var)).copied();
        let others = digits.iter().filter(move |&digit| Some(digit) != known);
        others.map(move |digit| (var, digit)).collect::<Vec<_>>()
    };
    vars.take(most).flat_map(each).collect()
}

/// Returns the number of nodes that the refutation of a value needs. Returns `None` if it needs more than `most`.
fn refute<W: Word>(
    compiled: &Compiled<W>,
    context: &Context<'_>,
    (var, value): (u16, u8),
    most: u64,
) -> Option<u64> {
    let base = compiled.program.shared().base;
    let words = context.board.candidates().iter();
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

/// Creates a step that cites all clues and houses, because a search may use any of them.
fn describe(context: &Context<'_>, removed: Vec<(u16, DigitSet)>, nodes: u64) -> Step {
    let ground = context.ground;
    let houses = ground.houses.iter().map(|house| house.cite);
    let cliques = ground.cliques.iter().map(|clique| clique.cite);
    let clues = (0..ground.puzzle.clues.len()).map(|clue| Cite::Clue(clue as u16));
    let mut step = Step {
        removed,
        ..Step::default()
    };
    let cells = ground.cells() as u16;
    step.reason.extras = (cells..context.board.candidates().len() as u16).collect();
    step.citing(houses.chain(cliques).chain(clues))
        .seeing(Cells::first_of(ground.cells()))
        .sized(nodes as usize)
}
