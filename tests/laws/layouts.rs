//! Tests every rule on every kind of layout: the engine must find each grid that the rule's evaluation accepts, exactly
//! once.
//!
//! No strengthening of a model may depend on a property that only most layouts have, such as rows with different
//! digits, as many digits as a row has cells, boxes that cover the grid, or digits that begin at 1.

use crate::lowering::Formulas;
use crate::one_in;
use crate::rules::grids;
use crate::tape::Tape;
use cluewright_engine::compile;
use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Model, strengthenings};
use cluewright_engine::parts;
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Puzzle};
use cluewright_rules::ablation::{self, Switch};
use cluewright_rules::{Book, Clues, Lowered, Rule, Shape, lower, recognitions};
use proptest::test_runner::{Config, TestCaseError, TestRunner};

/// A kind of layout, with the properties that its layouts share.
struct Kind {
    name: &'static str,
    /// `true` if the cells of a row must differ, and likewise those of a column.
    lines: bool,
    regions: Regions,
    /// Possible numbers of rows, columns and digits. The grids of each size can be enumerated quickly.
    sizes: &'static [(u8, u8, u8)],
    /// Number of cases for each global rule. A global rule names no cells, so only the layout varies.
    global: usize,
}

#[derive(Clone, Copy)]
enum Regions {
    None,
    /// The boxes are the default ones.
    Boxes,
    /// There are one or two regions, each along a walk of king's moves, and sometimes a row or column that is a region.
    Some,
    /// Each region has as many cells as the grid has columns. The first region is a row or, in a square grid,
    /// possibly a column.
    Long,
}

const KINDS: &[Kind] = &[
    Kind {
        name: "repeats in rows",
        lines: false,
        regions: Regions::None,
        sizes: &[(2, 3, 3), (3, 2, 3), (2, 2, 4), (1, 4, 4), (3, 3, 2)],
        global: 3,
    },
    Kind {
        name: "repeats in rows, regions in some cells",
        lines: false,
        regions: Regions::Some,
        sizes: &[(2, 3, 3), (3, 2, 3), (2, 2, 3), (1, 4, 4)],
        global: 3,
    },
    Kind {
        name: "repeats in rows, regions as long as rows",
        lines: false,
        regions: Regions::Long,
        sizes: &[(2, 3, 3), (3, 2, 2), (3, 3, 3), (2, 3, 4)],
        global: 3,
    },
    Kind {
        name: "no boxes",
        lines: true,
        regions: Regions::None,
        sizes: &[(3, 3, 3), (4, 4, 4), (2, 2, 2)],
        global: 1,
    },
    Kind {
        name: "boxes",
        lines: true,
        regions: Regions::Boxes,
        sizes: &[(4, 4, 4), (2, 4, 4), (4, 2, 4)],
        global: 1,
    },
    Kind {
        name: "more digits than cells in a row",
        lines: true,
        regions: Regions::None,
        sizes: &[(2, 3, 4), (3, 2, 4), (2, 2, 4), (2, 2, 3), (1, 3, 5)],
        global: 1,
    },
    Kind {
        name: "regions in some cells",
        lines: true,
        regions: Regions::Some,
        sizes: &[(3, 3, 3), (3, 2, 3), (4, 4, 4)],
        global: 1,
    },
    Kind {
        name: "regions in some cells, more digits than cells in a row",
        lines: true,
        regions: Regions::Some,
        sizes: &[(2, 3, 4), (3, 3, 4), (3, 2, 4)],
        global: 1,
    },
    Kind {
        name: "regions as long as rows, one digit more",
        lines: true,
        regions: Regions::Long,
        sizes: &[(3, 3, 4)],
        global: 8,
    },
    Kind {
        name: "oblong",
        lines: true,
        regions: Regions::None,
        sizes: &[(2, 3, 3), (3, 2, 3), (2, 4, 4), (3, 4, 4)],
        global: 1,
    },
];

impl Kind {
    fn layout(&self, tape: &mut Tape<'_>) -> Layout {
        let (rows, columns, digit_count) = tape.one_of(self.sizes);
        let mut layout = Layout {
            rows,
            columns,
            digit_count,
            min_digit: tape.one_of(&[1, 0, 0, 2]),
            lines: self.lines,
            boxes: Boxes::None,
        };
        layout.boxes = match self.regions {
            Regions::None => Boxes::None,
            Regions::Boxes => Boxes::Default(0),
            Regions::Some => Boxes::Own(some_regions(&layout, tape)),
            Regions::Long => Boxes::Own(long_regions(&layout, tape)),
        };
        layout.check().expect("its houses have enough digits");
        layout
    }
}

