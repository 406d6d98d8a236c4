//! Groups the steps of a story that can share a sentence.

use super::argued::{is_said, read};
use super::conclusions::{conclusion, divide, facts_text, is_counted, losses};
use super::names::{
    MOST_NAMED, alike, cells_named, cite_name, cite_span, cite_spans, clues_and_houses, digit_name,
    kind_of, kinds, list, list_of, name, number, only_clue, plural_of, split_label,
};
use super::spans::{SpanKind, mark};
use super::steps::{
    Detail, WHOLE, are_alike, case_by_case, cite_and_rule, digits_in_common, find_own_source,
    houses_to_fill, pair_by_pair, proof_by_proof, technique, tell,
};
use cluewright_engine::model::Cite;
use cluewright_logic::{Argument, Cells, Ground, Needed, Proof, Reads, Sentence, Step, Want, Way};
use cluewright_puzzle::{Clue, DigitSet, Puzzle};
use std::collections::BTreeSet;

/// Maximum number of cells that lose candidates in a sentence with several inferences.
const MOST_LOSERS: usize = 9;
/// Maximum number of cells in the clue names of a sentence with several inferences.
const MOST_CLUES: usize = 4;

/// Maximum number of pattern cells to name in a sentence with many conclusions.
const MOST_PATTERN: usize = 6;

/// Maximum number of pattern cells to name in a long sentence. It is larger than two, because a pair is identified only by
/// its cells.
const FEW_CELLS: usize = 4;

/// Maximum number of digits without a partner in a sentence. Each names two cells.
const MOST_WANTING: usize = 6;

/// Steps that share a sentence.
pub(super) struct Group<'s, 'p> {
    pub(super) steps: Vec<&'s Needed<'p>>,
    /// The property that the steps have in common; `None` for a step with its own sentence.
    common: Option<Common>,
    /// Number of cells in the clue names of the steps.
    named: usize,
}

