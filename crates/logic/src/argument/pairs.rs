//! Explains steps that follow from clues about pairs of cells: a cell loses a digit that has no partner in the paired
//! cell.

use super::automata::neighbours;
use super::known::Known;
use super::reading::Reading;
use crate::{Argument, Want};
use cluewright_puzzle::DigitSet;
use cluewright_rules::Statement;
use cluewright_rules::statement::{Accepts, Ascending, Compare, Consecutive, Linear, Pair};

/// Maximum number of cells whose lost digits are explained by missing partners.
const MOST_WANTS: usize = 2;
/// Maximum number of digits that each explained cell may lose.
const MOST_LOST: usize = 2;
/// Maximum number of missing partners to name for each explained cell.
const MOST_PARTNERS: usize = 3;

/// The possible partners in one cell for each digit of another cell.
struct Link {
    from: u16,
    to: u16,
    /// The digits of `from`, each with its partners in `to`.
    partners: Vec<(u8, DigitSet)>,
}

impl Link {
    /// Returns the union of the partners of some digits; `None` if one of the digits has no partner.
    fn partners(&self, digits: DigitSet) -> Option<DigitSet> {
        let own = self.partners.iter().filter(|(d, _)| digits.contains(*d));
        own.map(|(_, partners)| (!partners.is_empty()).then_some(*partners))
            .reduce(|a, b| Some(a? | b?))
            .flatten()
    }

    /// Returns `true` if both cells must hold the same digit.
    fn is_same(&self) -> bool {
        let mut all = self.partners.iter();
        all.all(|(digit, partners)| partners.single() == Some(*digit))
    }
}

/// A predicate that returns `true` if the first cell may hold the first digit while the second cell holds the second
/// digit.
type Allows<'s> = dyn Fn(u8, u8) -> bool + 's;

impl Reading<'_, '_> {
    pub(super) fn of_pairs(&self) -> Option<Argument> {
        if let [Statement::Pair(pair)] = &self.said[..]
            && let Some(found) = self.of_pair(pair)
        {
            return Some(found);
        }
        self.without_partners()
            .or_else(|| self.wants())
            .or_else(|| self.few_pairs())
    }

    /// Explains the step by the pairs of digits that are still possible in two cells, if there are few and no pair repeats
    /// a digit.
    fn few_pairs(&self) -> Option<Argument> {
        let [statement] = &self.said[..] else {
            return None;
        };
        let (a, b, allows) = self.pair(statement)?;
        let within = self.standing(&[a, b]);
        let pairs = within[0]
            .iter()
            .flat_map(|x| within[1].iter().map(move |y| (x, y)));
        let pairs: Vec<(u8, u8)> = pairs.filter(|&(x, y)| allows(x, y)).collect();
        // `combinations` lists sets of digits, which cannot express a pair of equal digits.
        if pairs.iter().any(|(x, y)| x == y) {
            return None;
        }
        let mut sets: Vec<DigitSet> = vec![];
        for (x, y) in pairs {
            let set = DigitSet::one(x) | DigitSet::one(y);
            if !sets.contains(&set) {
                sets.push(set);
            }
        }
        self.combinations(&[a, b], sets)
    }

    /// Explains the step by the digits that occur in every pair that the clue allows, if the step removes only such digits,
    /// and only from other cells.
    fn of_pair(&self, Pair(a, b, table): &Pair) -> Option<Argument> {
        let known = self.known();
        let [first, second] = [a, b].map(|cell| known.of(cell.0));
        let pairs = first
            .iter()
            .flat_map(|a| second.iter().map(move |b| (a, b)));
        let pairs = pairs.filter(|&(a, b)| table.allows(a, b));
        let must = pairs
            .map(|(a, b)| DigitSet::one(a) | DigitSet::one(b))
            .reduce(|a, b| a & b)?;
        let outside = |(var, lost): &(u16, DigitSet)| {
            *var != a.0 && *var != b.0 && lost.without(must).is_empty()
        };
        let removed = &self.step.removed;
        let is_all = !removed.is_empty() && removed.iter().all(outside);
        is_all.then_some(Argument::Must(must))
    }

