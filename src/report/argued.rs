//! What a step says of clues: the words of its argument, with its numbers.

use super::phrases::{Phrases, filled};
use super::steps::{
    Detail, around, clues_and_houses, conclusion_in, dashed, either, elsewhere, first_clue, given,
    inside_and_out, is_within, list, list_of, losses, name, number, only_clue, parted, subject,
    vars,
};
use crate::logic::{Argument, Case, Cells, Ground, Step, Want};
use crate::model::Cite;
use crate::puzzle::{Clue, DigitSet, Puzzle, digit_char};

/// What a step reads from clues: `by` names them, `place` the houses that it cites.
pub(super) fn read(
    ground: &Ground<'_>,
    step: &Step,
    argument: &Argument,
    by: &str,
    place: &str,
    detail: Detail,
) -> String {
    let (clues, _) = clues_and_houses(step);
    let clue = only_clue(ground, &clues);
    let own = clue.and_then(|clue| ground.book.because(clue));
    let is_broken = step.left.iter().any(|left| left.is_empty());
    let phrase = match own {
        _ if is_broken => Phrases::builtin().of("broken"),
        Some(own) if *argument == Argument::Plain => own,
        _ => Phrases::builtin().of(argument.kind()),
    };
    let reading = Reading {
        ground,
        step,
        argument,
        clues: &clues,
        clue,
        detail,
    };
    let value = |wanted: &str| match wanted {
        "clue" => by.to_owned(),
        "kind" => parted(by).map_or(by, |(head, _, _)| head).to_owned(),
        "where" => place.to_owned(),
        "conclusion" => reading.conclusion(),
        "given" if detail.brief => String::new(),
        "given" => given(ground.puzzle, step),
        "count" => reading.count(),
        "on" => reading.preposition(),
        wanted => reading
            .detail_of(wanted)
            .unwrap_or_else(|| reading.param(wanted)),
    };
    // A conclusion that the phrase has said already is left out.
    filled(phrase, &value)
        .trim_end_matches([':', ' '])
        .to_owned()
}

/// A step that is told by its argument.
struct Reading<'a, 'g> {
    ground: &'a Ground<'g>,
    step: &'a Step,
    argument: &'a Argument,
    clues: &'a [Cite],
    /// The clue, where it is one.
    clue: Option<&'a Clue>,
    detail: Detail,
}

impl Reading<'_, '_> {
    /// What follows, as far as the phrase has not said it.
    fn conclusion(&self) -> String {
        let (step, room) = (self.step, self.detail.room);
        match self.argument {
            Argument::Combinations(all) => {
                let new = match all[..] {
                    [only] => beyond(step, only),
                    _ => step.clone(),
                };
                inside_and_out(self.ground, &new, self.cells(), room)
            }
            Argument::Partners(missing) if step.removed.len() > MOST_PARTNERS => {
                let whose = if self.clues.len() == 1 {
                    "its"
                } else {
                    "their"
                };
                format!("none of {whose} cells is {}", list(missing.iter(), "or"))
            }
            Argument::LeftOver {
                known: 1.., cells, ..
            } if cells.len() == 1 => String::new(),
            Argument::Wants(_) | Argument::Partners(_) if is_said(step) => String::new(),
            Argument::Must(_) => self.elsewhere(self.cells()),
            Argument::Needs(needs) => {
                let is_one_place = needs.iter().all(|(_, own)| *own == needs[0].1);
                self.elsewhere(if is_one_place {
                    needs[0].1
                } else {
                    Cells::EMPTY
                })
            }
            _ => conclusion_in(self.ground.puzzle, step, room),
        }
    }

    /// What follows where some cells hold digits.
    fn elsewhere(&self, cells: Cells) -> String {
        let (ground, step) = (self.ground, self.step);
        elsewhere(ground, step, cells, &around(ground, cells))
            .unwrap_or_else(|| conclusion_in(ground.puzzle, step, self.detail.room))
    }

    /// The cells of the clue.
    fn cells(&self) -> Cells {
        let cells = self.clue.into_iter().flat_map(Clue::cells);
        cells.map(|cell| cell.0).collect()
    }

    fn count(&self) -> String {
        match self.argument {
            Argument::Rising(count) | Argument::Run(count) => number(*count),
            _ => number(self.clue.map_or(0, |clue| clue.cells().count())),
        }
    }

