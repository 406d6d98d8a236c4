//! Tests that puzzles made by the setter's assistant have the properties that it states. Independent counts check
//! these properties.

use crate::one_in;
use cluewright::ask::{
    Fill, Fillings, Generate, Host, Minimise, Question, Reply, Request, Suggest,
};
use cluewright::{Book, Prepared, ReadOptions, read_any};
use cluewright_engine::compile;
use cluewright_engine::model::Cite;
use cluewright_engine::search::Limits;
use cluewright_engine::search::Run;
use cluewright_engine::search::{Verdict, enumerate};
use cluewright_puzzle::{Cell, Clue, DigitSet, Given, Layout, Param, Puzzle, canonical_grid};
use cluewright_rules::{Clues, Shape};
use cluewright_setter::diagnose::{Suspects, without};
use cluewright_setter::setting::{Band, Symmetry, canonical};
use std::collections::BTreeSet;

/// Compiles a puzzle and returns its number of solutions, up to a cap.
fn count(puzzle: &Puzzle, cap: u64) -> u64 {
    let model = compile(puzzle, Book::builtin()).expect("the puzzle compiles");
    let answer = enumerate(puzzle, &model, Limits::solutions(cap), Run::QUIET);
    assert!(answer.complete || answer.count == cap);
    answer.count
}

fn read(text: &str) -> Puzzle {
    let reading = read_any(text, None, &ReadOptions::default()).expect("a puzzle");
    reading.puzzles.into_iter().next().expect("a puzzle")
}

fn corpus(name: &str) -> Puzzle {
    read(&std::fs::read_to_string(format!("corpus/{name}.toml")).expect("the corpus"))
}

fn prepare(puzzle: &Puzzle) -> Prepared {
    Prepared::new(puzzle.clone(), Book::builtin()).expect("the puzzle compiles")
}

fn generate_puzzles(change: impl FnOnce(&mut Generate)) -> Vec<Puzzle> {
    let mut question = Generate::default();
    change(&mut question);
    let made = question.of(&Host::QUIET).expect("puzzles");
    assert!(made.complete && made.puzzles.len() == question.count);
    made.puzzles.iter().map(|new| read(&new.text)).collect()
}

#[test]
fn generated_global_rules_exclude_some_grid() {
    let grids = count(&Puzzle::new(Layout::square(4)), 1_000);
    let rules = Book::builtin().rules().flatten();
    let mut made = 0;
    for rule in rules.filter(|rule| rule.shape == Shape::Global) {
        let mut question = Generate::default();
        question.rules = vec![rule.name.parse().expect("a rule's name")];
        question.size = 4;
        question.tries = 20;
        let new = question.of(&Host::QUIET).map(|made| made.puzzles);
        if rule.name == "region-same-values" {
            let refusal = new.expect_err("every grid satisfies it").message;
            assert!(refusal.contains("every grid of this size"), "{refusal}");
            continue;
        }
        for new in new.unwrap_or_default() {
            let mut puzzle = read(&new.text);
            puzzle.givens.clear();
            assert!(count(&puzzle, grids) < grids, "{}", rule.name);
            made += 1;
        }
    }
    assert!(made >= 8, "only {made} puzzles were generated");
}

#[test]
fn new_plain_puzzles_are_unique_and_minimal() {
    for puzzle in generate_puzzles(|question| question.count = 40 / one_in::<usize>(10)) {
        assert_eq!(count(&puzzle, 2), 1);
        for cite in Suspects::of(&puzzle, false).all() {
            assert_eq!(count(&without(&puzzle, &[cite]), 2), 2);
        }
    }
}

#[test]
fn new_symmetrical_puzzles_are_unique_and_no_orbit_can_go() {
    for symmetry in Symmetry::EVERY {
        let orbits = symmetry.orbits(&Layout::square(9)).expect("it is square");
        let made = generate_puzzles(|question| {
            question.count = 2;
            question.symmetry = Some(symmetry);
        });
        for puzzle in made {
            assert_eq!(count(&puzzle, 2), 1);
            let given = |cell: &Cell| puzzle.givens.iter().position(|given| given.cell == *cell);
            for orbit in &orbits {
                let there: Vec<Cite> = orbit
                    .iter()
                    .filter_map(given)
                    .map(|index| Cite::Given(index as u16))
                    .collect();
                assert!(
                    there.is_empty() || there.len() == orbit.len(),
                    "{symmetry:?}"
                );
                if !there.is_empty() {
                    assert_eq!(count(&without(&puzzle, &there), 2), 2, "{symmetry:?}");
                }
            }
        }
    }
}

#[test]
fn new_puzzles_are_rated_as_wanted() {
    let mut question = Generate::default();
    question.count = 3;
    question.rating = Some("2.0..3.0".parse().expect("a band"));
    let made = question.of(&Host::QUIET).expect("puzzles");
    assert!(made.complete);
    for new in &made.puzzles {
        assert!(
            new.rating
                .is_some_and(|rating| (2.0..=3.0).contains(&rating)),
            "{new:?}"
        );
        let puzzle = read(&new.text);
        assert_eq!(count(&puzzle, 2), 1);
        let graded = prepare(&puzzle).ask(&cluewright::ask::Grade::default(), &Host::QUIET);
        let grade = graded.expect("a grade").grade.expect("it is unique");
        assert_eq!(Some(grade.rating), new.rating);
    }
}

