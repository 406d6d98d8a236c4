//! Results read back: statistics of a collection, and the differences between two runs.

use super::columns::FINGERPRINT;
use super::distribution::Distribution;
use csv::{ByteRecord, StringRecord};
use std::collections::{BTreeMap, HashMap};
use std::io::Read;
use thiserror::Error;

/// The reasons why results cannot be used.
#[derive(Debug, Error)]
pub(crate) enum ResultsError {
    /// The results are not a CSV table.
    #[error("this is not a table of results: {0}")]
    Csv(#[from] csv::Error),
    /// The results have no column of ids.
    #[error("the column `id`, which is needed to match rows, is missing")]
    NoId,
    /// The results have no column of fingerprints.
    #[error(
        "the column `fingerprint` is missing; add it with `cluewright batch --columns id,verdict,fingerprint`"
    )]
    NoFingerprint,
    /// The results lack a column. The text lists the required columns.
    #[error("the column `{0}` is missing; add it with `cluewright batch --columns {1}`")]
    NoColumn(&'static str, String),
    /// Two rows have the same id.
    #[error("two rows have the id `{0}`")]
    Twice(String),
}

/// Statistics of the columns of results.
#[derive(Clone, Debug, Default)]
pub(crate) struct Stats {
    /// The number of rows.
    pub rows: u64,
    /// The columns that can be summarised, in the order of the file.
    pub columns: Vec<(String, Content)>,
}

/// The content of a column.
#[derive(Clone, Debug)]
pub(crate) enum Content {
    Numbers(Distribution),
    /// The words of a column with few different words, each with its number of occurrences. Empty values are not
    /// counted.
    Words(BTreeMap<String, u64>),
}

/// Columns that identify a row instead of describing it.
const NAMES: &[&str] = &[
    "id",
    "line",
    "source",
    "solution",
    "title",
    "author",
    FINGERPRINT,
];

/// Number of different words above which a column consists of names, if most of the words occur only once.
const FEW_WORDS: usize = 12;

/// Number of different words above which a column is classified as free text.
const DIFFERENT_WORDS: usize = 64;

/// A column whose content is not classified yet.
#[derive(Default)]
struct Gathered {
    numbers: Option<Distribution>,
    words: BTreeMap<String, u64>,
    is_text: bool,
}

impl Stats {
    /// Computes statistics of results in CSV, in the format of a batch.
    ///
    /// # Errors
    /// Returns an error if the results are not CSV.
    pub(crate) fn read(results: impl Read) -> Result<Self, ResultsError> {
        let mut reader = csv::Reader::from_reader(results);
        let header = reader.headers()?.clone();
        let mut gathered: Vec<Gathered> = header.iter().map(|_| Gathered::new()).collect();
        let mut rows = 0;
        let mut record = StringRecord::new();
        while reader.read_record(&mut record)? {
            rows += 1;
            for (column, value) in gathered.iter_mut().zip(&record) {
                column.add(value);
            }
        }
        let named = header.iter().zip(gathered);
        let shown = named.filter(|(name, _)| !NAMES.contains(name));
        let columns = shown.filter_map(|(name, column)| Some((name.to_owned(), column.content()?)));
        Ok(Self {
            rows,
            columns: columns.collect(),
        })
    }
}

impl Gathered {
    fn new() -> Self {
        Self {
            numbers: Some(Distribution::default()),
            ..Self::default()
        }
    }

    fn add(&mut self, value: &str) {
        if value.is_empty() {
            return;
        }
        match (value.parse::<f64>(), &mut self.numbers) {
            // Rust also parses words such as `nan` and `infinity` as numbers.
            (Ok(number), Some(numbers)) if number.is_finite() => numbers.add(number),
            _ => self.numbers = None,
        }
        if self.is_text {
            return;
        }
        // Words are counted even while every value is a number, because a later value may be a word.
        let has_room = self.words.len() < DIFFERENT_WORDS;
        match self.words.get_mut(value) {
            Some(count) => *count += 1,
            None if has_room => {
                self.words.insert(value.to_owned(), 1);
            }
            None => self.is_text = true,
        }
    }

    /// Returns `true` if the column consists of names: it has more than [`FEW_WORDS`] different words, and most of them
    /// occur only once.
    fn is_of_names(&self) -> bool {
        let rare = self.words.values().filter(|&&count| count == 1).count();
        self.words.len() > FEW_WORDS && 2 * rare > self.words.len()
    }

    fn content(self) -> Option<Content> {
        match self.numbers {
            _ if self.words.is_empty() => None,
            Some(numbers) => Some(Content::Numbers(numbers)),
            None => (!self.is_text && !self.is_of_names()).then_some(Content::Words(self.words)),
        }
    }
}

/// Groups of puzzles that are the same up to rotation, reflection and relabelling.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Duplicates {
    /// The ids of puzzles that are the same, in the order of their rows.
    pub groups: Vec<Vec<String>>,
}

