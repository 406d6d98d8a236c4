//! Writes certificates to folders, for `check --certificate FOLDER`.

use super::options::Effort;
use super::work::Item;
use super::{Complaint, files, interrupt};
use crate::ask;
use cluewright_engine::search::Answer;
use std::path::Path;

/// The name of the argument in complaints about a certificate's files.
pub(super) const READ: &str = "FOLDER";

/// The result of trying to make a certificate.
pub(super) enum Made {
    /// The certificate was written.
    Written,
    /// A limit was reached before the certificate was complete.
    Undecided,
}

/// Makes the certificate of a puzzle that was checked, and writes it to a folder, either completely or not at all.
///
/// # Errors
/// Returns an error if the puzzle has no formula, if the certificate contradicts the answer, or if the folder exists or
/// cannot be written.
pub(super) fn write(
    item: &Item<'_>,
    answer: &Answer,
    effort: &Effort,
    folder: &Path,
) -> Result<Made, Complaint> {
    // `exists` would overlook a broken link, which a folder cannot replace.
    if folder.symlink_metadata().is_ok() {
        return Err(Complaint::new("the folder already exists")
            .file(folder.display().to_string())
            .help("name a folder that does not exist"));
    }
    let question = ask::Certificate {
        limits: effort.bounds(),
    };
    let host = ask::Host {
        cancel: Some(interrupt::flag()),
        ..ask::Host::default()
    };
    let made = question
        .certify(item.puzzle, item.book, answer, &host)
        .map_err(|refusal| Complaint::from_refusal(refusal).file(item.name()))?;
    if made.certified.is_none() {
        return Ok(Made::Undecided);
    }
    files::save_folder(folder, &made.files).map_err(|error| files::unwritable(folder, &error))?;
    Ok(Made::Written)
}
