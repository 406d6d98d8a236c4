//! `cluewright generate`

use super::convert::list_formats;
use super::files::{self, number_file};
use super::grade::Choice;
use super::options::{Answering, book_with, duration};
use super::progress::run_with_meter;
use super::{Complaint, Exit, Failure, Out, Outcome, interrupt, terminal, values};
use crate::ask::{self, Bounds, Convert, Generated, New, RuleCount};
use crate::files::NewFile;
use clap::Args;
use clap::builder::PossibleValuesParser;
use clap_complete::ArgValueCandidates;
use cluewright_rules::Book;
use cluewright_setter::setting::{Band, Symmetry, WishError};
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Make new puzzles, plain or with the rules that you name
///
/// Makes plain sudokus or, with `--with`, variants. Each variant has its own layout: with or without a symmetry, with
/// clues near each other or all over the grid, with lines of similar length. Lines are spaced apart, cages are
/// compact, and dots are on borders. The clues' values come from a random grid, and there are as few givens as
/// possible. No rule is redundant: without it, the puzzle would not be unique.
///
/// Each puzzle has one solution and no redundant givens. No two puzzles are the same, even if turned, reflected or
/// relabelled. The same seed gives the same puzzles on every machine, and a longer run with the same seed starts with
/// the same puzzles.
///
/// With `--rating`, each puzzle is graded. A puzzle that is too hard gets more givens, so some of these may be
/// redundant; a puzzle that is too easy is dropped.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Generate {
    /// The rules to use, with the number of clues of each: "thermometer 4, killer-cage 6"
    #[arg(long, value_name = "RULES", value_delimiter = ',', add = ArgValueCandidates::new(values::list_rules))]
    with: Vec<String>,

    /// Add the rules of a rule file, or of all *.toml files in a folder, to the built-in ones
    #[arg(long, value_name = "PATH", requires = "with")]
    rules: Option<PathBuf>,

    /// Number of rows and columns, 4 to 16
    #[arg(long, value_name = "N", default_value_t = 9)]
    size: u8,

    /// Number of puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,

    /// Random seed: a different seed gives different puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// The symmetry of clues and givens: none, half-turn, quarter-turn, left-right, top-bottom, diagonal,
    /// anti-diagonal, full. With a symmetry, redundant givens are removed only in symmetric groups [default: for the
    /// clues of each variant, a random symmetry or none; for givens, none]
    #[arg(long, value_name = "KIND", add = ArgValueCandidates::new(values::list_symmetries))]
    symmetry: Option<Symmetry>,

    /// Maximum number of givens. If more are needed, clues of the rules without a number are added instead [default:
    /// 4; if no rule has a number, 2 more than the rules require]
    #[arg(long, value_name = "N", requires = "with")]
    givens: Option<usize>,

    /// Keep only puzzles with a rating in this range: 3.0..4.0, or 3.4 for 3.3 to 3.5
    #[arg(long, value_name = "RATING")]
    rating: Option<Band>,

    /// Keep only puzzles that are harder without this technique
    #[arg(long, value_name = "NAME", add = ArgValueCandidates::new(values::list_techniques))]
    with_technique: Option<String>,

    /// Maximum number of grids to try for each puzzle
    #[arg(long, value_name = "N", default_value_t = ask::Generate::default().tries)]
    tries: usize,

    /// Write the puzzles to a file, one per line; if a puzzle takes several lines, the second puzzle goes to FILE-2
    /// and so on
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    /// The format to write: a format of `convert`, or `csv` for a table with solutions and ratings [default: a line
    /// of cells for plain 9x9 sudokus, otherwise a puzzle file]
    #[arg(
        long,
        value_name = "FORMAT",
        conflicts_with = "json",
        value_parser = PossibleValuesParser::new(list_formats().chain(["csv"])),
    )]
    to: Option<String>,

    #[command(flatten)]
    choice: Choice,

    /// Number of threads, which does not affect the puzzles; 0 means one per processor
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Limits")]
    threads: usize,

    /// Stop after TIME (such as 30, 30s, 500ms, 2m or 1h) and keep the puzzles made so far
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    time_limit: Option<Duration>,

    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  all requested puzzles were made
  2  the command line is invalid, such as a rule that is unknown or cannot be drawn
  3  a limit was reached before enough puzzles were made; the main reason is shown

