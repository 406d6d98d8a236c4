//! The next step from where a solver has got.

use super::grade::ground;
use super::{Ask, Bounds, Check, Choice, Explained, Host, Refusal};
use crate::Prepared;
use cluewright_engine::search::{Answer, Limits, Verdict};
use cluewright_logic::{Board, Ground, Step, cheapest, minimal};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Gives the next step of a person. It starts from the digits that were typed, and names those that are wrong.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Hint {
    /// How much to say.
    pub strength: Strength,
    /// Which techniques may be used.
    pub techniques: Choice,
    /// The cell that was filled last, like `R3C4`: of the easiest steps the one nearest to it is given. Where one digit
    /// is typed it is the last one.
    pub after: Option<String>,
    /// The candidates that the solver has left in cells: the digits by the cell's name. A list without the digit of the
    /// only solution is named as wrong.
    pub marks: BTreeMap<String, Vec<u8>>,
    /// When to stop: guesses of each search, and the time of everything.
    pub limits: Bounds,
}

/// How much a hint says.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// Where to look.
    #[default]
    Where,
    /// And which technique to use there.
    Technique,
    /// The whole step.
    Step,
}

/// A hint, or why there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Hinted {
    /// The verdict on the puzzle without the typed digits.
    pub verdict: Verdict,
    /// What there is to say.
    pub outcome: Outcome,
    /// The hint in words, null where there is none.
    pub hint: Option<String>,
    /// The whole step, at the strength `step`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Explained>,
    /// Typed digits that are wrong; where the puzzle has several solutions, some that contradict each other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<Entry>,
    /// Cells whose `marks` leave out the digit of the only solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong_marks: Vec<String>,
}

/// What a hint comes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// There is a step.
    Step,
    /// Every cell has its digit.
    Solved,
    /// Some typed digits or marks are wrong.
    Wrong,
    /// The puzzle has no solution.
    Impossible,
    /// Nothing is given: no digit and no clue.
    Empty,
    /// No technique finds a step.
    Stuck,
    /// A limit ended the question.
    Limit,
}

/// A digit that a solver typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Entry {
    /// The cell.
    pub cell: String,
    /// The digit.
    pub digit: u8,
}

impl Ask for Hint {
    type Reply = Hinted;

    /// # Errors
    /// When there is no such profile, technique, tier or cell, or the grid is too large for people's logic.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Hinted, Refusal> {
        let profile = self.techniques.profile()?;
        let last = self.last(prepared.puzzle())?;
        let mut ground = ground(prepared)?;
        let host = &host.within(self.limits);
        let limits = self.limits;
        let answer = Check { limits }.prove(prepared, host);
        let hinted = |outcome| Hinted {
            verdict: answer.verdict,
            outcome,
            hint: None,
            step: None,
            wrong: vec![],
            wrong_marks: vec![],
        };
        if answer.verdict == Verdict::None {
            return Ok(hinted(Outcome::Impossible));
        }
        let puzzle = prepared.puzzle();
        let marks = self.marks(puzzle)?;
        let wrong = self.wrong(prepared, &answer, host);
        let wrong_marks = wrong_marks(&marks, &answer);
        if !wrong.is_empty() || !wrong_marks.is_empty() {
            return Ok(Hinted {
                wrong: wrong
                    .into_iter()
                    .map(|entry| Entry::of(puzzle, entry))
                    .collect(),
                wrong_marks: wrong_marks
                    .into_iter()
                    .map(|cell| puzzle.cell_name(cell))
                    .collect(),
                ..hinted(Outcome::Wrong)
            });
        }
        if let Some(solution) = answer.only_solution() {
            ground = ground.with_only_solution(solution);
        }
        let board = board(&ground, &marks);
        if board.is_solved() {
            return Ok(hinted(Outcome::Solved));
        }
        let go_on = || host.has_time();
        let Some((_, mut steps)) = cheapest(&ground, &board, &profile, &go_on) else {
            return Ok(hinted(Outcome::Limit));
        };
        // Arguments from uniqueness are for puzzles that are unique.
        steps.retain(|step| step.avoids.is_empty() || answer.verdict == Verdict::Unique);
        let far = |step: &&Step| last.map(|last| distance(&ground, step, last));
        let Some(step) = steps.iter().min_by_key(far) else {
            let is_empty = puzzle.givens.is_empty() && puzzle.clues.is_empty();
            return Ok(hinted(match is_empty && puzzle.entries.is_empty() {
                true => Outcome::Empty,
                false => Outcome::Stuck,
            }));
        };
        let minimal = minimal(&ground, &board, step, &go_on);
        Ok(Hinted {
            hint: Some(self.say(&ground, &minimal.step)),
            step: (self.strength == Strength::Step)
                .then(|| Explained::of(&ground, &board, &minimal)),
            ..hinted(Outcome::Step)
        })
    }
}

/// The board of a solver: the typed digits placed, and no candidates but the marks. Marks of a puzzle with several
/// solutions may contradict it, and are then left out.
fn board(ground: &Ground<'_>, marks: &[(Cell, DigitSet)]) -> Board {
    let plain = Board::with_entries(ground);
    let mut marked = plain.clone();
    for &(cell, digits) in marks {
        if plain.open().contains(cell.0) {
            marked.remove(cell.0, plain.at(cell.0).without(digits));
        }
    }
    match marked.is_broken() {
        true => plain,
        false => marked,
    }
}

