//! Records: the puzzles in a chunk of the input, as text.

use super::Options;
use super::field::json_record;
use super::row::{Outcome, Row, Value};
use cluewright_formats::text_line::is_map_line;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

/// The file that contains the records.
#[derive(Debug)]
pub(super) struct Source {
    pub(super) name: String,
    /// `true` if there are other files. A line number alone then does not identify a puzzle.
    pub(super) is_one_of_many: bool,
    /// `true` if the records are JSON.
    pub(super) is_json: bool,
    /// The format that the file name implies.
    pub(super) format: Option<&'static str>,
}

/// A piece of the input, unchanged.
#[derive(Debug)]
pub(super) struct Chunk {
    pub(super) source: Arc<Source>,
    /// The number of rows before the piece, counted over all inputs.
    pub(super) first_row: u64,
    /// The number of rows in the piece.
    pub(super) rows: u64,
    pub(super) text: Vec<u8>,
    pub(super) cut: Cut,
}

/// The division of a chunk's text into records.
#[derive(Debug)]
pub(super) enum Cut {
    /// One record per line. The field is the number of the first line.
    Lines(u64),
    /// One record per line, except that a map of regions belongs to the line before it. The field is the number of the
    /// first line.
    LinesAndMaps(u64),
    /// One JSON value per line. The field is the number of the first line.
    JsonLines(u64),
    /// Consecutive puzzles, each with the position of its end, and with a fault if the puzzle cannot be read.
    Texts(Vec<(usize, Option<Fault>)>),
    /// Records listed one by one.
    Records(Vec<Record>),
}

/// The positions of a puzzle and its data in a chunk.
#[derive(Clone, Debug, Default)]
pub(super) struct Record {
    /// The start of the record in the input. The record ends at the start of the next record.
    pub(super) start: usize,
    /// The line of the record in the source, counted from 1; 0 if it has none.
    pub(super) line: u64,
    /// The range of the puzzle in the text of the chunk.
    pub(super) text: Range<usize>,
    /// The id that the input gives the record.
    pub(super) id: Option<Range<usize>>,
    /// The solution that the input states for the record.
    pub(super) solution: Option<Range<usize>>,
    /// The values of the input columns that are copied to the output.
    pub(super) kept: Box<[Range<usize>]>,
    /// The reason why there is no puzzle.
    pub(super) fault: Option<Fault>,
}

/// The reason why a record has no puzzle.
#[derive(Clone, Debug)]
pub(super) struct Fault {
    pub(super) message: Box<str>,
    /// `true` if the rest of the input cannot be read; `false` if only this record is wrong.
    pub(super) of_input: bool,
}

impl Fault {
    pub(super) fn record(message: String) -> Self {
        Self {
            message: message.into(),
            of_input: false,
        }
    }

    pub(super) fn input(message: String) -> Self {
        Self {
            message: message.into(),
            of_input: true,
        }
    }
}

/// A chunk with its records.
#[derive(Debug)]
pub(super) struct Work {
    pub(super) source: Arc<Source>,
    pub(super) first_row: u64,
    text: Vec<u8>,
    /// Length in bytes of the original input, with which `text` starts. `unpack` appends the puzzles that it extracts.
    input: usize,
    /// `true` if each line is a puzzle.
    pub(super) is_list: bool,
    pub(super) records: Vec<Record>,
}

impl Work {
    /// Finds the records of a chunk. `spare` is an unused list whose memory is reused.
    pub(super) fn new(chunk: Chunk, options: &Options, mut spare: Vec<Record>) -> Self {
        spare.clear();
        let mut work = Self {
            source: chunk.source,
            first_row: chunk.first_row,
            input: chunk.text.len(),
            is_list: matches!(chunk.cut, Cut::Lines(_) | Cut::LinesAndMaps(_)),
            text: chunk.text,
            records: spare,
        };
        work.records.reserve_exact(chunk.rows as usize);
        match chunk.cut {
            Cut::Records(records) => work.records = records,
            Cut::Texts(ends) => work.cut_texts(ends),
            Cut::Lines(first) => work.cut_lines(first),
            Cut::LinesAndMaps(first) => {
                work.cut_lines(first);
                work.join_maps();
            }
            Cut::JsonLines(first) => {
                work.cut_lines(first);
                work.unpack(options);
            }
        }
        work
    }

    /// Returns the text and the list of records, so that their memory can be reused.
    pub(super) fn into_buffers(self) -> (Vec<u8>, Vec<Record>) {
        (self.text, self.records)
    }

    pub(super) fn puzzle(&self, record: &Record) -> &[u8] {
        &self.text[record.text.clone()]
    }

    /// Returns the id that the input gives the record, if any.
    pub(super) fn id(&self, record: &Record) -> Option<&str> {
        str::from_utf8(&self.text[record.id.clone()?]).ok()
    }

