//! Tests that the requests, answers and progress reports of every host are valid under the schema that
//! `docs/ask.schema.json` publishes. An independent validator checks them.

use crate::questions::Questions;
use crate::{CLASSIC, cluewright, text};
use cluewright::ask::{Host, Progress, Request, answer};
use jsonschema::Validator;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;

const SMALL: &str = "12.4341.2143.321";

/// A puzzle whose two solutions differ only in a letter and a layer.
const LETTERS: &str =
    "size = 4\ngrid = \"12344321.143.412\"\nletters = { A = \"1-2\" }\nlayers = { B = \"0-0\" }\n";

/// Cages whose sums agree with the solution. One of the cages is redundant.
const CAGES: &str = "size = 4\ngrid = \"1...3...2.......\"\n[clues]\nkiller-cage = [\"3: R1C1 R1C2\", \"7: R1C3 R1C4\", \
    \"7: R2C1 R2C2\", \"3: R2C3 R2C4\", \"3: R3C1 R3C2\", \"3: R1C2 R2C3\"]\nthermometer = \"R1C1-R1C4\"\n";

/// A quadruple with five digits, which must be refused because a quadruple has four cells.
const REFUSED: &str = "size = 6\n[clues]\nquadruple = \"12345: R1C1\"\n";

/// A grid from `corpus/techniques` that needs chains.
const CHAINS: &str =
    ".2...9.....5..482.........3..6.7..4..9....7.1....8..6924.1.3.9.7.........1.7..4..";

/// A puzzle with the sums of two cages swapped, so that they contradict the thermometer.
const BROKEN: &str = "size = 4\ngrid = \"1...3...2.......\"\n[clues]\nkiller-cage = [\"7: R1C1 R1C2\", \"3: R1C3 R1C4\"]\n\
    thermometer = \"R1C1-R1C4\"\n";

/// The published schema, against which answers are checked.
struct Contract {
    document: Value,
    request: Validator,
    answer: Validator,
    progress: Validator,
}

impl Contract {
    /// Creates a stricter contract, which forbids keys that the schema does not list. Programs may ignore additional
    /// keys, but a key that is written and not documented is a bug.
    fn exact() -> Self {
        let mut document = read_published("docs/ask.schema.json");
        forbid_unlisted_keys(&mut document);
        let part = |name: &str| validator(&document, &document["properties"][name]);
        Self {
            request: part("request"),
            answer: part("answer"),
            progress: part("progress"),
            document,
        }
    }

    /// Returns each question's name with the schemas of its request's keys.
    fn questions(&self) -> impl Iterator<Item = (&str, &Value)> {
        let questions = self.document["$defs"]["Request"]["oneOf"].as_array();
        let questions = questions.expect("one form for each question").iter();
        questions.map(|form| {
            let name = form["properties"]["ask"]["const"].as_str();
            (name.expect("each question has a name"), &form["properties"])
        })
    }

    fn check_request(&self, request: &Value) {
        assert_valid(&self.request, request, &"the request");
    }

    /// Checks that an answer to a question, or a refusal, is valid under the schema.
    fn check_answer(&self, answer: &Value, is_refused: bool, of: &dyn std::fmt::Display) {
        assert_valid(&self.answer, answer, of);
        assert_eq!(
            answer.get("error").is_some_and(Value::is_object),
            is_refused,
            "{of}: {answer}"
        );
    }
}

/// Reads a schema in `docs/` and checks that it is valid itself.
pub(crate) fn read_published(file: &str) -> Value {
    let text = fs::read_to_string(file).expect("the schema can be read");
    let schema = serde_json::from_str(&text).expect("a schema is JSON");
    let checked = jsonschema::draft202012::meta::validate(&schema);
    checked.unwrap_or_else(|error| panic!("{file}: {error}"));
    schema
}

/// Creates a validator for a part of a document. References in the part are resolved within the whole
/// document.
pub(crate) fn validator(document: &Value, part: &Value) -> Validator {
    let mut schema = part.clone();
    schema["$defs"] = document["$defs"].clone();
    jsonschema::draft202012::new(&schema).expect("the schema can be compiled")
}

