//! The puzzle file and the plain text formats, from outside.

use cluewright::formats::hodoku::Hodoku;
use cluewright::formats::native::{Native, NativeJson, schema};
use cluewright::formats::text_line::TextLine;
use cluewright::formats::{FORMATS, Format, ReadError, ReadOptions, read_any};
use cluewright::puzzle::{
    About, Boxes, Cell, Clue, DIAGONALS, DigitSet, Drawing, Extra, Given, Layout, Param, Puzzle,
};
use proptest::prelude::*;
use std::time::{Duration, Instant};

fn all(format: &dyn Format, text: &str) -> Result<Vec<Puzzle>, ReadError> {
    format.read(text, &ReadOptions::default())
}

fn one(format: &dyn Format, text: &str) -> Puzzle {
    let mut puzzles = all(format, text).unwrap_or_else(|error| panic!("{error:?}\n{text}"));
    assert_eq!(puzzles.len(), 1, "{text}");
    puzzles.remove(0)
}

fn native(text: &str) -> Puzzle {
    one(&Native, text)
}

/// A clue's cells by name, slot after slot.
fn cells(puzzle: &Puzzle, clue: usize) -> String {
    let slots = puzzle.clues[clue].slots.iter();
    let names = slots.map(|(_, cells)| {
        let names: Vec<_> = cells.iter().map(|&cell| puzzle.cell_name(cell)).collect();
        names.join(" ")
    });
    names.collect::<Vec<_>>().join("; ")
}

/// The givens as digits, `.` for none, and `x` for pencil marks.
fn digits(puzzle: &Puzzle) -> String {
    let mut digits = vec!['.'; puzzle.layout.cell_count()];
    for given in &puzzle.givens {
        let digit = given.digits.single().map(cluewright::puzzle::digit_char);
        if let Some(symbol) = digits.get_mut(given.cell.index()) {
            *symbol = digit.unwrap_or('x');
        }
    }
    digits.into_iter().collect()
}

const SAMPLER: &str = r#"title = "A sampler"
rules = """
Normal sudoku rules apply.
And "others"."""

grid = """
. . 1 | 7 . . | . 8 .
7 5 . | 9 . . | . 4 .
. . . | . . . | . . 3
------+-------+------
8 . 5 | . 9 . | 1 . .
. 4 . | . . . | . 5 .
. . 7 | . 5 . | 2 . 4
------+-------+------
5 . . | . . . | . . .
. 1 . | . . 5 | . 6 2
. 2 . | . . 3 | 5 . .
"""
solution = "361742985752938641489561723835294176246317859197856234573629418918475362624183597"

[letters]
A = "1-9"

[layers]
shade = "0-1"

[marks]
R1C1 = "123"
R3C1-R3C3 = "2489"
A = "24"

[clues]
anti-knight = true
taxicab = 3
thermometer = ["R1C3-R1C5", "R4C1 R4C2 R3C2 R3C3"]
killer-cage = ["27: R1C3 R1C4 R2C1-R2C3", "R1C1 R1C2"]
arrow = "R3C3; R4C4 R5C5"
quadruple = "1 2 5: R2C2"
sandwich = ["12: R0C4", "0: R10C1"]
x-sum = "12: R4C10"
little-killer = "17: R0C4 DL"
relation = "R3C3 == R4C4 + R5C5"
equal-sums = "R1C1 R1C2; R3C3; R4C4"
clone = "R1C1 R1C2; R5C5 R5C6"
sum = { cells = "R1C1 R1C2 A", sum = 4, weights = [1, -2, 3] }
odd = "shade[R1C1]"
any-of = [
  { thermometer = "R1C1-R1C4", renban = "R1C1-R1C4" },
  { all-of = [{ odd = "R5C5", even = "R5C6" }, { even = "R5C5", odd = "R5C6" }] },
]
"#;

mod puzzle_file {
    use super::*;

