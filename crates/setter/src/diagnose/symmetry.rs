//! Finds clues that would continue the layout of the other clues, and cages for cells that no cage covers.
//!
//! A clue continues the layout if it is the image of another clue under a motion of the grid that also maps other clues to
//! each other. A motion is a rotation, a reflection, or a shift from one clue to another clue of the same shape.

use super::shapes::{has_direction, list_simple, shorten};
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::{Book, Shape};
use std::collections::BTreeSet;

/// The number of rotations and reflections around a cell. Number 0 is the identity.
const TURNS: u8 = 8;
/// Penalty, in bits, for a clue that the layout of most other clues suggests, or that completes a cover of the grid.
const ASKED: u32 = 1;
/// Penalty, in bits, for the image of a clue under a symmetry that maps no other clues to each other.
const IMAGE: u32 = 4;
/// Penalty, in bits, for a copy of a clue in any other position. [`SIMPLE`] is for clues that are shorter or have a
/// simple shape.
const COPY: u32 = 8;
const SIMPLE: u32 = 9;
/// Additional penalty, in bits, for a copy that shares a cell with another clue of its rule. In 514 featured puzzles,
/// 38 % of all arrows and 10 % of all lines share a cell, but most copies in free positions would share one.
const CROSSED_ARROW: u32 = 2;
const CROSSED_LINE: u32 = 4;
/// Maximum number of images to try. The likeliest images come first.
const MOST: usize = 60;

/// A rotation or reflection around the first cell, followed by a shift.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Motion {
    turn: u8,
    down: i32,
    right: i32,
}

/// Returns the images of clues under motions, in free positions and with the original values. Each image comes with
/// its penalty in bits.
pub(super) fn images(puzzle: &Puzzle, book: &Book) -> Vec<(u32, Clue)> {
    let layout = &puzzle.layout;
    let grid = layout.cell_count();
    let placed = |clue: &&Clue| {
        clue.parts.is_empty()
            && clue.cells().next().is_some()
            && clue.cells().all(|cell| cell.index() < grid)
    };
    let clues: Vec<&Clue> = puzzle.clues.iter().filter(placed).collect();
    let rules: BTreeSet<&str> = clues.iter().map(|clue| clue.rule.as_str()).collect();
    let whole = rate_symmetries(layout, &clues);
    let mut found = find_uncovered(puzzle, book, &clues);
    for rule in rules {
        let of_rule = clues.iter().filter(|clue| clue.rule == rule);
        let of_rule: Vec<&Clue> = of_rule.copied().collect();
        let is_cage = is_cage(book, rule);
        let alone = whole
            .iter()
            .map(|&(motion, distance)| (motion, Some(distance)));
        let shifts = shifts(layout, &of_rule)
            .into_iter()
            .map(|motion| (motion, None));
        let asked = alone
            .chain(shifts)
            .flat_map(|(motion, alone)| find_suggested(layout, &of_rule, motion, alone));
        found.extend(asked.filter(|(_, image)| !is_cage || !overlaps(&of_rule, image)));
    }
    found.sort_by_key(|(distance, _)| *distance);
    let mut different: Vec<(u32, Clue)> = vec![];
    for (distance, clue) in found {
        if different.len() < MOST
            && !different
                .iter()
                .any(|(_, other)| is_same_clue(other, &clue))
        {
            different.push((distance, clue));
        }
    }
    different
}

/// Returns clues in all free positions, each with its penalty in bits. These are rotated and reflected copies of the
/// puzzle's clues, the same clues without one end, and clues of simple shapes. The list is incomplete if time runs
/// out.
pub(super) fn copies(
    puzzle: &Puzzle,
    book: &Book,
    has_time: &dyn Fn() -> bool,
) -> Vec<(u32, Clue)> {
    let grid = puzzle.layout.cell_count();
    let is_copied = |clue: &&Clue| {
        clue.parts.is_empty()
            && clue.cells().count() > 1
            && clue.cells().all(|cell| cell.index() < grid)
    };
    let clues: Vec<&Clue> = puzzle.clues.iter().filter(is_copied).collect();
    let rules: BTreeSet<&str> = clues.iter().map(|clue| &*clue.rule).collect();
    let mut found = vec![];
    for rule in rules {
        let of_rule = clues.iter().filter(|clue| clue.rule == rule);
        let of_rule: Vec<&Clue> = of_rule.copied().collect();
        found.extend(copies_of(puzzle, book, &of_rule, has_time));
    }
    found
}

