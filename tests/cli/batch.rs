//! Tests `cluewright batch`: whatever the input, each record yields one row, and no row is lost.

use crate::{CLASSIC, cluewright, ends_when_nobody_reads, measure, one_in, output_of, spawn, text};
use cluewright::batch::{self, Inputs, Options, Target};
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::collections::BTreeMap;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};
use tempfile::TempDir;

const THERMO: &str = r#"{"size":4,"clues":{"thermometer":"R1C1 R1C2 R1C3 R1C4"}}"#;

/// A temporary folder for the files of one test.
struct Folder(TempDir);

impl Folder {
    fn new() -> Self {
        Self(TempDir::new().expect("a temporary folder"))
    }

    fn path(&self, name: &str) -> String {
        let path = self.0.path().join(name);
        path.to_str().expect("the path is UTF-8").to_owned()
    }

    fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        let folder = Path::new(&path).parent().expect("a file is in a folder");
        fs::create_dir_all(folder).expect("the folder is writable");
        fs::write(&path, bytes).expect("the folder is writable");
        path
    }
}

fn read(path: &str) -> String {
    fs::read_to_string(path).expect("there is such a file")
}

/// Runs a batch, checks its exit code, and returns its standard output.
fn rows(arguments: &[&str], code: i32) -> String {
    let mut command = cluewright(&["batch", "--out", "-", "--quiet"]);
    text(output_of(command.args(arguments), code).stdout)
}

/// Runs a batch that must be refused, checks its exit code, and returns its standard error.
fn refusal(arguments: &[&str], code: i32) -> String {
    let mut command = cluewright(&["batch", "--quiet"]);
    let output = output_of(command.args(arguments), code);
    assert_eq!(output.stdout, b"");
    text(output.stderr)
}

/// Returns the classic puzzle with its digits, rows and columns shuffled, and with some clues left out or
/// changed.
fn variation(rng: &mut ChaCha8Rng) -> String {
    let mut digits: Vec<char> = ('1'..='9').collect();
    digits.shuffle(rng);
    let order = |rng: &mut ChaCha8Rng| {
        let mut lines = vec![];
        let mut bands = [0, 1, 2];
        bands.shuffle(rng);
        for band in bands {
            let mut inside = [0, 1, 2];
            inside.shuffle(rng);
            lines.extend(inside.map(|line| 3 * band + line));
        }
        lines
    };
    let (rows, columns) = (order(rng), order(rng));
    let cells: Vec<char> = CLASSIC.chars().collect();
    let mut line: Vec<char> = (0..81)
        .map(
            |index| match cells[9 * rows[index / 9] + columns[index % 9]].to_digit(10) {
                Some(digit) => digits[digit as usize - 1],
                None => '.',
            },
        )
        .collect();
    match rng.random_range(0..4) {
        0 => line[rng.random_range(0..81)] = '.',
        1 => line[rng.random_range(0..81)] = digits[0],
        _ => {}
    }
    line.into_iter().collect()
}

fn variations(count: usize, seed: u64) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    (0..count).map(|_| variation(&mut rng) + "\n").collect()
}

#[test]
fn each_record_gives_one_row() {
    let folder = Folder::new();
    let blank = ".".repeat(81);
    let list = format!("{CLASSIC}\r\n# a comment\n\n{blank}\nnonsense\n{CLASSIC} # hard\n{THERMO}");
    let list = folder.file("list.txt", list);
    let expected = "\
id,verdict
1,unique
2,
3,
4,several
5,error
6,unique
7,several
";
    assert_eq!(rows(&[&list], 4), expected);
    let told = rows(&[&list, "--columns", "line,solutions,solution,error"], 4);
    let lines: Vec<&str> = told.lines().collect();
    assert!(lines[1].starts_with("1,1,361742985"), "{}", lines[1]);
    assert!(lines[5].starts_with("5,,,"), "{}", lines[5]);
    assert!(lines[5].len() > 20, "an error says why: {}", lines[5]);
}

#[test]
fn every_kind_of_input_is_read() {
    let folder = Folder::new();
    let packed = |bytes: &str| {
        let mut encoder = GzEncoder::new(vec![], Compression::fast());
        encoder
            .write_all(bytes.as_bytes())
            .expect("memory takes it");
        encoder.finish().expect("memory takes it")
    };
    let line = format!("{CLASSIC}\n");
    let two = format!("{CLASSIC}\n{CLASSIC}\n");
    let mut frames = compress_to_vec(line.as_bytes(), CompressionLevel::Fastest);
    frames.extend(compress_to_vec(line.as_bytes(), CompressionLevel::Fastest));
    let members = [packed(&line), packed(&line)].concat();
    let cases = [
        folder.file("lines.txt", &two),
        folder.file("marked.txt", format!("\u{feff}{two}")),
        folder.file("lines.txt.gz", members),
        folder.file("lines.zst", frames),
        folder.file("bare.csv", format!("easy,{CLASSIC}\nhard,{CLASSIC}\n")),
        folder.file(
            "semicolon.csv",
            format!("Name;Quiz\na;{CLASSIC}\nb;\"{CLASSIC}\"\n"),
        ),
        folder.file(
            "tab.tsv",
            format!("sudoku\trating\n{CLASSIC}\t1\n{CLASSIC}\t2\n"),
        ),
        folder.file("strings.jsonl", format!("\"{CLASSIC}\"\n\"{CLASSIC}\"\n")),
        folder.file(
            "keys.jsonl",
            format!("{{\"puzzle\":\"{CLASSIC}\"}}\n{{\"iss\":\"{CLASSIC}\"}}\n"),
        ),
    ];
    for case in cases {
        let verdicts = rows(&[&case, "--columns", "verdict"], 0);
        assert_eq!(verdicts, "verdict\nunique\nunique\n", "{case}");
    }
    let named = folder.file(
        "ids.csv",
        format!("id,givens\nfirst,{CLASSIC}\n\"a\nb\",{CLASSIC}\n"),
    );
    assert_eq!(
        rows(&[&named], 0),
        "id,verdict\nfirst,unique\n\"a\nb\",unique\n"
    );
    let other = folder.file(
        "other.jsonl",
        format!("{{\"id\":7,\"mine\":\"{CLASSIC}\"}}\n"),
    );
    assert_eq!(
        rows(&[&other, "--field", "mine"], 0),
        "id,verdict\n7,unique\n"
    );
    let json = rows(
        &[
            &other,
            "--field",
            "mine",
            "--format",
            "jsonl",
            "--columns",
            "id,line,error",
        ],
        0,
    );
    assert_eq!(json, "{\"id\":\"7\",\"line\":1,\"error\":null}\n");
}

#[test]
fn standard_input_is_read() {
    for arguments in [&["batch", "--out", "-"][..], &["batch", "-", "--out", "-"]] {
        let mut command = cluewright(arguments);
        let output = output_of(command.write_stdin(format!("{CLASSIC}\n{CLASSIC}")), 0);
        assert_eq!(output.stdout, b"id,verdict\n1,unique\n2,unique\n");
        let told = text(output.stderr);
        assert!(told.starts_with("2 rows in"), "{told}");
    }
}

#[test]
fn a_folder_is_the_files_in_it() {
    let folder = Folder::new();
    let toml = folder.file(
        "set/b.toml",
        "size = 4\n[clues]\nthermometer = \"R1C1 R1C2 R1C3\"\n",
    );
    let list = folder.file("set/deep/a.txt", format!("{CLASSIC}\n{CLASSIC}\n"));
    let drawn: String = (0..9)
        .map(|row| format!("{}\n", &CLASSIC[9 * row..9 * row + 9]))
        .collect();
    let drawn = folder.file("set/drawn.txt", drawn);
    folder.file("set/notes.md", "nothing");
    folder.file("set/.hidden.txt", "nothing");
    let set = folder.path("set");
    let expected =
        format!("id,verdict\n{toml},several\n{list}:1,unique\n{list}:2,unique\n{drawn},unique\n");
    assert_eq!(rows(&[&set], 0), expected);
}

#[test]
fn files_in_folders_that_are_not_read_are_named() {
    let folder = Folder::new();
    folder.file("set/list.txt", CLASSIC);
    folder.file("set/.hidden", "nothing");
    let skipped: Vec<String> = (0..7)
        .map(|n| folder.file(&format!("set/deep/notes{n}.md"), "nothing"))
        .collect();
    let set = folder.path("set");
    let told = text(output_of(&mut cluewright(&["batch", &set, "--out", "-"]), 0).stderr);
    let named = format!("skipped: {}, 2 more\n", skipped[..5].join(", "));
    assert!(told.starts_with(&named), "{told}");
    let told = refusal(&[&folder.path("set/deep"), "--out", "-"], 2);
    assert!(
        told.contains("no file with puzzles was found") && told.contains(&skipped[0]),
        "{told}"
    );
}

