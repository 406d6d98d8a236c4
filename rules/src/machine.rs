//! Caches automata and pair tables by the texts that encode them, because the clues of a puzzle often share a text.

use super::encodings::{self, EncodingError};
use super::{Automaton, PairTable};
use cluewright_puzzle::Layout;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

type Built<T> = Result<Arc<T>, String>;

/// Maximum number of cached texts of each kind, per thread. Once it is reached, the cache is cleared, so that its memory stays bounded.
const KEPT: usize = 256;

/// Decoded texts. The key is the text with the number of digits and the lowest digit, because the text does not contain these.
type Known<T> = RefCell<FxHashMap<(String, u8, u8), Built<T>>>;

thread_local! {
    static PATTERNS: Known<Automaton> = RefCell::default();
    static MACHINES: Known<Automaton> = RefCell::default();
    static TABLES: Known<PairTable> = RefCell::default();
}

/// Returns the automaton of a regular expression over digits, from the cache if possible.
pub(super) fn pattern(text: &str, layout: &Layout) -> Built<Automaton> {
    PATTERNS.with(|known| recall(known, text, layout, encodings::decode_pattern))
}

/// Returns the automaton of an encoded machine, from the cache if possible.
pub(super) fn encode(text: &str, layout: &Layout) -> Built<Automaton> {
    MACHINES.with(|known| recall(known, text, layout, encodings::decode_machine))
}

/// Returns the table of an encoded pair relation, from the cache if possible.
pub(super) fn pair_table(text: &str, layout: &Layout) -> Built<PairTable> {
    TABLES.with(|known| recall(known, text, layout, encodings::decode_key))
}

fn recall<T>(
    known: &Known<T>,
    text: &str,
    layout: &Layout,
    build: fn(&str, &Layout) -> Result<T, EncodingError>,
) -> Built<T> {
    let key = (text.to_owned(), layout.min_digit, layout.digit_count);
    let mut known = known.borrow_mut();
    if let Some(built) = known.get(&key) {
        return built.clone();
    }
    // Errors are cached too, because many clues may have the same wrong text.
    let built = build(text, layout).map(Arc::new).map_err(|e| e.to_string());
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(key, built.clone());
    built
}
