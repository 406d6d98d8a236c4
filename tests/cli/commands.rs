//! Tests the command line. The pages in `tests/cli` are run as transcripts; the other tests cover unusual cases.

use crate::{CLASSIC, cluewright, ends_when_nobody_reads, output_of, spawn, text};
use assert_cmd::Command;
use serde_json::{Value, json};
use std::fs;
use std::time::{Duration, Instant};
use tempfile::TempDir;

/// Runs the transcripts of all pages. `TRYCMD=overwrite cargo test --test cli` updates their output.
#[test]
fn the_manual_is_true() {
    trycmd::TestCases::new().case("tests/cli/*.md");
}

#[test]
fn the_readme_is_true() {
    check_transcripts("README.md", 3);
}

#[test]
fn the_guide_is_true() {
    check_transcripts("docs/GUIDE.md", 10);
}

/// Runs the `count` commands of a page and compares their output with the page. Text in parentheses that ends with a
/// time may differ. A line with `…` matches any number of lines.
fn check_transcripts(page: &str, count: usize) {
    let text = fs::read_to_string(page).expect(page);
    let shown: Vec<&str> = text.split("```text\n$ cluewright ").skip(1).collect();
    assert_eq!(shown.len(), count, "{page}");
    for block in shown {
        let block = block.split("```").next().unwrap_or_default();
        let (command, expected) = block.split_once('\n').unwrap_or((block, ""));
        let arguments: Vec<&str> = command.split(' ').collect();
        let output = cluewright(&arguments).output().expect("the binary runs");
        let told = [output.stderr, output.stdout].concat();
        let told = without_proofs(&String::from_utf8(told).expect("answers are UTF-8"));
        let expected = without_proofs(expected);
        match expected.split("…\n").collect::<Vec<_>>()[..] {
            [whole] => assert_eq!(told, whole, "{command}"),
            ref parts => {
                let mut rest = &told[..];
                for part in parts {
                    let found = rest.split_once(part);
                    rest = found
                        .unwrap_or_else(|| panic!("{command}: no {part} in {rest}"))
                        .1;
                }
            }
        }
    }
}

/// Removes text in parentheses that ends with a time, because times differ from run to run.
fn without_proofs(text: &str) -> String {
    let untimed = |part: &&str| !part.ends_with(" ms") && !part.ends_with(" s");
    text.split(['(', ')']).filter(untimed).collect()
}

fn stderr_of(command: &mut Command, code: i32) -> String {
    let output = output_of(command, code);
    assert_eq!(output.stdout, b"", "nothing is written to stdout");
    text(output.stderr)
}

fn json_of(command: &mut Command, code: i32) -> Value {
    let text = text(output_of(command, code).stdout);
    assert_eq!(text.lines().count(), 1, "one object on one line: {text}");
    serde_json::from_str(&text).expect("one JSON object")
}

#[test]
fn a_puzzle_is_read_from_standard_input() {
    for arguments in [&["check"][..], &["check", "-"]] {
        let mut command = cluewright(arguments);
        command.arg("--json").write_stdin(CLASSIC);
        let answer = json_of(&mut command, 0);
        assert_eq!(answer["puzzle"], "standard input");
        assert_eq!(answer["verdict"], "unique");
    }
}

#[test]
fn every_line_of_a_list_is_checked() {
    let blank = ".".repeat(81);
    let list = format!("{CLASSIC}\n# a comment\n{blank}\n");
    let mut command = cluewright(&["check", "--json"]);
    let text = text(output_of(command.write_stdin(list), 1).stdout);
    let lines: Vec<Value> = text
        .lines()
        .map(|l| serde_json::from_str(l).expect("JSON"))
        .collect();
    let told: Vec<_> = lines
        .iter()
        .map(|l| (l["number"].as_u64(), l["verdict"].as_str()))
        .collect();
    assert_eq!(
        told,
        [(Some(1), Some("unique")), (Some(2), Some("several"))]
    );
}

