//! The destination of rows, and the files that belong to it.

use super::checksum::Checksum;
use super::encode::Encoder;
use super::error::BatchError;
use super::finished::{self, Finished};
use super::journal::{self, Head, Mark};
use super::tally::Tally;
use super::{Input, Options};
use crate::files::{self, Place};
use std::fs::{File, OpenOptions, TryLockError};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// The destination of results.
pub enum Target<'a> {
    /// A file that the results replace once they are complete. Until then the rows are in a file next to it, with a
    /// journal. An interrupted run therefore never leaves a file that looks complete.
    File {
        /// The path of the output file.
        path: PathBuf,
        /// The treatment of an existing file.
        existing: Existing,
    },
    /// A stream that can only be appended to, such as standard output.
    Stream {
        /// The name of the output in messages.
        name: String,
        /// The stream to which the rows are written.
        stream: Box<dyn Write + 'a>,
    },
}

/// The treatment of existing results.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// Refuse to run.
    Refuse,
    /// Replace the old results when the new ones are complete.
    Replace,
    /// Continue after the last row of the old results.
    Resume,
}

/// The state of a target after it is opened.
pub(super) enum Opened<'a> {
    /// The target accepts rows.
    Output(Output<'a>),
    /// An earlier run has already written all rows.
    Finished(Finished),
}

/// An open target that accepts rows in order.
pub(super) struct Output<'a> {
    name: String,
    sink: Sink<'a>,
    /// The position after the last row, with the checksums up to that row.
    mark: Mark,
    /// If the run continues an interrupted run, the number of valid bytes in the journal of that run.
    resumed: Option<u64>,
}

/// Number of bytes after which rows are synced to the disk. A power cut loses at most this number of bytes. Without
/// such syncs, the end of the run would have to wait until all rows are synced.
const SYNCED: u64 = 4 << 20;

enum Sink<'a> {
    File {
        /// The file that collects the rows.
        path: PathBuf,
        file: File,
        journal: File,
        /// The path of the final results.
        results: PathBuf,
    },
    Stream(Box<dyn Write + 'a>),
}

