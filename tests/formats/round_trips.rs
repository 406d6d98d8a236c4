//! Tests that every puzzle which a reader accepts survives writing and reading, unless the writer lists what it
//! cannot express.
//!
//! The puzzles are those of the corpus, with random changes to their keys, values and order.

use crate::puzzle_files;
use cluewright::Prepared;
use cluewright_engine::search::Limits;
use cluewright_engine::search::Run;
use cluewright_formats::fpuzzles::{self, FPuzzles};
use cluewright_formats::native::{Native, NativeJson};
use cluewright_formats::sudokupad::SudokuPad;
use cluewright_formats::{Aside, Format, ReadOptions, lz, named, read_any};
use cluewright_puzzle::{Cell, Clue, Param, Puzzle, digit_of_char};
use cluewright_rules::{Book, Clues};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

/// A pseudorandom number generator, initialised with a seed.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, sides: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed ^ mixed >> 31) as usize % sides.max(1)
    }

    fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.roll(items.len())]
    }
}

pub(crate) fn corpus() -> Vec<Puzzle> {
    let texts = puzzle_files(Path::new("corpus")).into_iter();
    let texts = texts.map(|path| fs::read_to_string(path).expect("a text"));
    texts
        .map(|text| {
            Native
                .read(&text, &ReadOptions::default())
                .expect("a puzzle")
                .remove(0)
        })
        .collect()
}

/// Returns puzzles as JSON documents, to be changed at random.
fn documents(puzzles: &[Puzzle], write: impl Fn(&Puzzle) -> Option<String>) -> Vec<Value> {
    let texts = puzzles.iter().filter_map(write);
    texts
        .map(|text| serde_json::from_str(&text).expect("JSON"))
        .collect()
}

/// Returns all parts of a document, including the document itself, each with its path and its key.
fn parts(document: &Value) -> Vec<(String, String)> {
    fn walk(value: &Value, path: String, key: &str, parts: &mut Vec<(String, String)>) {
        parts.push((path.clone(), key.to_owned()));
        match value {
            Value::Object(members) => members.iter().for_each(|(name, member)| {
                let name = name.replace('~', "~0").replace('/', "~1");
                walk(member, format!("{path}/{name}"), &name, parts);
            }),
            Value::Array(items) => items.iter().enumerate().for_each(|(index, item)| {
                walk(item, format!("{path}/{index}"), key, parts);
            }),
            _ => {}
        }
    }
    let mut parts = vec![];
    walk(document, String::new(), "", &mut parts);
    parts
}

/// Changes one part of a document at random, in some cases to the value of the same key in another document.
fn change(document: &mut Value, other: &Value, words: &[&str], dice: &mut Dice) {
    let all = parts(document);
    let (path, key) = dice.pick(&all).clone();
    let alike: Vec<Value> = parts(other)
        .iter()
        .filter(|(_, name)| *name == key)
        .filter_map(|(path, _)| other.pointer(path).cloned())
        .collect();
    let Some(place) = document.pointer_mut(&path) else {
        return;
    };
    let numbers = [-1, 0, 1, 2, 3, 5, 9, 10, 12, 25, 45];
    match (dice.roll(8), place) {
        (0 | 1, place) if !alike.is_empty() => *place = dice.pick(&alike).clone(),
        (2, Value::Array(items)) if items.len() > 1 => {
            let (a, b) = (dice.roll(items.len()), dice.roll(items.len()));
            items.swap(a, b);
        }
        (3, Value::Array(items)) if !items.is_empty() => {
            let item = dice.pick(items).clone();
            items.insert(dice.roll(items.len()), item);
        }
        (4, Value::Array(items)) if !items.is_empty() => {
            items.remove(dice.roll(items.len()));
        }
        (2..=4, Value::Object(members)) => match other.as_object() {
            Some(more) if path.is_empty() => {
                let names: Vec<_> = more.keys().collect();
                let name = *dice.pick(&names);
                members.insert(name.clone(), more[name].clone());
            }
            _ => {
                let names: Vec<_> = members.keys().cloned().collect();
                if !names.is_empty() {
                    members.remove(dice.pick(&names));
                }
            }
        },
        (_, Value::String(text)) => {
            let places: Vec<usize> = text
                .char_indices()
                .filter(|(_, c)| c.is_ascii_digit())
                .map(|(at, _)| at)
                .collect();
            if places.is_empty() || dice.roll(6) == 0 {
                *text = (*dice.pick(words)).to_owned();
            } else {
                let at = *dice.pick(&places);
                let digit = dice.roll(10).to_string();
                text.replace_range(at..=at, &digit);
            }
        }
        (5, place) => *place = json!(dice.pick(words)),
        (_, place @ (Value::Number(_) | Value::Bool(_) | Value::Null)) => {
            *place = match dice.roll(8) {
                0 => Value::Bool(true),
                1 => Value::Bool(false),
                2 => Value::Null,
                3 => json!(dice.pick(&numbers).to_string()),
                _ => json!(dice.pick(&numbers)),
            };
        }
        _ => {}
    }
}

