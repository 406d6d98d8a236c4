//! The run of a batch: workers process the chunks of the inputs, and their rows go to an output in order.

use super::Options;
use super::checksum::Checksum;
use super::columns::{VERDICT, column};
use super::encode::Encoder;
use super::error::BatchError;
use super::finished::Finished;
use super::gauge::Gauges;
use super::input::Input;
use super::output::{Opened, Output, Target};
use super::reader::Reader;
use super::record::{Chunk, Work};
use super::row::Outcome;
use super::tally::Tally;
use super::workers::{self, Chunks, Desk, Part, Piece};
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::Duration;

/// Maximum number of errors to report individually.
const TOLD: usize = 5;

/// The progress of a batch.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// Counts of the rows written, including the rows of an interrupted run.
    pub tally: Tally,
    /// Number of rows that earlier runs had written.
    pub kept: u64,
    /// `true` once all rows are written.
    pub finished: bool,
    /// Number of bytes of input read, before unpacking.
    pub read: u64,
    /// The total size of the inputs in bytes, if it is known.
    pub bytes: Option<u64>,
    /// The puzzle that has been processed for the longest time, with that time.
    pub slowest: Option<(String, Duration)>,
    /// The first puzzles that could not be read, each with its name and the reason.
    pub errors: Vec<(String, String)>,
    /// The inputs that could not be read completely, each with the reason.
    pub faults: Vec<(String, String)>,
    /// Summaries of the columns over the rows of this run. They do not include the rows of an interrupted run.
    pub gauges: Gauges,
}

/// Writes a row for each puzzle of the inputs, in input order. Calls `watch` from time to time and once at the end.
/// Stops early when `cancel` becomes true; the rows written before that are valid.
///
/// # Errors
/// Returns an error if the output cannot be written or continued, or if no threads can be started.
pub fn run(
    inputs: Vec<Input>,
    options: &Options,
    target: Target<'_>,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(&Status),
) -> Result<Status, BatchError> {
    let mut output = match Output::open(target, options, &inputs)? {
        Opened::Output(output) => output,
        Opened::Finished(Finished { rows, tally }) => {
            let tally = tally.map_or_else(|| count_again(inputs, options, cancel), Ok)?;
            return Ok(Status {
                tally,
                kept: rows,
                finished: true,
                ..Status::default()
            });
        }
    };
    let bytes = inputs.iter().map(|input| input.bytes).sum();
    let mut reader = Reader::new(inputs, options);
    let read = reader.read_bytes();
    // The input is compared with the earlier rows before any file is changed, because a refused run must not change
    // them.
    let rest = skip(&mut reader, &output, options)?;
    output.go_on()?;
    let mark = *output.mark();
    let status = Status {
        tally: mark.tally,
        kept: mark.rows,
        bytes,
        gauges: Gauges::new(options),
        ..Status::default()
    };
    let mut desk = Writer {
        output: &mut output,
        status,
        read,
        watch,
    };
    let make = |work: &Work, first, outcomes: &[Outcome]| part(work, first, outcomes, options);
    workers::work_out(reader, (rest, mark.rows), options, &make, cancel, &mut desk)?;
    let mut status = desk.status;
    // A cancellation after the last row also leaves the run unfinished. Resuming it then only completes the files.
    status.finished = !cancel.load(Ordering::Relaxed);
    if status.finished {
        output.finish(options)?;
    }
    Ok(status)
}

/// Counts the rows by reading the inputs again, for results without a column of verdicts. It searches no puzzle, so the
/// verdicts stay unknown.
fn count_again(
    inputs: Vec<Input>,
    options: &Options,
    cancel: &AtomicBool,
) -> Result<Tally, BatchError> {
    let quick = Options {
        columns: column(VERDICT).into_iter().collect(),
        kept: vec![],
        nodes: 0,
        ..options.clone()
    };
    let nowhere = Target::Stream {
        name: String::new(),
        stream: Box::new(io::sink()),
    };
    let status = run(inputs, &quick, nowhere, cancel, &mut |_| {})?;
    Ok(status.tally.without_verdicts())
}

