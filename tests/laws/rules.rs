//! Tests every rule of the book with the whole engine. On random small puzzles with one or two clues of the rule, the
//! search must find exactly the grids that evaluation accepts.

use crate::tape::Tape;
use crate::{certificates, clauses, one_in};
use cluewright_certificates::Claim;
use cluewright_clauses::{ModelError, encode, write_model};
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Param, Puzzle};
use cluewright_rules::statement::Renumbering;
use cluewright_rules::{Book, Clues, Rule, Shape, Statement, lower};
use proptest::prelude::*;
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::process::Command;
use std::sync::OnceLock;

/// A layout with givens, and all grids that its houses and givens allow.
struct Ground {
    layout: Layout,
    givens: Vec<Given>,
    grids: Vec<Vec<u8>>,
}

/// Returns small layouts: with and without boxes, with digits from 0, with more digits than cells in a row, and without
/// any houses. One is a 6x6 grid with sixteen open cells.
fn grounds() -> &'static [Ground] {
    static GROUNDS: OnceLock<Vec<Ground>> = OnceLock::new();
    GROUNDS.get_or_init(|| {
        let four = Layout::square(4);
        let six = [
            1, 2, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3, 2, 3, 1, 5, 6, 4, 5, 6, 4, 2, 3, 1, 3, 1, 2, 6, 4,
            5, 6, 4, 5, 3, 1, 2,
        ];
        let open = [0, 1, 3, 4, 6, 7, 9, 10, 14, 17, 20, 23, 26, 29, 30, 32];
        let givens = |cell: usize| Given {
            cell: Cell::from_index(cell),
            digits: DigitSet::one(six[cell]),
        };
        let given: Vec<Given> = (0..36)
            .filter(|cell| !open.contains(cell))
            .map(givens)
            .collect();
        let layouts = [
            (four.clone(), vec![]),
            (
                Layout {
                    boxes: Boxes::None,
                    ..four.clone()
                },
                vec![],
            ),
            (
                Layout {
                    min_digit: 0,
                    ..four.clone()
                },
                vec![],
            ),
            (
                Layout {
                    digit_count: 5,
                    // Three rows have 27,480 grids, which only the nightly run checks.
                    rows: if one_in(2) == 1 { 3 } else { 2 },
                    columns: 3,
                    boxes: Boxes::None,
                    ..four.clone()
                },
                vec![],
            ),
            (
                Layout {
                    rows: 2,
                    columns: 3,
                    lines: false,
                    boxes: Boxes::None,
                    ..four
                },
                vec![],
            ),
            (Layout::square(6), given),
        ];
        let ground = |(layout, givens): (Layout, Vec<Given>)| Ground {
            grids: grids(&layout, &givens),
            layout,
            givens,
        };
        layouts.into_iter().map(ground).collect()
    })
}

/// Returns every grid that the layout and the givens allow.
pub(crate) fn grids(layout: &Layout, givens: &[Given]) -> Vec<Vec<u8>> {
    let houses: Vec<Vec<Cell>> = if layout.lines {
        let rows = (0..layout.rows).map(|row| layout.row(row).collect());
        rows.chain((0..layout.columns).map(|c| layout.column(c).collect()))
            .collect()
    } else {
        vec![]
    };
    let houses: Vec<Vec<Cell>> = houses.into_iter().chain(layout.box_cells()).collect();
    let mut grids = vec![vec![]];
    for cell in layout.cells() {
        let given = givens.iter().find(|given| given.cell == cell);
        let digits = given.map_or(layout.digits(), |given| given.digits);
        let clashes = |grid: &[u8], digit: u8| {
            let mine = houses
                .iter()
                .filter(|house| house.contains(&cell))
                .flatten();
            mine.filter(|c| c.index() < cell.index())
                .any(|c| grid[c.index()] == digit)
        };
        grids = grids
            .iter()
            .flat_map(|grid: &Vec<u8>| {
                let fitting = digits.iter().filter(|&digit| !clashes(grid, digit));
                fitting
                    .map(|digit| [&grid[..], &[digit]].concat())
                    .collect::<Vec<_>>()
            })
            .collect();
    }
    grids
}

