//! Compares the clues that are read from drawn puzzles with manual transcriptions.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- truth [--with-solution]` reads `drawn_truth_dev.jsonl`, and the
//! payloads of `drawn_dev.jsonl`. The stated solution is withheld from recognition unless requested. Standard error
//! lists the differences, standard output has the counts. Helper formulas (`relation`) do not count. Transcriptions
//! that uniqueness cannot confirm do not count either.
//!
//! Two clues are the same if they have the same rule, cells and parameters. A clue without such a counterpart also
//! counts as the same if it is lowered only to statements that the other puzzle's clues are lowered to as well.
//! Examples are an extra region and a constraint region on the same cells, or an anti-knight rule and a cage for each
//! of its pairs.

use cluewright::ask::{Bounds, Check, Host};
use cluewright::{Book, Prepared, Puzzle, ReadOptions, Verdict};
use cluewright_formats::read_any;
use cluewright_puzzle::budget::Budget;
use cluewright_puzzle::{Cell, Clue, Param, Unread};
use cluewright_rules::{Ends, Shape, Statement, lower};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{env, fs};

const NODES: u64 = 200_000;
const SECONDS: f64 = 10.0;

/// Transcriptions that the corpus's README lists as unconfirmed.
const UNCONFIRMED: [&str; 5] = [
    "eiqitcx105",
    "pHm4JTbr9d",
    "w4l55nhbav",
    "7BghrPt24L",
    "j9BgfmMfjN",
];

/// The counts over all puzzles.
#[derive(Default)]
struct Tally {
    proven: usize,
    whole: usize,
    whole_and_right: usize,
    /// Number of transcribed clues whose rule is in the book.
    clues: usize,
    /// Number of transcribed clues of the puzzles' own rules.
    own: usize,
    found: usize,
    /// Number of transcribed clues that were read as another rule with the same meaning.
    renamed: usize,
    /// Number of recognised clues that express transcribed clues as another rule.
    other_names: usize,
    missing: BTreeMap<String, usize>,
    wrong: BTreeMap<String, usize>,
}

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn Error>> {
    let with_solution = arguments.iter().any(|arg| arg == "--with-solution");
    let data = PathBuf::from(env::var("CLUEWRIGHT_DATA")?);
    let payloads: BTreeMap<String, Value> = rows(&data.join("drawn_dev.jsonl"))?
        .into_iter()
        .map(|row| (text(&row, "id").to_owned(), row))
        .collect();
    let mut tally = Tally::default();
    for row in rows(&data.join("drawn_truth_dev.jsonl"))? {
        let id = text(&row, "id");
        let Some(payload) = payloads.get(id) else {
            continue;
        };
        let name = id.rsplit('/').next().unwrap_or_default();
        if UNCONFIRMED.contains(&name) {
            continue;
        }
        let is_proven = text(&row, "status") == "unique = solution";
        let (Some(truth), Some(drawn)) = (read(text(&row, "toml")), read(text(payload, "payload")))
        else {
            eprintln!("{id}\tunreadable");
            continue;
        };
        tally.proven += usize::from(is_proven);
        tally.compare(id, &truth, &drawn, is_proven, with_solution);
    }
    tally.print();
    Ok(())
}

fn rows(file: &Path) -> Result<Vec<Value>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    Ok(text
        .lines()
        .map(serde_json::from_str)
        .collect::<Result<_, _>>()?)
}

fn text<'r>(row: &'r Value, name: &str) -> &'r str {
    row[name].as_str().unwrap_or_default()
}

fn read(text: &str) -> Option<Puzzle> {
    let reading = read_any(text, None, &ReadOptions::default()).ok()?;
    reading.puzzles.into_iter().next()
}

