//! Checks phrases with placeholders, from which sentences about clues are built.

use super::error::{LanguageError, suggestion};

/// Placeholders that the phrases of every rule may use, in addition to the rule's parameters.
pub const PHRASE_NAMES: &[&str] = &["clue", "where", "conclusion", "given", "count"];

/// Placeholders for the position of a clue, which phrases and labels share.
pub(super) const LABEL_NAMES: &[&str] = &["first", "last", "line", "side"];

/// The known formats of a placeholder. Any other format is a pair such as `is|are`, from which the number of
/// items selects one word.
const FORMS: &[&str] = &["or", "-", "a", "in"];

/// Checks that a phrase uses only certain placeholders and known formats, and closes every bracket.
///
/// # Errors
/// Returns the first wrong placeholder, with its position in the phrase.
pub fn check_phrase(phrase: &str, names: &[&str]) -> Result<(), LanguageError> {
    let mut from = 0;
    while let Some(open) = phrase[from..].find(['{', '[']).map(|at| from + at) {
        let is_name = phrase[open..].starts_with('{');
        let (begin, end) = if is_name { ('{', '}') } else { ('[', ']') };
        let Some(close) = phrase[open..].find(end).map(|at| open + at) else {
            let message = format!("`{begin}` is not closed");
            return Err(LanguageError::new(message, open..open + 1));
        };
        // Square brackets may contain placeholders, so the search continues inside them.
        from = if is_name { close + 1 } else { open + 1 };
        if is_name {
            check_name(&phrase[open + 1..close], open + 1, names)?;
        }
    }
    Ok(())
}

/// Checks the placeholder that begins at this position of a phrase.
fn check_name(placeholder: &str, start: usize, names: &[&str]) -> Result<(), LanguageError> {
    let (name, form) = placeholder.split_once(':').unwrap_or((placeholder, "or"));
    let near = |word: &str, known: &[&str]| {
        let near = suggestion(word, known.iter().copied());
        near.map(|near| format!("{near} ")).unwrap_or_default()
    };
    if !names.contains(&name) {
        let message = format!("nothing is called `{name}` here");
        let error = LanguageError::new(message, start..start + name.len());
        let near = near(name, names);
        return Err(error.help(format!("{near}a phrase here may name {}", names.join(", "))));
    }
    if !FORMS.contains(&form) && !form.contains('|') {
        let start = start + name.len() + 1;
        let error = LanguageError::new(format!("unknown form `{form}`"), start..start + form.len());
        let near = near(form, FORMS);
        return Err(error.help(format!(
            "{near}the forms are {} and `is|are`",
            FORMS.join(", ")
        )));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wrong_placeholders_are_refused_where_they_are() {
        let check = |phrase: &str| {
            let error = check_phrase(phrase, &["cells", "given"]).expect_err(phrase);
            (error.message, error.span)
        };
        let named = |message: &str, span| (message.to_owned(), span);
        assert_eq!(
            check("{cell} go"),
            named("nothing is called `cell` here", 1..5)
        );
        assert_eq!(check("{cells:ore}"), named("unknown form `ore`", 7..10));
        assert_eq!(check("so[, {given}"), named("`[` is not closed", 2..3));
        assert_eq!(check("so {given"), named("`{` is not closed", 3..4));
        let good = "[{given}, ]{cells} {cells:is|are} {cells:-}";
        assert_eq!(check_phrase(good, &["cells", "given"]), Ok(()));
    }
}
