//! Sinks, which record the inferences of relations.
//!
//! A relation is written once, generic over its [`Sink`]. The search runs it with [`FastSink`], which discards reasons at compile time;
//! human-style logic runs it with [`ReasonSink`], which keeps them.
//!
//! A reason is a list of facts of the form "this variable's candidates lie in this set". Together with the relation's clues and the
//! exclusions among its variables, the facts imply the inference; the laws replay every inference from its facts alone. A relation cites
//! only facts that it used, in their weakest form: the bound that a sum needed, not the candidates behind it.

use super::Word;
use super::scratch::{Scratch, Work};

/// The error that a relation returns if it cannot hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// Read access to a board of candidates.
pub trait View<W: Word> {
    /// Returns the candidates of all variables.
    fn board(&self) -> &[W];

    /// Returns the candidates of a variable.
    #[inline(always)]
    fn get(&self, var: u16) -> W {
        self.board()[usize::from(var)]
    }
}

/// A board that a relation reads and to which it reports its inferences.
pub trait Sink<W: Word>: View<W> {
    /// Restricts a variable to `keep`. `why` is called only if candidates are removed and the sink keeps reasons.
    ///
    /// # Errors
    ///
    /// Returns [`Conflict`] if no candidate remains.
    fn keep(
        &mut self,
        var: u16,
        keep: W,
        why: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict>;

    /// Reports that the relation cannot hold, with the reason.
    #[inline(always)]
    fn fail(&mut self, _: impl FnOnce(&mut Reason<'_, W>)) -> Conflict {
        Conflict
    }

    /// Returns buffers for relations that work on a copy of the board.
    fn scratch(&mut self) -> &mut Scratch<W>;
}

/// The sink of the search: a board, the queue of relations to run, and a stack of variables that became fixed.
#[derive(Debug)]
pub struct FastSink<'a, W> {
    /// The candidates of each variable.
    pub board: &'a mut [W],
    /// The relations to run, one bit for each.
    pub pending: &'a mut [u64],
    /// Variables that became fixed and whose values have yet to be removed from their peers.
    pub fixed: &'a mut Vec<u16>,
    /// For each variable, the set of relations that watch it, as a row of `pending`'s length.
    pub watch: &'a [u64],
    /// Buffers that relations reuse.
    pub scratch: &'a mut Scratch<W>,
    /// After a conflict, the variable that lost its last candidate.
    pub emptied: u16,
}

impl<'a, W: Word> FastSink<'a, W> {
    /// Creates a sink for a board with its queue; `watch` lists the relations that watch each variable.
    #[inline(always)]
    pub(crate) fn new(board: &'a mut [W], work: &'a mut Work<W>, watch: &'a [u64]) -> Self {
        Self {
            board,
            pending: &mut work.pending,
            fixed: &mut work.fixed,
            watch,
            scratch: &mut work.scratch,
            emptied: 0,
        }
    }

    pub(crate) fn clear_queue(&mut self) {
        self.pending.fill(0);
        self.fixed.clear();
    }
}

impl<W: Word> View<W> for FastSink<'_, W> {
    #[inline(always)]
    fn board(&self) -> &[W] {
        self.board
    }
}

impl<W: Word> Sink<W> for FastSink<'_, W> {
    #[inline(always)]
    fn keep(
        &mut self,
        var: u16,
        keep: W,
        _: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        let old = self.board[usize::from(var)];
        let new = old & keep;
        if new == old {
            return Ok(());
        }
        self.board[usize::from(var)] = new;
        let words = self.pending.len();
        let row = &self.watch[usize::from(var) * words..][..words];
        for (pending, watch) in self.pending.iter_mut().zip(row) {
            *pending |= watch;
        }
        // The condition is true for sets with one value or none, so the common case of several values needs only one test.
        if new.without_lowest().is_none() {
            if new.is_none() {
                self.emptied = var;
                return Err(Conflict);
            }
            self.fixed.push(var);
        }
        Ok(())
    }

    #[inline(always)]
    fn scratch(&mut self) -> &mut Scratch<W> {
        self.scratch
    }
}

/// A sink that discards reasons. It reads a frozen board and writes to another one, so that the result does not depend on the order in
/// which relations run.
#[derive(Debug)]
pub struct PlainSink<'a, W: Word> {
    /// The board from which relations read candidates.
    pub before: &'a [W],
    /// The board from which candidates are removed.
    pub after: &'a mut [W],
    /// The variables that lost candidates, one bit for each.
    pub changed: &'a mut [u64],
    /// Buffers that relations share.
    pub scratch: &'a mut Scratch<W>,
    /// `true` once a relation has removed a candidate or failed.
    pub inferred: bool,
}

impl<W: Word> View<W> for PlainSink<'_, W> {
    #[inline(always)]
    fn board(&self) -> &[W] {
        self.before
    }
}

