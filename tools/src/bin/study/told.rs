//! Counts the steps of stories that are explained with the numbers of a clue, and the steps to which only "by
//! {clue}" is added.
//!
//! `CLUEWRIGHT_DATA=… cargo run --release -p tools -- told [SECONDS] [FILE.jsonl|FILE.toml…] [every=N] [from=N]
//! [list] [all] [story] [with=RULE] [ID…]` solves the puzzles of the files (`ctc_rated_dev.jsonl`), with a limit of
//! SECONDS for each (3), and counts the steps of their stories by argument. `list` prints each step without an
//! argument, `all` prints every step, and `story` prints the stories. `with` selects the puzzles with a clue of a
//! rule whose name starts with RULE.

use cluewright_engine::model::Cite;
use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_engine::search::{Deadline, Limits, Run, prove};
use cluewright_logic::{Argument, Ground, Profile, Reads, Step, needed, solve};
use cluewright_narrate::{step_full, story, story_text};
use cluewright_puzzle::Puzzle;
use cluewright_rules::{Book, Clues};
use serde_json::Value;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

pub(crate) fn run(arguments: &[String]) -> Result<(), Box<dyn std::error::Error>> {
    let asked = |word: &str| arguments.iter().any(|argument| argument == word);
    let after = |word: &str| {
        arguments
            .iter()
            .find_map(|argument| argument.strip_prefix(word))
    };
    let seconds = arguments.iter().find_map(|a| a.parse().ok()).unwrap_or(3);
    let [every, from] = [("every=", 1), ("from=", 0)]
        .map(|(word, usual)| after(word).map_or(Ok(usual), str::parse::<usize>));
    let files = arguments.iter().filter(|a| a.ends_with("l"));
    let mut files: Vec<&str> = files
        .map(String::as_str)
        .filter(|a| a.contains('.'))
        .collect();
    if files.is_empty() {
        files.push("ctc_rated_dev.jsonl");
    }
    let ids: Vec<&String> = arguments
        .iter()
        .filter(|a| a.contains('-') && !a.contains(['.', '=']))
        .collect();
    let mut study = Study {
        list: asked("list"),
        all: asked("all"),
        story: asked("story"),
        longest: Duration::from_secs(seconds),
        ..Study::default()
    };
    let (every, from) = (every?, from?);
    for file in files {
        for (id, text) in rows(file)?.into_iter().skip(from).step_by(every) {
            let is_asked = ids.is_empty() || ids.contains(&&id);
            let Some(puzzle) = read(&text).filter(|_| is_asked) else {
                continue;
            };
            let has = |rule: &str| puzzle.clues.iter().any(|clue| clue.rule.starts_with(rule));
            if after("with=").is_none_or(has) && !puzzle.clues.is_empty() {
                study.see(&id, &puzzle);
            }
        }
    }
    study.tell();
    Ok(())
}

/// Reads the puzzles of a file, with their names. The file is a collection or a single puzzle file.
fn rows(file: &str) -> Result<Vec<(String, String)>, Box<dyn std::error::Error>> {
    if file.ends_with(".toml") {
        return Ok(vec![(file.to_owned(), std::fs::read_to_string(file)?)]);
    }
    let data = std::env::var("CLUEWRIGHT_DATA")?;
    let text = std::fs::read_to_string(format!("{data}/{file}"))?;
    let mut rows = vec![];
    for line in text.lines() {
        let row: Value = serde_json::from_str(line)?;
        let text = match (&row["toml"], &row["iss"], &row["json"], &row["payload"]) {
            (Value::String(text), ..) | (_, Value::String(text), ..) => text.clone(),
            (_, _, json @ Value::Object(_), _) => json.to_string(),
            (.., Value::String(text)) => text.clone(),
            _ => continue,
        };
        rows.push((row["id"].as_str().unwrap_or("?").to_owned(), text));
    }
    Ok(rows)
}

fn read(text: &str) -> Option<Puzzle> {
    let reading =
        cluewright_formats::read_any(text, None, &cluewright_formats::ReadOptions::default())
            .ok()?;
    reading.puzzles.into_iter().next()
}

#[derive(Default)]
struct Study {
    list: bool,
    all: bool,
    story: bool,
    longest: Duration,
    stories: usize,
    /// Number of steps that rely on clues.
    steps: usize,
    plain: usize,
    /// Number of steps, by technique, rules and argument.
    kinds: BTreeMap<String, usize>,
}

impl Study {
    fn see(&mut self, id: &str, puzzle: &Puzzle) {
        let Ok(clues) = parts(puzzle, Book::builtin()) else {
            return;
        };
        let model = Model::new(puzzle, &clues);
        let limits = Limits {
            nodes: 300_000,
            deadline: Deadline::after(self.longest),
            ..Limits::NONE
        };
        let run = Run {
            threads: 1,
            ..Run::default()
        };
        let solution = prove(puzzle, &model, limits, run).only_solution();
        let (Some(solution), Ok(ground)) = (
            solution,
            Ground::new(puzzle, Book::builtin(), &clues, &model),
        ) else {
            return;
        };
        let ground = ground.with_only_solution(solution);
        let clock = Instant::now();
        let profile = Profile::builtin("default").expect("it is built in");
        let path = solve(&ground, profile, |_| clock.elapsed() < self.longest);
        self.stories += 1;
        for one in needed(&ground, &path) {
            if matches!(one.step.technique().reads, Reads::Clue | Reads::Together) {
                self.count(id, &ground, &one.step);
            }
        }
        if self.story {
            println!("== {id}\n{}", story_text(puzzle, &story(&ground, &path)));
        }
    }

    fn count(&mut self, id: &str, ground: &Ground<'_>, step: &Step) {
        let argument = Argument::of(ground, step);
        let mut rules: Vec<&str> = vec![];
        for cite in &step.reason.cites {
            let rule = match cite {
                Cite::Clue(clue) => &ground.puzzle.clues[usize::from(*clue)].rule,
                _ => continue,
            };
            if !rules.contains(&rule.as_str()) {
                rules.push(rule);
            }
        }
        let by = Argument::told_by(ground, step);
        let is_own = matches!(&by[..], [Cite::Clue(clue)]
            if ground.book.because(ground.puzzle, &ground.puzzle.clues[usize::from(*clue)]).is_some());
        let kind = match argument {
            Argument::Plain if is_own => "own words",
            _ => argument.kind(),
        };
        self.steps += 1;
        self.plain += usize::from(kind == "plain");
        rules.sort_unstable();
        let rules = rules.join("+");
        if self.all || self.list && kind == "plain" {
            println!("{rules}\t{id}\t{}", step_full(ground, step));
        }
        let name = step.technique().name;
        *self
            .kinds
            .entry(format!("{kind}\t{name}\t{rules}"))
            .or_default() += 1;
    }

    fn tell(&self) {
        let mut kinds: Vec<_> = self.kinds.iter().collect();
        kinds.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for (kind, count) in kinds {
            println!("{count}\t{kind}");
        }
        println!(
            "{} stories: {} of {} steps say merely by which clue",
            self.stories, self.plain, self.steps
        );
    }
}
