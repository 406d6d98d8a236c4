//! Propagation that records reasons.

use crate::compiled::Compiled;
use crate::propagation::{Conflict, Inference, ReasonSink, Scratch, Word};
use crate::relations::Apart;

/// Runs all relations of a model to the fixpoint with the reason sink, and calls `see` with each inference. This is
/// slower than [`Program::fixpoint`](super::program::Program::fixpoint); a test checks that both reach the same board.
///
/// # Errors
///
/// Returns [`Conflict`] if a relation can't hold or a variable has no candidate left.
pub fn explain_to_fixpoint<W: Word>(
    compiled: &Compiled<W>,
    board: &mut [W],
    scratch: &mut Scratch<W>,
    mut see: impl FnMut(&Inference<W>),
) -> Result<(), Conflict> {
    let program = &compiled.program;
    loop {
        let mut silent = true;
        for turn in 0..program.vars() + program.relations().len() {
            let frozen = board.to_vec();
            let mut sink = ReasonSink::new(&frozen, compiled.origin(), scratch);
            let outcome = match turn.checked_sub(program.vars()) {
                None => Apart::new(turn as u16).propagate(program.shared(), &mut sink),
                Some(relation) if program.is_live(relation) => program.explain(relation, &mut sink),
                Some(_) => continue,
            };
            let found = std::mem::take(&mut sink.found);
            silent &= found.is_empty();
            for inference in &found {
                see(inference);
                if let Some((var, lost)) = inference.removed {
                    board[usize::from(var)] &= !lost;
                }
            }
            // The inferences before a conflict count too, so `see` is called with them before the conflict is
            // returned.
            outcome?;
            // Each inference on the frozen board left its variable a candidate, but several inferences together may
            // leave none.
            if board.iter().any(|b| b.is_none()) {
                return Err(Conflict);
            }
        }
        if silent {
            return Ok(());
        }
    }
}
