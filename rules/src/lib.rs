//! The rule language and the rule book.
//!
//! A rule is written once, as one readable relation in `rules/constraints/NAME.toml`. Its exact check (evaluation on full
//! grids) and its lowering to ground [statements](Statement), which the model compiles, are both derived from that relation.
//!
//! A formula passes through these modules: `token` and `parse` build a tree of words (`ast`), `check` adds types and indices
//! (`formula`), `scene` binds it to a clue in its puzzle, `eval` evaluates it, `refutation` finds the cells that already violate it, and
//! `lower` restates it as statements.

pub mod ablation;
mod ast;
mod automaton;
mod book;
mod cache;
mod check;
mod clue;
pub mod encodings;
mod equivalence;
mod error;
mod eval;
mod example;
pub mod files;
mod form;
mod formula;
mod lower;
mod lowered;
mod machine;
mod marks;
mod missing;
mod named;
mod parse;
mod phrase;
pub mod picture;
mod recognition;
mod refutation;
mod rule;
mod scene;
mod shape;
pub mod statement;
mod token;
mod typical;

pub use book::{Book, BookError, find_lookalikes};
pub use check::ParamKind;
pub use clue::{Clues, Violation};
pub use equivalence::{Equivalence, count_forced_givens, find_equivalence, fingerprint};
pub use error::{ClueError, LanguageError, RuleError};
pub use example::Instance;
pub use lower::lower;
#[cfg(feature = "ablation")]
pub use lower::recognitions;
pub use lowered::Lowered;
pub use marks::{Exempted, find_exempted};
pub use missing::{full_houses, with_missing};
pub use named::{Named, name_clue, name_violation};
pub use phrase::{PHRASE_NAMES, check_phrase};
pub use recognition::{Closed, Ends, Form, MarkShape, Recognition, Style};
pub use refutation::Conflict;
pub use rule::{
    Default, Draw, Example, ExampleCells, ExampleValues, FAMILIES, LayoutFormula, ParamSpec, Rule,
    check_formula,
};
pub use shape::{Gesture, Shape};
pub use statement::{Automaton, Compare, PairTable, Statement};
pub use typical::{Listing, Lists, Placement, Typical, Weaker};

/// Checks the syntax of a formula or number of the rule language, but not its names and types.
///
/// # Errors
/// Returns the position at which the syntax is wrong, and what was expected there.
pub fn syntax(formula: &str) -> Result<(), LanguageError> {
    parse::parse(formula).map(|_| ())
}
