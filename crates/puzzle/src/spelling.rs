//! Suggestions for misspelt names.

/// Returns the option that is nearest to a name; the first one if several are equally near. An option qualifies if
/// its edit distance from the name is at most a third of the name's length (rounded up), or if it begins with the
/// name and the name has at least three characters.
#[must_use]
pub fn nearest<'a>(name: &str, options: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    const LONGEST: usize = 40;
    let start = name;
    // One character beyond the limit proves that the name is too long, so the rest is ignored.
    let name: Vec<char> = name.chars().take(LONGEST + 1).collect();
    if name.len() > LONGEST {
        return None;
    }
    options
        .into_iter()
        .map(|option| (distance(&name, option), option))
        .filter(|(distance, option)| {
            // An abbreviated name is accepted even if many letters are missing.
            let begun = name.len() >= 3 && option.starts_with(start);
            begun || *distance <= name.len().div_ceil(3)
        })
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, option)| option)
}

/// Returns the Levenshtein distance: the minimum number of letters to insert, delete or replace.
fn distance(from: &[char], to: &str) -> usize {
    // Each row of the table depends only on the row before it, so a single row is overwritten.
    let mut row: Vec<usize> = (0..=from.len()).collect();
    for (i, c) in to.chars().enumerate() {
        let mut diagonal = i;
        row[0] = i + 1;
        for (j, &other) in from.iter().enumerate() {
            let replaced = diagonal + usize::from(c != other);
            diagonal = row[j + 1];
            row[j + 1] = replaced.min(row[j] + 1).min(diagonal + 1);
        }
    }
    row[from.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_similar_names_are_found() {
        let rules = ["thermometer", "renban", "odd"];
        assert_eq!(nearest("thermometre", rules), Some("thermometer"));
        assert_eq!(nearest("rneban", rules), Some("renban"));
        assert_eq!(nearest("od", rules), Some("odd"));
        assert_eq!(nearest("thermo", rules), Some("thermometer"));
        assert_eq!(nearest("whisper", rules), None);
    }
}
