//! Everything that follows from one assumption by links.

use super::forcing::Forcing;
use crate::logic::net::Net;
use crate::logic::path::Look;
use crate::logic::{Board, Cells, Ground};
use crate::model::Cite;
use crate::puzzle::DigitSet;

/// How far an assumption is followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// Links within cells.
    pub(super) y: bool,
    /// Whether links also come from what has been removed so far.
    pub(super) dynamic: bool,
    /// Whether locked candidates, pairs and X-wings are seen on the way.
    pub(super) plus: bool,
    /// Which chains are seen on the way.
    pub(super) nested: Nested,
}

/// Chains inside a chain; each kind with those before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nested {
    /// None.
    No,
    /// A candidate that implies its own opposite, without branches.
    Chains,
    /// What all candidates of a cell or places in a house imply.
    Multiple,
    /// Dynamic forcing.
    Dynamic,
}

impl Mode {
    /// All links of the board.
    pub(super) const STATIC: Self = Self {
        y: true,
        dynamic: false,
        plus: false,
        nested: Nested::No,
    };
    /// Also links that the chain makes.
    pub(super) const DYNAMIC: Self = Self {
        dynamic: true,
        ..Self::STATIC
    };
    /// Also patterns.
    pub(super) const PLUS: Self = Self {
        plus: true,
        ..Self::DYNAMIC
    };
}

/// Why a node follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    /// It is the assumption.
    Start,
    /// By a link from its first parent: a weak one, or the last candidate of its cell.
    Link,
    /// The last place in a house.
    House(u16),
    /// By a pattern in one or two houses, or (two lists of lines) a fish.
    Pattern([u16; 4]),
    /// By a chain inside the chain, by its number.
    Inner(u16),
}

/// Where one of several candidates must stand: a cell, or a digit's house.
#[derive(Clone, Copy, Debug)]
pub(super) enum Forced {
    Cell(u16),
    House(u16, u8),
}

/// A chain inside a chain.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    /// The candidates that the chain around it has removed, and without which it does not hold.
    pub(super) behind: Vec<u16>,
    /// Its nodes, over all branches.
    pub(super) nodes: usize,
    /// What its links rest on.
    pub(super) cites: Vec<Cite>,
    pub(super) cells: Cells,
}

/// A node with its parents in the arena.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    count: u16,
    depth: u16,
    why: Why,
}

/// What follows from an assumption. Node `n` is candidate `n` on; node `n + len` the same one off.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// On nodes, then off nodes, as rows.
    pub(super) reached: Vec<u64>,
    /// The nodes that follow, in order, and where each of all nodes is among them.
    nodes: Vec<Node>,
    places: Vec<u16>,
    arena: Vec<u16>,
    inner: Vec<Inner>,
    /// A candidate that is both on and off.
    pub(super) clash: Option<u16>,
    len: u16,
    words: usize,
}

/// The board as it stands inside a chain.
#[derive(Clone)]
struct Working {
    cells: Vec<DigitSet>,
    places: [Cells; 64],
}

impl Closure {
    /// Nothing yet, but for candidates that are gone from the start.
    fn blank(net: &Net, gone: &[u64]) -> Self {
        let mut reached = vec![0; 2 * net.words];
        reached[net.words..][..gone.len()].copy_from_slice(gone);
        Self {
            reached,
            nodes: Vec::with_capacity(256),
            places: vec![0; 2 * net.len()],
            arena: Vec::with_capacity(256),
            inner: vec![],
            clash: None,
            len: net.len() as u16,
            words: net.words,
        }
    }

    /// The node of a candidate.
    #[inline(always)]
    pub(super) fn node(&self, candidate: u16, on: bool) -> u16 {
        if on { candidate } else { candidate + self.len }
    }

    /// Whether a node follows.
    #[inline(always)]
    pub(super) fn has(&self, node: u16) -> bool {
        let (word, bit) = self.place(node);
        self.reached[word] >> bit & 1 == 1
    }

    #[inline(always)]
    fn place(&self, node: u16) -> (usize, u16) {
        match node.checked_sub(self.len) {
            None => (usize::from(node) / 64, node % 64),
            Some(off) => (self.words + usize::from(off) / 64, off % 64),
        }
    }

    fn add(&mut self, node: u16, parents: &[u16], why: Why) {
        let (word, bit) = self.place(node);
        self.reached[word] |= 1 << bit;
        let depths = parents.iter().map(|&parent| self.at(parent).depth);
        let depth = 1 + depths.max().unwrap_or(0);
        self.places[usize::from(node)] = self.nodes.len() as u16;
        self.nodes.push(Node {
            first: self.arena.len() as u32,
            count: parents.len() as u16,
            depth,
            why,
        });
        self.arena.extend_from_slice(parents);
    }

