//! Follows assumptions on one board, round by round.

use super::notes::{Account, Event, Line, Link, Notes, Why};
use super::past::Past;
use super::{Assumption, Candidate, LONG, Left, NEAR, Outcome};
use crate::ground::MOST_CITES;
use crate::{Board, Context, Ground, Memory};
use cluewright_engine::model::program::Scratch;
use cluewright_engine::model::relations::Relation;
use cluewright_engine::model::sink::Inference;
use cluewright_engine::model::{Cite, Compiled, PlainSink, ReasonSink, Word};
use cluewright_puzzle::DigitSet;
use std::any::Any;
use std::borrow::Cow;
use std::cell::RefCell;

/// Maximum number of clues and houses of a relation that a person can take in at a glance.
const NEAR_CITES: usize = 6;

/// The last trial of every candidate, by variable and value. The list contains [`Past`] values whose words are as wide as
/// the model's. It is empty if it would take too much memory.
#[derive(Default)]
struct Pasts(RefCell<Option<Box<dyn Any>>>);

/// Trials on one board: assumptions that are followed in rounds.
pub(super) struct Trials<'a, W: Word> {
    pub(super) ground: &'a Ground<'a>,
    compiled: &'a Compiled<W>,
    /// A solution within the board's candidates; empty if none is known.
    solution: &'a [u8],
    /// The board before an assumption is made.
    pub(super) start: Vec<W>,
    /// The board under the assumption.
    board: Vec<W>,
    /// The board at the end of the previous round.
    frozen: Vec<W>,
    /// The variables that changed in this round, as a bit set.
    changed: Vec<u64>,
    /// The variables that changed in the previous round, as a bit set.
    news: Vec<u64>,
    /// The variables in `news` that are fixed.
    known: Vec<u16>,
    /// For each variable, the relations to run when it changes, as a bit set.
    watch: Vec<u64>,
    pending: Vec<u64>,
    /// The current round, from 0.
    round: usize,
    /// The last trials of all candidates, if they are stored. While a candidate is followed, its last trial is in `past`.
    pasts: Vec<Past<W>>,
    past: Option<Past<W>>,
    /// The recorded reasons; `None` if reasons are not recorded.
    notes: Option<Notes>,
    scratch: Scratch<W>,
}

