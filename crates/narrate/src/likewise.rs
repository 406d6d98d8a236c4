//! Shortens proofs that repeat an earlier one with another digit, other cells or other clues: `likewise R3C5 cannot be 7,
//! through R4C6 and row 2`.
//!
//! The proofs are compared by their inferences, not by their text. A reader follows the short form by replaying the earlier
//! proof, so it names every cell, clue and house that differs, in the order of the inferences.

use super::conclusions::Is;
use super::names::{cite_name, kind_of, list_of, name};
use super::spans::strip_marks;
use super::steps::{WHOLE, name_source, word_excluded};
use cluewright_engine::model::Cite;
use cluewright_logic::{Fall, Ground, Proof, Way};
use cluewright_puzzle::DigitSet;

/// Maximum number of cells, clues and houses that differ, because a reader has to substitute them one by one.
const MOST_CHANGED: usize = 4;

/// Returns the short form of proofs that fail in the same way, if they repeat the earlier proofs.
pub(super) fn likewise(ground: &Ground<'_>, earlier: &[Proof], new: &[Proof]) -> Option<String> {
    let (first, other) = (earlier.first()?, new.first()?);
    if !is_about_same_digits(earlier) || !is_about_same_digits(new) {
        return None;
    }
    let (before, after) = (inferences(first)?, inferences(other)?);
    let mut changes = Changes::of(ground, first.removed, other.removed)?;
    let is_same = before.len() == after.len()
        && before
            .iter()
            .zip(&after)
            .all(|(a, b)| changes.match_up(a, b));
    let removed: Vec<(u16, DigitSet)> = new.iter().map(|proof| proof.removed).collect();
    let named = changes.names(&removed);
    (is_same && named.len() <= MOST_CHANGED).then(|| {
        let excluded = word_excluded(ground, &removed);
        match named.is_empty() {
            true => format!("likewise {excluded}"),
            false => format!("likewise {excluded}, through {}", list_of(&named, " and ")),
        }
    })
}

fn is_about_same_digits(proofs: &[Proof]) -> bool {
    proofs
        .windows(2)
        .all(|two| two[0].removed.1 == two[1].removed.1)
}

/// A part of a proof that a sentence states.
enum Inference {
    /// The candidates that a clue or house leaves in a cell.
    Leaves(Cite, u16, DigitSet),
    /// The clue or house that fails, and the digit that has no place left.
    Fails(Cite, Option<u8>),
    /// The house whose places for a digit are the cases; `None` if the cases are the digits of a cell.
    Splits(Option<Cite>),
    /// A digit that a case assumes in a cell.
    Assumes(u16, u8),
}

/// Lists the inferences of a proof in the order of its sentence. Returns `None` if the proof has none before the last one.
fn inferences(proof: &Proof) -> Option<Vec<Inference>> {
    let leaves = |links: &[(Cite, u16, DigitSet)]| -> Vec<Inference> {
        let links = links.iter();
        let links = links.map(|&(cite, var, left)| Inference::Leaves(cite, var, left));
        links.collect()
    };
    let fails = |fall: &Fall, missing: Option<u8>| {
        let mut all = leaves(&fall.links);
        all.push(Inference::Fails(fall.breaks, missing));
        all
    };
    match &proof.by {
        _ if proof.size() == 0 => None,
        Way::Line { fall, missing } => Some(fails(fall, *missing)),
        Way::Cases(split) => {
            let mut all = leaves(&split.lead);
            all.push(Inference::Splits(split.house));
            for case in &split.cases {
                all.push(Inference::Assumes(case.cell, case.digit));
                all.extend(fails(&case.fall, case.missing));
            }
            Some(all)
        }
        Way::Tally(_) => None,
    }
}

/// A one-to-one correspondence between the cells, digits, clues and houses of two proofs.
struct Changes<'a> {
    ground: &'a Ground<'a>,
    /// The digit to replace, and its replacement.
    digit: Option<[u8; 2]>,
    cells: Vec<[u16; 2]>,
    cites: Vec<[Cite; 2]>,
}

impl<'a> Changes<'a> {
    /// Begins with the assumptions of both proofs. Returns `None` if they differ in more than one digit.
    fn of(
        ground: &'a Ground<'a>,
        (cell, digits): (u16, DigitSet),
        (other, new): (u16, DigitSet),
    ) -> Option<Self> {
        let digit = match digits == new {
            true => None,
            false => Some([digits.single()?, new.single()?]),
        };
        Some(Self {
            ground,
            digit,
            cells: vec![[cell, other]],
            cites: vec![],
        })
    }

