//! Rules that questions about drawings and sentences propose as answers, the likeliest first.

use crate::readings::{Group, Knowledge};
use crate::text::vocabularies;
use crate::words::words;
use crate::{Answer, MOST_LIKELY, Recognition};
use cluewright_puzzle::{Clue, Status, Unread};
use cluewright_rules::{Book, Clues, Shape};
use std::collections::{HashMap, HashSet};

/// The vocabulary of each rule of a book, for finding the rules that resemble a sentence.
struct Resemblance {
    vocabularies: Vec<(String, HashSet<String>)>,
    /// The number of rules that use each word.
    spread: HashMap<String, usize>,
}

impl Resemblance {
    fn new(book: &Book) -> Self {
        let vocabularies = vocabularies(book);
        let mut spread = HashMap::new();
        for word in vocabularies.iter().flat_map(|(_, words)| words) {
            *spread.entry(word.clone()).or_default() += 1;
        }
        Self {
            vocabularies,
            spread,
        }
    }

    /// Returns the weight of a word. The fewer rules use a word, the greater its weight.
    fn weight(&self, word: &str) -> f64 {
        // A word that no rule uses weighs most, so that texts about other subjects fit no rule.
        let spread = self.spread.get(word).copied().unwrap_or(1);
        (self.vocabularies.len() as f64 / spread as f64).ln()
    }

    /// Returns the rules whose words make up at least half of the weight of a text.
    fn fitting(&self, text: &str) -> HashSet<String> {
        let found: HashSet<String> = words(text).into_iter().collect();
        let sum = |words: &mut dyn Iterator<Item = &String>| -> f64 {
            let mut weights: Vec<f64> = words.map(|word| self.weight(word)).collect();
            // The order of a set is random and would change the sum of floating-point numbers.
            weights.sort_by(f64::total_cmp);
            weights.iter().sum()
        };
        let most = sum(&mut found.iter()) / 2.0;
        let rules = self.vocabularies.iter();
        let fitting = rules.filter(|(_, words)| sum(&mut found.intersection(words)) >= most);
        fitting.map(|(rule, _)| rule.clone()).collect()
    }

    /// Returns the allowed rules that share words with a text, the most similar ones first. Words of many rules count
    /// less.
    fn rank(&self, text: &str, allowed: &HashSet<String>) -> Vec<String> {
        let found: HashSet<String> = words(text).into_iter().collect();
        let score = |vocabulary: &HashSet<String>| {
            let mut shared: Vec<f64> = vocabulary
                .intersection(&found)
                .map(|word| self.weight(word))
                .collect();
            // Sets have a random order, and the sum of floating-point numbers depends on the order of the numbers.
            shared.sort_by(f64::total_cmp);
            // A long vocabulary shares more words by chance, so its score is reduced.
            shared.iter().sum::<f64>() / (vocabulary.len() as f64 + 1.0).sqrt()
        };
        let rules = self.vocabularies.iter();
        let mut ranked: Vec<(f64, &String)> = rules
            .filter(|(rule, _)| allowed.contains(rule))
            .map(|(rule, vocabulary)| (score(vocabulary), rule))
            .filter(|(score, _)| *score > 0.0)
            .collect();
        ranked.sort_by(|(a, one), (b, other)| b.total_cmp(a).then_with(|| one.cmp(other)));
        ranked.into_iter().map(|(_, rule)| rule.clone()).collect()
    }
}

impl Recognition<'_> {
    /// Returns the questions about groups of drawings and about sentences. Each question first proposes the rules that
    /// a sentence states, and then rules that share words with the open sentences.
    pub(crate) fn ask(
        &self,
        open: &[&Group],
        silent: &[&Group],
        strays: Option<Unread>,
    ) -> Vec<Unread> {
        let mut questions = self.open_groups(open);
        questions.extend(self.open_groups(silent));
        let passages = self.open_sentences();
        // Strays get no proposals, so the vocabularies of the rules are not collected for strays alone.
        if questions.is_empty() && passages.is_empty() {
            return strays.into_iter().collect();
        }
        let resemblance = Resemblance::new(self.book);
        let texts: Vec<&str> = passages
            .iter()
            .flat_map(|open| open.text.as_deref())
            .collect();
        let text = texts.join(" ");
        let groups = open.iter().chain(silent);
        let mut drawn = HashSet::new();
        // `open_groups` lists the questions in the order of the groups, so both can be zipped.
        for (question, rules) in questions
            .iter_mut()
            .zip(self.possible_rules(groups.copied()))
        {
            propose(question, resemblance.rank(&text, &rules));
            drawn.extend(rules);
        }
        questions.extend(strays);
        questions.extend(passages.into_iter().map(|mut passage| {
            let text = passage.text.clone().unwrap_or_default();
            let fitting = resemblance.fitting(&text);
            let (stated, allowed) = self.rules_of_passage(&text, &drawn, &fitting);
            propose(&mut passage, stated);
            propose(&mut passage, resemblance.rank(&text, &allowed));
            passage
        }));
        questions
    }

    /// Returns, for each group, the rules that it can state, regardless of the rules text.
    fn possible_rules<'g>(&self, groups: impl Iterator<Item = &'g Group>) -> Vec<HashSet<String>> {
        let knowledge = Knowledge::new(self.book, &self.own_rules, &self.sentences);
        let possible = |group: &Group| {
            let candidates = knowledge.readings_like(&group.look).into_iter();
            candidates
                .filter(|candidate| !self.read_as(group, candidate).is_empty())
                .map(|candidate| candidate.rule)
                .collect()
        };
        groups.map(possible).collect()
    }

    /// Returns the rules that sentences of a passage mention, and all rules that the passage may state. The latter are
    /// the rules that have clues or that an open drawing can state, and rules about the whole grid that the passage
    /// mentions or resembles.
    fn rules_of_passage(
        &self,
        passage: &str,
        drawn: &HashSet<String>,
        fitting: &HashSet<String>,
    ) -> (Vec<String>, HashSet<String>) {
        let quote = Answer {
            drawing: passage.to_lowercase(),
            rule: String::new(),
        };
        let settled = self.puzzle.sentences.iter().zip(&self.sentences);
        let stated: Vec<&String> = settled
            .filter(|(settled, _)| settled.status == Status::Open && quote.quotes(&settled.text))
            .flat_map(|(_, sentence)| &sentence.mentions)
            .map(|mention| &mention.rule)
            .collect();
        let is_of_grid = |name: &String, shape: Shape| {
            shape == Shape::Global
                && (stated.contains(&name) || fitting.contains(name))
                && self
                    .book
                    .misfit_of(&self.puzzle, &Clue::new(name))
                    .is_none()
        };
        let rules = self.book.rules().filter_map(Result::ok);
        let allowed: HashSet<String> = rules
            .filter(|rule| {
                let is_placed = self.used.contains(&rule.name) || drawn.contains(&rule.name);
                is_placed || is_of_grid(&rule.name, rule.shape)
            })
            .map(|rule| rule.name.clone())
            .collect();
        let stated = stated.into_iter().filter(|rule| allowed.contains(*rule));
        (stated.cloned().collect(), allowed)
    }
}

/// Adds rules to those that a question proposes, up to [`MOST_LIKELY`] in total.
fn propose(question: &mut Unread, rules: Vec<String>) {
    for rule in rules {
        if question.rules.len() < MOST_LIKELY && !question.rules.contains(&rule) {
            question.rules.push(rule);
        }
    }
}
