//! Tests that untrusted text (titles, rules, names, ids, messages) never reaches a stream
//! unescaped.

use crate::contract::first_example;
use crate::{CLASSIC, cluewright, output_of, text};
use serde_json::json;
use std::collections::BTreeSet;
use std::fs;
use tempfile::TempDir;

/// A text that moves the cursor, sets the window title, changes the writing direction, and starts a new line.
const EVIL: &str =
    "x\u{1b}[45mx\u{1b}]0;x\u{7}x\u{9b}2Jx\u{202e}x\u{2066}x\u{200f}x\u{61c}x\u{e0041}x\u{7f}x\rx";

/// A fake verdict. No line of output may begin with it.
const FAKE: &str = "unique: there is exactly one solution";

/// Returns the hostile text followed by a fake verdict.
fn evil() -> String {
    format!("{EVIL}\n{FAKE}\u{85}{FAKE}\u{2028}{FAKE}")
}

/// Creates a folder in which names, titles and all other text are hostile.
fn folder() -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("it is in a folder")).expect("it is writable");
        fs::write(path, text).expect("it is writable");
    };
    let evil = evil();
    let quoted = serde_json::to_string(&evil).expect("it is a text");
    let quoted = quoted.replace('\u{7f}', "\\u007f"); // TOML escapes this character.
    let about = format!("title = {quoted}\nauthor = {quoted}\nrules = {quoted}\nsize = 4\n");
    let own = format!(
        "[own-rules.mine]\nshape = \"line\"\ntext = {quoted}\nlabel = {quoted}\nrelation = \"count(c in cells: c > 2) == 1\"\n"
    );
    let unique = "grid = \"12.4 3412 21.. 43..\"\n";
    let relation = "relation = '''R1C1 == 1\nor R1C1 == 2'''\n";
    write(
        "unique.toml",
        &format!("{about}{unique}{own}[clues]\nmine = \"R1C1-R2C1\"\n{relation}"),
    );
    write(
        "several.toml",
        &format!("{about}{own}[clues]\nmine = \"R1C1-R2C1\"\n{relation}"),
    );
    write(
        "none.toml",
        &format!(
            "{about}grid = \"11.. .... .... ....\"\n{own}[clues]\nmine = \"R1C1-R2C1\"\n{relation}"
        ),
    );
    write(
        "draft.toml",
        &format!("{about}{unique}{own}[clues]\nkiller-cage = \"?: R1C1 R1C2\"\n"),
    );
    write(
        "key.toml",
        &format!("size = 4\n[clues]\n{quoted} = \"R1C1\"\n"),
    );
    write(
        "value.toml",
        &format!("size = 4\n[clues]\nthermometer = {quoted}\n"),
    );
    write(
        "own.toml",
        &format!("size = 4\n[own-rules.{quoted}]\nrelation = {quoted}\n"),
    );
    write("raw.toml", &format!("{EVIL}\nsize = {EVIL}\n"));
    write("raw.txt", &format!("{CLASSIC}{EVIL}\n{EVIL}\n{evil}"));
    let drawn = json!({
        "cellSize": 50, "metadata": { "title": evil, "author": evil, "rules": evil },
        "cells": vec![vec![json!({}); 4]; 4],
        "overlays": [{ "center": [0.5, 0.5], "width": 0.4, "height": 0.4, "text": evil }],
        (EVIL): [evil], "cages": [{ "cells": [[0, 0], [0, 1]], "value": evil }],
    });
    write("drawn.json", &drawn.to_string());
    let foreign = json!({ "size": 4, "title": evil, "author": evil, "ruleset": evil, (evil.clone()): [{ "cells": ["R1C1"] }],
        "grid": vec![vec![json!({}); 4]; 4], "text": [{ "cells": ["R1C1"], "value": evil }] });
    write("foreign.json", &foreign.to_string());
    let ids = json!({ "id": evil, "puzzle": CLASSIC, "title": evil, (evil.clone()): evil });
    write(
        "ids.jsonl",
        &format!("{ids}\n{}\n", json!({ "id": evil, "puzzle": evil })),
    );
    let cell = format!("\"{}\"", evil.replace('"', "\"\""));
    write(
        "before.csv",
        &format!("id,verdict,{cell}\n{cell},none,{cell}\nb,none,a\n"),
    );
    write(
        "after.csv",
        &format!("id,verdict,{cell}\n{cell},unique,b\nc,{cell},a\n"),
    );
    let rule = fs::read_to_string("tests/cli/my-rules/queue.toml").expect("there is a rule");
    let words = rule.replace(
        "\"Each digit",
        &format!("{quoted}\ntags = [{quoted}]\n#\"Each digit"),
    );
    write(
        "rules/queue.toml",
        &rule.replace("title    = \"Queue\"", &format!("title = {quoted}")),
    );
    write("bad-rules/queue.toml", &words);
    write(
        &format!("profile-{EVIL}.toml"),
        &format!("name = {quoted}\n{quoted} = {quoted}\n"),
    );
    write(&format!("named-{EVIL}.toml"), &format!("size = {quoted}\n"));
    write(
        &format!("set/{}.txt", evil.replace('/', "")),
        &format!("{CLASSIC}\nnonsense {EVIL}\n"),
    );
    write(&format!("set/{}.md", evil.replace('/', "")), "nothing");
    folder
}

