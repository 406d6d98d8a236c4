//! What pictures show of clues, rule by rule.

use crate::report::puzzle_svg;
use cluewright_formats::{ReadOptions, read_any};
use cluewright_rules::Book;

/// The picture of an empty 9x9 grid with some clues.
fn picture(clues: &str) -> String {
    let row = ".".repeat(9) + "\n";
    let text = format!(
        "size = 9\ngrid = \"\"\"\n{}\"\"\"\n[clues]\n{clues}\n",
        row.repeat(9)
    );
    let reading = read_any(&text, None, &ReadOptions::default()).expect("the puzzle is readable");
    puzzle_svg(Book::builtin(), &reading.puzzles[0])
}

/// The texts of a picture that are no names of rows and columns, each with its place.
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

/// How far apart the two nearest texts are.
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
    // One closed outline each; the first has an inner corner.
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
    // R1C4 begins at 192,0.
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
    // All of them are on the canvas.
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
