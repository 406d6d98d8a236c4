//! Tests the pictures that `ask draw` and `ask rules` return, and the files that `cluewright draw`
//! writes.

use crate::{cluewright, output_of, text};
use cluewright::ask::{Host, answer};
use resvg::tiny_skia::Pixmap;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

fn ask(request: &Value) -> Value {
    let reply = answer(&request.to_string(), &Host::QUIET);
    serde_json::from_str(&reply).expect("a JSON object")
}

/// A 9x9 grid with clues.
const PUZZLE: &str = "size = 9\n[clues]\nanti-knight = true\nthermometer = [\"R1C1-R1C3\", \"R5C5 R6C5\"]\n\
                      killer-cage = \"7: R9C8 R9C9\"\nsandwich = \"12: R0C4\"";

fn layers(request: &Value) -> Vec<(String, String)> {
    let reply = ask(request);
    let layers = reply["picture"]["layers"].as_array();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let layers = layers.unwrap_or_else(|| panic!("{reply}"));
    layers
        .iter()
        .map(|layer| (text(&layer["name"]), text(&layer["svg"])))
        .collect()
}

#[test]
fn clues_look_as_their_setter_drew_them() {
    let drawn = include_str!("../../examples/drawn.json");
    let lines = |request: Value| {
        let layers = layers(&request);
        let find = |name: &str| layers.iter().find(|(layer, _)| layer == name).cloned();
        let svg = |name: &str| find(name).map_or(String::new(), |(_, svg)| svg);
        [svg("drawn-under"), svg("under")]
    };
    let [source, own] = lines(json!({ "ask": "draw", "layers": true, "puzzle": drawn }));
    assert_eq!(own, "", "no rule has its own picture");
    assert_eq!(source.matches("#67b35f").count(), 3, "{source}");

    // A highlighted clue has its own picture, in red.
    let blame = json!({ "clues": [0] });
    let [_, own] =
        lines(json!({ "ask": "draw", "layers": true, "puzzle": drawn, "highlight": blame }));
    assert_eq!(own.matches("data-clue").count(), 1, "{own}");

    // If one clue of a rule is removed, the program draws the rule's other clues itself.
    let mut convert = cluewright(&["convert", "examples/drawn.json", "--to", "native"]);
    let converted = text(output_of(&mut convert, 0).stdout);
    let puzzle = converted.replace("\"5: R5C8 R4C9 R3C9\", ", "");
    let [source, own] = lines(json!({ "ask": "draw", "layers": true, "puzzle": puzzle }));
    assert_eq!(
        own.matches("data-rule=\"german-whisper\"").count(),
        2,
        "{own}"
    );
    assert_eq!(source.matches("#67b35f").count(), 0, "{source}");
    assert_eq!(source.matches("#f067f0").count(), 2, "{source}");
}

#[test]
fn each_clue_is_in_groups_of_its_own() {
    let layers = layers(&json!({ "ask": "draw", "layers": true, "puzzle": PUZZLE }));
    let names: Vec<&str> = layers.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        names,
        [
            "paper", "under", "grid", "over", "outside", "names", "notes"
        ]
    );
    let group = |layer: &str, head: &str| {
        let (_, svg) = layers.iter().find(|(name, _)| name == layer).expect(layer);
        assert!(svg.contains(head), "{head}: {svg}");
    };
    group(
        "under",
        "<g class=\"clue thermometer\" data-clue=\"2\" data-rule=\"thermometer\" data-nth=\"1\" \
         data-cells=\"R5C5 R6C5\" color=\"#cfcfcf\"",
    );
    group(
        "over",
        "data-clue=\"3\" data-rule=\"killer-cage\" data-nth=\"0\"",
    );
    group(
        "outside",
        "data-clue=\"4\" data-rule=\"sandwich\" data-nth=\"0\"",
    );
    group(
        "notes",
        "data-clue=\"0\" data-rule=\"anti-knight\" data-nth=\"0\"",
    );
    for (name, svg) in &layers {
        assert!(!svg.contains("style="), "{name}: {svg}");
        let (opened, closed) = (svg.matches("<g").count(), svg.matches("</g>").count());
        assert_eq!(opened, closed, "{name}: {svg}");
    }
}

