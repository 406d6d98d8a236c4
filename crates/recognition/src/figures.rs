//! Branching lines: lines that look alike and touch at an end form one figure.

use crate::members::Member;
use cluewright_puzzle::{Cell, Clue, Layout};
use cluewright_rules::{Rule, Shape};
use std::collections::BTreeSet;

/// Lines that are connected because an end of one lies on another.
pub(crate) struct Figure<'m> {
    pub(crate) lines: Vec<&'m Member>,
}

/// Groups lines into figures: two lines are connected if an end of one lies on the other. Lines that only cross stay
/// separate.
pub(crate) fn figures(lines: &[Member]) -> Vec<Figure<'_>> {
    let mut figures: Vec<Figure<'_>> = vec![];
    for line in lines {
        let (touching, mut apart): (Vec<_>, Vec<_>) = figures
            .into_iter()
            .partition(|figure| figure.lines.iter().any(|other| touch(line, other)));
        let mut joined: Vec<&Member> = touching
            .into_iter()
            .flat_map(|figure| figure.lines)
            .collect();
        joined.push(line);
        apart.push(Figure { lines: joined });
        figures = apart;
    }
    figures
}

fn touch(line: &Member, other: &Member) -> bool {
    let ends_on = |a: &Member, b: &Member| {
        let mut ends = a.cells.first().into_iter().chain(a.cells.last());
        ends.any(|end| b.cells.contains(end))
    };
    ends_on(line, other) || ends_on(other, line)
}

impl Figure<'_> {
    /// Returns `true` if the figure is a single line that visits no cell twice, except that it may end in its first
    /// cell.
    pub(crate) fn is_path(&self) -> bool {
        match self.lines[..] {
            [line] => {
                let is_closed = line.cells.first() == line.cells.last();
                self.cells().len() + usize::from(is_closed) == line.cells.len()
            }
            _ => false,
        }
    }

    /// Returns the figure as a clue of a rule. If the rule compares pieces, the clue has one slot for each piece within
    /// a box; otherwise it has all cells of the figure.
    pub(crate) fn clue(&self, rule: &Rule, layout: &Layout) -> Clue {
        match rule.shape {
            Shape::Pieces => {
                let pieces = self.pieces(layout).into_iter();
                pieces.fold(Clue::new(&rule.name), |clue, piece| {
                    clue.slot("cells", piece)
                })
            }
            _ => Clue::on(&rule.name, self.cells().into_iter().collect::<Vec<_>>()),
        }
    }

    fn cells(&self) -> BTreeSet<Cell> {
        let cells = self.lines.iter().flat_map(|line| &line.cells);
        cells.copied().collect()
    }

    /// Returns the connected pieces into which the borders of boxes divide the figure, each in reading order.
    fn pieces(&self, layout: &Layout) -> Vec<Vec<Cell>> {
        let boxes = layout.box_cells();
        let box_of = |cell: Cell| boxes.iter().position(|cells| cells.contains(&cell));
        let mut pieces: Vec<BTreeSet<Cell>> = self
            .cells()
            .into_iter()
            .map(|cell| BTreeSet::from([cell]))
            .collect();
        for step in self.lines.iter().flat_map(|line| line.cells.windows(2)) {
            if box_of(step[0]) == box_of(step[1]) {
                join(&mut pieces, step[0], step[1]);
            }
        }
        pieces
            .into_iter()
            .map(|piece| piece.into_iter().collect())
            .collect()
    }
}

/// Joins the pieces that contain two cells, if these are different pieces.
fn join(pieces: &mut Vec<BTreeSet<Cell>>, a: Cell, b: Cell) {
    let holding =
        |pieces: &[BTreeSet<Cell>], cell| pieces.iter().position(|piece| piece.contains(&cell));
    if let (Some(first), Some(second)) = (holding(pieces, a), holding(pieces, b))
        && first != second
    {
        // Removing the later piece keeps the index of the earlier piece valid.
        let piece = pieces.remove(first.max(second));
        pieces[first.min(second)].extend(piece);
    }
}
