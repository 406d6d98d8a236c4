//! Converts cosmetic f-puzzles items to SudokuPad elements, so that they look as they would if SudokuPad had imported
//! the file.

use crate::kit::node::Node;
use cluewright_puzzle::{Cell, Layer, Layout, parse_place};
use serde_json::{Value, json};

/// Returns the elements of a cosmetic item: one per line for a `line` item, otherwise a single one.
pub(super) fn elements(name: &str, item: &Node<'_>) -> Vec<(Layer, Value)> {
    match name {
        "line" => lines(item),
        "cage" => vec![(Layer::Cages, cage(item))],
        _ => vec![(Layer::Overlays, shape(name, item))],
    }
}

fn lines(item: &Node<'_>) -> Vec<(Layer, Value)> {
    let list = item.value.get("lines").and_then(Value::as_array);
    let line = |names: &Value| {
        let line = json!({
            "wayPoints": centres(names),
            "color": item.value.get("outlineC"),
            "thickness": number(item, "width").unwrap_or(0.1) * PIXELS,
        });
        (Layer::Lines, line)
    };
    let drawn = |names: &&Value| names.as_array().is_some_and(|names| !names.is_empty());
    list.into_iter().flatten().filter(drawn).map(line).collect()
}

/// Width of a cell in SudokuPad's unit of length.
const PIXELS: f64 = 64.0;

fn cage(item: &Node<'_>) -> Value {
    let places = places(item.value.get("cells"));
    let cells: Vec<_> = places
        .iter()
        .map(|&(row, column)| [row - 1, column - 1])
        .collect();
    json!({
        "cells": cells,
        "value": item.value.get("value"),
        "outlineC": item.value.get("outlineC"),
        "fontC": item.value.get("fontC"),
    })
}

fn shape(name: &str, item: &Node<'_>) -> Value {
    let centres = centres(item.value.get("cells").unwrap_or(&Value::Null));
    let mean = |axis: usize| {
        let sum: f64 = centres.iter().map(|point| point[axis]).sum();
        // Without `max`, an item without cells would cause a division by 0, and JSON cannot represent the
        // result.
        sum / centres.len().max(1) as f64
    };
    let text = item.text("value").unwrap_or_default();
    let mut shape = json!({ "center": [mean(0), mean(1)] });
    let members = [
        ("width", number(item, "width").map(Value::from)),
        ("height", number(item, "height").map(Value::from)),
        ("backgroundColor", item.value.get("baseC").cloned()),
        ("borderColor", item.value.get("outlineC").cloned()),
        ("color", item.value.get("fontC").cloned()),
        ("angle", item.value.get("angle").cloned()),
        ("rounded", (name == "circle").then_some(Value::Bool(true))),
        ("text", (!text.is_empty()).then(|| text.into())),
        (
            "fontSize",
            number(item, "size").map(|size| Value::from(size * PIXELS * 0.5)),
        ),
    ];
    for (key, value) in members {
        if let Some(value) = value {
            shape[key] = value;
        }
    }
    shape
}

/// The palette of cell colours. f-puzzles stores some colours as an index into it.
const PALETTE: [&str; 11] = [
    "#a8a8a8a8",
    "#000",
    "#ffa0a0",
    "#ffdf61",
    "#feffaf",
    "#b0ffb0",
    "#61d060",
    "#d0d0ff",
    "#8180f0",
    "#ff08ff",
    "#ffd0d0",
];

/// Returns the background element of a cell; `None` if the cell has no colour.
pub(super) fn background(centre: [f64; 2], colour: &Value) -> Option<Value> {
    let number = match colour {
        Value::String(text) => text.parse().ok(),
        other => other.as_u64(),
    };
    let colour = match (number, colour) {
        (Some(number), _) => PALETTE.get(usize::try_from(number).ok()?)?,
        (None, Value::String(text)) if text.starts_with('#') => text.as_str(),
        _ => return None,
    };
    Some(json!({ "center": centre, "width": 1, "height": 1, "backgroundColor": colour }))
}

/// Diameter of the circle on an arrow's bulb, in cells.
pub(super) const BULB_SIZE: f64 = 0.75;
/// Diameter of the circle on a quadruple's corner, in cells.
pub(super) const QUADRUPLE_SIZE: f64 = 0.5;

/// Returns a circle on a cell or a corner, or a pill over consecutive cells of a row or column; `None` for
/// any other cells.
pub(super) fn round_mark(layout: &Layout, cells: &[Cell], size: f64) -> Option<(Layer, Value)> {
    let places: Vec<(u8, u8)> = cells.iter().map(|&cell| layout.place(cell)).collect();
    // Places compare by row first, so the smallest and the largest place are in the top and the bottom row.
    let (top, bottom) = (places.iter().min()?.0, places.iter().max()?.0);
    let left = places.iter().map(|place| place.1).min()?;
    let right = places.iter().map(|place| place.1).max()?;
    let (height, width) = (f64::from(bottom - top), f64::from(right - left));
    let is_corner = (height, width, cells.len()) == (1.0, 1.0, 4);
    // If there are gaps between the cells, their number is smaller than the pill's length, so no pill is
    // drawn.
    let is_straight = height.min(width) == 0.0 && height.max(width) + 1.0 == cells.len() as f64;
    let spans = match (is_corner, is_straight) {
        (true, _) => (size, size),
        (_, true) => (height + size, width + size),
        _ => return None,
    };
    let mark = json!({
        "center": [
            f64::from(top) + 0.5 + height / 2.0,
            f64::from(left) + 0.5 + width / 2.0,
        ],
        "height": spans.0,
        "width": spans.1,
        "backgroundColor": "#FFFFFF",
        "borderColor": "#A1A1A1",
        "rounded": true,
    });
    Some((Layer::Overlays, mark))
}

fn number(item: &Node<'_>, name: &str) -> Option<f64> {
    item.value.get(name)?.as_f64()
}

/// Returns the centres of named cells.
fn centres(names: &Value) -> Vec<[f64; 2]> {
    let centre = |at: i32| f64::from(at) - 0.5;
    let places = places(Some(names)).into_iter();
    places
        .map(|(row, column)| [centre(row), centre(column)])
        .collect()
}

/// Returns the row and column, counted from 1, of each named cell. The cells may lie outside the grid.
fn places(names: Option<&Value>) -> Vec<(i32, i32)> {
    let names = names.and_then(Value::as_array).into_iter().flatten();
    names
        .filter_map(|name| parse_place(name.as_str()?.trim()))
        .collect()
}
