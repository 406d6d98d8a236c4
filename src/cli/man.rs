//! `cluewright man`

use super::{Exit, Outcome};
use clap::Args;
use clap_mangen::Man as Page;
use std::io::{self, Write};

/// Write the manual page, with every command and option
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright man | man -l -                               read it now
  cluewright man > ~/.local/share/man/man1/cluewright.1   keep it for `man cluewright`")]
pub(super) struct Man {}

impl Man {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        let mut page = vec![];
        let mut command = super::command();
        command.build();
        Page::new(command.clone()).render(&mut page)?;
        for sub in command
            .get_subcommands()
            .filter(|sub| sub.get_name() != "help")
        {
            chapter(sub, &mut page)?;
        }
        out.write_all(&page)?;
        Ok(Exit::Good)
    }
}

/// A subcommand's part of the page.
fn chapter(sub: &clap::Command, page: &mut Vec<u8>) -> io::Result<()> {
    let name = sub.get_name().to_uppercase();
    writeln!(page, ".SH \"CLUEWRIGHT {name}\"")?;
    let part = Page::new(sub.clone());
    part.render_synopsis_section(page)?;
    part.render_description_section(page)?;
    part.render_options_section(page)?;
    part.render_extra_section(page)
}
