//! The text of a puzzle, and its source.

/// A text, with its name in messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// A path, the address `PATH:ID` in a list, `standard input`, or `the command line`.
    pub name: String,
    /// The text of the source.
    pub text: String,
    /// The other columns, if the text comes from a row of a list.
    pub row: Option<Row>,
}

/// The columns of a row, except for the one with the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The solution in the row.
    pub solution: Option<String>,
    /// `true` if the list has no columns: each line is a grid or a link.
    pub is_line: bool,
    /// Why the row has no puzzle.
    pub fault: Option<String>,
}
