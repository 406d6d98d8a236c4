//! Takes a column of puzzles and returns columns of results.

use crate::patience::wait_for;
use arrow_array::builder::{Float64Builder, Int64Builder, StringBuilder};
use arrow_array::cast::AsArray;
use arrow_array::ffi_stream::{FFI_ArrowArrayStream, RecordBatchStreamReader};
use arrow_array::{Array, ArrayRef, RecordBatch, RecordBatchIterator, make_array};
use arrow_data::ArrayData;
use arrow_data::transform::MutableArrayData;
use arrow_pyarrow::FromPyArrow;
use arrow_schema::ffi::FFI_ArrowSchema;
use arrow_schema::{ArrowError, DataType, Field, Schema, SchemaRef};
use cluewright::ask::Choice;
use cluewright::batch::{COLUMNS, Column, Options, Row, Shape, Value, column, run_texts};
use pyo3::exceptions::{PyKeyError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyCapsule, PyFloat, PyList, PyString};
use std::borrow::Cow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// Approximate number of rows in a record batch of results.
const BATCH: usize = 1 << 16;

/// A column of puzzles: the text of each row, or the reason why it has none.
#[pyclass(frozen, module = "cluewright._engine")]
pub(crate) struct Texts {
    chunks: Vec<ArrayRef>,
    /// Rows without text, in order, each with a description of its value. All other rows without text are missing
    /// values.
    faults: Vec<(usize, String)>,
}

#[pymethods]
impl Texts {
    /// Takes the texts from Arrow arrays, in order, without copying them.
    #[staticmethod]
    fn of_arrays(arrays: Vec<Bound<'_, PyAny>>) -> PyResult<Self> {
        let array =
            |array: &Bound<'_, PyAny>| Ok(make_array(ArrayData::from_pyarrow_bound(array)?));
        let chunks: PyResult<Vec<ArrayRef>> = arrays.iter().map(array).collect();
        Self::of_chunks(chunks?)
    }

    /// Takes the texts from a stream of Arrow record batches with one column, without copying them.
    #[staticmethod]
    fn of_frame(frame: &Bound<'_, PyAny>) -> PyResult<Self> {
        let batches = RecordBatchStreamReader::from_pyarrow_bound(frame)?;
        let column = |batch: Result<RecordBatch, ArrowError>| match batch {
            Ok(batch) if batch.num_columns() == 1 => Ok(Arc::clone(batch.column(0))),
            Ok(batch) => {
                let found = batch.num_columns();
                let message =
                    format!("expected one column of puzzles, found a table with {found} columns");
                Err(PyValueError::new_err(message))
            }
            Err(error) => Err(arrow_error(&error)),
        };
        let chunks: PyResult<Vec<ArrayRef>> = batches.map(column).collect();
        Self::of_chunks(chunks?)
    }

    /// Reads the texts of a Python list.
    #[staticmethod]
    fn of_values(values: &Bound<'_, PyList>) -> Self {
        let mut texts = StringBuilder::new();
        let mut faults = vec![];
        for (row, value) in values.iter().enumerate() {
            match text_of(&value) {
                Ok(text) => texts.append_value(text),
                Err(fault) => {
                    texts.append_null();
                    faults.extend(fault.map(|fault| (row, fault)));
                }
            }
        }
        Self {
            chunks: vec![Arc::new(texts.finish())],
            faults,
        }
    }

    fn __len__(&self) -> usize {
        self.chunks.iter().map(|chunk| chunk.len()).sum()
    }
}

/// Error for a row whose value is missing.
const MISSING: &str = "expected the text of a puzzle, found a missing value";

/// Returns the text of a value. If the value is not text, fails with the name of its type, or with `None` if it is
/// missing.
fn text_of(value: &Bound<'_, PyAny>) -> Result<String, Option<String>> {
    if let Ok(text) = value.cast::<PyString>() {
        let text = text.to_str().map(str::to_owned);
        return text.map_err(|_| {
            Some("expected the text of a puzzle, found text that is not Unicode".to_owned())
        });
    }
    let kind = value.get_type();
    let kind = kind
        .name()
        .map_or(Cow::Borrowed("?"), |name| Cow::Owned(name.to_string()));
    let is_nan = value
        .cast::<PyFloat>()
        .is_ok_and(|number| number.value().is_nan());
    if value.is_none() || is_nan || kind == "NAType" || kind == "NaTType" {
        return Err(None);
    }
    Err(Some(format!(
        "expected the text of a puzzle, found a value of type {kind}"
    )))
}

