//! Single changes: what a clue may have been meant to be.
//!
//! Every clue is tried as mistyped. What the changed clue allows is looked up among the solutions of
//! the puzzle without the clue: that decides most changes without any search. The rest is compiled
//! and proven.

use super::answer::{Change, Slip};
use super::forgotten::forgotten;
use super::oracle::{Case, Oracle};
use crate::compile;
use crate::model::{Cite, Off};
use crate::puzzle::{Cell, Clue, DigitSet, Param, Puzzle, digit_char};
use crate::rules::{Book, Default, Named, ParamKind, Shape};
use crate::search::{Limits, solve};
use std::collections::BTreeMap;

/// Solutions of the puzzle without a clue that changes of it are looked up in.
const SAMPLE: u64 = 200;

/// Guesses at most for the proofs of all changes, shared out evenly among the clues, but to each at
/// least `LEAST_NODES`: a puzzle with hundreds of changes cannot wait long for each.
const PROOF_NODES: u64 = 60_000;
const LEAST_NODES: u64 = 1_500;

/// A puzzle that differs in one clue.
#[derive(Clone, Debug)]
pub struct Variation {
    /// The changed puzzle.
    pub puzzle: Puzzle,
    /// What was changed: a clue or given of the puzzle as it was; `None` for something new.
    pub changed: Option<Cite>,
    /// What it is in the changed puzzle.
    pub becomes: Cite,
    /// What kind of slip it would mend.
    pub slip: Slip,
    /// How unlikely that slip is.
    pub(super) distance: u32,
}

/// The puzzle with another clue at a place.
pub(super) fn put(puzzle: &Puzzle, index: usize, clue: Clue) -> Puzzle {
    let mut changed = puzzle.clone();
    changed.clues[index] = clue;
    changed
}

impl Oracle<'_> {
    /// The changes of some suspects that leave exactly one solution, the likeliest first. Of some
    /// suspects it may be known which solutions there are without them: all of these.
    pub(super) fn changes(
        &mut self,
        suspects: &[usize],
        left: &BTreeMap<usize, Vec<Vec<u8>>>,
    ) -> Vec<Change> {
        let nodes = share(suspects.len());
        // A clue that is taken away marks no cells; one that is changed does.
        let reads_marks = self.case.reads_marks;
        let found = self.each(suspects, |oracle, number| {
            let left = left.get(number).filter(|_| !reads_marks);
            oracle.changes_of(*number, left, nodes)
        });
        ranked(found.into_iter().flatten().collect())
    }

    /// The clues that may have been forgotten, where adding one leaves exactly one solution.
    pub(super) fn missing(&mut self, solutions: &[Vec<u8>], complete: bool) -> Vec<Change> {
        let meant = self.case.meant(&[]);
        // A mark that is added may be what a rule of unmarked cells forbids: then it has other solutions.
        let complete = complete && !self.case.reads_marks;
        let variations = forgotten(self.case.puzzle, self.case.book, meant.as_deref());
        let nodes = share(variations.len());
        let found = self.each(&variations, |oracle, variation| {
            oracle.judge(variation, solutions, complete, &mut nodes.clone())
        });
        ranked(found.into_iter().flatten().collect())
    }

    fn changes_of(
        &mut self,
        number: usize,
        left: Option<&Vec<Vec<u8>>>,
        mut nodes: u64,
    ) -> Vec<(u32, Change)> {
        let case = self.case;
        let (mut solutions, complete) = match left {
            Some(all) => (all.clone(), true),
            None => {
                let set = self.all_but(&[number]);
                let found = self.sample(Off::Unknown, &set, SAMPLE, nodes);
                (found.solutions, found.stopped.is_none())
            }
        };
        if complete && solutions.is_empty() {
            return vec![];
        }
        let cite = case.suspects.get(number);
        if !complete {
            solutions.extend(case.meant(&[cite]));
        }
        let mut variations = variations(case.puzzle, case.book, cite);
        variations.sort_by_key(|variation| variation.distance);
        let judged = variations
            .iter()
            .map(|variation| self.judge(variation, &solutions, complete, &mut nodes));
        judged.flatten().collect()
    }

    /// The change, if it leaves exactly one solution; `complete` says that these are all the
    /// solutions it can have. A proof takes from the guesses that are left in `nodes`.
    fn judge(
        &mut self,
        variation: &Variation,
        solutions: &[Vec<u8>],
        complete: bool,
        nodes: &mut u64,
    ) -> Option<(u32, Change)> {
        let case = self.case;
        let mut kept = solutions
            .iter()
            .filter(|values| case.allows(variation, values));
        let first = kept.next();
        let solution = match (first, complete) {
            (None, true) => return None,
            (Some(_), _) if kept.any(|other| Some(other) != first) => return None,
            (Some(only), true) => only.clone(),
            _ => self.only_solution(&variation.puzzle, nodes)?,
        };
        let grid = &solution[..case.puzzle.layout.cell_count()];
        let before = variation
            .changed
            .map(|cite| case.named_in(case.puzzle, cite));
        let after = case.named_in(&variation.puzzle, variation.becomes);
        let params = new_params(case.puzzle, variation);
        let same_name = before
            .as_ref()
            .is_some_and(|before| before.name == after.name);
        let change = Change {
            becomes: match same_name {
                true => after.name.clone() + &in_brackets(&params),
                false => after.name.clone(),
            },
            cells: after.cells.clone(),
            params,
            clue: before.unwrap_or(after),
            slip: variation.slip,
            keeps_solution: case.is_the_files(grid),
            solution: grid.iter().map(|&digit| digit_char(digit)).collect(),
        };
        Some((variation.distance, change))
    }

    fn only_solution(&mut self, puzzle: &Puzzle, nodes: &mut u64) -> Option<Vec<u8>> {
        if self.case.over().is_some() {
            return None;
        }
        let model = compile(puzzle, self.case.book).ok()?;
        let limits = self.case.limits(2);
        let limits = Limits {
            nodes: limits.nodes.min(*nodes),
            ..limits
        };
        let mut found = solve(&model, limits);
        self.count(found.stopped);
        *nodes -= found.nodes;
        match (found.count, found.stopped) {
            (1, None) => found.solutions.pop(),
            _ => None,
        }
    }
}

