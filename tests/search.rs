//! The search against plain enumeration, against itself on other numbers of threads, and against
//! its limits.

use cluewright::model::{Cite, Model, Part};
use cluewright::puzzle::{Cell, DigitSet, Extra, Given, Layout, Puzzle, digit_char};
use cluewright::rules::{Compare, PairTable, Statement};
use cluewright::search::{
    Answer, Limits, Progress, Run, Stop, Timed, Verdict, count, enumerate, prove,
};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A puzzle with its clues as ground statements.
#[derive(Clone, Debug)]
struct Case {
    puzzle: Puzzle,
    statements: Vec<Statement>,
}

impl Case {
    fn square(size: u8) -> Self {
        Self {
            puzzle: Puzzle::new(Layout::square(size)),
            statements: vec![],
        }
    }

    fn model(&self) -> Model {
        let part = |(number, statement): (usize, &Statement)| Part {
            cite: Cite::Clue(number as u16),
            statement: statement.clone(),
        };
        let parts: Vec<Part> = self.statements.iter().enumerate().map(part).collect();
        Model::new(&self.puzzle, &parts)
    }

    fn give(&mut self, cell: Cell, digits: DigitSet) {
        self.puzzle.givens.push(Given { cell, digits });
    }

    /// Every solution as values of all cells, by trying all values that the houses allow.
    fn by_hand(&self) -> Vec<Vec<u8>> {
        let cells = self.puzzle.cell_count();
        let mut open: Vec<DigitSet> = (0..cells)
            .map(|i| self.puzzle.domain(Cell::from_index(i)))
            .collect();
        for given in &self.puzzle.givens {
            let cell = &mut open[given.cell.index()];
            *cell = *cell & given.digits;
        }
        let houses = cluewright::model::houses(&self.puzzle.layout);
        let mut found = vec![];
        self.place(&open, &houses, &mut vec![], &mut found);
        found
    }

    fn place(
        &self,
        open: &[DigitSet],
        houses: &[Vec<Cell>],
        values: &mut Vec<u8>,
        found: &mut Vec<Vec<u8>>,
    ) {
        let Some(digits) = open.get(values.len()) else {
            let value = |cell: Cell| values[cell.index()];
            if self.statements.iter().all(|s| s.holds(&value)) {
                found.push(values.clone());
            }
            return;
        };
        let here = Cell::from_index(values.len());
        for digit in digits.iter() {
            let clash = houses
                .iter()
                .filter(|h| h.contains(&here))
                .any(|house| house.iter().any(|c| values.get(c.index()) == Some(&digit)));
            if !clash {
                values.push(digit);
                self.place(open, houses, values, found);
                values.pop();
            }
        }
    }

    fn digits(&self, values: &[u8]) -> String {
        let grid = self.puzzle.layout.cell_count();
        values[..grid].iter().map(|&v| digit_char(v)).collect()
    }
}

/// Kinds of clues over cells given as numbers that are taken modulo the number of cells.
#[derive(Clone, Debug)]
enum Kind {
    Distinct,
    Ascending(bool),
    Consecutive,
    Whisper(u8),
    Sum(i64, usize),
    Weighted,
    AnyOf,
}

fn kind() -> impl Strategy<Value = Kind> {
    prop_oneof![
        Just(Kind::Distinct),
        any::<bool>().prop_map(Kind::Ascending),
        Just(Kind::Consecutive),
        (1u8..4).prop_map(Kind::Whisper),
        (3i64..16, 0usize..4).prop_map(|(total, compare)| Kind::Sum(total, compare)),
        Just(Kind::Weighted),
        Just(Kind::AnyOf),
    ]
}

fn statement(kind: &Kind, cells: &[u16], cell_count: u16, digits: DigitSet) -> Statement {
    let mut distinct: Vec<Cell> = vec![];
    for &cell in cells {
        let cell = Cell(cell % cell_count);
        if !distinct.contains(&cell) {
            distinct.push(cell);
        }
    }
    let cells = distinct;
    let (a, b) = (cells[0], cells[cells.len() - 1]);
    let pair = |allows: &dyn Fn(u8, u8) -> bool| {
        Statement::Pair(a, b, Arc::new(PairTable::new(digits, digits, allows)))
    };
    let linear = |terms, compare, total| Statement::Linear {
        terms,
        compare,
        total,
    };
    let terms = || cells.iter().map(|&c| (c, 1)).collect();
    match *kind {
        Kind::Distinct => Statement::Distinct(cells),
        Kind::Ascending(strict) => Statement::Ascending { cells, strict },
        Kind::Consecutive => Statement::Consecutive(cells),
        Kind::Whisper(least) => pair(&|x, y| x.abs_diff(y) >= least),
        Kind::Sum(total, compare) => {
            let all = [
                Compare::Equal,
                Compare::NotEqual,
                Compare::AtMost,
                Compare::AtLeast,
            ];
            linear(terms(), all[compare], total)
        }
        Kind::Weighted => {
            let mut terms: Vec<(Cell, i64)> = terms();
            terms[0].1 = -1;
            linear(terms, Compare::Equal, 0)
        }
        Kind::AnyOf => Statement::Any(vec![
            Statement::Ascending {
                cells: cells.clone(),
                strict: true,
            },
            pair(&|x, y| x + y == 5),
        ]),
    }
}

