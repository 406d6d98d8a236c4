//! What a person says of a clue to conclude a step: its numbers, counted anew from what the step cites.

mod automata;
mod bars;
mod chosen;
mod counts;
mod known;
mod pairs;
mod sandwich;
mod sets;
mod sums;
mod totals;
mod towers;
mod unmade;
mod words;

use super::{Cells, Ground, Reads, Step};
pub use bars::Bar;
pub use chosen::Case;
use cluewright_engine::model::Cite;
use cluewright_puzzle::{Clue, DigitSet};
use cluewright_rules::Statement;
use cluewright_rules::statement::{Ascending, Consecutive, Distinct, Pair, ValueSets};
pub use pairs::Want;
pub use unmade::Unmade;

/// Why a clue says what a step concludes, with the numbers that a person would give.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Argument {
    /// The clue says so, and there is no shorter way to put it.
    #[default]
    Plain,
    /// Different cells that only these sets of digits fit.
    Combinations(Vec<DigitSet>),
    /// The other cells of a sum make this much at most.
    RestAtMost {
        /// What all of its cells make.
        total: i64,
        /// What the others make at most, for each cell that loses something.
        most: Vec<i64>,
    },
    /// The other cells of a sum make this much at least.
    RestAtLeast {
        /// What all of its cells make.
        total: i64,
        /// What the others make at least, for each cell that loses something.
        least: Vec<i64>,
    },
    /// What the known cells of a sum leave for the others.
    LeftOver {
        /// What all of its cells make.
        total: i64,
        /// What is known.
        known: i64,
        /// The others.
        cells: Vec<u16>,
    },
    /// So many cells rise from the first to the last.
    Rising(usize),
    /// One cell holds less than another.
    Less(u16, u16),
    /// So many different digits without a gap.
    Run(usize),
    /// Digits that go with no other digit on a clue of pairs.
    Partners(DigitSet),
    /// Digits whose partners are gone.
    Wants(Vec<Want>),
    /// Pairs of cells that hold the same digit.
    Same(Vec<[u16; 2]>),
    /// Digits that a clue holds in every way to satisfy it.
    Must(DigitSet),
    /// The digits along an arrow, as many as are told, make at least and at most this much: its first cell holds their
    /// sum.
    Parts {
        /// How many cells are added up.
        parts: usize,
        /// What they make at least, if that is why.
        least: Option<i64>,
        /// What they make at most, if that is why.
        most: Option<i64>,
    },
    /// The other digits along an arrow make this much at least.
    PartsAtLeast {
        /// What the digits make in all, at least and at most.
        whole: (i64, i64),
        /// What the others make at least, for each cell that loses something.
        least: Vec<i64>,
    },
    /// The other digits along an arrow make this much at most.
    PartsAtMost {
        /// What the digits make in all, at least and at most.
        whole: (i64, i64),
        /// What the others make at most, for each cell that loses something.
        most: Vec<i64>,
    },
    /// Each part of a clue makes at least and at most this much, as all make the same.
    Each {
        /// At least, if that is why.
        least: Option<i64>,
        /// At most, if that is why.
        most: Option<i64>,
    },
    /// Digits that would ask of others what they cannot make.
    Cases(Vec<Case>),
    /// Digits that would need of others what they cannot make together.
    Unmade(Vec<Unmade>),
    /// Digits that a clue needs, with the cells that can still hold them.
    Needs(Vec<(u8, Cells)>),
    /// Digits that keep others out of the cells beside them.
    Bars(Vec<Bar>),
    /// What stands between the smallest and the largest digit of a house is one of these sets.
    Between {
        /// The cells around it, where these are known.
        ends: Option<[u16; 2]>,
        /// The sets.
        sets: Vec<DigitSet>,
    },
    /// The smallest and the largest digit of a house stand in one of these pairs of cells.
    Ends(Vec<[u16; 2]>),
    /// So many digits stand between the smallest and the largest one, at least and at most.
    Apart(usize, usize),
    /// How many digits would be seen along a line if what goes stood there.
    Seen {
        /// How many are.
        wanted: usize,
        /// How many would be at least, where that is too many.
        least: Option<usize>,
        /// How many would be at most, where that is too few.
        most: Option<usize>,
    },
    /// The digits along a clue, in its order, are one of these.
    Words(Vec<Vec<u8>>),
    /// Whole houses less what cages in them make.
    Total {
        /// What the houses make.
        houses: i64,
        /// What the clues make.
        clues: i64,
        /// Cells of the houses outside the clues.
        innies: Cells,
        /// Cells of the clues outside the houses.
        outies: Cells,
        /// The sets that cells left inside can hold, where nothing is left outside and they are few.
        sets: Vec<DigitSet>,
        /// What they hold in any case, where others lose that.
        must: DigitSet,
    },
}

impl Argument {
    /// What a step that rests on one clue, or on houses and sums, argues with.
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

    /// The clues that a step is told by: those that only say that cells differ stand behind the one of which it is read.
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

