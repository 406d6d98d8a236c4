//! Requests for clues: the names of rules, and the number of clues of each rule.

use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::statement::SameMultiset;
use cluewright_rules::{Book, Default, ParamKind, Placement, Rule, Shape, Statement, lower};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::str::FromStr;
use thiserror::Error;

/// A rule, with the requested number of its clues. Its text form is `thermometer 4`.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[non_exhaustive]
pub struct RuleCount {
    /// The name of the rule.
    pub rule: String,
    /// The number of clues. If left out, a usual number for the rule is used. A global rule has no count.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<usize>,
}

/// Error for a request that cannot be met.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct WishError {
    /// Description of the error.
    pub message: String,
    /// Advice on how to correct the request.
    pub help: Option<String>,
}

impl FromStr for RuleCount {
    type Err = WishError;

    fn from_str(text: &str) -> Result<Self, WishError> {
        let text = text.trim();
        let (rule, count) = match text.rsplit_once(char::is_whitespace) {
            Some((rule, last)) if last.starts_with(|c: char| c.is_ascii_digit()) => {
                let count = last.parse().map_err(|_| WishError {
                    message: format!("`{last}` is not a number of clues"),
                    help: Some("expected a rule and a number: `thermometer 4`".to_owned()),
                })?;
                (rule.trim(), Some(count))
            }
            _ => (text, None),
        };
        match rule.is_empty() || rule.parse::<f64>().is_ok() {
            true => Err(WishError {
                message: format!("`{text}` is not a rule"),
                help: Some("rules are separated by commas: `thermometer 4, killer-cage 6`".into()),
            }),
            false => Ok(Self {
                rule: rule.to_owned(),
                count,
            }),
        }
    }
}

/// A request for clues of one rule.
pub(in crate::setting) struct Wish<'a> {
    pub(in crate::setting) rule: &'a Rule,
    pub(super) count: usize,
    /// `true` if the number of clues was requested.
    pub(super) counted: bool,
    /// The minimum and maximum number of cells in a clue, if its shape allows any number.
    pub(in crate::setting) sizes: (usize, usize),
    /// For a negative rule, the names of the rules whose marks must all be given.
    pub(super) marks: &'a [String],
}

impl Wish<'_> {
    /// Returns `true` if clues of the rule have no values that depend on a grid. Such clues can be laid out before a grid is
    /// chosen.
    pub(super) fn is_free(&self) -> bool {
        let is_open = |default: &Default| matches!(default, Default::Required | Default::Optional);
        let mut params = self.rule.params.iter();
        !self.is_single() && !params.any(|spec| is_open(&spec.default))
    }

    /// Returns `true` if the number of clues cannot be chosen: a puzzle has at most one clue of the rule, or has every clue
    /// that is true of its grid.
    pub(super) fn is_single(&self) -> bool {
        self.rule.shape == Shape::Global
            || self.rule.typical.is_all_in_one()
            || !self.marks.is_empty()
    }

    /// Returns `true` if clues of the rule may be added until few enough givens are needed.
    pub(super) fn is_open(&self) -> bool {
        !self.counted && !self.is_single()
    }
}

/// Maximum number of clues of one rule in one puzzle.
const MOST: usize = 100;
/// The number of rows of the grid for which rule files state the usual sizes of clues.
const USUAL_SIDE: usize = 9;

/// Returns the layout of the square grid with `size` rows.
pub(super) fn square(size: u8) -> Result<Layout, WishError> {
    match (4..=16).contains(&size) {
        true => Ok(Layout::square(size)),
        false => Err(WishError {
            message: format!("puzzles of size {size} cannot be generated"),
            help: Some("sizes range from 4 to 16".to_owned()),
        }),
    }
}

/// Looks up the requested rules, and checks that their clues can be drawn.
///
/// # Errors
/// Returns an error if a rule is not in the book or is requested twice, its clues cannot be drawn, or a requested number of
/// clues is impossible.
pub(in crate::setting) fn wishes<'a>(
    rules: &[RuleCount],
    layout: &Layout,
    book: &'a Book,
) -> Result<Vec<Wish<'a>>, WishError> {
    let mut wishes: Vec<Wish<'a>> = vec![];
    for wanted in rules {
        let wish = wish(wanted, layout, book)?;
        if wishes.iter().any(|other| other.rule.name == wish.rule.name) {
            return Err(refuse(format!("`{}` is requested twice", wish.rule.name)));
        }
        wishes.push(wish);
    }
    let marked: Vec<(&str, &str)> = wishes
        .iter()
        .flat_map(|wish| {
            wish.marks
                .iter()
                .map(|mark| (mark.as_str(), wish.rule.name.as_str()))
        })
        .collect();
    for wish in &wishes {
        let by = marked.iter().find(|(mark, _)| *mark == wish.rule.name);
        if let Some((mark, by)) = by.filter(|_| wish.counted) {
            let message = format!("`{by}` marks every {mark}, so their number cannot be chosen");
            return Err(WishError {
                message,
                help: Some(format!("omit the number, or leave `{mark}` out")),
            });
        }
    }
    // The negative rule places all of these marks itself, so they need no wish of their own.
    wishes.retain(|wish| marked.iter().all(|(mark, _)| *mark != wish.rule.name));
    Ok(wishes)
}

