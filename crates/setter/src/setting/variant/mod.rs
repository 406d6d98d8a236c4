//! New variants: a random grid, clues that are true of it in random places, and as few givens as make it unique.
//!
//! Attempts do not depend on each other: each draws from a random stream of its own. What comes of one is taken in the
//! order of their numbers, so that any number of threads makes the same puzzles.

mod givens;
mod layout;
mod wish;

pub(super) use wish::wishes;
pub use wish::{RuleCount, WishError};

use super::band::Band;
use cluewright_engine::model::Model;
use cluewright_engine::search::classic::Grid;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, sample, solve as solve_model};
use cluewright_logic::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Profile, solve};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{
    Canonical, Cell, Clue, DigitSet, Given, Layout, Puzzle, Symmetry, SymmetryError,
};
use cluewright_rules::{Book, Shape, forced_givens};
use givens::Givens;
use layout::{draw, draw_more};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use wish::Wish;

/// Which variants are wanted.
#[derive(Clone, Copy, Debug)]
pub struct Variants<'a> {
    /// The rules of their clues, with how many of each.
    pub rules: &'a [RuleCount],
    /// Rows of the grid.
    pub size: u8,
    /// How many.
    pub count: usize,
    /// Of all random numbers: the same seed gives the same puzzles.
    pub seed: u64,
    /// How clues and givens are arranged.
    pub symmetry: Symmetry,
    /// Maximum number of given digits, which more clues of rules without a count make up for; left out, a few more than the
    /// rules force if no rule has a count.
    pub givens: Option<usize>,
    /// Which ratings they have.
    pub rating: Option<Band>,
    /// What grades them.
    pub profile: &'a Profile,
    /// Grids that are tried for each puzzle that is wanted, at most.
    pub tries: usize,
    /// How many threads; 0: one for each processor. The puzzles do not depend on it.
    pub threads: usize,
    /// The time of everything; guesses are not counted.
    pub budget: Budget<'a>,
}

/// A new variant, proven to be unique.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The puzzle; its solution stands in it.
    pub puzzle: Puzzle,
    /// Its grade, where a rating was asked for.
    pub grade: Option<Grade>,
}

/// How making variants ended.
#[derive(Clone, Debug, Default)]
pub struct Tried {
    /// Grids that were tried.
    pub grids: u64,
    /// The nearest to what is wanted among those that came to nothing.
    pub near: Option<Amiss>,
    /// What else kept grids from becoming puzzles, the most frequent reason.
    pub reason: Option<String>,
}

/// A puzzle that is not quite what is wanted.
#[derive(Clone, Debug)]
pub struct Amiss {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// What keeps it from being right, in words.
    pub amiss: String,
    pub(super) distance: f64,
}

/// Guesses for a random grid that keeps rules of the whole grid.
const GRID_NODES: u64 = 20_000;
/// Maximum number of givens if the clues distinguish all digits and no other number was requested.
const MOST_GIVENS: usize = 4;
/// Grids for each puzzle that fail if they need more givens; later ones have as many as they need.
const STRICT: u64 = 6;
/// Guesses of the proof at the end.
const PROOF_NODES: u64 = 20_000;
/// Orders in which givens are taken from the same clues when the puzzle comes out too easy.
const ORDERS: usize = 3;
/// Ways over the step at which a puzzle ceases to be too hard, and givens that are tried to go afterwards, at most.
const WAYS: usize = 6;
const SPARE: usize = 6;

/// Hands on variants one by one, no two alike, until there are as many as were asked for, `take` returns `false`, a
/// limit is reached, or the tries are used up.
///
/// # Errors
/// When a rule is unknown or cannot be drawn, or the grid does not have the symmetry.
pub fn variants(
    wanted: &Variants<'_>,
    book: &Book,
    take: &mut dyn FnMut(Variant) -> bool,
) -> Result<Tried, WishError> {
    let maker = Maker::new(wanted, book)?;
    let pool = Pool::new(wanted.threads);
    let most = (wanted.count as u64).saturating_mul(wanted.tries as u64);
    let (mut left, mut seen) = (wanted.count, BTreeSet::new());
    let mut tried = Tried::default();
    let mut reasons: Vec<(String, usize)> = vec![];
    while left > 0 && tried.grids < most && wanted.budget.has_time() {
        // Grids at a time: more than there are threads, as some take longer, but not when one puzzle is wanted.
        let width = pool.threads() * left.clamp(1, 4);
        let numbers: Vec<u64> = (tried.grids..most).take(width).collect();
        for outcome in pool.each_with(&numbers, || (), |(), &number| maker.attempt(number)) {
            tried.grids += 1;
            match outcome {
                Outcome::Made(variant) => {
                    if seen.insert(canonical(&variant.puzzle, book)) {
                        left -= 1;
                        if !take(*variant) || left == 0 {
                            return Ok(tried);
                        }
                    }
                }
                Outcome::Near(near) => tried.take(*near),
                Outcome::Failed(reason) => {
                    match reasons.iter_mut().find(|(known, _)| *known == reason) {
                        Some((_, times)) => *times += 1,
                        None => reasons.push((reason, 1)),
                    }
                }
                Outcome::Stopped => {}
            }
        }
    }
    let most_often = reasons.into_iter().max_by_key(|(_, times)| *times);
    tried.reason = most_often.map(|(reason, _)| reason);
    Ok(tried)
}

