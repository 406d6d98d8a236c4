//! Assumptions that clues and houses refute within a limited number of rounds, and consequences that all cases have in
//! common.
//!
//! "If this were a 5, that cage would be impossible": people combine two clues when they consider the clues around a
//! candidate. With more rounds, this becomes a forcing step, which is priced by its length like a chain. The same applies to
//! "wherever the 5 goes in this box, that cell loses its 3".

use super::chains::surcharge;
use super::combinations::list_made_of_clues;
use crate::Context;
use crate::sentence::{Break, Sentence};
use crate::step::{Link, Step};
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::trial::{
    self, Account, Assumption, Candidate, LONG, NEAR, Outcome, SHORT, explain, follow_each, refute,
};
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

pub(super) const COMBINED_CLUES: Technique = Technique {
    name: "combined-clues",
    help: "a candidate that contradicts the clues and houses around it at once",
    about: "Assume a candidate and look once or twice at the clues and houses around it. If they cannot all \
            hold, it goes. This is how people use two clues at once.",
    family: Family::Clue,
    sentence: Sentence::Refutation(Break::UNKNOWN),
    price: Some(3.6),
    positions: &[Position::on_path(
        "default",
        4.2,
        "corpus/variants/x-sum.toml",
    )],
    find: find_combined,
    ..Technique::USUAL
};

pub(super) const SHORT_CONTRADICTION: Technique = Technique {
    name: "short-contradiction",
    help: "a candidate that contradicts itself within four rounds",
    about: "Assume a candidate and follow it through clues and houses for up to four rounds. If they cannot \
            all hold, it goes.",
    family: Family::Forcing,
    sentence: Sentence::Refutation(Break::UNKNOWN),
    price: Some(7.5),
    positions: &[Position::on_path(
        "default",
        7.6,
        "corpus/variants/black-dot.toml",
    )],
    find: short,
    ..Technique::USUAL
};

pub(super) const LINE_CONTRADICTION: Technique = Technique {
    name: "line-contradiction",
    help: "a candidate that contradicts itself within twelve rounds",
    about: "Assume a candidate and follow it through clues and houses for up to twelve rounds. If they \
            cannot all hold, it goes.",
    family: Family::Forcing,
    sentence: Sentence::Refutation(Break::UNKNOWN),
    price: Some(7.8),
    positions: &[Position::on_path(
        "default",
        8.0,
        "corpus/variants/thermometer.toml",
    )],
    find: line,
    ..Technique::USUAL
};

pub(super) const CASES: Technique = Technique {
    name: "cases",
    help: "common consequences of all candidates of a cell, or of all places for a digit in a house",
    about: "Follow each candidate of a cell, or each place of a digit in a house, for up to four rounds. \
            What all cases agree on is true.",
    family: Family::Forcing,
    sentence: Sentence::Cases,
    price: Some(8.0),
    positions: &[Position::alone("corpus/variants/dutch-whisper.toml")],
    find: cases,
    ..Technique::USUAL
};

pub(super) const CLUE_CASES: Technique = Technique {
    name: "clue-cases",
    help: "common consequences of all fillings of a clue",
    about: "Follow each way to satisfy a clue for up to four rounds. Any consequence that all of them share is true.",
    family: Family::Forcing,
    sentence: Sentence::ClueCases,
    price: Some(8.0),
    positions: &[Position::alone("corpus/variants/killer-cage.toml")],
    find: clue_cases,
    ..Technique::USUAL
};

pub(super) const DYNAMIC_CONTRADICTION: Technique = Technique {
    name: "dynamic-contradiction",
    help: "a candidate that contradicts itself by full propagation",
    about: "Assume a candidate and follow it through clues and houses for as long as something follows. If \
            they cannot all hold, it goes.",
    family: Family::Forcing,
    sentence: Sentence::Refutation(Break::UNKNOWN),
    price: Some(8.5),
    positions: &[Position::alone("corpus/variants/white-dot.toml")],
    find: full,
    ..Technique::USUAL
};

/// Maximum number of cases to compare.
const MOST_CASES: usize = 9;

/// Finds a candidate that leads to a contradiction within two rounds.
fn find_combined(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        contradictions(
            context,
            &trial::near(context),
            NEAR,
            steps,
            |nodes| match nodes {
                ..=3 => Some(0),
                4..=12 => Some(6),
                _ => None,
            },
        );
    }
}

/// Finds a candidate that leads to a contradiction within four rounds.
fn short(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        let short = |nodes| Some(surcharge(nodes));
        let outcomes = trial::short(context);
        let refuted = outcomes.iter().filter(|outcome| outcome.left.is_none());
        let candidates: Vec<Candidate> = refuted.map(|outcome| outcome.candidate).collect();
        contradictions(context, &candidates, SHORT, steps, short);
    }
}

/// Finds a candidate that leads to a contradiction within twelve rounds.
fn line(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        let any = |nodes| Some(surcharge(nodes));
        contradictions(context, &trial::long(context), LONG, steps, any);
    }
}

/// Finds a candidate that full propagation refutes.
fn full(context: &Context<'_>, steps: &mut Steps) {
    if !context.ground.plain() {
        let any = |nodes| Some(surcharge(nodes));
        contradictions(context, &trial::refutable(context), usize::MAX, steps, any);
    }
}

