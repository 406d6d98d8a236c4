//! Composes the story of a solve from the steps that matter. Each phase is a paragraph, and boards are shown at turning
//! points.

use super::conclusions::conclusion;
use super::grid::{Grid, Look};
use super::groups::{Group, gather, in_parts, together, word_step};
use super::likewise::Repeat;
use super::names::{
    MOST_NAMED, capitalise, cells_named, cite_name, cite_spans, digit_name, kind_of, list_of, name,
    names_of_cells, number, plural_of,
};
use super::spans::{Span, SpanKind, mark, spans, strip_marks};
use super::steps::{WHOLE, proof_by_proof, rating, technique, tell, words_of};
use cluewright_engine::model::Cite;
use cluewright_logic::{
    Board, Ground, HouseKind, Needed, Path, Proof, Reads, Sentence as Argued, Step, select_steps,
};
use cluewright_puzzle::{Cell, Puzzle, digit_char};
use schemars::JsonSchema;
use serde::Serialize;

/// Maximum number of inferences in a sentence.
const MOST_PARTS: usize = 4;
/// Maximum length of a sentence with several inferences, in characters.
const LONG_SENTENCE: usize = 240;

/// Number of sentences in a paragraph after which the next step begins a new paragraph.
const LONG: usize = 6;

/// Minimum rating, in tenths, of a break-in, and of a step after singles that begins a new phase.
const TURN: u16 = 24;

/// Maximum number of singles to list individually.
const FEW_SINGLES: usize = 2;
/// Maximum number of singles to list by digit. If there are more, they are only counted.
const SOME_SINGLES: usize = 6;

/// The subject of singles, which is the most frequent subject.
const SINGLES: &str = "singles";

/// Maximum number of sets and locked candidates among the singles at the end of a story.
const MOST_PLAIN: usize = 4;

/// Maximum length of a line, in characters.
const WIDTH: usize = 96;

/// A phase of a solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Paragraph {
    /// The subject of the paragraph, in a few words.
    pub title: String,
    /// The sentences of the paragraph.
    pub sentences: Vec<Sentence>,
    /// The digits placed so far, in reading order, if the paragraph ends at a turning point. Empty cells are `.`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
}

/// A sentence of a story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Sentence {
    /// The text of the sentence.
    pub text: String,
    /// The names in the sentence, in order.
    pub spans: Vec<Span>,
    /// The steps that the sentence describes, as indices into the path. The sentence may omit conclusions that do not
    /// matter.
    pub steps: Vec<usize>,
    /// The cells that the sentence names.
    pub cells: Vec<String>,
    /// `true` if the sentence describes the break-in: the hardest step up to the first digit.
    pub break_in: bool,
    /// `true` if the sentence describes the hardest step.
    pub hardest: bool,
}

/// Composes the story of a path. The story contains only the steps that the end of the path depends on.
#[must_use]
pub fn story(ground: &Ground<'_>, path: &Path) -> Vec<Paragraph> {
    let told = select_steps(ground, path);
    let turns = Turns::of(&told);
    let mut teller = Teller {
        ground,
        board: Board::new(ground),
        paragraphs: vec![],
        subjects: vec![],
        sentences: vec![],
        fixed: vec![],
    };
    let mut place = 0;
    while place < told.len() {
        let is_end = place > 0 && is_plain_end(&told, place, &turns, teller.board.open().len());
        let end = match is_end {
            true => told.len(),
            false => run_end(&told, place, &turns),
        };
        let run = &told[place..end];
        let places = is_end || is_placement(&run[0].step);
        let after_singles = place > 0 && is_placement(&told[place - 1].step);
        let is_hard = run[0].step.rating >= TURN;
        let is_phase = teller.sentences.len() >= LONG || after_singles && is_hard;
        if turns.at(place) || !places && is_phase {
            teller.turn();
        }
        if turns.at(place) {
            teller.tell_named(
                &run[0],
                Some(place) == turns.break_in,
                Some(place) == turns.hardest,
            );
        } else if places {
            teller.singles(run);
        } else if matches!(run[0].step.sentence(), Argued::Marks(_)) {
            teller.marks(run);
        } else {
            let (known, new): (Vec<_>, Vec<_>) = run.iter().partition(|one| teller.is_fixed(one));
            teller.repeats(&known);
            teller.tell_joined(&new);
        }
        // `fix` and the update of the board come last, because `fix` reads the sentences of the run, and the sentences
        // describe the board before the run.
        teller.fix(run);
        for one in run {
            teller.board.apply(ground, &one.step);
        }
        place = end;
    }
    teller.turn();
    teller.paragraphs
}

