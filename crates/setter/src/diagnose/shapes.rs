//! Clues of simple shapes in any position: straight lines, straight arrows, and small cages. Their sizes are similar
//! to the sizes of the rule's other clues.

use super::places::reverse;
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Layout, Puzzle};
use cluewright_rules::{Book, Rule, Shape, fingerprint};
use std::collections::BTreeSet;

/// Maximum number of cells in a cage. There are thousands of larger shapes.
const LARGEST_PATCH: usize = 4;
/// The steps of straight lines. The first four, [`SIDES`], lead to cells that share a side.
const STEPS: [(i32, i32); 8] = [
    (0, 1),
    (1, 0),
    (0, -1),
    (-1, 0),
    (1, 1),
    (1, -1),
    (-1, -1),
    (-1, 1),
];
const SIDES: usize = 4;

/// Returns clues of simple shapes for a rule, without their values. `clues` are the puzzle's clues of the rule.
pub(super) fn list_simple(layout: &Layout, rule: &Rule, clues: &[&Clue]) -> Vec<Clue> {
    let sizes = || clues.iter().map(|clue| clue.cells().count());
    let (Some(least), Some(most)) = (sizes().min(), sizes().max()) else {
        return vec![];
    };
    let sizes = least.saturating_sub(1).max(2)..=most + 1;
    let shapes = match rule.shape {
        Shape::Line | Shape::Arrow => straight_lines(layout),
        Shape::Group if rule.typical.cage => patches(layout),
        _ => return vec![],
    };
    let fitting = shapes
        .into_iter()
        .filter(|cells| sizes.contains(&cells.len()));
    fitting
        .filter_map(|cells| on_cells(clues[0], rule.shape, cells))
        .collect()
}

/// Returns copies of a line without one of its end cells, or a copy of an arrow with a single bulb cell, without its
/// last cell. Returns nothing if the clue has fewer than four cells.
pub(super) fn shorten(clue: &Clue, shape: Shape) -> Vec<Clue> {
    let cells: Vec<Cell> = clue.cells().collect();
    if cells.len() < 4 {
        return vec![];
    }
    let without_last = cells[..cells.len() - 1].to_vec();
    let lists = match (shape, clue.slots.len()) {
        (Shape::Line, 1) => vec![without_last, cells[1..].to_vec()],
        (Shape::Arrow, 2) if clue.slots[0].1.len() == 1 => vec![without_last],
        _ => vec![],
    };
    let shorter = lists.into_iter();
    shorter
        .filter_map(|cells| on_cells(clue, shape, cells))
        .collect()
}

/// Returns a copy of a clue on other cells. For an arrow, the first cell is the bulb.
fn on_cells(clue: &Clue, shape: Shape, cells: Vec<Cell>) -> Option<Clue> {
    let mut other = clue.clone();
    match (shape, &mut other.slots[..]) {
        (Shape::Arrow, [(_, bulb), (_, shaft)]) => {
            *shaft = cells[1..].to_vec();
            *bulb = cells[..1].to_vec();
        }
        (Shape::Line | Shape::Group, [(_, place)]) => *place = cells,
        _ => return None,
    }
    Some(other)
}

/// Returns all straight lines with two or more cells, each in both directions.
fn straight_lines(layout: &Layout) -> Vec<Vec<Cell>> {
    let mut found = vec![];
    for cell in layout.cells() {
        for step in STEPS {
            let along = std::iter::successors(Some(cell), |&cell| next(layout, cell, step));
            let line: Vec<Cell> = along.collect();
            found.extend((2..=line.len()).map(|length| line[..length].to_vec()));
        }
    }
    found
}

