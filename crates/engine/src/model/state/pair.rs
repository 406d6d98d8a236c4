use super::State;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation, Support};
use cluewright_rules::statement::{Compare, Pair, PairTable};
use std::sync::Arc;

/// What makes two pair relations share their tables.
#[derive(PartialEq, Eq, Hash)]
pub(in crate::model) enum SupportKey {
    Table(Arc<PairTable>),
    Sum(i64, i64, Compare, i64),
    Neighbours,
}

impl State for Pair {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(a, b, table) = self;
        if a == b {
            let equal = (0..64).filter(|&v| table.allows(v, v)).collect();
            return builder.restrict(a.0, builder.word(equal), rests_on);
        }
        let key = SupportKey::Table(Arc::clone(table));
        builder.pair([a.0, b.0], key, |x, y| table.allows(x, y), rests_on);
    }
}

impl<W: Word> Builder<W> {
    pub(super) fn pair(
        &mut self,
        vars: [u16; 2],
        key: SupportKey,
        allows: impl Fn(u8, u8) -> bool,
        rests_on: u32,
    ) {
        let supports = self.supports(key, allows);
        let pair = relations::Pair::new(vars, supports, &self.shared);
        self.add(Relation::Pair(pair), rests_on);
    }

    /// What each set of one variable of a pair leaves to the other, made at first use.
    pub(super) fn supports(
        &mut self,
        key: SupportKey,
        allows: impl Fn(u8, u8) -> bool,
    ) -> Arc<[Support<W>; 2]> {
        if let Some(known) = self.supports.get(&key) {
            return Arc::clone(known);
        }
        let values = self.shared.values;
        let (mut right, mut left) = ([W::NONE; 64], [W::NONE; 64]);
        for a in 0..values {
            for b in 0..values {
                if allows(self.value(a), self.value(b)) {
                    right[a as usize] |= W::one(b);
                    left[b as usize] |= W::one(a);
                }
            }
        }
        let support = |partners: [W; 64]| Support::new(values, |bit| partners[bit as usize]);
        let both = Arc::new([support(right), support(left)]);
        self.supports.insert(key, Arc::clone(&both));
        both
    }
}
