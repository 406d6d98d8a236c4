//! Solutions beside a known one.

use super::Found;
use super::count::Collect;
use super::engine::{Engine, Goal, Guess, Slice};
use super::limits::{Limits, Watch};
use crate::model::{Compiled, Model, Word};

/// Searches on one thread for solutions other than `known` (values of the model's variables), up to
/// the limits, and keeps them. When nothing stopped it, there is none but those that it found, and
/// perhaps `known`.
#[must_use]
pub fn others(model: &Model, known: &[u8], limits: Limits<'_>) -> Found {
    match model {
        Model::Narrow(compiled) => search(compiled, known, &limits),
        Model::Wide(compiled) => search(compiled, known, &limits),
        Model::Widest(compiled) => search(compiled, known, &limits),
    }
}

fn search<W: Word>(compiled: &Compiled<W>, known: &[u8], limits: &Limits<'_>) -> Found {
    let watch = Watch::new(limits);
    let mut slice = Slice {
        limit: limits.nodes,
        nodes: 0,
        ask: &|| watch.ask(),
    };
    let base = compiled.program.shared().base;
    let bit = |&value: &u8| W::one((i64::from(value) - base) as u32);
    let mut goal = Others {
        known: known.iter().map(bit).collect(),
        collect: Collect::new(base, limits.solutions, usize::MAX),
    };
    let mut engine = Engine::new(compiled);
    engine.start(&compiled.start, 1.0);
    let stopped = engine.run(&mut slice, &mut goal);
    Found {
        nodes: slice.nodes,
        stopped,
        ..goal.collect.found
    }
}

/// Collects what is not the known solution, and goes where that is not.
struct Others<W> {
    known: Vec<W>,
    collect: Collect,
}

impl<W: Word> Goal<W> for Others<W> {
    fn solution(&mut self, board: &[W]) -> bool {
        board == self.known || self.collect.solution(board)
    }

    fn prefer(&self, board: &[W], guess: Guess<W>) -> Guess<W> {
        let var = usize::from(guess.var);
        let away = board[var] & !self.known[var];
        if guess.value != self.known[var] || away.is_none() {
            return guess;
        }
        Guess {
            value: W::one(away.lowest()),
            ..guess
        }
    }
}
