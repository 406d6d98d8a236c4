//! Tests reading and writing ISS constraint text.

use cluewright_formats::native::Native;
use cluewright_formats::{FORMATS, Format, ReadError, ReadOptions};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Param, Puzzle};
use cluewright_rules::{Book, Clues};
use proptest::prelude::*;
use proptest::sample::Index;
use std::collections::BTreeMap;
use std::path::PathBuf;

fn iss() -> &'static dyn Format {
    let named = FORMATS.iter().find(|f| f.name() == "iss");
    *named.expect("the format is registered")
}

fn read(text: &str) -> Result<Puzzle, ReadError> {
    let mut puzzles = iss().read(text, &ReadOptions::default())?;
    assert_eq!(puzzles.len(), 1);
    Ok(puzzles.remove(0))
}

fn good(text: &str) -> Puzzle {
    read(text).unwrap_or_else(|error| panic!("{text}: {error}"))
}

fn write(puzzle: &Puzzle) -> String {
    iss()
        .write(puzzle)
        .unwrap_or_else(|error| panic!("{error}"))
}

/// Returns the puzzle without the details that constraint text cannot keep, such as the names of groups and
/// constraints.
fn bare(mut puzzle: Puzzle) -> Puzzle {
    puzzle.drawings.clear();
    puzzle
}

/// Parses cell names, separated by spaces, into cells of a layout.
fn cells_of(layout: &Layout, names: &str) -> Vec<Cell> {
    let cell = |name| layout.parse_name(name).expect("a cell of the grid");
    names.split_whitespace().map(cell).collect()
}

/// Parses cell names, separated by spaces, into cells of a 9x9 grid.
fn cells(names: &str) -> Vec<Cell> {
    cells_of(&Layout::default(), names)
}

fn on(rule: &str, names: &str) -> Clue {
    Clue::on(rule, cells(names))
}

fn pieces(rule: &str, pieces: &[&str]) -> Clue {
    let clue = Clue::new(rule);
    pieces
        .iter()
        .fold(clue, |clue, names| clue.slot("cells", cells(names)))
}

fn group(rule: &str, parts: impl Into<Vec<Clue>>) -> Clue {
    Clue {
        parts: parts.into(),
        ..Clue::new(rule)
    }
}

fn relation(formula: &str) -> Clue {
    Clue::new("relation").with("formula", formula)
}

fn make_given(name: &str, digits: &[u8]) -> Given {
    Given {
        cell: cells(name)[0],
        digits: digits.iter().copied().collect(),
    }
}

/// Reads a text, compares its clues, and checks that writing them gives the same text.
fn same(text: &str, clues: impl Into<Vec<Clue>>) {
    reads(text, clues);
    assert_eq!(write(&good(text)), text);
}

/// Reads a text, compares its clues, and checks that they survive writing and reading.
fn reads(text: &str, clues: impl Into<Vec<Clue>>) {
    let puzzle = bare(good(text));
    assert_eq!(puzzle.clues, clues.into(), "{text}");
    assert_eq!(bare(good(&write(&puzzle))), puzzle, "{text}");
}

#[test]
fn rules_of_the_whole_grid() {
    for (name, rule) in [
        ("AntiKnight", "anti-knight"),
        ("AntiKing", "anti-king"),
        ("AntiConsecutive", "non-consecutive"),
        ("AntiTaxicab", "anti-taxicab"),
        ("Windoku", "windoku"),
        ("DisjointSets", "disjoint-groups"),
        ("GlobalEntropy", "global-entropy"),
        ("GlobalMod", "global-modular"),
        ("DutchFlatmates", "dutch-flatmates"),
        ("StrictXV", "xv-negative"),
        ("RegionSameValues", "region-same-values"),
        ("Diagonal~1", "diagonal-up"),
        ("Diagonal~-1", "diagonal-down"),
    ] {
        same(&format!(".{name}"), [Clue::new(rule)]);
    }
    let kropki = ["white-dot-negative", "black-dot-negative"];
    same(".StrictKropki", kropki.map(Clue::new));
    same(".Shape~4x4~0-4.Doppelganger", [Clue::new("doppelganger")]);
}

#[test]
fn lines() {
    let names = "R1C1 R1C2 R2C3";
    for (name, rule) in [
        ("Thermo", "thermometer"),
        ("Renban", "renban"),
        ("Entropic", "entropic-line"),
        ("RegionSumLine", "region-sum-line"),
        ("Between", "between-line"),
        ("Palindrome", "palindrome"),
        ("Zipper", "zipper-line"),
        ("DoubleArrow", "double-arrow"),
        ("ValueIndexing", "value-indexing"),
        ("Whisper", "german-whisper"),
    ] {
        same(&format!(".{name}~R1C1~R1C2~R2C3"), [on(rule, names)]);
    }
    same(
        ".Whisper~3~R1C1~R1C2",
        [on("german-whisper", "R1C1 R1C2").with("difference", 3)],
    );
    same(
        ".Modular~4~R1C1~R1C2",
        [on("modular-line", "R1C1 R1C2").with("modulus", 4)],
    );
    same(
        ".Lockout~4~R1C1~R1C2",
        [on("lockout-line", "R1C1 R1C2").with("difference", 4)],
    );
    same(
        ".SumLine~10~R1C1~R1C2",
        [on("sum-line", "R1C1 R1C2").with("sum", 10)],
    );
    let closed = on("sum-line", "R1C1 R1C2").with("sum", 10).with("loop", 1);
    same(".SumLine~10~R1C1~R1C2~LOOP", [closed]);
    same(
        ".Lunchbox~0~R1C1~R1C2",
        [on("lunchbox", "R1C1 R1C2").with("sum", 0)],
    );
    let arrow = |bulb, shaft| {
        Clue::new("arrow")
            .slot("bulb", cells(bulb))
            .slot("shaft", cells(shaft))
    };
    same(".Arrow~R1C1~R1C2~R2C3", [arrow("R1C1", "R1C2 R2C3")]);
    reads(".PillArrow~2~R1C2~R1C1~R2C1", [arrow("R1C1 R1C2", "R2C1")]);
    same(
        ".PillArrow~3~R1C1~R2C2~R2C3~R4C4",
        [arrow("R1C1 R2C2 R2C3", "R4C4")],
    );
}

#[test]
fn whispers_differ_by_five_whatever_the_digits() {
    let puzzle = good(".Shape~6x6.Whisper~R1C1~R1C2");
    assert_eq!(puzzle.clues[0].params["difference"], Param::Int(5));
}

