//! Inputs as a stream of chunks.

use super::Options;
use super::field::{self, TableColumns};
use super::games::Games;
use super::input::{Input, Kind, in_words};
use super::options::Kept;
use super::record::{Chunk, Cut, Fault, Record, Source, append};
use crate::text::{decode, into_utf8};
use cluewright_formats::ReadOptions;
use cluewright_formats::text_line::{self, Part, is_comment, is_map_line, wrong_width};
use csv::ByteRecord;
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};

/// Approximate size of a chunk in bytes.
pub(super) const BLOCK: usize = 256 << 10;

/// Number of table records in a chunk.
const RECORDS: usize = 2048;

/// Maximum number of lines in a chunk. Without it, a chunk that contains only line terminators would have a quarter of
/// a million records.
const LINES: u64 = 8192;

/// Maximum number of consecutive blank lines that get a row each. Without it, a small archive that contains only line
/// terminators would give millions of rows.
const BLANKS: u64 = 1000;

/// Maximum length of a puzzle in bytes. It is enough for SudokuPad links that contain pictures.
pub(super) const LONGEST: usize = 4 << 20;

/// Maximum size of a file that may be a drawing, in bytes. A larger file with a list's extension is always read as a
/// list. The unpacked text of a drawing may have twice this size.
const LONGEST_DRAWING: u64 = 64 << 10;

/// Maximum size of a table that may be a single grid, in bytes.
const LONGEST_GRID: u64 = 8 << 10;

/// Minimum number of lines of a drawn grid.
const DRAWN_LINES: usize = 4;

/// A reader of all inputs, one after the other.
pub(super) struct Reader {
    inputs: std::vec::IntoIter<Input>,
    is_one_of_many: bool,
    field: Option<String>,
    kept: Vec<Kept>,
    reading: ReadOptions,
    current: Option<Open>,
    next_row: u64,
    /// Number of bytes read so far, before unpacking.
    read: Arc<AtomicU64>,
}

/// The input that is being read, with its content.
struct Open {
    source: Arc<Source>,
    content: Content,
}

enum Content {
    Lines(Lines),
    Table(Box<Table>),
    Games(Games),
    /// The rest of the input: text with its records.
    Last(Vec<u8>, Vec<Record>),
}

/// A piece of an input: its text, its number of rows, and its division into records; `None` if there is no piece.
pub(super) type Piece = Option<(Vec<u8>, u64, Cut)>;

impl Reader {
    pub(super) fn new(inputs: Vec<Input>, options: &Options) -> Self {
        Self {
            is_one_of_many: inputs.len() > 1,
            inputs: inputs.into_iter(),
            field: options.field.clone(),
            kept: options.kept.clone(),
            reading: options.reading.clone(),
            current: None,
            next_row: 0,
            read: Arc::default(),
        }
    }

    /// Returns the counter of bytes read so far, before unpacking.
    pub(super) fn read_bytes(&self) -> Arc<AtomicU64> {
        Arc::clone(&self.read)
    }

