//! Tests that the edits which a diagnosis proposes can be applied without changes.

use cluewright::ask::{Host, answer};
use serde_json::{Value, json};
use std::fs;

fn ask(request: &Value) -> Value {
    let reply = answer(&request.to_string(), &Host::QUIET);
    serde_json::from_str(&reply).expect("a JSON object")
}

/// Applies edits to a puzzle, and returns the answer to `check` for the result.
fn after(puzzle: &str, edits: &Value) -> Value {
    let applied = ask(&json!({ "ask": "apply", "puzzle": puzzle, "edits": edits }));
    assert_eq!(applied["format"], "native-json", "{edits}: {applied}");
    ask(&json!({ "ask": "check", "puzzle": applied["text"] }))
}

#[test]
fn every_repair_and_every_change_does_what_it_says() {
    let (mut repairs, mut changes) = (0, 0);
    for file in [
        "tests/cli/impossible.toml",
        "tests/cli/two-ways.toml",
        "corpus/broken/4x4-added-clue.toml",
        "corpus/broken/6x6-added-clue.toml",
        "corpus/broken/arrow-added-clue.toml",
        "corpus/broken/black-dot-added-clue.toml",
    ] {
        let puzzle = fs::read_to_string(file).expect("the file can be read");
        let found = ask(&json!({ "ask": "diagnose", "puzzle": puzzle }));
        assert!(found["error"].is_null(), "{file}: {found}");
        for repair in found["repairs"].as_array().expect("repairs") {
            let left = after(&puzzle, &repair["edits"]);
            assert_ne!(left["verdict"], "none", "{file}: {repair}");
            if repair["solutions"] == 1 && repair["complete"] == true {
                assert_eq!(left["verdict"], "unique", "{file}: {repair}");
            }
            repairs += 1;
        }
        for change in found["changes"]
            .as_array()
            .expect("changes")
            .iter()
            .take(20)
        {
            let left = after(&puzzle, &change["edits"]);
            assert_eq!(left["verdict"], "unique", "{file}: {change}");
            assert_eq!(left["solutions"][0], change["solution"], "{file}: {change}");
            changes += 1;
        }
        let text = found["text"].as_str().expect("a text");
        assert!(!text.contains('\u{1b}') && !text.is_empty(), "{text}");
    }
    assert!(repairs > 2 && changes > 10, "{repairs} {changes}");
}

/// A file that lists its clues in a different order than the rule book lists their rules.
const PUZZLE: &str = r#"
size = 4
grid = ["1...", "....", "....", "...."]
[clues]
killer-cage = ["3: R1C1 R1C2", "7: R4C1 R4C2"]
anti-knight = true
thermometer = ["R2C1 R2C2"]
"#;

#[test]
fn named_clues_have_their_places_in_the_document() {
    // The solution violates the given.
    let solved = format!("solution = [\"2134\", \"3412\", \"1243\", \"4321\"]\n{PUZZLE}");
    let reply = ask(&json!({ "ask": "check", "puzzle": solved }));
    let named: Vec<_> = reply["violated"]
        .as_array()
        .expect("a list")
        .iter()
        .map(|named| {
            (
                named["rule"].as_str(),
                named["index"].as_u64(),
                named["nth"].as_u64(),
            )
        })
        .collect();
    assert!(
        named.contains(&(Some("given"), Some(0), Some(0))),
        "{reply}"
    );
    assert!(
        named.contains(&(Some("anti-knight"), Some(2), Some(0))),
        "{reply}"
    );
    let solved = solved.replace("7: R4C1", "6: R4C1");
    let reply = ask(&json!({ "ask": "check", "puzzle": solved }));
    let cage = reply["violated"]
        .as_array()
        .expect("a list")
        .iter()
        .find(|named| named["rule"] == "killer-cage")
        .unwrap_or_else(|| panic!("{reply}"));
    assert_eq!(
        (&cage["index"], &cage["nth"]),
        (&json!(1), &json!(1)),
        "{cage}"
    );
}

