//! Reads grids and killer cages that are drawn with one character or number for each cell.
//!
//! The kinds of drawings are tried in a fixed order. A text that matches none of them is constraint text.

use super::parts::Part;
use cluewright_puzzle::{Cell, Clue, DigitSet, Layout};
use std::collections::BTreeMap;

/// Maximum number of characters of a drawing: enough for the pencil marks of a 16x16 grid.
const MAX_CHARACTERS: usize = 20_000;
/// Maximum number of rows and columns.
const MAX_SIZE: usize = 16;

/// The contents of a drawing.
#[derive(Debug)]
pub(super) struct Raw {
    /// The number of rows and columns, if the drawing determines it.
    pub(super) size: Option<u8>,
    /// `true` if the grid has no default boxes.
    pub(super) no_boxes: bool,
    /// The regions, as one character for each cell.
    pub(super) regions: Option<Vec<char>>,
    pub(super) parts: Vec<Part>,
}

/// Reads a section as a drawing; `None` if it is not a drawing.
pub(super) fn read(section: &str) -> Option<Result<Raw, String>> {
    let chars: Vec<char> = section
        .chars()
        .filter(|c| !c.is_whitespace())
        // Takes one character more than the limit, so that a longer text is noticed without being copied.
        .take(MAX_CHARACTERS + 1)
        .collect();
    // A lone dot is a text without constraints. It would otherwise be a grid of one cell.
    if chars.len() <= 1 || chars.len() > MAX_CHARACTERS {
        return None;
    }
    // A full grid can also be a map of regions, so `=` marks it as digits.
    if chars[0] == '=' {
        return plain(&chars[1..]).map(Ok);
    }
    short_killer(&chars)
        .or_else(|| long_killer(&chars).map(Ok))
        .or_else(|| jigsaw_with_givens(&chars).map(Ok))
        // A map is tried before givens, because its characters may all be digits of the grid.
        .or_else(|| jigsaw(&chars).map(Ok))
        .or_else(|| plain(&chars).map(Ok))
        .or_else(|| read_spaced(section))
        .or_else(|| pencil_marks(&chars))
}

impl Raw {
    fn givens(size: usize, digits: impl IntoIterator<Item = DigitSet>) -> Self {
        let all = Layout::square(size as u8).digits();
        let parts = digits
            .into_iter()
            .enumerate()
            .filter(|(_, digits)| *digits != all)
            .map(|(index, digits)| Part::Given(Cell::from_index(index), digits));
        Self {
            size: Some(size as u8),
            no_boxes: false,
            regions: None,
            parts: parts.collect(),
        }
    }

    fn killer(parts: Vec<Part>) -> Self {
        Self {
            size: None,
            no_boxes: false,
            regions: None,
            parts,
        }
    }
}

/// Creates the cages of a 9x9 grid. A sum of 0 means that the cage has no sum.
fn cages(cells: impl IntoIterator<Item = (i64, Vec<Cell>)>) -> Vec<Part> {
    let cage = |(sum, cells): (i64, Vec<Cell>)| {
        let clue = Clue::on("killer-cage", cells);
        Part::Clue(if sum == 0 {
            clue
        } else {
            clue.with("sum", sum)
        })
    };
    cells.into_iter().map(cage).collect()
}

/// Returns the side of a square grid with this many cells; `None` unless the side is from 1 to 16.
fn side(cells: usize) -> Option<usize> {
    let side = cells.isqrt();
    (side * side == cells && (1..=MAX_SIZE).contains(&side)).then_some(side)
}

