//! Tests the whole program, its manual and its generated documents.

mod addresses;
mod batch;
mod booklet;
mod certificates;
mod commands;
#[cfg(target_os = "linux")]
mod completions;
mod contract;
mod edits;
mod files;
mod front_door;
mod generated;
mod hostile;
mod limits;
mod pictures;
mod puzzle_schema;
mod questions;
mod readings;
#[cfg(feature = "serve")]
mod replay;
#[cfg(feature = "serve")]
mod serve;
#[path = "../share/mod.rs"]
mod share;
mod tutorial;
#[path = "../share/written.rs"]
mod written;

use assert_cmd::{Command, cargo::cargo_bin};
use share::one_in;
use std::process::{Child, Output, Stdio};

const CLASSIC: &str =
    "..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35..";

/// Returns a command that runs the program with these arguments.
fn cluewright(arguments: &[&str]) -> Command {
    let mut command = Command::new(cargo_bin("cluewright"));
    command.args(arguments);
    command
}

/// Runs the program, checks its exit code, and returns its output.
fn output_of(command: &mut Command, code: i32) -> Output {
    command.assert().code(code).get_output().clone()
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).expect("the program writes UTF-8")
}

/// Starts the program with these arguments and standard streams.
fn spawn(arguments: &[&str], stdout: Stdio, stderr: Stdio) -> Child {
    std::process::Command::new(cargo_bin("cluewright"))
        .args(arguments)
        .stdout(stdout)
        .stderr(stderr)
        .spawn()
        .expect("the binary runs")
}

/// Runs the program. Returns its standard error, its exit code, and its peak memory in kibibytes (0 if the system does
/// not report it).
fn measure(arguments: &[&str]) -> (String, Option<i32>, u64) {
    let mut child = spawn(arguments, Stdio::null(), Stdio::piped());
    let status = format!("/proc/{}/status", child.id());
    let mut most = 0;
    while child.try_wait().expect("it can be waited for").is_none() {
        let status = std::fs::read_to_string(&status).unwrap_or_default();
        let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
        let peak = peak.and_then(|peak| peak.trim().strip_suffix(" kB")?.parse().ok());
        most = most.max(peak.unwrap_or(0));
        std::thread::sleep(std::time::Duration::from_millis(1));
    }
    let output = child.wait_with_output().expect("the binary ends");
    (text(output.stderr), output.status.code(), most)
}

/// Checks that the program ends silently if the reader of its standard output closes the pipe, as `head -1` does.
fn ends_when_nobody_reads(arguments: &[&str]) {
    let mut child = spawn(arguments, Stdio::piped(), Stdio::piped());
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(0));
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
}
