//! Tests puzzles whose rules are given only as drawings and text: which clues are read, and what stays
//! open.

use cluewright::{ReadOptions, read_any};
use cluewright_puzzle::{Cell, Clue, Param, Puzzle, REST, Status};
use serde_json::{Value, json};

const SOLUTION: &str = "1234341221434321";

/// Returns a document with a 4x4 grid in which R1C1 to R1C3 and R2C1 are blank. It has one solution,
/// regardless of the drawings.
fn document(rules: &str, lines: Value) -> Value {
    let digits: Vec<char> = SOLUTION.chars().collect();
    let cell = |at: usize| match [0, 1, 2, 4].contains(&at) {
        true => json!({}),
        false => json!({ "value": digits[at].to_string() }),
    };
    let rows: Vec<Vec<Value>> = (0..4)
        .map(|row| (0..4).map(|column| cell(4 * row + column)).collect())
        .collect();
    json!({
        "cellSize": 50,
        "metadata": { "rules": rules },
        "cells": rows,
        "regions": [
            [[0, 0], [0, 1], [1, 0], [1, 1]],
            [[0, 2], [0, 3], [1, 2], [1, 3]],
            [[2, 0], [2, 1], [3, 0], [3, 1]],
            [[2, 2], [2, 3], [3, 2], [3, 3]],
        ],
        "lines": lines,
    })
}

fn line(colour: &str, points: Value) -> Value {
    json!({ "color": colour, "thickness": 10, "wayPoints": points })
}

/// Returns a line of this colour from R1C1 to R2C1; the solution has the digits 1 and 3 there.
fn down(colour: &str) -> Value {
    line(colour, json!([[0.5, 0.5], [1.5, 0.5]]))
}

/// Returns a line of this colour from R1C1 to R1C3; the solution has the digits 1, 2 and 3 there.
fn across(colour: &str) -> Value {
    line(colour, json!([[0.5, 0.5], [0.5, 2.5]]))
}

fn read(document: &Value, readings: &[&str]) -> Puzzle {
    let options = ReadOptions {
        readings: readings.iter().map(|&reading| reading.to_owned()).collect(),
        ..ReadOptions::default()
    };
    let reading = read_any(&document.to_string(), None, &options);
    reading.expect("the document is readable").puzzles.remove(0)
}

fn rules(puzzle: &Puzzle) -> Vec<&str> {
    puzzle.clues.iter().map(|clue| clue.rule.as_str()).collect()
}

/// Returns the kinds of the questions about drawings and sentences.
fn open(puzzle: &Puzzle) -> Vec<&str> {
    let kinds = puzzle.unread.iter().map(|unread| unread.kind.as_str());
    kinds.filter(|kind| *kind != REST).collect()
}

#[test]
fn lines_are_read_by_the_colours_that_the_text_names() {
    let text = "Normal sudoku rules apply. Adjacent digits along a red line must differ by at least 2. \
                Orange lines contain a set of consecutive digits in any order.";
    let puzzle = read(
        &document(text, json!([down("#e02020"), across("#f08000")])),
        &[],
    );
    assert_eq!(open(&puzzle), [""; 0]);
    let cells = |names: &[&str]| -> Vec<_> {
        names
            .iter()
            .map(|name| puzzle.layout.parse_name(name).expect("a cell"))
            .collect()
    };
    let whisper = Clue::on("german-whisper", cells(&["R1C1", "R2C1"])).with("difference", 2);
    let renban = Clue::on("renban", cells(&["R1C1", "R1C2", "R1C3"]));
    assert!(puzzle.clues.contains(&whisper), "{:?}", puzzle.clues);
    assert!(puzzle.clues.contains(&renban), "{:?}", puzzle.clues);
    assert!(
        puzzle
            .elements
            .iter()
            .all(|element| matches!(element.status, Status::Read { .. }))
    );
    assert!(
        puzzle
            .sentences
            .iter()
            .all(|sentence| sentence.status != Status::Open)
    );
}

#[test]
fn a_sentence_with_an_unknown_word_stays_open() {
    for text in [
        "Adjacent digits along a green line must differ by at least 2 unless they are prime.",
        "Not all adjacent digits along a green line must differ by at least 2.",
        "Adjacent digits along a green line must differ by at least 2. Each digit is a friend of its box.",
    ] {
        let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
        assert_eq!(open(&puzzle).last(), Some(&"sentence"), "{text}");
    }
    // A negated sentence also states a rule. The solution breaks this one.
    let text = "Adjacent digits along a green line must not differ by at least 2.";
    let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(open(&puzzle), ["doubt"]);
}

/// If the clues already leave exactly the stated solution, no unread rule can change the verdict.
#[test]
fn a_stated_solution_settles_what_stays_open() {
    let text = "Adjacent digits along a green line must differ by at least 2. Each digit is a friend of its box.";
    let mut document = document(text, json!([down("#67f067")]));
    document["metadata"]["solution"] = SOLUTION.into();
    assert_eq!(open(&read(&document, &[])), [""; 0]);
    document["metadata"]["solution"] = "2134341221434321".into();
    assert_eq!(open(&read(&document, &[])).last(), Some(&"sentence"));
}

#[test]
fn what_is_in_no_group_stays_open() {
    let mut document = document("Normal sudoku rules apply.", json!([]));
    let arrow = json!({ "color": "#000", "thickness": 2, "headLength": 0.3, "wayPoints": [[0.5, 0.5], [0.5, 1.5]] });
    document["arrows"] = json!([arrow]);
    assert_eq!(open(&read(&document, &[])), ["other drawing"]);
}

