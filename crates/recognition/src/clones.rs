//! Clones: drawings of the same shape whose cells hold the same digits.

use crate::members::Member;
use cluewright_puzzle::{Cell, Clue, Layout};
use cluewright_rules::Rule;
use std::collections::BTreeMap;

/// Returns clues that make each drawing a copy of the first drawing with the same shape; `None` if a drawing has no
/// copy. Rotated and mirrored shapes are different shapes.
pub(crate) fn clues(rule: &Rule, members: &[Member], layout: &Layout) -> Option<Vec<Clue>> {
    let mut by_shape: BTreeMap<Vec<(i32, i32)>, Vec<Vec<Cell>>> = BTreeMap::new();
    for member in members {
        let mut cells = member.cells.clone();
        // Reading order gives equal shapes equal offsets, and pairs each cell with the right cell of the copy.
        cells.sort_unstable();
        by_shape
            .entry(shape(&cells, layout)?)
            .or_default()
            .push(cells);
    }
    let mut clues = vec![];
    for copies in by_shape.values() {
        let (first, others) = copies.split_first()?;
        if others.is_empty() {
            return None;
        }
        clues.extend(others.iter().map(|copy| {
            Clue::new(&rule.name)
                .slot("cells", first.clone())
                .slot("copy", copy.clone())
        }));
    }
    Some(clues)
}

/// Returns the offsets of cells from the first cell, in rows and columns.
fn shape(cells: &[Cell], layout: &Layout) -> Option<Vec<(i32, i32)>> {
    let place = |cell: &Cell| {
        let (row, column) = layout.place(*cell);
        (i32::from(row), i32::from(column))
    };
    let (top, left) = place(cells.first()?);
    let places = cells.iter().map(place);
    Some(
        places
            .map(|(row, column)| (row - top, column - left))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::members::{Label, Look};
    use cluewright_rules::{Book, Ends, Form};

    fn member(cells: &[u16]) -> Member {
        Member {
            look: Look {
                form: Form::Area,
                shape: None,
                ends: Ends::None,
                colour: None,
                label: Label::None,
            },
            cells: cells.iter().copied().map(Cell).collect(),
            bulb: vec![],
            seat: None,
            text: String::new(),
            elements: vec![],
        }
    }

    #[test]
    fn drawings_of_one_shape_are_copies() {
        let rule = Book::builtin().rule("clone").expect("a rule of the book");
        let layout = Layout::square(9);
        let clues = |members: &[&[u16]]| {
            let members: Vec<Member> = members.iter().map(|cells| member(cells)).collect();
            clues(rule, &members, &layout).map(|clues| clues.len())
        };
        let corner: [u16; 3] = [0, 1, 9];
        assert_eq!(clues(&[&corner, &[40, 41, 49], &[60, 61, 69]]), Some(2));
        assert_eq!(
            clues(&[&corner, &[30, 31], &[60, 61], &[40, 41, 49]]),
            Some(2)
        );
        // In the first case, the second shape is a mirror image. In the second case, the third shape has no copy.
        assert_eq!(clues(&[&corner, &[40, 41, 50]]), None);
        assert_eq!(clues(&[&corner, &[40, 41, 49], &[60, 61]]), None);
    }
}
