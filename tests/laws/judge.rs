//! Tests, on random small puzzles with any rules, that every step follows from its citations alone.
//!
//! The puzzles contain plain clues, clues outside the grid, `any-of`, `all-of` and conditions. Some have pencil marks,
//! no boxes, or rows that may repeat digits.

use crate::lowering::Formulas;
use crate::one_in;
use crate::rules::grids;
use crate::tape::Tape;
use cluewright_engine::model::Model;
use cluewright_engine::parts;
use cluewright_formats::{ReadOptions, named, read_any};
use cluewright_logic::{Board, End, Profile, Step, judge, needed, solve};
use cluewright_narrate::step_full;
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Extra, Given, Layout, Puzzle};
use cluewright_rules::{Book, Clues, Rule, Shape};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use std::sync::OnceLock;

/// Maximum number of rounds of a solve path to check.
const ROUNDS: usize = 30;

/// Maximum number of attempts to generate a clue that holds in the hidden grid.
const DRAWS: usize = 12;

/// A layout with givens, and all grids that its houses and givens allow.
struct Ground {
    layout: Layout,
    givens: Vec<Given>,
    grids: Vec<Vec<u8>>,
}

/// Returns small layouts: without boxes, with boxes, with one region, not square, with digits that do not begin at 1,
/// with more digits than cells in a row, and with rows that may repeat digits.
///
/// Two layouts have givens. One is a 6x6 grid with eighteen open cells. The other is a 4x4 grid with five digits, whose
/// pencil marks leave each row only as many digits as it has cells.
fn grounds() -> &'static [Ground] {
    static GROUNDS: OnceLock<Vec<Ground>> = OnceLock::new();
    GROUNDS.get_or_init(|| {
        let layout = |rows, columns, digit_count| Layout {
            rows,
            columns,
            digit_count,
            boxes: Boxes::None,
            ..Layout::square(4)
        };
        let repeating = |layout| Layout {
            lines: false,
            ..layout
        };
        let region = |cell: u8| (cell % 4 < 2 && cell < 8).then_some(0);
        let layouts = [
            layout(4, 4, 4),
            Layout::square(4),
            repeating(layout(2, 3, 3)),
            layout(3, 4, 4),
            Layout {
                min_digit: 0,
                ..layout(4, 4, 4)
            },
            layout(3, 3, 4),
            layout(2, 3, 5),
            Layout {
                boxes: Boxes::Own((0..16).map(region).collect()),
                ..layout(4, 4, 4)
            },
            repeating(layout(3, 3, 2)),
            Layout {
                min_digit: 2,
                ..layout(3, 3, 3)
            },
        ];
        let ground = |layout: Layout, givens: Vec<Given>| Ground {
            grids: grids(&layout, &givens),
            layout,
            givens,
        };
        let six = "123456456123231564564231312645645312".bytes().zip(0..);
        let given = |(digit, cell): (u8, u16)| Given {
            cell: Cell(cell),
            digits: DigitSet::one(digit - b'0'),
        };
        let givens = six.map(given).filter(|given| (given.cell.0 / 3) % 2 == 1);
        let six = ground(Layout::square(6), givens.collect());
        let small = layouts.into_iter().map(|layout| ground(layout, vec![]));
        let marked = |cell: u16| Given {
            cell: Cell(cell),
            digits: DigitSet::range(1, 4),
        };
        let marked = ground(layout(4, 4, 5), (0..16).map(marked).collect());
        small.chain([six, marked]).collect()
    })
}

/// Returns the rules of the book whose shape passes a test.
fn rules(fits: fn(Shape) -> bool) -> Vec<&'static Rule> {
    let rules = Book::builtin()
        .rules()
        .map(|rule| rule.expect("a good rule"));
    rules.filter(|rule| fits(rule.shape)).collect()
}

/// A generator of random clues for a puzzle, most of which should hold in a hidden grid.
struct Draw<'a> {
    tape: Tape<'a>,
    layout: Layout,
    /// `true` if conditions may use the letter A.
    has_letter: bool,
}