/// Generates one or two regions, each along a walk of king's moves. In some cases, a row or column is an additional
/// region.
fn some_regions(layout: &Layout, tape: &mut Tape<'_>) -> Vec<Option<u8>> {
    let mut regions = vec![None; layout.cell_count()];
    if tape.below(3) == 1 {
        let line = line(layout, tape);
        line.iter().for_each(|cell| regions[cell.index()] = Some(0));
    }
    for number in 1..=tape.between(1, 2) as u8 {
        let free = |cell: &Cell| regions[cell.index()].is_none();
        let free: Vec<Cell> = layout.cells().filter(free).collect();
        let size = tape.between(2, layout.digit_count.into()).min(free.len());
        let taken: Vec<Cell> = layout.cells().filter(|cell| !free.contains(cell)).collect();
        for cell in tape.walk(layout, size, &taken) {
            regions[cell.index()] = Some(number);
        }
    }
    regions
}

/// Generates random regions with as many cells as the grid has columns. The first region is a row or, in a square
/// grid, possibly a column.
fn long_regions(layout: &Layout, tape: &mut Tape<'_>) -> Vec<Option<u8>> {
    let length = usize::from(layout.columns);
    let first: Vec<Cell> = match layout.rows == layout.columns {
        true => line(layout, tape),
        false => layout.row(tape.below(layout.rows.into()) as u8).collect(),
    };
    let mut others: Vec<Cell> = layout.cells().filter(|c| !first.contains(c)).collect();
    let mut regions = vec![None; layout.cell_count()];
    first
        .iter()
        .for_each(|cell| regions[cell.index()] = Some(0));
    let more = tape.one_of(&[1, 0, 1, 2]).min(others.len() / length) as u8;
    for number in 1..=more {
        for _ in 0..length {
            let cell = others.swap_remove(tape.below(others.len()));
            regions[cell.index()] = Some(number);
        }
    }
    regions
}

/// Returns a random row or column.
fn line(layout: &Layout, tape: &mut Tape<'_>) -> Vec<Cell> {
    match tape.below(2) {
        0 => layout.row(tape.below(layout.rows.into()) as u8).collect(),
        _ => {
            let column = tape.below(layout.columns.into()) as u8;
            layout.column(column).collect()
        }
    }
}

/// Number of grids above which a puzzle gets a given, so that enumeration stays quick.
const MANY: usize = 250;

/// Maximum number of attempts to generate a clue that holds in some grid.
const DRAWS: usize = 4;

/// Generates a clue of the rule, and picks a grid in which the clue holds. If no attempt gives a clue that holds in a
/// grid, returns the last valid clue with any grid. `None` if no clue is valid.
fn fitting<'g>(
    rule: &Rule,
    layout: &Layout,
    grids: &'g [Vec<u8>],
    tape: &mut Tape<'_>,
) -> Option<(Clue, &'g Vec<u8>)> {
    let mut fitting = None;
    for _ in 0..DRAWS {
        let clue = tape.clue(rule, layout);
        let (before, after) = grids.split_at(tape.below(grids.len()));
        let puzzle = Puzzle {
            clues: vec![clue.clone()],
            ..Puzzle::new(layout.clone())
        };
        if compile(&puzzle, Book::builtin()).is_err() {
            continue;
        }
        match after
            .iter()
            .chain(before)
            .find(|grid| holds(&puzzle, grid) == Ok(true))
        {
            Some(grid) => return Some((clue, grid)),
            None => fitting = after.first().map(|grid| (clue, grid)),
        }
    }
    fitting
}

