//! Trials: assume a candidate, see what the clues and houses say round by round, and stop at the first
//! contradiction, with the shortest account of it that the rounds give.

use super::ground::MOST_CITES;
use super::{Board, Cells, Ground};
use crate::model::program::{Scratch, Work};
use crate::model::relations::Relation;
use crate::model::sink::Inference;
use crate::model::{Cite, Compiled, Model, ReasonSink, Word};
use crate::puzzle::DigitSet;
use std::collections::BTreeSet;

/// A candidate and what refutes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refutation {
    /// The variable.
    pub(super) var: u16,
    /// The value that it cannot have.
    pub(super) value: u8,
    /// How many inferences the contradiction takes.
    pub(super) nodes: usize,
    /// Clues and houses used.
    pub(super) cites: Vec<Cite>,
    /// Variables whose candidates matter.
    pub(super) vars: BTreeSet<u16>,
    /// What follows on the way: variables that become known, in order.
    pub(super) known: Vec<(u16, u8)>,
}

/// The candidates that full propagation refutes, in order.
pub(super) fn refutable(ground: &Ground<'_>, board: &Board) -> Vec<(u16, u8)> {
    match ground.model {
        Model::Narrow(compiled) => filter(compiled, board),
        Model::Wide(compiled) => filter(compiled, board),
        Model::Widest(compiled) => filter(compiled, board),
    }
}

/// Refutes a candidate within so many rounds.
pub(super) fn refute(
    ground: &Ground<'_>,
    board: &Board,
    (var, value): (u16, u8),
    rounds: usize,
) -> Option<Refutation> {
    match ground.model {
        Model::Narrow(compiled) => Trial::new(ground, compiled, board).run(var, value, rounds),
        Model::Wide(compiled) => Trial::new(ground, compiled, board).run(var, value, rounds),
        Model::Widest(compiled) => Trial::new(ground, compiled, board).run(var, value, rounds),
    }
}

fn words<W: Word>(compiled: &Compiled<W>, board: &Board) -> Vec<W> {
    let base = compiled.program.shared().base;
    let candidates = board.candidates().iter();
    candidates.map(|d| W::from_bits(d.bits() >> base)).collect()
}

fn filter<W: Word>(compiled: &Compiled<W>, board: &Board) -> Vec<(u16, u8)> {
    let program = &compiled.program;
    let base = program.shared().base;
    let mut work = Work::default();
    let mut settled = words(compiled, board);
    program.wake_all(&settled, &mut work);
    let hopeless = program.fixpoint(&mut settled, &mut work).is_err();
    let mut found = vec![];
    for (var, digits) in board.candidates().iter().enumerate() {
        if digits.len() < 2 {
            continue;
        }
        for value in digits.iter() {
            let word = W::from_bits((1u64 << value) >> base);
            let gone = hopeless || (settled[var] & word).is_none();
            let mut fails = || {
                let mut trial = settled.clone();
                trial[var] = word;
                program.prepare(&mut work);
                program.wake(var as u16, &trial, &mut work);
                program.fixpoint(&mut trial, &mut work).is_err()
            };
            if gone || (settled[var] != word && fails()) {
                found.push((var as u16, value));
            }
        }
    }
    found
}

/// Something that a trial removed.
struct Event {
    var: u16,
    lost: u64,
    parents: Vec<u32>,
    cites: Vec<Cite>,
    vars: Vec<u16>,
}

/// One assumption being followed.
struct Trial<'a, W: Word> {
    ground: &'a Ground<'a>,
    compiled: &'a Compiled<W>,
    board: Vec<W>,
    events: Vec<Event>,
    of_var: Vec<Vec<u32>>,
    singles: Vec<u16>,
    changed: Vec<u16>,
    known: Vec<(u16, u8)>,
    scratch: Scratch<W>,
}

impl<'a, W: Word> Trial<'a, W> {
    fn new(ground: &'a Ground<'a>, compiled: &'a Compiled<W>, board: &Board) -> Self {
        Self {
            ground,
            compiled,
            board: words(compiled, board),
            events: vec![],
            of_var: vec![vec![]; board.candidates().len()],
            singles: vec![],
            changed: vec![],
            known: vec![],
            scratch: Scratch::default(),
        }
    }

    fn run(mut self, var: u16, value: u8, rounds: usize) -> Option<Refutation> {
        let base = self.compiled.program.shared().base;
        let word = W::from_bits((1u64 << value) >> base);
        let lost = self.board[usize::from(var)] & !word;
        let start = Event {
            var,
            lost: lost.bits(),
            parents: vec![],
            cites: vec![],
            vars: vec![var],
        };
        let mut clash = self.remove(start);
        for round in 0..rounds {
            if clash.is_some() || self.changed.is_empty() {
                break;
            }
            clash = self.round(round == 0);
        }
        clash.map(|end| self.account(var, value, end))
    }

    /// Removes candidates. The parents of the contradiction, if there is one.
    fn remove(&mut self, event: Event) -> Option<Event> {
        let var = usize::from(event.var);
        let word = W::from_bits(event.lost);
        let left = self.board[var] & !word;
        let became_single = left.is_single() && !self.board[var].is_single();
        self.of_var[var].push(self.events.len() as u32);
        self.board[var] = left;
        let number = event.var;
        self.changed.push(number);
        self.events.push(event);
        if became_single {
            let base = self.compiled.program.shared().base;
            self.singles.push(number);
            self.known
                .push((number, (i64::from(left.lowest()) + base) as u8));
        }
        left.is_none().then(|| Event {
            var: number,
            lost: 0,
            parents: self.of_var[var].clone(),
            cites: vec![],
            vars: vec![number],
        })
    }

