//! Joins statements with `all`, `any` and negation, and simplifies the results.

use super::{recognition, table};
use crate::automaton::complement;
use crate::scene::Ground;
use crate::statement::{Accepts, Ascending, Count, Distinct, Keep, NValue, Pair};
use crate::{Automaton, PairTable, Statement};
use cluewright_puzzle::{Cell, DigitSet};
use std::sync::Arc;

/// Maximum number of value combinations to tabulate for a statement about at most three cells.
const SMALL: usize = 1_000;

pub(super) fn truth(truth: bool) -> Statement {
    match truth {
        true => Statement::TRUE,
        false => Statement::FALSE,
    }
}

pub(super) fn is_true(statement: &Statement) -> bool {
    matches!(statement, Statement::All(parts) if parts.is_empty())
}

pub(super) fn is_false(statement: &Statement) -> bool {
    matches!(statement, Statement::Any(parts) if parts.is_empty())
}

/// Builds the statement that a cell's value is in a set. The statement is constant if the cell's domain decides it.
pub(super) fn keep(cell: Cell, digits: DigitSet, ground: &Ground<'_>) -> Statement {
    let kept = digits & ground.domain(cell);
    if kept == ground.domain(cell) {
        Statement::TRUE
    } else if kept.is_empty() {
        Statement::FALSE
    } else {
        Statement::Keep(Keep(cell, kept))
    }
}

/// Builds the statement that all parts hold. Nested conjunctions are flattened, and restrictions of the same cell are
/// merged.
pub(super) fn all(parts: Vec<Statement>, ground: &Ground<'_>) -> Statement {
    let mut flat = vec![];
    for part in parts {
        match part {
            Statement::All(inner) => flat.extend(inner),
            part if is_false(&part) => return Statement::FALSE,
            part => flat.push(part),
        }
    }
    let keeps = flat
        .iter()
        .filter(|p| matches!(p, Statement::Keep(_)))
        .count();
    if keeps > 1 && !merge_keeps(&mut flat, ground, |a, b| a & b) {
        return Statement::FALSE;
    }
    one_or(flat, Statement::All)
}

/// Builds the statement that some part holds. Nested disjunctions are flattened, restrictions of the same cell are
/// merged, and small disjunctions become tables.
pub(super) fn any(parts: Vec<Statement>, ground: &Ground<'_>) -> Statement {
    let mut flat = vec![];
    for part in parts {
        match part {
            Statement::Any(inner) => flat.extend(inner),
            part if is_true(&part) => return Statement::TRUE,
            part => flat.push(part),
        }
    }
    let keeps = flat
        .iter()
        .filter(|p| matches!(p, Statement::Keep(_)))
        .count();
    if keeps > 1 && !merge_keeps(&mut flat, ground, |a, b| a | b) {
        return Statement::TRUE;
    }
    if flat.len() < 2 {
        return one_or(flat, Statement::Any);
    }
    let keeps = flat.iter().map(|part| match part {
        Statement::Keep(Keep(cell, digits)) => Some((*cell, *digits)),
        _ => None,
    });
    match keeps.collect::<Option<Vec<_>>>() {
        Some(cells) if cells.len() == 2 && cells[0].0 != cells[1].0 => {
            let [(a, first), (b, second)] = [cells[0], cells[1]];
            let table = PairTable {
                rows: (0..=ground.domain(a).max().unwrap_or(0))
                    .map(
                        |x| match (ground.domain(a).contains(x), first.contains(x)) {
                            (false, _) => DigitSet::EMPTY,
                            (true, true) => ground.domain(b),
                            (true, false) => second,
                        },
                    )
                    .collect(),
            };
            Statement::Pair(Pair(a, b, Arc::new(table)))
        }
        // Counts are sets of numbers up to 63, so longer lists cannot be counted.
        Some(cells) if (3..64).contains(&cells.len()) => Statement::Count(Count {
            counts: DigitSet::range(1, cells.len() as u8),
            cells,
            total: None,
            offset: 0,
        }),
        _ => match pair_unless(&flat, ground) {
            Some(choice) => choice,
            None => small(one_or(flat, Statement::Any), ground),
        },
    }
}

/// Recognises a disjunction of a restriction of one cell and a statement about two other cells.
fn pair_unless(parts: &[Statement], ground: &Ground<'_>) -> Option<Statement> {
    recognition::PAIR_UNLESS.is_on().then_some(())?;
    let (keep, other) = match parts {
        [keep @ Statement::Keep(_), other] | [other, keep @ Statement::Keep(_)] => (keep, other),
        _ => return None,
    };
    let [a, b] = cells_of(other)[..] else {
        return None;
    };
    // If the restricted cell is `a` or `b`, the disjunction is about only two cells, so `small` can turn all of it into
    // one table.
    if matches!(keep, Statement::Keep(Keep(cell, _)) if *cell == a || *cell == b) {
        return None;
    }
    let holds = |x, y| other.holds(&|cell| if cell == a { x } else { y });
    let table = PairTable::new(ground.domain(a), ground.domain(b), holds);
    let pair = Statement::Pair(Pair(a, b, Arc::new(table)));
    Some(Statement::Any(vec![keep.clone(), pair]))
}

