//! Ctrl-C: the first ends the search with the answer so far, the second ends the program.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code after an interrupt by the user: 128 plus the number of the signal, as in shells.
const INTERRUPT_CODE: i32 = 130;

/// Returns the flag that Ctrl-C sets. Searches poll the flag.
pub(super) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Makes the first Ctrl-C set the flag, and the second Ctrl-C end the program. If the system has no such signal,
/// setting the handler fails, and Ctrl-C ends the program as usual.
pub(super) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
    });
}

/// Makes the first Ctrl-C call `stop`, and the second Ctrl-C end the program. If setting the handler fails, Ctrl-C ends
/// the program as usual.
#[cfg(feature = "serve")]
pub(super) fn call(mut stop: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
        stop();
    });
}
