//! What stops a batch as a whole.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// Why a batch did not run to its end. What is wrong with single puzzles stands in their rows.
#[derive(Debug, Error)]
pub enum BatchError {
    /// An input that cannot be found or opened.
    #[error("{name}: {reason}")]
    Input {
        /// The file's name.
        name: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The output exists and nobody said what to do with it.
    #[error("{} exists already", .0.display())]
    Exists(PathBuf),
    /// There is an output, but no journal: its run ended, or it is something else.
    #[error("{} is finished, or no batch wrote it: there is nothing to resume", .0.display())]
    NothingToResume(PathBuf),
    /// The interrupted run was another one.
    #[error("the interrupted run that wrote {} was another one: {}", .output.display(), .differences.join("; "))]
    Differs {
        /// The output.
        output: PathBuf,
        /// Each difference in words.
        differences: Vec<String>,
    },
    /// The output or its journal cannot be written.
    #[error("{name} cannot be written: {error}")]
    Write {
        /// The file's name, or `standard output`.
        name: String,
        /// What the system says.
        error: io::Error,
    },
    /// The system refuses the threads.
    #[error("no threads to work with: {0}")]
    Threads(String),
    /// The output or its journal cannot be read back.
    #[error("{name} cannot be read: {error}")]
    ReadBack {
        /// The file's name.
        name: String,
        /// What the system says.
        error: io::Error,
    },
}

impl BatchError {
    /// What to do about it.
    #[must_use]
    pub fn help(&self) -> Option<&'static str> {
        match self {
            Self::Exists(_) => {
                Some("--force writes it anew, --resume continues an interrupted run")
            }
            Self::NothingToResume(_) | Self::Differs { .. } => {
                Some("--force starts anew, another --out keeps the file")
            }
            Self::Write { .. } => {
                Some("the rows that were written are good; --resume continues a file after them")
            }
            Self::Threads(_) => Some("--threads asks for fewer"),
            Self::Input { .. } | Self::ReadBack { .. } => None,
        }
    }
}
