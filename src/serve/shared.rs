//! State that the sockets and pages of a server share.

use super::connections::ConnectionLimits;
use super::live::Found;
use cluewright_formats::ReadOptions;
use std::sync::Arc;
use std::time::Duration;
use tokio::sync::Semaphore;

/// Bytes of a message. Longer ones are answered with an error.
pub(super) const LONGEST_MESSAGE: usize = 4 << 20;

/// The settings of the server.
#[derive(Debug)]
pub(crate) struct Settings {
    /// Origins of other pages that may ask.
    pub(crate) origins: Vec<String>,
    /// The address of the page in links to share, which everybody can open.
    pub(crate) public_page: String,
    /// Origins of other pages that may show the page in a frame.
    pub(crate) embedders: Vec<String>,
    /// The text of the puzzle that the page opens with.
    pub(crate) puzzle: Option<String>,
    /// How the live solver reads puzzles.
    pub(crate) reading: ReadOptions,
    /// How long a search may take.
    pub(crate) patience: Duration,
    /// How many threads a search has; 0: one for each processor.
    pub(crate) threads: usize,
    /// Limits of connections.
    pub(crate) connections: ConnectionLimits,
}

/// State that all sockets share.
#[derive(Debug)]
pub(super) struct Shared {
    pub(super) settings: Settings,
    /// True candidates that were found, for puzzles that are asked again.
    pub(super) found: Found,
    /// As many permits as sockets may be opened.
    pub(super) sockets: Arc<Semaphore>,
}

/// A port and what is served there.
#[derive(Debug)]
pub(super) struct Site {
    pub(super) shared: Arc<Shared>,
    pub(super) port: u16,
}
