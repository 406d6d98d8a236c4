//! The rules of `--rules PATH`.

use super::complaint::Complaint;
use super::files;
use super::source::Source;
use cluewright_formats::ReadError;
use cluewright_rules::{Book, RuleError};
use std::path::{Path, PathBuf};

/// Returns the built-in rules and those of a rule file or folder. In a folder, all `*.toml` files are read, in the
/// order of their names.
///
/// # Errors
/// Returns an error if the folder or a file cannot be read, or if a rule is invalid.
pub(super) fn read(place: &Path) -> Result<Book, Complaint> {
    let paths = match place.is_file() {
        true => vec![place.to_owned()],
        false => rule_files(place)?,
    };
    let mut book = Book::new();
    for path in paths {
        let text = files::read("--rules", &path).map_err(|error| unread(&path, error))?;
        let file = path.display().to_string();
        if let Err(error) = book.add(&file, &text) {
            return Err(about(
                Source {
                    name: file,
                    text,
                    row: None,
                },
                error,
            ));
        }
    }
    Ok(book)
}

fn rule_files(folder: &Path) -> Result<Vec<PathBuf>, Complaint> {
    let entries = std::fs::read_dir(folder).map_err(|error| unread(folder, error))?;
    let mut paths: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    paths.retain(|path| files::is_rule_file(path));
    // The system lists files in arbitrary order, but the order of the rules must always be the same.
    paths.sort();
    if paths.is_empty() {
        let help = "rule files end in .toml; see `cluewright help rules`";
        return Err(Complaint::new("the folder contains no rule files")
            .file(folder.display().to_string())
            .help(help));
    }
    Ok(paths)
}

fn unread(path: &Path, error: std::io::Error) -> Complaint {
    Complaint::new(format!("the rules cannot be read: {error}")).file(path.display().to_string())
}

/// Returns the error for an invalid rule, with its position in the file.
fn about(source: Source, error: RuleError) -> Complaint {
    let span = match &error.formula {
        // The error has the formula only as text, so it is searched for in the file.
        Some(formula) => source.text.find(&formula.0).map(|start| {
            let span = &formula.1;
            start + span.start..start + span.end
        }),
        None => example(&source.text, &error.place),
    };
    let read = ReadError {
        span,
        help: error.help,
        ..ReadError::new(error.message).place(error.place)
    };
    Complaint::about(&source, read)
}

/// Returns the byte range of an example's header. For instance, `accepts[1]` is the second `[[accepts]]`.
fn example(text: &str, place: &str) -> Option<std::ops::Range<usize>> {
    let (list, number) = place.strip_suffix(']')?.split_once('[')?;
    let head = format!("[[{list}]]");
    let (start, found) = text.match_indices(&head).nth(number.parse().ok()?)?;
    Some(start..start + found.len())
}