impl Duplicates {
    /// Finds the rows with the same fingerprint in results in CSV, in the format of a batch.
    ///
    /// # Errors
    /// Returns an error if the results are not CSV, or if they have no column `id` or `fingerprint`.
    pub(crate) fn read(results: impl Read) -> Result<Self, ResultsError> {
        let mut reader = csv::Reader::from_reader(results);
        let header = reader.headers()?.clone();
        let place = |wanted: &str| header.iter().position(|name| name == wanted);
        let id = place("id").ok_or(ResultsError::NoId)?;
        let print = place(FINGERPRINT).ok_or(ResultsError::NoFingerprint)?;
        let mut group_of: HashMap<String, usize> = HashMap::new();
        let mut groups: Vec<Vec<String>> = vec![];
        for record in reader.records() {
            let record = record?;
            let Some(print) = record.get(print).filter(|print| !print.is_empty()) else {
                continue;
            };
            let group = *group_of.entry(print.to_owned()).or_insert_with(|| {
                groups.push(vec![]);
                groups.len() - 1
            });
            groups[group].push(record.get(id).unwrap_or_default().to_owned());
        }
        groups.retain(|group| group.len() > 1);
        Ok(Self { groups })
    }
}

/// The differences between two results for the same puzzles.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Diff {
    /// Number of ids that are in both results.
    pub common: u64,
    /// Ids that are only in the old results, in the order of the file.
    pub only_old: Vec<String>,
    /// Ids that are only in the new results, in the order of the file.
    pub only_new: Vec<String>,
    /// The columns that only one of the results has.
    pub other_columns: Vec<String>,
    /// The changes in each column that both results have. Columns without changes are omitted.
    pub columns: Vec<ColumnDiff>,
}

/// The changes in a column.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct ColumnDiff {
    /// The name of the column.
    pub name: String,
    /// `true` for a measured time, which changes from run to run and does not count as a difference.
    pub is_time: bool,
    /// Number of rows whose value changed.
    pub changed: u64,
    /// Number of rows whose value increased.
    pub larger: u64,
    /// Number of rows whose value decreased.
    pub smaller: u64,
    /// The sums of the old and of the new numbers over the common rows; `None` if some values are not numbers.
    pub sums: Option<(f64, f64)>,
    /// The changes from one word to another, each with its number of occurrences. Only the most frequent ones are kept,
    /// in descending order.
    pub changes: Vec<(String, String, u64)>,
    /// The first rows that changed, each with its id, old value and new value.
    pub examples: Vec<(String, String, String)>,
}

/// Maximum number of rows and changes to keep as examples.
const EXAMPLES: usize = 10;

/// Maximum number of different changes that are counted separately for each column. Otherwise, a column that changes in
/// every row would fill the memory.
const CHANGES: usize = 10_000;

impl Diff {
    /// Compares results row by row, by their ids. Memory use grows with the distance between two rows with the same id.
    ///
    /// # Errors
    /// Returns an error if one of the results is not CSV, has no ids, or has the same id twice.
    pub(crate) fn read(old: impl Read, new: impl Read) -> Result<Self, ResultsError> {
        let (mut old, mut new) = (Side::new(old)?, Side::new(new)?);
        let mut other_columns = names_only(&old.header, &new.header);
        other_columns.extend(names_only(&new.header, &old.header));
        let mut columns = Comparison::of(&old.header, &new.header);
        let mut common = 0;
        loop {
            let (mine, theirs) = (old.next()?, new.next()?);
            if mine.is_none() && theirs.is_none() {
                break;
            }
            for pair in meet(&mut old, &mut new, mine, theirs)? {
                common += 1;
                let id = String::from_utf8_lossy(&pair.0[old.id]).into_owned();
                for column in &mut columns {
                    column.compare(&id, &pair.0, &pair.1);
                }
            }
        }
        Ok(Self {
            common,
            only_old: old.into_unmatched(),
            only_new: new.into_unmatched(),
            other_columns,
            columns: columns.into_iter().filter_map(Comparison::diff).collect(),
        })
    }

    /// Returns `true` if both results have the same ids and, in the columns that both have, the same values except for
    /// measured times.
    #[must_use]
    pub(crate) fn is_empty(&self) -> bool {
        let rows = self.only_old.is_empty() && self.only_new.is_empty();
        rows && self.columns.iter().all(|column| column.is_time)
    }
}

fn names_only(header: &StringRecord, other: &StringRecord) -> Vec<String> {
    let only = |name: &&str| !other.iter().any(|theirs| theirs == *name);
    header.iter().filter(only).map(str::to_owned).collect()
}

/// One of two results to compare.
struct Side<R> {
    reader: csv::Reader<R>,
    header: StringRecord,
    /// The index of the column of ids.
    id: usize,
    /// Rows without a counterpart so far, by id, each with its row number.
    waiting: HashMap<Vec<u8>, (u64, ByteRecord)>,
    row: u64,
}

impl<R: Read> Side<R> {
    fn new(results: R) -> Result<Self, ResultsError> {
        let mut reader = csv::Reader::from_reader(results);
        let header = reader.headers()?.clone();
        let id = header.iter().position(|name| name == "id");
        Ok(Self {
            reader,
            id: id.ok_or(ResultsError::NoId)?,
            header,
            waiting: HashMap::new(),
            row: 0,
        })
    }

