//! Words of rules texts, normalised so that they can be compared.

use crate::data::data;
use cluewright_rules::Book;
use std::collections::HashSet;
use std::sync::LazyLock;

/// Long words that occur in many rules. A word that differs from such a term by one typo, or only in its vowels, is a
/// misspelling.
const TERMS: &str = "additional adjacent alternate another between border cannot circle circled column connected consecutive contain \
     decrease diagonal diagonally difference different divide entropic exactly german greater horizontal horizontally identical increase \
     indicate inequality killer knight larger modular multiple necessarily neighbor neighboring neighbour neighbouring normal number orthogonal orthogonally \
     outside palindrome position quadruple ratio region renban repeat repeating sandwich segment separated sequence skyscraper smaller \
     square strictly sudoku surrounding thermometer together touching vertical vertically whisper";

/// Files whose words are never misspellings of a term, even if they resemble one.
const KNOWN_TEXTS: [&str; 6] = [
    data!("vocabulary.toml"),
    data!("sentences.txt"),
    data!("references.txt"),
    data!("loop.toml"),
    data!("region.toml"),
    data!("shading.toml"),
];

/// The words of the book's rules and of [`KNOWN_TEXTS`].
static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| {
    let rules = Book::builtin().rules().filter_map(Result::ok);
    let of_rules = rules.flat_map(|rule| {
        let recognition = &rule.recognition;
        recognition.says.iter().chain([&recognition.words])
    });
    let texts = KNOWN_TEXTS.into_iter().chain(of_rules.map(String::as_str));
    texts
        .flat_map(|text| text.split(|c: char| !c.is_alphabetic()))
        .map(str::to_lowercase)
        .collect()
});

/// Returns the words of a text in lower case and in the singular, with number words as digits and misspelt terms
/// corrected.
pub(crate) fn words(text: &str) -> Vec<String> {
    let plain: String = text.chars().map(without_style).collect();
    // A range may be written `1 - 9`. Its spaces are removed, because the words are split at spaces.
    let lower = plain
        .to_lowercase()
        .replace(['’', '‘', '`', '´'], "'")
        .replace(" - ", "-");
    let lower = spell_comparisons(&lower);
    // Words keep these characters for now, because `parts` must leave ranges and ratios whole.
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | ':' | '-' | '+');
    let mut found: Vec<String> = lower
        .split(|c: char| !is_part(c))
        .flat_map(parts)
        .filter(|word| !word.is_empty())
        // Terms are in the singular, so endings are removed before a word is compared with them.
        .map(|word| stem(&word))
        .map(|word| root(&word).map_or(word, str::to_owned))
        .map(|word| term_of(&word).map_or(word, str::to_owned))
        .collect();
    while let Some(at) = find_emphasis(&found) {
        found.remove(at);
    }
    found
}

/// Writes signs that compare with a number as words: `≥ 5`, `> 5` and `5+`. A sign without such words becomes a word that no
/// rule has, so that its sentence stays open.
fn spell_comparisons(text: &str) -> String {
    let mut spelled = String::with_capacity(text.len());
    let mut before = None;
    let mut rest = text.chars();
    while let Some(c) = rest.next() {
        let next = |rest: &str| rest.chars().find(|c| !matches!(c, ' ' | '='));
        let is_comparison = is_numeral(next(rest.as_str()));
        match c {
            '≥' | '⩾' => spelled.push_str(" at least "),
            '≤' | '⩽' => spelled.push_str(" at most "),
            '≠' => spelled.push_str(" unequal-sign "),
            '>' | '›' | '＞' if is_comparison => match rest.as_str().starts_with('=') {
                true => spelled.push_str(" at least "),
                false => spelled.push_str(" more than "),
            },
            '<' | '‹' | '＜' if is_comparison => match rest.as_str().starts_with('=') {
                true => spelled.push_str(" at most "),
                false => spelled.push_str(" less than "),
            },
            '+' if is_numeral(before) && !is_numeral(rest.as_str().chars().next()) => {
                spelled.push_str(" or more ");
            }
            _ => spelled.push(c),
        }
        before = Some(c);
    }
    spelled
}

fn is_numeral(c: Option<char>) -> bool {
    c.is_some_and(|c| c.is_ascii_digit())
}

/// Returns the position of an `even` that only adds emphasis to a permission:
/// `may repeat on lines and even within sums`. A permission does not state a rule, so the word cannot change a rule.
fn find_emphasis(words: &[String]) -> Option<usize> {
    let is_in = |word: &String, list: &[&str]| list.contains(&word.as_str());
    let repeat = words
        .windows(2)
        .position(|pair| is_in(&pair[0], &["may", "can", "could"]) && pair[1] == "repeat")?;
    let is_emphasis = |three: &[String]| {
        is_in(&three[0], &["and", "but"])
            && three[1] == "even"
            && is_in(&three[2], &["within", "inside", "in", "on", "along"])
    };
    let at = words[repeat..].windows(3).position(is_emphasis)?;
    Some(repeat + at + 1)
}

