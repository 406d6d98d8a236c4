//! Chunks in, rows out, on all threads.
//!
//! Each worker takes a piece of work, works on it for a moment, and gives back what it did not get done, cut
//! into pieces that others can take: a chunk may hold a thousand easy puzzles, or a thousand that take
//! ten seconds each. The caller's thread puts finished parts in order and writes them. Workers stop reading
//! on when too much waits behind a part that is late, so memory is bounded.

use super::Options;
use super::checksum::Checksum;
use super::encode::Encoder;
use super::error::BatchError;
use super::gauge::Gauges;
use super::input::Input;
use super::judge::{AtHand, Judge};
use super::output::{Opened, Output, Target};
use super::reader::Reader;
use super::record::{Chunk, Work};
use super::row::{Outcome, Row};
use super::tally::Tally;
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Bytes of rows that may wait for rows before them.
const WAITING: usize = 32 << 20;

/// Time between words on how far it is.
const BEAT: Duration = Duration::from_millis(200);

/// How long a worker without work of its own waits before it looks whether it can help another.
const NAP: Duration = Duration::from_millis(1);

/// Errors that are told in full.
const TOLD: usize = 5;

/// How far a batch is.
#[derive(Clone, Debug, Default)]
pub struct Status {
    /// Rows written, those of an interrupted run included.
    pub tally: Tally,
    /// Rows that earlier runs had written.
    pub kept: u64,
    /// Whether all rows are there.
    pub finished: bool,
    /// Bytes of input read, still compressed.
    pub read: u64,
    /// Bytes of input in all, where known.
    pub bytes: Option<u64>,
    /// The puzzle that has been worked on for longest, and for how long.
    pub slowest: Option<(String, Duration)>,
    /// Names of the first puzzles that could not be read, and why.
    pub errors: Vec<(String, String)>,
    /// Inputs that could not be read, or not to their end, and why.
    pub faults: Vec<(String, String)>,
    /// What the columns measured, without the rows of an interrupted run.
    pub gauges: Gauges,
}

/// Checks every puzzle of the inputs and writes a row for each, in their order. Says now and then, and once
/// at the end, how far it is. Stops early when `cancel` becomes true: the rows so far are good.
///
/// # Errors
/// When the output cannot be written or continued.
pub fn run(
    inputs: Vec<Input>,
    options: &Options,
    target: Target<'_>,
    cancel: &AtomicBool,
    watch: &mut dyn FnMut(&Status),
) -> Result<Status, BatchError> {
    let mut output = match Output::open(target, options, &inputs)? {
        Opened::Output(output) => output,
        Opened::Finished { rows } => {
            return Ok(Status {
                kept: rows,
                finished: true,
                ..Status::default()
            });
        }
    };
    let bytes = inputs.iter().map(|input| input.bytes).sum();
    let mut reader = Reader::new(inputs, options);
    let read = reader.read_bytes();
    let rest = skip(&mut reader, &output, options)?;
    output.go_on()?;
    let mark = *output.mark();
    let threads = match options.threads {
        0 => std::thread::available_parallelism().map_or(1, usize::from),
        threads => threads,
    };
    let at_hand: Vec<AtHand> = (0..threads).map(|_| AtHand::default()).collect();
    let stop = AtomicBool::new(false);
    let judges: Result<Vec<Judge<'_>>, BatchError> = at_hand
        .iter()
        .map(|at_hand| Judge::new(options, &stop, at_hand))
        .collect();
    let bench = Bench::new(reader, rest);
    let mut status = Status {
        tally: mark.tally,
        kept: mark.rows,
        bytes,
        gauges: Gauges::new(options),
        ..Status::default()
    };
    let judges = Mutex::new(judges?);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| BatchError::Threads(error.to_string()))?;
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| {
            let judge = lock(&judges).pop();
            judge
                .into_iter()
                .for_each(|judge| bench.work(judge, options, &stop));
        });
        let mut look = |status: &mut Status| {
            status.read = read.load(Ordering::Relaxed);
            status.slowest = at_hand
                .iter()
                .filter_map(AtHand::get)
                .max_by_key(|held| held.1);
            watch(status);
        };
        let written = bench.write(&mut output, &mut status, cancel, &stop, &mut look);
        stop.store(true, Ordering::Relaxed);
        bench.close();
        written
    })?;
    output.check()?;
    status.finished = !cancel.load(Ordering::Relaxed);
    if status.finished {
        output.finish(options)?;
    }
    Ok(status)
}

