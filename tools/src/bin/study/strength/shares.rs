//! Measures the share of impossible candidates that relations remove, on random boards with one clue each.

use super::families::Family;
use super::make::{add_clues, seed};
use super::{Study, write_lines};
use cluewright::Book;
use cluewright_engine::compile;
use cluewright_engine::model::program::Work;
use cluewright_engine::model::{Compiled, Model, Word};
use cluewright_engine::parts;
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Layout, Puzzle};
use cluewright_rules::Statement;
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use std::error::Error;
use tools::clues::Random;

/// Number of boards to measure for each family, with houses and without.
const BOARDS: usize = 40;

/// Maximum number of boards to try in order to get [`BOARDS`] usable ones.
const TRIES: usize = 400;

/// Number of partial assignments above which a board is skipped as too large.
const ASSIGNMENTS: u64 = 100_000;

/// Number of grids from which clues are taken.
const GRIDS: u64 = 4;

/// Number of removed candidates, and number of impossible candidates.
#[derive(Clone, Copy, Default)]
struct Share {
    removed: u32,
    impossible: u32,
    boards: usize,
}

/// Measures the shares of each family.
pub(crate) fn all(study: &Study) -> Result<(), Box<dyn Error>> {
    let mut lines = study.others("shares.csv", "")?;
    for family in study
        .families
        .iter()
        .filter(|family| family.rules.len() == 1)
    {
        let mut random = Random::seed_from_u64(seed(&family.name, 0));
        let clues = clues(family, &mut random);
        let [alone, together] =
            [false, true].map(|houses| share(family, &clues, houses, &mut random));
        let told =
            |share: Share| format!("{},{},{}", share.removed, share.impossible, share.boards);
        lines.push(format!(
            "{},{},{}",
            family.name,
            told(alone),
            told(together)
        ));
        println!("{}", lines[lines.len() - 1]);
    }
    write_lines(&study.path("shares.csv"), &lines)
}

/// Returns clues of the family's rule, each with a solution in which it holds.
fn clues(family: &Family, random: &mut Random) -> Vec<(Clue, Vec<u8>)> {
    let mut found = vec![];
    for _ in 0..GRIDS {
        let Some((puzzle, solution)) = add_clues(Book::builtin(), family, random) else {
            continue;
        };
        let own = puzzle
            .clues
            .into_iter()
            .filter(|clue| clue.rule == family.name);
        found.extend(own.map(|clue| (clue, solution.clone())));
    }
    found.shuffle(random);
    found
}

/// Measures the share on boards with one clue, either with the houses of the layout or without any.
fn share(family: &Family, clues: &[(Clue, Vec<u8>)], houses: bool, random: &mut Random) -> Share {
    let mut share = Share::default();
    let (_, recipe) = &family.rules[0];
    for _ in 0..TRIES {
        let Some((clue, solution)) = clues.choose(random) else {
            break;
        };
        if share.boards == BOARDS {
            break;
        }
        let mut puzzle = Puzzle {
            clues: vec![clue.clone()],
            ..recipe.base.clone()
        };
        if !houses {
            puzzle.layout = Layout {
                lines: false,
                boxes: Boxes::None,
                ..puzzle.layout
            };
        }
        let Ok(model) = compile(&puzzle, Book::builtin()) else {
            continue;
        };
        let Ok(parts) = parts(&puzzle, Book::builtin()) else {
            continue;
        };
        let said = parts.into_iter().filter(|part| !part.implied);
        let said: Vec<Statement> = said.map(|part| part.statement).collect();
        let case = Case::new(&puzzle, said);
        if case.cells.iter().any(|cell| cell.index() >= solution.len()) {
            continue;
        }
        let board = case.random_board(&puzzle, solution, random);
        if let Some((removed, impossible)) = case.measure(&model, &board) {
            share.removed += removed;
            share.impossible += impossible;
            share.boards += usize::from(impossible > 0);
        }
    }
    share
}

/// The statements of one clue, prepared for enumeration.
struct Case {
    cells: Vec<Cell>,
    /// For each cell, the earlier cells from which it must differ.
    apart: Vec<Vec<usize>>,
    /// For each cell, the statements whose last cell it is. These can be tested once the cell has a value.
    decided: Vec<Vec<Statement>>,
}