/// 4x4 puzzles with a few random clues and pencil marks, some with a letter beside the grid.
fn small_case() -> impl Strategy<Value = Case> {
    let clues = prop::collection::vec((kind(), prop::collection::vec(0u16..400, 1..5)), 0..5);
    let marks = prop::collection::vec((0u16..16, 1u64..16), 0..5);
    (clues, marks, any::<bool>()).prop_map(|(clues, marks, letter)| {
        let mut case = Case::square(4);
        if letter {
            case.puzzle.extras.push(Extra {
                name: "A".to_owned(),
                size: 1,
                columns: 0,
                values: DigitSet::range(2, 3),
            });
        }
        let cells = case.puzzle.cell_count() as u16;
        let digits = case.puzzle.layout.digits();
        let clues = clues.iter();
        case.statements = clues
            .map(|(kind, on)| statement(kind, on, cells, digits))
            .collect();
        for (cell, bits) in marks {
            case.give(Cell(cell), DigitSet::from_bits(bits << 1));
        }
        case
    })
}

/// 6x6 puzzles with all but some cells of one grid given and clues that this grid need not keep.
fn middle_case() -> impl Strategy<Value = Case> {
    const GRID: &[u8; 36] = b"123456456123214365365214531642642531";
    let clues = prop::collection::vec((kind(), prop::collection::vec(0u16..360, 2..5)), 0..3);
    let blank = prop::collection::btree_set(0u16..36, 10..22);
    (clues, blank).prop_map(|(clues, blank)| {
        let mut case = Case::square(6);
        let digits = case.puzzle.layout.digits();
        for (cell, digit) in (0..36).zip(GRID).filter(|(cell, _)| !blank.contains(cell)) {
            case.give(Cell(cell), DigitSet::one(digit - b'0'));
        }
        let clues = clues.iter();
        case.statements = clues
            .map(|(kind, on)| statement(kind, on, 36, digits))
            .collect();
        case
    })
}

fn agrees_with_enumeration(case: &Case) -> Result<(), TestCaseError> {
    let truth = case.by_hand();
    let model = case.model();
    let all = enumerate(&case.puzzle, &model, Limits::NONE, Run::QUIET);
    let mut expected: Vec<String> = truth.iter().map(|values| case.digits(values)).collect();
    let mut solutions = all.solutions.clone();
    expected.sort_unstable();
    solutions.sort_unstable();
    prop_assert_eq!(solutions, expected);
    prop_assert_eq!(all.count, truth.len() as u64);
    prop_assert!(all.complete && all.stopped.is_none());

    let proof = prove(&case.puzzle, &model, Limits::NONE, Run::QUIET);
    let verdict = match truth.len() {
        0 => Verdict::None,
        1 => Verdict::Unique,
        _ => Verdict::Several,
    };
    prop_assert_eq!(proof.verdict, verdict);
    prop_assert_eq!(
        proof.solutions.as_slice(),
        &all.solutions[..truth.len().min(2)]
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(256))]

    #[test]
    fn small_puzzles_agree_with_enumeration(case in small_case()) {
        agrees_with_enumeration(&case)?;
    }

    #[test]
    fn middle_puzzles_agree_with_enumeration(case in middle_case()) {
        agrees_with_enumeration(&case)?;
    }
}

/// A 6x6 grid with two thermometers and a cage: tens of thousands of solutions.
fn many() -> Case {
    let mut case = Case::square(6);
    let cell = |row, column| Layout::square(6).cell(row, column);
    case.statements = vec![
        Statement::Ascending {
            cells: vec![cell(0, 0), cell(1, 1), cell(2, 2), cell(3, 3)],
            strict: true,
        },
        Statement::Ascending {
            cells: vec![cell(5, 0), cell(4, 1), cell(4, 2)],
            strict: true,
        },
        Statement::Linear {
            terms: vec![(cell(0, 3), 1), (cell(0, 4), 1), (cell(1, 4), 1)],
            compare: Compare::Equal,
            total: 12,
        },
    ];
    case
}

fn json(answer: &Answer) -> String {
    serde_json::to_string(answer).expect("answers are plain data")
}

#[test]
fn probe() {
    let case = many();
    let model = case.model();
    for threads in [1, 2, 8] {
        let run = Run {
            threads,
            progress: None,
        };
        let t = Timed::measure(|| count(&case.puzzle, &model, Limits::NONE, run));
        println!("{}", serde_json::to_string(&t).unwrap());
    }
}
