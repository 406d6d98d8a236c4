//! Grades from a table of earlier results, so that puzzles need not be graded again.

use super::columns::{Column, FINGERPRINT, Need, Shape, VERDICT};
use super::results::ResultsError;
use super::row::Value;
use csv::StringRecord;
use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io::Read;

/// The grades in a table, by fingerprint of the puzzle.
pub(crate) struct Grades {
    /// The columns of the table that belong to the grade, each with its position.
    columns: Vec<(&'static Column, usize)>,
    /// The rows of graded puzzles. The value is `None` if the rows for a puzzle contradict each other.
    rows: HashMap<String, Option<StringRecord>>,
}

/// The grade of a puzzle in the table.
#[derive(Clone, Copy)]
pub(crate) struct StatedGrade<'a> {
    columns: &'a [(&'static Column, usize)],
    row: &'a StringRecord,
}

impl Grades {
    /// Reads the grades of unique puzzles from a CSV table that a batch wrote. Skips rows without a value in one of the
    /// `needed` columns, because their grade is incomplete.
    ///
    /// # Errors
    /// Returns an error if the text is not CSV, or if the table lacks the verdicts, the fingerprints or one of the
    /// `needed` columns.
    pub(crate) fn read(
        table: impl Read,
        needed: impl Iterator<Item = &'static Column>,
    ) -> Result<Self, ResultsError> {
        let mut reader = csv::Reader::from_reader(table);
        let header = reader.headers()?.clone();
        let position = |name: &str| header.iter().position(|other| other == name);
        let needed: Vec<&'static Column> = needed.filter(|&column| is_grade(column)).collect();
        let mut columns: Vec<(&'static Column, usize)> = vec![];
        for column in needed.iter().copied() {
            let place = position(column.name);
            columns.push((column, place.ok_or_else(|| lacks(column.name, &needed))?));
        }
        let verdict = position(VERDICT).ok_or_else(|| lacks(VERDICT, &needed))?;
        let print = position(FINGERPRINT).ok_or_else(|| lacks(FINGERPRINT, &needed))?;
        let mut grades = Self {
            columns,
            rows: HashMap::new(),
        };
        for record in reader.records() {
            let record = record?;
            if &record[verdict] == "unique" && !record[print].is_empty() && grades.are_in(&record) {
                grades.add(record[print].to_owned(), record);
            }
        }
        Ok(grades)
    }

    fn are_in(&self, row: &StringRecord) -> bool {
        let mut columns = self.columns.iter();
        columns.all(|(column, place)| parse(column, &row[*place]).is_some())
    }

    fn add(&mut self, print: String, row: StringRecord) {
        match self.rows.entry(print) {
            Entry::Vacant(free) => {
                free.insert(Some(row));
            }
            Entry::Occupied(mut taken) => {
                let is_same = |other: &StringRecord| {
                    let mut places = self.columns.iter().map(|(_, place)| *place);
                    places.all(|place| other[place] == row[place])
                };
                if !taken.get().as_ref().is_some_and(is_same) {
                    // The entry is not removed, because a third row for the puzzle would then count as its only row.
                    taken.insert(None);
                }
            }
        }
    }

    /// Returns the grade of the puzzle with the given fingerprint; `None` if the table has none.
    pub(crate) fn find(&self, fingerprint: &str) -> Option<StatedGrade<'_>> {
        let row = self.rows.get(fingerprint)?.as_ref()?;
        Some(StatedGrade {
            columns: &self.columns,
            row,
        })
    }
}

impl<'a> StatedGrade<'a> {
    /// Returns the value of a column; `None` if the column is not part of the grade.
    pub(crate) fn value(&self, column: &Column) -> Option<Value<'a>> {
        let mut columns = self.columns.iter();
        let (column, place) = columns.find(|(other, _)| other.name == column.name)?;
        parse(column, &self.row[*place])
    }
}

/// Returns `true` if a column describes the grade.
pub(crate) fn is_grade(column: &Column) -> bool {
    column.need == Need::Grade
}

/// Parses a column's value in the form in which a batch writes it; `None` if the text is empty or invalid.
fn parse<'a>(column: &Column, text: &'a str) -> Option<Value<'a>> {
    match column.shape {
        _ if text.is_empty() => None,
        Shape::Text | Shape::Word => Some(Value::text(text)),
        Shape::Count | Shape::Amount => text.parse().ok().map(Value::Count),
        Shape::Measure => {
            // Conditions round a measure to its number of digits. The value keeps the digits of the table, so it is
            // compared exactly as it is written there.
            let digits = text.split_once('.').map_or(0, |(_, digits)| digits.len());
            let measure: Option<f64> = text.parse().ok();
            let measure = measure.filter(|measure| measure.is_finite());
            measure.map(|measure| Value::Measure(measure, digits))
        }
    }
}

fn lacks(name: &'static str, needed: &[&'static Column]) -> ResultsError {
    let mut columns = vec!["id", VERDICT, FINGERPRINT];
    columns.extend(needed.iter().map(|column| column.name));
    let mut different: Vec<&str> = vec![];
    for column in columns {
        if !different.contains(&column) {
            different.push(column);
        }
    }
    ResultsError::NoColumn(name, different.join(","))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::batch::column;

    fn read(table: &str) -> Result<Grades, ResultsError> {
        let needed = ["rating", "tier", "author"].into_iter().filter_map(column);
        Grades::read(table.as_bytes(), needed)
    }

    fn rating(grades: &Grades, print: &str) -> Option<Value<'static>> {
        let rating = column("rating").expect("`rating` is a column");
        match grades.find(print)?.value(rating)? {
            Value::Measure(measure, digits) => Some(Value::Measure(measure, digits)),
            _ => None,
        }
    }

    #[test]
    fn only_complete_and_undisputed_grades_are_found() {
        let table = "id,verdict,rating,tier,fingerprint\n\
                     whole,unique,3.4,hard,a\n\
                     again,unique,3.4,hard,a\n\
                     unfinished,unique,,,b\n\
                     open,several,3.4,hard,c\n\
                     one,unique,2.0,easy,d\n\
                     other,unique,2.3,easy,d\n\
                     third,unique,2.3,easy,d\n\
                     nonsense,unique,soon,easy,e\n";
        let grades = read(table).expect("a table of results");
        assert_eq!(rating(&grades, "a"), Some(Value::Measure(3.4, 1)));
        for print in ["b", "c", "d", "e", "f", ""] {
            assert_eq!(rating(&grades, print), None, "{print}");
        }
    }

    #[test]
    fn a_table_without_a_needed_column_is_refused() {
        for (header, lacked) in [
            ("id,verdict,tier,fingerprint", "rating"),
            ("id,verdict,tier,rating", "fingerprint"),
            ("id,tier,rating,fingerprint", "verdict"),
        ] {
            let error = read(header).err().expect("a column is missing");
            assert!(error.to_string().contains(lacked), "{error}");
        }
    }
}