    /// Its name among the phrases.
    #[must_use]
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::Combinations(sets) if sets.len() == 1 => "one-combination",
            Self::Combinations(_) => "combinations",
            Self::RestAtMost { .. } => "rest-at-most",
            Self::RestAtLeast { .. } => "rest-at-least",
            Self::LeftOver { known: 0, .. } => "whole-known",
            Self::LeftOver { .. } => "left-over",
            Self::Rising(_) => "rising",
            Self::Less(..) => "less",
            Self::Run(_) => "run",
            Self::Partners(_) => "partners",
            Self::Wants(_) => "wants",
            Self::Same(_) => "same",
            Self::Must(_) => "must",
            Self::Parts { least, most, .. } if least == most => "parts-make",
            Self::Parts { most: None, .. } => "parts-at-least",
            Self::Parts { least: None, .. } => "parts-at-most",
            Self::Parts { .. } => "parts-between",
            Self::PartsAtLeast { .. } => "other-parts-at-least",
            Self::PartsAtMost { .. } => "other-parts-at-most",
            Self::Each { least, most } if least == most => "each-makes",
            Self::Each { most: None, .. } => "each-at-least",
            Self::Each { least: None, .. } => "each-at-most",
            Self::Each { .. } => "each-between",
            Self::Cases(_) => "cases",
            Self::Unmade(_) => "unmade",
            Self::Needs(_) => "needs",
            Self::Bars(_) => "bars",
            Self::Between { ends: Some(_), .. } => "between-ends",
            Self::Between { .. } => "between",
            Self::Ends(_) => "ends",
            Self::Apart(0, 0) => "touching",
            Self::Apart(..) => "apart",
            Self::Seen { wanted: 1, .. } => "seen-first",
            Self::Seen { most: None, .. } => "seen-at-least",
            Self::Seen { least: None, .. } => "seen-at-most",
            Self::Seen { .. } => "seen-otherwise",
            Self::Words(_) => "words",
            Self::Total { must, sets, .. } if !must.is_empty() && sets.is_empty() => "innies-must",
            Self::Total { must, .. } if !must.is_empty() => "innies-among",
            Self::Total { outies, .. } if outies.is_empty() => "innies",
            Self::Total { innies, .. } if innies.is_empty() => "outies",
            Self::Total { houses, clues, .. } if clues > houses => "outies-and-innies",
            Self::Total { .. } => "innies-and-outies",
        }
    }
}

/// A step that rests on one clue, and what the clue says.
struct Reading<'a, 'g> {
    ground: &'a Ground<'g>,
    step: &'a Step,
    /// The clue, where it is one of the puzzle's.
    clue: Option<&'a Clue>,
    /// Its cells, in its order.
    cells: Vec<u16>,
    /// What the clue says, piece by piece.
    said: Vec<Statement>,
    /// Cells that differ, by houses that are cited and by the clue itself.
    differ: Vec<Cells>,
}

impl<'a, 'g> Reading<'a, 'g> {
    fn of(ground: &'a Ground<'g>, step: &'a Step, clue: Cite) -> Self {
        let said = said(ground, clue);
        let cites = step.reason.cites.iter();
        let mut differ: Vec<Cells> = cites
            .clone()
            .filter_map(|&cite| ground.layout_house(cite))
            .collect();
        for &other in cites.filter(|&&cite| cite != clue && says_cells_differ(ground, cite)) {
            for part in ground.parts.iter().filter(|part| part.cite == other) {
                part.statement.each_conjunct(&mut |statement| {
                    let cells = statement.different().unwrap_or_default();
                    let cells = cells.iter().filter(|cell| cell.index() < ground.cells());
                    differ.push(cells.map(|cell| cell.0).collect());
                });
            }
        }
        for statement in &said {
            if let Statement::Distinct(Distinct(cells)) = statement {
                let cells = cells.iter().filter(|cell| cell.index() < ground.cells());
                differ.push(cells.map(|cell| cell.0).collect());
            }
        }
        let clue = match clue {
            Cite::Clue(index) => ground.puzzle.clues.get(usize::from(index)),
            _ => None,
        };
        let cells = clue.into_iter().flat_map(Clue::cells);
        Self {
            ground,
            step,
            clue,
            cells: cells.map(|cell| cell.0).collect(),
            said,
            differ,
        }
    }

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
            .filter(|_| !self.said.is_empty())
    }

    /// Whether two cells differ.
    fn together(&self, a: u16, b: u16) -> bool {
        let mut differ = self.differ.iter();
        differ.any(|cells| cells.contains(a) && cells.contains(b))
    }

    /// Whether all of some cells differ.
    fn are_apart(&self, cells: &[u16]) -> bool {
        let mut pairs = (1..cells.len()).flat_map(|i| cells[..i].iter().map(move |&a| (a, i)));
        pairs.all(|(a, i)| self.together(a, cells[i]))
    }

    /// Whether all that lose something are among some cells.
    fn all_within(&self, cells: &[u16]) -> bool {
        let mut removed = self.step.removed.iter();
        removed.all(|(var, _)| cells.contains(var))
    }
}

/// Whether a clue says no more than that cells differ.
fn says_cells_differ(ground: &Ground<'_>, clue: Cite) -> bool {
    let mut parts = ground.parts.iter().filter(|part| part.cite == clue);
    let differ = |statement: &Statement| match statement {
        Statement::Distinct(_) => true,
        Statement::Pair(Pair(_, _, table)) => {
            let mut digits = ground.digits.iter();
            let others = |&a: &u8| ground.digits.iter().filter(move |&b| b != a);
            digits.all(|a| !table.allows(a, a) && others(&a).all(|b| table.allows(a, b)))
        }
        _ => false,
    };
    parts.all(|part| {
        let mut is_all = true;
        part.statement
            .each_conjunct(&mut |statement| is_all &= differ(statement));
        is_all
    })
}

/// What a clue says, piece by piece.
fn said(ground: &Ground<'_>, clue: Cite) -> Vec<Statement> {
    let mut said = vec![];
    for part in ground
        .parts
        .iter()
        .filter(|part| part.cite == clue && !part.implied)
    {
        part.statement
            .each_conjunct(&mut |statement| said.push(statement.clone()));
    }
    said
}
