//! Lowered clues, remembered from one puzzle to the next.

use super::Statement;
use super::lowered::Lowered;
use rustc_hash::FxHashMap;
use std::sync::{Arc, RwLock};

/// Forms kept; when there are more, all are forgotten.
const KEPT: usize = 10_000;

/// Lowered clues by form, with places in the form's cells for cells.
#[derive(Debug, Default)]
pub(super) struct Cache {
    known: RwLock<FxHashMap<Box<[u32]>, Arc<Template>>>,
}

/// The statements of a form.
#[derive(Debug)]
pub(super) struct Template {
    pub(super) statements: Vec<Statement>,
    pub(super) implied: Vec<Statement>,
    /// The work of lowering it.
    pub(super) work: usize,
}

impl Cache {
    pub(super) fn get(&self, form: &[u32]) -> Option<Arc<Template>> {
        let known = self.known.read().ok()?;
        known.get(form).cloned()
    }

    /// Remembers what was lowered about the form's places.
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
