//! A cache of true candidates. Clients repeat a question after each edit, even if the edit restores an earlier state.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum size of the cache in bytes, including questions and answers.
const MOST_BYTES: usize = 16 << 20;

/// Questions with their answers, most recently used first.
#[derive(Debug, Default)]
pub(in crate::serve) struct Found(Mutex<VecDeque<(String, Arc<str>)>>);

impl Found {
    /// Returns the stored answer to a question, and marks it as recently used.
    pub(super) fn get(&self, question: &str) -> Option<Arc<str>> {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let place = entries.iter().position(|(known, _)| known == question)?;
        let entry = entries.remove(place)?;
        let answer = Arc::clone(&entry.1);
        entries.push_front(entry);
        Some(answer)
    }

    /// Stores an answer. Drops the least recently used answers if the cache is full.
    pub(super) fn keep(&self, question: String, answer: Arc<str>) {
        let mut entries = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        entries.push_front((question, answer));
        let mut bytes = 0;
        let fits = |(question, answer): &(String, Arc<str>)| {
            bytes += question.len() + answer.len();
            bytes <= MOST_BYTES
        };
        let kept = entries.iter().map(fits).take_while(|&fits| fits).count();
        entries.truncate(kept);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_not_wanted_for_long_is_forgotten() {
        let found = Found::default();
        let answer: Arc<str> = "1".repeat(MOST_BYTES / 4).into();
        for question in ["a", "b", "c"] {
            found.keep(question.to_owned(), Arc::clone(&answer));
        }
        assert!(found.get("a").is_some());
        found.keep("d".to_owned(), answer);
        assert!(found.get("a").is_some());
        assert!(found.get("b").is_none());
        assert!(found.get("d").is_some());
    }
}