impl Texts {
    fn of_chunks(chunks: Vec<ArrayRef>) -> PyResult<Self> {
        for chunk in &chunks {
            let kind = chunk.data_type();
            if !is_text(kind) {
                let message = format!("expected a column of text, found one of type {kind}");
                return Err(PyValueError::new_err(message));
            }
        }
        Ok(Self {
            chunks,
            faults: vec![],
        })
    }

    /// Returns one entry for each row: the text, or the reason why there is none.
    fn texts(&self) -> Vec<Result<&str, &str>> {
        let mut texts = Vec::with_capacity(self.__len__());
        for chunk in &self.chunks {
            add(chunk, &mut texts);
        }
        for (row, fault) in &self.faults {
            texts[*row] = Err(fault);
        }
        texts
    }
}

fn is_text(kind: &DataType) -> bool {
    match kind {
        DataType::Utf8 | DataType::LargeUtf8 | DataType::Utf8View | DataType::Null => true,
        DataType::Dictionary(_, values) => is_text(values),
        _ => false,
    }
}

/// Appends the text of each row of an Arrow array.
fn add<'a>(chunk: &'a ArrayRef, texts: &mut Vec<Result<&'a str, &'a str>>) {
    let or_missing = |text: Option<&'a str>| text.ok_or(MISSING);
    match chunk.data_type() {
        DataType::Utf8 => texts.extend(chunk.as_string::<i32>().iter().map(or_missing)),
        DataType::LargeUtf8 => texts.extend(chunk.as_string::<i64>().iter().map(or_missing)),
        DataType::Utf8View => texts.extend(chunk.as_string_view().iter().map(or_missing)),
        DataType::Dictionary(..) => {
            let chunk = chunk.as_any_dictionary();
            let mut words = vec![];
            add(chunk.values(), &mut words);
            // Without values, all rows are null, and `normalized_keys` would panic.
            if words.is_empty() {
                return texts.extend(std::iter::repeat_n(Err(MISSING), chunk.len()));
            }
            let keys = chunk.normalized_keys().into_iter().enumerate();
            texts.extend(keys.map(|(row, key)| match chunk.is_null(row) {
                true => Err(MISSING),
                false => words[key],
            }));
        }
        _ => texts.extend(std::iter::repeat_n(Err(MISSING), chunk.len())),
    }
}

/// The columns to compute for each puzzle, and the limits to observe.
#[derive(FromPyObject)]
#[pyo3(from_item_all)]
pub(crate) struct Wanted {
    columns: Vec<String>,
    nodes: Option<u64>,
    rounds: Option<usize>,
    seconds: Option<f64>,
    threads: usize,
    format: Option<String>,
    ignore_unknown: bool,
    ignore_drawings: bool,
    with_entries: bool,
    zero_is_digit: bool,
    profile: String,
    without: Vec<String>,
    only: Option<String>,
}

impl Wanted {
    fn options(&self) -> PyResult<Options> {
        let columns = self.columns.iter().map(|name| {
            let message = || PyValueError::new_err(format!("there is no column `{name}`"));
            column(name).ok_or_else(message)
        });
        let mut techniques = Choice::default();
        techniques.profile.clone_from(&self.profile);
        techniques.without.clone_from(&self.without);
        techniques.only.clone_from(&self.only);
        let profile = techniques.profile().map_err(|refusal| {
            let help = refusal.help.as_ref().map(|help| format!(" ({help})"));
            PyValueError::new_err(format!("{refusal}{}", help.unwrap_or_default()))
        });
        let mut options = Options::default();
        options.columns = columns.collect::<PyResult<_>>()?;
        options.profile = profile?;
        options.nodes = self.nodes.unwrap_or(options.nodes);
        options.rounds = self.rounds.unwrap_or(options.rounds);
        options.time = self
            .seconds
            .and_then(|seconds| Duration::try_from_secs_f64(seconds.max(0.0)).ok());
        options.threads = self.threads;
        options.format.clone_from(&self.format);
        options.reading.ignore_unknown = self.ignore_unknown;
        options.reading.ignore_drawings = self.ignore_drawings;
        options.reading.with_entries = self.with_entries;
        options.reading.zero_is_digit = self.zero_is_digit;
        Ok(options)
    }
}

/// Returns the names and descriptions of the columns that a caller can request.
#[pyfunction]
pub(crate) fn columns() -> Vec<(&'static str, &'static str)> {
    COLUMNS
        .iter()
        .map(|column| (column.name, column.about))
        .collect()
}

