//! Follows assumptions through clues and houses, in rounds, and records their consequences and reasons.
//!
//! In each round, every relation whose variables have changed runs on the board from the end of the previous round. The
//! result therefore does not depend on the order of relations. All assumptions are first followed without reasons. The few
//! that have consequences are followed once more with reasons.

mod cases;
mod follow;
mod notes;
mod past;

pub(super) use cases::Cases;
pub(super) use notes::{Account, Line, Link};

use super::{Board, Context, Ground};
use cluewright_engine::model::program::Work;
use cluewright_engine::model::{Compiled, Word, of_any_width};
use cluewright_puzzle::DigitSet;
use follow::{Trials, words};
use std::cell::OnceCell;
use std::rc::Rc;

/// Number of rounds within which a person sees that two clues, or a clue and houses, contradict each other.
pub(super) const NEAR: usize = 2;
/// Number of rounds of a short line of reasoning.
pub(super) const SHORT: usize = 4;
/// Number of rounds of a long line of reasoning.
pub(super) const LONG: usize = 12;

/// A variable and one of its values.
pub(super) type Candidate = (u16, u8);

/// An assumption: some variables, each with a set that contains its value.
pub(super) type Assumption = Vec<(u16, DigitSet)>;

/// The remaining candidates of every variable under an assumption; `None` if it leads to a contradiction.
pub(super) type Left = Option<Box<[DigitSet]>>;

/// The result of one assumption after some rounds.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// The candidate that is assumed to be true.
    pub(super) candidate: Candidate,
    /// The remaining candidates.
    pub(super) left: Left,
}

/// The results of following candidates on one board, for each number of rounds. Computed on first use.
#[derive(Default)]
struct Followed {
    near: OnceCell<Rc<[Candidate]>>,
    short: OnceCell<Rc<[Outcome]>>,
    long: OnceCell<Rc<[Candidate]>>,
    refutable: OnceCell<Rc<[Candidate]>>,
}

/// Returns the candidates that lead to a contradiction within [`NEAR`] rounds, in order.
pub(super) fn near(context: &Context<'_>) -> Rc<[Candidate]> {
    let known = context.on_board.of::<Followed>();
    Rc::clone(
        known
            .near
            .get_or_init(|| refute_candidates(context, NEAR).into()),
    )
}

/// Returns the consequences of each candidate within [`SHORT`] rounds, in order.
pub(super) fn short(context: &Context<'_>) -> Rc<[Outcome]> {
    let known = context.on_board.of::<Followed>();
    Rc::clone(
        known
            .short
            .get_or_init(|| follow_all(context, SHORT).into()),
    )
}

/// Returns the candidates that lead to a contradiction within [`LONG`] rounds, in order.
pub(super) fn long(context: &Context<'_>) -> Rc<[Candidate]> {
    let known = context.on_board.of::<Followed>();
    Rc::clone(
        known
            .long
            .get_or_init(|| refute_candidates(context, LONG).into()),
    )
}

/// Returns the candidates that full propagation refutes, in order.
pub(super) fn refutable(context: &Context<'_>) -> Rc<[Candidate]> {
    let find = || of_any_width!(context.ground.model, compiled => filter(context, compiled)).into();
    let known = context.on_board.of::<Followed>();
    Rc::clone(known.refutable.get_or_init(find))
}

/// Follows each candidate of the open variables, in order.
fn follow_all(context: &Context<'_>, rounds: usize) -> Vec<Outcome> {
    of_any_width!(context.ground.model, c => {
        Trials::new(context.ground, c, context.board, rounds).all(rounds, context)
    })
}

/// Returns the candidates of the open variables that lead to a contradiction within `rounds` rounds, in order.
fn refute_candidates(context: &Context<'_>, rounds: usize) -> Vec<Candidate> {
    of_any_width!(context.ground.model, c => {
        let mut trials = Trials::new(context.ground, c, context.board, rounds);
        trials.with_pasts(context.memory, rounds, |trials| trials.list_refuted(rounds, context))
    })
}

/// Follows each assumption for `rounds` rounds. Returns the remaining candidates for each assumption.
pub(super) fn follow_each(
    ground: &Ground<'_>,
    board: &Board,
    assumptions: &[Assumption],
    rounds: usize,
) -> Vec<Left> {
    of_any_width!(ground.model, c => Trials::new(ground, c, board, rounds).each(assumptions, rounds))
}

/// Tries to refute each candidate within `rounds` rounds. Returns an account of each refutation, or `None` if the candidate
/// was not refuted. The list is shorter if the run was interrupted.
pub(super) fn refute(
    context: &Context<'_>,
    candidates: &[Candidate],
    rounds: usize,
) -> Vec<Option<Account>> {
    of_any_width!(context.ground.model, c => {
        let mut trials = Trials::new(context.ground, c, context.board, rounds);
        trials.with_pasts(context.memory, rounds, |trials| {
            let candidates = candidates.iter().take_while(|_| context.go_on());
            candidates.map(|&candidate| trials.refute(candidate, rounds)).collect()
        })
    })
}

