//! Tests of a value, and the words around them that change nothing.

use crate::colour::{colour_name, is_shade};

/// Words that change nothing in a complete statement.
const GLUE: &str = "a an the of is are be do must have ha has in on along within inside each every any all digit cell number value that \
     always should also at contain contained lying from end other exactly their its it up connected to between separated joined by";

/// The word for the number that is printed in a drawing, and the parameter for it.
pub(crate) const PRINTED: &str = "printed";

/// The words with which sentences refer to a printed number, and those of them that are enough by themselves.
const REFERENCE: &str = "the a small clue number total value given shown indicated printed written displayed in at its their top upper left \
     hand most corner of cage each to be that is by";
const PRINTED_WORDS: [&str; 7] = [
    "corner",
    "clue",
    "given",
    "shown",
    "indicated",
    "printed",
    "displayed",
];

/// Verbs between a printed number and the quantity that it states.
const STATES: [&str; 8] = [
    "indicate",
    "give",
    "show",
    "represent",
    "state",
    "denote",
    "equal",
    "is",
];

/// Replaces a reference to the number in the corner of a cage with one word: `a multiple of the small clue in the top left
/// corner`, `the clue in the top left indicates the sum …`.
pub(crate) fn with_printed_number<'w>(words: &[&'w str]) -> Vec<&'w str> {
    let is_reference = |word: &&str| REFERENCE.split_whitespace().any(|other| other == *word);
    let refers = |words: &[&str]| words.iter().any(|word| PRINTED_WORDS.contains(word));
    let head = words
        .iter()
        .take_while(|word| is_reference(word) && !STATES.contains(word));
    let head = head.count();
    if refers(&words[..head]) && words.get(head).is_some_and(|word| STATES.contains(word)) {
        return words[head + 1..].iter().copied().chain([PRINTED]).collect();
    }
    let tail = words
        .iter()
        .rev()
        .take_while(|word| is_reference(word))
        .count();
    let (rest, tail) = words.split_at(words.len() - tail);
    match refers(tail) {
        true => rest.iter().copied().chain([PRINTED]).collect(),
        false => words.to_vec(),
    }
}

/// The prime numbers up to the largest sum of a grid's row.
pub(crate) const PRIMES: &str = "2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109, \
     113";

/// The square numbers in the same range.
const SQUARES: &str = "0, 1, 4, 9, 16, 25, 36, 49, 64, 81, 100";

/// Returns the words that a complete statement is made of, without the names of colours.
pub(crate) fn without_glue<'w>(words: impl Iterator<Item = &'w str>) -> Vec<&'w str> {
    let is_glue = |word: &str| GLUE.split_whitespace().any(|glue| glue == word);
    words
        .filter(|word| colour_name(word).is_none() && !is_shade(word) && !is_glue(word))
        .collect()
}

/// Returns the formula for a test of a value, given in these words: `least 5`, `multiple 3`, `13 or 14`.
pub(crate) fn test(value: &str, words: &[&str]) -> Option<String> {
    let number = |word: &str| match word {
        PRINTED => Some(PRINTED.to_owned()),
        word => word.parse::<u32>().ok().map(|number| number.to_string()),
    };
    let compare = |sign: &str, word: &str| Some(format!("{value} {sign} {}", number(word)?));
    match words {
        ["least", n] | [n, "or", "more" | "greater" | "higher" | "larger"] => compare(">=", n),
        ["most", n]
        | [n, "or", "less" | "fewer" | "lower" | "smaller"]
        | ["no" | "not", "more", "than", n] => compare("<=", n),
        ["more" | "greater" | "higher" | "larger", "than", n] => compare(">", n),
        ["less" | "fewer" | "lower" | "smaller", "than", n] => compare("<", n),
        ["multiple", "length"] if value == "sum(cells)" => {
            Some(format!("{value} mod length(cells) == 0"))
        }
        ["multiple" | "divisible", n] => number(n)
            .filter(|n| n != "0")
            .map(|n| format!("{value} mod {n} == 0")),
        ["odd"] => Some(format!("{value} mod 2 == 1")),
        ["even"] => Some(format!("{value} mod 2 == 0")),
        ["prime"] => Some(format!("{value} in {{{PRIMES}}}")),
        ["perfect", "square"] => Some(format!("{value} in {{{SQUARES}}}")),
        [first, rest @ ..] => {
            let listed = rest.iter().copied().filter(|word| *word != "or");
            let numbers: Option<Vec<String>> =
                std::iter::once(*first).chain(listed).map(number).collect();
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
