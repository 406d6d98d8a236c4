//! `cluewright serve`

use super::options::duration;
use super::source::Source;
use super::{Complaint, Exit, Failure, Out, Outcome, interrupt, terminal};
use crate::serve::{ConnectionLimits, ORIGINS, Port, Settings, USUAL_PORT, origin, serve};
use clap::Args;
use cluewright_formats::ReadOptions;
use std::io::{self, Write};
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Notify;

/// Serve the page, and act as the local solver for setting tools
///
/// Serves Cluewright's page to browsers on this machine: draw a puzzle, and see at once if it works, how hard it is
/// and which clue is to blame. On the same port, it is the local solver that setting tools connect to: with Rangsk's
/// user script in f-puzzles, just press Connect. Other machines cannot reach it, and nothing leaves your machine.
/// Press Ctrl-C to stop it.
#[derive(Args, Debug)]
#[command(after_help = after_help())]
pub(super) struct Serve {
    /// The puzzle that the page opens with: a file, a link, the puzzle's text, or `-`
    #[arg(value_name = "PUZZLE")]
    puzzle: Option<String>,

    /// The port to serve the page on; 0 chooses a free port [default: 4545]
    ///
    /// Setting tools look for their solver on port 4545, so that port is opened too. If another program uses it, a
    /// warning is printed and only the page is served.
    #[arg(long, value_name = "PORT")]
    port: Option<u16>,

    /// Open the page in your browser
    #[arg(long)]
    open: bool,

    /// Another site whose pages may send questions, such as `https://example.org`; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = parse_origin)]
    allow_origin: Vec<String>,

    /// The public page to use in shared links, because links to the local page work only on this machine
    #[arg(long, value_name = "URL", value_parser = page, default_value = env!("CARGO_PKG_HOMEPAGE"))]
    public_page: String,

    /// Another site whose pages may show this one in a frame; may be repeated
    #[arg(long, value_name = "ORIGIN", value_parser = parse_origin)]
    allow_embed: Vec<String>,

    /// Let the live solver ignore unsupported rules and solve the rest of the puzzle
    #[arg(long)]
    ignore_unknown: bool,

    /// Let the live solver ignore drawings that may be rules and use only the clues
    #[arg(long)]
    ignore_drawings: bool,

    /// Maximum time for a search, such as 30, 30s, 500ms, 2m or 1h
    #[arg(long, value_name = "TIME", value_parser = duration, default_value = "10m")]
    time_limit: Duration,

    /// Number of threads for each search, which does not affect the answers; 0 means one per processor
    #[arg(long, value_name = "N", default_value_t = 0)]
    threads: usize,
}

fn after_help() -> String {
    format!(
        "\
Sites whose pages may send questions, in addition to those of this machine:
  {}

Examples:
  cluewright serve --open                 draw a puzzle
  cluewright serve --open mine.toml       open this puzzle
  cluewright serve --port 8000            if 4545 is in use",
        ORIGINS.join(", ")
    )
}

/// Parses an origin, and normalises it to the form that browsers send.
fn parse_origin(text: &str) -> Result<String, String> {
    let bare = text.trim_end_matches('/');
    origin(bare)
        .ok_or_else(|| "expected a scheme and a host name, such as https://example.org".to_owned())
}

/// Parses the address of a page, which must not have a fragment after `#`.
fn page(text: &str) -> Result<String, String> {
    let is_page = text.starts_with("https://") || text.starts_with("http://");
    // The address is written into an HTML attribute without escaping, so it must not contain these characters.
    match is_page && !text.contains(['"', '&', '<', '#', ' ']) {
        true => Ok(text.to_owned()),
        false => Err("expected an address such as https://example.org/cluewright/".to_owned()),
    }
}

