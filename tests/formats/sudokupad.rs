//! Tests that SudokuPad links show each clue, state each rule, and can be read back as the original puzzle.

use crate::round_trips::{corpus, plain};
use cluewright_formats::native::Native;
use cluewright_formats::sudokupad::SudokuPad;
use cluewright_formats::{Format, ReadOptions};
use cluewright_puzzle::{Cell, Clue, Layer, Puzzle};
use cluewright_rules::Book;
use percent_encoding::percent_decode_str;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

fn native(text: &str) -> Puzzle {
    let read = Native.read(text, &ReadOptions::default());
    read.expect("a puzzle file").remove(0)
}

fn read(text: &str) -> Puzzle {
    let read = SudokuPad.read(text, &ReadOptions::default());
    read.expect("a readable link").remove(0)
}

/// Returns the document in a SudokuPad link.
fn unpack_link(link: &str) -> Value {
    let (_, id) = link.split_once("puzzleid=scl").expect("an scl link");
    let packed = percent_decode_str(id).decode_utf8().expect("plain letters");
    let units = lz_str::decompress_from_base64(&packed).expect("packed text");
    let text = String::from_utf16(&units).expect("text");
    serde_json::from_str(&text).expect("JSON")
}

fn document(puzzle: &Puzzle) -> Value {
    unpack_link(
        &SudokuPad
            .write(puzzle)
            .expect("every puzzle can be written"),
    )
}

fn items<'d>(document: &'d Value, name: &str) -> &'d [Value] {
    document[name].as_array().map_or(&[], Vec::as_slice)
}

fn rules_text(document: &Value) -> &str {
    document["metadata"]["rules"].as_str().expect("a text")
}

#[test]
fn the_corpus_reads_back_as_it_was() {
    for puzzle in corpus() {
        let link = SudokuPad
            .write(&puzzle)
            .expect("every puzzle can be written");
        let name = puzzle.about.title.as_deref().unwrap_or_default();
        let again = read(&link);
        assert!(plain(&again) == plain(&puzzle), "{name} does not read back");
        assert_eq!(again.kept, None);
    }
}

/// Returns the number of visible elements in a document.
fn count_elements(document: &Value) -> usize {
    let layers = Layer::ALL.iter();
    layers
        .map(|layer| items(document, layer.name()).len())
        .sum()
}

#[test]
fn each_clue_is_drawn_or_said_to_be_in_words() {
    let book = Book::builtin();
    for puzzle in corpus() {
        let bare = Puzzle {
            clues: vec![],
            ..puzzle.clone()
        };
        let bare = document(&bare);
        let mut rules = BTreeSet::new();
        for clue in puzzle.clues.iter().filter(|clue| rules.insert(&clue.rule)) {
            let one = Puzzle {
                clues: vec![clue.clone()],
                ..puzzle.clone()
            };
            let in_words = SudokuPad.in_words(&one, book);
            let one = document(&one);
            let is_drawn = count_elements(&one) > count_elements(&bare);
            assert_eq!(is_drawn, in_words.is_empty(), "{clue:?}");
            if puzzle.about.rules.is_none() {
                assert!(rules_text(&one).len() > rules_text(&bare).len(), "{clue:?}");
            }
        }
    }
}

#[test]
fn rules_are_told_with_the_numbers_that_no_picture_shows() {
    let text = |clues: &str| {
        let puzzle = native(&format!("size = 9\n[clues]\n{clues}\n"));
        rules_text(&document(&puzzle)).to_owned()
    };
    assert_eq!(
        text("german-whisper = 'R1C1 R1C2'\nkiller-cage = ['7: R5C5 R5C6', '8: R6C5 R6C6']"),
        "Normal sudoku rules apply.\n\
         German whisper line: Neighbouring digits on the line differ by at least 5.\n\
         Killer cage: Digits in a cage do not repeat, and add up to its sum if one is given."
    );
    assert_eq!(
        text("german-whisper = ['R1C1 R1C2', '3: R2C1 R2C2']"),
        "Normal sudoku rules apply.\n\
         German whisper line, R1C1 R1C2: Neighbouring digits on the line differ by at least 5.\n\
         German whisper line, R2C1 R2C2: Neighbouring digits on the line differ by at least 3."
    );
    assert_eq!(
        text("sandwich = ['12: R1C0', '3: R0C4']"),
        "Normal sudoku rules apply.\n\
         Sandwich sum: The digits between the smallest and the largest digit of the line sum to the given sum."
    );
}

#[test]
fn the_setters_own_words_win() {
    let puzzle = native("size = 4\nrules = 'Be brave.'\n[clues]\nanti-king = true\n");
    let document = document(&puzzle);
    assert_eq!(rules_text(&document), "Be brave.");
    assert_eq!(document["metadata"]["antiking"], json!(true));
    let in_words = SudokuPad.in_words(&puzzle, Book::builtin());
    assert_eq!(in_words, ["anti-king (1)"]);
}

