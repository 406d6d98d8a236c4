//! Death blossom: a cell whose candidates each lock an almost locked set.
//!
//! The *stem* has two or three candidates. Each candidate has a *petal*: an almost locked set in which all places of that
//! digit see the stem. If the stem holds the digit, the petal is locked and contains each of its other digits. If all
//! petals have a digit that the stem lacks, one of the petals contains it. A cell that sees all places of the digit in the
//! petals therefore loses it. Example: if the stem is r1c1 = {1, 2} and the petals are r1c5 = {1, 9} and r4c1, r6c1 = {2,
//! 5, 9}, a cell that sees these 9s can't be 9. The definition follows HoDoKu (B. Hobiger).

use super::als::{Als, sets};
use crate::Cells;
use crate::Context;
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use cluewright_puzzle::DigitSet;

pub(super) const DEATH_BLOSSOM: Technique = Technique {
    name: "death-blossom",
    help: "a cell each of whose candidates locks a set elsewhere",
    about: "Each candidate of one cell, the stem, turns an almost locked set elsewhere into a locked one. A \
            digit that all these sets have is in one of them either way, and cells that see all its places \
            lose it.",
    family: Family::AlmostLocked,
    sentence: Sentence::Blossom,
    price: Some(5.8),
    positions: &[Position::on_path(
        "default",
        5.9,
        "..2....9434....1.....12......5.63..78......6..9..5..8......5.3.9.7..84...6......9",
    )],
    find,
    ..Technique::USUAL
};

/// Maximum number of candidates of a stem.
const MOST_PETALS: usize = 3;

/// A stem and the petals chosen so far.
struct Blossom<'a> {
    stem: u16,
    digit: u8,
    petals: Vec<(u8, &'a Als<'a>)>,
    /// The cells that would lose the common digit.
    lost: Cells,
}

/// Searches for a death blossom at each cell with two or three candidates.
fn find(context: &Context<'_>, steps: &mut Steps) {
    let all = sets(context);
    for stem in context.board.open().iter() {
        let digits = context.board.at(stem);
        if !(2..=MOST_PETALS).contains(&digits.len()) {
            continue;
        }
        let sees = context.ground.peers[usize::from(stem)];
        let fits = |als: &&Als<'_>, digit: u8| {
            let places = als.of(digit);
            !als.cells.contains(stem) && places.is_some_and(|(places, _)| places.within(sees))
        };
        let petals = digits.iter().map(|digit| {
            let fitting = all.iter().filter(|als| fits(als, digit));
            (digit, fitting.collect::<Vec<_>>())
        });
        let petals: Vec<(u8, Vec<&Als<'_>>)> = petals.collect();
        for digit in context.ground.digits.without(digits).iter() {
            let mut blossom = Blossom {
                stem,
                digit,
                petals: vec![],
                lost: context.board.places(digit) - Cells::one(stem),
            };
            blossom.grow(context, &petals, steps);
        }
    }
}

impl<'a> Blossom<'a> {
    /// Adds a petal for each candidate that has none, in all possible combinations.
    fn grow(&mut self, context: &Context<'_>, rest: &[(u8, Vec<&'a Als<'a>>)], steps: &mut Steps) {
        let Some(((by, fitting), rest)) = rest.split_first() else {
            return self.conclude(context, steps);
        };
        for als in fitting {
            let Some((_, peers)) = als.of(self.digit) else {
                continue;
            };
            let before = self.lost;
            self.lost = (before & peers) - als.cells;
            if !self.lost.is_empty() {
                self.petals.push((*by, als));
                self.grow(context, rest, steps);
                self.petals.pop();
            }
            self.lost = before;
        }
    }

    fn conclude(&self, context: &Context<'_>, steps: &mut Steps) {
        let petals = self.petals.iter();
        let size = petals
            .clone()
            .map(|(_, als)| als.cells.len())
            .sum::<usize>()
            + 1;
        steps.offer(size.saturating_sub(4) as u16, || {
            let ground = context.ground;
            let mut step = Step::remove(self.digit, self.lost);
            let mut pattern = Cells::one(self.stem);
            for (by, als) in petals {
                let places = |digit| als.of(digit).map_or(Cells::EMPTY, |(places, _)| places);
                let stem = places(*by)
                    .iter()
                    .filter_map(|place| ground.why_apart(self.stem, place));
                step = step.citing([als.house.cite]).citing(stem);
                for loser in self.lost.iter() {
                    let ends = places(self.digit);
                    let ends = ends
                        .iter()
                        .filter_map(|place| ground.why_apart(loser, place));
                    step = step.citing(ends.collect::<Vec<_>>());
                }
                pattern |= als.cells;
            }
            step.pattern(pattern)
                .about(DigitSet::one(self.digit) | context.board.at(self.stem))
                .sized(size)
        });
    }
}