/// Each game of an OpenSudoku export yields a row, whatever the layout of the XML.
#[test]
fn exports_of_opensudoku_are_read() {
    let folder = Folder::new();
    let zeros = CLASSIC.replace('.', "0");
    let empty = ".".repeat(81);
    let export = format!(
        "<?xml version=\"1.0\"?>\n<opensudoku>\n<name>5\" > 4</name><game note=\"a > b\" data=\"{zeros}\" />\
         <game data=\"{empty}\"/>\n<game\n  created=\"1\"\n  data='{zeros}'></game>\n<game data=\"junk\"/></opensudoku>\n"
    );
    let export = folder.file("set/mine.opensudoku", export);
    let expected = "id,verdict\n3,unique\n3,several\n6,unique\n7,error\n";
    assert_eq!(rows(&[&export], 4), expected);
    assert_eq!(rows(&[&folder.path("set")], 4), expected);
    let none = folder.file("none.opensudoku", "<opensudoku></opensudoku>");
    assert_eq!(
        rows(&[&none, "--columns", "verdict,error"], 4),
        "verdict,error\nerror,\"the file contains no `<game data=\"\"…\"\">`\"\n"
    );
}

/// Cells that a spreadsheet would interpret as formulas are unchanged by default. With `--spreadsheet`, they
/// get an apostrophe in front.
#[test]
fn spreadsheets_find_no_formula() {
    let folder = Folder::new();
    let cells = [
        "=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "\nx", "1-1", "'x", "x=1", "",
    ];
    let lines: String = cells
        .iter()
        .map(|cell| {
            format!(
                "{}\n",
                serde_json::json!({ "puzzle": CLASSIC, "id": cell, "=note": cell })
            )
        })
        .collect();
    let list = folder.file("list.jsonl", lines);
    let keep = ["--columns", "id,rating", "--keep", "=note"];
    let table = |more: &[&str]| {
        let rows = rows(&[&[&*list][..], &keep, more].concat(), 0);
        let mut reader = csv::Reader::from_reader(rows.as_bytes());
        let names: Vec<String> = reader
            .headers()
            .expect("a header")
            .iter()
            .map(str::to_owned)
            .collect();
        let rows = reader.records().map(|row| row.expect("it is CSV"));
        let rows: Vec<Vec<String>> = rows
            .map(|row| row.iter().map(str::to_owned).collect())
            .collect();
        (names, rows)
    };
    let (names, plain) = table(&[]);
    assert_eq!(names, ["id", "rating", "=note"]);
    let (names, safe) = table(&["--spreadsheet"]);
    assert_eq!(names, ["id", "rating", "'=note"]);
    for (index, (cell, (plain, safe))) in cells.iter().zip(plain.iter().zip(&safe)).enumerate() {
        assert_eq!(&plain[2], cell);
        let apostrophe = if index < 7 { "'" } else { "" };
        assert_eq!(safe[2], format!("{apostrophe}{cell}"));
        assert_eq!(plain[1], safe[1]);
        if !cell.is_empty() {
            assert_eq!([&plain[0], &safe[0]], [&plain[2], &safe[2]]);
        }
    }
    let told = refusal(
        &[&list, "--out", "-", "--format", "jsonl", "--spreadsheet"],
        2,
    );
    assert!(told.contains("--spreadsheet needs CSV output"), "{told}");
}

#[test]
fn what_cannot_be_read_has_a_row_and_harms_no_other() {
    let folder = Folder::new();
    let good = folder.file("good.txt", CLASSIC);
    let missing = folder.path("missing.txt");
    let long = "1".repeat(5 << 20);
    let long = folder.file("long.txt", format!("{CLASSIC}\n{long}\n{CLASSIC}\n"));
    let torn = folder.file("torn.gz", [0x1F, 0x8B, 8, 0, 1, 2, 3]);
    let quote = folder.file(
        "quote.csv",
        format!("id,puzzle\n1,\"{}", "1".repeat(9 << 20)),
    );
    let nameless = folder.file("nameless.csv", "a,b\n1,2\n");
    let all = [&*missing, &good, &long, &torn, &quote, &nameless];
    let expected = format!(
        "id,verdict\n{missing},error\n{good}:1,unique\n{long}:1,unique\n{long}:2,error\n{long}:3,unique\n\
         {torn},error\n{quote}:2,error\n{nameless}:1,error\n"
    );
    assert_eq!(rows(&all, 4), expected);
    let told = rows(&[&all[..], &["--columns", "error"]].concat(), 4);
    for message in [
        "no such file",
        "5242880 bytes",
        "cannot be read",
        "closing quote missing",
        "--field",
    ] {
        assert!(told.contains(message), "{message}: {told}");
    }
    assert!(refusal(&[&missing, "--out", "-"], 2).contains("no such file"));
}

/// Ids and line numbers match those in an editor, whatever the line terminator, and even with blank lines and line
/// breaks in quoted cells.
#[test]
fn lines_of_tables_are_those_of_an_editor() {
    let folder = Folder::new();
    let text = format!("quiz,n\n{CLASSIC},1\n\n\"{CLASSIC}\",\"a\nb\"\n{CLASSIC},4\nnonsense,5");
    let expected = "id,line,verdict\n2,2,unique\n4,4,unique\n6,6,unique\n7,7,error\n";
    for (name, end) in [
        ("unix.csv", "\n"),
        ("windows.csv", "\r\n"),
        ("old.csv", "\r"),
    ] {
        for last in ["", end] {
            let table = folder.file(name, text.replace('\n', end) + last);
            let told = rows(&[&table, "--columns", "id,line,verdict"], 4);
            assert_eq!(told, expected, "{name}");
        }
    }
    // The two bytes of a CRLF can be in different read blocks.
    let long = format!("quiz,n\r\n{}", format!("{CLASSIC},1\r\n").repeat(5000));
    let table = folder.file("long.csv", long);
    let told = rows(&[&table, "--columns", "line"], 0);
    let lines = told.lines().skip(1).map(str::to_owned);
    assert!(lines.eq((2..5002).map(|line: u32| line.to_string())));
}

/// Compresses a text, for tests that truncate the archive.
fn gzip(text: impl AsRef<[u8]>) -> Vec<u8> {
    let mut encoder = GzEncoder::new(vec![], Compression::fast());
    encoder.write_all(text.as_ref()).expect("memory takes it");
    encoder.finish().expect("memory takes it")
}

fn zstandard(text: &str) -> Vec<u8> {
    compress_to_vec(text.as_bytes(), CompressionLevel::Fastest)
}

/// A small archive can unpack to any size, but neither the table nor the memory use may grow with it.
#[test]
fn an_archive_that_unpacks_to_far_more_than_puzzles_do_is_refused() {
    let folder = Folder::new();
    let size = 6 << 20;
    let fillings = [
        ("list.txt", "\n"),
        ("list.txt", "#\n\r\n"),
        (
            "list.txt",
            "no puzzle, over and over again, in a line of text\n",
        ),
        ("list.txt", "x"),
        ("table.csv", "\n"),
        ("table.csv", "\"x"),
        ("list.jsonl", " \n"),
        ("list.jsonl", "["),
    ];
    type Pack = fn(&str) -> Vec<u8>;
    let packings: [(&str, Pack); 2] = [("gz", |text| gzip(text)), ("zst", zstandard)];
    let cases = fillings
        .iter()
        .flat_map(|filling| packings.map(|packing| (filling, packing)));
    for ((name, filling), (ending, pack)) in cases.step_by(one_in(3)) {
        let text = filling.repeat(size / filling.len());
        let file = folder.file(&format!("{name}.{ending}"), pack(&text));
        let out = folder.path("out.csv");
        let run = [
            "batch",
            &file,
            "--quiet",
            "--force",
            "--threads",
            "2",
            "--out",
            &out,
        ];
        let (told, code, memory) = measure(&run);
        let table = fs::metadata(&out).expect("there are rows").len();
        let case = format!("{filling:?} as {ending}: {told}");
        assert_eq!(code, Some(4), "{case}");
        let refused = told.contains("100 times its size") || told.contains("4 MiB");
        assert!(refused, "{case}");
        assert!(table < 16 << 20, "{case} a table of {table} bytes");
        assert!(memory < 128 << 10, "{case} {memory} KiB");
    }
}

