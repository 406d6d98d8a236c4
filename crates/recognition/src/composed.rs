//! Rules of a puzzle's own, composed from sentences about sums, differences and ratios of the cells of a drawing.
//!
//! A sentence is composed only if every word of it has a place in the formula. Anything else stays open.

use crate::colour::{colour_name, is_shade};
use cluewright_puzzle::{OwnRule, Puzzle};
use cluewright_rules::{Ends, Form, Rule, Style};

/// Words that change nothing in a complete statement.
const GLUE: &str = "a an the of is are be do must have ha has in on along within inside each every any all digit cell number value that \
     always should also at contain contained lying from end other exactly their its it up connected to between separated joined by";

/// Words with which a sentence denies what follows.
const NEGATIONS: [&str; 7] = ["not", "cannot", "can't", "never", "no", "don't", "mustn't"];

/// Words for neighbours.
const ADJACENT: [&str; 3] = ["adjacent", "neighbouring", "neighboring"];

/// Words for the cells of a part of a line, which may also mean digits that follow one another.
const SUCCESSIVE: [&str; 3] = ["consecutive", "successive", "sequential"];

/// Words for a part of a line.
const PART: [&str; 7] = [
    "set", "group", "run", "string", "stretch", "sequence", "series",
];

/// The prime numbers up to the largest sum of a grid's row.
const PRIMES: &str = "2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, \
     113";

/// The square numbers in the same range.
const SQUARES: &str = "0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100";

/// Most cells of a line part.
const LONGEST_PART: usize = 6;

/// The drawings that a sentence may speak of.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Line,
    Thermometer,
    Arrow,
    Cage,
    Dot,
}

const PLACES: [Place; 5] = [
    Place::Line,
    Place::Thermometer,
    Place::Arrow,
    Place::Cage,
    Place::Dot,
];

/// The cells of a drawing that a sentence compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Each two neighbours.
    Neighbours,
    /// Each run of this many cells.
    Part(usize),
    /// The first and the last.
    Ends,
    /// All together.
    All,
}

/// The quantity that a sentence compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Sum,
    Difference,
}

/// The rule that a sentence states in full; `None` if it is another kind of sentence. The words of its heading may name
/// the drawing.
pub(crate) fn compose(text: &str, words: &[String], heading: &[String]) -> Option<OwnRule> {
    let place = place(words).or_else(|| place(heading))?;
    // `not all lines` denies something else than `none of the lines`, and a total number is not a sum.
    let is_misleading = |pair: &[String]| {
        let [one, other] = [pair[0].as_str(), pair[1].as_str()];
        NEGATIONS.contains(&one) && ["all", "every", "each", "any"].contains(&other)
            || one == "total" && other == "number"
    };
    if words.windows(2).any(is_misleading) {
        return None;
    }
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let (scope, words) = scope(place, &words)?;
    let shape = match place {
        Place::Line | Place::Thermometer | Place::Arrow => "line",
        Place::Cage => "group",
        Place::Dot => "pair",
    };
    let relation = match groups(&words) {
        Some(groups) => group_formulas(scope, &groups)?,
        None => vec![formula(place, scope, &words)?],
    };
    let name = [place.noun().to_owned(), scope.name()].into_iter();
    let name: Vec<String> = name
        .chain(words.iter().map(|&word| word.to_owned()))
        .collect();
    Some(OwnRule {
        name: name.join("-").replace([':', '\'', '+'], "-"),
        shape: shape.to_owned(),
        text: format!("{}.", text.trim()),
        relation,
        repeats: shape == "line",
        ..OwnRule::default()
    })
}

/// The rule as the recogniser needs it, with the drawings that state it.
pub(crate) fn read(own: &OwnRule, puzzle: &Puzzle) -> Option<Rule> {
    let mut rule = Rule::own(own, puzzle).ok()?;
    let place = PLACES
        .into_iter()
        .find(|place| own.name.starts_with(place.noun()))?;
    rule.recognition.drawn = vec![Style {
        form: place.form(),
        shape: vec![],
        colours: vec![],
        ends: place.ends(),
        text: String::new(),
        weight: 0,
    }];
    Some(rule)
}

