//! Encodes deterministic automata as layers of states. Each state is a literal. States of a layer that accept the same
//! endings are merged.

use super::encoder::{Encoder, FALSE, Mode, TRUE, TooLarge};
use super::formula::Lit;
use cluewright_puzzle::{Cell, DigitSet};
use rustc_hash::{FxHashMap, FxHashSet};
use std::hash::Hash;

/// The symbols that an automaton may read next. Each symbol has a literal that selects it. Exactly one of these literals is
/// true, except in a layer of totals: there, at least one is true, and the automaton must accept each symbol whose literal is
/// true.
pub(crate) type Layer = Vec<(i64, Lit)>;

/// The target of a transition that rejects the word.
const DEAD: usize = usize::MAX;

/// The transitions of a layer: for each state and each symbol, the next state.
type Table = Vec<Vec<usize>>;

impl Encoder {
    /// Returns the layer in which the automaton reads a cell's value.
    pub(crate) fn values_of(&self, cell: Cell) -> Layer {
        let values = self.values(cell).iter();
        values
            .map(|value| (i64::from(value), self.is(cell, value)))
            .collect()
    }

    /// Returns the layer in which the automaton reads 1 if a literal is true, and 0 otherwise.
    pub(crate) fn truth_of(literal: Lit) -> Layer {
        vec![(0, -literal), (1, literal)]
    }

    /// Encodes the condition that an automaton accepts the symbols of the layers.
    pub(crate) fn accepts<S: Clone + Eq + Hash>(
        &mut self,
        mut layers: Vec<Layer>,
        start: S,
        step: impl Fn(usize, &S, i64) -> Option<S>,
        is_accepting: impl Fn(&S) -> bool,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        for layer in &mut layers {
            // A symbol with a false literal is never read, so it needs no transitions.
            layer.retain(|&(_, literal)| literal != FALSE);
        }
        let mut tables = explore(&layers, start, step, is_accepting, self.most)?;
        if tables[0].is_empty() {
            return Ok(self.conclude([vec![]], mode));
        }
        // The clauses of a dead transition would forbid the word, but a reified statement must only become false.
        if mode == Mode::Reify {
            close(&mut tables);
        }
        self.reserve(size(&tables, &layers))?;
        let endings = tables.pop().map_or(0, |endings| endings.len());
        match (mode, tables.len()) {
            // `close` has added no dead state, so the only ending is accepting and every word is accepted.
            (Mode::Reify, _) if endings == 1 => Ok(TRUE),
            (Mode::Require, 2) => {
                self.allow_pairs(&layers[0], &layers[1], &tables);
                Ok(TRUE)
            }
            _ => Ok(self.connect(&tables, &layers, endings)),
        }
    }

    /// Adds the clauses of all layers, and returns the literal of the accepting state.
    fn connect(&mut self, tables: &[Table], layers: &[Layer], endings: usize) -> Lit {
        let mut states = vec![TRUE];
        for (place, (table, layer)) in tables.iter().zip(layers).enumerate() {
            let next: Vec<Lit> = match tables.get(place + 1).map_or(endings, Vec::len) {
                1 => vec![TRUE],
                2 => {
                    // Exactly one of the two states is reached, so one variable represents both.
                    let one = self.fresh();
                    vec![one, -one]
                }
                count => (0..count).map(|_| self.fresh()).collect(),
            };
            self.wire(table, layer, &states, &next);
            states = next;
        }
        states[0]
    }

    /// Adds the clauses of one layer. A state and a symbol together imply the next state, and each state and each symbol
    /// needs a support.
    fn wire(&mut self, table: &Table, layer: &Layer, states: &[Lit], next: &[Lit]) {
        // A group needs one clause per state, instead of one clause per state for each of its symbols.
        let (symbols, columns) = self.group(table, layer);
        for (row, &state) in states.iter().enumerate() {
            let mut supports = vec![-state];
            for (&symbol, column) in symbols.iter().zip(&columns) {
                match column[row] {
                    DEAD => self.clause([-state, -symbol]),
                    to => {
                        self.clause([-state, -symbol, next[to]]);
                        supports.push(symbol);
                    }
                }
            }
            self.clause(supports);
        }
        let mut into: Vec<Vec<Lit>> = next.iter().map(|&state| vec![-state]).collect();
        for (&symbol, column) in symbols.iter().zip(&columns) {
            let mut from: Vec<Vec<Lit>> = vec![vec![]; next.len()];
            let live = column.iter().zip(states).filter(|&(&to, _)| to != DEAD);
            live.clone().for_each(|(&to, &state)| from[to].push(state));
            self.clause(live.map(|(_, &state)| state).chain([-symbol]));
            for ((from, &state), into) in from.into_iter().zip(next).zip(&mut into) {
                if !from.is_empty() {
                    into.push(symbol);
                }
                self.clause(from.into_iter().chain([-state, -symbol]));
            }
        }
        into.into_iter().for_each(|clause| self.clause(clause));
        self.clause(next.iter().copied());
    }