/// In a long run of blank lines, only the first 1,000 lines produce rows. The lines after the run keep their line
/// numbers.
#[test]
fn long_runs_of_blank_lines_are_cut_short() {
    let folder = Folder::new();
    let json = format!("\"{CLASSIC}\"");
    for (name, puzzle, blank) in [
        ("list.txt", CLASSIC, "\n"),
        ("list.txt", CLASSIC, "# no puzzle\r\n"),
        ("list.jsonl", &json, " \n"),
    ] {
        for count in [999, 1001, 20_000, 300_000] {
            let blanks = blank.repeat(count);
            let text = format!("{puzzle}\n{blanks}{puzzle}\n{blank}{puzzle}");
            let file = folder.file(name, text);
            let rows = rows(&[&file, "--columns", "line,verdict"], 0);
            let proven: Vec<&str> = rows.lines().filter(|row| row.ends_with("unique")).collect();
            let lines = [1, count + 2, count + 4].map(|line| format!("{line},unique"));
            assert_eq!(proven, lines, "{name} {blank:?} {count}");
            assert_eq!(
                rows.lines().count(),
                5 + count.min(1000),
                "{name} {blank:?} {count}"
            );
        }
    }
}

/// A small packed file may contain a text that is too large for a single drawing. The batch must still read
/// all of it.
#[test]
fn a_packed_list_of_drawn_grids_is_read_to_its_end() {
    let folder = Folder::new();
    let grids = "12|34\n34|12\n-----\n21|43\n43|2.\n\n".repeat(5000);
    let plain = folder.file("plain.txt", &grids);
    let packed = folder.file("packed.txt.gz", gzip(&grids));
    let [plain, packed] = [plain, packed].map(|file| {
        let out = folder.path("out.csv");
        measure(&[
            "batch",
            &file,
            "--quiet",
            "--force",
            "--columns",
            "line,verdict",
            "--out",
            &out,
        ]);
        fs::read_to_string(&out).expect("there are rows")
    });
    assert!(plain.lines().count() > 5000, "{plain}");
    assert_eq!(plain, packed);
}

#[test]
fn what_can_be_unpacked_of_a_cut_file_is_there() {
    let folder = Folder::new();
    let lines = variations(3000, 11);
    let table = format!("quiz\n{lines}");
    let small = variations(20, 12);
    let cases = [
        ("list.txt.gz", gzip(&lines), 1, 3000),
        ("list.txt.gz", gzip(&lines), 20_000, 500),
        ("table.csv.gz", gzip(&table), 1, 3000),
        ("small.txt.gz", gzip(&small), 1, 20),
        ("small.csv.gz", gzip(format!("quiz\n{small}")), 1, 20),
        ("list.txt.zst", zstandard(&lines), 1, 3000),
        ("list.txt.zst", zstandard(&lines), 20_000, 500),
        ("table.csv.zst", zstandard(&table), 1, 3000),
    ];
    for (name, bytes, cut, least) in cases {
        let whole = folder.file(name, &bytes);
        let whole = rows(&[&whole, "--columns", "line,verdict"], 0);
        let short = folder.file(name, &bytes[..bytes.len() - cut]);
        let arguments = [
            "batch",
            &short,
            "--out",
            "-",
            "--quiet",
            "--columns",
            "line,verdict",
        ];
        let output = output_of(&mut cluewright(&arguments), 4);
        let told = text(output.stderr);
        assert!(
            told.contains("cut off") && told.contains(name),
            "{name}: {told}"
        );
        let rows = text(output.stdout);
        let (good, last) = rows.trim_end().rsplit_once('\n').expect("there are rows");
        assert!(last.ends_with(",error"), "{name}: {last}");
        assert!(
            whole.starts_with(good),
            "{name}: no row is of a part of a puzzle"
        );
        let count = good.lines().count() - 1;
        assert!(count >= least, "{name}: {count} rows");
    }
}

#[test]
fn the_same_bytes_at_any_number_of_threads() {
    let folder = Folder::new();
    let mut list = String::new();
    let lines = 6000 / one_in(4);
    for (index, line) in variations(lines, 1).lines().enumerate() {
        list += line;
        list += match index % 50 {
            7 => "7\n",
            11 => " # with a comment\n",
            13 => "\n# a comment\n",
            17 => "\n{\"size\":4,\"clues\":{\"thermometer\":\"R1C1 R1C2 R1C3 R1C4\"}}\n",
            _ => "\n",
        };
    }
    let list = folder.file("list.txt", list);
    let columns = "id,source,line,verdict,solutions,solution,stopped,warnings,error";
    for format in ["csv", "jsonl"] {
        let run = |threads| {
            rows(
                &[
                    &list,
                    "--format",
                    format,
                    "--columns",
                    columns,
                    "--threads",
                    threads,
                ],
                4,
            )
        };
        let one = run("1");
        assert!(one.lines().count() > lines);
        assert_eq!(one, run("2"));
        assert_eq!(one, run("8"));
    }
}

/// The kernel agrees with the general engine, which takes over if a column needs the number of guesses.
#[test]
fn the_kernel_and_the_engine_say_the_same() {
    let folder = Folder::new();
    let full = "123456789".repeat(9);
    let jigsaw: String = "111222333".repeat(3) + &"444555666".repeat(3) + &"777888999".repeat(3);
    let zeros = jigsaw.replace('9', "0");
    let holes = "361742985752938641489561723835294176246317859197856234573629418918475362624183597";
    let holes = holes.replace('9', "0");
    let list = folder.file(
        "list.txt",
        format!(
            "{}{full}\n{jigsaw}\n{zeros}\n{holes}\n",
            variations(300 / one_in(75), 2)
        ),
    );
    // The regions of the last line are scattered, so without the limit its search would never end.
    let few = ["--node-limit", "20000"];
    let told = |columns| rows(&[&[&list[..], "--columns", columns], &few[..]].concat(), 0);
    let with_nodes = told("id,verdict,solutions,solution,nodes");
    let without: String = with_nodes
        .lines()
        .map(|line| format!("{}\n", line.rsplit_once(',').expect("there are columns").0))
        .collect();
    assert_eq!(told("id,verdict,solutions,solution"), without);
    for isa in ["portable", "avx2"] {
        let mut command = cluewright(&[
            "batch",
            &list,
            "--out",
            "-",
            "--columns",
            "id,verdict,solutions,solution",
        ]);
        let output = command
            .args(few)
            .env("CLUEWRIGHT_ISA", isa)
            .output()
            .expect("it runs");
        if output.status.success() {
            assert_eq!(String::from_utf8_lossy(&output.stdout), without, "{isa}");
        }
    }
}

#[test]
fn limits_leave_puzzles_undecided() {
    let folder = Folder::new();
    let list = folder.file("list.txt", format!("{}\n{CLASSIC}\n", ".".repeat(256)));
    let told = rows(
        &[
            &list,
            "--node-limit",
            "0",
            "--columns",
            "id,verdict,stopped",
        ],
        0,
    );
    assert_eq!(told, "id,verdict,stopped\n1,undecided,nodes\n2,unique,\n");
    let told = rows(&[&list, "--time-limit", "0s"], 0);
    assert_eq!(told, "id,verdict,stopped\n1,undecided,time\n2,unique,\n");
}

/// Runs a batch and returns its rows, as maps from the name of a column to the value.
fn records(arguments: &[&str], code: i32) -> Vec<BTreeMap<String, String>> {
    let rows = rows(arguments, code);
    let mut reader = csv::Reader::from_reader(rows.as_bytes());
    let records: Result<_, _> = reader.deserialize().collect();
    records.expect("rows are CSV")
}

/// Runs a command on a puzzle and returns its JSON output.
fn answer(command: &str, puzzle: &str) -> serde_json::Value {
    let output = cluewright(&[command, "--json", "--quiet", puzzle])
        .output()
        .expect("it runs");
    serde_json::from_slice(&output.stdout).expect("it is JSON")
}

/// Writes lines that the kernel proves, puzzle files, and puzzles that get no grade. Returns the names of the files.
fn write_mixed_lines(folder: &Folder) -> Vec<String> {
    let list = folder.file("list.txt", format!("{}nonsense\n", variations(40, 9)));
    let own = [
        "classic/6x6",
        "variants/thermometer",
        "variants/xv-negative",
    ];
    let own = own.map(|name| format!("{}/corpus/{name}.toml", env!("CARGO_MANIFEST_DIR")));
    [&[list], &own[..]].concat()
}

