//! Runs the fuzz targets on slightly damaged puzzles and formulas.

#[expect(unreachable_pub, reason = "the fuzz targets reach it")]
#[path = "../../fuzz/src/lib.rs"]
mod bodies;

use cluewright_formats::{FORMATS, ReadOptions, read_any};
use cluewright_rules::Book;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::{RngSeed, TestCaseResult, TestRunner};
use std::fs;

/// Returns the puzzles of `corpus/classic` and `corpus/variants`, written in a format. Puzzles that the format cannot
/// express are left out; if none remains, returns a sample text.
fn texts(format: usize) -> Vec<String> {
    let mut files: Vec<_> = ["corpus/classic", "corpus/variants"]
        .into_iter()
        .flat_map(|folder| fs::read_dir(folder).expect("the corpus is there"))
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|path| path.extension().is_some_and(|e| e == "toml"))
        .collect();
    files.sort();
    let puzzles = files.iter().map(|path| {
        let text = fs::read_to_string(path).expect("it can be read");
        let reading = read_any(&text, None, &ReadOptions::default());
        reading.expect("the corpus is sound").puzzles.swap_remove(0)
    });
    let written: Vec<String> = puzzles
        .filter_map(|puzzle| FORMATS[format].write(&puzzle).ok())
        .collect();
    match written.is_empty() {
        true => vec![sample(FORMATS[format].name())],
        false => written,
    }
}

/// Returns a text in a format that we can read but not write.
fn sample(format: &str) -> String {
    match format {
        "penpa" => crate::penpa::sample(),
        "sudokumaker" => crate::sudokumaker::sample(),
        _ => HODOKU.to_owned(),
    }
}

const HODOKU: &str =
    ":0000:x:.+1.......+2...3..4.5..6...7..8..9...1..2..3...4..5..6...7..8..9...1..2..3....:::";

fn formulas() -> Vec<String> {
    let rules = Book::builtin()
        .rules()
        .map(|rule| rule.expect("the book is sound"));
    rules.flat_map(|rule| rule.relation.clone()).collect()
}

/// A change that damages a text: a piece is overwritten, removed or duplicated, or the text is truncated.
#[derive(Clone, Debug)]
enum Damage {
    Over(Index, String),
    Out(Index, usize),
    Twice(Index, usize),
    End(Index),
}

fn damage() -> impl Strategy<Value = Damage> {
    prop_oneof![
        4 => (any::<Index>(), ".{1,3}|[0-9]{1,20}|[\\[\\]{}(),:;~_.='\"-]").prop_map(|(at, text)| Damage::Over(at, text)),
        2 => (any::<Index>(), 1usize..40).prop_map(|(at, length)| Damage::Out(at, length)),
        2 => (any::<Index>(), 1usize..40).prop_map(|(at, length)| Damage::Twice(at, length)),
        1 => any::<Index>().prop_map(Damage::End),
    ]
}

fn apply_damage(text: &str, damages: &[Damage]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for damage in damages {
        let place = |index: &Index| index.index(letters.len() + 1);
        match damage {
            Damage::Over(at, text) => {
                let at = place(at);
                let end = letters.len().min(at + text.chars().count());
                letters.splice(at..end, text.chars());
            }
            Damage::Out(at, length) => {
                let at = place(at);
                letters.drain(at..letters.len().min(at + length));
            }
            Damage::Twice(at, length) => {
                let at = place(at);
                let piece = letters[at..letters.len().min(at + length)].to_vec();
                letters.splice(at..at, piece);
            }
            Damage::End(at) => letters.truncate(place(at)),
        }
    }
    letters.into_iter().collect()
}

/// Runs a fuzz target on damaged texts. A short run always uses the same texts; a longer one, at night, uses random
/// ones.
fn campaign(texts: Vec<String>, cases: u32, body: impl Fn(&str)) {
    let seed = match cases {
        SHORT => RngSeed::Fixed(1),
        _ => RngSeed::Random,
    };
    let config = ProptestConfig {
        rng_seed: seed,
        failure_persistence: None,
        ..ProptestConfig::with_cases(cases)
    };
    let inputs = (select(texts), proptest::collection::vec(damage(), 0..4));
    let law = |(text, damages): (String, Vec<Damage>)| -> TestCaseResult {
        body(&apply_damage(&text, &damages));
        Ok(())
    };
    if let Err(error) = TestRunner::new(config).run(&inputs, law) {
        panic!("{error}");
    }
}

const SHORT: u32 = 128;
const LONG: u32 = 20_000;

fn readers(cases: u32) {
    for (number, format) in FORMATS.iter().enumerate() {
        campaign(texts(number), cases, |text| {
            bodies::reader(format.name(), text)
        });
    }
}

#[test]
fn readers_bear_damage() {
    readers(SHORT);
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn readers_bear_much_damage() {
    readers(LONG);
}

#[test]
fn the_rule_language_bears_damage() {
    campaign(formulas(), SHORT, bodies::rule);
}

#[test]
#[ignore = "takes minutes; .ci/nightly runs it"]
fn the_rule_language_bears_much_damage() {
    campaign(formulas(), LONG, bodies::rule);
}