#[test]
fn an_unreadable_puzzle_does_not_keep_the_others_from_being_checked() {
    let mut command = cluewright(&["check", "--quiet", "nowhere.toml", CLASSIC]);
    let output = output_of(&mut command, 2);
    assert!(String::from_utf8_lossy(&output.stdout).contains("unique"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no such file"));
}

#[test]
fn the_same_bytes_at_any_number_of_threads() {
    let blank = format!("{}{}", "123456789", ".".repeat(72));
    let run = |threads| {
        let mut command = cluewright(&[
            "solve",
            "--json",
            "--count",
            "--limit",
            "20000",
            "--threads",
            threads,
            &blank,
        ]);
        command.assert().code(0).get_output().stdout.clone()
    };
    let one = run("1");
    assert!(String::from_utf8_lossy(&one).contains("\"count\":20000"));
    assert_eq!(one, run("2"));
    assert_eq!(one, run("8"));
}

#[test]
fn a_time_limit_leaves_it_undecided() {
    let answer = json_of(
        &mut cluewright(&[
            "solve",
            "--json",
            "--count",
            "--time-limit",
            "200ms",
            &".".repeat(81),
        ]),
        3,
    );
    assert_eq!(answer["stopped"], "time");
    assert_eq!(answer["complete"], false);
}

/// Unreadable input is refused within a second, with the reason. Nothing is written.
#[test]
fn bad_input_is_refused_quickly() {
    let folder = TempDir::new().expect("a temporary folder");
    let file = |name: &str, bytes: &[u8]| {
        let path = folder.path().join(name);
        fs::write(&path, bytes).expect("the folder is writable");
        path.to_str().expect("the path is UTF-8").to_owned()
    };
    let long = vec![b'a'; 10_000_000];
    let cases = [
        (file("empty.toml", b""), "the input is empty"),
        (file("blank.txt", b" \n\n"), "the input is empty"),
        (
            file("latin1.toml", b"title = \"caf\xe9\"\n"),
            "byte 0xE9 at offset 12",
        ),
        (file("binary.txt", &[0, 159, 146, 150]), "not UTF-8 text"),
        (file("long.txt", &long), "10000000 bytes"),
        (file("ones.txt", &vec![b'1'; 10_000_000]), "10000000 bytes"),
        (file("key.toml", b"thermo = 3\n"), "thermo"),
        (
            file("cell.toml", b"[clues]\nodd = \"R1C10\"\n"),
            "R1C10 is off the grid",
        ),
        (
            file(
                "cross.toml",
                b"[clues]\nthermometer = \"R1C1 R1C2 R2C2 R2C1 R1C1\"\n",
            ),
            "twice",
        ),
        (
            file("sum.toml", b"[clues]\nkiller-cage = \"99: R1C1 R1C2\"\n"),
            "3 to 17",
        ),
        (
            file("size.toml", b"size = 6\ngrid = \"123456789\"\n"),
            "expected 36",
        ),
        (
            file("rule.toml", b"[clues]\nmy-rule = \"R1C1\"\n"),
            "my-rule",
        ),
        (
            file("json.json", b"{\"size\": 9, \"grid\": ["),
            "json.json:1:21",
        ),
        (file("text.toml", b"asdf 23 [[ }}\n"), "text.toml:1:6"),
        (
            file("twice.toml", b"size = 9\n[clues]\nodd = \"R1C1\"\nodd = \"R1C2\"\n"),
            "write all in one list: odd",
        ),
        (file("library.txt", b":0000:x:123..:::\n"), "5 cells, expected 81"),
        (file("short.txt", &[b'.'; 80]), "80 symbols do not form a square grid"),
        (
            file(
                "fpuzzles.json",
                b"{\"size\": 1, \"grid\": [[{}]], \"odd\": [{\"cell\": \"R1C2\"}]}",
            ),
            "odd[0].cell",
        ),
        (
            file("fpuzzles-size.json", b"{\"size\": 2, \"grid\": [[{}]]}"),
            "the grid has 1 rows, expected 2",
        ),
        (
            file(
                "sudokupad.json",
                b"{\"cellSize\": 50, \"cells\": [[{}]], \"cages\": [{\"cells\": [[0, 1]], \"unique\": true}]}",
            ),
            "cages[0].cells[0]",
        ),
        (
            "https://sudokupad.app/scfzzzzzzzzzzzzzzzz".to_owned(),
            "character 1 of the coded grid",
        ),
        (".Thermo~R1C1~R1C12".to_owned(), "command line:1:14"),
        (".Frob~R1C1".to_owned(), "`Frob` is not a type"),
        (".Cage~99~R1C1~R1C2".to_owned(), "3 to 17"),
        (".Thermo~R1C1~R1C2~R1C1".to_owned(), "twice"),
        (".Shape~6x6.Shape~4x4".to_owned(), "a different grid"),
        (file("long.iss", &[&b".Cage~10"[..], &b"~R1C1".repeat(2_000_000)].concat()), "bytes"),
        (
            "https://f-puzzles.com/?load=N4IgzglgXgpi".to_owned(),
            "damaged",
        ),
        ("https://sudokupad.app/abcdef".to_owned(), "short id"),
        (
            folder
                .path()
                .to_str()
                .expect("the path is UTF-8")
                .to_owned(),
            "folder",
        ),
    ];
    for (argument, message) in cases {
        let started = Instant::now();
        let told = stderr_of(&mut cluewright(&["check", &argument]), 2);
        let took = started.elapsed();
        assert!(told.contains(message), "{argument}: {told}");
        assert!(
            told.len() < 2000,
            "{argument}: {} bytes of message",
            told.len()
        );
        assert!(took < Duration::from_secs(5), "{argument}: {took:?}");
    }
}

/// An error in a rule is shown with its position in the file.
#[test]
fn bad_rules_are_refused_with_their_place() {
    let folder = TempDir::new().expect("a temporary folder");
    let own = |relation: &str| {
        format!(
            "[own-rules.mine]\nshape = \"line\"\nrelation = '{relation}'\n[clues]\nmine = \"R1C1-R1C9\"\n"
        )
    };
    let scan = "scan(c in cells; a = 0; a = a * 31 + c * c; a == 3)";
    let cases = [
        (own("each c in cels: c > 3"), "unknown name `cels`", "3:23"),
        (own("cells > 3"), "expected a number, found a list", "3:13"),
        (
            own("first(cells)"),
            "expected a formula, found a cell",
            "3:13",
        ),
        (own(scan), "more than 20000 states", "5:8"),
        (own("1 < 2"), "never mentions the clue's `cells`", "3:13"),
        (own("obeys(\"mine\", cells)"), "6 levels deep", "5:8"),
        (
            own("obeys(\"thermometr\", cells)"),
            "unknown rule `thermometr`",
            "5:8",
        ),
        (
            "[letters]\nA = \"\"\n".to_owned(),
            "these are not values",
            "2:5",
        ),
        (
            "[letters]\nA = \"1-99\"\n".to_owned(),
            "these are not values",
            "2:5",
        ),
        (
            "[clues]\nrelation = \"A == R1C1\"\n".to_owned(),
            "unknown name `A`",
            "2:13",
        ),
    ];
    for (text, message, place) in cases {
        let path = folder.path().join("mine.toml");
        fs::write(&path, &text).expect("the folder is writable");
        let told = stderr_of(cluewright(&["check", "--quiet"]).arg(&path), 2);
        assert!(told.contains(message), "{text}{told}");
        assert!(told.contains(&format!("mine.toml:{place}")), "{text}{told}");
        assert!(told.contains('^'), "{text}{told}");
    }
}

/// A rule file is refused if its rule contradicts one of its examples.
#[test]
fn a_rule_that_its_example_belies_is_refused() {
    let folder = TempDir::new().expect("a temporary folder");
    let rule = "name = 'mine'\ntitle = 'Mine'\nfamily = 'lines'\nshape = 'line'\ntext = ''\n\
                relation = 'first(cells) < 3'\n[[accepts]]\nvalues = [2, 4]\n[[accepts]]\nvalues = [4, 5]\n\
                [[rejects]]\nvalues = [4, 5]\n";
    fs::write(folder.path().join("mine.toml"), rule).expect("the folder is writable");
    let told = stderr_of(
        cluewright(&["check", CLASSIC, "--rules"]).arg(folder.path()),
        2,
    );
    assert!(told.contains("the rule rejects an example"), "{told}");
    assert!(told.contains("mine.toml:9:1"), "{told}");
}

#[test]
fn windows_text_is_read() {
    let utf16: Vec<u8> = [0xFF, 0xFE]
        .into_iter()
        .chain(
            format!("{CLASSIC}\r\n")
                .encode_utf16()
                .flat_map(u16::to_le_bytes),
        )
        .collect();
    cluewright(&["check", "--quiet"])
        .write_stdin(utf16)
        .assert()
        .code(0);
    let marked = format!("\u{feff}{CLASSIC}\r\n");
    cluewright(&["check", "--quiet"])
        .write_stdin(marked)
        .assert()
        .code(0);
}

#[test]
fn colours_are_for_terminals() {
    let output = cluewright(&["check", "tests/cli/two-ways.toml"])
        .assert()
        .code(1)
        .get_output()
        .clone();
    assert!(!output.stdout.contains(&0x1b) && !output.stderr.contains(&0x1b));
}

#[test]
fn completions_and_the_man_page_name_every_command() {
    let complete = |shell: &str| {
        let mut command = cluewright(&["--", "cluewright", ""]);
        command
            .env("CLUEWRIGHT_COMPLETE", shell)
            .env("_CLAP_COMPLETE_INDEX", "1");
        command
    };
    let asked = ["bash", "zsh", "fish"].map(|shell| (shell, complete(shell)));
    for (name, mut command) in asked.into_iter().chain([("man", cluewright(&["man"]))]) {
        let output = output_of(&mut command, 0);
        let text = String::from_utf8_lossy(&output.stdout).to_lowercase();
        for command in ["check", "solve", "convert", "rules"] {
            assert!(text.contains(command), "{name} lacks {command}");
        }
    }
}

/// After Ctrl-C, the command prints the answer so far and marks it as undecided.
#[cfg(unix)]
#[test]
fn an_interrupt_gives_the_answer_so_far() {
    use std::process::{Command, Stdio};
    let empty = ".".repeat(81);
    let run = ["solve", "--count", "--json", "--node-limit", "none", &empty];
    let child = spawn(&run, Stdio::piped(), Stdio::null());
    std::thread::sleep(Duration::from_secs(1));
    let kill = Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("there is `kill`").success());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&output.stdout).expect("one JSON object");
    assert_eq!(answer["stopped"], "cancelled");
    assert_eq!(answer["complete"], false);
    assert!(answer["count"].as_u64() > Some(1));
}

