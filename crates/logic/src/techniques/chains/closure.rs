//! The closure of one assumption: all its consequences by links.

use super::reason::LinkReason;
use crate::Cells;
use crate::net::Net;
use cluewright_engine::model::Cite;

/// The inferences that a chain may use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Mode {
    /// `true` if links within cells are followed.
    pub(super) y: bool,
    /// `true` if removals by the chain create further links.
    pub(super) dynamic: bool,
    /// `true` if locked candidates, pairs and X-wings are used.
    pub(super) plus: bool,
    /// The kinds of nested chains that are used.
    pub(super) nested: Nested,
}

/// Kinds of nested chains. Each kind includes the kinds before it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Nested {
    /// No nested chains.
    No,
    /// Chains without branches that lead from a candidate to its own opposite.
    Chains,
    /// Consequences that all candidates of a cell, or all places of a digit in a house, have in common.
    Multiple,
    /// Dynamic forcing.
    Dynamic,
}

impl Mode {
    /// Follows only links that exist on the board before the chain.
    pub(super) const STATIC: Self = Self {
        y: true,
        dynamic: false,
        plus: false,
        nested: Nested::No,
    };
    /// Like [`Self::STATIC`], but also follows links that the chain's removals create.
    pub(super) const DYNAMIC: Self = Self {
        dynamic: true,
        ..Self::STATIC
    };
    /// Like [`Self::DYNAMIC`], but also uses locked candidates, pairs and X-wings.
    pub(super) const PLUS: Self = Self {
        plus: true,
        ..Self::DYNAMIC
    };
}

/// The reason why a node follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// The node is the assumption itself.
    Start,
    /// The node follows from its first parent, either by a weak link or as the last candidate of the parent's cell.
    Link,
    /// The node is the last place of its digit in a house.
    House(u16),
    /// The node follows by a pattern in one or two houses, or by a fish with two lists of lines.
    Pattern([u16; 4]),
    /// The node follows by the nested chain with this index.
    Inner(u16),
}

/// A set of candidates of which one must be true: the candidates of a cell, or the places of a digit in a house.
#[derive(Clone, Copy, Debug)]
pub(super) enum Forced {
    Cell(u16),
    House(u16, u8),
}

/// A nested chain.
#[derive(Clone, Debug)]
pub(super) struct Inner {
    /// The candidates that the outer chain had already removed, if the nested chain depends on their absence.
    pub(super) behind: Vec<u16>,
    /// Number of nodes of the chain, over all branches.
    pub(super) nodes: usize,
    /// The citations of the nested chain's links.
    pub(super) cites: Vec<Cite>,
    pub(super) cells: Cells,
}

/// A node, with the range of its parents in the arena.
#[derive(Clone, Copy, Debug)]
struct Node {
    first: u32,
    count: u16,
    depth: u16,
    why: Why,
}

/// The consequences of an assumption. Node `n` means that candidate `n` is on, and node `n + len` that it is off.
#[derive(Clone, Debug)]
pub(super) struct Closure {
    /// A bit set of the nodes that follow from the assumption: first the nodes that are on, then those that are off.
    pub(super) reached: Vec<u64>,
    /// The nodes that follow from the assumption, in the order in which they were found.
    nodes: Vec<Node>,
    places: Vec<u16>,
    arena: Vec<u16>,
    pub(super) inner: Vec<Inner>,
    /// A candidate that the assumption implies to be both on and off.
    pub(super) clash: Option<u16>,
    len: u16,
    words: usize,
}

impl Closure {
    /// Creates a closure without nodes. The candidates in `gone` are off from the start.
    pub(super) fn blank(net: &Net, gone: &[u64]) -> Self {
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

    /// Returns the node for a candidate that is on or off.
    #[inline(always)]
    pub(super) fn node(&self, candidate: u16, on: bool) -> u16 {
        if on { candidate } else { candidate + self.len }
    }

    /// Returns `true` if the node follows from the assumption.
    #[inline(always)]
    pub(super) fn has(&self, node: u16) -> bool {
        let (word, bit) = self.place(node);
        self.reached[word] >> bit & 1 == 1
    }

    #[inline(always)]
    fn place(&self, node: u16) -> (usize, u16) {
        match node.checked_sub(self.len) {
            None => (usize::from(node) / 64, node % 64),
            // Nodes that are off begin at a new word, so that bit sets of candidates can be combined with them.
            Some(off) => (self.words + usize::from(off) / 64, off % 64),
        }
    }

    pub(super) fn add(&mut self, node: u16, parents: &[u16], why: Why) {
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

    /// Returns the number of nodes on the longest path to a node. This is a cheap lower bound on [`Closure::ancestors`],
    /// because every node of that path is counted there.
    #[inline(always)]
    pub(super) fn depth(&self, node: u16) -> usize {
        usize::from(self.at(node).depth)
    }

    fn parents(&self, node: u16) -> &[u16] {
        let node = self.at(node);
        &self.arena[node.first as usize..][..usize::from(node.count)]
    }

    /// Returns the cell or house in which a node is the last of several candidates. Returns `None` if the node follows for
    /// another reason.
    pub(super) fn last_place(&self, node: u16, net: &Net) -> Option<Forced> {
        let (candidate, on) = self.split(node);
        let (cell, digit) = net.candidates[usize::from(candidate)];
        match self.at(node).why {
            Why::Link if on => Some(Forced::Cell(cell)),
            Why::House(house) => Some(Forced::House(house, digit)),
            _ => None,
        }
    }

    /// Returns the number of distinct nodes from which a node follows, including the node itself and the nodes of nested
    /// chains. Returns `None` if there are more than `most`.
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
            // Several nodes can follow from the same nested chain, so duplicates are removed before its nodes are counted.
            inner.sort_unstable();
            inner.dedup();
        }
        let inner = inner
            .iter()
            .map(|&number| self.inner[usize::from(number)].nodes);
        let nodes = seen.list.len() + inner.sum::<usize>();
        (nodes <= most).then_some(nodes)
    }

    /// Adds the citations of the links that lead to a node.
    pub(super) fn explain(&self, node: u16, reason: &mut LinkReason<'_>, seen: &mut Seen) {
        // The count is not needed, but the call collects the ancestors in `seen`.
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

    /// Returns the candidate of a node, and `true` if the node is on.
    pub(super) fn split(&self, node: u16) -> (u16, bool) {
        match node.checked_sub(self.len) {
            None => (node, true),
            Some(off) => (off, false),
        }
    }
}

/// The set of visited nodes in a traversal of ancestors.
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
        // The new value of `now` makes all old marks invalid, so they need no reset.
        self.now += 1;
    }

    pub(super) fn add(&mut self, node: u16) {
        let mark = &mut self.marks[usize::from(node)];
        if *mark != self.now {
            *mark = self.now;
            self.list.push(node);
        }
    }
}
