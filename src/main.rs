//! The `cluewright` binary: parse the command line, run, exit.
fn main() -> std::process::ExitCode {
    cluewright::command_line()
}
