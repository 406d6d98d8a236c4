//! Pictures as programs get them: `ask draw`, `ask rules`, `cluewright draw`.

use cluewright::ask::{Host, answer};
use serde_json::{Value, json};
use std::collections::BTreeSet;

fn asked(request: &Value) -> Value {
    let reply = answer(&request.to_string(), &Host::QUIET);
    serde_json::from_str(&reply).expect("a JSON object")
}

/// A 9x9 grid with clues.
const PUZZLE: &str = "size = 9\n[clues]\nanti-knight = true\nthermometer = [\"R1C1-R1C3\", \"R5C5 R6C5\"]\n\
                      killer-cage = \"7: R9C8 R9C9\"\nsandwich = \"12: R0C4\"";

fn layers(request: &Value) -> Vec<(String, String)> {
    let reply = asked(request);
    let layers = reply["picture"]["layers"].as_array();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let layers = layers.unwrap_or_else(|| panic!("{reply}"));
    layers
        .iter()
        .map(|layer| (text(&layer["name"]), text(&layer["svg"])))
        .collect()
}

#[test]
fn each_clue_is_in_groups_of_its_own() {
    let layers = layers(&json!({ "ask": "draw", "layers": true, "puzzle": PUZZLE }));
    let names: Vec<&str> = layers.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        [
            "paper", "under", "grid", "over", "outside", "names", "notes"
        ]
    );
    let group = |layer: &str, head: &str| {
        let (_, svg) = layers.iter().find(|(name, _)| name == layer).expect(layer);
        assert!(svg.contains(head), "{head}: {svg}");
    };
    group(
        "under",
        "<g class=\"clue thermometer\" data-clue=\"2\" data-rule=\"thermometer\" data-nth=\"1\" \
         data-cells=\"R5C5 R6C5\" color=\"#cfcfcf\"",
    );
    group(
        "over",
        "data-clue=\"3\" data-rule=\"killer-cage\" data-nth=\"0\"",
    );
    group(
        "outside",
        "data-clue=\"4\" data-rule=\"sandwich\" data-nth=\"0\"",
    );
    group(
        "notes",
        "data-clue=\"0\" data-rule=\"anti-knight\" data-nth=\"0\"",
    );
    for (name, svg) in &layers {
        assert!(!svg.contains("style="), "{name}: {svg}");
        let (opened, closed) = (svg.matches("<g").count(), svg.matches("</g>").count());
        assert_eq!(opened, closed, "{name}: {svg}");
    }
}

#[test]
fn a_picture_points_and_fills_in() {
    let request = json!({ "ask": "draw", "layers": true, "puzzle": "12.4341.2143.321",
        "highlight": { "cells": ["R1C3"], "givens": [0] }, "solution": "1234341221434321",
        "marks": { "R2C3": "13" } });
    let layers = layers(&request);
    let layer = |name: &str| &layers.iter().find(|(n, _)| n == name).expect(name).1;
    assert_eq!(layer("highlight").matches("<rect").count(), 1);
    assert_eq!(layer("givens").matches("class=\"blame\"").count(), 1);
    // The solution's digits of the three open cells, and a mark.
    assert_eq!(
        layer("marks").matches("<text").count(),
        4,
        "{}",
        layer("marks")
    );
    let request =
        json!({ "ask": "draw", "puzzle": "12.4341.2143.321", "highlight": { "clues": [0] } });
    let reply = asked(&request);
    let message = reply["error"]["message"].as_str().expect("a refusal");
    assert_eq!(message, "there is no clue 0; the puzzle has 0");
}

#[test]
fn words_of_a_puzzle_are_never_markup() {
    let script = "</title><script>alert(1)</script>\"'&";
    let puzzle = json!({
        "size": 4, "title": script,
        "own-rules": { "mine": { "shape": "group", "text": script, "relation": "sum(cells) == 5", "label": script } },
        "clues": { "mine": "R1C1 R1C2", "anti-knight": true },
        "marks": { "R1C1": "12" },
    });
    for layers in [false, true] {
        let request = json!({ "ask": "draw", "layers": layers, "puzzle": puzzle.to_string(),
            "marks": { "R1C2": script } });
        let reply = asked(&request);
        assert!(reply["error"].is_null(), "{reply}");
        let drawn = match layers {
            true => reply["picture"].to_string(),
            false => reply["svg"].to_string(),
        };
        assert!(!drawn.contains("<script"), "{drawn}");
        assert!(drawn.contains("&lt;script&gt;"), "{drawn}");
    }
}

#[test]
fn the_rule_book_tells_a_drawing_tool_everything() {
    let reply = asked(&json!({ "ask": "rules" }));
    let rules = reply["rules"].as_array().expect("rules");
    let gestures: BTreeSet<&str> = rules.iter().filter_map(|r| r["gesture"].as_str()).collect();
    assert_eq!(gestures.len(), 11, "{gestures:?}");
    for rule in rules {
        let name = rule["name"].as_str().expect("a name");
        let help = rule["help"].as_str().expect("a text");
        assert!(!help.contains('{') && !help.is_empty(), "{name}: {help}");
        let icon = rule["icon"].as_str().expect("a picture");
        assert!(
            icon.starts_with("<svg ") && !icon.contains("style"),
            "{name}"
        );
        // Every icon shows more than an empty grid.
        let shapes = [
            "data-layer=\"under\"",
            "data-layer=\"over\"",
            "data-layer=\"outside\"",
        ];
        assert!(
            shapes.iter().any(|shape| icon.contains(shape)),
            "{name}: {icon}"
        );
        assert!(!icon.contains("data-layer=\"notes\""), "{name}: {icon}");
    }
    let of = |name: &str| {
        let reply = asked(&json!({ "ask": "rules", "name": name }));
        reply["rules"][0].clone()
    };
    let cage = of("killer-cage");
    assert_eq!(cage["gesture"], "cells");
    assert_eq!(
        cage["slots"],
        json!([{ "name": "cells", "repeats": false }])
    );
    let sum = &cage["params"][0];
    assert_eq!(
        (&sum["label"], &sum["type"]),
        (&json!("Sum"), &json!("number"))
    );
    assert_eq!(sum["range"].as_array().map(Vec::len), Some(2));
    assert!(
        cage["icon"]
            .as_str()
            .expect("a picture")
            .contains(">7</text>")
    );
    let whisper = of("german-whisper");
    assert_eq!(whisper["params"][0]["usual"], 5);
    assert_eq!(whisper["draw"]["colour"], "#67b35f");
}
