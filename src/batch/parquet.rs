//! Parquet tables. They are written once all rows are complete, because an unfinished Parquet file can neither be read
//! nor continued after an interruption.

use super::Options;
use super::columns::Shape;
use crate::files::NewFile;
use csv::StringRecord;
use parquet::basic::{LogicalType, Repetition, Type as Physical};
use parquet::data_type::{ByteArray, ByteArrayType, DoubleType, Int64Type};
use parquet::file::properties::WriterProperties;
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::file::writer::{SerializedColumnWriter, SerializedFileWriter};
use parquet::record::Field;
use parquet::schema::types::Type;
use std::fs::File;
use std::io;
use std::path::Path;
use std::sync::Arc;

/// Number of rows in a row group. Memory holds only one group at a time.
const GROUP: usize = 1 << 16;

/// Converts rows in CSV to a Parquet table. Empty values become null.
///
/// # Errors
/// Returns an error if the rows cannot be read or the table cannot be written.
pub(super) fn pack(rows: &Path, options: &Options, table: &Path) -> io::Result<()> {
    let columns = columns(options);
    let mut reader = csv::Reader::from_path(rows).map_err(io::Error::other)?;
    let properties = Arc::new(WriterProperties::builder().build());
    let schema = Arc::new(schema(&columns)?);
    let file = NewFile::create(table)?;
    let mut writer = SerializedFileWriter::new(file, schema, properties)?;
    let mut records = reader.records();
    loop {
        let group: Vec<StringRecord> = records
            .by_ref()
            .take(GROUP)
            .collect::<Result<_, _>>()
            .map_err(io::Error::other)?;
        if group.is_empty() {
            break;
        }
        let mut row_group = writer.next_row_group()?;
        for (index, &(_, shape)) in columns.iter().enumerate() {
            if let Some(mut chunk) = row_group.next_column()? {
                let values: Vec<&str> = group.iter().map(|record| &record[index]).collect();
                write(&mut chunk, shape, &values)?;
                chunk.close()?;
            }
        }
        row_group.close()?;
    }
    writer.into_inner()?.commit()
}

/// Returns the number of rows in a table; `None` if its columns differ from the options.
///
/// # Errors
/// Returns an error if the file cannot be read or is not a Parquet table.
pub(super) fn rows(options: &Options, table: &Path) -> io::Result<Option<u64>> {
    let reader = SerializedFileReader::new(File::open(table)?)?;
    let data = reader.metadata().file_metadata();
    let names = data
        .schema_descr()
        .columns()
        .iter()
        .map(|column| column.name());
    let same = names.eq(options.names());
    // The format stores a signed number, but only a damaged table states a negative number.
    Ok(same.then_some(u64::try_from(data.num_rows()).unwrap_or_default()))
}

/// Passes the text of each row in a column to `take`, in order. Null becomes an empty string.
///
/// # Errors
/// Returns an error if the table cannot be read.
pub(super) fn each_text(
    table: &Path,
    column: usize,
    take: &mut dyn FnMut(&[u8]),
) -> io::Result<()> {
    let reader = SerializedFileReader::new(File::open(table)?)?;
    for row in reader.get_row_iter(None)? {
        match row?.get_column_iter().nth(column) {
            Some((_, Field::Str(text))) => take(text.as_bytes()),
            _ => take(b""),
        }
    }
    Ok(())
}

/// Returns the names and shapes of all columns. Columns that are copied from the input contain text.
fn columns(options: &Options) -> Vec<(&str, Shape)> {
    let shapes = options.columns.iter().map(|column| column.shape);
    let shapes = shapes.chain(options.kept.iter().map(|_| Shape::Text));
    options.names().zip(shapes).collect()
}

fn schema(columns: &[(&str, Shape)]) -> io::Result<Type> {
    let fields: Result<Vec<_>, _> = columns
        .iter()
        .map(|&(name, shape)| {
            let (physical, logical) = match shape {
                Shape::Text | Shape::Word => (Physical::BYTE_ARRAY, Some(LogicalType::String)),
                Shape::Count | Shape::Amount => (Physical::INT64, None),
                Shape::Measure => (Physical::DOUBLE, None),
            };
            Type::primitive_type_builder(name, physical)
                .with_repetition(Repetition::OPTIONAL)
                .with_logical_type(logical)
                .build()
                .map(Arc::new)
        })
        .collect();
    let root = Type::group_type_builder("results").with_fields(fields?);
    Ok(root.build()?)
}

fn write(chunk: &mut SerializedColumnWriter<'_>, shape: Shape, values: &[&str]) -> io::Result<()> {
    // Parquet stores a null only as a definition level of 0, and omits it from the list of values.
    let there: Vec<i16> = values
        .iter()
        .map(|value| i16::from(!value.is_empty()))
        .collect();
    let there = Some(&there[..]);
    let known = values.iter().filter(|value| !value.is_empty());
    match shape {
        Shape::Text | Shape::Word => {
            let texts: Vec<ByteArray> = known.map(|value| ByteArray::from(*value)).collect();
            chunk
                .typed::<ByteArrayType>()
                .write_batch(&texts, there, None)?;
        }
        Shape::Count | Shape::Amount => {
            let counts: Result<Vec<i64>, _> = known.map(|value| value.parse()).collect();
            let counts = counts.map_err(io::Error::other)?;
            chunk
                .typed::<Int64Type>()
                .write_batch(&counts, there, None)?;
        }
        Shape::Measure => {
            let measures: Result<Vec<f64>, _> = known.map(|value| value.parse()).collect();
            let measures = measures.map_err(io::Error::other)?;
            chunk
                .typed::<DoubleType>()
                .write_batch(&measures, there, None)?;
        }
    }
    Ok(())
}
