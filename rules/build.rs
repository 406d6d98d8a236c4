//! Lists the rule files of `constraints/`, so that a new rule only needs a new file.

use std::path::{Path, PathBuf};
use std::{env, error, fs, io};

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("constraints");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = vec![];
    for family in fs::read_dir(&folder)? {
        files.extend(rule_files(&family?.path())?);
    }
    // The rule book is sorted by name across all families.
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    let entries = files
        .iter()
        .map(|file| entry(file))
        .collect::<Option<String>>();
    let entries = entries.ok_or("the name of a rule file is not UTF-8")?;
    let list = format!("pub(crate) static FILES: &[(&str, &str)] = &[\n{entries}];\n");
    let out = Path::new(&env::var("OUT_DIR")?).join("constraints.rs");
    Ok(fs::write(out, list)?)
}

/// Returns the paths of the TOML files of one family.
fn rule_files(family: &Path) -> io::Result<Vec<PathBuf>> {
    let entries = fs::read_dir(family)?;
    let paths: io::Result<Vec<PathBuf>> = entries.map(|entry| Ok(entry?.path())).collect();
    let is_rule = |path: &PathBuf| {
        path.extension()
            .is_some_and(|extension| extension == "toml")
    };
    Ok(paths?.into_iter().filter(is_rule).collect())
}

/// Formats the entry of the list for one file: the rule's name and the file's text.
fn entry(file: &Path) -> Option<String> {
    let (name, path) = (file.file_stem()?.to_str()?, file.to_str()?);
    Some(format!("    ({name:?}, include_str!({path:?})),\n"))
}
