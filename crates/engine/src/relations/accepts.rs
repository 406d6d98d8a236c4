use super::AcceptsOnce;
use super::unrolled::{Unrolled, Unrolls};
use crate::propagation::{Conflict, Reason, Shared, Sink, View, Word};
use cluewright_rules::Automaton;
use std::sync::Arc;

/// The constraint that an automaton accepts the values along a line. Propagation is domain consistent.
///
/// The automaton is unrolled over the line when the puzzle is compiled, keeping only states that lie on an accepted path ("regular",
/// Pesant 2004).
#[derive(Clone, Debug)]
pub struct Accepts<W> {
    vars: Box<[u16]>,
    unrolled: Arc<Unrolled<W>>,
}

impl<W: Word> Accepts<W> {
    /// Creates the relation for variables with the given candidates. Returns `None` if the automaton accepts no assignment.
    pub(crate) fn new(
        vars: &[u16],
        automaton: &Arc<Automaton>,
        shared: &Shared<W>,
        domain: impl Fn(u16) -> W,
        known: &Unrolls<W>,
    ) -> Option<Self> {
        let domains = vars.iter().map(|&var| domain(var)).collect();
        Some(Self {
            vars: vars.into(),
            unrolled: known.line(automaton, shared, domains)?,
        })
    }

    /// Returns the same relation with the additional constraint that all values differ: the automaton combined with a house. Returns
    /// `None` if a layer would have too many states, or if no assignment remains.
    pub(crate) fn all_different(&self) -> Option<Self> {
        let unrolled = self.unrolled.all_different(self.vars.len())?;
        Some(Self {
            vars: self.vars.clone(),
            unrolled,
        })
    }

    /// Returns a version of the relation that also requires different values, for automata with too many states for
    /// [`Accepts::all_different`].
    pub(crate) fn once(&self) -> AcceptsOnce<W> {
        AcceptsOnce::new(&self.vars, &self.unrolled)
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

    /// Like [`Accepts::filter`], but only for lines whose layers each have at most 64 states. Most lines qualify, and
    /// this function takes half the time for them.
    ///
    /// The forward pass finds the first place at which some state has no successor or some value is not used. At that place
    /// or before it, the backward pass can stop as soon as it removes no state.
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
            return Err(sink.fail(|why| self.explain(why, self.vars.len())));
        }
        // Every state has a successor and every value is used, so nothing can be removed.
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
            sink.keep(var, keep, |why| self.explain(why, i))?;
            // All states reached here are live. At every earlier place, each state has a successor and each value is used,
            // so nothing can be removed there.
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
            return Err(sink.fail(|why| self.explain(why, self.vars.len())));
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
            sink.keep(var, keep, |why| self.explain(why, i))?;
        }
        Ok(())
    }

    /// Explains why no accepted path uses the values lost at a place. If `place` is the end of the line, explains why there is no
    /// accepted path at all.
    ///
    /// Before the place, the function tracks the states that must not be reached, because the lost values would lead from them to
    /// acceptance. Values that lead into this set from outside must already be removed. After the place, it does the same with the states
    /// that must not lead to acceptance.
    fn explain(&self, why: &mut Reason<'_, W>, place: usize) {
        // Values that were already removed when the automaton was unrolled have no transitions.
        why.start(self.vars.iter().copied());
        let lost = why.lost();
        let mut reached = vec![true];
        for layer in 0..place {
            reached = self.follow_steps(layer, &reached, why.get(self.vars[layer]));
        }
        let mut dead = match place == self.vars.len() {
            true => vec![],
            false => self.follow_steps(place, &reached, lost),
        };
        let mut barred: Vec<bool> = match place == self.vars.len() {
            true => vec![true; 64 * self.unrolled.words],
            false => self
                .states(place)
                .map(|state| {
                    let steps = self.unrolled.steps(place, state).iter();
                    let mut on = steps.filter(|step| !(step.values & lost).is_none());
                    !reached[state as usize] && on.any(|step| !dead[usize::from(step.to)])
                })
                .collect(),
        };
        for layer in (0..place).rev() {
            // No earlier state has to be avoided, so the earlier variables are not part of the reason.
            if !barred.contains(&true) {
                break;
            }
            let here = why.get(self.vars[layer]);
            let leads = |state: u32, values: W| {
                let steps = self.unrolled.steps(layer, state).iter();
                let into = steps.filter(|step| barred[usize::from(step.to)]);
                into.fold(W::NONE, |all, step| all | step.values) & values
            };
            let before: Vec<bool> = self
                .states(layer)
                .map(|state| !leads(state, here).is_none())
                .collect();
            let open = self.states(layer).filter(|&state| !before[state as usize]);
            let gone = open.fold(W::NONE, |gone, state| gone | leads(state, !here));
            why.without([self.vars[layer]], gone);
            barred = before;
        }
        for layer in place + 1..self.vars.len() {
            if !dead.contains(&true) {
                break;
            }
            let here = why.get(self.vars[layer]);
            let next = self.follow_steps(layer, &dead, here);
            let from = self.states(layer).filter(|&state| dead[state as usize]);
            let steps = from.flat_map(|state| self.unrolled.steps(layer, state));
            let out = steps.filter(|step| !next[usize::from(step.to)]);
            let gone = out.fold(W::NONE, |gone, step| gone | step.values);
            why.without([self.vars[layer]], gone);
            dead = next;
        }
    }

    /// Returns the indices of the states of a layer.
    fn states(&self, layer: usize) -> std::ops::Range<u32> {
        0..self.unrolled.states(layer)
    }

    /// Returns the states of the next layer that can be reached from the states in `from` by transitions with these values.
    fn follow_steps(&self, layer: usize, from: &[bool], values: W) -> Vec<bool> {
        let mut to = vec![false; 64 * self.unrolled.words];
        for state in self.states(layer).filter(|&state| from[state as usize]) {
            for step in self.unrolled.steps(layer, state) {
                to[usize::from(step.to)] |= !(step.values & values).is_none();
            }
        }
        to
    }

    pub(crate) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        100 + self.unrolled.size() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        // If a cell occurs twice on the line, the relation may find more after its own changes.
        self.vars
            .iter()
            .enumerate()
            .all(|(i, var)| !self.vars[..i].contains(var))
    }
}

/// Iterates over the indices of the states in a set.
fn each(set: &[u64]) -> impl Iterator<Item = u32> + '_ {
    set.iter()
        .enumerate()
        .flat_map(|(word, &bits)| Word::each(bits).map(move |bit| word as u32 * 64 + bit))
}
