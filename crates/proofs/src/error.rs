use thiserror::Error;

/// The reason why a formula or a proof is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}: {message}")]
pub struct ProofError {
    /// The line of the text, counted from 1.
    pub line: usize,
    /// A description of the mistake, in lower case and without a full stop.
    pub message: String,
}

impl ProofError {
    pub(crate) fn new(line: usize, message: impl Into<String>) -> Self {
        Self {
            line,
            message: message.into(),
        }
    }
}
