//! Draws random clues of any rule. Each clue has a random position, and values that make it true of the grid.

use cluewright_puzzle::{Cell, Clue, Layout, Param, Puzzle};
use cluewright_rules::{Book, Clues, Default, Listing, Lists, ParamKind, Placement, Rule, Shape};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng as Random;
use std::collections::BTreeSet;

/// Maximum value to try for a parameter, unless the sum of the clue's cells is larger.
const MOST: i64 = 60;
/// Maximum number of values to compare by strength if several values of a clue are possible.
const COMPARED: usize = 6;

/// Chooses parameters that make a clue true of the grid, and returns the clue with these parameters. Returns `None` if it
/// finds none. If several values are possible, compares a few of them and chooses the one for which the clue is false in the
/// most `samples`. Without samples, chooses the sum of the cells if it is possible, otherwise a random value.
pub fn fit(
    book: &Book,
    rule: &Rule,
    puzzle: &Puzzle,
    mut clue: Clue,
    (solution, samples): (&[u8], &[Vec<u8>]),
    random: &mut Random,
) -> Option<Clue> {
    let is_true = |clue: &Clue, grid: &[u8]| book.holds(puzzle, 0, clue, grid) == Ok(true);
    let holds = |clue: &Clue| is_true(clue, solution);
    let sum: i64 = clue
        .cells()
        .map(|cell| i64::from(solution[cell.index()]))
        .sum();
    for spec in &rule.params {
        let open = matches!(spec.default, Default::Required | Default::Optional);
        if !open || clue.params.contains_key(&spec.name) {
            continue;
        }
        let mut values: Vec<Param> = match spec.kind {
            ParamKind::Number => (0..=MOST.max(sum)).map(Param::Int).collect(),
            ParamKind::Numbers | ParamKind::NumberOrNumbers => {
                let digits: Vec<u8> = clue.cells().map(|c| solution[c.index()]).collect();
                vec![Param::Ints(list_digits(
                    rule.typical.digits,
                    &digits,
                    random,
                ))]
            }
            ParamKind::Text => vec![],
        };
        values.shuffle(random);
        // The sum of the cells is tried first. Most numbers are sums, so other numbers rarely need to be tried.
        values.sort_by_key(|value| *value != Param::Int(sum));
        let with = |value: &Param| clue.clone().with(&spec.name, value.clone());
        let fits = |value: &Param| holds(&with(value));
        let mut fitting = values.into_iter().filter(fits);
        let first = fitting.next()?;
        // If the sum fits and the next larger number does not, the number is taken to be a sum, so no other values are
        // compared.
        let is_sum = first == Param::Int(sum) && !fits(&Param::Int(sum + 1));
        let best = match samples.is_empty() || is_sum {
            true => first,
            false => {
                let others = fitting.take(COMPARED - 1);
                let all: Vec<Param> = std::iter::once(first).chain(others).collect();
                let strength = |value: &Param| {
                    let clue = with(value);
                    samples.iter().filter(|grid| !is_true(&clue, grid)).count()
                };
                all.into_iter().max_by_key(strength)?
            }
        };
        clue.params.insert(spec.name.clone(), best);
    }
    holds(&clue).then_some(clue)
}

/// Picks some of the digits at random, and lists them in the format of the rule.
fn list_digits(listing: Listing, digits: &[u8], random: &mut Random) -> Vec<i64> {
    let some = random.random_range(1..=2);
    let kinds: BTreeSet<u8> = digits.sample(random, some).copied().collect();
    let of_kinds = digits.iter().copied().filter(|digit| kinds.contains(digit));
    let digits: Vec<u8> = match listing {
        Listing::Every | Listing::Counted => of_kinds.collect(),
        Listing::Some => digits.sample(random, some + 1).copied().collect(),
    };
    numbers(listing, &digits)
}

