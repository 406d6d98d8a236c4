//! Offers the engine as a Python module. It answers questions about one puzzle, in the JSON described in
//! `docs/JSON.md`. It also turns a column of texts into columns of results, as Arrow data.
//!
//! The public Python interface is in `python/cluewright/`; `_engine.pyi` in that folder describes these functions.

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
