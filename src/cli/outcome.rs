//! The outcomes of commands: an exit code, or the reason why the command stopped.

use super::complaint::Complaint;
use cluewright_puzzle::{Unread, summarise_unread};
use std::io;
use std::process::ExitCode;
use thiserror::Error;

/// The exit status of a command. If there are several puzzles, the highest status counts. The order of the variants
/// matters: their indices are the exit codes, and `max` finds the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Exit {
    /// The command succeeded. If a puzzle was checked, it is unique, and the solution in its file is correct.
    Good,
    /// A checked puzzle has no solution, several solutions, or a solution other than the one in its file.
    Bad,
    /// A text could not be read, or the command line is invalid.
    Unread,
    /// A limit was reached before the answer was certain.
    Undecided,
    /// Every puzzle of a batch has a row, but some rows are errors.
    RowErrors,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The reason why a command stopped without an answer.
#[derive(Debug, Error)]
pub(super) enum Failure {
    /// An error to show to the user.
    #[error("{0}")]
    Complaint(Complaint),
    /// The puzzle is not checked, because these drawings may be rules.
    #[error("{}", summarise_unread(.0))]
    Unread(Vec<Unread>),
    /// The answer could not be written.
    #[error(transparent)]
    Output(#[from] io::Error),
}

impl From<Complaint> for Failure {
    fn from(complaint: Complaint) -> Self {
        Self::Complaint(complaint)
    }
}

/// The result of every command.
pub(super) type Outcome = Result<Exit, Failure>;
