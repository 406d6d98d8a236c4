//! Joins edges that are drawn one by one into lines, outlines of cages, and borders of boxes.

use super::board::Point;
use crate::kit::borders::default_or_own;
use cluewright_puzzle::{Boxes, Cell, Layout};
use std::collections::{BTreeMap, BTreeSet};

/// An edge, given by the numbers of its two end points.
pub(super) type Edge = (usize, usize);

/// Joins edges into lines. A line ends at a point at which another edge branches off.
pub(super) fn chains(edges: &[Edge]) -> Vec<Vec<usize>> {
    // The maps are sorted, so that a drawing gives the same lines in every run.
    let mut links: BTreeMap<usize, BTreeSet<usize>> = BTreeMap::new();
    for &(from, to) in edges {
        links.entry(from).or_default().insert(to);
        links.entry(to).or_default().insert(from);
    }
    let degrees: BTreeMap<usize, usize> = links.iter().map(|(&p, next)| (p, next.len())).collect();
    let is_inner = |point: usize| degrees[&point] == 2;
    let (inner, ends): (Vec<usize>, Vec<usize>) = links.keys().partition(|&&p| is_inner(p));
    let mut chains = vec![];
    // Lines that start at ends and branches are joined first, so that only closed loops remain afterwards.
    for start in ends.into_iter().chain(inner) {
        while let Some(next) = take_link(&mut links, start) {
            let mut chain = vec![start, next];
            let mut at = next;
            while at != start
                && is_inner(at)
                && let Some(next) = take_link(&mut links, at)
            {
                chain.push(next);
                at = next;
            }
            chains.push(chain);
        }
    }
    chains
}

fn take_link(links: &mut BTreeMap<usize, BTreeSet<usize>>, from: usize) -> Option<usize> {
    let next = links.get_mut(&from)?.pop_first()?;
    if let Some(back) = links.get_mut(&next) {
        back.remove(&from);
    }
    Some(next)
}

/// Groups edges into connected outlines.
pub(super) fn find_outlines(edges: &[Edge]) -> Vec<Vec<Edge>> {
    let mut links: BTreeMap<usize, Vec<usize>> = BTreeMap::new();
    for (number, &(from, to)) in edges.iter().enumerate() {
        links.entry(from).or_default().push(number);
        links.entry(to).or_default().push(number);
    }
    let mut outlines = vec![];
    let mut is_used = vec![false; edges.len()];
    for start in 0..edges.len() {
        let mut waiting = vec![start];
        let mut outline = vec![];
        while let Some(number) = waiting.pop() {
            if !std::mem::replace(&mut is_used[number], true) {
                let (from, to) = edges[number];
                outline.push((from, to));
                waiting.extend(links[&from].iter().chain(&links[&to]));
            }
        }
        if !outline.is_empty() {
            outlines.push(outline);
        }
    }
    outlines
}

/// Returns the cells whose centres lie inside an outline of straight edges.
pub(super) fn find_enclosed_cells(outline: &[(Point, Point)], layout: &Layout) -> Vec<Cell> {
    let is_inside = |&cell: &Cell| {
        let (row, column) = layout.place(cell);
        let (row, column) = (f64::from(row) + 0.5, f64::from(column) + 0.5);
        let crosses = |&&(from, to): &&(Point, Point)| {
            let is_beside = from[1] == to[1] && from[1] < column;
            is_beside && from[0].min(to[0]) < row && row < from[0].max(to[0])
        };
        // A ray to the left crosses the outline an odd number of times if and only if it starts inside. It is
        // horizontal, so only upright edges can cross it.
        outline.iter().filter(crosses).count() % 2 == 1
    };
    layout.cells().filter(is_inside).collect()
}

/// Returns the boxes that heavy edges enclose. `None` unless the edges divide the grid into one region per digit, each with
/// one cell per digit.
pub(super) fn boxes(edges: &[(Point, Point)], layout: &Layout) -> Option<Boxes> {
    let borders: BTreeSet<[i64; 4]> = edges.iter().map(|&(from, to)| border(from, to)).collect();
    let mut numbers = vec![None; layout.cell_count()];
    let mut regions = 0u8;
    for cell in layout.cells() {
        if numbers[cell.index()].is_some() {
            continue;
        }
        let size = flood(cell, regions, &borders, layout, &mut numbers);
        (size == usize::from(layout.digit_count)).then_some(())?;
        regions = regions.checked_add(1)?;
    }
    (regions == layout.digit_count).then_some(())?;
    Some(default_or_own(layout, numbers))
}

/// Returns a key for the border between two cells. The key does not depend on the direction in which the border is drawn.
fn border(from: Point, to: Point) -> [i64; 4] {
    let whole = |point: Point| [point[0].round() as i64, point[1].round() as i64];
    let (from, to) = (whole(from), whole(to));
    let ([a, b], [c, d]) = (from.min(to), from.max(to));
    [a, b, c, d]
}

/// Numbers the cells of a region by a flood fill, and returns the size of the region.
fn flood(
    start: Cell,
    number: u8,
    borders: &BTreeSet<[i64; 4]>,
    layout: &Layout,
    numbers: &mut [Option<u8>],
) -> usize {
    let mut waiting = vec![start];
    let mut size = 0;
    while let Some(cell) = waiting.pop() {
        if numbers[cell.index()].replace(number).is_some() {
            continue;
        }
        size += 1;
        let (row, column) = layout.place(cell);
        let (r, c) = (i64::from(row), i64::from(column));
        let (row, column) = (i32::from(row), i32::from(column));
        let sides = [
            ((row - 1, column), [r, c, r, c + 1]),
            ((row + 1, column), [r + 1, c, r + 1, c + 1]),
            ((row, column - 1), [r, c, r + 1, c]),
            ((row, column + 1), [r, c + 1, r + 1, c + 1]),
        ];
        let open = sides.iter().filter(|(_, border)| !borders.contains(border));
        let cells = open.filter_map(|&((row, column), _)| layout.cell_at(row, column));
        waiting.extend(cells.filter(|cell| numbers[cell.index()].is_none()));
    }
    size
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edges_are_joined_up_to_branches() {
        assert_eq!(chains(&[(2, 1), (2, 3), (4, 3)]), [[1, 2, 3, 4]]);
        assert_eq!(chains(&[(1, 2), (2, 3), (3, 1)]), [[1, 2, 3, 1]]);
        let star = chains(&[(1, 5), (2, 5), (5, 3)]);
        assert_eq!(star, [[1, 5], [2, 5], [3, 5]]);
        assert!(chains(&[]).is_empty());
    }

    #[test]
    fn outlines_enclose_cells() {
        let outlines = find_outlines(&[(1, 2), (7, 8), (2, 3)]);
        assert_eq!(outlines, [vec![(1, 2), (2, 3)], vec![(7, 8)]]);
        let layout = Layout::square(4);
        let corners = [[0.2, 0.2], [0.2, 1.8], [0.8, 1.8], [0.8, 0.2]];
        let edges: Vec<(Point, Point)> =
            (0..4).map(|n| (corners[n], corners[(n + 1) % 4])).collect();
        let names: Vec<_> = find_enclosed_cells(&edges, &layout)
            .iter()
            .map(|&c| layout.name(c))
            .collect();
        assert_eq!(names, ["R1C1", "R1C2"]);
    }
}
