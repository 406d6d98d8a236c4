//! Combinations: listing all ways to fill a clue's cells, with the exclusions among them.
//!
//! Where reading a clue looks at bounds and sums, this tries every candidate of its cells until some
//! filling holds it; a candidate in no filling goes. Two clues that share cells are listed together the
//! same way, and so are a house and all clues with cells in it.

use crate::logic::Cells;
use crate::logic::ground::MOST_CITES;
use crate::logic::path::Look;
use crate::logic::step::Step;
use crate::logic::steps::Steps;
use crate::logic::trial::Assumption;
use crate::model::program::{Scratch, Shared};
use crate::model::relations::Relation;
use crate::model::{Cite, Compiled, FastSink, Sink, Word, of_any_width};
use crate::puzzle::DigitSet;
use std::collections::BTreeMap;

/// Open cells of one clue at most.
const MOST_OPEN: usize = 7;
/// Open cells of two clues at most.
const MOST_OPEN_PAIR: usize = 9;
/// Open cells outside some houses of one clue that has cells in them at most.
const MOST_OUTSIDE: usize = 6;
/// Open cells of a clue whose ways are told apart at most.
const MOST_OPEN_CASES: usize = 5;
/// Fillings that are begun for one candidate at most; after that it counts as held.
const PATIENCE: usize = 100;

/// Candidates for which patience does not suffice at one look: those that come after count as held.
const MOST_WEARY: usize = 2;

/// In keys of the memory: one relation alone.
const ALONE: u32 = u32::MAX;
/// Fillings of houses: more than there are relations.
const HOUSES: u32 = 1 << 24;

/// How far a listing of houses goes.
struct Reach {
    /// What is remembered of it goes by this.
    kind: u32,
    /// Clues and houses behind a sum that is listed with them at most; its open cells outside.
    most_cites: usize,
    most_outside: usize,
    /// Clues that concern them at most: with more they are not looked at.
    most_clues: usize,
    /// Open cells in them at most.
    most_open: usize,
    /// Fillings that are begun for one candidate at most; after that it counts as held.
    patience: usize,
    /// Fillings that are begun on one board at most; what is left then is not looked at.
    most_begun: usize,
}

/// Each clue that has two cells in the houses.
const CLUES: Reach = Reach {
    kind: 0,
    most_cites: 1,
    most_outside: 0,
    most_clues: 16,
    most_open: usize::MAX,
    patience: PATIENCE,
    most_begun: 150_000,
};

/// Also what sums of clues and houses say of cells in them.
const SUMS: Reach = Reach {
    kind: 1,
    most_cites: MOST_CITES,
    most_outside: MOST_OUTSIDE,
    most_clues: 30,
    ..CLUES
};

/// Short sums only: with all of them the fillings of two houses take ten times as long.
const SHORT_SUMS: Reach = Reach {
    kind: 2,
    most_cites: 8,
    most_outside: 3,
    ..CLUES
};

/// All sums, with more patience.
const FAR: Reach = Reach {
    kind: 3,
    patience: 400,
    ..SUMS
};

/// All sums and twice as many clues, with much more patience, in houses of nine.
const WIDE: Reach = Reach {
    kind: 4,
    most_clues: 60,
    most_open: 27,
    patience: 5_000,
    most_begun: 6_000_000,
    ..SUMS
};

/// One clue.
pub(super) fn one_clue(look: &Look<'_>, steps: &mut Steps) {
    singles(look, steps, |clues, houses| clues == 1 && houses == 0);
}

/// Clues and one house.
pub(super) fn one_house(look: &Look<'_>, steps: &mut Steps) {
    singles(look, steps, |_, houses| houses == 1);
}

/// Several clues, or clues and several houses.
pub(super) fn several(look: &Look<'_>, steps: &mut Steps) {
    singles(look, steps, |clues, houses| {
        houses > 1 || (houses == 0 && clues > 1)
    });
}

/// Two clues that share cells.
pub(super) fn two_clues(look: &Look<'_>, steps: &mut Steps) {
    if !look.ground.plain() {
        of_any_width!(look.ground.model, compiled => Listing::new(look, compiled).pairs(steps));
    }
}

