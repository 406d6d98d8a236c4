//! What the command tells the shell.

use std::process::ExitCode;

/// The outcome of a command, of several puzzles the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// Done; a checked puzzle is unique, and its file's solution is right.
    Good,
    /// A checked puzzle has no solution, several, or not its file's.
    Bad,
    /// Something could not be read, or the command line makes no sense.
    Unread,
    /// A limit was reached before the answer was certain.
    Undecided,
    /// All puzzles of a batch have their rows, some of them an error.
    RowErrors,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}
