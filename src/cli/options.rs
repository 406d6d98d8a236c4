//! Options that many commands share.

use super::complaint::Complaint;
use super::interrupt;
use super::own_book;
use super::source::Source;
use super::terminal;
use crate::ask::{Bounds, Refusal};
use crate::reading::read_within;
use clap::Args;
use clap::builder::PossibleValuesParser;
use cluewright_formats::native::Native;
use cluewright_formats::{FORMATS, Format, ReadOptions};
use cluewright_puzzle::budget::{Budget, Deadline};
use cluewright_puzzle::{Puzzle, digit_of_char};
use cluewright_rules::Book;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::time::Duration;

/// Options for reading puzzles.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Reading")]
pub(super) struct Reading {
    /// The format of the puzzle [default: detected]
    #[arg(long, alias = "format", value_name = "FORMAT", value_parser = PossibleValuesParser::new(format_names()))]
    pub(super) from: Option<String>,

    /// Choose one of several puzzles in a text or list by its position, such as `--number 17`; to choose by the
    /// id that `batch` prints, write FILE:17
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) number: Option<u64>,

    /// The column of a table, or the key of JSON lines, that contains the puzzles [default: detected]
    #[arg(long, value_name = "NAME")]
    pub(super) field: Option<String>,

    /// Ignore rules that Cluewright does not support, with a warning
    ///
    /// The answer is then about the rest of the puzzle. With the unsupported rule, "several" might be "unique", and
    /// "unique" might be "none".
    #[arg(long)]
    pub(super) ignore_unknown: bool,

    /// Ignore drawings that may be rules, with a warning
    ///
    /// Cluewright cannot check lines, dots and text that are only drawn. The answer is then only about the clues.
    #[arg(long)]
    pub(super) ignore_drawings: bool,

    /// State the meaning of a drawing: `green lines = german-whisper`, or `= decoration` if it is not a rule; may be
    /// repeated
    ///
    /// Name a drawing as in Cluewright's question about it. Name a sentence of the rules text by its first words.
    #[arg(long = "read", value_name = "DRAWING=RULE")]
    pub(super) readings: Vec<String>,

    /// Add the rules of a rule file, or of all *.toml files in a folder, to the built-in ones
    #[arg(long, value_name = "PATH")]
    pub(super) rules: Option<PathBuf>,

    /// The rules, after they have been read.
    #[arg(skip)]
    book: OnceLock<Book>,

    /// In plain text grids, read `0` as the lowest digit, not a blank
    #[arg(long)]
    pub(super) zero_is_digit: bool,

    /// Treat the digits that a solver typed as givens
    #[arg(long)]
    pub(super) with_entries: bool,
}

/// Limits of a search.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Limits")]
pub(super) struct Effort {
    /// Number of threads, which does not affect the answers; 0 means one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(super) threads: usize,

    /// Stop after N guesses ("nodes") and answer "undecided"; `none` means no limit [default:
    /// 10000000]
    ///
    /// This limit counts guesses rather than seconds, so slow and fast machines give the same answer.
    #[arg(long, value_name = "N", value_parser = nodes)]
    pub(super) node_limit: Option<u64>,

    /// Stop after TIME (such as 30, 30s, 500ms, 2m or 1h) and answer "undecided"
    #[arg(long, value_name = "TIME", value_parser = duration)]
    pub(super) time_limit: Option<Duration>,
}

/// Options for the form of answers.
#[derive(Args, Clone, Copy, Debug)]
#[command(next_help_heading = "Output")]
pub(super) struct Answering {
    /// Print JSON for programs: one object per puzzle, each on its own line
    #[arg(long)]
    pub(super) json: bool,

    /// Print only the answer, without the puzzle or progress
    #[arg(long, short)]
    pub(super) quiet: bool,
}

/// Options shared by all commands that answer a question about each puzzle.
#[derive(Args, Clone, Debug)]
pub(super) struct Asking {
    #[command(flatten)]
    pub(super) reading: Reading,

    #[command(flatten)]
    pub(super) effort: Effort,

    #[command(flatten)]
    pub(super) answering: Answering,
}

/// Returns the built-in rules and those of a rule file or folder.
///
/// # Errors
/// Returns an error if the file or folder cannot be read, or if a rule in it is invalid.
pub(super) fn book_with(rules: Option<&Path>) -> Result<Book, Complaint> {
    match rules {
        Some(rules) => own_book::read(rules),
        None => Ok(Book::builtin().clone()),
    }
}

impl Reading {
    /// Returns the built-in rules and those of `--rules`.
    ///
    /// # Errors
    /// Returns an error if the file or folder cannot be read, or if a rule in it is invalid.
    pub(super) fn book(&self) -> Result<&Book, Complaint> {
        if let Some(book) = self.book.get() {
            return Ok(book);
        }
        // `get_or_init` cannot return an error, so the book is read before it is stored.
        let book = book_with(self.rules.as_deref())?;
        Ok(self.book.get_or_init(|| book))
    }

