//! The sentences of a rules text, with the rules that they may state.

use crate::agreement::compare;
use crate::colour::{colour_name, is_shade};
use crate::data::{data, read_data};
use crate::grammar::{Composed, compose, is_remark};
use crate::sign_words::{self, CAGE_SIGNS, explains_signs};
use crate::words::{is_cell_name, join_sets, words};
use cluewright_puzzle::{OwnRule, Param};
use cluewright_rules::{Book, MarkShape, Rule, Shape};
use serde::Deserialize;
use std::cmp::Ordering;
use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::ops::Range;
use std::sync::LazyLock;

/// Words and phrases that do not belong to a particular rule.
pub(crate) struct Vocabulary {
    common: HashSet<String>,
    operative: HashSet<String>,
    idioms: Vec<Vec<String>>,
    sudoku: HashSet<String>,
    fog: HashSet<String>,
    logic: HashSet<String>,
    examples: Vec<Vec<String>>,
    asides: Vec<Vec<String>>,
    partial: Vec<Vec<String>>,
    marks: HashSet<String>,
    subsets: HashSet<String>,
    counts: HashSet<String>,
    drawings: HashSet<String>,
    notation: HashSet<String>,
    permissions: Vec<Vec<Part>>,
    permission: HashSet<String>,
    meaning: HashSet<String>,
    values: Vec<Vec<Part>>,
    notes: Vec<Note>,
    credits: Vec<Vec<Part>>,
}

/// A kind of sentence that states no rule, with the phrases that mark it and the other words that it may contain.
struct Note {
    says: Vec<Vec<Part>>,
    words: HashSet<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoteFile {
    says: Vec<String>,
    words: String,
}

impl Note {
    fn of(file: &NoteFile) -> Self {
        Self {
            says: phrases_of(&file.says),
            words: words(&file.words).into_iter().collect(),
        }
    }