/// If the reader closes the pipe, as in `cluewright rules | head -1`, no error is reported.
#[cfg(unix)]
#[test]
fn a_closed_pipe_is_not_an_error() {
    ends_when_nobody_reads(&["rules", "--markdown"]);
}

#[test]
fn a_diagnosis_writes_its_picture_and_the_reduced_puzzle() {
    let folder = TempDir::new().expect("a folder");
    let (less, picture) = (
        folder.path().join("less.toml"),
        folder.path().join("it.svg"),
    );
    let mut command = cluewright(&["diagnose", "--quiet", "--json"]);
    command.arg("corpus/seeds/mentats-diversion.toml");
    command
        .arg("--minimise")
        .arg(&less)
        .arg("--svg")
        .arg(&picture);
    let answer = json_of(&mut command, 0);
    let gone = answer["minimal"]["removed"].as_array().map_or(0, Vec::len);
    assert!(
        gone > 0
            && answer["redundant"]
                .as_array()
                .is_some_and(|all| gone <= all.len())
    );
    let svg = fs::read_to_string(picture).expect("the picture is written");
    assert!(svg.starts_with("<svg "));
    let mut command = cluewright(&["check", "--json"]);
    command.arg(&less);
    assert_eq!(json_of(&mut command, 0)["verdict"], "unique");
}

