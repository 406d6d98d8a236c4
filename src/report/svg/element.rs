//! The elements of a puzzle's source, drawn in the same way as in SudokuPad.
//!
//! Sources are not trusted. Invalid lengths and colours are ignored, and texts are escaped.

use super::outline::outline;
use super::{CELL, Canvas, Layer, Length, Point, escape};
use cluewright_puzzle::{self as puzzle, SourcePicture, Status, css_colour};
use serde_json::Value;
use std::collections::BTreeSet;
use std::fmt::{self, Display, Formatter, Write};

/// The lists of a source in the order in which SudokuPad draws them, each with its layer in the picture.
const ORDER: [(puzzle::Layer, Layer); 5] = [
    (puzzle::Layer::Underlays, Layer::DrawnUnder),
    (puzzle::Layer::Lines, Layer::DrawnUnder),
    (puzzle::Layer::Arrows, Layer::DrawnUnder),
    (puzzle::Layer::Cages, Layer::DrawnOver),
    (puzzle::Layer::Overlays, Layer::DrawnOver),
];

/// Maximum distance of an element from the origin, in cells. Elements beyond it are not drawn.
const FARTHEST: f64 = 100.0;

/// Maximum number of cells of a cage to draw. The largest grid has 625 cells, but a source may list any number.
const MOST_CELLS: usize = 700;

/// Maximum number of characters of text to draw.
const LONGEST: usize = 200;

/// Default width of borders, in units of the picture.
const BORDER: f64 = 2.0;
/// Default font size, in units of the picture.
const FONT: f64 = 16.0;

/// Draws the elements that do not represent clues, and the elements that show clues in the setter's drawing.
pub(super) fn draw(canvas: &mut Canvas<'_>, source: &SourcePicture) {
    let elements = &canvas.puzzle.elements;
    for (list, usual) in ORDER {
        let shown = elements.iter().enumerate().filter(|(index, element)| {
            let is_read = matches!(element.status, Status::Read { .. });
            element.layer == list && (!is_read || source.has_element(*index))
        });
        for (_, element) in shown {
            let item = &element.item;
            let layer = layer(item).unwrap_or(usual);
            let svg = match list {
                puzzle::Layer::Lines => line(canvas, item, false),
                puzzle::Layer::Arrows => line(canvas, item, true),
                puzzle::Layer::Cages => cage(item),
                _ => shape(canvas, item),
            };
            canvas.layer(layer).push_str(&svg.unwrap_or_default());
        }
    }
}

/// Returns the layer that an element itself requests.
fn layer(item: &Value) -> Option<Layer> {
    match item.get("target")?.as_str()? {
        "background" | "underlay" | "cell-colors" | "arrows" => Some(Layer::DrawnUnder),
        _ => Some(Layer::DrawnOver),
    }
}

fn number(item: &Value, name: &str) -> Option<f64> {
    let number = item.get(name)?.as_f64()?;
    (number.abs() <= 1000.0).then_some(number)
}

/// Parses a point in the picture; `None` if the value is not a point, or if the point is too far from the grid.
fn point(value: &Value) -> Option<Point> {
    let [row, column] = value.as_array()?.as_slice() else {
        return None;
    };
    let (row, column) = (row.as_f64()?, column.as_f64()?);
    let is_near = row.abs() <= FARTHEST && column.abs() <= FARTHEST;
    is_near.then_some(Point {
        x: column * CELL,
        y: row * CELL,
    })
}

fn text(item: &Value, name: &str) -> Option<String> {
    let text = match item.get(name)? {
        Value::String(text) => text.chars().take(LONGEST).collect(),
        Value::Number(number) => number.to_string(),
        _ => return None,
    };
    (!text.trim().is_empty()).then_some(text)
}