    /// Returns `true` if a sentence contains one of the phrases and no words beyond those of the note, common words,
    /// numbers, names of cells and light words.
    fn is_all_of(&self, sentence: &[String], light: &HashSet<String>) -> bool {
        let known = |word: &String| {
            self.words.contains(word)
                || is_known(word, &HashSet::new())
                || word.parse::<u32>().is_ok()
                || is_cell_name(word)
                || light.contains(word)
        };
        self.says.iter().any(|phrase| has_phrase(phrase, sentence)) && sentence.iter().all(known)
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct VocabularyFile {
    common: String,
    operative: String,
    idioms: String,
    sudoku: String,
    fog: String,
    logic: String,
    examples: Vec<String>,
    asides: Vec<String>,
    partial: Vec<String>,
    marks: String,
    subsets: String,
    counts: String,
    drawings: String,
    notation: String,
    permissions: Vec<String>,
    permission: String,
    meaning: String,
    values: Vec<String>,
    notes: Vec<NoteFile>,
    credits: Vec<String>,
}

static VOCABULARY: LazyLock<Vocabulary> = LazyLock::new(|| {
    let file: VocabularyFile = read_data(data!("vocabulary.toml"));
    let set = |text: &str| words(text).into_iter().collect();
    let list = |texts: &[String]| texts.iter().map(|text| words(text)).collect();
    Vocabulary {
        common: set(&file.common),
        operative: set(&file.operative),
        idioms: collocations(&file.idioms),
        sudoku: set(&file.sudoku),
        fog: set(&file.fog),
        logic: set(&file.logic),
        examples: list(&file.examples),
        asides: list(&file.asides),
        partial: list(&file.partial),
        marks: set(&file.marks),
        subsets: set(&file.subsets),
        counts: set(&file.counts),
        drawings: set(&file.drawings),
        notation: set(&file.notation),
        permissions: phrases_of(&file.permissions),
        permission: set(&file.permission),
        meaning: set(&file.meaning),
        values: phrases_of(&file.values),
        notes: file.notes.iter().map(Note::of).collect(),
        credits: phrases_of(&file.credits),
    }
});

/// A sentence of a rules text. Its words include those of its heading, if it has one.
#[derive(Clone, Debug)]
pub(crate) struct Sentence {
    pub(crate) text: String,
    pub(crate) words: Vec<String>,
    pub(crate) paragraph: usize,
    pub(crate) mentions: Vec<Mention>,
    pub(crate) kind: Kind,
    /// `true` for an aside in brackets, which belongs to the sentence before it.
    pub(crate) is_aside: bool,
    /// The number of drawings, if the sentence states one: `the 8 blue lines`. This number is not in `words`.
    pub(crate) count: Option<usize>,
    /// The puzzle's own rule that the sentence states, if it states no rule of the book.
    pub(crate) own: Option<Composed>,
    /// Words that no rule uses and that cannot change a rule: mostly names.
    light: HashSet<String>,
    /// `true` if only a few words after the heading are light.
    pub(crate) is_light: bool,
}

/// The purpose of a sentence, judged before its mentions are weighed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A sentence that may state a rule.
    Rule,
    /// A sentence that states rules of every sudoku.
    Sudoku,
    /// A sentence that describes the fog that hides clues from the solver.
    Fog,
    /// A sentence that illustrates another sentence.
    Example,
    /// A sentence that states that some marks may be missing.
    Partial,
    /// A sentence that permits something that no rule forbids.
    Permission,
    /// A sentence that describes how clues are drawn.
    Note,
    /// A sentence that explains a word in other sentences, or asks the solver to find a number.
    Remark,
    /// A sentence that is not about digits.
    Story,
}

/// A rule that a sentence may state.
#[derive(Clone, Debug)]
pub(crate) struct Mention {
    pub(crate) rule: String,
    pub(crate) params: BTreeMap<String, Param>,
    /// The colours in the sentence, as the names that the `colour` module uses.
    pub(crate) colours: BTreeSet<&'static str>,
    /// `true` if the sentence mentions cells that are shaded, coloured or highlighted.
    pub(crate) is_about_colour: bool,
    /// `true` if the sentence mentions cells of any colour, without naming one.
    pub(crate) is_about_any_colour: bool,
    /// `true` if the sentence is about all lines, regardless of their looks.
    pub(crate) is_about_all_lines: bool,
    /// `true` if the sentence mentions lines.
    pub(crate) is_about_lines: bool,
    /// The shapes of marks that the sentence mentions.
    pub(crate) shapes: Vec<MarkShape>,
    /// The words that sentences about the rule may use.
    pub(crate) vocabulary: HashSet<String>,
    /// Sequences of words, without articles, that account for the operative words in them.
    pub(crate) accounts: Vec<Vec<String>>,
    /// Sequences of words, without articles. A sentence with one of them does not state the rule, so the rule's words do not
    /// account for it.
    pub(crate) bars: Vec<Vec<String>>,
    /// `true` if the sentence uses no words outside `vocabulary`, apart from common words.
    pub(crate) is_whole: bool,
    /// `true` if the rules that the sentence may state account for all of its words, so that no word can change a rule.
    pub(crate) is_plain: bool,
    /// `true` if the rule comes from the answer to a question.
    pub(crate) is_answer: bool,
}

/// Maximum length of a rules text, in bytes.
const LONGEST: usize = 20_000;

/// Splits a rules text into sentences. Text beyond the maximum length becomes one sentence that states no rule and so
/// stays open.
pub(crate) fn sentences(text: &str, book: &Book, digits: (u8, u8)) -> Vec<Sentence> {
    let phrases = phrases(book);
    let mut found = vec![];
    // `split_at` panics if the index is inside a character, so the limit is lowered to a character boundary.
    let (text, rest) = text.split_at(text.floor_char_boundary(LONGEST));
    // Some files escape line breaks twice.
    let text = join_lines(&join_abbreviations(&text.replace("\\n", "\n")));
    let mut heading: Vec<String> = vec![];
    let mut is_headed = false;
    for (paragraph, line) in text.split(['\n', '•', '●', '▪']).enumerate() {
        // A heading on its own line belongs to the next line.
        if !std::mem::take(&mut is_headed) {
            heading.clear();
        }
        let line = inline_short_asides(without_number(line));
        if let Some(head) = line.trim().strip_suffix(':')
            && (1..=5).contains(&words(head).len())
        {
            heading = words(head);
            is_headed = true;
            continue;
        }
        let mut has_absorbed = false;
        for part in parts(&line) {
            let is_aside = part.is_aside;
            // The sentence before this aside has read it as its own words.
            if is_aside && has_absorbed {
                continue;
            }
            let whole = part.whole.as_deref();
            let part = part.text.as_str();
            let ends = heading_of(part).map_or(part, |(_, body)| body);
            if is_item_number(ends) {
                continue;
            }
            let body = match heading_of(part) {
                // The left-hand side of an equation in an example is not a heading.
                Some((head, body)) if !is_aside && !is_example_with_numbers(head) => {
                    heading = without_numbers(words(head));
                    if lists_rules(&heading, book) {
                        heading.clear();
                    }
                    body
                }
                _ => part,
            };
            let body = without_links(body);
            let body = body.as_str();
            let mut all = heading.clone();
            all.extend(words(body));
            let all = without_extras(all);
            if all.is_empty() && !part.contains("://") {
                continue;
            }
            let (all, count) = without_count(all);
            let light = light_words(&all, &phrases);
            // Names in the heading cannot change the rule, so only those of the body count.
            let is_light = are_few(&light_words(&words(body), &phrases), &all);
            let kind = match words(body) {
                // A heading may precede the words with which an example begins, so the body is also tested.
                body if is_example(&all) || is_example(&body) => Kind::Example,
                body if is_remark(&body) => Kind::Remark,
                _ => kind(&all, &light, digits),
            };
            let mentions = match kind {
                // Stories are also compared, because `weigh_story` turns a story into a rule if its words belong to a
                // rule.
                Kind::Rule | Kind::Story => phrases
                    .iter()
                    .filter_map(|rule| rule.mention(&all))
                    .collect(),
                _ => vec![],
            };
            let text = part.trim().to_owned();
            let mut sentence = Sentence {
                text,
                words: all,
                paragraph,
                mentions,
                kind,
                is_aside,
                count,
                own: None,
                light,
                is_light,
            };
            // Mentions are weighed first, since the next steps depend on which of them are plain.
            sentence.weigh_mentions();
            sentence.weigh_story();
            sentence.explain_signs();
            has_absorbed =
                whole.is_some_and(|whole| sentence.absorb_asides(whole, &heading, &found, book));
            if !has_absorbed && !whole.is_some_and(has_addition) {
                sentence.compose_rule(body, &heading, &found, book);
            }
            found.push(sentence);
        }
    }
    if !rest.trim().is_empty() {
        found.push(Sentence {
            text: rest.trim().to_owned(),
            words: words(rest),
            // The gap in the paragraph numbers keeps this sentence apart from earlier sentences, whose rules could
            // otherwise account for it.
            paragraph: usize::MAX,
            mentions: vec![],
            kind: Kind::Rule,
            is_aside: false,
            count: None,
            own: None,
            light: HashSet::new(),
            is_light: true,
        });
    }
    found
}

/// Removes web addresses from a sentence.
fn without_links(text: &str) -> String {
    let is_link = |word: &&str| {
        let word = word.trim_start_matches(['(', '[', '<', '"']);
        word.starts_with("http://") || word.starts_with("https://")
    };
    let words = text.split(' ').filter(|word| !is_link(word));
    words.collect::<Vec<_>>().join(" ")
}

/// Removes the space in `e. g.` and `i. e.`, so that the first full stop does not end a sentence.
fn join_abbreviations(text: &str) -> String {
    ["e. g.", "i. e.", "E. g.", "I. e."]
        .iter()
        .fold(text.to_owned(), |text, spaced| {
            text.replace(spaced, &spaced.replace(' ', ""))
        })
}

/// Joins the lines of wrapped sentences. A line that begins in lower case continues the line before it if that line
/// ends with a letter, a digit or a comma.
fn join_lines(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    for line in text.split('\n') {
        // The label of a list item, such as `a)`, is also in lower case, so lines with a label are excluded.
        let goes_on = line.trim_start().starts_with(char::is_lowercase)
            && without_number(line).len() == line.trim_start().len();
        let is_broken = joined.ends_with(|c: char| c.is_alphanumeric() || c == ',');
        match goes_on && is_broken {
            true => joined.push(' '),
            false => joined.push('\n'),
        }
        joined.push_str(line.trim_end());
    }
    joined
}

/// Removes the parts of a sentence that state nothing.
fn without_extras(words: Vec<String>) -> Vec<String> {
    without_partial(without_latitude(without_example(without_greeting(words))))
}

/// Removes `not necessarily consecutively` from the end of a sentence. This phrase only permits what a rule about
/// increasing digits already permits.
fn without_latitude(mut words: Vec<String>) -> Vec<String> {
    let ends = |ending: &[&str]| {
        words.len() >= SHORTEST_STATEMENT + ending.len()
            && words[words.len() - ending.len()..] == *ending
    };
    let adverbs = ["consecutively", "consecutive"];
    if adverbs
        .iter()
        .any(|word| ends(&["not", "necessarily", word]))
    {
        words.truncate(words.len() - 3);
        words.pop_if(|word| word == "but");
    }
    words
}

/// Removes `normal sudoku rules apply` from the beginning of a longer sentence. Many rules texts begin with it.
fn without_greeting(mut words: Vec<String>) -> Vec<String> {
    let usual = ["normal", "standard", "classic", "regular"];
    let begins = match &words[..] {
        [first, sudoku, rule, apply, next, ..] => {
            usual.contains(&first.as_str())
                && [sudoku.as_str(), rule, apply] == ["sudoku", "rule", "apply"]
                && (["and", "with", "plus", "ie", "i"].contains(&next.as_str())
                    || ["along", "digit", "cell", "adjacent", "2"].contains(&next.as_str()))
        }
        _ => false,
    };
    if begins {
        words.drain(..5);
    }
    words
}

/// Removes an example from the end of a sentence, unless the words after its beginning state a rule: they contain a word
/// such as `must`, or the sentence continues after a number (`for example 1 and 6, and sum to …`).
fn without_example(mut words: Vec<String>) -> Vec<String> {
    let begins = |at: usize| {
        let mut phrases = VOCABULARY.asides.iter();
        phrases.any(|phrase| words[at..].starts_with(phrase))
    };
    let verbs = [
        "sum", "add", "total", "differ", "contain", "increase", "decrease", "repeat", "have",
        "cannot", "do", "may",
    ];
    let is_verb = |word: &String| verbs.contains(&word.as_str());
    let states = |at: usize| match words[at].as_str() {
        "each" => words.get(at + 1).is_none_or(|next| next != "other"),
        "and" => {
            let next = words.get(at + 1);
            at > 0 && words[at - 1].parse::<u32>().is_ok() && next.is_some_and(is_verb)
        }
        word => [
            "must",
            "every",
            "all",
            "alway",
            "except",
            "unless",
            "otherwise",
            "excluding",
        ]
        .contains(&word),
    };
    let start = (SHORTEST_STATEMENT..words.len()).find(|&at| begins(at));
    if let Some(start) = start
        && !(start..words.len()).any(states)
    {
        words.truncate(start);
    }
    words
}

/// Removes a clause such as `not all dots are given` from the end of a sentence.
fn without_partial(mut words: Vec<String>) -> Vec<String> {
    let vocabulary = &*VOCABULARY;
    let is_about_marks =
        |word: &String| vocabulary.marks.contains(word) || vocabulary.common.contains(word);
    let begins = |at: usize| {
        let rest = &words[at..];
        let is_partial = vocabulary
            .partial
            .iter()
            .any(|phrase| phrase.iter().all(|word| rest.contains(word)));
        let first = rest.first().map(String::as_str);
        let second = rest.get(1).map(String::as_str);
        first == Some("not")
            && matches!(second, Some("all" | "every" | "necessarily"))
            && is_partial
            && rest.iter().all(is_about_marks)
    };
    if let Some(start) = (SHORTEST_STATEMENT..words.len()).find(|&at| begins(at)) {
        words.truncate(start);
    }
    words
}

/// Removes the number of drawings from a sentence that counts them: `each of the 8 blue lines`. If a sentence is about
/// a sum and contains several numbers, none is removed, because each may be part of the rule.
fn without_count(mut words: Vec<String>) -> (Vec<String>, Option<usize>) {
    let number = |word: &String| word.parse::<usize>().ok();
    let is_sum = words
        .iter()
        .any(|word| ["sum", "total", "add"].contains(&word.as_str()))
        && words.iter().filter(|word| number(word).is_some()).count() > 1;
    let names_drawings = |at: usize| {
        // `the` and the number also belong to the subject, so two words fewer remain.
        let mut next = words[at + 1..].iter().take(LONGEST_SUBJECT - 2);
        let adjective = |word: &&String| colour_name(word).is_some() || is_shade(word);
        let noun = next.find(|word| !adjective(word));
        let is_coloured = words.get(at + 1).is_some_and(|word| adjective(&word));
        noun.is_some_and(|noun| match noun.as_str() {
            "box" | "clue" => false,
            "cell" => is_coloured,
            // In a sentence about lines, this is the number of circles on each line.
            "circle" | "bulb" => !words.iter().any(|word| word == "line"),
            noun => VOCABULARY.drawings.contains(noun),
        })
    };
    let is_count = |at: &usize| {
        ["the", "these", "are"].contains(&words[at - 1].as_str())
            && number(&words[*at]).is_some()
            && names_drawings(*at)
    };
    match (1..words.len()).find(is_count).filter(|_| !is_sum) {
        Some(at) => {
            let count = number(&words.remove(at));
            (words, count)
        }
        None => (words, None),
    }
}

/// Minimum number of words before an example or another ending that is removed.
const SHORTEST_STATEMENT: usize = 5;

/// Removes the label of a list item, such as `2.` or `b)`, from a line.
fn without_number(line: &str) -> &str {
    let line = line.trim_start();
    let is_number = |head: &str| {
        head.len() == 1 && head.starts_with(|c: char| c.is_ascii_alphanumeric())
            || head.len() == 2 && head.parse::<u8>().is_ok()
    };
    match line.split_once(['.', ')', ':']) {
        // The space matters, because the point in `1.5` and the colon in `1:2` belong to a number.
        Some((head, body)) if is_number(head) && body.starts_with(' ') => body,
        _ => line,
    }
}

/// Returns `true` for the label of a list item within a line: `b` in `b) digits …`.
fn is_item_number(part: &str) -> bool {
    let mut chars = part.trim().chars();
    matches!((chars.next(), chars.next()), (Some(c), None) if c.is_ascii_alphanumeric())
}

/// Removes the brackets from asides that are short or contain only numbers, such as `(1, 2, 3)`, because such asides
/// are part of the sentence around them. Other asides are sentences of their own.
fn inline_short_asides(line: &str) -> String {
    let mut rest = line;
    let mut text = String::with_capacity(line.len());
    while let Some((before, after)) = rest.split_once('(') {
        let Some((aside, next)) = after.split_once(')') else {
            break;
        };
        let few = words(aside);
        let is_short = few.len() <= 2 || few.iter().all(|word| word.parse::<u32>().is_ok());
        text.push_str(before);
        match is_short {
            true => text.push_str(aside),
            false => {
                text.push('(');
                text.push_str(aside);
                text.push(')');
            }
        }
        rest = next;
    }
    text.push_str(rest);
    text
}

/// A sentence of a line, or an aside in brackets, which follows its sentence.
struct Clause {
    text: String,
    is_aside: bool,
    /// The sentence with its asides in their places; `None` if it has none.
    whole: Option<String>,
}

/// Splits a line into sentences and asides.
fn parts(line: &str) -> Vec<Clause> {
    let (plain, asides) = without_asides(line);
    let mut parts = vec![];
    for range in split(&plain) {
        // An aside before a full stop has the position of that stop, which is the end of the range.
        let inside = asides
            .iter()
            .filter(|(at, _)| range.start <= *at && *at <= range.end);
        let inside: Vec<&(usize, String)> = inside.collect();
        parts.push(Clause {
            text: plain[range.clone()].to_owned(),
            is_aside: false,
            whole: (!inside.is_empty()).then(|| with_asides(&plain, range, &inside)),
        });
        for (_, aside) in inside {
            let ranges = split(aside).into_iter();
            parts.extend(ranges.map(|range| Clause {
                text: aside[range].to_owned(),
                is_aside: true,
                whole: None,
            }));
        }
    }
    parts.retain(|part| !part.text.trim().is_empty());
    join_pieces(parts)
}

/// Words for the parts into which a line is cut.
const PIECES: [&str; 4] = ["segment", "group", "string", "section"];

/// Joins a sentence about the parts of a line to the sentence before it, which cuts the line: `Each line can be divided
/// into segments. Each segment sums to 10`. Neither of the two states the rule alone.
fn join_pieces(parts: Vec<Clause>) -> Vec<Clause> {
    let mut joined: Vec<Clause> = vec![];
    for part in parts {
        match joined.last_mut() {
            Some(before) if is_about_pieces(before, &part) => {
                before.text = format!("{}. {}", before.text.trim_end(), part.text.trim());
            }
            _ => joined.push(part),
        }
    }
    joined
}

/// Returns `true` if a sentence is about the parts into which the sentence before it cuts a line.
fn is_about_pieces(before: &Clause, part: &Clause) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let cuts = |words: &[String]| {
        words
            .iter()
            .any(|word| is(word, &["divide", "divided", "split", "cut", "broken"]))
    };
    let (first, second) = (words(&before.text), words(&part.text));
    match &second[..] {
        [all, piece, ..] => {
            before.whole.is_none()
                && part.whole.is_none()
                && !before.is_aside
                && !part.is_aside
                && is(all, &["each", "every", "all", "these", "such"])
                && is(piece, &PIECES)
                && cuts(&first)
                && first.contains(piece)
        }
        _ => false,
    }
}

/// First words of asides that add to the cells or conditions of their sentence, or take some away.
const ADDITIONS: [&str; 6] = ["and", "or", "plus", "but", "excluding", "except"];

/// Returns `true` if an aside of a sentence may change its rule: `in the surrounding cells (and in its row)`.
fn has_addition(whole: &str) -> bool {
    let mut asides = whole.split('(').skip(1).map(words);
    asides.any(|aside| {
        let mut first = aside.iter().take(1);
        first.any(|word| ADDITIONS.contains(&word.as_str()))
            || aside.iter().any(|word| word == "itself")
    })
}

/// Returns a range of a line with the given asides inserted at their positions.
fn with_asides(plain: &str, range: Range<usize>, asides: &[&(usize, String)]) -> String {
    let mut asides = asides.to_vec();
    asides.sort_by_key(|(at, _)| *at);
    let mut whole = String::new();
    let mut start = range.start;
    for (at, aside) in asides {
        whole.push_str(&plain[start..*at]);
        whole.push_str(" (");
        whole.push_str(aside);
        whole.push(')');
        start = *at;
    }
    whole.push_str(&plain[start..range.end]);
    whole
}

/// Returns a line without its asides in brackets, and the asides with their positions in the returned line.
fn without_asides(line: &str) -> (String, Vec<(usize, String)>) {
    let mut plain = line.to_owned();
    let mut asides: Vec<(usize, String)> = vec![];
    // The first closing bracket always ends an innermost aside, so nested asides are removed from the inside out.
    while let Some(close) = plain.find(')')
        && let Some(open) = plain[..close].rfind('(')
    {
        let start = plain[..open].trim_end().len();
        // This aside and the text around its inner asides are cut out, so the inner asides move to its start.
        for (at, _) in asides.iter_mut().filter(|(at, _)| *at > start) {
            *at = start;
        }
        asides.push((start, plain[open + 1..close].to_owned()));
        let (aside, rest) = (&plain[open + 1..close], &plain[close + 1..]);
        // If the aside ends with `.`, `!` or `?`, the sentence around it also ends there, so a full stop replaces the
        // aside.
        let filler = match aside.trim_end().ends_with(['.', '!', '?']) {
            true => ". ",
            false if rest.starts_with(char::is_alphanumeric) => " ",
            false => "",
        };
        plain.replace_range(start..=close, filler);
    }
    (plain, asides)
}

/// Returns the byte ranges of the sentences in a line. A full stop within a number or an abbreviation, as in `1.5` and
/// `e.g.`, does not end a sentence.
fn split(line: &str) -> Vec<Range<usize>> {
    let bytes = line.as_bytes();
    let mut parts = vec![];
    let mut start = 0;
    for (at, c) in line.char_indices() {
        let ends = match c {
            '!' | '?' | ';' | '(' | ')' => true,
            '.' => {
                let next = bytes.get(at + 1).copied().unwrap_or(b' ');
                let before = line[start..at].to_ascii_lowercase();
                let last = before.rsplit([' ', '(']).next().unwrap_or_default();
                let is_short = ["e.g", "i.e", "eg", "ie"].contains(&last);
                next.is_ascii_whitespace() && !is_short || next == b')' || next == b'"'
            }
            _ => false,
        };
        if ends {
            parts.push(start..at);
            start = at + c.len_utf8();
        }
    }
    parts.push(start..line.len());
    parts
}

/// Removes the number from a heading of two words, such as `type 2`.
fn without_numbers(mut heading: Vec<String>) -> Vec<String> {
    if heading.len() == 2 {
        heading.retain(|word| word.parse::<u32>().is_err());
    }
    heading
}

/// Returns `true` if a heading lists rules, such as `odd and even`. Each sentence below it then states one of the
/// rules.
fn lists_rules(heading: &[String], book: &Book) -> bool {
    let names: Vec<&[String]> = heading.split(|word| word == "and").collect();
    names.len() > 1 && names.iter().all(|name| book.rule(&name.join("-")).is_ok())
}

/// Splits a sentence into a short heading and the text after the colon, dash or equals sign.
fn heading_of(part: &str) -> Option<(&str, &str)> {
    // The spaces are necessary, because `1-9` and `1:2` must not be split.
    let separators = [": ", " - ", " – ", " — ", " = "];
    let (head, body) = separators
        .iter()
        .find_map(|separator| part.split_once(separator))?;
    let head_words = words(head);
    let is_short = (1..=5).contains(&head_words.len()) || gives_name(&head_words);
    (is_short && !body.trim().is_empty()).then_some((head, body))
}

/// Returns `true` if words only give drawings a name that the text after them explains: `all cages additionally act as
/// fortresses`.
fn gives_name(head: &[String]) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    match head {
        [.., verb, conjunction, name] => {
            head.len() <= LONGEST_NAMING
                && is(verb, &["act", "behave", "function", "serve"])
                && is(conjunction, &["as", "like"])
                && !has_meaning(name)
                && !head
                    .iter()
                    .any(|word| is(word, &["not", "if", "one", "some", "only"]))
        }
        _ => false,
    }
}