#[test]
fn sets_of_cells() {
    let names = "R1C1 R1C2";
    for (name, rule) in [
        ("EqualityCage", "equality-cage"),
        ("AllDifferent", "extra-region"),
        ("CountingCircles", "counting-circles"),
    ] {
        same(&format!(".{name}~R1C1~R1C2"), [on(rule, names)]);
    }
    same(
        ".Cage~7~R1C1~R1C2",
        [on("killer-cage", names).with("sum", 7)],
    );
    same(".Cage~0~R1C1~R1C2", [on("killer-cage", names)]);
    reads(".Cage~~R1C1~R1C2", [on("killer-cage", names)]);
    same(".Sum~7~R1C1~R1C1", [on("sum", "R1C1 R1C1").with("sum", 7)]);
    let weighted = on("sum", names).with("sum", 0).with("weights", vec![1, -1]);
    same(".Sum~0_=_1_-1~R1C1~R1C2", [weighted]);
    same(
        ".RellikCage~7~R1C1~R1C2",
        [on("rellik-cage", names).with("sum", 7)],
    );
    let digits = vec![1, 1, 9];
    let listed = |rule| on(rule, names).with("digits", digits.clone());
    same(
        ".ContainAtLeast~1_1_9~R1C1~R1C2",
        [listed("contains-at-least")],
    );
    same(
        ".ContainExact~1_1_9~R1C1~R1C2",
        [listed("contains-exactly")],
    );
    let said = on("look-and-say", names).with("digits", vec![1, 3, 0, 4]);
    same(".LookAndSay~1304~R1C1~R1C2", [said]);
    let quad = on("quadruple", "R1C1 R1C2 R2C1 R2C2").with("digits", digits);
    same(".Quad~R1C1~1~1~9", [quad]);
    let names = "R1C1 R1C2 R3C1 R3C2";
    let text = "R1C1~R1C2~R3C1~R3C2";
    let sets = pieces("same-values", &["R1C1 R1C2", "R3C1 R3C2"]);
    same(&format!(".SameValues~2~{text}"), [sets]);
    same(&format!(".SameValues~4~{text}"), [on("all-equal", names)]);
    assert_eq!(good(&format!(".SameValues~1~{text}")).clues, []);
    same(
        ".EqualSum~R1C1~R1C2~-~R3C3",
        [pieces("equal-sums", &["R1C1 R1C2", "R3C3"])],
    );
    let count = Clue::new("count-distinct")
        .slot("control", cells("R5C5"))
        .slot("cells", cells("R1C1 R1C2"));
    same(".CountDistinct~R5C5~R1C1~R1C2", [count]);
    same(".Indexing~C~R1C1~R1C2", [on("column-indexer", "R1C1 R1C2")]);
    same(".Indexing~R~R1C1~R1C2", [on("row-indexer", "R1C1 R1C2")]);
}

#[test]
fn marks_stand_between_cells_that_touch() {
    for (name, rule) in [
        ("WhiteDot", "white-dot"),
        ("BlackDot", "black-dot"),
        ("X", "x"),
        ("V", "v"),
        ("GreaterThan", "inequality"),
    ] {
        same(&format!(".{name}~R1C2~R1C1"), [on(rule, "R1C2 R1C1")]);
        let text = format!(".{name}~R2C2~R1C1~R1C2~R2C1");
        let pairs = ["R2C2 R1C2", "R2C2 R2C1", "R1C1 R1C2", "R1C1 R2C1"];
        reads(&text, pairs.map(|pair| on(rule, pair)));
    }
}

#[test]
fn clues_beside_the_grid() {
    let down = "R1C2 R2C2 R3C2 R4C2 R5C2 R6C2 R7C2 R8C2 R9C2";
    let left = "R3C9 R3C8 R3C7 R3C6 R3C5 R3C4 R3C3 R3C2 R3C1";
    for (name, rule, param) in [
        ("XSum", "x-sum", "sum"),
        ("Skyscraper", "skyscraper", "count"),
        ("HiddenSkyscraper", "hidden-skyscraper", "digit"),
        ("NumberedRoom", "numbered-room", "digit"),
        ("FullRank", "full-rank", "rank"),
    ] {
        same(&format!(".{name}~C2~3~"), [on(rule, down).with(param, 3)]);
        same(&format!(".{name}~R3~~4"), [on(rule, left).with(param, 4)]);
        let both = format!(".{name}~C2~3~4");
        let up: Vec<Cell> = cells(down).into_iter().rev().collect();
        let clues = [
            on(rule, down).with(param, 3),
            Clue::on(rule, up).with(param, 4),
        ];
        same(&both, clues);
        reads(&format!(".{name}~C2~3"), [on(rule, down).with(param, 3)]);
    }
    same(".Sandwich~0~C2", [on("sandwich", down).with("sum", 0)]);
    for (start, diagonal) in [
        ("R1C1", "R1C1 R2C2 R3C3 R4C4 R5C5 R6C6 R7C7 R8C8 R9C9"),
        ("R5C1", "R5C1 R6C2 R7C3 R8C4 R9C5"),
        ("R3C9", "R3C9 R2C8 R1C7"),
        ("R1C9", "R1C9 R2C8 R3C7 R4C6 R5C5 R6C4 R7C3 R8C2 R9C1"),
        ("R9C7", "R9C7 R8C8 R7C9"),
    ] {
        let clue = on("little-killer", diagonal).with("sum", 20);
        same(&format!(".LittleKiller~20~{start}"), [clue]);
    }
    let reversed = on("little-killer", "R7C9 R8C8 R9C7").with("sum", 9);
    let puzzle = Puzzle {
        clues: vec![reversed],
        ..Puzzle::default()
    };
    assert_eq!(write(&puzzle), ".LittleKiller~9~R9C7");
}

#[test]
fn ties_of_ranks() {
    let text = ".FullRank~R1~3~.FullRankTies~any";
    let row = "R1C1 R1C2 R1C3 R1C4 R1C5 R1C6 R1C7 R1C8 R1C9";
    same(text, [on("full-rank", row).with("rank", 3).with("ties", 1)]);
    same(".FullRank~R1~3~", [on("full-rank", row).with("rank", 3)]);
    let none = good(".FullRankTies~none");
    assert_eq!(none.clues.len(), 3);
    assert!(none.clues.iter().all(|clue| clue.rule == "relation"));
    assert_eq!(write(&none), ".FullRankTies~none");
    let none = good(".Shape~4x4.FullRankTies~none");
    let ties = |grid: &str| {
        let violations = Book::builtin().violated(&none, &solution_values(grid));
        !violations.expect("the relations are good").is_empty()
    };
    // No two readings may be equal. In the first grid, the first row equals the last row read backwards. In the second,
    // it equals the third row read backwards. In the third grid, no two readings are equal.
    assert!(ties("1234341221434321"));
    assert!(ties("1234341243212143"));
    assert!(!ties("1243432121343412"));
    assert!(cluewright_rules::lower(&none, Book::builtin()).is_ok());
}