/// Reads a killer in 81 characters: in each cage, one cell holds the sum, and the others point towards it.
fn short_killer(chars: &[char]) -> Option<Result<Raw, String>> {
    let known = |&c: &char| sum_of(c).is_some() || c.is_ascii_alphabetic() || step_of(c).is_some();
    // A dot is a pointer too, but it does not identify a killer, because it marks blanks in plain grids.
    let turns = |c: &char| "<v>^',`".contains(*c);
    if chars.len() != 81 || !chars.iter().all(known) || !chars.iter().any(turns) {
        return None;
    }
    let mut groups: BTreeMap<usize, Vec<Cell>> = BTreeMap::new();
    for start in 0..81 {
        match root(chars, start) {
            Ok(root) => groups
                .entry(root)
                .or_default()
                .push(Cell::from_index(start)),
            Err(message) => return Some(Err(message)),
        }
    }
    let sums = groups
        .into_iter()
        // A cell whose letter is neither a sum nor a pointer is in no cage, so it is left out.
        .filter_map(|(root, cells)| sum_of(chars[root]).map(|sum| (sum, cells)));
    Some(Ok(Raw::killer(cages(sums))))
}

/// Follows the pointers of a cage from a cell to the cell with the sum.
fn root(chars: &[char], start: usize) -> Result<usize, String> {
    let layout = Layout::square(9);
    let name = || layout.name(Cell::from_index(start));
    let mut at = start;
    // A cage has at most nine cells, because their digits differ. A longer path is a cycle.
    for _ in 0..9 {
        let Some((down, right)) = step_of(chars[at]) else {
            return Ok(at);
        };
        let (row, column) = ((at / 9) as i32 + down, (at % 9) as i32 + right);
        let next = layout.cell_at(row, column);
        at = next
            .ok_or_else(|| format!("the cage of {} leaves the grid", name()))?
            .index();
    }
    Err(format!(
        "the cage of {} does not lead to its sum within 9 steps",
        name()
    ))
}

/// Returns the step of a pointer character, as rows down and columns to the right.
fn step_of(c: char) -> Option<(i32, i32)> {
    Some(match c {
        '<' => (0, -1),
        '>' => (0, 1),
        '^' => (-1, 0),
        'v' => (1, 0),
        '`' => (-1, -1),
        '\'' => (-1, 1),
        ',' => (1, -1),
        '.' => (1, 1),
        _ => return None,
    })
}

/// Returns the sum that a character encodes: `0` to `9`, `A` = 10 to `Z` = 35, `a` = 36 to `j` = 45.
fn sum_of(c: char) -> Option<i64> {
    match c {
        '0'..='9' => Some(i64::from(c as u32 - u32::from('0'))),
        'A'..='Z' => Some(i64::from(c as u32 - u32::from('A')) + 10),
        'a'..='j' => Some(i64::from(c as u32 - u32::from('a')) + 36),
        _ => None,
    }
}

/// Reads `3x3:d:k:` and 81 numbers, one for each cell: 256 times the sum of the cell's cage, plus the cage's number.
fn long_killer(chars: &[char]) -> Option<Raw> {
    let text: String = chars.iter().collect();
    let fields: Vec<&str> = text.split(':').collect();
    let ["3x3", diagonals, "k", numbers @ .., ""] = &fields[..] else {
        return None;
    };
    let numbers: Vec<i64> = numbers
        .iter()
        .map(|n| n.parse::<u16>().ok().map(i64::from))
        .collect::<Option<_>>()?;
    if numbers.len() != 81 {
        return None;
    }
    let mut order: Vec<(i64, Vec<Cell>)> = vec![];
    let mut places: BTreeMap<i64, usize> = BTreeMap::new();
    // A number below 256 has the sum 0, so its cell is in no cage.
    for (index, &number) in numbers.iter().enumerate().filter(|(_, n)| **n >= 256) {
        let place = *places.entry(number).or_insert_with(|| {
            order.push((number / 256, vec![]));
            order.len() - 1
        });
        order[place].1.push(Cell::from_index(index));
    }
    let mut parts = cages(order);
    if *diagonals == "d" {
        parts.extend(["diagonal-up", "diagonal-down"].map(|rule| Part::Clue(Clue::new(rule))));
    }
    Some(Raw::killer(parts))
}

