//! Tests the pictures of unfinished or invalid puzzle files.

use crate::puzzle_files;
use cluewright::ask::{Host, answer};
use cluewright_formats::native::NativeJson;
use cluewright_formats::{Format, ReadOptions, read_any};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::sync::LazyLock;

/// Puzzle files, as JSON, that together have clues of every rule of the book.
static PUZZLES: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let json = |path: &std::path::PathBuf| {
        let text = fs::read_to_string(path).expect("a file");
        let puzzles = read_any(&text, None, &ReadOptions::default())
            .expect("a puzzle")
            .puzzles;
        let text = NativeJson.write(&puzzles[0]).expect("our own format");
        serde_json::from_str(&text).expect("JSON")
    };
    puzzle_files(Path::new("corpus/variants"))
        .iter()
        .map(json)
        .collect()
});

fn draw(puzzle: &Value, partial: bool) -> Value {
    let request =
        json!({ "ask": "draw", "layers": true, "partial": partial, "puzzle": puzzle.to_string() });
    serde_json::from_str(&answer(&request.to_string(), &Host::default())).expect("JSON")
}

/// Returns the indices of the clues that a picture shows.
fn clues_in_picture(answer: &Value) -> BTreeSet<String> {
    let layers = answer["picture"]["layers"].as_array().expect("layers");
    let svg = layers
        .iter()
        .map(|layer| layer["svg"].as_str().expect("SVG"));
    let places = |svg: &str| -> Vec<String> {
        let parts = svg.split("data-clue=\"").skip(1);
        parts
            .map(|part| part[..part.find('"').expect("a quote")].to_owned())
            .collect()
    };
    svg.flat_map(places).collect()
}

/// Returns the key and the index of each refused clue.
fn list_refused_clues(answer: &Value) -> BTreeSet<(String, usize)> {
    let refused = answer["refused"].as_array().cloned().unwrap_or_default();
    let place = |clue: &Value| {
        assert!(!clue["message"].as_str().expect("a message").is_empty());
        let nth = clue["nth"].as_u64().expect("a number");
        (
            clue["rule"].as_str().expect("a key").to_owned(),
            nth as usize,
        )
    };
    refused.iter().map(place).collect()
}

/// Returns the key and the index of each entry under a file's `clues`.
fn entries(puzzle: &Value) -> Vec<(String, usize)> {
    let clues = puzzle["clues"].as_object().cloned().unwrap_or_default();
    let places = clues.iter().flat_map(|(key, entry)| {
        let count = entry.as_array().map_or(1, Vec::len);
        (0..count).map(|nth| (key.clone(), nth))
    });
    places.collect()
}

fn entry_mut<'v>(puzzle: &'v mut Value, (key, nth): &(String, usize)) -> &'v mut Value {
    match &mut puzzle["clues"][key] {
        Value::Array(list) => &mut list[*nth],
        only => only,
    }
}

#[test]
fn a_half_painted_jigsaw_is_drawn_with_its_clues() {
    let mut regions = vec!["111222333"; 3];
    regions.extend(["444555666"; 3]);
    regions.extend(["777888999"; 3]);
    regions[0] = "111122333";
    let puzzle = json!({ "size": 9, "boxes": regions, "clues": { "renban": "R5C5 R5C6" } });
    let message = draw(&puzzle, false)["error"]["message"].to_string();
    assert!(message.contains("region 1 has 10 cells"), "{message}");
    let answer = draw(&puzzle, true);
    assert_eq!(clues_in_picture(&answer).len(), 1);
    assert!(list_refused_clues(&answer).is_empty());
    let usual = draw(
        &json!({ "size": 9, "clues": { "renban": "R5C5 R5C6" } }),
        true,
    );
    assert_ne!(answer["picture"], usual["picture"]);
}

