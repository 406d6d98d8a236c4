//! Batches of puzzles in memory. The rows stay in memory, too.

use super::Options;
use super::error::BatchError;
use super::record::{Chunk, Cut, Fault, Source, Work, append};
use super::row::{Outcome, Row};
use super::workers::{self, Chunks, Desk, Part};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// Number of texts in a chunk.
const TEXTS: usize = 2048;

/// Computes a row for each item of a list. An item is the text of a puzzle, or the reason why there is none.
///
/// * `make` converts consecutive rows to a value, on any thread.
/// * `take` receives these values in order.
/// * `watch` is called from time to time, and may end the run by setting `cancel`. The values that were taken before
///   that are valid.
///
/// The rows have no line and no id. Options about files and the format of rows have no effect.
///
/// ```
/// use cluewright::batch::{Options, Row, column, run_texts};
/// use std::sync::atomic::AtomicBool;
///
/// let verdict = column("verdict").expect("`verdict` is a column");
/// let make = |rows: &mut dyn Iterator<Item = Row<'_>>| -> Vec<String> {
///     rows.map(|row| format!("{:?}", (verdict.value)(&row))).collect()
/// };
/// let mut verdicts = vec![];
/// run_texts(
///     &[Ok("12.4341.2143.321"), Err("no text")],
///     &Options::default(),
///     &make,
///     &mut |made| verdicts.extend(made),
///     &AtomicBool::new(false),
///     &mut || {},
/// )?;
/// assert_eq!(verdicts, [r#"Text("unique")"#, r#"Text("error")"#]);
/// # Ok::<(), cluewright::batch::BatchError>(())
/// ```
///
/// # Errors
/// Returns an error if no threads can be started.
pub fn run_texts<T: Send>(
    texts: &[Result<&str, &str>],
    options: &Options,
    make: &(dyn Fn(&mut dyn Iterator<Item = Row<'_>>) -> T + Sync),
    take: &mut dyn FnMut(T),
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(),
) -> Result<(), BatchError> {
    let chunks = Texts {
        texts,
        next: 0,
        source: Arc::new(Source {
            name: String::new(),
            is_one_of_many: false,
            is_json: false,
            format: None,
        }),
    };
    let part = |work: &Work, first: usize, outcomes: &[Outcome]| {
        let records = work.records[first..].iter().zip(outcomes);
        let mut rows = records.map(|(record, outcome)| work.row(record, outcome, options));
        Part {
            rows: outcomes.len() as u64,
            // The limit on waiting bytes would not save memory here, because the caller keeps all rows.
            bytes: 0,
            made: make(&mut rows),
        }
    };
    let mut desk = Caller { take, watch };
    workers::work_out(chunks, (None, 0), options, &part, cancel, &mut desk)
}

/// The chunks of a list of texts.
struct Texts<'a> {
    texts: &'a [Result<&'a str, &'a str>],
    next: usize,
    source: Arc<Source>,
}

impl Chunks for Texts<'_> {
    fn next(&mut self, spare: &mut Vec<u8>) -> Option<Chunk> {
        let texts = self.texts.get(self.next..)?;
        let texts = &texts[..texts.len().min(TEXTS)];
        let first_row = self.next as u64;
        self.next += texts.len();
        let mut text = std::mem::take(spare);
        text.clear();
        let mut end_of = |one: &Result<&str, &str>| {
            let fault = one.err().map(|why| Fault::record(why.to_owned()));
            (
                append(&mut text, one.unwrap_or_default().as_bytes()).end,
                fault,
            )
        };
        let ends: Vec<(usize, Option<Fault>)> = texts.iter().map(&mut end_of).collect();
        (!ends.is_empty()).then(|| Chunk {
            source: Arc::clone(&self.source),
            first_row,
            rows: ends.len() as u64,
            text,
            cut: Cut::Texts(ends),
        })
    }
}

/// A desk that passes the parts to the caller of [`run_texts`].
struct Caller<'a, T> {
    take: &'a mut dyn FnMut(T),
    watch: &'a mut dyn FnMut(),
}

impl<T> Desk<T> for Caller<'_, T> {
    fn take(&mut self, part: Part<T>) -> Result<(), BatchError> {
        (self.take)(part.made);
        Ok(())
    }

    fn beat(&mut self, _: Option<(String, Duration)>) -> Result<(), BatchError> {
        (self.watch)();
        Ok(())
    }
}
