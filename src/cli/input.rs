//! The text of a puzzle: from a file, standard input, a link, or the command line itself.

use super::complaint::Complaint;
use super::files;
use super::source::{Row, Source};
use super::terminal;
use crate::batch::{self, Input, Inputs, Listed, Options};
use crate::text::decode;
use cluewright_formats::ReadOptions;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Maximum size of a text, in bytes. Every puzzle is far smaller, and a text of this size still fits into
/// memory.
const LONGEST: u64 = 64 << 20;

/// Maximum length of a line in bytes. Even SudokuPad links with embedded pictures are shorter.
const LONGEST_LINE: usize = 4 << 20;

/// Maximum number of characters in a row of a drawn grid.
const LONGEST_ROW: usize = 72;

/// Number of bytes after which the terminal cuts off a pasted line.
const TERMINAL_LINE: usize = if cfg!(target_os = "macos") {
    1023
} else {
    4095
};

/// Extensions of puzzle files. An argument with such an extension is treated as a file name.
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
    /// Opens the only text that an argument names. Without an argument, reads standard input.
    ///
    /// # Errors
    /// Returns an error if there is no such file, if the content cannot be read or is not text, or if it is a list of
    /// texts.
    pub(crate) fn open(argument: Option<&str>) -> Result<Self, Complaint> {
        let mut sources = Self::open_all(argument, None)?;
        match (sources.pop(), sources.len()) {
            (Some(source), 0) => match source.row.as_ref().and_then(|row| row.fault.as_ref()) {
                Some(fault) => Err(Complaint::new(fault).file(source.name)),
                None => Ok(source),
            },
            (last, others) => {
                let message = format!("the text contains {} puzzles; expected one", others + 1);
                let name = last.map_or_else(String::new, |source| source.name);
                let help = format!("choose one by its address, such as {name}");
                Err(Complaint::new(message)
                    .file(argument.unwrap_or("-"))
                    .help(help))
            }
        }
    }

    /// Opens the texts that an argument names: the rows of a list, the row at an address `FILE:ID`, or the text as a
    /// whole. `field` is the column or key with the puzzles of a table.
    ///
    /// # Errors
    /// Returns an error if there is no such file or row, or if the content cannot be read or is not text.
    pub(super) fn open_all(
        argument: Option<&str>,
        field: Option<&str>,
    ) -> Result<Vec<Self>, Complaint> {
        if let Some((file, id)) = argument.and_then(address) {
            return Self::find_address(file, id, field);
        }
        let is_list = |path: &Path| batch::is_list_of_records(path) && path.is_file();
        if let Some(name) = argument.filter(|name| is_list(Path::new(name))) {
            let rows: Vec<Listed> = rows_of(name, field)?;
            return match rows.is_empty() {
                true => Err(Complaint::new("the file contains no puzzle").file(name)),
                false => Ok(rows.into_iter().map(|row| Self::row(name, row)).collect()),
            };
        }
        let source = Self::whole(argument)?;
        Ok(source.lines().unwrap_or_else(|| vec![source]))
    }

    /// Returns the rows of a file that have the given id. As in `batch`, ids in the file take precedence over line
    /// numbers.
    fn find_address(file: &str, id: &str, field: Option<&str>) -> Result<Vec<Self>, Complaint> {
        let (mut own, mut of_line) = (vec![], vec![]);
        let (mut count, mut last) = (0_u64, None);
        for row in rows_of(file, field)? {
            count += 1;
            last = row.id();
            match (&row.own_id, row.line) {
                (Some(own_id), _) if own_id == id => own.push(row),
                (_, line) if line > 0 && line.to_string() == id => of_line.push(row),
                _ => {}
            }
        }
        let found = if own.is_empty() { of_line } else { own };
        if found.is_empty() {
            let message = format!("there is no puzzle `{id}` in the file");
            let help = match last {
                Some(last) => format!("it contains {count} puzzles; the last has the id `{last}`"),
                None => "the whole file is one puzzle: leave out the part after the file name"
                    .to_owned(),
            };
            return Err(Complaint::new(message).file(file).help(help));
        }
        Ok(found.into_iter().map(|row| Self::row(file, row)).collect())
    }

    /// Creates a source from a row of a file.
    fn row(file: &str, row: Listed) -> Self {
        let Some(id) = row.id() else {
            let name = file.to_owned();
            return match row.text {
                Ok(text) => Self {
                    name,
                    text,
                    row: None,
                },
                Err(fault) => Self::faulty(name, fault),
            };
        };
        let name = format!("{file}:{id}");
        match row.text {
            Ok(text) => Self {
                name,
                text,
                row: Some(Row {
                    solution: row.solution,
                    is_line: row.is_line,
                    fault: None,
                }),
            },
            Err(fault) => Self::faulty(name, fault),
        }
    }

    fn faulty(name: String, fault: String) -> Self {
        Self {
            name,
            text: String::new(),
            row: Some(Row {
                solution: None,
                is_line: false,
                fault: Some(fault),
            }),
        }
    }

    /// Splits a list of puzzles into its lines; `None` if the text is not a list. In a list, at least two lines are
    /// longer than a row of a drawn grid. In addition, two lines are links, or no reader accepts the whole text as one
    /// puzzle but one accepts a long line.
    fn lines(&self) -> Option<Vec<Self>> {
        let is_long = |line: &&str| line.trim().len() > LONGEST_ROW;
        if self.text.lines().filter(is_long).nth(1).is_none() || self.format_of_name().is_some() {
            return None;
        }
        let options = ReadOptions {
            of_list: true,
            ..ReadOptions::default()
        };
        let reads = |text: &str| cluewright_formats::read_any(text, None, &options).is_ok();
        let is_link = |line: &&str| line.trim_start().starts_with("http");
        let is_list = self.text.lines().filter(is_link).nth(1).is_some()
            || !reads(&self.text) && self.text.lines().filter(is_long).any(reads);
        is_list.then(|| {
            let options = Options::default();
            let rows = batch::list(Input::lines(&self.name, &self.text), &options);
            rows.map(|row| Self::row(&self.name, row)).collect()
        })
    }

    fn whole(argument: Option<&str>) -> Result<Self, Complaint> {
        match argument {
            None | Some("-") => Self::standard_input(),
            Some("") => Err(Complaint::new(
                "the argument is empty; expected a file, a link or a puzzle",
            )),
            Some(argument) => Self::from_name(argument),
        }
    }

    fn standard_input() -> Result<Self, Complaint> {
        let name = "standard input";
        let stdin = io::stdin().lock();
        let terminal = stdin.is_terminal();
        if terminal {
            // A failure is ignored, because pasting works without this prompt, too.
            let _ = writeln!(
                terminal::stderr(),
                "paste a puzzle, then press {END_OF_INPUT}"
            );
        }
        let source = Self {
            name: name.to_owned(),
            text: text_of(stdin, name)?,
            row: None,
        };
        if terminal && source.text.lines().any(|line| line.len() >= TERMINAL_LINE) {
            let message = format!("the terminal cut a pasted line short at {TERMINAL_LINE} bytes");
            let help = "save the puzzle in a file and give its name, or put the link in quotes after the command";
            return Err(Complaint::new(message).file(name).help(help));
        }
        Ok(source)
    }

    fn from_name(argument: &str) -> Result<Self, Complaint> {
        if is_link(argument) {
            return Ok(Self::argument(argument));
        }
        // A Linux path has fewer than 4096 bytes, and no path contains a NUL byte. An argument that is longer or has
        // several lines is the text of a puzzle.
        if argument.len() < 4096 && !argument.contains(['\n', '\0']) {
            let path = Path::new(argument);
            if path.is_dir() {
                let help = "name one or more files in it: FOLDER/*.toml";
                return Err(Complaint::new("this is a folder; expected a file")
                    .file(argument)
                    .help(help));
            }
            if path.exists() {
                return Self::file(argument);
            }
            // A misspelt file name gets this error instead of one about the text of a puzzle.
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
        Err(Complaint::new(message).file(shorten(argument)).help(help))
    }

    /// Returns the format that the file name implies; `None` if the text is recognised as another format. A plain grid
    /// does not count as recognised, because other text may look like one. The error for a wrong file then describes
    /// the actual mistake.
    pub(super) fn format_of_name(&self) -> Option<&'static str> {
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
            row: None,
        }
    }

    fn file(name: &str) -> Result<Self, Complaint> {
        let file =
            files::open("PUZZLE", Path::new(name)).map_err(|error| unreadable(name, &error))?;
        Ok(Self {
            name: name.to_owned(),
            text: text_of(file, name)?,
            row: None,
        })
    }
}

