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
mod clock;
mod convert;
mod diagnose;
mod draw;
mod explained;
mod grade;
mod hint;
mod host;
mod limits;
mod refusal;
mod request;
mod rules;
mod solve;

pub use crate::puzzle::Edit;
pub use crate::report::Highlight;
pub use apply::Apply;
pub use candidates::{Candidates, Estimate};
pub use check::{Check, Unchecked};
pub use choice::Choice;
pub use convert::{Convert, Converted};
pub use diagnose::{Diagnose, Diagnosed};
pub use draw::{Draw, Drawn, DrawnLayer, Layers};
pub use explained::{ChainNode, Explained};
pub use grade::{Grade, Graded};
pub use hint::{Entry, Hint, Hinted, Outcome, Strength};
pub use host::{Host, Progress};
pub use limits::Bounds;
pub use refusal::Refusal;
#[cfg(feature = "cli")]
pub(crate) use refusal::position;
pub use request::{Envelope, Read, Request, answer, schema};
pub use rules::{RuleJson, Rules};
pub use solve::{Count, Solve};

use crate::Prepared;
use crate::diagnose::Checked;
use crate::search::{self, Answer};
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
    /// The puzzle in another format.
    Convert(Convert),
    /// The puzzle with some edits carried out.
    Apply(Apply),
    /// A picture of it.
    Draw(Draw),
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
    /// The text in the other format.
    Convert(Converted),
    /// The picture.
    Draw(Drawn),
    /// The rules.
    Rules {
        /// A rule each.
        rules: Vec<RuleJson>,
    },
}

impl Question {
    /// Whether the answer depends on what all of the puzzle means.
    fn is_about_solutions(&self) -> bool {
        !matches!(
            self,
            Self::Convert(_) | Self::Apply(_) | Self::Draw(_) | Self::Rules(_)
        )
    }
}

impl Prepared {
    /// Answers a question. A puzzle with drawings that may be rules is not asked for its solutions: the reply
    /// is [`Reply::Unchecked`].
    ///
    /// # Errors
    /// What the question asks for that cannot be had: a format that cannot express the puzzle, a rule that the
    /// book does not know. Limits are no errors: the reply names the one that was reached.
    pub fn ask(&self, question: &Question, host: &Host<'_>) -> Result<Reply, Refusal> {
        if question.is_about_solutions() && !self.puzzle().unread.is_empty() {
            return Ok(Reply::Unchecked(Unchecked::of(self.puzzle())));
        }
        Ok(match question {
            Question::Check(check) => Reply::Check(check.ask(self, host)),
            Question::Solve(solve) => Reply::Solve(solve.ask(self, host)),
            Question::Count(count) => Reply::Solve(count.ask(self, host)),
            Question::Candidates(candidates) => Reply::Candidates(candidates.ask(self, host)),
            Question::Estimate(estimate) => Reply::Estimate(estimate.ask(self, host)),
            Question::Grade(grade) => Reply::Grade(Box::new(grade.ask(self, host)?)),
            Question::Hint(hint) => Reply::Hint(Box::new(hint.ask(self, host)?)),
            Question::Diagnose(diagnose) => Reply::Diagnose(Box::new(diagnose.ask(self, host)?)),
            Question::Convert(convert) => Reply::Convert(convert.ask(self.puzzle())?),
            Question::Apply(apply) => Reply::Convert(apply.ask(self.book(), self.puzzle())?),
            Question::Draw(draw) => Reply::Draw(draw.ask(self.book(), self.puzzle())?),
            Question::Rules(rules) => Reply::Rules {
                rules: rules.ask(self.book())?,
            },
        })
    }
}