impl Tally {
    fn compare(
        &mut self,
        id: &str,
        truth: &Puzzle,
        drawn: &Puzzle,
        is_proven: bool,
        with_solution: bool,
    ) {
        let mut blind = drawn.clone();
        if !with_solution {
            blind.solution = None;
        }
        let mut puzzle =
            cluewright_recognition::recognise(&blind, Book::builtin(), &[], Budget::NONE);
        puzzle.solution.clone_from(&drawn.solution);
        let is_whole = puzzle.unread.is_empty();
        let is_right = is_whole && is_unique_and_equal(&puzzle);
        self.whole += usize::from(is_whole);
        self.whole_and_right += usize::from(is_right && is_proven);
        eprintln!("{id}\twhole {is_whole}\tright {is_right}");

        let (truth_clues, own) = keys(truth);
        let (read_clues, _) = keys(&puzzle);
        let (given_clues, _) = keys(drawn);
        let (transcribed, recognised) = (Meaning::of(truth), Meaning::of(&puzzle));
        self.clues += truth_clues.len();
        self.own += own;
        let is_missing = |clue: &&Key| {
            !read_clues.contains(clue) && !transcribed.is_stated_by(clue, &recognised)
        };
        let missing: BTreeSet<&Key> = truth_clues.iter().filter(is_missing).collect();
        self.found += truth_clues.len() - missing.len();
        self.renamed += truth_clues.difference(&read_clues).count() - missing.len();
        for clue in missing {
            let cause = cause(&puzzle, clue);
            eprintln!("{id}\tmissing\t{}\t{cause}", clue.describe(&puzzle));
            let kind = cause.split(" on ").next().unwrap_or_default();
            let key = format!("{}: {kind}", clue.rule);
            *self.missing.entry(key).or_default() += 1;
        }
        let renamed = |clue: &&Key| recognised.is_stated_by(clue, &transcribed);
        for clue in read_clues.difference(&truth_clues) {
            if renamed(&clue) {
                eprintln!("{id}\tother name\t{}", clue.describe(&puzzle));
                self.other_names += 1;
                continue;
            }
            let from = match given_clues.contains(clue) {
                true => "the file's own keys",
                false if is_whole => "recognised, in a whole reading",
                false => "recognised",
            };
            eprintln!("{id}\twrong\t{}\t{from}", clue.describe(&puzzle));
            let key = format!("{}: {from}", clue.rule);
            *self.wrong.entry(key).or_default() += 1;
        }
        for part in &puzzle.unread {
            let text = part.text.as_deref().unwrap_or_default();
            eprintln!("{id}\topen\t{} {}\t{text}", part.count, part.kind);
        }
    }

    fn print(&self) {
        println!("puzzles proven by hand: {}", self.proven);
        println!("read whole: {}", self.whole);
        println!("read whole and right: {}", self.whole_and_right);
        let share = |part: usize, of: usize| 100.0 * part as f64 / of.max(1) as f64;
        println!(
            "clues of the book's rules: {}, found {} ({:.1} %); of own rules: {} (of all, found {:.1} %)",
            self.clues,
            self.found,
            share(self.found, self.clues),
            self.own,
            share(self.found, self.clues + self.own)
        );
        println!(
            "by another name: {} of those found, {} of those read",
            self.renamed, self.other_names
        );
        let wrong = self.wrong.values().sum::<usize>();
        println!(
            "wrongly added: {wrong} ({:.1} % of those read)",
            share(wrong, wrong + self.found)
        );
        for (title, counts) in [("missing", &self.missing), ("wrong", &self.wrong)] {
            let mut counts: Vec<_> = counts.iter().collect();
            counts.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
            for (key, count) in counts {
                println!("  {title} {count:4} {key}");
            }
        }
    }
}

fn is_unique_and_equal(puzzle: &Puzzle) -> bool {
    let Ok(prepared) = Prepared::new(puzzle.clone(), Book::builtin()) else {
        return false;
    };
    let mut check = Check::default();
    check.limits = Bounds {
        nodes: Some(NODES),
        seconds: Some(SECONDS),
    };
    prepared.ask(&check, &Host::default()).is_ok_and(|checked| {
        checked.answer.verdict == Verdict::Unique && checked.matches == Some(true)
    })
}

/// A clue in canonical form. Different notations of the same clue compare equal.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Key {
    rule: String,
    slots: Vec<Vec<Cell>>,
    params: Vec<Param>,
}

/// Returns the clues whose rules are in the book, and the number of other clues.
fn keys(puzzle: &Puzzle) -> (BTreeSet<Key>, usize) {
    let mut own = 0;
    let mut keys = BTreeSet::new();
    for clue in &puzzle.clues {
        match key(clue) {
            Some(key) => keys.extend(key.split()),
            None => own += usize::from(clue.rule != "relation"),
        }
    }
    (keys, own)
}

/// Returns the canonical form of a clue; `None` for helper formulas and for rules that are not in the book.
fn key(clue: &Clue) -> Option<Key> {
    let rule = Book::builtin().rule(&clue.rule).ok()?;
    if clue.rule == "relation" {
        return None;
    }
    let mut styles = rule.recognition.drawn.iter();
    let is_directed = rule.shape == Shape::Outside
        || styles.any(|style| style.ends == Ends::Bulb && rule.shape == Shape::Line);
    let slots = clue.slots.iter().map(|(_, cells)| {
        let mut cells = cells.clone();
        if !is_directed {
            cells.sort_unstable();
        }
        cells.dedup();
        cells
    });
    let usual = |name: &str| rule.params.iter().find(|spec| spec.name == name)?.usual();
    let mut params = clue.params.clone();
    params.retain(|name, value| usual(name).as_ref() != Some(value));
    Some(Key {
        rule: clue.rule.clone(),
        slots: slots.collect(),
        params: params.into_values().map(list).collect(),
    })
}

