//! Caches automata and pair tables by the texts that encode them, because the clues of a puzzle often share a text.

use super::encodings::{self, EncodingError};
use super::{Automaton, PairTable};
use cluewright_puzzle::{DigitSet, Layout, Puzzle};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

type Built<T> = Result<Arc<T>, String>;

/// Maximum number of cached texts of each kind, per thread. Once it is reached, the cache is cleared, so that its memory stays bounded.
const KEPT: usize = 256;

/// Decoded texts. The key is the text with the values that its symbols stand for, because the text does not contain these.
type Known<T> = RefCell<FxHashMap<(String, DigitSet), Built<T>>>;

thread_local! {
    static PATTERNS: Known<Automaton> = RefCell::default();
    static MACHINES: Known<Automaton> = RefCell::default();
    static TABLES: Known<PairTable> = RefCell::default();
}

/// Returns the automaton of a regular expression over the values of a puzzle's cells, layers and letters, from the cache if
/// possible.
pub(super) fn pattern(text: &str, puzzle: &Puzzle) -> Built<Automaton> {
    let extras = puzzle.extras.iter().map(|extra| extra.values);
    let values = extras.fold(puzzle.layout.digits(), |all, own| all | own);
    let build = || encodings::decode_pattern(text, values);
    PATTERNS.with(|known| recall(known, text, values, build))
}

/// Returns the automaton of an encoded machine, from the cache if possible.
pub(super) fn encode(text: &str, layout: &Layout) -> Built<Automaton> {
    let build = || encodings::decode_machine(text, layout);
    MACHINES.with(|known| recall(known, text, layout.digits(), build))
}

/// Returns the table of an encoded pair relation, from the cache if possible.
pub(super) fn pair_table(text: &str, layout: &Layout) -> Built<PairTable> {
    let build = || encodings::decode_key(text, layout);
    TABLES.with(|known| recall(known, text, layout.digits(), build))
}

fn recall<T>(
    known: &Known<T>,
    text: &str,
    values: DigitSet,
    build: impl FnOnce() -> Result<T, EncodingError>,
) -> Built<T> {
    let key = (text.to_owned(), values);
    let mut known = known.borrow_mut();
    if let Some(built) = known.get(&key) {
        return built.clone();
    }
    // Errors are cached too, because many clues may have the same wrong text.
    let built = build().map(Arc::new).map_err(|e| e.to_string());
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(key, built.clone());
    built
}
