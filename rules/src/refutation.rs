//! Finds the houses and clues that the digits in an unfinished grid already violate, whatever digits the open cells get.

use super::book::Book;
use super::clue::{Composite, Role, Violation, check_composite};
use super::error::ClueError;
use super::formula::{Formula, Quantifier};
use super::scene::{Bound, Evaluation, Ground, UNKNOWN};
use cluewright_puzzle::{Cell, Clue, Puzzle};
use std::collections::BTreeSet;

/// A house, given or clue that is violated in every completion of an unfinished grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    /// The violated house, given or clue.
    pub violation: Violation,
    /// The cells whose values cause the violation, in reading order.
    pub cells: Vec<Cell>,
}

impl Book {
    /// Returns everything that the known values violate, in this order: values out of range, givens, houses, clues. `values` has an
    /// entry for each cell of the puzzle and each auxiliary variable; `None` means open. On a full grid, the result corresponds to that
    /// of [`Clues::violated`](super::Clues::violated).
    ///
    /// # Errors
    /// Returns an error if a clue does not fit its rule.
    pub fn conflicts(
        &self,
        puzzle: &Puzzle,
        values: &[Option<u8>],
    ) -> Result<Vec<Conflict>, ClueError> {
        let ground = Ground::new(puzzle, self);
        let value = |cell: Cell| values.get(cell.index()).copied().flatten();
        let at = |violation, cell| Conflict {
            violation,
            cells: vec![cell],
        };
        let cells = (0..puzzle.cell_count()).map(Cell::from_index);
        let out_of_range =
            |&cell: &Cell| value(cell).is_some_and(|v| !puzzle.domain(cell).contains(v));
        let mut found: Vec<Conflict> = cells
            .filter(out_of_range)
            .map(|cell| at(Violation::Value(cell), cell))
            .collect();
        for (index, given) in puzzle.givens.iter().enumerate() {
            if value(given.cell).is_some_and(|v| !given.digits.contains(v)) {
                found.push(at(Violation::Given(index), given.cell));
            }
        }
        for (number, house) in puzzle.layout.houses().iter().enumerate() {
            let cells = find_repeated(house, value);
            if !cells.is_empty() {
                let violation = Violation::House(puzzle.layout.house(number));
                found.push(Conflict { violation, cells });
            }
        }
        let known: Vec<u8> = values.iter().map(|v| v.unwrap_or(UNKNOWN)).collect();
        for (index, clue) in puzzle.clues.iter().enumerate() {
            if let Some(cells) = self.refute(&ground, index, clue, Role::Demanded, &known)? {
                found.push(Conflict {
                    violation: Violation::Clue(index),
                    cells: cells.into_iter().collect(),
                });
            }
        }
        Ok(found)
    }

    /// Returns cells whose values violate a clue; `None` if the clue may still hold.
    fn refute(
        &self,
        ground: &Ground<'_>,
        index: usize,
        clue: &Clue,
        role: Role,
        known: &[u8],
    ) -> Result<Option<BTreeSet<Cell>>, ClueError> {
        if let Some(composite) = Composite::of(clue) {
            check_composite(index, clue)?;
            let role = role.within(composite);
            let parts = clue.parts.iter();
            let parts = parts.map(|part| self.refute(ground, index, part, role, known));
            let parts: Vec<_> = parts.collect::<Result<_, _>>()?;
            let is_broken = match composite {
                Composite::Any => parts.iter().all(Option::is_some),
                Composite::All => parts.iter().any(Option::is_some),
            };
            return Ok(is_broken.then(|| parts.into_iter().flatten().flatten().collect()));
        }
        let rule = self.find_rule(ground, index, clue)?;
        let scene = self.scene(ground, index, clue, &rule, role)?;
        let mut evaluation = Evaluation::full(&scene, known.to_vec());
        let parts = rule.parts.iter().filter(|part| scene.asks(part));
        let broken = parts.filter_map(|part| evaluation.refute(&part.formula));
        Ok(broken.reduce(|a, b| &a | &b))
    }
}

