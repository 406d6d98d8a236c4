//! Tests completions by pressing Tab in each shell. The tests run only on Linux, because macOS ships a bash
//! from 2007.

use assert_cmd::cargo::cargo_bin;
use rexpect::session::{PtySession, spawn_command};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;
use tempfile::TempDir;

/// Maximum time to wait for the shell, in milliseconds.
const PATIENCE: u64 = 60_000;

/// Command lines as typed, each with the arguments that the program gets after Tab completes them.
const LINES: [(&str, &str); 8] = [
    ("grade --only very", "<grade><--only><very-hard>"),
    (
        "grade --without hidden-single-b",
        "<grade><--without><hidden-single-box>",
    ),
    (
        "generate --with thermometer,anti-kni",
        "<generate><--with><thermometer,anti-knight>",
    ),
    (
        "minimise --symmetry half",
        "<minimise><--symmetry><half-turn>",
    ),
    (
        "batch --columns rating,fingerp",
        "<batch><--columns><rating,fingerprint>",
    ),
    ("rules anti-kni", "<rules><anti-knight>"),
    ("check my-puz", "<check><my-puzzle.toml>"),
    ("dia", "<diagnose>"),
];

/// Creates a folder with a puzzle and, in `bin/`, a program that completes command lines and otherwise prints
/// its arguments.
fn folder() -> TempDir {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bin = folder.path().join("bin");
    let program = bin.join("cluewright");
    let script = format!(
        "#!/bin/sh\n\
         if [ -n \"$CLUEWRIGHT_COMPLETE\" ] || [ \"$1\" = completions ]; then exec {} \"$@\"; fi\n\
         printf '<%s>' \"$@\"; echo\n",
        cargo_bin("cluewright").display()
    );
    fs::create_dir_all(&bin).expect("a folder");
    fs::write(&program, script).expect("a file");
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("an executable file");
    fs::write(folder.path().join("my-puzzle.toml"), "").expect("a file");
    folder
}

/// Starts a shell in a folder, with the folder's `bin/` on the path.
fn start(folder: &Path, shell: &str, arguments: &[&str]) -> PtySession {
    let path = std::env::var("PATH").unwrap_or_default();
    let mut command = Command::new(shell);
    command
        .args(arguments)
        .current_dir(folder)
        .env("PATH", format!("{}:{path}", folder.join("bin").display()))
        .env("HOME", folder)
        .env("XDG_CONFIG_HOME", folder)
        .env("XDG_DATA_HOME", folder)
        .env("TERM", "dumb");
    spawn_command(command, Some(PATIENCE)).expect("the shell starts")
}

/// Types each line and presses Tab.
fn press_tab(shell: &mut PtySession, setup: &[&str]) {
    for line in setup {
        shell.send_line(line).expect("the shell reads");
    }
    shell.send_line("echo re''ady").expect("the shell reads");
    shell.exp_string("ready").expect("the shell is set up");
    for (typed, arguments) in LINES {
        shell
            .send(&format!("cluewright {typed}\t"))
            .expect("the shell reads");
        shell.flush().expect("the shell reads");
        // The shell reads the Enter only after it has completed the line.
        shell.send_line("").expect("the shell reads");
        let shown = shell.exp_string(arguments);
        assert!(shown.is_ok(), "{typed}: {}", shown.unwrap_err());
    }
    shell.send_line("exit").expect("the shell reads");
    shell.exp_eof().expect("the shell ends");
}

/// Returns `true` if a shell is installed. If `CI` is set, every shell must be installed.
fn is_installed(shell: &str) -> bool {
    let is_installed = Command::new(shell).arg("--version").output().is_ok();
    assert!(
        is_installed || std::env::var_os("CI").is_none(),
        "{shell} is missing"
    );
    is_installed
}

#[test]
fn bash_completes_commands_options_values_and_files() {
    let folder = folder();
    let mut shell = start(folder.path(), "bash", &["--noprofile", "--norc", "-i"]);
    press_tab(&mut shell, &["source <(cluewright completions bash)"]);
}

#[test]
fn zsh_completes_commands_options_values_and_files() {
    if is_installed("zsh") {
        let folder = folder();
        let mut shell = start(folder.path(), "zsh", &["-f", "-i"]);
        let setup = [
            "mkdir functions; cluewright completions zsh > functions/_cluewright",
            "fpath=($PWD/functions $fpath); autoload -Uz compinit; compinit -u",
        ];
        press_tab(&mut shell, &setup);
    }
}

#[test]
fn fish_completes_commands_options_values_and_files() {
    if is_installed("fish") {
        let folder = folder();
        // Fish would start a script that reads all manual pages and keeps the terminal open after `exit`, often for minutes.
        let generated = folder.path().join("fish/generated_completions");
        std::fs::create_dir_all(generated).expect("the folder is created");
        let mut shell = start(folder.path(), "fish", &["--interactive"]);
        let setup = [
            "mkdir -p fish/completions",
            "cluewright completions fish > fish/completions/cluewright.fish",
        ];
        press_tab(&mut shell, &setup);
    }
}
