//! The engine as a Python module: a question about a puzzle gets an answer, both as JSON described in `docs/JSON.md`; a
//! column of texts gives columns of results, as Arrow data.
//!
//! The user's interface is in `python/cluewright/`; `_engine.pyi` there describes these functions.

use pyo3::prelude::*;

mod column;
mod patience;
mod prepared;

#[pymodule]
mod _engine {
    #[pymodule_export]
    use super::column::{Rows, Texts, columns, work_out};
    #[pymodule_export]
    use super::prepared::Prepared;
}