/// The key that ends the input on a terminal.
const END_OF_INPUT: &str = if cfg!(windows) {
    "Ctrl-Z and Enter"
} else {
    "Ctrl-D"
};

/// Splits an address `FILE:ID`, which names a puzzle in a file, into the file and the id.
pub(super) fn address(argument: &str) -> Option<(&str, &str)> {
    // The name of a file may itself contain a colon, so an existing file is never an address.
    if argument.len() >= 4096 || argument.contains('\n') || Path::new(argument).exists() {
        return None;
    }
    // Both the file name and the id may contain colons, so each colon is tried.
    let splits = argument
        .rmatch_indices(':')
        .map(|(colon, _)| (&argument[..colon], &argument[colon + 1..]));
    let mut addresses = splits.filter(|(_, id)| !id.is_empty());
    addresses.find(|(file, _)| Path::new(file).is_file())
}

/// Lists the rows of a file in the same way as `batch`.
fn rows_of(file: &str, field: Option<&str>) -> Result<Vec<Listed>, Complaint> {
    let path = Path::new(file);
    // The file is opened here only to register it, so that no result overwrites it.
    files::open("PUZZLE", path).map_err(|error| unreadable(file, &error))?;
    let inputs = Inputs::find(&[file.to_owned()], None)
        .map_err(|error| Complaint::new(error.to_string()))?;
    let options = Options {
        field: field.map(str::to_owned),
        ..Options::default()
    };
    let rows = inputs
        .found
        .into_iter()
        .flat_map(|input| batch::list(input, &options).collect::<Vec<_>>());
    Ok(rows.collect())
}