    #[test]
    fn the_sampler_means_what_it_says() {
        let puzzle = native(SAMPLER);
        assert_eq!(puzzle.layout, Layout::square(9));
        assert_eq!(puzzle.about.title.as_deref(), Some("A sampler"));
        assert!(digits(&puzzle).starts_with("x.17...8.75.9...4.xxx"));
        assert_eq!(puzzle.solution.as_ref().map(|s| s[2]), Some(Some(1)));
        let rules: Vec<_> = puzzle.clues.iter().map(|clue| &*clue.rule).collect();
        assert_eq!(
            rules[..4],
            ["anti-knight", "taxicab", "thermometer", "thermometer"]
        );
        let of = |rule: &str| rules.iter().position(|r| *r == rule).expect("it is there");
        assert_eq!(puzzle.clues[1].params["distance"], Param::Int(3));
        assert_eq!(cells(&puzzle, 3), "R4C1 R4C2 R3C2 R3C3");
        assert_eq!(
            cells(&puzzle, of("killer-cage")),
            "R1C3 R1C4 R2C1 R2C2 R2C3"
        );
        assert_eq!(cells(&puzzle, of("arrow")), "R3C3; R4C4 R5C5");
        assert_eq!(cells(&puzzle, of("quadruple")), "R2C2 R2C3 R3C2 R3C3");
        assert!(cells(&puzzle, of("sandwich")).starts_with("R1C4 R2C4"));
        assert!(cells(&puzzle, of("sandwich") + 1).starts_with("R9C1 R8C1"));
        assert!(cells(&puzzle, of("x-sum")).starts_with("R4C9 R4C8"));
        assert_eq!(cells(&puzzle, of("little-killer")), "R1C3 R2C2 R3C1");
        assert_eq!(cells(&puzzle, of("equal-sums")), "R1C1 R1C2; R3C3; R4C4");
        assert_eq!(cells(&puzzle, of("sum")), "R1C1 R1C2 A");
        assert_eq!(cells(&puzzle, of("odd")), "shade[R1C1]");
        let quadruple = &puzzle.clues[of("quadruple")];
        assert_eq!(quadruple.params["digits"], Param::Ints(vec![1, 2, 5]));
        let parts: Vec<_> = puzzle.clues[of("any-of")..]
            .iter()
            .map(|c| c.parts.len())
            .collect();
        assert_eq!(parts, [2, 2]);
        assert_eq!(puzzle.clues[of("any-of") + 1].parts[0].parts.len(), 2);
    }

    #[test]
    fn the_writer_lays_out_what_a_person_would() {
        assert_eq!(Native.write(&native(SAMPLER)).unwrap(), SAMPLER);
    }

    #[test]
    fn json_is_the_same_structure() {
        let puzzle = native(SAMPLER);
        let json = NativeJson.write(&puzzle).unwrap();
        assert!(json.contains("\"thermometer\": ["));
        assert_eq!(one(&NativeJson, &json), puzzle);
        assert_eq!(native(&json), puzzle);
    }

    #[test]
    fn sizes_digits_and_boxes() {
        let layout = |text: &str| native(text).layout;
        assert_eq!(layout("size = 6").box_shape(), Some((2, 3)));
        assert_eq!(layout("size = \"6x9\"").rows, 6);
        assert_eq!(layout("grid = \"1...............\"").columns, 4);
        assert_eq!(
            layout("grid = [\"1..\", \"...\"]\nboxes = \"none\"").columns,
            3
        );
        assert_eq!(layout("size = 6\nboxes = \"3x2\"").box_cells()[0].len(), 6);
        assert_eq!(layout("boxes = \"3x3\"").boxes, Boxes::Default(0));
        assert_eq!(layout("size = 9\ndigits = \"0-8\"").min_digit, 0);
        assert_eq!(layout("size = 4\ndigits = 6").digit_count, 6);
        assert!(!layout("size = 4\ndigits = 2\nlatin = false\nboxes = \"none\"").lines);
        let own = layout("boxes = [\"AAB\", \"A.B\", \"CCB\"]");
        assert_eq!(own.rows, 3);
        let Boxes::Own(numbers) = own.boxes else {
            panic!("drawn regions are the setter's own");
        };
        assert_eq!(numbers[4], None);
        assert_eq!(numbers[6], Some(2));
    }