fn contradictions(
    context: &Context<'_>,
    candidates: &[Candidate],
    rounds: usize,
    steps: &mut Steps,
    more: impl Fn(usize) -> Option<u16>,
) {
    let accounts = refute(context, candidates, rounds);
    for (&(var, value), account) in candidates.iter().zip(accounts) {
        if let Some(account) = account
            && let Some(more) = more(account.nodes)
        {
            steps.offer(more, || {
                describe(context, (var, DigitSet::one(value)), &account)
            });
        }
    }
}

/// Finds the consequences within four rounds that all candidates of a cell, or all places of a digit in a house, have in
/// common.
fn cases(context: &Context<'_>, steps: &mut Steps) {
    if context.ground.plain() {
        return;
    }
    let outcomes = trial::short(context);
    let of = |var: u16, digit: u8| {
        let place = outcomes.binary_search_by_key(&(var, digit), |outcome| outcome.candidate);
        place.ok().map(|place| &outcomes[place])
    };
    for var in 0..context.board.candidates().len() as u16 {
        let digits = context.board.at(var).iter();
        // An interrupted run lacks some outcomes, but steps that are found after an interruption are ignored.
        let found: Vec<&Outcome> = digits.filter_map(|digit| of(var, digit)).collect();
        agree(context, &Cases::of(&found), steps);
    }
    for house in &context.ground.houses {
        for digit in context.ground.digits.iter() {
            let places = (context.board.places(digit) & house.cells).iter();
            let found: Vec<&Outcome> = places.filter_map(|cell| of(cell, digit)).collect();
            let cases = Cases {
                cites: vec![house.cite],
                vars: house.cells.iter().collect(),
                ..Cases::of(&found)
            };
            agree(context, &cases, steps);
        }
    }
}

/// Finds the consequences within four rounds that all fillings of a clue have in common. Fillings that differ only in the
/// order of their digits are one case.
fn clue_cases(context: &Context<'_>, steps: &mut Steps) {
    if context.ground.plain() {
        return;
    }
    for made in list_made_of_clues(context, MOST_CASES) {
        let left = follow_each(context.ground, context.board, &made.cases, SHORT);
        let cases = Cases {
            assumptions: made.cases,
            left: left.iter().map(Option::as_deref).collect(),
            cites: made.cites,
            vars: made.vars,
        };
        agree(context, &cases, steps);
    }
}

/// Assumptions of which at least one must be true.
#[derive(Default)]
struct Cases<'a> {
    assumptions: Vec<Assumption>,
    /// The remaining candidates under each assumption; `None` if the assumption leads to a contradiction.
    left: Vec<Option<&'a [DigitSet]>>,
    /// The citations that imply that at least one of the assumptions is true.
    cites: Vec<Cite>,
    vars: Vec<u16>,
}

impl<'a> Cases<'a> {
    fn of(outcomes: &[&'a Outcome]) -> Self {
        let assumption = |outcome: &&Outcome| {
            let (var, value) = outcome.candidate;
            vec![(var, DigitSet::one(value))]
        };
        Self {
            assumptions: outcomes.iter().map(assumption).collect(),
            left: outcomes
                .iter()
                .map(|outcome| outcome.left.as_deref())
                .collect(),
            ..Self::default()
        }
    }
}

/// Offers to remove the candidates that every case removes.
fn agree(context: &Context<'_>, cases: &Cases<'_>, steps: &mut Steps) {
    let possible = || cases.left.iter().flatten();
    // If every case failed, every candidate would count as a common loss.
    if !(2..=MOST_CASES).contains(&cases.left.len()) || possible().next().is_none() {
        return;
    }
    let mut targets = vec![];
    for (var, &digits) in context.board.candidates().iter().enumerate() {
        let left = possible().fold(DigitSet::EMPTY, |all, left| all | left[var]);
        let lost = digits.without(left).iter();
        targets.extend(lost.map(|digit| (var as u16, DigitSet::one(digit))));
    }
    if targets.is_empty() {
        return;
    }
    let accounts = explain(
        context.ground,
        context.board,
        &cases.assumptions,
        SHORT,
        &targets,
    );
    for (target, account) in targets.into_iter().zip(accounts) {
        let Some(mut account) = account else { continue };
        account.matter(&cases.vars);
        steps.offer(surcharge(account.nodes), || {
            describe(context, target, &account).citing(cases.cites.iter().copied())
        });
    }
}

fn describe(context: &Context<'_>, (var, digits): (u16, DigitSet), account: &Account) -> Step {
    let cells = context.ground.cells();
    let (inside, beside) = account.seen(cells);
    let mut step = Step {
        removed: vec![(var, digits)],
        digits,
        ..Step::default()
    };
    for known in &account.known {
        for (i, &(cell, digit)) in known.iter().enumerate() {
            if usize::from(cell) < cells {
                step.chain.push(Link {
                    cell,
                    digit,
                    on: true,
                    starts: i == 0,
                });
            }
        }
    }
    step.reason.extras = beside;
    step.citing(account.cites.iter().copied())
        .pattern(inside)
        .sized(account.nodes)
}
