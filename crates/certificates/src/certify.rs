//! Checks certificates against the rules alone, without the encoder, the solver or the engine.

use crate::blocks::{CellVariables, PartKind, read_parts};
pub use crate::compare::CompareKind;
use crate::compare::{Difference, compare};
use crate::solutions::{Claim, read_solutions};
use cluewright_proofs::{Cnf, Derivation, Lit, ProofError, check_drat, explain_drat};
use cluewright_puzzle::{Cell, Clue, Puzzle};
use cluewright_rules::{Book, Clues, name_violation};
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use rustc_hash::{FxHashSet, FxHasher};
use std::cell::OnceCell;
use std::hash::{Hash, Hasher};
use std::ops::Range;
use thiserror::Error;

/// The files of a certificate.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum File {
    /// The puzzle file, `puzzle.toml`.
    Puzzle,
    /// The claimed solution, `solution.txt`.
    Solution,
    /// The clauses, `formula.cnf`.
    Formula,
    /// The proof that the clauses have no model, `proof.drat`.
    Proof,
}

impl File {
    /// Returns the name of the file in a certificate's folder.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Puzzle => "puzzle.toml",
            Self::Solution => "solution.txt",
            Self::Formula => "formula.cnf",
            Self::Proof => "proof.drat",
        }
    }
}

/// The reason why a certificate is refused.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{}{}: {message}", file.name(), line.map_or_else(String::new, |line| format!(", line {line}")))]
pub struct Fault {
    /// The file that contains the error.
    pub file: File,
    /// The line that contains the error, counted from 1, if it is known.
    pub line: Option<usize>,
    /// A description of the mistake, in lower case and without a full stop.
    pub message: String,
}

impl Fault {
    fn new(file: File, line: Option<usize>, message: impl Into<String>) -> Self {
        Self {
            file,
            line,
            message: message.into(),
        }
    }

    fn of(file: File) -> impl Fn(ProofError) -> Self {
        move |error| Self::new(file, Some(error.line), error.message)
    }
}

/// A part of a puzzle whose clauses have been compared with its meaning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// The name of the clue or house, such as "the 27 cage at R1C3".
    pub name: String,
    /// The index of the clue, counted from 0; `None` for the layout and the givens.
    pub clue: Option<usize>,
    /// The method by which the clauses were compared.
    pub compared: CompareKind,
}

/// A certificate that has been checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Certified {
    /// The claim that has been proven.
    pub claim: Claim,
    /// The parts of the puzzle, in the order of their clauses.
    pub parts: Vec<Part>,
    /// Number of clauses in the formula.
    pub clauses: usize,
    /// Number of lemmas in the proof.
    pub lemmas: usize,
}

/// Checks a certificate of a puzzle. It checks the solutions against the rules, the clauses of each part against the meaning
/// of that part, and the proof against the formula.
///
/// # Errors
/// Returns the first fault, with its file and line.
pub fn certify(
    puzzle: &Puzzle,
    book: &Book,
    solutions: &str,
    formula: &str,
    proof: Option<&str>,
) -> Result<Certified, Fault> {
    let (claim, solutions) = read_solutions(puzzle, solutions)
        .map_err(|(line, message)| Fault::new(File::Solution, Some(line), message))?;
    check_solutions(puzzle, book, &solutions)?;
    let cnf = Cnf::parse(formula).map_err(Fault::of(File::Formula))?;
    let comparison = Comparison {
        puzzle,
        book,
        cells: CellVariables::of(puzzle),
        cnf: &cnf,
        solution: solutions.first().map(Vec::as_slice),
    };
    let parts = comparison.parts(claim, seed(formula))?;
    let lemmas = match (claim, proof) {
        // Two different solutions already prove this claim, so no proof is read.
        (Claim::Several, _) => 0,
        (_, None) => return Err(Fault::new(File::Proof, None, "there is no proof")),
        (_, Some(proof)) => {
            check_drat(&cnf, proof)
                .map_err(Fault::of(File::Proof))?
                .lemmas
        }
    };
    Ok(Certified {
        claim,
        parts,
        clauses: cnf.len(),
        lemmas,
    })
}

/// Checks the proof of a formula. For each lemma, it also finds the clauses from which the lemma follows, because other
/// proof formats require them.
///
/// # Errors
/// Returns the first fault, with its file and line.
pub fn explain_proof(formula: &str, proof: &str) -> Result<Derivation, Fault> {
    let formula = Cnf::parse(formula).map_err(Fault::of(File::Formula))?;
    explain_drat(&formula, proof).map_err(Fault::of(File::Proof))
}

