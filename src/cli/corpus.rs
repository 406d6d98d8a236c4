//! `cluewright corpus stats|diff`

use super::{Complaint, Exit, Failure, Out, Outcome, files};
use crate::batch::{Diff, Duplicates, ResultsError, Stats};
use crate::report;
use clap::{Args, Subcommand};
use cluewright_narrate::one_line;
use std::io::{BufReader, Read, Write};
use std::path::{Path, PathBuf};

/// Summarise a batch: distributions, duplicates, and changes between two runs
#[derive(Args, Debug)]
pub(super) struct Corpus {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    Stats(StatsOf),
    Diff(DiffOf),
    Duplicates(DuplicatesOf),
}

/// Show the distribution of each column's values, as a table and as pictures
///
/// For columns of numbers, it shows quantiles; for columns with only a few different words, how often each word
/// occurs.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright corpus stats results.csv
  cluewright corpus stats results.csv --plots pictures/    one SVG file per column
  cluewright corpus stats results.csv --html results.html")]
struct StatsOf {
    /// The table that `cluewright batch` wrote, as CSV; `-` reads standard input
    results: String,

    /// Write a picture of each column to this folder, as SVG
    #[arg(long, value_name = "FOLDER")]
    plots: Option<PathBuf>,

    /// Write the table and the pictures to this file, as a self-contained page
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
}

/// Show the changes between two runs over the same puzzles, row by row
///
/// Rows with the same id are compared. Times are reported but do not count as a difference.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes, for scripts:
  0  nothing changed
  1  something changed
  2  the results could not be read

Example:
  cluewright corpus diff before.csv after.csv")]
struct DiffOf {
    /// The results of `cluewright batch` before the change, as CSV
    old: String,
    /// The results of `cluewright batch` after the change, as CSV
    new: String,
}

/// List puzzles that are the same up to rotation, reflection and relabelling
///
/// Each line lists the ids of puzzles that are the same. The results must have the column `fingerprint`.
#[derive(Args, Debug)]
#[command(after_help = "\
Exit codes, for scripts:
  0  there are no duplicates
  1  there are duplicates
  2  the results could not be read

Examples:
  cluewright batch puzzles/ --out results.csv --columns id,verdict,fingerprint
  cluewright corpus duplicates results.csv")]
struct DuplicatesOf {
    /// The table that `cluewright batch` wrote, as CSV; `-` reads standard input
    results: String,
}

impl Corpus {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        match self.task {
            Task::Stats(stats) => stats.run(out),
            Task::Diff(diff) => diff.run(out),
            Task::Duplicates(duplicates) => duplicates.run(out),
        }
    }
}

impl StatsOf {
    fn run(&self, out: &mut Out) -> Outcome {
        let results = [
            ("--plots", self.plots.as_deref()),
            ("--html", self.html.as_deref()),
        ];
        // Opening the table registers it. Only then can the check below refuse to overwrite it.
        let table = open("RESULTS", &self.results)?;
        files::keep_results_apart(&results)?;
        let stats = Stats::read(table);
        let stats = stats.map_err(|error| unread(&self.results, &error))?;
        write!(out, "{}", report::stats_text(&stats))?;
        if let Some(folder) = &self.plots {
            for (column, svg) in report::stats_plots(&stats) {
                let path = folder.join(format!("{}.svg", file_name(column)));
                // The folder is created with its first picture, so that a table without pictures leaves no empty
                // folder.
                let made = std::fs::create_dir_all(folder);
                made.map_err(|error| files::unwritable(folder, &error))?;
                files::save("--plots", &path, svg)?;
            }
        }
        if let Some(path) = &self.html {
            let name = match &*self.results {
                "-" => "Results",
                name => name,
            };
            files::save("--html", path, report::stats_page(&stats, name))?;
        }
        Ok(Exit::Good)
    }
}

impl DiffOf {
    fn run(&self, out: &mut Out) -> Outcome {
        let diff = Diff::read(open("OLD", &self.old)?, open("NEW", &self.new)?);
        let names = format!("{}, {}", self.old, self.new);
        let diff = diff.map_err(|error| unread(&names, &error))?;
        write!(out, "{}", report::diff_text(&diff))?;
        Ok(if diff.is_empty() {
            Exit::Good
        } else {
            Exit::Bad
        })
    }
}

impl DuplicatesOf {
    fn run(&self, out: &mut Out) -> Outcome {
        let found = Duplicates::read(open("RESULTS", &self.results)?);
        let found = found.map_err(|error| unread(&self.results, &error))?;
        for group in &found.groups {
            writeln!(out, "{}", one_line(&group.join(" = ")))?;
        }
        Ok(if found.groups.is_empty() {
            Exit::Good
        } else {
            Exit::Bad
        })
    }
}

fn open(role: &'static str, name: &str) -> Result<Box<dyn Read>, Complaint> {
    files::announce(role, [name])?;
    if name == "-" {
        return Ok(Box::new(std::io::stdin()));
    }
    let file = files::open(role, Path::new(name));
    let file = file.map_err(|error| Complaint::new(error.to_string()).file(name))?;
    Ok(Box::new(BufReader::new(file)))
}

fn unread(name: &str, error: &ResultsError) -> Failure {
    Complaint::new(error.to_string()).file(name).into()
}

/// Converts a column's name to a safe file name. Column names come from the table, so they may contain a slash.
fn file_name(column: &str) -> String {
    let plain = |c: char| {
        if c.is_alphanumeric() || c == '-' {
            c
        } else {
            '_'
        }
    };
    column.chars().map(plain).collect()
}