#[test]
fn grades_and_diagnoses_are_those_of_their_commands() {
    let folder = Folder::new();
    let inputs = write_mixed_lines(&folder);
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let lines: Vec<String> = read(inputs[0]).lines().map(str::to_owned).collect();
    let columns =
        "id,line,verdict,rating,tier,effort,hardest,steps,solved,conflicts,open,repairs,redundant";
    let records = records(&[&inputs[..], &["--columns", columns]].concat(), 4);
    assert_eq!(records.len(), 44);
    let mut seen = [0; 3];
    for record in &records {
        let puzzle = match record["line"].parse::<usize>() {
            Ok(line) => &lines[line - 1],
            Err(_) => &record["id"],
        };
        if record["verdict"] == "error" {
            assert_eq!(puzzle, "nonsense");
            continue;
        }
        let grade = answer("grade", puzzle);
        assert_eq!(
            record["verdict"],
            grade["verdict"].as_str().expect("a text")
        );
        let number = |name: &str, digits: usize| {
            let number = grade[name].as_f64();
            number.map_or(String::new(), |number| format!("{number:.digits$}"))
        };
        assert_eq!(record["rating"], number("rating", 1), "{puzzle}");
        assert_eq!(record["effort"], number("effort", 1), "{puzzle}");
        assert_eq!(record["steps"], number("steps", 0), "{puzzle}");
        let text = |name: &str| grade[name].as_str().unwrap_or_default().to_owned();
        assert_eq!(record["tier"], text("tier"), "{puzzle}");
        assert_eq!(record["hardest"], text("technique"), "{puzzle}");
        let diagnosis = answer("diagnose", puzzle);
        let count = |name: &str| diagnosis[name].as_array().map_or(0, Vec::len).to_string();
        let told = |wanted: &str, name: &str| match record["verdict"] == wanted {
            true => count(name),
            false => String::new(),
        };
        assert_eq!(record["conflicts"], told("none", "conflicts"), "{puzzle}");
        assert_eq!(record["open"], told("several", "open"), "{puzzle}");
        assert_eq!(record["redundant"], told("unique", "redundant"), "{puzzle}");
        let verdicts = ["none", "unique", "several"];
        let place = verdicts.iter().position(|name| record["verdict"] == *name);
        seen[place.expect("it is decided")] += 1;
        if record["verdict"] != "unique" {
            assert_eq!(record["repairs"], count("changes"), "{puzzle}");
        }
    }
    assert!(seen.iter().all(|&count| count > 2), "{seen:?}");
}

#[test]
fn grades_and_diagnoses_are_the_same_at_any_number_of_threads() {
    let folder = Folder::new();
    let inputs = write_mixed_lines(&folder);
    let inputs: Vec<&str> = inputs.iter().map(String::as_str).collect();
    let columns = "id,verdict,matches,rating,tier,effort,hardest,minutes,tier-steps,bottlenecks,searched,\
                   blame,conflicts,repair,repairs,open,redundant,broken,complete,stopped,error";
    let run = |threads| {
        let more = ["--columns", columns, "--threads", threads];
        rows(&[&inputs[..], &more].concat(), 4)
    };
    let one = run("1");
    for threads in ["8", "2"].into_iter().step_by(one_in(2)) {
        assert_eq!(one, run(threads));
    }
}

#[test]
fn limits_leave_grades_unfinished() {
    let folder = Folder::new();
    let list = folder.file("list.txt", format!("{CLASSIC}\n"));
    let columns = "verdict,rating,effort,solved,stopped";
    let cut = rows(&[&list, "--round-limit", "1", "--columns", columns], 0);
    assert_eq!(cut, format!("{columns}\nunique,,,no,steps\n"));
    let cut = rows(&[&list, "--time-limit", "0s", "--grade"], 0);
    let expected = "id,verdict,rating,tier,effort,hardest,stopped\n1,unique,,,,,time\n";
    assert_eq!(cut, expected);
    let hard = "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
    let list = folder.file("hard.txt", format!("{hard}\n"));
    let stuck = rows(&[&list, "--only", "easy", "--columns", columns], 0);
    assert_eq!(stuck, format!("{columns}\nunique,,,no,\n"));
}

#[test]
fn solutions_are_compared_with_those_of_the_input() {
    let folder = Folder::new();
    let solution =
        "361742985752938641489561723835294176246317859197856234573629418918475362624183597";
    let wrong = format!("2{}", &solution[1..]);
    let blank = ".".repeat(81);
    let expected = "verdict,matches\nunique,yes\nunique,no\nunique,yes\nseveral,\nunique,\n";
    let told = [solution, &wrong, &blank, solution, ""];
    let puzzles = [CLASSIC, CLASSIC, CLASSIC, &blank, CLASSIC];
    let pairs = || puzzles.iter().zip(told);
    let table: String = pairs()
        .map(|(puzzle, told)| format!("{puzzle},{told}\n"))
        .collect();
    let table = folder.file("table.csv", format!("quizzes,Solutions\n{table}"));
    let objects = pairs().map(|(puzzle, told)| {
        let mut object = serde_json::json!({ "puzzle": puzzle });
        if !told.is_empty() {
            object["solution"] = told.into();
        }
        format!("{object}\n")
    });
    let objects = folder.file("objects.jsonl", objects.collect::<String>());
    for input in [&table, &objects] {
        assert_eq!(rows(&[input, "--columns", "verdict,matches"], 0), expected);
        let with_nodes = rows(&[input, "--columns", "verdict,matches,nodes"], 0);
        assert_eq!(
            without_times(&with_nodes),
            expected,
            "the general engine says so too"
        );
    }
    // A solution of the wrong length is an error, whichever columns are written.
    let short = format!("puzzle,solution\n{CLASSIC},{}\n", &solution[1..]);
    let short = folder.file("short.csv", short);
    for columns in ["verdict", "verdict,solution", "verdict,nodes"] {
        let text = rows(&[&short, "--columns", columns], 4);
        assert_eq!(
            text.lines().nth(1).map(|row| row.split(',').next()),
            Some(Some("error")),
            "{columns}"
        );
    }
    let corpus = format!("{}/corpus/seeds/miracle.toml", env!("CARGO_MANIFEST_DIR"));
    assert_eq!(
        rows(&[&corpus, "--columns", "matches"], 0),
        "matches\nyes\n"
    );
}

#[test]
fn a_summary_counts_tiers_and_words() {
    let folder = Folder::new();
    let list = folder.file("list.txt", variations(30, 10));
    let out = folder.path("results.csv");
    let run = ["batch", &list, "--out", &out, "--grade", "--summary"];
    let output = output_of(&mut cluewright(&run), 0);
    let told = text(output.stdout);
    let unique = read(&out).matches(",unique,").count();
    let after = |heading: &str| {
        let mut lines = told.lines().skip_while(|line| *line != heading);
        let line = lines.nth(1).expect("the heading is there");
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0].to_owned(), words[1].to_owned())
    };
    // Every variation has the grade of the original puzzle, unless a clue was removed or changed.
    assert_eq!(after("tier").0, "easy", "{told}");
    let commonest: usize = after("hardest").1.parse().expect("a number");
    assert!((1..=unique).contains(&commonest), "{told}");
    let quantiles = told.lines().find(|line| line.starts_with("rating "));
    assert!(quantiles.is_some_and(|line| line.contains("2.0")), "{told}");
}

/// The project's graded corpus in `reports/` has a row for each puzzle, and each row has the right
/// verdict.
#[test]
fn the_graded_corpus_has_a_row_for_each_puzzle() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let table = read(&root.join("reports/corpus.csv").display().to_string());
    let mut reader = csv::Reader::from_reader(table.as_bytes());
    let header = reader.headers().expect("there is a header").clone();
    let known = |name: &str| batch::column(name).is_some();
    assert!(header.iter().all(known), "{header:?}");
    let mut rows: BTreeMap<String, String> = BTreeMap::new();
    for record in reader.records() {
        let record = record.expect("rows are CSV");
        assert!(!record[3].is_empty(), "{} has a rating", &record[0]);
        rows.insert(record[0].to_owned(), record[1].to_owned());
    }
    let mut expected: BTreeMap<String, String> = BTreeMap::new();
    for folder in ["classic", "seeds", "variants"] {
        let path = root.join("corpus").join(folder);
        let text = read(&path.join("expected.csv").display().to_string());
        let mut reader = csv::Reader::from_reader(text.as_bytes());
        for record in reader.records() {
            let record = record.expect("rows are CSV");
            let id = format!("corpus/{folder}/{}.toml", &record[0]);
            expected.insert(id, record[1].to_owned());
        }
    }
    let list = "corpus/techniques/classic.csv";
    let lines = read(&root.join(list).display().to_string()).lines().count();
    let unique = |line| (format!("{list}:{line}"), "unique".to_owned());
    expected.extend((2..=lines).map(unique));
    assert_eq!(rows, expected);
}