impl Serve {
    pub(super) fn run(self, out: &mut Out) -> Outcome {
        let reading = ReadOptions {
            ignore_unknown: self.ignore_unknown,
            ignore_drawings: self.ignore_drawings,
            ..ReadOptions::default()
        };
        let puzzle = self.puzzle.as_deref().map(open_puzzle).transpose()?;
        let ports = self.ports()?;
        let address = format!("http://{}/", ports[0].address());
        let live = ports.iter().any(|port| port.number == USUAL_PORT);
        let live = live
            .then(|| format!("setting tools find their solver at ws://localhost:{USUAL_PORT}\n"));
        let live = live.unwrap_or_default();
        // The text is written all at once, because a program that starts the server may read only its first output.
        let told = format!("Cluewright is at {address}\n{live}press Ctrl-C to stop it\n");
        out.write_all(told.as_bytes())?;
        out.flush()?;
        if self.open
            && let Err(error) = open::that_detached(&address)
        {
            warn(&format!(
                "no browser could be started ({error}): open {address} yourself"
            ));
        }
        let stop = Arc::new(Notify::new());
        let stopped = Arc::clone(&stop);
        interrupt::call(move || stopped.notify_one());
        let settings = Settings {
            origins: self.allow_origin,
            public_page: self.public_page,
            embedders: self.allow_embed,
            puzzle,
            reading,
            patience: self.time_limit,
            threads: self.threads,
            connections: ConnectionLimits::default(),
        };
        serve(settings, ports, &stop).map_err(|error| server_error(&error))?;
        Ok(Exit::Good)
    }

    /// Returns the ports to listen on: the page's port, followed by the live solver's port.
    fn ports(&self) -> Result<Vec<Port>, Failure> {
        let usual = Port::take(USUAL_PORT);
        if let Err(error) = &usual {
            warn(&format!(
                "port {USUAL_PORT} is not available ({}): setting tools will not find Cluewright there",
                plain(error)
            ));
        }
        let mut ports = match self.port {
            // If another program uses the default port, the page gets a free port, and the live solver gets none.
            None if usual.is_err() => vec![take_port(0)?],
            None | Some(USUAL_PORT) => vec![],
            Some(port) => vec![take_port(port)?],
        };
        match usual {
            Err(error) if self.port == Some(USUAL_PORT) => return Err(server_error(&error).into()),
            usual => ports.extend(usual),
        }
        for port in ports.iter().filter(|port| port.is_shared) {
            let number = port.number;
            warn(&format!(
                "another program uses port {number} on [::1], and may receive requests to localhost:{number}"
            ));
        }
        Ok(ports)
    }
}

fn take_port(port: u16) -> Result<Port, Complaint> {
    Port::take(port).map_err(|error| {
        let message = format!("port {port} is not available: {}", plain(&error));
        Complaint::new(message).help("choose another port, or 0 for any free one")
    })
}

fn server_error(error: &io::Error) -> Complaint {
    Complaint::new(format!("the server cannot run: {}", plain(error)))
}

/// Describes an error in opening a port: common errors in plain words, others in the system's words.
fn plain(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::AddrInUse => "another program uses it".to_owned(),
        io::ErrorKind::PermissionDenied => "this needs special permissions".to_owned(),
        _ => error.to_string(),
    }
}

fn warn(message: &str) {
    // A failure is ignored, because a warning that cannot be shown must not stop the server.
    let _ = writeln!(terminal::stderr(), "warning: {message}");
}

/// Reads a puzzle, and returns it as a text that the page can open.
fn open_puzzle(argument: &str) -> Result<String, Complaint> {
    let source = Source::open(Some(argument))?;
    // The text is read here only so that a mistake is shown with its position in the file. The page reads the text
    // again.
    let reading = crate::read_any(
        &source.text,
        source.format_of_name(),
        &ReadOptions::default(),
    );
    let reading = reading.map_err(|error| Complaint::about(&source, error))?;
    match reading.puzzles.len() {
        1 => Ok(source.text),
        count => {
            let message = format!("this contains {count} puzzles, but the page opens only one");
            Err(Complaint::new(message).file(source.name))
        }
    }
}
