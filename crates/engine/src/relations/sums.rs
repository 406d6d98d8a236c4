use crate::propagation::{Conflict, Reason, Shared, Sink, Word};

/// Maximum sum. A set of sums is stored in a 128-bit word.
pub(crate) const MOST_TOTAL: i64 = 127;
/// Maximum number of variables of one relation.
pub(crate) const MOST_CELLS: usize = 64;
/// Maximum number of variables in a clique. The limit is low, because the value sets of a clique are listed.
const MOST_CLIQUE: usize = 9;

/// The constraint that groups of variables have a common sum, which must be one of the allowed totals.
///
/// Each group is split into cliques of pairwise different variables. The possible sums of a clique are stored as a bit set.
/// Adding up these sets gives the possible sums of the group. The sums that all groups have in common restrict each clique.
/// So a long sum with repeats is pruned by its cliques rather than only by its bounds.
#[derive(Clone, Debug)]
pub struct Sums {
    vars: Box<[u16]>,
    /// Cliques as ranges of `vars`.
    cliques: Box<[(u16, u16)]>,
    /// Groups as ranges of `cliques`.
    groups: Box<[(u16, u16)]>,
    totals: u128,
}

impl Sums {
    /// Creates the constraint that groups of variables have a common sum, which is one of `totals`; bit n represents
    /// the sum n.
    pub(crate) fn new<W: Word>(groups: &[Vec<u16>], totals: u128, shared: &Shared<W>) -> Self {
        let (mut vars, mut cliques, mut runs) = (vec![], vec![], vec![]);
        for group in groups {
            let first = cliques.len() as u16;
            for clique in split(group, shared) {
                let start = vars.len() as u16;
                vars.extend_from_slice(&clique);
                cliques.push((start, vars.len() as u16));
            }
            runs.push((first, cliques.len() as u16));
        }
        Self {
            vars: vars.into(),
            cliques: cliques.into(),
            groups: runs.into(),
            totals,
        }
    }

    /// Returns the number of cliques into which the variables are split.
    pub(crate) fn cliques(&self) -> usize {
        self.cliques.len()
    }

    fn clique(&self, index: u16) -> &[u16] {
        let (start, end) = self.cliques[usize::from(index)];
        &self.vars[usize::from(start)..usize::from(end)]
    }

    pub(super) fn propagate<W: Word>(
        &self,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut reached = [0; MOST_CELLS];
        let reached = &mut reached[..self.cliques.len()];
        for (clique, reached) in (0..).zip(&mut *reached) {
            *reached = reach(self.clique(clique), shared, sink);
        }
        let mut common = self.totals;
        for &(first, end) in &self.groups {
            let sums = &reached[usize::from(first)..usize::from(end)];
            // The sum of no cliques is 0, which is bit 0.
            common &= sums.iter().fold(1, |all, &sums| add(all, sums));
            if common == 0 {
                return Err(sink.fail(|why| self.explain(why, shared)));
            }
        }
        for &(first, end) in &self.groups {
            let sums = &reached[usize::from(first)..usize::from(end)];
            self.filter_group(first, sums, common, shared, sink)?;
        }
        Ok(())
    }

    /// Restricts each clique of a group to the sums that the other cliques can complete to a sum in `common`. `sums` holds
    /// the possible sums of each clique.
    fn filter_group<W: Word>(
        &self,
        first: u16,
        sums: &[u128],
        common: u128,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        // The possible sums of the later cliques are computed in advance, so that no clique needs another pass over the
        // cliques after it.
        let mut after = [1; MOST_CELLS + 1];
        for (i, &own) in sums.iter().enumerate().rev() {
            after[i] = add(after[i + 1], own);
        }
        let mut before = 1;
        for (i, &own) in sums.iter().enumerate() {
            let allowed = subtract(common, add(before, after[i + 1]));
            if own & !allowed != 0 {
                let clique = self.clique(first + i as u16);
                self.filter_clique(clique, allowed, shared, sink)?;
            }
            before = add(before, own);
        }
        Ok(())
    }

    /// Restricts a clique's variables to the values that occur in some value set with an allowed sum.
    fn filter_clique<W: Word>(
        &self,
        clique: &[u16],
        allowed: u128,
        shared: &Shared<W>,
        sink: &mut impl Sink<W>,
    ) -> Result<(), Conflict> {
        let mut keep = W::NONE;
        each_set(clique, shared, sink, |set, sum| {
            if allowed >> sum & 1 == 1 {
                keep |= set;
            }
        });
        for &var in clique {
            sink.keep(var, keep, |why| self.explain(why, shared))?;
        }
        Ok(())
    }