/// If the puzzle as read has no solution, something was misread, so no verdict is given.
#[test]
fn a_reading_without_a_solution_is_doubted() {
    let text = "Adjacent digits along a green line must differ by at least 3.";
    let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(rules(&puzzle), ["german-whisper"]);
    assert_eq!(open(&puzzle), ["doubt"]);
}

#[test]
fn answers_settle_drawings_and_sentences() {
    let text = "The green lines are what you think. Digits love them.";
    let document = document(text, json!([down("#67f067")]));
    assert_eq!(open(&read(&document, &[])), ["green line", "sentence"]);
    let sentence = "digits love them = decoration";
    let puzzle = read(
        &document,
        &[
            "green line = renban",
            "the green lines are = decoration",
            sentence,
        ],
    );
    // 1 and 3 are not consecutive.
    assert_eq!(
        (rules(&puzzle), open(&puzzle)),
        (vec!["renban"], vec!["doubt"])
    );
    let puzzle = read(
        &document,
        &[
            "green line = decoration",
            "the green lines are = decoration",
            sentence,
        ],
    );
    assert_eq!((rules(&puzzle), open(&puzzle)), (vec![], vec![]));
}

/// A familiar rule at the start of a sentence must not hide a second one.
#[test]
fn familiar_sentences_hide_no_rule() {
    for (text, count) in [
        (
            "Normal sudoku rules apply. Not all possible dots are given.",
            0,
        ),
        (
            "Not all dots are given, and digits in circles are prime.",
            1,
        ),
        ("Digits may repeat in rows and columns.", 1),
        (
            "Place the digits 1 to 4 once each in every row, column and box.",
            0,
        ),
        (
            "Place the digits 1 through 3 once each in every row, column and box.",
            1,
        ),
        (
            "Place the digits 0-3 once each in every row, column and box.",
            1,
        ),
    ] {
        let puzzle = read(&document(text, json!([])), &[]);
        let open = open(&puzzle)
            .iter()
            .filter(|kind| **kind == "sentence")
            .count();
        assert_eq!(open, count, "{text}: {:?}", puzzle.sentences);
    }
}

/// Reads a puzzle's file again with these answers.
fn answer(puzzle: &Puzzle, readings: &[&str]) -> Puzzle {
    let native = cluewright_formats::named("native-json").expect("a format");
    let text = native.write(puzzle).expect("a puzzle file");
    read(&serde_json::from_str(&text).expect("JSON"), readings)
}

#[test]
fn a_puzzle_file_takes_the_answers_that_its_source_would() {
    let text = "Normal sudoku rules apply.";
    let document = document(text, json!([down("#67f067"), across("#f08000")]));
    let unread = read(&document, &[]);
    assert_eq!(open(&unread), ["green line", "orange line"]);
    let green = "green line = german-whisper";
    let one = answer(&unread, &[green]);
    assert_eq!(open(&one), ["orange line"]);
    assert_eq!(one, read(&document, &[green]));
    let both = answer(&one, &["orange line = renban"]);
    assert_eq!(rules(&both), ["german-whisper", "renban"]);
    assert_eq!(both.recognised.len(), 2);
    assert_eq!(answer(&both, &[]), both);
}

#[test]
fn an_answer_can_be_taken_back_and_changed() {
    let document = document(
        "Normal sudoku rules apply.",
        json!([down("#67f067"), across("#f08000")]),
    );
    let unread = read(&document, &[]);
    let answered = answer(
        &unread,
        &["green line = renban", "orange line = decoration"],
    );
    assert_eq!(rules(&answered), ["renban"]);
    let changed = answer(&answered, &["green line = palindrome"]);
    assert_eq!(rules(&changed), ["palindrome"]);
    let reopened = answer(&changed, &["green line = open", "orange line = open"]);
    assert_eq!(rules(&reopened), [""; 0]);
    assert_eq!(open(&reopened), ["green line", "orange line"]);
    assert_eq!(reopened.elements, unread.elements);
}

/// An answer does not affect clues that a person has drawn, changed or removed since the last
/// reading.
#[test]
fn answers_leave_clues_that_were_edited_alone() {
    let document = document("", json!([down("#67f067"), across("#f08000")]));
    let mut puzzle = answer(&read(&document, &[]), &["green line = renban"]);
    puzzle.clues = vec![Clue::new("anti-knight")];
    let next = answer(&puzzle, &["orange line = palindrome"]);
    assert_eq!(rules(&next), ["anti-knight", "palindrome"]);
    let back = answer(&next, &["orange line = open"]);
    assert_eq!(rules(&back), ["anti-knight"]);
}

#[test]
fn sentences_are_answered_with_rules_of_the_whole_grid() {
    let text = "Normal sudoku rules apply. The horses are asleep in cells that must differ.";
    let quote = "the horses are asleep = disjoint-groups";
    let puzzle = read(&document(text, json!([])), &[quote]);
    assert_eq!(rules(&puzzle), ["disjoint-groups"]);
    assert_eq!(open(&puzzle), [""; 0]);
    assert_eq!(puzzle.sentences[1].status, Status::read("disjoint-groups"));
    let back = answer(&puzzle, &["the horses are asleep = open"]);
    assert_eq!(rules(&back), [""; 0]);
    assert_eq!(open(&back), ["sentence"]);
    // If a rule needs a drawing, a sentence alone does not become a clue.
    let line = read(
        &document(text, json!([])),
        &["the horses are asleep = renban"],
    );
    assert_eq!(open(&line), ["sentence"]);
}

