//! Compares the classic kernel with a plain backtracker, and its instruction sets with each other.

use crate::one_in;
use cluewright_engine::search::classic::{
    Grid, Isa, IsaError, LineError, Pencilmarks, Proof, Prover, Verdict, text_lines,
};
use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// A reference solver that counts solutions up to two and keeps the first one. It branches on the cell with the
/// fewest candidates.
#[derive(Default)]
struct Referee {
    found: u8,
    first: Option<[u8; 81]>,
}

impl Referee {
    fn judge(puzzle: &Pencilmarks) -> Proof {
        let mut referee = Self::default();
        referee.search(puzzle.0.map(|cell| cell & 0o777), [0; 81]);
        let verdict = match referee.found {
            0 => Verdict::None,
            1 => Verdict::Unique,
            _ => Verdict::Several,
        };
        let unique = referee.first.filter(|_| verdict == Verdict::Unique);
        Proof {
            verdict,
            solution: unique.map(Grid),
        }
    }

    fn search(&mut self, candidates: [u16; 81], grid: [u8; 81]) {
        let open = (0..81).filter(|&cell| grid[cell] == 0);
        let Some(cell) = open.min_by_key(|&cell| candidates[cell].count_ones()) else {
            self.found += 1;
            self.first.get_or_insert(grid);
            return;
        };
        for digit in 1..=9 {
            if self.found < 2 && candidates[cell] >> (digit - 1) & 1 == 1 {
                let (mut candidates, mut grid) = (candidates, grid);
                grid[cell] = digit;
                for (other, marks) in candidates.iter_mut().enumerate() {
                    if other != cell && sees(cell, other) {
                        *marks &= !(1 << (digit - 1));
                    }
                }
                self.search(candidates, grid);
            }
        }
    }
}

fn sees(a: usize, b: usize) -> bool {
    let house = |cell: usize| (cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3);
    let ((r, c, x), (s, d, y)) = (house(a), house(b));
    r == s || c == d || x == y
}

/// Generates a random solved grid by shuffling the rows, columns, bands, stacks and digits of a pattern.
fn random_grid(rng: &mut ChaCha8Rng) -> [u8; 81] {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    digits.shuffle(rng);
    let (rows, columns) = (shuffle_lines(rng), shuffle_lines(rng));
    std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(row % 3 * 3 + row / 3 + column) % 9]
    })
}

fn shuffle_lines(rng: &mut ChaCha8Rng) -> Vec<usize> {
    let mut order = Vec::new();
    let mut groups = [0, 1, 2];
    groups.shuffle(rng);
    for group in groups {
        let mut inside = [0, 1, 2];
        inside.shuffle(rng);
        order.extend(inside.map(|i| group * 3 + i));
    }
    order
}

/// Generates a puzzle with an arbitrary verdict: some digits of a random grid as givens, in some cases with one given
/// replaced at random.
fn random_puzzle(rng: &mut ChaCha8Rng) -> Grid {
    let mut grid = random_grid(rng);
    let mut cells: Vec<usize> = (0..81).collect();
    cells.shuffle(rng);
    let clues = rng.random_range(20..40);
    for &cell in &cells[clues..] {
        grid[cell] = 0;
    }
    if rng.random_range(0..3) == 0 {
        grid[cells[0]] = rng.random_range(1..=9);
    }
    Grid(grid)
}

/// Generates pencil marks for a random grid. Nearly every cell keeps its digit as a candidate, with some others. So
/// every digit remains a candidate somewhere; the referee would search forever for the position of a missing digit.
fn random_marks(rng: &mut ChaCha8Rng) -> Pencilmarks {
    let density = rng.random_range(8..52);
    let mut marks = Pencilmarks([0; 81]);
    for (cell, digit) in random_grid(rng).into_iter().enumerate() {
        for other in 1..=9 {
            let keep = other == digit && (density > 25 || rng.random_range(0..80) != 0);
            if keep || rng.random_range(0..100) < density {
                marks.0[cell] |= 1 << (other - 1);
            }
        }
    }
    marks
}

