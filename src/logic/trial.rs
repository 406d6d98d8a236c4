//! Assumptions followed by clues and houses, in rounds: what one of them comes to, and why.
//!
//! In each round all relations that something has changed for look at the board as the round before
//! left it, so that what follows in so many rounds does not depend on their order. First all assumptions
//! are followed without reasons; the few that lead somewhere are followed once more with them.

use super::ground::MOST_CITES;
use super::past::Past;
use super::path::Look;
use super::techniques::NEAR;
use super::{Board, Cells, Ground, Memory};
use crate::model::program::{Scratch, Work};
use crate::model::relations::Relation;
use crate::model::sink::Inference;
use crate::model::{Cite, Compiled, PlainSink, ReasonSink, Word, of_any_width};
use crate::puzzle::DigitSet;
use std::borrow::Cow;
use std::num::NonZeroU32;

/// Clues and houses at most in what people see at one look.
const NEAR_CITES: usize = 6;

/// A variable and one of its values.
pub(super) type Candidate = (u16, u8);

/// What is assumed: that variables lie in sets.
pub(super) type Assumption = Vec<(u16, DigitSet)>;

/// What is left of every variable under an assumption; `None` at a contradiction.
pub(super) type Left = Option<Box<[DigitSet]>>;

/// What one assumption comes to within some rounds.
#[derive(Clone, Debug)]
pub(super) struct Outcome {
    /// What was assumed.
    pub(super) candidate: Candidate,
    /// What is left.
    pub(super) left: Left,
}

/// What a conclusion takes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Account {
    /// How many inferences.
    pub(super) nodes: usize,
    /// Clues and houses used.
    pub(super) cites: Vec<Cite>,
    /// For each variable whether its candidates matter.
    pub(super) vars: Vec<bool>,
    /// What follows on the way: variables that become known, in order; one list for each assumption.
    pub(super) known: Vec<Vec<Candidate>>,
}

/// Follows each candidate of the open variables, in order.
pub(super) fn follow_all(look: &Look<'_>, rounds: usize) -> Vec<Outcome> {
    of_any_width!(look.ground.model, c => {
        Trials::new(look.ground, c, look.board, rounds).all(rounds, look)
    })
}

/// The candidates of the open variables that contradict themselves within so many rounds, in order.
pub(super) fn refuted(look: &Look<'_>, rounds: usize) -> Vec<Candidate> {
    of_any_width!(look.ground.model, c => {
        let mut trials = Trials::new(look.ground, c, look.board, rounds);
        trials.with_pasts(look.memory, rounds, |trials| trials.refuted(rounds, look))
    })
}

/// Follows each assumption.
pub(super) fn follow_each(
    ground: &Ground<'_>,
    board: &Board,
    assumptions: &[Assumption],
    rounds: usize,
) -> Vec<Left> {
    of_any_width!(ground.model, c => Trials::new(ground, c, board, rounds).each(assumptions, rounds))
}

/// The candidates that full propagation refutes, in order.
pub(super) fn refutable(look: &Look<'_>) -> Vec<Candidate> {
    of_any_width!(look.ground.model, compiled => filter(look, compiled))
}

/// Refutes candidates within so many rounds: for each, in order, what it takes.
pub(super) fn refute(
    look: &Look<'_>,
    candidates: &[Candidate],
    rounds: usize,
) -> Vec<Option<Account>> {
    of_any_width!(look.ground.model, c => {
        let mut trials = Trials::new(look.ground, c, look.board, rounds);
        trials.with_pasts(look.memory, rounds, |trials| {
            let candidates = candidates.iter().take_while(|_| look.go_on());
            candidates.map(|&candidate| trials.refute(candidate, rounds)).collect()
        })
    })
}

/// Why each assumption, in so many rounds, takes all of the given digits from a variable, or contradicts
/// itself: for each such target, in order.
pub(super) fn explain(
    ground: &Ground<'_>,
    board: &Board,
    assumptions: &[Assumption],
    rounds: usize,
    targets: &[(u16, DigitSet)],
) -> Vec<Option<Account>> {
    of_any_width!(ground.model, c => {
        Trials::new(ground, c, board, rounds).explain(assumptions, rounds, targets)
    })
}

/// The assumption that a candidate stands.
fn assume((var, value): Candidate) -> [(u16, DigitSet); 1] {
    [(var, DigitSet::one(value))]
}

