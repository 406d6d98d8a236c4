//! Lists the rule files of `constraints/`, so that a new rule only needs a new file, and copies all files that the crate
//! includes.

use std::path::{Path, PathBuf};
use std::{env, error, fs, io};

/// The files besides those of rules, which `src/files.rs` lists.
const OTHERS: [&str; 7] = [
    "grading/default.toml",
    "grading/patient.toml",
    "grading/sukaku.toml",
    "grading/sukaku-1.18.toml",
    "grading/se-1.2.1.toml",
    "grading/naked-sets-only.toml",
    "wording/en.toml",
];

fn main() -> Result<(), Box<dyn error::Error>> {
    let folder = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("constraints");
    println!("cargo::rerun-if-changed={}", folder.display());
    let mut files = vec![];
    for family in fs::read_dir(&folder)? {
        files.extend(rule_files(&family?.path())?);
    }
    // The rule book is sorted by name across all families.
    files.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for file in &mut files {
        *file = copy(file, &out)?;
    }
    for name in OTHERS {
        let file = folder.with_file_name(name);
        println!("cargo::rerun-if-changed={}", file.display());
        copy(&file, &out)?;
    }
    let entries = files
        .iter()
        .map(|file| entry(file))
        .collect::<Option<String>>();
    let entries = entries.ok_or("the name of a rule file is not UTF-8")?;
    let list = format!("pub(crate) static FILES: &[(&str, &str)] = &[\n{entries}];\n");
    Ok(fs::write(out.join("constraints.rs"), list)?)
}

/// Copies a file to a folder, and returns the path of the copy. With the feature `compact`, the copy is shorter.
fn copy(file: &Path, folder: &Path) -> Result<PathBuf, Box<dyn error::Error>> {
    let copy = folder.join(file.file_name().ok_or("a file has no name")?);
    let text = fs::read_to_string(file)?;
    let is_compact = env::var("CARGO_FEATURE_COMPACT").is_ok();
    fs::write(
        &copy,
        if is_compact {
            without_examples(&text)
        } else {
            text
        },
    )?;
    Ok(copy)
}

/// Removes the tables of examples and the comments from a rule file.
fn without_examples(text: &str) -> String {
    let mut is_example = false;
    let is_kept = |line: &&str| {
        if line.starts_with('[') {
            is_example = line.starts_with("[[accepts]]") || line.starts_with("[[rejects]]");
        }
        !is_example && !line.starts_with('#')
    };
    let lines = text.lines().filter(is_kept);
    lines.flat_map(|line| [line, "\n"]).collect()
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
