//! Rules of a puzzle's own, composed from sentences about sums, differences and ratios of the cells of a drawing.
//!
//! A sentence is composed only if every word of it has a place in the formula. Anything else stays open.

use crate::colour::{colour_name, is_shade};
use crate::counted::count_formula;
use crate::quantities::{PRIMES, PRINTED, test, with_printed_number, without_glue};
use cluewright_puzzle::{OwnRule, Param, Puzzle};
use cluewright_rules::{Ends, Form, MarkShape, Rule, Style};

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

/// Maximum number of cells of a part of a line.
const LONGEST_PART: usize = 6;

/// The drawings that a sentence may refer to.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Line,
    Thermometer,
    Arrow,
    Cage,
    Dot,
    /// Circles in cells.
    Circle,
    /// Squares in cells.
    Square,
    /// Diamonds in cells.
    Diamond,
    /// Cells of a colour.
    Shade,
    /// Neighbours anywhere in the grid, or in its rows or columns.
    Grid,
}

const PLACES: [Place; 10] = [
    Place::Line,
    Place::Thermometer,
    Place::Arrow,
    Place::Cage,
    Place::Dot,
    Place::Circle,
    Place::Square,
    Place::Diamond,
    Place::Shade,
    Place::Grid,
];

/// Words for coloured cells, if the sentence does not name the colour.
const SHADED: [&str; 4] = ["shaded", "highlighted", "coloured", "colored"];

/// The cells of a drawing that a sentence compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Scope {
    /// Each pair of neighbours.
    Neighbours,
    /// Each run of this many cells.
    Part(usize),
    /// The first and the last cell.
    Ends,
    /// All cells together.
    All,
    /// Each cell by itself.
    Each,
    /// All cells of a drawing, with those of other drawings.
    Drawings,
}

/// The quantity that a sentence compares.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Quantity {
    Sum,
    Difference,
    Ratio,
}

/// Composes the rule that a sentence states in full; `None` if it is another kind of sentence. The words of its heading
/// may name the drawing.
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
    let words = match place {
        Place::Cage => with_printed_number(&without_opening(words)),
        _ => without_opening(words),
    };
    let (scope, relation, words) = match place {
        Place::Grid => grid_formula(&words)?,
        Place::Circle | Place::Square | Place::Diamond | Place::Shade => {
            mark_formula(place, &words)?
        }
        _ => drawing_formula(place, &words)?,
    };
    let shape = scope.shape(place);
    let name = [place.noun().to_owned(), scope.name()].into_iter();
    let name: Vec<String> = name
        .chain(words.iter().map(|&word| word.to_owned()))
        .collect();
    let required = || (PRINTED.to_owned(), Param::Text("required".to_owned()));
    let params = words.contains(&PRINTED).then(required);
    Some(OwnRule {
        name: name.join("-").replace([':', '\'', '+'], "-"),
        shape: shape.to_owned(),
        params: Vec::from_iter(params),
        text: format!("{}.", text.trim()),
        relation,
        repeats: shape == "line",
        ..OwnRule::default()
    })
}

/// Returns the rule in the form that the recogniser needs, with the drawings that state it.
pub(crate) fn read(own: &OwnRule, puzzle: &Puzzle) -> Option<Rule> {
    let mut rule = Rule::own(own, puzzle).ok()?;
    let place = PLACES
        .into_iter()
        .find(|place| own.name.starts_with(place.noun()))?;
    let style = |(form, shape): &(Form, Vec<MarkShape>)| Style {
        form: *form,
        shape: shape.clone(),
        colours: vec![],
        ends: place.ends(),
        text: own
            .params
            .first()
            .map_or(String::new(), |(name, _)| format!("{{{name}}}")),
        weight: 0,
    };
    rule.recognition.drawn = place.forms().iter().map(style).collect();
    Some(rule)
}

/// Returns the words of a sentence without `in this puzzle` at its beginning.
fn without_opening(words: &[String]) -> Vec<&str> {
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.strip_prefix(&["in", "this", "puzzle"]) {
        Some(rest) => rest.to_vec(),
        None => words,
    }
}