    fn at(&self, node: u16) -> &Node {
        &self.nodes[usize::from(self.places[usize::from(node)])]
    }

    /// How many nodes the longest way to a node has: never more than [`Closure::ancestors`].
    #[inline(always)]
    pub(super) fn depth(&self, node: u16) -> usize {
        usize::from(self.at(node).depth)
    }

    fn parents(&self, node: u16) -> &[u16] {
        let node = self.at(node);
        &self.arena[node.first as usize..][..usize::from(node.count)]
    }

    /// Where a node is the last of several candidates.
    pub(super) fn forced(&self, node: u16, net: &Net) -> Option<Forced> {
        let (candidate, on) = self.split(node);
        let (cell, digit) = net.candidates[usize::from(candidate)];
        match self.at(node).why {
            Why::Link if on => Some(Forced::Cell(cell)),
            Why::House(house) => Some(Forced::House(house, digit)),
            _ => None,
        }
    }

    /// The node and all that it follows from, each once, and the nodes of the chains inside, unless there are more
    /// than `most`.
    pub(super) fn ancestors(&self, node: u16, most: usize, seen: &mut Seen) -> Option<usize> {
        seen.clear();
        seen.add(node);
        let mut next = 0;
        while next < seen.list.len() {
            if seen.list.len() > most {
                return None;
            }
            let now = seen.list[next];
            next += 1;
            for &parent in self.parents(now) {
                seen.add(parent);
            }
        }
        let mut inner: Vec<u16> = vec![];
        if !self.inner.is_empty() {
            inner.extend(
                seen.list
                    .iter()
                    .filter_map(|&node| match self.at(node).why {
                        Why::Inner(number) => Some(number),
                        _ => None,
                    }),
            );
            inner.sort_unstable();
            inner.dedup();
        }
        let inner = inner
            .iter()
            .map(|&number| self.inner[usize::from(number)].nodes);
        let nodes = seen.list.len() + inner.sum::<usize>();
        (nodes <= most).then_some(nodes)
    }

    /// Adds what the links behind a node rest on.
    pub(super) fn explain(&self, node: u16, reason: &mut LinkReason<'_>, seen: &mut Seen) {
        let _ = self.ancestors(node, usize::MAX, seen);
        for &node in &seen.list {
            let parents = self.parents(node);
            let (candidate, on) = self.split(node);
            match self.at(node).why {
                Why::Start => {}
                Why::Link if on => reason.cell(candidate),
                Why::Link => reason.weak(self.split(parents[0]).0, candidate),
                Why::House(house) => reason.house(house),
                Why::Pattern(houses) => houses
                    .into_iter()
                    .filter(|&house| house != u16::MAX)
                    .for_each(|house| reason.house(house)),
                Why::Inner(number) => {
                    let inner = &self.inner[usize::from(number)];
                    reason.cells |= inner.cells;
                    inner.cites.iter().for_each(|&cite| reason.cite(cite));
                }
            }
        }
    }

    /// The candidate of a node, and whether it is on.
    pub(super) fn split(&self, node: u16) -> (u16, bool) {
        match node.checked_sub(self.len) {
            None => (node, true),
            Some(off) => (off, false),
        }
    }
}

/// Nodes that were met, for counting.
#[derive(Debug)]
pub(super) struct Seen {
    pub(super) list: Vec<u16>,
    marks: Vec<u32>,
    now: u32,
}

impl Seen {
    pub(super) fn new(net: &Net) -> Self {
        Self {
            list: Vec::with_capacity(256),
            marks: vec![0; 2 * net.len()],
            now: 0,
        }
    }

    fn clear(&mut self) {
        self.list.clear();
        self.now += 1;
    }

    fn add(&mut self, node: u16) {
        let mark = &mut self.marks[usize::from(node)];
        if *mark != self.now {
            *mark = self.now;
            self.list.push(node);
        }
    }
}

/// One assumption being followed.
pub(super) struct Chase<'a> {
    look: &'a Look<'a>,
    ground: &'a Ground<'a>,
    board: &'a Board,
    net: &'a Net,
    mode: Mode,
    working: Working,
    on: Vec<u16>,
    off: Vec<u16>,
}

impl<'a> Chase<'a> {
    pub(super) fn new(look: &'a Look<'a>, board: &'a Board, mode: Mode) -> Self {
        let ground = look.ground;
        Self {
            look,
            ground,
            board,
            net: look.net(),
            mode,
            working: Working {
                cells: board.candidates()[..ground.cells()].to_vec(),
                places: std::array::from_fn(|digit| board.places(digit as u8)),
            },
            on: Vec::with_capacity(64),
            off: Vec::with_capacity(256),
        }
    }

