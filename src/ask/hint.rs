//! Hints: the next step from a solver's position.

use super::grade::ground;
use super::{Ask, Bounds, Check, Choice, Explained, Host, Refusal};
use crate::Prepared;
use cluewright_engine::search::{Answer, Limits, Verdict};
use cluewright_logic::{Board, Ground, Profile, Step, cheapest, minimal, needed, solve_to_digit};
use cluewright_puzzle::{Cell, DigitSet, Puzzle};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Finds the next step of a human solver. Starts from the typed digits, and lists the wrong ones.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Hint {
    /// The amount to reveal.
    pub strength: Strength,
    /// The techniques that may be used.
    pub techniques: Choice,
    /// The cell that was filled last, such as `R3C4`. Among the easiest steps, the one nearest to this cell is chosen.
    /// If only one digit is typed, its cell is the default.
    pub after: Option<String>,
    /// The solver's pencil marks: the remaining candidates, by the name of the cell. Marks that lack the digit of the
    /// only solution are reported as wrong.
    pub marks: BTreeMap<String, Vec<u8>>,
    /// The limits: guesses of each search, and the time for the whole question.
    pub limits: Bounds,
}

/// The amount that a hint reveals.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Strength {
    /// The location of the step.
    #[default]
    Where,
    /// The location and the technique of the step.
    Technique,
    /// The complete step.
    Step,
}

/// A hint, or the reason why there is none.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Hinted {
    /// The verdict on the puzzle, ignoring the typed digits.
    pub verdict: Verdict,
    /// The result of the search for a step.
    pub outcome: Outcome,
    /// The hint in words; null if there is none.
    pub hint: Option<String>,
    /// The complete step, if the strength is `step`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub step: Option<Explained>,
    /// Typed digits that are wrong. If the puzzle has several solutions, these are typed digits that contradict each
    /// other.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong: Vec<Entry>,
    /// Cells whose `marks` leave out the digit of the only solution.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub wrong_marks: Vec<String>,
}

/// The outcome of the search for a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Outcome {
    /// A step was found.
    Step,
    /// The puzzle is solved: every cell has its digit.
    Solved,
    /// Some typed digits or marks are wrong.
    Wrong,
    /// The puzzle has no solution.
    Impossible,
    /// The grid is blank: there are no givens and no clues.
    Empty,
    /// No technique finds a step.
    Stuck,
    /// A limit was reached before a step was found.
    Limit,
}

/// A digit that a solver typed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Entry {
    /// The name of the cell.
    pub cell: String,
    /// The digit that was typed.
    pub digit: u8,
}

impl Ask for Hint {
    type Reply = Hinted;

    /// # Errors
    /// Returns an error if the chosen techniques are invalid, if a cell does not exist or cannot have one of its marks, or
    /// if the grid is too large for human logic.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Hinted, Refusal> {
        // A wrong technique or cell is refused here, so that the refusal does not wait for the proof.
        self.techniques.profile()?;
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
        let position = Position {
            ground: &ground,
            board,
            profile: &self.techniques.profile_for(answer.verdict)?,
            last,
            go_on: &go_on,
        };
        let filled = puzzle.entries.len() + marks.len();
        let is_begun = filled * OPENING >= puzzle.layout.cell_count();
        let Some(next) = position.find_next(is_begun) else {
            return Ok(hinted(Outcome::Limit));
        };
        let Some((board, step)) = next else {
            let is_empty = puzzle.givens.is_empty() && puzzle.clues.is_empty();
            return Ok(hinted(match is_empty && puzzle.entries.is_empty() {
                true => Outcome::Empty,
                false => Outcome::Stuck,
            }));
        };
        let minimal = minimal(&ground, &board, &step, &go_on);
        Ok(Hinted {
            hint: Some(self.say(&ground, &minimal.step)),
            step: (self.strength == Strength::Step)
                .then(|| Explained::of(&ground, &board, &minimal)),
            ..hinted(Outcome::Step)
        })
    }
}

/// A solver is past the opening once at least one cell in this many is filled or marked. From then on, steps that lead to a
/// digit come first.
const OPENING: usize = 10;

/// A solver's board, with the settings that decide which step to show.
struct Position<'a> {
    ground: &'a Ground<'a>,
    board: Board,
    profile: &'a Profile,
    /// The cell that was filled last. The step nearest to it is shown.
    last: Option<Cell>,
    go_on: &'a dyn Fn() -> bool,
}

