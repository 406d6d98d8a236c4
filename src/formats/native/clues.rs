//! The clues of a puzzle file.

use super::forms::{Form, Kind, Need, Shape, form, names};
use super::read::{at, excerpt, unknown_key};
use super::tree::{Key, Node, Value};
use crate::formats::cells::{read_cells, read_seat};
use crate::formats::{ReadError, nearest};
use crate::puzzle::{Cell, Clue, Param, Puzzle};
use std::ops::Range;

/// The names of clues that hold other clues.
pub(super) const COMPOSITES: &[&str] = &["any-of", "all-of"];

/// The name of one-off relations, and of their only parameter.
pub(super) const RELATION: (&str, &str) = ("relation", "formula");

/// Reads clues for a puzzle whose cells are known.
pub(super) struct Clues<'p> {
    puzzle: &'p Puzzle,
    source: &'p str,
}

/// A part of the text of a node.
#[derive(Clone, Copy)]
struct Part<'n, 't> {
    node: &'n Node<'t>,
    text: &'n str,
    /// Where the part starts in the node's text.
    at: usize,
}

impl<'p> Clues<'p> {
    pub(super) fn new(puzzle: &'p Puzzle, source: &'p str) -> Self {
        Self { puzzle, source }
    }

    /// The clues of a `[clues]` table, or of a composite's.
    pub(super) fn read(&self, node: &Node) -> Result<Vec<Clue>, ReadError> {
        self.table(node).map_err(at("clues"))
    }

    fn table(&self, node: &Node) -> Result<Vec<Clue>, ReadError> {
        let mut clues = vec![];
        for (key, node) in node.table("a table of clues by rule")? {
            let name = key.name.to_ascii_lowercase().replace(['_', ' '], "-");
            let read = if COMPOSITES.contains(&&*name) {
                self.composites(&name, node)
            } else if name == RELATION.0 {
                self.relations(node)
            } else {
                let form = form(&name).ok_or_else(|| unknown_rule(key, &name))?;
                self.clues_of(form, node)
            };
            clues.extend(read.map_err(at(&name))?);
        }
        Ok(clues)
    }

    fn composites(&self, name: &str, node: &Node) -> Result<Vec<Clue>, ReadError> {
        let composite = |node: &Node| {
            Ok(Clue {
                parts: self.table(node)?,
                ..Clue::new(name)
            })
        };
        each(node, composite)
    }

    fn relations(&self, node: &Node) -> Result<Vec<Clue>, ReadError> {
        let (rule, formula) = RELATION;
        each(node, |node| {
            let text = match &node.value {
                Value::Table(table) => {
                    let other = table.iter().find(|(key, _)| key.name != formula);
                    if let Some((key, _)) = other {
                        let known = [formula].into_iter();
                        return Err(unknown_key(key, known, "of a relation"));
                    }
                    let formula = table.first().map(|(_, node)| node.text("a formula"));
                    formula.unwrap_or_else(|| Err(node.error("a relation needs its formula")))?
                }
                _ => node.text("a formula")?,
            };
            if text.trim().is_empty() {
                return Err(node.error("the formula is empty"));
            }
            Ok(Clue::new(rule).with(formula, text))
        })
    }

    fn clues_of(&self, form: &Form, node: &Node) -> Result<Vec<Clue>, ReadError> {
        if let Value::Bool(false) = node.value {
            return Ok(vec![]);
        }
        each(node, |node| {
            let clue = match &node.value {
                Value::Text(text) => {
                    let at = 0;
                    self.clue_of_text(form, Part { node, text, at })?
                }
                Value::Table(table) => self.clue_of_table(form, table)?,
                Value::Bool(true) if form.shape == Shape::Global => Clue::new(form.name),
                Value::Int(_) if form.shape == Shape::Global => {
                    self.with_first_param(Clue::new(form.name), form, node)?
                }
                _ => return Err(node.expected(wanted(form.shape))),
            };
            check_params(form, &clue).map_err(|(message, help)| node.error(message).help(help))?;
            Ok(clue)
        })
    }

