//! Reads the clues of a drawn puzzle from its picture and its rules text.
//!
//! Most setting tools support only a few rules. All other rules are drawn as lines and circles, and only the text
//! states their meaning. This crate groups drawings that look alike, and compares each sentence with the phrases of the
//! known rules. A group becomes clues if exactly one rule in the text can be drawn like the group, or if proofs rule
//! out the other candidates. The phrases and the looks of a rule are in its rule file.
//!
//! A reading alone is never trusted. A puzzle has a verdict only if its clues are proven to have exactly one solution.
//! In addition, every drawing and every sentence must be accounted for, or the file must state that solution.

mod agreement;
mod alternatives;
mod ambiguous;
mod cage_signs;
mod clones;
mod colour;
mod data;
mod digits;
mod figures;
mod further;
mod grammar;
mod layers;
mod marks;
mod members;
mod offers;
mod path;
mod phrases;
mod pointers;
mod proof;
mod readings;
mod shades;
mod sign_words;
mod sketch;
mod stated_cages;
mod text;
mod trees;
mod words;

use crate::layers::Layers;
use crate::members::Label;
use crate::readings::{Candidate, Group, Knowledge};
use crate::text::{Kind, Mention, Sentence};
use crate::words::words;
use cluewright_puzzle::budget::Budget;
use cluewright_puzzle::{
    BETWEEN_SENTENCES, Boxes, Cell, Clue, OwnRule, Param, Place, Puzzle, Recognised, SENTENCE,
    Status, Unread, open_part,
};
use cluewright_rules::{Book, Clues, Form, Rule, Shape, Style, lower};
use std::collections::{BTreeSet, HashSet};
use std::rc::Rc;
use std::str::FromStr;

/// A person's answer to a question about a drawing or a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The name that a question gives to drawings that look alike (`green lines`), or a quote from the rules text.
    pub drawing: String,
    /// The name of a rule, [`DECORATION`] or [`EXPLAINED`].
    pub rule: String,
}

impl Answer {
    /// Returns `true` if the answer is about a sentence: it quotes the beginning of the sentence, or a passage that
    /// contains the whole sentence. A quote must have at least eight bytes.
    #[must_use]
    pub fn quotes(&self, sentence: &str) -> bool {
        let sentence = sentence.to_lowercase();
        // With separators on both sides, only whole sentences of the passage match.
        let whole = |text: &str| format!("{BETWEEN_SENTENCES}{text}{BETWEEN_SENTENCES}");
        let rest = sentence.strip_prefix(&self.drawing);
        // `green line` names drawings, not the sentence `Green lines are …`.
        let begins = rest.is_some_and(|rest| !rest.starts_with(char::is_alphanumeric));
        self.drawing.len() >= SHORTEST_QUOTE
            && (begins || whole(&self.drawing).contains(&whole(&sentence)))
    }
}

/// The answer for a drawing or a sentence that states no rule.
pub const DECORATION: &str = "decoration";

/// The answer for a sentence that adds nothing to the clues that were read.
pub const EXPLAINED: &str = "explained";

impl FromStr for Answer {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        // A quote may contain `=`, so the last `=` separates the quote from the rule.
        let parts = text
            .rsplit_once('=')
            .map(|(drawing, rule)| (drawing.trim(), rule.trim()));
        match parts {
            Some((drawing, rule)) if !drawing.is_empty() && !rule.is_empty() => Ok(Self {
                // `quotes` compares text in lower case, so the quote is stored in lower case.
                drawing: drawing.to_lowercase(),
                rule: rule.to_owned(),
            }),
            _ => Err(format!(
                "`{text}` is not a reading, expected `green lines = german-whisper`"
            )),
        }
    }
}

/// Reads the clues that a puzzle's elements and its rules text state. Parts that cannot be read stay in
/// [`unread`](Puzzle::unread).
///
/// Nothing is left open in two cases:
///
/// * Every drawing and every sentence is accounted for, and the clues are proven to have exactly one solution. This
///   solution must agree with the stated one, if there is one.
/// * The clues are proven to have exactly one solution, which is the stated one. No further rule can then change the
///   verdict.
///
/// If the budget runs out during a proof, the puzzle stays open.
#[must_use]
pub fn recognise(puzzle: &Puzzle, book: &Book, answers: &[Answer], budget: Budget<'_>) -> Puzzle {
    let recognition = Recognition::new(puzzle, book, answers, budget);
    let is_layered = recognition.layers.are_referred_to();
    let mut read = recognition.finish();
    // If the sentences about a layer stay open, the puzzle may still be proven without the layer.
    if is_layered && !read.unread.is_empty() {
        let declare = layers::declare_doublers;
        let plain = Recognition::with_layers(declare, puzzle, book, answers, budget).finish();
        if plain.unread.is_empty() {
            read = plain;
        }
    }
    read.clues = without_empty_clues(&read, book);
    // A sentence whose drawings stay open leaves its rule without clues, so the rule is dropped. Rules of the file
    // stay.
    let clues = &read.clues;
    let is_used = |name: &str| clues.iter().any(|clue| clue.rule == name);
    read.own_rules
        .retain(|own| puzzle.own_rules.contains(own) || is_used(&own.name));
    read
}

/// Returns the clues of a puzzle without those that are drawn on one cell and state nothing, such as a cage of one cell
/// without a sum.
fn without_empty_clues(puzzle: &Puzzle, book: &Book) -> Vec<Clue> {
    let is_drawn = |clue: &Clue| {
        let mut elements = puzzle.elements.iter();
        elements.any(|element| element.status == Status::read(&clue.rule))
    };
    let states_nothing = |clue: &Clue| {
        let alone = Puzzle {
            clues: vec![clue.clone()],
            ..puzzle.clone()
        };
        lower(&alone, book)
            .is_ok_and(|lowered| lowered.iter().all(|clue| clue.statements.is_empty()))
    };
    let is_empty = |clue: &Clue| {
        let is_short = clue.parts.is_empty() && clue.cells().count() == 1;
        is_short && is_drawn(clue) && states_nothing(clue)
    };
    let clues = puzzle.clues.iter();
    clues.filter(|clue| !is_empty(clue)).cloned().collect()
}

/// Turns the cages that a file states into open drawings if the rules text gives them another meaning. [`recognise`] does so
/// too.
pub fn reopen_cages(puzzle: &mut Puzzle, book: &Book) {
    // Few puzzles have such cages, and reading the text takes time.
    if stated_cages::exist(puzzle) {
        let sentences = sentences_of(&mut puzzle.clone(), book);
        stated_cages::reopen(puzzle, &sentences);
    }
}

/// Adds a sentence to a passage of the rules text.
fn append_sentence(passage: &mut Unread, sentence: &str) {
    let text = passage.text.get_or_insert_default();
    text.push_str(BETWEEN_SENTENCES);
    text.push_str(sentence);
    passage.count += 1;
}

/// A sentence that the rules of the book do not account for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unaccounted {
    /// The text of the sentence in its original spelling.
    pub text: String,
    /// The rules that the sentence may state in part.
    pub rules: Vec<String>,
    /// Words of the sentence for which none of these rules accounts.
    pub words: Vec<String>,
}