impl<'a, W: Word> Trials<'a, W> {
    /// Creates trials with a given number of rounds. If there are at most [`NEAR`] rounds, neither locked candidates nor
    /// long sums are considered.
    pub(super) fn new(
        ground: &'a Ground<'a>,
        compiled: &'a Compiled<W>,
        board: &Board,
        rounds: usize,
    ) -> Self {
        let start = words(compiled, board);
        let near = rounds <= NEAR;
        let most = if near { NEAR_CITES } else { MOST_CITES };
        let watch = watch(compiled, start.len(), |cites, is_locked| {
            cites <= most && !(is_locked && near)
        });
        let words = compiled.program.relations().len().div_ceil(64);
        let changed = vec![0; start.len().div_ceil(64)];
        Self {
            ground,
            compiled,
            solution: ground.solution_on(board.candidates()),
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

    /// Creates trials that run only relations of one clue or house, so that a person can see each inference.
    pub(super) fn of_single_cites(
        ground: &'a Ground<'a>,
        compiled: &'a Compiled<W>,
        board: &Board,
    ) -> Self {
        // The number of rounds only selects the relations. These are replaced below, so the number does not matter.
        let trials = Self::new(ground, compiled, board, LONG);
        let watch = watch(compiled, trials.start.len(), |cites, is_locked| {
            cites == 1 && !is_locked
        });
        Self { watch, ..trials }
    }

    fn word(&self, digits: DigitSet) -> W {
        W::from_bits(digits.bits() >> self.compiled.program.shared().base)
    }

    pub(super) fn digits(&self, word: W) -> DigitSet {
        DigitSet::from_bits(word.bits() << self.compiled.program.shared().base)
    }

    pub(super) fn all(&mut self, rounds: usize, context: &Context<'_>) -> Vec<Outcome> {
        let outcome = |trials: &mut Self, candidate: Candidate| Outcome {
            candidate,
            left: trials.remaining_candidates(&assume(candidate), rounds),
        };
        let candidates = self.candidates().into_iter();
        let followed = candidates.take_while(|_| context.go_on());
        followed.map(|candidate| outcome(self, candidate)).collect()
    }

    /// Returns the candidates of the open variables, in order.
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

    pub(super) fn list_refuted(&mut self, rounds: usize, context: &Context<'_>) -> Vec<Candidate> {
        let mut candidates = self.candidates();
        let solution = self.solution;
        // A value of a known solution cannot be refuted, so it is not followed.
        candidates.retain(|&(var, value)| solution.get(usize::from(var)) != Some(&value));
        // Trials of few rounds are so short that the clock is not polled.
        let go_on = || rounds <= NEAR || context.go_on();
        candidates.retain(|&candidate| {
            let follow = |trials: &mut Self| trials.follow(&assume(candidate), rounds);
            go_on() && self.with_past(candidate, follow)
        });
        candidates
    }

    /// Calls a function while the stored trials for this number of rounds are available.
    pub(super) fn with_pasts<T>(
        &mut self,
        memory: &Memory,
        rounds: usize,
        run: impl FnOnce(&mut Self) -> T,
    ) -> T {
        // Longer trials run more relations, so the records of short trials would not fit them.
        if rounds > NEAR {
            return run(self);
        }
        let values = self.compiled.program.shared().values as usize;
        let kept = memory.of::<Pasts>();
        let known = kept.0.borrow_mut().take();
        let known = known.and_then(|known| known.downcast::<Vec<Past<W>>>().ok());
        self.pasts = known.map_or_else(|| Past::of_all(self.start.len(), values), |known| *known);
        let result = run(self);
        *kept.0.borrow_mut() = Some(Box::new(std::mem::take(&mut self.pasts)));
        result
    }

    /// Follows a candidate, and reuses the results of its last trial.
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

    pub(super) fn each(&mut self, assumptions: &[Assumption], rounds: usize) -> Vec<Left> {
        let assumptions = assumptions.iter();
        assumptions
            .map(|assumption| self.remaining_candidates(assumption, rounds))
            .collect()
    }

    pub(super) fn remaining_candidates(
        &mut self,
        assumption: &[(u16, DigitSet)],
        rounds: usize,
    ) -> Left {
        let clash = self.follow(assumption, rounds);
        (!clash).then(|| self.board.iter().map(|&word| self.digits(word)).collect())
    }

    pub(super) fn refute(&mut self, candidate: Candidate, rounds: usize) -> Option<Account> {
        let nothing = (candidate.0, DigitSet::EMPTY);
        let accounts = self.with_past(candidate, |trials| {
            trials.explain(&[assume(candidate).to_vec()], rounds, &[nothing])
        });
        accounts.into_iter().next().flatten()
    }

    pub(super) fn explain(
        &mut self,
        assumptions: &[Assumption],
        rounds: usize,
        targets: &[(u16, DigitSet)],
    ) -> Vec<Option<Account>> {
        let mut accounts = vec![Some(Account::default()); targets.len()];
        for assumption in assumptions {
            self.record(assumption, rounds);
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

    /// Follows an assumption and records the reasons.
    fn record(&mut self, assumption: &[(u16, DigitSet)], rounds: usize) {
        let vars = self.start.len();
        self.notes.get_or_insert_with(|| Notes::new(vars)).clear();
        self.follow(assumption, rounds);
    }

    /// Follows an assumption. Returns `true` if this leads to a contradiction.
    pub(super) fn follow(&mut self, assumption: &[(u16, DigitSet)], rounds: usize) -> bool {
        self.board.copy_from_slice(&self.start);
        self.changed.fill(0);
        let mut clash = false;
        for &(var, digits) in assumption {
            let lost = self.start[usize::from(var)] & !self.word(digits);
            clash |= self.remove(var, lost, |notes| notes.event(Why::Assumed, [], Some(var)));
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

    /// Removes some of a variable's candidates. Returns `true` if no candidate is left. `why` is a function, because
    /// most trials record no reasons and need no event.
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
                notes.clash = Some(notes.event(Why::Assumed, [(var, !0)], None));
            }
        }
        left.is_none()
    }

    /// Runs one round. Applies the exclusions of fixed cells, then each clue and house whose variables have changed.
    fn round(&mut self) -> bool {
        std::mem::swap(&mut self.changed, &mut self.news);
        self.changed.fill(0);
        let words = self.pending.len();
        self.pending.fill(0);
        // Variables that become fixed now are propagated in the next round, so that the result does not depend on the order
        // of relations.
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

    /// Removes the value of a fixed variable from its peers. Returns `true` if a peer has no candidates left.
    fn exclude(&mut self, var: u16) -> bool {
        let word = self.board[usize::from(var)];
        let compiled = self.compiled;
        for peer in compiled.program.shared().each_peer(var) {
            if (self.board[usize::from(peer)] & word).is_none() {
                continue;
            }
            let clash = self.remove(peer, word, |notes| {
                notes.event(Why::Apart(var, peer), [(var, !0)], Some(peer))
            });
            if clash {
                return true;
            }
        }
        false
    }

    /// Runs one relation on the board of the previous round. Returns `true` if this leads to a contradiction.
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
                    inferred: false,
                };
                let clash = relation.propagate(program.shared(), &mut sink).is_err();
                (clash, !sink.inferred)
            }
            Some(_) => {
                let mut sink =
                    ReasonSink::new(&self.frozen, self.compiled.origin(), &mut self.scratch);
                // The error is ignored, because the sink also records a conflict.
                let _ = program.explain(index, &mut sink);
                let found = sink.found;
                let silent = found.is_empty();
                let mut found = found.into_iter();
                (found.any(|one| self.take(index, &one)), silent)
            }
        };
        if let (true, Some(past)) = (silent, &mut self.past) {
            past.silence(self.round, index);
        }
        clash
    }

