//! Tests reading SudokuMaker: every type of constraint, open parts, and damaged files.

use cluewright_formats::{FORMATS, ReadError, ReadOptions, read_any};
use cluewright_puzzle::{Boxes, Clue, Layer, Puzzle, Status};
use cluewright_rules::Book;
use serde_json::{Value, json};

/// Returns a document with these constraints on an empty grid.
fn document(rest: &Value, constraints: &Value) -> Value {
    let side = |key| rest.get(key).or(rest.get("size")).and_then(Value::as_u64);
    let cells = side("width").unwrap_or(9) * side("height").unwrap_or(9);
    let mut puzzle = json!({
        "name": "Test",
        "cells": vec![json!({}); cells as usize],
        "constraints": constraints,
    });
    for (key, value) in rest.as_object().expect("an object") {
        puzzle[key] = value.clone();
    }
    json!({"formatVersion": "1.5.0", "puzzle": puzzle})
}

fn read(document: &Value) -> Result<Puzzle, ReadError> {
    let reading = read_any(&document.to_string(), None, &ReadOptions::default())?;
    assert_eq!(reading.format, "sudokumaker");
    Ok(reading.puzzles.into_iter().next().expect("one puzzle"))
}

/// Reads constraints on a grid, and checks that the puzzle can be compiled.
fn reads(rest: Value, constraints: Value) -> Puzzle {
    let document = document(&rest, &constraints);
    let puzzle = read(&document).unwrap_or_else(|error| panic!("{error}: {document}"));
    let compiled = cluewright_engine::compile(&puzzle, Book::builtin());
    compiled.unwrap_or_else(|error| panic!("{error:?}: {document}"));
    puzzle
}

fn describe(puzzle: &Puzzle, clue: &Clue) -> String {
    let mut shown = clue.rule.clone();
    for (_, cells) in &clue.slots {
        let names: Vec<_> = cells.iter().map(|&c| puzzle.layout.name(c)).collect();
        shown = format!("{shown} {}", names.join("-"));
    }
    for (name, value) in &clue.params {
        let value = serde_json::to_string(value).expect("it can be written");
        shown = format!("{shown} {name}={value}");
    }
    shown
}

fn clues(puzzle: &Puzzle) -> Vec<String> {
    let clues = puzzle.clues.iter();
    clues.map(|clue| describe(puzzle, clue)).collect()
}

/// Returns the boxes of a 9x9 grid.
fn regions() -> Value {
    let number = |cell: usize| cell / 27 * 3 + cell % 9 / 3;
    json!({"type": 1, "regions": (0..81).map(number).collect::<Vec<_>>()})
}

fn error(rest: Value, constraints: Value) -> String {
    let document = document(&rest, &constraints);
    let error = read(&document).map(|_| ()).expect_err("it is refused");
    format!("{error}, at {}", error.place.as_deref().unwrap_or_default())
}

/// Returns a document for the fuzz targets.
pub(crate) fn sample() -> String {
    let constraints = json!([
        {"type": 1, "regions": [0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, -1]},
        {"type": 200, "clues": [{"edge": 1, "value": 1}], "negative": [1], "overrideNegativeRatios": true},
        {"type": 301, "cages": [{"cells": [0, 1], "value": 7}]},
        {"type": 303, "clues": [{"corner": 6, "digits": [1, 2]}]},
        {"type": 404, "lines": [[1, 2, 3]], "singleRegionTotals": true},
        {"type": 406, "lines": [[4, 5, 6]], "groups": [6, 24]},
        {"type": 408, "bulbsWithArrows": [{"bulbCells": [8], "arrows": [[8, 9]]}]},
        {"type": 500, "clues": [{"outerCell": 2, "diagonal": -1, "value": 7}]},
        {"type": 1000, "definition": {"backend": {"code": "x"}}, "input": {"groups": [{"cells": [1]}]}},
        {"type": 2000, "lines": [[{"x": 0.5, "y": 0.5}, {"x": 2.5, "y": 0.5}]], "style": {"color": "#f00"}},
        {"type": 2002, "params": [{"type": "text", "text": "9", "size": 0.5}], "symbols": [[-0.5, 1.5, 0]]},
        {"type": 2003, "areas": [{"x": 0, "y": 0, "width": 4, "height": 4}]},
    ]);
    let rest = json!({"type": "custom", "width": 4, "height": 4, "maxDigit": 4});
    document(&rest, &constraints).to_string()
}