/// Parses a list of rules with their numbers of clues, in the notation of the command line.
fn rules(text: &str) -> Vec<cluewright::ask::RuleCount> {
    let parts = text.split(',').map(|part| part.parse().expect("a rule"));
    parts.collect()
}

#[test]
fn new_variants_are_unique_and_need_each_rule_and_given() {
    let asked = [
        ("thermometer 2, killer-cage 3", 6),
        ("arrow 2, white-dot 4, black-dot 2", 6),
        ("little-killer 3, sandwich 3", 6),
        ("x 3, v 2, anti-knight", 6),
        ("renban 2, german-whisper 2, region-sum-line 1", 9),
        ("xv-negative", 6),
        ("quadruple 3, palindrome 2, odd 3", 6),
    ];
    for (text, size) in asked.into_iter().step_by(one_in(3)) {
        let made = generate_puzzles(|question| {
            question.rules = rules(text);
            question.size = size;
            question.count = 2;
        });
        for puzzle in made {
            assert_eq!(count(&puzzle, 2), 1, "{text}");
            for wanted in rules(text) {
                let clues = (0..).zip(&puzzle.clues);
                let of_it = clues.filter(|(_, clue)| clue.rule == wanted.rule);
                let of_it: Vec<Cite> = of_it.map(|(index, _)| Cite::Clue(index)).collect();
                assert_eq!(of_it.len(), wanted.count.unwrap_or(1), "{text}");
                assert_eq!(count(&without(&puzzle, &of_it), 2), 2, "{text}");
            }
            for given in 0..puzzle.givens.len() {
                let less = without(&puzzle, &[Cite::Given(given as u16)]);
                assert_eq!(count(&less, 2), 2, "{text}");
            }
        }
    }
}

#[test]
fn new_variants_are_arranged_and_rated_as_wanted() {
    let mut question = Generate::default();
    question.rules = rules("killer-cage 6, thermometer 2");
    question.symmetry = Some(Symmetry::HalfTurn);
    question.rating = Some("2.0..4.0".parse().expect("a band"));
    let made = question.of(&Host::QUIET).expect("puzzles");
    let [new] = &made.puzzles[..] else {
        panic!("one puzzle: {made:?}");
    };
    let puzzle = read(&new.text);
    assert_eq!(count(&puzzle, 2), 1);
    let graded = prepare(&puzzle).ask(&cluewright::ask::Grade::default(), &Host::QUIET);
    let grade = graded.expect("a grade").grade.expect("it is unique");
    assert_eq!(Some(grade.rating), new.rating);
    assert!((2.0..=4.0).contains(&grade.rating));
    let turned = |cell: Cell| Cell::from_index(80 - cell.index());
    let places = |turn: bool| {
        let clues = puzzle.clues.iter().map(|clue| {
            let cells = clue
                .cells()
                .map(|cell| if turn { turned(cell) } else { cell });
            cells.collect::<BTreeSet<Cell>>()
        });
        let givens = puzzle.givens.iter();
        let givens = givens
            .map(|given| BTreeSet::from([if turn { turned(given.cell) } else { given.cell }]));
        clues.chain(givens).collect::<BTreeSet<_>>()
    };
    assert_eq!(places(false), places(true));
}

#[test]
fn every_rule_is_drawn_or_refused_by_name() {
    for rule in Book::builtin().rules().step_by(one_in(3)) {
        let name = &rule.expect("the rule's file is right").name;
        let mut question = Generate::default();
        question.rules = rules(name);
        question.size = 6;
        question.tries = 10;
        match question.of(&Host::QUIET) {
            Err(refusal) => assert!(refusal.message.contains(name.as_str()), "{refusal:?}"),
            Ok(made) => {
                for new in made.puzzles {
                    let puzzle = read(&new.text);
                    assert!(puzzle.clues.iter().any(|clue| clue.rule == *name), "{name}");
                    assert_eq!(count(&puzzle, 2), 1, "{name}");
                }
            }
        }
    }
}

/// A row of `corpus/generated/expected.csv`.
#[derive(serde::Deserialize)]
struct Row {
    id: String,
    rules: String,
    band: String,
    verdict: String,
    solution: String,
    givens: usize,
    rating: f64,
    tier: String,
    effort: String,
}

fn read_generated_corpus() -> Vec<Row> {
    let mut table = csv::Reader::from_path("corpus/generated/expected.csv").expect("it is there");
    let rows: Result<Vec<Row>, _> = table.deserialize().collect();
    rows.expect("rows are right")
}

