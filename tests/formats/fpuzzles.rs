//! Tests reading and writing f-puzzles and SudokuPad: the meaning of each key, refusals with their positions, and
//! lossless round trips.

use crate::round_trips::plain;
use crate::{one_in, puzzle_files};
use cluewright_formats::fpuzzles::{self, FPuzzles};
use cluewright_formats::native::Native;
use cluewright_formats::sudokupad::SudokuPad;
use cluewright_formats::{FORMATS, Format, ReadError, ReadOptions, lz};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Param, Puzzle, Unread};
use cluewright_rules::{Book, Clues};
use proptest::prelude::*;
use serde_json::{Value, json};
use std::sync::LazyLock;

static STRICT: LazyLock<ReadOptions> = LazyLock::new(ReadOptions::default);
static LENIENT: LazyLock<ReadOptions> = LazyLock::new(|| ReadOptions {
    ignore_unknown: true,
    ..ReadOptions::default()
});

/// Returns a document with an empty grid of this size and with these members.
fn document(size: usize, members: Value) -> Value {
    let mut document = json!({"size": size, "grid": vec![vec![json!({}); size]; size]});
    for (key, value) in members.as_object().expect("an object") {
        document[key] = value.clone();
    }
    document
}

fn read_with(document: &Value, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let mut puzzles = FPuzzles.read(&document.to_string(), options)?;
    assert_eq!(puzzles.len(), 1);
    Ok(puzzles.remove(0))
}

fn read(members: Value) -> Puzzle {
    read_with(&document(9, members), &STRICT).expect("a puzzle")
}

fn refusal_of(members: Value) -> ReadError {
    read_with(&document(9, members), &STRICT).expect_err("no puzzle")
}

fn cells(names: &str) -> Vec<Cell> {
    let layout = Layout::square(9);
    let cell = |name| layout.parse_name(name).expect("a cell's name");
    names.split(' ').map(cell).collect()
}

fn on(rule: &str, names: &str) -> Clue {
    Clue::on(rule, cells(names))
}

/// Returns every key with some entries and the clues that they become.
fn meanings() -> Vec<(&'static str, Value, Vec<Clue>)> {
    let two_lines = json!([{"lines": [["R1C1", "R1C2", "R2C2"], ["R5C5", "R5C6"]]}]);
    let lines = |key: &'static str, rule: &str| {
        let clues = vec![on(rule, "R1C1 R1C2 R2C2"), on(rule, "R5C5 R5C6")];
        (key, two_lines.clone(), clues)
    };
    let flag = |key: &'static str, rule: &str| (key, json!(true), vec![Clue::new(rule)]);
    let beside = |key: &'static str, rule: &str, param: &str| {
        let entry = json!([{"cell": "R10C4", "value": "8"}, {"cell": "R2C0", "value": 3}]);
        let up = "R9C4 R8C4 R7C4 R6C4 R5C4 R4C4 R3C4 R2C4 R1C4";
        let right = "R2C1 R2C2 R2C3 R2C4 R2C5 R2C6 R2C7 R2C8 R2C9";
        let clues = vec![on(rule, up).with(param, 8), on(rule, right).with(param, 3)];
        (key, entry, clues)
    };
    let arrow = |shaft: &str| {
        Clue::new("arrow")
            .slot("bulb", cells("R1C1 R1C2"))
            .slot("shaft", cells(shaft))
    };
    vec![
        flag("diagonal+", "diagonal-up"),
        flag("diagonal-", "diagonal-down"),
        flag("antiknight", "anti-knight"),
        flag("antiking", "anti-king"),
        flag("disjointgroups", "disjoint-groups"),
        flag("nonconsecutive", "non-consecutive"),
        (
            "negative",
            json!(["ratio"]),
            vec![Clue::new("black-dot-negative")],
        ),
        (
            "negative",
            json!(["xv", "xv"]),
            vec![Clue::new("xv-negative")],
        ),
        lines("thermometer", "thermometer"),
        lines("slowthermometer", "slow-thermometer"),
        lines("palindrome", "palindrome"),
        lines("renban", "renban"),
        lines("whispers", "german-whisper"),
        lines("germanwhispers", "german-whisper"),
        lines("dutchwhispers", "dutch-whisper"),
        lines("regionsumline", "region-sum-line"),
        lines("entropicline", "entropic-line"),
        lines("modularline", "modular-line"),
        lines("nabner", "nabner"),
        lines("zipperline", "zipper-line"),
        lines("doublearrow", "double-arrow"),
        lines("betweenline", "between-line"),
        lines("lockout", "lockout-line"),
        beside("sandwichsum", "sandwich", "sum"),
        beside("xsum", "x-sum", "sum"),
        beside("skyscraper", "skyscraper", "count"),
        (
            "whispers",
            json!([{"lines": [["R1C1", "R1C2"]], "value": "5"}, {"lines": [["R2C1", "R2C2"]], "value": 4}]),
            vec![
                on("german-whisper", "R1C1 R1C2").with("difference", 5),
                on("dutch-whisper", "R2C1 R2C2"),
            ],
        ),
        (
            "renban",
            json!([{"lines": [["R1C1", "R1C2", "R2C2", "R2C1", "R1C1"]]}]),
            vec![on("renban", "R1C1 R1C2 R2C2 R2C1")],
        ),
        (
            "arrow",
            json!([{"cells": ["R1C1", "R1C2"], "lines": [["R1C2", "R2C3", "R3C4"], ["R1C1", "R2C1"], ["R1C1"]]}]),
            vec![arrow("R2C3 R3C4"), arrow("R2C1")],
        ),
        (
            "killercage",
            json!([
                {"cells": ["R1C1", "R1C2"], "value": "17"},
                {"cells": ["R2C1"], "value": 4},
                {"cells": ["r3c1"], "value": " "},
                {"cells": ["R4C1"], "value": null},
                {"cells": ["R5C1"], "value": 7.0, "outlineC": "#000000"},
            ]),
            vec![
                on("killer-cage", "R1C1 R1C2").with("sum", 17),
                on("killer-cage", "R2C1").with("sum", 4),
                on("killer-cage", "R3C1"),
                on("killer-cage", "R4C1"),
                on("killer-cage", "R5C1").with("sum", 7),
            ],
        ),
        (
            "extraregion",
            json!([{"cells": ["R1C1", "R2C2"]}]),
            vec![on("extra-region", "R1C1 R2C2")],
        ),
        (
            "clone",
            json!([{"cells": ["R1C1", "R1C2", "R1C3"], "cloneCells": ["R5C1", "R1C2", "R5C3"]}]),
            vec![on("clone", "R1C1 R1C3").slot("copy", cells("R5C1 R5C3"))],
        ),
        (
            "odd",
            json!([{"cell": "R1C1"}, {"cell": "R1C2"}]),
            vec![on("odd", "R1C1"), on("odd", "R1C2")],
        ),
        ("even", json!([{"cell": "R1C1"}]), vec![on("even", "R1C1")]),
        (
            "minimum",
            json!([{"cell": "R1C2"}, {"cell": "R1C1"}, {"cell": "R1C2"}]),
            vec![on("minimum", "R1C2 R1C1")],
        ),
        (
            "maximum",
            json!([{"cell": "R9C9"}]),
            vec![on("maximum", "R9C9")],
        ),
        (
            "rowindexer",
            json!([{"cells": ["R1C1", "R2C1"]}]),
            vec![on("row-indexer", "R1C1 R2C1")],
        ),
        (
            "columnindexer",
            json!([{"cells": ["R1C1"]}]),
            vec![on("column-indexer", "R1C1")],
        ),
        (
            "boxindexer",
            json!([{"cells": ["R1C1"]}]),
            vec![on("box-indexer", "R1C1")],
        ),
        (
            "quadruple",
            json!([{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2, "2"]}]),
            vec![on("quadruple", "R1C1 R1C2 R2C1 R2C2").with("digits", vec![1, 2, 2])],
        ),
        (
            "littlekillersum",
            json!([
                {"cell": "R0C4", "direction": "DL", "cells": [], "value": "17"},
                {"cell": "R10C10", "direction": "UL", "value": 45},
                {"cell": "R8C8", "direction": "dr", "value": "9"},
            ]),
            vec![
                on("little-killer", "R1C3 R2C2 R3C1").with("sum", 17),
                on(
                    "little-killer",
                    "R9C9 R8C8 R7C7 R6C6 R5C5 R4C4 R3C3 R2C2 R1C1",
                )
                .with("sum", 45),
                on("sum", "R8C8 R9C9").with("sum", 9),
            ],
        ),
        (
            "difference",
            json!([
                {"cells": ["R1C1", "R1C2"]},
                {"cells": ["R1C2", "R1C1"], "value": ""},
                {"cells": ["R2C1", "R2C2"], "value": "3"},
            ]),
            vec![
                on("white-dot", "R1C1 R1C2"),
                on("white-dot", "R2C1 R2C2").with("difference", 3),
            ],
        ),
        (
            "ratio",
            json!([{"cells": ["R1C1", "R2C1"]}, {"cells": ["R3C1", "R4C1"], "value": 3}]),
            vec![
                on("black-dot", "R1C1 R2C1"),
                on("black-dot", "R3C1 R4C1").with("ratio", 3),
            ],
        ),
        (
            "xv",
            json!([{"cells": ["R1C1", "R2C1"], "value": "x"}, {"cells": ["R3C1", "R4C1"], "value": "V"}]),
            vec![on("x", "R1C1 R2C1"), on("v", "R3C1 R4C1")],
        ),
    ]
}

