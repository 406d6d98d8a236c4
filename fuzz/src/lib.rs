//! Properties that hold for any input text. The fuzz targets and the tests in `tests/formats/fuzz.rs` run these
//! functions, which must neither panic nor take long.

use cluewright_engine::compile;
use cluewright_formats::{FORMATS, ReadOptions};
use cluewright_puzzle::{Cell, Clue, Layout, Puzzle};
use cluewright_rules::Book;

/// Reads a text in a format, and writes the puzzle back. The writer may refuse the puzzle. If it writes a text, the reader
/// must accept this text, and writing it again must give the same text. Parts that were ignored may be written, but must then
/// be ignored again.
pub fn reader(format: &str, text: &str) {
    let named = FORMATS.iter().find(|entry| entry.name() == format);
    let format = named.unwrap_or_else(|| panic!("there is no format {format}"));
    let _ = format.recognises(text);
    for ignore_unknown in [false, true] {
        let options = ReadOptions {
            ignore_unknown,
            ..ReadOptions::default()
        };
        for puzzle in format.read(text, &options).into_iter().flatten() {
            let Ok(written) = format.write(&puzzle) else {
                continue;
            };
            let again = format.read(&written, &options);
            let again = again.unwrap_or_else(|error| panic!("{error}, in {written}"));
            assert_eq!(again.len(), 1, "{written}");
            assert_eq!(format.write(&again[0]).as_ref(), Ok(&written));
        }
    }
}

/// Uses a text as the relation of a rule for lines, and compiles a puzzle with one such line.
pub fn rule(formula: &str) {
    if formula.contains("'''") {
        return;
    }
    let file = format!(
        "name = 'fuzz'\ntitle = 'Fuzz'\nfamily = 'lines'\nshape = 'line'\ntext = ''\n\
         relation = '''{formula}'''\n"
    );
    let mut book = Book::new();
    if book.add("fuzz", &file).is_err() {
        return;
    }
    let mut puzzle = Puzzle::new(Layout::square(4));
    puzzle.clues = vec![Clue::on("fuzz", (0..4).map(Cell).collect::<Vec<_>>())];
    let _ = compile(&puzzle, &book);
}
