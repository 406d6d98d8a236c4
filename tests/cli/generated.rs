//! Tests that generated documents are up to date; `CLUEWRIGHT_BLESS=1 cargo test --test cli generated` updates
//! them.

use crate::{cluewright, output_of, questions, text};
use cluewright::ask;
use cluewright_engine::search::Limits;
use cluewright_formats::{ReadOptions, native, read_any};
use cluewright_logic::{Moment, Prepared, TECHNIQUES, minimal};
use cluewright_narrate::{Example, technique_book, technique_chapter};
use cluewright_rules::Book;
use std::{env, fs};

fn fresh(file: &str, arguments: &[&str]) {
    is_fresh(file, &text(output_of(&mut cluewright(arguments), 0).stdout));
}

fn is_fresh(file: &str, now: &str) {
    if env::var_os("CLUEWRIGHT_BLESS").is_some() {
        fs::write(file, now).expect("the document can be written");
    }
    let kept = fs::read_to_string(file)
        .unwrap_or_default()
        .replace("\r\n", "\n");
    let same = kept == now;
    assert!(
        same,
        "{file} is stale; `CLUEWRIGHT_BLESS=1 cargo test --test cli generated` writes it again"
    );
}

#[test]
fn the_rule_book_is_fresh() {
    fresh("docs/RULES.md", &["rules", "--markdown"]);
}

#[test]
fn the_command_reference_is_fresh() {
    fresh("docs/CLI.md", &["man", "--markdown"]);
}

#[test]
fn the_schema_of_questions_and_answers_is_fresh() {
    let schema = serde_json::to_string_pretty(&ask::schema()).expect("a schema is JSON");
    is_fresh("docs/ask.schema.json", &(schema + "\n"));
}

#[test]
fn the_page_about_json_is_fresh() {
    let page = fs::read_to_string("docs/JSON.md").expect("the page can be read");
    is_fresh("docs/JSON.md", &questions::page_about_json(&page));
}

#[test]
fn the_questions_of_the_python_package_are_fresh() {
    is_fresh(
        "python/cluewright/questions.py",
        &questions::python_questions(),
    );
}

#[test]
fn the_schema_of_puzzle_files_is_fresh() {
    is_fresh("docs/puzzle.schema.json", &native::schema());
}

#[test]
fn the_pages_of_techniques_are_fresh() {
    let chapter = |number: u16| {
        let position = &TECHNIQUES[usize::from(number)].positions[0];
        let text = match position.puzzle.ends_with(".toml") {
            true => fs::read_to_string(position.puzzle).expect("the corpus has it"),
            false => position.puzzle.to_owned(),
        };
        let reading = read_any(&text, None, &ReadOptions::default());
        let puzzle = reading.expect("a puzzle").puzzles.swap_remove(0);
        let prepared = Prepared::new(puzzle, Book::builtin()).expect("clues fit their rules");
        let solution = prepared.first_solution(Limits::NONE).expect("one solution");
        let ground = prepared.ground().expect("the grid is small");
        let ground = ground.with_only_solution(solution);
        let found = position.moment.step(&ground, number);
        let (board, step) = found.expect("a law sees to it");
        let step = minimal(&ground, &board, &step, &|| true).step;
        let example = Example {
            ground: &ground,
            board: &board,
            step: &step,
        };
        technique_chapter(number, &example)
    };
    is_fresh("docs/TECHNIQUES.md", &technique_book(chapter));
}

#[test]
fn the_table_of_classic_positions_is_fresh() {
    let mut rows: Vec<String> = vec![];
    for technique in TECHNIQUES {
        for position in technique.positions {
            if let Moment::OnPath { profile, rating } = position.moment
                && profile == "sukaku-1.18"
            {
                let name = technique.name;
                rows.push(format!("{name},{rating:.1},{}\n", position.puzzle));
            }
        }
    }
    rows.sort_unstable();
    let table = format!("technique,rating,puzzle\n{}", rows.concat());
    is_fresh("corpus/techniques/classic.csv", &table);
}
