//! From ground statements to relations.

use super::combinations;
use super::compile::Said;
use super::covers::Covered;
use super::frame::{Frame, overlap};
use super::lattice::Lattice;
use super::program::{Entry, Program, Shared, Work};
use super::relations::*;
use super::strengthening::{Strengthening, Without};
use super::switch::Switching;
use super::{ClueSets, Part, Word};
use crate::puzzle::{Cell, DigitSet};
use crate::rules::{Compare, PairTable, Statement};
use rustc_hash::FxHashMap;
use std::sync::Arc;

/// A sum whose cliques of different cells have so many cells in the mean is looked at beyond its bounds.
/// Measured on little killers: where they have fewer, a node takes twice the time for a tenth of the nodes.
const LONG_CLIQUE: usize = 3;

/// Collects domains, exclusions and relations of one program.
pub(super) struct Builder<W: Word> {
    /// A branch has what its choice has, unless it adds to it.
    pub(super) shared: Arc<Shared<W>>,
    pub(super) domains: Vec<W>,
    relations: Vec<Entry<W>>,
    /// Whether the layout's houses hold for sure; else nothing may follow from them unsaid.
    pub(super) layout_holds: bool,
    /// The most variables of a relation that runs at every change; longer ones are patient.
    pub(super) patience: usize,
    /// Sets of as many different cells as they have values between them.
    pub(super) full_houses: Vec<FullHouse>,
    /// What is kept apart where clues can be switched off.
    pub(super) switching: Option<Box<Switching<W>>>,
    /// The sets of clues that relations rest on.
    pub(super) sets: ClueSets,
    /// What is left out of this model.
    pub(super) without: Without,
    supports: FxHashMap<SupportKey, Arc<[Support<W>; 2]>>,
    unrolls: Unrolls<W>,
    /// The layout's houses.
    houses: Vec<Arc<[u16]>>,
    /// What runs in place of the layout's houses.
    lattice: Option<Lattice>,
    /// The classes that relations say occur, by cells.
    pub(super) covers: FxHashMap<Vec<Cell>, Covered>,
}

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

/// What makes two pair relations share their tables.
#[derive(PartialEq, Eq, Hash)]
enum SupportKey {
    Table(Arc<PairTable>),
    Sum(i64, i64, Compare, i64),
    Neighbours,
}

impl<W: Word> Builder<W> {
    pub(super) fn new(base: u8, values: u32, domains: &[DigitSet]) -> Self {
        let shared = Shared::new(i64::from(base), values, domains.len());
        let domains = domains.iter().map(|d| W::from_bits(d.bits() >> base));
        Self::over(shared.into(), domains.collect())
    }

    fn over(shared: Arc<Shared<W>>, domains: Vec<W>) -> Self {
        Self {
            shared,
            domains,
            relations: vec![],
            layout_holds: true,
            patience: usize::MAX,
            full_houses: vec![],
            switching: None,
            sets: ClueSets::default(),
            without: Without::default(),
            supports: FxHashMap::default(),
            unrolls: Unrolls::default(),
            houses: vec![],
            lattice: None,
            covers: FxHashMap::default(),
        }
    }

    pub(super) fn finish(mut self) -> (Program<W>, Vec<W>, ClueSets) {
        self.rest();
        let vars = self.domains.len();
        let program = Program::new(self.shared, self.relations, vars, self.lattice);
        (program, self.domains, self.sets)
    }

    /// Lets the relations rest that others make idle: exclusions say all of two different variables, and
    /// a cage all of its own.
    fn rest(&mut self) {
        let mut cages: FxHashMap<Vec<u16>, u32> = FxHashMap::default();
        for entry in self.relations.iter().filter(|entry| !entry.patient) {
            if let Relation::Cage(cage) = &entry.relation {
                cages.insert(cage.vars().to_vec(), entry.rests_on);
            }
        }
        for entry in &mut self.relations {
            if let Relation::Different(different) = &entry.relation {
                let vars = different.vars();
                let cage = cages.get(vars).copied();
                let together = |cage: u32| self.sets.same(cage, entry.rests_on);
                let told = vars.len() == 2 && self.shared.all_apart(vars);
                entry.idle = told || cage.is_some_and(together);
            }
        }
    }

    /// Whether the model is to have this strengthening.
    pub(super) fn uses(&self, strengthening: Strengthening) -> bool {
        !self.without.has(strengthening)
    }

