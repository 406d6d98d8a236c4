//! Searches for solutions other than a known one.

use super::engine::Engine;
use super::found::{Collect, Found};
use super::goal::{Goal, Guess, Slice};
use super::limits::{Limits, Stop};
use crate::model::{Compiled, Model, Word, of_any_width};

/// Searches for solutions other than `known` on one thread, up to the limits, and keeps them. Solutions are values of the model's
/// variables. If no limit stopped the search, there are no further solutions.
#[must_use]
pub fn others(model: &Model, known: &[u8], limits: Limits<'_>) -> Found {
    of_any_width!(model, compiled => search(compiled, known, &limits))
}

/// Number of nodes in the first turn. Each turn has twice as many nodes as the previous turn.
const FIRST_TURN: u64 = 128;

/// The order in which values are tried. No order is good for all puzzles, and a bad one can take a thousand times longer, so the search
/// restarts with another order from time to time and keeps its weights.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Order {
    /// Values other than the known solution's come first.
    Away,
    /// The known solution's values come first, because other solutions are often similar.
    Near,
    /// The engine's own order.
    Plain,
}

const ORDERS: [Order; 3] = [Order::Away, Order::Near, Order::Plain];

fn search<W: Word>(compiled: &Compiled<W>, known: &[u8], limits: &Limits<'_>) -> Found {
    let base = compiled.program.shared().base;
    let bit = |&value: &u8| W::one((i64::from(value) - base) as u32);
    let known: Vec<W> = known.iter().map(bit).collect();
    let mut engine = Engine::new(compiled);
    let mut best = Found::default();
    let mut nodes = 0;
    for (turn, &order) in ORDERS.iter().cycle().enumerate() {
        // Shifting by 64 bits or more would overflow.
        let limit = FIRST_TURN << turn.min(40);
        let mut slice = Slice {
            // The loop ends once the nodes reach the limit, so this difference is never negative.
            limit: limit.min(limits.nodes - nodes),
            nodes: 0,
            ask: &|| limits.over(),
        };
        let mut goal = Others {
            known: &known,
            order,
            collect: Collect::new(compiled, limits.solutions, usize::MAX),
        };
        engine.start(&compiled.start, 1.0);
        let stopped = engine.run(&mut slice, &mut goal);
        nodes += slice.nodes;
        let found = goal.collect.found;
        // All turns search the same tree, so their counts cannot be added.
        if found.count >= best.count {
            best = found;
        }
        best.nodes = nodes;
        best.stopped = stopped;
        if stopped != Some(Stop::Nodes) || nodes >= limits.nodes {
            break;
        }
    }
    best
}

/// A goal that collects the solutions that differ from the known one.
struct Others<'a, W> {
    known: &'a [W],
    order: Order,
    collect: Collect,
}

impl<W: Word> Goal<W> for Others<'_, W> {
    fn solution(&mut self, board: &[W]) -> bool {
        // The board may have further variables after those of the answer, so only its beginning is compared.
        board.starts_with(self.known) || self.collect.solution(board)
    }

    fn prefer(&self, board: &[W], guess: Guess<W>) -> Guess<W> {
        let var = usize::from(guess.var);
        let Some(&known) = self.known.get(var) else {
            return guess;
        };
        let set = board[var];
        let liked = match self.order {
            Order::Away => set & !known,
            Order::Near => set & known,
            Order::Plain => return guess,
        };
        if liked.is_none() || liked == guess.value || !(liked & guess.value).is_none() {
            return guess;
        }
        Guess {
            value: W::one(liked.lowest()),
            ..guess
        }
    }
}
