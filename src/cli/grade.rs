//! `cluewright grade PUZZLE…`

use super::options::{Answering, Effort, Reading};
use super::progress::Meter;
use super::work::{Item, for_each_puzzle};
use super::{Complaint, Exit, Outcome, Source, interrupt, write_json};
use crate::Prepared;
use crate::formats::ReadError;
use crate::grade::{Ended, Grade, verify};
use crate::logic::{
    BUILTIN, Ground, Path, Profile, ProfileError, TECHNIQUES, Technique, minimal, solve,
};
use crate::report;
use crate::search::Verdict;
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::ffi::OsStr;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::Instant;

/// How hard is a puzzle for a person, and by which steps?
///
/// The puzzle is solved as a person would, always with the easiest steps there are. Its rating is that
/// of the hardest step, on the scale of Sudoku Explainer; its effort follows the time that people take.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct GradeCommand {
    /// Files, links or the puzzles' text; `-` or nothing reads what is pasted
    #[arg(value_name = "PUZZLE")]
    puzzles: Vec<String>,

    /// Show the steps, a line each
    #[arg(long)]
    steps: bool,

    /// Show the steps with their reasons, in one or the other length
    #[arg(long, value_name = "LENGTH")]
    explain: Option<Length>,

    /// Draw the candidates before each step
    #[arg(long)]
    grid: bool,

    /// Prove every step anew from what it cites alone
    #[arg(long)]
    verify: bool,

    /// Grade a puzzle that is not unique as far as steps go
    #[arg(long)]
    force: bool,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    effort: Effort,

    #[command(flatten)]
    answering: Answering,
}

/// Which techniques may be used.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Techniques")]
pub(super) struct Choice {
    /// Techniques and prices: default, patient, sukaku, se-1.2.1, naked-sets-only, or a file
    #[arg(
        long,
        value_name = "PROFILE",
        default_value = "default",
        hide_possible_values = true
    )]
    #[arg(value_parser = Suggested(profiles))]
    profile: String,

    /// Leave out a technique (see `cluewright techniques`); may be given several times
    #[arg(long, value_name = "TECHNIQUE", hide_possible_values = true)]
    #[arg(value_parser = Suggested(techniques))]
    without: Vec<String>,

    /// Take no step above a tier: easy, medium, hard, "very hard", fiendish, extreme
    #[arg(long, value_name = "TIER", hide_possible_values = true)]
    #[arg(value_parser = Suggested(tiers))]
    only: Option<String>,
}

/// Any text, for which shells suggest the usual values.
#[derive(Clone)]
struct Suggested(fn() -> Vec<PossibleValue>);

impl TypedValueParser for Suggested {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        argument: Option<&clap::Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        StringValueParser::new().parse_ref(command, argument, value)
    }

    fn possible_values(&self) -> Option<Box<dyn Iterator<Item = PossibleValue> + '_>> {
        Some(Box::new((self.0)().into_iter()))
    }
}

fn profiles() -> Vec<PossibleValue> {
    let names = BUILTIN.iter().map(|(name, _)| *name);
    names.map(PossibleValue::new).collect()
}

fn techniques() -> Vec<PossibleValue> {
    let each = |technique: &Technique| PossibleValue::new(technique.name).help(technique.help);
    TECHNIQUES.iter().map(each).collect()
}

fn tiers() -> Vec<PossibleValue> {
    let default = Profile::builtin("default").into_iter();
    let tiers = default.flat_map(|profile| profile.tiers());
    tiers
        .map(|tier| PossibleValue::new(tier.name.as_str()))
        .collect()
}

/// How much to say about each step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Length {
    /// What is concluded.
    Short,
    /// And why.
    Full,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  graded
  1  not unique (--force grades it all the same)
  2  the puzzle could not be read
  3  undecided within the limits, or a limit or the chosen techniques ended the path before the solution