/// Makes a schema forbid the keys that it does not list, wherever it describes a complete value.
fn forbid_unlisted_keys(schema: &mut Value) {
    const VALUES: [&str; 2] = ["items", "additionalProperties"];
    const LISTS: [&str; 4] = ["anyOf", "oneOf", "allOf", "prefixItems"];
    let Some(keys) = schema.as_object_mut() else {
        return;
    };
    for (key, part) in keys {
        match key.as_str() {
            "properties" | "patternProperties" => each_member(part, close),
            "$defs" => each_member(part, forbid_unlisted_keys),
            key if VALUES.contains(&key) => close(part),
            "prefixItems" => part.as_array_mut().into_iter().flatten().for_each(close),
            key if LISTS.contains(&key) => {
                part.as_array_mut()
                    .into_iter()
                    .flatten()
                    .for_each(forbid_unlisted_keys);
            }
            _ => {}
        }
    }
}

fn each_member(object: &mut Value, change: fn(&mut Value)) {
    object
        .as_object_mut()
        .into_iter()
        .flatten()
        .for_each(|(_, value)| change(value));
}

fn close(schema: &mut Value) {
    const SHAPES: [&str; 5] = ["$ref", "anyOf", "oneOf", "allOf", "properties"];
    forbid_unlisted_keys(schema);
    if let Some(keys) = schema.as_object_mut()
        && SHAPES.iter().any(|shape| keys.contains_key(*shape))
    {
        keys.insert("unevaluatedProperties".to_owned(), false.into());
    }
}

fn assert_valid(validator: &Validator, value: &Value, of: &dyn std::fmt::Display) {
    let errors = validator.iter_errors(value);
    let errors: Vec<_> = errors
        .map(|error| format!("{}: {error}", error.instance_path()))
        .collect();
    assert!(errors.is_empty(), "{of}: {value:#}\n{}", errors.join("\n"));
}

/// Parses JSON, and panics if an object has a key twice, because parsers differ in which of the two values
/// they use.
fn parse(text: &str) -> Value {
    let value: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text}"));
    let keys = |text: &str| text.matches("\":").count();
    assert_eq!(
        keys(text),
        keys(&value.to_string()),
        "a key occurs twice: {text}"
    );
    value
}

fn ask(request: &Value, host: &Host<'_>) -> Value {
    parse(&answer(&request.to_string(), host))
}

/// Returns the contents of the project file named `source`, or `source` itself if it is the text of a puzzle.
fn puzzle(source: &str) -> String {
    match source.ends_with(".toml") || source.ends_with(".json") {
        true => fs::read_to_string(source).expect("the file can be read"),
        false => source.to_owned(),
    }
}

fn with_puzzle(question: &Value, source: &str) -> Value {
    let mut request = question.clone();
    request["puzzle"] = puzzle(source).into();
    request
}

/// Returns requests that are answered. Together they use each key of each question at least once, and their answers
/// have every possible form. The files of the questions have further examples.
fn list_answered_requests() -> Vec<Value> {
    let questions = Questions::describe();
    let examples = questions.all().flat_map(|question| question.examples());
    further_examples()
        .into_iter()
        .chain(examples.cloned())
        .collect()
}

