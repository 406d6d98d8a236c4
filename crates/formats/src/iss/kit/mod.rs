//! What reading and writing any type needs.

pub(crate) mod args;
pub(crate) mod cells;
pub(crate) mod clues;
pub(crate) mod form;
pub(crate) mod lex;
pub(crate) mod token;
pub(crate) mod writer;
