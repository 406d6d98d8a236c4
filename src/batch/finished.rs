//! Whether results without a journal are those of a finished run, which removes its journal, or of one whose
//! journal was lost: a finished run has a row for each record of the inputs.

use super::Options;
use super::encode::{Encoder, RowFormat};
use super::error::BatchError;
use super::input::Input;
use super::reader::Reader;
use std::fs::File;
use std::io::{self, BufRead, BufReader};
use std::path::Path;

/// The number of rows of a finished run, where `path` is the file in which rows are gathered.
///
/// # Errors
/// When the results are not those of a finished run over these inputs, or cannot be read.
pub(super) fn rows(
    options: &Options,
    inputs: &[Input],
    path: &Path,
    results: &Path,
) -> Result<u64, BatchError> {
    let refuse = |reason| BatchError::NoJournal {
        output: results.to_owned(),
        reason,
    };
    if path != results && path.exists() {
        return Err(refuse("its rows were not packed".to_owned()));
    }
    let unread = |error| BatchError::ReadBack {
        name: results.display().to_string(),
        error,
    };
    let Some(there) = written(options, results).map_err(unread)? else {
        return Err(refuse("its columns are not those of this run".to_owned()));
    };
    let mut reader = Reader::new(inputs.to_vec(), options);
    let chunks = std::iter::from_fn(|| reader.next(&mut vec![]));
    let wanted: u64 = chunks.map(|chunk| chunk.rows).sum();
    match there == wanted {
        true => Ok(there),
        false => Err(refuse(format!("it has {there} rows of {wanted}"))),
    }
}

/// How many whole rows there are; `None` where they have other columns.
fn written(options: &Options, results: &Path) -> io::Result<Option<u64>> {
    #[cfg(feature = "parquet")]
    if options.row_format == RowFormat::Parquet {
        return super::parquet::rows(options, results);
    }
    let mut reader = BufReader::with_capacity(1 << 18, File::open(results)?);
    let mut first = vec![];
    reader.read_until(b'\n', &mut first)?;
    let rows = lines(&mut reader)?;
    Ok(match options.row_format {
        RowFormat::JsonLines => has_keys(options, &first).then_some(rows + 1),
        _ => (first == Encoder::new(options, 0).header()).then_some(rows),
    })
}

/// Whether a line is an object with the columns as its keys.
fn has_keys(options: &Options, line: &[u8]) -> bool {
    let object = serde_json::from_slice::<serde_json::Map<String, serde_json::Value>>(line);
    object.is_ok_and(|object| object.keys().map(String::as_str).eq(options.names()))
}

/// The number of whole lines.
fn lines(reader: &mut impl BufRead) -> io::Result<u64> {
    let mut count = 0;
    loop {
        let buffer = reader.fill_buf()?;
        if buffer.is_empty() {
            return Ok(count);
        }
        count += memchr::memchr_iter(b'\n', buffer).count() as u64;
        let bytes = buffer.len();
        reader.consume(bytes);
    }
}
