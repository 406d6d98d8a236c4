//! Suggests adding or removing a clue to make a puzzle unique, easier or harder.
//!
//! A clue makes a puzzle unique if it is true of exactly one of the puzzle's solutions. Each change is first checked
//! against the known solutions. If two of these satisfy the change, it is ruled out without a proof. Solutions that a
//! proof finds are added to the known ones.

use super::drawing::{fit, place};
use super::variant::{RuleCount, WishError, wishes};
use crate::diagnose::{Stage, find_copies, find_forgotten, name_new, put, weaker, without};
use cluewright_engine::model::Cite;
use cluewright_engine::search::{Budget, Limits, others, sample, solve};
use cluewright_formats::{write_clue, write_given};
use cluewright_logic::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Profile, named, solve as path_of};
use cluewright_puzzle::pool::Pool;
use cluewright_puzzle::{
    Cell, Clue, DigitSet, Edit, GIVEN, Given, Param, Puzzle, Symmetry, digit_char,
};
use cluewright_rules::{Book, Clues, Shape};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// A request for suggestions.
pub struct Suggesting<'a> {
    /// Names of the rules whose clues may be added; `given` means givens. If empty, givens and clues of the puzzle's own
    /// rules may be added.
    pub rules: &'a [String],
    /// The requested change in the rating of a unique puzzle. A negative shift makes it easier.
    pub shift: f64,
    /// Maximum number of suggestions.
    pub most: usize,
    /// The random seed for the positions to try.
    pub seed: u64,
    /// The profile that grades the puzzles.
    pub profile: &'a Profile,
    /// Budget for each proof. Its deadline applies to the whole request.
    pub budget: Budget<'a>,
    /// The number of threads, or 0 for one per processor. The suggestions do not depend on it.
    pub threads: usize,
    /// Callback that receives the progress.
    pub progress: Option<&'a (dyn Fn(Stage) + Sync)>,
}

/// A change to a puzzle, and its effect.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Suggestion {
    /// The change, described in words.
    pub text: String,
    /// The change as edits of the puzzle file.
    pub edits: Vec<Edit>,
    /// True if the puzzle is proven to be unique after the change.
    pub unique: bool,
    /// Number of known solutions that satisfy the change, if the puzzle is not unique after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub left: Option<usize>,
    /// The rating after the change, if the puzzle is unique and the techniques solve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// The tier of the rating after the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tier: Option<String>,
    /// The expected human effort after the change.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub effort: Option<f64>,
}

/// Suggestions for a puzzle, and the extent of the search for them.
#[derive(Clone, Debug, Default, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Suggestions {
    /// The suggestions, best first.
    pub suggestions: Vec<Suggestion>,
    /// The number of changes that were tested.
    pub tried: usize,
    /// The number of solutions known at the end, if the puzzle has several.
    pub known: usize,
    /// The rating of the unchanged puzzle, if it is unique and the techniques solve it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rating: Option<f64>,
    /// If a shift was requested and no suggestion comes close to it: the amount by which the first suggestion misses the
    /// shift.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub missed: Option<f64>,
    /// True if the search ended before the deadline.
    pub complete: bool,
}

/// Number of solutions to enumerate up front.
const LISTED: u64 = 100;
/// Number of random solutions to add. Enumerated solutions alone would differ too little.
const SAMPLED: usize = 24;
/// Maximum number of guesses for each random solution.
const SAMPLE_NODES: u64 = 5_000;
/// Number of solutions from which clues are read.
const READ: usize = 12;
/// Number of random positions to try per rule on each solution from which clues are read.
const PLACES: usize = 400;
/// Maximum number of proofs for single changes.
const PROOFS: usize = 400;
/// Maximum number of changes to grade.
const GRADES: usize = 48;
/// Maximum number of changes to combine in pairs.
const PAIRED: usize = 60;
/// Maximum number of proofs for pairs of changes.
const PAIR_PROOFS: usize = 200;
/// Maximum number of rounds in which pairs are chosen.
const PAIR_ROUNDS: usize = 4;
/// Maximum deviation of a suggestion from the requested shift, as a fraction of the shift.
const NEAR: f64 = 0.5;
/// The highest score that [`Work::points`] returns.
const MOST_POINTS: u32 = 6;
/// Additional penalty, in bits, for a line, an arrow or an area whose shape no other clue of its rule has. In 514
/// featured puzzles, 80 to 91 % of these clues share their shape with another one.
const OWN_SHAPE: u32 = 6;
/// Maximum excess of a step's rating over the target. Harder steps are not tried, so a puzzle that needs one gets no
/// grade.
const BEYOND: f64 = 1.0;

