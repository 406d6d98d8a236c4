//! Models of puzzles: compilation, switching of clues, symmetries, and the model for long searches.

mod compile;
mod explained;
#[cfg(not(feature = "compact"))]
mod long_search;
mod switchable;
pub mod symmetry;

pub use crate::builder::frame::houses;
pub use crate::compiled::clues::{Cite, ClueSets, Exempt, Part};
#[cfg(feature = "ablation")]
pub use crate::compiled::strengthening::strengthenings;
pub use crate::compiled::wiring::Off;
pub use crate::compiled::{Compiled, Model, Opening, Restriction, ValueClasses, of_any_width};
pub use crate::propagation::{
    Bits, Conflict, FastSink, Origin, PlainSink, Reason, ReasonSink, Sink, View, Word, sink,
};
pub use crate::relations::{self, program};
pub use explained::explain_to_fixpoint;
pub use switchable::Switchable;

#[cfg(feature = "compact")]
impl<W: Word> Compiled<W> {
    /// Returns `None`: a compact build leaves out the model for long searches, which few puzzles need.
    pub(crate) fn for_long_search(&self) -> Option<Self> {
        None
    }
}
