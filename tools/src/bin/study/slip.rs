//! Introduces a mistake into each of many published puzzles, and checks that the diagnosis lists its repair among
//! the first three changes.
//!
//! `CLUEWRIGHT_DATA=FOLDER cargo run --release -p tools -- slip [CASES] [SECONDS] [SLIP]` breaks CASES puzzles for
//! each kind of slip (30), with a limit of SECONDS for each diagnosis (30), on two threads. The slips are made by
//! this program, independently of the diagnosis. With `MISSES=1`, standard error lists the puzzles whose repair is
//! not among the first three changes. `SEED=N` breaks other puzzles in other ways.
//!
//! A second table shows the results of `suggest` on the puzzles of the row `dropped`, without their solutions.
//!
//! Times are processor times, halved while both threads are running. They are close to the times of two threads on
//! an idle machine, and other programs on the machine do not affect them.

use cluewright::Prepared;
use cluewright::ask::{Host, Suggest};
use cluewright_engine::compile;
use cluewright_engine::model::Cite;
use cluewright_engine::search::{Budget, Deadline, Limits, Run, Verdict, prove};
use cluewright_formats::{ReadOptions, apply_edits, read_any};
use cluewright_puzzle::{Cell, Clue, DigitSet, Edit, Given, Param, Puzzle};
use cluewright_rules::{Book, ClueError, Named, Shape};
use cluewright_setter::diagnose::{Change, Diagnosis, Request, Slip, diagnose, named};
use cluewright_setter::setting::Suggestion;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::error::Error;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tools::{among_first, shares};

const KINDS: &[&str] = &[
    "wrong sum",
    "wrong given",
    "kind of dot",
    "reversed",
    "one cell wrong",
    "shifted",
    "exchanged values",
    "exchanged givens",
    "dropped",
    DROPPED_TOLD,
    "added",
];
/// The kind of slip for which the diagnosis is given the solution.
const DROPPED_TOLD: &str = "dropped, solution known";
/// Node limit for the proofs that a puzzle is unique before the slip and is not unique afterwards.
const NODES: u64 = 3_000;
/// Maximum number of attempts to break a puzzle in one way.
const TRIES: usize = 12;

/// A puzzle with one mistake.
struct Broken {
    puzzle: Puzzle,
    /// Citations of the clues in the broken puzzle that were changed.
    changed: Vec<Cite>,
    /// The name of the first changed clue in the original puzzle; `None` for an added clue.
    meant: Option<Named>,
    /// The clue that was dropped, if any.
    lost: Option<Clue>,
}

/// The result for one broken puzzle.
struct Case {
    /// The rank of the true repair in the list of changes.
    rank: Option<usize>,
    /// `true` if the broken puzzle had several solutions; `false` if it had none.
    several: bool,
    finished: bool,
    calls: u64,
    /// The time that the diagnosis would take on an idle machine.
    time: Duration,
    /// The suggestions, if a clue was dropped and the solution is not known.
    suggested: Option<Suggested>,
}

