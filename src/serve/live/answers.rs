//! What each command gives.

use super::super::Shared;
use super::super::ask::Pace;
use super::super::session::Desk;
use super::sent::{Marks, Sent};
use crate::Prepared;
use cluewright_engine::search::{Estimate, Limits, Progress, Run, Sampling, Verdict};
use cluewright_logic::grade::Grade;
use cluewright_logic::{Board, End, Ground, Path, Profile, cheapest, minimal, solve_from};
use cluewright_narrate::step_full;
use cluewright_puzzle::{DigitSet, digit_of_char};
use serde_json::{Value, json};
use std::fmt::Write;
use std::sync::Arc;
use std::time::{Duration, Instant};

/// Between two words on progress, as clients expect them.
const PAUSE: Duration = Duration::from_millis(500);

/// Guesses at most to learn whether a path may rest on uniqueness.
const PROOF_NODES: u64 = 1_000_000;

/// Boards of the first estimate; each further one has twice as many, until one takes as long as a pause.
const FIRST_BOARDS: u64 = 10_000;

const NO_SOLUTION: &str = "No solutions found.";

/// What can be asked.
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
    pub(super) fn named(name: &str) -> Option<Self> {
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
    /// The last message, or what is invalid. Once the question is cancelled it does not matter which.
    pub(super) fn answer(&self, command: Command, data: &str) -> Result<String, String> {
        let sent = Sent::read(data, command.marks(), &self.shared.settings.reading)?;
        if command == Command::TrueCandidates {
            return self.true_candidates(&sent, data);
        }
        let prepared = sent.prepare(data)?;
        match command {
            Command::Solve => self.solve(&prepared),
            Command::Check => self.count(&prepared, 2),
            Command::Estimate => Ok(self.estimate(&prepared)),
            Command::SolvePath => self.path(&sent, &prepared),
            Command::Step => self.step(&sent, &prepared),
            Command::Count | Command::TrueCandidates => self.count(&prepared, u64::MAX),
        }
    }

    fn limits(&self, solutions: u64) -> Limits<'_> {
        Limits {
            solutions,
            cancel: Some(&self.desk.cancel),
            ..Limits::NONE
        }
    }

    fn run<'a>(&self, progress: Option<&'a (dyn Fn(Progress) + Sync)>) -> Run<'a> {
        Run {
            threads: self.desk.threads,
            progress,
        }
    }

    /// That the search had its time.
    fn undecided(&self, known: &str) -> String {
        let seconds = self.shared.settings.patience.as_secs();
        format!("Undecided: the search was stopped after {seconds} seconds. {known}")
    }

    fn solve(&self, prepared: &Prepared) -> Result<String, String> {
        let found = prepared.solutions(self.limits(1), self.run(None));
        let Some(solution) = found.solutions.first() else {
            return Err(match found.verdict {
                Verdict::None => NO_SOLUTION.to_owned(),
                _ => self.undecided("No solution is known yet."),
            });
        };
        let digits: Option<Vec<u8>> = solution.chars().map(digit_of_char).collect();
        let answer = json!({ "nonce": self.nonce, "type": "solved", "solution": digits });
        Ok(answer.to_string())
    }

    fn count(&self, prepared: &Prepared, most: u64) -> Result<String, String> {
        let told = |count: u64, in_progress: bool| {
            json!({ "nonce": self.nonce, "type": "count", "count": count, "inProgress": in_progress })
                .to_string()
        };
        let pace = Pace::new(PAUSE);
        let tell = |progress: Progress| {
            if pace.is_due() {
                self.desk.tell(told(progress.solutions.min(most), true));
            }
        };
        let limits = self.limits(most);
        let found = match most {
            2 => prepared.check(limits, self.run(Some(&tell))),
            _ => prepared.count(limits, self.run(Some(&tell))),
        };
        match found.complete || found.count >= most {
            true => Ok(told(found.count, false)),
            false => Err(self.undecided(&format!("Solutions found by then: {}.", found.count))),
        }
    }

    fn estimate(&self, prepared: &Prepared) -> String {
        let mut nodes = FIRST_BOARDS;
        loop {
            let sampling = Sampling {
                probes: u64::MAX,
                precision: 0.0,
                nodes,
                ..Sampling::default()
            };
            let started = Instant::now();
            let found = prepared.estimate(sampling, self.limits(u64::MAX), self.run(None));
            let answer = self.estimated(&found);
            if found.exact || self.desk.is_cancelled() {
                return answer;
            }
            self.desk.tell(answer);
            if let Some(rest) = PAUSE.checked_sub(started.elapsed()) {
                std::thread::sleep(rest);
            }
            nodes = nodes.saturating_mul(2);
        }
    }

    fn estimated(&self, found: &Estimate) -> String {
        let reach = 1.96 * found.error;
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
        let limits = self.limits(u64::MAX);
        let found = prepared.candidates(sent.cap, limits, self.run(None));
        if found.verdict == Verdict::None {
            return Err(NO_SOLUTION.to_owned());
        }
        if !found.complete {
            let known = format!("Candidates that are not settled: {}.", found.open);
            return Err(self.undecided(&known));
        }
        let digits = || prepared.puzzle().layout.digits().iter();
        let mut counts: Vec<i64> = vec![];
        for cell in &found.candidates {
            let count = |digit: u8| cell.get(&digit).map_or(0, |&count| count.min(sent.cap));
            counts.extend(digits().map(|digit| count(digit) as i64));
        }
        if sent.logical {
            let left = self.left_by_logic(sent, &prepared)?;
            let left = left
                .iter()
                .flat_map(|left| digits().map(|digit| left.contains(digit)));
            for (count, _) in counts
                .iter_mut()
                .zip(left)
                .filter(|(count, left)| **count == 0 && *left)
            {
                *count = -1;
            }
        }
        let counts: Arc<str> = json!(counts).to_string().into();
        if !self.desk.is_cancelled() {
            self.shared.found.keep(question, Arc::clone(&counts));
        }
        Ok(told(&counts))
    }

    /// The candidates of each cell that people's logic leaves.
    fn left_by_logic(&self, sent: &Sent, prepared: &Prepared) -> Result<Vec<DigitSet>, String> {
        let ground = prepared.ground().map_err(|error| error.to_string())?;
        let path = self.walk(&ground, Board::new(&ground), &sent.profile(false));
        match path.end {
            End::Stopped => Err(self.undecided("The logical candidates are not known.")),
            _ => Ok(path.board.grid().to_vec()),
        }
    }

    fn walk(&self, ground: &Ground<'_>, board: Board, profile: &Profile) -> Path {
        solve_from(ground, board, profile, |_| !self.desk.is_cancelled())
    }

    fn step(&self, sent: &Sent, prepared: &Prepared) -> Result<String, String> {
        let ground = prepared.ground().map_err(|error| error.to_string())?;
        let mut board = sent.board(&ground);
        if !sent.shows(&board) {
            return Ok(self.logical(&board, "Initial candidates.\n".to_owned()));
        }
        if board.is_broken() || board.is_solved() {
            return Ok(self.logical(&board, "No logical steps found.\n".to_owned()));
        }
        let go_on = || !self.desk.is_cancelled();
        let profile = sent.profile(false);
        let Some((_, steps)) = cheapest(&ground, &board, &profile, &go_on) else {
            return Err(self.undecided("No step is known yet."));
        };
        let text = match steps.first() {
            None => "No logical steps found.\n".to_owned(),
            Some(step) => {
                let step = minimal(&ground, &board, step, &go_on).step;
                board.apply(&ground, &step);
                format!("{}\n", step_full(&ground, &step))
            }
        };
        Ok(self.logical(&board, text))
    }

    fn path(&self, sent: &Sent, prepared: &Prepared) -> Result<String, String> {
        let mut ground = prepared.ground().map_err(|error| error.to_string())?;
        // From the start the path is the one that is graded.
        let proof = sent.is_fresh().then(|| {
            let limits = Limits {
                nodes: PROOF_NODES,
                ..self.limits(2)
            };
            prepared.check(limits, self.run(None))
        });
        let only = proof.and_then(|proof| proof.only_solution());
        let profile = sent.profile(only.is_some());
        let is_unique = only.is_some();
        if let Some(solution) = only {
            ground = ground.with_only_solution(solution);
        }
        let path = self.walk(&ground, sent.board(&ground), &profile);
        let mut text = String::new();
        for (round, step) in path.steps() {
            let go_on = || !self.desk.is_cancelled();
            let step = minimal(&ground, &round.board, step, &go_on).step;
            let _ = writeln!(text, "{}", step_full(&ground, &step));
        }
        match path.end {
            End::Stopped => return Err(self.undecided("The path is not known to its end.")),
            End::Stuck => text.push_str("No logical steps found.\n"),
            End::Solved if path.rounds.is_empty() => text.push_str("No logical steps found.\n"),
            End::Solved if is_unique && sent.disabled.is_empty() => {
                text.push_str(&graded(&Grade::of(&ground, &path, &profile)));
            }
            End::Solved | End::Broken => {}
        }
        Ok(self.logical(&path.board, text))
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

/// How hard a whole path is.
fn graded(grade: &Grade) -> String {
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

/// What each cell holds: a placed digit, or 0 and its candidates.
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
