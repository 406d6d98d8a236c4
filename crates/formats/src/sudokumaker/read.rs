//! Converts SudokuMaker JSON to a puzzle.

use super::grid::layout;
use super::reader::Reader;
use super::types::{Form, MUTE, PUZZLE};
use crate::kit::node::Node;
use crate::kit::{ReadError, ReadOptions};
use cluewright_puzzle::{About, Puzzle};
use serde_json::Value;

/// Returns `true` if a JSON document is a SudokuMaker puzzle.
pub(super) fn is_ours(value: &Value) -> bool {
    let puzzle = value.get("puzzle");
    let has_list = |key| puzzle.is_some_and(|puzzle| puzzle.get(key).is_some_and(Value::is_array));
    has_list("cells") && has_list("constraints")
}

/// Reads one puzzle from its JSON.
pub(super) fn read(value: &Value, options: &ReadOptions) -> Result<Puzzle, ReadError> {
    let root = Node::root(value);
    let Some(document) = root.get("puzzle") else {
        return Err(root.error("the document has no `puzzle`"));
    };
    let mut reader = Reader::new(layout(&document)?);
    reader.puzzle.about = about(&document);
    let constraints: Vec<_> = document.list("constraints")?.collect();
    // All types are counted before the first one is read, because some constraints stay open if their type is repeated.
    let active = reader.list_active(&constraints)?;
    reader.cells(&document)?;
    reader.leave_out_givens(&constraints, &active);
    // Regions may come late in the file, but lines and groups depend on them, so regions are read
    // first.
    let (regions, others): (Vec<_>, Vec<_>) = active
        .iter()
        .partition(|(kind, _)| kind.form == Form::Regions);
    for (kind, constraint) in regions.into_iter().chain(others) {
        reader.constraint(kind, constraint)?;
    }
    reader.rows_and_columns(&document, &active);
    reader.unknown_members(&document, &[&PUZZLE[..], &MUTE].concat());
    let checked = reader.puzzle.layout.check();
    checked.map_err(|error| ReadError::new(error.to_string()).place(document.place()))?;
    // Drawings come after all clues, because a drawing that shows a clue is cosmetic.
    reader.canvas.settle(&mut reader.puzzle);
    // This comes after the drawings, because an open drawing may be a rule about cells that are otherwise free.
    reader.free_cells();
    reader.unknown.settle(&mut reader.puzzle, options)?;
    Ok(reader.puzzle)
}

fn about(document: &Node<'_>) -> About {
    About {
        title: document.text("name"),
        author: document.text("author"),
        rules: document.text("comment"),
        ..About::default()
    }
}