impl Draw<'_> {
    fn cell(&mut self) -> String {
        if self.has_letter && self.tape.below(4) == 3 {
            return "A".to_owned();
        }
        let row = self.tape.between(1, self.layout.rows.into());
        let column = self.tape.between(1, self.layout.columns.into());
        format!("R{row}C{column}")
    }

    /// Generates a short statement about one to three cells.
    fn atom(&mut self) -> String {
        let comparison = self.tape.one_of(&["==", "!=", "<", ">", "<="]);
        let digit = self.tape.below(5);
        match self.tape.below(5) {
            0 | 1 => format!("{} {comparison} {digit}", self.cell()),
            2 => format!("{} {comparison} {}", self.cell(), self.cell()),
            3 => format!(
                "{} + {} {comparison} {}",
                self.cell(),
                self.cell(),
                digit + 2
            ),
            _ => format!(
                "distinct([{}, {}, {}])",
                self.cell(),
                self.cell(),
                self.cell()
            ),
        }
    }

    fn condition(&mut self) -> String {
        let (a, b) = (self.atom(), self.atom());
        match self.tape.below(7) {
            6 => {
                let line = self
                    .tape
                    .one_of(&["row(R1C1)", "column(R2C2)", "row(R2C1)", "grid"]);
                format!("each c in {line}: c <= {}", self.tape.between(3, 5))
            }
            0 => format!("{a} or {b}"),
            1 => format!("({a}) implies ({b})"),
            2 => format!("({a}) iff ({b})"),
            3 => format!("({a}) or ({b}) or ({})", self.atom()),
            4 => {
                let (then, otherwise) = (self.cell(), self.cell());
                format!("(if {a} then {then} else {otherwise}) == {}", self.cell())
            }
            _ => format!("({a}) or ({b}) and ({})", self.atom()),
        }
    }

    fn relation(formula: String) -> Clue {
        Clue::new("relation").with("formula", formula.as_str())
    }

    fn composite(&mut self, rule: &str, depth: usize) -> Clue {
        let count = self.tape.between(2, 3);
        Clue {
            parts: (0..count).map(|_| self.clue(depth + 1)).collect(),
            ..Clue::new(rule)
        }
    }

    fn clue(&mut self, depth: usize) -> Clue {
        match self.tape.below(if depth < 2 { 9 } else { 6 }) {
            0 | 1 => self.of_rule(|shape| !matches!(shape, Shape::Outside | Shape::Diagonal)),
            2 | 3 => self.of_rule(|shape| matches!(shape, Shape::Outside | Shape::Diagonal)),
            4 => Self::relation(self.condition()),
            5 => {
                let seed = self.tape.below(1 << 16) as u64;
                Self::relation(Formulas::new(seed).formula(2))
            }
            6 | 7 => self.composite("any-of", depth),
            _ => self.composite("all-of", depth),
        }
    }

    fn of_rule(&mut self, fits: fn(Shape) -> bool) -> Clue {
        let rule = self.tape.one_of(&rules(fits));
        self.tape.clue(rule, &self.layout)
    }

    /// Generates a clue that fits the puzzle; `None` if all attempts fail. Most of these clues hold in the hidden grid.
    fn fitting(&mut self, puzzle: &Puzzle, hidden: &[u8]) -> Option<Clue> {
        let book = Book::builtin();
        let is_free = self.tape.below(8) == 7;
        let mut alone = Puzzle {
            clues: vec![],
            ..puzzle.clone()
        };
        for _ in 0..DRAWS {
            let clue = self.clue(0);
            alone.clues = vec![clue.clone()];
            let fits = book.check(&alone).is_ok() && parts(&alone, book).is_ok();
            if fits && (is_free || book.holds(&alone, 0, &clue, hidden) == Ok(true)) {
                return Some(clue);
            }
        }
        None
    }

    /// Occasionally generates pencil marks that leave a row or column only as many digits as it has cells.
    fn house_marks(&mut self, hidden: &[u8]) -> Vec<Given> {
        let lines = usize::from(self.layout.rows + self.layout.columns);
        let cells: Vec<Cell> = match (self.tape.below(4), self.tape.below(lines) as u8) {
            (3, line) if line < self.layout.rows => self.layout.row(line).collect(),
            (3, line) => self.layout.column(line - self.layout.rows).collect(),
            _ => vec![],
        };
        let digits: DigitSet = cells.iter().map(|cell| hidden[cell.index()]).collect();
        cells
            .into_iter()
            .map(|cell| Given { cell, digits })
            .collect()
    }

    /// Generates the pencil marks of a cell. They usually contain the hidden digit.
    fn marks(&mut self, hidden: &[u8]) -> Given {
        let cell = self.tape.below(self.layout.cell_count());
        let all = self.layout.digits();
        let chosen = self.tape.below(1 << 5) as u64;
        let mut digits = all & DigitSet::from_bits(chosen << self.layout.min_digit);
        if self.tape.below(8) < 7 || digits.is_empty() {
            digits = digits | DigitSet::one(hidden[cell]);
        }
        Given {
            cell: Cell::from_index(cell),
            digits,
        }
    }
}

