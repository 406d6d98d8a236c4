//! Counts the published payloads that can be read, and the reasons why the others cannot.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- reading [FILE] [--with-solution] [--answers] [--every N]` reads
//! `drawn_dev.jsonl`. The stated solution is withheld from recognition unless requested, and compared afterwards. With
//! `--every N`, only each Nth payload is read. Standard error has a line for each puzzle, standard output has the
//! table.
//!
//! With `--answers`, up to three questions are answered as if by a person who knows the solution. An answer must be
//! among the offered ones, and the solution must not break any clue. The stated solution must be the only one after the
//! last answer.

use cluewright::ask::{Bounds, Check, Host};
use cluewright::{Book, Prepared, Puzzle, ReadOptions, Verdict};
use cluewright_formats::read_any;
use cluewright_puzzle::budget::Budget;
use cluewright_puzzle::{REST, SENTENCE, Unread};
use cluewright_recognition::{Answer, DECORATION, EXPLAINED, recognise};
use serde_json::Value;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;
use std::{env, fs};

const NODES: u64 = 400_000;
const SECONDS: f64 = 20.0;

/// The label of puzzles whose only solution is the stated one.
const EQUAL: &str = "unique=";

/// Maximum number of questions to answer for each puzzle.
const ANSWERS: usize = 3;

/// Maximum number of answers to try for each reading.
const BRANCHES: usize = 3;

/// The information that recognition may use in addition to the drawings: the stated solution, and answers to its
/// questions.
#[derive(Clone, Copy)]
struct Help {
    solution: bool,
    answers: bool,
}

/// The result for one payload.
struct Row {
    id: String,
    format: String,
    has_solution: bool,
    has_rules: bool,
    before: String,
    after: String,
    open: Vec<String>,
    read: Vec<String>,
    millis: f64,
    broken: usize,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let has = |option: &str| arguments.iter().any(|arg| arg == option);
    let help = Help {
        solution: has("--with-solution"),
        answers: has("--answers"),
    };
    let mut arguments = arguments.to_vec();
    let every = match arguments.iter().position(|arg| arg == "--every") {
        Some(at) => arguments
            .drain(at..)
            .nth(1)
            .ok_or("`--every` needs a number")?
            .parse()?,
        None => 1,
    };
    let file = arguments.iter().find(|arg| !arg.starts_with("--"));
    let data = PathBuf::from(env::var("CLUEWRIGHT_DATA")?);
    let file = file.map_or_else(|| data.join("drawn_dev.jsonl"), PathBuf::from);
    let text = fs::read_to_string(file)?;
    let payloads: Vec<Value> = text
        .lines()
        .step_by(every)
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?;
    let mut rows: Vec<Row> = payloads.iter().map(|row| study(row, help)).collect();
    rows.sort_by(|a, b| a.id.cmp(&b.id));
    for row in &rows {
        eprintln!(
            "{}\t{}\t{}\t{}\t{}\t{}\t{:.1}\t{}\t{}",
            row.id,
            row.format,
            row.has_solution,
            row.has_rules,
            row.before,
            row.after,
            row.millis,
            row.read.join("; "),
            row.open.join(" | ")
        );
    }
    report(&rows);
    Ok(())
}