#[test]
fn every_key_means_its_rule() {
    for (key, entries, clues) in meanings() {
        let puzzle = read(json!({ key: entries }));
        assert_eq!(puzzle.clues, clues, "{key}");
        assert_eq!(puzzle.warnings, Vec::<String>::new(), "{key}");
    }
}

#[test]
fn what_says_nothing_is_a_drawing() {
    let inert = json!({
        "thermometer": [{"lines": [[], ["R1C1"]]}],
        "arrow": [{"cells": [], "lines": []}, {"cells": ["R2C5"]}],
        "clone": [{"cells": ["R1C1"], "cloneCells": ["R1C1"]}],
        "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": []}],
        "sandwichsum": [{"cell": "R0C1", "value": ""}, {"cell": "R0C2", "value": "?"}],
        "littlekillersum": [{"cell": "R0C1", "direction": "DR", "value": "0"}],
        "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#123456", "width": 0.3}],
        "text": [{"cells": ["R0C1"], "value": "hello", "fontC": "#000000", "size": 0.7}],
        "foglight": ["R1C1"],
        "highlightConflicts": true,
        "extraregion": [],
    });
    let puzzle = read(inert);
    assert_eq!(puzzle.clues, []);
    assert_eq!(puzzle.warnings, Vec::<String>::new());
    let drawings: Vec<(&str, usize)> = puzzle
        .drawings
        .iter()
        .map(|drawing| (drawing.kind.as_str(), drawing.count))
        .collect();
    let expected = [
        ("arrow without shaft", 1),
        ("clone without copies", 1),
        ("sandwichsum without value", 1),
        ("foglight", 1),
    ];
    assert_eq!(drawings, expected);
    assert_eq!(
        unread(&puzzle),
        [
            "mark in a cell at R1C1",
            "mark in a cell at R2C5",
            "mark at a corner at R1C1 R1C2 R2C1 R2C2",
            "arrow at R0C1: 0",
            "outside text at R0C2: ?",
            "line at R1C1 R1C2",
            "outside text at R0C1: hello"
        ]
    );
}

/// Returns the unread parts of a puzzle, each with its kind, cells and text.
fn unread(puzzle: &Puzzle) -> Vec<String> {
    let told = |unread: &Unread| {
        let cells = match &unread.cells[..] {
            [] => "no cell".to_owned(),
            cells => cells.join(" "),
        };
        let text = unread.text.as_ref().map(|text| format!(": {text}"));
        format!("{} at {cells}{}", unread.kind, text.unwrap_or_default())
    };
    puzzle.unread.iter().map(told).collect()
}

#[test]
fn negatives_look_at_the_dots() {
    let dot = json!([{"cells": ["R1C1", "R1C2"], "value": "3"}]);
    let puzzle = read(json!({"difference": dot, "nonconsecutive": true}));
    assert_eq!(puzzle.clues[1], Clue::new("white-dot-negative"));
    let puzzle = read(json!({"ratio": dot, "nonconsecutive": true, "negative": ["ratio"]}));
    let negative = Clue::new("black-dot-negative").with("ratios", vec![3]);
    assert_eq!(
        puzzle.clues[1..],
        [Clue::new("white-dot-negative"), negative]
    );
    let both = json!([{"cells": ["R1C1", "R1C2"], "value": "3"}, {"cells": ["R3C1", "R3C2"]}]);
    let puzzle = read(json!({"ratio": both, "negative": ["ratio"]}));
    assert_eq!(puzzle.clues[2].params["ratios"], Param::Ints(vec![2, 3]));
}

#[test]
fn the_grid_holds_givens_marks_and_entries() {
    let mut document = document(9, json!({}));
    document["grid"][0][0] = json!({"value": 5, "given": true, "c": "#ff0000"});
    document["grid"][0][1] = json!({"value": 4, "centerPencilMarks": [1, 2]});
    document["grid"][0][2] = json!({"givenPencilMarks": [1, "9"], "cornerPencilMarks": [3]});
    document["grid"][0][3] = json!({"value": 0, "given": true, "givenPencilMarks": null});
    document["grid"][0][4] = Value::Null;
    let puzzle = read_with(&document, &STRICT).expect("a puzzle");
    let given = |index, digits: &[u8]| Given {
        cell: Cell(index),
        digits: digits.iter().copied().collect::<DigitSet>(),
    };
    assert_eq!(puzzle.givens, [given(0, &[5]), given(2, &[1, 9])]);
    assert_eq!(puzzle.entries, [(Cell(1), 4)]);
    assert_eq!(puzzle.drawings[0].kind, "cell colour");
}

#[test]
fn a_solution_has_three_forms() {
    let line = "123434122143432.";
    let commas: Vec<String> = line.chars().map(String::from).collect();
    let list: Vec<Option<u32>> = line.chars().map(|c| c.to_digit(10)).collect();
    for solution in [json!(line), json!(commas.join(",")), json!(list)] {
        let document = document(4, json!({ "solution": solution }));
        let puzzle = read_with(&document, &STRICT).expect("a puzzle");
        let digits = puzzle.solution.expect("a solution");
        let found: Vec<Option<u32>> = digits.iter().map(|d| d.map(u32::from)).collect();
        assert_eq!(found, list);
    }
    let blank = document(4, json!({"solution": vec![Value::Null; 16]}));
    assert_eq!(read_with(&blank, &STRICT).expect("a puzzle").solution, None);
    for wrong in ["123", "1234341221434325", "1234341221434*21"] {
        let document = document(4, json!({ "solution": wrong }));
        let error = read_with(&document, &STRICT).expect_err("no solution");
        assert_eq!(error.place.as_deref(), Some("solution"));
    }
}

/// Returns a document whose cells have the given region numbers. A cell with the region `default` gets no number.
fn with_regions(size: usize, region: impl Fn(usize, usize) -> Value) -> Value {
    let mut document = document(size, json!({}));
    for r in 0..size {
        for c in 0..size {
            let number = region(r, c);
            if number != json!("default") {
                document["grid"][r][c]["region"] = number;
            }
        }
    }
    document
}

#[test]
fn regions_are_read_per_cell() {
    let boxes = |document: &Value| read_with(document, &STRICT).expect("a puzzle").layout.boxes;
    let quarters = with_regions(4, |r, c| json!(r / 2 * 2 + c / 2));
    assert_eq!(boxes(&quarters), Boxes::Default(0));
    assert_eq!(boxes(&with_regions(6, |_, _| Value::Null)), Boxes::None);
    let columns: Vec<Option<u8>> = (0..16).map(|i| Some(i % 4)).collect();
    assert_eq!(
        boxes(&with_regions(4, |_, c| json!(c))),
        Boxes::Own(columns)
    );
    // The first box keeps its default region. Numbers from 4 on are not regions of a 4x4 grid.
    let partial = with_regions(4, |r, c| match (r, c) {
        (0 | 1, 0 | 1) => json!("default"),
        _ => json!(7),
    });
    let numbers = (0..16).map(|i| matches!(i, 0 | 1 | 4 | 5).then_some(0));
    assert_eq!(boxes(&partial), Boxes::Own(numbers.collect()));
}

#[test]
fn a_region_of_the_wrong_size_is_named() {
    let mut document = with_regions(4, |r, c| json!(r / 2 * 2 + c / 2));
    document["grid"][3][3]["region"] = Value::Null;
    let error = read_with(&document, &STRICT).expect_err("a short region");
    assert_eq!(error.message, "region 3 has 3 cells, expected 4");
    assert_eq!(error.place.as_deref(), Some("grid[2][2].region"));
}

#[test]
fn on_prime_sizes_regions_are_rows() {
    let line = json!([{"lines": [["R1C1", "R2C1", "R3C1"]]}]);
    let boxes = |key: &str| {
        let document = document(5, json!({ key: line }));
        read_with(&document, &STRICT)
            .expect("a puzzle")
            .layout
            .boxes
    };
    let rows = (0..25).map(|i| Some(i / 5)).collect();
    assert_eq!(boxes("regionsumline"), Boxes::Own(rows));
    assert_eq!(boxes("renban"), Boxes::Default(0));
}