    fn next(&mut self) -> Result<Option<ByteRecord>, ResultsError> {
        let mut record = ByteRecord::new();
        let there = self.reader.read_byte_record(&mut record)?;
        Ok(there.then_some(record))
    }

    fn wait(&mut self, record: ByteRecord) -> Result<(), ResultsError> {
        self.row += 1;
        let id = record[self.id].to_vec();
        match self.waiting.insert(id, (self.row, record)) {
            None => Ok(()),
            Some((_, twin)) => {
                let id = String::from_utf8_lossy(&twin[self.id]).into_owned();
                Err(ResultsError::Twice(id))
            }
        }
    }

    /// Returns the ids without a counterpart, in the order of their rows.
    fn into_unmatched(self) -> Vec<String> {
        let mut rows: Vec<_> = self.waiting.into_values().collect();
        // A hash map has a different order in each run, but the output must always be the same.
        rows.sort_by_key(|(row, _)| *row);
        let id = |(_, record): &(u64, ByteRecord)| {
            String::from_utf8_lossy(&record[self.id]).into_owned()
        };
        rows.iter().map(id).collect()
    }
}

/// Two rows with the same id, one from each result.
type Pair = (ByteRecord, ByteRecord);

/// Returns the pairs of rows with the same id that the next two rows complete. Each of these rows may match the
/// other, or a row that is waiting for its counterpart.
fn meet<R: Read, S: Read>(
    old: &mut Side<R>,
    new: &mut Side<S>,
    mine: Option<ByteRecord>,
    theirs: Option<ByteRecord>,
) -> Result<Vec<Pair>, ResultsError> {
    let mut pairs = vec![];
    // Two runs over the same inputs have their rows in the same order, so most pairs need no map.
    if let (Some(mine), Some(theirs)) = (&mine, &theirs)
        && mine[old.id] == theirs[new.id]
    {
        pairs.push((mine.clone(), theirs.clone()));
        return Ok(pairs);
    }
    if let Some(mine) = mine {
        match new.waiting.remove(&mine[old.id]) {
            Some((_, theirs)) => pairs.push((mine, theirs)),
            None => old.wait(mine)?,
        }
    }
    if let Some(theirs) = theirs {
        match old.waiting.remove(&theirs[new.id]) {
            Some((_, mine)) => pairs.push((mine, theirs)),
            None => new.wait(theirs)?,
        }
    }
    Ok(pairs)
}

/// A column that both results have.
struct Comparison {
    old: usize,
    new: usize,
    diff: ColumnDiff,
    changes: BTreeMap<(String, String), u64>,
}

impl Comparison {
    fn of(old: &StringRecord, new: &StringRecord) -> Vec<Self> {
        let column = |(index, name): (usize, &str)| {
            let there = new.iter().position(|theirs| theirs == name)?;
            (name != "id").then(|| Self {
                old: index,
                new: there,
                diff: ColumnDiff {
                    name: name.to_owned(),
                    is_time: name == "milliseconds",
                    sums: Some((0.0, 0.0)),
                    ..ColumnDiff::default()
                },
                changes: BTreeMap::new(),
            })
        };
        old.iter().enumerate().filter_map(column).collect()
    }

    fn compare(&mut self, id: &str, old: &ByteRecord, new: &ByteRecord) {
        let (old, new) = (&old[self.old], &new[self.new]);
        let number = |bytes: &[u8]| match bytes {
            // An empty cell must not turn a column of numbers into a column of words.
            b"" => Some(0.0),
            _ => str::from_utf8(bytes).ok()?.parse::<f64>().ok(),
        };
        let numbers = number(old).zip(number(new));
        self.diff.sums = self
            .diff
            .sums
            .zip(numbers)
            .map(|(sums, (old, new))| (sums.0 + old, sums.1 + new));
        if old == new {
            return;
        }
        self.diff.changed += 1;
        if let Some((old, new)) = numbers {
            self.diff.larger += u64::from(new > old);
            self.diff.smaller += u64::from(new < old);
        }
        let text = |bytes| String::from_utf8_lossy(bytes).into_owned();
        if self.diff.examples.len() < EXAMPLES {
            self.diff
                .examples
                .push((id.to_owned(), text(old), text(new)));
        }
        // Changes of numbers are counted, too, because a later value may show that the column has words.
        let change = (text(old), text(new));
        let has_room = self.changes.len() < CHANGES;
        match self.changes.get_mut(&change) {
            Some(count) => *count += 1,
            None if has_room => {
                self.changes.insert(change, 1);
            }
            None => {}
        }
    }

    fn diff(mut self) -> Option<ColumnDiff> {
        if self.diff.sums.is_none() {
            let mut changes: Vec<_> = self.changes.into_iter().collect();
            // The sort is stable, so changes with the same count stay in alphabetical order in every run.
            changes.sort_by_key(|(_, count)| std::cmp::Reverse(*count));
            let told = changes.into_iter().take(EXAMPLES);
            self.diff.changes = told.map(|((old, new), count)| (old, new, count)).collect();
        }
        (self.diff.changed > 0).then_some(self.diff)
    }
}