    pub(super) fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.shared.base)
    }

    fn value(&self, bit: u32) -> u8 {
        self.shared.value(bit) as u8
    }

    /// Learns which variables differ and, where nothing can be switched off, what single cells may
    /// hold: for every statement before [`Builder::say`], because relations are the stronger the more
    /// they know.
    pub(super) fn prepare(&mut self, statement: &Statement, rests_on: u32) {
        each_difference(statement, &mut |vars| self.exclude(vars, rests_on));
        if self.switching.is_some() {
            return;
        }
        statement.each_conjunct(&mut |part| {
            if let Statement::Keep(cell, digits) = part {
                self.restrict(cell.0, self.word(*digits), rests_on);
            }
        });
    }

    fn exclude(&mut self, vars: &[u16], rests_on: u32) {
        if let Some(switching) = &mut self.switching {
            return switching.exclude(vars, rests_on);
        }
        // A branch shares what it knows with others until it learns something new.
        let own = Arc::get_mut(&mut self.shared).is_some();
        if own || !self.shared.all_apart(vars) {
            Arc::make_mut(&mut self.shared).exclude(vars);
        }
    }

    /// All values that some of the variables may have.
    pub(super) fn union(&self, vars: impl IntoIterator<Item = u16>) -> W {
        let domains = vars.into_iter().map(|var| self.domains[usize::from(var)]);
        domains.fold(W::NONE, |union, domain| union | domain)
    }

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

    /// Adds what lines that fill a house say together with it, where that is little enough to list.
    pub(super) fn lines_in_houses(&mut self, _: &Said<'_>, _: &Frame) {
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
            if let Some(both) = accepts.all_different() {
                let rests_on = self.both(entry.rests_on, house.rests_on);
                self.add(Relation::Accepts(both), rests_on);
            }
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
            if let Statement::Distinct(cells) = statement
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

    /// Adds the relations of a statement, which may use what other clues say where nothing can be
    /// switched off.
    pub(super) fn say(&mut self, statement: &Statement, rests_on: u32) {
        match self.switching {
            None => self.state(statement, rests_on),
            Some(_) => self.say_guarded(statement, rests_on),
        }
    }

    /// Adds the relations of a statement.
    pub(super) fn state(&mut self, statement: &Statement, rests_on: u32) {
        match statement {
            Statement::Any(_) | Statement::Not(_) | Statement::Holds { .. }
                if scope([statement]).is_empty() =>
            {
                if !statement.holds(&|_| 0) {
                    self.impossible(rests_on);
                }
            }
            Statement::All(parts) => parts.iter().for_each(|p| self.state(p, rests_on)),
            Statement::Any(parts) => self.any(parts, rests_on),
            Statement::Keep(cell, digits) => self.restrict(cell.0, self.word(*digits), rests_on),
            Statement::Pair(a, b, table) => self.table(*a, *b, table, rests_on),
            Statement::Distinct(cells) | Statement::Consecutive(cells) if repeats(cells) => {
                self.impossible(rests_on);
            }
            Statement::Distinct(cells) => self.different(&vars(cells), rests_on),
            Statement::Consecutive(cells) => self.consecutive(&vars(cells), rests_on),
            Statement::Ascending { cells, strict } => self.ascending(cells, *strict, rests_on),
            Statement::Linear {
                terms,
                compare,
                total,
            } => {
                self.linear(terms, *compare, *total, rests_on);
            }
            Statement::SumIn { terms, totals } => self.sum_in(terms, totals, rests_on),
            Statement::EqualSums(groups) => self.equal_sums(groups, rests_on),
            Statement::Count {
                cells,
                total,
                offset,
                counts,
            } => {
                let Some(rests_on) = self.unless_covered(statement, rests_on) else {
                    return;
                };
                let cells: Vec<(u16, W)> = cells
                    .iter()
                    .map(|&(cell, set)| (cell.0, self.word(set)))
                    .collect();
                let wanted = wanted(*total, *offset, *counts);
                self.add(
                    Relation::Count(Count::new(&cells, wanted, &self.shared)),
                    rests_on,
                );
            }
            Statement::Kinds {
                cells,
                total,
                counts,
            } => {
                let kinds = Kinds::new(&vars(cells), wanted(*total, 0, *counts));
                self.add(Relation::Kinds(kinds), rests_on);
            }
            Statement::SelfCounting(cells) => {
                let counting = SelfCounting::new(&vars(cells), &self.shared);
                self.add(Relation::SelfCounting(counting), rests_on);
            }
            Statement::Element {
                list,
                index,
                first,
                value,
            } => {
                let value = match value {
                    Ok(cell) => Ok(cell.0),
                    Err(digits) => Err(self.word(*digits)),
                };
                let element = Element::new(&vars(list), index.0, *first, value);
                self.add(Relation::Element(element), rests_on);
            }
            Statement::Same(groups) => self.same(groups, rests_on),
            Statement::Accepts(cells, automaton) => {
                let domain = |var: u16| self.domains[usize::from(var)];
                match Accepts::new(&vars(cells), automaton, &self.shared, domain, &self.unrolls) {
                    Some(accepts) => self.add(Relation::Accepts(accepts), rests_on),
                    None => self.impossible(rests_on),
                }
            }
            Statement::Connected {
                cells,
                edges,
                values,
                size,
            } => {
                let connected = Connected::new(&vars(cells), edges, self.word(*values), *size);
                self.add(Relation::Connected(connected), rests_on);
            }
            Statement::Encloses(cells, _) if repeats(cells) => self.impossible(rests_on),
            Statement::Encloses(cells, sum) => {
                self.different(&vars(cells), rests_on);
                match cells.len() {
                    0 | 1 if *sum != 0 => self.impossible(rests_on),
                    0 | 1 => {}
                    _ => {
                        let encloses = Encloses::new(&vars(cells), *sum);
                        self.add(Relation::Encloses(encloses), rests_on);
                    }
                }
            }
            Statement::Rank {
                lists,
                smaller,
                ties,
            } => self.rank(lists, *smaller, *ties, &[], rests_on),
            Statement::Runs {
                head,
                arms,
                total,
                offset,
            } => {
                let arms: Vec<Vec<u16>> = arms.iter().map(|arm| vars(arm)).collect();
                let runs = Runs::new(head.0, total.0, &arms, *offset);
                self.add(Relation::Runs(runs), rests_on);
            }
            Statement::Regions {
                labels,
                contents,
                edges,
                size,
                pinned,
            } => self.regions(
                &vars(labels),
                &vars(contents),
                edges,
                *size,
                *pinned,
                rests_on,
            ),
            Statement::Not(part) => self.not(part, rests_on),
            Statement::Holds { parts, counts } => self.holds(parts, counts.bits(), rests_on),
        }
    }

    pub(super) fn add(&mut self, relation: Relation<W>, rests_on: u32) {
        self.relations.push(Entry {
            patient: relation.vars().len() > self.patience,
            relation,
            rests_on,
            in_lattice: false,
            idle: false,
        });
    }

    pub(super) fn restrict(&mut self, var: u16, values: W, rests_on: u32) {
        match &mut self.switching {
            None => self.domains[usize::from(var)] &= values,
            Some(switching) => switching.keep(var, values, rests_on),
        }
    }

    fn impossible(&mut self, rests_on: u32) {
        if !self.domains.is_empty() {
            self.restrict(0, W::NONE, rests_on);
        }
    }

    /// What a house says already is not said again, unless houses can be switched off.
    pub(super) fn different(&mut self, vars: &[u16], rests_on: u32) {
        let known = self.layout_holds && self.houses.iter().any(|house| **house == *vars);
        if vars.len() > 1 && !known {
            self.add(Relation::Different(Different::new(vars)), rests_on);
        }
    }

    fn ascending(&mut self, cells: &[Cell], strict: bool, rests_on: u32) {
        if !repeats(cells) {
            let ascending = Ascending::new(&vars(cells), strict);
            return self.add(Relation::Ascending(ascending), rests_on);
        }
        // Rising back to a cell it has met, the line is level in between.
        for pair in cells.windows(2) {
            let terms = merge([(pair[0], 1), (pair[1], -1)].into_iter());
            self.linear(&terms, Compare::AtMost, -i64::from(strict), rests_on);
        }
    }

    fn consecutive(&mut self, vars: &[u16], rests_on: u32) {
        if let [a, b] = *vars {
            let next = |x: u8, y: u8| x.abs_diff(y) == 1;
            return self.pair([a, b], SupportKey::Neighbours, next, rests_on);
        }
        let run = Cage::run(vars, self.shared.values);
        self.add(Relation::Cage(run), rests_on);
    }

    fn table(&mut self, a: Cell, b: Cell, table: &Arc<PairTable>, rests_on: u32) {
        if a == b {
            let equal = (0..64).filter(|&v| table.allows(v, v)).collect();
            return self.restrict(a.0, self.word(equal), rests_on);
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
        let supports = self.supports(key, allows);
        let pair = Pair::new(vars, supports, &self.shared);
        self.add(Relation::Pair(pair), rests_on);
    }

    /// What each set of one variable of a pair leaves to the other, made at first use.
    fn supports(
        &mut self,
        key: SupportKey,
        allows: impl Fn(u8, u8) -> bool,
    ) -> Arc<[Support<W>; 2]> {
        if let Some(known) = self.supports.get(&key) {
            return Arc::clone(known);
        }
        let values = self.shared.values;
        let (mut right, mut left) = ([W::NONE; 64], [W::NONE; 64]);
        for a in 0..values {
            for b in 0..values {
                if allows(self.value(a), self.value(b)) {
                    right[a as usize] |= W::one(b);
                    left[b as usize] |= W::one(a);
                }
            }
        }
        let support = |partners: [W; 64]| Support::new(values, |bit| partners[bit as usize]);
        let both = Arc::new([support(right), support(left)]);
        self.supports.insert(key, Arc::clone(&both));
        both
    }

    fn linear(&mut self, terms: &[(Cell, i64)], compare: Compare, total: i64, rests_on: u32) {
        let value = |bit: u32| self.shared.value(bit);
        match *terms {
            [] => {
                if !compare.holds(0, total) {
                    self.impossible(rests_on);
                }
            }
            [(cell, weight)] => {
                let bits =
                    (0..self.shared.values).filter(|&b| compare.holds(weight * value(b), total));
                let keep = bits.fold(W::NONE, |set, bit| set | W::one(bit));
                self.restrict(cell.0, keep, rests_on);
            }
            [(_, k), (_, m)] if compare == Compare::Equal && k.abs() == 1 && m.abs() == 1 => {
                self.sum(terms, total, rests_on);
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
        if terms.iter().all(|t| t.1 == 1)
            && self.shared.all_apart(&cells)
            && let Some(cage) = self.cage(&cells, &[total])
        {
            return self.add(Relation::Cage(cage), rests_on);
        }
        self.bounds(terms, total, total, rests_on);
        let clue = self.patience == usize::MAX && self.uses(Strengthening::LongSums);
        if clue && terms.iter().all(|t| t.1 == 1) && (0..=MOST_TOTAL).contains(&total) {
            self.long_sum(cells, total, rests_on);
        }
    }

    /// Adds what the sets of values of its cliques say of a long sum, beside its bounds.
    fn long_sum(&mut self, cells: Vec<u16>, total: i64, rests_on: u32) {
        if cells.len() < LONG_CLIQUE || !self.short(&cells) {
            return;
        }
        let most = cells.len() / LONG_CLIQUE;
        let sums = Sums::new(&[cells], 1 << total, &self.shared);
        if sums.cliques() <= most {
            self.add(Relation::Sums(sums), rests_on);
        }
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
        (listed.len() <= MOST_CAGE_SETS).then(|| match totals {
            [total] => Cage::with_total(vars, listed, total - shift),
            _ => Cage::new(vars, listed),
        })
    }

    fn bounds(&mut self, terms: &[(Cell, i64)], low: i64, high: i64, rests_on: u32) {
        let terms: Vec<(u16, i32)> = terms.iter().map(|&(c, k)| (c.0, k as i32)).collect();
        let linear = Linear::new(&terms, low, high, &self.shared);
        self.add(Relation::Linear(linear), rests_on);
    }

    /// A sum that is one of several: as a cage where all differ and have weight 1.
    fn sum_in(&mut self, terms: &[(Cell, i64)], totals: &[i64], rests_on: u32) {
        if let [total] = *totals {
            return self.linear(terms, Compare::Equal, total, rests_on);
        }
        let cells: Vec<u16> = terms.iter().map(|t| t.0.0).collect();
        let plain = terms.iter().all(|t| t.1 == 1);
        if plain
            && self.shared.all_apart(&cells)
            && let Some(cage) = self.cage(&cells, totals)
        {
            return self.add(Relation::Cage(cage), rests_on);
        }
        if plain && totals.iter().all(|t| (0..=MOST_TOTAL).contains(t)) && self.short(&cells) {
            let totals = totals.iter().fold(0u128, |set, total| set | 1 << total);
            let sums = Sums::new(&[cells], totals, &self.shared);
            return self.add(Relation::Sums(sums), rests_on);
        }
        let each = |&total: &i64| Statement::Linear {
            terms: terms.to_vec(),
            compare: Compare::Equal,
            total,
        };
        self.any(&totals.iter().map(each).collect::<Vec<_>>(), rests_on);
    }

    fn equal_sums(&mut self, groups: &[Vec<(Cell, i64)>], rests_on: u32) {
        let plain = groups.iter().flatten().all(|term| term.1 == 1);
        let cells: Vec<Vec<u16>> = groups
            .iter()
            .map(|group| group.iter().map(|t| t.0.0).collect())
            .collect();
        let few = cells.iter().map(Vec::len).sum::<usize>() <= MOST_SUMMED;
        if plain && few && cells.iter().all(|group| self.short(group)) {
            let sums = Sums::new(&cells, u128::MAX, &self.shared);
            self.add(Relation::Sums(sums), rests_on);
            return;
        }
        for pair in groups.windows(2) {
            let negated = pair[1].iter().map(|&(cell, weight)| (cell, -weight));
            let terms = merge(pair[0].iter().copied().chain(negated));
            self.linear(&terms, Compare::Equal, 0, rests_on);
        }
    }

    /// Whether the variables fit [`Sums`], and all their sums its bits.
    fn short(&self, vars: &[u16]) -> bool {
        let most = self.shared.value(self.shared.values - 1);
        vars.len() <= MOST_SUMMED && vars.len() as i64 * most <= MOST_TOTAL
    }

    fn same(&mut self, groups: &[Vec<Cell>], rests_on: u32) {
        let length = groups.first().map_or(0, Vec::len);
        if groups.iter().any(|group| group.len() != length) {
            return self.impossible(rests_on);
        }
        let groups: Vec<Vec<u16>> = groups.iter().map(|group| vars(group)).collect();
        self.add(Relation::Same(Same::new(&groups)), rests_on);
        for (i, left) in groups.iter().enumerate() {
            for right in &groups[..i] {
                let only = |these: &[u16], those: &[u16]| -> Vec<u16> {
                    these
                        .iter()
                        .copied()
                        .filter(|var| !those.contains(var))
                        .collect()
                };
                let (left, right) = (only(left, right), only(right, left));
                if left.len() == right.len() && !left.is_empty() {
                    self.add(Relation::Locked(Locked::new(&left, &right)), rests_on);
                }
            }
        }
    }

    /// `known`: others whose own ranks are known, with how many lists are smaller than each. What is
    /// left to say without them is said, if that is less.
    pub(super) fn rank(
        &mut self,
        lists: &[Vec<Cell>],
        smaller: u16,
        ties: bool,
        known: &[(&[Cell], u16)],
        rests_on: u32,
    ) {
        let [ranked, others @ ..] = lists else {
            return;
        };
        let same = others.iter().any(|other| other == ranked);
        let length = ranked.len();
        if same && !ties || others.iter().any(|other| other.len() != length) {
            return self.impossible(rests_on);
        }
        let ranked = vars(ranked);
        let others: Vec<Vec<u16>> = others.iter().map(|other| vars(other)).collect();
        let smaller = usize::from(smaller);
        let (first, mut sides, alike) = match self.sides(&ranked, &others, smaller) {
            Some((first, sides)) => {
                let alike = sides.len() + 1;
                (first, sides, alike)
            }
            None => {
                let sides = others.into_iter().map(|other| vec![other]).collect();
                (self.shared.full, sides, usize::MAX)
            }
        };
        let (all, mut below) = (sides.len(), 0);
        for &(list, rank) in known {
            let (list, rank) = (vars(list), usize::from(rank));
            if rank / alike == smaller / alike {
                let before = sides.len();
                sides.retain(|side| !side.contains(&list));
                below += usize::from(rank < smaller) * (before - sides.len());
            }
        }
        if !known.is_empty() && sides.len() == all {
            return;
        }
        let Some(smaller) = (smaller % alike).checked_sub(below) else {
            return self.impossible(rests_on);
        };
        self.restrict(ranked[0], first, rests_on);
        let side = sides.first().map_or(1, Vec::len);
        let rank = Rank::new(&ranked, &sides.concat(), side, smaller, ties);
        let patience = std::mem::replace(&mut self.patience, 0);
        self.add(Relation::Rank(rank), rests_on);
        self.patience = patience;
    }

    /// The first digit of the ranked list, where the lists start along full houses, as many along
    /// each: in each house one list starts with each digit. And the lists of each house but that
    /// of the ranked one, of which no other starts like it.
    fn sides(
        &self,
        ranked: &[u16],
        others: &[Vec<u16>],
        smaller: usize,
    ) -> Option<(W, Vec<Vec<Vec<u16>>>)> {
        if !self.layout_holds || others.iter().any(|other| other == ranked) {
            return None;
        }
        let mut left: Vec<&[u16]> = others.iter().map(Vec::as_slice).collect();
        left.push(ranked);
        let start = |list: &[u16]| list.first().copied();
        let values = self.union(left.iter().filter_map(|list| start(list)));
        let mut sides = vec![];
        while !left.is_empty() {
            let starts: Vec<u16> = left.iter().filter_map(|list| start(list)).collect();
            let house = self.full_houses.iter().find(|house| {
                !house.extra
                    && house.vars.len() == values.len() as usize
                    && house.vars.iter().all(|var| starts.contains(var))
            })?;
            let mut side = vec![];
            for &var in house.vars.iter() {
                let place = left.iter().rposition(|list| start(list) == Some(var))?;
                side.push(left.remove(place).to_vec());
            }
            sides.push(side);
        }
        let first = values.each().nth(smaller.checked_div(sides.len())?)?;
        sides.retain(|side| side.iter().all(|list| list != ranked));
        Some((W::one(first), sides))
    }

    fn regions(
        &mut self,
        labels: &[u16],
        contents: &[u16],
        edges: &[(u16, u16)],
        size: u16,
        pinned: DigitSet,
        rests_on: u32,
    ) {
        let regions = (labels.len() / usize::from(size)) as u8;
        if usize::from(regions) * usize::from(size) != labels.len() {
            return self.impossible(rests_on);
        }
        let numbers = DigitSet::range(1, regions);
        for &label in labels {
            self.restrict(label, self.word(numbers), rests_on);
        }
        let value = |number: u8| self.word(DigitSet::one(number));
        let values: Vec<W> = numbers.iter().map(value).collect();
        let free = numbers.iter().filter(|&number| !pinned.contains(number));
        let free: Vec<W> = free.map(value).collect();
        let all = self.union(contents.iter().copied());
        let all = (all.len() as usize == usize::from(size)).then_some(all);
        for &value in &values {
            let connected = Connected::new(labels, edges, value, Some(size));
            self.add(Relation::Connected(connected), rests_on);
        }
        if !free.is_empty() {
            self.add(Relation::Precedes(Precedes::new(labels, free)), rests_on);
        }
        let regions = Regions::new(labels, contents, values, size.into(), all);
        self.add(Relation::Regions(regions), rests_on);
    }

    fn not(&mut self, part: &Statement, rests_on: u32) {
        match negation(part) {
            Statement::Not(part) => {
                let scope = scope([part.as_ref()]);
                let shared = Arc::new(self.shared.among(&vars(&scope)));
                let branch = self.branch(&part, &scope, &shared);
                self.add(Relation::Not(Not::new(vars(&scope), branch)), rests_on);
            }
            other => self.state(&other, rests_on),
        }
    }

    fn holds(&mut self, parts: &[Statement], counts: u64, rests_on: u32) {
        let scope = scope(parts);
        let shared = Arc::new(self.shared.among(&vars(&scope)));
        let both = |part: &Statement| Choice {
            yes: self.branch(part, &scope, &shared),
            no: self.branch(&negation(part), &scope, &shared),
        };
        let parts = parts.iter().map(both).collect();
        self.add(
            Relation::Holds(Holds::new(vars(&scope), parts, counts)),
            rests_on,
        );
    }

    fn any(&mut self, parts: &[Statement], rests_on: u32) {
        if self.uses(Strengthening::GuardedPairs)
            && let Some((guard, unless, [a, b], table)) = self.guarded(parts)
        {
            let supports = self.supports(SupportKey::Table(Arc::clone(&table)), |x, y| {
                table.allows(x, y)
            });
            let relation = Guarded::new([a.0, b.0], supports, guard.0, self.word(unless));
            return self.add(Relation::Guarded(relation), rests_on);
        }
        if self.uses(Strengthening::Among)
            && let Some((var, others)) = self.among(parts)
        {
            return self.add(Relation::Among(Among::new(var.0, &vars(&others))), rests_on);
        }
        let scope = scope(parts);
        let shared = Arc::new(self.shared.among(&vars(&scope)));
        let mut work = Work::default();
        let mut live: Vec<(&Statement, Branch<W>)> = vec![];
        let mut board = vec![];
        for part in parts {
            let branch = self.branch(part, &scope, &shared);
            board.clear();
            board.extend(scope.iter().map(|cell| self.domains[cell.index()]));
            if branch.try_on(&mut board, &mut work) {
                live.push((part, branch));
            }
        }
        // What rules a branch out (givens, other clues, houses) is no part of this clue: a reason has to
        // name the cells of all branches.
        match live.as_slice() {
            [] if scope.is_empty() => self.impossible(rests_on),
            [(only, _)] if self::scope([*only]) == scope => self.state(only, rests_on),
            _ => {
                let branches = live.into_iter().map(|(_, branch)| branch).collect();
                self.add(Relation::Any(Any::new(vars(&scope), branches)), rests_on);
            }
        }
    }

    /// A cell, the digits that free two others, and what these two may be else, where that is all
    /// that the choice says.
    fn guarded(&self, parts: &[Statement]) -> Option<(Cell, DigitSet, [Cell; 2], Arc<PairTable>)> {
        let (guard, unless, pair) = match parts {
            [Statement::Keep(cell, digits), pair] | [pair, Statement::Keep(cell, digits)] => {
                (*cell, *digits, pair)
            }
            _ => return None,
        };
        let Statement::Pair(a, b, table) = pair else {
            return None;
        };
        let apart = a != b && guard != *a && guard != *b;
        apart.then(|| (guard, unless, [*a, *b], Arc::clone(table)))
    }

    /// The cell that is equal to one of others, where that is all that the choice says.
    fn among(&self, parts: &[Statement]) -> Option<(Cell, Vec<Cell>)> {
        let pairs = parts.iter().map(|part| self.equal_cells(part));
        let pairs: Vec<(Cell, Cell)> = pairs.collect::<Option<_>>()?;
        let [(a, b), (c, d), ..] = pairs[..] else {
            return None;
        };
        let common = if a == c || a == d { a } else { b };
        let other = |&(a, b): &(Cell, Cell)| match common {
            _ if a == common => Some(b),
            _ if b == common => Some(a),
            _ => None,
        };
        let others: Vec<Cell> = pairs.iter().map(other).collect::<Option<_>>()?;
        (!repeats(&others) && !others.contains(&common)).then_some((common, others))
    }

    /// The two cells that the statement says are equal.
    fn equal_cells(&self, statement: &Statement) -> Option<(Cell, Cell)> {
        match statement {
            Statement::Linear {
                terms,
                compare: Compare::Equal,
                total: 0,
            } => match terms[..] {
                [(a, 1), (b, -1)] | [(a, -1), (b, 1)] => Some((a, b)),
                _ => None,
            },
            Statement::Pair(a, b, table) if a != b => {
                let values = |cell: Cell| self.domains[cell.index()].each().map(|b| self.value(b));
                let mut pairs = values(*a).flat_map(|x| values(*b).map(move |y| (x, y)));
                let equal = pairs.all(|(x, y)| table.allows(x, y) == (x == y));
                equal.then_some((*a, *b))
            }
            _ => None,
        }
    }

    /// A program for one statement over the variables of `scope`, numbered by their place in it; `shared` is what
    /// holds among them anyway.
    fn branch(&self, statement: &Statement, scope: &[Cell], shared: &Arc<Shared<W>>) -> Branch<W> {
        let place = |cell: Cell| {
            scope
                .binary_search(&cell)
                .expect("the scope holds every cell")
        };
        let renumbered = statement.with_cells(&|cell| Cell::from_index(place(cell)));
        let domains = scope.iter().map(|c| self.domains[c.index()]).collect();
        let mut builder = Builder {
            unrolls: self.unrolls.clone(),
            without: self.without,
            ..Self::over(Arc::clone(shared), domains)
        };
        builder.prepare(&renumbered, 0);
        builder.state(&renumbered, 0);
        let (program, domains, _) = builder.finish();
        let less = |(var, domain): (usize, W)| {
            let before = self.domains[scope[var].index()];
            (domain != before).then_some((var as u16, domain))
        };
        let domains = domains.into_iter().enumerate().filter_map(less).collect();
        Branch { program, domains }
    }
}

/// Calls `see` with the variables of every set of cells that the statement says are different.
pub(super) fn each_difference(statement: &Statement, see: &mut impl FnMut(&[u16])) {
    statement.each_conjunct(&mut |part| match part {
        Statement::Distinct(cells)
        | Statement::Consecutive(cells)
        | Statement::Ascending {
            cells,
            strict: true,
        } => see(&vars(cells)),
        Statement::Pair(a, b, table) if a != b => {
            let mut rows = table.rows.iter().enumerate();
            if !rows.any(|(value, row)| row.contains(value as u8)) {
                see(&[a.0, b.0]);
            }
        }
        _ => {}
    });
}

fn wanted(total: Option<Cell>, offset: i64, counts: DigitSet) -> Wanted {
    match total {
        Some(cell) => Wanted::Value {
            var: cell.0,
            offset,
        },
        None => Wanted::OneOf(counts.bits()),
    }
}

/// The variables of cells: they have the same numbers.
pub(super) fn vars(cells: &[Cell]) -> Vec<u16> {
    cells.iter().map(|c| c.0).collect()
}

/// Whether a cell stands more than once among the cells.
fn repeats(cells: &[Cell]) -> bool {
    cells
        .iter()
        .enumerate()
        .any(|(i, cell)| cells[..i].contains(cell))
}

/// All cells of some statements, in order.
pub(super) fn scope<'a>(parts: impl IntoIterator<Item = &'a Statement>) -> Vec<Cell> {
    let mut scope = vec![];
    parts
        .into_iter()
        .for_each(|part| part.each_cell(&mut |cell| scope.push(cell)));
    scope.sort_unstable();
    scope.dedup();
    scope
}

/// Terms with the weights of a cell added up, none of them 0.
fn merge(terms: impl Iterator<Item = (Cell, i64)>) -> Vec<(Cell, i64)> {
    let mut merged: Vec<(Cell, i64)> = vec![];
    for (cell, weight) in terms {
        match merged.iter_mut().find(|term| term.0 == cell) {
            Some(term) => term.1 += weight,
            None => merged.push((cell, weight)),
        }
    }
    merged.retain(|term| term.1 != 0);
    merged
}

/// The opposite of a statement, with the negation pushed as far in as it goes.
fn negation(statement: &Statement) -> Statement {
    let all = DigitSet::from_bits(!0);
    let without = |set: DigitSet| DigitSet::from_bits(all.bits() & !set.bits());
    let equal = |a: Cell, b: Cell| Statement::Linear {
        terms: vec![(a, 1), (b, -1)],
        compare: Compare::Equal,
        total: 0,
    };
    match statement {
        Statement::All(parts) => Statement::Any(parts.iter().map(negation).collect()),
        Statement::Any(parts) => Statement::All(parts.iter().map(negation).collect()),
        Statement::Not(part) => part.as_ref().clone(),
        Statement::Keep(cell, digits) => Statement::Keep(*cell, without(*digits)),
        Statement::Pair(a, b, table) => {
            let row = |v: usize| table.rows.get(v).copied().unwrap_or(DigitSet::EMPTY);
            let rows = (0..64).map(|v| without(row(v))).collect();
            Statement::Pair(*a, *b, Arc::new(PairTable { rows }))
        }
        Statement::Distinct(cells) => {
            let pairs = cells
                .iter()
                .enumerate()
                .flat_map(|(i, &a)| cells[..i].iter().map(move |&b| equal(a, b)));
            Statement::Any(pairs.collect())
        }
        Statement::Linear {
            terms,
            compare,
            total,
        } => {
            let (compare, total) = match compare {
                Compare::Equal => (Compare::NotEqual, *total),
                Compare::NotEqual => (Compare::Equal, *total),
                Compare::AtMost => (Compare::AtLeast, total + 1),
                Compare::AtLeast => (Compare::AtMost, total - 1),
            };
            Statement::Linear {
                terms: terms.clone(),
                compare,
                total,
            }
        }
        Statement::Holds { parts, counts } if parts.len() < 64 => Statement::Holds {
            parts: parts.clone(),
            counts: without(*counts),
        },
        Statement::Count {
            cells,
            total: None,
            offset,
            counts,
        } if cells.len() < 64 => Statement::Count {
            cells: cells.clone(),
            total: None,
            offset: *offset,
            counts: without(*counts),
        },
        other => Statement::Not(Box::new(other.clone())),
    }
}