    #[test]
    fn digits_above_nine_are_letters_or_numbers() {
        let letters = "size = 12\ngrid = \"\"\"\nA..........c\n".to_owned()
            + &"............\n".repeat(11)
            + "\"\"\"";
        let numbers = letters
            .replace("A..........c", "10 . . . . . . . . . . 12")
            .replace("............", ". . . . . . . . . . . .");
        assert_eq!(native(&letters), native(&numbers));
        assert_eq!(native(&letters).givens[1].digits, DigitSet::one(12));
    }

    #[test]
    fn clues_of_different_rules_are_told_apart_by_alias_and_case() {
        let puzzle = native("[clues]\nWhisper = \"R1C1-R1C3\"\nkiller_cage = \"3: R1C1 R1C2\"");
        assert_eq!(puzzle.clues[0].rule, "german-whisper");
        assert_eq!(puzzle.clues[1].rule, "killer-cage");
        assert!(native("[clues]\nanti-knight = false").clues.is_empty());
    }

    #[test]
    fn warnings_and_drawings_survive() {
        let mut puzzle = Puzzle::new(Layout::square(4));
        puzzle.warnings.push("fog is not read".to_owned());
        puzzle.drawings.push(Drawing {
            kind: "line".to_owned(),
            count: 3,
        });
        assert_eq!(native(&Native.write(&puzzle).unwrap()), puzzle);
    }

    #[test]
    fn what_no_file_can_state_is_refused_by_name() {
        let mut puzzle = Puzzle::new(Layout::square(4));
        puzzle
            .clues
            .push(Clue::on("thermometer", vec![Cell(99), Cell(98)]));
        puzzle.solution = Some(vec![None; 3]);
        let parts = Native.write(&puzzle).unwrap_err().parts;
        assert_eq!(
            parts,
            [
                "a solution of 3 digits for 16 cells",
                "a thermometer clue (it names a cell beyond the puzzle's)",
            ]
        );
    }

    /// What is wrong, the part of the text that it points at, and what to do.
    fn complaint(text: &str) -> String {
        let error = all(&Native, text).expect_err(text);
        let found = error.span.map(|span| text[span].to_owned());
        let help = error
            .help
            .map(|help| format!(" ({help})"))
            .unwrap_or_default();
        format!("{} <{}>{help}", error.message, found.unwrap_or_default())
    }

