use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};
use crate::rules::Automaton;
use rustc_hash::{FxBuildHasher, FxHashMap};
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

/// The values along a line are accepted by an automaton, at full consistency.
///
/// The automaton is unrolled over the line at set-up, keeping only states that lie on an accepted
/// path ("regular", Pesant 2004).
#[derive(Clone, Debug)]
pub struct Accepts<W> {
    vars: Box<[u16]>,
    unrolled: Arc<Unrolled<W>>,
}

/// An automaton unrolled over the places of a line.
#[derive(Debug)]
struct Unrolled<W> {
    /// Steps from all states of all layers.
    steps: Box<[Step<W>]>,
    /// Where the steps from each state start in `steps`, layer by layer.
    starts: Box<[u32]>,
    /// Where the states of each layer start in `starts`.
    layers: Box<[u32]>,
    /// Words of one layer's set of states.
    words: usize,
    /// The same with all values different; found out when it is first asked for.
    different: OnceLock<Option<Arc<Self>>>,
}

/// Automata that have been unrolled: lines with the same candidates share what comes of it.
#[derive(Clone, Debug)]
pub(crate) struct Unrolls<W>(Rc<RefCell<FxHashMap<Line<W>, Known<W>>>>);

/// An automaton by its address, and the candidates of a line.
type Line<W> = (*const Automaton, Vec<W>);

/// What came of it; the automaton, so that no other comes to have its address.
type Known<W> = (Arc<Automaton>, Option<Arc<Unrolled<W>>>);

/// Lines without restrictions, which come again in other puzzles: by the type of words, the automaton's
/// address, the candidates along the line and the value of the lowest.
type PlainLines = FxHashMap<(TypeId, usize, Vec<u64>, i64), PlainLine>;

/// What came of it; the automaton, so that no other comes to have its address.
type PlainLine = (Arc<Automaton>, Option<Arc<dyn Any + Send + Sync>>);

/// The plain lines that are kept, when there are more all are forgotten; and the states of an automaton that
/// is worth it: some megabytes.
const PLAIN: (usize, usize) = (256, 128);

impl<W> Default for Unrolls<W> {
    fn default() -> Self {
        Self(Rc::default())
    }
}

/// The states that may come next, with values that lead there.
type Paths<W> = Vec<(u16, W)>;

/// States of one place at most where the values that are used are told apart. Measured on skyscrapers:
/// seven or eight of nine seen stay below 40 and save a quarter of the nodes.
const MOST_USED: usize = 48;

/// To a state of the next layer, numbered within it, with any of these values.
#[derive(Clone, Copy, Debug)]
struct Step<W> {
    to: u16,
    values: W,
}

impl<W: Word> Accepts<W> {
    /// The automaton over variables with the given candidates. `None` when no assignment is accepted.
    pub(crate) fn new(
        vars: &[u16],
        automaton: &Arc<Automaton>,
        shared: &Shared<W>,
        domain: impl Fn(u16) -> W,
        known: &Unrolls<W>,
    ) -> Option<Self> {
        let domains: Vec<W> = vars.iter().map(|&var| domain(var)).collect();
        let unroll = |(_, domains): &Line<W>| {
            let unrolled = Unrolled::of_line(automaton, shared, domains);
            (Arc::clone(automaton), unrolled)
        };
        let mut known = known.0.borrow_mut();
        let line = known.entry((Arc::as_ptr(automaton), domains));
        let unrolled = line.or_insert_with_key(unroll).1.clone()?;
        Some(Self {
            vars: vars.into(),
            unrolled,
        })
    }

    /// The same with all values different, over variables known to be so: what a clue and a house say
    /// together. `None` where that takes more than [`MOST_USED`] states at some place, or has no
    /// solution.
    pub(crate) fn all_different(&self) -> Option<Self> {
        let different = || self.unrolled.all_different(self.vars.len()).map(Arc::new);
        let unrolled = self.unrolled.different.get_or_init(different);
        unrolled.clone().map(|unrolled| Self {
            vars: self.vars.clone(),
            unrolled,
        })
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut states = sink
            .scratch()
            .take_states(self.unrolled.words * (self.vars.len() + 1));
        let outcome = match self.unrolled.words {
            1 => self.filter_narrow(sink, &mut states),
            _ => self.filter(sink, &mut states),
        };
        sink.scratch().put_states(states);
        outcome
    }

