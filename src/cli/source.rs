//! The text of a puzzle, and where it is from.

/// A text and what it is called in messages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Source {
    /// A path, `standard input`, or `the command line`.
    pub name: String,
    /// The text.
    pub text: String,
}
