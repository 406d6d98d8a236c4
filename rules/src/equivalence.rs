//! Equivalence of puzzles under symmetries of the grid and relabelling of digits.

use super::lower::lower;
use super::statement::{Renumbering, canonical_parts};
use super::{Book, ClueError, Statement};
use cluewright_puzzle::{Cell, DigitSet, Extra, Layout, Puzzle, VIEWS, image};
use std::collections::{BTreeMap, BTreeSet};
use std::hash::{Hash, Hasher};

/// A rotation or reflection, and a relabelling, that map one puzzle to another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Equivalence {
    /// The number of the rotation or reflection, as in [`image`]; 0 is the identity.
    pub view: usize,
    /// For each digit of the first puzzle, in ascending order, the digit of the second puzzle that replaces it.
    pub digits: Vec<(u8, u8)>,
}

/// Finds a rotation or reflection of the grid and a relabelling of its digits that map `one` to `other`. Views are tried in the order of
/// their numbers, and digits keep their labels if the view alone is enough.
///
/// The comparison covers the grid and its digits, regions, letters and layers, all givens and pencil marks, and the
/// clues, whether their rules are the book's or the puzzle's own. Clues are compared by the full statements to which they
/// are lowered, so that an equivalence always maps the solutions of one puzzle to the solutions of the other.
/// Consequently, a rotation preserves a cage but not a rule that depends on directions, such as a row indexer. Repeated
/// clues and givens count once. Titles, rules texts, drawings, typed entries and drawings that may be rules
/// ([`Puzzle::unread`]) are ignored.
///
/// Three limits can only make the result `None`, never wrong:
/// * Digits are relabelled only if the puzzle has no letters or layers, and every clue has the same meaning under every
///   relabelling (like clues of `extra-region`, `clone` and `anti-knight`). One clue that reads values, even a single dot or
///   a cage without effect, ties all digits to their labels. Cage sums are never recomputed for other digits.
/// * Letters and layers correspond by their names.
/// * A line whose rule lowers to an automaton is compared with its cells in the order in which they were drawn.
///
/// # Errors
/// Returns the first clue of either puzzle that does not fit its rule, or is too large to be lowered.
pub fn find_equivalence(
    one: &Puzzle,
    other: &Puzzle,
    book: &Book,
) -> Result<Option<Equivalence>, ClueError> {
    let (from, to) = (Content::of(one, book)?, Content::of(other, book)?);
    let digits = one.layout.digits();
    // Testing one puzzle is enough, because digits are relabelled only after `fits` has found the same statements in the
    // other puzzle.
    let is_relabelled = one.extras.is_empty() && from.is_value_free(digits);
    let equivalence = |view: usize| {
        let cells = images(one, other, view)?;
        if !from.fits(&to, &cells) {
            return None;
        }
        let allowed: BTreeMap<Cell, DigitSet> = from
            .allowed
            .iter()
            .map(|(cell, set)| (cells[cell.index()], *set))
            .collect();
        let digits = if allowed == to.allowed {
            Some(digits.iter().map(|digit| (digit, digit)).collect())
        } else if is_relabelled {
            relabelling(digits, &allowed, &to.allowed)
        } else {
            None
        };
        digits.map(|digits| Equivalence { view, digits })
    };
    Ok((0..VIEWS).find_map(equivalence))
}

