//! A compiled set of relations, and the loop that propagates them to their fixpoint.

use super::lattice::Lattice;
use super::{Apart, Relation};
use crate::propagation::Word;
use crate::propagation::{Conflict, FastSink, ReasonSink};
pub use crate::propagation::{Scratch, Shared, Work};
use std::sync::Arc;

/// A relation to be added to a program.
#[derive(Clone, Debug)]
pub(crate) struct Entry<W: Word> {
    pub(crate) relation: Relation<W>,
    /// The clue set on which the relation rests.
    pub(crate) rests_on: u32,
    /// `true` if the relation runs only when one of its variables is fixed. This is for long redundant relations, which seldom find
    /// anything before that.
    pub(crate) wake_on_fix: bool,
    /// `true` if the lattice subsumes the relation.
    pub(crate) in_lattice: bool,
    /// Variables whose initial candidates were used to compile the relation.
    pub(crate) decided_by: Box<[u16]>,
    /// `true` if other relations make every inference that this one does. It never runs, and is only kept to explain its clue.
    pub(crate) idle: bool,
    /// `true` if the relation is redundant: its clue implies it.
    pub(crate) implied: bool,
    /// `true` if the relation runs only once, because other relations make all its later inferences. It is not marked as idle, because
    /// idle relations are sorted last: human-style logic follows the order of relations, so it would find other steps.
    pub(crate) starts: bool,
}

impl<W: Word> Entry<W> {
    /// Creates an entry that runs whenever one of its variables changes.
    pub(crate) fn new(relation: Relation<W>, rests_on: u32) -> Self {
        Self {
            relation,
            rests_on,
            wake_on_fix: false,
            in_lattice: false,
            decided_by: [].into(),
            idle: false,
            implied: false,
            starts: false,
        }
    }
}

/// Relations over variables `0..vars`, ready to run.
#[derive(Clone, Debug)]
pub struct Program<W: Word> {
    shared: Arc<Shared<W>>,
    vars: usize,
    relations: Vec<Relation<W>>,
    /// Number of relations that run; these come first in the list. Together with the lattice, they make every inference that the other
    /// relations would make.
    running: usize,
    /// The clue set on which each relation rests.
    rests_on: Vec<u32>,
    /// See [`Entry::decided_by`].
    decided_by: Vec<Box<[u16]>>,
    /// See [`Entry::implied`].
    implied: Vec<bool>,
    /// For each variable, the relations to run when it changes.
    watch: Vec<u64>,
    /// For each variable, the relations to run when it is fixed; empty if there are none.
    wake_on_fix: Vec<u64>,
    /// Number of words in one row of `watch` and `wake_on_fix`.
    words: usize,
    /// Relations that need not run again after their own changes, one bit each.
    settled: Vec<u64>,
    /// Relations whose clues are switched on, one bit each.
    live: Vec<u64>,
    /// The lattice, if it replaces the relations of the grid's houses, and the index of the relation whose queue slot it uses.
    lattice: Option<(usize, Lattice)>,
}

impl<W: Word> Program<W> {
    /// Sorts the relations by cost and builds the watch tables. The lattice, if any, runs in place of the relations that it subsumes.
    pub(crate) fn new(
        shared: Arc<Shared<W>>,
        entries: Vec<Entry<W>>,
        vars: usize,
        lattice: Option<Lattice>,
    ) -> Self {
        let (entries, running, lattice) = in_turn(entries, lattice);
        // Rows have at least one word, because splitting the tables into rows of length 0 would panic.
        let words = running.div_ceil(64).max(1);
        let mut watch = vec![0u64; words * vars];
        let any_wakes_on_fix = entries.iter().any(|entry| entry.wake_on_fix);
        // Without such relations, the table stays empty, so that fixing a variable has no extra cost.
        let mut wake_on_fix = vec![0u64; if any_wakes_on_fix { words * vars } else { 0 }];
        let mut settled = vec![0u64; words];
        let mut live = vec![0u64; entries.len().div_ceil(64).max(1)];
        for (index, entry) in entries.iter().enumerate() {
            live[index / 64] |= 1 << (index % 64);
            // These relations get no rows: an idle one never runs, a starting one runs only when all relations are woken, and the lattice
            // gets its rows below.
            if entry.idle || entry.starts || entry.in_lattice && lattice.is_some() {
                continue;
            }
            let rows = if entry.wake_on_fix {
                &mut wake_on_fix
            } else {
                &mut watch
            };
            for &var in entry.relation.vars() {
                rows[usize::from(var) * words + index / 64] |= 1 << (index % 64);
            }
            settled[index / 64] |= u64::from(entry.relation.settles()) << (index % 64);
        }
        if let Some((turn, _)) = &lattice {
            let rows = watch.chunks_mut(words).take(Lattice::CELLS);
            rows.for_each(|row| row[turn / 64] |= 1 << (turn % 64));
        }
        let mut program = Self {
            shared,
            vars,
            rests_on: Vec::with_capacity(entries.len()),
            decided_by: Vec::with_capacity(entries.len()),
            implied: Vec::with_capacity(entries.len()),
            relations: Vec::with_capacity(entries.len()),
            running,
            watch,
            wake_on_fix,
            words,
            settled,
            live,
            lattice,
        };
        for entry in entries {
            program.rests_on.push(entry.rests_on);
            program.decided_by.push(entry.decided_by);
            program.implied.push(entry.implied);
            program.relations.push(entry.relation);
        }
        program
    }