/// Computes the requested columns for each puzzle. `progress` is called from time to time with the number of finished
/// rows.
#[pyfunction]
#[pyo3(signature = (texts, wanted, progress=None))]
pub(crate) fn work_out(
    py: Python<'_>,
    texts: &Texts,
    wanted: Wanted,
    progress: Option<Py<PyAny>>,
) -> PyResult<Rows> {
    let options = wanted.options()?;
    let schema = schema(&options.columns);
    let done = AtomicUsize::new(0);
    let work = |cancel: &AtomicBool| {
        let mut parts = vec![];
        let make = |rows: &mut dyn Iterator<Item = Row<'_>>| batch(&options.columns, &schema, rows);
        let mut take = |part: Result<RecordBatch, ArrowError>| {
            done.fetch_add(
                part.as_ref().map_or(0, RecordBatch::num_rows),
                Ordering::Relaxed,
            );
            parts.push(part);
        };
        run_texts(
            &texts.texts(),
            &options,
            &make,
            &mut take,
            cancel,
            &mut || {},
        )
        .map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let parts: Result<Vec<RecordBatch>, ArrowError> = parts.into_iter().collect();
        let batches = parts.and_then(|parts| join_batches(&schema, &parts));
        batches.map_err(|error| arrow_error(&error))
    };
    let look = |py: Python<'_>| match &progress {
        Some(progress) => progress
            .call1(py, (done.load(Ordering::Relaxed),))
            .map(drop),
        None => Ok(()),
    };
    let batches = wait_for(py, work, look)??;
    Ok(Rows { schema, batches })
}

fn schema(columns: &[&Column]) -> SchemaRef {
    let field = |column: &&Column| {
        let kind = match column.shape {
            Shape::Text | Shape::Word => DataType::Utf8,
            Shape::Count | Shape::Amount => DataType::Int64,
            Shape::Measure => DataType::Float64,
        };
        Field::new(column.name, kind, true)
    };
    Arc::new(Schema::new(columns.iter().map(field).collect::<Vec<_>>()))
}

/// Joins record batches into fewer, larger batches.
fn join_batches(schema: &SchemaRef, parts: &[RecordBatch]) -> Result<Vec<RecordBatch>, ArrowError> {
    let mut batches = vec![];
    let mut rest = parts;
    while !rest.is_empty() {
        let mut rows = 0;
        let full = rest.iter().position(|part| {
            rows += part.num_rows();
            rows >= BATCH
        });
        let (group, later) = rest.split_at(full.map_or(rest.len(), |last| last + 1));
        let columns = (0..schema.fields().len()).map(|column| join_columns(group, column));
        let columns: Result<Vec<ArrayRef>, ArrowError> = columns.collect();
        batches.push(RecordBatch::try_new(Arc::clone(schema), columns?)?);
        rest = later;
    }
    Ok(batches)
}

/// Joins one column of some record batches. `arrow_select::concat` does the same, but compiling its crates takes 8 % of the
/// time of `pip install`.
fn join_columns(parts: &[RecordBatch], column: usize) -> Result<ArrayRef, ArrowError> {
    let parts = parts.iter().map(|part| part.column(column).to_data());
    let parts: Vec<ArrayData> = parts.collect();
    let rows = parts.iter().map(ArrayData::len).sum();
    let mut joined = MutableArrayData::new(parts.iter().collect(), false, rows);
    for (index, part) in parts.iter().enumerate() {
        joined.try_extend(index, 0, part.len())?;
    }
    Ok(make_array(joined.freeze()))
}