    /// Returns the next chunk. If an input cannot be read to its end, its last record contains the reason.
    ///
    /// `spare` is a buffer that is no longer needed. It is reused for the text after the chunk, because allocating
    /// large buffers each time would cost two threads a tenth of their time.
    pub(super) fn next(&mut self, spare: &mut Vec<u8>) -> Option<Chunk> {
        loop {
            let mut open = match self.current.take() {
                Some(open) => open,
                None => {
                    let input = self.inputs.next()?;
                    self.open(&input)
                }
            };
            let (piece, goes_on) = open.content.next(self.field.as_deref(), &self.kept, spare);
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
            is_json: input.kind == Kind::JsonLines,
            format: input.format_of_name(),
        });
        let content = match &input.fault {
            Some(fault) => Ok(unreadable(fault.clone())),
            None => self.content(input),
        };
        let content = content.unwrap_or_else(|error| unreadable(in_words(&error)));
        Open { source, content }
    }

    fn content(&self, input: &Input) -> io::Result<Content> {
        let reader = into_utf8(input.open(&self.read)?)?;
        match input.kind {
            Kind::Whole => whole(reader),
            Kind::Games => Ok(Content::Games(Games::new(reader))),
            Kind::Csv => Ok(self.table(input, reader)),
            Kind::JsonLines => Ok(Content::Lines(Lines::new(reader, input.is_stream(), true))),
            Kind::Lines => {
                let mut lines = Lines::new(reader, input.is_stream(), false);
                // A stream may arrive slowly, so its lines are not held back to find out whether they form a drawing.
                if input.bytes.is_some_and(|bytes| bytes <= LONGEST_DRAWING) {
                    lines.begin(2 * LONGEST_DRAWING);
                    // A packed file may be much larger than its size suggests. Only a text that was read to its end can
                    // be a drawing, because the rest of a longer text would be lost.
                    let is_whole = (lines.rest.len() as u64) < 2 * LONGEST_DRAWING;
                    lines.rest = plain(std::mem::take(&mut lines.rest));
                    if is_whole
                        && lines.fault.is_none()
                        && let Some(records) = self.records(&lines.rest)
                    {
                        return Ok(Content::Last(lines.rest, records));
                    }
                }
                Ok(Content::Lines(lines))
            }
        }
    }

    /// Reads a table. Either each record has a puzzle, or the fields are the cells of one grid.
    fn table(&self, input: &Input, mut reader: Box<dyn Read + Send>) -> Content {
        let (mut head, mut failed) = (vec![], None);
        // A named field means that each record has a puzzle of its own.
        if self.field.is_none() && input.bytes.is_some_and(|bytes| bytes <= LONGEST_GRID) {
            let mut start = reader.by_ref().take(2 * LONGEST_GRID);
            failed = start.read_to_end(&mut head).err();
            let is_whole = (head.len() as u64) < 2 * LONGEST_GRID;
            if is_whole && failed.is_none() && self.is_grid(&head) {
                let record = whole_record(&head);
                return Content::Last(head, vec![record]);
            }
        }
        // The records before a read error still get their rows, so the reader returns the error only after them.
        let reader = Cursor::new(head).chain(Failing(failed)).chain(reader);
        Content::Table(Box::new(Table::new(Box::new(reader))))
    }

    /// Returns `true` if the lines of a table are the rows of one grid.
    fn is_grid(&self, text: &[u8]) -> bool {
        let text = str::from_utf8(text).unwrap_or_default();
        let rows = text.lines().filter(|line| !is_blank(line.as_bytes()));
        rows.count() >= DRAWN_LINES
            && matches!(&text_line::parts(text, &self.reading)[..], [part] if part.solution.is_none())
            && cluewright_formats::read_any(text, None, &self.reading)
                .is_ok_and(|reading| reading.puzzles.len() == 1)
    }

    /// Splits the text into its puzzles; `None` if the text must be read line by line.
    fn records(&self, text: &[u8]) -> Option<Vec<Record>> {
        let text = str::from_utf8(text).ok()?;
        let body = text.strip_prefix('\u{feff}').unwrap_or(text);
        let mark = text.len() - body.len();
        let is_said = |line: &&str| !is_blank(line.as_bytes());
        match cluewright_formats::recognise(body).ok()?.name() {
            "text-line" => {
                let parts = text_line::parts(body, &self.reading);
                let is_line = |part: &Part| part.is_line && !body[part.span.clone()].contains('\n');
                match &parts[..] {
                    _ if parts.iter().all(is_line) => None,
                    // A single puzzle gets the name of its file, so its record has no line number.
                    [only] if only.solution.is_none() => Some(vec![whole_record(text)]),
                    _ => Some(records_at(text, mark, &parts)),
                }
            }
            // A puzzle file remains one record if it has an error; its lines are not puzzles.
            "native" if toml::from_str::<toml::Table>(body).is_ok() => {
                Some(vec![whole_record(text)])
            }
            _ => {
                let is_one = body.lines().filter(is_said).count() >= DRAWN_LINES
                    && crate::read_any(body, None, &self.reading)
                        .is_ok_and(|reading| reading.puzzles.len() == 1);
                is_one.then(|| vec![whole_record(text)])
            }
        }
    }
}