impl Case<'_> {
    /// Whether a solution of everything else is one of the changed puzzle.
    fn allows(&self, variation: &Variation, values: &[u8]) -> bool {
        let puzzle = &variation.puzzle;
        if self.reads_marks {
            let broken = self.book.violated(puzzle, values);
            return broken.is_ok_and(|broken| broken.is_empty());
        }
        match variation.becomes {
            Cite::Given(index) => {
                let given = puzzle.givens[usize::from(index)];
                given.digits.contains(values[given.cell.index()])
            }
            Cite::Clue(index) => {
                let index = usize::from(index);
                let holds = self.book.holds(puzzle, index, &puzzle.clues[index], values);
                holds.unwrap_or(false)
            }
            Cite::House(_) => true,
        }
    }

    fn is_the_files(&self, grid: &[u8]) -> bool {
        self.puzzle.solution.as_ref().is_some_and(|solution| {
            let mut pairs = solution.iter().zip(grid);
            pairs.all(|(expected, digit)| expected.is_none_or(|expected| expected == *digit))
        })
    }

    /// What a setter calls a clue of some version of the puzzle.
    pub(super) fn named_in(&self, puzzle: &Puzzle, cite: Cite) -> Named {
        super::named(self.book, puzzle, cite)
    }
}

/// The parameters that a changed clue has and the clue as it was has not.
fn new_params(puzzle: &Puzzle, variation: &Variation) -> BTreeMap<String, Param> {
    let (Some(Cite::Clue(old)), Cite::Clue(new)) = (variation.changed, variation.becomes) else {
        return BTreeMap::new();
    };
    let old = &puzzle.clues[usize::from(old)].params;
    let new = &variation.puzzle.clues[usize::from(new)].params;
    let is_new = |(name, value): &(&String, &Param)| old.get(*name) != Some(*value);
    let params = new.iter().filter(is_new);
    params
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect()
}

/// ` (difference 4)`.
fn in_brackets(params: &BTreeMap<String, Param>) -> String {
    let value = |param: &Param| match param {
        Param::Int(number) => number.to_string(),
        Param::Ints(numbers) => {
            let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
            numbers.join(" ")
        }
        Param::Text(text) => text.clone(),
    };
    let params = params
        .iter()
        .map(|(name, param)| format!("{name} {}", value(param)));
    let params: Vec<String> = params.collect();
    match params.is_empty() {
        true => String::new(),
        false => format!(" ({})", params.join(", ")),
    }
}

