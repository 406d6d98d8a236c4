//! Compares the search with plain enumeration and between different numbers of threads, and tests its limits.

use crate::one_in;
use cluewright_engine::compile;
use cluewright_engine::model::explain_to_fixpoint;
use cluewright_engine::model::program::{Scratch, Work};
use cluewright_engine::model::sink::Inference;
use cluewright_engine::model::{Cite, Compiled, Model, Part, Word};
use cluewright_engine::search::classic::{self, Isa, Pencilmarks, Prover};
use cluewright_engine::search::{
    Answer, Candidates, Counts, Deadline, Estimate, Found, Limits, Progress, ProofNodes, Run,
    Sampling, Stop, Timed, Verdict, candidates, count, enumerate, estimate, others, prove,
    prove_in_shares, prove_of_images, prove_parts, refutes, refutes_by_cases, solve,
    solve_by_clauses, solve_together,
};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_puzzle::{Cell, DigitSet, Extra, Given, Layout, Puzzle, digit_char};
use cluewright_rules::statement::{Ascending, Consecutive, Distinct, Linear, Pair, Renumbering};
use cluewright_rules::{Book, Compare, PairTable, Statement};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::Mutex;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

/// A puzzle, with its clues as statements about cells.
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
        Model::new(&self.puzzle, &self.parts())
    }

    fn parts(&self) -> Vec<Part> {
        let part = |(number, statement): (usize, &Statement)| Part {
            cite: Cite::Clue(number as u16),
            statement: statement.clone(),
            implied: false,
        };
        self.statements.iter().enumerate().map(part).collect()
    }

    fn give(&mut self, cell: Cell, digits: DigitSet) {
        self.puzzle.givens.push(Given { cell, digits });
    }

    /// Returns every solution as the values of all cells, found by enumerating the values that the houses allow.
    fn by_hand(&self) -> Vec<Vec<u8>> {
        let cells = self.puzzle.cell_count();
        let mut open: Vec<DigitSet> = (0..cells)
            .map(|i| self.puzzle.domain(Cell::from_index(i)))
            .collect();
        for given in &self.puzzle.givens {
            let cell = &mut open[given.cell.index()];
            *cell = *cell & given.digits;
        }
        let houses = self.puzzle.layout.houses();
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

/// A kind of random statement. [`statement`] takes the indices of its cells modulo the number of cells.
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
        Statement::Pair(Pair(a, b, Arc::new(PairTable::new(digits, digits, allows))))
    };
    let linear = |terms, compare, total| {
        Statement::Linear(Linear {
            terms,
            compare,
            total,
        })
    };
    let terms = || cells.iter().map(|&c| (c, 1)).collect();
    match *kind {
        Kind::Distinct => Statement::Distinct(Distinct(cells)),
        Kind::Ascending(strict) => Statement::Ascending(Ascending { cells, strict }),
        Kind::Consecutive => Statement::Consecutive(Consecutive(cells)),
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
            Statement::Ascending(Ascending {
                cells: cells.clone(),
                strict: true,
            }),
            pair(&|x, y| x + y == 5),
        ]),
    }
}

/// Generates 4x4 puzzles with a few random clues and pencil marks. Some puzzles have a letter.
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

const GRID: &[u8; 36] = b"123456456123214365365214531642642531";

/// Returns a 6x6 puzzle whose givens are a full grid without the cells in `blank`.
fn mostly_given(blank: &BTreeSet<u16>) -> Case {
    let mut case = Case::square(6);
    for (cell, digit) in (0..36).zip(GRID).filter(|(cell, _)| !blank.contains(cell)) {
        case.give(Cell(cell), DigitSet::one(digit - b'0'));
    }
    case
}

/// Generates 6x6 puzzles whose givens are a full grid without 10 to 21 of its cells. The clues may contradict this
/// grid.
fn middle_case() -> impl Strategy<Value = Case> {
    let clues = prop::collection::vec((kind(), prop::collection::vec(0u16..360, 2..5)), 0..3);
    let blank = prop::collection::btree_set(0u16..36, 10..22);
    (clues, blank).prop_map(|(clues, blank)| {
        let mut case = mostly_given(&blank);
        let digits = case.puzzle.layout.digits();
        let clues = clues.iter();
        case.statements = clues
            .map(|(kind, on)| statement(kind, on, 36, digits))
            .collect();
        case
    })
}

/// Generates the offsets between cells that a rule relates.
fn offsets(least: usize) -> impl Strategy<Value = Vec<(i16, i16)>> {
    let all = vec![
        (0i16, 1i16),
        (1, 0),
        (1, 1),
        (1, -1),
        (1, 2),
        (2, 1),
        (1, -2),
        (2, -1),
    ];
    prop::sample::subsequence(all, least..=8)
}