/// Returns the cells that a sentence about a line, a cage or a dot compares, its formulas, and the words that state
/// them.
fn drawing_formula<'w>(
    place: Place,
    words: &[&'w str],
) -> Option<(Scope, Vec<String>, Vec<&'w str>)> {
    if let Some((formula, words)) = distinct_sums(place, words) {
        return Some((Scope::Drawings, vec![formula], words));
    }
    let (scope, words) = scope(place, words)?;
    let relation = match groups(&words) {
        Some(groups) => group_formulas(scope, &groups)?,
        None => vec![formula(place, scope, &words)?],
    };
    Some((scope, relation, words))
}

/// Returns the formula of a sentence that all lines or cages have different sums: `no two cages have the same total`.
fn distinct_sums<'w>(place: Place, words: &[&'w str]) -> Option<(String, Vec<&'w str>)> {
    let rest = without_glue(words.iter().copied().filter(|word| !place.is_called(word)));
    let has = |list: &[&str]| rest.iter().any(|word| list.contains(word));
    let known = ["same", "2", "share"];
    let differs = ["different", "unique", "distinct"];
    let sums = ["sum", "total"];
    let is_known = |word: &&str| {
        [&known[..], &differs, &sums, &NEGATIONS]
            .iter()
            .any(|list| list.contains(word))
    };
    // `Different` may also mean other drawings: different cages do not have the same sum.
    let states = match has(&NEGATIONS) {
        true => has(&["same"]),
        false => has(&differs) && !has(&known),
    };
    let fits = matches!(place, Place::Line | Place::Cage) && has(&sums);
    let is_stated = fits && states && rest.iter().all(is_known);
    is_stated.then(|| ("distinct(piece p in pieces: sum(p))".to_owned(), rest))
}

/// Returns the formula of a sentence about marked cells: digits of a kind, no digit twice, or digits that count the cells
/// around them.
fn mark_formula<'w>(place: Place, words: &[&'w str]) -> Option<(Scope, Vec<String>, Vec<&'w str>)> {
    let is_other =
        |word: &&str| !place.is_called(word) && colour_name(word).is_none() && !is_shade(word);
    let rest: Vec<&str> = words.iter().copied().filter(is_other).collect();
    if let Some(formula) = count_formula(&rest) {
        return Some((Scope::Each, vec![formula], without_glue(rest.into_iter())));
    }
    let words = without_glue(words.iter().copied().filter(|word| !place.is_called(word)));
    let formula = match words[..] {
        ["prime"] | ["only", "prime"] => format!("each c in cells: c in {{{PRIMES}}}"),
        [negation, "repeat"] if NEGATIONS.contains(&negation) => "distinct(cells)".to_owned(),
        ["different"] | ["different", "different"] => "distinct(cells)".to_owned(),
        [negation, "2", "same"] if NEGATIONS.contains(&negation) => "distinct(cells)".to_owned(),
        _ => return None,
    };
    Some((Scope::All, vec![formula], words))
}

/// Returns the formula of a sentence about neighbours in the grid, or in its rows or columns alone.
fn grid_formula<'w>(words: &[&'w str]) -> Option<(Scope, Vec<String>, Vec<&'w str>)> {
    let has = |word: &str| words.contains(&word);
    let frame = match (has("row"), has("column"), has("orthogonally")) {
        (true, false, false) => "each row h: each adjacent (a, b) in h",
        (false, true, false) => "each column h: each adjacent (a, b) in h",
        (true, true, false) | (false, false, true) => "each touching (a, b) in grid",
        _ => return None,
    };
    let rest = words.iter().copied();
    let rest = rest
        .filter(|word| !["row", "column", "and", "orthogonally", "grid", "puzzle"].contains(word));
    let rest: Vec<&str> = rest.collect();
    let (scope, rest) = scope(Place::Grid, &rest)?;
    if scope != Scope::Neighbours {
        return None;
    }
    let test = pair_test(("a", "b"), &rest)?;
    let named = ["row", "column"].into_iter().filter(|word| has(word));
    Some((
        scope,
        vec![format!("{frame}: {test}")],
        named.chain(rest).collect(),
    ))
}