    /// Returns, for each variable, the relations to run when it changes, one bit each. All clues must be on.
    pub(crate) fn watch(&self) -> &[u64] {
        &self.watch
    }

    /// Switches relations on and off. `watch` is the result of [`Program::watch`] with all clues on; `live` has one bit per relation.
    pub(crate) fn switch(&mut self, watch: &[u64], live: &[u64]) {
        self.live.copy_from_slice(live);
        let rows = self.watch.chunks_mut(self.words);
        for (row, all) in rows.zip(watch.chunks(self.words)) {
            for ((mine, all), live) in row.iter_mut().zip(all).zip(live) {
                *mine = all & live;
            }
        }
    }

    /// Returns the values and exclusions that relations share, for switching exclusions.
    pub(crate) fn shared_mut(&mut self) -> &mut Shared<W> {
        Arc::make_mut(&mut self.shared)
    }

    /// Returns `true` if the relation at an index is switched on.
    #[must_use]
    pub fn is_live(&self, relation: usize) -> bool {
        self.live[relation / 64] >> (relation % 64) & 1 == 1
    }

    /// Returns the number of variables.
    #[must_use]
    pub fn vars(&self) -> usize {
        self.vars
    }

    /// Returns the values and exclusions that the relations share.
    #[must_use]
    pub fn shared(&self) -> &Shared<W> {
        &self.shared
    }

    /// Returns the relations in the order in which they run, without the exclusions.
    #[must_use]
    pub fn relations(&self) -> &[Relation<W>] {
        &self.relations
    }

    /// Returns the relations that are switched on, without the exclusions.
    pub(crate) fn live_relations(&self) -> impl Iterator<Item = &Relation<W>> {
        let numbered = self.relations.iter().enumerate();
        numbered.filter_map(|(index, relation)| self.is_live(index).then_some(relation))
    }

    /// Returns the index of the clue set on which the relation at an index rests.
    #[must_use]
    pub fn rests_on(&self, relation: usize) -> u32 {
        self.rests_on[relation]
    }

    /// Returns the variables whose initial candidates determined the form of the relation at an index.
    #[must_use]
    pub fn decided_by(&self, relation: usize) -> &[u16] {
        &self.decided_by[relation]
    }

    /// Returns `true` if the relation at an index is redundant: its clue implies it, perhaps together with the layout.
    #[must_use]
    pub fn is_implied(&self, relation: usize) -> bool {
        self.implied[relation]
    }