/// Passes over the rows that an interrupted run has written, and makes sure that they were made of this
/// input. Gives what is left of the chunk in which they end.
fn skip(
    reader: &mut Reader,
    output: &Output<'_>,
    options: &Options,
) -> Result<Option<Piece>, BatchError> {
    let mark = output.mark();
    let mut sum = Checksum::default();
    let mut left = mark.rows;
    let mut rest = None;
    while left > 0
        && let Some(chunk) = reader.next(&mut vec![])
    {
        let work = Work::new(chunk, options, vec![]);
        let done =
            usize::try_from(left).map_or(work.records.len(), |left| left.min(work.records.len()));
        sum = sum.and(work.input(0..done));
        left -= done as u64;
        let records = done..work.records.len();
        if !records.is_empty() {
            let work = Arc::new(work);
            rest = Some(Piece { work, records });
        }
    }
    if left > 0 || sum != mark.input {
        let what = format!("the puzzles of its first {} rows were others", mark.rows);
        return Err(output.differs(what));
    }
    Ok(rest)
}

/// Some records of a chunk.
struct Piece {
    work: Arc<Work>,
    records: Range<usize>,
}

/// Rows that are ready.
struct Part {
    rows: u64,
    bytes: Vec<u8>,
    /// Checksum of what they were made of.
    input: Checksum,
    tally: Tally,
    errors: Vec<(String, String)>,
    faults: Vec<(String, String)>,
    gauges: Gauges,
}

/// What workers and the writer share.
struct Bench {
    state: Mutex<State>,
    /// Told when there may be work again, or none any more.
    work: Condvar,
    /// Told when there may be rows to write.
    rows: Condvar,
}

struct State {
    reader: Reader,
    /// Whether there is nothing left to read.
    ended: bool,
    /// Pieces that were given back, by their first row.
    pieces: BTreeMap<u64, Piece>,
    /// Pieces that workers have in hand.
    in_hand: usize,
    /// Parts that are ready, by their first row.
    parts: BTreeMap<u64, Part>,
    /// Bytes of these.
    waiting: usize,
    closed: bool,
}

impl Piece {
    fn first_row(&self) -> u64 {
        self.work.first_row + self.records.start as u64
    }
}

impl Bench {
    fn new(reader: Reader, rest: Option<Piece>) -> Self {
        let state = State {
            reader,
            ended: false,
            pieces: rest
                .into_iter()
                .map(|piece| (piece.first_row(), piece))
                .collect(),
            in_hand: 0,
            parts: BTreeMap::new(),
            waiting: 0,
            closed: false,
        };
        Self {
            state: Mutex::new(state),
            work: Condvar::new(),
            rows: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        lock(&self.state)
    }

    /// Sends the workers home.
    fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
    }

    /// What a worker does until there is nothing left.
    fn work(&self, mut judge: Judge<'_>, options: &Options, stop: &AtomicBool) {
        let (mut text, mut list) = (vec![], vec![]);
        while let Some(taken) = self.take(&mut text) {
            let Piece { work, records } = match taken {
                Taken::Piece(piece) => piece,
                Taken::Chunk(chunk) => {
                    let spare = std::mem::take(&mut list);
                    let work = Work::new(chunk, options, spare);
                    let records = 0..work.records.len();
                    Piece {
                        work: Arc::new(work),
                        records,
                    }
                }
            };
            let outcomes = judge.judge(&work, records.clone());
            let done = records.start + outcomes.len();
            let first_row = work.first_row + records.start as u64;
            let part = part(&work, records.start, &outcomes, options);
            let rest = match stop.load(Ordering::Relaxed) {
                true => records.end..records.end,
                false => done..records.end,
            };
            // Pieces as large as what was done.
            let size = outcomes.len().max(1);
            let piece = |start: usize| Piece {
                work: Arc::clone(&work),
                records: start..rest.end.min(start + size),
            };
            let pieces: Vec<Piece> = rest.clone().step_by(size).map(piece).collect();
            if let Ok(done) = Arc::try_unwrap(work) {
                (text, list) = done.into_buffers();
            }
            self.give(first_row, part, pieces);
        }
    }

