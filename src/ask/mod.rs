//! Questions about a puzzle, and their answers: the one contract of all hosts.
//!
//! The command line, the page in the browser, the live solver and the Python package pass questions to the engine in different ways.
//! The questions and answers are the same for all of them. A [`Question`] is a serde type with a file of its own; [`Prepared::ask`]
//! turns it into a [`Reply`], which `docs/JSON.md` describes and `docs/ask.schema.json` specifies. A [`Request`] includes its puzzle as
//! text, and [`answer`] takes and returns JSON:
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
mod asking;
mod candidates;
mod certificate;
mod check;
mod choice;
mod conflicts;
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
mod read;
mod refusal;
mod report;
mod request;
mod rules;
mod same;
mod since;
mod solve;
mod suggest;
#[cfg(feature = "serve")]
mod walk;

pub use crate::report::Highlight;
pub use apply::Apply;
pub use asking::Ask;
pub use candidates::{Candidates, Estimate};
pub use certificate::{Certificate, CertificateFiles};
pub use check::{Check, Unchecked};
pub use choice::Choice;
pub use cluewright_engine::search::Deadline;
pub use cluewright_puzzle::Edit;
pub use cluewright_setter::setting::RuleCount;
pub use conflicts::{BrokenClue, Conflicting, Conflicts};
pub use contract::schema;
#[cfg(feature = "cli")]
pub(crate) use convert::encoded;
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
pub use read::Read;
pub use refusal::Refusal;
#[cfg(feature = "cli")]
pub(crate) use refusal::position;
pub use report::{Report, Reported};
#[cfg(feature = "cli")]
pub(crate) use request::Envelope;
pub use request::{Request, answer};
pub use rules::{RuleJson, RuleList, Rules};
pub use same::{Same, Sameness};
pub use since::Since;
pub use solve::{Count, Solve};
pub use suggest::{Suggest, Suggested};
#[cfg(feature = "serve")]
pub(crate) use walk::{Walk, Walked};

use crate::Prepared;
use cluewright_puzzle::Puzzle;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Declares [`Question`] and [`Reply`], with one variant for each question.
macro_rules! questions {
    ($($(#[doc = $doc:literal])+ $question:ident,)+) => {
        /// A question about a puzzle. In JSON, the key `ask` names the question: `{ "ask": "candidates", "cap": 8 }`.
        #[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
        #[serde(tag = "ask", rename_all = "kebab-case")]
        #[non_exhaustive]
        pub enum Question {
            $($(#[doc = $doc])+ $question($question),)+
        }

        /// The answer to a [`Question`]. In JSON, it has only the keys of the answer.
        #[derive(Clone, Debug, Serialize, JsonSchema)]
        #[serde(untagged)]
        #[non_exhaustive]
        pub enum Reply {
            /// No answer, because drawings of the puzzle may be rules.
            Unchecked(Unchecked),
            $($(#[doc = $doc])+ $question(Box<<$question as Ask>::Reply>),)+
        }

        impl Ask for Question {
            type Reply = Reply;

            /// Returns `false`, because each question checks for unread drawings itself. Its refusal becomes
            /// [`Reply::Unchecked`].
            fn needs_all(&self) -> bool {
                false
            }

            fn needs_search(&self) -> bool {
                match self {
                    $(Self::$question(question) => question.needs_search(),)+
                }
            }

            fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Reply, Refusal> {
                let reply = match self {
                    $(Self::$question(question) => prepared
                        .ask(question, host)
                        .map(|reply| Reply::$question(reply.into())),)+
                };
                reply.or_else(Reply::from_refusal)
            }

            fn answer_text(
                &self,
                text: &str,
                read: &Read,
                host: &Host<'_>,
            ) -> Result<(Puzzle, Reply), Refusal> {
                let answered = match self {
                    $(Self::$question(question) => question
                        .answer_text(text, read, host)
                        .map(|(puzzle, reply)| (puzzle, Reply::$question(reply.into()))),)+
                };
                answered.or_else(|refusal| {
                    let reply = Reply::from_refusal(refusal)?;
                    // A refusal does not contain the puzzle, so the puzzle is read again for its title and warnings.
                    Ok((read.puzzle(text, host)?, reply))
                })
            }
        }
    };
}

questions! {
    /// The number of solutions: none, one or several.
    Check,
    /// The solutions of a puzzle.
    Solve,
    /// The exact number of solutions.
    Count,
    /// The houses and clues that the digits on the grid already break.
    Conflicts,
    /// The digits that occur in some solution.
    Candidates,
    /// An estimate of the number of solutions.
    Estimate,
    /// The difficulty for a person, with the steps of the solve.
    Grade,
    /// The next step from a solver's position.
    Hint,
    /// A diagnosis, with the clue to blame.
    Diagnose,
    /// The change since an earlier version that broke the puzzle.
    Since,
    /// A comparison with another puzzle, up to rotation, reflection and relabelling of digits.
    Same,
    /// The puzzle without redundant clues.
    Minimise,
    /// A clue to add or remove that makes a puzzle unique, easier or harder.
    Suggest,
    /// New puzzles; the puzzle of the question is ignored.
    Generate,
    /// Values for the open parts of a puzzle file.
    Fill,
    /// The puzzle in another format.
    Convert,
    /// The puzzle with edits applied.
    Apply,
    /// A proof of a puzzle's verdict that others can check.
    Certificate,
    /// A picture of a puzzle.
    Draw,
    /// Everything about a puzzle on one page.
    Report,
    /// The rule book; the puzzle of the question is ignored.
    Rules,
}

impl Reply {
    /// Converts the refusal of a puzzle with unread drawings to a reply. Returns any other refusal as the error.
    fn from_refusal(refusal: Refusal) -> Result<Self, Refusal> {
        match refusal.unread.is_empty() {
            true => Err(refusal),
            false => Ok(Self::Unchecked(refusal.unread.into_vec().into())),
        }
    }
}
