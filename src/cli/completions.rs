//! `cluewright completions SHELL`

use super::{Exit, Out, Outcome};
use clap::Args;
use clap_complete::Shell;
use std::io::Write;

/// Write the file that lets a shell complete Cluewright's commands when you press Tab
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright completions bash > ~/.local/share/bash-completion/completions/cluewright
  cluewright completions fish > ~/.config/fish/completions/cluewright.fish
  cluewright completions zsh > ~/.zfunc/_cluewright       (a folder of your fpath)")]
pub(super) struct Completions {
    /// The shell that you use
    #[arg(value_enum)]
    shell: Shell,
}

impl Completions {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let mut script = vec![];
        clap_complete::generate(self.shell, &mut super::command(), "cluewright", &mut script);
        out.data().write_all(&script)?;
        Ok(Exit::Good)
    }
}
