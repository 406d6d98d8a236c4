//! Parses open values: a `?` in place of a clue's number.

use cluewright_puzzle::Values;

/// Maximum number of values in a list. Without a limit, `?(1..1000000000)` would fill the memory.
const MOST: i64 = 1000;

/// Parses an open value: `?`, `?(5..20)`, `?(odd)`, `?(even)` or `?{8, 13}`; `None` for any other text.
pub(super) fn open_values(text: &str) -> Option<Result<Values, String>> {
    let rest = text.trim().strip_prefix('?')?.trim();
    if rest.is_empty() {
        return Some(Ok(Values::Any));
    }
    let inside = |open, close| rest.strip_prefix(open)?.strip_suffix(close).map(str::trim);
    let values = match (inside('(', ')'), inside('{', '}')) {
        (Some(inside), _) => of_kind(inside),
        (_, Some(inside)) => parse_list(inside),
        _ => None,
    };
    let wrong = || format!("`{}` is not an open value", text.trim());
    Some(match values {
        None => Err(wrong()),
        Some(values) if values.is_empty() => Err(format!("`{}` allows no value", text.trim())),
        Some(values) => Ok(Values::Among(values)),
    })
}

/// The notation of open values, for messages.
pub(super) const HOW: &str = "open values are ?, ?(5..20), ?(odd), ?(even) or ?{8, 13}";

fn of_kind(text: &str) -> Option<Vec<i64>> {
    match text {
        "odd" => return Some((0..MOST).filter(|n| n % 2 == 1).collect()),
        "even" => return Some((0..MOST).filter(|n| n % 2 == 0).collect()),
        _ => {}
    }
    let (low, high) = text.split_once("..")?;
    let (low, high): (i64, i64) = (low.trim().parse().ok()?, high.trim().parse().ok()?);
    // The ends can be any 64-bit numbers, so their difference may overflow.
    (high.checked_sub(low)? < MOST).then(|| (low..=high).collect())
}

fn parse_list(text: &str) -> Option<Vec<i64>> {
    let words = text.split([',', ' ']).filter(|word| !word.is_empty());
    let mut values: Vec<i64> = words.map(str::parse).collect::<Result<_, _>>().ok()?;
    values.sort_unstable();
    values.dedup();
    Some(values)
}
