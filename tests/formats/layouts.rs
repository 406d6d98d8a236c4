//! Tests grids with a margin, with holes, in unusual sizes, or with digits other than 1 to N.

use cluewright::{ReadOptions, read_any};
use cluewright_formats::Format;
use cluewright_formats::sudokupad::SudokuPad;
use cluewright_puzzle::{Boxes, Clue, GRID, Layer, Puzzle, Status, summarise_unread};
use serde_json::{Value, json};

/// Reads a document without recognising its drawings.
fn read(document: &Value) -> Puzzle {
    let read = SudokuPad.read(&document.to_string(), &ReadOptions::default());
    read.expect("the document is readable").remove(0)
}

const SOLUTION: &str = "1234341221434321";

/// Returns the boxes of a 4x4 grid whose first cell is at this row and column of the document.
fn boxes(top: usize, left: usize) -> Vec<Vec<[usize; 2]>> {
    let corners = [[0, 0], [0, 2], [2, 0], [2, 2]];
    let cells = [[0, 0], [0, 1], [1, 0], [1, 1]];
    let cell =
        |corner: [usize; 2], at: [usize; 2]| [top + corner[0] + at[0], left + corner[1] + at[1]];
    let region = |corner| cells.iter().map(|&at| cell(corner, at)).collect();
    corners.into_iter().map(region).collect()
}

fn blank(rows: usize, columns: usize) -> Vec<Vec<Value>> {
    vec![vec![json!({}); columns]; rows]
}

/// Returns a 4x4 grid in the middle of 6x6 cells. The digit in R1C3 is a clue outside the grid; the digit in R3C2
/// is a given.
fn make_framed_grid() -> Value {
    let mut cells = blank(6, 6);
    cells[0][2] = json!({ "value": 7 });
    cells[2][1] = json!({ "value": 3 });
    json!({
        "cellSize": 50,
        "cells": cells,
        "regions": boxes(1, 1),
        "cages": [
            { "cells": [[1, 1], [1, 2]], "value": 3, "unique": true },
            { "cells": [[5, 4]], "value": "9", "outlineC": "#0000" },
        ],
        "lines": [
            { "color": "#ffffff", "thickness": 4, "wayPoints": [[0.019, 1], [0.981, 1]], "target": "cell-grids" },
            { "color": "#67f067", "thickness": 10, "wayPoints": [[1.5, 1.5], [1.5, 3.5]] },
        ],
        "arrows": [
            { "color": "#000000", "thickness": 2, "wayPoints": [[0.7, 0.7], [0.9, 0.9]] },
        ],
        "overlays": [
            { "center": [0.5, 0.5], "width": 0.6, "height": 0.6, "text": "8" },
        ],
        "foglight": [[1, 1], [0, 2]],
        "triggereffect": [
            { "trigger": { "type": "cellvalue", "cell": "r2c2" }, "effect": { "type": "foglight", "cells": "r2c3r3c3" } },
        ],
    })
}

fn set_solution(document: &mut Value, solution: &str) {
    document["metadata"] = json!({ "solution": solution });
}

fn outer(solution: &str) -> String {
    let rows = solution.as_bytes().chunks(4).map(String::from_utf8_lossy);
    let rows: String = rows.map(|row| format!(".{row}.")).collect();
    format!("......{rows}......")
}

