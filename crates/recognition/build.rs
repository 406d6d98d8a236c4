//! Removes the comments from the data files, because the page's engine contains these files.

use std::path::{Path, PathBuf};
use std::{env, error, fs};

const FILES: [&str; 8] = [
    "vocabulary.toml",
    "grammar/sentences.txt",
    "layers/references.txt",
    "layers/wording.toml",
    "layers/loop.toml",
    "layers/region.toml",
    "layers/shading.toml",
    "layers/snake.toml",
];

fn main() -> Result<(), Box<dyn error::Error>> {
    let source = Path::new(&env::var("CARGO_MANIFEST_DIR")?).join("src");
    let out = PathBuf::from(env::var("OUT_DIR")?);
    for file in FILES {
        let path = source.join(file);
        println!("cargo::rerun-if-changed={}", path.display());
        let name = path.file_name().ok_or("a data file has no name")?;
        fs::write(
            out.join(name),
            without_comments(&fs::read_to_string(&path)?),
        )?;
    }
    Ok(())
}

/// Empties the lines that are comments. The other lines keep their numbers.
fn without_comments(text: &str) -> String {
    let lines = text
        .lines()
        .map(|line| if line.starts_with('#') { "" } else { line });
    lines.flat_map(|line| [line, "\n"]).collect()
}