/// Returns the sentences of a puzzle's rules text that would stay open even if the puzzle had clues of every rule: the
/// rules of the book and its own.
#[must_use]
pub fn find_unaccounted(puzzle: &Puzzle, book: &Book) -> Vec<Unaccounted> {
    let mut recognition = Recognition::new(puzzle, book, &[], Budget::NONE);
    let rules = book.rules().filter_map(Result::ok);
    let rules = rules.chain(&*recognition.own_rules);
    recognition.used = rules.map(|rule| rule.name.clone()).collect();
    recognition.settle_sentences();
    let settled = recognition.puzzle.sentences.iter();
    settled
        .zip(&recognition.sentences)
        .filter(|(settled, _)| settled.status == Status::Open)
        .map(|(_, sentence)| {
            let mentions: Vec<&Mention> = sentence.mentions.iter().collect();
            let words = sentence.uncovered(&mentions).into_iter();
            Unaccounted {
                text: sentence.text.clone(),
                rules: mentions
                    .iter()
                    .map(|mention| mention.rule.clone())
                    .collect(),
                words: words.map(str::to_owned).collect(),
            }
        })
        .collect()
}

/// Reads the sentences of the rules text. If they name a range with as many digits as a row has cells, this range
/// replaces the grid's range. A range with more digits replaces it if the text states that each house uses only some of
/// these digits.
fn sentences_of(puzzle: &mut Puzzle, book: &Book) -> Vec<Sentence> {
    let rules = puzzle.about.rules.clone().unwrap_or_default();
    let range = |puzzle: &Puzzle| {
        let digits = puzzle.layout.digits();
        (digits.min().unwrap_or(1), digits.max().unwrap_or(9))
    };
    let mut sentences = layers::read_sentences(&rules, book, range(puzzle));
    let columns = puzzle.layout.columns;
    let count = |(low, high): (u8, u8)| high.saturating_sub(low).saturating_add(1);
    match text::named_digits(&sentences) {
        Some((low, high))
            if (low, high) != range(puzzle)
                && count((low, high)) == columns
                && digits::set_digits(puzzle, low, high) =>
        {
            // The kind of a sentence depends on the digits of the grid, so the text is read again.
            sentences = layers::read_sentences(&rules, book, (low, high));
            number_own_rules(&mut sentences, &puzzle.own_rules);
            return sentences;
        }
        _ => {}
    }
    if let Some((low, high)) = text::find_digit_pool(&sentences, book)
        && count((low, high)) > columns
    {
        digits::set_digits(puzzle, low, high);
    }
    number_own_rules(&mut sentences, &puzzle.own_rules);
    sentences
}

/// Adds a number to the name of a sentence's own rule if another rule has the same name. Clues name their rule, so they
/// could not tell the two apart.
fn number_own_rules(sentences: &mut [Sentence], known: &[OwnRule]) {
    let mut rules = known.to_vec();
    for sentence in sentences {
        let Some(composed) = &mut sentence.own else {
            continue;
        };
        let rule = &mut composed.rule;
        let name = rule.name.clone();
        let is_taken = |rule: &OwnRule| {
            let meaning = |rule: &OwnRule| (rule.shape.clone(), rule.relation.clone());
            let mut others = rules.iter().filter(|other| other.name == rule.name);
            others.any(|other| meaning(other) != meaning(rule))
        };
        let mut numbers = 2..;
        while is_taken(rule) {
            rule.name = format!("{name}-{}", numbers.next().unwrap_or_default());
        }
        rules.push(rule.clone());
        let renamed = rule.name.clone();
        let mentions = sentence.mentions.iter_mut();
        mentions
            .filter(|mention| mention.rule == name)
            .for_each(|mention| mention.rule.clone_from(&renamed));
    }
}

/// Makes sentences state the rules that answers assign to them.
fn state_answers(sentences: &mut [Sentence], answers: &[Answer], book: &Book) {
    for sentence in sentences {
        let answer = answers.iter().find(|answer| answer.quotes(&sentence.text));
        if let Some(rule) = answer.and_then(|answer| book.rule(&answer.rule).ok()) {
            sentence.state(rule);
        }
    }
}

/// Adds the puzzle's own rules that its sentences state. Returns the rules of the layers, followed by these rules.
fn state_own_rules(puzzle: &mut Puzzle, sentences: &[Sentence], layers: &Layers) -> Rc<[Rule]> {
    let mut rules: Vec<Rule> = layers.rules.clone();
    let composed = sentences
        .iter()
        .filter_map(|sentence| sentence.own.as_ref());
    for composed in composed {
        let mut others = puzzle.own_rules.iter();
        // A puzzle that is read again already lists its rules, so they must not be added twice.
        let is_known = others.any(|other| other.name == composed.rule.name);
        if let Some(rule) = composed.read(puzzle) {
            rules.push(rule);
            if !is_known {
                puzzle.own_rules.push(composed.rule.clone());
            }
        }
    }
    rules.into()
}

/// Returns the name of a position outside the grid, in the form of a cell's name: `R0C4`.
fn place_name((row, column): Place) -> String {
    format!("R{}C{}", i64::from(row) + 1, i64::from(column) + 1)
}

/// Names of the phrase parameters that list row numbers and column numbers.
const ROWS: &str = "rows";
const COLUMNS: &str = "columns";

/// Name of the phrase parameter that lists box numbers.
const BOXES: &str = "boxes";

/// Maximum number of rules that a question proposes.
const MOST_LIKELY: usize = 3;

/// Minimum length of a quote in an answer, in bytes. Most nouns for drawings, such as `cage` and `diamond`, are
/// shorter. An answer about such drawings therefore does not quote a sentence that begins with the noun.
const SHORTEST_QUOTE: usize = 8;

/// A possible decision about a group.
#[derive(Clone)]
enum Choice {
    Read(Candidate, Vec<Clue>),
    Decoration,
}

#[derive(Clone)]
struct Recognition<'b> {
    book: &'b Book,
    answers: &'b [Answer],
    /// The budget that proofs share.
    budget: Budget<'b>,
    puzzle: Puzzle,
    sentences: Vec<Sentence>,
    /// The rules that sentences of this puzzle state and that are not in the book.
    own_rules: Rc<[Rule]>,
    /// The layers that the text declares.
    layers: Rc<Layers>,
    /// The names of the rules that have clues in the puzzle, and of the rules that these rules also state.
    used: HashSet<String>,
    /// The cells with the circles of arrows and of lines between circles.
    line_circles: Rc<BTreeSet<Cell>>,
}

impl<'b> Recognition<'b> {
    fn new(puzzle: &Puzzle, book: &'b Book, answers: &'b [Answer], budget: Budget<'b>) -> Self {
        Self::with_layers(layers::declare, puzzle, book, answers, budget)
    }

    fn with_layers(
        declare: impl Fn(&mut Puzzle, &mut [Sentence], &Book) -> Layers,
        puzzle: &Puzzle,
        book: &'b Book,
        answers: &'b [Answer],
        budget: Budget<'b>,
    ) -> Self {
        let mut puzzle = puzzle.clone();
        let mut sentences = sentences_of(&mut puzzle, book);
        stated_cages::reopen(&mut puzzle, &sentences);
        Self::state_ambiguous_lines(&mut sentences);
        // Answers come before layers, because a layer must not read a sentence whose rule an answer names.
        state_answers(&mut sentences, answers, book);
        let layers = Rc::new(declare(&mut puzzle, &mut sentences, book));
        // Own rules come last, because layers clear the composed rules of the sentences that they read.
        let own_rules = state_own_rules(&mut puzzle, &sentences, &layers);
        let mut recognition = Self {
            book,
            answers,
            budget,
            puzzle,
            sentences,
            own_rules,
            layers,
            used: HashSet::new(),
            line_circles: Rc::default(),
        };
        let clues = recognition.puzzle.clues.clone();
        for clue in &clues {
            recognition.use_rule(&clue.rule);
        }
        recognition
    }

