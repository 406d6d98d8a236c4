//! Reads the arguments of an item.

use super::cells::Cells;
use super::lex::{Item, Piece};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, DigitSet, Layout};
use std::iter::Peekable;
use std::ops::RangeInclusive;

/// Maximum absolute value of a sum, count or other number.
pub(crate) const MAX_NUMBER: i64 = 1_000_000;

/// The arguments of an item that have not been read yet.
pub(crate) struct Args<'i, 't, I: Iterator<Item = Piece<'t>>> {
    rest: Peekable<I>,
    item: &'i Item<'t>,
    cells: &'i Cells,
}

pub(crate) fn args<'i, 't>(
    item: &'i Item<'t>,
    cells: &'i Cells,
) -> Args<'i, 't, impl Iterator<Item = Piece<'t>> + use<'t>> {
    Args {
        rest: item.arguments().peekable(),
        item,
        cells,
    }
}

impl<'t, I: Iterator<Item = Piece<'t>>> Args<'_, 't, I> {
    /// Returns the next argument. If it is missing, the error describes it as `what`.
    pub(crate) fn next(&mut self, what: &str) -> Result<Piece<'t>, ReadError> {
        let missing = || {
            let name = self.item.name().text;
            self.item.error(format!("`.{name}` needs {what}"))
        };
        self.rest.next().ok_or_else(missing)
    }

    /// Returns the next argument; `None` if it is missing or empty.
    pub(crate) fn optional(&mut self) -> Option<Piece<'t>> {
        self.rest.next().filter(|piece| !piece.text.is_empty())
    }

    /// Consumes and returns the next argument, if it passes a test.
    pub(crate) fn next_if(&mut self, wanted: impl FnOnce(&str) -> bool) -> Option<Piece<'t>> {
        self.rest.next_if(|piece| wanted(&piece.text))
    }

    pub(crate) fn rest(&mut self) -> impl Iterator<Item = Piece<'t>> + '_ {
        self.rest.by_ref()
    }

    /// Returns the next argument as a number.
    pub(crate) fn number(
        &mut self,
        what: &str,
        range: RangeInclusive<i64>,
    ) -> Result<i64, ReadError> {
        integer(&self.next(what)?, what, range)
    }

    /// Returns the next argument as a cell.
    pub(crate) fn cell(&mut self, what: &str) -> Result<Cell, ReadError> {
        let piece = self.next(what)?;
        cell(&piece, self.cells)
    }

    /// Reads all remaining arguments as cells. Refuses fewer than `least` cells.
    pub(crate) fn cells(&mut self, least: usize) -> Result<Vec<Cell>, ReadError> {
        let cells = self.cells;
        let list: Vec<Cell> = self
            .rest()
            .map(|p| cell(&p, cells))
            .collect::<Result<_, _>>()?;
        match list.len() {
            found if found < least => Err(self.too_few(found, least)),
            _ => Ok(list),
        }
    }

    /// Reads all remaining arguments as lists of cells, separated by `separator`. Every list must have at least one
    /// cell.
    pub(crate) fn lists(&mut self, separator: &str) -> Result<Vec<Vec<Cell>>, ReadError> {
        let mut lists = vec![vec![]];
        for piece in self.rest.by_ref() {
            if piece.text == separator {
                lists.push(vec![]);
            } else if let Some(last) = lists.last_mut() {
                last.push(cell(&piece, self.cells)?);
            }
        }
        match lists.iter().any(Vec::is_empty) {
            true => Err(self.too_few(0, 1)),
            false => Ok(lists),
        }
    }

    /// Checks that no arguments remain.
    pub(crate) fn end(mut self) -> Result<(), ReadError> {
        let name = self.item.name().text;
        match self.rest.find(|piece| !piece.text.is_empty()) {
            None => Ok(()),
            Some(piece) => Err(piece.error(format!("`.{name}` takes no further argument"))),
        }
    }

    fn too_few(&self, found: usize, least: usize) -> ReadError {
        let name = self.item.name().text;
        let cells = if least == 1 { "cell" } else { "cells" };
        self.item.error(format!(
            "`.{name}` needs at least {least} {cells} in each list, found {found}"
        ))
    }
}