/// The cells whose marks leave out the digit of the only solution.
fn wrong_marks(marks: &[(Cell, DigitSet)], answer: &Answer) -> Vec<Cell> {
    let Some(solution) = answer.only_solution() else {
        return vec![];
    };
    let is_wrong = |(cell, digits): &&(Cell, DigitSet)| !digits.contains(solution[cell.index()]);
    marks
        .iter()
        .filter(is_wrong)
        .map(|&(cell, _)| cell)
        .collect()
}

/// How far a step acts from a cell: whether it is out of its sight, and by how many cells.
fn distance(ground: &Ground<'_>, step: &Step, last: Cell) -> (bool, u8) {
    let layout = &ground.puzzle.layout;
    let (row, column) = layout.place(last);
    let lost = step.removed.iter().map(|(var, _)| *var);
    let acts = lost.chain(step.placed.map(|(cell, _)| cell));
    let inside = acts.filter(|&var| usize::from(var) < ground.cells());
    let far = inside.map(|cell| {
        let is_seen = ground.peers[last.index()].contains(cell);
        let (r, c) = layout.place(Cell(cell));
        (!is_seen, r.abs_diff(row).max(c.abs_diff(column)))
    });
    far.min().unwrap_or((true, u8::MAX))
}

impl Hint {
    /// The cell that was filled last, if that is known.
    fn last(&self, puzzle: &Puzzle) -> Result<Option<Cell>, Refusal> {
        match (&self.after, &puzzle.entries[..]) {
            (Some(name), _) => match puzzle.layout.parse_name(name) {
                Ok(cell) => Ok(Some(cell)),
                Err(error) => Err(Refusal::new(error.to_string())),
            },
            (None, &[(cell, _)]) if cell.index() < puzzle.layout.cell_count() => Ok(Some(cell)),
            _ => Ok(None),
        }
    }

    /// The marks of cells of the grid.
    fn marks(&self, puzzle: &Puzzle) -> Result<Vec<(Cell, DigitSet)>, Refusal> {
        let read = |(name, digits): (&String, &Vec<u8>)| {
            let cell = puzzle.layout.parse_name(name);
            let cell = cell.map_err(|error| Refusal::new(error.to_string()))?;
            let known = puzzle.layout.digits();
            match digits.iter().find(|&&digit| !known.contains(digit)) {
                Some(digit) => Err(Refusal::new(format!("{name} cannot hold {digit}"))),
                None => Ok((cell, digits.iter().copied().collect())),
            }
        };
        self.marks.iter().map(read).collect()
    }

    fn say(&self, ground: &Ground<'_>, step: &Step) -> String {
        let places = match step.reason.cites.is_empty() {
            // What it cites is all there is.
            _ if step.technique().is_search() => {
                "the whole grid (no argument was found)".to_owned()
            }
            true => cluewright_narrate::cells_text(ground.puzzle, step.pattern),
            false => cluewright_narrate::cites_text(ground, &step.reason.cites),
        };
        match self.strength {
            Strength::Where => format!("look at {places}"),
            Strength::Technique => {
                format!("{}: look at {places}", cluewright_narrate::technique(step))
            }
            Strength::Step => cluewright_narrate::step_full(ground, step),
        }
    }

    /// The typed digits that are not the only solution's; without one, some that contradict each other.
    fn wrong(&self, prepared: &Prepared, answer: &Answer, host: &Host<'_>) -> Vec<(Cell, u8)> {
        let entries = &prepared.puzzle().entries;
        if let Some(solution) = answer.only_solution() {
            let is_wrong = |&&(cell, digit): &&(Cell, u8)| {
                solution
                    .get(cell.index())
                    .is_some_and(|&right| right != digit)
            };
            return entries.iter().filter(is_wrong).copied().collect();
        }
        let contradict = |entries: &[(Cell, u8)]| {
            let mut puzzle = Puzzle::clone(prepared.puzzle());
            puzzle.entries = entries.to_vec();
            puzzle.give_entries();
            let budget = host.budget(self.limits).with_nodes(ENTRY_NODES);
            let limits = Limits::within(budget, 1);
            let given = Prepared::new(puzzle, prepared.book());
            given.is_ok_and(|given| {
                host.searching(|run| given.check(limits, run)).verdict == Verdict::None
            })
        };
        let mut wrong = entries.clone();
        if wrong.is_empty() || !contradict(&wrong) {
            return vec![];
        }
        for entry in entries {
            let fewer: Vec<(Cell, u8)> = wrong.iter().filter(|e| *e != entry).copied().collect();
            if host.has_time() && contradict(&fewer) {
                wrong = fewer;
            }
        }
        wrong
    }
}

/// Guesses of each search for typed digits that contradict each other.
const ENTRY_NODES: u64 = 10_000;

impl Entry {
    fn of(puzzle: &Puzzle, (cell, digit): (Cell, u8)) -> Self {
        Self {
            cell: puzzle.cell_name(cell),
            digit,
        }
    }
}