/// Maximum number of branches of a disjunction that joins two others.
const BRANCHES: usize = 6;

/// Joins disjunctions about the same cells. Each branch of the result combines a branch of one disjunction with a
/// branch of the other. Values that no combination allows are then removed immediately.
pub(super) fn together(statements: Vec<Statement>, ground: &Ground<'_>) -> Vec<Statement> {
    if !recognition::JOINED_CHOICES.is_on() {
        return statements;
    }
    let mut joined: Vec<Statement> = Vec::with_capacity(statements.len());
    // The cells and the index of each disjunction among the statements.
    let mut choices: Vec<(Vec<Cell>, usize)> = vec![];
    for statement in statements {
        let Statement::Any(branches) = &statement else {
            joined.push(statement);
            continue;
        };
        let cells = cells_of(&statement);
        let like = choices.iter().find(|(known, _)| *known == cells);
        match like.map(|&(_, place)| &mut joined[place]) {
            Some(Statement::Any(known)) if known.len() * branches.len() <= BRANCHES => {
                *known = product(known, branches, ground);
            }
            _ => {
                choices.push((cells, joined.len()));
                joined.push(statement);
            }
        }
    }
    joined
        .into_iter()
        .map(|statement| match statement {
            // Inconsistent combinations are dropped, so a product may have a single branch, which is not a disjunction.
            Statement::Any(branches) => one_or(branches, Statement::Any),
            statement => statement,
        })
        .collect()
}

/// Returns the consistent combinations of a branch of one disjunction with a branch of the other.
fn product(left: &[Statement], right: &[Statement], ground: &Ground<'_>) -> Vec<Statement> {
    let mut branches = vec![];
    for a in left {
        for b in right {
            let both = all(vec![a.clone(), b.clone()], ground);
            if !is_false(&both) {
                branches.push(both);
            }
        }
    }
    branches
}

fn cells_of(statement: &Statement) -> Vec<Cell> {
    let mut cells = vec![];
    statement.each_cell(&mut |cell| cells.push(cell));
    cells.sort_unstable();
    cells.dedup();
    cells
}

/// Merges the restrictions of each cell into the first of them. Returns `false` if one of them decides the whole
/// statement: in a conjunction, one that allows nothing; in a disjunction, one that allows everything.
fn merge_keeps(
    parts: &mut Vec<Statement>,
    ground: &Ground<'_>,
    join: fn(DigitSet, DigitSet) -> DigitSet,
) -> bool {
    let mut merged: Vec<Statement> = Vec::with_capacity(parts.len());
    for part in parts.drain(..) {
        let Statement::Keep(Keep(cell, digits)) = part else {
            merged.push(part);
            continue;
        };
        let known = merged.iter_mut().find_map(|part| match part {
            Statement::Keep(Keep(c, known)) if *c == cell => Some(known),
            _ => None,
        });
        match known {
            Some(known) => *known = join(*known, digits),
            None => merged.push(Statement::Keep(Keep(cell, digits))),
        }
    }
    let decided = |part: &Statement| match part {
        Statement::Keep(Keep(cell, digits)) => digits.is_empty() || *digits == ground.domain(*cell),
        _ => false,
    };
    let undecided = !merged.iter().any(decided);
    *parts = merged;
    undecided
}

fn one_or(mut parts: Vec<Statement>, join: fn(Vec<Statement>) -> Statement) -> Statement {
    match parts.len() {
        1 => parts.remove(0),
        _ => join(parts),
    }
}

/// Turns a statement with few cells into a restriction, a pair or a short automaton, if its table is small enough.
pub(super) fn small(statement: Statement, ground: &Ground<'_>) -> Statement {
    if !recognition::SMALL_CHOICES.is_on() {
        return statement;
    }
    let mut cells = vec![];
    let mut many = false;
    // At most four cells are collected, because searching the list would otherwise take quadratic time.
    statement.each_cell(&mut |cell| {
        if !many && !cells.contains(&cell) {
            cells.push(cell);
            many = cells.len() > 3;
        }
    });
    let rows: usize = cells
        .iter()
        .map(|&cell| ground.domain(cell).len())
        .product();
    if many || rows > SMALL {
        return statement;
    }
    let holds = |values: &[u8]| {
        let value = |cell| {
            let place = cells.iter().position(|&c| c == cell);
            place.map_or(0, |place| values[place])
        };
        Ok::<_, std::convert::Infallible>(statement.holds(&value))
    };
    match table::of(&cells, ground, holds) {
        Ok(tabled) => tabled,
        Err(never) => match never {},
    }
}