/// Adds statements about all pairs of cells at each offset in `apart`. They forbid the pairs of digits in `barred` that
/// do not occur at this offset in `grid`. With `unlike`, two cells must also differ if they have different digits in
/// `grid`.
fn woven(
    mut case: Case,
    grid: &[u8],
    apart: Vec<(i16, i16)>,
    barred: &BTreeSet<(u8, u8)>,
    unlike: bool,
) -> Case {
    let digits = case.puzzle.layout.digits();
    let size = i16::from(case.puzzle.layout.rows);
    for (down, right) in apart {
        let inside = |at: i16| (0..size).contains(&at);
        let pairs: Vec<[u16; 2]> = (0..size * size)
            .filter(|cell| inside(cell / size + down) && inside(cell % size + right))
            .map(|cell| [cell, cell + size * down + right].map(|cell| cell as u16))
            .collect();
        let stood = |pair: &[u16; 2]| pair.map(|cell| grid[usize::from(cell)] - b'0');
        let allows =
            |x, y| !barred.contains(&(x, y)) || pairs.iter().any(|pair| stood(pair) == [x, y]);
        let table = Arc::new(PairTable::new(digits, digits, allows));
        for pair in pairs.iter() {
            let [a, b] = pair.map(Cell);
            let table = Arc::clone(&table);
            case.statements.push(Statement::Pair(Pair(a, b, table)));
            let [x, y] = stood(pair);
            if unlike && x != y {
                let differ = Distinct(vec![a, b]);
                case.statements.push(Statement::Distinct(differ));
            }
        }
    }
    case
}

/// Generates 6x6 puzzles with statements from [`woven`].
fn woven_case() -> impl Strategy<Value = Case> {
    let barred = prop::collection::btree_set((1u8..7, 1u8..7), 2..9);
    let blank = prop::collection::btree_set(0u16..36, 10..22);
    (barred, any::<bool>(), offsets(3), blank).prop_map(|(barred, unlike, apart, blank)| {
        woven(mostly_given(&blank), GRID, apart, &barred, unlike)
    })
}

/// Generates 4x4 puzzles with statements from [`woven`] and without givens.
fn open_case() -> impl Strategy<Value = Case> {
    let barred = prop::collection::btree_set((1u8..5, 1u8..5), 1..4);
    (barred, any::<bool>(), offsets(2)).prop_map(|(barred, unlike, apart)| {
        woven(Case::square(4), b"1234341221434321", apart, &barred, unlike)
    })
}

/// Checks that the model for long searches has the same solutions, that its propagation reaches the same board with and
/// without explanations, and that no solution refutes a reason.
fn long_search_holds<W: Word>(
    compiled: &Compiled<W>,
    truth: &[Vec<u8>],
    kept: &[u64],
    wrap: impl Fn(Compiled<W>) -> Model,
) -> Result<(), TestCaseError> {
    let Some(long_search) = compiled.for_long_search() else {
        return Ok(());
    };
    let base = long_search.program.shared().base;
    let mut board = long_search.start.clone();
    for (set, &kept) in board.iter_mut().zip(kept) {
        *set &= W::from_bits(kept >> base);
    }
    let mut found: Vec<Inference<W>> = vec![];
    if board.iter().all(|set| !set.is_none()) {
        let before = board.clone();
        let slow = explain_to_fixpoint(&long_search, &mut board, &mut Scratch::default(), |one| {
            found.push(one.clone());
        });
        let fast = propagate(&long_search, before);
        prop_assert_eq!(fast, slow.is_ok().then_some(board));
    }
    for Inference { removed, facts } in &found {
        let holds = |values: &[u8], var: u16, set: W| {
            let bit = i64::from(values[usize::from(var)]) - base;
            !(set & W::one(bit as u32)).is_none()
        };
        let refuting = truth.iter().find(|values| {
            facts
                .iter()
                .all(|fact| holds(values, fact.var, fact.within))
                && removed.is_none_or(|(var, lost)| holds(values, var, lost))
        });
        prop_assert_eq!(refuting, None, "{:?} without {:?}", removed, facts);
    }
    let mut solutions = solve(&wrap(long_search), Limits::NONE).solutions;
    solutions.sort_unstable();
    let mut truth = truth.to_vec();
    truth.sort_unstable();
    prop_assert_eq!(solutions, truth);
    Ok(())
}

/// Runs the relations on a board to their fixpoint. Returns `None` on a contradiction.
fn propagate<W: Word>(compiled: &Compiled<W>, mut board: Vec<W>) -> Option<Vec<W>> {
    let mut work = Work::default();
    loop {
        let before = board.clone();
        compiled.program.wake_all(&board, &mut work);
        compiled.program.fixpoint(&mut board, &mut work).ok()?;
        if before == board {
            return Some(board);
        }
    }
}

/// A symmetry of 4x4 grids: a rotation or reflection, a swap of two rows, a reversal of the digits, or a rotation with a
/// reversal.
#[derive(Clone, Copy, Debug)]
enum Turn {
    Half,
    Diagonal,
    Quarter,
    Rows,
    Mirror,
    HalfAndMirror,
}

impl Turn {
    fn cell(self, cell: Cell) -> Cell {
        let layout = Layout::square(4);
        let (row, column) = (cell.0 as u8 / 4, cell.0 as u8 % 4);
        match self {
            Self::Half | Self::HalfAndMirror => layout.cell(3 - row, 3 - column),
            Self::Diagonal => layout.cell(column, row),
            Self::Quarter => layout.cell(column, 3 - row),
            Self::Rows => layout.cell([1, 0, 2, 3][usize::from(row)], column),
            Self::Mirror => cell,
        }
    }

    fn statement(self, statement: &Statement) -> Option<Statement> {
        let turned = statement.with_cells(&|cell| self.cell(cell));
        match self {
            Self::Mirror | Self::HalfAndMirror => turned.renumbered(&Renumbering::Down(5)),
            _ => Some(turned),
        }
    }