#[test]
fn generated_puzzles_are_what_their_table_says() {
    let table = read_generated_corpus();
    let files = std::fs::read_dir("corpus/generated").expect("the corpus is there");
    assert_eq!(files.count(), table.len() + 1);
    for row in table.iter().step_by(one_in(10)) {
        let id = &row.id;
        let puzzle = corpus(&format!("generated/{id}"));
        assert_eq!(
            (count(&puzzle, 2), row.verdict.as_str()),
            (1, "unique"),
            "{id}"
        );
        let solution = puzzle.solution.iter().flatten().flatten();
        let digits: String = solution.map(u8::to_string).collect();
        assert_eq!(digits, row.solution, "{id}");
        let checked = prepare(&puzzle).ask(&cluewright::ask::Check::default(), &Host::QUIET);
        let answer = checked.expect("an answer").answer;
        assert_eq!(answer.solutions[0], row.solution, "{id}");
        assert_eq!(puzzle.givens.len(), row.givens, "{id}");
        let band: Band = row.band.parse().expect("a band");
        assert!(band.contains(row.rating), "{id}");
        for wanted in rules(&row.rules) {
            let clues = (0..).zip(&puzzle.clues);
            let of_it = clues.filter(|(_, clue)| clue.rule == wanted.rule);
            let of_it: Vec<Cite> = of_it.map(|(index, _)| Cite::Clue(index)).collect();
            assert!(!of_it.is_empty(), "{id}");
            assert_eq!(
                count(&without(&puzzle, &of_it), 2),
                2,
                "{id}: {}",
                wanted.rule
            );
        }
    }
}

#[test]
fn the_grades_of_generated_puzzles_are_those_of_their_table() {
    for row in read_generated_corpus() {
        let puzzle = corpus(&format!("generated/{}", row.id));
        let graded = prepare(&puzzle).ask(&cluewright::ask::Grade::default(), &Host::QUIET);
        let grade = graded.expect("a grade").grade.expect("it is unique");
        let effort = format!("{:.1}", grade.effort);
        assert_eq!(
            (grade.rating, grade.tier, effort),
            (row.rating, row.tier, row.effort),
            "{}: after a change of the grading run make_generated with `grade`",
            row.id
        );
    }
}

#[test]
fn variants_do_not_depend_on_threads() {
    let made = |count, threads| {
        let mut question = Generate::default();
        question.count = count;
        question.rules = rules("thermometer 2, x 3");
        question.size = 6;
        let host = Host {
            threads,
            ..Host::default()
        };
        let made = question.of(&host).expect("puzzles");
        let texts = made.puzzles.into_iter().map(|new| new.text);
        texts.collect::<Vec<_>>()
    };
    let alone = made(4, 1);
    assert_eq!(alone, made(4, 3));
    assert_eq!(alone[..2], made(2, 2));
    let alike: BTreeSet<_> = alone
        .iter()
        .map(|text| canonical(&read(text), Book::builtin()))
        .collect();
    assert_eq!(alike.len(), alone.len());
}

#[test]
fn what_is_made_does_not_depend_on_threads_nor_on_how_much_is_asked_for() {
    let made = |count, threads, rating: Option<&str>| {
        let mut question = Generate::default();
        question.count = count;
        question.seed = 5;
        question.rating = rating.map(|band| band.parse().expect("a band"));
        let host = Host {
            threads,
            ..Host::default()
        };
        let made = question.of(&host).expect("puzzles");
        made.puzzles
            .into_iter()
            .map(|new| new.text)
            .collect::<Vec<_>>()
    };
    let alone = made(30, 1, None);
    assert_eq!(made(30, 2, None), alone);
    assert_eq!(made(30, 8, None), alone);
    assert_eq!(made(7, 2, None), alone[..7]);
    assert_eq!(alone.iter().collect::<BTreeSet<_>>().len(), 30);
    let rated = made(2, 1, Some("2.0..2.6"));
    for (count, threads) in [(2, 8), (1, 2)].into_iter().step_by(one_in(2)) {
        assert_eq!(made(count, threads, Some("2.0..2.6")), rated[..count]);
    }
}

/// Returns a small puzzle with six givens and up to three clues, some of which may be redundant.
fn rich(seed: u8) -> Puzzle {
    let mut puzzle = Puzzle::new(Layout::square(4));
    let rows = ["1234", "3412", "2143", "4321"];
    let digits: Vec<u8> = rows.concat().bytes().map(|b| b - b'0').collect();
    for index in 0..6 {
        let cell = usize::from((index * 5 + seed) % 16);
        puzzle.givens.push(Given {
            cell: Cell::from_index(cell),
            digits: DigitSet::one(digits[cell]),
        });
    }
    let at = |row, column| puzzle.layout.cell(row, column);
    let clues = [
        Clue::on("killer-cage", [at(0, 0), at(0, 1)]).with("sum", 3),
        Clue::on("thermometer", [at(2, 1), at(2, 0)]),
        Clue::on("white-dot", [at(3, 0), at(3, 1)]),
    ];
    puzzle.givens.sort_by_key(|given| given.cell);
    let fitting = clues
        .into_iter()
        .filter(|clue| Book::builtin().holds(&puzzle, 0, clue, &digits) == Ok(true));
    puzzle.clues = fitting.collect();
    puzzle
}

