//! Constraint types, and the code that reads and writes their arguments.

use super::args::{Args, args, values};
use super::cells::Cells;
use super::clues::{int, keep, numbers};
use super::lex::{Item, Piece};
use super::token::Token;
use super::writer::{Inside, Restatement, Unwritable, Writer};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Clue, DigitSet, Layout, Param};

/// A family of related constraint types.
pub(crate) struct Family {
    pub(crate) types: &'static [Type],
    /// Rules that no type can express, or that a type expresses only for some values of their parameters.
    pub(crate) restated: &'static [Restated],
}

/// A constraint type of the text format, and the form of its arguments.
#[derive(Clone, Copy)]
pub(crate) struct Type {
    /// The name after the dot; empty for givens.
    pub(crate) name: &'static str,
    /// The rule of the type's clues; empty if the type states no clues, or clues of several rules.
    pub(crate) rule: &'static str,
    pub(crate) kind: Kind,
    pub(crate) scope: Scope,
    pub(crate) grid: Grid,
    pub(crate) digits: Digits,
}

/// The role of a type.
#[derive(Clone, Copy)]
pub(crate) enum Kind {
    Shape,
    Var,
    NoBoxes,
    RegionSize,
    Jigsaw,
    Given,
    Priority,
    Ties,
    Or,
    And,
    Replicate,
    End,
    Unknown,
    /// A type whose constraints become clues.
    Clue(&'static dyn Form),
}

/// The contexts in which a type is allowed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Scope {
    /// The type is allowed at the top level and in every composite.
    Anywhere,
    /// The type is allowed at the top level and in `And` and `Or`, but not in `Replicate`, which shifts cells.
    Unshifted,
    /// The type is allowed only at the top level.
    Top,
}

/// The kind of grid that a type needs.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Grid {
    Any,
    /// A grid whose rows and columns do not repeat digits.
    Sudoku,
    /// A square grid whose rows and columns do not repeat digits.
    Square,
}

/// The digits that a type requires.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Digits {
    Any,
    /// The digits 1 to 9.
    OneToNine,
    /// Nine digits, starting at 0 or 1.
    Nine,
    /// Digits that start at 1.
    FromOne,
    /// Digits from 0 to the number of rows: one digit more than there are rows.
    OneMore,
    /// As many digits as there are rows.
    AsRows,
}

/// The conversion between a type's arguments and clues. It must be `Sync`, because the tables of types are statics.
pub(crate) trait Form: Sync {
    /// Returns the syntax of the arguments for help texts.
    fn usage(&self) -> &'static str {
        ""
    }

    /// Reads an item, and returns its clues.
    fn read(&self, item: &Reading) -> Result<Vec<Clue>, ReadError>;

    /// Returns the names of the parameters that the form can write.
    fn params(&self) -> &[&'static str] {
        &[]
    }

    /// Writes a clue of the type's rule. The clue has no parameters other than [`Self::params`]. Types that state several rules
    /// use [`Restated`] for writing instead.
    fn write(&self, clue: &Writing) -> Result<Token, Unwritable> {
        Err(clue.cannot("this form"))
    }

    /// Returns `true` if ISS keeps only the last of several clues on the same cells.
    fn is_keyed(&self) -> bool {
        false
    }

    /// Returns `true` if the meaning of a clue depends on the direction in which its cells are read.
    fn has_sides(&self) -> bool {
        false
    }

    /// Returns `true` if the arguments may include names that the user gives to constraints.
    fn has_names(&self) -> bool {
        false
    }
}

/// A rule that is written as constraints of other types, and the function that writes its clues.
pub(crate) struct Restated(
    pub(crate) &'static str,
    pub(crate) fn(&Clue, &Writer, Inside) -> Restatement,
);

/// An item that is being read.
pub(crate) struct Reading<'i, 't> {
    pub(crate) kind: &'static Type,
    pub(crate) item: &'i Item<'t>,
    pub(crate) cells: &'i Cells,
    /// Number of cells in a box or region, if the text states it.
    pub(crate) region_size: Option<u8>,
}

/// A clue that is being written.
pub(crate) struct Writing<'w> {
    pub(crate) clue: &'w Clue,
    pub(crate) kind: &'static Type,
    pub(crate) writer: &'w Writer<'w>,
}

impl Type {
    /// Creates a type that states clues of one rule, or of several rules if `rule` is empty.
    pub(crate) const fn clue(
        name: &'static str,
        rule: &'static str,
        form: &'static dyn Form,
    ) -> Self {
        Self::of(name, rule, Kind::Clue(form))
    }

    pub(crate) const fn of(name: &'static str, rule: &'static str, kind: Kind) -> Self {
        Self {
            name,
            rule,
            kind,
            scope: Scope::Anywhere,
            grid: Grid::Any,
            digits: Digits::Any,
        }
    }

    /// Restricts the type to the top level.
    pub(crate) const fn top(self) -> Self {
        Self {
            scope: Scope::Top,
            ..self
        }
    }

    /// Disallows the type in `Replicate`, which shifts cells.
    pub(crate) const fn forbid_shift(self) -> Self {
        Self {
            scope: Scope::Unshifted,
            ..self
        }
    }

    /// Restricts the type to grids of this kind.
    pub(crate) const fn on(self, grid: Grid) -> Self {
        Self { grid, ..self }
    }

    /// Restricts the type to grids with these digits.
    pub(crate) const fn with(self, digits: Digits) -> Self {
        Self { digits, ..self }
    }