#[test]
fn errors_say_where() {
    let off = json!({"killercage": [{"cells": []}, {"cells": ["R1C1", "R1C10"]}]});
    let number = json!({"thermometer": [{"lines": [["R1C1", 7]]}]});
    let outside = |cell: &str| json!({"sandwichsum": [{"cell": cell, "value": 3}]});
    let diagonal = |d: &str| json!({"littlekillersum": [{"cell": "R0C1", "direction": d}]});
    let square = json!({"quadruple": [{"cells": ["R1C1", "R1C2", "R1C3", "R1C4"]}]});
    let clone = json!({"clone": [{"cells": ["R1C1"], "cloneCells": []}]});
    let bulbless = json!({"arrow": [{"cells": [], "lines": [["R1C1", "R1C2"]]}]});
    let cases = [
        (off, "killercage[1].cells[1]", "off the grid"),
        (number, "thermometer[0].lines[0][1]", "expected a cell name"),
        (
            json!({"difference": [{"cells": ["R1C1"]}]}),
            "difference[0]",
            "1 cells, expected two",
        ),
        (
            outside("R0C0"),
            "sandwichsum[0]",
            "expected a position next to a row or a column",
        ),
        (outside("top"), "sandwichsum[0].cell", "is not a position"),
        (diagonal("N"), "littlekillersum[0]", "expected UR, UL"),
        (diagonal("UL"), "littlekillersum[0]", "enters the grid"),
        (square, "quadruple[0]", "2x2"),
        (clone, "clone[0]", "expected the same number"),
        (
            json!({"antiknight": "yes"}),
            "antiknight",
            "expected true or false",
        ),
        (json!({"odd": [{}]}), "odd[0]", "no `cell`"),
        (bulbless, "arrow[0]", "no bulb"),
        (
            json!({"renban": {"lines": [1]}}),
            "renban",
            "expected a list",
        ),
    ];
    for (members, place, message) in cases {
        let error = refusal_of(members.clone());
        assert_eq!(error.place.as_deref(), Some(place), "{members}");
        assert!(error.message.contains(message), "{members}: {error}");
    }
    let mut document = document(9, json!({}));
    document["grid"][2][3] = json!({"value": 10, "given": true});
    let error = read_with(&document, &STRICT).expect_err("10 is not a digit");
    assert_eq!(error.place.as_deref(), Some("grid[2][3].value"));
    let broken = "{\"size\": 9,\n \"grid\": oops}";
    let error = FPuzzles.read(broken, &STRICT).expect_err("broken");
    assert_eq!(error.span, Some(21..22));
}

/// Drawings, notes, blank marks and unknown keys survive reading and writing.
#[test]
fn what_is_no_rule_is_written_again() {
    let members = json!({
        "mystery": {"anything": [1, null]},
        "successMessage": "Well done",
        "thermometer": [{"lines": [["R1C1", "R1C2"]]}, {"lines": [["R3C3"]]}],
        "arrow": [{"cells": ["R2C1"], "lines": []}],
        "xv": [
            {"cells": ["R4C1", "R4C2"], "value": "X"},
            {"cells": ["R4C3", "R4C4"], "value": ""},
            {"cells": ["R4C5", "R4C6"], "value": "I"},
        ],
        "negative": ["xv", "foglight"],
        "sandwichsum": [{"cell": "R0C1", "value": ""}],
        "line": [{"lines": [["R1C1", "R1C2"]], "outlineC": "#123456", "width": 0.3}],
        "cage": [{"cells": ["R9C9"], "value": "note", "outlineC": "#112233"}],
        "foglight": ["R1C1"],
    });
    let mut before = document(9, members);
    before["grid"][2][3] = json!({"value": 4, "given": true, "c": "#FFA0A0"});
    before["grid"][5][5] = json!({"centerPencilMarks": [1, 2], "highlight": true});
    let puzzle = read_with(&before, &LENIENT).expect("a puzzle");
    let text = fpuzzles::to_json(&puzzle).expect("expressible");
    let mut after: Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(after, before);
    assert_eq!(FPuzzles.leaves_out(&puzzle), Vec::<String>::new());
    assert_eq!(read_with(&after, &LENIENT), Ok(puzzle.clone()));

    // The drawings that exporters add are regenerated instead of being kept twice.
    before["renban"] = json!([{"lines": [["R8C1", "R8C2"]]}]);
    after["renban"] = before["renban"].clone();
    let drawn = json!({"lines": [["R8C1", "R8C2"]], "outlineC": "#F067F0", "width": 0.25, "fromConstraint": "Renban"});
    after["line"] = json!([drawn, after["line"][0]]);
    let puzzle = read_with(&after, &LENIENT).expect("a puzzle");
    let text = fpuzzles::to_json(&puzzle).expect("expressible");
    assert_eq!(serde_json::from_str::<Value>(&text).ok(), Some(after));
}

/// Each format lists the parts of a puzzle that it cannot store, such as drawings.
#[test]
fn drawings_of_other_formats_are_named_when_left_out() {
    let cages = json!([{"cells": ["R1C1", "R1C2"]}]);
    let mut before = document(
        9,
        json!({"extraregion": cages, "cage": cages, "title": "T"}),
    );
    before["grid"][0][0] = json!({"value": 4});
    let puzzle = read_with(&before, &STRICT).expect("a puzzle");
    let left_out = |name: &str| {
        let format = FORMATS.iter().find(|format| format.name() == name);
        format.expect("a format").leaves_out(&puzzle)
    };
    assert_eq!(left_out("iss"), ["title", "typed digits (1)", "cage (1)"]);
    assert_eq!(left_out("native"), ["cage (1)"]);
    assert_eq!(left_out("sudokupad"), Vec::<String>::new());
}

#[test]
fn what_is_not_understood_is_listed() {
    let members = json!({
        "blob": [1],
        "killercage": [{"cells": ["R1C1"], "value": "<10"}, {"cells": ["R2C1"], "weird": 1}],
        "cage": [{"cells": ["R3C1"], "value": "DR5"}],
        "xv": [{"cells": ["R1C1", "R1C2"], "value": "I"}],
        "negative": ["sums"],
        "nothing": [],
    });
    let error = refusal_of(members.clone());
    for part in [
        "6 parts",
        "unknown key `blob` at blob",
        "`<10` is not a number at killercage[0].value",
        "unknown key `weird` at killercage[1].weird",
        "digital-root cage `DR5` at cage[0]",
        "`I` is neither X nor V at xv[0].value",
        "negative constraint `sums` at negative[0]",
    ] {
        assert!(
            error.message.contains(part),
            "{part} is missing in: {error}"
        );
    }
    assert!(error.help.is_some());
    let puzzle = read_with(&document(9, members), &LENIENT).expect("a puzzle");
    assert_eq!(puzzle.warnings.len(), 6);
    let cages = [on("killer-cage", "R1C1"), on("killer-cage", "R2C1")];
    assert_eq!(puzzle.clues, cages);
}

/// SudokuPad shows the text of such a cage after a correct solution.
#[test]
fn a_cage_with_a_message_is_no_rule() {
    let cage = |value: &str| json!({"cage": [{"cells": ["R1C1"], "value": value}]});
    assert_eq!(unread(&read(cage("msgcorrect: Well done!"))).len(), 0);
    assert_eq!(unread(&read(cage("correct: 5"))).len(), 1);
}

/// The drawings then state the rule, together with the rules text.
#[test]
fn unknown_keys_whose_entries_are_drawn_are_no_errors() {
    let lines = json!([["R1C1", "R1C2", "R1C3"]]);
    let drawn = json!([{"lines": lines, "outlineC": "#00FF00", "width": 0.2}]);
    let mark = json!([{"cells": ["R3C3"], "baseC": "#00FF00", "width": 0.5, "height": 0.5}]);
    for members in [
        json!({"zigzag": [{"lines": [["R1C3", "R1C2", "R1C1"]]}], "line": drawn}),
        json!({"zigzag": [{"cells": ["R3C3"]}], "rectangle": mark}),
        json!({"zigzag": [{"cell": "R3C3"}], "rectangle": mark}),
    ] {
        let puzzle = read(members);
        assert_eq!(unread(&puzzle).len(), 1);
        let warning = &puzzle.warnings[0];
        assert!(warning.contains("unknown key `zigzag`"), "{warning}");
    }
    for members in [
        json!({"zigzag": [{"lines": [["R1C1", "R1C2"]]}], "line": drawn}),
        json!({"zigzag": [{"lines": lines, "value": "5"}], "line": drawn}),
        json!({"zigzag": [{"lines": lines}, {"cells": ["R3C3"]}], "line": drawn}),
        json!({"zigzag": [{"cell": "R3C4"}], "rectangle": mark}),
        json!({"zigzag": [], "line": drawn, "zag": [1]}),
        json!({"zigzag": [{"lines": lines}]}),
    ] {
        let error = refusal_of(members);
        assert!(error.message.contains("unknown key"), "{error}");
    }
}