fn further_examples() -> Vec<Value> {
    let techniques = json!({ "profile": "default", "without": ["x-wing"], "only": "hard" });
    let limits = json!({ "nodes": 100_000, "seconds": 60.0 });
    let read = json!({
        "from": "text-line", "number": 1, "ignore_unknown": true, "ignore_drawings": true, "with_entries": true,
        "zero_is_digit": false
    });
    let edits = json!([
        { "op": "remove", "rule": "killer-cage", "index": 5 },
        { "op": "replace", "rule": "killer-cage", "index": 0, "new": { "killer-cage": "3: R1C1 R1C2" } },
        { "op": "add", "rule": "given", "new": { "R4C4": "2" } },
    ]);
    let highlight = json!({ "cells": ["R1C1"], "clues": [0], "givens": [0] });
    let marks = json!({ "R2C2": "a" });
    let candidates = vec!["12"; 16];
    let cages_was = CAGES.replace("\"3: R1C2 R2C3\"", "\"4: R1C2 R2C3\", \"3: R4C4\"");
    [
        (SMALL, json!({ "ask": "check", "limits": limits, "read": read })),
        (LETTERS, json!({ "ask": "check" })),
        ("tests/cli/impossible.toml", json!({ "ask": "check" })),
        ("tests/cli/wrong-solution.toml", json!({ "ask": "check" })),
        (SMALL, json!({ "ask": "solve", "most": 3, "limits": limits })),
        (LETTERS, json!({ "ask": "count", "most": 1, "limits": limits })),
        (LETTERS, json!({ "ask": "candidates", "cap": 3, "limits": limits })),
        ("tests/cli/two-ways.toml", json!({ "ask": "estimate", "seed": 1, "limits": limits })),
        ("tests/cli/impossible.toml", json!({ "ask": "estimate" })),
        (
            CLASSIC,
            json!({
                "ask": "grade", "techniques": techniques, "explain": true, "story": true, "verify": true,
                "force": true, "limits": limits
            }),
        ),
        (CLASSIC, json!({ "ask": "grade", "techniques": { "without": ["x-wing"] } })),
        ("tests/cli/two-ways.toml", json!({ "ask": "grade" })),
        (CHAINS, json!({ "ask": "grade", "techniques": { "profile": "sukaku" }, "explain": true, "story": true, "force": true })),
        (
            CLASSIC,
            json!({
                "ask": "hint", "strength": "step", "techniques": techniques, "after": "R1C1", "limits": limits
            }),
        ),
        ("tests/cli/typed-wrong.json", json!({ "ask": "hint" })),
        (SMALL, json!({ "ask": "hint", "marks": { "R1C3": [3, 4] } })),
        (SMALL, json!({ "ask": "hint", "marks": { "R1C3": [1, 2] } })),
        (BROKEN, json!({ "ask": "diagnose" })),
        ("21.4341.2143.321", json!({ "ask": "diagnose" })),
        ("tests/cli/two-ways.toml", json!({ "ask": "diagnose" })),
        (
            CAGES,
            json!({
                "ask": "diagnose", "max_sets": 2, "layout": true, "cap": 5, "grades": true, "minimise": 1,
                "was": cages_was, "limits": limits
            }),
        ),
        (CAGES, json!({ "ask": "since", "was": cages_was, "limits": limits })),
        (
            CAGES,
            json!({
                "ask": "minimise", "seed": 1, "keep": ["givens"], "symmetry": "none", "keep_path": true,
                "values": true, "size": 6, "fewest": true, "techniques": techniques, "limits": limits
            }),
        ),
        ("tests/cli/two-ways.toml", json!({ "ask": "minimise" })),
        (
            "tests/cli/two-ways.toml",
            json!({
                "ask": "suggest", "rules": ["given"], "shift": null, "most": 2, "seed": 1, "techniques": {},
                "limits": limits
            }),
        ),
        (SMALL, json!({ "ask": "suggest", "shift": 0.5, "most": 2 })),
        ("1...............", json!({ "ask": "suggest", "rules": ["given"], "most": 1 })),
        (
            "",
            json!({
                "ask": "generate", "count": 1, "seed": 1, "size": 4, "symmetry": "half-turn",
                "rules": [{ "rule": "thermometer", "count": 1 }], "rating": { "low": 1.0, "high": 9.0 },
                "techniques": techniques, "tries": 50, "limits": limits, "givens": 12
            }),
        ),
        ("", json!({ "ask": "generate" })),
        ("", json!({ "ask": "generate", "size": 4, "tries": 3, "rating": { "low": 4.0, "high": 4.1 } })),
        ("", json!({ "ask": "generate", "tries": 20, "technique": "naked-single" })),
        ("", json!({ "ask": "generate", "size": 4, "tries": 2, "rules": [{ "rule": "killer-cage", "count": 40 }] })),
        (
            "",
            json!({
                "ask": "generate", "size": 4, "tries": 2, "rules": [{ "rule": "odd", "count": 1 }], "givens": 0
            }),
        ),
        (
            "tests/cli/draft.toml",
            json!({
                "ask": "fill", "count": 1, "seed": 1, "all": false, "best": "effort", "techniques": techniques,
                "steps": 200, "limits": limits
            }),
        ),
        ("tests/cli/draft.toml", json!({ "ask": "fill", "steps": 1 })),
        (CAGES, json!({ "ask": "convert", "to": "fpuzzles" })),
        (SMALL, json!({ "ask": "convert", "to": "sudokupad", "solve": true })),
        (SMALL, json!({ "ask": "convert", "to": "dimacs" })),
        (SMALL, json!({ "ask": "certificate", "limits": limits })),
        (CAGES, json!({ "ask": "apply", "to": "native", "edits": edits })),
        (
            CAGES,
            json!({
                "ask": "draw", "layers": true, "highlight": highlight, "candidates": candidates,
                "solution": "1234............", "marks": marks, "unlabelled": true
            }),
        ),
        ("tests/cli/draft.toml", json!({ "ask": "draw" })),
        (REFUSED, json!({ "ask": "draw", "partial": true })),
        (SMALL, json!({ "ask": "report", "techniques": techniques, "limits": limits })),
        ("", json!({ "ask": "rules" })),
        ("", json!({ "ask": "rules", "name": "thermometer" })),
    ]
    .iter()
    .map(|(source, question)| with_puzzle(question, source))
    .collect()
}

