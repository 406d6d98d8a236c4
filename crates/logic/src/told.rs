//! Drops the steps of a story that singles and its other steps make redundant.
//!
//! A path applies all steps of the lowest rating. Without one of them, singles often find the same digits a little later. A
//! step is dropped if each step after it still has the candidates on which it rests, and if the story ends in the same way.

use super::slice::{Sliced, slice};
use super::step::Step;
use super::{Board, Cells, Ground, HouseKind, Needed, Path, Sentence, TECHNIQUES};
use cluewright_puzzle::DigitSet;

/// Returns the steps that a story tells, in order: those on which the last board of a path depends, without redundant ones.
/// Singles are placed as soon as they appear, so that they can differ from those of the path.
#[must_use]
pub fn select_steps<'p>(ground: &Ground<'_>, path: &'p Path) -> Vec<Needed<'p>> {
    let all = slice(ground, path);
    let short = Shortening::of(ground, path, &all).shorten();
    short.unwrap_or_else(|| all.into_iter().map(|one| one.needed).collect())
}

/// A part of a story: a step, or the place of one or more singles.
#[derive(Clone, Copy)]
enum Part {
    /// A step, by its index.
    Step(usize),
    Singles,
}

struct Shortening<'a, 'p> {
    ground: &'a Ground<'a>,
    all: &'a [Sliced<'p>],
    parts: Vec<Part>,
    /// The board at the end of the path.
    end: &'a Board,
}

/// The single that places a digit.
enum Single {
    Last(usize),
    Hidden(usize),
    Naked,
}

impl<'a, 'p> Shortening<'a, 'p> {
    fn of(ground: &'a Ground<'a>, path: &'a Path, all: &'a [Sliced<'p>]) -> Self {
        let mut parts: Vec<Part> = vec![];
        for (place, one) in all.iter().enumerate() {
            match (is_single(&one.needed.step), parts.last()) {
                (true, Some(Part::Singles)) => {}
                (true, _) => parts.push(Part::Singles),
                (false, _) => parts.push(Part::Step(place)),
            }
        }
        // Without a step between them, singles of the end may depend on a dropped step, so they are looked for again.
        parts.push(Part::Singles);
        Self {
            ground,
            all,
            parts,
            end: &path.board,
        }
    }

    /// Drops redundant steps, the last ones first. Returns `None` if the story cannot be replayed, for example because the
    /// profile lacks singles, or if no step is redundant.
    fn shorten(mut self) -> Option<Vec<Needed<'p>>> {
        let mut boards = vec![];
        let mut board = Board::new(self.ground);
        for &part in &self.parts {
            boards.push(board.clone());
            self.apply(&mut board, part)?;
        }
        self.is_end(&board).then_some(())?;
        let count = self.parts.len();
        for (place, board) in boards.into_iter().enumerate().rev() {
            if self.is_removal(self.parts[place]) && self.leads_to_end(board, place + 1) {
                self.parts.remove(place);
            }
        }
        (self.parts.len() < count).then(|| self.tell())
    }

    fn is_removal(&self, part: Part) -> bool {
        match part {
            Part::Step(place) => self.all[place].needed.step.placed.is_none(),
            Part::Singles => false,
        }
    }

    /// Returns `true` if the parts from an index on fill the board as the path does.
    fn leads_to_end(&self, mut board: Board, from: usize) -> bool {
        let mut parts = self.parts[from..].iter();
        parts.all(|&part| self.apply(&mut board, part).is_some()) && self.is_end(&board)
    }

    /// Returns `true` if a board has the same digits as the end of the path. Steps are valid, so no digit can differ.
    fn is_end(&self, board: &Board) -> bool {
        board.open() == self.end.open() && !board.is_broken()
    }

    /// Applies a part. Returns `None` if a candidate on whose absence its step rests is still there.
    fn apply(&self, board: &mut Board, part: Part) -> Option<()> {
        match part {
            Part::Step(place) => {
                let one = &self.all[place];
                one.holds_on(board).then_some(())?;
                board.apply(self.ground, &one.needed.step);
            }
            Part::Singles => while self.place_singles(board, |_, _, _| {}) {},
        }
        Some(())
    }

