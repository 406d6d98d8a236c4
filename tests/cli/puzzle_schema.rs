//! Tests that the schema for puzzle files, which editors use for completion and checks, agrees with
//! the reader.

use crate::contract::{changes, pointers, read_published, validator};
use cluewright_formats::native::{NativeJson, read_draft};
use cluewright_formats::{Format, ReadOptions, read_any};
use cluewright_rules::Book;
use jsonschema::Validator;
use serde_json::{Value, json};
use std::fs;
use std::path::{Path, PathBuf};

fn schema() -> Validator {
    let document = read_published("docs/puzzle.schema.json");
    validator(&document, &document)
}

/// Returns the files with this extension in a folder and its subfolders.
fn files(folder: &Path, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let paths = entries.map(|entry| entry.expect("the folder can be read").path());
    let (folders, mut found): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    found.retain(|path| path.extension().is_some_and(|end| end == ending));
    found.extend(folders.iter().flat_map(|folder| files(folder, ending)));
    found
}

/// Reads a document as a puzzle or a draft.
fn read(document: &Value) -> Result<(), String> {
    let text = document.to_string();
    let options = ReadOptions::default();
    let puzzle = read_any(&text, Some("native-json"), &options).map(drop);
    let read = puzzle.or_else(|_| read_draft(&text, Book::builtin()).map(drop));
    read.map_err(|error| error.message)
}

/// Returns a puzzle that has every key, and a draft that has every key of drafts.
fn full() -> [Value; 2] {
    let puzzle = json!({
        "title": "All keys",
        "author": "A setter",
        "rules": "Normal rules",
        "source": "https://example.org",
        "warnings": ["one"],
        "size": 4,
        "digits": "1-4",
        "boxes": ["AABB", "AABB", "CCDD", "CCDD"],
        "latin": false,
        "grid": ["12..", "....", "....", "...."],
        "entries": "..1.............",
        "solution": "1234341221434321",
        "letters": { "A": "1-2", "C": [1, 3] },
        "layers": { "B": "0-1", "D": { "values": [0, 1], "cells": 4, "columns": 2 } },
        "marks": { "R3C1": "12", "R3C2": [1, 2], "R3C3 R3C4": ["12", "23"] },
        "drawings": { "line": 2 },
        "unread": [{ "kind": "line", "cells": "R1C1 R1C2", "text": "7" }],
        "own-rules": {
            "short": "R1C1 == 1",
            "long": ["R1C1 == 1", "R1C2 == 2"],
            "queue": {
                "shape": "line", "params": { "least": 1 }, "text": "Digits rise.",
                "relation": ["count(c in cells: c >= least) == 2"], "implied": "count(c in cells: c >= least) >= 1", "repeats": false,
                "label": "the queue"
            }
        },
        "clues": {
            "anti-knight": false,
            "thermometer": ["R1C1-R1C4", { "cells": "R2C1 R2C2" }],
            "killer-cage": { "cells": "R1C1 R1C2", "sum": 3 },
            "sandwich": "2: R0C1",
            "any-of": [{ "x": "R1C1 R2C1", "v": ["R1C2 R2C2"] }, { "x": "R1C1 R1C2" }],
            "queue": { "cells": ["R4C1", "R4C2"], "least": 1 },
        },
    });
    let draft = json!({
        "size": 4,
        "clues": {
            "killer-cage": ["?: R1C1 R1C2 R2C1", { "cells": "R3C1 R4C1", "sum": "?{3, 4}" }],
            "white-dot | black-dot": "R3C3 R3C4",
            "choose 2 of": { "x": ["R4C3 R4C4", "R2C1 R3C1"], "v": "R2C2 R2C3" },
            "even": { "cells": "R4C4", "optional": true },
        },
        "wanted": {
            "unique": true, "givens": ["R2C2", "R1C4"], "symmetry": "half-turn", "rating": "1.0..4.0",
            "effort": "1..1000", "tiers": ["easy", "medium"], "techniques": "hidden single", "without": ["x-wing"],
            "break-in": "naked single",
        },
    });
    [puzzle, draft]
}

#[test]
fn the_schema_accepts_every_puzzle_of_the_project() {
    let schema = schema();
    let mut found = 0;
    for path in ["corpus", "tests/cli", "examples"]
        .iter()
        .flat_map(|folder| files(Path::new(folder), "toml"))
    {
        let text = fs::read_to_string(&path).expect("the file can be read");
        let Ok(document) = toml::from_str::<Value>(&text) else {
            continue;
        };
        let options = ReadOptions::default();
        let Ok(reading) = read_any(&text, Some("native"), &options) else {
            continue;
        };
        let written = NativeJson
            .write(&reading.puzzles[0])
            .expect("it is in our format");
        let written = serde_json::from_str(&written).expect("it is JSON");
        for document in [document, written] {
            if let Err(error) = schema.validate(&document) {
                panic!(
                    "{}: {}: {error}\n{document}",
                    path.display(),
                    error.instance_path()
                );
            }
        }
        found += 1;
    }
    assert!(found > 300, "{found} puzzles");
}

#[test]
fn the_schema_accepts_what_the_reader_accepts_and_refuses_what_it_refuses_by_type() {
    let schema = schema();
    let (mut accepted, mut refused) = (0, 0);
    let mut differences = vec![];
    for full in full() {
        read(&full).unwrap_or_else(|message| panic!("{message}: {full}"));
        let mut parts = vec![];
        pointers(&full, "", &mut parts);
        for (part, document) in parts
            .iter()
            .flat_map(|part| changes(&full, part).into_iter().map(move |new| (part, new)))
        {
            let read = read(&document);
            match (&read, schema.validate(&document)) {
                (Ok(()), Ok(())) => accepted += 1,
                (Ok(()), Err(error)) => {
                    differences.push(format!("{part}: only the schema refuses: {error}"))
                }
                (Err(message), Ok(())) if is_about_type(part, message) => {
                    differences.push(format!("{part}: only the reader refuses: {message}"));
                }
                (Err(_), _) => refused += 1,
            }
        }
    }
    assert!(differences.is_empty(), "{}", differences.join("\n"));
    assert!(accepted > 50 && refused > 500, "{accepted} and {refused}");
}

/// Returns `true` if the message is about an unknown key or about a value of an unexpected type. A schema cannot list the keys of
/// a clue, because they depend on the clue's rule, and puzzles may define their own rules.
fn is_about_type(part: &str, message: &str) -> bool {
    const BY_RULE: [&str; 2] = ["/clues", "/own-rules/queue"];
    let is_about_type = message.contains(" is not a key of ") || message.starts_with("found ");
    is_about_type && !BY_RULE.iter().any(|rule| part.starts_with(rule))
}
