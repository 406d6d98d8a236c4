//! The public interface of the kernel.

use super::engine::{Engine, Feed, Findings, Prove};
use super::grid::{Grid, Pencilmarks, Verdict};
use super::isa::{Isa, IsaError};
use super::lanes::{Lanes, Words};
use super::scalar;
use super::text::{LineError, Reader};
#[cfg(target_arch = "x86_64")]
use super::x86::{Ymm, Zmm};

/// Number of puzzles below which solving them one at a time is faster.
const SMALL_BATCH: usize = 48;

/// Number of guesses after which it is faster to use all lanes on one puzzle. Few plain sudokus take that many guesses.
const FEW_GUESSES: u64 = 1_000;

/// A verdict, with the solution of a unique puzzle as evidence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The number of solutions.
    pub verdict: Verdict,
    /// The solution, if there is exactly one.
    pub solution: Option<Grid>,
}

/// Proves the verdicts of plain 9x9 sudokus in batches, on one thread.
///
/// A prover reuses its memory (up to a few megabytes), so create one per thread. Batches should have thousands of puzzles, because lanes
/// become idle at the end of each batch.
pub struct Prover {
    machine: Machine,
}

/// The engine for an instruction set that this processor supports.
enum Machine {
    #[cfg(target_arch = "x86_64")]
    Avx512(Engine<Zmm>),
    #[cfg(target_arch = "x86_64")]
    Avx2(Engine<Ymm>),
    Portable(Engine<Words<2>>),
}

impl Prover {
    /// Creates a prover that uses the given instruction set.
    ///
    /// # Errors
    ///
    /// Returns an error if this processor does not support the instruction set.
    pub fn new(isa: Isa) -> Result<Self, IsaError> {
        let machine = match isa.check()? {
            #[cfg(target_arch = "x86_64")]
            Isa::Avx512 => Machine::Avx512(Engine::new()),
            #[cfg(target_arch = "x86_64")]
            Isa::Avx2 => Machine::Avx2(Engine::new()),
            _ => Machine::Portable(Engine::new()),
        };
        Ok(Self { machine })
    }

    /// Proves the verdicts of puzzles given as lines of 81 characters. Returns them in the order of the lines; an invalid
    /// line gets an error and does not affect the others.
    ///
    /// A line contains digits from 1 to 9 and, for all empty cells, the same one of `. 0 * _`. It has no line terminator
    /// (see
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

