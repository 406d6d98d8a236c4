//! Tests that no command writes to a file that it reads, and that a result replaces a file only
//! once it is complete.

use crate::{CLASSIC, cluewright, output_of, text};
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use tempfile::TempDir;

/// An option that names an output file or folder, with a command line that uses it; `{in}` is the input.
struct Writer {
    command: &'static str,
    option: &'static str,
    arguments: &'static str,
    /// The option or argument that names the input file.
    reader: &'static str,
    /// A text that the command accepts.
    input: &'static str,
}

const PUZZLE: &str = "size = 4\ngrid = \"12.4 3412 21.. 43..\"\n";
const DRAFT: &str =
    "size = 4\n[clues]\nkiller-cage = [\"?: R1C1 R1C2\"]\n[wanted]\ngivens = \"R2C2 R3C3\"\n";
const PROFILE: &str = include_str!("../../rules/grading/default.toml");
const TABLE: &str = "id,rating\n1,2.0\n2,3.0\n";

const WRITERS: &[Writer] = &[
    writer("check", "--certificate", "{in}", "PUZZLE", PUZZLE),
    writer("diagnose", "--minimise", "{in}", "PUZZLE", PUZZLE),
    writer("diagnose", "--svg", "{in}", "PUZZLE", PUZZLE),
    writer("diagnose", "--svg", "{puzzle} --was {in}", "--was", PUZZLE),
    writer("minimise", "--out", "{in}", "PUZZLE", PUZZLE),
    writer(
        "minimise",
        "--out",
        "{puzzle} --profile {in}",
        "--profile",
        PROFILE,
    ),
    writer("suggest", "--out", "{in}", "PUZZLE", PUZZLE),
    writer("fill", "--out", "{in}", "PUZZLE", DRAFT),
    writer("draw", "--output", "{in}", "PUZZLE", PUZZLE),
    writer("report", "--output", "{in}", "PUZZLE", PUZZLE),
    writer("book", "--output", "{in}", "PUZZLE", PUZZLE),
    writer("generate", "--out", "--profile {in}", "--profile", PROFILE),
    writer(
        "generate",
        "--out",
        "--with arrow --rules {in}",
        "--rules",
        "tests/cli/my-rules/queue.toml",
    ),
    writer(
        "batch",
        "--out",
        "{in} --input file --force",
        "INPUT",
        PUZZLE,
    ),
    writer("corpus stats", "--html", "{in}", "RESULTS", TABLE),
    writer("corpus stats", "--plots", "{in}", "RESULTS", TABLE),
];

const fn writer(
    command: &'static str,
    option: &'static str,
    arguments: &'static str,
    reader: &'static str,
    input: &'static str,
) -> Writer {
    Writer {
        command,
        option,
        arguments,
        reader,
        input,
    }
}

/// Names by which commands access the input file: two paths to it, a symbolic link and a hard link.
const NAMES: [&str; 4] = ["rating.svg", "./rating.svg", "link.svg", "hard.svg"];

/// Creates a folder that contains the input and links to it. The input is named like a picture that `corpus stats
/// --plots` writes.
fn folder_with(input: &str) -> TempDir {
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::write(path("rating.svg"), input).expect("the folder is writable");
    fs::write(path("puzzle.toml"), PUZZLE).expect("the folder is writable");
    fs::hard_link(path("rating.svg"), path("hard.svg")).expect("the system has hard links");
    #[cfg(unix)]
    std::os::unix::fs::symlink("rating.svg", path("link.svg")).expect("the system has links");
    #[cfg(not(unix))]
    fs::hard_link(path("rating.svg"), path("link.svg")).expect("the system has hard links");
    folder
}

/// Returns the names of the files in a folder.
fn listing(folder: &Path) -> BTreeSet<String> {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    let name = |entry: std::io::Result<fs::DirEntry>| {
        let name = entry.expect("it can be read").file_name();
        name.to_string_lossy().into_owned()
    };
    entries.map(name).collect()
}

