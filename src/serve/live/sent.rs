//! Client messages: an f-puzzles puzzle, the marks in its cells, and solver options.

use super::super::ask::MOST_CAP;
use crate::Prepared;
use crate::ask::{Choice, Refusal};
use cluewright_formats::{ReadOptions, about_clue, fpuzzles};
use cluewright_logic::{Family, TECHNIQUES, Technique};
use cluewright_narrate::unchecked_text;
use cluewright_puzzle::{DigitSet, Puzzle};
use cluewright_rules::Book;
use serde_json::{Value, json};

/// The treatment of the digits and centre marks that a client entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Marks {
    /// Typed digits and marks are ignored.
    Ignored,
    /// Typed digits and marks are a solver's position.
    Solving,
    /// Typed digits and marks count as givens.
    Given,
}

/// A puzzle that a client sent.
#[derive(Debug)]
pub(super) struct Sent {
    /// The puzzle. It includes the client's marks if these count as givens.
    pub(super) puzzle: Puzzle,
    /// The digit or the centre marks of each cell.
    pub(super) shown: Vec<DigitSet>,
    /// Maximum number of solutions to count for each candidate.
    pub(super) cap: u64,
    /// `true` to distinguish candidates that only a search excludes from candidates that human logic excludes, too.
    pub(super) logical: bool,
    /// The groups of techniques that the client has disabled.
    pub(super) disabled: Vec<String>,
}

impl Sent {
    /// Reads a message.
    ///
    /// # Errors
    /// Returns an error if the data is damaged, or if it contains drawings that may be rules or a rule that is not
    /// supported.
    pub(super) fn read(data: &str, marks: Marks, options: &ReadOptions) -> Result<Self, String> {
        let refused = |error| refusal_text(&Refusal::from(error));
        let mut document = fpuzzles::unpack(data).map_err(refused)?;
        let shown = read_shown(&document);
        if marks != Marks::Ignored {
            use_centre_marks(&mut document, marks);
        }
        let mut puzzle = fpuzzles::read_value(&document, options).map_err(refused)?;
        // `read_any` would do this, but the document is already unpacked here.
        if options.ignore_drawings {
            puzzle.unread.clear();
        }
        if !puzzle.unread.is_empty() {
            return Err(unchecked_text(&puzzle.unread, None));
        }
        if marks == Marks::Given {
            puzzle.give_entries();
        }
        let wishes = texts(&document["truecandidatesoptions"]);
        Ok(Self {
            puzzle,
            shown,
            cap: cap(&wishes)?,
            logical: wishes.iter().any(|wish| wish == "logical"),
            disabled: texts(&document["disabledlogic"]),
        })
    }

    /// Prepares the puzzle for questions.
    ///
    /// # Errors
    /// Returns an error if a clue does not fit its rule.
    pub(super) fn prepare(&self, data: &str) -> Result<Prepared, String> {
        let book = Book::builtin();
        Prepared::new(self.puzzle.clone(), book).map_err(|error| {
            let error = about_clue(data, Some("fpuzzles"), error, book);
            refusal_text(&Refusal::from(error))
        })
    }

    /// Returns the puzzle and all options that affect its true candidates as one text, which is the key of the cache.
    pub(super) fn question(&self) -> String {
        let puzzle = &self.puzzle;
        let (layout, clues, givens) = (&puzzle.layout, &puzzle.clues, &puzzle.givens);
        // Disabled techniques affect only logical candidates, so other questions share one answer.
        let disabled = self.logical.then_some(&self.disabled);
        json!([layout, clues, givens, self.cap, disabled]).to_string()
    }

    /// Returns `true` if the client has neither typed digits nor made marks.
    pub(super) fn is_fresh(&self) -> bool {
        let givens = &self.puzzle.givens;
        let is_given = |cell: usize| givens.iter().any(|given| given.cell.index() == cell);
        let mut marked = self.shown.iter().enumerate();
        !marked.any(|(cell, marks)| !marks.is_empty() && !is_given(cell))
    }

    /// Returns the default techniques, except for disabled ones and those that search. Uniqueness arguments are
    /// included only if the puzzle is unique.
    pub(super) fn techniques(&self, is_unique: bool) -> Choice {
        let is_off = |technique: &&Technique| {
            let group = group_of(technique.family);
            technique.is_search()
                || technique.assumes_uniqueness && !is_unique
                || self.disabled.iter().any(|off| group == Some(off.as_str()))
        };
        let without = TECHNIQUES.iter().filter(is_off);
        Choice {
            without: without.map(|technique| technique.name.to_owned()).collect(),
            ..Choice::default()
        }
    }
}

