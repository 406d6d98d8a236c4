//! Grammars whose phrases yield parts of formulas.
//!
//! A grammar is a text with one production per line: `test: at least <amount> -> # >= {amount}`.
//!
//! * A pattern consists of words and of phrases in angle brackets. `on/along` matches either word, and `?` follows a
//!   term that may be missing.
//! * `|` separates patterns with the same formula.
//! * A name in braces inserts the formula of that phrase. A `'` after the name selects the second phrase with this
//!   name.
//! * Arguments, as in `{test(sum(cells), cells)}`, replace the holes `#` and `@` in the formula of the phrase.
//!
//! A production without an arrow has the formula of its last phrase.

use crate::colour::{colour_name, is_shade};
use crate::words::{SET, is_cell_name, words};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;

/// Maximum number of readings of a phrase at one position. A sentence that exceeds this limit is not read at all. If
/// some readings were left out, an ambiguous sentence could seem to have only one reading.
const MOST_READINGS: usize = 256;

/// The productions of a grammar, by the name of their phrase.
pub(crate) struct Grammar {
    phrases: BTreeMap<String, Vec<Production>>,
    /// Words that may be anywhere in a sentence and that patterns need not list.
    soft: &'static [&'static str],
}

struct Production {
    pattern: Vec<Term>,
    formula: Vec<Piece>,
}

struct Term {
    part: Part,
    is_optional: bool,
}

enum Part {
    /// Any one of these words.
    Words(Vec<String>),
    /// A phrase with productions, or one of the terminals in [`terminal`].
    Phrase(String),
}

/// A part of a formula.
enum Piece {
    Text(String),
    /// The formula of a term of the pattern, by index, with the arguments for its holes.
    Term(usize, Vec<Vec<Piece>>),
}

/// The position after a phrase in the sentence, and the phrase's formula.
type Reading = (usize, String);

impl Grammar {
    /// Parses the texts of a grammar. Sentences may have `soft` words anywhere.
    ///
    /// # Panics
    ///
    /// Panics if a line is not a production.
    pub(crate) fn new(texts: &[&str], soft: &'static [&'static str]) -> Self {
        let mut phrases: BTreeMap<String, Vec<Production>> = BTreeMap::new();
        let lines = texts.iter().flat_map(|text| text.lines()).map(str::trim);
        for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let (name, rest) = line.split_once(':').expect("a production has a name");
            let productions = phrases.entry(name.to_owned()).or_default();
            let (patterns, formula) = match rest.split_once("->") {
                Some((patterns, formula)) => (patterns, Some(formula.trim())),
                None => (rest, None),
            };
            productions.extend(
                patterns
                    .split('|')
                    .map(|text| Production::of(text, formula)),
            );
        }
        Self { phrases, soft }
    }

    /// Returns the formulas of all readings of a sentence as a phrase; none if there are more than [`MOST_READINGS`].
    pub(crate) fn read(&self, phrase: &str, sentence: &[&str]) -> BTreeSet<String> {
        let mut parse = Parse {
            grammar: self,
            sentence,
            known: HashMap::new(),
            has_too_many: false,
        };
        let readings = parse.phrase(phrase, 0);
        if parse.has_too_many {
            return BTreeSet::new();
        }
        // Soft words may follow the last phrase, so a reading may end before them.
        let whole = readings
            .iter()
            .filter(|(end, _)| parse.skips(*end).last() == Some(sentence.len()));
        whole.map(|(_, formula)| formula.clone()).collect()
    }
}

impl Production {
    fn of(pattern: &str, formula: Option<&str>) -> Self {
        let pattern: Vec<Term> = pattern.split_whitespace().map(term).collect();
        let formula = match formula {
            Some(text) => pieces(text, &pattern),
            None => last_phrase(&pattern),
        };
        Self { pattern, formula }
    }
}

/// Parses a term of a pattern: a word, a choice of words or a phrase.
fn term(text: &str) -> Term {
    let (text, is_optional) = match text.strip_suffix('?') {
        Some(text) => (text, true),
        None => (text, false),
    };
    let part = match text
        .strip_prefix('<')
        .and_then(|name| name.strip_suffix('>'))
    {
        Some(name) => Part::Phrase(name.to_owned()),
        // The words of a pattern are normalised like those of sentences, so that both can be compared.
        None => Part::Words(text.split('/').flat_map(words).collect()),
    };
    Term { part, is_optional }
}

