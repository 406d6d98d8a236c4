//! Re-exports the types of answers, and the types that answers contain.

pub use crate::report::{ParamJson, SlotJson};
pub use cluewright_engine::search::{Answer, Candidates, Counts, Estimate};
pub use cluewright_rules::{Gesture, Named};
pub use cluewright_setter::diagnose::{
    Change, Checked, ConflictSet, Deadly, Diagnosis, Difficulty, Freedom, Minimal, NewGiven,
    OpenCell, Piece, Removal, Role, Since, Slip, Worth,
};
pub use cluewright_setter::setting::Suggestion;