    fn digits(self, digits: DigitSet) -> DigitSet {
        match self {
            Self::Mirror | Self::HalfAndMirror => digits.iter().map(|digit| 5 - digit).collect(),
            _ => digits,
        }
    }
}

/// Generates 4x4 puzzles whose clues and pencil marks are invariant under a symmetry.
fn invariant_case() -> impl Strategy<Value = (Turn, Case)> {
    let clues = prop::collection::vec((kind(), prop::collection::vec(0u16..400, 2..5)), 0..4);
    let marks = prop::collection::vec((0u16..16, 1u64..16), 0..3);
    let turn = prop::sample::select(vec![
        Turn::Half,
        Turn::Diagonal,
        Turn::Quarter,
        Turn::Rows,
        Turn::Mirror,
        Turn::HalfAndMirror,
    ]);
    (turn, clues, marks).prop_map(|(turn, clues, marks)| {
        let mut case = Case::square(4);
        let digits = case.puzzle.layout.digits();
        for (kind, on) in &clues {
            let mut clue = statement(kind, on, 16, digits);
            for _ in 0..4 {
                case.statements.push(clue.clone());
                clue = turn.statement(&clue).expect("these kinds can be mirrored");
            }
        }
        for &(cell, bits) in &marks {
            let (mut cell, mut digits) = (Cell(cell), DigitSet::from_bits(bits << 1));
            for _ in 0..4 {
                case.give(cell, digits);
                (cell, digits) = (turn.cell(cell), turn.digits(digits));
            }
        }
        (turn, case)
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

    if let Some(proof) = prove_of_images(&case.puzzle, &case.parts(), Limits::NONE) {
        prop_assert_eq!(proof.verdict, verdict);
        prop_assert_eq!(proof.solutions.len(), truth.len().min(2));
        prop_assert!(
            proof
                .solutions
                .iter()
                .all(|one| all.solutions.contains(one))
        );
        prop_assert!(proof.solutions.first() != proof.solutions.get(1) || truth.is_empty());
    }

    if let Some((known, rest)) = truth.split_first() {
        let mut beside = others(&model, known, Limits::NONE).solutions;
        beside.sort_unstable();
        let mut rest = rest.to_vec();
        rest.sort_unstable();
        prop_assert_eq!(beside, rest);
    }

    let learnt = solve_by_clauses(&case.puzzle, &case.parts(), &model, Limits::NONE);
    let mut learnt = learnt.expect("a small formula").solutions;
    learnt.sort_unstable();
    let mut every = truth.clone();
    every.sort_unstable();
    prop_assert_eq!(learnt, every);

    for run in [
        Run::QUIET,
        Run {
            threads: 2,
            ..Run::QUIET
        },
    ] {
        let proof = prove_in_shares(&case.puzzle, &case.parts(), &model, Limits::NONE, run);
        prop_assert_eq!(proof.verdict, verdict);
        prop_assert_eq!(proof.solutions.len(), truth.len().min(2));
        let are_solutions = proof
            .solutions
            .iter()
            .all(|one| all.solutions.contains(one));
        prop_assert!(are_solutions);
        prop_assert!(
            (proof.solutions.first(), proof.extras.first())
                != (proof.solutions.get(1), proof.extras.get(1))
                || truth.is_empty()
        );
    }

    let grid = case.puzzle.layout.cell_count();
    for cap in [1, 3, u64::MAX] {
        let found = candidates(&case.puzzle, &model, cap, Limits::NONE, Run::QUIET);
        let mut counts = found.candidates;
        counts.extend(found.extras.into_values().flatten());
        prop_assert_eq!(
            &counts,
            &count_values(&truth, case.puzzle.cell_count(), cap)
        );
        prop_assert_eq!(found.verdict, verdict);
        prop_assert!(counts.len() >= grid && found.complete && found.stopped.is_none());
    }
    Ok(())
}

/// Returns, for each cell, the number of solutions that contain each value, up to the cap.
fn count_values(solutions: &[Vec<u8>], cells: usize, cap: u64) -> Vec<Counts> {
    let mut counts = vec![Counts::new(); cells];
    for (cell, value) in solutions.iter().flat_map(|s| s.iter().enumerate()) {
        let count = counts[cell].entry(*value).or_default();
        *count = cap.min(*count + 1);
    }
    counts
}

proptest! {
    #![proptest_config(ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::with_cases(256 / one_in(8))
    })]

    #[test]
    fn small_puzzles_agree_with_enumeration(case in small_case()) {
        agrees_with_enumeration(&case)?;
    }

    #[test]
    fn middle_puzzles_agree_with_enumeration(case in middle_case()) {
        agrees_with_enumeration(&case)?;
    }

    #[test]
    fn puzzles_with_rules_about_all_pairs_agree_with_enumeration(case in woven_case()) {
        agrees_with_enumeration(&case)?;
    }

    #[test]
    fn small_puzzles_with_rules_about_all_pairs_agree_with_enumeration(case in open_case()) {
        agrees_with_enumeration(&case)?;
    }

    #[test]
    fn models_for_searches_that_last_hold(
        case in prop_oneof![1 => woven_case(), 3 => open_case()],
        kept in prop::collection::vec((0u64..128, 0u64..128).prop_map(|(a, b)| a | b), 36),
    ) {
        let truth = case.by_hand();
        match case.model() {
            Model::Narrow(compiled) => long_search_holds(&compiled, &truth, &kept, Model::Narrow)?,
            Model::Wide(compiled) => long_search_holds(&compiled, &truth, &kept, Model::Wide)?,
            Model::Widest(compiled) => long_search_holds(&compiled, &truth, &kept, Model::Widest)?,
        }
    }

    #[test]
    fn maps_of_a_puzzle_onto_itself_are_found((turn, case) in invariant_case()) {
        let found = prove_of_images(&case.puzzle, &case.parts(), Limits::NONE);
        prop_assert!(found.is_some(), "a grid turned by {turn:?} is the same");
        // The first solution is reported, whether the limit on solutions or the node limit ends the search.
        let limits = Limits { nodes: u64::MAX, ..Limits::solutions(1) };
        let one = prove_of_images(&case.puzzle, &case.parts(), limits).expect("it has maps");
        let limits = Limits { nodes: one.nodes, ..Limits::NONE };
        let some = prove_of_images(&case.puzzle, &case.parts(), limits).expect("it has maps");
        prop_assert!(some.count >= one.count && some.nodes <= one.nodes, "{some:?} {one:?}");
        prop_assert_eq!(some.solutions.first(), one.solutions.first());
        agrees_with_enumeration(&case)?;
    }
}

