//! Tests that every puzzle in a list has an address that all commands accept, and that a batch uses these
//! addresses as ids.

use crate::{cluewright, output_of, text};
use std::fs;
use std::path::{Path, PathBuf};
use tempfile::TempDir;

/// Three puzzles with one solution each. The second is the first after a quarter turn and a relabelling of its digits;
/// the third is unrelated.
const PUZZLES: [&str; 3] = ["12.4341.2143.321", ".3141423324.41.2", "..34..12.1..4..."];

/// Returns the list of puzzles in each format, as pairs of a file name and its text.
fn lists() -> Vec<(&'static str, String)> {
    let [one, two, three] = PUZZLES;
    let grid = |line: &str| {
        let rows: Vec<&str> = (0..4).map(|row| &line[4 * row..4 * row + 4]).collect();
        rows.join("\n")
    };
    vec![
        (
            "list.txt",
            format!("# three puzzles\n{one}\n\n{two}\n{three}\n"),
        ),
        ("list.sdm", format!("{one}\n{two}\n{three}\n")),
        (
            "plain.csv",
            format!("puzzle,title\n{one},A\n{two},B\n{three},C\n"),
        ),
        (
            "named.csv",
            format!("id,puzzle\nmy first,{one}\n7,{two}\nx:3,{three}\n"),
        ),
        (
            "named.tsv",
            format!("puzzle\tid\n{one}\ta\n{two}\tb\n{three}\tc\n"),
        ),
        (
            "plain.jsonl",
            format!("{{\"puzzle\":\"{one}\"}}\n\"{two}\"\n\"{three}\"\n"),
        ),
        (
            "named.jsonl",
            format!(
                "{{\"id\":1,\"puzzle\":\"{one}\"}}\n{{\"id\":\"b\",\"puzzle\":\"{two}\"}}\n\"{three}\"\n"
            ),
        ),
        (
            "games.opensudoku",
            format!(
                "<o><game data=\"{one}\"/>\n<game data=\"{two}\"/>\n<game data=\"{three}\"/></o>\n"
            ),
        ),
        ("one.toml", format!("size = 4\ngrid = \"{one}\"\n")),
        ("drawn.sdk", grid(two)),
    ]
}

fn folder() -> TempDir {
    let folder = TempDir::new().expect("a folder");
    for (name, text) in lists() {
        fs::write(folder.path().join(name), text).expect("a list");
    }
    folder
}

/// Returns the ids that a batch prints for these inputs.
fn ids(inputs: &[&str]) -> Vec<String> {
    let options = [
        "--out",
        "-",
        "--quiet",
        "--format",
        "jsonl",
        "--columns",
        "id,verdict",
    ];
    let arguments = [&["batch"], inputs, &options].concat();
    let rows = text(output_of(&mut cluewright(&arguments), 0).stdout);
    let rows = rows
        .lines()
        .map(|row| serde_json::from_str(row).expect("a row is JSON"));
    let checked = rows.filter(|row: &serde_json::Value| row["verdict"] == "unique");
    let id = |row: serde_json::Value| match &row["id"] {
        serde_json::Value::String(id) => id.clone(),
        id => id.to_string(),
    };
    checked.map(id).collect()
}

/// Returns the address of a row in a file.
fn address(file: &Path, id: &str) -> String {
    match id == file.to_string_lossy() {
        true => id.to_owned(),
        false => format!("{}:{id}", file.display()),
    }
}

#[test]
fn every_id_of_a_batch_is_an_address_for_every_command() {
    let folder = folder();
    let out = folder.path().join("out");
    let out = out.to_str().expect("UTF-8");
    let pdf = format!("{out}.pdf");
    let commands: &[&[&str]] = &[
        &["check", "--quiet"],
        &["diagnose", "--quiet"],
        &["solve", "--quiet"],
        &["grade", "--quiet"],
        &["hint", "--quiet"],
        &["minimise", "--quiet"],
        &["suggest", "--quiet"],
        &["convert", "--quiet", "--to", "text-line"],
        &["draw", "--quiet"],
        &["report", "--quiet"],
        &["book", "--quiet", "-o", &pdf],
    ];
    for (index, (name, _)) in lists().into_iter().enumerate() {
        let file = folder.path().join(name);
        let ids = ids(&[file.to_str().expect("UTF-8")]);
        let count = if file.extension() == Some("toml".as_ref()) || name == "drawn.sdk" {
            1
        } else {
            3
        };
        assert_eq!(ids.len(), count, "{name}: {ids:?}");
        for (place, id) in ids.iter().enumerate() {
            let address = address(&file, id);
            let found = text(
                output_of(
                    &mut cluewright(&["convert", "--quiet", "--to", "text-line", &address]),
                    0,
                )
                .stdout,
            );
            let expected = if name == "drawn.sdk" {
                PUZZLES[1]
            } else {
                PUZZLES[place]
            };
            assert_eq!(found.trim(), expected, "{address}");
            // Run each command once per list, with the address of one of the list's puzzles.
            for (turn, command) in commands.iter().enumerate() {
                if (turn + index) % ids.len() == place {
                    let mut command = cluewright(command);
                    let ended = command.arg(&address).output().expect("the binary runs");
                    // The message comes from `suggest` itself, so it proves that the puzzle was read.
                    let is_refused = text(ended.stderr.clone()).contains("the puzzle is unique");
                    let is_read = ended.status.code() < Some(2) || is_refused;
                    assert!(is_read, "{command:?}: {ended:?}");
                }
            }
        }
    }
}

