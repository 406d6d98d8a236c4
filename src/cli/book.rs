//! `cluewright book INPUT… -o book.pdf`

use super::grade::Choice;
use super::options::{Effort, Reading};
use super::source::Source;
use super::work::Numbered;
use super::{Complaint, Exit, Failure, Out, Outcome, files, interrupt, show, terminal, values};
use crate::Prepared;
use crate::ask::{Hint, Host, Strength};
use crate::batch::{
    self, BatchError, Column, Filter, Grades, Inputs, Options, Row, StatedGrade, Value, is_grade,
    run_texts,
};
use crate::report::{BookletLayout, Colours, Entry, Typeface, booklet, pdf};
use clap::{Args, ValueEnum, ValueHint};
use clap_complete::ArgValueCandidates;
use cluewright_engine::search::Verdict;
use cluewright_formats::native::Native;
use cluewright_formats::{Format, ReadError};
use cluewright_narrate::{count_of, one_line};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use rayon::prelude::*;
use std::cmp::Ordering;
use std::io::{BufReader, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Print puzzles to a PDF booklet, with their solutions at the end
///
/// Each puzzle is printed with its title, author, rating, expected time, rules and picture. Only puzzles that are
/// proven unique are printed; the others are listed. Text and pictures are vector graphics.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct BookCommand {
    /// Files, folders, addresses `FILE:ID`, links or the text of puzzles; if omitted or `-`, reads what you paste
    #[arg(value_name = "INPUT")]
    inputs: Vec<String>,

    /// The PDF file to write
    #[arg(short, long, value_name = "FILE")]
    output: PathBuf,

    /// Print only puzzles that meet a condition on the columns of `batch`, such as 'tier = hard and minutes < 30'
    ///
    /// Comparisons are = != < <= > >=, and ~ for "contains the text". Combine them with `and`, `or`, `not` and
    /// parentheses.
    #[arg(long, value_name = "CONDITION")]
    pick: Option<String>,

    /// Sort the puzzles by a column of `batch`; puzzles without a value come last [default: input order]
    #[arg(long, value_name = "COLUMN", value_parser = super::batch::column, add = ArgValueCandidates::new(values::list_columns))]
    sort: Option<&'static Column>,

    /// Sort in descending order
    #[arg(long, requires = "sort")]
    reverse: bool,

    /// Take grades from a table that `batch` wrote as CSV, instead of grading again
    ///
    /// The table needs the columns verdict, fingerprint, rating, tier and minutes (or stars with --stars), and those
    /// of --pick and --sort. A puzzle gets the grade in the row with its fingerprint; puzzles without such a row are
    /// graded. The table must come from the same version, with the same --profile. All puzzles are still proven
    /// unique.
    #[arg(long, value_name = "TABLE", value_hint = ValueHint::FilePath)]
    grades: Option<PathBuf>,

    /// Number of puzzles per page; a puzzle with a long rules text gets its own page
    #[arg(long, value_name = "N", default_value = "1", value_parser = ["1", "2", "4", "6"])]
    per_page: String,

    /// Print the difficulty as one to five stars instead of the rating
    #[arg(long)]
    stars: bool,

    /// Print where to start, and with which technique, on a page before the solutions
    #[arg(long)]
    hints: bool,

    /// Where to print the solutions
    #[arg(long, value_enum, default_value_t = Solutions::End)]
    solutions: Solutions,

    /// The title of the booklet, printed at the bottom of each page
    #[arg(long, default_value = "Sudoku")]
    title: String,

    /// The paper size
    #[arg(long, value_enum, default_value_t = Paper::A4)]
    paper: Paper,

    /// Print in greyscale
    #[arg(long)]
    grey: bool,

    /// A TrueType or OpenType font for characters that the built-in font lacks; may be repeated
    #[arg(long = "font", value_name = "FONT")]
    fonts: Vec<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    #[command(flatten)]
    reading: Reading,

    #[command(flatten)]
    effort: Effort,

    /// Don't list the puzzles that are left out
    #[arg(long, short)]
    quiet: bool,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Solutions {
    /// On separate pages after the puzzles
    End,
    /// Nowhere
    None,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
enum Paper {
    A4,
    Letter,
}

impl Paper {
    /// Returns the width and height in points.
    const fn size(self) -> (f64, f64) {
        match self {
            Self::A4 => (595.0, 842.0),
            Self::Letter => (612.0, 792.0),
        }
    }
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  every puzzle is in the booklet, or was not picked
  2  no booklet was written
  3  stopped by Ctrl-C
  4  some puzzles were left out: they could not be read, or are not proven unique

Examples:
  cluewright book puzzles/ -o book.pdf --per-page 6
  cluewright book puzzles/ -o book.pdf --stars --hints
  cluewright book list.csv -o book.pdf --pick 'tier = hard and minutes < 30' --sort rating
  cluewright book puzzles/ -o book.pdf --sort rating --grades graded.csv
  cluewright book list.txt:3 list.txt:17 mine.toml -o three.pdf --solutions none --grey";

/// The columns of `batch` whose values are printed in addition to the difficulty.
const PRINTED: [&str; 4] = ["verdict", "solution", "author", "minutes"];

/// A puzzle that may be printed, with its name in messages.
struct Candidate {
    name: String,
    puzzle: Arc<Puzzle>,
}

/// The result of checking and grading a candidate.
struct Finding {
    is_unique: bool,
    is_picked: bool,
    facts: Vec<String>,
    solution: String,
    /// The value by which puzzles are sorted.
    key: Key,
    /// The verdict or the error if the puzzle is not printed; empty if it is printed.
    reason: String,
    /// The fingerprint, if it was computed.
    fingerprint: Option<String>,
}

/// A sort key. Empty values come last.
#[derive(Clone, Debug, PartialEq)]
enum Key {
    Number(f64),
    Text(String),
    Empty,
}

impl Key {
    fn of(value: Value<'_>) -> Self {
        match value {
            Value::Count(count) => Self::Number(count as f64),
            // The measure is rounded as in the table of a batch, so that a booklet is the same with and
            // without a table.
            Value::Measure(measure, digits) => {
                let scale = 10_f64.powi(digits as i32);
                Self::Number((measure * scale).round() / scale)
            }
            Value::Text(text) => Self::Text(text.into_owned()),
            Value::Json(text) => Self::Text(text.to_owned()),
            Value::Empty => Self::Empty,
        }
    }

    fn compare(&self, other: &Self, is_reversed: bool) -> Ordering {
        let order = match (self, other) {
            (Self::Number(one), Self::Number(other)) => one.total_cmp(other),
            (Self::Text(one), Self::Text(other)) => one.cmp(other),
            // Empty values come last in both directions, so this order is never reversed.
            (one, other) => return (*one == Self::Empty).cmp(&(*other == Self::Empty)),
        };
        if is_reversed { order.reverse() } else { order }
    }
}

impl BookCommand {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        interrupt::listen();
        let pick = self.pick.as_deref().map(parse_filter).transpose()?;
        let fonts = self.fonts.iter().map(|font| read_font(font));
        let fonts: Vec<Vec<u8>> = fonts.collect::<Result<_, _>>()?;
        let typeface = Typeface::with_fonts(fonts);
        let sources = self.sources()?;
        // The file is created now, so that an unwritable path is reported before the long work begins.
        drop(files::create("--output", &self.output)?);
        let (candidates, mut left_out) = self.read(&sources);
        let options = self.options(pick.as_ref())?;
        let grades = self.read_grades(&options)?;
        let findings = self.examine(&candidates, &options, pick.as_ref(), grades.as_ref())?;
        if interrupt::flag().load(std::sync::atomic::Ordering::Relaxed) {
            return Ok(Exit::Undecided);
        }
        let mut printed = vec![];
        for (candidate, finding) in candidates.iter().zip(&findings) {
            match (finding.is_picked, finding.is_unique) {
                (true, true) => printed.push((candidate, finding)),
                (true, false) => {
                    left_out += 1;
                    self.leave_out(&candidate.name, &finding.reason);
                }
                (false, _) => {}
            }
        }
        if printed.is_empty() {
            let read = count_of(candidates.len(), "puzzle was read", "puzzles were read");
            let unmet = findings.iter().filter(|finding| !finding.is_picked).count();
            let message = format!(
                "the booklet would be empty: {read}, {unmet} of them do not meet --pick, {left_out} cannot be printed"
            );
            return Err(Complaint::new(message).into());
        }
        // The sort is stable. Without `--sort` all keys are empty, so the puzzles stay in input order.
        printed.sort_by(|(_, one), (_, other)| one.key.compare(&other.key, self.reverse));
        self.print(&printed, &typeface)?;
        if !self.quiet {
            let count = count_of(printed.len(), "puzzle", "puzzles");
            writeln!(out, "{count} in {}", self.output.display())?;
        }
        Ok(if left_out == 0 {
            Exit::Good
        } else {
            Exit::RowErrors
        })
    }

    /// Opens all inputs.
    fn sources(&self) -> Result<Vec<Source>, Complaint> {
        let mut names: Vec<Option<String>> = vec![];
        for input in &self.inputs {
            let path = Path::new(input);
            if !path.is_dir() {
                // The argument stays unchanged, because it may be an address or a link instead of a file name.
                names.push(Some(input.clone()));
                continue;
            }
            let found = Inputs::find(std::slice::from_ref(input), None).map_err(complaint)?;
            for folder in &found.folders {
                files::announce_folder("INPUT", folder, batch::is_read_in_folders);
            }
            let paths = found.found.iter().filter_map(|input| input.path());
            names.extend(paths.map(|path| Some(path.to_string_lossy().into_owned())));
        }
        if names.is_empty() {
            names.push(None);
        }
        let arguments: Vec<String> = names.iter().flatten().cloned().collect();
        let results = [("--output", Some(&*self.output))];
        files::announce(
            "--grades",
            self.grades.iter().filter_map(|table| table.to_str()),
        )?;
        files::keep_apart(&arguments, self.reading.rules.as_deref(), &results)?;
        let mut sources = vec![];
        for name in &names {
            sources.extend(self.reading.open(name.as_deref())?);
        }
        Ok(sources)
    }

    /// Reads the puzzles of all sources. Also returns the number of sources that cannot be read.
    fn read(&self, sources: &[Source]) -> (Vec<Candidate>, usize) {
        let read: Vec<Result<Vec<Numbered>, Complaint>> = sources
            .par_iter()
            .map(|source| self.reading.read_puzzles(source, self.effort.time_limit))
            .collect();
        let (mut candidates, mut unread) = (vec![], 0);
        for (source, read) in sources.iter().zip(read) {
            match read {
                Ok(puzzles) => candidates.extend(puzzles.into_iter().map(|(number, puzzle)| {
                    let number = number.map(|number| format!(", puzzle {number}"));
                    Candidate {
                        name: source.name.clone() + &number.unwrap_or_default(),
                        puzzle,
                    }
                })),
                Err(complaint) => {
                    show(&complaint);
                    unread += 1;
                }
            }
        }
        (candidates, unread)
    }

    fn options(&self, pick: Option<&Filter>) -> Result<Options, Complaint> {
        let mut options = Options::default();
        let difficulty: &[&str] = match self.stars {
            true => &["stars"],
            false => &["rating", "tier"],
        };
        let printed = PRINTED.iter().chain(difficulty);
        let printed = printed.filter_map(|name| batch::column(name));
        let picked = pick.iter().flat_map(|filter| filter.columns());
        options.columns = printed.chain(picked).chain(self.sort).collect();
        options.reading.book = Some(self.reading.book()?.clone());
        options.reading.ignore_unknown = self.reading.ignore_unknown;
        options.reading.ignore_drawings = self.reading.ignore_drawings;
        options.profile = self.choice.profile()?;
        options.threads = self.effort.threads;
        options.nodes = self.effort.node_limit.unwrap_or(options.nodes);
        options.time = self.effort.time_limit;
        Ok(options)
    }

    /// Reads the table of grades, if one was named.
    fn read_grades(&self, options: &Options) -> Result<Option<Grades>, Complaint> {
        let Some(path) = &self.grades else {
            return Ok(None);
        };
        let name = path.to_string_lossy();
        let unread = |message: String| Complaint::new(message).file(name.clone());
        let table = files::open("--grades", path).map_err(|error| unread(error.to_string()))?;
        let grades = Grades::read(BufReader::new(table), options.columns.iter().copied());
        let grades = grades.map_err(|error| unread(error.to_string()))?;
        Ok(Some(grades))
    }

    /// Checks and grades the candidates in the same way as `batch`. If `grades` contains a candidate's
    /// fingerprint, the candidate gets the grade from this table.
    fn examine(
        &self,
        candidates: &[Candidate],
        options: &Options,
        pick: Option<&Filter>,
        grades: Option<&Grades>,
    ) -> Result<Vec<Finding>, Complaint> {
        // A batch takes texts, so the puzzles are written again, in the format that can express every puzzle.
        let texts: Vec<Result<String, String>> = candidates
            .par_iter()
            .map(|candidate| {
                Native
                    .write(&candidate.puzzle)
                    .map_err(|error| error.to_string())
            })
            .collect();
        let texts: Vec<Result<&str, &str>> = texts
            .iter()
            .map(|text| text.as_deref().map_err(String::as_str))
            .collect();
        let Some(grades) = grades else {
            return self.examine_texts(&texts, options, pick, None);
        };
        let mut ungraded = options.clone();
        ungraded.columns.retain(|column| !is_grade(column));
        ungraded.columns.extend(batch::column("fingerprint"));
        let mut findings = self.examine_texts(&texts, &ungraded, pick, Some(grades))?;
        let is_graded = |finding: &Finding| {
            let print = finding.fingerprint.as_deref();
            // A puzzle that is not unique has no grade, so a second run would change nothing.
            !finding.is_unique || print.is_some_and(|print| grades.find(print).is_some())
        };
        let left: Vec<usize> = (0..findings.len())
            .filter(|&index| !is_graded(&findings[index]))
            .collect();
        let texts: Vec<Result<&str, &str>> = left.iter().map(|&index| texts[index]).collect();
        let graded = self.examine_texts(&texts, options, pick, None)?;
        for (index, finding) in left.into_iter().zip(graded) {
            findings[index] = finding;
        }
        Ok(findings)
    }

    /// Computes the result columns (as in `batch`) of the puzzles in `texts`.
    fn examine_texts(
        &self,
        texts: &[Result<&str, &str>],
        options: &Options,
        pick: Option<&Filter>,
        grades: Option<&Grades>,
    ) -> Result<Vec<Finding>, Complaint> {
        let make = |rows: &mut dyn Iterator<Item = Row<'_>>| -> Vec<Finding> {
            rows.map(|row| self.find(&row, pick, grades)).collect()
        };
        let mut findings = vec![];
        let mut take = |made: Vec<Finding>| findings.extend(made);
        let ran = run_texts(
            texts,
            options,
            &make,
            &mut take,
            interrupt::flag(),
            &mut || {},
        );
        ran.map_err(complaint)?;
        Ok(findings)
    }

    /// Collects the facts that a booklet needs from a row. The grade comes from the table if the table has it.
    fn find(&self, row: &Row<'_>, pick: Option<&Filter>, grades: Option<&Grades>) -> Finding {
        let fingerprint = row
            .checked()
            .and_then(|checked| checked.fingerprint.as_deref());
        let stated = grades.zip(fingerprint);
        let stated: Option<StatedGrade<'_>> = stated.and_then(|(grades, print)| grades.find(print));
        let value = |column: &'static Column| {
            let stated = stated.and_then(|grade| grade.value(column));
            stated.unwrap_or_else(|| (column.value)(row))
        };
        let text = |name: &str| match batch::column(name).map(value) {
            Some(Value::Text(text)) => Some(text.into_owned()),
            Some(Value::Count(count)) => Some(count.to_string()),
            Some(Value::Measure(measure, digits)) => Some(format!("{measure:.digits$}")),
            _ => None,
        };
        // A table rounds minutes to a tenth. All minutes are therefore rounded, so that a booklet is the same with and
        // without a table.
        let minutes = text("minutes").and_then(|minutes| minutes.parse::<f64>().ok());
        let minutes = minutes.map(|minutes| match minutes.round() {
            rounded if rounded <= 1.0 => "about a minute".to_owned(),
            rounded => format!("about {rounded:.0} minutes"),
        });
        let author = text("author").map(|author| format!("by {author}"));
        let rating = text("rating").zip(text("tier"));
        let rating = match self.stars {
            true => text("stars").map(|stars| format!("{stars} of 5 stars")),
            false => rating.map(|(rating, tier)| format!("{rating} {tier}")),
        };
        let reason = text("error").or_else(|| text("verdict"));
        Finding {
            is_unique: row
                .checked()
                .is_some_and(|checked| checked.verdict == Verdict::Unique),
            is_picked: pick.is_none_or(|filter| filter.accepts(&value)),
            facts: [author, rating, minutes].into_iter().flatten().collect(),
            solution: text("solution").unwrap_or_default(),
            key: self
                .sort
                .map_or(Key::Empty, |column| Key::of(value(column))),
            reason: reason.unwrap_or_default(),
            fingerprint: fingerprint.map(str::to_owned),
        }
    }

    fn leave_out(&self, name: &str, reason: &str) {
        if !self.quiet {
            // Failures are ignored, because the booklet is complete even if the message is lost.
            let (name, reason) = (one_line(name), one_line(reason));
            let _ = writeln!(terminal::stderr(), "left out: {name}: {reason}");
        }
    }

    fn print(
        &self,
        printed: &[(&Candidate, &Finding)],
        typeface: &Typeface,
    ) -> Result<(), Failure> {
        let mut entries: Vec<Entry<'_>> = printed
            .iter()
            .map(|(candidate, finding)| Entry {
                puzzle: &candidate.puzzle,
                facts: finding.facts.clone(),
                solution: &finding.solution,
                hint: None,
            })
            .collect();
        if self.hints {
            let book = self.reading.book()?;
            let hints = entries.par_iter().map(|entry| hint(entry.puzzle, book));
            let hints: Vec<Option<String>> = hints.collect();
            for (entry, hint) in entries.iter_mut().zip(hints) {
                entry.hint = hint;
            }
        }
        let layout = BookletLayout {
            grid: match &*self.per_page {
                "6" => (2, 3),
                "4" => (2, 2),
                "2" => (1, 2),
                _ => (1, 1),
            },
            paper: self.paper.size(),
            solutions: matches!(self.solutions, Solutions::End),
        };
        let pages = booklet(
            &self.title,
            self.reading.book()?,
            &entries,
            layout,
            typeface,
        );
        let pages = pages.map_err(|(missing, index)| {
            let complaint = Complaint::new(missing.to_string()).help(FONT_HELP);
            match index.and_then(|index| printed.get(index)) {
                Some((candidate, _)) => complaint.file(&candidate.name),
                None => complaint.file("--title"),
            }
        })?;
        let colours = if self.grey {
            Colours::Grey
        } else {
            Colours::All
        };
        let bytes = pdf(&self.title, &pages, typeface, colours);
        let bytes = bytes.map_err(|error| Complaint::new(error.to_string()).help(FONT_HELP))?;
        Ok(files::save("--output", &self.output, bytes)?)
    }
}