/// Returns a 6x6 grid with its first row as givens, a short thermometer and a cage. It has about ten thousand
/// solutions.
fn many() -> Case {
    let mut case = Case::square(6);
    let cell = |row, column| Layout::square(6).cell(row, column);
    for column in 0..6 {
        case.give(cell(0, column), DigitSet::one(column + 1));
    }
    case.statements = vec![
        Statement::Ascending(Ascending {
            cells: vec![cell(2, 2), cell(3, 3)],
            strict: true,
        }),
        Statement::Linear(Linear {
            terms: vec![(cell(4, 1), 1), (cell(4, 2), 1), (cell(5, 2), 1)],
            compare: Compare::AtMost,
            total: 12,
        }),
    ];
    case
}

/// Checks that an answer is the same, byte for byte, on any number of threads, and returns it.
fn same_on_all_threads(answer: impl Fn(Run<'_>) -> String) -> String {
    let on = |threads| {
        answer(Run {
            threads,
            progress: None,
        })
    };
    let alone = on(1);
    for threads in [8, 2].into_iter().step_by(one_in(2)) {
        assert_eq!(on(threads), alone);
    }
    alone
}

fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).expect("answers are plain data")
}

#[test]
fn answers_are_documented_json() {
    let mut case = Case::square(4);
    case.puzzle.extras.push(Extra {
        name: "A".to_owned(),
        size: 1,
        columns: 0,
        values: DigitSet::range(8, 9),
    });
    for (cell, digit) in (0..16).zip(b"1234341221434321") {
        case.give(Cell(cell), DigitSet::one(digit - b'0'));
    }
    let proof = prove(&case.puzzle, &case.model(), Limits::default(), Run::QUIET);
    assert_eq!(
        json(&proof),
        r#"{"verdict":"several","solutions":["1234341221434321","1234341221434321"],"#.to_owned()
            + r#""extras":[{"A":[8]},{"A":[9]}],"count":2,"complete":false,"nodes":1,"#
            + r#""stopped":"solutions"}"#
    );
    let back: Answer = serde_json::from_str(&json(&proof)).expect("answers can be read back");
    assert_eq!(back, proof);
    let timed = Timed::measure(|| proof.clone());
    assert!(json(&timed).starts_with(json(&proof).trim_end_matches('}')));
    assert!(json(&timed).contains(r#","seconds":"#));

    let found = candidates(
        &case.puzzle,
        &case.model(),
        1,
        Limits::default(),
        Run::QUIET,
    );
    assert!(json(&found).contains(r#""extras":{"A":[{"8":1,"9":1}]},"complete":true,"open":0"#));
    let back: Candidates =
        serde_json::from_str(&json(&found)).expect("candidates can be read back");
    assert_eq!(back, found);

    case.puzzle.extras.clear();
    let proof = prove(&case.puzzle, &case.model(), Limits::default(), Run::QUIET);
    assert_eq!(
        json(&proof),
        r#"{"verdict":"unique","solutions":["1234341221434321"],"count":1,"complete":true,"#
            .to_owned()
            + r#""nodes":0,"stopped":null}"#
    );
}

#[test]
fn an_empty_small_grid_has_its_known_number_of_solutions() {
    let case = Case::square(4);
    let all = count(&case.puzzle, &case.model(), Limits::NONE, Run::QUIET);
    assert_eq!(
        (all.count, all.complete, all.solutions.len()),
        (288, true, 2)
    );
}

#[test]
fn counts_do_not_depend_on_threads() {
    let case = many();
    let model = case.model();
    let alone = same_on_all_threads(|run| json(&count(&case.puzzle, &model, Limits::NONE, run)));
    let all: Answer = serde_json::from_str(&alone).expect("answers can be read back");
    assert!(all.complete && all.nodes > 10_000, "{alone}");
    assert_eq!(all.count, case.by_hand().len() as u64);
    let in_parts = in_parts(&model, Limits::NONE);
    assert_eq!((in_parts.count, in_parts.stopped), (all.count, None));
}

/// Returns the result of a search that is split among threads after a few hundred guesses, and checks that it does
/// not depend on the number of threads.
fn in_parts(model: &Model, limits: Limits<'_>) -> Found {
    same_on_all_threads(|run| {
        let found = solve_together(model, limits, run);
        // Once there are enough solutions, the number of threads decides which part of the search remains, so that part
        // is not compared.
        json(&(
            found.count,
            found.solutions,
            found.nodes,
            format!("{:?}", found.stopped),
        ))
    });
    solve_together(model, limits, Run::QUIET)
}

/// A search of more than 2^18 nodes is split among threads, as in a command.
#[test]
fn long_searches_do_not_depend_on_threads() {
    let case = Case::square(6);
    let limits = Limits {
        nodes: (1 << 18) + 2000,
        ..Limits::NONE
    };
    let model = case.model();
    let alone = same_on_all_threads(|run| json(&count(&case.puzzle, &model, limits, run)));
    let some: Answer = serde_json::from_str(&alone).expect("answers can be read back");
    assert_eq!(
        (some.nodes, some.stopped),
        (limits.nodes, Some(Stop::Nodes))
    );
}

/// Counts solutions with a node limit that ends the search early, and checks that the limit is kept.
fn counts_until(case: &Case, model: &Model, nodes: u64) -> Limits<'static> {
    let limits = Limits {
        nodes,
        ..Limits::NONE
    };
    let alone = same_on_all_threads(|run| json(&count(&case.puzzle, model, limits, run)));
    let some: Answer = serde_json::from_str(&alone).expect("answers can be read back");
    assert_eq!((some.nodes, some.stopped), (nodes, Some(Stop::Nodes)));
    assert!(!some.complete);
    let some = in_parts(model, limits);
    assert_eq!((some.nodes, some.stopped), (nodes, Some(Stop::Nodes)));
    limits
}

#[test]
fn a_search_that_goes_on_with_more_repeats_and_keeps_its_limits() {
    let barred = [(1, 2), (2, 1), (3, 3), (5, 6)].into_iter().collect();
    let case = woven(many(), GRID, vec![(1, 1), (1, -1), (1, 0)], &barred, false);
    let model = case.model();
    let alone = same_on_all_threads(|run| json(&count(&case.puzzle, &model, Limits::NONE, run)));
    let all: Answer = serde_json::from_str(&alone).expect("answers can be read back");
    assert!(all.complete && all.nodes > 1000, "{alone}");
    assert_eq!(all.count, case.by_hand().len() as u64);
    for nodes in [49, 50, 51, 120, all.nodes - 1] {
        counts_until(&case, &model, nodes);
    }
}

#[test]
fn solutions_do_not_depend_on_threads() {
    let case = many();
    let model = case.model();
    let alone = same_on_all_threads(|run| {
        json(&enumerate(
            &case.puzzle,
            &model,
            Limits::solutions(6000),
            run,
        ))
    });
    let some: Answer = serde_json::from_str(&alone).expect("answers can be read back");
    assert_eq!((some.count, some.stopped), (6000, Some(Stop::Solutions)));
    let different: BTreeSet<&String> = some.solutions.iter().collect();
    assert_eq!(different.len(), 6000);
    let in_parts = in_parts(&model, Limits::solutions(6000));
    let different: BTreeSet<&Vec<u8>> = in_parts.solutions.iter().collect();
    assert_eq!(different.len(), 6000);
}

#[test]
fn node_limits_repeat_and_are_kept() {
    let case = many();
    let model = case.model();
    for nodes in (0..30)
        .step_by(one_in(6))
        .chain([4095, 4096, 4097, 4200, 7777, 12_000])
    {
        let limits = counts_until(&case, &model, nodes);
        let alone =
            same_on_all_threads(|run| json(&candidates(&case.puzzle, &model, 50, limits, run)));
        let some: Candidates = serde_json::from_str(&alone).expect("candidates can be read back");
        assert!(some.nodes <= nodes);
        assert_eq!(some.complete, some.stopped.is_none());
        assert_eq!(some.complete, some.open == 0);
    }
}

/// Returns the answer for a grid with entropy, four skyscrapers, a given, and these additional givens.
fn of_classes(givens: &str) -> Answer {
    let skyscrapers = "Skyscraper~R4~~2.Skyscraper~R1~8~.Skyscraper~R8~~5.Skyscraper~R6~~7";
    let text = format!(".GlobalEntropy.{skyscrapers}.~R3C6_8{givens}");
    let reading = read_any(&text, None, &ReadOptions::default()).expect("a puzzle");
    let puzzle = &reading.puzzles[0];
    let model = compile(puzzle, Book::builtin()).expect("the clues fit their rules");
    let alone = same_on_all_threads(|run| json(&prove(puzzle, &model, Limits::NONE, run)));
    serde_json::from_str(&alone).expect("answers can be read back")
}

/// A long search whose guesses are about classes restarts without some candidates. None of these candidates may occur
/// in a solution.
#[test]
fn single_candidates_are_tried_without_losing_solutions() {
    let found = of_classes("");
    assert_eq!(found.verdict, Verdict::Unique);
    assert!(found.nodes > 200, "{} nodes", found.nodes);
    let digits: Vec<char> = found.solutions[0].chars().collect();
    let mut nodes = 0;
    for cell in [61, 11, 54].into_iter().step_by(one_in(3)) {
        let name = format!("R{}C{}", cell / 9 + 1, cell % 9 + 1);
        for digit in '1'..='9' {
            let with = of_classes(&format!(".~{name}_{digit}"));
            let expected = match digit == digits[cell] {
                true => (Verdict::Unique, found.solutions.clone()),
                false => (Verdict::None, vec![]),
            };
            assert_eq!(
                (with.verdict, with.solutions),
                expected,
                "{digit} in {name}"
            );
            nodes = nodes.max(with.nodes);
        }
    }
    assert!(nodes > 200, "no search was long enough: {nodes} nodes");
}

/// Pencil marks that contain a random grid. Further marks were added in random order if the solution remained unique.
const MARKS: &str = "\
    12.456789.234567891.34.678..23456789.23.56.891234567891..4.6.891..4567891.345..8.\
    .2345678..2...67.91.34.678...34...8.123456789.2.45..8.1...56789123456.8..23456..9\
    ....56..912.4.6789123456789123.5.789.23.567...2.456.891234567891..456789123456789\
    123.567891..4.6.891.3...789..3456789.234.67.9123456789..3..6789..3.56789.23456789\
    123.5678912..5.7891.3.5.78.1.34....9.23.567.9.2.456.8.12345.789.234.678..23456.89\
    123456789123.5678.1234.67891.3..6.8.1234.6..91...56...1.3456..9123..67..12345.78.\
    12.45.789123456.89123456789.23456.891234.67.91.34.67891.34.6789123...78912345..89\
    1...5.78912345..891..45..8.123456.89.234.67.9.2..56..9123..678912.4567.9.23.5...9\
    12345678.12....7..12.45.78.1234.67...23..67..1...567..12345678912.45678.123......";

/// The classic kernel takes over each question about a hard plain sudoku.
#[test]
fn the_kernel_answers_what_lasts_however_it_is_asked() {
    let reading = read_any(MARKS, None, &ReadOptions::default()).expect("a puzzle");
    let puzzle = &reading.puzzles[0];
    let asked = |puzzle: &Puzzle| {
        let model = compile(puzzle, Book::builtin()).expect("there is no clue");
        let alone = same_on_all_threads(|run| json(&count(puzzle, &model, Limits::NONE, run)));
        let counted: Answer = serde_json::from_str(&alone).expect("answers can be read back");
        let possible = candidates(puzzle, &model, 1, Limits::NONE, Run::QUIET);
        assert_eq!(counted.verdict, possible.verdict);
        assert!(counted.complete && possible.complete);
        (counted, possible)
    };
    // In a batch with one puzzle, the kernel first tries the puzzle without lanes.
    let batched = |puzzle: &Puzzle| {
        let marks = Pencilmarks::of(puzzle).expect("it is plain");
        let isas = Isa::EVERY.into_iter().filter(|isa| isa.is_available());
        let mut verdicts: Vec<classic::Verdict> = isas
            .flat_map(|isa| Prover::new(isa).expect("it is there").prove_marks(&[marks]))
            .collect();
        verdicts.dedup();
        verdicts
    };
    let (counted, possible) = asked(puzzle);
    assert_eq!(batched(puzzle), [classic::Verdict::Unique]);
    let model = compile(puzzle, Book::builtin()).expect("there is no clue");
    let general = solve(&model, Limits::NONE);
    assert!(general.nodes > 4096, "it does not last");
    assert_ne!(general.nodes, counted.nodes, "the kernel was not asked");
    assert_eq!(possible.nodes, counted.nodes);
    let solution: Vec<Counts> = (general.solutions[0].iter())
        .map(|&digit| Counts::from([(digit, 1)]))
        .collect();
    assert_eq!((general.count, counted.count), (1, 1));
    assert_eq!(possible.candidates, solution);

    // Remove the solution's digit from a cell, or add all missing digits to it. Each of the added digits would
    // allow a second solution.
    let with = |digits: DigitSet| {
        let mut changed = puzzle.clone();
        changed.givens[0].digits = digits;
        (asked(&changed).0.verdict, batched(&changed))
    };
    let Given { cell, digits } = puzzle.givens[0];
    let right = DigitSet::one(general.solutions[0][cell.index()]);
    let none = (Verdict::None, vec![classic::Verdict::None]);
    assert_eq!(with(digits.without(right)), none);
    let several = (Verdict::Several, vec![classic::Verdict::Several]);
    assert_eq!(with(DigitSet::range(1, 9)), several);
}

/// Returns a grid with a ring of four consecutive digits in each box. It has about nine thousand symmetries.
fn rings() -> Case {
    let mut case = Case::square(9);
    let layout = Layout::square(9);
    for middle in (1..9)
        .step_by(3)
        .flat_map(|r| (1..9).step_by(3).map(move |c| (r, c)))
    {
        let (row, column) = middle;
        let ring = [
            (row - 1, column),
            (row, column - 1),
            (row, column + 1),
            (row + 1, column),
        ];
        let cells = ring.map(|(row, column)| layout.cell(row, column));
        case.statements
            .push(Statement::Consecutive(Consecutive(cells.to_vec())));
    }
    case
}

#[test]
fn a_search_that_uses_maps_repeats_and_keeps_its_limits() {
    let case = rings();
    let (parts, model) = (case.parts(), case.model());
    for nodes in [4096, 4097, 9000, 12_000] {
        let limits = Limits {
            nodes,
            ..Limits::NONE
        };
        let alone = same_on_all_threads(|run| {
            json(&prove_parts(&case.puzzle, &parts, &model, limits, run))
        });
        let some: Answer = serde_json::from_str(&alone).expect("answers can be read back");
        assert_eq!(
            (some.nodes, some.stopped),
            (nodes, Some(Stop::Nodes)),
            "{some:?}"
        );
    }
}

#[test]
fn a_cut_search_decides_nothing() {
    let case = many();
    let model = case.model();
    let raised = AtomicBool::new(true);
    let time = Limits {
        deadline: Deadline::after(Duration::ZERO),
        ..Limits::NONE
    };
    let cancelled = Limits {
        cancel: Some(&raised),
        ..Limits::NONE
    };
    for (limits, stop) in [(time, Stop::Time), (cancelled, Stop::Cancelled)] {
        for threads in [1, 4] {
            let run = Run {
                threads,
                progress: None,
            };
            let proof = prove(&case.puzzle, &model, limits, run);
            assert_eq!(
                (proof.verdict, proof.stopped),
                (Verdict::Undecided, Some(stop))
            );
            let found = candidates(&case.puzzle, &model, 1, limits, run);
            assert_eq!(
                (found.verdict, found.stopped),
                (Verdict::Undecided, Some(stop))
            );
            assert!(!found.complete && found.open > 0);
            let guess = estimate(&model, pure(1, 1000), limits, run);
            assert_eq!((guess.stopped, guess.interval), (Some(stop), None));
        }
    }
}

#[test]
fn progress_comes_to_its_end() {
    let case = many();
    let model = case.model();
    for threads in [1, 4] {
        let told = Mutex::new(vec![]);
        let tell = |progress: Progress| told.lock().expect("no panic").push(progress);
        let run = Run {
            threads,
            progress: Some(&tell),
        };
        let all = count(&case.puzzle, &model, Limits::NONE, run);
        let told = told.into_inner().expect("no panic");
        assert!(told.len() > 3 && told.len() as u64 <= all.nodes / 1000);
        assert!(told.is_sorted_by(|a, b| a.nodes < b.nodes && a.fraction <= b.fraction));
        let last = told[told.len() - 1];
        assert!(last.fraction > 0.5 && last.fraction <= 1.0, "{last:?}");
        assert!(last.nodes <= all.nodes && last.solutions <= all.count);
    }
}

#[test]
fn candidates_do_not_depend_on_threads() {
    let case = many();
    let model = case.model();
    let truth = case.by_hand();
    for cap in [1, 40, 1_000_000] {
        let alone = same_on_all_threads(|run| {
            json(&candidates(&case.puzzle, &model, cap, Limits::NONE, run))
        });
        let found: Candidates = serde_json::from_str(&alone).expect("candidates can be read back");
        assert_eq!(found.candidates, count_values(&truth, 36, cap));
    }
}

/// Returns options for sampling with this number of probes, without exact counts.
fn pure(seed: u64, probes: u64) -> Sampling {
    Sampling {
        seed,
        probes,
        precision: 0.0,
        nodes: u64::MAX,
        subtree: 0,
    }
}

#[test]
fn estimates_do_not_depend_on_threads() {
    let model = many().model();
    let sampling = Sampling {
        seed: 7,
        subtree: 16,
        nodes: Sampling::default().nodes / one_in::<u64>(8),
        ..Sampling::default()
    };
    same_on_all_threads(|run| json(&estimate(&model, sampling, Limits::NONE, run)));
    let limits = Limits {
        nodes: 20_000,
        ..Limits::NONE
    };
    same_on_all_threads(|run| json(&estimate(&model, pure(7, 100_000), limits, run)));
}

/// Returns the number of seeds, out of 200, whose interval contains the true number.
fn count_covered(case: &Case, sampling: impl Fn(u64) -> Sampling) -> usize {
    let model = case.model();
    let truth = count(&case.puzzle, &model, Limits::NONE, Run::QUIET).count as f64;
    let covers = |&seed: &u64| {
        let estimate = estimate(&model, sampling(seed), Limits::NONE, Run::QUIET);
        assert!(!estimate.exact);
        let [low, high] = estimate.interval.expect("these puzzles have solutions");
        (low..=high).contains(&truth)
    };
    (0..200).filter(covers).count()
}

#[test]
#[ignore = "takes most of a minute; .ci/nightly runs it"]
fn confidence_intervals_cover_the_truth() {
    let whisper = PairTable::new(DigitSet::range(1, 4), DigitSet::range(1, 4), |a, b| {
        a.abs_diff(b) >= 2
    });
    let mut line = Case::square(4);
    line.statements = vec![Statement::Pair(Pair(Cell(0), Cell(5), Arc::new(whisper)))];
    let mut cage = Case::square(4);
    cage.statements = vec![Statement::Linear(Linear {
        terms: vec![(Cell(5), 1), (Cell(6), 1), (Cell(10), 1)],
        compare: Compare::Equal,
        total: 8,
    })];
    for case in [&line, &cage] {
        let covered = count_covered(case, |seed| pure(seed, 200));
        assert!((174..=199).contains(&covered), "{covered} of 200");
    }
    let probed = count_covered(&many(), |seed| Sampling {
        subtree: 16,
        ..pure(seed, 64)
    });
    assert!((174..=199).contains(&probed), "{probed} of 200");
    let cut = count_covered(&line, |seed| Sampling {
        nodes: 3_000,
        ..pure(seed, u64::MAX)
    });
    assert!((174..=199).contains(&cut), "{cut} of 200");
}

/// Returns a 6x6 puzzle with a thermometer, a sum, a few givens and many solutions.
fn random_case(random: &mut ChaCha8Rng) -> Case {
    let layout = Layout::square(6);
    let mut digits: Vec<u8> = (1..=6).collect();
    digits.shuffle(random);
    let solution = |cell: Cell| {
        let (row, column) = (cell.index() / 6, cell.index() % 6);
        digits[(3 * (row % 2) + row / 2 + column) % 6]
    };
    let mut cells: Vec<Cell> = (0..36).map(Cell::from_index).collect();
    cells.shuffle(random);
    let mut case = Case::square(6);
    for &cell in &cells[..9] {
        case.give(cell, DigitSet::one(solution(cell)));
    }
    let mut bulb = [cells[10], cells[11], cells[12]];
    bulb.sort_by_key(|&cell| solution(cell));
    let is_strict = |two: &[Cell]| solution(two[0]) < solution(two[1]);
    case.statements = vec![Statement::Ascending(Ascending {
        strict: bulb.windows(2).all(is_strict),
        cells: bulb.to_vec(),
    })];
    let row = random.random_range(0..6);
    let terms: Vec<(Cell, i64)> = (0..3).map(|column| (layout.cell(row, column), 1)).collect();
    let summed = terms.iter().map(|&(cell, _)| i64::from(solution(cell)));
    let total = summed.sum();
    case.statements.push(Statement::Linear(Linear {
        terms,
        compare: Compare::AtMost,
        total,
    }));
    case
}

/// Checks estimates for random puzzles whose number of solutions is known, with 20 to 200 probes on average. At least 93
/// per cent of the intervals must contain this number.
///
/// If an interval misses it, the number is usually above the interval, because large results are rare.
#[test]
fn confidence_intervals_cover_the_truth_of_random_puzzles() {
    let mut random = ChaCha8Rng::seed_from_u64(1);
    let (mut cases, mut covered, mut probes) = (0, 0, 0);
    while cases < 200 / one_in(4) {
        let case = random_case(&mut random);
        let model = case.model();
        let truth = count(&case.puzzle, &model, Limits::NONE, Run::QUIET).count as f64;
        for seed in 0..20 {
            let sampling = Sampling {
                nodes: 1_000,
                subtree: 4,
                ..pure(seed, u64::MAX)
            };
            let estimate = estimate(&model, sampling, Limits::NONE, Run::QUIET);
            if estimate.exact {
                break;
            }
            cases += 1;
            probes += estimate.probes;
            let [low, high] = estimate.interval.expect("these puzzles have solutions");
            covered += u64::from((low..=high).contains(&truth));
        }
    }
    assert!((20..200).contains(&(probes / cases)), "{probes} probes");
    assert!(100 * covered >= 93 * cases, "{covered} of {cases}");
}

#[test]
fn a_variable_whose_values_all_fail_refutes() {
    let mut budget = ProofNodes {
        search: 10,
        case: 10,
        cases: 1_000,
        all: 10_000,
    };
    let mut case = Case::square(4);
    assert!(!refutes_by_cases(&case.model(), &mut budget, &|| true));
    assert!(budget.all < 10_000);
    // R1C1 can be 1 or 2, but its box already contains both digits.
    case.give(Cell(0), [1, 2].into_iter().collect());
    case.give(Cell(1), DigitSet::one(1));
    case.give(Cell(4), DigitSet::one(2));
    assert!(refutes_by_cases(&case.model(), &mut budget, &|| true));
    assert_eq!(refutes(&case.model(), &mut budget, &|| true), Some(true));
    budget.all = 0;
    assert!(!refutes_by_cases(&case.model(), &mut budget, &|| true));
}

#[test]
fn an_estimate_ends_after_so_many_boards_without_being_stopped() {
    let sampling = Sampling {
        nodes: 3_000,
        ..pure(1, u64::MAX)
    };
    let model = many().model();
    let estimate = estimate(&model, sampling, Limits::NONE, Run::QUIET);
    assert_eq!((estimate.stopped, estimate.exact), (None, false));
    assert!(estimate.interval.is_some());
    assert!((3_000..6_000).contains(&estimate.nodes), "{estimate:?}");
}

#[test]
fn small_searches_are_counted_not_estimated() {
    let case = Case::square(4);
    let estimate = estimate_of(&case);
    assert!(estimate.exact);
    assert_eq!(
        (estimate.mean, estimate.interval),
        (288.0, Some([288.0, 288.0]))
    );
    let mut none = case;
    none.give(Cell(0), DigitSet::one(1));
    none.give(Cell(1), DigitSet::one(1));
    let estimate = estimate_of(&none);
    assert_eq!(
        (estimate.mean, estimate.exact, estimate.log10),
        (0.0, true, None)
    );
}

fn estimate_of(case: &Case) -> Estimate {
    estimate(&case.model(), Sampling::default(), Limits::NONE, Run::QUIET)
}
