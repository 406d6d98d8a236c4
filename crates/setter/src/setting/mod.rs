//! The setter's assistant: generates puzzles, fills drafts, removes redundant clues, and suggests
//! changes.
//!
//! Every puzzle that this module returns is proven unique by the engine that all commands use.

mod band;
mod drawing;
mod fill;
mod minimal_sets;
mod minimise;
mod needed;
mod plain;
mod suggest;
mod variant;
mod way;

pub use band::{Band, BandError};
pub use cluewright_puzzle::Symmetry;
pub use drawing::{fit, marks, place};
pub use fill::{Best, DraftError, Filled, Filling, Fillings, Near, fill};
pub use minimal_sets::Sets;
pub use minimise::{Minimised, Minimising, Weaker, minimise};
pub use needed::Needed;
pub use plain::{Made, Plain, plain};
pub use suggest::{Suggesting, Suggestion, Suggestions, suggest_more, suggest_shift};
pub use variant::{Amiss, RuleCount, Tried, Variant, Variants, WishError, canonical, variants};