    fn explain<W: Word>(&self, why: &mut Reason<'_, W>, shared: &Shared<W>) {
        why.least(&self.vars, |sink| self.propagate(shared, sink));
    }

    pub(super) fn vars(&self) -> &[u16] {
        &self.vars
    }

    pub(super) fn cost(&self) -> u32 {
        200 + 10 * self.vars.len() as u32
    }

    pub(super) fn weight(&self, values: u32) -> u32 {
        if self.totals.is_power_of_two() {
            // The relation for the bounds of the same sum already contributes the full weight.
            return 0;
        }
        (2 * values)
            .saturating_sub(self.vars.len() as u32)
            .max(values)
    }

    pub(super) fn settles(&self) -> bool {
        false
    }
}

/// Splits variables into cliques of pairwise different variables.
fn split<W: Word>(group: &[u16], shared: &Shared<W>) -> Vec<Vec<u16>> {
    let mut cliques: Vec<Vec<u16>> = vec![];
    // Value sets are listed only if there are few values. Otherwise, each variable is a clique of its own.
    let listed = shared.values <= crate::propagation::combinations::MOST_VALUES;
    for &var in group {
        let fits = |clique: &&mut Vec<u16>| {
            listed
                && clique.len() < MOST_CLIQUE
                && clique.iter().all(|&other| shared.apart(other, var))
        };
        match cliques.iter_mut().find(fits) {
            Some(clique) => clique.push(var),
            None => cliques.push(vec![var]),
        }
    }
    cliques
}

/// Returns the possible sums of a clique.
fn reach<W: Word>(clique: &[u16], shared: &Shared<W>, sink: &impl Sink<W>) -> u128 {
    match *clique {
        // Bit n of the candidates represents the value n plus the base.
        [var] => u128::from(sink.get(var).bits()) << shared.base,
        [a, b] => {
            let (a, b) = (sink.get(a), sink.get(b));
            let others = |x: u32| u128::from((b & !W::one(x)).bits()) << x;
            a.each().fold(0, |sums, x| sums | others(x)) << (2 * shared.base)
        }
        _ => {
            let mut sums = 0;
            each_set(clique, shared, sink, |_, sum| sums |= 1 << sum);
            sums
        }
    }
}

/// Calls `see` with each set of values that the clique's variables can hold, and its sum.
///
/// A set is accepted if every variable has one of its values and every value has a place. This is weaker than a matching,
/// but cheap.
fn each_set<W: Word>(
    clique: &[u16],
    shared: &Shared<W>,
    sink: &impl Sink<W>,
    mut see: impl FnMut(W, u32),
) {
    let value = |bit: u32| shared.value(bit) as u32;
    match *clique {
        [] => see(W::NONE, 0),
        [var] => sink
            .get(var)
            .each()
            .for_each(|bit| see(W::one(bit), value(bit))),
        [a, b] => {
            let (a, b) = (sink.get(a), sink.get(b));
            for x in a.each() {
                for y in (b & !W::one(x)).each() {
                    see(W::one(x) | W::one(y), value(x) + value(y));
                }
            }
        }
        _ => {
            let mut cells = [W::NONE; MOST_CLIQUE];
            let cells = &mut cells[..clique.len()];
            let mut union = W::NONE;
            for (cell, &var) in cells.iter_mut().zip(clique) {
                *cell = sink.get(var);
                union |= *cell;
            }
            let shift = (shared.base * clique.len() as i64) as u32;
            let listed = shared.combinations.of_size(clique.len());
            listed.index.each_fitting(union, cells, |at| {
                let (set, sum) = listed.sets[at];
                see(W::from_bits(u64::from(set)), sum + shift);
            });
        }
    }
}

/// Returns all sums of a number in `a` and a number in `b`.
fn add(a: u128, b: u128) -> u128 {
    // The loop takes a step for each sum, so it runs over the set with fewer sums.
    let (mut few, many) = if a.count_ones() < b.count_ones() {
        (a, b)
    } else {
        (b, a)
    };
    let mut sums = 0;
    while few != 0 {
        // Sums above 127 are shifted out, but no allowed total is that large.
        sums |= many << few.trailing_zeros();
        few &= few - 1;
    }
    sums
}

/// Returns the numbers from which adding some number in `b` leads to a number in `a`.
fn subtract(a: u128, mut b: u128) -> u128 {
    let mut rest = 0;
    while b != 0 {
        rest |= a >> b.trailing_zeros();
        b &= b - 1;
    }
    rest
}