fn line(grid: &Grid, blank: u8) -> Vec<u8> {
    let byte = |digit| if digit == 0 { blank } else { b'0' + digit };
    grid.0.iter().map(|&digit| byte(digit)).collect()
}

fn provers() -> Vec<(Isa, Prover)> {
    let isas = Isa::EVERY.into_iter().filter(|isa| isa.is_available());
    isas.map(|isa| (isa, Prover::new(isa).expect("the processor has it")))
        .collect()
}

fn verdicts(proofs: &[Proof]) -> Vec<Verdict> {
    proofs.iter().map(|proof| proof.verdict).collect()
}

fn assert_all_verdicts_are_common(proofs: &[Proof]) {
    for verdict in [Verdict::None, Verdict::Unique, Verdict::Several] {
        let count = proofs
            .iter()
            .filter(|proof| proof.verdict == verdict)
            .count();
        assert!(30 * count > proofs.len(), "{verdict:?} is rare: {count}");
    }
}

#[test]
fn every_instruction_set_agrees_with_the_referee_on_clues() {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let puzzles: Vec<Grid> = (0..3000 / one_in(6))
        .map(|_| random_puzzle(&mut rng))
        .collect();
    let marks: Vec<Pencilmarks> = puzzles.iter().map(Pencilmarks::from).collect();
    let expected: Vec<Proof> = marks.iter().map(Referee::judge).collect();
    assert_all_verdicts_are_common(&expected);
    let lines: Vec<Vec<u8>> = puzzles.iter().map(|puzzle| line(puzzle, b'.')).collect();
    let good = expected.iter().copied().map(Ok).collect::<Vec<_>>();
    for (isa, mut prover) in provers() {
        assert_eq!(
            prover.solve_lines(lines.iter().map(Vec::as_slice)),
            good,
            "{isa}"
        );
        let plain: Vec<_> = verdicts(&expected).into_iter().map(Ok).collect();
        assert_eq!(
            prover.prove_lines(lines.iter().map(Vec::as_slice)),
            plain,
            "{isa}"
        );
        assert_eq!(prover.solve_marks(&marks), expected, "{isa}");
        // A single puzzle takes a different path through the kernel than a full set of lanes.
        for (line, proof) in lines.iter().zip(&good).take(500) {
            assert_eq!(prover.solve_lines([line.as_slice()]), [*proof], "{isa}");
        }
    }
}

#[test]
fn every_instruction_set_agrees_with_the_referee_on_pencil_marks() {
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let puzzles: Vec<Pencilmarks> = (0..600 / one_in(24))
        .map(|_| random_marks(&mut rng))
        .collect();
    let expected: Vec<Proof> = puzzles.iter().map(Referee::judge).collect();
    assert_all_verdicts_are_common(&expected);
    for (isa, mut prover) in provers() {
        assert_eq!(prover.solve_marks(&puzzles), expected, "{isa}");
        assert_eq!(prover.prove_marks(&puzzles), verdicts(&expected), "{isa}");
        for (puzzle, proof) in puzzles.iter().zip(&expected).take(500) {
            assert_eq!(prover.solve_marks(&[*puzzle]), [*proof], "{isa}");
        }
    }
}

/// Two minimal puzzles, a full grid, the same grid with a repeated digit, an empty grid, and a puzzle whose
/// contradictions appear only deep in the search.
const COMPANY: [(&str, Verdict); 6] = [
    (
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        Verdict::Unique,
    ),
    (
        "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
        Verdict::Unique,
    ),
    (
        "123456789456789123789123456231564897564897231897231564312645978645978312978312645",
        Verdict::Unique,
    ),
    (
        "123456789456789123789123456231564897564897231897231564312645978645978312978312646",
        Verdict::None,
    ),
    (
        ".................................................................................",
        Verdict::Several,
    ),
    (
        ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........",
        Verdict::None,
    ),
];

