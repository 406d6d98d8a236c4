//! Records the events of an assumption, and finds the events on which a conclusion rests.

use super::Candidate;
use crate::Cells;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;
use std::num::NonZeroU32;

/// The cost and the citations of a conclusion.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Account {
    /// Number of inferences in the trial.
    pub(crate) nodes: usize,
    /// The clues and houses used.
    pub(crate) cites: Vec<Cite>,
    /// For each variable, `true` if its candidates matter.
    pub(crate) vars: Vec<bool>,
    /// For each assumption, the variables that become fixed, with their values, in order.
    pub(crate) known: Vec<Vec<Candidate>>,
}

/// An inference: the clue or house, the variable, and the variable's remaining digits.
pub(crate) type Link = (Cite, u16, DigitSet);

/// The inferences that lead from an assumption to a contradiction. Each inference rests on one clue or house.
#[derive(Debug)]
pub(crate) struct Line {
    /// The inferences, in order.
    pub(crate) links: Vec<Link>,
    /// The clue or house that cannot be satisfied at the end.
    pub(crate) breaks: Cite,
    /// The total cost and the citations of all links.
    pub(crate) account: Account,
}

impl Account {
    /// Splits the variables that matter into cells of the grid and auxiliary variables.
    pub(crate) fn seen(&self, cells: usize) -> (Cells, Vec<u16>) {
        let vars = (0..).zip(&self.vars).filter(|(_, matters)| **matters);
        let (inside, beside): (Vec<u16>, Vec<u16>) = vars
            .map(|(var, _)| var)
            .partition(|&var| usize::from(var) < cells);
        (inside.into_iter().collect(), beside)
    }

    /// Adds the cost and the citations of another conclusion.
    pub(super) fn join(&mut self, other: Self) {
        self.nodes += other.nodes;
        let cites = other.cites.into_iter();
        let new: Vec<Cite> = cites.filter(|cite| !self.cites.contains(cite)).collect();
        self.cites.extend(new);
        self.vars
            .resize(self.vars.len().max(other.vars.len()), false);
        for (own, more) in self.vars.iter_mut().zip(other.vars) {
            *own |= more;
        }
        self.known.extend(other.known);
    }

    /// Records that the candidates of some variables matter.
    pub(crate) fn matter(&mut self, vars: &[u16]) {
        for &var in vars {
            self.vars[usize::from(var)] = true;
        }
    }
}

/// One inference of a trial: the values that it removes from a variable, or a contradiction.
#[derive(Clone, Copy, Default)]
pub(super) struct Event {
    pub(super) var: u16,
    pub(super) lost: u64,
    pub(super) why: Why,
    /// The previous event that removed values from the same variable.
    pub(super) earlier: Option<NonZeroU32>,
    /// The events on which this event rests, as a range of the notes' list of parents.
    pub(super) parents: (u32, u32),
    pub(super) vars: (u32, u32),
}

/// The source of an event. Its clues and houses are computed later, because few events matter in the end. Computing all of
/// them took four fifths of the time for puzzles whose regions have to be found.
#[derive(Clone, Copy, Default)]
pub(super) enum Why {
    /// The assumption itself.
    #[default]
    Assumed,
    /// An exclusion between two variables that must differ.
    Apart(u16, u16),
    /// An inference about a variable from the relation with this index; a contradiction if there is no variable.
    Relation(usize, Option<u16>),
}

/// The events of one assumption. They are numbered from 1, so that `NonZeroU32` leaves 0 for "none".
#[derive(Default)]
pub(super) struct Notes {
    pub(super) events: Vec<Event>,
    /// For each variable, the number of the last event that removed values from it.
    last: Vec<Option<NonZeroU32>>,
    parents: Vec<u32>,
    vars: Vec<u16>,
    pub(super) known: Vec<Candidate>,
    /// The event at which a contradiction was found, if any.
    pub(super) clash: Option<Event>,
}

impl Notes {
    pub(super) fn new(vars: usize) -> Self {
        Self {
            last: vec![None; vars],
            ..Self::default()
        }
    }

    /// Clears the notes for the next assumption.
    pub(super) fn clear(&mut self) {
        for event in self.events.drain(..) {
            // Only variables of events have an entry in `last`, so no other entry needs a reset.
            self.last[usize::from(event.var)] = None;
        }
        self.parents.clear();
        self.vars.clear();
        self.known.clear();
        self.clash = None;
    }

    pub(super) fn get(&self, event: u32) -> &Event {
        &self.events[event as usize - 1]
    }

    pub(super) fn parents(&self, event: &Event) -> &[u32] {
        &self.parents[event.parents.0 as usize..event.parents.1 as usize]
    }

    pub(super) fn vars(&self, event: &Event) -> &[u16] {
        &self.vars[event.vars.0 as usize..event.vars.1 as usize]
    }

    /// Creates an event that depends on the values that some variables lost. The candidates of the variable `other` matter
    /// too.
    pub(super) fn event(
        &mut self,
        why: Why,
        behind: impl IntoIterator<Item = (u16, u64)>,
        other: Option<u16>,
    ) -> Event {
        let (parents, vars) = (self.parents.len() as u32, self.vars.len() as u32);
        for (var, gone) in behind {
            self.vars.push(var);
            let mut next = self.last[usize::from(var)];
            while let Some(number) = next {
                let event = &self.events[number.get() as usize - 1];
                if event.lost & gone != 0 {
                    self.parents.push(number.get());
                }
                next = event.earlier;
            }
        }
        self.vars.extend(other);
        Event {
            why,
            parents: (parents, self.parents.len() as u32),
            vars: (vars, self.vars.len() as u32),
            ..Event::default()
        }
    }

    /// Records an event that removes values from a variable.
    pub(super) fn take(&mut self, var: u16, lost: u64, event: Event) {
        let last = &mut self.last[usize::from(var)];
        self.events.push(Event {
            var,
            lost,
            earlier: *last,
            ..event
        });
        *last = NonZeroU32::new(self.events.len() as u32);
    }
}
