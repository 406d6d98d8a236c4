//! Finds clues that a setter may have forgotten to enter: global rules, marks, and clues that continue the layout of
//! the others (`symmetry`). If the file includes its solution, numbers outside the grid are tried too.

use super::answer::Slip;
use super::slips::{Variation, fits, neighbours};
use super::symmetry::{copies, images};
use super::values::Values;
use cluewright_engine::model::Cite;
use cluewright_puzzle::{Cell, Clue, Param, Puzzle};
use cluewright_rules::{Book, Clues, Default, ParamKind, Rule, Shape};

/// Penalty for a forgotten global rule, in bits.
const RULE: u32 = 2;
/// Penalty for a forgotten mark, or for a forgotten number outside the grid, in bits.
const MARK: u32 = 4;

/// Lists the clues that the setter may have forgotten. If a solution is known, it determines their values. The list
/// is incomplete if time runs out.
pub(super) fn list_forgotten(
    puzzle: &Puzzle,
    book: &Book,
    solution: Option<&[u8]>,
    has_time: &dyn Fn() -> bool,
) -> Vec<Variation> {
    let clues = find_forgotten(puzzle, book, solution, has_time);
    add_each(puzzle, clues)
}

/// Lists copies of the puzzle's clues in all other positions. Callers try these last, because there are many of them.
/// Without a known solution, the copies get only values that other clues of the rule have.
pub(super) fn list_copies(
    puzzle: &Puzzle,
    book: &Book,
    solution: Option<&[u8]>,
    has_time: &dyn Fn() -> bool,
) -> Vec<Variation> {
    let tried = match solution {
        Some(_) => Tried::All,
        None => Tried::Present,
    };
    let copies = copies(puzzle, book, has_time);
    let clues = complete(puzzle, book, copies, (solution, tried), has_time);
    add_each(puzzle, clues)
}

/// Finds the same clues as [`list_copies`] with a known solution, but builds no puzzles.
pub(crate) fn find_copies(
    puzzle: &Puzzle,
    book: &Book,
    solution: &[u8],
    has_time: &dyn Fn() -> bool,
) -> Vec<(u32, Clue)> {
    let copies = copies(puzzle, book, has_time);
    complete(puzzle, book, copies, (Some(solution), Tried::All), has_time)
}

fn add_each(puzzle: &Puzzle, clues: Vec<(u32, Clue)>) -> Vec<Variation> {
    let variations = clues.into_iter();
    variations
        .map(|(distance, clue)| with(puzzle, clue, distance))
        .collect()
}

/// The values to try for a clue: all values that its rule allows, or only values from other clues of the rule.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Tried {
    All,
    Present,
}

/// Finds the same clues as [`list_forgotten`], each with its penalty in bits, but builds no puzzles.
pub(crate) fn find_forgotten(
    puzzle: &Puzzle,
    book: &Book,
    solution: Option<&[u8]>,
    has_time: &dyn Fn() -> bool,
) -> Vec<(u32, Clue)> {
    let mut found: Vec<(u32, Clue)> = rules(puzzle, book).map(|clue| (RULE, clue)).collect();
    for kind in kinds(puzzle) {
        let Ok(rule) = book.rule(&kind.rule) else {
            continue;
        };
        let more = match rule.shape {
            Shape::Pair => pairs(puzzle, &kind),
            Shape::Cell => cells(puzzle, &kind),
            Shape::Outside | Shape::Diagonal => match solution {
                Some(solution) => numbers(puzzle, book, rule, &kind, solution),
                None => vec![],
            },
            // Lines and areas have too many possible positions. The likely ones are among the images below.
            _ => vec![],
        };
        let more = more.into_iter().filter(|clue| fits(puzzle, book, clue));
        found.extend(more.map(|clue| (MARK, clue)));
    }
    let images = images(puzzle, book);
    found.extend(complete(
        puzzle,
        book,
        images,
        (solution, Tried::All),
        has_time,
    ));
    found
}