/// Generates a puzzle with one or two clues of the rule.
fn puzzle<'g>(rule: &Rule, tape: &[u16]) -> (Puzzle, &'g Ground) {
    let mut tape = Tape::new(tape);
    let grounds = grounds();
    let ground = &grounds[tape.below(grounds.len())];
    let mut puzzle = Puzzle::new(ground.layout.clone());
    puzzle.givens = ground.givens.clone();
    puzzle.clues.push(tape.clue(rule, &ground.layout));
    if rule.shape != Shape::Global && tape.below(3) == 1 {
        puzzle.clues.push(tape.clue(rule, &ground.layout));
    }
    (puzzle, ground)
}

fn check(book: &Book, rule: &Rule, tape: &[u16]) -> Result<(), TestCaseError> {
    let (puzzle, ground) = puzzle(rule, tape);
    finds_what_evaluation_allows(book, &puzzle, ground)
}

fn finds_what_evaluation_allows(
    book: &Book,
    puzzle: &Puzzle,
    ground: &Ground,
) -> Result<(), TestCaseError> {
    prop_assume!(book.check(puzzle).is_ok());
    // A clue may be refused by name, for example because its automaton is too large. There is nothing to compare
    // then.
    let Ok(model) = cluewright_engine::compile(puzzle, book) else {
        return Err(TestCaseError::reject("refused"));
    };
    let expected = list_allowed(book, puzzle, ground);
    let mut found = solve(&model, Limits::default()).solutions;
    found.sort();
    prop_assert_eq!(
        found,
        expected,
        "{}",
        book.describe(puzzle, &puzzle.clues[0])
    );
    Ok(())
}

/// Returns the grids that evaluation accepts, sorted.
fn list_allowed(book: &Book, puzzle: &Puzzle, ground: &Ground) -> Vec<Vec<u8>> {
    let holds = |grid: &&Vec<u8>| {
        let clues = puzzle.clues.iter().enumerate();
        clues.fold(true, |all, (i, clue)| {
            all && book.holds(puzzle, i, clue, grid).expect("it was checked")
        })
    };
    let mut allowed: Vec<Vec<u8>> = ground.grids.iter().filter(holds).cloned().collect();
    allowed.sort();
    allowed
}

/// A rotation or reflection of the grid. It consists of up to three reflections, which are applied in the order of the
/// fields: in the main diagonal, top to bottom, and left to right.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) transpose: bool,
    pub(crate) down: bool,
    pub(crate) across: bool,
}

impl Turn {
    /// Returns the layout after the turn; `None` if the turn transposes boxes that are not square.
    pub(crate) fn layout(self, layout: &Layout) -> Option<Layout> {
        let square = layout
            .box_shape()
            .is_none_or(|(height, width)| height == width);
        let (rows, columns) = (layout.rows, layout.columns);
        match self.transpose {
            false => Some(layout.clone()),
            true => square.then(|| Layout {
                rows: columns,
                columns: rows,
                ..layout.clone()
            }),
        }
    }

    pub(crate) fn cell(self, from: &Layout, to: &Layout, cell: Cell) -> Cell {
        let (mut row, mut column) = from.place(cell);
        if self.transpose {
            (row, column) = (column, row);
        }
        if self.down {
            row = to.rows - 1 - row;
        }
        if self.across {
            column = to.columns - 1 - column;
        }
        to.cell(row, column)
    }

    /// Returns the rule that a clue has after the turn.
    fn rule(self, name: &str) -> &str {
        match name {
            "diagonal-up" if self.down != self.across => "diagonal-down",
            "diagonal-down" if self.down != self.across => "diagonal-up",
            name => name,
        }
    }

    pub(crate) fn clue(self, clue: &Clue, shape: Shape, from: &Layout, to: &Layout) -> Clue {
        let mut turned = Clue {
            rule: self.rule(&clue.rule).to_owned(),
            ..clue.clone()
        };
        for (_, cells) in &mut turned.slots {
            cells
                .iter_mut()
                .for_each(|cell| *cell = self.cell(from, to, *cell));
            if shape == Shape::Square {
                cells.sort_unstable();
            }
        }
        turned
    }
}

