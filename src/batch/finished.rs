//! The results of a finished run. They have no journal, because the run removed it after writing a row for each record
//! of the inputs.

use super::Options;
use super::columns::VERDICT;
use super::encode::Encoder;
use super::error::BatchError;
use super::input::Input;
use super::options::RowFormat;
use super::reader::Reader;
use super::tally::Tally;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::Path;

/// The results of a finished run.
pub(super) struct Finished {
    pub(super) rows: u64,
    /// The number of rows with each verdict, if the rows have a column of verdicts.
    pub(super) tally: Option<Tally>,
}

/// Reads the results of a finished run.
///
/// # Errors
/// Returns an error if the results cannot be read, or if they are not the complete results for these inputs.
pub(super) fn read(
    options: &Options,
    inputs: &[Input],
    results: &Path,
) -> Result<Finished, BatchError> {
    let refuse = |reason| BatchError::NoJournal {
        output: results.to_owned(),
        reason,
    };
    let unread = |error| BatchError::ReadBack {
        name: results.display().to_string(),
        error,
    };
    let Some(rows) = count_rows(options, results).map_err(unread)? else {
        return Err(refuse(
            "its columns differ from those of this run".to_owned(),
        ));
    };
    let mut reader = Reader::new(inputs.to_vec(), options);
    let chunks = std::iter::from_fn(|| reader.next(&mut vec![]));
    let wanted: u64 = chunks.map(|chunk| chunk.rows).sum();
    if rows != wanted {
        return Err(refuse(format!("it has {rows} of {wanted} rows")));
    }
    let tally = count_verdicts(options, results).map_err(unread)?;
    Ok(Finished { rows, tally })
}

/// Returns the number of complete rows; `None` if the rows have other columns.
fn count_rows(options: &Options, results: &Path) -> io::Result<Option<u64>> {
    let mut reader = BufReader::with_capacity(1 << 18, File::open(results)?);
    match options.row_format {
        RowFormat::Csv => {
            let header = Encoder::new(options, 0).header();
            let mut first = vec![];
            reader
                .by_ref()
                .take(header.len() as u64)
                .read_to_end(&mut first)?;
            let is_same = first == header;
            is_same.then(|| whole_rows(&mut reader)).transpose()
        }
        RowFormat::JsonLines => {
            let mut first = vec![];
            reader.read_until(b'\n', &mut first)?;
            // JSON lines have no header, so the line with the keys is itself a row.
            let rows = || Ok(1 + whole_lines(&mut reader)?);
            has_keys(options, &first).then(rows).transpose()
        }
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => super::parquet::rows(options, results),
    }
}

/// Counts the verdicts; `None` if the rows have no verdicts, or unknown verdicts.
fn count_verdicts(options: &Options, results: &Path) -> io::Result<Option<Tally>> {
    let columns = &options.columns;
    let Some(index) = columns.iter().position(|column| column.name == VERDICT) else {
        return Ok(None);
    };
    let mut tally = Tally::default();
    let mut are_known = true;
    let mut add = |verdict: &[u8]| are_known &= tally.add_verdict(verdict);
    match options.row_format {
        RowFormat::Csv => {
            let reader = csv::Reader::from_path(results);
            for record in reader.map_err(io::Error::other)?.into_byte_records() {
                // Copied columns come last, so a computed column has the same index in the record as in the options.
                add(&record.map_err(io::Error::other)?[index]);
            }
        }
        RowFormat::JsonLines => {
            for line in BufReader::new(File::open(results)?).split(b'\n') {
                let row: serde_json::Value = serde_json::from_slice(&line?)?;
                add(row[VERDICT].as_str().unwrap_or_default().as_bytes());
            }
        }
        #[cfg(feature = "parquet")]
        RowFormat::Parquet => super::parquet::each_text(results, index, &mut add)?,
    }
    Ok(are_known.then_some(tally))
}

/// Returns `true` if a line is a JSON object whose keys are the names of the columns. Their order must match too: the
/// map preserves it (`serde_json`'s `preserve_order` feature).
fn has_keys(options: &Options, line: &[u8]) -> bool {
    let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line);
    object.is_ok_and(|object| object.keys().map(String::as_str).eq(options.names()))
}

/// Returns the number of complete lines.
fn whole_lines(reader: &mut impl BufRead) -> io::Result<u64> {
    count_ends(reader, false)
}

/// Returns the number of complete rows of a table. A line break within quotes does not end a row. The `csv` crate is
/// not used, because it would also count a torn last row.
fn whole_rows(reader: &mut impl BufRead) -> io::Result<u64> {
    count_ends(reader, true)
}

fn count_ends(reader: &mut impl BufRead, has_quotes: bool) -> io::Result<u64> {
    let mut count = 0;
    let mut in_quotes = false;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(count);
        }
        for at in memchr::memchr2_iter(b'\n', b'"', buffer) {
            match buffer[at] {
                // A quote within quotes is doubled, so it toggles the state twice and needs no case of its own.
                b'"' => in_quotes ^= has_quotes,
                _ => count += u64::from(!in_quotes),
            }
        }
        let bytes = buffer.len();
        reader.consume(bytes);
    }
}
