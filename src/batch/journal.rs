//! What makes an interrupted run go on: beside the results lies a journal, which says how far they went.
//!
//! Its first line tells what the run is about. Each further line, written before the rows that it tells
//! of, says where the results end with them: rows, bytes, and checksums of the input and the output so
//! far. Whatever ended the run, the longest beginning of the results that a line describes is good, also
//! when the system crashed and lost what was written last.

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

/// The journal of some rows.
pub(super) fn path(rows: &Path) -> PathBuf {
    beside(rows, ".journal")
}

/// The file beside another whose name goes on like this.
pub(super) fn beside(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Where the rows are gathered until the results are complete.
pub(super) fn rows_path(results: &Path) -> PathBuf {
    beside(results, ".rows")
}

/// What a run is about: a run with another head is another run.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Head {
    /// The program that writes it.
    cluewright: String,
    options: BTreeMap<String, String>,
    /// Name and bytes of each input.
    inputs: Vec<(String, Option<u64>)>,
}

impl Head {
    pub(super) fn new(options: &Options, inputs: &[Input]) -> Self {
        Self {
            cluewright: env!("CARGO_PKG_VERSION").to_owned(),
            options: options.told(),
            inputs: inputs
                .iter()
                .map(|input| (input.name.clone(), input.bytes))
                .collect(),
        }
    }

    /// How this run differs from an earlier one, in words.
    fn differences(&self, then: &Self) -> Vec<String> {
        let mut all = vec![];
        let mut compare = |what: &str, then: &str, now: &str| {
            if then != now {
                all.push(format!("{what} {then} then, {now} now"));
            }
        };
        compare("version", &then.cluewright, &self.cluewright);
        for (name, now) in &self.options {
            compare(name, then.options.get(name).map_or("", String::as_str), now);
        }
        compare(
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

/// Where the results end with some rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Mark {
    pub(super) rows: u64,
    /// The results.
    pub(super) output: Checksum,
    /// The input that gave them.
    pub(super) input: Checksum,
    pub(super) tally: Tally,
}

/// How far an interrupted run came.
#[derive(Debug)]
pub(super) struct Past {
    pub(super) mark: Mark,
    /// Length of the journal up to that mark.
    pub(super) journal_bytes: u64,
}

/// Reads a journal and compares it with the results. `None` when not even the first row is good.
///
/// # Errors
/// When the run was another one, or something cannot be read.
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
        return Ok(None); // it was interrupted before the journal had its head
    };
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
        let Ok(mark) = serde_json::from_slice::<Mark>(&line) else {
            return Ok(good);
        };
        let more = mark.output.bytes.saturating_sub(sum.bytes);
        sum = read_on(&mut written, more, sum).map_err(|error| unread(results, error))?;
        if sum != mark.output {
            return Ok(good);
        }
        good = Some(Past {
            mark,
            journal_bytes,
        });
    }
}

/// A whole line, or nothing; and its length.
fn next_line(lines: &mut impl BufRead, line: &mut Vec<u8>) -> u64 {
    line.clear();
    if lines.read_until(b'\n', line).is_err() || !line.ends_with(b"\n") {
        line.clear();
    }
    line.len() as u64
}

/// Extends the checksum of what has been read by the next bytes of the input, if it has that many.
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
