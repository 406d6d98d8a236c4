//! Tests that every verdict can be certified, and that a formula with a wrong clause is refused.

use cluewright_certificates::{Certificate, Claim, Fault, File, certify, explain_proof, make};
use cluewright_clauses::{Lit, Variables, encode_lowered};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_proofs::{Cnf, check_lrat};
use cluewright_puzzle::budget::Budget;
use cluewright_puzzle::{Cell, Puzzle};
use cluewright_rules::{Book, Lowered, lower};

/// Makes the certificate of a small puzzle.
pub(crate) fn certificate_of(puzzle: &Puzzle, book: &Book) -> Certificate {
    let made = make(puzzle, book, None, Budget::NONE).expect("it has a formula");
    made.expect("the budget has no end")
}

/// Checks a certificate, optionally with another formula in place of its own. An accepted proof must also be valid
/// when it is converted to LRAT.
pub(crate) fn check(
    puzzle: &Puzzle,
    book: &Book,
    certificate: &Certificate,
    formula: Option<&str>,
) -> Result<Claim, Fault> {
    let formula = formula.unwrap_or(&certificate.formula);
    let proof = certificate.proof.as_deref();
    let holds = certify(puzzle, book, &certificate.solutions, formula, proof)?;
    if let Some(proof) = proof {
        let lrat = explain_proof(formula, proof)?.to_lrat();
        let formula = Cnf::parse(formula).expect("it was read");
        check_lrat(&formula, &lrat).unwrap_or_else(|error| panic!("{error}: {lrat}"));
    }
    Ok(holds.claim)
}

/// Adds a clause to the formula of a clue. The clause excludes one combination of values: the values that some
/// cells have in `grid`.
pub(crate) fn strengthen(
    puzzle: &Puzzle,
    formula: &str,
    clue: usize,
    cells: &[Cell],
    grid: &[u8],
) -> String {
    let variables = Variables::of(puzzle);
    let literals = cells.iter().map(|&cell| {
        let variable = variables.variable(cell, grid[cell.index()]);
        -variable.expect("the cell may have the value")
    });
    with_clause(formula, clue, &literals.collect::<Vec<Lit>>())
}

/// Adds a clause to the clauses of a puzzle's clue, and adjusts the comments and the header of the formula.
fn with_clause(formula: &str, clue: usize, clause: &[Lit]) -> String {
    let wanted = format!("c block clue {} clauses ", clue + 1);
    let (mut text, mut at, mut clauses) = (String::new(), None, 0);
    let literals: Vec<String> = clause.iter().map(Lit::to_string).collect();
    for line in formula.lines() {
        let is_block = line.starts_with("c block ");
        let mut words: Vec<String> = line.split(' ').map(str::to_owned).collect();
        if is_block && (at.is_some() || line.starts_with(&wanted)) {
            let number = |place: usize| words[place].parse::<usize>().expect("a number");
            let (first, last) = (number(5), number(6));
            words[5] = (first + usize::from(at.is_some())).to_string();
            words[6] = (last + 1).to_string();
            at = at.or(Some(last));
        }
        if line.starts_with("p cnf ") {
            let count: usize = words[3].parse().expect("a number");
            words[3] = (count + 1).to_string();
        }
        text += &words.join(" ");
        text.push('\n');
        if !line.starts_with(['c', 'p']) {
            clauses += 1;
            if at == Some(clauses) {
                text += &format!("{} 0\n", literals.join(" "));
            }
        }
    }
    assert!(at.is_some(), "the clue has clauses");
    text
}

/// Returns `true` if the certificate is refused because of its formula.
pub(crate) fn is_of_formula(result: &Result<Claim, Fault>) -> bool {
    matches!(result, Err(fault) if fault.file == File::Formula)
}

fn read(text: &str) -> Puzzle {
    let reading = read_any(text, Some("native"), &ReadOptions::default());
    let mut reading = reading.unwrap_or_else(|error| panic!("{text}: {error:?}"));
    reading.puzzles.remove(0)
}

