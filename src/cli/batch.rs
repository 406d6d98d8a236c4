//! `cluewright batch INPUT… --out FILE`

use super::grade::Choice;
use super::options::{book_with, duration, format_names, nodes};
use super::{Complaint, Exit, Failure, Out, Outcome, files, interrupt, terminal, values};
use crate::batch::{
    self, BatchError, Column, Duplicates, Existing, Inputs, Kept, Kind, Options, RowFormat, Status,
    Target,
};
use crate::report;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueHint};
use clap_complete::ArgValueCandidates;
use cluewright_engine::search::classic::Isa;
use cluewright_formats::ReadOptions;
use cluewright_narrate::{one_line, with_commas};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Check, grade or diagnose many puzzles: a collection in, a table out
///
/// Each puzzle gives one row, in input order. A line that cannot be read gets a row with the verdict `error` and
/// affects no other row. Inputs are lists (one puzzle per line), CSV tables, JSON lines, puzzle files, folders of
/// these, and standard input, plain or compressed with gzip or Zstandard. --resume continues an interrupted run where
/// it stopped, even after a crash.
///
/// In a run of blank lines, only the first 1,000 get rows. A line over 4 MiB is an error. If an archive unpacks to
/// more than 4 MiB and more than 100 times its size, the rest of it is an error.
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(super) struct Batch {
    /// Files or folders; if omitted or `-`, reads standard input
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,

    /// The file to write the rows to, or `-` for standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath)]
    out: String,

    /// Prove whether each puzzle has no solution, one or several (the default)
    #[arg(long)]
    check: bool,

    /// Grade each unique puzzle: adds the columns rating, tier, effort and hardest
    #[arg(long)]
    grade: bool,

    /// Find the clue to blame in each puzzle: adds the columns blame, repair, open and redundant
    #[arg(long)]
    diagnose: bool,

    /// The columns to write, separated by commas; see the list below. Whatever they require is computed
    #[arg(long, value_name = "COLUMNS", value_delimiter = ',', value_parser = column, add = ArgValueCandidates::new(values::list_columns))]
    columns: Vec<&'static Column>,

    /// Input columns (of a CSV table, or keys of JSON lines) to copy to each row, separated by commas; `all` copies
    /// every column
    ///
    /// They come after the columns of --columns. If a name is taken, the copy gets the prefix `input-`. Columns
    /// without a name are called column-1, column-2 and so on, by position. `all` leaves out `id` if the rows already
    /// have one; for JSON lines, it copies the keys of the first line.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    keep: Vec<String>,

    /// The format of the rows [default: from the name of the output]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(row_formats()))]
    format: Option<String>,

    /// Make the CSV safe to open in a spreadsheet: put an apostrophe before cells that could be read as formulas
    ///
    /// These are titles, ids and copied columns that begin with `=`, `+`, `-`, `@`, a tab or a line break, including
    /// numbers such as -1. Leave this option out if a program will read the table: every cell is then an exact copy.
    #[arg(long)]
    spreadsheet: bool,

    /// Continue an interrupted run
    #[arg(long, conflicts_with = "force")]
    resume: bool,

    /// Replace the output if it exists
    #[arg(long)]
    force: bool,

    /// Print a table of verdicts and quantiles at the end
    #[arg(long)]
    summary: bool,

    /// Print no progress and no summary line on stderr, only errors that prevent a complete run
    #[arg(long, short)]
    quiet: bool,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    effort: Effort,
}

/// Options for reading the inputs.
#[derive(Args, Debug)]
#[command(next_help_heading = "Reading")]
struct Reading {
    /// The kind of input: one puzzle per line, a table, JSON lines, or one puzzle per file [default: from the file
    /// names]
    #[arg(long, value_name = "KIND", value_parser = PossibleValuesParser::new(kinds()))]
    input: Option<String>,

    /// The column or JSON key that contains the puzzle [default: detected]
    #[arg(long, value_name = "NAME")]
    field: Option<String>,

    /// The format of the puzzles [default: detected]
    #[arg(long, value_name = "FORMAT", value_parser = PossibleValuesParser::new(format_names()))]
    from: Option<String>,

    /// Ignore rules that Cluewright does not support: the verdict is about the rest of the puzzle, and the column
    /// `warnings` lists these rules
    #[arg(long)]
    ignore_unknown: bool,

    /// Ignore drawings that may be rules, and check the rest; the column `warnings` mentions them
    #[arg(long)]
    ignore_drawings: bool,

    /// Add the rules of a rule file, or of all *.toml files in a folder, to the built-in ones
    #[arg(long, value_name = "PATH")]
    rules: Option<PathBuf>,