#[test]
fn every_type_of_constraint_becomes_clues() {
    for (constraint, expected) in [
        (json!({"type": 10}), "diagonal-down"),
        (json!({"type": 11}), "diagonal-up"),
        (json!({"type": 12}), "anti-king"),
        (json!({"type": 13}), "anti-knight"),
        (json!({"type": 14}), "disjoint-groups"),
        (json!({"type": 15}), "non-consecutive"),
        (
            json!({"type": 16, "groups": [14, 112, 896]}),
            "global-entropy",
        ),
        (
            json!({"type": 16, "groups": [584, 146, 292]}),
            "global-modular",
        ),
        (
            json!({"type": 16, "groups": [30, 960]}),
            "squares-with-1234-6789",
        ),
        (
            json!({"type": 100, "cells": [0, 10]}),
            "even R1C1, even R2C2",
        ),
        (json!({"type": 101, "cells": [8]}), "odd R1C9"),
        (json!({"type": 102, "cells": [0, 1]}), "maximum R1C1-R1C2"),
        (json!({"type": 103, "cells": [40]}), "minimum R5C5"),
        (
            json!({"type": 200, "clues": [{"edge": 1, "value": 1}, {"edge": 9, "value": 3}], "negative": [1], "overrideNegativeRatios": true}),
            "white-dot R1C1-R1C2, white-dot R1C1-R2C1 difference=3, white-dot-negative",
        ),
        (
            json!({"type": 201, "clues": [{"edge": 152, "value": 2}], "negative": [2, 3], "overrideNegativeDifferences": true}),
            "black-dot R9C8-R9C9, black-dot-negative ratios=[2,3]",
        ),
        (
            json!({"type": 202, "clues": [{"edge": 1, "value": 10}, {"edge": 2, "value": 5}, {"edge": 3, "value": 7}], "negative": [10, 5]}),
            "x R1C1-R1C2, v R1C2-R1C3, sum R1C3-R1C4 sum=7, xv-negative",
        ),
        (
            json!({"type": 300, "thermometers": [[0, 1, 11]], "slow": false}),
            "thermometer R1C1-R1C2-R2C3",
        ),
        (
            json!({"type": 300, "thermometers": [[0, 1]], "slow": true}),
            "slow-thermometer R1C1-R1C2",
        ),
        (
            json!({"type": 301, "cages": [{"cells": [0, 1], "value": 7}, {"cells": [9, 10], "value": 0}]}),
            "killer-cage R1C1-R1C2 sum=7, killer-cage R2C1-R2C2",
        ),
        (
            json!({"type": 303, "clues": [{"corner": 11, "digits": [1, 1, 5]}, {"corner": 1, "digits": [4]}]}),
            "quadruple R1C1-R1C2-R2C1-R2C2 digits=[1,1,5], contains-at-least R1C1-R1C2 digits=[4]",
        ),
        (
            json!({"type": 304, "cages": [{"cells": [0, 1, 2], "value": "1522"}]}),
            "look-and-say R1C1-R1C2-R1C3 digits=[1,5,2,2]",
        ),
        (
            json!({"type": 305, "cells": [0, 10, 0]}),
            "extra-region R1C1-R2C2",
        ),
        (
            json!({"type": 400, "lines": [[0, 1, 10, 0]]}),
            "renban R1C1-R1C2-R2C2",
        ),
        (
            json!({"type": 401, "lines": [[0, 1]], "minDifference": 5}),
            "german-whisper R1C1-R1C2",
        ),
        (
            json!({"type": 401, "lines": [[0, 1]], "minDifference": 4}),
            "dutch-whisper R1C1-R1C2",
        ),
        (
            json!({"type": 401, "lines": [[0, 1]], "minDifference": 3}),
            "german-whisper R1C1-R1C2 difference=3",
        ),
        (
            json!({"type": 402, "lines": [[0, 1, 2]]}),
            "palindrome R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 403, "lines": [[0, 1, 2]]}),
            "between-line R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 404, "lines": [[2, 3, 4]], "singleRegionTotals": false}),
            "region-sum-line R1C3-R1C4-R1C5",
        ),
        (
            json!({"type": 405, "lines": [[0, 1, 2]]}),
            "sequence-line R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 406, "lines": [[0, 1, 2]], "groups": [14, 112, 896]}),
            "entropic-line R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 406, "lines": [[0, 1, 2]], "groups": [146, 292, 584]}),
            "modular-line R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 406, "lines": [[0, 1, 2, 3, 4]], "groups": [32, 66, 132, 264, 528]}),
            "modular-line R1C1-R1C2-R1C3-R1C4-R1C5 modulus=5",
        ),
        (
            json!({"type": 406, "lines": [[0, 1]], "groups": [340, 682]}),
            "parity-line R1C1-R1C2",
        ),
        (
            json!({"type": 406, "lines": [[0, 1, 2]], "groups": [70, 392, 560]}),
            "line-of-126-378-459 R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 407, "lines": [[0, 1, 2]]}),
            "lockout-line R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 408, "bulbsWithArrows": [{"bulbCells": [0, 1], "arrows": [[1, 2, 3], [0, 9]]}]}),
            "arrow R1C1-R1C2 R1C3-R1C4, arrow R1C1-R1C2 R2C1",
        ),
        (
            json!({"type": 409, "lines": [[0, 1, 2]]}),
            "double-arrow R1C1-R1C2-R1C3",
        ),
        (
            json!({"type": 500, "clues": [{"outerCell": 8, "diagonal": -1, "value": 9}, {"outerCell": 88, "diagonal": 1, "value": 27}]}),
            "little-killer R1C9 sum=9, little-killer R7C1-R6C2-R5C3-R4C4-R3C5-R2C6-R1C7 sum=27",
        ),
        (
            json!({"type": 501, "clues": [{"outerCell": 1, "value": 0}]}),
            "sandwich R1C1-R2C1-R3C1-R4C1-R5C1-R6C1-R7C1-R8C1-R9C1 sum=0",
        ),
        (
            json!({"type": 502, "clues": [{"outerCell": 21, "value": 6}]}),
            "x-sum R1C9-R1C8-R1C7-R1C6-R1C5-R1C4-R1C3-R1C2-R1C1 sum=6",
        ),
        (
            json!({"type": 503, "clues": [{"outerCell": 11, "value": 4}]}),
            "skyscraper R1C1-R1C2-R1C3-R1C4-R1C5-R1C6-R1C7-R1C8-R1C9 count=4",
        ),
        (
            json!({"type": 504, "clues": [{"outerCell": 111, "value": 2}]}),
            "numbered-room R9C1-R8C1-R7C1-R6C1-R5C1-R4C1-R3C1-R2C1-R1C1 digit=2",
        ),
        (
            json!({"type": 600, "cells": [0, 1]}),
            "row-indexer R1C1-R1C2",
        ),
        (json!({"type": 601, "cells": [9]}), "column-indexer R2C1"),
    ] {
        let puzzle = reads(json!({}), json!([constraint.clone(), regions()]));
        let found = clues(&puzzle).join(", ");
        assert_eq!(found, expected, "{constraint}");
        assert!(puzzle.unread.is_empty() && puzzle.warnings.is_empty());
    }
}

