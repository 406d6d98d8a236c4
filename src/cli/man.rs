//! `cluewright man`

use super::{Exit, Out, Outcome};
use clap::Args;
use clap_mangen::Man as Page;
use std::fmt::Write as _;
use std::io::{self, Write};

/// Write the manual page, with every command and option
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright man | man -l -                               read the page now
  cluewright man > ~/.local/share/man/man1/cluewright.1   install it for `man cluewright`")]
pub(super) struct Man {
    /// Write the page as a Markdown document
    #[arg(long, hide = true)]
    markdown: bool,
}

impl Man {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let mut command = super::command();
        // clap completes subcommands, for example with usage lines, only when the command is built.
        command.build();
        let commands = command
            .get_subcommands()
            .filter(|sub| sub.get_name() != "help");
        if self.markdown {
            let chapters: String = commands.cloned().map(markdown).collect();
            write!(out, "{MARKDOWN_HEAD}{chapters}")?;
            return Ok(Exit::Good);
        }
        let mut page = vec![];
        Page::new(command.clone()).render(&mut page)?;
        for sub in commands {
            chapter(sub, &mut page)?;
        }
        out.write_all(&page)?;
        Ok(Exit::Good)
    }
}

/// Writes the chapter about a subcommand.
fn chapter(sub: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = sub.get_name().to_uppercase();
    writeln!(page, ".SH \"CLUEWRIGHT {name}\"")?;
    let part = Page::new(sub.clone());
    part.render_synopsis_section(page)?;
    part.render_description_section(page)?;
    part.render_options_section(page)?;
    part.render_extra_section(page)
}

const MARKDOWN_HEAD: &str = "\
# The command line

This is the help for every command, as shown by `cluewright help COMMAND`. Sample output is in
[`tests/cli`](../tests/cli); [JSON.md](JSON.md) describes the JSON.

This page is generated. To update it, run `CLUEWRIGHT_BLESS=1 cargo test --test cli generated`.
";

/// Formats the help of a command as a chapter in Markdown.
fn markdown(mut command: clap::Command) -> String {
    let mut text = format!("\n## cluewright {}\n\n```text\n", command.get_name());
    for line in command.render_long_help().to_string().lines() {
        let _ = writeln!(text, "{}", line.trim_end());
    }
    text + "```\n"
}