impl Scope {
    fn name(self) -> String {
        match self {
            Self::Neighbours => "neighbours".to_owned(),
            Self::Part(length) => format!("parts-of-{length}"),
            Self::Ends => "ends".to_owned(),
            Self::All => "all".to_owned(),
        }
    }
}

impl Place {
    fn noun(self) -> &'static str {
        match self {
            Self::Line => "line",
            Self::Thermometer => "thermometer",
            Self::Arrow => "arrow",
            Self::Cage => "cage",
            Self::Dot => "dot",
        }
    }

    /// Returns `true` if a word names such a drawing.
    fn is_called(self, word: &str) -> bool {
        word == self.noun() || self == Self::Thermometer && word == "thermo"
    }

    fn ends(self) -> Ends {
        match self {
            Self::Thermometer => Ends::Bulb,
            Self::Line | Self::Arrow | Self::Cage | Self::Dot => Ends::None,
        }
    }

    fn form(self) -> Form {
        match self {
            Self::Line | Self::Thermometer => Form::Line,
            Self::Arrow => Form::Arrow,
            Self::Cage => Form::Cage,
            Self::Dot => Form::Edge,
        }
    }
}

/// The only drawing that a sentence names. Dots are told apart by their colours, so it must name one.
fn place(words: &[String]) -> Option<Place> {
    let is_named = |place: &Place| words.iter().any(|word| place.is_called(word));
    let named: Vec<Place> = PLACES.into_iter().filter(is_named).collect();
    match named[..] {
        [Place::Dot] if !words.iter().any(|word| colour_name(word).is_some()) => None,
        [place] => Some(place),
        _ => None,
    }
}

/// The cells that are compared, and the words that state how.
fn scope<'w>(place: Place, words: &[&'w str]) -> Option<(Scope, Vec<&'w str>)> {
    let mut words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !place.is_called(word) && colour_name(word).is_none() && !is_shade(word))
        .collect();
    let has_neighbours = words.iter().any(|word| ADJACENT.contains(word));
    let is_near = |word: &&str| ADJACENT.contains(word) || SUCCESSIVE.contains(word);
    let part = |at: usize| {
        let length: usize = words.get(at)?.parse().ok()?;
        let is_part = at > 0 && PART.contains(&words[at - 1])
            || at > 1 && words[at - 1] == "of" && PART.contains(&words[at - 2]);
        let is_run = words.get(at + 1).is_some_and(is_near);
        let is_length = (3..=LONGEST_PART).contains(&length);
        (is_length && (is_part && has_neighbours || is_run)).then_some((at, length))
    };
    let part = (0..words.len()).find_map(part);
    let ends = words.iter().any(|word| ["endpoint", "end"].contains(word));
    let scope = match (part, has_neighbours, ends) {
        (Some((at, length)), _, false) => {
            words.remove(at);
            words.retain(|word| !PART.contains(word) && !SUCCESSIVE.contains(word));
            Scope::Part(length)
        }
        (None, true, false) => Scope::Neighbours,
        (None, false, true) => Scope::Ends,
        (None, false, false) => Scope::All,
        _ => return None,
    };
    // `two adjacent digits` are neighbours, `two endpoints` both ends.
    if matches!(scope, Scope::Neighbours | Scope::Ends) || place == Place::Dot {
        words.retain(|word| *word != "pair" && *word != "both");
        let at = (0..words.len()).find(|&at| {
            words[at] == "2" && words.get(at + 1).is_some_and(|next| is_about_cells(next))
        });
        at.map(|at| words.remove(at));
    }
    words.retain(|word| !ADJACENT.contains(word) && *word != "endpoint");
    words.retain(|word| !GLUE.split_whitespace().any(|glue| glue == *word));
    let fits = match place {
        Place::Line | Place::Thermometer => true,
        // Sums along an arrow may count its bulb.
        Place::Arrow => scope == Scope::Neighbours,
        Place::Cage | Place::Dot => scope == Scope::All,
    };
    fits.then_some((scope, words))
}

fn is_about_cells(word: &str) -> bool {
    ADJACENT.contains(&word) || ["digit", "cell", "endpoint", "end", "value"].contains(&word)
}