/// Rules that distinguish rows from columns or up from down, or that use row and column numbers.
pub(crate) const DIRECTED: [&str; 4] = [
    "box-indexer",
    "column-indexer",
    "dutch-flatmates",
    "row-indexer",
];

/// Rules that depend only on which digits are equal.
pub(crate) const BLIND: [&str; 13] = [
    "all-equal",
    "anti-king",
    "anti-knight",
    "clone",
    "diagonal-down",
    "diagonal-up",
    "disjoint-groups",
    "extra-region",
    "palindrome",
    "region-same-values",
    "same-values",
    "taxicab",
    "windoku",
];

/// Rules whose meaning does not change if the digits are reversed.
pub(crate) const EVEN_HANDED: [&str; 16] = [
    "anti-diagonal-consecutive",
    "between-line",
    "dutch-whisper",
    "entropic-line",
    "german-whisper",
    "global-entropy",
    "global-modular",
    "lockout-line",
    "modular-line",
    "nabner",
    "non-consecutive",
    "parity-line",
    "renban",
    "same-difference-line",
    "white-dot",
    "white-dot-negative",
];

fn solutions(puzzle: &Puzzle, book: &Book) -> Option<Vec<Vec<u8>>> {
    let model = cluewright_engine::compile(puzzle, book).ok()?;
    let mut found = solve(&model, Limits::default()).solutions;
    found.sort();
    Some(found)
}

/// Returns `true` if the rule is symmetric on the layout. In a non-square grid, diagonals start on the left and the
/// doppelgänger rule counts rows. With non-square boxes, windows start at the upper left.
fn lies_evenly(rule: &Rule, layout: &Layout) -> bool {
    match rule.name.as_str() {
        "diagonal-up" | "diagonal-down" | "doppelganger" => layout.rows == layout.columns,
        "windoku" => layout
            .box_shape()
            .is_some_and(|(height, width)| height == width),
        _ => true,
    }
}

/// Checks that turning a puzzle turns its solutions in the same way.
fn turns(book: &Book, rule: &Rule, tape: &[u16], turn: Turn) -> Result<(), TestCaseError> {
    let (puzzle, ground) = puzzle(rule, tape);
    prop_assume!(book.check(&puzzle).is_ok());
    prop_assume!(lies_evenly(rule, &ground.layout));
    let Some(layout) = turn.layout(&ground.layout) else {
        return Err(TestCaseError::reject("other boxes"));
    };
    let to = |cell: Cell| turn.cell(&ground.layout, &layout, cell);
    let mut turned = Puzzle::new(layout.clone());
    let giving = |given: &Given| Given {
        cell: to(given.cell),
        ..*given
    };
    turned.givens = puzzle.givens.iter().map(giving).collect();
    let clues = puzzle.clues.iter();
    turned.clues = clues
        .map(|c| turn.clue(c, rule.shape, &ground.layout, &layout))
        .collect();
    let Some(found) = solutions(&puzzle, book) else {
        return Err(TestCaseError::reject("refused"));
    };
    let turned_grid = |grid: Vec<u8>| {
        let mut turned = vec![0; grid.len()];
        ground
            .layout
            .cells()
            .for_each(|cell| turned[to(cell).index()] = grid[cell.index()]);
        turned
    };
    let mut expected: Vec<Vec<u8>> = found.into_iter().map(turned_grid).collect();
    expected.sort();
    let said = book.describe(&puzzle, &puzzle.clues[0]);
    prop_assert_eq!(
        solutions(&turned, book),
        Some(expected),
        "{}, {:?}",
        said,
        turn
    );
    Ok(())
}

/// Renumbers the digits in a puzzle's givens.
pub(crate) fn renumber(puzzle: &Puzzle, digits: &Renumbering) -> Puzzle {
    let mut renumbered = puzzle.clone();
    for given in &mut renumbered.givens {
        given.digits = digits.set(given.digits).expect("they are digits of it");
    }
    renumbered
}

