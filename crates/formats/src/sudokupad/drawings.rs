//! Finds the positions of SudokuPad's drawings. Points are rows and columns, in cells, from the grid's top-left corner.

use crate::kit::drawn::{Drawn, Form, Spot};
use crate::kit::node::Node;
use cluewright_puzzle::{Cell, Layout, Place};
use serde_json::Value;
use std::collections::HashMap;

/// A point, as its row and column.
type Point = (f64, f64);

/// Tolerance in cells: a drawn border may be this much shorter than the cells along it.
const CUT: f64 = 0.05;

/// Maximum distance, in cells, between a drawing's centre and the edge or corner that it belongs to.
const NEAR: f64 = 0.15;

/// Returns the drawing of an item of `lines` or `arrows`. `None` if the item is invisible, or is a line that only follows
/// the borders of the grid or its boxes: neither can state a rule.
pub(super) fn stroke(form: Form, item: &Node<'_>, layout: &Layout) -> Option<Drawn> {
    let points = item.get("wayPoints");
    let points = points.and_then(|points| points.value.as_array());
    let points: Vec<Point> = points.into_iter().flatten().filter_map(point).collect();
    let thin = item.get("thickness").and_then(|node| node.value.as_f64()) == Some(0.0);
    if thin || is_hidden(item, &["color"]) || form == Form::Line && is_border(&points, layout) {
        return None;
    }
    let spot = match cells_along(&points, layout) {
        cells if !cells.is_empty() => Spot::Cells(cells),
        _ => points
            .first()
            .map_or(Spot::Cells(vec![]), |&start| spot(start, layout)),
    };
    let text = String::new();
    Some(Drawn { form, spot, text })
}

/// Returns the drawing of an item of `underlays` or `overlays`. `None` if the item is invisible, is the background of a
/// cell, or is a large rectangle outside the grid.
pub(super) fn shape(item: &Node<'_>, layout: &Layout) -> Option<Drawn> {
    let text = item.text("text").unwrap_or_default();
    let is_text = !text.trim().is_empty();
    let form = match is_text {
        true if !is_coloured(item) => Form::Text,
        false if is_hidden(item, &COLOURS) => return None,
        _ => Form::Mark,
    };
    let Some(center) = item.get("center").and_then(|node| point(node.value)) else {
        // Without a position the shape cannot be explained by a clue, so an empty list of cells keeps it open.
        let spot = Spot::Cells(vec![]);
        return Some(Drawn { form, spot, text });
    };
    let spot = spot(center, layout);
    let side = |name| item.get(name).and_then(|node| node.value.as_f64());
    let (width, height) = (side("width").unwrap_or(0.0), side("height").unwrap_or(0.0));
    // Only rectangles without text can be backgrounds, so texts and circles are kept regardless of their size.
    if is_text || item.value.get("rounded") == Some(&Value::Bool(true)) {
        return Some(Drawn { form, spot, text });
    }
    if width.max(height) >= 1.5 {
        let cells = layout.cells_under(center, width, height);
        let is_outside = cells.is_empty() && !matches!(spot, Spot::Cells(_));
        let (form, spot) = (Form::Area, Spot::Cells(cells));
        return (!is_outside).then_some(Drawn { form, spot, text });
    }
    let is_between = matches!(&spot, Spot::Cells(cells) if cells.len() != 1);
    let is_background = !is_between && width.min(height) >= 0.9;
    (!is_background).then_some(Drawn { form, spot, text })
}

/// The members with the colours of a shape. A text without a shape has neither member.
const COLOURS: [&str; 2] = ["backgroundColor", "borderColor"];

fn is_coloured(item: &Node<'_>) -> bool {
    let mut colours = COLOURS.iter().filter_map(|name| item.text(name));
    colours.any(|colour| !is_transparent(&colour))
}

fn point(value: &Value) -> Option<Point> {
    match value.as_array()?.as_slice() {
        [row, column] => Some((row.as_f64()?, column.as_f64()?)),
        _ => None,
    }
}

/// Returns the position of a point: in a cell, on an edge or corner, next to the grid, or further out.
fn spot(center: Point, layout: &Layout) -> Spot {
    let (rows, columns) = (f64::from(layout.rows), f64::from(layout.columns));
    let within = |(row, column): Point, by: f64| {
        (-by..=rows + by).contains(&row) && (-by..=columns + by).contains(&column)
    };
    if within(center, 0.0) {
        return Spot::Cells(layout.cells_around(center, NEAR));
    }
    let place: Place = (center.0.floor() as i32, center.1.floor() as i32);
    if within(center, 1.0) {
        Spot::Beside(place)
    } else {
        Spot::Beyond
    }
}

