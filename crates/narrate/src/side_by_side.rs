//! Joins two texts side by side.

use crate::pieces;

/// Joins two texts line by line. The second text begins `gap` columns after the widest line of the first. Both texts may
/// contain colour marks, which have no width.
#[must_use]
pub fn join_side_by_side(left: &str, right: &str, gap: usize) -> String {
    let width = left.lines().map(visible_width).max().unwrap_or(0) + gap;
    let (mut lefts, mut rights) = (left.lines(), right.lines());
    let mut lines = vec![];
    loop {
        let (one, other) = (lefts.next(), rights.next());
        if one.is_none() && other.is_none() {
            return lines.join("\n");
        }
        let one = one.unwrap_or_default();
        // No line is wider than `width`, so the subtraction cannot underflow.
        let padding = width - visible_width(one);
        let line = format!("{one}{:padding$}{}", "", other.unwrap_or_default());
        lines.push(line.trim_end().to_owned());
    }
}

fn visible_width(line: &str) -> usize {
    pieces(line).map(|(_, piece)| piece.chars().count()).sum()
}

#[cfg(test)]
mod tests {
    use super::join_side_by_side;
    use crate::paint::{Paint, Painted};

    #[test]
    fn the_shorter_text_ends_early() {
        assert_eq!(
            join_side_by_side("ab\nc", "x\ny\nz", 2),
            "ab  x\nc   y\n    z"
        );
        assert_eq!(join_side_by_side("ab\nc", "x", 1), "ab x\nc");
    }

    #[test]
    fn colours_take_no_width() {
        let bold = Painted(Paint::Bold, "a").to_string();
        let shown = join_side_by_side(&format!("{bold}\nb"), "x\ny", 1);
        assert_eq!(shown, format!("{bold} x\nb y"));
    }
}