/// A form that two puzzles share if one is the other turned or reflected.
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

/// What came of a grid.
enum Outcome {
    Made(Box<Variant>),
    Near(Box<Amiss>),
    Failed(String),
    Stopped,
}

/// What all attempts share.
struct Maker<'a> {
    wanted: &'a Variants<'a>,
    book: &'a Book,
    wishes: Vec<Wish<'a>>,
    /// The grid with the rules that speak of all of it.
    base: Puzzle,
    /// Its model, where a random grid must keep some rule.
    model: Option<Model>,
    maps: Vec<Vec<Cell>>,
    orbits: Vec<Vec<Cell>>,
}

/// A puzzle with its givens chosen, and its grade.
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
        if wanted.rating.is_some() {
            prepared
                .ground()
                .map_err(|error| refused(error.to_string()))?;
        }
        let found = solve_model(
            prepared.model(),
            Limits::within(wanted.budget.with_nodes(GRID_NODES), 1),
        );
        if found.count == 0 && found.stopped.is_none() {
            let names: Vec<String> = base
                .clues
                .iter()
                .map(|clue| format!("`{}`", clue.rule))
                .collect();
            let (size, names) = (wanted.size, names.join(" and "));
            return Err(refused(format!("no grid of size {size} keeps {names}")));
        }
        let plain = base.layout == Layout::square(9) && base.clues.is_empty();
        let symmetric = |error: SymmetryError| refused(error.to_string());
        Ok(Self {
            wanted,
            book,
            wishes,
            model: (!plain).then(|| prepared.model().clone()),
            maps: wanted.symmetry.maps(&base.layout).map_err(symmetric)?,
            orbits: wanted.symmetry.orbits(&base.layout).map_err(symmetric)?,
            base,
        })
    }

    /// A puzzle from the grid and the places of this number.
    fn attempt(&self, number: u64) -> Outcome {
        let mut random = ChaCha8Rng::seed_from_u64(self.wanted.seed);
        random.set_stream(number);
        let Some(solution) = self.grid(&mut random) else {
            if !self.wanted.budget.has_time() {
                return Outcome::Stopped;
            }
            return Outcome::Failed("no grid keeps the rules that speak of all of it".to_owned());
        };
        let mut puzzle = self.base.clone();
        for wish in &self.wishes {
            if !self.wanted.budget.has_time() {
                return Outcome::Stopped;
            }
            if let Err(reason) = draw(
                wish,
                &mut puzzle,
                &solution,
                &self.maps,
                self.book,
                &mut random,
            ) {
                return Outcome::Failed(reason);
            }
        }
        puzzle.solution = Some(solution.iter().map(|&digit| Some(digit)).collect());
        let is_strict = number < STRICT * self.wanted.count as u64 || self.wanted.givens.is_some();
        if let Err(outcome) = self.replace_givens(&mut puzzle, &solution, is_strict, &mut random) {
            return outcome;
        }
        let budget = self.wanted.budget;
        let Ok(mut givens) = Givens::new(&puzzle, self.book, &solution, &self.orbits, budget)
        else {
            return Outcome::Failed("the clues contradict the grid".to_owned());
        };
        let mut last = None;
        for _ in 0..ORDERS {
            if !self.wanted.budget.has_time() {
                return Outcome::Stopped;
            }
            let minimal = givens.minimal(&mut random);
            if !self.wanted.budget.has_time() {
                return Outcome::Stopped;
            }
            let graded = match self.wanted.rating {
                None => Ok(Graded {
                    given: minimal,
                    grade: None,
                }),
                Some(band) => self.towards(band, &puzzle, &mut givens, minimal, &mut random),
            };
            match graded {
                Ok(graded) => return self.finish(&puzzle, &mut givens, graded),
                Err(None) => return Outcome::Stopped,
                Err(Some(near)) if near.too_hard => return near.of(&puzzle),
                Err(Some(near)) => last = Some(near),
            }
        }
        last.map_or(Outcome::Stopped, |near| near.of(&puzzle))
    }

    /// Adds clues of rules without a count until few givens are needed, or there is no room for more.
    ///
    /// # Errors
    /// If there is no time, or the grid is to be strict and too many givens are needed.
    fn replace_givens(
        &self,
        puzzle: &mut Puzzle,
        solution: &[u8],
        is_strict: bool,
        random: &mut ChaCha8Rng,
    ) -> Result<(), Outcome> {
        let open: Vec<&Wish<'_>> = self.wishes.iter().filter(|wish| wish.is_open()).collect();
        let is_counted = self.wishes.iter().any(|wish| wish.counted);
        let usual = || forced_givens(puzzle, self.book).map(|forced| MOST_GIVENS.max(forced + 2));
        let most = match self.wanted.givens {
            Some(most) => most,
            None if open.is_empty() || is_counted => return Ok(()),
            None => usual().unwrap_or(MOST_GIVENS),
        };
        for round in 0.. {
            if !self.wanted.budget.has_time() {
                return Err(Outcome::Stopped);
            }
            let givens = Givens::new(
                puzzle,
                self.book,
                solution,
                &self.orbits,
                self.wanted.budget,
            );
            let Ok(mut givens) = givens else {
                return Err(Outcome::Failed("the clues contradict the grid".to_owned()));
            };
            let needed = givens
                .minimal(random)
                .iter()
                .filter(|given| **given)
                .count();
            if needed <= most {
                break;
            }
            let others = givens.into_others();
            let more = (needed - most).div_ceil(4);
            let drawn = (round..round + more).filter(|turn| {
                let wish = open.get(turn % open.len().max(1));
                wish.is_some_and(|wish| {
                    draw_more(
                        wish, puzzle, solution, &self.maps, self.book, &others, random,
                    )
                })
            });
            if drawn.count() > 0 {
                continue;
            }
            return match is_strict {
                true => Err(Outcome::Failed(format!(
                    "{needed} givens are needed, and there is no room for more clues"
                ))),
                false => Ok(()),
            };
        }
        Ok(())
    }

    /// A random grid that keeps the rules that speak of all of it.
    fn grid(&self, random: &mut ChaCha8Rng) -> Option<Vec<u8>> {
        let Some(model) = &self.model else {
            return Some(Grid::random(random).0.to_vec());
        };
        let limits = Limits::within(self.wanted.budget.with_nodes(GRID_NODES), 1);
        let mut solution = sample(model, random, limits).solutions.pop()?;
        solution.truncate(self.base.cell_count());
        Some(solution)
    }

    /// Adds givens to a minimal puzzle until it is as easy as wanted; then takes those that it can do without.
    ///
    /// # Errors
    /// How far from it the puzzle stays; nothing where there was no time to find out.
    fn towards(
        &self,
        band: Band,
        puzzle: &Puzzle,
        givens: &mut Givens<'_>,
        minimal: Vec<bool>,
        random: &mut ChaCha8Rng,
    ) -> Result<Graded, Option<Miss>> {
        let grade = |given: &[bool]| -> Result<Option<Grade>, Option<Miss>> {
            let grade = self.grade(puzzle, given, givens.known());
            if self.wanted.budget.has_time() {
                Ok(grade)
            } else {
                Err(None)
            }
        };
        let fits = |grade: &Option<Grade>| grade.as_ref().is_some_and(|g| band.contains(g.rating));
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
        // The more givens, the easier, as a rule: the fewest with which it is no longer too hard.
        let gone = givens.gone(&minimal);
        let more = |count: usize, other: Option<usize>| {
            let mut given = minimal.clone();
            let orbits = gone[..count].iter().chain(other.map(|other| &gone[other]));
            for cell in orbits.flat_map(|&orbit| &self.orbits[orbit]) {
                given[cell.index()] = true;
            }
            given
        };
        let (mut hard, mut easy, mut found) = (0, gone.len() + 1, None);
        let mut nearest: Option<(Vec<bool>, Grade)> = None;
        while hard + 1 < easy && found.is_none() {
            let middle = match hard {
                // Most puzzles need few more.
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
        // From too hard to too easy by one given: by another it may end between.
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
            self.orbits[orbit]
                .iter()
                .for_each(|cell| given[cell.index()] = false);
            if tries == SPARE {
                break;
            }
            if !givens.unique(&given) {
                continue;
            }
            tries += 1;
            let grade = self.grade(puzzle, &given, givens.known());
            if !self.wanted.budget.has_time() {
                return Err(None);
            }
            if fits(&grade) {
                graded = Graded { given, grade };
            }
        }
        Ok(graded)
    }

    /// The puzzle with its givens, proven once more, where each rule is needed.
    fn finish(&self, puzzle: &Puzzle, givens: &mut Givens<'_>, graded: Graded) -> Outcome {
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
        match proven {
            true => Outcome::Made(Box::new(Variant {
                puzzle,
                grade: graded.grade,
            })),
            false if !self.wanted.budget.has_time() => Outcome::Stopped,
            false => Outcome::Failed("the proof takes too long".to_owned()),
        }
    }

    /// The grade with these givens; nothing where the profile's techniques do not solve it.
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

/// Why a puzzle does not have a wanted rating.
struct Miss {
    distance: f64,
    amiss: String,
    /// However many givens it has: other givens make it no easier.
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

/// The puzzle with some cells of its solution given.
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
