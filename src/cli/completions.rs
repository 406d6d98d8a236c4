//! `cluewright completions SHELL`

use super::{Exit, Out, Outcome};
use clap::{Arg, Args, ValueHint};
use clap_complete::Shell;
use clap_complete::env::{CompleteEnv, Shells};
use std::io::Write;

/// Write a completion script for your shell
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright completions bash > ~/.local/share/bash-completion/completions/cluewright
  cluewright completions fish > ~/.config/fish/completions/cluewright.fish
  cluewright completions zsh > ~/.zfunc/_cluewright       (a folder of your fpath)")]
pub(super) struct Completions {
    /// Your shell
    #[arg(value_enum)]
    shell: Shell,
}

/// The environment variable through which a shell requests completions.
const VARIABLE: &str = "CLUEWRIGHT_COMPLETE";

/// A line that makes the script complete at the first Tab. At that moment, zsh runs the whole script, which would
/// otherwise only define the function.
const FIRST_TAB: &[u8] =
    b"[[ $funcstack[1] != _cluewright ]] || _clap_dynamic_completer_cluewright \"$@\"\n";

/// Answers a shell that requests completions, and ends the process.
pub(super) fn answer_shell() {
    CompleteEnv::with_factory(with_files)
        .var(VARIABLE)
        .complete();
}

/// Returns the command line with completion of file names for every positional argument.
fn with_files() -> clap::Command {
    let offer_files = |argument: Arg| match argument.is_positional() {
        true => argument.value_hint(ValueHint::AnyPath),
        false => argument,
    };
    super::command().mut_subcommands(|command| command.mut_args(offer_files))
}

impl Completions {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let name = self.shell.to_string();
        let mut script = vec![];
        if let Some(shell) = Shells::builtins().completer(&name) {
            shell.write_registration(
                VARIABLE,
                "cluewright",
                "cluewright",
                "cluewright",
                &mut script,
            )?;
        }
        if self.shell == Shell::Zsh {
            script.extend_from_slice(FIRST_TAB);
        }
        out.data().write_all(&script)?;
        Ok(Exit::Good)
    }
}
