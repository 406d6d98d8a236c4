//! `cluewright grade PUZZLE…`

use super::options::{Answering, Effort, Reading};
use super::progress::metered;
use super::work::{Item, for_each_puzzle};
use super::{Complaint, Exit, Outcome, Source, interrupt, write_json};
use crate::Prepared;
use crate::ask::{self, Host, Progress};
use crate::diagnose::Stage;
use crate::formats::ReadError;
use crate::grade::{Ended, Grade, Verification, verify};
use crate::logic::{
    BUILTIN, Ground, Minimal, Path, Profile, ProfileError, Round, Step, TECHNIQUES, Technique,
    minimal, solve,
};
use crate::report;
use crate::search::{Answer, Timed, Verdict};
use clap::builder::{PossibleValue, StringValueParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde::Serialize;
use std::cell::Cell;
use std::ffi::OsStr;
use std::io::Write;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

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
  2  the puzzle could not be read, or is unchecked: drawings may be rules
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
    /// How many steps there was no time to verify.
    #[serde(skip_serializing_if = "Option::is_none")]
    unchecked: Option<usize>,
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
    /// Time ran out before it was known which citations are needed.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    partial: bool,
}

impl GradeCommand {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        interrupt::listen();
        let profile = self.choice.profile()?;
        let grade = |item: &Item<'_>, out: &mut dyn Write| self.grade(item, &profile, out);
        for_each_puzzle(&self.puzzles, &self.reading, self.answering, out, grade)
    }

    fn grade(&self, item: &Item<'_>, profile: &Profile, out: &mut dyn Write) -> Outcome {
        let clock = Clock::new(&self.effort);
        let prepared = item.prepare()?;
        let mut ground = ground(item, &prepared)?;
        let mut check = ask::Check::default();
        check.limits = self.effort.bounds();
        let answer = metered(self.effort.threads, self.answering.quiet, |host| {
            check.ask(&prepared, host).answer
        });
        if answer.result.verdict != Verdict::Unique && !self.force {
            return self.refuse(item, &answer, out);
        }
        if let Some(solution) = answer.result.only_solution() {
            ground = ground.with_only_solution(solution);
        }
        let work = self.work(&ground, profile, &clock);
        if self.answering.json {
            write_json(out, &item.with(&work.told(&ground, answer.result.verdict)))?;
        } else {
            self.show(item, &ground, &work, &answer, out)?;
        }
        Ok(work.exit())
    }

    /// That a puzzle is not unique.
    fn refuse(&self, item: &Item<'_>, answer: &Timed<Answer>, out: &mut dyn Write) -> Outcome {
        if self.answering.json {
            write_json(out, &item.with(&answer.result))?;
        } else {
            let line = report::verdict_line(&answer.result, answer.time);
            writeln!(
                out,
                "{line}\nnot graded; --force grades it as far as steps go"
            )?;
        }
        Ok(match answer.result.verdict {
            Verdict::Undecided => Exit::Undecided,
            _ => Exit::Bad,
        })
    }

    /// Solves, explains and verifies, as far as that is asked for and time allows.
    fn work(&self, ground: &Ground<'_>, profile: &Profile, clock: &Clock) -> Work {
        let work = |host: &Host<'_>| self.work_for(ground, profile, clock, host);
        metered(1, self.answering.quiet, work).result
    }

    fn work_for(
        &self,
        ground: &Ground<'_>,
        profile: &Profile,
        clock: &Clock,
        host: &Host<'_>,
    ) -> Work {
        let show = |done, of, doing| {
            host.tell(Progress::of_stage(Stage { done, of, doing }));
            clock.go_on()
        };
        let path = solve(ground, profile, |rounds| {
            show(rounds, None, "rounds of steps")
        });
        let steps = path.rounds.iter().map(|round| round.steps.len()).sum();
        let explains = self.explain == Some(Length::Full) || (self.answering.json && self.shows());
        let explained = explains.then(|| {
            let done = Cell::new(0);
            let explain = |round: &Round, step: &Step| {
                let go_on = || show(done.get(), Some(steps), "steps explained");
                let minimal = minimal(ground, &round.board, step, &go_on);
                done.set(done.get() + 1);
                minimal
            };
            let rounds = path.rounds.iter();
            let each = rounds.flat_map(|round| round.steps.iter().map(move |step| (round, step)));
            each.map(|(round, step)| explain(round, step)).collect()
        });
        let verify = || verify(ground, &path, &|| show(0, Some(steps), "steps verified"));
        let verification = self.verify.then(verify);
        Work {
            grade: Grade::of(ground, &path, profile),
            path,
            explained,
            verification,
        }
    }

    /// Whether steps are shown.
    fn shows(&self) -> bool {
        self.steps || self.grid || self.explain.is_some()
    }

    fn show(
        &self,
        item: &Item<'_>,
        ground: &Ground<'_>,
        work: &Work,
        answer: &Timed<Answer>,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        if self.shows() {
            self.write_steps(ground, work, out)?;
        }
        if !item.alone {
            writeln!(out, "{}:", item.name())?;
        }
        write!(out, "{}", report::grade_text(&work.grade))?;
        if let Some(advice) = advice(ground, &work.grade) {
            writeln!(out, "{advice}")?;
        }
        if answer.result.verdict != Verdict::Unique {
            writeln!(out, "{}", report::verdict_line(&answer.result, answer.time))?;
        }
        match work.unexplained() {
            0 => {}
            count => writeln!(
                out,
                "partial: time ran out before {count} of {} steps were explained; they cite more than they need",
                work.grade.steps
            )?,
        }
        if let Some(verification) = &work.verification {
            write_verification(ground, work, verification, out)?;
        }
        write!(out, "{}", report::warnings(item.puzzle))
    }

    fn write_steps(
        &self,
        ground: &Ground<'_>,
        work: &Work,
        out: &mut dyn Write,
    ) -> std::io::Result<()> {
        let mut explained = work.explained.iter().flatten();
        for round in &work.path.rounds {
            for step in &round.steps {
                if self.grid {
                    let grid = report::step_grid(ground.puzzle, &round.board, step);
                    writeln!(out, "{grid}")?;
                }
                let said = match explained.next() {
                    Some(minimal) => report::step_full(ground, &minimal.step),
                    None => report::step_short(ground.puzzle, step),
                };
                writeln!(out, "{said}")?;
            }
        }
        Ok(())
    }
}

