//! Marks in cells that one rule counts together: marks of all colours, and possibly the circles of arrows and lines.

use crate::Recognition;
use crate::readings::Group;
use cluewright_puzzle::{Cell, Clue};
use cluewright_rules::{Ends, Form, MarkShape, Rule, Shape};
use std::collections::BTreeSet;

impl Recognition<'_> {
    /// Joins groups of marks that differ only in colour, if the likeliest rule of each group counts marks of all
    /// colours: `a digit in a circle indicates how many circles contain it`.
    pub(crate) fn join_marks(&self, groups: &mut Vec<Group>) {
        let mut joined: Vec<Group> = vec![];
        for group in std::mem::take(groups) {
            let rule = self.find_counting_rule(&group);
            let look = group.look;
            let same = joined.iter_mut().find(|other| {
                let is_like = (other.look.shape, other.look.label) == (look.shape, look.label);
                is_like && rule.is_some() && self.find_counting_rule(other) == rule
            });
            match same {
                Some(other) => {
                    // The joined group has several colours, so no single colour describes it.
                    other.look.colour = None;
                    other.members.extend(group.members);
                }
                None => joined.push(group),
            }
        }
        *groups = joined;
    }

    /// Returns the likeliest rule of a group, if that rule counts marks of all colours.
    fn find_counting_rule(&self, group: &Group) -> Option<String> {
        let first = group.candidates.first()?;
        let rule = self.rule(&first.rule)?;
        let is_counted = first.is_plain && is_about_marks(rule) && !self.names_colours(&rule.name);
        // An answer is about the drawings of one colour, so their group must not be joined with others.
        (is_counted && self.answer_for(group).is_none()).then(|| rule.name.clone())
    }

    /// Returns `true` if a sentence that may state the rule names a colour or mentions coloured cells.
    fn names_colours(&self, rule: &str) -> bool {
        let mut mentions = self.sentences.iter().flat_map(|s| &s.mentions);
        mentions.any(|m| m.rule == rule && (!m.colours.is_empty() || m.is_about_colour))
    }

    /// Extends the clues of a group of circles to the circles of arrows and of lines between circles, because a
    /// sentence about circles may include these circles. Returns `None` if there are no further circles, or if the rule
    /// is not about all circles.
    pub(crate) fn with_circles_of_lines(&self, rule: &Rule, clues: &[Clue]) -> Option<Vec<Clue>> {
        let is_own = self.own_rules.iter().any(|own| own.name == rule.name);
        let is_circle = |shape: &[MarkShape]| shape == [MarkShape::Circle];
        let is_about_each = is_own && rule.shape == Shape::Cell;
        let is_possible = (is_about_marks(rule) || is_about_each)
            && rule
                .recognition
                .drawn
                .iter()
                .any(|style| is_circle(&style.shape))
            && !self.names_colours(&rule.name);
        let known: BTreeSet<Cell> = clues.iter().flat_map(Clue::cells).collect();
        let others = self
            .line_circles
            .iter()
            .filter(|cell| !known.contains(cell));
        let others: Vec<Cell> = others.copied().collect();
        if !is_possible || others.is_empty() {
            return None;
        }
        if is_about_each {
            let more = others
                .into_iter()
                .map(|cell| Clue::on(&rule.name, vec![cell]));
            return Some(clues.iter().cloned().chain(more).collect());
        }
        let all: BTreeSet<Cell> = known.into_iter().chain(others).collect();
        Some(vec![Clue::on(&rule.name, Vec::from_iter(all))])
    }

    /// Returns the cells with circles if every circle belongs to a line between circles. Returns `None` if there are
    /// fewer than two, or if there may be other circles.
    pub(crate) fn find_only_line_circles(&self, groups: &[Group]) -> Option<Vec<Cell>> {
        let is_other = |group: &Group| {
            let look = &group.look;
            look.form == Form::Corner
                || look.form == Form::Arrow
                || look.form == Form::Cell && look.shape == Some(MarkShape::Circle)
        };
        let has_marks = self.puzzle.clues.iter().any(|clue| {
            let rule = self.rule(&clue.rule);
            let mut styles = rule.into_iter().flat_map(|rule| &rule.recognition.drawn);
            styles.any(|style| style.form == Form::Cell && style.shape == [MarkShape::Circle])
        });
        let circles = Vec::from_iter(self.line_circles.iter().copied());
        (circles.len() > 1 && !has_marks && !groups.iter().any(is_other)).then_some(circles)
    }

    /// Returns the cells with the circles of arrows and of lines between circles.
    pub(crate) fn find_line_circles(groups: &[Group]) -> BTreeSet<Cell> {
        let members = groups.iter().flat_map(|group| &group.members);
        let circles = members.flat_map(|member| match (member.look.form, member.look.ends) {
            // A bulb over several cells is a pill, which texts do not call a circle.
            (Form::Arrow, _) if member.bulb.len() == 1 => member.bulb.clone(),
            (Form::Line, Ends::Circles) => {
                let ends = member.cells.first().into_iter().chain(member.cells.last());
                ends.copied().collect()
            }
            _ => vec![],
        });
        circles.collect()
    }
}

/// Returns `true` for a rule whose only clue covers all marks of a shape.
fn is_about_marks(rule: &Rule) -> bool {
    let mut styles = rule.recognition.drawn.iter();
    rule.shape == Shape::Group
        && !rule.recognition.drawn.is_empty()
        && styles.all(|style| style.form == Form::Cell)
}
