//! Computes the outcomes of records. The classic kernel proves plain sudokus, many at a time; other puzzles are
//! searched one by one.

use super::Options;
use super::columns::Need;
use super::error::BatchError;
use super::reader::is_blank;
use super::record::{Record, Work};
use super::row::{Checked, Outcome, UNKNOWN};
use super::study::Study;
use crate::reading::read_within;
use cluewright_engine::search::classic::{self, Grid, Pencilmarks, Prover};
use cluewright_engine::search::{Budget, Deadline, Verdict};
use cluewright_formats::{ReadError, ReadOptions};
use cluewright_puzzle::{About, Puzzle, digit_char};
use std::ops::Range;
use std::panic::{self, AssertUnwindSafe};
use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Maximum time that a worker spends on a piece before it returns the rest to other workers.
const SHIFT: Duration = Duration::from_millis(50);

/// Maximum number of records that a worker reads one by one before it returns the rest to other workers. Plain sudokus
/// are proven after the reading, so [`SHIFT`] alone would not limit the time for their proofs.
const MOST_READ: usize = 1024;

/// The puzzle that a worker is processing, with the time at which the worker started it; `None` if there is none.
#[derive(Debug, Default)]
pub(super) struct AtHand(Mutex<Option<(String, Instant)>>);

impl AtHand {
    fn set(&self, puzzle: Option<String>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        *held = puzzle.map(|name| (name, Instant::now()));
    }

    /// Returns the puzzle, and the time spent on it so far.
    pub(super) fn get(&self) -> Option<(String, Duration)> {
        let held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        held.as_ref()
            .map(|(name, since)| (name.clone(), since.elapsed()))
    }
}

/// The state of a worker that computes the outcomes of records.
pub(super) struct Judge<'a> {
    options: &'a Options,
    /// The options for reading lines of a list.
    list_reading: ReadOptions,
    /// The prover for plain sudokus; `None` if a column needs facts that the prover does not report.
    prover: Option<Prover>,
    cancel: &'a AtomicBool,
    at_hand: &'a AtHand,
}

impl<'a> Judge<'a> {
    /// Creates a judge.
    ///
    /// # Errors
    ///
    /// Returns an error if this processor lacks the instructions that the options require.
    pub(super) fn new(
        options: &'a Options,
        cancel: &'a AtomicBool,
        at_hand: &'a AtHand,
    ) -> Result<Self, BatchError> {
        let wanted = !options.needs(Need::Nodes);
        let prover = wanted.then(|| Prover::new(options.isa)).transpose();
        let prover = prover.map_err(|error| BatchError::Input {
            name: classic::Isa::VARIABLE.to_owned(),
            reason: error.to_string(),
        })?;
        let list_reading = ReadOptions {
            of_list: true,
            ..options.reading.clone()
        };
        Ok(Self {
            options,
            list_reading,
            prover,
            cancel,
            at_hand,
        })
    }

    /// Returns the outcomes of the first records of a range. There is at least one outcome, unless the run is
    /// cancelled.
    pub(super) fn judge(&mut self, work: &Work, records: Range<usize>) -> Vec<Outcome> {
        let records = &work.records[records];
        let mut outcomes = self.plain_lines(work, records);
        let started = Instant::now();
        let mut plain = vec![];
        let mut read = 0;
        let mut done = outcomes.len();
        for (index, record) in records.iter().enumerate() {
            let proven = match outcomes[index].take() {
                Some(outcome) if self.is_done(&outcome) => {
                    outcomes[index] = Some(outcome);
                    continue;
                }
                Some(Outcome::Checked(proven)) => Some(proven),
                _ => None,
            };
            match guard(|| self.read(work, record))
                .unwrap_or_else(|message| Err(message.to_owned()))
            {
                Ok(Some(puzzle)) if !puzzle.unread.is_empty() => {
                    outcomes[index] = Some(Outcome::Unchecked(puzzle.unread.into()));
                }
                Ok(Some(puzzle)) if !has_room(work, record, puzzle.layout.cell_count()) => {
                    let cells = puzzle.layout.cell_count();
                    let message = format!(
                        "the solution of the row does not have one digit for each of the puzzle's {cells} cells"
                    );
                    outcomes[index] = Some(Outcome::Error(message.into()));
                }
                Ok(Some(puzzle)) => match self.marks_of(&puzzle) {
                    // Plain sudokus are proven after the loop, because the kernel proves many at a time.
                    Some(marks) => plain.push(Plain {
                        index,
                        marks,
                        warnings: warnings(&puzzle),
                        about: self.about(&puzzle),
                        expected: find_solution(work, record, Some(&puzzle)),
                    }),
                    None => {
                        self.at_hand.set(Some(work.name(record)));
                        let expected = find_solution(work, record, Some(&puzzle));
                        let puzzle = Arc::new(puzzle);
                        outcomes[index] =
                            guard(|| self.work_out(&puzzle, proven, expected.as_deref()))
                                .unwrap_or_else(|message| Some(Outcome::Error(message.into())));
                        self.at_hand.set(None);
                        if outcomes[index].is_none() {
                            done = index;
                            break;
                        }
                    }
                },
                Ok(None) => outcomes[index] = Some(Outcome::Blank),
                Err(message) => outcomes[index] = Some(Outcome::Error(message.into())),
            }
            read += 1;
            if read == MOST_READ || started.elapsed() > SHIFT {
                done = index + 1;
                break;
            }
        }
        self.plain_marks(plain, &mut outcomes);
        outcomes.truncate(done);
        // Without a cancellation, the kernel or the loop has set the outcome of every record before `done`. After a
        // cancellation, the part ends before the first record without an outcome.
        outcomes.into_iter().map_while(|outcome| outcome).collect()
    }

