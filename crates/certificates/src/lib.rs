//! Certificates: a proof of uniqueness that a stranger can check.
//!
//! A certificate is the formula of a puzzle, its solutions, and a proof that there are no others. [`make`] encodes the
//! rules' meaning and lets a clause solver search; nothing of the engine takes part. [`certify`] uses neither the encoder
//! nor the solver: it compares the clauses of each part of the puzzle with the part's own rule, and checks the proof.

mod blocks;
mod certify;
mod compare;
mod json;
mod make;
mod numbering;
mod solutions;
mod solver;
mod witness;

pub use certify::{Certified, CompareKind, Fault, File, Part, certify};
pub use cluewright_clauses::EncodeError;
pub use json::{CertifiedJson, PartJson};
pub use make::{Certificate, make};
pub use solutions::Claim;
