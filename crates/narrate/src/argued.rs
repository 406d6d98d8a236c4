//! Composes a step's sentence from its argument, and fills in the numbers.

use super::conclusions::{Is, conclusion, elsewhere, facts_text, inside_and_out, losses, of_each};
use super::names::{
    around, cite_spans, clues_and_houses, digit_name, either, first_clue, list, list_of, name,
    number, only_clue, split_label, subject, vars, with_dashes,
};
use super::spans::{SpanKind, mark, strip_marks};
use super::steps::Detail;
use super::wording::{Phrases, Value, fill};
use cluewright_engine::model::Cite;
use cluewright_logic::{Argument, Bar, Case, Cells, Ground, Step, Unmade, Want};
use cluewright_puzzle::{Clue, DigitSet, Puzzle};
use cluewright_rules::Clues;

/// Returns the sentence for a step that reads clues. `by` names the clues, and `place` names the houses that the step cites.
pub(super) fn read(
    ground: &Ground<'_>,
    step: &Step,
    argument: &Argument,
    by: &str,
    place: &str,
    detail: Detail,
) -> String {
    let clues = Argument::told_by(ground, step);
    let clue = only_clue(ground, &clues);
    let own = clue.and_then(|clue| ground.book.because(ground.puzzle, clue));
    let is_broken = step.left.iter().any(|left| left.is_empty());
    let is_pair = matches!(argument, Argument::Combinations(all) if all.len() > 1)
        && !step.reason.facts.is_empty()
        && clue.is_some_and(|clue| clue.cells().count() == 2);
    let phrase = match own {
        _ if is_broken => Phrases::builtin().of("broken"),
        _ if is_pair => Phrases::builtin().of("plain"),
        _ if find_copied_cell(step, argument).is_some() => Phrases::builtin().of("copied"),
        Some(own) if *argument == Argument::Plain => own,
        _ => Phrases::builtin().of(argument.kind()),
    };
    let reading = Reading {
        ground,
        step,
        argument,
        clues: &clues,
        clue,
    };
    // Without an argument, every citation is part of the explanation, so all of them are named.
    let (all, _) = clues_and_houses(step);
    let is_plain = own.is_none() && *argument == Argument::Plain && all.len() > clues.len();
    let clues = if is_plain { &all } else { &clues };
    let by = if is_plain {
        &cite_spans(ground, clues)
    } else {
        by
    };
    let value = |wanted: &str| -> Value {
        match wanted {
            "clue" => by.to_owned().into(),
            "kind" => {
                // The name is truncated below, so its marks are removed first. Otherwise the closing mark could be cut off.
                let by = strip_marks(by);
                let kind = split_label(&by).map_or(&by[..], |(head, _, _)| head);
                mark(SpanKind::Clue, kind).into()
            }
            "where" => place.to_owned().into(),
            "conclusion" => reading.conclusion().into(),
            "given" if detail.brief => String::new().into(),
            "given" => word_separation(ground, step, clues, facts_text(ground.puzzle, step)).into(),
            "count" => reading.count().into(),
            "whole" => whole(argument, by).into(),
            "on" => reading.preposition().into(),
            wanted => reading
                .detail_of(wanted)
                .unwrap_or_else(|| reading.param(wanted).into()),
        }
    };
    // If the phrase already contains the conclusion, the text after the separator is empty, so the separator is removed too.
    fill(phrase, &value).trim_end_matches([':', ' ']).to_owned()
}

/// A step to be worded, with the argument that explains it.
struct Reading<'a, 'g> {
    ground: &'a Ground<'g>,
    step: &'a Step,
    argument: &'a Argument,
    clues: &'a [Cite],
    /// The clue, if there is exactly one.
    clue: Option<&'a Clue>,
}