/// The steps with sentences of their own: the break-in and the hardest step, as indices.
struct Turns {
    break_in: Option<usize>,
    hardest: Option<usize>,
}

impl Turns {
    fn of(told: &[Needed<'_>]) -> Self {
        let hardest_of = |steps: &[Needed<'_>]| {
            let ratings = steps.iter().enumerate();
            // `max_by_key` would return the last of equally hard steps, but the first one counts.
            let found = ratings.max_by_key(|(place, one)| (one.step.rating, usize::MAX - place));
            let place = found.map(|(place, _)| place);
            place
                .filter(|&place| steps[place].step.rating >= TURN && !is_single(&steps[place].step))
        };
        let first = told.iter().position(|one| one.step.placed.is_some());
        Self {
            break_in: first.and_then(|first| hardest_of(&told[..=first])),
            hardest: hardest_of(told),
        }
    }

    fn at(&self, place: usize) -> bool {
        [self.break_in, self.hardest].contains(&Some(place))
    }
}

/// Returns the index after the run of similar steps that begins at `place`. The break-in and the hardest step are runs of
/// one step.
fn run_end(told: &[Needed<'_>], place: usize, turns: &Turns) -> usize {
    if turns.at(place) {
        return place + 1;
    }
    let first = &told[place].step;
    let alike = |step: &Step| match is_placement(first) {
        true => is_placement(step),
        false => step.technique == first.technique && !is_placement(step),
    };
    let rest = told.iter().enumerate().skip(place + 1);
    let end = rest.take_while(|(place, one)| alike(&one.step) && !turns.at(*place));
    end.last().map_or(place + 1, |(place, _)| place + 1)
}

/// Returns `true` if the steps from `place` on fill all open cells with placements and only a few sets and locked
/// candidates. A person finds these without an explanation.
fn is_plain_end(told: &[Needed<'_>], place: usize, turns: &Turns, open: usize) -> bool {
    use Argued::{Confined, HiddenSet, NakedSet};
    let is_plain = |step: &Step| matches!(step.sentence(), Confined(_) | HiddenSet | NakedSet);
    let rest = || told[place..].iter().map(|one| &one.step);
    let is_turn = (place..told.len()).any(|place| turns.at(place));
    let others = rest().filter(|step| !is_placement(step));
    !is_turn
        && rest().all(|step| is_placement(step) || is_plain(step))
        && others.count() <= MOST_PLAIN
        && rest().filter(|step| step.placed.is_some()).count() == open
}

/// Returns `true` if a step places a digit without the help of other steps: a single, or a placement that follows directly
/// from a set or locked candidates in the same houses.
fn is_placement(step: &Step) -> bool {
    use Argued::{ConfinedLeaving, HiddenSetLeaving};
    let is_direct = matches!(step.sentence(), ConfinedLeaving(..) | HiddenSetLeaving);
    is_single(step) || is_direct && step.placed.is_some()
}

fn is_single(step: &Step) -> bool {
    use Argued::{LastCell, OnlyDigit, OnlyPlace};
    matches!(step.sentence(), LastCell | OnlyDigit | OnlyPlace)
}

struct Teller<'a> {
    ground: &'a Ground<'a>,
    /// The board after the steps so far.
    board: Board,
    paragraphs: Vec<Paragraph>,
    /// The subjects of the steps in the current phase.
    subjects: Vec<String>,
    /// The sentences of the current phase.
    sentences: Vec<Sentence>,
    /// Cells whose only remaining digit the story has already named.
    fixed: Vec<(u16, u8)>,
}

impl Teller<'_> {
    /// Adds a sentence for the steps with the given indices.
    fn tell(&mut self, sentence: &str, steps: Vec<usize>) {
        let (text, spans) = spans(&format!("{}.", capitalise(sentence)));
        let mut cells: Vec<String> = vec![];
        for cell in names_of_cells(&text) {
            if !cells.iter().any(|known| known == cell) {
                cells.push(cell.to_owned());
            }
        }
        self.sentences.push(Sentence {
            text,
            spans,
            steps,
            cells,
            ..Sentence::default()
        });
    }

    /// Adds the sentences of the break-in or of the hardest step.
    fn tell_named(&mut self, one: &Needed<'_>, break_in: bool, hardest: bool) {
        let step = &one.step;
        let parts = proof_by_proof(self.ground, step);
        let mut parts = parts.iter().flat_map(|part| word_step(self.ground, part));
        let said = parts.next().unwrap_or_default();
        self.subjects.push(subject(self.ground, step));
        let (rating, technique) = (rating(step.rating), technique(step));
        let name = match (break_in, hardest) {
            (true, true) => "the break-in and the hardest step",
            (true, false) => "the break-in",
            (false, _) => "the hardest step",
        };
        self.tell(
            &format!("{said} ({name}: {technique}, {rating})"),
            vec![one.place],
        );
        if let Some(sentence) = self.sentences.last_mut() {
            (sentence.break_in, sentence.hardest) = (break_in, hardest);
        }
        // Only the first sentence is linked to the step; the others continue it.
        parts.for_each(|part| self.tell(&part, vec![]));
    }

    /// Ends a phase. Its board is shown if the phase ends at a turning point.
    fn turn(&mut self) {
        if self.sentences.is_empty() {
            return;
        }
        let sentences = std::mem::take(&mut self.sentences);
        let turns = sentences.iter().any(|told| told.break_in || told.hardest);
        let title = title(&sentences, &std::mem::take(&mut self.subjects));
        // Consecutive phases on one subject would be paragraphs with the same title, so they are merged.
        if let Some(last) = self
            .paragraphs
            .last_mut()
            .filter(|last| last.title == title)
        {
            return last.sentences.extend(sentences);
        }
        self.paragraphs.push(Paragraph {
            title,
            board: turns.then(|| self.digits()).flatten(),
            sentences,
        });
    }

    /// Returns the digits on the board. Returns `None` if there are only givens, or if every cell is placed.
    fn digits(&self) -> Option<String> {
        let digit = |cell: u16| match self.board.open().contains(cell) {
            true => '.',
            false => self.board.at(cell).single().map_or('.', digit_char),
        };
        let digits: String = (0..self.ground.cells() as u16).map(digit).collect();
        let givens = self.ground.puzzle.givens.iter();
        let given = givens.filter(|given| given.digits.len() == 1).count();
        let placed = digits.chars().filter(|&digit| digit != '.').count();
        (placed > given && placed < self.ground.cells()).then_some(digits)
    }

    /// Records the cells whose only remaining digit is named in the sentences of these steps.
    fn fix(&mut self, run: &[Needed<'_>]) {
        let is_told = |&(var, digit): &(u16, u8)| {
            // The texts of sentences have no marks, so the plain name of the cell is compared.
            let name = self.ground.puzzle.cell_name(Cell(var));
            let tells = |told: &&Sentence| run.iter().any(|one| told.steps.contains(&one.place));
            let mut sentences = self.sentences.iter().filter(tells);
            sentences.any(|told| places_digit(&told.text, &name, digit_char(digit)))
        };
        let steps = run.iter().map(|one| &one.step);
        let open = steps.filter(|step| step.placed.is_none());
        let left = open.flat_map(|step| step.removed.iter().zip(&step.left));
        let single = left.filter_map(|((var, _), left)| Some((*var, left.single()?)));
        let named: Vec<(u16, u8)> = single.filter(is_told).collect();
        self.fixed.extend(named);
    }

    /// Returns `true` if the story has already named the digit that the step places.
    fn is_fixed(&self, one: &Needed<'_>) -> bool {
        one.step.placed.is_some_and(|at| self.fixed.contains(&at))
    }

    /// Links steps to the last sentence, because the story has already named their digits.
    fn repeats(&mut self, run: &[&Needed<'_>]) {
        // At the start of a phase there is no sentence yet, so the last sentence of an earlier phase is used.
        let earlier = self.paragraphs.iter_mut().rev();
        let earlier = earlier.filter_map(|paragraph| paragraph.sentences.last_mut());
        if let Some(sentence) = self.sentences.last_mut().into_iter().chain(earlier).next() {
            sentence.steps.extend(run.iter().map(|one| one.place));
        }
    }

    /// Adds a sentence about singles. Lists them if there are few, otherwise names the houses that they complete. Digits
    /// that the story has already named are not repeated.
    fn singles(&mut self, run: &[Needed<'_>]) {
        let (known, new): (Vec<_>, Vec<_>) = run.iter().partition(|one| self.is_fixed(one));
        self.repeats(&known);
        let steps = || new.iter().map(|one| one.place).collect();
        let count = new.len();
        if count <= FEW_SINGLES {
            let each = new.iter().map(|one| tell(self.ground, &one.step, WHOLE));
            let each: Vec<String> = each.collect();
            return match each.is_empty() {
                true => {}
                false => self.tell(&list_of(&each, ", and "), steps()),
            };
        }
        let singles = self.word_kinds(run);
        let placed = run.iter().filter(|one| one.step.placed.is_some()).count();
        if placed == self.board.open().len() {
            let is_all = self.paragraphs.is_empty() && self.sentences.is_empty();
            let rest = match placed > SOME_SINGLES {
                true if is_all => format!("{singles} solve it from start to end"),
                true => format!("the rest falls to {singles}"),
                false => format!("the last {} cells fall to {singles}", number(placed)),
            };
            return self.tell(&rest, steps());
        }
        let finished = self.find_finished_houses(run);
        let told = match finished {
            Some(finished) if singles == SINGLES => {
                format!("{} singles finish {finished}", number(count))
            }
            None if count > SOME_SINGLES => {
                format!("{} digits follow by {singles}", number(count))
            }
            Some(finished) if count > SOME_SINGLES => format!("{singles} finish {finished}"),
            _ => format!("{singles} put {}", by_digit(self.ground.puzzle, &new)),
        };
        self.tell(&told, steps());
    }

    /// Lists the kinds of some steps, singles first: `singles, pointing and naked pairs`.
    fn word_kinds(&self, run: &[Needed<'_>]) -> String {
        let others = run.iter().filter(|one| !is_single(&one.step));
        let mut kinds = vec![SINGLES.to_owned()];
        for kind in others.map(|one| subject(self.ground, &one.step)) {
            if !kinds.contains(&kind) {
                kinds.push(kind);
            }
        }
        list_of(&kinds, " and ")
    }

    /// Names the boxes that singles complete or, if there are none, the rows and columns. Returns `None` if no house is
    /// completed.
    fn find_finished_houses(&self, run: &[Needed<'_>]) -> Option<String> {
        // The board itself changes only after the sentence, so the steps are applied to a copy.
        let mut after = self.board.clone();
        run.iter().for_each(|one| {
            after.apply(self.ground, &one.step);
        });
        let newly = |cells| {
            let (before, after) = (self.board.open() & cells, after.open() & cells);
            !before.is_empty() && after.is_empty()
        };
        let done = |kind: &dyn Fn(HouseKind) -> bool| -> Vec<Cite> {
            let houses = self.ground.houses.iter();
            let done = houses.filter(|house| kind(house.kind) && newly(house.cells));
            done.map(|house| house.cite).collect()
        };
        let boxes = done(&|kind| kind == HouseKind::Box);
        let lines = done(&|kind| kind.is_line());
        let finished = if boxes.is_empty() { lines } else { boxes };
        (!finished.is_empty()).then(|| cite_spans(self.ground, &finished))
    }

    /// Adds sentences about the unary constraints of clues, grouped by clue kind.
    fn marks(&mut self, run: &[Needed<'_>]) {
        let mut kinds: Vec<(String, Vec<&Needed<'_>>)> = vec![];
        for one in run {
            let kind = subject(self.ground, &one.step);
            match kinds.iter_mut().find(|(known, _)| *known == kind) {
                Some((_, steps)) => steps.push(one),
                None => kinds.push((kind, vec![one])),
            }
        }
        for (kind, mut steps) in kinds {
            // Cells that keep the same digits are sorted together, so that they share a phrase.
            let left = |one: &&Needed<'_>| one.step.left.first().map(|left| left.bits());
            steps.sort_by_key(|one| std::cmp::Reverse(left(one)));
            for few in few_cells(&steps) {
                self.subjects.push(kind.clone());
                // The steps are sorted by digits for the sentence, so their order in the path has to be restored.
                let mut places: Vec<usize> = few.iter().map(|one| one.place).collect();
                places.sort_unstable();
                let by = mark(SpanKind::Clue, &format!("the {kind}"));
                let parts = in_parts(self.ground, &together(few), |part| {
                    format!("by {by}, {}", conclusion(self.ground.puzzle, part))
                });
                for part in parts {
                    // The first part takes all steps, so that none is linked to two sentences.
                    self.tell(&part, std::mem::take(&mut places));
                }
            }
        }
    }

    /// Adds inferences of the same kind. Several inferences share a sentence if it names few cells.
    fn tell_joined(&mut self, run: &[&Needed<'_>]) {
        if run.is_empty() {
            return;
        }
        let single = run.iter().map(|one| Group::of(self.ground, one));
        // The first call merges steps about the same digit. The second call merges the resulting groups if the same cells
        // lose their digits.
        let groups = put_alike_together(self.ground, gather(gather(single)));
        let (mut parts, mut steps): (Vec<String>, Vec<usize>) = (vec![], vec![]);
        let mut whole = 0;
        for (part, places, is_whole) in word_groups(self.ground, &groups) {
            let so_far = parts.join("; ");
            // Marks are not part of the final sentence, so they do not add to its length.
            let is_full = cells_named(&so_far) + cells_named(&part) > MOST_NAMED
                || is_whole && whole == MOST_PARTS
                || count_chars(&so_far) + count_chars(&part) > LONG_SENTENCE;
            if !parts.is_empty() && is_full {
                self.tell(&so_far, std::mem::take(&mut steps));
                (parts, whole) = (vec![], 0);
            }
            whole += usize::from(is_whole);
            parts.push(part);
            steps.extend(places);
        }
        self.tell(&parts.join("; "), steps);
        let subjects = groups
            .iter()
            .map(|group| subject(self.ground, &group.steps[0].step));
        self.subjects.extend(subjects);
    }
}

/// Moves each group to just after the first group on the same board whose proof it repeats.
fn put_alike_together<'s, 'p>(
    ground: &Ground<'_>,
    groups: Vec<Group<'s, 'p>>,
) -> Vec<Group<'s, 'p>> {
    let mut families: Vec<(Vec<Proof>, Vec<Group<'s, 'p>>)> = vec![];
    for group in groups {
        let proofs = group.proofs();
        let mut known = families.iter_mut();
        let own = known.find(|(earlier, groups)| {
            groups[0].shares_board(&group) && Repeat::of(ground, earlier, &proofs).is_some()
        });
        match own {
            Some((_, groups)) => groups.push(group),
            None => families.push((proofs, vec![group])),
        }
    }
    families
        .into_iter()
        .flat_map(|(_, groups)| groups)
        .collect()
}

/// Words each group as one or more parts of a sentence. Each part is returned with the indices of its steps, and with a
/// flag that is `false` if the part only refers to an earlier one. If a group has several parts, only the first has
/// indices.
fn word_groups(ground: &Ground<'_>, groups: &[Group<'_, '_>]) -> Vec<(String, Vec<usize>, bool)> {
    let mut all: Vec<(String, Vec<usize>, bool)> = vec![];
    let mut earlier: Vec<Proof> = vec![];
    let mut last: Option<Repeat> = None;
    for group in groups {
        let proofs = group.proofs();
        let steps = group.steps.iter().map(|one| one.place);
        if let Some(repeat) = Repeat::of(ground, &earlier, &proofs) {
            let joined = last.as_ref().and_then(|last| last.join(&repeat));
            let joined = joined.filter(|joined| is_short(&joined.text(ground)));
            match (joined, all.last_mut()) {
                (Some(joined), Some((part, places, _))) => {
                    *part = joined.text(ground);
                    places.extend(steps);
                    last = Some(joined);
                }
                _ => {
                    all.push((repeat.text(ground), steps.collect(), false));
                    last = Some(repeat);
                }
            }
            continue;
        }
        last = None;
        let told = group.word(ground);
        // A proof whose cases have their own sentences is too long for a reader to replay from memory.
        earlier = if told.len() == 1 { proofs } else { vec![] };
        let places = std::iter::once(steps.collect()).chain(std::iter::repeat(vec![]));
        let told = told.into_iter().zip(places);
        all.extend(told.map(|(part, places)| (part, places, true)));
    }
    all
}

/// Counts the characters of a text without its marks.
fn count_chars(text: &str) -> usize {
    strip_marks(text).chars().count()
}

/// Returns `true` if a text fits into a sentence.
fn is_short(text: &str) -> bool {
    cells_named(text) <= MOST_NAMED && count_chars(text) <= LONG_SENTENCE
}

/// Returns `true` if a text states that a cell holds a digit. The cell can be in a list of cells: `R1C1, R1C2 and R1C3 are
/// 5`.
fn places_digit(text: &str, cell: &str, digit: char) -> bool {
    text.contains(&format!("leaves {digit} for {cell}:"))
        || text.match_indices(cell).any(|(at, _)| {
            let rest = &text[at + cell.len()..];
            let verb = [" is ", " are "].map(|verb| rest.find(verb).map(|at| (at, verb.len())));
            let Some((at, length)) = verb.into_iter().flatten().min() else {
                return false;
            };
            let between = rest[..at].split([' ', ',']);
            let are_cells = between
                .filter(|word| !word.is_empty() && *word != "and")
                .all(|word| names_of_cells(word).next() == Some(word));
            let mut stated = rest[at + length..].chars();
            let is_digit = stated.next() == Some(digit);
            // `is 5 or 7`, `is 5 to 7` and `is 5, 6 or 7` leave the digit open, so they place no digit.
            let after = stated.as_str();
            let goes_on = after.starts_with(|c: char| c.is_alphanumeric())
                || after.starts_with(" or ")
                || after.starts_with(" to ")
                || after
                    .strip_prefix(", ")
                    .is_some_and(|more| more.starts_with(|c: char| c.is_ascii_digit()));
            are_cells && is_digit && !goes_on
        })
}

/// Divides steps into consecutive groups, so that the sentence of a group does not name too many cells.
fn few_cells<'s, 'p>(steps: &'s [&'s Needed<'p>]) -> Vec<&'s [&'s Needed<'p>]> {
    let mut cut = vec![];
    let (mut first, mut cells) = (0, 0);
    for (place, one) in steps.iter().enumerate() {
        let more = one.step.removed.len();
        if place > first && cells + more > MOST_NAMED {
            cut.push(&steps[first..place]);
            (first, cells) = (place, 0);
        }
        cells += more;
    }
    cut.push(&steps[first..]);
    cut
}

/// Lists placements grouped by digit: `5 in R4C5 and R3C3, and 6 in R6C4`.
fn by_digit(puzzle: &Puzzle, run: &[&Needed<'_>]) -> String {
    let mut digits: Vec<(u8, Vec<String>)> = vec![];
    for (cell, digit) in run.iter().filter_map(|one| one.step.placed) {
        let name = name(puzzle, cell);
        match digits.iter_mut().find(|(known, _)| *known == digit) {
            Some((_, cells)) => cells.push(name),
            None => digits.push((digit, vec![name])),
        }
    }
    let told = digits.iter();
    let told =
        told.map(|(digit, cells)| format!("{} in {}", digit_name(*digit), list_of(cells, " and ")));
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Returns the subject of a step in the plural: the kind of its first clue, or its technique if it cites no clues.
fn subject(ground: &Ground<'_>, step: &Step) -> String {
    let reads = step.technique().reads != Reads::Nothing || step.technique().is_trial();
    let clue = step
        .reason
        .cites
        .iter()
        .find(|cite| matches!(cite, Cite::Clue(_)));
    if let Some(&clue) = clue.filter(|_| reads) {
        return plural_of(&kind_of(&cite_name(ground.book, ground.puzzle, clue)));
    }
    match step.sentence() {
        Argued::Search | Argued::SearchedRest => "what only a search shows".to_owned(),
        Argued::Filling(_) => "filling whole houses".to_owned(),
        Argued::Classes => "counting digits".to_owned(),
        Argued::Digit => "one digit all over the grid".to_owned(),
        _ => plural_of(&words_of(step.technique().pattern())),
    }
}

/// Returns the title of a phase. It names the phase's break-in or hardest step, if any, and the most frequent subject of its
/// inferences.
fn title(sentences: &[Sentence], subjects: &[String]) -> String {
    let count = |subject: &String| subjects.iter().filter(|other| *other == subject).count();
    // Of equally frequent subjects the first one counts; `max_by_key` alone would return the last one.
    let most = subjects.iter().enumerate();
    let most = most.max_by_key(|(place, subject)| (count(subject), usize::MAX - place));
    let turn = match (
        sentences.iter().any(|told| told.break_in),
        sentences.iter().any(|told| told.hardest),
    ) {
        (true, true) => Some("The break-in, which is also the hardest step"),
        (true, false) => Some("The break-in"),
        (false, true) => Some("The hardest step"),
        (false, false) => None,
    };
    match (turn, most) {
        // The break-in and the hardest step each begin a phase, so the first subject of the phase is the subject of that
        // step.
        (Some(turn), Some(_)) => format!("{turn}: {}", subjects[0]),
        (Some(turn), None) => turn.to_owned(),
        (None, Some((_, subject))) => capitalise(subject),
        (None, None) => "Singles".to_owned(),
    }
}

/// Formats a story as text: paragraphs of short lines, with boards between the paragraphs.
#[must_use]
pub fn story_text(puzzle: &Puzzle, story: &[Paragraph]) -> String {
    let mut text = String::new();
    for paragraph in story {
        text.push_str(&format!("{}\n", paragraph.title));
        let mut column = 0;
        let sentences = paragraph.sentences.iter();
        for word in sentences.flat_map(|sentence| sentence.text.split(' ')) {
            let length = word.chars().count();
            if column > 0 && column + 1 + length > WIDTH {
                text.push('\n');
                column = 0;
            } else if column > 0 {
                text.push(' ');
                column += 1;
            }
            text.push_str(word);
            column += length;
        }
        text.push('\n');
        if let Some(board) = &paragraph.board {
            let looks = board.chars().map(Look::plain).collect();
            text.push_str(&format!("{}\n", Grid::new(&puzzle.layout, looks)));
        }
        text.push('\n');
    }
    text
}
