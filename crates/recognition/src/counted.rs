//! Formulas of sentences about the digit in a mark that counts the cells around it: `a digit in a circle indicates how
//! many of the surrounding cells are even`.

use crate::quantities::{test, without_glue};

/// Verbs with which a digit counts, and words around them.
const VERBS: &str = "indicate show tell give represent state equal say count exactly x";

/// Words that change nothing in a description of the cells that count.
const GLUE: &str =
    "as it itself which whose with them those there up cell's digit's from x exactly is";

/// Words for cells that touch.
const TOUCHING: [&str; 7] = [
    "adjacent",
    "neighbour",
    "neighbor",
    "neighbouring",
    "neighboring",
    "touching",
    "surrounding",
];

/// Words for the directions in which cells touch.
const DIRECTIONS: [&str; 2] = ["orthogonally", "diagonally"];

/// Returns the formula of a sentence without the words for its mark; `None` if a word does not map to part of the formula.
pub(crate) fn count_formula(words: &[&str]) -> Option<String> {
    let (head, counted) = split(words)?;
    let is_of = |list: &str, word: &str| list.split_whitespace().any(|other| other == word);
    let head = without_glue(head.iter().copied());
    if !head.iter().all(|word| is_of(VERBS, word)) {
        return None;
    }
    let (area, rest) = area(counted)?;
    let rest = without_glue(rest.into_iter());
    let rest: Vec<&str> = rest.into_iter().filter(|word| !is_of(GLUE, word)).collect();
    let test = cell_test(&rest)?;
    Some(format!("each c in cells: count(d in {area}: {test}) == c"))
}

/// Splits a sentence at `the number of`, `how many` or `counts`.
fn split<'s, 'w>(words: &'s [&'w str]) -> Option<(&'s [&'w str], &'s [&'w str])> {
    let phrase = words.windows(2).position(|pair| {
        [["number", "of"], ["how", "many"], ["amount", "of"]].contains(&[pair[0], pair[1]])
    });
    match phrase {
        Some(at) => Some((&words[..at], &words[at + 2..])),
        None => {
            let at = words.iter().position(|word| *word == "count")?;
            Some((&words[..at], &words[at + 1..]))
        }
    }
}

/// Returns the cells around a mark that a sentence names, and its other words.
fn area<'w>(words: &[&'w str]) -> Option<(String, Vec<&'w str>)> {
    let has = |word: &str| words.contains(&word);
    let is_orthogonal = has("orthogonally");
    let is_diagonal = has("diagonally");
    let touches = words.iter().any(|word| TOUCHING.contains(word));
    let is_king = words.windows(2).any(|pair| pair == ["king", "move"]);
    let includes_itself = words
        .windows(2)
        .any(|pair| pair[0] == "including" && ["itself", "it"].contains(&pair[1]));
    let is_around = has("surrounding") || is_orthogonal && is_diagonal || has("8") || has("9");
    let cells = match (touches, is_king) {
        (true, false) if is_around => "around(c)",
        (true, false) if is_orthogonal => "neighbours(c)",
        (false, true) if !is_orthogonal && !is_diagonal => "around(c)",
        _ => return None,
    };
    // The cell itself is the ninth, so the numbers must agree with the rest.
    let most = match (cells, includes_itself) {
        ("around(c)", false) => "8",
        ("around(c)", true) => "9",
        (_, false) => "4",
        (_, true) => "5",
    };
    let described = [
        "orthogonally",
        "diagonally",
        "king",
        "move",
        "away",
        "including",
        "and",
        most,
    ];
    // A number of cells follows `up to`, `the` or `of`; other numbers belong to the test.
    let rest = words.iter().enumerate().filter(|&(at, word)| {
        let is_number = *word == most;
        let is_size = at > 0 && ["to", "the", "of"].contains(&words[at - 1]);
        let is_next = words
            .get(at + 1)
            .is_some_and(|next| DIRECTIONS.contains(next));
        let is_described =
            described.contains(word) && (!is_number || is_size) || *word == "or" && is_next;
        !is_described && !TOUCHING.contains(word)
    });
    let area = match includes_itself {
        true => format!("joined([c], {cells})"),
        false => cells.to_owned(),
    };
    Some((area, rest.map(|(_, word)| *word).collect()))
}

/// Returns the test of a cell `d` around the cell `c` of the mark.
fn cell_test(words: &[&str]) -> Option<String> {
    let number = |word: &str| word.parse::<u32>().ok();
    Some(match words {
        ["even"] => "d mod 2 == 0".to_owned(),
        ["odd"] => "d mod 2 == 1".to_owned(),
        ["same" | "share", "parity"] | ["share", "same", "parity"] => {
            "d mod 2 == c mod 2".to_owned()
        }
        ["different" | "opposite", "parity"] => "d mod 2 != c mod 2".to_owned(),
        ["smaller" | "less" | "lower"] | ["smaller" | "less" | "lower", "than"] => {
            "d < c".to_owned()
        }
        ["larger" | "greater" | "higher"] | ["larger" | "greater" | "higher", "than"] => {
            "d > c".to_owned()
        }
        ["consecutive"] => "abs(d - c) == 1".to_owned(),
        ["1:2" | "2:1", "ratio"] | ["ratio", "1:2" | "2:1"] => {
            "(d == 2 * c or c == 2 * d)".to_owned()
        }
        ["differ" | "difference", "least", n] => format!("abs(d - c) >= {}", number(n)?),
        ["differ" | "difference", "most", n] => format!("abs(d - c) <= {}", number(n)?),
        ["prime"] | [_, _, ..] => test("d", words)?,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::words::words;

    fn formula(text: &str) -> Option<String> {
        let words = words(text);
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        count_formula(&words)
    }

    #[test]
    fn counts_of_cells_around_become_formulas() {
        for (text, expected) in [
            (
                "A digit indicates the number of surrounding cells that contain an even digit",
                "count(d in around(c): d mod 2 == 0) == c",
            ),
            (
                "The digit x indicates exactly how many of the up to 8 neighboring cells contain a digit that differs by at least 5 \
                 from x",
                "count(d in around(c): abs(d - c) >= 5) == c",
            ),
            (
                "The digit counts the orthogonally adjacent cells that are smaller than itself",
                "count(d in neighbours(c): d < c) == c",
            ),
            (
                "The digit is equal to the number of surrounding cells, including itself, with the same parity",
                "count(d in joined([c], around(c)): d mod 2 == c mod 2) == c",
            ),
            (
                "The digit shows how many of the orthogonally or diagonally adjacent digits are greater than 5",
                "count(d in around(c): d > 5) == c",
            ),
        ] {
            let expected = format!("each c in cells: {expected}");
            assert_eq!(formula(text), Some(expected), "{text}");
        }
    }

    #[test]
    fn other_counts_stay_open() {
        for text in [
            "A digit indicates the number of adjacent cells that are even",
            "A digit indicates the number of surrounding cells that are not even",
            "A digit indicates the number of surrounding cells in its box that are even",
            "A digit indicates the number of surrounding cells that are on the loop",
            "A digit indicates the sum of the number of even surrounding cells",
            "A digit indicates the number of times it appears in surrounding cells",
            "A digit indicates the number of 9 surrounding cells that are even",
            "A digit indicates the number of cells seen in its row that are even",
        ] {
            assert_eq!(formula(text), None, "{text}");
        }
    }
}
