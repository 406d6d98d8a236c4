//! Converts cosmetic constraints to SudokuPad drawings. Points are `x` and `y` from the grid's top-left corner, in
//! cells.

use super::reader::Reader;
use crate::kit::ReadError;
use crate::kit::node::Node;
use crate::sudokupad::PIXELS;
use cluewright_puzzle::Layer;
use serde_json::{Value, json};

impl Reader {
    pub(super) fn read_drawn_lines(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        let style = style(node);
        for line in node.list("lines")? {
            let points = line.items()?.map(|node| point(&node));
            let points: Vec<[f64; 2]> = points.collect::<Result<_, _>>()?;
            let item = json!({
                "wayPoints": points,
                "color": style.get("color"),
                "thickness": size(style, "thickness") * PIXELS,
            });
            self.canvas.draw(&mut self.puzzle, Layer::Lines, item);
        }
        Ok(())
    }

    pub(super) fn read_drawn_cages(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        let style = style(node);
        let colour = |part: &str| style.get(part).and_then(|part| part.get("color"));
        for cage in node.list("cages")? {
            let layout = &self.puzzle.layout;
            let cells: Vec<_> = self.set_in(&cage, "cells")?;
            let cells: Vec<_> = cells.iter().map(|&cell| layout.place(cell)).collect();
            let item = json!({
                "cells": cells,
                "value": cage.text("value"),
                "outlineC": colour("cage"),
                "fontC": colour("text"),
            });
            self.canvas.draw(&mut self.puzzle, Layer::Cages, item);
        }
        Ok(())
    }

    /// Draws symbols. Each symbol is a list `[x, y]` or `[x, y, style number]`.
    pub(super) fn symbols(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        let styles: Vec<_> = node.list("params")?.collect();
        for symbol in node.list("symbols")? {
            let number = symbol.value.get(2).map_or(Some(0), Value::as_u64);
            let style = number.and_then(|number| styles.get(usize::try_from(number).ok()?));
            let style = style.ok_or_else(|| symbol.error("the symbol has no style"))?;
            let center = point(&symbol)?;
            let (layer, item) = match style.value.get("type").and_then(Value::as_str) {
                Some("arrow") => (Layer::Arrows, arrow(center, style.value)),
                Some(kind @ ("rectangle" | "ellipse" | "text")) => {
                    (Layer::Overlays, shape(center, kind, style.value))
                }
                _ => {
                    return Err(style.error("expected a rectangle, an ellipse, text or an arrow"));
                }
            };
            self.canvas.draw(&mut self.puzzle, layer, item);
        }
        Ok(())
    }

    pub(super) fn fog_lights(&mut self, node: &Node<'_>) -> Result<(), ReadError> {
        for member in ["cells", "lightCells"] {
            for cell in self.set_in(node, member)? {
                let (row, column) = self.puzzle.layout.place(cell);
                let item = json!([row, column]);
                self.canvas.draw(&mut self.puzzle, Layer::FogLight, item);
            }
        }
        Ok(())
    }
}

fn style<'n>(node: &'n Node<'_>) -> &'n Value {
    node.value.get("style").unwrap_or(&Value::Null)
}

fn size(style: &Value, name: &str) -> f64 {
    style.get(name).and_then(Value::as_f64).unwrap_or(0.0)
}

/// Returns the row and column of a point. The point may be written as `{x, y}` or `[x, y, …]`.
fn point(node: &Node<'_>) -> Result<[f64; 2], ReadError> {
    let value = node.value;
    let part = |name: &str, index: usize| {
        let part = value.get(name).or_else(|| value.get(index));
        part.and_then(Value::as_f64).filter(|at| at.abs() < 1e3)
    };
    match (part("y", 1), part("x", 0)) {
        (Some(row), Some(column)) => Ok([row, column]),
        _ => Err(node.error_expecting("a point of the grid")),
    }
}

fn shape(center: [f64; 2], kind: &str, style: &Value) -> Value {
    let twice = |name| 2.0 * size(style, name);
    let mut shape = json!({"center": center, "angle": style.get("angle")});
    if kind == "text" {
        shape["text"] = style.get("text").cloned().unwrap_or_default();
        shape["color"] = style.get("fill").cloned().unwrap_or_default();
        shape["fontSize"] = (size(style, "size") * PIXELS).into();
        return shape;
    }
    let (width, height) = match kind {
        "ellipse" => (twice("rx"), twice("ry")),
        _ => (size(style, "width"), size(style, "height")),
    };
    shape["width"] = width.into();
    shape["height"] = height.into();
    shape["rounded"] = (kind == "ellipse").into();
    shape["backgroundColor"] = style.get("fill").cloned().unwrap_or_default();
    shape["borderColor"] = style.get("stroke").cloned().unwrap_or_default();
    shape["thickness"] = (size(style, "strokeWidth") * PIXELS).into();
    shape
}

/// Draws an arrow around its centre. At an angle of 0 it points to the right.
fn arrow([row, column]: [f64; 2], style: &Value) -> Value {
    let angle = size(style, "angle").to_radians();
    let half = size(style, "length") / 2.0;
    let (down, right) = (angle.sin() * half, angle.cos() * half);
    json!({
        "wayPoints": [[row - down, column - right], [row + down, column + right]],
        "color": style.get("stroke"),
        "thickness": size(style, "strokeWidth") * PIXELS,
        "headLength": size(style, "headSize"),
    })
}