/// Returns the reversal of the digits: the lowest becomes the highest, and so on.
pub(crate) fn mirror(layout: &Layout) -> Renumbering {
    Renumbering::Down(layout.min_digit + layout.max_digit())
}

/// Returns a renumbering that rotates the digits and swaps the first two.
fn shuffle(layout: &Layout, by: usize) -> Renumbering {
    let mut to: Vec<u8> = layout.digits().iter().collect();
    to.swap(0, 1);
    to.rotate_left(by);
    Renumbering::of(layout.digits().iter().zip(to))
}

/// Checks that renumbering a puzzle renumbers its solutions in the same way.
fn renumbers(
    book: &Book,
    rule: &Rule,
    tape: &[u16],
    digits: impl Fn(&Layout) -> Renumbering,
) -> Result<(), TestCaseError> {
    let (puzzle, ground) = puzzle(rule, tape);
    prop_assume!(book.check(&puzzle).is_ok());
    let digits = digits(&ground.layout);
    let Some(found) = solutions(&puzzle, book) else {
        return Err(TestCaseError::reject("refused"));
    };
    let other = |digit| digits.digit(digit).expect("it is a digit of the grid");
    let other_grid = |grid: Vec<u8>| grid.into_iter().map(other).collect();
    let mut expected: Vec<Vec<u8>> = found.into_iter().map(other_grid).collect();
    expected.sort();
    let said = book.describe(&puzzle, &puzzle.clues[0]);
    prop_assert_eq!(
        solutions(&renumber(&puzzle, &digits), book),
        Some(expected),
        "{}, {:?}",
        said,
        digits
    );
    Ok(())
}

/// Checks a property on random puzzles, which are the same in every run.
fn ask<T: std::fmt::Debug>(
    about: &str,
    cases: u32,
    other: impl Strategy<Value = T>,
    ask: impl Fn(&[u16], T) -> Result<(), TestCaseError>,
) {
    let config = Config {
        cases,
        max_global_rejects: 40_000,
        failure_persistence: None,
        ..Config::default()
    };
    let rng = TestRng::deterministic_rng(RngAlgorithm::ChaCha);
    let mut runner = TestRunner::new_with_rng(config, rng);
    let tapes = proptest::collection::vec(0u16..720, 48);
    if let Err(error) = runner.run(&(tapes, other), |(tape, other)| ask(&tape, other)) {
        panic!("{about}: {error}");
    }
}

fn rules() -> impl Iterator<Item = &'static Rule> {
    let rules = Book::builtin().rules();
    rules.map(|rule| rule.expect("the book is sound"))
}

/// Tests each rule of a family on 256 puzzles.
fn family(name: &str) {
    let rules: Vec<&Rule> = rules().filter(|rule| rule.family == name).collect();
    assert!(!rules.is_empty());
    for rule in rules {
        ask(&rule.name, 256 / one_in(16), Just(()), |tape, ()| {
            check(Book::builtin(), rule, tape)
        });
    }
}

/// The models of a puzzle's formula must be the grids that evaluation accepts.
#[test]
fn formulas_allow_what_evaluation_allows() {
    for rule in rules() {
        ask(&rule.name, 128 / one_in(16), Just(()), |tape, ()| {
            let book = Book::builtin();
            let (puzzle, ground) = puzzle(rule, tape);
            prop_assume!(book.check(&puzzle).is_ok());
            let Ok(formula) = encode(&puzzle, book) else {
                return Err(TestCaseError::reject("refused"));
            };
            let expected = list_allowed(book, &puzzle, ground);
            prop_assert_eq!(clauses::models_of(&formula), expected);
            Ok(())
        });
    }
}

