//! Plain 9x9 sudoku: unique, and no given can go.
//!
//! A puzzle is a random full grid from which givens are taken in random order for as long as one solution is left.
//! The classic kernel is at its best with many puzzles at once, so they are made hundreds at a time, in step: each
//! round puts one question about each of them.

use super::alike::canonical_grid;
use super::band::Band;
use crate::Prepared;
use crate::grade::Grade;
use crate::logic::{Profile, solve};
use crate::pool::Pool;
use crate::puzzle::{Cell, DigitSet, Given, Layout, Puzzle, Symmetry};
use crate::rules::Book;
use crate::search::classic::{Grid, Isa, Pencilmarks, Prover, Verdict};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::Range;

/// Which plain puzzles are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a> {
    /// How many.
    pub count: usize,
    /// Of all random numbers: the same seed gives the same puzzles.
    pub seed: u64,
    /// How their givens are arranged. Then no group of givens that go together can go.
    pub symmetry: Symmetry,
    /// Which ratings they have. A puzzle that is too hard is given more, so that single givens may be able to go.
    pub rating: Option<Band>,
    /// What grades them.
    pub profile: &'a Profile,
    /// Grids that are tried for each puzzle that is wanted, at most.
    pub tries: usize,
    /// How many threads; 0: one for each processor. The puzzles do not depend on it.
    pub threads: usize,
}

/// A plain puzzle.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// Its givens.
    pub givens: Grid,
    /// Its solution.
    pub solution: Grid,
    /// Its rating, where one was wanted.
    pub grade: Option<Grade>,
}

/// Puzzles that are made in step.
const BATCH: u64 = 1024;
/// Puzzles that are made in step where each is graded, which takes far longer than to make it.
const GRADED: u64 = 8;
/// Groups of givens that are added to a puzzle that is too hard, at most.
const ADDED: usize = 24;
/// All digits.
const OPEN: u16 = 0o777;

/// Hands on plain puzzles one by one, no two alike, until there are as many as were asked for, `take` or `go_on` says
/// that it is enough, or the tries are used up. Gives how many grids were tried.
///
/// # Panics
/// Never: a 9x9 grid has every symmetry, and every processor runs the portable kernel.
pub fn plain(
    wanted: &Plain<'_>,
    take: &mut dyn FnMut(Made) -> bool,
    go_on: &dyn Fn() -> bool,
) -> u64 {
    let orbits = wanted.symmetry.orbits(&Layout::square(9));
    let orbits = orbits.unwrap_or_else(|_| unreachable!("the grid is square"));
    let size = wanted.rating.map_or(BATCH, |_| GRADED);
    let pool = Pool::new(wanted.threads);
    let most = (wanted.count as u64).saturating_mul(wanted.tries as u64);
    let (mut left, mut tried) = (wanted.count, 0);
    let mut seen = BTreeSet::new();
    // As many batches at a time as keep any number of threads busy: what is made does not depend on that number.
    let abreast = 8;
    while left > 0 && tried < most && go_on() {
        let room = (most - tried).min(match wanted.rating.is_none() && left <= size as usize {
            true => left as u64,
            false => abreast * size,
        });
        let firsts: Vec<u64> = (0..room)
            .step_by(size as usize)
            .map(|n| tried + n)
            .collect();
        let of_batch = |prover: &mut Prover, first: &u64| {
            let numbers = *first..(*first + size).min(tried + room);
            let batch = Batch::new(wanted.seed, numbers, orbits.len());
            let made = batch.minimal(prover, &orbits);
            made.into_iter()
                .filter_map(|maker| maker.finished(wanted, &orbits))
                .collect::<Vec<_>>()
        };
        let fresh = || Prover::new(Isa::best()).unwrap_or_else(|_| unreachable!("it is available"));
        let batches = pool.each_with(&firsts, fresh, of_batch);
        for made in batches.into_iter().flatten() {
            if left == 0 {
                break;
            }
            if seen.insert(canonical_grid(&made.givens.0)) {
                left -= 1;
                if !take(made) {
                    return tried + room;
                }
            }
        }
        tried += room;
    }
    tried
}

/// Some puzzles that are made in step.
struct Batch(Vec<Maker>);

/// One puzzle while it is made.
struct Maker {
    solution: Grid,
    givens: Grid,
    /// The groups of cells in the order in which they are tried.
    order: Vec<usize>,
}

impl Batch {
    /// Full grids, each with random numbers of its own.
    fn new(seed: u64, numbers: Range<u64>, orbits: usize) -> Self {
        let maker = |number| {
            let mut random = ChaCha8Rng::seed_from_u64(seed);
            random.set_stream(number);
            let solution = Grid::random(&mut random);
            let mut order: Vec<usize> = (0..orbits).collect();
            order.shuffle(&mut random);
            Maker {
                solution,
                givens: solution,
                order,
            }
        };
        Self(numbers.map(maker).collect())
    }

