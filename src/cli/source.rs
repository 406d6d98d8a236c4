//! The text of a puzzle, and its source.

/// A text, with its name in messages.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Source {
    /// A path, the address `PATH:ID` in a list, `standard input`, or `the command line`.
    pub name: String,
    /// The text of the source.
    pub text: String,
    /// The other columns, if the text is a row of a list.
    pub row: Option<Row>,
}

/// The columns of a list, except for the column that holds puzzles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Row {
    /// The solution of the row.
    pub solution: Option<String>,
    /// `true` if the row is a line of a list of grids and links.
    pub is_line: bool,
    /// The reason that the row has no puzzle.
    pub fault: Option<String>,
}