/// Commands to try; the flag is `true` if standard output is data for programs. `{evil}` is replaced with hostile
/// text, and `{name}` with hostile text that may be part of a file name.
const COMMANDS: &[(&str, bool)] = &[
    (
        "check unique.toml several.toml none.toml drawn.json foreign.json raw.txt",
        false,
    ),
    (
        "check key.toml value.toml own.toml raw.toml named-{name}.toml missing-{name}.toml",
        false,
    ),
    (
        "check foreign.json drawn.json --ignore-unknown --ignore-drawings",
        false,
    ),
    ("check unique.toml --rules rules", false),
    ("check unique.toml --rules bad-rules", false),
    ("check unique.toml --{evil}", false),
    ("check unique.toml --from {evil}", false),
    ("check {evil}", false),
    ("check unique.toml several.toml none.toml --json", true),
    (
        "diagnose unique.toml several.toml none.toml --grades",
        false,
    ),
    ("diagnose unique.toml --was none.toml", false),
    ("solve several.toml", false),
    ("solve several.toml --candidates 3", false),
    ("solve several.toml --count", false),
    ("solve several.toml --all --limit 2", false),
    ("grade unique.toml --steps --grid", false),
    ("grade several.toml --force --explain=all", false),
    ("grade unique.toml --explain=story", false),
    ("grade unique.toml --profile profile-{name}.toml", false),
    ("grade unique.toml --without {evil}", false),
    ("hint several.toml --strength step", false),
    ("hint unique.toml --after {evil}", false),
    ("minimise unique.toml", false),
    ("minimise unique.toml --keep {evil}", false),
    ("suggest several.toml", false),
    ("suggest several.toml --with {evil}", false),
    ("fill draft.toml", true),
    ("fill value.toml", true),
    ("generate --rules {evil} --with arrow", false),
    ("generate --with {evil}", false),
    ("convert unique.toml --to native", true),
    ("convert foreign.json --to native", true),
    ("draw unique.toml", true),
    ("draw unique.toml --output out.{name}", false),
    ("report none.toml --node-limit 10", true),
    ("certify {evil}", false),
    ("serve named-{name}.toml", false),
    ("serve --allow-origin {evil}", false),
    (
        "batch set raw.txt ids.jsonl --out results.csv --force --summary --columns id,title,verdict,error",
        false,
    ),
    ("batch ids.jsonl --out - --keep all", true),
    ("batch ids.jsonl --out - --keep {evil} --input csv", true),
    ("batch ids.jsonl --out results.csv", false),
    ("batch missing-{name}.txt --out -", true),
    ("corpus stats before.csv", false),
    ("corpus stats raw.txt", false),
    ("corpus diff before.csv after.csv", false),
    ("rules --rules rules", false),
    ("rules queue --rules rules", false),
    ("rules --rules bad-rules", false),
    ("rules {evil}", false),
    ("techniques", false),
    ("completions {evil}", false),
    ("man --{evil}", false),
];

/// Returns the commands listed above and, for every other command, the first example of its help, with hostile
/// files in place of the example's files.
fn commands_to_try() -> Vec<(String, bool)> {
    let mut commands: Vec<(String, bool)> = COMMANDS
        .iter()
        .map(|(line, is_data)| ((*line).to_owned(), *is_data))
        .collect();
    let reference = fs::read_to_string("docs/CLI.md").expect("the reference can be read");
    let sections = reference.split("\n## cluewright ").skip(1);
    let names = sections.filter_map(|section| section.lines().next());
    for name in names.filter(|name| !is_listed(name)) {
        let example = first_example(&reference, name);
        for file in ["unique.toml", "raw.toml", "missing-{name}.toml"] {
            let words = example.split_whitespace();
            let words = words.map(|word| if word.ends_with(".toml") { file } else { word });
            commands.push((words.collect::<Vec<_>>().join(" "), false));
        }
    }
    commands
}

fn is_listed(name: &str) -> bool {
    let mut lines = COMMANDS.iter().map(|(line, _)| line);
    lines.any(|line| line.split(' ').next() == Some(name))
}

/// Removes our own colour sequences. The hostile text uses another sequence, which therefore stays.
fn without_colours(text: &str) -> String {
    let mut pieces = text.split("\u{1b}[");
    let mut plain = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        let colour = piece.split_once('m');
        let is_ours = |(code, _): &(&str, &str)| {
            *code != "45" && code.chars().all(|c| c.is_ascii_digit() || c == ';')
        };
        match colour.filter(is_ours) {
            Some((_, rest)) => plain.push_str(rest),
            None => {
                plain.push_str("\u{1b}[");
                plain.push_str(piece);
            }
        }
    }
    plain
}

