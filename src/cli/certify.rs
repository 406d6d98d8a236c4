//! `cluewright certify FOLDER…`

use super::certificates::READ;
use super::options::{Answering, book_with};
use super::{Complaint, Exit, Out, Outcome, files, show, write_json};
use crate::{ReadOptions, read_any};
use clap::{Args, ValueEnum};
use cluewright_certificates::{
    Certified, Claim, CompareKind, Fault, File, Part, certify, explain_proof,
};
use cluewright_narrate::{one_line, with_commas};
use cluewright_puzzle::Puzzle;
use cluewright_rules::Book;
use serde::Serialize;
use std::io::Write;
use std::path::{Path, PathBuf};

/// Check certificates: proofs that a puzzle has one solution, or none
///
/// `cluewright check PUZZLE --certificate FOLDER` makes a certificate. This command uses neither the
/// search nor the SAT solver that made it. It checks three things:
///
/// 1. The solution satisfies the puzzle.
/// 2. The clauses of each given, house and clue mean the same as the rule: on all assignments to its
///    cells or, if there are too many, on random and nearly satisfying ones.
/// 3. The proof shows that the formula has no other solution.
#[derive(Args, Debug)]
#[command(verbatim_doc_comment, after_help = AFTER_HELP)]
pub(super) struct Certify {
    /// Folders with certificates
    #[arg(value_name = "FOLDER", required = true)]
    folders: Vec<PathBuf>,

    /// Add the rules of a rule file, or of all *.toml files in a folder, to the built-in ones
    #[arg(long, value_name = "PATH")]
    rules: Option<PathBuf>,

    /// Add the checked proof in other formats to the folders
    ///
    /// `lrat` writes `proof.lrat` for lrat-check and the verified cake_lpr; `veripb` writes `proof.pbp` for VeriPB.
    /// Separate several formats with commas.
    #[arg(long, value_name = "FORMAT", value_delimiter = ',')]
    add: Vec<ProofFormat>,

    #[command(flatten)]
    answering: Answering,
}

const AFTER_HELP: &str = "\
Exit codes, for scripts:
  0  all certificates are valid
  1  a certificate is rejected
  2  a certificate could not be read
  For several certificates, the highest of these.

