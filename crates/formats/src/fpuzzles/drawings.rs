//! Converts cosmetic items to drawings. Also handles the duplicate drawings that exporters add for rules that f-puzzles
//! itself cannot draw.

use super::keys::{COSMETIC, STYLE};
use crate::kit::cells::place_name;
use crate::kit::drawn::{Drawn, Form, Spot};
use crate::kit::node::Node;
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle, parse_place};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// The style in which exporters draw the lines of a rule.
struct LineStyle {
    rule: &'static str,
    /// The name by which exporters identify the rule in the member `fromConstraint`.
    tag: &'static str,
    colour: &'static str,
    width: f64,
    /// Diameter of the circles at the ends of the line, and the number of ends that have one; `None` if neither end has a
    /// circle.
    circles: Option<(f64, usize)>,
}

const LINES: [LineStyle; 10] = [
    line("renban", "Renban", "#F067F0", 0.25),
    line("german-whisper", "German Whispers", "#67F067", 0.1875),
    line("dutch-whisper", "Dutch Whispers", "#FF9A00", 0.1875),
    line("entropic-line", "Entropic Line", "#FFCCAA", 0.15625),
    line("modular-line", "Modular Line", "#33BBBB", 0.15625),
    line("region-sum-line", "Region Sum Line", "#2ECBFF", 0.15625),
    line("nabner", "Nabner", "#C9C883", 0.25),
    line("zipper-line", "Zipper Line", "#cdb1ec", 0.15625),
    LineStyle {
        circles: Some((0.85, 2)),
        ..line("double-arrow", "Double Arrow", "#C54B8B", 0.15)
    },
    LineStyle {
        circles: Some((0.8, 1)),
        ..line("slow-thermometer", "Slow Thermometer", "#6495ED", 0.3)
    },
];

const fn line(
    rule: &'static str,
    tag: &'static str,
    colour: &'static str,
    width: f64,
) -> LineStyle {
    LineStyle {
        rule,
        tag,
        colour,
        width,
        circles: None,
    }
}

/// For each indexer rule: its name, its tag in `fromConstraint`, and the outline colour of the cage that represents it.
const INDEXERS: [(&str, &str, &str); 3] = [
    ("row-indexer", "Row Indexer", "#7CC77C"),
    ("column-indexer", "Column Indexer", "#C77C7C"),
    ("box-indexer", "Box Indexer", "#7C7CC7"),
];

/// For each rule about outside clues: its name, tag, parameter, and the symbol after the number.
const OUTSIDE: [(&str, &str, &str, &str); 2] = [
    ("x-sum", "X Sum", "sum", "◯"),
    ("skyscraper", "Skyscraper", "count", "▯"),
];

/// Returns `true` if an item is tagged as the drawing of a rule. The rule is then also stated by an entry under the rule's
/// own key.
pub(super) fn is_duplicate(item: &Node<'_>) -> bool {
    item.get("fromConstraint").is_some() || item.get("fromRangskSolver").is_some()
}

/// Returns `true` if an item has the older tag, which does not name the rule. The item is a duplicate only if the file has a
/// clue on the same cells.
pub(super) fn may_be_duplicate(item: &Node<'_>) -> bool {
    item.get("isNewConstraint").is_some()
}

/// Returns the drawings of a cosmetic item that may be rules: one per line for a `line` item, otherwise at most one. Empty
/// texts, cages that only clear the fog or contain a message, and cell backgrounds give none.
pub(super) fn list_drawings(name: &str, item: &Node<'_>, layout: &Layout) -> Vec<Drawn> {
    let text = item.text("value").unwrap_or_default();
    let one = |form: Form, list: Node<'_>| {
        let spot = spot(&list, layout);
        let text = text.clone();
        spot.map(|spot| Drawn { form, spot, text })
    };
    let form = match name {
        "line" => {
            let lines = item.list("lines").into_iter().flatten();
            return lines.filter_map(|line| one(Form::Line, line)).collect();
        }
        "cage" if is_fog(&text) || is_message(&text) => return vec![],
        "cage" => Form::Cage,
        "text" if text.trim().is_empty() => return vec![],
        "text" => Form::Text,
        // The rectangle looks like a cell's background colour, which is cosmetic, so it is not reported as a possible rule.
        "rectangle" if text.trim().is_empty() && fills_a_cell(item) => return vec![],
        _ => Form::Mark,
    };
    let cells = item.get("cells");
    cells
        .and_then(|cells| one(form, cells))
        .into_iter()
        .collect()
}