    /// Explains the step by the digits that have no partner in any cell, if they are exactly the digits that the step
    /// removes.
    fn without_partners(&self) -> Option<Argument> {
        let digits = self.ground.digits;
        let mut partners = DigitSet::EMPTY;
        for statement in &self.said {
            let Statement::Pair(Pair(_, _, table)) = statement else {
                return None;
            };
            let goes = |&a: &u8| {
                let mut others = digits.iter();
                others.any(|b| table.allows(a, b) || table.allows(b, a))
            };
            partners = partners | digits.iter().filter(goes).collect();
        }
        let losers = self.step.removed.iter();
        let lost = losers.fold(DigitSet::EMPTY, |all, (_, lost)| all | *lost);
        let missing = digits.without(partners);
        // The sentence names no cells, so the step must not rest on the candidates of any cell.
        let is_all = self.step.reason.facts.is_empty() && lost == missing;
        (is_all && !missing.is_empty()).then_some(Argument::Partners(missing))
    }

    /// Explains the losses one cell at a time. A digit is lost if some neighbour no longer has any partner for it.
    fn wants(&self) -> Option<Argument> {
        let links = self.links();
        let found = self.explain_in_order(|known, var, lost| {
            let own: Vec<&Link> = links.iter().filter(|link| link.from == var).collect();
            self.alone(known, &own, lost)
                .or_else(|| self.find_torn_loss(known, &own, lost))
        })?;
        if found.iter().all(|(_, is_same)| *is_same) {
            let mut pairs: Vec<[u16; 2]> = vec![];
            for (want, _) in &found {
                let (a, b) = (want.cell, want.beside[0]);
                // Both cells of a pair can lose digits, so the pair may already be listed in reverse.
                if !pairs.contains(&[b, a]) {
                    pairs.push([a, b]);
                }
            }
            return Some(Argument::Same(pairs));
        }
        let is_short = |(want, _): &(Want, bool)| {
            want.lost.len() <= MOST_LOST && want.partners.len() <= MOST_PARTNERS
        };
        let is_told = found.len() <= MOST_WANTS && found.iter().all(is_short);
        is_told.then(|| Argument::Wants(found.into_iter().map(|(want, _)| want).collect()))
    }

    /// Explains a loss by a neighbour that no longer has a partner for any of the lost digits. Also returns `true` if
    /// the neighbour must hold the same digit as the cell.
    fn alone(&self, known: &Known<'_>, own: &[&Link], lost: DigitSet) -> Option<(Want, bool)> {
        let gone = own.iter().filter_map(|link| {
            let partners = link.partners(lost)?;
            let is_gone = (known.of(link.to) & partners).is_empty();
            is_gone.then_some((link, partners))
        });
        // The neighbour with the fewest partners is chosen, because a sentence names at most `MOST_PARTNERS`.
        let (link, partners) = gone.min_by_key(|(_, partners)| partners.len())?;
        let want = Want {
            cell: link.from,
            lost,
            beside: vec![link.to],
            partners,
        };
        Some((want, link.is_same()))
    }

    /// Explains a loss by two neighbours that would both need the same digit although they see each other.
    fn find_torn_loss(
        &self,
        known: &Known<'_>,
        own: &[&Link],
        lost: DigitSet,
    ) -> Option<(Want, bool)> {
        let only = |link: &Link| {
            let left = known.of(link.to) & link.partners(lost)?;
            left.single().map(|_| left)
        };
        let needs: Vec<(u16, DigitSet)> = own
            .iter()
            .filter_map(|link| Some((link.to, only(link)?)))
            .collect();
        let mut pairs = needs.iter().enumerate().flat_map(|(place, &first)| {
            let rest = needs[place + 1..].iter();
            rest.map(move |&second| (first, second))
        });
        let ((a, partners), (b, _)) =
            pairs.find(|&((a, left), (b, right))| left == right && self.together(a, b))?;
        let want = Want {
            cell: own.first()?.from,
            lost,
            beside: vec![a, b],
            partners,
        };
        Some((want, false))
    }