    /// [`Accepts::filter`] where one word holds the states of each place: most lines are so, and run
    /// twice as fast without words to look for.
    ///
    /// On the way forward it sees up to which place every state goes on and every value is used: where the
    /// way back comes there with no state lost, it has nothing to find.
    fn filter_narrow(&self, sink: &mut impl Sink<W>, states: &mut [u64]) -> Result<(), Conflict> {
        let (mut live, mut whole) = (1, None);
        for (i, &var) in self.vars.iter().enumerate() {
            let here = sink.get(var);
            states[i] = live;
            let (mut after, mut used, mut goes_on) = (0, W::NONE, true);
            for state in live.each() {
                let mut on = W::NONE;
                for step in self.unrolled.steps(i, state) {
                    let values = step.values & here;
                    after |= u64::from(!values.is_none()) << step.to;
                    on |= values;
                }
                goes_on &= !on.is_none();
                used |= on;
            }
            if !(goes_on && used == here) {
                whole.get_or_insert(i);
            }
            live = after;
        }
        if live == 0 {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        let Some(whole) = whole else {
            return Ok(());
        };
        for (i, &var) in self.vars.iter().enumerate().rev() {
            let (here, reached, after) = (sink.get(var), states[i], live);
            let mut keep = W::NONE;
            live = 0;
            for state in reached.each() {
                let mut on = W::NONE;
                for step in self.unrolled.steps(i, state) {
                    if after >> step.to & 1 == 1 {
                        on |= step.values & here;
                    }
                }
                keep |= on;
                live |= u64::from(!on.is_none()) << state;
            }
            sink.keep(var, keep, |why| {
                why.now(self.vars.iter().copied().filter(|&v| v != var));
            })?;
            if i <= whole && live == reached {
                break;
            }
        }
        Ok(())
    }

    fn filter(&self, sink: &mut impl Sink<W>, states: &mut [u64]) -> Result<(), Conflict> {
        let words = self.unrolled.words;
        states[0] = 1;
        for (i, &var) in self.vars.iter().enumerate() {
            let here = sink.get(var);
            let (before, after) = states[i * words..].split_at_mut(words);
            for state in each(before) {
                for step in self.unrolled.steps(i, state) {
                    let on = u64::from(!(step.values & here).is_none());
                    after[usize::from(step.to) / 64] |= on << (step.to % 64);
                }
            }
        }
        let last = &states[words * self.vars.len()..];
        if last.iter().all(|&word| word == 0) {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        for (i, &var) in self.vars.iter().enumerate().rev() {
            let (before, after) = states[i * words..].split_at_mut(words);
            let here = sink.get(var);
            let mut keep = W::NONE;
            for (word, live) in before.iter_mut().enumerate() {
                let mut left = *live;
                while left != 0 {
                    let bit = left.trailing_zeros();
                    left &= left - 1;
                    let mut on = W::NONE;
                    for step in self.unrolled.steps(i, word as u32 * 64 + bit) {
                        if after[usize::from(step.to) / 64] >> (step.to % 64) & 1 == 1 {
                            on |= step.values & here;
                        }
                    }
                    keep |= on;
                    *live &= !(u64::from(on.is_none()) << bit);
                }
            }
            sink.keep(var, keep, |why| {
                why.now(self.vars.iter().copied().filter(|&v| v != var));
            })?;
        }
        Ok(())
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        100 + self.unrolled.steps.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        // A line that crosses itself may learn from its own changes.
        self.vars
            .iter()
            .enumerate()
            .all(|(i, var)| !self.vars[..i].contains(var))
    }
}

impl<W: Word> Unrolled<W> {
    /// Unrolls the automaton over a line, unless it was unrolled over such a line before.
    fn of_line(automaton: &Arc<Automaton>, shared: &Shared<W>, domains: &[W]) -> Option<Arc<Self>> {
        static KNOWN: Mutex<PlainLines> = Mutex::new(PlainLines::with_hasher(FxBuildHasher));
        let new = || Self::new(automaton, shared, domains).map(Arc::new);
        let (most, states) = PLAIN;
        // Cells of the grid, and perhaps a variable of another kind before or after them.
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
        known.insert(line, (Arc::clone(automaton), kept));
        unrolled
    }

    /// The same with all values of a line of this length different.
    fn all_different(&self, length: usize) -> Option<Self> {
        // Each state goes with the values used so far.
        let mut nodes: Vec<(u32, W)> = vec![(0, W::NONE)];
        let mut paths: Vec<Vec<Paths<W>>> = vec![];
        for i in 0..length {
            // What fans out at once will be too wide in the middle: seen early it costs nothing.
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

    /// Unrolls the automaton over places with the given candidates. `None` when no assignment is accepted.
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

    /// Numbers the useful states of each layer and joins the values that lead to the same one.
    fn of_layers<P: Iterator<Item = (u16, W)>>(
        useful: &[Vec<bool>],
        paths: impl Fn(usize, usize) -> P,
    ) -> Self {
        let number = |layer: &Vec<bool>| -> Vec<u16> {
            let mut next = 0;
            let number = |&keep: &bool| {
                next += u16::from(keep);
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
        starts.push(steps.len() as u32);
        Self {
            steps: steps.into(),
            starts: starts.into(),
            layers: layers.into(),
            words: most.div_ceil(64),
            different: OnceLock::new(),
        }
    }

    fn steps(&self, layer: usize, state: u32) -> &[Step<W>] {
        let at = (self.layers[layer] + state) as usize;
        &self.steps[self.starts[at] as usize..self.starts[at + 1] as usize]
    }
}

/// For each state of an automaton what may come next.
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

/// The numbers in a set of states.
fn each(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    set.iter()
        .enumerate()
        .flat_map(|(word, &bits)| Word::each(bits).map(move |bit| word as u32 * 64 + bit))
}