/// Lists the digits of a clue's cells in the format of the rule: in ascending order, or each digit with its number of
/// occurrences.
pub(super) fn numbers(listing: Listing, digits: &[u8]) -> Vec<i64> {
    let mut digits: Vec<i64> = digits.iter().map(|&digit| digit.into()).collect();
    digits.sort_unstable();
    let runs = digits.chunk_by(|one, other| one == other);
    match listing {
        Listing::Counted => runs.flat_map(|run| [run.len() as i64, run[0]]).collect(),
        Listing::Some | Listing::Every => digits,
    }
}

/// Returns all clues of the given dot rules that are true of the solution.
#[must_use]
pub fn marks(book: &Book, base: &Puzzle, rules: &[String], solution: &[u8]) -> Vec<Clue> {
    let layout = &base.layout;
    let pairs = layout.cells().flat_map(|cell| {
        let (row, column) = layout.place(cell);
        // Steps lead only right and down, so that each pair occurs once.
        let steps = [(0, 1), (1, 0)].map(|(r, c)| (i32::from(row) + r, i32::from(column) + c));
        steps
            .into_iter()
            .filter_map(move |(r, c)| Some([cell, layout.cell_at(r, c)?]))
    });
    let clues = pairs.flat_map(|pair| rules.iter().map(move |rule| Clue::on(rule, pair)));
    clues
        .filter(|clue| book.holds(base, 0, clue, solution) == Ok(true))
        .collect()
}

/// Draws a random position for a clue of the rule's shape. If the shape allows any number of cells, chooses a number
/// from `sizes`. Returns `None` if no valid position was found.
pub fn place(
    rule: &Rule,
    base: &Puzzle,
    sizes: (usize, usize),
    solution: &[u8],
    random: &mut Random,
) -> Option<Clue> {
    let layout = &base.layout;
    let name = rule.name.as_str();
    let count = random.random_range(sizes.0..=sizes.1);
    let cell = |random: &mut Random| Cell::from_index(random.random_range(0..layout.cell_count()));
    let walk = |count, random: &mut Random| walk(layout, cell(random), count, random);
    Some(match rule.shape {
        Shape::Arms | Shape::Control if rule.typical.place == Some(Placement::Layer) => {
            around(rule, base, cell(random))?
        }
        Shape::Global | Shape::Arms => return None,
        Shape::Cell => Clue::on(name, [cell(random)]),
        Shape::Pair => Clue::on(name, neighbours(layout, walk(2, random)?)?),
        Shape::Line => Clue::on(name, walk(count, random)?),
        Shape::Group => {
            let cells = match rule.typical.place {
                Some(Placement::Circles) => circles(solution, random),
                Some(Placement::Minima) => extremes(layout, solution, true, random),
                Some(Placement::Maxima) => extremes(layout, solution, false, random),
                Some(Placement::Scattered) => scatter(layout, count, random),
                Some(Placement::Walk) => walk(count, random)?,
                _ => patch(layout, cell(random), count, random),
            };
            Clue::on(name, cells)
        }
        Shape::Square => {
            let corner = cell(random);
            let at = |row, column| offset(layout, corner, row, column);
            Clue::on(name, [at(0, 0)?, at(0, 1)?, at(1, 0)?, at(1, 1)?])
        }
        Shape::Outside => Clue::on(name, line(layout, random)),
        Shape::Diagonal => Clue::on(name, diagonal(layout, cell(random), random)?),
        Shape::Arrow => {
            let cells = walk(count, random)?;
            // A pill is read from left to right, so its second cell must be to the right of the first.
            let pill = random.random_bool(0.2) && offset(layout, cells[0], 0, 1) == Some(cells[1]);
            let (bulb, shaft) = cells.split_at(1 + usize::from(pill));
            Clue::new(name).slot("bulb", bulb).slot("shaft", shaft)
        }
        Shape::Pieces => {
            let other = match rule.typical.lists {
                Lists::Single => return Some(Clue::on(name, walk(count, random)?)),
                Lists::Equal => count,
                Lists::Free => random.random_range(sizes.0..=sizes.1),
            };
            let (cells, others) = (walk(count, random)?, walk(other, random)?);
            if cells.iter().any(|cell| others.contains(cell)) {
                return None;
            }
            Clue::on(name, cells).slot("cells", others)
        }
        Shape::Copy => {
            let cells = patch(layout, cell(random), count, random);
            let far = i32::from(layout.rows) - 1;
            let step = (
                random.random_range(-far..=far),
                random.random_range(-far..=far),
            );
            let copy = cells
                .iter()
                .map(|&cell| offset(layout, cell, step.0, step.1));
            let copy: Vec<Cell> = copy.collect::<Option<_>>()?;
            if cells.iter().any(|cell| copy.contains(cell)) {
                return None;
            }
            Clue::on(name, cells).slot("copy", copy)
        }
        Shape::Control => {
            let cells = walk(count + 1, random)?;
            Clue::new(name)
                .slot("control", &cells[..1])
                .slot("cells", &cells[1..])
        }
    })
}

