//! The front door of the kernel.

use super::engine::{Engine, Feed, Findings, Prove};
use super::isa::{Isa, IsaError};
use super::lanes::{Lanes, Words, each_lane};
use super::propagate::{Candidates, Marks};
use super::text::{LineError, PackedLine};
use super::transpose::Desk;
#[cfg(target_arch = "x86_64")]
use super::x86::{Ymm, Zmm};
use super::{Grid, Pencilmarks, Verdict, scalar};

/// Puzzles below which one at a time is faster.
const SMALL_BATCH: usize = 48;

/// A verdict with its evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// How many solutions there are.
    pub verdict: Verdict,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
}

/// Proves plain 9x9 sudoku in batches, on one thread.
///
/// It keeps its working memory (up to a few megabytes) from call to call: make one for each thread. Batches
/// should have thousands of puzzles; the end of each one leaves lanes empty for a moment.
pub struct Prover {
    machine: Machine,
}

/// The engine for an instruction set that was found on this processor.
enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx512(Engine<Zmm>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Engine<Ymm>),
    Portable(Engine<Words<2>>),
}

impl Prover {
    /// A prover with the instructions given.
    ///
    /// # Errors
    ///
    /// If this processor lacks them.
    pub fn new(isa: Isa) -> Result<Self, IsaError> {
        let machine = match isa.checked()? {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Machine::Avx512(Engine::new()),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Machine::Avx2(Engine::new()),
            _ => Machine::Portable(Engine::new()),
        };
        Ok(Self { machine })
    }

    /// Verdicts on lines of 81 characters, in their order; a bad line gets an error and harms no other.
    ///
    /// A line holds digits 1 to 9, and one of `. 0 * _` for all its empty cells; it has no line end (see
    /// [`text_lines`](super::text_lines)).
    pub fn prove_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Vec<Result<Verdict, LineError>> {
        let (faults, findings) = self.run_lines(lines, false);
        merge(
            faults,
            findings.solutions.iter().map(|&count| verdict(count)),
        )
    }

    /// Like [`prove_lines`](Self::prove_lines), with the solutions of unique puzzles.
    pub fn solve_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Vec<Result<Proof, LineError>> {
        let (faults, findings) = self.run_lines(lines, true);
        merge(faults, proofs(findings))
    }

    /// Verdicts on pencil marks, in their order.
    pub fn prove_marks(&mut self, puzzles: &[Pencilmarks]) -> Vec<Verdict> {
        self.run_marks(puzzles, false)
            .solutions
            .iter()
            .map(|&count| verdict(count))
            .collect()
    }

    /// Like [`prove_marks`](Self::prove_marks), with the solutions of unique puzzles.
    pub fn solve_marks(&mut self, puzzles: &[Pencilmarks]) -> Vec<Proof> {
        proofs(self.run_marks(puzzles, true)).collect()
    }

    fn run_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a [u8]>,
        grids: bool,
    ) -> (Vec<Option<LineError>>, Findings) {
        let mut reader = LineReader {
            lines: lines.into_iter(),
            faults: Vec::new(),
        };
        let mut first = Vec::with_capacity(SMALL_BATCH);
        while first.len() < SMALL_BATCH
            && let Some(line) = reader.next()
        {
            first.push(line);
        }
        let mut findings = Findings::new(grids);
        if first.len() < SMALL_BATCH {
            first
                .iter()
                .for_each(|line| findings.push(scalar::prove(&Pencilmarks::from(&line.digits()))));
            return (reader.faults, findings);
        }
        let feed = LineFeed {
            first: first.into_iter(),
            reader,
            next_id: 0,
        };
        let feed = match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(engine) => prove(engine, feed, &mut findings),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(engine) => prove(engine, feed, &mut findings),
            Machine::Portable(engine) => prove(engine, feed, &mut findings),
        };
        (feed.reader.faults, findings)
    }

    fn run_marks(&mut self, puzzles: &[Pencilmarks], grids: bool) -> Findings {
        let mut findings = Findings::new(grids);
        if puzzles.len() < SMALL_BATCH {
            puzzles
                .iter()
                .for_each(|puzzle| findings.push(scalar::prove(puzzle)));
            return findings;
        }
        let feed = MarksFeed { puzzles, next: 0 };
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(engine) => prove(engine, feed, &mut findings),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(engine) => prove(engine, feed, &mut findings),
            Machine::Portable(engine) => prove(engine, feed, &mut findings),
        };
        findings
    }
}

