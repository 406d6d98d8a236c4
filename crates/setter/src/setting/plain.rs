//! Generates plain 9x9 sudokus that are unique and have no redundant givens.
//!
//! A puzzle starts as a random full grid. Givens are removed in random order as long as the puzzle stays unique. The classic
//! kernel is fastest on many puzzles at once, so hundreds of puzzles are made in lockstep. Each round tests one removal in
//! every puzzle.

use super::band::Band;
use super::needed::Needed;
use super::variant::{Amiss, Tried};
use cluewright_engine::search::Budget;
use cluewright_engine::search::classic::{Grid, Isa, Pencilmarks, Prover, Verdict};
use cluewright_logic::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Board, End, Ground, Path, Profile, solve, solve_from};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Cell, DigitSet, Given, Layout, Puzzle, Symmetry, canonical_grid};
use cluewright_rules::Book;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::ops::Range;

/// The options for generating plain puzzles.
#[derive(Clone, Copy, Debug)]
pub struct Plain<'a> {
    /// The number of puzzles to generate.
    pub count: usize,
    /// The random seed. The same seed gives the same puzzles.
    pub seed: u64,
    /// The symmetry of the givens. With a symmetry, each group of symmetric givens is needed, but a single given may be
    /// redundant.
    pub symmetry: Symmetry,
    /// The accepted ratings. A puzzle that is too hard gets more givens, so single givens may be redundant.
    pub rating: Option<Band>,
    /// The technique that the puzzles must need.
    pub needed: Option<&'a Needed>,
    /// The profile that grades the puzzles.
    pub profile: &'a Profile,
    /// Maximum number of grids to try per requested puzzle.
    pub tries: usize,
    /// The number of threads, or 0 for one per processor. The puzzles do not depend on it.
    pub threads: usize,
    /// The deadline of the whole run. The guess limit is ignored.
    pub budget: Budget<'a>,
}

impl Plain<'_> {
    /// Returns the accepted ratings; `None` if puzzles are not graded.
    fn band(&self) -> Option<Band> {
        self.rating.or(self.needed.map(|_| Band::ANY))
    }
}

/// A generated plain sudoku.
#[derive(Clone, Debug, PartialEq)]
pub struct Made {
    /// The givens of the puzzle.
    pub givens: Grid,
    /// The only solution of the puzzle.
    pub solution: Grid,
    /// The grade of the puzzle, if ratings or a technique were requested.
    pub grade: Option<Grade>,
}

/// Number of puzzles that are made in lockstep.
const BATCH: u64 = 1024;
/// Number of batches to make at a time. It is large enough to keep many threads busy, and constant because the puzzles must
/// not depend on the number of threads.
const ABREAST: u64 = 8;
/// Number of puzzles in a batch if they are graded. Grading takes far longer than making puzzles, so the batch is small.
/// With fewer than 48 puzzles, the kernel would be slow.
const RATED: u64 = 64;
/// Maximum number of groups of givens to try when a puzzle is too hard.
const WAYS: usize = 24;
/// A distance that exceeds all differences between two ratings.
const TOO_HARD: f64 = 100.0;
/// All nine digits as a bit mask of candidates.
const OPEN: u16 = 0o777;