    /// Returns the syntax of the constraint, for help.
    pub(crate) fn usage(&self) -> String {
        let arguments = match self.kind {
            Kind::Clue(form) => form.usage(),
            Kind::Shape => "~ROWSxCOLUMNS~LOW-HIGH",
            Kind::Var => "~PREFIX~label~size",
            Kind::RegionSize => "~size",
            Kind::Jigsaw => "~one character for each cell",
            Kind::Given => "~R1C1_value~R1C2_value_value",
            Kind::Priority => "~number~cell~cell",
            Kind::Ties => "~none, ~only-unclued or ~any",
            Kind::Replicate => "~targets~origin",
            Kind::NoBoxes | Kind::Or | Kind::And | Kind::End | Kind::Unknown => "",
        };
        format!("`.{}{arguments}`", self.name)
    }

    /// Returns `true` if the type is allowed on a layout.
    pub(crate) fn fits(&self, layout: &Layout) -> bool {
        let digits = (layout.min_digit, layout.digit_count);
        let good_digits = match self.digits {
            Digits::Any => true,
            Digits::OneToNine => digits == (1, 9),
            Digits::Nine => layout.digit_count == 9,
            Digits::FromOne => layout.min_digit == 1,
            Digits::OneMore => digits == (0, layout.rows + 1),
            Digits::AsRows => layout.digit_count == layout.rows,
        };
        let good_grid = match self.grid {
            Grid::Any => true,
            Grid::Sudoku => layout.lines,
            Grid::Square => layout.lines && layout.rows == layout.columns,
        };
        good_digits && good_grid
    }
}

impl<'i, 't> Reading<'i, 't> {
    /// Returns a reader for the arguments.
    pub(crate) fn args(&self) -> Args<'i, 't, impl Iterator<Item = Piece<'t>> + use<'t>> {
        args(self.item, self.cells)
    }

    pub(crate) fn layout(&self) -> &Layout {
        self.cells.layout()
    }

    pub(crate) fn name(&self) -> &'static str {
        self.kind.name
    }

    /// Creates an error at the position of the item.
    pub(crate) fn error(&self, message: impl Into<String>) -> ReadError {
        self.item.error(message)
    }

    /// Parses digits from `v_v_v`, in the order written.
    pub(crate) fn digits(&self, piece: &Piece) -> Result<Vec<u8>, ReadError> {
        values(piece, &piece.text, self.layout())
    }

    /// Creates a clue that restricts a cell to some digits. At the top level, such a clue becomes a given.
    pub(crate) fn keep(&self, cell: Cell, digits: DigitSet) -> Clue {
        keep(self.cells, cell, digits)
    }

    /// Creates a clue of the type's rule.
    pub(crate) fn clue(&self) -> Clue {
        Clue::new(self.kind.rule)
    }

    /// Creates a clue of the type's rule on some cells.
    pub(crate) fn on(&self, cells: impl Into<Vec<Cell>>) -> Clue {
        Clue::on(self.kind.rule, cells)
    }

    /// Creates a clue of the type's rule on several lists of cells.
    pub(crate) fn pieces(&self, lists: impl IntoIterator<Item = Vec<Cell>>) -> Clue {
        let lists = lists.into_iter();
        lists.fold(self.clue(), |clue, list| clue.slot("cells", list))
    }
}

impl<'w> Writing<'w> {
    /// Returns the cells in the slot `cells`.
    pub(crate) fn cells(&self) -> &'w [Cell] {
        self.clue.cells_of("cells")
    }

    /// Returns the names of the clue's cells, as arguments.
    pub(crate) fn names(&self) -> String {
        self.writer.names(self.cells())
    }

    /// Returns the lists of cells as arguments, separated by `-`.
    pub(crate) fn pieces(&self) -> String {
        let slots = self.clue.slots.iter().filter(|(slot, _)| slot == "cells");
        let lists: Vec<String> = slots.map(|(_, list)| self.writer.names(list)).collect();
        lists.join("~-~")
    }

    pub(crate) fn layout(&self) -> &'w Layout {
        &self.writer.puzzle.layout
    }

    pub(crate) fn int(&self, name: &str) -> Option<i64> {
        int(self.clue, name)
    }

    /// Returns the value of a required parameter.
    pub(crate) fn number(&self, name: &str) -> Result<i64, Unwritable> {
        let missing = || self.cannot(&format!("no `{name}`"));
        self.int(name).ok_or_else(missing)
    }

    pub(crate) fn text(&self, name: &str) -> Result<String, Unwritable> {
        match self.clue.params.get(name) {
            Some(Param::Text(text)) => Ok(text.clone()),
            _ => Err(self.cannot(&format!("no `{name}`"))),
        }
    }

    /// Returns the numbers of a list parameter, joined by a separator.
    pub(crate) fn list(&self, name: &str, between: &str) -> String {
        let numbers = numbers(self.clue, name, &[]);
        let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
        numbers.join(between)
    }

    /// Creates a token of the type with these arguments.
    pub(crate) fn token(&self, own: impl Into<String>) -> Result<Token, Unwritable> {
        Ok(Token::new(self.kind.name, own))
    }

    /// Returns the clue's digits, joined by a separator; fails if one of them is not a digit of the grid.
    pub(crate) fn digits(&self, between: &str) -> Result<String, Unwritable> {
        let all = self.layout().digits();
        let mut digits = numbers(self.clue, "digits", &[]).into_iter();
        match digits.all(|digit| u8::try_from(digit).is_ok_and(|digit| all.contains(digit))) {
            true => Ok(self.list("digits", between)),
            false => Err(self.cannot("digits that the grid does not have")),
        }
    }

    /// Returns an error that names the part of the clue that cannot be written.
    pub(crate) fn cannot(&self, part: &str) -> Unwritable {
        format!("`{}` clues with {part}", self.clue.rule)
    }
}