/// The property that lets steps share a sentence.
#[derive(PartialEq, Eq)]
enum Common {
    /// Assumptions that the same clues and houses refute.
    Refuted(Vec<Cite>),
    /// Assumptions that fail in the same way. Each assumption must be about exactly the given digits; if no digits are
    /// given, it may be about any digits.
    Fails(DigitSet, Way),
    /// Conclusions that one clue or house implies about its own cells.
    Implied(Cite),
    /// Classes of digits that are counted along the same clues and in the same houses.
    Counted(DigitSet, Vec<Cite>),
    /// Clues with the same name and argument, and no facts. If the name has no location, only steps of the given clue are
    /// combined.
    Said(String, Argument, Option<Cite>),
    /// Clues whose names differ only in location and whose arguments are equal. Each argument is about the clue's own cells.
    Each(String, Argument),
    /// Digits that find no partner in a neighbouring cell, by clues of the given kind.
    Wanting(String),
    /// Consecutive inferences from the same clue.
    Followed(&'static str, Cite),
    /// Clues followed along paths with the same number of cells. The same digits are removed in each case.
    Along(Vec<Cite>, usize, DigitSet),
    /// Digits confined to the cells of a pattern. The citations are the houses and clues to name with the pattern.
    Pattern(DigitSet, Cells, Vec<Cite>),
    /// Digits that all have the same places in a house.
    Places(u16, Cells, u16),
    /// Two sets of houses whose cells outside the overlap hold the same digits. The last field contains all citations.
    Balanced([Vec<u16>; 2], Vec<Cite>),
    /// Houses whose fillings are listed. The text contains their names.
    Filled(String),
    /// A search without an argument.
    Searched,
}

impl Common {
    /// Returns the property by which a step can share a sentence with others, for steps without an argument from clues.
    fn of_shape(ground: &Ground<'_>, step: &Step, clues: &[Cite]) -> Option<Self> {
        // The same citations may be listed in different orders, so they are sorted before steps are compared.
        let cites = || sort_cites(&step.reason.cites);
        match step.sentence() {
            Sentence::Search | Sentence::SearchedRest => Some(Self::Searched),
            Sentence::Balance(sides) => Some(Self::Balanced(sides.clone(), cites())),
            Sentence::Refutation(_) => Some(Self::Refuted(cites())),
            Sentence::Proven(proofs) => match &proofs[..] {
                [proof] => match find_own_source(ground, proof) {
                    Some(source) => Some(Self::Implied(source)),
                    None => {
                        digits_in_common(proof).map(|digits| Self::Fails(digits, proof.by.clone()))
                    }
                },
                _ => None,
            },
            Sentence::Classes => Some(Self::Counted(step.digits, cites())),
            Sentence::Filling(_) => Some(Self::Filled(houses_to_fill(ground, step))),
            Sentence::Path => {
                let lost = step.removed.first().map(|(_, lost)| *lost);
                let is_same = step.removed.iter().all(|(_, own)| Some(*own) == lost);
                let along = |lost| Self::Along(sort_cites(clues), step.pattern.len(), lost);
                lost.filter(|_| is_same).map(along)
            }
            Sentence::SharedSet
            | Sentence::HiddenSet
            | Sentence::HiddenSetLeaving
            | Sentence::LockedSet => Some(Self::Pattern(step.digits, step.pattern, cites())),
            // The same naked set can be in a box and in a line. It is described only once, so the property contains no
            // house.
            Sentence::NakedSet => Some(Self::Pattern(step.digits, step.pattern, vec![])),
            // The sentence does not explain why the other cells see the places, so the clues behind this may differ.
            Sentence::Confined(house) | Sentence::Seen(house) => {
                Some(Self::Places(step.technique, step.pattern, *house))
            }
            _ => None,
        }
    }
}

/// Merges groups whose steps can share a sentence.
pub(super) fn gather<'s, 'p>(all: impl IntoIterator<Item = Group<'s, 'p>>) -> Vec<Group<'s, 'p>> {
    let mut groups: Vec<Group<'_, '_>> = vec![];
    for new in all {
        // The search runs backwards, so that a group joins the nearest one, and `before` is 0 for the last group.
        let mut earlier = groups.iter_mut().rev().enumerate();
        match earlier.find(|(before, group)| group.takes(&new, *before == 0)) {
            Some((_, group)) => group.add(new),
            None => groups.push(new),
        }
    }
    groups
}

impl<'s, 'p> Group<'s, 'p> {
    pub(super) fn of(ground: &Ground<'_>, one: &'s Needed<'p>) -> Self {
        let step = &one.step;
        let (clues, houses) = clues_and_houses(step);
        let common = match (&clues[..], step.sentence().argument()) {
            (&[clue], Some(Argument::Wants(wants))) if are_joinable(step, wants) => {
                let kind = kind_of(&cite_name(ground.book, ground.puzzle, clue));
                Some(Common::Wanting(kind))
            }
            (&[clue], Some(argument)) if step.technique().reads == Reads::Clue => {
                let is_common = matches!(argument, Argument::Plain | Argument::Run(_));
                // Facts belong to a single step, so steps with facts share a sentence only if they follow the same
                // clue.
                match facts_text(ground.puzzle, step).is_empty() {
                    true => find_shared_argument(ground, step, argument, clue, !houses.is_empty()),
                    false => is_common.then(|| Common::Followed(argument.kind(), clue)),
                }
            }
            (_, Some(_)) => None,
            (_, None) => Common::of_shape(ground, step, &clues),
        };
        let label = clues.first().filter(|_| clues.len() == 1);
        let label = label.map(|&clue| cite_name(ground.book, ground.puzzle, clue));
        Self {
            steps: vec![one],
            common,
            named: label.map_or(0, |label| cells_named(&label)),
        }
    }

