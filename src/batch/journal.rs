//! The journal of a run, which is kept next to the results, so that an interrupted run can be resumed.
//!
//! The first line describes the run. Each further line is written before the rows that it describes. It has the
//! position at which these rows end (the numbers of rows and bytes), and the checksums of the input and the output up
//! to that position.
//!
//! The longest prefix of the results that a line describes is valid, however the run ended: even if the system crashed
//! and lost the last writes.

use super::Options;
use super::checksum::Checksum;
use super::error::BatchError;
use super::input::Input;
use super::tally::Tally;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};

/// Returns the path of the journal for a file of rows.
pub(super) fn path(rows: &Path) -> PathBuf {
    beside(rows, ".journal")
}

/// Returns a file's path with an ending appended.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Returns the path of the file that collects rows until the results are complete.
pub(super) fn rows_path(results: &Path) -> PathBuf {
    beside(results, ".rows")
}

/// The description of a run. An interrupted run can be resumed only by a run with the same description.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The version of the program.
    cluewright: String,
    options: BTreeMap<String, String>,
    /// The name and the size in bytes of each input.
    inputs: Vec<(String, Option<u64>)>,
}

impl Head {
    pub(super) fn new(options: &Options, inputs: &[Input]) -> Self {
        Self {
            cluewright: env!("CARGO_PKG_VERSION").to_owned(),
            options: options.list_settings(),
            inputs: inputs
                .iter()
                .map(|input| (input.name.clone(), input.bytes))
                .collect(),
        }
    }

    /// Describes the differences from an earlier run.
    fn differences(&self, then: &Self) -> Vec<String> {
        let mut all = vec![];
        let mut compare = |what: &str, then: &str, now: &str| {
            if then != now {
                all.push(format!("{what} {then} then, {now} now"));
            }
        };
        compare("version", &then.cluewright, &self.cluewright);
        // Two runs of the same version have options with the same names. For other versions, the difference is already
        // listed.
        for (name, now) in &self.options {
            compare(name, then.options.get(name).map_or("", String::as_str), now);
        }
        compare(
            // The number of inputs is compared, too, because `zip` below ignores inputs that only one run has.
            "inputs",
            &then.inputs.len().to_string(),
            &self.inputs.len().to_string(),
        );
        for ((then, then_bytes), (now, now_bytes)) in then.inputs.iter().zip(&self.inputs) {
            compare("input", then, now);
            let bytes = |bytes: &Option<u64>| bytes.map_or("unknown".to_owned(), |b| b.to_string());
            compare(
                &format!("bytes of {now}:"),
                &bytes(then_bytes),
                &bytes(now_bytes),
            );
        }
        all
    }
}

/// The state of the results after a number of rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) rows: u64,
    /// Checksum of the results.
    pub(super) output: Checksum,
    /// Checksum of the input that these results come from.
    pub(super) input: Checksum,
    pub(super) tally: Tally,
}

/// The progress of an interrupted run.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) mark: Mark,
    /// Length of the journal up to its last valid mark, in bytes.
    pub(super) journal_bytes: u64,
}

/// Reads a journal and compares it with the results. Returns `None` if the journal has no complete head or if no row
/// is valid.
///
/// # Errors
/// Returns an error if the journal describes a different run, or if a file cannot be read.
pub(super) fn past(head: &Head, results: &Path) -> Result<Option<Past>, BatchError> {
    let journal = path(results);
    let unread = |name: &Path, error| BatchError::ReadBack {
        name: name.display().to_string(),
        error,
    };
    let mut lines = File::open(&journal)
        .map(BufReader::new)
        .map_err(|error| unread(&journal, error))?;
    let mut line = vec![];
    let mut journal_bytes = next_line(&mut lines, &mut line);
    let Ok(then) = serde_json::from_slice::<Head>(&line) else {
        return Ok(None); // the run was interrupted before the journal had a complete head
    };
    // A file of results must not mix the rows of two different runs.
    let differences = head.differences(&then);
    if !differences.is_empty() {
        return Err(BatchError::Differs {
            output: results.to_owned(),
            differences,
        });
    }
    let written = File::open(results).map_err(|error| unread(results, error))?;
    let mut written = BufReader::with_capacity(1 << 18, written);
    let mut sum = Checksum::default();
    let mut good = None;
    loop {
        journal_bytes += next_line(&mut lines, &mut line);
        // A crash can only tear the last line, so no marks follow it.
        let Ok(mark) = serde_json::from_slice::<Mark>(&line) else {
            return Ok(good);
        };
        // A damaged mark may have a smaller size than the mark before it. The comparison of the checksums then rejects
        // the damaged mark.
        let more = mark.output.bytes.saturating_sub(sum.bytes);
        sum = read_on(&mut written, more, sum).map_err(|error| unread(results, error))?;
        // A line of the journal is written before its rows, so the last rows may be missing or torn.
        if sum != mark.output {
            return Ok(good);
        }
        good = Some(Past {
            mark,
            journal_bytes,
        });
    }
}

/// Reads a complete line and returns its length in bytes; 0 if there is none.
fn next_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> u64 {
    line.clear();
    // A line without a line terminator may be cut off in the middle of a number.
    if lines.read_until(b'\n', line).is_err() || !line.ends_with(b"\n") {
        line.clear();
    }
    line.len() as u64
}

/// Extends a checksum by the next `bytes` bytes of the input. Stops early if the input is shorter.
fn read_on(reader: &mut impl BufRead, bytes: u64, mut sum: Checksum) -> io::Result<Checksum> {
    let mut part = reader.take(bytes);
    loop {
        let buffer = part.fill_buf()?;
        if buffer.is_empty() {
            return Ok(sum);
        }
        sum = sum.and(buffer);
        let count = buffer.len();
        part.consume(count);
    }
}