/// The verdict of each puzzle can be certified, and a formula that excludes an accepted grid is refused.
#[test]
fn verdicts_are_certified_and_wrong_clauses_refused() {
    let book = Book::builtin();
    let wrong = RefCell::new(0);
    for rule in rules() {
        ask(&rule.name, 32 / one_in(16), Just(()), |tape, ()| {
            let (puzzle, ground) = puzzle(rule, tape);
            prop_assume!(book.check(&puzzle).is_ok() && encode(&puzzle, book).is_ok());
            let expected = match list_allowed(book, &puzzle, ground).len() {
                0 => Claim::None,
                1 => Claim::Unique,
                _ => Claim::Several,
            };
            let certificate = certificates::certificate_of(&puzzle, book);
            let claim = certificates::check(&puzzle, book, &certificate, None);
            prop_assert_eq!(claim, Ok(expected));
            let holds = |grid: &&Vec<u8>| {
                let holds = book.holds(&puzzle, 0, &puzzle.clues[0], grid);
                holds.expect("it was checked")
            };
            let mut cells: Vec<Cell> = puzzle.clues[0].cells().collect();
            cells.push(Cell(0));
            cells.truncate(1 + usize::from(tape[46]) % 3);
            let mut grids = ground.grids.iter().filter(holds);
            if let Some(grid) = grids.nth(usize::from(tape[47]) % 8) {
                let formula = &certificate.formula;
                let formula = certificates::strengthen(&puzzle, formula, 0, &cells, grid);
                let claim = certificates::check(&puzzle, book, &certificate, Some(&formula));
                prop_assert!(certificates::is_of_formula(&claim), "{:?}", claim);
                *wrong.borrow_mut() += 1;
            }
            Ok(())
        });
    }
    assert!(wrong.into_inner() >= 20);
}

/// The MiniZinc models, solved by Gecode, must have the same solutions that evaluation finds.
#[test]
#[ignore = "needs MiniZinc and takes minutes; .ci/nightly installs it and runs it"]
fn minizinc_models_allow_what_evaluation_allows() {
    let book = Book::builtin();
    let file = tempfile::Builder::new().suffix(".mzn").tempfile();
    let file = file.expect("a temporary file");
    let named: RefCell<BTreeSet<String>> = RefCell::default();
    for rule in rules() {
        ask(&rule.name, 4, Just(()), |tape, ()| {
            let (puzzle, ground) = puzzle(rule, tape);
            prop_assume!(book.check(&puzzle).is_ok());
            let expected = list_allowed(book, &puzzle, ground);
            prop_assume!(expected.len() < 2_000);
            let model = match write_model(&puzzle, book) {
                Ok(model) => model,
                Err(ModelError::Negated(_)) => {
                    named.borrow_mut().insert(rule.name.clone());
                    return Ok(());
                }
                Err(_) => return Err(TestCaseError::reject("refused")),
            };
            std::fs::write(file.path(), &model).expect("it is writable");
            let mut minizinc = Command::new("minizinc");
            minizinc.args(["--solver", "gecode", "--all-solutions"]);
            let output = minizinc.arg(file.path()).output();
            let output = output.expect("MiniZinc is installed");
            let errors = String::from_utf8_lossy(&output.stderr);
            prop_assert!(output.status.success(), "{}\n{}", errors, model);
            let text = String::from_utf8_lossy(&output.stdout);
            prop_assert_eq!(grids_of(&text), expected, "{}", model);
            Ok(())
        });
    }
    assert_eq!(named.into_inner(), BTreeSet::new());
}

/// Parses the grids that MiniZinc prints, and sorts them.
fn grids_of(text: &str) -> Vec<Vec<u8>> {
    let solutions = text.split_inclusive("----------").filter_map(|solution| {
        let solution = solution.strip_suffix("----------")?;
        let values = solution.split_ascii_whitespace().map(str::parse);
        Some(values.collect::<Result<Vec<u8>, _>>().expect("digits"))
    });
    let mut solutions: Vec<Vec<u8>> = solutions.collect();
    solutions.sort();
    solutions
}

#[test]
fn turning_changes_nothing() {
    let turn = (any::<bool>(), any::<bool>(), any::<bool>());
    let turn = turn.prop_map(|(transpose, down, across)| Turn {
        transpose,
        down,
        across,
    });
    for rule in rules().filter(|rule| !DIRECTED.contains(&rule.name.as_str())) {
        ask(&rule.name, 64 / one_in(8), turn.clone(), |tape, turn| {
            turns(Book::builtin(), rule, tape, turn)
        });
    }
}

