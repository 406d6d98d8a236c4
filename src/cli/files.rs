//! The files of a command. All of them are opened here, so that no file is both read and overwritten.

use super::Complaint;
use super::input::address;
use crate::files::{NewFile, Place, are_same, folder_of};
use same_file::{Handle, is_same_file};
use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

/// An input of the command. No output may overwrite it.
#[derive(Clone, Debug)]
struct Reads {
    /// The option or argument that names the input.
    role: &'static str,
    /// The name of the input in that option or argument.
    name: String,
    what: What,
}

#[derive(Clone, Debug)]
enum What {
    File(PathBuf),
    StandardInput,
    /// A folder, with a predicate that selects the files in it that the command reads.
    Folder(PathBuf, fn(&Path) -> bool),
}

/// All known inputs of the command. The list is global, because functions deep in a command open files, too, such as
/// the reader of profiles.
static READS: Mutex<Vec<Reads>> = Mutex::new(vec![]);

/// Registers the files that arguments name, before any of them is opened. Arguments that are not file names are
/// skipped.
///
/// # Errors
/// Returns an error if standard output is appended to one of the files.
pub(super) fn announce<'a>(
    role: &'static str,
    arguments: impl IntoIterator<Item = &'a str>,
) -> Result<(), Complaint> {
    for argument in arguments {
        let path = Path::new(address(argument).map_or(argument, |(file, _)| file));
        let what = match argument {
            "-" => What::StandardInput,
            _ if path.is_file() => What::File(path.to_owned()),
            _ => continue,
        };
        let reads = Reads {
            role,
            name: argument.to_owned(),
            what,
        };
        if reads.is_standard_output() {
            let message = format!("{reads} is the file that standard output goes to");
            let help = "send standard output to another file";
            return Err(Complaint::new(message).help(help));
        }
        add(reads);
    }
    Ok(())
}

/// Registers a folder. The command reads the files in it for which `is_read` returns `true`.
pub(super) fn announce_folder(role: &'static str, folder: &Path, is_read: fn(&Path) -> bool) {
    add(Reads {
        role,
        name: folder.display().to_string(),
        what: What::Folder(folder.to_owned(), is_read),
    });
}

fn add(reads: Reads) {
    READS
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .push(reads);
}

/// Returns `true` if a file with this name would be read from a `--rules` folder.
pub(super) fn is_rule_file(path: &Path) -> bool {
    path.extension().is_some_and(|ending| ending == "toml")
}

/// Opens a file for reading.
///
/// # Errors
/// Returns an error if the file cannot be opened.
pub(super) fn open(role: &'static str, path: &Path) -> io::Result<File> {
    let file = File::open(path)?;
    add(Reads {
        role,
        name: path.display().to_string(),
        what: What::File(path.to_owned()),
    });
    Ok(file)
}

/// Reads a file as text.
///
/// # Errors
/// Returns an error if the file cannot be read or is not UTF-8.
pub(super) fn read(role: &'static str, path: &Path) -> io::Result<String> {
    io::read_to_string(open(role, path)?)
}