/// Returns a record for each part of the text. The text starts at byte `mark` of its file.
fn records_at(text: &str, mark: usize, parts: &[Part]) -> Vec<Record> {
    let mut end = 0;
    let mut line = 1;
    let mut records = vec![];
    let shift = |span: &Range<usize>| span.start + mark..span.end + mark;
    for part in parts {
        let span = shift(&part.span);
        line += text[end..span.start].matches('\n').count() as u64;
        records.push(Record {
            // Text between two puzzles belongs to the record after it, so that the checksums cover every byte of the
            // input.
            start: end,
            line,
            text: span.clone(),
            solution: part.solution.as_ref().map(shift),
            ..Record::default()
        });
        line += text[span.clone()].matches('\n').count() as u64;
        end = span.end;
    }
    records
}

/// Returns the column names of a table, or the keys in the first line of JSON lines. The list is empty if the input has
/// no columns or cannot be read.
pub(super) fn column_names(input: &Input, field: Option<&str>) -> Vec<String> {
    let Ok(reader) = input.open(&Arc::default()).and_then(into_utf8) else {
        return vec![];
    };
    match input.kind {
        Kind::Csv => {
            let mut first = ByteRecord::new();
            let read = Table::new(reader).reader.read_byte_record(&mut first);
            let columns = TableColumns::find(&first, field, &[]);
            match (read, columns) {
                (Ok(true), Ok(columns)) => field::column_names(&first, columns.has_header),
                _ => vec![],
            }
        }
        Kind::JsonLines => {
            let mut first = String::new();
            let read = BufReader::new(reader)
                .take(LONGEST as u64)
                .read_line(&mut first);
            let first = first.trim_start_matches('\u{feff}');
            let object = read.ok().and_then(|_| serde_json::from_str(first).ok());
            let object: serde_json::Map<String, serde_json::Value> = object.unwrap_or_default();
            object.into_iter().map(|(name, _)| name).collect()
        }
        Kind::Lines | Kind::Whole | Kind::Games => vec![],
    }
}

/// Returns `true` if a line has no puzzle, because it is empty or a comment.
pub(super) fn is_blank(line: &[u8]) -> bool {
    let line = line.trim_ascii();
    line.is_empty() || line.starts_with(b"#") && str::from_utf8(line).is_ok_and(is_comment)
}

/// Returns the content of an input that cannot be read: a single record with the reason.
fn unreadable(message: String) -> Content {
    Content::Last(vec![], vec![at_end(&[], 0, Some(Fault::input(message)))])
}

/// Returns the record for text that is one puzzle.
fn whole_record(text: impl AsRef<[u8]>) -> Record {
    Record {
        text: 0..text.as_ref().len(),
        ..Record::default()
    }
}

fn whole(reader: impl Read) -> io::Result<Content> {
    let mut text = vec![];
    // One more byte shows that the file is too long, without reading the rest of it.
    reader.take(LONGEST as u64 + 1).read_to_end(&mut text)?;
    if text.len() > LONGEST {
        let most = LONGEST >> 20;
        let message = format!("the text is longer than {most} MiB; no puzzle is that long");
        return Ok(unreadable(message));
    }
    let text = plain(text);
    let record = whole_record(&text);
    Ok(Content::Last(text, vec![record]))
}

/// Decodes text to UTF-8. Bytes in an unknown encoding are kept, and the reader of the puzzle then refuses them.
fn plain(text: Vec<u8>) -> Vec<u8> {
    match str::from_utf8(&text) {
        // UTF-16 text of ASCII characters is valid UTF-8, but it has NUL bytes.
        Ok(plain) if !plain.contains('\0') => text,
        _ => decode(text.clone()).map_or(text, String::into_bytes),
    }
}

impl Content {
    /// Returns the next piece, and `true` if there may be more pieces.
    fn next(&mut self, field: Option<&str>, kept: &[Kept], spare: &mut Vec<u8>) -> (Piece, bool) {
        match self {
            Self::Last(text, records) => {
                let (text, records) = (std::mem::take(text), std::mem::take(records));
                let rows = records.len() as u64;
                (Some((text, rows, Cut::Records(records))), false)
            }
            Self::Lines(lines) => lines.next(spare),
            Self::Table(table) => table.next(field, kept),
            Self::Games(games) => games.next(),
        }
    }
}

