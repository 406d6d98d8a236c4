//! Shared code that reads and writes constraints of all types.

mod args;
mod cells;
mod clues;
mod form;
pub(crate) mod lex;
mod token;
mod writer;

pub(crate) use args::{
    MAX_NUMBER, args, cell, integer, names, plain_integer, read_given, read_groups,
};
pub(crate) use cells::{Cells, Spot, beside_the_grid, same_diagonal};
pub(crate) use clues::{any_clue, as_given, each_clue, formula, int, ints, keep, numbers};
pub(crate) use form::{Digits, Family, Form, Grid, Kind, Reading, Restated, Scope, Type, Writing};
pub(crate) use lex::{Item, Piece};
pub(crate) use token::{Token, join_tokens};
pub(crate) use writer::{Inside, Restatement, Unwritable, Writer, at_top};