#[test]
fn minimal_puzzles_are_minimal() {
    let mut puzzles = vec![
        corpus("seeds/mentats-diversion"),
        corpus("variants/killer-cage"),
    ];
    puzzles.extend((0..8 / one_in::<u8>(4)).map(rich));
    for puzzle in puzzles {
        let mut question = Minimise::default();
        question.seed = 1;
        let reduced = prepare(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        if reduced.answer.verdict != Verdict::Unique {
            assert!(reduced.minimised.is_none());
            continue;
        }
        let minimised = reduced.minimised.expect("it is unique");
        assert!(minimised.proven);
        let left = &minimised.puzzle;
        assert_eq!(*left, read(&reduced.text.expect("a file")).with_about(left));
        assert_eq!(minimised.left, left.clues.len() + left.givens.len());
        assert_eq!(count(left, 2), 1);
        for cite in Suspects::of(left, false).all() {
            assert_eq!(count(&without(left, &[cite]), 2), 2, "{cite:?}");
        }
    }
}

trait WithAbout {
    fn with_about(self, other: &Puzzle) -> Puzzle;
}

impl WithAbout for Puzzle {
    /// Returns the puzzle with the texts, drawings and solution of another puzzle, because files need not keep
    /// them.
    fn with_about(mut self, other: &Puzzle) -> Self {
        self.about = other.about.clone();
        self.kept.clone_from(&other.kept);
        self.drawings.clone_from(&other.drawings);
        self.solution.clone_from(&other.solution);
        self
    }
}

#[test]
fn what_is_left_does_not_depend_on_threads() {
    let puzzle = corpus("variants/thermometer");
    let reduced = |threads| {
        let host = Host {
            threads,
            ..Host::default()
        };
        let mut question = Minimise::default();
        question.seed = 3;
        question.values = true;
        let reduced = prepare(&puzzle).ask(&question, &host).expect("an answer");
        serde_json::to_string(&reduced).expect("plain JSON")
    };
    let alone = reduced(1);
    assert_eq!(reduced(2), alone);
    assert_eq!(reduced(8), alone);
}

/// Compares all minimal selections with the result of trying every subset.
#[test]
fn minimal_selections_are_those_that_trying_all_finds() {
    for seed in 0..12 / one_in::<u8>(4) {
        let puzzle = rich(seed);
        if count(&puzzle, 2) != 1 {
            continue;
        }
        let all: Vec<Cite> = Suspects::of(&puzzle, false).all().collect();
        let left_unique = |kept: u32| {
            let gone = (0..all.len()).filter(|n| kept >> n & 1 == 0);
            let gone: Vec<Cite> = gone.map(|n| all[n]).collect();
            count(&without(&puzzle, &gone), 2) == 1
        };
        let unique: Vec<u32> = (0..1 << all.len())
            .filter(|&kept| left_unique(kept))
            .collect();
        let minimal = |&&kept: &&u32| {
            unique
                .iter()
                .all(|&other| other == kept || other & kept != other)
        };
        let minimal: Vec<u32> = unique.iter().filter(minimal).copied().collect();
        let size = 5;
        let expected = minimal
            .iter()
            .filter(|kept| kept.count_ones() <= size)
            .count();
        let mut question = Minimise::default();
        question.size = Some(size as usize);
        let reduced = prepare(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        let sets = reduced
            .minimised
            .and_then(|it| it.sets)
            .expect("they were asked for");
        assert!(sets.complete);
        assert_eq!(sets.sets.len(), expected, "{puzzle:?}");
        let different: BTreeSet<String> = sets.sets.iter().map(|set| format!("{set:?}")).collect();
        assert_eq!(different.len(), expected);
        let mut question = Minimise::default();
        question.fewest = true;
        let reduced = prepare(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        let sets = reduced
            .minimised
            .and_then(|it| it.sets)
            .expect("they were asked for");
        let smallest = minimal.iter().map(|kept| kept.count_ones()).min();
        assert_eq!(Some(sets.size as u32), smallest);
        let of_it = minimal
            .iter()
            .filter(|kept| Some(kept.count_ones()) == smallest);
        assert_eq!(sets.sets.len(), of_it.count());
    }
}

#[test]
fn what_is_kept_stays() {
    let mut puzzle = corpus("seeds/visual-prolog");
    let thermometer = Clue::on("thermometer", [Cell(2), Cell(3)]);
    puzzle.clues.push(thermometer);
    let mut question = Minimise::default();
    question.keep = vec!["thermometer".to_owned(), "R1C3".to_owned()];
    let reduced = prepare(&puzzle)
        .ask(&question, &Host::QUIET)
        .expect("an answer");
    let minimised = reduced.minimised.expect("it is unique");
    assert_eq!(minimised.puzzle.clues, puzzle.clues);
    let gone = minimised.removed;
    assert!(gone.iter().all(|clue| clue.cells != ["R1C3"]));
    question.keep = vec!["sandwich".to_owned()];
    let refusal = prepare(&puzzle)
        .ask(&question, &Host::QUIET)
        .expect_err("there is none");
    assert!(refusal.message.contains("`sandwich`"), "{refusal}");
}

#[test]
fn kept_clues_keep_their_values() {
    let text = "size = 4\ngrid = \"1.....3..4.....2\"\nclues = { killer-cage = \"4: R1C1 R1C2\" }";
    let weakened = |keep: &[&str]| {
        let mut question = Minimise::default();
        question.values = true;
        question.keep = keep.iter().map(|&word| word.to_owned()).collect();
        let reduced = prepare(&read(text)).ask(&question, &Host::QUIET);
        let minimised = reduced.expect("an answer").minimised.expect("it is unique");
        minimised.weakened.len()
    };
    assert_eq!(weakened(&["killer-cage"]), 0);
}

#[test]
fn the_same_puzzle_from_another_side_is_alike() {
    let line = "..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35..";
    let digits = |line: &str| -> [u8; 81] {
        let digits = line.bytes().map(|b| if b == b'.' { 0 } else { b - b'0' });
        digits.collect::<Vec<u8>>().try_into().expect("81 cells")
    };
    let turned: String = line.chars().rev().collect();
    let renamed: String = turned
        .chars()
        .map(|c| match c {
            '1' => '7',
            '7' => '1',
            other => other,
        })
        .collect();
    assert_eq!(
        canonical_grid(&digits(line)),
        canonical_grid(&digits(&renamed))
    );
    let other = line.replacen('7', "9", 1);
    assert_ne!(
        canonical_grid(&digits(line)),
        canonical_grid(&digits(&other))
    );
    let book = Book::builtin();
    assert_eq!(
        canonical(&read(line), book),
        canonical(&read(&renamed), book)
    );
    assert_ne!(canonical(&read(line), book), canonical(&read(&other), book));
}

/// If the path must be kept, the result has the same break-in and the same hardest step as the original puzzle.
#[test]
fn the_way_in_is_kept() {
    let mut kept = 0;
    for puzzle in (0..4).map(rich).chain([read("12.4341.21....21")]) {
        if count(&puzzle, 2) != 1 {
            continue;
        }
        let graded = |puzzle: &Puzzle| {
            let question = cluewright::ask::Grade::default();
            let graded = prepare(puzzle)
                .ask(&question, &Host::QUIET)
                .expect("a grade");
            let grade = graded.grade.expect("it is unique");
            (grade.rating, grade.technique, grade.first_placement)
        };
        let mut question = Minimise::default();
        question.keep_path = true;
        question.values = true;
        let reduced = prepare(&puzzle)
            .ask(&question, &Host::QUIET)
            .expect("an answer");
        let minimised = reduced.minimised.expect("it is unique");
        assert!(minimised.proven);
        assert_eq!(graded(&minimised.puzzle), graded(&puzzle));
        kept += minimised.kept_for_path.len();
    }
    assert!(kept > 0);
}

fn fill_draft(draft: &str, change: impl FnOnce(&mut Fill), threads: usize) -> Fillings {
    let mut question = Fill::default();
    change(&mut question);
    let request = serde_json::json!({ "ask": "fill", "puzzle": draft });
    let mut request: Request = serde_json::from_value(request).expect("a request");
    request.question = Question::Fill(question);
    let host = Host {
        threads,
        ..Host::default()
    };
    match request.ask(&host).expect("an answer").1 {
        Reply::Fill(fillings) => *fillings,
        other => panic!("{other:?}"),
    }
}

/// A rule of the puzzle's own is filled like one of the book, whether it is new or hides one of the book.
#[test]
fn values_of_own_rules_are_filled() {
    let grid = "size = 4\ngrid = [\"1234\", \"3412\", \"2143\", \"4321\"]\n";
    for (name, sign, expected) in [
        ("total", "==", vec![7]),
        ("killer-cage", ">=", vec![5, 6, 7]),
    ] {
        let rule = format!(
            "[own-rules.{name}]\nshape = \"group\"\nparams = {{ sum = \"required\" }}\n\
             relation = \"sum(cells) {sign} sum\"\n[clues]\n{name} = \"?(5..9): R2C1 R2C2\"\n"
        );
        let found = fill_draft(
            &(grid.to_owned() + &rule),
            |question| question.all = true,
            1,
        );
        let sum = |text: &str| match read(text).clues[0].params.get("sum") {
            Some(Param::Int(sum)) => *sum,
            other => panic!("{other:?}"),
        };
        let mut sums: Vec<i64> = found
            .puzzles
            .iter()
            .map(|filled| sum(&filled.text))
            .collect();
        sums.sort_unstable();
        assert_eq!(sums, expected, "{name}");
    }
}

const SMALL: &str = r#"
size = 4
[clues]
killer-cage = ["?: R1C1 R1C2 R2C1", "?(4..9): R3C3 R3C4 R4C4", "?: R2C3 R2C4"]
thermometer = "R4C1 R3C1 R3C2"
[wanted]
givens = "R2C2"
"#;

/// Enumerates all grids, and returns the solutions of the fixed part of [`SMALL`], each with the values that it implies
/// for the open part.
fn by_hand() -> Vec<(Vec<u8>, Vec<i64>)> {
    let plain = Puzzle::new(Layout::square(4));
    let model = compile(&plain, Book::builtin()).expect("it compiles");
    let grids = enumerate(&plain, &model, Limits::NONE, Run::QUIET).solutions;
    assert_eq!(grids.len(), 288);
    let mut found = vec![];
    for grid in grids {
        let values: Vec<u8> = grid.bytes().map(|b| b - b'0').collect();
        let at = |row: usize, column: usize| values[(row - 1) * 4 + column - 1];
        let cages = [
            vec![at(1, 1), at(1, 2), at(2, 1)],
            vec![at(3, 3), at(3, 4), at(4, 4)],
            vec![at(2, 3), at(2, 4)],
        ];
        let differ = |cage: &Vec<u8>| cage.iter().collect::<BTreeSet<_>>().len() == cage.len();
        let rises = at(4, 1) < at(3, 1) && at(3, 1) < at(3, 2);
        let mut read: Vec<i64> = cages
            .iter()
            .map(|c| c.iter().map(|&d| i64::from(d)).sum())
            .collect();
        if cages.iter().all(differ) && rises && (4..=9).contains(&read[1]) {
            read.push(at(2, 2).into());
            found.push((values, read));
        }
    }
    found
}

/// Returns the values that a filling of [`SMALL`] has in the open part.
fn values_of(puzzle: &Puzzle) -> Vec<i64> {
    let cages = puzzle
        .clues
        .iter()
        .filter(|clue| clue.rule == "killer-cage");
    let mut values: Vec<i64> = cages
        .map(|cage| match cage.params.get("sum") {
            Some(Param::Int(sum)) => *sum,
            other => panic!("{other:?}"),
        })
        .collect();
    values.push(puzzle.givens[0].digits.single().expect("a given").into());
    values
}

#[test]
fn all_fillings_are_those_that_trying_all_grids_finds() {
    let by_hand = by_hand();
    let alone = |(_, read): &&(Vec<u8>, Vec<i64>)| {
        by_hand.iter().filter(|(_, other)| other == read).count() == 1
    };
    let expected: BTreeSet<Vec<i64>> = by_hand
        .iter()
        .filter(alone)
        .map(|(_, read)| read.clone())
        .collect();
    assert!(expected.len() > 3, "{expected:?}");
    let found = fill_draft(SMALL, |question| question.all = true, 1);
    assert!(found.complete);
    let values: BTreeSet<Vec<i64>> = found
        .puzzles
        .iter()
        .map(|filled| values_of(&read(&filled.text)))
        .collect();
    assert_eq!(values, expected);
    assert_eq!(found.puzzles.len(), expected.len());
    // The fillings found by the search must be among the enumerated ones.
    let some = fill_draft(SMALL, |question| question.count = 3, 1);
    assert_eq!(some.puzzles.len(), 3);
    for filled in &some.puzzles {
        assert!(expected.contains(&values_of(&read(&filled.text))));
    }
}

#[test]
fn values_that_a_grid_does_not_decide_are_all_listed() {
    let draft = "size = 4\nclues = { german-whisper = \"?: R1C1-R1C4\" }\n\
                 wanted = { givens = \"R1C3 R2C1 R3C3 R4C2\" }";
    let found = fill_draft(draft, |question| question.all = true, 1);
    assert!(found.complete);
    let listed = found.puzzles.iter().map(|filled| {
        let clue = &read(&filled.text).clues[0];
        (clue.params["difference"].clone(), filled.solution.clone())
    });
    let listed: Vec<(Param, String)> = listed.collect();
    let mut expected = vec![];
    for least in 0..4 {
        for digits in 0..256 {
            let [a, b, c, d] = [64, 16, 4, 1].map(|place| digits / place % 4 + 1);
            let text = format!(
                "size = 4\ngrid = \"..{a}.{b}.....{c}..{d}..\"\n\
                 clues = {{ german-whisper = \"{least}: R1C1-R1C4\" }}"
            );
            let puzzle = read(&text);
            let answer = prepare(&puzzle).check(Limits::NONE, Run::QUIET);
            if answer.verdict == Verdict::Unique {
                expected.push((Param::Int(least), answer.solutions[0].clone()));
            }
        }
    }
    assert!(expected.len() > 3, "{expected:?}");
    assert_eq!(listed.len(), expected.len());
    assert!(expected.iter().all(|one| listed.contains(one)));
}

#[test]
fn a_list_of_values_is_complete_only_if_all_values_were_tried() {
    let draft = "size = 4\ngrid = \"1234341221434321\"\nclues = { taxicab = \"?\" }";
    let found = fill_draft(draft, |question| question.all = true, 1);
    let listed: Vec<i64> = found
        .puzzles
        .iter()
        .map(
            |filled| match read(&filled.text).clues[0].params["distance"] {
                Param::Int(distance) => distance,
                ref other => panic!("{other:?}"),
            },
        )
        .collect();
    let holds = |distance: &i64| {
        let text = draft.replace("\"?\"", &format!("{{ distance = {distance} }}"));
        count(&read(&text), 2) == 1
    };
    assert!(found.complete);
    assert_eq!(listed.len(), (1..=6).filter(holds).count());
    assert!(listed.iter().all(holds));
    // The sum of two weighted cells exceeds the sum of any two digits.
    let weighted = "size = 4\ngrid = \"1.....3..4.....2\"\n\
                    clues = { sum = { cells = \"R1C2 R1C3\", weights = [10, 1], sum = \"?\" } }";
    assert!(!fill_draft(weighted, |question| question.all = true, 1).complete);
}

#[test]
fn a_clue_that_cannot_hold_is_left_out_where_it_may_be() {
    let draft = "size = 4\ngrid = \"1...............\"\n\
                 clues = { even = { cells = \"R1C1\", optional = true } }\n\
                 wanted = { givens = \"R2C1 R2C3 R3C4 R4C2 R4C4\" }";
    let found = fill_draft(draft, |_| {}, 1);
    let puzzle = read(&found.puzzles[0].text);
    assert!(puzzle.clues.is_empty());
}

const CAGES: &str = r#"
[clues]
killer-cage = [
  "?: R1C1 R1C2 R2C1", "?: R1C3 R1C4", "?: R1C5 R1C6 R2C6", "?: R1C7 R2C7", "?: R1C8 R1C9 R2C9",
  "?: R3C1 R4C1", "?: R3C4 R3C5 R4C5", "?: R5C5 R5C6 R6C5", "?: R7C7 R7C8", "?: R8C1 R9C1 R9C2",
]
thermometer = ["R5C1-R5C4", "R9C9 R8C9 R8C8"]
"white-dot | black-dot" = "R6C8 R6C9"
"choose 2 of" = { x = ["R4C7 R4C8"], sandwich = ["?: R0C4", "?: R0C8"] }
even = [{ cells = "R2C3", optional = true }]
[wanted]
givens = "R2C2 R2C5 R3C7 R4C3 R4C9 R5C8 R6C1 R6C3 R7C2 R7C5 R8C4 R8C6 R9C7 R7C9 R5C9 R3C3"
"#;

#[test]
fn fillings_are_unique_and_keep_what_is_settled() {
    let found = fill_draft(CAGES, |question| question.count = 2, 2);
    assert_eq!(found.puzzles.len(), 2);
    assert_ne!(found.puzzles[0], found.puzzles[1]);
    for filled in &found.puzzles {
        let puzzle = read(&filled.text);
        assert_eq!(count(&puzzle, 2), 1);
        let of = |rule: &str| puzzle.clues.iter().filter(|clue| clue.rule == rule).count();
        assert_eq!((of("killer-cage"), of("thermometer")), (10, 2));
        assert_eq!(of("white-dot") + of("black-dot"), 1);
        assert_eq!(of("x") + of("sandwich"), 2);
        assert_eq!(puzzle.givens.len(), 16);
        if let Some(even) = puzzle.clues.iter().position(|clue| clue.rule == "even") {
            assert_eq!(count(&without(&puzzle, &[Cite::Clue(even as u16)]), 2), 2);
        }
    }
}

#[test]
fn fillings_do_not_depend_on_threads() {
    let texts = |threads| {
        let found = fill_draft(CAGES, |question| question.seed = 3, threads);
        found
            .puzzles
            .into_iter()
            .map(|filled| filled.text)
            .collect::<Vec<_>>()
    };
    let alone = texts(1);
    assert!(!alone.is_empty());
    assert_eq!(texts(2), alone);
    assert_eq!(texts(8), alone);
}

#[test]
fn what_is_wanted_of_a_filling_holds() {
    let draft = format!("{SMALL}rating = \"2.1..2.3\"\n");
    let found = fill_draft(&draft, |question| question.steps = 500, 1);
    assert!(!found.puzzles.is_empty());
    for filled in &found.puzzles {
        assert!(
            filled
                .rating
                .is_some_and(|rating| (2.1..=2.3).contains(&rating)),
            "{filled:?}"
        );
    }
    let draft = format!("{SMALL}rating = \"9.0..9.9\"\n");
    let found = fill_draft(&draft, |question| question.steps = 200, 1);
    assert!(found.puzzles.is_empty());
    let near = found.near.expect("the nearest");
    assert!(near.amiss.contains("rating"), "{near:?}");
    assert_eq!(count(&read(&near.text), 2), 1);
}

/// Applies the edits of a suggestion, and returns the resulting puzzle.
fn apply_edits(puzzle: &Puzzle, edits: &[cluewright::ask::Edit]) -> Puzzle {
    let edited = cluewright_formats::apply_edits(puzzle, edits, Book::builtin());
    edited.expect("the edits fit the puzzle")
}

fn rating(puzzle: &Puzzle) -> Option<f64> {
    let graded = prepare(puzzle).ask(&cluewright::ask::Grade::default(), &Host::QUIET);
    let grade = graded.expect("a grade").grade.expect("it is unique");
    grade.solved.then_some(grade.rating)
}

#[test]
fn suggested_clues_make_a_puzzle_unique() {
    let puzzles = [
        ("variants/white-dot", &["white-dot", "black-dot"][..]),
        ("variants/palindrome", &["given"][..]),
    ];
    for (name, with) in puzzles {
        let mut puzzle = corpus(name);
        puzzle.solution = None;
        match with.is_empty() || with == ["given"] {
            true => drop(puzzle.givens.pop()),
            false => drop(puzzle.clues.pop()),
        }
        if count(&puzzle, 2) < 2 {
            continue;
        }
        let mut question = Suggest::default();
        question.rules = with.iter().map(|&rule| rule.to_owned()).collect();
        question.most = 6;
        let suggested = prepare(&puzzle).ask(&question, &Host::QUIET);
        let found = suggested
            .expect("an answer")
            .found
            .expect("it has solutions");
        assert!(found.complete && !found.suggestions.is_empty(), "{name}");
        for suggestion in found.suggestions {
            let changed = apply_edits(&puzzle, &suggestion.edits);
            let unique = count(&changed, 2) == 1;
            // A suggestion that is not marked as unique may still be unique; it was just not proven.
            assert!(unique || !suggestion.unique, "{name}: {suggestion:?}");
            if suggestion.rating.is_some() {
                assert_eq!(
                    suggestion.rating,
                    rating(&changed),
                    "{name}: {suggestion:?}"
                );
            }
        }
    }
}

#[test]
fn suggested_changes_move_the_rating_as_wanted() {
    for (name, shift) in [("variants/white-dot", -0.3), ("variants/palindrome", 0.5)] {
        let puzzle = corpus(name);
        let mut question = Suggest::default();
        question.shift = Some(shift);
        question.most = 4;
        let suggested = prepare(&puzzle).ask(&question, &Host::QUIET);
        let found = suggested.expect("an answer").found.expect("it is unique");
        let own = rating(&puzzle);
        assert_eq!(found.rating, own, "{name}");
        for suggestion in found.suggestions {
            let changed = apply_edits(&puzzle, &suggestion.edits);
            assert!(
                suggestion.unique && count(&changed, 2) == 1,
                "{name}: {suggestion:?}"
            );
            assert_eq!(
                suggestion.rating,
                rating(&changed),
                "{name}: {suggestion:?}"
            );
            let moved = suggestion.rating.zip(own).map(|(now, own)| now - own);
            assert!(
                moved.is_some_and(|by| by * shift >= -1e-9),
                "{name}: {suggestion:?}"
            );
        }
    }
}

#[test]
fn suggestions_are_refused_where_they_make_no_sense() {
    let unique = prepare(&corpus("variants/white-dot"));
    let refusal = unique.ask(&Suggest::default(), &Host::QUIET);
    assert!(refusal.is_err_and(|refusal| refusal.message.contains("unique")));
    let mut question = Suggest::default();
    question.rules = vec!["white-dott".to_owned()];
    question.shift = Some(-0.5);
    let refusal = unique
        .ask(&question, &Host::QUIET)
        .expect_err("no such rule");
    assert_eq!(refusal.help.as_deref(), Some("did you mean `white-dot`?"));
}

#[test]
fn suggested_clues_are_true_of_the_solution_that_the_file_has() {
    let mut puzzle = corpus("variants/white-dot");
    let own = prepare(&puzzle).check(Limits::NONE, Run::QUIET).solutions[0].clone();
    puzzle.solution = Some(own.bytes().map(|digit| Some(digit - b'0')).collect());
    puzzle.clues.truncate(puzzle.clues.len() / 2);
    assert_eq!(count(&puzzle, 2), 2);
    let mut question = Suggest::default();
    question.rules = vec!["white-dot".to_owned(), "given".to_owned()];
    let suggested = prepare(&puzzle).ask(&question, &Host::QUIET);
    let found = suggested.expect("an answer").found.expect("several");
    assert!(!found.suggestions.is_empty());
    let mut texts = BTreeSet::new();
    for suggestion in &found.suggestions {
        let changed = apply_edits(&puzzle, &suggestion.edits);
        let answer = prepare(&changed).check(Limits::NONE, Run::QUIET);
        assert!(
            !suggestion.unique || answer.solutions == [own.clone()],
            "{suggestion:?}"
        );
        let mut words: Vec<&str> = suggestion.text.split(' ').collect();
        words.sort_unstable();
        assert!(texts.insert(words.join(" ")), "{suggestion:?} comes twice");
    }
}
