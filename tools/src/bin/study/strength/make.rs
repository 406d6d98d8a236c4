//! Makes puzzles like those of a setter, with random clues that are true of a random solution, and a minimal set of
//! givens that makes the puzzle unique.

use super::families::Family;
use super::{Study, write_lines};
use cluewright_engine::search::Found;
use cluewright_formats::FORMATS;
use cluewright_formats::Format;
use cluewright_formats::native::Native;
use cluewright_puzzle::{Cell, Clue, Param, Puzzle};
use cluewright_rules::{Book, Clues, ParamKind, Rule, Shape};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::error::Error;
use tools::clues::{Random, Recipe, marks, new_given, place, random_solution, search, true_clues};

/// Node limit for the search for further solutions. A puzzle that is undecided at the limit is kept. A higher limit
/// would only take longer, and a lower limit would keep more puzzles with several solutions.
const NODES: u64 = 2_000;

/// Number of cells that get random digits before a search fills the rest. It is large enough to make all parts of
/// the grids differ.
const SHUFFLED: usize = 12;

/// Maximum number of grids to try for one puzzle.
const GRIDS: u64 = 4;

/// Maximum number of attempts to choose the digits of a `connected-values` clue, or to make a clue or given false.
const WAYS: usize = 200;

/// How a puzzle was made.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum Kind {
    /// The puzzle has a minimal set of givens that makes it unique.
    Unique,
    /// The puzzle was unique, and two of its givens were removed.
    Several,
    /// The puzzle was unique, and one of its clues or givens was made false.
    None,
}

/// A generated puzzle, with its family and number.
#[derive(Serialize, Deserialize)]
pub(crate) struct Made {
    pub(crate) family: String,
    pub(crate) id: String,
    pub(crate) kind: Kind,
    pub(crate) puzzle: String,
}

/// A line of the input for the harness that runs the peer.
#[derive(Serialize)]
struct ForPeer<'a> {
    id: &'a str,
    iss: String,
}

/// Makes `count` puzzles for each family.
pub(crate) fn all(study: &Study, count: u64) -> Result<(), Box<dyn Error>> {
    std::fs::create_dir_all(&study.folder)?;
    let iss = FORMATS.iter().find(|format| format.name() == "iss");
    let iss = iss.ok_or("there is no such format")?;
    let mut lines = study.others("puzzles.jsonl", "{\"family\":\"")?;
    let mut for_peer = study.others("peer.jsonl", "{\"id\":\"")?;
    for family in &study.families {
        let (mut made, mut givens) = (0, 0);
        for number in 0..count {
            let Some((kind, puzzle)) = puzzle(family, number) else {
                continue;
            };
            made += 1;
            givens += puzzle.givens.len();
            let id = format!("{} {number}", family.name);
            if let Ok(iss) = iss.write(&puzzle)
                && means_the_same(&puzzle)
            {
                for_peer.push(serde_json::to_string(&ForPeer { id: &id, iss })?);
            }
            lines.push(serde_json::to_string(&Made {
                family: family.name.clone(),
                id,
                kind,
                puzzle: Native.write(&puzzle)?,
            })?);
        }
        println!("{} {made}, {givens} givens", family.name);
        write_lines(&study.path("puzzles.jsonl"), &lines)?;
        write_lines(&study.path("peer.jsonl"), &for_peer)?;
    }
    Ok(())
}

/// Returns `true` if the peer interprets the puzzle in the same way. For a rellik cage with sum 0, the peer counts
/// the empty set of cells, so there is no solution. According to the text of the rule, only sets of one or more
/// digits count.
fn means_the_same(puzzle: &Puzzle) -> bool {
    let differs =
        |clue: &Clue| clue.rule == "rellik-cage" && clue.params.get("sum") == Some(&Param::Int(0));
    !puzzle.clues.iter().any(differs)
}

/// Makes a puzzle with a random stream that depends only on the family and the number.
fn puzzle(family: &Family, number: u64) -> Option<(Kind, Puzzle)> {
    (0..GRIDS).find_map(|grid| {
        let mut random = Random::seed_from_u64(seed(&family.name, 1_000 * number + grid));
        puzzle_on(family, number, &mut random)
    })
}

