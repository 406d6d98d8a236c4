//! Generates variants: a random grid, clues that are true of it at random positions, and few givens.
//!
//! Attempts are independent. Each attempt draws from its own random stream, and the results are taken in the order of the
//! attempts. The puzzles therefore do not depend on the number of threads.

mod attempt;
mod givens;
mod layout;
mod style;
mod wish;

pub(super) use wish::wishes;
pub use wish::{RuleCount, WishError};

use super::band::Band;
use super::needed::Needed;
use attempt::Attempt;
use cluewright_engine::model::Model;
use cluewright_engine::search::classic::Grid;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, sample, solve as solve_model};
use cluewright_logic::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Profile, solve};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{Canonical, Cell, Clue, DigitSet, Given, Layout, Puzzle, Symmetry};
use cluewright_rules::{Book, Shape};
use givens::Givens;
use layout::{Sheet, draw};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use style::{Arrangement, Style};
use wish::Wish;

/// The options for generating variants.
#[derive(Clone, Copy, Debug)]
pub struct Variants<'a> {
    /// The rules to use, with the number of clues of each rule.
    pub rules: &'a [RuleCount],
    /// Number of rows of the square grid.
    pub size: u8,
    /// The number of puzzles to generate.
    pub count: usize,
    /// The random seed. The same seed gives the same puzzles.
    pub seed: u64,
    /// The symmetry of clues and givens. If left out, the clues of each puzzle get a random symmetry or none, and no given
    /// is redundant.
    pub symmetry: Option<Symmetry>,
    /// Maximum number of givens. Clues of rules without a count are added until no more givens are needed. If this and all
    /// counts are left out, the maximum is slightly above the number that the rules force.
    pub givens: Option<usize>,
    /// The accepted ratings.
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

impl Variants<'_> {
    /// Returns the accepted ratings; `None` if puzzles are not graded.
    fn band(&self) -> Option<Band> {
        self.rating.or(self.needed.map(|_| Band::ANY))
    }
}

/// A generated variant, proven to be unique.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The puzzle with its solution.
    pub puzzle: Puzzle,
    /// The grade of the puzzle, if ratings or a technique were requested.
    pub grade: Option<Grade>,
    /// Descriptions of the wishes that the puzzle does not meet.
    pub compromises: Vec<String>,
}

/// Statistics of a run, with its nearest miss.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// The number of grids that were tried.
    pub grids: u64,
    /// The nearest miss among the grids that did not become puzzles.
    pub near: Option<Amiss>,
    /// The most frequent other reason why grids did not become puzzles.
    pub reason: Option<String>,
}

/// A puzzle that almost meets the wishes.
#[derive(Clone, Debug)]
pub struct Amiss {
    /// The generated puzzle.
    pub puzzle: Puzzle,
    /// Description of the unmet wish.
    pub amiss: String,
    pub(super) distance: f64,
}

/// Number of random grids that are used to measure the strength of clues.
const SAMPLES: usize = 8;
/// Maximum number of guesses for drawing a random grid that satisfies the global rules.
const GRID_NODES: u64 = 20_000;
/// Number of grids that must fail before a puzzle that does not meet all wishes is accepted.
const STRICT: usize = 6;
/// Factor by which the number of clues without values may exceed their usual number. These clues are laid out before
/// a grid is chosen.
const DENSITY: usize = 3;
/// Maximum number of failed groups of clues before the layout is complete. A group fails if it does not fit, or if it leaves
/// no valid grid.
const FAILURES: usize = 16;
/// Maximum number of guesses for finding a grid that satisfies the clues of the layout.
const LAYOUT_NODES: u64 = 1_000;
/// Maximum number of guesses for the final proof.
const PROOF_NODES: u64 = 20_000;
/// Maximum number of givens to try at the boundary between too hard and too easy.
const WAYS: usize = 6;
/// Maximum number of redundant givens that are tried for removal afterwards.
const SPARE: usize = 6;

