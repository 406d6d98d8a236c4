//! Builds the model for long searches. Its relations combine the clues about many pairs of cells, or distribute the values of
//! counting circles over groups. Building the model takes longer than most searches.

use crate::compiled::Compiled;
use crate::compiled::clues::{Cite, ClueSets};
use crate::propagation::{Shared, Word};
use crate::relations::clashes::Clashes;
use crate::relations::program::{Entry, Program};
use crate::relations::{Bars, Pair, Places, Relation, SelfCountingGroups};
use std::sync::Arc;

impl<W: Word> Compiled<W> {
    /// Returns a version of the model with stronger propagation, for long searches. Returns `None` unless clues about pairs cover
    /// much of the grid or there are counting circles. Every relation must be switched on.
    #[must_use]
    pub fn for_long_search(&self) -> Option<Self> {
        let (program, mut clue_sets) = (&self.program, self.clue_sets.clone());
        let pairs: Vec<(usize, &Pair<W>)> = pairs(program).collect();
        let mut more = self.bars(&pairs, &mut clue_sets);
        let mut retired = vec![false; program.relations().len()];
        // Pairs that wait for a fixed variable may be dropped only if bars replace them.
        if !more.is_empty() {
            let waiting = pairs.iter().filter(|(_, pair)| self.waits(pair));
            waiting.for_each(|&(index, _)| retired[index] = true);
        }
        more.extend(self.places(&pairs, &mut clue_sets));
        more.extend(self.counting_groups(&mut retired));
        if more.is_empty() {
            return None;
        }
        Some(Self {
            program: program.revise(&retired, more),
            clue_sets,
            blank: self.blank.clone(),
            restrictions: self.restrictions.clone(),
            start: self.start.clone(),
            houses: self.houses.clone(),
            openings: self.openings.clone(),
            classes: self.classes.clone(),
            priority: self.priority.clone(),
            ..*self
        })
    }

    /// Returns `true` if a pair removes nothing until one of its variables is fixed.
    fn waits(&self, pair: &Pair<W>) -> bool {
        pair.waits_for_single(self.program.shared().full)
    }

    /// Builds one relation per variable, in place of the pairs that propagate nothing until one of their variables is fixed.
    /// Builds none if there are fewer such pairs than variables.
    fn bars(&self, pairs: &[(usize, &Pair<W>)], clue_sets: &mut ClueSets) -> Vec<Entry<W>> {
        let (shared, vars) = (self.program.shared(), self.program.vars());
        let mut waiting: Vec<(usize, &Pair<W>)> = pairs.to_vec();
        waiting.retain(|(_, pair)| self.waits(pair));
        if waiting.len() < vars {
            return vec![];
        }
        let cites = list_cites(&self.program, &waiting, clue_sets);
        let rests_on = clue_sets.of(&cites);
        // Pairs that only require two variables to differ are left out, because the exclusions propagate them.
        let waiting = waiting.iter().map(|&(_, pair)| pair);
        let waiting: Vec<&Pair<W>> = waiting.filter(|pair| !pair.is_apart()).collect();
        let Some(clashes) = Clashes::of_pairs(shared, vars, &waiting, false) else {
            return vec![];
        };
        let clashes = Arc::new(clashes);
        let bars = |var| Relation::Bars(Bars::new(var, &clashes));
        let entry = |var| Entry {
            wake_on_fix: true,
            ..Entry::new(bars(var), rests_on)
        };
        (0..vars as u16).map(entry).collect()
    }

    /// Builds relations about the remaining places of a value in each house, if there are enough pairs, or enough exclusions
    /// between cells that share no house.
    fn places(&self, pairs: &[(usize, &Pair<W>)], clue_sets: &mut ClueSets) -> Vec<Entry<W>> {
        let (shared, vars) = (self.program.shared(), self.program.vars());
        let many_apart = self.apart_beyond_houses() >= vars;
        // On thirty non-consecutive puzzles, whose pairs lie within houses, these relations saved a quarter of the guesses but no time.
        let beyond = pairs.iter().filter(|(_, pair)| !pair.is_apart()).count();
        let pairs = if beyond < vars / 2 { &[] } else { pairs };
        if !many_apart && pairs.is_empty() {
            return vec![];
        }
        let tables: Vec<&Pair<W>> = pairs.iter().map(|&(_, pair)| pair).collect();
        let Some(clashes) = Clashes::of(shared, vars, &tables, many_apart) else {
            return vec![];
        };
        let clashes = Arc::new(clashes);
        let cites = list_cites(&self.program, pairs, clue_sets);
        let mut entries = vec![];
        for house in &self.houses {
            let holds = |relation: &Relation<W>| {
                let different = matches!(relation, Relation::Different(_) | Relation::Cage(_));
                different && relation.vars() == &**house
            };
            let holding = self.program.relations().iter().position(holds);
            // A reason must cite the clues behind the house, so a house without a relation is skipped.
            let Some(holding) = holding else {
                continue;
            };
            let holding = self.clue_sets.get(self.program.rests_on(holding));
            let places = Places::new(house, &clashes);
            if !places.is_idle() {
                let rests_on = clue_sets.of(&[&cites, holding].concat());
                entries.push(Entry::new(Relation::Places(places), rests_on));
            }
        }
        entries
    }

    /// Builds a stronger propagator for each relation of counting circles that has few enough groups, and retires that
    /// relation.
    fn counting_groups(&self, retired: &mut [bool]) -> Vec<Entry<W>> {
        let (program, mut entries) = (&self.program, vec![]);
        for (index, relation) in program.relations().iter().enumerate() {
            if let Relation::SelfCounting(counting) = relation
                && let Some(groups) = SelfCountingGroups::of(counting)
            {
                retired[index] = true;
                entries.push(Entry {
                    decided_by: program.decided_by(index).into(),
                    ..Entry::new(
                        Relation::SelfCountingGroups(groups),
                        program.rests_on(index),
                    )
                });
            }
        }
        entries
    }

    /// Returns the number of pairs of variables that must differ although they share no house.
    fn apart_beyond_houses(&self) -> usize {
        let shared = self.program.shared();
        let mut houses = Shared::<W>::new(shared.base, shared.values, self.program.vars());
        self.houses.iter().for_each(|house| houses.exclude(house));
        let beyond = |var: u16| {
            let both = shared.peers(var).iter().zip(houses.peers(var));
            both.map(|(all, known)| (all & !known).count_ones() as usize)
                .sum::<usize>()
        };
        (0..self.program.vars() as u16).map(beyond).sum::<usize>() / 2
    }
}

/// Returns the citations of the clues on which these pairs rest.
fn list_cites<W: Word>(
    program: &Program<W>,
    pairs: &[(usize, &Pair<W>)],
    sets: &ClueSets,
) -> Vec<Cite> {
    let mut numbers: Vec<u32> = pairs
        .iter()
        .map(|&(index, _)| program.rests_on(index))
        .collect();
    numbers.dedup();
    sets.union_of(&numbers)
}

/// Returns the pair relations of a program, with their indices.
fn pairs<W: Word>(program: &Program<W>) -> impl Iterator<Item = (usize, &Pair<W>)> {
    let relations = program.relations().iter().enumerate();
    relations.filter_map(|(index, relation)| match relation {
        Relation::Pair(pair) => Some((index, pair)),
        _ => None,
    })
}