/// Suggests clues that make a puzzle with several solutions unique, or leave few solutions.
///
/// # Errors
/// Returns an error if a named rule is unknown, or its clues cannot be drawn.
pub fn suggest_more(
    prepared: &Prepared,
    wanted: &Suggesting<'_>,
) -> Result<Suggestions, WishError> {
    let mut work = Work::new(prepared, wanted)?;
    Ok(work.more())
}

/// Suggests changes to a unique puzzle that shift its rating by about the requested amount. `known` is its solution.
///
/// # Errors
/// Returns an error if a named rule is unknown, or its clues cannot be drawn.
pub fn suggest_shift(
    prepared: &Prepared,
    known: &[u8],
    wanted: &Suggesting<'_>,
) -> Result<Suggestions, WishError> {
    let mut work = Work::new(prepared, wanted)?;
    Ok(work.shift(known))
}

/// A change that a suggestion may propose.
#[derive(Clone)]
enum Change {
    Give(Given),
    Add(Clue),
    /// Replaces the clue at an index with a weaker clue. The text names the part that the new clue lacks; it is empty
    /// if a value was added.
    Replace(usize, Clue, String),
    Remove(Cite),
}

/// A rule, with the cells of one of its clues.
type Place = (String, Vec<Cell>);

/// A rule, with the cells and parameters of one of its clues.
type Kind = (String, Vec<Cell>, BTreeMap<String, Param>);

struct Work<'a> {
    puzzle: &'a Puzzle,
    book: &'a Book,
    prepared: &'a Prepared,
    wanted: &'a Suggesting<'a>,
    givens: bool,
    rules: Vec<RuleCount>,
    /// Known solutions, as values of all variables of the model.
    known: Vec<Vec<u8>>,
    /// The rule and cells of each clue and given in the puzzle.
    places: BTreeSet<Place>,
    /// The positions of clues that the setter may have forgotten, each with its penalty in bits.
    forgotten: BTreeMap<Place, u32>,
    /// The possibly forgotten clues that are among the changes.
    added: BTreeSet<Clue>,
    /// For each symmetry of the layout, the image of each cell.
    maps: Vec<Vec<Cell>>,
    tried: usize,
}

/// The symmetries that a new clue can help to complete.
const COMPLETED: [Symmetry; 5] = [
    Symmetry::HalfTurn,
    Symmetry::LeftRight,
    Symmetry::TopBottom,
    Symmetry::Diagonal,
    Symmetry::AntiDiagonal,
];

impl<'a> Work<'a> {
    fn new(prepared: &'a Prepared, wanted: &'a Suggesting<'a>) -> Result<Self, WishError> {
        let (puzzle, book) = (&**prepared.puzzle(), prepared.book());
        let used = |rule: String| RuleCount { rule, count: None };
        let layout = &puzzle.layout;
        let mut rules = vec![];
        if wanted.rules.is_empty() {
            let names: BTreeSet<&String> = puzzle.clues.iter().map(|clue| &clue.rule).collect();
            let names = names.into_iter().map(|name| used(name.clone()));
            // Rules whose clues cannot be drawn are skipped without an error, because the user did not name them.
            rules.extend(
                names.filter(|rule| wishes(std::slice::from_ref(rule), layout, book).is_ok()),
            );
        } else {
            let named = wanted.rules.iter().filter(|name| !is_given(name));
            rules.extend(named.cloned().map(used));
            wishes(&rules, layout, book)?;
        }
        let mut places: BTreeSet<Place> = BTreeSet::new();
        for clue in &puzzle.clues {
            places.insert((clue.rule.clone(), sort_cells(clue.cells())));
        }
        for given in &puzzle.givens {
            places.insert((GIVEN.to_owned(), vec![given.cell]));
        }
        let maps = COMPLETED
            .iter()
            .filter_map(|symmetry| symmetry.maps(layout).ok());
        Ok(Self {
            puzzle,
            book,
            prepared,
            wanted,
            givens: wanted.rules.is_empty() || wanted.rules.iter().any(|name| is_given(name)),
            rules,
            known: vec![],
            places,
            forgotten: BTreeMap::new(),
            added: BTreeSet::new(),
            // The first map is the identity, and each of these symmetries has only one other map.
            maps: maps.map(|mut maps| maps.swap_remove(1)).collect(),
            tried: 0,
        })
    }

