//! The parts of an f-puzzles file that do not state rules. They are kept when a file is read, and
//! restored when it is written.

use super::keys::CELL;
use crate::kit::node::Node;
use cluewright_puzzle::{Kept, Puzzle};
use serde_json::{Map, Value, json};

/// The format name under which these parts are kept.
const FORMAT: &str = "fpuzzles";

/// The kept members of a document, by key.
#[derive(Default)]
pub(super) struct Rest(Map<String, Value>);

impl Rest {
    /// Keeps a member of the document as a whole.
    pub(super) fn member(&mut self, root: &Node<'_>, name: &str) {
        if let Some(node) = root.get(name) {
            self.0.insert(name.to_owned(), node.value.clone());
        }
    }

    /// Keeps one item of a member that is a list.
    pub(super) fn entry(&mut self, name: &str, item: Value) {
        let list = self.0.entry(name).or_insert_with(|| json!([]));
        // No key is kept both as a whole and item by item, so the member is always a list.
        if let Value::Array(items) = list {
            items.push(item);
        }
    }

    /// Keeps the cell members that the reader does not read.
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

    /// Returns everything that was kept; `None` if there is nothing.
    pub(super) fn into_kept(self) -> Option<Kept> {
        (!self.0.is_empty()).then(|| Kept {
            format: FORMAT.to_owned(),
            document: Value::Object(self.0),
        })
    }
}

/// Returns `true` if a puzzle has kept parts of an f-puzzles file.
pub(super) fn is_ours(puzzle: &Puzzle) -> bool {
    rest_of(puzzle).is_some()
}

fn rest_of(puzzle: &Puzzle) -> Option<&Kept> {
    puzzle.kept.as_ref().filter(|kept| kept.format == FORMAT)
}

/// Restores the kept parts in a document.
pub(super) fn put_back(puzzle: &Puzzle, document: &mut Value) {
    if let Some(kept) = rest_of(puzzle) {
        let (grid, rest) = parts(&kept.document);
        add_cells(grid, &mut document["grid"]);
        rest.for_each(|(name, value)| add(value, &mut document[name]));
    }
}

/// Splits a document into its grid and its other members.
fn parts(document: &Value) -> (Option<&Value>, impl Iterator<Item = (&String, &Value)>) {
    let members = document.as_object().into_iter().flatten();
    (
        document.get("grid"),
        members.filter(|(name, _)| *name != "grid"),
    )
}

/// Merges a member kept from the source file into the member that the writer created for the clues.
/// List items are appended.
fn add(kept: &Value, member: &mut Value) {
    match (kept, member) {
        (Value::Array(more), Value::Array(items)) => items.extend(more.iter().cloned()),
        // The writer did not create this member: it is `null` only because indexing has just inserted
        // it.
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
                // The members that the writer sets were never kept, so nothing is overwritten.
                cell.extend(rest.clone());
            }
        }
    }
}
