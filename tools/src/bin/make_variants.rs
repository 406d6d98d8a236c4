//! Makes the corpus that we answer for: for every rule of the book one small puzzle that is unique
//! only thanks to that rule (`variants`), and some plain grids (`classic`).
//!
//! ```text
//! cargo run --release -p tools --bin make_variants -- corpus [NAME …]
//! ```
//!
//! For each rule: a random full grid, random clues that are true of it, then givens are taken away
//! while the puzzle stays unique, then clues that it does not need. Every puzzle draws from a random
//! stream of its own and does not depend on the others; NAME limits the run to some. Then all files
//! of the corpus, the seeds too, are read back, solved, and listed in the `expected.csv` of their
//! family: with its rule's clues a variant has one solution, without them several.

use cluewright::formats::native::Native;
use cluewright::formats::{Format, ReadOptions};
use cluewright::model::{Cite, Model, Part};
use cluewright::puzzle::{Cell, Clue, DigitSet, Given, Layout, Param, Puzzle, digit_char};
use cluewright::rules::{self, Book, Default, ParamKind, Rule, Shape};
use cluewright::search::{self, Found, Limits};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::{Path, PathBuf};

/// Grids of which a puzzle must come before the one with the fewest givens is kept.
const GRIDS: usize = 6;

/// Grids after which we give up.
const MOST_GRIDS: u64 = 200;

/// Random places that are tried for the clues of one grid.
const PLACES: usize = 20_000;

/// A search that needs more guesses is not for a small puzzle.
const NODES: u64 = 5_000;

/// Sides of the plain grids.
const CLASSIC: &[u8] = &[4, 6, 8, 9, 10, 12];

type Random = ChaCha8Rng;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let corpus = PathBuf::from(arguments.next().ok_or("which folder?")?);
    let names: BTreeSet<String> = arguments.collect();
    let wanted = |name: &str| names.is_empty() || names.contains(name);
    let book = Book::builtin();
    for rule in book.rules() {
        let rule = rule.map_err(Clone::clone)?;
        if wanted(&rule.name) {
            let made = best(&rule.name, |random| variant(book, rule, random));
            let made = made.ok_or_else(|| format!("no puzzle for {}", rule.name))?;
            let path = corpus.join("variants").join(format!("{}.toml", rule.name));
            fs::write(path, Native.write(&made)?)?;
        }
    }
    for &size in CLASSIC {
        let name = format!("{size}x{size}");
        if wanted(&name) {
            let made = best(&name, |random| classic(book, size, random));
            let made = made.ok_or_else(|| format!("no puzzle for {name}"))?;
            let path = corpus.join("classic").join(format!("{name}.toml"));
            fs::write(path, Native.write(&made)?)?;
        }
    }
    for family in ["classic", "seeds", "variants"] {
        write_expected(book, &corpus.join(family))?;
    }
    Ok(())
}

/// Solves every puzzle of a folder and writes down what was found.
fn write_expected(book: &Book, folder: &Path) -> Result<(), Box<dyn Error>> {
    let files = fs::read_dir(folder)?.map(|file| file.map(|file| file.path()));
    let mut files: Vec<PathBuf> = files.collect::<Result<_, _>>()?;
    files.retain(|path| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    });
    files.sort();
    let mut table = csv::Writer::from_path(folder.join("expected.csv"))?;
    table.write_record(["id", "verdict", "solution", "without_rule", "nodes"])?;
    for path in files {
        let id = path
            .file_stem()
            .map_or_else(String::new, |id| id.to_string_lossy().into_owned());
        let text = fs::read_to_string(&path)?;
        let puzzles = Native.read(&text, &ReadOptions::default())?;
        let puzzle = puzzles.first().ok_or("no puzzle")?;
        let found = search(book, puzzle, 2);
        let solution = found
            .solutions
            .first()
            .map_or_else(String::new, |values| digits(values));
        let is_variant = puzzle.clues.iter().any(|clue| clue.rule == id);
        let without = match is_variant {
            true => verdict(&search(book, &without(puzzle, &id), 2)),
            false => "",
        };
        let nodes = found.nodes.to_string();
        table.write_record([&*id, verdict(&found), &solution, without, &nodes])?;
    }
    Ok(table.flush()?)
}

fn verdict(found: &Found) -> &'static str {
    match (found.count, found.stopped) {
        (2.., _) => "several",
        (_, Some(_)) => "undecided",
        (1, None) => "unique",
        (0, None) => "none",
    }
}

/// Of the puzzles that came out of several grids the one with the fewest givens.
fn best(name: &str, make: impl Fn(&mut Random) -> Option<Puzzle>) -> Option<Puzzle> {
    let made = (0..MOST_GRIDS).filter_map(|grid| {
        let seed = name.bytes().fold(grid, |seed, b| {
            seed.wrapping_mul(257).wrapping_add(b.into())
        });
        make(&mut Random::seed_from_u64(seed))
    });
    made.take(GRIDS).min_by_key(|puzzle| puzzle.givens.len())
}