#[test]
fn texts_that_are_programs() {
    let pattern = on("regex", "R1C1 R1C2 R1C3").with("pattern", ".*(12|21).*");
    same(".Regex~LiooMTJ8MjEpLio~R1C1~R1C2~R1C3", [pattern.clone()]);
    reads(".Regex~LiooMTJ8MjEpLio=~R1C1~R1C2~R1C3", [pattern.clone()]);
    reads(".Regex~%2e*(12%7C21)%2E*~R1C1~R1C2~R1C3", [pattern]);
    let two = ["R1C1 R1C2", "R3C3 R3C4"].map(|names| on("regex", names).with("pattern", "1."));
    same(".Regex~MS4~R1C1~R1C2~~R3C3~R3C4", two);

    let key = "8H_xf8H_xf8H_B";
    let group = on("pair-table-all", "R1C1 R1C2 R5C5").with("key", key);
    same(&format!(".PairX~{key}~R1C1~R1C2~R5C5"), [group.clone()]);
    reads(".BinaryX~8H-xf8H-xf8H-B~_Nabner~R1C1~R1C2~R5C5", [group]);
    let lists = ["R1C1 R1C2", "R5C5 R5C6", "R7C7 R7C8"];
    let line = |names| on("pair-table", names).with("key", key);
    let text = format!(".Pair~{key}~_a~R1C1~R1C2~~R5C5~R5C6~_b~R7C7~R7C8");
    reads(&text, lists.map(line));
    assert_eq!(good(&text).drawings[0].count, 2);

    let machine = "QO_HuA";
    let layout = Layout::square(4);
    let text = format!(".Shape~4x4.NFA~{machine}~R1C1~R1C2~-~R2C1~~R3C1");
    let clues = [
        Clue::new("nfa")
            .slot("cells", cells_of(&layout, "R1C1 R1C2"))
            .slot("cells", cells_of(&layout, "R2C1"))
            .with("machine", machine),
        Clue::on("nfa", cells_of(&layout, "R3C1")).with("machine", machine),
    ];
    same(&text, clues);
}

/// Returns the sets of cells that must differ according to the clues of a puzzle.
fn different(text: &str) -> Vec<Vec<Cell>> {
    let clues = good(text).clues;
    assert!(
        clues.iter().all(|clue| clue.rule == "extra-region"),
        "{text}"
    );
    let sets = clues.iter().map(|clue| clue.cells_of("cells").to_vec());
    sets.collect()
}

#[test]
fn rules_by_default_boxes_hold_on_grids_without_them() {
    let sets = different(".NoBoxes.DisjointSets");
    assert_eq!(sets.len(), 9);
    assert_eq!(
        sets[0],
        cells("R1C1 R1C4 R1C7 R4C1 R4C4 R4C7 R7C1 R7C4 R7C7")
    );
    let windows = different(".NoBoxes.Windoku");
    assert_eq!(windows.len(), 4);
    assert_eq!(
        windows[0],
        cells("R2C2 R2C3 R2C4 R3C2 R3C3 R3C4 R4C2 R4C3 R4C4")
    );
    let jigsaw = "112222111122333444333444555666555666";
    let text = format!(".Shape~6x6.NoBoxes.Jigsaw~{jigsaw}.DisjointSets");
    let sets = different(&text);
    let layout = Layout::square(6);
    assert_eq!(sets.len(), 6);
    assert_eq!(sets[2], cells_of(&layout, "R1C3 R1C6 R3C3 R3C6 R5C3 R5C6"));
    // ISS leaves a row free after the last window, and its boxes have as many cells as there are digits.
    assert_eq!(different(".Shape~6x6.Windoku").len(), 1);
    assert_eq!(different(".Shape~6x6~9.Windoku")[0].len(), 9);
    same(".Windoku", [Clue::new("windoku")]);
    same(".Shape~6x6.DisjointSets", [Clue::new("disjoint-groups")]);
}

#[test]
fn rules_by_boxes_of_the_setters_own_are_written_as_sets() {
    let text = "size = 6\nboxes = '3x2'\n[clues]\ndisjoint-groups = true\n";
    let read = cluewright_formats::read_any(text, Some("native"), &ReadOptions::default());
    let puzzle = read.expect("a good file").puzzles.remove(0);
    let written = write(&puzzle);
    assert_eq!(written.matches(".AllDifferent~").count(), 6, "{written}");
    assert!(
        written.contains(".AllDifferent~R1C1~R1C3~R1C5~R4C1~R4C3~R4C5"),
        "{written}"
    );
}

#[test]
fn texts_that_iss_accepts_are_read() {
    assert_eq!(good(".Regex~MQ~R6C1").givens, [make_given("R6C1", &[1])]);
    let either = [group(
        "any-of",
        [relation("R6C1 in {1}"), relation("R1C1 in {2}")],
    )];
    assert_eq!(good(".Or.Regex~MQ~R6C1.~R1C1_2.End").clues, either);
    for text in [
        ".Thermo~R1C1",
        ".Renban~R1C1",
        ".Palindrome~R1C1",
        ".Whisper~R1C1",
    ] {
        assert_eq!(good(text).clues, [], "{text}");
    }
    let twice = [
        on("extra-region", "R1C1 R1C2"),
        on("sum", "R1C1 R1C1 R1C2").with("sum", 6),
    ];
    reads(".Cage~6~R1C1~R1C1~R1C2", twice);
    same(
        ".Lockout~0~R1C1~R1C2~R1C3",
        [on("lockout-line", "R1C1 R1C2 R1C3").with("difference", 0)],
    );
    let layer = good(".Var~X~~4x4.Quad~VX6~1~2");
    assert_eq!(layer.clues[0].cells().count(), 4);
    let book = Book::builtin();
    for text in [
        ".Regex~MQ~R6C1",
        ".Cage~6~R1C1~R1C1~R1C2",
        ".Lockout~0~R1C1~R1C2~R1C3",
        ".Var~X~~4x4.Quad~VX6~1~2",
        ".Or.Cage~3~R1C1~R1C2~R1C3.~R1C1_1.End",
        ".NoBoxes.DisjointSets",
    ] {
        let puzzle = good(text);
        let lowered = cluewright_rules::lower(&puzzle, book);
        assert!(lowered.is_ok(), "{text}: {lowered:?}");
    }
}

#[test]
fn texts_that_iss_refuses_are_not_written() {
    let layout = Layout {
        lines: false,
        ..Layout::square(4)
    };
    let text = |layout: &Layout, clue: Clue| {
        let puzzle = Puzzle {
            clues: vec![clue],
            ..Puzzle::new(layout.clone())
        };
        iss().write(&puzzle).map_err(|error| error.parts)
    };
    let on = |rule: &str, names: &str| Clue::on(rule, cells_of(&layout, names));
    let written = text(&layout, Clue::new("diagonal-down")).expect("a set of cells");
    assert!(
        written.ends_with(".AllDifferent~R1C1~R2C2~R3C3~R4C4"),
        "{written}"
    );
    let latin = Layout::square(4);
    assert!(text(&latin, on("between-line", "R1C1 R1C2")).is_err());
    let sum = on("x-sum", "R1C1 R1C2 R1C3 R1C4").with("sum", 0);
    assert_eq!(
        text(&latin, sum),
        Err(vec!["`x-sum` clues with `sum` below 1".to_owned()])
    );
    let clone = on("clone", "R1C1 R1C2").slot("copy", cells_of(&layout, "R1C1 R3C3"));
    let expected = ".Shape~4x4.SameValues~2~R1C2~R3C3";
    assert_eq!(text(&latin, clone), Ok(expected.to_owned()));
    let backwards = Clue::new("arrow")
        .slot("bulb", cells_of(&layout, "R1C2 R1C1"))
        .slot("shaft", cells_of(&layout, "R2C1"));
    assert!(text(&latin, backwards).is_err());
}

