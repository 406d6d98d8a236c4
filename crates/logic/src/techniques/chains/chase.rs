//! Follows one assumption through links, patterns and nested chains.

use super::closure::{Closure, Inner, Mode, Nested, Why};
use super::forcing::Forcing;
use crate::net::Net;
use crate::{Board, Cells, Context, Ground};
use cluewright_puzzle::DigitSet;

/// The board that a chain changes as it grows.
#[derive(Clone)]
pub(super) struct Working {
    pub(super) cells: Vec<DigitSet>,
    pub(super) places: [Cells; 64],
}

/// One assumption, followed on its own copy of the board.
pub(super) struct Chase<'a> {
    pub(super) context: &'a Context<'a>,
    pub(super) ground: &'a Ground<'a>,
    pub(super) board: &'a Board,
    pub(super) net: &'a Net,
    pub(super) mode: Mode,
    pub(super) working: Working,
    pub(super) on: Vec<u16>,
    pub(super) off: Vec<u16>,
}

impl<'a> Chase<'a> {
    pub(super) fn new(context: &'a Context<'a>, board: &'a Board, mode: Mode) -> Self {
        let ground = context.ground;
        Self {
            context,
            ground,
            board,
            net: context.net(),
            mode,
            working: Working {
                cells: board.candidates()[..ground.cells()].to_vec(),
                places: std::array::from_fn(|digit| board.places(digit as u8)),
            },
            on: Vec::with_capacity(64),
            off: Vec::with_capacity(256),
        }
    }

    /// Follows a candidate that is on or off, until the mode permits no further inferences, or a contradiction is
    /// reached. `gone` is a bit set of the candidates that the net has but the board lacks. If interrupted, returns
    /// only the assumption.
    pub(super) fn follow(mut self, (candidate, on): (u16, bool), gone: &[u64]) -> Closure {
        let mut closure = Closure::blank(self.net, gone);
        closure.add(closure.node(candidate, on), &[], Why::Start);
        match on {
            true => self.on.push(candidate),
            false => self.off.push(candidate),
        }
        if self.context.go_on() {
            self.run(&mut closure);
        }
        closure
    }

    fn run(&mut self, closure: &mut Closure) {
        let (mut next_on, mut next_off) = (0, 0);
        loop {
            if next_on < self.on.len() {
                let candidate = self.on[next_on];
                next_on += 1;
                if self.exclude(candidate, closure) {
                    return;
                }
            } else if next_off < self.off.len() {
                let candidate = self.off[next_off];
                next_off += 1;
                if self.force(candidate, closure) {
                    return;
                }
            } else if !self.mode.plus
                || !(self.patterns(closure) || self.chains(closure))
                || closure.clash.is_some()
            {
                return;
            }
        }
    }

    /// Turns off the candidates that a true candidate excludes. Returns `true` if this leads to a contradiction.
    fn exclude(&mut self, candidate: u16, closure: &mut Closure) -> bool {
        let excluded = &self.net.excludes[usize::from(candidate)];
        let first = match self.mode.y {
            true => 0,
            false => usize::from(self.net.excludes_y[usize::from(candidate)]),
        };
        for &other in &excluded[first..] {
            let node = closure.node(other, false);
            let clash = closure.has(closure.node(other, true));
            // The node is recorded before the clash, because the explanation of a clash starts from both of its nodes.
            if !closure.has(node) {
                closure.add(node, &[candidate], Why::Link);
                self.off.push(other);
            }
            if clash {
                closure.clash = Some(other);
                return true;
            }
        }
        false
    }