/// The statements to which the clues of a puzzle are lowered, in canonical form.
#[derive(Default)]
struct Meaning {
    by_clue: BTreeMap<Key, Vec<Statement>>,
    all: HashSet<Statement>,
}

impl Meaning {
    /// Lowers the clues of a puzzle. If one of them cannot be lowered, there are no statements at all.
    fn of(puzzle: &Puzzle) -> Self {
        let mut meaning = Self::default();
        for lowered in lower(puzzle, Book::builtin()).unwrap_or_default() {
            let statements = lowered.statements.into_iter();
            let statements: Vec<Statement> = statements.flat_map(conjuncts).collect();
            meaning.all.extend(statements.iter().cloned());
            let Some(key) = key(&puzzle.clues[lowered.clue]) else {
                continue;
            };
            for key in key.split() {
                let cells = key.slots.concat();
                let is_about = |statement: &&Statement| {
                    statement.cells().iter().all(|cell| cells.contains(cell)) || cells.is_empty()
                };
                let own = statements.iter().filter(is_about).cloned().collect();
                meaning.by_clue.insert(key, own);
            }
        }
        meaning
    }

    /// Returns `true` if the clues of another puzzle state everything that a clue states.
    fn is_stated_by(&self, clue: &Key, other: &Self) -> bool {
        let statements = self.by_clue.get(clue).map_or(&[][..], Vec::as_slice);
        let mut stated = statements.iter();
        !statements.is_empty() && stated.all(|statement| other.all.contains(statement))
    }
}

/// Splits a statement into conjuncts in canonical form.
fn conjuncts(statement: Statement) -> Vec<Statement> {
    match statement {
        Statement::All(parts) => parts.into_iter().flat_map(conjuncts).collect(),
        other => vec![other.canonical()],
    }
}

/// Converts a single number to a list with one number.
fn list(param: Param) -> Param {
    match param {
        Param::Int(number) => Param::Ints(vec![number]),
        other => other,
    }
}

impl Key {
    /// Splits the key into one key per cell, if the rule applies to each cell separately.
    fn split(self) -> Vec<Self> {
        let shape = Book::builtin().rule(&self.rule).map(|rule| rule.shape);
        if shape != Ok(Shape::Cell) {
            return vec![self];
        }
        let cells = self.slots.iter().flatten();
        let one = |&cell: &Cell| Self {
            slots: vec![vec![cell]],
            ..self.clone()
        };
        cells.map(one).collect()
    }

    fn cells(&self, puzzle: &Puzzle) -> Vec<String> {
        let cells = self.slots.iter().flatten();
        cells.map(|&cell| puzzle.layout.name(cell)).collect()
    }

    fn describe(&self, puzzle: &Puzzle) -> String {
        format!(
            "{} {} {:?}",
            self.rule,
            self.cells(puzzle).join(" "),
            self.params
        )
    }
}

/// Describes why a clue was not read: it was read as another rule, an open drawing contains all its cells, or some
/// drawings belong to no group.
fn cause(puzzle: &Puzzle, clue: &Key) -> String {
    let cells = clue.cells(puzzle);
    let has =
        |part: &&Unread| !cells.is_empty() && cells.iter().all(|cell| part.cells.contains(cell));
    let open: Vec<String> = puzzle
        .unread
        .iter()
        .filter(has)
        .map(|part| format!("open {} ({})", part.kind, part.rules.join(", ")))
        .collect();
    let stray = puzzle
        .unread
        .iter()
        .find(|part| part.kind == "other drawing")
        .map(|part| format!("in no group, perhaps on {} drawings", part.count));
    let read = puzzle.clues.iter().filter_map(key).find(|read| {
        let (mut one, mut other) = (read.slots.concat(), clue.slots.concat());
        one.sort_unstable();
        other.sort_unstable();
        one == other && !one.is_empty()
    });
    match (read, open.is_empty(), stray) {
        (Some(read), ..) => format!("read as {} {:?}", read.rule, read.params),
        (_, false, _) => open.join("; "),
        (_, _, Some(stray)) => stray,
        _ => "nothing is open there".to_owned(),
    }
}