/// Passes plain puzzles to `take` one by one. No two of them are equivalent. Stops if the requested number is reached,
/// `take` returns `false`, a limit is reached, or the tries are used up. Returns the number of grids that were tried, and
/// the nearest miss.
///
/// # Panics
/// Never, because a 9x9 grid has every symmetry, and every processor runs the portable kernel.
pub fn plain(wanted: &Plain<'_>, take: &mut dyn FnMut(Made) -> bool) -> Tried {
    let orbits = wanted.symmetry.orbits(&Layout::square(9));
    let orbits = orbits.unwrap_or_else(|_| unreachable!("the grid is square"));
    let pool = Pool::new(wanted.threads);
    let most = (wanted.count as u64).saturating_mul(wanted.tries as u64);
    let (mut left, mut tried) = (wanted.count, Tried::default());
    let mut seen = BTreeSet::new();
    while left > 0 && tried.grids < most && wanted.budget.has_time() {
        let room = (most - tried.grids).min(match wanted.band() {
            Some(_) => RATED,
            None if left as u64 <= BATCH => left as u64,
            None => ABREAST * BATCH,
        });
        let first = tried.grids;
        let firsts: Vec<u64> = (0..room)
            .step_by(BATCH as usize)
            .map(|n| first + n)
            .collect();
        let of_batch = |prover: &mut Prover, &start: &u64| {
            let numbers = start..(start + BATCH).min(first + room);
            Batch::new(wanted.seed, numbers, orbits.len()).minimal(prover, &orbits, wanted)
        };
        let fresh = || Prover::new(Isa::best()).unwrap_or_else(|_| unreachable!("it is available"));
        let batches = pool.each_with(&firsts, fresh, of_batch);
        let makers: Vec<Maker> = batches.into_iter().flatten().collect();
        tried.grids += room;
        let finished = |(): &mut (), maker: &Maker| maker.finish(wanted, &orbits);
        let finished = pool.each_with(&makers, || (), finished);
        for made in finished {
            match made {
                Ok(made) if left > 0 && seen.insert(canonical_grid(&made.givens.0)) => {
                    left -= 1;
                    if !take(made) {
                        return tried;
                    }
                }
                // If the deadline cut a path off, the rating of the puzzle is unknown.
                _ if !wanted.budget.has_time() => return tried,
                Ok(_) => {}
                Err(near) => tried.take(*near),
            }
        }
    }
    tried
}

/// Puzzles that are being made in lockstep.
struct Batch(Vec<Maker>);

/// A puzzle whose givens are being removed.
struct Maker {
    solution: Grid,
    givens: Grid,
    /// The groups of cells in the order in which their removal is tried.
    order: Vec<usize>,
}

impl Batch {
    /// Draws full grids, each from the random stream of its number.
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

    /// Removes givens, group by group, as long as the puzzles stay unique. Returns an empty list if a limit is reached
    /// first, because the puzzles would have redundant givens.
    fn minimal(
        mut self,
        prover: &mut Prover,
        orbits: &[Vec<Cell>],
        wanted: &Plain<'_>,
    ) -> Vec<Maker> {
        let mut trials: Vec<Pencilmarks> = Vec::with_capacity(self.0.len());
        for round in 0..orbits.len() {
            if !wanted.budget.has_time() {
                return vec![];
            }
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
    /// Returns the puzzle if it has the requested difficulty, with more givens if necessary.
    ///
    /// # Errors
    /// Returns the near miss if the difficulty cannot be reached.
    fn finish(&self, wanted: &Plain<'_>, orbits: &[Vec<Cell>]) -> Result<Made, Box<Amiss>> {
        let Some(band) = wanted.band() else {
            return Ok(self.make(self.givens, None));
        };
        let too_hard = || {
            Box::new(Amiss {
                puzzle: self.make(self.givens, None).puzzle(),
                amiss: "it is too hard".to_owned(),
                distance: TOO_HARD,
            })
        };
        let eased = self.ease(band, wanted, orbits);
        eased.unwrap_or_else(|| Err(too_hard()))
    }

    /// Returns the puzzle itself or, if it is too hard, the puzzle with more givens. Returns `None` if the techniques still
    /// do not solve it.
    fn ease(
        &self,
        band: Band,
        wanted: &Plain<'_>,
        orbits: &[Vec<Cell>],
    ) -> Option<Result<Made, Box<Amiss>>> {
        let profile = wanted.profile;
        let prepared = Prepared::new(puzzle(&self.givens), Book::builtin()).ok()?;
        let ground = self.ground(&prepared)?;
        let path = solve(&ground, profile, |_| wanted.budget.has_time());
        if path.end == End::Solved {
            // More givens never make a puzzle harder. A puzzle that is too easy is therefore left unchanged, and grading
            // rejects it.
            return Some(self.rate(self.givens, &ground, &path, wanted, band));
        }
        let easing = Easing {
            maker: self,
            ground: &ground,
            wanted,
            band,
            orbits,
        };
        let givens = easing.givens(&path)?;
        let prepared = Prepared::new(puzzle(&givens), Book::builtin()).ok()?;
        let ground = self.ground(&prepared)?;
        let path = solve(&ground, profile, |_| wanted.budget.has_time());
        let is_solved = path.end == End::Solved;
        is_solved.then(|| self.rate(givens, &ground, &path, wanted, band))
    }

    /// Grades the puzzle. Returns it if its rating is accepted and it needs the requested technique.
    fn rate(
        &self,
        givens: Grid,
        ground: &Ground<'_>,
        path: &Path,
        wanted: &Plain<'_>,
        band: Band,
    ) -> Result<Made, Box<Amiss>> {
        let hardest = f64::from(path.hardest()) / 10.0;
        let amiss = |amiss: String, distance: f64| {
            Box::new(Amiss {
                puzzle: self.make(givens, None).puzzle(),
                amiss,
                distance,
            })
        };
        if !band.contains(hardest) {
            let distance = (band.low - hardest).abs();
            return Err(amiss(format!("its rating is {hardest:.1}"), distance));
        }
        let spare = |needed: &Needed| needed.spare(ground, hardest, |_| wanted.budget.has_time());
        if let Some(spare) = wanted.needed.and_then(spare) {
            return Err(amiss(spare, 0.0));
        }
        // The effort is computed last, because it is not needed for rejected puzzles.
        let grade = Grade::of(ground, path, wanted.profile);
        Ok(self.make(givens, Some(grade)))
    }

    /// Returns the current puzzle, prepared for human logic.
    fn ground<'p>(&self, prepared: &'p Prepared) -> Option<Ground<'p>> {
        let ground = prepared.ground().ok()?;
        Some(ground.with_only_solution(self.solution.0.to_vec()))
    }