/// Passes variants to `take` one by one. No two of them are equivalent. Stops if the requested number is reached, `take`
/// returns `false`, a limit is reached, or the tries are used up.
///
/// # Errors
/// Returns an error if a rule is unknown or its clues cannot be drawn, or if the grid does not have the requested
/// symmetry.
pub fn variants(
    wanted: &Variants<'_>,
    book: &Book,
    take: &mut dyn FnMut(Variant) -> bool,
) -> Result<Tried, WishError> {
    let maker = Maker::new(wanted, book)?;
    let pool = Pool::new(wanted.threads);
    let most = (wanted.count as u64).saturating_mul(wanted.tries as u64);
    let mut taking = Taking {
        left: wanted.count,
        canonical: BTreeSet::new(),
        held: vec![],
        failures: 0,
        book,
        take,
    };
    let mut tried = Tried::default();
    let mut reasons: Vec<(String, usize)> = vec![];
    while taking.left > 0 && tried.grids < most && wanted.budget.has_time() {
        // Several grids per thread are tried at a time, because some take longer than others. The exception is a request for
        // only one puzzle. Results are taken in the order of the attempts, so the width affects the waiting time but never
        // the puzzles.
        let width = pool.threads() * taking.left.clamp(1, 4);
        let numbers: Vec<u64> = (tried.grids..most).take(width).collect();
        for outcome in pool.each_with(&numbers, || (), |(), &number| maker.attempt(number)) {
            // Further outcomes are not counted, so the statistics do not depend on the number of threads.
            if taking.left == 0 {
                break;
            }
            tried.grids += 1;
            taking.failures += 1;
            match outcome {
                Outcome::Made(variant) => taking.offer(*variant),
                Outcome::Near(near) => tried.take(*near),
                Outcome::Failed(reason) => {
                    match reasons.iter_mut().find(|(known, _)| *known == reason) {
                        Some((_, times)) => *times += 1,
                        None => reasons.push((reason, 1)),
                    }
                }
                Outcome::Stopped => {}
            }
            taking.settle_for(STRICT);
        }
    }
    // No more grids are tried, so the variants that were held back are the best there are.
    taking.settle_for(0);
    let most_often = reasons.into_iter().max_by_key(|(_, times)| *times);
    tried.reason = most_often.map(|(reason, _)| reason);
    Ok(tried)
}

/// The state of a run: the number of variants that are still to be made, and the variants with unmet wishes that are held
/// back for now.
struct Taking<'a> {
    left: usize,
    canonical: BTreeSet<Canonical>,
    held: Vec<Variant>,
    /// Number of grids tried since the last puzzle was taken.
    failures: usize,
    book: &'a Book,
    take: &'a mut dyn FnMut(Variant) -> bool,
}

impl Taking<'_> {
    fn offer(&mut self, variant: Variant) {
        match variant.compromises.is_empty() {
            true => self.accept(variant),
            false => self.held.push(variant),
        }
    }

    fn accept(&mut self, variant: Variant) {
        if !self.canonical.insert(canonical(&variant.puzzle, self.book)) {
            return;
        }
        self.failures = 0;
        self.left = match (self.take)(variant) {
            true => self.left - 1,
            false => 0,
        };
    }

    /// Accepts variants with unmet wishes, the best first, as long as at least `failures` grids were tried since a puzzle
    /// was last accepted.
    fn settle_for(&mut self, failures: usize) {
        while self.left > 0 && self.failures >= failures {
            let rank = |at: &usize| {
                let held = &self.held[*at];
                (held.compromises.len(), held.puzzle.givens.len())
            };
            let Some(best) = (0..self.held.len()).min_by_key(rank) else {
                return;
            };
            let best = self.held.remove(best);
            self.accept(best);
        }
    }
}