fn study(row: &Value, help: Help) -> Row {
    let text = |name: &str| row[name].as_str().unwrap_or_default().to_owned();
    let (format, payload) = (text("format"), text("payload"));
    let start = Instant::now();
    let mut found = Row {
        id: text("id"),
        format: format.clone(),
        has_solution: row["solution"].is_string(),
        has_rules: !text("rules").is_empty(),
        before: String::new(),
        after: String::new(),
        open: vec![],
        read: vec![],
        millis: 0.0,
        broken: 0,
    };
    let options = ReadOptions::default();
    let puzzle = match read_any(&payload, None, &options) {
        Ok(reading) => reading.puzzles.into_iter().next().unwrap_or_default(),
        Err(error) => {
            found.before = "error".to_owned();
            found.after = "error".to_owned();
            found.open = vec![error.to_string().chars().take(200).collect()];
            return found;
        }
    };
    let mut blind = puzzle.clone();
    if !help.solution {
        blind.solution = None;
    }
    let mut recognised = recognise(&blind, Book::builtin(), &[], Budget::NONE);
    found.millis = start.elapsed().as_secs_f64() * 1000.0;
    if help.answers {
        recognised = answer(&puzzle, &blind, recognised);
    }
    recognised.solution = puzzle.solution.clone();
    found.before = match puzzle.unread.is_empty() {
        true => verdict(puzzle.clone()),
        false => "unchecked".to_owned(),
    };
    if puzzle.solution.is_some() {
        let broken = cluewright_setter::diagnose::broken_by_file(Book::builtin(), &recognised);
        found.broken = broken.len();
        if let Some(first) = broken.first() {
            found
                .open
                .push(format!("BROKEN {first:?}").chars().take(160).collect());
        }
    }
    found.read = recognised
        .recognised
        .iter()
        .map(|r| format!("{} {} = {}", r.clues, r.drawing, r.rule))
        .collect();
    found.open.extend(recognised.unread.iter().map(|open| {
        format!(
            "{} {} {}",
            open.count,
            open.kind,
            open.text.as_deref().unwrap_or_default()
        )
    }));
    found.after = match recognised.unread.is_empty() {
        true => verdict(recognised),
        false => "open".to_owned(),
    };
    found
}

/// Answers at most three questions about a puzzle. Returns the puzzle with the answers if they settle it, and otherwise
/// the puzzle as it was read.
fn answer(puzzle: &Puzzle, blind: &Puzzle, read: Puzzle) -> Puzzle {
    settle(puzzle, blind, &read, &[]).unwrap_or(read)
}

/// Answers the questions of a reading. An answer is accepted if it settles something and the stated solution breaks no
/// clue. After the last answer, the stated solution must be the only one.
///
/// If the clues have exactly one solution, the answer is that nothing is missing. Otherwise the accepted answers that
/// lead to most clues are tried.
fn settle(puzzle: &Puzzle, blind: &Puzzle, read: &Puzzle, answers: &[Answer]) -> Option<Puzzle> {
    if read.unread.is_empty() {
        let known = Puzzle {
            solution: puzzle.solution.clone(),
            ..read.clone()
        };
        return (verdict(known) == EQUAL).then(|| read.clone());
    }
    if answers.len() == ANSWERS {
        return None;
    }
    let questions = read.unread.iter();
    let questions = questions.filter(|open| !asks_for_rest(read) || open.kind == REST);
    let mut readings: Vec<(Vec<Answer>, Puzzle)> = questions
        .flat_map(offer_answers)
        .map(|answer| [answers, &[answer]].concat())
        .map(|answers| {
            let next = recognise(blind, Book::builtin(), &answers, Budget::NONE);
            (answers, next)
        })
        .filter(|(_, next)| count_open(next) < count_open(read))
        .filter(|(_, next)| is_allowed(puzzle, next))
        .collect();
    readings.sort_by_key(|(_, next)| {
        let is_done = next.unread.is_empty();
        Reverse((is_done, asks_for_rest(next), next.clues.len()))
    });
    let mut likely = readings.into_iter().take(BRANCHES);
    likely.find_map(|(answers, next)| settle(puzzle, blind, &next, &answers))
}

/// Returns `true` if a question asks whether the clues are complete.
fn asks_for_rest(read: &Puzzle) -> bool {
    read.unread.iter().any(|open| open.kind == REST)
}

/// Returns the number of questions about drawings and sentences.
fn count_open(read: &Puzzle) -> usize {
    let open = read.unread.iter();
    open.filter(|open| open.kind != REST).count()
}