/// Tries to prove each target within `rounds` rounds. Returns an account of each proof, or `None` if the target was not
/// proved. A target is proved if every assumption either removes all of the target's digits from its variable or leads to a
/// contradiction.
pub(super) fn explain(
    ground: &Ground<'_>,
    board: &Board,
    assumptions: &[Assumption],
    rounds: usize,
    targets: &[(u16, DigitSet)],
) -> Vec<Option<Account>> {
    of_any_width!(ground.model, c => {
        Trials::new(ground, c, board, rounds).explain(assumptions, rounds, targets)
    })
}

/// Refutes an assumption within `rounds` rounds, with each inference from a single clue or house. Returns `None` if no such
/// refutation is found.
pub(super) fn line(
    ground: &Ground<'_>,
    board: &Board,
    assumption: &[(u16, DigitSet)],
    rounds: usize,
) -> Option<Line> {
    of_any_width!(ground.model, c => Trials::of_single_cites(ground, c, board).line(assumption, rounds))
}

/// Refutes an assumption by a few cases, with each inference from a single clue or house.
pub(super) fn cases(ground: &Ground<'_>, board: &Board, assumed: (u16, DigitSet)) -> Option<Cases> {
    of_any_width!(ground.model, c => Trials::of_single_cites(ground, c, board).cases(assumed))
}

fn filter<W: Word>(context: &Context<'_>, compiled: &Compiled<W>) -> Vec<Candidate> {
    let board = context.board;
    let solution = context.ground.solution_on(board.candidates());
    let program = &compiled.program;
    let base = program.shared().base;
    let mut work = Work::default();
    let mut settled = words(compiled, board);
    // The board is settled once, so that each trial below only propagates its own assumption.
    program.wake_all(&settled, &mut work);
    let hopeless = program.fixpoint(&mut settled, &mut work).is_err();
    let mut found = vec![];
    for (var, digits) in board.candidates().iter().enumerate() {
        if digits.len() < 2 {
            continue;
        }
        if !context.go_on() {
            break;
        }
        for value in digits.iter() {
            // A value of a known solution cannot be refuted, so it is not tried.
            if solution.get(var) == Some(&value) {
                continue;
            }
            let word = W::from_bits((1u64 << value) >> base);
            // A board that fails without an assumption refutes every candidate.
            let gone = hopeless || (settled[var] & word).is_none();
            let mut fails = || {
                let mut trial = settled.clone();
                trial[var] = word;
                // A failed trial leaves relations in the queue, so the queue is emptied first.
                program.prepare(&mut work);
                program.wake(var as u16, &trial, &mut work);
                program.fixpoint(&mut trial, &mut work).is_err()
            };
            // If propagation has already fixed the value, assuming it changes nothing and cannot fail.
            if gone || (settled[var] != word && fails()) {
                found.push((var as u16, value));
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Memory;
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
    use cluewright_rules::Book;

    /// Runs a check on a 6x6 grid with cages and a thermometer and without placed digits.
    fn on_a_board(check: impl FnOnce(&Ground<'_>, &Board)) {
        let cells = |numbers: &[u16]| numbers.iter().map(|&n| Cell(n)).collect::<Vec<_>>();
        let mut puzzle = Puzzle::new(Layout::square(6));
        puzzle.clues = vec![
            Clue::on("killer-cage", cells(&[0, 1])).with("sum", 3),
            Clue::on("killer-cage", cells(&[2, 8, 9])).with("sum", 13),
            Clue::on("thermometer", cells(&[6, 12, 18, 24])),
            Clue::on("killer-cage", cells(&[34, 35])).with("sum", 11),
        ];
        let parts =
            cluewright_engine::parts(&puzzle, Book::builtin()).expect("the rules are in the book");
        let model = Model::new(&puzzle, &parts);
        let ground =
            Ground::new(&puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let board = Board::new(&ground);
        check(&ground, &board);
    }

    #[test]
    fn what_fails_without_reasons_fails_with_them() {
        on_a_board(|ground, board| {
            for rounds in [1, 2, 4] {
                let memory = Memory::default();
                let context = Context::new(ground, board, &memory, &|| true);
                let outcomes = follow_all(&context, rounds);
                let failed = outcomes
                    .iter()
                    .filter(|outcome| outcome.left.is_none())
                    .count();
                assert!(failed > 0 && failed < outcomes.len(), "{rounds}: {failed}");
                let candidates: Vec<Candidate> = outcomes.iter().map(|o| o.candidate).collect();
                let accounts = refute(&context, &candidates, rounds);
                for (outcome, account) in outcomes.iter().zip(accounts) {
                    assert_eq!(account.is_some(), outcome.left.is_none(), "{outcome:?}");
                }
            }
        });
    }

    #[test]
    fn what_a_case_takes_is_explained() {
        on_a_board(|ground, board| {
            let one = DigitSet::one(1);
            let assumption = vec![(0, one)];
            let targets = [(6, one), (35, one)];
            let accounts = explain(ground, board, &[assumption], 1, &targets);
            let seen = accounts[0].as_ref().expect("r2c1 sees r1c1");
            assert_eq!(seen.nodes, 2, "{seen:?}");
            assert!(seen.vars[0] && seen.vars[6]);
            assert!(accounts[1].is_none(), "r6c6 does not see r1c1");
        });
    }
}
