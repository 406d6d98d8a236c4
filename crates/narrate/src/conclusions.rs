//! Formats the conclusion of a step, and the facts about cells on which the step rests.

use super::names::{
    MOST_NAMED, around, cite_spans, digit_name, has_several_houses, list, list_of, locate, name,
    subject,
};
use super::spans::is_mark;
use super::wording::Phrases;
use cluewright_engine::model::Cite;
use cluewright_logic::{Cells, Ground, Sentence, Step};
use cluewright_puzzle::{DigitSet, Puzzle};

/// Maximum number of cells to list in the conclusion of a search. If there are more, only their number is given, except in
/// stories.
const MOST_FOUND: usize = 9;

/// Returns `true` if the conclusion of a search has too many cells to list, so that only their number is given.
pub(super) fn is_counted(step: &Step) -> bool {
    losses(step).len() > MOST_FOUND && step.technique().is_search()
}

/// Formats the conclusion of a step: `R3C4 = 5`, `R1C2 and R1C3 are 8 or 9`.
pub(super) fn conclusion(puzzle: &Puzzle, step: &Step) -> String {
    if is_counted(step) {
        return format!("{} cells lose candidates", step.removed.len());
    }
    let placed = step
        .placed
        .map(|(cell, digit)| format!("{} = {}", name(puzzle, cell), digit_name(digit)));
    let confined = confinement(step);
    let mut groups: Vec<(Is, Vec<u16>)> = vec![];
    for (var, lost, left) in losses(step) {
        let is = match (confined, left) {
            (Some(digits), _) => Is::Not(digits),
            (None, Some(left)) => Is::of(left, lost),
            (None, None) => Is::Not(lost),
        };
        match groups.iter_mut().find(|(known, _)| *known == is) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((is, vec![var])),
        }
    }
    let before = groups.iter().map(|(is, _)| Some(*is));
    let before = std::iter::once(None).chain(before);
    let told = groups.iter().zip(before).map(|((is, vars), before)| {
        // A placement is written with "=", so the next conclusion cannot share its verb.
        let before = before.filter(|_| !matches!(is, Is::Only(_)));
        subject(puzzle, vars) + &is.of_cells_after(before, vars.len())
    });
    let all: Vec<String> = placed.into_iter().chain(told).collect();
    // After a list of cells, a plain "and" would seem to continue that list.
    list_of(
        &all,
        match all.len() {
            2 if groups.iter().any(|(_, vars)| vars.len() > 1) => ", and ",
            2 => " and ",
            _ => ", and ",
        },
    )
}

/// Divides a step into several steps whose conclusions concern few cells. The first step has at most `first` cells, and the
/// others have at most as many as a sentence may name.
pub(super) fn divide(step: &Step, first: usize) -> Vec<Step> {
    let mut losses = losses(step);
    let most = if step.technique().is_search() {
        MOST_FOUND
    } else {
        MOST_NAMED
    };
    let first = first.min(most);
    if losses.len() <= first {
        return vec![step.clone()];
    }
    // Cells that keep the same digits are sorted together, so that they share a phrase.
    let kept = |(_, lost, left): &(u16, DigitSet, Option<DigitSet>)| left.unwrap_or(*lost).bits();
    losses.sort_by_key(|one| std::cmp::Reverse(kept(one)));
    let (first, rest) = losses.split_at(first);
    let parts = std::iter::once(first).chain(rest.chunks(most));
    let part = |losses: &[(u16, DigitSet, Option<DigitSet>)]| Step {
        removed: losses.iter().map(|&(var, lost, _)| (var, lost)).collect(),
        left: losses.iter().filter_map(|&(_, _, left)| left).collect(),
        ..step.clone()
    };
    parts.map(part).collect()
}

/// Formats the conclusion as `each of them is 3`, without cell names. Returns `None` unless the sentence has just named
/// exactly the cells that lose digits, there are at least [`MOST_OTHERS`] of these cells, and all of them have the same
/// conclusion.
pub(super) fn of_each(step: &Step, named: Cells) -> Option<String> {
    let losses = losses(step);
    let losers: Cells = losses.iter().map(|(var, ..)| *var).collect();
    let mut all = losses
        .iter()
        .map(|&(_, lost, left)| Some(Is::of(left?, lost)));
    let is = all.next().flatten()?;
    let is_same = all.all(|other| other == Some(is));
    (is_same && losers == named && losers.len() >= MOST_OTHERS).then(|| match is {
        Is::Not(digits) => format!("none of them is {}", list(digits.iter(), "or")),
        _ => format!("each of them{}", is.of_cells(1)),
    })
}

