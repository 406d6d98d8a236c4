//! The columns of the input that are copied to the results.

use super::columns::Column;
use super::error::BatchError;
use super::input::{Input, Kind};
use super::options::Kept;
use super::reader;

/// The name that requests every column of the inputs.
const ALL: &str = "all";

/// The usual name of a column of ids in an input. Such a column is not copied, because the results have their own
/// column with this name.
const ID: &str = "id";

impl Kept {
    /// Finds the columns to copy, which follow `columns` in the results. `all` requests every column of the inputs,
    /// except for `id` if the results have that column. The columns of JSON lines are the keys of the first line.
    ///
    /// # Errors
    /// Returns an error if an input cannot be read, or if no input has a requested column. Also returns an error if
    /// all columns of standard input are requested, because standard input cannot be read twice.
    pub fn find(
        inputs: &[Input],
        field: Option<&str>,
        wanted: &[String],
        columns: &[&Column],
    ) -> Result<Vec<Self>, BatchError> {
        if wanted.is_empty() {
            return Ok(vec![]);
        }
        let mut there: Vec<String> = vec![];
        for input in inputs.iter().filter(|input| !input.is_stream()) {
            for name in reader::column_names(input, field) {
                if !there.contains(&name) {
                    there.push(name);
                }
            }
        }
        let sources = match wanted {
            [one] if one == ALL => {
                if inputs
                    .iter()
                    .any(|input| input.is_stream() && !is_known(input))
                {
                    return Err(BatchError::KeepOfStream);
                }
                let has_id = columns.iter().any(|column| column.name == ID);
                there.retain(|name| !(has_id && name.eq_ignore_ascii_case(ID)));
                there
            }
            _ => {
                let missing =
                    |name: &&String| !there.iter().any(|known| known.eq_ignore_ascii_case(name));
                match wanted.iter().find(missing) {
                    Some(name) if inputs.iter().all(is_known) => {
                        let (name, there) = (name.clone(), there);
                        return Err(BatchError::NoSuchColumn { name, there });
                    }
                    _ => wanted.to_vec(),
                }
            }
        };
        let mut taken: Vec<String> = columns
            .iter()
            .map(|column| column.name.to_owned())
            .collect();
        let kept = sources.into_iter().map(|source| {
            let mut name = source.clone();
            // Names must differ, because they are the keys of JSON rows.
            while taken.contains(&name) {
                name.insert_str(0, "input-");
            }
            taken.push(name.clone());
            Self { source, name }
        });
        Ok(kept.collect())
    }
}

/// Returns `true` if all columns of an input are known in advance. JSON lines may have additional keys in any line.
fn is_known(input: &Input) -> bool {
    match input.kind {
        Kind::Lines | Kind::Whole | Kind::Games => true,
        Kind::Csv => !input.is_stream(),
        Kind::JsonLines => false,
    }
}
