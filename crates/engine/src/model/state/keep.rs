use super::State;
use crate::model::Word;
use crate::model::build::Builder;
use cluewright_rules::statement::Keep;

impl State for Keep {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        builder.restrict(self.0.0, builder.word(self.1), rests_on);
    }
}