/// An answer about a sentence has the same effect as a rule that the setter stated, so its drawings
/// become clues.
#[test]
fn an_answer_about_a_sentence_reads_its_drawings() {
    let text =
        "Adjacent digits along a green line must differ by at least 2 unless they are prime.";
    let unread = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(open(&unread), ["green line", "sentence"]);
    assert_eq!(unread.unread[1].rules[0], "german-whisper");
    let read = answer(&unread, &["adjacent digits along = german-whisper"]);
    assert_eq!(
        (rules(&read), open(&read)),
        (vec!["german-whisper"], vec![])
    );
    assert_eq!(read.sentences[0].status, Status::read("german-whisper"));
    let back = answer(&read, &["adjacent digits along = open"]);
    assert_eq!(rules(&back), [""; 0]);
    assert_eq!(open(&back), ["green line", "sentence"]);
    // A line cannot be a clue of the rule in this answer.
    let other = answer(&unread, &["adjacent digits along = killer-cage"]);
    assert_eq!(rules(&other), [""; 0]);
    assert_eq!(open(&other), ["green line", "sentence"]);
}

#[test]
fn a_sentence_may_be_explained_by_the_clues() {
    let text = "Adjacent digits along a green line must differ by at least 2. Each digit is a friend of its box.";
    let unread = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(open(&unread), ["sentence"]);
    let read = answer(&unread, &["each digit is a friend = explained"]);
    assert_eq!(
        (rules(&read), open(&read)),
        (vec!["german-whisper"], vec![])
    );
    assert!(matches!(
        read.sentences[1].status,
        Status::Decoration { .. }
    ));
    let back = answer(&read, &["each digit is a friend = open"]);
    assert_eq!(open(&back), ["sentence"]);
}

#[test]
fn everything_that_is_open_may_be_explained_by_the_clues() {
    let text = "Adjacent digits along a green line must differ by at least 2. Each digit is a friend of its box.";
    let lines = json!([down("#67f067"), across("#d23be7")]);
    let unread = read(&document(text, lines.clone()), &[]);
    assert_eq!(open(&unread), ["purple line", "sentence"]);
    let last = unread.unread.last().expect("a question");
    assert_eq!((last.kind.as_str(), last.count), (REST, 0));
    let rest = "everything else = decoration";
    let complete = answer(&unread, &[rest]);
    assert_eq!(rules(&complete), ["german-whisper"]);
    assert!(complete.unread.is_empty());
    assert_eq!(complete, read(&document(text, lines.clone()), &[rest]));
    let back = answer(&complete, &["everything else = open"]);
    assert_eq!(open(&back), ["purple line", "sentence"]);
    // Without the digits there are several solutions, so a rule is missing.
    let mut several = document(text, lines);
    several["cells"][3] = json!([{}, {}, {}, {}]);
    several["cells"][2] = json!([{}, {}, {}, {}]);
    for answers in [vec![], vec![rest]] {
        let puzzle = read(&several, &answers);
        assert_eq!(open(&puzzle), ["purple line", "sentence"]);
        assert!(puzzle.unread.iter().all(|part| part.kind != REST));
    }
}

/// An answer that names drawings does not count as a quotation of a sentence that begins with the same words.
#[test]
fn an_answer_about_drawings_settles_no_sentence() {
    let text = "Green lines are what you think.";
    let document = document(text, json!([down("#67f067")]));
    let puzzle = read(&document, &["green line = german-whisper"]);
    assert_eq!(open(&puzzle), ["sentence"]);
}

#[test]
fn questions_propose_rules_that_their_drawings_can_be() {
    let text = "The green lines are quiet: neighbours are at odds. Digits love them.";
    let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
    assert!(!puzzle.unread.is_empty());
    for question in &puzzle.unread {
        assert!(question.rules.len() <= 3, "{question:?}");
    }
    let drawing = &puzzle.unread[0];
    assert_eq!(drawing.kind, "green line");
    for rule in &drawing.rules {
        let reading = format!("green line = {rule}");
        let read = answer(&puzzle, &[&reading]);
        assert_eq!(rules(&read), [rule.as_str()]);
    }
}

#[test]
fn rules_of_circles_are_those_of_bulbs_if_there_are_no_others() {
    let text = "Digits on an arrow sum to the digit in the arrow's circle. All circles contain different digits.";
    let arrow = |from: [f64; 2], to: [f64; 2]| json!({ "color": "#cfcfcf", "thickness": 5, "headLength": 0.3, "wayPoints": [from, to] });
    let circle = |center: [f64; 2]| json!({ "center": center, "width": 0.7, "height": 0.7, "rounded": true, "backgroundColor": "#ffffff", "borderColor": "#cfcfcf" });
    let mut document = document(text, json!([]));
    document["arrows"] = json!([arrow([0.5, 0.5], [0.5, 1.5]), arrow([3.5, 3.5], [3.5, 2.5])]);
    document["underlays"] = json!([circle([0.5, 0.5]), circle([3.5, 3.5])]);
    let puzzle = read(&document, &[]);
    let arrows = puzzle.clues.iter().filter(|clue| clue.rule == "arrow");
    assert_eq!(arrows.count(), 2, "{:?}", puzzle.unread);
    let distinct = puzzle.clues.iter().filter(|clue| clue.rule != "arrow");
    let distinct: Vec<&Clue> = distinct.collect();
    let [clue] = distinct.as_slice() else {
        panic!("one clue, not {distinct:?}");
    };
    assert_eq!(clue.cells().count(), 2);
}

