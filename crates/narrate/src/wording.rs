//! The phrases of `rules/wording/en.toml`, one for each form of argument.

use super::names::{digit_name, list_of, locate, with_article};
use cluewright_puzzle::DigitSet;
use cluewright_puzzle::spelling::nearest;
use cluewright_rules::{PHRASE_NAMES, check_phrase};
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use thiserror::Error;

/// The placeholders that phrases for steps without clues may use.
const STEP_NAMES: &[&str] = &["conclusion", "where", "cells", "digits", "cell", "digit"];

/// The forms of argument whose phrases may use [`STEP_NAMES`], each with its additional placeholders.
const STEPS: &[(&str, &[&str])] = &[
    ("last-cell", &[]),
    ("only-place", &[]),
    ("only-digit", &[]),
    ("confined", &["house", "elsewhere", "within"]),
    ("confined-leaving", &["house", "last"]),
    ("seen", &["house", "losers"]),
    ("naked-set", &["elsewhere"]),
    ("shared-set", &["elsewhere"]),
    ("hidden-set", &[]),
    ("hidden-set-leaving", &[]),
    ("locked-set", &[]),
    ("fish", &["bases", "covers", "elsewhere"]),
    ("finned-fish", &[]),
    ("strong-links", &["links"]),
    ("linked-pair", &["ends", "house", "link", "joined", "freed"]),
    ("wing", &[]),
    ("exclusion", &[]),
    ("almost-locked", &[]),
    ("blossom", &[]),
    ("unique-loop", &[]),
    ("bug", &[]),
    ("digit-cycle", &["chain"]),
    ("cell-cycle", &["chain"]),
    ("cycle", &["chain"]),
    ("opposite", &["chain"]),
    ("contradiction", &["chain"]),
    ("places", &["chain"]),
    ("branches", &["chain"]),
    ("branches-with-patterns", &["chain"]),
    ("branches-with-chains", &["chain"]),
    ("branches-with-forcing", &["chain"]),
    ("branches-with-dynamic-forcing", &["chain"]),
    ("refutation", &["refuted"]),
    ("all-cases", &[]),
    ("clue-cases", &[]),
    ("listing", &[]),
    ("filling", &["filled"]),
    ("path", &["along"]),
    ("classes", &["counted"]),
    ("digit", &["throughout"]),
    ("balance", &["balanced"]),
    ("proven", &["proven"]),
    ("tally-all", &["taken"]),
    ("tally", &["houses", "whole", "taken", "left", "rest"]),
    ("search", &[]),
    ("searched-rest", &[]),
];

/// The forms of argument from clues, each with the placeholders that its phrase may use in addition to
/// [`PHRASE_NAMES`].
const CLUES: &[(&str, &[&str])] = &[
    ("plain", &[]),
    ("combinations", &["sets"]),
    ("one-combination", &["sets"]),
    ("rest-at-most", &["whole", "most"]),
    ("rest-at-least", &["whole", "least"]),
    ("left-over", &["total", "known", "left", "cells", "on"]),
    ("whole-known", &["left", "cells", "on"]),
    ("rising", &[]),
    ("less", &["kind", "low", "high"]),
    ("run", &[]),
    ("partners", &["missing", "on"]),
    ("wants", &["kind", "wants"]),
    ("same", &["kind", "pairs", "on"]),
    ("copied", &["kind", "copied", "on"]),
    ("must", &["must"]),
    ("parts-make", &["parts", "least"]),
    ("parts-at-least", &["parts", "least"]),
    ("parts-at-most", &["parts", "most"]),
    ("parts-between", &["parts", "least", "most"]),
    ("other-parts-at-least", &["whole", "least"]),
    ("other-parts-at-most", &["whole", "most"]),
    ("each-makes", &["least"]),
    ("each-at-least", &["least"]),
    ("each-at-most", &["most"]),
    ("each-between", &["least", "most"]),
    ("cases", &["cases"]),
    ("unmade", &["on", "unmade"]),
    ("needs", &["needs"]),
    ("bars", &["bars"]),
    ("between", &["sets"]),
    ("between-ends", &["sets", "ends"]),
    ("ends", &["ends"]),
    ("touching", &[]),
    ("apart", &["apart"]),
    ("seen-first", &[]),
    ("seen-at-least", &["least"]),
    ("seen-at-most", &["most"]),
    ("seen-otherwise", &["least", "most"]),
    ("words", &["words"]),
    ("innies", &["houses", "clues", "innies", "rest"]),
    (
        "innies-among",
        &["houses", "clues", "innies", "rest", "sets"],
    ),
    (
        "innies-must",
        &["houses", "clues", "innies", "rest", "must"],
    ),
    ("outies", &["houses", "clues", "outies", "rest"]),
    (
        "innies-and-outies",
        &["houses", "clues", "innies", "outies", "rest"],
    ),
    (
        "outies-and-innies",
        &["houses", "clues", "innies", "outies", "rest"],
    ),
    ("broken", &[]),
];