#[test]
fn duplicates_of_exporters_are_dropped_and_lookalikes_named() {
    let line = json!({"lines": [["R1C1", "R1C2"]], "outlineC": "#F067F0", "width": 0.25});
    let mut tagged = line.clone();
    tagged["fromConstraint"] = json!("Renban");
    let renban = json!([{"lines": [["R1C2", "R1C1"]]}]);
    let mut old = line.clone();
    old["isNewConstraint"] = json!(true);
    let puzzle = read(json!({"renban": renban, "line": [tagged, old]}));
    assert_eq!((puzzle.drawings.len(), puzzle.unread.len()), (0, 0));
    let puzzle = read(json!({"renban": renban, "line": [line]}));
    assert_eq!((puzzle.drawings.len(), puzzle.unread.len()), (1, 0));
    let puzzle = read(json!({
        "line": [line, old],
        "text": [{"cells": ["R1C1", "R1C2"], "value": ">"}, {"cells": ["R0C1"], "value": "◯"}],
        "circle": [{"cells": ["R2C1", "R2C2"], "baseC": "#FFFFFF", "width": 0.3, "height": 0.3}],
        "rectangle": [{"cells": ["R5C5"], "width": 0.7, "height": 0.7}],
        "cage": [{"cells": ["R3C1", "R3C2"], "value": "12"}],
    }));
    assert_eq!((puzzle.drawings.len(), puzzle.warnings.len()), (0, 0));
    assert_eq!(
        unread(&puzzle),
        [
            "line at R1C1 R1C2",
            "line at R1C1 R1C2",
            "dot between cells at R2C1 R2C2",
            "mark in a cell at R5C5",
            "text between cells at R1C1 R1C2: >",
            "outside text at R0C1: ◯",
            "cage at R3C1 R3C2: 12"
        ]
    );
}

#[test]
fn a_quadruple_has_four_digits_at_most() {
    let square = json!(["R1C1", "R1C2", "R2C1", "R2C2"]);
    let quadruple = json!({"cells": square, "values": [1, 2, 3, 4, 5]});
    let error = refusal_of(json!({ "quadruple": [quadruple] }));
    assert_eq!(error.message, "the quadruple lists 5 digits for four cells");
    assert_eq!(error.place.as_deref(), Some("quadruple[0]"));
    let text = "[clues]\nquadruple = \"1 2 3 4 5: R1C1\"";
    let error = Native.read(text, &STRICT).expect_err("five digits");
    assert!(
        error.message.contains("lists 5 numbers, but only 1 to 4"),
        "{error}"
    );
}

