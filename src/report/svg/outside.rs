//! Clues outside the grid. Several at one place stand one behind the other; the numbers of diagonals stand
//! next to the grid, each with an arrow into its diagonal.

use super::{CELL, Canvas, Ink, Length, Point};
use cluewright_puzzle::{Cell, Layout};
use std::fmt::Write;

/// How far each further clue at a place stands behind the one before, in cells.
const BEHIND: f64 = 0.6;

/// A clue outside the grid.
#[derive(Clone, Debug)]
pub(super) struct Outside {
    /// Row and column of the place: just before its first cell.
    pub(super) place: (i32, i32),
    /// The way to that cell, down and right.
    pub(super) way: (i32, i32),
    pub(super) text: String,
    /// What is drawn around the text: `circle`, `tower`, `room`.
    pub(super) mark: Option<String>,
    pub(super) ink: Ink,
    /// The tag of the group that it belongs to.
    pub(super) group: Option<String>,
}

/// Room that is needed around the grid.
#[derive(Default)]
pub(super) struct Margins {
    pub(super) left: f64,
    pub(super) right: f64,
    pub(super) top: f64,
    pub(super) bottom: f64,
}

impl Outside {
    const fn is_diagonal(&self) -> bool {
        self.way.0 != 0 && self.way.1 != 0
    }
}

/// Draws the clues outside the grid; the room that they take.
pub(super) fn place(canvas: &mut Canvas<'_>) -> Margins {
    let mut clues = std::mem::take(&mut canvas.outside);
    clues.sort_by_key(|clue| !clue.is_diagonal());
    let mut margins = Margins::default();
    // Clues that are placed, and how many stand before each.
    let mut placed: Vec<(&Outside, u32)> = vec![];
    for clue in &clues {
        let out = outwards(&canvas.puzzle.layout, clue.place);
        // Two diagonals may begin at one place, each with a half of it.
        let is_before = |(other, _): &&(&Outside, u32)| {
            other.place == clue.place && (!clue.is_diagonal() || other.way == clue.way)
        };
        let before = placed.iter().filter(is_before);
        let before = before.map(|(_, before)| before + 1).max().unwrap_or(0);
        placed.push((clue, before));
        let behind = BEHIND * f64::from(before);
        margins.widen(&canvas.puzzle.layout, clue.place, (1.0 + behind) * CELL);
        let (row, column) = clue.place;
        let centre = Point { x: 0.0, y: 0.0 }
            .moved(f64::from(column) + 0.5, f64::from(row) + 0.5)
            .moved(f64::from(out.1) * behind, f64::from(out.0) * behind);
        let group = clue.group.as_deref().unwrap_or("<g>\n");
        canvas.front().push_str(group);
        if clue.is_diagonal() {
            diagonal(canvas, clue, out, centre);
        } else {
            straight(canvas, clue, centre);
        }
        canvas.front().push_str("</g>\n");
    }
    margins
}

/// The way from the grid to a place beside it; at a corner up or down.
fn outwards(layout: &Layout, (row, column): (i32, i32)) -> (i32, i32) {
    let side = |at: i32, count: u8| i32::from(at >= i32::from(count)) - i32::from(at < 0);
    match side(row, layout.rows) {
        0 => (0, side(column, layout.columns)),
        down => (down, 0),
    }
}

impl Margins {
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

fn straight(canvas: &mut Canvas<'_>, clue: &Outside, centre: Point) {
    canvas.centred(centre, 0.38, &clue.ink, &clue.text);
    let (x, y) = (Length(centre.x), Length(centre.y));
    let wide = clue.text.chars().count() > 1;
    let half = CELL * if wide { 0.32 } else { 0.28 };
    let (left, right) = (Length(centre.x - half), Length(centre.x + half));
    let (top, bottom) = (Length(centre.y - half), Length(centre.y + half));
    let shape = match clue.mark.as_deref() {
        Some("circle") => format!("<circle cx=\"{x}\" cy=\"{y}\" r=\"{}\"", Length(half)),
        Some("room") => format!("<path d=\"M{left} {top}H{right}V{bottom}H{left}z\""),
        Some("tower") => {
            let roof = Length(centre.y - half * 1.4);
            format!("<path d=\"M{left} {bottom}V{top}L{x} {roof}L{right} {top}V{bottom}z\"")
        }
        _ => return,
    };
    let ink = &clue.ink;
    let _ = writeln!(
        canvas.front(),
        "{shape} {ink} fill=\"none\" stroke=\"currentColor\" stroke-width=\"1.5\"/>"
    );
}

/// The number in the half of its place that its arrow leaves.
fn diagonal(canvas: &mut Canvas<'_>, clue: &Outside, out: (i32, i32), centre: Point) {
    let (down, right) = (f64::from(clue.way.0), f64::from(clue.way.1));
    let at = match out {
        (_, 0) => centre.moved(0.26 * right, -0.14 * down),
        _ => centre.moved(-0.12 * right, 0.12 * down),
    };
    canvas.centred(at, 0.28, &clue.ink, &clue.text);
    let from = centre.moved(0.22 * right, 0.22 * down);
    let to = centre.moved(0.47 * right, 0.47 * down);
    canvas.straight_arrow(from, to, &clue.ink);
}

impl Canvas<'_> {
    /// A short straight arrow in front of everything.
    fn straight_arrow(&mut self, from: Point, to: Point, ink: &Ink) {
        let (right, down) = ((to.x - from.x).signum(), (to.y - from.y).signum());
        let (one, other) = (to.moved(-0.13 * right, 0.0), to.moved(0.0, -0.13 * down));
        let _ = writeln!(
            self.front(),
            "<path d=\"M{from}L{to}M{one}L{to}L{other}\" {ink} fill=\"none\" \
             stroke=\"currentColor\" stroke-width=\"2\"/>"
        );
    }
}

/// The place before the first of some cells, and the way from it to them.
pub(super) fn before(
    layout: &Layout,
    line: &[Cell],
    diagonal: bool,
) -> Option<((i32, i32), (i32, i32))> {
    let place = |cell: Cell| {
        let (row, column) = layout.place(cell);
        (i32::from(row), i32::from(column))
    };
    let (row, column) = place(*line.first()?);
    let way = match line.get(1) {
        Some(&second) => {
            let (to_row, to_column) = place(second);
            ((to_row - row).signum(), (to_column - column).signum())
        }
        // A diagonal of one cell crosses a corner of the grid.
        None if diagonal => (
            if row == 0 { 1 } else { -1 },
            if column == 0 { -1 } else { 1 },
        ),
        None => (0, 1),
    };
    Some(((row - way.0, column - way.1), way))
}