/// Returns the lines of text below the picture of a puzzle.
fn notes(puzzle: &str) -> String {
    let layers = layers(&json!({ "ask": "draw", "layers": true, "puzzle": puzzle }));
    let notes = layers.into_iter().find(|(name, _)| name == "notes");
    notes.map_or(String::new(), |(_, svg)| svg)
}

#[test]
fn notes_state_relations_in_full() {
    let formula = "R1C1 + R1C2 + R1C3 + R1C4 + R2C1 + R2C2 == 14";
    let notes = notes(&format!("size = 4\n[clues]\nrelation = \"{formula}\""));
    assert!(
        notes.contains(&format!(">the relation `{formula}`<")),
        "{notes}"
    );
}

#[test]
fn notes_name_the_cells_of_clues_on_layers() {
    let puzzle = "size = 4\n[layers]\nshade = \"0-5\"\n[clues]\n\
        killer-cage = \"7: shade[R1C1] shade[R2C2]\"";
    let notes = notes(puzzle);
    assert!(notes.contains("shade[R1C1] shade[R2C2]<"), "{notes}");
}

#[test]
fn notes_state_restrictions_outside_the_grid() {
    let puzzle = "size = 4\n[letters]\nA = \"1-4\"\nB = \"1-4\"\n\
        [marks]\nA = \"3\"\nB = \"12\"\n";
    let notes = notes(puzzle);
    assert!(notes.contains(">A is 3<"), "{notes}");
    assert!(notes.contains(">B is one of 1, 2<"), "{notes}");
}

#[test]
fn clues_of_the_puzzles_own_rules_are_drawn_with_their_values() {
    let puzzle = "size = 6\n[letters]\nA = \"1-6\"\nB = \"1-6\"\n\
        [own-rules.heavy]\nshape = \"group\"\nparams = { least = \"required\" }\nrelation = \"sum(cells) >= least\"\n\
        [own-rules.round]\nshape = \"arrow\"\nrelation = \"each letter in bulb: some c in shaft: c == letter\"\n\
        [own-rules.wet]\nshape = \"line\"\nparams = { as = \"required\" }\nrelation = \"obeys(as, cells)\"\n\
        [own-rules.steep]\nshape = \"line\"\ncolour = \"#123456\"\nrelation = \"sum(cells) >= 3\"\n\
        [clues]\nheavy = \"8: R1C1 R1C2\"\nround = [\"A B; R2C2..R3C3\", \"B; R6C1..R6C3\"]\n\
        wet = \"renban: R4C1 R4C2\"\nsteep = \"R5C5 R5C6\"";
    let layers = layers(&json!({ "ask": "draw", "layers": true, "puzzle": puzzle }));
    let svg: String = layers.into_iter().map(|(_, svg)| svg).collect();
    let drawn = |rule: &str, what: &str| {
        let mut groups = svg
            .split("<g class=\"clue ")
            .filter(|group| group.starts_with(rule));
        assert!(
            groups.any(|group| group.contains(what)),
            "{what} of {rule}: {svg}"
        );
    };
    drawn("heavy", ">8<");
    drawn("round", ">A B<");
    drawn("round", ">B<");
    drawn("wet", "color=\"#f067f0\"");
    drawn("steep", "color=\"#123456\"");
    assert!(
        !svg.contains("the round"),
        "nothing is left to say below the picture: {svg}"
    );
    let link = ask(&json!({ "ask": "convert", "to": "sudokupad", "puzzle": puzzle }));
    assert_eq!(link["left_out"], json!([]), "{link}");
}

#[test]
fn colours_that_are_none_are_refused() {
    let puzzle = "size = 4\n[own-rules.steep]\nshape = \"line\"\ncolour = \"reddish\"\nrelation = \"sum(cells) >= 3\"";
    let reply = ask(&json!({ "ask": "draw", "puzzle": puzzle }));
    let message = reply["error"]["message"].as_str().expect("a refusal");
    assert!(message.contains("a colour such as \"#67b35f\""), "{reply}");
    assert_eq!(reply["error"]["line"], 4);
}