/// Computes the canonical form of a puzzle. In clues of shapes such as groups and pairs, the order of the cells is ignored.
#[must_use]
pub fn canonical(puzzle: &Puzzle, book: &Book) -> Canonical {
    Canonical::of(puzzle, |clue| {
        let shape = book.rule(&clue.rule).map(|rule| rule.shape);
        matches!(
            shape,
            Ok(Shape::Group | Shape::Pair | Shape::Cell | Shape::Square)
        )
    })
}

impl Tried {
    pub(super) fn take(&mut self, near: Amiss) {
        let nearer = |other: &Amiss| near.distance < other.distance;
        if self.near.as_ref().is_none_or(nearer) {
            self.near = Some(near);
        }
    }
}

enum Outcome {
    Made(Box<Variant>),
    Near(Box<Amiss>),
    Failed(String),
    Stopped,
}

/// The state that all attempts share.
struct Maker<'a> {
    wanted: &'a Variants<'a>,
    book: &'a Book,
    wishes: Vec<Wish<'a>>,
    /// The empty grid with the requested global rules.
    base: Puzzle,
    /// The model of `base`, from which random grids are drawn. `None` for a plain 9x9 grid, for which `Grid::random` is
    /// used.
    model: Option<Model>,
    /// Random grids that satisfy the global rules.
    samples: Vec<Vec<u8>>,
    arrangements: Vec<Arrangement>,
    /// The orbits if there is no symmetry: each cell is an orbit of its own.
    single: Vec<Vec<Cell>>,
}

/// A puzzle with its chosen givens and its grade.
struct Graded {
    given: Vec<bool>,
    grade: Option<Grade>,
}

impl<'a> Maker<'a> {
    fn new(wanted: &'a Variants<'a>, book: &'a Book) -> Result<Self, WishError> {
        let layout = wish::square(wanted.size)?;
        let wishes = wish::wishes(wanted.rules, &layout, book)?;
        let mut base = Puzzle::new(layout);
        let global = |wish: &&Wish<'_>| wish.rule.shape == Shape::Global && wish.marks.is_empty();
        base.clues.extend(
            wishes
                .iter()
                .filter(global)
                .map(|wish| Clue::new(&wish.rule.name)),
        );
        let refused = |message: String| WishError {
            message,
            help: None,
        };
        let prepared = Prepared::new(base.clone(), book).map_err(|error| {
            let rule = &base.clues[error.clue].rule;
            refused(format!("`{rule}` cannot be drawn: {}", error.message))
        })?;
        // The logic engine limits the number of cells, so a larger grid is refused before any puzzle is made.
        if wanted.band().is_some() {
            prepared
                .ground()
                .map_err(|error| refused(error.to_string()))?;
        }
        let found = solve_model(
            prepared.model(),
            Limits::within(wanted.budget.with_nodes(GRID_NODES), 1),
        );
        // Without this check, contradictory rules would be tried on grid after grid until the tries are used up.
        if found.count == 0 && found.stopped.is_none() {
            let names: Vec<String> = base
                .clues
                .iter()
                .map(|clue| format!("`{}`", clue.rule))
                .collect();
            let (size, names) = (wanted.size, names.join(" and "));
            return Err(refused(format!("no grid of size {size} satisfies {names}")));
        }
        let plain = base.layout == Layout::square(9) && base.clues.is_empty();
        let mut maker = Self {
            wanted,
            book,
            wishes,
            model: (!plain).then(|| prepared.model().clone()),
            arrangements: Arrangement::choices(wanted.symmetry, &base.layout)?,
            single: base.layout.cells().map(|cell| vec![cell]).collect(),
            samples: vec![],
            base,
        };
        let mut random = ChaCha8Rng::seed_from_u64(wanted.seed);
        // Attempts use the streams from 0 upwards, so this stream is not used elsewhere.
        random.set_stream(u64::MAX);
        // `grid` is a method of the maker, so the samples are drawn once the maker exists.
        let samples = (0..SAMPLES).map_while(|_| maker.grid(LAYOUT_NODES, &mut random));
        let samples: Vec<Vec<u8>> = samples.collect();
        maker.samples = samples;
        Ok(maker)
    }