    /// Takes givens away, group by group, as long as the puzzles are unique.
    fn minimal(mut self, prover: &mut Prover, orbits: &[Vec<Cell>]) -> Vec<Maker> {
        let mut trials: Vec<Pencilmarks> = Vec::with_capacity(self.0.len());
        for round in 0..orbits.len() {
            trials.clear();
            for maker in &self.0 {
                let mut marks = Pencilmarks::from(&maker.givens);
                for cell in &orbits[maker.order[round]] {
                    marks.0[cell.index()] = OPEN;
                }
                trials.push(marks);
            }
            let verdicts = prover.prove_marks(&trials);
            for (maker, verdict) in self.0.iter_mut().zip(verdicts) {
                if verdict == Verdict::Unique {
                    for cell in &orbits[maker.order[round]] {
                        maker.givens.0[cell.index()] = 0;
                    }
                }
            }
        }
        self.0
    }
}

impl Maker {
    /// The puzzle, if it is as hard as wanted or can be made so.
    fn finished(self, wanted: &Plain<'_>, orbits: &[Vec<Cell>]) -> Option<Made> {
        let Some(band) = wanted.rating else {
            return Some(self.with(None));
        };
        let profile = wanted.profile;
        let grade = |givens: &Grid| grade(givens, &self.solution, profile);
        let first = grade(&self.givens);
        let fits = |grade: &Option<Grade>| grade.as_ref().is_some_and(|g| band.contains(g.rating));
        if fits(&first) {
            return Some(self.with(first));
        }
        if first.is_some() {
            // It is too easy, and givens make nothing harder.
            return None;
        }
        // The groups that went last, the first of them first: without them it is only just unique.
        let empty = |orbit: &&usize| {
            orbits[**orbit]
                .iter()
                .all(|cell| self.givens.0[cell.index()] == 0)
        };
        let gone: Vec<usize> = self
            .order
            .iter()
            .rev()
            .filter(empty)
            .copied()
            .take(ADDED)
            .collect();
        let more = |count: usize| {
            let mut givens = self.givens;
            for cell in gone[..count].iter().flat_map(|&orbit| &orbits[orbit]) {
                givens.0[cell.index()] = self.solution.0[cell.index()];
            }
            givens
        };
        // The more givens, the easier, as a rule: the fewest with which it is no longer too hard.
        let (mut hard, mut easy) = (0, gone.len() + 1);
        let mut found = None;
        while hard + 1 < easy {
            let middle = usize::midpoint(hard, easy);
            let givens = more(middle);
            match grade(&givens) {
                None => hard = middle,
                graded => {
                    if fits(&graded) {
                        found = Some((givens, graded));
                    }
                    easy = middle;
                }
            }
        }
        let (givens, grade) = found?;
        Some(Self { givens, ..self }.with(grade))
    }

    fn with(self, grade: Option<Grade>) -> Made {
        Made {
            givens: self.givens,
            solution: self.solution,
            grade,
        }
    }
}

/// The grade of a unique plain puzzle; nothing where the profile's techniques do not solve it.
fn grade(givens: &Grid, solution: &Grid, profile: &Profile) -> Option<Grade> {
    let prepared = Prepared::new(puzzle(givens), Book::builtin()).ok()?;
    let ground = prepared
        .ground()
        .ok()?
        .with_only_solution(solution.0.to_vec());
    let path = solve(&ground, profile, |_| true);
    let grade = Grade::of(&ground, &path, profile);
    grade.solved.then_some(grade)
}

/// A plain puzzle of these givens.
fn puzzle(givens: &Grid) -> Puzzle {
    let mut puzzle = Puzzle::new(Layout::square(9));
    let given = |(index, &digit): (usize, &u8)| Given {
        cell: Cell::from_index(index),
        digits: DigitSet::one(digit),
    };
    let digits = givens
        .0
        .iter()
        .enumerate()
        .filter(|(_, digit)| **digit != 0);
    puzzle.givens = digits.map(given).collect();
    puzzle
}

impl Made {
    /// Its givens as a line of 81 characters.
    #[must_use]
    pub fn line(&self) -> String {
        line(&self.givens)
    }

    /// Its solution as a line of 81 digits.
    #[must_use]
    pub fn solution_line(&self) -> String {
        line(&self.solution)
    }

    /// The puzzle with its solution.
    #[must_use]
    pub fn puzzle(&self) -> Puzzle {
        Puzzle {
            solution: Some(self.solution.0.iter().map(|&digit| Some(digit)).collect()),
            ..puzzle(&self.givens)
        }
    }
}

fn line(grid: &Grid) -> String {
    let symbol = |&digit: &u8| match digit {
        0 => '.',
        digit => char::from(b'0' + digit),
    };
    grid.0.iter().map(symbol).collect()
}