    /// Returns the links from each cell that loses candidates to the other cells of its pairs.
    fn links(&self) -> Vec<Link> {
        let loses = |cell: u16| self.step.removed.iter().any(|(var, _)| *var == cell);
        let is_known = |cell: u16| usize::from(cell) < self.ground.cells();
        let mut links = vec![];
        for statement in &self.said {
            if let Statement::Accepts(line) = statement {
                links.extend(self.along(line));
            }
            let Some((a, b, allows)) = self.pair(statement) else {
                continue;
            };
            if !is_known(a) || !is_known(b) {
                continue;
            }
            if loses(a) {
                links.push(self.link(a, b, &*allows));
            }
            if loses(b) {
                links.push(self.link(b, a, &|x, y| allows(y, x)));
            }
        }
        links
    }

    /// Returns the links between consecutive cells of an automaton's line, in both directions, if one of the two cells
    /// loses candidates.
    fn along(&self, line: &Accepts) -> Vec<Link> {
        let cells: Vec<u16> = line.0.iter().map(|cell| cell.0).collect();
        let loses = |cell: u16| self.step.removed.iter().any(|(var, _)| *var == cell);
        let is_known = |cell: u16| usize::from(cell) < self.ground.cells();
        let mut links = vec![];
        for (place, pair) in cells.windows(2).enumerate() {
            let is_asked = pair.iter().any(|&cell| loses(cell));
            if is_asked && pair[0] != pair[1] && pair.iter().all(|&cell| is_known(cell)) {
                let table = neighbours(line, self.ground.digits, place);
                links.push(self.link(pair[0], pair[1], &|x, y| table.allows(x, y)));
                links.push(self.link(pair[1], pair[0], &|x, y| table.allows(y, x)));
            }
        }
        links
    }

    fn link(&self, from: u16, to: u16, allows: &Allows<'_>) -> Link {
        let digits = self.ground.digits;
        let partners = |digit| {
            digits
                .iter()
                .filter(|&other| allows(digit, other))
                .collect()
        };
        Link {
            from,
            to,
            partners: digits
                .iter()
                .map(|digit| (digit, partners(digit)))
                .collect(),
        }
    }

    /// Returns the two cells of a statement and the pairs of digits that they may hold. Returns `None` if the statement is
    /// not about a pair of cells, or has a form that is not supported here.
    pub(super) fn pair<'s>(&self, statement: &'s Statement) -> Option<(u16, u16, Box<Allows<'s>>)> {
        match statement {
            Statement::Pair(Pair(a, b, table)) => {
                Some((a.0, b.0, Box::new(|x, y| table.allows(x, y))))
            }
            Statement::Consecutive(Consecutive(cells)) => {
                let &[a, b] = &cells[..] else { return None };
                Some((a.0, b.0, Box::new(|x: u8, y: u8| x.abs_diff(y) == 1)))
            }
            Statement::Ascending(Ascending {
                cells,
                strict: true,
            }) => {
                let &[a, b] = &cells[..] else { return None };
                Some((a.0, b.0, Box::new(|x: u8, y: u8| x < y)))
            }
            Statement::Linear(Linear {
                terms,
                compare: Compare::Equal,
                total,
            }) => {
                let &[(a, weight), (b, other)] = &terms[..] else {
                    return None;
                };
                let differ = self.together(a.0, b.0);
                let sum = move |x: u8, y: u8| weight * i64::from(x) + other * i64::from(y);
                // The equation alone would allow equal digits, although the two cells may have to differ.
                let allows = move |x, y| sum(x, y) == *total && !(differ && x == y);
                Some((a.0, b.0, Box::new(allows)))
            }
            _ => None,
        }
    }
}
