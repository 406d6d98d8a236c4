//! Random clues of any rule: where they may stand, and with which numbers they are true of a grid.

use cluewright::compile;
use cluewright::puzzle::{Cell, Clue, DigitSet, Given, Layout, Param, Puzzle};
use cluewright::rules::encodings::encode_key;
use cluewright::rules::{Book, Default, ParamKind, Rule, Shape};
use cluewright::search::{self, Found, Limits};
use rand::RngExt;
use rand::seq::{IndexedRandom, SliceRandom};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};

/// What draws them.
pub type Random = ChaCha8Rng;

/// A search that needs more guesses is not for a small puzzle.
pub const NODES: u64 = 5_000;

/// Random places that are tried for the clues of one grid.
const PLACES: usize = 20_000;

/// What the puzzle of a rule looks like.
pub struct Recipe {
    /// What all its puzzles have: the grid, layers beside it, and clues that speak of these.
    pub base: Puzzle,
    /// How many clues are tried; those that turn out redundant go again.
    pub clues: usize,
    /// The least and the greatest number of cells of a clue whose shape leaves it open.
    pub cells: (usize, usize),
    /// Parameters that cannot be read off the grid.
    pub params: BTreeMap<String, Param>,
    /// Rules whose every true clue is in the puzzle, because the rule speaks of the missing ones.
    pub marks: &'static [&'static str],
}

impl Recipe {
    /// So many clues of a rule, of so many cells each.
    pub fn new(rule: &Rule, base: Puzzle, clues: usize, cells: (usize, usize)) -> Self {
        let name = rule.name.as_str();
        // Digits beyond 6 occur in no text and no machine here.
        let param: Option<(&str, Param)> = match name {
            "taxicab" => Some(("distance", Param::Int(3))),
            "regex" => Some(("pattern", "[135]+[246]+".into())),
            // The sum of the digits is a multiple of three.
            "nfa" => Some(("machine", "RVP7DH8MP4ww".into())),
            // The digits are coprime.
            "pair-table" | "pair-table-all" => {
                let key = encode_key(&base.layout, |a, b| divisors(a) & divisors(b) == 1 << 1);
                Some(("key", key.as_str().into()))
            }
            _ => None,
        };
        let marks: &[&str] = match name {
            "white-dot-negative" => &["white-dot"],
            "black-dot-negative" => &["black-dot"],
            "xv-negative" => &["x", "v"],
            _ => &[],
        };
        let params = param
            .into_iter()
            .map(|(name, value)| (name.to_owned(), value));
        Self {
            params: params.collect(),
            base,
            clues: if ALL_IN_ONE.contains(&name) { 1 } else { clues },
            cells,
            marks,
        }
    }
}

/// The numbers from 1 to 25 that divide a number, one bit each.
fn divisors(number: u8) -> u32 {
    let divides = (1..=25).filter(|&by| number.is_multiple_of(by));
    divides.fold(0, |set, by| set | 1 << by)
}

/// Rules of which a puzzle has one clue that holds all marked cells.
pub const ALL_IN_ONE: &[&str] = &["minimum", "maximum", "counting-circles"];

/// A full grid that satisfies the puzzle: so many cells in random order, so that it does not depend on the
/// order in which the search meets solutions, and what the search then finds first.
pub fn random_solution(
    book: &Book,
    puzzle: &Puzzle,
    first: usize,
    random: &mut Random,
) -> Option<Vec<u8>> {
    let mut puzzle = puzzle.clone();
    let mut cells: Vec<Cell> = puzzle.layout.cells().collect();
    cells.shuffle(random);
    for &cell in cells.iter().take(first) {
        let mut digits: Vec<u8> = puzzle.layout.digits().iter().collect();
        digits.shuffle(random);
        for digit in digits {
            puzzle.givens.push(given(cell, digit));
            if search(book, &puzzle, 1, NODES).count == 1 {
                break;
            }
            puzzle.givens.pop();
        }
    }
    search(book, &puzzle, 1, NODES).solutions.pop()
}

/// Random clues that are true of the grid, apart from each other.
pub fn true_clues(
    book: &Book,
    rule: &Rule,
    recipe: &Recipe,
    solution: &[u8],
    random: &mut Random,
) -> Vec<Clue> {
    let mut clues: Vec<Clue> = vec![];
    for _ in 0..PLACES {
        if clues.len() == recipe.clues {
            break;
        }
        let Some(mut clue) = place(rule, recipe, solution, random) else {
            continue;
        };
        clue.params = recipe.params.clone();
        let apart = match rule.shape {
            Shape::Outside | Shape::Diagonal | Shape::Pair => {
                clues.iter().all(|other| other.slots != clue.slots)
            }
            _ => clues
                .iter()
                .all(|other| other.cells().all(|c| clue.cells().all(|d| c != d))),
        };
        if apart {
            clues.extend(fitted(book, rule, &recipe.base, clue, solution, random));
        }
    }
    clues
}