fn refuse(message: String) -> WishError {
    WishError {
        message,
        help: None,
    }
}

fn wish<'a>(wanted: &RuleCount, layout: &Layout, book: &'a Book) -> Result<Wish<'a>, WishError> {
    let rule = book.rule(&wanted.rule).map_err(|error| WishError {
        message: error.to_string(),
        help: error.help().map(str::to_owned),
    })?;
    let name = &rule.name;
    let cannot = |why: &str| WishError {
        message: format!("`{name}` cannot be drawn: {why}"),
        help: Some("write a draft, and let `cluewright fill` find its values".to_owned()),
    };
    let global = rule.shape == Shape::Global;
    let open = rule.params.iter().find(|spec| {
        matches!(spec.default, Default::Required) && (global || spec.kind == ParamKind::Text)
    });
    if let Some(spec) = open {
        return Err(cannot(&format!(
            "its `{}` cannot be derived from a full grid",
            spec.name
        )));
    }
    if is_on_layer(rule) {
        return Err(cannot("it needs a layer of auxiliary variables"));
    }
    if global {
        if wanted.count.is_some_and(|count| count != 1) {
            return Err(WishError {
                message: format!("`{name}` applies to the whole grid: there is only one"),
                help: Some(format!("omit the number: `{name}`")),
            });
        }
        let mut puzzle = Puzzle::new(layout.clone());
        puzzle.clues.push(Clue::new(name));
        let lowered = lower(&puzzle, book).map_err(|error| cannot(&error.message))?;
        let mut statements = lowered.iter().flat_map(|clue| &clue.statements);
        if statements.all(|statement| follows_from_houses(statement, layout)) {
            return Err(refuse(format!(
                "`{name}` cannot be drawn: every grid of this size satisfies it"
            )));
        }
    }
    if wanted.count.is_some_and(|count| count == 0 || count > MOST) {
        return Err(refuse(format!(
            "`{name}`: a puzzle can have 1 to {MOST} of its clues, not {}",
            wanted.count.unwrap_or(0)
        )));
    }
    Ok(Wish {
        rule,
        count: wanted.count.unwrap_or_else(|| usual(rule.shape)),
        counted: wanted.count.is_some(),
        sizes: sizes(rule, layout),
        marks: &rule.typical.marks,
    })
}

/// Returns `true` if the clues of a rule are about cells of a layer.
fn is_on_layer(rule: &Rule) -> bool {
    match rule.typical.place {
        Some(place) => place == Placement::Layer,
        None => rule.shape == Shape::Arms || rule.family == "shading",
    }
}

/// Returns `true` if a statement only compares houses that contain every digit. Such a statement is always true.
fn follows_from_houses(statement: &Statement, layout: &Layout) -> bool {
    let digits = usize::from(layout.digit_count);
    let is_full = |cells: &Vec<Cell>| cells.len() == digits && layout.house_of(cells).is_some();
    match statement {
        Statement::SameMultiset(SameMultiset(groups)) => groups.iter().all(is_full),
        _ => false,
    }
}

/// Returns the usual number of clues of a shape in a puzzle.
const fn usual(shape: Shape) -> usize {
    match shape {
        Shape::Global => 1,
        Shape::Pieces | Shape::Copy => 3,
        Shape::Line | Shape::Arrow | Shape::Control | Shape::Arms => 4,
        Shape::Group | Shape::Square | Shape::Diagonal => 6,
        Shape::Cell | Shape::Outside => 8,
        Shape::Pair => 12,
    }
}

/// Returns the usual minimum and maximum number of cells in a clue of a rule.
fn sizes(rule: &Rule, layout: &Layout) -> (usize, usize) {
    let side = usize::from(layout.rows);
    let usual = match rule.shape {
        Shape::Group => (3, 5),
        _ => (3, 8),
    };
    let (least, most) = rule.typical.cells(layout).unwrap_or(usual);
    // On small grids, clues are limited to about half a row, so that several clues fit.
    let room = match side {
        0..USUAL_SIDE => (side / 2 + 2).max(least.min(side)),
        _ => side,
    };
    (least.min(room), most.min(room))
}
