//! Applies edits to a puzzle, and writes clues and givens as edits.

use crate::kit::{Format, ReadError, ReadOptions};
use crate::native::{NativeJson, clue_json};
use cluewright_puzzle::{About, Clue, Edit, GIVEN, Given, Puzzle, digit_char};
use cluewright_rules::Book;
use serde_json::{Map, Value};

/// Writes a clue as an edit; `None` if no puzzle file can express the clue.
pub fn write_clue(puzzle: &Puzzle, clue: &Clue) -> Option<Map<String, Value>> {
    match clue_json(puzzle, clue)? {
        Value::Object(table) => Some(table),
        _ => None,
    }
}

/// Writes a given as an edit; `None` if its cell is not part of the grid.
pub fn write_given(puzzle: &Puzzle, given: Given) -> Option<Map<String, Value>> {
    if given.cell.index() >= puzzle.layout.cell_count() {
        return None;
    }
    let digits: String = given.digits.iter().map(digit_char).collect();
    Some(Map::from_iter([(
        puzzle.cell_name(given.cell),
        digits.into(),
    )]))
}

/// Applies edits to a puzzle.
///
/// # Errors
///
/// Fails if an edit's index does not refer to a given or to a clue of the expected rule, or if the new clue or
/// given of an edit cannot be read.
pub fn apply_edits(puzzle: &Puzzle, edits: &[Edit], book: &Book) -> Result<Puzzle, ReadError> {
    // The indices of all edits refer to the original puzzle, so removed items leave a gap until the end.
    let mut clues: Vec<Option<Clue>> = puzzle.clues.iter().cloned().map(Some).collect();
    let mut givens: Vec<Option<Given>> = puzzle.givens.iter().copied().map(Some).collect();
    for (number, edit) in edits.iter().enumerate() {
        let of_edit = |error: ReadError| error.within(&format!("edits[{number}]"));
        match edit {
            Edit::Remove { rule, index } => {
                find(puzzle, rule, *index).map_err(of_edit)?;
                match rule.as_str() {
                    GIVEN => givens[*index] = None,
                    _ => clues[*index] = None,
                }
            }
            Edit::Replace { rule, index, new } => {
                find(puzzle, rule, *index).map_err(of_edit)?;
                match New::read(puzzle, rule, new, book).map_err(of_edit)? {
                    New::Given(given) => givens[*index] = Some(given),
                    New::Clue(clue) => clues[*index] = Some(clue),
                }
            }
            Edit::Add { rule, new } => match New::read(puzzle, rule, new, book).map_err(of_edit)? {
                New::Given(given) => givens.push(Some(given)),
                New::Clue(clue) => clues.push(Some(clue)),
            },
        }
    }
    Ok(Puzzle {
        clues: clues.into_iter().flatten().collect(),
        givens: givens.into_iter().flatten().collect(),
        ..puzzle.clone()
    })
}

/// Checks that the clue or given with this index belongs to the expected rule. If it does not, the edits were
/// made for another version of the puzzle.
fn find(puzzle: &Puzzle, rule: &str, index: usize) -> Result<(), ReadError> {
    if rule == GIVEN {
        // Unlike clues, givens have no rule that could differ, so only the index is checked.
        return match index < puzzle.givens.len() {
            true => Ok(()),
            false => Err(ReadError::new(format!(
                "there is no given {index}; the puzzle has {}",
                puzzle.givens.len()
            ))),
        };
    }
    match puzzle.clues.get(index) {
        Some(clue) if clue.rule == rule => Ok(()),
        Some(clue) => Err(ReadError::new(format!(
            "clue {index} has the rule `{}`, expected `{rule}`",
            clue.rule
        ))
        .help("request the edits again: these are for another version of the puzzle")),
        None => Err(ReadError::new(format!(
            "there is no clue {index}; the puzzle has {}",
            puzzle.clues.len()
        ))),
    }
}

/// The new clue or given of an edit.
enum New {
    Clue(Clue),
    Given(Given),
}

impl New {
    /// Reads the new clue or given as the only one of a puzzle file.
    fn read(
        puzzle: &Puzzle,
        rule: &str,
        new: &Map<String, Value>,
        book: &Book,
    ) -> Result<Self, ReadError> {
        // The layout, the letters and the puzzle's own rules are kept, because the new clue may refer to them.
        let bare = Puzzle {
            givens: vec![],
            clues: vec![],
            about: About::default(),
            solution: None,
            entries: vec![],
            drawings: vec![],
            elements: vec![],
            sentences: vec![],
            recognised: vec![],
            import: None,
            unread: vec![],
            kept: None,
            warnings: vec![],
            ..puzzle.clone()
        };
        let text = NativeJson.write(&bare);
        let text = text.map_err(|error| ReadError::new(error.to_string()))?;
        let mut file: Map<String, Value> =
            serde_json::from_str(&text).map_err(|error| ReadError::new(error.to_string()))?;
        let key = if rule == GIVEN { "marks" } else { "clues" };
        file.insert(key.to_owned(), new.clone().into());
        let options = ReadOptions {
            // The new clue may belong to a rule that the user added to the book.
            book: Some(book.clone()),
            ..ReadOptions::default()
        };
        let text = Value::Object(file).to_string();
        let read = NativeJson.read(&text, &options);
        // This text was generated, so a position in it would mean nothing to the user.
        let mut read = read.map_err(|error| ReadError {
            span: None,
            ..error
        })?;
        let read = read.pop().unwrap_or_default();
        match (rule, &read.clues[..], &read.givens[..]) {
            (GIVEN, [], [given]) => Ok(Self::Given(*given)),
            (_, [clue], []) if rule != GIVEN => Ok(Self::Clue(clue.clone())),
            _ => Err(ReadError::new(format!(
                "`new` contains {} clues and {} givens; expected one clue or given",
                read.clues.len(),
                read.givens.len()
            ))),
        }
    }
}