    /// Something to do, as soon as there is: the earliest of the pieces that were given back, else a new
    /// chunk, unless too much waits to be written. `spare` is a text that is used no more.
    fn take(&self, spare: &mut Vec<u8>) -> Option<Taken> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            if let Some((_, piece)) = state.pieces.pop_first() {
                state.in_hand += 1;
                return Some(Taken::Piece(piece));
            }
            if !state.ended && state.waiting < WAITING {
                match state.reader.next(spare) {
                    Some(chunk) => {
                        state.in_hand += 1;
                        return Some(Taken::Chunk(chunk));
                    }
                    None => {
                        state.ended = true;
                        self.work.notify_all();
                    }
                }
            }
            if state.is_done() {
                self.rows.notify_one();
                return None;
            }
            state = self.help(state);
        }
    }

    /// Waits a moment, and helps those whose puzzle takes long.
    fn help<'b>(&'b self, state: MutexGuard<'b, State>) -> MutexGuard<'b, State> {
        let waited = self.work.wait_timeout(state, NAP);
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        while rayon::yield_now() == Some(rayon::Yield::Executed) {}
        self.lock()
    }

    /// Hands in a part, and gives back what is left.
    fn give(&self, first_row: u64, part: Part, pieces: Vec<Piece>) {
        let mut state = self.lock();
        state.in_hand -= 1;
        let pieces = pieces.into_iter();
        state
            .pieces
            .extend(pieces.map(|piece| (piece.first_row(), piece)));
        if part.rows > 0 {
            state.waiting += part.bytes.len();
            state.parts.insert(first_row, part);
        }
        drop(state);
        self.rows.notify_one();
        self.work.notify_all();
    }

    /// Writes parts in order until all are written, or something stops it.
    fn write(
        &self,
        output: &mut Output<'_>,
        status: &mut Status,
        cancel: &AtomicBool,
        stop: &AtomicBool,
        look: &mut dyn FnMut(&mut Status),
    ) -> Result<(), BatchError> {
        let mut looked = Instant::now();
        loop {
            let (parts, is_done) = self.next_parts(output.mark().rows);
            for part in parts {
                output.write(&part.bytes, part.rows, part.input, &part.tally)?;
                status.add(part);
            }
            if cancel.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
                self.close();
            }
            if is_done {
                look(status);
                return Ok(());
            }
            if looked.elapsed() >= BEAT {
                looked = Instant::now();
                output.check()?;
                look(status);
            }
        }
    }

    /// The parts that come next, after a wait if there is none yet; and whether they are the last.
    fn next_parts(&self, mut row: u64) -> (Vec<Part>, bool) {
        let mut state = self.lock();
        if !state.parts.contains_key(&row) && !state.is_done() {
            let waited = self.rows.wait_timeout(state, BEAT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut parts = vec![];
        while let Some(part) = state.parts.remove(&row) {
            state.waiting -= part.bytes.len();
            row += part.rows;
            parts.push(part);
        }
        let is_done = state.is_done();
        drop(state);
        if !parts.is_empty() {
            self.work.notify_all();
        }
        (parts, is_done)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// What a worker was given.
enum Taken {
    Piece(Piece),
    Chunk(Chunk),
}

impl State {
    /// Whether all parts there will ever be are handed in.
    fn is_done(&self) -> bool {
        let no_more = self.closed || (self.ended && self.pieces.is_empty());
        no_more && self.in_hand == 0
    }
}

impl Status {
    fn add(&mut self, part: Part) {
        self.tally.merge(&part.tally);
        let room = TOLD.saturating_sub(self.errors.len());
        self.errors.extend(part.errors.into_iter().take(room));
        self.faults.extend(part.faults);
        self.gauges.merge(&part.gauges);
    }
}

/// The rows of some outcomes, from the record `first` on.
fn part(work: &Work, first: usize, outcomes: &[Outcome], options: &Options) -> Part {
    let mut encoder = Encoder::new(options, outcomes.len());
    let mut part = Part {
        rows: outcomes.len() as u64,
        bytes: vec![],
        input: Checksum::of(work.input(first..first + outcomes.len())),
        tally: Tally::default(),
        errors: vec![],
        faults: vec![],
        gauges: Gauges::new(options),
    };
    for (record, outcome) in work.records[first..].iter().zip(outcomes) {
        let row = Row {
            source: &work.source.name,
            is_one_of_many: work.source.is_one_of_many,
            line: record.line,
            id: work.id(record),
            outcome,
            kept: work.kept(record, options.kept.len()),
        };
        encoder.row(&row);
        part.gauges.add(&row);
        part.tally.add(outcome);
        if let Outcome::Error(message) = outcome {
            let is_fault = record.fault.as_ref().is_some_and(|fault| fault.of_input);
            if is_fault {
                part.faults.push((work.name(record), message.to_string()));
            } else if part.errors.len() < TOLD {
                part.errors.push((work.name(record), message.to_string()));
            }
        }
    }
    part.bytes = if outcomes.is_empty() {
        vec![]
    } else {
        encoder.bytes()
    };
    part
}
