//! Clues that no drawing states alone: second rules for drawings that already have a rule, and rules about all clues of
//! another rule or about all circles.

use crate::readings::{Candidate, Group, USUAL};
use crate::text::{Mention, Sentence};
use crate::{Choice, Recognition};
use cluewright_puzzle::{Cell, Clue};
use cluewright_rules::{Ends, Form, MarkShape, Shape, Style};
use std::collections::{BTreeMap, BTreeSet, HashSet};

/// Returns the nouns by which a second rule may refer to drawings of a style.
fn nouns(style: &Style) -> &'static [&'static str] {
    match (style.form, style.ends) {
        (Form::Line, Ends::None) => &["line"],
        (Form::Line, Ends::Bulb) => &["thermometer", "thermo"],
        (Form::Arrow, Ends::Bulb) => &["arrow"],
        (Form::Cage, _) => &["cage"],
        _ => &[],
    }
}

/// Returns `true` if a drawing of this style can be a circle in a cell.
fn is_circle(style: &Style) -> bool {
    style.form == Form::Cell && style.shape.contains(&MarkShape::Circle)
}

/// Words by which a sentence refers to the sentences after it.
const AHEAD: [&str; 2] = ["following", "below"];

impl Recognition<'_> {
    /// Adds the clues of second rules: rules that sentences state about drawings whose clues have another rule.
    pub(crate) fn add_further_clues(&mut self, read: Vec<(&Group, &str)>) {
        let used = self.used.clone();
        let mut further: BTreeMap<String, Vec<(&Group, Candidate)>> = BTreeMap::new();
        for (group, rule) in read {
            let candidates = group.candidates.iter();
            let others = candidates.filter(|other| {
                (!used.contains(&other.rule) || self.is_about_all_lines(&other.rule))
                    && other.is_plain
                    // Weights count the fit twice, so this requires at least the fit of a usual colour.
                    && other.weight >= 2 * USUAL
                    && self.states_besides(&other.rule, rule)
            });
            let has_number = self.has_own_number(rule);
            for other in others {
                let mut other = other.clone();
                // A printed number belongs to one rule only.
                if has_number {
                    other.text_param = None;
                }
                let groups = further.entry(other.rule.clone()).or_default();
                groups.push((group, other));
            }
        }
        for (rule, groups) in further {
            // With several looks, a rule that compares drawings is ambiguous: it may compare all drawings, or only those
            // that look alike.
            if self.compares_drawings(&rule) && groups.len() > 1 {
                continue;
            }
            let readings = groups.iter();
            // The sentence is about all of these drawings, so if one group is ambiguous, no group gets clues.
            let readings: Option<Vec<Vec<Clue>>> = readings
                .map(|(group, candidate)| self.read_in_one_way(group, candidate))
                .collect();
            for ((group, _), clues) in groups.iter().zip(readings.into_iter().flatten()) {
                self.add_clues(group.kind(), &rule, clues);
            }
        }
    }

    /// Returns `true` if a rule is one of the puzzle's own and uses the number in its drawings.
    fn has_own_number(&self, rule: &str) -> bool {
        let mut own = self.own_rules.iter();
        own.any(|own| own.name == rule && !own.params.is_empty())
    }

    /// Returns `true` if a sentence states a rule about all lines. Lines with another rule must then also obey this
    /// rule.
    fn is_about_all_lines(&self, rule: &str) -> bool {
        let mut mentions = self
            .sentences
            .iter()
            .flat_map(|sentence| &sentence.mentions);
        mentions.any(|mention| mention.rule == rule && mention.is_about_all_lines)
    }

    /// Adds the clues of rules that sentences state about all clues of another rule, if the file names these clues:
    /// `each cage has the same total`.
    pub(crate) fn add_rules_of_clues(&mut self, named: &[Clue]) {
        for sentence in &self.sentences.clone() {
            for mention in &sentence.mentions {
                // A clue in the file has no colour to compare, so a sentence that names a colour does not apply.
                let is_general = mention.is_plain && mention.is_whole && mention.colours.is_empty();
                if is_general
                    && !self.used.contains(&mention.rule)
                    && let Some(clues) = self.clues_like(sentence, mention, named)
                    && self.are_possible(&clues)
                {
                    self.add_clues("the rules text".to_owned(), &mention.rule, clues);
                }
            }
        }
    }

    /// Returns the clues of the mentioned rule on the cells of the named clues that are drawn like it. Returns `None`
    /// if there are no such clues, if they belong to several rules, or if no sentence states the mentioned rule apart
    /// from theirs.
    fn clues_like(
        &self,
        sentence: &Sentence,
        mention: &Mention,
        named: &[Clue],
    ) -> Option<Vec<Clue>> {
        let rule = self.rule(&mention.rule)?;
        let is_drawn_like = |clue: &&Clue| {
            let drawn = |other: &Style| {
                let mut styles = rule.recognition.drawn.iter();
                styles.any(|style| {
                    (style.form, style.ends) == (other.form, other.ends)
                        && sentence
                            .words
                            .iter()
                            .any(|word| nouns(style).contains(&word.as_str()))
                })
            };
            let other = self.book.rule(&clue.rule);
            other.is_ok_and(|other| other.recognition.drawn.iter().any(drawn))
        };
        let like: Vec<&Clue> = named.iter().filter(is_drawn_like).collect();
        let first = like.first()?;
        if like.iter().any(|clue| clue.rule != first.rule)
            || !self.states_besides(&rule.name, &first.rule)
        {
            return None;
        }
        // A rule about the line of an arrow is about its shaft.
        let cells = like.iter().map(|clue| match clue.cells_of("shaft") {
            [] => Vec::from_iter(clue.cells()),
            shaft => shaft.to_vec(),
        });
        let params = mention.params.iter();
        let with_params = |clue: Clue| {
            let params = params.clone();
            params.fold(clue, |clue, (name, value)| clue.with(name, value.clone()))
        };
        match rule.shape {
            Shape::Pieces if like.len() > 1 => {
                let clue = Clue::new(&rule.name);
                let clue = cells.fold(clue, |clue, cells| clue.slot("cells", cells));
                Some(vec![with_params(clue)])
            }
            Shape::Arrow => {
                let clues = like.iter().map(|clue| {
                    let bulb = Clue::new(&rule.name).slot("bulb", clue.cells_of("bulb"));
                    with_params(bulb.slot("shaft", clue.cells_of("shaft")))
                });
                Some(clues.collect())
            }
            Shape::Line | Shape::Group => {
                let clues = cells.map(|cells| with_params(Clue::on(&rule.name, cells)));
                Some(clues.collect())
            }
            _ => None,
        }
    }

    /// Adds the clues of rules that sentences state about circles: `all circles contain different digits`. Does so only
    /// if all circles are bulbs of arrows, or all are ends of lines between circles.
    pub(crate) fn add_rules_of_bulbs(&mut self, groups: &[Group]) {
        let bulbs = self.find_bulbs(groups);
        let Some(cells) = bulbs.or_else(|| self.find_only_line_circles(groups)) else {
            return;
        };
        for sentence in &self.sentences.clone() {
            let names_circles = |word: &String| word == "circle" || word == "circled";
            if !sentence.words.iter().any(names_circles) {
                continue;
            }
            for mention in &sentence.mentions {
                let is_general = mention.is_plain && mention.colours.is_empty();
                if is_general
                    && !self.used.contains(&mention.rule)
                    && sentence.is_covered(&[mention])
                    && let Some(clue) = self.clue_on_circles(mention, &cells)
                    && self.are_possible(std::slice::from_ref(&clue))
                {
                    self.add_clues("the rules text".to_owned(), &mention.rule, vec![clue]);
                }
            }
        }
    }

    /// Returns the bulbs of all arrows. Returns `None` if there are fewer than two, if a bulb covers several cells, or
    /// if there may be other circles.
    fn find_bulbs(&self, groups: &[Group]) -> Option<Vec<Cell>> {
        let mut is_other = groups.iter().map(|group| &group.look);
        let has_circles = is_other.any(|look| {
            look.form == Form::Corner
                || look.ends == Ends::Circles
                || look.form == Form::Cell && look.shape == Some(MarkShape::Circle)
        });
        let mut clues = self.puzzle.clues.iter();
        let has_marks = clues.any(|clue| {
            let rule = self.rule(&clue.rule);
            rule.is_some_and(|rule| rule.recognition.drawn.iter().any(is_circle))
        });
        if has_circles || has_marks {
            return None;
        }
        let mut bulbs: BTreeSet<Cell> = BTreeSet::new();
        for clue in &self.puzzle.clues {
            match clue.cells_of("bulb") {
                [] => {}
                [only] => bulbs.extend([*only]),
                _ => return None,
            }
        }
        (bulbs.len() > 1).then(|| Vec::from_iter(bulbs))
    }

    /// Returns the clue of a rule about circles on given cells; `None` if the rule is not drawn as circles in cells, or
    /// if it has parameters.
    fn clue_on_circles(&self, mention: &Mention, cells: &[Cell]) -> Option<Clue> {
        let rule = self.rule(&mention.rule)?;
        let is_about_cells = matches!(rule.shape, Shape::Group | Shape::Cell);
        let is_drawn = rule.recognition.drawn.iter().any(is_circle);
        // The clue gets no parameters, so a rule with parameters is not applied.
        (is_about_cells && is_drawn && rule.params.is_empty())
            .then(|| Clue::on(&rule.name, cells.to_vec()))
    }

    /// Returns the clues of a group that is read as a rule. Returns `None` unless there is exactly one way to read the
    /// group.
    fn read_in_one_way(&self, group: &Group, candidate: &Candidate) -> Option<Vec<Clue>> {
        match <[Choice; 1]>::try_from(self.read_as(group, candidate)) {
            Ok([Choice::Read(_, clues)]) => Some(clues),
            _ => None,
        }
    }

    /// Returns `true` if a sentence states the rule `other` completely and does not state `rule`. A sentence that fits
    /// both rules may mean only one of them, unless `other` compares drawings and `rule` is about each of them.
    fn states_besides(&self, other: &str, rule: &str) -> bool {
        let mut sentences = self.sentences.iter();
        let compares = self.compares_drawings(other) && !self.compares_drawings(rule);
        sentences.any(|sentence| {
            let states = |name: &str| {
                let mut mentions = sentence.mentions.iter();
                mentions.any(|mention| mention.rule == name && mention.is_whole)
            };
            states(other) && (compares || !states(rule))
        })
    }

    /// Returns `true` if a rule compares several drawings.
    pub(crate) fn compares_drawings(&self, rule: &str) -> bool {
        let rule = self.rule(rule);
        rule.is_some_and(|rule| rule.shape == Shape::Pieces)
    }

    /// Adds the clues of gathering rules. Such a rule gets one clue for each rule that the sentences state, on all cells
    /// with clues of that rule.
    pub(crate) fn gather_clues(&mut self) {
        for (index, sentence) in self.sentences.clone().iter().enumerate() {
            let gathers = |name: &str| {
                let rule = self.book.rule(name);
                rule.is_ok_and(|rule| rule.recognition.gathers)
            };
            let mut mentions = sentence.mentions.iter();
            let Some(mention) = mentions.find(|mention| gathers(&mention.rule)) else {
                continue;
            };
            if !sentence.is_covered(&[mention]) {
                continue;
            }
            let looks_ahead = sentence.words.iter().any(|w| AHEAD.contains(&w.as_str()));
            let from = if looks_ahead { index + 1 } else { 0 };
            let clues: Vec<Clue> = self
                .cells_by_rule(&self.sentences[from..])
                .into_values()
                .filter(|cells| cells.len() > 1)
                .map(|cells| Clue::on(&mention.rule, Vec::from_iter(cells)))
                .collect();
            if !clues.is_empty() && self.are_possible(&clues) {
                self.add_clues("the rules text".to_owned(), &mention.rule, clues);
            }
        }
    }

    /// Returns, for each rule that one of the sentences states, the cells with clues of that rule.
    fn cells_by_rule(&self, sentences: &[Sentence]) -> BTreeMap<&str, BTreeSet<Cell>> {
        let mentions = sentences.iter().flat_map(|sentence| &sentence.mentions);
        let stated: HashSet<&str> = mentions.map(|mention| mention.rule.as_str()).collect();
        let mut cells: BTreeMap<&str, BTreeSet<Cell>> = BTreeMap::new();
        let clues = self.puzzle.clues.iter();
        for clue in clues.filter(|clue| stated.contains(clue.rule.as_str())) {
            cells.entry(&clue.rule).or_default().extend(clue.cells());
        }
        cells
    }
}
