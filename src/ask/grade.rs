//! Grades for human solvers, with the steps that solve a puzzle.

use super::{Ask, Bounds, Check, Choice, Explained, Host, Progress, Refusal};
use crate::Prepared;
use cluewright_engine::search::{Answer, Verdict};
use cluewright_logic::grade::{Ended, Grade as Measured, verify};
use cluewright_logic::{Board, Ground, Path, Round, Step, minimal, solve};
use cluewright_narrate::{Paragraph, step_full, story};
use cluewright_setter::diagnose::Stage;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// Solves a puzzle as a person would, and grades the path. A puzzle with several solutions or none is not graded.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Grade {
    /// The techniques that may be used.
    pub techniques: Choice,
    /// `true` to return the steps with their reasons.
    pub explain: bool,
    /// `true` to return the steps that the solution depends on as a story.
    pub story: bool,
    /// `true` to prove every step again from its citations alone.
    pub verify: bool,
    /// `true` to grade a puzzle even if it is not unique, as far as logic gets.
    pub force: bool,
    /// The limits: guesses of the proof, and the time for the whole question.
    pub limits: Bounds,
}

/// A verdict, and a grade if the puzzle is unique.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Graded {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// The grade; left out if the puzzle is not unique.
    #[serde(flatten)]
    pub grade: Option<Measured>,
    /// The candidates of each cell in reading order before the first step, if the steps are requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub start: Option<Vec<Vec<u8>>>,
    /// The steps, if requested.
    #[serde(rename = "path", skip_serializing_if = "Option::is_none")]
    pub steps: Option<Vec<Explained>>,
    /// The story of the solve, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub story: Option<Vec<Paragraph>>,
    /// Number of steps that the judge rejects, if verification is requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<usize>,
    /// Number of steps left unverified for lack of time.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unchecked: Option<usize>,
    /// The steps that the judge rejects, in words.
    #[serde(skip)]
    pub refusals: Vec<String>,
    /// The name of a profile that may solve the puzzle by logic, if the chosen one had to search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub further: Option<&'static str>,
    /// The path of the logic engine.
    #[serde(skip)]
    pub path: Option<Path>,
}

impl Ask for Grade {
    type Reply = Graded;

    /// # Errors
    /// Returns an error if the chosen techniques are invalid, or the grid is too large for human logic.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Graded, Refusal> {
        // `grade` computes the profile and the ground again. They are computed here first, so that a refusal does not wait
        // for the proof.
        self.techniques.profile()?;
        ground(prepared)?;
        let host = &host.within(self.limits);
        let limits = self.limits;
        let answer = Check { limits }.prove(prepared, host);
        self.grade(prepared, answer, host)
    }
}

impl Grade {
    /// Grades a puzzle whose verdict is proven. Returns the same result as [`Grade::answer`].
    pub(super) fn grade(
        &self,
        prepared: &Prepared,
        answer: Answer,
        host: &Host<'_>,
    ) -> Result<Graded, Refusal> {
        let profile = self.techniques.profile_for(answer.verdict)?;
        let mut ground = ground(prepared)?;
        // A report calls this function directly, so the time limit must start here. If `answer` has already started it, the
        // earlier deadline still applies.
        let host = &host.within(self.limits);
        if answer.verdict != Verdict::Unique && !self.force {
            return Ok(Graded::without_grade(answer));
        }
        if let Some(solution) = answer.only_solution() {
            ground = ground.with_only_solution(solution);
        }
        let work = Work {
            ground: &ground,
            host,
        };
        let path = solve(&ground, &profile, |rounds| {
            work.go_on("rounds of steps", rounds, None)
        });
        let grade = Measured::of(&ground, &path, &profile);
        let mut graded = Graded {
            further: further(&ground, &grade),
            start: self.explain.then(|| work.start()),
            steps: self.explain.then(|| work.explain(&path, grade.steps)),
            story: self.story.then(|| story(&ground, &path)),
            ..Graded::without_grade(answer)
        };
        if self.verify {
            work.verify(&path, &mut graded);
        }
        Ok(Graded {
            grade: Some(grade),
            path: Some(path),
            ..graded
        })
    }
}

/// Returns the data structure that the logic engine works on. Fails if the grid is too large for human logic.
pub(super) fn ground(prepared: &Prepared) -> Result<Ground<'_>, Refusal> {
    prepared
        .ground()
        .map_err(|error| Refusal::new(error.to_string()))
}

/// Returns the name of a stronger profile that may solve the puzzle by logic, if the default profile solved it only with a
/// search.
fn further(ground: &Ground<'_>, grade: &Measured) -> Option<&'static str> {
    let had_to = grade.searched && grade.ended == Ended::Solved && grade.profile == "default";
    had_to.then_some(if ground.plain() { "sukaku" } else { "patient" })
}

/// The search for a solve path, with its deadline and its progress reports.
struct Work<'a> {
    ground: &'a Ground<'a>,
    host: &'a Host<'a>,
}

impl Work<'_> {
    /// Reports progress to the host. Returns `true` while time is left.
    fn go_on(&self, doing: &'static str, done: usize, of: Option<usize>) -> bool {
        self.host
            .tell(Progress::of_stage(Stage { doing, done, of }));
        self.host.has_time()
    }

    fn start(&self) -> Vec<Vec<u8>> {
        let board = Board::new(self.ground);
        let cells = 0..self.ground.cells() as u16;
        cells.map(|cell| board.at(cell).iter().collect()).collect()
    }

    fn explain(&self, path: &Path, steps: usize) -> Vec<Explained> {
        let done = Cell::new(0);
        let explain = |(round, step): (&Round, &Step)| {
            let go_on = || self.go_on("steps explained", done.get(), Some(steps));
            let minimal = minimal(self.ground, &round.board, step, &go_on);
            done.set(done.get() + 1);
            Explained::of(self.ground, &round.board, &minimal)
        };
        path.steps().map(explain).collect()
    }

    fn verify(&self, path: &Path, graded: &mut Graded) {
        let go_on = |done| self.go_on("steps verified", done, None);
        let found = verify(self.ground, path, &go_on);
        graded.refused = Some(found.refused.len());
        graded.unchecked = Some(found.unchecked).filter(|&count| count > 0);
        let said = |(round, place, why): &(usize, usize, _)| {
            let step = &path.rounds[*round].steps[*place];
            format!("refused ({why:?}): {}", step_full(self.ground, step))
        };
        graded.refusals = found.refused.iter().map(said).collect();
    }
}

impl Graded {
    fn without_grade(answer: Answer) -> Self {
        Self {
            answer,
            grade: None,
            start: None,
            steps: None,
            story: None,
            refused: None,
            unchecked: None,
            refusals: vec![],
            further: None,
            path: None,
        }
    }
}