/// If all lanes work on one puzzle, they give the same verdict as a single lane. The number of guesses is the same on
/// every processor.
#[test]
fn one_puzzle_is_proven_by_all_lanes() {
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut most = 0;
    for _ in 0..400 / one_in(8) {
        let puzzle = random_marks(&mut rng);
        let expected = Referee::judge(&puzzle);
        let mut all = vec![];
        for (isa, prover) in provers() {
            let proof = prover.prove_one(&puzzle, |_| true);
            let (proof, guesses) = proof.expect("nothing stops it");
            assert_eq!(proof, expected, "{isa:?}");
            if proof.verdict != Verdict::Several {
                all.push(guesses);
            }
        }
        assert!(all.iter().all(|guesses| guesses == &all[0]), "{all:?}");
        most = most.max(all.first().copied().unwrap_or(0));
        let (_, prover) = provers().remove(0);
        let cut = prover.prove_one(&puzzle, |guesses| guesses < most / 2);
        assert!(cut.is_none_or(|(proof, _)| proof == expected));
    }
    assert!(most > 20, "{most} guesses");
}

#[test]
fn batches_of_every_size() {
    let sizes = [1, 47, 48, 49, 63, 64, 65, 256, 511, 512, 513, 1500];
    for size in sizes.into_iter().step_by(one_in(4)) {
        let batch: Vec<_> = COMPANY.iter().cycle().take(size).collect();
        let expected: Vec<_> = batch.iter().map(|(_, verdict)| Ok(*verdict)).collect();
        for (isa, mut prover) in provers() {
            let found = prover.prove_lines(batch.iter().map(|(line, _)| line.as_bytes()));
            assert_eq!(found, expected, "{size} puzzles, {isa}");
        }
    }
}

#[test]
fn a_prover_can_be_used_again_and_gives_the_same() {
    let mut rng = ChaCha8Rng::seed_from_u64(3);
    let puzzles: Vec<Vec<u8>> = (0..700 / one_in(4))
        .map(|_| line(&random_puzzle(&mut rng), b'0'))
        .collect();
    for (isa, mut prover) in provers() {
        let whole = prover.solve_lines(puzzles.iter().map(Vec::as_slice));
        let mut parts = Vec::new();
        for part in puzzles.chunks(90) {
            parts.extend(prover.solve_lines(part.iter().map(Vec::as_slice)));
        }
        assert_eq!(whole, parts, "{isa}");
    }
}

#[test]
fn bad_lines_get_their_error_and_harm_no_other() {
    let good = line(&Grid([0; 81]), b'.');
    let mut letter = good.clone();
    letter[80] = b'x';
    let mut mixed = good.clone();
    mixed[4] = b'0';
    let errors = [
        LineError::Character {
            column: 81,
            found: b'x',
        },
        LineError::MixedBlanks {
            column: 5,
            found: b'0',
            expected: b'.',
        },
        LineError::Length { found: 80 },
        LineError::Length { found: 0 },
    ];
    for (isa, mut prover) in provers() {
        for copies in [1, 100] {
            let mut lines: Vec<&[u8]> = Vec::new();
            for _ in 0..copies {
                lines.extend([letter.as_slice(), &good, &mixed, &good[..80], b"", &good]);
            }
            let results = prover.prove_lines(lines);
            for group in results.chunks(6) {
                let found: Vec<_> = group.iter().filter_map(|result| result.err()).collect();
                assert_eq!(found, errors, "{isa}");
                assert_eq!(group[1], Ok(Verdict::Several), "{isa}");
                assert_eq!(group[5], Ok(Verdict::Several), "{isa}");
            }
        }
    }
    let messages = errors.map(|error| error.to_string());
    assert!(
        messages[0].starts_with("column 81: expected a digit"),
        "{}",
        messages[0]
    );
    assert!(
        messages[1].starts_with("column 5: empty cells were . so far"),
        "{}",
        messages[1]
    );
    assert!(messages[2].ends_with("found 80"), "{}", messages[2]);
}

