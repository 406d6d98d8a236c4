//! Steps in sentences, and the grid on which they were found.

use super::grid::{Grid, Look};
use super::phrases::{Phrases, filled};
use crate::logic::{Argument, Board, Cells, Ground, Reads, Step, named};
use crate::model::Cite;
use crate::puzzle::{Cell, Clue, DigitSet, Puzzle, digit_char};
use crate::rules::{Book, Named};
use anstyle::{AnsiColor, Style};

/// The name of a technique as people write it: `hidden single (box)` is `hidden-single-box` in profiles.
#[must_use]
pub fn technique(step: &Step) -> String {
    step.technique().name.replace('-', " ")
}

/// A rating in tenths: `3.4`.
#[must_use]
pub fn rating(tenths: u16) -> String {
    format!("{}.{}", tenths / 10, tenths % 10)
}

/// A step in short: `1.2 hidden single box: R3C4 = 5`.
#[must_use]
pub fn step_short(puzzle: &Puzzle, step: &Step) -> String {
    let conclusion = conclusion(puzzle, step);
    format!("{} {}: {conclusion}", rating(step.rating), technique(step))
}

/// A step with its reason, a sentence.
#[must_use]
pub fn step_full(ground: &Ground<'_>, step: &Step) -> String {
    let name = format!("{} {}", rating(step.rating), technique(step));
    match step.technique().reads {
        Reads::Clue | Reads::Together => format!("{name}: {}.", capitalised(&read(ground, step))),
        Reads::Nothing => {
            let conclusion = conclusion(ground.puzzle, step);
            format!("{name}: {conclusion}. Because {}.", because(ground, step))
        }
    }
}

/// Why a step is right, as its technique says.
pub(super) fn because(ground: &Ground<'_>, step: &Step) -> String {
    let puzzle = ground.puzzle;
    let phrase = step.technique().phrase;
    let phrase = agreeing(
        phrase,
        step.reason.cites.len() == 1,
        !step.reason.cells.is_empty(),
    );
    let reason = phrase
        .replace("{digits}", &digits(step.digits))
        .replace("{classes}", &classes(puzzle, step.digits))
        .replace("{cells}", &cells_text(puzzle, step.pattern))
        .replace("{where}", &cites_text(ground, &step.reason.cites));
    match step.chain.is_empty() {
        true => reason,
        false => format!("{reason} [{}]", chain(puzzle, step)),
    }
}

/// What a step reads from clues, in the words of their argument.
pub(super) fn read(ground: &Ground<'_>, step: &Step) -> String {
    let puzzle = ground.puzzle;
    let argument = Argument::of(ground, step);
    let (clues, houses): (Vec<Cite>, Vec<Cite>) =
        (step.reason.cites.iter()).partition(|cite| !matches!(cite, Cite::House(_)));
    let clue = only_clue(ground, &clues);
    let own = clue.and_then(|clue| ground.book.because(clue));
    let phrase = own.unwrap_or_else(|| Phrases::builtin().of(argument.kind()));
    let is_of_one = step.technique().reads == Reads::Clue && !clues.is_empty();
    let sets = |sets: &[DigitSet]| {
        let sets: Vec<String> = sets.iter().map(|set| list(set.iter(), "and")).collect();
        list_of(&sets, ", or ")
    };
    let value = |name: &str| match (name, &argument) {
        ("clue", Argument::Plain) if !is_of_one => cites_text(ground, &step.reason.cites),
        ("clue", _) => cites_text(ground, &clues),
        ("where", _) => cites_text(ground, &houses),
        ("conclusion", _) => conclusion(puzzle, step),
        ("given", _) => given(puzzle, step),
        ("count", _) => number(clue.map_or(0, |clue| clue.cells().count())),
        ("sets", Argument::Combinations(all)) => sets(all),
        ("total", Argument::RestAtMost { total, .. } | Argument::RestAtLeast { total, .. }) => {
            total.to_string()
        }
        ("most", Argument::RestAtMost { most, .. }) => most.to_string(),
        ("least", Argument::RestAtLeast { least, .. }) => least.to_string(),
        ("missing", Argument::Partners(missing)) => list(missing.iter(), "or"),
        ("must", Argument::Must(must)) => list(must.iter(), "and"),
        ("houses", Argument::Total { houses, .. }) => houses.to_string(),
        ("clues", Argument::Total { clues: total, .. }) => total.to_string(),
        ("innies", Argument::Total { innies, .. }) => cells_text(puzzle, *innies),
        ("outies", Argument::Total { outies, .. }) => cells_text(puzzle, *outies),
        (
            "rest",
            Argument::Total {
                houses,
                clues,
                innies,
                ..
            },
        ) => match innies.is_empty() {
            true => (clues - houses).to_string(),
            false => (houses - clues).to_string(),
        },
        (param, _) => {
            let value = |clue| ground.book.value(puzzle, clue, param);
            clue.and_then(value).unwrap_or_default()
        }
    };
    filled(phrase, &value)
}