/// Computes a number that is equal for all puzzles that [`find_equivalence`] maps to each other, with the same three limits.
/// Puzzles that are not equivalent have equal numbers with a probability of 2^-64.
///
/// # Errors
///
/// Returns the first clue that does not fit its rule, or is too large to be lowered.
pub fn fingerprint(puzzle: &Puzzle, book: &Book) -> Result<u64, ClueError> {
    let content = Content::of(puzzle, book)?;
    let is_relabelled = puzzle.extras.is_empty() && content.is_value_free(puzzle.layout.digits());
    let of_view = |view: usize| {
        let mut digest = Digest::default();
        let size = size_in_view(&puzzle.layout, view);
        let layout = (size, puzzle.layout.lines, puzzle.layout.digits().bits());
        layout.hash(&mut digest);
        let cells = places(puzzle, view);
        for extra in by_name(puzzle) {
            let kind = (&extra.name, extra.size, extra.values.bits());
            (kind, is_layer(extra, &puzzle.layout)).hash(&mut digest);
        }
        content
            .move_to(&cells)
            .digest(puzzle, is_relabelled, &mut digest);
        digest.finish()
    };
    // The fingerprint must not depend on the view in which the puzzle is stated, so it is the smallest digest of all views.
    Ok((0..VIEWS).map(of_view).min().unwrap_or_default())
}

/// Returns the minimum number of givens that a unique puzzle with these clues needs: all but one of the digits that the clues do not
/// distinguish.
///
/// # Errors
///
/// Returns the first clue that does not fit its rule, or is too large to be lowered.
pub fn count_forced_givens(puzzle: &Puzzle, book: &Book) -> Result<usize, ClueError> {
    let content = Content::of(puzzle, book)?;
    let mut classes: Vec<u8> = vec![];
    let mut forced = 0;
    for digit in puzzle.layout.digits().iter() {
        // Exchanges can be composed, so it is enough to compare a digit with one digit of each class.
        let is_like = |other: &&u8| {
            content.is_invariant(&Renumbering::of([(digit, **other), (**other, digit)]))
        };
        match classes.iter().find(is_like) {
            Some(_) => forced += 1,
            None => classes.push(digit),
        }
    }
    Ok(forced)
}

/// An FNV-1a hasher. Unlike the standard hasher, it gives the same results in all versions of Rust and on all machines.
struct Digest(u64);

impl Default for Digest {
    fn default() -> Self {
        Self(0xCBF2_9CE4_8422_2325)
    }
}