impl Reading<'_, '_> {
    /// Returns the conclusion without the parts that the argument's phrase already contains.
    fn conclusion(&self) -> String {
        let step = self.step;
        match self.argument {
            Argument::Combinations(all) => {
                let new = match all[..] {
                    [only] => beyond(step, only),
                    _ => step.clone(),
                };
                inside_and_out(self.ground, &new, self.cells())
            }
            Argument::Partners(missing) if step.removed.len() > MOST_PARTNERS => {
                let whose = if self.clues.len() == 1 {
                    "its"
                } else {
                    "their"
                };
                format!("none of {whose} cells is {}", list(missing.iter(), "or"))
            }
            // The phrase has already given the only cell its digit, so the conclusion would repeat it.
            Argument::LeftOver {
                known: 1.., cells, ..
            } if cells.len() == 1 => String::new(),
            Argument::Wants(_) | Argument::Partners(_) | Argument::Unmade(_) if is_said(step) => {
                String::new()
            }
            Argument::Bars(_) => conclusion(self.ground.puzzle, &narrow(step)),
            Argument::Total {
                innies, must, sets, ..
            } if !must.is_empty() => {
                let new = match sets[..] {
                    [only] => beyond(step, only),
                    _ => step.clone(),
                };
                inside_and_out(self.ground, &new, *innies)
            }
            Argument::Total { innies, outies, .. } if innies.is_empty() || outies.is_empty() => {
                of_each(step, *innies | *outies)
                    .unwrap_or_else(|| conclusion(self.ground.puzzle, step))
            }
            Argument::Must(_) => self.elsewhere(self.cells()),
            Argument::Needs(needs) => {
                let is_one_place = needs.iter().all(|(_, own)| *own == needs[0].1);
                self.elsewhere(if is_one_place {
                    needs[0].1
                } else {
                    Cells::EMPTY
                })
            }
            _ => conclusion(self.ground.puzzle, step),
        }
    }

    /// Returns the conclusion of a step that removes digits from other cells because `cells` must contain them.
    fn elsewhere(&self, cells: Cells) -> String {
        let (ground, step) = (self.ground, self.step);
        elsewhere(ground, step, cells, &around(ground, cells))
            .unwrap_or_else(|| conclusion(ground.puzzle, step))
    }

    /// Returns the cells of the clues that explain the step.
    fn cells(&self) -> Cells {
        let clues = self.clues.iter();
        let clues = clues.filter_map(|&cite| only_clue(self.ground, &[cite]));
        clues.flat_map(Clue::cells).map(|cell| cell.0).collect()
    }

    fn count(&self) -> String {
        match self.argument {
            Argument::Rising(count) | Argument::Run(count) => number(*count),
            _ => number(self.clue.map_or(0, |clue| clue.cells().count())),
        }
    }

    /// Returns "in" if the first clue covers an area, otherwise "on".
    fn preposition(&self) -> String {
        let (book, puzzle) = (self.ground.book, self.ground.puzzle);
        let first = first_clue(self.ground, self.clues);
        match first.is_some_and(|clue| book.is_area(puzzle, clue)) {
            true => "in".to_owned(),
            false => "on".to_owned(),
        }
    }

    /// Returns the value of a placeholder that refers to a detail of the argument.
    fn detail_of(&self, wanted: &str) -> Option<Value> {
        let puzzle = self.ground.puzzle;
        let names = |cells: &[u16]| cells.iter().map(|&cell| name(puzzle, cell)).collect();
        Some(match (wanted, self.argument) {
            ("cells", Argument::LeftOver { cells, .. }) => names(cells),
            ("known", Argument::LeftOver { known, .. }) => known.to_string().into(),
            ("left", Argument::LeftOver { total, known, .. }) => (total - known).to_string().into(),
            ("sets", Argument::Combinations(all)) => sets_text(all).into(),
            ("wants", Argument::Wants(wants)) => wants_text(puzzle, wants).into(),
            ("cases", Argument::Cases(cases)) => cases_text(puzzle, cases).into(),
            ("unmade", Argument::Unmade(unmade)) => unmade_text(puzzle, unmade).into(),
            ("pairs", Argument::Same(pairs)) => same_text(puzzle, pairs).into(),
            ("copied", argument) => {
                let cell = find_copied_cell(self.step, argument);
                cell.into_iter().map(|cell| name(puzzle, cell)).collect()
            }
            ("needs", Argument::Needs(needs)) => word_needs(puzzle, needs).into(),
            ("bars", Argument::Bars(bars)) => bars_text(puzzle, bars).into(),
            ("sets", Argument::Between { sets, .. }) => sets_text(sets).into(),
            ("ends", Argument::Between { ends, .. }) => ends_text(puzzle, ends.as_slice()).into(),
            ("ends", Argument::Ends(ends)) => ends_text(puzzle, ends).into(),
            ("apart", Argument::Apart(least, most)) => apart_text(*least, *most).into(),
            ("words", Argument::Words(words)) => words_text(words).into(),
            ("missing", Argument::Partners(missing)) => (*missing).into(),
            ("must", Argument::Must(must)) => (*must).into(),
            ("low", Argument::Less(low, _)) => name(puzzle, *low).into(),
            ("high", Argument::Less(_, high)) => name(puzzle, *high).into(),
            ("parts", Argument::Parts { parts, .. }) => number(*parts).into(),
            ("houses", Argument::Total { houses, .. }) => houses.to_string().into(),
            ("clues", Argument::Total { clues, .. }) => clues.to_string().into(),
            ("sets", Argument::Total { sets, .. }) => sets_text(sets).into(),
            ("must", Argument::Total { must, .. }) => (*must).into(),
            ("innies", Argument::Total { innies, .. }) => names(&vars(*innies)),
            ("outies", Argument::Total { outies, .. }) => names(&vars(*outies)),
            ("rest", Argument::Total { houses, clues, .. }) => {
                (houses - clues).abs().to_string().into()
            }
            (wanted, argument) => return word_bound(wanted, argument).map(Value::from),
        })
    }