fn prove<L: Lanes, F: Feed<L>>(engine: &mut Engine<L>, feed: F, findings: &mut Findings) -> F {
    L::enter(Prove {
        engine,
        feed,
        findings,
    })
}

fn verdict(count: u8) -> Verdict {
    match count {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Several,
    }
}

fn proofs(findings: Findings) -> impl Iterator<Item = Proof> {
    let grids = findings.grids.unwrap_or_default();
    findings
        .solutions
        .into_iter()
        .zip(grids)
        .map(|(count, grid)| {
            let verdict = verdict(count);
            Proof {
                verdict,
                solution: (verdict == Verdict::Unique).then_some(grid),
            }
        })
}

/// Puts results in the places of lines without fault.
fn merge<T>(
    faults: Vec<Option<LineError>>,
    mut results: impl Iterator<Item = T>,
) -> Vec<Result<T, LineError>> {
    let place = |fault: Option<LineError>| match fault {
        Some(fault) => Err(fault),
        None => Ok(results
            .next()
            .expect("each line without fault has a result")),
    };
    faults.into_iter().map(place).collect()
}

/// Packs the good lines and notes the faults of all.
struct LineReader<I> {
    lines: I,
    faults: Vec<Option<LineError>>,
}

impl<'a, I: Iterator<Item = &'a [u8]>> LineReader<I> {
    #[inline(always)]
    fn next(&mut self) -> Option<PackedLine> {
        loop {
            match PackedLine::new(self.lines.next()?) {
                Ok(line) => {
                    self.faults.push(None);
                    return Some(line);
                }
                Err(fault) => self.faults.push(Some(fault)),
            }
        }
    }
}

struct LineFeed<I> {
    first: std::vec::IntoIter<PackedLine>,
    reader: LineReader<I>,
    next_id: u32,
}

impl<'a, L: Lanes, I: Iterator<Item = &'a [u8]>> Feed<L> for LineFeed<I> {
    #[inline(always)]
    fn load(
        &mut self,
        desk: &mut Desk<L>,
        board: &mut Candidates<L>,
        marks: &mut Marks<L>,
        wanted: &L,
        ids: &mut [u32],
    ) -> L {
        let mut loaded = L::none();
        each_lane(wanted, |lane| {
            let Some(line) = self.first.next().or_else(|| self.reader.next()) else {
                return;
            };
            desk.put_line(lane, &line);
            ids[lane] = self.next_id;
            self.next_id += 1;
            loaded.set(lane);
        });
        desk.load_lines(board, &mut marks.single);
        loaded
    }
}

struct MarksFeed<'a> {
    puzzles: &'a [Pencilmarks],
    next: usize,
}

impl<L: Lanes> Feed<L> for MarksFeed<'_> {
    #[inline(always)]
    fn load(
        &mut self,
        desk: &mut Desk<L>,
        board: &mut Candidates<L>,
        marks: &mut Marks<L>,
        wanted: &L,
        ids: &mut [u32],
    ) -> L {
        let mut loaded = L::none();
        each_lane(wanted, |lane| {
            let Some(puzzle) = self.puzzles.get(self.next) else {
                return;
            };
            desk.put(lane, puzzle);
            ids[lane] = self.next as u32;
            self.next += 1;
            loaded.set(lane);
        });
        desk.load(board);
        marks.single = [L::none(); 81];
        loaded
    }
}