/// Returns requests that are valid under the schema but refused, at least one for each question. Either a part of the question is
/// invalid, or the text has no puzzle with the requested number.
fn list_refused_requests() -> Vec<Value> {
    let profile = json!({ "profile": "mine" });
    let questions = [
        (
            SMALL,
            json!({ "ask": "grade", "techniques": { "without": ["x-ray"] } }),
        ),
        (SMALL, json!({ "ask": "hint", "after": "R9C9" })),
        (SMALL, json!({ "ask": "hint", "marks": { "R1C3": [9] } })),
        (SMALL, json!({ "ask": "hint", "marks": { "R9C9": [1] } })),
        (SMALL, json!({ "ask": "diagnose", "was": "garbage" })),
        (SMALL, json!({ "ask": "since", "was": "garbage" })),
        (SMALL, json!({ "ask": "minimise", "keep": ["thermometer"] })),
        (SMALL, json!({ "ask": "suggest", "most": 0 })),
        ("", json!({ "ask": "generate", "count": 0 })),
        (SMALL, json!({ "ask": "fill" })),
        (SMALL, json!({ "ask": "convert", "to": "pdf" })),
        (
            SMALL,
            json!({ "ask": "apply", "edits": [{ "op": "remove", "rule": "given", "index": 99 }] }),
        ),
        (
            SMALL,
            json!({ "ask": "draw", "highlight": { "cells": ["R9C9"] } }),
        ),
        (SMALL, json!({ "ask": "report", "techniques": profile })),
        ("", json!({ "ask": "rules", "name": "termometer" })),
    ];
    let mut refused: Vec<_> = questions
        .iter()
        .map(|(source, question)| with_puzzle(question, source))
        .collect();
    for mut request in list_answered_requests() {
        if refused.iter().all(|other| other["ask"] != request["ask"]) {
            request["read"] = json!({ "number": 2 });
            refused.push(request);
        }
    }
    refused
}

/// Returns the requests for a question. Panics if there are none.
fn about<'a>(name: &str, requests: &'a [Value]) -> Vec<&'a Value> {
    let found: Vec<_> = requests
        .iter()
        .filter(|request| request["ask"] == name)
        .collect();
    assert!(!found.is_empty(), "`{name}` has no example in this test");
    found
}

fn needs_puzzle(name: &str) -> bool {
    !matches!(name, "generate" | "rules")
}