Examples:
  cluewright generate                                   one puzzle
  cluewright generate --count 1000 --out new.txt        a thousand puzzles
  cluewright generate --count 10 --symmetry half-turn   givens symmetric under a half turn
  cluewright generate --count 10 --rating 3.0..3.4      a rating from 3.0 to 3.4
  cluewright generate --with-technique x-wing           harder without an X-wing
  cluewright generate --seed 7 | cluewright grade -     how hard is it?
  cluewright generate --with \"thermometer 4, killer-cage 6\"
  cluewright generate --with \"arrow, killer-cage\" --givens 0
  cluewright generate --with \"arrow, anti-knight\" --rating 3.0..4.0 --count 12 --to fpuzzles --out new.txt";

/// The format of puzzles in a table. It has no line breaks, so that each row stays on one line.
const IN_TABLES: &str = "native-json";

impl Generate {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        interrupt::listen();
        let mut question = ask::Generate::default();
        question.count = self.count;
        question.seed = self.seed;
        question.rules = rules(&self.with)?;
        question.size = self.size;
        question.symmetry = self.symmetry;
        question.givens = self.givens;
        question.rating = self.rating;
        question.technique.clone_from(&self.with_technique);
        question.tries = self.tries;
        question.techniques = self.choice.techniques()?;
        if let Some(rules) = &self.rules {
            files::announce_rules(rules)?;
        }
        files::keep_results_apart(&[("--out", self.out.as_deref())])?;
        let book = book_with(self.rules.as_deref())?;
        question.limits = Bounds {
            nodes: None,
            seconds: self.time_limit.map(|time| time.as_secs_f64()),
        };
        let mut made = 0;
        let mut written = Ok(());
        let mut sink = Sink::new(&self, &book, out);
        let timed = run_with_meter(self.threads, self.answering.quiet, |host| {
            question.each(&book, host, &mut |new| {
                // The closure cannot return an error. It returns `false` instead, and the error is reported after the
                // run.
                written = warn(&new).and_then(|()| sink.write(&new, made));
                made += 1;
                written.is_ok()
            })
        });
        // After an error, the list is dropped without a commit, so an earlier file at its path stays unchanged.
        written?;
        let ended = timed.result.map_err(Complaint::from_refusal)?;
        sink.finish()?;
        if ended.complete {
            return Ok(Exit::Good);
        }
        // A failure to report the shortfall is ignored, because the puzzles that were written are valid.
        let _ = self.tell_shortfall(made, &ended);
        Ok(Exit::Undecided)
    }

    fn tell_shortfall(&self, made: usize, ended: &Generated) -> io::Result<()> {
        let mut err = terminal::stderr();
        writeln!(
            err,
            "{made} of {} puzzles made from {} grids; --tries and --time-limit raise the limits",
            self.count, ended.tried
        )?;
        match (&ended.near, &ended.reason) {
            (Some(near), _) if made == 0 => {
                let nearest = near.text.trim_end();
                writeln!(
                    err,
                    "this is the nearest puzzle, but {}:\n{nearest}",
                    near.amiss
                )
            }
            (Some(near), _) => writeln!(err, "the nearest puzzle was dropped: {}", near.amiss),
            (None, Some(reason)) => writeln!(err, "most frequent reason: {reason}"),
            _ => Ok(()),
        }
    }
}

/// Reports how a puzzle falls short of the request.
fn warn(new: &New) -> Result<(), Failure> {
    for warning in &new.warnings {
        writeln!(terminal::stderr(), "warning: {warning}")?;
    }
    Ok(())
}