/// Minimum length in bytes of a word that is compared with the terms. Shorter words resemble too many other words.
const SHORTEST_TERM: usize = 6;

/// Returns the term that a word misspells; `None` if the word is not a misspelling.
fn term_of(word: &str) -> Option<&'static str> {
    let letters = word.as_bytes();
    let [first, .., last] = letters else {
        return None;
    };
    if letters.len() < SHORTEST_TERM {
        return None;
    }
    if KNOWN.contains(word) {
        return None;
    }
    // Typos seldom change the first or the last letter.
    let is_misspelt = |term: &&str| {
        let other = term.as_bytes();
        let is_alike = other.last() == Some(last) && is_slip(letters, other);
        other.first() == Some(first) && (is_alike || differs_in_vowels(word, term))
    };
    let terms = || TERMS.split_whitespace();
    // A correct term can look like a typo in another term, as `neighbor` looks like `neighbour`.
    match terms().any(|term| term == word) {
        true => None,
        false => terms().find(is_misspelt),
    }
}

/// Returns `true` if a word has the consonants of a term in the same order, and at most one vowel more or less.
fn differs_in_vowels(word: &str, term: &str) -> bool {
    let consonants = |word: &str| word.replace(['a', 'e', 'i', 'o', 'u', 'y'], "");
    word.len().abs_diff(term.len()) <= 1 && consonants(word) == consonants(term)
}

/// Returns `true` if a word has one letter more or less than a term, one different letter, or two adjacent letters
/// swapped. A letter more or less at the end is not a typo, because it may be an ending.
fn is_slip(word: &[u8], term: &[u8]) -> bool {
    let first = word.iter().zip(term).position(|(one, other)| one != other);
    let Some(at) = first else {
        return false;
    };
    match word.len().abs_diff(term.len()) {
        0 => {
            let is_swapped =
                at + 1 < word.len() && word[at] == term[at + 1] && word[at + 1] == term[at];
            let is_replaced = word[at + 1..] == term[at + 1..];
            is_replaced || is_swapped && word[at + 2..] == term[at + 2..]
        }
        1 if word.len() > term.len() => word[at + 1..] == term[at..],
        1 => word[at..] == term[at + 1..],
        _ => false,
    }
}

/// Returns `true` for the name of a cell, `r4c1`.
pub(crate) fn is_cell_name(word: &str) -> bool {
    let numbers = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    numbers.is_some_and(|(row, column)| row.parse::<u8>().is_ok() && column.parse::<u8>().is_ok())
}

/// Returns the plain form of a dash, a cross, or a letter or digit in a mathematical style (Mathematical Alphanumeric
/// Symbols, U+1D400 to U+1D7FF). Some texts use such styles for headings.
fn without_style(c: char) -> char {
    let at = |first: u32| (u32::from(c) - first) as u8;
    match c {
        // A style is a block of 26 capital and 26 small letters. Both become small, since case does not matter here.
        '\u{1D400}'..='\u{1D6A3}' => match (u32::from(c) - 0x1D400) % 52 {
            letter @ 0..26 => char::from(b'a' + letter as u8),
            letter => char::from(b'a' + (letter - 26) as u8),
        },
        '\u{1D7CE}'..='\u{1D7FF}' => char::from(b'0' + at(0x1D7CE) % 10),
        '–' | '−' => '-',
        '×' => 'x',
        _ => c,
    }
}

/// Returns the base form of some inflected words that are common in rules.
fn root(word: &str) -> Option<&'static str> {
    Some(match word {
        "summing" | "summed" => "sum",
        "totalling" | "totaling" | "totalled" => "total",
        "adding" | "added" => "add",
        "repeated" | "repeating" => "repeat",
        "increasing" => "increase",
        "decreasing" => "decrease",
        "differing" => "differ",
        "adjacently" => "adjacent",
        _ => return None,
    })
}

/// Splits a word at its hyphens, colons and plus signs. Ratios and ranges stay whole: `1:2`, `1-9`.
fn parts(word: &str) -> Vec<String> {
    let word = word.trim_matches(['\'', ':', '-', '+']);
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return vec![word.to_owned()];
    }
    word.split(['-', ':', '+']).map(str::to_owned).collect()
}

/// Prefix of the word that replaces a set of digits.
pub(crate) const SET: &str = "setof";

/// Replaces each set of two or more digits, such as `{1, 2, 3}` or `1,2,3`, by one word. Without this, the sets in
/// `1,2,3, 4,5,6 and 7,8,9` could not be distinguished. Outside brackets, spaces separate sets.
pub(crate) fn join_sets(text: &str) -> String {
    let mut joined = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let (set, length) = match c {
            '{' | '[' => read_bracketed_set(rest),
            // Digits of a longer word or number, such as `x1,2` or `10,2`, are not sets.
            _ if joined.ends_with(|c: char| c.is_alphanumeric()) => (String::new(), 0),
            _ => read_listed_set(rest),
        };
        if set.len() > 1 {
            joined.push_str(SET);
            joined.push_str(&set);
            rest = &rest[length..];
        } else {
            joined.push(c);
            rest = &rest[c.len_utf8()..];
        }
    }
    joined
}

