//! Documents that are generated: a test fails when one is stale, `CLUEWRIGHT_BLESS=1 cargo test
//! --test cli generated` writes them anew.

use crate::{cluewright, output_of, questions, text};
use cluewright::ask;
use cluewright_formats::native;
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
        "{file} is stale; `CLUEWRIGHT_BLESS=1 cargo test --test cli generated` writes it anew"
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