    /// Returns the proofs of the group if they all fail in the same way, so that one text covers them. Otherwise, the list
    /// is empty.
    pub(super) fn proofs(&self) -> Vec<Proof> {
        let all = self.steps.iter().map(|one| match one.step.sentence() {
            Sentence::Proven(proofs) => &proofs[..],
            _ => &[],
        });
        let proofs: Vec<Proof> = all.flatten().cloned().collect();
        match proofs.windows(2).all(|two| are_alike(&two[0], &two[1])) {
            true => proofs,
            false => vec![],
        }
    }

    /// Returns `true` if the groups were found on the same board, so that their order does not matter.
    pub(super) fn shares_board(&self, other: &Self) -> bool {
        // A round is one board of the path, so its address identifies the board.
        std::ptr::eq(self.steps[0].round, other.steps[0].round)
    }

    /// Merges another group into this one.
    fn add(&mut self, other: Self) {
        self.steps.extend(other.steps);
        self.named += other.named;
    }

    /// Returns `true` if another group can join this one. Both groups must have the same property. The other group must
    /// have been found on the same board, or be the next group in the story and add to the same conclusion. The joint
    /// sentence must not become too long.
    fn takes(&self, other: &Self, is_next: bool) -> bool {
        let cites = |group: &Self| sort_cites(&together(&group.steps).reason.cites);
        let losers = |group: &Self| group.losers().len();
        let is_short = match self.common {
            Some(Common::Said(_, Argument::Partners(_), _)) => true,
            Some(Common::Wanting(_)) => {
                self.count_wanting() + other.count_wanting() <= MOST_WANTING
            }
            Some(Common::Each(..)) if self.named + other.named > MOST_CLUES => false,
            // All digits have the same places, so each further digit adds little to the length of the sentence.
            Some(Common::Places(..)) => true,
            _ => losers(self) + losers(other) <= MOST_LOSERS,
        };
        let goes_on = match self.common {
            Some(
                Common::Searched | Common::Balanced(..) | Common::Pattern(..) | Common::Places(..),
            ) => true,
            Some(Common::Said(..) | Common::Each(..)) => cites(self) == cites(other),
            Some(Common::Followed(..)) => self.leads_to(other),
            _ => false,
        };
        // The facts of a clue that is followed were named just before, so no other sentence may come in between.
        let is_led = !matches!(self.common, Some(Common::Followed(..))) || is_next && goes_on;
        self.common.is_some()
            && self.common == other.common
            && (self.shares_board(other) || is_next && goes_on)
            && is_led
            && is_short
    }

    /// Returns the number of digits that find no partner.
    fn count_wanting(&self) -> usize {
        let arguments = self.steps.iter().map(|one| one.step.sentence().argument());
        let wants = arguments.map(|argument| match argument {
            Some(Argument::Wants(wants)) => wants.len(),
            _ => 0,
        });
        wants.sum()
    }

    /// Returns the cells that lose candidates.
    fn losers(&self) -> BTreeSet<u16> {
        // A cell can lose candidates in several steps but is named once, so a set counts it once.
        let removed = self.steps.iter().flat_map(|one| &one.step.removed);
        removed.map(|(var, _)| *var).collect()
    }

    /// Returns `true` if every fact of another group is about a cell that this group has just named.
    fn leads_to(&self, other: &Self) -> bool {
        let is_told = |var: u16| {
            let steps = self.steps.iter().map(|one| &one.step);
            steps
                .flat_map(|step| step.removed.iter().chain(&step.reason.facts))
                .any(|(told, _)| *told == var)
        };
        let facts = other.steps.iter().flat_map(|one| &one.step.reason.facts);
        let mut vars = facts.map(|(var, _)| *var);
        vars.all(is_told)
    }

    /// Returns the sentences for the group's steps. There is usually one; a step with several proofs can have more.
    pub(super) fn word(&self, ground: &Ground<'_>) -> Vec<String> {
        match (&self.steps[..], &self.common) {
            // Nothing joins a group without a common property, so such a group has only one step.
            ([one], _) | ([one, ..], None) => {
                let parts = proof_by_proof(ground, &one.step);
                parts
                    .iter()
                    .flat_map(|part| word_step(ground, part))
                    .collect()
            }
            _ => self.join_sentences(ground),
        }
    }