/// Generates a puzzle with a clue of the rule, and sometimes with a second clue. Also returns the grids that its houses
/// and givens allow. `None` if there is no valid clue.
fn puzzle(rule: &Rule, layout: &Layout, tape: &mut Tape<'_>) -> Option<(Puzzle, Vec<Vec<u8>>)> {
    let mut grids = grids(layout, &[]);
    if grids.is_empty() {
        return None;
    }
    let (clue, aim) = fitting(rule, layout, &grids, tape)?;
    let (aim, only) = (aim.clone(), std::slice::from_ref(aim));
    let rules: Vec<&Rule> = Book::builtin().rules().flatten().collect();
    let other = match tape.below(3) {
        0 => None,
        1 if rule.shape != Shape::Global => Some(rule),
        _ => Some(tape.one_of(&rules)),
    };
    let other = other.and_then(|other| fitting(other, layout, only, tape));
    let clues: Vec<Clue> = [clue]
        .into_iter()
        .chain(other.map(|(clue, _)| clue))
        .collect();
    let mut puzzle = Puzzle::new(layout.clone());
    puzzle.clues = match tape.below(4) {
        1 if clues.len() > 1 => vec![Clue {
            parts: clues,
            ..Clue::new("any-of")
        }],
        _ => clues,
    };
    let cell = Cell::from_index(tape.below(layout.cell_count()));
    let digit = DigitSet::one(aim[cell.index()]);
    let another = layout.min_digit + tape.below(layout.digit_count.into()) as u8;
    let given = match (grids.len() > MANY, tape.below(3)) {
        // A given with only one digit keeps the case quick.
        (true, _) => Some(digit),
        (false, 1) => Some(digit | DigitSet::one(another)),
        _ => None,
    };
    if let Some(digits) = given {
        puzzle.givens.push(Given { cell, digits });
        grids.retain(|grid| digits.contains(grid[cell.index()]));
    }
    Some((puzzle, grids))
}