#[test]
fn restrictions_and_variables_are_told() {
    let puzzle = native(
        "size = 4\n[letters]\nA = '1-4'\n[marks]\nR1C1 = '12'\n[clues]\nsum = '5: A R2C2'\nrelation = 'A > R3C3'\n",
    );
    assert_eq!(
        rules_text(&document(&puzzle)),
        "Normal sudoku rules apply.\n\
         A is one of 1, 2, 3, 4.\n\
         R1C1 is one of 1, 2.\n\
         Sum, A R2C2: The cells sum to 5; digits may repeat.\n\
         Relation, formula A > R3C3."
    );
}

#[test]
fn lockout_lines_have_diamonds() {
    let puzzle = native("size = 9\n[clues]\nlockout-line = 'R1C1 R2C2 R3C3'\n");
    let document = document(&puzzle);
    let is_diamond = |item: &&Value| item["angle"] == json!(45);
    let diamonds = items(&document, "overlays").iter().filter(is_diamond);
    assert_eq!(diamonds.count(), 2, "{document}");
    assert_eq!(items(&document, "lines").len(), 1);
}

#[test]
fn rules_of_an_added_file_are_drawn_as_it_says() {
    let mut book = Book::new();
    let rule = "name = 'odd-line'\ntitle = 'Odd line'\nfamily = 'lines'\nshape = 'line'\n\
        text = 'Digits on the line are odd.'\nrelation = 'each c in cells: c mod 2 == 1'\n\
        draw = { kind = 'line', colour = '#123456', width = 0.25 }\n";
    book.add("odd-line.toml", rule).expect("a rule");
    let options = ReadOptions {
        book: Some(book.clone()),
        ..ReadOptions::default()
    };
    let text = "size = 4\n[clues]\nodd-line = 'R1C1 R1C2'\n";
    let puzzle = Native.read(text, &options).expect("a puzzle").remove(0);
    let link = SudokuPad.write_with(&puzzle, &book).expect("a link");
    let document = unpack_link(&link);
    let line = json!({"color": "#123456", "thickness": 8.0, "wayPoints": [[0.5, 0.5], [0.5, 1.5]]});
    assert_eq!(items(&document, "lines"), [line]);
    assert!(rules_text(&document).ends_with("Odd line: Digits on the line are odd."));
    assert_eq!(SudokuPad.read(&link, &options), Ok(vec![puzzle]));
}

#[test]
fn kept_elements_are_written_back() {
    let drawn = include_str!("../cli/drawn.json");
    let mut drawn: Value = serde_json::from_str(drawn).expect("JSON");
    drawn["cages"] = json!([
        {"cells": [[0, 0], [0, 1]], "value": "5", "unique": true},
        {"cells": [[3, 0], [3, 1]], "value": "6", "unique": true, "style": "box"},
    ]);
    drawn["foglight"] = json!([[0, 0], [1, 1]]);
    let puzzle = read(&drawn.to_string());
    assert!(!puzzle.unread.is_empty());
    let written = document(&puzzle);
    for layer in Layer::ALL {
        assert_eq!(
            items(&written, layer.name()),
            items(&drawn, layer.name()),
            "{layer:?}"
        );
    }
    let again = read(&SudokuPad.write(&puzzle).expect("a link"));
    assert_eq!(again.elements, puzzle.elements);
    assert_eq!(plain(&again), plain(&puzzle));

    // A clue that is added gets its own picture.
    let mut more = puzzle;
    let cage = more.clues[0].clone();
    more.clues.push(cluewright_puzzle::Clue {
        slots: vec![("cells".to_owned(), more.layout.row(1).collect())],
        params: BTreeMap::new(),
        ..cage
    });
    let more = document(&more);
    assert_eq!(
        items(&more, "cages").len(),
        items(&drawn, "cages").len() + 1
    );
}

#[test]
fn the_elements_of_a_removed_clue_are_not_written() {
    let drawn = include_str!("../../examples/drawn.json");
    let options = ReadOptions::default();
    let read = |text: &str| {
        let reading = cluewright::read_any(text, None, &options);
        reading.expect("a puzzle").puzzles.remove(0)
    };
    let count = |puzzle: &Puzzle| count_elements(&document(puzzle));
    let mut puzzle = read(drawn);
    assert_eq!(
        count(&puzzle),
        puzzle.elements.len(),
        "no clue is drawn twice"
    );

    let whisper = puzzle
        .clues
        .iter()
        .position(|clue| clue.rule == "german-whisper");
    puzzle.clues.remove(whisper.expect("a whisper"));
    let written = document(&puzzle);
    let drawn: Value = serde_json::from_str(drawn).expect("JSON");
    assert!(!items(&written, "lines").contains(&drawn["lines"][2]));
    assert_eq!(count(&puzzle), puzzle.elements.len() - 1);
    let again = read(&SudokuPad.write(&puzzle).expect("a link"));
    assert_eq!(plain(&again).clues, plain(&puzzle).clues);
}

