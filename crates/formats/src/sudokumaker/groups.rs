//! Groups of digits on lines and in 2x2 squares. Common groups become rules of the book, and all others become rules of
//! the puzzle.

use cluewright_puzzle::{Clue, DigitSet, Layout, OwnRule};

/// Returns the digits of a bit mask, in which bit `d` means digit `d`.
pub(super) fn digits_of(mask: u64, layout: &Layout) -> DigitSet {
    let digits = layout.digits().iter();
    digits.filter(|&digit| mask >> digit & 1 == 1).collect()
}

/// Returns the rule of the book that is equivalent to these groups on a line, as a clue without cells. The rule is
/// equivalent only if the line has at least as many cells as there are groups.
pub(super) fn line_rule(groups: &[DigitSet], layout: &Layout) -> Option<Clue> {
    match groups.len() {
        3 if are_same(groups, &thirds(layout)) => Some(Clue::new("entropic-line")),
        2 if are_same(groups, &remainders(layout, 2)) => Some(Clue::new("parity-line")),
        count if count > 2 && are_same(groups, &remainders(layout, count)) => {
            let clue = Clue::new("modular-line");
            Some(match count {
                3 => clue,
                _ => clue.with("modulus", count as i64),
            })
        }
        _ => None,
    }
}

/// Returns the rule of the book that is equivalent to these groups in every 2x2 block.
pub(super) fn square_rule(groups: &[DigitSet], layout: &Layout) -> Option<Clue> {
    if are_same(groups, &thirds(layout)) {
        return Some(Clue::new("global-entropy"));
    }
    are_same(groups, &remainders(layout, 3)).then(|| Clue::new("global-modular"))
}

/// Creates the rule that each run of n cells holds a digit of each of the n groups.
pub(super) fn own_line_rule(groups: &[DigitSet]) -> OwnRule {
    let count = groups.len();
    let one =
        |group| format!("each window w of {count} in cells: count(c in w: c in {{{group}}}) == 1");
    OwnRule {
        name: format!("line-of-{}", join_names(groups)),
        shape: "line".to_owned(),
        text: format!(
            "Any {count} neighbouring cells on the line hold one digit of each group: {}.",
            names(groups).join(", ")
        ),
        relation: lists(groups).into_iter().map(one).collect(),
        repeats: true,
        ..OwnRule::default()
    }
}

/// Creates the rule that every 2x2 holds a digit of each group.
pub(super) fn own_square_rule(groups: &[DigitSet]) -> OwnRule {
    let some = |group| format!("each square s in grid: some c in s: c in {{{group}}}");
    OwnRule {
        name: format!("squares-with-{}", join_names(groups)),
        shape: "global".to_owned(),
        text: format!(
            "Every 2x2 block holds a digit of each group: {}.",
            names(groups).join(", ")
        ),
        relation: lists(groups).into_iter().map(some).collect(),
        ..OwnRule::default()
    }
}

/// Creates the rule that digits on a line change by a constant step, which may be 0.
pub(super) fn sequence_rule() -> OwnRule {
    OwnRule {
        name: "sequence-line".to_owned(),
        shape: "line".to_owned(),
        text: "Digits along the line change by a constant step, which may be 0.".to_owned(),
        relation: vec!["each window (a, b, c) in cells: b - a == c - b".to_owned()],
        repeats: true,
        ..OwnRule::default()
    }
}

/// Returns the low, middle and high digits, divided in the same way as in the book's entropic rules.
fn thirds(layout: &Layout) -> Vec<DigitSet> {
    let (low, high) = (layout.min_digit, layout.max_digit());
    let third = (layout.digit_count + 1) / 3;
    let kind = |digit: u8| match digit {
        _ if digit < low + third => 0,
        _ if digit > high - third => 2,
        _ => 1,
    };
    classes(layout, 3, kind)
}

fn remainders(layout: &Layout, modulus: usize) -> Vec<DigitSet> {
    classes(layout, modulus, |digit| usize::from(digit) % modulus)
}

fn classes(layout: &Layout, count: usize, class: impl Fn(u8) -> usize) -> Vec<DigitSet> {
    let mut classes = vec![DigitSet::default(); count];
    for digit in layout.digits().iter() {
        let class = &mut classes[class(digit)];
        *class = class.iter().chain([digit]).collect();
    }
    classes
}

fn are_same(groups: &[DigitSet], others: &[DigitSet]) -> bool {
    // A group may be listed twice, so comparing the counts and checking one direction would not be enough.
    let is_among = |group: &DigitSet| others.contains(group);
    groups.len() == others.len()
        && groups.iter().all(is_among)
        && others.iter().all(|group| groups.contains(group))
}

/// Names each group by its digits, such as `147`. If a group contains a two-digit number, its name looks like `10-13`.
fn names(groups: &[DigitSet]) -> Vec<String> {
    let name = |group: &DigitSet| {
        let digits: Vec<_> = group.iter().map(|digit| digit.to_string()).collect();
        // Otherwise the digits 1 and 2 would have the same name as the digit 12.
        digits.join(if group.max() > Some(9) { "-" } else { "" })
    };
    groups.iter().map(name).collect()
}

/// Joins groups into one word for the name of a rule. Digits above 9 become letters, so that each group of digits has a name of its own.
fn join_names(groups: &[DigitSet]) -> String {
    let character = |digit: u8| char::from_digit(digit.into(), 36).unwrap_or('-');
    let names: Vec<String> = groups
        .iter()
        .map(|group| group.iter().map(character).collect())
        .collect();
    names.join("-")
}

fn lists(groups: &[DigitSet]) -> Vec<String> {
    let list = |group: &DigitSet| {
        let digits: Vec<_> = group.iter().map(|digit| digit.to_string()).collect();
        digits.join(", ")
    };
    groups.iter().map(list).collect()
}
