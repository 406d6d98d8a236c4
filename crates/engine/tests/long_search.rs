//! Laws of the model for long searches: the solutions of small puzzles with counting circles are compared with enumeration.

#![cfg(not(feature = "compact"))]

use cluewright_engine::model::program::{Scratch, Work};
use cluewright_engine::model::sink::Inference;
use cluewright_engine::model::{Cite, Compiled, Model, Part, Word, explain_to_fixpoint};
use cluewright_engine::relations::Relation;
use cluewright_engine::search::{Limits, solve};
use cluewright_puzzle::{Boxes, Cell, DigitSet, Given, Layout, Puzzle};
use cluewright_rules::Statement;
use cluewright_rules::statement::SelfCounting;
use proptest::prelude::*;
use proptest::sample::Index;

/// A grid with circles, and the candidates of each cell before propagation, as bits.
#[derive(Clone, Debug)]
struct Circles {
    puzzle: Puzzle,
    circles: Vec<Cell>,
    kept: Vec<u64>,
}

/// Returns a row of six cells that may repeat digits, a row whose digits differ, and a 4x4 grid with boxes.
fn layouts() -> [Layout; 3] {
    let row = |min_digit, digit_count, lines| Layout {
        rows: 1,
        columns: 6,
        min_digit,
        digit_count,
        lines,
        boxes: Boxes::None,
    };
    [row(0, 4, false), row(0, 7, true), Layout::square(4)]
}

/// Lists all grids of a layout.
fn list_grids(layout: &Layout) -> Vec<Vec<u8>> {
    let houses = layout.houses();
    let mut grids = vec![vec![]];
    for cell in (0..layout.cell_count()).map(Cell::from_index) {
        let fits = |grid: &[u8], digit: u8| {
            let mut peers = houses.iter().filter(|house| house.contains(&cell));
            let differs = |other: &Cell| grid.get(other.index()) != Some(&digit);
            peers.all(|house| house.iter().all(differs))
        };
        let digits = || (layout.min_digit..).take(usize::from(layout.digit_count));
        let extend = |grid: &Vec<u8>| {
            let free = digits().filter(|&digit| fits(grid, digit));
            let longer = free.map(|digit| [&grid[..], &[digit]].concat());
            longer.collect::<Vec<_>>()
        };
        grids = grids.iter().flat_map(extend).collect();
    }
    grids
}

/// Generates circles. In every second case, the circles are chosen so that some grid satisfies them.
fn circles(layout: Layout) -> impl Strategy<Value = Circles> {
    let grids = list_grids(&layout);
    let cells = layout.cell_count();
    let order = Just((0..cells).map(Cell::from_index).collect::<Vec<_>>()).prop_shuffle();
    let open = proptest::collection::vec(prop_oneof![Just(127u64), 0u64..128], cells);
    let given = proptest::collection::vec(prop_oneof![Just(127u64), 0u64..128], cells);
    let chosen = prop_oneof![(1..cells).prop_map(Ok), any::<u8>().prop_map(Err)];
    (any::<Index>(), order, chosen, open, given).prop_map(
        move |(grid, mut circles, chosen, open, given)| {
            let grid = grid.get(&grids);
            match chosen {
                Ok(count) => circles.truncate(count),
                Err(digits) => choose_circles(&mut circles, grid, digits),
            }
            let mut puzzle = Puzzle::new(layout.clone());
            let bit = |cell: usize| 1 << grid[cell];
            let give = |(cell, bits): (usize, u64)| Given {
                cell: Cell::from_index(cell),
                digits: DigitSet::from_bits(bits << layout.min_digit | bit(cell)),
            };
            puzzle.givens = given.into_iter().enumerate().map(give).collect();
            let kept = open.iter().enumerate();
            let kept = kept.map(|(cell, bits)| bits << layout.min_digit | bit(cell));
            Circles {
                kept: kept.collect(),
                puzzle,
                circles,
            }
        },
    )
}

/// Selects circles so that each of the given digits `n` occurs in exactly `n` circles. Digits with too few places in the grid
/// are left out. If no digit remains, the circles stay unchanged.
fn choose_circles(circles: &mut Vec<Cell>, grid: &[u8], digits: u8) {
    let mut chosen = vec![];
    for digit in (1..8u8).filter(|digit| digits >> digit & 1 == 1) {
        let places = circles.iter().filter(|cell| grid[cell.index()] == digit);
        let places: Vec<Cell> = places.take(digit.into()).copied().collect();
        if places.len() == usize::from(digit) {
            chosen.extend(places);
        }
    }
    if !chosen.is_empty() {
        *circles = chosen;
    }
}

