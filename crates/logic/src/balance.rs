//! Set equivalence: two sets with the same number of houses contain each digit equally often, so the cells outside their
//! overlap hold the same digits on both sides.
//!
//! Rows 1 and 2 hold each digit twice, and so do boxes 1 and 2. The cells of rows 1 and 2 in box 3 therefore hold the same
//! digits as the cells of row 3 in boxes 1 and 2. Another example compares columns 1, 2, 8, 9 with rows 3, 7 and boxes 4,
//! 6. The four corner blocks remain on one side, and the ring around the middle box remains on the other: Phistomefel's
//! ring.

use super::{Cells, Ground, House, Step};
use cluewright_engine::model::{Cite, Part};
use cluewright_puzzle::Cell;
use cluewright_rules::Statement;
use cluewright_rules::statement::SameMultiset;
use rustc_hash::FxHashSet;
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// Maximum number of houses per side.
const MOST_HOUSES: usize = 4;
/// Maximum number of cells per side outside the overlap, indexed by the number of houses.
const MOST_CELLS: [usize; MOST_HOUSES + 1] = [0, 6, 8, 16, 16];

/// Maximum number of cells per side of a balance without rotational symmetry. There are tens of thousands of larger
/// asymmetric balances.
const FEW_CELLS: usize = 10;

/// Maximum number of families of houses. With more, comparing all pairs would take seconds: there are 1,530 families of four
/// houses on a 9x9 grid, and tens of thousands on a 16x16 grid.
const MOST_FAMILIES: usize = 4096;

/// A score low enough to reject every family that shares a house with the given family, because a house must not be on both
/// sides.
const SHARED: i32 = -1000;

/// Maximum number of grids whose balances are cached. A grid is identified by its list of houses.
const MOST_KNOWN: usize = 16;

/// Two sets of cells that contain each digit equally often.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Balance {
    /// The indices of the houses on each side.
    pub(super) houses: [Vec<u16>; 2],
    /// The cells of each side outside the overlap.
    pub(super) sides: [Cells; 2],
}

/// A set of disjoint houses, with the union of their cells.
#[derive(Default)]
struct Family {
    houses: Vec<u16>,
    cells: Cells,
}

/// Returns the balances that people can find, except those composed of smaller balances. The result is cached by the list
/// of houses, because most puzzles have the same houses.
pub(super) fn all(ground: &Ground<'_>) -> Arc<[Balance]> {
    type Known = VecDeque<(Vec<Cells>, Arc<[Balance]>)>;
    static KNOWN: Mutex<Known> = Mutex::new(VecDeque::new());
    let houses: Vec<Cells> = ground.houses.iter().map(|house| house.cells).collect();
    // Only complete entries are added to the cache, so it remains valid even if a thread panics.
    let known = || KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if let Some((_, found)) = known().iter().find(|(of, _)| *of == houses) {
        return Arc::clone(found);
    }
    let found: Arc<[Balance]> = find(ground).into();
    let mut known = known();
    known.truncate(MOST_KNOWN - 1);
    known.push_front((houses, Arc::clone(&found)));
    found
}

fn find(ground: &Ground<'_>) -> Vec<Balance> {
    let corner = ground.cells() as u16 - 1;
    let mut balances: Vec<Balance> = vec![];
    let mut families = vec![Family::default()];
    let mut levels: Vec<Level> = vec![];
    for &most in &MOST_CELLS[1..] {
        let joined = longer(&ground.houses, &families);
        // Larger families extend these, so the search cannot continue without them.
        if joined.len() > MOST_FAMILIES {
            break;
        }
        let join =
            |&(family, house): &Joined| families[usize::from(family)].with(&ground.houses, house);
        let longer = joined.iter().map(join).collect();
        levels.push(Level::new(joined, families.len()));
        families = longer;
        let known = balances.len();
        let mut seen = FxHashSet::default();
        for (number, one) in families.iter().enumerate() {
            // The larger limit applies only to the few symmetric families, because a balance with symmetric sides nearly
            // always has symmetric families.
            let most = match is_symmetric(one.cells, corner) {
                true => most,
                false => most.min(FEW_CELLS),
            };
            for other in near(&ground.houses, &levels, (number, one), most) {
                let balance = Balance::between(one, &families[other]);
                let sides = balance.sides;
                if balance.is_clear(corner)
                    && seen.insert(sides[0].min(sides[1]))
                    && !balances[..known].iter().any(|old| old.is_part_of(sides))
                {
                    balances.push(balance);
                }
            }
        }
    }
    balances
}

