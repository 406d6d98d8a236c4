//! Summarises the puzzle as it was read, so that a setter notices at once if something was misread.

use crate::count_of;
use crate::one_line;
use cluewright_puzzle::{Boxes, Layout, Puzzle};
use std::fmt::Write;

/// Describes a puzzle in complete lines: its title and other text, size, boxes, clues by rule, and all other contents.
/// `name` is the source of the puzzle.
#[must_use]
pub fn echo(name: &str, puzzle: &Puzzle) -> String {
    let mut text = format!("{}\n", heading(name, puzzle));
    let mut line = |line: String| {
        let _ = writeln!(text, "  {line}");
    };
    line(format!(
        "{}, {}",
        size(&puzzle.layout),
        boxes(&puzzle.layout)
    ));
    line(contents(puzzle));
    if !puzzle.entries.is_empty() {
        let count = puzzle.entries.len();
        let entries = count_of(count, "digit", "digits");
        let kind = if count == 1 { "a given" } else { "givens" };
        // Typed digits are mentioned because only some commands use them.
        line(format!("typed by a solver: {entries} (not {kind})"));
    }
    if !puzzle.drawings.is_empty() {
        let drawings = puzzle.drawings.iter();
        let drawings: Vec<String> = drawings
            .map(|d| format!("{} {}", d.count, one_line(&d.kind)))
            .collect();
        line(format!(
            "drawings without a meaning: {}",
            drawings.join(", ")
        ));
    }
    text
}

/// Lists the puzzle's warnings, one per line.
#[must_use]
pub fn warnings(puzzle: &Puzzle) -> String {
    let warnings = puzzle.warnings.iter();
    warnings
        .map(|warning| format!("warning: {}\n", one_line(warning)))
        .collect()
}

fn heading(name: &str, puzzle: &Puzzle) -> String {
    let name = one_line(name);
    let [title, author] =
        [&puzzle.about.title, &puzzle.about.author].map(|text| text.as_deref().map(one_line));
    match (title, author) {
        (Some(title), Some(author)) => format!("{title} by {author} ({name})"),
        (Some(title), None) => format!("{title} ({name})"),
        (None, Some(author)) => format!("a puzzle by {author} ({name})"),
        (None, None) => name.into_owned(),
    }
}

fn size(layout: &Layout) -> String {
    let (low, high) = (layout.min_digit, layout.max_digit());
    let digits = match (low, high) {
        (1, high) if high == layout.rows.max(layout.columns) => String::new(),
        _ => format!(", digits {low} to {high}"),
    };
    let lines = if layout.lines {
        ""
    } else {
        ", rows and columns may repeat"
    };
    format!("{}x{}{digits}{lines}", layout.rows, layout.columns)
}

fn boxes(layout: &Layout) -> String {
    match (&layout.boxes, layout.box_shape()) {
        (Boxes::Own(_), _) => count_of(
            layout.box_cells().len(),
            "box of its own",
            "boxes of its own",
        ),
        (_, Some((height, width))) => format!("boxes {height}x{width}"),
        (_, None) => "no boxes".to_owned(),
    }
}

/// Lists givens, restricted cells, auxiliary variables, and the clues by rule, in the order in which the rules first
/// occur.
fn contents(puzzle: &Puzzle) -> String {
    let givens = puzzle.givens.iter().filter(|g| g.digits.len() == 1).count();
    let marks = puzzle.givens.len() - givens;
    let mut parts = vec![count_of(givens, "given", "givens")];
    if marks > 0 {
        parts.push(count_of(marks, "given pencil mark", "given pencil marks"));
    }
    if !puzzle.extras.is_empty() {
        let names: Vec<&str> = puzzle
            .extras
            .iter()
            .map(|extra| extra.name.as_str())
            .collect();
        parts.push(format!("unknown {}", names.join(" ")));
    }
    for (rule, count, everywhere) in by_rule(puzzle) {
        parts.push(match everywhere {
            true => one_line(rule).into_owned(),
            false => format!("{count} {}", one_line(rule)),
        });
    }
    parts.join(", ")
}

/// Returns each rule with its number of clues, and with a flag that is `true` if none of these clues names cells or has
/// parts.
fn by_rule(puzzle: &Puzzle) -> Vec<(&str, usize, bool)> {
    let mut rules: Vec<(&str, usize, bool)> = vec![];
    for clue in &puzzle.clues {
        // A `relation` names its cells in its formula, so it is not about the whole grid.
        let everywhere = clue.slots.is_empty() && clue.parts.is_empty() && clue.rule != "relation";
        match rules.iter_mut().find(|(rule, ..)| *rule == clue.rule) {
            Some((_, count, all)) => {
                *count += 1;
                *all &= everywhere;
            }
            None => rules.push((&clue.rule, 1, everywhere)),
        }
    }
    rules
}

#[cfg(test)]
mod tests {
    use super::*;
    use cluewright_puzzle::{Cell, Clue, DigitSet, Drawing, Given};

    #[test]
    fn everything_that_was_read_is_named() {
        let mut puzzle = Puzzle::new(Layout::square(6));
        puzzle.about.title = Some("Spoons".to_owned());
        puzzle.givens = vec![
            Given {
                cell: Cell(0),
                digits: DigitSet::range(3, 3),
            },
            Given {
                cell: Cell(1),
                digits: DigitSet::range(1, 3),
            },
        ];
        let line = |a| Clue::on("thermometer", [Cell(a), Cell(a + 1)]);
        puzzle.clues = vec![line(0), Clue::new("anti-knight"), line(8)];
        puzzle.entries = vec![(Cell(7), 2)];
        puzzle.drawings = vec![Drawing {
            kind: "line".to_owned(),
            count: 4,
        }];
        let expected = "\
Spoons (mine.toml)
  6x6, boxes 2x3
  1 given, 1 given pencil mark, 2 thermometer, anti-knight
  typed by a solver: 1 digit (not a given)
  drawings without a meaning: 4 line
";
        assert_eq!(echo("mine.toml", &puzzle), expected);
    }
}
