//! Templates: complete placements of one digit in the whole grid.
//!
//! A digit is in each house once, and clues tie its places together. If an arrow has a single cell, both the bulb and the
//! cell hold the digit or neither does; the same applies to the two ends of a palindrome or of a region sum line. A dot
//! contains the digit at most once. A place that is in no template is removed. Fish are the special case with two kinds of
//! lines, and "pattern overlay" is the same method without clues. No other digit is considered, so a person can follow the
//! digit on one sheet of paper. The step cites the houses and clues that run out of places.

use crate::clue_links::Inquiry;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::{Cells, Context};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use std::collections::BTreeSet;

pub(super) const TEMPLATES: Technique = Technique {
    name: "templates",
    help: "one digit over the whole grid: its places in all houses, linked by clues",
    about: "Place one digit in the whole grid: once in each house, and as the clues tie its places together. \
            A place that no such pattern contains goes.",
    family: Family::Counting,
    sentence: Sentence::Digit,
    price: Some(5.6),
    positions: &[Position::on_path(
        "default",
        6.1,
        "corpus/techniques/templates.toml",
    )],
    find: templates,
    ..Technique::USUAL
};

/// Maximum number of houses and clues through which a person follows one digit.
const MOST_CITED: usize = 16;
/// Number of houses and clues that the base price covers. Each further house or clue costs a tenth.
const FEW_CITED: usize = 4;
/// Maximum number of places to try for one candidate if houses leave a choice. After that, the candidate counts as
/// supported.
const BUDGET: usize = 60;

/// Finds cells that are in no template of a digit. Skips puzzles without clues that link cells, because fish and chains find
/// the same cells in these puzzles.
fn templates(context: &Context<'_>, steps: &mut Steps) {
    if context.ground.plain() {
        return;
    }
    let mut ties = ties(context);
    for digit in context.ground.digits.iter() {
        if !context.go_on() {
            return;
        }
        let own = std::mem::take(&mut ties[usize::from(digit)]);
        Sheet::new(context, digit, own).clear(steps);
    }
}

/// An implication by a clue about one digit in two cells: if the first cell holds (or lacks) the digit, the second cell
/// holds (or lacks) it.
#[derive(Debug)]
struct Tie {
    from: (u16, bool),
    to: (u16, bool),
    cites: Vec<Cite>,
    /// The cells whose candidates the tie depends on.
    seen: Cells,
}

fn ties(context: &Context<'_>) -> Vec<Vec<Tie>> {
    let board = context.board;
    let mut ties: Vec<Vec<Tie>> = (0..64).map(|_| vec![]).collect();
    let inquiry = Inquiry {
        ground: context.ground,
        board,
        most_cites: 1,
        parts: &|digits| {
            let one = digits.iter().map(DigitSet::one);
            let others = digits.iter().map(|d| digits.without(DigitSet::one(d)));
            // Without one of two candidates, the cell holds the other, which is listed already.
            one.chain(others.filter(|left| left.len() > 1)).collect()
        },
    };
    inquiry.consequences(&mut |_, _| true, &mut |found| {
        let before = board.at(found.loser);
        let left = before.without(found.lost);
        // The premise and the conclusion can each be read in two ways: the cell holds the only digit of a set, or it lacks
        // the only digit that is excluded.
        let without = board.at(found.cell).without(found.within);
        let from = [(found.within, true), (without, false)];
        let to = [(left, true), (found.lost & before, false)];
        for (digits, stands) in from {
            let Some(digit) = digits.min().filter(|_| digits.len() == 1) else {
                continue;
            };
            for (digits, follows) in to {
                let is_said = digits.contains(digit) && (!follows || digits.len() == 1);
                if is_said {
                    // If one digit is placed because all others are excluded, all candidates of the cell matter, so such
                    // cells are cited too.
                    let counted = [(found.cell, !stands), (found.loser, follows)];
                    let counted = counted.iter().filter(|(_, is)| *is).map(|(cell, _)| *cell);
                    ties[usize::from(digit & 63)].push(Tie {
                        from: (found.cell, stands),
                        to: (found.loser, follows),
                        cites: found.cites.to_vec(),
                        seen: found.seen | counted.collect(),
                    });
                }
            }
        }
    });
    ties
}

/// The reason why a cell holds the digit or lacks it.
#[derive(Clone, Copy, Debug)]
enum Why {
    /// The attempt assumes that the cell holds the digit.
    Tried,
    /// The cell sees this cell, which holds the digit.
    Seen(u16),
    /// The tie with this index implies that the cell holds or lacks the digit.
    Tied(usize),
    /// The cell is the only place left in the house with this index.
    Last(usize),
}

/// The premises on which a failed attempt depends.
#[derive(Clone, Debug, Default)]
struct Used {
    houses: BTreeSet<usize>,
    ties: BTreeSet<usize>,
    pairs: Vec<(u16, u16)>,
    /// The cells in which the digit was placed by assumption.
    tried: Cells,
}