    /// `value: cells; cells`.
    fn clue_of_text(&self, form: &Form, whole: Part) -> Result<Clue, ReadError> {
        let (value, cells) = match whole.text.rfind(':') {
            Some(colon) => {
                let (value, cells) = whole.split_at(colon);
                (Some(value), cells.from(1))
            }
            None if form.shape == Shape::Global => (Some(whole), whole.from(whole.text.len())),
            None => (None, whole),
        };
        let mut clue = Clue::new(form.name);
        if let Some(value) = value {
            let Some((name, kind, _)) = form.params.first() else {
                return Err(self.error(value, format!("{} takes no value", form.name)));
            };
            let read = param_of_text(value.text, *kind);
            let wrong = |error: String| self.error(value, format!("{name} {error}"));
            clue.params.insert((*name).to_owned(), read.map_err(wrong)?);
        }
        let parts: Vec<Part> = cells.split(';').collect();
        clue.slots = self.slots_of_text(form, cells, &parts)?;
        Ok(clue)
    }

    fn slots_of_text(
        &self,
        form: &Form,
        whole: Part,
        parts: &[Part],
    ) -> Result<Vec<(String, Vec<Cell>)>, ReadError> {
        let names = form.shape.slots();
        let names: Vec<&str> = match form.shape {
            Shape::Pieces => vec![names[0]; parts.len()],
            Shape::Global if whole.text.trim().is_empty() => return Ok(vec![]),
            _ => names.to_vec(),
        };
        if names.len() != parts.len() {
            let message = format!(
                "{} parts between `;`, expected {}",
                parts.len(),
                wanted(form.shape)
            );
            return Err(self.error(whole, message));
        }
        let slot = |(name, part): (&str, &Part)| {
            let cells = self.slot(form.shape, name, *part)?;
            Ok((name.to_owned(), cells))
        };
        let slots = names.into_iter().zip(parts).map(slot);
        let slots = slots.collect::<Result<Vec<_>, ReadError>>()?;
        check_slots(form, &slots).map_err(|message| self.error(whole, message))?;
        Ok(slots)
    }

    /// `{ cells = "R1C1 R1C2", sum = 5 }`.
    fn clue_of_table(&self, form: &Form, table: &[(Key, Node)]) -> Result<Clue, ReadError> {
        let slot_names = form.shape.slots();
        let mut clue = Clue::new(form.name);
        for (key, node) in table {
            let name = &*key.name;
            if slot_names.contains(&name) {
                for cells in self.slots_of_value(form.shape, name, node)? {
                    clue.slots.push((name.to_owned(), cells));
                }
            } else if let Some((_, kind, _)) = form.params.iter().find(|(p, ..)| *p == name) {
                let param = param_of_node(node, *kind).map_err(at(name))?;
                clue.params.insert(name.to_owned(), param);
            } else {
                let params = form.params.iter().map(|(name, ..)| *name);
                let known = slot_names.iter().copied().chain(params);
                return Err(unknown_key(key, known, &format!("of {}", form.name)));
            }
        }
        let order = |(name, _): &(String, Vec<Cell>)| slot_names.iter().position(|s| s == name);
        clue.slots.sort_by_key(order);
        let first = table.first().map(|(key, _)| key);
        check_slots(form, &clue.slots).map_err(|message| match first {
            Some(key) => key.error(message),
            None => ReadError::new(message),
        })?;
        Ok(clue)
    }

    /// The lists of cells that a table gives for one slot.
    fn slots_of_value(
        &self,
        shape: Shape,
        name: &str,
        node: &Node,
    ) -> Result<Vec<Vec<Cell>>, ReadError> {
        let slot = |node: &Node| {
            let (text, at) = (node.text("cells")?, 0);
            self.slot(shape, name, Part { node, text, at })
        };
        let lists = each(node, slot)?;
        Ok(match shape {
            Shape::Pieces => lists,
            _ => vec![lists.concat()],
        })
    }

    /// The cells of one slot.
    fn slot(&self, shape: Shape, name: &str, part: Part) -> Result<Vec<Cell>, ReadError> {
        let puzzle = self.puzzle;
        let layout = &puzzle.layout;
        if matches!(shape, Shape::Outside | Shape::Diagonal) {
            let seat = read_seat(layout, part.text).map_err(|e| self.inside(part, e))?;
            let seen = match (shape, seat) {
                (Shape::Outside, Some((place, None))) => layout.line_seen_from(place),
                (Shape::Diagonal, Some((place, Some(step)))) => {
                    Some(layout.diagonal_seen_from(place, step))
                }
                _ => None,
            };
            match (seen, seat) {
                (Some(cells), _) if !cells.is_empty() => return Ok(cells),
                (_, Some(_)) => return Err(self.not_a_seat(shape, part)),
                _ => {}
            }
        }
        let cells = read_cells(puzzle, part.text).map_err(|e| self.inside(part, e))?;
        if cells.is_empty() {
            return Err(self
                .error(part, format!("the {name} are missing"))
                .help(format!("expected {}", wanted(shape))));
        }
        match (shape, &cells[..]) {
            (Shape::Square, &[corner]) => self.square(corner, part),
            (Shape::Square, _) => {
                let corner = cells.iter().min().expect("there are cells");
                let square = self.square(*corner, part)?;
                let all = cells.len() == 4 && square.iter().all(|cell| cells.contains(cell));
                let error = || self.error(part, "these cells are no 2x2 square");
                all.then_some(square).ok_or_else(error)
            }
            (Shape::Outside, [_]) => Err(self.not_a_seat(shape, part)),
            _ => Ok(cells),
        }
    }

