//! Writes random grids as text in many formats, and with the mistakes that people make in copying them.

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;

/// Heights and widths of boxes. The product of the two is the number of rows of the grid.
const SHAPES: [(usize, usize); 4] = [(2, 2), (2, 3), (2, 4), (3, 3)];

/// A grid as its author intended it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Meant {
    pub(crate) side: usize,
    /// The region number of each cell.
    pub(crate) regions: Vec<usize>,
    /// The given digit of each cell; 0 for a blank.
    pub(crate) givens: Vec<usize>,
    /// The solution, cell by cell.
    pub(crate) solution: Vec<usize>,
}

/// A text, with the puzzles that it is meant to contain.
#[derive(Debug)]
#[allow(dead_code, reason = "each binary of tests looks at some of them")]
pub(crate) struct Written {
    pub(crate) text: String,
    pub(crate) meant: Vec<Meant>,
    /// The extension of the file.
    pub(crate) ending: &'static str,
    /// The kind of text, for failure messages.
    pub(crate) kind: &'static str,
}

/// A generator of random text.
pub(crate) struct Writer {
    random: ChaCha8Rng,
}

/// Number of forms in which [`Writer::sound`] writes a grid.
pub(crate) const SOUND: usize = 32;

/// Number of kinds of mistakes that [`Writer::slip`] makes.
pub(crate) const SLIPS: usize = 18;

impl Writer {
    pub(crate) fn new(seed: u64) -> Self {
        let random = ChaCha8Rng::seed_from_u64(seed);
        Self { random }
    }

    fn below(&mut self, end: usize) -> usize {
        self.random.random_range(0..end)
    }

    fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        texts.choose(&mut self.random).expect("there is a choice")
    }

    fn shape(&mut self) -> (usize, usize) {
        SHAPES[self.below(SHAPES.len())]
    }

    /// Returns a full grid in which no row, column or box repeats a digit.
    fn solution(&mut self, (height, width): (usize, usize)) -> Vec<usize> {
        let side = height * width;
        let mut digits: Vec<usize> = (1..=side).collect();
        digits.shuffle(&mut self.random);
        let mut lines = |band: usize| {
            let mut bands: Vec<usize> = (0..side / band).collect();
            bands.shuffle(&mut self.random);
            let mut lines = vec![];
            for start in bands {
                let mut inside: Vec<usize> = (start * band..(start + 1) * band).collect();
                inside.shuffle(&mut self.random);
                lines.extend(inside);
            }
            lines
        };
        let (rows, columns) = (lines(height), lines(width));
        let digit = |row: usize, column: usize| {
            digits[(row % height * width + row / height + column) % side]
        };
        let cells = rows
            .iter()
            .flat_map(|&row| columns.iter().map(move |&column| (row, column)));
        cells.map(|(row, column)| digit(row, column)).collect()
    }

    /// Returns a puzzle with boxes of this shape and a few blanks.
    fn with_boxes(&mut self, shape: (usize, usize)) -> Meant {
        let side = shape.0 * shape.1;
        let solution = self.solution(shape);
        let mut givens = solution.clone();
        let blanks = 2 + self.below(side);
        for _ in 0..blanks {
            let cell = self.below(side * side);
            givens[cell] = 0;
        }
        let regions = (0..side * side)
            .map(|cell| cell / side / shape.0 * (side / shape.1) + cell % side / shape.1)
            .collect();
        Meant {
            side,
            regions,
            givens,
            solution,
        }
    }

    fn plain(&mut self) -> Meant {
        let shape = self.shape();
        self.with_boxes(shape)
    }

    /// Returns a puzzle with connected regions of random shapes.
    fn jigsaw(&mut self) -> Meant {
        let mut puzzle = self.plain();
        let side = puzzle.side;
        let before = puzzle.regions.clone();
        // Regions that are exactly the rows or exactly the columns are rejected, because a frame around the cells
        // can look the same.
        let is_dull = |regions: &[usize]| {
            let lines = |of: fn(usize, usize) -> usize| {
                let cells = 0..side * side;
                let pairs = cells.map(|cell| (of(cell, side), regions[cell]));
                pairs.collect::<BTreeSet<_>>().len() == side
            };
            lines(|cell, side| cell / side) || lines(|cell, side| cell % side)
        };
        while puzzle.regions == before || is_dull(&puzzle.regions) {
            for _ in 0..20 * side {
                let (one, other) = (self.below(side * side), self.below(side * side));
                let mut changed = puzzle.regions.clone();
                changed.swap(one, other);
                if pieces(&changed, side) == side {
                    puzzle.regions = changed;
                }
            }
        }
        puzzle
    }

    /// Returns a puzzle with boxes that are higher than wide.
    fn tall(&mut self) -> Meant {
        let (height, width) = [(3, 2), (4, 2)][self.below(2)];
        self.with_boxes((height, width))
    }

    fn blank(&mut self) -> &'static str {
        self.one_of(&[".", "0", "_", "*", "?"])
    }

    fn separator(&mut self) -> &'static str {
        self.one_of(&[",", ";", " ", "\t", ", "])
    }

    fn id(&mut self) -> &'static str {
        self.one_of(&["17", "No.5", "hard", "a-1", "Name_of_it"])
    }

    /// Writes a text that can be read in only one way.
    pub(crate) fn sound(&mut self, way: usize) -> Written {
        let separator = self.separator();
        let blank = self.blank();
        let one = |kind, text, puzzle| Written {
            text,
            meant: vec![puzzle],
            ending: "txt",
            kind,
        };
        match way {
            0 => {
                let puzzle = self.plain();
                one("line", line(&puzzle.givens, blank), puzzle)
            }
            1 => {
                let puzzle = self.plain();
                let text = format!("{}{separator}{}", self.id(), line(&puzzle.givens, blank));
                one("id and line", text, puzzle)
            }
            2 => {
                let puzzle = self.plain();
                let text = format!(
                    "{}{separator}7.2{separator}{}",
                    line(&puzzle.givens, blank),
                    self.id()
                );
                one("line and rating", text, puzzle)
            }
            3 => {
                let puzzle = self.plain();
                let digits = line(&puzzle.solution, blank);
                let text = format!("{}{separator}{digits}", line(&puzzle.givens, blank));
                one("line and solution", text, puzzle)
            }
            4 | 5 => {
                let puzzles: Vec<Meant> = (0..3).map(|_| self.plain()).collect();
                let row = |puzzle: &Meant| {
                    let (givens, solution) = (&puzzle.givens, &puzzle.solution);
                    format!("7,{},{}\n", line(givens, blank), line(solution, blank))
                };
                let rows: String = puzzles.iter().map(row).collect();
                let (kind, ending, head) = match way {
                    4 => ("list", "txt", ""),
                    _ => ("table", "csv", "id,puzzle,solution\n"),
                };
                Written {
                    text: format!("{head}{rows}"),
                    meant: puzzles,
                    ending,
                    kind,
                }
            }
            6 => {
                let puzzle = self.plain();
                one("rows", rows(&puzzle.givens, puzzle.side, blank), puzzle)
            }
            7 => {
                let puzzle = self.plain();
                let gap = self.one_of(&[" ", ", ", ","]);
                let text = rows(&puzzle.givens, puzzle.side, blank);
                let spaced = text.lines().map(|row| space(row, gap) + "\n").collect();
                one("spaced rows", spaced, puzzle)
            }
            8 => {
                let puzzle = self.plain();
                one("frame", draw_frame(&puzzle, blank, &ASCII), puzzle)
            }
            9 => {
                let mut puzzle = self.plain();
                let cells = (0..puzzle.side * puzzle.side).collect();
                let regions = std::mem::replace(&mut puzzle.regions, cells);
                let text = draw_frame(&puzzle, blank, &ASCII);
                one("frame of cells", text, Meant { regions, ..puzzle })
            }
            10 => {
                let puzzle = self.plain();
                let text = format!("grid = '''\n{}'''\n", draw_frame(&puzzle, blank, &BOX));
                Written {
                    ending: "toml",
                    ..one("frame in a puzzle file", text, puzzle)
                }
            }
            11 | 12 => {
                let puzzle = self.jigsaw();
                let between = if way == 11 { "" } else { separator };
                let map = map(&puzzle, self.one_of(&["1", "A"]));
                let text = format!("{}{between}{map}", line(&puzzle.givens, blank));
                one("jigsaw on a line", text, puzzle)
            }
            13 => {
                let puzzles: Vec<Meant> = (0..2).map(|_| self.jigsaw()).collect();
                let two = |puzzle: &Meant| {
                    format!("{}\n{}\n", line(&puzzle.givens, blank), map(puzzle, "1"))
                };
                Written {
                    text: puzzles.iter().map(two).collect(),
                    meant: puzzles,
                    ending: "txt",
                    kind: "jigsaws on two lines each",
                }
            }
            14 => {
                let puzzle = self.jigsaw();
                let first = self.one_of(&["1", "A"]);
                let map = map(&puzzle, first);
                let chars: Vec<char> = map.chars().collect();
                let map: Vec<String> = chars
                    .chunks(puzzle.side)
                    .map(|row| row.iter().collect())
                    .collect();
                let text = format!(
                    "{}\n{}\n",
                    rows(&puzzle.givens, puzzle.side, blank),
                    map.join("\n")
                );
                one("givens and regions in rows", text, puzzle)
            }
            15 => {
                let puzzle = self.jigsaw();
                let text = format!(
                    "{} {} {}",
                    line(&puzzle.givens, blank),
                    map(&puzzle, "1"),
                    line(&puzzle.solution, blank)
                );
                one("jigsaw with its solution", text, puzzle)
            }
            16 => {
                let puzzle = self.tall();
                one(
                    "frame of tall boxes",
                    draw_frame(&puzzle, blank, &ASCII),
                    puzzle,
                )
            }
            17 => {
                let puzzles: Vec<Meant> = (0..3).map(|_| self.plain()).collect();
                let drawn = puzzles
                    .iter()
                    .map(|puzzle| rows(&puzzle.givens, puzzle.side, blank));
                Written {
                    text: drawn.collect::<Vec<_>>().join("\n"),
                    meant: puzzles,
                    ending: "txt",
                    kind: "several grids in rows",
                }
            }
            _ => self.paste(way),
        }
    }

    /// Writes a text in a form in which people paste it from programs, pages and forums.
    fn paste(&mut self, way: usize) -> Written {
        let puzzle = match way {
            18 | 19 => self.jigsaw(),
            _ => self.plain(),
        };
        let side = puzzle.side;
        let blank = self.blank();
        let filler = self.one_of(&["x", "o", "·", "~", " ", "—"]);
        let drawn = rows(&puzzle.givens, side, blank);
        let cell = |digit: usize, blank: &str| line(&[digit], blank);
        let fields = |separator: &str, blank: &str| {
            let row = |row: &[usize]| {
                let cells: Vec<String> = row.iter().map(|&digit| cell(digit, blank)).collect();
                cells.join(separator)
            };
            puzzle.givens.chunks(side).map(row).collect::<Vec<String>>()
        };
        let (kind, ending, text) = match way {
            18 => ("jigsaw in a raster", "txt", raster(&puzzle, ".")),
            19 => (
                "jigsaw in a raster without dots",
                "txt",
                raster(&puzzle, " "),
            ),
            20 => ("frame of blanks", "txt", draw_frame(&puzzle, " ", &BOX)),
            21 => ("double frame", "txt", double(&puzzle)),
            22 => ("gaps between boxes", "txt", gaps(&puzzle, blank)),
            23 => {
                let text = drawn.replace(blank, filler);
                ("rows with a sign of their own", "txt", text)
            }
            24 => {
                let list: Vec<String> = fields(", ", "0")
                    .iter()
                    .map(|row| format!("[{row}]"))
                    .collect();
                (
                    "list of lists",
                    self.one_of(&["json", "txt"]),
                    format!("[{}]\n", list.join(", ")),
                )
            }
            25 => {
                let list: Vec<String> = fields(",", "0")
                    .iter()
                    .map(|row| format!("{{{row}}}"))
                    .collect();
                (
                    "array",
                    "txt",
                    format!("int grid[{side}][{side}] = {{\n{}\n}};\n", list.join(",\n")),
                )
            }
            26 => {
                let separator = self.one_of(&[",", ";", "\t"]);
                let ending = self.one_of(&["csv", "txt"]);
                (
                    "table of cells",
                    ending,
                    fields(separator, "").join("\n") + "\n",
                )
            }
            27 => {
                let text =
                    format!("Can anybody help me with this?\n\n{drawn}\nThanks in advance!\n");
                ("words around rows", "txt", text)
            }
            28 => {
                let quoted: Vec<String> = drawn.lines().map(|row| format!("> {row}\n")).collect();
                ("quoted rows", "txt", quoted.concat())
            }
            29 => {
                let letters = drawn.chars().map(|c| match c.to_digit(10) {
                    Some(digit @ 1..) => char::from(b'A' + digit as u8 - 1),
                    _ => c,
                });
                ("rows of letters", "txt", letters.collect())
            }
            30 => {
                let cells = line(&puzzle.givens, self.one_of(&[".", "0"]));
                (
                    "link",
                    "txt",
                    format!("https://example.org/play?grid={cells}&level=3\n"),
                )
            }
            _ => {
                let others: Vec<Meant> = (0..3).map(|_| self.plain()).collect();
                let grid = |(number, puzzle): (usize, &Meant)| {
                    format!(
                        "Grid {number:02}\n{}",
                        rows(&puzzle.givens, puzzle.side, blank)
                    )
                };
                return Written {
                    text: others.iter().enumerate().map(grid).collect(),
                    meant: others,
                    ending: "txt",
                    kind: "numbered grids",
                };
            }
        };
        Written {
            text,
            meant: vec![puzzle],
            ending,
            kind,
        }
    }

    /// Writes a text, and then omits, duplicates or replaces one of its characters.
    pub(crate) fn damage(&mut self, way: usize) -> Written {
        let mut written = self.sound(way);
        let places: Vec<usize> = written.text.char_indices().map(|(at, _)| at).collect();
        let at = places[self.below(places.len())];
        let c = written.text[at..]
            .chars()
            .next()
            .expect("a place is in the text");
        match self.below(3) {
            0 => drop(written.text.remove(at)),
            1 => written.text.insert(at, c),
            _ => {
                let other = self.one_of(&["1", "2", ".", " ", "|", "-", ",", "\n", "0"]);
                written.text.replace_range(at..at + c.len_utf8(), other);
            }
        }
        written
    }

    /// Writes a text with a typical mistake, and returns it with the intended puzzle.
    pub(crate) fn slip(&mut self, slip: usize) -> Written {
        let separator = self.separator();
        let blank = self.blank();
        let mut puzzle = self.plain();
        let (side, cells) = (puzzle.side, puzzle.side * puzzle.side);
        let plain = line(&puzzle.givens, blank);
        let solution = line(&puzzle.solution, blank);
        let one = |kind, text, puzzle| Written {
            text,
            meant: vec![puzzle],
            ending: "txt",
            kind,
        };
        match slip {
            0 => {
                let mut digits = puzzle.solution.clone();
                digits.swap(self.below(cells), self.below(cells));
                let text = match self.below(2) {
                    0 => line(&digits, blank),
                    _ => rows(&digits, side, blank),
                };
                puzzle.givens = digits;
                one("finished grid with two digits exchanged", text, puzzle)
            }
            1 => {
                let other = self.plain();
                let text = format!("{plain}{separator}{}", line(&other.givens, blank));
                Written {
                    text,
                    meant: vec![puzzle, other],
                    ending: "txt",
                    kind: "two puzzles on a line",
                }
            }
            2 => one(
                "solution before the puzzle",
                format!("{solution}{separator}{plain}"),
                puzzle,
            ),
            3 => {
                let shape = SHAPES
                    .into_iter()
                    .find(|(h, w)| h * w == side)
                    .unwrap_or((3, 3));
                let other = self.solution(shape);
                let text = format!("{plain}{separator}{}", line(&other, blank));
                if other == puzzle.solution {
                    return one("its solution after all", text, puzzle);
                }
                puzzle.solution = vec![];
                one("solution of another puzzle", text, puzzle)
            }
            4 | 5 => {
                let id = self.long_id();
                let tail = if slip == 4 {
                    String::new()
                } else {
                    format!("{separator}{solution}")
                };
                let text = match self.below(2) {
                    0 => format!("{id}{separator}{plain}{tail}\n"),
                    _ => format!("{plain}{tail}{separator}{id}\n"),
                };
                one("id of the length of a grid", text, puzzle)
            }
            6 | 7 => {
                let lost = 1 + self.below(2 * side - 1);
                // With more leading blanks, two rows of a band could be swapped, so there would be several solutions.
                puzzle.givens[..lost].fill(0);
                puzzle.givens[lost] = puzzle.solution[lost];
                let text = line(&puzzle.givens, "0");
                let number = text.trim_start_matches('0');
                let (head, ending) =
                    [("", "txt"), ("", "csv"), ("puzzle,solution\n", "csv")][self.below(3)];
                let shown = match slip {
                    6 => number.to_owned(),
                    _ => format!(
                        "{}.{}E+{}",
                        &number[..1],
                        &number[1..6.min(number.len())],
                        20 + cells
                    ),
                };
                let kind = "digits that a spreadsheet took for a number";
                let text = format!("{head}{shown},{solution}\n");
                Written {
                    ending,
                    ..one(kind, text, puzzle)
                }
            }
            8 => {
                let puzzle = self.jigsaw();
                let style = [&ASCII, &BOX][self.below(2)];
                one(
                    "regions drawn as borders",
                    draw_frame(&puzzle, blank, style),
                    puzzle,
                )
            }
            9 => {
                let puzzle = match self.below(2) {
                    0 => self.jigsaw(),
                    _ => self.tall(),
                };
                let style = [&ASCII, &BOX][self.below(2)];
                let text = format!("grid = '''\n{}'''\n", draw_frame(&puzzle, blank, style));
                Written {
                    ending: "toml",
                    ..one("borders drawn in a puzzle file", text, puzzle)
                }
            }
            10 | 11 => {
                let row = self.below(side);
                puzzle.givens[row * side..(row + 1) * side].fill(0);
                let blank = self.one_of(&[".", "-", "*", "_", " "]);
                let style = [&ASCII, &BOX][self.below(2)];
                let frame = draw_frame(&puzzle, blank, style);
                let kind = "blank row in a frame";
                match slip {
                    10 => one(kind, frame, puzzle),
                    _ => Written {
                        ending: "toml",
                        ..one(kind, format!("grid = '''\n{frame}'''\n"), puzzle)
                    },
                }
            }
            12 => {
                let mut text = plain;
                let at = self.below(cells);
                match self.below(2) {
                    0 => drop(text.remove(at)),
                    _ => text.insert(at, '1'),
                }
                let tail = [String::new(), format!("{separator}{solution}")];
                let text = format!("{text}{}", tail[self.below(2)]);
                one("symbol too many or too few", text, puzzle)
            }
            13 => {
                let drawn = rows(&puzzle.givens, side, blank);
                let mut lines: Vec<&str> = drawn.lines().collect();
                let row = self.below(side);
                match self.below(2) {
                    0 => drop(lines.remove(row)),
                    _ => lines.insert(row, lines[row]),
                }
                one("row too many or too few", lines.join("\n"), puzzle)
            }
            14 => {
                let puzzle = self.jigsaw();
                let first = self.one_of(&["1", "A"]);
                let mut map: Vec<char> = map(&puzzle, first).chars().collect();
                let at = self.below(map.len());
                let other = map.iter().find(|&&name| name != map[at]);
                map[at] = *other.expect("there are several regions");
                let map: String = map.into_iter().collect();
                let between = self.one_of(&["", "\n", " ", ",", "\n\n"]);
                let text = format!("{}{between}{map}", line(&puzzle.givens, blank));
                one("map with a mistake", text, puzzle)
            }
            15 => {
                let puzzles: Vec<Meant> = (0..16).map(|_| self.with_boxes((2, 2))).collect();
                let lines = puzzles
                    .iter()
                    .map(|puzzle| line(&puzzle.givens, blank) + "\n");
                Written {
                    text: lines.collect(),
                    meant: puzzles,
                    ending: "txt",
                    kind: "sixteen lines of sixteen symbols",
                }
            }
            16 => {
                let other = self.plain();
                let text = format!("[1] {plain}\n[2] {}\n", line(&other.givens, blank));
                Written {
                    text,
                    meant: vec![puzzle, other],
                    ending: "txt",
                    kind: "numbers in brackets",
                }
            }
            _ => {
                let attribute =
                    |name: &str, value: &str| format!(r#"<game {name}="{value}" note="" />"#);
                let other = self.plain();
                let games =
                    [plain, line(&other.givens, blank)].map(|game| attribute("data", &game));
                Written {
                    text: format!("<list>{}</list>\n", games.concat()),
                    meant: vec![puzzle, other],
                    ending: "txt",
                    kind: "two games in a line of tags",
                }
            }
        }
    }

    /// Returns an id that may have the length and the symbols of a grid.
    fn long_id(&mut self) -> String {
        let length = [16, 25, 36, 49, 64, 81, 9 + self.below(80)][self.below(7)];
        let symbols = self.one_of(&[
            "01",
            "1234",
            "123456789",
            "0123456789abcdef",
            "abcdefgh_-1",
            "0.",
            "ABCDEF",
        ]);
        let symbols: Vec<char> = symbols.chars().collect();
        (0..length)
            .map(|_| symbols[self.below(symbols.len())])
            .collect()
    }
}