    /// Places all singles of the easiest kind on a board at once. Calls `see` with each of them. Returns `false` if there are
    /// none.
    fn place_singles(&self, board: &mut Board, mut see: impl FnMut(u16, u8, Single)) -> bool {
        let kinds = [
            Self::find_last_cells,
            Self::find_only_places,
            Self::find_only_digits,
        ];
        let mut found = kinds.iter().map(|find| find(self, board));
        let Some(found) = found.find(|found| !found.is_empty()) else {
            return false;
        };
        for (cell, digit, single) in found {
            // Two houses can have the same single.
            if board.open().contains(cell) {
                board.place(self.ground, cell, digit);
                see(cell, digit, single);
            }
        }
        true
    }

    fn find_last_cells(&self, board: &Board) -> Vec<(u16, u8, Single)> {
        let houses = self.ground.houses.iter().enumerate();
        let last = houses.filter_map(|(number, house)| {
            let open = house.cells & board.open();
            let cell = open.is_single().then(|| open.first())?;
            Some((cell, board.at(cell).single()?, Single::Last(number)))
        });
        last.collect()
    }

    fn find_only_places(&self, board: &Board) -> Vec<(u16, u8, Single)> {
        let houses = self.ground.houses.iter().enumerate();
        let open = houses.filter(|(_, house)| house.cells.meets(board.open()));
        let places = open.flat_map(|(number, house)| {
            let digits = self.ground.digits.iter();
            digits.filter_map(move |digit| {
                let places = board.places(digit) & house.cells;
                let is_one = places.is_single();
                is_one.then(|| (places.first(), digit, Single::Hidden(number)))
            })
        });
        places.collect()
    }

    fn find_only_digits(&self, board: &Board) -> Vec<(u16, u8, Single)> {
        let open = board.open().iter();
        let single = open.filter_map(|cell| Some((cell, board.at(cell).single()?, Single::Naked)));
        single.collect()
    }

    /// Lists the steps of the remaining parts.
    fn tell(&self) -> Vec<Needed<'p>> {
        let mut board = Board::new(self.ground);
        let mut told: Vec<Needed<'p>> = vec![];
        for &part in &self.parts {
            match part {
                Part::Step(place) => {
                    let one = &self.all[place].needed;
                    let is_open = |(cell, _)| board.open().contains(cell);
                    // A single may have placed the digit of a step already.
                    if one.step.placed.is_none_or(is_open) {
                        told.push(one.clone());
                    }
                    board.apply(self.ground, &one.step);
                }
                Part::Singles => loop {
                    let before = board.clone();
                    let mut found = vec![];
                    let see = |cell, digit, single| {
                        found.extend(self.word_single(&before, (cell, digit), &single));
                    };
                    if !self.place_singles(&mut board, see) {
                        break;
                    }
                    found.sort_by_key(|one| one.place);
                    told.extend(found);
                },
            }
        }
        told
    }

    /// Returns the step that places a digit: that of the path if it holds on the board, otherwise a new single.
    fn word_single(&self, board: &Board, placed: (u16, u8), single: &Single) -> Option<Needed<'p>> {
        let mut own = self.all.iter();
        let own = own.find(|one| one.needed.step.placed == Some(placed))?;
        if is_single(&own.needed.step) && own.holds_on(board) {
            return Some(own.needed.clone());
        }
        let (cell, digit) = placed;
        let house = |number: usize| &self.ground.houses[number];
        let others = |cells: Cells| cells - Cells::one(cell);
        let (name, step) = match *single {
            Single::Naked => (
                "naked-single",
                Step::place(cell, digit).seeing(Cells::one(cell)),
            ),
            Single::Last(number) | Single::Hidden(number) => {
                let house = house(number);
                let step = Step::place(cell, digit).citing([house.cite]);
                let name = match (single, house.kind) {
                    (Single::Last(_), _) => "full-house",
                    (_, HouseKind::Box) => "hidden-single-box",
                    _ => "hidden-single-line",
                };
                (name, step.seeing(others(house.cells)))
            }
        };
        let technique = TECHNIQUES.iter().position(|own| own.name == name)?;
        let step = Step {
            technique: technique as u16,
            rating: own.needed.step.rating,
            ..step
        };
        Some(Needed {
            step,
            ..own.needed.clone()
        })
    }
}

impl Sliced<'_> {
    /// Returns `true` if a board lacks every candidate on whose absence the step rests.
    fn holds_on(&self, board: &Board) -> bool {
        let is_gone = |&(var, lost): &(u16, DigitSet)| (board.at(var) & lost).is_empty();
        self.absent.iter().all(is_gone)
    }
}

fn is_single(step: &Step) -> bool {
    use Sentence::{LastCell, OnlyDigit, OnlyPlace};
    step.placed.is_some() && matches!(step.sentence(), LastCell | OnlyDigit | OnlyPlace)
}