#[test]
fn a_diagnosis_reads_every_format() {
    let links = ["tests/cli/typed.json", CLASSIC];
    for puzzle in links {
        let mut command = cluewright(&["diagnose", "--json", puzzle]);
        let output = command.output().expect("the binary runs");
        let answer: Value = serde_json::from_slice(&output.stdout).expect("JSON");
        assert_eq!(answer["finished"], true, "{answer}");
    }
}

#[test]
fn an_earlier_version_is_read_like_the_puzzle() {
    let folder = TempDir::new().expect("a folder");
    let file = folder.path().join("zeros.txt");
    fs::write(&file, "01....0..0..32.0").expect("the folder is writable");
    let file = file.to_str().expect("the path is UTF-8");
    let arguments = ["diagnose", "-q", "--zero-is-digit", file, "--was", file];
    output_of(&mut cluewright(&arguments), 1);
    let drawn = ["diagnose", "-q", CLASSIC, "--was", "tests/cli/drawn.json"];
    let refused = text(output_of(&mut cluewright(&drawn), 2).stderr);
    assert!(refused.contains("1 drawing may be a rule"), "{refused}");
}

#[test]
fn a_forced_grade_does_not_assume_a_unique_solution() {
    let two = "size = 4\nboxes = \"none\"\ngrid = \"..34..4334124321\"";
    let arguments = ["grade", two, "--force", "--profile", "sukaku", "--json"];
    let answer = json_of(&mut cluewright(&arguments), 3);
    assert_eq!(answer["verdict"], "several");
    assert_eq!(answer["ended"], "techniques", "{answer}");
}

