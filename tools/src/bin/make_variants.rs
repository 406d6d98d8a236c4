//! Generates puzzles for the corpus: for every rule of the book, one small puzzle that is not unique without that rule
//! (`variants`), and some plain grids (`classic`).
//!
//! ```text
//! cargo run --release -p tools --bin make_variants -- corpus [NAME …]
//! ```
//!
//! For each rule, the program generates a random full grid and random clues that are true of it. It then removes first
//! givens and then clues, as long as the puzzle stays unique. Every puzzle has its own random stream, so that it does
//! not depend on the others. NAME limits the run to some puzzles.
//!
//! Afterwards, the program reads back and solves all files of the corpus, including the seeds, and lists them in the
//! `expected.csv` of their family. A variant must have one solution with the clues of its rule, and several without
//! them.

use cluewright_engine::search::Found;
use cluewright_formats::native::Native;
use cluewright_formats::{Format, ReadOptions};
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle, digit_char};
use cluewright_rules::{Book, Rule, Shape};
use rand::SeedableRng;
use rand::seq::SliceRandom;
use std::collections::BTreeSet;
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use tools::clues::{NODES, Random, Recipe, give_all, marks, random_solution, search, true_clues};

/// Number of puzzles to make, each from its own grid. The one with the fewest givens is kept.
const GRIDS: usize = 6;

/// Maximum number of grids to try for each puzzle.
const MOST_GRIDS: u64 = 200;

/// The numbers of rows of the plain grids.
const CLASSIC: &[u8] = &[4, 6, 8, 9, 10, 12];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let corpus = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let names: BTreeSet<String> = arguments.collect();
    let wanted = |name: &str| names.is_empty() || names.contains(name);
    let book = Book::builtin();
    for rule in book.rules() {
        let rule = rule.map_err(Clone::clone)?;
        if wanted(&rule.name) {
            let made = best(&rule.name, |random| variant(book, rule, random));
            let made = made.ok_or_else(|| format!("no puzzle for {}", rule.name))?;
            let path = corpus.join("variants").join(format!("{}.toml", rule.name));
            fs::write(path, Native.write(&made)?)?;
        }
    }
    for &size in CLASSIC {
        let name = format!("{size}x{size}");
        if wanted(&name) {
            let made = best(&name, |random| classic(book, size, random));
            let made = made.ok_or_else(|| format!("no puzzle for {name}"))?;
            let path = corpus.join("classic").join(format!("{name}.toml"));
            fs::write(path, Native.write(&made)?)?;
        }
    }
    for family in ["classic", "seeds", "variants"] {
        write_expected(book, &corpus.join(family))?;
    }
    Ok(())
}

/// Solves every puzzle in a folder, and writes the results to its `expected.csv`.
fn write_expected(book: &Book, folder: &Path) -> Result<(), Box<dyn Error>> {
    let files = fs::read_dir(folder)?.map(|file| file.map(|file| file.path()));
    let mut files: Vec<PathBuf> = files.collect::<Result<_, _>>()?;
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let mut table = csv::Writer::from_path(folder.join("expected.csv"))?;
    table.write_record(["id", "verdict", "solution", "without_rule", "nodes"])?;
    for path in files {
        let id = path
            .file_stem()
            .map_or_else(String::new, |id| id.to_string_lossy().into_owned());
        let text = fs::read_to_string(&path)?;
        let puzzles = Native.read(&text, &ReadOptions::default())?;
        let puzzle = puzzles.first().ok_or("no puzzle")?;
        let found = proof(book, puzzle, 2);
        let solution = found
            .solutions
            .first()
            .map_or_else(String::new, |values| digits(values));
        let is_variant = puzzle.clues.iter().any(|clue| clue.rule == id);
        let without = match is_variant {
            true => verdict(&proof(book, &without(puzzle, &id), 2)),
            false => "",
        };
        let nodes = found.nodes.to_string();
        table.write_record([&*id, verdict(&found), &solution, without, &nodes])?;
    }
    Ok(table.flush()?)
}

fn verdict(found: &Found) -> &'static str {
    match (found.count, found.stopped) {
        (2.., _) => "several",
        (_, Some(_)) => "undecided",
        (1, None) => "unique",
        (0, None) => "none",
    }
}

/// Makes puzzles from several grids, and returns the one with the fewest givens.
fn best(name: &str, make: impl Fn(&mut Random) -> Option<Puzzle>) -> Option<Puzzle> {
    let made = (0..MOST_GRIDS).filter_map(|grid| {
        let seed = name.bytes().fold(grid, |seed, b| {
            seed.wrapping_mul(257).wrapping_add(b.into())
        });
        make(&mut Random::seed_from_u64(seed))
    });
    made.take(GRIDS).min_by_key(|puzzle| puzzle.givens.len())
}