#[test]
fn no_command_overwrites_a_file_that_it_reads() {
    for writer in WRITERS {
        for name in NAMES {
            let folder = folder_with(writer.input);
            let there = listing(folder.path());
            let result = match writer.option {
                "--plots" => ".",
                _ => name,
            };
            let line = format!(
                "{} {} {} {result}",
                writer.command, writer.arguments, writer.option
            );
            // The output option names the input by `name`. `--plots` takes only a folder, because the command names
            // the pictures itself, so there the input is read by `name`.
            let read = if writer.option == "--plots" {
                name
            } else {
                "rating.svg"
            };
            let line = line
                .replace("{in}", read)
                .replace("{puzzle}", "puzzle.toml");
            let arguments: Vec<&str> = line.split(' ').collect();
            let output = output_of(cluewright(&arguments).current_dir(&folder), 2);
            let told = text(output.stderr);
            for part in [
                writer.option,
                writer.reader,
                "are the same file",
                "name of another file",
            ] {
                assert!(told.contains(part), "{line}: no `{part}` in {told}");
            }
            let now = fs::read_to_string(folder.path().join("rating.svg"));
            assert_eq!(now.expect("it is there"), writer.input, "{line}");
            assert_eq!(listing(folder.path()), there, "{line}");
        }
    }
}

/// The table above must list every option that names an output file or folder.
#[test]
fn every_option_for_a_result_is_tested() {
    let tested: BTreeSet<String> = WRITERS
        .iter()
        .map(|writer| format!("{} {}", writer.command, writer.option))
        .collect();
    assert_eq!(result_options(""), tested);
}

/// Returns the options of a command and its subcommands whose value is called FILE or FOLDER. Options for inputs use
/// other words, so these are the options for outputs.
fn result_options(command: &str) -> BTreeSet<String> {
    let arguments: Vec<&str> = command.split_whitespace().chain(["--help"]).collect();
    let help = text(output_of(&mut cluewright(&arguments), 0).stdout);
    let mut options = BTreeSet::new();
    let mut in_commands = false;
    for line in help.lines() {
        let word = line.split_whitespace().next().unwrap_or_default();
        match line {
            "Commands:" => in_commands = true,
            "" => in_commands = false,
            _ if in_commands
                && line.starts_with("  ")
                && !line.starts_with("   ")
                && word != "help" =>
            {
                options.extend(result_options(&format!("{command} {word}")));
            }
            _ if line.ends_with("<FILE>") || line.ends_with("<FOLDER>") => {
                let words = line.split_whitespace();
                let option = words.rev().nth(1).filter(|word| word.starts_with("--"));
                options.extend(option.map(|option| format!("{} {option}", command.trim())));
            }
            _ => {}
        }
    }
    options
}

/// A result that would overwrite an input is refused. The input may be standard input, a file that standard output is
/// appended to, or a file in a folder of rules or puzzles.
#[test]
fn no_stream_or_folder_takes_a_result_that_is_read() {
    let refused = |folder: &TempDir, arguments: &str, told: &str| {
        let arguments: Vec<&str> = arguments.split(' ').collect();
        let before = listing(folder.path());
        let output = output_of(cluewright(&arguments).current_dir(folder), 2);
        let message = text(output.stderr);
        assert!(message.contains(told), "{arguments:?}: {message}");
        assert_eq!(listing(folder.path()), before, "{arguments:?}");
    };
    let folder = folder_with(PUZZLE);
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().expect("a folder")).expect("it is writable");
        fs::write(path, text).expect("it is writable");
    };
    write("set/one.txt", CLASSIC);
    write("set/deep/two.txt", CLASSIC);
    for out in ["set/out.csv", "./set/../set/out.csv", "set/deep/out.jsonl"] {
        refused(
            &folder,
            &format!("batch set --out {out}"),
            "is in the folder of",
        );
    }
    fs::copy(
        "tests/cli/my-rules/queue.toml",
        folder.path().join("queue.toml"),
    )
    .expect("there is a rule");
    fs::create_dir(folder.path().join("rules")).expect("it is writable");
    fs::rename(
        folder.path().join("queue.toml"),
        folder.path().join("rules/queue.toml"),
    )
    .expect("it can be moved");
    write("draft.toml", DRAFT);
    refused(
        &folder,
        "fill draft.toml --rules rules --out rules/more.toml",
        "is in the folder of `--rules rules`",
    );

    let file = folder.path().join("puzzle.toml");
    let opened = || fs::File::open(&file).expect("there is a puzzle");
    let mut pasted = std::process::Command::new(assert_cmd::cargo::cargo_bin("cluewright"));
    let output = pasted
        .args(["minimise", "--out", "puzzle.toml"])
        .current_dir(&folder)
        .stdin(opened())
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    let told = text(output.stderr);
    assert!(
        told.contains("and standard input are the same file"),
        "{told}"
    );

    let mut appended = std::process::Command::new(assert_cmd::cargo::cargo_bin("cluewright"));
    let end = fs::OpenOptions::new()
        .append(true)
        .open(&file)
        .expect("there is a puzzle");
    let output = appended
        .args(["check", "puzzle.toml"])
        .current_dir(&folder)
        .stdout(end)
        .output()
        .expect("the binary runs");
    assert_eq!(output.status.code(), Some(2));
    assert_eq!(fs::read_to_string(&file).expect("it is there"), PUZZLE);
}