    /// Makes the puzzle of an attempt. The random grid and positions depend only on `number`.
    fn attempt(&self, number: u64) -> Outcome {
        let mut random = ChaCha8Rng::seed_from_u64(self.wanted.seed);
        random.set_stream(number);
        let mut puzzle = self.base.clone();
        let Some(style) = Style::draw(&self.arrangements, &mut random) else {
            return Outcome::Failed("the grid has no arrangement".to_owned());
        };
        let laid_out = self.lay_out(&mut puzzle, style, &mut random);
        let Some(solution) = laid_out.or_else(|| self.grid(GRID_NODES, &mut random)) else {
            if !self.wanted.budget.has_time() {
                return Outcome::Stopped;
            }
            return Outcome::Failed(
                "no grid was found that satisfies the rules of the whole grid".to_owned(),
            );
        };
        puzzle.solution = Some(solution.iter().map(|&digit| Some(digit)).collect());
        let mut attempt = Attempt {
            maker: self,
            sheet: Sheet {
                bare: Puzzle::new(puzzle.layout.clone()),
                solution: &solution,
                samples: &self.samples,
                maps: &style.arrangement.maps,
                style,
                book: self.book,
            },
            puzzle,
            random,
            compromises: vec![],
            most: usize::MAX,
        };
        match attempt.draw_clues() {
            Ok(given) => attempt.choose_givens(given),
            Err(outcome) => outcome,
        }
    }

    /// Lays out clues without values, one symmetric group at a time, and returns a grid that satisfies them. Returns `None`
    /// if no rule has such clues, or if none of them could be laid out.
    fn lay_out(
        &self,
        puzzle: &mut Puzzle,
        style: Style<'_>,
        random: &mut ChaCha8Rng,
    ) -> Option<Vec<u8>> {
        let sheet = Sheet {
            bare: Puzzle::new(puzzle.layout.clone()),
            solution: &[],
            samples: &self.samples,
            maps: &style.arrangement.maps,
            style,
            book: self.book,
        };
        let mut grid = None;
        // A random grid rarely satisfies long clues without values. They are therefore laid out first, and the grid is
        // chosen to fit them.
        for wish in self.wishes.iter().filter(|wish| wish.is_free()) {
            let wanted = match wish.is_open() {
                true => wish.count * DENSITY,
                false => wish.count,
            };
            let (mut laid, mut failures) = (0, 0);
            while laid < wanted && failures < FAILURES {
                // The clues are drawn on a copy, because they are dropped again if no grid satisfies them.
                let mut more = puzzle.clone();
                let count = sheet.maps.len().min(wanted - laid);
                draw(wish, count, &mut more, &sheet, random);
                let drawn = more.clues.len() - puzzle.clues.len();
                match self.grid_of(&more, random).filter(|_| drawn > 0) {
                    Some(solution) => {
                        *puzzle = more;
                        grid = Some(solution);
                        laid += drawn;
                    }
                    None => failures += 1,
                }
            }
        }
        grid
    }

    /// Draws a grid that satisfies the clues of a puzzle. Returns `None` if a short search finds none.
    fn grid_of(&self, puzzle: &Puzzle, random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
        let prepared = Prepared::new(puzzle.clone(), self.book).ok()?;
        let limits = Limits::within(self.wanted.budget.with_nodes(LAYOUT_NODES), 1);
        let mut solution = sample(prepared.model(), random, limits).solutions.pop()?;
        // The model may have auxiliary variables, which are not part of the grid.
        solution.truncate(puzzle.cell_count());
        Some(solution)
    }

    /// Draws a grid that satisfies the global rules, if a search with this many guesses finds one.
    fn grid(&self, nodes: u64, random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
        let Some(model) = &self.model else {
            return Some(Grid::random(random).0.to_vec());
        };
        let limits = Limits::within(self.wanted.budget.with_nodes(nodes), 1);
        let mut solution = sample(model, random, limits).solutions.pop()?;
        solution.truncate(self.base.cell_count());
        Some(solution)
    }