/// Normalises a puzzle, so that meaningless differences in order or notation disappear.
pub(crate) fn plain(puzzle: &Puzzle) -> Puzzle {
    let sorted = |clues: &[Clue]| {
        let mut clues: Vec<Clue> = clues.to_vec();
        clues.sort_by_cached_key(|clue| format!("{clue:?}"));
        clues
    };
    let mut plain = puzzle.clone();
    plain.clues = sorted(&puzzle.clues);
    plain
        .clues
        .iter_mut()
        .for_each(|clue| clue.parts = sorted(&clue.parts));
    plain
        .givens
        .sort_by_key(|given| (given.cell, given.digits.bits()));
    plain.entries.sort_unstable();
    plain.unread.sort_by_key(|unread| format!("{unread:?}"));
    let mut boxes: Vec<Vec<Cell>> = puzzle.layout.box_cells();
    boxes.sort_unstable();
    plain.layout.boxes = cluewright_puzzle::Boxes::None;
    plain.warnings = boxes.iter().map(|cells| format!("{cells:?}")).collect();
    plain.drawings.clear();
    plain.kept = None;
    plain
}

/// Returns the first fault in the round trips of a text through the formats that store rules as clues; `None` if
/// there is none.
fn fault(format: &dyn Format, text: &str, lenient: bool) -> Option<String> {
    let options = ReadOptions {
        ignore_unknown: lenient,
        ..ReadOptions::default()
    };
    let reading = read_any(text, Some(format.name()), &options).ok()?;
    let puzzle = &reading.puzzles[0];
    let targets: [&dyn Format; 4] = [&Native, &NativeJson, &FPuzzles, &SudokuPad];
    let fault = targets.into_iter().find_map(|target| {
        // A writer may refuse the puzzle.
        let written = target.write(puzzle).ok()?;
        let fault = match read_any(&written, None, &options) {
            Err(error) => format!("unreadable: {} {:?}", error.message, error.place),
            Ok(again) => {
                let (one, other) = (
                    keep_expressible(target, puzzle),
                    keep_expressible(target, &again.puzzles[0]),
                );
                (one != other).then(|| difference(&one, &other))?
            }
        };
        Some(format!("as {}: {fault}\n{written}\n", target.name()))
    });
    fault.or_else(|| fault_in_the_peers(puzzle))
}

/// Returns the first fault in the round trip through ISS, which rewrites some clues in other forms. A solution that is
/// found quickly for either puzzle must also be a solution of the other.
fn fault_in_the_peers(puzzle: &Puzzle) -> Option<String> {
    let iss = named("iss").expect("a format");
    let written = iss.write(puzzle).ok()?;
    let fault = match iss.read(&written, &ReadOptions::default()) {
        // An invalid clue is refused when it is lowered, if not earlier.
        Err(_) if Prepared::new(puzzle.clone(), Book::builtin()).is_err() => return None,
        Err(error) => format!("unreadable: {}", error.message),
        Ok(again) => loses(puzzle, &again[0])
            .map(|broken| format!("adds {broken}"))
            .or_else(|| loses(&again[0], puzzle).map(|broken| format!("lacks {broken}")))?,
    };
    Some(format!("as iss: {fault}\n{written}\n"))
}

