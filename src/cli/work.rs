//! Tasks that a command runs on each of its puzzles.

use super::complaint::Complaint;
use super::files;
use super::options::{Answering, Asking, Reading};
use super::progress::run_with_meter;
use super::source::Source;
use super::{Exit, Failure, Out, Outcome, interrupt, show, write_json};
use crate::Prepared;
use crate::ask::{Ask, Envelope, Host, Refusal, Unchecked};
use cluewright_engine::search::{Answer, Timed};
use cluewright_narrate::{count_of, one_line};
use cluewright_narrate::{unchecked_text, verdict_line, warnings};
use cluewright_puzzle::{Puzzle, Unread};
use cluewright_rules::{Book, ClueError};
use serde::Serialize;
use std::io::{self, Write};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// A puzzle of the command, with its source.
#[derive(Debug)]
pub(super) struct Item<'a> {
    pub(super) source: &'a Source,
    /// The number of the puzzle in its source, from 1, if the source has several.
    pub(super) number: Option<usize>,
    /// The index of the puzzle among all puzzles of the command, from 0.
    pub(super) place: usize,
    /// `true` if this is the only puzzle of the command.
    pub(super) alone: bool,
    pub(super) puzzle: &'a Arc<Puzzle>,
    /// The rules that the puzzle may use.
    pub(super) book: &'a Book,
}

impl Item<'_> {
    /// Returns the name of the puzzle, such as `mine.toml`, or `list.txt, puzzle 3`.
    pub(super) fn name(&self) -> String {
        let name = one_line(&self.source.name);
        match self.number {
            None => name.into_owned(),
            Some(number) => format!("{name}, puzzle {number}"),
        }
    }

    /// Writes a result to the file that an option names. The result for the second puzzle goes to FILE-2, and so on.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub(super) fn save(
        &self,
        option: &'static str,
        file: &Path,
        result: impl AsRef<[u8]>,
    ) -> Result<(), Complaint> {
        files::save(option, &files::number_file(file, self.place), result)
    }

    /// Returns a result with the keys that identify the puzzle in JSON.
    pub(super) fn with<T: Serialize>(&self, result: T) -> Envelope<'_, T> {
        Envelope {
            puzzle: Some(&self.source.name),
            number: self.number,
            title: self.puzzle.about.title.as_deref(),
            result,
            warnings: &self.puzzle.warnings,
        }
    }

    /// Returns the puzzle, ready for questions.
    ///
    /// # Errors
    /// Returns an error if a clue does not fit its rule.
    pub(super) fn prepare(&self) -> Result<Prepared, Complaint> {
        let prepared = Prepared::new(Arc::clone(self.puzzle), self.book);
        prepared.map_err(|error| self.misfit(error))
    }

    /// Answers a question and measures its time.
    ///
    /// # Errors
    ///
    /// Returns an error if a clue does not fit its rule, or the question has no answer.
    pub(super) fn ask<Q: Ask>(
        &self,
        question: &Q,
        asking: &Asking,
    ) -> Result<Timed<Q::Reply>, Failure> {
        let prepared = self.prepare()?;
        let ask = |host: &Host<'_>| prepared.ask(question, host);
        let Timed { result, time } =
            run_with_meter(asking.effort.threads, asking.answering.quiet, ask);
        let result = result.map_err(|refusal| self.failure(refusal))?;
        Ok(Timed { result, time })
    }

    /// Returns the failure for a question that has no answer.
    pub(super) fn failure(&self, refusal: Refusal) -> Failure {
        match refusal.unread.is_empty() {
            true => Complaint::from_refusal(refusal).file(self.name()).into(),
            false => Failure::Unread(refusal.unread.into_vec()),
        }
    }

    /// Returns the line with the verdict. It begins with the puzzle's name if there are several puzzles.
    pub(super) fn verdict_line(&self, answer: &Answer, time: Duration) -> String {
        let name = (!self.alone).then(|| self.name() + ": ");
        name.unwrap_or_default() + &verdict_line(answer, time) + "\n"
    }

    /// Writes an answer as JSON, or as text with the reader's warnings.
    ///
    /// # Errors
    /// Returns an error if the answer cannot be written.
    pub(super) fn answer(
        &self,
        result: &impl Serialize,
        answering: Answering,
        out: &mut Out,
        words: impl FnOnce() -> String,
    ) -> io::Result<()> {
        match answering.json {
            true => write_json(out, &self.with(result)),
            false => write!(out, "{}{}", words(), warnings(self.puzzle)),
        }
    }

    /// Reports that the puzzle was not checked, because some of its drawings may be rules.
    fn leave_unchecked(&self, unread: Vec<Unread>, answering: Answering, out: &mut Out) -> Outcome {
        if answering.json {
            write_json(out, &self.with(Unchecked::from(unread)))?;
        } else {
            let name = (!self.alone).then(|| self.name());
            write!(out, "{}", unchecked_text(&unread, name.as_deref()))?;
            write!(out, "{}", warnings(self.puzzle))?;
        }
        Ok(Exit::Unread)
    }

    /// Returns the error for a clue that does not fit its rule.
    pub(super) fn misfit(&self, error: ClueError) -> Complaint {
        if self.number.is_none() {
            let (text, format) = (&self.source.text, self.source.format_of_name());
            let error = cluewright_formats::about_clue(text, format, error, self.book);
            return Complaint::about(self.source, error);
        }
        let complaint = Complaint::new(error.message).file(self.name());
        match error.help {
            Some(help) => complaint.help(help),
            None => complaint,
        }
    }
}