/// The one clue among some.
fn only_clue<'a>(ground: &Ground<'a>, clues: &[Cite]) -> Option<&'a Clue> {
    match clues {
        [Cite::Clue(index)] => Some(&ground.puzzle.clues[usize::from(*index)]),
        _ => None,
    }
}

/// Small numbers in words.
fn number(number: usize) -> String {
    const WORDS: [&str; 13] = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    WORDS
        .get(number)
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// A sentence's first letter.
pub(super) fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_uppercase().collect::<String>());
    first.unwrap_or_default() + letters.as_str()
}

/// Cells whose candidates are told one by one at most; of more only the names are.
const MOST_GIVEN: usize = 4;

/// What is known of the cells that matter: `with R1C1 at least 4 and 2 in R1C2`.
fn given(puzzle: &Puzzle, step: &Step) -> String {
    let grid = puzzle.layout.digits();
    let facts = match step.reason.facts.is_empty() {
        false => &step.reason.facts[..],
        true => return names_given(puzzle, step.reason.cells),
    };
    let mut groups: Vec<(String, Vec<u16>)> = vec![];
    for &(var, within) in facts {
        let is = is_within(within, domain(puzzle, var).unwrap_or(grid).without(within));
        match groups.iter_mut().find(|(known, _)| *known == is) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((is, vec![var])),
        }
    }
    if groups.len() > MOST_GIVEN || facts.len() > MOST_NAMED {
        return names_given(puzzle, facts.iter().map(|(var, _)| *var).collect());
    }
    let told: Vec<String> = groups
        .iter()
        .map(|(is, vars)| {
            let (is, subject) = (is.trim_start_matches(" is "), subject(puzzle, vars));
            match is.starts_with(|c: char| c.is_lowercase()) {
                true => format!("{subject} {is}"),
                false if is.contains(" to ") => format!("{subject} from {is}"),
                false => format!("{is} in {subject}"),
            }
        })
        .collect();
    format!("with {}", list_of(&told, " and "))
}

/// Cells by name, where what is known of them is too much to be told.
fn names_given(puzzle: &Puzzle, cells: Cells) -> String {
    let vars: Vec<u16> = cells.iter().collect();
    match vars.len() {
        0 => String::new(),
        _ => format!("with {} as they stand", subject(puzzle, &vars)),
    }
}

/// What a variable may be where nothing is known of it.
fn domain(puzzle: &Puzzle, var: u16) -> Option<DigitSet> {
    let inside = usize::from(var) < puzzle.layout.cell_count();
    inside.then(|| puzzle.layout.digits())
}

/// Cells that are told by name at most.
pub(super) const MOST_NAMED: usize = 12;

/// `R1C1` or `R1C1, R1C2 and R1C3`.
fn subject(puzzle: &Puzzle, vars: &[u16]) -> String {
    if vars.len() > MOST_NAMED {
        return format!("{} cells", vars.len());
    }
    let names: Vec<String> = vars.iter().map(|&var| name(puzzle, var)).collect();
    list_of(&names, " and ")
}

/// What is left and what is lost in the shortest way that people say it: ` is 8 or 9`, ` is at most 5`, ` is not 5`;
/// with `are` for several cells by [`plural`].
fn is_within(left: DigitSet, lost: DigitSet) -> String {
    let all = |set: DigitSet, test: &dyn Fn(u8) -> bool| set.iter().all(test);
    let (Some(low), Some(high)) = (left.min(), left.max()) else {
        return " has no digit left".to_owned();
    };
    if left.len() == 1 {
        return format!(" is {}", digit_char(low));
    }
    if left.len() == 2 && lost.len() > 1 {
        return format!(" is {}", list(left.iter(), "or"));
    }
    if all(lost, &|digit| digit > high) {
        return format!(" is at most {}", digit_char(high));
    }
    if all(lost, &|digit| digit < low) {
        return format!(" is at least {}", digit_char(low));
    }
    if lost.len() == 1 || lost.len() == 2 && left.len() > 3 {
        return format!(" is not {}", list(lost.iter(), "or"));
    }
    if all(lost, &|digit| digit < low || digit > high) {
        return format!(" is {} to {}", digit_char(low), digit_char(high));
    }
    for (parity, word) in [(0, "even"), (1, "odd")] {
        if all(left, &|digit| digit % 2 == parity) && all(lost, &|digit| digit % 2 != parity) {
            return format!(" is {word}");
        }
    }
    match left.len() <= lost.len().max(3) {
        true => format!(" is {}", list(left.iter(), "or")),
        false => format!(" is not {}", list(lost.iter(), "or")),
    }
}

