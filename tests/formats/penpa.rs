//! Tests reading Penpa+: digits, boxes, drawings, and damaged links.

use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use cluewright_formats::{FORMATS, ReadError, ReadOptions, read_any};
use cluewright_puzzle::{Boxes, Layer, Puzzle, Status};
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde_json::{Value, json};
use std::io::Write;

/// Number of columns of a 9x9 grid with its frame.
const WIDTH: usize = 13;
/// Number of cells of a 9x9 grid with its frame.
const COUNT: usize = WIDTH * WIDTH;

/// Returns Penpa's index of the cell in a row and column, both counted from 1.
fn cell(row: usize, column: usize) -> usize {
    (row + 1) * WIDTH + column + 1
}

/// Returns Penpa's index of the corner at the bottom right of a cell.
fn corner(row: usize, column: usize) -> usize {
    COUNT + cell(row, column)
}

/// Returns Penpa's index of the edge below a cell.
fn below(row: usize, column: usize) -> usize {
    2 * COUNT + cell(row, column)
}

/// Returns Penpa's index of the `k`th inner point of a cell.
fn inner(row: usize, column: usize, k: usize) -> usize {
    4 * (COUNT + cell(row, column)) + k
}

/// Returns a Penpa+ text with the given type and size of the grid, the setter's layer, and the tags (genres).
fn text(grid: &str, problem: &Value, tags: &Value) -> String {
    let words = "Title: One%2C two,Author: Me,,Two%2Drows,OFF,false";
    let mut lines = vec![String::new(); 19];
    lines[0] = format!("{grid},38,0,1,1,380,380,84,84,0,0,0,0,{words}");
    lines[1] = "[0,0,0,0]".to_owned();
    lines[3] = problem
        .to_string()
        .replace("\"lineE\"", "zE")
        .replace("null", "zO");
    lines[4] = "{zN:{}}".to_owned();
    lines[17] = tags.to_string();
    lines.join("\n")
}

fn pack(text: &str, level: Compression) -> String {
    let mut encoder = DeflateEncoder::new(vec![], level);
    encoder.write_all(text.as_bytes()).expect("memory");
    STANDARD.encode(encoder.finish().expect("memory"))
}

fn link(text: &str) -> String {
    let packed = pack(text, Compression::best());
    format!("https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}")
}

fn read_link(link: &str) -> Result<Puzzle, ReadError> {
    let reading = read_any(link, None, &ReadOptions::default())?;
    assert_eq!(reading.format, "penpa");
    Ok(reading.puzzles.into_iter().next().expect("one puzzle"))
}

