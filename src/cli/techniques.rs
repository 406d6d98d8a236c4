//! `cluewright techniques`

use super::{Exit, Out, Outcome, write_json};
use clap::Args;
use std::io::Write;

/// List the human techniques that grades and hints use
///
/// Each technique is listed under the tier of its easiest form in the default profile, or in the first profile that
/// uses it. Its price in each profile is the rating of its easiest form.
#[derive(Args, Debug)]
#[command(after_help = "\
Examples:
  cluewright techniques
  cluewright grade mine.toml --without x-wing --without 'hidden pair'")]
pub(super) struct Techniques {
    /// Print JSON for programs: one object per technique, each on its own line
    #[arg(long)]
    json: bool,
}

impl Techniques {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let techniques = cluewright_narrate::TechniqueJson::all();
        if self.json {
            for technique in techniques {
                write_json(out, &technique)?;
            }
        } else {
            write!(out, "{}", cluewright_narrate::technique_list(&techniques))?;
        }
        Ok(Exit::Good)
    }
}
