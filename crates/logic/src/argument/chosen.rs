//! Explains X-sums and other clues in which the digit of one cell selects the cells to sum. Each digit requires its own
//! total.

use super::reading::Reading;
use super::sums::plain_sum;
use crate::{Argument, Case};
use cluewright_puzzle::DigitSet;
use cluewright_rules::Statement;
use cluewright_rules::statement::Keep;

impl Reading<'_, '_> {
    /// Explains why the cell whose digit selects the sum loses candidates. Only the largest lost digit below the remaining
    /// candidates and the smallest one above them are named.
    pub(super) fn cases(&self, choices: &[Statement]) -> Option<Argument> {
        let (&[(cell, lost)], &[left]) = (&self.step.removed[..], &self.step.left[..]) else {
            return None;
        };
        let choices = choices.iter().map(|choice| choice_of(choice, cell));
        let choices: Vec<(u8, &Statement)> = choices.collect::<Option<_>>()?;
        let cases = choices
            .iter()
            .filter_map(|(digit, sum)| self.case(cell, *digit, sum));
        let cases: Vec<Case> = cases.collect();
        let of = |digit: u8| cases.iter().find(|case| case.digit == digit);
        let is_open = |digit: u8| choices.iter().any(|(chosen, _)| *chosen == digit);
        // A digit without a branch needs no case, because the clue never allows it.
        if lost
            .iter()
            .any(|digit| is_open(digit) && of(digit).is_none())
        {
            return None;
        }
        let below = lost.iter().filter(|&digit| left.min() > Some(digit)).max();
        let above = lost.iter().filter(|&digit| left.max() < Some(digit)).min();
        let told = [below, above].into_iter().flatten().filter_map(of);
        let told: Vec<Case> = told.cloned().collect();
        (!told.is_empty()).then_some(Argument::Cases(told))
    }

    /// Returns the total that a digit would require of the summed cells, if the candidates of these cells cannot reach it.
    fn case(&self, cell: u16, digit: u8, sum: &Statement) -> Option<Case> {
        let (others, wanted) = match sum {
            // A sum of a single cell is lowered to a restriction of that cell.
            Statement::Keep(Keep(other, digits)) => (vec![other.0], digits.single()?.into()),
            sum => plain_sum(self.ground, sum)?,
        };
        let known = self.known();
        let (least, most) = self.range_of(&others, |other| match self.together(other, cell) {
            true => known.of(other).without(DigitSet::one(digit)),
            false => known.of(other),
        })?;
        let made = match (most < wanted, least > wanted) {
            (true, _) => most,
            (_, true) => least,
            _ => return None,
        };
        Some(Case {
            cell,
            digit,
            others: others.len(),
            wanted,
            made,
        })
    }
}

/// Splits a branch of a disjunction into the digit of `cell` and the statement that this digit implies. Returns `None`
/// for a branch of any other form.
fn choice_of(choice: &Statement, cell: u16) -> Option<(u8, &Statement)> {
    let Statement::All(parts) = choice else {
        return None;
    };
    let [Statement::Keep(Keep(chosen, digits)), asked] = &parts[..] else {
        return None;
    };
    let digit = digits.single().filter(|_| chosen.0 == cell)?;
    Some((digit, asked))
}
