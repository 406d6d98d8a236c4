//! The basis of all relations: candidate sets, exclusions, buffers, and the sinks that receive
//! inferences.

pub(crate) mod combinations;
mod scratch;
mod shared;
pub mod sink;
mod word;

pub use scratch::{Level, Scratch, Walk, Work};
pub use shared::Shared;
pub use sink::{
    Conflict, Fact, FastSink, Inference, Origin, PlainSink, Reason, ReasonSink, Sink, View,
};
pub use word::{Bits, Word};
