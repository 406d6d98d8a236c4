//! A small checker of proofs that a formula has no model.
//!
//! It depends on no solver and on no other part of Cluewright. It reads formulas in DIMACS format and proofs in two
//! formats:
//!
//! * DRAT with deletions, restricted to lemmas that follow by unit propagation (RUP). Lemmas that only preserve
//!   satisfiability (RAT) are rejected: no proof of Cluewright needs them.
//! * LRAT, with the same restriction. Each lemma lists the clauses from which it follows.
//!
//! [`explain_drat`] converts the first format to the second, or to a proof for `VeriPB`, so that verified checkers can check the
//! proof too.
//!
//! ```
//! use cluewright_proofs::{Cnf, check_drat};
//!
//! let formula = Cnf::parse("p cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n")?;
//! let checked = check_drat(&formula, "2 0\n0\n")?;
//! assert_eq!(checked.lemmas, 2);
//! assert!(check_drat(&formula, "0\n").is_err());
//! # Ok::<(), cluewright_proofs::ProofError>(())
//! ```

mod cnf;
mod derivation;
mod drat;
mod error;
mod lrat;
mod propagator;

pub use cnf::{Cnf, Lit};
pub use derivation::Derivation;
pub use drat::{Checked, check_drat, explain_drat};
pub use error::ProofError;
pub use lrat::check_lrat;
pub use propagator::Propagator;