    /// Returns `true` if two inferences correspond to each other, and records their cells, clues and houses.
    fn match_up(&mut self, a: &Inference, b: &Inference) -> bool {
        use Inference::{Assumes, Fails, Leaves, Splits};
        match (a, b) {
            (&Leaves(cite, var, left), &Leaves(other, cell, rest)) => {
                let is = |left| Is::of(left, self.ground.digits.without(left));
                self.is_same_candidates(is(left), is(rest))
                    && self.match_cites(cite, other)
                    && match_pair(&mut self.cells, [var, cell])
            }
            (&Fails(cite, missing), &Fails(other, digit)) => {
                missing.map(|missing| self.replace(missing)) == digit.map(Some)
                    && self.match_cites(cite, other)
            }
            (Splits(None), Splits(None)) => true,
            (&Splits(Some(house)), &Splits(Some(other))) => self.match_cites(house, other),
            (&Assumes(var, digit), &Assumes(cell, new)) => {
                self.replace(digit) == Some(new) && match_pair(&mut self.cells, [var, cell])
            }
            _ => false,
        }
    }

    /// Clues must be of the same kind. Any house can take the place of another one.
    fn match_cites(&mut self, a: Cite, b: Cite) -> bool {
        let is_alike = match (a, b) {
            (Cite::House(_), Cite::House(_)) => true,
            (Cite::House(_), _) | (_, Cite::House(_)) => false,
            _ => self.kind(a) == self.kind(b),
        };
        is_alike && match_pair(&mut self.cites, [a, b])
    }

    fn kind(&self, cite: Cite) -> String {
        kind_of(&cite_name(self.ground.book, self.ground.puzzle, cite))
    }

    /// Returns the digit that takes the place of a digit of the earlier proof. Returns `None` for the new digit itself: if
    /// the earlier proof names it too, a reader could not tell the two apart.
    fn replace(&self, digit: u8) -> Option<u8> {
        match self.digit {
            Some([old, new]) if digit == old => Some(new),
            Some([_, new]) if digit == new => None,
            _ => Some(digit),
        }
    }

    /// Returns `true` if both texts about candidates agree after the digit is replaced.
    fn is_same_candidates(&self, a: Is, b: Is) -> bool {
        let is_digit = |a: u8, b: u8| self.replace(a) == Some(b);
        let is_set = |a: DigitSet, b: DigitSet| {
            let replaced: Option<DigitSet> = a.iter().map(|digit| self.replace(digit)).collect();
            replaced == Some(b)
        };
        match (a, b) {
            (Is::Only(a), Is::Only(b))
            | (Is::AtMost(a), Is::AtMost(b))
            | (Is::AtLeast(a), Is::AtLeast(b)) => is_digit(a, b),
            (Is::Among(a), Is::Among(b)) | (Is::Not(a), Is::Not(b)) => is_set(a, b),
            (Is::Between(low, high), Is::Between(other, end)) => {
                is_digit(low, other) && is_digit(high, end)
            }
            (Is::Even, Is::Even) | (Is::Odd, Is::Odd) => true,
            _ => false,
        }
    }

    /// Names the cells that differ, except those of the conclusion, and the clues and houses that differ. A clue that these
    /// cells identify is not named.
    fn names(&self, removed: &[(u16, DigitSet)]) -> Vec<String> {
        let cells = self.cells.iter().filter(|[a, b]| a != b);
        let cells: Vec<u16> = cells.map(|&[_, cell]| cell).collect();
        let is_removed = |cell: &u16| removed.iter().any(|(var, _)| var == cell);
        let others = cells.iter().filter(|cell| !is_removed(cell));
        let mut names: Vec<String> = others.map(|&cell| name(self.ground.puzzle, cell)).collect();
        let cites = self.cites.iter().filter(|[a, b]| a != b);
        let cites = cites.filter_map(|&[_, cite]| {
            let named = name_source(self.ground, cite, &[], &cells, WHOLE);
            let is_known = strip_marks(&named) == format!("the {}", self.kind(cite));
            (!is_known).then_some(named)
        });
        names.extend(cites);
        names
    }
}

/// Adds a pair to a one-to-one correspondence. Returns `false` if one of its members already has another partner.
fn match_pair<T: Copy + PartialEq>(pairs: &mut Vec<[T; 2]>, pair: [T; 2]) -> bool {
    let known = pairs.iter();
    let mut known = known.filter(|known| known[0] == pair[0] || known[1] == pair[1]);
    match known.next() {
        Some(known) => *known == pair,
        None => {
            pairs.push(pair);
            true
        }
    }
}