    /// Adds givens to a minimal puzzle until its rating is in the band, then removes redundant givens.
    ///
    /// # Errors
    ///
    /// Returns the distance from the band, or `None` if time ran out first.
    fn towards(
        &self,
        band: Band,
        puzzle: &Puzzle,
        givens: &mut Givens<'_>,
        minimal: Vec<bool>,
        random: &mut ChaCha8Rng,
    ) -> Result<Graded, Option<Miss>> {
        let grade = |given: &[bool]| -> Result<Option<Grade>, Option<Miss>> {
            let grade = self.grade(puzzle, given, givens.solution());
            if self.wanted.budget.has_time() {
                Ok(grade)
            } else {
                Err(None)
            }
        };
        let fits = |grade: &Option<Grade>| grade.as_ref().is_some_and(|g| band.contains(g.rating));
        // More givens never make a puzzle harder, so a minimal puzzle that is too easy is rejected.
        let first = grade(&minimal)?;
        if fits(&first) {
            return Ok(Graded {
                given: minimal,
                grade: first,
            });
        }
        if let Some(first) = first {
            return Err(Some(Miss {
                distance: band.low - first.rating,
                amiss: format!("its rating is {:.1}", first.rating),
                too_hard: false,
                given: minimal,
            }));
        }
        // More givens usually make a puzzle easier, so bisection finds the smallest number that is enough.
        let gone = givens.not_given(&minimal);
        let more = |count: usize, other: Option<usize>| {
            let mut given = minimal.clone();
            let orbits = gone[..count].iter().chain(other.map(|other| &gone[other]));
            for cell in orbits.flat_map(|&orbit| &givens.orbits()[orbit]) {
                given[cell.index()] = true;
            }
            given
        };
        let (mut hard, mut easy, mut found) = (0, gone.len() + 1, None);
        let mut nearest: Option<(Vec<bool>, Grade)> = None;
        while hard + 1 < easy && found.is_none() {
            let middle = match hard {
                // Most puzzles need only a few more givens, so the first probes are small.
                0..8 => (2 * hard + 2).min(usize::midpoint(hard, easy)),
                _ => usize::midpoint(hard, easy),
            };
            let given = more(middle, None);
            match grade(&given)? {
                None => hard = middle,
                Some(grade) if band.contains(grade.rating) => found = Some((given, grade)),
                Some(grade) => {
                    easy = middle;
                    nearest = Some((given, grade));
                }
            }
        }
        // One given turned the puzzle from too hard to too easy. Another given in its place may bring the rating into the
        // band.
        for other in (easy..gone.len()).take(WAYS) {
            if found.is_some() {
                break;
            }
            let given = more(hard, Some(other));
            if let Some(grade) = grade(&given)?
                && band.contains(grade.rating)
            {
                found = Some((given, grade));
            }
        }
        let Some((given, found)) = found else {
            let far = nearest.map(|(given, grade)| (band.low - grade.rating, grade.rating, given));
            return Err(Some(match far {
                Some((distance, rating, given)) => Miss {
                    distance,
                    amiss: format!("its rating is {rating:.1}"),
                    too_hard: false,
                    given,
                },
                None => Miss {
                    distance: 100.0,
                    amiss: "it is too hard".to_owned(),
                    too_hard: true,
                    given: minimal,
                },
            }));
        };
        let mut graded = Graded {
            given,
            grade: Some(found),
        };
        let mut spare = givens.orbits_in(&graded.given);
        spare.shuffle(random);
        let mut tries = 0;
        for orbit in spare {
            let mut given = graded.given.clone();
            givens.orbits()[orbit]
                .iter()
                .for_each(|cell| given[cell.index()] = false);
            // Each removal may need another grade. Grading takes most of the time, so the number of tries is limited.
            if tries == SPARE {
                break;
            }
            if !givens.unique(&given) {
                continue;
            }
            tries += 1;
            let grade = self.grade(puzzle, &given, givens.solution());
            if !self.wanted.budget.has_time() {
                return Err(None);
            }
            if fits(&grade) {
                graded = Graded { given, grade };
            }
        }
        Ok(graded)
    }