    fn join_sentences(&self, ground: &Ground<'_>) -> Vec<String> {
        let puzzle = ground.puzzle;
        let step = together(&self.steps);
        match &self.common {
            Some(Common::Refuted(_)) => vec![word_joint_refutation(ground, &step)],
            Some(Common::Fails(..) | Common::Implied(_)) => {
                let proofs = self
                    .steps
                    .iter()
                    .filter_map(|one| match one.step.sentence() {
                        Sentence::Proven(proofs) => Some(proofs.clone()),
                        _ => None,
                    });
                let proofs: Vec<Proof> = proofs.flatten().collect();
                word_step(ground, &step.arguing(Sentence::Proven(proofs)))
            }
            Some(Common::Pattern(..)) if self.steps[0].step.placed.is_some() => {
                let placed = self.steps[1..].iter().filter_map(|one| one.step.placed);
                let places = placed.map(|(cell, digit)| {
                    format!("{} in {}", digit_name(digit), name(puzzle, cell))
                });
                let mut all = word_step(ground, &self.steps[0].step);
                all.extend(places);
                vec![list_of(&all, " and ")]
            }
            Some(Common::Along(clues, cells, _)) => {
                let by = cite_spans(ground, clues);
                let cells = number(*cells);
                in_parts(ground, &step, |part| {
                    let conclusion = conclusion(puzzle, part);
                    format!("by {by}, taken {cells} cells at a time, {conclusion}")
                })
            }
            Some(Common::Wanting(kind)) => {
                let all = self
                    .steps
                    .iter()
                    .filter_map(|one| one.step.sentence().argument());
                let wants = all.filter_map(|argument| match argument {
                    Argument::Wants(wants) => Some(wants.clone()),
                    _ => None,
                });
                let mut wants = wants.flatten().collect::<Vec<_>>();
                // Equal digits are put together, so that they are named once.
                wants.sort_by_key(|want| (want.lost.bits(), want.partners.bits()));
                let by = match step.reason.cites.len() {
                    1 => format!("the {kind}"),
                    _ => format!("the {}", plural_of(kind)),
                };
                let by = mark(SpanKind::Clue, &by);
                vec![read(ground, &step, &Argument::Wants(wants), &by, "", WHOLE)]
            }
            Some(Common::Followed(_, clue)) => {
                let argument = step.sentence().argument().unwrap_or(&Argument::Plain);
                let by = cite_span(ground, *clue);
                in_parts(ground, &step, |part| {
                    read(ground, part, argument, &by, "", WHOLE)
                })
            }
            Some(
                Common::Counted(..)
                | Common::Pattern(..)
                | Common::Places(..)
                | Common::Balanced(..)
                | Common::Filled(_)
                | Common::Searched,
            ) => word_step(ground, &step),
            Some(Common::Said(kind, argument, _)) => {
                let by = match &labels_of(ground, &self.steps)[..] {
                    [one] => Some(one.clone()),
                    labels => alike(labels).filter(|by| cells_named(by) <= MOST_CLUES),
                };
                let by = by.unwrap_or_else(|| format!("the {}", plural_of(kind)));
                let by = mark(SpanKind::Clue, &by);
                word_joint_conclusion(ground, &step, argument, &by)
            }
            Some(Common::Each(_, argument)) => {
                let labels = labels_of(ground, &self.steps);
                let all = alike(&labels).unwrap_or_else(|| list_of(&labels, " and "));
                let all = mark(SpanKind::Clue, &all);
                let by = match labels.len() {
                    1 => all,
                    _ => format!("each of {all}"),
                };
                word_joint_conclusion(ground, &step, argument, &by)
            }
            // `word` handles these groups itself, so this case cannot occur.
            None => vec![],
        }
    }
}

/// Returns one sentence for several assumptions that the same clues and houses refute, such as `the cage and row 1 rule out
/// 4 in R1C1`.
fn word_joint_refutation(ground: &Ground<'_>, step: &Step) -> String {
    let lost = list_of(&list_losses(ground.puzzle, step), ", and ");
    let told = format!("{} out {lost}", cite_and_rule(ground, &step.shown_in()));
    match cells_named(&told) > MOST_NAMED {
        true => {
            let (clues, _) = clues_and_houses(step);
            format!("together {} rule out {lost}", kinds(ground, &clues))
        }
        false => told,
    }
}

/// Returns `true` if the phrase about digits without a partner states the whole conclusion, and each is about one
/// neighbour.
fn are_joinable(step: &Step, wants: &[Want]) -> bool {
    step.technique().reads == Reads::Clue
        && is_said(step)
        && wants.iter().all(|want| want.beside.len() == 1)
}

/// Returns the property that a step without facts can share with steps of similar clues.
fn find_shared_argument(
    ground: &Ground<'_>,
    step: &Step,
    argument: &Argument,
    clue: Cite,
    in_houses: bool,
) -> Option<Common> {
    let label = cite_name(ground.book, ground.puzzle, clue);
    // `alike` joins the names of two clues. If it accepts the same name twice, the name has a location.
    let has_place = alike(&[label.clone(), label.clone()]).is_some();
    let head = split_label(&label).map_or(&label[..], |(head, ..)| head);
    match argument {
        Argument::Plain | Argument::Rising(_) | Argument::Partners(_) => {
            // Only steps of the same clue may be combined in two cases: its name has no location, or there is no argument
            // and the sentence names houses.
            let is_alone = !has_place || in_houses && *argument == Argument::Plain;
            let alone = is_alone.then_some(clue);
            let kind = head.trim_start_matches("the ").to_owned();
            Some(Common::Said(kind, argument.clone(), alone))
        }
        Argument::Parts { .. }
        | Argument::PartsAtLeast { .. }
        | Argument::PartsAtMost { .. }
        | Argument::RestAtLeast { .. }
        | Argument::RestAtMost { .. }
        | Argument::Combinations(_)
            if has_place && is_of_its_cells(ground, step, clue) =>
        {
            Some(Common::Each(head.to_owned(), argument.clone()))
        }
        _ => None,
    }
}

/// Returns `true` if only cells of the clue lose candidates.
fn is_of_its_cells(ground: &Ground<'_>, step: &Step, clue: Cite) -> bool {
    let cells = only_clue(ground, &[clue]).into_iter().flat_map(Clue::cells);
    let cells: Cells = cells.map(|cell| cell.0).collect();
    step.removed.iter().all(|(var, _)| cells.contains(*var))
}

/// Returns the names of the clues that some steps cite.
fn labels_of(ground: &Ground<'_>, steps: &[&Needed<'_>]) -> Vec<String> {
    let (clues, _) = clues_and_houses(&together(steps));
    let names = clues.iter();
    let names = names.map(|&cite| cite_name(ground.book, ground.puzzle, cite));
    names.collect()
}