/// A reader of blocks of complete lines.
struct Lines {
    reader: Box<dyn Read + Send>,
    /// Bytes that were read but not returned yet.
    rest: Vec<u8>,
    /// The number of the next line, counted from 1.
    line: u64,
    /// The number of blank lines just before the next line, up to [`BLANKS`].
    blanks: u64,
    /// `true` to return the available bytes rather than wait for more.
    is_stream: bool,
    is_json: bool,
    ended: bool,
    /// The error that ended the reading. The lines before it are returned first.
    fault: Option<io::Error>,
}

impl Lines {
    fn new(reader: Box<dyn Read + Send>, is_stream: bool, is_json: bool) -> Self {
        Self {
            reader,
            rest: vec![],
            line: 1,
            blanks: 0,
            is_stream,
            is_json,
            ended: false,
            fault: None,
        }
    }

    /// Reads the first bytes of the input.
    fn begin(&mut self, bytes: u64) {
        let read = self.reader.by_ref().take(bytes).read_to_end(&mut self.rest);
        self.fault = read.err();
        self.ended = self.fault.is_some();
    }

    fn next(&mut self, spare: &mut Vec<u8>) -> (Piece, bool) {
        match self.block(spare) {
            Block::Lines(mut text) => {
                if self.line == 1 && text.starts_with(b"\xEF\xBB\xBF") {
                    // Some editors begin UTF-8 files with a byte order mark, which is not part of the text.
                    text.drain(..3);
                }
                self.skip_blanks(&mut text);
                let rows = self.keep_lines(&mut text);
                let cut = match (self.is_json, self.is_stream) {
                    (true, _) => Cut::JsonLines(self.line),
                    // A stream does not wait for the line after a grid, so no map of regions can be joined to the grid.
                    (false, true) => Cut::Lines(self.line),
                    (false, false) => Cut::LinesAndMaps(self.line),
                };
                self.line += rows;
                let goes_on = !self.ended || !self.rest.is_empty() || self.fault.is_some();
                ((rows > 0).then_some((text, rows, cut)), goes_on)
            }
            Block::TooLong(bytes) => {
                let most = LONGEST >> 20;
                let fault =
                    format!("the line has {bytes} bytes; no puzzle has a line over {most} MiB");
                self.line += 1;
                let record = at_end(&[], self.line - 1, Some(Fault::record(fault)));
                (single(record), !self.ended || self.fault.is_some())
            }
            Block::Fault(error) => {
                // If nothing could be read, the error is about the file, not about its first line.
                let line = if self.line == 1 { 0 } else { self.line };
                let fault = Fault::input(in_words(&error));
                (single(at_end(&[], line, Some(fault))), false)
            }
        }
    }

    /// Removes blank lines from the start of the text if they continue a long run of blank lines.
    fn skip_blanks(&mut self, text: &mut Vec<u8>) {
        let mut start = 0;
        while self.blanks == BLANKS && start < text.len() {
            let end = line_end(text, start);
            if !self.is_blank(&text[start..end]) {
                break;
            }
            self.line += 1;
            start = end;
        }
        text.drain(..start);
    }

    /// Shortens the text to the lines of one chunk, and keeps the rest for the next chunk. The chunk also ends before
    /// blank lines that will be skipped. Returns the number of lines.
    fn keep_lines(&mut self, text: &mut Vec<u8>) -> u64 {
        let (mut lines, mut start) = (0, 0);
        while start < text.len() {
            let end = line_end(text, start);
            // A map of regions belongs to the line before it.
            if lines >= LINES && !is_map_line(&text[start..end]) {
                break;
            }
            match self.is_blank(&text[start..end]) {
                true if self.blanks == BLANKS => break,
                true => self.blanks += 1,
                false => self.blanks = 0,
            }
            lines += 1;
            start = end;
        }
        if start < text.len() {
            // `rest` may already contain the text after the block, so these lines go before it.
            self.rest.splice(..0, text.drain(start..));
        }
        lines
    }

    fn is_blank(&self, line: &[u8]) -> bool {
        match self.is_json {
            // JSON has no comments, so a line that starts with `#` must become an error and not a blank row.
            true => line.trim_ascii().is_empty(),
            false => is_blank(line),
        }
    }