/// Maximum number of words that give drawings a name.
const LONGEST_NAMING: usize = 8;

/// Returns the words of a sentence without those of its heading and without parts that state nothing.
pub(crate) fn body_of(sentence: &Sentence) -> Vec<String> {
    let body = heading_of(&sentence.text).map_or(sentence.text.as_str(), |(_, body)| body);
    without_extras(words(body))
}

/// Returns `true` for a word that may change a rule, regardless of the other words.
pub(crate) fn has_meaning(word: &str) -> bool {
    VOCABULARY.meaning.contains(word)
}

fn kind(words: &[String], light: &HashSet<String>, digits: (u8, u8)) -> Kind {
    let vocabulary = &*VOCABULARY;
    let has = |list: &Vec<String>| list.iter().all(|word| words.contains(word));
    let within = |set: &HashSet<String>| {
        let known = |word: &String| set.contains(word) || vocabulary.common.contains(word);
        words.iter().all(known)
    };
    // A few names, such as `football` for a dot, are allowed.
    let but_for_names = |set: &HashSet<String>| {
        let strange: HashSet<String> = words
            .iter()
            .filter(|word| !set.contains(*word) && !is_known(word, &HashSet::new()))
            .cloned()
            .collect();
        strange.is_subset(light) && are_few(&strange, words)
    };
    let is_partial = vocabulary.partial.iter().any(has) && !claims_all(words);
    if is_partial && but_for_names(&vocabulary.marks) {
        return Kind::Partial;
    }
    let fits = fits_digits(words, digits) && fits_count(words, digits);
    if within(&vocabulary.sudoku) && fits && is_boilerplate(words) {
        return Kind::Sudoku;
    }
    let permits = |phrase: &Vec<Part>| has_phrase(phrase, words);
    let is_permission = vocabulary.permissions.iter().any(permits) && !demands(words);
    if is_permission && but_for_names(&vocabulary.permission) {
        return Kind::Permission;
    }
    if is_about_looks(words, light) {
        return Kind::Permission;
    }
    if is_note(words, light) {
        return Kind::Note;
    }
    if vocabulary.credits.iter().any(permits) {
        return Kind::Story;
    }
    let strange: HashSet<String> = words
        .iter()
        .filter(|word| !vocabulary.fog.contains(*word) && !vocabulary.common.contains(*word))
        .cloned()
        .collect();
    if is_about_fog(words) && strange.is_subset(light) && are_few(&strange, words) {
        return Kind::Fog;
    }
    match words.iter().any(|word| vocabulary.logic.contains(word)) {
        true => Kind::Rule,
        false => Kind::Story,
    }
}

/// Returns `true` if a sentence about marks states that all marks of some kind are drawn: `every X is given`.
fn claims_all(words: &[String]) -> bool {
    let is = |at: usize, list: &[&str]| list.contains(&words[at].as_str());
    let claims = |at: usize| {
        let end = (at..words.len()).find(|&end| is(end, &["given", "shown", "marked", "drawn"]));
        let is_denied = |at: usize| is(at, &["not", "necessarily"]);
        end.is_some_and(|end| !(at.saturating_sub(1)..end).any(is_denied))
    };
    (0..words.len()).any(|at| is(at, &["all", "every"]) && claims(at))
}

/// Returns `true` if a sentence demands something besides what it permits.
fn demands(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    has(&["must"]) || has(&["all", "each", "every"]) && has(&["and"]) && has(&["same", "different"])
}

/// Returns `true` if a sentence only describes how clues are drawn, for example the lengths of lines or the positions
/// of numbers.
fn is_note(words: &[String], light: &HashSet<String>) -> bool {
    let mut notes = VOCABULARY.notes.iter();
    notes.any(|note| {
        // Words of the note are expected, so they do not count as strange.
        let strange = light.difference(&note.words).cloned().collect();
        are_few(&strange, words) && note.is_all_of(words, light)
    })
}

/// Returns `true` if a sentence states that some drawings are only decoration.
fn is_about_looks(words: &[String], light: &HashSet<String>) -> bool {
    let vocabulary = &*VOCABULARY;
    let is_cosmetic = words.windows(2).any(|pair| {
        ["purely", "only", "just", "solely", "are", "is"].contains(&pair[0].as_str())
            && ["cosmetic", "decorative"].contains(&pair[1].as_str())
    });
    let known = |word: &String| {
        vocabulary.permission.contains(word)
            || is_known(word, &HashSet::new())
            || light.contains(word)
    };
    is_cosmetic && !words.iter().any(|word| word == "not") && words.iter().all(known)
}

/// Returns `true` if a sentence mentions fog, or cells that correct digits reveal.
fn is_about_fog(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    has(&["fog", "foggy"]) || has(&["reveal", "clear", "lift"]) && has(&["correct", "correctly"])
}

/// Returns the words of a sentence that no rule uses and that cannot change a rule.
fn light_words(words: &[String], rules: &[Phrases]) -> HashSet<String> {
    let vocabulary = &*VOCABULARY;
    let is_weighty = |word: &str| {
        word.contains(|c: char| c.is_ascii_digit())
            || vocabulary.logic.contains(word)
            || vocabulary.meaning.contains(word)
            || vocabulary.operative.contains(word)
            || rules.iter().any(|rule| rule.vocabulary.contains(word))
    };
    // An adverb changes the words around it, as in `cyclically`. A pearly dot is only a dot.
    let is_adverb = |at: usize| {
        let next = words.get(at + 1);
        words[at].ends_with("ly") && !next.is_some_and(|next| vocabulary.drawings.contains(next))
    };
    let places = 0..words.len();
    places
        .filter(|&at| !is_known(&words[at], &HashSet::new()) && !is_weighty(&words[at]))
        .filter(|&at| !is_adverb(at))
        .map(|at| words[at].clone())
        .collect()
}

/// Returns `true` if a sentence has so few light words that they cannot change its subject.
fn are_few(light: &HashSet<String>, words: &[String]) -> bool {
    light.len() <= 2 && 4 * light.len() <= words.len()
}

/// Returns `true` if one of the sentences gives some cells values other than their digits.
pub(crate) fn redefine_values(sentences: &[Sentence]) -> bool {
    let mut sentences = sentences.iter();
    sentences.any(|sentence| redefines_values(&sentence.words))
}

/// Drops the mentions of sentences about values and of their asides, because the puzzle has values that are not digits.
pub(crate) fn forget_values(sentences: &mut [Sentence]) {
    let mut is_about_values = false;
    for sentence in sentences {
        let names_values = sentence.words.iter().any(|word| word == "value");
        // An aside may state the rule of its sentence, whose cells it does not name again.
        is_about_values = names_values || sentence.is_aside && is_about_values;
        if is_about_values {
            sentence.mentions.clear();
            sentence.own = None;
        }
    }
}

/// Returns `true` if a sentence gives some cells values other than their digits.
fn redefines_values(words: &[String]) -> bool {
    let states = |phrase: &Vec<Part>| has_phrase(phrase, words);
    VOCABULARY.values.iter().any(states)
}

/// Returns `true` if a sentence only illustrates another sentence.
fn is_example(words: &[String]) -> bool {
    let mut examples = VOCABULARY.examples.iter();
    examples.any(|beginning| words.starts_with(beginning)) && !is_comparison(words)
        || is_single_case(words)
        || is_supposed_case(words)
}

/// Returns `true` for a sentence that extends the one before it: `that is also true of the cages`.
fn is_comparison(words: &[String]) -> bool {
    let is = |at: usize, list: &[&str]| {
        let word = words.get(at).map(String::as_str);
        word.is_some_and(|word| list.contains(&word))
    };
    is(0, &["that"]) && is(1, &["is"]) && is(2, &["also", "true", "not", "the", "only", "likewise"])
}

/// Returns `true` for a sentence about one digit in one cell: `a 3 in R2C1 would put a 1 in R2C3`.
fn is_single_case(words: &[String]) -> bool {
    match words {
        [article, digit, place, cell, rest @ ..] => {
            let is_supposed = |word: &String| ["would", "tell"].contains(&word.as_str());
            ["a", "an"].contains(&article.as_str())
                && digit.parse::<u32>().is_ok()
                && place == "in"
                && is_cell_name(cell)
                && rest.iter().any(is_supposed)
        }
        _ => false,
    }
}

/// Returns `true` for a sentence about the case that one cell has one digit: `if a 9 appears in R4C6, then …`.
fn is_supposed_case(words: &[String]) -> bool {
    let is = |word: &String, list: &[&str]| list.contains(&word.as_str());
    match words {
        [first, article, digit, rest @ ..] => {
            is(first, &["if", "when"])
                && is(article, &["a", "an", "the"])
                && digit.parse::<u32>().is_ok()
                && rest.iter().take(4).any(|word| is_cell_name(word))
        }
        _ => false,
    }
}

/// Returns `true` for the left-hand side of an equation in an example.
fn is_example_with_numbers(text: &str) -> bool {
    text.contains(|c: char| c.is_ascii_digit()) && is_example(&words(text))
}

/// Returns `true` if a sentence is about the rules of sudoku: it contains `sudoku`, or `row` and `column`, or only
/// states the digits of the cells. A sentence that permits something, such as repeats in rows, or that denies that
/// rules apply does not count, because it changes the rules.
fn is_boilerplate(words: &[String]) -> bool {
    let has = |word: &str| words.iter().any(|w| w == word);
    let has_one = |list: &[&str]| list.iter().any(|word| has(word));
    let permits =
        has_one(&["may", "can", "could"]) && !has_one(&["not", "no", "once", "never", "cannot"]);
    (has("sudoku") || has("row") && has("column") || fills_cells(words) || fills_regions(words))
        && !(permits
            || denies_rules(words)
            || names_areas(words)
            || is_clue(words)
            || names_house(words)
            || breaks_sudoku(words))
}

/// Returns `true` if a sentence says that some rules do not apply: `not all normal sudoku rules apply`, `digits do not have to
/// differ in rows`, `normal sudoku rules apply only in rows`.
fn denies_rules(words: &[String]) -> bool {
    let is = |at: usize, list: &[&str]| {
        let word = words.get(at).map(String::as_str);
        word.is_some_and(|word| list.contains(&word))
    };
    let has = |word: &str| words.iter().any(|w| w == word);
    let negates = |at: usize| is(at, &["not", "don't", "never", "needn't"]);
    is(0, &["not"]) && is(1, &["all", "every"])
        || has("only") && has("apply")
        // The text then has to state which of the rules apply.
        || has("almost") && !(has("row") && has("column"))
        || (0..words.len()).any(|at| negates(at) && is(at + 1, &["apply", "have", "need"]))
        || is_not_necessary(words)
}

/// Returns `true` if a sentence denies more than repeats, or changes the houses: `rows do not contain each digit`,
/// `without boxes`.
fn breaks_sudoku(words: &[String]) -> bool {
    let repeats = [
        "repeat",
        "repetition",
        "more",
        "twice",
        "same",
        "again",
        "duplicate",
    ];
    let is_in = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let denies = [
        "not", "cannot", "can't", "never", "don't", "doesn't", "without", "no",
    ];
    let mut denials = words
        .iter()
        .enumerate()
        .filter(|(_, word)| is_in(word, &denies));
    let has = |list: &[&str]| words.iter().any(|word| is_in(word, list));
    let is_twice = has(&["twice"]) && !has(&denies);
    is_twice || denials.any(|(at, _)| !words[at + 1..].iter().any(|word| is_in(word, &repeats)))
}

fn is_not_necessary(words: &[String]) -> bool {
    words
        .iter()
        .any(|word| ["needn't", "necessarily"].contains(&word.as_str()))
}

/// Returns `true` if a sentence names areas other than rows, columns and boxes: `coloured regions`, `2x2 squares`.
fn names_areas(words: &[String]) -> bool {
    let is_area = |word: &String| ["area", "region", "square", "cell"].contains(&word.as_str());
    let is_drawn = |word: &String| {
        let marked = ["coloured", "colored", "shaded", "highlighted", "tinted"];
        marked.contains(&word.as_str()) || colour_name(word).is_some()
    };
    let has_small_square = words.iter().any(|word| word == "2x2");
    words
        .windows(2)
        .any(|pair| is_drawn(&pair[0]) && is_area(&pair[1]))
        || has_small_square
            && words
                .iter()
                .any(|word| ["area", "square"].contains(&word.as_str()))
}

