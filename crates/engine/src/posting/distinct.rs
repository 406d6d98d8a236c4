use super::Post;
use super::cells::{repeats, vars};
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{Different, Relation};
use cluewright_rules::statement::Distinct;

impl Post for Distinct {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        match repeats(&self.0) {
            true => builder.impossible(rests_on),
            false => post_different(builder, &vars(&self.0), rests_on),
        }
    }
}

/// Posts an all-different of several variables, unless they form a house of a layout that cannot be
/// switched off.
pub(super) fn post_different<W: Word>(builder: &mut Builder<W>, vars: &[u16], rests_on: u32) {
    let known = builder.layout_holds && builder.houses.iter().any(|house| **house == *vars);
    if vars.len() > 1 && !known {
        builder.add(Relation::Different(Different::new(vars)), rests_on);
    }
}
