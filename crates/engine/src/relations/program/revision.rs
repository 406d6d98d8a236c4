//! Programs that take over the work of another with other relations.

use super::{Entry, Program};
use crate::propagation::Word;

impl<W: Word> Program<W> {
    /// The same program with more relations and without those that are retired: the others find what these do.
    pub(crate) fn revised(&self, retired: &[bool], more: Vec<Entry<W>>) -> Self {
        let old = self.relations.len();
        let wakes: Vec<bool> = more.iter().map(|entry| entry.wake_on_fix).collect();
        let mut all = self.clone();
        for entry in more {
            all.relations.push(entry.relation);
            all.rests_on.push(entry.rests_on);
            all.decided_by.push(entry.decided_by);
            all.implied.push(entry.implied);
        }
        let is_idle = |index: usize| index < old && (index >= self.running || retired[index]);
        let mut order: Vec<usize> = (0..all.relations.len()).collect();
        order.sort_by_cached_key(|&index| (is_idle(index), all.relations[index].cost()));
        let mut turns = vec![0; order.len()];
        let in_turn = (0..).zip(&order);
        in_turn.for_each(|(turn, &index)| turns[index] = turn);
        all.running = order.iter().filter(|&&index| !is_idle(index)).count();
        all.words = all.running.div_ceil(64).max(1);
        all.watch = all.moved(&self.watch, self.words, &turns);
        all.wake_on_fix = all.moved(&self.wake_on_fix, self.words, &turns);
        for ((relation, &turn), on_fix) in all.relations[old..].iter().zip(&turns[old..]).zip(wakes)
        {
            let rows = match on_fix {
                true => &mut all.wake_on_fix,
                false => &mut all.watch,
            };
            for &var in relation.vars() {
                mark(&mut rows[usize::from(var) * all.words..], turn);
            }
        }
        all.relations = picked(all.relations, &order);
        all.rests_on = picked(all.rests_on, &order);
        all.decided_by = picked(all.decided_by, &order);
        all.implied = picked(all.implied, &order);
        all.lattice = all.lattice.map(|(turn, lattice)| (turns[turn], lattice));
        all.live = vec![0; order.len().div_ceil(64).max(1)];
        (0..order.len()).for_each(|turn| mark(&mut all.live, turn));
        all.settled = vec![0; all.words];
        let lattice = all.lattice.as_ref().map(|(turn, _)| *turn);
        for (turn, relation) in all.relations[..all.running].iter().enumerate() {
            if relation.settles() && lattice != Some(turn) {
                mark(&mut all.settled, turn);
            }
        }
        all
    }

    /// Rows of so many `words` for each variable, whose relations now have these `turns`, as rows of this program.
    fn moved(&self, rows: &[u64], words: usize, turns: &[usize]) -> Vec<u64> {
        let mut moved = vec![0; self.words * self.vars];
        for (row, set) in moved.chunks_mut(self.words).zip(rows.chunks(words)) {
            for (first, set) in (0..).step_by(64).zip(set) {
                let turns = set.each().map(|bit| turns[first + bit as usize]);
                let running = turns.filter(|&turn| turn < self.running);
                running.for_each(|turn| mark(row, turn));
            }
        }
        moved
    }
}

/// What stands at these places, each of which is named once.
fn picked<T>(all: Vec<T>, places: &[usize]) -> Vec<T> {
    let mut all: Vec<Option<T>> = all.into_iter().map(Some).collect();
    let picked = places.iter().filter_map(|&place| all[place].take());
    picked.collect()
}

/// Adds a relation to a set of them.
fn mark(set: &mut [u64], turn: usize) {
    set[turn / 64] |= 1 << (turn % 64);
}