/// Returns `true` if a sentence states what some digits say of others: `digits in column 1 indicate the column in which …`.
fn is_clue(words: &[String]) -> bool {
    let verbs = ["indicate", "show", "give", "tell", "represent"];
    words.iter().any(|word| verbs.contains(&word.as_str()))
}

/// Returns `true` if a sentence names one row, column or box by its number. The rules of sudoku apply to all of them.
fn names_house(words: &[String]) -> bool {
    let ends_range = |word: &String| ["to", "through"].contains(&word.as_str());
    words.windows(2).enumerate().any(|(at, pair)| {
        NUMBERED.contains(&pair[0].as_str())
            && pair[1].parse::<u32>().is_ok()
            && !words.get(at + 2).is_some_and(ends_range)
    })
}

/// Words of sentences that only state the digits of the cells.
const FILLING: [&str; 17] = [
    "place", "put", "enter", "fill", "digit", "number", "from", "to", "through", "each", "every",
    "all", "empty", "cell", "in", "into", "the",
];

/// Returns `true` if a sentence only states the range of the digits in cells: `place the digits 1-9 in every cell`.
fn fills_cells(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_number = |word: &&String| word.parse::<u32>().is_ok();
    let numbers = words.iter().filter(is_number).count();
    let is_known = |word: &String| {
        FILLING.contains(&word.as_str()) || word.starts_with(|c: char| c.is_ascii_digit())
    };
    let is_range = ranges(words).len() == 1 && [0, 2].contains(&numbers);
    is_range && has(&FILLING[..4]) && has(&["cell"]) && words.iter().all(is_known)
}

/// Returns `true` if a sentence only states that the digits of each region or box differ.
fn fills_regions(words: &[String]) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let forbids = has(&["not", "no", "can't", "cannot", "never"]);
    let mut pairs = words.windows(2);
    let names_different_digits = pairs.any(|pair| pair[0] == "different" && pair[1] == "digit");
    has(&["region", "box"])
        && !has(&["same", "as", "area", "square"])
        && (has(&["repeat"]) && forbids || names_different_digits)
}

/// Returns `true` if all ranges of digits in a sentence, such as `1-9` or `1 to 9`, equal the grid's range.
fn fits_digits(words: &[String], digits: (u8, u8)) -> bool {
    ranges(words).iter().all(|range| *range == digits)
}

/// Returns `true` if a sentence counts no digits, or as many as there are: `9 different digits`.
fn fits_count(words: &[String], (low, high): (u8, u8)) -> bool {
    let count = high.saturating_sub(low).saturating_add(1);
    let counted = words.windows(2).enumerate().filter(|(at, pair)| {
        let is_end = *at > 0 && ["to", "through", "and", "or"].contains(&words[at - 1].as_str());
        ["different", "unique", "digit", "of"].contains(&pair[1].as_str()) && !is_end
    });
    let mut counts = counted.filter_map(|(_, pair)| pair[0].parse::<u8>().ok());
    counts.all(|number| number == count)
}

/// Returns the ranges of digits in a sentence.
fn ranges(words: &[String]) -> Vec<(u8, u8)> {
    let range = |from: &str, to: &str| Some((from.parse().ok()?, to.parse().ok()?));
    let hyphened = words
        .iter()
        .filter_map(|word| word.split_once('-'))
        .filter_map(|(from, to)| range(from, to));
    let spelled = words
        .windows(3)
        .filter(|words| ["to", "through"].contains(&words[1].as_str()))
        .filter_map(|words| range(&words[0], &words[2]));
    hyphened.chain(spelled).collect()
}

/// Returns the range of digits that sentences about the rules of sudoku name; `None` unless they name exactly one
/// range.
pub(crate) fn named_digits(sentences: &[Sentence]) -> Option<(u8, u8)> {
    let vocabulary = &*VOCABULARY;
    let is_sudoku = |words: &[String]| {
        let known = |word: &String| {
            vocabulary.sudoku.contains(word)
                || vocabulary.common.contains(word)
                || word.contains(|c: char| c.is_ascii_digit())
        };
        words.iter().all(known) && is_boilerplate(words)
    };
    let about = sentences
        .iter()
        .filter(|sentence| is_sudoku(&sentence.words));
    let named: BTreeSet<(u8, u8)> = about.flat_map(|sentence| ranges(&sentence.words)).collect();
    named.first().copied().filter(|_| named.len() == 1)
}

/// Returns the range in the sentences that state that each house uses only some of the digits of a range. Returns
/// `None` unless they name exactly one range.
pub(crate) fn find_digit_pool(sentences: &[Sentence], book: &Book) -> Option<(u8, u8)> {
    let names = |mention: &Mention| {
        let rule = book.rule(&mention.rule);
        rule.is_ok_and(|rule| rule.recognition.names_digits)
    };
    let about = sentences
        .iter()
        .filter(|sentence| sentence.mentions.iter().any(names));
    let named: BTreeSet<(u8, u8)> = about.flat_map(|sentence| ranges(&sentence.words)).collect();
    named.first().copied().filter(|_| named.len() == 1)
}

/// The phrases of a rule, parsed for comparison with sentences.
struct Phrases {
    rule: String,
    /// `true` if the rule is about the whole grid.
    is_global: bool,
    /// Words that the rule's file lists in `words`. Numbers among them, as in `159`, are not parameters.
    names: HashSet<String>,
    phrases: Vec<Vec<Part>>,
    vocabulary: HashSet<String>,
    /// The collocations that the rule's file lists in `words`.
    collocations: Vec<Vec<String>>,
    /// Collocations of sentences that state another rule: the phrases with nothing but absent words.
    bars: Vec<Vec<String>>,
}

/// A condition on the words of a sentence.
enum Part {
    /// One of these sequences of words must be in the sentence.
    Words(Vec<Vec<String>>),
    /// This sequence of words must not be in the sentence.
    Absent(Vec<String>),
    /// The sentence must contain exactly one number, the value of the named parameter.
    Number(String),
    /// The sentence must contain numbers, the values of the named parameter.
    Numbers(String),
}

fn phrases(book: &Book) -> Vec<Phrases> {
    let rules = book.rules().filter_map(Result::ok);
    rules
        .filter(|rule| !rule.recognition.says.is_empty())
        .map(Phrases::of)
        .collect()
}

/// Returns each rule of a book that texts can state, with the words that sentences use for it.
pub(crate) fn vocabularies(book: &Book) -> Vec<(String, HashSet<String>)> {
    let rules = phrases(book).into_iter();
    rules.map(|rule| (rule.rule, rule.vocabulary)).collect()
}

fn phrases_of(texts: &[String]) -> Vec<Vec<Part>> {
    texts.iter().map(|text| phrase(text)).collect()
}

/// Parses a phrase in the notation of rule files: `line differ|difference {least} -dot`.
fn phrase(text: &str) -> Vec<Part> {
    let part = |word: &str| match (word.strip_prefix('{'), word.strip_prefix('-')) {
        (Some(name), _) => match name.trim_end_matches('}').strip_suffix("..") {
            Some(name) => Part::Numbers(name.to_owned()),
            None => Part::Number(name.trim_end_matches('}').to_owned()),
        },
        (_, Some(word)) => Part::Absent(words(word)),
        _ => Part::Words(word.split('|').map(words).collect()),
    };
    text.split_whitespace().map(part).collect()
}

/// Returns the hyphenated sequences in a list of words, without articles.
fn collocations(text: &str) -> Vec<Vec<String>> {
    let sequences = text
        .split_whitespace()
        .map(|word| without_determiners(words(word)));
    sequences.filter(|sequence| sequence.len() > 1).collect()
}

fn without_determiners(mut words: Vec<String>) -> Vec<String> {
    words.retain(|word| !is_determiner(word));
    words
}

/// Returns `true` for a word before a noun, which collocations leave out.
fn is_determiner(word: &str) -> bool {
    ["a", "an", "the", "it", "their"].contains(&word)
}

/// Returns the positions of the words of a sentence that are in one of the sequences. Determiners may be anywhere in a
/// sequence.
fn find_accounted<'s>(
    sentence: &[String],
    sequences: impl Iterator<Item = &'s Vec<String>>,
) -> HashSet<usize> {
    let places = (0..sentence.len()).filter(|&at| !is_determiner(&sentence[at]));
    let places: Vec<usize> = places.collect();
    let mut found = HashSet::new();
    for sequence in sequences {
        let is_match = |window: &&[usize]| {
            let mut pairs = window.iter().zip(sequence);
            pairs.all(|(&at, word)| sentence[at] == *word)
        };
        let windows = places.windows(sequence.len());
        found.extend(windows.filter(is_match).flatten().copied());
    }
    found
}

impl Phrases {
    fn of(rule: &Rule) -> Self {
        let is_absent = |part: &Part| matches!(part, Part::Absent(_));
        let (bars, phrases): (Vec<_>, Vec<_>) = phrases_of(&rule.recognition.says)
            .into_iter()
            .partition(|phrase| phrase.iter().all(is_absent));
        let bars = bars.into_iter().flatten().filter_map(|part| match part {
            Part::Absent(words) => Some(without_determiners(words)),
            Part::Words(_) | Part::Number(_) | Part::Numbers(_) => None,
        });
        // A number in a collocation is an example of a value, not a word of the rule.
        let is_name = |word: &&str| collocations(word).is_empty();
        let listed = rule.recognition.words.split_whitespace().map(words);
        let single = rule.recognition.words.split_whitespace().filter(is_name);
        let is_word = |word: &String| word.parse::<u32>().is_err();
        let names: HashSet<String> = listed
            .flatten()
            .filter(is_word)
            .chain(single.flat_map(words))
            .collect();
        let mut vocabulary = names.clone();
        let said = phrases.iter().flatten().filter_map(|part| match part {
            Part::Words(words) => Some(words.iter().flatten().cloned()),
            Part::Absent(_) | Part::Number(_) | Part::Numbers(_) => None,
        });
        vocabulary.extend(said.flatten());
        vocabulary.extend(words(&rule.title));
        Self {
            rule: rule.name.clone(),
            is_global: rule.shape == Shape::Global,
            names,
            phrases,
            vocabulary,
            collocations: collocations(&rule.recognition.words),
            bars: bars.collect(),
        }
    }

    /// Returns `true` if no sentence about the rule uses "repeat", or if such sentences may also permit repeats.
    fn is_indifferent_to_repeats(&self) -> bool {
        !self.vocabulary.contains("repeat") || self.vocabulary.contains(REPEATABLE)
    }

    /// Returns the mention of the rule in a sentence; `None` if the sentence contains none of the rule's phrases, or if
    /// it may mean something else.
    fn mention(&self, sentence: &[String]) -> Option<Mention> {
        // A permission must not be read as a rule that forbids repeats.
        if permits_repeats(sentence) && !self.is_indifferent_to_repeats() {
            return None;
        }
        if !find_accounted(sentence, self.bars.iter()).is_empty() {
            return None;
        }
        let is_listed = |at: usize| {
            let is_numbered = at > 0 && NUMBERED.contains(&sentence[at - 1].as_str());
            is_numbered || !self.names.contains(&sentence[at])
        };
        let numbers: BTreeSet<i64> = (0..sentence.len())
            .filter(|&at| is_listed(at))
            .filter_map(|at| sentence[at].parse().ok())
            .collect();
        let found: Vec<(&Vec<Part>, BTreeMap<String, Param>)> = self
            .phrases
            .iter()
            .filter_map(|phrase| Some((phrase, contained(phrase, sentence, &numbers)?)))
            .collect();
        let params = found.iter().map(|(_, params)| params);
        let params = params.max_by_key(|params| params.len())?.clone();
        let stated = |number: &str| {
            let mut phrases = found.iter().map(|(phrase, _)| *phrase);
            phrases.any(|phrase| has_word(phrase, number))
                || params
                    .values()
                    .any(|param| numbers_of(param).iter().any(|n| n == number))
        };
        // The digit that a sentence is about is not an amount, so it can be the value of a `digit` parameter, but not
        // of a sum.
        let is_digit = |(name, param): (&String, &Param), digit: &str| {
            name.starts_with("digit") && numbers_of(param).iter().any(|n| n == digit)
        };
        let is_other_digit = subject_digit(sentence)
            .is_some_and(|digit| !params.iter().any(|param| is_digit(param, digit)));
        // A rule with only one of two alternative numbers would be stricter than the sentence.
        if is_other_digit
            || alternatives(sentence).any(|(one, other)| !stated(one) || !stated(other))
            || self.is_global && names_other_drawings(sentence, &self.vocabulary)
        {
            return None;
        }
        let mut vocabulary = self.vocabulary.clone();
        vocabulary.extend(params.values().flat_map(numbers_of));
        let parts = found.iter().flat_map(|(phrase, _)| *phrase);
        let stated = parts.filter_map(|part| match part {
            Part::Words(words) => Some(words.iter().cloned().map(without_determiners)),
            Part::Absent(_) | Part::Number(_) | Part::Numbers(_) => None,
        });
        let stated = stated.flatten().filter(|sequence| !sequence.is_empty());
        let accounts: Vec<Vec<String>> = stated.chain(self.collocations.iter().cloned()).collect();
        let colours = sentence.iter().filter_map(|word| colour_name(word));
        let has_word = |list: &[&str]| sentence.iter().any(|word| list.contains(&word.as_str()));
        let is_allowed =
            |word: &String| is_known(word, &vocabulary) || VOCABULARY.operative.contains(word);
        Some(Mention {
            rule: self.rule.clone(),
            params,
            colours: colours.collect(),
            is_about_colour: has_word(&COLOURED),
            is_about_any_colour: has_word(&ANY_COLOUR),
            is_about_all_lines: is_about_all_lines(sentence),
            is_about_lines: has_word(&LINES),
            shapes: shapes_in(sentence),
            is_whole: sentence.iter().all(is_allowed)
                && find_operative(sentence, &[&accounts]).is_empty(),
            // `weigh_mentions` decides this later, because it depends on all mentions of the sentence.
            is_plain: false,
            is_answer: false,
            vocabulary,
            accounts,
            bars: self.bars.clone(),
        })
    }
}

