//! The same work on each puzzle that the command line names.

use super::complaint::Complaint;
use super::input::Source;
use super::options::{Answering, Reading};
use super::{Exit, Failure, Outcome, show, write_json};
use crate::Prepared;
use crate::ask::{Envelope, Unchecked};
use crate::formats;
use crate::puzzle::Puzzle;
use crate::report::{unchecked_text, warnings};
use crate::rules::{Book, ClueError};
use serde::Serialize;
use std::io::{self, Write};
use std::sync::Arc;

/// A puzzle and where it came from.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) source: &'a Source,
    /// Its place in the source, from 1, where that holds several.
    pub(super) number: Option<usize>,
    /// Whether the command has no other puzzle.
    pub(super) alone: bool,
    pub(super) puzzle: &'a Arc<Puzzle>,
    /// The rules that it may use.
    pub(super) book: &'a Book,
}

impl Item<'_> {
    /// `mine.toml`, or `list.txt, puzzle 3`.
    pub(super) fn name(&self) -> String {
        match self.number {
            None => self.source.name.clone(),
            Some(number) => format!("{}, puzzle {number}", self.source.name),
        }
    }

    /// The JSON object of a result.
    pub(super) fn with<T: Serialize>(&self, result: T) -> Envelope<'_, T> {
        Envelope {
            puzzle: Some(&self.source.name),
            number: self.number,
            title: self.puzzle.about.title.as_deref(),
            result,
            warnings: &self.puzzle.warnings,
        }
    }

    /// The puzzle, ready to be asked.
    ///
    /// # Errors
    /// When a clue does not fit its rule.
    pub(super) fn prepare(&self) -> Result<Prepared, Complaint> {
        let prepared = Prepared::new(Arc::clone(self.puzzle), self.book);
        prepared.map_err(|error| self.misfit(error))
    }

    /// Answers that the puzzle is not checked, as some of its drawings may be rules.
    fn leave_unchecked(&self, answering: Answering, out: &mut dyn Write) -> Outcome {
        if answering.json {
            write_json(out, &self.with(Unchecked::of(self.puzzle)))?;
        } else {
            let name = (!self.alone).then(|| self.name());
            write!(
                out,
                "{}",
                unchecked_text(&self.puzzle.unread, name.as_deref())
            )?;
            write!(out, "{}", warnings(self.puzzle))?;
        }
        Ok(Exit::Unread)
    }

    /// That a clue does not fit its rule.
    pub(super) fn misfit(&self, error: ClueError) -> Complaint {
        if self.number.is_none() {
            let (text, format) = (&self.source.text, self.source.meant_format());
            let error = formats::about_clue(text, format, error, self.book);
            return Complaint::about(self.source, error);
        }
        let complaint = Complaint::new(error.message).file(self.name());
        match error.help {
            Some(help) => complaint.help(help),
            None => complaint,
        }
    }
}

/// What `--json` says of a puzzle that could not be read.
#[derive(Serialize)]
struct Refused<'a> {
    puzzle: &'a str,
    error: &'a Complaint,
}

/// Reads each argument (without any: standard input) and does the work on each of its puzzles. A
/// puzzle that cannot be read does not keep the others from being worked on; one with drawings that may be
/// rules is left unchecked.
///
/// # Errors
/// When the answer cannot be written.
pub(super) fn for_each_puzzle(
    arguments: &[String],
    reading: &Reading,
    answering: Answering,
    out: &mut dyn Write,
    mut work: impl FnMut(&Item<'_>, &mut dyn Write) -> Outcome,
) -> Outcome {
    let checked = |item: &Item<'_>, out: &mut dyn Write| match item.puzzle.unread.is_empty() {
        true => work(item, out),
        false => item.leave_unchecked(answering, out),
    };
    for_each_reading(arguments, reading, answering, out, checked)
}

/// As [`for_each_puzzle`], for work that does not depend on what the drawings mean.
///
/// # Errors
/// When the answer cannot be written.
pub(super) fn for_each_reading(
    arguments: &[String],
    reading: &Reading,
    answering: Answering,
    out: &mut dyn Write,
    mut work: impl FnMut(&Item<'_>, &mut dyn Write) -> Outcome,
) -> Outcome {
    let named = arguments.iter().map(|argument| Some(argument.as_str()));
    let pasted = arguments.is_empty().then_some(None);
    let mut exit = Exit::Good;
    for argument in named.chain(pasted) {
        let opened = Source::open(argument).and_then(|source| {
            let puzzles = reading.read(&source)?;
            Ok((source, puzzles, reading.book()?))
        });
        let (source, puzzles, book) = match opened {
            Ok(opened) => opened,
            Err(complaint) => {
                refuse(argument.unwrap_or("-"), &complaint, answering, out)?;
                exit = exit.max(Exit::Unread);
                continue;
            }
        };
        let puzzles: Vec<Arc<Puzzle>> = puzzles.into_iter().map(Arc::new).collect();
        for (index, puzzle) in puzzles.iter().enumerate() {
            let item = Item {
                source: &source,
                number: (puzzles.len() > 1).then_some(index + 1),
                alone: puzzles.len() == 1 && arguments.len() <= 1,
                puzzle,
                book,
            };
            answering.echo(&item.name(), puzzle);
            exit = exit.max(match work(&item, out) {
                Err(Failure::Complaint(complaint)) => {
                    refuse(&source.name, &complaint, answering, out)?;
                    Exit::Unread
                }
                done => done?,
            });
        }
    }
    Ok(exit)
}

fn refuse(
    puzzle: &str,
    error: &Complaint,
    answering: Answering,
    out: &mut dyn Write,
) -> io::Result<()> {
    if answering.json {
        write_json(out, &Refused { puzzle, error })?;
    }
    show(error);
    Ok(())
}
