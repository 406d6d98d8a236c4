//! The live solver's answers to each command.

use super::super::ask::Pace;
use super::super::session::Desk;
use super::super::shared::Shared;
use super::sent::{Marks, Sent, refusal_text};
use crate::Prepared;
use crate::ask::answers::{Answer, Estimate};
use crate::ask::{
    self, Ask, Bounds, Candidates, Check, Count, Host, Progress, Solve, Walk, Walked,
};
use cluewright_engine::search::Verdict;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Board, End};
use cluewright_puzzle::{DigitSet, digit_of_char};
use serde_json::{Value, json};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Minimum time between two progress messages. Clients rely on this limit.
const PAUSE: Duration = Duration::from_millis(500);

/// Maximum number of guesses to prove that the puzzle is unique, so that a path may use uniqueness arguments.
const PROOF_NODES: u64 = 1_000_000;

/// Number of boards of the first estimate. Each further estimate uses twice as many boards, until one takes as long as
/// the pause between messages.
const FIRST_BOARDS: u64 = 10_000;

/// Bounds without a limit. The search ends when the client cancels it, or when the server's time limit is reached.
const ENDLESS: Bounds = within(u64::MAX);

const NO_SOLUTION: &str = "No solutions found.";

const NO_STEPS: &str = "No logical steps found.\n";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Solve,
    Check,
    Count,
    Estimate,
    SolvePath,
    Step,
    TrueCandidates,
}

impl Command {
    pub(super) fn from_name(name: &str) -> Option<Self> {
        Some(match name {
            "solve" => Self::Solve,
            "check" => Self::Check,
            "count" => Self::Count,
            "estimate" => Self::Estimate,
            "solvepath" => Self::SolvePath,
            "step" => Self::Step,
            "truecandidates" => Self::TrueCandidates,
            _ => return None,
        })
    }

    fn marks(self) -> Marks {
        match self {
            Self::Solve | Self::Check | Self::Count | Self::TrueCandidates => Marks::Ignored,
            Self::SolvePath | Self::Step => Marks::Solving,
            Self::Estimate => Marks::Given,
        }
    }
}

/// A question that is being answered.
pub(super) struct Asked<'a> {
    pub(super) nonce: &'a Value,
    pub(super) shared: &'a Shared,
    pub(super) desk: &'a Desk,
}

