//! Forcing: several assumptions of which one holds, or one that contradicts itself.

use super::closure::{Closure, LinkReason, Mode, Seen};
use super::{most_nodes, surcharge};
use crate::logic::Cells;
use crate::logic::net::{Net, each};
use crate::logic::path::Look;
use crate::logic::step::{Link, Step};
use crate::logic::steps::Steps;

/// One digit followed with branches until it contradicts itself.
pub(in crate::logic::techniques) fn nishio(look: &Look<'_>, steps: &mut Steps) {
    let mode = Mode {
        y: false,
        dynamic: true,
        plus: false,
    };
    let mut forcing = Forcing::new(look, mode);
    forcing.contradictions(steps);
}

/// All candidates of a cell, or all places of a digit in a house, lead to the same.
pub(in crate::logic::techniques) fn cells_and_houses(look: &Look<'_>, steps: &mut Steps) {
    let mode = Mode {
        y: true,
        dynamic: false,
        plus: false,
    };
    let mut forcing = Forcing::new(look, mode);
    forcing.cells(3, steps);
    forcing.houses(3, steps);
}

/// The same with links that the chain makes itself, contradictions and both sides of a candidate.
pub(in crate::logic::techniques) fn dynamic(look: &Look<'_>, steps: &mut Steps) {
    let mode = Mode {
        y: true,
        dynamic: true,
        plus: false,
    };
    all(look, mode, steps);
}

/// Dynamic forcing that sees locked candidates, pairs and X-wings on the way.
pub(in crate::logic::techniques) fn dynamic_plus(look: &Look<'_>, steps: &mut Steps) {
    let mode = Mode {
        y: true,
        dynamic: true,
        plus: true,
    };
    all(look, mode, steps);
}

fn all(look: &Look<'_>, mode: Mode, steps: &mut Steps) {
    let mut forcing = Forcing::new(look, mode);
    forcing.contradictions(steps);
    forcing.both_sides(steps);
    forcing.cells(2, steps);
    forcing.houses(2, steps);
}

/// The assumptions of a board, each followed once.
struct Forcing<'a> {
    look: &'a Look<'a>,
    net: &'a Net,
    mode: Mode,
    closures: Vec<Option<Closure>>,
    seen: Seen,
}

impl<'a> Forcing<'a> {
    fn new(look: &'a Look<'a>, mode: Mode) -> Self {
        let net = look.net();
        Self {
            look,
            net,
            mode,
            closures: vec![None; 2 * net.len()],
            seen: Seen::new(net),
        }
    }

    /// Follows an assumption, unless that was done.
    fn follow(&mut self, candidate: u16, on: bool) -> usize {
        let index = usize::from(candidate) + if on { 0 } else { self.net.len() };
        if self.closures[index].is_none() {
            let (ground, board) = (self.look.ground, self.look.board);
            let start = (candidate, on);
            self.closures[index] = Some(Closure::new(ground, board, self.net, start, self.mode));
        }
        index
    }

    fn closure(&self, index: usize) -> &Closure {
        self.closures[index].as_ref().expect("it was followed")
    }

    /// Assumptions that contradict themselves.
    fn contradictions(&mut self, steps: &mut Steps) {
        for candidate in 0..self.net.len() as u16 {
            for on in [true, false] {
                let index = self.follow(candidate, on);
                let closure = self.closure(index);
                if let Some(clash) = closure.clash {
                    let ends = [closure.node(clash, true), closure.node(clash, false)];
                    let conclusion = closure.node(candidate, !on);
                    self.offer(&[(index, ends[0]), (index, ends[1])], conclusion, steps);
                }
            }
        }
    }

    /// What follows from a candidate and from its opposite, in cells with three or more.
    fn both_sides(&mut self, steps: &mut Steps) {
        for candidate in 0..self.net.len() as u16 {
            let (cell, _) = self.net.candidates[usize::from(candidate)];
            if self.look.board.at(cell).len() >= 3 {
                let sides = [self.follow(candidate, true), self.follow(candidate, false)];
                self.common(&sides, steps);
            }
        }
    }

