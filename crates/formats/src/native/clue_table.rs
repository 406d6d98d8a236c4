//! Composes the table of clues of a puzzle file.

use super::file::{COMPOSITES, ClueEntry, ClueForm, ClueTable, Field, Ordered, RELATION};
use crate::kit::cells::{is_square, place_name, step_name, write_cells};
use cluewright_puzzle::{Cell, Clue, Param, Puzzle};
use cluewright_rules::{Book, ParamKind, Rule, Shape};

/// Returns the clues by rule, in the order of first occurrence. Descriptions of clues that cannot be written are added to
/// `unwritten`.
pub(super) fn clue_table(
    puzzle: &Puzzle,
    clues: &[Clue],
    unwritten: &mut Vec<String>,
) -> ClueTable {
    let mut rules: Vec<&str> = vec![];
    for clue in clues {
        if !rules.contains(&&*clue.rule) {
            rules.push(&clue.rule);
        }
    }
    let mut entries = vec![];
    for rule in rules {
        let of_rule: Vec<_> = clues.iter().filter(|clue| clue.rule == rule).collect();
        if COMPOSITES.contains(&rule) {
            let parts = of_rule.iter().map(|clue| &clue.parts);
            let tables = parts.map(|parts| clue_table(puzzle, parts, unwritten));
            let tables = ClueEntry::Composites(tables.collect());
            entries.push((rule.to_owned(), tables));
            continue;
        }
        let mut forms = vec![];
        for clue in of_rule {
            match clue_form(puzzle, clue) {
                Ok(form) => forms.push(form),
                Err(reason) => unwritten.push(reason),
            }
        }
        entries.push((rule.to_owned(), entry(forms)));
    }
    ClueTable(entries)
}

/// Returns the table entry for the clues of one rule: a clue if there is only one, a list if there are several, and `true`
/// for a single clue without cells and parameters.
fn entry(mut forms: Vec<ClueForm>) -> ClueEntry {
    match &forms[..] {
        [ClueForm::Table(table)] if table.0.is_empty() => ClueEntry::Global(true),
        [_] => ClueEntry::One(forms.remove(0)),
        _ => ClueEntry::Several(forms),
    }
}

/// Writes a clue as text if possible, otherwise as a table. Fails if a file cannot express the clue.
fn clue_form(puzzle: &Puzzle, clue: &Clue) -> Result<ClueForm, String> {
    let rule = &clue.rule;
    if rule == RELATION.0 {
        return match clue.params.get(RELATION.1) {
            Some(Param::Text(formula)) => Ok(ClueForm::Text(formula.clone())),
            _ => Err("a relation without its formula".to_owned()),
        };
    }
    check_writable(puzzle, clue).map_err(|reason| format!("a {rule} clue ({reason})"))?;
    // Only rules of the built-in book have a text form here. Clues of rules that the user added become tables.
    let rule = Book::builtin().rule(rule).ok();
    let text = rule.and_then(|rule| clue_text(puzzle, rule, clue));
    Ok(text.unwrap_or_else(|| clue_as_table(puzzle, rule, clue)))
}

/// Checks that no slot of the clue is empty, that all its cells belong to the puzzle, and that it contains no other clues.
fn check_writable(puzzle: &Puzzle, clue: &Clue) -> Result<(), String> {
    if let Some((name, _)) = clue.slots.iter().find(|(_, cells)| cells.is_empty()) {
        return Err(format!("its {name} are empty"));
    }
    if clue.cells().any(|cell| cell.index() >= puzzle.cell_count()) {
        return Err("it names a cell that the puzzle does not have".to_owned());
    }
    if !clue.parts.is_empty() {
        return Err("it holds other clues".to_owned());
    }
    Ok(())
}