/// Returns copies of a rule's clues, and similar clues, in all free positions.
fn copies_of(
    puzzle: &Puzzle,
    book: &Book,
    clues: &[&Clue],
    has_time: &dyn Fn() -> bool,
) -> Vec<(u32, Clue)> {
    let layout = &puzzle.layout;
    let rule = clues.first().and_then(|clue| book.rule(&clue.rule).ok());
    let is_copied = |shape| matches!(shape, Shape::Line | Shape::Group | Shape::Arrow);
    let Some(rule) = rule.filter(|rule| is_copied(rule.shape)) else {
        return vec![];
    };
    // If direction has a meaning, a clue that is read from the other end is a different clue.
    let longest = clues.iter().max_by_key(|clue| clue.cells().count());
    let is_directed = longest.is_some_and(|clue| has_direction(puzzle, book, clue));
    let place = |clue: &Clue| match is_directed {
        true => clue.cells().collect(),
        false => sort_cells(clue),
    };
    let mut places: BTreeSet<Vec<Cell>> = clues.iter().map(|clue| place(clue)).collect();
    let mut found = vec![];
    let mut add = |distance: u32, new: &mut dyn Iterator<Item = Clue>| {
        for clue in new.take_while(|_| has_time()) {
            let crossed = match (overlaps(clues, &clue), rule.shape) {
                (false, _) => 0,
                (true, Shape::Arrow) => CROSSED_ARROW,
                (true, Shape::Line) => CROSSED_LINE,
                (true, _) => continue,
            };
            if places.insert(place(&clue)) {
                found.push((distance + crossed, clue));
            }
        }
    };
    let placed = |clue: &Clue| -> Vec<Clue> {
        let motions = everywhere(layout, clue).into_iter();
        motions
            .filter_map(|motion| motion.clue(layout, clue))
            .collect()
    };
    let timely = || clues.iter().take_while(|_| has_time());
    for clue in timely() {
        add(COPY, &mut placed(clue).into_iter());
    }
    for clue in timely() {
        let shorter = shorten(clue, rule.shape);
        add(SIMPLE, &mut shorter.iter().flat_map(placed));
    }
    let simple = list_simple(layout, rule, clues);
    add(SIMPLE, &mut simple.into_iter());
    found
}

/// Returns the motions that move the top left corner of a clue's bounding box to some cell of the grid.
fn everywhere(layout: &Layout, clue: &Clue) -> Vec<Motion> {
    let mut motions = vec![];
    for turn in 0..TURNS {
        let turned = Motion::new(turn, (0, 0));
        let from = corner(clue.cells().map(|cell| turned.place(layout, cell)));
        let to = layout.cells().map(|cell| place(layout, cell));
        motions.extend(to.map(|to| Motion::new(turn, (to.0 - from.0, to.1 - from.1))));
    }
    motions
}

/// Returns the clues that a motion suggests, that is, the images that the puzzle lacks. The penalty is low if the
/// motion maps many clues of the rule to each other, and higher the more images are missing. `alone` is the penalty
/// if the motion maps no clues to each other. If `alone` is `None`, such a motion suggests no clues.
fn find_suggested(
    layout: &Layout,
    clues: &[&Clue],
    motion: Motion,
    alone: Option<u32>,
) -> Vec<(u32, Clue)> {
    let there: BTreeSet<Vec<Cell>> = clues.iter().map(|clue| sort_cells(clue)).collect();
    let images = clues.iter().filter_map(|clue| motion.clue(layout, clue));
    let (old, new): (Vec<Clue>, Vec<Clue>) =
        images.partition(|image| there.contains(&sort_cells(image)));
    let distance = match (old.len(), alone) {
        (0, Some(alone)) => alone,
        // A single pair of clues with the same shape proves little, because some shift always maps one clue to the other.
        (1, None) if new.len() > 1 => return vec![],
        (0, None) => return vec![],
        (matched, alone) => {
            let asked = ASKED + ((new.len() + matched) / matched).ilog2();
            alone.map_or(asked, |alone| asked.min(alone))
        }
    };
    new.into_iter().map(|image| (distance, image)).collect()
}