/// Parses a list of rules, each with the number of its clues.
fn rules(texts: &[String]) -> Result<Vec<RuleCount>, Complaint> {
    let rules = texts.iter().map(|text| text.parse::<RuleCount>());
    let rules: Result<_, WishError> = rules.collect();
    rules.map_err(|error| {
        let complaint = Complaint::new(error.message);
        match error.help {
            Some(help) => complaint.help(help),
            None => complaint,
        }
    })
}

/// The destination of the puzzles, and the format in which they are written.
struct Sink<'a> {
    options: &'a Generate,
    book: &'a Book,
    out: &'a mut Out,
    /// The file for puzzles of one line each, opened when the first puzzle is written.
    file: Option<BufWriter<NewFile>>,
}

impl<'a> Sink<'a> {
    fn new(options: &'a Generate, book: &'a Book, out: &'a mut Out) -> Self {
        Self {
            options,
            book,
            out,
            file: None,
        }
    }

    fn write(&mut self, new: &New, number: usize) -> Result<(), Failure> {
        if self.options.answering.json {
            let line = serde_json::to_string(new).map_err(io::Error::from)?;
            return self.line(&line);
        }
        let text = match self.options.to.as_deref() {
            None => new.text.clone(),
            Some("csv") => {
                if number == 0 {
                    self.line(&row(COLUMNS)?)?;
                }
                return self.line(&table_row(new, self.book)?);
            }
            Some(format) => convert(new, format, self.book)?,
        };
        match (text.trim_end().contains('\n'), &self.options.out) {
            (false, _) => self.line(&text),
            // A list has one puzzle per line, so a longer text gets a file of its own.
            (true, Some(path)) => Ok(files::save("--out", &number_file(path, number), &text)?),
            (true, None) => {
                if number > 0 {
                    writeln!(self.out)?;
                }
                Ok(writeln!(self.out.data(), "{}", text.trim_end())?)
            }
        }
    }

    fn line(&mut self, text: &str) -> Result<(), Failure> {
        let Some(path) = &self.options.out else {
            return Ok(writeln!(self.out.data(), "{}", text.trim_end())?);
        };
        let wrong = |error: io::Error| files::unwritable(path, &error);
        // The list is created with its first line, because other puzzles get files of their own.
        if self.file.is_none() {
            self.file = Some(BufWriter::new(files::create("--out", path)?));
        }
        match &mut self.file {
            Some(file) => Ok(writeln!(file, "{}", text.trim_end()).map_err(wrong)?),
            // The file was opened above, so this case cannot occur.
            None => Ok(()),
        }
    }

    fn finish(self) -> Result<(), Failure> {
        let (Some(file), Some(path)) = (self.file, &self.options.out) else {
            return Ok(());
        };
        let file = file.into_inner().map_err(io::IntoInnerError::into_error);
        let written = file.and_then(NewFile::commit);
        Ok(written.map_err(|error| files::unwritable(path, &error))?)
    }
}

fn convert(new: &New, format: &str, book: &Book) -> Result<String, Complaint> {
    let converted = Convert::to(format).of(&new.puzzle, book);
    Ok(converted.map_err(Complaint::from_refusal)?.text)
}

const COLUMNS: [&str; 6] = ["puzzle", "solution", "givens", "rating", "tier", "effort"];

fn table_row(new: &New, book: &Book) -> Result<String, Failure> {
    let number = |number: Option<f64>| number.map_or_else(String::new, |n| format!("{n:.1}"));
    row([
        convert(new, IN_TABLES, book)?.trim_end(),
        &new.solution,
        &new.givens.to_string(),
        &number(new.rating),
        new.tier.as_deref().unwrap_or_default(),
        &number(new.effort),
    ])
}

fn row<const N: usize>(fields: [&str; N]) -> Result<String, Failure> {
    let mut writer = csv::Writer::from_writer(vec![]);
    writer.write_record(fields).map_err(io::Error::other)?;
    let bytes = writer.into_inner().map_err(io::Error::other)?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}