    #[test]
    fn complaints_point_at_the_place() {
        let cases = [
            (
                "titel = \"x\"",
                "`titel` is not a key of a puzzle file <titel> (did you mean `title`?)",
            ),
            ("size = 9\nsize = 9", "duplicate key <size>"),
            (
                "size = 30",
                "30 rows and 30 columns: a grid has 1 to 25 of each <30>",
            ),
            (
                "size = \"big\"",
                "`big` is not a size <\"big\"> (sizes are written 9 or \"6x9\" (rows x columns))",
            ),
            ("title = 3", "found a number, expected a text <3>"),
            (
                "size = 9\ngrid = \"12\"",
                "2 cells in one line, expected 81 (9x9) <12>",
            ),
            (
                "size = 4\ngrid = \"\"\"\n1234\n12\n....\n....\"\"\"",
                "row 2 has 2 cells, expected 4 <12>",
            ),
            (
                "grid = \"\"\"\n123\n1x3\n...\"\"\"",
                "`x` is not a digit of this puzzle, which has 1-3 <x>",
            ),
            (
                "size = 4\nboxes = \"3x3\"",
                "boxes of 3x3 do not tile 4x4 <\"3x3\"> (a box size is height x width)",
            ),
            (
                "size = 6\ndigits = 5",
                "a row has 6 cells, but there are only 5 digits <5>",
            ),
            (
                "size = 4\nboxes = \"AAAAABBBCCCCDDDD\"",
                "region 1 has 5 cells, but there are only 4 digits <\"AAAAABBBCCCCDDDD\">",
            ),
            (
                "[marks]\nR1C1 = \"12\"\nr1c1 = \"3\"",
                "R1C1 is given twice: in marks and here <r1c1> (to restrict a cell twice, list both: R1C1 = [\"123\", \"34\"])",
            ),
            (
                "size = 4\n[marks]\nR1C1 = \"15\"",
                "5 is not a digit of this cell, which has 1-4 <\"15\">",
            ),
            (
                "[clues]\nthermo = \"R1C1-R1C3\"",
                "`thermo` is not a rule of the book <thermo> (did you mean `thermometer`?)",
            ),
            (
                "[clues]\nrenbam = \"R1C1-R1C3\"",
                "`renbam` is not a rule of the book <renbam> (did you mean `renban`?)",
            ),
            (
                "[clues]\nrenban = \"R1C1-R1C10\"",
                "R1C10 is off the grid, which has 9 rows and 9 columns <R1C10>",
            ),
            (
                "[clues]\nrenban = [\"R1C1-R1C3\", \"R1C1 R2C2 hello\"]",
                "`hello` is not a cell name; cells are named like R1C1 (row 1, column 1) <hello>",
            ),
            (
                "[clues]\nrenban = \"R1C1-R2C4\"",
                "R1C1-R2C4 is neither straight nor diagonal <R1C1-R2C4> (name a corner between them, or write R1C1..R2C4 for the rectangle)",
            ),
            (
                "[clues]\nrenban = \"7: R1C1-R1C4\"",
                "renban takes no value <7>",
            ),
            (
                "[clues]\nkiller-cage = \"x: R1C1 R1C4\"",
                "sum is `x`, expected a number <x>",
            ),
            (
                "[clues]\nkiller-cage = true",
                "found a truth value, expected cells <true>",
            ),
            (
                "[clues]\nsandwich = \"R0C1\"",
                "sandwich needs its sum <\"R0C1\"> (write it before the cells: \"sum: …\")",
            ),
            (
                "[clues]\nsandwich = \"3: R1C1\"",
                "`R1C1` is not beside a row or column <R1C1> (outside clues stand at row 0 or 10, or at column 0 or 10)",
            ),
            (
                "[clues]\nlittle-killer = \"3: R0C1 UL\"",
                "no diagonal is seen from `R0C1 UL` <R0C1 UL> (name the place beside the grid and the direction: R0C4 DL)",
            ),
            (
                "[clues]\nquadruple = \"3: R9C1\"",
                "no 2x2 square starts at R9C1 <R9C1> (name the square's top-left cell)",
            ),
            (
                "[clues]\narrow = \"R1C1\"",
                "1 parts between `;`, expected bulb; shaft <R1C1>",
            ),
            (
                "[clues]\nclone = \"R1C1 R1C2; R2C2\"",
                "2 cells and 1 in the copy, expected as many <R1C1 R1C2; R2C2>",
            ),
            (
                "[clues]\nkiller-cage = { cell = \"R1C1\" }",
                "`cell` is not a key of killer-cage <cell> (did you mean `cells`?)",
            ),
            (
                "[clues]\nanti-knight = \"R1C1\"",
                "anti-knight takes no value <R1C1>",
            ),
            (
                "[letters]\nR1C1 = \"1-9\"",
                "`R1C1` is not a name <R1C1> (a name starts with a letter, goes on with letters, digits and `_`, and is not that of a cell)",
            ),
            (
                "[letters]\nA = \"9-1\"",
                "these are not values <\"9-1\"> (values are written \"1-9\", \"1 3 5-7\" or [1, 3], each 0 to 63)",
            ),
            (
                "[layers]\nA = { values = \"1-9\", cells = 0 }",
                "found a number, expected a number of cells <0>",
            ),
            ("[clues]\nrelation = \"\"", "the formula is empty <\"\">"),
        ];
        for (text, expected) in cases {
            assert_eq!(complaint(text), expected, "{text}");
        }
    }

    #[test]
    fn complaints_name_the_clue() {
        let text = "[clues]\nrenban = [\"R1C1-R1C3\", \"R1C1\"]";
        let error = all(&Native, text).unwrap_err();
        assert_eq!(error.place.as_deref(), Some("clues.renban[1]"));
        let error = all(&NativeJson, "{\"clues\":{\"renban\":[\"R1C1\"]}}").unwrap_err();
        assert_eq!(error.place.as_deref(), Some("clues.renban[0]"));
        let error = all(&NativeJson, "{\"size\":9,\"size\":9}").unwrap_err();
        assert!(error.message.contains("the key `size` stands twice"));
        assert!(error.span.is_some());
    }

