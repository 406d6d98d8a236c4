//! Rows encoded as bytes of the output.

use super::columns::Shape;
use super::options::{Options, RowFormat};
use super::row::{Row, Value};
use crate::files;
use std::io;
use std::path::Path;

impl RowFormat {
    /// Converts the complete rows to the final format, and moves them to the path of the results.
    pub(super) fn pack(self, options: &Options, rows: &Path, results: &Path) -> io::Result<()> {
        match self {
            Self::Csv | Self::JsonLines => {
                // Only Parquet uses the options. This avoids a warning about an unused argument in other builds.
                let _ = options;
                files::replace(rows, results)
            }
            #[cfg(feature = "parquet")]
            Self::Parquet => {
                super::parquet::pack(rows, options, results)?;
                std::fs::remove_file(rows)
            }
        }
    }
}

/// An encoder of rows. Rows are added one by one.
pub(super) struct Encoder<'a> {
    options: &'a Options,
    form: Form,
}

enum Form {
    Csv(Box<csv::Writer<Vec<u8>>>),
    JsonLines(Vec<u8>),
}

/// Typical length of a row in bytes, for the initial capacity of the buffer.
const ROW: usize = 16;

/// Maximum number of decimal digits of a `u64`.
const DIGITS: usize = 20;

impl<'a> Encoder<'a> {
    pub(super) fn new(options: &'a Options, rows: usize) -> Self {
        let bytes = Vec::with_capacity(rows * ROW);
        let form = match options.row_format {
            RowFormat::JsonLines => Form::JsonLines(bytes),
            // Rows of a Parquet table are collected as CSV, because an unfinished Parquet file could not be continued.
            _ => Form::Csv(Box::new(csv::Writer::from_writer(bytes))),
        };
        Self { options, form }
    }

    /// Returns the header with the names of the columns; empty if the format has no header.
    pub(super) fn header(mut self) -> Vec<u8> {
        if let Form::Csv(writer) = &mut self.form {
            for name in self.options.names() {
                write_text(writer, name, self.options.spreadsheet);
            }
            // The `csv` crate ends a row that was written field by field only when it gets an empty record.
            writer.write_record(None::<&[u8]>).expect(IN_MEMORY);
        }
        self.bytes()
    }

    pub(super) fn row(&mut self, row: &Row<'_>) {
        match &mut self.form {
            Form::Csv(writer) => {
                let harmless = self.options.spreadsheet;
                for column in &self.options.columns {
                    write_field(writer, &(column.value)(row), harmless);
                }
                for value in &row.kept {
                    write_field(writer, value, harmless);
                }
                writer.write_record(None::<&[u8]>).expect(IN_MEMORY);
            }
            Form::JsonLines(bytes) => write_object(bytes, self.options, row),
        }
    }

    pub(super) fn bytes(self) -> Vec<u8> {
        match self.form {
            Form::Csv(writer) => writer.into_inner().unwrap_or_default(),
            Form::JsonLines(bytes) => bytes,
        }
    }
}

const IN_MEMORY: &str = "writing to memory cannot fail";

/// Characters that start a formula in a spreadsheet, or that a spreadsheet ignores before a formula (OWASP's
/// list).
const FORMULA: [char; 11] = ['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠'];

fn write_field(writer: &mut csv::Writer<Vec<u8>>, value: &Value<'_>, harmless: bool) {
    match value {
        Value::Empty => writer.write_field(""),
        Value::Text(text) => return write_text(writer, text, harmless),
        Value::Json(json) => return write_text(writer, json, harmless),
        // Numbers are never negative and begin with a digit, so they cannot be mistaken for formulas.
        Value::Count(count) => writer.write_field(decimal(*count, &mut [0; DIGITS])),
        Value::Measure(measure, digits) => writer.write_field(format!("{measure:.digits$}")),
    }
    .expect(IN_MEMORY);
}

/// Writes text. If `harmless` is set, puts an apostrophe before text that may be a formula.
fn write_text(writer: &mut csv::Writer<Vec<u8>>, text: &str, harmless: bool) {
    match harmless && text.starts_with(FORMULA) {
        true => writer.write_field(format!("'{text}")),
        false => writer.write_field(text),
    }
    .expect(IN_MEMORY);
}

fn write_object(bytes: &mut Vec<u8>, options: &Options, row: &Row<'_>) {
    let columns = options.columns.iter();
    let mine = columns.map(|column| match (column.value)(row) {
        // Ids are text, even if an id is the number of a line.
        Value::Count(count) if column.shape == Shape::Text => Value::Text(count.to_string().into()),
        value => value,
    });
    let values = mine.chain(row.kept.iter().cloned());
    let mut before = b'{';
    for (name, value) in options.names().zip(values) {
        bytes.push(before);
        before = b',';
        write_quoted(bytes, name);
        bytes.push(b':');
        write_value(bytes, &value);
    }
    bytes.extend_from_slice(b"}\n");
}

fn write_value(bytes: &mut Vec<u8>, value: &Value<'_>) {
    match value {
        Value::Empty => bytes.extend_from_slice(b"null"),
        Value::Text(text) => write_quoted(bytes, text),
        Value::Json(json) => bytes.extend_from_slice(json.as_bytes()),
        Value::Count(count) => bytes.extend_from_slice(decimal(*count, &mut [0; DIGITS])),
        Value::Measure(measure, digits) => {
            bytes.extend_from_slice(format!("{measure:.digits$}").as_bytes());
        }
    }
}

fn write_quoted(bytes: &mut Vec<u8>, text: &str) {
    serde_json::to_writer(bytes, text).expect(IN_MEMORY);
}

// Formats a number without `to_string`, which would allocate memory for every number of a table with millions of rows.
fn decimal(mut number: u64, digits: &mut [u8; DIGITS]) -> &[u8] {
    let mut start = DIGITS;
    loop {
        start -= 1;
        digits[start] = b'0' + (number % 10) as u8;
        number /= 10;
        if number == 0 {
            return &digits[start..];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_written_in_full() {
        for number in [0, 7, 10, 12_345, u64::MAX] {
            assert_eq!(
                decimal(number, &mut [0; DIGITS]),
                number.to_string().as_bytes()
            );
        }
    }
}