#[test]
fn empty_batches_and_empty_cells() {
    for (isa, mut prover) in provers() {
        assert_eq!(prover.prove_lines([]), [], "{isa}");
        assert_eq!(prover.prove_marks(&[]), [], "{isa}");
        let mut hole = Pencilmarks::OPEN;
        hole.0[40] = 0;
        let high_bits = Pencilmarks([0xFFFF; 81]);
        for size in [1, 600] {
            let none = prover.prove_marks(&vec![hole; size]);
            assert_eq!(none, vec![Verdict::None; size], "{isa}");
            let several = prover.prove_marks(&vec![high_bits; size]);
            assert_eq!(several, vec![Verdict::Several; size], "{isa}");
        }
    }
}

#[test]
fn names_of_instruction_sets() {
    for isa in Isa::EVERY {
        assert_eq!(isa.to_string().parse(), Ok(isa));
        assert_eq!(Prover::new(isa).is_ok(), isa.is_available());
    }
    let error = "sse9".parse::<Isa>().expect_err("no such set");
    assert_eq!(
        error,
        IsaError::Unknown {
            name: "sse9".into()
        }
    );
    assert_eq!(
        error.to_string(),
        "unknown instruction set \"sse9\"; expected avx512, avx2 or portable"
    );
    assert!(Isa::best().is_available());
}

#[test]
fn lines_of_a_text() {
    let text = b"one\r\n\ntwo\nthree";
    let lines: Vec<&[u8]> = text_lines(text).collect();
    assert_eq!(lines, [&b"one"[..], b"", b"two", b"three"]);
    let puzzle = line(&Grid([0; 81]), b'_');
    for end in [&b"\n"[..], b"\r\n"] {
        let text: Vec<u8> = (0..5).flat_map(|_| [&puzzle[..], end].concat()).collect();
        assert!(text_lines(&text).eq([puzzle.as_slice(); 5]));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64 / one_in(8)))]

    #[test]
    fn any_bytes_are_a_verdict_or_an_error(
        lines in prop::collection::vec(prop_oneof![
            prop::collection::vec(any::<u8>(), 0..100),
            prop::collection::vec(prop::sample::select(&b"123456789....."[..]), 81),
            prop::collection::vec(prop::sample::select(&b"123456789.0*_x"[..]), 81),
        ], 0..150)
    ) {
        let mut answers = Vec::new();
        for (_, mut prover) in provers() {
            answers.push(prover.solve_lines(lines.iter().map(Vec::as_slice)));
        }
        for (line, result) in lines.iter().zip(&answers[0]) {
            let blank = line.iter().find(|byte| !(b'1'..=b'9').contains(*byte));
            let valid = line.len() == 81
                && line.iter().all(|byte| (b'1'..=b'9').contains(byte) || Some(byte) == blank)
                && blank.is_none_or(|blank| b".0*_".contains(blank));
            prop_assert_eq!(result.is_ok(), valid);
        }
        prop_assert!(answers.iter().all(|answer| answer == &answers[0] && answer.len() == lines.len()));
    }

    #[test]
    fn a_solution_keeps_the_clues_and_the_rules(seed in any::<u64>()) {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let puzzles: Vec<Grid> = (0..60).map(|_| random_puzzle(&mut rng)).collect();
        let marks: Vec<Pencilmarks> = puzzles.iter().map(Pencilmarks::from).collect();
        let mut prover = Prover::new(Isa::best()).expect("the best is available");
        for (puzzle, proof) in puzzles.iter().zip(prover.solve_marks(&marks)) {
            prop_assert_eq!(proof.solution.is_some(), proof.verdict == Verdict::Unique);
            let Some(Grid(solution)) = proof.solution else { continue };
            for cell in 0..81 {
                prop_assert!((1..=9).contains(&solution[cell]));
                prop_assert!(puzzle.0[cell] == 0 || puzzle.0[cell] == solution[cell]);
                for other in 0..cell {
                    prop_assert!(!sees(cell, other) || solution[cell] != solution[other]);
                }
            }
        }
    }
}
