//! Writes formulas as text, in DIMACS format or as pseudo-Boolean constraints.

use super::encoding::name;
use super::formula::{Formula, Source};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use std::fmt::Write;

impl Formula {
    /// Writes the formula in DIMACS format. Comments before the clauses list the variables of the cells and the clauses
    /// of each given, house and clue.
    #[must_use]
    pub fn to_dimacs(&self, puzzle: &Puzzle, book: &Book) -> String {
        let mut text = self.comments(puzzle, book, 'c');
        // Writing to a string cannot fail.
        let _ = writeln!(text, "p cnf {} {}", self.variables, self.clause_count());
        for clause in self.clauses() {
            for literal in clause {
                let _ = write!(text, "{literal} ");
            }
            text.push_str("0\n");
        }
        text
    }

    /// Writes the formula as pseudo-Boolean constraints (OPB), one per clause, with the same comments as in DIMACS.
    #[must_use]
    pub fn to_opb(&self, puzzle: &Puzzle, book: &Book) -> String {
        let (variables, constraints) = (self.variables, self.clause_count());
        let mut text = format!("* #variable= {variables} #constraint= {constraints}\n");
        text += &self.comments(puzzle, book, '*');
        for clause in self.clauses() {
            for literal in clause {
                let sign = if *literal > 0 { '+' } else { '-' };
                let _ = write!(text, "{sign}1 x{} ", literal.abs());
            }
            // A negated literal is `1 - x`, so each negated literal lowers the right-hand side by 1.
            let negative = clause.iter().filter(|literal| **literal < 0).count();
            let _ = writeln!(text, ">= {} ;", 1 - negative as i64);
        }
        text
    }

    /// Returns comments that list the variables of the cells and the clauses of each part of the puzzle.
    fn comments(&self, puzzle: &Puzzle, book: &Book, mark: char) -> String {
        // A literal takes about six characters on average. Formulas with up to `MAX_LITERALS` literals therefore stay far
        // below the 2 GB that other tools can read.
        let mut text = String::with_capacity(self.size() * 6);
        let _ = writeln!(
            text,
            "{mark} Variables: the first of each cell, and its values"
        );
        for cell in self.cells.cells() {
            let values = self.cells.values(cell);
            let first = values.min().and_then(|low| self.cells.variable(cell, low));
            let _ = write!(text, "{mark} cell {} =", plain(&puzzle.cell_name(cell)));
            for value in values.iter() {
                let _ = write!(text, " {value}");
            }
            let _ = writeln!(text, " from {}", first.unwrap_or(0));
        }
        let _ = writeln!(text, "{mark} Clauses of each part of the puzzle");
        for block in &self.blocks {
            let (kind, index) = tag(block.source);
            let (first, last) = (block.clauses.start + 1, block.clauses.end);
            let name = plain(&name(puzzle, book, block.source));
            let _ = writeln!(
                text,
                "{mark} block {kind} {index} clauses {first} {last} {name}"
            );
        }
        text
    }
}

/// Returns the name of a part's kind in comments, and the number of the part, counted from 1.
fn tag(source: Source) -> (&'static str, usize) {
    match source {
        Source::Cells => ("cells", 1),
        Source::Given(index) => ("given", index + 1),
        Source::House(index) => ("house", index + 1),
        Source::Clue(index) => ("clue", index + 1),
        Source::OtherSolution => ("other-solution", 1),
    }
}

/// Replaces line breaks and control characters in a name with spaces, because a line break would end the comment.
pub(crate) fn plain(name: &str) -> String {
    let is_plain = |c: char| !c.is_control();
    name.chars()
        .map(|c| if is_plain(c) { c } else { ' ' })
        .collect()
}
