//! Removes clues that ISS would ignore: in a list, ISS keeps only the last of several clues with the same key.

use super::forms;
use super::kit::Kind;
use super::parts::Part;
use cluewright_puzzle::{Cell, Clue};
use std::collections::HashMap;

/// Keeps only the last of several clues with the same key, at the position of the first.
pub(super) fn merge_parts(parts: Vec<Part>) -> Vec<Part> {
    let mut places: HashMap<Key, usize> = HashMap::new();
    let mut kept: Vec<usize> = Vec::with_capacity(parts.len());
    for (index, part) in parts.iter().enumerate() {
        let key = match part {
            Part::Clue(clue) => key(clue),
            // Givens do not replace each other: the digits of all givens of a cell are intersected.
            _ => None,
        };
        match key.map(|key| *places.entry(key).or_insert(kept.len())) {
            // A new key gets the position `kept.len()`, so a smaller one means that the key has occurred before.
            Some(place) if place < kept.len() => kept[place] = index,
            _ => kept.push(index),
        }
    }
    if kept.len() == parts.len() {
        return parts;
    }
    let mut parts: Vec<Option<Part>> = parts.into_iter().map(Some).collect();
    kept.into_iter()
        .filter_map(|index| parts[index].take())
        .collect()
}

/// The key by which ISS recognises a clue as a replacement for another: its rule and its position. The first and last cell
/// identify a line or a square, in either order if the clue means the same from both ends.
pub(super) type Key<'c> = (&'c str, [Option<Cell>; 2]);

/// Returns the key of a clue; `None` if ISS keeps all clues of the rule.
pub(super) fn key(clue: &Clue) -> Option<Key<'_>> {
    let (keyed, sides) = match forms::of_rule(&clue.rule).map(|kind| kind.kind) {
        Some(Kind::Or | Kind::And) => (false, false),
        Some(Kind::Clue(form)) if form.is_keyed() => (true, form.has_sides()),
        // Relations have no slots either, but each states something different, so none replaces another.
        _ => (clue.slots.is_empty() && clue.rule != "relation", false),
    };
    let cells = clue.cells_of("cells");
    let mut ends = [cells.first().copied(), cells.last().copied()];
    if !sides {
        ends.sort_unstable();
    }
    keyed.then_some((&*clue.rule, ends))
}
