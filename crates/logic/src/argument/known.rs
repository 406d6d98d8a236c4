//! What is known of cells while a person follows a step: first what it cites, then what it has concluded so far.

use super::reading::Reading;
use cluewright_puzzle::DigitSet;

/// What cells may hold.
pub(super) struct Known<'a> {
    digits: DigitSet,
    cited: &'a [(u16, DigitSet)],
    /// What was concluded.
    lost: Vec<(u16, DigitSet)>,
}

impl Known<'_> {
    /// What a cell may hold.
    pub(super) fn of(&self, cell: u16) -> DigitSet {
        let own = self.cited.iter().filter(|(var, _)| *var == cell);
        let within = own.fold(self.digits, |left, (_, within)| left & *within);
        let lost = self.lost.iter().filter(|(var, _)| *var == cell);
        lost.fold(within, |left, (_, lost)| left.without(*lost))
    }
}

impl<'a> Reading<'a, '_> {
    /// What the step cites.
    pub(super) fn known(&self) -> Known<'a> {
        Known {
            digits: self.ground.digits,
            cited: &self.step.reason.facts,
            lost: vec![],
        }
    }

    /// What the step cites of cells, and what those that lose something held before: no set that needs more is told.
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

    /// Follows the step cell by cell: `why` tells for what a cell loses, if what is known says why. `None` where some
    /// loss has no reason, however the cells are ordered.
    pub(super) fn followed<R>(
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
