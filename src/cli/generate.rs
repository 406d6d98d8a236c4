//! `cluewright generate`

use super::grade::Choice;
use super::options::{Answering, duration};
use super::progress::metered;
use super::{Complaint, Exit, Outcome, interrupt, write_json};
use crate::ask::{self, Bounds, New};
use crate::setting::{Band, Symmetry};
use clap::Args;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::PathBuf;
use std::time::Duration;

/// Make plain sudoku that nobody has seen
///
/// Each puzzle has one solution, no given can go, and no two are alike, even turned, reflected or with other
/// digits. The same seed gives the same puzzles on every machine, and more puzzles of a seed begin with the
/// fewer.
///
/// With `--rating` each is graded. One that is too hard is given more digits, so that single givens may be able
/// to go; one that is too easy is dropped.
#[derive(Args, Debug)]
#[command(after_help = EXAMPLES)]
pub(super) struct Generate {
    /// How many puzzles
    #[arg(long, value_name = "N", default_value_t = 1)]
    count: usize,

    /// Other puzzles
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u64,

    /// How the givens are arranged: none, half-turn, quarter-turn, left-right, top-bottom, diagonal,
    /// anti-diagonal, full. Then no group of givens that go together can go
    #[arg(long, value_name = "KIND", default_value = "none")]
    symmetry: Symmetry,

    /// Only puzzles with such a rating: 3.0..4.0, or 3.4 for 3.3 to 3.5
    #[arg(long, value_name = "RATING")]
    rating: Option<Band>,

    /// Grids to try for each puzzle, at most
    #[arg(long, value_name = "N", default_value_t = ask::Generate::default().tries)]
    tries: usize,

    /// Write the puzzles to a file, a line each
    #[arg(long, short, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    choice: Choice,

    /// How many processor threads to use; 0 means all. The puzzles do not depend on it
    #[arg(long, value_name = "N", default_value_t = 0, help_heading = "Limits")]
    threads: usize,

    /// Stop after TIME with the puzzles made so far: 30, 30s, 500ms, 2m, 1h
    #[arg(long, value_name = "TIME", value_parser = duration, help_heading = "Limits")]
    time_limit: Option<Duration>,

    #[command(flatten)]
    answering: Answering,
}

const EXAMPLES: &str = "\
Exit codes, for scripts:
  0  as many puzzles as were asked for
  2  the command line makes no sense
  3  fewer: the limits were reached before

Examples:
  cluewright generate                                   one puzzle
  cluewright generate --count 1000 --out new.txt        a thousand
  cluewright generate --count 10 --symmetry half-turn   their givens look the same upside down
  cluewright generate --count 10 --rating 3.0..3.4      no harder than that, and no easier
  cluewright generate --seed 7 | cluewright grade -     how hard is it?";

impl Generate {
    pub(super) fn run(self, out: &mut dyn Write) -> Outcome {
        interrupt::listen();
        let mut question = ask::Generate::default();
        question.count = self.count;
        question.seed = self.seed;
        question.symmetry = self.symmetry;
        question.rating = self.rating;
        question.tries = self.tries;
        question.techniques = self.choice.techniques()?;
        question.limits = Bounds {
            nodes: None,
            seconds: self.time_limit.map(|time| time.as_secs_f64()),
        };
        match &self.out {
            None => self.write(&question, out),
            Some(path) => {
                let wrong = |error: io::Error| {
                    let message = format!("{} cannot be written: {error}", path.display());
                    Complaint::new(message)
                };
                let mut file = BufWriter::new(File::create(path).map_err(wrong)?);
                let exit = self.write(&question, &mut file)?;
                file.flush().map_err(wrong)?;
                Ok(exit)
            }
        }
    }

    fn write(&self, question: &ask::Generate, out: &mut dyn Write) -> Outcome {
        let (mut made, mut written) = (0, Ok(()));
        let timed = metered(self.threads, self.answering.quiet, |host| {
            question.each(host, &mut |new| {
                made += 1;
                written = self.write_one(&new, out);
                written.is_ok()
            })
        });
        let (tried, complete) = timed.result.map_err(Complaint::refused)?;
        written?;
        if complete {
            return Ok(Exit::Good);
        }
        // What was written stands; that it is less than was asked for is no part of it.
        let _ = writeln!(
            anstream::stderr(),
            "{made} of {} puzzles made from {tried} grids; --tries and --time-limit raise the limits",
            self.count
        );
        Ok(Exit::Undecided)
    }

    fn write_one(&self, new: &New, out: &mut dyn Write) -> io::Result<()> {
        match self.answering.json {
            true => write_json(out, new),
            false => writeln!(out, "{}", new.text),
        }
    }
}
