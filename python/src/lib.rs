//! The engine as a Python module: a puzzle takes a question and gives the answer, both JSON as `docs/JSON.md` describes
//! them; a column of texts gives columns of results, as Arrow data.
//!
//! Everything that users see is in `python/cluewright/`; `_engine.pyi` there is the other side of these doors.

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