#[test]
fn drawings_without_elements_are_refused() {
    let text = "size = 4\nunread = [{ kind = \"line\", cells = \"R1C1 R1C2\" }]\n";
    let error = SudokuPad.write(&native(text)).expect_err("nothing to draw");
    assert!(
        error.to_string().contains("drawings that may be rules"),
        "{error}"
    );
}

#[test]
fn a_link_that_was_edited_is_read_as_drawn() {
    let puzzle = native("size = 4\n[clues]\nthermometer = 'R1C1-R1C3'\n");
    let written = document(&puzzle);
    let edits: [(&str, Value); 4] = [
        ("/lines/0/wayPoints/2", json!([1.5, 1.5])),
        ("/cells/0/0", json!({"value": 1})),
        ("/metadata/rules", json!("Normal sudoku rules apply.")),
        ("/metadata/cluewright", json!("N4XyA===")),
    ];
    for (place, value) in edits {
        let mut edited = written.clone();
        *edited.pointer_mut(place).expect(place) = value;
        let again = read(&edited.to_string());
        assert!(
            again.warnings.iter().any(|w| w.contains("was changed")),
            "{place}"
        );
        assert!(
            again.clues.is_empty() && !again.unread.is_empty(),
            "{place}"
        );
    }
}

#[test]
fn a_link_with_an_unknown_rule_is_not_called_edited() {
    let rule = "name = 'lacks'\ntitle = 'Lacks'\nfamily = 'cells'\nshape = 'cell'\n\
        text = 'The cell lacks a digit.'\nrelation = 'each c in cells: c != 3'\n";
    let mut book = Book::new();
    book.add("lacks", rule).expect("a rule");
    let mut puzzle = native("size = 4\n[clues]\n");
    puzzle.clues = vec![Clue::on("lacks", vec![Cell(0)])];
    let link = SudokuPad.write_with(&puzzle, &book);
    let again = read(&link.expect("it can be written"));
    let warning = again.warnings.first().expect("the rule is unknown");
    assert!(warning.contains("unknown rule `lacks`"), "{warning}");
}

#[test]
fn own_rules_set_no_flag_of_the_rule_of_their_name() {
    let own = "[own-rules.anti-knight]\nrelation = 'R1C1 != R4C4'\n";
    let written = document(&native(&format!(
        "size = 4\n{own}[clues]\nanti-knight = true\n"
    )));
    assert_eq!(written["metadata"].get("antiknight"), None);
    let written = document(&native("size = 4\n[clues]\nanti-knight = true\n"));
    assert_eq!(written["metadata"]["antiknight"], json!(true));
}

#[test]
fn a_second_solution_does_not_replace_the_first() {
    let stated = |first: &str, second: &str| {
        let solution = json!({"value": format!("solution: {second}"), "cells": []});
        let mut written = document(&native("size = 4\n"));
        written["metadata"] = json!({"solution": first});
        written["cages"] = json!([solution]);
        let puzzle = read(&written.to_string());
        let character = |digit: Option<u8>| digit.map_or('.', cluewright_puzzle::digit_char);
        let solution = puzzle
            .solution
            .map(|s| s.into_iter().map(character).collect::<String>());
        (solution, puzzle.warnings.len())
    };
    let whole = "1234341221434321";
    assert_eq!(stated(whole, whole), (Some(whole.to_owned()), 0));
    assert_eq!(
        stated(whole, "................"),
        (Some(whole.to_owned()), 0)
    );
    assert_eq!(
        stated("12343412........", "........21434321"),
        (Some(whole.to_owned()), 0)
    );
    assert_eq!(stated(whole, "2134341221434321"), (None, 1));
}

#[test]
fn a_link_that_only_got_another_title_is_not_edited() {
    let puzzle = native("size = 4\ntitle = 'One'\n[clues]\nkiller-cage = '5: R1C1 R1C2'\n");
    let mut written = document(&puzzle);
    written["metadata"]["title"] = json!("Two");
    written["id"] = json!("abc");
    // SudokuPad's shortening turns texts that are numbers into numbers.
    written["cages"][0]["value"] = json!(5);
    let again = read(&written.to_string());
    assert_eq!(again.about.title.as_deref(), Some("Two"));
    assert_eq!((again.clues, again.warnings), (puzzle.clues, vec![]));
}

#[test]
fn solutions_are_written_as_far_as_they_are_known() {
    let text = "size = 4\nsolution = '12343412........'\n";
    let document = document(&native(text));
    assert_eq!(document["metadata"]["solution"], json!("12343412........"));
}