/// Returns the formula of the last phrase in a pattern, or an empty formula if there is no phrase.
fn last_phrase(pattern: &[Term]) -> Vec<Piece> {
    let is_phrase = |term: &Term| matches!(term.part, Part::Phrase(_));
    match pattern.iter().rposition(is_phrase) {
        Some(at) => vec![Piece::Term(at, vec![])],
        None => vec![],
    }
}

/// Parses a formula, in which braces refer to terms of the pattern.
fn pieces(text: &str, pattern: &[Term]) -> Vec<Piece> {
    let mut pieces = vec![];
    let mut rest = text;
    while let Some(open) = rest.find('{') {
        let close = open + matching(&rest[open..]);
        let inside = &rest[open + 1..close];
        match position(inside, pattern) {
            Some((at, arguments)) => {
                pieces.push(Piece::Text(rest[..open].to_owned()));
                let arguments = arguments.into_iter();
                let arguments = arguments.map(|argument| self::pieces(argument, pattern));
                pieces.push(Piece::Term(at, arguments.collect()));
            }
            // These braces enclose a set and do not refer to a term.
            None => {
                // A set can contain references to terms, so its contents are also parsed.
                pieces.push(Piece::Text(rest[..=open].to_owned()));
                pieces.extend(self::pieces(inside, pattern));
                pieces.push(Piece::Text("}".to_owned()));
            }
        }
        rest = &rest[close + 1..];
    }
    pieces.push(Piece::Text(rest.to_owned()));
    pieces
}

/// Returns the byte position of the bracket that closes the first one.
fn matching(text: &str) -> usize {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '{' | '(' => depth += 1,
            '}' | ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    // Grammars are part of the program, so a mistake in one is a bug, which its tests find.
    panic!("`{text}` has no closing bracket");
}

/// Returns the index of the term that `name(argument, …)` refers to, and the arguments.
fn position<'t>(text: &'t str, pattern: &[Term]) -> Option<(usize, Vec<&'t str>)> {
    let end = text.find('(').unwrap_or(text.len());
    let (name, arguments) = text.split_at(end);
    let (name, number) = match name.strip_suffix('\'') {
        Some(name) => (name, 1),
        None => (name, 0),
    };
    let terms = pattern.iter().enumerate();
    let mut named =
        terms.filter(|(_, term)| matches!(&term.part, Part::Phrase(phrase) if phrase == name));
    let (at, _) = named.nth(number)?;
    let inside = arguments
        .strip_prefix('(')
        .and_then(|inside| inside.strip_suffix(')'));
    Some((at, inside.map_or(vec![], split_arguments)))
}

/// Splits a list of arguments at the commas that are outside all brackets.
fn split_arguments(text: &str) -> Vec<&str> {
    let mut depth = 0;
    let parts = text.split(|c: char| {
        match c {
            '{' | '(' | '[' => depth += 1,
            '}' | ')' | ']' => depth -= 1,
            _ => {}
        }
        c == ',' && depth == 0
    });
    parts.map(str::trim).collect()
}

/// Returns the formula with the formulas of the terms inserted.
fn render(pieces: &[Piece], terms: &[String]) -> String {
    let mut formula = String::new();
    for piece in pieces {
        match piece {
            Piece::Text(text) => formula.push_str(text),
            Piece::Term(at, arguments) => {
                let arguments: Vec<String> = arguments
                    .iter()
                    .map(|argument| render(argument, terms))
                    .collect();
                fill(&mut formula, &terms[*at], &arguments);
            }
        }
    }
    formula
}

/// Appends a formula with its holes replaced by arguments. Holes without an argument remain. They cannot be dropped,
/// because a phrase around this one may fill them.
pub(crate) fn fill(formula: &mut String, part: &str, arguments: &[String]) {
    for c in part.chars() {
        let argument = match c {
            '#' => arguments.first(),
            '@' => arguments.get(1),
            _ => None,
        };
        match argument {
            Some(argument) => formula.push_str(argument),
            None => formula.push(c),
        }
    }
}

/// Phrases without productions, which match a single word.
#[cfg(test)]
const TERMINALS: [&str; 8] = [
    "number",
    "figures",
    "figure-group",
    "figure-set",
    "named-cell",
    "colour",
    "range",
    "ratio",
];