/// Draws a path of king's moves that does not touch itself. Returns `None` if the path gets stuck.
fn walk(layout: &Layout, start: Cell, count: usize, random: &mut Random) -> Option<Vec<Cell>> {
    let mut cells = vec![start];
    while cells.len() < count {
        let last = cells[cells.len() - 1];
        let steps = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
        let next = steps.filter_map(|(row, column)| offset(layout, last, row, column));
        let next: Vec<Cell> = next
            .filter(|&cell| !tangles(layout, &cells, cell))
            .collect();
        cells.push(*next.choose(random)?);
    }
    Some(cells)
}

/// Returns `true` if a line would touch itself after being extended to a cell. The second-to-last cell may be
/// diagonally adjacent, as at a right angle. Earlier cells may not be adjacent at all.
pub(super) fn tangles(layout: &Layout, cells: &[Cell], next: Cell) -> bool {
    let (row, column) = layout.place(next);
    let mut earlier = cells.iter().rev().skip(1).enumerate();
    // The callers' steps include (0, 0), which would repeat the last cell.
    let is_last = cells.last() == Some(&next);
    is_last
        || earlier.any(|(number, &cell)| {
            let (r, c) = layout.place(cell);
            let (down, right) = (row.abs_diff(r), column.abs_diff(c));
            match number {
                0 => down + right <= 1,
                _ => down.max(right) <= 1,
            }
        })
}

/// Draws orthogonally connected cells, in reading order. Each step draws two neighbours of the patch and adds the one
/// that touches more of its cells, so that the patch is compact rather than winding.
fn patch(layout: &Layout, start: Cell, count: usize, random: &mut Random) -> Vec<Cell> {
    let sides = [(0, 1), (1, 0), (0, -1), (-1, 0)];
    let beside = |cell: Cell| {
        let next = sides.into_iter();
        next.filter_map(move |(row, column)| offset(layout, cell, row, column))
    };
    let mut cells = vec![start];
    while cells.len() < count {
        let next = cells.iter().flat_map(|&cell| beside(cell));
        // The set is ordered. Otherwise the same seed could give different patches.
        let next: BTreeSet<Cell> = next.filter(|cell| !cells.contains(cell)).collect();
        let next: Vec<Cell> = next.into_iter().collect();
        let touched = |cell: &Cell| beside(*cell).filter(|other| cells.contains(other)).count();
        let best = next.sample(random, 2).copied().max_by_key(touched);
        let Some(best) = best else {
            break;
        };
        cells.push(best);
    }
    cells.sort_unstable();
    cells
}

/// Returns the cells if they are two orthogonal neighbours, otherwise `None`.
fn neighbours(layout: &Layout, cells: Vec<Cell>) -> Option<Vec<Cell>> {
    let ((row, column), (other, beside)) = (layout.place(cells[0]), layout.place(cells[1]));
    (row == other || column == beside).then_some(cells)
}

fn scatter(layout: &Layout, count: usize, random: &mut Random) -> Vec<Cell> {
    let mut cells: Vec<Cell> = layout.cells().collect();
    cells.shuffle(random);
    cells.truncate(count);
    cells.sort_unstable();
    cells
}