/// A house and all clues that have cells in it.
pub(super) fn house_and_clues(look: &Look<'_>, steps: &mut Steps) {
    houses(look, steps, 1, &CLUES);
}

/// A house, all clues that have cells in it, and the sums over houses that concern it.
pub(super) fn house_and_sums(look: &Look<'_>, steps: &mut Steps) {
    houses(look, steps, 1, &SUMS);
}

/// Two houses that meet, or that two clues span, and all clues that have cells in them.
pub(super) fn two_houses_and_clues(look: &Look<'_>, steps: &mut Steps) {
    houses(look, steps, 2, &CLUES);
}

/// The same with the short sums over houses that concern them.
pub(super) fn two_houses_and_sums(look: &Look<'_>, steps: &mut Steps) {
    houses(look, steps, 2, &SHORT_SUMS);
}

/// The same with all sums and with more patience.
pub(super) fn long_listing(look: &Look<'_>, steps: &mut Steps) {
    houses(look, steps, 2, &FAR);
}

/// Three houses of which each two meet, or are spanned by two clues, with all sums and with much patience.
pub(super) fn wide_listing(look: &Look<'_>, steps: &mut Steps) {
    houses(look, steps, 3, &WIDE);
}

fn houses(look: &Look<'_>, steps: &mut Steps, count: usize, reach: &Reach) {
    if !look.ground.plain() {
        of_any_width!(look.ground.model, compiled => Listing {
            most: reach.patience,
            ..Listing::new(look, compiled)
        }.houses(count, reach, steps));
    }
}

/// The ways to make a clue, of which one holds.
pub(super) struct Made {
    /// Why one of them holds: the clue, and what tells its cells apart.
    pub(super) cites: Vec<Cite>,
    /// Its variables.
    pub(super) vars: Vec<u16>,
    /// What each way leaves them.
    pub(super) cases: Vec<Assumption>,
}

/// The ways to make each clue that has two to `most` of them, but for the order of digits.
pub(super) fn made_of_clues(look: &Look<'_>, most: usize) -> Vec<Made> {
    of_any_width!(look.ground.model, compiled => Listing::new(look, compiled).made(most))
}

fn singles(look: &Look<'_>, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
    if !look.ground.plain() {
        of_any_width!(look.ground.model, compiled => Listing::new(look, compiled).singles(steps, wanted));
    }
}

/// Relations and variables that are filled together.
struct Scope {
    /// What is remembered about them goes by this.
    key: (u32, u32),
    relations: Vec<usize>,
    vars: Vec<u16>,
    /// How many of the variables, from the first, a filling gives a value; the others need only keep
    /// candidates.
    filled: usize,
}

/// A relation that may have its say in the cells of houses.
struct Usable {
    relation: usize,
    /// Whether it is one clue's, and whether it is no house itself.
    is_clue: bool,
    is_listed: bool,
    /// Its open cells of the grid.
    open: Cells,
    /// How many of all its variables are not known, and how many of these at most may be outside.
    unknown: usize,
    most_outside: usize,
}

impl Usable {
    /// Whether it has its say in some cells without being too wide.
    fn concerns(&self, cells: Cells) -> bool {
        let inside = (self.open & cells).len();
        // A cell that is not placed is open also where one candidate is left: it is inside and not unknown.
        self.is_listed && inside >= 2 && self.unknown <= inside + self.most_outside
    }
}

/// Lists fillings on one board.
struct Listing<'a, W: Word> {
    look: &'a Look<'a>,
    compiled: &'a Compiled<W>,
    /// The filling that is being tried.
    board: Vec<W>,
    /// The boards to go back to, one behind the other.
    kept: Vec<W>,
    /// What tells the scope's variables apart. What stands elsewhere is not cited and must not matter, and what
    /// is said of it must not come back.
    shared: Shared<W>,
    /// Which values of a variable some filling holds.
    held: Vec<W>,
    /// For each variable the scope's relations that it concerns, as rows of bits; those to be run.
    watch: Vec<u64>,
    pending: Vec<u64>,
    /// Variables that became known and have not excluded anything yet.
    fixed: Vec<u16>,
    scratch: Scratch<W>,
    /// Fillings that may still be begun for a candidate, and at first.
    patience: usize,
    most: usize,
    /// Fillings begun so far.
    begun: usize,
    /// How often each variable was among those of a relation that failed, since the scope's listing began.
    blame: Vec<u32>,
}

