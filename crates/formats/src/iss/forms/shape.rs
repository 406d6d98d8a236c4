//! The size of the grid, and its digits: `Shape~6x6~0-6~Raw`.

use crate::iss::kit::{Family, Item, Kind, Piece, Token, Type, Unwritable, plain_integer};
use crate::kit::ReadError;
use cluewright_puzzle::{Boxes, Layout};

pub(super) const FAMILY: Family = Family {
    types: &[Type::of("Shape", "", Kind::Shape).top()],
    restated: &[],
};

/// Maximum number of rows, of columns and of digits that ISS supports.
pub(in crate::iss) const MAX_SIZE: i64 = 16;

/// Reads `Shape~RxC~range~grid type`, the dimensions, digits and type of the grid.
pub(in crate::iss) fn read(item: &Item) -> Result<Layout, ReadError> {
    let mut arguments = item.arguments();
    let (rows, columns) = match arguments.next() {
        Some(piece) if !piece.text.is_empty() => dimensions(&piece, MAX_SIZE)?,
        _ => (9, 9),
    };
    let longer = rows.max(columns);
    let (low, high) = match arguments.next() {
        Some(piece) if !piece.text.is_empty() => range(&piece)?,
        _ => (1, longer),
    };
    let lines = match arguments.next() {
        None => true,
        Some(piece) => match &*piece.text {
            "" | "Sudoku" => true,
            "Raw" => false,
            _ => return Err(piece.error("the type of a grid is `Sudoku` or `Raw`")),
        },
    };
    let digits = high - low + 1;
    if lines && digits < longer {
        return Err(item.error(format!(
            "{digits} digits cannot fill a row or column of {longer} cells without a repeat"
        )));
    }
    Ok(Layout {
        rows: rows as u8,
        columns: columns as u8,
        min_digit: low as u8,
        digit_count: digits as u8,
        lines,
        // `NoBoxes` and `RegionSize` may come later in the text, so `declare` sets the boxes.
        boxes: Boxes::Default(0),
    })
}

fn range(piece: &Piece) -> Result<(i64, i64), ReadError> {
    let most = 1..=MAX_SIZE;
    let read = match piece.text.split_once('-') {
        None => plain_integer(&piece.text, &most).map(|high| (1, high)),
        Some((low, high)) => plain_integer(low, &(0..=1))
            .zip(plain_integer(high, &(0..=MAX_SIZE)))
            .filter(|(low, high)| most.contains(&(high - low + 1))),
    };
    let expected =
        "digits are written `9` or `0-8`: they start at 0 or 1, and there are at most 16";
    read.ok_or_else(|| piece.error(expected))
}

/// Parses dimensions such as `6x6`, each from 1 to `most`.
pub(super) fn dimensions(piece: &Piece, most: i64) -> Result<(i64, i64), ReadError> {
    let side = |text| plain_integer(text, &(1..=most));
    piece
        .text
        .split_once('x')
        .and_then(|(rows, columns)| side(rows).zip(side(columns)))
        .ok_or_else(|| {
            piece.error(format!(
                "a size is written `6x9`: rows and columns, each 1 to {most}"
            ))
        })
}

/// Writes the `Shape` of a layout; `None` for the default grid.
pub(in crate::iss) fn write(layout: &Layout) -> Result<Option<Token>, Unwritable> {
    let (rows, columns) = (layout.rows, layout.columns);
    let longer = rows.max(columns);
    if !(1..=16).contains(&rows) || !(1..=16).contains(&columns) {
        return Err(format!("a grid of {rows} rows and {columns} columns"));
    }
    let (low, high) = (layout.min_digit, layout.max_digit());
    if low > 1 || layout.digit_count > 16 || layout.lines && layout.digit_count < longer {
        return Err(format!("the digits {low} to {high}"));
    }
    let range = match (low, high) {
        (1, high) if high == longer => String::new(),
        (1, high) => high.to_string(),
        (low, high) => format!("{low}-{high}"),
    };
    let mut shape = format!("{rows}x{columns}");
    if !range.is_empty() || !layout.lines {
        shape = format!("{shape}~{range}");
    }
    if !layout.lines {
        shape.push_str("~Raw");
    }
    Ok((shape != "9x9").then(|| Token::new("Shape", shape)))
}
