//! The worker threads of a batch, which process chunks into parts of the output.
//!
//! A chunk may contain a thousand easy puzzles, or a thousand that take ten seconds each. Each worker therefore takes a
//! piece of work, processes it for a short time, and returns the rest in pieces for other workers.
//!
//! The caller's thread takes finished parts in order. Workers stop reading while too many bytes wait for a late part,
//! so memory use is bounded.

use super::Options;
use super::error::BatchError;
use super::judge::{AtHand, Judge};
use super::record::{Chunk, Work};
use super::row::Outcome;
use rayon::ThreadPoolBuilder;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Maximum number of bytes of finished rows that may wait for earlier rows.
const WAITING: usize = 32 << 20;

/// Time between two progress reports.
const BEAT: Duration = Duration::from_millis(200);

/// Time that an idle worker waits before it tries to help another worker.
const NAP: Duration = Duration::from_millis(1);

/// The source of chunks.
pub(super) trait Chunks: Send {
    /// Returns the next chunk. `spare` is a buffer that is no longer needed. It is reused for the text after the chunk,
    /// because allocating large buffers each time would cost two threads a tenth of their time.
    fn next(&mut self, spare: &mut Vec<u8>) -> Option<Chunk>;
}

/// The receiver of finished parts, on the caller's thread.
pub(super) trait Desk<P> {
    /// Takes the next part.
    fn take(&mut self, part: Part<P>) -> Result<(), BatchError>;

    /// Reports progress. Called from time to time and once at the end. `slowest` is the puzzle that has been processed
    /// for the longest time.
    fn beat(&mut self, slowest: Option<(String, Duration)>) -> Result<(), BatchError>;
}

/// The output of consecutive rows.
pub(super) struct Part<P> {
    pub(super) rows: u64,
    /// Approximate size of the part in bytes. It counts towards [`WAITING`] while the part waits for earlier
    /// parts.
    pub(super) bytes: usize,
    pub(super) made: P,
}

/// A function that makes a part from outcomes. The first outcome belongs to the record with the given index.
pub(super) type Make<'a, P> = &'a (dyn Fn(&Work, usize, &[Outcome]) -> Part<P> + Sync);

/// Processes chunks, and passes the finished parts to the desk in order. `rest`, the rest of an earlier chunk, comes
/// first. Rows are counted from `first_row`. Stops early when `cancel` becomes true.
///
/// # Errors
/// Returns an error if no threads can be started, or if the desk returns an error.
pub(super) fn work_out<P: Send>(
    chunks: impl Chunks,
    (rest, first_row): (Option<Piece>, u64),
    options: &Options,
    make: Make<'_, P>,
    cancel: &AtomicBool,
    desk: &mut dyn Desk<P>,
) -> Result<(), BatchError> {
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
    let judges = Mutex::new(judges?);
    let bench = Bench::new(chunks, rest, first_row);
    let pool = ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| BatchError::Threads(error.to_string()))?;
    // The scope runs in place, because the desk need not be `Send` and must stay on this thread.
    pool.in_place_scope(|scope| {
        scope.spawn_broadcast(|_, _| {
            // `spawn_broadcast` runs the closure once on each thread, and each run takes one of the judges.
            let judge = lock(&judges).pop();
            judge
                .into_iter()
                .for_each(|judge| bench.work(judge, options, make, &stop));
        });
        let slowest = || {
            let held = at_hand.iter().filter_map(AtHand::get);
            held.max_by_key(|held| held.1)
        };
        let given = bench.give_out(desk, cancel, &stop, &slowest);
        stop.store(true, Ordering::Relaxed);
        bench.close();
        given
    })
}

/// A range of a chunk's records to process.
pub(super) struct Piece {
    pub(super) work: Arc<Work>,
    pub(super) records: Range<usize>,
}

/// The state that workers and the desk share.
struct Bench<C, P> {
    state: Mutex<State<C, P>>,
    /// Notified when there may be new work, and when there will be no more.
    work: Condvar,
    /// Notified when finished parts may be ready for the desk.
    rows: Condvar,
}

struct State<C, P> {
    chunks: C,
    /// The index of the first row that the desk has not taken yet.
    next_row: u64,
    /// `true` once there is nothing left to read.
    ended: bool,
    /// Pieces that workers returned, keyed by the index of their first row.
    pieces: BTreeMap<u64, Piece>,
    /// Number of pieces that workers are processing.
    in_hand: usize,
    /// Finished parts, keyed by the index of their first row.
    parts: BTreeMap<u64, Part<P>>,
    /// Total size of the finished parts in bytes.
    waiting: usize,
    closed: bool,
}

impl Piece {
    fn first_row(&self) -> u64 {
        self.work.first_row + self.records.start as u64
    }
}

