//! Compares the grammar in `docs/RULE-LANGUAGE.md` with the parser. The parser must accept every sentence of the
//! grammar, and every text that it accepts must be a sentence of the grammar.

use crate::one_in;
use cluewright_rules::{Book, syntax};
use proptest::prelude::*;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

/// An expression on the right-hand side of a grammar rule.
#[derive(Clone, Debug)]
enum Piece {
    Word(String),
    Rule(String),
    Row(Vec<Piece>),
    Either(Vec<Piece>),
    Many(Box<Piece>),
    Maybe(Box<Piece>),
}

type Grammar = BTreeMap<String, Piece>;

/// Splits a text into tokens: words, numbers, quoted texts and symbols.
fn tokens(text: &str) -> Vec<String> {
    const LONG: [&str; 5] = ["==", "!=", "<=", ">=", ".."];
    let mut found = vec![];
    let mut rest = text.trim_start();
    while let Some(first) = rest.chars().next() {
        let word = |c: char| c.is_ascii_alphanumeric() || c == '_';
        let length = match first {
            '"' | '\'' => rest[1..].find(first).expect("quotes are closed") + 2,
            _ if word(first) => rest.find(|c| !word(c)).unwrap_or(rest.len()),
            _ if LONG.iter().any(|sign| rest.starts_with(sign)) => 2,
            _ => first.len_utf8(),
        };
        found.push(rest[..length].to_owned());
        rest = rest[length..].trim_start();
    }
    found
}

/// Returns the text of `docs/RULE-LANGUAGE.md`.
fn page() -> &'static str {
    static PAGE: OnceLock<String> = OnceLock::new();
    PAGE.get_or_init(|| std::fs::read_to_string("docs/RULE-LANGUAGE.md").expect("it is there"))
}

/// Returns the list of words that follows this introduction on the page.
fn words_after(before: &str) -> Vec<&'static str> {
    let (_, list) = page().split_once(before).expect("the page has the list");
    let (list, _) = list.split_once('`').expect("the list ends");
    list.split(' ').collect()
}

/// Returns the words that cannot be names.
fn keywords() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&str>> = OnceLock::new();
    WORDS.get_or_init(|| words_after("one of the words `"))
}

/// Returns the words that may precede a binding in parentheses.
fn folds() -> &'static [&'static str] {
    static WORDS: OnceLock<Vec<&str>> = OnceLock::new();
    WORDS.get_or_init(|| words_after("`FOLD` is one of `"))
}

/// Returns the grammar in `docs/RULE-LANGUAGE.md`.
fn grammar() -> &'static Grammar {
    static GRAMMAR: OnceLock<Grammar> = OnceLock::new();
    GRAMMAR.get_or_init(|| {
        let (_, block) = page()
            .split_once("```ebnf\n")
            .expect("the page has a grammar");
        let (block, _) = block.split_once("```").expect("the block ends");
        let tokens = tokens(block);
        let rules = tokens
            .split(|token| token == ";")
            .filter(|rule| !rule.is_empty());
        let rule = |rule: &[String]| {
            assert_eq!(rule[1], "=", "{rule:?}");
            let (piece, rest) = either(&rule[2..]);
            assert!(rest.is_empty(), "{rest:?}");
            (rule[0].clone(), piece)
        };
        rules.map(rule).collect()
    })
}

fn either(mut rest: &[String]) -> (Piece, &[String]) {
    let mut choices = vec![];
    loop {
        let (piece, after) = row(rest);
        choices.push(piece);
        match after.split_first() {
            Some((bar, after)) if bar == "|" => rest = after,
            _ => return (Piece::Either(choices), after),
        }
    }
}

fn row(mut rest: &[String]) -> (Piece, &[String]) {
    let mut pieces = vec![];
    while let Some((token, after)) = rest.split_first() {
        let grouped = |close: &str, wrap: fn(Box<Piece>) -> Piece| {
            let (inner, after) = either(after);
            assert_eq!(after[0], close);
            (wrap(Box::new(inner)), &after[1..])
        };
        let (piece, after) = match token.as_str() {
            "|" | ")" | "]" | "}" => break,
            "(" => grouped(")", |inner| *inner),
            "[" => grouped("]", Piece::Maybe),
            "{" => grouped("}", Piece::Many),
            quoted if quoted.starts_with('"') => {
                (Piece::Word(quoted.trim_matches('"').to_owned()), after)
            }
            name => (Piece::Rule(name.to_owned()), after),
        };
        pieces.push(piece);
        rest = after;
    }
    (Piece::Row(pieces), rest)
}

