//! Comparison of two puzzles up to symmetry and relabelling.

use super::read::read_other;
use super::{Ask, Host, Refusal};
use crate::Prepared;
use cluewright_rules::{Equivalence, find_equivalence};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Compares a puzzle with another one, which may be turned, reflected or relabelled.
#[derive(Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(extend("examples" = [
    { "ask": "same", "puzzle": "12.4341.2143.321", "other": "4.12.2433421213." },
    { "ask": "same", "puzzle": "12.4341.2143.321", "other": "12.4341.2143..21" },
]))]
#[non_exhaustive]
pub struct Same {
    /// The other puzzle, in any format.
    pub other: String,
}

/// The result of comparing two puzzles, with the symmetry that maps one to the other.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Sameness {
    /// `true` if the puzzles are the same.
    pub same: bool,
    /// The rotation or reflection that maps this puzzle to the other one: `none`, `half-turn`, `quarter-turn`
    /// (clockwise), `three-quarter-turn`, `left-right`, `top-bottom`, `diagonal` (from the top left) or
    /// `anti-diagonal`. Left out if the puzzles differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<&'static str>,
    /// For each digit of this puzzle, the corresponding digit of the other one; left out if the puzzles differ.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub digits: Option<BTreeMap<u8, u8>>,
    /// The answer in words.
    pub text: String,
}

/// The rotations and reflections with their names and descriptions, indexed by [`Equivalence::view`].
const VIEWS: [(&str, &str); cluewright_puzzle::VIEWS] = [
    ("none", "in place"),
    ("top-bottom", "reflected from top to bottom"),
    ("left-right", "reflected from left to right"),
    ("half-turn", "rotated 180°"),
    ("diagonal", "reflected in the diagonal from the top left"),
    ("quarter-turn", "rotated 90° clockwise"),
    ("three-quarter-turn", "rotated 90° anticlockwise"),
    (
        "anti-diagonal",
        "reflected in the diagonal from the top right",
    ),
];

impl Ask for Same {
    type Reply = Sameness;

    /// # Errors
    /// Returns an error if the other text cannot be read, is not a single puzzle, has drawings that may be rules, or
    /// has a clue that does not fit its rule.
    fn answer(&self, prepared: &Prepared, _: &Host<'_>) -> Result<Sameness, Refusal> {
        // The page never compares two puzzles, so its build excludes this code. Every visitor would
        // otherwise have to download it.
        if cfg!(target_family = "wasm") {
            return Err(
                Refusal::new("this build cannot compare puzzles").help("use `cluewright same`")
            );
        }
        let book = prepared.book();
        let other = read_other(book, &self.other, "the other puzzle")?;
        let found = find_equivalence(prepared.puzzle(), &other, book).map_err(|error| {
            let refusal = Refusal::misfit(error);
            // The first puzzle is already prepared, so a clue that does not fit its rule belongs to the other puzzle.
            let message = format!("the other puzzle: {}", refusal.message);
            Refusal { message, ..refusal }
        })?;
        Ok(found.map_or_else(Sameness::none, Sameness::of))
    }
}

impl Sameness {
    fn none() -> Self {
        Self {
            same: false,
            view: None,
            digits: None,
            text: "different: no rotation, reflection or relabelling maps one puzzle to the other"
                .to_owned(),
        }
    }

    fn of(equivalence: Equivalence) -> Self {
        let (view, words) = VIEWS[equivalence.view];
        let digits: BTreeMap<u8, u8> = equivalence.digits.into_iter().collect();
        let moved = digits.iter().filter(|(digit, new)| digit != new);
        let moved: Vec<String> = moved.map(|(digit, new)| format!("{digit}→{new}")).collect();
        let moved = match moved.is_empty() {
            true => "with the same digits".to_owned(),
            false => format!("with relabelled digits ({})", moved.join(", ")),
        };
        Self {
            same: true,
            view: Some(view),
            digits: Some(digits),
            text: format!("same: {words}, {moved}"),
        }
    }
}