    /// Reads a second puzzle with the same options, and returns it as a puzzle file. Questions read their second puzzle with
    /// default options, and a puzzle file needs no others.
    ///
    /// # Errors
    /// Returns an error if the argument is not exactly one readable puzzle, or if its drawings may be rules.
    pub(super) fn read_other(
        &self,
        argument: &str,
        time: Option<Duration>,
    ) -> Result<String, Complaint> {
        let source = Source::open(Some(argument))?;
        let puzzles = self.read(&source, time)?;
        let [puzzle] = &puzzles[..] else {
            let message = format!("there are {} puzzles; expected one", puzzles.len());
            return Err(Complaint::new(message).file(source.name));
        };
        if !puzzle.unread.is_empty() {
            let refusal = Refusal::of_unread(&puzzle.unread);
            return Err(Complaint::from_refusal(refusal).file(source.name));
        }
        let text = Native.write(puzzle);
        text.map_err(|error| Complaint::new(error.to_string()).file(source.name))
    }

    /// Reads the puzzles of a source. Drawings stay open if their meaning is not proven within `time`.
    ///
    /// # Errors
    /// Returns an error if no format recognises the text, or if a part of the text cannot be interpreted.
    pub(super) fn read(
        &self,
        source: &Source,
        time: Option<Duration>,
    ) -> Result<Vec<Puzzle>, Complaint> {
        let row = source.row.as_ref();
        if let Some(fault) = row.and_then(|row| row.fault.as_ref()) {
            return Err(Complaint::new(fault).file(&source.name));
        }
        let options = ReadOptions {
            ignore_unknown: self.ignore_unknown,
            ignore_drawings: self.ignore_drawings,
            readings: self.readings.clone(),
            zero_is_digit: self.zero_is_digit,
            with_entries: self.with_entries,
            of_list: row.is_some_and(|row| row.is_line),
            book: Some(self.book()?.clone()),
        };
        let format = self.from.as_deref().or_else(|| source.format_of_name());
        let budget = Budget {
            deadline: time.and_then(Deadline::after),
            cancel: Some(interrupt::flag()),
            ..Budget::NONE
        };
        let reading = read_within(&source.text, format, &options, budget);
        let reading = reading.map_err(|error| Complaint::about(source, error))?;
        let mut puzzles = reading.puzzles;
        if let (Some(solution), [puzzle]) =
            (row.and_then(|row| row.solution.as_ref()), &mut puzzles[..])
        {
            state_solution(puzzle, solution).map_err(|complaint| complaint.file(&source.name))?;
        }
        Ok(puzzles)
    }
}

/// Sets the solution of a puzzle to the solution in its row.
fn state_solution(puzzle: &mut Puzzle, solution: &str) -> Result<(), Complaint> {
    let cells = puzzle.layout.cell_count();
    if solution.is_empty() {
        return Ok(());
    }
    if solution.chars().count() != cells {
        let message = format!(
            "the solution of the row does not have one digit for each of the puzzle's {cells} cells"
        );
        return Err(Complaint::new(message));
    }
    puzzle.solution = Some(solution.chars().map(digit_of_char).collect());
    Ok(())
}

impl Effort {
    /// Returns the limits of a question.
    pub(super) fn bounds(&self) -> Bounds {
        Bounds {
            nodes: self.node_limit,
            seconds: self.time_limit.map(|time| time.as_secs_f64()),
        }
    }
}

impl Answering {
    /// Prints the puzzle to stderr as it was read, unless `--quiet` was given.
    pub(super) fn echo(self, name: &str, puzzle: &Puzzle) {
        if !self.quiet {
            // A failure is ignored, because the echo is optional.
            let _ = write!(
                terminal::stderr(),
                "{}",
                cluewright_narrate::echo(name, puzzle)
            );
        }
    }
}

/// Returns the help on exit codes, followed by examples, for commands that answer with a verdict.
pub(super) fn after_help(examples: &str) -> String {
    format!(
        "\
Exit codes, for scripts:
  0  unique (and the same as the file's solution, if there is one)
  1  no solution, several, or not the file's solution
  2  the puzzle could not be read, or is unchecked: drawings may be rules
  3  undecided within the limits
  For several puzzles, the highest of these.

{examples}"
    )
}

pub(super) fn format_names() -> Vec<&'static str> {
    FORMATS.iter().map(|format| format.name()).collect()
}

pub(super) fn nodes(text: &str) -> Result<u64, String> {
    match text {
        "none" => Ok(u64::MAX),
        _ => text
            .replace('_', "")
            .parse()
            .map_err(|_| "expected a number such as 1000000, or `none`".to_owned()),
    }
}

/// Parses a duration such as `30`, `30s`, `500ms`, `2m` or `1h`.
pub(super) fn duration(text: &str) -> Result<Duration, String> {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    let number = &text[..text.len() - unit.len()];
    let seconds = match unit {
        "ms" => 0.001,
        "" | "s" => 1.0,
        "m" | "min" => 60.0,
        "h" => 3600.0,
        _ => {
            return Err(format!(
                "`{unit}` is not a unit of time; expected ms, s, m or h"
            ));
        }
    };
    let amount: f64 = number
        .parse()
        .map_err(|_| "expected a time such as 30s, 500ms or 2m".to_owned())?;
    // The number has neither a sign nor letters, so the only possible error is an overflow.
    Duration::try_from_secs_f64(amount * seconds).map_err(|_| "the time is too long".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_read_with_their_units() {
        let seconds = |text| duration(text).map(|d| d.as_secs_f64());
        assert_eq!(seconds("30"), Ok(30.0));
        assert_eq!(seconds("1.5m"), Ok(90.0));
        assert_eq!(seconds("250ms"), Ok(0.25));
        for wrong in ["", "s", "10 apples", "-3", "1e9", "99999999999999999999h"] {
            assert!(duration(wrong).is_err(), "{wrong}");
        }
    }
}
