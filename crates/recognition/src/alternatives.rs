//! The choice between likely rules, made for all groups of drawings together.

use crate::proof::{self, Proof};
use crate::readings::Group;
use crate::{Choice, Recognition, sketch};
use cluewright_puzzle::{Puzzle, REST, Status, Unread, open_part};
use cluewright_rules::{Form, Shape};
use std::collections::HashSet;

/// Maximum number of readings to compare if groups have several likely rules. The readings share one node budget, so
/// with too many of them each proof would get too few nodes to succeed.
const MOST_READINGS: usize = 8;

/// The name that questions give to open drawings that belong to no group.
const STRAYS: &str = "other drawing";

/// The text of the question about everything that is open.
const NO_MORE_NEEDED: &str =
    "the clues that were read have exactly one solution, so they may be all of the puzzle's clues";

/// A choice for each group, in the order of the groups; `None` leaves a group open.
type Assignment<'c> = Vec<Option<&'c Choice>>;

/// A recognition in which one choice for each group has been applied.
struct Reading<'b, 'g> {
    recognition: Recognition<'b>,
    /// Groups without a choice whose drawings could belong to some rule of the text.
    open: Vec<&'g Group>,
    /// Groups without a choice whose drawings could not belong to any rule of the text.
    silent: Vec<&'g Group>,
    /// The question about the drawings that belong to no group.
    strays: Option<Unread>,
    /// Indices of the elements that are in silent groups or in no group.
    unspoken_elements: Vec<usize>,
}

impl<'b> Recognition<'b> {
    /// Returns the puzzle with a choice applied to each group. Groups with several likely choices stay open unless the
    /// proofs single out one combination of choices.
    pub(crate) fn settle(&self, groups: &[Group], choices: &[Vec<Choice>]) -> Puzzle {
        // Without a proof, a group with several choices stays open, because picking one would be a guess.
        let only = |choices: &Vec<Choice>| match choices.as_slice() {
            [only] => Some(only.clone()),
            _ => None,
        };
        let certain: Vec<Option<Choice>> = choices.iter().map(only).collect();
        let certain = certain.iter().map(Option::as_ref).collect();
        let reading = self.read(groups, &certain);
        let readings = self.combine(groups, choices);
        match single_out(readings, self.nodes()) {
            Some((reading, proof)) => reading.finish(proof),
            None => {
                let proof = reading.prove(self.nodes());
                reading.finish(proof)
            }
        }
    }

    /// Returns the node budget that the proofs of all readings share.
    fn nodes(&self) -> u64 {
        let most = match self.puzzle.extras.is_empty() {
            true => proof::NODES,
            false => proof::LAYERED_NODES,
        };
        self.budget.nodes.min(most)
    }