impl<W: Word> Sink<W> for PlainSink<'_, W> {
    #[inline(always)]
    fn keep(
        &mut self,
        var: u16,
        keep: W,
        _: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        // Even if another relation has already removed the candidates, this one infers the removal from the frozen board.
        self.inferred |= !(self.get(var) & !keep).is_none();
        let cell = &mut self.after[usize::from(var)];
        if !(*cell & !keep).is_none() {
            *cell &= keep;
            self.changed[usize::from(var) / 64] |= 1 << (var % 64);
        }
        if cell.is_none() {
            Err(Conflict)
        } else {
            Ok(())
        }
    }

    #[inline(always)]
    fn fail(&mut self, _: impl FnOnce(&mut Reason<'_, W>)) -> Conflict {
        self.inferred = true;
        Conflict
    }

    #[inline(always)]
    fn scratch(&mut self) -> &mut Scratch<W> {
        self.scratch
    }
}

/// The candidates before propagation, which reasons may refer to.
#[derive(Clone, Copy, Debug)]
pub struct Origin<'a, W> {
    /// The candidates before any clue is applied; they need no reason.
    pub blank: &'a [W],
    /// The candidates with givens and unary constraints applied. Relations were compiled for these.
    pub start: &'a [W],
}

/// The facts on which an inference rests, collected while a relation explains the inference.
///
/// The candidates of the variable that loses candidates are never cited, because the inference holds for each removed value separately.
#[derive(Debug)]
pub struct Reason<'a, W: Word> {
    removed: Option<(u16, W)>,
    board: &'a [W],
    origin: Origin<'a, W>,
    scratch: &'a mut Scratch<W>,
    facts: Vec<Fact<W>>,
}

/// A fact of a reason: "this variable's candidates lie in this set".
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact<W> {
    /// The variable whose candidates the fact restricts.
    pub var: u16,
    /// A set that contains all candidates of the variable.
    pub within: W,
}

impl<W: Word> View<W> for Reason<'_, W> {
    fn board(&self) -> &[W] {
        self.board
    }
}

impl<W: Word> Reason<'_, W> {
    /// Returns the variable that loses candidates; `None` for a conflict.
    #[must_use]
    pub fn loser(&self) -> Option<u16> {
        self.removed.map(|(loser, _)| loser)
    }

    /// Returns the candidates that the variable loses; the empty set for a conflict.
    #[must_use]
    pub fn lost(&self) -> W {
        self.removed.map_or(W::NONE, |(_, lost)| lost)
    }

    /// Cites the current candidates of each of these variables.
    pub fn now(&mut self, vars: impl IntoIterator<Item = u16>) {
        for var in vars {
            self.within(var, self.get(var));
        }
    }

    /// Cites the initial candidates of each of these variables, because they were used when the relation was compiled.
    pub fn start(&mut self, vars: impl IntoIterator<Item = u16>) {
        for var in vars {
            self.within(var, self.origin.start[usize::from(var)]);
        }
    }

    /// Cites the fact that a variable's candidates lie in `within`. The caller must make sure that this is true.
    pub fn within(&mut self, var: u16, within: W) {
        debug_assert!((self.get(var) & !within).is_none(), "{var} is not within");
        // The inference itself restricts the loser's candidates, and a fact that allows all values implies nothing, so neither is cited.
        if self.loser() == Some(var) || (self.origin.blank[usize::from(var)] & !within).is_none() {
            return;
        }
        match self.facts.iter_mut().find(|fact| fact.var == var) {
            Some(fact) => fact.within &= within,
            None => self.facts.push(Fact { var, within }),
        }
    }

    /// Cites the fact that none of the variables can have any of these values.
    pub fn without(&mut self, vars: impl IntoIterator<Item = u16>, values: W) {
        for var in vars {
            self.within(var, !values);
        }
    }

    /// Cites a minimal set of facts from which the relation derives the inference: if these facts and the opposite of the inference
    /// hold, the relation fails. Starts with the current candidates of all `vars`, and drops or weakens facts as long as the relation
    /// still fails. Facts cited earlier are kept.
    ///
    /// This is for relations whose own explanation code would be as long as their propagator.
    pub fn least(
        &mut self,
        vars: &[u16],
        run: impl Fn(&mut PlainSink<'_, W>) -> Result<(), Conflict>,
    ) {
        self.least_against(self.opposite(), vars, run);
    }

    /// Returns a function that changes a board to the opposite of the inference.
    pub fn opposite(&self) -> impl FnOnce(&mut [W]) + use<W> {
        let removed = self.removed;
        move |board| {
            if let Some((var, lost)) = removed {
                board[usize::from(var)] = lost;
            }
        }
    }

    /// Like [`Reason::least`], but calls a function to change the board to the opposite of the inference. This is for
    /// inferences about variables that do not belong to the relation.
    pub fn least_against(
        &mut self,
        opposite: impl FnOnce(&mut [W]),
        vars: &[u16],
        run: impl Fn(&mut PlainSink<'_, W>) -> Result<(), Conflict>,
    ) {
        // Variables outside of `vars` get all values, because otherwise the relation could fail by removing their last values.
        let mut before = self.origin.blank.to_vec();
        for &var in vars {
            before[usize::from(var)] = self.board[usize::from(var)];
        }
        opposite(&mut before);
        let mut after = before.clone();
        let mut changed = vec![0; before.len().div_ceil(64)];
        let loser = self.loser();
        let scratch = &mut *self.scratch;
        let mut fails = |before: &[W]| {
            after.copy_from_slice(before);
            let mut sink = PlainSink {
                before,
                after: &mut after,
                changed: &mut changed,
                scratch,
                inferred: false,
            };
            run(&mut sink).is_err()
        };
        let mut doubtful: Vec<Fact<W>> = vec![];
        for &var in vars {
            let cited = self.facts.iter().find(|fact| fact.var == var);
            let within = self.origin.blank[usize::from(var)] & cited.map_or(!W::NONE, |f| f.within);
            let says_nothing = (within & !self.board[usize::from(var)]).is_none();
            if !says_nothing && loser != Some(var) && doubtful.iter().all(|d| d.var != var) {
                doubtful.push(Fact { var, within });
            }
        }
        // Facts about few candidates are dropped last, because people notice them most easily.
        doubtful.sort_by_key(|fact| std::cmp::Reverse(self.board[usize::from(fact.var)].len()));
        // Facts may be dropped only if the relation fails with all of them.
        if fails(&before) {
            drop_unneeded(&doubtful, &mut before, &mut fails);
        }
        for Fact { var, within } in doubtful {
            // `before` may hold the opposite of the inference for a variable that was not relaxed, so the current candidates are cited
            // instead.
            let relaxed = before[usize::from(var)] == within;
            self.within(var, if relaxed { within } else { self.get(var) });
        }
    }
}

/// Relaxes variables to the given facts as long as the board still fails. First relaxes all of them together; if the board
/// no longer fails, undoes this and tries each half separately.
fn drop_unneeded<W: Word>(
    facts: &[Fact<W>],
    board: &mut [W],
    fails: &mut impl FnMut(&[W]) -> bool,
) {
    if facts.is_empty() {
        return;
    }
    let kept: Vec<W> = facts.iter().map(|f| board[usize::from(f.var)]).collect();
    for fact in facts {
        board[usize::from(fact.var)] = fact.within;
    }
    if fails(board) {
        return;
    }
    for (fact, kept) in facts.iter().zip(kept) {
        board[usize::from(fact.var)] = kept;
    }
    // A single fact has just been tried as the whole list, so it is not split any further.
    if let (first, second @ [_, ..]) = facts.split_at(facts.len() / 2)
        && !first.is_empty()
    {
        drop_unneeded(first, board, fails);
        drop_unneeded(second, board, fails);
    }
}

/// An inference of a relation, with the facts on which it rests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference<W> {
    /// The variable and the values it lost; `None` if the relation cannot hold.
    pub removed: Option<(u16, W)>,
    /// The facts on which the inference rests, besides the relation's clues and the exclusions among its variables.
    pub facts: Vec<Fact<W>>,
}

