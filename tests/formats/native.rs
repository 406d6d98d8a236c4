//! Tests the public behaviour of the puzzle file format and the plain text formats.

use cluewright_formats::hodoku::Hodoku;
use cluewright_formats::native::{Native, NativeJson, schema};
use cluewright_formats::text_line::TextLine;
use cluewright_formats::{FORMATS, Format, ReadError, ReadOptions, read_any};
use cluewright_puzzle::{
    About, Boxes, Cell, Clue, DIAGONALS, DigitSet, Drawing, Extra, Given, Layout, Param, Puzzle,
};
use cluewright_rules::{Book, Clues};
use proptest::prelude::*;

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

/// Returns the names of a clue's cells, one slot after another.
fn cells(puzzle: &Puzzle, clue: usize) -> String {
    let slots = puzzle.clues[clue].slots.iter();
    let names = slots.map(|(_, cells)| {
        let names: Vec<_> = cells.iter().map(|&cell| puzzle.cell_name(cell)).collect();
        names.join(" ")
    });
    names.collect::<Vec<_>>().join("; ")
}

/// Returns the givens as a string of digits, with `.` for a blank and `x` for pencil marks.
fn digits(puzzle: &Puzzle) -> String {
    let mut digits = vec!['.'; puzzle.layout.cell_count()];
    for given in &puzzle.givens {
        let digit = given.digits.single().map(cluewright_puzzle::digit_char);
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
    fn groups_are_nested_as_deep_as_they_can_be_read() {
        let nested = |depth: usize| {
            let group = |part: Clue, _| Clue {
                parts: vec![part],
                ..Clue::new("all-of")
            };
            let mut puzzle = Puzzle::new(Layout::square(4));
            puzzle.clues = vec![(0..depth).fold(Clue::new("anti-knight"), group)];
            puzzle
        };
        for format in [&Native as &dyn Format, &NativeJson] {
            for depth in 1..60 {
                let puzzle = nested(depth);
                match format.write(&puzzle) {
                    Ok(text) => assert_eq!(one(format, &text).clues, puzzle.clues, "{depth}"),
                    Err(error) => {
                        assert!(depth > 36);
                        assert_eq!(
                            error.parts,
                            ["groups that are nested more than 36 levels deep"]
                        );
                    }
                }
            }
        }
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
                "a thermometer clue (it names a cell that the puzzle does not have)",
            ]
        );
    }

    /// Returns the error message about a text, the part of the text that it refers to, and the advice.
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
            ("size = 9\nsize = 9", "the key `size` appears twice <size>"),
            (
                "size = 30",
                "30 rows and 30 columns: a grid has 1 to 25 of each <30>",
            ),
            (
                "size = \"big\"",
                "`big` is not a size <\"big\"> (sizes are written 9 or \"6x9\" (rows x columns))",
            ),
            ("title = 3", "found a number, expected text in quotes <3>"),
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
                "boxes of 3x3 do not tile a 4x4 grid, or are more than 256 <\"3x3\"> (box sizes are written height x width, such as \"2x3\")",
            ),
            (
                "size = 24\nboxes = \"2x1\"",
                "boxes of 2x1 do not tile a 24x24 grid, or are more than 256 <\"2x1\"> (box sizes are written height x width, such as \"2x3\")",
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
                "[clues]\nrenbam = \"R1C1-R1C3\"",
                "unknown rule `renbam` <renbam> (did you mean `renban`?)",
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
                "R1C1-R2C4 is neither straight nor diagonal <R1C1-R2C4> (add a corner between them, or write \
                 R1C1..R2C4 for the rectangle)",
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
                "it needs `sum` (a number) <\"R0C1\">",
            ),
            (
                "[clues]\nsandwich = \"3: R1C1\"",
                "`R1C1` is not next to a row or column <R1C1> (outside clues are at row 0 or 10, or at column 0 or 10)",
            ),
            (
                "[clues]\nlittle-killer = \"3: R0C1 UL\"",
                "no diagonal can be seen from `R0C1 UL` <R0C1 UL> (state a position next to the grid and a \
                 direction, such as R0C4 DL)",
            ),
            (
                "[clues]\nquadruple = \"3: R9C1\"",
                "no 2x2 square starts at R9C1 <R9C1> (name the square's top-left cell)",
            ),
            (
                "[clues]\narrow = \"R1C1\"",
                "parts separated by `;`: found 1, expected bulb; shaft <R1C1>",
            ),
            (
                "[clues]\nclone = \"R1C1 R1C2; R2C2\"",
                "it copies 2 cells to 1 <\"R1C1 R1C2; R2C2\">",
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
                "[clues]\nkiller-cage = [\"9: R1C1\", \"20: R1C1 R1C2\"]",
                "`sum` is 20, but only 3 to 17 is possible here <\"20: R1C1 R1C2\">",
            ),
            (
                "[clues]\nthermometer = \"R1C1-R1C3-R2C2-R1C1\"",
                "it contains R1C1 twice <\"R1C1-R1C3-R2C2-R1C1\">",
            ),
            (
                "[letters]\nR1C1 = \"1-9\"",
                "`R1C1` is not a name <R1C1> (a name starts with a letter, continues with letters, digits and `_`, and is not the name of a cell)",
            ),
            (
                "[letters]\nA = \"9-1\"",
                "these are not values <\"9-1\"> (values are written \"1-9\", \"1 3 5-7\" or [1, 3], and range from 0 to 63)",
            ),
            (
                "[layers]\nA = { values = \"1-9\", columns = 2 }",
                "`columns` needs `cells`, the number of cells of the layer <columns>",
            ),
            (
                "[layers]\nA = { values = \"1-9\", cells = 0 }",
                "found a number, expected a number of cells <0>",
            ),
            ("[clues]\nrelation = \"\"", "the formula is empty <\"\">"),
            (
                "[clues]\nrelation = { formula = \"R1C1 > 1\", cells = \"R1C1\" }",
                "`cells` is not a key of a relation <cells> (known keys are formula)",
            ),
        ];
        let wrong = cases.into_iter().filter_map(|(text, expected)| {
            let found = complaint(text);
            (!found.ends_with(expected))
                .then(|| format!("{text}\n  found    {found}\n  expected {expected}"))
        });
        let wrong: Vec<_> = wrong.collect();
        assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    }

    #[test]
    fn a_solution_of_blanks_states_nothing() {
        let puzzle = native("size = 2\nboxes = \"none\"\nsolution = [\"..\", \"..\"]\n");
        assert_eq!(puzzle.solution, None);
    }

    #[test]
    fn an_own_rule_is_not_treated_like_the_rule_of_its_name() {
        let own =
            "[own-rules.renban]\nshape = \"line\"\nrepeats = true\nrelation = \"sum(cells) == 4\"";
        let puzzle = native(&format!(
            "{own}\n[clues]\nrenban = \"R1C1 R1C2 R2C2 R1C1\"\n"
        ));
        assert_eq!(cells(&puzzle, 0), "R1C1 R1C2 R2C2 R1C1");
    }

    #[test]
    fn a_closed_line_of_a_set_names_its_first_cell_twice() {
        for rule in ["renban", "nabner"] {
            let line = |cells: &str| native(&format!("size = 4\n[clues]\n{rule} = \"{cells}\"\n"));
            let open = line("R1C1-R1C2-R2C2-R2C1");
            assert_eq!(line("R1C1-R1C2-R2C2-R2C1-R1C1"), open);
            let table = format!("[clues]\n{rule} = {{ cells = \"R1C1-R1C2-R2C2-R2C1-R1C1\" }}\n");
            assert_eq!(native(&format!("size = 4\n{table}")), open);
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
        assert!(error.message.contains("the key `size` appears twice"));
        assert!(error.span.is_some());
    }

    #[test]
    fn the_reader_knows_the_keys_of_the_schema() {
        let value: serde_json::Value = serde_json::from_str(&schema()).unwrap();
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
    fn grids_are_read_from_drawings() {
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
            format!("80 symbols do not form a square grid <{}>", &GRID[1..])
        );
        assert_eq!(
            complaint(&GRID.replacen('.', "0", 1)),
            "found the blank `.`, but earlier blanks are `0` <.>"
        );
        assert_eq!(
            complaint(&GRID.replacen('.', "x", 1)),
            "`x` is neither a digit from 1 to 9 nor a blank <x>"
        );
        let second = format!("{GRID}\n{GRID}1\n");
        assert_eq!(
            complaint(&second),
            format!("82 symbols do not form a square grid <{GRID}1>")
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
    use crate::one_in;
    use cluewright_formats::lz;

    fn name_of(text: &str) -> String {
        match read_any(text, None, &ReadOptions::default()) {
            Ok(reading) => format!("{} {}", reading.format, reading.puzzles.len()),
            Err(error) => error.message,
        }
    }

    #[test]
    fn texts_are_read_by_their_format() {
        let grid = ".".repeat(81);
        assert_eq!(name_of(SAMPLER), "native 1");
        assert_eq!(
            name_of("\u{feff}# x\n[clues]\nanti-knight = true"),
            "native 1"
        );
        assert_eq!(
            name_of(&NativeJson.write(&native(SAMPLER)).unwrap()),
            "native-json 1"
        );
        assert_eq!(name_of("{\"clues\": {}}"), "native-json 1");
        for ours in [
            r#"{"grid": ["12..", "....", "....", "...."]}"#,
            r#"{"title": "T", "size": 4, "grid": ["12..", "....", "....", "...."]}"#,
            r#"{"size": 4, "grid": "12.. .... .... ...."}"#,
            r#"{"title": "T", "size": 6}"#,
        ] {
            assert_eq!(name_of(ours), "native-json 1", "{ours}");
        }
        assert_eq!(name_of(&grid), "text-line 1");
        assert_eq!(name_of(&format!("# list\n{grid}\n{grid}")), "text-line 2");
        assert_eq!(
            name_of("*---*\n|1.|.|\n"),
            "3 cells in one line do not form a square grid"
        );
        assert_eq!(name_of(&format!(":0000:x:{grid}:813::")), "hodoku 1");
        assert_eq!(
            name_of("titel = 3"),
            "`titel` is not a key of a puzzle file"
        );
    }

    #[test]
    fn what_cannot_be_read_is_explained() {
        assert_eq!(name_of(""), "the text is empty");
        assert_eq!(
            name_of(" \n# only this\n"),
            "the text contains only comments"
        );
        assert!(name_of("https://tinyurl.com/abc").contains("shortened link"));
        assert!(name_of("https://sudokumaker.app/").contains("SudokuMaker"));
        assert!(name_of("https://sudokumaker.app/?puzzle=x").contains("puzzle is damaged"));
        assert!(name_of("hello there").contains("format of the text is unknown"));
        assert!(
            name_of("{}").starts_with("this JSON contains no puzzle: expected `size` and `grid`")
        );
        assert!(name_of("[1]").starts_with("this JSON contains no puzzle"));
        let error = read_any("{\"size\": 9,\n}", None, &ReadOptions::default()).unwrap_err();
        assert!(error.message.contains("trailing comma"), "{error}");
        assert_eq!(error.span, Some(12..13));
        let payload = lz::pack(&format!("{{\"size\":9,\"grid\":[{}]}}", "[1]".repeat(40)));
        let message = name_of(&payload[..24]);
        assert!(
            message.contains("breaks off after `{\"size\":9,"),
            "{message}"
        );
        let (start, end) = payload.split_at(payload.len() / 2);
        let message = name_of(&format!("{start}AAAA{}", &end[4..]));
        assert!(message.contains("damaged"), "{message}");
        let options = ReadOptions::default();
        let error = read_any("x", Some("nativ"), &options).unwrap_err();
        assert_eq!(error.message, "unknown format `nativ`");
    }

    #[test]
    fn megabytes_of_anything_are_answered_in_few_words() {
        let megabytes = (10 << 20) / one_in(10);
        let repeat = |text: &str| text.repeat(megabytes / text.len());
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
            repeat("> 1\n"),
            repeat("<game "),
            repeat("1\t\t2\t3\n"),
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
            format!("m=edit&p={}", repeat("A")),
            format!("m=edit&p={}", repeat("y8jM")),
            format!("https://sudokumaker.app/?puzzle={}", repeat("N4Ig")),
        ];
        for text in texts {
            let name: String = text.chars().take(30).collect();
            let told = match read_any(&text, None, &ReadOptions::default()) {
                Err(error) => error.to_string(),
                Ok(reading) => reading
                    .puzzles
                    .iter()
                    .flat_map(|p| &p.warnings)
                    .cloned()
                    .collect(),
            };
            assert!(told.len() < 1_000, "{name}: {} bytes are told", told.len());
        }
    }
}

mod properties {
    use super::*;
    use proptest::collection::{btree_map, vec};
    use proptest::option;
    use proptest::sample::{Index, select, subsequence};
    use std::collections::BTreeMap;

    fn text() -> impl Strategy<Value = String> {
        let texts = vec![
            "a",
            "it's \"so\"",
            "lines\n\nof\ttext\n",
            "\\ \u{7f} é ∎",
            "",
            " x ",
            "\"\"\"",
            "'''",
        ];
        select(texts).prop_map(str::to_owned)
    }

    fn about() -> impl Strategy<Value = About> {
        let text = || option::of(text());
        // An empty text counts as absent.
        let said = |text: Option<String>| text.filter(|text| !text.is_empty());
        [text(), text(), text(), text(), text()].prop_map(move |texts| {
            let [title, author, rules, source, message] = texts.map(said);
            About {
                title,
                author,
                rules,
                source,
                message,
            }
        })
    }

    /// Generates layouts that `Layout::check` accepts, with the boxes numbered in the order in which the reader
    /// finds them.
    fn layout() -> impl Strategy<Value = Layout> {
        let sides = vec![
            (1, 1),
            (2, 3),
            (4, 4),
            (4, 6),
            (6, 6),
            (9, 9),
            (1, 7),
            (16, 16),
            (25, 25),
        ];
        let boxes = (0..5_u8, any::<[Index; 8]>());
        (select(sides), 0..3_u8, 0..3_u8, any::<bool>(), boxes).prop_map(
            |((rows, columns), min_digit, more, lines, (boxes, picks))| {
                let side: u8 = std::cmp::max(rows, columns);
                let mut layout = Layout {
                    rows,
                    columns,
                    min_digit,
                    digit_count: (side + more).min(25),
                    lines,
                    boxes: Boxes::Default(0),
                };
                layout.boxes = match boxes {
                    0 => Boxes::None,
                    1 => boxes_of_size(&layout, side / 2),
                    2 => boxes_of_size(&layout, side),
                    3 => regions(&layout, &picks),
                    _ => Boxes::Default(0),
                };
                layout
            },
        )
    }

    /// Returns boxes with this number of cells or, if they do not exist, the default boxes.
    fn boxes_of_size(layout: &Layout, cells: u8) -> Boxes {
        let sized = Layout {
            boxes: Boxes::Default(cells),
            ..layout.clone()
        };
        match sized.box_shape() {
            Some(_) => sized.boxes,
            None => Boxes::Default(0),
        }
    }

    /// Returns regions that have at most as many cells as there are digits, numbered without gaps.
    fn regions(layout: &Layout, picks: &[Index]) -> Boxes {
        let count = usize::from(layout.rows);
        let mut sizes = vec![0; count];
        let number = |cell: usize| {
            let number = cell % count;
            let left_out = cell >= count && picks[cell % picks.len()].index(7) == 0;
            let fits = !left_out && sizes[number] < layout.digit_count;
            sizes[number] += u8::from(fits);
            fits.then_some(number as u8)
        };
        Boxes::Own((0..layout.cell_count()).map(number).collect())
    }

    /// The random choices that define a puzzle. Indices are taken modulo the number of choices.
    #[derive(Clone, Debug)]
    struct Plan {
        layout: Layout,
        about: About,
        extras: Vec<(u16, u8, bool)>,
        givens: BTreeMap<usize, Vec<u64>>,
        clues: Vec<(usize, Vec<Index>, u8)>,
        known: Vec<Option<Index>>,
        warnings: Vec<String>,
    }

    fn plan() -> impl Strategy<Value = Plan> {
        let extras = vec((2..9_u16, 0..3_u8, any::<bool>()), 0..3);
        let givens = btree_map(0..700_usize, vec(1..u64::MAX, 1..3), 0..12);
        let clue = (0..KINDS.len(), vec(any::<Index>(), 1..7), any::<u8>());
        let clues = vec(clue, 0..12);
        let known = vec(option::of(any::<Index>()), 0..3);
        let warnings = vec(text(), 0..2);
        (layout(), about(), extras, givens, clues, known, warnings).prop_map(
            |(layout, about, extras, givens, clues, known, warnings)| Plan {
                layout,
                about,
                extras,
                givens,
                clues,
                known,
                warnings,
            },
        )
    }

    /// The rules from which clues are picked at random.
    const KINDS: &[&str] = &[
        "thermometer",
        "killer-cage",
        "sum",
        "white-dot",
        "odd",
        "quadruple",
        "sandwich",
        "little-killer",
        "arrow",
        "equal-sums",
        "clone",
        "count-distinct",
        "anti-knight",
        "white-dot-negative",
        "contains-at-least",
        "regex",
        "relation",
        "any-of",
        "all-of",
    ];

    fn puzzle(plan: &Plan) -> Puzzle {
        let mut puzzle = Puzzle::new(plan.layout.clone());
        puzzle.about = plan.about.clone();
        puzzle.warnings = plan.warnings.clone();
        puzzle.extras = extras(plan);
        let cells = puzzle.cell_count();
        for (&cell, sets) in plan.givens.iter().filter(|(cell, _)| **cell < cells) {
            let cell = Cell::from_index(cell);
            let domain = puzzle.domain(cell);
            let sets = sets.iter().map(|bits| DigitSet::from_bits(*bits) & domain);
            let sets = sets.filter(|digits| !digits.is_empty());
            let givens = sets.map(|digits| Given { cell, digits });
            puzzle.givens.extend(givens.collect::<Vec<_>>());
        }
        for plan in &plan.clues {
            let clue = clue(&puzzle, plan, 0);
            puzzle.clues = puzzle.clues.into_iter().chain(clue).collect();
            if Book::builtin().check(&puzzle).is_err() {
                puzzle.clues.pop();
            }
        }
        if let [first, ..] = &plan.known[..] {
            let digits: Vec<u8> = puzzle.layout.digits().iter().collect();
            let digit = |pick: Option<Index>| pick.map(|pick| digits[pick.index(digits.len())]);
            let grid = puzzle.layout.cell_count();
            puzzle.solution = first.map(|first| vec![digit(Some(first)); grid]);
            let entry = |(cell, pick): (usize, &Option<Index>)| {
                Some((Cell::from_index(cell), digit(*pick)?))
            };
            let entries = plan.known.iter().enumerate().take(grid);
            puzzle.entries = entries.filter_map(entry).collect();
        }
        normal(puzzle)
    }

    /// Returns the auxiliary variables: first those without neighbours (letters and some layers), then the other layers.
    fn extras(plan: &Plan) -> Vec<Extra> {
        let extra = |(index, &(size, kind, gap)): (usize, &(u16, u8, bool))| {
            let (size, columns) = match kind {
                0 => (1, 0),
                1 => (plan.layout.cell_count() as u16, plan.layout.columns),
                _ => (size, (size / 2) as u8),
            };
            Extra {
                name: format!("X_{index}"),
                size,
                columns,
                values: match gap {
                    true => [1, 3, 40].into_iter().collect(),
                    false => DigitSet::range(0, 5),
                },
            }
        };
        let mut extras: Vec<_> = plan.extras.iter().enumerate().map(extra).collect();
        extras.sort_by_key(|extra| extra.columns > 0);
        extras
    }

    fn clue(puzzle: &Puzzle, plan: &(usize, Vec<Index>, u8), depth: u8) -> Option<Clue> {
        let (kind, picks, seed) = plan;
        let rule = KINDS[*kind];
        let layout = &puzzle.layout;
        let mut cells: Vec<Cell> = vec![];
        for pick in picks {
            let cell = Cell::from_index(pick.index(puzzle.cell_count()));
            if !cells.contains(&cell) {
                cells.push(cell);
            }
        }
        let (first, rest) = cells.split_first()?;
        let corner = Cell::from_index(first.index() % layout.cell_count());
        let (row, column) = layout.place(corner);
        let (row, column) = (i32::from(row), i32::from(column));
        let number = i64::from(*seed % 9) + 1;
        let odd = *seed > 99;
        let clue = Clue::new(rule);
        Some(match rule {
            "anti-knight" => clue,
            "white-dot-negative" if odd => clue,
            "white-dot-negative" => clue.with("differences", vec![1, number]),
            "relation" => clue.with("formula", "R1C1 == 3 or R1C1 in {1, 2}"),
            "odd" => clue.slot("cells", cells),
            "killer-cage" if odd => clue.slot("cells", cells),
            "killer-cage" => clue.slot("cells", &cells[..1]).with("sum", number),
            "clone" => clue.slot("cells", &cells[..1]).slot("copy", &cells[..1]),
            "contains-at-least" => clue.slot("cells", cells).with("digits", vec![number]),
            "sum" => {
                let weights = vec![number - 10; cells.len()];
                let clue = clue.slot("cells", cells).with("sum", -number);
                clue.with("weights", weights)
            }
            "quadruple" => {
                let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
                let square = square.map(|(down, right)| layout.cell_at(row + down, column + right));
                let square: Vec<_> = square.into_iter().collect::<Option<_>>()?;
                let digits = vec![number; usize::from(*seed % 3) + 1];
                clue.slot("cells", square).with("digits", digits)
            }
            "sandwich" => {
                let (bottom, right) = (i32::from(layout.rows), i32::from(layout.columns));
                let sides = [(-1, column), (bottom, column), (row, -1), (row, right)];
                let line = layout.line_seen_from(sides[usize::from(seed % 4)])?;
                clue.slot("cells", line).with("sum", number)
            }
            "little-killer" => {
                let (down, right) = DIAGONALS[usize::from(seed % 4)];
                let back = layout.diagonal_seen_from((row, column), (-down, -right));
                let (row, column) = layout.place(*back.last()?);
                let start = (row.into(), column.into());
                let diagonal = layout.diagonal_seen_from(start, (down, right));
                clue.slot("cells", diagonal).with("sum", number)
            }
            "any-of" | "all-of" => {
                let part = |pick: &Index| {
                    let kind = pick.index(KINDS.len());
                    let plan = (kind, picks.clone(), seed.wrapping_add(kind as u8));
                    (depth < 2).then(|| self::clue(puzzle, &plan, depth + 1))?
                };
                Clue {
                    parts: picks.iter().filter_map(part).collect(),
                    ..clue
                }
            }
            _ if rest.is_empty() => return None,
            "thermometer" if odd => clue.slot("cells", run(layout, *seed)?),
            "thermometer" => clue.slot("cells", cells),
            "white-dot" => clue.slot("cells", &cells[..2]),
            "arrow" => clue.slot("bulb", &cells[..1]).slot("shaft", rest),
            "equal-sums" => clue.slot("cells", &cells[..1]).slot("cells", rest),
            "count-distinct" => clue.slot("control", &cells[..1]).slot("cells", rest),
            _ => {
                let pattern = ["1.*2", "[12]+", "(1|2).*", ".{1,9}"][usize::from(*seed % 4)];
                clue.slot("cells", cells).with("pattern", pattern)
            }
        })
    }

    /// Returns the cells of a row, in either direction; `None` if the row has only one cell.
    fn run(layout: &Layout, seed: u8) -> Option<Vec<Cell>> {
        let mut line: Vec<Cell> = layout.row(seed % layout.rows).collect();
        if seed.is_multiple_of(2) {
            line.reverse();
        }
        (line.len() >= 2).then_some(line)
    }

    /// Sorts a puzzle into the order that files use: clues by rule, and givens before restrictions.
    fn normal(mut puzzle: Puzzle) -> Puzzle {
        puzzle.clues = group_clues(&puzzle.clues);
        let cells: Vec<Cell> = puzzle.givens.iter().map(|given| given.cell).collect();
        let grid = puzzle.layout.cell_count();
        puzzle.givens.sort_by_key(|given| {
            let alone = cells.iter().filter(|cell| **cell == given.cell).count() == 1;
            !(alone && given.digits.len() == 1 && given.cell.index() < grid)
        });
        puzzle
    }

    fn group_clues(clues: &[Clue]) -> Vec<Clue> {
        let mut rules: Vec<&str> = vec![];
        for clue in clues {
            if !rules.contains(&&*clue.rule) {
                rules.push(&clue.rule);
            }
        }
        let with_parts = |clue: &Clue| Clue {
            parts: group_clues(&clue.parts),
            ..clue.clone()
        };
        let of = |rule| clues.iter().filter(move |clue| clue.rule == rule);
        let groups = rules.into_iter().flat_map(of);
        groups.map(with_parts).collect()
    }

    fn fail(error: impl std::fmt::Debug) -> TestCaseError {
        TestCaseError::fail(format!("{error:?}"))
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(256) })]

        #[test]
        fn puzzle_files_round_trip(plan in plan()) {
            let puzzle = puzzle(&plan);
            puzzle.layout.check().map_err(fail)?;
            let text = Native.write(&puzzle).map_err(fail)?;
            let again = all(&Native, &text).map_err(|error| fail((error, text.clone())))?;
            prop_assert_eq!(&again[0], &puzzle, "{}", text);
            prop_assert_eq!(Native.write(&again[0]), Ok(text.clone()));
            prop_assert!(Native.recognises(&text), "{}", text);
            let json = NativeJson.write(&puzzle).map_err(fail)?;
            let again = all(&NativeJson, &json).map_err(|error| fail((error, json.clone())))?;
            prop_assert_eq!(&again[0], &puzzle, "{}", json);
        }

        #[test]
        fn text_lines_round_trip(
            side in select(vec![1_u8, 2, 4, 5, 6, 9, 10, 16, 25]),
            givens in btree_map(0..625_usize, any::<u64>(), 0..40),
            single in any::<bool>(),
            jigsaw in any::<bool>(),
        ) {
            let mut puzzle = Puzzle::new(Layout::square(side));
            let cells = puzzle.layout.cell_count();
            let jigsaw = jigsaw && side > 2;
            if jigsaw {
                let numbers = (0..cells).map(|cell| Some((cell % usize::from(side)) as u8));
                puzzle.layout.boxes = Boxes::Own(numbers.collect());
            }
            let all_digits = puzzle.layout.digits();
            for (cell, bits) in givens {
                let one = DigitSet::one((bits % u64::from(side)) as u8 + 1);
                let digits = match single || jigsaw {
                    true => one,
                    false => (DigitSet::from_bits(bits) | one) & all_digits,
                };
                if cell < cells && digits != all_digits {
                    let cell = Cell::from_index(cell);
                    puzzle.givens.push(Given { cell, digits });
                }
            }
            let text = TextLine.write(&puzzle).map_err(fail)?;
            prop_assert!(TextLine.recognises(&text), "{}", text);
            prop_assert_eq!(one(&TextLine, &text), puzzle, "{}", text);
        }

        #[test]
        fn garbage_is_refused_without_panic(bytes in vec(any::<u8>(), 0..300)) {
            read_everything(&String::from_utf8_lossy(&bytes));
        }

        #[test]
        fn strings_of_our_symbols_are_read_without_panic(
            text in "[-0-9.|+=*_ \nRrCc:;,#\\[\\]{}\"a-cé]{0,200}"
        ) {
            read_everything(&text);
            read_everything(&format!("grid = '''{text}'''"));
            read_everything(&format!("boxes = '''{text}'''"));
            read_everything(&format!("[clues]\nkiller-cage = '''{text}'''"));
            read_everything(&format!("[clues]\nlittle-killer = '''1:{text}'''"));
        }

        #[test]
        fn damaged_files_are_read_or_refused(
            cut in any::<[Index; 2]>(),
            with in ".{0,4}",
            keep in subsequence((0..45).collect::<Vec<usize>>(), 0..45),
        ) {
            let mut places: Vec<usize> = SAMPLER.char_indices().map(|(at, _)| at).collect();
            places.push(SAMPLER.len());
            let [a, b] = cut.map(|pick| places[pick.index(places.len())]);
            let damaged = format!("{}{with}{}", &SAMPLER[..a.min(b)], &SAMPLER[a.max(b)..]);
            read_everything(&damaged);
            let lines: Vec<_> = SAMPLER.lines().collect();
            let some = keep.iter().filter_map(|&line| lines.get(line).copied());
            read_everything(&some.collect::<Vec<_>>().join("\n"));
        }
    }

    /// Reads a text in every format, and checks that the spans of errors lie within the text.
    fn read_everything(text: &str) {
        let _ = read_any(text, None, &ReadOptions::default());
        for format in FORMATS {
            format.recognises(text);
            if let Err(error) = all(*format, text)
                && let Some(span) = error.span
            {
                let name = format.name();
                assert!(
                    text.get(span.clone()).is_some(),
                    "{name} {span:?}: {text:?}"
                );
            }
        }
    }
}
