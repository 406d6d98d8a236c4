//! Offers the engine as WebAssembly. It answers one question at a time. Questions and answers are in the JSON format
//! described in `docs/JSON.md`.
//!
//! The interface consists of plain C functions, which `web/src/engine/wasm.ts` calls. A question takes three calls:
//! [`room`] returns the address of a buffer for the request, [`ask`] answers the request and returns the address of the
//! answer, and [`answer_length`] returns the length of the answer. The host provides a clock and receives the progress.
//!
//! A panic traps, which ends the instance. The host then starts a new one.

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
    /// Returns the time in milliseconds since a fixed but arbitrary moment.
    safe fn now() -> f64;
    /// Receives a `Progress` as JSON in UTF-8. Any result other than 0 cancels the question.
    safe fn tell(text: *const u8, length: usize) -> u32;
}

/// Minimum time between two reports of progress, in milliseconds. A report whose contents no later report repeats
/// is sent immediately.
const PAUSE: f64 = 100.0;

thread_local! {
    static REQUEST: RefCell<Vec<u8>> = const { RefCell::new(vec![]) };
    static ANSWER: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Sets the clock. The host must call it once, before anything else.
#[unsafe(no_mangle)]
pub extern "C" fn start() {
    cluewright::set_clock(|| now());
}

/// Returns the address of a buffer for a request of `length` bytes, which the host fills before it calls [`ask`].
#[unsafe(no_mangle)]
pub extern "C" fn room(length: usize) -> *mut u8 {
    REQUEST.with_borrow_mut(|request| {
        request.clear();
        request.resize(length, 0);
        request.as_mut_ptr()
    })
}

/// Answers the request in the buffer from [`room`]. Returns the address of the answer, in UTF-8, which is valid until the
/// next call.
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

/// Returns the length of the last answer in bytes.
#[unsafe(no_mangle)]
pub extern "C" fn answer_length() -> usize {
    ANSWER.with_borrow(String::len)
}
