//! Loosening: finds the weakest facts from which a step that rests on one clue still follows.
//!
//! Relations explain their inferences by every fact that they used. Readers should see only the facts that matter, and a
//! story does not need a complete proof.

use super::techniques::{test_clue, test_fillings};
use super::{Board, Context, Ground, Memory, Reads, Sentence, Step};
use crate::ground::Mark;
use crate::support::Test;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// Maximum number of cells whose facts are loosened together.
const MOST_FACTS: usize = 9;

/// A variable, with a set that contains its value.
pub(super) type Fact = (u16, DigitSet);

/// Returns facts about other cells that imply the conclusions of a step that rests on one clue. Redundant facts are
/// dropped, and the others are as weak as possible. Returns `None` if the facts cannot be loosened.
pub(super) fn loosen(ground: &Ground<'_>, board: &Board, step: &Step) -> Option<Vec<Fact>> {
    let facts = &step.reason.facts;
    let reads_clue =
        step.technique().reads == Reads::Clue && matches!(step.sentence(), Sentence::Clues(_));
    let is_few = (1..=MOST_FACTS).contains(&facts.len()) && step.reason.extras.is_empty();
    if !reads_clue || !is_few || step.placed.is_some() {
        return None;
    }
    let memory = Memory::default();
    let context = Context::new(ground, board, &memory, &|| true);
    let loosen = |test: &mut Test<'_>| Domains::of(ground, board, step)?.loosen(test);
    test_clue(&context, step, loosen).or_else(|| test_fillings(&context, step, loosen))
}

/// The domains of all variables while some facts are tested.
struct Domains<'a> {
    facts: Vec<Fact>,
    now: Vec<DigitSet>,
    /// The domains with which relations were compiled. A test never uses wider domains.
    start: &'a [DigitSet],
    /// Variables for which a fact with the full domain can be omitted, because nothing outside the step's clue restricts
    /// them.
    free: Vec<u16>,
}

impl<'a> Domains<'a> {
    /// Creates the domains for the facts of a step. Returns `None` if the step might depend on a unary constraint of another
    /// clue that is not among the facts.
    fn of(ground: &'a Ground<'_>, board: &Board, step: &Step) -> Option<Self> {
        let facts = step.reason.facts.clone();
        let mut now = ground.start.clone();
        for (var, _) in &step.removed {
            if step.reason.cells.contains(*var) {
                now[usize::from(*var)] = board.at(*var);
            }
        }
        for &(var, within) in &facts {
            now[usize::from(var)] = within & ground.start[usize::from(var)];
        }
        // Unary constraints of the clue itself need no fact, because the reader sees them in the clue.
        let cites = &step.reason.cites;
        let is_own = |mark: &Mark| {
            mark.givens.is_empty() && mark.cites.iter().all(|cite| cites.contains(cite))
        };
        let is_marked_by_others = |var: u16| {
            let mut marks = ground.marks.iter().filter(|mark| !is_own(mark));
            marks.any(|mark| mark.keeps.iter().any(|(kept, _)| *kept == var))
        };
        let is_named = |var: u16| {
            let losers = step.removed.iter().map(|(var, _)| *var);
            facts
                .iter()
                .map(|(var, _)| *var)
                .chain(losers)
                .any(|own| own == var)
        };
        let clues = cites.iter().filter(|cite| !matches!(cite, Cite::House(_)));
        let mut vars = clues.flat_map(|&clue| ground.cells_of(clue));
        if !vars.all(|var| is_named(var) || !is_marked_by_others(var)) {
            return None;
        }
        let vars = facts.iter().map(|(var, _)| *var);
        let is_free = |&var: &u16| {
            ground.blank[usize::from(var)] == ground.digits && !is_marked_by_others(var)
        };
        Some(Self {
            free: vars.filter(is_free).collect(),
            facts,
            now,
            start: &ground.start,
        })
    }

    /// Drops and widens facts as long as the conclusions still follow. The most informative facts are tried last, so that
    /// they are the most likely to remain.
    fn loosen(mut self, test: &mut Test<'_>) -> Option<Vec<Fact>> {
        if !test(&self.now) {
            return None;
        }
        self.facts
            .sort_by_key(|(var, within)| (std::cmp::Reverse(within.len()), *var));
        let vars: Vec<u16> = self.facts.iter().map(|(var, _)| *var).collect();
        let mut widen = |now: &mut Vec<DigitSet>, var: u16, wider: DigitSet| {
            let before = std::mem::replace(&mut now[usize::from(var)], wider);
            if !test(now) {
                now[usize::from(var)] = before;
            }
        };
        for &var in &vars {
            widen(&mut self.now, var, self.start[usize::from(var)]);
        }
        for &var in &vars {
            let within = self.now[usize::from(var)];
            let absent = self.start[usize::from(var)].without(within);
            // The fact of a placed digit is not widened, because a person notices the digit itself.
            for digit in absent.iter().filter(|_| within.len() > 1) {
                let wider = self.now[usize::from(var)] | DigitSet::one(digit);
                widen(&mut self.now, var, wider);
            }
        }
        let mut facts = self.facts;
        for (var, within) in &mut facts {
            *within = self.now[usize::from(*var)];
        }
        let start = |var: u16| self.start[usize::from(var)];
        facts.retain(|&(var, within)| within != start(var) || !self.free.contains(&var));
        facts.sort_unstable_by_key(|(var, _)| *var);
        Some(facts)
    }
}