/// Answers a request, and checks the answer and all progress reports.
fn check_answer_of(
    contract: &Contract,
    request: &Value,
    is_refused: bool,
    seen: &mut BTreeSet<String>,
) {
    let heard = Mutex::new(vec![]);
    let hear = |progress: Progress| heard.lock().expect("no thread panics").push(progress);
    let answer = ask(
        request,
        &Host {
            progress: Some(&hear),
            ..Host::QUIET
        },
    );
    for progress in heard.into_inner().expect("no thread panics") {
        let progress = json!(progress);
        assert_valid(&contract.progress, &progress, request);
        collect_keys(&progress, seen);
    }
    contract.check_answer(&answer, is_refused, request);
    collect_keys(&answer, seen);
}

#[test]
fn requests_and_answers_of_every_question_fit_the_schema() {
    let contract = Contract::exact();
    let (answered, refused) = (list_answered_requests(), list_refused_requests());
    let mut seen = BTreeSet::new();
    for (name, keys) in contract.questions() {
        let requests = about(name, &answered);
        for request in &requests {
            contract.check_request(request);
            check_answer_of(&contract, request, false, &mut seen);
        }
        for request in about(name, &refused) {
            contract.check_request(request);
            check_answer_of(&contract, request, true, &mut seen);
        }
        let mut request = requests[requests.len() - 1].clone();
        if keys.get("limits").is_some() {
            for limits in [json!({ "nodes": 0 }), json!({ "seconds": 0.0 })] {
                request["limits"] = limits;
                check_answer_of(&contract, &request, false, &mut seen);
            }
            request["limits"] = json!({});
            let cancelled = AtomicBool::new(true);
            let host = Host {
                cancel: Some(&cancelled),
                ..Host::QUIET
            };
            contract.check_answer(&ask(&request, &host), false, &request);
        }
        if needs_puzzle(name) {
            request["puzzle"] = "garbage".into();
            check_answer_of(&contract, &request, true, &mut seen);
            // The drawings in this file may be rules, so the question is refused.
            request["puzzle"] = puzzle("tests/cli/drawn.json").into();
            let answer = ask(&request, &Host::QUIET);
            assert_valid(&contract.answer, &answer, &request);
            collect_keys(&answer, &mut seen);
        }
    }
    // Keys about files, techniques and certificates occur only in the output of commands. No request here produces the other keys,
    // because these need an expired clock or a search of several seconds.
    seen.extend(
        [
            "file",
            "puzzle",
            "prices",
            "partial",
            "unchecked",
            "further",
            "kept_for_path",
            "certified",
            "clauses",
            "lemmas",
            "compared",
            "assignments",
        ]
        .map(str::to_owned),
    );
    let listed = list_keys(&contract);
    let unseen: Vec<_> = listed.difference(&seen).collect();
    assert!(unseen.is_empty(), "no answer of this test has {unseen:?}");
}

#[test]
fn a_wrong_answer_does_not_fit_the_schema() {
    let contract = Contract::exact();
    let request = json!({ "ask": "check", "puzzle": SMALL });
    let right = ask(&request, &Host::QUIET);
    contract.check_answer(&right, false, &request);
    for key in right.as_object().expect("an object").keys() {
        let mut wrong = right.clone();
        wrong[key] = json!({ "x": 1 });
        assert!(!contract.answer.is_valid(&wrong), "{wrong}");
    }
    for key in [
        "title",
        "warnings",
        "verdict",
        "solutions",
        "count",
        "complete",
        "nodes",
        "stopped",
    ] {
        let mut wrong = right.clone();
        wrong.as_object_mut().expect("an object").remove(key);
        assert!(!contract.answer.is_valid(&wrong), "without {key}");
    }
    let mut wrong = right;
    wrong["Ok"] = json!(1);
    assert!(!contract.answer.is_valid(&wrong), "with an unlisted key");
}

/// Collects the keys of all objects in a value.
fn collect_keys(value: &Value, found: &mut BTreeSet<String>) {
    for (key, part) in value.as_object().into_iter().flatten() {
        found.insert(key.clone());
        collect_keys(part, found);
    }
    for part in value.as_array().into_iter().flatten() {
        collect_keys(part, found);
    }
}

/// Returns values to put in place of a part of a request.
fn replacements() -> [Value; 11] {
    [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(300),
        json!("x"),
        json!([]),
        json!([1]),
        json!(["x"]),
        json!({}),
        json!({ "x": 1 }),
    ]
}