    /// Returns the reading of each combination of choices. Readings that do not account for everything are left out
    /// unless the file states the solution. Returns none if there is only one combination, or more than
    /// [`MOST_READINGS`].
    fn combine<'g>(&self, groups: &'g [Group], choices: &[Vec<Choice>]) -> Vec<Reading<'b, 'g>> {
        // A group without choices has one option: to stay open. If it counted as 0, the product would be 0.
        let sizes = choices.iter().map(|choices| choices.len().max(1));
        let count = sizes.fold(1, usize::saturating_mul);
        if !(2..=MOST_READINGS).contains(&count) {
            return vec![];
        }
        let assignments = combinations(choices);
        let readings = assignments.iter();
        readings
            // `prove` cannot decide the readings that the filter removes, and one undecided reading would make
            // `single_out` reject all readings.
            .map(|assignment| self.read(groups, assignment))
            .filter(|reading| reading.accounts_for_all() || self.has_solution())
            .collect()
    }

    fn read<'g>(&self, groups: &'g [Group], assignment: &Assignment<'_>) -> Reading<'b, 'g> {
        let mut recognition = self.clone();
        let mut open = vec![];
        for (group, choice) in groups.iter().zip(assignment) {
            match choice {
                Some(Choice::Read(candidate, clues)) => {
                    recognition.accept(group, candidate, clues.clone());
                }
                Some(Choice::Decoration) => recognition.decorate(group.elements()),
                None => open.push(group),
            }
        }
        let read = groups.iter().zip(assignment);
        let read = read.filter_map(|(group, choice)| match choice {
            Some(Choice::Read(candidate, _)) => Some((group, candidate.rule.as_str())),
            _ => None,
        });
        recognition.add_further_clues(read.collect());
        recognition.add_rules_of_clues(&self.puzzle.clues);
        recognition.add_rules_of_bulbs(groups);
        recognition.gather_clues();
        recognition.add_stated_clues();
        // Sentences come last, because a sentence is accounted for only once its rules have clues.
        recognition.settle_sentences();
        // Questions about groups and strays replace the entries for single elements.
        let unread = &mut recognition.puzzle.unread;
        unread.retain(|unread| unread.element.is_none());
        let (open, silent): (Vec<&Group>, Vec<&Group>) = open
            .into_iter()
            .partition(|group| !group.candidates.is_empty());
        let mut strays = self.strays(groups);
        if self.has_decorated(STRAYS) {
            recognition.decorate(strays.drain(..));
        }
        let asked = (!strays.is_empty()).then(|| Unread {
            count: strays.len(),
            ..open_part(STRAYS, vec![], None)
        });
        // An open drawing could be one of the marks, so no mark counts as missing until every drawing has been read.
        if open.is_empty() && silent.is_empty() && asked.is_none() {
            recognition.settle_missing_marks();
        }
        let elements = silent.iter().flat_map(|group| group.elements());
        Reading {
            unspoken_elements: elements.chain(strays).collect(),
            recognition,
            open,
            silent,
            strays: asked,
        }
    }

    /// Returns the indices of open elements that belong to no group.
    fn strays(&self, groups: &[Group]) -> Vec<usize> {
        let grouped: HashSet<usize> = groups.iter().flat_map(Group::elements).collect();
        let open = self.puzzle.elements.iter().enumerate();
        open.filter(|(index, element)| element.status == Status::Open && !grouped.contains(index))
            .map(|(index, _)| index)
            .collect()
    }
}

/// Returns every combination of one choice for each group. Groups without a choice stay open.
fn combinations(choices: &[Vec<Choice>]) -> Vec<Assignment<'_>> {
    let mut found: Vec<Assignment<'_>> = vec![vec![]];
    for choices in choices {
        let options: Vec<Option<&Choice>> = match choices.is_empty() {
            true => vec![None],
            false => choices.iter().map(Some).collect(),
        };
        let mut longer = vec![];
        for assignment in &found {
            for &option in &options {
                longer.push([assignment.as_slice(), &[option]].concat());
            }
        }
        found = longer;
    }
    found
}

/// Returns the first proven reading. Returns `None` if no reading is proven, if the search cannot decide one of them,
/// or if two proven readings differ in their rules or their solution.
fn single_out<'b, 'g>(
    readings: Vec<Reading<'b, 'g>>,
    nodes: u64,
) -> Option<(Reading<'b, 'g>, Proof)> {
    let nodes = nodes / readings.len().max(1) as u64;
    let mut found = None;
    for reading in readings {
        match reading.prove(nodes) {
            proof @ (Proof::Stated | Proof::Unique(_)) => match &found {
                None => found = Some((reading, proof)),
                // Readings with the same rules and the same solution differ only in where lines branch, so the first
                // one is used. A choice between rules would be a guess.
                Some((first, other)) if *other == proof && first.has_rules_of(&reading) => {}
                Some(_) => return None,
            },
            // The clues of this reading might also have exactly one solution, so choosing another reading would be a
            // guess.
            Proof::Undecided => return None,
            Proof::None | Proof::Several | Proof::Contradicted => {}
        }
    }
    found
}

impl Reading<'_, '_> {
    /// Returns `true` if both readings assign the same rule to each drawing.
    fn has_rules_of(&self, other: &Self) -> bool {
        let rules = |reading: &Self| -> Vec<(String, String)> {
            let recognised = reading.recognition.puzzle.recognised.iter();
            let rule = recognised.map(|r| (r.drawing.clone(), r.rule.clone()));
            rule.collect()
        };
        rules(self) == rules(other)
    }