    /// Returns the solution that the input states for a record, if any.
    pub(super) fn solution(&self, record: &Record) -> Option<&str> {
        let told = str::from_utf8(&self.text[record.solution.clone()?]);
        told.ok().map(str::trim).filter(|told| !told.is_empty())
    }

    /// Returns the values to copy from a record, exactly `columns` of them.
    fn list_kept(&self, record: &Record, columns: usize) -> Vec<Value<'_>> {
        let mut values: Vec<Value<'_>> = record.kept.iter().map(|cell| self.value(cell)).collect();
        // A faulty record has no values, so its row gets empty values.
        values.resize(columns, Value::Empty);
        values
    }

    fn value(&self, cell: &Range<usize>) -> Value<'_> {
        let told = String::from_utf8_lossy(&self.text[cell.clone()]);
        match told {
            told if told.is_empty() => Value::Empty,
            Cow::Borrowed("null") if self.source.is_json => Value::Empty,
            Cow::Borrowed(json) if self.source.is_json => match serde_json::from_str(json) {
                Ok(text) => Value::Text(Cow::Owned(text)),
                // Numbers, lists and objects stay as they are. Only strings are decoded, because the output quotes
                // them itself.
                Err(_) => Value::Json(json),
            },
            told => Value::Text(told),
        }
    }

    pub(super) fn row<'a>(
        &'a self,
        record: &'a Record,
        outcome: &'a Outcome,
        options: &Options,
    ) -> Row<'a> {
        Row {
            source: &self.source.name,
            is_one_of_many: self.source.is_one_of_many,
            line: record.line,
            id: self.id(record),
            outcome,
            kept: self.list_kept(record, options.kept.len()),
        }
    }

    /// Returns a name that helps users to find the record.
    pub(super) fn name(&self, record: &Record) -> String {
        match (self.id(record), record.line) {
            (Some(id), _) => id.to_owned(),
            (None, 0) => self.source.name.clone(),
            (None, line) => format!("{}:{line}", self.source.name),
        }
    }

    /// Returns the part of the input that contains the given records.
    pub(super) fn input(&self, records: Range<usize>) -> &[u8] {
        let start = |index: usize| {
            self.records
                .get(index)
                // The text after the input was appended by `unpack`, so it must not count as input.
                .map_or(self.input, |record| record.start)
        };
        &self.text[start(records.start)..start(records.end)]
    }

    fn cut_texts(&mut self, ends: Vec<(usize, Option<Fault>)>) {
        let mut start = 0;
        for (end, fault) in ends {
            self.records.push(Record {
                start,
                text: start..end,
                fault,
                ..Record::default()
            });
            start = end;
        }
    }

    fn cut_lines(&mut self, first: u64) {
        let text = &self.text;
        let unended = (text.last().is_some_and(|&byte| byte != b'\n')).then_some(text.len());
        let mut start = 0;
        for (line, end) in (first..).zip(memchr::memchr_iter(b'\n', text).chain(unended)) {
            let carriage = text[start..end].ends_with(b"\r");
            self.records.push(Record {
                start,
                line,
                text: start..end - usize::from(carriage),
                ..Record::default()
            });
            start = end + 1;
        }
    }

    /// Joins maps of regions to the givens on the line before them. The record of the map itself becomes a blank line.
    /// It stays in the list, because its line is already counted as a row. The reader never cuts a chunk before a map,
    /// so the givens of a map are always in the same chunk.
    fn join_maps(&mut self) {
        for index in 1..self.records.len() {
            let [before, map] = [index - 1, index].map(|index| self.records[index].text.clone());
            if !before.is_empty() && is_map_line(&self.text[map.clone()]) {
                self.records[index - 1].text = before.start..map.end;
                self.records[index].text = map.end..map.end;
            }
        }
    }

    /// Extracts the puzzles from lines of JSON.
    fn unpack(&mut self, options: &Options) {
        for record in &mut self.records {
            let line = &self.text[record.text.clone()];
            if line.trim_ascii().is_empty() {
                continue;
            }
            match json_record(line, options.field.as_deref(), &options.kept) {
                Ok(found) => {
                    record.text = append(&mut self.text, found.puzzle.as_bytes());
                    let mut beside = |told: Option<String>| {
                        told.map(|told| append(&mut self.text, told.as_bytes()))
                    };
                    record.id = beside(found.id);
                    record.solution = beside(found.solution);
                    let kept = found.kept.iter();
                    let kept = kept.map(|told| append(&mut self.text, told.as_bytes()));
                    record.kept = kept.collect();
                }
                Err(fault) => record.fault = Some(Fault::record(fault)),
            }
        }
    }
}

/// Appends to the text, and returns the range of the addition.
pub(super) fn append(text: &mut Vec<u8>, more: &[u8]) -> Range<usize> {
    let start = text.len();
    text.extend_from_slice(more);
    start..text.len()
}
