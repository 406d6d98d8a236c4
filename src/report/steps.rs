//! Steps in sentences, and the grid on which they were found.

use super::grid::{Grid, Look};
use crate::logic::{Board, Cells, Ground, Step, named};
use crate::model::Cite;
use crate::puzzle::{Cell, DigitSet, Puzzle, digit_char};
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
    let chain = match step.chain.is_empty() {
        true => String::new(),
        false => format!(" [{}]", chain(puzzle, step)),
    };
    format!("{}. Because {reason}{chain}.", step_short(puzzle, step))
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

/// `R3C4 = 5`, or `R1C2, R1C3 are not 5`.
fn conclusion(puzzle: &Puzzle, step: &Step) -> String {
    let losers = step.removed.len();
    if losers > MOST_LOSERS && step.technique().is_search() {
        return format!("the digits of {losers} cells");
    }
    let placed = step
        .placed
        .map(|(cell, digit)| format!("{} = {}", name(puzzle, cell), digit_char(digit)));
    let mut groups: Vec<(DigitSet, Vec<u16>)> = vec![];
    for &(var, lost) in &step.removed {
        match groups.iter_mut().find(|(set, _)| *set == lost) {
            Some((_, vars)) => vars.push(var),
            None => groups.push((lost, vec![var])),
        }
    }
    let gone = groups.iter().map(|(lost, vars)| {
        let names: Vec<String> = vars.iter().map(|&var| name(puzzle, var)).collect();
        let verb = if vars.len() == 1 { "is" } else { "are" };
        format!("{} {verb} not {}", names.join(", "), digits(*lost))
    });
    let all: Vec<String> = placed.into_iter().chain(gone).collect();
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
