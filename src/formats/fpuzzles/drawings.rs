//! Drawings: the duplicates that exporters add for rules which f-puzzles itself does not draw, and
//! drawings that look like a rule without being one.

use crate::formats::ReadError;
use crate::formats::node::Node;
use crate::puzzle::{Cell, Clue, Layout, Puzzle};
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, HashSet};

/// How a rule's line is drawn.
struct LineStyle {
    rule: &'static str,
    /// What `fromConstraint` calls it.
    tag: &'static str,
    colour: &'static str,
    width: f64,
    /// Width of the circles at its ends, if any, and how many ends have one.
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

/// Rule, tag and outline of the cages that show indexers.
const INDEXERS: [(&str, &str, &str); 3] = [
    ("row-indexer", "Row Indexer", "#7CC77C"),
    ("column-indexer", "Column Indexer", "#C77C7C"),
    ("box-indexer", "Box Indexer", "#7C7CC7"),
];

/// Rule, tag, parameter and symbol of the clues outside the grid.
const OUTSIDE: [(&str, &str, &str, &str); 2] = [
    ("x-sum", "X Sum", "sum", "◯"),
    ("skyscraper", "Skyscraper", "count", "▯"),
];

/// Whether an item repeats, as a drawing, what a rule's key says.
pub(super) fn is_duplicate(item: &Node<'_>) -> bool {
    item.get("fromConstraint").is_some()
        || item.get("isNewConstraint").is_some()
        || item.get("fromRangskSolver").is_some()
}

/// Whether a cage's text makes it a digital-root cage for those who read it so: `DR5`.
pub(super) fn is_digital_root(text: &str) -> bool {
    text.match_indices("DR")
        .any(|(at, _)| text[at + 2..].starts_with(|c: char| c.is_ascii_digit()))
}

/// Adds the drawings of the clues that f-puzzles does not draw by itself.
pub(super) fn add_duplicates(puzzle: &Puzzle, document: &mut Map<String, Value>) {
    let mut items: BTreeMap<&str, Vec<Value>> = BTreeMap::new();
    for clue in &puzzle.clues {
        for (kind, item) in duplicates(clue, &puzzle.layout) {
            items.entry(kind).or_default().push(item);
        }
    }
    for (kind, items) in items {
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
    let seat = layout.seat_of_line(cells).map(place_name);
    let value = match clue.params.get(param) {
        Some(crate::puzzle::Param::Int(value)) => value.to_string(),
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

/// The name of a place in the grid or beside it, as f-puzzles writes it: `R0C4`.
pub(super) fn place_name((row, column): crate::puzzle::Place) -> String {
    format!("R{}C{}", row + 1, column + 1)
}

/// Warnings about drawings in the style of a rule on cells that no clue has.
pub(super) fn suspects(root: &Node<'_>, puzzle: &Puzzle) -> Result<Vec<String>, ReadError> {
    let explained: HashSet<Vec<Cell>> = puzzle.clues.iter().map(cell_set).collect();
    let mut suspects: BTreeMap<&str, Vec<String>> = BTreeMap::new();
    for kind in ["line", "circle", "text", "cage"] {
        for item in root.list(kind)? {
            let known = item.get("fromConstraint").is_some();
            if known || item.get("fromRangskSolver").is_some() {
                continue;
            }
            let looks = match kind {
                "line" => line_looks(&item, &puzzle.layout, &explained),
                "circle" => circle_looks(&item, &puzzle.layout, &explained),
                "text" => text_looks(&item, puzzle, &explained),
                _ => cage_looks(&item, &puzzle.layout, &explained),
            };
            if let Some(looks) = looks {
                suspects.entry(looks).or_default().push(item.place());
            }
        }
    }
    let warnings = suspects
        .into_iter()
        .map(|(looks, places)| warning(looks, &places));
    Ok(warnings.collect())
}

fn warning(looks: &str, places: &[String]) -> String {
    const MOST_LISTED: usize = 3;
    let listed = places[..places.len().min(MOST_LISTED)].join(", ");
    let more = match places.len().saturating_sub(MOST_LISTED) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!(
        "{listed}{more}: drawn like {looks}, but only drawn: no rule goes with it, and none is checked"
    )
}

fn line_looks(
    item: &Node<'_>,
    layout: &Layout,
    explained: &HashSet<Vec<Cell>>,
) -> Option<&'static str> {
    let colour = item.text("outlineC")?;
    let style = LINES
        .iter()
        .find(|style| style.colour.eq_ignore_ascii_case(&colour));
    let tagged = item.get("isNewConstraint").is_some();
    let mut lines = item.list("lines").ok()?;
    let unexplained = lines
        .any(|line| cells_named(&line, layout).is_some_and(|cells| !explained.contains(&cells)));
    match style {
        _ if !unexplained => None,
        Some(style) => Some(style.rule),
        None => tagged.then_some("a rule's line"),
    }
}

fn circle_looks(
    item: &Node<'_>,
    layout: &Layout,
    explained: &HashSet<Vec<Cell>>,
) -> Option<&'static str> {
    let small = item.get("width")?.value.as_f64()? <= 0.5;
    let pair = cells_named(&item.get("cells")?, layout).filter(|cells| cells.len() == 2)?;
    if !small || explained.contains(&pair) {
        return None;
    }
    match item.text("baseC")?.to_ascii_uppercase().as_str() {
        "#FFFFFF" | "#FFF" => Some("a white dot"),
        "#000000" | "#000" => Some("a black dot"),
        _ => None,
    }
}

fn text_looks(
    item: &Node<'_>,
    puzzle: &Puzzle,
    explained: &HashSet<Vec<Cell>>,
) -> Option<&'static str> {
    let text = item.text("value")?;
    if let Some(&(rule, ..)) = OUTSIDE.iter().find(|outside| outside.3 == text) {
        return (!puzzle.clues.iter().any(|clue| clue.rule == rule)).then_some(rule);
    }
    let pair = cells_named(&item.get("cells")?, &puzzle.layout).filter(|c| c.len() == 2)?;
    match text.trim() {
        "<" | ">" => Some("an inequality"),
        "X" | "V" if !explained.contains(&pair) => Some("an XV mark"),
        _ => None,
    }
}

fn cage_looks(
    item: &Node<'_>,
    layout: &Layout,
    explained: &HashSet<Vec<Cell>>,
) -> Option<&'static str> {
    let cells = cells_named(&item.get("cells")?, layout)?;
    if explained.contains(&cells) {
        return None;
    }
    if item
        .text("value")
        .is_some_and(|v| v.trim().parse::<u32>().is_ok())
    {
        return Some("a killer cage");
    }
    let outline = item.text("outlineC")?;
    let indexer = INDEXERS.iter().find(|i| i.2.eq_ignore_ascii_case(&outline));
    indexer.map(|&(rule, ..)| rule)
}

/// The cells of a list of names as a set; `None` where it names no cells of the grid.
fn cells_named(list: &Node<'_>, layout: &Layout) -> Option<Vec<Cell>> {
    let names = list.value.as_array()?;
    let cells = names
        .iter()
        .map(|name| layout.parse_name(name.as_str()?).ok());
    Some(set_of(cells.collect::<Option<Vec<_>>>()?)).filter(|cells| !cells.is_empty())
}

fn cell_set(clue: &Clue) -> Vec<Cell> {
    set_of(clue.cells().collect())
}

fn set_of(mut cells: Vec<Cell>) -> Vec<Cell> {
    cells.sort_unstable();
    cells.dedup();
    cells
}