#[test]
fn drawings_of_clues_are_cosmetic() {
    let puzzle = read(json!({
        "thermometer": [{"lines": [["R2C3", "R1C3"]]}],
        "arrow": [{"cells": ["R5C5", "R5C6"], "lines": [["R5C6", "R5C7", "R5C8"]]}],
        "clone": [{"cells": ["R7C1", "R7C2"], "cloneCells": ["R9C4", "R9C5"]}],
        "killercage": [{"cells": ["R8C8", "R8C9"], "value": "9"}],
        "difference": [{"cells": ["R3C1", "R3C2"], "value": "3"}],
        "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
        "sandwichsum": [{"cell": "R0C1", "value": "12"}],
        "even": [{"cell": "R6C6"}],
        "diagonal-": true,
        "line": [
            {"lines": [["R1C3", "R2C3"], ["R5C6", "R5C7", "R5C8"]]},
            {"lines": [(1..=9).map(|n| format!("R{n}C{n}")).collect::<Vec<_>>()]},
        ],
        "circle": [
            {"cells": ["R2C3"]}, {"cells": ["R5C5", "R5C6"]}, {"cells": ["R3C2", "R3C1"], "value": "3"},
        ],
        "rectangle": [{"cells": ["R6C6"], "width": 0.7, "height": 0.7}, {"cells": ["R4C4"], "width": 1, "height": 1}],
        "text": [
            {"cells": ["R1C3", "R2C3"], "value": "<"}, {"cells": ["R0C1"], "value": "12"},
            {"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "value": "1 2"},
            {"cells": ["R8C8"], "value": "9"}, {"cells": ["R20C20"], "value": "by me"},
        ],
        "cage": [
            {"cells": ["R7C1", "R7C2"]}, {"cells": ["R9C4", "R9C5"]}, {"value": "title: x"},
            {"cells": ["R1C9"], "value": "FOW"},
        ],
    }));
    assert_eq!(unread(&puzzle), Vec::<String>::new());
    assert_eq!(puzzle.drawings.iter().map(|d| d.count).sum::<usize>(), 17);
}

/// A text that differs from the clue in the same position may state another rule.
#[test]
fn a_text_that_no_clue_says_may_be_a_rule() {
    let puzzle = read(json!({
        "difference": [{"cells": ["R3C1", "R3C2"]}],
        "sandwichsum": [{"cell": "R0C1", "value": "12"}],
        "killercage": [{"cells": ["R8C8", "R8C9"], "value": "9"}],
        "line": [{"lines": [["R8C8", "R8C9"]]}],
        "text": [
            {"cells": ["R3C1", "R3C2"], "value": "X"}, {"cells": ["R0C1"], "value": "13"},
            {"cells": ["R8C8"], "value": "8"},
        ],
    }));
    assert_eq!(
        unread(&puzzle),
        [
            "line at R8C8 R8C9",
            "text between cells at R3C1 R3C2: X",
            "outside text at R0C1: 13",
            "text in a cell at R8C8: 8"
        ]
    );
}

#[test]
fn suspicious_clues_are_warned_about() {
    let members = [
        json!({"xv": [{"cells": ["R1C1", "R1C2"]}]}),
        json!({"ratio": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R1C2", "R1C1"], "value": 3}]}),
        json!({"arrow": [{"cells": ["R1C1"], "lines": [["R5C5", "R5C6"]]}]}),
    ];
    for members in members {
        assert_eq!(read(members.clone()).warnings.len(), 1, "{members}");
    }
}

#[test]
fn links_are_read_in_every_disguise() {
    let document = document(6, json!({"title": "日本 ~ ÿ", "antiknight": true}));
    let expected = read_with(&document, &STRICT).expect("a puzzle");
    let payload = lz::pack(&document.to_string());
    let encoded = payload
        .replace('+', "%2B")
        .replace('/', "%2F")
        .replace('=', "%3D");
    let texts = [
        payload.clone(),
        payload.trim_end_matches('=').to_owned(),
        format!("https://www.f-puzzles.com/?load={payload}"),
        format!("  http://f-puzzles.com/?load={payload}&x=1#y \n"),
        format!("f-puzzles.com/?load={encoded}"),
        format!("https://f-puzzles.com/?load={}", payload.replace('+', " ")),
        format!(
            "https://f-puzzles.com/?load={}\n{}",
            &payload[..40],
            &payload[40..]
        ),
        document.to_string(),
        format!("{document:#}"),
    ];
    for text in texts {
        assert!(FPuzzles.recognises(&text), "{text}");
        assert_eq!(
            FPuzzles.read(&text, &STRICT),
            Ok(vec![expected.clone()]),
            "{text}"
        );
    }
    let two = format!("{payload}\n\n{payload}\n");
    assert_eq!(FPuzzles.read(&two, &STRICT).map(|all| all.len()), Ok(2));
    let collapsed = payload.replace("//", "/");
    for id in [
        format!("https://sudokupad.app/?puzzleid=fpuz{encoded}&setting-x=1"),
        format!("https://sudokupad.app/fpuzzles{payload}"),
        format!("https://app.crackingthecryptic.com/sudoku/fpuz{collapsed}"),
        format!("sudokupad://puzzle/fpuz{payload}"),
        format!("fpuz{payload}"),
    ] {
        assert!(SudokuPad.recognises(&id), "{id}");
        assert_eq!(
            SudokuPad.read(&id, &STRICT),
            Ok(vec![expected.clone()]),
            "{id}"
        );
    }
}

#[test]
fn short_ids_say_what_to_paste() {
    for (format, link) in [
        (
            &FPuzzles as &dyn Format,
            "https://www.f-puzzles.com/?id=y2xbr9ct",
        ),
        (&SudokuPad, "https://sudokupad.app/pqm3oh0mki"),
        (
            &SudokuPad,
            "https://app.crackingthecryptic.com/sudoku/hHmFQJqPQ9",
        ),
        (
            &SudokuPad,
            "https://sudokupad.app/someone/classic-fun?setting-nogrid=1",
        ),
    ] {
        assert!(format.recognises(link), "{link}");
        let error = format.read(link, &STRICT).expect_err("a short id");
        assert!(error.message.contains("is a short id"), "{error}");
        assert!(error.help.is_some_and(|help| help.contains("paste")));
    }
    let error = FPuzzles.read("https://f-puzzles.com/?load=N4Igz!!", &STRICT);
    assert!(error.expect_err("damaged").message.contains("damaged"));
}

#[test]
fn formats_do_not_take_each_others_texts() {
    let ours = document(4, json!({})).to_string();
    let ctc = ctc(json!({})).to_string();
    let classic = "classicB6B91D7C2E15F4D9C3K6D4B3D25D4F8F87B4C5B7C3B";
    let texts = [
        (ours.clone(), "fpuzzles"),
        (lz::pack(&ours), "fpuzzles"),
        (format!("fpuz{}", lz::pack(&ours)), "sudokupad"),
        (format!("scl{}", lz::pack(&ctc)), "sudokupad"),
        (ctc, "sudokupad"),
        (classic.to_owned(), "sudokupad"),
    ];
    for (text, name) in texts {
        let takers = FORMATS.iter().filter(|format| format.recognises(&text));
        let takers: Vec<&str> = takers.map(|format| format.name()).collect();
        assert_eq!(takers.first(), Some(&name), "{text}");
    }
    for text in [
        "",
        "classic",
        "sclerotic",
        "{}",
        "[1]",
        ".Cage~10~R1C1",
        &".".repeat(81),
    ] {
        assert!(
            !FPuzzles.recognises(text) && !SudokuPad.recognises(text),
            "{text}"
        );
    }
}

/// Returns SudokuPad's JSON of a 4x4 grid with these members.
fn ctc(members: Value) -> Value {
    let region = |b: usize| -> Vec<[usize; 2]> {
        let cell = |i: usize| [b / 2 * 2 + i / 2, b % 2 * 2 + i % 2];
        (0..4).map(cell).collect()
    };
    let regions: Vec<_> = (0..4).map(region).collect();
    let mut document = json!({
        "id": "x", "cellSize": 50, "regions": regions,
        "cells": [[{"value": 1}, {}, {}, {}], [{}, {"value": "2", "given": true}, {}, {}],
                  [{}, {}, {"cornermarks": [1]}, {}], [{}, {}, {}, {}]],
    });
    for (key, value) in members.as_object().expect("an object") {
        document[key] = value.clone();
    }
    document
}

/// Reads the document in three forms (plain, packed, and zipped and packed), which must give the
/// same result.
fn read_ctc(members: Value) -> Result<Puzzle, ReadError> {
    let text = ctc(members).to_string();
    let plain = SudokuPad.read(&text, &STRICT)?;
    let packed = format!("https://sudokupad.app/scl{}", lz::pack(&text));
    assert_eq!(SudokuPad.read(&packed, &STRICT).as_ref(), Ok(&plain));
    let zipped = text
        .replace("{}", "")
        .replace('"', "'")
        .replace("'value'", "v");
    let zipped = zipped.replace("'cells'", "ce").replace("'regions'", "re");
    let zipped = format!("ctc{}", lz::pack(&zipped));
    assert_eq!(SudokuPad.read(&zipped, &STRICT).as_ref(), Ok(&plain));
    Ok(plain.into_iter().next().expect("one puzzle"))
}

#[test]
fn sudokupad_json_carries_some_rules() {
    let layout = Layout::square(4);
    let on = |rule: &str, names: &str| {
        let cell = |name| layout.parse_name(name).expect("a cell's name");
        Clue::on(rule, names.split(' ').map(cell).collect::<Vec<_>>())
    };
    let puzzle = read_ctc(json!({
        "metadata": {
            "title": "T", "rules": ["a", "b"], "antiknight": true, "solution": "1234341221434321",
        },
        "cages": [
            {"cells": [[0, 0], [0, 1]], "value": "5", "unique": true},
            {"cells": [[1, 0], [1, 1]], "unique": true},
            {"cells": [[2, 0], [2, 1]], "sum": 6},
            {"cells": [[3, 0], [3, 1]], "style": "extraregion"},
            {"cells": [[3, 2]], "value": "look"},
            {"value": "author: somebody"},
        ],
        "global": ["antiking", "antiknight", "nonconsecutive"],
        "foglight": [[0, 0]],
    }))
    .expect("a puzzle");
    assert_eq!(puzzle.layout, layout);
    assert_eq!(puzzle.givens.len(), 2);
    let clues = [
        Clue::new("anti-knight"),
        on("killer-cage", "R1C1 R1C2").with("sum", 5),
        on("killer-cage", "R2C1 R2C2"),
        on("sum", "R3C1 R3C2").with("sum", 6),
        on("extra-region", "R4C1 R4C2"),
        Clue::new("anti-king"),
        Clue::new("non-consecutive"),
    ];
    assert_eq!(puzzle.clues, clues);
    assert_eq!(puzzle.about.rules.as_deref(), Some("a\nb"));
    assert_eq!(puzzle.about.author.as_deref(), Some("somebody"));
    assert_eq!(puzzle.solution.as_ref().map(Vec::len), Some(16));
    assert_eq!(puzzle.warnings, Vec::<String>::new());
    assert_eq!(unread(&puzzle), ["cage at R4C3: look"]);
}

#[test]
fn drawings_of_sudokupad_may_be_rules() {
    let puzzle = read_ctc(json!({
        "lines": [
            {"wayPoints": [[0.5, 0.5], [2.5, 2.5], [2.5, 1.5]], "color": "#CFCFCF", "thickness": 21},
            {"wayPoints": [[0, 2], [4, 2]]},
            {"wayPoints": [[0, 0], [0, 1]], "color": "#00000000"},
            {"wayPoints": [[1, 0], [1, 2]]},
        ],
        "arrows": [{"wayPoints": [[-0.3, 0.3], [-0.1, 0.5]]}, {}],
        "underlays": [
            {"center": [0.5, 0.5], "width": 1, "height": 1, "backgroundColor": "#FFEEAA"},
            {"center": [0.5, 0.5], "width": 0.85, "height": 0.85, "rounded": true, "backgroundColor": "#CFCFCF"},
            {"center": [1, 1], "width": 2, "height": 2, "backgroundColor": "#CFCFCF"},
            {"center": [0.5, 1], "width": 2, "height": 1, "backgroundColor": "#CFCFCF"},
        ],
        "overlays": [
            {"center": [0.5, 1], "width": 0.3, "height": 0.3, "rounded": true, "borderColor": "#000000"},
            {"center": [1, 1.5], "text": "X"},
            {"center": [1, 1], "text": "1 2", "backgroundColor": "#FFFFFF", "rounded": true},
            {"center": [-0.5, 1.5], "text": "12"},
            {"center": [0.5, 0.5], "text": "1"},
            {"center": [-1.5, 1.5], "text": "a title"},
            {"center": [-1.5, 1.5], "text": "7"},
        ],
    }))
    .expect("a puzzle");
    assert_eq!(puzzle.clues, []);
    assert_eq!(puzzle.warnings, Vec::<String>::new());
    assert_eq!(
        unread(&puzzle),
        [
            "line at R1C1 R2C2 R3C3 R3C2",
            "line at R2C1 R2C2 R2C3",
            "arrow at R0C1",
            "arrow at no cell",
            "mark in a cell at R1C1",
            "area at R1C1 R1C2",
            "dot between cells at R1C1 R1C2",
            "text between cells at R1C2 R2C2: X",
            "mark at a corner at R1C1 R1C2 R2C1 R2C2: 1 2",
            "outside text at R0C2: 12",
            "outside text at no cell: 7"
        ]
    );
    let drawings: Vec<_> = puzzle
        .drawings
        .iter()
        .map(|d| (&*d.kind, d.count))
        .collect();
    assert_eq!(drawings, [("lines", 2), ("underlays", 2), ("overlays", 2)]);
    let error = read_ctc(json!({"overlays": [{"center": [0.5, 1]}], "global": ["antixv"]}));
    let error = error.expect_err("the marks are not known");
    assert_eq!(error.place.as_deref(), Some("global[0]"));
}

/// The drawing of a cage is cosmetic if the cage is already a clue or a region, or if the drawing is hidden.
#[test]
fn drawings_of_cages_and_regions_are_cosmetic() {
    let puzzle = read_ctc(json!({
        "cages": [
            {"cells": [[0, 0], [0, 1]], "value": "5", "unique": true},
            {"cells": [[0, 1], [0, 0]]},
            {"cells": [[0, 0], [0, 1], [1, 0], [1, 1]]},
            {"cells": [[3, 3]], "hidden": true},
        ],
        "overlays": [{"center": [0.2, 0.2], "text": "5"}],
    }))
    .expect("a puzzle");
    assert_eq!(puzzle.clues.len(), 1);
    assert_eq!(unread(&puzzle), Vec::<String>::new());
}

#[test]
fn sudokupad_regions_are_never_assumed() {
    let puzzle = read_ctc(json!({"regions": null})).expect("a puzzle");
    assert_eq!(puzzle.layout.boxes, Boxes::None);
    assert!(puzzle.warnings[0].contains("has no regions"));
    let overlapping = json!([[[0, 0], [0, 1]], [[0, 1], [0, 2]], [[3, 3]]]);
    let puzzle = read_ctc(json!({ "regions": overlapping })).expect("a puzzle");
    let number = |i| match i {
        0 | 1 => Some(0),
        15 => Some(1),
        _ => None,
    };
    let numbers = (0..16).map(number).collect();
    assert_eq!(puzzle.layout.boxes, Boxes::Own(numbers));
    assert_eq!(puzzle.clues[0].rule, "extra-region");
}

#[test]
fn sudokupad_errors_say_where() {
    let cage = |value: Value| json!({ "cages": [value] });
    for (members, place) in [
        (json!({"cells": [[{"value": "Z"}]]}), "cells[0][0].value"),
        (json!({"cells": [[{}, {}], [{}]]}), "cells[1]"),
        (json!({"regions": [[[0, 4]]]}), "regions[0][0]"),
        (
            cage(json!({"cells": [[0]], "unique": true})),
            "cages[0].cells[0]",
        ),
        (
            cage(json!({"cells": [[0, 0]], "unique": true, "value": "<5"})),
            "cages[0].value",
        ),
        (json!({"global": ["antidote"]}), "global[0]"),
        (json!({"blob": 1}), "blob"),
    ] {
        let error = read_ctc(members.clone()).expect_err("not understood");
        assert_eq!(error.place.as_deref(), Some(place), "{members}: {error}");
    }
}

#[test]
fn writing_is_pretty_packed_and_linked() {
    let arrow = |shaft: &str| {
        Clue::new("arrow")
            .slot("bulb", cells("R5C1 R5C2"))
            .slot("shaft", cells(shaft))
    };
    let mut puzzle = Puzzle::new(Layout::square(9));
    puzzle.about.title = Some("T".to_owned());
    puzzle.clues = vec![
        on("slow-thermometer", "R1C1 R1C2"),
        on("double-arrow", "R2C1 R2C2 R2C3"),
        on("row-indexer", "R3C1"),
        on("skyscraper", "R1C4 R2C4 R3C4 R4C4 R5C4 R6C4 R7C4 R8C4 R9C4").with("count", 3),
        arrow("R6C2 R7C2"),
        arrow("R4C1 R3C1"),
    ];
    let json = fpuzzles::to_json(&puzzle).expect("expressible");
    assert!(json.starts_with("{\n  \"size\": 9,\n  \"title\": \"T\",\n  \"grid\": ["));
    let value: Value = serde_json::from_str(&json).expect("JSON");
    assert_eq!(value["line"].as_array().map(Vec::len), Some(2));
    assert_eq!(value["circle"].as_array().map(Vec::len), Some(3));
    assert_eq!(value["cage"][0]["fromConstraint"], "Row Indexer");
    assert_eq!(value["text"][0]["value"], "▯");
    assert_eq!(value["text"][1]["cells"], json!(["R0C4"]));
    let lines = json!([["R5C2", "R6C2", "R7C2"], ["R5C2", "R4C1", "R3C1"]]);
    let arrows = json!([{"cells": ["R5C1", "R5C2"], "lines": lines}]);
    assert_eq!(value["arrow"], arrows);
    let link = FPuzzles.write(&puzzle).expect("expressible");
    let payload = fpuzzles::to_payload(&puzzle).expect("expressible");
    assert_eq!(link, format!("https://f-puzzles.com/?load={payload}"));
    let pad = SudokuPad.write(&puzzle).expect("expressible");
    for (format, text) in [(&FPuzzles as &dyn Format, link), (&SudokuPad, pad)] {
        let read = format.read(&text, &STRICT).expect("a puzzle");
        assert_eq!(read[0].clues.len(), puzzle.clues.len());
        assert_eq!(read[0].drawings, []);
        assert_eq!(read[0].warnings, Vec::<String>::new());
    }
}

#[test]
fn outside_clues_with_a_symbol_have_no_number() {
    let puzzle = read(json!({
        "sandwichsum": [{"cell": "R0C1", "value": "12"}, {"cell": "R0C1", "value": "◯"}],
    }));
    let drawings: Vec<&str> = puzzle.drawings.iter().map(|d| d.kind.as_str()).collect();
    assert_eq!(drawings, ["sandwichsum without number"]);
}

#[test]
fn own_rules_are_not_written_as_the_key_of_their_name() {
    let text = "size = 4\n[own-rules.thermometer]\nshape = 'line'\nrelation = 'first(cells) == 4'\n\
        [clues]\nthermometer = 'R1C1 R1C2'\n";
    let read = cluewright_formats::read_any(text, Some("native"), &ReadOptions::default());
    let puzzle = read.expect("a puzzle file").puzzles.remove(0);
    let error = FPuzzles.write(&puzzle).expect_err("not expressible");
    assert_eq!(error.parts, ["thermometer at R1C1 R1C2"]);
}

#[test]
fn writing_names_what_cannot_be_said() {
    let mut puzzle = Puzzle::new(Layout::square(9));
    let either = Clue {
        parts: vec![on("odd", "R1C1")],
        ..Clue::new("any-of")
    };
    puzzle.clues = vec![
        Clue::new("windoku"),
        on("german-whisper", "R1C1 R1C2"),
        on("counting-circles", "R1C1 R1C2"),
        on("lockout-line", "R1C1 R1C2 R1C3").with("difference", 3),
        on("sandwich", "R1C1 R1C2").with("sum", 3),
        on("minimum", "R1C1"),
        on("minimum", "R1C2"),
        either,
        on("white-dot", "R1C1 R1C2"),
        Clue::new("non-consecutive"),
    ];
    let error = FPuzzles.write(&puzzle).expect_err("not expressible");
    let expected = [
        "windoku",
        "counting-circles at R1C1 R1C2",
        "lockout-line at R1C1 R1C2 R1C3 (difference 3)",
        "sandwich at R1C1 R1C2 (sum 3)",
        "any-of",
        "non-consecutive",
        "minimum clues that compare marked neighbours with each other",
    ];
    assert_eq!(error.parts, expected);
    let nine = Layout::square(9);
    let layouts = [
        Layout {
            rows: 6,
            ..nine.clone()
        },
        Layout {
            min_digit: 0,
            ..nine.clone()
        },
        Layout {
            lines: false,
            ..nine
        },
        Layout {
            boxes: Boxes::Default(4),
            ..Layout::square(8)
        },
        Layout {
            boxes: Boxes::Own(vec![Some(0); 16]),
            ..Layout::square(4)
        },
    ];
    for layout in layouts {
        let error = FPuzzles.write(&Puzzle::new(layout.clone()));
        assert_eq!(
            error.expect_err("not expressible").parts.len(),
            1,
            "{layout:?}"
        );
    }
}

/// Random puzzles with clues of every rule that f-puzzles can express, in the order in which its files list them.
mod random {
    use super::*;
    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::sample::{select, subsequence};
    use std::collections::BTreeSet;

    const LINES: [&str; 14] = [
        "thermometer",
        "slow-thermometer",
        "palindrome",
        "renban",
        "german-whisper",
        "dutch-whisper",
        "region-sum-line",
        "entropic-line",
        "modular-line",
        "nabner",
        "zipper-line",
        "double-arrow",
        "between-line",
        "lockout-line",
    ];
    const GROUPS: [&str; 5] = [
        "extra-region",
        "killer-cage",
        "row-indexer",
        "column-indexer",
        "box-indexer",
    ];
    const GLOBALS: [&str; 10] = [
        "diagonal-up",
        "diagonal-down",
        "anti-knight",
        "anti-king",
        "disjoint-groups",
        "minimum",
        "maximum",
        "non-consecutive",
        "black-dot-negative",
        "xv-negative",
    ];
    const OUTSIDE: [(&str, &str); 3] = [
        ("sandwich", "sum"),
        ("x-sum", "sum"),
        ("skyscraper", "count"),
    ];

    /// Generates a list of `low` to `high` distinct cells, in random order.
    fn some(layout: &Layout, low: usize, high: usize) -> impl Strategy<Value = Vec<Cell>> + use<> {
        let cells: Vec<Cell> = layout.cells().collect();
        subsequence(cells, low..=high).prop_shuffle()
    }

    fn with(clue: Clue, param: &str, value: Option<i64>) -> Clue {
        match value {
            Some(value) => clue.with(param, value),
            None => clue,
        }
    }

    fn clue(layout: &Layout) -> impl Strategy<Value = Clue> + use<> {
        let line = |(rule, cells)| Clue::on(rule, cells);
        let lines = (select(&LINES[..]), some(layout, 2, 7)).prop_map(line);
        let groups = (select(&GROUPS[..]), some(layout, 1, 5)).prop_map(line);
        let cages = (some(layout, 1, 5), 0i64..60)
            .prop_map(|(cells, sum)| Clue::on("killer-cage", cells).with("sum", sum));
        let whispers = (some(layout, 2, 5), 9i64..12)
            .prop_map(|(cells, d)| Clue::on("german-whisper", cells).with("difference", d));
        let white = (some(layout, 2, 2), option::of(1i64..4))
            .prop_map(|(cells, d)| with(Clue::on("white-dot", cells), "difference", d));
        let black = (some(layout, 2, 2), option::of(1i64..4))
            .prop_map(|(cells, r)| with(Clue::on("black-dot", cells), "ratio", r));
        let sums = (select(&["x", "v"][..]), some(layout, 2, 2)).prop_map(line);
        let marks = (select(&["odd", "even"][..]), some(layout, 1, 1)).prop_map(line);
        let clones = (some(layout, 8, 8), 1..5usize).prop_map(|(cells, count)| {
            let (cells, copies) = cells.split_at(4);
            Clue::on("clone", &cells[..count]).slot("copy", &copies[..count])
        });
        let arrows = (some(layout, 7, 7), 1..4usize, 1..4usize).prop_map(|(cells, bulb, shaft)| {
            let (front, back) = cells.split_at(3);
            // Pills list their cells in reading order.
            let mut pill = front[..bulb].to_vec();
            pill.sort_unstable();
            Clue::new("arrow")
                .slot("bulb", pill)
                .slot("shaft", &back[..shaft])
        });
        prop_oneof![
            4 => lines,
            2 => groups,
            1 => cages,
            1 => whispers,
            1 => white,
            1 => black,
            1 => sums,
            1 => marks,
            1 => clones,
            2 => arrows,
            2 => quadruple(layout),
            2 => outside(layout),
            1 => diagonal(layout),
        ]
    }

    fn quadruple(layout: &Layout) -> impl Strategy<Value = Clue> + use<> {
        let layout = layout.clone();
        let last = layout.rows - 1;
        let digits = vec(1..=i64::from(layout.rows), 1..5);
        (0..last, 0..last, digits).prop_map(move |(r, c, digits)| {
            let cell = |(down, right)| layout.cell(r + down, c + right);
            let cells = [(0, 0), (0, 1), (1, 0), (1, 1)].map(cell);
            Clue::on("quadruple", cells).with("digits", digits)
        })
    }

    fn outside(layout: &Layout) -> impl Strategy<Value = Clue> + use<> {
        let layout = layout.clone();
        let size = i32::from(layout.rows);
        (select(&OUTSIDE[..]), 0..size, 0..4, 0i64..46).prop_map(
            move |((rule, param), at, side, value)| {
                let seat = [(-1, at), (size, at), (at, -1), (at, size)][side as usize];
                let cells = layout.line_seen_from(seat).expect("just outside");
                Clue::on(rule, cells).with(param, value)
            },
        )
    }

    fn diagonal(layout: &Layout) -> impl Strategy<Value = Clue> + use<> {
        let layout = layout.clone();
        let size = i32::from(layout.rows);
        let places = (0..4, -1..=size, any::<bool>(), 1i64..46);
        places.prop_filter_map("a diagonal has cells", move |(side, at, back, sum)| {
            let turn = if back { -1 } else { 1 };
            let (seat, step) = [
                ((at, -1), (turn, 1)),
                ((at, size), (turn, -1)),
                ((-1, at), (1, turn)),
                ((size, at), (-1, turn)),
            ][side as usize];
            let cells = layout.diagonal_seen_from(seat, step);
            let clue = || Clue::on("little-killer", cells.clone()).with("sum", sum);
            (!cells.is_empty()).then(clue)
        })
    }

    fn clues(layout: &Layout) -> impl Strategy<Value = Vec<Clue>> + use<> {
        let globals = subsequence(GLOBALS.to_vec(), 0..=GLOBALS.len());
        (globals, some(layout, 1, 4), vec(clue(layout), 0..12)).prop_map(
            |(globals, marked, local)| {
                let global = |rule: &str| match rule {
                    "minimum" | "maximum" => Clue::on(rule, marked.clone()),
                    _ => Clue::new(rule),
                };
                let mut clues: Vec<Clue> = globals.into_iter().map(global).chain(local).collect();
                one_dot_per_pair(&mut clues);
                let ratios = ratios(&clues);
                let dots = clues.iter().any(is_dot);
                for clue in &mut clues {
                    match clue.rule.as_str() {
                        "non-consecutive" if dots => *clue = Clue::new("white-dot-negative"),
                        "black-dot-negative" if ratios != [2] => {
                            clue.params.insert("ratios".into(), ratios.clone().into());
                        }
                        _ => {}
                    }
                }
                clues.sort_by_key(|clue| place_of(&clue.rule));
                clues
            },
        )
    }

    fn is_dot(clue: &Clue) -> bool {
        clue.rule == "white-dot" || clue.rule == "black-dot"
    }

    fn one_dot_per_pair(clues: &mut Vec<Clue>) {
        let mut seen = BTreeSet::new();
        clues.retain(|clue| {
            let pair: BTreeSet<Cell> = clue.cells().collect();
            !is_dot(clue) || seen.insert((clue.rule.clone(), pair))
        });
    }

    /// Returns the ratios of the black dots, or 2 if there are none.
    fn ratios(clues: &[Clue]) -> Vec<i64> {
        let dots = clues.iter().filter(|clue| clue.rule == "black-dot");
        let ratios: BTreeSet<i64> = dots
            .map(|dot| match dot.params.get("ratio") {
                Some(Param::Int(ratio)) => *ratio,
                _ => 2,
            })
            .collect();
        if ratios.is_empty() {
            return vec![2];
        }
        ratios.into_iter().collect()
    }

    /// Returns the position of a rule in the order in which a file lists the rules. Rules that share a
    /// key keep the order of their clues.
    fn place_of(rule: &str) -> usize {
        const ORDER: [&str; 40] = [
            "diagonal-up",
            "diagonal-down",
            "anti-knight",
            "anti-king",
            "disjoint-groups",
            "extra-region",
            "odd",
            "even",
            "thermometer",
            "slow-thermometer",
            "palindrome",
            "renban",
            "german-whisper",
            "region-sum-line",
            "entropic-line",
            "modular-line",
            "nabner",
            "zipper-line",
            "double-arrow",
            "between-line",
            "lockout-line",
            "arrow",
            "killer-cage",
            "clone",
            "quadruple",
            "white-dot",
            "black-dot",
            "x",
            "minimum",
            "maximum",
            "row-indexer",
            "column-indexer",
            "box-indexer",
            "little-killer",
            "sandwich",
            "x-sum",
            "skyscraper",
            "non-consecutive",
            "black-dot-negative",
            "xv-negative",
        ];
        let first = match rule {
            "dutch-whisper" => "german-whisper",
            "v" => "x",
            "white-dot-negative" => "non-consecutive",
            other => other,
        };
        let place = ORDER.iter().position(|&rule| rule == first);
        place.expect("a rule of f-puzzles")
    }

    /// Generates layouts: with default boxes, without boxes, or with some regions of the right size.
    fn layout() -> impl Strategy<Value = Layout> {
        let sizes = select(vec![4u8, 6, 9, 12, 16]);
        let boxes = |size: u8| {
            let order: Vec<usize> = (0..usize::from(size).pow(2)).collect();
            let own = (Just(order).prop_shuffle(), 1..=size).prop_map(move |(order, count)| {
                let mut numbers = vec![None; order.len()];
                for (place, index) in order.into_iter().enumerate() {
                    let region = (place / usize::from(size)) as u8;
                    numbers[index] = (region < count).then_some(region);
                }
                Boxes::Own(numbers)
            });
            prop_oneof![2 => Just(Boxes::Default(0)), 1 => Just(Boxes::None), 2 => own]
        };
        sizes.prop_flat_map(move |size| {
            let layout = Layout::square(size);
            boxes(size).prop_map(move |boxes| Layout {
                boxes,
                ..layout.clone()
            })
        })
    }

    pub(super) fn puzzle() -> impl Strategy<Value = Puzzle> {
        layout().prop_flat_map(|layout| {
            let high = layout.max_digit();
            let count = layout.cell_count() as u16;
            let marks = vec(1..=high, 1..4);
            let solution = vec(option::of(1..=high), layout.cell_count());
            let text = || option::of("\\PC{1,20}");
            (
                clues(&layout),
                btree_map(0..count, (any::<bool>(), marks), 0..9),
                option::of(solution),
                (text(), text(), text()),
            )
                .prop_map(move |(clues, cells, solution, words)| {
                    let mut puzzle = Puzzle::new(layout.clone());
                    puzzle.clues = clues;
                    for (cell, (given, marks)) in cells {
                        let cell = Cell(cell);
                        if given {
                            let digits = marks.into_iter().collect();
                            puzzle.givens.push(Given { cell, digits });
                        } else {
                            puzzle.entries.push((cell, marks[0]));
                        }
                    }
                    puzzle.solution = solution.filter(|s| s.iter().any(Option::is_some));
                    (puzzle.about.title, puzzle.about.author, puzzle.about.rules) = words;
                    puzzle
                })
        })
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256 / one_in(8)) })]

    #[test]
    fn what_is_written_reads_back(puzzle in random::puzzle()) {
        let json = fpuzzles::to_json(&puzzle).expect("expressible");
        let read = FPuzzles.read(&json, &STRICT).expect("readable");
        prop_assert_eq!(&read[0], &puzzle);
        let link = FPuzzles.write(&puzzle).expect("expressible");
        prop_assert_eq!(FPuzzles.read(&link, &STRICT), Ok(read.clone()));
        let payload = fpuzzles::to_payload(&puzzle).expect("expressible");
        prop_assert_eq!(SudokuPad.read(&format!("fpuz{payload}"), &STRICT), Ok(read));
        let pad = SudokuPad.write(&puzzle).expect("expressible");
        let again = SudokuPad.read(&pad, &STRICT).expect("readable").remove(0);
        prop_assert_eq!(plain(&again), plain(&puzzle));
    }

    #[test]
    fn damage_never_panics(
        puzzle in random::puzzle(),
        cut in any::<proptest::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let json = fpuzzles::to_json(&puzzle).expect("expressible");
        let payload = fpuzzles::to_payload(&puzzle).expect("expressible");
        for text in [json, payload] {
            let at = cut.index(text.len());
            let mut bytes = text.into_bytes();
            bytes[at] = byte;
            let mutated = String::from_utf8_lossy(&bytes).into_owned();
            let truncated = String::from_utf8_lossy(&bytes[..at]).into_owned();
            for text in [mutated, truncated] {
                for format in [&FPuzzles as &dyn Format, &SudokuPad] {
                    let _ = format.recognises(&text);
                    let _ = format.read(&text, &LENIENT);
                }
                let _ = SudokuPad.read(&format!("scl{text}"), &LENIENT);
            }
        }
    }

    #[test]
    fn nonsense_in_place_of_any_value_never_panics(
        key in any::<proptest::sample::Index>(),
        junk in junk(),
    ) {
        let all = meanings();
        let (name, mut entries, _) = all[key.index(all.len())].clone();
        let members = ["cells", "lines", "value", "values", "cell", "direction", "cloneCells"];
        for member in members {
            if let Some(value) = entries.get_mut(0).and_then(|entry| entry.get_mut(member)) {
                *value = junk.clone();
            }
        }
        for entries in [entries, junk.clone(), json!([junk])] {
            let _ = read_with(&document(4, json!({ name: entries })), &LENIENT);
        }
        for members in [
            json!({"cages": [junk], "cells": junk}),
            json!({"cages": [{"cells": junk, "value": junk, "unique": true}]}),
            json!({"regions": [junk], "metadata": junk, "global": [junk]}),
        ] {
            let _ = SudokuPad.read(&ctc(members).to_string(), &LENIENT);
        }
    }
}

