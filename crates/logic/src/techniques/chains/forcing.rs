//! Forcing chains: one of several assumptions must be true and all have a common consequence, or one assumption leads to a
//! contradiction.

use super::chase::Chase;
use super::closure::{Closure, Forced, Inner, Mode, Nested, Seen};
use super::length::{most_nodes, surcharge};
use super::reason::LinkReason;
use crate::Context;
use crate::net::{Net, each, has};
use crate::sentence::{Chain, Sentence};
use crate::step::{Link, Step};
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::{Board, Cells, Ground};
use cluewright_engine::model::Cite;

pub(in crate::techniques) const NISHIO: Technique = Technique {
    name: "nishio",
    help: "an assumption about one digit that contradicts itself",
    about: "Assume a digit in a cell and follow this digit alone. If some house runs out of places for it, \
            or two cells that see each other both get it, the assumption is false.",
    family: Family::Forcing,
    sentence: Sentence::Chain(Chain::Contradiction),
    price: Some(7.5),
    positions: &[Position::on_path(
        "sukaku-1.18",
        7.7,
        ".2.1.6...5....2..69.13..5..1......5..3......1.98...6.....9.7.6.........2..35..8.9",
    )],
    find: nishio,
    ..Technique::USUAL
};

pub(in crate::techniques) const CELL_OR_HOUSE_FORCING: Technique = Technique {
    name: "cell-or-house-forcing",
    help: "chains from every candidate of a cell, or every place in a house, to one conclusion",
    about: "Each candidate of a cell, or each place of a digit in a house, starts a chain, and all chains \
            end in the same conclusion. One of the starts is true, so the conclusion is.",
    family: Family::Chain,
    sentence: Sentence::Chain(Chain::Places),
    price: Some(8.0),
    positions: &[Position::on_path(
        "sukaku-1.18",
        8.2,
        "..81..2.....56.........37.6712.5......4.1.9...6..4...2........39.......4.8..3..6.",
    )],
    find: cells_and_houses,
    ..Technique::USUAL
};

pub(in crate::techniques) const DYNAMIC_FORCING: Technique = Technique {
    name: "dynamic-forcing",
    help: "forcing whose branches combine",
    about: "Forcing chains whose branches combine: a link may rest on everything that the assumption has \
            removed so far.",
    family: Family::Forcing,
    sentence: Sentence::Chain(Chain::Branches),
    price: Some(8.5),
    positions: &[Position::on_path(
        "sukaku-1.18",
        8.9,
        "......4.1..7..5.6.9...2..78..4...3..6...9.....3.8.......2..3.4.........65..41..2.",
    )],
    find: dynamic,
    ..Technique::USUAL
};

pub(in crate::techniques) const DYNAMIC_FORCING_PLUS: Technique = Technique {
    name: "dynamic-forcing-plus",
    help: "dynamic forcing with locked candidates, pairs and X-wings on the way",
    about: "Dynamic forcing that also uses locked candidates, pairs, hidden pairs and X-wings which appear \
            on the way.",
    family: Family::Forcing,
    sentence: Sentence::Chain(Chain::WithPatterns),
    price: Some(9.0),
    positions: &[Position::alone(
        "6.81..23.3.756.4.1.....37.67123596488342169..569.4.312..6.....39.36....4.8..3..6.",
    )],
    find: dynamic_plus,
    ..Technique::USUAL
};

pub(in crate::techniques) const NESTED_CHAINS: Technique = Technique {
    name: "nested-chains",
    help: "dynamic forcing with chains on the way",
    about: "Dynamic forcing that also uses whole chains which appear on the way.",
    family: Family::Forcing,
    sentence: Sentence::Chain(Chain::WithChains),
    positions: &[
        Position::alone(
            "6.81..23.3.756.4.1.....37.67123596488342169..569.4.312..6.....39.36....4.8..3..6.",
        ),
        Position::first(
            "sukaku-1.18",
            10.8,
            "12.3....435....1....4........54..2..6...7.........8.9...31..5.......9.7.....6...8",
        ),
        Position::first(
            "sukaku-1.18",
            10.5,
            "98.7.....6.....97...7.....5.4..3..2...86..4.......4..1..98..5......1...4.....2.3.",
        ),
    ],
    find: nested_chains,
    ..Technique::USUAL
};

