//! Tests of pictures of clues, rule by rule.

use crate::report::{Beside, Theme};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Cell, digit_char};
use cluewright_rules::Book;

/// Draws an empty 9x9 grid with clues.
fn picture(clues: &str) -> String {
    let row = ".".repeat(9) + "\n";
    let text = format!(
        "size = 9\ngrid = \"\"\"\n{}\"\"\"\n[clues]\n{clues}\n",
        row.repeat(9)
    );
    let reading = read_any(&text, None, &ReadOptions::default()).expect("the puzzle is readable");
    let picture = crate::report::picture(Book::builtin(), &reading.puzzles[0], &Beside::default());
    picture.document(Theme::Auto, None)
}

/// Returns the texts of a picture with their positions, except for the names of rows and columns.
fn texts(svg: &str) -> Vec<(String, f64, f64)> {
    let number = |line: &str, name: &str| -> f64 {
        let (_, rest) = line
            .split_once(&format!(" {name}=\""))
            .expect("a text has a place");
        let (number, _) = rest.split_once('"').expect("attributes are quoted");
        number.parse().expect("a place is a number")
    };
    let lines = svg
        .lines()
        .filter(|line| line.contains("<text ") && !line.contains("muted"));
    lines
        .map(|line| {
            let text = line.split_once("<text ").map_or("", |(_, rest)| rest);
            let text = text.split_once('>').map_or("", |(_, rest)| rest);
            let text = text.split_once('<').map_or("", |(text, _)| text);
            (text.to_owned(), number(line, "x"), number(line, "y"))
        })
        .collect()
}

fn words(svg: &str) -> Vec<String> {
    texts(svg).into_iter().map(|(text, ..)| text).collect()
}

/// Returns the smallest distance between two texts.
fn nearest(svg: &str) -> f64 {
    let texts = texts(svg);
    let apart = |a: &(String, f64, f64), b: &(String, f64, f64)| (a.1 - b.1).hypot(a.2 - b.2);
    let pairs = texts.iter().enumerate();
    let pairs = pairs.flat_map(|(n, a)| texts[..n].iter().map(move |b| apart(a, b)));
    pairs.fold(f64::INFINITY, f64::min)
}

#[test]
fn rows_and_columns_are_named() {
    let svg = picture("");
    assert!(
        svg.contains(">R9</text>") && svg.contains(">C1</text>"),
        "{svg}"
    );
}

#[test]
fn a_killer_cage_shows_its_sum() {
    let svg = picture("killer-cage = [\"13: R1C1 R1C2 R2C1\", \"R5C5 R5C6\"]");
    assert_eq!(words(&svg), ["13"]);
    // Each cage has one closed outline. The outline of the first cage has an inner corner.
    assert!(
        svg.contains("d=\"M6 6L122 6L122 58L58 58L58 122L6 122z\""),
        "{svg}"
    );
    assert_eq!(svg.matches("stroke-dasharray").count(), 2);
}

#[test]
fn sums_of_cages_in_one_cell_stand_apart() {
    let svg = picture("killer-cage = \"13: R1C1 R1C2\"\nsum = \"9: R1C1 R2C1\"");
    assert_eq!(words(&svg).len(), 2);
    assert!(nearest(&svg) > 10.0, "{svg}");
}

#[test]
fn four_digits_of_a_quadruple_stand_in_two_rows() {
    let svg = picture("quadruple = \"1 2 3 4: R1C1 R1C2 R2C1 R2C2\"");
    assert_eq!(words(&svg), ["1 2", "3 4"]);
}

#[test]
fn a_little_killer_has_a_straight_arrow_into_its_diagonal() {
    let svg = picture("little-killer = \"20: R1C4 R2C5 R3C6 R4C7 R5C8 R6C9\"");
    // The top left corner of R1C4 is at 192,0.
    assert!(svg.contains("d=\"M174.08,-17.92L190.08,-1.92M"), "{svg}");
    let (_, x, y) = texts(&svg)[0];
    assert!(
        (128.0..192.0).contains(&x) && (-64.0..0.0).contains(&y),
        "{x} {y}"
    );
}

#[test]
fn two_little_killers_from_one_place_stand_apart() {
    let svg = picture("little-killer = [\"20: R1C4 R2C5 R3C6 R4C7 R5C8 R6C9\", \"11: R1C2 R2C1\"]");
    assert_eq!(words(&svg).len(), 2);
    assert!(nearest(&svg) > 25.0, "{svg}");
}