    /// Proves once more that the puzzle is unique, and checks that each rule and the requested technique are needed.
    fn finish(
        &self,
        puzzle: &Puzzle,
        givens: &mut Givens<'_>,
        graded: Graded,
        compromises: Vec<String>,
    ) -> Outcome {
        for wish in &self.wishes {
            if !givens.needs(&graded.given, &wish.rule.name) {
                let name = &wish.rule.name;
                return Outcome::Failed(format!("it would be unique without `{name}`"));
            }
        }
        let puzzle = with_givens(puzzle, &graded.given);
        let limits = Limits::within(self.wanted.budget.with_nodes(PROOF_NODES), u64::MAX);
        let proven = Prepared::new(puzzle.clone(), self.book)
            .is_ok_and(|prepared| prepared.check(limits, Run::QUIET).verdict == Verdict::Unique);
        let rating = graded.grade.as_ref().map(|grade| grade.rating);
        if let Some(spare) =
            rating.and_then(|rating| self.spare(&puzzle, rating, givens.solution()))
        {
            return Outcome::Near(Box::new(Amiss {
                puzzle,
                amiss: spare,
                distance: 0.0,
            }));
        }
        match proven {
            true => Outcome::Made(Box::new(Variant {
                puzzle,
                grade: graded.grade,
                compromises,
            })),
            false if !self.wanted.budget.has_time() => Outcome::Stopped,
            false => Outcome::Failed("the proof takes too long".to_owned()),
        }
    }

    /// Returns a message if the puzzle does not need the requested technique, otherwise `None`.
    fn spare(&self, puzzle: &Puzzle, rating: f64, known: &[u8]) -> Option<String> {
        let needed = self.wanted.needed?;
        let prepared = Prepared::new(puzzle.clone(), self.book).ok()?;
        let ground = prepared.ground().ok()?.with_only_solution(known.to_vec());
        needed.spare(&ground, rating, |_| self.wanted.budget.has_time())
    }

    /// Grades the puzzle with givens in the flagged cells. Returns `None` if the techniques of the profile do not
    /// solve it.
    fn grade(&self, puzzle: &Puzzle, given: &[bool], known: &[u8]) -> Option<Grade> {
        let prepared = Prepared::new(with_givens(puzzle, given), self.book).ok()?;
        let ground = prepared.ground().ok()?.with_only_solution(known.to_vec());
        let path = solve(&ground, self.wanted.profile, |_| {
            self.wanted.budget.has_time()
        });
        let grade = Grade::of(&ground, &path, self.wanted.profile);
        grade.solved.then_some(grade)
    }
}

/// The reason why the rating of a puzzle is not in the requested band.
struct Miss {
    distance: f64,
    amiss: String,
    /// `true` if no further givens can make the puzzle easy enough.
    too_hard: bool,
    given: Vec<bool>,
}

impl Miss {
    fn of(self, puzzle: &Puzzle) -> Outcome {
        Outcome::Near(Box::new(Amiss {
            puzzle: with_givens(puzzle, &self.given),
            amiss: self.amiss,
            distance: self.distance,
        }))
    }
}

/// Returns the puzzle with the digits of its solution as givens in the flagged cells.
fn with_givens(puzzle: &Puzzle, given: &[bool]) -> Puzzle {
    let digits = puzzle.solution.iter().flatten().zip(given).enumerate();
    let given = digits.filter_map(|(index, (digit, given))| {
        Some(Given {
            cell: Cell::from_index(index),
            digits: DigitSet::one((*digit).filter(|_| *given)?),
        })
    });
    Puzzle {
        givens: given.collect(),
        ..puzzle.clone()
    }
}