/// Composes the joint conclusion about the cells of several clues.
fn word_joint_conclusion(
    ground: &Ground<'_>,
    step: &Step,
    argument: &Argument,
    by: &str,
) -> Vec<String> {
    let detail = Detail {
        brief: true,
        pattern: 0,
    };
    in_parts(ground, step, |part| {
        read(ground, part, argument, by, "", detail)
    })
}

/// Returns the sentences for a step. If the first sentence has no room for all cases or conclusions, further sentences
/// contain the rest.
pub(super) fn word_step(ground: &Ground<'_>, step: &Step) -> Vec<String> {
    let whole = tell(ground, step, WHOLE);
    if cells_named(&whole) <= MOST_NAMED && !is_counted(step) {
        return vec![whole];
    }
    if let Some(parts) = case_by_case(ground, step).or_else(|| pair_by_pair(ground, step)) {
        return parts;
    }
    for pattern in [MOST_PATTERN, FEW_CELLS] {
        let brief = true;
        let parts = in_parts(ground, step, |part| {
            tell(ground, part, Detail { brief, pattern })
        });
        // With fewer pattern cells there is room for more conclusions, so several parts are accepted only at the end.
        let is_told = parts.len() == 1 || pattern == FEW_CELLS;
        if is_told && cells_named(&parts[0]) <= MOST_NAMED {
            return parts;
        }
    }
    let (clues, _) = clues_and_houses(step);
    let by = match clues.is_empty() {
        true => technique(step),
        false => kinds(ground, &clues),
    };
    in_parts(ground, step, |part| {
        format!("by {by}, {}", conclusion(ground.puzzle, part))
    })
}

