//! Waits for the engine without holding the interpreter.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::Duration;

/// Interval between checks of the interpreter for Ctrl-C.
const BEAT: Duration = Duration::from_millis(50);

/// The engine's stack, as large as that of a program's main thread.
const STACK: usize = 8 << 20;

/// Runs work on a separate thread, without holding the interpreter. In the meantime, `look` is called regularly with the interpreter. If
/// `look` fails or a signal handler raises, the work is cancelled and the error is returned.
pub(crate) fn wait_for<T: Send>(
    py: Python<'_>,
    work: impl FnOnce(&AtomicBool) -> T + Send,
    mut look: impl FnMut(Python<'_>) -> PyResult<()> + Send,
) -> PyResult<T> {
    let cancel = AtomicBool::new(false);
    py.detach(|| {
        thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            let run = || {
                // This sender is dropped at the end and also on a panic; dropping it ends the wait.
                let _done = done;
                work(&cancel)
            };
            let worker = Builder::new().stack_size(STACK).spawn_scoped(scope, run)?;
            let mut raised = None;
            while let Err(RecvTimeoutError::Timeout) = wait.recv_timeout(BEAT) {
                let looked = Python::attach(|py| py.check_signals().and_then(|()| look(py)));
                if let Err(error) = looked
                    && raised.is_none()
                {
                    cancel.store(true, Ordering::Relaxed);
                    raised = Some(error);
                }
            }
            let result = worker.join().unwrap_or_else(|panic| resume_unwind(panic));
            raised.map_or(Ok(result), Err)
        })
    })
}
