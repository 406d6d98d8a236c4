use super::Post;
use super::cells::{scope, vars};
use super::choice::branch;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Choice, Relation};
use cluewright_rules::Statement;
use cluewright_rules::statement::Holds;
use std::sync::Arc;

impl Post for Holds {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let scope = scope(&self.parts);
        let shared = Arc::new(builder.shared.among(&vars(&scope)));
        let both = |part: &Statement| Choice {
            yes: branch(builder, part, &scope, &shared),
            no: branch(builder, &part.negated(), &scope, &shared),
        };
        let parts = self.parts.iter().map(both).collect();
        let holds = relations::Holds::new(vars(&scope), parts, self.counts.bits());
        builder.add(Relation::Holds(holds), rests_on);
    }
}
