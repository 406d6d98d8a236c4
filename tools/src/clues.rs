//! Generates random clues of any rule: their positions, and numbers that make them true of a grid.

use cluewright_engine::compile;
use cluewright_engine::parts;
use cluewright_engine::search::{self, Found, Limits};
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Param, Puzzle};
use cluewright_rules::encodings::encode_key;
use cluewright_rules::{Book, Rule, Shape};
use cluewright_setter::setting::fit;
pub use cluewright_setter::setting::{marks, place};
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeMap;

/// The random number generator of the tools.
pub type Random = ChaCha8Rng;

/// Node limit of a search. A puzzle that needs more nodes is not small.
pub const NODES: u64 = 5_000;

/// Maximum number of random positions to try for the clues of one grid.
const PLACES: usize = 20_000;

/// A recipe for generating puzzles of a rule.
pub struct Recipe {
    /// The part that all puzzles of the rule have in common: the grid, layers, and clues about the layers.
    pub base: Puzzle,
    /// Number of clues to add; redundant ones are removed later.
    pub clues: usize,
    /// The minimum and maximum number of cells in a clue, if its shape allows any number of cells.
    pub cells: (usize, usize),
    /// Parameters whose values cannot be derived from a grid.
    pub params: BTreeMap<String, Param>,
    /// Rules whose marks, such as dots, must all be given, because the recipe's rule constrains pairs without a mark.
    pub marks: Vec<String>,
}

impl Recipe {
    /// Creates a recipe with `clues` clues of a rule, or with one clue if the rule puts all its cells in one clue.
    /// `cells` is the minimum and maximum number of cells in each clue.
    pub fn new(rule: &Rule, base: Puzzle, clues: usize, cells: (usize, usize)) -> Self {
        let name = rule.name.as_str();
        // The patterns and machines below are written for digits up to 6, so that they also suit 6x6 grids.
        let param: Option<(&str, Param)> = match name {
            "taxicab" => Some(("distance", Param::Int(3))),
            "different-remainders" => Some(("modulus", Param::Int(3))),
            "forbidden-sums" | "knight-sums" => Some(("sums", Param::Ints(vec![7]))),
            "neighbour-sums" => Some(("sums", Param::Ints(vec![6, 7, 8]))),
            "regex" => Some(("pattern", "[135]+[246]+".into())),
            // This machine accepts if the sum of the digits is a multiple of three.
            "nfa" => Some(("machine", "RVP7DH8MP4ww".into())),
            // This table allows two digits if they are coprime.
            "pair-table" | "pair-table-all" => {
                let key = encode_key(&base.layout, |a, b| divisors(a) & divisors(b) == 1 << 1);
                Some(("key", key.as_str().into()))
            }
            _ => None,
        };
        let params = param
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        Self {
            params: params.collect(),
            base,
            clues: if rule.typical.is_all_in_one() {
                1
            } else {
                clues
            },
            cells,
            marks: rule.typical.marks.clone(),
        }
    }
}

/// Returns the divisors of a number from 1 to 25, as a bit mask.
fn divisors(number: u8) -> u32 {
    let divides = (1..=25).filter(|&by| number.is_multiple_of(by));
    divides.fold(0, |set, by| set | 1 << by)
}

/// Generates a full grid that satisfies the puzzle. Some cells are filled at random, so that the grid does not
/// depend on the order of the search. The other cells are taken from the first solution that the search finds.
pub fn random_solution(
    book: &Book,
    puzzle: &Puzzle,
    first: usize,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut puzzle = puzzle.clone();
    let mut cells: Vec<Cell> = puzzle.layout.cells().collect();
    cells.shuffle(random);
    for &cell in cells.iter().take(first) {
        let mut digits: Vec<u8> = puzzle.layout.digits().iter().collect();
        digits.shuffle(random);
        for digit in digits {
            puzzle.givens.push(new_given(cell, digit));
            if search(book, &puzzle, 1, NODES).count == 1 {
                break;
            }
            puzzle.givens.pop();
        }
    }
    search(book, &puzzle, 1, NODES).solutions.pop()
}

/// Generates random clues that are true of the grid and not trivial. Clues outside the grid and clues on diagonals or
/// pairs may share cells; other clues may not.
pub fn true_clues(
    book: &Book,
    rule: &Rule,
    recipe: &Recipe,
    solution: &[u8],
    random: &mut Random,
) -> Vec<Clue> {
    let mut clues: Vec<Clue> = vec![];
    for _ in 0..PLACES {
        if clues.len() == recipe.clues {
            break;
        }
        let Some(mut clue) = place(rule, &recipe.base, recipe.cells, solution, random) else {
            continue;
        };
        clue.params = recipe.params.clone();
        let apart = match rule.shape {
            Shape::Outside | Shape::Diagonal | Shape::Pair => {
                clues.iter().all(|other| other.slots != clue.slots)
            }
            _ => clues
                .iter()
                .all(|other| other.cells().all(|c| clue.cells().all(|d| c != d))),
        };
        if apart {
            let fitted = fit(book, rule, &recipe.base, clue, (solution, &[]), random);
            clues.extend(fitted.filter(|clue| says_something(book, &recipe.base, clue)));
        }
    }
    clues
}

/// Returns `true` if a clue excludes anything. A region sum line within one box, for example, does not.
fn says_something(book: &Book, base: &Puzzle, clue: &Clue) -> bool {
    let puzzle = Puzzle {
        clues: vec![clue.clone()],
        ..base.clone()
    };
    parts(&puzzle, book).is_ok_and(|parts| !parts.is_empty())
}

/// Creates a given with one digit.
pub fn new_given(cell: Cell, digit: u8) -> Given {
    Given {
        cell,
        digits: DigitSet::one(digit),
    }
}

/// Adds a given to every cell, and states the solution.
pub fn give_all(puzzle: &mut Puzzle, solution: &[u8]) {
    let cells = puzzle.layout.cells().zip(solution);
    puzzle.givens = cells.map(|(cell, &digit)| new_given(cell, digit)).collect();
    puzzle.solution = Some(solution.iter().copied().map(Some).collect());
}

/// Searches for solutions of a puzzle within a node limit.
pub fn search(book: &Book, puzzle: &Puzzle, solutions: u64, nodes: u64) -> Found {
    let model = compile(puzzle, book).expect("clues that were checked can be compiled");
    let limits = Limits {
        nodes,
        ..Limits::solutions(solutions)
    };
    search::solve(&model, limits)
}