    /// One round: what the known cells exclude, then each clue and house that something changed for.
    fn round(&mut self, first: bool) -> Option<Event> {
        let singles = std::mem::take(&mut self.singles);
        let changed: BTreeSet<u16> = std::mem::take(&mut self.changed).into_iter().collect();
        for var in singles {
            if let Some(clash) = self.exclude(var) {
                return Some(clash);
            }
        }
        let program = &self.compiled.program;
        let frozen = self.board.clone();
        for (index, relation) in program.relations().iter().enumerate() {
            let concerned = relation.vars().iter().any(|var| changed.contains(var));
            let cites = self.compiled.clue_sets.get(program.rests_on(index));
            if cites.len() > MOST_CITES {
                continue;
            }
            if !concerned || matches!(relation, Relation::Locked(_)) {
                continue;
            }
            let mut sink = ReasonSink::new(&frozen, &mut self.scratch);
            let failed = relation.propagate(program.shared(), &mut sink).is_err();
            let found = std::mem::take(&mut sink.found);
            for inference in found {
                if let Some(clash) = self.take(index, relation, inference) {
                    return Some(clash);
                }
            }
            debug_assert!(!failed || !first || !self.events.is_empty());
        }
        None
    }

    /// What a known variable excludes from those that differ.
    fn exclude(&mut self, var: u16) -> Option<Event> {
        let word = self.board[usize::from(var)];
        let shared = self.compiled.program.shared();
        let mut peers = vec![];
        let _ = shared.common_peers(&[var], |peer| {
            peers.push(peer);
            Ok(())
        });
        for peer in peers {
            if (self.board[usize::from(peer)] & word).is_none() {
                continue;
            }
            let cite = self.ground.why_apart(var, peer);
            let event = Event {
                var: peer,
                lost: (self.board[usize::from(peer)] & word).bits(),
                parents: self.of_var[usize::from(var)].clone(),
                cites: cite.into_iter().collect(),
                vars: vec![var, peer],
            };
            if let Some(clash) = self.remove(event) {
                return Some(clash);
            }
        }
        None
    }

    /// Takes what a relation found.
    fn take(&mut self, index: usize, relation: &Relation<W>, found: Inference<W>) -> Option<Event> {
        let compiled = self.compiled;
        let cites = compiled.clue_sets.get(compiled.program.rests_on(index));
        let mut vars: Vec<u16> = found.facts.iter().map(|fact| fact.var).collect();
        let mut cites = cites.to_vec();
        if !matches!(relation, Relation::Different(_)) {
            self.cite_exclusions(relation, &found, &mut cites);
        }
        // A digit's last place rests on where the digit has gone, not on what else has.
        let about = match (relation, found.removed) {
            (Relation::Different(_), Some((var, lost))) => {
                (self.board[usize::from(var)] & !lost).bits()
            }
            _ => !0,
        };
        let about = if about == 0 { !0 } else { about };
        let events = vars.iter().flat_map(|&var| &self.of_var[usize::from(var)]);
        let parents = events
            .copied()
            .filter(|&event| self.events[event as usize].lost & about != 0)
            .collect();
        let Some((var, lost)) = found.removed else {
            return Some(Event {
                var: 0,
                lost: 0,
                parents,
                cites,
                vars,
            });
        };
        let lost = self.board[usize::from(var)] & lost;
        if lost.is_none() {
            return None;
        }
        vars.push(var);
        self.remove(Event {
            var,
            lost: lost.bits(),
            parents,
            cites,
            vars,
        })
    }

    /// What tells the cells of a relation apart, and the cell that loses something from them.
    fn cite_exclusions(&self, relation: &Relation<W>, found: &Inference<W>, cites: &mut Vec<Cite>) {
        let shared = self.compiled.program.shared();
        let mut vars: Vec<u16> = relation.vars().to_vec();
        vars.extend(found.removed.map(|(var, _)| var));
        for (i, &a) in vars.iter().enumerate() {
            for &b in &vars[..i] {
                if a != b && shared.apart(a, b) {
                    cites.extend(self.ground.why_apart(a, b));
                }
            }
        }
    }

    /// What the contradiction takes.
    fn account(&self, var: u16, value: u8, end: Event) -> Refutation {
        let mut needed: BTreeSet<u32> = BTreeSet::new();
        let mut open = end.parents.clone();
        while let Some(event) = open.pop() {
            if needed.insert(event) {
                open.extend(&self.events[event as usize].parents);
            }
        }
        let events: Vec<&Event> = needed.iter().map(|&e| &self.events[e as usize]).collect();
        let mut cites: Vec<Cite> = vec![];
        let mut vars = BTreeSet::new();
        for event in events.iter().copied().chain([&end]) {
            for &cite in &event.cites {
                if !cites.contains(&cite) {
                    cites.push(cite);
                }
            }
            vars.extend(&event.vars);
        }
        let met: BTreeSet<u16> = events.iter().map(|event| event.var).collect();
        let known = self
            .known
            .iter()
            .copied()
            .filter(|(var, _)| met.contains(var));
        Refutation {
            var,
            value,
            nodes: events.len(),
            cites,
            vars,
            known: known.collect(),
        }
    }
}

impl Refutation {
    /// The grid's cells among the variables that matter, and the others.
    pub(super) fn seen(&self, cells: usize) -> (Cells, Vec<u16>) {
        let (inside, beside): (Vec<u16>, Vec<u16>) =
            self.vars.iter().partition(|&&var| usize::from(var) < cells);
        (inside.into_iter().collect(), beside)
    }

    /// What is refuted.
    pub(super) fn removed(&self) -> (u16, DigitSet) {
        (self.var, DigitSet::one(self.value))
    }
}