    /// Returns the limits of a search for up to `solutions` solutions.
    fn limits(&self, solutions: u64) -> Limits<'a> {
        Limits::within(self.wanted.budget, solutions)
    }

    fn more(&mut self) -> Suggestions {
        self.know();
        let mut random = ChaCha8Rng::seed_from_u64(self.wanted.seed);
        let targets = self.targets();
        let mut changes = vec![];
        for target in &targets {
            self.additions(target, &mut changes, &mut random);
        }
        let open = self.different(changes);
        self.tried = open.len();
        let likelihoods = self.likelihoods(&open);
        let bits = |change: &Change| self.unlikely(change, &likelihoods);
        let mut ranked: Vec<(i64, Change)> =
            open.into_iter().map(|open| (bits(&open), open)).collect();
        // The number of proofs is limited, so the likeliest changes are proven first.
        ranked.sort_by_key(|(bits, _)| *bits);
        let open: Vec<Change> = ranked.into_iter().map(|(_, change)| change).collect();
        let mut settling = vec![];
        let mut proofs = 0;
        for change in &open {
            let enough = settling.len() == GRADES || proofs == PROOFS;
            if enough || !self.wanted.budget.has_time() {
                break;
            }
            // Two solutions that satisfy the change are enough to rule it out.
            let [only] = self.list_kept(change, 2)[..] else {
                continue;
            };
            proofs += 1;
            if self.settles(&[change], only) {
                settling.push((change.clone(), self.known[only].clone()));
            }
        }
        let mut suggestions = self.grade_all(&settling, self.wanted.profile);
        suggestions.sort_by(|(one, a), (other, b)| {
            let bits = |change: &Change| self.unlikely(change, &likelihoods);
            let rating = |s: &Suggestion| s.rating.unwrap_or(f64::INFINITY);
            let effort = |s: &Suggestion| s.effort.unwrap_or(f64::INFINITY);
            (bits(one).cmp(&bits(other)))
                .then(rating(a).total_cmp(&rating(b)))
                .then(effort(a).total_cmp(&effort(b)))
        });
        let mut suggestions: Vec<Suggestion> = suggestions.into_iter().map(|(_, s)| s).collect();
        if suggestions.is_empty() && self.wanted.budget.has_time() {
            suggestions = self.nearly(&open);
        }
        self.answer(suggestions, None)
    }

    /// Returns a normalising weight for each rule: the sum of 2^-distance over its tried changes, divided by one more
    /// than its number of clues. Each clue of the puzzle is equally likely to be the missing one, and the changes of
    /// a rule share that likelihood.
    fn likelihoods(&self, changes: &[Change]) -> BTreeMap<String, f64> {
        let mut weights: BTreeMap<String, f64> = BTreeMap::new();
        for change in changes {
            let weight = 0.5f64.powi(self.distance(change) as i32);
            *weights.entry(self.rule_of(change).to_owned()).or_default() += weight;
        }
        for (rule, weight) in &mut weights {
            let of_rule = self.places.iter().filter(|(other, _)| other == rule);
            *weight /= (of_rule.count() + 1) as f64;
        }
        weights
    }

    /// Returns the normalised penalty of a change, in bits. The lower it is, the likelier the setter intended the
    /// change.
    fn unlikely(&self, change: &Change, likelihoods: &BTreeMap<String, f64>) -> i64 {
        let weight = likelihoods.get(self.rule_of(change)).copied();
        let bits = f64::from(self.distance(change)) + weight.unwrap_or(1.0).log2();
        bits.round() as i64
    }

    /// Returns the penalty of a change relative to other changes of its kind, in bits.
    fn distance(&self, change: &Change) -> u32 {
        let place = match change {
            Change::Add(clue) => Some((clue.rule.clone(), sort_cells(clue.cells()))),
            _ => None,
        };
        let forgotten = place.and_then(|place| self.forgotten.get(&place));
        forgotten.copied().unwrap_or_else(|| {
            let own_shape = if self.has_own_shape(change) {
                OWN_SHAPE
            } else {
                0
            };
            MOST_POINTS + 4 - self.points(change) + own_shape
        })
    }

    /// Returns `true` if a change adds a line, an arrow or an area whose shape none of the rule's other clues has. Returns
    /// `false` if the rule has no other clues.
    fn has_own_shape(&self, change: &Change) -> bool {
        let Change::Add(clue) = change else {
            return false;
        };
        let shape = self.book.rule(&clue.rule).map(|rule| rule.shape);
        // All copies of existing clues are in `forgotten`, and this function is called only for clues that are
        // missing there. The clue's shape is therefore new to its rule if clues of this shape are copied at all.
        let is_copied = matches!(shape, Ok(Shape::Line | Shape::Arrow | Shape::Group));
        is_copied
            && self
                .puzzle
                .clues
                .iter()
                .any(|other| other.rule == clue.rule)
    }

    fn rule_of<'c>(&'c self, change: &'c Change) -> &'c str {
        match change {
            Change::Add(clue) => &clue.rule,
            Change::Replace(index, ..) => &self.puzzle.clues[*index].rule,
            Change::Give(_) | Change::Remove(_) => GIVEN,
        }
    }

    fn answer(&self, mut suggestions: Vec<Suggestion>, rating: Option<f64>) -> Suggestions {
        suggestions.truncate(self.wanted.most);
        Suggestions {
            suggestions,
            tried: self.tried,
            known: self.known.len(),
            rating,
            missed: None,
            complete: self.wanted.budget.has_time(),
        }
    }

    /// Collects known solutions: enumerates some and adds random ones.
    fn know(&mut self) {
        let model = self.prepared.model();
        self.known = solve(model, self.limits(LISTED)).solutions;
        let mut random = ChaCha8Rng::seed_from_u64(self.wanted.seed);
        for _ in 0..SAMPLED {
            let limits = Limits::within(self.wanted.budget.with_nodes(SAMPLE_NODES), 1);
            for solution in sample(model, &mut random, limits).solutions {
                if !self.known.contains(&solution) {
                    self.known.push(solution);
                }
            }
        }
    }

    /// Returns up to [`READ`] solutions from which clues are read. They agree with the file's solution if any known
    /// solution does. Otherwise, any known solutions are used.
    fn targets(&mut self) -> Vec<Vec<u8>> {
        let digits = self.puzzle.solution.clone().unwrap_or_default();
        let meant = |solution: &[u8]| {
            let mut pairs = digits.iter().zip(solution);
            pairs.all(|(digit, value)| digit.is_none_or(|digit| digit == *value))
        };
        if let Some(own) = self.find_intended(&digits)
            && !self.known.iter().any(|solution| meant(solution))
        {
            self.known.push(own);
        }
        // In reverse order, the random solutions come first. They are better targets, because consecutive solutions differ
        // too little.
        let mut targets: Vec<Vec<u8>> = self.known.iter().rev().cloned().collect();
        // A clue that is true only of another solution would contradict the solution in the file.
        if targets.iter().any(|solution| meant(solution)) {
            targets.retain(|solution| meant(solution));
        }
        targets.truncate(READ);
        targets
    }

    /// Finds a solution that agrees with the known digits of the file's solution.
    fn find_intended(&self, digits: &[Option<u8>]) -> Option<Vec<u8>> {
        let mut settled = self.puzzle.clone();
        let given = |(index, digit): (usize, &Option<u8>)| {
            Some(Given {
                cell: Cell::from_index(index),
                digits: DigitSet::one((*digit)?),
            })
        };
        settled
            .givens
            .extend(digits.iter().enumerate().filter_map(given));
        let settled = Prepared::new(settled, self.book).ok()?;
        settled.first_solution(self.limits(1))
    }

    /// Appends to `changes` every change that a solution allows: givens, clues of the rules, and values for clues
    /// without a value.
    fn additions(&mut self, solution: &[u8], changes: &mut Vec<Change>, random: &mut ChaCha8Rng) {
        let layout = &self.puzzle.layout;
        if self.givens {
            let given = |cell: &Cell| {
                let there = self.puzzle.givens.iter().any(|given| given.cell == *cell);
                !there
            };
            changes.extend(layout.cells().filter(given).map(|cell| {
                Change::Give(Given {
                    cell,
                    digits: DigitSet::one(solution[cell.index()]),
                })
            }));
        }
        let has_time = || self.wanted.budget.has_time();
        let mut forgotten = find_forgotten(self.puzzle, self.book, Some(solution), &has_time);
        forgotten.extend(find_copies(self.puzzle, self.book, solution, &has_time));
        for (bits, clue) in forgotten {
            let is_wanted = self.rules.iter().any(|wanted| wanted.rule == clue.rule);
            if is_wanted
                && self
                    .book
                    .holds(self.puzzle, self.puzzle.clues.len(), &clue, solution)
                    == Ok(true)
            {
                let place = (clue.rule.clone(), sort_cells(clue.cells()));
                self.forgotten.entry(place).or_insert(bits);
                // Most of these clues are true of several solutions, so repeated clues are skipped.
                if self.added.insert(clue.clone()) {
                    changes.push(Change::Add(clue));
                }
            }
        }
        let bare = Puzzle::new(layout.clone());
        let wishes = wishes(&self.rules, layout, self.book).unwrap_or_default();
        for wish in wishes
            .iter()
            .filter(|wish| wish.rule.shape != Shape::Global)
        {
            for _ in 0..PLACES {
                if !self.wanted.budget.has_time() {
                    return;
                }
                let clue = place(wish.rule, &bare, wish.sizes, solution, random);
                let clue = clue.filter(|clue| self.has_room(clue, wish.rule.shape));
                let clue = clue.and_then(|clue| {
                    fit(
                        self.book,
                        wish.rule,
                        self.puzzle,
                        clue,
                        (solution, &[]),
                        random,
                    )
                });
                let clue = clue.map(|clue| self.in_order(clue, wish.rule.shape, solution));
                changes.extend(clue.map(Change::Add));
            }
        }
        for (index, clue) in self.puzzle.clues.iter().enumerate() {
            let Ok(rule) = self.book.rule(&clue.rule) else {
                continue;
            };
            let lacks = rule.params.iter().any(|spec| {
                matches!(spec.default, cluewright_rules::Default::Optional)
                    && !clue.params.contains_key(&spec.name)
            });
            let named = self.wanted.rules.is_empty()
                || self.rules.iter().any(|named| named.rule == clue.rule);
            if lacks && named {
                let clue = clue.clone();
                let clue = fit(self.book, rule, self.puzzle, clue, (solution, &[]), random);
                changes.extend(clue.map(|clue| Change::Replace(index, clue, String::new())));
            }
        }
    }

    /// Sorts the cells of a dot if the dot is still true in that order, so that the same dot is not suggested twice.
    fn in_order(&self, clue: Clue, shape: Shape, solution: &[u8]) -> Clue {
        let mut sorted = clue.clone();
        if shape == Shape::Pair {
            sorted
                .slots
                .iter_mut()
                .for_each(|(_, cells)| cells.sort_unstable());
        }
        let index = self.puzzle.clues.len();
        match self.book.holds(self.puzzle, index, &sorted, solution) {
            Ok(true) => sorted,
            _ => clue,
        }
    }

    /// Returns `true` if there is room for a clue. A line or an area must not share a cell with another clue of its rule.
    /// Any other clue must not have the same cells as another clue.
    fn has_room(&self, clue: &Clue, shape: Shape) -> bool {
        let large = matches!(
            shape,
            Shape::Line
                | Shape::Arrow
                | Shape::Group
                | Shape::Pieces
                | Shape::Copy
                | Shape::Control
        );
        let cells = sort_cells(clue.cells());
        self.puzzle.clues.iter().all(|other| match large {
            true if other.rule == clue.rule => !other.cells().any(|cell| cells.contains(&cell)),
            true => true,
            false => sort_cells(other.cells()) != cells,
        })
    }

    /// Removes repeated changes, and keeps the first of each. Clues with the same rule, cells and parameters count as
    /// repeated if they keep the same known solutions, even if their cells are in a different order.
    fn different(&self, changes: Vec<Change>) -> Vec<Change> {
        let mut seen = BTreeSet::new();
        let mut on_cells: BTreeMap<Kind, Vec<Change>> = BTreeMap::new();
        let mut changes = changes;
        changes.retain(|change| {
            let Change::Add(clue) = change else {
                return true;
            };
            let cells = sort_cells(clue.cells());
            let key = (clue.rule.clone(), cells, clue.params.clone());
            let there = on_cells.entry(key).or_default();
            let left = |change: &Change| self.list_kept(change, usize::MAX);
            let is_new = !there.iter().any(|other| left(other) == left(change));
            if is_new {
                there.push(change.clone());
            }
            is_new
        });
        changes.retain(|change| {
            // The list ends at the deadline, because further changes could not be tested.
            let edits = if self.wanted.budget.has_time() {
                self.edits(change)
            } else {
                vec![]
            };
            // A change that no puzzle file can express could not be applied, so it is not suggested.
            !edits.is_empty() && seen.insert(json!(edits).to_string())
        });
        changes
    }

    /// Returns the indices of up to `most` known solutions that remain solutions after a change.
    fn list_kept(&self, change: &Change, most: usize) -> Vec<usize> {
        let keeps = |solution: &Vec<u8>| match change {
            Change::Give(given) => given.digits.contains(solution[given.cell.index()]),
            Change::Add(clue) => {
                let index = self.puzzle.clues.len();
                self.book.holds(self.puzzle, index, clue, solution) == Ok(true)
            }
            Change::Replace(index, clue, _) => {
                self.book.holds(self.puzzle, *index, clue, solution) == Ok(true)
            }
            Change::Remove(_) => true,
        };
        let kept = (0..self.known.len()).filter(|&index| keeps(&self.known[index]));
        kept.take(most).collect()
    }

    /// Tries to prove that the changes together leave only the known solution with the index `only`. Returns `false`
    /// if another solution is found, or a limit is reached.
    fn settles(&mut self, changes: &[&Change], only: usize) -> bool {
        let mut puzzle = self.puzzle.clone();
        for change in changes {
            puzzle = apply_change(&puzzle, change);
        }
        let Ok(prepared) = Prepared::new(puzzle, self.book) else {
            return false;
        };
        let Some(found) = proof(&prepared, &self.known[only], self.wanted.budget) else {
            return false;
        };
        let Some(other) = found else {
            return true;
        };
        // If rules depend on unmarked cells, an added clue may allow a solution that the puzzle itself excludes. Such a
        // solution is not stored.
        let of_puzzle = other.len() == self.known[only].len()
            && self
                .book
                .violated(self.puzzle, &other[..self.puzzle.cell_count()])
                .is_ok_and(|broken| broken.is_empty());
        if of_puzzle && !self.known.contains(&other) {
            self.known.push(other);
        }
        false
    }

    /// Finds pairs of clues that make the puzzle unique together. If more suggestions are wanted, adds single clues
    /// that leave the fewest known solutions.
    fn nearly(&mut self, open: &[Change]) -> Vec<Suggestion> {
        let mut suggestions = vec![];
        let mut cutting = vec![];
        // Each round uses the solutions that the proofs of earlier rounds found, so it chooses better pairs.
        for _ in 0..PAIR_ROUNDS {
            cutting = self.list_cutting(open);
            let known = self.known.len();
            self.find_pairs(&cutting, &mut suggestions);
            if !suggestions.is_empty() || self.known.len() == known {
                break;
            }
        }
        let room = self.wanted.most.saturating_sub(suggestions.len());
        for (_, change) in cutting.iter().take(room) {
            suggestions.push(Suggestion {
                text: self.text(change),
                edits: self.edits(change),
                left: Some(self.list_kept(change, usize::MAX).len()),
                ..Suggestion::EMPTY
            });
        }
        suggestions
    }

    /// Returns the changes that leave the fewest known solutions, but at least one. Each change comes with the indices of
    /// these solutions.
    fn list_cutting<'c>(&self, open: &'c [Change]) -> Vec<(Vec<usize>, &'c Change)> {
        let mut cutting: Vec<(Vec<usize>, &Change)> = open
            .iter()
            .take_while(|_| self.wanted.budget.has_time())
            .map(|change| (self.list_kept(change, usize::MAX), change))
            .filter(|(left, _)| !left.is_empty())
            .collect();
        cutting.sort_by_key(|(left, change)| (left.len(), std::cmp::Reverse(self.points(change))));
        cutting.truncate(PAIRED);
        cutting
    }

    /// Finds pairs of changes that leave only one of the known solutions, and adds those that make the puzzle unique.
    fn find_pairs(&mut self, cutting: &[(Vec<usize>, &Change)], suggestions: &mut Vec<Suggestion>) {
        let mut proofs = 0;
        for (number, (left, one)) in cutting.iter().enumerate() {
            for (also, other) in &cutting[number + 1..] {
                let both: Vec<usize> = left.iter().copied().filter(|n| also.contains(n)).collect();
                let [only] = both[..] else {
                    continue;
                };
                let enough = suggestions.len() == self.wanted.most || proofs == PAIR_PROOFS;
                if enough || !self.wanted.budget.has_time() {
                    return;
                }
                // Earlier proofs may have found new solutions that rule out this pair.
                let kept = self.list_kept(one, usize::MAX);
                let also = self.list_kept(other, usize::MAX);
                if also.iter().filter(|n| kept.contains(n)).count() > 1 {
                    continue;
                }
                proofs += 1;
                if self.settles(&[one, other], only) {
                    suggestions.push(Suggestion {
                        text: format!("{}, and {}", self.text(one), self.text(other)),
                        edits: [self.edits(one), self.edits(other)].concat(),
                        unique: true,
                        ..Suggestion::EMPTY
                    });
                }
            }
        }
    }

    fn shift(&mut self, known: &[u8]) -> Suggestions {
        self.known = vec![known.to_vec()];
        let shift = self.wanted.shift;
        let own = self.grade(self.prepared, known, self.wanted.profile);
        let Some(own) = own else {
            return self.answer(vec![], None);
        };
        let mut random = ChaCha8Rng::seed_from_u64(self.wanted.seed);
        let mut changes = vec![];
        // More clues usually make a puzzle easier, and fewer clues make it harder.
        if shift < 0.0 {
            self.additions(known, &mut changes, &mut random);
        } else {
            let clues = (0..self.puzzle.clues.len()).map(|index| Cite::Clue(index as u16));
            let givens = (0..self.puzzle.givens.len()).map(|index| Cite::Given(index as u16));
            changes.extend(clues.chain(givens).map(Change::Remove));
            for (index, clue) in self.puzzle.clues.iter().enumerate() {
                let parts = weaker(self.puzzle, self.book, clue);
                changes.extend(
                    parts
                        .into_iter()
                        .map(|(part, clue)| Change::Replace(index, clue, part)),
                );
            }
        }
        let mut open = self.different(changes);
        open.shuffle(&mut random);
        // The sort is stable, so changes with equal points stay in random order.
        open.sort_by_cached_key(|change| std::cmp::Reverse(self.points(change)));
        let mut settling = vec![];
        for change in open {
            if settling.len() == GRADES || !self.wanted.budget.has_time() {
                break;
            }
            self.tried += 1;
            if self.settles(&[&change], 0) {
                settling.push((change, known.to_vec()));
            }
        }
        let highest = own.rating + shift.max(0.0) + BEYOND;
        let profile = self.wanted.profile.clone().up_to(highest);
        let mut suggestions = self.grade_all(&settling, &profile);
        // NaN fails every comparison, so changes without a rating are dropped below.
        let by = |suggestion: &Suggestion| suggestion.rating.unwrap_or(f64::NAN) - own.rating;
        // Changes in the wrong direction are dropped. If the rating stays the same, the effort decides.
        suggestions.retain(|(_, suggestion)| {
            let effort = suggestion.effort.unwrap_or(f64::NAN) - own.effort;
            let moved = match by(suggestion).abs() < 0.05 {
                true => effort,
                false => by(suggestion),
            };
            moved * shift > 0.0
        });
        suggestions.sort_by(|(one, a), (other, b)| {
            let tenths = |s: &Suggestion| ((by(s) - shift).abs() * 10.0).round() as i64;
            tenths(a)
                .cmp(&tenths(b))
                .then(self.points(other).cmp(&self.points(one)))
        });
        let suggestions: Vec<Suggestion> = suggestions.into_iter().map(|(_, s)| s).collect();
        let missed = suggestions.first().map(|first| (by(first) - shift).abs());
        Suggestions {
            // A large miss is reported. Otherwise the best suggestion would look as if it matched the request.
            missed: missed.filter(|missed| *missed > (shift.abs() * NEAR).max(0.3)),
            ..self.answer(suggestions, Some(own.rating))
        }
    }

    /// Grades changes that make the puzzle unique.
    fn grade_all(
        &self,
        settling: &[(Change, Vec<u8>)],
        profile: &Profile,
    ) -> Vec<(Change, Suggestion)> {
        if let Some(tell) = self.wanted.progress {
            tell(Stage {
                doing: "changes graded",
                done: 0,
                of: Some(settling.len()),
            });
        }
        let pool = Pool::new(self.wanted.threads);
        let grades = pool.each_with(
            settling,
            || (),
            |(), (change, solution)| {
                if !self.wanted.budget.has_time() {
                    return None;
                }
                let prepared = Prepared::new(apply_change(self.puzzle, change), self.book).ok()?;
                let full = with_variables(&prepared, solution, self.wanted.budget)?;
                self.grade(&prepared, &full, profile)
            },
        );
        let suggestions = settling.iter().zip(grades).map(|((change, _), grade)| {
            let suggestion = Suggestion {
                text: self.text(change),
                edits: self.edits(change),
                unique: true,
                left: None,
                rating: grade.as_ref().map(|grade| grade.rating),
                tier: grade.as_ref().map(|grade| grade.tier.clone()),
                effort: grade.as_ref().map(|grade| grade.effort),
            };
            (change.clone(), suggestion)
        });
        suggestions.collect()
    }

    fn grade(&self, prepared: &Prepared, known: &[u8], profile: &Profile) -> Option<Grade> {
        let ground = prepared.ground().ok()?.with_only_solution(known.to_vec());
        let path = path_of(&ground, profile, |_| self.wanted.budget.has_time());
        let grade = Grade::of(&ground, &path, profile);
        grade.solved.then_some(grade)
    }

    /// Returns a score for how natural a change is. Points are given for a rule that the puzzle already uses, a
    /// position that completes a symmetry, contact with another clue, and a common rule.
    fn points(&self, change: &Change) -> u32 {
        let (rule, cells) = match change {
            Change::Give(given) => (GIVEN, vec![given.cell]),
            Change::Add(clue) => (&*clue.rule, sort_cells(clue.cells())),
            // A replacement does not change the layout, so it gets a fixed score.
            Change::Replace(..) => return 5,
            Change::Remove(_) => return 4,
        };
        let used = self.places.iter().any(|(other, _)| other == rule);
        let is_typical = |rule| self.book.rule(rule).is_ok_and(|rule| rule.typical.common);
        let common = rule == GIVEN || is_typical(rule);
        let layout = &self.puzzle.layout;
        let in_grid = cells.iter().all(|cell| cell.index() < layout.cell_count());
        let completes = in_grid
            && self.maps.iter().any(|map| {
                let image = sort_cells(cells.iter().map(|cell| map[cell.index()]));
                image != cells && self.places.contains(&(rule.to_owned(), image))
            });
        let beside = |one: Cell, other: Cell| {
            let ((row, column), (r, c)) = (layout.place(one), layout.place(other));
            row.abs_diff(r) + column.abs_diff(c) <= 1
        };
        let touches = in_grid
            && self.places.iter().any(|(_, there)| {
                there
                    .iter()
                    .any(|other| cells.iter().any(|cell| beside(*cell, *other)))
            });
        2 * u32::from(used) + 2 * u32::from(completes) + u32::from(touches) + u32::from(common)
    }

    fn edits(&self, change: &Change) -> Vec<Edit> {
        let puzzle = self.puzzle;
        let edit = match change {
            Change::Give(given) => write_given(puzzle, *given).map(|new| Edit::Add {
                rule: GIVEN.to_owned(),
                new,
            }),
            Change::Add(clue) => write_clue(puzzle, clue).map(|new| Edit::Add {
                rule: clue.rule.clone(),
                new,
            }),
            Change::Replace(index, clue, _) => write_clue(puzzle, clue).map(|new| Edit::Replace {
                rule: puzzle.clues[*index].rule.clone(),
                index: *index,
                new,
            }),
            Change::Remove(Cite::Clue(index)) => Some(Edit::Remove {
                rule: puzzle.clues[usize::from(*index)].rule.clone(),
                index: usize::from(*index),
            }),
            Change::Remove(Cite::Given(index)) => Some(Edit::Remove {
                rule: GIVEN.to_owned(),
                index: usize::from(*index),
            }),
            Change::Remove(Cite::House(_)) => None,
        };
        edit.into_iter().collect()
    }

    fn text(&self, change: &Change) -> String {
        let puzzle = self.puzzle;
        match change {
            Change::Give(given) => {
                let digits: String = given.digits.iter().map(digit_char).collect();
                format!("give {digits} in {}", puzzle.cell_name(given.cell))
            }
            Change::Add(_) => {
                let index = Cite::Clue(puzzle.clues.len() as u16);
                let name = name_new(self.book, &apply_change(puzzle, change), index).name;
                format!("add {name}")
            }
            Change::Replace(index, clue, part) if part.is_empty() => format!(
                "make {} {}",
                named(self.book, puzzle, Cite::Clue(*index as u16)).name,
                self.book.describe(puzzle, clue)
            ),
            Change::Replace(index, _, part) => {
                let clue = named(self.book, puzzle, Cite::Clue(*index as u16)).name;
                format!("remove {part} from {clue}")
            }
            Change::Remove(cite) => format!("remove {}", named(self.book, puzzle, *cite).name),
        }
    }
}