fn shape(canvas: &mut Canvas<'_>, item: &Value) -> Option<String> {
    let at = point(item.get("center")?)?;
    let side = |name| number(item, name).unwrap_or(0.0).max(0.0) * CELL;
    let (width, height) = (side("width"), side("height"));
    canvas.reach(at, width.max(height) / 2.0);
    let mut svg = String::new();
    let (fill, border) = (
        Paint::of(item, "backgroundColor"),
        Paint::of(item, "borderColor"),
    );
    if width > 0.0 && height > 0.0 && (fill.is_some() || border.is_some()) {
        let is_round = item.get("rounded").and_then(Value::as_bool) == Some(true);
        let round = if is_round {
            width.min(height) / 2.0
        } else {
            0.0
        };
        let thickness = number(item, "thickness").unwrap_or(BORDER).max(0.0);
        let _ = write!(
            svg,
            "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\" {} {} stroke-width=\"{}\"/>",
            Length(at.x - width / 2.0),
            Length(at.y - height / 2.0),
            Length(width),
            Length(height),
            Length(round),
            Attribute("fill", fill),
            Attribute("stroke", border),
            Length(thickness),
        );
    }
    if let Some(words) = text(item, "text") {
        let size = number(item, "fontSize").unwrap_or(FONT).max(1.0);
        canvas.reach(at, size / 2.0);
        let ink = Paint::of(item, "color").unwrap_or(Paint::BLACK);
        svg.push_str(&letters(at, size, ink, &words, "middle"));
    }
    // SudokuMaker misspells the key for the angle as `andgle`.
    let angle = number(item, "angle").or_else(|| number(item, "andgle"));
    let turn = angle.filter(|angle| *angle != 0.0).map(|angle| {
        let (angle, x, y) = (Length(angle), Length(at.x), Length(at.y));
        format!(" transform=\"rotate({angle} {x} {y})\"")
    });
    group(item, &turn.unwrap_or_default(), &svg)
}

/// Draws text around a point, line by line.
fn letters(at: Point, size: f64, ink: Paint, words: &str, anchor: &str) -> String {
    let lines: Vec<&str> = words.lines().collect();
    let mut svg = String::new();
    for (index, line) in lines.iter().enumerate() {
        let down = (index as f64 - (lines.len() as f64 - 1.0) / 2.0) * size;
        let _ = write!(
            svg,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" {} text-anchor=\"{anchor}\">{}</text>",
            Length(at.x),
            // Digits are about 0.7 times as high as the font, so this centres them.
            Length(at.y + down + size * 0.35),
            Length(size),
            Attribute("fill", Some(ink)),
            escape(line),
        );
    }
    svg
}

fn line(canvas: &mut Canvas<'_>, item: &Value, has_head: bool) -> Option<String> {
    let points = item.get("wayPoints")?.as_array()?.iter();
    let points: Vec<Point> = points.filter_map(point).collect();
    let [.., before, tip] = points[..] else {
        return None;
    };
    let width = number(item, "thickness").unwrap_or(1.0).max(0.0);
    points.iter().for_each(|&at| canvas.reach(at, width / 2.0));
    let path: Vec<String> = points.iter().map(Point::to_string).collect();
    let stroke = Paint::of(item, "color");
    let style = format!(
        "{} stroke-width=\"{}\" stroke-linecap=\"round\" stroke-linejoin=\"round\"",
        Attribute("stroke", stroke),
        Length(width)
    );
    let fill = Attribute("fill", Paint::of(item, "fill"));
    let mut svg = format!("<polyline points=\"{}\" {fill} {style}/>", path.join(" "));
    if has_head {
        let length = number(item, "headLength").unwrap_or(0.3) * CELL;
        let [one, other] = head(before, tip, length);
        let _ = write!(
            svg,
            "<polyline points=\"{one} {tip} {other}\" fill=\"none\" {style}/>"
        );
    }
    group(item, "", &svg)
}

/// Returns the outer ends of the two strokes that form an arrow's tip.
fn head(before: Point, tip: Point, length: f64) -> [Point; 2] {
    let direction = (before.y - tip.y).atan2(before.x - tip.x);
    [0.75, -0.75].map(|turn| Point {
        x: tip.x + length * (direction + turn).cos(),
        y: tip.y + length * (direction + turn).sin(),
    })
}

