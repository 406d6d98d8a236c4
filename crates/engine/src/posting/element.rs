use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::Element;

impl Post for Element {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let value = match self.value {
            Ok(cell) => Ok(cell.0),
            Err(digits) => Err(builder.word(digits)),
        };
        let element = relations::Element::new(&vars(&self.list), self.index.0, self.first, value);
        builder.add(Relation::Element(element), rests_on);
    }
}
