use super::Branch;
use crate::propagation::{Conflict, Shared, Sink, Word};

/// The constraint that a statement does not hold. It is checked only when at most one variable is open.
///
/// This is the last resort for statements whose negation has no relation of its own.
#[derive(Clone, Debug)]
pub struct Not<W: Word> {
    vars: Box<[u16]>,
    branch: Box<Branch<W>>,
}

impl<W: Word> Not<W> {
    pub(crate) fn new(vars: Vec<u16>, branch: Branch<W>) -> Self {
        Self {
            vars: vars.into(),
            branch: Box::new(branch),
        }
    }

    pub(super) fn propagate(&self, _: &Shared<W>, sink: &mut impl Sink<W>) -> Result<(), Conflict> {
        let mut open = (0..self.vars.len()).filter(|&i| !sink.get(self.vars[i]).is_single());
        let (first, second) = (open.next(), open.next());
        if second.is_some() {
            return Ok(());
        }
        // If all variables are fixed, any of them can be tested, since its only candidate is its value.
        let last = first.unwrap_or(0);
        let candidates = sink.get(self.vars[last]);
        let mut level = sink.scratch().take();
        let mut keep = W::NONE;
        for bit in candidates.each() {
            level.board.clear();
            level
                .board
                .extend(self.vars.iter().map(|&var| sink.get(var)));
            level.board[last] = W::one(bit);
            if !self.branch.try_on(&mut level.board, &mut level.work) {
                keep |= W::one(bit);
            }
        }
        sink.scratch().put(level);
        let var = self.vars[last];
        // The relation only tests whether the statement certainly holds, so the reason cites the values of all its
        // cells.
        sink.keep(var, keep, |why| why.now(self.vars.iter().copied()))
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        500 + self.vars.len() as u32
    }

    pub(super) fn weight(&self, _: u32) -> u32 {
        self.vars.len() as u32
    }

    pub(super) fn settles(&self) -> bool {
        true
    }
}
