//! Lists the puzzles in an input as text, with the ids that their rows would have.

use super::Options;
use super::input::Input;
use super::reader::{Reader, is_blank};
use super::record::{Record, Work};

/// A puzzle in an input, with its id and its position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Listed {
    /// The id of the puzzle in the input.
    pub own_id: Option<String>,
    /// The line of the puzzle, from 1; 0 if the puzzle is the whole input.
    pub line: u64,
    /// The text of the puzzle, or the reason why there is none.
    pub text: Result<String, String>,
    /// The solution in the input.
    pub solution: Option<String>,
    /// `true` if the puzzle is a line of a list.
    pub is_line: bool,
}

impl Listed {
    /// Returns the id that the puzzle's row would have without other inputs; `None` if the puzzle is the whole input
    /// and has no id of its own.
    pub(crate) fn id(&self) -> Option<String> {
        let line = (self.line > 0).then(|| self.line.to_string());
        self.own_id.clone().or(line)
    }

    fn of(work: &Work, record: &Record) -> Option<Self> {
        let bytes = work.puzzle(record);
        if record.fault.is_none() && record.line > 0 && is_blank(bytes) {
            return None;
        }
        let text = match &record.fault {
            Some(fault) => Err(fault.message.to_string()),
            None => crate::text::decode(bytes.to_vec()),
        };
        Some(Self {
            own_id: work.id(record).map(str::to_owned),
            line: record.line,
            text,
            solution: work.solution(record).map(str::to_owned),
            is_line: work.is_list,
        })
    }
}

/// Returns the puzzles of an input in order, without blank lines and comments.
pub(crate) fn list(input: Input, options: &Options) -> impl Iterator<Item = Listed> + '_ {
    let mut reader = Reader::new(vec![input], options);
    let works = std::iter::from_fn(move || {
        let chunk = reader.next(&mut vec![])?;
        Some(Work::new(chunk, options, vec![]))
    });
    works.flat_map(|work| {
        let listed = work
            .records
            .iter()
            .filter_map(|record| Listed::of(&work, record));
        // The records are collected, because they refer to the chunk, which is dropped here.
        listed.collect::<Vec<_>>()
    })
}