/// Returns a clue about the region of a cell. The clue's cells are the labels on the four arms from that cell, or the labels
/// of the cell and its neighbours. Labels are the values of the first layer.
fn around(rule: &Rule, base: &Puzzle, control: Cell) -> Option<Clue> {
    let layout = &base.layout;
    base.extras.first()?;
    let label = |cell: Cell| Cell::from_index(layout.cell_count() + cell.index());
    let clue = Clue::new(&rule.name).slot("control", [control]);
    if rule.shape == Shape::Arms {
        let arms = [(0, 1), (1, 0), (0, -1), (-1, 0)].map(|(row, column)| {
            let next = |&cell: &Cell| offset(layout, cell, row, column);
            std::iter::successors(Some(control), next)
                .map(label)
                .collect::<Vec<Cell>>()
        });
        let long = arms.into_iter().filter(|arm| arm.len() > 1);
        return Some(long.fold(clue, |clue, arm| clue.slot("cells", arm)));
    }
    let steps = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
    let beside = steps.filter(|&step| step != (0, 0));
    let beside = beside.filter_map(|(row, column)| offset(layout, control, row, column));
    let cells: Vec<Cell> = std::iter::once(control).chain(beside).map(label).collect();
    Some(clue.slot("cells", cells))
}

/// Returns a random row or column, in a random direction.
fn line(layout: &Layout, random: &mut Random) -> Vec<Cell> {
    let mut cells: Vec<Cell> = match random.random_bool(0.5) {
        true => layout.row(random.random_range(0..layout.rows)).collect(),
        false => layout
            .column(random.random_range(0..layout.columns))
            .collect(),
    };
    if random.random_bool(0.5) {
        cells.reverse();
    }
    cells
}

/// Returns a whole diagonal with three or more cells, in a random direction. Returns `None` if no such diagonal starts at
/// the cell.
fn diagonal(layout: &Layout, start: Cell, random: &mut Random) -> Option<Vec<Cell>> {
    let steps = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
    let &(row, column) = steps.choose(random)?;
    if offset(layout, start, -row, -column).is_some() {
        return None;
    }
    let next = |&cell: &Cell| offset(layout, cell, row, column);
    let cells: Vec<Cell> = std::iter::successors(Some(start), next).collect();
    (cells.len() >= 3).then_some(cells)
}

/// Chooses a few digits `d` at random and, for each, `d` of the cells that contain it.
fn circles(solution: &[u8], random: &mut Random) -> Vec<Cell> {
    let kinds: BTreeSet<u8> = solution.sample(random, 4).copied().collect();
    let mut circles: Vec<Cell> = vec![];
    for digit in kinds {
        let places = solution.iter().enumerate().filter(|&(_, &d)| d == digit);
        let places: Vec<Cell> = places.map(|(index, _)| Cell::from_index(index)).collect();
        circles.extend(places.sample(random, digit.into()));
    }
    circles.sort_unstable();
    circles
}

/// Marks cells whose digits are less (or greater) than those of all unmarked neighbours. The cells are tried in
/// random order.
fn extremes(layout: &Layout, solution: &[u8], least: bool, random: &mut Random) -> Vec<Cell> {
    let mut cells: Vec<Cell> = layout.cells().collect();
    cells.shuffle(random);
    let mut marked: Vec<Cell> = vec![];
    let value = |cell: Cell| solution[cell.index()];
    for cell in cells {
        let steps = [(0, 1), (1, 0), (0, -1), (-1, 0)];
        let mut beside = steps
            .iter()
            .filter_map(|&(r, c)| offset(layout, cell, r, c));
        let beats = |other: Cell| (value(cell) < value(other)) == least;
        if beside.all(|other| marked.contains(&other) || beats(other)) {
            marked.push(cell);
        }
    }
    marked.sort_unstable();
    marked
}

pub(super) fn offset(layout: &Layout, cell: Cell, rows: i32, columns: i32) -> Option<Cell> {
    let (row, column) = layout.place(cell);
    layout.cell_at(i32::from(row) + rows, i32::from(column) + columns)
}
