//! What a technique sees of one moment of a solve.

use super::net::Net;
use super::{Board, Ground, Memory};
use std::cell::{Cell, OnceCell};

/// Techniques ask for each candidate whether to go on, and a clock takes its time.
const ASKED_ONCE_IN: u32 = 16;

/// The board, what does not change while the puzzle is solved, and what is remembered.
pub struct Context<'a> {
    /// Houses, exclusions, clues.
    pub ground: &'a Ground<'a>,
    /// Candidates.
    pub board: &'a Board,
    /// What techniques remember from board to board.
    pub memory: &'a Memory,
    /// What they remember while this board stands.
    pub(super) on_board: Memory,
    go_on: &'a dyn Fn() -> bool,
    asked: Cell<u32>,
    stopped: Cell<bool>,
    net: OnceCell<Net>,
}

impl<'a> Context<'a> {
    /// A board to be looked at while `go_on` says so.
    #[must_use]
    pub fn new(
        ground: &'a Ground<'a>,
        board: &'a Board,
        memory: &'a Memory,
        go_on: &'a dyn Fn() -> bool,
    ) -> Self {
        Self {
            ground,
            board,
            memory,
            on_board: Memory::default(),
            go_on,
            asked: Cell::new(0),
            stopped: Cell::new(false),
            net: OnceCell::new(),
        }
    }

    /// Whether to go on, for techniques that take long. What is found after that is not used.
    pub(super) fn go_on(&self) -> bool {
        let asked = self.asked.replace(self.asked.get().wrapping_add(1));
        let goes_on =
            !self.stopped.get() && (!asked.is_multiple_of(ASKED_ONCE_IN) || (self.go_on)());
        self.stopped.set(!goes_on);
        goes_on
    }

    /// Whether a technique was told to stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// The links between candidates, made when first asked for.
    pub(super) fn net(&self) -> &Net {
        self.net.get_or_init(|| Net::new(self.ground, self.board))
    }
}