/// A sentence generator that is driven by a tape of random choices. After the end of the tape, it always takes the
/// first alternative.
struct Writer<'t> {
    tape: &'t [u16],
    /// The current nesting depth.
    depth: usize,
    /// `true` if the next formula is the first in a list. The parser could then mistake it for a binding.
    first: bool,
}

/// Nesting depth beyond which the writer takes only first alternatives and no optional parts. A formula in parentheses
/// takes up thirteen levels.
const DEPTH: usize = 60;

impl Writer<'_> {
    fn below(&mut self, n: usize) -> usize {
        let Some((&first, rest)) = self.tape.split_first() else {
            return 0;
        };
        self.tape = rest;
        usize::from(first) % n
    }

    fn one_of(&mut self, words: &[&str]) -> Vec<String> {
        vec![words[self.below(words.len())].to_owned()]
    }

    fn write(&mut self, piece: &Piece) -> Vec<String> {
        let tired = self.depth > DEPTH || self.tape.is_empty();
        match piece {
            Piece::Word(word) => vec![word.clone()],
            Piece::Rule(name) => self.rule(name),
            Piece::Row(pieces) => pieces.iter().flat_map(|piece| self.write(piece)).collect(),
            Piece::Either(choices) if tired => self.write(&choices[0]),
            Piece::Either(choices) => {
                let choice = self.below(choices.len());
                self.write(&choices[choice])
            }
            Piece::Maybe(_) | Piece::Many(_) if tired => vec![],
            Piece::Maybe(inner) => match self.below(3) {
                0 => self.write(inner),
                _ => vec![],
            },
            Piece::Many(inner) => match self.below(5) {
                0 => [self.write(inner), self.write(inner)].concat(),
                1 => self.write(inner),
                _ => vec![],
            },
        }
    }

    fn rule(&mut self, name: &str) -> Vec<String> {
        match name {
            "NAME" => return self.one_of(&["x", "cells", "limit_2", "_b"]),
            "FOLD" => return self.one_of(folds()),
            "NUMBER" => return self.one_of(&["3", "0", "123456789"]),
            "TEXT" => return self.one_of(&["\"white-dot\"", "'[12]+'", "\"\""]),
            _ => {}
        }
        let first = std::mem::replace(&mut self.first, name == "formulas");
        self.depth += 1;
        let mut words = self.write(&grammar()[name]);
        self.depth -= 1;
        let greedy = |word: &String| matches!(word.as_str(), "each" | "some" | "if");
        let parted = match name {
            "formula" => first && words.get(1).is_some_and(|word| word == "in"),
            "width" => words.iter().any(greedy),
            _ => false,
        };
        if parted {
            words.insert(0, "(".to_owned());
            words.push(")".to_owned());
        }
        words
    }
}

/// Returns `true` if the grammar recognises a list of tokens as a formula.
fn recognises(tokens: &[String]) -> bool {
    Reader {
        tokens,
        known: BTreeMap::new(),
    }
    .rule("formula", 0)
    .contains(&tokens.len())
}

/// A recogniser that follows all possible parses. For each grammar rule and start position, it computes the set of
/// possible end positions.
struct Reader<'t> {
    tokens: &'t [String],
    known: BTreeMap<(String, usize), BTreeSet<usize>>,
}

impl Reader<'_> {
    fn ends(&mut self, piece: &Piece, at: usize) -> BTreeSet<usize> {
        match piece {
            Piece::Word(word) => self.word(at, |token| token == word),
            Piece::Rule(name) => self.rule(name, at),
            Piece::Either(choices) => choices
                .iter()
                .flat_map(|choice| self.ends(choice, at))
                .collect(),
            Piece::Maybe(inner) => {
                let mut ends = self.ends(inner, at);
                ends.insert(at);
                ends
            }
            Piece::Row(pieces) => pieces.iter().fold(BTreeSet::from([at]), |from, piece| {
                from.into_iter()
                    .flat_map(|at| self.ends(piece, at))
                    .collect()
            }),
            Piece::Many(inner) => {
                let mut ends = BTreeSet::from([at]);
                let mut open = vec![at];
                while let Some(at) = open.pop() {
                    let further = self.ends(inner, at);
                    open.extend(further.iter().filter(|&&end| ends.insert(end)));
                }
                ends
            }
        }
    }

    fn word(&self, at: usize, fits: impl Fn(&str) -> bool) -> BTreeSet<usize> {
        let token = self.tokens.get(at).filter(|token| fits(token));
        token.map(|_| at + 1).into_iter().collect()
    }

    fn rule(&mut self, name: &str, at: usize) -> BTreeSet<usize> {
        let letter = |c: char| c.is_ascii_alphabetic() || c == '_';
        match name {
            "NAME" => self.word(at, |t| t.starts_with(letter) && !keywords().contains(&t)),
            "FOLD" => self.word(at, |t| folds().contains(&t)),
            "NUMBER" => self.word(at, |t| t.starts_with(|c: char| c.is_ascii_digit())),
            "TEXT" => self.word(at, |t| t.starts_with(['"', '\''])),
            _ => {
                let key = (name.to_owned(), at);
                if let Some(ends) = self.known.get(&key) {
                    return ends.clone();
                }
                let ends = self.ends(&grammar()[name], at);
                self.known.insert(key, ends.clone());
                ends
            }
        }
    }
}

