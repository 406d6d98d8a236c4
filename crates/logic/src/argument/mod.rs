//! The arguments of steps: why a clue implies a conclusion. The numbers in an argument are computed only from the
//! facts that the step cites.

mod automata;
mod bars;
mod chosen;
mod counts;
mod known;
mod pairs;
mod reading;
mod sandwich;
mod sets;
mod sums;
mod totals;
mod towers;
mod unmade;
mod words;

use super::{Argument, Break, Ground, Reads, Sentence, Step};
use cluewright_engine::model::Cite;
use cluewright_rules::Statement;
use cluewright_rules::statement::{Ascending, Consecutive, ValueSets};
use reading::{Reading, says_cells_differ};
pub(super) use sets::packed;
pub(super) use sums::{Terms, exact_sum};

impl Argument {
    /// Finds the argument for a step that rests on one clue, or on houses and sums. Returns an empty argument if none is
    /// found.
    #[must_use]
    pub fn of(ground: &Ground<'_>, step: &Step) -> Self {
        let clues = Self::told_by(ground, step);
        let houses = step.reason.cites.len() - clues.len();
        let found = match clues[..] {
            [] => None,
            [clue] => Reading::of(ground, step, clue)
                .argument()
                .or_else(|| totals::total(ground, step, &clues)),
            _ if houses > 0 => totals::total(ground, step, &clues),
            _ => None,
        };
        found.unwrap_or_default()
    }

    /// Returns the clues that explain a step. If its technique reads clues one at a time, and all clues but one imply
    /// only that cells differ, returns only the remaining clue.
    #[must_use]
    pub fn told_by(ground: &Ground<'_>, step: &Step) -> Vec<Cite> {
        let cites = step.reason.cites.iter();
        let clues = cites.filter(|cite| !matches!(cite, Cite::House(_)));
        let clues: Vec<Cite> = clues.copied().collect();
        if clues.len() < 2 || step.technique().reads != Reads::Clue {
            return clues;
        }
        let more = clues.iter().copied();
        let more: Vec<Cite> = more
            .filter(|&clue| !says_cells_differ(ground, clue))
            .collect();
        if more.len() == 1 { more } else { clues }
    }
}

impl Step {
    /// Adds an argument to a step that has none: the reason why its clues imply the conclusion, or the clue or house
    /// that its assumption breaks.
    #[must_use]
    pub fn argued(self, ground: &Ground<'_>) -> Self {
        if self.sentence.is_some() {
            return self;
        }
        let sentence = match self.sentence() {
            Sentence::Marks(_) => Sentence::Marks(Argument::of(ground, &self)),
            Sentence::Clues(_) => Sentence::Clues(Argument::of(ground, &self)),
            Sentence::Refutation(_) if self.assumed().is_some() => {
                Sentence::Refutation(Break::of(ground, &self))
            }
            _ => return self,
        };
        self.arguing(sentence)
    }
}

impl Reading<'_, '_> {
    fn argument(&self) -> Option<Argument> {
        let alone = || match &self.said[..] {
            [
                Statement::Ascending(Ascending {
                    cells,
                    strict: true,
                }),
            ] => match cells[..] {
                [low, high] => Some(Argument::Less(low.0, high.0)),
                _ => Some(Argument::Rising(cells.len())),
            },
            [Statement::Consecutive(Consecutive(cells))] => self.of_run(cells),
            [Statement::ValueSets(ValueSets(cells, sets))] => self.of_sets(cells, sets),
            [Statement::Count(_), ..] => self.needs(),
            [Statement::Any(choices)] => self.cases(choices),
            _ => None,
        };
        let measured = || {
            self.said.iter().find_map(|statement| match statement {
                Statement::Accepts(line) => self.sandwich(line).or_else(|| self.towers(line)),
                _ => None,
            })
        };
        self.bars()
            .or_else(|| self.of_sum())
            .or_else(measured)
            .or_else(|| self.of_pairs())
            .or_else(alone)
            .or_else(|| self.words())
            // Without statements, a test of all statements would always succeed.
            .filter(|_| !self.said.is_empty())
    }
}
