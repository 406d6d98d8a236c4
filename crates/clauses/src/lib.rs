//! Puzzles as propositional formulas, and as models in MiniZinc.
//!
//! The encoding starts from the plain lowering of the rules. It uses no part of the engine: no implied statements, no strengthenings, no
//! symmetry. Each given, house and clue becomes a separate block of clauses, and blocks share no auxiliary variables, so that a block can
//! be compared with the rule that it encodes.
//!
//! Cells have one variable for each value (direct encoding). Sums, lines and automata become layers of states, sets of
//! digits are selected by membership, connected areas are reached step by step from their first cell.

mod dimacs;
mod encoder;
mod encoding;
mod formula;
mod gates;
mod layers;
mod minizinc;
mod statements;

pub use encoding::{EncodeError, encode, encode_lowered, encode_statements};
pub use formula::{Block, Formula, Lit, Source, Variables};
pub use minizinc::{ModelError, write_model};