/// A plain grid from which no given can be taken.
fn classic(book: &Book, size: u8, random: &mut Random) -> Option<Puzzle> {
    let mut puzzle = Puzzle::new(Layout::square(size));
    let solution = random_solution(book, &puzzle, random)?;
    puzzle.about.title = Some(format!("A plain {size}x{size} grid"));
    give_all(&mut puzzle, &solution);
    remove_givens(book, &mut puzzle, random);
    Some(puzzle)
}

/// A puzzle that is unique only thanks to the rule.
fn variant(book: &Book, rule: &Rule, random: &mut Random) -> Option<Puzzle> {
    let recipe = Recipe::of(rule);
    let mut puzzle = Puzzle::new(recipe.layout.clone());
    puzzle.about.title = Some(rule.title.clone());
    let global = Clue {
        params: recipe.params.clone(),
        ..Clue::new(&rule.name)
    };
    if rule.shape == Shape::Global && recipe.marks.is_empty() {
        puzzle.clues.push(global.clone());
    }
    let solution = random_solution(book, &puzzle, random)?;
    if !recipe.marks.is_empty() {
        puzzle.clues.push(global);
        puzzle.clues.extend(marks(book, &recipe, &solution));
    }
    if rule.shape != Shape::Global {
        puzzle.clues = true_clues(book, rule, &recipe, &solution, random);
    }
    give_all(&mut puzzle, &solution);
    remove_givens(book, &mut puzzle, random);
    remove_clues(book, &mut puzzle, &rule.name, random);
    let proven = search(book, &without(&puzzle, &rule.name), 2).count == 2;
    proven.then_some(puzzle)
}

/// What the puzzle of a rule looks like.
struct Recipe {
    layout: Layout,
    /// How many clues are tried; those that turn out redundant go again.
    clues: usize,
    /// The least and the greatest number of cells of a clue whose shape leaves it open.
    cells: (usize, usize),
    /// Parameters that cannot be read off the grid.
    params: BTreeMap<String, Param>,
    /// Rules whose every true clue is in the puzzle, because the rule speaks of the missing ones.
    marks: &'static [&'static str],
}

impl Recipe {
    fn of(rule: &Rule) -> Self {
        let name = rule.name.as_str();
        let layout = match name {
            "doppelganger" => Layout {
                min_digit: 0,
                digit_count: 5,
                ..Layout::square(4)
            },
            "region-same-values" => Layout {
                digit_count: 5,
                ..Layout::square(4)
            },
            "full-rank" => Layout::square(4),
            "killer-cage" | "thermometer" | "german-whisper" | "x" | "x-sum" | "sandwich"
            | "little-killer" | "windoku" | "disjoint-groups" | "diagonal-up" | "diagonal-down"
            | "dutch-flatmates" | "global-entropy" => Layout::square(9),
            _ => Layout::square(6),
        };
        let cells = match name {
            "nabner" | "all-equal" | "clone" | "equal-sums" | "same-values" => (2, 3),
            "equality-cage" => (2, 4),
            "region-sum-line" | "extra-region" => (4, 6),
            "sum-line" => (3, 6),
            "value-indexing" => (5, 6),
            _ => (3, 4),
        };
        let param = match name {
            "taxicab" => Some(("distance", Param::Int(3))),
            "regex" => Some(("pattern", "[135]+[246]+".into())),
            // The sum of the digits is a multiple of three.
            "nfa" => Some(("machine", "RVP7DH8MP4ww".into())),
            // The digits are coprime.
            "pair-table" | "pair-table-all" => Some(("key", "_VbVvR".into())),
            _ => None,
        };
        let marks: &[&str] = match name {
            "white-dot-negative" => &["white-dot"],
            "black-dot-negative" => &["black-dot"],
            "xv-negative" => &["x", "v"],
            _ => &[],
        };
        let clues = match rule.shape {
            Shape::Pair | Shape::Cell | Shape::Outside => 2 * usize::from(layout.rows),
            _ if ALL_IN_ONE.contains(&name) => 1,
            _ => usize::from(layout.rows) + 4,
        };
        Self {
            layout,
            clues,
            cells,
            params: param
                .map(|(name, value)| (name.to_owned(), value))
                .into_iter()
                .collect(),
            marks,
        }
    }
}

/// Rules of which a puzzle has one clue that holds all marked cells.
const ALL_IN_ONE: &[&str] = &["minimum", "maximum", "counting-circles"];

/// A full grid that satisfies the puzzle, cell by cell in random order, so that it does not depend on
/// the order in which the search meets solutions.
fn random_solution(book: &Book, puzzle: &Puzzle, random: &mut Random) -> Option<Vec<u8>> {
    let mut puzzle = puzzle.clone();
    let mut cells: Vec<Cell> = puzzle.layout.cells().collect();
    cells.shuffle(random);
    for cell in cells {
        let mut digits: Vec<u8> = puzzle.layout.digits().iter().collect();
        digits.shuffle(random);
        for digit in digits {
            puzzle.givens.push(given(cell, digit));
            if search(book, &puzzle, 1).count == 1 {
                break;
            }
            puzzle.givens.pop();
        }
    }
    search(book, &puzzle, 1).solutions.pop()
}

