//! Parts of a search that learns, which it also finishes without.

use cluewright_rules::switches;

switches! {
    /// Starting over now and then, with the nogoods and the weights.
    RESTARTS = "restarts",
    /// Leaving out of a nogood what its other facts imply.
    SHORTENING = "shortening",
    /// Guessing where the reasons of conflicts lie, not only where relations fail.
    WEIGHTS = "weights",
}

/// The parts of a search that learns, to leave one of them out.
#[cfg(feature = "ablation")]
#[must_use]
pub fn learning_parts() -> &'static [&'static cluewright_rules::ablation::Switch] {
    ALL
}
