//! Where a relation sends what it finds.
//!
//! A relation is written once, generic over its [`Sink`]. The search runs it with [`FastSink`], which
//! throws reasons away at compile time; people's logic runs it with [`ReasonSink`], which keeps them.

use super::Word;
use super::program::{Program, Scratch};

/// The relation cannot hold any more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Conflict;

/// A relation's view of the board.
pub trait Sink<W: Word> {
    /// The candidates of a variable.
    fn get(&self, var: u16) -> W;

    /// Restricts a variable to `keep`. `why` is called only when something is removed and someone
    /// will read it.
    ///
    /// # Errors
    /// [`Conflict`] when no candidate is left.
    fn keep(
        &mut self,
        var: u16,
        keep: W,
        why: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict>;

    /// Says that the relation cannot hold, and why.
    fn fail(&mut self, why: impl FnOnce(&mut Reason<'_, W>)) -> Conflict;

    /// Buffers for relations that try things out on a copy of the board.
    fn scratch(&mut self) -> &mut Scratch<W>;
}

/// Used by the search: words, a set of relations to run, a stack of variables that became single.
#[derive(Debug)]
pub struct FastSink<'a, W> {
    /// The candidates of each variable.
    pub(crate) board: &'a mut [W],
    /// One bit for each relation that is to run.
    pub(crate) pending: &'a mut [u64],
    /// Variables that became single and have not told their peers yet.
    pub(crate) fixed: &'a mut Vec<u16>,
    /// For each variable the relations that watch it, as rows of `pending`'s length.
    pub(crate) watch: &'a [u64],
    /// Buffers.
    pub(crate) scratch: &'a mut Scratch<W>,
    /// The variable that lost its last candidate.
    pub(crate) emptied: u16,
}

impl<W: Word> Sink<W> for FastSink<'_, W> {
    #[inline(always)]
    fn get(&self, var: u16) -> W {
        self.board[usize::from(var)]
    }

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
    fn fail(&mut self, _: impl FnOnce(&mut Reason<'_, W>)) -> Conflict {
        Conflict
    }

    #[inline(always)]
    fn scratch(&mut self) -> &mut Scratch<W> {
        self.scratch
    }
}

/// Reads a frozen board and writes to another, without reasons: for whoever runs relations one by one
/// and wants a result that does not depend on their order.
#[derive(Debug)]
pub struct PlainSink<'a, W: Word> {
    /// What is read.
    pub(crate) before: &'a [W],
    /// What is written.
    pub(crate) after: &'a mut [W],
    /// The variables that lost something, one bit each.
    pub(crate) changed: &'a mut [u64],
    /// Buffers.
    pub(crate) scratch: &'a mut Scratch<W>,
    /// Whether something was said of the frozen board.
    pub(crate) heard: bool,
}

impl<W: Word> Sink<W> for PlainSink<'_, W> {
    #[inline(always)]
    fn get(&self, var: u16) -> W {
        self.before[usize::from(var)]
    }

    #[inline(always)]
    fn keep(
        &mut self,
        var: u16,
        keep: W,
        _: impl FnOnce(&mut Reason<'_, W>),
    ) -> Result<(), Conflict> {
        self.heard |= !(self.get(var) & !keep).is_none();
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
        self.heard = true;
        Conflict
    }

    #[inline(always)]
    fn scratch(&mut self) -> &mut Scratch<W> {
        self.scratch
    }
}

/// The facts that an inference rests on, collected while a relation explains itself.
#[derive(Debug)]
pub struct Reason<'a, W> {
    board: &'a [W],
    facts: &'a mut Vec<Fact<W>>,
}

/// "This variable's candidates lie in this set."
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fact<W> {
    /// The variable.
    pub var: u16,
    /// The set.
    pub within: W,
}

impl<W: Word> Reason<'_, W> {
    /// Cites the candidates that variables have now.
    pub fn now(&mut self, vars: impl IntoIterator<Item = u16>) {
        // Reasons are short, or all of a relation's variables at once, of which no two are the same.
        if self.facts.is_empty() {
            let fact = |var| Fact {
                var,
                within: self.board[usize::from(var)],
            };
            return self.facts.extend(vars.into_iter().map(fact));
        }
        for var in vars {
            self.within(var, self.board[usize::from(var)]);
        }
    }

    /// Cites a weaker fact: that the variable's candidates lie in `within`, which they do.
    pub fn within(&mut self, var: u16, within: W) {
        if !self
            .facts
            .iter()
            .any(|f| f.var == var && f.within == within)
        {
            self.facts.push(Fact { var, within });
        }
    }
}

/// What a relation concluded, with its facts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Inference<W> {
    /// The variable and what it lost, or `None` when the relation cannot hold.
    pub removed: Option<(u16, W)>,
    /// What the conclusion rests on, beside the relation's clues.
    pub facts: Vec<Fact<W>>,
}

/// Used by people's logic: reads a frozen board and buffers its writes, so that every reason cites
/// facts that stood before the step.
#[derive(Debug)]
pub struct ReasonSink<'a, W: Word> {
    board: &'a [W],
    scratch: &'a mut Scratch<W>,
    /// What was found, in the order in which it was found.
    pub found: Vec<Inference<W>>,
}

impl<'a, W: Word> ReasonSink<'a, W> {
    /// A sink over a board that will not change.
    pub fn new(board: &'a [W], scratch: &'a mut Scratch<W>) -> Self {
        Self {
            board,
            scratch,
            found: vec![],
        }
    }

    fn note(&mut self, removed: Option<(u16, W)>, why: impl FnOnce(&mut Reason<'_, W>)) {
        let mut facts = vec![];
        why(&mut Reason {
            board: self.board,
            facts: &mut facts,
        });
        self.found.push(Inference { removed, facts });
    }
}

impl<W: Word> Sink<W> for ReasonSink<'_, W> {
    fn get(&self, var: u16) -> W {
        self.board[usize::from(var)]
    }

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

/// Runs every relation of a program with the reason sink until nothing changes: the slow twin of
/// [`Program::fixpoint`], for the law that both sinks agree.
///
/// # Errors
/// [`Conflict`] when some relation cannot hold.
pub fn explained_fixpoint<W: Word>(
    program: &Program<W>,
    board: &mut [W],
    scratch: &mut Scratch<W>,
) -> Result<Vec<Inference<W>>, Conflict> {
    let mut all = vec![];
    loop {
        let before = all.len();
        for relation in program.all_relations() {
            let frozen = board.to_vec();
            let mut sink = ReasonSink::new(&frozen, scratch);
            let outcome = relation.propagate(program.shared(), &mut sink);
            let found = std::mem::take(&mut sink.found);
            for inference in &found {
                if let Some((var, lost)) = inference.removed {
                    board[usize::from(var)] &= !lost;
                }
            }
            all.extend(found);
            outcome?;
            if board.iter().any(|b| b.is_none()) {
                return Err(Conflict);
            }
        }
        if all.len() == before {
            return Ok(all);
        }
    }
}