/// Writes a clue as `value: cells; cells`. `None` if a parameter other than the rule's first one is set, or if the text
/// would be read back as a different clue.
fn clue_text(puzzle: &Puzzle, rule: &Rule, clue: &Clue) -> Option<ClueForm> {
    let value = match clue.params.len() {
        0 => None,
        1 => {
            let spec = rule.params.first()?;
            Some((clue.params.get(&spec.name)?, spec.kind))
        }
        _ => return None,
    };
    if rule.shape == Shape::Global {
        return match value {
            Some((Param::Int(value), _)) => Some(ClueForm::Value(*value)),
            _ => None,
        };
    }
    let slots = rule.shape.slots();
    let given = clue.slots.iter().map(|(name, _)| name.as_str());
    let fits = match rule.shape {
        Shape::Pieces => given.clone().all(|name| name == slots[0]) && clue.slots.len() > 1,
        Shape::Arms => {
            given.clone().nth(1).is_some() && given.clone().skip(1).all(|n| n == slots[1])
        }
        _ => given.eq(slots.iter().copied()),
    };
    fits.then_some(())?;
    let value = match value {
        None => String::new(),
        Some((param, kind)) => format!("{}: ", value_text(param, kind)?),
    };
    let cells = clue.slots.iter();
    let cells = cells.map(|(_, cells)| slot_text(puzzle, Some(rule.shape), cells));
    let cells: Vec<_> = cells.collect();
    Some(ClueForm::Text(format!("{value}{}", cells.join("; "))))
}

/// Writes the value that precedes the colon. `None` if it would be read back as a different value.
fn value_text(param: &Param, kind: ParamKind) -> Option<String> {
    match (param, kind) {
        (Param::Int(value), ParamKind::Number | ParamKind::NumberOrNumbers) => {
            Some(value.to_string())
        }
        (Param::Ints(values), ParamKind::Numbers) if !values.is_empty() => {
            Some(join_with_spaces(values))
        }
        // A list of one number would be read back as a number.
        (Param::Ints(values), ParamKind::NumberOrNumbers) if values.len() > 1 => {
            Some(join_with_spaces(values))
        }
        (Param::Text(text), ParamKind::Text) => {
            // Readers trim the text, so white space at its ends would be lost.
            (!text.is_empty() && text.trim() == text).then(|| text.clone())
        }
        _ => None,
    }
}

/// Returns the name of the slot that may be repeated; `None` for shapes without such a slot.
fn repeatable_slot(shape: Option<Shape>) -> Option<&'static str> {
    let shape = shape?;
    shape.repeatable_slot().map(|slot| shape.slots()[slot])
}

/// Writes a clue as a table with its slots and parameters as keys.
fn clue_as_table(puzzle: &Puzzle, rule: Option<&Rule>, clue: &Clue) -> ClueForm {
    let shape = rule.map(|rule| rule.shape);
    let mut fields: Vec<(String, Field)> = vec![];
    for (name, cells) in &clue.slots {
        let text = slot_text(puzzle, shape, cells);
        match fields.iter_mut().find(|(slot, _)| slot == name) {
            None if repeatable_slot(shape) == Some(name.as_str()) => {
                fields.push((name.clone(), Field::Texts(vec![text])));
            }
            None => fields.push((name.clone(), Field::Text(text))),
            Some((_, Field::Texts(texts))) => texts.push(text),
            // The slots of a rule that the user added are not known here, so a repeated slot is noticed only now.
            Some((_, field)) => {
                let first = match field {
                    Field::Text(first) => std::mem::take(first),
                    _ => String::new(),
                };
                *field = Field::Texts(vec![first, text]);
            }
        }
    }
    let params = clue.params.iter();
    fields.extend(params.map(|(name, param)| (name.clone(), Field::from(param))));
    ClueForm::Table(Ordered(fields))
}

fn join_with_spaces(values: &[i64]) -> String {
    let words: Vec<_> = values.iter().map(i64::to_string).collect();
    words.join(" ")
}

/// Writes the cells of a slot, if possible in short form: the top-left cell of a square, or the position of an outside
/// clue.
fn slot_text(puzzle: &Puzzle, shape: Option<Shape>, cells: &[Cell]) -> String {
    let layout = &puzzle.layout;
    let seat = match shape {
        Some(Shape::Square) if is_square(layout, cells) => Some(puzzle.cell_name(cells[0])),
        Some(Shape::Outside) => layout.seat_of_line(cells).map(place_name),
        Some(Shape::Diagonal) => layout
            .seat_of_diagonal(cells)
            .map(|(place, step)| format!("{} {}", place_name(place), step_name(step))),
        _ => None,
    };
    seat.unwrap_or_else(|| write_cells(puzzle, cells))
}