/// The same of several cells.
fn plural(is: &str) -> String {
    let is = is.replacen(" is ", " are ", 1);
    is.replacen(" has ", " have ", 1)
}

/// `1, 2 and 5`.
fn list(digits: impl Iterator<Item = u8>, last: &str) -> String {
    let digits: Vec<String> = digits.map(|d| digit_char(d).to_string()).collect();
    list_of(&digits, &format!(" {last} "))
}

/// Words with commas, and something else before the last.
pub(super) fn list_of(words: &[String], last: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., end] => format!("{}{last}{end}", first.join(", ")),
    }
}

/// A phrase whose verbs agree with one house or clue or with more, with what is said in `[…]` or without.
fn agreeing(phrase: &str, is_one: bool, is_given: bool) -> String {
    let mut text = String::new();
    let mut rest = phrase;
    while let Some(at) = rest.find(['{', '[']) {
        text.push_str(&rest[..at]);
        let close = if rest[at..].starts_with('{') {
            '}'
        } else {
            ']'
        };
        let end = rest[at..].find(close).map_or(rest.len(), |end| at + end);
        let inside = &rest[at + 1..end];
        match (close, inside.split_once('|')) {
            (']', _) if is_given => text.push_str(&agreeing(inside, is_one, is_given)),
            (']', _) => {}
            (_, Some((one, more))) => text.push_str(if is_one { one } else { more }),
            (_, None) => text.push_str(&rest[at..=end]),
        }
        rest = &rest[end + 1..];
    }
    text + rest
}

/// Digits as one class of several: `odd and even digits`.
fn classes(puzzle: &Puzzle, class: DigitSet) -> String {
    let all = puzzle.layout.digits();
    let others = all.without(class);
    let is_odd = |digit: u8| digit % 2 == 1;
    let parity = |set: DigitSet, odd: bool| set.iter().all(|digit| is_odd(digit) == odd);
    let is_half = 2 * class.len() + 1 >= all.len();
    let is_low = class.iter().max() < others.iter().min();
    let is_high = class.iter().min() > others.iter().max();
    if parity(class, true) && parity(others, false) || parity(class, false) && parity(others, true)
    {
        "odd and even digits".to_owned()
    } else if is_half && (is_low || is_high) {
        "low and high digits".to_owned()
    } else {
        format!("{} and the other digits", digits(class))
    }
}

/// Cells that lose something in words at most where a search says so: of more only the number is told.
const MOST_LOSERS: usize = 9;

/// `R3C4 = 5`, or `R1C2 and R1C3 are 8 or 9`.
pub(super) fn conclusion(puzzle: &Puzzle, step: &Step) -> String {
    let losers = step.removed.len();
    if losers > MOST_LOSERS && step.technique().is_search() {
        return format!("the digits of {losers} cells");
    }
    let placed = step
        .placed
        .map(|(cell, digit)| format!("{} = {}", name(puzzle, cell), digit_char(digit)));
    let mut groups: Vec<(String, Vec<u16>)> = vec![];
    for (place, &(var, lost)) in step.removed.iter().enumerate() {
        let is = match step.left.get(place) {
            Some(left) => is_within(*left, lost),
            None => format!(" is not {}", list(lost.iter(), "or")),
        };
        match groups.iter_mut().find(|(known, _)| *known == is) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((is, vec![var])),
        }
    }
    let told = groups.iter().map(|(is, vars)| match vars.len() {
        1 => subject(puzzle, vars) + is,
        _ => subject(puzzle, vars) + &plural(is),
    });
    let all: Vec<String> = placed.into_iter().chain(told).collect();
    all.join("; ")
}