fn write_verification(
    ground: &Ground<'_>,
    work: &Work,
    verification: &Verification,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let refused = &verification.refused;
    let steps = work.grade.steps;
    writeln!(out, "verified: {} of {steps} steps refused", refused.len())?;
    if verification.unchecked > 0 {
        let count = verification.unchecked;
        writeln!(
            out,
            "partial: time ran out before {count} steps were verified"
        )?;
    }
    for &(round, place, why) in refused {
        let said = report::step_full(ground, &work.path.rounds[round].steps[place]);
        writeln!(out, "  refused ({why:?}): {said}")?;
    }
    Ok(())
}

/// The time limit of a puzzle, from its proof to its last explanation.
struct Clock {
    started: Instant,
    limit: Option<Duration>,
}

impl Clock {
    fn new(effort: &Effort) -> Self {
        Self {
            started: Instant::now(),
            limit: effort.time_limit,
        }
    }

    /// Whether there is time left, and nobody pressed Ctrl-C.
    fn go_on(&self) -> bool {
        let late = self
            .limit
            .is_some_and(|limit| self.started.elapsed() > limit);
        !late && !interrupt::flag().load(Ordering::Relaxed)
    }
}

/// What was found out about a puzzle's difficulty.
struct Work {
    path: Path,
    grade: Grade,
    /// Each step with the least that it rests on, where reasons are asked for.
    explained: Option<Vec<Minimal>>,
    verification: Option<Verification>,
}

impl Work {
    /// How many steps there was no time to explain.
    fn unexplained(&self) -> usize {
        let steps = self.explained.iter().flatten();
        steps.filter(|minimal| !minimal.complete).count()
    }

    fn exit(&self) -> Exit {
        let verification = self.verification.as_ref();
        let refused = verification.is_some_and(|found| !found.refused.is_empty());
        let unchecked = verification.is_some_and(|found| found.unchecked > 0);
        match exit(self.grade.ended) {
            _ if refused => Exit::Bad,
            Exit::Good if unchecked || self.unexplained() > 0 => Exit::Undecided,
            exit => exit,
        }
    }

    fn told(&self, ground: &Ground<'_>, verdict: Verdict) -> Told<'_> {
        let told = |minimal: &Minimal| ToldStep::of(ground, minimal);
        let verification = self.verification.as_ref();
        Told {
            verdict,
            grade: &self.grade,
            path: self
                .explained
                .as_ref()
                .map(|all| all.iter().map(told).collect()),
            refused: verification.map(|found| found.refused.len()),
            unchecked: verification
                .map(|found| found.unchecked)
                .filter(|&count| count > 0),
        }
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

impl ToldStep {
    fn of(ground: &Ground<'_>, minimal: &Minimal) -> Self {
        let (puzzle, step) = (ground.puzzle, &minimal.step);
        let name = |var: u16| puzzle.cell_name(crate::puzzle::Cell(var));
        let removed = step.removed.iter();
        let cites = step.reason.cites.iter();
        Self {
            technique: step.technique().name,
            rating: f64::from(step.rating) / 10.0,
            size: step.size,
            placed: step.placed.map(|(cell, digit)| (name(cell), digit)),
            removed: removed
                .map(|(var, digits)| (name(*var), digits.iter().collect()))
                .collect(),
            cites: cites
                .map(|&cite| report::cite_name(ground.book, puzzle, cite))
                .collect(),
            text: report::step_full(ground, step),
            partial: !minimal.complete,
        }
    }
}
