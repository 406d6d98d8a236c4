//! Tests that the command line and the library give the same answer to a question, and that the first proof of a
//! diagnosis takes the same guesses as `check`.

use crate::{cluewright, one_in, text};
use cluewright::Prepared;
use cluewright::ask::{Host, Progress, answer};
use cluewright_engine::search::{Budget, Limits, Run};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use cluewright_setter::diagnose::{Request, Stage, diagnose};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::PathBuf;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, Ordering};

/// Returns every puzzle of the corpus that has one solution.
fn corpus() -> Vec<PathBuf> {
    let folders = ["classic", "seeds", "variants"];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(format!("corpus/{folder}")).expect("the corpus is there"))
        .map(|entry| entry.expect("the corpus can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}

fn read(file: &PathBuf) -> Puzzle {
    let text = fs::read_to_string(file).expect("the file can be read");
    let reading = read_any(&text, None, &ReadOptions::default()).expect("it is a puzzle");
    reading.puzzles.into_iter().next().expect("there is one")
}

/// Runs a command with `--json`, and returns its output with one object for each puzzle.
fn run_with_json(command: &str, files: &[PathBuf]) -> Vec<Value> {
    let mut command = cluewright(&[command, "--json", "--quiet"]);
    let run = command.args(files).output().expect("it runs");
    let text = text(run.stdout);
    let lines = text.lines().map(serde_json::from_str);
    lines.map(|line| line.expect("a JSON object")).collect()
}

#[test]
fn the_command_and_the_library_make_the_same_guesses() {
    let files: Vec<PathBuf> = corpus().into_iter().step_by(one_in(3)).collect();
    let answers = run_with_json("check", &files);
    assert_eq!(answers.len(), files.len());
    for (file, answer) in files.iter().zip(answers) {
        let prepared = Prepared::new(read(file), Book::builtin()).expect("its clues fit");
        let ours = prepared.check(Limits::default(), Run::QUIET);
        assert_eq!(answer["nodes"], ours.nodes, "{}", file.display());
        assert_eq!(
            answer["solutions"][0],
            ours.solutions[0],
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_diagnosis_makes_the_same_guesses_in_its_first_proof() {
    for file in corpus().into_iter().step_by(one_in(6)) {
        let puzzle = read(&file);
        // Only the guesses of the first proof are compared, so the diagnosis is cancelled after it.
        let enough = AtomicBool::new(false);
        let stop = |_: Stage| enough.store(true, Ordering::Relaxed);
        let request = Request {
            budget: Budget {
                cancel: Some(&enough),
                ..Budget::default()
            },
            progress: Some(&stop),
            ..Request::default()
        };
        let prepared = Prepared::new(puzzle, Book::builtin()).expect("its clues fit");
        let diagnosis =
            diagnose(&prepared, &request, Run::QUIET).expect("there is no earlier version");
        let ours = prepared.check(Limits::default(), Run::QUIET);
        assert_eq!(diagnosis.answer.nodes, ours.nodes, "{}", file.display());
    }
}

/// Returns the library's answer to a request, without the keys that only commands write.
fn ask(request: &Value) -> Value {
    let reply = answer(&request.to_string(), &Host::QUIET);
    serde_json::from_str(&reply).expect("a JSON object")
}

/// Runs a command on one file, and returns its output without the file's name.
fn run_on_file(arguments: &[&str], file: &str) -> Value {
    let mut command = cluewright(arguments);
    let run = command.args(["--json", "--quiet", file]).output();
    let text = text(run.expect("it runs").stdout);
    let mut object: Value = serde_json::from_str(text.trim()).expect("one JSON object");
    object.as_object_mut().expect("an object").remove("puzzle");
    object
}

#[test]
fn a_request_and_a_command_give_the_same_object() {
    let cases = [
        (&["check"][..], json!({ "ask": "check" })),
        (&["solve"], json!({ "ask": "solve" })),
        (
            &["solve", "--limit", "3"],
            json!({ "ask": "solve", "most": 3 }),
        ),
        (&["solve", "--count"], json!({ "ask": "count" })),
        (
            &["solve", "--candidates", "5"],
            json!({ "ask": "candidates", "cap": 5 }),
        ),
        (&["solve", "--estimate"], json!({ "ask": "estimate" })),
        (&["draw"], json!({ "ask": "draw" })),
        (&["diagnose"], json!({ "ask": "diagnose" })),
        (&["grade"], json!({ "ask": "grade" })),
        (
            &["grade", "--force", "--steps", "--verify", "--only", "hard"],
            json!({ "ask": "grade", "force": true, "explain": true, "verify": true, "techniques": { "only": "hard" } }),
        ),
        (
            &["hint", "--strength", "step"],
            json!({ "ask": "hint", "strength": "step" }),
        ),
        (
            &["convert", "--to", "iss"],
            json!({ "ask": "convert", "to": "iss" }),
        ),
    ];
    for file in [
        "tests/cli/two-ways.toml",
        "tests/cli/typo.toml",
        "tests/cli/impossible.toml",
    ]
    .into_iter()
    .step_by(one_in(2))
    {
        let text = fs::read_to_string(file).expect("the file can be read");
        for (arguments, request) in &cases {
            let mut request = request.clone();
            request["puzzle"] = text.as_str().into();
            assert_eq!(
                ask(&request),
                run_on_file(arguments, file),
                "{arguments:?} {file}"
            );
        }
    }
}

/// Returns the distance from a cell to the nearest cell of a hint: the larger of the distances in rows and in columns.
fn distance(hint: &Value, row: i64, column: i64) -> i64 {
    let lost = hint["step"]["removed"].as_array().expect("candidates go");
    let places = lost.iter().map(|lost| {
        let name = lost[0].as_str().expect("a cell").trim_start_matches('R');
        let (r, c) = name.split_once('C').expect("a row and a column");
        let number = |text: &str| text.parse::<i64>().expect("a number");
        (number(r) - row).abs().max((number(c) - column).abs())
    });
    places.min().expect("some cell")
}

#[test]
fn of_the_easiest_steps_a_hint_gives_the_one_nearest_to_the_last_placement() {
    let text = fs::read_to_string("corpus/variants/killer-cage.toml").expect("it can be read");
    let hint = |after: &str| {
        ask(&json!({ "ask": "hint", "strength": "step", "after": after, "puzzle": text }))
    };
    let [left, right] = ["R9C1", "R9C9"].map(hint);
    assert_eq!(left["step"]["rating"], right["step"]["rating"]);
    assert!(
        distance(&left, 9, 1) < distance(&right, 9, 1),
        "{left} {right}"
    );
    assert!(
        distance(&right, 9, 9) < distance(&left, 9, 9),
        "{left} {right}"
    );
    let outside = hint("R10C1");
    assert!(outside["error"]["message"].is_string(), "{outside}");
}

/// The cheapest step for this board would be a unique loop, which proves nothing as long as there are several solutions.
#[test]
fn a_hint_for_several_solutions_skips_uniqueness_arguments() {
    let board = "56 3 4 156 7 8 9 16 2
        56 7 2 156 9 1456 3 146 8
        1 9 8 236 24 2346 5 46 7
        8 5 9 137 6 137 4 2 13
        4 2 6 8 5 13 7 9 13
        7 1 3 9 24 24 8 5 6
        9 6 1 57 3 57 2 8 4
        2 8 7 4 1 9 6 3 5
        3 4 5 26 8 26 1 7 9";
    let hint = ask(
        &json!({ "ask": "hint", "strength": "step", "techniques": { "profile": "sukaku-1.18" }, "puzzle": board }),
    );
    assert_eq!(hint["verdict"], "several", "{hint}");
    assert_eq!(hint["outcome"], "step", "{hint}");
    assert_eq!(hint["step"]["technique"], "forcing-chain", "{hint}");
}

#[test]
fn a_request_that_cannot_be_answered_says_why() {
    let place =
        ask(&json!({ "ask": "check", "puzzle": "size = 4\n[clues]\nthermometre = \"R1C1 R1C2\"" }));
    assert_eq!(place["error"]["line"], 3, "{place}");
    let cases = [
        (
            json!({ "ask": "chek", "puzzle": "" }),
            "unknown variant `chek`",
        ),
        (json!({ "ask": "check", "puzzle": "" }), "the text is empty"),
        (
            json!({ "ask": "check", "puzzle": "1", "limits": { "hours": 1 } }),
            "unknown field `hours`",
        ),
        (
            json!({ "ask": "check", "puzzle": "1", "limits": [1] }),
            "invalid type: list `[1]`, expected an object",
        ),
        (
            json!({ "ask": "check", "puzzle": "1", "read": ["fpuzzles"] }),
            "`read`: invalid type: list",
        ),
        (
            json!({ "ask": "check", "puzzle": "1", "seconds": 1 }),
            "unknown field `seconds`, expected `limits`",
        ),
        (
            json!({ "ask": "solve", "puzzle": "1", "cap": 1 }),
            "unknown field `cap`, expected `most` or `limits`",
        ),
        (
            json!({ "ask": "rules", "puzzle": "", "rule": "thermometer" }),
            "unknown field `rule`, expected `name`",
        ),
        (
            json!({ "puzzle": "1", "chek": true }),
            "missing field `ask`",
        ),
        (
            json!({ "ask": "check", "puzzle": 1 }),
            "`puzzle`: invalid type",
        ),
        (
            json!({ "ask": "convert", "to": "pdf", "puzzle": "12.4341.2143.321" }),
            "unknown format `pdf`",
        ),
        (
            json!({ "ask": "grade", "techniques": { "without": ["x-ray"] }, "puzzle": "12.4341.2143.321" }),
            "no technique is called `x-ray`",
        ),
        (
            json!({ "ask": "hint", "techniques": { "profile": "mine" }, "puzzle": "12.4341.2143.321" }),
            "no profile is called `mine`",
        ),
        (
            json!({ "ask": "rules", "name": "termometer" }),
            "unknown rule `termometer`",
        ),
        (
            json!({ "ask": "check", "puzzle": "12.4341.2143.321", "read": { "number": 2 } }),
            "no puzzle 2",
        ),
        (json!([]), "request"),
    ];
    for (request, expected) in cases {
        let reply = ask(&request);
        let message = reply["error"]["message"].as_str().expect("a refusal");
        assert!(message.contains(expected), "{request}: {message}");
    }
}

#[test]
fn suggestions_name_the_key_complete_once() {
    let request =
        json!({ "ask": "suggest", "most": 1, "rules": ["given"], "puzzle": "12..34..2143...." });
    let reply = answer(&request.to_string(), &Host::QUIET);
    assert_eq!(reply.matches("\"complete\":").count(), 1, "{reply}");
}

#[test]
fn a_limit_is_named_in_the_reply() {
    let text = fs::read_to_string("corpus/seeds/miracle.toml").expect("the file can be read");
    let request = json!({ "ask": "check", "puzzle": text, "limits": { "nodes": 0 } });
    let reply = ask(&request);
    assert_eq!(
        (&reply["verdict"], &reply["stopped"]),
        (&"undecided".into(), &"nodes".into())
    );
}

#[test]
fn candidates_are_told_as_they_are_settled() {
    let text = fs::read_to_string("tests/cli/two-ways.toml").expect("the file can be read");
    let told = Mutex::new(vec![]);
    let tell = |progress: Progress| {
        told.lock()
            .expect("no thread panics")
            .extend(progress.settled);
    };
    let host = Host {
        threads: 1,
        progress: Some(&tell),
        cancel: None,
        ..Host::default()
    };
    let request = json!({ "ask": "candidates", "cap": 8, "puzzle": text });
    let reply: Value = serde_json::from_str(&answer(&request.to_string(), &host)).expect("JSON");
    assert_eq!(reply, ask(&request));
    assert_eq!(reply["complete"], true, "{reply}");
    let told = told.into_inner().expect("no thread panics");
    assert!(!told.is_empty());
    let puzzle = read(&PathBuf::from("tests/cli/two-ways.toml"));
    let mut known = BTreeSet::new();
    for one in &told {
        let cell = puzzle.layout.parse_name(&one.cell).expect("a cell");
        let counts = &reply["candidates"][cell.index()];
        let count = counts[one.digit.to_string()].as_u64().unwrap_or(0);
        assert_eq!(one.solutions, count, "{one:?}");
        assert!(known.insert((cell, one.digit)), "told twice: {one:?}");
    }
}