/// Generates a puzzle. Also returns the grids of its layout, among which evaluation finds the solutions. Most of its
/// clues hold in one hidden grid, because independent clues would nearly always contradict each other.
fn draw_puzzle(tape: &[u16]) -> (Puzzle, &'static [Vec<u8>]) {
    let mut tape = Tape::new(tape);
    let all = grounds();
    let ground = &all[tape.below(all.len())];
    let mut puzzle = Puzzle::new(ground.layout.clone());
    puzzle.givens = ground.givens.clone();
    let mut hidden = ground.grids[tape.below(ground.grids.len())].clone();
    let has_letter = tape.below(4) == 3;
    if has_letter {
        let values = DigitSet::range(1, 4);
        puzzle.extras.push(Extra {
            name: "A".to_owned(),
            size: 1,
            columns: 0,
            values,
        });
        hidden.push(tape.between(1, 4) as u8);
    }
    let mut draw = Draw {
        tape,
        layout: ground.layout.clone(),
        has_letter,
    };
    for _ in 0..draw.tape.between(2, 6) {
        let clue = draw.fitting(&puzzle, &hidden);
        puzzle.clues.extend(clue);
    }
    let mut marks = draw.house_marks(&hidden);
    for _ in 0..draw.tape.below(puzzle.layout.cell_count()) {
        marks.push(draw.marks(&hidden));
    }
    for marks in marks {
        if puzzle.givens.iter().all(|given| given.cell != marks.cell) {
            puzzle.givens.push(marks);
        }
    }
    (puzzle, &ground.grids)
}

/// Returns all solutions of a puzzle, by evaluating its rules on all grids of its layout.
fn solutions(puzzle: &Puzzle, grids: &[Vec<u8>]) -> Vec<Vec<u8>> {
    let given = |grid: &&Vec<u8>| {
        let mut givens = puzzle.givens.iter();
        givens.all(|given| given.digits.contains(grid[given.cell.index()]))
    };
    let with_letter = |grid: &Vec<u8>| -> Vec<Vec<u8>> {
        match &puzzle.extras[..] {
            [] => vec![grid.clone()],
            [letter, ..] => {
                let values = letter.values.iter();
                values.map(|value| [&grid[..], &[value]].concat()).collect()
            }
        }
    };
    let holds = |values: &Vec<u8>| {
        let mut clues = puzzle.clues.iter().enumerate();
        clues.all(|(i, clue)| Book::builtin().holds(puzzle, i, clue, values) == Ok(true))
    };
    let fitting = grids.iter().filter(given).flat_map(with_letter);
    fitting.filter(holds).collect()
}

/// Returns the text of a puzzle file, which can be used to repeat a failing case.
fn text(puzzle: &Puzzle) -> String {
    let format = named("native-json").expect("our own format");
    let written = format.write(puzzle);
    written.unwrap_or_else(|_| format!("{puzzle:?}"))
}

/// Describes the steps of a path that do not follow from their citations or that exclude a solution. Also returns the
/// number of all steps.
fn wrong_steps(puzzle: &Puzzle, grids: &[Vec<u8>]) -> (usize, Vec<String>) {
    let book = Book::builtin();
    let Ok(parts) = parts(puzzle, book) else {
        return (0, vec![]);
    };
    let model = Model::new(puzzle, &parts);
    let ground =
        cluewright_logic::Ground::new(puzzle, book, &parts, &model).expect("the grid is small");
    let profile = Profile::builtin("default").expect("it is built in");
    let path = solve(&ground, profile, |done| done < ROUNDS);
    let solutions = match path.rounds.is_empty() {
        true => vec![],
        false => solutions(puzzle, grids),
    };
    let mut wrong = vec![];
    let mut judged = 0;
    for (round, step) in path.steps().filter(|(_, s)| !s.technique().is_search()) {
        judged += 1;
        let told = || format!("{}\n    {step:?}", step_full(&ground, step));
        let on_board = |solution: &&Vec<u8>| {
            let mut cells = (0..).zip(solution.iter());
            cells.all(|(var, &digit)| round.board.at(var).contains(digit))
        };
        let mut left = solutions.iter().filter(on_board);
        // A step that avoids a deadly pattern assumes that there is only one solution.
        if step.avoids.is_empty() && left.any(|solution| !keeps(step, solution)) {
            wrong.push(format!("excludes a solution: {}", told()));
        }
        if let Err(refusal) = judge(&ground, &round.board, step) {
            wrong.push(format!("{refusal:?}: {}", told()));
        }
    }
    if path.end == End::Solved && path.steps().all(|(_, s)| !s.technique().is_search()) {
        let mut board = Board::new(&ground);
        for one in needed(&ground, &path) {
            if let Err(refusal) = judge(&ground, &board, &one.step) {
                let told = step_full(&ground, &one.step);
                wrong.push(format!("{refusal:?} story: {told}\n    {:?}", one.step));
            }
            board.apply(&ground, &one.step);
        }
    }
    (judged, wrong)
}

