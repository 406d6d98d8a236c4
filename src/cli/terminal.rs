//! Output to the terminal. Texts keep only the control characters of our own colours; all others are escaped. Data for
//! programs is unchanged.

use super::Complaint;
use anstream::AutoStream;
use anstream::stream::{AsLockedWrite, RawStream};
use anstyle::{AnsiColor, Style};
use clap::error::{ContextKind, ContextValue};
use cluewright_narrate::{Paint, is_control, one_line, pieces, visible};
use serde::Serialize;
use std::error::Error;
use std::io::{self, IsTerminal, Stderr, StdoutLock, Write};

/// A text stream. It keeps our own colours and escapes all other control characters.
pub(super) struct Text<S: RawStream>(AutoStream<S>);

/// Standard output for text, which can also be used for data.
pub(super) struct Out {
    text: Text<StdoutLock<'static>>,
    is_terminal: bool,
}

/// A stream for data. Files and programs get every byte unchanged. On a terminal, control characters are escaped.
pub(super) struct Data {
    stream: StdoutLock<'static>,
    is_terminal: bool,
}

/// Opens standard output.
pub(super) fn stdout() -> Out {
    Out {
        text: Text(AutoStream::auto(io::stdout().lock())),
        is_terminal: io::stdout().is_terminal(),
    }
}

/// Writes a result as one line of JSON.
pub(super) fn write_json(out: &mut Out, result: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(result)?;
    line.push(b'\n');
    out.data().write_all(&line)
}

pub(super) fn stderr() -> Text<Stderr> {
    Text(AutoStream::auto(io::stderr()))
}

/// Shows a complaint on standard error. A failure is ignored, because there is no other place to report it.
pub(super) fn show(complaint: &Complaint) {
    // All texts in the complaint are already escaped, so the only control sequences are those of our colours.
    let _ = writeln!(AutoStream::auto(io::stderr()), "{}", complaint.render());
}

/// Shows an error in the command line. The arguments are escaped, because they may be names of files that other people
/// chose.
pub(super) fn show_usage(mut error: clap::Error) {
    // The values are copied first, because `insert` cannot run while `context` borrows the error.
    let context: Vec<(ContextKind, ContextValue)> = error
        .context()
        .map(|(kind, value)| (kind, visible_value(value)))
        .collect();
    for (kind, value) in context {
        error.insert(kind, value);
    }
    let source = error.source().map(|source| source.to_string());
    // A failure is ignored, because there is no other place for the message if standard error is closed.
    let _ = match source.filter(|source| source.contains(is_control)) {
        None => error.print(),
        Some(source) => {
            let shown = error.render().to_string();
            write!(stderr(), "{}", shown.replace(&source, &one_line(&source)))
        }
    };
}

/// Escapes the control characters in a part of a message about the command line.
fn visible_value(value: &ContextValue) -> ContextValue {
    let text = |text: &String| one_line(text).into_owned();
    match value {
        ContextValue::String(one) => ContextValue::String(text(one)),
        ContextValue::Strings(all) => ContextValue::Strings(all.iter().map(text).collect()),
        ContextValue::StyledStrs(all) => {
            let plain = all.iter().map(|styled| text(&styled.to_string()).into());
            ContextValue::StyledStrs(plain.collect())
        }
        other => other.clone(),
    }
}

impl Out {
    /// Returns the stream for data that programs read, such as JSON and files.
    pub(super) fn data(&mut self) -> Data {
        Data {
            // This cannot block, because the thread already holds the lock.
            stream: io::stdout().lock(),
            is_terminal: self.is_terminal,
        }
    }
}

impl<S: RawStream + AsLockedWrite> Write for Text<S> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        // The formatter passes whole strings, so no character is split between two calls.
        for (paint, piece) in pieces(&String::from_utf8_lossy(bytes)) {
            let (style, piece) = (style(paint), visible(piece));
            write!(self.0, "{style}{piece}{style:#}")?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

fn style(paint: Paint) -> Style {
    match paint {
        Paint::Plain => Style::new(),
        Paint::Bold => Style::new().bold(),
        Paint::Red => AnsiColor::Red.on_default(),
        Paint::BoldRed => AnsiColor::Red.on_default().bold(),
    }
}

impl Write for Out {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.text.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.text.flush()
    }
}

impl Write for Data {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.stream.write(bytes);
        }
        let shown = String::from_utf8_lossy(bytes);
        self.stream.write_all(visible(&shown).as_bytes())?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.stream.flush()
    }
}
