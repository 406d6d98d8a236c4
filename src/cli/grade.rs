//! `cluewright grade PUZZLE…`

use super::options::Asking;
use super::work::Item;
use super::{Complaint, Exit, Out, Outcome, Source, files, values, write_json};
use crate::ask::{self, Graded};
use clap::{Args, ValueEnum};
use clap_complete::ArgValueCandidates;
use cluewright_engine::search::Verdict;
use cluewright_formats::ReadError;
use cluewright_logic::grade::Ended;
use cluewright_logic::{BUILTIN, Path, Profile};
use std::io::{self, Write};
use std::time::Duration;

/// Grade a puzzle: how hard is it for a person, and which steps solve it?
///
/// It solves the puzzle as a person would, always with the easiest steps available. The rating is that of the hardest
/// step, on the scale of Sudoku Explainer; the effort estimates how long people take.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct GradeCommand {
    /// Files, links or the text of puzzles; if omitted or `-`, reads what you paste
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// Show the steps, one per line
    #[arg(long)]
    steps: bool,

    /// Explain the solve: one line per step, the story of the steps that matter, or all steps with their reasons
    #[arg(long, value_name = "LENGTH", num_args = 0..=1, default_missing_value = "story")]
    explain: Option<Length>,

    /// Draw the candidates before each step
    #[arg(long)]
    grid: bool,

    /// Prove every step again, using only its citations
    #[arg(long)]
    verify: bool,

    /// Grade a puzzle even if it is not unique, as far as logic gets
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    asking: Asking,
}

/// Options for the techniques that may be used.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Techniques")]
pub(super) struct Choice {
    /// The profile with the techniques and their prices: default, patient, sukaku, sukaku-1.18, se-1.2.1,
    /// naked-sets-only, or a file
    #[arg(long, value_name = "PROFILE", default_value = "default", add = ArgValueCandidates::new(values::list_profiles))]
    profile: String,

    /// Leave out a technique (see `cluewright techniques`); may be repeated
    #[arg(long, value_name = "TECHNIQUE", add = ArgValueCandidates::new(values::list_techniques))]
    without: Vec<String>,

    /// Use no steps above a tier: easy, medium, hard, "very hard", fiendish, extreme
    #[arg(long, value_name = "TIER", add = ArgValueCandidates::new(values::list_tiers))]
    only: Option<String>,
}

/// The length of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Length {
    /// The conclusion of each step.
    Short,
    /// The steps that the solution depends on, told as a story.
    #[value(alias = "full")]
    Story,
    /// Every step with its reason.
    All,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  graded
  1  not unique (--force grades it anyway)
  2  the puzzle could not be read, or is unchecked: drawings may be rules
  3  undecided within the limits, or the path ended before the solution (because of a limit or the chosen techniques)

Examples:
  cluewright grade mine.toml
  cluewright grade --explain mine.toml               explain the solve as a story
  cluewright grade mine.toml --without x-wing        is it solvable without it?
  cluewright grade mine.toml --only hard             is it solvable without harder steps?
  cluewright grade classics.txt --profile sukaku --json --quiet";