/// Returns the reason why `other` rejects a solution of `one`; `None` if it accepts the solution, if none is found
/// quickly, or if a puzzle has auxiliary variables.
fn loses(one: &Puzzle, other: &Puzzle) -> Option<String> {
    if !one.extras.is_empty() || !other.extras.is_empty() {
        return None;
    }
    let book = Book::builtin();
    let limits = Limits {
        nodes: 100,
        ..Limits::solutions(1)
    };
    let prepared = Prepared::new(one.clone(), book).ok()?;
    let found = prepared.solutions(limits, Run::QUIET);
    let solution: Option<Vec<u8>> = found
        .solutions
        .first()?
        .chars()
        .map(digit_of_char)
        .collect();
    let broken = book.violated(other, &solution?).ok()?;
    broken.first().map(|broken| format!("{broken:?}"))
}

/// Removes the parts of a puzzle that a format cannot keep.
fn keep_expressible(format: &dyn Format, puzzle: &Puzzle) -> Puzzle {
    let mut kept = plain(puzzle);
    if !matches!(format.name(), "native" | "native-json") {
        let size = i64::from(puzzle.layout.rows);
        kept.clues
            .iter_mut()
            .for_each(|clue| drop_implied(clue, size));
        // Without dots, `white-dot-negative` means the same as `non-consecutive`.
        if !kept.clues.iter().any(is_dot) {
            let negatives = kept.clues.iter_mut();
            let negatives = negatives.filter(|clue| clue.rule == "white-dot-negative");
            negatives.for_each(|clue| clue.rule = "non-consecutive".to_owned());
        }
        // No clue uses the puzzle's own rules; otherwise the format could not have written the puzzle.
        kept.own_rules.clear();
        kept.clues = kept.clues.iter().flat_map(each_cell).collect();
        // These formats merge two identical dots on a pair of cells into one clue.
        let mut once: Vec<Clue> = vec![];
        kept.clues.retain(|clue| {
            let is_kept = !is_dot(clue) || !once.contains(clue);
            once.push(clue.clone());
            is_kept
        });
        kept = plain(&Puzzle {
            layout: puzzle.layout.clone(),
            ..kept
        });
    }
    let keeps = format.keeps(puzzle);
    if !keeps.contains(&Aside::Source) {
        kept.about.source = None;
    }
    if !keeps.contains(&Aside::Entries) {
        kept.entries.clear();
    }
    if !keeps.contains(&Aside::Drawings) {
        kept.elements.clear();
    }
    kept
}

fn is_dot(clue: &Clue) -> bool {
    ["white-dot", "black-dot"].contains(&clue.rule.as_str())
}

/// Splits a clue that applies to each of its cells into one clue for each cell.
fn each_cell(clue: &Clue) -> Vec<Clue> {
    match clue.rule.as_str() {
        "even" | "odd" => {
            let cells = clue.cells_of("cells").iter();
            cells.map(|&cell| Clue::on(&clue.rule, [cell])).collect()
        }
        _ => vec![clue.clone()],
    }
}

/// Normalises a clue. Sorts the cells of a dot, drops parameters that the rule or its f-puzzles key implies, and
/// rewrites whispers as German whispers with a difference.
fn drop_implied(clue: &mut Clue, size: i64) {
    if is_dot(clue) {
        clue.slots[0].1.sort_unstable();
    }
    let whisper = match clue.rule.as_str() {
        "german-whisper" => Some((size + 1) / 2),
        "dutch-whisper" => Some((size + 1) / 2 - 1),
        _ => None,
    };
    if let Some(difference) = whisper {
        clue.rule = "german-whisper".to_owned();
        let difference = Param::Int(difference);
        clue.params
            .entry("difference".to_owned())
            .or_insert(difference);
    }
    let implied = |name: &str| match (clue.rule.as_str(), name) {
        ("modular-line", "modulus") => Some(Param::Int(3)),
        ("lockout-line", "difference") => Some(Param::Int((size - 1) / 2)),
        ("white-dot-negative", "differences") => Some(Param::Ints(vec![1])),
        ("xv-negative", "sums") => Some(Param::Ints(vec![5, 10])),
        _ => None,
    };
    let params = clue.params.iter();
    let told = params.filter(|(name, value)| implied(name).as_ref() != Some(*value));
    clue.params = told
        .map(|(name, value)| (name.clone(), value.clone()))
        .collect();
}