#[test]
fn clues_at_one_place_outside_stand_behind_each_other() {
    let column = "R1C3 R2C3 R3C3 R4C3 R5C3 R6C3 R7C3 R8C3 R9C3";
    let svg = picture(&format!(
        "sandwich = \"12: {column}\"\nx-sum = \"19: {column}\"\nskyscraper = \"3: {column}\"\n\
         little-killer = \"20: R1C4 R2C5 R3C6 R4C7 R5C8 R6C9\""
    ));
    assert_eq!(words(&svg), ["20", "12", "19", "3"]);
    assert!(nearest(&svg) > 25.0, "{svg}");
    // All texts are within the picture.
    let (_, rest) = svg.split_once("viewBox=\"").expect("a picture has a size");
    let top: f64 = rest
        .split(' ')
        .nth(1)
        .and_then(|y| y.parse().ok())
        .expect("a number");
    assert!(texts(&svg).iter().all(|(_, _, y)| *y > top), "{svg}");
}

#[test]
fn dots_show_numbers_that_are_not_the_usual_ones() {
    let svg =
        picture("white-dot = [\"R1C1 R1C2\", \"3: R2C1 R2C2\"]\nblack-dot = \"4: R3C1 R3C2\"");
    assert_eq!(words(&svg), ["3", "4"]);
}

#[test]
fn an_inequality_points_at_the_lesser_cell() {
    let svg = picture("inequality = [\"R1C1 R1C2\", \"R2C2 R2C1\", \"R3C1 R4C1\"]");
    for turn in ["rotate(0 64 32)", "rotate(180 64 96)", "rotate(90 32 192)"] {
        assert!(svg.contains(turn), "{turn}: {svg}");
    }
}

#[test]
fn the_pieces_of_a_clue_are_lines_of_their_own() {
    let svg = picture("equal-sums = \"R1C1 R1C2; R5C5 R5C6\"");
    assert_eq!(svg.matches("<polyline").count(), 2, "{svg}");
}

#[test]
fn a_pill_is_one_outline() {
    let svg = picture("arrow = \"R1C8 R1C9; R2C9 R3C8\"");
    assert_eq!(svg.matches("class=\"hollow\"").count(), 1, "{svg}");
    assert!(!svg.contains("<circle"), "{svg}");
}

#[test]
fn a_thermometer_has_one_bulb() {
    let svg = picture("thermometer = \"R1C5 R2C5 R3C5\"");
    assert_eq!(
        svg.matches("<circle cx=\"288\" cy=\"32\"").count(),
        1,
        "{svg}"
    );
}

#[test]
fn rules_without_a_shape_are_named_below() {
    let svg = picture("anti-knight = true");
    let [(name, _, y)] = &texts(&svg)[..] else {
        panic!("{svg}");
    };
    assert_eq!(name, "the anti-knight rule");
    assert!(*y > 9.0 * 64.0);
}

#[test]
fn lengths_are_short() {
    let svg = picture("thermometer = \"R1C5 R2C6 R3C5\"\nmaximum = \"R3C3\"");
    let digits = svg.split(|c: char| !c.is_ascii_digit()).map(str::len);
    assert!(digits.max() <= Some(6), "{svg}");
}

/// Returns the bounding box (left, top, right, bottom) of each text in the given layers.
fn boxes(svg: &str, layers: &[&str]) -> Vec<([f64; 4], String)> {
    let value = |line: &str, name: &str| -> Option<f64> {
        let (_, rest) = line.split_once(&format!(" {name}=\""))?;
        rest.split_once('"')?.0.parse().ok()
    };
    let mut found = vec![];
    let mut layer = "";
    for line in svg.lines() {
        if let Some((_, name)) = line.split_once("<g data-layer=\"") {
            layer = name.split('"').next().unwrap_or_default();
        }
        if !line.contains("<text ") || !layers.contains(&layer) {
            continue;
        }
        let text = line.split("<text ").nth(1).unwrap_or_default();
        let text = text.split('>').nth(1).unwrap_or_default();
        let text = text.split('<').next().unwrap_or_default().to_owned();
        let place = [value(line, "x"), value(line, "y"), value(line, "font-size")];
        let [Some(x), Some(y), Some(size)] = place else {
            panic!("a text has a place: {line}");
        };
        let width = 0.64 * size * text.chars().count() as f64;
        let left = match line {
            _ if line.contains("text-anchor=\"middle\"") => x - width / 2.0,
            _ if line.contains("text-anchor=\"end\"") => x - width,
            _ => x,
        };
        found.push(([left, y - 0.73 * size, left + width, y], text));
    }
    found
}