/// Collects the JSON pointers to a value and to everything in it.
pub(crate) fn pointers(value: &Value, at: &str, found: &mut Vec<String>) {
    found.push(at.to_owned());
    for (key, part) in value.as_object().into_iter().flatten() {
        pointers(part, &format!("{at}/{key}"), found);
    }
    for (place, part) in value.as_array().into_iter().flatten().enumerate() {
        pointers(part, &format!("{at}/{place}"), found);
    }
}

/// Returns changed copies of the value: in each, one part is replaced, or one object has a key added or removed.
pub(crate) fn changes(value: &Value, pointer: &str) -> Vec<Value> {
    let change = |change: &dyn Fn(&mut Value)| {
        let mut changed = value.clone();
        change(changed.pointer_mut(pointer).expect("it has this part"));
        changed
    };
    let mut changed: Vec<_> = replacements()
        .iter()
        .map(|new| change(&|part| *part = new.clone()))
        .collect();
    if let Some(Value::Object(keys)) = value.pointer(pointer) {
        changed.push(change(&|part| part["no such key"] = json!(1)));
        changed.extend(keys.keys().map(|key| {
            change(&|part| {
                part.as_object_mut().and_then(|keys| keys.remove(key));
            })
        }));
    }
    changed
}

#[test]
fn the_schema_and_the_program_accept_the_same_requests() {
    let contract = Contract::exact();
    let (mut accepted, mut rejected) = (0, 0);
    let mut differences = vec![];
    for full in list_answered_requests() {
        let mut parts = vec![];
        pointers(&full, "", &mut parts);
        for request in parts.iter().flat_map(|part| changes(&full, part)) {
            let read = serde_json::from_value::<Request>(request.clone());
            match (contract.request.is_valid(&request), &read) {
                (true, Ok(_)) => accepted += 1,
                (false, Err(_)) => rejected += 1,
                _ => differences.push(format!("{request} {:?}", read.err())),
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(
        accepted > 100 && rejected > 1000,
        "{accepted} and {rejected}"
    );
}

#[test]
fn every_key_of_a_request_is_in_some_example() {
    let contract = Contract::exact();
    let answered = list_answered_requests();
    for (name, keys) in contract.questions() {
        let requests = about(name, &answered);
        for key in keys.as_object().expect("keys").keys() {
            let is_used = requests.iter().any(|request| request.get(key).is_some());
            assert!(is_used, "no example of `{name}` has `{key}`");
        }
    }
}

/// Questions that no command answers with `--json`. The files of a certificate are written by `check --certificate`.
const WITHOUT_COMMAND: [&str; 3] = ["apply", "certificate", "conflicts"];

/// Returns the commands to run for each question, keyed by the question's name. `techniques` and `certify` answer no
/// question, so they are keyed by their own names. A command is run like the first example in its help.
fn commands(reference: &str) -> Vec<(String, Vec<String>)> {
    let lines = [
        ("check", "check FILE"),
        ("solve", "solve FILE --limit 3"),
        ("count", "solve --count FILE"),
        ("candidates", "solve --candidates 3 FILE"),
        ("estimate", "solve --estimate FILE"),
        ("grade", "grade --explain all --verify FILE"),
        ("hint", "hint --strength step FILE"),
        ("diagnose", "diagnose --grades --minimise FILE"),
        ("since", "diagnose --was tests/cli/yesterday.toml FILE"),
        ("minimise", "minimise --values --keep-path --fewest FILE"),
        ("suggest", "suggest --most 2 FILE"),
        ("fill", "fill --steps 200 tests/cli/draft.toml"),
        ("generate", "generate --count 2"),
        ("convert", "convert --to iss FILE"),
        ("draw", "draw FILE"),
        ("report", "report FILE"),
        ("rules", "rules"),
        ("techniques", "techniques"),
        ("certify", "certify corpus/certified/spoons"),
    ];
    let words = |line: &str| line.split_whitespace().map(str::to_owned).collect();
    let mut commands: Vec<(String, Vec<String>)> = lines
        .iter()
        .map(|(name, line)| ((*name).to_owned(), words(line)))
        .collect();
    for question in Questions::describe().all() {
        let name = question.name();
        if !WITHOUT_COMMAND.contains(&name) && commands.iter().all(|(other, _)| other != name) {
            let words = first_example(reference, name).split_whitespace();
            let words = words.map(|word| {
                if word.ends_with(".toml") {
                    "FILE"
                } else {
                    word
                }
            });
            commands.push((name.to_owned(), words.map(str::to_owned).collect()));
        }
    }
    commands
}

/// Returns the first example in the help of a command, without the program's name and without comments.
pub(crate) fn first_example<'a>(reference: &'a str, command: &str) -> &'a str {
    let section = reference_of(reference, command);
    let (_, examples) = section
        .split_once("Examples:\n  cluewright ")
        .expect("the help has examples");
    let example = examples.lines().next().unwrap_or_default();
    example.split_once("  ").map_or(example, |(line, _)| line)
}

/// Runs a command with `--json` and returns the lines that it prints.
fn lines(arguments: &[&str], more: &[&str]) -> Vec<Value> {
    let mut command = cluewright(arguments);
    let run = command
        .args(more)
        .args(["--json"])
        .output()
        .expect("it runs");
    text(run.stdout).lines().map(parse).collect()
}

/// Returns the section about a command in the reference.
fn reference_of<'a>(reference: &'a str, command: &str) -> &'a str {
    let mut sections = reference.split("\n## cluewright ");
    let section = sections.find(|section| section.lines().next() == Some(command));
    section.unwrap_or_else(|| panic!("docs/CLI.md has no command `{command}`"))
}

