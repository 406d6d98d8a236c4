//! Finds random solutions.

use super::engine::Engine;
use super::found::{Collect, Found};
use super::goal::{Goal, Guess, Slice};
use super::limits::{Limits, Stop};
use crate::model::program::Work;
use crate::model::{Compiled, Model, Word, of_any_width};
use rand::RngExt;
use rand_chacha::ChaCha8Rng;
use std::cell::RefCell;

/// Number of nodes in the first turn. Each turn has twice as many nodes as the previous turn, and uses a new stream of random numbers.
const FIRST_TURN: u64 = 64;

/// Finds a random solution by random guesses. Every solution is possible, though not all are equally likely. If the result contains no
/// solution and `stopped` is `None`, the puzzle has none.
#[must_use]
pub fn sample(model: &Model, random: &mut ChaCha8Rng, limits: Limits<'_>) -> Found {
    of_any_width!(model, compiled => search(compiled, random, &limits))
}

fn search<W: Word>(compiled: &Compiled<W>, random: &mut ChaCha8Rng, limits: &Limits<'_>) -> Found {
    let mut engine = Engine::new(compiled);
    let mut goal = Sample {
        random: RefCell::new(random),
        collect: Collect::new(compiled, 1, 1),
    };
    let (mut nodes, mut turn) = (0, 0);
    loop {
        let room = (FIRST_TURN << turn).min(limits.nodes.saturating_sub(nodes));
        let mut slice = Slice {
            limit: room,
            nodes: 0,
            ask: &|| limits.over(),
        };
        engine.start(&compiled.start, 1.0);
        let stopped = engine.run(&mut slice, &mut goal);
        nodes += slice.nodes;
        // Shifting by 64 bits or more would overflow.
        turn = (turn + 1).min(40);
        if stopped != Some(Stop::Nodes) || nodes >= limits.nodes {
            return Found {
                nodes,
                stopped,
                ..goal.collect.found
            };
        }
    }
}

/// A goal that accepts the first solution and replaces guesses with random ones.
struct Sample<'r> {
    random: RefCell<&'r mut ChaCha8Rng>,
    collect: Collect,
}

impl<W: Word> Goal<W> for Sample<'_> {
    fn solution(&mut self, board: &[W]) -> bool {
        self.collect.solution(board)
    }

    fn prefer(&self, board: &[W], guess: Guess<W>) -> Guess<W> {
        let set = board[usize::from(guess.var)];
        // `random_range` panics for an empty range, so the bound is at least 1.
        let nth = self.random.borrow_mut().random_range(0..set.len().max(1));
        match set.each().nth(nth as usize) {
            Some(value) => Guess {
                value: W::one(value),
                ..guess
            },
            None => guess,
        }
    }
}

/// Returns the number of candidates after propagation; `None` if propagation refutes the puzzle.
#[must_use]
pub fn candidates_left(model: &Model) -> Option<u32> {
    of_any_width!(model, compiled => {
        let mut board = compiled.start.clone();
        let mut work = Work::default();
        compiled.program.wake_all(&board, &mut work);
        let fixed = compiled.program.fixpoint(&mut board, &mut work);
        fixed.is_ok().then(|| board.iter().map(|set| set.len()).sum())
    })
}