#[test]
fn an_output_that_exists_is_kept() {
    let folder = Folder::new();
    let list = folder.file("list.txt", variations(20, 3));
    let out = folder.file("results.csv", "mine\n");
    assert!(refusal(&[&list, "--out", &out], 2).contains("already exists"));
    let told = refusal(&[&list, "--out", &out, "--resume"], 2);
    assert!(
        told.contains("its columns differ from those of this run"),
        "{told}"
    );
    assert_eq!(read(&out), "mine\n");
    cluewright(&["batch", &list, "--out", &out, "--force"])
        .assert()
        .code(0);
    assert_eq!(read(&out).lines().count(), 21);
    folder.file("results.csv", "");
    cluewright(&["batch", &list, "--out", &out, "--resume"])
        .assert()
        .code(0);
    assert_eq!(read(&out).lines().count(), 21);
    assert_eq!(
        fs::read_dir(folder.0.path()).expect("it is there").count(),
        2
    );
    let lost = folder.path("no/such/folder.csv");
    let told = refusal(&[&list, "--out", &lost], 2);
    assert!(
        told.contains("cannot be written") && !told.contains("resume"),
        "{told}"
    );
    assert!(refusal(&[&list, "--out", "-", "--resume"], 2).contains("standard output"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_a_message_and_a_closed_pipe_the_end() {
    let folder = Folder::new();
    let list = folder.file("list.txt", variations(3000, 4));
    let full = refusal(&[&list, "--out", "/dev/full"], 2);
    assert!(full.contains("/dev/full cannot be written"), "{full}");
    assert!(!full.contains("resume"), "{full}");
    ends_when_nobody_reads(&["batch", &list, "--out", "-"]);
}

#[test]
fn nothing_is_left_to_do_of_a_finished_run() {
    let folder = Folder::new();
    let list = folder.file(
        "list.csv",
        format!("quiz,n\n{CLASSIC},1\nnonsense,2\n{CLASSIC},3\n"),
    );
    let cases = [
        ("a.csv", &[][..]),
        ("a.jsonl", &["--keep", "n"]),
        ("b.csv", &["--columns", "line"]),
        ("b.jsonl", &["--columns", "id,line"]),
    ];
    for (name, more) in cases {
        let out = folder.path(name);
        let run = |code| {
            let mut command = cluewright(&["batch", &list, "--out", &out, "--resume"]);
            let output = output_of(command.args(more), code);
            text(output.stderr)
        };
        run(4);
        let rows = read(&out);
        assert!(run(4).contains("nothing to do: all 3 rows are complete"));
        assert_eq!(read(&out), rows);
        // Without the journal and the last row, the run does not count as finished.
        let cut = rows.trim_end().rfind('\n').expect("there are rows") + 1;
        folder.file(name, &rows[..cut]);
        let told = run(2);
        assert!(
            told.contains("its journal is missing, and it has 2 of 3 rows"),
            "{told}"
        );
        folder.file(name, &rows[..rows.len() - 1]);
        assert!(run(2).contains("it has 2 of 3 rows"));
        assert_eq!(read(&out), rows[..rows.len() - 1]);
    }
}

/// A table with line breaks in its cells is recognised as finished like any other table.
#[test]
fn line_breaks_in_cells_end_no_row() {
    let folder = Folder::new();
    let table = format!("quiz,note\n{CLASSIC},\"one\n\n\"\"two\"\"\"\nnonsense,\"\n\"\n");
    let table = folder.file("table.csv", table);
    let out = folder.path("results.csv");
    let run = ["batch", &table, "--out", &out, "--keep", "note", "--resume"];
    output_of(&mut cluewright(&run), 4);
    let rows = "id,verdict,note\n2,unique,\"one\n\n\"\"two\"\"\"\n5,error,\"\n\"\n";
    assert_eq!(read(&out), rows);
    let told = text(output_of(&mut cluewright(&run), 4).stderr);
    assert!(told.contains("all 2 rows are complete"), "{told}");
    folder.file("results.csv", &rows[..rows.len() - 3]);
    let told = text(output_of(&mut cluewright(&run), 2).stderr);
    assert!(told.contains("it has 1 of 2 rows"), "{told}");
}

/// If a run with --force is killed, the earlier results are unchanged, and the run can be resumed.
#[test]
fn earlier_results_stay_until_the_new_ones_are_complete() {
    let slow = Slow::new(20_000);
    slow.folder.file("results.csv", "earlier\n");
    let (list, out) = (&*slow.list, &*slow.out);
    let run = ["batch", list, "--out", out, "--columns", TIMED, "--quiet"];
    let forced = [&run[..], &["--force"]].concat();
    let child = spawn(&forced, Stdio::inherit(), Stdio::null());
    kill_once(child, || slow.rows().lines().count() > 20);
    assert_eq!(read(out), "earlier\n");
    let stood = slow.rows();
    let told = refusal(&run[1..6], 2);
    assert!(told.contains("already exists"), "{told}");
    assert!(slow.kill_after(Duration::from_millis(100)));
    assert!(slow.rows().starts_with(&stood));
    assert_eq!(read(out), "earlier\n");
    let list = variations(20, 5);
    slow.folder.file("list.txt", list);
    output_of(&mut cluewright(&forced), 0);
    assert_eq!(read(out).lines().count(), 21);
    assert_eq!(
        fs::read_dir(slow.folder.0.path())
            .expect("it is there")
            .count(),
        2
    );
}

/// A killed run whose journal was removed does not count as finished, however many rows it has.
#[test]
fn rows_without_a_journal_are_not_taken_for_all() {
    let slow = start_and_kill();
    fs::remove_file(format!("{}.journal", slow.gathered)).expect("there is a journal");
    let stood = read(&slow.gathered);
    let told = refusal(
        &[
            &slow.list,
            "--out",
            &slow.out,
            "--columns",
            TIMED,
            "--resume",
        ],
        2,
    );
    assert!(
        told.contains("its journal is missing") && told.contains("results.csv.rows"),
        "{told}"
    );
    assert_eq!(read(&slow.gathered), stood);
}

#[cfg(unix)]
#[test]
fn an_output_that_is_removed_during_the_run_is_missed() {
    let slow = Slow::new(20_000);
    let [list, out] = [&slow.list, &slow.out];
    let run = ["batch", list, "--out", out, "--columns", TIMED, "--quiet"];
    let child = spawn(&run, Stdio::inherit(), Stdio::piped());
    while slow.rows().is_empty() {
        std::thread::sleep(Duration::from_millis(10));
    }
    fs::remove_file(&slow.gathered).expect("it can be removed");
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(2));
    let told = text(output.stderr);
    assert!(
        told.contains("was removed or changed by another program"),
        "{told}"
    );
}

/// Input columns are copied after our own. A copy is renamed if one of ours has the same name.
#[test]
fn columns_of_the_input_pass_through() {
    let folder = Folder::new();
    let table = format!(
        "id,Title,quiz,verdict,\nx,\"one, two\",{CLASSIC},mine,7\ny,,nonsense,,\nz,\"a\nb\",{CLASSIC}\n"
    );
    let table = folder.file("table.csv", table);
    assert_eq!(
        rows(&[&table, "--keep", "title,verdict"], 4),
        "id,verdict,title,input-verdict\nx,unique,\"one, two\",mine\ny,error,,\nz,unique,\"a\nb\",\n"
    );
    let all = rows(&[&table, "--keep", "all"], 4);
    let mut lines = all.lines();
    assert_eq!(
        lines.next(),
        Some("id,verdict,Title,quiz,input-verdict,column-5")
    );
    assert_eq!(
        lines.next(),
        Some(&*format!("x,unique,\"one, two\",{CLASSIC},mine,7"))
    );
    let all = rows(&[&table, "--keep", "all", "--columns", "verdict"], 4);
    assert!(
        all.starts_with("verdict,id,Title,quiz,input-verdict,column-5\nunique,x,"),
        "{all}"
    );
    let json = rows(
        &[&table, "--keep", "Title,column-5", "--format", "jsonl"],
        4,
    );
    let first = "{\"id\":\"x\",\"verdict\":\"unique\",\"Title\":\"one, two\",\"column-5\":\"7\"}";
    let second = "{\"id\":\"y\",\"verdict\":\"error\",\"Title\":null,\"column-5\":null}";
    assert!(json.starts_with(&format!("{first}\n{second}\n")), "{json}");
    let told = refusal(&[&table, "--out", "-", "--keep", "titel"], 2);
    assert!(
        told.contains("no input has a column `titel`") && told.contains("quiz"),
        "{told}"
    );

    let objects = format!(
        "{{\"quiz\":\"{CLASSIC}\",\"n\":1.5,\"tags\":[\"a\",\"b\"],\"title\":\"a\\nb\",\"ok\":true}}\n\
         {{\"quiz\":\"{CLASSIC}\",\"n\":null,\"later\":1}}\nnot JSON\n"
    );
    let objects = folder.file("objects.jsonl", objects);
    assert_eq!(
        rows(&[&objects, "--keep", "title,n,tags,later"], 4),
        "id,verdict,title,n,tags,later\n1,unique,\"a\nb\",1.5,\"[\"\"a\"\",\"\"b\"\"]\",\n\
         2,unique,,,,1\n3,error,,,,\n"
    );
    assert_eq!(
        rows(
            &[
                &objects,
                "--keep",
                "all",
                "--format",
                "jsonl",
                "--columns",
                "line"
            ],
            4
        ),
        format!(
            "{{\"line\":1,\"quiz\":\"{CLASSIC}\",\"n\":1.5,\"tags\":[\"a\",\"b\"],\"title\":\"a\\nb\",\"ok\":true}}\n\
             {{\"line\":2,\"quiz\":\"{CLASSIC}\",\"n\":null,\"tags\":null,\"title\":null,\"ok\":null}}\n\
             {{\"line\":3,\"quiz\":null,\"n\":null,\"tags\":null,\"title\":null,\"ok\":null}}\n"
        )
    );
    let bare = folder.file("bare.csv", format!("easy,{CLASSIC}\n"));
    assert_eq!(
        rows(&[&bare, "--keep", "column-1"], 0),
        "id,verdict,column-1\n1,unique,easy\n"
    );
    let list = folder.file("list.txt", CLASSIC);
    assert!(
        refusal(&[&list, "--out", "-", "--keep", "title"], 2).contains("the inputs are neither")
    );
    let mut streamed = cluewright(&["batch", "--input", "csv", "--out", "-", "--keep", "all"]);
    let told = output_of(streamed.write_stdin("quiz\n"), 2);
    assert!(String::from_utf8_lossy(&told.stderr).contains("--keep title,author"));
}

/// The copied columns are part of a run's identity: a run with other columns, or with other text in them, is a different run.
#[test]
fn kept_columns_are_those_of_the_interrupted_run() {
    let folder = Folder::new();
    let lines: String = variations(20_000, 13)
        .lines()
        .map(|line| format!("{line},a\n"))
        .collect();
    let list = folder.file("list.csv", format!("quiz,n\n{lines}"));
    let out = folder.path("results.csv");
    let run = ["--out", &out, "--resume", "--columns", TIMED, "--keep"];
    let arguments = [&["batch", &list][..], &run, &["n"]].concat();
    let gathered = format!("{out}.rows");
    let written = || fs::read_to_string(&gathered).is_ok_and(|rows| rows.lines().count() > 20);
    kill_once(spawn(&arguments, Stdio::inherit(), Stdio::null()), written);
    let told = refusal(&[&[&*list][..], &run, &["quiz"]].concat(), 2);
    assert!(told.contains("keep n then, quiz now"), "{told}");
    folder.file(
        "list.csv",
        format!("quiz,n\n{}", lines.replacen(",a", ",b", 1)),
    );
    let told = refusal(&[&[&*list][..], &run, &["n"]].concat(), 2);
    assert!(told.contains("rows have changed"), "{told}");
    folder.file("list.csv", format!("quiz,n\n{lines}"));
    cluewright(&arguments).assert().code(0);
    let rows = read(&out);
    assert_eq!(rows.lines().count(), 20_001);
    assert!(rows.lines().skip(1).all(|row| row.ends_with(",a")));
}

/// Digits that a solver typed do not change any row, whether they are right or wrong. With `--with-entries`
/// they count as givens.
#[test]
fn typed_digits_change_no_row() {
    let folder = Folder::new();
    let solution =
        "361742985752938641489561723835294176246317859197856234573629418918475362624183597";
    let puzzle = |typed: &[(usize, char)]| {
        let cell = |index: usize| match (
            CLASSIC.as_bytes()[index],
            typed.iter().find(|t| t.0 == index),
        ) {
            (b'.', None) => serde_json::json!({}),
            (b'.', Some((_, digit))) => serde_json::json!({ "value": digit.to_digit(10) }),
            (digit, _) => serde_json::json!({ "value": digit - b'0', "given": true }),
        };
        let row = |row: usize| -> Vec<_> { (9 * row..9 * row + 9).map(cell).collect() };
        let grid: Vec<_> = (0..9).map(row).collect();
        serde_json::json!({ "size": 9, "grid": grid }).to_string()
    };
    let all: Vec<(usize, char)> = solution.chars().enumerate().collect();
    let cases = [&[][..], &[(0, '3')], &[(0, '9')], &[(0, '2')], &all];
    let lines: String = cases.map(|typed| puzzle(typed) + "\n").concat();
    let list = folder.file("list.jsonl", lines);
    let columns = "verdict,solution,rating,effort,hardest,steps,stopped,error";
    let told = rows(&[&list, "--columns", columns], 0);
    let told: Vec<&str> = told.lines().skip(1).collect();
    assert!(
        told[0].starts_with(&format!("unique,{solution},2.0,")),
        "{}",
        told[0]
    );
    assert!(told.iter().all(|row| *row == told[0]), "{told:#?}");
    let counted = rows(&[&list, "--columns", "verdict", "--with-entries"], 0);
    assert_eq!(counted, "verdict\nunique\nunique\nnone\nnone\nunique\n");
}

#[test]
fn a_puzzle_has_its_title_and_its_author() {
    let folder = Folder::new();
    let own = "title = \"Two, three\"\nauthor = \"A. Setter\"\nsize = 4\n";
    let own = folder.file("own.toml", own);
    let list = folder.file(
        "list.txt",
        format!(
            "{CLASSIC}\n{}\n",
            THERMO.replace("{\"size", "{\"title\":\"T\",\"size")
        ),
    );
    assert_eq!(
        rows(&[&own, &list, "--columns", "verdict,title,author"], 0),
        "verdict,title,author\nseveral,\"Two, three\",A. Setter\nunique,,\nseveral,T,\n"
    );
}

/// A run that takes long enough to be killed halfway, because its columns need guess counts, grades or diagnoses.
struct Slow {
    folder: Folder,
    list: String,
    out: String,
    /// The file that collects the rows until the run is complete.
    gathered: String,
    columns: &'static str,
}

const TIMED: &str = "id,verdict,nodes,milliseconds";
const STUDIED: &str = "id,verdict,rating,effort,blame,repair,open,redundant,milliseconds";

impl Slow {
    fn new(lines: usize) -> Self {
        Self::with(lines, TIMED)
    }

    fn with(lines: usize, columns: &'static str) -> Self {
        let folder = Folder::new();
        let list = folder.file("list.txt", variations(lines, 5));
        let out = folder.path("results.csv");
        Self {
            folder,
            list,
            gathered: format!("{out}.rows"),
            out,
            columns,
        }
    }

    fn spawn(&self) -> Child {
        let files = ["batch", &self.list, "--out", &self.out];
        let how = ["--resume", "--columns", self.columns];
        let run = [&files[..], &how].concat();
        spawn(&run, Stdio::inherit(), Stdio::null())
    }

    /// Lets the run continue for this long and then kills it. Returns `true` if it was unfinished.
    fn kill_after(&self, after: Duration) -> bool {
        let mut child = self.spawn();
        std::thread::sleep(after);
        child.kill().expect("it can be killed");
        child.wait().expect("it ends");
        // The process may have written everything just before it is killed. A journal proves that work was left.
        let journal = format!("{}.journal", self.gathered);
        self.rows().is_empty() || fs::exists(journal).expect("the folder is there")
    }

    /// Returns the rows written so far, even while the run continues.
    fn rows(&self) -> String {
        let gathered = fs::read_to_string(&self.gathered);
        let text = gathered.or_else(|_| fs::read_to_string(&self.out));
        let text = text.unwrap_or_default();
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        text[..end].to_owned()
    }
}

fn without_times(rows: &str) -> String {
    rows.lines()
        .map(|line| format!("{}\n", line.rsplit_once(',').expect("there are columns").0))
        .collect()
}

/// A run that is killed at any moment keeps its rows. Their recorded times do not change, which proves that the rows
/// are not computed again. The final table equals that of an uninterrupted run.
#[test]
fn no_row_is_lost_or_done_twice() {
    survives(Slow::new(1500 / one_in(2)));
}

#[test]
fn no_grade_or_diagnosis_is_lost_or_done_twice() {
    survives(Slow::with(60 / one_in(3), STUDIED));
}

/// Kills runs at random moments within the time that an uninterrupted run takes, and checks that no row is lost or
/// computed again.
fn survives(slow: Slow) {
    let least = 16 / one_in(2);
    let started = Instant::now();
    let peaceful = folder_run(&slow);
    let longest = started.elapsed();
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut kills, mut halfway, mut runs) = (0, 0, 0);
    while kills < least || runs == 0 {
        let after = longest.mul_f64(rng.random());
        let before = slow.rows();
        if slow.kill_after(after) {
            kills += 1;
            let stood = slow.rows();
            assert!(
                stood.starts_with(&before),
                "a row was lost after {kills} kills"
            );
            halfway += usize::from(stood.len() > before.len());
        } else {
            let done = read(&slow.out);
            assert!(done.starts_with(&before), "a row was done twice");
            assert_eq!(without_times(&done), peaceful);
            fs::remove_file(&slow.out).expect("it can be removed");
            runs += 1;
        }
    }
    assert!(
        halfway >= least / 4,
        "{halfway} of {kills} runs came to a row"
    );
    let before = slow.rows();
    let status = slow.spawn().wait().expect("it ends");
    assert_eq!(status.code(), Some(0));
    let done = read(&slow.out);
    assert!(done.starts_with(&before));
    assert_eq!(without_times(&done), peaceful);
    drop(slow.folder);
}

/// Returns the rows of an uninterrupted run, with the times removed.
fn folder_run(slow: &Slow) -> String {
    without_times(&rows(&[&slow.list, "--columns", slow.columns], 0))
}

/// Kills a run as soon as `enough` returns `true`.
fn kill_once(mut child: Child, enough: impl Fn() -> bool) {
    while !enough() {
        let ended = child.try_wait().expect("it is our child");
        assert!(ended.is_none(), "the run is long enough");
        std::thread::sleep(Duration::from_millis(5));
    }
    child.kill().expect("it can be killed");
    child.wait().expect("it ends");
}

/// Starts a run, kills it after some rows, and returns it.
fn start_and_kill() -> Slow {
    let slow = Slow::new(20_000);
    // The journal needs several marks, so that a run with damage after the last mark can return to the previous one.
    let marked = || fs::read_to_string(format!("{}.journal", slow.gathered)).unwrap_or_default();
    let enough = || slow.rows().lines().count() > 20 && marked().lines().count() >= 5;
    kill_once(slow.spawn(), enough);
    slow
}

#[test]
fn an_interrupted_run_goes_on_with_the_same_input_and_options_only() {
    let slow = start_and_kill();
    let whole = slow.rows();
    // This simulates a kill in the middle of the last write.
    fs::write(&slow.gathered, &whole[..whole.len() - 10]).expect("they can be written");
    let stood = slow.rows();
    let with = |arguments: &[&str]| {
        let told = refusal(
            &[&[&*slow.list, "--out", &slow.out, "--resume"], arguments].concat(),
            2,
        );
        assert!(slow.rows().starts_with(&stood), "a refusal harms nothing");
        told
    };
    let told = with(&[]);
    assert!(
        told.contains("columns id,verdict,nodes,milliseconds then, id,verdict now"),
        "{told}"
    );
    let told = with(&["--columns", TIMED, "--node-limit", "7"]);
    assert!(told.contains("node-limit 500000 then, 7 now"), "{told}");
    let told = with(&["--columns", TIMED, "--rules", "tests/cli/my-rules"]);
    assert!(told.contains("rules built in then, queue "), "{told}");
    let list = read(&slow.list);
    slow.folder.file("list.txt", list.clone() + "\n");
    assert!(with(&["--columns", TIMED]).contains("bytes of"));
    let changed = match &list[..1] {
        "." => format!("1{}", &list[1..]),
        _ => format!(".{}", &list[1..]),
    };
    slow.folder.file("list.txt", changed);
    assert!(with(&["--columns", TIMED]).contains("rows have changed"));
}

/// A crash of the system may truncate the results or leave junk at their end. Everything before the damage remains valid.
#[test]
fn damaged_results_are_good_up_to_the_damage() {
    for junk in [&b""[..], b"\0\0\0\0\0\0\0\0", b"12,unique,3,1.0\n13,un"] {
        let slow = start_and_kill();
        let stood = slow.rows();
        let bytes = fs::read(&slow.gathered).expect("there are rows");
        let damaged = [&bytes[..stood.len() - 10], junk].concat();
        fs::write(&slow.gathered, damaged).expect("they can be written");
        assert!(slow.kill_after(Duration::from_millis(100)));
        let after = slow.rows();
        let rows = after.lines().count();
        let ids = after
            .lines()
            .skip(1)
            .map(|line| line.split(',').next().unwrap_or_default());
        assert!(
            ids.eq((1..rows).map(|id| id.to_string())),
            "no row is torn, doubled or left out"
        );
        assert!(rows > 1);
    }
}

#[cfg(unix)]
#[test]
fn ctrl_c_stops_between_rows() {
    let slow = Slow::new(20_000);
    let child = slow.spawn();
    std::thread::sleep(Duration::from_millis(400));
    let kill = std::process::Command::new("kill")
        .args(["-INT", &child.id().to_string()])
        .status();
    assert!(kill.expect("there is `kill`").success());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(3));
    let text = read(&slow.gathered);
    assert!(text.ends_with('\n'));
    assert!(Path::new(&format!("{}.journal", slow.gathered)).exists());
    assert!(!Path::new(&slow.out).exists());
}

