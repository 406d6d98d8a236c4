//! The options of a batch: how each puzzle is processed, and which columns are written.

use super::columns::{Column, Need, column};
use cluewright_engine::search::classic::Isa;
use cluewright_formats::ReadOptions;
use cluewright_logic::Profile;
use cluewright_rules::Book;
use std::collections::BTreeMap;
use std::time::Duration;

/// The options of a batch: how each puzzle is processed, and which columns are written. A row depends only on these
/// options and on its puzzle.
///
/// ```
/// use cluewright::batch::{Options, column};
///
/// let mut options = Options::default();
/// options.columns = ["id", "verdict", "rating"].into_iter().filter_map(column).collect();
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The columns of each row.
    pub columns: Vec<&'static Column>,
    /// The input columns to copy. They follow `columns` in each row.
    pub kept: Vec<Kept>,
    /// The format of the rows.
    pub row_format: RowFormat,
    /// `true` to put an apostrophe before cells of a CSV table that a spreadsheet may interpret as formulas. Other
    /// formats are unaffected.
    pub spreadsheet: bool,
    /// The column or key with the puzzle; detected if `None`.
    pub field: Option<String>,
    /// The format of the puzzles; detected if `None`.
    pub format: Option<String>,
    /// Options for reading the puzzles.
    pub reading: ReadOptions,
    /// The techniques that grades use, and their prices.
    pub profile: Profile,
    /// Number of guesses after which a puzzle is left undecided.
    pub nodes: u64,
    /// Maximum number of rounds of steps in a path. A longer path leaves the grade unfinished.
    pub rounds: usize,
    /// Time after which a puzzle is left undecided or its grade unfinished.
    pub time: Option<Duration>,
    /// The instruction set of the kernel for plain sudoku. It does not affect the rows.
    pub isa: Isa,
    /// The number of threads; 0 means one per processor. It does not affect the rows.
    pub threads: usize,
}

impl Default for Options {
    /// Returns options for a CSV table with the columns `id` and `verdict`, the usual limits, and one thread per
    /// processor.
    fn default() -> Self {
        Self {
            columns: ["id", "verdict"].into_iter().filter_map(column).collect(),
            kept: vec![],
            row_format: RowFormat::Csv,
            spreadsheet: false,
            field: None,
            format: None,
            reading: ReadOptions::default(),
            profile: Profile::builtin("default")
                .expect("the default profile is built in")
                .clone(),
            nodes: Self::USUAL_NODES,
            rounds: Self::USUAL_ROUNDS,
            time: None,
            isa: Isa::best(),
            threads: 0,
        }
    }
}

impl Options {
    /// The default limit of guesses for each puzzle: about ten seconds on one thread for puzzles that are slow to
    /// search.
    pub const USUAL_NODES: u64 = 500_000;

    /// The default limit of rounds for each grade. The longest known paths have half as many.
    pub const USUAL_ROUNDS: usize = 300;

    /// Returns `true` if some column requires this computation.
    #[must_use]
    pub(crate) fn needs(&self, need: Need) -> bool {
        self.columns.iter().any(|column| column.need == need)
    }

    /// Returns the names of all columns.
    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        let kept = self.kept.iter().map(|kept| &*kept.name);
        self.columns.iter().map(|column| column.name).chain(kept)
    }

    /// Returns `true` if some column needs the digits of solutions.
    pub(super) fn needs_digits(&self) -> bool {
        self.needs(Need::Solution) || self.needs(Need::Comparison)
    }

    /// Returns the settings that affect rows, under the names that users see.
    pub(super) fn list_settings(&self) -> BTreeMap<String, String> {
        let columns: Vec<&str> = self.columns.iter().map(|column| column.name).collect();
        let found = || "found out".to_owned();
        let told = [
            ("columns", columns.join(",")),
            ("keep", self.describe_kept()),
            ("format of rows", self.row_format.name().to_owned()),
            ("spreadsheet", self.spreadsheet.to_string()),
            ("field", self.field.clone().unwrap_or_else(found)),
            ("format", self.format.clone().unwrap_or_else(found)),
            ("ignore-unknown", self.reading.ignore_unknown.to_string()),
            ("ignore-drawings", self.reading.ignore_drawings.to_string()),
            ("zero-is-digit", self.reading.zero_is_digit.to_string()),
            ("with-entries", self.reading.with_entries.to_string()),
            ("rules", self.describe_rules()),
            ("profile", self.describe_profile()),
            ("node-limit", self.nodes.to_string()),
            ("round-limit", self.rounds.to_string()),
            (
                "time-limit",
                self.time
                    .map_or("none".to_owned(), |time| format!("{time:?}")),
            ),
        ];
        told.map(|(name, value)| (name.to_owned(), value)).into()
    }

    /// Describes the columns that are copied to the output, by their names in the input.
    fn describe_kept(&self) -> String {
        let kept: Vec<&str> = self.kept.iter().map(|kept| &*kept.source).collect();
        match kept.is_empty() {
            true => "none".to_owned(),
            false => kept.join(","),
        }
    }

    /// Describes the added rules, each with a checksum of its text. The checksum is needed because a rule file may
    /// change between two runs.
    fn describe_rules(&self) -> String {
        let added = self.reading.book.iter().flat_map(Book::added);
        let told =
            added.map(|(name, text)| format!("{name} {:08x}", crc32fast::hash(text.as_bytes())));
        let told = told.collect::<Vec<_>>().join(",");
        if told.is_empty() {
            "built in".to_owned()
        } else {
            told
        }
    }

    /// Describes the profile by its name and a checksum of its techniques and prices. The name alone is not enough,
    /// because a user's profile may change between two runs.
    fn describe_profile(&self) -> String {
        let sum = crc32fast::hash(format!("{:?}", self.profile).as_bytes());
        format!("{} {sum:08x}", self.profile.name)
    }
}

/// The format of rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowFormat {
    /// A table with a header.
    Csv,
    /// One JSON object per line. Its keys are the columns, and empty values are null.
    JsonLines,
    /// A Parquet table. It is made from a CSV table once all rows are complete.
    #[cfg(feature = "parquet")]
    Parquet,
}

impl RowFormat {
    /// Every format.
    pub const EVERY: &[Self] = &[
        Self::Csv,
        Self::JsonLines,
        #[cfg(feature = "parquet")]
        Self::Parquet,
    ];

    /// Returns the name on the command line. It is also the extension of files in this format.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Csv => "csv",
            Self::JsonLines => "jsonl",
            #[cfg(feature = "parquet")]
            Self::Parquet => "parquet",
        }
    }
}

/// A column of a table, or a key of JSON lines, that is copied to the results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kept {
    /// The name of the column in the input. Columns without a name are called `column-1` and so on, by position.
    pub source: String,
    /// The name of the column in the results: `source` or, if that name is taken, `source` with the prefix
    /// `input-`.
    pub name: String,
}
