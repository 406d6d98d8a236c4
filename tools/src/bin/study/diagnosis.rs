//! Introduces a mistake into each of many correct puzzles, and checks that the diagnosis finds it.
//!
//! `cargo run --release -p tools -- diagnosis make` regenerates `corpus/broken`, with the same bytes each time.
//! Without `make`, the program diagnoses the existing puzzles and prints a report. `-- diagnosis threads` compares
//! two threads with one.

use cluewright::Prepared;
use cluewright::batch;
use cluewright_engine::compile;
use cluewright_engine::model::Cite;
use cluewright_engine::search::classic::Isa;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, prove};
use cluewright_formats::native::Native;
use cluewright_formats::{Format, ReadOptions, read_any};
use cluewright_puzzle::{DigitSet, Given, Puzzle};
use cluewright_rules::{Book, Named};
use cluewright_setter::diagnose::{
    Change, Diagnosis, Request, Slip, Suspects, Variation, diagnose, named, redundancy, variations,
    without,
};
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde::{Deserialize, Serialize};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tools::among_first;

/// The ways to break a puzzle, by their names in the table.
const WAYS: &[&str] = &[
    "wrong number",
    "other kind",
    "reversed",
    "cell more or less",
    "changed given",
    "dropped given",
    "dropped clue",
    "added clue",
];
/// Number of mistakes at the start of [`WAYS`] that are possible only in a few puzzles. These mistakes are made in
/// every puzzle that allows them.
const RARE: usize = 4;
/// Number of broken versions to make of each puzzle.
const VERSIONS: usize = 3;
/// Maximum number of attempts for each broken version.
const TRIES: usize = 30;
/// Node limit for the verdict on a broken puzzle.
const NODES: u64 = 100_000;

/// A row of `expected.csv`.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    id: String,
    source: String,
    way: String,
    verdict: Verdict,
    /// The name of the clue in the broken puzzle or, for a dropped clue, in the original puzzle.
    broken: String,
    /// The name of the intended clue; empty for an added clue.
    meant: String,
    /// The intended solution.
    solution: String,
}

/// A puzzle with one mistake.
struct Broken {
    puzzle: Puzzle,
    broken: Named,
    meant: Option<Named>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let root = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/.."));
    match arguments.first().map(String::as_str) {
        Some("make") => make(root),
        Some("threads") => threads(root),
        _ => study(root),
    }
}

fn make(root: &Path) -> Result<(), Box<dyn Error>> {
    let folder = root.join("corpus/broken");
    if folder.exists() {
        fs::remove_dir_all(&folder)?;
    }
    fs::create_dir_all(&folder)?;
    let mut rows = vec![];
    for (source, puzzle) in sources(root)? {
        let mut random = ChaCha8Rng::seed_from_u64(seed(&source));
        let (rare, common) = WAYS.split_at(RARE);
        let (mut ways, mut rest) = (rare.to_vec(), common.to_vec());
        ways.shuffle(&mut random);
        rest.shuffle(&mut random);
        ways.extend(rest);
        let versions = ways
            .iter()
            .filter_map(|way| Some((*way, breakage(&puzzle, way, &mut random)?)));
        for (way, (broken, verdict)) in versions.take(VERSIONS) {
            let name = source.rsplit('/').next().unwrap_or(&source);
            let id = format!("{name}-{}", way.replace(' ', "-"));
            let text = Native.write(&broken.puzzle)?;
            fs::write(folder.join(&id).with_extension("toml"), text)?;
            rows.push(Row {
                id,
                source: source.clone(),
                way: way.to_owned(),
                verdict,
                broken: broken.broken.name,
                meant: broken.meant.map(|meant| meant.name).unwrap_or_default(),
                solution: solution_text(&puzzle),
            });
        }
    }
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    let mut table = csv::Writer::from_path(folder.join("expected.csv"))?;
    rows.iter().try_for_each(|row| table.serialize(row))?;
    table.flush()?;
    println!("{} broken puzzles", rows.len());
    Ok(())
}