/// Derives a seed from the name of a family and a number.
pub(crate) fn seed(name: &str, number: u64) -> u64 {
    name.bytes().fold(number, |seed, byte| {
        seed.wrapping_mul(257).wrapping_add(byte.into())
    })
}

/// Makes a puzzle. Of ten consecutive numbers, seven give unique puzzles, one a puzzle with several solutions, and two
/// puzzles without a solution.
fn puzzle_on(family: &Family, number: u64, random: &mut Random) -> Option<(Kind, Puzzle)> {
    let book = Book::builtin();
    let (mut puzzle, solution) = add_clues(book, family, random)?;
    minimise(book, &mut puzzle, &solution, random);
    match number % 10 {
        0..=6 => Some((Kind::Unique, puzzle)),
        7 => {
            puzzle.givens.shuffle(random);
            puzzle
                .givens
                .truncate(puzzle.givens.len().saturating_sub(2));
            Some((Kind::Several, puzzle))
        }
        _ => {
            let falsified =
                (0..WAYS).find_map(|_| falsify(book, family, &puzzle, &solution, random));
            Some((Kind::None, falsified?))
        }
    }
}

/// Makes a puzzle with all its clues but no givens, and returns it with one of its solutions.
pub(crate) fn add_clues(
    book: &Book,
    family: &Family,
    random: &mut Random,
) -> Option<(Puzzle, Vec<u8>)> {
    let (_, first) = family.rules.first()?;
    let mut puzzle = first.base.clone();
    for (rule, recipe) in &family.rules {
        if rule.shape == Shape::Global && recipe.marks.is_empty() {
            puzzle.clues.push(global(rule, recipe));
        }
    }
    let solution = random_solution(book, &puzzle, SHUFFLED, random)?;
    for (rule, recipe) in &family.rules {
        let base = &puzzle;
        let recipe = Recipe {
            base: Puzzle {
                clues: vec![],
                ..base.clone()
            },
            params: recipe.params.clone(),
            marks: recipe.marks.clone(),
            ..*recipe
        };
        let clues = match rule.shape {
            Shape::Global if recipe.marks.is_empty() => continue,
            Shape::Global => {
                let mut clues = marks(book, &recipe.base, &recipe.marks, &solution);
                clues.push(global(rule, &recipe));
                clues
            }
            // The base puzzle already has the clues of these two rules.
            _ if matches!(&*rule.name, "chaos-construction" | "yin-yang") => continue,
            _ if rule.name == "connected-values" => connect(book, &recipe, &solution, random),
            _ => true_clues(book, rule, &recipe, &solution, random),
        };
        if clues.is_empty() {
            return None;
        }
        puzzle.clues.extend(clues);
    }
    Some((puzzle, solution))
}

fn global(rule: &Rule, recipe: &Recipe) -> Clue {
    Clue {
        params: recipe.params.clone(),
        ..Clue::new(&rule.name)
    }
}

/// Returns a clue that requires the cells with certain digits to be connected. The digits are chosen so that these
/// cells form one area in the solution.
fn connect(book: &Book, recipe: &Recipe, solution: &[u8], random: &mut Random) -> Vec<Clue> {
    let cells: Vec<Cell> = recipe.base.layout.cells().collect();
    let mut digits: Vec<i64> = (1..=9).collect();
    for _ in 0..WAYS {
        digits.shuffle(random);
        let some = Param::Ints(digits[..random.random_range(3..=6)].to_vec());
        let clue = Clue::on("connected-values", cells.clone()).with("digits", some);
        if book.holds(&recipe.base, 0, &clue, solution) == Ok(true) {
            return vec![clue];
        }
    }
    vec![]
}

