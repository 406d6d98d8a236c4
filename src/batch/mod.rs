//! Many puzzles: a stream of them in, one row for each out.
//!
//! An [`Input`] is cut into chunks of records by a `reader`; workers `judge` them on all threads, and
//! `study` what needs more than a verdict: grades, diagnoses; the `workers` bring what they made back into the order
//! of the input. A `pipeline` hands rows to an `output`, which keeps a `journal` beside the file, so that an
//! interrupted run goes on where it was; `texts` are puzzles that a program has in memory, and so are their rows. Memory
//! does not grow with the corpus, a row depends on nothing but its puzzle and the [`Options`], and the same bytes come
//! out at every number of threads.
//!
//! What a row can say is the list [`COLUMNS`].

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
