//! A step of human logic, as it appears in answers.

use cluewright_logic::{Board, Ground, Link, Minimal, Step};
use cluewright_narrate::{Span, cite, step_short, step_spans};
use cluewright_puzzle::Cell;
use cluewright_rules::Named;
use schemars::JsonSchema;
use serde::Serialize;

/// A step of the solve, with its reason.
#[derive(Clone, Debug, PartialEq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Explained {
    /// The name of the technique, as in profiles.
    pub technique: &'static str,
    /// The form of the step's argument, which selects its wording, such as `hidden-set` or `rest-at-most`.
    pub argument: &'static str,
    /// The price of the step.
    pub rating: f64,
    /// The mental effort of the step: the number of cells considered, combinations listed or nodes in a chain.
    pub size: u16,
    /// The cell that gets a digit, and the digit.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub placed: Option<(String, u8)>,
    /// The cells that see this cell and so lose the digit at once, without a separate step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub seen: Vec<String>,
    /// The removed candidates, by cell.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub removed: Vec<(String, Vec<u8>)>,
    /// The clues and houses that the step cites.
    pub cites: Vec<Named>,
    /// The cells of the pattern.
    pub pattern: Vec<String>,
    /// The digits of the pattern.
    pub digits: Vec<u8>,
    /// The chain of candidates that forms the pattern; empty for other patterns.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub chain: Vec<ChainNode>,
    /// The step in words, with its reason; without the reason if time ran out.
    pub text: String,
    /// The ranges of the text that name cells, clues or other parts of the puzzle, in the order of the text.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spans: Vec<Span>,
    /// `true` if time ran out before redundant citations were removed.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub partial: bool,
}

/// A node of a chain: a candidate that is true or false.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct ChainNode {
    /// The name of the candidate's cell.
    pub cell: String,
    /// The digit of the candidate.
    pub digit: u8,
    /// `true` if the digit is in the cell.
    pub on: bool,
    /// `true` if a branch begins here. Otherwise the node follows from earlier nodes.
    pub starts: bool,
}

impl Explained {
    /// Explains a step that was found on a board.
    pub(super) fn of(
        ground: &Ground<'_>,
        board: &Board,
        Minimal { step, complete }: &Minimal,
    ) -> Self {
        // Finding the reason needs searches, so it is omitted if no time is left.
        let step = &match complete {
            true => step.clone().argued(ground),
            false => step.clone(),
        };
        let name = |var: u16| ground.puzzle.cell_name(Cell(var));
        let seen = step.placed.map(|(cell, digit)| {
            let losers = board.places(digit) & ground.peers[usize::from(cell)];
            losers.iter().map(name).collect()
        });
        let removed = step.removed.iter();
        let cites = step.reason.cites.iter();
        let (text, spans) = match complete {
            true => step_spans(ground, step),
            false => (step_short(ground.puzzle, step), vec![]),
        };
        Self {
            technique: step.technique().name,
            argument: step.sentence().kind(),
            rating: f64::from(step.rating) / 10.0,
            size: step.size,
            placed: step.placed.map(|(cell, digit)| (name(cell), digit)),
            seen: seen.unwrap_or_default(),
            removed: removed
                .map(|(var, digits)| (name(*var), digits.iter().collect()))
                .collect(),
            cites: cites
                .map(|&by| cite(ground.book, ground.puzzle, by))
                .collect(),
            pattern: step.pattern.iter().map(name).collect(),
            digits: step.digits.iter().collect(),
            chain: chain(step, name),
            text,
            spans,
            partial: !complete,
        }
    }
}

fn chain(step: &Step, name: impl Fn(u16) -> String) -> Vec<ChainNode> {
    let node = |link: &Link| ChainNode {
        cell: name(link.cell),
        digit: link.digit,
        on: link.on,
        starts: link.starts,
    };
    step.chain.iter().map(node).collect()
}