#[test]
fn parts_without_a_published_meaning_stay_open() {
    let all = [
        (json!({"type": 302, "groups": [[0, 1], [9, 10]]}), "clones"),
        (
            json!({"type": 200, "clues": [], "negative": [1], "overrideNegativeRatios": false}),
            "`negative`",
        ),
        (
            json!({"type": 202, "clues": [{"edge": 3, "value": 7}], "negative": [7]}),
            "`negative`",
        ),
        (
            json!({"type": 202, "clues": [{"edge": 3}], "negative": []}),
            "XV without value",
        ),
        (
            json!({"type": 303, "clues": [{"corner": 11, "digits": []}]}),
            "without digits",
        ),
        (
            json!({"type": 304, "cages": [{"cells": [0], "value": "15?"}]}),
            "look-and-say cage",
        ),
        (json!({"type": 402, "lines": [[4]]}), "of one cell"),
        (
            json!({"type": 404, "lines": [[2, 3, 11]], "singleRegionTotals": true}),
            "region sum line",
        ),
        (
            json!({"type": 406, "lines": [[0, 1]], "groups": [14, 112, 896]}),
            "line of 2 cells for 3 groups",
        ),
        (
            json!({"type": 408, "bulbsWithArrows": [{"bulbCells": [1, 0], "arrows": [[0, 9]]}]}),
            "reading order",
        ),
        (
            json!({"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[0]]}]}),
            "without shaft",
        ),
        (
            json!({"type": 500, "clues": [{"outerCell": 2, "diagonal": -1}]}),
            "without value",
        ),
        (
            json!({"type": 502, "clues": [{"outerCell": 2}]}),
            "without value",
        ),
        (json!({"type": 13, "solverIgnored": true}), "solver ignores"),
    ];
    for (constraint, kind) in all {
        let puzzle = reads(json!({}), json!([regions(), constraint.clone()]));
        assert_eq!(
            clues(&puzzle).len() + puzzle.unread.len(),
            1 + clues(&puzzle).len()
        );
        let unread = &puzzle.unread[0].kind;
        assert!(unread.contains(kind), "{unread}: {constraint}");
    }
    let negative =
        json!({"type": 200, "clues": [], "negative": [1], "overrideNegativeRatios": true});
    for (is_exempt, unread) in [(false, 1), (true, 0)] {
        let ratios =
            json!({"type": 201, "clues": [{"edge": 1}], "overrideNegativeDifferences": is_exempt});
        let puzzle = reads(json!({}), json!([regions(), negative, ratios]));
        assert_eq!(puzzle.unread.len(), unread);
        assert_eq!(puzzle.clues.len(), 2 - unread);
    }
    let six = reads(json!({"type": "custom"}), json!([{"type": 14}]));
    assert_eq!(six.unread[0].kind, "disjoint groups of irregular regions");
}

#[test]
fn each_list_of_groups_gives_its_rule_a_name_of_its_own() {
    let line = |groups: [u32; 2], cells: [u32; 2]| json!({"type": 406, "groups": groups, "lines": [cells]});
    let lines = [
        line([0b110, 0b1000], [0, 1]),
        line([1 << 12, 0b1000], [2, 3]),
        line([1 << 10 | 1 << 11, 1 << 12], [4, 5]),
        line([1 << 10, 1 << 11 | 1 << 12], [6, 7]),
    ];
    let rest = json!({"type": "custom", "size": 12, "maxDigit": 12});
    let puzzle = reads(rest, json!(lines));
    let names: Vec<&str> = puzzle
        .own_rules
        .iter()
        .map(|own| own.name.as_str())
        .collect();
    assert_eq!(
        names,
        [
            "line-of-12-3",
            "line-of-c-3",
            "line-of-ab-c",
            "line-of-a-bc"
        ]
    );
}

#[test]
fn programs_are_quoted_and_never_run() {
    let definition = json!({"name": "no roping", "input": [], "backend": {"type": "code", "code": "puzzle.add(1)"}, "components": []});
    let groups = json!([{"cells": [3, 4], "value": ""}]);
    let puzzle = reads(
        json!({}),
        json!([{"type": 1000, "definition": definition, "input": {"groups": groups}, "style": {}}]),
    );
    let program = &puzzle.unread[0];
    assert_eq!(program.kind, "JavaScript constraint");
    assert_eq!(program.cells, ["R1C4", "R1C5"]);
    assert_eq!(program.text.as_deref(), Some("no roping: puzzle.add(1)"));
}

#[test]
fn typed_digits_are_the_solution_and_no_clues() {
    let mut cells = vec![json!({}); 81];
    cells[0] = json!({"value": 3, "given": true});
    cells[1] = json!({"value": 4, "candidates": 16, "colors": 2});
    let puzzle = reads(json!({"cells": cells}), json!([{"type": 0}]));
    assert_eq!(puzzle.givens.len(), 1);
    assert!(puzzle.entries.is_empty());
    let solution = puzzle.solution.expect("the setter's digits");
    assert_eq!(solution[..3], [Some(3), Some(4), None]);

    cells[1] = json!({});
    let puzzle = reads(json!({"cells": cells}), json!([{"type": 0}]));
    assert_eq!(puzzle.solution, None);
}

#[test]
fn disabled_constraints_are_left_out_with_a_warning() {
    let off = [
        json!({"type": 13, "disabled": true}),
        json!({"type": 999, "enabled": false}),
    ];
    for constraint in off {
        let puzzle = reads(json!({}), json!([constraint]));
        assert!(puzzle.clues.is_empty() && puzzle.unread.is_empty());
        assert!(puzzle.warnings[0].contains("disabled in SudokuMaker"));
    }
    let mut cells = vec![json!({}); 81];
    cells[0] = json!({"value": 3, "given": true});
    let puzzle = reads(
        json!({"cells": cells}),
        json!([{"type": 0, "disabled": true}]),
    );
    assert!(puzzle.givens.is_empty());
}

#[test]
fn digits_rows_and_regions_follow_the_type_of_the_puzzle() {
    let classic = reads(json!({}), json!([regions()])).layout;
    assert!(classic.lines && classic.boxes == Boxes::Default(0));
    let six = reads(json!({"size": 6}), json!([])).layout;
    assert_eq!((six.rows, six.max_digit(), six.lines), (6, 6, true));
    assert_eq!(six.boxes, Boxes::None);

    let custom = |rest: Value, constraints| {
        let mut rest = rest;
        rest["type"] = json!("custom");
        reads(rest, constraints)
    };
    let free = custom(json!({"width": 6, "height": 4}), json!([])).layout;
    assert_eq!((free.rows, free.columns, free.max_digit()), (4, 6, 9));
    assert!(!free.lines);
    let ten = custom(
        json!({"width": 10, "height": 10, "minDigit": 0}),
        json!([{"type": 2003}]),
    );
    assert!(ten.layout.lines);
    assert_eq!((ten.layout.min_digit, ten.layout.max_digit()), (0, 9));

    let areas = json!([{"type": 2003, "areas": [{"x": 1, "y": 0, "width": 2, "height": 1}]}]);
    let part = custom(json!({"width": 3, "height": 1}), areas);
    assert!(!part.layout.lines);
    assert_eq!(clues(&part)[0], "extra-region R1C2-R1C3");

    let (one, two) = (json!([0, 0, -1, 4]), json!([-1, 7, 7, -1]));
    let overlapping = json!([{"type": 1, "regions": one}, {"type": 1, "regions": two}]);
    let puzzle = custom(json!({"width": 4, "height": 1}), overlapping);
    assert_eq!(
        puzzle.layout.boxes,
        Boxes::Own(vec![Some(0), Some(0), None, Some(1)])
    );
    assert_eq!(clues(&puzzle), ["extra-region R1C2-R1C3"]);
}

#[test]
fn cells_that_no_rule_is_about_stay_open() {
    let free = |constraints| {
        let puzzle = reads(
            json!({"type": "custom", "width": 3, "height": 1}),
            constraints,
        );
        let free = puzzle
            .unread
            .into_iter()
            .find(|unread| unread.kind.starts_with("cells"));
        free.map_or(vec![], |unread| unread.cells)
    };
    let cells = json!({"type": 305, "cells": [0, 1]});
    assert_eq!(free(json!([cells])), ["R1C3"]);
    assert_eq!(free(json!([cells, {"type": 100, "cells": [2]}])), [""; 0]);
    assert_eq!(free(json!([cells, {"type": 15}])), [""; 0]);
    assert_eq!(free(json!([{"type": 2003}])), [""; 0]);
}

#[test]
fn cosmetic_constraints_are_drawings() {
    let puzzle = reads(
        json!({}),
        json!([
            {"type": 2000, "lines": [[{"x": 0.5, "y": 1.5}, {"x": 2.5, "y": 1.5}]], "style": {"color": "#f00", "thickness": 0.25}},
            {"type": 2001, "cages": [{"cells": [0, 1], "value": "12"}], "style": {"cage": {"color": "#000"}}},
            {"type": 2002, "params": [
                {"type": "ellipse", "rx": 0.4, "ry": 0.4, "angle": 0, "fill": "#fff", "stroke": "#000", "strokeWidth": 0.02},
                {"type": "arrow", "length": 1, "headSize": 0.1, "angle": 90, "strokeWidth": 0.03, "stroke": "#000"},
            ], "symbols": [[4.5, 3.5], [0.5, -0.5, 1]]},
            {"type": 4000, "cells": [80]},
            {"type": 4001, "triggers": [], "effects": []},
        ]),
    );
    let layers: Vec<Layer> = puzzle
        .elements
        .iter()
        .map(|element| element.layer)
        .collect();
    let expected = [
        Layer::Lines,
        Layer::Cages,
        Layer::Overlays,
        Layer::Arrows,
        Layer::FogLight,
    ];
    assert_eq!(layers, expected);
    let items: Vec<&Value> = puzzle
        .elements
        .iter()
        .map(|element| &element.item)
        .collect();
    assert_eq!(items[0]["wayPoints"], json!([[1.5, 0.5], [1.5, 2.5]]));
    assert_eq!(items[0]["thickness"], json!(16.0));
    assert_eq!(items[1]["cells"], json!([[0, 0], [0, 1]]));
    assert_eq!(items[2]["center"], json!([3.5, 4.5]));
    assert_eq!(items[2]["width"], json!(0.8));
    assert_eq!(items[3]["wayPoints"][1][0], json!(0.0));
    let kinds: Vec<&str> = puzzle
        .unread
        .iter()
        .map(|unread| unread.kind.as_str())
        .collect();
    assert_eq!(kinds, ["line", "cage", "mark in a cell", "arrow"]);
    let open = puzzle
        .elements
        .iter()
        .filter(|element| element.status == Status::Open);
    assert_eq!(open.count(), 4);
}

#[test]
fn links_and_bare_payloads_are_read() {
    let document = document(&json!({}), &json!([{"type": 13}]));
    let packed = lz_str::compress_to_encoded_uri_component(&document.to_string());
    let quoted = packed.replace('+', "%2B");
    for text in [
        format!("https://sudokumaker.app/?puzzle={quoted}"),
        format!("sudokumaker.app/?puzzle={packed}&x=1"),
        packed.clone(),
    ] {
        let reading = read_any(&text, None, &ReadOptions::default());
        let reading = reading.unwrap_or_else(|error| panic!("{error}: {text}"));
        assert_eq!(reading.format, "sudokumaker");
        assert_eq!(clues(&reading.puzzles[0]), ["anti-knight"]);
    }
    let cut = format!(
        "https://sudokumaker.app/?puzzle={}",
        &packed[..packed.len() / 2]
    );
    let error = read_any(&cut, None, &ReadOptions::default()).expect_err("it is cut");
    assert!(
        error.message.contains("the packed puzzle is damaged"),
        "{error}"
    );
    let empty = read_any("https://sudokumaker.app/", None, &ReadOptions::default());
    let empty = empty.expect_err("there is no puzzle");
    assert!(empty.message.contains("contains no puzzle"), "{empty}");
}

#[test]
fn damaged_documents_are_refused_with_the_place() {
    let plain = |constraints| error(json!({}), constraints);
    for (message, expected) in [
        (
            error(json!({"width": 1e9}), json!([])),
            "expected a number from 1 to 25, at puzzle.width",
        ),
        (
            error(json!({"maxDigit": -4}), json!([])),
            "at puzzle.maxDigit",
        ),
        (
            error(json!({"cells": [{}]}), json!([])),
            "1 cells, expected 81",
        ),
        (
            error(json!({"type": "hexagonal"}), json!([])),
            "at puzzle.type",
        ),
        (error(json!({"speed": 3}), json!([])), "unknown key `speed`"),
        (plain(json!([{}])), "has no `type`"),
        (
            plain(json!([{"type": 77}])),
            "constraint of unknown type 77 at puzzle.constraints[0]",
        ),
        (
            plain(json!([{"type": 13, "mood": 1}])),
            "unknown key `mood` at puzzle.constraints[0].mood",
        ),
        (
            plain(json!([{"type": 1, "regions": [0]}])),
            "1 regions of cells, expected 81",
        ),
        (
            plain(json!([{"type": 1, "regions": vec![0; 81]}])),
            "region 1 has 81 cells",
        ),
        (
            plain(json!([{"type": 100, "cells": [81]}])),
            "at puzzle.constraints[0].cells[0]",
        ),
        (
            plain(json!([{"type": 200, "clues": [{"edge": 0}]}])),
            "edge 0 is not between two cells",
        ),
        (
            plain(json!([{"type": 303, "clues": [{"corner": 100, "digits": [1]}]}])),
            "corner 100 does not exist",
        ),
        (
            plain(json!([{"type": 303, "clues": [{"corner": 0, "digits": [1, 2]}]}])),
            "2 digits for 1 cells",
        ),
        (
            plain(json!([{"type": 401, "lines": [[0, 1]]}])),
            "no `minDifference`",
        ),
        (
            plain(json!([{"type": 406, "lines": [[0, 1]], "groups": [1024]}])),
            "no digit of the puzzle",
        ),
        (
            plain(
                json!([{"type": 408, "bulbsWithArrows": [{"bulbCells": [0], "arrows": [[5, 6]]}]}]),
            ),
            "does not begin in its bulb",
        ),
        (
            plain(json!([{"type": 500, "clues": [{"outerCell": 0, "diagonal": 1, "value": 1}]}])),
            "no diagonal of the grid can be seen",
        ),
        (
            plain(json!([{"type": 501, "clues": [{"outerCell": 0, "value": 1}]}])),
            "no row or column can be seen",
        ),
        (
            plain(json!([{"type": 2003, "areas": [{"x": 5, "y": 0, "width": 9, "height": 1}]}])),
            "leaves the grid",
        ),
        (
            plain(json!([{"type": 2002, "params": [], "symbols": [[1, 1]]}])),
            "the symbol has no style",
        ),
        (
            plain(json!([{"type": 2000, "lines": [[{"x": 1e30, "y": 0}]]}])),
            "expected a point of the grid",
        ),
    ] {
        assert!(
            message.contains(expected),
            "{message} is not about {expected}"
        );
    }
}

#[test]
fn only_reading_is_possible() {
    let maker = FORMATS.iter().find(|format| format.name() == "sudokumaker");
    let maker = maker.expect("it is listed");
    assert!(!maker.is_written() && maker.write(&Puzzle::default()).is_err());
}
