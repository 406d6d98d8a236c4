//! Formats the rule book: the page of one rule, the list of all rules, and the book as a document.

use crate::capital;
use crate::one_line;
use cluewright_puzzle::Param;
use cluewright_rules::{
    Default, Example, ExampleCells, ExampleValues, FAMILIES, ParamSpec, Rule, Shape,
};
use std::fmt::Write;

/// Returns the list of all rules, grouped by family, with one line for each rule.
#[must_use]
pub fn rule_list(rules: &[&Rule]) -> String {
    let mut text = String::new();
    let width = rules.iter().map(|rule| rule.name.len()).max().unwrap_or(0);
    for (family, members) in by_family(rules) {
        let _ = writeln!(text, "{}", capital(family));
        for rule in members {
            let _ = writeln!(
                text,
                "  {:width$}  {}",
                rule.name,
                one_line(first_sentence(&rule.plain_text()))
            );
        }
        text.push('\n');
    }
    text
}

/// Returns the page of one rule.
#[must_use]
pub fn rule_page(rule: &Rule) -> String {
    let (title, told) = (one_line(&rule.title), rule.plain_text());
    let mut text = format!("{title} ({})\n\n{}\n\n", rule.name, one_line(&told));
    let mut line = |name: &str, value: &str| {
        let _ = writeln!(text, "{name:<16}{}", one_line(value));
    };
    for (name, value) in facts(rule) {
        line(name, &value);
    }
    for (number, formula) in rule.relation.iter().enumerate() {
        line(if number == 0 { "relation" } else { "" }, formula);
    }
    for example in &rule.accepts {
        line("accepted", &example_text(example));
    }
    for example in &rule.rejects {
        line("rejected", &example_text(example));
    }
    if !rule.note.trim().is_empty() {
        let _ = writeln!(text, "\n{}", rule.note.trim());
    }
    text
}

/// Returns the whole book as a Markdown document.
#[must_use]
pub fn rule_book(rules: &[&Rule]) -> String {
    let mut text = String::from(BOOK_HEAD);
    for (family, members) in by_family(rules) {
        let _ = writeln!(text, "\n## {}", capital(family));
        for rule in members {
            text.push_str(&chapter(rule));
        }
    }
    text
}

const BOOK_HEAD: &str = "\
# The rule book

Every rule that Cluewright knows, from the files in `rules/constraints/`. The relation is the rule's
exact meaning, in the [rule language](RULE-LANGUAGE.md); how clues are written down is told in
[the puzzle file](PUZZLE-FILE.md). `cluewright rules NAME` shows one of these pages.

This page is generated: change the rule's file, then run `CLUEWRIGHT_BLESS=1 cargo test --test cli generated`.
";

fn chapter(rule: &Rule) -> String {
    let told = rule.plain_text();
    let mut text = format!("\n### {}\n\n`{}`: {told}\n\n", rule.title, rule.name);
    for (name, value) in facts(rule) {
        let _ = writeln!(text, "* {name}: {value}");
    }
    let _ = writeln!(text, "\n```\n{}\n```", rule.relation.join("\n"));
    if !rule.note.trim().is_empty() {
        let _ = writeln!(text, "\n{}", rule.note.trim());
    }
    text
}

/// Returns short facts about a rule, each with its heading.
fn facts(rule: &Rule) -> Vec<(&'static str, String)> {
    let mut facts = vec![("clues name", names_what(rule.shape).to_owned())];
    facts.extend(
        rule.params
            .iter()
            .map(|spec| ("parameter", parameter(spec))),
    );
    if !rule.aliases.is_empty() {
        facts.push(("also called", rule.aliases.join(", ")));
    }
    let elsewhere = rule.import.iter();
    let elsewhere: Vec<String> = elsewhere
        .map(|(format, names)| format!("{} in {}", names.join(", "), program(format)))
        .collect();
    if !elsewhere.is_empty() {
        facts.push(("elsewhere", elsewhere.join("; ")));
    }
    facts
}

