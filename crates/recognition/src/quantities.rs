//! Tests of a value, and the words around them that change nothing.

use crate::colour::{colour_name, is_shade};

/// Words that change nothing in a complete statement.
const GLUE: &str = "a an the of is are be do must have ha has in on along within inside each every any all digit cell number value that \
     always should also at contain contained lying from end other exactly their its it up connected to between separated joined by";

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
    let number = |word: &str| word.parse::<u32>().ok();
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