impl Scope {
    fn name(self) -> String {
        match self {
            Self::Neighbours => "neighbours".to_owned(),
            Self::Part(length) => format!("parts-of-{length}"),
            Self::Ends => "ends".to_owned(),
            Self::All => "all".to_owned(),
            Self::Each => "each".to_owned(),
            Self::Drawings => "drawings".to_owned(),
        }
    }

    /// Returns the shape of the clues about a place.
    fn shape(self, place: Place) -> &'static str {
        match self {
            Self::Each => "cell",
            Self::Drawings => "pieces",
            _ => place.shape(),
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
            Self::Circle => "circle",
            Self::Square => "square",
            Self::Diamond => "diamond",
            Self::Shade => "shaded-cells",
            Self::Grid => "grid",
        }
    }

    /// Returns the shape of the clues.
    fn shape(self) -> &'static str {
        match self {
            Self::Line | Self::Thermometer | Self::Arrow => "line",
            Self::Cage | Self::Circle | Self::Square | Self::Diamond | Self::Shade => "group",
            Self::Dot => "pair",
            Self::Grid => "global",
        }
    }

    /// Returns `true` if a word names such a drawing.
    fn is_called(self, word: &str) -> bool {
        word == self.noun()
            || self == Self::Thermometer && word == "thermo"
            || self == Self::Circle && word == "circled"
            || self == Self::Shade && SHADED.contains(&word)
    }

    fn ends(self) -> Ends {
        match self {
            Self::Thermometer => Ends::Bulb,
            _ => Ends::None,
        }
    }

    /// Returns the forms in which the place is drawn, with the shapes of marks.
    fn forms(self) -> Vec<(Form, Vec<MarkShape>)> {
        let cell = |shape| (Form::Cell, vec![shape]);
        match self {
            Self::Line | Self::Thermometer => vec![(Form::Line, vec![])],
            Self::Arrow => vec![(Form::Arrow, vec![])],
            Self::Cage => vec![(Form::Cage, vec![])],
            Self::Dot => vec![(Form::Edge, vec![])],
            Self::Circle => vec![cell(MarkShape::Circle)],
            Self::Square => vec![cell(MarkShape::Square)],
            Self::Diamond => vec![cell(MarkShape::Diamond)],
            Self::Shade => vec![(Form::Shade, vec![]), cell(MarkShape::Square)],
            Self::Grid => vec![],
        }
    }
}

/// Returns the only drawing that a sentence names. Dots are distinguished by their colours, so the sentence must name
/// one. A sentence without a drawing may be about cells of a colour, or about neighbours in the grid if it mentions
/// them.
fn place(words: &[String]) -> Option<Place> {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_named = |place: &Place| words.iter().any(|word| place.is_called(word));
    let named = PLACES.into_iter().filter(|place| *place != Place::Grid);
    let named: Vec<Place> = named.filter(is_named).collect();
    let has_colour = words.iter().any(|word| colour_name(word).is_some());
    // Rows and boxes can be adjacent, too.
    let has_neighbours = words
        .windows(2)
        .any(|pair| ADJACENT.contains(&pair[0].as_str()) && is_about_cells(&pair[1]));
    match named[..] {
        [Place::Dot] if !has_colour => None,
        [place] => Some(place),
        [] if has_colour && has(&["cell"]) => Some(Place::Shade),
        [] if !has_colour && has_neighbours && has(&["row", "column", "orthogonally"]) => {
            Some(Place::Grid)
        }
        _ => None,
    }
}

/// Returns the cells that are compared, and the words that state how.
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
    let words = without_glue(words.into_iter());
    let fits = match place {
        Place::Line | Place::Thermometer => true,
        // Sums along an arrow may count its bulb.
        Place::Arrow | Place::Grid => scope == Scope::Neighbours,
        Place::Cage
        | Place::Dot
        | Place::Circle
        | Place::Square
        | Place::Diamond
        | Place::Shade => scope == Scope::All,
    };
    fits.then_some((scope, words))
}