fn tape() -> impl Strategy<Value = Vec<u16>> {
    proptest::collection::vec(0u16..5040, 1..400)
}

fn sentence(tape: &[u16]) -> Vec<String> {
    Writer {
        tape,
        depth: 0,
        first: false,
    }
    .rule("formula")
}

/// Removes a token, duplicates one, swaps two, or overwrites one with another.
fn change(
    tokens: &mut Vec<String>,
    (kind, from, to): (u8, prop::sample::Index, prop::sample::Index),
) {
    let (from, to) = (from.index(tokens.len()), to.index(tokens.len()));
    match kind {
        0 => drop(tokens.remove(from)),
        1 => tokens.insert(to, tokens[from].clone()),
        2 => tokens.swap(from, to),
        _ => tokens[to] = tokens[from].clone(),
    }
    if tokens.is_empty() {
        tokens.push("x".to_owned());
    }
}

/// Returns the formulas of the rules in the book, as tokens.
fn book() -> Vec<Vec<String>> {
    let rules = Book::builtin()
        .rules()
        .map(|rule| rule.expect("the book is sound"));
    rules
        .flat_map(|rule| rule.relation.iter().chain(&rule.implied))
        .map(|formula| tokens(formula))
        .collect()
}

#[test]
fn the_grammar_allows_the_book() {
    for formula in book() {
        assert!(recognises(&formula), "{}", formula.join(" "));
    }
}

/// Every rule of the grammar must be reachable from `formula`, and every name that it mentions must be defined.
#[test]
fn every_rule_of_the_grammar_is_used() {
    let mut open = vec![&grammar()["formula"]];
    let mut used = BTreeSet::from(["formula"]);
    while let Some(piece) = open.pop() {
        match piece {
            Piece::Word(_) => {}
            Piece::Rule(name) => {
                if used.insert(name) {
                    open.extend(grammar().get(name));
                }
            }
            Piece::Row(pieces) | Piece::Either(pieces) => open.extend(pieces),
            Piece::Many(inner) | Piece::Maybe(inner) => open.push(inner),
        }
    }
    let terminals = ["FOLD", "NAME", "NUMBER", "TEXT"];
    let all: BTreeSet<&str> = grammar()
        .keys()
        .map(String::as_str)
        .chain(terminals)
        .collect();
    assert_eq!(used, all);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4096 / one_in(8)))]

    #[test]
    fn what_the_grammar_allows_parses(tape in tape()) {
        let tokens = sentence(&tape);
        prop_assert!(recognises(&tokens), "{}", tokens.join(" "));
        let text = tokens.join(" ");
        match syntax(&text) {
            Ok(()) => {}
            // The grammar does not describe limits, so a text that exceeds one is not a counterexample.
            Err(error) if error.message.contains(" than ") || error.message.contains("over") => {}
            Err(error) => prop_assert!(false, "{}: {}", error, text),
        }
    }

    #[test]
    fn what_parses_the_grammar_allows(
        tape in tape(),
        formula in prop::sample::select(book()),
        own in any::<bool>(),
        changes in proptest::collection::vec((0u8..4, any::<prop::sample::Index>(), any::<prop::sample::Index>()), 1..4),
    ) {
        let mut tokens = if own { formula } else { sentence(&tape) };
        changes.into_iter().for_each(|c| change(&mut tokens, c));
        let text = tokens.join(" ");
        if syntax(&text).is_ok() {
            prop_assert!(recognises(&tokens), "{}", text);
        }
    }
}