    /// Records that the puzzle has clues of a rule. Sentences that state the rule are then accounted for.
    fn use_rule(&mut self, name: &str) {
        if self.used.insert(name.to_owned())
            && let Ok(rule) = self.book.rule(name)
        {
            self.used.extend(rule.recognition.states.iter().cloned());
        }
    }

    fn finish(mut self) -> Puzzle {
        let sentences = self.sentences.clone();
        let own_rules = Rc::clone(&self.own_rules);
        let knowledge = Knowledge::new(self.book, &own_rules, &sentences);
        // These steps change the status of elements, so that `groups` skips those elements.
        self.decorate_faint();
        self.decorate_borders();
        self.read_cage_signs();
        for name in &Rc::clone(&self.layers).stated {
            self.add_clues("the rules text".to_owned(), name, vec![Clue::new(name)]);
        }
        let groups = self.groups(&knowledge);
        // `choices` may add these circles to clues, so they are collected first.
        self.line_circles = Rc::new(Self::find_line_circles(&groups));
        let groups = groups.into_iter();
        let (groups, choices): (Vec<Group>, Vec<Vec<Choice>>) = groups
            .map(|group| {
                let choices = self.choices(&group, &knowledge);
                (group, choices)
            })
            // Coloured cells that state no rule are decoration, so they must not lead to a question.
            .filter(|(group, choices)| !(group.look.form.is_background() && choices.is_empty()))
            .unzip();
        self.settle(&groups, &choices)
    }

    /// Marks meaningless elements as decoration: shapes that are too small to be marks, and lines with neither points
    /// nor a path.
    fn decorate_faint(&mut self) {
        let elements = self.puzzle.elements.iter_mut();
        for element in elements.filter(|element| element.status == Status::Open) {
            if sketch::is_texture(element) {
                element.status = Status::decoration("too small to be a mark");
            } else if sketch::has_no_way(element) {
                element.status = Status::decoration("no part of it is visible");
            }
        }
    }

    /// Marks lines along the borders of boxes and cages as decoration, because they only make the borders stand out.
    fn decorate_borders(&mut self) {
        let layout = &self.puzzle.layout;
        let elements = self.puzzle.elements.iter();
        let cages = elements.filter_map(|element| sketch::cage_cells(element, layout));
        let houses: Vec<Vec<Cell>> = layout.box_cells().into_iter().chain(cages).collect();
        let cell = |(row, column): Place| layout.cell_at(row, column);
        let is_border = |&[one, other]: &[Place; 2]| match (cell(one), cell(other)) {
            (Some(one), Some(other)) => {
                let mut houses = houses.iter();
                houses.any(|cells| cells.contains(&one) != cells.contains(&other))
            }
            // The edge of the grid is also a border of boxes, so a wall along it adds nothing.
            _ => true,
        };
        for element in &mut self.puzzle.elements {
            let wall = sketch::wall(element).filter(|_| element.status == Status::Open);
            if wall.is_some_and(|edges| edges.iter().all(is_border)) {
                element.status = Status::decoration("follows the borders of boxes and cages");
            }
        }
    }

    fn groups(&self, knowledge: &Knowledge<'_>) -> Vec<Group> {
        let layout = &self.puzzle.layout;
        let elements = self.puzzle.elements.iter().enumerate();
        let open = elements.filter(|(_, element)| element.status == Status::Open);
        let sketches = open.filter_map(|(index, element)| sketch::sketch(index, element, layout));
        let members = members::assemble(sketches.collect(), layout, |look| knowledge.weight(look));
        let mut groups = readings::group(members, knowledge);
        groups.retain(|group| knowledge.draws(&group.look) || self.answer_for(group).is_some());
        // Colours are compared first, because `join_marks` removes them from the groups that it joins.
        knowledge.tell_colours_apart(&mut groups);
        self.join_marks(&mut groups);
        groups.extend(self.shades(knowledge, &groups));
        groups
    }

    /// Returns the possible decisions about a group: the decision that an answer names, or otherwise the likeliest
    /// rules that fit its drawings. Returns none if the group stays open.
    fn choices(&self, group: &Group, knowledge: &Knowledge<'_>) -> Vec<Choice> {
        if let Some(answer) = self.answer_for(group) {
            if answer.rule == DECORATION {
                return vec![Choice::Decoration];
            }
            let candidate = knowledge.reading_as(&answer.rule, &group.look);
            return candidate.map_or(vec![], |candidate| self.read_as(group, &candidate));
        }
        let candidates = group.candidates.iter();
        let is_main = |candidate: &&Candidate| self.is_main(group, candidate);
        let best = group.candidates.first().map(Candidate::rank);
        let is_best = |candidate: &&Candidate| Some(candidate.rank()) == best;
        let has_main = candidates.clone().any(|c| self.is_about_number(c))
            || candidates.clone().filter(is_best).any(|c| is_main(&c));
        let candidates = candidates
            .filter(|candidate| !has_main || is_main(candidate))
            .filter(|candidate| !self.leaves_number(group, candidate));
        // A sentence may contain words that no rule uses and that change its rule. The rule is then used only if the
        // file states the solution, because the clues must agree with it.
        let sure = candidates.filter(|candidate| candidate.is_plain || self.has_solution());
        let mut choices = vec![];
        let mut most = (false, 0);
        for candidate in sure {
            // The candidates are sorted by rank, so all remaining candidates are also less likely.
            if !choices.is_empty() && candidate.rank() < most {
                break;
            }
            let read = self.read_as(group, candidate);
            if !read.is_empty() {
                most = candidate.rank();
                choices.extend(read);
            }
        }
        choices
    }

    /// Returns `true` if a rule can be the main rule of a group. Other rules only add to a main rule: the puzzle's own
    /// rules, rules that compare drawings, and rules about sets of cells if the group consists of lines. If a candidate
    /// is one of the puzzle's own rules about the number in the drawings, only such a rule can be the main rule.
    fn is_main(&self, group: &Group, candidate: &Candidate) -> bool {
        if group
            .candidates
            .iter()
            .any(|other| self.is_about_number(other))
        {
            return self.is_about_number(candidate);
        }
        let is_own = self
            .own_rules
            .iter()
            .any(|rule| rule.name == candidate.rule);
        let shape = self.rule(&candidate.rule).map(|rule| rule.shape);
        let is_line = group.look.form == Form::Line;
        !is_own && shape != Some(Shape::Pieces) && !(is_line && shape == Some(Shape::Group))
    }

    /// Returns `true` if a plain candidate is one of the puzzle's own rules and uses the number in the drawing.
    fn is_about_number(&self, candidate: &Candidate) -> bool {
        let mut own_rules = self.own_rules.iter();
        let is_own = own_rules.any(|rule| rule.name == candidate.rule);
        is_own && candidate.is_plain && candidate.text_param.is_some()
    }

    /// Returns `true` if a candidate is a rule of the puzzle's own that ignores the numbers in the drawings. Such a rule is
    /// only a second rule of the drawings.
    fn leaves_number(&self, group: &Group, candidate: &Candidate) -> bool {
        let has_number = group.look.label == Label::Numbers;
        let mut own_rules = self.own_rules.iter();
        let is_own = own_rules.any(|rule| rule.name == candidate.rule);
        has_number && candidate.text_param.is_none() && is_own
    }

