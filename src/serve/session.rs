//! A socket: one client, which has one search at a time.
//!
//! A new search replaces the running one. The client is informed immediately that the old search was cancelled, and
//! receives no more messages from that search. The new search begins when the thread of the old search has stopped.
//! Even with ten edits a second, there are therefore never two searches at once, and no answer is about an older state.
//!
//! Short questions are answered separately, in order.

use super::shared::{LONGEST_MESSAGE, Shared};
use axum::extract::ws::{Message, WebSocket};
use std::collections::VecDeque;
use std::future::pending;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use tokio::sync::mpsc;
use tokio::task::{JoinHandle, spawn_blocking};
use tokio::time::{Instant, sleep_until, timeout};

/// Maximum number of short questions that may wait.
const MOST_WAITING: usize = 256;

/// Maximum number of progress messages that may wait to be sent. Further messages are dropped.
const MOST_UNHEARD: usize = 16;

/// Time after which a connection is closed if its client does not read a message.
const DEAF: Duration = Duration::from_secs(30);

/// A protocol between clients and the server.
pub(super) trait Protocol: Copy + Send + Sync + 'static {
    /// Interprets a message.
    fn hear(self, text: &str, shared: &Arc<Shared>) -> Heard;

    /// Returns the answer to an invalid message.
    fn refusal(self, why: &str) -> String;
}

/// The meaning of a message.
pub(super) enum Heard {
    /// The message has an immediate answer.
    Reply(String),
    /// The message requests short work, which runs in parallel to the search.
    Short(Short),
    /// The message starts a search, which replaces the running one.
    Search(Search),
    /// The message cancels the search with this number, or any search if there is no number. The text, if there is one,
    /// is the answer to the message.
    Cancel(Option<u64>, Option<String>),
}

/// Work that takes only a short time.
pub(super) struct Short {
    pub(super) work: Box<dyn FnOnce() -> String + Send>,
    /// The message to send if the work fails.
    pub(super) failed: String,
}

/// A long search that can be cancelled.
pub(super) struct Search {
    /// The number that the client gave the search.
    pub(super) id: u64,
    /// The work, which returns the last message.
    pub(super) work: Box<dyn FnOnce(&Desk) -> String + Send>,
    /// The last message if the search is cancelled.
    pub(super) cancelled: String,
    /// The last message if the search fails.
    pub(super) failed: String,
}

/// The resources that a search gets from its session: the cancel flag, the threads and the channel.
pub(super) struct Desk {
    /// A flag that ends the search when it becomes true.
    pub(super) cancel: Arc<AtomicBool>,
    /// The number of threads; 0 means one per processor.
    pub(super) threads: usize,
    client: mpsc::Sender<String>,
}

impl Desk {
    /// Sends a progress message to the client, unless too many messages are still waiting. Returns `true` if it was
    /// sent.
    pub(super) fn tell(&self, text: String) -> bool {
        // A slow client must not slow down its search, so the message is dropped if the queue is full.
        self.client.try_send(text).is_ok()
    }

    /// Returns `true` if the search should stop.
    pub(super) fn is_cancelled(&self) -> bool {
        self.cancel.load(Ordering::Relaxed)
    }
}

/// A running search. Dropping this value cancels the search.
struct Running {
    id: u64,
    cancelled: String,
    failed: String,
    cancel: Arc<AtomicBool>,
    progress: mpsc::Receiver<String>,
    result: JoinHandle<String>,
    deadline: Instant,
    /// `true` if the client still expects messages from the search.
    is_wanted: bool,
}

/// An update from a running search.
enum News {
    Progress(String),
    /// The search has ended with its last message; `None` if it failed.
    Over(Option<String>),
    /// The deadline of the search has passed.
    Late,
}

impl Running {
    fn start(search: Search, shared: &Shared) -> Self {
        let cancel = Arc::new(AtomicBool::new(false));
        let (client, progress) = mpsc::channel(MOST_UNHEARD);
        let desk = Desk {
            cancel: Arc::clone(&cancel),
            threads: shared.settings.threads,
            client,
        };
        let work = search.work;
        Self {
            id: search.id,
            cancelled: search.cancelled,
            failed: search.failed,
            cancel,
            progress,
            result: spawn_blocking(move || work(&desk)),
            deadline: Instant::now() + shared.settings.patience,
            is_wanted: true,
        }
    }

    /// Waits for the next update from the search. Progress messages come before the result.
    async fn news(&mut self) -> News {
        // A cancelled search ignores its deadline, which would otherwise be reported again and again.
        let in_time = !self.cancel.load(Ordering::Relaxed);
        tokio::select! {
            // The result is ready only after all progress messages are sent, so these are received first.
            biased;
            Some(text) = self.progress.recv() => News::Progress(text),
            result = &mut self.result => News::Over(result.ok()),
            () = sleep_until(self.deadline), if in_time => News::Late,
        }
    }

    fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The session of a client.
struct Session {
    shared: Arc<Shared>,
    running: Option<Running>,
    /// The search that begins as soon as the running search has ended.
    next: Option<Search>,
    short: Option<(JoinHandle<String>, String)>,
    waiting: VecDeque<Short>,
}

/// Serves a client until it disconnects.
pub(super) async fn converse(mut socket: WebSocket, protocol: impl Protocol, shared: Arc<Shared>) {
    let mut session = Session {
        shared,
        running: None,
        next: None,
        short: None,
        waiting: VecDeque::new(),
    };
    loop {
        let said = tokio::select! {
            message = socket.recv() => match message {
                Some(Ok(message)) => session.hear(protocol, &message),
                _ => return,
            },
            news = of_search(&mut session.running) => session.search_goes_on(news),
            text = of_short(&mut session.short) => session.short_is_done(text),
        };
        for text in said {
            let sent = timeout(DEAF, socket.send(Message::text(text))).await;
            // Returning drops the session and its running search, which cancels the search.
            if !matches!(sent, Ok(Ok(()))) {
                return;
            }
        }
    }
}

async fn of_search(running: &mut Option<Running>) -> News {
    match running {
        Some(running) => running.news().await,
        None => pending().await,
    }
}

async fn of_short(short: &mut Option<(JoinHandle<String>, String)>) -> String {
    match short {
        Some((result, failed)) => result.await.unwrap_or_else(|_| failed.clone()),
        None => pending().await,
    }
}

impl Session {
    /// Handles a message and returns the immediate replies.
    fn hear(&mut self, protocol: impl Protocol, message: &Message) -> Vec<String> {
        let text = match message {
            Message::Text(text) => text.as_str(),
            Message::Binary(_) => {
                return vec![protocol.refusal("expected a text message, found a binary one")];
            }
            _ => return vec![],
        };
        if text.len() > LONGEST_MESSAGE {
            let (length, most) = (text.len(), LONGEST_MESSAGE);
            let why = format!("the message has {length} bytes; the limit is {most}");
            return vec![protocol.refusal(&why)];
        }
        match protocol.hear(text, &self.shared) {
            Heard::Reply(text) => vec![text],
            // A client that sends messages faster than they are answered must not fill the memory.
            Heard::Short(short) if self.waiting.len() >= MOST_WAITING => vec![short.failed],
            Heard::Short(short) => {
                self.waiting.push_back(short);
                self.start_short();
                vec![]
            }
            Heard::Search(search) => {
                // The new search waits in `next` until the thread of the old search has stopped.
                let said = self.cancel(None);
                self.next = Some(search);
                self.start_search();
                said
            }
            Heard::Cancel(id, reply) => {
                let mut said = self.cancel(id);
                said.extend(reply);
                said
            }
        }
    }

    /// Cancels the running or waiting search with this number, or any search if there is no number.
    fn cancel(&mut self, id: Option<u64>) -> Vec<String> {
        let is_meant = |its: u64| id.is_none_or(|id| id == its);
        let mut said = vec![];
        if let Some(running) = &mut self.running
            && running.is_wanted
            && is_meant(running.id)
        {
            running.stop();
            // The client is informed only once, even if it cancels again before the thread has stopped.
            running.is_wanted = false;
            said.push(std::mem::take(&mut running.cancelled));
        }
        let next = self.next.take_if(|next| is_meant(next.id));
        said.extend(next.map(|next| next.cancelled));
        said
    }

    fn search_goes_on(&mut self, news: News) -> Vec<String> {
        let Some(running) = &mut self.running else {
            return vec![];
        };
        let wanted = running.is_wanted;
        let said = match news {
            News::Progress(text) => Some(text),
            // The search is still wanted: it stops, and its last message contains the result so far.
            News::Late => {
                running.stop();
                None
            }
            News::Over(result) => {
                let failed = std::mem::take(&mut running.failed);
                self.running = None;
                self.start_search();
                Some(result.unwrap_or(failed))
            }
        };
        // A cancelled search has already been answered, so its remaining messages are dropped.
        said.filter(|_| wanted).into_iter().collect()
    }

    fn start_search(&mut self) {
        if self.running.is_none()
            && let Some(search) = self.next.take()
        {
            self.running = Some(Running::start(search, &self.shared));
        }
    }

    fn short_is_done(&mut self, text: String) -> Vec<String> {
        self.short = None;
        self.start_short();
        vec![text]
    }

    fn start_short(&mut self) {
        if self.short.is_none()
            && let Some(short) = self.waiting.pop_front()
        {
            self.short = Some((spawn_blocking(short.work), short.failed));
        }
    }
}