/// Generates small JSON values of any kind.
fn junk() -> impl Strategy<Value = Value> {
    let leaf = prop_oneof![
        Just(Value::Null),
        any::<bool>().prop_map(Value::from),
        any::<i64>().prop_map(Value::from),
        any::<f64>().prop_map(Value::from),
        (0..5i64).prop_map(Value::from),
        "R[0-9]{1,2}C[0-9]{1,2}".prop_map(Value::from),
        "\\PC{0,8}".prop_map(Value::from),
    ];
    leaf.prop_recursive(3, 16, 4, |inner| {
        let members =
            proptest::collection::btree_map("cells|lines|value|cell", inner.clone(), 0..3);
        prop_oneof![
            proptest::collection::vec(inner, 0..4).prop_map(Value::from),
            members.prop_map(|members| json!(members)),
        ]
    })
}

/// The error message, or the warnings, must be less than four times as long as the text.
#[test]
fn large_inputs_are_answered_in_proportion() {
    let size = 10_000_000 / one_in(10);
    let repeated = |start: &str, piece: &str, end: &str| {
        format!("{start}{}{end}", piece.repeat(size / piece.len()))
    };
    let grid = document(9, json!({}))["grid"].to_string();
    let with = |member: &str| format!("{{\"size\":9,\"grid\":{grid},{member}");
    let odd = "{\"cell\":\"R1C1\",\"x\":1},";
    let ratio = "{\"cells\":[\"R1C1\",\"R1C2\"]},";
    let regions = "{\"cellSize\":50,\"cells\":[[{}]],\"regions\":[";
    let texts: [(&dyn Format, String); 11] = [
        (&FPuzzles, repeated("", "N4Ig", "")),
        (
            &FPuzzles,
            repeated("https://f-puzzles.com/?load=", "//", ""),
        ),
        (&FPuzzles, repeated("{", "[", "")),
        (&FPuzzles, repeated(&with("\"line\":["), "{},", "{}]}")),
        (
            &FPuzzles,
            repeated(&with("\"odd\":["), odd, "{\"cell\":\"R1C1\"}]}"),
        ),
        (&FPuzzles, repeated(&with("\"ratio\":["), ratio, "{}]}")),
        (
            &SudokuPad,
            repeated("https://sudokupad.app/classic", "_", ""),
        ),
        (
            &SudokuPad,
            repeated("https://sudokupad.app/scl", "/IZA", ""),
        ),
        (&SudokuPad, repeated("scl{", "[", "")),
        (&SudokuPad, repeated(regions, "[],", "[]]}")),
        (&SudokuPad, repeated("{cellSize:50,cells:[[", ",", "]]}")),
    ];
    for (format, text) in texts {
        let _ = format.recognises(&text);
        let told = match format.read(&text, &LENIENT) {
            Err(error) => error.to_string(),
            Ok(puzzles) => puzzles.iter().flat_map(|p| &p.warnings).cloned().collect(),
        };
        let (length, most) = (told.len(), 4 * text.len());
        assert!(length < most, "{}…: {length} bytes are told", &text[..40]);
    }
}

