//! The parts of an f-puzzles file other than its rules. They are kept on reading and restored on writing.

use super::keys::CELL;
use crate::kit::node::Node;
use cluewright_puzzle::{Kept, Puzzle};
use serde_json::{Map, Value, json};

/// The format name under which these parts are kept.
const FORMAT: &str = "fpuzzles";

/// The members of a document that are not rules.
#[derive(Default)]
pub(super) struct Rest(Map<String, Value>);

impl Rest {
    /// Keeps an entire member of the document.
    pub(super) fn member(&mut self, root: &Node<'_>, name: &str) {
        if let Some(node) = root.get(name) {
            self.0.insert(name.to_owned(), node.value.clone());
        }
    }

    /// Keeps an item of a member that is a list.
    pub(super) fn entry(&mut self, name: &str, item: Value) {
        let list = self.0.entry(name).or_insert_with(|| json!([]));
        if let Value::Array(items) = list {
            items.push(item);
        }
    }

    /// Keeps the members of grid cells that are neither digits nor regions.
    pub(super) fn grid(&mut self, rows: &[Node<'_>]) {
        let rest = |cell: &Value| -> Map<String, Value> {
            let members = cell.as_object().into_iter().flatten();
            members
                .filter(|(name, _)| !CELL.contains(&name.as_str()))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect()
        };
        let row = |row: &Node<'_>| -> Vec<_> {
            let cells = row.value.as_array().into_iter().flatten();
            cells.map(rest).collect()
        };
        let grid: Vec<Vec<_>> = rows.iter().map(row).collect();
        if grid.iter().flatten().any(|cell| !cell.is_empty()) {
            self.0.insert("grid".to_owned(), json!(grid));
        }
    }

    /// Returns everything that was kept; `None` if nothing was.
    pub(super) fn into_kept(self) -> Option<Kept> {
        (!self.0.is_empty()).then(|| Kept {
            format: FORMAT.to_owned(),
            document: Value::Object(self.0),
        })
    }
}

/// Returns `true` if a puzzle has such parts of an f-puzzles file.
pub(super) fn is_ours(puzzle: &Puzzle) -> bool {
    rest_of(puzzle).is_some()
}

fn rest_of(puzzle: &Puzzle) -> Option<&Kept> {
    puzzle.kept.as_ref().filter(|kept| kept.format == FORMAT)
}

/// Restores these parts in a document.
pub(super) fn put_back(puzzle: &Puzzle, document: &mut Value) {
    if let Some(kept) = rest_of(puzzle) {
        let (grid, rest) = parts(&kept.document);
        add_cells(grid, &mut document["grid"]);
        rest.for_each(|(name, value)| add(value, &mut document[name]));
    }
}

/// Returns the grid of a document, and its other members.
fn parts(document: &Value) -> (Option<&Value>, impl Iterator<Item = (&String, &Value)>) {
    let members = document.as_object().into_iter().flatten();
    (
        document.get("grid"),
        members.filter(|(name, _)| *name != "grid"),
    )
}

/// Adds a kept member: lists are appended to those of the rules.
fn add(kept: &Value, member: &mut Value) {
    match (kept, member) {
        (Value::Array(more), Value::Array(items)) => items.extend(more.iter().cloned()),
        (_, member @ Value::Null) => *member = kept.clone(),
        _ => {}
    }
}

fn add_cells(kept: Option<&Value>, grid: &mut Value) {
    let rows = kept.and_then(Value::as_array).into_iter().flatten();
    for (row, cells) in rows.enumerate() {
        for (column, rest) in cells.as_array().into_iter().flatten().enumerate() {
            let cell = grid.get_mut(row).and_then(|row| row.get_mut(column));
            if let (Some(Value::Object(cell)), Value::Object(rest)) = (cell, rest) {
                cell.extend(rest.clone());
            }
        }
    }
}
