//! Result files: a result replaces a file once it is complete, and never a file that is being read.

use same_file::is_same_file;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// Maximum number of symbolic links from a name to its file, as on Linux.
const MOST_LINKS: usize = 40;

/// Folders whose entries are open streams of a process. Replacing one would replace the file behind the stream.
const STREAMS: [&str; 2] = ["/proc", "/dev/fd"];

/// The kind of file that a name leads to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    /// A regular file, or none yet; all symbolic links are followed.
    File(PathBuf),
    /// A device, a pipe or an open stream, which takes bytes and cannot be replaced.
    Stream,
}

impl Place {
    /// Follows a path to its place.
    ///
    /// # Errors
    /// If its symbolic links lead in a circle.
    pub(crate) fn of(path: &Path) -> io::Result<Self> {
        if fs::metadata(path).is_ok_and(|data| !data.is_file() && !data.is_dir()) {
            return Ok(Self::Stream);
        }
        let mut path = path.to_owned();
        for _ in 0..MOST_LINKS {
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
        Err(io::Error::other("its symbolic links lead in a circle"))
    }
}

/// Opens a device, a pipe or an open stream for writing, behind what it holds.
pub(crate) fn open_stream(path: &Path) -> io::Result<File> {
    OpenOptions::new().append(true).open(path)
}

/// Returns `true` if both paths lead to one regular file, be it by symbolic or hard links.
pub(crate) fn are_same(one: &Path, other: &Path) -> bool {
    let is_file = |path| fs::metadata(path).is_ok_and(|data| data.is_file());
    is_file(one) && is_file(other) && is_same_file(one, other).unwrap_or(false)
}

/// Returns `true` if results for both paths would replace each other, whether or not there is a file yet.
pub(crate) fn are_same_place(one: &Path, other: &Path) -> bool {
    let (Ok(Place::File(a)), Ok(Place::File(b))) = (Place::of(one), Place::of(other)) else {
        return false;
    };
    let is_entry = a.file_name() == b.file_name()
        && is_same_file(folder_of(&a), folder_of(&b)).unwrap_or(false);
    is_entry || are_same(&a, &b)
}

/// The folder that a path names a file in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A result that is being written. Until [`NewFile::commit`] an earlier file stays as it is.
#[derive(Debug)]
pub(crate) enum NewFile {
    /// Beside its place, under a name of its own.
    Draft {
        /// The bytes so far.
        file: NamedTempFile,
        /// The file to be replaced.
        place: PathBuf,
    },
    /// Straight into something that cannot be replaced.
    Stream(File),
}

impl NewFile {
    /// Begins a result.
    ///
    /// # Errors
    /// If the file may not be written, or its folder takes no files.
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let Place::File(place) = Place::of(path)? else {
            return open_stream(path).map(Self::Stream);
        };
        check_writable(&place)?;
        let mut builder = Builder::new();
        builder.prefix(".cluewright-").suffix(".tmp");
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            // As for any new file; the system takes away what the user's mask forbids.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let file = builder.tempfile_in(folder_of(&place))?;
        Ok(Self::Draft { file, place })
    }

    /// Puts the complete result into its place.
    ///
    /// # Errors
    /// If the last bytes do not reach the disk, or the file cannot be replaced.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self {
            Self::Draft { file, place } => {
                file.as_file().sync_all()?;
                keep_permissions(file.path(), &place)?;
                file.persist(&place).map_err(|error| error.error)?;
                Ok(())
            }
            Self::Stream(mut file) => file.flush(),
        }
    }
}

impl Write for NewFile {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Draft { file, .. } => file.write(bytes),
            Self::Stream(file) => file.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Draft { file, .. } => file.flush(),
            Self::Stream(file) => file.flush(),
        }
    }
}

/// Makes sure that an existing file may be written: renaming does not ask for that.
///
/// # Errors
/// If it may not, or is a folder.
pub(crate) fn check_writable(place: &Path) -> io::Result<()> {
    match OpenOptions::new().write(true).open(place) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Replaces a file, if there is one, by a complete one in the same folder.
///
/// # Errors
/// If the system refuses.
pub(crate) fn replace(complete: &Path, place: &Path) -> io::Result<()> {
    keep_permissions(complete, place)?;
    fs::rename(complete, place)
}

/// Gives a new file the permissions of the one that it is to replace.
fn keep_permissions(new: &Path, place: &Path) -> io::Result<()> {
    match fs::metadata(place) {
        Ok(data) => fs::set_permissions(new, data.permissions()),
        Err(_) => Ok(()),
    }
}
