use super::State;
use super::{repeats, vars};
use crate::model::Word;
use crate::model::build::Builder;
use crate::model::relations::{Different, Relation};
use cluewright_rules::statement::Distinct;

impl State for Distinct {
    fn state<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        match repeats(&self.0) {
            true => builder.impossible(rests_on),
            false => builder.different(&vars(&self.0), rests_on),
        }
    }
}

impl<W: Word> Builder<W> {
    /// What a house says already is not said again, unless houses can be switched off.
    pub(super) fn different(&mut self, vars: &[u16], rests_on: u32) {
        let known = self.layout_holds && self.houses.iter().any(|house| **house == *vars);
        if vars.len() > 1 && !known {
            self.add(Relation::Different(Different::new(vars)), rests_on);
        }
    }
}
