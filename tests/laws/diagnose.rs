//! Compares diagnoses with two simple references: puzzles compiled from scratch, and enumeration.

use crate::one_in;
use cluewright::Prepared;
use cluewright_engine::compile;
use cluewright_engine::compile_switchable;
use cluewright_engine::model::{Cite, Model, Off, Switchable};
use cluewright_engine::parts;
use cluewright_engine::search::{Budget, Limits, Run, Verdict, enumerate, prove};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_logic::grade::Grade;
use cluewright_logic::{Board, Ground, Profile, judge, solve};
use cluewright_narrate::{argument_sentences, diagnosis_text};
use cluewright_puzzle::{Boxes, Cell, Clue, DigitSet, Given, Layout, Puzzle};
use cluewright_rules::{Book, Clues, Named, Violation};
use cluewright_setter::diagnose::{
    Argument, ConflictSet, Diagnosis, Ending, NewGiven, Request, Slip, Suspects, Worth, conflict,
    diagnose, named, redundancy, variations, without,
};
use proptest::prelude::*;
use proptest::test_runner::FileFailurePersistence;
use rand::SeedableRng;
use rand::seq::SliceRandom;
use rand_chacha::ChaCha8Rng;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        failure_persistence: Some(Box::new(FileFailurePersistence::WithSource("regressions"))),
        ..ProptestConfig::with_cases(cases)
    }
}

/// Maximum number of solutions to compare.
const CAP: u64 = 40;

fn read(path: &Path) -> Puzzle {
    parse(&fs::read_to_string(path).expect("the corpus is readable"))
}

fn parse(text: &str) -> Puzzle {
    let reading = read_any(text, None, &ReadOptions::default()).expect("the text is a puzzle");
    reading
        .puzzles
        .into_iter()
        .next()
        .expect("a file has a puzzle")
}

/// Returns the path of a file or folder in the corpus.
fn place(name: &str) -> PathBuf {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/corpus")).join(name)
}

/// Returns the corpus puzzle with a name such as `seeds/spoons`.
fn corpus_puzzle(name: &str) -> Puzzle {
    read(&place(name).with_extension("toml"))
}