    #[test]
    fn the_schema_is_fresh_and_knows_the_reader_s_keys() {
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/puzzle.schema.json");
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(path, schema()).expect("docs can be written");
        }
        let stored = std::fs::read_to_string(path).unwrap_or_default();
        assert!(
            stored == schema(),
            "docs/puzzle.schema.json is stale: BLESS=1 cargo test schema"
        );
        let value: serde_json::Value = serde_json::from_str(&stored).unwrap();
        let properties = value["properties"]
            .as_object()
            .expect("the schema is of a table");
        for key in properties.keys() {
            let read = all(&Native, &format!("{key} = 1.5"));
            let message = read.expect_err("no key takes fractions").message;
            assert!(!message.contains("not a key"), "{key}: {message}");
        }
    }
}

mod text_lines {
    use super::*;

    const GRID: &str =
        "..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35..";

    fn text(text: &str) -> Puzzle {
        one(&TextLine, text)
    }

    fn complaint(text: &str) -> String {
        let error = all(&TextLine, text).expect_err(text);
        let found = error.span.map(|span| text[span].to_owned());
        format!("{} <{}>", error.message, found.unwrap_or_default())
    }

    #[test]
    fn blanks_comments_and_ratings() {
        let plain = text(GRID);
        assert_eq!(digits(&plain), GRID);
        for blank in ["0", "_", "*", "-", "?"] {
            assert_eq!(
                text(&GRID.replace('.', blank)).givens,
                plain.givens,
                "{blank}"
            );
        }
        for tail in [" # a comment", ",7.2", "\t11.3 hard", ";x"] {
            assert_eq!(text(&format!("  {GRID}{tail}\n")), plain, "{tail}");
        }
        assert_eq!(text(&format!("1,2,3,4,{GRID},Name,5")), plain);
        let many = format!("# list\npuzzle,rating\n{GRID},3\n\n{GRID},4\n");
        assert_eq!(all(&TextLine, &many).unwrap().len(), 2);
    }

    #[test]
    fn other_sizes() {
        assert_eq!(text("1").layout.rows, 1);
        assert_eq!(text("1...............").layout.rows, 4);
        assert_eq!(text(&".".repeat(49)).layout.box_cells().len(), 0);
        let large = text(&format!("1G{}", ".".repeat(254)));
        assert_eq!(large.givens[1].digits, DigitSet::one(16));
        let from_a = text(&format!("AP{}", ".".repeat(254)));
        assert_eq!(from_a.givens, large.givens);
        assert_eq!(
            text(&format!("Y{}", ".".repeat(624))).givens[0].digits,
            DigitSet::one(25)
        );
        let decimal = text(&format!("0116{}", "00".repeat(254)));
        assert_eq!(decimal.givens, large.givens);
        let spaced = text(&format!("1 16{}", " 0".repeat(254)));
        assert_eq!(spaced.givens, large.givens);
        let zero = ReadOptions {
            zero_is_digit: true,
            ..ReadOptions::default()
        };
        let hex = TextLine
            .read(&format!("0F{}", ".".repeat(254)), &zero)
            .unwrap();
        assert_eq!(
            (hex[0].layout.min_digit, hex[0].givens[1].digits),
            (0, DigitSet::one(15))
        );
    }

    #[test]
    fn candidates_jigsaws_and_solutions() {
        let full: String = "123456789".repeat(80);
        let marks = text(&format!("..34.....{full}"));
        assert_eq!(
            marks.givens,
            [Given {
                cell: Cell(0),
                digits: [3, 4].into_iter().collect()
            }]
        );
        let small = text(&format!("1...{}", "1234".repeat(15)));
        assert_eq!((small.layout.rows, small.givens.len()), (4, 1));
        let regions = "AABBACCBACDBCDDD";
        let jigsaw = text(&format!("1..............2{regions}"));
        assert_eq!(
            (jigsaw.givens.len(), jigsaw.layout.box_cells()[0].len()),
            (2, 4)
        );
        assert_eq!(text(&format!("1..............2 {regions}")), jigsaw);
        assert_eq!(text(&format!("1..............2\n{regions}")), jigsaw);
        assert!(matches!(text(regions).layout.boxes, Boxes::Own(_)));
        let solution = "1234341221434321";
        assert_eq!(text(solution).givens.len(), 16);
        assert_eq!(text("=1111222233334444").givens.len(), 16);
        assert!(text("1111222233334444").givens.is_empty());
        let solved = text(&format!("1...............,{solution}"));
        assert_eq!(solved.solution.unwrap()[15], Some(1));
    }