/// Expands each clue into one copy per possible value, until time runs out. Values that other clues have are
/// likelier.
fn complete(
    puzzle: &Puzzle,
    book: &Book,
    clues: Vec<(u32, Clue)>,
    (solution, tried): (Option<&[u8]>, Tried),
    has_time: &dyn Fn() -> bool,
) -> Vec<(u32, Clue)> {
    let mut found = vec![];
    for (distance, mut clue) in clues {
        if !has_time() {
            break;
        }
        // A motion may permute the cells. If their order has no meaning, they are sorted, so that equal clues compare equal.
        if !is_directed(book, &clue) {
            clue.slots
                .iter_mut()
                .for_each(|(_, cells)| cells.sort_unstable());
        }
        let valued = list_values(puzzle, book, &clue, solution, tried).into_iter();
        let fitting = valued.filter(|(_, clue)| fits(puzzle, book, clue));
        found.extend(fitting.map(|(bits, clue)| (distance + bits, clue)));
    }
    found
}

/// Returns `true` if the order of the cells has a meaning in clues of this rule.
fn is_directed(book: &Book, clue: &Clue) -> bool {
    let shape = book.rule(&clue.rule).map(|rule| rule.shape);
    !matches!(
        shape,
        Ok(Shape::Pair | Shape::Square | Shape::Group | Shape::Cell)
    )
}

/// Returns a copy of a clue for each of its possible values, each with its penalty in bits. If the solution is known,
/// only the copies that it satisfies remain.
fn list_values(
    puzzle: &Puzzle,
    book: &Book,
    clue: &Clue,
    solution: Option<&[u8]>,
    tried: Tried,
) -> Vec<(u32, Clue)> {
    let Ok(rule) = book.rule(&clue.rule) else {
        return vec![];
    };
    let mut more = puzzle.clone();
    more.clues.push(clue.clone());
    let index = puzzle.clues.len();
    let mut numbers = clue
        .params
        .iter()
        .filter(|(_, value)| matches!(value, Param::Int(_)));
    let mut all = match (numbers.next(), numbers.next()) {
        (None, _) => vec![(0, clue.clone())],
        (Some((name, _)), None) if rule.params.iter().any(|param| param.name == *name) => {
            let values = Values::of_rule(puzzle, rule, clue, name);
            let tried = values.iter(tried == Tried::All);
            tried
                .map(|(bits, number)| (bits, clue.clone().with(name, Param::Int(number))))
                .collect()
        }
        _ => vec![],
    };
    // If the solution is known, only one value fits each position, so a position with many possible values must not
    // be penalised for that. Penalties are therefore measured from that of the likeliest value.
    if solution.is_some() {
        let least = all.iter().map(|(bits, _)| *bits).min().unwrap_or(0);
        all.iter_mut().for_each(|(bits, _)| *bits -= least);
    }
    all.retain(|(_, clue)| {
        more.clues[index].clone_from(clue);
        solution.is_none_or(|values| book.holds(&more, index, clue, values).unwrap_or(false))
    });
    all
}

fn with(puzzle: &Puzzle, clue: Clue, distance: u32) -> Variation {
    let mut more = puzzle.clone();
    more.clues.push(clue);
    Variation {
        puzzle: more,
        changed: None,
        with: None,
        becomes: Cite::Clue(puzzle.clues.len() as u16),
        slip: Slip::Missing,
        distance,
    }
}

/// Returns clues of the global rules that the puzzle lacks and that have no required parameters.
fn rules(puzzle: &Puzzle, book: &Book) -> impl Iterator<Item = Clue> {
    let is_new = |rule: &&Rule| {
        let needs = |default: &Default| matches!(default, Default::Required);
        let global = rule.shape == Shape::Global;
        global
            && !rule.params.iter().any(|param| needs(&param.default))
            && !puzzle.clues.iter().any(|clue| clue.rule == rule.name)
    };
    let new = book.rules().filter_map(Result::ok).filter(is_new);
    new.map(|rule| Clue::new(&rule.name))
        .filter(|clue| fits(puzzle, book, clue))
}

/// Returns one clue without cells for each combination of rule and parameters among the clues that have a single slot
/// with only grid cells.
fn kinds(puzzle: &Puzzle) -> Vec<Clue> {
    let grid = puzzle.layout.cell_count();
    let is_plain =
        |clue: &&Clue| clue.slots.len() == 1 && clue.cells().all(|cell| cell.index() < grid);
    let mut kinds: Vec<Clue> = puzzle.clues.iter().filter(is_plain).cloned().collect();
    kinds.iter_mut().for_each(|clue| clue.slots.clear());
    kinds.sort();
    kinds.dedup();
    kinds
}

