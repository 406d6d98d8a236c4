//! Makes certificates with a SAT solver. The formula is derived only from the meaning of the rules, not from the
//! engine's relations.

use super::{Certificate, CertificateFiles};
use crate::ask::{Check, Host, Refusal};
use crate::{Prepared, ReadOptions, read_any};
use cluewright_certificates::{Claim, EncodeError, File, make};
use cluewright_engine::search::{Answer, Budget, Stop, Verdict};
use cluewright_formats::Format;
use cluewright_formats::native::Native;
use cluewright_puzzle::{Puzzle, digit_of_char};
use cluewright_rules::Book;

/// Number of conflicts after which the SAT solver gives up.
const CONFLICTS: u64 = 5_000_000;

impl Certificate {
    /// Makes a certificate for the verdict of a search.
    pub(super) fn prove(
        &self,
        prepared: &Prepared,
        host: &Host<'_>,
    ) -> Result<CertificateFiles, Refusal> {
        let limits = self.limits;
        let host = &host.within(limits);
        let answer = Check { limits }.prove(prepared, host);
        self.certify(prepared.puzzle(), prepared.book(), &answer, host)
    }

    /// Makes the certificate of a puzzle whose answer is known. The known solution saves the SAT solver a search, but the
    /// certificate does not depend on it.
    pub(crate) fn certify(
        &self,
        puzzle: &Puzzle,
        book: &Book,
        answer: &Answer,
        host: &Host<'_>,
    ) -> Result<CertificateFiles, Refusal> {
        let text = Native.write(puzzle);
        let text = text.map_err(|error| Refusal::new(error.to_string()))?;
        // The clauses refer to clues by their index in the written file, whose order may differ from the puzzle's. The
        // puzzle is therefore read back from the file.
        let puzzle = read_again(&text, book)?;
        let budget = Budget {
            nodes: self.limits.nodes.unwrap_or(CONFLICTS),
            ..host.budget(self.limits)
        };
        let known = find_solution(&puzzle, answer);
        let made = make(&puzzle, book, known.as_deref(), budget);
        let Some(certificate) = made.map_err(refuse)? else {
            return Ok(CertificateFiles {
                stopped: Some(budget.over().unwrap_or(Stop::Nodes)),
                ..CertificateFiles::default()
            });
        };
        let certified = verdict_of(certificate.claim);
        // The SAT solver may reach a verdict even if the search stopped at a limit, so `undecided` is not a contradiction.
        if ![certified, Verdict::Undecided].contains(&answer.verdict) {
            let message = format!(
                "the SAT solver found the verdict `{}`, but the search found another one",
                certificate.claim.name()
            );
            return Err(Refusal::new(message)
                .help("this is a bug in Cluewright: please report it, with the puzzle"));
        }
        let parts = [
            (File::Puzzle, Some(text)),
            (File::Solution, Some(certificate.solutions)),
            (File::Formula, Some(certificate.formula)),
            (File::Proof, certificate.proof),
        ];
        let files = parts.into_iter();
        Ok(CertificateFiles {
            certified: Some(certified),
            stopped: None,
            files: files
                .filter_map(|(file, text)| Some((file.name().to_owned(), text?)))
                .collect(),
        })
    }
}

fn refuse(error: EncodeError) -> Refusal {
    match error {
        EncodeError::Clue(error) => Refusal::misfit(error),
        error => Refusal::new(error.to_string()),
    }
}

const fn verdict_of(claim: Claim) -> Verdict {
    match claim {
        Claim::None => Verdict::None,
        Claim::Unique => Verdict::Unique,
        Claim::Several => Verdict::Several,
    }
}

fn read_again(text: &str, book: &Book) -> Result<Puzzle, Refusal> {
    let options = ReadOptions {
        // The file may use rules that were added to the book and that the built-in book lacks.
        book: Some(book.clone()),
        ..ReadOptions::default()
    };
    let reading = read_any(text, Some("native"), &options)?;
    let puzzle = reading.puzzles.into_iter().next();
    puzzle.ok_or_else(|| Refusal::new("the file contains no puzzle"))
}

/// Returns the values of all cells in the first solution of an answer; `None` if there is none.
fn find_solution(puzzle: &Puzzle, answer: &Answer) -> Option<Vec<u8>> {
    let digits = answer.solutions.first()?.chars().map(digit_of_char);
    let mut values: Vec<u8> = digits.collect::<Option<_>>()?;
    // The formula also has variables for the auxiliary cells, which follow the variables of the grid.
    for extra in &puzzle.extras {
        values.extend(answer.extras.first()?.get(&extra.name)?);
    }
    Some(values)
}