/// Returns all connected areas with two to [`LARGEST_PATCH`] cells.
fn patches(layout: &Layout) -> Vec<Vec<Cell>> {
    let mut all = vec![];
    let mut last: BTreeSet<Vec<Cell>> = layout.cells().map(|cell| vec![cell]).collect();
    for _ in 1..LARGEST_PATCH {
        let mut larger = BTreeSet::new();
        for patch in &last {
            let beside = patch.iter().flat_map(|&cell| {
                let steps = STEPS.iter().take(SIDES);
                steps.filter_map(move |&step| next(layout, cell, step))
            });
            for cell in beside.filter(|cell| !patch.contains(cell)) {
                let mut cells = [&patch[..], &[cell]].concat();
                // The same patch grows from several smaller ones, so its cells are sorted to make the copies equal.
                cells.sort_unstable();
                larger.insert(cells);
            }
        }
        all.extend(larger.iter().cloned());
        last = larger;
    }
    all
}

fn next(layout: &Layout, cell: Cell, (down, right): (i32, i32)) -> Option<Cell> {
    let (row, column) = layout.place(cell);
    layout.cell_at(i32::from(row) + down, i32::from(column) + right)
}

/// Returns `true` if a clue has a different meaning when it is read from its other end.
pub(super) fn has_direction(puzzle: &Puzzle, book: &Book, clue: &Clue) -> bool {
    let shape = book.rule(&clue.rule).map(|rule| rule.shape);
    let Some(reversed) = shape.ok().and_then(|shape| reverse(clue, shape)) else {
        return false;
    };
    // Fingerprints ignore rotations and reflections. No rotation or reflection keeps both of these givens in place.
    let corner = puzzle
        .layout
        .cells()
        .take(2)
        .zip(puzzle.layout.digits().iter());
    let corner: Vec<Given> = corner
        .map(|(cell, digit)| Given {
            cell,
            digits: DigitSet::one(digit),
        })
        .collect();
    let meaning = |clue: Clue| {
        let mut alone = Puzzle::new(puzzle.layout.clone());
        alone.extras.clone_from(&puzzle.extras);
        alone.own_rules.clone_from(&puzzle.own_rules);
        alone.givens.clone_from(&corner);
        alone.clues.push(clue);
        fingerprint(&alone, book).ok()
    };
    meaning(clue.clone()) != meaning(reversed)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn line(rule: &str) -> Clue {
        let layout = Layout::square(9);
        Clue::on(rule, layout.row(4).take(4).collect::<Vec<Cell>>())
    }

    #[test]
    fn thermometers_have_a_direction_and_whispers_have_none() {
        let puzzle = Puzzle::new(Layout::square(9));
        for (rule, directed) in [
            ("thermometer", true),
            ("slow-thermometer", true),
            ("german-whisper", false),
            ("palindrome", false),
            ("renban", false),
        ] {
            let clue = line(rule);
            assert_eq!(
                has_direction(&puzzle, Book::builtin(), &clue),
                directed,
                "{rule}"
            );
        }
    }

    #[test]
    fn simple_shapes_are_about_as_large_as_the_other_clues() {
        let layout = Layout::square(9);
        let count = |rule: &str, clue: &Clue| {
            let rule = Book::builtin().rule(rule).expect("a rule of the book");
            let found = list_simple(&layout, rule, &[clue]);
            let mut sizes: Vec<usize> = found.iter().map(|clue| clue.cells().count()).collect();
            sizes.sort_unstable();
            sizes.dedup();
            (found.len(), sizes)
        };
        let (lines, sizes) = count("thermometer", &line("thermometer"));
        assert_eq!(sizes, [3, 4, 5]);
        // Lines of 3, 4 and 5 cells have 7, 6 and 5 positions in each row and column. Diagonal lines have as many
        // positions in each of the two dimensions.
        let straight = |free: usize| 4 * 9 * free + 4 * free * free;
        assert_eq!(lines, straight(7) + straight(6) + straight(5));
        let cage = Clue::on("killer-cage", layout.row(0).take(2).collect::<Vec<Cell>>());
        let (cages, sizes) = count("killer-cage", &cage);
        assert_eq!(sizes, [2, 3]);
        assert_eq!(cages, 2 * 72 + 2 * 63 + 4 * 64);
    }
}
