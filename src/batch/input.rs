//! The sources of puzzles: files, folders of files and standard input, plain or compressed.

use super::error::BatchError;
use super::unpack::unpack;
use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicU64;

/// A file of puzzles, or standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Input {
    /// The name of the input in rows.
    pub name: String,
    /// The form in which the input contains puzzles.
    pub kind: Kind,
    /// The length of the input in bytes, before unpacking; unknown for standard input.
    pub bytes: Option<u64>,
    place: Place,
    /// The reason why the input cannot be opened.
    pub(super) fault: Option<String>,
}

/// The source of an input's bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    StandardInput,
    File(PathBuf),
    #[cfg(feature = "cli")]
    Text(String),
}

/// The form in which an input contains puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// One puzzle per line.
    Lines,
    /// One puzzle per record of a table.
    Csv,
    /// One puzzle per line, each a JSON value.
    JsonLines,
    /// One puzzle in the whole file.
    Whole,
    /// One puzzle per game of an OpenSudoku export.
    Games,
}

/// File extensions, each with the kind of content that it implies.
const ENDINGS: &[(&str, Kind)] = &[
    ("csv", Kind::Csv),
    ("tsv", Kind::Csv),
    ("jsonl", Kind::JsonLines),
    ("ndjson", Kind::JsonLines),
    ("toml", Kind::Whole),
    ("json", Kind::Whole),
    ("iss", Kind::Whole),
    ("sdk", Kind::Whole),
    ("sdx", Kind::Whole),
    ("ss", Kind::Whole),
    ("puz", Kind::Whole),
    ("url", Kind::Whole),
    ("txt", Kind::Lines),
    ("sdm", Kind::Lines),
    ("opensudoku", Kind::Games),
];

/// Extensions of compressed files.
const PACKED: &[&str] = &["gz", "zst"];

/// The name of standard input in rows.
const STANDARD_INPUT: &str = "standard input";

impl Kind {
    /// Every kind, with its name on the command line.
    pub const NAMED: [(&str, Self); 5] = [
        ("lines", Self::Lines),
        ("csv", Self::Csv),
        ("jsonl", Self::JsonLines),
        ("file", Self::Whole),
        ("opensudoku", Self::Games),
    ];

    /// Returns the kind of content that a file name implies.
    fn of_name(name: &Path) -> Option<Self> {
        let extension = name.extension()?.to_str()?.to_ascii_lowercase();
        if PACKED.contains(&&*extension) {
            return Self::of_name(Path::new(name.file_stem()?));
        }
        let known = ENDINGS.iter().find(|(ending, _)| *ending == extension);
        known.map(|&(_, kind)| kind)
    }
}

/// The inputs that the arguments of a command name, with the files that were skipped.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Inputs {
    /// The inputs, in order.
    pub found: Vec<Input>,
    /// Files and links in the folders that are not read, because their extension is not that of a list or a puzzle.
    /// Hidden files are not included.
    pub skipped: Vec<PathBuf>,
    /// The folders that were searched.
    pub folders: Vec<PathBuf>,
}

impl Inputs {
    /// Finds the inputs that the arguments name. `-`, or no argument, means standard input. A folder means the files
    /// with puzzles in the folder and its subfolders, in the order of their names.
    ///
    /// A file that cannot be opened is kept and gets a row with the error, so that one bad file does not stop the run.
    ///
    /// # Errors
    /// Returns an error if no input can be opened.
    pub fn find(arguments: &[String], kind: Option<Kind>) -> Result<Self, BatchError> {
        let mut inputs = Self::default();
        for argument in arguments {
            let path = Path::new(argument);
            if argument == "-" {
                inputs.found.push(Input::standard_input(kind));
            } else if path.is_dir() {
                inputs.walk(path, kind);
            } else {
                inputs.found.push(Input::file(path, kind));
            }
        }
        if arguments.is_empty() {
            inputs.found.push(Input::standard_input(kind));
        }
        let faulty = |input: &Input| input.fault.is_some();
        match inputs.found.first() {
            None => Err(BatchError::NothingFound {
                name: arguments.join(", "),
                skipped: inputs.skipped,
            }),
            Some(first) if inputs.found.iter().all(faulty) => Err(BatchError::Input {
                name: first.name.clone(),
                reason: first.fault.clone().unwrap_or_default(),
            }),
            Some(_) => Ok(inputs),
        }
    }