#[test]
fn ids_of_several_lists_are_addresses_as_they_are() {
    let folder = folder();
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let (list, table) = (file("list.txt"), file("plain.csv"));
    let ids = ids(&[&list, &table]);
    assert_eq!(ids.len(), 6);
    for (id, puzzle) in ids.iter().zip(PUZZLES.iter().cycle()) {
        let found = output_of(
            &mut cluewright(&["convert", "--quiet", "--to", "text-line", id]),
            0,
        );
        assert_eq!(text(found.stdout).trim(), *puzzle, "{id}");
    }
    let numbered = [
        "convert",
        "--quiet",
        "--to",
        "text-line",
        &table,
        "--number",
        "2",
    ];
    let found = output_of(&mut cluewright(&numbered), 0);
    assert_eq!(text(found.stdout).trim(), PUZZLES[1]);
}

#[test]
fn an_address_past_the_end_is_one_message() {
    let folder = folder();
    for (name, _) in lists() {
        let file: PathBuf = folder.path().join(name);
        let file = file.to_str().expect("UTF-8");
        let address = format!("{file}:99");
        for arguments in [
            vec!["check", &address],
            vec!["draw", file, "--number", "99"],
        ] {
            let output = output_of(&mut cluewright(&arguments), 2);
            let message = text(output.stderr);
            assert_eq!(message.matches("error:").count(), 1, "{message}");
            assert!(message.contains("there is no puzzle"), "{message}");
            assert!(output.stdout.is_empty());
        }
    }
}

#[test]
fn planted_duplicates_share_a_fingerprint_across_formats() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let cages = "size = 6\n[clues]\nkiller-cage = [\"5: R1C1 R1C2\", \"9: R4C5 R5C5\"]\nanti-knight = true\n";
    let turned = "size = 6\n[clues]\nanti-knight = true\nkiller-cage = [\"9: R2C2 R2C3\", \"5: R6C6 R6C5\"]\n";
    fs::write(file("a.toml"), cages).expect("a puzzle");
    // The half turn moves R1C1 to R6C6, and R4C5 to R3C2.
    let half = turned.replace("R2C2 R2C3", "R3C2 R2C2");
    fs::write(file("b.toml"), &half).expect("a puzzle");
    fs::write(file("c.toml"), turned).expect("a puzzle");
    let link = output_of(
        &mut cluewright(&["convert", "--quiet", "--to", "fpuzzles", &file("a.toml")]),
        0,
    );
    fs::write(file("d.txt"), link.stdout).expect("a link");
    fs::write(file("list.txt"), PUZZLES.join("\n") + "\n").expect("a list");
    let table = file("found.csv");
    let out = TempDir::new().expect("a folder");
    let table = out
        .path()
        .join(Path::new(&table).file_name().expect("a name"));
    let table = table.to_str().expect("UTF-8");
    let inputs = folder.path().to_str().expect("UTF-8");
    let batch = [
        "batch",
        inputs,
        "--out",
        table,
        "--columns",
        "id,verdict,fingerprint",
    ];
    let told = text(output_of(&mut cluewright(&batch), 0).stderr);
    assert_eq!(told.matches("duplicates: ").count(), 2, "{told}");
    let found = text(output_of(&mut cluewright(&["corpus", "duplicates", table]), 1).stdout);
    let (a, b, d) = (file("a.toml"), file("b.toml"), file("d.txt"));
    assert!(found.contains(&format!("{a} = {b} = {d}:1\n")), "{found}");
    let list = file("list.txt");
    assert!(found.contains(&format!("{list}:1 = {list}:2\n")), "{found}");
}