/// The guesses for the changes of one of so many clues.
fn share(clues: usize) -> u64 {
    (PROOF_NODES / clues.max(1) as u64).max(LEAST_NODES)
}

/// Those that keep the file's solution first, then by how small the slip is.
fn ranked(mut found: Vec<(u32, Change)>) -> Vec<Change> {
    found.sort_by_key(|(distance, change)| (!change.keeps_solution, *distance));
    let mut changes: Vec<Change> = vec![];
    for (_, change) in found {
        if !changes.contains(&change) {
            changes.push(change);
        }
    }
    changes
}

/// What a clue or given may have been meant to be, every slip of the hand that we know.
#[must_use]
pub fn variations(puzzle: &Puzzle, book: &Book, cite: Cite) -> Vec<Variation> {
    match cite {
        Cite::Given(index) => other_digits(puzzle, usize::from(index)),
        Cite::Clue(index) => {
            let index = usize::from(index);
            let clue = &puzzle.clues[index];
            let others = other_clues(puzzle, book, clue).into_iter();
            let fits = others.filter(|(_, _, other)| other != clue && fits(puzzle, book, other));
            let variation = |(slip, distance, other)| Variation {
                puzzle: put(puzzle, index, other),
                changed: Some(cite),
                becomes: cite,
                slip,
                distance,
            };
            fits.map(variation).collect()
        }
        Cite::House(_) => vec![],
    }
}

fn other_digits(puzzle: &Puzzle, index: usize) -> Vec<Variation> {
    let given = puzzle.givens[index];
    let cite = Cite::Given(index as u16);
    let others = puzzle.domain(given.cell).iter();
    let others = others.filter(|digit| given.digits.single().is_some_and(|old| old != *digit));
    let variation = |digit| {
        let mut changed = puzzle.clone();
        changed.givens[index].digits = DigitSet::one(digit);
        Variation {
            puzzle: changed,
            changed: Some(cite),
            becomes: cite,
            slip: Slip::Digit,
            distance: 3,
        }
    };
    others.map(variation).collect()
}

/// Whether a clue fits its rule.
pub(super) fn fits(puzzle: &Puzzle, book: &Book, clue: &Clue) -> bool {
    let mut alone = Puzzle::new(puzzle.layout.clone());
    alone.extras.clone_from(&puzzle.extras);
    alone.own_rules.clone_from(&puzzle.own_rules);
    alone.clues.push(clue.clone());
    book.check(&alone).is_ok()
}

fn other_clues(puzzle: &Puzzle, book: &Book, clue: &Clue) -> Vec<(Slip, u32, Clue)> {
    let mut others = other_kinds(clue);
    let Ok(rule) = book.rule(&clue.rule) else {
        return others;
    };
    for param in &rule.params {
        let value = match (&param.default, clue.params.get(&param.name)) {
            (_, Some(value)) => value.clone(),
            (Default::Value(value), None) => value.clone(),
            _ => continue,
        };
        let numbers = param.kind == ParamKind::Number || matches!(value, Param::Int(_));
        for (distance, other) in other_values(puzzle, clue, &value, numbers) {
            let other = clue.clone().with(&param.name, other);
            others.push((Slip::Number, distance, other));
        }
    }
    if matches!(rule.shape, Shape::Line | Shape::Pair) {
        let mut reversed = clue.clone();
        reversed.slots.iter_mut().for_each(|slot| slot.1.reverse());
        others.push((Slip::Direction, 1, reversed));
    }
    if matches!(rule.shape, Shape::Line | Shape::Group | Shape::Arrow) {
        let free = rule.shape == Shape::Group;
        others.extend(other_cells(puzzle, clue, free));
    }
    others
}

/// Rules that are drawn alike, so that one is easily taken for the other.
const ALIKE: &[&[&str]] = &[
    &["white-dot", "black-dot"],
    &["x", "v"],
    &["odd", "even"],
    &["minimum", "maximum"],
];

