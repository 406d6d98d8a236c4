//! The path through a puzzle. Each round applies all steps of the lowest rating, then the search for steps starts again.
//!
//! The path therefore does not depend on the order in which techniques scan the grid. The exceptions are profiles that stop
//! at the first technique that finds a step.

use super::orientation::Orientation;
use super::profile::Entry;
use super::{Board, Context, Ground, Memory, Profile, Step, Steps};

/// A solve, from the first step until the techniques find no more steps.
#[derive(Clone, Debug)]
pub struct Path {
    /// The steps in order, grouped by the board on which they were found.
    pub rounds: Vec<Round>,
    /// The reason why the path ended.
    pub end: End,
    /// The board at the end.
    pub board: Board,
}

/// Steps with the same rating, found on the same board.
#[derive(Clone, Debug)]
pub struct Round {
    /// The rating of each step, in tenths.
    pub rating: u16,
    /// The steps of the round, each without the conclusions of the steps before it.
    pub steps: Vec<Step>,
    /// The board on which the steps were found.
    pub board: Board,
}

/// The reason why a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every variable is fixed.
    Solved,
    /// No technique of the profile finds a step.
    Stuck,
    /// Some cell has no candidates, so the puzzle has no solution.
    Broken,
    /// The caller cancelled the solve, or had limited it to a part of the path.
    Stopped,
}

impl Path {
    /// Iterates over the steps in order, each with its round.
    pub fn steps(&self) -> impl Iterator<Item = (&Round, &Step)> {
        let rounds = self.rounds.iter();
        rounds.flat_map(|round| round.steps.iter().map(move |step| (round, step)))
    }

    /// Returns the rating of the hardest step in tenths, or 0 if there are no steps.
    #[must_use]
    pub fn hardest(&self) -> u16 {
        let ratings = self.rounds.iter().map(|round| round.rating);
        ratings.max().unwrap_or(0)
    }
}

/// Solves with the techniques of a profile. `go_on` is called with the number of finished rounds, before each round and
/// repeatedly during a long round. Once it returns `false`, the solve ends, and the results of the interrupted round are
/// discarded.
#[must_use]
pub fn solve(ground: &Ground<'_>, profile: &Profile, go_on: impl Fn(usize) -> bool) -> Path {
    let mut board = Board::new(ground);
    let orientation = Orientation::of(ground);
    let Some((orientation, seen)) = orientation
        .as_ref()
        .and_then(|orientation| Some((orientation, orientation.ground(ground.book).ok()?)))
    else {
        return solve_from(ground, board, profile, go_on);
    };
    let path = solve_from(&seen, Board::new(&seen), profile, go_on);
    // `to_printed` replays the path on this board, so it must start with the same candidates as the canonical board.
    read_unpriced(ground, &mut board, profile);
    orientation.to_printed(ground, &seen, board, path)
}

/// Like [`solve`], but starts from a given board.
#[must_use]
pub fn solve_from(
    ground: &Ground<'_>,
    board: Board,
    profile: &Profile,
    go_on: impl Fn(usize) -> bool,
) -> Path {
    solve_until(ground, board, profile, go_on, |_| false)
}

/// Like [`solve_from`], but stops after the first round that places digits. Unary constraints of clues are applied at
/// once, because a solver who has placed digits has already applied them.
#[must_use]
pub fn solve_to_digit(
    ground: &Ground<'_>,
    mut board: Board,
    profile: &Profile,
    go_on: impl Fn(usize) -> bool,
) -> Path {
    board.read(ground);
    solve_until(ground, board, profile, go_on, |round| {
        round.steps.iter().any(|step| step.placed.is_some())
    })
}