/// Returns the digits of the set in brackets at the beginning of a text, and the length of the set in bytes.
fn read_bracketed_set(text: &str) -> (String, usize) {
    let Some(end) = text.find(['}', ']']) else {
        return (String::new(), 0);
    };
    let mut items = text[1..end].split(',').map(str::trim);
    match items.all(is_digit) {
        true => (
            text[1..end].chars().filter(char::is_ascii_digit).collect(),
            end + 1,
        ),
        false => (String::new(), 0),
    }
}

/// Returns the digits of the set at the beginning of a text, which have commas or slashes between them but no spaces, and
/// the length of the set in bytes.
fn read_listed_set(text: &str) -> (String, usize) {
    let end = text
        .find(|c: char| !c.is_ascii_digit() && !matches!(c, ',' | '/'))
        .unwrap_or(text.len());
    let list = text[..end].trim_end_matches(',');
    let is_set = list.split(',').all(is_digit) || list.split('/').all(is_digit);
    let is_word = text[list.len()..].starts_with(|c: char| c.is_alphanumeric() || c == '-');
    match is_set && !is_word {
        true => (
            list.chars().filter(char::is_ascii_digit).collect(),
            list.len(),
        ),
        false => (String::new(), 0),
    }
}

fn is_digit(text: &str) -> bool {
    text.len() == 1 && text.starts_with(|c: char| c.is_ascii_digit())
}

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Removes the ending of a plural or a possessive from a word, and converts a number word to digits. `one` stays a
/// word, because it is seldom a number.
fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let word = word.trim_matches('\'');
    let plural = if word == "sixes" { "es" } else { "s" };
    let singular = word.strip_suffix(plural).unwrap_or(word);
    let is_number = |number: &&str| [word, singular].contains(number);
    match NUMBERS.iter().position(is_number) {
        Some(number) if number != 1 => return number.to_string(),
        _ => {}
    }
    // `ties` is the plural of `tie`, so a word with a short root only loses its `s`.
    if let Some(root) = word.strip_suffix("ies").filter(|root| root.len() > 2) {
        return format!("{root}y");
    }
    for ending in ["xes", "ches", "shes", "sses"] {
        if word.ends_with(ending) {
            return word[..word.len() - 2].to_owned();
        }
    }
    let is_plural = word.len() > 2
        && word.ends_with('s')
        && !["ss", "us", "is"]
            .iter()
            .any(|ending| word.ends_with(ending));
    if is_plural {
        return word[..word.len() - 1].to_owned();
    }
    word.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn misspelt_terms_are_understood() {
        let text = "Normal suduko: consecuitive digits a kinght's move apart can not repreat in adajcent cells";
        let expected =
            "normal sudoku consecutive digit a knight move apart can not repeat in adjacent cell";
        assert_eq!(words(text).join(" "), expected);
        let text = "may repeat on lines and even within sums";
        assert_eq!(words(text).join(" "), "may repeat on line and within sum");
        // "even" is dropped as emphasis only in permissions; elsewhere, it is the parity.
        for text in ["odd and even in turn", "digit are prime and even in cage"] {
            assert_eq!(words(text).join(" "), text);
        }
        let text = "sudoko soduku diagnol orthoganally consequtive lager";
        let expected = "sudoku sudoku diagonal orthogonally consecutive lager";
        assert_eq!(words(text).join(" "), expected);
        for other in [
            "squared",
            "separate",
            "together",
            "multiply",
            "reaction",
            "numbered",
            "though",
            "circles",
            "unequal",
            "borders",
            "symmetric",
        ] {
            assert_eq!(term_of(other), None, "{other}");
        }
    }

    #[test]
    fn sets_of_digits_are_joined() {
        for (text, joined) in [
            ("from {1, 2, 3} and [4,5]", "from setof123 and setof45"),
            (
                "one of 1,2,3, 4,5,6 and 7,8,9.",
                "one of setof123, setof456 and setof789.",
            ),
            ("low 1/2/3 only", "low setof123 only"),
        ] {
            assert_eq!(join_sets(text), joined);
        }
        for text in [
            "1, 2, 3",
            "10,2 and 3,12",
            "{1, 12}",
            "r1,2c3",
            "sum to 5",
            "1,2-4",
            "1,000",
            "{a, b}",
        ] {
            assert_eq!(join_sets(text), text);
        }
    }

    #[test]
    fn words_are_compared_without_endings() {
        let text = "Digits in the arrow's boxes differ by five; knight's-move ratio 1:2, not 1-9.";
        let expected = "digit in the arrow box differ by 5 knight move ratio 1:2 not 1-9";
        assert_eq!(words(text).join(" "), expected);
    }
}
