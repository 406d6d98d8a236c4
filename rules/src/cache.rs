//! A cache of lowered clues that all puzzles share.

use super::Statement;
use super::lowered::Lowered;
use rustc_hash::FxHashMap;
use std::sync::{Arc, RwLock};

/// Maximum number of cached forms. Once it is reached, the cache is cleared, so that the memory of a long-running server stays bounded.
const KEPT: usize = 10_000;

/// Lowered clues by form. Their statements refer to places of the form, not to cells of a puzzle.
#[derive(Debug, Default)]
pub(super) struct Cache {
    known: RwLock<FxHashMap<Box<[u32]>, Arc<Template>>>,
}

/// The lowered statements of a form.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) statements: Vec<Statement>,
    pub(super) implied: Vec<Statement>,
    /// The work that lowering the form took, in units of the budget.
    pub(super) work: usize,
}

impl Cache {
    pub(super) fn get(&self, form: &[u32]) -> Option<Arc<Template>> {
        // A lock is poisoned only if another thread panicked. The clue is then lowered again, since the cache only saves time.
        let known = self.known.read().ok()?;
        known.get(form).cloned()
    }

    /// Adds the lowered statements of a form, which refer to places of the form.
    pub(super) fn put(&self, form: &[u32], lowered: Lowered, work: usize) -> Arc<Template> {
        let template = Arc::new(Template {
            statements: lowered.statements,
            implied: lowered.implied,
            work,
        });
        if let Ok(mut known) = self.known.write() {
            if known.len() >= KEPT {
                known.clear();
            }
            known.insert(form.into(), Arc::clone(&template));
        }
        template
    }
}