#[test]
fn pills_are_read_in_reading_order_everywhere() {
    let native = "size = 4\n[clues]\narrow = 'R1C2 R1C1; R2C1-R2C4 R3C1'\n";
    let read = cluewright_formats::read_any(native, Some("native"), &ReadOptions::default());
    let native = read.expect("a good file").puzzles.remove(0);
    let text = write(&native);
    assert_eq!(good(&text).clues, native.clues);
    let bulb = cells_of(&native.layout, "R1C1 R1C2");
    assert_eq!(native.clues[0].cells_of("bulb"), bulb);
}

#[test]
fn the_grid() {
    let layout = |text: &str| good(text).layout;
    assert_eq!(layout("."), Layout::default());
    assert_eq!(layout(".Shape~6x6"), Layout::square(6));
    let wide = Layout {
        rows: 5,
        digit_count: 10,
        columns: 10,
        ..Layout::default()
    };
    assert_eq!(layout(".Shape~5x10"), wide);
    let from_zero = Layout {
        min_digit: 0,
        ..Layout::default()
    };
    assert_eq!(layout(".Shape~9x9~0-8"), from_zero);
    let raw = Layout {
        lines: false,
        boxes: Boxes::None,
        ..Layout::default()
    };
    assert_eq!(layout(".Shape~9x9~~Raw"), raw);
    assert_eq!(layout(".RegionSize~6.Shape~6x6~9").boxes, Boxes::Default(0));
    assert_eq!(layout(".Shape~4x4~9.RegionSize~8").boxes, Boxes::Default(8));
    assert_eq!(layout(".NoBoxes").boxes, Boxes::None);
    for text in [
        ".",
        ".Shape~6x6~9",
        ".Shape~9x9~0-8~Raw",
        ".Shape~16x16",
        ".Shape~4x4~9.RegionSize~8",
        ".Shape~7x7.NoBoxes",
    ] {
        assert_eq!(write(&good(text)), text);
    }
    assert_eq!(write(&good(".Shape~9x9~9.Shape")), ".");
}

#[test]
fn jigsaws_are_boxes_where_there_are_no_others() {
    let drawing = "AABBAABBCCDDCCDD";
    let own = good(&format!(".Shape~4x4.NoBoxes.Jigsaw~{drawing}"));
    let numbers = |text: &str| text.bytes().map(|b| Some(b - b'A')).collect();
    assert_eq!(own.layout.boxes, Boxes::Own(numbers(drawing)));
    assert_eq!(own.clues, []);
    assert_eq!(write(&own), ".Shape~4x4.NoBoxes.Jigsaw~0011001122332233");
    let both = good(&format!(".Shape~4x4.Jigsaw~{drawing}"));
    assert_eq!(both.layout.boxes, Boxes::Default(0));
    assert_eq!(both.clues.len(), 4);
    assert_eq!(both.clues[3].rule, "extra-region");
    let partial = good(".Shape~4x4.NoBoxes.Jigsaw~AA--AA--BB--BB--");
    assert_eq!(partial.layout.box_cells().len(), 2);
    assert_eq!(bare(good(&write(&partial))), partial);
    assert_eq!(
        good(".Shape~4x4.NoBoxes.Jigsaw~AAAAAAAAAAAAAAAA")
            .layout
            .boxes,
        Boxes::None
    );
    // If a region has more or fewer cells than a house, ISS only requires its cells to differ.
    let odd = Puzzle::new(Layout {
        boxes: Boxes::Own(vec![Some(0); 3].into_iter().chain(vec![None; 13]).collect()),
        ..Layout::square(4)
    });
    assert_eq!(
        write(&odd),
        ".Shape~4x4.NoBoxes.AllDifferent~R1C1~R1C2~R1C3"
    );
}

#[test]
fn givens_intersect() {
    let puzzle = good(".~R1C1_1_2_3~r2c2_5.~R1C1_2_3_4.~R9C9");
    let expected = [
        make_given("R1C1", &[2, 3]),
        make_given("R2C2", &[5]),
        make_given("R9C9", &[]),
    ];
    assert_eq!(puzzle.givens, expected);
    assert_eq!(write(&puzzle), ".~R1C1_2_3~R2C2_5~R9C9");
    let large = good(".Shape~16x16.~RaC1_16~RgCG_10");
    assert_eq!(write(&large), ".Shape~16x16.~RaC1_16~RgCg_10");
}

#[test]
fn variables_have_cells_after_the_grid() {
    let puzzle = good(".Var~B~label%2E~3.Var~A.Var~C~~2x5.Shape~6x6.Sum~5~VA~VB3~VC6.~VB2_1_2");
    let names: Vec<&str> = puzzle.extras.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["VA", "VB", "VC"]);
    assert_eq!(puzzle.extras[2].columns, 5);
    let indexes: Vec<usize> = puzzle.clues[0].cells().map(Cell::index).collect();
    assert_eq!(indexes, [36, 39, 45]);
    assert_eq!(puzzle.givens[0].cell.index(), 38);
    let text = ".Shape~6x6.Var~A.Var~B~~3.Var~C~~2x5.~VB2_1_2.Sum~5~VA~VB3~VC6";
    assert_eq!(write(&puzzle), text);
    // The cells of a group are adjacent as in its rows and columns, so a group of 2x2 cells has four adjacent pairs.
    assert_eq!(good(".Var~A~~2x2.WhiteDot~VA1~VA2~VA3~VA4").clues.len(), 4);
}

#[test]
fn the_last_of_a_kind_wins() {
    let down = "R1C2 R2C2 R3C2 R4C2 R5C2 R6C2 R7C2 R8C2 R9C2";
    let knight = Clue::new("anti-knight");
    reads(
        ".XSum~C2~3~.AntiKnight.Thermo~R1C1~R2C1.XSum~C2~5~.AntiKnight.Thermo~R1C1~R2C1",
        [
            on("x-sum", down).with("sum", 5),
            knight,
            on("thermometer", "R1C1 R2C1"),
            on("thermometer", "R1C1 R2C1"),
        ],
    );
    let quad = |digit: i64| on("quadruple", "R1C1 R1C2 R2C1 R2C2").with("digits", vec![digit]);
    reads(".Quad~R1C1~1.Quad~R1C1~2", [quad(2)]);
    // Inside a group, the second quadruple does not replace the first. It is written back unchanged.
    same(".Quad~R1C1~1.And.Quad~R1C1~2.End", [quad(1), quad(2)]);
}

