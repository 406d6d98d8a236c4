//! A solve as a person tells it: what matters, a paragraph for each phase, the board where it turns.

use super::grid::{Grid, Look};
use super::steps::{
    because, capitalised, cells_text, cites_text, conclusion, list_of, rating, read, technique,
};
use crate::logic::{Board, Ground, Needed, Path, Reads, Step, needed};
use crate::model::Cite;
use crate::puzzle::{Cell, Puzzle, digit_char};
use schemars::JsonSchema;
use serde::Serialize;

/// Cells that a sentence names at most.
const MOST_NAMED: usize = 12;

/// Inferences that share a sentence at most.
const MOST_PARTS: usize = 3;

/// Sentences of a paragraph after which the next phase begins.
const LONG: usize = 5;

/// Steps from this rating on, in tenths, begin a phase.
const TURN: u16 = 26;

/// Characters of a line at most.
const WIDTH: usize = 96;

/// A phase of a solve.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Paragraph {
    /// What it is about, in a few words.
    pub title: String,
    /// What is concluded in it.
    pub sentences: Vec<Sentence>,
    /// The digits placed after it in reading order, `.` where none is, at a turn of the solve.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
}

/// A sentence of a story.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[non_exhaustive]
pub struct Sentence {
    /// The sentence.
    pub text: String,
    /// The steps that it tells, by their places in the path from 0. It may tell less than they conclude: what matters.
    pub steps: Vec<usize>,
    /// The cells that it names.
    pub cells: Vec<String>,
    /// Whether it tells the break-in: the hardest step up to the first digit.
    pub break_in: bool,
    /// Whether it tells the hardest step.
    pub hardest: bool,
}

/// A path as a story: only what its end rests on.
#[must_use]
pub fn story(ground: &Ground<'_>, path: &Path) -> Vec<Paragraph> {
    let told = needed(ground, path);
    let first = told.iter().position(|one| one.step.placed.is_some());
    let hardest_of = |steps: &[Needed<'_>]| {
        let ratings = steps.iter().enumerate();
        let found = ratings.max_by_key(|(place, one)| (one.step.rating, usize::MAX - place));
        found.map(|(place, _)| place)
    };
    let break_in = first.and_then(|first| hardest_of(&told[..=first]));
    let break_in = break_in.filter(|&place| told[place].step.placed.is_none());
    let hardest = hardest_of(&told).filter(|&place| told[place].step.placed.is_none());
    let mut teller = Teller {
        ground,
        paragraphs: vec![],
        title: String::new(),
        sentences: vec![],
    };
    let mut place = 0;
    while place < told.len() {
        let end = run_end(&told, place, &[break_in, hardest]);
        let run = &told[place..end];
        let places = is_single(&run[0].step);
        let (breaks, is_hardest) = (Some(place) == break_in, Some(place) == hardest);
        let turns = breaks || is_hardest;
        let is_hard = run[0].step.rating >= TURN;
        let after_singles = place > 0 && is_single(&told[place - 1].step);
        if turns || !places && after_singles && (is_hard || teller.sentences.len() >= LONG) {
            teller.turn(turns.then_some(&run[0].round.board));
        }
        if teller.sentences.is_empty() {
            teller.title = match (breaks, is_hardest) {
                (true, true) => "The break-in, and the hardest step".to_owned(),
                (true, false) => "The break-in".to_owned(),
                (false, true) => "The hardest step".to_owned(),
                (false, false) if places => "Singles".to_owned(),
                (false, false) => capitalised(&technique(&run[0].step)),
            };
        }
        if turns {
            teller.named(run, breaks, is_hardest);
        } else if places {
            teller.singles(run);
        } else if run[0].step.technique().name == "marked-cells" {
            teller.marks(run);
        } else {
            teller.joined(run);
        }
        place = end;
    }
    teller.turn(None);
    teller.paragraphs
}

/// Where the steps of one kind that begin at a place end; a step that is named stands alone.
fn run_end(told: &[Needed<'_>], place: usize, named: &[Option<usize>]) -> usize {
    if named.contains(&Some(place)) {
        return place + 1;
    }
    let first = &told[place].step;
    let alike = |step: &Step| match is_single(first) {
        true => is_single(step),
        false => step.technique == first.technique && !is_single(step),
    };
    let rest = told.iter().enumerate().skip(place + 1);
    let end = rest.take_while(|(place, one)| alike(&one.step) && !named.contains(&Some(*place)));
    end.last().map_or(place + 1, |(place, _)| place + 1)
}

/// Whether a step places a digit in plain sight.
fn is_single(step: &Step) -> bool {
    const SINGLES: [&str; 4] = [
        "full-house",
        "hidden-single-box",
        "hidden-single-line",
        "naked-single",
    ];
    step.placed.is_some() && SINGLES.contains(&step.technique().name)
}

struct Teller<'a> {
    ground: &'a Ground<'a>,
    paragraphs: Vec<Paragraph>,
    /// What the phase that is being told is about.
    title: String,
    /// Its sentences.
    sentences: Vec<Sentence>,
}

