//! Converts a puzzle to SudokuPad's JSON.

use super::ctc::GLOBALS;
use super::member;
use super::pictures::{self, Item};
use crate::kit::{WriteError, refuse_unread, rules_text};
use cluewright_puzzle::{
    Clue, DOUBT, Element, GRID, Layer, Puzzle, SENTENCE, SourcePicture, Status, Unread, digit_char,
    has_own_rule,
};
use cluewright_rules::Book;
use serde_json::{Map, Value, json};

/// Returns the document of a puzzle. It has the elements of the puzzle's source, a picture of each clue that the elements do not
/// show, and the puzzle itself in a member that only Cluewright reads.
pub(super) fn document(puzzle: &Puzzle, book: &Book) -> Result<Value, WriteError> {
    let source = SourcePicture::of(puzzle);
    let puzzle = &*source.without_stale_elements(puzzle);
    let open = |element: &&Element| element.status == Status::Open;
    // Open sentences, doubts and an open grid have no elements, so they are not counted as drawings.
    let is_drawn = |unread: &&Unread| ![SENTENCE, DOUBT, GRID].contains(&unread.kind.as_str());
    let drawn: usize = puzzle
        .unread
        .iter()
        .filter(is_drawn)
        .map(|unread| unread.count)
        .sum();
    // A drawing without an element cannot be written, so the link would lose a possible rule.
    if puzzle.elements.iter().filter(open).count() < drawn {
        refuse_unread(puzzle, "sudokupad")?;
    }
    let (items, undrawn) = pictures::draw(puzzle, book);
    let mut document = json!({
        "cellSize": 50,
        "metadata": metadata(puzzle, book, &undrawn),
        "cells": cells(puzzle),
        "regions": regions(puzzle),
    });
    let clues = 0..puzzle.clues.len();
    let is_kept: Vec<bool> = clues
        .map(|clue| source.has_clue(clue) || is_kept(puzzle, &items, clue))
        .collect();
    for layer in Layer::ALL {
        let kept = puzzle.elements.iter().filter(|kept| kept.layer == layer);
        let drawn = items.iter();
        let drawn = drawn.filter(|item| item.layer == layer && !is_kept[item.clue]);
        let list: Vec<&Value> = kept
            .map(|kept| &kept.item)
            .chain(drawn.map(|item| &item.value))
            .collect();
        if !list.is_empty() {
            document[layer.name()] = json!(list);
        }
    }
    let flags = flags(puzzle).filter(|flag| !is_metadata(flag));
    let global: Vec<&str> = flags.collect();
    if !global.is_empty() {
        document["global"] = json!(global);
    }
    // The member is added last, because its digest covers the rest of the document.
    match member::pack(puzzle, &document) {
        Ok(packed) => document["metadata"][member::NAME] = json!(packed),
        // No puzzle file can state some of the clues, such as a sum that no cage can have, but the elements show them. The document
        // then contains only what its source had, because a reader could not distinguish our rules text from the setter's.
        Err(_) if !puzzle.elements.is_empty() => {
            let rules = &puzzle.about.rules;
            if let (None, Some(metadata)) = (rules, document["metadata"].as_object_mut()) {
                metadata.remove("rules");
            }
        }
        Err(error) => return Err(error),
    }
    Ok(document)
}

/// Returns each rule that has clues without a picture, with their number: `sum (2)`.
pub(super) fn undrawn(puzzle: &Puzzle, book: &Book) -> Vec<String> {
    let (_, undrawn) = pictures::draw(puzzle, book);
    let mut counts: Vec<(&str, usize)> = vec![];
    for clue in undrawn {
        match counts.iter_mut().find(|(rule, _)| *rule == clue.rule) {
            Some((_, count)) => *count += 1,
            None => counts.push((&clue.rule, 1)),
        }
    }
    let words = counts
        .iter()
        .map(|(rule, count)| format!("{rule} ({count})"));
    words.collect()
}

fn metadata(puzzle: &Puzzle, book: &Book, undrawn: &[&Clue]) -> Value {
    let about = &puzzle.about;
    let composed = || rules_text::compose(puzzle, book, undrawn);
    let words = [
        ("title", about.title.clone()),
        ("author", about.author.clone()),
        ("rules", about.rules.clone().or_else(|| Some(composed()))),
        ("source", about.source.clone()),
        ("solution", solution(puzzle)),
        ("msgcorrect", about.message.clone()),
    ];
    let words = words.into_iter();
    let mut metadata: Map<String, Value> = words
        .filter_map(|(name, word)| Some((name.to_owned(), word?.into())))
        .collect();
    let norowcol = (!puzzle.layout.lines).then_some("norowcol");
    let flags = flags(puzzle).filter(|flag| is_metadata(flag));
    for flag in flags.chain(norowcol) {
        metadata.insert(flag.to_owned(), true.into());
    }
    metadata.into()
}