#[test]
fn a_picture_points_and_fills_in() {
    let request = json!({ "ask": "draw", "layers": true, "puzzle": "12.4341.2143.321",
        "highlight": { "cells": ["R1C3"], "givens": [0] }, "solution": "1234341221434321",
        "marks": { "R2C3": "13" } });
    let layers = layers(&request);
    let layer = |name: &str| &layers.iter().find(|(n, _)| n == name).expect(name).1;
    assert_eq!(layer("highlight").matches("<rect").count(), 1);
    assert_eq!(layer("givens").matches("class=\"blame\"").count(), 1);
    // The layer has the solution's digits in the three blank cells, and the mark.
    assert_eq!(
        layer("marks").matches("<text").count(),
        4,
        "{}",
        layer("marks")
    );
    let request =
        json!({ "ask": "draw", "puzzle": "12.4341.2143.321", "highlight": { "clues": [0] } });
    let reply = ask(&request);
    let message = reply["error"]["message"].as_str().expect("a refusal");
    assert_eq!(message, "there is no clue 0; the puzzle has 0");
}

#[test]
fn open_values_are_drawn_where_they_stand() {
    let puzzle = json!({ "size": 4, "clues": {
        "killer-cage": ["?: R1C1 R1C2", "5: R2C1 R2C2", { "cells": "R3C1 R3C2", "sum": "?(odd)" }] } });
    let request = json!({ "ask": "draw", "layers": true, "puzzle": puzzle.to_string() });
    let layers = layers(&request);
    let (_, over) = layers
        .iter()
        .find(|(name, _)| name == "over")
        .expect("cages");
    let texts = [">?</text>", ">5</text>", ">?</text>"];
    let places: Vec<_> = over.match_indices("</text>").map(|(at, _)| at).collect();
    assert_eq!(places.len(), texts.len(), "{over}");
    for (&at, text) in places.iter().zip(texts) {
        assert!(over[..at + 7].ends_with(text), "{over}");
    }
    // Other questions refuse a puzzle with open values, but a picture needs only readable clues.
    for (question, puzzle) in [
        ("check", puzzle.to_string()),
        ("draw", puzzle.to_string().replace("R3C2", "R9C9")),
    ] {
        let reply = ask(&json!({ "ask": question, "puzzle": puzzle }));
        assert!(reply["error"]["message"].is_string(), "{reply}");
    }
}

#[test]
fn words_of_a_puzzle_are_never_markup() {
    let script = "</title><script>alert(1)</script>\"'&";
    let puzzle = json!({
        "size": 4, "title": script,
        "own-rules": { "mine": { "shape": "group", "text": script, "relation": "sum(cells) == 5", "label": script } },
        "clues": { "mine": "R1C1 R1C2", "anti-knight": true },
        "marks": { "R1C1": "12" },
    });
    for layers in [false, true] {
        let request = json!({ "ask": "draw", "layers": layers, "puzzle": puzzle.to_string(),
            "marks": { "R1C2": script } });
        let reply = ask(&request);
        assert!(reply["error"].is_null(), "{reply}");
        let drawn = match layers {
            true => reply["picture"].to_string(),
            false => reply["svg"].to_string(),
        };
        assert!(!drawn.contains("<script"), "{drawn}");
        assert!(drawn.contains("&lt;script&gt;"), "{drawn}");
    }
}

#[test]
fn the_rule_book_tells_a_drawing_tool_everything() {
    let reply = ask(&json!({ "ask": "rules" }));
    let rules = reply["rules"].as_array().expect("rules");
    let gestures: BTreeSet<&str> = rules.iter().filter_map(|r| r["gesture"].as_str()).collect();
    assert_eq!(gestures.len(), 11, "{gestures:?}");
    for rule in rules {
        let name = rule["name"].as_str().expect("a name");
        let help = rule["help"].as_str().expect("a text");
        assert!(!help.contains('{') && !help.is_empty(), "{name}: {help}");
        let icon = rule["icon"].as_str().expect("a picture");
        assert!(
            icon.starts_with("<svg ") && !icon.contains("style"),
            "{name}"
        );
        // Every icon must show more than an empty grid.
        let shapes = [
            "data-layer=\"under\"",
            "data-layer=\"over\"",
            "data-layer=\"outside\"",
        ];
        assert!(
            shapes.iter().any(|shape| icon.contains(shape)),
            "{name}: {icon}"
        );
        assert!(!icon.contains("data-layer=\"notes\""), "{name}: {icon}");
    }
    let of = |name: &str| {
        let reply = ask(&json!({ "ask": "rules", "name": name }));
        reply["rules"][0].clone()
    };
    let cage = of("killer-cage");
    assert_eq!(cage["gesture"], "cells");
    assert_eq!(
        cage["slots"],
        json!([{ "name": "cells", "repeats": false }])
    );
    let sum = &cage["params"][0];
    assert_eq!(
        (&sum["label"], &sum["type"]),
        (&json!("Sum"), &json!("number"))
    );
    assert_eq!(sum["range"].as_array().map(Vec::len), Some(2));
    assert!(
        cage["icon"]
            .as_str()
            .expect("a picture")
            .contains(">7</text>")
    );
    let whisper = of("german-whisper");
    assert_eq!(whisper["params"][0]["usual"], 5);
    assert_eq!(whisper["draw"]["colour"], "#67b35f");
}

