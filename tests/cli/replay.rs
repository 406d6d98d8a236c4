//! Replays a setter who edits a puzzle while its true candidates are shown. Each edit is sent immediately, and must
//! be answered or cancelled.

use super::serve::Server;
use cluewright::Prepared;
use cluewright::ask::{Candidates, Check, Host};
use cluewright_engine::search::Verdict;
use cluewright_formats::{ReadOptions, fpuzzles, read_any};
use cluewright_puzzle::{DigitSet, Given, Puzzle};
use cluewright_rules::Book;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::Value;
use std::path::Path;
use std::time::{Duration, Instant};
use std::{env, fs};

/// Returns the versions that a puzzle goes through while it is set. Clues and givens are added one by one. Wrong givens
/// are added and immediately undone, and some clues are removed and added again.
fn versions(whole: &Puzzle, count: usize) -> Vec<Puzzle> {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut now = Puzzle {
        clues: vec![],
        givens: vec![],
        ..whole.clone()
    };
    let mut versions = vec![];
    while versions.len() < count {
        let (clues, givens) = (now.clues.len(), now.givens.len());
        match chance.random_range(0..10) {
            0 | 1 => {
                let cell = whole.layout.cell(
                    chance.random_range(0..whole.layout.rows),
                    chance.random_range(0..whole.layout.columns),
                );
                let digits = DigitSet::one(chance.random_range(1..=whole.layout.max_digit()));
                let mut wrong = now.clone();
                wrong.givens.push(Given { cell, digits });
                versions.extend([wrong, now.clone()]);
            }
            2 if clues > 0 => {
                now.clues.pop();
                versions.push(now.clone());
            }
            _ if clues < whole.clues.len() => {
                now.clues.push(whole.clues[clues].clone());
                versions.push(now.clone());
            }
            _ if givens < whole.givens.len() => {
                now.givens.push(whole.givens[givens]);
                versions.push(now.clone());
            }
            _ => {
                now.clues.clear();
                now.givens.clear();
            }
        }
    }
    versions.truncate(count);
    versions
}

/// Returns the true candidates of a version, as computed by the library; null if there is no solution.
fn candidates(version: &Puzzle) -> Value {
    let prepared = Prepared::new(version.clone(), Book::builtin()).expect("its clues fit");
    let found = prepared.ask(&Candidates::default(), &Host::default());
    let found = found.expect("it can be asked");
    let counts = found.candidates.iter().flat_map(|cell| {
        let count = |digit: u8| cell.get(&digit).copied().unwrap_or(0);
        version.layout.digits().iter().map(count)
    });
    match found.verdict {
        Verdict::None => Value::Null,
        _ => counts.collect::<Vec<u64>>().into(),
    }
}

/// Returns the number of solutions of a version, up to two.
fn verdict(version: &Puzzle) -> u64 {
    let prepared = Prepared::new(version.clone(), Book::builtin()).expect("its clues fit");
    let checked = prepared.ask(&Check::default(), &Host::default());
    match checked.expect("it can be asked").answer.verdict {
        Verdict::None => 0,
        Verdict::Unique => 1,
        _ => 2,
    }
}

/// Returns the memory use of a process in kibibytes; 0 if the system does not report it.
fn memory(process: u32) -> u64 {
    let told = fs::read_to_string(format!("/proc/{process}/status")).unwrap_or_default();
    let line = told.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    line.and_then(|line| line.trim().strip_suffix(" kB")?.parse().ok())
        .unwrap_or(0)
}

/// Returns the puzzle to set: a real one if `CLUEWRIGHT_DATA` is set, otherwise one from the
/// corpus.
fn puzzle() -> Puzzle {
    let text = match env::var_os("CLUEWRIGHT_DATA") {
        Some(folder) => {
            let rows = fs::read_to_string(Path::new(&folder).join("ctc_rated_dev.jsonl"));
            let rows = rows.expect("CLUEWRIGHT_DATA has ctc_rated_dev.jsonl");
            let row = rows.lines().nth(1).expect("it has rows");
            let row: Value = serde_json::from_str(row).expect("they are JSON");
            row["toml"].as_str().expect("with a puzzle").to_owned()
        }
        None => fs::read_to_string("corpus/seeds/mentats-diversion.toml").expect("it is there"),
    };
    let reading = read_any(&text, None, &ReadOptions::default()).expect("it is a puzzle");
    reading.puzzles.into_iter().next().expect("there is one")
}

/// Sends `edits` versions with a `pause` between them, and compares the answers about two in every `sample` versions
/// with the library's.
#[expect(clippy::print_stderr, reason = "figures of the long run")]
fn replay(edits: usize, pause: Duration, sample: usize) {
    let versions = versions(&puzzle(), edits);
    let server = Server::start(&[]);
    let mut setter = server.setter();
    let mut heard: Vec<(Instant, Value)> = vec![];
    let mut sent = vec![];
    let mut early = 0;
    for (edit, version) in versions.iter().enumerate() {
        let begun = Instant::now();
        let puzzle = fpuzzles::to_json(version).expect("f-puzzles has words for it");
        let puzzle = serde_json::from_str(&puzzle).expect("it is JSON");
        // Every fifth edit also requests the verdict, which cancels the search for candidates.
        let commands = match edit % 5 {
            4 => &["truecandidates", "check"][..],
            _ => &["truecandidates"],
        };
        for command in commands {
            setter.command(command, &puzzle);
            sent.push((Instant::now(), *command, edit));
        }
        heard.extend(setter.listen(pause.saturating_sub(begun.elapsed())));
        if edit == edits / 5 {
            early = memory(server.process());
        }
    }
    heard.retain(|(_, said)| said["inProgress"] != true);
    while heard.len() < sent.len() {
        let said = setter.hear();
        if said["inProgress"] != true {
            heard.push((Instant::now(), said));
        }
    }
    let late = memory(server.process());
    assert!(
        late < early + (64 << 10),
        "memory grew from {early} to {late} KiB"
    );

    // Each command is answered exactly once, and in order. An answer about a version can therefore not follow an answer
    // about a later version.
    let nonces: Vec<u64> = heard
        .iter()
        .filter_map(|(_, said)| said["nonce"].as_u64())
        .collect();
    assert_eq!(nonces, (1..=sent.len() as u64).collect::<Vec<u64>>());
    let mut times = vec![];
    for ((asked, command, edit), (at, said)) in sent.iter().zip(&heard) {
        if said["type"] == "canceled" {
            continue;
        }
        times.push(at.duration_since(*asked));
        if edit % sample == 0 || edit % sample == sample - 1 {
            let version = &versions[*edit];
            match *command {
                "check" => assert_eq!(said["count"], verdict(version), "edit {edit}: {said}"),
                _ => assert_eq!(
                    said["solutionsPerCandidate"],
                    candidates(version),
                    "edit {edit}: {said}"
                ),
            }
        }
    }
    assert!(!times.is_empty(), "no edit was answered");
    times.sort();
    let (answered, all, median) = (times.len(), sent.len(), times[times.len() / 2]);
    eprintln!(
        "{answered} of {all} answered, median {median:?}; {early} KiB early, {late} KiB late"
    );
}

#[test]
fn edits_are_answered_or_cancelled() {
    replay(30, Duration::from_millis(60), 10);
}

#[test]
#[ignore = "takes a minute; .ci/nightly runs it"]
fn many_edits_are_answered_or_cancelled() {
    replay(500, Duration::from_millis(100), 5);
}