/// The time limit applies to the proof, the path and the explanations together.
#[test]
fn a_time_limit_ends_explanations_too() {
    let puzzle = "corpus/variants/lockout-line.toml";
    let began = Instant::now();
    let arguments = [
        "grade",
        puzzle,
        "--explain",
        "all",
        "--verify",
        "--json",
        "-q",
    ];
    let limited = cluewright(&arguments)
        .args(["--time-limit", "20ms"])
        .output();
    let limited = limited.expect("the binary runs");
    assert!(began.elapsed() < Duration::from_secs(20));
    assert_eq!(limited.status.code(), Some(3));
    let answer: Value = serde_json::from_slice(&limited.stdout).expect("it is JSON");
    let steps = answer["path"].as_array().expect("it has a path");
    assert!(answer["ended"] == "limit" || steps.iter().any(|step| step["partial"] == true));
}

/// A puzzle with a drawing that may be a rule is `unchecked`, unless the drawing is explicitly ignored.
#[test]
fn drawings_that_may_be_rules_leave_a_puzzle_unchecked() {
    let drawn = "tests/cli/drawn.json";
    for command in ["check", "diagnose", "solve", "grade", "hint"] {
        let answer = json_of(&mut cluewright(&[command, "--json", drawn]), 2);
        assert_eq!(answer["verdict"], "unchecked", "{command}");
        let unread = answer["unread"].as_array().expect("a list");
        let number = json!({
            "kind": "number outside the grid",
            "cells": ["R0C3"],
            "text": "5",
            "rules": ["numbered-room", "sandwich", "skyscraper"],
        });
        assert_eq!(unread, &[number], "{command}");
    }
    let mut check = cluewright(&["check", "--json", "--ignore-drawings", drawn]);
    let answer = json_of(&mut check, 1);
    assert_eq!(answer["verdict"], "several");
    let warning = answer["warnings"][0].as_str().unwrap_or_default();
    assert!(warning.contains("4 drawings may be rules"), "{warning}");

    let columns = "verdict,unread,error";
    let mut batch = cluewright(&["batch", drawn, "--out", "-", "--columns", columns]);
    let output = batch.output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(4));
    let rows = String::from_utf8_lossy(&output.stdout);
    assert!(
        rows.contains("unchecked,1 number outside the grid"),
        "{rows}"
    );
    let mut batch = cluewright(&["batch", drawn, "--out", "-", "--ignore-drawings"]);
    assert_eq!(
        batch.output().expect("the binary runs").status.code(),
        Some(0)
    );
}

