use super::cells::{repeats, scope, vars};
use super::{post_alone, prepare};
use crate::builder::{Builder, SupportKey};
use crate::compiled::strengthening;
use crate::propagation::{Shared, Word, Work};
use crate::relations::{Among, Any, Branch, Guarded, Not, Relation};
use cluewright_puzzle::{Cell, DigitSet};
use cluewright_rules::statement::{Compare, Linear, Pair};
use cluewright_rules::{PairTable, Statement};
use std::sync::Arc;

pub(super) fn post_not<W: Word>(builder: &mut Builder<W>, part: &Statement, rests_on: u32) {
    match part.negated() {
        Statement::Not(part) => {
            let scope = scope([part.as_ref()]);
            let shared = Arc::new(builder.shared.among(&vars(&scope)));
            let branch = branch(builder, &part, &scope, &shared);
            builder.add(Relation::Not(Not::new(vars(&scope), branch)), rests_on);
        }
        other => post_alone(builder, &other, rests_on),
    }
}

pub(super) fn post_any<W: Word>(builder: &mut Builder<W>, parts: &[Statement], rests_on: u32) {
    if strengthening::GUARDED_PAIRS.is_on()
        && let Some((guard, unless, [a, b], table)) = recognise_guarded(parts)
    {
        let supports = builder.supports(SupportKey::Table(Arc::clone(&table)), |x, y| {
            table.allows(x, y)
        });
        let relation = Guarded::new([a.0, b.0], supports, guard.0, builder.word(unless));
        return builder.add(Relation::Guarded(relation), rests_on);
    }
    if strengthening::AMONG.is_on()
        && let Some((var, others)) = among(builder, parts)
    {
        let among = Among::new(var.0, &vars(&others));
        // A table may be an equality only for the remaining candidates, so the relation depends on these candidates.
        return builder.add_decided_by(&vars(&scope(parts)), |builder| {
            builder.add(Relation::Among(among), rests_on);
        });
    }
    let scope = scope(parts);
    let shared = Arc::new(builder.shared.among(&vars(&scope)));
    let mut work = Work::default();
    let mut live: Vec<(&Statement, Branch<W>)> = vec![];
    let mut board = vec![];
    for part in parts {
        let branch = branch(builder, part, &scope, &shared);
        board.clear();
        board.extend(scope.iter().map(|cell| builder.domains[cell.index()]));
        if branch.try_on(&mut board, &mut work) {
            live.push((part, branch));
        }
    }
    // Givens, other clues or houses may have ruled out branches, and a reason must cite them. So a relation is added
    // even if no branch is left, unless the disjunction has no cells.
    match live.as_slice() {
        [] if scope.is_empty() => builder.impossible(rests_on),
        [(only, _)] if super::cells::scope([*only]) == scope && knows_apart(builder, only) => {
            builder.add_decided_by(&vars(&scope), |builder| post_alone(builder, only, rests_on));
        }
        _ => {
            let branches = live.into_iter().map(|(_, branch)| branch).collect();
            builder.add(Relation::Any(Any::new(vars(&scope), branches)), rests_on);
        }
    }
}

/// Returns `true` if the cells that a statement restricts to sets of values are known to differ. The last remaining
/// branch may replace its disjunction only in this case, because the exclusions of a branch are not added to the model:
/// with them, the two sinks would reach different fixpoints.
fn knows_apart<W: Word>(builder: &Builder<W>, statement: &Statement) -> bool {
    let mut knows = true;
    statement.each_conjunct(&mut |part| {
        let by_sets = matches!(part, Statement::ValueSets(_) | Statement::Consecutive(_));
        let cells = part.different().filter(|_| by_sets);
        knows &= cells.is_none_or(|cells| builder.shared.all_apart(&vars(&cells)));
    });
    knows
}

/// Recognises a guarded pair. Returns the guard cell, the digits with which it exempts the pair, the pair, and the
/// pair's table. Returns `None` for any other disjunction.
fn recognise_guarded(parts: &[Statement]) -> Option<(Cell, DigitSet, [Cell; 2], Arc<PairTable>)> {
    let (guard, unless, pair) = match parts {
        [Statement::Keep(keep), pair] | [pair, Statement::Keep(keep)] => (keep.0, keep.1, pair),
        _ => return None,
    };
    let Statement::Pair(Pair(a, b, table)) = pair else {
        return None;
    };
    let apart = a != b && guard != *a && guard != *b;
    apart.then(|| (guard, unless, [*a, *b], Arc::clone(table)))
}

/// Recognises "this cell equals one of those cells", and returns the cells. Returns `None` for any other disjunction.
fn among<W: Word>(builder: &Builder<W>, parts: &[Statement]) -> Option<(Cell, Vec<Cell>)> {
    let pairs = parts.iter().map(|part| equal_cells(builder, part));
    let pairs: Vec<(Cell, Cell)> = pairs.collect::<Option<_>>()?;
    let [(a, b), (c, d), ..] = pairs[..] else {
        return None;
    };
    // Only the cell that the first two pairs share can be in all pairs.
    let common = if a == c || a == d { a } else { b };
    let other = |&(a, b): &(Cell, Cell)| match common {
        _ if a == common => Some(b),
        _ if b == common => Some(a),
        _ => None,
    };
    let others: Vec<Cell> = pairs.iter().map(other).collect::<Option<_>>()?;
    (!repeats(&others) && !others.contains(&common)).then_some((common, others))
}

/// Returns the two cells that a statement requires to be equal.
fn equal_cells<W: Word>(builder: &Builder<W>, statement: &Statement) -> Option<(Cell, Cell)> {
    match statement {
        Statement::Linear(Linear {
            terms,
            compare: Compare::Equal,
            total: 0,
        }) => match terms[..] {
            [(a, 1), (b, -1)] | [(a, -1), (b, 1)] => Some((a, b)),
            _ => None,
        },
        Statement::Pair(Pair(a, b, table)) if a != b => {
            let values = |cell: Cell| {
                builder.domains[cell.index()]
                    .each()
                    .map(|b| builder.value(b))
            };
            let mut pairs = values(*a).flat_map(|x| values(*b).map(move |y| (x, y)));
            let equal = pairs.all(|(x, y)| table.allows(x, y) == (x == y));
            equal.then_some((*a, *b))
        }
        _ => None,
    }
}

/// Compiles one alternative to a program. Its variables are the cells of `scope`, renumbered by their index in `scope`. `shared` contains
/// the exclusions among these variables.
pub(super) fn branch<W: Word>(
    builder: &Builder<W>,
    statement: &Statement,
    scope: &[Cell],
    shared: &Arc<Shared<W>>,
) -> Branch<W> {
    // `scope` is sorted, so a cell can be found by binary search.
    let place = |cell: Cell| {
        scope
            .binary_search(&cell)
            .expect("the scope holds every cell")
    };
    let renumbered = statement.with_cells(&|cell| Cell::from_index(place(cell)));
    let domains = scope.iter().map(|c| builder.domains[c.index()]).collect();
    let mut inner = Builder {
        unrolls: builder.unrolls.clone(),
        ..Builder::over(Arc::clone(shared), domains)
    };
    prepare(&mut inner, &renumbered, 0);
    post_alone(&mut inner, &renumbered, 0);
    let (program, domains, _) = inner.finish();
    // A branch is tried by intersecting these sets with the board, so sets that restrict nothing are left out.
    let less = |(var, domain): (usize, W)| {
        let before = builder.domains[scope[var].index()];
        (domain != before).then_some((var as u16, domain))
    };
    let domains = domains.into_iter().enumerate().filter_map(less).collect();
    Branch { program, domains }
}