/// Returns the text of a hint: the cell at which to start, and the technique of the first step. `None` if there is no hint.
fn hint(puzzle: &Puzzle, book: &Book) -> Option<String> {
    let prepared = Prepared::new(puzzle.clone(), book).ok()?;
    let question = Hint {
        strength: Strength::Technique,
        ..Hint::default()
    };
    // One thread is enough, because the hints of all puzzles are computed in parallel.
    prepared.ask(&question, &Host::QUIET).ok()?.hint
}

/// Advice for an error about a character that no font has.
pub(super) const FONT_HELP: &str = "use --font FONT to add a font that has every character";

/// Reads a font from a file.
///
/// # Errors
/// Returns an error if the file cannot be read, or is not a TrueType or OpenType font.
pub(super) fn read_font(path: &Path) -> Result<Vec<u8>, Complaint> {
    let mut bytes = vec![];
    let read = files::open("--font", path)
        .and_then(|mut file| std::io::Read::read_to_end(&mut file, &mut bytes));
    let name = path.to_string_lossy();
    read.map_err(|error| {
        Complaint::new(format!("the font cannot be read: {error}")).file(name.clone())
    })?;
    if !Typeface::is_font(&bytes) {
        return Err(Complaint::new("the file is not a TrueType or OpenType font").file(name));
    }
    Ok(bytes)
}

fn parse_filter(text: &str) -> Result<Filter, Complaint> {
    Filter::parse(text).map_err(|error| {
        let source = Source {
            name: "--pick".to_owned(),
            text: text.to_owned(),
            row: None,
        };
        Complaint::about(&source, ReadError::new(error.message).at(error.span))
    })
}

fn complaint(error: BatchError) -> Complaint {
    Complaint::new(error.to_string())
}