/// Returns the solution with one character for each cell. SudokuPad compares it with the characters that a solver types. Digits
/// above 9 have no character, so a puzzle with such digits has no solution text.
fn solution(puzzle: &Puzzle) -> Option<String> {
    let digits = puzzle.solution.as_ref()?;
    let character = |digit: &Option<u8>| digit.map_or('.', digit_char);
    (puzzle.layout.max_digit() < 10).then(|| digits.iter().map(character).collect())
}

/// Returns SudokuPad's names of those global rules of the puzzle that SudokuPad checks itself.
fn flags(puzzle: &Puzzle) -> impl Iterator<Item = &'static str> {
    let has = |rule: &str| {
        // A flag has no parameters, so a clue with parameters cannot be written as one.
        let plain = |clue: &Clue| clue.rule == rule && clue.params.is_empty();
        !has_own_rule(puzzle, rule) && puzzle.clues.iter().any(plain)
    };
    let flags = GLOBALS.iter().filter(move |(_, rule, _)| has(rule));
    flags.map(|&(flag, ..)| flag)
}

fn is_metadata(flag: &str) -> bool {
    matches!(flag, "antiknight" | "antiking")
}

fn cells(puzzle: &Puzzle) -> Value {
    let layout = &puzzle.layout;
    let mut cells = vec![json!({}); layout.cell_count()];
    for given in &puzzle.givens {
        // Auxiliary variables have no cell, so only the rules text states their restrictions.
        let Some(cell) = cells.get_mut(given.cell.index()) else {
            continue;
        };
        match given.digits.single() {
            Some(digit) => cell["value"] = digit.into(),
            None => cell["centremarks"] = given.digits.iter().collect(),
        }
    }
    let rows = cells.chunks(usize::from(layout.columns).max(1));
    rows.collect()
}

fn regions(puzzle: &Puzzle) -> Vec<Vec<(u8, u8)>> {
    let layout = &puzzle.layout;
    let regions = layout.box_cells().into_iter();
    regions
        .map(|cells| cells.iter().map(|&cell| layout.place(cell)).collect())
        .collect()
}

/// Returns `true` if an element of the source already shows the clue: it was read as a clue of the same rule, and lies where a part
/// of the clue's own picture would be.
fn is_kept(puzzle: &Puzzle, items: &[Item], clue: usize) -> bool {
    let rule = &puzzle.clues[clue].rule;
    let is_read =
        |element: &&Element| matches!(&element.status, Status::Read { rule: read } if read == rule);
    let own = items.iter().filter(|item| item.clue == clue);
    let own: Vec<[f64; 2]> = own.flat_map(|item| ends(&item.value)).collect();
    let is_near = |end: &[f64; 2]| {
        let apart = |other: &[f64; 2]| (end[0] - other[0]).abs().max((end[1] - other[1]).abs());
        // A cell's centre and its border are half a cell apart, so the tolerance must be smaller than that.
        own.iter().any(|other| apart(other) < 0.45)
    };
    let mut read = puzzle.elements.iter().filter(is_read);
    read.any(|element| ends(&element.item).iter().any(is_near))
}

/// Returns the points that identify the position of an element: the centre of a shape, the ends of a line, or the first cell of a
/// cage.
fn ends(item: &Value) -> Vec<[f64; 2]> {
    let point = |value: &Value| Some([value.get(0)?.as_f64()?, value.get(1)?.as_f64()?]);
    let list = |name: &str| {
        let points = item
            .get(name)
            .and_then(Value::as_array)
            .into_iter()
            .flatten();
        points.filter_map(point).collect::<Vec<_>>()
    };
    let line = list("wayPoints");
    let first = list("cells")
        .into_iter()
        // The cells of a cage have no fixed order, so the smallest one identifies it. JSON has no NaN, so any two can be
        // compared.
        .min_by(|one, other| one.partial_cmp(other).unwrap_or(std::cmp::Ordering::Equal));
    let centre = item.get("center").and_then(point);
    let ends = [line.first().copied(), line.last().copied(), first, centre];
    ends.into_iter().flatten().collect()
}