#[test]
fn drawings_of_no_group_can_be_decoration() {
    let mut document = document("Normal sudoku rules apply.", json!([down("#67f067")]));
    let arrow = json!({ "color": "#000", "thickness": 2, "headLength": 0.3, "wayPoints": [[0.5, 0.5], [0.5, 1.5]] });
    document["arrows"] = json!([arrow]);
    let puzzle = read(&document, &["other drawing = decoration"]);
    assert_eq!(open(&puzzle), ["green line"]);
    assert_eq!(
        open(&answer(&puzzle, &["green line = german-whisper"])),
        [""; 0]
    );
}

#[test]
fn a_rule_that_was_read_from_the_text_can_be_taken_back() {
    let text = "Normal sudoku rules apply. Disjoint groups: the same digit cannot occupy the same position within a box.";
    let puzzle = read(&document(text, json!([])), &[]);
    assert_eq!(
        rules(&puzzle),
        ["disjoint-groups"],
        "{:?}",
        puzzle.sentences
    );
    let open_again = answer(&puzzle, &["disjoint groups: the = open"]);
    assert_eq!(rules(&open_again), [""; 0]);
    assert_eq!(open(&open_again), ["sentence"]);
}

/// Returns two lines, from R1C1 to R1C3 and from R1C2 down. The solution has the digits 1, 2, 3 and 4 there.
fn branch(colour: &str) -> [Value; 2] {
    [
        line(colour, json!([[0.5, 0.5], [0.5, 2.5]])),
        line(colour, json!([[0.5, 1.5], [1.5, 1.5]])),
    ]
}

#[test]
fn lines_that_branch_are_one_clue() {
    let text =
        "Normal sudoku rules apply. Purple lines contain a set of consecutive digits in any order.";
    let puzzle = read(&document(text, json!(branch("#d23be7"))), &[]);
    assert_eq!(open(&puzzle), [""; 0]);
    let [clue] = puzzle.clues.as_slice() else {
        panic!("one clue, not {:?}", puzzle.clues);
    };
    assert_eq!(clue.cells_of("cells").len(), 4);
}

#[test]
fn a_sentence_that_says_more_than_a_rule_is_asked() {
    let text = "Normal sudoku rules apply. Digits along a green line differ by at least 2 unless they are prime.";
    let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(rules(&puzzle), [""; 0]);
    assert_eq!(open(&puzzle), ["green line", "sentence"]);
}

#[test]
fn permissions_and_names_leave_nothing_open() {
    let text = "Normal sudoku rules apply. Along each emerald green line, adjacent digits differ by at least 2. \
                Digits may repeat on a line if allowed by other rules.";
    let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(rules(&puzzle), ["german-whisper"]);
    assert_eq!(open(&puzzle), [""; 0]);
}

#[test]
fn cages_whose_digits_may_repeat_are_no_killer_cages() {
    let cage = json!({ "cells": [[0, 0], [0, 1]], "value": "3" });
    let mut document = document(
        "Normal sudoku rules apply. Killer cages: digits in cages sum to the total and can repeat.",
        json!([]),
    );
    document["cages"] = json!([cage]);
    let puzzle = read(&document, &[]);
    assert!(
        !rules(&puzzle).contains(&"killer-cage"),
        "{:?}",
        puzzle.clues
    );
}

/// Returns coloured squares, one for each cell.
fn squares(colour: &str, places: &[(u8, u8)]) -> Value {
    let square = |&(row, column): &(u8, u8)| {
        let centre = [f64::from(row) + 0.5, f64::from(column) + 0.5];
        json!({ "center": centre, "width": 1, "height": 1, "backgroundColor": colour })
    };
    places.iter().map(square).collect()
}

#[test]
fn coloured_cells_are_read_if_the_text_speaks_of_them() {
    let grey = squares("#cfcfcf", &[(1, 1), (3, 0)]);
    let spoken = "Normal sudoku rules apply. Digits in grey cells must be greater than orthogonally adjacent white cells.";
    for (text, found) in [
        (spoken, vec!["maximum"]),
        ("Normal sudoku rules apply.", vec![]),
    ] {
        let mut document = document(text, json!([]));
        document["underlays"] = grey.clone();
        let puzzle = read(&document, &[]);
        assert_eq!((rules(&puzzle), open(&puzzle)), (found, vec![]), "{text}");
    }
}

/// The text names no colour, so the rule is ambiguous if the areas have two colours.
#[test]
fn coloured_areas_are_clues_of_their_own() {
    let text = "Normal sudoku rules apply. Digits in shaded areas must not repeat.";
    let mut document = document(text, json!([]));
    document["underlays"] = squares("#a0c0f0", &[(0, 0), (1, 0), (2, 3), (3, 3)]);
    let puzzle = read(&document, &[]);
    let found = (rules(&puzzle), open(&puzzle));
    assert_eq!(found, (vec!["extra-region", "extra-region"], vec![]));
    let other = squares("#f0a0a0", &[(0, 2)]);
    let squares = document["underlays"].as_array_mut().expect("a list");
    squares.extend(other.as_array().expect("a list").clone());
    let puzzle = read(&document, &[]);
    assert_eq!((rules(&puzzle), open(&puzzle)), (vec![], vec!["sentence"]));
}

