//! The text of a puzzle, with the name of its source.

/// A text, and its name in messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// The name: a path, an address `PATH:ID` in a list, `standard input` or `the command line`.
    pub name: String,
    /// The text of the source.
    pub text: String,
    /// The other columns of the text's row, if it comes from a list.
    pub row: Option<Row>,
}

/// The columns of a row, without the column of the puzzle.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The solution in the row.
    pub solution: Option<String>,
    /// `true` if the list has no columns, so that each line is a grid or a link.
    pub is_line: bool,
    /// The reason why the row has no puzzle.
    pub fault: Option<String>,
}
