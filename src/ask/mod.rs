//! Questions about a puzzle, and their answers: the one contract of all hosts.
//!
//! The command line, the page in the browser, the live solver and the Python package differ in how
//! a question reaches the engine, never in what they ask or get. A [`Question`] is a serde type, a file
//! each in this room; asked of a [`Prepared`] puzzle it gives a [`Reply`], which `docs/JSON.md` describes
//! and `docs/ask.schema.json` specifies. A [`Request`] brings its puzzle along as text, and [`answer`] takes
//! and gives JSON:
//!
//! ```
//! use cluewright::ask::{Host, answer};
//!
//! let request = r#"{ "ask": "check", "puzzle": "12.4341.2143.321" }"#;
//! let reply = answer(request, &Host::default());
//! assert!(reply.starts_with(r#"{"title":null,"verdict":"unique","solutions":["1234341221434321"]"#));
//! ```

pub mod answers;
mod apply;
mod candidates;
mod check;
mod choice;
mod contract;
mod convert;
mod diagnose;
mod draw;
mod explained;
mod fill;
mod generate;
mod grade;
mod hint;
mod host;
mod limits;
mod minimise;
mod refusal;
mod report;
mod request;
mod rules;
mod since;
mod solve;
mod suggest;

pub use crate::report::Highlight;
pub use apply::Apply;
pub use candidates::{Candidates, Estimate};
pub use check::{Check, Unchecked};
pub use choice::Choice;
pub use cluewright_engine::search::Deadline;
pub use cluewright_puzzle::Edit;
pub use cluewright_setter::setting::RuleCount;
pub use contract::schema;
pub use convert::{Convert, Converted};
pub use diagnose::{Diagnose, Diagnosed};
pub use draw::{Draw, Drawn, DrawnLayer, Layers};
pub use explained::{ChainNode, Explained};
pub use fill::{Fill, Fillings, Finished, Nearest};
pub use generate::{Generate, Generated, New};
pub use grade::{Grade, Graded};
pub use hint::{Entry, Hint, Hinted, Outcome, Strength};
pub use host::{Host, Progress, SettledCandidate};
pub use limits::Bounds;
pub use minimise::{Minimise, Reduced};
pub use refusal::Refusal;
#[cfg(feature = "cli")]
pub(crate) use refusal::position;
pub use report::{Report, Reported};
#[cfg(feature = "cli")]
pub(crate) use request::Envelope;
pub use request::{Read, Request, answer};
pub use rules::{RuleJson, Rules};
pub use since::Since;
pub use solve::{Count, Solve};
pub use suggest::{Suggest, Suggested};

use crate::Prepared;
use cluewright_engine::search::{self, Answer};
use cluewright_setter::diagnose::Checked;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// What can be asked of a puzzle; as JSON, `ask` names it: `{ "ask": "candidates", "cap": 8 }`.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(tag = "ask", rename_all = "kebab-case")]
#[non_exhaustive]
pub enum Question {
    /// How many solutions it has: none, one or several.
    Check(Check),
    /// Its solutions.
    Solve(Solve),
    /// How many solutions it has, exactly.
    Count(Count),
    /// Which digits stand in some solution.
    Candidates(Candidates),
    /// About how many solutions it has.
    Estimate(Estimate),
    /// How hard it is for a person, and by which steps.
    Grade(Grade),
    /// The next step from where a solver has got.
    Hint(Hint),
    /// Which clue is to blame.
    Diagnose(Diagnose),
    /// Which change since an earlier version is to blame.
    Since(Since),
    /// As few clues as will do.
    Minimise(Minimise),
    /// A clue more or less that makes it unique, easier or harder.
    Suggest(Suggest),
    /// New puzzles; the one that comes with the question does not matter.
    Generate(Generate),
    /// Values for what a puzzle file leaves open.
    Fill(Fill),
    /// The puzzle in another format.
    Convert(Convert),
    /// The puzzle with some edits carried out.
    Apply(Apply),
    /// A picture of it.
    Draw(Draw),
    /// Everything about it on one page.
    Report(Report),
    /// What the rule book says; the puzzle does not matter.
    Rules(Rules),
}