#[test]
fn a_rule_that_lists_numbers_may_be_stated_twice() {
    let text = "Normal sudoku rules apply. Each digit in column 2 indicates the location of the 2 in that row. \
                Likewise, each digit in columns 1 and 3 indicates the location of 1 and 3 respectively.";
    let puzzle = read(&document(text, json!([])), &[]);
    let clue = |columns: &[u8]| {
        let is_named = |cell: &Cell| columns.contains(&(puzzle.layout.place(*cell).1 + 1));
        let cells: Vec<Cell> = puzzle.layout.cells().filter(is_named).collect();
        Clue::on("column-indexer", cells)
    };
    assert_eq!(puzzle.clues, [clue(&[2]), clue(&[1, 3])]);
    assert_eq!(open(&puzzle), [""; 0]);
}

#[test]
fn lines_that_are_compared_are_one_clue() {
    let text = "Normal sudoku rules apply. All lines sum to the same total.";
    let lines = [
        line("#f0a0a0", json!([[0.5, 0.5], [0.5, 1.5]])),
        line("#f0a0a0", json!([[3.5, 2.5], [3.5, 3.5]])),
    ];
    let puzzle = read(&document(text, json!(lines)), &[]);
    assert_eq!(
        (rules(&puzzle), open(&puzzle)),
        (vec!["equal-sums"], vec![])
    );
}

#[test]
fn an_answer_may_call_a_colour_by_another_name() {
    let document = document("The lines are what you think.", json!([down("#2ecbff")]));
    assert_eq!(open(&read(&document, &[]))[0], "blue line");
    for name in ["blue line", "teal line"] {
        let line = format!("{name} = decoration");
        let answers = [line.as_str(), "the lines are = decoration"];
        assert_eq!(open(&read(&document, &answers)), [""; 0], "{name}");
    }
}

/// An arrow may begin at the rim of its circle or in the adjacent cell. An arrow without points is ignored.
#[test]
fn arrows_may_begin_beside_their_circle() {
    let text = "Normal sudoku rules apply. Digits along an arrow sum to the digit in its circle.";
    let mut document = document(text, json!([]));
    let arrow = |way: Value| json!({ "color": "#000", "thickness": 2, "headLength": 0.3, "wayPoints": way });
    document["arrows"] = json!([
        arrow(json!([[1.0, 0.5], [0.5, 0.5], [0.5, 1.5]])),
        arrow(json!([]))
    ]);
    document["overlays"] = json!([{ "center": [1.5, 0.5], "width": 0.8, "height": 0.8, "rounded": true,
        "backgroundColor": "#fff", "borderColor": "#000" }]);
    let puzzle = read(&document, &[]);
    assert_eq!((rules(&puzzle), open(&puzzle)), (vec!["arrow"], vec![]));
}

/// Consecutive open sentences form one question. An answer can quote all of them, or only one by its first words.
#[test]
fn a_passage_of_open_sentences_is_one_question() {
    let text = "Normal sudoku rules apply. Digits love prime cells. Cells hate digits. Purple lines are a renban. A row repeats 3 digits.";
    let document = document(text, json!([across("#d23be7")]));
    let puzzle = read(&document, &[]);
    let passages: Vec<_> = puzzle
        .unread
        .iter()
        .filter(|part| part.kind != REST)
        .map(|part| part.text.as_deref())
        .collect();
    let passage = "Digits love prime cells. Cells hate digits";
    assert_eq!(passages, [Some(passage), Some("A row repeats 3 digits")]);
    assert_eq!(puzzle.unread[0].count, 2);
    let settled = [
        format!("{passage} = decoration"),
        "a row repeats = decoration".to_owned(),
    ];
    let settled: Vec<&str> = settled.iter().map(String::as_str).collect();
    assert_eq!(open(&read(&document, &settled)), [""; 0]);
    let first = read(&document, &["digits love = decoration"]);
    assert_eq!(first.unread[0].text.as_deref(), Some("Cells hate digits"));
}

fn circle(centre: [f64; 2], colour: &str) -> Value {
    json!({ "center": centre, "width": 0.8, "height": 0.8, "rounded": 1, "backgroundColor": colour })
}

/// A bulb may be darker than its line, lie between two arms, or be covered by another line.
#[test]
fn bulbs_are_found_where_setters_draw_them() {
    let text = "Normal sudoku rules apply. Digits along a thermometer increase from the bulb.";
    let bulb = |row: f64, column: f64, colour: &str| circle([row, column], colour);
    let mut darker = document(text, json!([across("#ccc")]));
    darker["underlays"] = json!([bulb(0.5, 0.5, "#999")]);
    let puzzle = read(&darker, &[]);
    assert_eq!(
        (rules(&puzzle), open(&puzzle)),
        (vec!["thermometer"], vec![])
    );

    let arms = json!([line("#ccc", json!([[0.5, 2.5], [0.5, 0.5], [1.5, 0.5]]))]);
    let mut between = document(text, arms);
    between["underlays"] = json!([bulb(0.5, 0.5, "#ccc")]);
    let puzzle = read(&between, &[]);
    assert_eq!(
        (rules(&puzzle), open(&puzzle)),
        (vec!["thermometer", "thermometer"], vec![])
    );

    let text = format!("{text} Green lines are cosmetic.");
    let mut below = document(&text, json!([across("#ccc"), across("#67f067")]));
    below["underlays"] = json!([bulb(0.5, 0.5, "#ccc")]);
    assert_eq!(rules(&read(&below, &[])), ["thermometer"]);
}

