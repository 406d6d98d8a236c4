//! Diagnoses of puzzles: the clue to blame, or the role of each clue.

use super::read::read_other;
use super::{Ask, Bounds, Host, Minimise, Progress, Refusal};
use crate::Prepared;
use cluewright_engine::search::Answer;
use cluewright_narrate::plain;
use cluewright_narrate::{argument_sentences, diagnosis_text};
use cluewright_puzzle::Puzzle;
use cluewright_setter::diagnose::{Diagnosis, Minimal, Request, Stage, diagnose};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Finds the error in a puzzle or, if it is unique, the role of each clue.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Diagnose {
    /// Maximum number of conflicts to list.
    pub max_sets: usize,
    /// `true` if rows, columns and boxes may be to blame too.
    pub layout: bool,
    /// Maximum number of solutions to count without a clue.
    pub cap: u64,
    /// `true` to grade a unique puzzle, and grade it again without each redundant clue.
    pub grades: bool,
    /// The random seed for finding a minimal set of clues; if left out, none is searched for. The question `minimise`
    /// has more options.
    pub minimise: Option<u64>,
    /// An earlier version of the puzzle, in any format, to find the change that is to blame.
    pub was: Option<String>,
    /// The limits of the diagnosis.
    pub limits: Bounds,
}

impl Default for Diagnose {
    fn default() -> Self {
        let usual = Request::default();
        Self {
            max_sets: usual.max_sets,
            layout: usual.layout,
            cap: usual.cap,
            grades: usual.grades,
            minimise: None,
            was: None,
            limits: Bounds::default(),
        }
    }
}

/// A diagnosis, the human argument for a conflict, and the puzzle without redundant clues.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Diagnosed {
    /// The result of the diagnosis.
    #[serde(flatten)]
    pub diagnosis: Diagnosis,
    /// For a puzzle without solutions: the argument that the clues of the first conflict contradict each other. It has
    /// a sentence for each step and ends with the contradiction. Left out if human techniques find none.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub argument: Option<Vec<String>>,
    /// The diagnosis in words, without colours.
    pub text: String,
    /// The puzzle with only the clues of the minimal set, if one was requested.
    #[serde(skip)]
    pub reduced: Option<Puzzle>,
}

impl Ask for Diagnose {
    type Reply = Diagnosed;

    /// # Errors
    /// Returns an error if the earlier version cannot be read.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Diagnosed, Refusal> {
        self.diagnose(prepared, None, host)
    }
}

impl Diagnose {
    /// Diagnoses a puzzle. `answer` is the verdict, if it is already proven.
    pub(super) fn diagnose(
        &self,
        prepared: &Prepared,
        proven: Option<&Answer>,
        host: &Host<'_>,
    ) -> Result<Diagnosed, Refusal> {
        let host = &host.within(self.limits);
        let was = self.was.as_deref().map(|text| earlier(text, prepared));
        let was = was.transpose()?;
        let tell = |stage: Stage| host.tell(Progress::of_stage(stage));
        let request = Request {
            budget: host.budget(self.limits),
            // The argument and the text explain the first conflict, so at least one is needed.
            max_sets: self.max_sets.max(1),
            layout: self.layout,
            cap: self.cap,
            grades: self.grades,
            was: was.as_ref(),
            proven,
            progress: host.progress.is_some().then_some(&tell),
        };
        let found = host.searching(|run| diagnose(prepared, &request, run));
        let mut diagnosis = found.map_err(Refusal::misfit)?;
        let reduced = match self.minimise {
            Some(seed) => self.minimise(seed, &mut diagnosis, prepared, host)?,
            None => None,
        };
        let argument = diagnosis.argument.as_ref();
        let argument = argument.map(|argument| argument_sentences(prepared.book(), argument));
        let sentences = argument.as_deref().unwrap_or_default();
        let text = diagnosis_text(prepared.puzzle(), &diagnosis, sentences, None, None);
        Ok(Diagnosed {
            argument,
            text: plain(&text),
            diagnosis,
            reduced,
        })
    }

    /// Answers the question [`Minimise`] as part of the diagnosis.
    fn minimise(
        &self,
        seed: u64,
        diagnosis: &mut Diagnosis,
        prepared: &Prepared,
        host: &Host<'_>,
    ) -> Result<Option<Puzzle>, Refusal> {
        let question = Minimise {
            seed,
            limits: self.limits,
            ..Minimise::default()
        };
        let Some(found) = question.answer(prepared, host)?.minimised else {
            return Ok(None);
        };
        diagnosis.minimal = Some(Minimal {
            removed: found.removed,
            proven: found.proven,
            seed,
        });
        Ok(Some(found.puzzle))
    }
}

/// Reads the earlier version of a puzzle.
pub(super) fn earlier(text: &str, prepared: &Prepared) -> Result<Puzzle, Refusal> {
    read_other(prepared.book(), text, "the earlier version")
}