    /// Returns the value of one of the clue's parameters as text.
    fn param(&self, name: &str) -> String {
        let value = |clue| self.ground.book.value(self.ground.puzzle, clue, name);
        self.clue.and_then(value).unwrap_or_default()
    }
}

/// Returns the argument's bounds or total for the placeholder `least`, `most` or `total`. Returns `None` if the argument has
/// no such value.
fn word_bound(wanted: &str, argument: &Argument) -> Option<String> {
    Some(match (wanted, argument) {
        ("total", Argument::LeftOver { total, .. }) => total.to_string(),
        ("most", Argument::RestAtMost { most, .. } | Argument::PartsAtMost { most, .. }) => {
            any_of(most)
        }
        ("least", Argument::RestAtLeast { least, .. } | Argument::PartsAtLeast { least, .. }) => {
            any_of(least)
        }
        ("least", Argument::Seen { least, .. }) => least.map(number).unwrap_or_default(),
        ("most", Argument::Seen { most, .. }) => most.map(number).unwrap_or_default(),
        ("least", Argument::Parts { least, .. } | Argument::Each { least, .. }) => {
            any_of(least.as_slice())
        }
        ("most", Argument::Parts { most, .. } | Argument::Each { most, .. }) => {
            any_of(most.as_slice())
        }
        _ => return None,
    })
}

/// Returns the total of the sum as ` of 10`, or an empty text if the clue's name already contains the total. For an arrow,
/// returns the subject and the verb: `the arrow from R1C1 makes at most 9, and the rest of it`.
fn whole(argument: &Argument, by: &str) -> String {
    let name = strip_marks(by);
    let exactly = |total: i64| match name.split(' ').any(|word| word == total.to_string()) {
        true => String::new(),
        false => format!(" of {total}"),
    };
    match argument {
        Argument::RestAtMost { total, .. } | Argument::RestAtLeast { total, .. } => exactly(*total),
        Argument::PartsAtMost { whole, .. } | Argument::PartsAtLeast { whole, .. }
            if whole.0 == whole.1 =>
        {
            match exactly(whole.0).is_empty() {
                true => format!("the rest of {by} makes"),
                false => format!("{by} makes {}, and the rest of it", whole.0),
            }
        }
        Argument::PartsAtMost { whole, .. } => {
            format!("{by} makes at least {}, and the rest of it", whole.0)
        }
        Argument::PartsAtLeast { whole, .. } => {
            format!("{by} makes at most {}, and the rest of it", whole.1)
        }
        _ => String::new(),
    }
}

/// Formats a single set of digits as `1, 2 and 4`, and several sets as `1-2-4 or 1-3-5`.
fn sets_text(sets: &[DigitSet]) -> String {
    match sets {
        [set] => list(set.iter(), "and"),
        _ => {
            let sets: Vec<String> = sets.iter().copied().map(with_dashes).collect();
            list_of(&sets, " or ")
        }
    }
}