    /// What follows from every candidate of a cell.
    fn cells(&mut self, least: usize, steps: &mut Steps) {
        for cell in self.look.board.open().iter() {
            let digits = self.look.board.at(cell);
            if digits.len() >= least {
                let numbers = digits.iter().map(|digit| self.net.number(cell, digit));
                let branches: Vec<usize> = numbers
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|n| self.follow(n, true))
                    .collect();
                self.common(&branches, steps);
            }
        }
    }

    /// What follows from every place of a digit in a house.
    fn houses(&mut self, least: usize, steps: &mut Steps) {
        let look = self.look;
        for house in &look.ground.houses {
            for digit in look.ground.digits.iter() {
                let places = look.board.places(digit) & house.cells;
                if places.len() >= least {
                    let branches: Vec<usize> = places
                        .iter()
                        .map(|cell| self.follow(self.net.number(cell, digit), true))
                        .collect();
                    self.common(&branches, steps);
                }
            }
        }
    }

    fn common(&mut self, branches: &[usize], steps: &mut Steps) {
        let mut common = self.closure(branches[0]).reached.clone();
        for &branch in &branches[1..] {
            let other = &self.closure(branch).reached;
            common.iter_mut().zip(other).for_each(|(c, o)| *c &= o);
        }
        if common.iter().all(|&word| word == 0) {
            return;
        }
        let words = self.net.words;
        let on: Vec<u16> = each(&common[..words]).collect();
        let off: Vec<u16> = each(&common[words..]).collect();
        let len = self.net.len() as u16;
        let mut ends: Vec<(usize, u16)> = vec![];
        for target in on.into_iter().chain(off.into_iter().map(|n| n + len)) {
            ends.clear();
            ends.extend(branches.iter().map(|&branch| (branch, target)));
            self.offer(&ends, target, steps);
        }
    }

    /// Offers what follows at the ends of some branches.
    fn offer(&mut self, ends: &[(usize, u16)], conclusion: u16, steps: &mut Steps) {
        let most = most_nodes(steps.room());
        let least: usize = ends
            .iter()
            .map(|&(b, end)| self.closure(b).depth(end))
            .sum();
        if least > most {
            return;
        }
        let mut nodes = 0;
        for &(branch, end) in ends {
            let closure = self.closures[branch].as_ref().expect("it was followed");
            match closure.ancestors(end, most - nodes.min(most), &mut self.seen) {
                Some(count) => nodes += count,
                None => return,
            }
        }
        if nodes <= most {
            steps.offer(surcharge(nodes), || self.step(ends, conclusion, nodes));
        }
    }

    fn step(&mut self, ends: &[(usize, u16)], conclusion: u16, nodes: usize) -> Step {
        let (candidate, on) = self.closure(ends[0].0).split(conclusion);
        let (cell, digit) = self.net.candidates[usize::from(candidate)];
        let mut step = match on {
            true => Step::place(cell, digit),
            false => Step::remove(digit, Cells::one(cell)),
        };
        let mut reason = LinkReason::new(self.look.ground, self.net);
        let mut pattern = Cells::EMPTY;
        for &(branch, end) in ends {
            let closure = self.closures[branch].as_ref().expect("it was followed");
            closure.explain(end, &mut reason, &mut self.seen);
            for (i, &node) in self.seen.list.iter().rev().enumerate() {
                let (candidate, on) = closure.split(node);
                let (cell, digit) = self.net.candidates[usize::from(candidate)];
                pattern |= Cells::one(cell);
                step.chain.push(Link {
                    cell,
                    digit,
                    on,
                    starts: i == 0,
                });
            }
        }
        let starts = self.starts(ends);
        step.pattern(pattern)
            .sized(nodes)
            .citing(reason.cites)
            .citing(starts.1)
            .seeing(reason.cells | starts.0)
    }

    /// Why one of the branches holds: the cell, or the house whose places they are.
    fn starts(&self, ends: &[(usize, u16)]) -> (Cells, Option<crate::model::Cite>) {
        let len = self.net.len();
        let starts = ends
            .iter()
            .map(|&(branch, _)| self.net.candidates[branch % len]);
        let cells: Cells = starts.map(|(cell, _)| cell).collect();
        let digit = self.net.candidates[ends[0].0 % len].1;
        let mut houses = self.look.ground.houses.iter();
        let house = houses.find(|house| house.cells & self.look.board.places(digit) == cells);
        match house {
            Some(house) if cells.len() > 1 => (cells | house.cells, Some(house.cite)),
            _ => (cells, None),
        }
    }
}