    /// Adds the files in a folder that contain puzzles. If the folder cannot be read, adds an input with a fault.
    fn walk(&mut self, folder: &Path, kind: Option<Kind>) {
        self.folders.push(folder.to_owned());
        let entries = std::fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut entries = match entries {
            Ok(entries) => entries,
            Err(error) => {
                let fault = Some(in_words(&error));
                self.found.push(Input {
                    fault,
                    ..Input::file(folder, kind)
                });
                return;
            }
        };
        // The system lists entries in arbitrary order. Without a fixed order, an interrupted run could not be resumed.
        entries.sort_by_key(std::fs::DirEntry::file_name);
        for entry in entries {
            let path = entry.path();
            if is_hidden(&path) {
                continue;
            }
            // Links to folders are not followed, because they may form cycles.
            if entry.file_type().is_ok_and(|kind| kind.is_dir()) {
                self.walk(&path, kind);
            } else if is_read_in_folders(&path) && !path.is_dir() {
                self.found.push(Input::file(&path, kind));
            } else {
                self.skipped.push(path);
            }
        }
    }
}

/// Returns `true` if a file with this name would be read from an input folder.
#[must_use]
pub(crate) fn is_read_in_folders(path: &Path) -> bool {
    Kind::of_name(path).is_some() && !is_hidden(path)
}

/// Returns `true` if a file with this name is compressed, or contains its puzzles as records of a table, of JSON lines
/// or of an OpenSudoku export. Only the reader of collections finds puzzles in such files.
#[cfg(feature = "cli")]
#[must_use]
pub(crate) fn is_list_of_records(path: &Path) -> bool {
    let ending = path.extension().and_then(|ending| ending.to_str());
    let is_packed = ending.is_some_and(|ending| PACKED.contains(&&*ending.to_ascii_lowercase()));
    let kind = Kind::of_name(path);
    is_packed || matches!(kind, Some(Kind::Csv | Kind::JsonLines | Kind::Games))
}

fn is_hidden(path: &Path) -> bool {
    let name = path.file_name().unwrap_or_default();
    name.as_encoded_bytes().starts_with(b".")
}

impl Input {
    fn standard_input(kind: Option<Kind>) -> Self {
        Self {
            name: STANDARD_INPUT.to_owned(),
            kind: kind.unwrap_or(Kind::Lines),
            bytes: None,
            place: Place::StandardInput,
            fault: None,
        }
    }

    /// Creates an input from lines that have already been read. `name` is the name of their file or stream.
    #[cfg(feature = "cli")]
    pub(crate) fn lines(name: &str, text: &str) -> Self {
        Self {
            name: name.to_owned(),
            kind: Kind::Lines,
            bytes: Some(text.len() as u64),
            place: Place::Text(text.to_owned()),
            fault: None,
        }
    }

    fn file(path: &Path, kind: Option<Kind>) -> Self {
        // The file is opened, because its metadata can be read even without permission to read its content.
        let opened = File::open(path).and_then(|file| file.metadata());
        // Only regular files have a useful length. Pipes and devices count as streams, which have no length.
        let plain = |data: &std::fs::Metadata| data.is_file().then_some(data.len());
        Self {
            name: path.display().to_string(),
            kind: kind.or(Kind::of_name(path)).unwrap_or(Kind::Lines),
            bytes: opened.as_ref().ok().and_then(plain),
            place: Place::File(path.to_owned()),
            fault: opened.err().map(|error| in_words(&error)),
        }
    }

    /// Returns the path of the input, if it is a file.
    #[must_use]
    pub(crate) fn path(&self) -> Option<&Path> {
        match &self.place {
            Place::File(path) => Some(path),
            _ => None,
        }
    }

    /// Returns the format that the file name implies. It is needed because the content alone may not identify the
    /// format.
    pub(super) fn format_of_name(&self) -> Option<&'static str> {
        let is_toml = self.name.to_ascii_lowercase().ends_with(".toml");
        is_toml.then_some("native")
    }

    /// Returns `true` if the input is a stream, such as a pipe, whose content may arrive slowly. Incomplete chunks are
    /// then processed immediately.
    pub(super) fn is_stream(&self) -> bool {
        self.bytes.is_none()
    }

    /// Opens the input. `read` counts the bytes that are read, before unpacking.
    pub(super) fn open(&self, read: &Arc<AtomicU64>) -> io::Result<Box<dyn Read + Send>> {
        match &self.place {
            Place::StandardInput => unpack(io::stdin(), read),
            Place::File(path) => unpack(File::open(path)?, read),
            #[cfg(feature = "cli")]
            Place::Text(text) => Ok(Box::new(io::Cursor::new(text.clone()))),
        }
    }
}

/// Describes an I/O error in words, without the system's error number.
pub(super) fn in_words(error: &io::Error) -> String {
    let text = error.to_string();
    let words = text.split(" (os error").next().unwrap_or(&text);
    match error.kind() {
        io::ErrorKind::NotFound => "no such file".to_owned(),
        // A plain file can end anywhere, so only a decoder returns this error.
        io::ErrorKind::UnexpectedEof => "the compressed file is cut off here".to_owned(),
        _ => format!("the file cannot be read: {}", words.to_lowercase()),
    }
}
