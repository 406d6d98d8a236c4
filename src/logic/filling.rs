//! Fillings: values for the variables of some relations that all of these allow, one by one and together.
//!
//! Each candidate is tried until some filling holds it; one that is in none is impossible. What a filling
//! left to each variable shows many candidates at once, and the next look at the same relations begins with
//! the fillings that still stand.

use super::memory::Weary;
use super::{Board, Memory};
use crate::model::program::{Scratch, Shared};
use crate::model::relations::Relation;
use crate::model::{Compiled, FastSink, Sink, Word};
use crate::puzzle::DigitSet;

/// In keys of the memory: one relation alone.
const ALONE: u32 = u32::MAX;

/// Candidates for which patience does not suffice at one look: those that come after count as held.
const MOST_WEARY: usize = 2;

/// Relations and variables that are filled together.
pub(super) struct Scope {
    /// What is remembered about them goes by this.
    pub(super) key: (u32, u32),
    pub(super) relations: Vec<usize>,
    pub(super) vars: Vec<u16>,
    /// How many of the variables, from the first, a filling gives a value; the others need only keep
    /// candidates.
    pub(super) filled: usize,
}

impl Scope {
    /// One relation alone.
    pub(super) fn alone<W: Word>(index: usize, relation: &Relation<W>) -> Self {
        Self {
            key: (index as u32, ALONE),
            relations: vec![index],
            vars: relation.vars().to_vec(),
            filled: relation.vars().len(),
        }
    }

    /// The candidates of its variables.
    pub(super) fn candidates(&self, board: &Board) -> Vec<DigitSet> {
        self.vars.iter().map(|&var| board.at(var)).collect()
    }
}

/// What a filling leaves to each variable of a scope.
pub(super) type Filling = Box<[DigitSet]>;

/// Looks for fillings of one scope after the other. What stands outside of a scope is not cited and does not
/// matter.
pub(super) struct Filler<'a, W: Word> {
    compiled: &'a Compiled<W>,
    memory: &'a Memory,
    /// The filling that is being tried.
    board: Vec<W>,
    /// The boards to go back to, one behind the other.
    kept: Vec<W>,
    /// What tells the scope's variables apart. What is said of others must not come back.
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

impl<'a, W: Word> Filler<'a, W> {
    /// Begins so many fillings for one candidate at most.
    pub(super) fn new(compiled: &'a Compiled<W>, memory: &'a Memory, most: usize) -> Self {
        Self {
            compiled,
            memory,
            board: compiled.start.clone(),
            kept: vec![],
            shared: compiled.program.shared().clone(),
            held: vec![W::NONE; compiled.start.len()],
            watch: vec![],
            pending: vec![],
            fixed: vec![],
            scratch: Scratch::default(),
            patience: 0,
            most,
            begun: 0,
            blame: vec![0; compiled.start.len()],
        }
    }

    /// How many fillings were begun so far.
    pub(super) fn begun(&self) -> usize {
        self.begun
    }

    /// All fillings, as far as there are some and patience reaches.
    pub(super) fn all(&mut self, scope: &Scope, now: &[DigitSet]) -> Option<Vec<Filling>> {
        let mut fillings = vec![];
        self.patience = self.most;
        self.begin(scope, now).then_some(())?;
        self.every(scope, &mut fillings)?;
        Some(fillings)
    }

    /// All fillings from where the board stands, which is settled. `None` when patience ends.
    fn every(&mut self, scope: &Scope, found: &mut Vec<Filling>) -> Option<()> {
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

    /// The candidates that no filling holds, as far as patience reaches.
    pub(super) fn unsupported(&mut self, scope: &Scope, now: &[DigitSet]) -> Vec<(u16, DigitSet)> {
        self.held.fill(W::NONE);
        let (mut fillings, shaken) = self.known(scope, now);
        let held = |&var: &u16| self.digits(self.held[usize::from(var)]);
        if scope.vars.iter().map(held).eq(now.iter().copied()) {
            self.keep(scope, fillings);
            return vec![];
        }
        // Where the board is broken another technique will say so.
        if !self.begin(scope, now) {
            return vec![];
        }
        self.blame.fill(0);
        let mut start = self.board.clone();
        for filling in &shaken {
            fillings.extend(self.mended(scope, &start, filling));
        }
        let among = now.iter().map(|digits| digits.len()).sum();
        let mut weary = self.memory.weary(scope.key, among);
        if !self.try_all(scope, &mut start, &mut weary, &mut fillings) {
            return vec![];
        }
        self.keep(scope, fillings);
        self.memory.keep_weary(scope.key, weary);
        let left = scope.vars.iter();
        let left = left.map(|&var| self.digits(start[usize::from(var)]));
        let lost = now.iter().zip(left).map(|(now, left)| now.without(left));
        let lost = scope.vars.iter().copied().zip(lost);
        lost.filter(|(_, lost)| !lost.is_empty()).collect()
    }

    /// The fillings of the last look: those that stand, whose values are held, and those that do not.
    fn known(&mut self, scope: &Scope, now: &[DigitSet]) -> (Vec<Filling>, Vec<Filling>) {
        let (vars, known) = self.memory.fillings(scope.key);
        // What a filling left to each variable is settled: while all of it is there, it stands.
        let stands = |filling: &Filling| {
            let mut left = filling.iter().zip(now);
            *vars == *scope.vars && left.all(|(&left, &now)| left.without(now).is_empty())
        };
        let (fillings, shaken): (Vec<_>, Vec<_>) = known.into_iter().partition(stands);
        for filling in &fillings {
            for (&var, &digits) in scope.vars.iter().zip(filling) {
                let word = self.word(digits);
                self.held[usize::from(var)] |= word;
            }
        }
        (fillings, shaken)
    }

    /// Remembers fillings for the next look.
    fn keep(&self, scope: &Scope, fillings: Vec<Filling>) {
        let vars = scope.vars.as_slice().into();
        self.memory.keep_fillings(scope.key, (vars, fillings));
    }

    /// What is left of a filling on a settled board, if it is one still.
    fn mended(&mut self, scope: &Scope, start: &[W], filling: &[DigitSet]) -> Option<Filling> {
        self.board.copy_from_slice(start);
        let filled = &scope.vars[..scope.filled];
        for (&var, &digits) in filled.iter().zip(filling) {
            let word = self.word(digits);
            let left = &mut self.board[usize::from(var)];
            *left &= word;
            if left.is_none() {
                return None;
            }
        }
        self.settle_after(scope, filled).then(|| self.hold(scope))
    }

    /// Tries each candidate of a settled board that no filling holds yet, takes away what none holds, and notes
    /// what patience does not suffice for. False when nothing is left.
    fn try_all(
        &mut self,
        scope: &Scope,
        start: &mut [W],
        weary: &mut Weary,
        fillings: &mut Vec<Filling>,
    ) -> bool {
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
                    true => self.holds(scope, start, (var, value)),
                    false => None,
                };
                match outcome {
                    Some(true) => fillings.push(self.hold(scope)),
                    // What no filling holds is gone for the other candidates too.
                    Some(false) => {
                        self.board.copy_from_slice(start);
                        self.board[usize::from(var)] &= !value;
                        if !self.settle_after(scope, &[var]) {
                            return false;
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
        true
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
    fn hold(&mut self, scope: &Scope) -> Filling {
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
}