impl Suggestion {
    const EMPTY: Self = Self {
        text: String::new(),
        edits: vec![],
        unique: false,
        left: None,
        rating: None,
        tier: None,
        effort: None,
    };
}

/// Returns `true` if a name in the request means givens.
fn is_given(name: &str) -> bool {
    matches!(name, "given" | "givens")
}

fn sort_cells(cells: impl Iterator<Item = Cell>) -> Vec<Cell> {
    let mut cells: Vec<Cell> = cells.collect();
    cells.sort_unstable();
    cells
}

fn apply_change(puzzle: &Puzzle, change: &Change) -> Puzzle {
    let mut changed = puzzle.clone();
    match change {
        Change::Give(given) => changed.givens.push(*given),
        Change::Add(clue) => changed.clues.push(clue.clone()),
        Change::Replace(index, clue, _) => return put(puzzle, *index, clue.clone()),
        Change::Remove(cite) => return without(puzzle, &[*cite]),
    }
    changed
}

/// Searches for a solution other than the known one. Returns `None` if a limit was reached or the model does not have the
/// known solution, and `Some(None)` if there is no other solution.
fn proof(prepared: &Prepared, known: &[u8], budget: Budget<'_>) -> Option<Option<Vec<u8>>> {
    let known = with_variables(prepared, known, budget)?;
    let mut found = others(prepared.model(), &known, Limits::within(budget, 1));
    match (found.solutions.pop(), found.stopped) {
        (Some(other), _) => Some(Some(other)),
        (None, None) => Some(None),
        (None, Some(_)) => None,
    }
}

/// Extends the digits of a solution to values of all variables of the model, including auxiliary ones. Returns `None` if
/// the model does not have that solution, or if the search for it reaches a limit.
fn with_variables(prepared: &Prepared, solution: &[u8], budget: Budget<'_>) -> Option<Vec<u8>> {
    let puzzle = prepared.puzzle();
    let mut settled = Puzzle::clone(puzzle);
    let cells = puzzle.cell_count();
    let given = |index: usize| Given {
        cell: Cell::from_index(index),
        digits: DigitSet::one(solution[index]),
    };
    settled
        .givens
        .extend((0..cells.min(solution.len())).map(given));
    let settled = Prepared::new(settled, prepared.book()).ok()?;
    settled.first_solution(Limits::within(budget.with_nodes(Budget::USUAL_NODES), 1))
}