/// The rule refuses a third value, because both areas could then touch the border more often than its implied formulas
/// allow.
#[test]
fn yin_yang_has_two_values() {
    let grid = [0, 1, 2, 2, 0, 1, 0, 0, 0];
    let layout = Layout {
        digit_count: 3,
        min_digit: 0,
        lines: false,
        boxes: Boxes::None,
        ..Layout::square(3)
    };
    let cells: Vec<Cell> = layout.cells().collect();
    let clue = Clue::on("yin-yang", cells).with("values", vec![0, 1, 2]);
    let mut puzzle = Puzzle::new(layout);
    puzzle.clues.push(clue.clone());
    let refusal = Book::builtin().check(&puzzle).expect_err("three values");
    assert!(
        refusal.message.contains("`values` lists 3 numbers"),
        "{refusal}"
    );
    // An alternative that would be refused on its own is simply false inside an `any-of` clue.
    puzzle.clues = vec![Clue {
        parts: vec![clue],
        ..Clue::new("any-of")
    }];
    assert_eq!(
        Book::builtin().holds(&puzzle, 0, &puzzle.clues[0], &grid),
        Ok(false)
    );
}

/// Returns the cells of each window in which the rule `windoku` requires different digits, each window sorted.
fn windows(layout: &Layout) -> Vec<Vec<Cell>> {
    let mut puzzle = Puzzle::new(layout.clone());
    puzzle.clues.push(Clue::new("windoku"));
    let lowered = lower(&puzzle, Book::builtin()).unwrap_or_else(|error| panic!("{error}"));
    let window = |statement: &Statement| {
        let mut cells = vec![];
        statement.each_cell(&mut |cell| cells.push(cell));
        cells.sort_unstable();
        cells
    };
    let mut windows: Vec<Vec<Cell>> = lowered[0].statements.iter().map(window).collect();
    windows.sort_unstable();
    windows
}

#[test]
fn windows_turn_with_the_boxes() {
    for (size, many) in [(4, 1), (6, 2), (8, 2), (9, 4), (12, 6)] {
        let layout = Layout::square(size);
        let across = |cell: Cell| {
            let (row, column) = layout.place(cell);
            layout.cell(column, row)
        };
        let mut boxes = vec![None; layout.cell_count()];
        for (number, cells) in layout.box_cells().into_iter().enumerate() {
            for cell in cells {
                boxes[across(cell).index()] = Some(number as u8);
            }
        }
        let turned = Layout {
            boxes: Boxes::Own(boxes),
            ..layout.clone()
        };
        let turn = |window: &Vec<Cell>| {
            let mut cells: Vec<Cell> = window.iter().map(|&cell| across(cell)).collect();
            cells.sort_unstable();
            cells
        };
        let mut expected: Vec<Vec<Cell>> = windows(&layout).iter().map(turn).collect();
        expected.sort_unstable();
        assert_eq!(expected.len(), many, "{size}");
        assert_eq!(windows(&turned), expected, "{size}");
    }
}

#[test]
fn renumbering_changes_nothing_for_rules_that_do_not_read_values() {
    let blind = rules().filter(|rule| BLIND.contains(&rule.name.as_str()));
    let asked = blind.map(|rule| {
        ask(&rule.name, 64 / one_in(8), 0usize..4, |tape, by| {
            renumbers(Book::builtin(), rule, tape, |layout| shuffle(layout, by))
        });
    });
    assert_eq!(asked.count(), BLIND.len());
}

#[test]
fn mirroring_the_digits_changes_nothing_for_rules_that_read_them_from_both_ends() {
    let even = rules().filter(|rule| EVEN_HANDED.contains(&rule.name.as_str()));
    let asked = even.map(|rule| {
        ask(&rule.name, 64 / one_in(8), Just(()), |tape, ()| {
            renumbers(Book::builtin(), rule, tape, mirror)
        });
    });
    assert_eq!(asked.count(), EVEN_HANDED.len());
}