/// Adds a minimal set of givens that makes the puzzle unique. Finds the shortest sufficient prefix of a random order of
/// the cells, and then removes redundant givens.
fn minimise(book: &Book, puzzle: &mut Puzzle, solution: &[u8], random: &mut Random) {
    // If only a layer has to be found, the givens are cells of the layer.
    let shaded = puzzle.clues.iter().any(|clue| clue.rule == "yin-yang");
    let mut cells: Vec<Cell> = match shaded {
        true => (puzzle.layout.cell_count()..puzzle.cell_count())
            .map(Cell::from_index)
            .collect(),
        false => puzzle.layout.cells().collect(),
    };
    cells.shuffle(random);
    let with = |cells: &[Cell]| {
        let mut puzzle = puzzle.clone();
        let givens = cells
            .iter()
            .map(|&cell| new_given(cell, solution[cell.index()]));
        puzzle.givens.extend(givens);
        search(book, &puzzle, 2, NODES)
    };
    let (mut few, mut enough) = (0, cells.len());
    while few < enough {
        let middle = usize::midpoint(few, enough);
        match with(&cells[..middle]).count {
            2.. => few = middle + 1,
            _ => enough = middle,
        }
    }
    cells.truncate(enough);
    for cell in cells.clone() {
        let fewer: Vec<Cell> = cells
            .iter()
            .copied()
            .filter(|&other| other != cell)
            .collect();
        if is_unique(&with(&fewer)) {
            cells = fewer;
        }
    }
    let givens = cells
        .iter()
        .map(|&cell| new_given(cell, solution[cell.index()]));
    puzzle.givens.extend(givens.collect::<Vec<_>>());
}

fn is_unique(found: &Found) -> bool {
    found.count == 1 && found.stopped.is_none()
}

/// Makes one clue false or, if no clue was placed at random, one given. Returns the puzzle if a short search then finds
/// no solution.
fn falsify(
    book: &Book,
    family: &Family,
    puzzle: &Puzzle,
    solution: &[u8],
    random: &mut Random,
) -> Option<Puzzle> {
    let mut puzzle = puzzle.clone();
    let placed: Vec<usize> = (0..puzzle.clues.len())
        .filter(|&clue| family.of(&puzzle.clues[clue].rule).is_some())
        .collect();
    match placed.choose(random) {
        Some(&clue) => {
            let (rule, recipe) = family.of(&puzzle.clues[clue].rule)?;
            let changed = change_clue(rule, recipe, &puzzle.clues[clue], solution, random)?;
            puzzle.clues[clue] = changed;
            let bare = Puzzle {
                clues: vec![puzzle.clues[clue].clone()],
                ..puzzle.clone()
            };
            let fits = book.check(&bare).is_ok();
            if !fits || book.holds(&bare, 0, &bare.clues[0], solution) != Ok(false) {
                return None;
            }
        }
        None => {
            let place = random.random_range(0..puzzle.givens.len().max(1));
            let given_here = puzzle.givens.get_mut(place)?;
            let digits: Vec<u8> = puzzle.layout.digits().iter().collect();
            let other = *digits.choose(random)?;
            if given_here.digits.contains(other)
                || given_here.cell.index() >= puzzle.layout.cell_count()
            {
                return None;
            }
            *given_here = new_given(given_here.cell, other);
        }
    }
    (search(book, &puzzle, 1, NODES).count == 0).then_some(puzzle)
}

/// Returns the clue with another number or, if it has no number, in another position.
fn change_clue(
    rule: &Rule,
    recipe: &Recipe,
    clue: &Clue,
    solution: &[u8],
    random: &mut Random,
) -> Option<Clue> {
    let mut clue = clue.clone();
    let number = rule.params.iter().find(|spec| {
        matches!(spec.kind, ParamKind::Number)
            && clue.params.contains_key(&spec.name)
            && !recipe.params.contains_key(&spec.name)
    });
    if let Some(spec) = number
        && let Some(Param::Int(number)) = clue.params.get_mut(&spec.name)
    {
        *number += random.random_range(1..=3) * [1, -1][random.random_range(0..2)];
        return Some(clue);
    }
    let elsewhere = place(rule, &recipe.base, recipe.cells, solution, random)?;
    let params: BTreeMap<String, Param> = clue.params;
    Some(Clue {
        params,
        ..elsewhere
    })
}

impl Family {
    /// Returns the rule with this name and its recipe, if clues of the rule were placed at random.
    fn of(&self, name: &str) -> Option<(&'static Rule, &Recipe)> {
        let (rule, recipe) = self.rules.iter().find(|(rule, _)| rule.name == name)?;
        let stays = rule.shape == Shape::Global
            || matches!(
                name,
                "chaos-construction"
                    | "yin-yang"
                    | "connected-values"
                    | "minimum"
                    | "maximum"
                    | "counting-circles"
            );
        (!stays).then_some((*rule, recipe))
    }
}
