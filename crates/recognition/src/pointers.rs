//! Arrows within a cell, which point along a row, a column or a diagonal.

use crate::members::{Label, Look};
use crate::sketch::{Mark, Stroke};
use cluewright_puzzle::{Cell, Layout};
use cluewright_rules::{Ends, Form, MarkShape};

/// The text that represents such an arrow, whichever way it points. The style of a rule about these arrows has this
/// text.
pub(crate) const SIGN: char = '→';

/// A step in rows and columns.
pub(crate) type Step = (i32, i32);

/// The signs for arrows, clockwise from the right.
const SIGNS: [&str; 8] = ["→", "↘", "↓", "↙", "←", "↖", "↑", "↗"];

/// Steps in the order of [`SIGNS`].
const STEPS: [Step; 8] = [
    (0, 1),
    (1, 1),
    (1, 0),
    (1, -1),
    (0, -1),
    (-1, -1),
    (-1, 0),
    (-1, 1),
];

/// Minimum length of an arrow, in cells. The direction of a shorter stroke is not visible.
const SHORTEST: f64 = 0.05;

/// Maximum deviation from a direction, as a share of the arrow's length.
const ASKEW: f64 = 0.15;

/// Returns the look that all such arrows share.
pub(crate) fn look() -> Look {
    Look {
        form: Form::Cell,
        shape: Some(MarkShape::Bare),
        ends: Ends::None,
        colour: None,
        label: Label::Letters(SIGN),
    }
}

/// Returns the cell of a straight arrow within one cell, and the step in its direction; `None` for other strokes.
pub(crate) fn of_stroke(stroke: &Stroke) -> Option<(Cell, Step)> {
    let &[cell] = stroke.cells.as_slice() else {
        return None;
    };
    let mut steps = stroke.points.windows(2).map(|pair| {
        let (from, to) = (pair[0], pair[1]);
        step(to.0 - from.0, to.1 - from.1)
    });
    let first = steps.next()??;
    let is_straight = steps.all(|other| other == Some(first));
    (stroke.has_head && is_straight).then_some((cell, first))
}

/// Returns the step in the direction of a text that consists of an arrow; `None` for other texts.
pub(crate) fn of_mark(mark: &Mark) -> Option<Step> {
    // Some fonts draw an arrow as a picture unless a selector for text follows it.
    let sign = mark.text.trim_end_matches('\u{fe0e}');
    let at = SIGNS.iter().position(|&other| other == sign)?;
    let turns = mark.angle / 45.0;
    let is_eighth = (turns - turns.round()).abs() < ASKEW;
    let turned = (at as i64 + turns.round() as i64).rem_euclid(8);
    is_eighth.then_some(STEPS[turned as usize])
}

/// Returns the step in the direction of a line. Returns `None` if the line is too short, or if it runs neither along a
/// row or column nor along a diagonal.
fn step(down: f64, right: f64) -> Option<Step> {
    let length = down.abs().max(right.abs());
    let unit = |part: f64| match part.abs() / length {
        share if share <= ASKEW => Some(0),
        share if share >= 1.0 - ASKEW => Some(part.signum() as i32),
        _ => None,
    };
    (length >= SHORTEST).then_some(())?;
    Some((unit(down)?, unit(right)?))
}

/// Returns the cells at which an arrow points, from the one next to its cell to the edge of the grid.
pub(crate) fn cells_ahead(cell: Cell, (down, right): Step, layout: &Layout) -> Vec<Cell> {
    let (row, column) = layout.place(cell);
    let mut at = (i32::from(row), i32::from(column));
    std::iter::from_fn(|| {
        at = (at.0 + down, at.1 + right);
        layout.cell_at(at.0, at.1)
    })
    .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_have_one_of_eight_directions() {
        for (line, expected) in [
            ((0.0, 0.3), Some((0, 1))),
            ((-0.25, 0.02), Some((-1, 0))),
            ((0.21, -0.2), Some((1, -1))),
            ((0.3, 0.15), None),
            ((0.01, 0.0), None),
            ((0.0, 0.0), None),
        ] {
            assert_eq!(step(line.0, line.1), expected, "{line:?}");
        }
    }

    #[test]
    fn an_arrow_points_at_the_cells_up_to_the_edge() {
        let layout = Layout::square(4);
        let ahead = |step| -> Vec<u16> {
            let cells = cells_ahead(Cell(5), step, &layout).into_iter();
            cells.map(|cell| cell.0).collect()
        };
        assert_eq!(ahead((0, 1)), [6, 7]);
        assert_eq!(ahead((1, 1)), [10, 15]);
        assert_eq!(ahead((-1, 0)), [1]);
    }
}