/// A user's answer settles the meaning of an ambiguous drawing. It can also state that a sentence is not a rule.
#[test]
fn answers_decide_what_drawings_mean() {
    let drawn = "tests/cli/drawn.json";
    let reading = "number outside the grid = sandwich";
    let mut check = cluewright(&["check", "--json", drawn, "--read", reading]);
    let answer = json_of(&mut check, 2);
    assert_eq!(answer["unread"][0]["kind"], "doubt");
    let mut check = cluewright(&["check", drawn, "--read", "skyscraper"]);
    let output = check.output().expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("expected `green lines = german-whisper`"),
        "{error}"
    );
}

/// The limit also covers the search that decides the meaning of drawings.
#[test]
fn a_time_limit_ends_the_proof_of_a_reading() {
    let reading = "number outside the grid = decoration";
    for (limit, doubt) in [("1m", "several solutions"), ("0s", "guesses or time")] {
        let mut check = cluewright(&["check", "--json", "tests/cli/drawn.json"]);
        check.args(["--read", reading, "--time-limit", limit]);
        let answer = json_of(&mut check, 2);
        let text = answer["unread"][0]["text"].as_str().unwrap_or_default();
        assert!(text.contains(doubt), "{limit}: {answer}");
    }
}

#[test]
fn what_comes_of_several_puzzles_goes_to_several_files() {
    let folder = TempDir::new().expect("a folder");
    let list = folder.path().join("list.txt");
    fs::write(&list, "12.4341.21....21\n1234341221434321\n").expect("it is written");
    let out = folder.path().join("less.txt");
    let [list, first] = [&list, &out].map(|path| path.to_str().expect("a name").to_owned());
    cluewright(&["minimise", "--quiet", &list, "--out", &first])
        .assert()
        .code(0);
    let texts: Vec<String> = ["less.txt", "less-2.txt"]
        .map(|name| fs::read_to_string(folder.path().join(name)).expect(name))
        .into();
    assert_ne!(texts[0], texts[1]);
}

/// In numbers of twelve digits, the weights of the leading digits do not fit in 32 bits.
#[test]
fn numbers_of_twelve_digits_are_compared() {
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("long.toml");
    let puzzle = "size = \"2x12\"\ndigits = \"1-2\"\nboxes = \"none\"\nlatin = false\n\
                  grid = [\"1...........\", \"2...........\"]\n[clues]\n\
                  relation = \"number(row(R1C1)) > number(row(R2C1))\"\n";
    fs::write(&path, puzzle).expect("the folder is writable");
    let output = cluewright(&["check"]).arg(&path).output().expect("it runs");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(told.contains("none: there is no solution"), "{told}");
}

/// Values that could overflow, or that the rule language does not define, must not become wrong sums.
#[test]
fn relations_that_cannot_be_computed_are_refused() {
    let wide = "size = \"2x14\"\ndigits = \"1-2\"\nboxes = \"none\"\nlatin = false\n[clues]\n\
                relation = \"number(row(R1C1)) > 5\"\n";
    let repeated = "size = 4\n[own-rules.gap]\nshape = \"group\"\nrepeats = true\n\
                    relation = \"missing(cells) > 1\"\n[clues]\ngap = \"R1C1 R1C2 R1C1\"\n";
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("refused.toml");
    for (puzzle, message) in [
        (wide, "a number in a sum of cells is above 1000000000000"),
        (
            repeated,
            "the list in missing(…) must be one row, column or box",
        ),
    ] {
        fs::write(&path, puzzle).expect("the folder is writable");
        let told = stderr_of(cluewright(&["check"]).arg(&path), 2);
        assert!(told.contains(message), "{told}");
    }
}
