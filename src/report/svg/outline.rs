//! Outlines of sets of cells, slightly inside their edges.

use std::collections::BTreeMap;
use std::fmt::Write;

/// The row and column of a cell.
type Place = (i32, i32);
/// A point: its integer distances to the right and down.
type Corner = (i32, i32);

/// Returns the closed outlines of a set of cells as path data. Each cell is `cell` units wide, and the outlines are
/// `inset` units inside the cells' edges. Every loop is a single line, so that its dashes continue around corners.
pub(super) fn outline(cells: &[Place], cell: i32, inset: i32) -> String {
    // The inset separates cells that touch only at a corner, so each corner has one successor. The map is sorted, so
    // the same cells always give the same path.
    let mut next: BTreeMap<Corner, Corner> = BTreeMap::new();
    for &place in cells {
        next.extend(sides(cells, place, cell, inset));
    }
    let mut path = String::new();
    while let Some((&start, _)) = next.iter().next() {
        let mut corners = vec![start];
        let mut at = start;
        while let Some(to) = next.remove(&at) {
            corners.push(to);
            at = to;
        }
        // The loop has returned to its start, so the last corner repeats the first corner.
        corners.pop();
        let straight = |a: Corner, b: Corner, c: Corner| {
            (a.0 == b.0 && b.0 == c.0) || (a.1 == b.1 && b.1 == c.1)
        };
        let count = corners.len();
        let bends = (0..count).filter(|&n| {
            let (before, after) = (corners[(n + count - 1) % count], corners[(n + 1) % count]);
            !straight(before, corners[n], after)
        });
        for (number, n) in bends.enumerate() {
            let (x, y) = corners[n];
            let _ = write!(path, "{}{x} {y}", if number == 0 { 'M' } else { 'L' });
        }
        path.push('z');
    }
    path
}

/// Returns the parts of the outline along the sides of a cell, clockwise.
fn sides(cells: &[Place], (row, column): Place, cell: i32, inset: i32) -> Vec<(Corner, Corner)> {
    let has = |(down, right): (i32, i32)| cells.contains(&(row + down, column + right));
    // All lengths are doubled here, so that middles are whole numbers. Corners are keys of a map, so they must be
    // exact.
    let middle = (2 * column * cell + cell, 2 * row * cell + cell);
    let mut sides = vec![];
    // For each side: the direction out of the cell, and the clockwise direction along the side.
    for (out, along) in [
        ((-1, 0), (0, 1)),
        ((0, 1), (1, 0)),
        ((1, 0), (0, -1)),
        ((0, -1), (-1, 0)),
    ] {
        if has(out) {
            continue;
        }
        // Returns the distance from the middle of the side to the end of its line. A corner that turns inwards shortens
        // the line, an adjacent cell extends it to the edge, and a corner that turns outwards extends it further.
        let reach = |sign: i32| {
            let beside = (sign * along.0, sign * along.1);
            let across = (beside.0 + out.0, beside.1 + out.1);
            match (has(beside), has(across)) {
                (false, _) => cell - 2 * inset,
                (true, false) => cell,
                (true, true) => cell + 2 * inset,
            }
        };
        let end = |sign: i32| {
            let (far, away) = (sign * reach(sign), cell - 2 * inset);
            let x = middle.0 + far * along.1 + away * out.1;
            let y = middle.1 + far * along.0 + away * out.0;
            (x / 2, y / 2)
        };
        sides.push((end(-1), end(1)));
    }
    sides
}

#[cfg(test)]
mod tests {
    use super::outline;

    #[test]
    fn one_cell_has_four_corners() {
        assert_eq!(outline(&[(0, 0)], 10, 1), "M1 1L9 1L9 9L1 9z");
    }

    #[test]
    fn an_inner_corner_is_closed() {
        let path = outline(&[(0, 0), (0, 1), (1, 0)], 10, 1);
        assert_eq!(path, "M1 1L19 1L19 9L9 9L9 19L1 19z");
    }

    #[test]
    fn a_ring_has_two_outlines() {
        let ring: Vec<_> = (0..9)
            .map(|n| (n / 3, n % 3))
            .filter(|at| *at != (1, 1))
            .collect();
        let path = outline(&ring, 10, 1);
        assert_eq!(path.matches('z').count(), 2);
        assert!(path.starts_with("M1 1L29 1L29 29L1 29z"), "{path}");
    }

    #[test]
    fn cells_that_touch_at_a_corner_stay_apart() {
        let path = outline(&[(0, 0), (1, 1)], 10, 1);
        assert_eq!(path, "M1 1L9 1L9 9L1 9zM11 11L19 11L19 19L11 19z");
    }
}
