//! Waits for the engine without holding Python's interpreter lock.

use pyo3::prelude::*;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread::{self, Builder};
use std::time::Duration;

/// Time between two checks for Ctrl-C, which need the interpreter lock.
const BEAT: Duration = Duration::from_millis(50);

/// Stack size of the engine's thread in bytes, the same as that of a program's main thread.
const STACK: usize = 8 << 20;

/// Runs work on a separate thread, without holding the interpreter lock. In the meantime it takes the lock regularly and calls `look`.
/// If `look` fails or a signal handler raises, it cancels the work and returns the error.
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
                // The sender is dropped when the work ends, even by a panic, and that ends the wait below.
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