/// Describes the first difference between two puzzles.
fn difference(one: &Puzzle, other: &Puzzle) -> String {
    let members = |puzzle: &Puzzle| match serde_json::to_value(puzzle) {
        Ok(Value::Object(members)) => members.into_iter().collect::<BTreeMap<_, _>>(),
        _ => BTreeMap::new(),
    };
    let (one, other) = (members(one), members(other));
    let mut names: Vec<&String> = one.keys().chain(other.keys()).collect();
    names.sort();
    let differs = names
        .into_iter()
        .find(|name| one.get(*name) != other.get(*name));
    differs.map_or("no member".to_owned(), |name| {
        let shown = |value: Option<&Value>| match value {
            Some(Value::Array(items)) => items.clone(),
            value => value.cloned().into_iter().collect(),
        };
        let (one, other) = (shown(one.get(name)), shown(other.get(name)));
        let only = |these: &[Value], those: &[Value]| {
            let these = these.iter().filter(|item| !those.contains(item)).take(2);
            these.map(Value::to_string).collect::<Vec<_>>().join(" ")
        };
        let (gone, new) = (only(&one, &other), only(&other, &one));
        format!("{name}: {gone} became {new}")
    })
}

/// Checks randomly changed documents of a format in `rounds` rounds, and reports the first few kinds of faults.
fn campaign(
    format: &dyn Format,
    documents: &[Value],
    text: impl Fn(&Value) -> String,
    words: &[&str],
    rounds: usize,
) {
    let mut dice = Dice(20_261_123);
    let mut faults: BTreeMap<String, (usize, String, String)> = BTreeMap::new();
    let mut read = 0;
    for _ in 0..rounds {
        let mut document = dice.pick(documents).clone();
        for _ in 0..dice.roll(4) {
            let other = dice.pick(documents);
            change(&mut document, other, words, &mut dice);
        }
        let text = text(&document);
        let lenient = dice.roll(4) == 0;
        let options = ReadOptions {
            ignore_unknown: lenient,
            ..ReadOptions::default()
        };
        read += usize::from(format.read(&text, &options).is_ok());
        if let Some(fault) = fault(format, &text, lenient) {
            let letters = |c: &char| c.is_alphabetic() || *c == ' ';
            let kind: String = fault.chars().filter(letters).take(60).collect();
            let (count, ..) = faults.entry(kind).or_insert((0, fault, text));
            *count += 1;
        }
    }
    assert!(
        read * 20 > rounds,
        "only {read} of {rounds} texts were read"
    );
    let shown = std::env::var("FAULTS")
        .ok()
        .and_then(|most| most.parse().ok());
    let report: Vec<String> = faults
        .values()
        .take(shown.unwrap_or(3))
        .map(|(count, fault, text)| {
            let text: String = text.chars().take(3000).collect();
            format!("{count} times: {fault}\n{text}")
        })
        .collect();
    assert!(
        faults.is_empty(),
        "{} kinds of faults\n{}",
        faults.len(),
        report.join("\n\n")
    );
}

const WORDS: &[&str] = &[
    "",
    " ",
    "X",
    "v",
    "R1C1",
    "R0C1",
    "R1C0",
    "R10C10",
    "r2c3",
    "?",
    "12",
    "0",
    "1.5",
    "DR",
    "UL",
    "true",
    "a\tb",
    "\"quoted\"",
    "two\nlines",
    "é",
    "ratio",
    "xv",
    "1-9",
    "2x3",
    "none",
    "12345",
    "R1C1-R1C4",
    "3: R1C1 R1C2",
    "R1C1; R2C2",
];

fn native(rounds: usize) {
    let documents = documents(&corpus(), |puzzle| NativeJson.write(puzzle).ok());
    campaign(&NativeJson, &documents, Value::to_string, WORDS, rounds);
    let toml = |document: &Value| toml::to_string(document).unwrap_or_default();
    campaign(&Native, &documents, toml, WORDS, rounds);
}

fn f_puzzles(rounds: usize) {
    let mut documents = documents(&corpus(), |puzzle| fpuzzles::to_json(puzzle).ok());
    documents.push(everything());
    campaign(&FPuzzles, &documents, Value::to_string, WORDS, rounds);
    let link = |document: &Value| format!("fpuz{}", lz::pack(&document.to_string()));
    campaign(&SudokuPad, &documents, link, WORDS, rounds / 4);
}