    #[test]
    fn drawn_grids() {
        let rows: Vec<_> = GRID
            .as_bytes()
            .chunks(9)
            .map(|r| str::from_utf8(r).unwrap())
            .collect();
        let plain = text(GRID);
        assert_eq!(text(&rows.join("\n")), plain);
        assert_eq!(
            text(&format!("#AAnn\n#DMoon\n{}\n", rows.join("\n"))).about,
            About {
                author: Some("Ann".to_owned()),
                title: Some("Moon".to_owned()),
                ..About::default()
            }
        );
        let boxed: Vec<_> = rows
            .iter()
            .map(|r| format!("|{}|{}|{}|", &r[..3], &r[3..6], &r[6..]))
            .collect();
        let mut framed = boxed.clone();
        for at in [9, 6, 3, 0] {
            framed.insert(at, "|---+---+---|".to_owned());
        }
        framed[0] = "*-----------*".to_owned();
        framed[12] = "*-----------*".to_owned();
        let framed = framed.join("\n");
        assert_eq!(text(&framed), plain);
        let state = framed.replacen("|..1|", "|3.1|", 1);
        let both = text(&format!("{framed}\n\n{state}"));
        assert_eq!(
            (both.givens, both.entries),
            (plain.givens.clone(), vec![(Cell(0), 3)])
        );
        assert_eq!(text(&rows.join("\n").replace('.', "-")), plain);
        assert_eq!(all(&TextLine, &format!("{GRID}\n{GRID}")).unwrap().len(), 2);
    }

    #[test]
    fn pencil_mark_grids() {
        let row = "| 1 23 4 | 1234 |\n";
        let drawn = format!(".----.---.\n{row}{row}:----+---:\n{row}{row}'----'---'\n");
        let puzzle = text(&drawn.replace("4 | 1234", "| 4 1234"));
        assert_eq!(puzzle.layout.rows, 4);
        assert_eq!(digits(&puzzle), "1x4.".repeat(4));
    }

    #[test]
    fn complaints_point_at_the_place() {
        assert_eq!(
            complaint(&GRID[1..]),
            format!("80 symbols make no square grid <{}>", &GRID[1..])
        );
        assert_eq!(
            complaint(&GRID.replacen('.', "0", 1)),
            "`.` for a blank, but `0` before <.>"
        );
        assert_eq!(
            complaint(&GRID.replacen('.', "x", 1)),
            "`x` is neither a digit from 1 to 9 nor a blank <x>"
        );
        let second = format!("{GRID}\n{GRID}1\n");
        assert_eq!(
            complaint(&second),
            format!("82 symbols make no square grid <{GRID}1>")
        );
        assert!(complaint("1.3\n12\n123").contains("row 2 has 2 cells, expected 3 <12>"));
        assert!(
            complaint(&format!("{}{}", ".".repeat(9), "123456789".repeat(80)))
                .contains("R1C1 has no candidates")
        );
    }

    #[test]
    fn the_writer_refuses_what_a_line_cannot_say() {
        let mut puzzle = native(SAMPLER);
        let parts = TextLine.write(&puzzle).unwrap_err().parts;
        assert!(parts.contains(&"killer-cage (2)".to_owned()), "{parts:?}");
        assert!(parts.contains(&"letters or layers".to_owned()), "{parts:?}");
        puzzle = text(GRID);
        assert_eq!(TextLine.write(&puzzle).unwrap(), format!("{GRID}\n"));
    }
}

mod library_lines {
    use super::*;

