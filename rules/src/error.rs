//! Errors in formulas, rule files and clues.

use std::ops::Range;
use thiserror::Error;

/// Error in a formula of the rule language.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct LanguageError {
    /// The mistake and what was expected, in lower case, without a full stop.
    pub message: String,
    /// The byte range of the mistake in the formula.
    pub span: Range<usize>,
    /// Advice on how to correct the mistake.
    pub help: Option<String>,
}

/// Error in a rule file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("rule `{rule}`, {place}: {message}")]
pub struct RuleError {
    /// The name of the rule, or of the file if the rule has none.
    pub rule: String,
    /// The key or line of the mistake, such as `relation` or `line 4`.
    pub place: String,
    /// The mistake and what was expected, in lower case, without a full stop.
    pub message: String,
    /// The formula with the mistake, or else the whole file, and the byte range of the mistake in it.
    pub formula: Option<Box<(String, Range<usize>)>>,
    /// Advice on how to correct the mistake.
    pub help: Option<String>,
}

/// Error for a clue that does not fit its rule.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct ClueError {
    /// The clue's index in `Puzzle::clues`.
    pub clue: usize,
    /// The name of the clue and what is wrong with it, in lower case, without a full stop.
    pub message: String,
    /// Advice on how to correct the mistake.
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

/// Returns "did you mean …" for an unknown name, if a known name is similar.
pub(super) fn suggestion<'a>(
    name: &str,
    known: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    nearest(name, known).map(|near| format!("did you mean `{near}`?"))
}

/// Returns the known name with the smallest edit distance from `name`, if that distance is small for
/// its length.
pub(super) fn nearest<'a>(name: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Names in files can have any length, so only their first characters are compared. Otherwise the comparison could take a
    // long time.
    let name: Vec<char> = name.to_lowercase().chars().take(40).collect();
    let most = 1 + name.len() / 4;
    let distances = known.into_iter().map(|other| (edits(&name, other), other));
    let (distance, best) = distances.min_by_key(|&(distance, _)| distance)?;
    (distance <= most).then_some(best)
}

/// Returns the Levenshtein distance, ignoring case.
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
