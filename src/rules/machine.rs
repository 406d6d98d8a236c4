//! Machines that come as text or are made of others, remembered: a puzzle asks for the same one again and
//! again.

use super::automaton::union;
use super::encodings::{self, EncodingError};
use super::{Automaton, PairTable};
use crate::puzzle::Layout;
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::sync::Arc;

type Built<T> = Result<Arc<T>, String>;

/// How many machines of a kind a thread remembers.
const KEPT: usize = 256;

/// What was built from texts, by text and digits.
type Known<T> = RefCell<FxHashMap<(String, u8, u8), Built<T>>>;

/// The union of some automata for words of one length, by their addresses: they are kept too, so that these
/// stay theirs. Nothing where it is too large.
#[derive(Default)]
struct Joined {
    known: FxHashMap<(Vec<usize>, usize), Option<Arc<Automaton>>>,
    kept: Vec<Arc<Automaton>>,
}

thread_local! {
    static PATTERNS: Known<Automaton> = RefCell::default();
    static MACHINES: Known<Automaton> = RefCell::default();
    static TABLES: Known<PairTable> = RefCell::default();
    static JOINED: RefCell<Joined> = RefCell::default();
}

/// The automaton of a regular expression over digits.
pub(super) fn pattern(text: &str, layout: &Layout) -> Built<Automaton> {
    PATTERNS.with(|known| remembered(known, text, layout, encodings::decode_pattern))
}

/// The automaton of a packed machine.
pub(super) fn encoded(text: &str, layout: &Layout) -> Built<Automaton> {
    MACHINES.with(|known| remembered(known, text, layout, encodings::decode_machine))
}

/// The table of a packed pair relation.
pub(super) fn pair_table(text: &str, layout: &Layout) -> Built<PairTable> {
    TABLES.with(|known| remembered(known, text, layout, encodings::decode_key))
}

/// The automaton of the words of this length that one of the automata accepts, where it is no larger than
/// they are: it prunes no more than they do.
pub(super) fn joined(automata: &[&Arc<Automaton>], length: usize) -> Option<Arc<Automaton>> {
    let address = |automaton: &&Arc<Automaton>| Arc::as_ptr(automaton).addr();
    let key = (automata.iter().map(address).collect(), length);
    JOINED.with_borrow_mut(|joined| {
        if let Some(known) = joined.known.get(&key) {
            return known.clone();
        }
        let plain: Vec<&Automaton> = automata.iter().map(|automaton| &***automaton).collect();
        let states = plain
            .iter()
            .map(|automaton| automaton.accepting.len())
            .sum();
        let union = union(&plain, length, 4 * states).ok();
        let union = union
            .filter(|union| union.accepting.len() <= states)
            .map(Arc::new);
        if joined.known.len() >= KEPT {
            *joined = Joined::default();
        }
        joined.kept.extend(automata.iter().copied().map(Arc::clone));
        joined.known.insert(key, union.clone());
        union
    })
}

fn remembered<T>(
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
    let built = build(text, layout).map(Arc::new).map_err(|e| e.to_string());
    if known.len() >= KEPT {
        known.clear();
    }
    known.insert(key, built.clone());
    built
}