    /// Follows a candidate, on or off, as far as the mode allows, or to the first contradiction. `gone` are the
    /// candidates of the net that the board lacks. Told to stop, it goes no further than its start.
    pub(super) fn follow(mut self, (candidate, on): (u16, bool), gone: &[u64]) -> Closure {
        let mut closure = Closure::blank(self.net, gone);
        closure.add(closure.node(candidate, on), &[], Why::Start);
        match on {
            true => self.on.push(candidate),
            false => self.off.push(candidate),
        }
        if self.look.go_on() {
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

    /// What a candidate that stands excludes. True at a contradiction.
    fn exclude(&mut self, candidate: u16, closure: &mut Closure) -> bool {
        let excluded = &self.net.excludes[usize::from(candidate)];
        let first = match self.mode.y {
            true => 0,
            false => usize::from(self.net.excludes_y[usize::from(candidate)]),
        };
        for &other in &excluded[first..] {
            let node = closure.node(other, false);
            let clash = closure.has(closure.node(other, true));
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

    /// What the absence of a candidate forces. True at a contradiction.
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
                let mut parents = [0; 64];
                parents[0] = closure.node(candidate, false);
                let mut count = 1;
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
        if self.mode.dynamic {
            let left = self.working.cells[usize::from(cell)].without(DigitSet::one(digit));
            self.working.cells[usize::from(cell)] = left;
            self.working.places[usize::from(digit)] -= Cells::one(cell);
        }
        clash
    }

    /// Adds a candidate that must stand. True at a contradiction.
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

    /// Locked candidates, then pairs, then X-wings, on the board inside the chain. False when there are
    /// none.
    fn patterns(&mut self, closure: &mut Closure) -> bool {
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

    /// Chains on the board inside the chain, the easiest kind that there is. False when there are none.
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
            let mut forcing = Forcing::inside(self.look, &board, &gone, mode);
            let mut see = |forcing: &mut Forcing<'_>, ends: &[(usize, u16)], conclusion: u16| {
                found.push((forcing.inner(ends), conclusion));
            };
            match kind {
                Nested::No => {}
                Nested::Chains => forcing.contradictions(&mut see),
                Nested::Multiple => forcing.multiple(3, &mut see),
                Nested::Dynamic => forcing.dynamic(&mut see),
            }
            found.sort_by_key(|(inner, conclusion)| (inner.nodes, *conclusion));
            let before = self.off.len();
            for (mut inner, conclusion) in found {
                // Where the two ways to a contradiction meet, one way from a candidate to its opposite has one node.
                inner.nodes -= usize::from(kind == Nested::Chains);
                self.take_inner(inner, conclusion, closure);
            }
            if self.off.len() > before || closure.clash.is_some() {
                return true;
            }
        }
        false
    }

    /// Takes what a chain inside the chain removes.
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

    /// Takes a candidate away because of a pattern.
    fn drop(&mut self, cell: u16, digit: u8, parents: &[u16], houses: [u16; 4], c: &mut Closure) {
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

    /// Two digits with the same two places in a house leave these cells nothing else.
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

    /// Two cells of a house with the same two candidates take them from its other cells.
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

    /// Takes candidates away because of a pattern in one house that the chain itself has made.
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

/// The pairs of items with the same content, and the content.
fn twins<I: Copy + Default, C: Copy + Default + PartialEq>(
    items: impl Iterator<Item = (I, C)>,
) -> Vec<(I, I, C)> {
    let mut seen = [(I::default(), C::default()); 64];
    let mut found = vec![];
    for (count, (b, content)) in items.take(seen.len()).enumerate() {
        let same = seen[..count].iter().filter(|(_, other)| *other == content);
        found.extend(same.map(|&(a, _)| (a, b, content)));
        seen[count] = (b, content);
    }
    found
}

/// What the links of a chain rest on.
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

    /// One candidate excludes the other.
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

    /// The absence of one forces the other.
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

    /// A cell's candidates matter.
    fn cell(&mut self, candidate: u16) {
        self.cells |= Cells::one(self.net.candidates[usize::from(candidate)].0);
    }

    /// A house and the candidates in it matter.
    fn house(&mut self, house: u16) {
        let house = &self.ground.houses[usize::from(house)];
        self.cells |= house.cells;
        self.cite(house.cite);
    }

    fn cite(&mut self, cite: Cite) {
        if !self.cites.contains(&cite) {
            self.cites.push(cite);
        }
    }
}
