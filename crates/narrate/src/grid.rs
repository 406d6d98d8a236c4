//! Draws a grid of text cells, with lines around boxes of any shape.

use super::paint::{Paint, Painted};
use cluewright_puzzle::Layout;
use std::fmt::{self, Display, Formatter};

/// The content of one cell and its emphasis.
#[derive(Clone, Debug, Default)]
pub struct Look {
    /// A digit, several candidates, or nothing.
    pub text: String,
    /// `true` to put a `*` before the text, because terminals may not show colours.
    pub marked: bool,
    /// The colours of the content.
    pub paint: Paint,
}

impl Look {
    /// Creates a cell's content without colours or a mark.
    #[must_use]
    pub fn plain(text: impl Into<String>) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// A grid of texts. `Display` renders it in several lines, with marks in place of colours (see [`Paint`]).
#[derive(Clone, Debug)]
pub struct Grid {
    rows: usize,
    columns: usize,
    /// The box of each cell; `None` outside boxes.
    boxes: Vec<Option<usize>>,
    looks: Vec<Look>,
    width: usize,
}

/// Box-drawing characters for the corners. The index is a bit mask of the lines that meet there, in the order
/// up, down, left, right.
const CORNERS: [char; 16] = [
    ' ', '│', '│', '│', '─', '┘', '┐', '┤', '─', '└', '┌', '├', '─', '┴', '┬', '┼',
];

impl Grid {
    /// Creates a grid of cells in reading order; missing cells are empty.
    #[must_use]
    pub fn new(layout: &Layout, mut looks: Vec<Look>) -> Self {
        looks.resize(layout.cell_count(), Look::default());
        let mut boxes = vec![None; layout.cell_count()];
        for (number, cells) in layout.box_cells().iter().enumerate() {
            for cell in cells {
                boxes[cell.index()] = Some(number);
            }
        }
        let widths = looks.iter().map(|look| look.text.chars().count());
        Self {
            rows: layout.rows.into(),
            columns: layout.columns.into(),
            boxes,
            width: widths.max().unwrap_or(0).max(1),
            looks,
        }
    }

    /// Returns `true` if there is a line above a cell. `row` may be one past the last row.
    fn wall_above(&self, row: usize, column: usize) -> bool {
        row == 0 || row == self.rows || self.has_wall_between((row - 1, column), (row, column))
    }

    /// Returns `true` if there is a line to the left of a cell. `column` may be one past the last column.
    fn wall_before(&self, row: usize, column: usize) -> bool {
        column == 0
            || column == self.columns
            || self.has_wall_between((row, column - 1), (row, column))
    }

    fn has_wall_between(&self, one: (usize, usize), other: (usize, usize)) -> bool {
        self.boxes[one.0 * self.columns + one.1] != self.boxes[other.0 * self.columns + other.1]
    }

    /// Returns `true` for each column that has a line on its left in some row. Every row leaves room for that
    /// line, so that columns stay aligned.
    fn columns_with_walls(&self) -> Vec<bool> {
        let in_any_row = |column| (0..self.rows).any(|row| self.wall_before(row, column));
        (0..=self.columns).map(in_any_row).collect()
    }

    fn corner(&self, row: usize, column: usize) -> char {
        let up = row > 0 && self.wall_before(row - 1, column);
        let down = row < self.rows && self.wall_before(row, column);
        let left = column > 0 && self.wall_above(row, column - 1);
        let right = column < self.columns && self.wall_above(row, column);
        let bits = [up, down, left, right].map(usize::from);
        CORNERS[bits[0] + 2 * bits[1] + 4 * bits[2] + 8 * bits[3]]
    }

    fn write_rule(&self, f: &mut Formatter<'_>, row: usize, walls: &[bool]) -> fmt::Result {
        for (column, &wall) in walls.iter().enumerate() {
            if wall {
                if column > 0 {
                    f.write_str(if self.wall_above(row, column - 1) {
                        "─"
                    } else {
                        " "
                    })?;
                }
                write!(f, "{}", self.corner(row, column))?;
            }
            if column < self.columns {
                let line = if self.wall_above(row, column) {
                    "─"
                } else {
                    " "
                };
                f.write_str(&line.repeat(self.width + 1))?;
            }
        }
        Ok(())
    }

    fn write_cells(&self, f: &mut Formatter<'_>, row: usize, walls: &[bool]) -> fmt::Result {
        for (column, &wall) in walls.iter().enumerate() {
            if wall {
                f.write_str(if column > 0 { " " } else { "" })?;
                f.write_str(if self.wall_before(row, column) {
                    "│"
                } else {
                    " "
                })?;
            }
            if column < self.columns {
                let look = &self.looks[row * self.columns + column];
                let mark = if look.marked { '*' } else { ' ' };
                // The painted text may contain colour marks, which have no width, so the padding is computed without
                // them.
                let padding = self.width - look.text.chars().count();
                write!(
                    f,
                    "{mark}{}{:padding$}",
                    Painted(look.paint, &look.text),
                    ""
                )?;
            }
        }
        Ok(())
    }
}

impl Display for Grid {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        let walls = self.columns_with_walls();
        for row in 0..=self.rows {
            if (0..self.columns).any(|column| self.wall_above(row, column)) {
                self.write_rule(f, row, &walls)?;
                if row < self.rows {
                    writeln!(f)?;
                }
            }
            if row < self.rows {
                self.write_cells(f, row, &walls)?;
                writeln!(f)?;
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::Boxes;

    fn grid(layout: &Layout, digits: &str) -> String {
        let looks = digits.chars().map(String::from).map(Look::plain).collect();
        Grid::new(layout, looks).to_string()
    }

    #[test]
    fn default_boxes_stand_close() {
        let drawn = grid(&Layout::square(4), "1234341221434321");
        let expected = "\
┌─────┬─────┐
│ 1 2 │ 3 4 │
│ 3 4 │ 1 2 │
├─────┼─────┤
│ 2 1 │ 4 3 │
│ 4 3 │ 2 1 │
└─────┴─────┘";
        assert_eq!(drawn, expected);
    }

    #[test]
    fn lines_follow_irregular_boxes() {
        let layout = Layout {
            boxes: Boxes::Own(b"001101110".iter().map(|b| Some(b - b'0')).collect()),
            ..Layout::square(3)
        };
        let expected = "\
┌───────┬───┐
│ 1   2 │ 3 │
├───┐   │   │
│ 2 │ 3 │ 1 │
│   └───┼───┤
│ 3   1 │ 2 │
└───────┴───┘";
        assert_eq!(grid(&layout, "123231312"), expected);
    }

    #[test]
    fn marks_and_candidates_keep_columns_straight() {
        let layout = Layout {
            boxes: Boxes::None,
            ..Layout::square(2)
        };
        let looks = vec![
            Look::plain("12"),
            Look {
                marked: true,
                ..Look::plain("1")
            },
        ];
        let expected = "\
┌───────┐
│ 12*1  │
│       │
└───────┘";
        assert_eq!(Grid::new(&layout, looks).to_string(), expected);
    }
}
