//! Result files. A result replaces a file only once it is complete, and it never replaces a file that is being
//! read.

#[cfg(any(feature = "cli", feature = "parquet"))]
mod new_file;

#[cfg(any(feature = "cli", feature = "parquet"))]
pub(crate) use new_file::NewFile;

use same_file::is_same_file;
use std::fs::{self, File, OpenOptions};
use std::io;
use std::path::{Path, PathBuf};

/// Maximum number of symbolic links to follow from a path to its file. Linux has the same limit.
const MOST_LINKS: usize = 40;

/// Folders whose entries are open streams of a process. Renaming a file over such an entry would replace the
/// file behind the stream.
const STREAMS: [&str; 2] = ["/proc", "/dev/fd"];

/// The file or stream that a path leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A regular file, or a file that does not exist yet. All symbolic links are followed.
    File(PathBuf),
    /// A device, a pipe or an open stream, which can be written to but not replaced.
    Stream,
}

impl Place {
    /// Follows the symbolic links of a path to its file or stream.
    ///
    /// # Errors
    /// Returns an error if there are [`MOST_LINKS`] links or more, because such links usually form a loop.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            return Ok(Self::Stream);
        }
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
            // The folder is checked before the link is read, because an entry of /proc/self/fd is itself a link to
            // the file behind the stream.
            let folder = folder_of(&path).to_owned();
            let real = folder.canonicalize();
            if real.is_ok_and(|real| STREAMS.iter().any(|streams| real.starts_with(streams))) {
                return Ok(Self::Stream);
            }
            match fs::read_link(&path) {
                Ok(target) => path = folder.join(target),
                Err(_) => return Ok(Self::File(path)),
            }
        }
        Err(io::Error::other("its symbolic links form a loop"))
    }
}

/// Opens a device, a pipe or an open stream for appending. An open stream may already have content, such as a log,
/// which truncating would destroy.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Returns `true` if both paths lead to the same regular file, through symbolic or hard links.
pub(crate) fn are_same(one: &Path, other: &Path) -> bool {
    let is_file = |path| fs::metadata(path).is_ok_and(|data| data.is_file());
    is_file(one) && is_file(other) && is_same_file(one, other).unwrap_or(false)
}

/// Returns the folder that contains the file of a path.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// Checks that an existing file may be written, because renaming another file over it does not check this.
///
/// # Errors
/// Returns an error if the file may not be written, or is a folder.
pub(crate) fn check_writable(place: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).open(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Moves a complete file to a path in the same folder, replacing any file there.
///
/// # Errors
/// Returns an error if the permissions cannot be copied, or the file cannot be renamed.
pub(crate) fn replace(complete: &Path, place: &Path) -> io::Result<()> {
    // The permissions are copied first, because the rename removes the file that has them.
    keep_permissions(complete, place)?;
    fs::rename(complete, place)
}

/// Gives a new file the permissions of the file that it will replace.
pub(crate) fn keep_permissions(new: &Path, place: &Path) -> io::Result<()> {
    match fs::metadata(place) {
        Ok(data) => fs::set_permissions(new, data.permissions()),
        Err(_) => Ok(()),
    }
}