impl Position<'_> {
    /// Returns the step to show, with its board. The outer `Option` is `None` if time runs out. The inner `Option` is
    /// `None` if no technique finds a step.
    fn find_next(&self, is_begun: bool) -> Option<Option<(Board, Step)>> {
        if let Some(found) = is_begun.then(|| self.find_step_towards_digit()).flatten() {
            return Some(Some(found));
        }
        let (_, steps) = cheapest(self.ground, &self.board, self.profile, self.go_on)?;
        let nearest = self.choose_nearest(steps.into_iter());
        Some(nearest.map(|step| (self.board.clone(), step)))
    }

    /// Returns the first step on the way to the next digit, with its board; `None` if no digit is found. Steps that do not lead to the digit are skipped, because a solver in the middle of a
    /// puzzle does not need them.
    fn find_step_towards_digit(&self) -> Option<(Board, Step)> {
        let board = self.board.clone();
        let mut path = solve_to_digit(self.ground, board, self.profile, |_| (self.go_on)());
        let round = path.rounds.last_mut()?;
        let placing = round.steps.iter().filter(|step| step.placed.is_some());
        // The last round may place several digits. Only one of them stays, so that `needed` returns the steps towards
        // it.
        round.steps = vec![self.choose_nearest(placing.cloned())?];
        let needed = needed(self.ground, &path);
        let board = &needed.first()?.round.board;
        let now = needed
            .iter()
            // Each round has its own board, so boards are compared by address.
            .take_while(|one| std::ptr::eq(&one.round.board, board));
        let steps = now.filter_map(|one| {
            let (_, step) = path.steps().nth(one.place)?;
            Some(Step {
                removed: one.step.removed.clone(),
                left: one.step.left.clone(),
                ..step.clone()
            })
        });
        Some((board.clone(), self.choose_nearest(steps)?))
    }

    /// Returns the step that is nearest to the cell filled last, or the first step if that cell is unknown.
    fn choose_nearest(&self, steps: impl Iterator<Item = Step>) -> Option<Step> {
        let far = |step: &Step| self.last.map(|last| distance(self.ground, step, last));
        // `min_by_key` returns the first of several minima, so the earliest of several equally near steps is chosen.
        steps.min_by_key(far)
    }
}

/// Returns the solver's board, on which the typed digits are placed and the marks are the candidates. If the marks
/// contradict the rest of the board, all marks are ignored.
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

/// Returns the cells whose marks lack the digit of the only solution.
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

/// Returns a sort key for a step. Its first component is `false` if the step changes a cell that sees `last`. The
/// second is the distance from `last` to the nearest changed cell: the larger of the distances in rows and in columns.
fn distance(ground: &Ground<'_>, step: &Step, last: Cell) -> (bool, u8) {
    let layout = &ground.puzzle.layout;
    let (row, column) = layout.place(last);
    let lost = step.removed.iter().map(|(var, _)| *var);
    let acts = lost.chain(step.placed.map(|(cell, _)| cell));
    // Auxiliary variables have no place in the grid, so they have no distance.
    let inside = acts.filter(|&var| usize::from(var) < ground.cells());
    let far = inside.map(|cell| {
        let is_seen = ground.peers[last.index()].contains(cell);
        let (r, c) = layout.place(Cell(cell));
        (!is_seen, r.abs_diff(row).max(c.abs_diff(column)))
    });
    far.min().unwrap_or((true, u8::MAX))
}

impl Hint {
    /// Returns the cell that was filled last; `None` if it is unknown.
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

    /// Returns the marked cells, each with its marks.
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
            // A step found by search cites the whole puzzle, so the hint has no location to name.
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

    /// Returns the typed digits that differ from the only solution. If there are several solutions, returns typed
    /// digits that contradict each other.
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
            // A single solution already shows that the digits do not contradict each other.
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
            // If time runs out, the remaining digits still contradict each other, but some of them may be redundant.
            if host.has_time() && contradict(&fewer) {
                wrong = fewer;
            }
        }
        wrong
    }
}

/// Node limit of each search for typed digits that contradict each other. It is low, because each digit may need a
/// search.
const ENTRY_NODES: u64 = 10_000;

impl Entry {
    fn of(puzzle: &Puzzle, (cell, digit): (Cell, u8)) -> Self {
        Self {
            cell: puzzle.cell_name(cell),
            digit,
        }
    }
}
