//! Houses of the layout, houses that clues make, and what follows from cells that fill one.

use super::build::Builder;
use super::compile::Said;
use super::frame::{Frame, overlap};
use super::program::Entry;
use super::relations::{Different, Relation};
use super::state::{repeats, vars};
use super::{Part, Word};
use crate::relations::lattice::Lattice;
use cluewright_rules::Statement;
use cluewright_rules::statement::Distinct;
use std::sync::Arc;

/// A set of different cells that holds each of its values once.
pub(super) struct FullHouse {
    pub(super) vars: Arc<[u16]>,
    /// Its values, as bits.
    pub(super) values: u64,
    /// The sum of its values.
    pub(super) total: i64,
    pub(super) rests_on: u32,
    /// Whether it comes from a clue and not from the layout.
    pub(super) extra: bool,
}

impl<W: Word> Builder<W> {
    /// Adds the layout's houses and what their overlaps say, which rest on the first sets of clues.
    pub(super) fn frame(&mut self, frame: &Frame) {
        self.sets = frame.sets.clone();
        frame.exclude(Arc::make_mut(&mut self.shared));
        self.relations.reserve(2 * frame.sets.len() as usize);
        let mut number = 0..;
        for (house, number) in frame.houses.iter().zip(&mut number) {
            self.house(house, number);
        }
        for (overlap, number) in frame.overlaps.iter().zip(number) {
            self.add(Relation::Locked(overlap.clone()), number);
        }
        if frame.is_lattice && self.layout_holds {
            let digits = self.union(0..frame.cells as u16);
            self.lattice = Lattice::new(digits.bits());
            let entries = self.relations.iter_mut();
            entries.for_each(|entry| entry.in_lattice = true);
        }
    }

    fn house(&mut self, different: &Different, rests_on: u32) {
        let vars = different.shared_vars();
        self.add(Relation::Different(different.clone()), rests_on);
        self.houses.push(Arc::clone(&vars));
        self.note_house(vars, rests_on, false);
    }

    /// Remembers a set of different variables if it is full.
    fn note_house(&mut self, vars: Arc<[u16]>, rests_on: u32, extra: bool) -> bool {
        let union = self.union(vars.iter().copied());
        let full = union.len() as usize == vars.len();
        if full {
            let shared = Arc::make_mut(&mut self.shared);
            shared.cliques.push(Arc::clone(&vars));
            let total = union.each().map(|bit| self.shared.value(bit)).sum();
            self.full_houses.push(FullHouse {
                vars,
                values: union.bits(),
                total,
                rests_on,
                extra,
            });
        }
        full
    }

    /// Treats clues that fill a set of different cells with all digits as houses.
    pub(super) fn extra_houses(&mut self, said: &Said<'_>, _: &Frame) {
        said.parts.iter().for_each(|part| self.houses_of(part));
    }

    fn houses_of(&mut self, part: &Part) {
        let mut found = vec![];
        part.statement.each_conjunct(&mut |statement| {
            if let Statement::Distinct(Distinct(cells)) = statement
                && !repeats(cells)
                && cells.len() > 1
            {
                found.push(vars(cells));
            }
        });
        for vars in found {
            let rests_on = self.sets.one(part.cite);
            if !self.note_house(vars.as_slice().into(), rests_on, true) {
                continue;
            }
            let values = self.full_houses[self.full_houses.len() - 1].values;
            let mut inside = vec![false; self.domains.len()];
            vars.iter().for_each(|&var| inside[usize::from(var)] = true);
            for other in 0..self.full_houses.len() - 1 {
                let house = &self.full_houses[other];
                let meets = house.vars.iter().any(|&var| inside[usize::from(var)]);
                if house.values != values || !meets {
                    continue;
                }
                if let Some(locked) = overlap(&vars, &house.vars) {
                    let both = self.sets.union([rests_on, house.rests_on]);
                    self.add(Relation::Locked(locked), both);
                }
            }
        }
    }

    /// Adds what lines that fill a house say together with it, where that is little enough to list.
    pub(super) fn lines_in_houses(&mut self, _: &Said<'_>, _: &Frame) {
        let mut exact = vec![];
        for index in 0..self.relations.len() {
            let entry = &self.relations[index];
            let Relation::Accepts(accepts) = &entry.relation else {
                continue;
            };
            let vars = accepts.vars();
            let fills = |house: &&FullHouse| {
                house.vars.len() == vars.len() && house.vars.iter().all(|var| vars.contains(var))
            };
            let Some(house) = self.full_houses.iter().find(fills) else {
                continue;
            };
            let both = match accepts.all_different() {
                Some(both) => Relation::Accepts(both),
                None => Relation::AcceptsOnce(accepts.once()),
            };
            let waits = matches!(&both, Relation::AcceptsOnce(once) if !once.is_prompt());
            let implied = entry.implied;
            // A house that a clue makes may be switched off.
            if !implied && !waits && !house.extra {
                exact.push(index);
            }
            let rests_on = self.both(entry.rests_on, house.rests_on);
            self.relations.push(Entry {
                implied,
                ..Entry::new(both, rests_on)
            });
        }
        exact.into_iter().for_each(|line| self.calm_implied(line));
    }

    /// Runs once what only follows from what a clue says of a line, which with its house finds all that there is to find.
    /// But automata stay: they are cheap, and leave less to do.
    fn calm_implied(&mut self, line: usize) {
        let line = &self.relations[line];
        let (cites, vars) = (self.sets.get(line.rests_on), line.relation.vars().to_vec());
        for entry in self.relations.iter_mut().filter(|entry| entry.implied) {
            let all = self.sets.get(entry.rests_on);
            let is_clue = cites.iter().all(|cite| all.contains(cite));
            let inside = entry.relation.vars().iter().all(|var| vars.contains(var));
            entry.starts |= is_clue && inside && !matches!(entry.relation, Relation::Accepts(_));
        }
    }
}