    /// Applies an inference from a relation. Returns `true` if this leads to a contradiction.
    fn take(&mut self, index: usize, found: &Inference<W>) -> bool {
        let facts = found.facts.iter();
        let facts = facts.map(|fact| (fact.var, !fact.within.bits()));
        let why = Why::Relation(index, found.removed.map(|(var, _)| var));
        let Some((var, lost)) = found.removed else {
            if let Some(notes) = &mut self.notes {
                notes.clash = Some(notes.event(why, facts, None));
            }
            return true;
        };
        // The relation ran on the frozen board, so another relation of this round may have removed these candidates.
        let lost = self.board[usize::from(var)] & lost;
        if lost.is_none() {
            return false;
        }
        self.remove(var, lost, |notes| notes.event(why, facts, Some(var)))
    }

    /// Returns the clues and houses behind an event.
    fn cites(&self, why: Why) -> Cow<'a, [Cite]> {
        let (index, loser) = match why {
            Why::Assumed => return Cow::default(),
            Why::Apart(a, b) => {
                let cites: Vec<Cite> = self.ground.why_apart(a, b).into_iter().collect();
                return cites.into();
            }
            Why::Relation(index, loser) => (index, loser),
        };
        self.ground.relation_rests_on(index, loser.as_slice())
    }

    /// Returns the event at which an assumption fails, or at which a variable loses the last of the given digits. Returns
    /// `None` if neither happens.
    fn end(&mut self, (var, digits): (u16, DigitSet)) -> Option<Event> {
        let notes = self.notes.as_mut()?;
        if notes.clash.is_some() {
            return notes.clash;
        }
        let base = self.compiled.program.shared().base;
        let wanted = digits.bits() >> base;
        let gone = self.board[usize::from(var)].bits() & wanted == 0;
        // `refute` passes no digits, because only a contradiction proves its target. The end itself is not an
        // inference, so its source is `Assumed`, which cites nothing.
        (gone && !digits.is_empty()).then(|| notes.event(Why::Assumed, [(var, wanted)], None))
    }

    /// Refutes an assumption within `rounds` rounds, with each inference from one clue or house. Returns `None` if no such
    /// refutation is found.
    pub(super) fn line(&mut self, assumption: &[(u16, DigitSet)], rounds: usize) -> Option<Line> {
        self.record(assumption, rounds);
        let end = self.notes.as_ref()?.clash?;
        let mut links = self.links(&end)?;
        let breaks = match end.why {
            // A variable has no digit left. The clue or house that removed its last digit is the one that fails.
            Why::Assumed => links.pop()?.0,
            why => single_cite(&self.cites(why))?,
        };
        Some(Line {
            links,
            breaks,
            account: self.add(Account::default(), &end),
        })
    }

    /// Returns the inferences by which an assumption removes given digits from variables. Returns `None` if the assumption
    /// leads to a contradiction, or if one of the inferences rests on several clues.
    pub(super) fn lead(
        &mut self,
        assumption: &[(u16, DigitSet)],
        rounds: usize,
        lost: &[(u16, DigitSet)],
    ) -> Option<(Vec<Link>, Account)> {
        self.record(assumption, rounds);
        let base = self.compiled.program.shared().base;
        let lost = lost
            .iter()
            .map(|&(var, digits)| (var, digits.bits() >> base));
        let notes = self.notes.as_mut()?;
        if notes.clash.is_some() {
            return None;
        }
        let end = notes.event(Why::Assumed, lost, None);
        Some((self.links(&end)?, self.add(Account::default(), &end)))
    }

    /// Returns the inferences on which an event rests. Returns `None` if one of them rests on several clues.
    fn links(&self, end: &Event) -> Option<Vec<Link>> {
        let mut left = self.start.clone();
        let mut links = vec![];
        for event in self.find_needed_events(self.notes.as_ref()?, end) {
            let own = &mut left[usize::from(event.var)];
            *own &= !W::from_bits(event.lost);
            if !matches!(event.why, Why::Assumed) {
                let left = self.digits(left[usize::from(event.var)]);
                let is_apart = matches!(event.why, Why::Apart(..));
                if !is_apart || left.len() < 2 {
                    links.push((single_cite(&self.cites(event.why))?, event.var, left));
                }
            }
        }
        Some(links)
    }

    /// Returns all events on which an event rests, in order.
    fn find_needed_events<'n>(&self, notes: &'n Notes, end: &Event) -> Vec<&'n Event> {
        let mut is_needed = vec![false; notes.events.len() + 1];
        let mut open = notes.parents(end).to_vec();
        while let Some(event) = open.pop() {
            if !std::mem::replace(&mut is_needed[event as usize], true) {
                open.extend(notes.parents(notes.get(event)));
            }
        }
        let needed = notes.events.iter().zip(&is_needed[1..]);
        needed
            .filter(|(_, is)| **is)
            .map(|(event, _)| event)
            .collect()
    }

    /// Adds the cost and the citations of an event to an account, and those of every event on which the event rests.
    fn add(&self, mut account: Account, end: &Event) -> Account {
        let Some(notes) = &self.notes else {
            return account;
        };
        let needed = self.find_needed_events(notes, end);
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

/// Returns the only clue behind an inference or, if there is no clue, the first house. Returns `None` if there are several
/// clues.
fn single_cite(cites: &[Cite]) -> Option<Cite> {
    let mut clues = cites.iter().filter(|cite| !matches!(cite, Cite::House(_)));
    match (clues.next(), clues.next()) {
        (Some(&clue), None) => Some(clue),
        (None, _) => cites.first().copied(),
        _ => None,
    }
}

/// Returns, for each variable, a bit set of the relations to run when it changes. `is_watched` selects relations by
/// their number of clues and houses, and by a flag that is `true` for relations that confine digits to the common cells
/// of two houses.
fn watch<W: Word>(
    compiled: &Compiled<W>,
    vars: usize,
    is_watched: impl Fn(usize, bool) -> bool,
) -> Vec<u64> {
    let program = &compiled.program;
    let words = program.relations().len().div_ceil(64);
    let mut watch = vec![0; words * vars];
    for (index, relation) in program.relations().iter().enumerate() {
        let cites = compiled.clue_sets.get(program.rests_on(index)).len();
        if is_watched(cites, matches!(relation, Relation::Locked(_))) {
            for &var in relation.vars() {
                watch[usize::from(var) * words + index / 64] |= 1 << (index % 64);
            }
        }
    }
    watch
}

/// Returns the assumption that a candidate is true.
pub(super) fn assume((var, value): Candidate) -> [(u16, DigitSet); 1] {
    [(var, DigitSet::one(value))]
}

pub(super) fn words<W: Word>(compiled: &Compiled<W>, board: &Board) -> Vec<W> {
    let base = compiled.program.shared().base;
    let candidates = board.candidates().iter();
    candidates.map(|d| W::from_bits(d.bits() >> base)).collect()
}