/// What a [`Question`] gives; as JSON, the keys of the answer alone.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[serde(untagged)]
#[non_exhaustive]
pub enum Reply {
    /// Nothing, as drawings of the puzzle may be rules.
    Unchecked(Unchecked),
    /// The verdict, and what the file's own solution has to do with it.
    Check(Checked),
    /// Solutions, or how many there are.
    Solve(Answer),
    /// The true candidates.
    Candidates(search::Candidates),
    /// The estimate.
    Estimate(search::Estimate),
    /// The grade.
    Grade(Box<Graded>),
    /// The hint.
    Hint(Box<Hinted>),
    /// The diagnosis.
    Diagnose(Box<Diagnosed>),
    /// The changes.
    Since(cluewright_setter::diagnose::Since),
    /// What the puzzle can do without.
    Minimise(Box<Reduced>),
    /// What could be changed.
    Suggest(Box<Suggested>),
    /// The new puzzles.
    Generate(Generated),
    /// The puzzles that came of a draft.
    Fill(Box<Fillings>),
    /// The text in the other format.
    Convert(Converted),
    /// The picture.
    Draw(Drawn),
    /// The page.
    Report(Reported),
    /// The rules.
    Rules {
        /// A rule each.
        rules: Vec<RuleJson>,
    },
}

/// A question with a type of its own for the answer: [`Check`], [`Grade`], each of this room, or any [`Question`].
/// It is asked by [`Prepared::ask`].
pub trait Ask {
    /// What it gives.
    type Reply;

    /// Whether the answer depends on what all of the puzzle means. If so, a puzzle with drawings that may be rules
    /// is not asked.
    fn needs_all(&self) -> bool {
        true
    }

    /// Works the answer out. [`Prepared::ask`] calls it where the puzzle may be asked.
    ///
    /// # Errors
    /// What the question asks for that cannot be had.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Self::Reply, Refusal>;
}

impl Prepared {
    /// Answers a question:
    ///
    /// ```
    /// use cluewright::ask::{Candidates, Host};
    /// use cluewright::{Book, Prepared, ReadOptions, read_any};
    ///
    /// # fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let reading = read_any("12.4341.21....21", None, &ReadOptions::default())?;
    /// let prepared = Prepared::new(reading.puzzles[0].clone(), Book::builtin())?;
    /// let found = prepared.ask(&Candidates::default(), &Host::default())?;
    /// assert_eq!(found.candidates[2].keys().collect::<Vec<_>>(), [&3]);
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// What the question asks for that cannot be had: a format that cannot express the puzzle, a rule that the
    /// book does not know. Limits are no errors: the reply names the one that was reached. A puzzle with drawings
    /// that may be rules is not asked for its solutions: the refusal lists them, and to a [`Question`] the reply
    /// is [`Reply::Unchecked`].
    pub fn ask<Q: Ask>(&self, question: &Q, host: &Host<'_>) -> Result<Q::Reply, Refusal> {
        let unread = &self.puzzle().unread;
        if question.needs_all() && !unread.is_empty() {
            return Err(Refusal::unchecked(unread));
        }
        question.answer(self, host)
    }
}

impl Ask for Question {
    type Reply = Reply;

    /// Each question says so for itself.
    fn needs_all(&self) -> bool {
        false
    }

    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Reply, Refusal> {
        let reply = match self {
            Self::Check(check) => prepared.ask(check, host).map(Reply::Check),
            Self::Solve(solve) => prepared.ask(solve, host).map(Reply::Solve),
            Self::Count(count) => prepared.ask(count, host).map(Reply::Solve),
            Self::Candidates(cells) => prepared.ask(cells, host).map(Reply::Candidates),
            Self::Estimate(estimate) => prepared.ask(estimate, host).map(Reply::Estimate),
            Self::Grade(grade) => prepared.ask(grade, host).map(Box::new).map(Reply::Grade),
            Self::Hint(hint) => prepared.ask(hint, host).map(Box::new).map(Reply::Hint),
            Self::Diagnose(blame) => prepared.ask(blame, host).map(Box::new).map(Reply::Diagnose),
            Self::Since(since) => prepared.ask(since, host).map(Reply::Since),
            Self::Minimise(fewer) => prepared.ask(fewer, host).map(Box::new).map(Reply::Minimise),
            Self::Suggest(change) => prepared.ask(change, host).map(Box::new).map(Reply::Suggest),
            Self::Generate(new) => new.of(host).map(Reply::Generate),
            Self::Fill(fill) => prepared.ask(fill, host).map(Box::new).map(Reply::Fill),
            Self::Convert(convert) => prepared.ask(convert, host).map(Reply::Convert),
            Self::Apply(apply) => prepared.ask(apply, host).map(Reply::Convert),
            Self::Draw(draw) => prepared.ask(draw, host).map(Reply::Draw),
            Self::Report(report) => prepared.ask(report, host).map(Reply::Report),
            Self::Rules(rules) => prepared
                .ask(rules, host)
                .map(|rules| Reply::Rules { rules }),
        };
        reply.or_else(|refusal| match refusal.unread.is_empty() {
            true => Err(refusal),
            false => Ok(Reply::Unchecked(refusal.unread.into_vec().into())),
        })
    }
}