/// Returns `true` if the cosmetic items of a file show every entry of a key: its lines as lines, or its cells as marks. Other
/// entries, such as those with a value, may state more than their drawing.
pub(super) fn shows_all(root: &Node<'_>, key: &Node<'_>, layout: &Layout) -> bool {
    let items = |name: &'static str| {
        let items = root.list(name).into_iter().flatten();
        items
            .filter(|item| !is_duplicate(item))
            .map(move |item| (name, item))
    };
    let drawn: Vec<Drawn> = COSMETIC
        .into_iter()
        .flat_map(items)
        .flat_map(|(name, item)| list_drawings(name, &item, layout))
        .collect();
    let has = |form: Form, cells: &[Cell]| {
        let is_same = |drawn: &&Drawn| match &drawn.spot {
            Spot::Cells(other) => other == cells || other.iter().rev().eq(cells),
            Spot::Beside(_) | Spot::Beyond => false,
        };
        drawn
            .iter()
            .filter(|drawn| drawn.form == form)
            .any(|drawn| is_same(&drawn))
    };
    let is_shown = |entry: &Node<'_>| {
        let lines = list_drawings("line", entry, layout);
        let cells = |list: &str| entry.get(list).and_then(|list| spot(&list, layout));
        let cell = entry
            .text("cell")
            .and_then(|name| parse_place(name.trim()))
            .and_then(|(row, column)| layout.cell_at(row - 1, column - 1));
        let marked = match (cells("cells"), cell) {
            (Some(Spot::Cells(cells)), None) => Some(cells),
            (None, Some(cell)) => Some(vec![cell]),
            _ => None,
        };
        let is_plain = entry
            .members()
            .all(|(name, _)| ["lines", "cells", "cell"].contains(&name) || STYLE.contains(&name));
        match (is_plain, &lines[..], marked) {
            (true, [], Some(cells)) => cells.iter().all(|&cell| has(Form::Mark, &[cell])),
            (true, [_, ..], None) => lines.iter().all(|line| match &line.spot {
                Spot::Cells(cells) => has(Form::Line, cells),
                Spot::Beside(_) | Spot::Beyond => false,
            }),
            _ => false,
        }
    };
    let entries = key.items().into_iter().flatten();
    let entries: Vec<Node<'_>> = entries.collect();
    !entries.is_empty() && entries.iter().all(is_shown)
}

/// Returns `true` if a cage only marks cells without fog.
fn is_fog(text: &str) -> bool {
    let text = text.trim();
    ["FOW", "FOGLIGHT"]
        .iter()
        .any(|name| text.eq_ignore_ascii_case(name))
}

/// Returns `true` if a cage only contains the message that SudokuPad shows for a correct solution.
fn is_message(text: &str) -> bool {
    text.trim_start().starts_with("msgcorrect:")
}

/// Returns `true` if a rectangle lies on a single cell and has about its size, like a background colour.
fn fills_a_cell(item: &Node<'_>) -> bool {
    let side = |name| item.get(name).and_then(|side| side.value.as_f64());
    let whole = |side: Option<f64>| side.is_some_and(|side| (0.9..1.5).contains(&side));
    let cells = item.get("cells").and_then(|cells| cells.value.as_array());
    whole(side("width")) && whole(side("height")) && cells.is_some_and(|cells| cells.len() == 1)
}