fn other_kinds(clue: &Clue) -> Vec<(Slip, u32, Clue)> {
    let alike = ALIKE
        .iter()
        .filter(|rules| rules.contains(&clue.rule.as_str()));
    let others = alike
        .flat_map(|rules| rules.iter())
        .filter(|rule| **rule != clue.rule);
    let other = |rule: &&str| {
        let mut other = Clue::new(rule);
        other.slots.clone_from(&clue.slots);
        (Slip::Kind, 1, other)
    };
    others.map(other).collect()
}

fn other_values(puzzle: &Puzzle, clue: &Clue, value: &Param, number: bool) -> Vec<(u32, Param)> {
    match value {
        Param::Int(old) if number => {
            let cells = clue.cells().count().max(1) as i64;
            let high = (old + 15)
                .max(cells * i64::from(puzzle.layout.max_digit()))
                .min(old + 60);
            let low = (old - 60).max(0.min(*old));
            let others = (low..=high).filter(|new| new != old);
            others
                .map(|new| (misreading(*old, new), Param::Int(new)))
                .collect()
        }
        Param::Ints(old) => {
            let mut others = vec![];
            for place in 0..old.len() {
                for digit in puzzle.layout.digits().iter() {
                    let mut new = old.clone();
                    new[place] = digit.into();
                    others.push((3, Param::Ints(new)));
                }
            }
            others
        }
        _ => vec![],
    }
}

/// How unlikely it is to write one number for the other: least for a number next to it, little for
/// one digit changed or two digits swapped.
fn misreading(old: i64, new: i64) -> u32 {
    let (a, b) = (old.to_string(), new.to_string());
    let unlike = a.chars().zip(b.chars()).filter(|(a, b)| a != b).count();
    let swapped = a.len() > 1 && a.chars().rev().collect::<String>() == b;
    let near = old.abs_diff(new);
    match near {
        1 => 1,
        _ if swapped || (a.len() == b.len() && unlike == 1) => 2,
        _ => 3 + (near / 10) as u32,
    }
}

/// The clue with one cell more or less in its last slot: at an end of a line, anywhere in a group.
fn other_cells(puzzle: &Puzzle, clue: &Clue, free: bool) -> Vec<(Slip, u32, Clue)> {
    let layout = &puzzle.layout;
    let Some((slot, cells)) = clue.slots.last() else {
        return vec![];
    };
    let grid = layout.cell_count();
    if cells.is_empty() || clue.cells().any(|cell| cell.index() >= grid) {
        return vec![];
    }
    let mut lists: Vec<Vec<Cell>> = vec![];
    let last = cells.len() - 1;
    let dropped = (0..=last).filter(|&at| free || at == 0 || at == last);
    for at in dropped.filter(|_| cells.len() > 1) {
        let mut fewer = cells.clone();
        fewer.remove(at);
        lists.push(fewer);
    }
    let ends = if free { &cells[..] } else { &cells[last..] };
    for next in neighbours(puzzle, ends, !free) {
        if !clue.cells().any(|cell| cell == next) {
            lists.push([&cells[..], &[next]].concat());
        }
    }
    if !free && clue.slots.len() == 1 {
        for next in neighbours(puzzle, &cells[..1], true) {
            if !cells.contains(&next) {
                lists.push([&[next], &cells[..]].concat());
            }
        }
    }
    let with = |list: Vec<Cell>| {
        let mut other = clue.clone();
        let end = other.slots.len() - 1;
        other.slots[end] = (slot.clone(), list);
        (Slip::Cell, 2, other)
    };
    lists.into_iter().map(with).collect()
}

/// The cells beside some cells, with `corners` also those that only touch a corner.
pub(super) fn neighbours(puzzle: &Puzzle, cells: &[Cell], corners: bool) -> Vec<Cell> {
    let layout = &puzzle.layout;
    let mut found = vec![];
    for &cell in cells {
        let (row, column) = layout.place(cell);
        for (down, right) in (-1..=1).flat_map(|down| (-1..=1).map(move |right| (down, right))) {
            let beside = (down == 0) != (right == 0);
            if beside || (corners && down != 0) {
                found.extend(layout.cell_at(i32::from(row) + down, i32::from(column) + right));
            }
        }
    }
    found.sort_unstable();
    found.dedup();
    found.retain(|cell| !cells.contains(cell));
    found
}