/// Runs a batch inside this process and returns its rows.
fn in_memory(path: PathBuf, threads: usize) -> String {
    let columns = ["id", "verdict", "solution", "error"].into_iter();
    let mut options = Options::default();
    options.columns = columns.filter_map(batch::column).collect();
    options.nodes = 1000;
    options.threads = threads;
    let mut rows = vec![];
    let inputs = Inputs::find(&[path.display().to_string()], None).expect("it can be read");
    let target = Target::Stream {
        name: "memory".to_owned(),
        stream: Box::new(&mut rows),
    };
    let never = AtomicBool::new(false);
    batch::run(inputs.found, &options, target, &never, &mut |_| {}).expect("memory takes it");
    String::from_utf8(rows).expect("rows are UTF-8")
}

/// Generates lines of all kinds: arbitrary bytes, letters that occur in puzzles, and damaged puzzles.
fn junk() -> impl Strategy<Value = Vec<u8>> {
    let line = prop_oneof![
        prop::collection::vec(any::<u8>(), 0..200),
        "[0-9.,:;#\"{}\\[\\] ]{0,100}".prop_map(String::into_bytes),
        "[.1-9]{78,84}".prop_map(String::into_bytes),
        (0..81_usize, any::<u8>()).prop_map(|(at, byte)| {
            let mut line = CLASSIC.as_bytes().to_vec();
            line[at] = byte;
            line
        }),
    ];
    prop::collection::vec(line, 1..60).prop_map(|lines| lines.join(&b'\n'))
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn random_bytes_are_lines_too(text in junk(), ending in prop_oneof!["txt", "csv", "jsonl", "toml"]) {
        let folder = Folder::new();
        let path = folder.file(&format!("junk.{ending}"), &text);
        let rows = in_memory(path.clone().into(), 1);
        prop_assert_eq!(&rows, &in_memory(path.into(), 3));
        let mut reader = csv::Reader::from_reader(rows.as_bytes());
        let records: Vec<csv::StringRecord> = reader.records().collect::<Result<_, _>>().expect("rows are CSV");
        prop_assert!(records.iter().all(|record| record.len() == 4));
        let verdicts = ["none", "unique", "several", "undecided", "error", ""];
        prop_assert!(records.iter().all(|record| verdicts.contains(&&record[1])));
        if ending == "txt" || ending == "jsonl" {
            let unended = text.last().is_some_and(|&byte| byte != b'\n');
            let lines = text.iter().filter(|&&byte| byte == b'\n').count() + usize::from(unended);
            prop_assert_eq!(records.len(), lines);
        }
    }
}