fn is_about_cells(word: &str) -> bool {
    ADJACENT.contains(&word) || ["digit", "cell", "endpoint", "end", "value"].contains(&word)
}

/// Returns the groups of digits, of each of which a line part has one digit: `one 1 4 7 one 2 5 8 one 3 6 9`.
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
    match (place, scope) {
        (Place::Dot, _) => pair_test(("cells[1]", "cells[2]"), words),
        (_, Scope::Ends) => match words {
            ["largest" | "highest" | "greatest", "one"] => {
                Some("max(cells) == max(first(cells), last(cells))".to_owned())
            }
            ["smallest" | "lowest" | "least", "one"] => {
                Some("min(cells) == min(first(cells), last(cells))".to_owned())
            }
            _ => pair_test(("first(cells)", "last(cells)"), words),
        },
        (_, Scope::Neighbours) => {
            let test = pair_test(("a", "b"), words)?;
            Some(format!("each adjacent (a, b) in cells: {test}"))
        }
        (_, Scope::Part(length)) => {
            let test = sum_test("sum(w)", words)?;
            Some(format!("each window w of {length} in cells: {test}"))
        }
        (_, Scope::All) => extremes_test(words).or_else(|| sum_test("sum(cells)", words)),
        (_, Scope::Each | Scope::Drawings) => None,
    }
}

/// Returns the formula for a test of two cells' sum, difference or ratio.
fn pair_test((one, other): (&str, &str), words: &[&str]) -> Option<String> {
    let (is_denied, words) = denial(words);
    let (quantity, words) = quantity(&words)?;
    let test = match quantity {
        Quantity::Difference => test(&format!("abs({one} - {other})"), &words)?,
        Quantity::Sum => test(&format!("({one} + {other})"), &words)?,
        Quantity::Ratio => {
            let [ratio] = words[..] else {
                return None;
            };
            let (less, more) = ratio.split_once(':')?;
            let (less, more) = (less.parse::<u32>().ok()?, more.parse::<u32>().ok()?);
            format!("({more} * {one} == {less} * {other} or {less} * {one} == {more} * {other})")
        }
    };
    Some(deny(is_denied, test))
}

/// Returns the formula for a test of the sum or the difference of the largest and the smallest of several cells.
fn extremes_test(words: &[&str]) -> Option<String> {
    let (is_denied, words) = denial(words);
    let (quantity, words) = quantity(&words)?;
    let is_largest = |word: &&str| ["largest", "highest", "greatest"].contains(word);
    let is_smallest = |word: &&str| ["smallest", "lowest"].contains(word);
    if !words.iter().any(is_largest) || !words.iter().any(is_smallest) {
        return None;
    }
    let value = match quantity {
        Quantity::Sum => "(max(cells) + min(cells))",
        Quantity::Difference => "(max(cells) - min(cells))",
        Quantity::Ratio => return None,
    };
    let is_extreme = |word: &&str| is_largest(word) || is_smallest(word) || *word == "and";
    let rest: Vec<&str> = words.into_iter().filter(|word| !is_extreme(word)).collect();
    Some(deny(is_denied, test(value, &rest)?))
}

/// Returns the formula for a test of the sum of cells.
fn sum_test(sum: &str, words: &[&str]) -> Option<String> {
    let (is_denied, words) = denial(words);
    let (quantity, words) = quantity(&words)?;
    if quantity != Quantity::Sum {
        return None;
    }
    Some(deny(is_denied, test(sum, &words)?))
}

/// Returns `true` if the words deny what they state, and the words without the denial.
fn denial<'w>(words: &[&'w str]) -> (bool, Vec<&'w str>) {
    let is_denied = words.iter().any(|word| NEGATIONS.contains(word)) && !words.contains(&"than");
    let words = words
        .iter()
        .copied()
        .filter(|word| !is_denied || !NEGATIONS.contains(word) && !["may", "can"].contains(word));
    (is_denied, words.collect())
}

