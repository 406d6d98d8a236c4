//! The input of a technique: the puzzle, and the board at one point in the solve.

use super::net::Net;
use super::{Board, Ground, Memory};
use std::cell::{Cell, OnceCell};

/// Number of calls of `Context::go_on` per poll of the caller's function. Techniques call it once per candidate,
/// and reading the clock is slow.
const ASKED_ONCE_IN: u32 = 16;

/// The board, the constant structure of the puzzle, and the memory of the techniques.
pub struct Context<'a> {
    /// The houses, exclusions and clues of the puzzle.
    pub ground: &'a Ground<'a>,
    /// The current candidates.
    pub board: &'a Board,
    /// Data that techniques keep from one board to the next.
    pub memory: &'a Memory,
    /// Data that techniques keep for this board only.
    pub(super) on_board: Memory,
    go_on: &'a dyn Fn() -> bool,
    asked: Cell<u32>,
    stopped: Cell<bool>,
    net: OnceCell<Net>,
}

impl<'a> Context<'a> {
    /// Creates a context for a board. `go_on` returns `false` to stop techniques.
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

    /// Returns `false` if a long-running technique should stop. Steps found afterwards are ignored.
    pub(super) fn go_on(&self) -> bool {
        let asked = self.asked.replace(self.asked.get().wrapping_add(1));
        let goes_on =
            !self.stopped.get() && (!asked.is_multiple_of(ASKED_ONCE_IN) || (self.go_on)());
        // The stop is stored, because the caller checks for it only after the technique has returned.
        self.stopped.set(!goes_on);
        goes_on
    }

    /// Returns `true` if a technique was stopped.
    pub(super) fn is_stopped(&self) -> bool {
        self.stopped.get()
    }

    /// Returns the links between candidates, computed on first use.
    pub(super) fn net(&self) -> &Net {
        self.net.get_or_init(|| Net::new(self.ground, self.board))
    }
}
