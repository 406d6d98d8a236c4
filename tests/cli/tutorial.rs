//! Tests that every snippet of the tutorial in `docs/RULE-LANGUAGE.md` works as described.

use cluewright_engine::compile;
use cluewright_engine::search::{Limits, solve};
use cluewright_formats::{ReadOptions, read_any};
use cluewright_rules::{Book, Clues};

const PAGE: &str = include_str!("../../docs/RULE-LANGUAGE.md");

/// Returns the snippets of a kind. The kind is the first word after `toml `.
fn snippets(kind: &str) -> Vec<(&'static str, &'static str)> {
    let parts = PAGE.split("```").skip(1).step_by(2);
    let snippet = |part: &'static str| {
        let (info, text) = part.split_once('\n')?;
        Some((info.strip_prefix("toml ")?, text))
    };
    let all = parts.filter_map(snippet);
    all.filter(|(info, _)| info.split(' ').next() == Some(kind))
        .collect()
}

#[test]
fn rules_accept_and_reject_their_examples() {
    let rules = snippets("rule");
    assert_eq!(rules.len(), 2);
    for (_, text) in rules {
        let mut book = Book::new();
        let rule = book.add("snippet", text);
        let rule = rule
            .unwrap_or_else(|error| panic!("{error}\n{text}"))
            .clone();
        let accepted = rule.accepts.iter().map(|example| (example, true));
        let rejected = rule.rejects.iter().map(|example| (example, false));
        for (example, wanted) in accepted.chain(rejected) {
            let instance = example
                .instance(&rule)
                .expect("the example can be laid out");
            let (puzzle, values) = (&instance.puzzle, &instance.values);
            let holds = book.holds(puzzle, 0, &puzzle.clues[0], values);
            assert_eq!(holds, Ok(wanted), "{}: {example:?}", rule.name);
        }
    }
}

#[test]
fn puzzles_have_solutions() {
    let puzzles = snippets("puzzle");
    assert_eq!(puzzles.len(), 5);
    for (info, text) in puzzles {
        let reading = read_any(text, Some("native"), &ReadOptions::default());
        let reading = reading.unwrap_or_else(|error| panic!("{error:?}\n{text}"));
        let puzzle = &reading.puzzles[0];
        let model = compile(puzzle, Book::builtin());
        let model = model.unwrap_or_else(|error| panic!("{error}\n{text}"));
        let wanted = Limits {
            solutions: 2,
            nodes: 100_000,
            ..Limits::default()
        };
        let found = solve(&model, wanted);
        let violated = Book::builtin().violated(puzzle, &found.solutions[0]);
        assert_eq!(violated, Ok(vec![]), "{text}");
        if info.ends_with("unique") {
            assert_eq!((found.count, found.stopped), (1, None), "{text}");
        }
    }
}