/// Returns the cell named by an argument.
pub(crate) fn cell(piece: &Piece, cells: &Cells) -> Result<Cell, ReadError> {
    cells
        .parse(&piece.text)
        .map_err(|message| piece.error(message))
}

pub(crate) fn integer(
    piece: &Piece,
    what: &str,
    range: RangeInclusive<i64>,
) -> Result<i64, ReadError> {
    plain_integer(&piece.text, &range).ok_or_else(|| {
        let shown: String = piece.text.chars().take(20).collect();
        let (low, high) = (range.start(), range.end());
        piece.error(format!(
            "`{shown}` is not {what}: a whole number from {low} to {high}"
        ))
    })
}

/// Parses a whole number in a range, written in at most nine decimal digits with an optional minus sign.
pub(crate) fn plain_integer(text: &str, range: &RangeInclusive<i64>) -> Option<i64> {
    let digits = text.strip_prefix('-').unwrap_or(text);
    // The characters are tested too, because `parse` would accept a plus sign.
    let plain = (1..=9).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit());
    let number = plain.then(|| text.parse().ok()).flatten()?;
    range.contains(&number).then_some(number)
}

/// Parses digits of the puzzle from `v_v_v`, in the order written.
pub(crate) fn values(piece: &Piece, text: &str, layout: &Layout) -> Result<Vec<u8>, ReadError> {
    let value = |text: &str| {
        let range = layout.min_digit.into()..=layout.max_digit().into();
        let plain = text == "0" || !text.starts_with('0');
        let number = plain.then(|| plain_integer(text, &range)).flatten();
        number.map(|n| n as u8).ok_or_else(|| {
            let shown: String = text.chars().take(20).collect();
            piece.error(format!(
                "`{shown}` is not among the digits {} to {}",
                layout.min_digit,
                layout.max_digit()
            ))
        })
    };
    text.split('_').map(value).collect()
}

/// Returns the lists of cells after the first argument. A `_name` or an empty argument begins a new list; `-`
/// divides a list into pieces.
pub(crate) fn read_groups(
    item: &Item,
    cells: &Cells,
    cut: bool,
) -> Result<Vec<Vec<Vec<Cell>>>, ReadError> {
    let mut groups: Vec<Vec<Vec<Cell>>> = vec![];
    let mut group = vec![vec![]];
    for piece in item.arguments().skip(1) {
        match &*piece.text {
            text if text.is_empty() || text.starts_with('_') => {
                groups.push(std::mem::replace(&mut group, vec![vec![]]));
            }
            "-" if cut => group.push(vec![]),
            _ => {
                let cell = cell(&piece, cells)?;
                group
                    .last_mut()
                    .into_iter()
                    .for_each(|list| list.push(cell));
            }
        }
    }
    groups.push(group);
    // A name precedes its cells, so the list before the first name is empty.
    groups.retain(|lists| lists.iter().any(|list| !list.is_empty()));
    match groups.iter().flatten().any(Vec::is_empty) {
        true => Err(item.error("there are no cells between two `-`")),
        false => Ok(groups),
    }
}

/// Counts the constraint names among the arguments after the first one.
pub(crate) fn names(item: &Item) -> usize {
    // A lone `_` only begins a new list, so it is not counted as a name.
    let named = |piece: &Piece| piece.text.len() > 1 && piece.text.starts_with('_');
    item.arguments().skip(1).filter(named).count()
}

/// Parses a cell and its digits: `R1C1_2_4`. Without `_`, the set of digits is empty.
pub(crate) fn read_given(piece: &Piece, cells: &Cells) -> Result<(Cell, DigitSet), ReadError> {
    let (name, digits) = match piece.text.split_once('_') {
        None => (&*piece.text, None),
        Some((name, digits)) => (name, Some(digits)),
    };
    let cell = cells.parse(name).map_err(|message| piece.error(message))?;
    let digits = match digits {
        None => DigitSet::EMPTY,
        Some(digits) => values(piece, digits, cells.layout())?.into_iter().collect(),
    };
    Ok((cell, digits))
}