#[test]
fn what_every_command_writes_fits_the_schema() {
    let contract = Contract::exact();
    let reference = fs::read_to_string("docs/CLI.md").expect("the reference can be read");
    let commands = commands(&reference);
    for section in reference
        .split("\n## cluewright ")
        .skip(1)
        .filter(|section| section.contains("--json\n"))
    {
        let command = section.lines().next();
        let is_tested = commands
            .iter()
            .any(|(_, words)| words.first().map(String::as_str) == command);
        assert!(
            is_tested,
            "`{command:?}` has `--json` and is not in this test"
        );
    }
    for (name, words) in &commands {
        let on = |file: &'static str, more: &[&str]| {
            let words: Vec<_> = words
                .iter()
                .map(|word| if word == "FILE" { file } else { word })
                .collect();
            let lines = lines(&words, more);
            assert!(!lines.is_empty(), "{words:?} {more:?} writes nothing");
            for line in lines {
                assert_valid(&contract.answer, &line, &format!("{words:?} {more:?}"));
            }
        };
        on("tests/cli/two-ways.toml", &[]);
        if words.iter().any(|word| word == "FILE") {
            on(SMALL, &[]);
            on("garbage", &[]);
            on("tests/cli/drawn.json", &[]);
            on("tests/cli/unknown-rule.toml", &[]);
        }
        let options = reference_of(&reference, &words[0]);
        for limit in [["--node-limit", "1"], ["--time-limit", "0"]] {
            if options.contains(&format!("{} <", limit[0])) && name != "generate" {
                on("corpus/seeds/miracle.toml", &limit);
            }
        }
    }
}

#[cfg(feature = "serve")]
#[test]
fn messages_of_the_socket_fit_the_schema() {
    use crate::serve::Server;
    let contract = Contract::exact();
    let server = Server::start(&[]);
    let mut page = server.page();
    let (answered, refused) = (list_answered_requests(), list_refused_requests());
    for (name, _) in contract.questions() {
        let (good, bad) = (about(name, &answered)[0], about(name, &refused)[0]);
        let mut unreadable = good.clone();
        unreadable["puzzle"] = "garbage".into();
        for (request, is_refused) in [
            (good, false),
            (bad, true),
            (&unreadable, needs_puzzle(name)),
        ] {
            let id = page.question(request);
            let (last, before) = page.answer(id);
            assert_eq!(keys(&last), ["id", "answer"], "{last}");
            contract.check_answer(&last["answer"], is_refused, request);
            for message in before {
                assert_eq!(keys(&message), ["id", "progress"], "{message}");
                assert_valid(&contract.progress, &message["progress"], request);
            }
        }
    }
    // Counting the solutions of an empty grid takes so long that progress is reported.
    let id = page.question(&json!({ "ask": "count", "puzzle": ".".repeat(81) }));
    let message = page.hear();
    assert_valid(&contract.progress, &message["progress"], &message);
    page.send(json!({ "id": id, "cancel": true }).to_string());
    let (last, _) = page.answer(id);
    assert_eq!(last, json!({ "id": id, "cancelled": true }));
    for message in [
        "{",
        "[]",
        r#"{"id":1}"#,
        r#"{"id":1,"request":{"ask":"chek"}}"#,
    ] {
        page.send(message);
        contract.check_answer(&page.hear()["answer"], true, &message);
    }
}