fn jigsaw_with_givens(chars: &[char]) -> Option<Raw> {
    let half = chars
        .len()
        .checked_div(2)
        .filter(|half| half * 2 == chars.len())?;
    let givens = plain(&chars[..half])?;
    let regions = jigsaw(&chars[half..])?;
    Some(Raw {
        parts: givens.parts,
        ..regions
    })
}

/// Reads a map of regions. It has as many different characters as the grid has rows, and each of them occurs equally often.
fn jigsaw(chars: &[char]) -> Option<Raw> {
    let side = side(chars.len())?;
    let mut counts: BTreeMap<char, usize> = BTreeMap::new();
    for &c in chars {
        *counts.entry(c).or_default() += 1;
    }
    let regular = counts.len() == side && counts.values().all(|&count| count == side);
    regular.then(|| Raw {
        // Otherwise the grid would keep its default boxes, and the regions would be added to them.
        no_boxes: true,
        regions: Some(chars.to_vec()),
        ..Raw::givens(side, [])
    })
}

/// Reads a grid with one character for each cell: digits, or letters from A on if there are ten digits or more. All other
/// characters must be equal; they mark blanks.
fn plain(chars: &[char]) -> Option<Raw> {
    let side = side(chars.len())?;
    let digit = |c: char| {
        let first = if side < 10 { '1' } else { 'A' };
        let number = (c as u32).checked_sub(first.into())? as usize + 1;
        (number <= side).then_some(number as u8)
    };
    let mut blanks = chars.iter().filter(|&&c| digit(c).is_none());
    let blank = blanks.next();
    if blanks.any(|c| Some(c) != blank) {
        return None;
    }
    let all = DigitSet::range(1, side as u8);
    Some(Raw::givens(
        side,
        chars.iter().map(|&c| digit(c).map_or(all, DigitSet::one)),
    ))
}

/// Reads a grid of numbers and dots, separated by white space, `|`, `_` or `-`.
fn read_spaced(section: &str) -> Option<Result<Raw, String>> {
    let known = |c: char| c.is_ascii_digit() || c.is_whitespace() || ".|_-".contains(c);
    if !section.chars().all(known) {
        return None;
    }
    let mut tokens: Vec<&str> = vec![];
    for word in section.split(|c: char| c.is_whitespace() || "|_-".contains(c)) {
        let mut rest = word;
        while !rest.is_empty() {
            let length = match rest.find(|c: char| !c.is_ascii_digit()) {
                Some(0) => 1,
                Some(length) => length,
                None => rest.len(),
            };
            let (token, after) = rest.split_at(length);
            tokens.push(token);
            rest = after;
            if tokens.len() > MAX_SIZE * MAX_SIZE {
                return None;
            }
        }
    }
    let side = side(tokens.len())?;
    let all = DigitSet::range(1, side as u8);
    let mut digits = vec![];
    for token in tokens {
        digits.push(match token.parse::<usize>() {
            _ if token == "." => all,
            Ok(number) if (1..=side).contains(&number) => DigitSet::one(number as u8),
            _ => {
                return Some(Err(format!(
                    // A token can have thousands of digits, so only its start is shown.
                    "{token:.9} is not among the digits 1 to {side}"
                )));
            }
        });
    }
    Some(Ok(Raw::givens(side, digits)))
}

