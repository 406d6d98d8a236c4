//! The command line, with one file for each subcommand.

mod batch;
mod book;
mod certificates;
mod certify;
mod check;
mod complaint;
mod completions;
mod convert;
mod corpus;
mod diagnose;
mod draw;
mod files;
mod fill;
mod generate;
mod grade;
mod hint;
mod input;
mod interrupt;
mod man;
mod minimise;
mod options;
mod outcome;
mod own_book;
mod progress;
mod report;
mod rules;
mod same;
#[cfg(feature = "serve")]
mod serve;
mod solve;
mod source;
mod suggest;
mod techniques;
mod terminal;
mod values;
mod work;

pub(crate) use complaint::Complaint;
pub(crate) use outcome::Exit;
pub(crate) use source::Source;

use crate::ask::Refusal;
use clap::{CommandFactory, Parser, Subcommand, ValueEnum};
use grade::Length;
use outcome::{Failure, Outcome};
use std::ffi::OsString;
use std::io::{ErrorKind, Write};
use std::process::ExitCode;
use terminal::{Out, show, write_json};

/// A workbench for setters of sudoku variants: is my puzzle unique, how hard is it, and which clue is to blame if
/// something is wrong?
#[derive(Debug, Parser)]
#[command(name = "cluewright", version, after_help = EXAMPLES, max_term_width = 100)]
#[command(subcommand_required = true, arg_required_else_help = true)]
struct CommandLine {
    #[command(subcommand)]
    command: Command,
}

/// Declares [`Command`], with one variant for each command.
macro_rules! commands {
    ($($(#[$attribute:meta])* $name:ident($command:ty),)+) => {
        #[derive(Debug, Subcommand)]
        enum Command {
            $($(#[$attribute])* $name($command),)+
        }

        impl Command {
            fn run(self, out: &mut Out) -> Outcome {
                match self {
                    $($(#[$attribute])* Self::$name(command) => command.run(out),)+
                }
            }
        }
    };
}

commands! {
    Check(check::Check),
    Certify(certify::Certify),
    Diagnose(diagnose::Diagnose),
    Solve(solve::Solve),
    Grade(grade::GradeCommand),
    Hint(hint::Hint),
    Minimise(minimise::Minimise),
    Suggest(suggest::Suggest),
    Fill(fill::Fill),
    Generate(generate::Generate),
    Same(same::Same),
    Convert(convert::Convert),
    Draw(draw::Draw),
    Report(report::Report),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Batch(batch::Batch),
    Book(book::BookCommand),
    Corpus(corpus::Corpus),
    Rules(rules::Rules),
    Techniques(techniques::Techniques),
    Completions(completions::Completions),
    Man(man::Man),
}

const EXAMPLES: &str = "\
Examples:
  cluewright check mine.toml              is the puzzle in this file unique?
  cluewright check 'https://f-puzzles.com/?load=…'
  cluewright diagnose mine.toml           which clue is to blame?
  cluewright solve mine.toml              show the solution
  cluewright grade mine.toml              how hard is it, and which steps solve it?
  cluewright minimise mine.toml           which clues are redundant?
  cluewright suggest mine.toml            which clue is missing?
  cluewright fill draft.toml              fill in the open values of a draft
  cluewright generate --count 10          new puzzles
  cluewright book puzzles/ -o book.pdf    a booklet to print
  cluewright rules                        the supported rules
  cluewright help check                   details of one command";

/// Runs the command line and returns its exit code.
#[must_use]
pub fn main() -> ExitCode {
    // If a shell requests completions, this call ends the program. It must come first, because the arguments then come
    // from the shell.
    completions::answer_shell();
    let mut out = terminal::stdout();
    let arguments = values_spelt_out(std::env::args_os());
    let outcome = match CommandLine::try_parse_from(arguments) {
        Ok(line) => line.command.run(&mut out),
        Err(error) if error.use_stderr() => {
            terminal::show_usage(error);
            return Exit::Unread.into();
        }
        // clap returns the output of `--help` and `--version` as errors, too.
        Err(help) => help.exit(),
    };
    // The output is buffered, so a closed pipe may cause an error only at this flush.
    let exit = match outcome.and_then(|exit| Ok(out.flush().map(|()| exit)?)) {
        Ok(exit) => exit,
        // The reader has closed the pipe, as in `cluewright rules | head`. This is not an error.
        Err(Failure::Output(error)) if error.kind() == ErrorKind::BrokenPipe => Exit::Good,
        Err(Failure::Output(error)) => {
            show(&Complaint::new(format!(
                "the answer cannot be written: {error}"
            )));
            Exit::Unread
        }
        Err(Failure::Unread(unread)) => {
            show(&Complaint::from_refusal(Refusal::of_unread(&unread)));
            Exit::Unread
        }
        Err(Failure::Complaint(complaint)) => {
            show(&complaint);
            Exit::Unread
        }
    };
    exit.into()
}

/// Inserts the default value of an option that is followed by a puzzle instead of a value: `--explain mine.toml`
/// becomes `--explain=story mine.toml`. Otherwise clap would treat the puzzle as the option's value.
fn values_spelt_out(arguments: impl Iterator<Item = OsString>) -> Vec<OsString> {
    let mut spelt: Vec<OsString> = vec![];
    let mut option: Option<OptionalValue> = None;
    for argument in arguments {
        let text = argument.to_string_lossy();
        if let Some((_, usual, is_value)) = option.take()
            && !text.starts_with('-')
            && !is_value(&text)
        {
            let flag = spelt.pop().unwrap_or_default();
            spelt.push(format!("{}={usual}", flag.to_string_lossy()).into());
        }
        option = OPTIONAL_VALUES.into_iter().find(|(flag, ..)| *flag == text);
        spelt.push(argument);
    }
    spelt
}

/// An option whose value is optional: its name, its default value, and a test for its values.
type OptionalValue = (&'static str, &'static str, fn(&str) -> bool);

const OPTIONAL_VALUES: [OptionalValue; 2] = [
    ("--explain", "story", |text| {
        Length::from_str(text, true).is_ok()
    }),
    ("--candidates", "1", |text| text.parse::<u64>().is_ok()),
];

/// Returns the clap command, for completions and the manual page.
fn command() -> clap::Command {
    CommandLine::command()
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_command_line_is_well_formed() {
        super::command().debug_assert();
    }
}
