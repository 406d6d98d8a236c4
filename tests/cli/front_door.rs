//! The same question gets the same answer from every side: the command line, the library, a diagnosis.

use cluewright::Prepared;
use cluewright::diagnose::{Request, Stage, diagnose};
use cluewright::formats::{ReadOptions, read_any};
use cluewright::puzzle::Puzzle;
use cluewright::rules::Book;
use cluewright::search::{Limits, Run};
use serde_json::Value;
use std::fs;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

/// Every puzzle of the corpus that has one solution.
fn corpus() -> Vec<PathBuf> {
    let folders = ["classic", "seeds", "variants"];
    let mut files: Vec<PathBuf> = folders
        .iter()
        .flat_map(|folder| fs::read_dir(format!("corpus/{folder}")).expect("the corpus is there"))
        .map(|entry| entry.expect("the corpus can be read").path())
        .filter(|path| path.extension().is_some_and(|ending| ending == "toml"))
        .collect();
    files.sort();
    files
}

fn read(file: &PathBuf) -> Puzzle {
    let text = fs::read_to_string(file).expect("the file can be read");
    let reading = read_any(&text, None, &ReadOptions::default()).expect("it is a puzzle");
    reading.puzzles.into_iter().next().expect("there is one")
}

/// What a command prints with `--json`, an object for each puzzle.
fn told(command: &str, files: &[PathBuf]) -> Vec<Value> {
    let run = assert_cmd::Command::cargo_bin("cluewright")
        .expect("the binary is built")
        .args([command, "--json", "--quiet"])
        .args(files)
        .output()
        .expect("it runs");
    let text = String::from_utf8(run.stdout).expect("it prints text");
    let lines = text.lines().map(serde_json::from_str);
    lines.map(|line| line.expect("a JSON object")).collect()
}

#[test]
fn the_command_and_the_library_make_the_same_guesses() {
    let files = corpus();
    let answers = told("check", &files);
    assert_eq!(answers.len(), files.len());
    for (file, answer) in files.iter().zip(answers) {
        let prepared = Prepared::new(read(file), Book::builtin()).expect("its clues fit");
        let ours = prepared.check(Limits::default(), Run::QUIET);
        assert_eq!(answer["nodes"], ours.nodes, "{}", file.display());
        assert_eq!(
            answer["solutions"][0],
            ours.solutions[0],
            "{}",
            file.display()
        );
    }
}

#[test]
fn a_diagnosis_makes_the_same_guesses_in_its_first_proof() {
    for file in corpus() {
        let puzzle = read(&file);
        // What comes after the verdict is of no interest here.
        let enough = AtomicBool::new(false);
        let stop = |_: Stage| enough.store(true, Ordering::Relaxed);
        let request = Request {
            limits: Limits {
                cancel: Some(&enough),
                ..Limits::default()
            },
            progress: Some(&stop),
            ..Request::default()
        };
        let (diagnosis, _) =
            diagnose(&puzzle, Book::builtin(), &request, Run::QUIET).expect("its clues fit");
        let prepared = Prepared::new(puzzle, Book::builtin()).expect("its clues fit");
        let ours = prepared.check(Limits::default(), Run::QUIET);
        assert_eq!(diagnosis.answer.nodes, ours.nodes, "{}", file.display());
    }
}
