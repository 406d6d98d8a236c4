//! Collects the citations of a chain's links.

use crate::net::Net;
use crate::{Cells, Ground};
use cluewright_engine::model::Cite;

/// The citations of a chain's links.
#[derive(Debug)]
pub(super) struct LinkReason<'a> {
    ground: &'a Ground<'a>,
    net: &'a Net,
    pub(super) cites: Vec<Cite>,
    pub(super) cells: Cells,
}

impl<'a> LinkReason<'a> {
    pub(super) fn new(ground: &'a Ground<'a>, net: &'a Net) -> Self {
        Self {
            ground,
            net,
            cites: vec![],
            cells: Cells::EMPTY,
        }
    }

    /// Adds the reason why one candidate excludes another.
    pub(super) fn weak(&mut self, from: u16, to: u16) {
        let (a, digit) = self.net.candidates[usize::from(from)];
        let (b, other) = self.net.candidates[usize::from(to)];
        self.cells |= Cells::one(a) | Cells::one(b);
        if a == b {
            return;
        }
        if digit == other
            && let Some(cite) = self.ground.why_apart(a, b)
        {
            return self.cite(cite);
        }
        if let Some((cites, seen)) = self.net.by_clue.get(&(from, to)) {
            self.cells |= *seen;
            cites.iter().for_each(|&cite| self.cite(cite));
        }
    }

    /// Adds the reason why the absence of one candidate forces another.
    pub(super) fn strong(&mut self, from: u16, to: u16) {
        let (a, digit) = self.net.candidates[usize::from(from)];
        let (b, _) = self.net.candidates[usize::from(to)];
        if a == b {
            return self.cell(from);
        }
        let both = Cells::one(a) | Cells::one(b);
        let board_pair = |house: u16| {
            let cells = self.ground.houses[usize::from(house)].cells;
            let here = self
                .net
                .candidates
                .iter()
                .filter(|c| c.1 == digit && cells.contains(c.0));
            both.within(cells) && here.count() == 2
        };
        let houses = &self.ground.houses_of[usize::from(a)];
        if let Some(&house) = houses.iter().find(|&&house| board_pair(house)) {
            self.house(house);
        }
    }

    /// Adds the candidates of the cell that contains a candidate.
    pub(super) fn cell(&mut self, candidate: u16) {
        self.cells |= Cells::one(self.net.candidates[usize::from(candidate)].0);
    }

    /// Adds a house and the candidates in it.
    pub(super) fn house(&mut self, house: u16) {
        let house = &self.ground.houses[usize::from(house)];
        self.cells |= house.cells;
        self.cite(house.cite);
    }

    pub(super) fn cite(&mut self, cite: Cite) {
        if !self.cites.contains(&cite) {
            self.cites.push(cite);
        }
    }
}