pub(in crate::techniques) const NESTED_MULTIPLE_FORCING: Technique = Technique {
    name: "nested-multiple-forcing",
    help: "dynamic forcing with forcing from cells and houses on the way",
    about: "Dynamic forcing that also uses forcing from the candidates of a cell or the places of a house on \
            the way.",
    family: Family::Forcing,
    sentence: Sentence::Chain(Chain::WithForcing),
    positions: &[
        Position::alone(
            "6.81..23.3.756.4.1.....37.67123596488342169..569.4.312..6.....39.36....4.8..3..6.",
        ),
        Position::first(
            "sukaku-1.18",
            11.4,
            ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
        ),
    ],
    find: nested_multiple,
    ..Technique::USUAL
};

pub(in crate::techniques) const NESTED_DYNAMIC_FORCING: Technique = Technique {
    name: "nested-dynamic-forcing",
    help: "dynamic forcing inside dynamic forcing",
    about: "Dynamic forcing inside dynamic forcing: the hardest that Sudoku Explainer knows. No person \
            solves in this way.",
    family: Family::Forcing,
    sentence: Sentence::Chain(Chain::WithDynamicForcing),
    positions: &[Position::alone(
        "6.81..23.3.756.4.1.....37.67123596488342169..569.4.312..6.....39.36....4.8..3..6.",
    )],
    find: nested_dynamic,
    ..Technique::USUAL
};

/// Finds an assumption about a candidate that leads to a contradiction, by consequences for the candidate's own digit. The
/// chain may branch.
fn nishio(context: &Context<'_>, steps: &mut Steps) {
    let mode = Mode {
        y: false,
        dynamic: true,
        ..Mode::STATIC
    };
    let mut forcing = Forcing::new(context, mode);
    forcing.contradictions(&mut |forcing, ends, end| forcing.offer(ends, end, steps));
}

/// Finds consequences that all candidates of a cell, or all places of a digit in a house, have in common.
fn cells_and_houses(context: &Context<'_>, steps: &mut Steps) {
    let mut forcing = Forcing::new(context, Mode::STATIC);
    forcing.multiple(3, &mut |forcing, ends, end| forcing.offer(ends, end, steps));
}

/// Finds the same as [`cells_and_houses`], but also uses links that the chain creates. In addition, finds contradictions,
/// and consequences that a candidate and its opposite have in common.
fn dynamic(context: &Context<'_>, steps: &mut Steps) {
    all(context, Mode::DYNAMIC, steps);
}

/// Finds dynamic forcing that also uses locked candidates, pairs and X-wings.
fn dynamic_plus(context: &Context<'_>, steps: &mut Steps) {
    all(context, Mode::PLUS, steps);
}

/// Finds dynamic forcing that also uses nested chains without branches.
fn nested_chains(context: &Context<'_>, steps: &mut Steps) {
    nested(context, Nested::Chains, steps);
}

/// Finds dynamic forcing that also uses nested forcing from cells and houses.
fn nested_multiple(context: &Context<'_>, steps: &mut Steps) {
    nested(context, Nested::Multiple, steps);
}

/// Finds dynamic forcing that also uses nested dynamic forcing.
fn nested_dynamic(context: &Context<'_>, steps: &mut Steps) {
    nested(context, Nested::Dynamic, steps);
}

/// Searches for dynamic forcing with the given nested chains, except in variants. There, a fruitless search would take
/// minutes, so variants are left to the search techniques.
fn nested(context: &Context<'_>, nested: Nested, steps: &mut Steps) {
    if context.ground.plain() {
        let mode = Mode {
            nested,
            ..Mode::PLUS
        };
        all(context, mode, steps);
    }
}

fn all(context: &Context<'_>, mode: Mode, steps: &mut Steps) {
    let mut forcing = Forcing::new(context, mode);
    forcing.dynamic(&mut |forcing, ends, end| forcing.offer(ends, end, steps));
}

/// The ends of branches with a common consequence, each as the index of its closure and its node.
type Branches<'e> = &'e [(usize, u16)];

/// The assumptions on one board. Each is followed at most once.
pub(super) struct Forcing<'a> {
    context: &'a Context<'a>,
    ground: &'a Ground<'a>,
    board: &'a Board,
    net: &'a Net,
    /// A bit set of the candidates that the net has but the board lacks.
    gone: &'a [u64],
    mode: Mode,
    closures: Vec<Option<Closure>>,
    seen: Seen,
}

impl<'a> Forcing<'a> {
    fn new(context: &'a Context<'a>, mode: Mode) -> Self {
        Self::inside(context, context.board, &[], mode)
    }

    /// Creates a forcing search on a board that lacks some of the net's candidates.
    pub(super) fn inside(
        context: &'a Context<'a>,
        board: &'a Board,
        gone: &'a [u64],
        mode: Mode,
    ) -> Self {
        let net = context.net();
        Self {
            context,
            ground: context.ground,
            board,
            net,
            gone,
            mode,
            closures: vec![None; 2 * net.len()],
            seen: Seen::new(net),
        }
    }