    fn block(&mut self, spare: &mut Vec<u8>) -> Block {
        if self.ended
            && self.rest.is_empty()
            && let Some(error) = self.fault.take()
        {
            return Block::Fault(error);
        }
        let mut text = std::mem::take(&mut self.rest);
        let mut searched = 0;
        while !self.ended {
            let last = memchr::memrchr(b'\n', &text[searched..]).map(|at| searched + at);
            if let Some(last) = last
                && (self.is_stream || text.len() >= BLOCK)
            {
                let end = self.end_of_block(&text[..=last]);
                self.rest = std::mem::take(spare);
                self.rest.clear();
                self.rest.extend_from_slice(&text[end..]);
                text.truncate(end);
                return Block::Lines(text);
            }
            // A long line is not searched again from its start. Otherwise the time would grow with the square of its
            // length.
            if last.is_none() {
                searched = text.len();
            }
            if searched > LONGEST {
                return self.skip_line(text.len() as u64);
            }
            self.read_more(&mut text);
        }
        if self.fault.is_some() {
            // The last line may be cut off, so it is dropped: a part of a puzzle would be a different puzzle.
            text.truncate(memchr::memrchr(b'\n', &text).map_or(0, |last| last + 1));
        }
        Block::Lines(text)
    }

    /// Returns the position at which to cut a block of complete lines. The last line goes into the next block, because
    /// a map of regions may follow it. In a stream, no line is held back.
    fn end_of_block(&self, lines: &[u8]) -> usize {
        let before_last = memchr::memrchr(b'\n', &lines[..lines.len() - 1]);
        match before_last.map(|end| end + 1) {
            Some(start) if !self.is_stream && !is_map_line(&lines[start..]) => start,
            _ => lines.len(),
        }
    }

    /// Reads another block, or only the part that is available.
    fn read_more(&mut self, text: &mut Vec<u8>) {
        let before = text.len();
        let read = if self.is_stream {
            // `read_to_end` would wait until a slow stream has delivered a whole block.
            text.resize(before + BLOCK, 0);
            let read = self.reader.read(&mut text[before..]);
            text.truncate(before + read.as_ref().map_or(0, |&count| count));
            read
        } else {
            let wanted = BLOCK.saturating_sub(before).max(BLOCK / 4);
            text.reserve(wanted);
            self.reader.by_ref().take(wanted as u64).read_to_end(text)
        };
        self.fault = read.err();
        self.ended = text.len() == before || self.fault.is_some();
    }

    /// Reads to the end of a line without storing the line, so that an endless line does not fill the memory.
    fn skip_line(&mut self, mut bytes: u64) -> Block {
        let mut text = vec![];
        loop {
            text.clear();
            self.read_more(&mut text);
            match memchr::memchr(b'\n', &text) {
                Some(end) => {
                    self.rest = text.split_off(end + 1);
                    return Block::TooLong(bytes + end as u64);
                }
                None if self.ended => return Block::TooLong(bytes),
                None => bytes += text.len() as u64,
            }
        }
    }
}

/// Returns the end of the line that starts at `start`, including its line terminator.
fn line_end(text: &[u8], start: usize) -> usize {
    memchr::memchr(b'\n', &text[start..]).map_or(text.len(), |at| start + at + 1)
}

/// Returns a piece with one record and no text.
fn single(record: Record) -> Piece {
    Some((vec![], 1, Cut::Records(vec![record])))
}

enum Block {
    /// Complete lines, including their line terminators.
    Lines(Vec<u8>),
    /// A line that was skipped because it is too long, with its length in bytes.
    TooLong(u64),
    /// The input cannot be read any further.
    Fault(io::Error),
}

/// A reader of the records in a table.
struct Table {
    reader: csv::Reader<Leash<Box<dyn Read + Send>>>,
    since: Arc<AtomicUsize>,
    is_at_end: Arc<AtomicBool>,
    columns: Option<TableColumns>,
}

