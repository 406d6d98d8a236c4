use super::State;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use cluewright_rules::statement::Accepts;

impl State for Accepts {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, automaton) = self;
        let vars = vars(cells);
        let (shared, known) = (&builder.shared, &builder.unrolls);
        let domain = |var: u16| builder.domains[usize::from(var)];
        let unrolled = relations::Accepts::new(&vars, automaton, shared, domain, known);
        // What givens and other clues alone rule out is not for this one to say: its relation cites them.
        let any = |_| shared.full;
        let unrolled =
            unrolled.or_else(|| relations::Accepts::new(&vars, automaton, shared, any, known));
        match unrolled {
            Some(accepts) => builder.add(Relation::Accepts(accepts), rests_on),
            None => builder.impossible(rests_on),
        }
    }
}
