//! The colours and sizes that Penpa+'s style numbers and symbol names denote.

/// Returns the colour of a line, and its thickness in SudokuPad's unit.
pub(super) fn line(style: i64) -> (&'static str, f64) {
    /// A cell is 64 units wide in SudokuPad and 38 in Penpa+.
    const SCALE: f64 = 64.0 / 38.0;
    let (colour, thickness) = match style {
        2 => ("#000000", 3.0),
        21 => ("#000000", 5.0),
        3 | 30 => ("#208020", 3.0),
        4 => ("#000000", 2.0),
        5 => ("#999999", 3.0),
        6 => ("#999999", 12.0),
        7 => ("#777777", 1.0),
        8 => ("#ff0000", 3.0),
        9 => ("#187bcd", 3.0),
        12 => ("#444444", 1.0),
        13 | 17 => ("#000000", 4.0),
        14 | 15 => ("#777777", 2.0),
        20 => ("#ffffff", 1.0),
        40 => ("#999999", 2.0),
        98 => ("#208020", 1.0),
        _ => ("#000000", 1.0),
    };
    (colour, thickness * SCALE)
}

/// Returns `true` if lines of the style are heavy, like the borders of boxes.
pub(super) fn is_heavy(style: i64) -> bool {
    matches!(style, 2 | 21)
}

/// Returns the colour of a cell's background.
pub(super) fn surface(style: i64) -> &'static str {
    match style {
        1 => "#444444",
        2 => "#b3ffb3",
        4 => "#000000",
        5 => "#c0e0ff",
        6 => "#ffa3a3",
        7 => "#ffffa3",
        8 => "#999999",
        9 => "#ffb3ff",
        10 => "#ffcc80",
        11 => "#cc99ff",
        12 => "#eecab1",
        13 => "#ff670099",
        99 => "#f0f0f0",
        _ => "#cccccc",
    }
}

/// Returns the fill colour and the border colour of a shape.
pub(super) fn shape(style: i64) -> (&'static str, &'static str) {
    match style {
        2 => ("#000000", "#000000"),
        3 => ("#cccccc", CLEAR),
        4 => (CLEAR, "#000000"),
        5 | 9 => ("#cccccc", "#000000"),
        6 => ("#ffffff", "#999999"),
        7 => ("#ffffff", CLEAR),
        11 => ("#ff0000", "#ff0000"),
        12 => ("#208020", "#208020"),
        _ => ("#ffffff", "#000000"),
    }
}

pub(super) const CLEAR: &str = "#00000000";

/// Returns the colour of text.
pub(super) fn text(style: i64) -> &'static str {
    match style {
        2 => "#4c9900",
        3 => "#999999",
        4 | 7 => "#ffffff",
        8 | 9 => "#187bcd",
        10 | 11 => "#ff0000",
        _ => "#000000",
    }
}

/// Returns the fill colour and the border colour of the circle behind text; `None` if the style has no circle.
pub(super) fn circle_behind(style: i64) -> Option<(&'static str, &'static str)> {
    match style {
        5 => Some(("#cccccc", "#000000")),
        6 | 11 => Some(("#ffffff", "#000000")),
        7 => Some(("#000000", "#000000")),
        _ => None,
    }
}

/// Returns the font size of text, in cells.
pub(super) fn text_size(kind: &str) -> f64 {
    match kind {
        "1" | "2" => 0.7,
        "4" | "6" => 0.4,
        "5" => 0.25,
        "10" => 0.6,
        _ => 0.5,
    }
}

/// Returns the diameter of a circle, in cells, from the name of its symbol.
pub(super) fn circle_size(name: &str) -> Option<f64> {
    size(name.strip_prefix("circle_")?, [0.86, 0.7, 0.44, 0.26])
}

/// Returns the side of a square, in cells, from the name of its symbol.
pub(super) fn square_size(name: &str) -> Option<f64> {
    match name {
        "square_LL" => Some(1.0),
        _ => size(name.strip_prefix("square_")?, [0.8, 0.7, 0.44, 0.26]),
    }
}

/// Returns the shape of an arrow's bulb over two cells: the offset of its centre from the first cell's centre (right and down), then its
/// width and its height. All lengths are in cells.
pub(super) fn pill(name: &str, number: i64) -> Option<([f64; 2], [f64; 2])> {
    match (name, number) {
        ("sudokuetc", 4) => Some(([0.5, 0.0], [1.8, 0.8])),
        ("sudokuetc", 5) => Some(([0.0, 0.5], [0.8, 1.8])),
        _ => None,
    }
}

fn size(name: &str, sizes: [f64; 4]) -> Option<f64> {
    let index = ["L", "M", "S", "SS"].iter().position(|&size| size == name);
    index.map(|index| sizes[index])
}