fn keeps(step: &Step, solution: &[u8]) -> bool {
    let at = |var: u16| solution.get(usize::from(var));
    let mut removed = step.removed.iter();
    removed.all(|&(var, lost)| at(var).is_none_or(|&digit| !lost.contains(digit)))
        && step
            .placed
            .is_none_or(|(cell, digit)| at(cell) == Some(&digit))
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        max_shrink_iters: 400,
        ..ProptestConfig::with_cases(4_000 / one_in(50))
    })]

    #[test]
    fn steps_follow_from_what_they_cite(tape in prop::collection::vec(any::<u16>(), 160)) {
        let (puzzle, grids) = draw_puzzle(&tape);
        let (_, wrong) = wrong_steps(&puzzle, grids);
        prop_assert!(wrong.is_empty(), "{}\n{}", text(&puzzle), wrong.join("\n"));
    }
}

fn read(text: &str) -> Puzzle {
    let reading = read_any(text, None, &ReadOptions::default());
    reading.expect(text).puzzles.swap_remove(0)
}

/// The steps of these puzzles need a citation that was once missing.
#[test]
fn steps_cite_what_decided_how_a_clue_was_compiled() {
    for text in [
        // A disjunction with one remaining alternative relies on the column of the X-sum. In addition, a digit that a
        // row must hold in one cell is removed from that cell's column.
        r#"{"size": 4, "boxes": "none", "marks": {"R2C3": [2], "R1C1": [3], "R1C3": [1], "R4C1": [2]},
            "clues": {"quadruple": ["4 1: R1C2"], "any-of": [{"killer-cage": ["2: R1C2"], "x-sum": ["10: R5C3"]}]}}"#,
        // Two cells differ because they share a row. They occur only in the condition, not in the relation that
        // remains.
        r#"{"size": 4, "clues": {"relation": ["(R2C4 <= R3C2) iff (R2C1 + R2C2 < 3)"]}}"#,
        // These clues have no cells and are always false.
        r#"{"size": 4, "clues": {"relation": ["count(adjacent (a, b) in [R1C1, R2C2]: R2C2 > R2C1) > size"]}}"#,
        r#"{"size": 4, "boxes": "none", "clues": {"relation": ["connected(z in inner([R1C1, R1C1]): z > 0)"]}}"#,
        // The cells of one clue decide the other clue, and a given fixes these cells.
        r#"{"size": 4, "boxes": "none", "latin": false, "marks": {"R1C1": [1]}, "clues": {"any-of": [
            {"all-of": [{"relation": ["R1C1 == 2", "R1C2 == 3", "R1C3 == 4", "R2C2 == 1"]},
                        {"relation": ["R1C1 == 1", "R1C2 == 2", "R1C3 == 3", "R2C2 == 4"]}]},
            {"all-of": [{"relation": ["R1C2 == 3", "R2C4 == 3", "R3C4 == 4", "R4C4 == 1"]},
                        {"relation": ["R1C2 == 2", "R2C4 == 2", "R3C4 == 3", "R4C4 == 4"]}]}]}}"#,
        // Two connected areas do not cross in a square. Neither clue implies this alone.
        r#"{"size": 4, "boxes": "none", "latin": false, "marks": {"R2C2": [1], "R3C3": [2], "R2C3": [3]},
            "clues": {"connected-values": ["1 2: R1C1-R1C4 R2C1-R2C4 R3C1-R3C4 R4C1-R4C4", "3 4: R1C1-R1C4 R2C1-R2C4 R3C1-R3C4 R4C1-R4C4"]}}"#,
        // Two cells differ because of a clue that also names a letter.
        r#"{"size": 4, "letters": {"A": "1-4"}, "marks": {"R1C2": [1, 2]},
            "clues": {"relation": ["A == 0 or distinct([R3C1, A, R1C2])"]}}"#,
    ] {
        let (judged, wrong) = wrong_steps(&read(text), &[]);
        assert!(judged > 0, "{text}");
        assert!(wrong.is_empty(), "{text}\n{}", wrong.join("\n"));
    }
}
