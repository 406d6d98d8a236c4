//! Formats the techniques as a document, each with an example.

use crate::{capital, plain, rating, step_full, step_grid};
use cluewright_logic::{BUILTIN, Board, Family, Ground, Moment, Profile, Step, TECHNIQUES};
use std::fmt::Write;

/// An example position in which a technique finds a step.
#[derive(Debug)]
pub struct Example<'a> {
    /// The compiled puzzle of the example.
    pub ground: &'a Ground<'a>,
    /// The board before the step.
    pub board: &'a Board,
    /// The step that the technique finds in the example.
    pub step: &'a Step,
}

/// Returns all techniques as a Markdown document, grouped by family. `chapter` renders the technique
/// with the given index.
#[must_use]
pub fn technique_book(chapter: impl Fn(u16) -> String) -> String {
    let mut text = String::from(BOOK_HEAD);
    let mut families: Vec<Family> = vec![];
    for technique in TECHNIQUES {
        if !families.contains(&technique.family) {
            families.push(technique.family);
        }
    }
    for family in families {
        let _ = writeln!(text, "\n## {}", family_title(family));
        for (number, technique) in (0..).zip(TECHNIQUES) {
            if technique.family == family {
                text.push_str(&chapter(number));
            }
        }
    }
    text
}

const BOOK_HEAD: &str = "\
# Techniques

Every technique that grades, stories and hints use, with an example. `cluewright techniques` lists their prices, and
[Grading](GRADING.md) explains what these do. In each example cells that lose candidates or get a digit have a `*`.

This page is generated: change the technique's entry in `crates/logic/src/techniques/`, then run
`CLUEWRIGHT_BLESS=1 cargo test --test cli generated`.
";

fn family_title(family: Family) -> &'static str {
    match family {
        Family::Single => "Singles",
        Family::Intersection => "Intersections",
        Family::Subset => "Naked and hidden sets",
        Family::Fish => "Fish",
        Family::Wing => "Wings",
        Family::Chain => "Chains and links",
        Family::AlmostLocked => "Almost locked sets",
        Family::Exclusion => "Aligned exclusion",
        Family::Uniqueness => "Arguments from uniqueness",
        Family::Clue => "Reading clues",
        Family::Listing => "Listing fillings",
        Family::Counting => "Counting digits",
        Family::Forcing => "Contradictions and cases",
        Family::Search => "Search",
    }
}

/// Renders the chapter of one technique, given its index in [`TECHNIQUES`].
#[must_use]
pub fn technique_chapter(number: u16, example: &Example<'_>) -> String {
    let technique = &TECHNIQUES[usize::from(number)];
    let position = &technique.positions[0];
    let moment = match position.moment {
        Moment::OnPath { profile, .. } => format!("on the path of the profile `{profile}`"),
        Moment::First { profile, .. } => format!("the first step of the profile `{profile}`"),
        Moment::Alone => "as printed, without other techniques".to_owned(),
    };
    let puzzle = match position.puzzle.ends_with(".toml") {
        true => format!("[`{0}`](../{0})", position.puzzle),
        false => format!("`{}`", position.puzzle),
    };
    let Example {
        ground,
        board,
        step,
    } = example;
    format!(
        "\n### {}\n\n{}. {}\n\n{}\n\n{puzzle}, {moment}:\n\n```text\n{}\n```\n\n{}\n",
        technique.name,
        capital(technique.help),
        prices(number),
        technique.about,
        plain(&step_grid(ground.puzzle, board, step)),
        step_full(ground, step)
    )
}

/// Lists the prices of a technique, with the profiles that use each price: ``3.2 in `default`,
/// `patient`.``
fn prices(number: u16) -> String {
    let mut all: Vec<(u16, Vec<String>)> = vec![];
    for (name, _) in BUILTIN {
        let price = Profile::builtin(name).and_then(|profile| profile.price(number));
        let Some(price) = price else { continue };
        let name = format!("`{name}`");
        match all.iter_mut().find(|(known, _)| *known == price) {
            Some((_, names)) => names.push(name),
            None => all.push((price, vec![name])),
        }
    }
    let each = all.iter();
    let each = each.map(|(price, names)| format!("{} in {}.", rating(*price), names.join(", ")));
    each.collect::<Vec<_>>().join(" ")
}