/// Reads pencil marks. Each cell has one character for each digit: a dot if the digit is excluded.
fn pencil_marks(chars: &[char]) -> Option<Result<Raw, String>> {
    let side = (1..=MAX_SIZE).find(|n| n.pow(3) == chars.len())?;
    let known = |c: &char| {
        *c == '.'
            || c.to_digit(10)
                .is_some_and(|d| (1..=side).contains(&(d as usize)))
    };
    if !chars.iter().all(known) {
        return None;
    }
    let layout = Layout::square(side as u8);
    let mut digits = vec![];
    for (index, marks) in chars.chunks(side).enumerate() {
        let set: DigitSet = marks
            .iter()
            .filter_map(|c| c.to_digit(10))
            .map(|d| d as u8)
            .collect();
        if set.is_empty() {
            let name = layout.name(Cell::from_index(index));
            return Some(Err(format!("{name} has no candidates")));
        }
        digits.push(set);
    }
    Some(Ok(Raw::givens(side, digits)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn good(text: &str) -> Raw {
        read(text).expect("a drawing").expect("a good one")
    }

    #[test]
    fn plain_grids() {
        let raw = good("1...\n..2.\n....\n...4");
        assert_eq!(raw.size, Some(4));
        assert_eq!(raw.parts.len(), 3);
        assert!(read("1x0x xx2x xxxx xxx4").is_none());
        assert_eq!(good(&"A_B".repeat(100)[..256]).size, Some(16));
    }

    #[test]
    fn full_grids_are_layouts_unless_an_equals_sign_says_otherwise() {
        let text = "1234341221434321";
        assert!(good(text).no_boxes);
        assert_eq!(good(&format!("={text}")).parts.len(), 16);
    }

    #[test]
    fn jigsaws_with_givens() {
        let raw = good("1..............2 ABBBAABCADCCDDDC");
        assert_eq!((raw.size, raw.no_boxes), (Some(4), true));
        assert_eq!(raw.parts.len(), 2);
        assert_eq!(raw.regions.map(|r| r[1]), Some('B'));
    }

    #[test]
    fn spaced_grids_read_numbers() {
        let row = "10 . . . . . . . . 3\n";
        let raw = good(&row.repeat(10));
        assert_eq!(raw.size, Some(10));
        assert_eq!(raw.parts.len(), 20);
        assert!(read("1 . | . 0\n. . . .\n. . . .\n. . . .").is_some_and(|r| r.is_err()));
    }

    #[test]
    fn pencil_marks_read() {
        let raw = good(&format!("1.3...{}", "123456".repeat(35)));
        assert_eq!(raw.size, Some(6));
        assert!(matches!(raw.parts[..], [Part::Given(Cell(0), set)] if set.len() == 2));
        assert!(read(&format!("......{}", "123456".repeat(35))).is_some_and(|r| r.is_err()));
    }

    #[test]
    fn short_killers_follow_their_pointers() {
        // A 10-cage in R1C1, R1C2 and R2C2, and a cage without a sum in R1C3 and R2C3.
        let mut chars = vec!['k'; 81];
        for (at, c) in [(0, 'A'), (1, '<'), (10, '^'), (2, '0'), (11, '^')] {
            chars[at] = c;
        }
        let raw = good(&chars.iter().collect::<String>());
        let cells = |indexes: &[usize]| -> Vec<Cell> {
            indexes.iter().map(|&i| Cell::from_index(i)).collect()
        };
        let clues: Vec<&Clue> = raw
            .parts
            .iter()
            .filter_map(|part| match part {
                Part::Clue(clue) => Some(clue),
                _ => None,
            })
            .collect();
        assert_eq!(
            clues,
            [
                &Clue::on("killer-cage", cells(&[0, 1, 10])).with("sum", 10),
                &Clue::on("killer-cage", cells(&[2, 11])),
            ]
        );
        chars[0] = '>';
        assert!(read(&chars.iter().collect::<String>()).is_some_and(|r| r.is_err()));
        chars[0] = '^';
        assert!(read(&chars.iter().collect::<String>()).is_some_and(|r| r.is_err()));
    }

    #[test]
    fn long_killers_group_by_number() {
        let mut numbers = vec!["0".to_owned(); 81];
        numbers[0] = (256 * 7 + 1).to_string();
        numbers[1] = (256 * 7 + 1).to_string();
        numbers[5] = "3".to_owned();
        let raw = good(&format!("3x3:d:k:{}:", numbers.join(":")));
        assert_eq!(raw.parts.len(), 3);
    }
}