impl Table {
    fn new(mut reader: Box<dyn Read + Send>) -> Self {
        let (head, failed) = first_line(&mut reader);
        let count = |separator: &u8| head.iter().filter(|byte| *byte == separator).count();
        // `max_by_key` returns the last of several equal maxima, so the comma wins a tie.
        let delimiter = [b'\t', b';', b','].into_iter().max_by_key(count);
        let (since, is_at_end) = (Arc::default(), Arc::default());
        let lines = LineFeeds::of(Cursor::new(head).chain(Failing(failed)).chain(reader));
        let leash = Leash {
            // The additional line feed ends a last line that has no line terminator. After a complete line it is a
            // blank line, which is skipped.
            reader: Box::new(lines.chain(&b"\n"[..])) as Box<dyn Read + Send>,
            since: Arc::clone(&since),
            is_at_end: Arc::clone(&is_at_end),
        };
        let reader = csv::ReaderBuilder::new()
            // The first record may already contain a puzzle, so `take` decides whether it is a header.
            .has_headers(false)
            // A record of the wrong width is an error of its own row, so it must not end the reading.
            .flexible(true)
            .delimiter(delimiter.unwrap_or(b','))
            .buffer_capacity(BLOCK / 4)
            .from_reader(leash);
        Self {
            reader,
            since,
            is_at_end,
            columns: None,
        }
    }

    fn next(&mut self, field: Option<&str>, kept: &[Kept]) -> (Piece, bool) {
        let (mut text, mut records) = (vec![], vec![]);
        let mut record = ByteRecord::new();
        let mut goes_on = true;
        while goes_on && records.len() < RECORDS && text.len() < BLOCK {
            // The `csv` crate reads ahead, so the start of the record may already be in its buffer. The count is thus
            // too low by up to one buffer, which does not matter for the limit.
            self.since.store(0, Ordering::Relaxed);
            match self.reader.read_byte_record(&mut record) {
                Ok(true) => match self.take(&record, field, kept, &mut text) {
                    Ok(taken) => records.extend(taken),
                    Err(fault) => {
                        let fault = Fault::input(fault);
                        records.push(at_end(&text, self.first_line_of(&record), Some(fault)));
                        goes_on = false;
                    }
                },
                Ok(false) => goes_on = false,
                Err(error) => {
                    let line = record.position().map_or(1, csv::Position::line);
                    records.push(at_end(&text, line, Some(Fault::input(csv_words(error)))));
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

    /// Adds the puzzle of a record; the header has none.
    fn take(
        &mut self,
        record: &ByteRecord,
        field: Option<&str>,
        kept: &[Kept],
        text: &mut Vec<u8>,
    ) -> Result<Option<Record>, String> {
        // Every complete record ends with a line feed, so the end of the input is read only within quotes.
        if self.is_at_end.load(Ordering::Relaxed) {
            let line = self.first_line_of(record) + 1;
            let fault = Fault::record("a closing quote is missing".to_owned());
            return Ok(Some(at_end(text, line, Some(fault))));
        }
        let line = self.first_line_of(record);
        let columns = match &mut self.columns {
            Some(columns) => columns,
            unknown => {
                let columns = unknown.insert(TableColumns::find(record, field, kept)?);
                if columns.has_header {
                    return Ok(None);
                }
                columns
            }
        };
        let mut taken = at_end(text, line, None);
        let mut beside = |column: Option<usize>| {
            let told = record.get(column?).filter(|told| !told.is_empty());
            told.map(|told| append(text, told))
        };
        taken.id = beside(columns.id);
        taken.solution = beside(columns.solution);
        let kept = columns.kept.iter();
        taken.kept = kept
            .map(|&column| beside(column).unwrap_or_default())
            .collect();
        let count = record
            .iter()
            .rposition(|cell| !cell.is_empty())
            .map_or(0, |last| last + 1);
        // The fields of a record with the wrong width may be in the wrong columns. Empty fields at the end do not
        // count.
        let is_whole = record.len() > columns.solution.unwrap_or(0) && count <= columns.width;
        match columns.puzzle.map(|column| record.get(column)) {
            Some(Some(puzzle)) if is_whole || !columns.has_header => {
                taken.text = append(text, puzzle)
            }
            Some(_) => {
                let fault = wrong_width(record.len().max(count), columns.width);
                taken.fault = Some(Fault::record(fault));
            }
            None => {
                let cells: Vec<&[u8]> = record.iter().collect();
                taken.text = append(text, &cells.join(&b','));
            }
        }
        Ok(Some(taken))
    }

    /// Returns the line on which the last record begins. The position that the `csv` crate returns cannot be used,
    /// because it is before any blank lines that the crate skips.
    fn first_line_of(&self, record: &ByteRecord) -> u64 {
        let ends = |cell: &[u8]| memchr::memchr_iter(b'\n', cell).count() as u64;
        let inside: u64 = record.iter().map(ends).sum();
        // The reader is already on the line after the record, so one line is subtracted.
        self.reader.position().line() - 1 - inside
    }
}

/// Reads the beginning of a table: at least its first line, unless that line is longer than [`LONGEST`]. Also returns
/// the error that ended the reading, if any.
fn first_line(reader: &mut impl Read) -> (Vec<u8>, Option<io::Error>) {
    let mut head = vec![];
    // A file without line terminators must not be read into memory as a whole.
    while head.len() < LONGEST && memchr::memchr2(b'\n', b'\r', &head).is_none() {
        let mut block = reader.by_ref().take(BLOCK as u64 / 4);
        match block.read_to_end(&mut head) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) => return (head, Some(error)),
        }
    }
    (head, None)
}

/// A reader that returns the error of an earlier read, once everything before the error has been read.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// Describes a `csv` error. If there is a system error, its message is returned without the crate's own words.
fn csv_words(error: csv::Error) -> String {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => in_words(&error),
        other => format!("the table cannot be read: {other:?}"),
    }
}

/// Creates a record without a puzzle at the end of the text.
pub(super) fn at_end(text: &[u8], line: u64, fault: Option<Fault>) -> Record {
    Record {
        start: text.len(),
        line,
        text: text.len()..text.len(),
        fault,
        ..Record::default()
    }
}

/// A reader that converts every kind of line terminator to a line feed. The `csv` crate counts only line feeds, so its
/// line number would otherwise be too low after a carriage return.
struct LineFeeds<R> {
    reader: R,
    /// `true` if the last byte was a carriage return: a line feed after it belongs to the same line terminator.
    after_return: bool,
}

impl<R: Read> LineFeeds<R> {
    fn of(reader: R) -> Self {
        Self {
            reader,
            after_return: false,
        }
    }
}

impl<R: Read> Read for LineFeeds<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            let read = self.reader.read(buffer)?;
            let kept = self.convert(&mut buffer[..read]);
            // A read that returns only the line feed of a Windows line terminator leaves no byte. Returning 0 would
            // mean the end of the file.
            if kept > 0 || read == 0 {
                return Ok(kept);
            }
        }
    }
}

