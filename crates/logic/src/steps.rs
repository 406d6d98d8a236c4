//! Collects the steps that techniques find.

use super::Step;

/// A collector of the steps with the lowest rating found so far.
#[derive(Debug)]
pub struct Steps {
    technique: u16,
    price: u16,
    /// The lowest rating so far, in tenths. Initially the highest acceptable rating.
    best: u16,
    found: Vec<Step>,
}

impl Steps {
    /// Creates an empty collector that ignores steps above the given rating, in tenths.
    pub(super) fn up_to(ceiling: u16) -> Self {
        Self {
            technique: 0,
            price: 0,
            best: ceiling,
            found: vec![],
        }
    }

    /// Begins a technique with the given price, in tenths. Returns `false` if a cheaper step is already known.
    pub(super) fn begin(&mut self, technique: u16, price: u16) -> bool {
        self.technique = technique;
        self.price = price;
        price <= self.best
    }

    /// Returns the maximum surcharge, in tenths, that a step of the current technique may have and still be
    /// accepted.
    #[must_use]
    pub fn room(&self) -> u16 {
        self.best.saturating_sub(self.price)
    }

    /// Offers a step whose rating is `more` tenths above the price of its technique. `step` is called only if
    /// no cheaper step is known.
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

    /// Returns `true` if no step has been accepted yet.
    pub(super) fn is_empty(&self) -> bool {
        self.found.is_empty()
    }

    pub(super) fn into_found(self) -> (u16, Vec<Step>) {
        (self.best, self.found)
    }
}