    /// In plain text grids, read `0` as the lowest digit, not a blank
    #[arg(long)]
    zero_is_digit: bool,

    /// Treat the digits that a solver typed as givens
    #[arg(long)]
    with_entries: bool,
}

/// Limits of the work on each puzzle.
#[derive(Args, Debug)]
#[command(next_help_heading = "Limits")]
struct Effort {
    /// Number of threads, which does not affect the rows; 0 means one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,

    /// Leave a puzzle undecided after N guesses ("nodes"); `none` means no limit
    ///
    /// Plain sudokus are always decided.
    #[arg(long, value_name = "N", default_value_t = Options::USUAL_NODES, value_parser = nodes)]
    node_limit: u64,

    /// Leave a grade unfinished after N rounds of steps; a round consists of all the easiest steps available
    #[arg(long, value_name = "N", default_value_t = Options::USUAL_ROUNDS)]
    round_limit: usize,

    /// Leave a puzzle undecided, or its grade unfinished, after TIME (such as 30, 30s, 500ms, 2m or 1h); adds the
    /// column `stopped`
    #[arg(long, value_name = "TIME", value_parser = duration)]
    time_limit: Option<Duration>,
}

/// Maximum number of skipped files to list.
const MOST_SKIPPED: usize = 5;

/// The default columns, for a run without options that select columns.
const USUAL: &[&str] = &["id", "verdict"];

/// The columns that `--grade` adds.
const GRADED: &[&str] = &["rating", "tier", "effort", "hardest"];

/// The columns that `--diagnose` adds.
const DIAGNOSED: &[&str] = &["blame", "repair", "open", "redundant"];

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  every puzzle has its row, whatever the verdict
  2  nothing could be done, or not all rows could be written
  3  stopped by Ctrl-C; --resume continues
  4  every puzzle has its row, but some rows are errors

Examples:
  cluewright batch list.txt --out results.csv --summary
  cluewright batch list.txt --out results.csv --resume       after an interruption
  cluewright batch list.txt --out grades.csv --grade --summary
  cluewright batch puzzles/ --out - --diagnose               find the clue to blame in each
  cluewright batch list.txt --out - --columns id,rating,minutes --profile sukaku
  cluewright batch puzzles/ --out results.csv --columns id,verdict,solution,error
  cluewright batch list.csv.gz --field quiz --keep title,author --out results.jsonl
  cluewright batch list.csv --keep all --spreadsheet --out for-excel.csv
  zcat list.gz | cluewright batch - --out - | grep several";

/// Returns the list of columns and the examples for the help.
fn after_help() -> String {
    let mut text = "Columns:\n".to_owned();
    for column in batch::COLUMNS {
        text += &format!("  {:16} {}\n", column.name, column.about);
    }
    format!("{text}\n{EXAMPLES}")
}

