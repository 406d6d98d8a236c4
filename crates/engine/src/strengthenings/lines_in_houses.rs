//! Combines lines that fill a house with that house. In puzzles with such lines, proofs without this strengthening take 3 to 14
//! times as many guesses (`reports/ablation.md`).

use crate::builder::frame::Frame;
use crate::builder::{Builder, FullHouse};
use crate::compiled::clues::Part;
use crate::propagation::Word;
use crate::relations::Relation;
use crate::relations::program::Entry;

/// Combines each line that fills a house with that house: in one automaton if it has few enough states, otherwise in a relation
/// that tracks the values used.
pub(super) fn strengthen<W: Word>(builder: &mut Builder<W>, _: &[Part], _: &Frame) {
    let mut exact = vec![];
    for index in 0..builder.relations.len() {
        let entry = &builder.relations[index];
        let Relation::Accepts(accepts) = &entry.relation else {
            continue;
        };
        let vars = accepts.vars();
        let fills = |house: &&FullHouse| {
            house.vars.len() == vars.len() && house.vars.iter().all(|var| vars.contains(var))
        };
        let Some(house) = builder.full_houses.iter().find(fills) else {
            continue;
        };
        let both = match accepts.all_different() {
            Some(both) => Relation::Accepts(both),
            None => Relation::AcceptsOnce(accepts.once()),
        };
        let waits = matches!(&both, Relation::AcceptsOnce(once) if !once.is_prompt());
        let implied = entry.implied;
        // The houses of the layout are always enabled here, but a house that a clue implies may be switched off.
        if !implied && !waits && !house.extra {
            exact.push(index);
        }
        let rests_on = builder.conjunction(entry.rests_on, house.rests_on);
        builder.relations.push(Entry {
            implied,
            ..Entry::new(both, rests_on)
        });
    }
    exact
        .into_iter()
        .for_each(|line| calm_implied(builder, line));
}

/// Makes the redundant relations of a line run only once, because the combination of the line with its house makes all their
/// inferences. Automata still run every time, because they are cheap and leave less work for the other relations.
fn calm_implied<W: Word>(builder: &mut Builder<W>, line: usize) {
    let line = &builder.relations[line];
    let (cites, vars) = (
        builder.sets.get(line.rests_on),
        line.relation.vars().to_vec(),
    );
    for entry in builder.relations.iter_mut().filter(|entry| entry.implied) {
        let all = builder.sets.get(entry.rests_on);
        let is_clue = cites.iter().all(|cite| all.contains(cite));
        let inside = entry.relation.vars().iter().all(|var| vars.contains(var));
        entry.starts |= is_clue && inside && !matches!(entry.relation, Relation::Accepts(_));
    }
}