impl Case {
    fn new(puzzle: &Puzzle, said: Vec<Statement>) -> Self {
        let mut cells: Vec<Cell> = vec![];
        for statement in &said {
            statement.each_cell(&mut |cell| {
                if !cells.contains(&cell) {
                    cells.push(cell);
                }
            });
        }
        let houses = puzzle.layout.houses();
        let differ = |a: Cell, b: Cell| houses.iter().any(|h| h.contains(&a) && h.contains(&b));
        let apart = cells.iter().enumerate().map(|(i, &cell)| {
            let before = cells[..i].iter().enumerate();
            before
                .filter(|&(_, &b)| differ(cell, b))
                .map(|(j, _)| j)
                .collect()
        });
        let mut decided: Vec<Vec<Statement>> = vec![vec![]; cells.len()];
        let mut conjuncts = vec![];
        for statement in &said {
            statement.each_conjunct(&mut |part| conjuncts.push(part.clone()));
        }
        for statement in conjuncts {
            let mut last = 0;
            statement.each_cell(&mut |cell| {
                let place = cells.iter().position(|&c| c == cell);
                last = last.max(place.unwrap_or(0));
            });
            if let Some(here) = decided.get_mut(last) {
                here.push(statement);
            }
        }
        Self {
            apart: apart.collect(),
            decided,
            cells,
        }
    }

    /// Chooses random candidates for each cell. In half of the cases, they contain the solution.
    fn random_board(&self, puzzle: &Puzzle, solution: &[u8], random: &mut Random) -> Vec<DigitSet> {
        let likely = random.random_range(0.15..0.75);
        let solvable = random.random_bool(0.5);
        let mut candidates = |&cell: &Cell| {
            let domain = puzzle.domain(cell);
            let mut set: DigitSet = domain
                .iter()
                .filter(|_| random.random_bool(likely))
                .collect();
            if solvable || set.is_empty() {
                set = set | DigitSet::one(solution[cell.index()]);
            }
            set
        };
        self.cells.iter().map(&mut candidates).collect()
    }

    /// Returns the number of impossible candidates that the relations remove, and the number of all impossible
    /// candidates. `None` if the board is too large, or if the result depends on other cells.
    fn measure(&self, model: &Model, board: &[DigitSet]) -> Option<(u32, u32)> {
        let mut budget = ASSIGNMENTS;
        let mut values = vec![0; self.cells.len()];
        let mut possible = vec![DigitSet::from_bits(0); self.cells.len()];
        self.enumerate(board, 0, &mut values, &mut possible, &mut budget)?;
        let left = match model {
            Model::Narrow(compiled) => self.propagate(compiled, board),
            Model::Wide(compiled) => self.propagate(compiled, board),
            Model::Widest(compiled) => self.propagate(compiled, board),
        };
        let none = vec![DigitSet::from_bits(0); self.cells.len()];
        let fails = left.is_none();
        if fails && possible.iter().any(|set| !set.is_empty()) {
            return None;
        }
        let left = left.unwrap_or(none);
        let houses_around = self.apart.iter().any(|before| !before.is_empty());
        let (mut removed, mut impossible, mut lost) = (0, 0, false);
        for ((set, possible), left) in board.iter().zip(&possible).zip(&left) {
            let wrong = set.bits() & !possible.bits();
            impossible += wrong.count_ones();
            removed += (wrong & !left.bits()).count_ones();
            lost |= !houses_around && possible.bits() & !left.bits() != 0;
        }
        assert!(!lost, "a candidate of a solution is gone: {board:?}");
        Some((removed, impossible))
    }

    /// Adds the values that each cell takes in some solution to `possible`. Returns `None` if the budget runs out.
    fn enumerate(
        &self,
        board: &[DigitSet],
        place: usize,
        values: &mut [u8],
        possible: &mut [DigitSet],
        budget: &mut u64,
    ) -> Option<()> {
        if place == self.cells.len() {
            for (possible, &value) in possible.iter_mut().zip(&*values) {
                *possible = *possible | DigitSet::one(value);
            }
            return Some(());
        }
        for digit in board[place].iter() {
            *budget = budget.checked_sub(1)?;
            values[place] = digit;
            let value = |cell: Cell| {
                let place = self.cells.iter().position(|&c| c == cell);
                place.map_or(0, |place| values[place])
            };
            let differs = self.apart[place]
                .iter()
                .all(|&before| values[before] != digit);
            if differs && self.decided[place].iter().all(|s| s.holds(&value)) {
                self.enumerate(board, place + 1, values, possible, budget)?;
            }
        }
        Some(())
    }

    /// Returns the board after propagation; `None` if there is a contradiction.
    fn propagate<W: Word>(
        &self,
        compiled: &Compiled<W>,
        board: &[DigitSet],
    ) -> Option<Vec<DigitSet>> {
        let base = compiled.program.shared().base;
        let mut sets = compiled.start.clone();
        for (cell, digits) in self.cells.iter().zip(board) {
            sets[cell.index()] &= W::from_bits(digits.bits() >> base);
        }
        if sets.iter().any(|set| set.is_none()) {
            return None;
        }
        let mut work = Work::default();
        compiled.program.wake_all(&sets, &mut work);
        compiled.program.fixpoint(&mut sets, &mut work).ok()?;
        let digits = |cell: &Cell| DigitSet::from_bits(sets[cell.index()].bits() << base);
        Some(self.cells.iter().map(digits).collect())
    }
}
