//! Reports: pages with everything about a puzzle.

use super::{Ask, Bounds, Check, Choice, Diagnose, Grade, Graded, Host, Refusal};
use crate::Prepared;
use crate::report::{Told, report_page};
use cluewright_engine::search::{Stop, Verdict};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Writes a page with the picture, the verdict, the grade, the solve step by step, and the diagnosis.
#[derive(Clone, Debug, Default, Deserialize, Serialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
#[non_exhaustive]
pub struct Report {
    /// The techniques that the solve may use.
    pub techniques: Choice,
    /// The limits: guesses in each search, and the time for the whole question.
    pub limits: Bounds,
}

/// A report as an HTML page.
#[derive(Clone, Debug, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Reported {
    /// The verdict on the page; null if drawings may be rules, because the page then has no verdict.
    pub verdict: Option<Verdict>,
    /// The limit that was reached, if the verdict is undecided.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub stopped: Option<Stop>,
    /// A self-contained HTML document.
    pub html: String,
}

impl Ask for Report {
    type Reply = Reported;

    /// Returns `false`, because a puzzle with drawings that may be rules gets a page without a verdict.
    fn needs_all(&self) -> bool {
        false
    }

    /// # Errors
    /// Returns an error if the chosen techniques are invalid, or if this is the page's build.
    fn answer(&self, prepared: &Prepared, host: &Host<'_>) -> Result<Reported, Refusal> {
        // The page in the browser does not offer reports, so its build excludes this code. Every visitor would
        // otherwise have to download it.
        if cfg!(target_family = "wasm") {
            return Err(
                Refusal::new("this build cannot make reports").help("use `cluewright report`")
            );
        }
        // The names are checked here, so that a wrong name is an error. A refusal of the grade below would only become a
        // line on the page.
        self.techniques.profile()?;
        let host = &host.within(self.limits);
        let (book, puzzle) = (prepared.book(), &**prepared.puzzle());
        if !puzzle.unread.is_empty() {
            return Ok(Reported {
                verdict: None,
                stopped: None,
                html: report_page(book, puzzle, &Told::default()),
            });
        }
        let diagnose = Diagnose {
            limits: self.limits,
            ..Diagnose::default()
        };
        let limits = self.limits;
        let answer = Check { limits }.prove(prepared, host);
        let grade = Grade {
            techniques: self.techniques.clone(),
            explain: true,
            limits: self.limits,
            ..Grade::default()
        };
        // If the grid is too large for human logic, the page shows the verdict without a grade.
        let graded = match answer.verdict {
            Verdict::Unique => Some(grade.grade(prepared, answer.clone(), host)),
            _ => None,
        };
        let blame = diagnose.diagnose(prepared, Some(&answer), host)?;
        let no_grade = match &graded {
            Some(Err(refusal)) => Some(refusal.message.clone()),
            _ => None,
        };
        let graded: Option<Graded> = graded.and_then(Result::ok);
        let graded = graded.as_ref();
        let steps = graded.and_then(|graded| graded.steps.as_ref());
        let steps = steps.map(|steps| steps.iter().map(|step| serde_json::json!(step)).collect());
        let told = Told {
            answer: Some(&answer),
            grade: graded.and_then(|graded| graded.grade.as_ref()),
            no_grade: no_grade.as_deref(),
            story: graded.and_then(|graded| graded.path.as_ref()).zip(steps),
            blame: Some((&blame.diagnosis, &blame.text)),
        };
        Ok(Reported {
            verdict: Some(answer.verdict),
            stopped: host.budget(self.limits).over(),
            html: report_page(book, puzzle, &told),
        })
    }
}