/// If two lines outside the grid lie on top of each other, they do not join any cells.
#[test]
fn lines_outside_of_the_grid_join_no_cells() {
    let text = "Normal sudoku rules apply. Digits along a thermometer increase from the bulb.";
    let outside = || line("#ccc", json!([[-0.5, -0.5], [-0.5, 2.5]]));
    let puzzle = read(&document(text, json!([outside(), outside()])), &[]);
    assert_eq!(open(&puzzle), ["other drawing", "sentence"]);
}

#[test]
fn a_letter_is_an_inequality_sign_where_the_text_speaks_of_signs() {
    let text = "Normal sudoku rules apply. Inequality signs point to the smaller digit.";
    let mut document = document(text, json!([]));
    document["overlays"] =
        json!([{ "center": [1.0, 3.5], "width": 0.3, "height": 0.3, "text": "V" }]);
    let puzzle = read(&document, &[]);
    assert_eq!(
        (rules(&puzzle), open(&puzzle)),
        (vec!["inequality"], vec![])
    );
}

/// An SVG path is read as a line. A line along the edges of cells is a wall, so it is not read.
#[test]
fn lines_are_told_from_walls_and_paths_are_lines() {
    let text =
        "Normal sudoku rules apply. Purple lines contain a set of consecutive digits in any order.";
    let path = json!({ "color": "#d23be7", "thickness": 10, "d": "M32 32L64 32Q96 32 96 64Q96 96 64 96L32 96" });
    let wall = line("#d23be7", json!([[0.0, 1.0], [4.0, 1.0]]));
    let puzzle = read(&document(text, json!([path, wall])), &[]);
    assert_eq!((rules(&puzzle), open(&puzzle)), (vec!["renban"], vec![]));
    assert_eq!(puzzle.clues[0].cells_of("cells").len(), 4);
}

#[test]
fn sentences_about_marks_say_nothing_in_a_picture_without_them() {
    let text = "Normal sudoku rules apply. Cells separated by an X sum to 10.";
    let puzzle = read(&document(text, json!([])), &[]);
    assert_eq!((rules(&puzzle), open(&puzzle)), (vec![], vec![]));
    let puzzle = read(&document(text, json!([down("#67f067")])), &[]);
    assert_eq!(open(&puzzle), ["green line", "sentence"]);
}

#[test]
fn a_further_sentence_states_a_second_rule_of_the_same_line() {
    let renban =
        "Normal sudoku rules apply. Red lines contain a set of consecutive digits in any order.";
    let text = format!("{renban} Digits may not repeat on a line.");
    let puzzle = read(&document(&text, json!([across("#e02020")])), &[]);
    let found = (rules(&puzzle), open(&puzzle));
    assert_eq!(found, (vec!["renban", "distinct-line"], vec![]));
    let text = "Normal sudoku rules apply. Each line is either a renban line or a zipper line.";
    let puzzle = read(&document(text, json!([across("#e02020")])), &[]);
    assert_ne!(open(&puzzle), [""; 0]);
}

#[test]
fn a_text_may_make_a_region_of_each_type_of_clue() {
    let whisper = "Adjacent digits along a red line must differ by at least 2.";
    let renban = "Orange lines contain a set of consecutive digits in any order.";
    let lines = json!([down("#e02020"), across("#f08000")]);
    for (text, regions) in [
        (
            format!("No digit may appear more than once on each clue type. {whisper} {renban}"),
            2,
        ),
        (
            format!("{whisper} The following clue types may not contain repeated digits. {renban}"),
            1,
        ),
    ] {
        let text = format!("Normal sudoku rules apply. {text}");
        let puzzle = read(&document(&text, lines.clone()), &[]);
        let found = rules(&puzzle).into_iter();
        let found = found.filter(|rule| *rule == "constraint-region").count();
        assert_eq!((found, open(&puzzle)), (regions, vec![]), "{text}");
    }
}

#[test]
fn a_text_may_offer_more_digits_than_a_row_holds() {
    let text = "Pick four digits from 1-9. Place those four digits in each row, column and box.";
    let puzzle = read(&document(text, json!([])), &[]);
    assert_eq!(puzzle.layout.max_digit(), 9);
    let found = (rules(&puzzle), open(&puzzle));
    assert_eq!(found, (vec!["region-same-values"], vec![]));
}

#[test]
fn a_complete_statement_becomes_a_rule_of_the_puzzle() {
    let sudoku = "Normal sudoku rules apply.";
    let text = format!("{sudoku} The digits along each red line sum to a multiple of 3.");
    let lines = json!([across("#e02020")]);
    let puzzle = read(&document(&text, lines.clone()), &[]);
    let found = (rules(&puzzle), open(&puzzle));
    assert_eq!(found, (vec!["line-sum-multiple-3"], vec![]));
    assert_eq!(puzzle.own_rules[0].relation, ["sum(cells) mod 3 == 0"]);
    // The solution breaks the rule. So either the rule was misread, or the solution belongs to another
    // puzzle.
    let text = format!("{sudoku} The digits along each red line sum to a multiple of 4.");
    let puzzle = read(&document(&text, lines.clone()), &[]);
    assert_eq!(open(&puzzle), ["doubt"]);
    let text = format!("{sudoku} The digits along one red line sum to a multiple of 3.");
    let puzzle = read(&document(&text, lines), &[]);
    assert_eq!((rules(&puzzle), puzzle.own_rules.len()), (vec![], 0));
    assert_ne!(open(&puzzle), [""; 0]);
}

