//! The text form of a claim and its solutions. The first line is the claim. The values of each solution follow, with
//! one line for each row of the grid, and one line for each of the puzzle's auxiliary variables.

use cluewright_puzzle::Puzzle;
use std::fmt::Write;

/// The verdict that a certificate proves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Claim {
    /// There is no solution.
    None,
    /// There is exactly one solution.
    Unique,
    /// There are at least two solutions.
    Several,
}

impl Claim {
    const ALL: [Self; 3] = [Self::None, Self::Unique, Self::Several];

    /// Returns the name of the verdict.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Unique => "unique",
            Self::Several => "several",
        }
    }

    /// Returns the number of solutions in a certificate with this claim.
    const fn solutions(self) -> usize {
        match self {
            Self::None => 0,
            Self::Unique => 1,
            Self::Several => 2,
        }
    }
}

pub(crate) fn write_solutions(puzzle: &Puzzle, claim: Claim, solutions: &[Vec<u8>]) -> String {
    let mut text = format!("{}\n", claim.name());
    for solution in solutions {
        let mut rest = &solution[..];
        let columns = usize::from(puzzle.layout.columns);
        let rows = std::iter::repeat_n(columns, puzzle.layout.rows.into());
        let extras = puzzle.extras.iter().map(|extra| usize::from(extra.size));
        text.push('\n');
        for length in rows.chain(extras) {
            let (row, after) = rest.split_at(length.min(rest.len()));
            rest = after;
            let row: Vec<String> = row.iter().map(u8::to_string).collect();
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{}", row.join(" "));
        }
    }
    text
}

/// The number of an invalid line, with a message about the mistake.
type WrongLine = (usize, String);

/// Reads a claim and its solutions.
///
/// # Errors
/// Returns the number of the invalid line, with a message about the mistake.
pub(crate) fn read_solutions(
    puzzle: &Puzzle,
    text: &str,
) -> Result<(Claim, Vec<Vec<u8>>), WrongLine> {
    let mut lines = (1..).zip(text.lines());
    let first = lines.next().map_or("", |(_, line)| line.trim());
    let claim = Claim::ALL.into_iter().find(|claim| claim.name() == first);
    let claim = claim.ok_or_else(|| (1, "expected `unique`, `none` or `several`".to_owned()))?;
    let (mut values, mut last) = (vec![], 1);
    for (line, content) in lines {
        for word in content.split_ascii_whitespace() {
            let value: u8 = word.parse().map_err(|_| {
                let word = word.escape_debug();
                (line, format!("`{word}` is not a value"))
            })?;
            values.push(value);
        }
        last = line;
    }
    let cells = puzzle.cell_count();
    let expected = claim.solutions() * cells;
    if values.len() != expected {
        let message = format!(
            "{} values, but {} needs {expected}",
            values.len(),
            claim.name()
        );
        return Err((last, message));
    }
    // `chunks` would panic on a puzzle without cells.
    let solutions = values.chunks(cells.max(1)).map(<[u8]>::to_vec);
    Ok((claim, solutions.collect()))
}
