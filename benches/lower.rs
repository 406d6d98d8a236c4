//! Measures the time of lowering, both for rules that have not been parsed and for clues whose
//! forms are cached.

use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::{Book, lower};
use divan::Bencher;

fn main() {
    divan::main();
}

/// Returns a puzzle with forty clues of five rules, as in a busy variant.
fn busy() -> Puzzle {
    let mut puzzle = Puzzle::new(Layout::square(9));
    let cells = |start: u16, count: u16| (start..start + count).map(Cell).collect::<Vec<_>>();
    for row in 0..8u16 {
        let start = row * 9;
        puzzle.clues.extend([
            Clue::on("killer-cage", cells(start, 3)).with("sum", 12 + i64::from(row)),
            Clue::on("thermometer", cells(start + 3, 4)),
            Clue::on("german-whisper", cells(start + 4, 5)),
            Clue::on("white-dot", cells(start, 2)),
            Clue::on("renban", cells(start + 2, 4)),
        ]);
    }
    puzzle
}

/// Returns a puzzle with one clue of a rule, including the special cells or parameters that some
/// rules need.
fn of(rule: &str) -> Puzzle {
    let mut puzzle = Puzzle::new(Layout::square(9));
    let row: Vec<Cell> = puzzle.layout.row(3).collect();
    let line: Vec<Cell> = row[..6].to_vec();
    puzzle.clues.push(match rule {
        "sandwich" => Clue::on(rule, row).with("sum", 17),
        "x-sum" => Clue::on(rule, row).with("sum", 23),
        "skyscraper" => Clue::on(rule, row).with("count", 4),
        "anti-knight" | "white-dot-negative" => Clue::new(rule),
        _ => Clue::on(rule, line),
    });
    puzzle
}

const RULES: [&str; 9] = [
    "anti-knight",
    "between-line",
    "german-whisper",
    "same-difference-line",
    "sandwich",
    "skyscraper",
    "thermometer",
    "white-dot-negative",
    "x-sum",
];

/// Measures lowering with a new book, which parses the rule's file first.
#[divan::bench(args = RULES)]
fn first_time(bencher: Bencher<'_, '_>, rule: &str) {
    let puzzle = of(rule);
    bencher
        .with_inputs(Book::new)
        .bench_refs(|book| lower(&puzzle, book));
}

/// Measures lowering with a book that has cached the form of the clue.
#[divan::bench(args = RULES)]
fn bench_known_form(bencher: Bencher<'_, '_>, rule: &str) {
    let puzzle = of(rule);
    bencher.bench(|| lower(&puzzle, Book::builtin()));
}

#[divan::bench]
fn forty_clues_first_time(bencher: Bencher<'_, '_>) {
    let puzzle = busy();
    bencher
        .with_inputs(Book::new)
        .bench_refs(|book| lower(&puzzle, book));
}

#[divan::bench]
fn forty_clues_known(bencher: Bencher<'_, '_>) {
    let puzzle = busy();
    bencher.bench(|| lower(&puzzle, Book::builtin()));
}