pub(super) fn negate(statement: Statement, ground: &Ground<'_>) -> Statement {
    let each = |parts: Vec<Statement>| parts.into_iter().map(|p| negate(p, ground)).collect();
    match statement {
        Statement::All(parts) => any(each(parts), ground),
        Statement::Any(parts) => all(each(parts), ground),
        Statement::Not(part) => *part,
        Statement::Keep(Keep(cell, digits)) => {
            keep(cell, without(ground.domain(cell), digits), ground)
        }
        // The table is built again, because the negation may be an order or a difference, which has a simpler form.
        Statement::Pair(Pair(a, b, table)) => pair(a, b, ground, |x, y| !table.allows(x, y)),
        Statement::NValue(NValue {
            cells,
            total: None,
            counts,
        }) => Statement::NValue(NValue {
            cells,
            total: None,
            // Counts above the number of cells never occur, so it does no harm to allow them.
            counts: DigitSet::from_bits(!counts.bits()),
        }),
        Statement::Distinct(Distinct(cells)) => repeating(cells, ground),
        Statement::Accepts(Accepts(cells, automaton)) => {
            let symbols = cells
                .iter()
                .fold(DigitSet::EMPTY, |all, &cell| all | ground.domain(cell));
            let automaton = complement(&automaton, symbols);
            accepts(cells, automaton, ground)
        }
        other => match other.negated() {
            not @ Statement::Not(_) => small(not, ground),
            better => better,
        },
    }
}

/// Builds the statement that at least two of the cells have the same value.
pub(super) fn repeating(cells: Vec<Cell>, ground: &Ground<'_>) -> Statement {
    match cells[..] {
        [] | [_] => Statement::FALSE,
        [a, b] => pair(a, b, ground, |x, y| x == y),
        _ => Statement::NValue(NValue {
            counts: DigitSet::range(0, (cells.len() - 1).min(63) as u8),
            cells,
            total: None,
        }),
    }
}

/// Builds the simplest statement that is true of exactly the pairs of values that satisfy a predicate.
pub(super) fn pair(
    a: Cell,
    b: Cell,
    ground: &Ground<'_>,
    allows: impl Fn(u8, u8) -> bool,
) -> Statement {
    let holds = |values: &[u8]| {
        // If both cells are the same, there is only one value, which is both first and last.
        Ok::<_, std::convert::Infallible>(allows(values[0], *values.last().unwrap_or(&0)))
    };
    let cells: &[Cell] = if a == b { &[a] } else { &[a, b] };
    match table::of(cells, ground, holds) {
        Ok(statement) => statement,
        Err(never) => match never {},
    }
}

/// Builds the statement that the automaton accepts the values in order.
pub(super) fn accepts(cells: Vec<Cell>, automaton: Automaton, ground: &Ground<'_>) -> Statement {
    let automaton = Arc::new(automaton);
    match cells[..] {
        [] => truth(automaton.accepts([])),
        [cell] => {
            let kept = ground
                .domain(cell)
                .iter()
                .filter(|&v| automaton.accepts([v]));
            keep(cell, kept.collect(), ground)
        }
        [a, b] if a != b => pair(a, b, ground, |x, y| automaton.accepts([x, y])),
        _ if !automaton.accepting.contains(&true) => Statement::FALSE,
        _ => Statement::Accepts(Accepts(cells, automaton)),
    }
}

pub(super) fn without(digits: DigitSet, less: DigitSet) -> DigitSet {
    DigitSet::from_bits(digits.bits() & !less.bits())
}

/// Returns the simplest statement that is equivalent to a pair table: true, false, different, ordered, or the table itself.
pub(super) fn state_table(a: Cell, b: Cell, ground: &Ground<'_>, table: PairTable) -> Statement {
    let (first, second) = (ground.domain(a), ground.domain(b));
    let like = |allows: fn(u8, u8) -> bool| {
        let same = |x| second.iter().all(|y| table.allows(x, y) == allows(x, y));
        first.iter().all(same)
    };
    let ascending = |low, high, strict| {
        Statement::Ascending(Ascending {
            cells: vec![low, high],
            strict,
        })
    };
    // On small domains several of these relations coincide. The constants come first, because they need no propagation.
    if like(|_, _| true) {
        Statement::TRUE
    } else if like(|_, _| false) {
        Statement::FALSE
    } else if like(|x, y| x != y) {
        Statement::Distinct(Distinct(vec![a, b]))
    } else if like(|x, y| x < y) {
        ascending(a, b, true)
    } else if like(|x, y| x <= y) {
        ascending(a, b, false)
    } else if like(|x, y| x > y) {
        ascending(b, a, true)
    } else if like(|x, y| x >= y) {
        ascending(b, a, false)
    } else {
        Statement::Pair(Pair(a, b, Arc::new(table)))
    }
}
