//! Clues outside the grid. Several clues at the same position are drawn one behind the other, away from the grid. The
//! number of a diagonal is next to the grid, with an arrow into the diagonal.

use super::{CELL, Canvas, Ink, LETTER, Length, Point};
use cluewright_puzzle::Layout;
use cluewright_rules::picture::{Seated, seat};
use std::fmt::Write;

/// A clue outside the grid that is ready to be placed.
#[derive(Clone, Debug)]
pub(super) struct Seat {
    pub(super) ink: Ink,
    /// The opening tag of the clue's group.
    pub(super) group: Option<String>,
}

/// The space that is needed on each side of the grid.
#[derive(Clone, Debug, Default)]
pub(super) struct Margins {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

/// Draws the clues outside the grid. Returns the space that they need.
pub(super) fn place(canvas: &mut Canvas<'_>) -> Margins {
    let layout = &canvas.puzzle.layout;
    let mut margins = std::mem::take(&mut canvas.margins);
    for seated in seat(layout, std::mem::take(&mut canvas.outside)) {
        margins.widen(layout, seated.clue.place, seated.reach * CELL);
        let group = seated.about.group.as_deref().unwrap_or("<g>\n");
        canvas.front().push_str(group);
        if seated.clue.is_diagonal() {
            diagonal(canvas, &seated);
        } else {
            straight(canvas, &seated);
        }
        canvas.front().push_str("</g>\n");
    }
    margins
}

/// Maximum width by which drawings of the source may extend the picture, in cells. Sources are not trusted, so their
/// drawings must not be able to enlarge the picture without limit.
const WIDEST: f64 = 2.5;

impl Margins {
    /// Widens the margins for a drawing around a point, including some space around the drawing.
    pub(super) fn reach(&mut self, layout: &Layout, at: Point, radius: f64) {
        let (right, bottom) = (super::cells(layout.columns), super::cells(layout.rows));
        let beyond = [
            (-at.x, &mut self.left),
            (at.x - right, &mut self.right),
            (-at.y, &mut self.top),
            (at.y - bottom, &mut self.bottom),
        ];
        for (beyond, margin) in beyond {
            let needed = beyond + radius + 4.0;
            if beyond > 0.0 {
                *margin = margin.max(needed.min(WIDEST * CELL));
            }
        }
    }

    fn widen(&mut self, layout: &Layout, (row, column): (i32, i32), room: f64) {
        let mut widen = |needed: bool, margin: fn(&mut Self) -> &mut f64| {
            if needed {
                let margin = margin(self);
                *margin = margin.max(room);
            }
        };
        widen(row < 0, |margins| &mut margins.top);
        widen(row >= i32::from(layout.rows), |margins| &mut margins.bottom);
        widen(column < 0, |margins| &mut margins.left);
        widen(column >= i32::from(layout.columns), |margins| {
            &mut margins.right
        });
    }
}

/// Returns the largest font size at which the text fits into a fraction of a cell's width.
fn fitting(text: &str, size: f64, width: f64) -> f64 {
    size.min(width / (LETTER * text.chars().count().max(1) as f64))
}

fn straight(canvas: &mut Canvas<'_>, seated: &Seated<Seat>) {
    let (clue, ink, centre) = (&seated.clue, &seated.about.ink, Point::from(seated.centre));
    canvas.draw_centred(centre, fitting(&clue.text, 0.38, 0.56), ink, &clue.text);
    let (x, y) = (Length(centre.x), Length(centre.y));
    let wide = clue.text.chars().count() > 1;
    let half = CELL * if wide { 0.32 } else { 0.28 };
    let (left, right) = (Length(centre.x - half), Length(centre.x + half));
    let (top, bottom) = (Length(centre.y - half), Length(centre.y + half));
    let shape = match clue.mark.as_deref() {
        Some("circle") => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"", Length(half)),
        Some("room") => format!("<path d=\"M{left} {top}H{right}V{bottom}H{left}z\""),
        Some(tower @ ("tower" | "hidden-tower")) => {
            let dashes = match tower {
                "tower" => "",
                _ => " stroke-dasharray=\"4 3\"",
            };
            let roof = Length(centre.y - half * 1.4);
            format!("<path d=\"M{left} {bottom}V{top}L{x} {roof}L{right} {top}V{bottom}z\"{dashes}")
        }
        _ => return,
    };
    let _ = writeln!(
        canvas.front(),
        "{shape} {ink} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>"
    );
}

/// Writes the number of a diagonal in one half of its square, and draws an arrow in the other half.
fn diagonal(canvas: &mut Canvas<'_>, seated: &Seated<Seat>) {
    let (clue, ink, centre) = (&seated.clue, &seated.about.ink, Point::from(seated.centre));
    let (down, right) = (f64::from(clue.step.0), f64::from(clue.step.1));
    let at = match seated.out {
        (_, 0) => centre.shift(0.26 * right, -0.14 * down),
        _ => centre.shift(-0.12 * right, 0.12 * down),
    };
    canvas.draw_centred(at, fitting(&clue.text, 0.28, 0.46), ink, &clue.text);
    let from = centre.shift(0.22 * right, 0.22 * down);
    let to = centre.shift(0.47 * right, 0.47 * down);
    canvas.straight_arrow(from, to, ink);
}

impl Canvas<'_> {
    /// Draws a short straight arrow in front of everything else.
    fn straight_arrow(&mut self, from: Point, to: Point, ink: &Ink) {
        let (right, down) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        let (one, other) = (to.shift(-0.13 * right, 0.0), to.shift(0.0, -0.13 * down));
        let _ = writeln!(
            self.front(),
            "<path d=\"M{from}L{to}M{one}L{to}L{other}\" {ink} fill=\"none\" \
             stroke=\"currentColor\" stroke-width=\"2\"/>"
        );
    }
}