impl<C: Chunks, P: Send> Bench<C, P> {
    fn new(chunks: C, rest: Option<Piece>, next_row: u64) -> Self {
        let state = State {
            chunks,
            next_row,
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

    fn lock(&self) -> MutexGuard<'_, State<C, P>> {
        lock(&self.state)
    }

    /// Stops all workers.
    fn close(&self) {
        self.lock().closed = true;
        self.work.notify_all();
    }

    /// Runs a worker until there is no work left.
    fn work(&self, mut judge: Judge<'_>, options: &Options, make: Make<'_, P>, stop: &AtomicBool) {
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
            let part = make(&work, records.start, &outcomes);
            // After a cancellation the rest is dropped, so that other workers find no more work and stop.
            let rest = match stop.load(Ordering::Relaxed) {
                true => records.end..records.end,
                false => done..records.end,
            };
            // The worker has spent one shift on this number of records. Pieces of the same size probably take about as
            // long.
            let size = outcomes.len().max(1);
            let piece = |start: usize| Piece {
                work: Arc::clone(&work),
                records: start..rest.end.min(start + size),
            };
            let pieces: Vec<Piece> = rest.clone().step_by(size).map(piece).collect();
            // The buffers can be reused only if no returned piece still refers to them.
            if let Ok(done) = Arc::try_unwrap(work) {
                (text, list) = done.into_buffers();
            }
            self.give(first_row, part, pieces);
        }
    }

    /// Waits for work and takes it: the first of the returned pieces, or a new chunk unless too many bytes wait to be
    /// written. `spare` is a buffer that is no longer needed.
    fn take(&self, spare: &mut Vec<u8>) -> Option<Taken> {
        let mut state = self.lock();
        loop {
            if state.closed {
                return None;
            }
            // Returned pieces are taken even if too many bytes wait. Only the earliest rows can end the wait, and the
            // first piece has the earliest rows.
            if let Some((_, piece)) = state.pieces.pop_first() {
                state.in_hand += 1;
                return Some(Taken::Piece(piece));
            }
            // Chunks are read under the lock, because the order of reading is the order of the rows.
            if !state.ended && state.waiting < WAITING {
                match state.chunks.next(spare) {
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
                // The desk may still be waiting for a part, and no further part will come to wake it.
                self.rows.notify_one();
                return None;
            }
            state = self.help(state);
        }
    }

    /// Waits briefly for work, and then helps other workers with long searches.
    fn help<'b>(&'b self, state: MutexGuard<'b, State<C, P>>) -> MutexGuard<'b, State<C, P>> {
        let waited = self.work.wait_timeout(state, NAP);
        // The lock is released first, so that other workers can take and return work in the meantime.
        drop(waited.unwrap_or_else(PoisonError::into_inner));
        // Long searches of other workers share their tasks through the thread pool. This thread executes one of the
        // tasks.
        while rayon::yield_now() == Some(rayon::Yield::Executed) {}
        self.lock()
    }

    /// Delivers a finished part, and returns the unfinished pieces for other workers.
    fn give(&self, first_row: u64, part: Part<P>, pieces: Vec<Piece>) {
        let mut state = self.lock();
        state.in_hand -= 1;
        let pieces = pieces.into_iter();
        state
            .pieces
            .extend(pieces.map(|piece| (piece.first_row(), piece)));
        // A cancelled judge may return no outcomes.
        if part.rows > 0 {
            state.waiting += part.bytes;
            state.parts.insert(first_row, part);
        }
        drop(state);
        self.rows.notify_one();
        self.work.notify_all();
    }

    /// Passes finished parts to the desk in order. Returns when all parts are passed, after an error, or after a
    /// cancellation.
    fn give_out(
        &self,
        desk: &mut dyn Desk<P>,
        cancel: &AtomicBool,
        stop: &AtomicBool,
        slowest: &dyn Fn() -> Option<(String, Duration)>,
    ) -> Result<(), BatchError> {
        let mut beaten = Instant::now();
        loop {
            // The lock is released before the desk writes, so that workers need not wait for the output.
            let (parts, is_done) = self.next_parts();
            for part in parts {
                desk.take(part)?;
            }
            if cancel.load(Ordering::Relaxed) {
                stop.store(true, Ordering::Relaxed);
                self.close();
            }
            if is_done {
                return desk.beat(slowest());
            }
            if beaten.elapsed() >= BEAT {
                beaten = Instant::now();
                desk.beat(slowest())?;
            }
        }
    }

    /// Returns the next parts, and a flag that is `true` if these are the last parts. Waits if there are none yet.
    fn next_parts(&self) -> (Vec<Part<P>>, bool) {
        let mut state = self.lock();
        if !state.parts.contains_key(&state.next_row) && !state.is_done() {
            // The wait is limited, because cancellations and progress reports must not wait for a long search.
            let waited = self.rows.wait_timeout(state, BEAT);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        let mut parts = vec![];
        while let Some(part) = state.next_part() {
            parts.push(part);
        }
        let is_done = state.is_done();
        drop(state);
        // Taking parts makes room for new parts, which workers may be waiting for.
        if !parts.is_empty() {
            self.work.notify_all();
        }
        (parts, is_done)
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    // The pool reports a panic of a worker. The state stays consistent, because each change under the lock is complete.
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Work for a worker: a returned piece or a new chunk.
enum Taken {
    Piece(Piece),
    Chunk(Chunk),
}

impl<C, P> State<C, P> {
    /// Returns the next part in order, if it is ready.
    fn next_part(&mut self) -> Option<Part<P>> {
        let part = self.parts.remove(&self.next_row)?;
        self.waiting -= part.bytes;
        self.next_row += part.rows;
        Some(part)
    }

    /// Returns `true` if no further part will follow.
    fn is_done(&self) -> bool {
        let no_more = self.closed || (self.ended && self.pieces.is_empty());
        no_more && self.in_hand == 0
    }
}
