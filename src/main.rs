//! The program `cluewright`.
fn main() -> std::process::ExitCode {
    cluewright::command_line()
}