    /// Runs the relation at an index with reasons.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`] if the relation can't hold.
    pub fn explain<'a>(
        &'a self,
        relation: usize,
        sink: &mut ReasonSink<'a, W>,
    ) -> Result<(), Conflict> {
        sink.begin(&self.decided_by[relation]);
        self.relations[relation].propagate(&self.shared, sink)
    }

    /// Puts every relation that is switched on into the queue, for a board on which nothing has been propagated.
    pub fn wake_all(&self, board: &[W], work: &mut Work<W>) {
        work.pending.clear();
        work.pending.extend_from_slice(&self.live[..self.words]);
        if let Some(last) = work.pending.last_mut() {
            // `live` also has bits for relations that never run, and these must not enter the queue.
            *last &= !0 >> (self.words * 64 - self.running).min(63);
        }
        work.fixed.clear();
        // Values that are already fixed have not been removed from their peers yet, so they are queued too.
        let singles = board.iter().enumerate().filter(|(_, set)| set.is_single());
        work.fixed.extend(singles.map(|(var, _)| var as u16));
    }

    /// Empties a queue and sizes it for [`Program::wake`].
    pub fn prepare(&self, work: &mut Work<W>) {
        work.pending.clear();
        work.pending.resize(self.words, 0);
        work.fixed.clear();
    }

    /// Puts the relations that watch a variable into the queue, after the variable has changed.
    #[inline]
    pub fn wake(&self, var: u16, board: &[W], work: &mut Work<W>) {
        let row = &self.watch[usize::from(var) * self.words..][..self.words];
        for (pending, watch) in work.pending.iter_mut().zip(row) {
            *pending |= watch;
        }
        if board[usize::from(var)].is_single() {
            work.fixed.push(var);
        }
    }

    /// Runs the queued relations to the fixpoint.
    ///
    /// # Errors
    ///
    /// Returns the cause if propagation finds a conflict. In that case, the queue is empty.
    pub fn fixpoint(&self, board: &mut [W], work: &mut Work<W>) -> Result<(), Failure> {
        let mut sink = FastSink::new(board, work, &self.watch);
        let outcome = self.run(&mut sink);
        if outcome.is_err() {
            sink.clear_queue();
        }
        outcome
    }

    #[inline]
    fn run(&self, sink: &mut FastSink<'_, W>) -> Result<(), Failure> {
        while let Some(turn) = self.next(sink) {
            self.call(turn, sink)?;
        }
        Ok(())
    }

    /// Takes the next unit of propagation from the queue.
    #[inline(always)]
    fn next(&self, sink: &mut FastSink<'_, W>) -> Option<Turn> {
        // Removing a fixed value from its peers is the cheapest propagation, so it comes before all relations.
        if let Some(var) = sink.fixed.pop() {
            self.wake_on_fix(var, sink.pending);
            return Some(Turn::Apart(var));
        }
        let word = sink.pending.iter().position(|&p| p != 0)?;
        // Relations are sorted by cost, so the lowest bit is the cheapest relation in the queue.
        let bit = sink.pending[word].trailing_zeros();
        sink.pending[word] &= sink.pending[word] - 1;
        let index = word * 64 + bit as usize;
        match &self.lattice {
            Some((turn, _)) if *turn == index => Some(Turn::Lattice),
            _ => Some(Turn::Relation(index)),
        }
    }

    #[inline(always)]
    fn call(&self, turn: Turn, sink: &mut FastSink<'_, W>) -> Result<(), Failure> {
        match (turn, &self.lattice) {
            (Turn::Apart(var), _) => {
                let outcome = Apart::new(var).propagate(&self.shared, sink);
                outcome.map_err(|_| Failure::Apart(var, sink.emptied))
            }
            (Turn::Lattice, Some((turn, lattice))) => {
                let outcome = lattice.propagate(sink);
                let failing = |_| Failure::Relation(self.failing_house(sink).unwrap_or(*turn));
                outcome.map_err(failing)
            }
            (Turn::Lattice, None) => Ok(()),
            (Turn::Relation(index), _) => {
                let outcome = self.relations[index].propagate(&self.shared, sink);
                outcome.map_err(|_| self.failure(index, sink.emptied))?;
                let (word, bit) = (index / 64, index % 64);
                // The relation's own changes have queued it again. If it settles, another run would find nothing.
                sink.pending[word] &= !(self.settled[word] & 1 << bit);
                Ok(())
            }
        }
    }

    /// Returns the cause of a relation's failure. `emptied` is the variable that the relation may have left without candidates.
    #[cold]
    fn failure(&self, index: usize, emptied: u16) -> Failure {
        match self.relations[index].bars_for() {
            Some(var) => Failure::Apart(var, emptied),
            None => Failure::Relation(index),
        }
    }

    /// Queues the relations that wait for a variable to be fixed.
    #[inline(always)]
    fn wake_on_fix(&self, var: u16, pending: &mut [u64]) {
        if self.wake_on_fix.is_empty() {
            return;
        }
        let row = &self.wake_on_fix[usize::from(var) * self.words..][..self.words];
        for ((pending, wake_on_fix), live) in pending.iter_mut().zip(row).zip(&self.live) {
            *pending |= wake_on_fix & live;
        }
    }

    /// Finds the relation that fails, after the lattice has failed. Returns the relation's index.
    #[cold]
    fn failing_house(&self, sink: &mut FastSink<'_, W>) -> Option<usize> {
        let turn = self.lattice.as_ref().map(|(turn, _)| *turn);
        // The lattice does not report which house failed, so the relations of the houses are tried. Idle relations come last, so
        // the relations of the other houses follow the running relations.
        let mut houses = turn.into_iter().chain(self.running..self.relations.len());
        houses.find(|&index| self.relations[index].propagate(&self.shared, sink).is_err())
    }
}

