//! Formulas as DIMACS text.

use super::encoding::name;
use super::formula::{Formula, Source};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use std::fmt::Write;

/// Literals on average take some six characters: formulas up to the limit stay far below the 2 GB of other tools.
impl Formula {
    /// Writes the formula as DIMACS. Comments before the clauses list the variables of the cells, and the clauses of each
    /// given, house and clue.
    #[must_use]
    pub fn to_dimacs(&self, puzzle: &Puzzle, book: &Book) -> String {
        let mut text = String::with_capacity(self.size() * 6);
        // Writing to a string cannot fail.
        let _ = writeln!(text, "c Variables: the first of each cell, and its values");
        for cell in self.cells.cells() {
            let values = self.cells.values(cell);
            let first = values.min().and_then(|low| self.cells.variable(cell, low));
            let _ = write!(text, "c cell {} =", plain(&puzzle.cell_name(cell)));
            for value in values.iter() {
                let _ = write!(text, " {value}");
            }
            let _ = writeln!(text, " from {}", first.unwrap_or(0));
        }
        let _ = writeln!(text, "c Clauses of each part of the puzzle");
        for block in &self.blocks {
            let (kind, index) = tag(block.source);
            let (first, last) = (block.clauses.start + 1, block.clauses.end);
            let name = plain(&name(puzzle, book, block.source));
            let _ = writeln!(text, "c block {kind} {index} clauses {first} {last} {name}");
        }
        let _ = writeln!(text, "p cnf {} {}", self.variables, self.clause_count());
        for clause in self.clauses() {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        text
    }
}

/// The words that name a part of a puzzle in comments: its kind and its number, from 1.
fn tag(source: Source) -> (&'static str, usize) {
    match source {
        Source::Cells => ("cells", 1),
        Source::Given(index) => ("given", index + 1),
        Source::House(index) => ("house", index + 1),
        Source::Clue(index) => ("clue", index + 1),
        Source::OtherSolution => ("other-solution", 1),
    }
}

/// A name on one line, without control characters.
fn plain(name: &str) -> String {
    let is_plain = |c: char| !c.is_control();
    name.chars()
        .map(|c| if is_plain(c) { c } else { ' ' })
        .collect()
}
