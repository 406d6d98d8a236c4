//! From a puzzle to constraint text.
use crate::formats::WriteError;
use crate::puzzle::Puzzle;
pub(super) fn write(_puzzle: &Puzzle) -> Result<String, WriteError> {
    Err(WriteError {
        format: "iss",
        parts: vec![],
    })
}
