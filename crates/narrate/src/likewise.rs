//! Shortens proofs that repeat an earlier one with another digit, other cells or other clues: `likewise R3C5 cannot be 7,
//! through R4C6 and row 2`.
//!
//! The proofs are compared by their inferences, not by their text. A reader follows the short form by replaying the earlier
//! proof, so it names every cell, clue and house that differs, in the order of the inferences.

use super::conclusions::{Is, word_excluded};
use super::names::{
    Brief, cite_name, cite_span, digit_name, house_cells, kind_of, list, list_of, name, subject,
};
use cluewright_engine::model::Cite;
use cluewright_logic::{Basis, Cells, Fall, Ground, Proof, SplitCase, Way};
use cluewright_puzzle::DigitSet;

/// Maximum number of cells, clues and houses that differ. It is small because a reader has to substitute them one by one.
const MOST_CHANGED: usize = 4;

/// Proofs that repeat an earlier one.
#[derive(Clone)]
pub(super) struct Repeat {
    /// The repetitions. Those after the first are about the same digits.
    each: Vec<Repeated>,
}

/// One repetition of a proof.
#[derive(Clone, PartialEq, Eq)]
struct Repeated {
    /// The conclusions.
    removed: Vec<(u16, DigitSet)>,
    /// The names of the other cells, the clues and the houses that differ.
    through: Vec<String>,
}

impl Repeated {
    /// Returns the digits, if all conclusions are about the same ones.
    fn digits(&self) -> Option<DigitSet> {
        let (first, others) = self.removed.split_first()?;
        let is_same = others.iter().all(|other| other.1 == first.1);
        is_same.then_some(first.1)
    }
}

impl Repeat {
    /// Returns the short form of proofs that fail in the same way. Returns `None` if they do not repeat the earlier proofs.
    pub(super) fn of(ground: &Ground<'_>, earlier: &[Proof], new: &[Proof]) -> Option<Self> {
        let (first, other) = (earlier.first()?, new.first()?);
        if !is_about_same_digits(earlier) || !is_about_same_digits(new) {
            return None;
        }
        let (before, after) = (inferences(first)?, inferences(other)?);
        let removed: Vec<(u16, DigitSet)> = new.iter().map(|proof| proof.removed).collect();
        let known: Vec<u16> = removed.iter().map(|(cell, _)| *cell).collect();
        let changes = Changes::of(ground, first.removed, other.removed)?;
        let through = changes.through(&before, &after, &known)?;
        let each = vec![Repeated { removed, through }];
        Some(Self { each })
    }

    /// Adds another repetition of the same proof. Returns `None` if it is about other digits and differs in other cells,
    /// clues or houses.
    pub(super) fn join(&self, other: &Self) -> Option<Self> {
        let (Some(last), [new]) = (self.each.last(), &other.each[..]) else {
            return None;
        };
        let mut joined = self.clone();
        match last.through == new.through {
            true => joined.each.last_mut()?.removed.extend(&new.removed),
            false => joined.each.push(new.clone()),
        }
        let digits = |each: &Repeated| each.digits();
        let is_same = joined
            .each
            .windows(2)
            .all(|two| two[0].digits().is_some() && two[0].digits() == digits(&two[1]));
        is_same.then_some(joined)
    }

    /// Returns the text of the repetition, such as `likewise R3C5 cannot be 7, through R4C6`.
    pub(super) fn text(&self, ground: &Ground<'_>) -> String {
        if let [one] = &self.each[..] {
            let excluded = word_excluded(ground, &one.removed);
            return format!("likewise {excluded}{}", word_through(&one.through));
        }
        let each = self.each.iter().enumerate().map(|(place, one)| {
            let cells: Vec<u16> = one.removed.iter().map(|(cell, _)| *cell).collect();
            let cells = subject(ground.puzzle, &cells);
            let through = list_of(&one.through, " and ");
            match (place, one.through.is_empty()) {
                (_, true) => cells,
                (0, _) => format!("{cells} (through {through})"),
                _ => format!("{cells} ({through})"),
            }
        });
        let digits = self.each[0].digits().unwrap_or_default();
        let cells = list_of(&each.collect::<Vec<_>>(), " and ");
        format!("likewise {cells} cannot be {}", list(digits.iter(), "or"))
    }
}