/// The clues that each key represents must be valid according to the rule book.
#[test]
fn the_rule_book_knows_every_clue() {
    for (key, entries, _) in meanings() {
        let puzzle = read(json!({ key: entries }));
        let checked = Book::builtin().violated(&puzzle, &[1; 81]);
        assert!(checked.is_ok(), "{key}: {checked:?}");
    }
}

/// Reads every f-puzzles row of the corpus in the folder `CLUEWRIGHT_DATA`, writes it, and reads it again. The solutions in the corpus
/// must satisfy every clue.
#[test]
fn real_puzzles_are_read() {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        return;
    };
    let file = std::path::Path::new(&folder).join("setter_dev.jsonl");
    let rows = std::fs::read_to_string(file).expect("the corpus");
    let mut counts = (0, 0);
    for row in rows.lines() {
        let row: Value = serde_json::from_str(row).expect("a row");
        for (payload, json) in [("payload", "json"), ("payload2", "json2")] {
            let (Some(payload), Some(json)) = (row[payload].as_str(), row.get(json)) else {
                continue;
            };
            let puzzle = FPuzzles.read(payload, &STRICT).expect("readable").remove(0);
            assert_eq!(
                read_with(json, &STRICT).as_ref(),
                Ok(&puzzle),
                "{}",
                row["id"]
            );
            let link = FPuzzles.write(&puzzle).expect("expressible");
            let mut again = FPuzzles.read(&link, &STRICT).expect("readable").remove(0);
            again.drawings.clone_from(&puzzle.drawings);
            again.warnings.clone_from(&puzzle.warnings);
            assert_eq!(again, puzzle, "{}", row["id"]);
            assert_eq!(puzzle.unread, [], "{}", row["id"]);
            counts.0 += 1;
            if let Some(solution) = row["solution"].as_str() {
                let values = digits(solution);
                assert_eq!(values.len(), puzzle.cell_count(), "{}", row["id"]);
                let violated = Book::builtin().violated(&puzzle, &values);
                assert_eq!(violated, Ok(vec![]), "{}", row["id"]);
                counts.1 += 1;
            }
        }
    }
    assert!(counts.0 > 90 && counts.1 > 10, "read {counts:?} puzzles");
}