fn deny(is_denied: bool, test: String) -> String {
    match is_denied {
        true => format!("not ({test})"),
        false => test,
    }
}

/// Returns the quantity that a sentence compares, and its other words.
fn quantity<'w>(words: &[&'w str]) -> Option<(Quantity, Vec<&'w str>)> {
    let names = |word: &str| match word {
        "sum" | "total" | "add" => Some(Quantity::Sum),
        "differ" | "difference" => Some(Quantity::Difference),
        "ratio" => Some(Quantity::Ratio),
        _ => None,
    };
    let mut named = words.iter().filter_map(|word| names(word));
    let quantity = named.next()?;
    let rest = words.iter().copied().filter(|word| names(word).is_none());
    named
        .all(|other| other == quantity)
        .then(|| (quantity, rest.collect()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    /// Returns the formulas of a sentence, joined.
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
                "Digits in a cage sum to a multiple of the small clue in the top left corner of the cage",
                "sum(cells) mod printed == 0",
            ),
            (
                "Digits in a cage sum to less than the number in its corner",
                "sum(cells) < printed",
            ),
            (
                "The clue in the top left indicates the sum of the smallest and the largest digit that are contained in the cage",
                "(max(cells) + min(cells)) == printed",
            ),
            (
                "In cages, clues show the difference between the largest and the smallest digit",
                "(max(cells) - min(cells)) == printed",
            ),
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
            (
                "Digits connected by a red dot are in a 1:3 ratio",
                "(3 * cells[1] == 1 * cells[2] or 1 * cells[1] == 3 * cells[2])",
            ),
            (
                "The sum of digits along a thermometer must be a multiple of the length of that thermometer",
                "sum(cells) mod length(cells) == 0",
            ),
            (
                "Adjacent digits in each row of the puzzle have a difference of at least four",
                "each row h: each adjacent (a, b) in h: abs(a - b) >= 4",
            ),
            (
                "Orthogonally adjacent digits in the grid cannot sum to a multiple of 5",
                "each touching (a, b) in grid: not ((a + b) mod 5 == 0)",
            ),
            (
                "Digits inside pink cells must not repeat",
                "distinct(cells)",
            ),
            (
                "All blue circles contain different digits",
                "distinct(cells)",
            ),
            (
                "In this puzzle, all circles must contain different digits",
                "distinct(cells)",
            ),
            (
                "A digit in a black circle indicates how many of the surrounding cells contain an odd digit",
                "each c in cells: count(d in around(c): d mod 2 == 1) == c",
            ),
            (
                "No two pink lines have the same digit sum",
                "distinct(piece p in pieces: sum(p))",
            ),
            (
                "All cage totals are unique",
                "distinct(piece p in pieces: sum(p))",
            ),
            (
                "The largest digit on each line must be at one of the line's ends",
                "max(cells) == max(first(cells), last(cells))",
            ),
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
            // Only other sentences name the drawing or the house.
            "Adjacent digits differ by at least 4",
            "Adjacent digits along the path in a row differ by at least 4",
            "Digits in adjacent rows differ by at least 4",
            "The sum of digits along a thermometer is a multiple of the length of the line",
            "Digits connected by a red dot are in a 1:3 or 1:4 ratio",
            "Pink cells may repeat",
            "Cages may have different sums",
            "Cages do not have different sums",
            "No two adjacent cages have the same sum",
            "Cage totals are unique and non-consecutive",
            "Pink and blue cells have different digits",
            "Pink cells in the same row must not repeat",
            "A circle contains a different digit than its neighbours",
            "Digits in a cage sum to the number of cells in it",
            "The clue in the corner of a cage indicates the sum of its even digits",
            "The clue in the corner of a cage indicates the product of the smallest and the largest digit",
            "Digits in a cage sum to a multiple of a clue that is not given",
            "The digit in the corner of a cage is the largest digit",
            // "The square" is drawn, so no formula can refer to the number in it.
            "Digits in cages sum to the number in the square",
        ] {
            assert_eq!(compose_formulas(text), None, "{text}");
        }
    }
}