fn names_what(shape: Shape) -> &'static str {
    match shape {
        Shape::Line => "two or more cells in order",
        Shape::Group => "one or more cells, in any order",
        Shape::Pair => "two cells",
        Shape::Cell => "cells, each of which carries the mark",
        Shape::Square => "the four cells of a 2x2 square",
        Shape::Outside => "a row or column, seen from the clue",
        Shape::Diagonal => "a diagonal, from the clue inwards",
        Shape::Arrow => "the cells of the bulb; the cells of the shaft",
        Shape::Pieces => "two or more lists of cells",
        Shape::Copy => "two lists of the same length",
        Shape::Control => "one cell; a list of cells",
        Shape::Arms => "one cell; one or more lists of cells",
        Shape::Global => "nothing: the rule applies to the whole grid",
    }
}

fn parameter(spec: &ParamSpec) -> String {
    let default = match &spec.default {
        Default::Required => "a clue must give it".to_owned(),
        Default::Optional => "may be left out".to_owned(),
        Default::Value(value) => format!("{} when left out", param_text(value)),
        Default::Formula(text, _) => format!("{text} when left out"),
    };
    format!("{}, {}; {default}", spec.name, spec.kind.words())
}

fn program(format: &str) -> &str {
    match format {
        "fpuzzles" => "f-puzzles",
        "iss" => "ISS",
        other => other,
    }
}

fn by_family<'r>(rules: &[&'r Rule]) -> Vec<(&'static str, Vec<&'r Rule>)> {
    let members = |family: &'static str| {
        let members: Vec<&Rule> = rules
            .iter()
            .copied()
            .filter(|r| r.family == family)
            .collect();
        (family, members)
    };
    let all = FAMILIES.iter().copied().map(members);
    all.filter(|(_, members)| !members.is_empty()).collect()
}

fn example_text(example: &Example) -> String {
    let mut text = match (&example.values, &example.grid) {
        (Some(values), _) => values_text(values),
        (None, Some(rows)) => match &example.cells {
            None => rows.join(" / "),
            Some(cells) => format!("{} at {}", rows.join(" / "), cells_text(cells)),
        },
        (None, None) => String::new(),
    };
    for (name, value) in &example.params {
        let _ = write!(text, ", {name} {}", param_text(value));
    }
    if let Some(why) = &example.why {
        let _ = write!(text, ": {why}");
    }
    text
}

fn values_text(values: &ExampleValues) -> String {
    match values {
        ExampleValues::One(values) => numbers(values),
        ExampleValues::Lists(lists) => {
            let lists: Vec<String> = lists.iter().map(|list| numbers(list)).collect();
            lists.join("; ")
        }
        ExampleValues::Slots(slots) => {
            let slots: Vec<String> = slots
                .iter()
                .map(|(name, values)| format!("{name} {}", numbers(values)))
                .collect();
            slots.join("; ")
        }
    }
}

fn cells_text(cells: &ExampleCells) -> String {
    match cells {
        ExampleCells::One(cells) => cells.clone(),
        ExampleCells::Lists(lists) => lists.join("; "),
        ExampleCells::Slots(slots) => {
            let slots: Vec<String> = slots
                .iter()
                .map(|(name, cells)| format!("{name} {cells}"))
                .collect();
            slots.join("; ")
        }
    }
}

fn param_text(value: &Param) -> String {
    match value {
        Param::Int(number) => number.to_string(),
        Param::Ints(list) => numbers(list),
        Param::Text(text) => text.clone(),
    }
}

fn numbers(values: &[impl ToString]) -> String {
    let values: Vec<String> = values.iter().map(ToString::to_string).collect();
    values.join(" ")
}

fn first_sentence(text: &str) -> &str {
    text.find(". ").map_or(text, |end| &text[..=end])
}
