//! Encodes puzzles as propositional formulas, and writes them as MiniZinc models.
//!
//! The encoding starts from the plain lowering of the rules. It uses no part of the engine: no implied statements, no
//! strengthenings, and no symmetry. Each given, house and clue becomes a separate block of clauses. Blocks share no
//! auxiliary variables, so that each block can be compared separately with the rule that it encodes.
//!
//! Cells have one variable for each value (direct encoding). Sums, lines and automata become layers of states. For
//! statements about sets of digits, each set has a literal that selects it. Connected areas are reached step by step from
//! their first cell.

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