impl Hasher for Digest {
    fn write(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3);
        }
    }

    // Lengths and discriminants have 32 bits in a browser, so without this the fingerprints there would differ.
    fn write_usize(&mut self, number: usize) {
        self.write(&(number as u64).to_le_bytes());
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Returns the number of rows and of columns of a layout in a view.
fn size_in_view(layout: &Layout, view: usize) -> (u8, u8) {
    match view & 4 != 0 {
        true => (layout.columns, layout.rows),
        false => (layout.rows, layout.columns),
    }
}

/// Returns the letters and layers sorted by name, because equivalent puzzles may list them in different orders.
fn by_name(puzzle: &Puzzle) -> Vec<&Extra> {
    let mut extras: Vec<&Extra> = puzzle.extras.iter().collect();
    extras.sort_by(|one, other| one.name.cmp(&other.name));
    extras
}

/// Returns the image of each variable in a view. Letters and layers follow the grid, sorted by name.
fn places(puzzle: &Puzzle, view: usize) -> Vec<Cell> {
    let layout = &puzzle.layout;
    let mut first = layout.cell_count() as u16;
    let mut firsts = BTreeMap::new();
    for extra in by_name(puzzle) {
        firsts.insert(&extra.name, first);
        first += extra.size;
    }
    let mut cells: Vec<Cell> = layout
        .cells()
        .map(|cell| image(layout, cell, view))
        .collect();
    for extra in &puzzle.extras {
        let place = |place: Cell| match is_layer(extra, layout) {
            true => image(layout, place, view),
            false => place,
        };
        let places = (0..extra.size).map(Cell);
        cells.extend(places.map(|cell| Cell(firsts[&extra.name] + place(cell).0)));
    }
    cells
}

/// The data that equivalent puzzles have in common, regardless of the order in their files.
struct Content {
    /// The regions, each as a set of cells.
    regions: BTreeSet<Vec<Cell>>,
    /// The conjuncts of all clues, in canonical form, sorted and without duplicates.
    statements: Vec<Statement>,
    /// For each cell with givens or restrictions, the values that remain allowed.
    allowed: BTreeMap<Cell, DigitSet>,
}

impl Content {
    fn of(puzzle: &Puzzle, book: &Book) -> Result<Self, ClueError> {
        let mut conjuncts = vec![];
        for statement in lower(puzzle, book)?
            .iter()
            // Implied statements follow from the others, so they would only make equal puzzles look different.
            .flat_map(|clue| &clue.statements)
        {
            statement.each_conjunct(&mut |part| conjuncts.push(part.clone()));
        }
        let mut allowed = BTreeMap::new();
        for given in &puzzle.givens {
            let before = allowed
                .entry(given.cell)
                .or_insert_with(|| puzzle.domain(given.cell));
            *before = *before & given.digits;
        }
        // A given that allows every value of the cell's domain restricts nothing, so it must not distinguish two puzzles.
        allowed.retain(|cell, set| *set != puzzle.domain(*cell));
        Ok(Self {
            regions: puzzle.layout.box_cells().into_iter().collect(),
            statements: set_of(conjuncts),
            allowed,
        })
    }

    /// Returns the content after the puzzle's variables are moved.
    fn move_to(&self, to: &[Cell]) -> Self {
        let statement = |statement: &Statement| statement.with_cells(&|cell| to[cell.index()]);
        let allowed = self.allowed.iter();
        Self {
            regions: self.regions_in(to),
            // The order of canonical statements depends on their cells, so they are sorted again.
            statements: set_of(self.statements.iter().map(statement)),
            allowed: allowed
                .map(|(cell, set)| (to[cell.index()], *set))
                .collect(),
        }
    }

    /// Adds the content to a digest. If digits may be relabelled, the digest includes only the sets of cells that allow the
    /// same digit, not the digits themselves.
    fn digest(&self, puzzle: &Puzzle, is_relabelled: bool, digest: &mut Digest) {
        self.regions.hash(digest);
        self.statements.hash(digest);
        if !is_relabelled {
            for (cell, set) in &self.allowed {
                (cell, set.bits()).hash(digest);
            }
            return;
        }
        let cells: Vec<&Cell> = self.allowed.keys().collect();
        cells.hash(digest);
        let cells_of = |digit: u8| -> Vec<bool> {
            let sets = self.allowed.values();
            sets.map(|set| set.contains(digit)).collect()
        };
        // The digits are sorted by their cells, so that relabelling them does not change the digest.
        let mut digits: Vec<Vec<bool>> = puzzle.layout.digits().iter().map(cells_of).collect();
        digits.sort_unstable();
        digits.hash(digest);
    }

    /// Returns the regions after their cells are moved.
    fn regions_in(&self, to: &[Cell]) -> BTreeSet<Vec<Cell>> {
        let region = |cells: &Vec<Cell>| {
            let mut cells: Vec<Cell> = cells.iter().map(|cell| to[cell.index()]).collect();
            cells.sort_unstable();
            cells
        };
        self.regions.iter().map(region).collect()
    }

    /// Returns `true` if moving the cells maps the regions and clues to those of another puzzle.
    fn fits(&self, other: &Self, to: &[Cell]) -> bool {
        let moved = |statement: &Statement| statement.with_cells(&|cell| to[cell.index()]);
        self.regions_in(to) == other.regions
            && set_of(self.statements.iter().map(moved)) == other.statements
    }

    /// Returns `true` if the clues do not distinguish digits. It is enough to test one exchange and one rotation, because together they
    /// generate every relabelling.
    fn is_value_free(&self, digits: DigitSet) -> bool {
        let first_two: Vec<u8> = digits.iter().take(2).collect();
        let [low, next] = first_two[..] else {
            return true;
        };
        let exchange = Renumbering::of([(low, next), (next, low)]);
        self.is_invariant(&exchange) && self.is_invariant(&Renumbering::turn(digits))
    }

    /// Returns `true` if a relabelling of the digits preserves the meaning of the clues.
    fn is_invariant(&self, digits: &Renumbering) -> bool {
        let renumbered = self.statements.iter().map(|said| said.renumbered(digits));
        let renumbered: Option<Vec<Statement>> = renumbered.collect();
        renumbered.is_some_and(|renumbered| set_of(renumbered) == self.statements)
    }
}

/// Returns the statements in canonical form and order, so that equal sets compare equal.
fn set_of(statements: impl IntoIterator<Item = Statement>) -> Vec<Statement> {
    let mut statements = canonical_parts(statements);
    statements.dedup();
    statements
}

/// Returns the counterpart in `other` of each variable of `one` under a view. Returns `None` if grids, digits, letters or layers
/// differ.
fn images(one: &Puzzle, other: &Puzzle, view: usize) -> Option<Vec<Cell>> {
    let (from, to) = (&one.layout, &other.layout);
    let size = size_in_view(from, view);
    let is_like = (to.rows, to.columns) == size
        && to.lines == from.lines
        && to.digits() == from.digits()
        && other.extras.len() == one.extras.len();
    if !is_like {
        return None;
    }
    let mut cells: Vec<Cell> = from.cells().map(|cell| image(from, cell, view)).collect();
    for extra in &one.extras {
        let (first, twin) = other.extra(&extra.name)?;
        let is_like = twin.size == extra.size
            && twin.values == extra.values
            && is_layer(twin, to) == is_layer(extra, from);
        if !is_like {
            return None;
        }
        let place = |place: Cell| match is_layer(extra, from) {
            true => image(from, place, view),
            false => place,
        };
        let places = (0..extra.size).map(Cell);
        cells.extend(places.map(|cell| Cell(first.0 + place(cell).0)));
    }
    Some(cells)
}

/// Returns `true` if the auxiliary variable is a layer, which has one cell for each cell of the grid and is rotated
/// with the grid.
fn is_layer(extra: &Extra, layout: &Layout) -> bool {
    extra.columns == layout.columns && usize::from(extra.size) == layout.cell_count()
}

/// Finds a relabelling that maps the restrictions of one puzzle to those of the other. A digit can replace another if
/// both digits are allowed in the same cells, so any pairing of such digits is correct.
fn relabelling(
    digits: DigitSet,
    from: &BTreeMap<Cell, DigitSet>,
    to: &BTreeMap<Cell, DigitSet>,
) -> Option<Vec<(u8, u8)>> {
    // The lists below contain one entry for each key of the maps, so they are comparable only if the keys are the same.
    if !from.keys().eq(to.keys()) {
        return None;
    }
    let by_cells = |allowed: &BTreeMap<Cell, DigitSet>| {
        let cells = |digit: u8| -> Vec<bool> {
            let sets = allowed.values();
            sets.map(|set| set.contains(digit)).collect()
        };
        let mut all: Vec<(Vec<bool>, u8)> = digits.iter().map(|d| (cells(d), d)).collect();
        all.sort_unstable();
        all
    };
    let pairs = by_cells(from).into_iter().zip(by_cells(to));
    let pairs =
        pairs.map(|((here, was), (there, becomes))| (here == there).then_some((was, becomes)));
    let mut pairs = pairs.collect::<Option<Vec<(u8, u8)>>>()?;
    pairs.sort_unstable();
    Some(pairs)
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{Boxes, Clue, Given, OwnRule, Param};

    /// Returns the image of a puzzle in a view, with its digits relabelled.
    fn move_puzzle(puzzle: &Puzzle, view: usize, digits: &Renumbering) -> Puzzle {
        let layout = &puzzle.layout;
        let mut moved = Puzzle {
            layout: cluewright_puzzle::turned(layout, view),
            ..puzzle.clone()
        };
        for given in &mut moved.givens {
            given.cell = image(layout, given.cell, view);
            given.digits = digits.set(given.digits).expect("they are digits");
        }
        for (_, cells) in moved.clues.iter_mut().flat_map(|clue| &mut clue.slots) {
            cells
                .iter_mut()
                .for_each(|cell| *cell = image(layout, *cell, view));
        }
        moved.clues.reverse();
        moved.givens.reverse();
        moved
    }

    fn equivalence(one: &Puzzle, other: &Puzzle) -> Option<Equivalence> {
        find_equivalence(one, other, Book::builtin()).expect("the clues fit their rules")
    }

    fn print(puzzle: &Puzzle) -> u64 {
        fingerprint(puzzle, Book::builtin()).expect("the clues fit their rules")
    }

    fn cell(name: &str) -> Cell {
        Layout::square(9).parse_name(name).expect("it is a cell")
    }

    fn make_given(name: &str, digits: impl IntoIterator<Item = u8>) -> Given {
        Given {
            cell: cell(name),
            digits: digits.into_iter().collect(),
        }
    }

    fn plain() -> Puzzle {
        let mut puzzle = Puzzle::new(Layout::square(9));
        puzzle.givens = vec![
            make_given("R1C1", [1]),
            make_given("R1C5", [2]),
            make_given("R4C2", [1]),
            make_given("R7C9", [3, 4]),
            make_given("R8C8", [2, 4, 9]),
        ];
        puzzle
    }

    fn rotation() -> Renumbering {
        Renumbering::turn(Layout::square(9).digits())
    }

    fn identity() -> Renumbering {
        Renumbering::of([])
    }

    #[test]
    fn givens_and_pencil_marks_are_relabelled() {
        let puzzle = plain();
        for view in 0..VIEWS {
            let found = equivalence(&puzzle, &move_puzzle(&puzzle, view, &rotation()));
            let found = found.expect("it is the same");
            assert_eq!(found.view, view);
            assert_eq!(
                print(&puzzle),
                print(&move_puzzle(&puzzle, view, &rotation()))
            );
            for digit in [1, 2, 3, 4, 9] {
                assert!(found.digits.contains(&(digit, digit % 9 + 1)), "{found:?}");
            }
        }
        let mut other = move_puzzle(&puzzle, 5, &rotation());
        other.givens[0].digits = [3, 6, 7].into_iter().collect();
        assert_eq!(equivalence(&puzzle, &other), None);
        assert_ne!(print(&puzzle), print(&other));
    }

    #[test]
    fn one_clue_that_reads_values_ties_the_digits() {
        let mut puzzle = plain();
        puzzle.clues = vec![
            Clue::new("anti-knight"),
            Clue::on("palindrome", ["R2C2", "R3C3", "R4C4"].map(cell)),
        ];
        assert!(equivalence(&puzzle, &move_puzzle(&puzzle, 3, &rotation())).is_some());
        let cage = Clue::on("killer-cage", ["R5C5", "R5C6"].map(cell));
        puzzle.clues.push(cage.with("sum", 9));
        assert!(equivalence(&puzzle, &move_puzzle(&puzzle, 3, &identity())).is_some());
        assert_eq!(
            equivalence(&puzzle, &move_puzzle(&puzzle, 3, &rotation())),
            None
        );
        assert_ne!(print(&puzzle), print(&move_puzzle(&puzzle, 3, &rotation())));
        for view in 0..VIEWS {
            assert_eq!(
                print(&puzzle),
                print(&move_puzzle(&puzzle, view, &identity()))
            );
        }
    }

    #[test]
    fn numbers_and_directions_of_clues_count() {
        let mut puzzle = plain();
        let thermometer = Clue::on("thermometer", ["R5C5", "R5C6", "R6C6"].map(cell));
        puzzle.clues = vec![thermometer];
        let mut other = move_puzzle(&puzzle, 6, &identity());
        assert_eq!(
            equivalence(&puzzle, &other).map(|found| found.view),
            Some(6)
        );
        other.clues[0].slots[0].1.reverse();
        assert_eq!(equivalence(&puzzle, &other), None);
        let arrow = Clue::on("killer-cage", ["R5C5", "R5C6"].map(cell));
        puzzle.clues = vec![arrow.with("sum", 9)];
        other = move_puzzle(&puzzle, 6, &identity());
        other.clues[0]
            .params
            .insert("sum".to_owned(), Param::Int(10));
        assert_eq!(equivalence(&puzzle, &other), None);
    }

    #[test]
    fn a_rule_that_reads_directions_does_not_survive_rotation() {
        let mut puzzle = plain();
        puzzle.clues = vec![Clue::on("row-indexer", [cell("R2C3")])];
        assert!(equivalence(&puzzle, &puzzle.clone()).is_some());
        assert_eq!(
            equivalence(&puzzle, &move_puzzle(&puzzle, 1, &identity())),
            None
        );
        assert_eq!(
            equivalence(&puzzle, &move_puzzle(&puzzle, 4, &identity())),
            None
        );
    }

    #[test]
    fn rectangles_match_in_either_orientation() {
        let layout = Layout {
            rows: 2,
            columns: 3,
            boxes: Boxes::Own([0, 0, 1, 0, 1, 1].map(Some).to_vec()),
            ..Layout::square(3)
        };
        let mut puzzle = Puzzle::new(layout);
        puzzle.givens = vec![Given {
            cell: Cell(1),
            digits: DigitSet::one(2),
        }];
        for view in 0..VIEWS {
            let found = equivalence(&puzzle, &move_puzzle(&puzzle, view, &identity()));
            assert!(found.is_some(), "{view}");
        }
        let mut other = puzzle.clone();
        other.layout.boxes = Boxes::Own([0, 0, 0, 1, 1, 1].map(Some).to_vec());
        assert_eq!(equivalence(&puzzle, &other), None);
    }

    #[test]
    fn digits_that_clues_do_not_distinguish_must_be_given() {
        let forced = |clues: Vec<Clue>| {
            let mut puzzle = Puzzle::new(Layout::square(9));
            puzzle.clues = clues;
            count_forced_givens(&puzzle, Book::builtin()).expect("the clues fit their rules")
        };
        let pair = ["R5C5", "R5C6"].map(cell);
        assert_eq!(forced(vec![Clue::new("anti-knight")]), 8);
        assert_eq!(forced(vec![Clue::on("even", [cell("R1C1")])]), 7);
        assert_eq!(forced(vec![Clue::on("thermometer", pair)]), 0);
        assert_eq!(forced(vec![Clue::new("global-entropy")]), 6);
    }

    #[test]
    fn letters_and_own_rules_are_compared_by_meaning() {
        let mut puzzle = plain();
        let letter = |name: &str| Extra {
            name: name.to_owned(),
            size: 1,
            columns: 0,
            values: DigitSet::range(1, 9),
        };
        puzzle.extras = vec![letter("A"), letter("B")];
        puzzle.own_rules = vec![OwnRule {
            name: "small".to_owned(),
            shape: "cell".to_owned(),
            relation: vec!["each c in cells: c < A".to_owned()],
            text: "Marked digits are below A.".to_owned(),
            ..OwnRule::default()
        }];
        puzzle.clues = vec![Clue::on("small", [cell("R3C1")])];
        let mut other = move_puzzle(&puzzle, 7, &identity());
        other.extras.reverse();
        assert_eq!(
            equivalence(&puzzle, &other).map(|found| found.view),
            Some(7)
        );
        assert_eq!(print(&puzzle), print(&other));
        assert_eq!(
            equivalence(&puzzle, &move_puzzle(&puzzle, 7, &rotation())),
            None
        );
        other.own_rules[0].relation = vec!["each c in cells: c < B".to_owned()];
        assert_eq!(equivalence(&puzzle, &other), None);
        other.own_rules[0].relation = vec!["each c in cells: c <= A".to_owned()];
        assert_eq!(equivalence(&puzzle, &other), None);
    }
}
