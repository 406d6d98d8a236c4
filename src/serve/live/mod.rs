//! The live solver that setting tools expect on this machine.
//!
//! The protocol is that of Rangsk's SudokuSolver (<https://github.com/dclamage/SudokuSolver>), which the user script
//! for f-puzzles uses. A request is `{"nonce": 12, "command": "check", "dataType": "fpuzzles", "data": "<payload>"}`.
//! Its answers are objects with the same nonce and a `type`. Each message ends the search that the previous message
//! started.
//!
//! The answers come from our engine. The answer to a puzzle with unread rules is `invalid`, with a list of these rules.

mod answers;
mod found;
mod sent;

pub(super) use found::Found;

use super::ask::failure;
use super::session::{Heard, Protocol, Search};
use super::shared::Shared;
use answers::{Asked, Command};
use sent::refusal_text;
use serde::Deserialize;
use serde_json::{Value, json};
use std::sync::Arc;

/// The protocol of `/`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Live;

/// A message from a client.
#[derive(Deserialize)]
struct Message {
    #[serde(default)]
    nonce: Value,
    command: String,
    #[serde(default, rename = "dataType")]
    data_type: String,
    #[serde(default)]
    data: String,
}

impl Protocol for Live {
    fn hear(self, text: &str, shared: &Arc<Shared>) -> Heard {
        // Each message ends the search that the previous message started, even if the message itself is refused.
        let refused = |nonce: &Value, why: &str| Heard::Cancel(None, Some(invalid(nonce, why)));
        let message: Message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let why = format!("The message cannot be read: {error}");
                return refused(&Value::Null, &why);
            }
        };
        let nonce = message.nonce;
        if message.command == "cancel" {
            return Heard::Cancel(None, Some(cancel_message(&nonce)));
        }
        let Some(command) = Command::from_name(&message.command) else {
            let why = format!("Unknown command: {}", message.command);
            return refused(&nonce, &why);
        };
        if message.data_type != "fpuzzles" {
            let why = format!(
                "Unknown type of data: {}; expected fpuzzles",
                message.data_type
            );
            return refused(&nonce, &why);
        }
        let shared = Arc::clone(shared);
        let data = message.data;
        Heard::Search(Search {
            // All searches share a number, because no message of this protocol cancels a particular search.
            id: 0,
            cancelled: cancel_message(&nonce),
            failed: invalid(&nonce, &refusal_text(&failure())),
            work: Box::new(move |desk| {
                let asked = Asked {
                    nonce: &nonce,
                    shared: &shared,
                    desk,
                };
                let answer = asked.answer(command, &data);
                answer.unwrap_or_else(|why| invalid(&nonce, &why))
            }),
        })
    }

    fn refusal(self, why: &str) -> String {
        invalid(&Value::Null, why)
    }
}

fn cancel_message(nonce: &Value) -> String {
    json!({ "nonce": nonce, "type": "canceled" }).to_string()
}

fn invalid(nonce: &Value, why: &str) -> String {
    json!({ "nonce": nonce, "type": "invalid", "message": why }).to_string()
}