/// The suggestions for a puzzle from which a clue was dropped.
struct Suggested {
    /// `true` if one clue, or a pair of clues, makes the puzzle unique.
    unique: bool,
    /// The rank of the dropped clue in the suggestions.
    rank: Option<usize>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let mut arguments = arguments.iter().cloned();
    let cases = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let seconds = arguments.next().map_or(Ok(30), |text| text.parse())?;
    let only = arguments.next();
    let folder = std::env::var("CLUEWRIGHT_DATA")?;
    let text = fs::read_to_string(Path::new(&folder).join("ctc_rated_dev.jsonl"))?;
    let rows: Vec<&str> = text.lines().collect();
    println!(
        "| slip | puzzles | listed | first | in the first three | no solution: in the first three | several: in the \
         first three | unfinished | median calls | median time | 90th percentile |"
    );
    println!("| --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    let seed: u64 = std::env::var("SEED").map_or(Ok(0), |text| text.parse())?;
    let mut all = vec![];
    for (number, &kind) in KINDS.iter().enumerate() {
        if only.as_ref().is_some_and(|only| only != kind) {
            continue;
        }
        let mut random = ChaCha8Rng::seed_from_u64(number as u64 + 1000 * seed);
        let mut rows = rows.clone();
        rows.shuffle(&mut random);
        let from = all.len();
        for row in rows {
            if all.len() - from == cases {
                break;
            }
            let row: serde_json::Value = serde_json::from_str(row)?;
            let (Some(id), Some(toml)) = (row["id"].as_str(), row["toml"].as_str()) else {
                continue;
            };
            if let Some((broken, solution)) = case(toml, kind, &mut random) {
                all.push(outcome(id, kind, broken, &solution, seconds)?);
            }
        }
        print(kind, &all[from..]);
    }
    print("all", &all);
    let suggested: Vec<&Suggested> = all
        .iter()
        .filter_map(|case| case.suggested.as_ref())
        .collect();
    println!(
        "\nsuggest: of {} puzzles {} unique with one clue or a pair; the lost clue among ten: {}",
        suggested.len(),
        suggested
            .iter()
            .filter(|suggested| suggested.unique)
            .count(),
        among_first(10, suggested.iter().map(|suggested| suggested.rank))
    );
    Ok(())
}

fn print(kind: &str, cases: &[Case]) {
    let mut times: Vec<Duration> = cases.iter().map(|case| case.time).collect();
    times.sort();
    let at = |share: usize| {
        let time = times.get(times.len() * share / 100);
        time.map_or(0.0, Duration::as_secs_f64)
    };
    let mut calls: Vec<u64> = cases.iter().map(|case| case.calls).collect();
    calls.sort_unstable();
    let calls = calls.get(calls.len() / 2).unwrap_or(&0);
    let ranks = || cases.iter().map(|case| case.rank);
    let of_those = |several: bool| {
        let those = cases.iter().filter(|case| case.several == several);
        let ranks = those.clone().map(|case| case.rank);
        format!("{} of {}", among_first(3, ranks), those.count())
    };
    println!(
        "| {kind} | {} | {} | {} | {} | {} | {} | {} | {calls} | {:.2} s | {:.2} s |",
        cases.len(),
        among_first(usize::MAX, ranks()),
        among_first(1, ranks()),
        among_first(3, ranks()),
        of_those(false),
        of_those(true),
        cases.iter().filter(|case| !case.finished).count(),
        at(50),
        at(90)
    );
}

/// Breaks a unique puzzle in the given way. Returns the broken puzzle, and the solution of the original.
fn case(toml: &str, kind: &str, random: &mut ChaCha8Rng) -> Option<(Broken, Vec<u8>)> {
    let reading = read_any(toml, None, &ReadOptions::default()).ok()?;
    let puzzle = reading.puzzles.into_iter().next()?;
    if !puzzle.extras.is_empty() || !puzzle.own_rules.is_empty() {
        return None;
    }
    let digits = prove_verdict(&puzzle, Verdict::Unique)?;
    let solution: Vec<u8> = digits
        .chars()
        .map(|c| c.to_digit(36).map(|digit| digit as u8))
        .collect::<Option<_>>()?;
    (0..TRIES).find_map(|_| {
        let broken = break_one(&puzzle, kind, random)?;
        let is_broken = [Verdict::None, Verdict::Several]
            .into_iter()
            .any(|verdict| prove_verdict(&broken.puzzle, verdict).is_some());
        is_broken.then(|| (broken, solution.clone()))
    })
}

/// Returns the first solution of a puzzle if this verdict is proven. The text is empty if there is no solution.
fn prove_verdict(puzzle: &Puzzle, verdict: Verdict) -> Option<String> {
    let model = compile(puzzle, Book::builtin()).ok()?;
    let limits = Limits {
        nodes: NODES,
        ..Limits::default()
    };
    let answer = prove(puzzle, &model, limits, Run::QUIET);
    (answer.verdict == verdict).then(|| answer.solutions.first().cloned().unwrap_or_default())
}

fn shape(clue: &Clue) -> Option<Shape> {
    Book::builtin().rule(&clue.rule).ok().map(|rule| rule.shape)
}

fn break_one(puzzle: &Puzzle, kind: &str, random: &mut ChaCha8Rng) -> Option<Broken> {
    let mut broken = puzzle.clone();
    let mut clues: Vec<usize> = (0..puzzle.clues.len()).collect();
    clues.shuffle(random);
    let mut givens: Vec<usize> = (0..puzzle.givens.len())
        .filter(|&given| puzzle.givens[given].digits.single().is_some())
        .collect();
    givens.shuffle(random);
    let mut changed = vec![];
    match kind {
        "wrong given" => {
            let given = *givens.first()?;
            broken.givens[given].digits = other_digit(puzzle, puzzle.givens[given].digits, random)?;
            changed.push(Cite::Given(given as u16));
        }
        "exchanged givens" => {
            let &[a, b, ..] = &givens[..] else {
                return None;
            };
            broken.givens[a].digits = puzzle.givens[b].digits;
            broken.givens[b].digits = puzzle.givens[a].digits;
            changed.extend([Cite::Given(a as u16), Cite::Given(b as u16)]);
        }
        "exchanged values" => {
            let pair = clues.iter().find_map(|&a| {
                let first = &puzzle.clues[a];
                let other = |b: &&usize| {
                    let second = &puzzle.clues[**b];
                    second.rule == first.rule
                        && !first.params.is_empty()
                        && second.params.keys().eq(first.params.keys())
                        && second.params != first.params
                };
                clues.iter().find(other).map(|&b| (a, b))
            });
            let (a, b) = pair?;
            broken.clues[a].params.clone_from(&puzzle.clues[b].params);
            broken.clues[b].params.clone_from(&puzzle.clues[a].params);
            changed.extend([Cite::Clue(a as u16), Cite::Clue(b as u16)]);
        }
        "dropped" | DROPPED_TOLD | "added" => {
            let is_placed = |&clue: &usize| puzzle.clues[clue].cells().next().is_some();
            let clue = clues.into_iter().find(is_placed);
            if kind != "added" {
                let clue = clue?;
                let meant = named(Book::builtin(), puzzle, Cite::Clue(clue as u16));
                let lost = broken.clues.remove(clue);
                return Some(Broken {
                    puzzle: broken,
                    changed,
                    meant: Some(meant),
                    lost: Some(lost),
                });
            }
            return add_clue(puzzle, clue, random);
        }
        _ => {
            let (clue, other) = clues.into_iter().find_map(|index| {
                let other = other_clue(puzzle, &puzzle.clues[index], kind, random)?;
                (other != puzzle.clues[index]).then_some((index, other))
            })?;
            broken.clues[clue] = other;
            changed.push(Cite::Clue(clue as u16));
        }
    }
    let meant = named(Book::builtin(), puzzle, changed[0]);
    Some(Broken {
        puzzle: broken,
        changed,
        meant: Some(meant),
        lost: None,
    })
}

fn add_clue(puzzle: &Puzzle, clue: Option<usize>, random: &mut ChaCha8Rng) -> Option<Broken> {
    let mut broken = puzzle.clone();
    let copy = clue.and_then(|clue| other_clue(puzzle, &puzzle.clues[clue], "shifted", random));
    let cite = match copy {
        Some(copy) => {
            broken.clues.push(copy);
            Cite::Clue(puzzle.clues.len() as u16)
        }
        None => {
            let cells: Vec<Cell> = puzzle.layout.cells().collect();
            let free = |cell: &&Cell| !puzzle.givens.iter().any(|given| given.cell == **cell);
            let free: Vec<Cell> = cells.iter().filter(free).copied().collect();
            let cell = *free.get(random.random_range(0..free.len().max(1)))?;
            let digits = other_digit(puzzle, DigitSet::EMPTY, random)?;
            broken.givens.push(Given { cell, digits });
            Cite::Given(puzzle.givens.len() as u16)
        }
    };
    Some(Broken {
        puzzle: broken,
        changed: vec![cite],
        meant: None,
        lost: None,
    })
}

fn other_digit(puzzle: &Puzzle, digits: DigitSet, random: &mut ChaCha8Rng) -> Option<DigitSet> {
    let others = puzzle.layout.digits();
    let others: Vec<u8> = others
        .iter()
        .filter(|digit| !digits.contains(*digit))
        .collect();
    let digit = others.get(random.random_range(0..others.len().max(1)))?;
    Some(DigitSet::one(*digit))
}

/// Returns the clue after a slip of this kind; `None` if the kind does not apply to the clue.
fn other_clue(puzzle: &Puzzle, clue: &Clue, kind: &str, random: &mut ChaCha8Rng) -> Option<Clue> {
    let shape = shape(clue)?;
    let mut other = clue.clone();
    match kind {
        "wrong sum" => {
            let Some(Param::Int(sum)) = other.params.get_mut("sum") else {
                return None;
            };
            let by = random.random_range(1..=4);
            *sum += if random.random_bool(0.5) { by } else { -by };
        }
        "kind of dot" => {
            let kind = match clue.rule.as_str() {
                "white-dot" => "black-dot",
                "black-dot" => "white-dot",
                "x" => "v",
                "v" => "x",
                _ => return None,
            };
            other.rule = kind.to_owned();
            other.params.clear();
        }
        "reversed" => match clue.rule.as_str() {
            "thermometer" | "slow-thermometer" => other.slots[0].1.reverse(),
            "arrow" => {
                let mut path: Vec<Cell> = clue.cells().collect();
                path.reverse();
                let bulb = clue.slots[0].1.len();
                other.slots[1].1 = path.split_off(bulb);
                other.slots[0].1 = path;
            }
            _ => return None,
        },
        "one cell wrong" => {
            if !matches!(shape, Shape::Line | Shape::Group | Shape::Arrow) {
                return None;
            }
            let slot = random.random_range(0..other.slots.len());
            let at = random.random_range(0..other.slots[slot].1.len());
            let (row, column) = puzzle.layout.place(other.slots[slot].1[at]);
            let (down, right) = (random.random_range(-1..=1), random.random_range(-1..=1));
            let cell = puzzle
                .layout
                .cell_at(i32::from(row) + down, i32::from(column) + right)?;
            if clue.cells().any(|used| used == cell) || clue.cells().count() < 2 {
                return None;
            }
            other.slots[slot].1[at] = cell;
        }
        "shifted" => {
            let ways = [(0, 1), (0, -1), (1, 0), (-1, 0)];
            let (down, right) = ways[random.random_range(0..ways.len())];
            for (_, cells) in &mut other.slots {
                for cell in cells {
                    let (row, column) = puzzle.layout.place(*cell);
                    let (row, column) = (i32::from(row) + down, i32::from(column) + right);
                    *cell = puzzle.layout.cell_at(row, column)?;
                }
            }
            if other.slots.is_empty() {
                return None;
            }
        }
        _ => return None,
    }
    Some(other)
}

fn outcome(
    id: &str,
    kind: &str,
    broken: Broken,
    solution: &[u8],
    seconds: u64,
) -> Result<Case, Box<dyn Error>> {
    let mut puzzle = broken.puzzle.clone();
    let told = solution.iter().map(|&digit| Some(digit)).collect();
    puzzle.solution = Some(told).filter(|_| kind == DROPPED_TOLD);
    let (found, used) = shares(|| diagnose_puzzle(&puzzle, seconds));
    let found = found?;
    let time = Duration::from_secs_f64((used.alone + used.together / 2.0).max(0.0));
    let rank = rank(&broken, solution, &found);
    if rank.is_none_or(|rank| rank >= 3) && std::env::var_os("MISSES").is_some() {
        let name = broken.meant.as_ref().map(|meant| meant.name.as_str());
        let changed: Vec<Named> = broken
            .changed
            .iter()
            .map(|&cite| named(Book::builtin(), &broken.puzzle, cite))
            .collect();
        let changed: Vec<&str> = changed.iter().map(|named| named.name.as_str()).collect();
        eprintln!(
            "{kind}: {id}: {changed:?}, meant {name:?}; {:?}, rank {rank:?} of {}, {:?}, finished {}, {:.1} s",
            found.answer.verdict,
            found.changes.len(),
            found.tried,
            found.finished,
            time.as_secs_f64()
        );
        for change in found.changes.iter().take(4) {
            eprintln!("    {}", change.in_words());
        }
    }
    let lost = broken.lost.as_ref().filter(|_| kind == "dropped");
    let suggested = lost
        .map(|lost| suggest(&broken.puzzle, lost, seconds))
        .transpose()?;
    Ok(Case {
        suggested,
        rank,
        several: found.answer.verdict == Verdict::Several,
        finished: found.finished,
        calls: found.calls,
        time,
    })
}

/// Requests suggestions that would make the puzzle unique, and finds the lost clue among them.
fn suggest(puzzle: &Puzzle, lost: &Clue, seconds: u64) -> Result<Suggested, Box<dyn Error>> {
    let prepared = Prepared::new(puzzle.clone(), Book::builtin())?;
    let mut question = Suggest::default();
    question.limits.seconds = Some(seconds as f64);
    let host = Host {
        threads: 1,
        ..Host::default()
    };
    let suggested = prepared
        .ask(&question, &host)
        .map_err(|refusal| refusal.message)?;
    let suggestions = suggested
        .found
        .map(|found| found.suggestions)
        .unwrap_or_default();
    let adds_lost = |suggestion: &Suggestion| restores(puzzle, &suggestion.edits, lost);
    Ok(Suggested {
        unique: suggestions.iter().any(|suggestion| suggestion.unique),
        rank: suggestions.iter().position(adds_lost),
    })
}

/// Returns `true` if any of the edits adds a clue with the rule, the cells and the values of the lost clue.
fn restores(puzzle: &Puzzle, edits: &[Edit], lost: &Clue) -> bool {
    let sorted = |clue: &Clue| {
        let mut cells: Vec<Cell> = clue.cells().collect();
        cells.sort_unstable();
        cells
    };
    let is_lost = |clue: &Clue| {
        clue.rule == lost.rule && clue.params == lost.params && sorted(clue) == sorted(lost)
    };
    let more = apply_edits(puzzle, edits, Book::builtin());
    more.is_ok_and(|more| more.clues.iter().skip(puzzle.clues.len()).any(is_lost))
}

fn diagnose_puzzle(puzzle: &Puzzle, seconds: u64) -> Result<Diagnosis, ClueError> {
    let request = Request {
        budget: Budget {
            deadline: Deadline::after(Duration::from_secs(seconds)),
            ..Budget::default()
        },
        ..Request::default()
    };
    let run = Run {
        threads: 2,
        progress: None,
    };
    let prepared = Prepared::new(puzzle.clone(), Book::builtin())?;
    diagnose(&prepared, &request, run)
}

/// Returns the rank of the true repair among the changes or, for an added clue, among the removals.
fn rank(broken: &Broken, solution: &[u8], found: &Diagnosis) -> Option<usize> {
    let name = |cite: Cite| named(Book::builtin(), &broken.puzzle, cite);
    let Some(meant) = &broken.meant else {
        let clue = name(broken.changed[0]);
        let removal =
            |removal: &cluewright_setter::diagnose::Removal| removal.remove == [clue.clone()];
        return found.repairs.iter().position(removal);
    };
    let digits: String = solution
        .iter()
        .filter_map(|&digit| char::from_digit(digit.into(), 36))
        .collect();
    let changed: Vec<Named> = broken.changed.iter().map(|&cite| name(cite)).collect();
    let cells = |cells: &[String]| {
        let mut cells = cells.to_vec();
        cells.sort();
        cells
    };
    // If there are similar clues, the name of a clue contains its cells in parentheses. This part is removed.
    let plain = |name: &str| name.split(" (").next().unwrap_or(name).to_owned();
    let is_true = |change: &Change| {
        if change.solution != digits {
            return false;
        }
        match (&changed[..], &change.with) {
            ([], _) => {
                let lost = broken.lost.as_ref();
                change.slip == Slip::Missing
                    && lost.is_some_and(|lost| restores(&broken.puzzle, &change.edits, lost))
            }
            ([a, b], Some(with)) => [a, b].contains(&&change.clue) && [a, b].contains(&with),
            ([clue], None) => {
                let same = cells(&change.cells) == cells(&meant.cells);
                change.clue == *clue && same && plain(&change.becomes) == plain(&meant.name)
            }
            _ => false,
        }
    };
    found.changes.iter().position(is_true)
}