/// Returns the digit that a sentence is about: `the digit 3 has to appear in each cage`. Rules about all digits do not
/// apply to a single digit.
fn subject_digit(words: &[String]) -> Option<&str> {
    let words = words.strip_prefix(&["the".to_owned()]).unwrap_or(words);
    let verbs = [
        "ha", "have", "must", "may", "can", "cannot", "need", "should", "appear", "is", "doe",
    ];
    match words {
        [noun, digit, verb, ..]
            if noun == "digit" && digit.parse::<u8>().is_ok() && verbs.contains(&verb.as_str()) =>
        {
            Some(digit)
        }
        _ => None,
    }
}

/// Returns `true` if a sentence is about drawings of a colour outside a rule's vocabulary: `all golden dots are given`,
/// `grey cells a knight's move apart`.
fn names_other_drawings(words: &[String], vocabulary: &HashSet<String>) -> bool {
    let nouns = ["dot", "cell", "orthogonally"];
    let mut pairs = words.windows(2);
    pairs.any(|pair| {
        nouns.contains(&pair[1].as_str())
            && (colour_name(&pair[0]).is_some() || COLOURED.contains(&pair[0].as_str()))
            && !vocabulary.contains(&pair[0])
    })
}

/// Returns `true` for a sentence about all lines of a picture: `all lines are modular lines`. `Each line` is not
/// enough, because it may refer to the lines of another sentence.
fn is_about_all_lines(words: &[String]) -> bool {
    let mut pairs = words.windows(2);
    let is_named = pairs.any(|pair| pair[0] == "all" && pair[1] == "line");
    let is_denied = words.iter().any(|word| word == "not");
    is_named && !is_denied && !words.iter().any(|word| colour_name(word).is_some())
}

/// Returns the shapes of marks that a sentence mentions.
fn shapes_in(words: &[String]) -> Vec<MarkShape> {
    let shape = |word: &String| match word.as_str() {
        "circle" | "circled" => Some(MarkShape::Circle),
        "square" => Some(MarkShape::Square),
        "diamond" => Some(MarkShape::Diamond),
        _ => None,
    };
    words.iter().filter_map(shape).collect()
}

/// Returns the pairs of alternative numbers in a sentence, as in `a difference of 1 or 2`. Longer lists are sets.
fn alternatives(words: &[String]) -> impl Iterator<Item = (&str, &str)> {
    let is_number = |word: &String| word.parse::<u32>().is_ok();
    words.windows(3).enumerate().filter_map(move |(at, three)| {
        let is_longer = at > 0 && is_number(&words[at - 1]);
        let is_pair = is_number(&three[0]) && three[1] == "or" && is_number(&three[2]);
        (is_pair && !is_longer).then_some((three[0].as_str(), three[2].as_str()))
    })
}

fn has_word(phrase: &[Part], word: &str) -> bool {
    phrase.iter().any(|part| match part {
        Part::Words(words) => words.iter().flatten().any(|w| w == word),
        Part::Absent(_) | Part::Number(_) | Part::Numbers(_) => false,
    })
}

/// Words for cells that look different from other cells.
const COLOURED: [&str; 6] = [
    "shaded",
    "coloured",
    "colored",
    "colour",
    "color",
    "highlighted",
];

/// Words for lines.
const LINES: [&str; 2] = ["line", "stripe"];

/// Words for cells of any colour.
const ANY_COLOUR: [&str; 2] = ["coloured", "colored"];

/// Words before the number of a house. A number after such a word is a parameter even if the rule's words contain this
/// number.
const NUMBERED: [&str; 3] = ["box", "row", "column"];

/// A word in the vocabularies of those rules whose sentences may also permit repeats.
const REPEATABLE: &str = "repeatable";

/// Returns `true` if a sentence mentions repeats and contains no negation.
fn permits_repeats(words: &[String]) -> bool {
    let negations = [
        "not", "cannot", "can't", "don't", "never", "no", "non", "without", "nor",
    ];
    let forbids = |word: &String| negations.contains(&word.as_str());
    words.iter().any(|word| word == "repeat") && !words.iter().any(forbids)
}

impl Mention {
    /// Returns the mention of a rule to which all words of a sentence belong. In other sentences, it accounts only for
    /// the words of `vocabulary` that are not operative.
    pub(crate) fn complete(rule: &str, sentence: &[String], vocabulary: HashSet<String>) -> Self {
        Self {
            accounts: vec![without_determiners(sentence.to_vec())],
            bars: vec![],
            rule: rule.to_owned(),
            params: BTreeMap::new(),
            colours: BTreeSet::new(),
            is_about_colour: false,
            is_about_any_colour: false,
            is_about_all_lines: false,
            // Otherwise the rule would not apply to lines if it can also be drawn as marks.
            is_about_lines: true,
            shapes: vec![],
            vocabulary,
            is_whole: true,
            is_plain: false,
            is_answer: false,
        }
    }

    /// Returns `true` if the sentence gives a parameter a list of numbers.
    pub(crate) fn lists_numbers(&self) -> bool {
        let mut params = self.params.values();
        params.any(|param| matches!(param, Param::Ints(_)))
    }
}

/// Returns the numbers of a parameter as words.
fn numbers_of(param: &Param) -> Vec<String> {
    match param {
        Param::Int(number) => vec![number.to_string()],
        Param::Ints(numbers) => numbers.iter().map(i64::to_string).collect(),
        Param::Text(_) => vec![],
    }
}

/// Returns the parameters of a phrase if a sentence contains the phrase. `listed` contains the numbers for parameters
/// that are lists.
fn contained(
    phrase: &[Part],
    sentence: &[String],
    listed: &BTreeSet<i64>,
) -> Option<BTreeMap<String, Param>> {
    let has_sequence = |all: &Vec<String>| sentence.windows(all.len()).any(|words| words == all);
    let mut params = BTreeMap::new();
    for part in phrase {
        match part {
            Part::Words(words) => {
                words.iter().any(has_sequence).then_some(())?;
            }
            Part::Absent(words) => (!has_sequence(words)).then_some(())?,
            Part::Number(name) => {
                let numbers: BTreeSet<i64> = (0..sentence.len())
                    .filter(|&at| !counts_cells(sentence, at))
                    .filter_map(|at| sentence[at].parse().ok())
                    .collect();
                // If there are two different numbers, or a ratio with another number, either could be the parameter.
                let number = numbers.first().filter(|_| numbers.len() == 1)?;
                let mut ratios = sentence.iter().filter_map(|word| ratio(word));
                ratios.all(|ratio| ratio == *number).then_some(())?;
                params.insert(name.clone(), Param::Int(*number));
            }
            Part::Numbers(name) => {
                (!listed.is_empty()).then_some(())?;
                params.insert(name.clone(), Param::Ints(listed.iter().copied().collect()));
            }
        }
    }
    Some(params)
}

/// Returns `true` for a 2 that counts cells, as in `any two cells` or `two adjacent digits`.
fn counts_cells(sentence: &[String], at: usize) -> bool {
    let before = at.checked_sub(1).map_or("", |at| sentence[at].as_str());
    let next = sentence.get(at + 1).map_or("", String::as_str);
    let nouns = ["cell", "digit", "number", "value"];
    let adjectives = ["adjacent", "neighbouring", "neighboring", "consecutive"];
    let is_cells = nouns.contains(&next) && !["a", "to", "one"].contains(&before);
    sentence[at] == "2" && (is_cells || adjectives.contains(&next))
}

/// Returns the greater number of a ratio such as `1:3`.
fn ratio(word: &str) -> Option<i64> {
    let (one, other) = word.split_once(':')?;
    Some(one.parse::<i64>().ok()?.max(other.parse().ok()?))
}

/// Returns `true` if a sentence is about some drawings that it does not identify, such as `some cages` or
/// `two of the arrows`. Its rule then cannot be applied to any particular drawing.
///
/// Sentences about what is drawn, such as `some cages have their sum given`, are excluded.
fn is_about_some(words: &[String]) -> bool {
    let vocabulary = &*VOCABULARY;
    if names_place(words) {
        return true;
    }
    let (subset, rest) = match without_place(words) {
        [not, all, rest @ ..]
            if not == "not" && ["all", "every", "each"].contains(&all.as_str()) =>
        {
            (not, rest)
        }
        [first, of, rest @ ..] if of == "of" => (first, rest),
        [first, rest @ ..] if vocabulary.subsets.contains(first) => (first, rest),
        _ => return false,
    };
    let is_subset = subset == "not"
        || vocabulary.subsets.contains(subset)
        || vocabulary.counts.contains(subset)
        || subset.parse::<u32>().is_ok();
    let subject = rest.iter().take(LONGEST_SUBJECT).find_map(|word| {
        let is_drawing = vocabulary.drawings.contains(word) || word == "diagonal";
        (is_drawing || ["digit", "cell", "number"].contains(&word.as_str())).then_some(is_drawing)
    });
    let is_notation = words.iter().any(|word| vocabulary.notation.contains(word));
    is_subset && subject == Some(true) && !is_notation
}

/// Returns `true` if a sentence is about a drawing at some place of the grid, or of some width: `the top grey line`.
fn names_place(words: &[String]) -> bool {
    let places = ["top", "bottom", "left", "right", "thick", "thin"];
    let is_drawing = |word: &String| {
        let nouns = ["cage", "line", "arrow", "thermometer"];
        nouns.contains(&word.as_str())
    };
    let is_colour = |word: &String| colour_name(word).is_some() || is_shade(word);
    (0..words.len()).any(|at| {
        let mut next = words[at + 1..].iter().skip_while(|word| is_colour(word));
        places.contains(&words[at].as_str()) && next.next().is_some_and(is_drawing)
    })
}

/// Removes `along`, `digits on` or a similar beginning from a sentence if a count such as `one of` follows:
/// `along one of the blue lines`.
fn without_place(words: &[String]) -> &[String] {
    let is_in = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let rest = match words {
        [noun, rest @ ..] if is_in(noun, &["digit", "value"]) => rest,
        _ => words,
    };
    match rest {
        [place, rest @ ..] if is_in(place, &["on", "along", "in", "within", "inside"]) => {
            let is_count = matches!(rest, [_, of, ..] if of == "of");
            if is_count { rest } else { words }
        }
        _ => words,
    }
}

/// Maximum number of words up to the subject of a sentence, as in `the other three killer cages`.
const LONGEST_SUBJECT: usize = 5;

/// Returns `true` if a sentence contains a phrase. Phrases with list parameters never match.
fn has_phrase(phrase: &[Part], sentence: &[String]) -> bool {
    contained(phrase, sentence, &BTreeSet::new()).is_some()
}

impl Sentence {
    /// Returns `true` if the sentence is about some drawings or boxes that it does not identify.
    pub(crate) fn is_about_some(&self) -> bool {
        is_about_some(&self.words)
    }

    /// Returns `true` if the sentence only permits repeats in cages. Some rules about cages forbid repeats.
    pub(crate) fn permits_repeats_in_cages(&self) -> bool {
        let has = |list: &[&str]| self.words.iter().any(|word| list.contains(&word.as_str()));
        // The heading names the cages: `Modular Cages: … Digits may repeat in a modular cage …`.
        let heading = self.words.len().saturating_sub(body_of(self).len());
        let known = |word: &String| {
            VOCABULARY.permission.contains(word)
                || word == "cage"
                || self.words[..heading].contains(word)
                || is_known(word, &HashSet::new())
                || self.light.contains(word)
        };
        permits_repeats(&self.words)
            && has(&["cage"])
            && has(&["may", "can", "could"])
            && !has(&["row", "column", "box", "region", "only", "must"])
            && are_few(&self.light, &self.words)
            && self.words.iter().all(known)
    }

    /// Marks the mentions as plain if no word of the sentence can change their rules, and if the sentence is not about
    /// drawings that it does not identify.
    fn weigh_mentions(&mut self) {
        let mentions: Vec<&Mention> = self.mentions.iter().collect();
        let is_plain = self.is_covered(&mentions) && !self.is_about_some();
        for mention in &mut self.mentions {
            mention.is_plain = is_plain;
        }
    }