/// Returns the cells of a list that share their value with another cell of the list.
fn find_repeated(list: &[Cell], value: impl Fn(Cell) -> Option<u8>) -> Vec<Cell> {
    let holds = |cell: Cell, other: Cell| value(cell).is_some() && value(cell) == value(other);
    let repeats = |&(at, &cell): &(usize, &Cell)| {
        let mut others = list.iter().enumerate().filter(|(other, _)| *other != at);
        others.any(|(_, &other)| holds(cell, other))
    };
    let cells = list.iter().enumerate().filter(repeats);
    cells.map(|(_, &cell)| cell).collect()
}

impl Evaluation<'_> {
    /// Returns cells whose values make a formula false; `None` if it may still be true. A conjunction is false if one of its
    /// parts is false, even if other parts are open.
    fn refute(&mut self, formula: &Formula) -> Option<BTreeSet<Cell>> {
        match formula {
            Formula::And(parts) => {
                let broken = parts.iter().filter_map(|part| self.refute(part));
                broken.reduce(|a, b| &a | &b)
            }
            Formula::Each(quantifier, body) => match self.all_frames(&quantifier.binding) {
                Ok(frames) => self.refute_each(quantifier, &frames, body),
                // An undefined list makes the whole formula false, and an open list leaves the formula open.
                Err(_) => self.refute_whole(formula),
            },
            Formula::Distinct(list) => match self.list(list) {
                Ok(cells) => self.refute_distinct(&cells),
                Err(_) => self.refute_whole(formula),
            },
            _ => self.refute_whole(formula),
        }
    }

    fn refute_whole(&mut self, formula: &Formula) -> Option<BTreeSet<Cell>> {
        self.is_false(formula).then(|| self.find_needed(formula))
    }

    fn refute_distinct(&self, cells: &[Cell]) -> Option<BTreeSet<Cell>> {
        let known = |cell| self.value(cell).ok().and_then(|v| u8::try_from(v).ok());
        let cells: BTreeSet<Cell> = find_repeated(cells, known).into_iter().collect();
        (!cells.is_empty()).then_some(cells)
    }

    fn refute_each(
        &mut self,
        quantifier: &Quantifier,
        frames: &[Bound],
        body: &Formula,
    ) -> Option<BTreeSet<Cell>> {
        let mut broken: Option<BTreeSet<Cell>> = None;
        for frame in frames.chunks(quantifier.binding.width()) {
            // A frame that the condition skips cannot violate the clue, so the condition must also hold.
            let cells = self.within(quantifier, frame, |me| {
                let mut cells = me.refute(body)?;
                if let Some(condition) = &quantifier.condition {
                    cells.extend(me.holds(condition)?);
                }
                Some(cells)
            });
            if let Some(cells) = cells {
                broken.get_or_insert_default().extend(cells);
            }
        }
        broken
    }

    fn is_false(&mut self, formula: &Formula) -> bool {
        // The count of frames is reset, because `find_needed` repeats this test for each known cell and could reach the
        // limit.
        self.frames = 0;
        self.formula(formula) == Ok(false)
    }

    /// Returns cells whose values make a formula true; `None` if it may still be false.
    fn holds(&mut self, formula: &Formula) -> Option<BTreeSet<Cell>> {
        self.refute_whole(&Formula::Not(Box::new(formula.clone())))
    }

    /// Returns a minimal set of known cells whose values are enough to make a formula false.
    fn find_needed(&mut self, formula: &Formula) -> BTreeSet<Cell> {
        let known = self.values.clone();
        let mut needed = BTreeSet::new();
        for (index, &value) in known.iter().enumerate() {
            if value == UNKNOWN {
                continue;
            }
            // A value that is not needed stays unknown, so that the values found are enough on their own and none is redundant.
            self.values[index] = UNKNOWN;
            if !self.is_false(formula) {
                self.values[index] = value;
                needed.insert(Cell::from_index(index));
            }
        }
        self.values = known;
        needed
    }
}
