//! The phrases of `rules/wording/phrases.toml`: what a step says, by the argument of its clue.

use cluewright_puzzle::spelling::nearest;
use cluewright_rules::{PHRASE_NAMES, check_phrase};
use serde::Deserialize;
use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::OnceLock;
use thiserror::Error;

/// The arguments, and what else their phrases may name.
const KINDS: &[(&str, &[&str])] = &[
    ("plain", &[]),
    ("combinations", &["sets"]),
    ("one-combination", &["sets"]),
    ("rest-at-most", &["whole", "most"]),
    ("rest-at-least", &["whole", "least"]),
    ("left-over", &["total", "known", "left", "cells", "on"]),
    ("whole-known", &["left", "cells", "make", "on"]),
    ("rising", &[]),
    ("less", &["kind", "low", "high"]),
    ("run", &[]),
    ("partners", &["missing", "have", "on"]),
    ("wants", &["kind", "wants"]),
    ("same", &["kind", "pairs", "on"]),
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

/// Phrases by the argument that they put into words.
#[derive(Clone, Debug)]
pub struct Phrases(BTreeMap<String, String>);

/// Why phrases cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct PhraseError {
    /// What was found and what was expected.
    pub message: String,
    /// Where in the text, in bytes.
    pub span: Option<Range<usize>>,
    /// What to do about it.
    pub help: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Phrase {
    text: toml::Spanned<String>,
}

impl Phrases {
    /// The phrases that come with the program.
    ///
    /// # Panics
    /// When the file is wrong, which a test of [`Phrases::parse`] would say.
    #[must_use]
    pub fn builtin() -> &'static Self {
        static PHRASES: OnceLock<Phrases> = OnceLock::new();
        let text = cluewright_rules::files::PHRASES;
        PHRASES.get_or_init(|| Self::parse(text).expect("the built-in phrases are right"))
    }

    /// Reads a file of phrases.
    ///
    /// # Errors
    /// When it is no TOML, lacks an argument, or has a phrase for an unknown one or with an unknown placeholder.
    pub fn parse(text: &str) -> Result<Self, PhraseError> {
        let read: BTreeMap<toml::Spanned<String>, Phrase> =
            toml::from_str(text).map_err(|error| PhraseError {
                message: error.message().to_owned(),
                span: error.span(),
                help: None,
            })?;
        let mut phrases = BTreeMap::new();
        for (kind, phrase) in read {
            let Some((_, own)) = KINDS.iter().find(|(known, _)| known == kind.get_ref()) else {
                let near = nearest(kind.get_ref(), KINDS.iter().map(|(name, _)| *name));
                return Err(PhraseError {
                    message: format!("no argument is called `{}`", kind.get_ref()),
                    span: Some(kind.span()),
                    help: near.map(|near| format!("did you mean `{near}`?")),
                });
            };
            let names: Vec<&str> = PHRASE_NAMES.iter().chain(*own).copied().collect();
            let said = phrase.text.get_ref();
            check_phrase(said, &names).map_err(|error| {
                // The phrase begins after its quotation mark.
                let first = phrase.text.span().start + 1;
                PhraseError {
                    message: error.message,
                    span: Some(first + error.span.start..first + error.span.end),
                    help: error.help,
                }
            })?;
            phrases.insert(kind.into_inner(), said.clone());
        }
        match KINDS.iter().find(|(kind, _)| !phrases.contains_key(*kind)) {
            None => Ok(Self(phrases)),
            Some((kind, _)) => Err(PhraseError {
                message: format!("there is no phrase for `{kind}`"),
                span: None,
                help: None,
            }),
        }
    }

    /// The phrase of an argument.
    pub(super) fn of(&self, kind: &str) -> &str {
        self.0.get(kind).map_or("{conclusion}", String::as_str)
    }
}

/// Fills a phrase in: `value` gives what stands for a placeholder. What stands in `[…]` is left out where nothing
/// is given.
pub(super) fn filled(phrase: &str, value: &dyn Fn(&str) -> String) -> String {
    let mut text = String::new();
    let mut rest = phrase;
    while let Some(at) = rest.find(['{', '[']) {
        text.push_str(&rest[..at]);
        let is_name = rest[at..].starts_with('{');
        let close = if is_name { '}' } else { ']' };
        let end = rest[at..].find(close).map_or(rest.len(), |end| at + end);
        let inside = &rest[at + 1..end];
        match is_name {
            true => text.push_str(&value(inside)),
            false if value("given").is_empty() => {}
            false => text.push_str(&filled(inside, value)),
        }
        rest = rest.get(end + 1..).unwrap_or_default();
    }
    text + rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unknown_placeholders_are_refused_where_they_stand() {
        let text = cluewright_rules::files::PHRASES.replace("{most}", "{moost}");
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
        let error = Phrases::parse("[plain]\ntext = \"{conclusion}\"\n").expect_err("others lack");
        assert_eq!(error.message, "there is no phrase for `combinations`");
        let error = Phrases::parse("[plane]\ntext = \"\"\n").expect_err("it is no argument");
        assert_eq!(error.help.as_deref(), Some("did you mean `plain`?"));
        assert_eq!(Phrases::builtin().0.len(), KINDS.len());
    }

    #[test]
    fn what_is_not_given_is_not_said() {
        let said = |given: &str| {
            let given = given.to_owned();
            let value = move |name: &str| match name {
                "given" => given.clone(),
                _ => format!("<{name}>"),
            };
            filled("[{given}, so ]{clue} ends", &value)
        };
        assert_eq!(said(""), "<clue> ends");
        assert_eq!(said("R1C1 is 2"), "R1C1 is 2, so <clue> ends");
    }
}
