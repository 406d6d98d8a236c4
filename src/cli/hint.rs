//! `cluewright hint PUZZLE`

use super::grade::{Choice, ground};
use super::options::{Answering, Reading};
use super::work::{Item, for_each_puzzle};
use super::{Exit, Outcome, write_json};
use crate::logic::{Board, Ground, Step, cheapest, minimal};
use crate::report;
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::io::Write;

/// The next step, as little or as much of it as you want to know
///
/// Digits that were typed and given pencil marks are respected.
#[derive(Args, Debug)]
pub(super) struct Hint {
    /// A file, a link, the puzzle's text, or `-`; without it, what is pasted
    puzzle: Option<String>,

    /// How much to say
    #[arg(long, value_name = "STRENGTH", default_value = "where")]
    strength: Strength,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    answering: Answering,
}

/// How much a hint says.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Strength {
    /// Where to look.
    Where,
    /// And which technique to use there.
    Technique,
    /// The whole step.
    Step,
}

/// A hint, for programs.
#[derive(Serialize)]
struct Told {
    hint: Option<String>,
}

impl Hint {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let profile = self.choice.profile()?;
        let hint = |item: &Item<'_>, out: &mut dyn Write| {
            let prepared = item.prepare()?;
            let ground = ground(item, &prepared)?;
            let board = Board::with_entries(&ground);
            let (_, steps) = cheapest(&ground, &board, &profile);
            let hint = steps.first().map(|step| self.say(&ground, &board, step));
            if self.answering.json {
                write_json(out, &item.with(&Told { hint: hint.clone() }))?;
            } else {
                let none = match (board.is_solved(), board.is_broken()) {
                    (true, _) => "solved: there is nothing left to do",
                    (_, true) => "broken: some cell has no digit left",
                    _ => "no technique of the profile finds a step",
                };
                writeln!(out, "{}", hint.as_deref().unwrap_or(none))?;
            }
            Ok(if hint.is_some() || board.is_solved() {
                Exit::Good
            } else {
                Exit::Bad
            })
        };
        let arguments = self.puzzle.as_slice();
        for_each_puzzle(arguments, &self.reading, self.answering, out, hint)
    }

    fn say(&self, ground: &Ground<'_>, board: &Board, step: &Step) -> String {
        let step = minimal(ground, board, step, &|| true).step;
        let places = match step.reason.cites.is_empty() {
            true => report::cells_text(ground.puzzle, step.pattern),
            false => report::cites_text(ground, &step.reason.cites),
        };
        match self.strength {
            Strength::Where => format!("look at {places}"),
            Strength::Technique => format!("{}: look at {places}", report::technique(&step)),
            Strength::Step => report::step_full(ground, &step),
        }
    }
}
