//! Compressed inputs, which are recognised by their first bytes.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// Maximum ratio of an archive's unpacked size to its packed size. Lists of puzzles have a ratio of at most 30. A file
/// that contains only line terminators has a ratio of 1,000 with gzip, and an unlimited ratio with Zstandard.
const EXPANSION: u64 = 100;

/// Unpacked size in bytes that is always allowed, however small the archive is.
const SMALL: u64 = 4 << 20;

/// Unpacks gzip or Zstandard; other inputs are unchanged. `read` counts the bytes before unpacking.
pub(super) fn unpack(
    reader: impl Read + Send + 'static,
    read: &Arc<AtomicU64>,
) -> io::Result<Box<dyn Read + Send>> {
    let packed = Arc::default();
    let mut counted = Counted {
        reader,
        counts: [Arc::clone(read), Arc::clone(&packed)],
    };
    let mut magic = vec![];
    counted.by_ref().take(4).read_to_end(&mut magic)?;
    let whole = Cursor::new(magic.clone()).chain(counted);
    Ok(match magic[..] {
        [0x1F, 0x8B, ..] => {
            // A gzip file may have several members, one after another. A plain decoder would stop after the first
            // member.
            let reader = flate2::read::MultiGzDecoder::new(whole);
            Box::new(Bounded::new(reader, packed))
        }
        [0x28, 0xB5, 0x2F, 0xFD] => {
            let reader = Frames {
                source: BufReader::new(whole),
                decoder: FrameDecoder::new(),
                in_frame: false,
                failed: None,
            };
            Box::new(Bounded::new(reader, packed))
        }
        _ => Box::new(whole),
    })
}

/// A reader that counts the bytes read, for this input and for all inputs together.
struct Counted<R> {
    reader: R,
    counts: [Arc<AtomicU64>; 2],
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        for sum in &self.counts {
            sum.fetch_add(count as u64, Ordering::Relaxed);
        }
        Ok(count)
    }
}

/// A reader that stops if an archive unpacks to far more than a list of puzzles would, such as a zip bomb.
struct Bounded<R> {
    reader: R,
    /// Number of bytes read so far, before unpacking.
    packed: Arc<AtomicU64>,
    unpacked: u64,
}

impl<R> Bounded<R> {
    fn new(reader: R, packed: Arc<AtomicU64>) -> Self {
        Self {
            reader,
            packed,
            unpacked: 0,
        }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let most = SMALL.max(EXPANSION * self.packed.load(Ordering::Relaxed));
        if self.unpacked > most {
            return Err(io::Error::other(format!(
                "the file unpacks to more than {EXPANSION} times its size; if this is expected, unpack it yourself"
            )));
        }
        let count = self.reader.read(buffer)?;
        self.unpacked += count as u64;
        Ok(count)
    }
}

/// A reader of the frames in a Zstandard file, one after another.
struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    in_frame: bool,
    /// The error that ended the reading. The blocks before it are returned first.
    failed: Option<io::Error>,
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        while self.in_frame || self.next_frame()? {
            while self.decoder.can_collect() == 0 && !self.decoder.is_finished() {
                if let Err(error) = self.decoder.decode_blocks(&mut self.source, ONE_BLOCK) {
                    self.failed = Some(self.reason(error)?);
                    let ended = self.decoder.decode_blocks(LAST_BLOCK, ONE_BLOCK);
                    ended.map_err(io::Error::other)?;
                }
            }
            let count = self.decoder.read(buffer)?;
            if count > 0 || buffer.is_empty() {
                return Ok(count);
            }
            if let Some(error) = self.failed.take() {
                return Err(error);
            }
            self.in_frame = false;
            // The decoder computes the checksum of a frame, but it leaves the comparison to its caller.
            let stated = self.decoder.get_checksum_from_data();
            if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other(
                    "the file is damaged: its checksum does not match",
                ));
            }
        }
        Ok(0)
    }
}

// Blocks are decoded one at a time. A whole frame could fill the memory before `Bounded` counts its bytes.
const ONE_BLOCK: BlockDecodingStrategy = BlockDecodingStrategy::UptoBlocks(1);

/// An empty last block and a checksum. If a frame is damaged, the decoder gets these bytes, so that it returns the data
/// of earlier blocks that it has held back.
const LAST_BLOCK: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

impl<R: Read> Frames<R> {
    /// Returns the error for a frame that ends too early, or the decoder's own error if there is another reason.
    fn reason(&mut self, error: FrameDecoderError) -> io::Result<io::Error> {
        Ok(match self.source.fill_buf()?.is_empty() {
            true => io::ErrorKind::UnexpectedEof.into(),
            false => io::Error::other(error),
        })
    }

    /// Begins the next frame. Returns `false` if there is none. Skippable frames, which contain data of other programs,
    /// are ignored.
    fn next_frame(&mut self) -> io::Result<bool> {
        while !self.source.fill_buf()?.is_empty() {
            match self.decoder.init(&mut self.source) {
                Ok(()) => {
                    self.in_frame = true;
                    return Ok(true);
                }
                Err(FrameDecoderError::ReadFrameHeaderError(ReadFrameHeaderError::SkipFrame {
                    length,
                    ..
                })) => {
                    let mut foreign = self.source.by_ref().take(u64::from(length));
                    io::copy(&mut foreign, &mut io::sink())?;
                }
                Err(error) => return Err(self.reason(error)?),
            }
        }
        Ok(false)
    }
}
