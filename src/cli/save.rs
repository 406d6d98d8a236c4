//! Files that commands write beside their answer.

use super::Complaint;
use std::fs;
use std::path::{Path, PathBuf};

/// Writes a file.
///
/// # Errors
/// When it cannot be written.
pub(super) fn save(file: &Path, text: &str) -> Result<(), Complaint> {
    fs::write(file, text)
        .map_err(|error| Complaint::new(format!("{} cannot be written: {error}", file.display())))
}

/// `mine.toml`, `mine-2.toml`, `mine-3.toml`.
pub(super) fn numbered(path: &Path, number: usize) -> PathBuf {
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