/// Returns the cells that a line passes through, in order, without immediate repetitions.
fn cells_along(points: &[Point], layout: &Layout) -> Vec<Cell> {
    // A line may start at the rim of a circle instead of at a cell's centre, so each point is assigned to the cell
    // that contains it.
    let cell = |(row, column): Point| layout.cell_at(row.floor() as i32, column.floor() as i32);
    let mut cells: Vec<Cell> = points
        .first()
        .and_then(|&start| cell(start))
        .into_iter()
        .collect();
    // Files list only the points at which a line turns, so the cells between them are interpolated.
    for pair in points.windows(2) {
        let [from, to] = [pair[0], pair[1]];
        let (down, right) = (to.0 - from.0, to.1 - from.1);
        // Equal points still need one step, because 0 steps would divide by 0. The steps are limited to 100, because a
        // point far outside the grid would need millions.
        let steps = down.abs().max(right.abs()).round().clamp(1.0, 100.0);
        let at = |step: f64| (from.0 + down * step / steps, from.1 + right * step / steps);
        cells.extend((1..=steps as u32).filter_map(|step| cell(at(f64::from(step)))));
    }
    cells.dedup();
    cells
}

/// Returns `true` if a line runs only along borders of the grid or its boxes, or outside the grid. Some files use lines outside the grid
/// to draw or erase the cells of a margin.
fn is_border(points: &[Point], layout: &Layout) -> bool {
    let mut boxes: HashMap<Cell, usize> = HashMap::new();
    for (number, cells) in layout.box_cells().into_iter().enumerate() {
        boxes.extend(cells.into_iter().map(|cell| (cell, number)));
    }
    let is_border = |one: (i32, i32), other: (i32, i32)| {
        let cell = |(row, column)| layout.cell_at(row, column);
        match (cell(one), cell(other)) {
            (Some(one), Some(other)) => boxes.get(&one) != boxes.get(&other),
            _ => true,
        }
    };
    let corner = |&(row, column): &Point| {
        let is_whole = |at: f64| (at - at.round()).abs() <= CUT;
        (is_whole(row) && is_whole(column)).then_some((row.round() as i32, column.round() as i32))
    };
    let Some(corners) = points.iter().map(corner).collect::<Option<Vec<_>>>() else {
        return false;
    };
    // Points may be far outside the grid, so only the steps of a line within the grid are visited.
    let within = |from: i32, to: i32, side: u8| from.max(0)..to.min(side.into());
    let follows_borders = |pair: &[(i32, i32)]| {
        let (from, to) = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        let (above, before) = (from.0.saturating_sub(1), from.1.saturating_sub(1));
        match (from.0 == to.0, from.1 == to.1) {
            (true, _) => within(from.1, to.1, layout.columns)
                .all(|column| is_border((above, column), (from.0, column))),
            (_, true) => {
                within(from.0, to.0, layout.rows).all(|row| is_border((row, before), (row, from.1)))
            }
            _ => false,
        }
    };
    corners.len() > 1 && corners.windows(2).all(follows_borders)
}

/// Returns `true` if an item has an opacity of 0, or if it has colours and all of them are transparent.
fn is_hidden(item: &Node<'_>, colours: &[&str]) -> bool {
    let mut named = colours.iter().filter_map(|name| item.text(name)).peekable();
    let opaque = item.get("opacity").and_then(|node| node.value.as_f64()) != Some(0.0);
    // `all` is true for an empty list, so `peek` first checks that the item has colours.
    !opaque || named.peek().is_some() && named.all(|colour| is_transparent(&colour))
}

/// Returns `true` if a colour is fully transparent: `#RRGGBB00`, `#RGB0`, `transparent` or `none`.
pub(super) fn is_transparent(colour: &str) -> bool {
    match colour.strip_prefix('#') {
        Some(hex) => {
            (hex.len() == 8 && hex.ends_with("00")) || (hex.len() == 4 && hex.ends_with('0'))
        }
        None => ["transparent", "none"]
            .iter()
            .any(|name| colour.eq_ignore_ascii_case(name)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The points of a line may be any numbers, so the time must not depend on its length.
    #[test]
    fn borders_may_continue_far_outside_of_the_grid() {
        let layout = Layout::square(4);
        let (low, high) = (f64::from(i32::MIN), f64::from(i32::MAX));
        for (points, expected) in [
            (vec![(0.0, low), (0.0, high), (0.0, low)], true),
            (vec![(2.0, low), (2.0, high)], true),
            (vec![(low, 0.0), (low, 5.0)], true),
            (vec![(low, high), (high, high)], true),
            (vec![(1.0, low), (1.0, high)], false),
            (vec![(low, 1.0), (high, 1.0)], false),
            (vec![(low, 0.0), (low + 1.0, 1.0)], false),
        ] {
            assert_eq!(is_border(&points, &layout), expected, "{points:?}");
        }
    }
}