    fn not_a_seat(&self, shape: Shape, part: Part) -> ReadError {
        let place = part.text.trim();
        let layout = &self.puzzle.layout;
        match shape {
            Shape::Outside => self
                .error(part, format!("`{place}` is not beside a row or column"))
                .help(format!(
                    "outside clues stand at row 0 or {}, or at column 0 or {}",
                    layout.rows + 1,
                    layout.columns + 1
                )),
            _ => self
                .error(part, format!("no diagonal is seen from `{place}`"))
                .help("name the place beside the grid and the direction: R0C4 DL"),
        }
    }

    /// The 2x2 below and right of its top-left cell.
    fn square(&self, corner: Cell, part: Part) -> Result<Vec<Cell>, ReadError> {
        let layout = &self.puzzle.layout;
        let inside = corner.index() < layout.cell_count();
        let (row, column) = layout.place(corner);
        let cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
            .map(|(down, right)| layout.cell_at(i32::from(row) + down, i32::from(column) + right));
        let cells: Option<Vec<Cell>> = cells.into_iter().collect();
        cells.filter(|_| inside).ok_or_else(|| {
            let name = self.puzzle.cell_name(corner);
            self.error(part, format!("no 2x2 square starts at {name}"))
                .help("name the square's top-left cell")
        })
    }

    fn with_first_param(&self, clue: Clue, form: &Form, node: &Node) -> Result<Clue, ReadError> {
        let Some((name, kind, _)) = form.params.first() else {
            return Err(node.error(format!("{} takes no value", form.name)));
        };
        let param = param_of_node(node, *kind).map_err(at(name))?;
        Ok(clue.with(name, param))
    }

    fn error(&self, part: Part, message: impl Into<String>) -> ReadError {
        let trimmed = part.text.trim();
        let lead = part.text.find(trimmed).unwrap_or(0);
        let span = if trimmed.is_empty() {
            0..part.text.len()
        } else {
            lead..lead + trimmed.len()
        };
        self.inside(part, ReadError::new(message).at(span))
    }

    /// Moves an error's span from a part to the source.
    fn inside(&self, part: Part, mut error: ReadError) -> ReadError {
        let moved = |span: Range<usize>| part.at + span.start..part.at + span.end;
        error.span = error.span.map(moved);
        part.node.inside(self.source, error)
    }
}

impl<'n, 't> Part<'n, 't> {
    fn split_at(self, middle: usize) -> (Self, Self) {
        let (text, _) = self.text.split_at(middle);
        (Self { text, ..self }, self.from(middle))
    }

    fn from(self, start: usize) -> Self {
        Self {
            text: &self.text[start..],
            at: self.at + start,
            ..self
        }
    }

    fn split(self, separator: char) -> impl Iterator<Item = Self> {
        let mut at = self.at;
        self.text.split(separator).map(move |text| {
            let part = Self { text, at, ..self };
            at += text.len() + separator.len_utf8();
            part
        })
    }
}

/// Reads one value, or each of a list; errors in a list name the item.
fn each<T>(node: &Node, read: impl Fn(&Node) -> Result<T, ReadError>) -> Result<Vec<T>, ReadError> {
    match &node.value {
        Value::List(items) => items
            .iter()
            .enumerate()
            .map(|(index, item)| read(item).map_err(|e| e.within(&format!("[{index}]"))))
            .collect(),
        _ => Ok(vec![read(node)?]),
    }
}

fn unknown_rule(key: &Key, name: &str) -> ReadError {
    let error = key.error(format!(
        "`{}` is not a rule of the book",
        excerpt(&key.name)
    ));
    let special = COMPOSITES.iter().copied().chain([RELATION.0]);
    match nearest(name, names().chain(special)) {
        Some(near) => error.help(format!("did you mean `{near}`?")),
        None => error.help("`cluewright rules` lists the book"),
    }
}

