//! Automata unrolled over lines. A cache lets equal lines share the result.

use crate::propagation::{Shared, Word};
use cluewright_rules::Automaton;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// An automaton unrolled over the places of a line.
#[derive(Debug)]
pub(super) struct Unrolled<W> {
    /// The transitions from all states of all layers, in the order of layers and states.
    steps: Box<[Step<W>]>,
    /// For each state, layer by layer, the index of its first transition in `steps`.
    starts: Box<[u32]>,
    /// For each layer, the index of its first state in `starts`.
    layers: Box<[u32]>,
    /// Number of words in a set of states of one layer.
    pub(super) words: usize,
    /// The automaton restricted to sequences of different values, which is computed on first use.
    different: OnceLock<Option<Arc<Self>>>,
}

/// A cache of unrolled automata, shared by lines with the same candidates.
#[derive(Clone, Debug)]
pub(crate) struct Unrolls<W>(Rc<RefCell<FxHashMap<Line<W>, Known<W>>>>);

/// The key of the cache [`Unrolls`]: the address of an automaton, and the candidates along a line.
type Line<W> = (*const Automaton, Vec<W>);

/// The automaton and its unrolled form, if it accepts anything. The automaton is kept alive so that no other automaton gets its address.
type Known<W> = (Arc<Automaton>, Option<Arc<Unrolled<W>>>);

/// A cache of lines without restrictions, which is kept between puzzles because other puzzles have the same lines. The key is the type
/// of words, the automaton's address, the candidates along the line, and the value of the lowest bit.
type PlainLines = FxHashMap<(TypeId, usize, Vec<u64>, i64), PlainLine>;

/// The automaton and its unrolled form, if it accepts anything. The automaton is kept alive so that no other automaton gets its address.
type PlainLine = (Arc<Automaton>, Option<Arc<dyn Any + Send + Sync>>);

/// Maximum number of cached plain lines (the cache is cleared beyond it), and maximum number of states of an automaton whose lines are
/// cached. Together they limit the cache to a few megabytes.
const PLAIN: (usize, usize) = (256, 128);

impl<W> Default for Unrolls<W> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

/// The next states of a state, each with the values that lead there.
type Paths<W> = Vec<(u16, W)>;

/// Maximum number of states of one layer, if states also distinguish the values used so far. Measured on skyscrapers of size nine: clues
/// 7 and 8 stay below 40 states and save a quarter of the nodes.
const MOST_USED: usize = 48;

/// A transition to a state of the next layer, which is numbered within that layer. Each of the values makes the transition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step<W> {
    pub(super) to: u16,
    pub(super) values: W,
}

impl<W: Word> Unrolls<W> {
    /// Unrolls an automaton over variables with the given candidates. Returns `None` if no assignment is accepted.
    pub(super) fn line(
        &self,
        automaton: &Arc<Automaton>,
        shared: &Shared<W>,
        domains: Vec<W>,
    ) -> Option<Arc<Unrolled<W>>> {
        let unroll = |(_, domains): &Line<W>| {
            let unrolled = Unrolled::of_line(automaton, shared, domains);
            (Arc::clone(automaton), unrolled)
        };
        let mut known = self.0.borrow_mut();
        let line = known.entry((Arc::as_ptr(automaton), domains));
        line.or_insert_with_key(unroll).1.clone()
    }
}

