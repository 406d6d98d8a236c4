//! Applies patterns on the board of a chain: locked candidates, pairs, and X-wings.

use super::chase::Chase;
use super::closure::{Closure, Why};
use crate::Cells;
use cluewright_puzzle::DigitSet;

impl Chase<'_> {
    /// Applies one kind of pattern: the first of locked candidates, hidden pairs, naked pairs and X-wings that
    /// removes candidates on the chain's board. Returns `false` if no kind does.
    pub(super) fn patterns(&mut self, closure: &mut Closure) -> bool {
        let before = self.off.len();
        self.locked(closure);
        if self.off.len() == before {
            self.hidden_pairs(closure);
        }
        if self.off.len() == before {
            self.naked_pairs(closure);
        }
        if self.off.len() == before {
            self.x_wings(closure);
        }
        self.off.len() > before
    }

    /// Turns a candidate off because of a pattern.
    fn drop(&mut self, cell: u16, digit: u8, parents: &[u16], houses: [u16; 4], c: &mut Closure) {
        // Patterns are applied only after all links, so a candidate that is on has already broken each pattern that
        // would drop it. Therefore no clash is possible here.
        let candidate = self.net.number(cell, digit);
        let node = c.node(candidate, false);
        if !c.has(node) {
            c.add(node, parents, Why::Pattern(houses));
            self.off.push(candidate);
        }
    }

    fn off_nodes(&self, cells: Cells, digit: u8, into: &mut Vec<u16>) {
        let nodes = cells.iter().map(|cell| self.net.number(cell, digit));
        into.extend(nodes.map(|candidate| candidate + self.net.len() as u16));
    }

    fn locked(&mut self, closure: &mut Closure) {
        const NO: u16 = u16::MAX;
        let ground = self.ground;
        for digit in ground.digits.iter() {
            let places = self.working.places[usize::from(digit)];
            let before = self.board.places(digit);
            // The chain has not removed this digit anywhere, so it cannot have created a pattern of this digit.
            if places == before {
                continue;
            }
            for crossing in &ground.crossings {
                let from = ground.houses[usize::from(crossing.from)].cells;
                let here = places & from;
                if here.len() < 2 || !here.within(crossing.common) {
                    continue;
                }
                let gone = (before & from) - places;
                let to = ground.houses[usize::from(crossing.to)].cells;
                let lost = (places & to) - from;
                if gone.is_empty() || lost.is_empty() {
                    continue;
                }
                let mut parents = vec![];
                self.off_nodes(gone, digit, &mut parents);
                for cell in lost.iter() {
                    let houses = [crossing.from, crossing.to, NO, NO];
                    self.drop(cell, digit, &parents, houses, closure);
                }
            }
        }
    }

    /// Applies hidden pairs. Two digits with the same two places in a house exclude all other digits from these
    /// cells.
    fn hidden_pairs(&mut self, closure: &mut Closure) {
        let ground = self.ground;
        for (number, house) in ground.houses.iter().enumerate() {
            let places = |digit: u8| self.working.places[usize::from(digit)] & house.cells;
            let digits = ground.digits.iter().map(|digit| (digit, places(digit)));
            for (a, b, places) in twins(digits.filter(|(_, places)| places.len() == 2)) {
                let mut parents = vec![];
                for digit in [a, b] {
                    let gone = (self.board.places(digit) & house.cells) - places;
                    self.off_nodes(gone, digit, &mut parents);
                }
                let pair = DigitSet::one(a) | DigitSet::one(b);
                for cell in places.iter() {
                    let lost = self.working.cells[usize::from(cell)].without(pair);
                    let lost = lost.iter().map(|digit| (cell, digit));
                    self.drop_in(number, lost, &parents, closure);
                }
            }
        }
    }

    /// Applies naked pairs. Two cells of a house with the same two candidates exclude these candidates from the
    /// other cells of the house.
    fn naked_pairs(&mut self, closure: &mut Closure) {
        let ground = self.ground;
        for (number, house) in ground.houses.iter().enumerate() {
            let open = (house.cells & self.board.open()).iter();
            let cells = open.map(|cell| (cell, self.working.cells[usize::from(cell)]));
            for (a, b, digits) in twins(cells.filter(|(_, digits)| digits.len() == 2)) {
                let mut parents = vec![];
                for cell in [a, b] {
                    for digit in self.board.at(cell).without(digits).iter() {
                        self.off_nodes(Cells::one(cell), digit, &mut parents);
                    }
                }
                let rest = house.cells - Cells::one(a) - Cells::one(b);
                for digit in digits.iter() {
                    let lost = self.working.places[usize::from(digit)] & rest;
                    let lost = lost.iter().map(|cell| (cell, digit));
                    self.drop_in(number, lost, &parents, closure);
                }
            }
        }
    }

    /// Turns candidates off because of a pattern in one house, if the pattern exists only because of removals by the
    /// chain.
    fn drop_in(
        &mut self,
        house: usize,
        lost: impl Iterator<Item = (u16, u8)>,
        parents: &[u16],
        closure: &mut Closure,
    ) {
        const NO: u16 = u16::MAX;
        if !parents.is_empty() {
            for (cell, digit) in lost {
                self.drop(cell, digit, parents, [house as u16, NO, NO, NO], closure);
            }
        }
    }

    fn x_wings(&mut self, closure: &mut Closure) {
        let ground = self.ground;
        for digit in ground.digits.iter() {
            let places = self.working.places[usize::from(digit)];
            let before = self.board.places(digit);
            if places == before {
                continue;
            }
            let lines = ground
                .houses
                .iter()
                .enumerate()
                .filter(|h| h.1.kind.is_line());
            let mut twos = vec![];
            for (number, house) in lines {
                if (places & house.cells).len() == 2 {
                    twos.push((number, house));
                }
            }
            for (i, &(m, one)) in twos.iter().enumerate() {
                for &(n, other) in &twos[..i] {
                    if one.kind != other.kind {
                        continue;
                    }
                    let base = one.cells | other.cells;
                    let covers: Vec<u16> = (0..ground.houses.len() as u16)
                        .filter(|&c| {
                            let cover = &ground.houses[usize::from(c)];
                            cover.kind.is_line()
                                && cover.kind != one.kind
                                && cover.cells.meets(places & base)
                        })
                        .collect();
                    let &[c, d] = &covers[..] else { continue };
                    let across =
                        ground.houses[usize::from(c)].cells | ground.houses[usize::from(d)].cells;
                    let lost = (places & across) - base;
                    let mut parents = vec![];
                    self.off_nodes((before & base) - places, digit, &mut parents);
                    if lost.is_empty() || parents.is_empty() {
                        continue;
                    }
                    for cell in lost.iter() {
                        let houses = [m as u16, n as u16, c, d];
                        self.drop(cell, digit, &parents, houses, closure);
                    }
                }
            }
        }
    }
}

/// Returns the pairs of items with the same content, each with that content.
fn twins<I: Copy + Default, C: Copy + Default + PartialEq>(
    items: impl Iterator<Item = (I, C)>,
) -> Vec<(I, I, C)> {
    // A house has at most 64 cells and digits, so no item is cut off.
    let mut seen = [(I::default(), C::default()); 64];
    let mut found = vec![];
    for (count, (b, content)) in items.take(seen.len()).enumerate() {
        let same = seen[..count].iter().filter(|(_, other)| *other == content);
        found.extend(same.map(|&(a, _)| (a, b, content)));
        seen[count] = (b, content);
    }
    found
}
