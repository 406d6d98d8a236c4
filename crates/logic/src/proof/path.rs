//! Paths of clues: clues about two cells that share cells in a house are listed together. White dots along a path, for
//! example, are a run of consecutive digits.

use crate::sentence::Basis;
use crate::{Cells, Ground};
use cluewright_engine::model::Cite;
use rustc_hash::FxHashSet;

/// Maximum number of cells of a path.
const MOST_CELLS: usize = 6;
/// Maximum number of fillings of a path.
const MOST_FILLINGS: usize = 300;

/// A clue or statement about two cells, with the digits that they can hold.
pub(super) struct Pair {
    cite: Cite,
    vars: [u16; 2],
    digits: FxHashSet<[u8; 2]>,
}

impl Pair {
    /// Creates a pair from the fillings of a clue or statement. Returns `None` unless it is a clue about two cells.
    pub(super) fn of(cite: Cite, vars: &[u16], rows: &[Vec<u8>]) -> Option<Self> {
        let (Cite::Clue(_), &[a, b]) = (cite, vars) else {
            return None;
        };
        let digits = rows.iter().filter_map(|row| row[..].try_into().ok());
        Some(Self {
            cite,
            vars: [a, b],
            digits: digits.collect(),
        })
    }
}

/// A path of cells with its fillings.
#[derive(PartialEq, Eq)]
pub(super) struct Path {
    pub(super) basis: Basis,
    pub(super) vars: Vec<u16>,
    pub(super) rows: Vec<Vec<u8>>,
}

/// Joins clues and statements about two cells to paths, house by house.
pub(super) fn join(ground: &Ground<'_>, pairs: &[Pair]) -> Vec<Path> {
    let mut paths: Vec<Path> = vec![];
    for house in &ground.houses {
        let is_inside = |pair: &&Pair| pair.vars.iter().all(|&var| is_in(house.cells, var));
        let inside: Vec<&Pair> = pairs.iter().filter(is_inside).collect();
        for own in components(inside) {
            paths.extend(list_fillings(&own).filter(|new| !paths.contains(new)));
        }
    }
    paths
}

fn is_in(cells: Cells, var: u16) -> bool {
    // The index of an auxiliary variable can exceed the size of a set.
    usize::from(var) < Cells::MOST && cells.contains(var)
}

/// Groups pairs that are connected by shared cells.
fn components(pairs: Vec<&Pair>) -> Vec<Vec<&Pair>> {
    let mut groups: Vec<Vec<&Pair>> = vec![];
    for pair in pairs {
        let meets = |group: &Vec<&Pair>| {
            let mut vars = group.iter().flat_map(|own| own.vars);
            vars.any(|var| pair.vars.contains(&var))
        };
        let (met, mut others): (Vec<_>, Vec<_>) = groups.into_iter().partition(meets);
        let mut joined: Vec<&Pair> = met.into_iter().flatten().collect();
        joined.push(pair);
        others.push(joined);
        groups = others;
    }
    groups
}

/// Lists the fillings of a path. Its cells are in one house, so they differ. Returns `None` if there are too many.
fn list_fillings(pairs: &[&Pair]) -> Option<Path> {
    let mut vars: Vec<u16> = pairs.iter().flat_map(|pair| pair.vars).collect();
    vars.sort_unstable();
    vars.dedup();
    let mut cites: Vec<Cite> = pairs.iter().map(|pair| pair.cite).collect();
    cites.sort_unstable();
    cites.dedup();
    ((3..=MOST_CELLS).contains(&vars.len())).then_some(())?;
    // Each cell after the first is next to an earlier one, so few fillings are tried in vain.
    let mut order = vec![vars[0]];
    while order.len() < vars.len() {
        let next = pairs.iter().find_map(|pair| match pair.vars {
            [a, b] if order.contains(&a) && !order.contains(&b) => Some(b),
            [a, b] if order.contains(&b) && !order.contains(&a) => Some(a),
            _ => None,
        });
        order.push(next?);
    }
    let mut rows: Vec<Vec<u8>> = vec![vec![]];
    for place in 0..order.len() {
        let next = Next::of(pairs, &order, place);
        let longer = rows.iter().flat_map(|row| next.extend(row));
        rows = longer.take(MOST_FILLINGS + 1).collect();
        (rows.len() <= MOST_FILLINGS).then_some(())?;
    }
    let basis = match cites[..] {
        [cite] => Basis::One(cite),
        _ => Basis::Path(cites),
    };
    Some(Path {
        basis,
        vars: order,
        rows,
    })
}

/// The next cell of a path.
struct Next<'a> {
    /// The digits that one of its pairs allows.
    digits: Vec<u8>,
    /// The pairs with earlier cells: the place of the earlier cell, the digits, and `true` if the pair names it first.
    pairs: Vec<(usize, &'a FxHashSet<[u8; 2]>, bool)>,
}

impl<'a> Next<'a> {
    fn of(pairs: &[&'a Pair], order: &[u16], place: usize) -> Self {
        let mut next = Self {
            digits: vec![],
            pairs: vec![],
        };
        for pair in pairs {
            let [a, b] = pair
                .vars
                .map(|var| order.iter().position(|&cell| cell == var));
            let (Some(a), Some(b)) = (a, b) else { continue };
            if a != place && b != place {
                continue;
            }
            if next.digits.is_empty() {
                let own = pair.digits.iter().map(|both| both[usize::from(b == place)]);
                next.digits = own.collect();
            }
            // A pair with a later cell restricts the row once that cell is reached.
            if a.min(b) < place {
                next.pairs.push((a.min(b), &pair.digits, a < b));
            }
        }
        next.digits.sort_unstable();
        next.digits.dedup();
        next
    }

    /// Extends a filling of the earlier cells by each digit that fits.
    fn extend(&self, row: &[u8]) -> Vec<Vec<u8>> {
        let fits = |digit: &&u8| {
            let mut pairs = self.pairs.iter();
            let allows = |&(earlier, digits, is_first): &(usize, &FxHashSet<[u8; 2]>, bool)| {
                let both = match is_first {
                    true => [row[earlier], **digit],
                    false => [**digit, row[earlier]],
                };
                digits.contains(&both)
            };
            !row.contains(digit) && pairs.all(allows)
        };
        let digits = self.digits.iter().filter(fits);
        digits.map(|&digit| [row, &[digit]].concat()).collect()
    }
}
