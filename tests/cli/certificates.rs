//! Tests that certificate files are written either completely or not at all, that they can be checked, and that a
//! changed certificate is refused.

use crate::{cluewright, output_of, text};
use assert_cmd::Command;
use cluewright::ask::{Host, answer};
use cluewright_proofs::{Cnf, check_lrat};
use serde_json::json;
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

const PUZZLE: &str = r#"
size = 4
grid = """
1 . | . .
. . | 3 .
----+----
. 1 | . .
. . | . 2
"""

[clues]
white-dot = "R3C3-R3C4"
"#;

const OTHER: &str = r#"
size = 4
grid = "1.....3..1.....2"

[clues]
white-dot = ["R3C3-R3C4", "R1C1-R1C2"]
"#;

/// Creates a folder with a puzzle and its certificate. Returns the folder and the certificate's path.
fn make_certificate(puzzle: &str, code: i32) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let file = folder.path().join("mine.toml");
    fs::write(&file, puzzle).expect("the folder is writable");
    let certificate = folder.path().join("certificate");
    make(&file, &certificate, code);
    (folder, certificate)
}

fn make(puzzle: &Path, certificate: &Path, code: i32) -> String {
    let (puzzle, certificate) = (
        puzzle.display().to_string(),
        certificate.display().to_string(),
    );
    let arguments = ["check", "--quiet", &puzzle, "--certificate", &certificate];
    text(output_of(&mut cluewright(&arguments), code).stderr)
}

/// Returns the output of `certify`: standard output or, if the certificate is refused, standard error.
fn certify(certificate: &Path, code: i32) -> String {
    let certificate = certificate.display().to_string();
    let output = output_of(&mut cluewright(&["certify", &certificate]), code);
    text(if code == 0 {
        output.stdout
    } else {
        output.stderr
    })
}

#[test]
fn each_verdict_has_a_certificate() {
    let (_folder, unique) = make_certificate(PUZZLE, 0);
    assert!(certify(&unique, 0).contains("unique, certified"));
    let none = PUZZLE.replace(". . | 3 .", "1 . | 3 .");
    let (_folder, none) = make_certificate(&none, 1);
    assert!(certify(&none, 0).contains("none, certified"));
    let (_folder, several) = make_certificate("size = 4\n", 1);
    assert!(certify(&several, 0).contains("several, certified"));
    assert!(!several.join("proof.drat").exists());
}

#[test]
fn programs_get_the_files_of_a_certificate() {
    let ask = |request: serde_json::Value| -> serde_json::Value {
        serde_json::from_str(&answer(&request.to_string(), &Host::QUIET)).expect("JSON")
    };
    let reply = ask(json!({ "ask": "certificate", "puzzle": PUZZLE }));
    assert_eq!(reply["certified"], "unique");
    let folder = TempDir::new().expect("a temporary folder");
    for (name, text) in reply["files"].as_object().expect("files") {
        let text = text.as_str().expect("a text");
        fs::write(folder.path().join(name), text).expect("the folder is writable");
    }
    assert!(certify(folder.path(), 0).contains("unique, certified"));
    let stopped = ask(
        json!({ "ask": "certificate", "puzzle": include_str!("../../corpus/seeds/spoons.toml"), "limits": { "nodes": 1 } }),
    );
    assert_eq!(stopped["certified"], json!(null));
    assert_eq!(
        (&stopped["stopped"], &stopped["files"]),
        (&json!("nodes"), &json!({}))
    );
}

#[test]
fn a_puzzle_with_drawings_that_may_be_rules_has_no_formula() {
    let puzzle = format!("{PUZZLE}\n[[unread]]\nkind = \"line\"\ncells = \"R1C1 R1C2\"\n");
    for question in [
        json!({ "ask": "certificate" }),
        json!({ "ask": "convert", "to": "dimacs" }),
    ] {
        let mut request = question;
        request["puzzle"] = json!(puzzle);
        let reply = answer(&request.to_string(), &Host::QUIET);
        assert!(reply.contains("\"verdict\":\"unchecked\""), "{reply}");
    }
}

/// A function that returns a file's text with one change.
type Edit<'f> = &'f dyn Fn(&str) -> String;