/// Returns the position that a list of cell names describes; `None` if the list is empty.
fn spot(list: &Node<'_>, layout: &Layout) -> Option<Spot> {
    let names = list.value.as_array().filter(|names| !names.is_empty())?;
    let places = || {
        names
            .iter()
            .filter_map(|name| parse_place(name.as_str()?.trim()))
    };
    let places = || places().map(|(row, column)| (row - 1, column - 1));
    // Cell names contain no minus sign, so a position is at most one step above or to the left of the grid. Only the other
    // two borders are checked.
    let beside = |(row, column): (i32, i32)| {
        row <= i32::from(layout.rows) && column <= i32::from(layout.columns)
    };
    let cells: Vec<Cell> = places()
        .filter_map(|(row, column)| layout.cell_at(row, column))
        .collect();
    Some(match (cells.is_empty(), places().next()) {
        (true, Some(place)) if beside(place) => Spot::Beside(place),
        (true, Some(_)) => Spot::Beyond,
        _ => Spot::Cells(cells),
    })
}

/// Returns `true` if a cage's text marks it as a digital-root cage (`DR5`), a convention of Rangsk's solver.
pub(super) fn is_digital_root(text: &str) -> bool {
    text.match_indices("DR")
        .any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_digit()))
}

/// Adds drawings of the clues that f-puzzles itself cannot draw, as other exporters do.
pub(super) fn add_duplicates(puzzle: &Puzzle, document: &mut Map<String, Value>) {
    let mut items: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for clue in &puzzle.clues {
        for (kind, item) in duplicates(clue, &puzzle.layout) {
            items.entry(kind).or_default().push(item);
        }
    }
    for (kind, items) in items {
        // Nothing is overwritten, because the cosmetic items of the source are restored only afterwards.
        document.insert(kind.to_owned(), Value::Array(items));
    }
}

fn duplicates(clue: &Clue, layout: &Layout) -> Vec<(&'static str, Value)> {
    let rule = clue.rule.as_str();
    let cells = clue.cells_of("cells");
    let names: Vec<String> = cells.iter().map(|&cell| layout.name(cell)).collect();
    if let Some(style) = LINES.iter().find(|style| style.rule == rule) {
        return line_duplicates(style, &names);
    }
    if let Some(&(_, tag, outline)) = INDEXERS.iter().find(|indexer| indexer.0 == rule) {
        let cage =
            json!({"cells": names, "outlineC": outline, "fontC": "#000000", "fromConstraint": tag});
        return vec![("cage", cage)];
    }
    let Some(&(_, tag, param, symbol)) = OUTSIDE.iter().find(|outside| outside.0 == rule) else {
        return vec![];
    };
    // Clues that cannot be written have already been refused, so the position and the number exist.
    let seat = layout.seat_of_line(cells).map(place_name);
    let value = match clue.params.get(param) {
        Some(cluewright_puzzle::Param::Int(value)) => value.to_string(),
        _ => String::new(),
    };
    let text = |value: &str, size: f64| {
        let item = json!({"cells": [seat], "value": value, "fontC": "#000000", "size": size, "fromConstraint": tag});
        ("text", item)
    };
    vec![text(symbol, 1.2), text(&value, 0.7)]
}

fn line_duplicates(style: &LineStyle, names: &[String]) -> Vec<(&'static str, Value)> {
    let line = json!({
        "lines": [names],
        "outlineC": style.colour,
        "width": style.width,
        "fromConstraint": style.tag,
    });
    let circle = |name: &String, width: f64| {
        json!({
            "cells": [name],
            "baseC": style.colour,
            "outlineC": style.colour,
            "width": width,
            "height": width,
            "fromConstraint": style.tag,
        })
    };
    let ends = names.first().into_iter().chain(names.last());
    let (width, count) = style.circles.unwrap_or((0.0, 0));
    let circles = ends.take(count).map(|name| ("circle", circle(name, width)));
    std::iter::once(("line", line)).chain(circles).collect()
}
