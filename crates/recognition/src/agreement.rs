//! The comparison of a rule of the book with the formula of the sentence that seems to state it.

use cluewright_puzzle::{Cell, Clue, Layout, OwnRule, Param, Puzzle};
use cluewright_rules::{Book, Rule, Shape, Statement, lower};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Numbers of cells of the clues that are compared.
const LENGTHS: RangeInclusive<usize> = 3..=4;

/// Numbers that the drawings of the compared clues show.
const PRINTED: [i64; 3] = [3, 8, 12];

/// Step between the compared combinations of four digits. It has no common factor with 9, so each cell takes each digit.
const STEP: usize = 16;

/// Returns the relation between a rule of the book and the formula of a sentence: `Equal` if both accept the same
/// digits, `Less` if the rule also forbids digits that the formula accepts, `Greater` if it accepts digits that the
/// formula forbids. Returns `None` if they cannot be compared.
pub(crate) fn compare(
    rule: &str,
    params: &BTreeMap<String, Param>,
    own: &OwnRule,
    book: &Book,
) -> Option<Ordering> {
    let rule = book.rule(rule).ok()?;
    if own.shape == "pieces" && [Shape::Line, Shape::Group].contains(&rule.shape) {
        // The sentence compares drawings, and the rule is about each of them.
        return Some(Ordering::Greater);
    }
    let is_like = match rule.shape {
        Shape::Line => own.shape == "line",
        Shape::Pair => own.shape == "pair",
        Shape::Group | Shape::Cell => ["group", "cell"].contains(&own.shape.as_str()),
        Shape::Arrow => own.shape == "arrow",
        _ => false,
    };
    let pairs = is_like.then(|| clues(rule, params, own))?;
    let mut found = None;
    for (one, other) in pairs {
        let Some(order) = compare_clues(&one, &other, own, book) else {
            continue;
        };
        found = Some(match (found, order) {
            (None | Some(Ordering::Equal), order) => order,
            (Some(found), Ordering::Equal) => found,
            (Some(found), order) if found == order => order,
            _ => Ordering::Greater,
        });
    }
    found
}

/// Returns clues of the rule, each with the clue of the formula on the same cells.
fn clues(rule: &Rule, params: &BTreeMap<String, Param>, own: &OwnRule) -> Vec<(Clue, Clue)> {
    let mut pairs = vec![];
    let lengths = match rule.shape {
        Shape::Pair => 2..=2,
        _ => LENGTHS,
    };
    for length in lengths {
        // The cells are in two boxes, because some rules compare boxes.
        let cells: Vec<Cell> = (1..).take(length).map(Cell).collect();
        let on = |name: &str| match rule.shape {
            Shape::Arrow => Clue::new(name)
                .slot("bulb", &cells[..1])
                .slot("shaft", &cells[1..]),
            _ => Clue::on(name, cells.clone()),
        };
        let known = params.iter().fold(on(&rule.name), |clue, (name, value)| {
            clue.with(name, value.clone())
        });
        match own.params.first() {
            None => pairs.push((known, on(&own.name))),
            Some((printed, _)) => {
                let drawn = rule.recognition.drawn.iter();
                let mut shown = drawn.filter_map(|style| {
                    let name = style.text.strip_prefix('{')?.strip_suffix('}')?;
                    (!name.is_empty()).then_some(name)
                });
                let shown = shown.next_back();
                pairs.extend(PRINTED.map(|number| {
                    let value = Param::Int(number);
                    let known = known.clone();
                    let known = match shown {
                        Some(name) => known.with(name, value.clone()),
                        None => known,
                    };
                    (known, on(&own.name).with(printed, value))
                }));
            }
        }
    }
    pairs
}

/// Compares two clues on all digits of their cells. Returns `None` if one of them is not valid, or if no digits satisfy the
/// second one.
fn compare_clues(one: &Clue, other: &Clue, own: &OwnRule, book: &Book) -> Option<Ordering> {
    let mut puzzle = Puzzle::new(Layout::square(9));
    puzzle.own_rules = vec![own.clone()];
    let count = u32::try_from(one.cells().count()).ok()?;
    puzzle.clues = vec![one.clone(), other.clone()];
    let lowered = lower(&puzzle, book).ok()?;
    let [one, other] = lowered.as_slice() else {
        return None;
    };
    let (mut is_stricter, mut is_weaker, mut is_possible) = (false, false, false);
    let step = if count > 3 { STEP } else { 1 };
    for combination in (0..9_u32.pow(count)).step_by(step) {
        let value = |cell: Cell| {
            let place = u32::from(cell.0).wrapping_sub(1);
            let rest = match place < count {
                true => combination / 9_u32.pow(place),
                // Formulas may count the neighbours of a cell.
                false => combination / 7 + 5 * u32::from(cell.0),
            };
            (rest % 9 + 1) as u8
        };
        let holds = |statements: &[Statement]| statements.iter().all(|one| one.holds(&value));
        let both = (holds(&one.statements), holds(&other.statements));
        is_possible |= both.1;
        match both {
            (false, true) => is_stricter = true,
            (true, false) => is_weaker = true,
            _ => {}
        }
        if is_weaker && is_possible {
            break;
        }
    }
    // A formula about the middle cell is undefined for clues of even length.
    is_possible.then_some(match (is_stricter, is_weaker) {
        (false, false) => Ordering::Equal,
        (true, false) => Ordering::Less,
        (_, true) => Ordering::Greater,
    })
}