/// The characters of a frame: horizontal and vertical lines, and their crossings.
struct Frame {
    across: &'static str,
    down: &'static str,
    crossing: &'static str,
}

const ASCII: Frame = Frame {
    across: "-",
    down: "|",
    crossing: "+",
};

const BOX: Frame = Frame {
    across: "─",
    down: "│",
    crossing: "┼",
};

/// Draws a grid with lines along the borders of its regions.
fn draw_frame(puzzle: &Meant, blank: &str, frame: &Frame) -> String {
    let side = puzzle.side;
    let region = |row: usize, column: usize| puzzle.regions[row * side + column];
    let rule = |row: usize| {
        let is_drawn = |column: usize| {
            row == 0 || row == side || region(row - 1, column) != region(row, column)
        };
        let piece = |column: usize| match is_drawn(column) {
            true => frame.across.repeat(3),
            false => " ".repeat(3),
        };
        let pieces: Vec<String> = (0..side).map(piece).collect();
        let is_any = (0..side).any(is_drawn);
        is_any.then(|| {
            let c = frame.crossing;
            format!("{c}{}{c}\n", pieces.join(c))
        })
    };
    let row = |row: usize| {
        let mut text = frame.down.to_owned();
        for column in 0..side {
            let symbol = match puzzle.givens[row * side + column] {
                0 => blank.to_owned(),
                digit => digit.to_string(),
            };
            let is_border = column + 1 == side || region(row, column) != region(row, column + 1);
            let bar = if is_border { frame.down } else { " " };
            text += &format!(" {symbol} {bar}");
        }
        text + "\n"
    };
    let lines = (0..=side).flat_map(|at| [rule(at), (at < side).then(|| row(at))]);
    lines.flatten().collect()
}