fn is_link(argument: &str) -> bool {
    argument.contains("://") || argument.starts_with("www.")
}

fn looks_like_a_path(argument: &str) -> bool {
    let lower = argument.to_ascii_lowercase();
    let starts = ["/", "./", "../", "~/", "\\", ".\\", "..\\"];
    ENDINGS.iter().any(|ending| lower.ends_with(ending))
        || starts.iter().any(|start| argument.starts_with(start))
}

fn shorten(argument: &str) -> String {
    match argument.char_indices().nth(60) {
        None => argument.to_owned(),
        Some((end, _)) => format!("{}…", &argument[..end]),
    }
}

/// Reads everything from a reader as text.
fn text_of(reader: impl Read, name: &str) -> Result<String, Complaint> {
    let mut bytes = vec![];
    // One more byte shows that the text is too long, without reading the rest of it.
    let read = reader.take(LONGEST + 1).read_to_end(&mut bytes);
    read.map_err(|error| unreadable(name, &error))?;
    if bytes.len() as u64 > LONGEST {
        let message = format!(
            "the text is longer than {} MiB; no puzzle is that long",
            LONGEST >> 20
        );
        return Err(Complaint::new(message).file(name));
    }
    let text = decode(bytes).map_err(|message| {
        let help = "save it as UTF-8 text; pictures and compressed files cannot be read";
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
        return Err(Complaint::new("the input is empty; expected a puzzle").file(name));
    }
    Ok(text)
}

fn unreadable(name: &str, error: &io::Error) -> Complaint {
    Complaint::new(format!("the input cannot be read: {}", plain(error))).file(name)
}

/// Returns the system's error message without the error number.
fn plain(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    words.to_lowercase()
}