impl<W: Word> Unrolled<W> {
    /// Unrolls the automaton over a line, or returns the cached result for an equal line.
    fn of_line(automaton: &Arc<Automaton>, shared: &Shared<W>, domains: &[W]) -> Option<Arc<Self>> {
        static KNOWN: Mutex<PlainLines> = Mutex::new(PlainLines::with_hasher(FxBuildHasher));
        let new = || Self::new(automaton, shared, domains).map(Arc::new);
        let (most, states) = PLAIN;
        // A plain line consists of grid cells, with at most one other variable before or after them, so the candidates
        // change at most once along it.
        let changes = domains.windows(2).filter(|pair| pair[0] != pair[1]);
        if changes.count() > 1 || automaton.accepting.len() > states {
            return new();
        }
        let address = Arc::as_ptr(automaton) as usize;
        let domains: Vec<u64> = domains.iter().map(|domain| domain.bits()).collect();
        let line = (TypeId::of::<W>(), address, domains, shared.base);
        let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, unrolled)) = known.get(&line) {
            return Arc::downcast(Arc::clone(unrolled.as_ref()?)).ok();
        }
        let unrolled = new();
        if known.len() >= most {
            known.clear();
        }
        let kept = unrolled.clone().map(|unrolled| unrolled as _);
        // The automaton is stored too, so that no other automaton can get its address, which is part of the key.
        known.insert(line, (Arc::clone(automaton), kept));
        unrolled
    }

    /// Returns the number of transitions.
    pub(super) fn size(&self) -> usize {
        self.steps.len()
    }

    /// Returns the automaton restricted to different values along a line of this length. Returns `None` if a layer would have more than
    /// [`MOST_USED`] states, or if no assignment remains.
    pub(super) fn all_different(&self, length: usize) -> Option<Arc<Self>> {
        let different = || self.used_once(length).map(Arc::new);
        self.different.get_or_init(different).clone()
    }

    /// Computes the automaton of [`Unrolled::all_different`]: each path uses a value at most once.
    fn used_once(&self, length: usize) -> Option<Self> {
        // A node is a state together with the values used so far.
        let mut nodes: Vec<(u32, W)> = vec![(0, W::NONE)];
        let mut paths: Vec<Vec<Paths<W>>> = vec![];
        for i in 0..length {
            // An automaton whose first layers already have many states will be too wide in the middle. Detecting this early saves the
            // work.
            let most = MOST_USED * (i + 1).min(5) / 5;
            let mut next: Vec<(u32, W)> = vec![];
            let mut layer = vec![];
            for &(state, used) in &nodes {
                let mut on = vec![];
                for step in self.steps(i, state) {
                    for bit in (step.values & !used).each() {
                        let value = W::one(bit);
                        let node = (u32::from(step.to), used | value);
                        let known = next.iter().position(|&other| other == node);
                        let to = known.unwrap_or(next.len());
                        if to == next.len() {
                            next.push(node);
                        }
                        if to == most {
                            return None;
                        }
                        on.push((to as u16, value));
                    }
                }
                layer.push(on);
            }
            paths.push(layer);
            nodes = next;
        }
        let mut useful = vec![vec![true; nodes.len()]];
        for layer in paths.iter().rev() {
            let next = &useful[useful.len() - 1];
            let leads = |on: &Paths<W>| on.iter().any(|&(to, _)| next[usize::from(to)]);
            useful.push(layer.iter().map(leads).collect());
        }
        useful.reverse();
        let listed = |layer: usize, state: usize| paths[layer][state].iter().copied();
        useful[0][0].then(|| Self::of_layers(&useful, listed))
    }

    /// Unrolls the automaton over a line with the given candidates. Returns `None` if no assignment is accepted.
    fn new(automaton: &Automaton, shared: &Shared<W>, domains: &[W]) -> Option<Self> {
        let states = automaton.accepting.len();
        let moves = moves(automaton, shared);
        let paths = |layer: usize, state: usize| {
            let here = domains[layer];
            let on = moves[state]
                .iter()
                .map(move |&(to, values)| (to, values & here));
            on.filter(|(_, values)| !values.is_none())
        };
        let mut useful = vec![vec![false; states]; domains.len() + 1];
        useful[0][usize::from(automaton.start)] = true;
        for layer in 0..domains.len() {
            let (before, after) = useful.split_at_mut(layer + 1);
            for state in (0..states).filter(|&state| before[layer][state]) {
                paths(layer, state).for_each(|(to, _)| after[0][usize::from(to)] = true);
            }
        }
        let ends = useful[domains.len()].iter_mut().zip(&automaton.accepting);
        ends.for_each(|(useful, accepting)| *useful &= accepting);
        for layer in (0..domains.len()).rev() {
            let (before, after) = useful.split_at_mut(layer + 1);
            for (state, useful) in before[layer].iter_mut().enumerate() {
                *useful = *useful && paths(layer, state).any(|(to, _)| after[0][usize::from(to)]);
            }
        }
        useful[0][usize::from(automaton.start)].then(|| Self::of_layers(&useful, paths))
    }

    /// Numbers the states of each layer that are marked as useful, and merges transitions between the same two states.
    fn of_layers<P: Iterator<Item = (u16, W)>>(
        useful: &[Vec<bool>],
        paths: impl Fn(usize, usize) -> P,
    ) -> Self {
        let number = |layer: &Vec<bool>| -> Vec<u16> {
            let mut next = 0;
            let number = |&keep: &bool| {
                next += u16::from(keep);
                // A dropped state before the first kept one has no number. Its entry may wrap, because nothing reads it.
                next.wrapping_sub(1)
            };
            layer.iter().map(number).collect()
        };
        let numbers: Vec<Vec<u16>> = useful.iter().map(number).collect();
        let sizes = useful
            .iter()
            .map(|layer| layer.iter().filter(|&&u| u).count());
        let most = sizes.max().unwrap_or(1);
        let (mut steps, mut starts, mut layers) = (vec![], vec![], vec![]);
        for i in 0..useful.len() - 1 {
            layers.push(starts.len() as u32);
            for state in (0..useful[i].len()).filter(|&state| useful[i][state]) {
                let first = steps.len();
                starts.push(first as u32);
                for (next, values) in paths(i, state) {
                    if !useful[i + 1][usize::from(next)] {
                        continue;
                    }
                    let to = numbers[i + 1][usize::from(next)];
                    let mut known = steps[first..].iter_mut();
                    match known.find(|step: &&mut Step<W>| step.to == to) {
                        Some(step) => step.values |= values,
                        None => steps.push(Step { to, values }),
                    }
                }
            }
        }
        // An extra start marks the end of the last state, so that `steps` can always read the start of the next state.
        starts.push(steps.len() as u32);
        Self {
            steps: steps.into(),
            starts: starts.into(),
            layers: layers.into(),
            words: most.div_ceil(64),
            different: OnceLock::new(),
        }
    }

    /// Returns the number of states of a layer that have transitions.
    pub(super) fn states(&self, layer: usize) -> u32 {
        let end = self.layers.get(layer + 1).copied();
        end.unwrap_or(self.starts.len() as u32 - 1) - self.layers[layer]
    }

    /// Returns the total number of states in the layers before this one.
    pub(super) fn first(&self, layer: usize) -> usize {
        let first = self.layers.get(layer).copied();
        first.unwrap_or(self.starts.len() as u32 - 1) as usize
    }

    /// Returns the transitions from a state of a layer.
    #[inline(always)]
    pub(super) fn steps(&self, layer: usize, state: u32) -> &[Step<W>] {
        let at = (self.layers[layer] + state) as usize;
        &self.steps[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// Returns the possible next states of each state of an automaton, with their values.
fn moves<W: Word>(automaton: &Automaton, shared: &Shared<W>) -> Vec<Paths<W>> {
    let of = |state: usize| {
        let mut paths: Paths<W> = vec![];
        for bit in 0..shared.values {
            let to = automaton.step(state as u16, shared.value(bit) as u8);
            match paths.iter_mut().find(|path| path.0 == to) {
                _ if to == Automaton::DEAD => {}
                Some(path) => path.1 |= W::one(bit),
                None => paths.push((to, W::one(bit))),
            }
        }
        paths
    };
    (0..automaton.accepting.len()).map(of).collect()
}