/// Reads the unique puzzles of the corpus that have no auxiliary variables, each with its solution. A puzzle's name
/// consists of its folder and file.
fn sources(root: &Path) -> Result<Vec<(String, Puzzle)>, Box<dyn Error>> {
    let mut sources = vec![];
    for family in ["classic", "seeds", "variants"] {
        for path in puzzle_files(&root.join("corpus").join(family))? {
            let mut puzzle = read(&path)?;
            let model = compile(&puzzle, Book::builtin())?;
            let answer = prove(&puzzle, &model, Limits::default(), Run::QUIET);
            if answer.verdict == Verdict::Unique && puzzle.extras.is_empty() {
                let digits = answer.solutions[0].chars();
                puzzle.solution = Some(digits.map(|c| c.to_digit(36).map(|d| d as u8)).collect());
                let name = path.file_stem().unwrap_or_default().to_string_lossy();
                sources.push((format!("{family}/{name}"), puzzle));
            }
        }
    }
    Ok(sources)
}

fn puzzle_files(folder: &Path) -> Result<Vec<PathBuf>, Box<dyn Error>> {
    let mut paths = vec![];
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path
            .extension()
            .is_some_and(|extension| extension == "toml")
        {
            paths.push(path);
        }
    }
    paths.sort();
    Ok(paths)
}

fn read(path: &Path) -> Result<Puzzle, Box<dyn Error>> {
    let reading = read_any(&fs::read_to_string(path)?, None, &ReadOptions::default())?;
    let puzzle = reading.puzzles.into_iter().next();
    Ok(puzzle.ok_or_else(|| format!("{}: no puzzle", path.display()))?)
}

