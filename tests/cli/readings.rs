//! Tests that `check` and `batch` read a file in the same way.

use crate::written::{SLIPS, SOUND, Writer, Written};
use crate::{cluewright, one_in, text};
use serde_json::Value;
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// The verdict and solution of each puzzle; for a file that cannot be read, the error.
type Verdicts = Vec<(String, Option<String>)>;

/// Creates files with texts of all kinds. Returns their names.
fn files(folder: &Path) -> Vec<String> {
    let seed = std::env::var("CLUEWRIGHT_SEED");
    let seed = seed.map_or(u64::from(std::process::id()), |seed| {
        seed.parse().expect("a number")
    });
    let rounds = 8 / u64::from(one_in(8_u8));
    let mut names = vec![];
    for round in 0..rounds {
        let mut writer = Writer::new(seed + round);
        let sound: Vec<Written> = (0..SOUND).map(|way| writer.sound(way)).collect();
        let slips: Vec<Written> = (0..SLIPS).map(|slip| writer.slip(slip)).collect();
        let damaged: Vec<Written> = (0..SOUND).map(|way| writer.damage(way)).collect();
        for (number, written) in sound.iter().chain(&slips).chain(&damaged).enumerate() {
            let name = format!("{seed}-{round}-{number:03}.{}", written.ending);
            fs::write(folder.join(&name), &written.text).expect("the folder is writable");
            names.push(name);
        }
    }
    names
}

/// Returns the rows of each file, without those for blank lines.
fn batch(folder: &Path) -> BTreeMap<String, Verdicts> {
    let path = folder.to_str().expect("the path is UTF-8");
    let columns = "source,verdict,solution";
    let arguments = [
        "batch",
        path,
        "--out",
        "-",
        "--quiet",
        "--format",
        "jsonl",
        "--columns",
        columns,
    ];
    let output = cluewright(&arguments).output().expect("the program runs");
    let mut found: BTreeMap<String, Verdicts> = BTreeMap::new();
    for row in text(output.stdout).lines() {
        let row: Value = serde_json::from_str(row).expect("rows are JSON");
        let source = Path::new(row["source"].as_str().expect("a source")).file_name();
        let name = source
            .and_then(|name| name.to_str())
            .expect("a name")
            .to_owned();
        let verdicts = found.entry(name).or_default();
        if let Some(verdict) = row["verdict"].as_str() {
            verdicts.push((
                verdict.to_owned(),
                row["solution"].as_str().map(str::to_owned),
            ));
        }
    }
    found
}

fn check(file: &Path) -> Verdicts {
    let path = file.to_str().expect("the path is UTF-8");
    let output = cluewright(&["check", "--json", path]).output();
    let mut verdicts = vec![];
    for answer in text(output.expect("the program runs").stdout).lines() {
        let answer: Value = serde_json::from_str(answer).expect("answers are JSON");
        let verdict = answer["verdict"].as_str().unwrap_or("error");
        let solution = answer["solutions"][0]
            .as_str()
            .filter(|_| verdict == "unique");
        verdicts.push((verdict.to_owned(), solution.map(str::to_owned)));
    }
    verdicts
}

/// If `check` refuses a text, its row in `batch` has an error. Otherwise each puzzle has the same verdict from both
/// commands.
#[test]
fn check_and_batch_read_a_file_alike() {
    let folder = TempDir::new().expect("a temporary folder");
    let names = files(folder.path());
    let rows = batch(folder.path());
    let is_error = |(verdict, _): &(String, Option<String>)| verdict == "error";
    for name in names {
        let path = folder.path().join(&name);
        let (checked, rows) = (check(&path), &rows[&name]);
        let shown = || fs::read_to_string(&path).unwrap_or_default();
        match checked.iter().any(is_error) {
            true => assert!(rows.iter().any(is_error), "{name}: {rows:?}\n{}", shown()),
            false => assert_eq!(*rows, checked, "{name}\n{}", shown()),
        }
    }
}

/// Givens and regions that are on two lines stay together, even if the input is so long that it is read in
/// pieces.
#[test]
fn jigsaws_on_two_lines_are_read_from_long_files() {
    const SIDE: usize = 16;
    const COUNT: usize = 1200;
    let symbol = |number: usize| char::from(b"123456789ABCDEFG"[number % SIDE]);
    let cells = || (0..SIDE * SIDE).map(|cell| (cell / SIDE, cell % SIDE));
    // The regions are the rows. The digits repeat only within the default boxes, so a reader that ignored the
    // regions would give another verdict.
    let givens: String = cells().map(|(row, column)| symbol(row + column)).collect();
    let regions: String = cells().map(|(row, _)| symbol(row)).collect();
    let folder = TempDir::new().expect("a temporary folder");
    let path = folder.path().join("long.txt");
    let pair = format!("{givens}\n{regions}\n");
    fs::write(&path, pair.repeat(COUNT)).expect("the folder is writable");
    let path = path.to_str().expect("the path is UTF-8");
    let columns = ["--columns", "line,verdict"];
    let arguments = ["batch", path, "--out", "-", "--quiet"];
    let output = cluewright(&[&arguments[..], &columns].concat()).output();
    let rows = text(output.expect("the program runs").stdout);
    let lines = (0..COUNT).map(|pair| format!("{},unique\n{},\n", 2 * pair + 1, 2 * pair + 2));
    assert_eq!(rows, format!("line,verdict\n{}", lines.collect::<String>()));
}