    /// Returns the outcomes of lines that are certainly plain sudokus, and `None` for other lines.
    fn plain_lines(&mut self, work: &Work, records: &[Record]) -> Vec<Option<Outcome>> {
        let reading = &self.options.reading;
        let format = self.options.format.as_deref();
        // The kernel reads `0` as an empty cell, so it cannot read lines in which 0 is a digit.
        let plain = !reading.zero_is_digit && format.is_none_or(|format| format == "text-line");
        let Some(prover) = self.prover.as_mut().filter(|_| plain) else {
            return vec![None; records.len()];
        };
        let started = Instant::now();
        let lines = records.iter().map(|record| match record.fault {
            None => work.puzzle(record),
            // An empty line replaces a faulty record, so that the verdicts stay aligned with the records. The kernel
            // returns an error for the empty line, so the record gets no outcome here.
            Some(_) => b"",
        });
        let outcomes: Vec<Option<Outcome>> = match self.options.needs_digits() {
            true => {
                let proofs = prover.solve_lines(lines).into_iter().zip(records);
                proofs
                    .map(|(proof, record)| {
                        let proof = proof.ok()?;
                        let line = work.puzzle(record);
                        let expected = find_solution(work, record, None);
                        // A line without an outcome here is read again in `judge`, as another kind of puzzle or with
                        // an error.
                        (has_room(work, record, 81) && is_plain(line, proof.verdict)).then(|| {
                            let solution = proof.solution.as_ref();
                            Outcome::Checked(record_verdict(
                                proof.verdict,
                                solution,
                                expected.as_deref(),
                            ))
                        })
                    })
                    .collect()
            }
            false => {
                let verdicts = prover.prove_lines(lines).into_iter().zip(records);
                verdicts
                    .map(|(verdict, record)| {
                        let verdict = verdict.ok()?;
                        // The columns must not decide whether a row with a wrong solution is an error.
                        (has_room(work, record, 81) && is_plain(work.puzzle(record), verdict))
                            .then(|| Outcome::Checked(record_verdict(verdict, None, None)))
                    })
                    .collect()
            }
        };
        self.share_time(outcomes, started)
    }

    /// Divides the elapsed time equally among the outcomes, if a column needs it.
    fn share_time(
        &self,
        mut outcomes: Vec<Option<Outcome>>,
        started: Instant,
    ) -> Vec<Option<Outcome>> {
        // The kernel proves many lines at a time, so it measures no time for a single line.
        if self.options.needs(Need::Time) {
            let count = outcomes.iter().flatten().count().max(1);
            let share = started.elapsed() / u32::try_from(count).unwrap_or(u32::MAX);
            for outcome in outcomes.iter_mut().flatten() {
                if let Outcome::Checked(checked) = outcome {
                    checked.time = Some(share);
                }
            }
        }
        outcomes
    }

