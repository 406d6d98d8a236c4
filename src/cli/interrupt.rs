//! Ctrl-C: the first one ends the search with the answer so far, the second one the program.

use std::sync::atomic::{AtomicBool, Ordering};

static INTERRUPTED: AtomicBool = AtomicBool::new(false);

/// The exit code after an interrupt by the user.
const INTERRUPT_CODE: i32 = 130;

/// Returns the flag that Ctrl-C sets. Searches poll it.
pub(super) fn flag() -> &'static AtomicBool {
    &INTERRUPTED
}

/// Makes Ctrl-C set the flag from now on. If this fails, on a system without such a signal, Ctrl-C ends the
/// program as usual.
pub(super) fn listen() {
    let _ = ctrlc::set_handler(|| {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
    });
}

/// Makes Ctrl-C call `stop`, once; a second Ctrl-C ends the program. If this fails, Ctrl-C ends the program as usual.
#[cfg(feature = "serve")]
pub(super) fn call(mut stop: impl FnMut() + Send + 'static) {
    let _ = ctrlc::set_handler(move || {
        if INTERRUPTED.swap(true, Ordering::Relaxed) {
            std::process::exit(INTERRUPT_CODE);
        }
        stop();
    });
}