impl Batch {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        interrupt::listen();
        let mut options = self.options()?;
        let inputs = Inputs::find(&self.inputs, self.reading.kind()).map_err(failure)?;
        self.keep_apart(&inputs)?;
        self.tell_skipped(&inputs.skipped);
        let inputs = inputs.found;
        let field = options.field.as_deref();
        let kept = Kept::find(&inputs, field, &self.keep, &options.columns);
        options.kept = kept.map_err(failure)?;
        let to_stdout = self.out == "-";
        let started = Instant::now();
        let mut meter = Meter::new(self.quiet);
        let mut watch = |status: &Status| meter.show(status);
        let target = self.target(out)?;
        let cancel = interrupt::flag();
        let status = batch::run(inputs, &options, target, cancel, &mut watch);
        meter.clear();
        let status = status.map_err(failure)?;
        let cancelled = cancel.load(std::sync::atomic::Ordering::Relaxed);
        self.tell(&status, started.elapsed(), cancelled);
        self.tell_duplicates(&options);
        if self.summary {
            let text = report::batch_summary(&status);
            match to_stdout {
                // Standard output contains the rows, so the summary must not go there.
                true => self.say(&text),
                false => write!(out, "{text}")?,
            }
        }
        Ok(match status.tally.errors + status.tally.unchecked {
            _ if cancelled => Exit::Undecided,
            0 => Exit::Good,
            _ => Exit::RowErrors,
        })
    }

    /// Reports the duplicates in the table that was just written, if the table is a CSV file with fingerprints.
    fn tell_duplicates(&self, options: &Options) {
        let has_prints = options
            .columns
            .iter()
            .any(|column| column.name == "fingerprint");
        // The table is read back to find duplicates, so it must be a CSV file.
        if !has_prints || options.row_format != RowFormat::Csv || self.out == "-" {
            return;
        }
        let table = files::open("--out", Path::new(&self.out)).map(io::BufReader::new);
        let found = table.ok().and_then(|table| Duplicates::read(table).ok());
        for group in found.unwrap_or_default().groups {
            self.say(&format!("duplicates: {}\n", one_line(&group.join(" = "))));
        }
    }

    /// Refuses an output file that is an input of this run, or that would become an input of the next run because it
    /// is in an input folder.
    fn keep_apart(&self, inputs: &Inputs) -> Result<(), Complaint> {
        for input in &inputs.found {
            let path = input.path().map(Path::to_string_lossy);
            files::announce("INPUT", [path.as_deref().unwrap_or("-")])?;
        }
        for folder in &inputs.folders {
            files::announce_folder("INPUT", folder, batch::is_read_in_folders);
        }
        if let Some(rules) = &self.reading.rules {
            files::announce_rules(rules)?;
        }
        let out = (self.out != "-").then(|| Path::new(&self.out));
        files::keep_results_apart(&[("--out", out)])
    }

    /// Reports the files in the input folders that were not read.
    fn tell_skipped(&self, skipped: &[PathBuf]) {
        let named = skipped.iter().take(MOST_SKIPPED);
        let mut names: Vec<String> = named
            .map(|path| one_line(&path.to_string_lossy()).into_owned())
            .collect();
        if skipped.len() > MOST_SKIPPED {
            names.push(format!(
                "{} more",
                with_commas((skipped.len() - MOST_SKIPPED) as u64)
            ));
        }
        if !names.is_empty() {
            self.say(&format!("skipped: {}\n", names.join(", ")));
        }
    }

    fn options(&self) -> Result<Options, Complaint> {
        let row_format = self.row_format();
        if self.spreadsheet && row_format != RowFormat::Csv {
            let message = format!(
                "--spreadsheet needs CSV output, but the format is {}",
                row_format.name()
            );
            return Err(Complaint::new(message)
                .help("leave it out: only in CSV can a cell be mistaken for a formula"));
        }
        let isa = Isa::from_env().map_err(|error| Complaint::new(error.to_string()))?;
        Ok(Options {
            columns: self.columns(),
            kept: vec![],
            row_format,
            spreadsheet: self.spreadsheet,
            field: self.reading.field.clone(),
            format: self.reading.from.clone(),
            reading: ReadOptions {
                ignore_unknown: self.reading.ignore_unknown,
                ignore_drawings: self.reading.ignore_drawings,
                zero_is_digit: self.reading.zero_is_digit,
                with_entries: self.reading.with_entries,
                book: Some(book_with(self.reading.rules.as_deref())?),
                ..ReadOptions::default()
            },
            profile: self.choice.profile()?,
            nodes: self.effort.node_limit,
            rounds: self.effort.round_limit,
            time: self.effort.time_limit,
            isa,
            threads: self.effort.threads,
        })
    }

    /// Returns the requested columns or, if there are none, the default columns for the requested work. A time limit adds
    /// the column `stopped`.
    fn columns(&self) -> Vec<&'static Column> {
        let mut columns = self.columns.clone();
        if columns.is_empty() {
            let more = [(self.grade, GRADED), (self.diagnose, DIAGNOSED)];
            let more = more.into_iter().filter(|(wanted, _)| *wanted);
            let names = [USUAL].into_iter().chain(more.map(|(_, names)| names));
            columns = names
                .flatten()
                .filter_map(|name| batch::column(name))
                .collect();
        }
        let has_stopped = columns.iter().any(|column| column.name == "stopped");
        if self.effort.time_limit.is_some() && !has_stopped {
            columns.extend(batch::column("stopped"));
        }
        columns
    }

    /// Returns the requested format. By default, returns the format that the output's name implies, or CSV.
    fn row_format(&self) -> RowFormat {
        let ending = self.out.rsplit_once('.').map(|(_, ending)| ending);
        let wanted = self.format.as_deref().or(ending).unwrap_or_default();
        let known = RowFormat::EVERY
            .iter()
            .find(|format| format.name() == wanted);
        known.copied().unwrap_or(RowFormat::Csv)
    }

    fn target(&self, out: &mut Out) -> Result<Target<'static>, Complaint> {
        if self.out != "-" {
            return Ok(Target::File {
                path: PathBuf::from(&self.out),
                existing: match (self.resume, self.force) {
                    (true, _) => Existing::Resume,
                    (_, true) => Existing::Replace,
                    _ => Existing::Refuse,
                },
            });
        }
        if self.resume {
            let message = "--resume cannot continue on standard output";
            return Err(Complaint::new(message).help("give --out a file"));
        }
        Ok(Target::Stream {
            name: "standard output".to_owned(),
            stream: Box::new(out.data()),
        })
    }

    /// Reports the result on stderr.
    fn tell(&self, status: &Status, time: Duration, cancelled: bool) {
        for (name, message) in &status.errors {
            self.say(&fault_line(name, message));
        }
        let named = status.errors.len() + status.faults.len();
        let more = status.tally.errors.saturating_sub(named as u64);
        if more > 0 && !status.errors.is_empty() {
            let more = with_commas(more);
            self.say(&format!(
                "… and {more} more; the column `error` lists them all\n"
            ));
        }
        for (name, message) in &status.faults {
            // Faults are shown even with `--quiet`, because their inputs could not be read to the end.
            warn(&fault_line(name, message));
        }
        self.say(&report::batch_line(status, time));
        if cancelled {
            let hint = match self.out == "-" {
                true => "stopped by Ctrl-C\n",
                false => "stopped by Ctrl-C; --resume continues\n",
            };
            self.say(hint);
        }
    }

    /// Writes a text to stderr, unless `--quiet` was given.
    fn say(&self, text: &str) {
        if !self.quiet {
            warn(text);
        }
    }
}