/// Returns the rotations and reflections of the grid, except the identity.
fn symmetries(layout: &Layout) -> Vec<Motion> {
    let (last_row, last_column) = (i32::from(layout.rows) - 1, i32::from(layout.columns) - 1);
    let is_square = last_row == last_column;
    // Exchanging rows and columns does not map a rectangle onto itself.
    let turns = (1..TURNS).filter(|turn| is_square || turn & 4 == 0);
    let motion = |turn: u8| {
        let down = if turn & 1 != 0 { last_row } else { 0 };
        let right = if turn & 2 != 0 { last_column } else { 0 };
        match turn & 4 != 0 {
            true => Motion::new(turn, (right, down)),
            false => Motion::new(turn, (down, right)),
        }
    };
    turns.map(motion).collect()
}

/// Returns the symmetries of the grid, each with the penalty for its images. The penalty depends on the share of all
/// clues that the symmetry maps to clues.
fn rate_symmetries(layout: &Layout, clues: &[&Clue]) -> Vec<(Motion, u32)> {
    let place = |clue: &Clue| (clue.rule.clone(), sort_cells(clue));
    let there: BTreeSet<(String, Vec<Cell>)> = clues.iter().map(|clue| place(clue)).collect();
    let rate = |motion: Motion| {
        let images = clues.iter().filter_map(|clue| motion.clue(layout, clue));
        let (all, matched) = images.fold((0, 0), |(all, matched), image| {
            (
                all + 1,
                matched + usize::from(there.contains(&place(&image))),
            )
        });
        match matched {
            0 => IMAGE,
            _ => IMAGE.min(ASKED + (all / matched as u32).ilog2()),
        }
    };
    let symmetries = symmetries(layout).into_iter();
    symmetries.map(|motion| (motion, rate(motion))).collect()
}

/// Returns the largest number of a rule's clues that a single symmetry of the grid maps to clues. `others` are all clues of
/// the rule except `clue`.
pub(super) fn count_matched(layout: &Layout, clue: &Clue, others: &[&Clue]) -> usize {
    let clues = || others.iter().copied().chain([clue]);
    let there: BTreeSet<Vec<Cell>> = clues().map(sort_cells).collect();
    let matched = |motion: Motion| {
        let images = clues().filter_map(|clue| motion.clue(layout, clue));
        images
            .filter(|image| there.contains(&sort_cells(image)))
            .count()
    };
    let symmetries = symmetries(layout).into_iter();
    symmetries.map(matched).max().unwrap_or(0)
}

/// Returns the motions that map a clue to another clue of its shape. Clues with one or two cells are excluded, because too
/// many motions map such clues to each other.
fn shifts(layout: &Layout, clues: &[&Clue]) -> BTreeSet<Motion> {
    let large = clues.iter().filter(|clue| clue.cells().count() > 2);
    let large: Vec<&Clue> = large.copied().collect();
    let mut found = BTreeSet::new();
    for (one, other) in large.iter().flat_map(|a| large.iter().map(move |b| (a, b))) {
        // A clue always maps to itself, which proves no symmetry.
        if std::ptr::eq(*one, *other) || one.cells().count() != other.cells().count() {
            continue;
        }
        for turn in 0..TURNS {
            let turned = Motion::new(turn, (0, 0));
            let from = corner(one.cells().map(|cell| turned.place(layout, cell)));
            let to = corner(other.cells().map(|cell| place(layout, cell)));
            let motion = Motion::new(turn, (to.0 - from.0, to.1 - from.1));
            let image = motion.clue(layout, one);
            if image.is_some_and(|image| is_same_clue(&image, other)) {
                found.insert(motion);
            }
        }
    }
    found
}