/// Returns the formula of a puzzle with one clue, to which the clauses of a relation are added as if the clue implied
/// it.
fn formula_with(puzzle: &str, relation: &str, certificate: &Certificate) -> String {
    let book = Book::builtin();
    let both = read(&format!("{puzzle}relation = \"{relation}\"\n"));
    let lowered = lower(&both, book).expect("its clues fit their rules");
    let statements = lowered.into_iter().flat_map(|clue| clue.statements);
    let lowered = Lowered {
        statements: statements.collect(),
        ..Lowered::default()
    };
    let puzzle = read(puzzle);
    let mut formula = encode_lowered(&puzzle, book, &[lowered]).expect("it is small");
    let values = certificate.solutions.split_ascii_whitespace().skip(1);
    let solution = values.take(puzzle.cell_count());
    let solution: Vec<u8> = solution.map(|v| v.parse().expect("a value")).collect();
    if !solution.is_empty() {
        formula.exclude(&solution);
    }
    formula.to_dimacs(&puzzle, book)
}

/// Clues of a 6x6 grid, each with a relation that holds in most fillings that the clue and the houses allow, but not in all.
const UNSOUND: [(&str, &str); 27] = [
    (r#"thermometer = "R1C1-R1C5""#, "R1C3 <= 3"),
    (r#"thermometer = "R1C1-R1C5""#, "R1C1 == 1"),
    (r#"slow-thermometer = "R1C1 R2C2 R3C3 R2C4""#, "R1C1 <= 3"),
    (r#"killer-cage = "18: R1C1-R1C5""#, "R1C1 != 6"),
    (r#"killer-cage = "18: R1C1-R1C5""#, "R1C1 + R1C2 >= 4"),
    (r#"extra-region = "R1C1-R1C6""#, "R1C1 + R1C2 <= 10"),
    (r#"arrow = "R1C1 R1C2; R2C1-R2C4""#, "R1C2 <= 4"),
    (r#"german-whisper = "R1C1-R1C6""#, "R1C1 != 3"),
    (r#"renban = "R1C1-R1C5""#, "R1C1 != 1"),
    (r#"renban = "R1C1-R1C5""#, "abs(R1C1 - R1C2) <= 3"),
    (r#"palindrome = "R1C1 R2C4 R3C5 R4C2""#, "R1C1 != R2C4"),
    (r#"region-sum-line = "R1C2-R1C4 R2C5""#, "R1C2 + R1C3 <= 8"),
    (r#"between-line = "R1C1-R1C6""#, "R1C1 < R1C6"),
    (r#"zipper-line = "R1C1-R1C5""#, "R1C1 <= R1C5"),
    (r#"parity-line = "R1C1-R1C6""#, "R1C1 mod 2 == 1"),
    (r#"modular-line = "R1C1-R1C6""#, "R1C1 <= R1C4"),
    (r#"entropic-line = "R1C1-R1C6""#, "R1C1 <= 4"),
    (r#"little-killer = "20: R1C0 DR""#, "R2C1 != 6"),
    (r#"sandwich = "5: R1C0""#, "R1C1 != 1"),
    (r#"x-sum = "10: R1C0""#, "R1C1 >= 4"),
    (r#"skyscraper = "3: R1C0""#, "R1C1 <= 3"),
    ("anti-knight = true", "R1C1 != R3C3"),
    ("anti-king = true", "R1C1 != R3C2"),
    ("non-consecutive = true", "abs(R1C1 - R1C2) != 2"),
    ("diagonal-down = true", "R1C1 != 5"),
    ("diagonal-up = true", "R6C1 + R1C6 != 11"),
    (r#"clone = "R1C1-R1C3; R3C4-R3C6""#, "R1C1 <= R3C5"),
];

#[test]
fn unsound_strengthenings_are_refused() {
    for (clue, wrong) in UNSOUND {
        let text = format!("size = 6\n[clues]\n{clue}\n");
        let (puzzle, book) = (read(&text), Book::builtin());
        let certificate = certificate_of(&puzzle, book);
        let claim = check(&puzzle, book, &certificate, None);
        assert!(claim.is_ok(), "{clue}: {claim:?}");
        let formula = formula_with(&text, wrong, &certificate);
        let claim = check(&puzzle, book, &certificate, Some(&formula));
        assert!(is_of_formula(&claim), "{clue} with {wrong}: {claim:?}");
    }
}

/// `missing(LIST)` is not defined for a house with repeated digits, so its clauses need not be exact for such a
/// house.
#[test]
fn missing_digits_of_houses_are_certified() {
    let book = Book::builtin();
    let grid = "grid = [\"0123\", \"4201\", \"1430\", \"304.\"]";
    let puzzle = read(&format!(
        "size = 4\ndigits = \"0-4\"\n{grid}\n[letters]\nA = \"0-4\"\n[clues]\nrelation = \"A == missing(column(R1C1))\"\n"
    ));
    let certificate = certificate_of(&puzzle, book);
    let claim = check(&puzzle, book, &certificate, None);
    assert!(matches!(claim, Ok(Claim::Unique)), "{claim:?}");
}

/// No value of the cell gives the clue a meaning, which is not the same as a clue that excludes all values.
#[test]
fn a_clue_without_a_meaning_is_refused() {
    let puzzle = read("size = 1\n[clues]\nrelation = \"R1C1 in {5..2000}\"\n");
    let formula = "c cell R1C1 = 1 from 1\n\
        c block cells 1 clauses 1 1 x\n\
        c block house 1 clauses 2 2 row 1\n\
        c block house 2 clauses 3 3 column 1\n\
        c block clue 1 clauses 4 4 relation\n\
        p cnf 1 4\n1 0\n1 0\n1 0\n0\n";
    let claim = certify(&puzzle, Book::builtin(), "none\n", formula, Some("0\n"));
    let fault = claim.expect_err("the clue is refused");
    assert_eq!(fault.file, File::Puzzle, "{fault}");
    assert!(fault.message.contains("over 1000 numbers"), "{fault}");
}

/// Earlier versions gave two wrong answers. For one puzzle, an implied formula did not hold because rows could repeat
/// digits. For the other, an auxiliary variable made one grid count as two solutions.
#[test]
fn repaired_wrong_answers_are_refused() {
    let book = Book::builtin();
    let text = r#"
size = "2x3"
digits = "1-3"
boxes = "none"
latin = false
[clues]
global-modular = true
"#;
    let puzzle = read(text);
    let certificate = certificate_of(&puzzle, book);
    assert_eq!(check(&puzzle, book, &certificate, None), Ok(Claim::Several));
    let implied = "each house h where length(h) == size: each n in {0..2}: \
        count(c in h: c mod 3 == n) == count(d in {low..high}: d mod 3 == n)";
    let formula = formula_with(text, implied, &certificate);
    let claim = check(&puzzle, book, &certificate, Some(&formula));
    assert!(is_of_formula(&claim), "{claim:?}");

    let text = r#"
size = 3
digits = "1-4"
boxes = """
AAA
B..
BB.
"""
grid = "241432314"
[clues]
doppelganger = true
"#;
    let puzzle = read(text);
    let certificate = certificate_of(&puzzle, book);
    assert_eq!(check(&puzzle, book, &certificate, None), Ok(Claim::Unique));
    let grid = "\n2 4 1\n4 3 2\n3 1 4\n";
    let twice = Certificate {
        solutions: format!("several\n{grid}{grid}"),
        proof: None,
        ..certificate
    };
    let claim = check(&puzzle, book, &twice, None);
    let fault = claim.expect_err("both solutions are the same");
    assert_eq!(fault.message, "the two solutions are the same");
}