/// The digits that a line part takes one of each: `one 1 4 7 one 2 5 8 one 3 6 9`.
fn groups<'w>(words: &[&'w str]) -> Option<Vec<Vec<&'w str>>> {
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| *word != "and")
        .collect();
    let mut groups: Vec<Vec<&str>> = vec![];
    for word in words {
        match (word, groups.last_mut()) {
            ("one", _) => groups.push(vec![]),
            (digits, Some(group)) if digits.bytes().all(|c| c.is_ascii_digit()) => {
                group.extend(digits.split("").filter(|digit| !digit.is_empty()));
            }
            _ => return None,
        }
    }
    let is_set = |group: &Vec<&str>| !group.is_empty();
    let mut all: Vec<&str> = groups.iter().flatten().copied().collect();
    all.sort_unstable();
    let is_disjoint = all.windows(2).all(|pair| pair[0] != pair[1]);
    (groups.len() > 1 && groups.iter().all(is_set) && is_disjoint).then_some(groups)
}

fn group_formulas(scope: Scope, groups: &[Vec<&str>]) -> Option<Vec<String>> {
    let Scope::Part(length) = scope else {
        return None;
    };
    let one = |group: &Vec<&str>| {
        let digits = group.join(", ");
        format!("each window w of {length} in cells: count(c in w: c in {{{digits}}}) == 1")
    };
    (length == groups.len()).then(|| groups.iter().map(one).collect())
}

fn formula(place: Place, scope: Scope, words: &[&str]) -> Option<String> {
    let is_denied = words.iter().any(|word| NEGATIONS.contains(word)) && !words.contains(&"than");
    let words: Vec<&str> = words
        .iter()
        .copied()
        .filter(|word| !is_denied || !NEGATIONS.contains(word) && !["may", "can"].contains(word))
        .collect();
    let (quantity, words) = quantity(&words)?;
    let (one, other) = match (place, scope) {
        (Place::Dot, _) => ("cells[1]", "cells[2]"),
        (_, Scope::Ends) => ("first(cells)", "last(cells)"),
        _ => ("a", "b"),
    };
    let is_pair = place == Place::Dot || matches!(scope, Scope::Neighbours | Scope::Ends);
    let compared = match (quantity, scope) {
        (Quantity::Difference, _) if is_pair => format!("abs({one} - {other})"),
        (Quantity::Sum, _) if is_pair => format!("({one} + {other})"),
        (Quantity::Sum, Scope::Part(_)) => "sum(w)".to_owned(),
        (Quantity::Sum, Scope::All) => "sum(cells)".to_owned(),
        _ => return None,
    };
    let test = test(&compared, &words)?;
    let test = match is_denied {
        true => format!("not ({test})"),
        false => test,
    };
    Some(match scope {
        Scope::Neighbours => format!("each adjacent (a, b) in cells: {test}"),
        Scope::Part(length) => format!("each window w of {length} in cells: {test}"),
        Scope::Ends | Scope::All => test,
    })
}

/// The quantity that a sentence compares, and its other words.
fn quantity<'w>(words: &[&'w str]) -> Option<(Quantity, Vec<&'w str>)> {
    let names = |word: &str| match word {
        "sum" | "total" | "add" => Some(Quantity::Sum),
        "differ" | "difference" => Some(Quantity::Difference),
        _ => None,
    };
    let mut named = words.iter().filter_map(|word| names(word));
    let quantity = named.next()?;
    let rest = words.iter().copied().filter(|word| names(word).is_none());
    named
        .all(|other| other == quantity)
        .then(|| (quantity, rest.collect()))
}