    /// Digits stand on a line and in an area.
    fn preposition(&self) -> String {
        let first = first_clue(self.ground, self.clues);
        match first.is_some_and(|clue| self.ground.book.is_area(clue)) {
            true => "in".to_owned(),
            false => "on".to_owned(),
        }
    }

    /// What the argument has of this name.
    fn detail_of(&self, wanted: &str) -> Option<String> {
        let puzzle = self.ground.puzzle;
        Some(match (wanted, self.argument) {
            ("cells", Argument::LeftOver { cells, .. }) => subject(puzzle, cells),
            ("make", Argument::LeftOver { cells, .. }) if cells.len() == 1 => "makes".to_owned(),
            ("make", _) => "make".to_owned(),
            ("known", Argument::LeftOver { known, .. }) => known.to_string(),
            ("left", Argument::LeftOver { total, known, .. }) => (total - known).to_string(),
            ("sets", Argument::Combinations(all)) => sets_text(all),
            ("wants", Argument::Wants(wants)) => wanted_text(puzzle, wants),
            ("cases", Argument::Cases(cases)) => cases_text(puzzle, cases),
            ("pairs", Argument::Same(pairs)) => same_text(puzzle, pairs),
            ("needs", Argument::Needs(needs)) => needed(puzzle, needs),
            ("missing", Argument::Partners(missing)) => list(missing.iter(), "and"),
            ("have", Argument::Partners(missing)) if missing.len() > 1 => "have".to_owned(),
            ("have", _) => "has".to_owned(),
            ("must", Argument::Must(must)) => list(must.iter(), "and"),
            ("parts", Argument::Parts { parts, .. }) => number(*parts),
            ("houses", Argument::Total { houses, .. }) => houses.to_string(),
            ("clues", Argument::Total { clues, .. }) => clues.to_string(),
            ("innies", Argument::Total { innies, .. }) => subject(puzzle, &vars(*innies)),
            ("outies", Argument::Total { outies, .. }) => subject(puzzle, &vars(*outies)),
            ("rest", Argument::Total { houses, clues, .. }) => (houses - clues).abs().to_string(),
            (wanted, argument) => return bound(wanted, argument),
        })
    }

    /// A parameter of the clue.
    fn param(&self, name: &str) -> String {
        let value = |clue| self.ground.book.value(self.ground.puzzle, clue, name);
        self.clue.and_then(value).unwrap_or_default()
    }
}

/// What some cells of a sum make, or all of them: `least`, `most` or `total`.
fn bound(wanted: &str, argument: &Argument) -> Option<String> {
    Some(match (wanted, argument) {
        (
            "total",
            Argument::RestAtMost { total, .. }
            | Argument::RestAtLeast { total, .. }
            | Argument::LeftOver { total, .. },
        ) => total.to_string(),
        ("total", Argument::PartsAtMost { whole, .. } | Argument::PartsAtLeast { whole, .. })
            if whole.0 == whole.1 =>
        {
            whole.0.to_string()
        }
        ("total", Argument::PartsAtMost { whole, .. }) => format!("at least {}", whole.0),
        ("total", Argument::PartsAtLeast { whole, .. }) => format!("at most {}", whole.1),
        ("most", Argument::RestAtMost { most, .. } | Argument::PartsAtMost { most, .. }) => {
            any_of(most)
        }
        ("least", Argument::RestAtLeast { least, .. } | Argument::PartsAtLeast { least, .. }) => {
            any_of(least)
        }
        ("least", Argument::Parts { least, .. } | Argument::Each { least, .. }) => {
            any_of(least.as_slice())
        }
        ("most", Argument::Parts { most, .. } | Argument::Each { most, .. }) => {
            any_of(most.as_slice())
        }
        _ => return None,
    })
}

/// `1, 2 and 4`, or of several sets `1-2-4 or 1-3-5`.
fn sets_text(sets: &[DigitSet]) -> String {
    match sets {
        [set] => list(set.iter(), "and"),
        _ => {
            let sets: Vec<String> = sets.iter().copied().map(dashed).collect();
            list_of(&sets, " or ")
        }
    }
}

/// `R1C1 equals R2C2`.
fn same_text(puzzle: &Puzzle, pairs: &[[u16; 2]]) -> String {
    let pairs = pairs.iter();
    let pairs = pairs.map(|&[a, b]| format!("{} equals {}", name(puzzle, a), name(puzzle, b)));
    list_of(&pairs.collect::<Vec<_>>(), ", and ")
}