/// Derives a seed from a name.
fn seed(name: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    name.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

fn solution_text(puzzle: &Puzzle) -> String {
    let digits = puzzle.solution.iter().flatten().flatten();
    digits
        .map(|&digit| cluewright_puzzle::digit_char(digit))
        .collect()
}

/// Breaks a puzzle in the given way, so that it is no longer unique.
fn breakage(puzzle: &Puzzle, way: &str, random: &mut ChaCha8Rng) -> Option<(Broken, Verdict)> {
    (0..TRIES).find_map(|_| {
        let mut broken = break_puzzle(puzzle, way, random)?;
        // The diagnosis must find the mistake without the solution.
        broken.puzzle.solution = None;
        broken.puzzle.about = puzzle.about.clone();
        let model = compile(&broken.puzzle, Book::builtin()).ok()?;
        let limits = Limits {
            nodes: NODES,
            ..Limits::default()
        };
        let verdict = prove(&broken.puzzle, &model, limits, Run::QUIET).verdict;
        let is_broken = matches!(verdict, Verdict::None | Verdict::Several);
        is_broken.then_some((broken, verdict))
    })
}

fn break_puzzle(puzzle: &Puzzle, way: &str, random: &mut ChaCha8Rng) -> Option<Broken> {
    let book = Book::builtin();
    let cites: Vec<Cite> = Suspects::of(puzzle, false).all().collect();
    let givens = cites.iter().filter(|cite| matches!(cite, Cite::Given(_)));
    let clues = cites.iter().filter(|cite| matches!(cite, Cite::Clue(_)));
    let slip = match way {
        "changed given" => Slip::Digit,
        "wrong number" => Slip::Number,
        "other kind" => Slip::Kind,
        "reversed" => Slip::Direction,
        "cell more or less" => Slip::Cell,
        "dropped given" => return drop_clue(puzzle, &givens.copied().collect::<Vec<_>>(), random),
        "dropped clue" => return drop_clue(puzzle, &clues.copied().collect::<Vec<_>>(), random),
        _ => return add_clue(puzzle, random),
    };
    let (cite, variation) = vary_clue(puzzle, &cites, |found| found == slip, random)?;
    Some(Broken {
        broken: named(book, &variation.puzzle, variation.becomes),
        meant: Some(named(book, puzzle, cite)),
        puzzle: variation.puzzle,
    })
}

fn vary_clue(
    puzzle: &Puzzle,
    cites: &[Cite],
    wanted: impl Fn(Slip) -> bool,
    random: &mut ChaCha8Rng,
) -> Option<(Cite, Variation)> {
    let mut cites = cites.to_vec();
    cites.shuffle(random);
    cites.into_iter().find_map(|cite| {
        let mut found = variations(puzzle, Book::builtin(), cite);
        found.retain(|variation| wanted(variation.slip));
        let count = found.len();
        (count > 0).then(|| (cite, found.swap_remove(random.random_range(0..count))))
    })
}

fn drop_clue(puzzle: &Puzzle, cites: &[Cite], random: &mut ChaCha8Rng) -> Option<Broken> {
    let mut cites = cites.to_vec();
    cites.shuffle(random);
    let cite = *cites.first()?;
    let name = named(Book::builtin(), puzzle, cite);
    Some(Broken {
        puzzle: without(puzzle, &[cite]),
        broken: name.clone(),
        meant: Some(name),
    })
}

/// Adds an extra, wrong clue or given.
fn add_clue(puzzle: &Puzzle, random: &mut ChaCha8Rng) -> Option<Broken> {
    let mut more = puzzle.clone();
    let clues: Vec<Cite> = (0..puzzle.clues.len())
        .map(|n| Cite::Clue(n as u16))
        .collect();
    let cite = match vary_clue(puzzle, &clues, |slip| slip != Slip::Kind, random) {
        Some((Cite::Clue(index), variation)) if random.random_bool(0.7) => {
            more.clues
                .push(variation.puzzle.clues[usize::from(index)].clone());
            Cite::Clue(puzzle.clues.len() as u16)
        }
        _ => {
            let mut free: Vec<_> = puzzle.layout.cells().collect();
            free.retain(|cell| !puzzle.givens.iter().any(|given| given.cell == *cell));
            free.shuffle(random);
            let cell = *free.first()?;
            let right = puzzle.solution.as_ref()?[cell.index()]?;
            let mut digits: Vec<u8> = puzzle.layout.digits().iter().collect();
            digits.retain(|digit| *digit != right);
            digits.shuffle(random);
            let digits = DigitSet::one(*digits.first()?);
            more.givens.push(Given { cell, digits });
            Cite::Given(puzzle.givens.len() as u16)
        }
    };
    Some(Broken {
        broken: named(Book::builtin(), &more, cite),
        meant: None,
        puzzle: more,
    })
}

/// The result for one broken puzzle.
struct Case {
    /// The index in [`WAYS`] for the mistake in the puzzle.
    way: usize,
    /// `true` if a conflict, a removal or a change names the broken clue.
    named: bool,
    /// The rank of the true repair in the list of repairs.
    rank: Option<usize>,
    told: Option<usize>,
    /// `true` if the first conflict has an argument.
    argued: bool,
    time: Duration,
}

fn study(root: &Path) -> Result<(), Box<dyn Error>> {
    let folder = root.join("corpus/broken");
    let mut cases = vec![];
    let mut misses = vec![];
    let mut unlike = 0;
    for row in csv::Reader::from_path(folder.join("expected.csv"))?.deserialize() {
        let row: Row = row?;
        let mut puzzle = read(&folder.join(&row.id).with_extension("toml"))?;
        let started = tools::processor_time();
        let found = diagnose_puzzle(&puzzle, Run::QUIET)?;
        let time = tools::processor_time() - started;
        let way = WAYS
            .iter()
            .position(|way| *way == row.way)
            .ok_or("an unknown way")?;
        unlike += usize::from(found.answer.verdict != row.verdict);
        let rank = rank(&row, &found);
        if rank.is_none() {
            misses.push(format!("{}: {} (meant: {})", row.id, row.broken, row.meant));
        }
        let digits = row
            .solution
            .chars()
            .map(|c| c.to_digit(36).map(|d| d as u8));
        puzzle.solution = Some(digits.collect());
        cases.push(Case {
            way,
            named: is_named(&row, &found),
            rank,
            told: self::rank(&row, &diagnose_puzzle(&puzzle, Run::QUIET)?),
            argued: found.argument.is_some(),
            time,
        });
    }
    report(&cases, &misses, unlike);
    speed(root)
}

fn diagnose_puzzle(puzzle: &Puzzle, run: Run<'_>) -> Result<Diagnosis, Box<dyn Error>> {
    let request = Request {
        budget: Budget {
            nodes: NODES,
            ..Budget::default()
        },
        ..Request::default()
    };
    let prepared = Prepared::new(puzzle.clone(), Book::builtin())?;
    Ok(diagnose(&prepared, &request, run)?)
}

/// Prints the speedup of two threads over one for five groups of broken puzzles. Each group is diagnosed one puzzle at a
/// time, and then as a batch.
fn threads(root: &Path) -> Result<(), Box<dyn Error>> {
    let paths = puzzle_files(&root.join("corpus/broken"))?;
    println!(
        "| puzzles | command | elapsed, one thread | two | processor time, one thread | two: one working | two: both working | ratio on an idle machine |\n\
         | --- | --- | --: | --: | --: | --: | --: | --: |"
    );
    for first in 0..5 {
        let fifth: Vec<&PathBuf> = paths.iter().skip(first).step_by(5).collect();
        let puzzles = fifth.iter().map(|path| read(path));
        let puzzles: Vec<Puzzle> = puzzles.collect::<Result<_, _>>()?;
        let name = format!("every fifth, from number {}", first + 1);
        compare(&name, "`diagnose`", |threads| one_by_one(&puzzles, threads))?;
        compare(&name, "`batch --diagnose`", |threads| {
            batch(&fifth, threads)
        })?;
    }
    Ok(())
}

/// Measures some work on one thread and on two, and prints a row of the table. The last column is the speedup, computed
/// from processor time so that other programs on the machine do not affect it. The time during which both threads are
/// running counts half.
fn compare(
    name: &str,
    how: &str,
    work: impl Fn(usize) -> Result<(), Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let (mut elapsed, mut shares) = (vec![], vec![]);
    for threads in [1, 2] {
        let started = Instant::now();
        let (result, shared) = tools::shares(|| work(threads));
        result?;
        elapsed.push(started.elapsed().as_secs_f64());
        shares.push(shared);
    }
    let [one, two] = &shares[..] else {
        return Ok(());
    };
    let one = one.alone + one.together;
    let ratio = one / (two.alone + two.together / 2.0);
    println!(
        "| {name} | {how} | {:.2} s | {:.2} s | {one:.2} s | {:.2} s | {:.2} s | {ratio:.2} |",
        elapsed[0], elapsed[1], two.alone, two.together
    );
    Ok(())
}

fn one_by_one(puzzles: &[Puzzle], threads: usize) -> Result<(), Box<dyn Error>> {
    for puzzle in puzzles {
        let run = Run {
            threads,
            ..Run::QUIET
        };
        diagnose_puzzle(puzzle, run)?;
    }
    Ok(())
}

/// Diagnoses a batch of puzzles, as `cluewright batch --diagnose` does.
fn batch(paths: &[&PathBuf], threads: usize) -> Result<(), Box<dyn Error>> {
    let names: Vec<String> = paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    let columns = ["verdict", "repair", "repairs"].into_iter();
    let mut options = batch::Options::default();
    options.columns = columns.filter_map(batch::column).collect();
    options.isa = Isa::Portable;
    options.threads = threads;
    let mut rows = vec![];
    let inputs = batch::Inputs::find(&names, None)?;
    let target = batch::Target::Stream {
        name: "rows".to_owned(),
        stream: Box::new(&mut rows),
    };
    batch::run(
        inputs.found,
        &options,
        target,
        &AtomicBool::new(false),
        &mut |_| {},
    )?;
    Ok(())
}

/// Returns the rank of the true repair among the removals, the single givens or the changes, depending on the mistake.
fn rank(row: &Row, found: &Diagnosis) -> Option<usize> {
    match row.way.as_str() {
        "added clue" => {
            let mut repairs = found.repairs.iter();
            repairs.position(|r| r.remove.len() == 1 && r.remove[0].name == row.broken)
        }
        "dropped given" => {
            let freedom = found.freedom.as_ref()?;
            let mut givens = freedom.single_givens.iter();
            givens.position(|g| row.meant == format!("the given {} in {}", g.digit, g.cell))
        }
        "dropped clue" => {
            let meant =
                |change: &Change| change.slip == Slip::Missing && change.becomes == row.meant;
            found.changes.iter().position(meant)
        }
        _ => {
            let right = |change: &Change| {
                change.clue.name == row.broken
                    && (change.becomes == row.meant && change.solution == row.solution)
            };
            found.changes.iter().position(right)
        }
    }
}

fn is_named(row: &Row, found: &Diagnosis) -> bool {
    let is = |named: &Named| named.name == row.broken;
    found.conflicts.iter().any(|set| set.clues.iter().any(is))
        || found
            .repairs
            .iter()
            .any(|removal| removal.remove.iter().any(is))
        || found.changes.iter().any(|change| is(&change.clue))
        || rank(row, found).is_some()
}

fn report(cases: &[Case], misses: &[String], unlike: usize) {
    println!("# Does the diagnosis find what was broken?\n");
    println!(
        "Each puzzle of `corpus/broken` has one mistake; the diagnosis was given neither the mistake nor the solution.\n\
         This report was made by `cargo run --release -p tools -- diagnosis`.\n\n\
         The mistakes are of the kinds that the diagnosis tries, so these rates are only for such mistakes. For clues\n\
         that were dropped completely, it tries grid-wide rules, marks on and between cells and, if the solution is\n\
         known, numbers outside the grid; there are too many possible lines, cages and areas to try them. Times are\n\
         processor times on one thread.\n"
    );
    println!(
        "| broken | puzzles | clue named | repair listed | first | first three | listed, solution known | first, solution known | argued | median time | slowest |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    for (way, name) in WAYS.iter().enumerate() {
        let cases: Vec<&Case> = cases.iter().filter(|case| case.way == way).collect();
        if !cases.is_empty() {
            line(name, &cases);
        }
    }
    line("all", &cases.iter().collect::<Vec<_>>());
    println!("\nVerdicts that differ from `expected.csv`: {unlike}.\n");
    println!("## Repairs that were not listed\n");
    misses.iter().for_each(|miss| println!("* {miss}"));
}

fn line(name: &str, cases: &[&Case]) {
    let mut times: Vec<Duration> = cases.iter().map(|case| case.time).collect();
    times.sort_unstable();
    let milliseconds = |time: Option<&Duration>| time.map_or(0.0, Duration::as_secs_f64) * 1000.0;
    let median = milliseconds(times.get(times.len() / 2));
    let slowest = milliseconds(times.last());
    let ranks = || cases.iter().map(|case| case.rank);
    let told = || cases.iter().map(|case| case.told);
    println!(
        "| {name} | {} | {} | {} | {} | {} | {} | {} | {} | {median:.1} ms | {slowest:.0} ms |",
        cases.len(),
        cases.iter().filter(|case| case.named).count(),
        among_first(usize::MAX, ranks()),
        among_first(1, ranks()),
        among_first(3, ranks()),
        among_first(usize::MAX, told()),
        among_first(1, told()),
        cases.iter().filter(|case| case.argued).count(),
    );
}

/// Measures the time to test every clue for redundancy, and counts the searches for a conflict between two clues.
fn speed(root: &Path) -> Result<(), Box<dyn Error>> {
    println!("\n## Redundancy of every clue, one thread\n");
    println!("| puzzle | clues | redundant | time |\n| --- | --: | --: | --: |");
    for name in [
        "classic/9x9",
        "seeds/spoons",
        "seeds/mentats-diversion",
        "seeds/miracle",
    ] {
        let puzzle = read(&root.join("corpus").join(name).with_extension("toml"))?;
        let started = tools::processor_time();
        let roles = redundancy(&puzzle, Book::builtin(), Budget::default(), Run::QUIET)?;
        let time = (tools::processor_time() - started).as_secs_f64() * 1000.0;
        let redundant = roles
            .iter()
            .filter(|role| role.worth == cluewright_setter::diagnose::Worth::Redundant);
        println!(
            "| {name} | {} | {} | {time:.1} ms |",
            roles.len(),
            redundant.count()
        );
    }
    Ok(())
}