#[test]
fn alternatives() {
    same(
        ".Or.Thermo~R1C1~R1C2.Cage~5~R1C1~R1C2.End",
        [group(
            "any-of",
            [
                on("thermometer", "R1C1 R1C2"),
                on("killer-cage", "R1C1 R1C2").with("sum", 5),
            ],
        )],
    );
    same(".Or.End", [Clue::new("any-of")]);
    let both = [relation("R1C1 in {1, 2}"), relation("R1C2 in {3}")];
    reads(
        ".Or.~R1C1_1_2~R1C2_3.~R9C9_4.End",
        [group(
            "any-of",
            [group("all-of", both), relation("R9C9 in {4}")],
        )],
    );
    // At the top level, a conjunction is a list of clues.
    let flat = good(".And.Thermo~R1C1~R1C2.~R1C1_3.And.AllDifferent~R1C1~R5C5.End.End");
    assert_eq!(flat.clues.len(), 2);
    assert_eq!(flat.givens, [make_given("R1C1", &[3])]);
    let variable = good(".Var~A~~2.Or.~VA2_1.End");
    assert_eq!(variable.clues[0].parts, [relation("VA[2] in {1}")]);
    assert_eq!(write(&variable), ".Var~A~~2.Or.~VA2_1.End");
}

#[test]
fn replicates() {
    // The bits 0, 2 and 9 represent R1C1, R1C3 and R2C1.
    reads(
        ".Replicate~FI.Thermo~R1C1~R1C2.End",
        ["R1C1 R1C2", "R1C3 R1C4", "R2C1 R2C2"].map(|names| on("thermometer", names)),
    );
    // Relative to the origin, the targets are R2C2 itself and R2C3.
    reads(
        ".Replicate~D~R2C2.Thermo~R2C2~R1C1.End",
        ["R2C2 R1C1", "R2C3 R1C2"].map(|names| on("thermometer", names)),
    );
    let given = good(".Replicate~D.~R1C1_1_2.End");
    assert_eq!(given.givens.len(), 2);
    let nested = good(".Or.Replicate~D.Or.~R1C1_1.Thermo~R1C1~R2C1.End.End.End");
    assert_eq!(nested.clues[0].parts[0].parts.len(), 2);
}

#[test]
fn regions_to_be_found() {
    let text = ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosCount~R1C1~0~CC1~CC2~CC5";
    let puzzle = good(text);
    assert_eq!(puzzle.extras[0].name, "CC");
    assert_eq!(puzzle.extras[0].values, DigitSet::range(1, 4));
    assert_eq!(puzzle.clues[0].params["count"], Param::Int(4));
    assert_eq!(write(&puzzle), text);
    let arms = good(".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C2~1");
    let lengths: Vec<usize> = arms.clues[1].slots.iter().map(|(_, c)| c.len()).collect();
    assert_eq!(lengths, [1, 2, 3, 2, 3]);
    assert_eq!(bare(good(&write(&arms))), arms);
    let around = good(".Shape~4x4.NoBoxes.ChaosConstruction.ChaosCount~R1C1");
    assert_eq!(around.clues[1].cells_of("cells").len(), 4);
    let connected = ".ConnectedValues~~1_2~9";
    let clue = &good(connected).clues[0];
    assert_eq!(
        (clue.rule.as_str(), clue.cells_of("cells").len()),
        ("connected-values", 81)
    );
    assert_eq!(write(&good(connected)), connected);
}

#[test]
fn missing_digits_of_a_doppelganger_are_tied_to_the_grid() {
    let text = ".Shape~4x4~0-4.Doppelganger.Whisper~2~DGC1~DGR2~DGB4";
    let puzzle = good(text);
    let names: Vec<&str> = puzzle.extras.iter().map(|e| e.name.as_str()).collect();
    assert_eq!(names, ["DGB", "DGC", "DGR"]);
    let formulas: Vec<&Clue> = puzzle
        .clues
        .iter()
        .filter(|c| c.rule == "relation")
        .collect();
    assert_eq!(formulas.len(), 12);
    assert!(formulas.contains(&&relation("DGC[2] == missing(row(R2C1))")));
    assert_eq!(write(&puzzle), text);
    assert_eq!(good(".Shape~4x4~0-4.Doppelganger").extras, []);
}

#[test]
fn comments_sections_and_drawings() {
    let grid = format!("# a grid\n1{}2", ".".repeat(79));
    let puzzle = good(&format!("{grid}\n\n# and a rule\n.AntiKnight\n.~R1C1_1_2"));
    assert_eq!(
        puzzle.givens,
        [make_given("R1C1", &[1]), make_given("R9C9", &[2])]
    );
    assert_eq!(puzzle.clues, [Clue::new("anti-knight")]);
    let killer = format!("3x3:d:k:1793:1793:{}", "0:".repeat(79));
    assert!(iss().recognises(&killer));
    // An id of Simon Tatham's Solo.
    assert!(!iss().recognises("3x3:zzzc"));
    let puzzle = good(&killer);
    let cage = on("killer-cage", "R1C1 R1C2").with("sum", 7);
    assert_eq!(
        puzzle.clues,
        [cage, Clue::new("diagonal-up"), Clue::new("diagonal-down")]
    );
}

#[test]
fn links() {
    let home = "https://sigh.github.io/Interactive-Sudoku-Solver/";
    let puzzle = good(&format!(
        "{home}?q=.Thermo%7ER1C1~R1C2.~R1C1_3&mode=step-by-step"
    ));
    assert_eq!(puzzle.clues, [on("thermometer", "R1C1 R1C2")]);
    assert_eq!(puzzle.givens, [make_given("R1C1", &[3])]);
    let error = read(&format!("{home}?code=.abc")).unwrap_err();
    assert!(error.message.contains("program"), "{error}");
    assert!(read(home).is_err());
    let error = read(&format!("{home}?q=.Thermo~R0C1~R1C1")).unwrap_err();
    assert_eq!(error.span, None);
    assert_eq!(
        error.place.as_deref(),
        Some("character 9 of the link's text")
    );
}

#[test]
fn texts_are_recognised() {
    for text in [
        ".~R1C1_5",
        "  .Thermo~R1C1~R2C2",
        "# comment\n.AntiKnight",
        ".X~R1C1~R1C2",
        "https://sigh.github.io/Interactive-Sudoku-Solver/?q=.",
        "?q=.AntiKnight",
    ] {
        assert!(iss().recognises(text), "{text}");
    }
    let plain = format!("1{}2", ".".repeat(79));
    let large = ".A..B.C.".repeat(32);
    let other = "https://f-puzzles.com/?load=N4Ig";
    for text in [
        plain.as_str(),
        &large,
        other,
        "{\"size\": 9}",
        "grid = \"...\"",
        "",
    ] {
        assert!(!iss().recognises(text), "{text}");
    }
}