    fn answer_for(&self, group: &Group) -> Option<&'b Answer> {
        let mut answers = self.answers.iter();
        answers.find(|answer| group.is_called(&words(&answer.drawing)))
    }

    /// Returns the ways to read a group as a rule, each with its clues.
    fn read_as(&self, group: &Group, candidate: &Candidate) -> Vec<Choice> {
        let Some(rule) = self.rule(&candidate.rule) else {
            return vec![];
        };
        let mut readings = group.readings(candidate, rule, self.book, &self.puzzle.layout);
        let first = readings.first();
        let more = first.and_then(|clues| self.with_circles_of_lines(rule, clues));
        readings.extend(more);
        if self.layers.valued.contains(&candidate.rule) {
            for clues in &mut readings {
                let digits = clues.iter();
                *clues = digits
                    .flat_map(|clue| layers::doublers::on_values(clue, &self.puzzle))
                    .collect();
            }
        }
        readings.retain(|clues| self.are_possible(clues));
        let choice = |clues| Choice::Read(candidate.clone(), clues);
        readings.into_iter().map(choice).collect()
    }

    /// Returns the rule with the given name. If both the puzzle and the book have such a rule, returns the puzzle's own
    /// rule.
    fn rule(&self, name: &str) -> Option<&Rule> {
        let mut own_rules = self.own_rules.iter();
        let own = own_rules.find(|rule| rule.name == name);
        own.or_else(|| self.book.rule(name).ok())
    }

    /// Returns `true` if the clues fit their rules and hold in the stated solution, if there is one.
    fn are_possible(&self, clues: &[Clue]) -> bool {
        let fits = |clue: &Clue| self.book.misfit_of(&self.puzzle, clue).is_none();
        clues.iter().all(fits) && self.hold_in_solution(clues)
    }

    /// Returns `true` if the file states the solution for every cell.
    fn has_solution(&self) -> bool {
        let solution = self.puzzle.solution.as_ref();
        solution.is_some_and(|digits| digits.iter().all(Option::is_some))
    }

    fn hold_in_solution(&self, clues: &[Clue]) -> bool {
        // `holds` needs a digit for every cell, so a partial solution cannot refute a clue.
        let solution = self.puzzle.solution.iter().flatten().copied();
        let Some(digits) = solution.collect::<Option<Vec<u8>>>() else {
            return true;
        };
        // The file's solution lacks the cells of layers, so no clue can be checked against it if there are layers.
        if digits.len() != self.puzzle.cell_count() {
            return true;
        }
        // The clue is not in the puzzle yet, so it gets the next index.
        let index = self.puzzle.clues.len();
        clues.iter().all(|clue| {
            self.book
                .holds(&self.puzzle, index, clue, &digits)
                // An error would mean that the clue does not fit its rule, but `are_possible` has already checked that.
                .unwrap_or(true)
        })
    }

    fn decorate(&mut self, elements: impl IntoIterator<Item = usize>) {
        for element in elements {
            self.puzzle.elements[element].status =
                Status::decoration("according to the answer to a question");
        }
    }

    /// Marks all open sentences as decoration, because an answer declares that no rule is missing.
    fn decorate_sentences(&mut self) {
        let open = self.puzzle.sentences.iter_mut();
        for sentence in open.filter(|sentence| sentence.status == Status::Open) {
            sentence.status =
                Status::decoration("the clues imply it, according to the answer to a question");
        }
    }

    /// Returns `true` if an answer declares drawings of a kind to be decoration.
    fn has_decorated(&self, kind: &str) -> bool {
        let mut answers = self.answers.iter();
        answers.any(|answer| answer.rule == DECORATION && answer.drawing == kind)
    }

    fn accept(&mut self, group: &Group, candidate: &Candidate, clues: Vec<Clue>) {
        for element in group.elements() {
            self.puzzle.elements[element].status = Status::read(&candidate.rule);
        }
        self.add_clues(group.kind(), &candidate.rule, clues);
    }

    fn add_clues(&mut self, drawing: String, rule: &str, clues: Vec<Clue>) {
        self.puzzle.recognised.push(Recognised {
            drawing,
            rule: rule.to_owned(),
            clues: clues.len(),
        });
        self.use_rule(rule);
        self.puzzle.clues.extend(clues);
    }

    /// Adds the clues that the text states without a drawing: rules about the whole grid, or about rows, columns or
    /// boxes that the text names.
    fn add_stated_clues(&mut self) {
        let sentences = self.sentences.clone();
        // `used` grows in this loop, so the rules that have clues before the loop are stored separately.
        let drawn = self.used.clone();
        for sentence in &sentences {
            for mention in &sentence.mentions {
                // Several sentences may each list numbers for the same rule.
                let is_used = self.used.contains(&mention.rule) && !mention.lists_numbers();
                if is_used || drawn.contains(&mention.rule) {
                    continue;
                }
                // The rule alone must account for the sentence. Words of another rule may restrict this rule: what is
                // forbidden on lines is not forbidden elsewhere.
                if sentence.is_covered(&[mention])
                    && !sentence.is_about_some()
                    && let Some(clue) = self.clue_of(mention)
                {
                    self.add_stated_clue(clue);
                }
            }
        }
    }

    /// Returns the clue that a sentence states without a drawing. Returns `None` if the rule needs a drawing, or needs
    /// cells that the sentence does not name.
    fn clue_of(&self, mention: &Mention) -> Option<Clue> {
        let rule = self.rule(&mention.rule)?;
        match rule.shape {
            Shape::Global if rule.recognition.drawn.is_empty() || mention.is_answer => {
                let params = mention.params.iter();
                let clue = Clue::new(&mention.rule);
                Some(params.fold(clue, |clue, (param, value)| clue.with(param, value.clone())))
            }
            Shape::Cell => Some(Clue::on(&rule.name, self.lines_by_name(mention)?)),
            Shape::Group => Some(Clue::on(&rule.name, self.box_by_name(mention)?)),
            _ => None,
        }
    }

    /// Returns the cells of the rows or columns whose numbers a sentence lists.
    fn lines_by_name(&self, mention: &Mention) -> Option<Vec<Cell>> {
        let layout = &self.puzzle.layout;
        let (name, numbers) = mention
            .params
            .iter()
            .find_map(|(name, value)| match value {
                Param::Ints(numbers) if [ROWS, COLUMNS].contains(&name.as_str()) => {
                    Some((name, numbers))
                }
                _ => None,
            })?;
        let number = |cell: &Cell| {
            let (row, column) = layout.place(*cell);
            i64::from(if name == ROWS { row } else { column }) + 1
        };
        let cells = layout
            .cells()
            .filter(|cell| numbers.contains(&number(cell)));
        Some(cells.collect()).filter(|cells: &Vec<Cell>| !cells.is_empty())
    }

    /// Returns the cells of the box that a sentence names by its number; `None` unless it names exactly one box. Boxes
    /// are counted in reading order.
    fn box_by_name(&self, mention: &Mention) -> Option<Vec<Cell>> {
        let Some(Param::Ints(numbers)) = mention.params.get(BOXES) else {
            return None;
        };
        let [number] = numbers[..] else {
            return None;
        };
        let layout = &self.puzzle.layout;
        // Irregular regions have no order that all readers agree on.
        let is_usual = matches!(layout.boxes, Boxes::Default(_));
        let boxes = if is_usual { layout.box_cells() } else { vec![] };
        // A text may name box 0. The conversion then fails, so there is no such box.
        boxes.into_iter().nth(usize::try_from(number - 1).ok()?)
    }

    fn add_stated_clue(&mut self, clue: Clue) {
        let is_stated = self.puzzle.clues.contains(&clue);
        if is_stated || !self.are_possible(std::slice::from_ref(&clue)) {
            return;
        }
        let rule = clue.rule.clone();
        self.add_clues("the rules text".to_owned(), &rule, vec![clue]);
    }

    /// Returns those mentions of a sentence whose rules have clues.
    fn used_in<'s>(&self, sentence: &'s Sentence) -> Vec<&'s Mention> {
        let used = |mention: &&Mention| self.used.contains(&mention.rule);
        sentence.mentions.iter().filter(used).collect()
    }

    fn settle_sentences(&mut self) {
        let mut before: Vec<Mention> = vec![];
        let mut paragraph = 0;
        let mut settled = vec![];
        for (index, sentence) in self.sentences.iter().enumerate() {
            if sentence.paragraph > paragraph + 1 {
                before.clear();
            }
            paragraph = sentence.paragraph;
            let used = self.used_in(sentence);
            let asides = self.sentences[index + 1..].iter();
            let asides = asides.take_while(|aside| aside.is_aside);
            let asides = asides.flat_map(|aside| self.used_in(aside));
            let all: Vec<&Mention> = used.iter().copied().chain(&before).chain(asides).collect();
            let status = match sentence.kind {
                // Answers come first, because they overrule what the words of the sentence suggest.
                _ if self.is_answered(sentence, DECORATION) => {
                    Status::decoration("according to the answer to a question")
                }
                _ if self.is_answered(sentence, EXPLAINED) => {
                    Status::decoration("the clues imply it, according to the answer to a question")
                }
                Kind::Sudoku => Status::decoration("the rules of every sudoku"),
                Kind::Fog => Status::decoration("fog hides clues but does not state any"),
                Kind::Example => Status::decoration("an example"),
                Kind::Partial => {
                    Status::decoration("nothing follows from marks that are not drawn")
                }
                Kind::Permission => Status::decoration("it permits what no rule forbids"),
                Kind::Note => Status::decoration("it describes the drawing"),
                Kind::Remark => Status::decoration("it explains other sentences"),
                Kind::Story => Status::decoration("it is not about digits"),
                Kind::Rule
                    if sentence.permits_repeats_in_cages()
                        && !self.used.contains("killer-cage") =>
                {
                    Status::decoration("it permits what no rule forbids")
                }
                Kind::Rule if !self.is_counted_right(sentence, &used) => Status::Open,
                Kind::Rule if self.compares_others(sentence) => Status::Open,
                Kind::Rule => match used.first() {
                    Some(first) if sentence.is_covered(&all) => Status::read(&first.rule),
                    None if !before.is_empty()
                        && !self.layers.are_stated_by(sentence)
                        && sentence.is_covered(&all) =>
                    {
                        Status::read(&before[0].rule)
                    }
                    _ => Status::Open,
                },
            };
            // A rule about a layer does not account for the sentences after it, so its mentions are left out.
            let used = used.into_iter();
            let used = used.filter(|mention| !self.layers.has_rule(&mention.rule));
            let used: Vec<Mention> = used.cloned().collect();
            if !used.is_empty() {
                before = used;
            }
            settled.push(cluewright_puzzle::Sentence {
                text: sentence.text.clone(),
                status,
            });
        }
        self.puzzle.sentences = settled;
    }

    /// Returns `true` if a sentence states a rule that compares drawings and that has no clues. Words of a rule about each
    /// drawing, such as `cage`, `same` and `sum`, then do not account for the sentence.
    fn compares_others(&self, sentence: &Sentence) -> bool {
        let mut mentions = sentence.mentions.iter();
        mentions.any(|mention| {
            mention.is_whole
                && self.compares_drawings(&mention.rule)
                && !self.used.contains(&mention.rule)
        })
    }

    /// Returns `true` if a sentence counts no drawings, or if its number is right. The number is right if it equals the
    /// number of clues of one of the sentence's rules, or the number of cells of these clues.
    fn is_counted_right(&self, sentence: &Sentence, used: &[&Mention]) -> bool {
        let Some(count) = sentence.count else {
            return true;
        };
        used.iter().any(|mention| {
            let clues = self.puzzle.clues.iter();
            let clues = clues.filter(|clue| clue.rule == mention.rule);
            let (drawings, cells) = clues.fold((0, 0), |(drawings, cells), clue| {
                (drawings + 1, cells + clue.cells().count())
            });
            // A rule may have one clue on all of its marks, so the number of cells is also compared.
            drawings == count || cells == count
        })
    }

    /// Treats sentences about marks as decoration if the picture has no such marks, because these sentences then imply
    /// nothing.
    fn settle_missing_marks(&mut self) {
        let is_mark = |style: &Style| {
            let marks = [Form::Edge, Form::Corner, Form::Outside, Form::Diagonal];
            marks.contains(&style.form)
        };
        let is_missing = |mention: &Mention| {
            let drawn = self
                .book
                .rule(&mention.rule)
                .map(|rule| &rule.recognition.drawn);
            let is_drawn = drawn.is_ok_and(|drawn| !drawn.is_empty() && drawn.iter().all(is_mark));
            is_drawn && mention.is_plain && !self.used.contains(&mention.rule)
        };
        let settled = self.puzzle.sentences.iter_mut().zip(&self.sentences);
        for (settled, sentence) in settled.filter(|(settled, _)| settled.status == Status::Open) {
            // A sentence without mentions, for which `all` would be true, may state any rule, so it stays open.
            let mentions = &sentence.mentions;
            if !mentions.is_empty() && mentions.iter().all(is_missing) {
                settled.status = Status::decoration("no such mark is drawn");
            }
        }
    }

    /// Returns `true` if the answer about a sentence is `answer`.
    fn is_answered(&self, sentence: &Sentence, answer: &str) -> bool {
        let mut answers = self.answers.iter();
        let about = answers.find(|answer| answer.quotes(&sentence.text));
        about.is_some_and(|about| about.rule == answer)
    }

    /// Returns the open sentences, joined into passages. A passage ends at a sentence that was read, and before a
    /// sentence that mentions only other rules.
    fn open_sentences(&self) -> Vec<Unread> {
        let mut passages: Vec<Unread> = vec![];
        let mut spoken: Option<HashSet<&str>> = None;
        for (settled, sentence) in self.puzzle.sentences.iter().zip(&self.sentences) {
            match settled.status {
                // A sentence that states no rule may be anywhere in a passage, so it does not end the passage.
                Status::Decoration { .. } => continue,
                Status::Read { .. } => {
                    spoken = None;
                    continue;
                }
                Status::Open => {}
            }
            let mentions = sentence.mentions.iter();
            let rules: HashSet<&str> = mentions.map(|mention| mention.rule.as_str()).collect();
            match (&mut spoken, passages.last_mut()) {
                (Some(before), Some(passage)) if rules.is_empty() || !rules.is_disjoint(before) => {
                    append_sentence(passage, &settled.text);
                    before.extend(rules);
                }
                _ => {
                    passages.push(open_part(SENTENCE, vec![], Some(settled.text.clone())));
                    spoken = Some(rules);
                }
            }
        }
        passages
    }

    fn open_groups(&self, open: &[&Group]) -> Vec<Unread> {
        let layout = &self.puzzle.layout;
        let unread = |&group: &&Group| {
            let cells = group.members.iter().flat_map(|member| match member.seat {
                Some((place, _)) => vec![place_name(place)],
                None => member.cells.iter().map(|&cell| layout.name(cell)).collect(),
            });
            // Several drawings can show different texts, so only the text of a single drawing is quoted.
            let text = match group.members.as_slice() {
                [only] => Some(only.text.clone()).filter(|text| !text.is_empty()),
                _ => None,
            };
            let rules = group.candidates.iter().take(MOST_LIKELY);
            Unread {
                rules: rules.map(|candidate| candidate.rule.clone()).collect(),
                count: group.members.len(),
                ..open_part(&group.kind(), cells.collect(), text)
            }
        };
        open.iter().map(unread).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{Element, Layer, Layout};
    use serde_json::json;

    #[test]
    fn a_sentence_that_counts_drawings_counts_those_that_are_read() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.about.rules = Some("Each of the 2 blue lines is a palindrome.".to_owned());
        let line = |row: u16| {
            Clue::on(
                "palindrome",
                Vec::from_iter((9 * row..9 * row + 4).map(Cell)),
            )
        };
        for (count, status) in [
            (1, Status::Open),
            (2, Status::read("palindrome")),
            (3, Status::Open),
        ] {
            puzzle.clues = (0..count).map(line).collect();
            let budget = Budget::NONE.with_nodes(100);
            let read = recognise(&puzzle, Book::builtin(), &[], budget);
            assert_eq!(read.sentences[0].status, status, "{count} lines");
        }
    }

    #[test]
    fn a_sentence_does_not_account_for_the_rule_of_the_next() {
        for (rule, text) in [
            (
                "thermometer",
                "Digits along thermometers increase from the bulb. Neighbouring digits must be consecutive.",
            ),
            (
                "thermometer",
                "Digits along thermometers increase from the bulb. All bulbs have the same digit.",
            ),
            (
                "renban",
                "Purple lines are renban lines. Every line has a different set of digits.",
            ),
            (
                "palindrome",
                "Grey lines are palindromes. Any two adjacent digits must be consecutive.",
            ),
            (
                "between-line",
                "Lines are strictly between the circles. Neighbouring digits must not be consecutive.",
            ),
            (
                "killer-cage",
                "Digits do not repeat in cages. The highest digit must be in its top left cell.",
            ),
            (
                "arrow",
                "Digits along arrows sum to the circle. All circles connected to arrows have equal values.",
            ),
        ] {
            let mut puzzle = Puzzle::new(Layout::square(9));
            puzzle.about.rules = Some(text.to_owned());
            let cells = Vec::from_iter((0..4).map(Cell));
            puzzle.clues = vec![match rule {
                "arrow" => Clue::new(rule)
                    .slot("bulb", &cells[..1])
                    .slot("shaft", &cells[1..]),
                _ => Clue::on(rule, cells),
            }];
            let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
            assert_eq!(read.sentences[1].status, Status::Open, "{text}");
        }
    }

    #[test]
    fn an_aside_states_the_rule_of_its_sentence() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let text = "Digits on a line read the same. (Lines are palindromes.)";
        puzzle.about.rules = Some(text.to_owned());
        puzzle.clues = vec![Clue::on("palindrome", Vec::from_iter((0..4).map(Cell)))];
        let budget = Budget::NONE.with_nodes(100);
        let read = recognise(&puzzle, Book::builtin(), &[], budget);
        let is_open = |sentence: &cluewright_puzzle::Sentence| sentence.status == Status::Open;
        assert!(!read.sentences.iter().any(is_open), "{:?}", read.sentences);
    }

    /// The clue in the file accounts for the sentence about counting. The other sentences about circles need clues from
    /// drawn circles, and the picture has none.
    #[test]
    fn a_sentence_about_a_layer_needs_its_drawings() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let text = "Draw a one-cell-wide loop of orthogonally connected cells. The loop may not touch itself, not even diagonally. A digit in a \
                    circle indicates how many circles contain that digit. The circles act as minesweeper clues on the loop. Circles are never on \
                    the loop.";
        puzzle.about.rules = Some(text.to_owned());
        puzzle.clues = vec![Clue::on(
            "counting-circles",
            Vec::from_iter((0..4).map(Cell)),
        )];
        let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
        let status = |at: usize| &read.sentences[at].status;
        assert_eq!(*status(0), Status::read("loop"));
        assert_eq!(*status(2), Status::read("counting-circles"));
        assert_eq!([status(3), status(4)], [&Status::Open; 2]);
    }

    /// Returns the cells of each clue that is read from the given lines and shapes.
    fn read_drawing(
        text: &str,
        lines: &[serde_json::Value],
        shapes: &[serde_json::Value],
    ) -> Vec<Vec<u16>> {
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.about.rules = Some(text.to_owned());
        let open = |layer: Layer| {
            move |item: &serde_json::Value| Element {
                layer,
                item: item.clone(),
                status: Status::Open,
            }
        };
        let lines = lines.iter().map(open(Layer::Lines));
        puzzle.elements = lines
            .chain(shapes.iter().map(open(Layer::Underlays)))
            .collect();
        let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
        let clues = read.clues.iter();
        clues
            .map(|clue| clue.cells().map(|cell| cell.0).collect())
            .collect()
    }

    #[test]
    fn sentences_may_state_own_rules_of_arrows_with_circles() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let circle = json!({ "center": [0.5, 0.5], "width": 0.7, "height": 0.7, "rounded": true, "backgroundColor": "#fff", "borderColor": "#cfcfcf" });
        let arrow = json!({ "wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#cfcfcf", "thickness": 5, "headLength": 0.3 });
        let open = |layer: Layer, item: serde_json::Value| Element {
            layer,
            item,
            status: Status::Open,
        };
        puzzle.elements = vec![open(Layer::Arrows, arrow), open(Layer::Underlays, circle)];
        let text = "The digit in a circle is the product of the digits along its arrow.";
        puzzle.about.rules = Some(text.to_owned());
        let budget = || Budget::NONE.with_nodes(10);
        let read = recognise(&puzzle, Book::builtin(), &[], budget());
        let cells = |clue: &Clue| ["bulb", "shaft"].map(|slot| clue.cells_of(slot).to_vec());
        let both = [vec![Cell(0)], vec![Cell(1), Cell(2)]];
        assert_eq!(
            Vec::from_iter(read.clues.iter().map(cells)),
            std::slice::from_ref(&both)
        );
        // A second rule, of arrows that the file states.
        let text = "Digits along an arrow sum to the digit in its circle. Digits increase in one direction along an arrow (including \
                    its circle).";
        puzzle.about.rules = Some(text.to_owned());
        puzzle.elements = vec![];
        let [bulb, shaft] = both.clone();
        puzzle.clues = vec![Clue::new("arrow").slot("bulb", bulb).slot("shaft", shaft)];
        let read = recognise(&puzzle, Book::builtin(), &[], budget());
        assert_eq!(
            Vec::from_iter(read.clues.iter().map(cells)),
            [both.clone(), both]
        );
    }

    #[test]
    fn an_index_line_begins_at_its_diamond() {
        let line =
            json!({ "wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#8ce0d7", "thickness": 9.6 });
        let mark = |column: f64, angle: u8| json!({ "center": [0.5, column], "width": 0.5, "height": 0.5, "angle": angle, "backgroundColor": "#8ce0d7" });
        let text = "The digit in the Nth cell along a teal line (starting from the diamond) indicates the position along the line where the digit \
                    N appears.";
        let read =
            |marks: &[serde_json::Value]| read_drawing(text, std::slice::from_ref(&line), marks);
        assert_eq!(read(&[mark(0.5, 45)]), [[0, 1, 2]]);
        assert_eq!(read(&[mark(2.5, 45)]), [[2, 1, 0]]);
        // The first end is unknown if neither end has a diamond, or if both ends have a diamond.
        for marks in [
            vec![],
            vec![mark(2.5, 0)],
            vec![mark(0.5, 45), mark(2.5, 45)],
        ] {
            assert_eq!(read(&marks), [[0; 0]; 0], "{marks:?}");
        }
    }

    #[test]
    fn each_cell_of_a_closed_line_counts_once_except_for_neighbours() {
        let points = json!([[0.5, 0.5], [0.5, 1.5], [1.5, 1.5], [1.5, 0.5], [0.5, 0.5]]);
        let line = json!({ "wayPoints": points, "color": "#e02020", "thickness": 8 });
        let read = |text: &str| read_drawing(text, std::slice::from_ref(&line), &[]);
        assert_eq!(
            read("The digits on each red line sum to 20."),
            [[0, 1, 10, 9]]
        );
        assert_eq!(
            read("Adjacent digits on each red line have a product of at least 3."),
            [[0, 1, 10, 9, 0]]
        );
    }

    #[test]
    fn repeats_in_cages_are_permitted_unless_a_rule_forbids_them() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let text = "Digits may repeat in cages if allowed by other rules.";
        puzzle.about.rules = Some(text.to_owned());
        let cells = || Vec::from_iter((0..4).map(Cell));
        for (rule, is_open) in [("magic-square", false), ("killer-cage", true)] {
            puzzle.clues = vec![Clue::on(rule, cells())];
            let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
            assert_eq!(read.sentences[0].status == Status::Open, is_open, "{rule}");
        }
    }

    #[test]
    fn sentences_about_circles_do_not_mean_lines() {
        let line =
            json!({ "wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": "#34bbe6", "thickness": 10 });
        let text = "Circles mark odd digits. Lines are palindromes.";
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.about.rules = Some(text.to_owned());
        puzzle.elements = vec![Element {
            layer: Layer::Lines,
            item: line,
            status: Status::Open,
        }];
        let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
        let rules: Vec<&str> = read.clues.iter().map(|clue| clue.rule.as_str()).collect();
        assert_eq!(rules, ["palindrome"]);
    }

    const THERMOMETERS: &str = "Digits along thermometers increase from the bulb.";

    fn line(points: serde_json::Value) -> serde_json::Value {
        json!({ "wayPoints": points, "color": "#cfcfcf", "thickness": 12 })
    }

    fn bulb(row: f64, column: f64) -> serde_json::Value {
        json!({ "center": [row, column], "width": 0.7, "height": 0.7, "rounded": true, "backgroundColor": "#cfcfcf", "borderColor": "#cfcfcf" })
    }

    #[test]
    fn thermometers_branch_from_their_bulb() {
        let read = |lines: &[serde_json::Value], bulbs: &[serde_json::Value]| {
            read_drawing(THERMOMETERS, lines, bulbs)
        };
        // The stroke returns along its own cells, so it branches.
        let fork = line(json!([
            [0.5, 0.5],
            [0.5, 2.5],
            [1.5, 2.5],
            [0.5, 2.5],
            [0.5, 4.5]
        ]));
        let arms = vec![vec![0, 1, 2, 3, 4], vec![0, 1, 2, 11]];
        assert_eq!(read(std::slice::from_ref(&fork), &[bulb(0.5, 0.5)]), arms);
        // Two strokes cross at a bulb.
        let cross = [
            line(json!([[1.5, 0.5], [1.5, 2.5]])),
            line(json!([[0.5, 1.5], [2.5, 1.5]])),
        ];
        let arms = [[10, 1], [10, 9], [10, 11], [10, 19]].map(Vec::from);
        assert_eq!(read(&cross, &[bulb(1.5, 1.5)]), arms);
        // Strokes that cross elsewhere may be separate lines, and two bulbs show that they are.
        assert_eq!(read(&cross, &[bulb(1.5, 0.5)]), [[9, 10, 11]]);
        let two = [[9, 10, 11], [1, 10, 19]].map(Vec::from);
        assert_eq!(read(&cross, &[bulb(1.5, 0.5), bulb(0.5, 1.5)]), two);
    }

    #[test]
    fn a_stroke_on_a_longer_one_is_no_line() {
        let whole = line(json!([[0.5, 0.5], [0.5, 4.5]]));
        let part = line(json!([[0.5, 3.5], [0.5, 1.5]]));
        let lines = [whole, part];
        let palindrome = "Grey lines are palindromes.";
        assert_eq!(read_drawing(palindrome, &lines, &[]), [[0, 1, 2, 3, 4]]);
        // The mark shows that the shorter stroke is a line of its own.
        let marked = read_drawing(THERMOMETERS, &lines, &[bulb(0.5, 3.5)]);
        assert_ne!(marked, [[0, 1, 2, 3, 4]]);
    }

    #[test]
    fn a_second_rule_applies_to_cages_with_and_without_a_sum() {
        let cage = |cells: serde_json::Value, sum: &str| Element {
            layer: Layer::Cages,
            item: json!({ "cells": cells, "value": sum }),
            status: Status::Open,
        };
        let read = |text: &str| {
            let mut puzzle = Puzzle::new(Layout::square(9));
            puzzle.about.rules = Some(text.to_owned());
            puzzle.elements = vec![
                cage(json!([[0, 0], [0, 1]]), "9"),
                cage(json!([[4, 4], [4, 5]]), ""),
            ];
            let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
            let mut rules: Vec<String> = read.clues.iter().map(|clue| clue.rule.clone()).collect();
            rules.sort_unstable();
            rules
        };
        let own = "Each cage contains at least one even digit.";
        let sums = "Digits in a cage do not repeat and sum to the total, if given.";
        let rule = "cage-least-one-even";
        assert_eq!(
            read(&format!("{sums} {own}")),
            [rule, rule, "killer-cage", "killer-cage"]
        );
        // Without a sentence about the number, its cage stays open.
        assert_eq!(read(own), [rule]);
    }

    /// A line that may be called orange or yellow is not yellow if another line is yellow only.
    #[test]
    fn usual_colours_tell_lines_apart() {
        let line = |row: f64, colour: &str| Element {
            layer: Layer::Lines,
            item: json!({ "wayPoints": [[row, 0.5], [row, 2.5]], "color": colour, "thickness": 9.6 }),
            status: Status::Open,
        };
        let mut puzzle = Puzzle::new(Layout::square(9));
        let text = "Nabner: No two digits along a Nabner line can be consecutive. DW: Adjacent digits along a Dutch Whispers line must differ by \
                    at least four.";
        puzzle.about.rules = Some(text.to_owned());
        puzzle.elements = vec![line(0.5, "#ffa600"), line(2.5, "#ece443")];
        let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
        let clues = read.clues.iter();
        let mut rules: Vec<(Option<Cell>, &str)> = clues
            .map(|clue| (clue.cells().next(), clue.rule.as_str()))
            .collect();
        rules.sort_unstable();
        assert_eq!(
            rules,
            [(Some(Cell(0)), "dutch-whisper"), (Some(Cell(18)), "nabner")]
        );
    }

    #[test]
    fn white_on_a_wider_line_makes_it_hollow() {
        let stroke = |colour: &str, thickness: f64| json!({ "wayPoints": [[0.5, 0.5], [0.5, 2.5]], "color": colour, "thickness": thickness });
        let hollow = [stroke("#67f067", 9.6), stroke("#ffffff", 6.0)];
        let text = "Adjacent digits along a green line differ by at least 5.";
        assert_eq!(read_drawing(text, &hollow, &[]), [[0, 1, 2]]);
        let white = text.replace("green", "white");
        assert_eq!(read_drawing(&white, &hollow, &[]), [[0, 1, 2]]);
    }

    #[test]
    fn strokes_around_the_centre_of_a_cell_are_marks() {
        let around = |points: serde_json::Value| json!({ "wayPoints": points, "color": "#000000", "thickness": 1 });
        let diamond = |row: f64| {
            around(json!([
                [row, 0.2],
                [row - 0.3, 0.5],
                [row, 0.8],
                [row + 0.3, 0.5],
                [row, 0.2]
            ]))
        };
        let text = "A digit in a diamond means there are that many diamonds containing that digit in the grid.";
        let diamonds = [diamond(0.5), diamond(2.5)];
        assert_eq!(read_drawing(text, &diamonds, &[]), [[0, 18]]);
        let squares = [0.5, 2.5].map(|row: f64| {
            around(json!([
                [row - 0.3, 0.2],
                [row - 0.3, 0.8],
                [row + 0.3, 0.8],
                [row + 0.3, 0.2],
                [row - 0.3, 0.2]
            ]))
        });
        assert_eq!(read_drawing(text, &squares, &[]), [[0; 0]; 0]);
    }

    /// The circles whose colour another sentence names are not among the circles of any colour.
    #[test]
    fn coloured_circles_are_those_that_no_other_sentence_names() {
        let circle = |row: f64, column: f64, colour: &str| json!({ "center": [row, column], "width": 0.7, "height": 0.7, "rounded": true, "backgroundColor": colour, "borderColor": colour });
        let circles = [
            circle(0.5, 0.5, "#40a040"),
            circle(0.5, 2.5, "#40a040"),
            circle(2.5, 0.5, "#3030f0"),
            circle(2.5, 2.5, "#3030f0"),
        ];
        let counts = "A digit in a coloured circle indicates how many times that digit appears in a circle of that colour.";
        let snake = "Draw a snake connecting the two green spots.";
        let both = [vec![0, 2], vec![18, 20]];
        let mut all = read_drawing(counts, &[], &circles);
        all.sort_unstable();
        assert_eq!(all, both);
        let text = format!("{snake} {counts}");
        assert_eq!(read_drawing(&text, &[], &circles), [[18, 20]]);
    }

    #[test]
    fn arrows_in_cells_count_the_cells_at_which_they_point() {
        let arrow = |points: serde_json::Value, colour: &str| Element {
            layer: Layer::Arrows,
            item: json!({ "wayPoints": points, "color": colour, "thickness": 3.2, "headLength": 0.15 }),
            status: Status::Open,
        };
        let mut puzzle = Puzzle::new(Layout::square(4));
        let text = "Shade some cells such that all shaded cells are orthogonally connected and all unshaded cells are orthogonally connected. A \
                    digit in a cell with an arrow counts the shaded cells in the direction of the arrow.";
        puzzle.about.rules = Some(text.to_owned());
        let right = json!([[0.5, 0.708], [0.5, 0.958]]);
        puzzle.elements = vec![
            // The white arrow is the outline of the grey one.
            arrow(right.clone(), "#ffffff"),
            arrow(right, "#707070"),
            arrow(json!([[0.708, 0.5], [0.958, 0.5]]), "#707070"),
            arrow(json!([[2.255, 1.255], [2.078, 1.078]]), "#707070"),
        ];
        let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
        let clues = read
            .clues
            .iter()
            .filter(|clue| clue.rule == "shade-pointer");
        let slots: Vec<Vec<Vec<u16>>> = clues
            .map(|clue| {
                let slots = clue.slots.iter();
                slots
                    .map(|(_, cells)| cells.iter().map(|cell| cell.0).collect())
                    .collect()
            })
            .collect();
        assert_eq!(
            slots,
            [
                vec![vec![0], vec![1, 2, 3], vec![4, 8, 12]],
                vec![vec![9], vec![4]],
            ]
        );
        let is_read = |element: &Element| element.status == Status::read("shade-pointer");
        assert!(read.elements.iter().all(is_read));
        // An arrow that points out of the grid points at no cells.
        puzzle
            .elements
            .push(arrow(json!([[3.7, 0.5], [3.95, 0.5]]), "#707070"));
        let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
        assert!(!read.clues.iter().any(|clue| clue.rule == "shade-pointer"));
    }

    #[test]
    fn arrows_share_the_shaft_on_which_they_begin() {
        let arrow = |points: serde_json::Value| Element {
            layer: Layer::Arrows,
            item: json!({ "wayPoints": points, "color": "#cfcfcf", "thickness": 5, "headLength": 0.3 }),
            status: Status::Open,
        };
        let circle = Element {
            layer: Layer::Underlays,
            item: json!({ "center": [0.5, 0.5], "width": 0.8, "height": 0.8, "rounded": true, "backgroundColor": "#ffffff", "borderColor": "#cfcfcf" }),
            status: Status::Open,
        };
        let read = |branch: serde_json::Value| {
            let mut puzzle = Puzzle::new(Layout::square(9));
            let text = "Digits along an arrow sum to the digit in its circle.";
            puzzle.about.rules = Some(text.to_owned());
            let stem = arrow(json!([[0.5, 0.9], [0.5, 4.5]]));
            puzzle.elements = vec![stem, arrow(branch), circle.clone()];
            let read = recognise(&puzzle, Book::builtin(), &[], Budget::NONE.with_nodes(10));
            let shafts = read
                .clues
                .iter()
                .map(|clue| clue.cells_of("shaft").to_vec());
            shafts.collect::<Vec<_>>()
        };
        let cells = |numbers: &[u16]| Vec::from_iter(numbers.iter().copied().map(Cell));
        let (stem, branch) = (cells(&[1, 2, 3, 4]), cells(&[1, 2, 11, 20]));
        assert_eq!(
            read(json!([[0.5, 2.5], [2.5, 2.5]])),
            [stem.clone(), branch]
        );
        assert_eq!(read(json!([[5.5, 2.5], [7.5, 2.5]])), [stem]);
    }

    #[test]
    fn a_text_names_a_box_by_its_number() {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let text = "Normal sudoku rules apply. Box 3 is a magic square.";
        puzzle.about.rules = Some(text.to_owned());
        let budget = Budget::NONE.with_nodes(100);
        let read = recognise(&puzzle, Book::builtin(), &[], budget);
        let cells = puzzle.layout.box_cells()[2].clone();
        assert_eq!(read.clues, [Clue::on("magic-square", cells)]);
        // The 3 is the number of boxes, not the number of a box.
        let text = "Normal sudoku rules apply. Three of the 3x3 boxes are magic squares.";
        let of_some = Puzzle {
            about: cluewright_puzzle::About {
                rules: Some(text.to_owned()),
                ..puzzle.about.clone()
            },
            ..puzzle.clone()
        };
        assert_eq!(recognise(&of_some, Book::builtin(), &[], budget).clues, []);
        // Irregular regions have no order that all readers agree on.
        let rows = (0..9).flat_map(|row| vec![Some(row); 9]);
        puzzle.layout.boxes = Boxes::Own(rows.collect());
        let read = recognise(&puzzle, Book::builtin(), &[], budget);
        assert_eq!(read.clues, []);
    }
}