/// Clues of different rules on a 6x6 grid, as written in puzzle files.
const DRAWN: &[(&str, &str)] = &[
    ("thermometer", r#"["R6C1-R3C1 R2C2", "R6C6 R5C5 R5C4"]"#),
    ("slow-thermometer", r#""R1C1-R1C4 R2C5""#),
    ("german-whisper", r#""R1C1 R2C2 R3C1 R4C2 R4C3""#),
    ("renban", r#"["R2C2-R2C5", "R4C2 R5C3 R4C4"]"#),
    ("palindrome", r#""R1C1 R2C2 R3C3 R3C4 R2C4""#),
    ("between-line", r#""R1C1-R1C5 R2C6""#),
    ("lockout-line", r#""R2C1-R2C5""#),
    ("double-arrow", r#""R1C1-R1C4 R2C4 R3C3""#),
    ("region-sum-line", r#""R1C2 R2C3 R2C4 R3C4 R4C3""#),
    ("entropic-line", r#""R5C1-R5C6""#),
    ("zipper-line", r#""R1C1-R1C5""#),
    (
        "arrow",
        r#"["R1C1; R2C2 R3C3 R3C4", "R5C5 R5C6; R4C4 R4C3"]"#,
    ),
    (
        "killer-cage",
        r#"["15: R1C1 R1C2 R2C1 R3C1 R3C2", "7: R5C5 R5C6 R6C6", "R4C4 R4C5"]"#,
    ),
    ("extra-region", r#""R2C2 R2C3 R3C2 R3C3 R4C3 R4C4""#),
    ("clone", r#""R1C1 R1C2 R2C1; R5C5 R5C6 R6C5""#),
    ("equal-sums", r#""R1C1 R1C2; R5C3 R6C3""#),
    ("white-dot", r#"["R1C1 R1C2", "3: R2C4 R3C4"]"#),
    ("black-dot", r#"["R1C1 R1C2", "3: R2C4 R3C4"]"#),
    ("x", r#"["R1C1 R1C2", "R3C3 R4C3"]"#),
    ("v", r#"["R1C1 R1C2", "R3C3 R4C3"]"#),
    ("inequality", r#"["R1C1 R1C2", "R3C3 R4C3", "R5C5 R4C5"]"#),
    ("quadruple", r#"["1 2 3 4: R2C2", "5: R4C4", "1 6: R2C4"]"#),
    ("maximum", r#""R2C2 R2C3 R5C5""#),
    ("minimum", r#""R2C2 R2C3 R5C5""#),
    ("odd", r#""R1C1 R2C2""#),
    ("even", r#""R1C1 R2C2""#),
    ("sandwich", r#"["9: R0C2", "0: R3C0", "14: R7C5"]"#),
    ("x-sum", r#"["10: R0C2", "6: R3C0"]"#),
    ("skyscraper", r#"["3: R0C2", "2: R3C7"]"#),
    ("numbered-room", r#"["3: R0C2", "2: R3C7"]"#),
    (
        "little-killer",
        r#"["9: R0C2 DR", "12: R0C5 DL", "5: R7C3 UL", "8: R4C7 DL"]"#,
    ),
    ("diagonal-up", "true"),
    ("row-indexer", r#""R2C2 R3C2""#),
    ("anti-knight", "true"),
];

fn puzzle_of(rule: &str, clues: &str) -> String {
    format!(
        "size = 6\ntitle = \"{rule}\"\ngrid = [\"1.....\", \"......\", \"......\", \"......\", \"......\", \".....6\"]\n\
         [clues]\n{rule} = {clues}\n"
    )
}

/// Returns `true` if the new pictures should be saved as the expected ones.
fn bless() -> bool {
    env::var_os("CLUEWRIGHT_BLESS").is_some()
}

#[test]
fn pictures_of_rules_are_the_kept_ones() {
    for (rule, clues) in DRAWN {
        let reply = ask(&json!({ "ask": "draw", "puzzle": puzzle_of(rule, clues) }));
        let svg = reply["svg"]
            .as_str()
            .unwrap_or_else(|| panic!("{rule}: {reply}"));
        let file = format!("tests/pictures/{rule}.svg");
        if bless() {
            fs::write(&file, svg).expect("it can be written");
        }
        let kept = fs::read_to_string(&file).unwrap_or_default();
        assert!(
            kept.replace("\r\n", "\n") == svg,
            "{file} is another picture; look at it, then CLUEWRIGHT_BLESS=1 keeps it:\n{svg}"
        );
    }
}

/// Returns the mean difference between two pictures over all colour components, from 0 to 1.
fn difference(one: &Pixmap, other: &Pixmap) -> f64 {
    assert_eq!((one.width(), one.height()), (other.width(), other.height()));
    let pairs = one.data().iter().zip(other.data());
    let sum: f64 = pairs.map(|(a, b)| f64::from(a.abs_diff(*b)) / 255.0).sum();
    sum / one.data().len() as f64
}

#[test]
fn pixels_are_those_of_the_kept_pictures() {
    let folder = tempfile::tempdir().expect("a folder");
    for (rule, clues) in DRAWN.iter() {
        let (puzzle, png) = (folder.path().join("p.toml"), folder.path().join("p.png"));
        fs::write(&puzzle, puzzle_of(rule, clues)).expect("it can be written");
        let mut command =
            assert_cmd::Command::cargo_bin("cluewright").expect("the binary is built");
        let draw = command.arg("draw").arg(&puzzle).arg("--output").arg(&png);
        draw.assert().success();
        let drawn = fs::read(&png).expect("it is written");
        let file = format!("tests/pictures/{rule}.png");
        if bless() {
            fs::write(&file, &drawn).expect("it can be written");
        }
        let kept = fs::read(&file).expect("the picture is kept");
        let decoded = |bytes: &[u8]| Pixmap::decode_png(bytes).expect("it is a PNG file");
        let difference = difference(&decoded(&drawn), &decoded(&kept));
        assert!(difference < 0.002, "{file}: {difference}");
    }
}

#[test]
fn a_picture_of_another_kind_is_refused() {
    let mut command = assert_cmd::Command::cargo_bin("cluewright").expect("the binary is built");
    let draw = command.args(["draw", "tests/cli/two-ways.toml", "-o", "mine.gif"]);
    let output = draw.assert().code(2).get_output().clone();
    let message = String::from_utf8(output.stderr).expect("a text");
    assert!(message.contains(".svg, .png, .pdf or .html"), "{message}");
}

/// Returns the data that a report contains for its player.
fn player_data(html: &str) -> Value {
    let (_, rest) = html.split_once("id=\"steps\">").expect("there is a player");
    let (data, _) = rest.split_once("</script>").expect("its data end");
    serde_json::from_str(data).expect("it is JSON")
}

#[test]
fn a_report_tells_everything_on_one_page() {
    let puzzle = "title = \"<script>alert(1)</script>\"\nauthor = \"A & B\"\n\
                  grid = [\"1...\", \"..3.\", \".1..\", \"...2\"]\n[clues]\nthermometer = \"R1C1 R1C2\"\n";
    let reply = ask(&json!({ "ask": "report", "puzzle": puzzle }));
    let html = reply["html"].as_str().unwrap_or_else(|| panic!("{reply}"));
    assert_eq!(
        reply["verdict"],
        ask(&json!({ "ask": "check", "puzzle": puzzle }))["verdict"]
    );
    assert!(!html.contains("<script>alert"), "{html}");
    assert!(
        html.contains("<h1>&lt;script&gt;alert(1)&lt;/script&gt;</h1>"),
        "{html}"
    );
    // The page must load nothing from other addresses.
    let addresses = html.replace("http://www.w3.org/2000/svg", "");
    for word in ["http:", "https:", "src=", "href=", "style=", "onclick"] {
        assert!(!addresses.contains(word), "{word}");
    }
    let puzzle =
        "grid = [\"12.4\", \"341.\", \"2.43\", \".321\"]\n[clues]\nthermometer = \"R1C1 R1C2\"\n";
    let html = ask(&json!({ "ask": "report", "puzzle": puzzle }))["html"].clone();
    let html = html.as_str().unwrap_or_else(|| panic!("no page"));
    let grade = ask(&json!({ "ask": "grade", "explain": true, "puzzle": puzzle }));
    let steps = player_data(html)["steps"]
        .as_array()
        .expect("steps")
        .clone();
    let path = grade["path"].as_array().expect("a path");
    assert_eq!(steps.len(), path.len());
    assert!(!steps.is_empty());
    for (step, told) in steps.iter().zip(path) {
        assert_eq!(
            (&step["text"], &step["placed"]),
            (&told["text"], &told["placed"])
        );
    }
    // The last board is the solution.
    let boards = player_data(html)["boards"].clone();
    let last = boards
        .as_array()
        .and_then(|boards| boards.last())
        .expect("boards");
    let digits: String = last
        .as_array()
        .expect("cells")
        .iter()
        .map(|cell| cell[0].to_string())
        .collect();
    assert_eq!(grade["solutions"][0], digits);
}

#[test]
fn what_a_batch_found_is_one_page() {
    let folder = tempfile::tempdir().expect("a folder");
    let page = folder.path().join("page.html");
    let mut command = assert_cmd::Command::cargo_bin("cluewright").expect("the binary is built");
    let stats = command.args(["corpus", "stats", "tests/cli/before.csv", "--html"]);
    stats.arg(&page).assert().success();
    let html = fs::read_to_string(&page).expect("it is written");
    assert!(html.contains("<h1>tests/cli/before.csv</h1>"), "{html}");
    assert!(html.contains("<svg"), "{html}");
    let addresses = html.replace("http://www.w3.org/2000/svg", "");
    assert!(
        !addresses.contains("http:") && !addresses.contains("https:"),
        "{html}"
    );
}

/// Draws the diagnosis of a puzzle with the command. The puzzle's title needs escaping.
fn diagnosis_svg(puzzle: &Path, folder: &Path) -> String {
    let text = fs::read_to_string(puzzle).expect("the puzzle");
    let untitled = text.lines().filter(|line| !line.starts_with("title"));
    let lines: Vec<&str> = std::iter::once("title = 'a < b & \"c\"'")
        .chain(untitled)
        .collect();
    let (source, picture) = (folder.join("puzzle.toml"), folder.join("picture.svg"));
    fs::write(&source, lines.join("\n")).expect("a writable folder");
    let mut command = crate::cluewright(&["diagnose", "--svg"]);
    output_of(command.arg(&picture).arg(&source), 0);
    fs::read_to_string(picture).expect("the picture")
}

#[test]
fn diagnoses_are_drawn_as_well_formed_svg() {
    let folder = tempfile::tempdir().expect("a folder");
    for puzzle in [
        "corpus/variants/killer-cage.toml",
        "corpus/variants/anti-knight.toml",
        "corpus/variants/arrow.toml",
    ] {
        let svg = diagnosis_svg(Path::new(puzzle), folder.path());
        assert!(
            svg.starts_with("<svg ") && svg.ends_with("</svg>\n"),
            "{svg}"
        );
        assert!(svg.contains("<title>a &lt; b &amp; &quot;c&quot;</title>"));
        assert!(!svg.contains("NaN") && !svg.contains("inf"));
        for tag in ["text", "g", "title", "svg"] {
            let opened =
                svg.matches(&format!("<{tag} ")).count() + svg.matches(&format!("<{tag}>")).count();
            assert_eq!(opened, svg.matches(&format!("</{tag}>")).count(), "{tag}");
        }
    }
}