impl<'a> Output<'a> {
    /// Opens the target, and determines the progress of an interrupted run.
    ///
    /// # Errors
    /// Returns an error if the target exists and neither replacing nor resuming was requested, if the target
    /// belongs to another run, or if it cannot be written.
    pub(super) fn open(
        target: Target<'a>,
        options: &Options,
        inputs: &[Input],
    ) -> Result<Opened<'a>, BatchError> {
        let header = Encoder::new(options, 0).header();
        let (path, existing) = match target {
            Target::File { path, existing } => (path, existing),
            Target::Stream { name, stream } => {
                return Self::stream(name, stream, &header).map(Opened::Output);
            }
        };
        let name = path.display().to_string();
        let place = Place::of(&path).map_err(|error| unwritable(&name, error))?;
        let Place::File(results) = place else {
            let file = files::open_stream(&path).map_err(|error| unwritable(&name, error))?;
            return Self::stream(name, Box::new(file), &header).map(Opened::Output);
        };
        let head = Head::new(options, inputs);
        let path = journal::rows_path(&results);
        let written = [&results, &path, &journal::path(&path)];
        if let Some(input) = overwritten(inputs, written) {
            return Err(BatchError::Overwritten {
                output: name,
                input: input.name.clone(),
            });
        }
        files::check_writable(&results).map_err(|error| unwritable(&name, error))?;
        let past = match existing {
            Existing::Replace => None,
            Existing::Refuse => {
                let there = [&path, &results].into_iter().find(|path| path.exists());
                match there {
                    Some(there) => return Err(BatchError::Exists(there.clone())),
                    None => None,
                }
            }
            Existing::Resume if path.exists() && journal::path(&path).exists() => {
                journal::past(&head, &path)?
            }
            Existing::Resume if has_rows(&path) => {
                let reason = format!("its rows so far are in {}", path.display());
                return Err(BatchError::NoJournal {
                    output: results,
                    reason,
                });
            }
            // A remaining file of rows, even an empty file, comes from a later run that was interrupted.
            Existing::Resume if has_rows(&results) && !path.exists() => {
                let finished = finished::read(options, inputs, &results)?;
                return Ok(Opened::Finished(finished));
            }
            Existing::Resume => None,
        };
        let file = open(&path)?;
        // Other errors are ignored, because some file systems have no locks, and a run must be possible there, too.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            let error = io::Error::other("another run is writing it");
            return Err(unwritable(&name, error));
        }
        let journal = open(&journal::path(&path))?;
        let sink = Sink::File {
            path,
            file,
            journal,
            results,
        };
        let mut output = Self::new(name, sink);
        match past {
            Some(past) => {
                output.mark = past.mark;
                output.resumed = Some(past.journal_bytes);
            }
            None => output.begin(&head, &header)?,
        }
        Ok(Opened::Output(output))
    }

    fn new(name: String, sink: Sink<'a>) -> Self {
        Self {
            name,
            sink,
            mark: Mark::default(),
            resumed: None,
        }
    }

    fn stream(
        name: String,
        stream: Box<dyn Write + 'a>,
        header: &[u8],
    ) -> Result<Self, BatchError> {
        let mut output = Self::new(name, Sink::Stream(stream));
        output.write(header, 0, Checksum::default(), &Tally::default())?;
        Ok(output)
    }

    fn begin(&mut self, head: &Head, header: &[u8]) -> Result<(), BatchError> {
        if let Sink::File {
            path,
            file,
            journal,
            ..
        } = &mut self.sink
        {
            file.set_len(0)
                .map_err(|error| unwritable(&self.name, error))?;
            let mut line = serde_json::to_vec(head).expect("the head is plain data");
            line.push(b'\n');
            let written = journal.set_len(0).and_then(|()| journal.write_all(&line));
            written.map_err(|error| unwritable(&journal_name(path), error))?;
        }
        self.write(header, 0, Checksum::default(), &Tally::default())
    }

    /// Removes the incomplete end that an interrupted run left, so that this run continues after the valid rows. This
    /// is separate from opening, because a run that is refused must leave all files unchanged.
    ///
    /// # Errors
    /// Returns an error if the files cannot be shortened.
    pub(super) fn go_on(&mut self) -> Result<(), BatchError> {
        if let Sink::File {
            path,
            file,
            journal,
            ..
        } = &mut self.sink
            && let Some(journal_bytes) = self.resumed.take()
        {
            cut(file, self.mark.output.bytes).map_err(|error| unwritable(&self.name, error))?;
            let cut = cut(journal, journal_bytes);
            cut.map_err(|error| unwritable(&journal_name(path), error))?;
        }
        Ok(())
    }

    /// Returns the position after the last row, with the checksums up to that row.
    pub(super) fn mark(&self) -> &Mark {
        &self.mark
    }

    /// Returns the error for existing results that come from a run with other inputs or options.
    pub(super) fn differs(&self, difference: String) -> BatchError {
        BatchError::Differs {
            output: PathBuf::from(&self.name),
            differences: vec![difference],
        }
    }

    /// Writes rows. `input` is the checksum of their part of the input, and `tally` counts the rows.
    ///
    /// # Errors
    /// Returns an error if the rows cannot be written. The rows before them remain valid.
    pub(super) fn write(
        &mut self,
        bytes: &[u8],
        rows: u64,
        input: Checksum,
        tally: &Tally,
    ) -> Result<(), BatchError> {
        let good = self.mark.output.bytes;
        self.mark.rows += rows;
        self.mark.output = self.mark.output.and(bytes);
        self.mark.input = self.mark.input.then(input);
        self.mark.tally.merge(tally);
        match &mut self.sink {
            Sink::Stream(stream) => {
                // The reader of a pipe gets finished rows immediately, even if the next rows take a long time.
                let written = stream.write_all(bytes).and_then(|()| stream.flush());
                written.map_err(|error| unwritable(&self.name, error))
            }
            Sink::File {
                path,
                file,
                journal,
                ..
            } => {
                // The mark is written before its rows, because a resumed run cuts off all rows after the last mark.
                let mut line = serde_json::to_vec(&self.mark).expect("a mark is plain data");
                line.push(b'\n');
                let written = journal.write_all(&line);
                written.map_err(|error| resumable_error(&journal_name(path), error))?;
                file.write_all(bytes).map_err(|error| {
                    // A torn row is useless. If it cannot be removed here, the resumed run removes it.
                    let _ = file.set_len(good);
                    resumable_error(&self.name, error)
                })?;
                if self.mark.output.bytes / SYNCED > good / SYNCED {
                    let synced = file.sync_data();
                    synced.map_err(|error| resumable_error(&self.name, error))?;
                }
                Ok(())
            }
        }
    }

    /// Checks that the file of rows still exists and has the expected length, because a removed file accepts writes but
    /// loses them.
    ///
    /// # Errors
    /// Returns an error if the rows are lost.
    pub(super) fn check(&self) -> Result<(), BatchError> {
        let Sink::File { path, results, .. } = &self.sink else {
            return Ok(());
        };
        let stands = std::fs::metadata(path).is_ok_and(|data| data.len() == self.mark.output.bytes);
        match stands {
            true => Ok(()),
            false => Err(BatchError::Lost(results.clone())),
        }
    }

    /// Ends a run whose rows are complete.
    ///
    /// # Errors
    /// Returns an error if the results cannot be written to the disk, or if the journal cannot be removed.
    pub(super) fn finish(self, options: &Options) -> Result<(), BatchError> {
        let Sink::File {
            path,
            file,
            results,
            ..
        } = self.sink
        else {
            return Ok(());
        };
        // The journal is removed last. If it were removed first, a power cut could leave rows that cannot be resumed.
        let done = || {
            // The rows must be on the disk before the file is renamed. Otherwise a power cut could leave an incomplete
            // file under the final name.
            file.sync_all()?;
            drop(file);
            options.row_format.pack(options, &path, &results)?;
            std::fs::remove_file(journal::path(&path))
        };
        done().map_err(|error| resumable_error(&self.name, error))
    }
}