/// Returns the puzzle files of a folder of the corpus, sorted by name.
fn corpus(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(place(folder)).expect("the corpus is there");
    let paths = entries.map(|entry| entry.expect("the corpus is readable").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    paths.sort();
    paths
}

/// Returns every puzzle file of these folders in a nightly run, and otherwise one file in `days`.
fn share_of(folders: &[&str], days: usize) -> impl Iterator<Item = PathBuf> {
    let paths = folders.iter().flat_map(|folder| corpus(folder));
    // The first files are large plain grids, which would take too long every day.
    let days = one_in(days);
    paths.skip(days / 2).step_by(days)
}

/// Returns the solutions, sorted; `None` if their number reaches the cap.
fn solutions(puzzle: &Puzzle, model: &cluewright_engine::model::Model) -> Option<Vec<String>> {
    let answer = enumerate(puzzle, model, Limits::solutions(CAP), Run::QUIET);
    let mut solutions = answer.solutions;
    if let [first, ..] = &answer.extras[..] {
        assert_eq!(answer.extras.len(), solutions.len(), "{first:?}");
        for (solution, extras) in solutions.iter_mut().zip(&answer.extras) {
            *solution += &format!("{extras:?}");
        }
    }
    solutions.sort_unstable();
    (answer.complete).then_some(solutions)
}

fn switched_off_is_taken_away(
    puzzle: &Puzzle,
    switchable: &mut Switchable,
    gone: &[Cite],
) -> Result<(), TestCaseError> {
    let rest = without(puzzle, gone);
    let model = compile(&rest, Book::builtin()).expect("what is left of a puzzle compiles");
    let expected = solutions(&rest, &model);
    let switched = switchable.switch(Off::Removed, |cite| !gone.contains(&cite));
    prop_assert_eq!(solutions(puzzle, switched), expected, "without {:?}", gone);
    Ok(())
}

/// Switches the chosen suspects off and on again. Each time, compares the solutions with those of a puzzle without the
/// suspects that are off.
fn can_be_switched_off(
    puzzle: &Puzzle,
    choice: &[bool],
    layout: bool,
) -> Result<(), TestCaseError> {
    let mut switchable = compile_switchable(puzzle, Book::builtin(), layout).unwrap();
    switched_off_is_taken_away(puzzle, &mut switchable, &choose_suspects(puzzle, choice))?;
    switched_off_is_taken_away(puzzle, &mut switchable, &[])
}

#[test]
fn every_clue_of_the_corpus_can_be_switched_off() {
    for path in share_of(&["classic", "variants", "seeds"], 30) {
        let puzzle = read(&path);
        let mut switchable = compile_switchable(&puzzle, Book::builtin(), false).unwrap();
        let mut sets = vec![vec![]];
        sets.extend(Suspects::of(&puzzle, false).all().map(|cite| vec![cite]));
        for gone in sets {
            let agrees = switched_off_is_taken_away(&puzzle, &mut switchable, &gone);
            agrees.unwrap_or_else(|error| panic!("{}: {error}", path.display()));
        }
    }
}

/// Creates a clue for a 4x4 puzzle. The cell indices are taken modulo 16.
fn clue(kind: u8, cells: &[u16], number: i64) -> Clue {
    let mut distinct: Vec<Cell> = vec![];
    for &cell in cells {
        let cell = Cell(cell % 16);
        if !distinct.contains(&cell) {
            distinct.push(cell);
        }
    }
    let layout = Layout::square(4);
    let first = distinct[0];
    let (row, column) = layout.place(first);
    let next = layout.cell(row, if column < 3 { column + 1 } else { 2 });
    let pair = vec![first, next];
    let line = if distinct.len() > 1 {
        distinct.clone()
    } else {
        pair.clone()
    };
    match kind {
        0 => Clue::on("killer-cage", distinct).with("sum", number),
        1 => Clue::on("thermometer", line),
        2 => Clue::on("white-dot", pair),
        3 => Clue::on("black-dot", pair),
        4 => Clue::new("white-dot-negative"),
        5 => Clue::new("anti-knight"),
        6 => Clue::on("renban", line),
        7 => Clue::new("diagonal-down"),
        8 => Clue::on("german-whisper", line).with("difference", 2),
        9 => Clue::on("sum", distinct).with("total", number),
        10 => Clue::on("count-distinct", distinct).with("count", 2),
        11 => Clue {
            parts: vec![Clue::on("thermometer", line), Clue::on("black-dot", pair)],
            ..Clue::new("any-of")
        },
        12 => Clue::on("region-sum-line", line),
        _ => Clue::new("anti-king"),
    }
}

/// Generates 4x4 puzzles with random clues and pencil marks, each with a choice of suspects to switch off.
fn small_case() -> impl Strategy<Value = (Puzzle, Vec<bool>)> {
    let clues = prop::collection::vec(
        (0u8..14, prop::collection::vec(0u16..400, 1..5), 3i64..14),
        1..6,
    );
    let marks = prop::collection::vec((0u16..16, 1u64..16), 0..5);
    let gone = prop::collection::vec(any::<bool>(), 12);
    (clues, marks, gone).prop_map(|(clues, marks, gone)| {
        let mut puzzle = Puzzle::new(Layout::square(4));
        let clues = clues.iter();
        puzzle.clues = clues
            .map(|(kind, cells, number)| clue(*kind, cells, *number))
            .collect();
        puzzle.clues.retain(fits);
        puzzle.givens = givens(marks, |bits| bits << 1);
        (puzzle, gone)
    })
}

/// Creates pencil marks; `digits` turns random bits into the bit set of a cell's digits.
fn givens(marks: Vec<(u16, u64)>, digits: impl Fn(u64) -> u64) -> Vec<Given> {
    let given = |(cell, bits)| Given {
        cell: Cell(cell),
        digits: DigitSet::from_bits(digits(bits)),
    };
    marks.into_iter().map(given).collect()
}

/// Returns the suspects that the random choices select.
fn choose_suspects(puzzle: &Puzzle, choice: &[bool]) -> Vec<Cite> {
    let all = Suspects::of(puzzle, false).all().zip(choice);
    all.filter(|(_, chosen)| **chosen)
        .map(|(cite, _)| cite)
        .collect()
}

fn fits(clue: &Clue) -> bool {
    let mut puzzle = Puzzle::new(Layout::square(4));
    puzzle.clues.push(clue.clone());
    compile(&puzzle, Book::builtin()).is_ok()
}

proptest! {
    #![proptest_config(config(400 / one_in(4)))]

    #[test]
    fn random_clues_can_be_switched_off((puzzle, gone) in small_case()) {
        can_be_switched_off(&puzzle, &gone, false)?;
    }

    #[test]
    fn the_layout_can_be_switched_off((mut puzzle, gone) in small_case()) {
        let mut switchable = compile_switchable(&puzzle, Book::builtin(), true).unwrap();
        switched_off_is_taken_away(&puzzle, &mut switchable, &[])?;
        let gone = choose_suspects(&puzzle, &gone);
        let switched = switchable.switch(Off::Removed, |cite| !matches!(cite, Cite::House(8..)) && !gone.contains(&cite));
        let switched = solutions(&puzzle, switched);
        puzzle.layout.boxes = Boxes::None;
        let rest = without(&puzzle, &gone);
        // Region sum lines need boxes, which this puzzle no longer has.
        prop_assume!(rest.clues.iter().all(|clue| clue.rule != "region-sum-line"));
        let model = compile(&rest, Book::builtin()).expect("what is left of a puzzle compiles");
        prop_assert_eq!(switched, solutions(&rest, &model));
    }
}

/// Creates a clue for a 4x4 puzzle. Its rule has strengthenings that combine several clues, or a clue and a house.
fn combining_clue(kind: u8, line: u8, numbers: [u8; 2]) -> Clue {
    let layout = Layout::square(4);
    let cells: Vec<Cell> = match line % 8 {
        row @ 0..4 => layout.row(row).collect(),
        column => layout.column(column - 4).collect(),
    };
    let backwards = numbers[0] > numbers[1];
    let read: Vec<Cell> = match backwards {
        true => cells.iter().rev().copied().collect(),
        false => cells.clone(),
    };
    let corner = layout.cell(line % 3, numbers[0] % 3);
    let (row, column) = layout.place(corner);
    let square = [(0, 0), (0, 1), (1, 0), (1, 1)];
    let square = square.map(|(down, right)| layout.cell(row + down, column + right));
    let digits = numbers.map(|number| i64::from(number % 4) + 1);
    match kind {
        0 => Clue::new("full-rank")
            .slot("cells", read)
            .with("rank", i64::from(numbers[1]) + 1),
        1 => Clue::new("skyscraper")
            .slot("cells", read)
            .with("count", digits[1]),
        2 => {
            Clue::on("killer-cage", cells[..3].to_vec()).with("sum", i64::from(numbers[1] % 4) + 6)
        }
        3 => Clue::on("extra-region", square.to_vec()),
        4 if backwards => Clue::new("relation").with(
            "formula",
            "count(c in [R1C1, R1C2, R2C1, R2C2]: c <= 2) >= 1",
        ),
        4 => Clue::new("relation").with(
            "formula",
            "count(c in [R1C1, R1C2, R2C1, R2C2]: c > 2) >= 1",
        ),
        _ => Clue::on("quadruple", square.to_vec())
            .with("digits", digits[..1 + usize::from(backwards)].to_vec()),
    }
}

fn combining_case() -> impl Strategy<Value = (Puzzle, Vec<bool>)> {
    let clues = prop::collection::vec((0u8..6, 0u8..8, [0u8..16, 0u8..16]), 2..7);
    let marks = prop::collection::vec((0u16..16, 1u64..16), 0..3);
    let gone = prop::collection::vec(any::<bool>(), 12);
    (clues, marks, gone).prop_map(|(clues, marks, gone)| {
        let mut puzzle = Puzzle::new(Layout::square(4));
        let clues = clues.into_iter();
        puzzle.clues = clues
            .map(|(kind, line, numbers)| combining_clue(kind, line, numbers))
            .collect();
        puzzle.clues.retain(fits);
        puzzle.givens = givens(marks, |bits| bits << 1);
        (puzzle, gone)
    })
}

proptest! {
    #![proptest_config(config(150 / one_in(10)))]

    #[test]
    fn clues_that_strengthen_each_other_can_be_switched_off((puzzle, gone) in combining_case()) {
        can_be_switched_off(&puzzle, &gone, false)?;
    }

    #[test]
    fn clues_about_missing_digits_can_be_switched_off(
        marks in prop::collection::vec((0u16..16, 1u64..32), 0..6),
        gone in prop::collection::vec(any::<bool>(), 9),
        layout in any::<bool>(),
    ) {
        let mut puzzle = Puzzle::new(Layout { min_digit: 0, digit_count: 5, ..Layout::square(4) });
        let ordered = Clue::new("relation").with("formula", "missing(row(R1C1)) < missing(row(R2C1))");
        let sum = Clue::new("relation").with("formula", "missing(column(R1C1)) + missing(column(R1C4)) == 5");
        puzzle.clues = vec![Clue::new("doppelganger"), ordered, sum];
        puzzle.givens = givens(marks, |bits| bits);
        can_be_switched_off(&puzzle, &gone, layout)?;
    }
}

/// Under a negative rule, two pairs may imply the same restriction of a cell. A dot on one of them must not lift
/// the restriction that the other implies.
#[test]
fn marks_of_neighbour_pairs_exempt_each_for_itself() {
    let layout = Layout {
        rows: 1,
        columns: 4,
        min_digit: 0,
        digit_count: 4,
        lines: false,
        boxes: Boxes::None,
    };
    let mut puzzle = Puzzle::new(layout);
    // No cell of a pair without a dot may be 0.
    let negative = Clue::new("black-dot-negative").with("ratios", vec![0]);
    let dot = |rule: &str, cells: [u16; 2]| Clue::on(rule, cells.map(Cell));
    let dots = [
        dot("white-dot", [2, 3]),
        dot("white-dot", [1, 2]),
        dot("black-dot", [1, 2]),
        Clue {
            parts: vec![dot("white-dot", [0, 1]), dot("inequality", [3, 2])],
            ..Clue::new("any-of")
        },
    ];
    puzzle.clues = [negative].into_iter().chain(dots).collect();
    for choice in 0..16 {
        let choice: Vec<bool> = (0..5)
            .map(|clue| clue > 0 && choice >> (clue - 1) & 1 == 1)
            .collect();
        can_be_switched_off(&puzzle, &choice, true).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Under a negative rule, the cells of a marked pair may be equal. The version of another clue that relies on further clues
/// must not assume that they differ.
#[test]
fn marked_pairs_are_not_known_to_differ() {
    let text = "size = \"1x4\"\ndigits = \"1-3\"\nboxes = \"none\"\nlatin = false\ngrid = \"..21\"\n\
                [clues]\nwhite-dot-negative = { differences = [0] }\n\
                white-dot = \"0: R1C1 R1C2\"\nsum = \"2: R1C1 R1C2\"";
    let puzzle = parse(text);
    for choice in 0..32 {
        let gone: Vec<bool> = (0..5).map(|clue| choice >> clue & 1 == 1).collect();
        can_be_switched_off(&puzzle, &gone, true).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// A given that fixes the label of a region also exempts this label from the order of labels. Without the given, the order
/// applies again, so a relabelled copy of the solution does not count as another solution.
#[test]
fn givens_that_fix_labels_are_removed_with_their_exemption() {
    let text = "size = 2\nboxes = \"none\"\ngrid = \"1...\"\nmarks = { \"region[R2C2]\" = \"2\" }\n\
                [layers]\nregion = \"1-2\"\n[clues]\nchaos-construction = { cells = \"region\", \
                copy = \"R1C1..R2C2\", count = 2 }\nrelation = \"region(R1C1) == region(R1C2)\"";
    let puzzle = parse(text);
    let diagnosis = diagnosis_of(&puzzle, &request(), 1);
    assert_eq!(diagnosis.answer.verdict, Verdict::Unique);
    assert_eq!(diagnosis.clues.len(), 4);
    for role in &diagnosis.clues {
        let index = role.clue.index.expect("it belongs to no house") as u16;
        let cite = match &*role.clue.rule {
            "given" => Cite::Given(index),
            _ => Cite::Clue(index),
        };
        let rest = without(&puzzle, &[cite]);
        let model = compile(&rest, Book::builtin()).expect("it compiles");
        let is_unique =
            prove(&rest, &model, Limits::default(), Run::QUIET).verdict == Verdict::Unique;
        assert_eq!(role.worth == Worth::Redundant, is_unique, "{role:?}");
    }
}

/// While all clues are on, a switchable model has every strengthening of a plain model. Proofs with either model
/// therefore end with the same verdict and about the same number of guesses.
#[test]
fn a_proof_takes_the_same_guesses_where_clues_can_be_switched_off() {
    let mut far = vec![];
    for path in share_of(&["classic", "variants", "seeds", "broken"], 10) {
        let puzzle = read(&path);
        let model = compile(&puzzle, Book::builtin()).expect("the puzzle compiles");
        let plain = prove(&puzzle, &model, Limits::default(), Run::QUIET);
        let switchable = compile_switchable(&puzzle, Book::builtin(), false).unwrap();
        let switched = prove(&puzzle, switchable.model(), Limits::default(), Run::QUIET);
        let name = path.display();
        assert_eq!(switched.verdict, plain.verdict, "{name}");
        assert_eq!(switched.count, plain.count, "{name}");
        if switched.nodes > plain.nodes.max(10) * 2 {
            far.push(format!(
                "{name}: {} guesses, {}",
                plain.nodes, switched.nodes
            ));
        }
    }
    assert!(far.is_empty(), "{far:#?}");
}

fn request() -> Request<'static> {
    Request::default()
}

fn diagnosis_of(puzzle: &Puzzle, request: &Request<'_>, threads: usize) -> Diagnosis {
    let run = Run {
        threads,
        progress: None,
    };
    let prepared = Prepared::new(puzzle.clone(), Book::builtin()).expect("the puzzle compiles");
    diagnose(&prepared, request, run).expect("the puzzle compiles")
}

/// The houses imply that the smallest reading begins with 1. If the houses are suspects, every conflict must therefore
/// contain a house.
#[test]
fn a_rank_alone_contradicts_no_given() {
    let mut puzzle = Puzzle::new(Layout::square(4));
    let row: Vec<Cell> = puzzle.layout.row(0).collect();
    puzzle.givens.push(Given {
        cell: row[0],
        digits: DigitSet::one(2),
    });
    let rank = Clue::new("full-rank").slot("cells", row);
    puzzle.clues.push(rank.with("rank", 1));
    let both = [2, 2, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4];
    let broken = Book::builtin()
        .violated(&puzzle, &both)
        .expect("the clue fits its rule");
    let is_house = |violation: &Violation| matches!(violation, Violation::House(_));
    assert!(broken.iter().all(is_house), "{broken:?}");
    let request = Request {
        layout: true,
        ..request()
    };
    let found = diagnosis_of(&puzzle, &request, 1);
    assert_eq!(found.answer.verdict, Verdict::None);
    let house = |number| named(Book::builtin(), &puzzle, Cite::House(number));
    let houses: Vec<Named> = (0..12).map(house).collect();
    assert!(!found.conflicts.is_empty());
    for set in &found.conflicts {
        let blamed = set.clues.iter().any(|clue| houses.contains(clue));
        assert!(blamed, "{set:?}");
    }
}

/// Compiles a puzzle and counts its solutions, up to the cap.
fn count_anew(puzzle: &Puzzle, cap: u64) -> u64 {
    let model = compile(puzzle, Book::builtin()).expect("the puzzle compiles");
    enumerate(puzzle, &model, Limits::solutions(cap), Run::QUIET).count
}

/// Returns all suspects of a puzzle with their names.
fn names(puzzle: &Puzzle) -> Vec<(Named, Cite)> {
    let all = Suspects::of(puzzle, false).all();
    all.map(|cite| (named(Book::builtin(), puzzle, cite), cite))
        .collect()
}

#[test]
fn redundant_is_what_recounting_says() {
    for path in share_of(&["classic", "variants", "seeds"], 30) {
        let puzzle = read(&path);
        let roles = redundancy(&puzzle, Book::builtin(), Budget::default(), Run::QUIET).unwrap();
        if roles.is_empty() {
            assert_ne!(count_anew(&puzzle, 2), 1, "{}", path.display());
            continue;
        }
        let suspects: Vec<Cite> = Suspects::of(&puzzle, false).all().collect();
        assert_eq!(roles.len(), suspects.len());
        for (role, cite) in roles.iter().zip(suspects) {
            let unique = count_anew(&without(&puzzle, &[cite]), 2) == 1;
            let expected = if unique {
                Worth::Redundant
            } else {
                Worth::Essential
            };
            assert_eq!(
                role.worth,
                expected,
                "{}: {}",
                path.display(),
                role.clue.name
            );
        }
    }
}

/// Returns all minimal conflicts, found by testing every set of suspects.
fn conflicts_by_hand(puzzle: &Puzzle) -> Vec<Vec<usize>> {
    let suspects: Vec<Cite> = Suspects::of(puzzle, false).all().collect();
    let impossible: Vec<bool> = (0..1usize << suspects.len())
        .map(|set| {
            let gone = suspects
                .iter()
                .enumerate()
                .filter(|(n, _)| set >> n & 1 == 0);
            let gone: Vec<Cite> = gone.map(|(_, cite)| *cite).collect();
            count_anew(&without(puzzle, &gone), 1) == 0
        })
        .collect();
    let minimal = |set: &usize| {
        let mut members = (0..suspects.len()).filter(|n| set >> n & 1 == 1);
        impossible[*set] && members.all(|n| !impossible[set & !(1 << n)])
    };
    let members = |set: usize| (0..suspects.len()).filter(|n| set >> n & 1 == 1).collect();
    (0..impossible.len()).filter(minimal).map(members).collect()
}

fn agrees_with_trying_every_set(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let request = Request {
        max_sets: 100,
        ..request()
    };
    let diagnosis = diagnosis_of(puzzle, &request, 1);
    prop_assert!(diagnosis.finished);
    let names = names(puzzle);
    let numbers = |clues: &[Named]| -> Vec<usize> {
        let mut used = vec![];
        for clue in clues {
            let found = (0..names.len()).find(|n| names[*n].0 == *clue && !used.contains(n));
            used.extend(found);
        }
        used.sort_unstable();
        used
    };
    if diagnosis.answer.verdict != Verdict::None {
        prop_assert!(diagnosis.conflicts.is_empty() && diagnosis.repairs.is_empty());
        return Ok(());
    }
    if let Some(argument) = &diagnosis.argument {
        argument_is_sound(argument);
    }
    prop_assert!(diagnosis.all_conflicts);
    prop_assert!(diagnosis.conflicts.iter().all(|set| set.minimal));
    let mut expected = conflicts_by_hand(puzzle);
    let sizes: Vec<usize> = diagnosis
        .conflicts
        .iter()
        .map(|set| set.clues.len())
        .collect();
    prop_assert!(sizes.is_sorted());
    let twins = (1..names.len()).any(|n| names[..n].iter().any(|other| other.0 == names[n].0));
    if !twins {
        let mut found: Vec<Vec<usize>> = diagnosis
            .conflicts
            .iter()
            .map(|set| numbers(&set.clues))
            .collect();
        found.sort();
        expected.sort();
        prop_assert_eq!(found, expected);
        repairs_are_true(puzzle, &diagnosis, &names)?;
    }
    Ok(())
}

fn repairs_are_true(
    puzzle: &Puzzle,
    diagnosis: &Diagnosis,
    names: &[(Named, Cite)],
) -> Result<(), TestCaseError> {
    let cite = |clue: &Named| {
        names
            .iter()
            .find(|(name, _)| name == clue)
            .map(|(_, cite)| *cite)
    };
    let single = |gone: Cite| count_anew(&without(puzzle, &[gone]), 1) > 0;
    let solving = names.iter().filter(|(_, cite)| single(*cite)).count();
    let mut pairs = 0;
    for repair in &diagnosis.repairs {
        let gone: Vec<Cite> = repair.remove.iter().filter_map(cite).collect();
        prop_assert_eq!(gone.len(), repair.remove.len());
        pairs += usize::from(gone.len() == 2);
        let count = count_anew(&without(puzzle, &gone), 100);
        prop_assert_eq!(count, repair.solutions);
    }
    if pairs == 0 {
        prop_assert_eq!(solving, diagnosis.repairs.len());
    } else {
        prop_assert_eq!(solving, 0);
    }
    Ok(())
}

fn changes_are_true(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let diagnosis = diagnosis_of(puzzle, &request(), 1);
    let names = names(puzzle);
    for change in &diagnosis.changes {
        if matches!(change.slip, Slip::Digit | Slip::Number | Slip::Kind) {
            prop_assert_ne!(&change.becomes, &change.clue.name, "{:?}", change);
        }
        let values: Vec<u8> = change
            .solution
            .chars()
            .filter_map(|c| c.to_digit(36).map(|d| d as u8))
            .collect();
        let mut changed = puzzle.clone();
        if change.slip != Slip::Missing {
            let twin = |(name, _): &&(Named, Cite)| {
                *name == change.clue || change.with.as_ref() == Some(name)
            };
            let gone: Vec<Cite> = names.iter().filter(twin).map(|(_, cite)| *cite).collect();
            changed = without(puzzle, &gone);
        }
        changed
            .clues
            .retain(|clue| !clue.rule.ends_with("-negative"));
        let broken = Book::builtin().violated(&changed, &values).unwrap();
        prop_assert!(broken.is_empty(), "{change:?}: {broken:?}");
    }
    Ok(())
}

fn additions_are_true(puzzle: &Puzzle) -> Result<(), TestCaseError> {
    let diagnosis = diagnosis_of(puzzle, &request(), 1);
    let Some(freedom) = diagnosis.freedom else {
        return Ok(());
    };
    let with = |givens: &[NewGiven]| {
        let mut more = puzzle.clone();
        more.givens.extend(givens.iter().map(|given| Given {
            cell: puzzle.layout.parse_name(&given.cell).unwrap(),
            digits: DigitSet::one(given.digit),
        }));
        count_anew(&more, 2)
    };
    prop_assert!(!freedom.additions.is_empty());
    prop_assert_eq!(with(&freedom.additions), 1);
    for given in &freedom.single_givens {
        prop_assert_eq!(with(std::slice::from_ref(given)), 1);
    }
    for deadly in &freedom.deadly {
        let [one, two] = deadly.solutions.each_ref().map(|text| -> Vec<u8> {
            text.chars()
                .filter_map(|c| c.to_digit(36).map(|d| d as u8))
                .collect()
        });
        for values in [&one, &two] {
            prop_assert!(Book::builtin().violated(puzzle, values).unwrap().is_empty());
        }
        let differ = (0..one.len()).filter(|&at| one[at] != two[at]);
        let differ: Vec<String> = differ.map(|at| puzzle.cell_name(Cell(at as u16))).collect();
        prop_assert_eq!(&differ, &deadly.cells);
    }
    Ok(())
}

/// If no filling satisfies a clue, either by itself or together with givens, the argument names the clue and cites the givens.
#[test]
fn clues_without_a_filling_are_argued_about() {
    let cages = r#"
        size = 4
        [clues]
        killer-cage = ["4: R1C3 R4C4", "8: R1C1 R3C1 R2C4"]
    "#;
    let choice = r#"
        size = 4
        grid = ".... 4... .... ...."
        [marks]
        R2C2 = "34"
        [clues]
        any-of = [{ thermometer = ["R2C1 R1C1"], black-dot = ["R2C1 R2C2"] }]
    "#;
    for text in [cages, choice] {
        let reading =
            read_any(text, None, &ReadOptions::default()).expect("the puzzle is readable");
        agrees_with_trying_every_set(&reading.puzzles[0]).expect("the laws hold");
    }
}

proptest! {
    #![proptest_config(config(800 / one_in(8)))]

    #[test]
    fn conflicts_are_what_trying_every_set_finds((mut puzzle, _) in small_case()) {
        // A negative rule gets stronger when a mark is removed. So a puzzle with fewer clues may have fewer solutions,
        // and the comparison does not allow for that.
        puzzle.clues.retain(|clue| !clue.rule.ends_with("-negative"));
        agrees_with_trying_every_set(&puzzle)?;
    }
}

proptest! {
    #![proptest_config(config(60 / one_in(15)))]

    #[test]
    fn changes_leave_the_solution_they_say((puzzle, _) in small_case()) {
        changes_are_true(&puzzle)?;
        additions_are_true(&puzzle)?;
    }

    #[test]
    fn answers_are_the_same_on_all_threads((puzzle, _) in small_case()) {
        let json = |threads| {
            serde_json::to_string(&diagnosis_of(&puzzle, &request(), threads)).unwrap()
        };
        let alone = json(1);
        prop_assert_eq!(&json(2), &alone);
        prop_assert_eq!(&json(8), &alone);
    }
}

proptest! {
    #![proptest_config(config(200 / one_in(2)))]

    /// If any clue of a minimal conflict is removed, the remaining clues have a solution. Marks outside the conflict
    /// are kept.
    #[test]
    fn no_clue_of_a_minimal_conflict_is_innocent((puzzle, _) in small_case()) {
        let diagnosis = diagnosis_of(&puzzle, &request(), 1);
        let names = names(&puzzle);
        let twins = (1..names.len()).any(|n| names[..n].iter().any(|other| other.0 == names[n].0));
        prop_assume!(!twins);
        let mut switchable = compile_switchable(&puzzle, Book::builtin(), false).unwrap();
        let mut has_solution = |clues: &[&Named]| {
            let is_on = |cite: Cite| {
                let mut names = names.iter().filter(|(_, other)| *other == cite);
                names.all(|(name, _)| clues.contains(&name))
            };
            let model = switchable.switch(Off::Unknown, is_on);
            enumerate(&puzzle, model, Limits::solutions(1), Run::QUIET).count > 0
        };
        for conflict in diagnosis.conflicts.iter().filter(|conflict| conflict.minimal) {
            let all: Vec<&Named> = conflict.clues.iter().collect();
            prop_assert!(!has_solution(&all), "{:?}", conflict);
            for innocent in &all {
                let rest: Vec<&Named> = all.iter().filter(|clue| ***clue != **innocent).copied().collect();
                prop_assert!(has_solution(&rest), "{:?} without {:?}", conflict, innocent);
            }
        }
    }
}

/// The searches of these diagnoses are shared among threads. Some end with an argument, others with many proposed changes.
#[test]
fn long_diagnoses_are_the_same_on_all_threads() {
    let names = [
        "broken/anti-taxicab-changed-given",
        "broken/german-whisper-cell-more-or-less",
        "broken/nfa-dropped-given",
    ];
    for name in names.into_iter().step_by(one_in(2)) {
        let puzzle = corpus_puzzle(name);
        let found = |threads| {
            let diagnosis = diagnosis_of(&puzzle, &Request::default(), threads);
            let argument = diagnosis.argument.as_ref();
            let told = argument.map(|argument| argument_sentences(Book::builtin(), argument));
            (serde_json::to_string(&diagnosis).unwrap(), told)
        };
        assert_eq!(found(2), found(1), "{name}");
    }
}

/// If large sets of clues differ only in a few clues, the output lists only these.
#[test]
fn sets_that_are_much_alike_are_told_in_one_line() {
    let puzzle = corpus_puzzle("broken/spoons-cell-more-or-less");
    let diagnosis = diagnosis_of(&puzzle, &Request::default(), 1);
    let text = diagnosis_text(&puzzle, &diagnosis, &[], Duration::ZERO, None);
    let first = &diagnosis.conflicts[0].clues;
    let names = |these: &[Named], those: &[Named]| -> Vec<String> {
        let these = these.iter().filter(|clue| !those.contains(clue));
        these.map(|clue| clue.name.clone()).collect()
    };
    let mut alike = 0;
    for other in &diagnosis.conflicts[1..] {
        let (more, less) = (names(&other.clues, first), names(first, &other.clues));
        let (more_names, less_names) = (more.join(" and "), less.join(" and "));
        let line = format!("the same holds with {more_names} instead of {less_names}\n");
        let is_short = more.len() <= 3 && less.len() <= 3;
        assert_eq!(text.contains(&line), is_short, "{line}");
        alike += usize::from(is_short);
    }
    let listed = text.matches("contradict each other:").count();
    assert_eq!(listed + alike, diagnosis.conflicts.len());
    assert!(alike > 0);
}

/// Creates a puzzle with sixty thermometers, two of which contradict each other. All but one of them are correct for one
/// grid.
fn sixty_clues(seed: u64) -> Puzzle {
    const GRID: &[u8; 81] =
        b"123456789456789123789123456231564897564897231897231564312645978645978312978312645";
    let mut puzzle = Puzzle::new(Layout::default());
    let digit = |cell: Cell| GRID[cell.index()] - b'0';
    let mut pairs = vec![];
    for cell in puzzle.layout.cells() {
        let (row, column) = puzzle.layout.place(cell);
        let right = puzzle.layout.cell_at(row.into(), i32::from(column) + 1);
        let below = puzzle.layout.cell_at(i32::from(row) + 1, column.into());
        pairs.extend(right.into_iter().chain(below).map(|next| (cell, next)));
    }
    pairs.shuffle(&mut ChaCha8Rng::seed_from_u64(seed));
    for &(a, b) in &pairs[..59] {
        let line = if digit(a) < digit(b) { [a, b] } else { [b, a] };
        puzzle.clues.push(Clue::on("thermometer", line));
    }
    let (a, b) = pairs[0];
    let wrong = if digit(a) < digit(b) { [b, a] } else { [a, b] };
    puzzle.clues.push(Clue::on("thermometer", wrong));
    puzzle
        .clues
        .shuffle(&mut ChaCha8Rng::seed_from_u64(seed + 1000));
    puzzle
}

#[test]
fn a_conflicting_pair_takes_few_questions() {
    let mut total = 0;
    for seed in 0..40 {
        let puzzle = sixty_clues(seed);
        let found = conflict(&puzzle, Book::builtin(), &request()).unwrap();
        let (set, calls) = found.expect("two of the clues contradict each other");
        assert!(set.minimal);
        assert_eq!(set.clues.len(), 2, "{set:?}");
        assert!(calls <= 26, "{calls} questions");
        total += calls;
    }
    assert!(
        total <= 40 * 20,
        "{} questions on average",
        total as f64 / 40.0
    );
}

/// Makes slips of one kind in a puzzle. For up to `most` slips after which the puzzle is not unique, the diagnosis must
/// list the repair.
fn slips_are_mended(name: &str, slip: Slip, most: usize) {
    let right = corpus_puzzle(name);
    let book = Book::builtin();
    let solution = solutions(&right, &compile(&right, book).unwrap()).unwrap();
    let mut mended = 0;
    for cite in Suspects::of(&right, false).all() {
        let mut variations = variations(&right, book, cite);
        variations.retain(|variation| variation.slip == slip);
        for wrong in variations.iter().take(1) {
            let diagnosis = diagnosis_of(&wrong.puzzle, &request(), 1);
            if diagnosis.answer.verdict == Verdict::Unique {
                continue;
            }
            assert!(diagnosis.finished, "{name}: {cite:?}");
            let meant = named(book, &right, cite);
            let mut changes = diagnosis.changes.iter();
            let found =
                changes.any(|change| change.cells == meant.cells && change.solution == solution[0]);
            assert!(found, "{name}: {} {:#?}", meant.name, diagnosis.changes);
            mended += 1;
        }
        if mended == most {
            return;
        }
    }
    assert!(mended > 0, "{name}: nothing was broken");
}

#[test]
fn a_cage_beside_its_place_is_put_back() {
    slips_are_mended("variants/killer-cage", Slip::Place, 4 / one_in(4));
}

#[test]
fn a_dot_beside_its_place_is_put_back() {
    slips_are_mended("variants/white-dot", Slip::Place, 4);
}

#[test]
fn a_cell_beside_its_place_is_put_back() {
    slips_are_mended("variants/thermometer", Slip::Moved, 4);
    slips_are_mended("variants/arrow", Slip::Moved, 4);
}

#[test]
fn a_clue_that_is_read_the_wrong_way_is_turned_round() {
    slips_are_mended("variants/arrow", Slip::Direction, 4);
    slips_are_mended("variants/thermometer", Slip::Direction, 4);
}

/// If the sums of two cages are swapped, the diagnosis proposes swapping them back.
#[test]
fn exchanged_values_are_changed_back() {
    let right = corpus_puzzle("variants/killer-cage");
    let mut wrong = right.clone();
    let other = (1..right.clues.len())
        .find(|&other| right.clues[other].params != right.clues[0].params)
        .expect("two cages have different sums");
    wrong.clues[0].params.clone_from(&right.clues[other].params);
    wrong.clues[other].params.clone_from(&right.clues[0].params);
    let diagnosis = diagnosis_of(&wrong, &request(), 1);
    assert!(diagnosis.finished && diagnosis.answer.verdict != Verdict::Unique);
    let both = [0, other].map(|n| named(Book::builtin(), &wrong, Cite::Clue(n as u16)));
    let found = diagnosis.changes.iter().find(|change| {
        change.slip == Slip::Exchange
            && both.contains(&change.clue)
            && change.with.as_ref().is_some_and(|with| both.contains(with))
    });
    let words = found.expect("the exchange is found").in_words();
    assert!(words.ends_with(", values exchanged"), "{words}");
}

#[test]
fn the_change_since_an_earlier_version_is_named() {
    let was = read(&corpus("seeds")[1]);
    let mut puzzle = was.clone();
    puzzle.clues.pop();
    puzzle.givens.push(Given {
        cell: Cell(0),
        digits: DigitSet::one(1),
    });
    puzzle.givens.push(Given {
        cell: Cell(1),
        digits: DigitSet::one(1),
    });
    let request = Request {
        was: Some(&was),
        ..request()
    };
    let since = diagnosis_of(&puzzle, &request, 1).since.unwrap();
    assert_eq!((since.added.len(), since.removed.len()), (2, 1));
    assert_eq!(since.verdict, Verdict::Unique);
    assert!(!since.layout_changed);
}

/// A row of `corpus/broken/expected.csv`.
#[derive(serde::Deserialize)]
struct Row {
    id: String,
    way: String,
    verdict: Verdict,
    broken: String,
}

/// Every conflict must contain the broken clue, because the puzzle has a solution without it.
#[test]
fn the_broken_clue_is_in_every_conflict() {
    let mut table = csv::Reader::from_path(place("broken/expected.csv")).unwrap();
    for row in table.deserialize().step_by(6 * one_in(6)) {
        let row: Row = row.unwrap();
        if row.verdict != Verdict::None || row.way.starts_with("dropped") {
            continue;
        }
        let puzzle = corpus_puzzle(&format!("broken/{}", row.id));
        let request = Request {
            max_sets: 2,
            ..request()
        };
        let diagnosis = diagnosis_of(&puzzle, &request, 1);
        assert_eq!(diagnosis.answer.verdict, row.verdict, "{}", row.id);
        let is = |clue: &Named| clue.name == row.broken;
        for set in &diagnosis.conflicts {
            assert!(set.clues.iter().any(is), "{}: {set:?}", row.id);
            conflict_is_minimal(&puzzle, set);
        }
        let removed = diagnosis
            .repairs
            .iter()
            .any(|repair| repair.remove.iter().any(is));
        assert!(removed, "{}: {:?}", row.id, diagnosis.repairs);
    }
}

/// Checks that each step of an argument follows from its citations on the board after the earlier steps. The
/// contradiction must follow after the last step.
fn argument_is_sound(argument: &Argument) {
    let parts = parts(&argument.puzzle, Book::builtin()).expect("the clues fit");
    let model = Model::new(&argument.puzzle, &parts);
    let ground =
        Ground::new(&argument.puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
    let mut board = Board::new(&ground);
    for step in &argument.steps {
        assert_eq!(judge(&ground, &board, step), Ok(()), "{step:?}");
        board.apply(&ground, step);
    }
    match argument.ending {
        Ending::Cell(cell) => assert!(board.at(cell.0).is_empty()),
        Ending::Place(digit, cite) => {
            let house = ground.houses.iter().find(|house| house.cite == cite);
            let mut cells = house.expect("the house is there").cells.iter();
            assert!(cells.all(|cell| !board.at(cell).contains(digit)));
        }
    }
    let told = argument_sentences(Book::builtin(), argument);
    assert_eq!(told.len(), argument.steps.len() + 1);
}

#[test]
fn arguments_end_in_a_contradiction() {
    let (mut argued, mut conflicts) = (0, 0);
    for path in corpus("broken").iter().step_by(5 * one_in(20)) {
        let request = Request {
            max_sets: 1,
            ..request()
        };
        let diagnosis = diagnosis_of(&read(path), &request, 1);
        conflicts += diagnosis.conflicts.len();
        if let Some(argument) = &diagnosis.argument {
            argument_is_sound(argument);
            argued += 1;
        }
    }
    assert!(
        5 * argued >= conflicts,
        "{argued} of {conflicts} conflicts are argued"
    );
}

/// Rules about missing digits have auxiliary variables. Solutions that differ only in these must count as one.
#[test]
fn single_givens_are_those_of_enumeration() {
    let puzzle = corpus_puzzle("broken/doppelganger-dropped-given");
    let model = compile(&puzzle, Book::builtin()).expect("the puzzle compiles");
    let all = enumerate(&puzzle, &model, Limits::solutions(CAP), Run::QUIET).solutions;
    assert_eq!(all.len(), 6);
    let found = diagnosis_of(&puzzle, &request(), 1);
    let freedom = found.freedom.expect("there are several solutions");
    for cell in puzzle.layout.cells() {
        for digit in puzzle.layout.digits().iter() {
            let name = puzzle.cell_name(cell);
            let holds = |digits: &&String| {
                digits
                    .chars()
                    .nth(cell.index())
                    .and_then(|c| c.to_digit(36))
                    == Some(digit.into())
            };
            let once = all.iter().filter(holds).count() == 1;
            let mut givens = freedom.single_givens.iter();
            let listed = givens.any(|given| given.cell == name && given.digit == digit);
            assert_eq!(listed, once, "{digit} in {name}");
        }
    }
}

/// After a global rule is removed, the proposed changes must include adding it.
#[test]
fn forgotten_rules_are_proposed() {
    let rules = ["anti-knight", "non-consecutive", "diagonal-up", "windoku"];
    for name in rules.into_iter().step_by(one_in(4)) {
        let puzzle = corpus_puzzle(&format!("variants/{name}"));
        let at = puzzle.clues.iter().position(|clue| clue.rule == name);
        let cite = Cite::Clue(at.expect("the puzzle has its rule") as u16);
        let forgetful = without(&puzzle, &[cite]);
        let meant = named(Book::builtin(), &puzzle, cite).name;
        let diagnosis = diagnosis_of(&forgetful, &request(), 1);
        let mut changes = diagnosis.changes.iter();
        let found = changes.find(|c| c.slip == Slip::Missing && c.becomes == meant);
        assert!(found.is_some_and(|change| change.keeps_solution), "{name}");
    }
}

/// After a mark is removed, a negative rule forbids the solution. If the mark is added back, the puzzle accepts grids
/// that it rejects without the mark.
#[test]
fn forgotten_marks_are_proposed_where_unmarked_cells_say_the_contrary() {
    let puzzle = corpus_puzzle("variants/xv-negative");
    let meant = "the V between R5C2 and R6C2";
    let mut names = names(&puzzle).into_iter();
    let (_, cite) = names
        .find(|(named, _)| named.name == meant)
        .expect("it has this mark");
    let diagnosis = diagnosis_of(&without(&puzzle, &[cite]), &request(), 1);
    let mut changes = diagnosis.changes.iter();
    assert!(changes.any(|c| c.slip == Slip::Missing && c.becomes == meant));
}

/// A gap in a line is conspicuous. The change that closes it is therefore proposed before others, even if the
/// solution is unknown.
#[test]
fn a_gap_in_a_line_is_closed_first() {
    let right = corpus_puzzle("variants/thermometer");
    let whole = right.solution.iter().flatten().flatten();
    let whole: String = whole.map(u8::to_string).collect();
    let mut closed = 0;
    for index in 0..right.clues.len() {
        let mut wrong = right.clone();
        wrong.solution = None;
        let cells = right.clues[index].cells_of("cells");
        let apart = |a: Cell, b: Cell| {
            let [(row, column), (to_row, to_column)] = [a, b].map(|cell| right.layout.place(cell));
            row.abs_diff(to_row).max(column.abs_diff(to_column))
        };
        let gap = right.layout.cells().find(|&cell| {
            apart(cell, cells[1]) == 1 && apart(cell, cells[0]) == 2 && !cells.contains(&cell)
        });
        let Some(gap) = gap else { continue };
        wrong.clues[index].slots[0].1[1] = gap;
        let diagnosis = diagnosis_of(&wrong, &request(), 1);
        if diagnosis.answer.verdict == Verdict::Unique {
            continue;
        }
        let meant = named(Book::builtin(), &right, Cite::Clue(index as u16));
        let mut changes = diagnosis.changes.iter();
        let place = changes.position(|c| c.cells == meant.cells && c.solution == whole);
        assert!(
            place.is_some_and(|place| place < 3),
            "{}: {place:?}",
            meant.name
        );
        closed += 1;
        if closed == 4 / one_in(2) {
            return;
        }
    }
    panic!("{closed} puzzles were broken");
}

/// The cages are symmetric and there are few givens. A forgotten cage is proposed with its sum, even if the solution is
/// unknown.
#[test]
fn forgotten_cages_of_a_symmetrical_layout_are_proposed() {
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let mut puzzle = Puzzle::new(Layout::square(4));
    for cells in [[0, 1, 4], [2, 3, 7], [8, 12, 13], [11, 14, 15]] {
        let sum: i64 = cells.iter().map(|&cell| solution[cell]).sum();
        let cells = cells.map(|cell| Cell(cell as u16)).to_vec();
        puzzle
            .clues
            .push(Clue::on("killer-cage", cells).with("sum", sum));
    }
    puzzle.givens = (0..16)
        .map(|cell| Given {
            cell: Cell(cell),
            digits: DigitSet::one(solution[usize::from(cell)] as u8),
        })
        .collect();
    for given in (0..16).rev() {
        let fewer = without(&puzzle, &[Cite::Given(given)]);
        if count_anew(&fewer, 2) == 1 {
            puzzle = fewer;
        }
    }
    let mut proposed = 0;
    for clue in (0..4).map(Cite::Clue) {
        let fewer = without(&puzzle, &[clue]);
        if count_anew(&fewer, 2) == 1 {
            continue;
        }
        let meant = named(Book::builtin(), &puzzle, clue);
        let diagnosis = diagnosis_of(&fewer, &request(), 1);
        let mut changes = diagnosis.changes.iter();
        let name = format!("{} ({})", meant.name, meant.cells.join(" "));
        let found =
            changes.any(|c| c.slip == Slip::Missing && c.becomes == name && c.cells == meant.cells);
        assert!(found, "{}: {:#?}", meant.name, diagnosis.changes);
        proposed += 1;
    }
    assert!(proposed > 0, "each cage can be spared");
}

/// Removes the first clue without which the puzzle has several solutions, and checks that the diagnosis proposes this
/// clue.
fn forgotten_number_is_proposed(puzzle: &Puzzle) {
    let all = Suspects::of(puzzle, false).all();
    let clues = all.filter(|cite| matches!(cite, Cite::Clue(_)));
    let several = |cite: &Cite| count_anew(&without(puzzle, &[*cite]), 2) > 1;
    let cite = clues.into_iter().find(several).expect("a clue is needed");
    let meant = named(Book::builtin(), puzzle, cite).name;
    let diagnosis = diagnosis_of(&without(puzzle, &[cite]), &request(), 1);
    let mut changes = diagnosis.changes.iter();
    let found = changes.find(|c| c.slip == Slip::Missing && c.becomes == meant);
    assert!(found.is_some_and(|change| change.keeps_solution), "{meant}");
}

/// The skyscraper clues of this 4x4 grid are reduced to a minimal set. Removing any of them makes the puzzle ambiguous,
/// and the diagnosis must propose the removed clue.
#[test]
fn forgotten_numbers_are_proposed_where_the_solution_is_known() {
    let solution = [1, 2, 3, 4, 3, 4, 1, 2, 2, 1, 4, 3, 4, 3, 2, 1];
    let mut puzzle = Puzzle::new(Layout::square(4));
    let layout = &puzzle.layout;
    let rows = (0..4).map(|row| layout.row(row).collect());
    let columns = (0..4).map(|column| layout.column(column).collect());
    let lines: Vec<Vec<Cell>> = rows.chain(columns).collect();
    for line in lines {
        for cells in [line.clone(), line.into_iter().rev().collect::<Vec<_>>()] {
            let (mut tallest, mut count) = (0, 0);
            for cell in &cells {
                let height = solution[cell.index()];
                count += i64::from(height > tallest);
                tallest = tallest.max(height);
            }
            let clue = Clue::new("skyscraper").slot("cells", cells);
            puzzle.clues.push(clue.with("count", count));
        }
    }
    puzzle.solution = Some(solution.into_iter().map(Some).collect());
    puzzle.givens = vec![Given {
        cell: Cell(0),
        digits: DigitSet::one(1),
    }];
    assert_eq!(count_anew(&puzzle, 2), 1);
    for clue in (0..puzzle.clues.len()).rev() {
        let fewer = without(&puzzle, &[Cite::Clue(clue as u16)]);
        if count_anew(&fewer, 2) == 1 {
            puzzle = fewer;
        }
    }
    forgotten_number_is_proposed(&puzzle);
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn forgotten_numbers_are_proposed_in_large_grids() {
    for name in ["little-killer", "x-sum", "skyscraper"] {
        forgotten_number_is_proposed(&corpus_puzzle(&format!("variants/{name}")));
    }
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn grades_without_clues_are_those_of_the_puzzles_without_them() {
    let puzzle = corpus_puzzle("seeds/spoons");
    let rating = |puzzle: &Puzzle| {
        let parts = parts(puzzle, Book::builtin()).expect("the clues fit");
        let model = Model::new(puzzle, &parts);
        let ground =
            Ground::new(puzzle, Book::builtin(), &parts, &model).expect("the grid is small");
        let profile = Profile::builtin("default").expect("it is built in");
        let path = solve(&ground, profile, |_| true);
        Grade::of(&ground, &path, profile).rating
    };
    let request = Request {
        grades: true,
        ..request()
    };
    let diagnosis = diagnosis_of(&puzzle, &request, 2);
    let whole = diagnosis.difficulty.expect("it was asked for");
    assert!((whole.rating - rating(&puzzle)).abs() < 0.01);
    let mut graded = 0;
    for (role, cite) in diagnosis
        .clues
        .iter()
        .zip(Suspects::of(&puzzle, false).all())
    {
        let spare = role.worth == Worth::Redundant;
        assert_eq!(role.difficulty.is_some(), spare, "{}", role.clue.name);
        if let Some(difficulty) = &role.difficulty {
            assert!((difficulty.rating - rating(&without(&puzzle, &[cite]))).abs() < 0.01);
            graded += 1;
        }
    }
    assert!(graded > 0);
}

fn conflict_is_minimal(puzzle: &Puzzle, set: &ConflictSet) {
    // Without its marks, a negative rule forbids more than it does in the conflict, so a set that contains the rule
    // need not be minimal.
    if !set.minimal
        || puzzle
            .clues
            .iter()
            .any(|clue| clue.rule.ends_with("negative"))
    {
        return;
    }
    let outside = names(puzzle)
        .into_iter()
        .filter(|(name, _)| !set.clues.contains(name));
    let outside: Vec<Cite> = outside.map(|(_, cite)| cite).collect();
    assert_eq!(count_anew(&without(puzzle, &outside), 1), 0, "{set:?}");
    for (name, member) in names(puzzle) {
        if set.clues.contains(&name) {
            let gone = [&outside[..], &[member]].concat();
            assert_eq!(count_anew(&without(puzzle, &gone), 1), 1, "{}", name.name);
        }
    }
}