/// Returns the short form of a case that repeats an earlier case of the same assumption: `likewise with 7 there`. The cells
/// of all cases have just been listed, so they are not named again.
pub(super) fn repeat_case(
    ground: &Ground<'_>,
    assumed: u16,
    [earlier, new]: [&SplitCase; 2],
    (place, cells): (&str, Cells),
) -> Option<String> {
    // A case that fails at once is not longer than its short form would be.
    if earlier.fall.links.is_empty() {
        return None;
    }
    let [before, after] = [earlier, new].map(|case| failing(&case.fall, case.missing));
    let [old, digit] = [earlier, new].map(|case| (case.cell, DigitSet::one(case.digit)));
    let mut changes = Changes::of(ground, old, digit)?;
    // Both cases have the same assumption, so its cell must not correspond to any other cell.
    match_pair(&mut changes.cells, [assumed, assumed]).then_some(())?;
    let known: Vec<u16> = cells.iter().collect();
    let through = changes.through(&before, &after, &known)?;
    let digit = digit_name(new.digit);
    Some(format!(
        "likewise with {digit} {place}{}",
        word_through(&through)
    ))
}

fn word_through(names: &[String]) -> String {
    match names.is_empty() {
        true => String::new(),
        false => format!(", through {}", list_of(names, " and ")),
    }
}

fn is_about_same_digits(proofs: &[Proof]) -> bool {
    proofs
        .windows(2)
        .all(|two| two[0].removed.1 == two[1].removed.1)
}

/// A part of a proof that a sentence states.
enum Inference {
    /// The candidates that a clue or house leaves in a cell.
    Leaves(Basis, u16, DigitSet),
    /// The clue or house that fails, and the digit that has no place left.
    Fails(Basis, Option<u8>),
    /// The house whose places for a digit are the cases; `None` if the cases are the digits of a cell.
    Splits(Option<Cite>),
    /// A digit that a case assumes in a cell.
    Assumes(u16, u8),
}

/// Lists the inferences of a proof in the order of its sentence. Returns `None` for a tally, or if the proof has only one
/// inference.
fn inferences(proof: &Proof) -> Option<Vec<Inference>> {
    match &proof.by {
        _ if proof.size() == 0 => None,
        Way::Line { fall, missing } => Some(failing(fall, *missing)),
        Way::Cases(split) => {
            let mut all = leaving(&split.lead);
            all.push(Inference::Splits(split.house));
            for case in &split.cases {
                all.push(Inference::Assumes(case.cell, case.digit));
                all.extend(failing(&case.fall, case.missing));
            }
            Some(all)
        }
        Way::Tally(_) => None,
    }
}

fn leaving(links: &[(Basis, u16, DigitSet)]) -> Vec<Inference> {
    let links = links.iter();
    let links = links.map(|(basis, var, left)| Inference::Leaves(basis.clone(), *var, *left));
    links.collect()
}