/// Returns `true` if a run has written rows to the file. An empty file does not count, because it may come from a run that
/// was killed before it wrote its journal.
fn has_rows(path: &Path) -> bool {
    std::fs::metadata(path).is_ok_and(|data| data.len() > 0)
}

/// Returns the first input that is one of the files to be written. A file that does not exist yet cannot be an input,
/// so it is not compared.
fn overwritten<'a>(inputs: &'a [Input], written: [&PathBuf; 3]) -> Option<&'a Input> {
    let there: Vec<&PathBuf> = written.into_iter().filter(|path| path.exists()).collect();
    let is_written = |input: &&Input| {
        let mut there = there.iter();
        there.any(|path| {
            input
                .path()
                .is_some_and(|input| files::are_same(input, path))
        })
    };
    inputs.iter().find(is_written)
}

fn open(path: &Path) -> Result<File, BatchError> {
    // The file is not truncated here: another run may hold its lock, or this run may continue its rows. `begin` empties
    // it.
    let mut options = OpenOptions::new();
    let file = options.write(true).create(true).truncate(false).open(path);
    file.map_err(|error| unwritable(&path.display().to_string(), error))
}

fn cut(file: &mut File, bytes: u64) -> io::Result<()> {
    file.set_len(bytes)?;
    file.seek(SeekFrom::Start(bytes)).map(|_| ())
}

fn journal_name(path: &Path) -> String {
    journal::path(path).display().to_string()
}

fn unwritable(name: &str, error: io::Error) -> BatchError {
    BatchError::Write {
        name: name.to_owned(),
        error,
        resumable: false,
    }
}

/// Returns the error for a write that fails in the middle of a run. The rows written before it are valid.
fn resumable_error(name: &str, error: io::Error) -> BatchError {
    BatchError::Write {
        name: name.to_owned(),
        error,
        resumable: true,
    }
}
