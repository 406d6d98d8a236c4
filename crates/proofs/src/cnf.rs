//! Reads formulas in DIMACS format.

use crate::ProofError;

/// A literal: the number of a variable, counted from 1, with a minus sign if the variable is negated.
pub type Lit = i32;

/// Maximum number of variables. Without this limit, a wrong number in a file could exhaust memory.
const MAX_VARIABLES: Lit = 100_000_000;

/// A formula in conjunctive normal form.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Cnf {
    /// Number of variables.
    pub variables: usize,
    /// The text of each comment, in the order of the lines.
    pub comments: Vec<String>,
    literals: Vec<Lit>,
    /// For each clause, the index after its last literal, and its line number.
    ends: Vec<(usize, usize)>,
}

impl Cnf {
    /// Parses a formula in DIMACS format.
    ///
    /// # Errors
    ///
    /// Returns an error if a line is malformed, if a variable exceeds the number of variables in the header, or if the
    /// number of clauses differs from the header.
    pub fn parse(text: &str) -> Result<Self, ProofError> {
        let mut cnf = Self::default();
        let mut declared = None;
        let mut last = 0;
        for (index, content) in text.lines().enumerate() {
            let line = index + 1;
            last = line;
            let content = content.trim();
            if let Some(comment) = content.strip_prefix('c') {
                cnf.comments.push(comment.trim().to_owned());
            } else if content.starts_with('p') {
                if declared.is_some() {
                    return Err(ProofError::new(
                        line,
                        "there is a second header; expected only one",
                    ));
                }
                let (variables, clauses) = header(content).ok_or_else(|| {
                    ProofError::new(line, "expected a header such as `p cnf 12 30`")
                })?;
                cnf.variables = variables;
                declared = Some(clauses);
            } else if !content.is_empty() {
                if declared.is_none() {
                    return Err(ProofError::new(
                        line,
                        "expected the header before the clauses",
                    ));
                }
                cnf.read_clause(line, content)?;
            }
        }
        match declared {
            None => Err(ProofError::new(
                last.max(1),
                "expected a header such as `p cnf 12 30`",
            )),
            Some(count) if count != cnf.len() => {
                let message = format!("{} clauses, but the header has {count}", cnf.len());
                Err(ProofError::new(last, message))
            }
            Some(_) => Ok(cnf),
        }
    }

    fn read_clause(&mut self, line: usize, content: &str) -> Result<(), ProofError> {
        let literals = read_literals(line, content)?;
        let most = self.variables;
        if let Some(literal) = literals.iter().find(|l| l.unsigned_abs() as usize > most) {
            let message =
                format!("the literal {literal} exceeds the {most} variables of the header");
            return Err(ProofError::new(line, message));
        }
        self.literals.extend(literals);
        self.ends.push((self.literals.len(), line));
        Ok(())
    }

    /// Returns the number of clauses.
    #[must_use]
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Returns `true` if there are no clauses.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Returns the clause with the given index, counted from 0.
    #[must_use]
    pub fn clause(&self, index: usize) -> &[Lit] {
        let start = index.checked_sub(1).map_or(0, |before| self.ends[before].0);
        &self.literals[start..self.ends[index].0]
    }

    /// Returns the line, counted from 1, of the clause with the given index.
    #[must_use]
    pub fn line(&self, index: usize) -> usize {
        self.ends[index].1
    }

    /// Iterates over all clauses, in the order in which the text lists them.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        (0..self.len()).map(|index| self.clause(index))
    }
}

fn header(content: &str) -> Option<(usize, usize)> {
    let mut words = content.split_ascii_whitespace();
    let (Some("p"), Some("cnf")) = (words.next(), words.next()) else {
        return None;
    };
    let variables: Lit = words.next()?.parse().ok()?;
    let clauses = words.next()?.parse().ok()?;
    let fits = (0..=MAX_VARIABLES).contains(&variables) && words.next().is_none();
    fits.then_some((variables as usize, clauses))
}

/// Reads the literals of a line. The line must end with a 0.
pub(crate) fn read_literals(line: usize, content: &str) -> Result<Vec<Lit>, ProofError> {
    let mut literals = vec![];
    let mut words = content.split_ascii_whitespace();
    for word in words.by_ref() {
        match word.parse::<Lit>() {
            Ok(0) => {
                return match words.next() {
                    None => Ok(literals),
                    Some(_) => Err(ProofError::new(line, "there is text after the final 0")),
                };
            }
            Ok(literal) if literal.unsigned_abs() <= MAX_VARIABLES as u32 => literals.push(literal),
            _ => {
                let message = format!("`{}` is not a literal", word.escape_debug());
                return Err(ProofError::new(line, message));
            }
        }
    }
    Err(ProofError::new(
        line,
        "expected a 0 at the end of the clause",
    ))
}
