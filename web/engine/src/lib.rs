//! The engine as WebAssembly: one question in, one answer out, both JSON as `docs/JSON.md` describes them.
//!
//! The doors are plain C functions, and `web/src/engine/wasm.ts` is the other side of them. A question goes in
//! three moves: [`room`] gives a place for the request's bytes, [`ask`] answers it, [`answer_length`] says how long
//! the answer is that [`ask`] points to. The host lends a clock and is told how far a question is.
//!
//! A panic ends the instance: its message goes to the host first, and a new instance starts from nothing.

#![cfg(target_family = "wasm")]
#![allow(
    unsafe_code,
    reason = "functions with a fixed name, and functions of the host, are unsafe to declare"
)]

use cluewright::ask::{Host, Progress, answer};
use std::cell::RefCell;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};

#[link(wasm_import_module = "host")]
unsafe extern "C" {
    /// Milliseconds since some moment.
    safe fn now() -> f64;
    /// Takes a `Progress` as JSON in UTF-8; whatever but 0 cancels the question.
    safe fn tell(text: *const u8, length: usize) -> u32;
    /// Takes the last words of an engine that panics, in UTF-8.
    safe fn complain(text: *const u8, length: usize);
}

/// Progress is told no more often than this, in milliseconds, except where each report has news that no later
/// one repeats.
const PAUSE: f64 = 100.0;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(vec![]) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Must be called once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    cluewright::set_clock(|| now());
    std::panic::set_hook(Box::new(|info| {
        let text = info.to_string();
        complain(text.as_ptr(), text.len());
    }));
}

/// A place for a request of `length` bytes, which the host fills before it calls [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the [`room`]: the place of the answer, in UTF-8, which stays until the next call.
#[unsafe(no_mangle)]
pub extern "C" fn ask() -> *const u8 {
    let request = REQUEST.take();
    let cancel = AtomicBool::new(false);
    let told_at = AtomicU64::new(now().to_bits());
    let progress = |progress: Progress| {
        let late = now() - f64::from_bits(told_at.load(Relaxed));
        if late < PAUSE && progress.doing != "candidates" {
            return;
        }
        told_at.store(now().to_bits(), Relaxed);
        let text = serde_json::to_string(&progress).unwrap_or_default();
        if tell(text.as_ptr(), text.len()) != 0 {
            cancel.store(true, Relaxed);
        }
    };
    let host = Host {
        threads: 1,
        progress: Some(&progress),
        cancel: Some(&cancel),
        ..Host::default()
    };
    let told = answer(&String::from_utf8_lossy(&request), &host);
    ANSWER.with_borrow_mut(|answer| {
        *answer = told;
        answer.as_ptr()
    })
}

/// The length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
