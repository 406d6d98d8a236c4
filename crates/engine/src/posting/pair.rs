use super::Post;
use crate::builder::{Builder, SupportKey};
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::Pair;
use std::sync::Arc;

impl Post for Pair {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(a, b, table) = self;
        if a == b {
            let equal = (0..64).filter(|&v| table.allows(v, v)).collect();
            return builder.restrict(a.0, builder.word(equal), rests_on);
        }
        let key = SupportKey::Table(Arc::clone(table));
        post_pair(
            builder,
            [a.0, b.0],
            key,
            |x, y| table.allows(x, y),
            rests_on,
        );
    }
}

pub(super) fn post_pair<W: Word>(
    builder: &mut Builder<W>,
    vars: [u16; 2],
    key: SupportKey,
    allows: impl Fn(u8, u8) -> bool,
    rests_on: u32,
) {
    let supports = builder.supports(key, allows);
    let pair = relations::Pair::new(vars, supports, &builder.shared);
    builder.add(Relation::Pair(pair), rests_on);
}