impl Used {
    fn add(&mut self, other: Self) {
        self.houses.extend(other.houses);
        self.ties.extend(other.ties);
        self.pairs.extend(other.pairs);
        self.tried |= other.tried;
    }
}

/// The cells marked as holding the digit and the cells marked as lacking it, with the reasons.
#[derive(Clone)]
struct Marks {
    on: Cells,
    off: Cells,
    why: Vec<Why>,
    fresh: Vec<(u16, bool)>,
}

/// The result of an attempt to place the digit in every house.
enum End {
    Placed(Cells),
    Failed(Used),
    OutOfBudget,
}

/// One digit, with its places and the ties between them.
struct Sheet<'a> {
    context: &'a Context<'a>,
    digit: u8,
    places: Cells,
    /// The indices of the houses that lack the digit.
    houses: Vec<usize>,
    ties: Vec<Tie>,
    /// For each cell, the indices of two sets of ties: those to follow if the cell lacks the digit, and those to follow if
    /// it holds the digit.
    begins: Vec<[Vec<usize>; 2]>,
}

impl<'a> Sheet<'a> {
    fn new(context: &'a Context<'a>, digit: u8, ties: Vec<Tie>) -> Self {
        let mut begins = vec![[vec![], vec![]]; context.ground.cells()];
        for (number, tie) in ties.iter().enumerate() {
            let (cell, stands) = tie.from;
            begins[usize::from(cell)][usize::from(stands)].push(number);
        }
        let stands = DigitSet::one(digit);
        let placed = Cells::first_of(context.ground.cells()) - context.board.open();
        let lacks = |cells: Cells| {
            (cells & placed)
                .iter()
                .all(|c| context.board.at(c) != stands)
        };
        let houses = context.ground.houses.iter().enumerate();
        let houses = houses.filter(|(_, house)| lacks(house.cells));
        Self {
            context,
            digit,
            houses: houses.map(|(number, _)| number).collect(),
            places: context.board.places(digit),
            ties,
            begins,
        }
    }

    /// Offers to remove the digit from the cells that are in no template.
    fn clear(&self, steps: &mut Steps) {
        let open = self.places & self.context.board.open();
        let mut held = Cells::EMPTY;
        for cell in open.iter() {
            // A template supports all its cells, so the cells of earlier templates need no attempt.
            if held.contains(cell) {
                continue;
            }
            let marks = Marks {
                on: Cells::EMPTY,
                off: Cells::EMPTY,
                why: vec![Why::Tried; self.context.ground.cells()],
                fresh: vec![],
            };
            let mut budget = BUDGET;
            match self.attempt(marks, cell, &mut budget) {
                End::Placed(on) => held |= on,
                End::Failed(used) => self.offer(cell, &used, steps),
                End::OutOfBudget => {}
            }
        }
    }

    /// Tries to place the digit in a cell, and then in all other houses.
    fn attempt(&self, mut marks: Marks, cell: u16, budget: &mut usize) -> End {
        let Some(left) = budget.checked_sub(1) else {
            return End::OutOfBudget;
        };
        *budget = left;
        if let Err(used) = self.follow(&mut marks, cell) {
            return End::Failed(used);
        }
        let Some((house, choice)) = self.narrowest(&marks) else {
            return End::Placed(marks.on);
        };
        let mut all = Used::default();
        all.houses.insert(house);
        // The house has only these places because other cells lack the digit, so the reasons why they lack it are premises
        // of a failure.
        self.trace(&mut all, &marks, self.lacking(house, &marks));
        for place in choice.iter() {
            match self.attempt(marks.clone(), place, budget) {
                End::Failed(mut used) => {
                    // If the failure does not depend on this choice, every other place in the house fails for the same
                    // reason.
                    if !used.tried.contains(place) {
                        return End::Failed(used);
                    }
                    // The house covers every choice, so the joint failure does not depend on this choice.
                    used.tried -= Cells::one(place);
                    all.add(used);
                }
                end => return end,
            }
        }
        End::Failed(all)
    }

    /// Returns the house with the fewest places for the digit, among the houses that still lack it. Also returns these
    /// places.
    fn narrowest(&self, marks: &Marks) -> Option<(usize, Cells)> {
        let houses = self.houses.iter().map(|&house| (house, self.cells(house)));
        let open = houses.filter(|(_, cells)| !cells.meets(marks.on));
        let open = open.map(|(house, cells)| (house, (cells & self.places) - marks.off));
        open.min_by_key(|(_, choice)| choice.len())
    }

