//! Simplification of sentences about a layer before they are parsed.

use serde::Deserialize;

/// Words to omit, and phrases to replace with one word of the same meaning.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wording {
    /// Words that have no effect in any phrase, separated by spaces.
    pub(super) glue: String,
    /// Phrases with the same meaning, separated by `|`, and the word that replaces them.
    pub(super) same: Vec<(String, String)>,
}

impl Wording {
    /// Returns the words of a sentence, with words omitted and phrases replaced.
    pub(super) fn simplify(&self, words: &[String]) -> Vec<String> {
        let is_glue = |word: &str| self.glue.split_whitespace().any(|glue| glue == word);
        let kept: Vec<&str> = words.iter().map(String::as_str).collect();
        // Words are omitted first, so that a phrase matches even if such words are between its words.
        let kept: Vec<&str> = kept.into_iter().filter(|word| !is_glue(word)).collect();
        let mut simple = vec![];
        let mut at = 0;
        while at < kept.len() {
            let (length, word) = self.replace(&kept[at..]).unwrap_or((1, kept[at]));
            if !word.is_empty() {
                simple.push(word.to_owned());
            }
            at += length;
        }
        simple
    }

    /// Returns the length in words of the longest known phrase at the beginning of `words`, and the word that replaces
    /// it.
    fn replace(&self, words: &[&str]) -> Option<(usize, &str)> {
        let begins = |phrase: &str| {
            let phrase: Vec<&str> = phrase.split_whitespace().collect();
            words.starts_with(&phrase).then_some(phrase.len())
        };
        let same = self.same.iter().flat_map(|(phrases, word)| {
            let found = phrases.split('|').filter_map(begins);
            found.map(move |length| (length, word.as_str()))
        });
        // The longest phrase wins, because a shorter one may be the beginning of a phrase with another meaning.
        same.max_by_key(|(length, _)| *length)
    }
}