fn chain(puzzle: &Puzzle, step: &Step) -> String {
    let mut text = String::new();
    for (i, link) in step.chain.iter().enumerate() {
        if i > 0 {
            text.push_str(if link.starts { "; " } else { " → " });
        }
        let sign = if link.on { "=" } else { "≠" };
        text.push_str(&format!(
            "{} {sign} {}",
            name(puzzle, link.cell),
            digit_char(link.digit)
        ));
    }
    text
}

fn name(puzzle: &Puzzle, var: u16) -> String {
    puzzle.cell_name(Cell(var))
}

/// Names of cells: `R1C1, R1C2`.
#[must_use]
pub fn cells_text(puzzle: &Puzzle, cells: Cells) -> String {
    let names: Vec<String> = cells.iter().map(|cell| name(puzzle, cell)).collect();
    names.join(", ")
}

fn digits(set: DigitSet) -> String {
    let digits: Vec<String> = set.iter().map(|d| digit_char(d).to_string()).collect();
    digits.join(", ")
}

/// Houses and clues by name.
#[must_use]
pub fn cites_text(ground: &Ground<'_>, cites: &[Cite]) -> String {
    let names: Vec<String> = cites
        .iter()
        .map(|&cite| cite_name(ground.book, ground.puzzle, cite))
        .collect();
    match names.split_last() {
        None => "the cell itself".to_owned(),
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
    }
}

/// A clue or a house as an object, named as steps name it.
#[must_use]
pub fn cite(book: &Book, puzzle: &Puzzle, by: Cite) -> Named {
    Named {
        name: cite_name(book, puzzle, by),
        ..named(book, puzzle, by)
    }
}

/// `row 3`, `the 27 cage at R1C3`.
#[must_use]
pub fn cite_name(book: &Book, puzzle: &Puzzle, cite: Cite) -> String {
    match cite {
        Cite::House(number) => puzzle.layout.house(number.into()).to_string(),
        Cite::Given(_) | Cite::Clue(_) => named(book, puzzle, cite).name,
    }
}

/// The candidates before a step: the pattern in bold, candidates that go in red.
#[must_use]
pub fn step_grid(puzzle: &Puzzle, board: &Board, step: &Step) -> String {
    let looks = (0..puzzle.layout.cell_count() as u16).map(|cell| {
        let lost = step.removed.iter().find(|(var, _)| *var == cell);
        let target = lost.is_some() || step.placed.is_some_and(|(c, _)| c == cell);
        let style = match (target, step.pattern.contains(cell)) {
            (true, _) => Style::new().fg_color(Some(AnsiColor::Red.into())),
            (_, true) => Style::new().bold(),
            _ => Style::new(),
        };
        let text: String = board.at(cell).iter().map(digit_char).collect();
        Look {
            text,
            marked: target,
            style,
        }
    });
    Grid::new(&puzzle.layout, looks.collect()).to_string()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::TECHNIQUES;
    use crate::puzzle::Layout;

    #[test]
    fn verbs_agree_with_what_is_cited() {
        let phrase = "{where} {rules|rule} that out[, given {cells}]";
        let told = |is_one, is_given| agreeing(phrase, is_one, is_given);
        assert_eq!(told(true, true), "{where} rules that out, given {cells}");
        assert_eq!(told(false, false), "{where} rule that out");
    }

    #[test]
    fn every_phrase_is_told_whole() {
        for technique in TECHNIQUES {
            let mut told = agreeing(technique.phrase, false, true);
            for known in ["{digits}", "{classes}", "{cells}", "{where}"] {
                told = told.replace(known, "");
            }
            assert!(!told.contains(['{', '}', '[', ']', '|']), "{told}");
        }
    }

    #[test]
    fn classes_have_the_names_that_people_give_them() {
        let nine = Puzzle::new(Layout::square(9));
        let told = |digits: &[u8]| {
            let set = digits
                .iter()
                .fold(DigitSet::EMPTY, |all, &d| all | DigitSet::one(d));
            classes(&nine, set)
        };
        assert_eq!(told(&[2, 4, 6, 8]), "odd and even digits");
        assert_eq!(told(&[6, 7, 8, 9]), "low and high digits");
        assert_eq!(told(&[1, 2, 3, 4]), "low and high digits");
        assert_eq!(told(&[1, 4, 7]), "1, 4, 7 and the other digits");
        assert_eq!(told(&[4, 5, 6]), "4, 5, 6 and the other digits");
    }
}