    /// Places the digit in a cell and follows the consequences. The digit is removed from peers, ties are followed, and last
    /// places are filled.
    fn follow(&self, marks: &mut Marks, cell: u16) -> Result<(), Used> {
        self.mark(marks, (cell, true), Why::Tried)?;
        loop {
            while let Some((cell, stands)) = marks.fresh.pop() {
                if stands {
                    let peers = self.context.ground.peers[usize::from(cell)];
                    for peer in ((peers & self.places) - marks.off).iter() {
                        self.mark(marks, (peer, false), Why::Seen(cell))?;
                    }
                }
                for &tie in &self.begins[usize::from(cell)][usize::from(stands)] {
                    self.mark(marks, self.ties[tie].to, Why::Tied(tie))?;
                }
            }
            for &house in &self.houses {
                let left = (self.cells(house) & self.places) - marks.off;
                if left.is_empty() {
                    let mut used = Used::default();
                    used.houses.insert(house);
                    self.trace(&mut used, marks, self.lacking(house, marks));
                    return Err(used);
                }
                if left.is_single() && !left.within(marks.on) {
                    self.mark(marks, (left.first(), true), Why::Last(house))?;
                }
            }
            if marks.fresh.is_empty() {
                return Ok(());
            }
        }
    }

    /// Marks a cell as holding or lacking the digit, unless it already has this mark, and queues the mark so that its ties
    /// are followed. Fails if the cell has the opposite mark or lacks the candidate.
    fn mark(&self, marks: &mut Marks, (cell, stands): (u16, bool), why: Why) -> Result<(), Used> {
        let (same, other) = match stands {
            true => (marks.on, marks.off),
            false => (marks.off, marks.on),
        };
        if same.contains(cell) {
            return Ok(());
        }
        if other.contains(cell) || (stands && !self.places.contains(cell)) {
            // The cell itself needs a reason only if a mark contradicts the new one. Otherwise it lacks the candidate
            // anyway.
            let mut used = Used::default();
            let first = self.premises(&mut used, cell, why, marks);
            self.trace(&mut used, marks, first | (Cells::one(cell) & other));
            return Err(used);
        }
        match stands {
            true => marks.on |= Cells::one(cell),
            false => marks.off |= Cells::one(cell),
        }
        marks.why[usize::from(cell)] = why;
        marks.fresh.push((cell, stands));
        Ok(())
    }

    /// Returns the cells of a house that are marked as lacking the digit.
    fn lacking(&self, house: usize, marks: &Marks) -> Cells {
        self.cells(house) & marks.off
    }

    fn cells(&self, house: usize) -> Cells {
        self.context.ground.houses[house].cells
    }

    /// Adds the premises of a mark to `used`. Returns the cells whose marks led to this mark.
    fn premises(&self, used: &mut Used, cell: u16, why: Why, marks: &Marks) -> Cells {
        match why {
            Why::Tried => {
                used.tried |= Cells::one(cell);
                Cells::EMPTY
            }
            Why::Seen(from) => {
                used.pairs.push((from, cell));
                Cells::one(from)
            }
            Why::Tied(tie) => {
                used.ties.insert(tie);
                Cells::one(self.ties[tie].from.0)
            }
            Why::Last(house) => {
                used.houses.insert(house);
                self.lacking(house, marks) - Cells::one(cell)
            }
        }
    }

    /// Traces marks back to the assumptions, and adds all premises to `used`.
    fn trace(&self, used: &mut Used, marks: &Marks, from: Cells) {
        let (mut open, mut done) = (from, Cells::EMPTY);
        while !open.is_empty() {
            let cell = open.first();
            done |= Cells::one(cell);
            let why = marks.why[usize::from(cell)];
            open = (open | self.premises(used, cell, why, marks)) - done;
        }
    }

    fn offer(&self, cell: u16, used: &Used, steps: &mut Steps) {
        let (ground, board) = (self.context.ground, self.context.board);
        let houses = used.houses.iter().map(|&house| &ground.houses[house]);
        let mut pairs = used.pairs.clone();
        pairs.sort_unstable();
        let pairs = pairs.iter().filter_map(|&(a, b)| ground.why_apart(a, b));
        let ties = used.ties.iter().map(|&tie| &self.ties[tie]);
        let step = Step::remove(self.digit, Cells::one(cell))
            .citing(houses.clone().map(|house| house.cite))
            .citing(ties.clone().flat_map(|tie| tie.cites.iter().copied()))
            .citing(pairs);
        let cited = step.reason.cites.len();
        if cited > MOST_CITED {
            return;
        }
        steps.offer(cited.saturating_sub(FEW_CITED) as u16, || {
            let seen = ties.fold(Cells::EMPTY, |all, tie| all | tie.seen);
            let lacking = houses.fold(Cells::EMPTY, |all, house| all | house.cells) - self.places;
            // These cells only have to lack the digit, so their other candidates do not matter.
            let others = ground.digits.without(DigitSet::one(self.digit));
            let mut step = step.seeing(seen | lacking).sized(cited);
            let known = seen.iter().map(|cell| (cell, board.at(cell)));
            let lacking = (lacking - seen).iter().map(|cell| (cell, others));
            step.reason.facts = known.chain(lacking).collect();
            step
        });
    }
}