#[test]
fn layout_rules_find_what_evaluation_allows() {
    family("layout");
}

#[test]
fn line_rules_find_what_evaluation_allows() {
    family("lines");
}

#[test]
fn cage_rules_find_what_evaluation_allows() {
    family("cages");
}

#[test]
fn dot_rules_find_what_evaluation_allows() {
    family("dots");
}

#[test]
fn outside_rules_find_what_evaluation_allows() {
    family("outside");
}

#[test]
fn cell_rules_find_what_evaluation_allows() {
    family("cells");
}

#[test]
fn shading_rules_find_what_evaluation_allows() {
    family("shading");
}

/// Generates a puzzle with the ranks that several rows and columns have in one grid, so that all of them can hold
/// together.
fn make_ranked_puzzle<'g>(tape: &[u16]) -> (Puzzle, &'g Ground) {
    let mut tape = Tape::new(tape);
    let grounds = grounds();
    let square: Vec<&Ground> = grounds.iter().filter(|g| g.layout.lines).collect();
    let ground = tape.one_of(&square);
    let layout = &ground.layout;
    let grid = tape.one_of(&ground.grids);
    let rows = (0..layout.rows).map(|row| layout.row(row).collect::<Vec<Cell>>());
    let columns = (0..layout.columns).map(|column| layout.column(column).collect());
    let mut readings: Vec<Vec<Cell>> = rows.chain(columns).collect();
    let backwards = |list: &Vec<Cell>| list.iter().rev().copied().collect();
    readings.extend(readings.iter().map(backwards).collect::<Vec<Vec<Cell>>>());
    let number = |list: &[Cell]| list.iter().map(|c| grid[c.index()]).collect::<Vec<u8>>();
    let mut puzzle = Puzzle::new(layout.clone());
    puzzle.givens = ground.givens.clone();
    let mut left = readings.clone();
    for _ in 0..tape.between(2, 5) {
        let reading = left.swap_remove(tape.below(left.len()));
        let mine = number(&reading);
        let smaller = readings.iter().filter(|other| number(other) < mine);
        let rank = 1 + smaller.count() as i64;
        let clue = Clue::new("full-rank").slot("cells", reading);
        let ties = Param::Int(tape.below(2) as i64);
        puzzle
            .clues
            .push(clue.with("rank", Param::Int(rank)).with("ties", ties));
    }
    (puzzle, ground)
}

#[test]
fn several_ranks_find_what_evaluation_allows() {
    ask("several ranks", 256 / one_in(16), Just(()), |tape, ()| {
        let (puzzle, ground) = make_ranked_puzzle(tape);
        finds_what_evaluation_allows(Book::builtin(), &puzzle, ground)
    });
}

/// The code of the setter does not name any rule. Typical sizes belong in the rule's file, so that a user's own rule is
/// treated like a rule of the book.
#[test]
fn the_setter_names_no_rule_of_the_book() {
    let known: BTreeSet<&str> = rules()
        .flat_map(|rule| rule.aliases.iter().chain([&rule.name]))
        .map(String::as_str)
        .collect();
    let mut named = vec![];
    let mut folders = vec![std::path::PathBuf::from("crates/setter/src")];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("it is a folder") {
            let path = entry.expect("it can be listed").path();
            if path.is_dir() {
                folders.push(path);
                continue;
            }
            let text = std::fs::read_to_string(&path).expect("it is text");
            let code = text.split("#[cfg(test)]").next().unwrap_or_default();
            let code = code
                .lines()
                .filter(|line| !line.trim_start().starts_with("//"));
            // Every second piece between quotation marks is a quoted text.
            let literals = code.flat_map(|line| line.split('"').skip(1).step_by(2));
            let rules = literals.filter(|literal| known.contains(literal));
            named.extend(rules.map(|rule| format!("{}: {rule}", path.display())));
        }
    }
    assert_eq!(named, Vec::<String>::new());
}