impl Teller<'_> {
    /// Tells some steps in a sentence.
    fn tell(&mut self, sentence: &str, told: &[Needed<'_>]) {
        self.sentences.push(Sentence {
            text: format!("{}.", capitalised(sentence)),
            steps: told.iter().map(|one| one.place).collect(),
            cells: names_of_cells(sentence).map(str::to_owned).collect(),
            ..Sentence::default()
        });
    }

    /// The break-in or the hardest step.
    fn named(&mut self, run: &[Needed<'_>], break_in: bool, hardest: bool) {
        let name = match (break_in, hardest) {
            (true, true) => "The break-in, and the hardest step",
            (true, false) => "The break-in",
            (false, _) => "The hardest step",
        };
        let (rating, technique) = (rating(run[0].step.rating), technique(&run[0].step));
        let said = self.said(run);
        self.tell(&format!("{name} ({rating}, {technique}): {said}"), run);
        if let Some(sentence) = self.sentences.last_mut() {
            (sentence.break_in, sentence.hardest) = (break_in, hardest);
        }
    }

    /// Ends a phase, with the board that it leads to.
    fn turn(&mut self, board: Option<&Board>) {
        if self.sentences.is_empty() {
            return;
        }
        let sentences = std::mem::take(&mut self.sentences);
        let cells = 0..self.ground.cells() as u16;
        let digits = |board: &Board| -> String {
            let digit = |cell: u16| match board.open().contains(cell) {
                true => '.',
                false => board.at(cell).single().map_or('.', digit_char),
            };
            cells.map(digit).collect()
        };
        let placed = |digits: &String| {
            let givens = &self.ground.puzzle.givens;
            let given = givens
                .iter()
                .filter(|given| given.digits.len() == 1)
                .count();
            digits.chars().filter(|&digit| digit != '.').count() > given
        };
        self.paragraphs.push(Paragraph {
            title: std::mem::take(&mut self.title),
            sentences,
            board: board.map(digits).filter(placed),
        });
    }

    /// Digits placed in plain sight, by digit.
    fn singles(&mut self, run: &[Needed<'_>]) {
        let placed: Vec<(u16, u8)> = run.iter().filter_map(|one| one.step.placed).collect();
        let is_last = placed.len() == run[0].round.board.open().len();
        if is_last && placed.len() > MOST_NAMED {
            let rest = format!("the other {} cells follow by singles", placed.len());
            return self.tell(&rest, run);
        }
        for run in run.chunks(MOST_NAMED) {
            let some = run.iter().filter_map(|one| one.step.placed);
            let mut by_digit: Vec<(u8, Vec<String>)> = vec![];
            for (cell, digit) in some {
                let name = self.ground.puzzle.cell_name(Cell(cell));
                match by_digit.iter_mut().find(|(known, _)| *known == digit) {
                    Some((_, cells)) => cells.push(name),
                    None => by_digit.push((digit, vec![name])),
                }
            }
            let told = by_digit.iter().map(|(digit, cells)| {
                format!("{} in {}", digit_char(*digit), list_of(cells, " and "))
            });
            let told: Vec<String> = told.collect();
            let what = if run.len() == 1 {
                "a single puts"
            } else {
                "singles put"
            };
            self.tell(&format!("{what} {}", list_of(&told, " and ")), run);
        }
    }

    /// Inferences of one kind, as many in a sentence as name few cells.
    fn joined(&mut self, run: &[Needed<'_>]) {
        let mut parts: Vec<String> = vec![];
        let mut named = 0;
        let common = format!("by {}, ", technique(&run[0].step));
        let mut first = 0;
        for (place, one) in run.iter().enumerate() {
            let mut part = self.said(std::slice::from_ref(one));
            if !parts.is_empty()
                && let Some(rest) = part.strip_prefix(&common)
            {
                part = rest.to_owned();
            }
            let cells = cells_named(&part);
            if !parts.is_empty() && (named + cells > MOST_NAMED || parts.len() == MOST_PARTS) {
                self.tell(&parts.join("; "), &run[first..place]);
                parts.clear();
                (named, first) = (0, place);
            }
            named += cells;
            parts.push(part);
        }
        self.tell(&parts.join("; "), &run[first..]);
    }

    /// What one step says, in so few words that it names few cells.
    fn said(&self, run: &[Needed<'_>]) -> String {
        let step = &run[0].step;
        let puzzle = self.ground.puzzle;
        let whole = match step.technique().reads {
            Reads::Clue | Reads::Together => read(self.ground, step),
            Reads::Nothing => {
                let conclusion = conclusion(puzzle, step);
                format!("{conclusion}, because {}", because(self.ground, step))
            }
        };
        if cells_named(&whole) <= MOST_NAMED {
            return whole;
        }
        let conclusion = conclusion(puzzle, step);
        let by = match (self.listed(step), self.clues(step)) {
            (Some(houses), _) => format!("in every way to fill {houses}"),
            (None, Some(clues)) => format!("by {clues}"),
            (None, None) => format!("by {}", technique(step)),
        };
        let short = format!("{by}, {conclusion}");
        if cells_named(&short) <= MOST_NAMED {
            return short;
        }
        let cells = step.removed.iter().map(|(var, _)| *var);
        let cells = cells.filter(|&var| usize::from(var) < self.ground.cells());
        let mut names: Vec<String> = cells
            .map(|var| cells_text(puzzle, std::iter::once(var).collect()))
            .collect();
        let room = MOST_NAMED.saturating_sub(cells_named(&by)).max(2);
        if names.len() > room {
            let more = names.split_off(room - 1).len();
            names.push(format!("{more} more cells"));
        }
        format!("{by}, {} lose candidates", list_of(&names, " and "))
    }
}

impl Teller<'_> {
    /// What clues say of single cells, together.
    fn marks(&mut self, run: &[Needed<'_>]) {
        let all = run.iter().flat_map(|one| {
            one.step
                .removed
                .iter()
                .zip(&one.step.left)
                .map(move |lost| (one, lost))
        });
        let all: Vec<_> = all.collect();
        for some in all.chunks(MOST_NAMED) {
            let step = Step {
                removed: some.iter().map(|(_, (lost, _))| **lost).collect(),
                left: some.iter().map(|(_, (_, left))| **left).collect(),
                ..Step::default()
            };
            let conclusion = conclusion(self.ground.puzzle, &step);
            let mut told: Vec<Needed<'_>> = some.iter().map(|(one, _)| (*one).clone()).collect();
            told.dedup_by_key(|one| one.place);
            self.tell(&format!("by their clues alone, {conclusion}"), &told);
        }
    }

    /// The clues that a step reads, where their names are few cells.
    fn clues(&self, step: &Step) -> Option<String> {
        let clues = step.reason.cites.iter();
        let clues: Vec<Cite> = clues
            .filter(|cite| !matches!(cite, Cite::House(_)))
            .copied()
            .collect();
        let reads = step.technique().reads != Reads::Nothing && !clues.is_empty();
        let named = reads.then(|| cites_text(self.ground, &clues));
        named.filter(|named| cells_named(named) <= 4)
    }

    /// The houses whose fillings a step lists: those in which most of its cells stand.
    fn listed(&self, step: &Step) -> Option<String> {
        const LISTINGS: [(&str, usize); 6] = [
            ("house-and-clues", 1),
            ("house-and-sums", 1),
            ("two-houses-and-clues", 2),
            ("two-houses-and-sums", 2),
            ("long-listing", 2),
            ("wide-listing", 3),
        ];
        let name = step.technique().name;
        let &(_, count) = LISTINGS.iter().find(|(listing, _)| *listing == name)?;
        let houses = self.ground.houses.iter();
        let cited = houses.filter(|house| step.reason.cites.contains(&house.cite));
        let mut houses: Vec<_> = cited
            .map(|house| ((house.cells & step.pattern).len(), house.cite))
            .collect();
        houses.sort_by_key(|(inside, _)| std::cmp::Reverse(*inside));
        let houses: Vec<Cite> = houses.into_iter().take(count).map(|(_, by)| by).collect();
        let named = (!houses.is_empty()).then(|| cites_text(self.ground, &houses))?;
        Some(format!("{named} with the clues there"))
    }
}

/// How many cells a text names.
fn cells_named(text: &str) -> usize {
    names_of_cells(text).count()
}

/// The cells that a text names.
fn names_of_cells(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    let is_cell = |word: &&str| {
        let columns = word.strip_prefix('R').and_then(|rest| rest.split_once('C'));
        columns.is_some_and(|(row, column)| {
            let is_number =
                |text: &str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_digit());
            is_number(row) && is_number(column)
        })
    };
    words.filter(is_cell)
}

/// A story as text: paragraphs of short lines, boards between them.
#[must_use]
pub fn story_text(puzzle: &Puzzle, story: &[Paragraph]) -> String {
    let mut text = String::new();
    for paragraph in story {
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
