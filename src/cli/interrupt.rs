//! Ctrl-C: the first ends the search with the answer so far, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// What a user's interrupt is called in exit codes.
const INTERRUPT_CODE: i32 = 130;

/// The flag that Ctrl-C sets. Searches look at it.
pub(super) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// From now on Ctrl-C sets the flag. Without it (on a system that has no such signal) Ctrl-C ends the
/// program as ever.
pub(super) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
    });
}

/// From now on Ctrl-C does this, once; then it ends the program.
#[cfg(feature = "serve")]
pub(super) fn call(mut stop: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
        stop();
    });
}
