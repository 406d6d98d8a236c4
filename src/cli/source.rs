//! The text of a puzzle, and the name of its source.

/// A text, with its name in messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// A path, the address `PATH:ID` in a list, `standard input`, or `the command line`.
    pub name: String,
    /// The text of the source.
    pub text: String,
    /// The other columns of the row, if the text comes from a list.
    pub row: Option<Row>,
}

/// The columns of a row other than the one with the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The solution that the row states.
    pub solution: Option<String>,
    /// `true` if the list has no columns: each line is a grid or a link.
    pub is_line: bool,
    /// The reason why the row has no puzzle.
    pub fault: Option<String>,
}
