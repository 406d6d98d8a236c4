use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::builder::frame::only;
use crate::propagation::Word;
use crate::relations::{self, Locked, Relation};
use cluewright_rules::statement::SameMultiset;

impl Post for SameMultiset {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let length = self.0.first().map_or(0, Vec::len);
        if self.0.iter().any(|group| group.len() != length) {
            return builder.impossible(rests_on);
        }
        let groups: Vec<Vec<u16>> = self.0.iter().map(|group| vars(group)).collect();
        builder.add(
            Relation::SameMultiset(relations::SameMultiset::new(&groups)),
            rests_on,
        );
        for (i, left) in groups.iter().enumerate() {
            for right in &groups[..i] {
                // Shared cells contribute the same values to both groups, so they cancel out.
                let (left, right) = (only(left, right), only(right, left));
                if left.len() == right.len() && !left.is_empty() {
                    builder.add(Relation::Locked(Locked::new(&left, &right)), rests_on);
                }
            }
        }
    }
}
