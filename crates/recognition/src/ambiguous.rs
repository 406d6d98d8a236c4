//! Lines whose rule the solver must find among several: `each line is either a renban or a nabner line`.

use crate::Recognition;
use crate::colour::colour_name;
use crate::grammar::Composed;
use crate::text::{Kind, Mention, Sentence};
use crate::words::words;
use cluewright_puzzle::OwnRule;
use std::collections::{BTreeSet, HashSet};

/// Rules with the same meaning in both directions of a line: the words by which a text names each rule, and the rule's
/// name. Directed rules are left out, because the composed rule passes the cells only in the order in which a line is
/// drawn.
const NAMES: [(&str, &str); 8] = [
    ("renban", "renban"),
    ("nabner", "nabner"),
    ("region sum", "region-sum-line"),
    ("palindrome", "palindrome"),
    ("german whisper", "german-whisper"),
    ("entropic", "entropic-line"),
    ("modular", "modular-line"),
    ("parity", "parity-line"),
];

/// Words, other than names of rules, that a sentence about the possible rules of each line may use.
const WORDS: &str = "each every all the line in this puzzle grid is are either a an or one of exactly must need to be \
     determined determine deduced deduce by which type kind identity solver you it's its up";

impl Recognition<'_> {
    /// Handles texts in which exactly one sentence lists the possible rules of each line. Makes this sentence, the
    /// definitions of these rules and remarks about the choice state one rule: each line obeys one of the listed rules.
    pub(crate) fn state_ambiguous_lines(sentences: &mut [Sentence]) {
        let Some((at, rules)) = find_alternatives(sentences) else {
            return;
        };
        let names = |name: &String| rules.iter().any(|rule| rule == name);
        let is_definition = |sentence: &Sentence| {
            let mut named = sentence.mentions.iter().filter(|m| names(&m.rule));
            named.any(|mention| mention.is_plain && sentence.is_covered(&[mention]))
        };
        let is_coloured = |sentence: &Sentence| {
            let mut mentions = sentence.mentions.iter();
            mentions.any(|mention| !mention.colours.is_empty())
        };
        let about: Vec<usize> = (0..sentences.len())
            .filter(|&index| is_definition(&sentences[index]) || is_remark(&sentences[index]))
            .collect();
        // A definition that names a colour applies only to lines of that colour.
        if about
            .iter()
            .any(|&index| index != at && is_coloured(&sentences[index]))
        {
            return;
        }
        let own = own_rule(&sentences[at], &rules);
        for &index in about.iter().filter(|index| **index != at) {
            sentences[index].state_own(&own.name);
        }
        sentences[at].state_own(&own.name);
        // Set last, because `state_own` clears it.
        sentences[at].own = Some(Composed::of_lines(own));
    }
}

/// Returns the index of the only sentence that lists several rules of lines and nothing else, and these rules. Returns
/// `None` unless there is exactly one such sentence.
fn find_alternatives(sentences: &[Sentence]) -> Option<(usize, BTreeSet<&'static str>)> {
    let found = sentences.iter().enumerate();
    let mut found = found.filter_map(|(at, sentence)| Some((at, alternatives(sentence)?)));
    found.next().filter(|_| found.next().is_none())
}

fn alternatives(sentence: &Sentence) -> Option<BTreeSet<&'static str>> {
    let has = |word: &str| sentence.words.iter().any(|other| other == word);
    if sentence.kind != Kind::Rule || !has("or") || !has("line") || sentence.count.is_some() {
        return None;
    }
    let mut known: HashSet<String> = words(WORDS).into_iter().collect();
    let mut rules = BTreeSet::new();
    for (name, rule) in NAMES {
        let name = words(name);
        if sentence.words.windows(name.len()).any(|part| part == name) {
            known.extend(name);
            rules.insert(rule);
        }
    }
    let mut others = sentence.words.iter().filter(|word| !known.contains(*word));
    (rules.len() > 1 && others.all(|word| colour_name(word).is_some())).then_some(rules)
}