    /// Reclassifies a story as a rule if it has plain mentions, that is, if its words belong to the rules that it
    /// mentions.
    fn weigh_story(&mut self) {
        if self.kind == Kind::Story {
            self.mentions.retain(|mention| mention.is_plain);
            if !self.mentions.is_empty() {
                self.kind = Kind::Rule;
            }
        }
    }

    /// Makes the sentence state a rule and nothing else, because an answer names the rule. The colours of the drawings
    /// and the value of a parameter come from the sentence.
    pub(crate) fn state(&mut self, rule: &Rule) {
        let known = self.mentions.iter().find(|other| other.rule == rule.name);
        let params = match known {
            Some(known) => known.params.clone(),
            None => self.only_number(rule).into_iter().collect(),
        };
        let colours = self.words.iter().filter_map(|word| colour_name(word));
        let has_word = |list: &[&str]| self.words.iter().any(|word| list.contains(&word.as_str()));
        self.mentions = vec![Mention {
            params,
            colours: colours.collect(),
            is_about_colour: has_word(&COLOURED),
            is_about_any_colour: has_word(&ANY_COLOUR),
            is_plain: true,
            is_answer: true,
            ..Mention::complete(
                &rule.name,
                &self.words,
                self.words.iter().cloned().collect(),
            )
        }];
        self.kind = Kind::Rule;
        self.own = None;
        // The answer accounts for the whole sentence, so its other words no longer matter.
        self.is_light = true;
    }

    /// Returns a parameter and its value, if the rule has only one numeric parameter and the sentence has only one
    /// number.
    fn only_number(&self, rule: &Rule) -> Option<(String, Param)> {
        let phrases = phrases_of(&rule.recognition.says);
        let names: BTreeSet<&String> = phrases
            .iter()
            .flatten()
            .filter_map(|part| match part {
                Part::Number(name) => Some(name),
                Part::Words(_) | Part::Absent(_) | Part::Numbers(_) => None,
            })
            .collect();
        let numbers = self.words.iter().filter_map(|word| word.parse().ok());
        let numbers: BTreeSet<i64> = numbers.collect();
        // With several numbers or several parameters, any assignment would be a guess.
        let only = names.len() == 1 && numbers.len() == 1;
        let named = names.first().zip(numbers.first()).filter(|_| only);
        named.map(|(name, number)| ((*name).clone(), Param::Int(*number)))
    }

    /// Makes the sentence state the rule about signs between cages, if it explains them.
    fn explain_signs(&mut self) {
        let is_common = |word: &str| is_known(word, &HashSet::new());
        if self.kind == Kind::Rule && explains_signs(&self.words, is_common) {
            let vocabulary = words(sign_words::WORDS).into_iter().collect();
            self.mentions = vec![Mention::complete(CAGE_SIGNS, &self.words, vocabulary)];
        }
    }

    /// Makes the sentence state one of the puzzle's own rules if it states no other rule and the grammar reads it together
    /// with its asides. Returns `true` if so. An aside may change the rule: `neighbours (including itself)`.
    fn absorb_asides(
        &mut self,
        whole: &str,
        heading: &[String],
        before: &[Self],
        book: &Book,
    ) -> bool {
        if self.may_state_own_rule() {
            let body = without_links(heading_of(whole).map_or(whole, |(_, body)| body));
            let all = heading.iter().cloned().chain(words(&body)).collect();
            let mut absorbing = Self {
                text: whole.trim().to_owned(),
                words: without_extras(all),
                ..self.clone()
            };
            absorbing.compose_rule(&body, heading, before, book);
            if absorbing.own.is_some() {
                *self = absorbing;
            }
        }
        self.own.is_some()
    }

    /// Returns `true` if the sentence may state one of the puzzle's own rules, because it states no other rule.
    fn may_state_own_rule(&self) -> bool {
        // Words of two rules together may state a third rule.
        let is_stated = |mention: &Mention| {
            mention.is_plain && self.is_covered(&[mention]) || mention.rule == CAGE_SIGNS
        };
        // If drawings are counted, a formula could hold for each of them or for all together, so none is composed.
        self.kind == Kind::Rule && !self.mentions.iter().any(is_stated) && self.count.is_none()
    }

    /// Makes the sentence state one of the puzzle's own rules if it states no other rule and the grammar reads all of
    /// it.
    fn compose_rule(&mut self, body: &str, heading: &[String], before: &[Self], book: &Book) {
        if self.kind != Kind::Rule {
            return;
        }
        let sets = without_extras(words(&join_sets(body)));
        let body = without_extras(words(body));
        let Some(own) = compose(&self.text, &[body.clone(), sets], heading) else {
            return;
        };
        self.drop_contradicted(&own.rule, book);
        if !self.may_state_own_rule() {
            return;
        }
        let colours = self.words.iter().filter_map(|word| colour_name(word));
        let colours: BTreeSet<&'static str> = colours.collect();
        // `The line` may be a line of an earlier sentence that mentions lines, unless `each line` comes first in this
        // sentence.
        let names_drawing = |word: &String| ["line", "arrow", "cage"].contains(&word.as_str());
        let refers_back = body.iter().position(names_drawing).is_some_and(|at| {
            let is_named_before = before.iter().any(|other| other.words.contains(&body[at]));
            at > 0
                && is_named_before
                && own.may_refer_back()
                && ["the", "this", "that", "these", "those"].contains(&body[at - 1].as_str())
        });
        // The grammar has accounted for every word, so all of them belong to the rule.
        let mut vocabulary: HashSet<String> = self.words.iter().cloned().collect();
        vocabulary.extend(words(own.words_of_asides()));
        let is_about_colour = body.iter().any(|word| COLOURED.contains(&word.as_str()));
        self.mentions = vec![Mention {
            is_about_colour,
            is_plain: !refers_back || !colours.is_empty() || !heading.is_empty(),
            colours,
            ..Mention::complete(&own.rule.name, &self.words, vocabulary)
        }];
        self.own = Some(own);
    }

    /// Returns `true` if a rule that the sentence mentions does not differ from its formula. A sentence that names a rule may
    /// leave out some of its conditions, which everybody knows: `killer cages sum to their number`.
    fn agrees(&self, mention: &Mention, own: &OwnRule, book: &Book) -> bool {
        match compare(&mention.rule, &mention.params, own, book) {
            None | Some(Ordering::Equal) => true,
            Some(Ordering::Less) => names_rule(&self.words, &mention.rule),
            Some(Ordering::Greater) => false,
        }
    }

    /// Drops the mentions of rules that differ from the formula of the sentence.
    fn drop_contradicted(&mut self, own: &OwnRule, book: &Book) {
        let mentions = self.mentions.iter();
        // Only plain mentions become clues.
        let right: Vec<bool> = mentions
            .map(|mention| !mention.is_plain || self.agrees(mention, own, book))
            .collect();
        let mut right = right.into_iter();
        self.mentions.retain(|_| right.next().unwrap_or(true));
    }

    /// Returns `true` if all words are allowed or common. The only numbers allowed are the lowest and the highest
    /// digit and the number of digits. The only range allowed is the range of the digits.
    pub(crate) fn has_only(&self, allowed: &HashSet<String>, (low, high): (u8, u8)) -> bool {
        let count = high.saturating_sub(low).saturating_add(1);
        let known = |word: &String| match word.parse::<u32>() {
            // Any other number could change the rule.
            Ok(number) => [low, high, count]
                .iter()
                .any(|&fit| u32::from(fit) == number),
            Err(_) => {
                allowed.contains(word)
                    || VOCABULARY.common.contains(word)
                    || *word == format!("{low}-{high}")
            }
        };
        self.words.iter().all(known)
    }

    /// Returns `true` if each word, apart from a few light ones, belongs to a rule that this sentence or an earlier one
    /// of its paragraph states.
    pub(crate) fn is_covered(&self, used: &[&Mention]) -> bool {
        self.uncovered(used).is_empty() && self.is_light
    }

    /// Returns the words that are neither common nor light, and for which none of the mentioned rules accounts. Operative
    /// words must be in a phrase or a collocation of a rule, any other word only in its vocabulary.
    pub(crate) fn uncovered(&self, used: &[&Mention]) -> Vec<&str> {
        let is_barred =
            |mention: &Mention| !find_accounted(&self.words, mention.bars.iter()).is_empty();
        let used = used.iter().filter(|mention| !is_barred(mention));
        let used: Vec<&Mention> = used.copied().collect();
        let known = |word: &&str| {
            // Most rules that mention "repeat" forbid repeats, so they do not account for the word in a sentence that
            // permits repeats.
            let word = match *word {
                "repeat" if permits_repeats(&self.words) => REPEATABLE,
                word => word,
            };
            used.iter()
                .any(|mention| is_known(word, &mention.vocabulary))
                || is_known(word, &HashSet::new())
                || self.light.contains(word)
                || VOCABULARY.operative.contains(word)
        };
        let accounts: Vec<&[Vec<String>]> = used
            .iter()
            .map(|mention| mention.accounts.as_slice())
            .collect();
        let open = find_operative(&self.words, &accounts);
        let words = self.words.iter().enumerate();
        words
            .map(|(at, word)| (at, word.as_str()))
            .filter(|(at, word)| open.contains(at) || !known(word))
            .map(|(_, word)| word)
            .collect()
    }
}

/// Returns `true` if a sentence contains the words of a rule's name other than words for drawings.
fn names_rule(sentence: &[String], rule: &str) -> bool {
    let is_noun = |word: &String| VOCABULARY.drawings.contains(word) || word == "sum";
    let mut name = words(rule);
    name.retain(|word| !is_noun(word));
    !name.is_empty() && name.iter().all(|word| sentence.contains(word))
}

/// Returns the positions of the operative words of a sentence for which neither the sequences nor an idiom account.
fn find_operative(sentence: &[String], accounts: &[&[Vec<String>]]) -> BTreeSet<usize> {
    let sequences = accounts.iter().copied().flatten();
    let accounted = find_accounted(sentence, sequences.chain(&VOCABULARY.idioms));
    let is_open = |at: &usize| {
        VOCABULARY.operative.contains(&sentence[*at])
            && !accounted.contains(at)
            && !joins_alternatives(sentence, *at)
    };
    (0..sentence.len()).filter(is_open).collect()
}

/// Returns `true` for the conjunction in `either 5 or 10` and `red or green`. `alternatives` compares the numbers with the
/// rule.
fn joins_alternatives(sentence: &[String], at: usize) -> bool {
    let is_item = |at: Option<usize>| {
        let word = at.and_then(|at| sentence.get(at));
        word.is_some_and(|word| word.parse::<u32>().is_ok() || colour_name(word).is_some())
    };
    match sentence[at].as_str() {
        "either" => is_item(at.checked_add(1)),
        "or" => is_item(at.checked_sub(1)) && is_item(at.checked_add(1)),
        _ => false,
    }
}

