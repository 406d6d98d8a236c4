//! Where techniques put what they find.

use super::Step;

/// Collects the steps of the lowest rating.
#[derive(Debug)]
pub struct Steps {
    technique: u16,
    price: u16,
    /// The lowest rating found; before anything is found, the highest one that is wanted.
    best: u16,
    found: Vec<Step>,
}

impl Steps {
    /// Nothing yet; steps above a rating, in tenths, are not taken.
    pub(super) fn up_to(ceiling: u16) -> Self {
        Self {
            technique: 0,
            price: 0,
            best: ceiling,
            found: vec![],
        }
    }

    /// Says which technique looks now, and what it costs in tenths. False when it costs too much to be of
    /// use.
    pub(super) fn begin(&mut self, technique: u16, price: u16) -> bool {
        self.technique = technique;
        self.price = price;
        price <= self.best
    }

    /// The most that may be added to the technique's price, in tenths.
    #[must_use]
    pub fn room(&self) -> u16 {
        self.best.saturating_sub(self.price)
    }

    /// Takes a step that costs `more` tenths than the technique's price, unless a cheaper one is known;
    /// `step` is called only when it is wanted.
    pub fn offer(&mut self, more: u16, step: impl FnOnce() -> Step) {
        let rating = self.price.saturating_add(more);
        if rating > self.best {
            return;
        }
        if rating < self.best {
            self.found.clear();
            self.best = rating;
        }
        self.found.push(Step {
            technique: self.technique,
            rating,
            ..step()
        });
    }

    /// Whether nothing was offered yet.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(super) fn into_found(self) -> (u16, Vec<Step>) {
        (self.best, self.found)
    }
}
