//! Collections of puzzles: the input is a stream of puzzles, and the output has one row for each puzzle.
//!
//! * A `reader` cuts each [`Input`] into chunks of records.
//! * `workers` run a `judge` on each thread, and `study` computes facts beyond the verdict: grades and diagnoses.
//! * A `pipeline` puts rows back into the order of the input, and passes them to an `output`.
//! * The output keeps a `journal` next to the file, so that an interrupted run can be resumed.
//!
//! Memory use does not grow with the collection. A row depends only on its puzzle and the [`Options`], and the output
//! is the same, byte for byte, with any number of threads. `texts` processes puzzles that are in memory, and keeps
//! their rows in memory.
//!
//! [`COLUMNS`] lists the columns that a row can have.

mod checksum;
mod columns;
mod distribution;
mod encode;
mod error;
mod field;
#[cfg(feature = "cli")]
mod filter;
mod finished;
mod games;
mod gauge;
#[cfg(feature = "cli")]
mod grades;
mod input;
mod journal;
mod judge;
mod keep;
#[cfg(feature = "cli")]
mod listing;
mod options;
mod output;
#[cfg(feature = "parquet")]
mod parquet;
mod pipeline;
mod reader;
mod record;
#[cfg(feature = "cli")]
mod results;
mod row;
mod study;
mod tally;
mod texts;
mod unpack;
mod workers;

#[cfg(feature = "cli")]
pub(crate) use distribution::{Bin, Distribution, round_step};
#[cfg(feature = "cli")]
pub(crate) use filter::Filter;
#[cfg(feature = "cli")]
pub(crate) use gauge::Gauge;
#[cfg(feature = "cli")]
pub(crate) use grades::{Grades, StatedGrade, is_grade};
#[cfg(feature = "cli")]
pub(crate) use results::{ColumnDiff, Content, Diff, Duplicates, ResultsError, Stats};

pub use columns::{COLUMNS, Column, Shape, column};
pub use error::BatchError;
pub use input::{Input, Inputs, Kind};
#[cfg(feature = "cli")]
pub(crate) use input::{is_list_of_records, is_read_in_folders};
#[cfg(feature = "cli")]
pub(crate) use listing::{Listed, list};
pub use options::{Kept, Options, RowFormat};
pub use output::{Existing, Target};
pub use pipeline::{Status, run};
pub use row::{Checked, Diagnosed, Outcome, Row, Value};
pub use tally::Tally;
pub use texts::run_texts;
