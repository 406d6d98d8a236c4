//! Answers to the page's questions. The questions are those of [`crate::ask`], each with an id that the page chooses.
//!
//! | the page sends | and gets |
//! | --- | --- |
//! | `{"id": 7, "request": {…}}` | `{"id": 7, "progress": {…}}` from time to time, then one of the next two |
//! | | `{"id": 7, "answer": {…}}` |
//! | `{"id": 7, "cancel": true}`, or another search | `{"id": 7, "cancelled": true}` |

use super::session::{Desk, Heard, Protocol, Search, Short};
use super::shared::Shared;
use crate::ask::{Ask, Host, Progress, Question, Refusal, Request};
use serde::Deserialize;
use serde_json::Value;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

/// Minimum time between two progress messages.
const PAUSE: Duration = Duration::from_millis(100);

/// Maximum number of solutions in one answer, because all of them are kept in memory.
const MOST_SOLUTIONS: u64 = 10_000;

/// Maximum number of solutions to count for each candidate, because all of them are kept in memory.
pub(super) const MOST_CAP: u64 = 1_000;

/// The protocol of `/ask`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Questions;

/// A message from the page.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Message {
    id: u64,
    #[serde(default)]
    cancel: bool,
    #[serde(default)]
    request: Value,
}

impl Protocol for Questions {
    fn hear(self, text: &str, _: &Arc<Shared>) -> Heard {
        let value: Value = match serde_json::from_str(text) {
            Ok(value) => value,
            Err(error) => return Heard::Reply(self.refusal(&format!("not JSON: {error}"))),
        };
        // The id is taken before the message is parsed, so that a refusal of a malformed message includes it.
        let id = value.get("id").cloned().unwrap_or_default();
        let refused = |why: String| Heard::Reply(answer(&id, &Refusal::new(why).to_json()));
        let message: Message = match serde_json::from_value(value) {
            Ok(message) => message,
            Err(error) => return refused(format!("the message cannot be read: {error}")),
        };
        if message.cancel {
            return Heard::Cancel(Some(message.id), None);
        }
        let request = match read(message.request) {
            Ok(request) => request,
            Err(refusal) => return Heard::Reply(answer(&id, &refusal.to_json())),
        };
        let failed = answer(&id, &failure().to_json());
        if !request.question.needs_search() {
            // Short work runs alongside a search, so it gets a single thread.
            let work = Box::new(move || answer(&id, &request.answer(&Host::QUIET)));
            return Heard::Short(Short { work, failed });
        }
        Heard::Search(Search {
            id: message.id,
            cancelled: format!(r#"{{"id":{id},"cancelled":true}}"#),
            failed,
            work: Box::new(move |desk| run_search(&id, &request, desk)),
        })
    }

    fn refusal(self, why: &str) -> String {
        answer(&Value::Null, &Refusal::new(why).to_json())
    }
}

fn answer(id: &Value, text: &str) -> String {
    format!(r#"{{"id":{id},"answer":{text}}}"#)
}

/// Reads a request.
///
/// # Errors
/// Returns an error if the value is not a request, or if the answer could be too large for the memory of a server with
/// several clients.
pub(super) fn read(request: Value) -> Result<Request, Refusal> {
    let request: Request = serde_json::from_value(request)
        .map_err(|error| Refusal::new(format!("the request cannot be read: {error}")))?;
    match too_much(&request.question) {
        Some(why) => Err(Refusal::new(why)),
        None => Ok(request),
    }
}

/// Returns the refusal for a question whose thread has failed.
pub(super) fn failure() -> Refusal {
    let message = "the engine failed on this puzzle, which is a bug in Cluewright";
    Refusal::new(message).help("please report it, with the puzzle")
}

/// Returns the reason why a question needs too much memory; `None` if it does not.
fn too_much(question: &Question) -> Option<String> {
    match question {
        Question::Solve(solve) if solve.most > Some(MOST_SOLUTIONS) => Some(format!(
            "`most` may be at most {MOST_SOLUTIONS}; the question `count` counts all solutions"
        )),
        Question::Candidates(candidates) if candidates.cap > MOST_CAP => {
            Some(format!("`cap` may be at most {MOST_CAP}"))
        }
        _ => None,
    }
}

fn run_search(id: &Value, request: &Request, desk: &Desk) -> String {
    let pace = Pace::new(PAUSE);
    // The search reports each candidate only once. If a message cannot be sent, its candidates are added to the next
    // message.
    let unheard = Mutex::new(vec![]);
    let tell = |mut progress: Progress| {
        let mut unheard = unheard.lock().unwrap_or_else(PoisonError::into_inner);
        unheard.append(&mut progress.settled);
        if !pace.is_due() {
            return;
        }
        progress.settled.append(&mut unheard);
        let words = serde_json::to_string(&progress).unwrap_or_default();
        if !desk.tell(format!(r#"{{"id":{id},"progress":{words}}}"#)) {
            *unheard = progress.settled;
        }
    };
    let host = Host {
        threads: desk.threads,
        progress: Some(&tell),
        cancel: Some(&desk.cancel),
        ..Host::default()
    };
    answer(id, &request.answer(&host))
}

/// A limit on the rate of an event, such as a progress message.
pub(super) struct Pace {
    pause: Duration,
    last: Mutex<Instant>,
}

impl Pace {
    /// Creates a limit. The first event is permitted only after the first pause.
    pub(super) fn new(pause: Duration) -> Self {
        Self {
            pause,
            last: Mutex::new(Instant::now()),
        }
    }

    /// Returns `true` if the pause is over. If so, the next pause begins.
    pub(super) fn is_due(&self) -> bool {
        // If another thread holds the lock, that thread is reporting at this moment.
        let Ok(mut last) = self.last.try_lock() else {
            return false;
        };
        let due = last.elapsed() >= self.pause;
        if due {
            *last = Instant::now();
        }
        due
    }
}