/// Returns, for each variable, the digits that a step removes and, if known, the remaining digits.
pub(super) fn losses(step: &Step) -> Vec<(u16, DigitSet, Option<DigitSet>)> {
    let mut all: Vec<(u16, DigitSet, Option<DigitSet>)> = vec![];
    for (place, &(var, lost)) in step.removed.iter().enumerate() {
        let left = step.left.get(place).copied();
        match all.iter_mut().find(|(known, ..)| *known == var) {
            Some((_, own, rest)) => {
                *own = *own | lost;
                *rest = rest.zip(left).map(|(a, b)| a & b);
            }
            None => all.push((var, lost, left)),
        }
    }
    all
}

/// Returns the union of the digits that a step removes.
pub(super) fn loss(step: &Step) -> DigitSet {
    let lost = step.removed.iter().map(|(_, lost)| *lost);
    lost.fold(DigitSet::EMPTY, |all, lost| all | lost)
}

/// Returns the digits that a pattern removes, if the conclusion must name them even though few candidates remain. This is
/// the case if the phrase names the pattern's digits, only such digits are removed, and no cell that loses digits keeps any
/// of them.
pub(super) fn confinement(step: &Step) -> Option<DigitSet> {
    let lost = loss(step);
    let is_all = step.left.len() == step.removed.len()
        && step.left.iter().all(|left| (*left & lost).is_empty());
    let names_digits = Phrases::builtin().names_digits(step.sentence().kind());
    let is_own = names_digits && lost.without(step.digits).is_empty();
    (is_all && is_own).then_some(lost)
}

/// The candidates that a cell keeps or loses, in the shortest wording.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Is {
    Empty,
    Only(u8),
    Among(DigitSet),
    Not(DigitSet),
    AtMost(u8),
    AtLeast(u8),
    Between(u8, u8),
    Even,
    Odd,
}

impl Is {
    pub(super) fn of(left: DigitSet, lost: DigitSet) -> Self {
        let all = |set: DigitSet, test: &dyn Fn(u8) -> bool| set.iter().all(test);
        let (Some(low), Some(high)) = (left.min(), left.max()) else {
            return Self::Empty;
        };
        if left.len() == 1 {
            return Self::Only(low);
        }
        if lost.len() == 1 && left.len() > 4 {
            return Self::Not(lost);
        }
        let is_end = all(lost, &|digit| digit < low) || all(lost, &|digit| digit > high);
        if left.len() == 2 && (lost.len() > 1 || is_end) {
            return Self::Among(left);
        }
        if all(lost, &|digit| digit > high) {
            return Self::AtMost(high);
        }
        if all(lost, &|digit| digit < low) {
            return Self::AtLeast(low);
        }
        if lost.len() == 1 || lost.len() == 2 && left.len() > 3 {
            return Self::Not(lost);
        }
        if all(lost, &|digit| digit < low || digit > high) {
            return Self::Between(low, high);
        }
        for (parity, is) in [(0, Self::Even), (1, Self::Odd)] {
            if all(left, &|digit| digit % 2 == parity) && all(lost, &|digit| digit % 2 != parity) {
                return is;
            }
        }
        match left.len() <= lost.len().max(3) {
            true => Self::Among(left),
            false => Self::Not(lost),
        }
    }

    /// Formats the candidates: `8 or 9`, `at most 5`, `not 5`.
    pub(super) fn text(self) -> String {
        match self {
            Self::Empty => "no digit left".to_owned(),
            Self::Only(digit) => digit_name(digit),
            Self::Among(digits) => list(digits.iter(), "or"),
            Self::Not(digits) => format!("not {}", list(digits.iter(), "or")),
            Self::AtMost(high) => format!("at most {}", digit_name(high)),
            Self::AtLeast(low) => format!("at least {}", digit_name(low)),
            Self::Between(low, high) => format!("{} to {}", digit_name(low), digit_name(high)),
            Self::Even => "even".to_owned(),
            Self::Odd => "odd".to_owned(),
        }
    }

