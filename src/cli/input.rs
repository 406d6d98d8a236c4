//! Where a puzzle comes from: a file, standard input, a link, or the command line itself.

use super::complaint::Complaint;
use super::files;
use super::source::Source;
use super::terminal;
use crate::text::decoded;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// More than any puzzle, less than would hurt.
const LONGEST: u64 = 64 << 20;

/// More than any link: SudokuPad's can hold pictures.
const LONGEST_LINE: usize = 4 << 20;

/// Where a terminal cuts a pasted line short, in bytes.
const TERMINAL_LINE: usize = if cfg!(target_os = "macos") {
    1023
} else {
    4095
};

/// Endings of files that hold puzzles: a name with one of them is meant as a file.
const ENDINGS: &[&str] = &[
    ".toml",
    ".json",
    ".jsonl",
    ".txt",
    ".sdk",
    ".sdm",
    ".sdx",
    ".ss",
    ".csv",
    ".iss",
    ".puz",
    ".url",
    ".opensudoku",
];

impl Source {
    /// Opens what the argument names; without one, what is pasted on standard input.
    ///
    /// # Errors
    /// When there is no such file, it cannot be read, or it is not text.
    pub(crate) fn open(argument: Option<&str>) -> Result<Self, Complaint> {
        match argument {
            None | Some("-") => Self::standard_input(),
            Some("") => Err(Complaint::new(
                "the argument is empty; expected a file, a link or a puzzle",
            )),
            Some(argument) => Self::named(argument),
        }
    }

    fn standard_input() -> Result<Self, Complaint> {
        let name = "standard input";
        let stdin = io::stdin().lock();
        let terminal = stdin.is_terminal();
        if terminal {
            // Nobody may be looking: the puzzle can be pasted all the same.
            let _ = writeln!(
                terminal::stderr(),
                "paste a puzzle, then press {END_OF_INPUT}"
            );
        }
        let source = Self {
            name: name.to_owned(),
            text: text_of(stdin, name)?,
        };
        if terminal && source.text.lines().any(|line| line.len() >= TERMINAL_LINE) {
            let message = format!("the terminal cut a pasted line short at {TERMINAL_LINE} bytes");
            let help = "save the puzzle in a file and give its name, or put the link in quotes after the command";
            return Err(Complaint::new(message).file(name).help(help));
        }
        Ok(source)
    }

    fn named(argument: &str) -> Result<Self, Complaint> {
        if is_link(argument) {
            return Ok(Self::argument(argument));
        }
        if argument.len() < 4096 && !argument.contains(['\n', '\0']) {
            let path = Path::new(argument);
            if path.is_dir() {
                let help = "name a file in it, or several: FOLDER/*.toml";
                return Err(Complaint::new("this is a folder; expected a file")
                    .file(argument)
                    .help(help));
            }
            if path.exists() {
                return Self::file(argument);
            }
            if looks_like_a_path(argument) {
                return Err(Complaint::new("no such file").file(argument));
            }
        }
        if cluewright_formats::is_meant_as_puzzle(argument) {
            return Ok(Self::argument(argument));
        }
        let message = "this is neither the name of a file nor a puzzle";
        let help =
            "put a link or a puzzle's text in quotes: shells change `&`, `*`, `?` and spaces";
        Err(Complaint::new(message).file(shortened(argument)).help(help))
    }

    /// The format that the file's name promises when its text looks like none, or only like a grid:
    /// then the message is about what is wrong in it.
    pub(super) fn meant_format(&self) -> Option<&'static str> {
        let meant = self.name.to_ascii_lowercase().ends_with(".toml");
        let other = || {
            let found = cluewright_formats::recognise(&self.text);
            found.is_ok_and(|format| format.name() != "text-line")
        };
        (meant && !other()).then_some("native")
    }

    fn argument(text: &str) -> Self {
        Self {
            name: "the command line".to_owned(),
            text: text.to_owned(),
        }
    }

    fn file(name: &str) -> Result<Self, Complaint> {
        let file =
            files::open("PUZZLE", Path::new(name)).map_err(|error| unreadable(name, &error))?;
        Ok(Self {
            name: name.to_owned(),
            text: text_of(file, name)?,
        })
    }
}

/// The key that ends what is typed.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

fn is_link(argument: &str) -> bool {
    argument.contains("://") || argument.starts_with("www.")
}

fn looks_like_a_path(argument: &str) -> bool {
    let lower = argument.to_ascii_lowercase();
    let starts = ["/", "./", "../", "~/", "\\", ".\\", "..\\"];
    ENDINGS.iter().any(|ending| lower.ends_with(ending))
        || starts.iter().any(|start| argument.starts_with(start))
}

fn shortened(argument: &str) -> String {
    match argument.char_indices().nth(60) {
        None => argument.to_owned(),
        Some((end, _)) => format!("{}…", &argument[..end]),
    }
}

/// Reads everything as text.
fn text_of(reader: impl Read, name: &str) -> Result<String, Complaint> {
    let mut bytes = vec![];
    let read = reader.take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > LONGEST {
        let message = format!("this is longer than {} MiB; no puzzle is", LONGEST >> 20);
        return Err(Complaint::new(message).file(name));
    }
    let text = decoded(bytes).map_err(|message| {
        let help = "save it as plain text in UTF-8; a picture or a packed file cannot be read";
        Complaint::new(message).file(name).help(help)
    })?;
    let long = text
        .lines()
        .enumerate()
        .find(|(_, line)| line.len() > LONGEST_LINE);
    if let Some((index, line)) = long {
        let (number, length, most) = (index + 1, line.len(), LONGEST_LINE >> 20);
        let message =
            format!("line {number} has {length} bytes; no puzzle has a line over {most} MiB");
        return Err(Complaint::new(message).file(name));
    }
    if text.trim().is_empty() {
        return Err(Complaint::new("there is nothing in it; expected a puzzle").file(name));
    }
    Ok(text)
}

fn unreadable(name: &str, error: &io::Error) -> Complaint {
    Complaint::new(format!("it cannot be read: {}", plain(error))).file(name)
}

/// The system's words without its error number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    words.to_lowercase()
}