Examples:
  cluewright check mine.toml --certificate mine-certificate
  cluewright certify mine-certificate
  cluewright certify --add lrat,veripb mine-certificate
  cluewright certify corpus/certified/*";

/// A proof format in which each lemma lists the clauses from which it follows.
#[derive(Clone, Copy, Debug, ValueEnum)]
enum ProofFormat {
    Lrat,
    Veripb,
}

impl ProofFormat {
    /// Returns the file name of the proof in the folder of a certificate.
    const fn file(self) -> &'static str {
        match self {
            Self::Lrat => "proof.lrat",
            Self::Veripb => "proof.pbp",
        }
    }
}

/// The text files of a certificate, except for the puzzle.
struct Texts {
    solutions: String,
    formula: String,
    /// The proof; `None` if the certificate shows several solutions, which need no proof.
    proof: Option<String>,
}

/// A certificate that was refused, as JSON.
#[derive(Serialize)]
struct RefusedJson<'a> {
    puzzle: &'a Path,
    error: &'a Complaint,
}

impl Certify {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        if let Some(rules) = &self.rules {
            files::announce_rules(rules)?;
        }
        let book = book_with(self.rules.as_deref())?;
        let mut exit = Exit::Good;
        for folder in &self.folders {
            exit = exit.max(self.certify(folder, &book, out)?);
        }
        Ok(exit)
    }

    fn certify(&self, folder: &Path, book: &Book, out: &mut Out) -> Outcome {
        let (complaint, exit) = match self.check(folder, book) {
            Ok(Ok(certified)) => {
                match self.answering.json {
                    true => write_json(out, &certified.to_json(&folder.display().to_string()))?,
                    false => write!(out, "{}", self.text(folder, &certified))?,
                }
                return Ok(Exit::Good);
            }
            Ok(Err(fault)) => (refuse(folder, &fault), Exit::Bad),
            Err(complaint) => (complaint, Exit::Unread),
        };
        match self.answering.json {
            true => write_json(
                out,
                &RefusedJson {
                    puzzle: folder,
                    error: &complaint,
                },
            )?,
            false => show(&complaint),
        }
        Ok(exit)
    }

    /// Checks the certificate in a folder, and adds the proof in the requested formats.
    ///
    /// # Errors
    /// Returns an error if a file cannot be read or written.
    fn check(&self, folder: &Path, book: &Book) -> Result<Result<Certified, Fault>, Complaint> {
        let puzzle = read_puzzle(folder, book)?;
        let texts = Texts::read(folder)?;
        let (certified, proofs) = match texts.check(&puzzle, book, &self.add) {
            Ok(checked) => checked,
            // A rejected certificate is a result and not an error: its exit code differs from that of an unreadable
            // file.
            Err(fault) => return Ok(Err(fault)),
        };
        for (format, text) in proofs {
            files::save("--add", &folder.join(format.file()), text)?;
        }
        Ok(Ok(certified))
    }

    fn text(&self, folder: &Path, certified: &Certified) -> String {
        let name = folder.display().to_string();
        let mut text = format!(
            "{}: {}, certified\n",
            one_line(&name),
            certified.claim.name()
        );
        if self.answering.quiet {
            return text;
        }
        let (clauses, lemmas) = (
            with_commas(certified.clauses as u64),
            with_commas(certified.lemmas as u64),
        );
        text += &format!("  proof: {clauses} clauses and {lemmas} lemmas, each checked\n");
        let exact = |part: &&Part| !matches!(part.compared, CompareKind::Drawn(_));
        let (exact, drawn): (Vec<&Part>, Vec<&Part>) = certified.parts.iter().partition(exact);
        text += &format!(
            "  formula: {} of {} parts of the puzzle compared with their rules on all assignments\n",
            exact.len(),
            certified.parts.len()
        );
        if !drawn.is_empty() {
            text += "  compared on random and boundary assignments only:\n";
        }
        for part in drawn {
            text += &format!("    {}\n", one_line(&part.name));
        }
        text
    }
}

impl Texts {
    fn read(folder: &Path) -> Result<Self, Complaint> {
        let proof = folder.join(File::Proof.name());
        let proof = proof.exists().then(|| read(folder, File::Proof.name()));
        Ok(Self {
            solutions: read(folder, File::Solution.name())?,
            formula: read(folder, File::Formula.name())?,
            proof: proof.transpose()?,
        })
    }

    /// Checks the certificate. Returns its proof in the requested formats, or no proofs if it shows two solutions.
    fn check(
        &self,
        puzzle: &Puzzle,
        book: &Book,
        formats: &[ProofFormat],
    ) -> Result<(Certified, Vec<(ProofFormat, String)>), Fault> {
        let proof = self.proof.as_deref();
        let certified = certify(puzzle, book, &self.solutions, &self.formula, proof)?;
        let proof = proof.filter(|_| certified.claim != Claim::Several && !formats.is_empty());
        let derivation = proof.map(|proof| explain_proof(&self.formula, proof));
        let proofs = derivation.transpose()?.map(|derivation| {
            let written = formats.iter().map(|&format| match format {
                ProofFormat::Lrat => (format, derivation.to_lrat()),
                ProofFormat::Veripb => (format, derivation.to_veripb()),
            });
            written.collect()
        });
        Ok((certified, proofs.unwrap_or_default()))
    }
}

fn read(folder: &Path, name: &str) -> Result<String, Complaint> {
    let path = folder.join(name);
    files::read(READ, &path).map_err(|error| {
        let message = format!("cannot read the file: {error}");
        Complaint::new(message).file(path.display().to_string())
    })
}

fn read_puzzle(folder: &Path, book: &Book) -> Result<Puzzle, Complaint> {
    let text = read(folder, File::Puzzle.name())?;
    let name = folder.join(File::Puzzle.name()).display().to_string();
    let options = ReadOptions {
        book: Some(book.clone()),
        ..ReadOptions::default()
    };
    let reading = read_any(&text, Some("native"), &options);
    let reading = reading.map_err(|error| Complaint::new(error.message).file(name.as_str()))?;
    let puzzle = reading.puzzles.into_iter().next();
    puzzle.ok_or_else(|| Complaint::new("the file contains no puzzle").file(name))
}

fn refuse(folder: &Path, fault: &Fault) -> Complaint {
    let file = folder.join(fault.file.name()).display().to_string();
    let at = fault.line.map(|line| format!(", line {line}"));
    let message = format!("the certificate is rejected: {}", fault.message);
    Complaint::new(message).file(file + &at.unwrap_or_default())
}
