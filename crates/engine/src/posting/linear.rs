use super::Post;
use super::choice::post_any;
use super::pair::post_pair;
use crate::builder::{Builder, SupportKey};
use crate::compiled::strengthening;
use crate::propagation::{Word, combinations};
use crate::relations::{
    self, Cage, MOST_CAGE_CELLS, MOST_CAGE_SETS, MOST_SUMMED, MOST_TOTAL, Relation, Sums,
};
use cluewright_puzzle::Cell;
use cluewright_rules::Statement;
use cluewright_rules::statement::{Compare, Linear};

/// Minimum mean clique size for which a sum gets set-based reasoning in addition to bounds. On little killers, smaller cliques
/// double the time per node and save only a tenth of the nodes.
const LONG_CLIQUE: usize = 3;

impl Post for Linear {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let (compare, total) = (self.compare, self.total);
        match *self.terms {
            [] if compare.holds(0, total) => {}
            [] => builder.impossible(rests_on),
            [(cell, weight)] => {
                let value = |bit: u32| builder.shared.value(bit);
                let bits = (0..builder.shared.values)
                    .filter(|&bit| compare.holds(weight * value(bit), total));
                let keep = bits.fold(W::NONE, |set, bit| set | W::one(bit));
                // A total derived from several clues and houses gets a separate relation, so that explanations can cite it.
                let is_clue = builder.most_eager == usize::MAX;
                match is_clue || builder.switching.is_some() {
                    true => builder.restrict(cell.0, keep, rests_on),
                    false => post_bounds(builder, &self.terms, total, total, rests_on),
                }
            }
            [(_, k), (_, m)] if compare == Compare::Equal && k.abs() == 1 && m.abs() == 1 => {
                post_sum(builder, &self.terms, total, rests_on);
            }
            [(a, k), (b, m)] => {
                let key = SupportKey::Sum(k, m, compare, total);
                let allows =
                    |x: u8, y: u8| compare.holds(k * i64::from(x) + m * i64::from(y), total);
                post_pair(builder, [a.0, b.0], key, allows, rests_on);
            }
            _ => match compare {
                Compare::Equal => post_sum(builder, &self.terms, total, rests_on),
                // A missing bound is a quarter of the smallest or largest `i64`, so that propagation can add to it without
                // overflow.
                Compare::AtMost => post_bounds(builder, &self.terms, i64::MIN / 4, total, rests_on),
                Compare::AtLeast => {
                    post_bounds(builder, &self.terms, total, i64::MAX / 4, rests_on)
                }
                Compare::NotEqual => {
                    // There is no relation for unequal sums, so the statement becomes a disjunction of two bounds.
                    let sides = [(Compare::AtMost, total - 1), (Compare::AtLeast, total + 1)];
                    let side = |(compare, total)| {
                        Statement::Linear(Self {
                            terms: self.terms.clone(),
                            compare,
                            total,
                        })
                    };
                    post_any(builder, &sides.map(side), rests_on);
                }
            },
        }
    }
}

/// Posts a sum with an exact total. It becomes a cage if all cells differ and have weight 1, and if there are few enough value
/// sets.
fn post_sum<W: Word>(builder: &mut Builder<W>, terms: &[(Cell, i64)], total: i64, rests_on: u32) {
    let cells: Vec<u16> = terms.iter().map(|t| t.0.0).collect();
    let plain = terms.iter().all(|t| t.1 == 1);
    if plain
        && builder.shared.all_apart(&cells)
        && let Some(cage) = cage(builder, &cells, &[total])
    {
        return builder.add(Relation::Cage(cage), rests_on);
    }
    post_bounds(builder, terms, total, total, rests_on);
    // `most_eager` is lowered while derived sums are posted, so this is true only for sums that clues state.
    let clue = builder.most_eager == usize::MAX && strengthening::LONG_SUMS.is_on();
    if clue && plain && (0..=MOST_TOTAL).contains(&total) {
        post_long_sum(builder, cells, total, rests_on);
    }
}

/// Adds set-based reasoning for the cliques of a long sum, in addition to its bounds.
fn post_long_sum<W: Word>(builder: &mut Builder<W>, cells: Vec<u16>, total: i64, rests_on: u32) {
    if cells.len() < LONG_CLIQUE || !is_short(builder, &cells) {
        return;
    }
    let most = cells.len() / LONG_CLIQUE;
    // The caller has compared the total with `MOST_TOTAL`, so the shift cannot overflow.
    let sums = Sums::new(&[cells], 1 << total, &builder.shared);
    if sums.cliques() <= most {
        builder.add(Relation::Sums(sums), rests_on);
    }
}

/// Returns a cage with one of the given totals, or `None` if there are too many variables, values or value sets.
pub(super) fn cage<W: Word>(builder: &Builder<W>, vars: &[u16], totals: &[i64]) -> Option<Cage<W>> {
    if vars.len() > MOST_CAGE_CELLS || builder.shared.values > combinations::MOST_VALUES {
        return None;
    }
    // The table adds up bit indices, which start at 0, so the lowest value is subtracted for each cell.
    let shift = builder.shared.base * vars.len() as i64;
    let sets = |&total: &i64| builder.shared.combinations.sets(vars.len(), total - shift);
    let union = builder.union(vars.iter().copied());
    let listed: Vec<W> = totals
        .iter()
        .flat_map(sets)
        .map(|&set| W::from_bits(u64::from(set)))
        .filter(|&set| (set & !union).is_none())
        .collect();
    (listed.len() <= MOST_CAGE_SETS).then(|| match totals {
        [total] => Cage::with_total(vars, listed, union, total - shift),
        _ => Cage::new(vars, listed, union),
    })
}

fn post_bounds<W: Word>(
    builder: &mut Builder<W>,
    terms: &[(Cell, i64)],
    low: i64,
    high: i64,
    rests_on: u32,
) {
    let terms: Vec<(u16, i64)> = terms
        .iter()
        .map(|&(cell, weight)| (cell.0, weight))
        .collect();
    let linear = relations::Linear::new(&terms, low, high, &builder.shared);
    builder.add(Relation::Linear(linear), rests_on);
}

/// Returns `true` if the number of variables and all their sums are within the limits of [`Sums`].
pub(super) fn is_short<W: Word>(builder: &Builder<W>, vars: &[u16]) -> bool {
    let most = builder.shared.value(builder.shared.values - 1);
    vars.len() <= MOST_SUMMED && vars.len() as i64 * most <= MOST_TOTAL
}

/// Adds up the weights of equal cells, and drops cells of weight 0.
pub(super) fn merge(terms: impl Iterator<Item = (Cell, i64)>) -> Vec<(Cell, i64)> {
    let mut merged: Vec<(Cell, i64)> = vec![];
    for (cell, weight) in terms {
        match merged.iter_mut().find(|term| term.0 == cell) {
            Some(term) => term.1 += weight,
            None => merged.push((cell, weight)),
        }
    }
    merged.retain(|term| term.1 != 0);
    merged
}