impl Asking {
    /// Runs the task on each puzzle that the arguments name, in the same way as [`for_each_puzzle`]. Ctrl-C ends the
    /// run.
    ///
    /// # Errors
    /// Returns an error if a result would overwrite a file that is read, or if an answer cannot be written.
    pub(super) fn each(
        &self,
        arguments: &[String],
        results: &[(&'static str, Option<&Path>)],
        out: &mut Out,
        work: impl FnMut(&Item<'_>, &mut Out) -> Outcome,
    ) -> Outcome {
        interrupt::listen();
        files::keep_apart(arguments, self.reading.rules.as_deref(), results)?;
        let time = self.effort.time_limit;
        for_each_puzzle(arguments, &self.reading, time, self.answering, out, work)
    }
}

/// The JSON object for a puzzle that could not be read.
#[derive(Serialize)]
struct Refused<'a> {
    puzzle: &'a str,
    error: &'a Complaint,
}

/// Reads each argument, or standard input if there is none, and runs the task on each of its puzzles.
///
/// A puzzle that cannot be read does not affect the others. A puzzle with drawings that may be rules is left unchecked.
/// Drawings stay open if their meaning is not proven within `time`.
///
/// # Errors
/// Returns an error if an answer cannot be written.
pub(super) fn for_each_puzzle(
    arguments: &[String],
    reading: &Reading,
    time: Option<Duration>,
    answering: Answering,
    out: &mut Out,
    mut work: impl FnMut(&Item<'_>, &mut Out) -> Outcome,
) -> Outcome {
    let named = arguments.iter().map(|argument| Some(argument.as_str()));
    let pasted = arguments.is_empty().then_some(None);
    // Some commands have not registered their arguments yet. For the others, this second registration changes nothing.
    files::keep_apart(arguments, reading.rules.as_deref(), &[])?;
    let mut exit = Exit::Good;
    let mut places = 0..;
    for argument in named.chain(pasted) {
        let sources = match reading.open(argument) {
            Ok(sources) => sources,
            Err(complaint) => {
                refuse(argument.unwrap_or("-"), &complaint, answering, out)?;
                exit = exit.max(Exit::Unread);
                continue;
            }
        };
        let alone = sources.len() == 1 && arguments.len() <= 1;
        for source in &sources {
            let read = reading
                .read_puzzles(source, time)
                .and_then(|read| Ok((read, reading.book()?)));
            let (read, book) = match read {
                Ok(read) => read,
                Err(complaint) => {
                    refuse(&source.name, &complaint, answering, out)?;
                    exit = exit.max(Exit::Unread);
                    continue;
                }
            };
            for (number, puzzle) in &read {
                let item = Item {
                    source,
                    number: *number,
                    place: places.next().unwrap_or_default(),
                    alone: alone && read.len() == 1,
                    puzzle,
                    book,
                };
                answering.echo(&item.name(), puzzle);
                exit = exit.max(match work(&item, out) {
                    Err(Failure::Complaint(complaint)) => {
                        refuse(&source.name, &complaint, answering, out)?;
                        Exit::Unread
                    }
                    Err(Failure::Unread(unread)) => item.leave_unchecked(unread, answering, out)?,
                    // If an answer cannot be written, neither can the following answers, so this failure ends the run.
                    done => done?,
                });
            }
        }
    }
    Ok(exit)
}

/// A puzzle, and its number if the source has several puzzles.
pub(super) type Numbered = (Option<usize>, Arc<Puzzle>);

impl Reading {
    /// Opens the texts that an argument names. If the argument is a list and `--number` is given, only that row is
    /// opened.
    ///
    /// # Errors
    /// Returns an error if a text cannot be read, or if the list has no such row.
    pub(super) fn open(&self, argument: Option<&str>) -> Result<Vec<Source>, Complaint> {
        let mut sources = Source::open_all(argument, self.field.as_deref())?;
        match self.number {
            Some(number) if sources.len() > 1 => {
                let index = index_of(number, sources.len(), argument.unwrap_or("-"))?;
                Ok(vec![sources.swap_remove(index)])
            }
            _ => Ok(sources),
        }
    }

    /// Reads the puzzles of a source. If `--number` is given, returns only the puzzle with that number.
    ///
    /// # Errors
    /// Returns an error if the puzzles cannot be read, or if there is no such puzzle.
    pub(super) fn read_puzzles(
        &self,
        source: &Source,
        time: Option<Duration>,
    ) -> Result<Vec<Numbered>, Complaint> {
        let puzzles = self.read(source, time)?;
        let count = puzzles.len();
        let puzzles = puzzles.into_iter().enumerate();
        let mut all: Vec<Numbered> = puzzles
            .map(|(index, puzzle)| ((count > 1).then_some(index + 1), Arc::new(puzzle)))
            .collect();
        match self.number {
            // If the source is a row of a list, the row was already chosen by its number.
            Some(number) if source.row.is_none() => {
                let index = index_of(number, count, &source.name)?;
                Ok(vec![all.swap_remove(index)])
            }
            _ => Ok(all),
        }
    }
}

/// Returns the index of the puzzle with the given number. Indices begin at 0, numbers at 1.
fn index_of(number: u64, count: usize, name: &str) -> Result<usize, Complaint> {
    // clap accepts only numbers from 1, so this cannot overflow.
    let index = usize::try_from(number - 1).ok();
    index.filter(|&index| index < count).ok_or_else(|| {
        let message = format!(
            "there is no puzzle {number}: {}",
            count_of(count, "puzzle", "puzzles")
        );
        Complaint::new(message).file(name)
    })
}

fn refuse(puzzle: &str, error: &Complaint, answering: Answering, out: &mut Out) -> io::Result<()> {
    if answering.json {
        write_json(out, &Refused { puzzle, error })?;
    }
    show(error);
    Ok(())
}
