//! Refutes assumptions by cases: the assumption leaves a few digits for a cell or a few places for a digit in a house, and
//! each case fails.

use super::follow::{Trials, assume};
use super::notes::{Account, Line, Link};
use super::{Candidate, SHORT};
use crate::HouseKind;
use cluewright_engine::model::{Cite, Word};
use cluewright_puzzle::DigitSet;

/// Number of rounds that may lead from an assumption to the cases.
const LEAD: usize = 2;

/// Maximum number of cases in a split.
const MOST_CASES: usize = 3;
/// Maximum number of inferences in all cases together.
const MOST_LINKS: usize = 7;

/// Maximum number of case splits to follow.
const MOST_TRIED: usize = 50;
/// Maximum number of case splits to explain.
const MOST_EXPLAINED: usize = 6;

/// A refutation of an assumption by cases.
#[derive(Debug)]
pub(crate) struct Cases {
    /// The inferences that exclude all other cases.
    pub(crate) lead: Vec<Link>,
    /// The house in which the cases are the places of a digit; `None` if the cases are the digits of a cell.
    pub(crate) house: Option<Cite>,
    /// The cases, each with the inferences that refute it.
    pub(crate) cases: Vec<(Candidate, Line)>,
    /// The total cost and all citations of the lead and the cases.
    pub(crate) account: Account,
}

impl Cases {
    fn size(&self) -> usize {
        let cases = self.cases.iter().map(|(_, line)| 1 + line.links.len());
        self.lead.len() + cases.sum::<usize>()
    }
}

/// A case split: a set of candidates of which one must be true, because they are the only ones left in a cell or house.
struct Division {
    house: Option<Cite>,
    cases: Vec<Candidate>,
    /// The candidates whose removal leaves only these cases.
    lost: Vec<(u16, DigitSet)>,
}

impl<W: Word> Trials<'_, W> {
    /// Finds the shortest refutation of an assumption by cases.
    pub(super) fn cases(&mut self, assumed: (u16, DigitSet)) -> Option<Cases> {
        // If the assumption fails without cases, it is left to `line`.
        let left = self.remaining_candidates(&[assumed], LEAD)?;
        let mut divisions = self.divisions(assumed.0, &left);
        divisions.retain(|division| {
            let mut cases = division.cases.iter();
            cases.all(|&case| self.follow(&[assumed, assume(case)[0]], SHORT))
        });
        let few = divisions.into_iter().take(MOST_EXPLAINED);
        let told = few.filter_map(|division| self.explain_cases(assumed, division));
        let short = told.filter(|cases| cases.size() <= MOST_LINKS);
        short.min_by_key(Cases::size)
    }

    /// Returns the case splits that are possible under an assumption. Splits with fewer cases come first. Among splits with
    /// equally many cases, those that the assumption has narrowed come first.
    fn divisions(&self, assumed: u16, left: &[DigitSet]) -> Vec<Division> {
        let before = |var: u16| self.digits(self.start[usize::from(var)]);
        let cells = (0..self.ground.cells() as u16).filter(|&cell| cell != assumed);
        let by_cell = cells.map(|cell| {
            let digits = left[usize::from(cell)];
            Division {
                house: None,
                cases: digits.iter().map(|digit| (cell, digit)).collect(),
                lost: vec![(cell, before(cell).without(digits))],
            }
        });
        let houses = self.ground.houses.iter();
        let houses = houses.filter(|house| house.kind != HouseKind::Extra);
        let by_house = houses.flat_map(|house| {
            self.ground.digits.iter().map(move |digit| {
                let holds = |&cell: &u16| left[usize::from(cell)].contains(digit);
                let (places, others): (Vec<u16>, Vec<u16>) = house.cells.iter().partition(holds);
                Division {
                    house: Some(house.cite),
                    cases: places.iter().map(|&cell| (cell, digit)).collect(),
                    lost: others
                        .iter()
                        .map(|&cell| (cell, DigitSet::one(digit)))
                        .collect(),
                }
            })
        });
        let mut all: Vec<Division> = by_cell.chain(by_house).collect();
        all.retain(|division| (2..=MOST_CASES).contains(&division.cases.len()));
        let is_new = |&(var, lost): &(u16, DigitSet)| !(before(var) & lost).is_empty();
        all.sort_by_key(|division| (division.cases.len(), !division.lost.iter().any(is_new)));
        all.truncate(MOST_TRIED);
        all
    }

    fn explain_cases(&mut self, assumed: (u16, DigitSet), division: Division) -> Option<Cases> {
        let (lead, mut account) = self.lead(&[assumed], LEAD, &division.lost)?;
        let mut cases = vec![];
        for case in division.cases {
            // Each case starts from the conclusions of the lead, so that it does not repeat the lead's inferences.
            let known = lead.iter().map(|&(_, var, left)| (var, left));
            let known: Vec<_> = [assumed]
                .into_iter()
                .chain(known)
                .chain(assume(case))
                .collect();
            let line = self.line(&known, SHORT)?;
            account.join(line.account.clone());
            cases.push((case, line));
        }
        Some(Cases {
            lead,
            house: division.house,
            cases,
            account,
        })
    }
}