fn fault_line(name: &str, message: &str) -> String {
    format!("{}: {}\n", one_line(name), one_line(message))
}

/// Writes a text to stderr. Failures are ignored, because the rows are valid even if the message is lost.
fn warn(text: &str) {
    let _ = write!(terminal::stderr(), "{text}");
}

impl Reading {
    fn kind(&self) -> Option<Kind> {
        let wanted = self.input.as_deref()?;
        let named = Kind::NAMED.iter().find(|(name, _)| *name == wanted);
        named.map(|&(_, kind)| kind)
    }
}

fn failure(error: BatchError) -> Failure {
    let error = match error {
        // The reader has closed the pipe, as in `cluewright batch list.txt --out - | head`. This is not an error.
        BatchError::Write { error, .. } if error.kind() == io::ErrorKind::BrokenPipe => {
            return Failure::Output(error);
        }
        error => error,
    };
    let complaint = Complaint::new(error.to_string());
    Failure::Complaint(match error.help() {
        Some(help) => complaint.help(help),
        None => complaint,
    })
}

/// Finds a column by its name.
pub(super) fn column(name: &str) -> Result<&'static Column, String> {
    // clap splits at commas only, so a space after a comma is still part of the name.
    batch::column(name.trim()).ok_or_else(|| {
        let names: Vec<&str> = batch::COLUMNS.iter().map(|column| column.name).collect();
        format!(
            "there is no such column; the columns are {}",
            names.join(", ")
        )
    })
}

fn row_formats() -> Vec<&'static str> {
    RowFormat::EVERY
        .iter()
        .map(|format| format.name())
        .collect()
}

fn kinds() -> Vec<&'static str> {
    Kind::NAMED.iter().map(|(name, _)| *name).collect()
}

/// The progress of a batch, shown on stderr if that is a terminal.
struct Meter {
    bar: Option<ProgressBar>,
    started: Instant,
}

/// Processing time after which the progress names a puzzle.
const SLOW: Duration = Duration::from_secs(1);

impl Meter {
    fn new(quiet: bool) -> Self {
        let wanted = !quiet && io::stderr().is_terminal();
        Self {
            // The bar stays hidden until the first status, which contains the length of the inputs.
            bar: wanted.then(ProgressBar::hidden),
            started: Instant::now(),
        }
    }

    fn show(&mut self, status: &Status) {
        let Some(bar) = &self.bar else {
            return;
        };
        if bar.is_hidden() {
            bar.set_draw_target(ProgressDrawTarget::stderr_with_hz(5));
            bar.set_style(style(status.bytes.is_some()));
            if let Some(bytes) = status.bytes {
                bar.set_length(bytes);
            }
        }
        bar.set_position(status.read);
        let text = report::batch_progress(status, self.started.elapsed(), SLOW);
        bar.set_message(one_line(&text).into_owned());
    }

    fn clear(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

fn style(known_length: bool) -> ProgressStyle {
    let template = match known_length {
        true => "{elapsed_precise} [{bar:20}] {percent}%, {eta} left  {msg}",
        false => "{elapsed_precise}  {msg}",
    };
    ProgressStyle::with_template(template)
        .expect("the template is well formed")
        .progress_chars("=> ")
}