/// Returns the digits of a solution. A solution of more than 81 characters has two characters per cell.
fn digits(solution: &str) -> Vec<u8> {
    let width = if solution.len() > 81 { 2 } else { 1 };
    let digits = solution.as_bytes().chunks(width);
    digits
        .map(|digit| std::str::from_utf8(digit).ok()?.parse().ok())
        .collect::<Option<_>>()
        .expect("digits")
}

/// Every format can read what it writes. Drawings that we write into a link must not count as unread rules.
#[test]
fn no_export_of_the_corpus_is_unread() {
    let mut written = 0;
    for path in puzzle_files("corpus".as_ref()) {
        let text = std::fs::read_to_string(&path).expect("a text");
        let puzzle = Native.read(&text, &STRICT).expect("a puzzle").remove(0);
        assert_eq!(puzzle.unread, [], "{path:?}");
        for format in FORMATS {
            let Ok(text) = format.write(&puzzle) else {
                continue;
            };
            let again = format.read(&text, &STRICT);
            let again =
                again.unwrap_or_else(|error| panic!("{path:?}, {}: {error}", format.name()));
            assert_eq!(again[0].unread, [], "{path:?}");
            written += 1;
        }
    }
    assert!(written > 200, "only {written} texts were written");
}

/// A puzzle file keeps drawings that may be rules. Formats that cannot store such drawings refuse
/// the puzzle.
#[test]
fn unread_drawings_are_kept_or_refused() {
    let puzzle = read(json!({
        "line": [{"lines": [["R1C1", "R1C2"]]}],
        "text": [{"cells": ["R0C1"], "value": "a \"12\""}],
    }));
    let unread = puzzle.unread.clone();
    assert_eq!(unread.len(), 2);
    for format in FORMATS {
        let Ok(text) = format.write(&puzzle) else {
            let has_no_place = matches!(format.name(), "iss" | "text-line");
            assert!(has_no_place || !format.is_written());
            continue;
        };
        let again = format.read(&text, &STRICT).expect("readable").remove(0);
        assert_eq!(again.unread, unread, "{}", format.name());
    }
}