#[test]
fn a_changed_certificate_is_refused_with_the_place() {
    let (folder, whole) = make_certificate(PUZZLE, 0);
    let edits: &[(&str, Edit<'_>, &str)] = &[
        (
            "formula.cnf",
            &|text| text.replacen("\n-1 -2 0\n", "\n-1 -3 0\n", 1),
            "formula.cnf",
        ),
        (
            "formula.cnf",
            &|text| text.replacen("\n1 0\n", "\n2 0\n", 1),
            "the given in R1C1",
        ),
        (
            "formula.cnf",
            &|text| text.replacen("R1C1 = 1 2", "R1C1 = 2 1", 1),
            "expected the comment",
        ),
        (
            "puzzle.toml",
            &|text| text.replacen("1 . | . .", "2 . | . .", 1),
            "solution.txt",
        ),
        (
            "puzzle.toml",
            &|text| text.replacen("white-dot", "black-dot", 1),
            "black dot",
        ),
        (
            "puzzle.toml",
            &|_| OTHER.to_owned(),
            "violates the white dot",
        ),
        (
            "solution.txt",
            &|text| text.replacen("unique", "several", 1),
            "solution.txt, line",
        ),
        (
            "solution.txt",
            &|text| text.replacen("1 2", "2 1", 1),
            "violates",
        ),
        ("proof.drat", &|_| String::new(), "proof.drat, line 1"),
        (
            "proof.drat",
            &|text| format!("1 2 3 x 0\n{text}"),
            "not a literal",
        ),
    ];
    for (number, (file, edit, message)) in edits.iter().enumerate() {
        let changed = folder.path().join(format!("changed-{number}"));
        fs::create_dir(&changed).expect("the folder is writable");
        for entry in fs::read_dir(&whole).expect("it is a folder") {
            let path = entry.expect("it can be read").path();
            let mut content = fs::read_to_string(&path).expect("it is text");
            let name = path.file_name().expect("it has a name");
            if name == *file {
                let before = content.clone();
                content = edit(&content);
                assert_ne!(content, before, "{file}: {message}");
            }
            fs::write(changed.join(name), content).expect("the folder is writable");
        }
        let refusal = certify(&changed, 1);
        assert!(refusal.contains(message), "{message}: {refusal}");
    }
}

/// Copies a certificate of the gallery into a new folder.
fn copy_certificate(name: &str) -> (TempDir, PathBuf) {
    let folder = TempDir::new().expect("a temporary folder");
    let copy = folder.path().join(name);
    fs::create_dir(&copy).expect("the folder is writable");
    for entry in fs::read_dir(Path::new("corpus/certified").join(name)).expect("it is a folder") {
        let entry = entry.expect("it can be read");
        fs::copy(entry.path(), copy.join(entry.file_name())).expect("the folder is writable");
    }
    (folder, copy)
}

#[test]
fn a_line_of_the_proof_that_does_not_follow_is_refused() {
    let (_folder, certificate) = copy_certificate("renban");
    let file = certificate.join("proof.drat");
    let proof = fs::read_to_string(&file).expect("it is there");
    let first = proof.split(' ').next().expect("it has a lemma");
    let rest = proof.split_once('\n').expect("it has more").1;
    fs::write(&file, format!("{first} 0\n{rest}")).expect("the folder is writable");
    let refusal = certify(&certificate, 1);
    assert!(refusal.contains("proof.drat, line 1"), "{refusal}");
    assert!(refusal.contains("does not follow"), "{refusal}");
}

#[test]
fn proofs_are_added_in_other_formats() {
    for name in ["renban", "spoons", "none-4x4", "several-6x6"] {
        let (_folder, certificate) = copy_certificate(name);
        let path = certificate.display().to_string();
        let arguments = ["certify", "--quiet", "--add", "lrat,veripb", &path];
        output_of(&mut cluewright(&arguments), 0);
        let added = |file: &str| fs::read_to_string(certificate.join(file)).ok();
        let (lrat, veripb) = (added("proof.lrat"), added("proof.pbp"));
        assert_eq!(lrat.is_some(), name != "several-6x6", "{name}");
        assert_eq!(veripb.is_some(), name != "several-6x6", "{name}");
        let (Some(lrat), Some(veripb)) = (lrat, veripb) else {
            continue;
        };
        let formula = Cnf::parse(&added("formula.cnf").expect("it is there"));
        let formula = formula.expect("it is DIMACS");
        let checked = check_lrat(&formula, &lrat);
        let checked = checked.unwrap_or_else(|error| panic!("{name}: {error}"));
        let lemmas = veripb.lines().filter(|line| line.starts_with("rup "));
        assert_eq!(lemmas.count(), checked.lemmas, "{name}");
        let last = formula.len() + checked.lemmas;
        let conclusion = format!("conclusion UNSAT : {last};\nend pseudo-Boolean proof;\n");
        assert!(veripb.ends_with(&conclusion), "{name}");
    }
    let (_folder, certificate) = copy_certificate("renban");
    fs::write(certificate.join("proof.drat"), "0\n").expect("the folder is writable");
    let path = certificate.display().to_string();
    output_of(&mut cluewright(&["certify", "--add", "lrat", &path]), 1);
    assert!(!certificate.join("proof.lrat").exists());
}

#[test]
fn certificates_are_whole_or_not_there() {
    let (folder, certificate) = make_certificate(PUZZLE, 0);
    let puzzle = folder.path().join("mine.toml");
    let refusal = make(&puzzle, &certificate, 2);
    assert!(refusal.contains("already exists"), "{refusal}");
    let nowhere = folder.path().join("no/such/folder");
    let refusal = make(&puzzle, &nowhere, 2);
    assert!(refusal.contains("cannot be written"), "{refusal}");
    fs::remove_file(certificate.join("formula.cnf")).expect("it is there");
    let refusal = certify(&certificate, 2);
    assert!(refusal.contains("formula.cnf"), "{refusal}");
    let names = fs::read_dir(folder.path()).expect("it is a folder");
    assert_eq!(names.count(), 2, "nothing half made is left");
}

/// The file size is limited, so that writing fails after a few kilobytes, as on a full disk.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_no_half_certificate() {
    let folder = TempDir::new().expect("a temporary folder");
    fs::write(folder.path().join("mine.toml"), PUZZLE).expect("the folder is writable");
    let program = assert_cmd::cargo::cargo_bin("cluewright");
    let script = r#"trap '' XFSZ; ulimit -f 2; "$0" check --quiet mine.toml --certificate proof"#;
    let mut shell = Command::new("sh");
    shell.args(["-c", script]).arg(program);
    shell.current_dir(folder.path());
    let refusal = text(output_of(&mut shell, 2).stderr);
    assert!(refusal.contains("cannot be written"), "{refusal}");
    let names = fs::read_dir(folder.path()).expect("it is a folder");
    assert_eq!(names.count(), 1, "only the puzzle is left");
}