#[test]
fn mistakes_are_shown_where_they_stand() {
    for (text, at, part) in [
        (".Termo~R1C1~R1C2", "Termo", "not a type"),
        (".antiknight", "antiknight", "not a type"),
        (".Cage", ".Cage", "needs a sum"),
        (".Cage~x~R1C1", "x", "not a sum"),
        (".Cage~5", ".Cage~5", "at least 1 cell"),
        (".AntiKnight~1", "1", "no further"),
        (".Thermo~R1C1~ R0C1 ", "R0C1", "not a cell"),
        (".Shape~6x6.~R7C1_1", "R7C1_1", "off the grid"),
        (".Thermo~R10C1~R1C1", "R10C1", "a to g"),
        (".~R1C1_0", "R1C1_0", "not among the digits 1 to 9"),
        (".~R1C1_", "R1C1_", "not among the digits"),
        (".~R1C1_01", "R1C1_01", "not among the digits"),
        (".Or.Thermo~R1C1~R1C2", ".Or", "no `.End`"),
        (".Thermo~R1C1~R1C2.End", ".End", "does not close anything"),
        (".Or.AntiKnight.End", ".AntiKnight", "is not allowed"),
        (
            ".Replicate~B.Sandwich~5~R1.End",
            ".Sandwich~5~R1",
            "is not allowed",
        ),
        (
            ".Replicate~_.Thermo~R1C8~R1C9.End",
            ".Replicate~_",
            "would move",
        ),
        (".Shape~9x9~~Raw.AntiKnight", ".AntiKnight", "is raw"),
        (".Shape~6x9.Diagonal~1", ".Diagonal~1", "as many rows"),
        (
            ".Shape~6x6.Entropic~R1C1~R1C2",
            ".Entropic~R1C1~R1C2",
            "the digits 1 to 6",
        ),
        (
            ".Shape~6x6.GlobalEntropy",
            ".GlobalEntropy",
            "the digits 1 to 6",
        ),
        (".Shape~9x9.Shape~6x6", ".Shape~6x6", "a different grid"),
        (".Shape~17x17", "17x17", "1 to 16"),
        (".Shape~9x9~8", ".Shape~9x9~8", "8 digits"),
        (".Jigsaw~123", "123", "3 characters"),
        (".WhiteDot~R1C1~R1C3", ".WhiteDot~R1C1~R1C3", "touch"),
        (
            ".StrictKropki.Or.WhiteDot~R1C1~R1C2.End",
            ".WhiteDot~R1C1~R1C2",
            "inside `.Or`",
        ),
        (".LittleKiller~5~R5C5", "R5C5", "no diagonal"),
        (".XSum~R0~5", "R0", "R1 to R9"),
        (".XSum~R1~0", "0", "from 1"),
        (".Quad~R9C1~1", "R9C1", "2x2"),
        (".PairX~B~R1C1~R1C2", "", ""),
        (".PairX~C~R1C1~R1C2", "C", "order"),
        (".Pair~!~R1C1~R1C2", "!", "64 characters"),
        (".Regex~KA~R1C1", "KA", "not closed"),
        (".NFA~____~R1C1", "____", "machine"),
        (
            ".SameValues~2~R1C1~R1C2~R1C3",
            ".SameValues~2~R1C1~R1C2~R1C3",
            "equal sets",
        ),
        (".Sum~5_=_1~R1C1~R1C2", "5_=_1", "1 weights for 2"),
        (".Var~a", "a", "A to Z"),
        (".Thermo~VX1~VX2", "VX1", "not a cell"),
        ("Thermo~R1C1", "Thermo~R1C1", "not a constraint"),
    ] {
        if part.is_empty() {
            assert!(read(text).is_ok(), "{text}");
            continue;
        }
        let error = read(text).expect_err(text);
        assert!(error.message.contains(part), "{text}: {error}");
        let span = error
            .span
            .unwrap_or_else(|| panic!("{text}: {} has no place", error.message));
        assert_eq!(&text[span], at, "{text}");
    }
    assert!(read("").is_err());
    let near = read(".Termo~R1C1~R1C2").unwrap_err();
    assert_eq!(near.help.as_deref(), Some("did you mean `Thermo`?"));
}

#[test]
fn texts_without_end_are_refused() {
    for text in [
        ".Or.End".repeat(100_000),
        ".~R1C1_1".repeat(200_000),
        format!(".{}", "~R1C1_1".repeat(200_000)),
        ".WhiteDot~R1C1~R1C2~R2C1~R2C2".repeat(50_000),
        // Each level copies the level inside it 81 times.
        format!(
            "{}.AllDifferent~R1C1{}",
            ".Replicate~_____________H".repeat(5),
            ".End".repeat(5)
        ),
        ".Or".repeat(1000),
    ] {
        assert!(read(&text).is_err(), "{}", &text[..40]);
    }
}

#[test]
fn unknown_types_can_be_left_out() {
    let options = ReadOptions {
        ignore_unknown: true,
        ..ReadOptions::default()
    };
    let text = ".Foo~1.AntiKnight.Or.Thermo~R1C1~R1C2.Foo.End";
    let puzzles = iss()
        .read(text, &options)
        .expect("only unknown types are wrong");
    assert_eq!(puzzles[0].clues, [Clue::new("anti-knight")]);
    assert_eq!(puzzles[0].warnings.len(), 2);
}

#[test]
fn rules_without_a_type_are_restated() {
    let text = |clues: Vec<Clue>| {
        write(&Puzzle {
            clues,
            ..Puzzle::new(Layout::square(4))
        })
    };
    let layout = Layout::square(4);
    let on = |rule: &str, names: &str| Clue::on(rule, cells_of(&layout, names));
    assert_eq!(text(vec![on("odd", "R1C1")]), ".Shape~4x4.~R1C1_1_3");
    let clone = on("clone", "R1C1 R1C2").slot("copy", cells_of(&layout, "R3C3 R3C4"));
    let expected = ".Shape~4x4.SameValues~2~R1C1~R3C3.SameValues~2~R1C2~R3C4";
    assert_eq!(text(vec![clone.clone()]), expected);
    let grouped = ".Shape~4x4.Or.And.SameValues~2~R1C1~R3C3.SameValues~2~R1C2~R3C4.End.End";
    assert_eq!(text(vec![group("any-of", [clone])]), grouped);
    let smaller = ".Shape~4x4.GreaterThan~R2C1~R1C1.GreaterThan~R1C3~R1C2.GreaterThan~R2C2~R1C2";
    assert_eq!(text(vec![on("minimum", "R1C1 R1C2")]), smaller);
    // The key encodes `a <= b` for four digits.
    assert_eq!(
        text(vec![on("slow-thermometer", "R1C1 R1C2")]),
        ".Shape~4x4.Pair~vzI~R1C1~R1C2"
    );
    assert_eq!(
        text(vec![Clue::new("white-dot-negative")]),
        ".Shape~4x4.AntiConsecutive"
    );
    let lone = text(vec![
        Clue::new("black-dot-negative"),
        on("black-dot", "R1C1 R1C2"),
    ]);
    assert_eq!(
        good(&lone)
            .clues
            .iter()
            .filter(|c| c.rule == "pair-table")
            .count(),
        23
    );
}

#[test]
fn what_cannot_be_written_is_named() {
    let puzzle = Puzzle {
        clues: vec![
            on("box-indexer", "R1C1"),
            on("box-indexer", "R1C2"),
            relation("R1C1 == R2C2 + R3C3"),
            on("killer-cage", "R1C1").with("colour", 3),
            group("any-of", [Clue::new("anti-knight")]),
        ],
        ..Puzzle::default()
    };
    let error = iss().write(&puzzle).unwrap_err();
    let expected = [
        "`box-indexer` clues",
        "relations",
        "`killer-cage` clues with `colour`",
        "`anti-knight` inside `any-of` or `all-of`",
    ];
    assert_eq!(error.parts, expected);
    assert!(iss().write(&Puzzle::new(Layout::square(25))).is_err());
}

