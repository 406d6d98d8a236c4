//! Paths of clues: clues about two cells that share cells in a house are listed together. White dots along a path, for
//! example, are a run of consecutive digits.

use super::facts::{Fact, Form, Rows};
use crate::sentence::Basis;
use crate::{Cells, Ground};
use cluewright_engine::model::Cite;
use rustc_hash::FxHashSet;

/// Maximum number of cells of a path.
const MOST_CELLS: usize = 6;
/// Maximum number of fillings of a path.
const MOST_FILLINGS: usize = 300;

/// A clue or statement about two cells, with the digits that they can hold.
struct Pair {
    cite: Cite,
    vars: [u16; 2],
    digits: FxHashSet<[u8; 2]>,
}

/// Joins facts about two cells to facts about paths, house by house.
pub(super) fn join(ground: &Ground<'_>, facts: &[Fact]) -> Vec<Fact> {
    let pairs: Vec<Pair> = facts.iter().filter_map(pair).collect();
    let mut paths: Vec<Fact> = vec![];
    for house in &ground.houses {
        let is_inside = |pair: &&Pair| pair.vars.iter().all(|&var| is_in(house.cells, var));
        let inside: Vec<&Pair> = pairs.iter().filter(is_inside).collect();
        for own in components(inside) {
            let new = path(&own).filter(|new| {
                let mut known = paths.iter();
                !known.any(|known| known.vars == new.vars && known.basis == new.basis)
            });
            paths.extend(new);
        }
    }
    paths
}

fn is_in(cells: Cells, var: u16) -> bool {
    // The index of an auxiliary variable can exceed the size of a set.
    usize::from(var) < Cells::MOST && cells.contains(var)
}

fn pair(fact: &Fact) -> Option<Pair> {
    let (&Basis::One(cite), Form::Fillings(rows), &[a, b]) =
        (&fact.basis, &fact.form, &fact.vars[..])
    else {
        return None;
    };
    let digits = rows.all.iter().map(|row| [row[0], row[1]]);
    matches!(cite, Cite::Clue(_)).then(|| Pair {
        cite,
        vars: [a, b],
        digits: digits.collect(),
    })
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
fn path(pairs: &[&Pair]) -> Option<Fact> {
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
    for count in 1..=order.len() {
        let longer = rows
            .iter()
            .flat_map(|row| extend(pairs, &order[..count], row));
        rows = longer.take(MOST_FILLINGS + 1).collect();
        (rows.len() <= MOST_FILLINGS).then_some(())?;
    }
    let basis = match cites[..] {
        [cite] => Basis::One(cite),
        _ => Basis::Path(cites),
    };
    let form = Form::Fillings(Rows::new(rows, order.len()));
    Some(Fact {
        basis,
        vars: order,
        form,
    })
}

/// Extends a filling of all cells but the last by each digit that fits.
fn extend(pairs: &[&Pair], cells: &[u16], row: &[u8]) -> Vec<Vec<u8>> {
    let place = cells.len() - 1;
    let own = |pair: &Pair| {
        let [a, b] = pair
            .vars
            .map(|var| cells.iter().position(|&cell| cell == var));
        a.zip(b).filter(|&(a, b)| a == place || b == place)
    };
    let last = pairs.iter().find_map(|pair| {
        let at = pair.vars.iter().position(|&var| var == cells[place]);
        at.map(|at| (pair, at))
    });
    let Some((first, at)) = last else {
        return vec![];
    };
    let mut digits: Vec<u8> = first.digits.iter().map(|both| both[at]).collect();
    digits.sort_unstable();
    digits.dedup();
    let longer = digits.into_iter().filter(|digit| !row.contains(digit));
    let longer = longer.map(|digit| [row, &[digit]].concat());
    let fits = |row: &Vec<u8>| {
        pairs.iter().all(|pair| match own(pair) {
            Some((a, b)) => pair.digits.contains(&[row[a], row[b]]),
            None => true,
        })
    };
    longer.filter(fits).collect()
}