#[test]
fn a_pink_line_is_called_purple_unless_another_one_is() {
    let text = "Normal sudoku rules apply. The digits on each purple line sum to at most 8.";
    let pink = down("#f067f0");
    let puzzle = read(&document(text, json!([pink])), &[]);
    assert_eq!((rules(&puzzle).len(), open(&puzzle)), (1, vec![]));
    let puzzle = read(&document(text, json!([pink, across("#d23be7")])), &[]);
    assert_eq!(
        (rules(&puzzle).len(), open(&puzzle)),
        (1, vec!["pink line"])
    );
}

#[test]
fn a_further_rule_may_be_about_clues_that_the_file_names() {
    let cages = json!([
        { "cells": [[0, 0], [0, 1], [1, 0]], "value": "", "unique": true },
        { "cells": [[0, 2], [0, 3]], "value": "", "unique": true },
    ]);
    let read = |text: &str| {
        let text = format!("Normal sudoku rules apply. Digits do not repeat in cages. {text}");
        let mut document = document(&text, json!([]));
        document["cages"] = cages.clone();
        read(&document, &[])
    };
    let puzzle = read("All cages sum to 6 or 7.");
    let found = rules(&puzzle);
    let own = found.iter().filter(|rule| **rule == "cage-sum-6-or-7");
    assert_eq!((own.count(), open(&puzzle)), (2, vec![]));
    let puzzle = read("The sums of neighbouring cages differ by 1.");
    assert_ne!(open(&puzzle), [""; 0]);
}

#[test]
fn signs_between_cages_compare_their_sums() {
    let cages = json!([
        { "cells": [[0, 0], [1, 0]], "value": "" },
        { "cells": [[0, 1], [0, 2]], "value": 5 },
        { "cells": [[0, 3], [1, 3]], "value": "" },
    ]);
    let sign = |column: usize, text: &str| json!({ "center": [0.5, column], "width": 0.3, "height": 0.3, "text": text, "backgroundColor": "#fff" });
    let read = |signs: Value, joined: &str| {
        let text = format!(
            "Normal sudoku rules apply. Digits in cages do not repeat and sum to the given total, if any. {joined}"
        );
        let mut document = document(&text, json!([]));
        document["cages"] = cages.clone();
        document["overlays"] = signs;
        read(&document, &[])
    };
    let joined = "Cages joined by an inequality sign have sums in the indicated relationship.";
    let puzzle = read(json!([sign(1, "<"), sign(3, "<")]), joined);
    assert_eq!(open(&puzzle), [""; 0], "{:?}", puzzle.sentences);
    let relation = [
        "sum([R1C1, R2C1]) < sum([R1C2, R1C3])",
        "sum([R1C2, R1C3]) < sum([R1C4, R2C4])",
    ];
    assert_eq!(puzzle.own_rules[0].relation, relation);
    // The solution violates the first sign. The second sign does not lie between two cages.
    for (signs, joined) in [
        (json!([sign(1, ">")]), joined),
        (json!([sign(2, "<")]), joined),
    ] {
        assert_ne!(open(&read(signs, joined)), [""; 0]);
    }
}

/// A sentence about `All lines` also applies to lines that have another rule, but a sentence about `Each line` does not.
/// A negated sentence stays open.
#[test]
fn a_rule_of_all_lines_is_a_second_rule_of_lines_with_another() {
    let red = || line("#e02020", json!([[0.5, 0.5], [0.5, 1.5]]));
    let lines = || json!([red(), across("#d23be7")]);
    let whisper = "Adjacent digits along a red line must differ by at least 1.";
    for (sentence, renbans) in [
        ("All lines are renban lines.", 2),
        ("Purple lines are renban lines.", 1),
        ("Each line is a renban line.", 1),
    ] {
        let puzzle = read(&document(&format!("{whisper} {sentence}"), lines()), &[]);
        let mut found = rules(&puzzle);
        found.sort_unstable();
        let expected = [vec!["german-whisper"], vec!["renban"; renbans]].concat();
        assert_eq!(found, expected, "{sentence} {:?}", puzzle.unread);
    }
    let denied = format!("{whisper} Not all lines are renban lines.");
    let puzzle = read(&document(&denied, lines()), &[]);
    assert!(open(&puzzle).contains(&"sentence"));
}

/// The 2s in R1C2 and R2C4 are in circles. Circles of every colour count, but diamonds do not.
#[test]
fn a_rule_that_counts_circles_counts_those_of_all_colours() {
    let text = "Normal sudoku rules apply. A digit in a circle indicates how many circles contain that digit.";
    let mut document = document(text, json!([]));
    let diamond = json!({ "center": [3.5, 3.5], "width": 0.5, "height": 0.5, "angle": 45, "backgroundColor": "#3baf" });
    document["underlays"] = json!([circle([0.5, 1.5], "#e02020"), circle([1.5, 3.5], "#2060e0")]);
    let puzzle = read(&document, &[]);
    assert_eq!(open(&puzzle), [""; 0], "{:?}", puzzle.clues);
    let [clue] = puzzle.clues.as_slice() else {
        panic!("one clue, not {:?}", puzzle.clues);
    };
    assert_eq!(clue.cells().count(), 2);
    document["overlays"] = json!([diamond]);
    let puzzle = read(&document, &[]);
    assert_eq!(rules(&puzzle), ["counting-circles"]);
    assert_eq!(puzzle.clues[0].cells().count(), 2);
}

