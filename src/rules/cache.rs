//! What lowering remembers from one puzzle to the next.

/// Lowered clues by rule, parameters and form.
#[derive(Debug, Default)]
pub(super) struct Cache {}
