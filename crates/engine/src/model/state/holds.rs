use super::State;
use super::{scope, vars};
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Choice, Relation};
use cluewright_rules::Statement;
use cluewright_rules::statement::Holds;
use std::sync::Arc;

impl State for Holds {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let scope = scope(&self.parts);
        let shared = Arc::new(builder.shared.among(&vars(&scope)));
        let both = |part: &Statement| Choice {
            yes: builder.branch(part, &scope, &shared),
            no: builder.branch(&part.negated(), &scope, &shared),
        };
        let parts = self.parts.iter().map(both).collect();
        let holds = relations::Holds::new(vars(&scope), parts, self.counts.bits());
        builder.add(Relation::Holds(holds), rests_on);
    }
}