/// Panics if two texts of a picture overlap noticeably.
fn assert_apart(svg: &str, layers: &[&str], name: &str) {
    const HAIR: f64 = 0.5;
    let boxes = boxes(svg, layers);
    for (index, (one, text)) in boxes.iter().enumerate() {
        for (other, other_text) in &boxes[..index] {
            let overlap =
                |axis: usize| one[axis + 2].min(other[axis + 2]) - one[axis].max(other[axis]);
            let is_apart = overlap(0) <= HAIR || overlap(1) <= HAIR;
            assert!(
                is_apart,
                "{name}: `{text}` at {one:?}, `{other_text}` at {other:?}"
            );
        }
    }
}

/// Sums, givens, candidates, digits of solutions and clues outside the grid must not overlap.
#[test]
fn texts_of_the_corpus_do_not_overlap() {
    let mut files = vec![];
    for folder in ["seeds", "variants", "generated", "broken"] {
        let entries = std::fs::read_dir(format!("corpus/{folder}")).expect("the corpus is there");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    if let Some(more) = std::env::var_os("CLUEWRIGHT_PICTURES") {
        let entries = std::fs::read_dir(more).expect("the folder is there");
        files.extend(entries.map(|entry| entry.expect("an entry").path()));
    }
    let puzzles = files
        .iter()
        .filter(|file| file.extension() == Some("toml".as_ref()));
    let mut drawn = 0;
    for file in puzzles {
        let text = std::fs::read_to_string(file).expect("the corpus is text");
        let Ok(reading) = read_any(&text, None, &ReadOptions::default()) else {
            continue;
        };
        let puzzle = &reading.puzzles[0];
        let digits: String = puzzle.layout.digits().iter().map(digit_char).collect();
        let is_given = |cell: &Cell| puzzle.givens.iter().any(|given| given.cell == *cell);
        let candidates = |cell: Cell| match is_given(&cell) {
            true => String::new(),
            false => digits.clone(),
        };
        let candidates: Vec<String> = puzzle.layout.cells().map(candidates).collect();
        let solution = digits
            .chars()
            .next()
            .map_or(String::new(), |digit| digit.to_string());
        let solution = solution.repeat(puzzle.layout.cell_count());
        for beside in [
            Beside {
                candidates: &candidates,
                ..Beside::default()
            },
            Beside {
                solution: &solution,
                ..Beside::default()
            },
        ] {
            let picture = crate::report::picture(Book::builtin(), puzzle, &beside);
            let svg = picture.document(Theme::Light, None);
            let name = file.display().to_string();
            assert_apart(&svg, &["outside", "names"], &name);
            let labels: String = labels_of_cells(&svg);
            assert_apart(&labels, &["over", "givens", "marks"], &name);
        }
        drawn += 1;
    }
    assert!(drawn > 100, "only {drawn} puzzles were drawn");
}

/// Removes the labels between cells from a picture, because dots and signs overlap the lines of the grid by design.
fn labels_of_cells(svg: &str) -> String {
    let is_between = |line: &&str| {
        let is_text = line.contains("<text ");
        let is_label =
            line.contains("text-anchor=\"start\"") || line.contains("text-anchor=\"end\"");
        is_text && line.contains("halo") && !is_label
    };
    let mut kept = vec![];
    let mut is_corner = false;
    for line in svg.lines().filter(|line| !is_between(line)) {
        // In the document, the digits of a circle at a corner follow the circle.
        if line.contains("fill=\"none\" stroke=\"currentColor\"") && line.contains("<circle") {
            is_corner = true;
        } else if !line.contains("<text ") {
            is_corner = false;
        }
        if !(is_corner && line.contains("<text ")) {
            kept.push(line);
        }
    }
    kept.join("\n")
}

#[test]
fn groups_differ_without_colours() {
    let all = picture(
        "clone = [\"R1C1 R1C2; R4C4 R4C5\", \"R7C1; R9C7\"]\nequal-sums = \"R6C1 R7C1; R8C8 R7C8\"",
    );
    let letters: Vec<String> = words(&all);
    assert_eq!(letters, ["A", "A", "B", "B", "C", "C"], "{all}");
    let windows = picture("windoku = true");
    assert_eq!(
        windows.matches("fill-opacity=\"0.5\"").count(),
        36,
        "{windows}"
    );
    let column: Vec<String> = (1..=9).map(|row| format!("R{row}C1")).collect();
    let column = column.join(" ");
    let seen = picture(&format!("skyscraper = \"3: {column}\""));
    let hidden = picture(&format!("hidden-skyscraper = \"3: {column}\""));
    assert!(!seen.contains("stroke-dasharray") && hidden.contains("stroke-dasharray"));
    let circles = picture("counting-circles = \"R1C1 R1C2 R1C3\"");
    let odd = picture("odd = \"R1C1\"");
    let rings = |svg: &str| svg.matches("<circle class=\"paper\"").count();
    assert_eq!((rings(&circles), rings(&odd)), (3, 0));
}