/// The number in a cage belongs to the puzzle's own rule, so it is not read as a sum as well.
#[test]
fn a_printed_number_has_one_meaning() {
    let cage = |value: &str| json!({ "cells": [[0, 0], [0, 1]], "value": value });
    let multiple = "Digits in a cage sum to a multiple of the number in its corner.";
    for repeats in ["", " Digits may not repeat in a cage."] {
        let mut document = document(&format!("{multiple}{repeats}"), json!([]));
        document["cages"] = json!([cage("1")]);
        let puzzle = read(&document, &[]);
        assert_eq!(open(&puzzle), [""; 0], "{repeats} {:?}", puzzle.clues);
        let own = puzzle
            .clues
            .iter()
            .find(|clue| clue.rule.starts_with("cage-sum"));
        let own = own.expect("a clue of the puzzle's own rule");
        assert_eq!(own.params.get("printed"), Some(&Param::Int(1)));
        let others = puzzle
            .clues
            .iter()
            .filter(|clue| clue.rule == "killer-cage");
        let others: Vec<&Clue> = others.collect();
        assert_eq!(others.len(), usize::from(!repeats.is_empty()));
        assert!(others.iter().all(|clue| clue.params.is_empty()));
    }
}

/// The loop around the four cells in the middle passes through all other cells. It is the only such loop.
#[test]
fn a_loop_that_a_text_declares_is_part_of_the_solution() {
    let declared = "Normal sudoku rules apply. Draw a one-cell-wide loop of orthogonally connected cells. The loop may not touch itself, not \
                    even diagonally.";
    let inner = [[1.5, 1.5], [1.5, 2.5], [2.5, 1.5], [2.5, 2.5]];
    let with_circles = |text: &str| {
        let mut document = document(&format!("{declared} {text}"), json!([]));
        document["underlays"] = json!(inner.map(|centre| circle(centre, "#ffffff")));
        read(&document, &[])
    };
    let puzzle = with_circles("Circles are never on the loop.");
    assert_eq!(open(&puzzle), [""; 0], "{:?}", puzzle.sentences);
    assert_eq!(
        rules(&puzzle),
        [
            "loop",
            "loop-circle",
            "loop-circle",
            "loop-circle",
            "loop-circle"
        ]
    );
    assert_eq!(puzzle.extras.len(), 1);
    // The same digits with two different loops count as two solutions.
    let puzzle = read(&document(declared, json!([])), &[]);
    assert_eq!(open(&puzzle), ["doubt"]);
    for text in [
        "Circles may be on the loop.",
        "Not all circles are on the loop.",
        "The loop is short.",
    ] {
        assert!(open(&with_circles(text)).contains(&"sentence"), "{text}");
    }
}

/// The line has the digits 1 and 3, and the sentences state something else or more than a rule that resembles them.
#[test]
fn sentences_that_resemble_a_rule_are_not_read_as_it() {
    for rest in [
        "Adjacent digits along a red line have a difference of 1.",
        "Adjacent digits along a red line differ by up to 1.",
        "Adjacent digits along a red line have a difference of 1 or below.",
        "Adjacent digits along a red line have a difference ≤ 1.",
        "The digits on each red line sum to > 4.",
        "The digits on each red line have a sum ≠ 4.",
        "Adjacent digits along a red line must differ by at least 2, e.g. 1 and 3, unless one of them is 1.",
        "Adjacent digits along a red line must differ by at least 2. That is also true of neighbours.",
        "Red lines are decoration. Digits can repeat in rows and columns.",
        "Red lines are decoration. Digits do not have to be different in rows and columns.",
        "Red lines are decoration. Not all normal sudoku rules apply.",
        "Red lines are decoration. Normal sudoku rules apply only in rows and columns.",
        "Red lines are decoration. Each row, column, box and coloured region contains the digits 1 to 4 once each.",
    ] {
        let text = format!("Normal sudoku rules apply. {rest}");
        let puzzle = read(&document(&text, json!([down("#e02020")])), &[]);
        assert_ne!(open(&puzzle), [""; 0], "{rest}");
    }
}

#[test]
fn signs_that_compare_are_read_like_words() {
    for least in ["at least 2", "2 or more", "≥ 2", ">= 2", "2+"] {
        let text = format!(
            "Normal sudoku rules apply. Adjacent digits along a red line have a difference of {least}."
        );
        let puzzle = read(&document(&text, json!([down("#e02020")])), &[]);
        assert_eq!(open(&puzzle), [""; 0], "{least}");
        assert_eq!(rules(&puzzle), ["german-whisper"], "{least}");
        assert_eq!(
            puzzle.clues[0].params.get("difference"),
            Some(&Param::Int(2))
        );
    }
}

#[test]
fn two_rules_of_one_name_are_numbered() {
    let text = "Normal sudoku rules apply. Digits on each red line are at least 1. \
                The least digit on each orange line is 1.";
    let lines = json!([down("#e02020"), across("#f08000")]);
    let puzzle = read(&document(text, lines), &[]);
    let own: Vec<_> = puzzle.own_rules.iter().map(|rule| &rule.relation).collect();
    assert!(own.len() < 2 || own[0] != own[1], "{own:?}");
    let names: std::collections::BTreeSet<_> = rules(&puzzle).into_iter().collect();
    assert!(names.len() == 2 || !open(&puzzle).is_empty(), "{names:?}");
}