Examples:
  cluewright grade mine.toml
  cluewright grade mine.toml --explain full
  cluewright grade mine.toml --without x-wing        is it solvable without?
  cluewright grade mine.toml --only hard             and with nothing above this tier?
  cluewright grade classics.txt --profile sukaku --json --quiet";

/// A grade and what was asked for with it.
#[derive(Serialize)]
struct Told<'a> {
    verdict: Verdict,
    #[serde(flatten)]
    grade: &'a Grade,
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<Vec<ToldStep>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    refused: Option<usize>,
}

/// A step, for programs.
#[derive(Serialize)]
struct ToldStep {
    technique: &'static str,
    rating: f64,
    size: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    placed: Option<(String, u8)>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    removed: Vec<(String, Vec<u8>)>,
    cites: Vec<String>,
    text: String,
}

impl GradeCommand {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        interrupt::listen();
        let profile = self.choice.profile()?;
        let grade = |item: &Item<'_>, out: &mut dyn Write| self.grade(item, &profile, out);
        for_each_puzzle(&self.puzzles, &self.reading, self.answering, out, grade)
    }

    fn grade(&self, item: &Item<'_>, profile: &Profile, out: &mut dyn Write) -> Outcome {
        let prepared = item.prepare()?;
        let mut ground = ground(item, &prepared)?;
        let limits = self.effort.limits();
        let answer = Meter::over(self.effort.threads, self.answering.quiet, |run| {
            prepared.check(limits, run)
        });
        let verdict = answer.result.verdict;
        if verdict != Verdict::Unique && !self.force {
            if self.answering.json {
                write_json(out, &item.with(&answer.result))?;
            } else {
                let line = report::verdict_line(&answer.result, answer.time);
                writeln!(
                    out,
                    "{line}\nnot graded; --force grades it as far as steps go"
                )?;
            }
            return Ok(match verdict {
                Verdict::Undecided => Exit::Undecided,
                _ => Exit::Bad,
            });
        }
        if let Some(solution) = answer.result.only_solution() {
            ground = ground.with_only_solution(solution);
        }
        let started = Instant::now();
        let path = solve(&ground, profile, |_| {
            let late = self
                .effort
                .time_limit
                .is_some_and(|most| started.elapsed() > most);
            !late && !interrupt::flag().load(Ordering::Relaxed)
        });
        let grade = Grade::of(&ground, &path, profile);
        let refused = self.verify.then(|| verify(&ground, &path));
        let exit = match &refused {
            Some(refused) if !refused.is_empty() => Exit::Bad,
            _ => exit(grade.ended),
        };
        let shown = self.steps || self.grid || self.explain.is_some();
        if self.answering.json {
            let told = Told {
                verdict,
                grade: &grade,
                path: shown.then(|| told_steps(&ground, &path)),
                refused: refused.map(|refused| refused.len()),
            };
            write_json(out, &item.with(&told))?;
            return Ok(exit);
        }
        if shown {
            self.write_steps(&ground, &path, out)?;
        }
        if !item.alone {
            writeln!(out, "{}:", item.name())?;
        }
        write!(out, "{}", report::grade_text(&grade))?;
        if let Some(advice) = advice(&ground, &grade) {
            writeln!(out, "{advice}")?;
        }
        if verdict != Verdict::Unique {
            writeln!(out, "{}", report::verdict_line(&answer.result, answer.time))?;
        }
        if let Some(refused) = refused {
            writeln!(
                out,
                "verified: {} of {} steps refused",
                refused.len(),
                grade.steps
            )?;
            for (round, place, why) in refused {
                let step = &path.rounds[round].steps[place];
                let said = report::step_full(&ground, step);
                writeln!(out, "  refused ({why:?}): {said}")?;
            }
        }
        write!(out, "{}", report::warnings(item.puzzle))?;
        Ok(exit)
    }

    fn write_steps(
        &self,
        ground: &Ground<'_>,
        path: &Path,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        for round in &path.rounds {
            for step in &round.steps {
                if self.grid {
                    writeln!(
                        out,
                        "{}",
                        report::step_grid(ground.puzzle, &round.board, step)
                    )?;
                }
                let said = match self.explain {
                    Some(Length::Full) => {
                        report::step_full(ground, &minimal(ground, &round.board, step))
                    }
                    _ => report::step_short(ground.puzzle, step),
                };
                writeln!(out, "{said}")?;
            }
        }
        Ok(())
    }
}

