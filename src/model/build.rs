//! From ground statements to relations.

use super::Word;
use super::combinations;
use super::program::{Program, Shared};
use super::relations::{
    Any, Ascending, Branch, Cage, Different, Linear, Locked, Pair, Relation, Support,
};
use super::relations::{MOST_CAGE_CELLS, MOST_CAGE_SETS};
use crate::puzzle::{Cell, DigitSet};
use crate::rules::{Compare, PairTable, Statement};
use std::collections::HashMap;
use std::sync::Arc;

/// Collects domains, exclusions and relations of one program.
pub(super) struct Builder<W: Word> {
    pub(super) shared: Shared<W>,
    pub(super) domains: Vec<W>,
    pub(super) relations: Vec<(Relation<W>, u32)>,
    supports: HashMap<SupportKey, Arc<[Support<W>; 2]>>,
}

/// What makes two pair relations share their tables.
#[derive(PartialEq, Eq, Hash)]
enum SupportKey {
    Table(Arc<PairTable>),
    Sum(i64, i64, Compare, i64),
}

impl<W: Word> Builder<W> {
    pub(super) fn new(base: u8, values: u32, domains: &[DigitSet]) -> Self {
        let shared = Shared::new(i64::from(base), values, domains.len());
        let domains = domains
            .iter()
            .map(|d| W::from_bits(d.bits() >> base))
            .collect();
        Self {
            shared,
            domains,
            relations: vec![],
            supports: HashMap::new(),
        }
    }

    pub(super) fn finish(self) -> (Program<W>, Vec<W>) {
        let vars = self.domains.len();
        (
            Program::new(self.shared, self.relations, vars),
            self.domains,
        )
    }

    fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.shared.base)
    }

    fn value(&self, bit: u32) -> u8 {
        self.shared.value(bit) as u8
    }

    /// Learns which variables differ: to be called for every statement before [`Builder::state`],
    /// because relations are the stronger the more they know of it.
    pub(super) fn learn_exclusions(&mut self, statement: &Statement) {
        match statement {
            Statement::All(parts) => parts.iter().for_each(|p| self.learn_exclusions(p)),
            Statement::Distinct(cells)
            | Statement::Consecutive(cells)
            | Statement::Ascending {
                cells,
                strict: true,
            } => {
                self.shared.exclude(&vars(cells));
            }
            Statement::Pair(a, b, table) if a != b => {
                let equal = table
                    .rows
                    .iter()
                    .enumerate()
                    .any(|(v, row)| row.contains(v as u8));
                if !equal {
                    self.shared.exclude(&vars(&[*a, *b]));
                }
            }
            _ => {}
        }
    }

    /// Adds the relations of a statement.
    pub(super) fn state(&mut self, statement: &Statement, rests_on: u32) {
        match statement {
            Statement::All(parts) => parts.iter().for_each(|p| self.state(p, rests_on)),
            Statement::Any(parts) => self.any(parts, rests_on),
            Statement::Keep(cell, digits) => self.restrict(cell.0, self.word(*digits)),
            Statement::Pair(a, b, table) => self.table(*a, *b, table, rests_on),
            Statement::Distinct(cells) => self.different(&vars(cells), rests_on),
            Statement::Consecutive(cells) => self.consecutive(&vars(cells), rests_on),
            Statement::Ascending { cells, strict } => {
                self.add(
                    Relation::Ascending(Ascending::new(&vars(cells), *strict)),
                    rests_on,
                );
            }
            Statement::Linear {
                terms,
                compare,
                total,
            } => {
                self.linear(terms, *compare, *total, rests_on);
            }
            other => todo_statement(other),
        }
    }

    pub(super) fn add(&mut self, relation: Relation<W>, rests_on: u32) {
        self.relations.push((relation, rests_on));
    }

    pub(super) fn restrict(&mut self, var: u16, keep: W) {
        self.domains[usize::from(var)] &= keep;
    }

    pub(super) fn impossible(&mut self) {
        if let Some(first) = self.domains.first_mut() {
            *first = W::NONE;
        }
    }

    pub(super) fn different(&mut self, vars: &[u16], rests_on: u32) {
        if vars.len() > 1 {
            self.add(Relation::Different(Different::new(vars)), rests_on);
        }
    }

    fn consecutive(&mut self, vars: &[u16], rests_on: u32) {
        let length = vars.len() as u32;
        let values = self.shared.values;
        let runs = (0..(values + 1).saturating_sub(length))
            .map(|low| W::span(low as i32, (low + length) as i32 - 1))
            .collect();
        self.add(Relation::Cage(Cage::new(vars, runs)), rests_on);
    }

    fn table(&mut self, a: Cell, b: Cell, table: &Arc<PairTable>, rests_on: u32) {
        if a == b {
            let equal = (0..64).filter(|&v| table.allows(v, v)).collect();
            return self.restrict(a.0, self.word(equal));
        }
        let key = SupportKey::Table(Arc::clone(table));
        self.pair([a.0, b.0], key, |x, y| table.allows(x, y), rests_on);
    }

    fn pair(
        &mut self,
        vars: [u16; 2],
        key: SupportKey,
        allows: impl Fn(u8, u8) -> bool,
        rests_on: u32,
    ) {
        let values = self.shared.values;
        if !self.supports.contains_key(&key) {
            let partners = |bit: u32, allows: &dyn Fn(u8, u8) -> bool| {
                let mine = self.value(bit);
                let bits = (0..values).filter(|&other| allows(mine, self.value(other)));
                bits.fold(W::NONE, |set, other| set | W::one(other))
            };
            let forward = Support::new(values, |bit| partners(bit, &allows));
            let backward = Support::new(values, |bit| partners(bit, &|x, y| allows(y, x)));
            let both = Arc::new([forward, backward]);
            let pair = Pair::new(vars, Arc::clone(&both), &self.shared);
            self.supports.insert(key, both);
            return self.add(Relation::Pair(pair), rests_on);
        }
        let pair = Pair::new(vars, Arc::clone(&self.supports[&key]), &self.shared);
        self.add(Relation::Pair(pair), rests_on);
    }

    fn linear(&mut self, terms: &[(Cell, i64)], compare: Compare, total: i64, rests_on: u32) {
        let value = |bit: u32| self.shared.value(bit);
        match *terms {
            [] => {
                if !compare.holds(0, total) {
                    self.impossible();
                }
            }
            [(cell, weight)] => {
                let bits =
                    (0..self.shared.values).filter(|&b| compare.holds(weight * value(b), total));
                let keep = bits.fold(W::NONE, |set, bit| set | W::one(bit));
                self.restrict(cell.0, keep);
            }
            [(a, k), (b, m)] => {
                let allows =
                    |x: u8, y: u8| compare.holds(k * i64::from(x) + m * i64::from(y), total);
                self.pair(
                    [a.0, b.0],
                    SupportKey::Sum(k, m, compare, total),
                    allows,
                    rests_on,
                );
            }
            _ => match compare {
                Compare::Equal => self.sum(terms, total, rests_on),
                Compare::AtMost => self.bounds(terms, i64::MIN / 4, total, rests_on),
                Compare::AtLeast => self.bounds(terms, total, i64::MAX / 4, rests_on),
                Compare::NotEqual => {
                    let sides = [(Compare::AtMost, total - 1), (Compare::AtLeast, total + 1)];
                    let side = |(compare, total)| Statement::Linear {
                        terms: terms.to_vec(),
                        compare,
                        total,
                    };
                    self.any(&sides.map(side), rests_on);
                }
            },
        }
    }

    /// A sum with an exact total: as a cage where all differ and have weight 1.
    pub(super) fn sum(&mut self, terms: &[(Cell, i64)], total: i64, rests_on: u32) {
        let cells: Vec<u16> = terms.iter().map(|t| t.0.0).collect();
        if terms.iter().all(|t| t.1 == 1) && self.shared.all_apart(&cells) {
            if let Some(cage) = self.cage(&cells, &[total]) {
                return self.add(Relation::Cage(cage), rests_on);
            }
        }
        self.bounds(terms, total, total, rests_on);
    }

    /// The cage of the given totals, unless it is too large to list its sets.
    fn cage(&self, vars: &[u16], totals: &[i64]) -> Option<Cage<W>> {
        if vars.len() > MOST_CAGE_CELLS || self.shared.values > combinations::MOST_VALUES {
            return None;
        }
        let shift = self.shared.base * vars.len() as i64;
        let sets = |&total: &i64| self.shared.combinations.sets(vars.len(), total - shift);
        let union = vars
            .iter()
            .fold(W::NONE, |set, &v| set | self.domains[usize::from(v)]);
        let listed: Vec<W> = totals
            .iter()
            .flat_map(sets)
            .map(|&set| W::from_bits(u64::from(set)))
            .filter(|&set| (set & !union).is_none())
            .collect();
        (listed.len() <= MOST_CAGE_SETS).then(|| Cage::new(vars, listed))
    }

    fn bounds(&mut self, terms: &[(Cell, i64)], low: i64, high: i64, rests_on: u32) {
        let terms: Vec<(u16, i32)> = terms.iter().map(|&(c, k)| (c.0, k as i32)).collect();
        let linear = Linear::new(&terms, low, high, &self.shared);
        self.add(Relation::Linear(linear), rests_on);
    }

    fn any(&mut self, parts: &[Statement], rests_on: u32) {
        let mut scope = vec![];
        parts
            .iter()
            .for_each(|part| part.each_cell(&mut |cell| scope.push(cell)));
        scope.sort_unstable();
        scope.dedup();
        let branches = parts.iter().map(|part| self.branch(part, &scope)).collect();
        self.add(Relation::Any(Any::new(vars(&scope), branches)), rests_on);
    }

    /// A program for one statement over the variables of `scope`, numbered by their place in it.
    fn branch(&self, statement: &Statement, scope: &[Cell]) -> Branch<W> {
        let place = |cell: Cell| {
            scope
                .binary_search(&cell)
                .expect("the scope holds every cell")
        };
        let renumbered = statement.with_cells(&|cell| Cell::from_index(place(cell)));
        let mut shared = Shared::new(self.shared.base, self.shared.values, scope.len());
        for (i, &a) in scope.iter().enumerate() {
            for (j, &b) in scope[..i].iter().enumerate() {
                if self.shared.apart(a.0, b.0) {
                    shared.exclude(&[i as u16, j as u16]);
                }
            }
        }
        let mut builder = Builder {
            shared,
            domains: scope.iter().map(|c| self.domains[c.index()]).collect(),
            relations: vec![],
            supports: HashMap::new(),
        };
        builder.learn_exclusions(&renumbered);
        builder.state(&renumbered, 0);
        let (program, domains) = builder.finish();
        let less = |(var, domain): (usize, W)| {
            let before = self.domains[scope[var].index()];
            (domain != before).then_some((var as u16, domain))
        };
        let domains = domains.into_iter().enumerate().filter_map(less).collect();
        Branch { program, domains }
    }

    /// Where two full houses overlap, the rest of the one holds what the rest of the other holds.
    pub(super) fn intersections(
        &mut self,
        houses: &[(Vec<u16>, u32)],
        mut set: impl FnMut(&[u32]) -> u32,
    ) {
        let full = |house: &Vec<u16>| house.len() as u32 == self.shared.values;
        let mut found = vec![];
        for (i, (a, rests_a)) in houses.iter().enumerate().filter(|(_, (a, _))| full(a)) {
            for (b, rests_b) in houses[..i].iter().filter(|(b, _)| full(b)) {
                let only = |these: &[u16], those: &[u16]| -> Vec<u16> {
                    these
                        .iter()
                        .copied()
                        .filter(|v| !those.contains(v))
                        .collect()
                };
                let left = only(a, b);
                let common = a.len() - left.len();
                if common > 1 && common < a.len() {
                    found.push((Locked::new(&left, &only(b, a)), set(&[*rests_a, *rests_b])));
                }
            }
        }
        for (locked, rests_on) in found {
            self.add(Relation::Locked(locked), rests_on);
        }
    }
}

fn todo_statement(_: &Statement) {}

/// The variables of cells: they have the same numbers.
pub(super) fn vars(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|c| c.0).collect()
}