fn failing(fall: &Fall, missing: Option<u8>) -> Vec<Inference> {
    let mut all = leaving(&fall.links);
    all.push(Inference::Fails(fall.breaks.clone(), missing));
    all
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

    /// Names what differs between two lists of inferences, except the known cells. Returns `None` if the lists do not
    /// correspond to each other, or if too much differs.
    fn through(
        mut self,
        before: &[Inference],
        after: &[Inference],
        known: &[u16],
    ) -> Option<Vec<String>> {
        // `zip` stops at the shorter list, so the lengths are compared too.
        let mut pairs = before.iter().zip(after);
        let is_same = before.len() == after.len() && pairs.all(|(a, b)| self.match_up(a, b));
        let names = self.names(known);
        (is_same && names.len() <= MOST_CHANGED).then_some(names)
    }

    /// Returns `true` if two inferences correspond to each other, and records their cells, clues and houses.
    fn match_up(&mut self, a: &Inference, b: &Inference) -> bool {
        use Inference::{Assumes, Fails, Leaves, Splits};
        match (a, b) {
            (Leaves(basis, var, left), Leaves(other, cell, rest)) => {
                let is = |left| Is::of(left, self.ground.digits.without(left));
                self.is_same_candidates(is(*left), is(*rest))
                    && self.match_bases(basis, other)
                    && match_pair(&mut self.cells, [*var, *cell])
            }
            (Fails(basis, missing), Fails(other, digit)) => {
                // A digit that cannot be replaced becomes `Some(None)`, so it matches neither a digit nor a missing
                // one.
                missing.map(|missing| self.replace(missing)) == digit.map(Some)
                    && self.match_bases(basis, other)
                    && self.has_same_cells(basis, other)
            }
            (Splits(None), Splits(None)) => true,
            (&Splits(Some(house)), &Splits(Some(other))) => self.match_cites(house, other),
            (&Assumes(var, digit), &Assumes(cell, new)) => {
                self.replace(digit) == Some(new) && match_pair(&mut self.cells, [var, cell])
            }
            _ => false,
        }
    }

    /// Returns `true` if two inferences can rest on corresponding clues and houses. Sums and paths must be the same.
    fn match_bases(&mut self, a: &Basis, b: &Basis) -> bool {
        match (a.one(), b.one()) {
            (Some(cite), Some(other)) => self.match_cites(cite, other),
            _ => a == b,
        }
    }

    /// Returns `true` if two citations can correspond to each other, and records them. Clues must be of the same kind, but
    /// a house can correspond to any house.
    fn match_cites(&mut self, a: Cite, b: Cite) -> bool {
        let is_alike = match (a, b) {
            (Cite::House(_), Cite::House(_)) => true,
            (Cite::House(_), _) | (_, Cite::House(_)) => false,
            _ => self.kind(a) == self.kind(b),
        };
        is_alike && match_pair(&mut self.cites, [a, b])
    }

    /// Returns `true` if two houses contain corresponding cells. Otherwise, one house could contain a digit twice while the
    /// other fails for another reason.
    fn has_same_cells(&self, house: &Basis, other: &Basis) -> bool {
        let cells = |basis: &Basis| house_cells(self.ground, basis.one()?);
        let houses = [house, other].map(cells);
        let [Some(house), Some(other)] = houses else {
            return true;
        };
        let mut pairs = self.cells.iter();
        pairs.all(|&[a, b]| house.contains(a) == other.contains(b))
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
            (Is::Among(a), Is::Among(b)) => is_set(a, b) || self.is_turned(a, b),
            (Is::Not(a), Is::Not(b)) => is_set(a, b),
            (Is::Between(low, high), Is::Between(other, end)) => {
                is_digit(low, other) && is_digit(high, end)
            }
            (Is::Even, Is::Even) | (Is::Odd, Is::Odd) => true,
            _ => false,
        }
    }

    /// Returns `true` if each of two cells has lost the digit that its own proof assumes, and their candidates are
    /// otherwise equal.
    fn is_turned(&self, a: DigitSet, b: DigitSet) -> bool {
        self.digit.is_some_and(|[old, new]| {
            let [old, new] = [old, new].map(DigitSet::one);
            (a | old) == (b | new) && (a & old).is_empty() && (b & new).is_empty()
        })
    }

    /// Names the cells that differ, except the known cells, and the clues and houses that differ. A clue that the cells of
    /// the proof identify is not named.
    fn names(&self, known: &[u16]) -> Vec<String> {
        let cells: Vec<u16> = self.cells.iter().map(|&[_, cell]| cell).collect();
        let others = self.cells.iter();
        let others = others.filter(|[a, b]| a != b && !known.contains(b));
        let others = others.map(|&[_, cell]| name(self.ground.puzzle, cell));
        let mut names: Vec<String> = others.collect();
        let cites = self.cites.iter().filter(|[a, b]| a != b);
        let is_known = |cite: Cite| Brief::of(self.ground, cite).is_some_and(|it| it.fits(&cells));
        let cites = cites.filter(|[_, cite]| !is_known(*cite));
        let cites = cites.map(|&[_, cite]| cite_span(self.ground, cite));
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

#[cfg(test)]
mod tests {
    use super::super::spans::strip_marks;
    use super::*;
    use cluewright_engine::model::Model;
    use cluewright_engine::parts;
    use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
    use cluewright_rules::Book;

    const LINE: Cite = Cite::Clue(0);
    const ROW: Cite = Cite::House(2);

    fn only(digit: u8) -> DigitSet {
        DigitSet::one(digit)
    }

    /// Returns a proof that a cell cannot be a digit: after these inferences, a house has no place for the digit.
    fn proof(cell: u16, digit: u8, links: &[(Cite, u16, DigitSet)], breaks: Cite) -> Proof {
        let own = links.iter();
        let links = own.map(|&(cite, var, left)| (Basis::One(cite), var, left));
        let (links, breaks) = (links.collect(), Basis::One(breaks));
        Proof {
            removed: (cell, only(digit)),
            by: Way::Line {
                fall: Fall { links, breaks },
                missing: Some(digit),
            },
        }
    }

    fn check(earlier: &Proof, new: &Proof, expected: Option<&str>) {
        check_all(earlier, &[new], expected);
    }

    /// Compares the text of several joined repetitions with the expected one.
    fn check_all(earlier: &Proof, new: &[&Proof], expected: Option<&str>) {
        let mut puzzle = Puzzle::new(Layout::square(9));
        let line = |a, b| Clue::on("palindrome", [Cell(a), Cell(b)]);
        puzzle.clues = vec![line(0, 10), line(40, 50)];
        let clues = parts(&puzzle, Book::builtin()).expect("the puzzle is valid");
        let model = Model::new(&puzzle, &clues);
        let ground = Ground::new(&puzzle, Book::builtin(), &clues, &model);
        let ground = ground.expect("the grid is small");
        let one = std::slice::from_ref;
        let all = new
            .iter()
            .map(|new| Repeat::of(&ground, one(earlier), one(new)));
        let told = all.reduce(|all, next| all?.join(&next?)).flatten();
        let told = told.map(|told| strip_marks(&told.text(&ground)));
        assert_eq!(told.as_deref(), expected);
    }

    #[test]
    fn a_repeated_proof_names_what_differs() {
        let first = proof(0, 4, &[(LINE, 10, only(4))], ROW);
        let digit = proof(0, 5, &[(LINE, 10, only(5))], ROW);
        check(&first, &digit, Some("likewise R1C1 cannot be 5"));
        let turned = proof(10, 4, &[(LINE, 0, only(4))], ROW);
        let told = "likewise R2C2 cannot be 4, through R1C1";
        check(&first, &turned, Some(told));
        let house = proof(0, 4, &[(LINE, 10, only(4))], Cite::House(4));
        let told = "likewise R1C1 cannot be 4, through row 5";
        check(&first, &house, Some(told));
        let clue = proof(40, 4, &[(Cite::Clue(1), 50, only(4))], ROW);
        let told = "likewise R5C5 cannot be 4, through R6C6";
        check(&first, &clue, Some(told));
    }

    #[test]
    fn repetitions_about_the_same_digits_are_joined() {
        let first = proof(0, 4, &[(LINE, 10, only(4))], ROW);
        let turned = proof(10, 4, &[(LINE, 0, only(4))], ROW);
        let clue = proof(40, 4, &[(Cite::Clue(1), 50, only(4))], ROW);
        let told = "likewise R2C2 (through R1C1) and R5C5 (R6C6) cannot be 4";
        check_all(&first, &[&turned, &clue], Some(told));
        let digit = proof(10, 5, &[(LINE, 0, only(5))], ROW);
        let told = "likewise R2C2 cannot be 4 or 5, through R1C1";
        check_all(&first, &[&turned, &digit], Some(told));
        let other = proof(40, 5, &[(Cite::Clue(1), 50, only(5))], ROW);
        check_all(&first, &[&turned, &other], None);
    }

    #[test]
    fn a_cell_that_lost_the_assumed_digit_repeats() {
        let but = |digit| {
            [2, 4, 5, 9]
                .into_iter()
                .filter(|own| *own != digit)
                .collect()
        };
        let first = proof(0, 4, &[(LINE, 10, but(4))], ROW);
        let other = proof(0, 5, &[(LINE, 10, but(5))], ROW);
        check(&first, &other, Some("likewise R1C1 cannot be 5"));
        let same = proof(0, 5, &[(LINE, 10, but(4))], ROW);
        check(&first, &same, None);
    }

    #[test]
    fn a_proof_of_another_form_is_not_a_repetition() {
        let first = proof(0, 4, &[(LINE, 10, only(4))], ROW);
        let by_house = proof(0, 5, &[(Cite::House(0), 10, only(5))], ROW);
        check(&first, &by_house, None);
        let open = proof(0, 5, &[(LINE, 10, DigitSet::range(5, 6))], ROW);
        check(&first, &open, None);
        let longer = proof(0, 5, &[(LINE, 10, only(5)), (ROW, 20, only(6))], ROW);
        check(&first, &longer, None);
    }

    #[test]
    fn a_digit_with_two_meanings_is_not_replaced() {
        let both = [(LINE, 10, only(4)), (ROW, 20, only(5))];
        let turned = [(LINE, 10, only(5)), (ROW, 20, only(4))];
        check(&proof(0, 4, &both, ROW), &proof(0, 5, &turned, ROW), None);
    }

    #[test]
    fn a_house_with_other_cells_fails_for_another_reason() {
        let [first, other] =
            [3, 0].map(|row| proof(0, 4, &[(LINE, 10, only(4))], Cite::House(row)));
        check(&first, &other, None);
    }

    #[test]
    fn a_cell_has_one_partner() {
        let twice = [(LINE, 10, only(4)), (ROW, 20, only(6)), (LINE, 10, only(4))];
        let apart = [(LINE, 10, only(4)), (ROW, 20, only(6)), (LINE, 11, only(4))];
        check(&proof(0, 4, &twice, ROW), &proof(0, 4, &apart, ROW), None);
    }
}
