use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_rules::statement::Accepts;

impl Post for Accepts {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        let Self(cells, automaton) = self;
        let vars = vars(cells);
        let (shared, known) = (&builder.shared, &builder.unrolls);
        let domain = |var: u16| builder.domains[usize::from(var)];
        let unrolled = relations::Accepts::new(&vars, automaton, shared, domain, known);
        // The automaton is unrolled without the givens and the other clues. If these contradict this clue, the relation must
        // find the conflict, because only the relation can cite them.
        let any = |_| shared.full;
        let unrolled =
            unrolled.or_else(|| relations::Accepts::new(&vars, automaton, shared, any, known));
        match unrolled {
            Some(accepts) => builder.add(Relation::Accepts(accepts), rests_on),
            None => builder.impossible(rests_on),
        }
    }
}