/// Derives programs from other programs, for long searches.
#[cfg(not(feature = "compact"))]
impl<W: Word> Program<W> {
    /// Returns the program with the relations in `more` added and the retired relations removed. The new relations must make all
    /// inferences of the retired ones.
    pub(crate) fn revise(&self, retired: &[bool], more: Vec<Entry<W>>) -> Self {
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
        all.watch = all.move_rows(&self.watch, self.words, &turns);
        all.wake_on_fix = all.move_rows(&self.wake_on_fix, self.words, &turns);
        for ((relation, &turn), on_fix) in all.relations[old..].iter().zip(&turns[old..]).zip(wakes)
        {
            let rows = match on_fix {
                true => &mut all.wake_on_fix,
                false => &mut all.watch,
            };
            for &var in relation.vars() {
                Self::mark(&mut rows[usize::from(var) * all.words..], turn);
            }
        }
        all.relations = Self::pick(all.relations, &order);
        all.rests_on = Self::pick(all.rests_on, &order);
        all.decided_by = Self::pick(all.decided_by, &order);
        all.implied = Self::pick(all.implied, &order);
        all.lattice = all.lattice.map(|(turn, lattice)| (turns[turn], lattice));
        all.live = vec![0; order.len().div_ceil(64).max(1)];
        (0..order.len()).for_each(|turn| Self::mark(&mut all.live, turn));
        all.settled = vec![0; all.words];
        let lattice = all.lattice.as_ref().map(|(turn, _)| *turn);
        for (turn, relation) in all.relations[..all.running].iter().enumerate() {
            if relation.settles() && lattice != Some(turn) {
                Self::mark(&mut all.settled, turn);
            }
        }
        all
    }

    /// Converts watch rows with `words` words per variable to rows of this program. `turns` maps the old indices of relations to the
    /// new ones.
    fn move_rows(&self, rows: &[u64], words: usize, turns: &[usize]) -> Vec<u64> {
        let mut moved = vec![0; self.words * self.vars];
        for (row, set) in moved.chunks_mut(self.words).zip(rows.chunks(words)) {
            for (first, set) in (0..).step_by(64).zip(set) {
                let turns = set.each().map(|bit| turns[first + bit as usize]);
                let running = turns.filter(|&turn| turn < self.running);
                running.for_each(|turn| Self::mark(row, turn));
            }
        }
        moved
    }

    /// Returns the items at these indices, which must be distinct.
    fn pick<T>(all: Vec<T>, places: &[usize]) -> Vec<T> {
        let mut all: Vec<Option<T>> = all.into_iter().map(Some).collect();
        let picked = places.iter().filter_map(|&place| all[place].take());
        picked.collect()
    }

    /// Adds a relation, by its index, to a set.
    fn mark(set: &mut [u64], turn: usize) {
        set[turn / 64] |= 1 << (turn % 64);
    }
}

/// Sorts relations by cost. Also returns the number of relations that run, and the lattice's queue slot, which is the slot of the
/// most expensive relation that the lattice subsumes. Idle relations come last, which keeps the bit sets of active relations
/// short.
fn in_turn<W: Word>(
    mut entries: Vec<Entry<W>>,
    lattice: Option<Lattice>,
) -> (Vec<Entry<W>>, usize, Option<(usize, Lattice)>) {
    if lattice.is_some() {
        let covered = entries.iter_mut().filter(|entry| entry.in_lattice);
        let mut covered: Vec<&mut Entry<W>> = covered.collect();
        covered.iter_mut().for_each(|entry| entry.idle = true);
        // The lattice takes the slot of its most expensive relation, so that all cheaper relations run before it.
        let dearest = covered.into_iter().max_by_key(|e| e.relation.cost());
        dearest.into_iter().for_each(|entry| entry.idle = false);
    }
    let (mut running, mut idle): (Vec<_>, Vec<_>) =
        entries.into_iter().partition(|entry| !entry.idle);
    for entries in [&mut running, &mut idle] {
        // The relations of the layout are idle and in order already, and most puzzles have no other idle relations.
        if !entries.is_sorted_by_key(|entry| entry.relation.cost()) {
            entries.sort_by_cached_key(|entry| entry.relation.cost());
        }
    }
    // All other relations in the lattice are idle, so the first one found is the one in the slot.
    let turn = running.iter().position(|entry| entry.in_lattice);
    let count = running.len();
    running.append(&mut idle);
    (running, count, turn.zip(lattice))
}

/// A unit of propagation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Turn {
    /// The value of a fixed variable is removed from its peers.
    Apart(u16),
    /// The lattice runs and propagates all houses of the grid and their overlaps.
    Lattice,
    /// The relation at this index runs.
    Relation(usize),
}

/// The cause of a conflict.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Failure {
    /// The first variable is fixed, and its value was the last candidate of the second variable, which is a peer of the first.
    Apart(u16, u16),
    /// The relation at this index cannot hold.
    Relation(usize),
}