    /// Turns on the candidates that a false candidate forces. Returns `true` if this leads to a contradiction.
    fn force(&mut self, candidate: u16, closure: &mut Closure) -> bool {
        let (cell, digit) = self.net.candidates[usize::from(candidate)];
        let mut clash = false;
        if self.mode.y && self.working.cells[usize::from(cell)].len() == 2 {
            let other = self.working.cells[usize::from(cell)].without(DigitSet::one(digit));
            if let Some(other) = other.single() {
                let gone = self
                    .board
                    .at(cell)
                    .without(self.working.cells[usize::from(cell)]);
                // A cell has at most 64 digits, so an array is large enough and saves an allocation per link.
                let mut parents = [0; 64];
                parents[0] = closure.node(candidate, false);
                let mut count = 1;
                // The link exists only because the chain has removed the other candidates, so these removals are parents
                // too.
                for gone in gone.iter() {
                    parents[count] = closure.node(self.net.number(cell, gone), false);
                    count += 1;
                }
                clash |= self.stand((cell, other), &parents[..count], Why::Link, closure);
            }
        }
        if !clash {
            for &house in &self.ground.houses_of[usize::from(cell)] {
                let cells = self.ground.houses[usize::from(house)].cells;
                let places = self.working.places[usize::from(digit)] & cells;
                if places.len() != 2 || clash {
                    continue;
                }
                let other = (places - Cells::one(cell)).first();
                let gone = (self.board.places(digit) & cells) - places;
                let mut parents = [0; 64];
                parents[0] = closure.node(candidate, false);
                let mut count = 1;
                for gone in gone.iter() {
                    parents[count] = closure.node(self.net.number(gone, digit), false);
                    count += 1;
                }
                let why = Why::House(house);
                clash |= self.stand((other, digit), &parents[..count], why, closure);
            }
        }
        // The candidate is removed only now, because the tests above count it as one of the last two.
        if self.mode.dynamic {
            let left = self.working.cells[usize::from(cell)].without(DigitSet::one(digit));
            self.working.cells[usize::from(cell)] = left;
            self.working.places[usize::from(digit)] -= Cells::one(cell);
        }
        clash
    }

    /// Turns a candidate on. Returns `true` if this leads to a contradiction.
    fn stand(
        &mut self,
        (cell, digit): (u16, u8),
        parents: &[u16],
        why: Why,
        closure: &mut Closure,
    ) -> bool {
        let candidate = self.net.number(cell, digit);
        if !closure.has(candidate) {
            closure.add(candidate, parents, why);
            self.on.push(candidate);
        }
        let clash = closure.has(closure.node(candidate, false));
        if clash {
            closure.clash = Some(candidate);
        }
        clash
    }

    /// Searches for nested chains on the chain's board, from the easiest kind to the hardest. Applies the chains of the
    /// first kind that leads to new nodes or a contradiction. Returns `false` if no kind does.
    fn chains(&mut self, closure: &mut Closure) -> bool {
        if self.mode.nested == Nested::No {
            return false;
        }
        let mut board = self.board.clone();
        for cell in board.open().iter() {
            let gone = board
                .at(cell)
                .without(self.working.cells[usize::from(cell)]);
            board.remove(cell, gone);
        }
        let gone = closure.reached[self.net.words..].to_vec();
        for kind in [Nested::Chains, Nested::Multiple, Nested::Dynamic] {
            if kind > self.mode.nested {
                break;
            }
            let mut found = vec![];
            let mode = match kind {
                Nested::Dynamic => Mode::DYNAMIC,
                _ => Mode::STATIC,
            };
            let mut forcing = Forcing::inside(self.context, &board, &gone, mode);
            let mut see = |forcing: &mut Forcing<'_>, ends: &[(usize, u16)], conclusion: u16| {
                found.push((forcing.inner(ends), conclusion));
            };
            match kind {
                Nested::No => {}
                Nested::Chains => forcing.contradictions(&mut see),
                Nested::Multiple => forcing.multiple(3, &mut see),
                Nested::Dynamic => forcing.dynamic(&mut see),
            }
            // Short chains come first, because a candidate keeps the first chain that removes it.
            found.sort_by_key(|(inner, conclusion)| (inner.nodes, *conclusion));
            let before = self.off.len();
            for (mut inner, conclusion) in found {
                // A chain from a candidate to its opposite is priced as two chains to a contradiction. The node that
                // both chains share is counted once.
                inner.nodes -= usize::from(kind == Nested::Chains);
                self.take_inner(inner, conclusion, closure);
            }
            if self.off.len() > before || closure.clash.is_some() {
                return true;
            }
        }
        false
    }

    /// Removes the candidates that a nested chain excludes.
    fn take_inner(&mut self, inner: Inner, conclusion: u16, closure: &mut Closure) {
        let (candidate, on) = closure.split(conclusion);
        let (cell, digit) = self.net.candidates[usize::from(candidate)];
        let here = self.working.cells[usize::from(cell)];
        let lost = match on {
            true => here.without(DigitSet::one(digit)),
            false => here & DigitSet::one(digit),
        };
        let len = self.net.len() as u16;
        let parents: Vec<u16> = inner.behind.iter().map(|&gone| gone + len).collect();
        let number = closure.inner.len() as u16;
        closure.inner.push(inner);
        for digit in lost.iter() {
            let candidate = self.net.number(cell, digit);
            let node = closure.node(candidate, false);
            if !closure.has(node) {
                closure.add(node, &parents, Why::Inner(number));
                self.off.push(candidate);
                if closure.has(candidate) {
                    closure.clash = Some(candidate);
                }
            }
        }
    }
}