/// Returns `true` if a word belongs to a vocabulary, is common to many sentences, or names a colour or a shade.
fn is_known(word: &str, vocabulary: &HashSet<String>) -> bool {
    VOCABULARY.common.contains(word)
        || colour_name(word).is_some()
        || is_shade(word)
        || vocabulary.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(text: &str) -> Vec<Kind> {
        let sentences = sentences(text, Book::builtin(), (1, 9));
        sentences.iter().map(|sentence| sentence.kind).collect()
    }

    /// Returns the rules that the sentences of a text certainly state.
    fn plain(text: &str) -> Vec<String> {
        let sentences = sentences(text, Book::builtin(), (1, 9));
        let mentions = sentences.iter().flat_map(|sentence| &sentence.mentions);
        let plain = mentions.filter(|mention| mention.is_plain);
        plain.map(|mention| mention.rule.clone()).collect()
    }

    /// Returns the rules and sentences of a table.
    fn rows(table: &'static str) -> impl Iterator<Item = (&'static str, &'static str)> {
        let lines = table.lines().filter(|line| !line.starts_with('#'));
        lines.filter_map(|line| line.split_once(" | "))
    }

    #[test]
    fn near_misses_of_a_rule_do_not_state_it() {
        let stated = rows(include_str!("near_misses.txt"));
        let misread = stated.filter(|(rule, text)| plain(text).iter().any(|one| one == rule));
        assert_eq!(Vec::from_iter(misread), []);
    }

    #[test]
    fn a_rule_does_not_account_for_an_aside_that_turns_it_round() {
        let covers = |text: &str| {
            let found = sentences(text, Book::builtin(), (1, 9));
            assert!(found[1].is_aside && found[0].mentions[0].rule == "thermometer");
            found[1].is_covered(&[&found[0].mentions[0]])
        };
        assert!(covers(
            "Digits along a thermometer increase (from the bulb to the tip)."
        ));
        assert!(!covers(
            "Digits along a thermometer increase (from the tip to the bulb)."
        ));
        assert!(!covers(
            "Digits on a thermometer must increase (starting from the tip)."
        ));
    }

    #[test]
    fn rules_of_the_book_have_many_wordings() {
        let stated = rows(include_str!("wordings.txt"));
        let unread = stated.filter(|(rule, text)| !plain(text).iter().any(|one| one == rule));
        assert_eq!(Vec::from_iter(unread), []);
    }

    /// A sentence that the grammar reads has the meaning of its formula, even if its words also suggest a rule of the
    /// book.
    #[test]
    fn sentences_of_the_grammar_mean_their_formulas() {
        let book = Book::builtin();
        let lines = include_str!("grammar/readings.txt").lines();
        let lines: Vec<&str> = lines
            .filter(|line| !line.is_empty() && !line.starts_with('#'))
            .collect();
        let mut wrong = vec![];
        for [text, formula] in lines.as_chunks().0 {
            let sentence = &sentences(text, book, (1, 9))[0];
            let is_own = sentence
                .own
                .as_ref()
                .is_some_and(|own| own.rule.relation == [formula.trim()]);
            let bodies = [words(text), words(&join_sets(text))];
            let own = compose(text, &bodies, &[]).expect("the grammar reads it");
            let mut plain = sentence.mentions.iter().filter(|mention| mention.is_plain);
            if !is_own && !plain.all(|mention| sentence.agrees(mention, &own.rule, book)) {
                wrong.push(*text);
            }
        }
        assert_eq!(wrong, [""; 0]);
    }

    #[test]
    fn sentences_that_permit_something_state_no_rule() {
        let permissions = [
            "Digits may repeat on a line if allowed by other rules.",
            "Different lines may have different sums.",
            "The sum may vary between different lines.",
        ];
        for text in permissions {
            assert_eq!(kinds(text), [Kind::Permission], "{text}");
        }
        for text in [
            "Digits may not repeat on a line.",
            "Digits may repeat in rows and columns.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
    }

    #[test]
    fn repeats_in_cages_are_forbidden_or_permitted() {
        let forbidden = "Digits in killer cages sum to the total and cannot repeat.";
        assert!(plain(forbidden).contains(&"killer-cage".to_owned()));
        let permitted = "Digits in killer cages sum to the total and can repeat.";
        assert!(!plain(permitted).contains(&"killer-cage".to_owned()));
    }

    #[test]
    fn a_rule_of_some_drawings_is_not_one_of_all() {
        for text in [
            "Some cages sum to 6.",
            "One of the cages sums to 10.",
            "Two of the arrows sum to their circle.",
            "Most killer cages sum to 10.",
            "Not all lines are renban lines.",
        ] {
            assert_eq!(plain(text), [""; 0], "{text}");
        }
        for text in [
            "Some cages have the sum of their digits given.",
            "One of two digits with a black dot is double the other.",
            "Cages sum to 6.",
        ] {
            assert_ne!(plain(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn a_text_names_the_digits_of_its_grid() {
        let named = |text: &str| named_digits(&sentences(text, Book::builtin(), (1, 9)));
        let text = "Place the digits 0-8 once each in every row, column and box.";
        assert_eq!(named(text), Some((0, 8)));
        assert_eq!(named("Digits on a line are from 2 to 5."), None);
    }

    #[test]
    fn what_correct_digits_reveal_is_no_rule() {
        let text = "Placing correct digits will reveal surrounding cells.";
        assert_eq!(kinds(text), [Kind::Fog]);
    }

    #[test]
    fn names_change_no_rule_and_exceptions_do() {
        let rule = ["white-dot".to_owned()];
        assert_eq!(
            plain("Cells separated by a white pearly dot are consecutive."),
            rule
        );
        let text = "Cells separated by a white dot are consecutive unless both are prime.";
        assert_eq!(plain(text), Vec::<String>::new());
    }

    #[test]
    fn numbers_and_styles_of_headings_say_nothing() {
        let rule = ["thermometer".to_owned()];
        let text = "2) 𝗧𝗵𝗲𝗿𝗺𝗼: Digits along a thermometer increase from the bulb.";
        assert_eq!(plain(text), rule);
        let text =
            "Normal sudoku rules apply and digits along thermometers increase from the bulb.";
        assert_eq!(plain(text), rule);
    }

    #[test]
    fn asides_and_examples_cut_no_sentence() {
        let texts = |text: &str| -> Vec<String> {
            let parts = parts(text).into_iter();
            parts.map(|part| part.text.trim().to_owned()).collect()
        };
        let whole = "On each diagonal digits cannot repeat";
        let aside = "as marked in blue";
        assert_eq!(
            texts("On each diagonal (as marked in blue) digits cannot repeat."),
            [whole, aside]
        );
        assert_eq!(
            texts("On each diagonal digits cannot repeat (as marked in blue.) Then more"),
            [whole, aside, "Then more"]
        );
        assert_eq!(
            texts("(as marked (see) in blue)"),
            ["see", "as marked in blue"]
        );
        let rule = "Cells separated by a white dot are consecutive";
        let example = format!("{rule}, for example 3 and 4.");
        assert_eq!(plain(&example), ["white-dot".to_owned()]);
        let other = format!("{rule}, for example every 3 must be double.");
        assert_eq!(plain(&other), Vec::<String>::new());
    }

    #[test]
    fn what_denies_or_forbids_is_no_permission() {
        for text in [
            "Normal sudoku rules do not apply.",
            "Different lines may not have the same sum.",
            "Lines in one box do not have the same total.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
        for text in [
            "Different lines need not have the same sum.",
            "Lines may share endpoints, but otherwise do not overlap.",
        ] {
            assert_eq!(kinds(text), [Kind::Permission], "{text}");
        }
    }

    #[test]
    fn one_of_two_numbers_is_no_parameter() {
        let text = "Cells separated by a grey dot have a difference of 1 or 2.";
        assert_eq!(plain(text), ["dot-separated-difference-1-or-2".to_owned()]);
        let text = "Digits joined by an X or a V sum to 10 or 5 respectively.";
        assert_eq!(plain(text), ["v".to_owned(), "x".to_owned()]);
    }

    #[test]
    fn sentences_go_on_in_the_next_line() {
        let text = "Cells separated by a white dot\nare consecutive";
        assert_eq!(plain(text), ["white-dot".to_owned()]);
        let text = "Cells separated by a white dot are consecutive\na) all of them";
        assert_eq!(sentences(text, Book::builtin(), (1, 9)).len(), 2);
    }

    #[test]
    fn numbers_of_items_in_a_running_text_cut_sentences() {
        let text =
            "Clue types: a) Digits on a grey square are even; b) Digits on a grey circle are odd.";
        assert_eq!(plain(text), ["even".to_owned(), "odd".to_owned()]);
    }

    #[test]
    fn sentences_that_add_something_state_none_of_the_shared_rules() {
        let stated = [
            (
                "No digit may appear more than once on each clue type.",
                "constraint-region",
            ),
            (
                "Adjacent digits along a line have a difference of at most 2.",
                "small-steps",
            ),
            (
                "Each grey line is a thermometer without a bulb.",
                "bulbless-thermometer",
            ),
            (
                "The four cells around a circle sum to the number in it.",
                "quad-sum",
            ),
            (
                "Around each black dot, one digit is the sum of the other three.",
                "sum-of-others",
            ),
            ("All cages have the same total.", "equal-sums"),
            ("Digits may not repeat on a line.", "distinct-line"),
            ("Digits on the blue line are even.", "even"),
            (
                "The segment totals increase from one end of the line to the other.",
                "rising-sums",
            ),
        ];
        for (text, rule) in stated {
            assert!(plain(text).contains(&rule.to_owned()), "{text}");
        }
        for text in [
            "No digit may appear more than twice on each clue type.",
            "Digits increase along the line from one end to the middle.",
            "The four cells around a circle sum to at most the number in it.",
            "Circles are either quadruples or anti-quadruples.",
            "Around each black dot, one digit is not the sum of the other three.",
            "Each cage has the same total as another cage.",
            "Digits may not repeat on a line more than twice.",
            "The blue line has an even digit.",
            "The segment totals increase by a prime along the line.",
        ] {
            assert_eq!(plain(text), Vec::<String>::new(), "{text}");
        }
        let text = "Adjacent digits along a line have a difference of 2 or 4.";
        assert_eq!(plain(text), ["line-adjacent-difference-2-or-4".to_owned()]);
    }

    #[test]
    fn marks_that_are_not_drawn_cut_no_sentence() {
        let rule = ["white-dot".to_owned()];
        for text in [
            "Cells separated by a white dot are consecutive, not all dots are given.",
            "Cells separated by a white dot are consecutive, eg: 1 and 2 can't be next to each other without a dot.",
        ] {
            assert_eq!(plain(text), rule, "{text}");
        }
        let text = "Cells separated by a white dot are consecutive, not all are odd.";
        assert_eq!(plain(text), Vec::<String>::new());
    }

    #[test]
    fn sentences_about_the_drawing_state_no_rule() {
        for text in [
            "All zipper lines are 5 cells long, and can't share cells with other zipper lines.",
            "Each line contains 5 cells.",
            "All cages show their clue in the leftmost cell of the top row.",
            "The bulb of the leftmost thermometer is hiding behind the circle in r4c1.",
            "The digits in each quadruple's circle are in ascending order from left to right.",
            "The colour difference is just to distinguish different lines.",
            "Multiple arrows from the same circle are treated as different arrows.",
            "Cells that are visited twice by an arrow count twice.",
        ] {
            assert_eq!(kinds(text), [Kind::Note], "{text}");
        }
        for text in [
            "Draw lines that are 5 cells long.",
            "Each line contains 5 cells with even digits.",
            "Cages sum to the clue in the leftmost cell of the top row.",
            "Some thermometers are hidden behind the fog.",
            "Digits in the cells around each quadruple are in ascending order.",
            "Lines of different colours have different digits.",
            "Multiple arrows from the same circle have different sums.",
            "Digits that are visited twice by an arrow count double.",
        ] {
            assert_ne!(kinds(text), [Kind::Note], "{text}");
        }
    }

    #[test]
    fn sentences_that_begin_like_examples_are_examples() {
        for text in [
            "So, for example, a 3 may not be next to a 4.",
            "In other words, no cage contains a 3 and a 4.",
        ] {
            assert_eq!(kinds(text), [Kind::Example], "{text}");
        }
        assert_eq!(kinds("So a 3 may not be next to a 4."), [Kind::Rule]);
    }

    #[test]
    fn remarks_state_no_rule() {
        for text in [
            "The number N must be determined by the solver.",
            "It is up to the solver to deduce these sums.",
            "Cage totals must be deduced by the solver.",
            "The digit 1 is neither prime nor composite.",
            "1 is by definition not prime.",
            "The dot between 1 and 2 may be either white or black.",
        ] {
            assert_eq!(kinds(text), [Kind::Remark], "{text}");
        }
        let text = "All cages sum to the same total (which must be deduced).";
        assert_eq!(kinds(text), [Kind::Rule, Kind::Remark]);
        for text in [
            "The solver must determine which line is which.",
            "The lines must be determined by the solver.",
            "The number N is determined by the sum of each line.",
            "1 is prime.",
            "The dot between 1 and 2 is black.",
            "The sum must be found in the cage.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
    }

    #[test]
    fn sentences_without_a_rule_may_use_few_names() {
        for text in [
            "Cell shading is just for aesthetics.",
            "The blue is the water, and has no effect on the puzzle.",
            "Lines do not turn at intersections.",
            "Digits may repeat freely on lines and even within sums.",
            "Due to its nature, digits can repeat along an orange line.",
        ] {
            assert_eq!(kinds(text), [Kind::Permission], "{text}");
        }
        for text in [
            "All palindromes are straight lines with no bends.",
            "No line has more than one segment in any 3x3 box.",
            "All lines are of odd length and only move orthogonally.",
            "For the answer check to work, no large digits should be entered outside the grid.",
        ] {
            assert_eq!(kinds(text), [Kind::Note], "{text}");
        }
        assert_eq!(kinds("https://example.org/killer-cages"), [Kind::Story]);
        for text in [
            "Cells with shading are not just for aesthetics.",
            "The blue cells have no effect on the sum of a cage.",
            "Draw lines that do not turn at intersections.",
            "Digits may repeat freely in rows.",
            "Digits on lines of odd length are even.",
            "No line has more than one segment with the same sum in a box.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
    }

    #[test]
    fn sentences_about_cells_may_only_name_the_digits() {
        for text in [
            "Place the digits 1 through 9 in each empty cell.",
            "Place digits from 1-9 in every cell.",
        ] {
            assert_eq!(kinds(text), [Kind::Sudoku], "{text}");
        }
        for text in [
            "Place the digits 1-9 once each in the cells.",
            "Place the digits 1-6 in each cell.",
            "Place 3 digits from 1-9 in each cell.",
        ] {
            assert_ne!(kinds(text), [Kind::Sudoku], "{text}");
        }
    }

    /// Such sentences have only words of the rules of sudoku.
    #[test]
    fn rules_about_rows_and_columns_are_no_rules_of_every_sudoku() {
        for text in [
            "Digits in column 1 indicate the column in which the digit 1 appears in that row.",
            "A digit in row 9 shows the row of the 9 in its column.",
            "Row 1 and column 1 contain the same digits.",
            "Each digit in a cell is the same in row 5 as in column 5.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
        for text in [
            "Each row, column and box contains the digits 1 to 9 once each.",
            "In every row, column and box 1 to 9 must appear.",
            "Digits do not repeat in rows, columns and the regions shown by bold borders.",
        ] {
            assert_eq!(kinds(text), [Kind::Sudoku], "{text}");
        }
    }

    #[test]
    fn rules_that_compare_cages_or_dots_are_no_rules_of_each() {
        let unknown = "Cells separated by a black dot always have the same ratio which must be discovered by the solver.";
        assert_eq!(plain(unknown), [""; 0]);
        assert_eq!(
            plain("Digits along a red line have the same parity."),
            ["line-same-parity"]
        );
        assert_eq!(
            plain(
                "Along each purple line the cage totals form a set of consecutive numbers in any order."
            ),
            [""; 0]
        );
        for text in [
            "The digits in each cage, when added together, sum to the same total for each cage.",
            "Digits do not repeat in cages, and cages all sum to the same number.",
        ] {
            assert!(plain(text).contains(&"equal-sums".to_owned()), "{text}");
        }
        for text in [
            "Digits do not repeat in cages, and cages do not sum to the same number.",
            "All cages without a given total have the same total.",
            "Each cage contains the same number of even digits.",
        ] {
            assert!(!plain(text).contains(&"equal-sums".to_owned()), "{text}");
        }
    }

    #[test]
    fn known_rules_have_many_wordings() {
        for (text, rule) in [
            (
                "Digits next to each other along a green line have a difference of at least 5.",
                "german-whisper",
            ),
            (
                "Any two cells joined by a line must have a difference of at least 5.",
                "german-whisper",
            ),
            (
                "Normal sudoku rules apply, along green lines successive digits differ by at least 6.",
                "german-whisper",
            ),
            (
                "Digits on thermometers must increase from bulb to tip, but not necessarily consecutively.",
                "thermometer",
            ),
            (
                "Each grey line is a palindrome i.e. reads the same forwards as it does backwards.",
                "palindrome",
            ),
            (
                "Purple lines contain a consecutive series of digits.",
                "renban",
            ),
            (
                "The digit in a white circle must be in one of the cells connected to that circle.",
                "quadruple",
            ),
            (
                "Digits in circles must appear at least once in the four cells touched by the circle.",
                "quadruple",
            ),
            (
                "Numbers in circles show the difference between the cells they join.",
                "white-dot",
            ),
            ("If two digits are joined by an X, they sum to 10.", "x"),
            (
                "Each digit must occupy each possible position in a 3x3 box.",
                "disjoint-groups",
            ),
            (
                "A clue without an arrow outside the grid shows the sum of the digits between the 1 and the 9 in that row/column.",
                "sandwich",
            ),
            (
                "Any three adjacent digits on the line must be one each of 1-3, 4-6, and 7-9.",
                "entropic-line",
            ),
            (
                "On the red line, each set of 3 adjacent digits contains 1 number from each of the sets: 1,4,7 2,5,8 3,6,9.",
                "modular-line",
            ),
            ("Shaded regions are clones of one another.", "clone"),
        ] {
            assert!(plain(text).contains(&rule.to_owned()), "{text}");
        }
        for text in [
            "Normal sudoku rules apply except along green lines.",
            "Digits on thermometers must not increase from bulb to tip.",
            "Each grey line is not a palindrome.",
            "The digit in a white circle must not be in one of the cells connected to that circle.",
            "Numbers in circles show the difference between the largest and the smallest cell.",
            "The digit in each cell of a 3x3 box is its position.",
            "Shaded regions are not clones of one another.",
        ] {
            assert_eq!(plain(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn an_aside_may_complete_or_change_a_rule() {
        let formulas = |text: &str| -> Vec<Vec<String>> {
            let sentences = sentences(text, Book::builtin(), (1, 9)).into_iter();
            let own = sentences.map(|sentence| sentence.own.map(|own| own.rule.relation));
            own.map(Option::unwrap_or_default).collect()
        };
        let text = "Digits in cages sum to a value whose remainder (when divided by 5) is given in the corner of the cage.";
        assert_eq!(formulas(text), [["sum(cells) mod 5 == printed"]]);
        let text = "A digit in a circle counts the even digits in the surrounding cells (including the circle itself).";
        let counted = "each c in cells: count(d in joined([c], around(c)): d mod 2 == 0) == c";
        assert_eq!(formulas(text), [[counted]]);
        // The grammar does not read the aside, which changes the rule.
        let text =
            "A digit in a circle counts the even digits in the surrounding cells (and in its row).";
        assert_eq!(formulas(text).concat(), [""; 0]);
        let text = "The digits on a red line are divisible by 3 (this line is short).";
        assert_eq!(
            formulas(text),
            [vec!["each x in cells: x mod 3 == 0"], vec![]]
        );
    }

    #[test]
    fn two_rules_of_one_sentence_may_be_a_third() {
        for text in [
            "Identical digits cannot be either a knight's move or a king's move apart.",
            "Cells separated by a knight's or king's move in chess cannot contain the same digit.",
        ] {
            let found = sentences(text, Book::builtin(), (1, 9));
            assert!(found[0].own.is_some(), "{text}");
        }
        let text = "Digits joined by an X or a V sum to 10 or 5 respectively.";
        assert!(sentences(text, Book::builtin(), (1, 9))[0].own.is_none());
    }

    #[test]
    fn drawings_without_meaning_may_have_many_names() {
        let text = "Red lines ocotillo blossoms and the yellow sun are purely cosmetic.";
        assert_eq!(kinds(text), [Kind::Permission]);
        for text in [
            "Red lines ocotillo blossoms and the yellow sun are not cosmetic.",
            "Red lines are purely cosmetic, and digits on the sun are even.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
    }

    #[test]
    fn a_sentence_about_one_digit_states_no_rule_of_all() {
        // The grammar reads this sentence as what it states, which is not a rule of the book.
        assert_eq!(
            plain("The digit 3 has to appear in each cage total"),
            ["cage-3-appear-total"]
        );
        assert!(plain("The digit 3 has to appear in some cage total").is_empty());
        assert!(plain("Along one of the light blue diagonals digits do not repeat").is_empty());
        assert_eq!(
            plain("Digits along the blue diagonals do not repeat"),
            ["diagonal-down"]
        );
        assert!(plain("All possible golden dots are given").is_empty());
        assert!(!plain("All possible black dots are given").is_empty());
    }

    #[test]
    fn a_single_case_is_an_example() {
        let rule = "Digits separated by a white dot are consecutive";
        let text = format!("{rule}, e. g. a 3 in R2C1 would put a 4 in R2C2.");
        assert_eq!(plain(&text), ["white-dot".to_owned()]);
        let text = "A 3 in R2C1 would put a 1 in R2C3.";
        assert_eq!(kinds(text), [Kind::Example]);
        for text in [
            "A 3 in R2C1 is even.",
            "A digit in R2C1 would put a 1 in R2C3.",
        ] {
            assert_eq!(kinds(text), [Kind::Rule], "{text}");
        }
        let aside = "Digits on a line have an average (eg. the average of 5&7 is 6).";
        assert_eq!(kinds(aside), [Kind::Rule, Kind::Example]);
    }

    #[test]
    fn names_in_headings_weigh_nothing() {
        let rule = ["black-dot".to_owned()];
        let text = "Kropki weather: Digits separated by a black bit of cloud are in a 1:2 ratio.";
        assert!(sentences(text, Book::builtin(), (1, 9))[0].is_light);
        let text = "Kropki: Digits separated by a black bit of cloudy weather are in a 1:2 ratio.";
        assert!(!sentences(text, Book::builtin(), (1, 9))[0].is_light);
        assert_ne!(plain(text), rule);
    }

    #[test]
    fn a_heading_may_list_the_rules_below_it() {
        let names_odd = |text: &str| {
            let sentences = sentences(text, Book::builtin(), (1, 9));
            sentences[0].words.contains(&"odd".to_owned())
        };
        assert!(!names_odd(
            "Odd and Even: A value on a gray square is even."
        ));
        for text in [
            "Odd: A value on a gray square is even.",
            "Not odd and even: A value on a gray square is even.",
        ] {
            assert!(names_odd(text), "{text}");
        }
    }

    #[test]
    fn the_number_of_drawings_is_not_a_parameter() {
        let counts = |text: &str| -> Vec<Option<usize>> {
            let sentences = sentences(text, Book::builtin(), (1, 9));
            sentences.iter().map(|sentence| sentence.count).collect()
        };
        for (text, count) in [
            (
                "Box borders divide each of the 8 blue lines into segments with the same sum.",
                8,
            ),
            ("The 9 green squares form an extra region.", 9),
        ] {
            assert_eq!(counts(text), [Some(count)], "{text}");
        }
        for text in [
            "The 3 red lines sum to 20.",
            "Two of the arrows are wrong.",
            "Digits differ by 5 lines.",
            "The 3 boxes in the middle are magic squares.",
        ] {
            assert_eq!(counts(text), [None], "{text}");
        }
        // The formula could hold for each drawing, or for all drawings together.
        assert_eq!(
            plain("The digits on the 2 red lines are divisible by 3."),
            [""; 0]
        );
    }

    #[test]
    fn the_circles_of_a_line_are_not_counted() {
        let text = "Digits along a line must have values strictly between the values in the two circles on the ends of the line.";
        let found = sentences(text, Book::builtin(), (1, 9));
        assert_eq!(found[0].count, None);
        assert_eq!(plain(text), ["between-line"]);
        let circles = sentences("Each of the two circles is even.", Book::builtin(), (1, 9));
        assert_eq!(circles[0].count, Some(2));
    }

    #[test]
    fn digits_in_order_are_no_renban() {
        let renban = "A purple line contains a set of consecutive digits";
        for order in ["in any order", "not necessarily in order"] {
            assert_eq!(plain(&format!("{renban}, {order}.")), ["renban"], "{order}");
        }
        for text in [
            format!("{renban} in order."),
            "Renban lines contain consecutive digits in order.".to_owned(),
        ] {
            assert!(!plain(&text).contains(&"renban".to_owned()), "{text}");
        }
    }

    #[test]
    fn equal_regions_are_no_disjoint_groups() {
        let text = "The purple regions contain the same digits in the same positions.";
        assert!(!plain(text).contains(&"disjoint-groups".to_owned()));
        let text = "The same digit cannot appear in the same position in two boxes.";
        assert!(plain(text).contains(&"disjoint-groups".to_owned()));
    }

    #[test]
    fn a_sentence_may_name_the_first_box() {
        let text = "Box 1 is a magic square.";
        let sentences = sentences(text, Book::builtin(), (1, 9));
        let mut mentions = sentences[0].mentions.iter();
        let mention = mentions.find(|mention| mention.rule == "magic-square");
        let mention = mention.expect("it is stated");
        assert_eq!(mention.params.get("boxes"), Some(&Param::Ints(vec![1])));
    }

    #[test]
    fn a_sentence_may_name_the_box_of_a_magic_square() {
        let text = "Box 3 is a magic square in which all the rows, columns and both diagonals sum to the same total.";
        let sentences = sentences(text, Book::builtin(), (1, 9));
        let mut mentions = sentences[0].mentions.iter();
        let mention = mentions.find(|mention| mention.rule == "magic-square");
        let mention = mention.expect("it is stated");
        assert_eq!(mention.params.get("boxes"), Some(&Param::Ints(vec![3])));
        assert!(mention.is_plain);
    }

    #[test]
    fn a_text_offers_digits_of_which_each_row_holds_a_part() {
        let offered = |text: &str| {
            let book = Book::builtin();
            find_digit_pool(&sentences(text, book, (1, 6)), book)
        };
        let text = "Pick six digits from 1-9. Place those six digits in each row, column and box.";
        assert_eq!(offered(text), Some((1, 9)));
        for text in [
            "Digits on a line are from 2 to 5.",
            "Place six digits from 1-9 in each row, column and box.",
            "Place subsets of the digits 1-9 in each row, column and box.",
        ] {
            assert_eq!(offered(text), None, "{text}");
        }
    }

    #[test]
    fn values_that_are_not_digits_state_nothing_of_digits() {
        let text = "Values along a green line differ by at least 5. ";
        assert_eq!(plain(text), ["german-whisper".to_owned()]);
        let doubled = format!("{text}The value of a cell with a star is double its digit.");
        let mut found = sentences(&doubled, Book::builtin(), (1, 9));
        assert!(redefine_values(&found) && !redefine_values(&found[..1]));
        forget_values(&mut found);
        assert!(found.iter().all(|sentence| sentence.mentions.is_empty()));
    }

    /// The aside repeats the heading of its sentence, and so its rule, but not the word `value`.
    #[test]
    fn asides_of_sentences_about_values_state_nothing_of_digits() {
        let text = "Nabner: No two values on a yellow line are consecutive (or the same as each other). Renban: Digits on a purple line \
                    are a consecutive set (in any order).";
        let mut found = sentences(text, Book::builtin(), (1, 9));
        assert!(found[1].is_aside && !found[1].mentions.is_empty());
        forget_values(&mut found);
        let states = |sentence: &Sentence| !sentence.mentions.is_empty();
        assert_eq!(
            Vec::from_iter(found.iter().map(states))[..3],
            [false, false, true]
        );
    }
}
