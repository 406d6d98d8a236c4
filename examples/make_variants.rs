//! Makes the puzzles of `corpus/variants`: for every rule of the book one small puzzle that is
//! unique only thanks to that rule.
//!
//! `cargo run --release --example make_variants -- corpus/variants [RULE …]`
//!
//! For each rule: a random full grid, random places for clues that are true of it, then givens are
//! removed while the puzzle stays unique, then clues that it does not need. What is kept is proven
//! twice: with the rule's clues there is one solution, without them there are several. Every rule
//! has its own random stream, so that one rule's puzzle does not depend on the others.

use cluewright::formats::native;
use cluewright::model::Model;
use cluewright::puzzle::{Cell, Clue, DigitSet, Given, Layout, Param, Puzzle};
use cluewright::rules::{Book, Rule, Shape};
use cluewright::search::{self, Limits};
use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::Path;

/// Tries per rule: the one with the fewest givens is kept.
const TRIES: u64 = 12;

type Random = ChaCha8Rng;

/// What a rule's puzzle looks like.
struct Recipe {
    layout: Layout,
    /// How many clues are tried; those that are not needed go again.
    clues: usize,
    /// Cells of a clue whose shape leaves the number open: from, to.
    cells: (usize, usize),
    /// Values of parameters that are not searched for.
    params: &'static [(&'static str, Fixed)],
}
