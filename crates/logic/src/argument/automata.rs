//! Extracts two facts from an automaton: the clue's number (such as a sandwich sum), and the digit pairs allowed in
//! consecutive cells.

use cluewright_puzzle::DigitSet;
use cluewright_rules::statement::{Accepts, Automaton, PairTable};
use std::collections::BTreeSet;

/// The number of counted digits and their sum, over the cells visited so far.
pub(super) type Counted = (u8, i64);

/// Returns the number that all accepted lines share and no rejected line has, if there is one. `count` updates the count
/// along a line, starting from zero, and `number` converts the final count to the number. Lines for which either returns
/// `None` are skipped.
pub(super) fn find_number(
    said: &Accepts,
    digits: DigitSet,
    count: &dyn Fn(Counted, u8) -> Option<Counted>,
    number: &dyn Fn(Counted) -> Option<i64>,
) -> Option<i64> {
    let Accepts(cells, automaton) = said;
    // Later cells depend only on the state and the count, so lines with equal states and counts are merged.
    let mut states = BTreeSet::from([(automaton.start, (0, 0))]);
    for _ in cells {
        // Dead states are kept, because the numbers of rejected lines are needed for the comparison.
        let mut next = BTreeSet::new();
        for &(state, counted) in &states {
            let more = digits.iter().filter_map(|digit| {
                let counted = count(counted, digit)?;
                Some((automaton.step(state, digit), counted))
            });
            next.extend(more);
        }
        states = next;
    }
    let is_good = |state: u16| state != Automaton::DEAD && automaton.accepting[usize::from(state)];
    let ends = states.into_iter();
    let ends = ends.filter_map(|(state, counted)| Some((is_good(state), number(counted)?)));
    let (good, bad): (Vec<_>, Vec<_>) = ends.partition(|(is_good, _)| *is_good);
    let (_, wanted) = *good.first()?;
    let is_all = good.iter().all(|(_, number)| *number == wanted);
    (is_all && bad.iter().all(|(_, number)| *number != wanted)).then_some(wanted)
}

/// Returns the pairs of digits that an automaton allows in two consecutive cells, whatever the other cells hold. `place` is
/// the index of the first of the two cells.
pub(super) fn neighbours(said: &Accepts, digits: DigitSet, place: usize) -> PairTable {
    let Accepts(cells, automaton) = said;
    let mut before = BTreeSet::from([automaton.start]);
    for _ in 0..place {
        before = step(automaton, &before, digits);
    }
    let leads = |first: u8, second: u8| {
        let mut states = step(automaton, &before, DigitSet::one(first));
        states = step(automaton, &states, DigitSet::one(second));
        for _ in place + 2..cells.len() {
            states = step(automaton, &states, digits);
        }
        states
            .iter()
            .any(|&state| automaton.accepting[usize::from(state)])
    };
    PairTable::new(digits, digits, leads)
}

/// Returns the states that the automaton can reach from `states` by reading one of the given digits.
fn step(automaton: &Automaton, states: &BTreeSet<u16>, digits: DigitSet) -> BTreeSet<u16> {
    let next = states
        .iter()
        .flat_map(|&state| digits.iter().map(move |digit| automaton.step(state, digit)));
    next.filter(|&state| state != Automaton::DEAD).collect()
}