fn read(grid: &str, problem: &Value, tags: &Value) -> Puzzle {
    let text = text(grid, problem, tags);
    read_link(&link(&text)).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// Returns the heavy edges around the boxes of a 9x9 grid.
fn borders() -> Value {
    let mut edges = json!({});
    for line in [3, 6] {
        for at in 0..9 {
            edges[format!("{},{}", corner(line, at), corner(line, at + 1))] = json!(2);
            edges[format!("{},{}", corner(at + 1, line), corner(at, line))] = json!(2);
        }
    }
    edges
}

/// Reads a sudoku with these drawings.
fn read_drawings(mut problem: Value) -> Puzzle {
    let mut edges = borders();
    for (key, style) in problem["lineE"].as_object().into_iter().flatten() {
        edges[key] = style.clone();
    }
    problem["lineE"] = edges;
    read("sudoku,9,9", &problem, &json!([]))
}

/// Returns the elements that are not decoration.
fn open(puzzle: &Puzzle) -> Vec<(Layer, &Value)> {
    let open = puzzle
        .elements
        .iter()
        .filter(|element| element.status == Status::Open);
    open.map(|element| (element.layer, &element.item)).collect()
}

/// Returns an uncompressed link for the fuzz targets.
pub(crate) fn sample() -> String {
    let problem = json!({
        "number": {"40": ["3", 1, "1"], "26": [7, 6, "2"]},
        "lineE": {"100,101": 2, "101,102": 2, "44": 98},
        "line": {"40,41": 3},
        "cage": {"400,401": 10},
        "thermo": [[40, 41, 42]],
        "killercages": [[40, 41]],
        "numberS": {"436": ["12", 1]},
        "symbol": {"42": [2, "circle_L", 1], "43": [[1, 0], "arrow_cross", 2]},
        "surface": {"44": 3},
    });
    let text = text("sudoku,4,4", &problem, &json!(["killer"]));
    format!("m=edit&p={}", pack(&text, Compression::none()))
}

#[test]
fn digits_boxes_and_words_are_read() {
    let number = json!({
        cell(1, 1).to_string(): ["5", 1, "1"],
        cell(9, 9).to_string(): [7, 1, "1"],
    });
    let puzzle = read_drawings(json!({"number": number}));
    assert_eq!(puzzle.layout.boxes, Boxes::Default(0));
    let givens: Vec<_> = puzzle
        .givens
        .iter()
        .map(|g| (g.cell.0, g.digits.single()))
        .collect();
    assert_eq!(givens, [(0, Some(5)), (80, Some(7))]);
    assert!(puzzle.unread.is_empty() && open(&puzzle).is_empty());
    assert_eq!(puzzle.about.title.as_deref(), Some("One, two"));
    assert_eq!(puzzle.about.author.as_deref(), Some("Me"));
    assert_eq!(puzzle.about.rules.as_deref(), Some("Two\nrows"));
    // Borders are kept as decoration.
    assert_eq!(puzzle.elements.len(), 12);
}

#[test]
fn boxes_may_be_irregular_where_the_genre_says_so() {
    // Heavy edges separate the columns of a 4x4 grid, so each column is a region.
    let width = 8;
    let corner = |row: usize, column: usize| width * width + (row + 1) * width + column + 1;
    let mut edges = json!({});
    let mut add = |from: usize, to: usize| edges[format!("{from},{to}")] = json!(21);
    for row in 0..4 {
        add(corner(row, 1), corner(row + 1, 1));
        add(corner(row, 2), corner(row + 1, 2));
        add(corner(row, 3), corner(row + 1, 3));
    }
    let problem = json!({"lineE": edges});
    let columns = read("sudoku,4,4", &problem, &json!([]));
    assert!(matches!(columns.layout.boxes, Boxes::Own(_)));
    assert!(columns.unread.is_empty());
    let unnamed = read("square,4,4", &problem, &json!([]));
    assert_eq!(unnamed.unread[0].kind, "grid that may not be a sudoku");
    let named = read("square,4,4", &problem, &json!(["irregular"]));
    assert!(named.unread.is_empty());
}

#[test]
fn grids_that_may_be_another_puzzle_stay_open() {
    let empty = read("square,5,5", &json!({}), &json!([]));
    assert_eq!(empty.unread[0].kind, "grid that may not be a sudoku");
    let latin = read("square,5,5", &json!({}), &json!(["latin"]));
    assert!(latin.unread.is_empty());
    let killer = read("square,5,5", &json!({}), &json!(["latin", "consecutive"]));
    assert_eq!(killer.unread[0].text.as_deref(), Some("consecutive"));
}

#[test]
fn drawings_are_kept_in_sudokupads_terms() {
    let at = |row, column| cell(row, column).to_string();
    let cages = json!([[cell(2, 2), cell(2, 1), cell(1, 1)]]);
    let outline = {
        let points = [
            inner(5, 5, 0),
            inner(5, 5, 1),
            inner(5, 6, 0),
            inner(5, 6, 1),
            inner(5, 6, 3),
            inner(5, 6, 2),
            inner(5, 5, 3),
            inner(5, 5, 2),
        ];
        let mut edges = json!({});
        for n in 0..points.len() {
            edges[format!("{},{}", points[n], points[(n + 1) % points.len()])] = json!(10);
        }
        edges
    };
    for (problem, layer, key, expected, kind) in [
        (
            json!({"thermo": [[cell(1, 1), cell(1, 2), cell(2, 3)]]}),
            Layer::Lines,
            "wayPoints",
            json!([[0.5, 0.5], [0.5, 1.5], [1.5, 2.5]]),
            "line",
        ),
        (
            json!({"arrows": [[cell(3, 3), cell(4, 4)]]}),
            Layer::Arrows,
            "wayPoints",
            json!([[2.5, 2.5], [3.5, 3.5]]),
            "arrow",
        ),
        (
            json!({"line": {format!("{},{}", cell(1, 2), cell(1, 1)): 5, format!("{},{}", cell(1, 2), cell(1, 3)): 5}}),
            Layer::Lines,
            "wayPoints",
            json!([[0.5, 0.5], [0.5, 1.5], [0.5, 2.5]]),
            "line",
        ),
        (
            json!({"lineE": {format!("{},{}", corner(1, 1), corner(2, 2)): 12}}),
            Layer::Lines,
            "wayPoints",
            json!([[1.0, 1.0], [2.0, 2.0]]),
            "line",
        ),
        (
            json!({"killercages": cages, "numberS": {inner(1, 1, 0).to_string(): [" 12", 1]}}),
            Layer::Cages,
            "cells",
            json!([[0, 0], [1, 0], [1, 1]]),
            "cage",
        ),
        (
            json!({"cage": outline, "numberS": {inner(5, 5, 0).to_string(): ["9", 1]}}),
            Layer::Cages,
            "cells",
            json!([[4, 4], [4, 5]]),
            "cage",
        ),
        (
            json!({"symbol": {below(1, 1).to_string(): [2, "circle_SS", 2]}}),
            Layer::Overlays,
            "center",
            json!([1.0, 0.5]),
            "dot between cells",
        ),
        (
            json!({"symbol": {at(4, 4): [3, "square_L", 1]}}),
            Layer::Underlays,
            "width",
            json!(0.8),
            "mark in a cell",
        ),
        (
            json!({"symbol": {below(1, 1).to_string(): [2, "inequality", 2]}}),
            Layer::Overlays,
            "text",
            json!("∧"),
            "text between cells",
        ),
        (
            json!({"symbol": {at(4, 4): [5, "sudokuetc", 2]}}),
            Layer::Overlays,
            "center",
            json!([4.0, 3.5]),
            "dot between cells",
        ),
        (
            json!({"symbol": {at(4, 4): [[1, 0], "arrow_cross", 2]}}),
            Layer::Overlays,
            "symbol",
            json!("arrow_cross [1,0]"),
            "mark in a cell",
        ),
        (
            json!({"number": {at(1, 10): ["24", 1, "1"]}}),
            Layer::Overlays,
            "text",
            json!("24"),
            "outside text",
        ),
        (
            json!({"number": {corner(1, 1).to_string(): ["23", 6, "4"]}}),
            Layer::Overlays,
            "center",
            json!([1.0, 1.0]),
            "mark at a corner",
        ),
        (
            json!({"number": {at(4, 4): ["5_3", 1, "2"]}}),
            Layer::Arrows,
            "wayPoints",
            json!([[3.15, 3.5], [3.85, 3.5]]),
            "arrow",
        ),
        (
            json!({"number": {at(4, 4): [[1, 0, 1], 1, "7"]}}),
            Layer::Overlays,
            "text",
            json!("13"),
            "text in a cell",
        ),
        (
            json!({"numberS": {inner(4, 4, 3).to_string(): ["7", 1]}}),
            Layer::Overlays,
            "center",
            json!([3.75, 3.75]),
            "text in a cell",
        ),
    ] {
        let puzzle = read_drawings(problem.clone());
        let open = open(&puzzle);
        let (_, item) = open
            .iter()
            .find(|(other, _)| *other == layer)
            .expect("it is drawn");
        assert_eq!(item[key], expected, "{problem}");
        assert!(
            puzzle.unread.iter().any(|unread| unread.kind == kind),
            "{:?}",
            puzzle.unread
        );
    }
    let sums = read_drawings(
        json!({"killercages": [[cell(1, 1)]], "numberS": {inner(1, 1, 0).to_string(): [" 12", 1]}}),
    );
    assert_eq!(open(&sums)[0].1["value"], json!("12"));
    assert_eq!(open(&sums).len(), 1);
    let shaded = read_drawings(json!({"surface": {at(1, 1): 3}}));
    assert!(open(&shaded).is_empty() && shaded.unread.is_empty());
}

#[test]
fn margins_and_invisible_cells_are_no_part_of_the_grid() {
    let lines = |visible: &str| {
        let text = text("sudoku,11,11", &json!({}), &json!([]));
        let mut lines: Vec<&str> = text.split('\n').collect();
        lines[1] = "[1,1,1,1]";
        lines[5] = visible;
        read_link(&link(&lines.join("\n"))).expect("it is read")
    };
    let margins = lines("").layout;
    assert_eq!((margins.rows, margins.columns), (9, 9));
    // The visible cells are two rows of two cells, starting at the third row and column of a board
    // with 15 columns.
    let visible = lines("[48,1,14,1]");
    assert_eq!((visible.layout.rows, visible.layout.columns), (2, 2));
    assert!(
        visible
            .unread
            .iter()
            .all(|unread| unread.kind != "grid with invisible cells")
    );
    let holes = lines("[48,1,14]");
    assert!(
        holes
            .unread
            .iter()
            .any(|unread| unread.kind == "grid with invisible cells")
    );
    // Without a readable list, the margins apply.
    let huge = lines(&format!("[1,{}]", u64::MAX)).layout;
    assert_eq!((huge.rows, huge.columns), (9, 9));
}

#[test]
fn a_full_layer_of_the_solver_is_the_solution() {
    let text = text(
        "sudoku,2,2",
        &json!({"number": {"14": [1, 1, "1"]}}),
        &json!(["latin"]),
    );
    let answer = |numbers: &str| {
        let mut lines: Vec<&str> = text.split('\n').collect();
        lines[4] = numbers;
        read_link(&link(&lines.join("\n")))
            .expect("it is read")
            .solution
    };
    let full = answer("{zN:{\"15\":[\"2\",2,\"1\"],\"20\":[2,2,\"1\"],\"21\":[\"1\",2,\"1\"]}}");
    assert_eq!(full, Some([1, 2, 2, 1].map(Some).to_vec()));
    assert_eq!(answer("{zN:{\"15\":[\"2\",2,\"1\"]}}"), None);
    assert_eq!(answer("{"), None);
}

#[test]
fn damaged_links_are_refused_with_the_place() {
    let error = |link: &str| {
        let error = read_link(link).map(|_| ()).expect_err(link);
        format!("{error}, at {}", error.place.as_deref().unwrap_or_default())
    };
    let of = |grid: &str, problem: Value| error(&link(&text(grid, &problem, &json!([]))));
    let sound = link(&text(
        "sudoku,9,9",
        &json!({"lineE": borders()}),
        &json!([]),
    ));
    let bare = |payload: &str| error(&format!("m=edit&p={payload}"));
    let zeros = pack(&"0".repeat(8 << 20), Compression::best());
    for (message, expected) in [
        (
            error(&sound[..sound.len() / 2]),
            "the packed puzzle is damaged at byte",
        ),
        (bare("%%%"), "not base64 text"),
        // The data have a zlib header, which raw DEFLATE lacks.
        (bare("eJwDAAAAAAE="), "the packed puzzle is damaged at byte"),
        (bare(&zeros), "the packed puzzle is damaged at byte"),
        (
            bare(&pack("square", Compression::none())),
            "has 1 lines, expected 19",
        ),
        (
            bare(&STANDARD.encode([1, 1, 0, 254, 255, 255])),
            "does not unpack to text",
        ),
        (of("hex,9,9", json!({})), "the grid is of type `hex`"),
        (of("square,1e9,9", json!({})), "the grid has `1e9` columns"),
        (
            of("square,60,9", json!({})),
            "the grid has 9 rows and 60 columns, expected 1 to 25",
        ),
        (of("square,9,9", json!([])), "expected an object"),
        (
            of("square,9,9", json!({"number": 3})),
            "expected an object, at pu_q.number",
        ),
        (
            of("square,9,9", json!({"number": {"99999": ["1", 1, "1"]}})),
            "`99999` is not a point, at pu_q.number.99999",
        ),
        (
            of("square,9,9", json!({"line": {"40,x": 3}})),
            "`x` is not a point, at pu_q.line.40,x",
        ),
        (
            of("square,9,9", json!({"thermo": [[40], [-1]]})),
            "`-1` is not a point, at pu_q.thermo[1][0]",
        ),
        (
            of("square,9,9", json!({"polka": {"1": 1}})),
            "unknown layer `polka`",
        ),
        (error(&link("square,9,9\n\n\n{zN:")), "malformed JSON"),
        (
            error("https://swaroopg92.github.io/penpa-edit/"),
            "the Penpa+ link contains no puzzle",
        ),
    ] {
        assert!(
            message.contains(expected),
            "{message} is not about {expected}"
        );
    }
}

#[test]
fn links_of_each_form_are_read() {
    let packed = pack(
        &text("sudoku,4,4", &json!({}), &json!(["latin"])),
        Compression::fast(),
    );
    for link in [
        format!("m=edit&p={packed}"),
        format!("m=solve&p={}", packed.trim_end_matches('=')),
        format!("https://opt-pan.github.io/penpa-edit/?m=solve&p={packed}&a=xyz"),
        format!("penpa-edit/#m=edit&p={}", packed.replace('+', " ")),
    ] {
        assert!(link.contains(' ') || read_link(&link).is_ok(), "{link}");
    }
    // A puzzle file that contains a Penpa+ link is still read as a puzzle file.
    let file = format!("# https://swaroopg92.github.io/penpa-edit/#m=edit&p={packed}\nsize = 4\n");
    let reading = read_any(&file, None, &ReadOptions::default()).expect("a puzzle file");
    assert_eq!(reading.format, "native");
}

#[test]
fn ten_thousand_shapes_are_read() {
    let symbol = |n: usize| ((n % 2000).to_string(), json!([1, "circle_S", 2]));
    let lines = |n: usize| (format!("{},{}", n % 2000, n * 7 % 2000), json!(2));
    let symbols: serde_json::Map<_, _> = (0..10_000).map(symbol).collect();
    let edges: serde_json::Map<_, _> = (0..10_000).map(lines).collect();
    let puzzle = read_drawings(json!({"symbol": symbols, "freeline": edges, "cage": edges}));
    assert!(puzzle.elements.len() > 2000);
}

#[test]
fn only_reading_is_possible() {
    let penpa = FORMATS.iter().find(|format| format.name() == "penpa");
    let penpa = penpa.expect("it is listed");
    assert!(!penpa.is_written() && penpa.write(&Puzzle::default()).is_err());
}