#[test]
fn no_two_results_go_to_one_file() {
    let folder = folder_with(PUZZLE);
    let arguments = [
        "diagnose",
        "puzzle.toml",
        "--svg",
        "new.svg",
        "--minimise",
        "./new.svg",
    ];
    let told = text(output_of(cluewright(&arguments).current_dir(&folder), 2).stderr);
    assert!(
        told.contains("`--svg new.svg` and `--minimise ./new.svg` are the same file"),
        "{told}"
    );
    let table = folder.path().join("results.csv");
    fs::write(table, TABLE).expect("the folder is writable");
    let arguments = [
        "corpus",
        "stats",
        "results.csv",
        "--plots",
        "new",
        "--html",
        "new/rating.svg",
    ];
    output_of(cluewright(&arguments).current_dir(&folder), 2);
    let drawn = fs::read_to_string(folder.path().join("new/rating.svg")).expect("it is there");
    assert!(drawn.starts_with("<svg"), "{drawn}");
}

/// The replaced file keeps its permissions, links to it still work, and no other file is left in the folder.
#[cfg(unix)]
#[test]
fn a_result_replaces_the_file_that_a_link_leads_to() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = TempDir::new().expect("a temporary folder");
    let path = |name: &str| folder.path().join(name);
    fs::create_dir(path("deep")).expect("the folder is writable");
    for (name, old) in [
        ("list.txt", CLASSIC),
        ("deep/old.svg", "old"),
        ("deep/old.csv", "old"),
    ] {
        fs::write(path(name), old).expect("the folder is writable");
        fs::set_permissions(path(name), fs::Permissions::from_mode(0o640)).expect("it is ours");
    }
    for (target, link) in [
        ("deep/old.svg", "out.svg"),
        ("deep/old.csv", "out.csv"),
        ("deep/new.svg", "new.svg"),
    ] {
        symlink(target, path(link)).expect("the system has links");
    }
    let commands = [
        "draw list.txt --output out.svg",
        "draw list.txt --output new.svg",
        "batch list.txt --out out.csv --force",
    ];
    for command in commands {
        let arguments: Vec<&str> = command.split(' ').collect();
        output_of(cluewright(&arguments).current_dir(&folder), 0);
    }
    for link in ["out.svg", "out.csv", "new.svg"] {
        let data = fs::symlink_metadata(path(link)).expect("it is there");
        assert!(data.file_type().is_symlink(), "{link}");
    }
    let drawn = fs::read_to_string(path("deep/old.svg")).expect("it is there");
    assert!(drawn.starts_with("<svg"), "{drawn}");
    assert_eq!(
        fs::read_to_string(path("deep/new.svg")).expect("it is there"),
        drawn
    );
    let rows = fs::read_to_string(path("deep/old.csv")).expect("it is there");
    assert_eq!(rows, "id,verdict\n1,unique\n");
    for name in ["deep/old.svg", "deep/old.csv"] {
        let data = fs::metadata(path(name)).expect("it is there");
        assert_eq!(data.permissions().mode() & 0o777, 0o640, "{name}");
    }
    let there = ["new.svg", "old.csv", "old.svg"].map(str::to_owned);
    assert_eq!(listing(&path("deep")), BTreeSet::from(there));
}