/// Returns the formula of a word that matches a terminal: a number, a list of digits, the name of a cell, a colour, a
/// range or a ratio. Returns `None` if the word does not match.
fn terminal(phrase: &str, word: &str) -> Option<String> {
    let number = |word: &str| word.parse::<u32>().ok();
    match phrase {
        "number" => number(word).map(|number| number.to_string()),
        "figures" => figures(word).or_else(|| figure_set(word)),
        "figure-group" => figures(word)
            .filter(|_| word.len() > 1)
            .or_else(|| figure_set(word)),
        "figure-set" => figure_set(word),
        "named-cell" => is_cell_name(word).then(|| word.to_uppercase()),
        "colour" => (colour_name(word).is_some() || is_shade(word)).then(|| word.to_owned()),
        "range" => {
            let (low, high) = word.split_once('-')?;
            Some(format!("{}..{}", number(low)?, number(high)?))
        }
        "ratio" => {
            let (less, more) = word.split_once(':')?;
            let (less, more) = (number(less)?, number(more)?);
            Some(format!(
                "({more} * # == {less} * @ or {less} * # == {more} * @)"
            ))
        }
        _ => None,
    }
}

/// Returns the digits of a number, separated by commas; `None` if the word is not a number.
fn figures(word: &str) -> Option<String> {
    let is_number = !word.is_empty() && word.bytes().all(|c| c.is_ascii_digit());
    let figures: Vec<String> = word.chars().map(String::from).collect();
    is_number.then(|| figures.join(", "))
}

/// Returns the digits of a set that [`join_sets`](crate::words::join_sets) has joined, separated by commas.
fn figure_set(word: &str) -> Option<String> {
    word.strip_prefix(SET).and_then(figures)
}

/// A parse of a sentence, with the readings of phrases that are already known.
struct Parse<'s> {
    grammar: &'s Grammar,
    sentence: &'s [&'s str],
    known: HashMap<(&'s str, usize), Rc<[Reading]>>,
    /// `true` if some phrase has more than [`MOST_READINGS`] readings.
    has_too_many: bool,
}

impl<'s> Parse<'s> {
    /// Returns `start` and the positions after each of the soft words that follow.
    fn skips(&self, start: usize) -> impl Iterator<Item = usize> + use<'s> {
        let soft = self.grammar.soft;
        let next = self.sentence[start..].iter();
        let skipped = next.take_while(|word| soft.contains(word)).count();
        start..=start + skipped
    }

    /// Returns the readings of a phrase that begins at a position.
    fn phrase(&mut self, name: &'s str, start: usize) -> Rc<[Reading]> {
        // Many productions try the same phrase at the same position. Without this cache, each would parse it again.
        if let Some(readings) = self.known.get(&(name, start)) {
            return Rc::clone(readings);
        }
        // The recursion ends because no phrase begins with itself, as a test checks.
        let grammar = self.grammar;
        let mut readings: BTreeSet<Reading> = BTreeSet::new();
        match grammar.phrases.get(name) {
            Some(productions) => {
                for production in productions {
                    readings.extend(self.production(production, start));
                }
            }
            None => {
                let word = self.sentence.get(start).copied();
                let formula = word.and_then(|word| terminal(name, word));
                readings.extend(formula.map(|formula| (start + 1, formula)));
            }
        }
        self.has_too_many |= readings.len() > MOST_READINGS;
        // `read` rejects the whole sentence in this case, so the cut only bounds the work.
        let readings: Rc<[Reading]> = readings.into_iter().take(MOST_READINGS).collect();
        self.known.insert((name, start), Rc::clone(&readings));
        readings
    }

    fn production(&mut self, production: &'s Production, start: usize) -> Vec<Reading> {
        // A set counts a partial reading that is reached in several ways only once towards the limit.
        let mut partial: BTreeSet<(usize, Vec<String>)> = BTreeSet::from([(start, vec![])]);
        for term in &production.pattern {
            let mut next = BTreeSet::new();
            for (at, terms) in partial {
                let with = |formula: &str| [terms.as_slice(), &[formula.to_owned()]].concat();
                if term.is_optional {
                    // A missing term also has an entry, because formulas refer to terms by index.
                    next.insert((at, with("")));
                }
                for at in self.skips(at) {
                    match &term.part {
                        Part::Words(words) => {
                            let word = self.sentence.get(at);
                            if word.is_some_and(|word| words.iter().any(|other| other == word)) {
                                next.insert((at + 1, with("")));
                            }
                        }
                        Part::Phrase(name) => {
                            let readings = self.phrase(name, at);
                            next.extend(
                                readings.iter().map(|(end, formula)| (*end, with(formula))),
                            );
                        }
                    }
                }
            }
            self.has_too_many |= next.len() > MOST_READINGS;
            partial = next.into_iter().take(MOST_READINGS).collect();
        }
        let readings = partial.into_iter();
        readings
            .map(|(end, terms)| (end, render(&production.formula, &terms)))
            .collect()
    }
}

