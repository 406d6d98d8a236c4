//! What lowering remembers from one puzzle to the next: clues of the same form.

use super::Statement;
use super::clue::Known;
use super::lower::Lowered;
use super::missing::first_missing;
use super::scene::Ground;
use crate::puzzle::{Boxes, Cell, Clue, Param};
use std::collections::HashMap;
use std::sync::{Arc, RwLock};

/// Forms kept; when there are more, all are forgotten.
const KEPT: usize = 10_000;

/// Lowered clues by form, with places in the form's cells for cells.
#[derive(Debug, Default)]
pub(super) struct Cache {
    known: RwLock<HashMap<Box<[u32]>, Arc<Template>>>,
}

/// The statements of a form.
#[derive(Debug)]
pub(super) struct Template {
    statements: Vec<Statement>,
    implied: Vec<Statement>,
    /// What it took to lower it.
    pub(super) work: usize,
}

/// Everything about a clue that its statements depend on, save which cells they are about: two clues
/// with the same key differ only in their cells.
pub(super) struct Form {
    key: Vec<u32>,
    /// By place in the form; empty where the key says which cells they are.
    cells: Vec<Cell>,
}

impl Form {
    /// The form of a clue; `None` where its statements depend on more than we can tell: marks of other
    /// clues, extra variables.
    pub(super) fn of(ground: &Ground<'_>, clue: &Clue, rule: &Known<'_>) -> Option<Self> {
        let Known::Book(rule, place) = rule else {
            return None;
        };
        let parts = || rule.parts.iter().chain(&rule.redundant);
        if parts().any(|part| part.marks) {
            return None;
        }
        let placed = parts().any(|part| part.places);
        let layout = &ground.puzzle.layout;
        let mut key = Vec::with_capacity(32);
        key.push(*place as u32);
        key.push(u32::from_le_bytes([
            layout.rows,
            layout.columns,
            layout.min_digit,
            layout.digit_count,
        ]));
        push_boxes(&mut key, &layout.boxes, placed);
        key.push(first_missing(ground.puzzle).map_or(u32::MAX, |cell| cell.0.into()));
        for (name, value) in &clue.params {
            push_param(&mut key, rule.param(name)?, value);
        }
        let mut cells = vec![];
        for (slot, list) in &clue.slots {
            let slot = rule.shape.slots().iter().position(|name| name == slot)?;
            key.extend([u32::MAX, slot as u32, list.len() as u32]);
            for &cell in list {
                if cell.index() >= layout.cell_count() {
                    return None;
                }
                key.push(match placed {
                    true => cell.0.into(),
                    false => place_of(cell, &mut cells),
                });
            }
        }
        let housed = !rule.redundant.is_empty() && ground.one_house(&cells);
        key.push(housed.into());
        Some(Self { key, cells })
    }
}

impl Form {
    pub(super) fn key(&self) -> &[u32] {
        &self.key
    }

    /// What stands for a cell in the form's statements.
    pub(super) fn place(&self, cell: Cell) -> Cell {
        let place = self.cells.iter().position(|&c| c == cell);
        place.map_or(cell, Cell::from_index)
    }
}

/// The cell's place among the form's cells, in the order of their first appearance.
fn place_of(cell: Cell, cells: &mut Vec<Cell>) -> u32 {
    let place = cells.iter().position(|&c| c == cell).unwrap_or_else(|| {
        cells.push(cell);
        cells.len() - 1
    });
    place as u32
}

fn push_boxes(key: &mut Vec<u32>, boxes: &Boxes, placed: bool) {
    match boxes {
        Boxes::Default(size) => key.push(u32::from(*size) + 1),
        Boxes::None => key.push(0),
        Boxes::Own(_) if !placed => key.push(0),
        Boxes::Own(numbers) => {
            key.push(u32::MAX);
            key.extend(numbers.iter().map(|n| n.map_or(u32::MAX, u32::from)));
        }
    }
}

fn push_param(key: &mut Vec<u32>, param: usize, value: &Param) {
    let number = |key: &mut Vec<u32>, n: i64| key.extend([n as u32, (n >> 32) as u32]);
    match value {
        Param::Int(n) => {
            key.extend([param as u32, 0]);
            number(key, *n);
        }
        Param::Ints(numbers) => {
            key.extend([param as u32, 1, numbers.len() as u32]);
            numbers.iter().for_each(|&n| number(key, n));
        }
        Param::Text(text) => {
            key.extend([param as u32, 2, text.len() as u32]);
            key.extend(text.bytes().map(u32::from));
        }
    }
}

impl Cache {
    pub(super) fn get(&self, form: &Form) -> Option<Arc<Template>> {
        let known = self.known.read().ok()?;
        known.get(form.key.as_slice()).cloned()
    }

    /// Remembers what was lowered about the form's places.
    pub(super) fn put(&self, form: &Form, lowered: Lowered, work: usize) -> Arc<Template> {
        let template = Arc::new(Template {
            statements: lowered.statements,
            implied: lowered.implied,
            work,
        });
        if let Ok(mut known) = self.known.write() {
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(form.key.as_slice().into(), Arc::clone(&template));
        }
        template
    }
}

impl Template {
    /// The statements about the form's own cells.
    pub(super) fn with_cells(&self, form: &Form, clue: usize) -> Lowered {
        let cell = |place: Cell| form.cells.get(place.index()).copied().unwrap_or(place);
        let about = |statements: &[Statement]| {
            let statements = statements.iter();
            match form.cells.is_empty() {
                true => statements.cloned().collect(),
                false => statements.map(|s| s.with_cells(&cell)).collect(),
            }
        };
        Lowered {
            clue,
            statements: about(&self.statements),
            implied: about(&self.implied),
        }
    }
}
