//! Words of rules texts, normalised so that they can be compared.

/// Returns the words of a text: lower case, singular, numbers in figures.
pub(crate) fn words(text: &str) -> Vec<String> {
    let plain: String = text.chars().map(without_style).collect();
    let lower = plain
        .to_lowercase()
        .replace(['’', '‘', '`'], "'")
        .replace(" - ", "-");
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '\'' | ':' | '-' | '+');
    lower
        .split(|c: char| !is_part(c))
        .flat_map(parts)
        .filter(|word| !word.is_empty())
        .map(|word| stem(&word))
        .map(|word| root(&word).map_or(word, str::to_owned))
        .collect()
}

/// Returns `true` for the name of a cell, `r4c1`.
pub(crate) fn is_cell_name(word: &str) -> bool {
    let numbers = word.strip_prefix('r').and_then(|rest| rest.split_once('c'));
    numbers.is_some_and(|(row, column)| row.parse::<u8>().is_ok() && column.parse::<u8>().is_ok())
}

/// Returns the plain form of a dash, a cross, or one of the bold, italic or sans-serif ones that texts use as headings
/// (Mathematical Alphanumeric Symbols, U+1D400 to U+1D7FF).
fn without_style(c: char) -> char {
    let at = |first: u32| (u32::from(c) - first) as u8;
    match c {
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

/// Returns the verb of some forms that rules are stated with.
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

/// Returns the parts of a hyphenated word. Ratios and ranges stay whole: `1:2`, `1-9`.
fn parts(word: &str) -> Vec<String> {
    let word = word.trim_matches(['\'', ':', '-', '+']);
    if word.starts_with(|c: char| c.is_ascii_digit()) {
        return vec![word.to_owned()];
    }
    word.split(['-', ':', '+']).map(str::to_owned).collect()
}

const NUMBERS: [&str; 13] = [
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
    "eleven", "twelve",
];

/// Words with an ending that says nothing: plurals and possessives. `one` stays, as it is seldom a number.
fn stem(word: &str) -> String {
    let word = word.strip_suffix("'s").unwrap_or(word);
    let word = word.trim_matches('\'');
    match NUMBERS.iter().position(|&number| number == word) {
        Some(number) if number != 1 => return number.to_string(),
        _ => {}
    }
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
    fn words_are_compared_without_endings() {
        let text = "Digits in the arrow's boxes differ by five; knight's-move ratio 1:2, not 1-9.";
        let expected = "digit in the arrow box differ by 5 knight move ratio 1:2 not 1-9";
        assert_eq!(words(text).join(" "), expected);
    }
}