/// Returns clues like `kind` on every pair of neighbours that has no two-cell clue.
fn pairs(puzzle: &Puzzle, kind: &Clue) -> Vec<Clue> {
    let marked = |a: Cell, b: Cell| {
        let mut clues = puzzle.clues.iter();
        clues.any(|clue| {
            let cells = clue.cells_of("cells");
            cells.len() == 2 && cells.contains(&a) && cells.contains(&b)
        })
    };
    let mut found = vec![];
    for a in puzzle.layout.cells() {
        let beside = neighbours(puzzle, &[a], false).into_iter();
        let free = beside.filter(|&b| b > a && !marked(a, b));
        found.extend(free.map(|b| kind.clone().slot("cells", [a, b])));
    }
    found
}

/// Returns clues like `kind` on every cell without a clue of the same rule.
fn cells(puzzle: &Puzzle, kind: &Clue) -> Vec<Clue> {
    let has = |cell: Cell| {
        let mut clues = puzzle.clues.iter();
        clues.any(|clue| clue.rule == kind.rule && clue.cells().any(|other| other == cell))
    };
    let free = puzzle.layout.cells().filter(|&cell| !has(cell));
    free.map(|cell| kind.clone().slot("cells", [cell]))
        .collect()
}

/// Returns clues of the rule in every free position outside the grid, with the numbers that the solution implies.
fn numbers(puzzle: &Puzzle, book: &Book, rule: &Rule, kind: &Clue, solution: &[u8]) -> Vec<Clue> {
    let [param] = &rule.params[..] else {
        return vec![];
    };
    // Kinds that differ only in their number would all lead to the same clues, so only the first kind is used.
    let first = puzzle.clues.iter().find(|clue| clue.rule == kind.rule);
    let is_first = first.is_some_and(|clue| clue.params == kind.params);
    if param.kind != ParamKind::Number || !is_first {
        return vec![];
    }
    let taken = |line: &Vec<Cell>| {
        let mut clues = puzzle.clues.iter();
        clues.any(|clue| clue.rule == kind.rule && clue.cells_of("cells") == &line[..])
    };
    let free = lines(puzzle, rule.shape)
        .into_iter()
        .filter(|line| !taken(line));
    let most = i64::from(puzzle.layout.max_digit()) * i64::from(puzzle.layout.max_digit());
    let numbered = |line: Vec<Cell>| {
        let on_line = kind.clone().slot("cells", line);
        let clues = (0..=most).map(|number| on_line.clone().with(&param.name, Param::Int(number)));
        let mut more = puzzle.clone();
        more.clues.push(on_line.clone());
        let is_true = |clue: &Clue| {
            let index = puzzle.clues.len();
            more.clues[index].clone_from(clue);
            book.holds(&more, index, clue, solution).unwrap_or(false)
        };
        clues.into_iter().find(is_true)
    };
    free.filter_map(numbered).collect()
}

/// Returns all rows and columns for a shape outside the grid, otherwise all diagonals. Each line occurs in both
/// directions.
fn lines(puzzle: &Puzzle, shape: Shape) -> Vec<Vec<Cell>> {
    let layout = &puzzle.layout;
    let ways: &[(i32, i32)] = match shape {
        Shape::Outside => &[(0, 1), (0, -1), (1, 0), (-1, 0)],
        _ => &[(1, 1), (1, -1), (-1, 1), (-1, -1)],
    };
    let mut found = vec![];
    for cell in layout.cells() {
        let (row, column) = layout.place(cell);
        let (row, column) = (i32::from(row), i32::from(column));
        for (down, right) in ways {
            if layout.cell_at(row - down, column - right).is_some() {
                continue;
            }
            let along = |step: i32| layout.cell_at(row + step * down, column + step * right);
            let line: Vec<Cell> = (0..).map_while(along).collect();
            if line.len() > 1 {
                found.push(line);
            }
        }
    }
    found
}
