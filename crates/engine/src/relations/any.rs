use super::program::Program;
use crate::propagation::{Conflict, Reason, Shared, Sink, Word, Work};

/// The constraint that at least one branch holds. Candidates that no branch allows are removed (constructive disjunction).
///
/// Each branch is a separate program over the variables of all branches, with the exclusions among them, so that its relations propagate
/// as strongly as outside of a disjunction.
#[derive(Clone, Debug)]
pub struct Any<W: Word> {
    vars: Box<[u16]>,
    branches: Box<[Branch<W>]>,
}

/// A branch of [`Any`]. Its variables are numbered by their index in the list of all variables of [`Any`].
#[derive(Clone, Debug)]
pub struct Branch<W: Word> {
    /// The relations of the branch.
    pub program: Program<W>,
    /// The domains of variables that the branch restricts.
    pub domains: Vec<(u16, W)>,
}

impl<W: Word> Branch<W> {
    /// Propagates the branch on a board. Returns `false` if the branch cannot hold.
    pub(crate) fn try_on(&self, board: &mut [W], work: &mut Work<W>) -> bool {
        for &(var, domain) in &self.domains {
            board[usize::from(var)] &= domain;
        }
        // Relations assume that every variable has a candidate.
        if board.iter().any(|set| set.is_none()) {
            return false;
        }
        self.program.wake_all(board, work);
        self.program.fixpoint(board, work).is_ok()
    }
}

impl<W: Word> Any<W> {
    pub(crate) fn new(vars: Vec<u16>, branches: Vec<Branch<W>>) -> Self {
        Self {
            vars: vars.into(),
            branches: branches.into(),
        }
    }

    #[expect(
        clippy::only_used_in_recursion,
        reason = "all relations have the same signature"
    )]
    pub(super) fn propagate(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        // Branches that the initial candidates ruled out were dropped, so the reason has to cite those candidates.
        let everything = |why: &mut Reason<'_, W>| {
            why.start(self.vars.iter().copied());
            why.least(&self.vars, |sink| self.propagate(shared, sink));
        };
        let mut level = sink.scratch().take();
        level.union.clear();
        level.union.resize(self.vars.len(), W::NONE);
        let mut alive = false;
        for branch in &self.branches {
            level.board.clear();
            level
                .board
                .extend(self.vars.iter().map(|&var| sink.get(var)));
            if branch.try_on(&mut level.board, &mut level.work) {
                alive = true;
                let mut loses = false;
                for ((union, &left), &var) in
                    level.union.iter_mut().zip(&level.board).zip(&self.vars)
                {
                    *union |= left;
                    loses |= *union != sink.get(var);
                }
                // The branches tried so far allow every candidate, so the remaining branches cannot lead to a removal.
                if !loses {
                    break;
                }
            }
        }
        let outcome = match alive {
            false => Err(sink.fail(everything)),
            true => self
                .vars
                .iter()
                .zip(&level.union)
                .try_for_each(|(&var, &union)| sink.keep(var, union, everything)),
        };
        sink.scratch().put(level);
        outcome
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        1000 + self.vars.len() as u32 * self.branches.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
