//! Words of sentences that explain signs between cages.

/// The name of the rule about signs between cages.
pub(crate) const CAGE_SIGNS: &str = "cage-signs";

/// Words that sentences about signs between cages may contain in addition to common words.
pub(crate) const WORDS: &str = "cage joined equal inequality sign symbol sum total same reflect relationship relation show indicated between some \
     separated less greater than smaller larger lower higher compare satisfy touching adjacent";

/// Returns `true` if a sentence explains signs between cages and contains only [`WORDS`] and common words.
pub(crate) fn explains_signs(words: &[String], is_common: impl Fn(&str) -> bool) -> bool {
    let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.as_str()));
    let is_known = |word: &String| is_common(word) || WORDS.split_whitespace().any(|w| w == word);
    has(&["cage"])
        && has(&["sign", "symbol"])
        && has(&["equal", "inequality", "greater", "less"])
        && words.iter().all(is_known)
}