impl<'a, W: Word> Listing<'a, W> {
    fn new(look: &'a Look<'a>, compiled: &'a Compiled<W>) -> Self {
        Self {
            look,
            compiled,
            board: compiled.start.clone(),
            kept: vec![],
            shared: compiled.program.shared().clone(),
            held: vec![W::NONE; compiled.start.len()],
            watch: vec![],
            pending: vec![],
            fixed: vec![],
            scratch: Scratch::default(),
            patience: 0,
            most: PATIENCE,
            begun: 0,
            blame: vec![0; compiled.start.len()],
        }
    }

    fn open(&self, vars: &[u16]) -> usize {
        vars.iter()
            .filter(|&&var| self.look.board.at(var).len() > 1)
            .count()
    }

    fn cites(&self, relation: usize) -> &'a [Cite] {
        let program = &self.compiled.program;
        self.compiled.clue_sets.get(program.rests_on(relation))
    }

    fn singles(&mut self, steps: &mut Steps, wanted: impl Fn(usize, usize) -> bool) {
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            let cites = self.cites(index);
            let houses = cites.iter().filter(|c| matches!(c, Cite::House(_))).count();
            let open = self.open(relation.vars());
            if listed(relation)
                && cites.len() <= MOST_CITES
                && wanted(cites.len() - houses, houses)
                && (2..=MOST_OPEN).contains(&open)
            {
                let scope = Scope {
                    key: (index as u32, ALONE),
                    relations: vec![index],
                    vars: relation.vars().to_vec(),
                    filled: relation.vars().len(),
                };
                self.list(&scope, open.saturating_sub(2) as u16, steps);
            }
        }
    }

    fn pairs(&mut self, steps: &mut Steps) {
        let relations = self.compiled.program.relations();
        let usable: Vec<usize> = (0..relations.len())
            .filter(|&i| matches!(self.cites(i), [Cite::Clue(_)]))
            .filter(|&i| listed(&relations[i]) && self.open(relations[i].vars()) >= 2)
            .collect();
        for (n, &i) in usable.iter().enumerate() {
            for &j in &usable[..n] {
                let (a, b) = (relations[i].vars(), relations[j].vars());
                let shares = a
                    .iter()
                    .any(|var| b.contains(var) && self.look.board.at(*var).len() > 1);
                if !shares {
                    continue;
                }
                let mut vars = a.to_vec();
                vars.extend(b.iter().filter(|var| !a.contains(var)));
                let open = self.open(&vars);
                if open <= MOST_OPEN_PAIR {
                    let scope = Scope {
                        key: (j as u32, i as u32),
                        relations: vec![j, i],
                        filled: vars.len(),
                        vars,
                    };
                    self.list(&scope, open.saturating_sub(3) as u16, steps);
                }
            }
        }
    }

    /// So many houses, with what concerns them; those with fewer clues first.
    fn houses(&mut self, count: usize, reach: &Reach, steps: &mut Steps) {
        let usable = self.usable(reach);
        let mut scopes: Vec<_> = self
            .groups(count, &usable)
            .iter()
            .filter_map(|group| self.house(group, reach, &usable))
            .collect();
        scopes.sort_by_key(|(more, _)| *more);
        for (more, scope) in &scopes {
            if self.begun > reach.most_begun || !self.look.go_on() {
                break;
            }
            self.list(scope, *more, steps);
        }
    }

    /// The sets of so many houses, in order, of which each two are related.
    fn groups(&self, count: usize, usable: &[Usable]) -> Vec<Vec<usize>> {
        let all = self.look.ground.houses.len();
        let mut groups: Vec<Vec<usize>> = (0..all).map(|house| vec![house]).collect();
        for _ in 1..count {
            let longer = |group: &Vec<usize>| -> Vec<Vec<usize>> {
                let related = |&a: &usize| group.iter().all(|&b| self.related(a, b, usable));
                let firsts = (0..group[0]).filter(related);
                firsts
                    .map(|first| [&[first], group.as_slice()].concat())
                    .collect()
            };
            groups = groups.iter().flat_map(longer).collect();
        }
        groups
    }

    /// The relations that have their say in houses, as far as they reach: each clue's, and sums.
    fn usable(&self, reach: &Reach) -> Vec<Usable> {
        let board = self.look.board;
        let grid = self.look.ground.cells();
        let relations = self.compiled.program.relations().iter().enumerate();
        let usable = relations.filter_map(|(relation, own)| {
            let cites = self.cites(relation);
            let most_outside = match cites {
                [Cite::Clue(_)] => MOST_OUTSIDE,
                [_, _, ..] if cites.len() <= reach.most_cites => reach.most_outside,
                _ => return None,
            };
            let inside = own.vars().iter().filter(|&&var| usize::from(var) < grid);
            Some(Usable {
                relation,
                is_clue: cites.len() == 1,
                is_listed: !matches!(own, Relation::Different(_) | Relation::Locked(_)),
                open: inside.copied().collect::<Cells>() & board.open(),
                unknown: self.open(own.vars()),
                most_outside,
            })
        });
        usable.collect()
    }

    /// Whether two houses meet or two clues span them.
    fn related(&self, a: usize, b: usize, usable: &[Usable]) -> bool {
        let houses = &self.look.ground.houses;
        let (a, b) = (houses[a].cells, houses[b].cells);
        let spans = |one: &&Usable| one.is_clue && one.open.meets(a) && one.open.meets(b);
        (a & b).len() > 1 || usable.iter().filter(spans).take(2).count() == 2
    }

    /// Some houses and what concerns their cells, and what it costs to list them together.
    fn house(&self, numbers: &[usize], reach: &Reach, usable: &[Usable]) -> Option<(u16, Scope)> {
        let relations = self.compiled.program.relations();
        let houses = numbers
            .iter()
            .map(|&number| &self.look.ground.houses[number]);
        let cells = houses
            .clone()
            .fold(Cells::EMPTY, |all, house| all | house.cells);
        let open = cells & self.look.board.open();
        let concerned = usable.iter().filter(|one| one.concerns(open));
        let mut all: Vec<usize> = concerned.map(|one| one.relation).collect();
        let mut clues: Vec<Cite> = all.iter().flat_map(|&i| self.cites(i)).copied().collect();
        clues.retain(|cite| matches!(cite, Cite::Clue(_)));
        clues.sort_unstable();
        clues.dedup();
        let clues = clues.len();
        let is_fit = (3..=reach.most_open).contains(&open.len());
        if !is_fit || !(1..=reach.most_clues).contains(&clues) {
            return None;
        }
        for house in houses {
            let own = |&i: &usize| {
                matches!(relations[i], Relation::Different(_)) && self.cites(i) == [house.cite]
            };
            all.extend((0..relations.len()).find(own));
        }
        let mut vars: Vec<u16> = cells.iter().collect();
        for &var in all.iter().flat_map(|&i| relations[i].vars()) {
            if !vars.contains(&var) {
                vars.push(var);
            }
        }
        let last = numbers.len() - 1;
        let before = numbers[..last.max(1)].iter();
        let before = before.fold(0, |all, &number| all << 16 | number as u32);
        let key = (before, HOUSES + 8 * numbers[last] as u32 + reach.kind);
        let more = (clues - 1) / numbers.len();
        let scope = Scope {
            key,
            relations: all,
            vars,
            filled: cells.len(),
        };
        Some((more.min(8) as u16, scope))
    }

    /// The ways to make each clue that has few, by the digits that they take.
    fn made(&mut self, most: usize) -> Vec<Made> {
        let mut all = vec![];
        for (index, relation) in self.compiled.program.relations().iter().enumerate() {
            let open = self.open(relation.vars());
            if !matches!(self.cites(index), [Cite::Clue(_)])
                || matches!(relation, Relation::Different(_) | Relation::Locked(_))
                || !(2..=MOST_OPEN_CASES).contains(&open)
            {
                continue;
            }
            let scope = Scope {
                key: (index as u32, ALONE),
                relations: vec![index],
                vars: relation.vars().to_vec(),
                filled: relation.vars().len(),
            };
            let candidates = |&var: &u16| self.look.board.at(var);
            let now: Vec<DigitSet> = scope.vars.iter().map(candidates).collect();
            let mut fillings = vec![];
            self.patience = self.most;
            if !self.begin(&scope, &now) || self.every(&scope, &mut fillings).is_none() {
                continue;
            }
            let mut by_digits: BTreeMap<Vec<u64>, Assumption> = BTreeMap::new();
            for filling in fillings {
                let mut digits: Vec<u64> = filling.iter().map(|digit| digit.bits()).collect();
                digits.sort_unstable();
                let nothing = || {
                    scope
                        .vars
                        .iter()
                        .map(|&var| (var, DigitSet::EMPTY))
                        .collect()
                };
                let case = by_digits.entry(digits).or_insert_with(nothing);
                for ((_, all), &digit) in case.iter_mut().zip(&filling) {
                    *all = *all | digit;
                }
            }
            if (2..=most).contains(&by_digits.len()) {
                let ground = self.look.ground;
                all.push(Made {
                    cites: ground.rests_on(self.cites(index), &scope.vars),
                    vars: scope.vars.to_vec(),
                    cases: by_digits.into_values().collect(),
                });
            }
        }
        all
    }

    /// All fillings from where the board stands, which is settled. `None` when patience ends.
    fn every(&mut self, scope: &Scope, found: &mut Vec<Box<[DigitSet]>>) -> Option<()> {
        self.patience = self.patience.checked_sub(1)?;
        let mut open = scope
            .vars
            .iter()
            .map(|&var| (var, self.board[usize::from(var)]));
        let Some((var, word)) = open.find(|(_, word)| !word.is_single()) else {
            found.push(self.hold(scope));
            return Some(());
        };
        let here = self.board.clone();
        for bit in word.each() {
            self.board.copy_from_slice(&here);
            self.board[usize::from(var)] = W::one(bit);
            if self.settle_after(scope, &[var]) {
                self.every(scope, found)?;
            }
        }
        Some(())
    }

    /// Offers what no filling of the variables holds.
    fn list(&mut self, scope: &Scope, more: u16, steps: &mut Steps) {
        if more > steps.room() {
            return;
        }
        let candidates = |&var: &u16| self.look.board.at(var);
        let now: Vec<DigitSet> = scope.vars.iter().map(candidates).collect();
        if self.look.memory.is_barren(scope.key, &now) {
            return;
        }
        let lost = self.unsupported(scope, &now);
        if lost.is_empty() {
            return self.look.memory.note(scope.key, &now);
        }
        steps.offer(more, || self.told(scope, lost));
    }

    /// The candidates that no filling holds, as far as patience reaches.
    fn unsupported(&mut self, scope: &Scope, now: &[DigitSet]) -> Vec<(u16, DigitSet)> {
        self.held.fill(W::NONE);
        // What a filling left to each variable is settled: while all of it is there, it stands.
        let (vars, known) = self.look.memory.fillings(scope.key);
        let stands = |filling: &[DigitSet]| {
            *vars == *scope.vars
                && filling
                    .iter()
                    .zip(now)
                    .all(|(&f, &n)| f.without(n).is_empty())
        };
        let (mut fillings, shaken): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|filling| stands(filling));
        for filling in &fillings {
            for (&var, &digits) in scope.vars.iter().zip(filling) {
                let word = self.word(digits);
                self.held[usize::from(var)] |= word;
            }
        }
        let held = |&var: &u16| self.digits(self.held[usize::from(var)]);
        if scope.vars.iter().map(held).eq(now.iter().copied()) {
            self.look
                .memory
                .keep_fillings(scope.key, (scope.vars.as_slice().into(), fillings));
            return vec![];
        }
        if !self.begin(scope, now) {
            // The board is broken: another technique will say so.
            return vec![];
        }
        let mut start = self.board.clone();
        self.blame.fill(0);
        for filling in shaken {
            self.board.copy_from_slice(&start);
            for (&var, &digits) in scope.vars[..scope.filled].iter().zip(&filling) {
                let word = self.word(digits);
                self.board[usize::from(var)] &= word;
            }
            let filled = &scope.vars[..scope.filled];
            let stands = filled
                .iter()
                .all(|&var| !self.board[usize::from(var)].is_none());
            if stands && self.settle_after(scope, filled) {
                let filling = self.hold(scope);
                fillings.push(filling);
            }
        }
        let among = now.iter().map(|digits| digits.len()).sum();
        let mut weary = self.look.memory.weary(scope.key, among);
        let mut exhausted = 0;
        for &var in &scope.vars {
            let tired = weary.digits.get(&var).copied().unwrap_or_default();
            let tired = self.word(tired);
            for bit in (start[usize::from(var)] & !tired).each() {
                let value = W::one(bit);
                let untried = start[usize::from(var)] & !self.held[usize::from(var)];
                if (untried & value).is_none() {
                    continue;
                }
                // Where it is in vain for some it is mostly in vain for all.
                let outcome = match exhausted < MOST_WEARY {
                    true => self.holds(scope, &start, (var, value)),
                    false => None,
                };
                match outcome {
                    Some(true) => fillings.push(self.hold(scope)),
                    // What no filling holds is gone for the other candidates too.
                    Some(false) => {
                        self.board.copy_from_slice(&start);
                        self.board[usize::from(var)] &= !value;
                        if !self.settle_after(scope, &[var]) {
                            return vec![];
                        }
                        start.copy_from_slice(&self.board);
                    }
                    None => {
                        exhausted += 1;
                        let digits = weary.digits.entry(var).or_default();
                        *digits = *digits | self.digits(value);
                    }
                }
            }
        }
        let memory = self.look.memory;
        memory.keep_fillings(scope.key, (scope.vars.as_slice().into(), fillings));
        memory.keep_weary(scope.key, weary);
        let left = scope
            .vars
            .iter()
            .map(|&var| self.digits(start[usize::from(var)]));
        let lost = now.iter().zip(left).map(|(now, left)| now.without(left));
        let lost = scope.vars.iter().copied().zip(lost);
        lost.filter(|(_, lost)| !lost.is_empty()).collect()
    }

    /// Whether some filling of a settled board holds a candidate. `None` when patience ends.
    fn holds(&mut self, scope: &Scope, start: &[W], (var, value): (u16, W)) -> Option<bool> {
        self.board.copy_from_slice(start);
        self.board[usize::from(var)] = value;
        self.patience = self.most;
        self.fill(scope, var)
    }

    /// Sets the board to the variables' candidates and settles it; false when they cannot be filled.
    /// What stands elsewhere is not cited and must not matter.
    fn begin(&mut self, scope: &Scope, now: &[DigitSet]) -> bool {
        let full = self.shared.full;
        self.board.fill(full);
        for (&var, &digits) in scope.vars.iter().zip(now) {
            self.board[usize::from(var)] = self.word(digits);
        }
        let words = scope.relations.len().div_ceil(64);
        self.pending.resize(words, 0);
        self.watch.clear();
        self.watch.resize(words * self.board.len(), 0);
        for (place, &relation) in scope.relations.iter().enumerate() {
            for &var in self.compiled.program.relations()[relation].vars() {
                self.watch[usize::from(var) * words + place / 64] |= 1 << (place % 64);
            }
        }
        self.shared
            .confine_exclusions(self.compiled.program.shared(), &scope.vars);
        self.settle_after(scope, &scope.vars)
    }

    /// Notes the candidates that the filling on the board holds: what it leaves to each variable.
    fn hold(&mut self, scope: &Scope) -> Box<[DigitSet]> {
        for &var in &scope.vars {
            let word = self.board[usize::from(var)];
            self.held[usize::from(var)] |= word;
        }
        let left = |&var: &u16| self.digits(self.board[usize::from(var)]);
        scope.vars.iter().map(left).collect()
    }

    /// Fills the variables from where the board stands, after a variable was given a value. `None` when
    /// patience ends.
    fn fill(&mut self, scope: &Scope, var: u16) -> Option<bool> {
        self.patience = self.patience.checked_sub(1)?;
        self.begun += 1;
        if !self.settle_after(scope, &[var]) {
            return Some(false);
        }
        let filled = scope.vars[..scope.filled].iter();
        let open = filled.filter(|&&var| !self.board[usize::from(var)].is_single());
        let Some(&var) = open.min_by_key(|&&var| self.promise(var)) else {
            return Some(true);
        };
        let here = self.kept.len();
        self.kept.extend_from_slice(&self.board);
        // What no filling holds yet comes first: the fewer fillings show the rest.
        let (set, held) = (self.board[usize::from(var)], self.held[usize::from(var)]);
        let mut outcome = Some(false);
        for bit in (set & !held).each().chain((set & held).each()) {
            self.board.copy_from_slice(&self.kept[here..]);
            self.board[usize::from(var)] = W::one(bit);
            outcome = self.fill(scope, var);
            if outcome != Some(false) {
                break;
            }
        }
        self.kept.truncate(here);
        outcome
    }

    /// How late a variable is to be filled: few candidates and much blame come first.
    fn promise(&self, var: u16) -> u32 {
        let candidates = self.board[usize::from(var)].len();
        1024 * candidates / (8 + self.blame[usize::from(var)])
    }

    /// What known variables exclude, and the relations that something changed for, until nothing changes.
    /// False when they cannot hold.
    fn settle(&mut self, scope: &Scope) -> bool {
        let (relations, shared) = (self.compiled.program.relations(), &self.shared);
        let mut sink = FastSink {
            board: &mut self.board,
            pending: &mut self.pending,
            fixed: &mut self.fixed,
            watch: &self.watch,
            scratch: &mut self.scratch,
            emptied: 0,
        };
        loop {
            while let Some(var) = sink.fixed.pop() {
                let known = sink.get(var);
                let taken = shared.take_from_common_peers(&[var], known, &mut sink, |_| {});
                if taken.is_err() {
                    return false;
                }
            }
            let pending = &mut sink.pending;
            let Some(word) = pending.iter().position(|&pending| pending != 0) else {
                return true;
            };
            let place = word * 64 + pending[word].trailing_zeros() as usize;
            pending[word] &= pending[word] - 1;
            let relation = &relations[scope.relations[place]];
            if relation.propagate(shared, &mut sink).is_err() {
                for &var in relation.vars() {
                    self.blame[usize::from(var)] += 1;
                }
                return false;
            }
        }
    }

    /// Settles the board after some of its variables were given values.
    fn settle_after(&mut self, scope: &Scope, changed: &[u16]) -> bool {
        let words = self.pending.len();
        self.pending.fill(0);
        self.fixed.clear();
        for &var in changed {
            let row = &self.watch[usize::from(var) * words..][..words];
            self.pending
                .iter_mut()
                .zip(row)
                .for_each(|(pending, watch)| *pending |= watch);
            if self.board[usize::from(var)].is_single() {
                self.fixed.push(var);
            }
        }
        self.settle(scope)
    }

    fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.shared.base)
    }

    fn digits(&self, word: W) -> DigitSet {
        DigitSet::from_bits(word.bits() << self.shared.base)
    }

    fn told(&self, scope: &Scope, removed: Vec<(u16, DigitSet)>) -> Step {
        let grid = self.look.ground.cells();
        let mut step = Step {
            removed,
            ..Step::default()
        };
        let (inside, beside): (Vec<u16>, Vec<u16>) =
            scope.vars.iter().partition(|&&var| usize::from(var) < grid);
        step.reason.extras = beside;
        let own = scope.relations.iter();
        let own = own.flat_map(|&relation| self.cites(relation).iter().copied());
        let own: Vec<Cite> = own.collect();
        step.citing(self.look.ground.rests_on(&own, &scope.vars))
            .pattern(inside.into_iter().collect::<Cells>())
            .sized(self.open(&scope.vars))
    }
}

/// Whether the fillings of a relation are worth listing: houses have techniques of their own.
fn listed<W: Word>(relation: &Relation<W>) -> bool {
    !matches!(
        relation,
        Relation::Different(_) | Relation::Locked(_) | Relation::Pair(_) | Relation::Apart(_)
    )
}