    /// Formats the conclusion that follows another one. The verb is not repeated if the sentence is unambiguous without it:
    /// ` 8 or 9`, ` not 5`.
    pub(super) fn of_cells_after(self, before: Option<Self>, count: usize) -> String {
        let is_empty = |is: Self| matches!(is, Self::Empty);
        let is_negative = |is: Self| matches!(is, Self::Not(_));
        let is_clear = |before: &Self| {
            !is_empty(*before) && !is_empty(self) && (is_negative(self) || !is_negative(*before))
        };
        match before.filter(is_clear) {
            Some(_) => format!(" {}", self.text()),
            None => self.of_cells(count),
        }
    }

    /// Formats the conclusion with a verb in the singular or plural: ` is 8 or 9`, ` are at most 5`.
    pub(super) fn of_cells(self, count: usize) -> String {
        let verb = match (self, count) {
            (Self::Empty, 1) => "has",
            (Self::Empty, _) => "have",
            (_, 1) => "is",
            _ => "are",
        };
        format!(" {verb} {}", self.text())
    }
}

/// Lists the digits that cells lose: `R1C1 and R1C2 cannot be 2 or 3`. Cells that lose other digits are listed next: `, and
/// R1C3 cannot be 4`.
pub(super) fn word_excluded(ground: &Ground<'_>, removed: &[(u16, DigitSet)]) -> String {
    let mut by_cell: Vec<(u16, DigitSet)> = vec![];
    for &(var, lost) in removed {
        match by_cell.iter_mut().find(|(known, _)| *known == var) {
            Some((_, own)) => *own = *own | lost,
            None => by_cell.push((var, lost)),
        }
    }
    let mut groups: Vec<(DigitSet, Vec<u16>)> = vec![];
    for (var, lost) in by_cell {
        match groups.iter_mut().find(|(known, _)| *known == lost) {
            Some((_, cells)) => cells.push(var),
            None => groups.push((lost, vec![var])),
        }
    }
    let told = groups.iter().map(|(lost, cells)| {
        let lost = list(lost.iter(), "or");
        format!("{} cannot be {lost}", subject(ground.puzzle, cells))
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Maximum number of cells to list. If there are more, the conclusion can be "can't be elsewhere" in a house.
const MOST_OTHERS: usize = 3;

/// Formats the conclusion as `5 can't be elsewhere in row 1`. Returns `None` unless the step removes digits of a pattern
/// from many other cells, all in the given houses.
pub(super) fn elsewhere(
    ground: &Ground<'_>,
    step: &Step,
    cells: Cells,
    houses: &[Cite],
) -> Option<String> {
    let others: Cells = step.removed.iter().map(|(var, _)| *var).collect();
    let houses = ground
        .houses
        .iter()
        .filter(|house| houses.contains(&house.cite) && !(house.cells & others).is_empty());
    let (cites, inside): (Vec<Cite>, Vec<Cells>) =
        houses.map(|house| (house.cite, house.cells)).unzip();
    let inside = inside
        .into_iter()
        .fold(Cells::EMPTY, |all, house| all | house);
    let is_other = |cell| inside.contains(cell) && !cells.contains(cell);
    // The name of a clue with several houses, such as the windows, would include cells that keep the digits.
    let has_others = cites.iter().any(|&cite| has_several_houses(ground, cite));
    if others.len() <= MOST_OTHERS || !others.iter().all(is_other) || has_others {
        return None;
    }
    let lost = loss(step);
    let place = locate(&cite_spans(ground, &cites));
    // In the phrases of these arguments, the digits are already the subject, so they are not named again.
    let is_named =
        matches!(step.sentence(), Sentence::Confined(_) | Sentence::Fish(_)) && lost == step.digits;
    let digits = match (is_named, lost.len()) {
        (true, 1) => "it".to_owned(),
        (true, _) => "they".to_owned(),
        (false, _) => list(lost.iter(), "and"),
    };
    Some(format!("{digits} can't be elsewhere {place}"))
}

/// Formats the conclusion of a clue in two parts: one for the cells of the clue, and one for other cells that lose the
/// clue's digits.
pub(super) fn inside_and_out(ground: &Ground<'_>, step: &Step, cells: Cells) -> String {
    let part = |is_inside: bool| {
        let losses = step.removed.iter().copied().zip(step.left.iter().copied());
        let (removed, left) = losses
            .filter(|((var, _), _)| cells.contains(*var) == is_inside)
            .unzip();
        Step {
            removed,
            left,
            ..step.clone()
        }
    };
    // If remaining digits are unknown, `zip` in `part` would drop conclusions.
    if step.left.len() != step.removed.len() {
        return conclusion(ground.puzzle, step);
    }
    let [inside, mut outside] = [true, false].map(part);
    if let Some(gone) = elsewhere(ground, &outside, cells, &around(ground, cells)) {
        let inside = conclusion(ground.puzzle, &inside);
        return match inside.is_empty() {
            true => gone,
            false => format!("{inside}, and {gone}"),
        };
    }
    // Other cells lose digits that the clue must contain. Their remaining digits depend on other reasons too, so only the
    // lost digits are named.
    if outside.left.iter().all(|left| left.len() > 1) {
        outside.left.clear();
    }
    let all = Step {
        removed: [inside.removed, outside.removed].concat(),
        left: [inside.left, outside.left].concat(),
        ..step.clone()
    };
    conclusion(ground.puzzle, &all)
}

/// Maximum number of groups of cells whose facts a sentence may name.
const MOST_GROUPS: usize = 4;

/// Maximum number of cells whose facts a sentence may name.
const MOST_GIVEN: usize = 8;

/// Formats the facts on which a step rests: `with R1C1 at least 4 and 2 in R1C2`. Facts that a reader sees on the grid are
/// left out. Returns an empty text if there are too many.
pub(super) fn facts_text(puzzle: &Puzzle, step: &Step) -> String {
    let grid = puzzle.layout.digits();
    let facts: Vec<(u16, DigitSet)> = unseen_facts(step).collect();
    let mut groups: Vec<(Is, Vec<u16>)> = vec![];
    for &(var, within) in &facts {
        let lost = domain(puzzle, var).unwrap_or(grid).without(within);
        let is = Is::of(within, lost);
        match groups.iter_mut().find(|(known, _)| *known == is) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((is, vec![var])),
        }
    }
    if groups.is_empty() || groups.len() > MOST_GROUPS || facts.len() > MOST_GIVEN {
        return String::new();
    }
    let mut told: Vec<String> = groups
        .iter()
        .map(|(is, vars)| name_known(puzzle, *is, vars))
        .collect();
    // Facts that begin with a digit come last, because "R1C1 at most 3, 5 or 7 in R1C2" would read as a single fact.
    told.sort_by_key(|one| {
        let first = one.trim_start_matches(is_mark);
        !first.starts_with(|c: char| c.is_ascii_digit())
    });
    // After a list of cells or digits, a plain "and" would make the next group look like another item of that list.
    let is_long = match groups.len() {
        2 => groups.iter().any(|(_, vars)| vars.len() > 1),
        _ => told
            .iter()
            .any(|one| one.contains(',') || one.contains(" or ")),
    };
    let last = if is_long { ", and " } else { " and " };
    format!("with {}", list_of(&told, last))
}

/// Returns `true` if a step rests on facts that a reader does not see on the grid.
pub(super) fn has_facts(step: &Step) -> bool {
    unseen_facts(step).next().is_some()
}

fn unseen_facts(step: &Step) -> impl Iterator<Item = (u16, DigitSet)> {
    let facts = step.reason.facts.iter().copied();
    facts.filter(|(var, _)| !is_in(step.reason.visible, *var))
}

fn is_in(cells: Cells, var: u16) -> bool {
    // The index of an auxiliary variable can exceed the size of a set.
    usize::from(var) < Cells::MOST && cells.contains(var)
}

/// Formats the facts about some cells: `no 7 or 9 in R4C8`, `2 in R1C2`, `R1C1 at least 4`.
fn name_known(puzzle: &Puzzle, is: Is, vars: &[u16]) -> String {
    let names: Vec<String> = vars.iter().map(|&var| name(puzzle, var)).collect();
    let (all, text) = (list_of(&names, " and "), is.text());
    let is_cell = |&var: &u16| usize::from(var) < puzzle.layout.cell_count();
    match is {
        _ if !vars.iter().all(is_cell) => format!("{all} being {text}"),
        Is::Not(digits) => {
            let digits = list(digits.iter(), "or");
            format!("no {digits} in {}", list_of(&names, " or "))
        }
        Is::AtMost(_) | Is::AtLeast(_) | Is::Even | Is::Odd => format!("{all} {text}"),
        Is::Between(..) => format!("{all} from {text}"),
        Is::Empty | Is::Only(_) | Is::Among(_) => format!("{text} in {all}"),
    }
}

/// Returns the domain of a cell before any clue is applied; `None` for an auxiliary variable.
fn domain(puzzle: &Puzzle, var: u16) -> Option<DigitSet> {
    let inside = usize::from(var) < puzzle.layout.cell_count();
    inside.then(|| puzzle.layout.digits())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::spans::strip_marks;
    use cluewright_puzzle::Layout;

    #[test]
    fn a_digit_that_a_pattern_keeps_is_told_as_lost() {
        let nine = Puzzle::new(Layout::square(9));
        let mut step = Step::remove(5, Cells::one(0));
        step.left = vec![DigitSet::range(1, 4)];
        assert_eq!(strip_marks(&conclusion(&nine, &step)), "R1C1 is at most 4");
        step = step.about(DigitSet::one(5)).arguing(Sentence::Confined(0));
        assert_eq!(strip_marks(&conclusion(&nine, &step)), "R1C1 is not 5");
    }

    #[test]
    fn what_is_known_of_cells_reads_like_speech() {
        let nine = Puzzle::new(Layout::square(9));
        let tell = |facts: &[(u16, DigitSet)]| {
            let mut step = Step::remove(1, Cells::one(80));
            step.reason.facts = facts.to_vec();
            strip_marks(&facts_text(&nine, &step))
        };
        let not = |digit: u8| DigitSet::range(1, 9).without(DigitSet::one(digit));
        let (five, low) = (DigitSet::one(5), DigitSet::range(1, 4));
        assert_eq!(
            tell(&[(0, not(8)), (1, not(8))]),
            "with no 8 in R1C1 or R1C2"
        );
        assert_eq!(
            tell(&[(0, five), (1, low)]),
            "with 5 in R1C1 and R1C2 at most 4"
        );
        assert_eq!(
            tell(&[(0, not(8)), (1, DigitSet::range(7, 9))]),
            "with no 8 in R1C1 and R1C2 at least 7"
        );
        assert_eq!(
            tell(&[(0, not(8)), (1, not(8)), (2, five)]),
            "with 5 in R1C3, and no 8 in R1C1 or R1C2"
        );
    }

    #[test]
    fn a_verb_is_repeated_only_if_its_meaning_changes() {
        let nine = Puzzle::new(Layout::square(9));
        let set = |digits: &[u8]| digits.iter().copied().collect::<DigitSet>();
        let all = DigitSet::range(1, 9);
        let tell = |left: &[DigitSet]| {
            let mut step = Step::default();
            step.removed = (0..)
                .zip(left)
                .map(|(var, left)| (var, all.without(*left)))
                .collect();
            step.left = left.to_vec();
            strip_marks(&conclusion(&nine, &step))
        };
        let (low, not_five) = (set(&[1, 2, 3, 4]), all.without(set(&[5])));
        assert_eq!(tell(&[low, not_five]), "R1C1 is at most 4 and R1C2 not 5");
        assert_eq!(
            tell(&[not_five, low]),
            "R1C1 is not 5 and R1C2 is at most 4"
        );
        assert_eq!(tell(&[low, set(&[5])]), "R1C1 is at most 4 and R1C2 is 5");
    }

    #[test]
    fn a_cell_that_loses_twice_is_told_once() {
        let nine = Puzzle::new(Layout::square(9));
        let mut step = Step::remove(1, Cells::one(0));
        step.removed.push((0, DigitSet::one(2)));
        assert_eq!(strip_marks(&conclusion(&nine, &step)), "R1C1 is not 1 or 2");
    }
}