proptest! {
    /// A text with a few changed characters is either read or refused, and the spans of errors lie within the text.
    #[test]
    fn changed_texts_never_panic(
        seed in 0..SEEDS.len(),
        changes in prop::collection::vec((any::<Index>(), 0..3u8, any::<Index>()), 1..6),
    ) {
        let mut chars: Vec<char> = SEEDS[seed].chars().collect();
        for (place, kind, letter) in changes {
            let letters: Vec<char> = ".~_-=RCVE1290aAgß# \n<^vk:|%".chars().collect();
            let letter = letters[letter.index(letters.len())];
            let at = place.index(chars.len().max(1));
            match kind {
                0 if at < chars.len() => drop(chars.remove(at)),
                1 if at < chars.len() => chars[at] = letter,
                _ => chars.insert(at.min(chars.len()), letter),
            }
        }
        let text: String = chars.into_iter().collect();
        iss().recognises(&text);
        match read(&text) {
            Ok(puzzle) => {
                if let Ok(written) = iss().write(&puzzle) {
                    prop_assert_eq!(bare(good(&written)), bare(puzzle), "{}", written);
                }
            }
            Err(error) => {
                if let Some(span) = error.span {
                    prop_assert!(text.get(span.clone()).is_some(), "{} {:?}", text, span);
                }
            }
        }
    }
}

const SEEDS: &[&str] = &[
    ".Shape~6x6~0-6.RegionSize~6.NoBoxes.Jigsaw~111222111222333444333444555666555666",
    ".Var~A~x~2x2.Var~B.~VA1_1~VB_2_3.Sum~5_=_1_-1~VA1~VA2.WhiteDot~VA1~VA2",
    ".Or.Cage~5~R1C1~R1C2.And.~R1C1_1~R1C2_2.Quad~R1C1~1~2.End.End",
    ".Replicate~FI.Or.Thermo~R1C1~R1C2.~R1C1_1.End.End.Whisper~R1C1~R2C2",
    ".Replicate~D~R2C2.Arrow~R2C2~R1C1.PillArrow~2~R2C2~R2C3~R3C3.End",
    ".XSum~R1~5~6.Sandwich~5~C3.LittleKiller~9~R9C7.FullRank~C1~~9.FullRankTies~any",
    ".Regex~LiooMTJ8MjEpLio~R1C1~R1C2~~R3C3.Pair~8H_xf8H_xf8H_B~_n~R1C1~R1C2~~R3C3",
    ".Shape~4x4.NFA~QO_HuA~_name~R1C1~R1C2~-~R2C1~~R3C1",
    ".Shape~4x4.NoBoxes.ChaosConstruction.ChaosArrow~R2C2~1.ChaosCount~R1C1~0~CC1~CC2",
    ".Shape~4x4~0-4.Doppelganger.Whisper~2~DGC1~DGR2~DGB4.ConnectedValues~~1_2~9",
    ".StrictKropki.BlackDot~R1C1~R1C2~R2C2.SumLine~9~R1C1~R1C2~LOOP.LookAndSay~12~R1C1",
    "R<<<M<<<U^M<<<^J>^R<<^S<^R^^O>>^>^^^^^<R6^>^MP^>^V<<^^^^^>^L>>^^<^K>^<<R^>>^<>>>^",
    "1......2.\n.........\n.........\n.........\n.........\n.........\n.........\n.........\n3........",
    "12.4\n| . . 3 4\n\n.AntiKnight",
];

/// ISS has a single name for the layer of region labels that the solver has to find, so a puzzle can have only one
/// such layer.
#[test]
fn region_labels_are_cc_whatever_their_layer_is_called() {
    let text = "size = 4\nboxes = 'none'\n[layers]\nregion = '1-4'\n[clues]\n\
        chaos-construction = { cells = 'region', copy = 'R1C1..R4C4', count = 4 }\n\
        chaos-count = 'R1C1; region[R1C1] region[R1C2]'\n";
    let mut puzzles = Native
        .read(text, &ReadOptions::default())
        .expect("a puzzle");
    let mut puzzle = puzzles.remove(0);
    let again = good(&write(&puzzle));
    assert_eq!(again.clues, puzzle.clues);
    assert_eq!(again.extras[0].name, "CC");
    assert_eq!(again.extras[0].values, puzzle.extras[0].values);
    puzzle.clues[0].slots[0].1.reverse();
    let error = iss().write(&puzzle).expect_err("labels in another order");
    assert!(error.to_string().contains("labels"), "{error}");
}

fn native(text: &str) -> Puzzle {
    let puzzles = Native.read(text, &ReadOptions::default()).expect(text);
    puzzles.into_iter().next().expect("one puzzle")
}

fn refusal(puzzle: &Puzzle) -> String {
    let error = iss().write(puzzle).expect_err("it cannot be written");
    error.parts.join(", ")
}

#[test]
fn own_rules_are_not_written_as_the_type_of_their_name() {
    let own = "[own-rules.thermometer]\nshape = 'line'\nrelation = 'each c in cells: c > 1'\n";
    let clue = "thermometer = 'R1C1-R1C4'";
    for clues in [
        clue.to_owned(),
        format!("any-of = {{ {clue}, even = 'R1C1' }}"),
    ] {
        let puzzle = native(&format!("size = 4\n{own}[clues]\n{clues}\n"));
        assert_eq!(
            refusal(&puzzle),
            "clues of the puzzle's own rule `thermometer`"
        );
    }
}

#[test]
fn negative_kropki_rules_are_written_exactly() {
    let both = "white-dot-negative = true\nblack-dot-negative = true";
    let is_table = |clue: &Clue| clue.rule == "pair-table";
    // The rule `AntiConsecutive` needs no tables. All others have one for each of the 24 pairs without a dot.
    for (clues, is_strict, tables) in [
        (both.to_owned(), true, 0),
        (format!("white-dot = 'R1C1 R1C2'\n{both}"), true, 0),
        (
            format!("white-dot = '2: R1C1 R1C2'\n{both}"),
            false,
            1 + 2 * 23,
        ),
        (
            "white-dot-negative = true\nblack-dot-negative = [true, { ratios = [3] }]".to_owned(),
            false,
            2 * 24,
        ),
        (
            "white-dot-negative = { differences = [2] }\nblack-dot-negative = true".to_owned(),
            false,
            2 * 24,
        ),
    ] {
        let text = write(&native(&format!("size = 4\n[clues]\n{clues}\n")));
        assert_eq!(text.contains("StrictKropki"), is_strict, "{clues}");
        let mut found = 0;
        let mut open = good(&text).clues;
        while let Some(clue) = open.pop() {
            found += usize::from(is_table(&clue));
            open.extend(clue.parts);
        }
        assert_eq!(found, tables, "{clues}");
    }
}

