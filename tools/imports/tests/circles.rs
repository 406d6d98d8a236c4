//! Tests the program by running it on small packages.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// Runs the program on a package that consists of these files.
fn run(files: &[(&str, &str)]) -> Output {
    let folder = tempfile::tempdir().expect("a temporary folder");
    for (name, text) in files {
        let path = folder.path().join("src").join(name);
        fs::create_dir_all(path.parent().unwrap_or(Path::new(""))).expect("a folder");
        fs::write(path, text).expect("a file");
    }
    Command::new(env!("CARGO_BIN_EXE_imports"))
        .current_dir(folder.path())
        .arg("src")
        .output()
        .expect("the program runs")
}

fn output_text(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

#[test]
fn a_circle_is_found_through_reexports_macros_and_aliases() {
    let output = run(&[
        ("lib.rs", "mod a;\nmod b;\n"),
        ("a/mod.rs", "mod inner;\npub use inner::Inner;\n"),
        (
            "a/inner.rs",
            "use crate::b::{self as other};\npub struct Inner(other::Outer);\n",
        ),
        (
            "b.rs",
            "pub struct Outer;\nfn f() { assert!(matches!(x, crate::a::Inner(_))); }\n",
        ),
    ]);
    assert!(!output.status.success());
    assert_eq!(
        output_text(&output),
        "circle of 2 files, closed by\n  src/a/inner.rs -> src/b.rs: Outer\n\
         error: circle of 2 files: src/a/inner.rs src/b.rs\n"
    );
}

#[test]
fn small_circles_in_one_folder_and_tests_are_allowed() {
    let output = run(&[
        ("lib.rs", "mod a;\nmod b;\npub struct Top;\n"),
        ("a.rs", "use super::b::B;\npub struct A(B);\n"),
        (
            "b.rs",
            "pub struct B(Box<super::a::A>);\n#[cfg(test)]\nmod tests { use super::super::Top; }\n",
        ),
    ]);
    assert!(output.status.success(), "{}", output_text(&output));
    assert!(output_text(&output).starts_with("circle of 2 files"));
}