/// Draws a grid whose cells are three characters wide, with the borders of the regions between them.
fn raster(puzzle: &Meant, blank: &str) -> String {
    let side = puzzle.side;
    let region = |row: usize, column: usize| puzzle.regions[row * side + column];
    let is_across = |row: usize, column: usize| {
        row == 0 || row == side || region(row - 1, column) != region(row, column)
    };
    let mut text = String::new();
    for row in 0..=side {
        let strokes = (0..side).map(|column| if is_across(row, column) { "---" } else { "   " });
        text += &format!("+{}+\n", strokes.collect::<Vec<_>>().join("+"));
        if row < side {
            text += "|";
            for column in 0..side {
                let is_border =
                    column + 1 == side || region(row, column) != region(row, column + 1);
                let symbol = line(&[puzzle.givens[row * side + column]], blank);
                text += &format!(" {symbol} {}", if is_border { "|" } else { " " });
            }
            text += "\n";
        }
    }
    text
}

/// Returns the height and width of the boxes.
fn shape_of(puzzle: &Meant) -> (usize, usize) {
    let width = puzzle
        .regions
        .iter()
        .take_while(|region| **region == 0)
        .count();
    (puzzle.side / width, width)
}

/// Draws a frame with a border around each cell. At the edges of boxes, the border is double.
fn double(puzzle: &Meant) -> String {
    let (height, width) = shape_of(puzzle);
    let rule = |left: &str, light: &str, heavy: &str, right: &str, stroke: &str| {
        let mut text = left.to_owned();
        for column in 1..=puzzle.side {
            text += &stroke.repeat(3);
            text += match column {
                column if column == puzzle.side => right,
                column if column % width == 0 => heavy,
                _ => light,
            };
        }
        text + "\n"
    };
    let mut text = rule("╔", "╤", "╦", "╗", "═");
    for (index, row) in puzzle.givens.chunks(puzzle.side).enumerate() {
        text += &match index {
            0 => String::new(),
            index if index % height == 0 => rule("╠", "╪", "╬", "╣", "═"),
            _ => rule("╟", "┼", "╫", "╢", "─"),
        };
        text += "║";
        for (column, digit) in row.iter().enumerate() {
            let bar = if (column + 1) % width == 0 {
                "║"
            } else {
                "│"
            };
            text += &format!(" {} {bar}", line(&[*digit], " "));
        }
        text += "\n";
    }
    text + &rule("╚", "╧", "╩", "╝", "═")
}