    /// Like [`prove_lines`](Self::prove_lines), but also returns the solutions of unique puzzles.
    pub fn solve_lines<'a>(
        &mut self,
        lines: impl IntoIterator<Item = &'a [u8]>,
    ) -> Vec<Result<Proof, LineError>> {
        let (faults, findings) = self.run_lines(lines, true);
        merge(faults, proofs(findings))
    }

    /// Proves the verdicts of puzzles given as pencil marks. Returns them in the order of the puzzles.
    pub fn prove_marks(&mut self, puzzles: &[Pencilmarks]) -> Vec<Verdict> {
        self.run_marks(puzzles, false)
            .solutions
            .iter()
            .map(|&count| verdict(count))
            .collect()
    }

    /// Like [`prove_marks`](Self::prove_marks), but also returns the solutions of unique puzzles.
    pub fn solve_marks(&mut self, puzzles: &[Pencilmarks]) -> Vec<Proof> {
        proofs(self.run_marks(puzzles, true)).collect()
    }

    /// Proves the verdict of one hard puzzle with all lanes together. Returns the proof and the number of guesses, which
    /// does not depend on the processor unless there are several solutions. `goes_on` is called after each step of the
    /// engine, with the number of guesses so far. The result is `None` if `goes_on` returns `false`.
    #[must_use]
    pub fn prove_one(
        mut self,
        puzzle: &Pencilmarks,
        mut goes_on: impl FnMut(u64) -> bool,
    ) -> Option<(Proof, u64)> {
        let mut findings = Findings::new(true);
        let (mut guesses, mut finished) = (0, true);
        self.run_while(&mut Feed::Marks(&[*puzzle]), &mut findings, &mut |so_far| {
            guesses = so_far;
            finished = goes_on(so_far);
            finished
        });
        let proof = proofs(findings).next().filter(|_| finished)?;
        Some((proof, guesses))
    }

    fn run_lines<'l>(
        &mut self,
        lines: impl IntoIterator<Item = &'l [u8]>,
        grids: bool,
    ) -> (Vec<(usize, LineError)>, Findings) {
        self.run_reader(Reader::new(&mut lines.into_iter()), grids)
    }

    fn run_reader(
        &mut self,
        mut reader: Reader<'_, '_>,
        grids: bool,
    ) -> (Vec<(usize, LineError)>, Findings) {
        let mut findings = Findings::new(grids);
        // An iterator does not know its length, so some lines are read ahead to recognise a small batch.
        let mut first = Vec::with_capacity(SMALL_BATCH);
        while first.len() < SMALL_BATCH
            && let Some(line) = reader.next()
        {
            first.push(line);
        }
        if first.len() < SMALL_BATCH {
            for line in first {
                let found = self.prove_alone(&Pencilmarks::from(&line.digits()));
                findings.push(found);
            }
        } else {
            let first = first.into_iter();
            let mut feed = Feed::Lines {
                first,
                rest: &mut reader,
            };
            self.run(&mut feed, &mut findings);
        }
        (reader.faults, findings)
    }

    fn run_marks(&mut self, puzzles: &[Pencilmarks], grids: bool) -> Findings {
        let mut findings = Findings::new(grids);
        if cfg!(feature = "compact") || puzzles.len() < SMALL_BATCH {
            for puzzle in puzzles {
                findings.push(self.prove_alone(puzzle));
            }
        } else {
            self.run(&mut Feed::Marks(puzzles), &mut findings);
        }
        findings
    }

    /// Proves the verdict of one puzzle. Long proofs use all lanes, because pencil marks that take millions of guesses would
    /// otherwise take ten times as long. A compact build leaves the lanes out, because they pay off only for whole
    /// collections.
    fn prove_alone(&mut self, puzzle: &Pencilmarks) -> (Verdict, Option<Grid>) {
        if cfg!(feature = "compact") {
            return scalar::prove(puzzle);
        }
        scalar::prove_within(puzzle, FEW_GUESSES).unwrap_or_else(|| {
            let mut findings = Findings::new(true);
            self.run(&mut Feed::Marks(&[*puzzle]), &mut findings);
            let grid = findings.grids.and_then(|grids| grids.first().copied());
            (verdict(findings.solutions[0]), grid)
        })
    }

    fn run(&mut self, feed: &mut Feed<'_, '_, '_>, findings: &mut Findings) {
        self.run_while(feed, findings, &mut |_| true);
    }

    fn run_while(
        &mut self,
        feed: &mut Feed<'_, '_, '_>,
        findings: &mut Findings,
        goes_on: &mut dyn FnMut(u64) -> bool,
    ) {
        match &mut self.machine {
            #[cfg(target_arch = "x86_64")]
            Machine::Avx512(engine) => Zmm::enter(Prove {
                engine,
                feed,
                findings,
                goes_on,
            }),
            #[cfg(target_arch = "x86_64")]
            Machine::Avx2(engine) => Ymm::enter(Prove {
                engine,
                feed,
                findings,
                goes_on,
            }),
            Machine::Portable(engine) => Words::enter(Prove {
                engine,
                feed,
                findings,
                goes_on,
            }),
        }
    }
}

fn verdict(count: u8) -> Verdict {
    match count {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Several,
    }
}

fn proofs(findings: Findings) -> impl ExactSizeIterator<Item = Proof> {
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

/// Inserts the errors, at their indices, among the results of the valid lines.
fn merge<T>(
    faults: Vec<(usize, LineError)>,
    mut results: impl ExactSizeIterator<Item = T>,
) -> Vec<Result<T, LineError>> {
    let mut merged = Vec::with_capacity(results.len() + faults.len());
    for (index, fault) in faults {
        // Faults are recorded in the order of the lines, so this difference is never negative.
        let before = index - merged.len();
        merged.extend(results.by_ref().take(before).map(Ok));
        merged.push(Err(fault));
    }
    merged.extend(results.map(Ok));
    merged
}