/// What a clue of a shape names, for messages.
fn wanted(shape: Shape) -> &'static str {
    match shape {
        Shape::Line => "the line's cells in order",
        Shape::Group | Shape::Cell => "cells",
        Shape::Pair => "two cells",
        Shape::Square => "the square's top-left cell",
        Shape::Outside => "the place where the clue stands, like R0C4",
        Shape::Diagonal => "the place where the clue stands and a direction, like R0C4 DL",
        Shape::Arrow => "bulb; shaft",
        Shape::Pieces => "piece; piece; …",
        Shape::Copy => "cells; copy",
        Shape::Control => "control; cells",
        Shape::Global => "true or the rule's value: the rule speaks of the whole grid",
    }
}

fn param_of_text(text: &str, kind: Kind) -> Result<Param, String> {
    let text = text.trim();
    let number = |word: &str| {
        let error = || format!("is `{}`, expected a number", excerpt(word));
        word.parse::<i64>().map_err(|_| error())
    };
    let words = || text.split([' ', ',', '\t']).filter(|word| !word.is_empty());
    match kind {
        Kind::Number => number(text).map(Param::Int),
        Kind::Numbers => words()
            .map(number)
            .collect::<Result<_, _>>()
            .map(Param::Ints),
        Kind::Text => Ok(Param::Text(text.to_owned())),
    }
}

fn param_of_node(node: &Node, kind: Kind) -> Result<Param, ReadError> {
    let number = |node: &Node| match node.value {
        Value::Int(number) => Ok(number),
        _ => Err(node.expected("a number")),
    };
    match (&node.value, kind) {
        (Value::Text(text), Kind::Text) => Ok(Param::Text(text.to_string())),
        (Value::Text(text), _) => {
            param_of_text(text, kind).map_err(|message| node.error(format!("this {message}")))
        }
        (Value::Int(number), Kind::Number) => Ok(Param::Int(*number)),
        (Value::Int(number), Kind::Numbers) => Ok(Param::Ints(vec![*number])),
        (Value::List(items), Kind::Numbers) => Ok(Param::Ints(
            items.iter().map(number).collect::<Result<_, _>>()?,
        )),
        (_, Kind::Number) => Err(node.expected("a number")),
        (_, Kind::Numbers) => Err(node.expected("a list of numbers")),
        (_, Kind::Text) => Err(node.expected("a text")),
    }
}

/// Whether every parameter is there that must be; else what is wrong and what to do.
pub(super) fn check_params(form: &Form, clue: &Clue) -> Result<(), (String, String)> {
    let missing = form
        .params
        .iter()
        .enumerate()
        .find(|(_, (name, _, need))| *need == Need::Must && !clue.params.contains_key(*name));
    let Some((index, (name, ..))) = missing else {
        return Ok(());
    };
    let help = if index == 0 && form.shape != Shape::Global {
        format!("write it before the cells: \"{name}: …\"")
    } else {
        format!("write it in a table: {{ {name} = … }}")
    };
    Err((format!("{} needs its {name}", form.name), help))
}

/// Whether the slots hold as many cells as the shape has.
pub(super) fn check_slots(form: &Form, slots: &[(String, Vec<Cell>)]) -> Result<(), String> {
    let shape = form.shape;
    let counts: Vec<usize> = slots.iter().map(|(_, cells)| cells.len()).collect();
    for name in shape.slots() {
        if !slots.iter().any(|(slot, _)| slot == name) {
            return Err(format!(
                "the {name} are missing, expected {}",
                wanted(shape)
            ));
        }
    }
    let fits = match shape {
        Shape::Line => counts[0] >= 2,
        Shape::Pair => counts == [2],
        Shape::Copy => counts[0] == counts[1],
        Shape::Control => counts[0] == 1,
        Shape::Pieces => counts.len() >= 2,
        _ => true,
    };
    if fits {
        return Ok(());
    }
    Err(match shape {
        Shape::Copy => format!(
            "{} cells and {} in the copy, expected as many",
            counts[0], counts[1]
        ),
        Shape::Pieces => "one piece, expected two or more with `;` between them".to_owned(),
        Shape::Line => "one cell, expected a line of two or more".to_owned(),
        Shape::Pair => format!("{} cells, expected two", counts[0]),
        _ => format!("{} cells, expected {}", counts[0], wanted(shape)),
    })
}
