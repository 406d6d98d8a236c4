use super::State;
use super::vars;
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{self, Relation};
use crate::rules::statement::Accepts;

impl State for Accepts {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, automaton) = self;
        let domain = |var: u16| builder.domains[usize::from(var)];
        let (shared, known) = (&builder.shared, &builder.unrolls);
        match relations::Accepts::new(&vars(cells), automaton, shared, domain, known) {
            Some(accepts) => builder.add(Relation::Accepts(accepts), rests_on),
            None => builder.impossible(rests_on),
        }
    }
}