/// The index of a family, and the index of a house that is added to it.
type Joined = (u16, u16);

/// The families with a given number of houses. Each is stored as a smaller family and one more house, and the list is
/// sorted by the smaller family.
struct Level {
    joined: Vec<Joined>,
    /// For each smaller family, the index of its first extension. The last entry is the total number of extensions.
    starts: Vec<usize>,
}

impl Level {
    fn new(joined: Vec<Joined>, shorter: usize) -> Self {
        let start = |family| joined.partition_point(|one| usize::from(one.0) < family);
        Self {
            starts: (0..=shorter).map(start).collect(),
            joined,
        }
    }
}

/// The search for the families that have nearly the same cells as a given family.
///
/// This search takes most of the time, although few pairs of families qualify. It adds up the common cells along the
/// extensions of a family, one house at a time. A branch is cut as soon as it cannot reach enough common cells.
struct Near<'a> {
    levels: &'a [Level],
    /// For each house, the number of cells that it shares with the given family.
    common: Vec<i32>,
    best: i32,
    /// Minimum number of cells that both families must have in common.
    least: i32,
    found: Vec<usize>,
}

impl Near<'_> {
    fn visit(&mut self, depth: usize, family: usize, count: i32) {
        let level = &self.levels[depth];
        let left = self.levels.len() - 1 - depth;
        let least = self.least - left as i32 * self.best;
        for place in level.starts[family]..level.starts[family + 1] {
            let count = count + self.common[usize::from(level.joined[place].1)];
            if count < least {
                continue;
            }
            match left {
                0 => self.found.push(place),
                _ => self.visit(depth + 1, place, count),
            }
        }
    }
}

/// Returns the earlier families that share no house with this family and leave at most `most` of its cells uncovered.
fn near(
    houses: &[House],
    levels: &[Level],
    (number, one): (usize, &Family),
    most: usize,
) -> Vec<usize> {
    let common = |(house, own): (u16, &House)| match one.houses.contains(&house) {
        true => SHARED,
        false => (own.cells & one.cells).len() as i32,
    };
    let common: Vec<i32> = (0..).zip(houses).map(common).collect();
    let mut near = Near {
        levels,
        best: common.iter().copied().max().unwrap_or(0),
        common,
        least: (one.cells.len() as i32 - most as i32).max(0),
        found: vec![],
    };
    near.visit(0, 0, 0);
    near.found.retain(|&other| other < number);
    near.found
}

impl Balance {
    fn between(one: &Family, other: &Family) -> Self {
        Self {
            houses: [one.houses.clone(), other.houses.clone()],
            sides: [one.cells - other.cells, other.cells - one.cells],
        }
    }

    /// Returns `true` if people can find the balance, because its sides have few cells or are both symmetric under a
    /// half turn. `corner` is the index of the grid's last cell.
    fn is_clear(&self, corner: u16) -> bool {
        let count = self.sides[0].len();
        let symmetric = |&side: &Cells| is_symmetric(side, corner);
        count > 0 && (count <= FEW_CELLS || self.sides.iter().all(symmetric))
    }

    /// Returns `true` if the two sides of this balance are subsets of the two given sides, in either order.
    fn is_part_of(&self, sides: [Cells; 2]) -> bool {
        let [a, b] = self.sides;
        (a.within(sides[0]) && b.within(sides[1])) || (a.within(sides[1]) && b.within(sides[0]))
    }
}

/// Returns `true` if the cells are symmetric under a half turn of the grid. `last` is the index of the grid's last cell.
fn is_symmetric(cells: Cells, last: u16) -> bool {
    cells.iter().all(|cell| cells.contains(last - cell))
}

impl Family {
    fn with(&self, houses: &[House], house: u16) -> Self {
        Self {
            houses: [&self.houses[..], &[house]].concat(),
            cells: self.cells | houses[usize::from(house)].cells,
        }
    }
}

