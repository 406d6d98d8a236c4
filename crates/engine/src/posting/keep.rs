use super::Post;
use crate::builder::Builder;
use crate::propagation::Word;
use cluewright_rules::statement::Keep;

impl Post for Keep {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        builder.restrict(self.0.0, builder.word(self.1), rests_on);
    }
}