#[test]
fn a_corpus_is_described_and_drawn() {
    let folder = Folder::new();
    let list = folder.file("list.txt", variations(200, 7));
    let results = folder.file(
        "results.csv",
        rows(&[&list, "--columns", "id,verdict,nodes"], 0),
    );
    let plots = folder.path("plots");
    let mut command = cluewright(&["corpus", "stats", &results, "--plots", &plots]);
    let told = text(output_of(&mut command, 0).stdout);
    let verdicts = read(&results);
    for verdict in ["none", "unique", "several"] {
        let count = verdicts
            .matches(&format!(",{verdict},"))
            .count()
            .to_string();
        let line = told
            .lines()
            .find(|line| line.trim_start().starts_with(verdict));
        let words: Vec<&str> = line
            .expect("each verdict is counted")
            .split_whitespace()
            .collect();
        assert_eq!(words[1], count, "{told}");
    }
    assert!(
        told.contains("200 rows") && told.contains("median"),
        "{told}"
    );
    let mut names: Vec<String> = fs::read_dir(&plots)
        .expect("there is a folder")
        .map(|entry| {
            entry
                .expect("it can be read")
                .file_name()
                .display()
                .to_string()
        })
        .collect();
    names.sort();
    assert_eq!(names, ["nodes.svg", "verdict.svg"]);
    assert!(read(&format!("{plots}/nodes.svg")).starts_with("<svg"));
    cluewright(&["corpus", "stats", &folder.path("none.csv")])
        .assert()
        .code(2);
}

