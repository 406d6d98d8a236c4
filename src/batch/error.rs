//! Errors that stop a whole batch.

use std::io;
use std::path::PathBuf;
use thiserror::Error;

/// An error that stops a whole batch. An error in one puzzle only appears in its row.
#[derive(Debug, Error)]
pub enum BatchError {
    /// An input cannot be found or opened.
    #[error("{name}: {reason}")]
    Input {
        /// The name of the input.
        name: String,
        /// The reason why the input cannot be opened.
        reason: String,
    },
    /// The folders contain no file with puzzles.
    #[error("{name}: no file with puzzles was found")]
    NothingFound {
        /// The names of the folders.
        name: String,
        /// The files in the folders that were not read.
        skipped: Vec<PathBuf>,
    },
    /// The output exists, and neither `--force` nor `--resume` was given.
    #[error("{} already exists", .0.display())]
    Exists(PathBuf),
    /// The output is one of the inputs.
    #[error("the output {output} and the input {input} are the same file")]
    Overwritten {
        /// The path of the output.
        output: String,
        /// The name of the input.
        input: String,
    },
    /// The output has no journal, and it is not the result of a finished run.
    #[error("{} cannot be resumed: its journal is missing, and {reason}", .output.display())]
    NoJournal {
        /// The path of the output.
        output: PathBuf,
        /// The reason why the output cannot come from a finished run.
        reason: String,
    },
    /// A requested column is in none of the inputs.
    #[error("no input has a column `{name}`")]
    NoSuchColumn {
        /// The name of the requested column.
        name: String,
        /// The columns of the inputs.
        there: Vec<String>,
    },
    /// All columns of a stream are requested, but they are not known before the stream is read.
    #[error("--keep all needs a file: the columns of standard input are not known in advance")]
    KeepOfStream,
    /// The interrupted run had different inputs or options.
    #[error("{} was written by a run with other inputs or options: {}", .output.display(), .differences.join("; "))]
    Differs {
        /// The path of the output.
        output: PathBuf,
        /// Descriptions of the differences.
        differences: Vec<String>,
    },
    /// The output or its journal cannot be written.
    #[error("{name} cannot be written: {error}")]
    Write {
        /// The name of the file, or `standard output`.
        name: String,
        /// The underlying I/O error.
        error: io::Error,
        /// `true` if another run can continue after the rows that were written.
        resumable: bool,
    },
    /// Another program removed or changed the output during the run.
    #[error("{} was removed or changed by another program during the run", .0.display())]
    Lost(PathBuf),
    /// The system refused to start the threads.
    #[error("the threads cannot be started: {0}")]
    Threads(String),
    /// The output or its journal cannot be read back.
    #[error("{name} cannot be read: {error}")]
    ReadBack {
        /// The name of the file.
        name: String,
        /// The underlying I/O error.
        error: io::Error,
    },
}

impl BatchError {
    /// Returns advice on how to correct the request.
    #[must_use]
    pub fn help(&self) -> Option<String> {
        let help = match self {
            Self::NoSuchColumn { there, .. } if there.is_empty() => {
                "--keep takes columns of CSV tables and keys of JSON lines; the inputs are neither"
            }
            Self::NoSuchColumn { there, .. } => {
                return Some(format!("columns are {}", there.join(", ")));
            }
            Self::KeepOfStream => "name the columns: --keep title,author",
            Self::NothingFound { skipped, .. } => {
                let names = skipped.first().map(|path| path.display().to_string());
                return names.map(|name| format!("name a file to read it anyway, such as {name}"));
            }
            Self::Overwritten { .. } => "choose another file for --out",
            Self::Exists(_) => "--force replaces it, --resume continues an interrupted run",
            Self::NoJournal { .. } | Self::Differs { .. } => {
                "--force starts over; a different --out keeps the file"
            }
            Self::Write {
                resumable: true, ..
            } => "the rows written so far are valid; --resume continues after them",
            Self::Lost(_) => "--resume continues after the remaining rows",
            Self::Threads(_) => "use fewer threads (--threads)",
            Self::Input { .. } | Self::ReadBack { .. } | Self::Write { .. } => return None,
        };
        Some(help.to_owned())
    }
}