    /// Follows an assumption, unless it was already followed. Returns the index of its closure.
    fn follow(&mut self, candidate: u16, on: bool) -> usize {
        let index = usize::from(candidate) + if on { 0 } else { self.net.len() };
        if self.closures[index].is_none() {
            let chase = Chase::new(self.context, self.board, self.mode);
            self.closures[index] = Some(chase.follow((candidate, on), self.gone));
        }
        index
    }

    fn closure(&self, index: usize) -> &Closure {
        self.closures[index].as_ref().expect("it was followed")
    }

    fn candidates(&self) -> impl Iterator<Item = u16> + use<'a> {
        let gone = self.gone;
        let here = move |candidate: &u16| gone.is_empty() || !has(gone, *candidate);
        (0..self.net.len() as u16).filter(here)
    }

    /// Calls `see` with each assumption that leads to a contradiction.
    pub(super) fn contradictions(&mut self, see: &mut impl FnMut(&mut Self, Branches<'_>, u16)) {
        for candidate in self.candidates() {
            for on in [true, false] {
                let index = self.follow(candidate, on);
                let closure = self.closure(index);
                if let Some(clash) = closure.clash {
                    let ends = [closure.node(clash, true), closure.node(clash, false)];
                    let conclusion = closure.node(candidate, !on);
                    see(self, &[(index, ends[0]), (index, ends[1])], conclusion);
                }
            }
        }
    }

    /// Calls `see` with the consequences that all candidates of a cell, or all places of a digit in a house, have in common.
    /// Skips cells and houses with fewer than `least` candidates or places.
    pub(super) fn multiple(
        &mut self,
        least: usize,
        see: &mut impl FnMut(&mut Self, Branches<'_>, u16),
    ) {
        self.cells(least, see);
        self.houses(least, see);
    }

    /// Like [`Self::multiple`], but also finds contradictions, and consequences that a candidate and its opposite have
    /// in common.
    pub(super) fn dynamic(&mut self, see: &mut impl FnMut(&mut Self, Branches<'_>, u16)) {
        self.contradictions(see);
        self.both_sides(see);
        self.multiple(2, see);
    }

    /// Finds consequences that a candidate and its opposite have in common. Only cells with three or more candidates are
    /// searched.
    fn both_sides(&mut self, see: &mut impl FnMut(&mut Self, Branches<'_>, u16)) {
        for candidate in self.candidates() {
            let (cell, _) = self.net.candidates[usize::from(candidate)];
            // In a cell with two candidates, the opposite of one is the other, so `multiple` finds the same consequences.
            if self.board.at(cell).len() >= 3 {
                let sides = [self.follow(candidate, true), self.follow(candidate, false)];
                self.common(&sides, see);
            }
        }
    }

    /// Finds consequences that all candidates of a cell have in common.
    fn cells(&mut self, least: usize, see: &mut impl FnMut(&mut Self, Branches<'_>, u16)) {
        for cell in self.board.open().iter() {
            let digits = self.board.at(cell);
            if digits.len() >= least {
                // The indices are collected first, because `follow` needs exclusive access to the search.
                let numbers = digits.iter().map(|digit| self.net.number(cell, digit));
                let branches: Vec<usize> = numbers
                    .collect::<Vec<_>>()
                    .into_iter()
                    .map(|n| self.follow(n, true))
                    .collect();
                self.common(&branches, see);
            }
        }
    }

    /// Finds consequences that all places of a digit in a house have in common.
    fn houses(&mut self, least: usize, see: &mut impl FnMut(&mut Self, Branches<'_>, u16)) {
        let ground = self.ground;
        for house in &ground.houses {
            for digit in ground.digits.iter() {
                let places = self.board.places(digit) & house.cells;
                if places.len() >= least {
                    let branches: Vec<usize> = places
                        .iter()
                        .map(|cell| self.follow(self.net.number(cell, digit), true))
                        .collect();
                    self.common(&branches, see);
                }
            }
        }
    }

    fn common(&mut self, branches: &[usize], see: &mut impl FnMut(&mut Self, Branches<'_>, u16)) {
        let mut common = self.closure(branches[0]).reached.clone();
        for &branch in &branches[1..] {
            let other = &self.closure(branch).reached;
            common.iter_mut().zip(other).for_each(|(c, o)| *c &= o);
        }
        let words = self.net.words;
        // The candidates in `gone` are off in every branch from the start, so they are not conclusions.
        let gone = common[words..].iter_mut().zip(self.gone);
        gone.for_each(|(common, gone)| *common &= !gone);
        if common.iter().all(|&word| word == 0) {
            return;
        }
        let on: Vec<u16> = each(&common[..words]).collect();
        let off: Vec<u16> = each(&common[words..]).collect();
        let len = self.net.len() as u16;
        let mut ends: Vec<(usize, u16)> = vec![];
        for target in on.into_iter().chain(off.into_iter().map(|n| n + len)) {
            ends.clear();
            ends.extend(branches.iter().map(|&branch| (branch, target)));
            see(self, &ends, target);
        }
    }

    /// Offers the step whose conclusion all branches have in common.
    fn offer(&mut self, ends: Branches<'_>, conclusion: u16, steps: &mut Steps) {
        let most = most_nodes(steps.room());
        // The depth is a cheap lower bound, so chains that are too long are rejected before their nodes are counted.
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

    fn step(&mut self, ends: Branches<'_>, conclusion: u16, nodes: usize) -> Step {
        let (candidate, on) = self.closure(ends[0].0).split(conclusion);
        let (cell, digit) = self.net.candidates[usize::from(candidate)];
        let mut step = match on {
            true => Step::place(cell, digit),
            false => Step::remove(digit, Cells::one(cell)),
        };
        let mut reason = LinkReason::new(self.ground, self.net);
        let mut pattern = Cells::EMPTY;
        for &(branch, end) in ends {
            let closure = self.closures[branch].as_ref().expect("it was followed");
            closure.explain(end, &mut reason, &mut self.seen);
            // The traversal starts at the end of the branch, so the list is reversed.
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

    /// Returns the reason why one of the branches must be true: the candidates of a cell, or the places in a house.
    fn starts(&self, ends: Branches<'_>) -> (Cells, Option<Cite>) {
        let len = self.net.len();
        let starts = ends
            .iter()
            .map(|&(branch, _)| self.net.candidates[branch % len]);
        let cells: Cells = starts.map(|(cell, _)| cell).collect();
        let digit = self.net.candidates[ends[0].0 % len].1;
        let mut houses = self.ground.houses.iter();
        let house = houses.find(|house| house.cells & self.board.places(digit) == cells);
        match house {
            Some(house) if cells.len() > 1 => (cells | house.cells, Some(house.cite)),
            _ => (cells, None),
        }
    }

    /// Creates a nested chain from some branches. The outer chain has removed the candidates in `gone`.
    pub(super) fn inner(&mut self, ends: Branches<'_>) -> Inner {
        let mut reason = LinkReason::new(self.ground, self.net);
        let mut forced: Vec<Forced> = self.find_forced_place(ends).into_iter().collect();
        let mut nodes = 0;
        for &(branch, end) in ends {
            let closure = self.closures[branch].as_ref().expect("it was followed");
            closure.explain(end, &mut reason, &mut self.seen);
            nodes += self.seen.list.len();
            let ways = self.seen.list.iter();
            forced.extend(ways.filter_map(|&node| closure.last_place(node, self.net)));
        }
        let behind = |candidate: &u16| {
            let (cell, digit) = self.net.candidates[usize::from(*candidate)];
            forced.iter().any(|forced| match *forced {
                Forced::Cell(own) => own == cell,
                Forced::House(house, own) => {
                    own == digit && self.ground.houses[usize::from(house)].cells.contains(cell)
                }
            })
        };
        let (cells, cite) = self.starts(ends);
        reason.cites.extend(cite);
        Inner {
            behind: each(self.gone).filter(behind).collect(),
            nodes,
            cells: reason.cells | cells,
            cites: reason.cites,
        }
    }

    /// Returns the cell or house whose candidates the branches assume to be true.
    fn find_forced_place(&self, ends: Branches<'_>) -> Option<Forced> {
        let len = self.net.len();
        let (first, second) = (ends[0].0, ends[1].0);
        // Two ends of one closure are a contradiction, and closures from `len` on assume that a candidate is false. In both
        // cases, the branches do not start from the candidates of a cell or the places in a house.
        if first == second || first.max(second) >= len {
            return None;
        }
        let (cell, digit) = self.net.candidates[first];
        if self.net.candidates[second].0 == cell {
            return Some(Forced::Cell(cell));
        }
        let starts = ends
            .iter()
            .map(|&(branch, _)| self.net.candidates[branch].0);
        let cells: Cells = starts.collect();
        let mut houses = (0..).zip(&self.ground.houses);
        let house = houses.find(|(_, house)| house.cells & self.board.places(digit) == cells);
        house.map(|(number, _)| Forced::House(number, digit))
    }
}