/// Builds a record batch from the results of some rows.
fn batch(
    columns: &[&'static Column],
    schema: &SchemaRef,
    rows: &mut dyn Iterator<Item = Row<'_>>,
) -> Result<RecordBatch, ArrowError> {
    let count = rows.size_hint().0;
    let builder = |field: &Arc<Field>| Builder::new(field.data_type(), count);
    let mut builders: Vec<Builder> = schema.fields().iter().map(builder).collect();
    for row in rows {
        for (column, builder) in columns.iter().zip(&mut builders) {
            builder.append((column.value)(&row));
        }
    }
    let arrays = builders.iter_mut().map(Builder::finish).collect();
    RecordBatch::try_new(Arc::clone(schema), arrays)
}

/// Assumed mean length of a text in bytes, used to reserve memory.
const TEXT: usize = 8;

enum Builder {
    Texts(StringBuilder),
    Counts(Int64Builder),
    Measures(Float64Builder),
}

impl Builder {
    fn new(kind: &DataType, rows: usize) -> Self {
        match kind {
            DataType::Int64 => Self::Counts(Int64Builder::with_capacity(rows)),
            DataType::Float64 => Self::Measures(Float64Builder::with_capacity(rows)),
            _ => Self::Texts(StringBuilder::with_capacity(rows, rows * TEXT)),
        }
    }

    /// Appends a value. Measurements are rounded to as many digits as the command line prints.
    fn append(&mut self, value: Value<'_>) {
        match (self, value) {
            (Self::Texts(texts), Value::Text(text)) => texts.append_value(text),
            (Self::Texts(texts), Value::Json(json)) => texts.append_value(json),
            (Self::Texts(texts), Value::Count(count)) => texts.append_value(count.to_string()),
            (Self::Texts(texts), Value::Measure(measure, digits)) => {
                texts.append_value(format!("{measure:.digits$}"))
            }
            (Self::Texts(texts), Value::Empty) => texts.append_null(),
            (Self::Counts(counts), Value::Count(count)) => {
                counts.append_option(i64::try_from(count).ok())
            }
            (Self::Counts(counts), _) => counts.append_null(),
            (Self::Measures(measures), Value::Measure(measure, digits)) => {
                measures.append_option(format!("{measure:.digits$}").parse().ok());
            }
            (Self::Measures(measures), _) => measures.append_null(),
        }
    }

    fn finish(&mut self) -> ArrayRef {
        match self {
            Self::Texts(texts) => Arc::new(texts.finish()),
            Self::Counts(counts) => Arc::new(counts.finish()),
            Self::Measures(measures) => Arc::new(measures.finish()),
        }
    }
}

/// The results, one row for each puzzle.
#[pyclass(frozen, module = "cluewright._engine")]
pub(crate) struct Rows {
    schema: SchemaRef,
    batches: Vec<RecordBatch>,
}

#[pymethods]
impl Rows {
    fn __len__(&self) -> usize {
        self.batches.iter().map(RecordBatch::num_rows).sum()
    }

    #[getter]
    fn column_names(&self) -> Vec<&str> {
        let fields = self.schema.fields().iter();
        fields.map(|field| field.name().as_str()).collect()
    }

    /// Returns the values of a column as a Python list.
    fn column<'py>(&self, py: Python<'py>, name: &str) -> PyResult<Bound<'py, PyList>> {
        let values = PyList::empty(py);
        for batch in &self.batches {
            let column = batch.column_by_name(name);
            let column = column.ok_or_else(|| PyKeyError::new_err(name.to_owned()))?;
            match column.data_type() {
                DataType::Int64 => {
                    let counts = column.as_primitive::<arrow_array::types::Int64Type>();
                    counts.iter().try_for_each(|count| values.append(count))?;
                }
                DataType::Float64 => {
                    let measures = column.as_primitive::<arrow_array::types::Float64Type>();
                    measures
                        .iter()
                        .try_for_each(|measure| values.append(measure))?;
                }
                _ => {
                    let texts = column.as_string::<i32>();
                    texts.iter().try_for_each(|text| values.append(text))?;
                }
            }
        }
        Ok(values)
    }

    /// Returns the results as a stream of record batches, without copying: the Arrow PyCapsule interface.
    #[pyo3(signature = (requested_schema=None))]
    fn __arrow_c_stream__<'py>(
        &self,
        py: Python<'py>,
        requested_schema: Option<&Bound<'py, PyAny>>,
    ) -> PyResult<Bound<'py, PyCapsule>> {
        // The requested schema is ignored because there is only one; the interface allows that.
        let _ = requested_schema;
        let batches = self.batches.clone().into_iter().map(Ok);
        let reader = RecordBatchIterator::new(batches, Arc::clone(&self.schema));
        let stream = FFI_ArrowArrayStream::new(Box::new(reader));
        PyCapsule::new_with_value(py, stream, c"arrow_array_stream")
    }

    /// Returns the schema of the results, through the same interface.
    fn __arrow_c_schema__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyCapsule>> {
        let schema =
            FFI_ArrowSchema::try_from(&*self.schema).map_err(|error| arrow_error(&error))?;
        PyCapsule::new_with_value(py, schema, c"arrow_schema")
    }
}

fn arrow_error(error: &ArrowError) -> PyErr {
    PyValueError::new_err(error.to_string())
}