/// Returns every extension of a family by one disjoint house. Only houses after the last house of the family are added, so
/// that each family occurs once.
fn longer(houses: &[House], families: &[Family]) -> Vec<Joined> {
    let mut all = vec![];
    for (number, family) in (0..).zip(families) {
        let first = family.houses.last().map_or(0, |&last| last + 1);
        let fits = |&house: &u16| !houses[usize::from(house)].cells.meets(family.cells);
        let last = houses.len() as u16;
        all.extend((first..last).filter(fits).map(|house| (number, house)));
    }
    all
}

/// Returns the equality of a balance's sides as a statement for the judge. Returns `None` unless both sides have the same
/// number of houses, all houses are cited, and the houses of each side are disjoint.
pub(super) fn premise(
    ground: &Ground<'_>,
    step: &Step,
    [one, other]: &[Vec<u16>; 2],
) -> Option<Part> {
    let side = |numbers: &[u16]| {
        let mut cells = Cells::EMPTY;
        for &number in numbers {
            let house = ground.houses.get(usize::from(number))?;
            if house.cells.meets(cells) || !step.reason.cites.contains(&house.cite) {
                return None;
            }
            cells |= house.cells;
        }
        Some(cells)
    };
    let (a, b) = (side(one)?, side(other)?);
    let listed = |cells: Cells| cells.iter().map(Cell).collect();
    (one.len() == other.len()).then(|| Part {
        // The premise comes from no clue, so it cites a given that does not exist.
        cite: Cite::Given(u16::MAX),
        statement: Statement::SameMultiset(SameMultiset(vec![listed(a - b), listed(b - a)])),
        implied: false,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_engine::model::Model;
    use cluewright_puzzle::{Layout, Puzzle};

    #[test]
    fn the_families_that_are_near_are_all_of_few_cells_left() {
        let puzzle = Puzzle::new(Layout::square(6));
        let model = Model::new(&puzzle, &[]);
        let ground = Ground::new(&puzzle, cluewright_rules::Book::builtin(), &[], &model)
            .expect("the grid is small");
        let (mut families, mut levels) = (vec![Family::default()], vec![]);
        for most in [4, 6, 7] {
            let joined = longer(&ground.houses, &families);
            let join = |&(family, house): &Joined| {
                families[usize::from(family)].with(&ground.houses, house)
            };
            let longer = joined.iter().map(join).collect();
            levels.push(Level::new(joined, families.len()));
            families = longer;
            let mut found = 0;
            for (number, one) in families.iter().enumerate() {
                let close = |other: &usize| {
                    let other = &families[*other];
                    let shares = other.houses.iter().any(|house| one.houses.contains(house));
                    !shares && (one.cells - other.cells).len() <= most
                };
                let expected: Vec<usize> = (0..number).filter(close).collect();
                found += expected.len();
                assert_eq!(near(&ground.houses, &levels, (number, one), most), expected);
            }
            assert!(found > 0);
        }
    }

    #[test]
    fn the_ring_and_the_corners_are_found() {
        let puzzle = Puzzle::new(Layout::square(9));
        let model = Model::new(&puzzle, &[]);
        let ground = Ground::new(&puzzle, cluewright_rules::Book::builtin(), &[], &model)
            .expect("the grid is small");
        let at = |row: u16, column: u16| row * 9 + column;
        let corner = |n: u16| matches!(n, 0 | 1 | 7 | 8);
        let cells = || (0..9).flat_map(|row| (0..9).map(move |column| (row, column)));
        let corners: Cells = cells()
            .filter(|&(r, c)| corner(r) && corner(c))
            .map(|(r, c)| at(r, c))
            .collect();
        let ring = |r: u16, c: u16| {
            (2..=6).contains(&r)
                && (2..=6).contains(&c)
                && (matches!(r, 2 | 6) || matches!(c, 2 | 6))
        };
        let ring: Cells = cells()
            .filter(|&(r, c)| ring(r, c))
            .map(|(r, c)| at(r, c))
            .collect();
        let found = all(&ground);
        let sides =
            |balance: &&Balance| balance.sides.contains(&corners) && balance.sides.contains(&ring);
        assert_eq!(found.iter().filter(sides).count(), 1);
        for balance in found.iter() {
            assert_eq!(balance.sides[0].len(), balance.sides[1].len());
            assert!(!balance.sides[0].meets(balance.sides[1]));
        }
    }
}
