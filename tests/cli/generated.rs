//! Documents that are generated: a test fails when one is stale, `CLUEWRIGHT_BLESS=1 cargo test
//! --test cli generated` writes them anew.

use assert_cmd::Command;
use std::{env, fs};

fn fresh(file: &str, arguments: &[&str]) {
    let mut command = Command::cargo_bin("cluewright").expect("the binary is built");
    let output = command
        .args(arguments)
        .assert()
        .success()
        .get_output()
        .clone();
    let now = String::from_utf8(output.stdout).expect("documents are UTF-8");
    if env::var_os("CLUEWRIGHT_BLESS").is_some() {
        fs::write(file, &now).expect("the document can be written");
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