/// Lists pairs of equal cells: `R1C1 equals R2C2`.
fn same_text(puzzle: &Puzzle, pairs: &[[u16; 2]]) -> String {
    let pairs = pairs.iter();
    let pairs = pairs.map(|&[a, b]| format!("{} equals {}", name(puzzle, a), name(puzzle, b)));
    list_of(&pairs.collect::<Vec<_>>(), ", and ")
}

/// Returns the other cell of a pair of equal cells, if the conclusion already holds for that cell's known candidates. One
/// phrase then states both the conclusion and the fact about that cell.
fn find_copied_cell(step: &Step, argument: &Argument) -> Option<u16> {
    let Argument::Same(pairs) = argument else {
        return None;
    };
    let ([[a, b]], [(var, lost)]) = (&pairs[..], &step.removed[..]) else {
        return None;
    };
    let ([left], [(cell, within)]) = (&step.left[..], &step.reason.facts[..]) else {
        return None;
    };
    let is_pair = [[a, b], [b, a]].contains(&[var, cell]);
    let is_true = match Is::of(*left, *lost) {
        Is::Not(digits) => (*within & digits).is_empty(),
        _ => within.without(*left).is_empty(),
    };
    (is_pair && is_true).then_some(*cell)
}

/// Lists the possible ends of a sandwich: `R1C2 and R1C6, or R1C3 and R1C7`.
fn ends_text(puzzle: &Puzzle, ends: &[[u16; 2]]) -> String {
    let pairs = ends.iter().map(|pair| subject(puzzle, pair));
    list_of(&pairs.collect::<Vec<_>>(), ", or ")
}

/// Formats a range of digit counts in words: `two to four digits`.
fn apart_text(least: usize, most: usize) -> String {
    let digits = if most == 1 { "digit" } else { "digits" };
    match most - least {
        0 => format!("{} {digits}", number(least)),
        1 => format!("{} or {} {digits}", number(least), number(most)),
        _ => format!("{} to {} {digits}", number(least), number(most)),
    }
}

/// Lists the fillings of a clue: `1-3-5 or 2-4-6`.
fn words_text(words: &[Vec<u8>]) -> String {
    let words = words.iter().map(|word| {
        let digits: Vec<String> = word.iter().map(|d| digit_name(*d)).collect();
        digits.join("-")
    });
    list_of(&words.collect::<Vec<_>>(), " or ")
}