/// The clue with the parameters that make it true of the grid, if there are any.
pub fn fitted(
    book: &Book,
    rule: &Rule,
    puzzle: &Puzzle,
    mut clue: Clue,
    solution: &[u8],
    random: &mut Random,
) -> Option<Clue> {
    let holds = |clue: &Clue| book.holds(puzzle, 0, clue, solution) == Ok(true);
    for spec in &rule.params {
        let open = matches!(spec.default, Default::Required | Default::Optional);
        if !open || clue.params.contains_key(&spec.name) {
            continue;
        }
        let mut values: Vec<Param> = match spec.kind {
            ParamKind::Number => (0..=60).map(Param::Int).collect(),
            ParamKind::Numbers | ParamKind::NumberOrNumbers => {
                let digits: Vec<u8> = clue.cells().map(|c| solution[c.index()]).collect();
                vec![Param::Ints(listed(&rule.name, &digits, random))]
            }
            ParamKind::Text => vec![],
        };
        values.shuffle(random);
        let fits = values.into_iter().find(|value| {
            clue.params.insert(spec.name.clone(), value.clone());
            holds(&clue)
        });
        clue.params.insert(spec.name.clone(), fits?);
    }
    holds(&clue).then_some(clue)
}

/// Some of the digits, as the rule lists them.
fn listed(rule: &str, digits: &[u8], random: &mut Random) -> Vec<i64> {
    let count = |digit: u8| digits.iter().filter(|&&d| d == digit).count();
    let some = random.random_range(1..=2);
    let kinds: BTreeSet<u8> = digits.sample(random, some).copied().collect();
    match rule {
        "look-and-say" => kinds
            .iter()
            .flat_map(|&d| [count(d) as i64, d.into()])
            .collect(),
        "contains-exactly" => kinds
            .iter()
            .flat_map(|&d| std::iter::repeat_n(d.into(), count(d)))
            .collect(),
        _ => {
            let mut listed: Vec<i64> = digits.sample(random, some + 1).map(|&d| d.into()).collect();
            listed.sort_unstable();
            listed
        }
    }
}

/// Every true clue of the rules whose missing clues the recipe's rule speaks of.
pub fn marks(book: &Book, recipe: &Recipe, solution: &[u8]) -> Vec<Clue> {
    let layout = &recipe.base.layout;
    let pairs = layout.cells().flat_map(|cell| {
        let (row, column) = layout.place(cell);
        let steps = [(0, 1), (1, 0)].map(|(r, c)| (i32::from(row) + r, i32::from(column) + c));
        steps
            .into_iter()
            .filter_map(move |(r, c)| Some([cell, layout.cell_at(r, c)?]))
    });
    let clues = pairs.flat_map(|pair| recipe.marks.iter().map(move |rule| Clue::on(rule, pair)));
    clues
        .filter(|clue| book.holds(&recipe.base, 0, clue, solution) == Ok(true))
        .collect()
}