    /// Groups the symbols that lead to the same next state from every state. For each group, returns its literal and the
    /// next state from each state.
    fn group(&mut self, table: &Table, layer: &Layer) -> (Vec<Lit>, Vec<Vec<usize>>) {
        let mut groups: Vec<(Vec<usize>, Vec<Lit>)> = vec![];
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        for (symbol, &(_, literal)) in layer.iter().enumerate() {
            let column: Vec<usize> = table.iter().map(|row| row[symbol]).collect();
            let group = *known.entry(column.clone()).or_insert(groups.len());
            if group == groups.len() {
                groups.push((column, vec![]));
            }
            groups[group].1.push(literal);
        }
        let mut symbols = vec![];
        for (_, literals) in &groups {
            let others = layer.iter().map(|symbol| symbol.1);
            let others: Vec<Lit> = others.filter(|lit| !literals.contains(lit)).collect();
            symbols.push(match (&literals[..], &others[..]) {
                (_, []) => TRUE,
                ([literal], _) => *literal,
                // Of other literals, such as the totals of equal sums, several may be true.
                (_, &[other]) if other.abs() <= self.formula.cells.count() => -other,
                _ => self.any(literals.iter().copied()),
            });
        }
        (symbols, groups.into_iter().map(|group| group.0).collect())
    }

    /// Encodes a constraint on two layers, given by the allowed pairs of symbols. It needs no states, because the clauses
    /// are supports or conflicts.
    fn allow_pairs(&mut self, first: &Layer, second: &Layer, tables: &[Table]) {
        let allows = |a: usize, b: usize| match tables[0][0][a] {
            DEAD => false,
            state => tables[1][state][b] != DEAD,
        };
        // Each conflict is found twice, once from each layer. Known conflicts are stored, so that no clause is added
        // twice.
        let mut conflicts: FxHashSet<(Lit, Lit)> = FxHashSet::default();
        let mut support = |encoder: &mut Self, literal: Lit, allowed: &[Lit], refused: &[Lit]| {
            // Exactly one symbol of each layer is read, so one clause of supports replaces many conflicts.
            if refused.len() > 2.max(allowed.len() / 2) {
                encoder.clause(allowed.iter().copied().chain([-literal]));
                return;
            }
            for &other in refused {
                if conflicts.insert((literal.min(other), literal.max(other))) {
                    encoder.clause([-literal, -other]);
                }
            }
        };
        for (a, &(_, literal)) in first.iter().enumerate() {
            let others = second.iter().enumerate();
            let (allowed, refused): (Vec<_>, Vec<_>) = others.partition(|&(b, _)| allows(a, b));
            support(self, literal, &literals(&allowed), &literals(&refused));
        }
        for (b, &(_, literal)) in second.iter().enumerate() {
            let others = first.iter().enumerate();
            let (allowed, refused): (Vec<_>, Vec<_>) = others.partition(|&(a, _)| allows(a, b));
            support(self, literal, &literals(&allowed), &literals(&refused));
        }
    }

    /// Encodes the condition that an automaton accepts the number of true literals. A literal that is listed twice is
    /// counted twice.
    pub(crate) fn counts(
        &mut self,
        literals: impl IntoIterator<Item = Lit>,
        total: Option<Layer>,
        is_accepted: impl Fn(i64, Option<i64>) -> bool,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let mut layers: Vec<Layer> = literals.into_iter().map(Self::truth_of).collect();
        let counted = layers.len();
        layers.extend(total);
        let step = |place: usize, &(count, _): &(i64, Option<i64>), symbol: i64| {
            Some(match place < counted {
                true => (count + symbol, None),
                false => (count, Some(symbol)),
            })
        };
        let accepting = |&(count, total): &(i64, Option<i64>)| is_accepted(count, total);
        self.accepts(layers, (0, None), step, accepting, mode)
    }

