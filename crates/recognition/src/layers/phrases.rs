//! Phrases: which words state a formula, as a grammar that a data file lists.

use crate::colour::{colour_name, is_shade};
use serde::Deserialize;
use std::collections::BTreeMap;

/// Maximum number of ways to read the same words. Sentences with more stay open: if some were left out, an ambiguous sentence could
/// seem to have one reading.
pub(super) const MOST_READINGS: usize = 256;

/// A grammar as its file lists it: the phrases of each symbol, with their formulas.
pub(super) type Symbols = BTreeMap<String, Vec<(String, String)>>;

/// The phrases of each symbol, ready to be compared.
#[derive(Default)]
pub(super) struct Grammar {
    symbols: BTreeMap<String, Vec<(Phrase, String)>>,
}

/// Words and symbols, one after the other.
#[derive(Clone)]
pub(super) struct Phrase(Vec<Item>);

#[derive(Clone)]
struct Item {
    part: Part,
    is_optional: bool,
}

#[derive(Clone)]
enum Part {
    /// One of these; several words stand one after the other.
    Words(Vec<Vec<String>>),
    /// A phrase of this symbol.
    Symbol(String),
    /// Any number, in figures.
    Number,
    /// The name of a colour.
    Colour,
}

/// The formulas of the symbols in a phrase, by their names, and the colour and the number that it names.
pub(super) type Bindings = BTreeMap<String, String>;

/// The names under which bindings hold a number and a colour.
const NUMBER: &str = "number";
pub(super) const COLOUR: &str = "colour";

/// Words that a phrase need not list.
pub(super) const SOFT: [&str; 3] = ["cell", "digit", "clue"];

/// Changes words that mean the same to one of them.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wording {
    /// Words that change nothing in any of the phrases.
    pub(super) glue: String,
    /// Phrases, separated by `|`, and the word for them.
    pub(super) same: Vec<(String, String)>,
}

impl Wording {
    /// Returns the words of a sentence that matter.
    pub(super) fn simplify(&self, words: &[String]) -> Vec<String> {
        let is_glue = |word: &str| self.glue.split_whitespace().any(|glue| glue == word);
        let kept: Vec<&str> = words.iter().map(String::as_str).collect();
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

    /// Returns the number of words of the longest known phrase with which the words begin, and the word for it.
    fn replace(&self, words: &[&str]) -> Option<(usize, &str)> {
        let begins = |phrase: &str| {
            let phrase: Vec<&str> = phrase.split_whitespace().collect();
            words.starts_with(&phrase).then_some(phrase.len())
        };
        let same = self.same.iter().flat_map(|(phrases, word)| {
            let found = phrases.split('|').filter_map(begins);
            found.map(move |length| (length, word.as_str()))
        });
        same.max_by_key(|(length, _)| *length)
    }
}

impl Phrase {
    /// Parses a phrase as the file writes it: `<place> count|show <around> up-to? 8?`.
    pub(super) fn of(text: &str) -> Self {
        let item = |word: &str| {
            let (word, is_optional) = match word.strip_suffix('?') {
                Some(word) => (word, true),
                None => (word, false),
            };
            let part = match word
                .strip_prefix('<')
                .and_then(|word| word.strip_suffix('>'))
            {
                Some(NUMBER) => Part::Number,
                Some(COLOUR) => Part::Colour,
                Some(symbol) => Part::Symbol(symbol.to_owned()),
                None => Part::Words(word.split('|').map(split_hyphens).collect()),
            };
            Item { part, is_optional }
        };
        Self(text.split_whitespace().map(item).collect())
    }
}

/// Returns the words of `up-to`. A range of digits, `1-9`, is one word.
fn split_hyphens(word: &str) -> Vec<String> {
    match word.starts_with(|c: char| c.is_ascii_digit()) {
        true => vec![word.to_owned()],
        false => word.split('-').map(str::to_owned).collect(),
    }
}

/// Fills in a formula: `{on:c}` is what the phrase of `<on>` states of `c`.
pub(super) fn fill(template: &str, bindings: &Bindings) -> String {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once('{') {
        filled.push_str(before);
        let (name, next) = after.split_once('}').unwrap_or((after, ""));
        let (name, cell) = name.split_once(':').unwrap_or((name, "@"));
        match bindings.get(name) {
            Some(value) => filled.push_str(&value.replace('@', cell)),
            // A phrase without the symbol.
            None if name.chars().all(char::is_alphabetic) => {}
            // A set of numbers.
            None => {
                filled.push('{');
                filled.push_str(name);
                filled.push('}');
            }
        }
        rest = next;
    }
    filled.push_str(rest);
    filled
}

impl Grammar {
    /// Adds the phrases of a file.
    pub(super) fn extend(&mut self, symbols: &Symbols) {
        for (name, phrases) in symbols {
            let phrases = phrases
                .iter()
                .map(|(phrase, formula)| (Phrase::of(phrase), formula.clone()));
            self.symbols
                .entry(name.clone())
                .or_default()
                .extend(phrases);
        }
    }

    /// Returns every way to read a phrase from the start of the words: the number of words, and what its symbols state. `None` if there
    /// are too many.
    pub(super) fn read(&self, phrase: &Phrase, words: &[String]) -> Option<Vec<(usize, Bindings)>> {
        let mut ways = vec![(0, Bindings::new())];
        for item in &phrase.0 {
            let mut next: Vec<(usize, Bindings)> = vec![];
            for (at, bindings) in &ways {
                if item.is_optional {
                    next.push((*at, bindings.clone()));
                }
                for (length, name, value) in self.read_item(&item.part, &words[*at..])? {
                    let mut bindings = bindings.clone();
                    let other = name.map(|name| bindings.insert(name.to_owned(), value.clone()));
                    // `shaded digits count shaded cells`: both mean the same cells.
                    let agrees = other.flatten().is_none_or(|other| other == value);
                    if agrees {
                        next.push((at + length, bindings));
                    }
                }
            }
            next.dedup();
            if next.len() > MOST_READINGS {
                return None;
            }
            ways = next;
        }
        Some(ways)
    }

    /// Returns every way to read an item: the number of words, and the name and the formula of a symbol. `None` if there are too many.
    fn read_item<'p>(
        &self,
        part: &'p Part,
        words: &[String],
    ) -> Option<Vec<(usize, Option<&'p str>, String)>> {
        let soft = words
            .iter()
            .take_while(|word| SOFT.contains(&word.as_str()));
        let mut ways = vec![];
        for skipped in 0..=soft.count() {
            let words = &words[skipped..];
            match part {
                Part::Words(phrases) => {
                    let found = phrases.iter().filter(|phrase| words.starts_with(phrase));
                    ways.extend(found.map(|phrase| (skipped + phrase.len(), None, String::new())));
                }
                Part::Number | Part::Colour => {
                    let Some(word) = words.first() else { continue };
                    let (name, is_such) = match part {
                        Part::Number => (NUMBER, word.parse::<u32>().is_ok()),
                        _ => (COLOUR, colour_name(word).is_some() || is_shade(word)),
                    };
                    ways.extend(is_such.then(|| (skipped + 1, Some(name), word.clone())));
                }
                Part::Symbol(name) => {
                    for (phrase, formula) in self.symbols.get(name).into_iter().flatten() {
                        for (length, bindings) in self.read(phrase, words)? {
                            ways.push((
                                skipped + length,
                                Some(name.as_str()),
                                fill(formula, &bindings),
                            ));
                        }
                    }
                }
            }
        }
        Some(ways)
    }
}