#[test]
fn edits_are_carried_out_in_every_form() {
    let edits = json!([
        { "op": "remove", "rule": "anti-knight", "index": 2 },
        { "op": "replace", "rule": "killer-cage", "index": 0, "new": { "sum": "4: R1C1 R1C2" } },
        { "op": "replace", "rule": "given", "index": 0, "new": { "R4C4": "23" } },
        { "op": "add", "rule": "white-dot", "new": { "white-dot": "R3C3 R3C4" } },
        { "op": "add", "rule": "given", "new": { "R1C4": "4" } },
    ]);
    let request = json!({ "ask": "apply", "puzzle": PUZZLE, "edits": edits });
    let applied = ask(&request);
    let text = applied["text"]
        .as_str()
        .unwrap_or_else(|| panic!("{applied}"));
    let file: Value = serde_json::from_str(text).expect("it is JSON");
    assert_eq!(
        file["clues"],
        json!({ "sum": "4: R1C1 R1C2", "killer-cage": "7: R4C1 R4C2", "thermometer": "R2C1 R2C2",
            "white-dot": "R3C3 R3C4" }),
    );
    assert_eq!(file["marks"], json!({ "R4C4": "23" }), "{text}");
    // The result can be requested as a link for another tool.
    let request = json!({ "ask": "apply", "puzzle": PUZZLE, "edits": [], "to": "iss" });
    assert_eq!(ask(&request)["format"], "iss");
}

#[test]
fn edits_of_another_puzzle_are_refused() {
    let cases = [
        (
            json!({ "op": "remove", "rule": "thermometer", "index": 2 }),
            "clue 2 has the rule `anti-knight`",
        ),
        (
            json!({ "op": "remove", "rule": "thermometer", "index": 9 }),
            "there is no clue 9",
        ),
        (
            json!({ "op": "remove", "rule": "given", "index": 1 }),
            "there is no given 1",
        ),
        (
            json!({ "op": "add", "rule": "thermometer", "new": { "thermometer": "R1C1 R9C9" } }),
            "R9C9",
        ),
        (
            json!({ "op": "add", "rule": "x", "new": {} }),
            "contains 0 clues",
        ),
        (
            json!({ "op": "add", "rule": "given", "new": { "R1C1": "9" } }),
            "9",
        ),
    ];
    for (edit, expected) in cases {
        let reply = ask(&json!({ "ask": "apply", "puzzle": PUZZLE, "edits": [edit] }));
        let message = reply["error"]["message"]
            .as_str()
            .unwrap_or_else(|| panic!("{reply}"));
        assert!(message.contains(expected), "{edit}: {message}");
        assert!(
            reply["error"]["place"]
                .as_str()
                .is_some_and(|p| p.starts_with("edits[0]")),
            "{reply}"
        );
    }
}

#[test]
fn the_change_that_broke_a_puzzle_is_named() {
    let was = "size = 4\ngrid = [\"12.4\", \"341.\", \"2143\", \".321\"]\n";
    let broken = format!(
        "{was}[clues]\nblack-dot = \"R4C2 R4C3\"\nwhite-dot = \"R1C1 R1C2\"\nx = \"R1C1 R1C2\"\n"
    );
    let reply = ask(&json!({ "ask": "since", "puzzle": broken, "was": was }));
    assert_eq!(reply["verdict"], "unique", "{reply}");
    assert_eq!(reply["added"].as_array().map(Vec::len), Some(3), "{reply}");
    let blamed = format!("{was}[clues]\nwhite-dot = \"R1C1 R1C2\"\nx = \"R1C1 R1C2\"\n");
    let reply = ask(&json!({ "ask": "since", "puzzle": blamed, "was": was }));
    let blame = reply["to_blame"].as_array().expect("a list");
    assert_eq!(blame.len(), 1, "{reply}");
    assert_eq!(
        (&blame[0]["rule"], &blame[0]["index"]),
        (&json!("x"), &json!(1))
    );
    let reply = ask(&json!({ "ask": "since", "puzzle": was, "was": "[clues" }));
    assert!(reply["error"]["message"].is_string(), "{reply}");
}
