use super::Post;
use super::cells::vars;
use crate::builder::Builder;
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
                let (left, right) = without_common(left, right);
                if !left.is_empty() {
                    builder.add(Relation::Locked(Locked::new(&left, &right)), rests_on);
                }
            }
        }
    }
}

/// Returns two lists without the cells that they share. A shared cell contributes the same value to both, so it cancels out
/// as often as both lists have it.
fn without_common(left: &[u16], right: &[u16]) -> (Vec<u16>, Vec<u16>) {
    let (mut only_left, mut only_right) = (vec![], right.to_vec());
    for &cell in left {
        match only_right.iter().position(|&other| other == cell) {
            Some(at) => {
                only_right.remove(at);
            }
            None => only_left.push(cell),
        }
    }
    (only_left, only_right)
}