/// Pipes, devices and the path of standard output cannot be replaced, so they are written to directly.
#[cfg(target_os = "linux")]
#[test]
fn streams_are_not_replaced() {
    let folder = TempDir::new().expect("a temporary folder");
    let list = folder.path().join("list.txt");
    fs::write(&list, CLASSIC).expect("the folder is writable");
    for arguments in [&["draw", "--output"][..], &["batch", "--quiet", "--out"]] {
        let run = |stream: &str| {
            let mut command =
                std::process::Command::new(assert_cmd::cargo::cargo_bin("cluewright"));
            command
                .arg(arguments[0])
                .arg(&list)
                .args(&arguments[1..])
                .arg(stream);
            command
        };
        assert!(run("/dev/null").status().expect("it runs").success());
        let piped = run("/dev/stdout").output().expect("it runs").stdout;
        let file = folder.path().join("redirected");
        let opened = fs::File::create(&file).expect("the folder is writable");
        assert!(
            run("/dev/stdout")
                .stdout(opened)
                .status()
                .expect("it runs")
                .success()
        );
        let redirected = fs::read(&file).expect("it is there");
        assert!(!piped.is_empty());
        assert_eq!(text(redirected), text(piped));
    }
    assert_eq!(listing(folder.path()).len(), 2);
}

/// Only one module opens files, so that no command can bypass its checks.
#[test]
fn commands_open_files_by_one_door() {
    let doors = [
        "File::open",
        "File::create",
        "OpenOptions",
        "fs::write",
        "fs::read(",
        "read_to_string(&",
        "fs::read_to_string",
    ];
    let mut found = vec![];
    for entry in fs::read_dir("src/cli").expect("there are commands") {
        let path = entry.expect("it can be read").path();
        let code = fs::read_to_string(&path).expect("it is text");
        let opened = doors.into_iter().filter(|door| code.contains(door));
        if !path.ends_with("files.rs") {
            found.extend(opened.map(|door| format!("{}: {door}", path.display())));
        }
    }
    assert_eq!(found, Vec::<String>::new());
}

/// A puzzle file with long lines and a mistake is not a list of puzzles: its mistake is reported once, and no line gets a verdict.
#[test]
fn a_puzzle_file_with_a_mistake_is_not_a_list() {
    let title =
        "A title that is longer than any row of a drawn grid, so that the line looks like a link";
    let file = format!(
        "title = \"{title}\"\nrules = \"{title}\"\nsize = 4\n[clues]\nthermometer = \"R1C4 R1C5\"\n"
    );
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("mistake");
    fs::write(&path, &file).expect("it can be written");
    let path = path.to_str().expect("the path is UTF-8");
    let output = output_of(&mut cluewright(&["check", path]), 2);
    let told = text(output.stdout) + &text(output.stderr);
    assert!(told.contains("R1C5") && !told.contains("several"), "{told}");

    let out = folder.path().join("rows.csv");
    let out = out.to_str().expect("the path is UTF-8");
    let output = output_of(&mut cluewright(&["batch", path, "--out", out]), 4);
    let told = text(output.stderr);
    assert!(told.contains("R1C5") && told.contains("1 error"), "{told}");
    assert_eq!(
        fs::read_to_string(out).expect("the rows").lines().count(),
        2
    );

    // Lines from a pipe are read one by one; none of them gets a verdict.
    let mut command = cluewright(&["batch", "-", "--force", "--out", out]);
    output_of(command.write_stdin(file), 4);
    let rows = fs::read_to_string(out).expect("the rows");
    assert_eq!(rows.matches(",error").count(), 5, "{rows}");
}