#[cfg(test)]
impl Grammar {
    /// Checks that no phrase begins with itself, because parsing it would never end. Also checks that each phrase has
    /// productions, except for terminals and the phrases in `absent`.
    pub(crate) fn check(&self, absent: &[&str]) {
        let empty = self.find_empty_phrases();
        let begins_with = |name: &str| {
            let mut first: Vec<&str> = vec![];
            for production in self.phrases.get(name).into_iter().flatten() {
                for term in &production.pattern {
                    let phrase = term.phrase();
                    first.extend(phrase);
                    if !term.is_optional && phrase.is_none_or(|name| !empty.contains(name)) {
                        break;
                    }
                }
            }
            first
        };
        for name in self.phrases.keys() {
            let mut seen = BTreeSet::new();
            let mut open = begins_with(name);
            while let Some(next) = open.pop() {
                assert_ne!(next, *name, "`{name}` begins with itself");
                if seen.insert(next) {
                    open.extend(begins_with(next));
                }
            }
        }
        let productions = self.phrases.values().flatten();
        for name in productions.flat_map(|one| one.pattern.iter().filter_map(Term::phrase)) {
            let lists = [TERMINALS.as_slice(), absent];
            let is_known = self.phrases.contains_key(name) || lists.concat().contains(&name);
            assert!(is_known, "`<{name}>`");
        }
    }

    /// Returns the phrases that can match an empty sequence of words.
    fn find_empty_phrases(&self) -> BTreeSet<&str> {
        let mut empty = BTreeSet::new();
        loop {
            let is_empty = |term: &Term| {
                term.is_optional || term.phrase().is_some_and(|name| empty.contains(name))
            };
            let phrases = self.phrases.iter().filter(|(_, productions)| {
                let mut productions = productions.iter();
                productions.any(|production| production.pattern.iter().all(is_empty))
            });
            let found: BTreeSet<&str> = phrases.map(|(name, _)| name.as_str()).collect();
            if found.len() == empty.len() {
                return empty;
            }
            empty = found;
        }
    }
}

#[cfg(test)]
impl Term {
    fn phrase(&self) -> Option<&str> {
        match &self.part {
            Part::Phrase(name) => Some(name),
            Part::Words(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NUMBERS: &str = "
        sum: <value> plus/and <value> -> {value(cells)} + {value'(cells)}
        value: first -> first(#)
        value: length? of? <number> -> {number}
        value: one of <set> | among <set> -> # in {{set}}
        set: <figures>
        set: <figures> or <set> -> {figures}, {set}
    ";

    fn read(sentence: &str) -> Vec<String> {
        let words: Vec<&str> = sentence.split(' ').collect();
        Vec::from_iter(Grammar::new(&[NUMBERS], &[]).read("sum", &words))
    }

    #[test]
    fn phrases_yield_formulas() {
        assert_eq!(read("first plus 5"), ["first(cells) + 5"]);
        assert_eq!(read("length of 7 and of 5"), ["7 + 5"]);
        assert_eq!(
            read("first and one of 3 or 45"),
            ["first(cells) + cells in {3, 4, 5}"]
        );
        assert_eq!(read("5 and among 3"), ["5 + cells in {3}"]);
    }

    #[test]
    fn a_sentence_with_too_many_readings_is_not_read() {
        let values: String = (0..MOST_READINGS)
            .map(|number| format!("value: first -> {number}\n"))
            .collect();
        let read = |text: String| {
            let grammar = Grammar::new(&[&text], &[]);
            grammar.read("value", &["first"]).len()
        };
        assert_eq!(read(values.clone()), MOST_READINGS);
        assert_eq!(read(format!("{values}value: first -> one more\n")), 0);
    }

    #[test]
    fn soft_words_are_skipped() {
        let grammar = Grammar::new(&[NUMBERS], &["digit"]);
        let read = |words: &[&str]| grammar.read("sum", words).len();
        assert_eq!(
            read(&["digit", "first", "and", "digit", "digit", "5", "digit"]),
            1
        );
        assert_eq!(read(&["first", "cell", "and", "5"]), 0);
    }

    #[test]
    fn every_word_is_read() {
        for sentence in [
            "first plus 5 more",
            "please first plus 5",
            "first minus 5",
            "first plus",
        ] {
            assert_eq!(read(sentence), [""; 0], "{sentence}");
        }
    }
}