fn cage(item: &Value) -> Option<String> {
    if item.get("hidden").and_then(Value::as_bool) == Some(true) {
        return None;
    }
    let place = |value: &Value| {
        let at = point(value)?;
        Some(((at.y / CELL) as i32, (at.x / CELL) as i32))
    };
    let cells: BTreeSet<(i32, i32)> = item
        .get("cells")?
        .as_array()?
        .iter()
        .filter_map(place)
        .take(MOST_CELLS)
        .collect();
    // The set is sorted by rows, so its first cell shows the label.
    let &(row, column) = cells.first()?;
    let ink = |names: [&str; 2]| {
        let painted = names.into_iter().find_map(|name| Paint::of(item, name));
        painted.unwrap_or(Paint::BLACK)
    };
    let path = outline(&Vec::from_iter(cells), CELL as i32, 4);
    let outer = ink(["outlineC", "borderColor"]);
    let mut svg = format!(
        "<path d=\"{path}\" fill=\"none\" {} stroke-width=\"1.5\" stroke-dasharray=\"5 3\"/>",
        Attribute("stroke", Some(outer))
    );
    if let Some(words) = text(item, "value") {
        let at = Point {
            x: f64::from(column) * CELL + 6.0,
            y: f64::from(row) * CELL + 11.0,
        };
        svg.push_str(&letters(at, 14.0, ink(["fontC", "color"]), &words, "start"));
    }
    group(item, "", &svg)
}

/// Wraps the shapes of an element in a group; `None` if it has no shapes.
fn group(item: &Value, turn: &str, svg: &str) -> Option<String> {
    let opacity = number(item, "opacity").map(|opacity| opacity.clamp(0.0, 1.0));
    let opacity = opacity.map_or(String::new(), |opacity| format!(" opacity=\"{opacity}\""));
    (!svg.is_empty()).then(|| format!("<g{opacity}{turn}>{svg}</g>\n"))
}

/// A colour (red, green, blue) with its opacity.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Paint([u8; 3], f64);

impl Paint {
    const BLACK: Self = Self([0, 0, 0], 1.0);

    /// Parses the colour under a key; `None` if it is missing or invalid.
    fn of(item: &Value, name: &str) -> Option<Self> {
        Self::parse(item.get(name)?.as_str()?)
    }

    /// Parses a colour in any CSS notation. The colour is later written in a plain notation, because SVG viewers may
    /// not support newer notations, such as `oklch()`.
    fn parse(text: &str) -> Option<Self> {
        css_colour(text).map(|(parts, opacity)| Self(parts, opacity))
    }
}