/// Writes rows with white space between the boxes.
fn gaps(puzzle: &Meant, blank: &str) -> String {
    let (height, width) = shape_of(puzzle);
    let row = |row: &[usize]| {
        let groups: Vec<String> = row.chunks(width).map(|group| line(group, blank)).collect();
        groups.join(" ") + "\n"
    };
    let rows: Vec<String> = puzzle.givens.chunks(puzzle.side).map(row).collect();
    let bands: Vec<String> = rows.chunks(height).map(|band| band.concat()).collect();
    bands.join("\n")
}

fn line(digits: &[usize], blank: &str) -> String {
    let symbol = |&digit: &usize| match digit {
        0 => blank.to_owned(),
        _ => digit.to_string(),
    };
    digits.iter().map(symbol).collect()
}

fn rows(digits: &[usize], side: usize, blank: &str) -> String {
    digits
        .chunks(side)
        .map(|row| line(row, blank) + "\n")
        .collect()
}

fn space(row: &str, gap: &str) -> String {
    let symbols: Vec<String> = row.chars().map(String::from).collect();
    symbols.join(gap)
}

/// Writes a map of the regions as letters, starting at `first`.
fn map(puzzle: &Meant, first: &str) -> String {
    let first = first.as_bytes()[0];
    let name = |&region: &usize| char::from(first + region as u8);
    puzzle.regions.iter().map(name).collect()
}

/// Returns the number of connected pieces in all regions.
fn pieces(regions: &[usize], side: usize) -> usize {
    let mut piece: Vec<usize> = (0..regions.len()).collect();
    loop {
        let before = piece.clone();
        for cell in 0..regions.len() {
            let right = (cell % side + 1 < side).then_some(cell + 1);
            let below = (cell + side < regions.len()).then_some(cell + side);
            for near in [right, below].into_iter().flatten() {
                if regions[near] == regions[cell] {
                    let least = piece[near].min(piece[cell]);
                    (piece[near], piece[cell]) = (least, least);
                }
            }
        }
        if piece == before {
            break;
        }
    }
    piece.sort_unstable();
    piece.dedup();
    piece.len()
}