/// Returns the smallest row and the smallest column among the positions.
fn corner(places: impl Iterator<Item = (i32, i32)>) -> (i32, i32) {
    places.fold((i32::MAX, i32::MAX), |least, place| {
        (least.0.min(place.0), least.1.min(place.1))
    })
}

fn place(layout: &Layout, cell: Cell) -> (i32, i32) {
    let (row, column) = layout.place(cell);
    (i32::from(row), i32::from(column))
}

impl Motion {
    const fn new(turn: u8, (down, right): (i32, i32)) -> Self {
        Self { turn, down, right }
    }

    /// Returns the image of a cell, which may be outside the grid.
    fn place(self, layout: &Layout, cell: Cell) -> (i32, i32) {
        let (row, column) = place(layout, cell);
        let row = if self.turn & 1 != 0 { -row } else { row };
        let column = if self.turn & 2 != 0 { -column } else { column };
        let (row, column) = match self.turn & 4 != 0 {
            true => (column, row),
            false => (row, column),
        };
        (row + self.down, column + self.right)
    }

    /// Returns the image of a clue. Returns `None` if a part of it is outside the grid.
    fn clue(self, layout: &Layout, clue: &Clue) -> Option<Clue> {
        let mut image = clue.clone();
        for (_, cells) in &mut image.slots {
            for cell in cells {
                let (row, column) = self.place(layout, *cell);
                *cell = layout.cell_at(row, column)?;
            }
        }
        Some(image)
    }
}

/// Returns `true` if two clues have the same rule and the same cells.
fn is_same_clue(one: &Clue, other: &Clue) -> bool {
    one.rule == other.rule && sort_cells(one) == sort_cells(other)
}

fn sort_cells(clue: &Clue) -> Vec<Cell> {
    let mut cells: Vec<Cell> = clue.cells().collect();
    cells.sort_unstable();
    cells
}

fn is_cage(book: &Book, rule: &str) -> bool {
    book.rule(rule).is_ok_and(|rule| rule.typical.cage)
}

/// Returns `true` if a clue shares a cell with one of `clues`.
fn overlaps(clues: &[&Clue], clue: &Clue) -> bool {
    clues.iter().any(|other| {
        let mut cells = other.cells();
        cells.any(|cell| clue.cells().any(|own| own == cell))
    })
}

/// If the cages of a rule cover at least half of the grid, returns a cage for each uncovered area. Areas of a single cell,
/// and areas with more cells than there are digits, are left out.
fn find_uncovered(puzzle: &Puzzle, book: &Book, clues: &[&Clue]) -> Vec<(u32, Clue)> {
    let layout = &puzzle.layout;
    let Some(first) = clues.iter().find(|clue| is_cage(book, &clue.rule)) else {
        return vec![];
    };
    let of_its_rule = puzzle.clues.iter().filter(|clue| clue.rule == first.rule);
    let covered: Vec<Cell> = of_its_rule.flat_map(Clue::cells).collect();
    let mut free: Vec<Cell> = layout
        .cells()
        .filter(|cell| !covered.contains(cell))
        .collect();
    if free.len() * 2 > layout.cell_count() {
        return vec![];
    }
    let mut cages = vec![];
    while let Some(start) = free.pop() {
        let mut cells = vec![start];
        let mut next = 0;
        while let Some(&cell) = cells.get(next) {
            let (row, column) = layout.place(cell);
            let beside = |other: &Cell| {
                let (other_row, other_column) = layout.place(*other);
                row.abs_diff(other_row) + column.abs_diff(other_column) == 1
            };
            cells.extend(free.extract_if(.., |other| beside(other)));
            next += 1;
        }
        // A cage holds different digits, so it cannot have more cells than there are digits.
        if (2..=usize::from(layout.digit_count)).contains(&cells.len()) {
            cells.sort_unstable();
            let mut cage = (*first).clone();
            cage.slots[0].1 = cells;
            cages.push((ASKED, cage));
        }
    }
    cages
}
