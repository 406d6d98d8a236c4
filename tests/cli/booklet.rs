//! Tests the contents of booklets and picture files.

use crate::{cluewright, output_of, text};
use std::fs;
use tempfile::TempDir;

/// Returns the number of pages in a PDF file.
fn pages(bytes: &[u8]) -> usize {
    assert!(bytes.starts_with(b"%PDF-"));
    let text = String::from_utf8_lossy(bytes);
    text.matches("/Type /Page\n").count()
}

#[test]
fn a_booklet_has_pages_for_puzzles_and_solutions() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let list = "12.4341.2143.321\n.3141423324.41.2\n..34..12.1..4...\n1...............\n";
    fs::write(file("list.txt"), list).expect("a list");
    let print = |options: &[&str], code: i32| {
        let (list, pdf) = (file("list.txt"), file("book.pdf"));
        let arguments = [&["book", &list, "-o", &pdf], options].concat();
        let told = text(output_of(&mut cluewright(&arguments), code).stderr);
        (pages(&fs::read(&pdf).expect("a booklet")), told)
    };
    let (count, told) = print(&[], 4);
    assert_eq!(count, 4, "{told}");
    assert!(told.contains("list.txt, puzzle 4: several"), "{told}");
    assert_eq!(print(&["--per-page", "2", "--grey"], 4).0, 3);
    assert_eq!(print(&["--per-page", "6", "--solutions", "none"], 4).0, 1);
    assert_eq!(print(&["--hints", "--stars"], 4).0, 5);
    let picked = [
        "--pick",
        "verdict = unique and rating >= 1",
        "--sort",
        "rating",
        "--reverse",
    ];
    assert_eq!(print(&picked, 0).0, 4);
}

#[test]
fn rules_that_do_not_fit_on_a_page_continue_on_the_next() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (puzzle, pdf) = (file("long.toml"), file("book.pdf"));
    let rules = "Digits along a line do not repeat.\\n".repeat(600);
    fs::write(
        &puzzle,
        format!("rules = \"{rules}\"\nsize = 4\ngrid = \"12.4341.2143.321\"\n"),
    )
    .expect("writable");
    let run = [
        "book",
        &puzzle,
        "-o",
        &pdf,
        "--quiet",
        "--solutions",
        "none",
    ];
    let output = cluewright(&run).output().expect("it runs");
    assert!(output.status.success(), "{output:?}");
    assert!(pages(&fs::read(&pdf).expect("a booklet")) > 4);
}

#[test]
fn a_booklet_takes_grades_from_a_table_by_fingerprint() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let list = "12.4341.2143.321\n.3141423324.41.2\n..34..12.1..4...\n1...............\n";
    let (list_file, table, pdf) = (file("list.txt"), file("table.csv"), file("book.pdf"));
    fs::write(&list_file, list).expect("a list");
    let columns = "id,verdict,rating,tier,minutes,fingerprint";
    let grade = ["batch", &list_file, "--out", &table, "--columns", columns];
    output_of(&mut cluewright(&grade), 0);
    let print = |options: &[&str], code: i32| {
        let arguments = [&["book", &list_file, "-o", &pdf, "--quiet"], options].concat();
        let told = text(output_of(&mut cluewright(&arguments), code).stderr);
        (fs::read(&pdf).expect("a booklet"), told)
    };
    let sorted = ["--sort", "minutes", "--reverse"];
    let with_table = [&sorted[..], &["--grades", &table]].concat();
    assert_eq!(print(&sorted, 4).0, print(&with_table, 4).0);

    // Change the third puzzle's rating to 9.9. The output then shows that the table is used, and only for the
    // puzzle with the same fingerprint.
    let written = fs::read_to_string(&table).expect("a table");
    let mut rows: Vec<Vec<&str>> = written
        .lines()
        .map(|row| row.split(',').collect())
        .collect();
    rows[3][2] = "9.9";
    let save = |rows: &[Vec<&str>]| {
        let lines: Vec<String> = rows.iter().map(|row| row.join(",")).collect();
        fs::write(&table, lines.join("\n") + "\n").expect("a table");
    };
    save(&rows);
    let picked = ["--grades", &table, "--pick", "rating > 9"];
    let (bytes, told) = print(&picked, 0);
    assert_eq!(pages(&bytes), 2, "{told}");
    rows[3][5] = "0000000000000000";
    save(&rows);
    let (_, told) = print(&picked, 2);
    assert!(told.contains("4 of them do not meet --pick"), "{told}");
}

#[test]
fn pictures_have_the_size_and_the_colours_that_are_asked_for() {
    let folder = TempDir::new().expect("a folder");
    let file = |name: &str| folder.path().join(name).to_str().expect("UTF-8").to_owned();
    let draw = |name: &str, options: &[&str]| {
        let picture = file(name);
        let arguments = [
            &["draw", "--quiet", "tests/cli/jigsaw.toml", "-o", &picture],
            options,
        ]
        .concat();
        output_of(&mut cluewright(&arguments), 0);
        fs::read(picture).expect("a picture")
    };
    let width = |png: &[u8]| u32::from_be_bytes([png[16], png[17], png[18], png[19]]);
    let light = draw("light.png", &["--size", "500"]);
    let dark = draw("dark.png", &["--size", "500", "--theme", "dark"]);
    assert_eq!((width(&light), width(&dark)), (500, 500));
    assert_ne!(light, dark);
    assert_eq!(pages(&draw("one.pdf", &["--solution"])), 1);
    let svg = String::from_utf8(draw("plain.svg", &["--no-labels", "--candidates"]));
    let svg = svg.expect("SVG is text");
    assert!(
        !svg.contains(">R1</text>") && svg.contains("data-layer=\"marks\""),
        "{svg}"
    );
}