/// A path that reaches no solution answers less than was asked.
fn exit(ended: Ended) -> Exit {
    match ended {
        Ended::Solved => Exit::Good,
        Ended::Contradiction => Exit::Bad,
        Ended::Limit | Ended::Techniques => Exit::Undecided,
    }
}

/// Which profile to try where the default one had to search.
fn advice(ground: &Ground<'_>, grade: &Grade) -> Option<&'static str> {
    let had_to = grade.searched && grade.solved && grade.profile == "default";
    had_to.then(|| match ground.plain() {
        true => "try `--profile sukaku`: it also looks for nested chains, which may take a minute",
        false => "try `--profile patient`: it also fills three houses, which may take a minute",
    })
}

impl Choice {
    /// The profile that was asked for.
    pub(super) fn profile(&self) -> Result<Profile, Complaint> {
        let mut profile = match Profile::builtin(&self.profile) {
            Some(profile) => profile.clone(),
            None => read(&self.profile)?,
        };
        for name in &self.without {
            profile = profile.without(name).map_err(complaint)?;
        }
        match &self.only {
            None => Ok(profile),
            Some(tier) => profile.only(tier).map_err(complaint),
        }
    }
}

fn complaint(error: ProfileError) -> Complaint {
    let complaint = Complaint::new(error.message);
    match error.help {
        Some(help) => complaint.help(help),
        None => complaint,
    }
}

fn read(file: &str) -> Result<Profile, Complaint> {
    let text = std::fs::read_to_string(file).map_err(|error| {
        let names: Vec<&str> = BUILTIN.iter().map(|(name, _)| *name).collect();
        let help = format!("name a file, or one of {}", names.join(", "));
        Complaint::new(format!("the profile cannot be read: {error}"))
            .file(file)
            .help(help)
    })?;
    Profile::parse(&text).map_err(|error| {
        let source = Source {
            name: file.to_owned(),
            text,
        };
        let about = ReadError {
            help: error.help,
            ..ReadError::new(error.message)
        };
        Complaint::about(
            &source,
            match error.span {
                Some(span) => about.at(span),
                None => about,
            },
        )
    })
}

/// The ground of a puzzle, or why there is none.
pub(super) fn ground<'a>(item: &Item<'_>, prepared: &'a Prepared) -> Result<Ground<'a>, Complaint> {
    let ground = prepared.ground();
    ground.map_err(|error| Complaint::new(error.to_string()).file(item.name()))
}

fn told_steps(ground: &Ground<'_>, path: &Path) -> Vec<ToldStep> {
    let puzzle = ground.puzzle;
    let name = |var: u16| puzzle.cell_name(crate::puzzle::Cell(var));
    let rounds = path.rounds.iter();
    let steps =
        rounds.flat_map(|round| round.steps.iter().map(|s| minimal(ground, &round.board, s)));
    let told = |step: crate::logic::Step| ToldStep {
        technique: step.technique().name,
        rating: f64::from(step.rating) / 10.0,
        size: step.size,
        placed: step.placed.map(|(cell, digit)| (name(cell), digit)),
        removed: step
            .removed
            .iter()
            .map(|(var, digits)| (name(*var), digits.iter().collect()))
            .collect(),
        cites: step
            .reason
            .cites
            .iter()
            .map(|&cite| report::cite_name(puzzle, cite))
            .collect(),
        text: report::step_full(ground, &step),
    };
    steps.map(told).collect()
}