/// Returns `true` if a sentence only states that the solver must find each line's rule.
fn is_remark(sentence: &Sentence) -> bool {
    let known: HashSet<String> = words(WORDS).into_iter().collect();
    let has = |list: [&str; 2]| {
        sentence
            .words
            .iter()
            .any(|word| list.contains(&word.as_str()))
    };
    sentence.kind == Kind::Rule
        && (has(["determine", "determined"]) || has(["deduce", "deduced"]))
        && sentence.words.iter().all(|word| known.contains(word))
}

/// Returns the rule that a line obeys at least one of several rules, or exactly one if the sentence contains `exactly`.
fn own_rule(sentence: &Sentence, rules: &BTreeSet<&'static str>) -> OwnRule {
    let obeys = |rule: &&str| format!("obeys(\"{rule}\", cells)");
    let one: Vec<String> = rules.iter().map(obeys).collect();
    let mut relation = vec![one.join(" or ")];
    if sentence.words.iter().any(|word| word == "exactly") {
        for (at, first) in one.iter().enumerate() {
            let others = one[at + 1..].iter();
            relation.extend(others.map(|other| format!("not ({first} and {other})")));
        }
    }
    // The set is sorted, so texts that list the rules in another order get the same name.
    let names: Vec<&str> = rules.iter().copied().collect();
    OwnRule {
        name: format!("line-either-{}", names.join("-or-")),
        shape: "line".to_owned(),
        text: format!("{}.", sentence.text.trim()),
        relation,
        repeats: true,
        ..OwnRule::default()
    }
}

impl Sentence {
    /// Makes the sentence state one of the puzzle's own rules and nothing else.
    fn state_own(&mut self, name: &str) {
        let colours = self.mentions.iter().flat_map(|mention| &mention.colours);
        let named = self.words.iter().filter_map(|word| colour_name(word));
        let colours = colours.copied().chain(named).collect();
        // Asides may use the words of the rules that the sentence defines.
        let mut vocabulary: HashSet<String> = self.words.iter().cloned().collect();
        let plain = self.mentions.iter().filter(|mention| mention.is_plain);
        let plain: Vec<&Mention> = plain.collect();
        vocabulary.extend(plain.iter().flat_map(|mention| mention.vocabulary.clone()));
        let accounts = plain.iter().flat_map(|mention| mention.accounts.clone());
        let mut accounts: Vec<Vec<String>> = accounts.collect();
        let mut mention = Mention {
            colours,
            is_plain: true,
            ..Mention::complete(name, &self.words, vocabulary)
        };
        mention.accounts.append(&mut accounts);
        self.mentions = vec![mention];
        self.own = None;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::sentences;
    use cluewright_rules::Book;

    const RENBAN: &str = "Renban lines contain a set of non-repeating consecutive digits.";

    /// Returns the rules that each sentence of a text states after `state_ambiguous_lines` has run.
    fn rules(text: &str) -> Vec<Vec<String>> {
        let mut found = sentences(text, Book::builtin(), (1, 9));
        Recognition::state_ambiguous_lines(&mut found);
        let rules = found.iter().map(|sentence| {
            let mentions = sentence.mentions.iter().filter(|mention| mention.is_plain);
            mentions.map(|mention| mention.rule.clone()).collect()
        });
        rules.collect()
    }

    #[test]
    fn definitions_of_ambiguous_lines_state_the_alternatives() {
        let text = format!(
            "Each line is either a renban or a region sum line. {RENBAN} Box borders divide region sum lines into segments with the \
             same sum. The identity of each line must be deduced."
        );
        assert_eq!(
            rules(&text),
            vec![["line-either-region-sum-line-or-renban"]; 4]
                .into_iter()
                .map(|rules| rules.map(str::to_owned).to_vec())
                .collect::<Vec<_>>()
        );
    }

    #[test]
    fn lines_of_certain_rules_are_not_ambiguous() {
        for text in [
            "Each line is a renban and a region sum line.",
            "Each line is either a renban or a region sum line, but not in box 5.",
            "Each line is either a renban or a thermometer.",
        ] {
            let found = rules(&format!("{text} {RENBAN}"));
            let last = found.last().expect("a sentence");
            assert!(last.contains(&"renban".to_owned()), "{text}: {found:?}");
        }
    }
}