/// Describes a step in one sentence, or in several if a single one would name too many cells.
pub(super) fn in_parts(
    ground: &Ground<'_>,
    step: &Step,
    word: impl Fn(&Step) -> String,
) -> Vec<String> {
    let whole = word(step);
    if cells_named(&whole) <= MOST_NAMED && !is_counted(step) {
        return vec![whole];
    }
    // Other cells in the sentence take up room too, so the first part has room for fewer conclusions.
    let others = cells_named(&whole).saturating_sub(losses(step).len());
    // Other cells may already fill the sentence, but every sentence needs at least one conclusion.
    let parts = divide(step, MOST_NAMED.saturating_sub(others).max(1));
    // The remaining conclusions follow in further sentences, so that none is hidden.
    let rest = parts[1..].iter();
    let rest = rest.map(|part| format!("likewise, {}", conclusion(ground.puzzle, part)));
    std::iter::once(word(&parts[0])).chain(rest).collect()
}

fn sort_cites(cites: &[Cite]) -> Vec<Cite> {
    let mut cites = cites.to_vec();
    cites.sort_unstable();
    cites
}

/// Maximum number of removed digits to name for a cell. If there are more, the remaining digits are named instead.
const MOST_LOST: usize = 3;

/// Returns texts such as `4 and 6 in R2C5`, `1 in R1C1 and R1C2` and `all but 2 and 3 in R4C4`.
fn list_losses(puzzle: &Puzzle, step: &Step) -> Vec<String> {
    let mut groups: Vec<(String, Vec<String>)> = vec![];
    for (var, lost, left) in losses(step) {
        let cell = name(puzzle, var);
        let out = match left.filter(|left| lost.len() > MOST_LOST && left.len() < lost.len()) {
            Some(left) => format!("all but {}", list(left.iter(), "and")),
            None => list(lost.iter(), "and"),
        };
        match groups.iter_mut().find(|(known, _)| *known == out) {
            Some((_, cells)) => cells.push(cell),
            None => groups.push((out, vec![cell])),
        }
    }
    let told = groups
        .iter()
        .map(|(out, cells)| format!("{out} in {}", list_of(cells, " and ")));
    told.collect()
}

/// Combines steps of the same technique into one step with all their conclusions, sorted by cell in reading order.
pub(super) fn together(steps: &[&Needed<'_>]) -> Step {
    let mut all = Step {
        removed: vec![],
        left: vec![],
        ..steps[0].step.clone()
    };
    for one in steps {
        for (&(var, lost), &left) in one.step.removed.iter().zip(&one.step.left) {
            match all.removed.iter().position(|(known, _)| *known == var) {
                Some(at) => {
                    all.removed[at].1 = all.removed[at].1 | lost;
                    all.left[at] = all.left[at] & left;
                }
                None => {
                    all.removed.push((var, lost));
                    all.left.push(left);
                }
            }
        }
        for &cite in &one.step.reason.cites {
            if !all.reason.cites.contains(&cite) {
                all.reason.cites.push(cite);
            }
        }
        all.digits = all.digits | one.step.digits;
    }
    let mut losses: Vec<_> = all.removed.drain(..).zip(all.left.drain(..)).collect();
    losses.sort_by_key(|((var, _), _)| *var);
    (all.removed, all.left) = losses.into_iter().unzip();
    all
}
