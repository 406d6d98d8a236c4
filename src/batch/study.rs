//! The study of a single puzzle: its verdict by the general engine, its grade and its diagnosis.

use super::Options;
use super::columns::Need;
use super::row::{Checked, Diagnosed, Outcome};
use crate::Prepared;
use cluewright_engine::search::{Budget, Limits, Run, Stop, Verdict};
use cluewright_logic::grade::Grade;
use cluewright_logic::solve;
use cluewright_puzzle::{Puzzle, digit_char, digit_of_char};
use cluewright_rules::{Named, fingerprint};
use cluewright_setter::diagnose::{Diagnosis, NewGiven, Removal, Request, diagnose};
use std::cell::Cell;
use std::sync::Arc;

/// Divisor of the guess limit for each search of a diagnosis, because a diagnosis runs dozens of searches.
const QUESTIONS: u64 = 100;

/// A puzzle, and the facts to compute about it.
pub(super) struct Study<'a> {
    pub(super) puzzle: &'a Arc<Puzzle>,
    pub(super) options: &'a Options,
    pub(super) budget: Budget<'a>,
}

impl Study<'_> {
    /// Computes all facts that the columns need. `proven` has the verdict, if it is already proven. Returns `None` if
    /// the run was cancelled before there was a verdict.
    pub(super) fn outcome(
        &self,
        proven: Option<Checked>,
        expected: Option<&str>,
    ) -> Option<Outcome> {
        let book = self.options.reading.book();
        let prepared = match Prepared::new(Arc::clone(self.puzzle), book) {
            Ok(prepared) => prepared,
            Err(error) => return Some(Outcome::Error(error.message.into())),
        };
        let mut checked = match proven {
            Some(checked) => checked,
            None => self.verdict(&prepared, expected)?,
        };
        if checked.verdict == Verdict::Unique && self.options.needs(Need::Grade) {
            self.grade(&prepared, &mut checked);
        }
        if self.options.needs(Need::Fingerprint) {
            let print = fingerprint(self.puzzle, book).ok();
            checked.fingerprint = print.map(|print| format!("{print:016x}").into());
        }
        if self.options.needs(Need::Diagnosis) {
            match self.diagnosis(&prepared) {
                Ok(diagnosed) => checked.diagnosis = Some(Box::new(diagnosed)),
                Err(message) => return Some(Outcome::Error(message)),
            }
        }
        Some(Outcome::Checked(checked))
    }

    /// Returns the settings for a search on all threads, so that idle workers can help with a long search.
    fn run(&self) -> Run<'static> {
        Run {
            threads: self.options.threads,
            ..Run::QUIET
        }
    }

    fn verdict(&self, prepared: &Prepared, expected: Option<&str>) -> Option<Checked> {
        if self.budget.is_cancelled() {
            return None;
        }
        let mut answer = prepared.check(Limits::within(self.budget, u64::MAX), self.run());
        let needs_digits = self.options.needs_digits() || self.options.needs(Need::Grade);
        let digits = answer.solutions.pop().filter(|_| needs_digits);
        let checked = Checked::of(answer.verdict, answer.count, digits, expected);
        let undecided = answer.verdict == Verdict::Undecided;
        Some(Checked {
            nodes: self.options.needs(Need::Nodes).then_some(answer.nodes),
            // A search also stops at the second solution. This is not a limit, so it is reported only without a
            // verdict.
            stopped: answer.stopped.filter(|_| undecided).map(stop_name),
            ..checked
        })
    }

    /// Adds the grade, or the reason why there is none.
    fn grade(&self, prepared: &Prepared, checked: &mut Checked) {
        let solution = checked.solution.as_deref();
        let solution = solution.and_then(|text| text.chars().map(digit_of_char).collect());
        let ground = match prepared.ground() {
            Ok(ground) => match solution {
                Some(solution) => ground.with_only_solution(solution),
                None => ground,
            },
            Err(error) => {
                // No earlier warning is replaced, because the warnings of the reader are added after the study.
                checked.warnings = Some(format!("not graded: {error}").into());
                return;
            }
        };
        let profile = &self.options.profile;
        let stopped = Cell::new(None);
        let path = solve(&ground, profile, |rounds| {
            stopped.set(self.why_stop(rounds));
            stopped.get().is_none()
        });
        checked.grade = Some(Box::new(Grade::of(&ground, &path, profile)));
        checked.stopped = stopped.get();
    }

    /// Returns the name of the limit that has stopped a path; `None` if no limit has been reached.
    fn why_stop(&self, rounds: usize) -> Option<&'static str> {
        if rounds >= self.options.rounds {
            return Some("steps");
        }
        self.budget.over().map(stop_name)
    }

    fn diagnosis(&self, prepared: &Prepared) -> Result<Diagnosed, Box<str>> {
        let request = Request {
            budget: self.budget.with_nodes(self.budget.nodes / QUESTIONS),
            ..Request::default()
        };
        let found = diagnose(prepared, &request, self.run());
        let diagnosis = found.map_err(|error| error.message)?;
        Ok(Diagnosed::of(&diagnosis))
    }
}

impl Diagnosed {
    /// Summarises a diagnosis.
    fn of(diagnosis: &Diagnosis) -> Self {
        let verdict = diagnosis.answer.verdict;
        let when = |wanted: Verdict, count: usize| (verdict == wanted).then_some(count as u64);
        let is_broken = matches!(verdict, Verdict::None | Verdict::Several);
        let freedom = diagnosis.freedom.as_ref();
        Self {
            blame: diagnosis
                .conflicts
                .first()
                .map(|set| join_names(&set.clues)),
            conflicts: when(Verdict::None, diagnosis.conflicts.len()),
            repair: repair(diagnosis),
            repairs: is_broken.then_some(diagnosis.changes.len() as u64),
            open: freedom.map(|freedom| freedom.open.len() as u64),
            redundant: when(Verdict::Unique, diagnosis.redundant.len()),
            broken: (!diagnosis.violated.is_empty()).then(|| join_names(&diagnosis.violated)),
            complete: diagnosis.finished,
        }
    }
}

fn join_names(clues: &[Named]) -> String {
    let names: Vec<&str> = clues.iter().map(|clue| clue.name.as_str()).collect();
    names.join("; ")
}

/// Returns the most likely change that repairs the puzzle. If there is none, returns a removal or givens that repair
/// it.
fn repair(diagnosis: &Diagnosis) -> Option<String> {
    if let Some(change) = diagnosis.changes.first() {
        return Some(change.in_words());
    }
    let mut removals = diagnosis.repairs.iter();
    if let Some(removal) = removals.find(|removal| removal.is_unique()) {
        return Some(format!("remove {}", Removal::in_words(removal)));
    }
    let given = |given: &NewGiven| format!("{} in {}", digit_char(given.digit), given.cell);
    let additions = &diagnosis.freedom.as_ref()?.additions;
    let givens: Vec<String> = additions.iter().map(given).collect();
    (!givens.is_empty()).then(|| format!("add {}", givens.join(" and ")))
}

/// Returns the name of a limit in rows.
const fn stop_name(stop: Stop) -> &'static str {
    match stop {
        Stop::Solutions => "solutions",
        Stop::Nodes => "nodes",
        Stop::Time => "time",
        Stop::Cancelled => "cancelled",
    }
}