/// Cells that lose digits without a partner one by one at most.
const MOST_PARTNERS: usize = 2;

/// `3 or 4`.
fn any_of(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    list_of(&numbers, " or ")
}

/// `3 in R1C1 would need 2 or 4 in R1C2, which is neither`.
fn wanted_text(puzzle: &Puzzle, wants: &[Want]) -> String {
    let needs = |want: &Want| (want.lost, want.beside.clone(), want.partners);
    let is_turned = |a: &Want, b: &Want| {
        let alike = a.lost == b.lost && a.partners == b.partners;
        alike && a.beside[..] == [b.cell] && b.beside[..] == [a.cell]
    };
    let alike = wants.chunk_by(|a, b| needs(a) == needs(b) || is_turned(a, b));
    let told = alike.map(|wants| {
        let want = &wants[0];
        let [lost, partners] = [want.lost, want.partners].map(|set| list(set.iter(), "or"));
        let cells = either(puzzle, wants.iter().map(|want| want.cell).collect());
        let beside = match wants.get(1) {
            Some(other) if is_turned(want, other) => "the other".to_owned(),
            _ => subject(puzzle, &want.beside),
        };
        let place = match (want.beside.len(), want.partners.len()) {
            (1, 1) => format!("{beside}, which is ruled out"),
            (1, 2) => format!("{beside}, which is neither"),
            (1, _) => format!("{beside}, which is none of these"),
            _ => format!("both {beside}"),
        };
        format!("{lost} in {cells} would need {partners} in {place}")
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// `4 in R1C1 would ask for 26 in the other three digits, which make at most 24`.
fn cases_text(puzzle: &Puzzle, cases: &[Case]) -> String {
    let told = cases.iter().map(|case| {
        let (cell, digit) = (name(puzzle, case.cell), digit_char(case.digit));
        let others = match case.others {
            1 => "one more digit, which makes".to_owned(),
            others => format!("{} more digits, which make", number(others)),
        };
        let bound = if case.made < case.wanted {
            "most"
        } else {
            "least"
        };
        let (wanted, made) = (case.wanted, case.made);
        format!("{digit} in {cell} would ask for {wanted} in {others} at {bound} {made}")
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Whether a step concludes no more than that digits go which its reason names.
fn is_said(step: &Step) -> bool {
    let mut losses = losses(step).into_iter();
    losses.all(|(_, lost, left)| {
        left.is_some_and(|left| is_within(left, lost).starts_with(" is not "))
    })
}

/// Cells of a clue that are told at most where one of them holds a digit.
const MOST_NEEDED: usize = 3;

/// `3 in R3C3 or R4C3, and 4 and 5`: digits with the cells that can hold them, where these are few.
fn needed(puzzle: &Puzzle, needs: &[(u8, Cells)]) -> String {
    let mut groups: Vec<(Cells, Vec<u8>)> = vec![];
    for &(digit, cells) in needs {
        let few = cells.len() <= MOST_NEEDED;
        let cells = if few { cells } else { Cells::EMPTY };
        match groups.iter_mut().find(|(known, _)| *known == cells) {
            Some((_, digits)) => digits.push(digit),
            None => groups.push((cells, vec![digit])),
        }
    }
    let told: Vec<String> = groups
        .iter()
        .map(|(cells, digits)| {
            let count = digits.len();
            let digits = list(digits.iter().copied(), "and");
            let cells: Vec<String> = cells.iter().map(|cell| name(puzzle, cell)).collect();
            match cells.is_empty() {
                true => digits,
                false => {
                    let all = if cells.len() == count {
                        " and "
                    } else {
                        " or "
                    };
                    format!("{digits} in {}", list_of(&cells, all))
                }
            }
        })
        .collect();
    list_of(&told, ", and ")
}

/// A step without what says no more than that cells hold a set of digits.
fn beyond(step: &Step, set: DigitSet) -> Step {
    let more = step.removed.iter().zip(&step.left);
    let more = more.filter(|(_, left)| **left != set);
    let (removed, left) = more.map(|(lost, left)| (*lost, *left)).unzip();
    match step.left.len() == step.removed.len() {
        true => Step {
            removed,
            left,
            ..step.clone()
        },
        false => step.clone(),
    }
}
