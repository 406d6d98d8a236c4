//! A Python class for a puzzle that is read once and then answers many questions.

use crate::patience::wait_for;
use cluewright::ask::{Host, Progress, Read, Refusal};
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

pyo3::import_exception!(cluewright.errors, ReadError);

/// A puzzle that is read once and then answers many questions.
#[pyclass(frozen, module = "cluewright._engine")]
pub(crate) struct Prepared(cluewright::Prepared);

#[pymethods]
impl Prepared {
    /// Reads a puzzle from text. `read` contains those keys of a request's `read` that differ from their
    /// defaults.
    #[new]
    #[pyo3(signature = (text, *, from_=None, number=None, ignore_unknown=false, ignore_drawings=false, with_entries=false, zero_is_digit=false))]
    #[expect(
        clippy::too_many_arguments,
        clippy::fn_params_excessive_bools,
        reason = "Python names them"
    )]
    fn new(
        py: Python<'_>,
        text: &str,
        from_: Option<String>,
        number: Option<usize>,
        ignore_unknown: bool,
        ignore_drawings: bool,
        with_entries: bool,
        zero_is_digit: bool,
    ) -> PyResult<Self> {
        let mut read = Read::default();
        read.from = from_;
        read.number = number;
        read.ignore_unknown = ignore_unknown;
        read.ignore_drawings = ignore_drawings;
        read.with_entries = with_entries;
        read.zero_is_digit = zero_is_digit;
        let prepared = wait_for(py, |_: &AtomicBool| read.prepared(text), |_| Ok(()))?;
        prepared.map(Self).map_err(read_error)
    }

    /// Answers a question. Both question and answer are JSON. `progress` is called from time to time.
    #[pyo3(signature = (question, threads=0, progress=None))]
    fn ask(
        &self,
        py: Python<'_>,
        question: &str,
        threads: usize,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<String> {
        let last: Mutex<Option<Progress>> = Mutex::default();
        let hear = |told| *last.lock().unwrap_or_else(PoisonError::into_inner) = Some(told);
        let progress = progress.map(|call| call.clone().unbind());
        let wanted = progress.is_some();
        let work = |cancel: &AtomicBool| {
            let host = Host {
                threads,
                progress: wanted.then_some(&hear),
                cancel: Some(cancel),
                ..Host::default()
            };
            self.0.answer(question, &host)
        };
        let look = |py: Python<'_>| -> PyResult<()> {
            let told = last.lock().unwrap_or_else(PoisonError::into_inner).take();
            match (&progress, told) {
                (Some(call), Some(told)) => call.call1(py, (as_dict(py, &told)?,)).map(drop),
                _ => Ok(()),
            }
        };
        wait_for(py, work, look)
    }

    /// Returns the title of the puzzle.
    #[getter]
    fn title(&self) -> Option<&str> {
        self.0.puzzle().about.title.as_deref()
    }

    /// Returns the name of the setter.
    #[getter]
    fn author(&self) -> Option<&str> {
        self.0.puzzle().about.author.as_deref()
    }

    /// Returns the warnings about parts that could not be read or look wrong.
    #[getter]
    fn warnings(&self) -> Vec<String> {
        self.0.puzzle().warnings.clone()
    }

    /// Returns the number of rows and columns of the grid.
    #[getter]
    fn size(&self) -> (u8, u8) {
        let layout = &self.0.puzzle().layout;
        (layout.rows, layout.columns)
    }
}

fn read_error(refusal: Refusal) -> PyErr {
    let Refusal {
        message,
        line,
        column,
        place,
        help,
        ..
    } = refusal;
    ReadError::new_err((message, line, column, place.map(String::from), help))
}

fn as_dict<'py>(py: Python<'py>, told: &Progress) -> PyResult<Bound<'py, PyDict>> {
    let progress = PyDict::new(py);
    progress.set_item("doing", told.doing)?;
    progress.set_item("done", told.done)?;
    progress.set_item("of", told.of)?;
    progress.set_item("solutions", told.solutions)?;
    progress.set_item("fraction", told.fraction)?;
    Ok(progress)
}