/// Describes cells that exclude digits from their neighbours: `5 in R1C1 keeps 4 and 6 out of R1C2 and R2C1`.
fn bars_text(puzzle: &Puzzle, bars: &[Bar]) -> String {
    let told = bars.iter().map(|bar| {
        let [within, out] =
            [(bar.within, "or"), (bar.out, "and")].map(|(s, last)| list(s.iter(), last));
        let (cell, of) = (name(puzzle, bar.cell), subject(puzzle, &bar.of));
        format!("{within} in {cell} keeps {out} out of {of}")
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Keeps only the conclusions that leave a cell one digit, or that leave two digits and remove several. The phrase of the
/// argument covers the others.
fn narrow(step: &Step) -> Step {
    let losses = step.removed.iter().zip(&step.left);
    let losses =
        losses.filter(|((_, lost), left)| left.len() == 1 || left.len() == 2 && lost.len() > 1);
    let (removed, left) = losses.map(|(lost, left)| (*lost, *left)).unzip();
    Step {
        removed,
        left,
        ..step.clone()
    }
}

/// Puts the clues that only make cells differ before the text of the facts: `by the anti-king rule and with 4 in R1C1`.
fn word_separation(ground: &Ground<'_>, step: &Step, clues: &[Cite], given: String) -> String {
    let (all, _) = clues_and_houses(step);
    let others: Vec<Cite> = all
        .into_iter()
        .filter(|cite| !clues.contains(cite))
        .collect();
    match (others.is_empty(), given.is_empty()) {
        (true, _) => given,
        (false, true) => format!("by {}", cite_spans(ground, &others)),
        (false, false) => format!("by {} and {given}", cite_spans(ground, &others)),
    }
}

/// Maximum number of cells without a partner to list individually.
const MOST_PARTNERS: usize = 2;

/// Lists alternative numbers: `3 or 4`.
fn any_of(numbers: &[i64]) -> String {
    let numbers: Vec<String> = numbers.iter().map(i64::to_string).collect();
    list_of(&numbers, " or ")
}

/// Describes digits that have no partner left: `3 in R1C1 finds no 2 or 4 in R1C2`.
fn wants_text(puzzle: &Puzzle, wants: &[Want]) -> String {
    let needs = |want: &Want| (want.lost, want.beside.clone(), want.partners);
    let is_turned = |a: &Want, b: &Want| {
        let alike = a.lost == b.lost && a.partners == b.partners;
        alike && a.beside[..] == [b.cell] && b.beside[..] == [a.cell]
    };
    let alike = wants.chunk_by(|a, b| needs(a) == needs(b) || is_turned(a, b));
    let mut earlier: Option<&Want> = None;
    let told = alike.map(|wants| {
        let want = &wants[0];
        let [lost, partners] = [want.lost, want.partners].map(|set| list(set.iter(), "or"));
        let cells = either(puzzle, wants.iter().map(|want| want.cell).collect());
        let place = match wants.get(1) {
            Some(other) if is_turned(want, other) => "the other".to_owned(),
            _ => subject(puzzle, &want.beside),
        };
        let before = earlier.replace(want);
        let is_known = |before: &Want| {
            let alike = (before.lost, before.partners) == (want.lost, want.partners);
            alike && before.beside.len() == 1 && want.beside.len() == 1
        };
        if before.is_some_and(is_known) {
            return format!("in {cells} none in {place}");
        }
        let is_one = wants.len() == 1 && want.lost.len() == 1;
        match (want.beside.len(), is_one) {
            (1, true) => format!("{lost} in {cells} finds no {partners} in {place}"),
            (1, false) => format!("{lost} in {cells} find no {partners} in {place}"),
            (_, true) => format!("{lost} in {cells} needs {partners} in both {place}"),
            (_, false) => format!("{lost} in {cells} need {partners} in both {place}"),
        }
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Describes digits that select an impossible sum: `4 in R1C1 would ask for 26 in the other three digits, which make at most
/// 24`.
fn cases_text(puzzle: &Puzzle, cases: &[Case]) -> String {
    let told = cases.iter().map(|case| {
        let (cell, digit) = (name(puzzle, case.cell), digit_name(case.digit));
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

/// Describes digits that require an impossible total: `5 in R1C1 would need 13 from R1C2 and R2C2, which cannot make it`.
fn unmade_text(puzzle: &Puzzle, unmade: &[Unmade]) -> String {
    let told = unmade.iter().map(|one| {
        let (cell, others) = (name(puzzle, one.cell), subject(puzzle, &one.others));
        let (digit, wanted) = (digit_name(one.digit), one.wanted);
        let cannot = match one.others.len() {
            1 => "cannot hold it",
            _ => "cannot make it",
        };
        format!("{digit} in {cell} would need {wanted} from {others}, which {cannot}")
    });
    list_of(&told.collect::<Vec<_>>(), ", and ")
}

/// Returns `true` if the step's conclusions only repeat the removed digits, which the reason already names.
pub(super) fn is_said(step: &Step) -> bool {
    let mut losses = losses(step).into_iter();
    losses.all(|(_, lost, left)| left.is_some_and(|left| matches!(Is::of(left, lost), Is::Not(_))))
}

/// Maximum number of cells to name as the places of a required digit.
const MOST_NEEDED: usize = 3;

/// Lists digits with the cells that can hold them: `3 in R3C3 or R4C3, and 4 and 5`. Omits the cells if there are more than
/// [`MOST_NEEDED`].
fn word_needs(puzzle: &Puzzle, needs: &[(u8, Cells)]) -> String {
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
                    // If there are as many cells as digits, each cell holds one of the digits, so the cells are not
                    // alternatives.
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

/// Drops the conclusions that leave a cell exactly the digits of `set`, because the phrase already names these digits.
fn beyond(step: &Step, set: DigitSet) -> Step {
    let more = step.removed.iter().zip(&step.left);
    let more = more.filter(|(_, left)| **left != set);
    let (removed, left) = more.map(|(lost, left)| (*lost, *left)).unzip();
    // `zip` stops at the shorter list, so it would drop conclusions whose remaining digits are unknown.
    match step.left.len() == step.removed.len() {
        true => Step {
            removed,
            left,
            ..step.clone()
        },
        false => step.clone(),
    }
}