fn sudokupad(rounds: usize) {
    let drawn = include_str!("../cli/drawn.json");
    let drawn: Value = serde_json::from_str(drawn).expect("JSON");
    let mut rules = drawn.clone();
    for name in ["lines", "underlays", "overlays"] {
        rules.as_object_mut().expect("an object").remove(name);
    }
    rules["cages"] = json!([
        {"cells": [[0, 0], [0, 1]], "value": "5", "unique": true}, {"cells": [[1, 0], [1, 1]], "unique": true},
        {"cells": [[2, 0], [2, 1]], "sum": 6}, {"cells": [[3, 0], [3, 1]], "style": "extraregion"},
        {"value": "author: somebody"},
    ]);
    rules["global"] = json!(["antiking", "antiknight", "nonconsecutive"]);
    rules["metadata"]["solution"] = json!("1234341221434321");
    campaign(&SudokuPad, &[drawn, rules], Value::to_string, WORDS, rounds);
}

/// Tests individual ISS constraints with random arguments.
fn iss(rounds: usize) {
    let words = |puzzle: &Puzzle| {
        let text = named("iss").ok()?.write(puzzle).ok()?;
        let constraints = text.split('.').skip(1);
        let words = constraints.map(|text| text.split('~').collect::<Vec<_>>());
        Some(json!(words.collect::<Vec<_>>()).to_string())
    };
    let documents = documents(&corpus(), words);
    let join = |value: &Value, by: &str| {
        let items = value.as_array().into_iter().flatten();
        let text = |item: &Value| {
            item.as_str()
                .map_or_else(|| item.to_string(), str::to_owned)
        };
        items.map(text).collect::<Vec<_>>().join(by)
    };
    let text = |document: &Value| {
        let constraints = document.as_array().into_iter().flatten();
        constraints
            .map(|words| format!(".{}", join(words, "~")))
            .collect()
    };
    campaign(
        named("iss").expect("a format"),
        &documents,
        text,
        WORDS,
        rounds,
    );
}

/// Returns a document that has every f-puzzles key once.
fn everything() -> Value {
    let line = json!([{"lines": [["R1C1", "R1C2", "R2C2"], ["R5C5", "R6C6", "R7C6"]]}]);
    let mut document = json!({
        "size": 9, "grid": vec![vec![json!({}); 9]; 9], "title": "T", "author": "A", "ruleset": "R",
        "diagonal+": true, "diagonal-": true, "antiknight": true, "antiking": true, "disjointgroups": true,
        "nonconsecutive": true, "negative": ["ratio", "xv"],
        "difference": [{"cells": ["R1C1", "R1C2"]}, {"cells": ["R2C1", "R2C2"], "value": "3"}],
        "ratio": [{"cells": ["R3C1", "R3C2"]}, {"cells": ["R4C1", "R4C2"], "value": "3"}],
        "xv": [{"cells": ["R5C1", "R5C2"], "value": "X"}, {"cells": ["R5C3", "R5C2"], "value": "V"}],
        "killercage": [{"cells": ["R6C1", "R6C2"], "value": "12"}, {"cells": ["R6C4", "R6C5"]}],
        "clone": [{"cells": ["R7C1", "R7C2"], "cloneCells": ["R8C4", "R8C5"]}],
        "quadruple": [{"cells": ["R1C1", "R1C2", "R2C1", "R2C2"], "values": [1, 2]}],
        "arrow": [{"cells": ["R9C1", "R9C2"], "lines": [["R9C2", "R9C3", "R9C4"], ["R9C1", "R8C1"]]}],
        "whispers": [{"lines": [["R1C1", "R1C2"]], "value": "4"}, {"lines": [["R2C1", "R1C2"]]}],
        "odd": [{"cell": "R1C1"}], "even": [{"cell": "R2C1"}],
        "minimum": [{"cell": "R1C9"}, {"cell": "R2C9"}], "maximum": [{"cell": "R5C9"}],
        "rowindexer": [{"cells": ["R1C1", "R1C2"]}], "columnindexer": [{"cells": ["R1C1"]}],
        "boxindexer": [{"cells": ["R1C1"]}], "extraregion": [{"cells": ["R1C1", "R2C2", "R3C4"]}],
        "sandwichsum": [{"cell": "R0C1", "value": "12"}], "xsum": [{"cell": "R10C1", "value": "12"}],
        "skyscraper": [{"cell": "R1C0", "value": "3"}],
        "littlekillersum": [{"cell": "R0C4", "direction": "DL", "cells": ["R1C3"], "value": "17"}],
        "line": [{"lines": [["R8C1", "R8C2"]], "outlineC": "#123456", "width": 0.3}],
        "text": [{"cells": ["R0C2"], "value": "5"}], "circle": [{"cells": ["R8C8"]}],
        "cage": [{"cells": ["R8C8", "R8C9"], "value": "a"}], "foglight": ["R1C1"],
        "solution": "1".repeat(81),
    });
    document["grid"][0][0] = json!({"value": 5, "given": true, "c": "#ff0000"});
    document["grid"][0][1] = json!({"value": 4, "centerPencilMarks": [1, 2]});
    document["grid"][0][2] = json!({"givenPencilMarks": [1, "9"], "region": 0});
    document["grid"][0][3] = json!({"region": 1});
    for key in [
        "thermometer",
        "slowthermometer",
        "palindrome",
        "renban",
        "nabner",
        "betweenline",
        "zipperline",
        "doublearrow",
        "entropicline",
        "modularline",
        "regionsumline",
        "lockout",
    ] {
        document[key] = line.clone();
    }
    document
}