/// Returns `true` for characters that must not reach a stream unescaped.
fn is_raw(c: char) -> bool {
    let turns = "\u{61c}\u{200e}\u{200f}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\u{2066}\u{2067}\u{2068}\u{2069}\u{2028}\u{2029}";
    (c.is_control() && !"\n\t".contains(c))
        || turns.contains(c)
        || ('\u{e0000}'..='\u{e007f}').contains(&c)
}

#[test]
fn foreign_text_is_shown_with_escapes() {
    let folder = folder();
    let evil = evil();
    let mut faults = vec![];
    for colours in [false, true] {
        // Output with colours is the harder case, because some escape sequences must pass. All commands are therefore
        // run with colours, but only every third one without.
        let share = if colours { 1 } else { 3 };
        for (line, is_data) in commands_to_try().iter().step_by(share) {
            let words = line
                .split(' ')
                .map(|word| word.replace("{evil}", &evil).replace("{name}", EVIL));
            let words: Vec<String> = words.collect();
            let arguments: Vec<&str> = words.iter().map(String::as_str).collect();
            let mut command = cluewright(&arguments);
            command.current_dir(&folder);
            if colours {
                command.env("CLICOLOR_FORCE", "1");
            }
            let output = command.output().expect("it runs");
            assert_ne!(output.status.code(), Some(101), "{line}");
            let mut streams = vec![("stderr", output.stderr)];
            if !is_data {
                streams.push(("stdout", output.stdout));
            }
            for (stream, bytes) in streams {
                let told = without_colours(&text(bytes));
                let raw: BTreeSet<char> = told.chars().filter(|c| is_raw(*c)).collect();
                let is_fake = |line: &str| line.starts_with(FAKE) && !line.ends_with(')');
                if !raw.is_empty() || told.lines().any(is_fake) {
                    faults.push(format!(
                        "{line}: {stream} has {raw:?} or a false verdict:\n{told}"
                    ));
                }
            }
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n\n"));
}

/// Only one module writes to the terminal, so that no text can bypass its escaping.
#[test]
fn commands_write_to_terminals_by_one_door() {
    let mut found = vec![];
    for folder in [
        "src/cli",
        "src/serve",
        "src/serve/live",
        "src/report",
        "src/batch",
    ] {
        for entry in fs::read_dir(folder).expect("it is there") {
            let path = entry.expect("it can be read").path();
            if path.is_dir() || path.ends_with("terminal.rs") {
                continue;
            }
            let code = fs::read_to_string(&path).expect("it is text");
            let is_other_door = |line: &&str| {
                let opens = [
                    "anstream::std",
                    "io::stdout()",
                    "io::stderr()",
                    "AutoStream",
                ];
                opens.iter().any(|opens| line.contains(opens)) && !line.contains("is_terminal()")
            };
            let lines = code.lines().filter(is_other_door);
            found.extend(lines.map(|line| format!("{}: {line}", path.display())));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// The lists above must include every command.
#[test]
fn every_command_is_tried() {
    let help = text(output_of(&mut cluewright(&["--help"]), 0).stdout);
    let commands = help.split("Commands:\n").nth(1).unwrap_or_default();
    let commands = commands.lines().take_while(|line| line.starts_with("  "));
    let words: BTreeSet<&str> = commands
        .filter_map(|line| line.split_whitespace().next())
        .collect();
    let tried = commands_to_try();
    let tried = tried.iter().filter_map(|(line, _)| line.split(' ').next());
    assert_eq!(words, tried.chain(["help"]).collect());
}

/// Output for files and programs contains the puzzle's text byte for byte.
#[test]
fn data_is_not_escaped() {
    let folder = folder();
    let evil = evil();
    let run = |arguments: &[&str], code| {
        text(output_of(cluewright(arguments).current_dir(&folder), code).stdout)
    };
    let answer: serde_json::Value =
        serde_json::from_str(&run(&["check", "unique.toml", "--json"], 0)).expect("it is JSON");
    assert_eq!(answer["title"], evil.as_str());
    let native = run(&["convert", "several.toml", "--to", "native-json"], 0);
    let native: serde_json::Value = serde_json::from_str(&native).expect("it is JSON");
    assert_eq!(native["title"], evil.as_str());
    for out in ["-", "kept.csv"] {
        let told = run(
            &[
                "batch",
                "ids.jsonl",
                "--columns",
                "verdict",
                "--keep",
                "title",
                "--out",
                out,
            ],
            4,
        );
        let table = match out {
            "-" => told,
            name => fs::read_to_string(folder.path().join(name)).expect("it is there"),
        };
        let mut reader = csv::Reader::from_reader(table.as_bytes());
        let first = reader.records().next().expect("a row").expect("it is CSV");
        assert_eq!(&first[1], evil);
    }
}
