//! Auxiliary variables: `Var~X~label~2x3` declares VX1 to VX6.

use super::chaos;
use super::doppelganger::VARIABLES;
use super::shape::dimensions;
use crate::iss::kit::{Family, Item, Kind, Token, Type, Writer, beside_the_grid, integer};
use crate::kit::ReadError;
use cluewright_puzzle::{Cell, Extra, Layout, Puzzle};
use std::collections::HashSet;

pub(super) const FAMILY: Family = Family {
    types: &[
        Type::of("Var", "", Kind::Var).top(),
        Type::of("SearchPriority", "", Kind::Priority).top(),
    ],
    restated: &[],
};

/// Maximum number of cells of a puzzle, including auxiliary variables.
pub(in crate::iss) const MAX_CELLS: usize = 1000;

/// Reads `Var~prefix~label~size` into a group of auxiliary variables that may hold any digit.
pub(in crate::iss) fn read(item: &Item, layout: &Layout) -> Result<Extra, ReadError> {
    let mut arguments = item.arguments();
    let prefix = arguments
        .next()
        .ok_or_else(|| item.error("`.Var` needs a prefix"))?;
    if !is_prefix(&prefix.text) {
        return Err(prefix.error("a prefix consists of 1 to 20 letters from A to Z"));
    }
    let _label = arguments.next();
    let (size, columns) = match arguments.next() {
        Some(piece) if piece.text.contains('x') => {
            // The limit keeps the product within 16 bits and the number of columns within 8, as their types require;
            // `MAX_CELLS` is checked later.
            let (rows, columns) = dimensions(&piece, 250)?;
            (rows * columns, columns)
        }
        Some(piece) if !piece.text.is_empty() => {
            let size = integer(&piece, "a number of cells", 1..=MAX_CELLS as i64)?;
            (size, i64::from(layout.columns))
        }
        _ => (1, 1),
    };
    // A single variable is a letter in puzzle files, and letters have no columns.
    let columns = if size == 1 { 0 } else { columns.min(size) };
    Ok(Extra {
        name: format!("V{}", prefix.text),
        size: size as u16,
        columns: columns as u8,
        values: layout.digits(),
    })
}

/// Returns the number of labels in the declaration of a variable: 0 or 1.
pub(in crate::iss) fn labels(item: &Item) -> usize {
    let labels = item.arguments().skip(1).take(1);
    labels.filter(|label| !label.text.is_empty()).count()
}

fn is_prefix(text: &str) -> bool {
    (1..=20).contains(&text.len()) && text.bytes().all(|b| b.is_ascii_uppercase())
}

/// Writes the groups of variables that no other type declares.
pub(in crate::iss) fn write(writer: &mut Writer) -> Vec<Token> {
    let puzzle = writer.puzzle;
    let mut tokens = vec![];
    let digits = puzzle.layout.digits();
    for (extra, first) in beside_the_grid(puzzle) {
        let cells = first..first + usize::from(extra.size);
        let cells: Vec<Cell> = cells.map(Cell::from_index).collect();
        if builtin_name(puzzle, extra, &cells).is_some() {
            continue;
        }
        if extra.values.bits() & !digits.bits() != 0 {
            writer.fail(format!("values of `{}` that are not digits", extra.name));
        }
        let name = writer.cells.group_of(&cells).unwrap_or("V");
        // ISS arranges a plain number of cells in rows as wide as the grid, so only other widths are written.
        let wrapped = u16::from(puzzle.layout.columns).min(extra.size);
        let columns = u16::from(extra.columns);
        let size = match extra.size {
            1 => String::new(),
            size if columns == 0 || columns == wrapped || size % columns != 0 => {
                format!("~~{size}")
            }
            size => format!("~~{}x{columns}", size / columns),
        };
        tokens.push(Token::new("Var", format!("{}{size}", &name[1..])));
        // ISS variables can hold any digit, so a smaller set of values is written as givens.
        if extra.values != digits {
            tokens.extend(cells.iter().map(|&c| writer.keep(c, extra.values)));
        }
    }
    if writer.cells.count() > MAX_CELLS {
        writer.fail(format!("more than {MAX_CELLS} cells"));
    }
    tokens
}

/// Returns the ISS name of a group of variables that another type declares.
fn builtin_name(puzzle: &Puzzle, extra: &Extra, cells: &[Cell]) -> Option<&'static str> {
    chaos::name_of_labels(puzzle, cells).or_else(|| {
        let has_missing = puzzle.clues.iter().any(|c| c.rule == "doppelganger");
        let name = VARIABLES.into_iter().find(|name| *name == extra.name);
        name.filter(|_| has_missing)
    })
}

/// Returns the name under which a group of variables is written: the name that another type declares, its own name if
/// ISS accepts it, or a similar one.
pub(in crate::iss) fn name_of_group(
    puzzle: &Puzzle,
    extra: &Extra,
    cells: &[Cell],
    used: &mut HashSet<String>,
) -> String {
    let own = &extra.name;
    if let Some(name) = builtin_name(puzzle, extra, cells) {
        return name.to_owned();
    }
    let letters: String = own
        .chars()
        .filter(char::is_ascii_alphabetic)
        .map(|c| c.to_ascii_uppercase())
        // A prefix may have 20 letters. Ten leave room for the `X`s that make the name unique.
        .take(10)
        .collect();
    let mut name = match own.strip_prefix('V') {
        Some(prefix) if is_prefix(prefix) => own.clone(),
        _ if letters.is_empty() => "VX".to_owned(),
        _ => format!("V{letters}"),
    };
    while !used.insert(name.clone()) {
        name.push('X');
    }
    name
}
