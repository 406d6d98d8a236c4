//! The domains that a reader of a step knows: the cited domains, minus the conclusions explained so far.

use super::reading::Reading;
use cluewright_puzzle::DigitSet;

/// The domains of cells that a step's argument may use.
pub(super) struct Known<'a> {
    digits: DigitSet,
    cited: &'a [(u16, DigitSet)],
    /// The conclusions that have been explained so far, by variable.
    lost: Vec<(u16, DigitSet)>,
}

impl Known<'_> {
    /// Returns the digits that a cell may hold.
    pub(super) fn of(&self, cell: u16) -> DigitSet {
        let own = self.cited.iter().filter(|(var, _)| *var == cell);
        let within = own.fold(self.digits, |left, (_, within)| left & *within);
        let lost = self.lost.iter().filter(|(var, _)| *var == cell);
        lost.fold(within, |left, (_, lost)| left.without(*lost))
    }
}

impl<'a> Reading<'a, '_> {
    /// Returns the domains that the step cites.
    pub(super) fn known(&self) -> Known<'a> {
        Known {
            digits: self.ground.digits,
            cited: &self.step.reason.facts,
            lost: vec![],
        }
    }

    /// Returns the cited domains of cells. If a cell loses candidates, its domain is intersected with the candidates that
    /// it had before the step. Otherwise the argument would list sets of digits that were already impossible.
    pub(super) fn standing(&self, cells: &[u16]) -> Vec<DigitSet> {
        let known = self.known();
        let step = self.step;
        let held = |cell: u16| {
            let mut losses = step.removed.iter().zip(&step.left);
            let own = losses.find(|((var, _), _)| *var == cell);
            own.map(|((_, lost), left)| *lost | *left)
        };
        let within = cells.iter().map(|&cell| match held(cell) {
            Some(held) => known.of(cell) & held,
            None => known.of(cell),
        });
        within.collect()
    }

    /// Orders the conclusions of a step so that each follows from the cited domains and the conclusions before it. `why`
    /// returns the reason for a conclusion, or `None` if the conclusion does not follow yet. Returns `None` if there is no
    /// such order.
    pub(super) fn explain_in_order<R>(
        &self,
        why: impl Fn(&Known<'_>, u16, DigitSet) -> Option<R>,
    ) -> Option<Vec<R>> {
        let mut known = self.known();
        let mut open = self.step.removed.clone();
        let mut reasons = vec![];
        while !open.is_empty() {
            let mut found = open.iter().enumerate();
            let (place, reason) =
                found.find_map(|(place, &(var, lost))| Some((place, why(&known, var, lost)?)))?;
            known.lost.push(open.remove(place));
            reasons.push(reason);
        }
        Some(reasons)
    }
}