/// Checks, before the work begins, that no result overwrites a file that the command reads, and that no two results go
/// to the same file.
///
/// `puzzles` are the arguments that name puzzles; if there are none, standard input is read. `rules` is a rule file or
/// a folder of rule files.
///
/// # Errors
/// Returns an error if a file would be overwritten.
pub(super) fn keep_apart(
    puzzles: &[String],
    rules: Option<&Path>,
    results: &[(&'static str, Option<&Path>)],
) -> Result<(), Complaint> {
    let pasted = puzzles.is_empty().then_some("-");
    announce("PUZZLE", puzzles.iter().map(String::as_str).chain(pasted))?;
    if let Some(rules) = rules {
        announce_rules(rules)?;
    }
    keep_results_apart(results)
}

/// Registers a rule file, or a folder of rule files.
///
/// # Errors
/// Returns an error if standard output is appended to the file.
pub(super) fn announce_rules(rules: &Path) -> Result<(), Complaint> {
    if rules.is_file() {
        return announce("--rules", rules.to_str());
    }
    announce_folder("--rules", rules, is_rule_file);
    Ok(())
}

/// Checks that no result overwrites a registered file, and that no two results go to the same file.
///
/// # Errors
/// Returns an error if a file would be overwritten.
pub(super) fn keep_results_apart(
    results: &[(&'static str, Option<&Path>)],
) -> Result<(), Complaint> {
    let results: Vec<(&str, &Path)> = results
        .iter()
        .filter_map(|&(option, path)| Some((option, path?)))
        .collect();
    for (index, &(option, path)) in results.iter().enumerate() {
        check(option, path)?;
        let mut others = results[..index].iter();
        if let Some((other, name)) = others.find(|(_, other)| are_same_place(path, other)) {
            let [path, name] = [path.display(), name.display()];
            let message = format!("`{option} {path}` and `{other} {name}` are the same file");
            let help = format!("give `{option}` a different file");
            return Err(Complaint::new(message).help(help));
        }
    }
    Ok(())
}

/// Checks that a result does not overwrite a file that the command reads.
///
/// # Errors
/// Returns an error if the command reads the file, or would read it on the next run.
pub(super) fn check(option: &str, path: &Path) -> Result<(), Complaint> {
    let all = READS.lock().unwrap_or_else(PoisonError::into_inner);
    let Some(read) = all.iter().find(|read| read.includes(path)) else {
        return Ok(());
    };
    let result = format!("`{option} {}`", path.display());
    let complaint = match &read.what {
        What::Folder(..) => {
            let help =
                format!("the next run would read the result too: give `{option}` a file elsewhere");
            Complaint::new(format!("{result} is in the folder of {read}")).help(help)
        }
        _ => {
            let help = format!("give `{option}` the name of another file");
            Complaint::new(format!("{result} and {read} are the same file")).help(help)
        }
    };
    Err(complaint)
}

impl Reads {
    /// Returns `true` if the input includes the given file.
    fn includes(&self, path: &Path) -> bool {
        match &self.what {
            What::File(file) => are_same(file, path),
            What::StandardInput => is_same_stream(Handle::stdin(), path),
            What::Folder(folder, is_read) => {
                let Ok(Place::File(place)) = Place::of(path) else {
                    return false;
                };
                let same = is_same_file(folder, folder_of(&place));
                is_read(&place) && same.unwrap_or(false)
            }
        }
    }

    /// Returns `true` if the input is the file to which standard output is appended.
    fn is_standard_output(&self) -> bool {
        match &self.what {
            What::File(file) => is_same_stream(Handle::stdout(), file),
            _ => false,
        }
    }
}

impl std::fmt::Display for Reads {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match &self.what {
            What::StandardInput => f.write_str("standard input"),
            _ => write!(f, "`{} {}`", self.role, self.name),
        }
    }
}

/// Returns `true` if a stream is the regular file at the given path. Devices and pipes do not count, because writing to
/// them cannot destroy an input.
fn is_same_stream(stream: io::Result<Handle>, path: &Path) -> bool {
    let Ok(stream) = stream else {
        return false;
    };
    let is_file = |data: io::Result<std::fs::Metadata>| data.is_ok_and(|data| data.is_file());
    is_file(stream.as_file().metadata())
        && is_file(std::fs::metadata(path))
        && Handle::from_path(path).is_ok_and(|file| file == stream)
}

/// Creates the file for a result. `option` is the option that names the file.
///
/// # Errors
/// Returns an error if the command reads that file, or if the file cannot be written.
pub(super) fn create(option: &str, path: &Path) -> Result<NewFile, Complaint> {
    check(option, path)?;
    NewFile::create(path).map_err(|error| unwritable(path, &error))
}

/// Writes a result to a file. `option` is the option that names the file.
///
/// # Errors
/// Returns an error if the command reads that file, or if the file cannot be written.
pub(super) fn save(
    option: &'static str,
    path: &Path,
    bytes: impl AsRef<[u8]>,
) -> Result<(), Complaint> {
    let mut file = create(option, path)?;
    let written = file.write_all(bytes.as_ref()).and_then(|()| file.commit());
    written.map_err(|error| unwritable(path, &error))?;
    // The file is registered, so that no later result overwrites it.
    add(Reads {
        role: option,
        name: path.display().to_string(),
        what: What::File(path.to_owned()),
    });
    Ok(())
}

/// Writes a folder under a temporary name, and renames it once it is complete, so that no incomplete folder can be
/// mistaken for a complete folder.
///
/// # Errors
/// Returns an error if the folder cannot be written, or if its name is taken.
pub(super) fn save_folder(folder: &Path, contents: &BTreeMap<String, String>) -> io::Result<()> {
    let place = match folder.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    };
    let begun = tempfile::Builder::new()
        .prefix(".certificate-")
        .tempdir_in(place)?;
    // The folder is written inside a temporary folder, which is removed at the end.
    let whole = begun.path().join("whole");
    std::fs::create_dir(&whole)?;
    for (name, text) in contents {
        let mut file = File::create(whole.join(name))?;
        file.write_all(text.as_bytes())?;
        // The files must be on the disk before the folder gets its final name. Otherwise a power cut could leave it
        // incomplete.
        file.sync_all()?;
    }
    std::fs::rename(whole, folder)
}

/// Creates the complaint about a file that cannot be written.
pub(super) fn unwritable(path: &Path, error: &io::Error) -> Complaint {
    Complaint::new(format!("{} cannot be written: {error}", path.display()))
}

/// Returns a file name with a number appended, except for the first file: `mine.toml`, `mine-2.toml`, `mine-3.toml`.
/// `number` counts from 0.
pub(super) fn number_file(path: &Path, number: usize) -> PathBuf {
    if number == 0 {
        return path.to_owned();
    }
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    let name = match path.extension() {
        Some(ending) => format!("{stem}-{}.{}", number + 1, ending.to_string_lossy()),
        None => format!("{stem}-{}", number + 1),
    };
    path.with_file_name(name)
}

/// Returns `true` if both paths lead to the same file, even if that file does not exist yet.
fn are_same_place(one: &Path, other: &Path) -> bool {
    let (Ok(Place::File(a)), Ok(Place::File(b))) = (Place::of(one), Place::of(other)) else {
        return false;
    };
    let is_entry = a.file_name() == b.file_name()
        && is_same_file(folder_of(&a), folder_of(&b)).unwrap_or(false);
    is_entry || are_same(&a, &b)
}