impl Asked<'_> {
    /// Returns the last message of the answer to a command, or an error if `data` is invalid. If the client has
    /// cancelled, the caller ignores the result.
    pub(super) fn answer(&self, command: Command, data: &str) -> Result<String, String> {
        let sent = Sent::read(data, command.marks(), &self.shared.settings.reading)?;
        // The cache may have this answer, so the puzzle is not compiled yet.
        if command == Command::TrueCandidates {
            return self.true_candidates(&sent, data);
        }
        let prepared = sent.prepare(data)?;
        match command {
            Command::Solve => self.solve(&prepared),
            Command::Check => self.check(&prepared),
            Command::Estimate => self.estimate(&prepared),
            Command::SolvePath => self.path(&sent, &prepared),
            Command::Step => self.step(&sent, &prepared),
            // `TrueCandidates` was already answered above. Its pattern only makes the match exhaustive.
            Command::Count | Command::TrueCandidates => self.count(&prepared),
        }
    }

    /// Answers a question with the threads and the cancel flag of the session. Calls `progress` with each progress
    /// report.
    fn ask<Q: Ask>(
        &self,
        prepared: &Prepared,
        question: &Q,
        progress: Option<&(dyn Fn(Progress) + Sync)>,
    ) -> Result<Q::Reply, String> {
        let host = Host {
            threads: self.desk.threads,
            progress,
            cancel: Some(&self.desk.cancel),
            ..Host::default()
        };
        let reply = prepared.ask(question, &host);
        reply.map_err(|refusal| refusal_text(&refusal))
    }

    /// Returns the message for a search that ran out of time. `known` describes its result so far.
    fn report_undecided(&self, known: &str) -> String {
        let seconds = self.shared.settings.patience.as_secs();
        format!("Undecided: the search was stopped after {seconds} seconds. {known}")
    }

    fn solve(&self, prepared: &Prepared) -> Result<String, String> {
        let one = Solve {
            most: Some(1),
            limits: ENDLESS,
        };
        let found = self.ask(prepared, &one, None)?;
        let Some(solution) = found.solutions.first() else {
            return Err(match found.verdict {
                Verdict::None => NO_SOLUTION.to_owned(),
                _ => self.report_undecided("No solution is known yet."),
            });
        };
        let digits: Option<Vec<u8>> = solution.chars().map(digit_of_char).collect();
        let answer = json!({ "nonce": self.nonce, "type": "solved", "solution": digits });
        Ok(answer.to_string())
    }

    fn check(&self, prepared: &Prepared) -> Result<String, String> {
        let check = Check { limits: ENDLESS };
        self.count_up_to(2, |progress| {
            let checked = self.ask(prepared, &check, Some(progress))?;
            Ok(checked.answer)
        })
    }

    fn count(&self, prepared: &Prepared) -> Result<String, String> {
        let count = Count {
            most: None,
            limits: ENDLESS,
        };
        self.count_up_to(u64::MAX, |progress| {
            self.ask(prepared, &count, Some(progress))
        })
    }

    fn count_up_to(
        &self,
        most: u64,
        search: impl FnOnce(&(dyn Fn(Progress) + Sync)) -> Result<Answer, String>,
    ) -> Result<String, String> {
        let told = |count: u64, in_progress: bool| {
            json!({ "nonce": self.nonce, "type": "count", "count": count, "inProgress": in_progress })
                .to_string()
        };
        let pace = Pace::new(PAUSE);
        let found = search(&|progress: Progress| {
            if pace.is_due() {
                let count = progress.solutions.unwrap_or_default().min(most);
                self.desk.tell(told(count, true));
            }
        })?;
        match found.complete || found.count >= most {
            true => Ok(told(found.count, false)),
            false => {
                Err(self.report_undecided(&format!("Solutions found by then: {}.", found.count)))
            }
        }
    }

    fn estimate(&self, prepared: &Prepared) -> Result<String, String> {
        let mut boards = FIRST_BOARDS;
        loop {
            let question = ask::Estimate {
                // The seed is fixed, because the same question must get the same answer.
                seed: 1,
                exhaustive: true,
                limits: within(boards),
            };
            let started = Instant::now();
            let found = self.ask(prepared, &question, None)?;
            let answer = self.describe_estimate(&found);
            if found.exact || self.desk.is_cancelled() {
                return Ok(answer);
            }
            self.desk.tell(answer);
            if let Some(rest) = PAUSE.checked_sub(started.elapsed()) {
                std::thread::sleep(rest);
            }
            boards = boards.saturating_mul(2);
        }
    }

    fn describe_estimate(&self, found: &Estimate) -> String {
        let reach = 1.96 * found.error;
        // 0/0 is NaN, which JSON can only represent as null.
        let relative = match found.mean > 0.0 {
            true => 100.0 * reach / found.mean,
            false => 0.0,
        };
        json!({
            "nonce": self.nonce,
            "type": "estimate",
            "estimate": found.mean,
            "stderr": found.error,
            "iterations": found.probes,
            "ci95_lower": found.mean - reach,
            "ci95_upper": found.mean + reach,
            "relErrPercent": relative,
        })
        .to_string()
    }

    fn true_candidates(&self, sent: &Sent, data: &str) -> Result<String, String> {
        let told = |counts: &str| {
            // The cache stores the counts as JSON, so the message is composed without parsing them again.
            let nonce = self.nonce;
            format!(
                r#"{{"nonce":{nonce},"type":"truecandidates","solutionsPerCandidate":{counts}}}"#
            )
        };
        let question = sent.question();
        if let Some(counts) = self.shared.found.get(&question) {
            return Ok(told(&counts));
        }
        let prepared = sent.prepare(data)?;
        let candidates = Candidates {
            cap: sent.cap,
            limits: ENDLESS,
        };
        let found = self.ask(&prepared, &candidates, None)?;
        if found.verdict == Verdict::None {
            return Err(NO_SOLUTION.to_owned());
        }
        if !found.complete {
            let known = format!("Candidates that are not settled: {}.", found.open);
            return Err(self.report_undecided(&known));
        }
        let digits = || prepared.puzzle().layout.digits().iter();
        let mut counts: Vec<i64> = vec![];
        for cell in &found.candidates {
            let count = |digit: u8| cell.get(&digit).map_or(0, |&count| count.min(sent.cap));
            counts.extend(digits().map(|digit| count(digit) as i64));
        }
        if sent.logical {
            let left = self.apply_logic(sent, &prepared)?;
            let left = left
                .iter()
                .flat_map(|left| digits().map(|digit| left.contains(digit)));
            for (count, _) in counts
                .iter_mut()
                .zip(left)
                .filter(|(count, left)| **count == 0 && *left)
            {
                // The protocol marks a candidate with -1 if no solution contains it, although logic does not exclude
                // it.
                *count = -1;
            }
        }
        let counts: Arc<str> = json!(counts).to_string().into();
        if !self.desk.is_cancelled() {
            self.shared.found.keep(question, Arc::clone(&counts));
        }
        Ok(told(&counts))
    }

    /// Returns the candidates of each cell that remain after all steps of human logic.
    fn apply_logic(&self, sent: &Sent, prepared: &Prepared) -> Result<Vec<DigitSet>, String> {
        let walk = Walk {
            techniques: sent.techniques(false),
            ..Walk::default()
        };
        let Walked { end, board, .. } = self.ask(prepared, &walk, None)?;
        match end {
            Some(End::Stopped) => {
                Err(self.report_undecided("The logical candidates are not known."))
            }
            _ => Ok(board.grid().to_vec()),
        }
    }

    fn step(&self, sent: &Sent, prepared: &Prepared) -> Result<String, String> {
        let walk = Walk {
            shown: Some(&sent.shown),
            techniques: sent.techniques(false),
            solution: None,
            single: true,
        };
        let walked = self.ask(prepared, &walk, None)?;
        let text = match (walked.end, walked.steps.first()) {
            (None, _) => "Initial candidates.\n",
            (Some(End::Stopped), _) => return Err(self.report_undecided("No step is known yet.")),
            (_, None) => NO_STEPS,
            (_, Some(step)) => &format!("{step}\n"),
        };
        Ok(self.logical(&walked.board, text.to_owned()))
    }

    fn path(&self, sent: &Sent, prepared: &Prepared) -> Result<String, String> {
        let solution = match sent.is_fresh() {
            true => self.only_solution(prepared)?,
            false => None,
        };
        let is_unique = solution.is_some();
        let walk = Walk {
            shown: Some(&sent.shown),
            techniques: sent.techniques(is_unique),
            solution,
            single: false,
        };
        let walked = self.ask(prepared, &walk, None)?;
        let mut text: String = walked
            .steps
            .iter()
            .map(|step| format!("{step}\n"))
            .collect();
        match walked.end {
            Some(End::Stopped) => {
                return Err(self.report_undecided("The end of the path is not known."));
            }
            Some(End::Stuck) => text.push_str(NO_STEPS),
            Some(End::Solved) if walked.steps.is_empty() => text.push_str(NO_STEPS),
            // Ratings assume the default techniques. If some of these are disabled, the path would get a wrong rating.
            Some(End::Solved) if is_unique && sent.disabled.is_empty() => {
                text.extend(walked.grade.iter().map(describe_grade));
            }
            Some(End::Solved | End::Broken) | None => {}
        }
        Ok(self.logical(&walked.board, text))
    }

    /// Returns the only solution if a short proof finds it. With the solution, the path from the start is the same as
    /// in a grade.
    fn only_solution(&self, prepared: &Prepared) -> Result<Option<Vec<u8>>, String> {
        let check = Check {
            limits: within(PROOF_NODES),
        };
        let checked = self.ask(prepared, &check, None)?;
        Ok(checked.answer.only_solution())
    }

    fn logical(&self, board: &Board, mut text: String) -> String {
        if board.is_broken() {
            text.push_str("Board is invalid!\n");
        }
        json!({
            "nonce": self.nonce,
            "type": "logical",
            "cells": cells(board),
            "message": text,
            "isValid": !board.is_broken(),
        })
        .to_string()
    }
}

const fn within(nodes: u64) -> Bounds {
    Bounds {
        nodes: Some(nodes),
        seconds: None,
    }
}

/// Describes the difficulty of a complete path.
fn describe_grade(grade: &Grade) -> String {
    let Grade {
        rating,
        tier,
        effort,
        minutes,
        ..
    } = grade;
    let time = minutes.map_or(String::new(), |minutes| {
        format!(": about {minutes:.0} minutes")
    });
    format!("Rated {rating:.1} ({tier}), effort {effort:.0}{time}.\n")
}

/// Returns the content of each cell: its digit, or 0 with its candidates.
fn cells(board: &Board) -> Vec<Value> {
    let cells = board.grid().iter().zip(0u16..);
    cells
        .map(|(&digits, cell)| {
            let digits: Vec<u8> = digits.iter().collect();
            match digits[..] {
                [digit] if !board.open().contains(cell) => json!({ "value": digit }),
                _ => json!({ "value": 0, "candidates": digits }),
            }
        })
        .collect()
}