    fn make(&self, givens: Grid, grade: Option<Grade>) -> Made {
        Made {
            givens,
            solution: self.solution,
            grade,
        }
    }
}

/// A puzzle that is being made easier. Whenever the techniques get stuck, a given is added and the path continues
/// from there, so that the puzzle need not be solved from the start for each number of givens.
struct Easing<'a> {
    maker: &'a Maker,
    ground: &'a Ground<'a>,
    wanted: &'a Plain<'a>,
    band: Band,
    orbits: &'a [Vec<Cell>],
}

impl Easing<'_> {
    /// Adds givens until the puzzle probably has an accepted rating. The prediction relies on the steps found so far, but
    /// the final path may have them in another order. Returns `None` if no such givens are found.
    fn givens(&self, stuck: &Path) -> Option<Grid> {
        let mut givens = self.maker.givens;
        let mut board = stuck.board.clone();
        let mut hardest = stuck.hardest();
        let mut ways = 0;
        // The groups that were removed last are tried first, because the puzzle is barely unique without them.
        for &orbit in self.maker.order.iter().rev() {
            let orbit = &self.orbits[orbit];
            // All digits of this group are placed already, so giving them would change nothing.
            if !orbit.iter().any(|cell| board.open().contains(cell.0)) {
                continue;
            }
            if ways == WAYS {
                return None;
            }
            ways += 1;
            let path = self.go_on(board.clone(), orbit);
            let is_solved = path.end == End::Solved;
            let reached = hardest.max(path.hardest());
            if is_solved && !self.band.contains(f64::from(reached) / 10.0) {
                // With this given, the rest of the path is too easy. Another given may leave harder steps.
                continue;
            }
            for cell in orbit {
                givens.0[cell.index()] = self.maker.solution.0[cell.index()];
            }
            if is_solved {
                return Some(givens);
            }
            (board, hardest) = (path.board, reached);
        }
        None
    }

    /// Continues the path from a board on which some more cells are given.
    fn go_on(&self, mut board: Board, orbit: &[Cell]) -> Path {
        for cell in orbit {
            if board.open().contains(cell.0) {
                board.place(self.ground, cell.0, self.maker.solution.0[cell.index()]);
            }
        }
        solve_from(self.ground, board, self.wanted.profile, |_| {
            self.wanted.budget.has_time()
        })
    }
}

/// Creates a plain puzzle with the given digits.
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
    /// Formats the givens as a line of 81 characters.
    #[must_use]
    pub fn line(&self) -> String {
        line(&self.givens)
    }

    /// Formats the solution as a line of 81 digits.
    #[must_use]
    pub fn solution_line(&self) -> String {
        line(&self.solution)
    }

    /// Returns the puzzle, including its solution.
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