impl Circles {
    fn statement(&self) -> Statement {
        Statement::SelfCounting(SelfCounting(self.circles.clone()))
    }

    fn compile(&self) -> Model {
        let part = Part {
            cite: Cite::Clue(0),
            statement: self.statement(),
            implied: false,
        };
        Model::new(&self.puzzle, &[part])
    }

    /// Lists the solutions by enumeration.
    fn list_solutions(&self) -> Vec<Vec<u8>> {
        let statement = self.statement();
        let mut grids = list_grids(&self.puzzle.layout);
        grids.retain(|grid| {
            let givens = &self.puzzle.givens;
            let allows = |given: &Given| given.digits.contains(grid[given.cell.index()]);
            givens.iter().all(allows) && statement.holds(&|cell| grid[cell.index()])
        });
        grids
    }

    fn check(&self) -> Result<(), TestCaseError> {
        let truth = self.list_solutions();
        match &self.compile() {
            Model::Narrow(compiled) => check(compiled, &truth, &self.kept, Model::Narrow),
            Model::Wide(compiled) => check(compiled, &truth, &self.kept, Model::Wide),
            Model::Widest(compiled) => check(compiled, &truth, &self.kept, Model::Widest),
        }
    }
}

/// Checks that the relations of the model for long searches keep all solutions, that their reasons are sufficient, and that the
/// usual search finds all solutions with these relations.
fn check<W: Word>(
    compiled: &Compiled<W>,
    truth: &[Vec<u8>],
    kept: &[u64],
    wrap: impl Fn(Compiled<W>) -> Model,
) -> Result<(), TestCaseError> {
    let Some(model) = compiled.for_long_search() else {
        // If no candidates of the circles satisfy them, propagation finds the conflict at the start.
        prop_assert!(truth.is_empty());
        return Ok(());
    };
    let counts = |relation: &Relation<W>| matches!(relation, Relation::SelfCountingGroups(_));
    prop_assert!(model.program.relations().iter().any(counts));
    let base = model.program.shared().base;
    let bit = |values: &[u8], var: u16| W::one((i64::from(values[usize::from(var)]) - base) as u32);
    let mut board = model.start.clone();
    for (set, &kept) in board.iter_mut().zip(kept) {
        *set &= W::from_bits(kept >> base);
    }
    if board.iter().any(|set| set.is_none()) {
        return Ok(());
    }
    let within = |values: &[u8], board: &[W]| {
        let mut cells = (0..).zip(board);
        cells.all(|(var, &set)| !(set & bit(values, var)).is_none())
    };
    let left: Vec<&Vec<u8>> = truth.iter().filter(|grid| within(grid, &board)).collect();

    let mut fast = board.clone();
    let mut work = Work::default();
    model.program.wake_all(&fast, &mut work);
    let outcome = model.program.fixpoint(&mut fast, &mut work);
    match outcome {
        Ok(()) => prop_assert!(left.iter().all(|grid| within(grid, &fast))),
        Err(_) => prop_assert!(left.is_empty()),
    }

    let mut found: Vec<Inference<W>> = vec![];
    let slow = explain_to_fixpoint(&model, &mut board, &mut Scratch::default(), |one| {
        found.push(one.clone());
    });
    prop_assert_eq!(
        outcome.is_ok().then_some(fast),
        slow.is_ok().then_some(board)
    );
    for Inference { removed, facts } in &found {
        let refutes = |grid: &&Vec<u8>| {
            let holds = |var: u16, set: W| !(set & bit(grid, var)).is_none();
            facts.iter().all(|fact| holds(fact.var, fact.within))
                && removed.is_none_or(|(var, lost)| holds(var, lost))
        };
        prop_assert_eq!(
            truth.iter().find(refutes),
            None,
            "{:?} without {:?}",
            removed,
            facts
        );
    }

    let mut solutions = solve(&wrap(model), Limits::NONE).solutions;
    solutions.sort_unstable();
    prop_assert_eq!(solutions, truth);
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn circles_in_long_searches_lose_no_solution(case in {
        let [raw, row, square] = layouts();
        prop_oneof![circles(raw), circles(row), circles(square)]
    }) {
        case.check()?;
    }
}