/// The sink of human-style logic. It reads a frozen board and buffers the inferences, so that every reason cites facts that held before
/// the step.
#[derive(Debug)]
pub struct ReasonSink<'a, W: Word> {
    board: &'a [W],
    origin: Origin<'a, W>,
    decided_by: &'a [u16],
    scratch: &'a mut Scratch<W>,
    /// The inferences, in the order in which they were found.
    pub found: Vec<Inference<W>>,
}

impl<'a, W: Word> ReasonSink<'a, W> {
    /// Creates a sink over a board that does not change.
    pub fn new(board: &'a [W], origin: Origin<'a, W>, scratch: &'a mut Scratch<W>) -> Self {
        Self {
            board,
            origin,
            decided_by: &[],
            scratch,
            found: vec![],
        }
    }

    /// Starts the next relation. `decided_by` are the variables whose initial candidates were used to compile it.
    pub(crate) fn begin(&mut self, decided_by: &'a [u16]) {
        self.decided_by = decided_by;
    }

    fn note(&mut self, removed: Option<(u16, W)>, why: impl FnOnce(&mut Reason<'_, W>)) {
        let mut reason = Reason {
            removed,
            board: self.board,
            origin: self.origin,
            scratch: &mut *self.scratch,
            facts: vec![],
        };
        reason.start(self.decided_by.iter().copied());
        why(&mut reason);
        let facts = reason.facts;
        self.found.push(Inference { removed, facts });
    }
}

impl<W: Word> View<W> for ReasonSink<'_, W> {
    fn board(&self) -> &[W] {
        self.board
    }
}

impl<W: Word> Sink<W> for ReasonSink<'_, W> {
    fn keep(
        &mut self,
        var: u16,
        keep: W,
        why: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        let old = self.get(var);
        let new = old & keep;
        if new != old {
            self.note(Some((var, old & !keep)), why);
        }
        if new.is_none() { Err(Conflict) } else { Ok(()) }
    }

    fn fail(&mut self, why: impl FnOnce(&mut Reason<'_, W>)) -> Conflict {
        self.note(None, why);
        Conflict
    }

    fn scratch(&mut self) -> &mut Scratch<W> {
        self.scratch
    }
}