fn solve_until(
    ground: &Ground<'_>,
    mut board: Board,
    profile: &Profile,
    go_on: impl Fn(usize) -> bool,
    is_enough: impl Fn(&Round) -> bool,
) -> Path {
    let mut rounds = vec![];
    let memory = Memory::default();
    let mut entries = profile.entries().to_vec();
    read_unpriced(ground, &mut board, profile);
    let end = loop {
        if board.is_broken() {
            break End::Broken;
        }
        if board.is_solved() {
            break End::Solved;
        }
        let go_on = || go_on(rounds.len());
        let context = Context::new(ground, &board, &memory, &go_on);
        let Some((rating, found)) = look_for(&context, profile, &entries) else {
            break End::Stopped;
        };
        if found.is_empty() {
            break End::Stuck;
        }
        let before = board.clone();
        let steps = each_new(found, &mut board, ground);
        if steps.is_empty() {
            // In a puzzle without a solution, a technique may repeatedly offer conclusions that are already known. Without
            // this check, the loop would not end.
            break End::Stuck;
        }
        if steps.iter().any(|step| step.technique().is_search()) {
            entries = profile.entries_after_search();
        }
        rounds.push(Round {
            rating,
            steps,
            board: before,
        });
        if rounds.last().is_some_and(&is_enough) {
            break End::Stopped;
        }
    };
    Path { rounds, end, board }
}

/// Applies steps in order and returns those with new conclusions. Each returned step lacks the conclusions of earlier steps.
fn each_new(steps: Vec<Step>, board: &mut Board, ground: &Ground<'_>) -> Vec<Step> {
    let new = steps.into_iter().filter_map(|step| {
        let step = step.on(board.candidates());
        board.apply(ground, &step).then_some(step)
    });
    new.collect()
}

/// Returns all steps of the lowest rating that the techniques of a profile find, with that rating. Returns `None` if `go_on`
/// interrupts the search.
#[must_use]
pub fn cheapest(
    ground: &Ground<'_>,
    board: &Board,
    profile: &Profile,
    go_on: &dyn Fn() -> bool,
) -> Option<(u16, Vec<Step>)> {
    let memory = Memory::default();
    let mut board = board.clone();
    read_unpriced(ground, &mut board, profile);
    let context = Context::new(ground, &board, &memory, go_on);
    look_for(&context, profile, profile.entries())
}

/// Applies the unary constraints of clues at once if the profile has no technique for them.
fn read_unpriced(ground: &Ground<'_>, board: &mut Board, profile: &Profile) {
    let mut entries = profile.entries().iter();
    if !entries.any(|entry| entry.technique().reads_marks()) {
        board.read(ground);
    }
}

/// Returns all steps of the lowest rating, with that rating. Returns `None` if interrupted.
fn look_for(
    context: &Context<'_>,
    profile: &Profile,
    entries: &[Entry],
) -> Option<(u16, Vec<Step>)> {
    let mut steps = Steps::up_to(profile.ceiling());
    let mut found_by = None;
    if !context.go_on() {
        return None;
    }
    // Relations were compiled with unary constraints applied. Techniques that run relations are skipped until these
    // constraints have been applied to the board too.
    let is_read = context.board.is_read(context.ground);
    for entry in entries {
        if !is_read && !entry.technique().reads_marks() {
            continue;
        }
        if found_by.is_some_and(|found_by| profile.passes_over(entry, found_by)) {
            continue;
        }
        // Entries are sorted by price, so no later one can be cheaper. If a profile has its own order, `passes_over`
        // has already skipped the entries outside the group.
        if !steps.begin(entry.technique, entry.price) {
            break;
        }
        (entry.technique().find)(context, &mut steps);
        if found_by.is_none() && !steps.is_empty() {
            found_by = Some(entry);
        }
        // An interrupted technique may have missed steps, so the round would depend on the speed of the machine.
        if context.is_stopped() {
            return None;
        }
    }
    let (rating, found) = steps.into_found();
    let candidates = context.board.candidates();
    let found = found.into_iter().map(|step| step.on(candidates));
    Some((rating, found.collect()))
}