#[test]
fn a_formula_over_the_limit_is_refused_with_its_size() {
    let folder = TempDir::new().expect("a temporary folder");
    let puzzle = folder.path().join("large.toml");
    let large = r#"
size = 4
[layers]
field = { values = "0-1", cells = 9000, columns = 90 }
[clues]
relation = "connected(c in field: c == 1)"
"#;
    fs::write(&puzzle, large).expect("the folder is writable");
    let puzzle = puzzle.display().to_string();
    for format in ["dimacs", "opb"] {
        let arguments = ["convert", "--to", format, &puzzle];
        let output = output_of(&mut cluewright(&arguments), 2);
        let refusal = text(output.stderr);
        assert!(refusal.contains("literals; the limit is"), "{refusal}");
        assert!(output.stdout.is_empty());
    }
}

#[test]
fn the_gallery_holds() {
    let gallery = fs::read_dir("corpus/certified").expect("there is a gallery");
    let folders = gallery.map(|entry| entry.expect("it can be read").path());
    let folders: Vec<PathBuf> = folders.filter(|path| path.is_dir()).collect();
    assert!(folders.len() >= 5);
    for folder in folders {
        certify(&folder, 0);
    }
}

#[test]
fn formulas_are_exported() {
    let (folder, certificate) = make_certificate(PUZZLE, 0);
    let puzzle = folder.path().join("mine.toml").display().to_string();
    let arguments = ["convert", "--quiet", "--to", "dimacs", &puzzle];
    let exported = text(output_of(&mut cluewright(&arguments), 0).stdout);
    let clauses = |text: &str| {
        let lines = text.lines().filter(|line| !line.starts_with(['c', 'p']));
        lines.map(str::to_owned).collect::<Vec<String>>()
    };
    let formula = fs::read_to_string(certificate.join("formula.cnf")).expect("it is there");
    let mut with_solution = clauses(&formula);
    with_solution.pop();
    assert_eq!(clauses(&exported), with_solution);
    let arguments = ["convert", "--quiet", "--to", "opb", &puzzle];
    let constraints = text(output_of(&mut cluewright(&arguments), 0).stdout);
    let constraints = constraints.lines().filter(|line| !line.starts_with('*'));
    let constraints: Vec<String> = constraints.map(clause_of).collect();
    assert_eq!(constraints, clauses(&exported));
    let json = ["convert", "--json", "--to", "dimacs", &puzzle];
    let exported_json = text(output_of(&mut cluewright(&json), 0).stdout);
    assert!(
        exported_json.contains(r#""format":"dimacs""#),
        "{exported_json}"
    );
}

/// Converts a pseudo-Boolean constraint to a clause: `+1 x3 -1 x4 >= 0 ;` is `3 -4 0`.
fn clause_of(constraint: &str) -> String {
    let (sum, bound) = constraint.split_once(">= ").expect("it is a constraint");
    let literals = sum.trim_end().replace("+1 x", "").replace("-1 x", "-");
    let negative = literals.matches('-').count() as i64;
    assert_eq!(bound, format!("{} ;", 1 - negative));
    format!("{literals} 0")
}