#[test]
fn a_margin_is_cut_off_and_its_numbers_are_outside() {
    let puzzle = read(&make_framed_grid());
    let layout = &puzzle.layout;
    assert_eq!((layout.rows, layout.columns, layout.digit_count), (4, 4, 4));
    assert_eq!((&layout.boxes, layout.lines), (&Boxes::Default(0), true));
    let given = puzzle.givens[0];
    assert_eq!(
        (layout.name(given.cell), given.digits.single()),
        ("R2C1".to_owned(), Some(3))
    );
    let cage = Clue::on("killer-cage", [layout.cell(0, 0), layout.cell(0, 1)]).with("sum", 3i64);
    assert_eq!(puzzle.clues, [cage]);

    let open: Vec<(&str, &str)> = puzzle
        .unread
        .iter()
        .map(|part| (part.kind.as_str(), part.cells[0].as_str()))
        .collect();
    let expected = [
        ("line", "R1C1"),
        ("arrow", "R0C0"),
        ("outside text", "R0C0"),
        ("outside text", "R0C2"),
        ("outside text", "R5C4"),
    ];
    assert_eq!(open, expected);
    let border = &puzzle
        .elements
        .iter()
        .find(|element| element.layer == Layer::Lines);
    let border = border.expect("the erased border");
    assert_eq!(border.item["wayPoints"], json!([[-0.981, 0], [-0.019, 0]]));
    assert!(matches!(border.status, Status::Decoration { .. }));
    let fog = |layer| {
        let items = puzzle
            .elements
            .iter()
            .filter(move |element| element.layer == layer);
        items
            .map(|element| element.item.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(fog(Layer::FogLight), [json!([0, 0]), json!([-1, 1])]);
    assert_eq!(fog(Layer::TriggerEffect)[0]["effect"]["cells"], "r1c2r2c2");
}

#[test]
fn a_cut_grid_is_written_and_reads_back() {
    let mut document = make_framed_grid();
    set_solution(&mut document, &outer(SOLUTION));
    let puzzle = read(&document);
    let solution = puzzle.solution.clone().expect("a solution");
    let digits: String = solution
        .into_iter()
        .flatten()
        .map(|d| d.to_string())
        .collect();
    assert_eq!(digits, SOLUTION);
    let link = SudokuPad.write(&puzzle).expect("a link");
    let again = read_any(&link, None, &ReadOptions::default());
    let again = again.expect("the link is readable").puzzles.remove(0);
    assert_eq!(list_elements(&again), list_elements(&puzzle));
    assert_eq!(again.layout, puzzle.layout);
}

fn open_grid(puzzle: &Puzzle) -> Option<&str> {
    let mut parts = puzzle.unread.iter();
    parts.find(|part| part.kind == GRID)?.text.as_deref()
}

/// A margin is kept if its cells may belong to the puzzle.
#[test]
fn a_margin_that_may_take_digits_stays_open() {
    let mut filled = make_framed_grid();
    set_solution(&mut filled, &outer(SOLUTION).replacen('.', "5", 1));
    assert_eq!(read(&filled).layout.rows, 6);
    // The solution may repeat the printed digits.
    let mut printed = make_framed_grid();
    set_solution(&mut printed, &outer(SOLUTION).replacen('.', "8", 1));
    assert_eq!(read(&printed).layout.rows, 4);

    let mut crossed = make_framed_grid();
    crossed["lines"][1]["wayPoints"] = json!([[0.5, 1.5], [1.5, 1.5], [1.5, 3.5]]);
    assert_eq!(read(&crossed).layout.rows, 6);
    set_solution(&mut crossed, &outer(SOLUTION));
    assert_eq!(
        read(&crossed).layout.rows,
        4,
        "the solution has no digit there"
    );

    let mut caged = make_framed_grid();
    caged["cages"][0]["cells"] = json!([[0, 1], [1, 1]]);
    assert_eq!(read(&caged).layout.rows, 6);
}

#[test]
fn marked_rows_and_columns_show_the_grid() {
    let mut document = make_framed_grid();
    document["regions"] = json!([]);
    document["cages"] = json!([]);
    document["metadata"] = json!({ "norowcol": true });
    let lines = (1..5).flat_map(|at| {
        let row: Vec<[usize; 2]> = (1..5).map(|column| [at, column]).collect();
        let column: Vec<[usize; 2]> = (1..5).map(|row| [row, at]).collect();
        [row, column]
    });
    let cages = lines
        .map(|cells| json!({ "cells": cells, "unique": true, "hidden": true, "type": "rowcol" }));
    document["cages"] = cages.collect();
    let puzzle = read(&document);
    assert_eq!((puzzle.layout.rows, puzzle.layout.lines), (4, true));
    assert_eq!(puzzle.clues, [], "rows are houses, not cages");
    assert_eq!(open_grid(&puzzle), None);
}

#[test]
fn the_solution_shows_the_grid_if_nothing_else_does() {
    let mut document = make_framed_grid();
    document["regions"] = json!([]);
    document["cages"] = json!([]);
    set_solution(&mut document, &outer(SOLUTION));
    let puzzle = read(&document);
    assert_eq!((puzzle.layout.rows, puzzle.layout.columns), (4, 4));
    assert_eq!(puzzle.layout.boxes, Boxes::None);
}

#[test]
fn houses_that_the_file_does_not_state_stay_open() {
    let wide = json!({ "cellSize": 50, "cells": blank(4, 6), "regions": [] });
    let puzzle = read(&wide);
    assert!(!puzzle.layout.lines);
    let reason = open_grid(&puzzle).expect("the grid is open");
    assert!(
        reason.starts_with("the file draws 4 rows and 6 columns"),
        "{reason}"
    );
    assert_eq!(summarise_unread(&puzzle.unread), reason);

    let mut free = json!({ "cellSize": 50, "cells": blank(4, 4), "regions": boxes(0, 0) });
    free["metadata"] = json!({ "norowcol": true });
    let puzzle = read(&free);
    assert!(!puzzle.layout.lines);
    assert!(open_grid(&puzzle).is_some());
    free["metadata"] = json!({ "norowcol": false });
    assert_eq!(open_grid(&read(&free)), None);
}

#[test]
fn holes_and_frames_are_no_houses() {
    let mut regions = json!(boxes(0, 0));
    let list = regions.as_array_mut().expect("a list");
    list[3] = json!([[2, 2], {}, [2, 3]]);
    list.push(json!([{}]));
    list.push((0..16).map(|at| json!([at / 4, at % 4])).collect());
    let document = json!({ "cellSize": 50, "cells": blank(4, 4), "regions": regions });
    let puzzle = read(&document);
    let sizes: Vec<usize> = puzzle.layout.box_cells().iter().map(Vec::len).collect();
    assert_eq!(sizes, [4, 4, 4, 2]);
    assert_eq!(puzzle.warnings.len(), 1, "{:?}", puzzle.warnings);
    assert!(puzzle.warnings[0].contains("16 cells"));
    assert_eq!(puzzle.clues, []);
}

/// If regions have more cells than a row, the puzzle has as many digits as a region has cells.
#[test]
fn large_regions_have_more_digits() {
    let half =
        |top: usize| -> Vec<[usize; 2]> { (0..8).map(|at| [top + at / 4, at % 4]).collect() };
    let document = json!({ "cellSize": 50, "cells": blank(4, 4), "regions": [half(0), half(2)] });
    let layout = read(&document).layout;
    assert_eq!((layout.digit_count, layout.box_cells().len()), (8, 2));
    assert!(layout.lines);
}

#[test]
fn a_zero_among_the_digits_shows_where_they_begin() {
    let zeros: String = SOLUTION
        .chars()
        .map(|c| if c == '4' { '0' } else { c })
        .collect();
    let digits = |solution: &str, rules: &str, given: Option<u8>| {
        let mut cells = blank(4, 4);
        if let Some(given) = given {
            cells[0][3] = json!({ "value": given });
        }
        let metadata = json!({ "solution": solution, "rules": rules });
        let puzzle = read(&json!({
            "cellSize": 50, "cells": cells, "regions": boxes(0, 0), "metadata": metadata,
        }));
        (puzzle.layout.min_digit, puzzle.layout.max_digit())
    };
    assert_eq!(digits(&zeros, "Place the digits 0-3.", None), (0, 3));
    assert_eq!(digits("", "Place the digits 0 to 3.", Some(0)), (0, 3));
    // The digits are not stated, so any of 0 to 9 may be used.
    assert_eq!(digits(&zeros, "Normal sudoku rules apply.", None), (0, 9));
    assert_eq!(digits(&zeros, "Cages sum to 10-3 or 0-30.", None), (0, 9));
    // If the grid has no digit 0, a 0 in the solution is a blank.
    assert_eq!(digits("0...............", "", None), (1, 4));
    assert_eq!(digits("1234341200000000", "", None), (1, 4));
    assert_eq!(digits(SOLUTION, "Place the digits 0-3.", None), (1, 4));
}

/// Rows may contain only some of the digits, so a solution with digits above the grid's size is kept, and digits up
/// to 9 are allowed.
#[test]
fn a_solution_shows_that_rows_hold_a_part_of_the_digits() {
    let shifted: String = SOLUTION
        .chars()
        .map(|c| if c == '4' { '7' } else { c })
        .collect();
    let read = |solution: &str| {
        let metadata = json!({ "solution": solution });
        read(&json!({
            "cellSize": 50, "cells": blank(4, 4), "regions": boxes(0, 0), "metadata": metadata,
        }))
    };
    for solution in [shifted.clone(), shifted.replace('1', ".")] {
        let puzzle = read(&solution);
        assert_eq!(puzzle.layout.max_digit(), 9);
        let digits = puzzle.solution.expect("it is kept");
        assert_eq!(
            digits[..4],
            [
                solution.starts_with('1').then_some(1),
                Some(2),
                Some(3),
                Some(7)
            ]
        );
    }
    // Letters are not compared, because some tools store a digest instead of the solution.
    let puzzle = read(&shifted.replace('1', "a"));
    assert_eq!((puzzle.layout.max_digit(), puzzle.solution), (4, None));
}

#[test]
fn small_digits_in_cells_are_texts() {
    let mut cells = blank(4, 4);
    cells[1][2] = json!({ "pencilMarks": ["1", 2] });
    cells[3][3] = json!({ "pencilMarks": [" "] });
    let puzzle = read(&json!({ "cellSize": 50, "cells": cells, "regions": boxes(0, 0) }));
    assert_eq!(puzzle.elements.len(), 1);
    assert_eq!(puzzle.elements[0].item["text"], "12");
    assert_eq!(puzzle.unread[0].kind, "text in a cell");
    assert_eq!(puzzle.unread[0].cells, ["R2C3"]);
}

#[test]
fn cages_that_lift_fog_ask_for_no_sum() {
    let cage = json!({ "cells": [[0, 0]], "value": "foglight", "unique": true });
    let document =
        json!({ "cellSize": 50, "cells": blank(4, 4), "regions": boxes(0, 0), "cages": [cage] });
    let puzzle = read(&document);
    assert_eq!((puzzle.clues.len(), puzzle.unread.len()), (0, 0));
}

/// Returns the elements that a puzzle keeps from its source, sorted.
fn list_elements(puzzle: &Puzzle) -> Vec<String> {
    let items = puzzle.elements.iter();
    let mut items: Vec<String> = items
        .map(|element| format!("{} {}", element.layer.name(), element.item))
        .collect();
    items.sort();
    items
}

/// An element that occurs twice is also drawn twice.
#[test]
fn elements_survive_two_exports_as_multisets() {
    let mut twice = make_framed_grid();
    let overlays = twice["overlays"].as_array_mut().expect("a list");
    overlays.push(overlays[0].clone());
    let line = json!({ "lines": [["R1C1", "R1C2"], ["R1C1", "R1C2"]], "outlineC": "#ff0000", "width": 0.2 });
    let fpuzzles = json!({
        "size": 4,
        "grid": blank(4, 4),
        "thermometer": [{ "lines": [["R4C1", "R4C2"]] }],
        "arrow": [{ "cells": ["R2C1", "R2C2"], "lines": [] }],
        "quadruple": [{ "cells": ["R3C3", "R3C4", "R4C3", "R4C4"], "values": [] }],
        "line": [line, line],
        "circle": [{ "cells": ["R1C4"], "baseC": "#ffffff", "width": 0.5, "height": 0.5 }],
        "text": [{ "cells": ["R0C1"], "value": "7", "size": 0.5 }],
        "cage": [{ "cells": ["R1C3", "R2C3"], "value": "AB" }],
    });
    for (document, count) in [(twice, 11), (fpuzzles, 9)] {
        let read = |text: &str| {
            let reading = read_any(text, None, &ReadOptions::default());
            reading.expect("the text is readable").puzzles.remove(0)
        };
        let puzzle = read(&document.to_string());
        assert_eq!(puzzle.elements.len(), count);
        let again = read(&SudokuPad.write(&puzzle).expect("a link"));
        assert_eq!(list_elements(&again), list_elements(&puzzle));
        let third = read(&SudokuPad.write(&again).expect("a link"));
        assert_eq!(list_elements(&third), list_elements(&puzzle));
    }
}
