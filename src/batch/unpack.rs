//! Compressed inputs, recognised by their first bytes.

use ruzstd::decoding::errors::{FrameDecoderError, ReadFrameHeaderError};
use ruzstd::decoding::{BlockDecodingStrategy, FrameDecoder};
use std::io::{self, BufRead, BufReader, Cursor, Read};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

/// What a reader gives once gzip or Zstandard are undone. `read` counts the bytes before that.
pub(super) fn unpacked(
    reader: impl Read + Send + 'static,
    read: &Arc<AtomicU64>,
) -> io::Result<Box<dyn Read + Send>> {
    let mut counted = Counted {
        reader,
        read: Arc::clone(read),
    };
    let mut magic = vec![];
    counted.by_ref().take(4).read_to_end(&mut magic)?;
    let whole = Cursor::new(magic.clone()).chain(counted);
    Ok(match magic[..] {
        [0x1F, 0x8B, ..] => Box::new(flate2::read::MultiGzDecoder::new(whole)),
        [0x28, 0xB5, 0x2F, 0xFD] => Box::new(Frames {
            source: BufReader::new(whole),
            decoder: FrameDecoder::new(),
            in_frame: false,
            failed: None,
        }),
        _ => Box::new(whole),
    })
}

/// Counts what is read.
struct Counted<R> {
    reader: R,
    read: Arc<AtomicU64>,
}

impl<R: Read> Read for Counted<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.reader.read(buffer)?;
        self.read.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

/// The frames of a Zstandard file, one after the other.
struct Frames<R> {
    source: BufReader<R>,
    decoder: FrameDecoder,
    in_frame: bool,
    /// Why nothing can be read after the blocks so far.
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
            let stated = self.decoder.get_checksum_from_data();
            if stated.is_some() && stated != self.decoder.get_calculated_checksum() {
                return Err(io::Error::other(
                    "the checksum does not match: it is damaged",
                ));
            }
        }
        Ok(0)
    }
}

const ONE_BLOCK: BlockDecodingStrategy = BlockDecodingStrategy::UptoBlocks(1);

/// An empty last block and a checksum: after these the decoder gives what it held back of the blocks before,
/// which a damaged frame would keep to itself.
const LAST_BLOCK: &[u8] = &[1, 0, 0, 0, 0, 0, 0];

impl<R: Read> Frames<R> {
    /// What is wrong with a frame: that it ends too early, or what the decoder says.
    fn reason(&mut self, error: FrameDecoderError) -> io::Result<io::Error> {
        Ok(match self.source.fill_buf()?.is_empty() {
            true => io::ErrorKind::UnexpectedEof.into(),
            false => io::Error::other(error),
        })
    }

    /// Begins the next frame, if there is one; frames of foreign data are passed over.
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