fn words<W: Word>(compiled: &Compiled<W>, board: &Board) -> Vec<W> {
    let base = compiled.program.shared().base;
    let candidates = board.candidates().iter();
    candidates.map(|d| W::from_bits(d.bits() >> base)).collect()
}

fn filter<W: Word>(look: &Look<'_>, compiled: &Compiled<W>) -> Vec<Candidate> {
    let board = look.board;
    let solution = look.ground.solution_on(board);
    let program = &compiled.program;
    let base = program.shared().base;
    let mut work = Work::default();
    let mut settled = words(compiled, board);
    program.wake_all(&settled, &mut work);
    let hopeless = program.fixpoint(&mut settled, &mut work).is_err();
    let mut found = vec![];
    for (var, digits) in board.candidates().iter().enumerate() {
        if digits.len() < 2 {
            continue;
        }
        if !look.go_on() {
            break;
        }
        for value in digits.iter() {
            if solution.get(var) == Some(&value) {
                continue;
            }
            let word = W::from_bits((1u64 << value) >> base);
            let gone = hopeless || (settled[var] & word).is_none();
            let mut fails = || {
                let mut trial = settled.clone();
                trial[var] = word;
                program.prepare(&mut work);
                program.wake(var as u16, &trial, &mut work);
                program.fixpoint(&mut trial, &mut work).is_err()
            };
            if gone || (settled[var] != word && fails()) {
                found.push((var as u16, value));
            }
        }
    }
    found
}

/// Something that a trial removed, or a contradiction.
#[derive(Clone, Copy, Default)]
struct Event {
    var: u16,
    lost: u64,
    why: Why,
    /// The event before that took something from the same variable.
    earlier: Option<NonZeroU32>,
    /// The events that it rests on, and the variables that matter, as parts of the lists in the notes.
    parents: (u32, u32),
    vars: (u32, u32),
}

/// What an event rests on. Which clues and houses these are is asked of the few that matter in the end.
#[derive(Clone, Copy, Default)]
enum Why {
    /// What was assumed.
    #[default]
    Assumed,
    /// Two variables differ.
    Apart(u16, u16),
    /// What a relation says, of a variable or of none.
    Relation(usize, Option<u16>),
}

/// The events of one assumption, by numbers from 1.
#[derive(Default)]
struct Notes {
    events: Vec<Event>,
    /// The last event of each variable.
    last: Vec<Option<NonZeroU32>>,
    parents: Vec<u32>,
    vars: Vec<u16>,
    known: Vec<Candidate>,
    /// Where it contradicts itself.
    clash: Option<Event>,
}

impl Notes {
    fn new(vars: usize) -> Self {
        Self {
            last: vec![None; vars],
            ..Self::default()
        }
    }

    /// Forgets an assumption.
    fn clear(&mut self) {
        for event in self.events.drain(..) {
            self.last[usize::from(event.var)] = None;
        }
        self.parents.clear();
        self.vars.clear();
        self.known.clear();
        self.clash = None;
    }

    fn get(&self, event: u32) -> &Event {
        &self.events[event as usize - 1]
    }

    fn parents(&self, event: &Event) -> &[u32] {
        &self.parents[event.parents.0 as usize..event.parents.1 as usize]
    }

    fn vars(&self, event: &Event) -> &[u16] {
        &self.vars[event.vars.0 as usize..event.vars.1 as usize]
    }