#[test]
fn marks_in_alternatives_are_refused_with_strict_rules() {
    for (either, negative) in [
        (
            "white-dot = 'R1C1 R1C2', black-dot = 'R1C1 R1C2'",
            "white-dot-negative = true\nblack-dot-negative = true",
        ),
        ("x = 'R1C1 R1C2', v = 'R1C1 R1C2'", "xv-negative = true"),
    ] {
        let message = refusal(&native(&format!(
            "[clues]\nany-of = {{ {either} }}\n{negative}\n"
        )));
        assert!(message.contains("marks inside `any-of`"), "{message}");
    }
    let all = native("[clues]\nall-of = { x = 'R1C1 R1C2', odd = 'R5C5' }\nxv-negative = true\n");
    assert!(write(&all).contains(".StrictXV"));
}

#[test]
fn repeated_rules_of_the_whole_grid_are_written_once() {
    let twice = native("[clues]\nanti-knight = [true, true]\nxv-negative = [true, true]\n");
    assert_eq!(write(&twice), ".AntiKnight.StrictXV");
    let differing = native("[clues]\nwhite-dot-negative = [{ differences = [2] }, true]\n");
    assert_eq!(refusal(&differing), "several `white-dot-negative` clues");
}

/// ISS applies the rule to default boxes, but not to jigsaw pieces.
#[test]
fn doppelgangers_of_jigsaws_are_refused() {
    let jigsaw = ".Shape~4x4~0-4.NoBoxes.Jigsaw~1112132233423444.Doppelganger";
    let error = read(jigsaw).expect_err("the pieces are in place of boxes");
    assert!(error.message.contains("jigsaw pieces"), "{error}");
    let boxes = "boxes = ['AAAB', 'ACBB', 'CCDB', 'CDDD']";
    let clues = "[clues]\ndoppelganger = true";
    let puzzle = native(&format!("size = 4\ndigits = '0-4'\n{boxes}\n{clues}\n"));
    assert!(refusal(&puzzle).contains("ISS applies it to default boxes only"));
    same(
        ".Shape~4x4~0-4.NoBoxes.Doppelganger",
        [Clue::new("doppelganger")],
    );
}

/// A puzzle is not written if the reader would refuse its text.
#[test]
fn what_reading_would_refuse_is_not_written() {
    for (clue, why) in [
        ("equality-cage = 'R2C3'", "a single cell"),
        ("arrow = 'R2C1 R6C2; R5C3-R7C5'", "do not touch"),
        (
            "pair-table-all = '_VbVvR: R2C2-R2C4'",
            "the order of two cells",
        ),
    ] {
        let text = format!("[clues]\n{clue}\n");
        let puzzles = Native.read(&text, &ReadOptions::default()).expect(clue);
        let error = iss().write(&puzzles[0]).expect_err(clue);
        assert!(error.to_string().contains(why), "{error}");
    }
}

/// Returns rows of the corpus of real puzzles, each with its name, text and solution. Empty if the corpus is not
/// available.
fn corpus() -> Vec<(String, String, Option<String>)> {
    let Some(folder) = std::env::var_os("CLUEWRIGHT_DATA") else {
        return vec![];
    };
    let path = PathBuf::from(folder).join("iss_dev.jsonl");
    let lines = std::fs::read_to_string(path).expect("CLUEWRIGHT_DATA has iss_dev.jsonl");
    let row = |line: &str| {
        let row: serde_json::Value =
            serde_json::from_str(line).expect("a JSON object in each line");
        let text = |key: &str| row[key].as_str().map(str::to_owned);
        let id = format!("{} {}", row["id"], row["name"]);
        (id, text("iss").expect("a text"), text("expected_solution"))
    };
    lines.lines().map(row).collect()
}

#[test]
fn real_puzzles_read() {
    let mut failed = vec![];
    for (id, text, _) in corpus() {
        if let Err(error) = read(&text) {
            failed.push(format!(
                "{id}: {error} {:?}",
                error.span.clone().map(|s| text[s].to_owned())
            ));
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

#[test]
fn real_puzzles_round_trip() {
    let mut failed = vec![];
    for (id, text, _) in corpus() {
        let puzzle = bare(read(&text).expect("it reads"));
        let written = iss().write(&puzzle);
        match written
            .as_ref()
            .map(|text| bare(read(text).expect("it reads again")))
        {
            Ok(again) if again == puzzle => {}
            Ok(again) => failed.push(format!(
                "{id}: {} {}\n{puzzle:?}\n{again:?}",
                text.len(),
                written.unwrap()
            )),
            Err(error) => failed.push(format!("{id}: {error}")),
        }
    }
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

/// Returns the values in a solution. Each character is a digit or, for values above 9, a letter (counted from `A` =
/// 1).
fn solution_values(text: &str) -> Vec<u8> {
    let letters = text.contains(|c: char| c.is_ascii_alphabetic());
    let value = |byte: u8| match byte {
        b'0'..=b'9' if !letters || byte == b'0' => byte - b'0',
        _ => byte - b'A' + 1,
    };
    text.bytes().map(value).collect()
}

/// Every clue of a real puzzle must hold in the published solution. Clues about auxiliary variables are skipped,
/// because solutions do not include their values.
#[test]
fn real_solutions_satisfy_every_clue() {
    let book = Book::builtin();
    let mut failed = vec![];
    let mut refused: BTreeMap<String, usize> = BTreeMap::new();
    for (id, text, solution) in corpus() {
        let Some(solution) = solution else { continue };
        let puzzle = good(&text);
        let mut values = solution_values(&solution);
        let grid = puzzle.layout.cell_count();
        assert_eq!(values.len(), grid, "{id}");
        values.resize(puzzle.cell_count(), puzzle.layout.min_digit);
        for given in puzzle.givens.iter().filter(|g| g.cell.index() < grid) {
            if !given.digits.contains(values[given.cell.index()]) {
                failed.push(format!("{id}: a given at {}", puzzle.cell_name(given.cell)));
            }
        }
        let clues = puzzle.clues.iter().enumerate();
        for (index, clue) in clues.filter(|(_, clue)| in_grid(&puzzle, clue)) {
            match book.holds(&puzzle, index, clue, &values) {
                Ok(true) => {}
                Ok(false) => failed.push(format!("{id}: {clue:?}")),
                Err(error) => *refused.entry(format!("{id}: {error}")).or_default() += 1,
            }
        }
    }
    let unknown = |why: &&String| !why.contains("unknown rule") && !why.contains("automaton needs");
    let refused: Vec<&String> = refused.keys().filter(unknown).collect();
    assert!(refused.is_empty(), "refused by the rule book: {refused:#?}");
    assert!(failed.is_empty(), "{}", failed.join("\n"));
}

fn in_grid(puzzle: &Puzzle, clue: &Clue) -> bool {
    let named = |formula: &str| puzzle.extras.iter().any(|e| formula.contains(&e.name));
    let relation = matches!(clue.params.get("formula"), Some(Param::Text(f)) if named(f));
    !relation
        && clue.cells().all(|c| c.index() < puzzle.layout.cell_count())
        && clue.parts.iter().all(|part| in_grid(puzzle, part))
}