impl<R> LineFeeds<R> {
    /// Converts bytes in place, and returns the number of bytes that remain.
    fn convert(&mut self, bytes: &mut [u8]) -> usize {
        if !self.after_return && memchr::memchr(b'\r', bytes).is_none() {
            return bytes.len();
        }
        let mut kept = 0;
        for index in 0..bytes.len() {
            let byte = bytes[index];
            if !(byte == b'\n' && self.after_return) {
                bytes[kept] = if byte == b'\r' { b'\n' } else { byte };
                kept += 1;
            }
            self.after_return = byte == b'\r';
        }
        kept
    }
}

/// A reader that limits the length of a record. Otherwise, an unclosed quotation mark would make the `csv` crate read
/// the whole input into memory.
struct Leash<R> {
    reader: R,
    /// Approximate number of bytes read since the record began.
    since: Arc<AtomicUsize>,
    /// `true` once the end of the input was read.
    is_at_end: Arc<AtomicBool>,
}

impl<R: Read> Read for Leash<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        if count == 0 && !buffer.is_empty() {
            self.is_at_end.store(true, Ordering::Relaxed);
        }
        if self.since.fetch_add(count, Ordering::Relaxed) > LONGEST {
            let most = LONGEST >> 20;
            return Err(io::Error::other(format!(
                "a record is longer than {most} MiB; is a closing quote missing?"
            )));
        }
        Ok(count)
    }
}