    /// An event that rests on what some variables have lost of some values; another one may matter too.
    fn event(
        &mut self,
        why: Why,
        behind: impl IntoIterator<Item = u16>,
        about: u64,
        other: Option<u16>,
    ) -> Event {
        let (parents, vars) = (self.parents.len() as u32, self.vars.len() as u32);
        for var in behind {
            self.vars.push(var);
            let mut next = self.last[usize::from(var)];
            while let Some(number) = next {
                let event = &self.events[number.get() as usize - 1];
                if event.lost & about != 0 {
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

    /// Takes an event by which a variable loses something.
    fn take(&mut self, var: u16, lost: u64, event: Event) {
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

/// Follows assumptions on one board.
struct Trials<'a, W: Word> {
    ground: &'a Ground<'a>,
    compiled: &'a Compiled<W>,
    /// A solution that the board holds, if one is known.
    solution: &'a [u8],
    /// The board before any assumption.
    start: Vec<W>,
    /// The board after the assumption, and as the round before left it.
    board: Vec<W>,
    frozen: Vec<W>,
    /// The variables that changed since the round began, and in the round before, one bit each; and those of
    /// the latter that are known.
    changed: Vec<u64>,
    news: Vec<u64>,
    known: Vec<u16>,
    /// For each variable the relations that people look at when it changes, as rows of bits.
    watch: Vec<u64>,
    pending: Vec<u64>,
    /// The round that is going on, from 0.
    round: usize,
    /// The last trials of all candidates, where they are remembered, and that of the one that is followed.
    pasts: Vec<Past<W>>,
    past: Option<Past<W>>,
    /// Reasons, where they are wanted.
    notes: Option<Notes>,
    scratch: Scratch<W>,
}

impl<'a, W: Word> Trials<'a, W> {
    /// At so few rounds as [`NEAR`] neither locked candidates nor long sums are looked at.
    fn new(
        ground: &'a Ground<'a>,
        compiled: &'a Compiled<W>,
        board: &Board,
        rounds: usize,
    ) -> Self {
        let start = words(compiled, board);
        let program = &compiled.program;
        let words = program.relations().len().div_ceil(64);
        let mut watch = vec![0; words * start.len()];
        for (index, relation) in program.relations().iter().enumerate() {
            let cites = compiled.clue_sets.get(program.rests_on(index)).len();
            let locked = matches!(relation, Relation::Locked(_));
            let near = rounds <= NEAR;
            if cites <= if near { NEAR_CITES } else { MOST_CITES } && !(locked && near) {
                for &var in relation.vars() {
                    watch[usize::from(var) * words + index / 64] |= 1 << (index % 64);
                }
            }
        }
        let changed = vec![0; start.len().div_ceil(64)];
        Self {
            ground,
            compiled,
            solution: ground.solution_on(board),
            board: start.clone(),
            frozen: start.clone(),
            start,
            news: changed.clone(),
            changed,
            known: vec![],
            watch,
            pending: vec![0; words],
            round: 0,
            pasts: vec![],
            past: None,
            notes: None,
            scratch: Scratch::default(),
        }
    }

    fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.compiled.program.shared().base)
    }

    fn digits(&self, word: W) -> DigitSet {
        DigitSet::from_bits(word.bits() << self.compiled.program.shared().base)
    }

    fn all(&mut self, rounds: usize, look: &Look<'_>) -> Vec<Outcome> {
        let outcome = |trials: &mut Self, candidate: Candidate| Outcome {
            candidate,
            left: trials.left(&assume(candidate), rounds),
        };
        let candidates = self.candidates().into_iter();
        let followed = candidates.take_while(|_| look.go_on());
        followed.map(|candidate| outcome(self, candidate)).collect()
    }

    /// The candidates of the open variables, in order.
    fn candidates(&self) -> Vec<Candidate> {
        let open = (0..).zip(&self.start).filter(|(_, word)| word.len() > 1);
        let each = |(var, &word): (u16, &W)| {
            self.digits(word)
                .iter()
                .map(move |digit| (var, digit))
                .collect::<Vec<_>>()
        };
        open.flat_map(each).collect()
    }

    fn refuted(&mut self, rounds: usize, look: &Look<'_>) -> Vec<Candidate> {
        let mut candidates = self.candidates();
        let solution = self.solution;
        candidates.retain(|&(var, value)| solution.get(usize::from(var)) != Some(&value));
        // A near look is soon over.
        let go_on = || rounds <= NEAR || look.go_on();
        candidates.retain(|&candidate| {
            let follow = |trials: &mut Self| trials.follow(&assume(candidate), rounds);
            go_on() && self.with_past(candidate, follow)
        });
        candidates
    }

    /// Does something with what is remembered of the last trials in so many rounds.
    fn with_pasts<T>(
        &mut self,
        memory: &Memory,
        rounds: usize,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        if rounds > NEAR {
            return run(self);
        }
        let values = self.compiled.program.shared().values as usize;
        self.pasts = memory.pasts(self.start.len(), values);
        let result = run(self);
        memory.keep_pasts(std::mem::take(&mut self.pasts));
        result
    }

    /// Follows a candidate with what is remembered of its last trial.
    fn with_past<T>(&mut self, (var, value): Candidate, follow: impl FnOnce(&mut Self) -> T) -> T {
        let shared = self.compiled.program.shared();
        let value = i64::from(value) - shared.base;
        let place = usize::from(var) * shared.values as usize + value as usize;
        self.past = self.pasts.get_mut(place).map(std::mem::take);
        let result = follow(self);
        if let Some(past) = self.past.take() {
            self.pasts[place] = past;
        }
        result
    }

    fn each(&mut self, assumptions: &[Assumption], rounds: usize) -> Vec<Left> {
        let assumptions = assumptions.iter();
        assumptions
            .map(|assumption| self.left(assumption, rounds))
            .collect()
    }

    fn left(&mut self, assumption: &[(u16, DigitSet)], rounds: usize) -> Left {
        let clash = self.follow(assumption, rounds);
        (!clash).then(|| self.board.iter().map(|&word| self.digits(word)).collect())
    }

    fn refute(&mut self, candidate: Candidate, rounds: usize) -> Option<Account> {
        let nothing = (candidate.0, DigitSet::EMPTY);
        let accounts = self.with_past(candidate, |trials| {
            trials.explain(&[assume(candidate).to_vec()], rounds, &[nothing])
        });
        accounts.into_iter().next().flatten()
    }

    fn explain(
        &mut self,
        assumptions: &[Assumption],
        rounds: usize,
        targets: &[(u16, DigitSet)],
    ) -> Vec<Option<Account>> {
        let mut accounts = vec![Some(Account::default()); targets.len()];
        for assumption in assumptions {
            let vars = self.start.len();
            self.notes.get_or_insert_with(|| Notes::new(vars)).clear();
            self.follow(assumption, rounds);
            for (account, &target) in accounts.iter_mut().zip(targets) {
                let end = self.end(target);
                *account = account
                    .take()
                    .zip(end)
                    .map(|(account, end)| self.add(account, &end));
            }
        }
        accounts
    }

    /// Follows an assumption. True at a contradiction.
    fn follow(&mut self, assumption: &[(u16, DigitSet)], rounds: usize) -> bool {
        self.board.copy_from_slice(&self.start);
        self.changed.fill(0);
        let mut clash = false;
        for &(var, digits) in assumption {
            let lost = self.start[usize::from(var)] & !self.word(digits);
            clash |= self.remove(var, lost, |notes| {
                notes.event(Why::Assumed, [], 0, Some(var))
            });
        }
        for round in 0..rounds {
            self.round = round;
            if clash || self.changed.iter().all(|&word| word == 0) {
                break;
            }
            clash = self.round();
        }
        clash
    }

    /// Removes candidates that are there. True when none is left.
    fn remove(&mut self, var: u16, lost: W, why: impl FnOnce(&mut Notes) -> Event) -> bool {
        let before = self.board[usize::from(var)];
        let left = before & !lost;
        self.board[usize::from(var)] = left;
        self.changed[usize::from(var) / 64] |= 1 << (var % 64);
        if let Some(notes) = &mut self.notes {
            let event = why(notes);
            notes.take(var, lost.bits(), event);
            if left.is_single() {
                let base = self.compiled.program.shared().base;
                let value = (i64::from(left.lowest()) + base) as u8;
                notes.known.push((var, value));
            }
            if left.is_none() {
                notes.clash = Some(notes.event(Why::Assumed, [var], !0, None));
            }
        }
        left.is_none()
    }

    /// One round: what the known cells exclude, then each clue and house that something changed for.
    fn round(&mut self) -> bool {
        std::mem::swap(&mut self.changed, &mut self.news);
        self.changed.fill(0);
        let words = self.pending.len();
        self.pending.fill(0);
        // Whom a known variable makes known excludes others in the next round only.
        let mut known = std::mem::take(&mut self.known);
        known.clear();
        for (word, &news) in self.news.iter().enumerate() {
            for bit in news.each() {
                let var = word * 64 + bit as usize;
                let row = &self.watch[var * words..][..words];
                self.pending.iter_mut().zip(row).for_each(|(p, w)| *p |= w);
                known.extend(self.board[var].is_single().then_some(var as u16));
            }
        }
        let clash = known.iter().any(|&var| self.exclude(var));
        self.known = known;
        if clash {
            return true;
        }
        self.frozen.copy_from_slice(&self.board);
        if let Some(past) = &mut self.past {
            past.begin(self.round, &self.frozen, &self.watch, &mut self.pending);
        }
        for word in 0..words {
            let mut pending = self.pending[word];
            while pending != 0 {
                let index = word * 64 + pending.trailing_zeros() as usize;
                pending &= pending - 1;
                if self.consult(index) {
                    return true;
                }
            }
        }
        false
    }

    /// What a known variable excludes from those that differ.
    fn exclude(&mut self, var: u16) -> bool {
        let word = self.board[usize::from(var)];
        let compiled = self.compiled;
        for peer in compiled.program.shared().each_peer(var) {
            if (self.board[usize::from(peer)] & word).is_none() {
                continue;
            }
            let clash = self.remove(peer, word, |notes| {
                notes.event(Why::Apart(var, peer), [var], !0, Some(peer))
            });
            if clash {
                return true;
            }
        }
        false
    }

    /// What one relation says of the frozen board.
    fn consult(&mut self, index: usize) -> bool {
        let program = &self.compiled.program;
        let relation = &program.relations()[index];
        let (clash, silent) = match self.notes {
            None => {
                let mut sink = PlainSink {
                    before: &self.frozen,
                    after: &mut self.board,
                    changed: &mut self.changed,
                    scratch: &mut self.scratch,
                    heard: false,
                };
                let clash = relation.propagate(program.shared(), &mut sink).is_err();
                (clash, !sink.heard)
            }
            Some(_) => {
                let mut sink = ReasonSink::new(&self.frozen, &mut self.scratch);
                let _ = relation.propagate(program.shared(), &mut sink);
                let found = sink.found;
                let silent = found.is_empty();
                let mut found = found.into_iter();
                (found.any(|one| self.take(index, relation, &one)), silent)
            }
        };
        if let (true, Some(past)) = (silent, &mut self.past) {
            past.silence(self.round, index);
        }
        clash
    }

    /// Takes what a relation found.
    fn take(&mut self, index: usize, relation: &Relation<W>, found: &Inference<W>) -> bool {
        let vars = found.facts.iter().map(|fact| fact.var);
        let why = Why::Relation(index, found.removed.map(|(var, _)| var));
        // A digit's last place in a full house rests on where the digit has gone, not on what else has.
        let full = relation.vars().len() == self.compiled.program.shared().values as usize;
        let about = match (relation, found.removed) {
            (Relation::Different(_), Some((var, lost))) if full => {
                (self.frozen[usize::from(var)] & !lost).bits()
            }
            (Relation::Locked(_), Some((_, lost))) => lost.bits(),
            _ => !0,
        };
        let about = if about == 0 { !0 } else { about };
        let Some((var, lost)) = found.removed else {
            if let Some(notes) = &mut self.notes {
                notes.clash = Some(notes.event(why, vars, about, None));
            }
            return true;
        };
        let lost = self.board[usize::from(var)] & lost;
        if lost.is_none() {
            return false;
        }
        self.remove(var, lost, |notes| notes.event(why, vars, about, Some(var)))
    }

    /// The clues and houses behind an event.
    fn cites(&self, why: Why) -> Cow<'a, [Cite]> {
        let (index, loser) = match why {
            Why::Assumed => return Cow::default(),
            Why::Apart(a, b) => {
                let cites: Vec<Cite> = self.ground.why_apart(a, b).into_iter().collect();
                return cites.into();
            }
            Why::Relation(index, loser) => (index, loser),
        };
        let program = &self.compiled.program;
        let cites = self.compiled.clue_sets.get(program.rests_on(index));
        // Houses need no more than themselves; what a clue implies may rest on them.
        match cites.iter().all(|cite| matches!(cite, Cite::House(_))) {
            true => cites.into(),
            false => {
                let vars = program.relations()[index].vars();
                self.ground
                    .relation_rests_on(index, cites, vars, loser.as_slice())
            }
        }
    }

    /// Where an assumption has taken all of the digits from a variable, or contradicted itself.
    fn end(&mut self, (var, digits): (u16, DigitSet)) -> Option<Event> {
        let notes = self.notes.as_mut()?;
        if notes.clash.is_some() {
            return notes.clash;
        }
        let base = self.compiled.program.shared().base;
        let wanted = digits.bits() >> base;
        let gone = self.board[usize::from(var)].bits() & wanted == 0;
        (gone && !digits.is_empty()).then(|| notes.event(Why::Assumed, [var], wanted, None))
    }

    /// Adds what the end of an assumption takes.
    fn add(&self, mut account: Account, end: &Event) -> Account {
        let Some(notes) = &self.notes else {
            return account;
        };
        let mut is_needed = vec![false; notes.events.len() + 1];
        let mut open = notes.parents(end).to_vec();
        while let Some(event) = open.pop() {
            if !std::mem::replace(&mut is_needed[event as usize], true) {
                open.extend(notes.parents(notes.get(event)));
            }
        }
        let needed = notes.events.iter().zip(&is_needed[1..]);
        let needed: Vec<&Event> = needed
            .filter(|(_, is)| **is)
            .map(|(event, _)| event)
            .collect();
        let mut is_met = vec![false; self.start.len()];
        account.vars.resize(self.start.len(), false);
        for &event in needed.iter().chain([&end]) {
            for &cite in &*self.cites(event.why) {
                if !account.cites.contains(&cite) {
                    account.cites.push(cite);
                }
            }
            account.matter(notes.vars(event));
        }
        for event in &needed {
            is_met[usize::from(event.var)] = true;
        }
        let known = notes.known.iter().copied();
        let met = known.filter(|(var, _)| is_met[usize::from(*var)]);
        account.nodes += needed.len();
        account.known.push(met.collect());
        account
    }
}

impl Account {
    /// The grid's cells among the variables that matter, and the others.
    pub(super) fn seen(&self, cells: usize) -> (Cells, Vec<u16>) {
        let vars = (0..).zip(&self.vars).filter(|(_, matters)| **matters);
        let (inside, beside): (Vec<u16>, Vec<u16>) = vars
            .map(|(var, _)| var)
            .partition(|&var| usize::from(var) < cells);
        (inside.into_iter().collect(), beside)
    }

    /// Says that the candidates of variables matter, which an explanation knows.
    pub(super) fn matter(&mut self, vars: &[u16]) {
        for &var in vars {
            self.vars[usize::from(var)] = true;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::Model;
    use crate::puzzle::{Cell, Clue, Layout, Puzzle};
    use crate::rules::Book;

    /// Checks something on a 6x6 grid with cages and a thermometer, where nothing is placed.
    fn on_a_board(check: impl FnOnce(&Ground<'_>, &Board)) {
        let cells = |numbers: &[u16]| numbers.iter().map(|&n| Cell(n)).collect::<Vec<_>>();
        let mut puzzle = Puzzle::new(Layout::square(6));
        puzzle.clues = vec![
            Clue::on("killer-cage", cells(&[0, 1])).with("sum", 3),
            Clue::on("killer-cage", cells(&[2, 8, 9])).with("sum", 13),
            Clue::on("thermometer", cells(&[6, 12, 18, 24])),
            Clue::on("killer-cage", cells(&[34, 35])).with("sum", 11),
        ];
        let parts = crate::parts(&puzzle, Book::builtin()).expect("the rules are in the book");
        let model = Model::new(&puzzle, &parts);
        let ground =
            Ground::new(&puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let board = Board::new(&ground);
        check(&ground, &board);
    }

    #[test]
    fn what_fails_without_reasons_fails_with_them() {
        on_a_board(|ground, board| {
            for rounds in [1, 2, 4] {
                let memory = Memory::default();
                let look = Look::new(ground, board, &memory, &|| true);
                let outcomes = follow_all(&look, rounds);
                let failed = outcomes
                    .iter()
                    .filter(|outcome| outcome.left.is_none())
                    .count();
                assert!(failed > 0 && failed < outcomes.len(), "{rounds}: {failed}");
                let candidates: Vec<Candidate> = outcomes.iter().map(|o| o.candidate).collect();
                let accounts = refute(&look, &candidates, rounds);
                for (outcome, account) in outcomes.iter().zip(accounts) {
                    assert_eq!(account.is_some(), outcome.left.is_none(), "{outcome:?}");
                }
            }
        });
    }

    #[test]
    fn what_a_case_takes_is_explained() {
        on_a_board(|ground, board| {
            let one = DigitSet::one(1);
            let assumption = vec![(0, one)];
            let targets = [(6, one), (35, one)];
            let accounts = explain(ground, board, &[assumption], 1, &targets);
            let seen = accounts[0].as_ref().expect("r2c1 sees r1c1");
            assert_eq!(seen.nodes, 2, "{seen:?}");
            assert!(seen.vars[0] && seen.vars[6]);
            assert!(accounts[1].is_none(), "r6c6 does not see r1c1");
        });
    }
}