/// Random clues that are true of the grid, apart from each other.
fn true_clues(
    book: &Book,
    rule: &Rule,
    recipe: &Recipe,
    solution: &[u8],
    random: &mut Random,
) -> Vec<Clue> {
    let puzzle = Puzzle::new(recipe.layout.clone());
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
            clues.extend(fitted(book, rule, &puzzle, clue, solution, random));
        }
    }
    clues
}

/// The clue with the parameters that make it true of the grid, if there are any.
fn fitted(
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
fn marks(book: &Book, recipe: &Recipe, solution: &[u8]) -> Vec<Clue> {
    let puzzle = Puzzle::new(recipe.layout.clone());
    let layout = &recipe.layout;
    let pairs = layout.cells().flat_map(|cell| {
        let (row, column) = layout.place(cell);
        let steps = [(0, 1), (1, 0)].map(|(r, c)| (i32::from(row) + r, i32::from(column) + c));
        steps
            .into_iter()
            .filter_map(move |(r, c)| Some([cell, layout.cell_at(r, c)?]))
    });
    let clues = pairs.flat_map(|pair| recipe.marks.iter().map(move |rule| Clue::on(rule, pair)));
    clues
        .filter(|clue| book.holds(&puzzle, 0, clue, solution) == Ok(true))
        .collect()
}

/// Random cells in the form of the rule's shape; `None` where they did not work out.
fn place(rule: &Rule, recipe: &Recipe, solution: &[u8], random: &mut Random) -> Option<Clue> {
    let layout = &recipe.layout;
    let name = rule.name.as_str();
    let count = random.random_range(recipe.cells.0..=recipe.cells.1);
    let cell = |random: &mut Random| Cell::from_index(random.random_range(0..layout.cell_count()));
    let walk = |count, random: &mut Random| walk(layout, cell(random), count, random);
    Some(match rule.shape {
        // Arms look at layers, which random clues do not make.
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

fn given(cell: Cell, digit: u8) -> Given {
    Given {
        cell,
        digits: DigitSet::one(digit),
    }
}

/// Gives every digit and states the solution.
fn give_all(puzzle: &mut Puzzle, solution: &[u8]) {
    let cells = puzzle.layout.cells().zip(solution);
    puzzle.givens = cells.map(|(cell, &digit)| given(cell, digit)).collect();
    puzzle.solution = Some(solution.iter().copied().map(Some).collect());
}

/// Takes givens away, in random order, while the puzzle stays unique.
fn remove_givens(book: &Book, puzzle: &mut Puzzle, random: &mut Random) {
    let mut cells: Vec<Cell> = puzzle.layout.cells().collect();
    cells.shuffle(random);
    for cell in cells {
        let mut fewer = puzzle.clone();
        fewer.givens.retain(|given| given.cell != cell);
        if unique(book, &fewer) {
            *puzzle = fewer;
        }
    }
}

/// Takes clues of the rule away, in random order, while the puzzle stays unique.
fn remove_clues(book: &Book, puzzle: &mut Puzzle, rule: &str, random: &mut Random) {
    let clues = puzzle.clues.iter().filter(|clue| clue.rule == rule);
    let mut clues: Vec<Clue> = clues.cloned().collect();
    clues.shuffle(random);
    for clue in clues {
        let mut fewer = puzzle.clone();
        fewer.clues.retain(|other| *other != clue);
        if unique(book, &fewer) {
            *puzzle = fewer;
        }
    }
}

fn without(puzzle: &Puzzle, rule: &str) -> Puzzle {
    let mut puzzle = puzzle.clone();
    puzzle.clues.retain(|clue| clue.rule != rule);
    puzzle
}

fn search(book: &Book, puzzle: &Puzzle, solutions: u64) -> Found {
    let lowered = rules::lower(puzzle, book).expect("clues that were checked can be lowered");
    let parts = lowered.into_iter().flat_map(|clue| {
        let cite = Cite::Clue(clue.clue as u16);
        let statements = clue.statements.into_iter().chain(clue.implied);
        statements.map(move |statement| Part {
            cite,
            statement,
            implied: false,
        })
    });
    let limits = Limits {
        nodes: NODES,
        ..Limits::solutions(solutions)
    };
    search::solve(&Model::new(puzzle, &parts.collect::<Vec<_>>()), limits)
}

fn unique(book: &Book, puzzle: &Puzzle) -> bool {
    let found = search(book, puzzle, 2);
    found.count == 1 && found.stopped.is_none()
}

fn digits(values: &[u8]) -> String {
    values.iter().map(|&value| digit_char(value)).collect()
}