/// Lists the answers to try for a question: its likely rules, and the answer that no rule is stated. For a sentence,
/// that answer comes first: if the clues then leave only the stated solution, no further rule is needed.
fn offer_answers(question: &Unread) -> Vec<Answer> {
    let (drawing, none) = match (question.kind.as_str(), &question.text) {
        (SENTENCE, Some(text)) => (text.to_lowercase(), [Some(EXPLAINED), None]),
        _ => (question.kind.to_lowercase(), [None, Some(DECORATION)]),
    };
    let [first, last] = none;
    let rules = question.rules.iter().map(String::as_str);
    let answers = first.into_iter().chain(rules).chain(last);
    answers
        .map(|rule| Answer {
            drawing: drawing.clone(),
            rule: rule.to_owned(),
        })
        .collect()
}

/// Returns `true` if the stated solution breaks no clue.
fn is_allowed(puzzle: &Puzzle, read: &Puzzle) -> bool {
    let mut read = read.clone();
    read.solution.clone_from(&puzzle.solution);
    cluewright_setter::diagnose::broken_by_file(Book::builtin(), &read).is_empty()
}

fn verdict(puzzle: Puzzle) -> String {
    let Ok(prepared) = Prepared::new(puzzle, Book::builtin()) else {
        return "misfit".to_owned();
    };
    let mut check = Check::default();
    check.limits = Bounds {
        nodes: Some(NODES),
        seconds: Some(SECONDS),
    };
    match prepared.ask(&check, &Host::default()) {
        Ok(checked) => match (checked.answer.verdict, checked.matches) {
            (Verdict::Unique, Some(true)) => EQUAL.to_owned(),
            (Verdict::Unique, Some(false)) => "unique!".to_owned(),
            (verdict, _) => format!("{verdict:?}").to_lowercase(),
        },
        Err(refusal) => format!("refused: {refusal}"),
    }
}

fn report(rows: &[Row]) {
    let pad = |row: &&Row| ["scl", "ctc", "ctc-zip-text"].contains(&row.format.as_str());
    let drawn: Vec<&Row> = rows
        .iter()
        .filter(pad)
        .filter(|row| row.has_solution && row.before == "unchecked")
        .collect();
    tally("drawn only, with a stated solution", &drawn);
    let stated: Vec<&Row> = rows
        .iter()
        .filter(pad)
        .filter(|row| row.has_solution)
        .collect();
    tally("SudokuPad, with a stated solution", &stated);
    let all: Vec<&Row> = rows.iter().filter(pad).collect();
    tally("SudokuPad", &all);
    let fpuz: Vec<&Row> = rows
        .iter()
        .filter(|row| row.format.starts_with("fpuz"))
        .collect();
    tally("f-puzzles", &fpuz);
    let mut times: Vec<f64> = rows.iter().map(|row| row.millis).collect();
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times[(times.len() as f64 * share) as usize];
    println!(
        "reading: median {:.1} ms, 95th percentile {:.1} ms",
        at(0.5),
        at(0.95)
    );
    let open: Vec<usize> = rows
        .iter()
        .filter(pad)
        .filter(|row| row.after.starts_with("open"))
        .map(|row| row.open.len())
        .collect();
    let mut open = open;
    open.sort_unstable();
    println!("questions, median: {:?}", open.get(open.len() / 2));
    let mut lost = vec![];
    for row in rows {
        if row.before == EQUAL && row.after != EQUAL {
            lost.push(row.id.as_str());
        }
    }
    println!("right before and not now: {} {lost:?}", lost.len());
}

fn tally(title: &str, rows: &[&Row]) {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in rows {
        *counts.entry(&row.after).or_default() += 1;
    }
    let share = |key: &str| {
        100.0 * counts.get(key).copied().unwrap_or_default() as f64 / rows.len().max(1) as f64
    };
    println!(
        "{title}: {} puzzles, unique and equal {:.1} %",
        rows.len(),
        share(EQUAL)
    );
    for (after, count) in counts {
        println!("    {after}: {count}");
    }
}
