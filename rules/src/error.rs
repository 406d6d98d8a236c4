//! What can be wrong with a formula, a rule file or a clue.

use std::ops::Range;
use thiserror::Error;

/// Why a formula of the rule language was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LanguageError {
    /// What was found and what was expected: lower case, no full stop.
    pub message: String,
    /// Where in the formula, in bytes.
    pub span: Range<usize>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Why a rule file was refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rule `{rule}`, {place}: {message}")]
pub struct RuleError {
    /// The rule's name, or the file's where it has none.
    pub rule: String,
    /// The key or the line: `relation`, `line 4`.
    pub place: String,
    /// What was found and what was expected.
    pub message: String,
    /// The formula that is wrong, or the whole file, and where in it, in bytes.
    pub formula: Option<Box<(String, Range<usize>)>>,
    /// What to do about it.
    pub help: Option<String>,
}

/// Why a clue does not fit its rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ClueError {
    /// The clue's place in `Puzzle::clues`.
    pub clue: usize,
    /// The clue in the setter's words and what is wrong with it: lower case, no full stop.
    pub message: String,
    /// What to do about it.
    pub help: Option<String>,
}

impl LanguageError {
    pub(super) fn new(message: impl Into<String>, span: Range<usize>) -> Self {
        Self {
            message: message.into(),
            span,
            help: None,
        }
    }

    pub(super) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// "did you mean …" for a name that is not among the known ones, when one of them is near.
pub(super) fn suggestion<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// The known name with the fewest edits from `name`, when these are few for its length.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let name: Vec<char> = name.to_lowercase().chars().take(40).collect();
    let most = 1 + name.len() / 4;
    let distances = known.into_iter().map(|other| (edits(&name, other), other));
    let (distance, best) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= most).then_some(best)
}

/// Levenshtein distance, ignoring case.
fn edits(name: &[char], other: &str) -> usize {
    let mut row: Vec<usize> = (0..=name.len()).collect();
    for (i, o) in other.chars().flat_map(char::to_lowercase).enumerate() {
        let mut diagonal = row[0];
        row[0] = i + 1;
        for (j, &n) in name.iter().enumerate() {
            let change = diagonal + usize::from(n != o);
            diagonal = row[j + 1];
            row[j + 1] = change.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[name.len()]
}