/// Makes a plain grid without redundant givens.
fn classic(book: &Book, size: u8, random: &mut Random) -> Option<Puzzle> {
    let mut puzzle = Puzzle::new(Layout::square(size));
    let solution = random_solution(book, &puzzle, usize::MAX, random)?;
    puzzle.about.title = Some(format!("A plain {size}x{size} grid"));
    give_all(&mut puzzle, &solution);
    remove_givens(book, &mut puzzle, random);
    Some(puzzle)
}

/// Makes a puzzle that is not unique without the clues of a rule.
fn variant(book: &Book, rule: &Rule, random: &mut Random) -> Option<Puzzle> {
    let recipe = recipe(rule);
    let mut puzzle = recipe.base.clone();
    puzzle.about.title = Some(rule.title.clone());
    let global = Clue {
        params: recipe.params.clone(),
        ..Clue::new(&rule.name)
    };
    if rule.shape == Shape::Global && recipe.marks.is_empty() {
        puzzle.clues.push(global.clone());
    }
    let solution = random_solution(book, &puzzle, usize::MAX, random)?;
    if !recipe.marks.is_empty() {
        puzzle.clues.push(global);
        puzzle
            .clues
            .extend(marks(book, &recipe.base, &recipe.marks, &solution));
    }
    if rule.shape != Shape::Global {
        puzzle.clues = true_clues(book, rule, &recipe, &solution, random);
    }
    give_all(&mut puzzle, &solution);
    remove_givens(book, &mut puzzle, random);
    remove_clues(book, &mut puzzle, &rule.name, random);
    let proven = proof(book, &without(&puzzle, &rule.name), 2).count == 2;
    proven.then_some(puzzle)
}

/// Returns the recipe for a small puzzle with the rule.
fn recipe(rule: &Rule) -> Recipe {
    let name = rule.name.as_str();
    let layout = match name {
        "doppelganger" => Layout {
            min_digit: 0,
            digit_count: 5,
            ..Layout::square(4)
        },
        "region-same-values" => Layout {
            digit_count: 5,
            ..Layout::square(4)
        },
        "full-rank" => Layout::square(4),
        "killer-cage" | "thermometer" | "german-whisper" | "x" | "x-sum" | "sandwich"
        | "little-killer" | "windoku" | "disjoint-groups" | "diagonal-up" | "diagonal-down"
        | "dutch-flatmates" | "global-entropy" | "magic-centre" => Layout::square(9),
        _ => Layout::square(6),
    };
    let cells = match name {
        "nabner" | "all-equal" | "clone" | "equal-sums" | "same-values" => (2, 3),
        "equality-cage" => (2, 4),
        "region-sum-line" | "extra-region" => (4, 6),
        "sum-line" => (3, 6),
        "value-indexing" => (5, 6),
        _ => (3, 4),
    };
    let rows = usize::from(layout.rows);
    let clues = match rule.shape {
        Shape::Pair | Shape::Cell | Shape::Outside => 2 * rows,
        _ => rows + 4,
    };
    Recipe::new(rule, Puzzle::new(layout), clues, cells)
}

/// Removes givens, in random order, while the puzzle stays unique.
fn remove_givens(book: &Book, puzzle: &mut Puzzle, random: &mut Random) {
    let mut cells: Vec<Cell> = puzzle.layout.cells().collect();
    cells.shuffle(random);
    for cell in cells {
        let mut fewer = puzzle.clone();
        fewer.givens.retain(|given| given.cell != cell);
        if unique(book, &fewer) {
            *puzzle = fewer;
        }
    }
}

/// Removes clues of the rule, in random order, while the puzzle stays unique.
fn remove_clues(book: &Book, puzzle: &mut Puzzle, rule: &str, random: &mut Random) {
    let clues = puzzle.clues.iter().filter(|clue| clue.rule == rule);
    let mut clues: Vec<Clue> = clues.cloned().collect();
    clues.shuffle(random);
    for clue in clues {
        let mut fewer = puzzle.clone();
        fewer.clues.retain(|other| *other != clue);
        if unique(book, &fewer) {
            *puzzle = fewer;
        }
    }
}

fn without(puzzle: &Puzzle, rule: &str) -> Puzzle {
    let mut puzzle = puzzle.clone();
    puzzle.clues.retain(|clue| clue.rule != rule);
    puzzle
}

fn proof(book: &Book, puzzle: &Puzzle, solutions: u64) -> Found {
    search(book, puzzle, solutions, NODES)
}

fn unique(book: &Book, puzzle: &Puzzle) -> bool {
    let found = proof(book, puzzle, 2);
    found.count == 1 && found.stopped.is_none()
}

fn digits(values: &[u8]) -> String {
    values.iter().map(|&value| digit_char(value)).collect()
}