/// Random cells in the form of the rule's shape; `None` where they did not work out.
pub fn place(rule: &Rule, recipe: &Recipe, solution: &[u8], random: &mut Random) -> Option<Clue> {
    let layout = &recipe.base.layout;
    let name = rule.name.as_str();
    let count = random.random_range(recipe.cells.0..=recipe.cells.1);
    let cell = |random: &mut Random| Cell::from_index(random.random_range(0..layout.cell_count()));
    let walk = |count, random: &mut Random| walk(layout, cell(random), count, random);
    Some(match rule.shape {
        Shape::Arms | Shape::Control if name.starts_with("chaos") => {
            around(rule, &recipe.base, cell(random))?
        }
        Shape::Global | Shape::Arms => return None,
        Shape::Cell => Clue::on(name, [cell(random)]),
        Shape::Pair => Clue::on(name, neighbours(layout, walk(2, random)?)?),
        Shape::Line => Clue::on(name, walk(count, random)?),
        Shape::Group if name == "counting-circles" => Clue::on(name, circles(solution, random)),
        Shape::Group if ALL_IN_ONE.contains(&name) => {
            Clue::on(name, extremes(layout, solution, name == "minimum", random))
        }
        Shape::Group if name == "all-equal" => Clue::on(name, scattered(layout, count, random)),
        Shape::Group => Clue::on(name, patch(layout, cell(random), count, random)),
        Shape::Square => {
            let corner = cell(random);
            let at = |row, column| offset(layout, corner, row, column);
            Clue::on(name, [at(0, 0)?, at(0, 1)?, at(1, 0)?, at(1, 1)?])
        }
        Shape::Outside => Clue::on(name, line(layout, random)),
        Shape::Diagonal => Clue::on(name, diagonal(layout, cell(random), random)?),
        Shape::Arrow => {
            let cells = walk(count, random)?;
            let pill = random.random_bool(0.2) && offset(layout, cells[0], 0, 1) == Some(cells[1]);
            let (bulb, shaft) = cells.split_at(1 + usize::from(pill));
            Clue::new(name).slot("bulb", bulb).slot("shaft", shaft)
        }
        Shape::Pieces if name == "nfa" => Clue::on(name, walk(count, random)?),
        Shape::Pieces => {
            let other = match name {
                "same-values" => count,
                _ => random.random_range(recipe.cells.0..=recipe.cells.1),
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

/// A walk by king's moves that visits no cell twice.
fn walk(layout: &Layout, start: Cell, count: usize, random: &mut Random) -> Option<Vec<Cell>> {
    let mut cells = vec![start];
    while cells.len() < count {
        let last = cells[cells.len() - 1];
        let steps = (-1..=1).flat_map(|row| (-1..=1).map(move |column| (row, column)));
        let next = steps.filter_map(|(row, column)| offset(layout, last, row, column));
        let next: Vec<Cell> = next.filter(|cell| !cells.contains(cell)).collect();
        cells.push(*next.choose(random)?);
    }
    Some(cells)
}

/// Cells that hang together orthogonally, in reading order.
fn patch(layout: &Layout, start: Cell, count: usize, random: &mut Random) -> Vec<Cell> {
    let mut cells = vec![start];
    while cells.len() < count {
        let from = cells[random.random_range(0..cells.len())];
        let (row, column) = [(0, 1), (1, 0), (0, -1), (-1, 0)][random.random_range(0..4)];
        let next = offset(layout, from, row, column);
        cells.extend(next.filter(|cell| !cells.contains(cell)));
    }
    cells.sort_unstable();
    cells
}

/// The walk, if its two cells are orthogonal neighbours.
fn neighbours(layout: &Layout, cells: Vec<Cell>) -> Option<Vec<Cell>> {
    let ((row, column), (other, beside)) = (layout.place(cells[0]), layout.place(cells[1]));
    (row == other || column == beside).then_some(cells)
}

fn scattered(layout: &Layout, count: usize, random: &mut Random) -> Vec<Cell> {
    let mut cells: Vec<Cell> = layout.cells().collect();
    cells.shuffle(random);
    cells.truncate(count);
    cells.sort_unstable();
    cells
}

/// A cell with the labels of the region that it lies in: those of the four arms from it, or of the cells
/// around it. Labels are the first layer.
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

/// A row or column from a random side.
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

/// A whole diagonal of three or more cells that starts at a cell of the border.
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

/// For some digits, as many cells as the digit says.
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

/// Cells that are less (or greater) than all neighbours, and some others that touch them.
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

fn offset(layout: &Layout, cell: Cell, rows: i32, columns: i32) -> Option<Cell> {
    let (row, column) = layout.place(cell);
    layout.cell_at(i32::from(row) + rows, i32::from(column) + columns)
}

/// A given digit.
pub fn given(cell: Cell, digit: u8) -> Given {
    Given {
        cell,
        digits: DigitSet::one(digit),
    }
}

/// Gives every digit and states the solution.
pub fn give_all(puzzle: &mut Puzzle, solution: &[u8]) {
    let cells = puzzle.layout.cells().zip(solution);
    puzzle.givens = cells.map(|(cell, &digit)| given(cell, digit)).collect();
    puzzle.solution = Some(solution.iter().copied().map(Some).collect());
}

/// A search of so many guesses at most.
pub fn search(book: &Book, puzzle: &Puzzle, solutions: u64, nodes: u64) -> Found {
    let model = compile(puzzle, book).expect("clues that were checked can be compiled");
    let limits = Limits {
        nodes,
        ..Limits::solutions(solutions)
    };
    search::solve(&model, limits)
}