    #[test]
    fn givens_entries_and_removed_candidates() {
        let grid = format!("9+8.7{}", ".".repeat(77));
        let puzzle = one(
            &Hodoku,
            &format!("# lib\n:0100:4:{grid}:413 413 521:499::\n"),
        );
        assert_eq!(puzzle.entries, [(Cell(1), 8)]);
        let restricted = |cell, digit: u8| Given {
            cell: Cell(cell),
            digits: Layout::square(9)
                .digits()
                .iter()
                .filter(|d| *d != digit)
                .collect(),
        };
        assert_eq!(puzzle.givens[2..], [restricted(2, 4), restricted(9, 5)]);
        assert_eq!(one(&Hodoku, &format!("0100:4:{grid}:413 521:499:")), puzzle);
        let complaint = |text: &str| all(&Hodoku, text).unwrap_err().message;
        assert_eq!(
            complaint(&format!(":0100:4:{grid}1:::")),
            "more than 81 cells"
        );
        assert_eq!(complaint(":0100:4:..:::"), "2 cells, expected 81");
        assert_eq!(
            complaint(&format!(":0100:4:{grid}:910:::")),
            "`910` is not a candidate"
        );
        assert!(Hodoku.write(&puzzle).is_err());
    }
}

mod recognition {
    use super::*;

    fn named(text: &str) -> String {
        match read_any(text, None, &ReadOptions::default()) {
            Ok(reading) => format!("{} {}", reading.format, reading.puzzles.len()),
            Err(error) => error.message,
        }
    }

    #[test]
    fn texts_are_read_by_their_format() {
        let grid = ".".repeat(81);
        assert_eq!(named(SAMPLER), "native 1");
        assert_eq!(
            named("\u{feff}# x\n[clues]\nanti-knight = true"),
            "native 1"
        );
        assert_eq!(
            named(&NativeJson.write(&native(SAMPLER)).unwrap()),
            "native-json 1"
        );
        assert_eq!(named("{\"clues\": {}}"), "native-json 1");
        assert_eq!(named(&grid), "text-line 1");
        assert_eq!(named(&format!("# list\n{grid}\n{grid}")), "text-line 2");
        assert_eq!(
            named("*---*\n|1.|.|\n"),
            "3 cells in one line are no square grid"
        );
        assert_eq!(named(&format!(":0000:x:{grid}:813::")), "hodoku 1");
        assert_eq!(named("titel = 3"), "`titel` is not a key of a puzzle file");
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        assert_eq!(named(""), "the text is empty");
        assert_eq!(named(" \n# only this\n"), "the text holds only comments");
        assert!(named("https://tinyurl.com/abc").contains("shortened link"));
        assert!(named("https://sudokumaker.app/?puzzle=x").contains("SudokuMaker"));
        assert!(named("hello there").contains("no known format"));
        let options = ReadOptions::default();
        let error = read_any("x", Some("nativ"), &options).unwrap_err();
        assert_eq!(error.message, "unknown format `nativ`");
    }

    #[test]
    fn ten_megabytes_of_anything_are_answered_at_once() {
        const MEGABYTES: usize = 10 << 20;
        let repeat = |text: &str| text.repeat(MEGABYTES / text.len());
        let clues = |text: &str| format!("[clues]\nrenban = \"{}\"", repeat(text));
        let texts = [
            repeat("."),
            repeat("1"),
            repeat("a"),
            repeat("1 "),
            repeat("\n"),
            repeat("#\n"),
            repeat("\n\n.\n"),
            repeat("1.\n"),
            repeat("|1|\n"),
            repeat("{\"a\":"),
            repeat("["),
            repeat("a = 1\n"),
            repeat(":"),
            format!(":0:x:{}:::", repeat("1")),
            format!("grid = \"{}\"", repeat("1")),
            format!("grid = \"{}\"", repeat("1\\n")),
            format!("size = {}", repeat("9")),
            format!("{} = 3", repeat("k")),
            clues("R1C1..R9C9 "),
            clues("R1C1-"),
            clues("x"),
            clues(";"),
            clues("1:"),
            format!("[clues]\n{} = true", repeat("k")),
            format!("{{\"clues\":{{\"{}\":1}}}}", repeat("k")),
        ];
        for text in texts {
            let start = Instant::now();
            let _ = read_any(&text, None, &ReadOptions::default());
            let name: String = text.chars().take(30).collect();
            let taken = start.elapsed();
            eprintln!("{name:?}: {taken:?}");
            assert!(taken < Duration::from_secs(2), "{name}: {taken:?}");
        }
    }
}