/// The phrases, by form of argument.
#[derive(Clone, Debug)]
pub struct Phrases(BTreeMap<String, String>);

/// The reason why phrases cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct PhraseError {
    /// A description of the mistake and of what was expected.
    pub message: String,
    /// The byte range of the mistake in the text.
    pub span: Option<Range<usize>>,
    /// Advice on how to correct the mistake.
    pub help: Option<String>,
}

impl Phrases {
    /// Returns the built-in phrases.
    ///
    /// # Panics
    ///
    /// Panics if the built-in file is invalid, which a test of [`Phrases::parse`] would detect.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static PHRASES: OnceLock<Phrases> = OnceLock::new();
        let text = cluewright_rules::files::ENGLISH;
        PHRASES.get_or_init(|| Self::parse(text).expect("the built-in phrases are right"))
    }

    /// Parses a file of phrases.
    ///
    /// # Errors
    ///
    /// Returns an error if the file is not TOML, lacks a form of argument, has a phrase for an unknown form, or
    /// uses an unknown placeholder.
    pub fn parse(text: &str) -> Result<Self, PhraseError> {
        let read: BTreeMap<toml::Spanned<String>, toml::Spanned<String>> = toml::from_str(text)
            .map_err(|error| PhraseError {
                message: error.message().to_owned(),
                span: error.span(),
                help: None,
            })?;
        let mut phrases = BTreeMap::new();
        for (kind, phrase) in read {
            let Some(names) = names_of(kind.get_ref()) else {
                let near = nearest(kind.get_ref(), kinds());
                return Err(PhraseError {
                    message: format!("no argument is called `{}`", kind.get_ref()),
                    span: Some(kind.span()),
                    help: near.map(|near| format!("did you mean `{near}`?")),
                });
            };
            check_phrase(phrase.get_ref(), &names).map_err(|error| {
                // The span includes the quotation mark before the phrase.
                let first = phrase.span().start + 1;
                PhraseError {
                    message: error.message,
                    span: Some(first + error.span.start..first + error.span.end),
                    help: error.help,
                }
            })?;
            phrases.insert(kind.into_inner(), phrase.into_inner());
        }
        match kinds().find(|kind| !phrases.contains_key(*kind)) {
            None => Ok(Self(phrases)),
            Some(kind) => Err(PhraseError {
                message: format!("a phrase for `{kind}` is missing"),
                span: None,
                help: None,
            }),
        }
    }

    /// Returns the phrase of a form of argument.
    pub(super) fn of(&self, kind: &str) -> &str {
        // `parse` rejects a file that lacks a phrase, so the fallback is only a safeguard against panics.
        self.0.get(kind).map_or("{conclusion}", String::as_str)
    }

    /// Returns `true` if the phrase of an argument names the digits of the pattern.
    pub(super) fn names_digits(&self, kind: &str) -> bool {
        self.of(kind).contains("{digits")
    }
}

/// Iterates over all forms of argument.
fn kinds() -> impl Iterator<Item = &'static str> {
    STEPS.iter().chain(CLUES).map(|(kind, _)| *kind)
}

/// Returns the placeholders that the phrase of an argument may use. Returns `None` if the form of argument is
/// unknown.
fn names_of(kind: &str) -> Option<Vec<&'static str>> {
    let all = [(STEP_NAMES, STEPS), (PHRASE_NAMES, CLUES)];
    all.iter().find_map(|(common, kinds)| {
        let (_, own) = kinds.iter().find(|(known, _)| *known == kind)?;
        Some(common.iter().chain(*own).copied().collect())
    })
}