#[test]
fn a_clue_whose_value_is_refused_is_drawn_and_listed() {
    let clues = json!({
        "quadruple": [{ "cells": "R1C1", "digits": [1, 2] }, { "cells": "R4C4", "digits": [1, 2, 3, 4, 5] }],
        "sandwich": [{ "cells": "R0C4", "sum": "?" }, { "cells": "R0C5" }],
        "clone": { "cells": "R7C1 R7C2" },
        "no-such-rule": "R1C1",
        "renban": ["R9C1 R99C2", "R9C5 R9C6"],
    });
    let answer = draw(&json!({ "size": 9, "clues": clues }), true);
    let place = |key: &str, nth| (key.to_owned(), nth);
    let wrong = [
        place("clone", 0),
        place("no-such-rule", 0),
        place("quadruple", 1),
        place("renban", 0),
        place("sandwich", 1),
    ];
    assert_eq!(list_refused_clues(&answer), BTreeSet::from(wrong));
    // Only clues with an unknown rule or with unknown cells are missing from the picture.
    assert_eq!(clues_in_picture(&answer).len(), 6);
}

#[test]
fn a_partial_picture_of_a_sound_puzzle_is_its_picture() {
    for puzzle in PUZZLES.iter() {
        assert_eq!(draw(puzzle, true), draw(puzzle, false), "{puzzle}");
    }
}

/// Generates values and cells that a setter may leave behind in the middle of typing.
fn any_typed_value() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(json!("?")),
        Just(json!("")),
        Just(json!("-")),
        Just(json!([])),
        Just(json!(true)),
        Just(json!(99_999)),
        Just(json!(-1)),
        Just(json!([1, 2, 3, 4, 5, 6, 7, 8, 9, 9])),
        Just(json!("R1C1")),
        Just(json!("R1C1 R1C1")),
        Just(json!("R99C99")),
        Just(json!("R0C3")),
        Just(json!("R1C1-R2C2-R3C3-R4C4")),
        "[0-9RC:;?, -]{0,12}".prop_map(|text| json!(text)),
    ]
}

fn keys(table: &Map<String, Value>) -> Vec<String> {
    table.keys().cloned().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(192) })]

    /// An invalid clue does not affect the others, whatever its error. All other clues are drawn, and none of them is
    /// refused.
    #[test]
    fn a_wrong_clue_costs_no_other(
        puzzle in any::<Index>(), clue in any::<Index>(), part in any::<Index>(), value in any_typed_value(), whole in any::<bool>(), takes_out in any::<bool>(),
    ) {
        let mut puzzle = puzzle.get(&PUZZLES).clone();
        let entries = entries(&puzzle);
        let damaged = clue.get(&entries).clone();
        match entry_mut(&mut puzzle, &damaged) {
            Value::Object(table) if !whole => {
                let key = part.get(&keys(table)).clone();
                match takes_out {
                    true => table.remove(&key),
                    false => table.insert(key, value),
                };
            }
            // A clue is not replaced by a list, because the list would count as several clues.
            entry if !value.is_array() => *entry = value,
            _ => {}
        }
        let answer = draw(&puzzle, true);
        prop_assert!(answer["picture"].is_object(), "{answer}");
        let refused = list_refused_clues(&answer);
        prop_assert!(refused.iter().all(|place| *place == damaged), "{refused:?}");
        prop_assert!(clues_in_picture(&answer).len() + 1 >= entries.len());
    }

    /// Every clue is drawn, even if the regions are invalid.
    #[test]
    fn painted_regions_cost_no_clue(puzzle in any::<Index>(), cells in prop::collection::vec((any::<Index>(), "[1-9.]"), 1..30)) {
        let mut puzzle = puzzle.get(&PUZZLES).clone();
        let usual = draw(&puzzle, true);
        let size = |key: &str| usual["picture"][key].as_u64().expect("a number") as usize;
        let (rows, columns) = (size("rows"), size("columns"));
        let mut symbols = vec!["1".to_owned(); rows * columns];
        for (cell, symbol) in cells {
            symbols[cell.index(rows * columns)] = symbol;
        }
        let drawing: Vec<String> = symbols.chunks(columns).map(<[String]>::concat).collect();
        puzzle["boxes"] = json!(drawing);
        puzzle["size"] = json!(format!("{rows}x{columns}"));
        let answer = draw(&puzzle, true);
        prop_assert!(answer["picture"].is_object(), "{answer}");
        prop_assert_eq!(clues_in_picture(&answer), clues_in_picture(&usual));
    }
}
