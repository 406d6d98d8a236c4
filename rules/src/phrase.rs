//! Phrases with placeholders: what steps say of clues.

use super::error::{LanguageError, suggestion};

/// What a rule's own phrase may name beside its parameters.
pub const PHRASE_NAMES: &[&str] = &["clue", "where", "conclusion", "given", "count"];

/// What it may name as a label may: where the clue stands.
pub(super) const LABEL_NAMES: &[&str] = &["first", "last", "line", "side"];

/// Whether a phrase names nothing but this.
///
/// # Errors
/// The first placeholder that is unknown or not closed, with its place in the phrase.
pub fn check_phrase(phrase: &str, names: &[&str]) -> Result<(), LanguageError> {
    let mut from = 0;
    while let Some(open) = phrase[from..].find('{').map(|at| from + at) {
        let Some(close) = phrase[open..].find('}').map(|at| open + at) else {
            return Err(LanguageError::new("`{` is not closed", open..open + 1));
        };
        let name = phrase[open + 1..close]
            .split(':')
            .next()
            .unwrap_or_default();
        if !names.contains(&name) {
            let near = suggestion(name, names.iter().copied());
            let near = near.map(|near| format!("{near} ")).unwrap_or_default();
            let error = LanguageError::new(
                format!("nothing is called `{name}` here"),
                open + 1..open + 1 + name.len(),
            );
            return Err(error.help(format!("{near}a phrase here may name {}", names.join(", "))));
        }
        from = close + 1;
    }
    Ok(())
}