fn check_solutions(puzzle: &Puzzle, book: &Book, solutions: &[Vec<u8>]) -> Result<(), Fault> {
    for solution in solutions {
        let violated = book.violated(puzzle, solution);
        let violated = violated.map_err(|error| Fault::new(File::Solution, None, error.message))?;
        if let Some(first) = violated.first() {
            let name = name_violation(book, puzzle, first).name;
            let message = format!("the solution violates {name}");
            return Err(Fault::new(File::Solution, None, message));
        }
    }
    match solutions {
        [one, other] if one == other => {
            let message = "the two solutions are the same";
            Err(Fault::new(File::Solution, None, message))
        }
        _ => Ok(()),
    }
}

/// Derives the random seed from the formula. This makes results reproducible without fixed random tests, which a
/// formula could be crafted to pass.
fn seed(formula: &str) -> u64 {
    let mut hasher = FxHasher::default();
    formula.hash(&mut hasher);
    hasher.finish()
}

struct Comparison<'a> {
    puzzle: &'a Puzzle,
    book: &'a Book,
    cells: CellVariables,
    cnf: &'a Cnf,
    solution: Option<&'a [u8]>,
}

impl Comparison<'_> {
    fn parts(&self, claim: Claim, seed: u64) -> Result<Vec<Part>, Fault> {
        let wrong = |message| Fault::new(File::Formula, None, message);
        self.cells.check(self.puzzle, self.cnf).map_err(wrong)?;
        // If there is a solution, the formula also excludes it, so that only another solution could satisfy the formula.
        let has_other = claim != Claim::None;
        let parts = read_parts(self.puzzle, self.cnf, &self.cells, has_other).map_err(wrong)?;
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let compared = parts.into_iter().map(|(kind, range)| {
            let compared = self.compare(kind, &range, &mut rng)?;
            Ok(Part {
                name: self.name(kind),
                clue: match kind {
                    PartKind::Clue(index) => Some(index),
                    _ => None,
                },
                compared,
            })
        });
        compared.collect()
    }

    fn name(&self, kind: PartKind) -> String {
        let puzzle = self.puzzle;
        match kind {
            PartKind::Cells => "one value for each cell".to_owned(),
            PartKind::Given(index) => {
                format!(
                    "the given in {}",
                    puzzle.cell_name(puzzle.givens[index].cell)
                )
            }
            PartKind::House(index) => puzzle.layout.house(index).to_string(),
            PartKind::Clue(index) => self.book.describe(puzzle, &puzzle.clues[index]),
            PartKind::OtherSolution => "another solution".to_owned(),
        }
    }

    fn compare(
        &self,
        kind: PartKind,
        range: &Range<usize>,
        rng: &mut impl Rng,
    ) -> Result<CompareKind, Fault> {
        let puzzle = self.puzzle;
        match kind {
            PartKind::Cells => self.is_exactly(kind, range, &self.one_value_each(), &[]),
            PartKind::House(index) => {
                let (needed, allowed) = self.all_different(&puzzle.layout.houses()[index]);
                self.is_exactly(kind, range, &needed, &allowed)
            }
            PartKind::OtherSolution => {
                let solution = self.solution.unwrap_or_default();
                let cells = (0..).map(Cell::from_index).zip(solution);
                let differs = cells.filter_map(|(cell, &value)| self.cells.variable(cell, value));
                let clause = differs.map(|variable| -variable).collect();
                self.is_exactly(kind, range, &[clause], &[])
            }
            PartKind::Given(index) => {
                let given = puzzle.givens[index];
                let meaning = |values: &[u8]| given.digits.contains(values[given.cell.index()]);
                self.is_equivalent(kind, range, vec![given.cell], rng, meaning)
            }
            PartKind::Clue(index) => {
                let clue = &puzzle.clues[index];
                let refusal = OnceCell::new();
                let meaning = |values: &[u8]| {
                    let holds = self.book.holds(puzzle, index, clue, values);
                    holds.unwrap_or_else(|error| {
                        refusal.get_or_init(|| error.message);
                        false
                    })
                };
                let compared = self.is_equivalent(kind, range, clue_cells(clue), rng, meaning);
                // A clue that has no meaning is not a clue that excludes the assignment, so the result does not count.
                match refusal.into_inner() {
                    Some(message) => Err(Fault::new(File::Puzzle, None, message)),
                    None => compared,
                }
            }
        }
    }

    /// Checks that the clauses of a part include all required clauses, and that all others are optional clauses.
    fn is_exactly(
        &self,
        kind: PartKind,
        range: &Range<usize>,
        needed: &[Vec<Lit>],
        allowed: &[Vec<Lit>],
    ) -> Result<CompareKind, Fault> {
        // Clauses are compared as sets, because neither the order nor repeated literals change their meaning.
        let key = |clause: &[Lit]| {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause.dedup();
            clause
        };
        let known: FxHashSet<Vec<Lit>> = needed.iter().chain(allowed).map(|c| key(c)).collect();
        let mut missing: FxHashSet<Vec<Lit>> = needed.iter().map(|c| key(c)).collect();
        for clause in range.clone() {
            let stated = key(self.cnf.clause(clause));
            if !known.contains(&stated) {
                let message = format!("{} does not imply the clause", self.name(kind));
                let line = self.cnf.line(clause);
                return Err(Fault::new(File::Formula, Some(line), message));
            }
            missing.remove(&stated);
        }
        match missing.is_empty() {
            true => Ok(CompareKind::Clauses),
            false => {
                let message = format!("{} lacks {} clauses", self.name(kind), missing.len());
                Err(Fault::new(File::Formula, self.first_line(range), message))
            }
        }
    }

    fn first_line(&self, range: &Range<usize>) -> Option<usize> {
        (range.start < self.cnf.len()).then(|| self.cnf.line(range.start))
    }

    fn is_equivalent(
        &self,
        kind: PartKind,
        range: &Range<usize>,
        named: Vec<Cell>,
        rng: &mut impl Rng,
        meaning: impl Fn(&[u8]) -> bool,
    ) -> Result<CompareKind, Fault> {
        let clauses: Vec<&[Lit]> = range
            .clone()
            .map(|clause| self.cnf.clause(clause))
            .collect();
        let known = self.solution;
        let compared = compare(&self.cells, &clauses, named, known, rng, meaning);
        compared.map_err(|difference| {
            let message = self.describe(kind, &difference);
            Fault::new(File::Formula, self.first_line(range), message)
        })
    }

    fn describe(&self, kind: PartKind, difference: &Difference) -> String {
        /// Maximum number of cell values that a message lists.
        const LISTED: usize = 12;
        let listed = difference.cells.iter().take(LISTED).map(|&cell| {
            let name = self.puzzle.cell_name(cell);
            format!("{name} = {}", difference.values[cell.index()])
        });
        let listed: Vec<String> = listed.collect();
        let more = if difference.cells.len() > LISTED {
            ", …"
        } else {
            ""
        };
        let (listed, name) = (listed.join(", ") + more, self.name(kind));
        match difference.allowed {
            Some(true) => format!("the clauses of {name} allow {listed}, which the rule excludes"),
            Some(false) => format!("the clauses of {name} exclude {listed}, which the rule allows"),
            None => {
                format!("the clauses of {name} leave too many variables undetermined for {listed}")
            }
        }
    }

    fn one_value_each(&self) -> Vec<Vec<Lit>> {
        let mut clauses = vec![];
        for cell in (0..self.puzzle.cell_count()).map(Cell::from_index) {
            let values = self.cells.values(cell).iter();
            let variables = values.filter_map(|&value| self.cells.variable(cell, value));
            let variables: Vec<Lit> = variables.collect();
            for (place, &one) in variables.iter().enumerate() {
                clauses.extend(variables[..place].iter().map(|&other| vec![-one, -other]));
            }
            clauses.push(variables);
        }
        clauses
    }

    /// Returns two lists: the clauses that exclude repeats in a house, and, if the house has as many cells as there are
    /// digits, the clauses that require each digit to occur.
    fn all_different(&self, house: &[Cell]) -> (Vec<Vec<Lit>>, Vec<Vec<Lit>>) {
        let digits = self.puzzle.layout.digits();
        let (mut needed, mut allowed) = (vec![], vec![]);
        for digit in digits.iter() {
            let variables = house
                .iter()
                .filter_map(|&cell| self.cells.variable(cell, digit));
            let variables: Vec<Lit> = variables.collect();
            for (place, &one) in variables.iter().enumerate() {
                needed.extend(variables[..place].iter().map(|&other| vec![-one, -other]));
            }
            allowed.push(variables);
        }
        // In a smaller house, a digit may be absent, so the rule does not imply that each digit occurs.
        if house.len() != digits.len() {
            allowed.clear();
        }
        (needed, allowed)
    }
}

/// Returns the cells in a clue or in one of its parts.
fn clue_cells(clue: &Clue) -> Vec<Cell> {
    let mut cells: Vec<Cell> = clue
        .slots
        .iter()
        .flat_map(|(_, cells)| cells)
        .copied()
        .collect();
    cells.extend(clue.parts.iter().flat_map(clue_cells));
    cells
}
