use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Connected, Precedes, Relation};
use cluewright_puzzle::DigitSet;
use cluewright_rules::statement::Regions;

impl Post for Regions {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let (labels, contents) = (vars(&self.labels), vars(&self.contents));
        let size = usize::from(self.size);
        let regions = (labels.len() / size) as u8;
        if usize::from(regions) * size != labels.len() {
            return builder.impossible(rests_on);
        }
        let numbers = DigitSet::range(1, regions);
        for &label in &labels {
            builder.restrict(label, builder.word(numbers), rests_on);
        }
        let value = |number: u8| builder.word(DigitSet::one(number));
        let values: Vec<W> = numbers.iter().map(value).collect();
        // A label that the puzzle fixes somewhere cannot be exchanged with others, so it is exempt
        // from the order.
        let free = numbers
            .iter()
            .filter(|&number| !self.pinned.contains(number));
        let free: Vec<W> = free.map(value).collect();
        let all = builder.union(contents.iter().copied());
        let all = (all.len() as usize == size).then_some(all);
        for &value in &values {
            let connected = Connected::new(&labels, &self.edges, value, Some(self.size));
            builder.add(Relation::Connected(connected), rests_on);
        }
        if !free.is_empty() {
            builder.add(Relation::Precedes(Precedes::new(&labels, free)), rests_on);
        }
        let regions = relations::Regions::new(&labels, &contents, values, size, all);
        builder.add(Relation::Regions(regions), rests_on);
    }
}