/// An SVG attribute for a colour. Without a colour, its value is `none`.
struct Attribute(&'static str, Option<Paint>);

impl Display for Attribute {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let Self(name, paint) = self;
        let Some(Paint([red, green, blue], opacity)) = paint else {
            return write!(f, "{name}=\"none\"");
        };
        write!(f, "{name}=\"#{red:02x}{green:02x}{blue:02x}\"")?;
        match opacity.is_finite() && *opacity < 1.0 {
            true => write!(f, " {name}-opacity=\"{}\"", Length(opacity.max(0.0))),
            false => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::svg::Picture;
    use cluewright_puzzle::{Element, Layout, Puzzle};
    use cluewright_rules::Book;
    use serde_json::json;

    fn picture(elements: &[(puzzle::Layer, Value)]) -> Picture {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let elements = elements.iter().cloned().map(|(layer, item)| Element {
            layer,
            item,
            status: Status::Open,
        });
        puzzle.elements = elements.collect();
        let mut canvas = Canvas::new(Book::builtin(), &puzzle);
        canvas.clues(|_| false);
        canvas.finish(true)
    }

    fn layer(picture: &Picture, name: &str) -> String {
        let found = picture.layers.iter().find(|(layer, _)| *layer == name);
        found.map_or(String::new(), |(_, svg)| svg.clone())
    }

    #[test]
    fn lists_are_drawn_in_their_order_below_and_above_the_clues() {
        let at = |row: f64| json!({"center": [row, 0.5], "width": 0.5, "height": 0.5, "backgroundColor": "red"});
        let line =
            json!({"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#a3e048", "thickness": 10});
        let drawn = picture(&[
            (puzzle::Layer::Overlays, at(3.5)),
            (puzzle::Layer::Lines, line),
            (puzzle::Layer::Underlays, at(1.5)),
        ]);
        let (under, over) = (layer(&drawn, "drawn-under"), layer(&drawn, "drawn-over"));
        assert!(under.find("<rect").unwrap() < under.find("<polyline").unwrap());
        assert_eq!(over.matches("<rect").count(), 1);
        let names: Vec<_> = drawn.layers.iter().map(|(name, _)| *name).collect();
        assert_eq!(names[..4], ["paper", "drawn-under", "grid", "drawn-over"]);
    }

    #[test]
    fn what_is_read_is_drawn_by_its_clue_alone() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.elements = vec![Element {
            layer: puzzle::Layer::Lines,
            item: json!({"wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "green"}),
            status: Status::read("german-whisper"),
        }];
        let mut canvas = Canvas::new(Book::builtin(), &puzzle);
        canvas.clues(|_| false);
        assert_eq!(layer(&canvas.finish(true), "drawn-under"), "");
    }

    #[test]
    fn texts_stay_texts_and_colours_that_are_none_are_ignored() {
        let hostile = json!({
            "center": [0.5, 0.5], "width": 1, "height": 1, "text": "<script>alert(1)</script>\"&",
            "backgroundColor": "red\" onload=\"alert(1)", "borderColor": "url(#x)", "color": "nonsense",
        });
        let svg = layer(
            &picture(&[(puzzle::Layer::Overlays, hostile)]),
            "drawn-over",
        );
        assert_eq!(svg.matches("<rect").count(), 0, "{svg}");
        assert!(svg.contains("&lt;script&gt;") && svg.contains("fill=\"#000000\""));
        assert!(!svg.contains("onload") && !svg.contains("url("), "{svg}");
    }

    #[test]
    fn elements_without_a_place_are_skipped() {
        let far =
            json!({"center": [1e300, 0.5], "width": 1, "height": 1, "backgroundColor": "red"});
        let none = json!({"width": 1, "height": 1, "backgroundColor": "red"});
        let short = json!({"wayPoints": [[0.5, 0.5]], "color": "red"});
        let empty = json!({"cells": [], "value": "title: x"});
        let drawn = picture(&[
            (puzzle::Layer::Overlays, far),
            (puzzle::Layer::Underlays, none),
            (puzzle::Layer::Arrows, short),
            (puzzle::Layer::Cages, empty),
        ]);
        assert!(
            !drawn
                .layers
                .iter()
                .any(|(name, _)| name.starts_with("drawn"))
        );
    }

    #[test]
    fn drawings_beside_the_grid_have_room() {
        let number = json!({"center": [0.5, -0.5], "text": "12", "fontSize": 32});
        let drawn = picture(&[(puzzle::Layer::Overlays, number)]);
        assert!(drawn.view_box[0] < picture(&[]).view_box[0]);
    }

    #[test]
    fn colours_have_many_forms() {
        assert_eq!(Paint::parse("#f0A"), Some(Paint([255, 0, 170], 1.0)));
        assert_eq!(
            Paint::parse("#ff00aa33"),
            Some(Paint([255, 0, 170], f64::from(51.0_f32 * (1.0 / 255.0))))
        );
        assert_eq!(
            Paint::parse("rgba(1, 2, 3, 0.5)"),
            Some(Paint([1, 2, 3], 0.5))
        );
        assert_eq!(
            Paint::parse("oklch(88.739% 0.07926 208.88)"),
            Some(Paint([154, 233, 246], 1.0))
        );
        for wrong in [
            "#ff",
            "#ggg",
            "rgb(1,2)",
            "rgb(a,b,c)",
            "",
            "chartreus",
            "#ｆｆｆ",
        ] {
            assert_eq!(Paint::parse(wrong), None, "{wrong}");
        }
    }
}