/// Tiers are listed from easy to hard in the table and in the picture, regardless of how often each
/// occurs.
#[test]
fn tiers_are_in_their_order() {
    let folder = Folder::new();
    let tiers = [
        "very hard",
        "easy",
        "hard",
        "easy",
        "medium",
        "hard",
        "hard",
        "needs search",
    ];
    let rows = tiers.iter().enumerate();
    let rows: String = rows.map(|(id, tier)| format!("{id},{tier}\n")).collect();
    let results = folder.file("results.csv", format!("id,tier\n{rows}"));
    let plots = folder.path("plots");
    let mut command = cluewright(&["corpus", "stats", &results, "--plots", &plots]);
    let told = text(output_of(&mut command, 0).stdout);
    let told = told
        .lines()
        .filter_map(|line| Some(line.strip_prefix("  ")?.split_once("  ")?.0));
    let picture = read(&format!("{plots}/tier.svg"));
    let bars = picture
        .lines()
        .filter_map(|line| line.split_once("\"><title>")?.1.split_once(':'));
    let expected = ["easy", "medium", "hard", "very hard", "needs search"];
    assert_eq!(told.collect::<Vec<_>>(), expected);
    assert_eq!(bars.map(|(tier, _)| tier).collect::<Vec<_>>(), expected);
}

#[test]
fn two_runs_are_compared_by_their_ids() {
    let folder = Folder::new();
    let old = folder.file(
        "old.csv",
        "id,verdict,nodes,milliseconds\na,unique,3,0.1\nb,none,4,0.2\nc,unique,5,0.3\n",
    );
    let same = folder.file(
        "same.csv",
        "id,milliseconds,verdict,nodes\nc,9,unique,5\na,9,unique,3\nb,9,none,4\n",
    );
    let other = folder.file(
        "other.csv",
        "id,verdict,nodes\nd,unique,1\nb,several,4\na,unique,1\n",
    );
    let diff = |old: &str, new: &str, code| {
        text(output_of(&mut cluewright(&["corpus", "diff", old, new]), code).stdout)
    };
    assert!(diff(&old, &same, 0).contains("nothing changed"));
    let expected = "\
2 rows in both
1 row only in the old results; the first is c
1 row only in the new results; the first is d
columns in only one of the results: milliseconds

verdict: 1 row changed (50.0%)
         1  none -> several
  b: none -> several

nodes: 1 row changed (50.0%)
  0 larger, 1 smaller; mean 3.5 -> 2.5
  a: 3 -> 1
";
    assert_eq!(diff(&old, &other, 1), expected);
    let twice = folder.file("twice.csv", "id,verdict\nx,none\nx,none\n");
    assert_eq!(diff(&old, &twice, 2), "");
}

#[cfg(feature = "parquet")]
#[test]
fn parquet_tables_hold_the_same() {
    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::Field;
    let folder = Folder::new();
    let list = folder.file("list.txt", format!("{}nonsense\n", variations(300, 8)));
    let columns = "id,line,verdict,nodes";
    let expected = rows(&[&list, "--columns", columns], 4);
    let out = folder.path("results.parquet");
    cluewright(&["batch", &list, "--out", &out, "--columns", columns])
        .assert()
        .code(4);
    let reader = SerializedFileReader::new(fs::File::open(&out).expect("there is a file"));
    let mut told = format!("{columns}\n");
    for row in reader
        .expect("it is Parquet")
        .get_row_iter(None)
        .expect("it has rows")
    {
        let row = row.expect("it can be read");
        let fields: Vec<String> = row
            .get_column_iter()
            .map(|(_, field)| match field {
                Field::Null => String::new(),
                Field::Str(text) => text.clone(),
                other => other.to_string(),
            })
            .collect();
        told += &(fields.join(",") + "\n");
    }
    assert_eq!(told, expected);
    assert_eq!(
        fs::read_dir(folder.0.path())
            .expect("there is a folder")
            .count(),
        2
    );
    assert!(refusal(&[&list, "--out", &out], 2).contains("already exists"));
}

#[test]
fn long_lists_may_be_in_utf_16() {
    let folder = Folder::new();
    let list = format!("{CLASSIC}\r\n").repeat(2000);
    let bytes: Vec<u8> = format!("\u{feff}{list}")
        .encode_utf16()
        .flat_map(u16::to_le_bytes)
        .collect();
    let plain = folder.file("list.txt", &bytes);
    let packed = folder.file("list.txt.gz", gzip(bytes));
    for file in [plain, packed] {
        let table = rows(&[&file, "--columns", "verdict"], 0);
        assert_eq!(table, format!("verdict\n{}", "unique\n".repeat(2000)));
    }
}

#[test]
fn a_byte_order_mark_hides_no_keys() {
    let folder = Folder::new();
    let line = format!("\u{feff}{{\"puzzle\":\"{CLASSIC}\",\"stars\":3}}\n");
    let file = folder.file("list.jsonl", line);
    let table = rows(&[&file, "--columns", "verdict", "--keep", "stars"], 0);
    assert_eq!(table, "verdict,stars\nunique,3\n");
    let all = rows(&[&file, "--columns", "verdict", "--keep", "all"], 0);
    assert!(all.starts_with("verdict,puzzle,stars\n"), "{all}");
}

#[test]
fn an_open_quote_at_the_end_is_an_error_of_its_own_row() {
    let folder = Folder::new();
    let file = folder.file("list.csv", format!("puzzle\n{CLASSIC}\n\"{CLASSIC}\n"));
    let table = rows(&[&file, "--columns", "id,verdict,error"], 4);
    let expected = "id,verdict,error\n2,unique,\n3,error,a closing quote is missing\n";
    assert_eq!(table, expected);
}

#[test]
fn a_blank_solution_is_not_compared() {
    let folder = Folder::new();
    let file = folder.file("list.csv", format!("puzzle,solution\n{CLASSIC},\"   \"\n"));
    let table = rows(&[&file, "--columns", "verdict,matches"], 0);
    assert_eq!(table, "verdict,matches\nunique,\n");
}

#[test]
fn finished_results_without_verdicts_are_only_counted() {
    let folder = Folder::new();
    let list = folder.file("list.txt", format!("{CLASSIC}\n\n{CLASSIC}\n"));
    let out = folder.path("out.csv");
    let run = [
        "batch",
        &list,
        "--columns",
        "solution",
        "--out",
        &out,
        "--summary",
    ];
    let summary = |more: &[&str]| text(output_of(cluewright(&run).args(more), 0).stdout);
    assert!(summary(&[]).contains("unique "));
    let again = summary(&["--resume"]);
    assert!(
        again.contains("checked ") && !again.contains("undecided"),
        "{again}"
    );
}
