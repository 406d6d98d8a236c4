//! Inputs as a stream of chunks.

use super::field::TableColumns;
use super::input::{Input, Kind, in_words};
use super::record::{Chunk, Cut, Record, Source, append};
use crate::formats::{self, ReadOptions};
use csv::ByteRecord;
use std::io::{self, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Bytes of a chunk, about.
const BLOCK: usize = 256 << 10;

/// Records of a table in a chunk.
const RECORDS: usize = 2048;

/// More than any puzzle: SudokuPad's links can hold pictures.
const LONGEST: usize = 4 << 20;

/// Longer files with an ending of lists are lists.
const LONGEST_DRAWING: u64 = 64 << 10;

/// Shorter texts are no drawn grids.
const DRAWN_LINES: usize = 4;

/// Reads all inputs, one after the other.
pub(super) struct Reader {
    inputs: std::vec::IntoIter<Input>,
    is_one_of_many: bool,
    field: Option<String>,
    reading: ReadOptions,
    current: Option<Open>,
    next_row: u64,
    /// Bytes read so far, still compressed.
    read: Arc<AtomicU64>,
}

/// An input that is being read.
struct Open {
    source: Arc<Source>,
    content: Content,
}

enum Content {
    Lines(Lines),
    Table(Box<Table>),
    /// One record more, and the input ends.
    Last(Vec<u8>, Record),
}

/// What a read gave.
type Piece = Option<(Vec<u8>, u64, Cut)>;

impl Reader {
    pub(super) fn new(inputs: Vec<Input>, field: Option<String>, reading: ReadOptions) -> Self {
        Self {
            is_one_of_many: inputs.len() > 1,
            inputs: inputs.into_iter(),
            field,
            reading,
            current: None,
            next_row: 0,
            read: Arc::default(),
        }
    }

    /// The counter of bytes read so far, still compressed.
    pub(super) fn read_bytes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// The next chunk. An input that cannot be read on gives a last record that says so. `spare` is a text
    /// that is used no more, for what comes after the chunk: large buffers made anew each time would
    /// cost two threads a tenth of their time.
    pub(super) fn next(&mut self, spare: &mut Vec<u8>) -> Option<Chunk> {
        loop {
            let mut open = match self.current.take() {
                Some(open) => open,
                None => {
                    let input = self.inputs.next()?;
                    self.open(&input)
                }
            };
            let (piece, goes_on) = open.content.next(self.field.as_deref(), spare);
            let source = Arc::clone(&open.source);
            self.current = goes_on.then_some(open);
            if let Some((text, rows, cut)) = piece {
                let first_row = self.next_row;
                self.next_row += rows;
                return Some(Chunk {
                    source,
                    first_row,
                    rows,
                    text,
                    cut,
                });
            }
        }
    }

    fn open(&self, input: &Input) -> Open {
        let source = Arc::new(Source {
            name: input.name.clone(),
            is_one_of_many: self.is_one_of_many,
            format: input.meant_format(),
        });
        let content = match &input.fault {
            Some(fault) => Ok(fault_record(0, fault.clone())),
            None => self.content(input),
        };
        let content = content.unwrap_or_else(|error| fault_record(0, in_words(&error)));
        Open { source, content }
    }

    fn content(&self, input: &Input) -> io::Result<Content> {
        let mut reader = input.open(&self.read)?;
        match input.kind {
            Kind::Whole => whole(reader),
            Kind::Csv => Ok(Content::Table(Box::new(Table::new(reader)?))),
            Kind::JsonLines => Ok(Content::Lines(Lines::new(
                reader,
                vec![],
                input.is_stream(),
                true,
            ))),
            Kind::Lines => {
                let mut begun = vec![];
                if input.bytes.is_some_and(|bytes| bytes <= LONGEST_DRAWING) {
                    reader
                        .by_ref()
                        .take(2 * LONGEST_DRAWING)
                        .read_to_end(&mut begun)?;
                    if self.is_drawn(&begun) {
                        return Ok(whole_record(begun));
                    }
                }
                Ok(Content::Lines(Lines::new(
                    reader,
                    begun,
                    input.is_stream(),
                    false,
                )))
            }
        }
    }

    /// Whether all lines of a text together are one puzzle.
    fn is_drawn(&self, text: &[u8]) -> bool {
        let Ok(text) = str::from_utf8(text) else {
            return false;
        };
        let said = text
            .lines()
            .filter(|line| !is_blank(line.as_bytes()))
            .count();
        said >= DRAWN_LINES
            && formats::read_any(text, None, &self.reading)
                .is_ok_and(|reading| reading.puzzles.len() == 1)
    }
}

/// Whether a line says nothing of a puzzle.
pub(super) fn is_blank(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#")
}

fn fault_record(line: u64, fault: String) -> Content {
    let fault = Some(fault.into_boxed_str());
    Content::Last(
        vec![],
        Record {
            line,
            fault,
            ..Record::default()
        },
    )
}

fn whole_record(text: Vec<u8>) -> Content {
    let record = Record {
        text: 0..text.len(),
        ..Record::default()
    };
    Content::Last(text, record)
}

fn whole(reader: impl Read) -> io::Result<Content> {
    let mut text = vec![];
    reader.take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    if text.len() > LONGEST {
        let most = LONGEST >> 20;
        return Ok(fault_record(
            0,
            format!("this is longer than {most} MiB; no puzzle is"),
        ));
    }
    Ok(whole_record(text))
}

impl Content {
    /// The next piece, and whether there may be more.
    fn next(&mut self, field: Option<&str>, spare: &mut Vec<u8>) -> (Piece, bool) {
        match self {
            Self::Last(text, record) => {
                let (text, record) = (std::mem::take(text), std::mem::take(record));
                (Some((text, 1, Cut::Records(vec![record]))), false)
            }
            Self::Lines(lines) => lines.next(spare),
            Self::Table(table) => table.next(field),
        }
    }
}

/// Blocks of whole lines.
struct Lines {
    reader: Box<dyn Read + Send>,
    /// What was read and not yet given.
    rest: Vec<u8>,
    /// The number of the next line.
    line: u64,
    /// Whether to give what there is rather than to wait for more.
    is_stream: bool,
    is_json: bool,
    ended: bool,
}

impl Lines {
    fn new(reader: Box<dyn Read + Send>, begun: Vec<u8>, is_stream: bool, is_json: bool) -> Self {
        Self {
            reader,
            rest: begun,
            line: 1,
            is_stream,
            is_json,
            ended: false,
        }
    }

    fn next(&mut self, spare: &mut Vec<u8>) -> (Piece, bool) {
        match self.block(spare) {
            Ok(Block::Lines(mut text)) => {
                if self.line == 1 && text.starts_with(b"\xEF\xBB\xBF") {
                    // some editors mark UTF-8 with three bytes that are no part of the text
                    text.drain(..3);
                }
                let ends = memchr::memchr_iter(b'\n', &text).count() as u64;
                let unended = text.last().is_some_and(|&byte| byte != b'\n');
                let rows = ends + u64::from(unended);
                let cut = match self.is_json {
                    true => Cut::JsonLines(self.line),
                    false => Cut::Lines(self.line),
                };
                self.line += rows;
                ((rows > 0).then_some((text, rows, cut)), !self.ended)
            }
            Ok(Block::TooLong(bytes)) => {
                let most = LONGEST >> 20;
                let fault =
                    format!("a line of {bytes} bytes; no puzzle has a line over {most} MiB");
                self.line += 1;
                (self.fault(self.line - 1, fault), !self.ended)
            }
            Err(error) => (self.fault(self.line, in_words(&error)), false),
        }
    }

    fn fault(&self, line: u64, fault: String) -> Piece {
        let fault = Some(fault.into_boxed_str());
        let record = Record {
            line,
            fault,
            ..Record::default()
        };
        Some((vec![], 1, Cut::Records(vec![record])))
    }

    fn block(&mut self, spare: &mut Vec<u8>) -> io::Result<Block> {
        let mut text = std::mem::take(&mut self.rest);
        let mut searched = 0;
        while !self.ended {
            let last = memchr::memrchr(b'\n', &text[searched..]).map(|at| searched + at);
            if let Some(last) = last
                && (self.is_stream || text.len() >= BLOCK)
            {
                self.rest = std::mem::take(spare);
                self.rest.clear();
                self.rest.extend_from_slice(&text[last + 1..]);
                text.truncate(last + 1);
                return Ok(Block::Lines(text));
            }
            if last.is_none() {
                searched = text.len();
            }
            if searched > LONGEST {
                return self.skip_line(text.len() as u64);
            }
            self.read_more(&mut text)?;
        }
        Ok(Block::Lines(text))
    }

    /// Reads on by a block, or by what is there.
    fn read_more(&mut self, text: &mut Vec<u8>) -> io::Result<()> {
        let before = text.len();
        if self.is_stream {
            text.resize(before + BLOCK, 0);
            let count = self.reader.read(&mut text[before..])?;
            text.truncate(before + count);
        } else {
            let wanted = BLOCK.saturating_sub(before).max(BLOCK / 4);
            text.reserve(wanted);
            self.reader.by_ref().take(wanted as u64).read_to_end(text)?;
        }
        self.ended = text.len() == before;
        Ok(())
    }

    /// Reads to the end of a line without keeping it.
    fn skip_line(&mut self, mut bytes: u64) -> io::Result<Block> {
        let mut text = vec![];
        loop {
            text.clear();
            self.read_more(&mut text)?;
            match memchr::memchr(b'\n', &text) {
                Some(end) => {
                    self.rest = text.split_off(end + 1);
                    return Ok(Block::TooLong(bytes + end as u64));
                }
                None if self.ended => return Ok(Block::TooLong(bytes)),
                None => bytes += text.len() as u64,
            }
        }
    }
}

enum Block {
    /// Lines with their ends.
    Lines(Vec<u8>),
    /// One line that was passed over, of so many bytes.
    TooLong(u64),
}

/// Records of a table.
struct Table {
    reader: csv::Reader<Leash<Box<dyn Read + Send>>>,
    since: Arc<AtomicUsize>,
    columns: Option<TableColumns>,
}

impl Table {
    fn new(mut reader: Box<dyn Read + Send>) -> io::Result<Self> {
        let head = first_line(&mut reader)?;
        let count = |separator: &u8| head.iter().filter(|byte| *byte == separator).count();
        // of equally many the last one listed
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(count);
        let since = Arc::default();
        let leash = Leash {
            reader: Box::new(Cursor::new(head).chain(reader)) as Box<dyn Read + Send>,
            since: Arc::clone(&since),
        };
        let reader = csv::ReaderBuilder::new()
            .has_headers(false)
            .flexible(true)
            .delimiter(delimiter.unwrap_or(b','))
            .buffer_capacity(BLOCK / 4)
            .from_reader(leash);
        Ok(Self {
            reader,
            since,
            columns: None,
        })
    }

    fn next(&mut self, field: Option<&str>) -> (Piece, bool) {
        let (mut text, mut records) = (vec![], vec![]);
        let mut record = ByteRecord::new();
        let mut goes_on = true;
        while goes_on && records.len() < RECORDS && text.len() < BLOCK {
            self.since.store(0, Ordering::Relaxed);
            match self.reader.read_byte_record(&mut record) {
                Ok(true) => match self.take(&record, field, &mut text) {
                    Ok(taken) => records.extend(taken),
                    Err(fault) => {
                        records.push(at_end(&text, &record, Some(fault)));
                        goes_on = false;
                    }
                },
                Ok(false) => goes_on = false,
                Err(error) => {
                    let fault = format!("it cannot be read on: {error}");
                    records.push(at_end(&text, &record, Some(fault)));
                    goes_on = false;
                }
            }
        }
        let rows = records.len() as u64;
        (
            (rows > 0).then_some((text, rows, Cut::Records(records))),
            goes_on,
        )
    }

    /// The puzzle of a record, or nothing of a header.
    fn take(
        &mut self,
        record: &ByteRecord,
        field: Option<&str>,
        text: &mut Vec<u8>,
    ) -> Result<Option<Record>, String> {
        let columns = match self.columns {
            Some(columns) => columns,
            None => {
                let columns = TableColumns::find(record, field)?;
                self.columns = Some(columns);
                if columns.has_header {
                    return Ok(None);
                }
                columns
            }
        };
        let mut taken = at_end(text, record, None);
        let mut beside = |column: Option<usize>| {
            let told = record.get(column?).filter(|told| !told.is_empty());
            told.map(|told| append(text, told))
        };
        taken.id = beside(columns.id);
        taken.solution = beside(columns.solution);
        match record.get(columns.puzzle) {
            Some(puzzle) => taken.text = append(text, puzzle),
            None => {
                let (found, wanted) = (record.len(), columns.puzzle + 1);
                let fault = format!("the puzzle is in column {wanted}, but there are {found}");
                taken.fault = Some(fault.into());
            }
        }
        Ok(Some(taken))
    }
}

/// The beginning of a table, with its first line.
fn first_line(reader: &mut impl Read) -> io::Result<Vec<u8>> {
    let mut head = vec![];
    while head.len() < LONGEST && !head.contains(&b'\n') {
        let read = reader
            .by_ref()
            .take(BLOCK as u64 / 4)
            .read_to_end(&mut head)?;
        if read == 0 {
            break;
        }
    }
    Ok(head)
}

/// A record without a puzzle so far, behind a text.
fn at_end(text: &[u8], record: &ByteRecord, fault: Option<String>) -> Record {
    Record {
        start: text.len(),
        line: record.position().map_or(1, csv::Position::line),
        text: text.len()..text.len(),
        fault: fault.map(String::into_boxed_str),
        ..Record::default()
    }
}

/// Keeps a quote that is never closed from swallowing all memory.
struct Leash<R> {
    reader: R,
    /// Bytes read since the record began, about.
    since: Arc<AtomicUsize>,
}

impl<R: Read> Read for Leash<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        if self.since.fetch_add(count, Ordering::Relaxed) > LONGEST {
            let most = LONGEST >> 20;
            return Err(io::Error::other(format!(
                "a record is longer than {most} MiB; is a quote not closed?"
            )));
        }
        Ok(count)
    }
}