/// The formula that a value passes a test of these words: `least 5`, `multiple 3`, `13 or 14`.
fn test(value: &str, words: &[&str]) -> Option<String> {
    let number = |word: &str| word.parse::<u32>().ok();
    let compare = |sign: &str, word: &str| Some(format!("{value} {sign} {}", number(word)?));
    match words {
        ["least", n] | [n, "or", "more" | "greater" | "higher" | "larger"] => compare(">=", n),
        ["most", n]
        | [n, "or", "less" | "fewer" | "lower" | "smaller"]
        | ["no" | "not", "more", "than", n] => compare("<=", n),
        ["more" | "greater" | "higher" | "larger", "than", n] => compare(">", n),
        ["less" | "fewer" | "lower" | "smaller", "than", n] => compare("<", n),
        ["multiple" | "divisible", n] => number(n)
            .filter(|&n| n > 0)
            .map(|n| format!("{value} mod {n} == 0")),
        ["odd"] => Some(format!("{value} mod 2 == 1")),
        ["even"] => Some(format!("{value} mod 2 == 0")),
        ["prime"] => Some(format!("{value} in {{{PRIMES}}}")),
        ["perfect", "square"] => Some(format!("{value} in {{{SQUARES}}}")),
        [first, rest @ ..] => {
            let listed = rest.iter().copied().filter(|word| *word != "or");
            let numbers: Option<Vec<String>> = std::iter::once(*first)
                .chain(listed)
                .map(|word| number(word).map(|n| n.to_string()))
                .collect();
            let numbers = numbers?;
            match rest.contains(&"or") || rest.is_empty() {
                true if numbers.len() == 1 => Some(format!("{value} == {}", numbers[0])),
                true => Some(format!("{value} in {{{}}}", numbers.join(", "))),
                false => None,
            }
        }
        [] => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    /// The formulas of a sentence, joined.
    fn compose_formulas(text: &str) -> Option<String> {
        let own = compose(text, &words(text), &[])?;
        let puzzle = Puzzle::new(cluewright_puzzle::Layout::square(9));
        assert!(read(&own, &puzzle).is_some(), "{text}: {own:?}");
        Some(own.relation.join("; "))
    }

    #[test]
    fn complete_statements_become_formulas() {
        for (text, formula) in [
            (
                "Along orange lines, the total sum of digits must be divisible by 3",
                "sum(cells) mod 3 == 0",
            ),
            (
                "Adjacent digits along the arrow have a difference of at least four",
                "each adjacent (a, b) in cells: abs(a - b) >= 4",
            ),
            (
                "Adjacent digits on a grey line must NOT differ by 5 or more",
                "each adjacent (a, b) in cells: not (abs(a - b) >= 5)",
            ),
            (
                "The endpoints of a grey line sum to 5",
                "(first(cells) + last(cells)) == 5",
            ),
            (
                "Two digits separated by a red dot must sum to an odd value",
                "(cells[1] + cells[2]) mod 2 == 1",
            ),
            ("All cages sum to 7 or 13", "sum(cells) in {7, 13}"),
            (
                "Along a line, each set of 3 adjacent digits sums to a multiple of 5",
                "each window w of 3 in cells: sum(w) mod 5 == 0",
            ),
            (
                "Each adjacent set of three digits along a beige line contains one digit from {1, 2}, one digit from {3, 4, 5} and \
                 one digit from {6, 7, 8, 9}",
                "each window w of 3 in cells: count(c in w: c in {1, 2}) == 1; each window w of 3 in cells: \
                 count(c in w: c in {3, 4, 5}) == 1; each window w of 3 in cells: count(c in w: c in {6, 7, 8, 9}) == 1",
            ),
            ("No red line sums to 10", "not (sum(cells) == 10)"),
        ] {
            assert_eq!(compose_formulas(text).as_deref(), Some(formula), "{text}");
        }
    }

    #[test]
    fn other_statements_stay_open() {
        for text in [
            "Not all lines sum to 10",
            "Not every pair of adjacent digits on a line differs by 3",
            "Adjacent digits on a line may differ by 5",
            "At least one pair of adjacent digits on a line differs by 5",
            "One line sums to 10",
            "The digits on the red line and the blue line sum to 30",
            "Even digits on a line sum to 10",
            "The total number of lines is 5",
            "Each pair of digits connected by a line sums to 10",
            "Digits on a line sum to the same number",
            "Adjacent cages differ by 3",
            "Digits separated by a dot sum to 6",
            "Lines contain consecutive digits that sum to 20",
            "Digits on a line or in a cage sum to 20",
            "Every line of 3 cells sums to 10",
            // The number that is in a drawn square.
            "Digits in cages sum to the number in the square",
        ] {
            assert_eq!(compose_formulas(text), None, "{text}");
        }
    }
}
