//! Long searches of plain sudoku, in the classic kernel.
//!
//! The general search sees more at each node and needs fewer of them; the kernel makes a hundred guesses in the
//! time of one. So small answers come from the general search, as those of all puzzles do, and only what takes
//! it long is begun anew in the kernel.

use super::classic::{Pencilmarks, Search};
use super::count::{self, Found};
use super::limits::{Limits, Stop, Watch};
use super::parallel::{Meter, Progress, Run, Split};
use crate::model::Model;

/// Guesses of the general search before the kernel takes over: before it is split among threads.
const GENERAL: u64 = Split::LONG.start;

/// The solutions of a plain sudoku up to the limits, and the first of them. The guesses are those of both searches.
pub(super) fn found(
    marks: &Pencilmarks,
    model: &Model,
    keep: usize,
    limits: &Limits<'_>,
    run: &Run<'_>,
) -> Found {
    let watch = Watch::new(limits);
    let general = Limits {
        nodes: limits.nodes.min(GENERAL),
        ..*limits
    };
    // What the kernel tells of its progress begins at nothing, as it does.
    let quiet = Run {
        progress: None,
        ..*run
    };
    let few = count::found(model, keep, &general, &quiet, Split::LONG);
    if few.stopped != Some(Stop::Nodes) || limits.nodes <= GENERAL {
        return few;
    }
    let mut solutions = vec![];
    let meter = Meter::new(run);
    meter.add(few.nodes, 0, 0.0);
    let mut told = Progress::default();
    let mut search = Search {
        most: limits.solutions,
        limit: limits.nodes - few.nodes,
        ask: &mut |now| {
            let fraction = now.fraction - told.fraction;
            meter.add(
                now.nodes - told.nodes,
                now.solutions - told.solutions,
                fraction,
            );
            told = now;
            watch.ask()
        },
        solution: &mut |grid| {
            if solutions.len() < keep {
                solutions.push(grid.0.to_vec());
            }
        },
        state: Progress::default(),
    };
    let stopped = search.search(marks);
    let Progress {
        nodes,
        solutions: met,
        fraction,
    } = search.state;
    Found {
        count: met,
        solutions,
        nodes: few.nodes + nodes,
        stopped,
        open: 1.0 - fraction,
    }
}