    /// Encodes the condition that an automaton accepts the number of counted cells. A cell is counted if its value is in the
    /// set listed with it.
    pub(crate) fn counts_members(
        &mut self,
        cells: &[(Cell, DigitSet)],
        total: Option<Layer>,
        is_accepted: impl Fn(i64, Option<i64>) -> bool,
        mode: Mode,
    ) -> Result<Lit, TooLarge> {
        let mut members = vec![];
        for &(cell, set) in cells {
            members.push(self.member(cell, set));
        }
        self.counts(members, total, is_accepted, mode)
    }

    /// Returns a literal that is true if a cell's value is in a set.
    pub(crate) fn member(&mut self, cell: Cell, set: DigitSet) -> Lit {
        let others = self.among(cell, DigitSet::from_bits(!set.bits()));
        match others[..] {
            [] => TRUE,
            [other] => -other,
            _ => self.any(self.among(cell, set)),
        }
    }
}

fn literals(symbols: &[(usize, &(i64, Lit))]) -> Vec<Lit> {
    symbols.iter().map(|(_, symbol)| symbol.1).collect()
}

/// Returns the transition table of each layer, with equivalent states merged and dead states removed. The last table is an
/// additional one, with a row `[0]` for each accepting state.
fn explore<S: Clone + Eq + Hash>(
    layers: &[Layer],
    start: S,
    step: impl Fn(usize, &S, i64) -> Option<S>,
    is_accepting: impl Fn(&S) -> bool,
    most: usize,
) -> Result<Vec<Table>, TooLarge> {
    let mut states = vec![start];
    let mut tables: Vec<Table> = vec![];
    let mut entries = 0;
    for (place, layer) in layers.iter().enumerate() {
        let mut numbers: FxHashMap<S, usize> = FxHashMap::default();
        let mut next = vec![];
        let mut table = vec![];
        for state in &states {
            let row = layer.iter().map(|&(symbol, _)| {
                let Some(to) = step(place, state, symbol) else {
                    return DEAD;
                };
                let number = *numbers.entry(to.clone()).or_insert(next.len());
                if number == next.len() {
                    next.push(to);
                }
                number
            });
            table.push(row.collect());
            entries += layer.len();
            // The limit is checked while the tables grow, because otherwise they could fill the memory first.
            if entries > most / 3 {
                return Err(TooLarge {
                    literals: entries * 3,
                });
            }
        }
        states = next;
        tables.push(table);
    }
    let endings = states.iter().map(|state| match is_accepting(state) {
        true => vec![0],
        false => vec![DEAD],
    });
    tables.push(endings.collect());
    Ok(merge(tables))
}

/// Merges the states of each layer that accept the same endings.
fn merge(mut tables: Vec<Table>) -> Vec<Table> {
    let mut classes: Vec<usize> = vec![0];
    // The class of a state depends on the classes of its next states, so the last layer is processed first.
    for table in tables.iter_mut().rev() {
        let mut known: FxHashMap<Vec<usize>, usize> = FxHashMap::default();
        let mut rows: Table = vec![];
        let class = |row: &Vec<usize>| {
            let row: Vec<usize> = row.iter().map(|&to| class_of(&classes, to)).collect();
            if row.iter().all(|&to| to == DEAD) {
                return DEAD;
            }
            let class = *known.entry(row.clone()).or_insert(rows.len());
            if class == rows.len() {
                rows.push(row);
            }
            class
        };
        classes = table.iter().map(class).collect();
        *table = rows;
    }
    tables
}

fn class_of(classes: &[usize], state: usize) -> usize {
    match state {
        DEAD => DEAD,
        state => classes[state],
    }
}

/// Adds a dead state at the end of each layer, so that each state has a next state for each symbol.
fn close(tables: &mut [Table]) {
    let mut has_refused = false;
    for place in 0..tables.len() {
        if has_refused {
            let width = tables[place].first().map_or(1, Vec::len);
            tables[place].push(vec![DEAD; width]);
        }
        let Some(refused) = tables.get(place + 1).map(Vec::len) else {
            continue;
        };
        let targets = tables[place].iter_mut().flatten();
        for target in targets.filter(|target| **target == DEAD) {
            *target = refused;
            has_refused = true;
        }
    }
}

/// Returns an upper bound on the number of literals in the clauses of these tables.
fn size(tables: &[Table], layers: &[Layer]) -> usize {
    let of = |(table, layer): (&Table, &Layer)| table.len() * layer.len() * 7;
    tables.iter().zip(layers).map(of).sum()
}