/// The words that replace a placeholder.
pub(super) struct Value {
    words: Vec<String>,
    /// Number of objects that the words name. Verbs agree with this number.
    count: usize,
}

impl From<String> for Value {
    fn from(word: String) -> Self {
        let words = vec![word];
        Self { words, count: 1 }
    }
}

impl FromIterator<String> for Value {
    fn from_iter<I: IntoIterator<Item = String>>(words: I) -> Self {
        let words: Vec<String> = words.into_iter().collect();
        let count = words.len();
        Self { words, count }
    }
}

impl From<DigitSet> for Value {
    fn from(digits: DigitSet) -> Self {
        digits.iter().map(digit_name).collect()
    }
}

impl Value {
    /// Creates the words for `count` objects.
    pub(super) fn with_count(words: String, count: usize) -> Self {
        let words = vec![words];
        Self { words, count }
    }

    fn is_empty(&self) -> bool {
        self.words.iter().all(String::is_empty)
    }

    /// Returns the words in the form that a placeholder requests, for example the singular or the plural.
    fn text(&self, form: &str) -> String {
        let words = &self.words;
        match form {
            "" => list_of(words, " and "),
            "or" => list_of(words, " or "),
            "-" => words.join("-"),
            "a" => with_article(&words.join("-")),
            "in" => locate(&list_of(words, " and ")),
            forms => {
                // The forms after the `count`-th one are for greater counts, so the last remaining form agrees with the
                // count.
                let forms = forms.split('|').take(self.count.max(1));
                forms.last().unwrap_or_default().to_owned()
            }
        }
    }
}

/// Fills in a phrase. `value` returns the words for a placeholder.
pub(super) fn fill(phrase: &str, value: &dyn Fn(&str) -> Value) -> String {
    let (mut text, mut rest) = (String::new(), phrase);
    while let Some(at) = rest.find(['{', '[']) {
        text.push_str(&rest[..at]);
        let is_name = rest[at..].starts_with('{');
        let close = if is_name { '}' } else { ']' };
        let end = rest[at..].find(close).map_or(rest.len(), |end| at + end);
        let inside = &rest[at + 1..end];
        match is_name {
            true => {
                let (name, form) = inside.split_once(':').unwrap_or((inside, ""));
                text.push_str(&value(name).text(form));
            }
            false if names_nothing(inside, value) => {}
            false => text.push_str(&fill(inside, value)),
        }
        // `check_phrase` rejects unclosed brackets, so this line only has to avoid a panic.
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    text + rest
}

/// Returns `true` if an optional part of a phrase contains a placeholder without words. Such a part is omitted.
fn names_nothing(part: &str, value: &dyn Fn(&str) -> Value) -> bool {
    let names = part.split('{').skip(1);
    let mut names = names.filter_map(|rest| rest.split(['}', ':']).next());
    names.any(|name| value(name).is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_placeholders_are_refused_where_they_stand() {
        let text = cluewright_rules::files::ENGLISH.replace("{most}", "{moost}");
        let error = Phrases::parse(&text).expect_err("`moost` is unknown");
        assert_eq!(error.message, "nothing is called `moost` here");
        assert_eq!(error.span.map(|span| &text[span]), Some("moost"));
        assert!(
            error
                .help
                .is_some_and(|help| help.starts_with("did you mean `most`?"))
        );
    }

    #[test]
    fn every_argument_has_a_phrase() {
        let error = Phrases::parse("plain = \"{conclusion}\"\n").expect_err("others lack");
        assert_eq!(error.message, "a phrase for `last-cell` is missing");
        let error = Phrases::parse("playn = \"\"\n").expect_err("it is no argument");
        assert_eq!(error.help.as_deref(), Some("did you mean `plain`?"));
        assert_eq!(Phrases::builtin().0.len(), kinds().count());
    }

    #[test]
    fn what_is_not_given_is_not_said() {
        let said = |given: &str| {
            let given = given.to_owned();
            let value = move |name: &str| match name {
                "given" => given.clone().into(),
                _ => format!("<{name}>").into(),
            };
            fill("[{given}, so ]{clue} ends", &value)
        };
        assert_eq!(said(""), "<clue> ends");
        assert_eq!(said("R1C1 is 2"), "R1C1 is 2, so <clue> ends");
    }
}
