//! Time limits: every question ends soon after its own, whatever it is doing.
//!
//! Time does not pass by itself here: all limits pass at some reading of the clock, which is reproducible on any
//! machine. After that, nodes, propagations and compilations are counted.

use crate::one_in;
use cluewright::ask::{Host, answer, schema};
use cluewright_puzzle::clock::trial;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Maximum work after the limit: a search reads the clock every 256 nodes, and a node is at most two propagations;
/// wording a step takes short searches. That is some milliseconds on 9x9, and up to half a second on an empty 25x25.
const OVERRUN: u64 = 1_500;

/// Readings of the clock before the limit passes; the first one starts the question's time. The limit then passes at
/// once, or in the middle of later work.
const READINGS: [u64; 5] = [1, 2, 7, 25, 40];

const UNIQUE: &str = include_str!("../../corpus/variants/thermometer.toml");

/// A draft with open values.
const DRAFT: &str = include_str!("../cli/draft.toml");

/// A unique puzzle, one with very many solutions, and one without any.
fn puzzles() -> [String; 3] {
    let open = r#"size = 6
[clues]
killer-cage = ["12: R1C1..R2C2", "7: R5C5 R5C6"]
thermometer = ["R3C3-R5C3", "R2C5-R4C5"]
"#;
    let impossible = format!("{open}white-dot = \"R1C1 R1C2\"\nblack-dot = \"R1C1 R1C2\"\n");
    [UNIQUE.to_owned(), open.to_owned(), impossible]
}

/// Questions with a time limit, each with its time-consuming parts.
fn questions() -> Vec<Value> {
    let was = puzzles()[0].clone();
    vec![
        json!({"ask": "check"}),
        json!({"ask": "solve", "most": 100_000}),
        json!({"ask": "count"}),
        json!({"ask": "candidates", "cap": 8}),
        json!({"ask": "estimate"}),
        json!({"ask": "grade", "explain": true, "story": true, "verify": true, "force": true}),
        json!({"ask": "hint", "strength": "step"}),
        json!({"ask": "diagnose", "grades": true, "minimise": 1, "was": was}),
        json!({"ask": "since", "was": was}),
        json!({"ask": "minimise", "keep_path": true, "values": true, "fewest": true}),
        json!({"ask": "suggest"}),
        json!({"ask": "suggest", "shift": -0.5}),
        json!({"ask": "suggest", "shift": 0.5}),
        json!({"ask": "generate", "count": 40}),
        json!({"ask": "generate", "count": 10, "rating": "3.0..3.2"}),
        json!({"ask": "generate", "rules": [{"rule": "anti-knight"}, {"rule": "thermometer", "count": 2}]}),
        json!({"ask": "fill", "count": 10}),
        json!({"ask": "fill", "all": true}),
        json!({"ask": "report"}),
    ]
}

/// The questions of the schema that have a time limit.
fn questions_with_limit() -> BTreeSet<String> {
    let schema = schema().to_value();
    let mut limited = BTreeSet::new();
    let mut rest = vec![&schema];
    while let Some(value) = rest.pop() {
        let properties = &value["properties"];
        if let Some(name) = properties["ask"]["const"].as_str()
            && properties.get("limits").is_some()
        {
            limited.insert(name.to_owned());
        }
        rest.extend(value.as_object().into_iter().flat_map(|map| map.values()));
        rest.extend(value.as_array().into_iter().flatten());
    }
    limited
}

#[test]
fn every_question_ends_soon_after_its_time_limit() {
    let asked: BTreeSet<String> = questions()
        .iter()
        .map(|question| question["ask"].as_str().expect("a name").to_owned())
        .collect();
    assert_eq!(asked, questions_with_limit());
    let mut late = 0;
    let cases = questions().into_iter().flat_map(|question| {
        puzzles().into_iter().flat_map(move |puzzle| {
            let question = question.clone();
            READINGS.map(move |readings| (question.clone(), puzzle.clone(), readings))
        })
    });
    for (mut question, puzzle, readings) in cases.step_by(one_in(3)) {
        let is_draft = question["ask"] == "fill";
        question["puzzle"] = if is_draft {
            DRAFT.into()
        } else {
            puzzle.into()
        };
        question["limits"] = json!({ "seconds": 1000 });
        let request = question.to_string();
        let (reply, trial) = trial::run(readings, || answer(&request, &Host::QUIET));
        assert!(
            trial.overrun <= OVERRUN && trial.longest <= OVERRUN,
            "{trial:?} after {readings} readings: {request}\n{reply}"
        );
        if question["ask"] == "check" {
            assert!(reply.contains("verdict"), "{reply}");
        }
        if question["ask"] == "report" {
            let reply: Value = serde_json::from_str(&reply).expect("an answer");
            assert_eq!(reply["stopped"] == "time", trial.passed, "{request}");
        }
        late += usize::from(trial.passed);
    }
    assert!(late > 20, "only {late} limits were reached");
}
