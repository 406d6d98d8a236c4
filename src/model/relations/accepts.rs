use crate::model::Word;
use crate::model::program::Shared;
use crate::model::sink::{Conflict, Sink};
use crate::rules::Automaton;

/// The values along a line are accepted by an automaton, at full consistency.
///
/// The automaton is unrolled over the line at set-up, keeping only states that lie on an accepted
/// path ("regular", Pesant 2004).
#[derive(Clone, Debug)]
pub struct Accepts {
    vars: Box<[u16]>,
    /// Steps of all layers; those of layer `i` and bit `b` at `starts[i * values + b]..`.
    steps: Box<[Step]>,
    starts: Box<[u32]>,
    /// How many values a layer has.
    values: usize,
    /// Words of one layer's set of states.
    words: usize,
}

/// From a state of a layer to a state of the next, both numbered within their layer.
#[derive(Clone, Copy, Debug)]
struct Step {
    from: u16,
    to: u16,
}

impl Accepts {
    /// Unrolls the automaton over variables with the given candidates. `None` when no assignment is
    /// accepted.
    pub(crate) fn new<W: Word>(
        vars: &[u16],
        automaton: &Automaton,
        shared: &Shared<W>,
        domain: impl Fn(u16) -> W,
    ) -> Option<Self> {
        let states = automaton.accepting.len();
        let value = |bit: u32| shared.value(bit) as u8;
        let mut reached = vec![vec![false; states]; vars.len() + 1];
        reached[0][usize::from(automaton.start)] = true;
        for (i, &var) in vars.iter().enumerate() {
            for state in (0..states).filter(|&s| reached[i][s]).collect::<Vec<_>>() {
                for bit in domain(var).each() {
                    let next = automaton.step(state as u16, value(bit));
                    if next != Automaton::DEAD {
                        reached[i + 1][usize::from(next)] = true;
                    }
                }
            }
        }
        let mut useful = vec![vec![false; states]; vars.len() + 1];
        for state in 0..states {
            useful[vars.len()][state] = reached[vars.len()][state] && automaton.accepting[state];
        }
        for (i, &var) in vars.iter().enumerate().rev() {
            for state in 0..states {
                useful[i][state] = reached[i][state]
                    && domain(var).each().any(|bit| {
                        let next = automaton.step(state as u16, value(bit));
                        next != Automaton::DEAD && useful[i + 1][usize::from(next)]
                    });
            }
        }
        if !useful[0][usize::from(automaton.start)] {
            return None;
        }
        let number = |layer: &[bool]| -> Vec<u16> {
            let mut next = 0;
            layer
                .iter()
                .map(|&keep| {
                    next += u16::from(keep);
                    next.wrapping_sub(1)
                })
                .collect()
        };
        let numbers: Vec<Vec<u16>> = useful.iter().map(|layer| number(layer)).collect();
        let most = useful
            .iter()
            .map(|layer| layer.iter().filter(|&&u| u).count())
            .max()
            .unwrap_or(1);
        let values = shared.values as usize;
        let (mut steps, mut starts) = (vec![], vec![]);
        for (i, &var) in vars.iter().enumerate() {
            for bit in 0..shared.values {
                starts.push(steps.len() as u32);
                if (domain(var) & W::one(bit)).is_none() {
                    continue;
                }
                for state in (0..states).filter(|&s| useful[i][s]) {
                    let next = automaton.step(state as u16, value(bit));
                    if next != Automaton::DEAD && useful[i + 1][usize::from(next)] {
                        let (from, to) = (numbers[i][state], numbers[i + 1][usize::from(next)]);
                        steps.push(Step { from, to });
                    }
                }
            }
        }
        starts.push(steps.len() as u32);
        Some(Self {
            vars: vars.into(),
            steps: steps.into(),
            starts: starts.into(),
            values,
            words: most.div_ceil(64),
        })
    }

    fn steps(&self, layer: usize, bit: u32) -> &[Step] {
        let at = layer * self.values + bit as usize;
        &self.steps[self.starts[at] as usize..self.starts[at + 1] as usize]
    }

    pub(super) fn propagate<W: Word>(
        &self,
        _: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let layers = self.vars.len();
        let words = self.words;
        let mut states = sink.scratch().take_states(words * (layers + 2));
        let outcome = self.filter(sink, &mut states, layers, words);
        sink.scratch().put_states(states);
        outcome
    }

    fn filter<W: Word>(
        &self,
        sink: &mut impl Sink<W>,
        states: &mut [u64],
        layers: usize,
        words: usize,
    ) -> Result<(), Conflict> {
        let has = |set: &[u64], state: u16| set[usize::from(state) / 64] >> (state % 64) & 1 == 1;
        states[0] = 1;
        for i in 0..layers {
            let (before, after) = states[i * words..].split_at_mut(words);
            for bit in sink.get(self.vars[i]).each() {
                for step in self.steps(i, bit) {
                    let on = before[usize::from(step.from) / 64] >> (step.from % 64) & 1;
                    after[usize::from(step.to) / 64] |= on << (step.to % 64);
                }
            }
        }
        let (forward, back) = states.split_at_mut(words * (layers + 1));
        back.copy_from_slice(&forward[words * layers..]);
        if back.iter().all(|&w| w == 0) {
            return Err(sink.fail(|why| why.now(self.vars.iter().copied())));
        }
        for i in (0..layers).rev() {
            let var = self.vars[i];
            let here = &mut forward[i * words..][..words];
            let (mut keep, mut live) = (W::NONE, [0u64; 8]);
            let mut long = vec![];
            let live = if words <= live.len() {
                &mut live[..words]
            } else {
                long.resize(words, 0u64);
                &mut long[..]
            };
            for bit in sink.get(var).each() {
                for step in self.steps(i, bit) {
                    if has(here, step.from) && has(back, step.to) {
                        keep |= W::one(bit);
                        live[usize::from(step.from) / 64] |= 1 << (step.from % 64);
                    }
                }
            }
            back.copy_from_slice(live);
            sink.keep(var, keep, |why| {
                why.now(self.vars.iter().copied().filter(|&v| v != var));
            })?;
        }
        Ok(())
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        100 + self.steps.len() as u32
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
