//! Certificates: proofs of verdicts that anyone can check independently.
//!
//! A certificate consists of the formula of a puzzle, its solutions, and a proof that there are no others. If there are
//! several solutions, two of them are enough, and the proof is left out. [`make`] encodes the meaning of the rules and runs
//! a SAT solver. It uses no part of the engine. [`certify`] uses neither the encoder nor the solver. It compares the
//! clauses of each part of the puzzle with the rule of that part, and checks the proof.

mod blocks;
mod certify;
mod compare;
mod json;
mod make;
mod numbering;
mod solutions;
mod solver;
mod witness;

pub use certify::{Certified, CompareKind, Fault, File, Part, certify, explain_proof};
pub use cluewright_clauses::EncodeError;
pub use json::{CertifiedJson, PartJson};
pub use make::{Certificate, make};
pub use solutions::Claim;
