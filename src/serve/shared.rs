//! State that the sockets and pages of a server share.

use super::connections::ConnectionLimits;
use super::live::Found;
use cluewright_formats::ReadOptions;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Maximum size of a message in bytes. The answer to a longer message is an error.
pub(super) const LONGEST_MESSAGE: usize = 4 << 20;

/// The settings of the server.
#[derive(Debug)]
pub(crate) struct Settings {
    /// Origins of other pages that may ask questions.
    pub(crate) origins: Vec<String>,
    /// The address of the public page, used in shared links.
    pub(crate) public_page: String,
    /// Origins of other pages that may show the page in a frame.
    pub(crate) embedders: Vec<String>,
    /// The text of the puzzle that the page opens with.
    pub(crate) puzzle: Option<String>,
    /// The live solver's options for reading puzzles.
    pub(crate) reading: ReadOptions,
    /// Maximum time for a search.
    pub(crate) patience: Duration,
    /// The number of threads of a search; 0 means one per processor.
    pub(crate) threads: usize,
    pub(crate) connections: ConnectionLimits,
}

/// State that all sockets share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    /// A cache of true candidates. Clients often repeat questions about the same puzzle.
    pub(super) found: Found,
    /// Limits the number of sockets and questions over HTTP that are open at the same time.
    pub(super) sockets: Arc<Semaphore>,
}

/// A port and the state of its server.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) shared: Arc<Shared>,
    pub(super) port: u16,
}
