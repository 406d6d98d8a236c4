//! The way through a puzzle: in each round all steps of the lowest rating, then start again.
//!
//! So the path does not depend on the order in which techniques look at the grid.

use super::net::Net;
use super::techniques::{LONG, NEAR, SHORT};
use super::trial::{self, Candidate, Outcome};
use super::{Board, Ground, Memory, Profile, Step, Steps, TECHNIQUES, Technique};
use std::cell::OnceCell;

/// A solve from the first step to where techniques find nothing more.
#[derive(Clone, Debug)]
pub struct Path {
    /// What was done, in order.
    pub rounds: Vec<Round>,
    /// How it ended.
    pub end: End,
    /// The board at the end.
    pub board: Board,
}

/// Steps of one rating, found on one board.
#[derive(Clone, Debug)]
pub struct Round {
    /// What each of them costs, in tenths.
    pub rating: u16,
    /// The steps; each says something that those before it do not.
    pub steps: Vec<Step>,
    /// The board on which they were found.
    pub board: Board,
}

/// How a solve ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// Every variable is known.
    Solved,
    /// No technique of the profile finds anything.
    Stuck,
    /// Some cell has no candidate: the puzzle has no solution.
    Broken,
    /// Whoever asked wanted no more.
    Stopped,
}

impl Path {
    /// The rating of the hardest step in tenths; 0 where there is none.
    #[must_use]
    pub fn hardest(&self) -> u16 {
        let ratings = self.rounds.iter().map(|round| round.rating);
        ratings.max().unwrap_or(0)
    }
}

/// What a technique looks at.
#[derive(Debug)]
pub struct Look<'a> {
    /// Houses, exclusions, clues.
    pub ground: &'a Ground<'a>,
    /// Candidates.
    pub board: &'a Board,
    /// What is known to lead nowhere.
    pub memory: &'a Memory,
    net: OnceCell<Net>,
    near: OnceCell<Vec<Candidate>>,
    short: OnceCell<Vec<Outcome>>,
    long: OnceCell<Vec<Candidate>>,
    refutable: OnceCell<Vec<Candidate>>,
}

impl<'a> Look<'a> {
    /// A look at a board.
    #[must_use]
    pub fn new(ground: &'a Ground<'a>, board: &'a Board, memory: &'a Memory) -> Self {
        Self {
            ground,
            memory,
            board,
            net: OnceCell::new(),
            near: OnceCell::new(),
            short: OnceCell::new(),
            long: OnceCell::new(),
            refutable: OnceCell::new(),
        }
    }

    /// The candidates that contradict themselves at one look at what is around them, in order.
    pub(super) fn near(&self) -> &[Candidate] {
        let follow = || trial::refuted(self.ground, self.board, NEAR, self.memory);
        self.near.get_or_init(follow)
    }

    /// What each candidate comes to in a short line of reasoning, in order.
    pub(super) fn short(&self) -> &[Outcome] {
        let follow = || trial::follow_all(self.ground, self.board, SHORT);
        self.short.get_or_init(follow)
    }

    /// The candidates that contradict themselves in a long line of reasoning, in order.
    pub(super) fn long(&self) -> &[Candidate] {
        let follow = || trial::refuted(self.ground, self.board, LONG, self.memory);
        self.long.get_or_init(follow)
    }

    /// The candidates that contradict themselves by full propagation, found when first asked for.
    pub(super) fn refutable(&self) -> &[Candidate] {
        self.refutable
            .get_or_init(|| trial::refutable(self.ground, self.board))
    }

    /// The links between candidates, made when first asked for.
    pub(super) fn net(&self) -> &Net {
        self.net.get_or_init(|| Net::new(self.ground, self.board))
    }
}

/// Solves with the techniques of a profile. `go_on` is asked before each round.
#[must_use]
pub fn solve(ground: &Ground<'_>, profile: &Profile, mut go_on: impl FnMut() -> bool) -> Path {
    let mut board = Board::new(ground);
    let mut rounds = vec![];
    let memory = Memory::default();
    let end = loop {
        if board.is_broken() {
            break End::Broken;
        }
        if board.is_solved() {
            break End::Solved;
        }
        if !go_on() {
            break End::Stopped;
        }
        let (rating, found) = look_for(ground, &board, profile, &memory);
        if found.is_empty() {
            break End::Stuck;
        }
        let before = board.clone();
        let news = |step: &Step| board.apply(ground, step);
        let steps: Vec<Step> = keep_if(found, news);
        if steps.is_empty() {
            // Where no solution is left, a technique may conclude what is gone already.
            break End::Stuck;
        }
        rounds.push(Round {
            rating,
            steps,
            board: before,
        });
    };
    Path { rounds, end, board }
}

fn keep_if(mut steps: Vec<Step>, news: impl FnMut(&Step) -> bool) -> Vec<Step> {
    steps.retain(news);
    steps
}

/// All steps of the lowest rating that the techniques of a profile find, and that rating.
#[must_use]
pub fn cheapest(ground: &Ground<'_>, board: &Board, profile: &Profile) -> (u16, Vec<Step>) {
    look_for(ground, board, profile, &Memory::default())
}

fn look_for(
    ground: &Ground<'_>,
    board: &Board,
    profile: &Profile,
    memory: &Memory,
) -> (u16, Vec<Step>) {
    let look = Look::new(ground, board, memory);
    let mut steps = Steps::new();
    for entry in profile.entries() {
        if !steps.turn(entry.technique, entry.price) {
            break;
        }
        let technique: &Technique = &TECHNIQUES[usize::from(entry.technique)];
        (technique.find)(&look, &mut steps);
    }
    steps.into_found()
}