    /// Returns `true` if nothing is open, apart from drawings that can be ignored because no sentence mentions them.
    fn accounts_for_all(&self) -> bool {
        let is_settled = self.open.is_empty()
            && self.recognition.puzzle.unread.is_empty()
            && self.recognition.open_sentences().is_empty();
        is_settled && (self.unspoken_elements.is_empty() || self.may_ignore_the_rest())
    }

    /// Returns `true` if drawings that no sentence mentions can be decoration: the text states a rule, no rule with
    /// clues depends on missing drawings, and none of the drawings is an arrow.
    fn may_ignore_the_rest(&self) -> bool {
        let recognition = &self.recognition;
        let is_stated =
            |sentence: &cluewright_puzzle::Sentence| matches!(sentence.status, Status::Read { .. });
        // A rule depends on missing drawings if it counts marks in cells, or if the absence of a mark, such as a dot,
        // has a meaning.
        let depends = |name: &String| {
            recognition.book.rule(name).is_ok_and(|rule| {
                let mut styles = rule.recognition.drawn.iter();
                let counts = rule.shape == Shape::Group
                    && !rule.recognition.drawn.is_empty()
                    && styles.all(|style| style.form == Form::Cell);
                counts || !rule.typical.marks.is_empty()
            })
        };
        let elements = &recognition.puzzle.elements;
        let mut rest = self.unspoken_elements.iter().map(|&index| &elements[index]);
        recognition.puzzle.sentences.iter().any(is_stated)
            && !recognition.used.iter().any(depends)
            && !rest.any(sketch::is_arrow)
    }

    fn prove(&self, nodes: u64) -> Proof {
        let recognition = &self.recognition;
        let nodes = match self.accounts_for_all() {
            true => nodes,
            // If the grid itself is open, the clues state only a part of the puzzle.
            false if !recognition.has_solution() && !recognition.puzzle.unread.is_empty() => {
                return Proof::Undecided;
            }
            false if recognition.has_decorated(REST) => nodes,
            false if !recognition.puzzle.extras.is_empty() => nodes.min(proof::OPEN_LAYERED_NODES),
            false if recognition.has_solution() => nodes,
            // An open part may state a further rule, so the proof of this reading is not a verdict.
            false => nodes.min(proof::OPEN_NODES),
        };
        let budget = recognition.budget.with_nodes(nodes);
        proof::prove(&recognition.puzzle, recognition.book, budget)
    }

    /// Returns the puzzle, with questions about its open parts unless the clues are proven to be complete.
    fn finish(self, proof: Proof) -> Puzzle {
        let is_whole = self.accounts_for_all();
        let mut recognition = self.recognition;
        match proof {
            // No further rule can change the verdict, so open parts no longer matter.
            Proof::Stated => {
                recognition.puzzle.unread.clear();
                return recognition.puzzle;
            }
            Proof::Unique(_) if is_whole => {
                for index in self.unspoken_elements {
                    recognition.puzzle.elements[index].status =
                        Status::decoration("no sentence of the rules text mentions it");
                }
                return recognition.puzzle;
            }
            Proof::Unique(_) if recognition.has_decorated(REST) => {
                let open = self.open.iter().flat_map(|group| group.elements());
                recognition.decorate(open.chain(self.unspoken_elements));
                recognition.decorate_sentences();
                return recognition.puzzle;
            }
            _ => {}
        }
        let questions = recognition.ask(&self.open, &self.silent, self.strays);
        let mut puzzle = recognition.puzzle;
        puzzle.unread.extend(questions);
        if matches!(proof, Proof::Unique(_)) {
            puzzle.unread.push(Unread {
                count: 0,
                ..open_part(REST, vec![], Some(NO_MORE_NEEDED.to_owned()))
            });
        }
        // Any open part explains why there is no proof, so the doubt is stated only if nothing else is open.
        if puzzle.unread.is_empty() {
            puzzle.unread.extend(proof.doubt());
        }
        puzzle
    }
}