/// Returns `true` if evaluation accepts all clues in the grid.
fn holds(puzzle: &Puzzle, grid: &[u8]) -> Result<bool, String> {
    for (index, clue) in puzzle.clues.iter().enumerate() {
        let held = Book::builtin().holds(puzzle, index, clue, grid);
        if !held.map_err(|error| error.to_string())? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Picks a random ablation switch: a strengthening or a recognition to leave out of a model.
fn any_part(tape: &mut Tape<'_>) -> &'static Switch {
    tape.one_of(&[strengthenings(), recognitions()].concat())
}

/// Compiles a model with one part switched off; `None` if the puzzle cannot be compiled without that part.
fn model_without(part: &'static Switch, puzzle: &Puzzle) -> Option<Model> {
    ablation::without(part, || compile(puzzle, Book::builtin()).ok())
}

fn list_solutions(model: &Model) -> Vec<Vec<u8>> {
    let mut found = solve(model, Limits::default()).solutions;
    found.sort();
    found
}

/// Describes an implied statement that an accepted grid violates; `None` if there is none.
fn find_violated_implied(lowered: &[Lowered], accepted: &[Vec<u8>]) -> Option<String> {
    let implied = lowered.iter().flat_map(|lowered| &lowered.implied);
    implied
        .flat_map(|statement| accepted.iter().map(move |grid| (statement, grid)))
        .find(|(statement, grid)| !statement.holds(&|cell: Cell| grid[cell.index()]))
        .map(|(statement, grid)| format!("{grid:?} violates the implied {statement:?}"))
}

/// Compares the engine with the evaluation. Returns `true` if evaluation accepts some but not all of the grids.
fn compare(
    puzzle: &Puzzle,
    grids: Vec<Vec<u8>>,
    left_out: &'static Switch,
) -> Result<bool, String> {
    let book = Book::builtin();
    // A clue that does not fit or is too large is refused by name, so there is nothing to compare.
    let Ok(said) = parts(puzzle, book) else {
        return Ok(false);
    };
    let all = grids.len();
    let mut accepted = vec![];
    for grid in grids {
        if holds(puzzle, &grid)? {
            accepted.push(grid);
        }
    }
    accepted.sort();
    let same = |way: &str, model: &Model| {
        let found = list_solutions(model);
        match found == accepted {
            true => Ok(()),
            false => Err(format!(
                "{way}: {} solutions instead of {}\n{}",
                found.len(),
                accepted.len(),
                first_difference(&found, &accepted)
            )),
        }
    };
    // Without variables for missing digits, a clue may be too large to be lowered.
    let lowered = lower(puzzle, book).unwrap_or_default();
    if let Some(violated) = find_violated_implied(&lowered, &accepted) {
        return Err(violated);
    }
    same("compiled", &Model::new(puzzle, &said))?;
    if let Some(model) = model_without(left_out, puzzle) {
        same(&format!("without {}", left_out.name()), &model)?;
    }
    // A switchable model has no variables for missing digits, so a clue may be too large for it.
    if let Ok(switchable) = compile_switchable(puzzle, book, true) {
        same("switchable", switchable.model())?;
    }
    Ok((1..all).contains(&accepted.len()))
}

fn first_difference(found: &[Vec<u8>], accepted: &[Vec<u8>]) -> String {
    let wrong = found.iter().find(|grid| !accepted.contains(grid));
    let lost = accepted.iter().find(|grid| !found.contains(grid));
    let twice = found.windows(2).find(|pair| pair[0] == pair[1]);
    match (wrong, lost, twice) {
        (Some(grid), ..) => format!("{grid:?} is rejected by evaluation"),
        (_, Some(grid), _) => format!("{grid:?} is lost"),
        (.., Some(pair)) => format!("{:?} is found twice", pair[0]),
        _ => "no difference".to_owned(),
    }
}

/// A comparison of the engine with the evaluation, on random puzzles of one kind of layout.
struct Campaign {
    /// The source of random numbers for the cases.
    seeds: TestRunner,
    cases: usize,
    /// Number of cases in which evaluation accepts some but not all grids.
    decisive: usize,
}

impl Campaign {
    /// Creates a campaign with a random seed, unless `PROPTEST_RNG_SEED` is set.
    fn new() -> Self {
        Self {
            seeds: TestRunner::new(Config::default()),
            cases: 0,
            decisive: 0,
        }
    }

    /// Compares the engine with the evaluation on one random puzzle with a layout of this kind.
    fn run(
        &mut self,
        about: &str,
        kind: &Kind,
        draw: impl Fn(&Layout, &mut Tape<'_>) -> Option<(Puzzle, Vec<Vec<u8>>)>,
    ) {
        let config = Config {
            cases: 1,
            failure_persistence: None,
            max_shrink_iters: 200,
            ..Config::default()
        };
        let mut runner = TestRunner::new_with_rng(config, self.seeds.new_rng());
        let decisive = std::cell::Cell::new(false);
        let tapes = proptest::collection::vec(0u16..720, 160);
        let result = runner.run(&tapes, |tape| {
            let mut tape = Tape::new(&tape);
            let layout = kind.layout(&mut tape);
            let Some((puzzle, grids)) = draw(&layout, &mut tape) else {
                return Ok(());
            };
            let told = compare(&puzzle, grids, any_part(&mut tape));
            decisive.set(told.map_err(|difference| {
                let (givens, clues) = (&puzzle.givens, &puzzle.clues);
                TestCaseError::fail(format!("{difference}\n{layout:?}\n{givens:?}\n{clues:?}"))
            })?);
            Ok(())
        });
        if let Err(error) = result {
            panic!("{about}, {}: {error}", kind.name);
        }
        self.cases += 1;
        self.decisive += usize::from(decisive.get());
    }

    /// Fails if too few cases could have shown a difference.
    fn end(&self) {
        let (decisive, cases) = (self.decisive, self.cases);
        assert!(
            4 * decisive > cases,
            "only {decisive} of {cases} tell grids apart"
        );
    }
}

/// Compares the engine with the evaluation on random puzzles of each rule and each kind of layout. `cases` returns
/// the number of puzzles.
fn of_rules(cases: impl Fn(&Rule, &Kind) -> usize) {
    let mut campaign = Campaign::new();
    for rule in Book::builtin().rules() {
        let rule = rule.unwrap_or_else(|error| panic!("{error}"));
        for kind in KINDS {
            for _ in 0..cases(rule, kind) {
                campaign.run(&rule.name, kind, |layout, tape| puzzle(rule, layout, tape));
            }
        }
    }
    campaign.end();
}

#[test]
fn clues_find_what_evaluation_accepts_on_every_layout() {
    let times = 20 / one_in::<usize>(20);
    of_rules(|rule, _| match (rule.shape, rule.implied.is_empty()) {
        (Shape::Global, _) => 0,
        (_, true) => times,
        // The implied formulas of a rule must hold on every layout, so rules that have such formulas get twice as
        // many cases.
        (_, false) => 2 * times,
    });
}

#[test]
fn global_rules_find_what_evaluation_accepts_on_every_layout() {
    let times = 20 / one_in::<usize>(20);
    of_rules(|rule, kind| match rule.shape {
        Shape::Global => kind.global * times,
        _ => 0,
    });
}

#[test]
fn formulas_find_what_evaluation_accepts_on_every_layout() {
    let mut campaign = Campaign::new();
    for kind in KINDS {
        for _ in 0..160 / one_in(20) {
            campaign.run("a formula", kind, |layout, tape| {
                let seed = tape.below(720) * 720 + tape.below(720);
                let depth = tape.between(1, 3);
                let formula = Formulas::new(seed as u64).formula(depth);
                let clue = Clue::new("relation").with("formula", formula.as_str());
                let puzzle = Puzzle {
                    clues: vec![clue],
                    ..Puzzle::new(layout.clone())
                };
                let grids = grids(layout, &[]);
                compile(&puzzle, Book::builtin())
                    .is_ok()
                    .then_some((puzzle, grids))
            });
        }
    }
    campaign.end();
}