    /// Proves puzzles that turned out to be plain sudokus when they were read.
    fn plain_marks(&mut self, plain: Vec<Plain>, outcomes: &mut [Option<Outcome>]) {
        let Some(prover) = self.prover.as_mut().filter(|_| !plain.is_empty()) else {
            return;
        };
        let started = Instant::now();
        let marks: Vec<Pencilmarks> = plain.iter().map(|plain| plain.marks).collect();
        let proofs = prover.solve_marks(&marks);
        let found = proofs.iter().zip(&plain).map(|(proof, plain)| {
            let expected = plain.expected.as_deref();
            let checked = record_verdict(proof.verdict, proof.solution.as_ref(), expected);
            Some(Outcome::Checked(Checked {
                warnings: plain.warnings.clone(),
                about: plain.about.clone(),
                ..checked
            }))
        });
        let found = self.share_time(found.collect(), started);
        for (plain, outcome) in plain.iter().zip(found) {
            outcomes[plain.index] = outcome;
        }
    }

    /// Returns the puzzle of a record; `None` if the record is blank.
    fn read(&self, work: &Work, record: &Record) -> Result<Option<Puzzle>, String> {
        if let Some(fault) = &record.fault {
            return Err(fault.message.to_string());
        }
        let bytes = work.puzzle(record);
        let is_file = record.line == 0;
        if !is_file && is_blank(bytes) {
            return Ok(None);
        }
        let text = str::from_utf8(bytes).map_err(|error| {
            let at = error.valid_up_to();
            format!(
                "this is not UTF-8 text: byte 0x{:02X} at offset {at}",
                bytes[at]
            )
        })?;
        let meant = work
            .source
            .format
            .filter(|_| cluewright_formats::recognise(text).is_err());
        let format = self.options.format.as_deref().or(meant);
        let options = match work.is_list {
            true => &self.list_reading,
            false => &self.options.reading,
        };
        let reading = read_within(text, format, options, self.budget());
        let mut puzzles = reading
            .map_err(|error| describe_error(text, &error))?
            .puzzles;
        match (puzzles.pop(), puzzles.len()) {
            (Some(puzzle), 0) => Ok(Some(puzzle)),
            (_, others) => Err(format!(
                "the text contains {} puzzles; expected one",
                others + 1
            )),
        }
    }

    /// Returns `true` if an outcome has all facts that the columns need.
    fn is_done(&self, outcome: &Outcome) -> bool {
        match outcome {
            Outcome::Checked(checked) => {
                let graded = checked.verdict != Verdict::Unique || !self.options.needs(Need::Grade);
                graded
                    && !self.options.needs(Need::Diagnosis)
                    && !self.options.needs(Need::Fingerprint)
            }
            _ => true,
        }
    }

    /// Returns the facts that the puzzle's source states, if a column needs them.
    fn about(&self, puzzle: &Puzzle) -> Option<Box<About>> {
        let wanted = self.options.needs(Need::About);
        wanted.then(|| Box::new(puzzle.about.clone()))
    }

    /// Returns the candidates of a puzzle for the kernel. Returns `None` unless the puzzle is a plain sudoku and only
    /// its verdict is needed.
    fn marks_of(&self, puzzle: &Puzzle) -> Option<Pencilmarks> {
        let needs = [Need::Grade, Need::Diagnosis, Need::Fingerprint];
        let studied = needs.into_iter().any(|need| self.options.needs(need));
        let wanted = self.prover.is_some() && !studied;
        wanted.then(|| Pencilmarks::of(puzzle)).flatten()
    }

    /// Returns a budget for one puzzle. Its time starts now.
    fn budget(&self) -> Budget<'a> {
        Budget {
            nodes: self.options.nodes,
            deadline: self.options.time.and_then(Deadline::after),
            cancel: Some(self.cancel),
        }
    }

    /// Computes the outcome of a single puzzle. The verdict is proven unless it is already known. Returns `None` if the
    /// run is cancelled.
    fn work_out(
        &self,
        puzzle: &Arc<Puzzle>,
        proven: Option<Checked>,
        expected: Option<&str>,
    ) -> Option<Outcome> {
        let started = Instant::now();
        let study = Study {
            puzzle,
            options: self.options,
            budget: self.budget(),
        };
        let mut outcome = study.outcome(proven, expected)?;
        if let Outcome::Checked(checked) = &mut outcome {
            // So far, the warnings of `checked` contain at most the reason for a missing grade. The warnings of the
            // reader come before it.
            let all: Vec<Box<str>> = [warnings(puzzle), checked.warnings.take()]
                .into_iter()
                .flatten()
                .collect();
            checked.warnings = (!all.is_empty()).then(|| all.join("; ").into());
            checked.about = self.about(puzzle);
            if self.options.needs(Need::Time) {
                checked.time = Some(checked.time.unwrap_or_default() + started.elapsed());
            }
        }
        // If the caller cancelled during the search, the outcome depends on timing and must not become a row.
        (!study.budget.is_cancelled()).then_some(outcome)
    }
}