/// If a line or diagonal has several sums, ISS keeps only the last one, even if the sums name different ends. So the
/// writer must express two sums in another way.
#[test]
fn two_sums_of_one_line_both_hold_in_the_peers_text() {
    for clues in [
        "sandwich = ['2: R1C0', '3: R1C5']",
        "little-killer = ['5: R0C2 DR', '6: R5C5 UL', '7: R4C5 UL']",
        "little-killer = ['5: R0C4 DL', '6: R4C0 UR']",
        "x-sum = ['5: R1C0', '6: R1C5', '7: R1C0']",
    ] {
        let text = format!("size = 4\n[clues]\n{clues}\n");
        let puzzle = Native
            .read(&text, &ReadOptions::default())
            .expect(clues)
            .remove(0);
        let iss = named("iss").expect("a format");
        let written = iss.write(&puzzle).expect(clues);
        let again = iss
            .read(&written, &ReadOptions::default())
            .expect(&written)
            .remove(0);
        let count = |clue: &Clue| clue.parts.len().max(1);
        let clues: usize = again.clues.iter().map(count).sum();
        assert_eq!(clues, puzzle.clues.len(), "{written}");
    }
}

#[test]
fn a_pill_that_is_read_backwards_is_refused() {
    let text = "size = 4\n[clues]\narrow = 'R1C1 R1C2; R2C1-R2C4 R3C1'\n";
    let mut puzzle = Native
        .read(text, &ReadOptions::default())
        .expect("a puzzle")
        .remove(0);
    for name in ["native", "native-json", "fpuzzles", "sudokupad", "iss"] {
        let format = named(name).expect("a format");
        format.write(&puzzle).expect("a pill in reading order");
        puzzle.clues[0].slots[0].1.reverse();
        let error = format.write(&puzzle).expect_err("a pill out of order");
        assert!(error.to_string().contains("reading order"), "{error}");
        puzzle.clues[0].slots[0].1.reverse();
    }
}

#[test]
fn changed_puzzle_files_round_trip() {
    native(200);
}

#[test]
fn changed_f_puzzles_round_trip() {
    f_puzzles(200);
}

#[test]
fn changed_sudokupad_round_trips() {
    sudokupad(200);
}

#[test]
fn changed_texts_of_the_peer_become_puzzle_files() {
    iss(150);
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn many_changed_puzzles_round_trip() {
    let rounds = std::env::var("ROUNDS")
        .ok()
        .and_then(|rounds| rounds.parse().ok());
    let rounds = rounds.unwrap_or(50_000);
    native(rounds);
    f_puzzles(rounds);
    sudokupad(rounds);
    iss(rounds);
}