#[cfg(feature = "serve")]
fn keys(object: &Value) -> Vec<&str> {
    object
        .as_object()
        .expect("an object")
        .keys()
        .map(String::as_str)
        .collect()
}

/// Returns the keys that the schema lists for answers and for progress.
fn list_keys(contract: &Contract) -> BTreeSet<String> {
    fn collect(part: &Value, found: &mut BTreeSet<String>) {
        let properties = part["properties"].as_object();
        found.extend(properties.into_iter().flatten().map(|(key, _)| key.clone()));
        part.as_object()
            .into_iter()
            .flatten()
            .for_each(|(_, part)| collect(part, found));
        part.as_array()
            .into_iter()
            .flatten()
            .for_each(|part| collect(part, found));
    }
    const OF_REQUESTS: [&str; 8] = [
        "Request",
        "Read",
        "Bounds",
        "Choice",
        "RuleCount",
        "Band",
        "Best",
        "Highlight",
    ];
    let mut found = BTreeSet::new();
    for (name, definition) in contract.document["$defs"].as_object().expect("definitions") {
        if !OF_REQUESTS.contains(&name.as_str()) {
            collect(definition, &mut found);
        }
    }
    found
}

#[test]
fn the_page_about_json_names_every_key() {
    let contract = Contract::exact();
    let page = fs::read_to_string("docs/JSON.md").expect("the page can be read");
    let quoted: BTreeSet<&str> = page
        .split('`')
        .skip(1)
        .step_by(2)
        .flat_map(|code| code.split(|letter: char| !letter.is_alphanumeric() && letter != '_'))
        .collect();
    let listed = list_keys(&contract);
    let missing = listed.iter().filter(|key| !quoted.contains(key.as_str()));
    let missing: Vec<_> = missing.collect();
    assert!(missing.is_empty(), "docs/JSON.md does not name {missing:?}");
}

#[test]
fn every_key_that_the_page_lists_exists() {
    let contract = Contract::exact();
    let page = fs::read_to_string("docs/JSON.md").expect("the page can be read");
    let mut listed = list_keys(&contract);
    for (_, keys) in contract.questions() {
        listed.extend(keys.as_object().expect("keys").keys().cloned());
    }
    listed.extend(["puzzle", "read"].map(str::to_owned));
    let mut unknown = vec![];
    for table in page.split("\n\n").filter(|part| part.starts_with("| key")) {
        for row in table.lines().skip(2) {
            let cell = row.split('|').nth(1).expect("a first column");
            unknown.extend(
                cell.split('`')
                    .skip(1)
                    .step_by(2)
                    .filter(|key| !listed.contains(*key)),
            );
        }
    }
    assert!(unknown.is_empty(), "no schema lists {unknown:?}");
}

#[test]
fn examples_of_the_page_fit_the_schema() {
    let contract = Contract::exact();
    let page = fs::read_to_string("docs/JSON.md").expect("the page can be read");
    let examples: Vec<_> = page
        .split("```json\n")
        .skip(1)
        .filter_map(|rest| rest.split("```").next())
        .collect();
    assert!(examples.len() >= 4, "{examples:?}");
    for example in examples {
        let value = parse(example);
        match value.get("ask") {
            Some(_) => contract.check_request(&value),
            None => contract.check_answer(&value, false, &example),
        }
    }
}