/// Returns the name by which clients disable a family of techniques; `None` if they cannot disable it.
fn group_of(family: Family) -> Option<&'static str> {
    Some(match family {
        Family::Subset => "tuples",
        Family::Intersection => "pointing",
        Family::Fish => "fishes",
        Family::Wing => "wings",
        Family::Chain => "aic",
        Family::Forcing => "contradictions",
        _ => return None,
    })
}

/// Returns the digit or the centre marks that each cell shows.
fn read_shown(document: &Value) -> Vec<DigitSet> {
    let size = document["size"].as_u64().unwrap_or_default();
    let digit = |value: &Value| {
        let digit = value.as_u64().filter(|digit| (1..=size).contains(digit));
        digit
            .and_then(|digit| u8::try_from(digit).ok())
            // A larger value has no bit in a `DigitSet`. `one` would silently return the empty set for it.
            .filter(|&digit| digit < 64)
    };
    let shown = |cell: &Value| match digit(&cell["value"]) {
        Some(digit) => DigitSet::one(digit),
        None => items(&cell["centerPencilMarks"])
            .filter_map(digit)
            .collect(),
    };
    let rows = items(&document["grid"]);
    rows.flat_map(items).map(shown).collect()
}

/// In each empty cell with centre marks, replaces the given marks with the centre marks if these count as givens, and
/// removes the given marks otherwise.
fn use_centre_marks(document: &mut Value, marks: Marks) {
    let rows = document["grid"].as_array_mut().into_iter().flatten();
    let cells = rows.filter_map(Value::as_array_mut).flatten();
    for cell in cells.filter_map(Value::as_object_mut) {
        let is_placed = cell.get("value").and_then(Value::as_u64) > Some(0);
        let centre = cell.get("centerPencilMarks");
        let centre = centre
            .filter(|marks| items(marks).next().is_some())
            .cloned();
        match centre {
            Some(_) if is_placed => {}
            Some(centre) if marks == Marks::Given => {
                cell.insert("givenPencilMarks".to_owned(), centre);
            }
            Some(_) => {
                cell.remove("givenPencilMarks");
            }
            None => {}
        }
    }
}

fn items(list: &Value) -> impl Iterator<Item = &Value> {
    list.as_array().into_iter().flatten()
}

/// Returns the strings in a list, in lower case.
fn texts(list: &Value) -> Vec<String> {
    let texts = items(list).filter_map(Value::as_str);
    texts.map(str::to_lowercase).collect()
}

/// Returns the maximum number of solutions to count for each candidate; 1 by default. Older clients send `colored`
/// instead of a number, which means 8. Fails if the number is above [`MOST_CAP`].
fn cap(wishes: &[String]) -> Result<u64, String> {
    let wished = |wish: &String| {
        wish.strip_prefix("truecandidatesnumsolutions=")
            .map(str::to_owned)
    };
    match wishes.iter().find_map(wished) {
        None if wishes.iter().any(|wish| wish == "colored") => Ok(8),
        None => Ok(1),
        Some(number) => match number.trim().parse::<u64>() {
            Ok(cap) if cap <= MOST_CAP => Ok(cap.max(1)),
            _ => Err(format!(
                "The solution cap is {number}; expected a number up to {MOST_CAP}"
            )),
        },
    }
}

/// Formats a refusal as a single text.
pub(super) fn refusal_text(refusal: &Refusal) -> String {
    let mut text = refusal.message.clone();
    if let Some(place) = &refusal.place {
        text = format!("{text} (in {place})");
    }
    if let Some(help) = &refusal.help {
        text = format!("{text}\n{help}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_group_has_its_techniques() {
        let groups = [
            "tuples",
            "pointing",
            "fishes",
            "wings",
            "aic",
            "contradictions",
        ];
        for group in groups {
            let its = TECHNIQUES
                .iter()
                .filter(|t| group_of(t.family) == Some(group));
            assert!(its.count() > 1, "{group}");
        }
        for (name, group) in [
            ("naked-single", None),
            ("one-clue", None),
            ("direct-hidden-pair", Some("tuples")),
            ("x-wing", Some("fishes")),
            ("xyz-wing", Some("wings")),
            ("forcing-x-chain", Some("aic")),
            ("nested-chains", Some("contradictions")),
        ] {
            let mut all = TECHNIQUES.iter();
            let technique = all.find(|t| t.name == name).expect(name);
            assert_eq!(group_of(technique.family), group, "{name}");
        }
    }
}
