//! Checks that a redundant clue never raises a rating by more than 0.1, and that a profile with fewer techniques never
//! lowers one.
//!
//! `cargo run --release -p tools -- grade_monotony [SEED [EVERY]]` takes the puzzles of `corpus/techniques` and
//! `corpus/variants` that techniques up to the tier `extreme` solve (or one in EVERY of these puzzles). It adds to
//! each some givens and cages that are true of the solution, one at a time. It also grades each puzzle without some
//! of the techniques on its path.

use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{self, Limits};
use cluewright_logic::{End, Ground, Path, Profile, TECHNIQUES, solve};
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Puzzle};
use cluewright_rules::Book;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Number of clues of each kind to add to each puzzle.
const ADDED: usize = 2;
/// Number of techniques to remove from the profile, one at a time.
const TAKEN: usize = 3;
/// Maximum number of rounds of a path. Puzzles with longer paths are skipped.
const ROUNDS: usize = 400;

/// The highest tier of techniques. Puzzles that need harder techniques are skipped.
const HARDEST: &str = "extreme";

type Random = ChaCha8Rng;

/// The cases of one kind: their number, and descriptions of those whose rating moved in the wrong direction.
#[derive(Default)]
struct Tally {
    cases: usize,
    wrong: Vec<String>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let number = |place: usize| {
        let text = arguments.get(place);
        text.map_or(Ok(1), |text| text.parse::<u64>())
    };
    let mut random = Random::seed_from_u64(number(0)?);
    let every = number(1)?.max(1) as usize;
    let default = Profile::builtin("default").ok_or("no such profile")?;
    let default = &default.clone().only(HARDEST)?;
    let [mut givens, mut cages, mut taken] = <[Tally; 3]>::default();
    for (name, text) in texts()?.into_iter().step_by(every) {
        let reading =
            cluewright_formats::read_any(&text, None, &cluewright_formats::ReadOptions::default())?;
        let Some(puzzle) = reading.puzzles.into_iter().next() else {
            continue;
        };
        let Some(path) = path(&puzzle, default) else {
            continue;
        };
        let before = path.hardest();
        let model = Model::new(&puzzle, &parts(&puzzle, Book::builtin())?);
        let found = search::solve(&model, Limits::solutions(1));
        let Some(solution) = found.solutions.first() else {
            continue;
        };
        for _ in 0..ADDED {
            let more = [
                (&mut givens, with_given(&puzzle, solution, &mut random)),
                (&mut cages, with_cage(&puzzle, solution, &mut random)),
            ];
            for (tally, more) in more {
                let Some(more) = more else { continue };
                let after = hardest_or_beyond(&more, default);
                tally.note(after <= before + 1, &name, before, after);
            }
        }
        let mut used: Vec<u16> = path.rounds.iter().map(|r| r.steps[0].technique).collect();
        used.sort_unstable();
        used.dedup();
        for _ in 0..TAKEN.min(used.len()) {
            let technique = used.swap_remove(random.random_range(0..used.len()));
            let technique = TECHNIQUES[usize::from(technique)].name;
            let fewer = default.clone().without(technique)?;
            let after = hardest_or_beyond(&puzzle, &fewer);
            let name = format!("{name} without {technique}");
            taken.note(after >= before, &name, before, after);
        }
    }
    givens.print("a given more");
    cages.print("a cage more");
    taken.print("a technique less");
    Ok(())
}

impl Tally {
    fn note(&mut self, right: bool, name: &str, before: u16, after: u16) {
        self.cases += 1;
        if !right {
            self.wrong.push(format!("{name}: {before} -> {after}"));
        }
    }

    fn print(&self, what: &str) {
        let right = self.cases - self.wrong.len();
        let share = 100.0 * right as f64 / self.cases.max(1) as f64;
        println!("{what}: {share:.1} % of {} as they should be", self.cases);
        self.wrong.iter().for_each(|wrong| println!("  {wrong}"));
    }
}

/// Returns the names and texts of the puzzles.
fn texts() -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    let mut all = vec![];
    for row in csv::Reader::from_path("corpus/techniques/classic.csv")?.records() {
        let row = row?;
        all.push((row[0].to_owned(), row[2].to_owned()));
    }
    let mut files = vec![];
    for entry in std::fs::read_dir("corpus/variants")? {
        files.push(entry?.path());
    }
    files.retain(|file| file.extension().is_some_and(|e| e == "toml"));
    files.sort();
    for file in files {
        let name = file.file_stem().unwrap_or_default().to_string_lossy();
        all.push((name.into_owned(), std::fs::read_to_string(&file)?));
    }
    Ok(all)
}

/// Returns the rating of a puzzle, or the maximum rating if the techniques do not solve it.
fn hardest_or_beyond(puzzle: &Puzzle, profile: &Profile) -> u16 {
    path(puzzle, profile).map_or(u16::MAX, |path| path.hardest())
}

/// Returns the solve path of a puzzle, if the profile's techniques solve it within [`ROUNDS`] rounds.
fn path(puzzle: &Puzzle, profile: &Profile) -> Option<Path> {
    let clues = parts(puzzle, Book::builtin()).ok()?;
    let model = Model::new(puzzle, &clues);
    let ground = Ground::new(puzzle, Book::builtin(), &clues, &model).ok()?;
    let path = solve(&ground, profile, |rounds| rounds + 1 < ROUNDS);
    (path.end == End::Solved).then_some(path)
}

/// Returns the puzzle with an additional given, taken from its solution.
fn with_given(puzzle: &Puzzle, solution: &[u8], random: &mut Random) -> Option<Puzzle> {
    let mut open: Vec<usize> = (0..puzzle.layout.cell_count()).collect();
    open.retain(|&cell| !puzzle.givens.iter().any(|given| given.cell.index() == cell));
    if open.is_empty() {
        return None;
    }
    let cell = open[random.random_range(0..open.len())];
    let mut more = puzzle.clone();
    more.givens.push(Given {
        cell: Cell::from_index(cell),
        digits: DigitSet::one(solution[cell]),
    });
    Some(more)
}

/// Returns the puzzle with a cage on two or three random cells of a row. `None` if the solution repeats a digit in
/// these cells.
fn with_cage(puzzle: &Puzzle, solution: &[u8], random: &mut Random) -> Option<Puzzle> {
    let columns = usize::from(puzzle.layout.columns);
    let size = random.random_range(2..=3);
    let row = random.random_range(0..usize::from(puzzle.layout.rows));
    let first = row * columns + random.random_range(0..=columns.checked_sub(size)?);
    let cells: Vec<usize> = (first..first + size).collect();
    let differ = (1..size).all(|i| {
        cells[..i]
            .iter()
            .all(|&c| solution[c] != solution[cells[i]])
    });
    if !differ {
        return None;
    }
    let sum: i64 = cells.iter().map(|&cell| i64::from(solution[cell])).sum();
    let cells: Vec<Cell> = cells.into_iter().map(Cell::from_index).collect();
    let mut more = puzzle.clone();
    more.clues
        .push(Clue::on("killer-cage", cells).with("sum", sum));
    Some(more)
}