/// Writes rows and reports progress.
struct Writer<'a, 'o> {
    output: &'a mut Output<'o>,
    status: Status,
    /// Number of bytes of input read so far, before unpacking.
    read: Arc<AtomicU64>,
    watch: &'a mut dyn FnMut(&Status),
}

impl Desk<Rows> for Writer<'_, '_> {
    fn take(&mut self, part: Part<Rows>) -> Result<(), BatchError> {
        let Part { rows, made, .. } = part;
        self.output
            .write(&made.bytes, rows, made.input, &made.tally)?;
        self.status.add(made);
        Ok(())
    }

    fn beat(&mut self, slowest: Option<(String, Duration)>) -> Result<(), BatchError> {
        self.output.check()?;
        self.status.read = self.read.load(Ordering::Relaxed);
        self.status.slowest = slowest;
        (self.watch)(&self.status);
        Ok(())
    }
}

impl Chunks for Reader {
    fn next(&mut self, spare: &mut Vec<u8>) -> Option<Chunk> {
        Self::next(self, spare)
    }
}

/// Skips the records whose rows an interrupted run has written, and checks that these rows belong to this input.
/// Returns the rest of the chunk in which these records end.
fn skip(
    reader: &mut Reader,
    output: &Output<'_>,
    options: &Options,
) -> Result<Option<Piece>, BatchError> {
    let mark = output.mark();
    let mut sum = Checksum::default();
    let mut left = mark.rows;
    let mut rest = None;
    while left > 0
        && let Some(chunk) = reader.next(&mut vec![])
    {
        let work = Work::new(chunk, options, vec![]);
        let done =
            usize::try_from(left).map_or(work.records.len(), |left| left.min(work.records.len()));
        sum = sum.and(work.input(0..done));
        left -= done as u64;
        let records = done..work.records.len();
        if !records.is_empty() {
            let work = Arc::new(work);
            rest = Some(Piece { work, records });
        }
    }
    if left > 0 || sum != mark.input {
        let what = format!("the puzzles of its first {} rows have changed", mark.rows);
        return Err(output.differs(what));
    }
    Ok(rest)
}

/// Rows that are ready to be written.
struct Rows {
    bytes: Vec<u8>,
    /// The checksum of the rows' part of the input.
    input: Checksum,
    tally: Tally,
    errors: Vec<(String, String)>,
    faults: Vec<(String, String)>,
    gauges: Gauges,
}

impl Status {
    fn add(&mut self, rows: Rows) {
        self.tally.merge(&rows.tally);
        let room = TOLD.saturating_sub(self.errors.len());
        self.errors.extend(rows.errors.into_iter().take(room));
        // Faults need no limit: a fault ends its input, so there is at most one per input.
        self.faults.extend(rows.faults);
        self.gauges.merge(&rows.gauges);
    }
}

/// Encodes the rows for outcomes. `first` is the index of the record with the first outcome.
fn part(work: &Work, first: usize, outcomes: &[Outcome], options: &Options) -> Part<Rows> {
    let mut encoder = Encoder::new(options, outcomes.len());
    let mut rows = Rows {
        bytes: vec![],
        input: Checksum::of(work.input(first..first + outcomes.len())),
        tally: Tally::default(),
        errors: vec![],
        faults: vec![],
        gauges: Gauges::new(options),
    };
    for (record, outcome) in work.records[first..].iter().zip(outcomes) {
        let row = work.row(record, outcome, options);
        encoder.row(&row);
        rows.gauges.add(&row);
        rows.tally.add(outcome);
        if let Outcome::Error(message) = outcome {
            let is_fault = record.fault.as_ref().is_some_and(|fault| fault.of_input);
            if is_fault {
                rows.faults.push((work.name(record), message.to_string()));
            // The status reports at most `TOLD` errors of the whole run, so a part never needs more.
            } else if rows.errors.len() < TOLD {
                rows.errors.push((work.name(record), message.to_string()));
            }
        }
    }
    if !outcomes.is_empty() {
        rows.bytes = encoder.bytes();
    }
    Part {
        rows: outcomes.len() as u64,
        bytes: rows.bytes.len(),
        made: rows,
    }
}
