//! Results that are written to a temporary file. The file is renamed once it is complete.

use super::{Place, check_writable, folder_of, keep_permissions, open_stream};
#[cfg(unix)]
use std::fs;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use tempfile::{Builder, NamedTempFile};

/// A result that is being written. An earlier file at its path stays unchanged until [`NewFile::commit`].
#[derive(Debug)]
pub(crate) enum NewFile {
    /// An unfinished result, in the target's folder under a temporary name.
    Draft {
        file: NamedTempFile,
        /// The file to replace.
        place: PathBuf,
    },
    /// A device or pipe, which cannot be replaced and gets the output directly.
    Stream(File),
}

impl NewFile {
    /// Opens a result for writing: a draft next to the target, or the stream at the path.
    ///
    /// # Errors
    /// Returns an error if the file may not be written, or if no file can be created in its folder.
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
            // This is the usual mode of a new file, before the system applies the user's mask. Without it, only the owner
            // could read the result.
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        // The draft is in the target's folder, because a file can be renamed only within one file system.
        let file = builder.tempfile_in(folder_of(&place))?;
        Ok(Self::Draft { file, place })
    }

    /// Moves the complete result to its final path.
    ///
    /// # Errors
    /// Returns an error if the last bytes do not reach the disk, or the file cannot be replaced.
    pub(crate) fn commit(self) -> io::Result<()> {
        match self {
            Self::Draft { file, place } => {
                // The bytes are synced before the rename. Otherwise a power cut could leave an incomplete file under
                // the final name.
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