/// A puzzle that turned out to be plain sudoku.
struct Plain {
    /// The index of the puzzle among the records.
    index: usize,
    marks: Pencilmarks,
    warnings: Option<Box<str>>,
    about: Option<Box<About>>,
    expected: Option<String>,
}

/// Returns the solution that the input states in the record or in the puzzle, with one character for each cell.
fn find_solution(work: &Work, record: &Record, puzzle: Option<&Puzzle>) -> Option<String> {
    if let Some(told) = work.solution(record) {
        return Some(told.to_owned());
    }
    let cells = puzzle?.solution.as_ref()?;
    let digit = |cell: &Option<u8>| cell.map_or(UNKNOWN, digit_char);
    Some(cells.iter().map(digit).collect())
}

/// Returns `true` unless the record states a solution with a different number of cells.
fn has_room(work: &Work, record: &Record, cells: usize) -> bool {
    let solution = work
        .solution(record)
        .filter(|solution| !solution.is_empty());
    solution.is_none_or(|solution| solution.chars().count() == cells)
}

/// Returns the message of a reading error, with its position.
fn describe_error(text: &str, error: &ReadError) -> String {
    let place = match (&error.place, &error.span) {
        (Some(place), _) => format!("in {place}: "),
        (None, Some(span)) if span.start <= text.len() => {
            let before = text.get(..span.start).unwrap_or_default();
            let column = before.rsplit('\n').next().unwrap_or("").chars().count() + 1;
            match before.matches('\n').count() {
                0 => format!("column {column}: "),
                lines => format!("line {}, column {column}: ", lines + 1),
            }
        }
        _ => String::new(),
    };
    let help = error.help.as_ref().map(|help| format!(" ({help})"));
    format!("{place}{}{}", error.message, help.unwrap_or_default())
}

fn warnings(puzzle: &Puzzle) -> Option<Box<str>> {
    let all = puzzle.warnings.join("; ");
    (!all.is_empty()).then(|| all.into())
}

/// Returns `true` if the reader of text lines would read the line as a plain sudoku, as the kernel does. That reader
/// refuses a full grid that repeats digits, and reads nine symbols that occur nine times each as the regions of a
/// jigsaw.
fn is_plain(line: &[u8], verdict: classic::Verdict) -> bool {
    match line.iter().find(|byte| !matches!(byte, b'1'..=b'9')) {
        None => verdict != classic::Verdict::None,
        Some(b'0') => line.iter().filter(|&&byte| byte == b'0').count() != 9,
        Some(_) => true,
    }
}

/// Converts the verdict of the kernel to an outcome.
fn record_verdict(
    verdict: classic::Verdict,
    solution: Option<&Grid>,
    expected: Option<&str>,
) -> Checked {
    let (verdict, solutions) = match verdict {
        classic::Verdict::None => (Verdict::None, 0),
        classic::Verdict::Unique => (Verdict::Unique, 1),
        // The kernel stops at the second solution, so it cannot report a larger number.
        classic::Verdict::Several => (Verdict::Several, 2),
    };
    let digits =
        |grid: &Grid| -> String { grid.0.iter().map(|&digit| digit_char(digit)).collect() };
    Checked::of(verdict, solutions, solution.map(digits), expected)
}

/// Runs `work`. A panic becomes an error of its row, because the other rows must not be lost.
fn guard<T>(work: impl FnOnce() -> T) -> Result<T, &'static str> {
    panic::catch_unwind(AssertUnwindSafe(work))
        .map_err(|_| "Cluewright failed on this puzzle; please report it with the puzzle")
}

#[cfg(test)]
mod tests {
    use super::guard;

    #[test]
    fn a_panic_becomes_an_error() {
        assert_eq!(guard(|| 1), Ok(1));
        let failed = guard(|| Vec::<u8>::new().swap_remove(0));
        assert!(failed.is_err_and(|message| message.contains("report")));
    }
}
