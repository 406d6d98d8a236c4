//! Removal of redundant clues.

use super::{Ask, Bounds, Check, Choice, Host, Progress, Refusal};
use crate::Prepared;
use cluewright_engine::model::Cite;
use cluewright_engine::search::{Answer, Run, Verdict};
use cluewright_formats::Format;
use cluewright_formats::native::Native;
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use cluewright_setter::diagnose::Stage;
use cluewright_setter::setting::{Minimised, Minimising, Symmetry, minimise};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Removes clues and givens as long as the solution stays unique.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Minimise {
    /// Random seed for the order in which clues are tried.
    pub seed: u64,
    /// The clues and givens to keep: names of rules, `givens`, or cells whose givens are kept.
    pub keep: Vec<String>,
    /// The symmetry to preserve: givens in the same orbit are kept or removed together.
    pub symmetry: Symmetry,
    /// `true` to keep the break-in and the hardest step.
    pub keep_path: bool,
    /// `true` to remove parts of clues too, such as a cage's sum or the end of a line.
    pub values: bool,
    /// Maximum size of the sets to list: all minimal sets with at most this many clues and givens.
    pub size: Option<usize>,
    /// `true` to list all sets of the smallest size.
    pub fewest: bool,
    /// The techniques that the path may use.
    pub techniques: Choice,
    /// The limits: guesses in each test, and the time for the whole question.
    pub limits: Bounds,
}

/// A verdict, and the redundant clues of a unique puzzle.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reduced {
    /// The verdict and its proof.
    #[serde(flatten)]
    pub answer: Answer,
    /// The removed clues; left out if the puzzle is not unique.
    #[serde(flatten)]
    pub minimised: Option<Minimised>,
    /// The puzzle with the remaining clues, in the native file format.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
}

impl Ask for Minimise {
    type Reply = Reduced;

    /// # Errors
    /// Returns an error if a clue or given to keep does not exist, if the requested symmetry does not fit the grid, or
    /// if the chosen techniques are invalid.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Reduced, Refusal> {
        let profile = self.techniques.profile()?;
        let keep = find_kept_cites(prepared.puzzle(), prepared.book(), &self.keep)?;
        let host = &host.within(self.limits);
        let limits = self.limits;
        let answer = Check { limits }.prove(prepared, host);
        let unsolved = |answer| Reduced {
            answer,
            minimised: None,
            text: None,
        };
        if answer.verdict != Verdict::Unique {
            return Ok(unsolved(answer));
        }
        // The solution in an answer covers only the cells of the grid. The values of auxiliary variables are needed,
        // too, so the search runs again.
        let solution = prepared.first_solution(host.limits(limits, 1));
        let Some(known) = solution else {
            return Ok(unsolved(answer));
        };
        let tell = |stage: Stage| host.tell(Progress::of_stage(stage));
        let wanted = Minimising {
            budget: host.budget(limits),
            seed: self.seed,
            keep: &keep,
            symmetry: self.symmetry,
            way: self.keep_path.then_some(&profile),
            values: self.values,
            size: self.size,
            fewest: self.fewest,
            progress: host.progress.is_some().then_some(&tell),
        };
        let run = Run {
            threads: host.threads,
            // `wanted` reports the clues tried. Reports of the guesses in each test would mix two units.
            progress: None,
        };
        let minimised = minimise(prepared, &known, &wanted, run);
        let minimised = minimised.map_err(|error| Refusal::new(error.to_string()))?;
        let text = Native.write(&minimised.puzzle);
        let text = text.map_err(|error| Refusal::new(error.to_string()))?;
        Ok(Reduced {
            answer,
            minimised: Some(minimised),
            text: Some(text),
        })
    }
}

/// Parses `words` into the clues and givens that the user wants to keep.
fn find_kept_cites(puzzle: &Puzzle, book: &Book, words: &[String]) -> Result<Vec<Cite>, Refusal> {
    let mut kept = vec![];
    for word in words {
        let before = kept.len();
        let rule = book.rule(word).map(|rule| rule.name.clone());
        // A word that names no rule may be `givens` or a cell, so it is not an error yet.
        let rule = rule.unwrap_or_else(|_| word.clone());
        let cell = puzzle.layout.parse_name(word).ok();
        let givens = (0..).zip(&puzzle.givens);
        let is_named =
            |cell_of_it| matches!(&**word, "given" | "givens") || cell == Some(cell_of_it);
        kept.extend(
            givens
                .filter(|(_, given)| is_named(given.cell))
                .map(|(index, _)| Cite::Given(index)),
        );
        let clues = (0..).zip(&puzzle.clues);
        kept.extend(
            clues
                .filter(|(_, clue)| clue.rule == rule)
                .map(|(index, _)| Cite::Clue(index)),
        );
        if kept.len() == before {
            let message = format!("nothing to keep: the puzzle has no `{word}`");
            return Err(Refusal::new(message)
                .help("name a rule that it uses, `givens`, or a cell with a given, such as R1C1"));
        }
    }
    Ok(kept)
}