impl GradeCommand {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let mut question = ask::Grade::default();
        question.techniques = self.choice.techniques()?;
        // Text output can show steps in short form, but JSON output contains only explained steps.
        question.explain =
            self.explain == Some(Length::All) || (self.asking.answering.json && self.shows());
        question.story = self.explain == Some(Length::Story);
        question.verify = self.verify;
        question.force = self.force;
        question.limits = self.asking.effort.bounds();
        let grade = |item: &Item<'_>, out: &mut Out| self.grade(item, &question, out);
        self.asking.each(&self.puzzles, &[], out, grade)
    }

    fn grade(&self, item: &Item<'_>, question: &ask::Grade, out: &mut Out) -> Outcome {
        let found = item.ask(question, &self.asking)?;
        let graded = found.result;
        if self.asking.answering.json {
            write_json(out, &item.with(&graded))?;
        } else {
            self.show(item, &graded, found.time, out)?;
        }
        Ok(exit(&graded))
    }

    /// Returns `true` if the command shows steps.
    fn shows(&self) -> bool {
        let whole = matches!(self.explain, Some(Length::Short | Length::All));
        self.steps || self.grid || whole
    }

    fn show(
        &self,
        item: &Item<'_>,
        graded: &Graded,
        time: Duration,
        out: &mut Out,
    ) -> io::Result<()> {
        let verdict = || cluewright_narrate::verdict_line(&graded.answer, time);
        let Some(grade) = &graded.grade else {
            let line = verdict();
            return writeln!(
                out,
                "{line}\nnot graded; --force grades it as far as logic gets"
            );
        };
        if self.shows() {
            self.write_steps(item, graded, out)?;
        }
        if let Some(story) = &graded.story {
            write!(
                out,
                "{}",
                cluewright_narrate::story_text(item.puzzle, story)
            )?;
        }
        if !item.alone {
            writeln!(out, "{}:", item.name())?;
        }
        write!(out, "{}", cluewright_narrate::grade_text(grade))?;
        if let Some(profile) = graded.further {
            writeln!(out, "{}", advice(profile))?;
        }
        if graded.answer.verdict != Verdict::Unique {
            writeln!(out, "{}", verdict())?;
        }
        let steps = grade.steps;
        let unexplained = count_unexplained(graded);
        if unexplained > 0 {
            writeln!(
                out,
                "partial: time ran out before {unexplained} of {steps} steps were explained; the others cite more than they need"
            )?;
        }
        if let Some(refused) = graded.refused {
            writeln!(out, "verified: {refused} of {steps} steps refused")?;
        }
        if let Some(count) = graded.unchecked {
            writeln!(
                out,
                "partial: time ran out before {count} steps were verified"
            )?;
        }
        for refusal in &graded.refusals {
            writeln!(out, "  {refusal}")?;
        }
        write!(out, "{}", cluewright_narrate::warnings(item.puzzle))
    }

    fn write_steps(&self, item: &Item<'_>, graded: &Graded, out: &mut Out) -> io::Result<()> {
        let mut explained = graded.steps.iter().flatten();
        for (round, step) in graded.path.iter().flat_map(Path::steps) {
            if self.grid {
                writeln!(
                    out,
                    "{}",
                    cluewright_narrate::step_grid(item.puzzle, &round.board, step)
                )?;
            }
            match explained.next() {
                Some(explained) => writeln!(out, "{}", explained.text)?,
                None => writeln!(out, "{}", cluewright_narrate::step_short(item.puzzle, step))?,
            }
        }
        Ok(())
    }
}

fn exit(graded: &Graded) -> Exit {
    let Some(grade) = &graded.grade else {
        return match graded.answer.verdict {
            Verdict::Undecided => Exit::Undecided,
            _ => Exit::Bad,
        };
    };
    match grade.ended {
        _ if graded.refused.is_some_and(|count| count > 0) => Exit::Bad,
        Ended::Solved if graded.unchecked.is_none() && count_unexplained(graded) == 0 => Exit::Good,
        Ended::Contradiction => Exit::Bad,
        Ended::Solved | Ended::Limit | Ended::Techniques => Exit::Undecided,
    }
}

fn advice(profile: &str) -> &'static str {
    match profile {
        "sukaku" => {
            "try `--profile sukaku`: it also searches for nested chains, which may take a minute"
        }
        _ => {
            "try `--profile patient`: it also lists the fillings of three houses, which may take a minute"
        }
    }
}

impl Choice {
    /// Returns the requested techniques after checking that all of them exist.
    pub(super) fn techniques(&self) -> Result<ask::Choice, Complaint> {
        let mut choice = ask::Choice::default();
        choice.profile = match Profile::builtin(&self.profile) {
            Some(_) => self.profile.clone(),
            None => read(&self.profile)?,
        };
        choice.without.clone_from(&self.without);
        choice.only.clone_from(&self.only);
        // The profile is built only to check the names, so that a wrong name is reported before any puzzle is read.
        choice.profile().map_err(Complaint::from_refusal)?;
        Ok(choice)
    }

    /// Reads the requested profile.
    pub(super) fn profile(&self) -> Result<Profile, Complaint> {
        self.techniques()?
            .profile()
            .map_err(Complaint::from_refusal)
    }
}

/// Reads the text of a profile from a file.
fn read(file: &str) -> Result<String, Complaint> {
    let text = files::read("--profile", std::path::Path::new(file)).map_err(|error| {
        let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
        let help = format!("name a file, or one of {}", names.join(", "));
        Complaint::new(format!("the profile cannot be read: {error}"))
            .file(file)
            .help(help)
    })?;
    // The question takes the profile as text. It is parsed here as well, because only this function can show an error
    // at its position in the file.
    let Err(error) = Profile::parse(&text) else {
        return Ok(text);
    };
    let name = file.to_owned();
    let about = ReadError {
        help: error.help,
        span: error.span,
        ..ReadError::new(error.message)
    };
    Err(Complaint::about(
        &Source {
            name,
            text,
            row: None,
        },
        about,
    ))
}

/// Returns the number of steps that were left unexplained because time ran out.
fn count_unexplained(graded: &Graded) -> usize {
    let steps = graded.steps.iter().flatten();
    steps.filter(|step| step.partial).count()
}
