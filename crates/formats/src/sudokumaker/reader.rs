//! The reader of SudokuMaker puzzles: its state and its helper methods.

use super::types::{COMMON, Form, TYPES, Type};
use crate::kit::ReadError;
use crate::kit::cells::place_name;
use crate::kit::node::{Node, shorten};
use crate::kit::unknown::{Unknown, count_drawings};
use crate::sudokupad::Canvas;
use cluewright_puzzle::{Cell, Clue, Layout, Place, Puzzle, open_part};
use serde_json::Value;
use std::collections::HashMap;

/// A puzzle that is being read.
pub(super) struct Reader {
    pub(super) puzzle: Puzzle,
    pub(super) unknown: Unknown,
    pub(super) canvas: Canvas,
    /// Number of active constraints of each type.
    types: HashMap<i64, usize>,
    /// The type of each active constraint whose dots do not exempt pairs from the negative rule of the other kind, and the member
    /// that would exempt them.
    pub(super) not_exempting: Vec<(i64, &'static str)>,
}

impl Reader {
    pub(super) fn new(layout: Layout) -> Self {
        Self {
            puzzle: Puzzle::new(layout),
            unknown: Unknown::default(),
            canvas: Canvas::default(),
            types: HashMap::new(),
            not_exempting: vec![],
        }
    }

    /// Lists the active constraints, with their types.
    pub(super) fn list_active<'n>(
        &mut self,
        constraints: &'n [Node<'n>],
    ) -> Result<Vec<(&'static Type, &'n Node<'n>)>, ReadError> {
        let mut active = vec![];
        for constraint in constraints {
            if let Some(kind) = self.find_type(constraint)? {
                *self.types.entry(kind.number).or_default() += 1;
                if let Form::Dots(dot) = &kind.form
                    && constraint.list("clues")?.next().is_some()
                    && !constraint.flag(dot.exempts)?
                {
                    self.not_exempting.push((kind.number, dot.exempts));
                }
                active.push((kind, constraint));
            }
        }
        Ok(active)
    }

    /// Finds the type of a constraint; `None` if it is disabled, left open, or unknown.
    fn find_type(&mut self, constraint: &Node<'_>) -> Result<Option<&'static Type>, ReadError> {
        constraint.object()?;
        let number = constraint.member("type");
        let number = number.ok_or_else(|| constraint.error("the constraint has no `type`"))?;
        let number = number.number(0, i64::from(i32::MAX))?;
        let kind = TYPES.iter().find(|kind| kind.number == number);
        let unknown = format!("constraint of unknown type {number}");
        let name = kind.map_or(unknown.as_str(), |kind| kind.name);
        // Disabled constraints stay in the file, so they must be skipped, even if their type is unknown. Real files write
        // `disabled`. For `enabled`, `flag` would interpret a missing member as `false`.
        let is_enabled = constraint.value.get("enabled") != Some(&Value::Bool(false));
        if constraint.flag("disabled")? || !is_enabled {
            let message = format!("{name}: disabled in SudokuMaker, so left out");
            self.warn(constraint, &message);
            return Ok(None);
        }
        let Some(kind) = kind else {
            self.not_read(constraint, name);
            return Ok(None);
        };
        self.unknown_members(constraint, &[kind.form.members(), &COMMON].concat());
        // Such a constraint is still drawn, so it may be a rule that people have to follow.
        if constraint.flag("solverIgnored")? {
            let what = format!("{name} that SudokuMaker's solver ignores");
            self.leave_open(&what, vec![], constraint.text("name"));
            return Ok(None);
        }
        Ok(Some(kind))
    }

    /// Returns `true` if more than one constraint of a type is active.
    pub(super) fn is_repeated(&self, kind: &Type) -> bool {
        self.types.get(&kind.number).is_some_and(|&count| count > 1)
    }

    pub(super) fn clue(&mut self, clue: Clue) {
        self.puzzle.clues.push(clue);
    }

    pub(super) fn count(&mut self, kind: &str, count: usize) {
        count_drawings(&mut self.puzzle, kind, count);
    }

    /// Keeps a part that may be a rule. The puzzle is unchecked until the user decides what the
    /// part means.
    pub(super) fn leave_open(&mut self, kind: &str, cells: Vec<Cell>, text: Option<String>) {
        let cells = cells.iter().map(|&cell| self.puzzle.layout.name(cell));
        let cells = cells.collect();
        self.puzzle.unread.push(open_part(kind, cells, text));
    }

    pub(super) fn warn(&mut self, node: &Node<'_>, message: &str) {
        let warning = format!("{}: {message}", node.place());
        self.puzzle.warnings.push(warning);
    }

    /// Records a part whose meaning is not known.
    pub(super) fn not_read(&mut self, node: &Node<'_>, what: impl Into<String>) {
        self.unknown.push(node.place(), what, "it is not checked");
    }

    pub(super) fn unknown_members(&mut self, node: &Node<'_>, read: &[&str]) {
        for (name, member) in node.members() {
            if !read.contains(&name) {
                self.not_read(&member, format!("unknown key `{}`", shorten(name)));
            }
        }
    }
}

impl Reader {
    pub(super) fn cell(&self, node: &Node<'_>) -> Result<Cell, ReadError> {
        // `layout` refuses grids without rows or columns, so the subtraction cannot underflow.
        let most = self.puzzle.layout.cell_count() - 1;
        let index = node.number(0, most as i64)?;
        Ok(Cell(index as u16))
    }

    /// Returns the cells of a list.
    pub(super) fn cells_of(&self, list: &Node<'_>) -> Result<Vec<Cell>, ReadError> {
        list.items()?.map(|node| self.cell(&node)).collect()
    }

    /// Returns the cells of a member without duplicates.
    pub(super) fn set_in(&self, entry: &Node<'_>, member: &str) -> Result<Vec<Cell>, ReadError> {
        let mut cells = vec![];
        for node in entry.list(member)? {
            let cell = self.cell(&node)?;
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        Ok(cells)
    }

    /// Returns a member that is a whole number; `None` if it is absent or blank.
    pub(super) fn value(&self, entry: &Node<'_>) -> Result<Option<i64>, ReadError> {
        const MOST: i64 = 1_000_000;
        let blank = |node: &Node<'_>| node.value.is_null() || node.value.as_str() == Some("");
        match entry.member("value") {
            Some(node) if !blank(&node) => Ok(Some(node.number(-MOST, MOST)?)),
            _ => Ok(None),
        }
    }

    /// Returns the number of an edge, a corner or an outer cell. Even the largest grid has only 1,250 edges and fewer
    /// corners and outer cells, so a number over the limit is an error.
    pub(super) fn id(&self, entry: &Node<'_>, member: &str) -> Result<i64, ReadError> {
        const MOST: i64 = 10_000;
        let node = entry.member(member);
        let node = node.ok_or_else(|| entry.error(format!("the clue has no `{member}`")))?;
        node.number(0, MOST)
    }

    /// Leaves a mark outside the grid open, because it has no number.
    pub(super) fn leave_place_open(&mut self, kind: &str, place: Place) {
        let unread = open_part(kind, vec![place_name(place)], None);
        self.puzzle.unread.push(unread);
    }
}
