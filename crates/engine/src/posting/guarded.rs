//! Posts the statements of models whose clues can be switched off.

use super::cells::{scope, vars};
use super::post_alone;
use crate::builder::Builder;
use crate::propagation::Word;
use cluewright_rules::Statement;

/// Posts a statement. Its relations may use other clues only if those cannot be switched off.
pub(crate) fn post<W: Word>(builder: &mut Builder<W>, statement: &Statement, rests_on: u32) {
    match builder.switching {
        None => post_alone(builder, statement, rests_on),
        Some(_) => post_guarded(builder, statement, rests_on),
    }
}

/// Posts a statement using only the clues of `rests_on`. If other clues can strengthen it, also posts a second
/// version that relies on them too.
fn post_guarded<W: Word>(builder: &mut Builder<W>, statement: &Statement, rests_on: u32) {
    let Some(switching) = &mut builder.switching else {
        return;
    };
    let cites = builder.sets.get(rests_on).to_vec();
    let own = switching.exclusions_under(&cites, &builder.sets);
    let others = match is_stronger_apart(statement) {
        true => {
            let vars = vars(&scope([statement]));
            switching.sets_excluding_more(&vars, &own)
        }
        false => vec![],
    };
    if others.is_empty() {
        builder.shared = own;
        return post_alone(builder, statement, rests_on);
    }
    let helpers = builder.sets.union_of(&others);
    let weak = builder.inactive_while(rests_on, helpers.clone());
    let both = [&cites[..], &helpers].concat();
    let strong = builder.copy_guarded(&[rests_on], &both);
    // `builder` was used since the borrow above, so it has to be borrowed again.
    let Some(switching) = &mut builder.switching else {
        return;
    };
    let all_on = switching.exclusions_under(&both, &builder.sets);
    builder.shared = own;
    post_alone(builder, statement, weak);
    builder.shared = all_on;
    post_alone(builder, statement, strong);
}

/// Returns `true` if the relations of a statement propagate more when further pairs of its cells are known to differ.
fn is_stronger_apart(statement: &Statement) -> bool {
    match statement {
        Statement::All(parts) => parts.iter().any(is_stronger_apart),
        Statement::Any(_)
        | Statement::Not(_)
        | Statement::Holds(_)
        | Statement::Pair(_)
        | Statement::Linear(_)
        | Statement::SumIn(_)
        | Statement::EqualSums(_)
        | Statement::Count(_) => true,
        _ => false,
    }
}
