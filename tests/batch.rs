//! `cluewright batch`: whatever comes in, each record gives one row, and no row is lost.

use assert_cmd::Command;
use cluewright::batch::{self, Input, Options, RowFormat, Target};
use cluewright::formats::ReadOptions;
use cluewright::search::classic::Isa;
use flate2::Compression;
use flate2::write::GzEncoder;
use proptest::prelude::*;
use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use ruzstd::encoding::{CompressionLevel, compress_to_vec};
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Stdio};
use std::sync::atomic::AtomicBool;
use std::time::Duration;
use tempfile::TempDir;

const CLASSIC: &str =
    "..17...8.75.9...4.........38.5.9.1...4.....5...7.5.2.45.........1...5.62.2...35..";
const THERMO: &str = r#"{"size":4,"clues":{"thermometer":"R1C1 R1C2 R1C3 R1C4"}}"#;

fn cluewright(arguments: &[&str]) -> Command {
    let mut command = Command::cargo_bin("cluewright").expect("the binary is built");
    command.args(arguments);
    command
}

/// A folder for one test.
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

/// What the batch writes on standard output.
fn rows(arguments: &[&str], code: i32) -> String {
    let mut command = cluewright(&["batch", "--out", "-", "--quiet"]);
    let output = command
        .args(arguments)
        .assert()
        .code(code)
        .get_output()
        .clone();
    String::from_utf8(output.stdout).expect("rows are UTF-8")
}

/// What the batch complains of.
fn refusal(arguments: &[&str], code: i32) -> String {
    let mut command = cluewright(&["batch", "--quiet"]);
    let output = command
        .args(arguments)
        .assert()
        .code(code)
        .get_output()
        .clone();
    assert_eq!(output.stdout, b"");
    String::from_utf8(output.stderr).expect("messages are UTF-8")
}

/// The classic with digits, rows and columns shuffled, and some clues left out or changed.
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
    assert_eq!(rows(&[&named], 0), "id,verdict\nfirst,unique\na b,unique\n");
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
        let output = cluewright(arguments)
            .write_stdin(format!("{CLASSIC}\n{CLASSIC}"))
            .assert();
        let output = output.code(0).get_output().clone();
        assert_eq!(output.stdout, b"id,verdict\n1,unique\n2,unique\n");
        let told = String::from_utf8_lossy(&output.stderr).into_owned();
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
        "quote not closed",
        "--field",
    ] {
        assert!(told.contains(message), "{message}: {told}");
    }
    assert!(refusal(&[&missing, "--out", "-"], 2).contains("no such file"));
}

#[test]
fn the_same_bytes_at_any_number_of_threads() {
    let folder = Folder::new();
    let mut list = String::new();
    for (index, line) in variations(6000, 1).lines().enumerate() {
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
        assert!(one.lines().count() > 6000);
        assert_eq!(one, run("2"));
        assert_eq!(one, run("8"));
    }
}

/// The kernel and the general engine, which has to take over where nodes are asked for, agree.
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
        format!("{}{full}\n{jigsaw}\n{zeros}\n{holes}\n", variations(300, 2)),
    );
    let with_nodes = rows(
        &[&list, "--columns", "id,verdict,solutions,solution,nodes"],
        0,
    );
    let without: String = with_nodes
        .lines()
        .map(|line| format!("{}\n", line.rsplit_once(',').expect("there are columns").0))
        .collect();
    assert_eq!(
        rows(&[&list, "--columns", "id,verdict,solutions,solution"], 0),
        without
    );
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

#[test]
fn an_output_that_exists_is_kept() {
    let folder = Folder::new();
    let list = folder.file("list.txt", variations(20, 3));
    let out = folder.file("results.csv", "mine\n");
    assert!(refusal(&[&list, "--out", &out], 2).contains("exists already"));
    assert!(refusal(&[&list, "--out", &out, "--resume"], 2).contains("nothing to resume"));
    assert_eq!(read(&out), "mine\n");
    cluewright(&["batch", &list, "--out", &out, "--force"])
        .assert()
        .code(0);
    assert_eq!(read(&out).lines().count(), 21);
    assert!(!Path::new(&format!("{out}.journal")).exists());
    let lost = folder.path("no/such/folder.csv");
    assert!(refusal(&[&list, "--out", &lost], 2).contains("cannot be written"));
    assert!(refusal(&[&list, "--out", "-", "--resume"], 2).contains("standard output"));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_and_a_closed_pipe_are_messages() {
    let folder = Folder::new();
    let list = folder.file("list.txt", variations(3000, 4));
    let full = refusal(&[&list, "--out", "/dev/full"], 2);
    assert!(full.contains("/dev/full cannot be written"), "{full}");
    let mut child = std::process::Command::new(assert_cmd::cargo::cargo_bin("cluewright"))
        .args(["batch", &list, "--out", "-"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    drop(child.stdout.take());
    let output = child.wait_with_output().expect("the binary ends");
    assert_eq!(output.status.code(), Some(2));
    let told = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(told.contains("standard output cannot be written"), "{told}");
}

/// A run that takes its time: the general engine has to count nodes.
struct Slow {
    folder: Folder,
    list: String,
    out: String,
}

const TIMED: &str = "id,verdict,nodes,milliseconds";

impl Slow {
    fn new(lines: usize) -> Self {
        let folder = Folder::new();
        let list = folder.file("list.txt", variations(lines, 5));
        let out = folder.path("results.csv");
        Self { folder, list, out }
    }

    fn spawn(&self) -> Child {
        std::process::Command::new(assert_cmd::cargo::cargo_bin("cluewright"))
            .args([
                "batch",
                &self.list,
                "--out",
                &self.out,
                "--resume",
                "--columns",
                TIMED,
            ])
            .stderr(Stdio::null())
            .spawn()
            .expect("the binary runs")
    }

    /// Runs until it is killed after so long, or ends.
    fn interrupted(&self, after: Duration) -> bool {
        let mut child = self.spawn();
        std::thread::sleep(after);
        child.kill().expect("it can be killed");
        let status = child.wait().expect("it ends");
        status.code().is_none()
    }

    /// The rows that stand.
    fn rows(&self) -> String {
        let text = fs::read_to_string(&self.out).unwrap_or_default();
        let end = text.rfind('\n').map_or(0, |end| end + 1);
        text[..end].to_owned()
    }
}

fn without_times(rows: &str) -> String {
    rows.lines()
        .map(|line| format!("{}\n", line.rsplit_once(',').expect("there are columns").0))
        .collect()
}

/// Kill -9 at any moment: the rows that stood before stand after, with the times that they had, so they
/// were not worked out again; and all rows together are those of a run in peace.
#[test]
fn no_row_is_lost_or_done_twice() {
    const KILLS: usize = 32;
    let slow = Slow::new(1500);
    let peaceful = folder_run(&slow.list);
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let (mut kills, mut halfway, mut runs) = (0, 0, 0);
    while kills < KILLS || runs == 0 {
        let after = Duration::from_micros(rng.random_range(0..150_000));
        let before = slow.rows();
        if slow.interrupted(after) {
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
        halfway >= KILLS / 4,
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

/// The rows of a run that nobody disturbs, without times.
fn folder_run(list: &str) -> String {
    without_times(&rows(&[list, "--columns", TIMED], 0))
}

/// A run killed with some rows written.
fn interrupted() -> Slow {
    let slow = Slow::new(20_000);
    for _ in 0..100 {
        assert!(
            slow.interrupted(Duration::from_millis(150)),
            "the run is long enough"
        );
        if slow.rows().lines().count() > 20 {
            return slow;
        }
    }
    panic!("the run never came to a row");
}

#[test]
fn an_interrupted_run_goes_on_with_the_same_input_and_options_only() {
    let slow = interrupted();
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
    let list = read(&slow.list);
    slow.folder.file("list.txt", list.clone() + "\n");
    assert!(with(&["--columns", TIMED]).contains("bytes of"));
    let changed = match &list[..1] {
        "." => format!("1{}", &list[1..]),
        _ => format!(".{}", &list[1..]),
    };
    slow.folder.file("list.txt", changed);
    assert!(with(&["--columns", TIMED]).contains("were others"));
}

/// What a crash of the system may leave: results without their end, or with junk there.
#[test]
fn damaged_results_are_good_up_to_the_damage() {
    for junk in [&b""[..], b"\0\0\0\0\0\0\0\0", b"12,unique,3,1.0\n13,un"] {
        let slow = interrupted();
        let stood = slow.rows();
        let bytes = fs::read(&slow.out).expect("there are results");
        let damaged = [&bytes[..stood.len() - 10], junk].concat();
        fs::write(&slow.out, damaged).expect("they can be written");
        assert!(slow.interrupted(Duration::from_millis(100)));
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
    let text = read(&slow.out);
    assert!(text.ends_with('\n'));
    assert!(Path::new(&format!("{}.journal", slow.out)).exists());
}

/// Runs a batch inside this process and returns its rows.
fn in_memory(path: PathBuf, threads: usize) -> String {
    let options = Options {
        columns: ["id", "verdict", "solution", "error"]
            .into_iter()
            .filter_map(batch::column)
            .collect(),
        row_format: RowFormat::Csv,
        field: None,
        format: None,
        reading: ReadOptions::default(),
        nodes: 1000,
        time: None,
        isa: Isa::best(),
        threads,
    };
    let mut rows = vec![];
    let inputs = Input::find(&[path.display().to_string()], None).expect("it can be read");
    let target = Target::Stream {
        name: "memory".to_owned(),
        stream: Box::new(&mut rows),
    };
    let never = AtomicBool::new(false);
    batch::run(inputs, &options, target, &never, &mut |_| {}).expect("memory takes it");
    String::from_utf8(rows).expect("rows are UTF-8")
}

/// Lines of anything: bytes, letters of puzzles, puzzles with damage.
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
    let output = cluewright(&["corpus", "stats", &results, "--plots", &plots])
        .assert()
        .code(0);
    let told = String::from_utf8_lossy(&output.get_output().stdout).into_owned();
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
        let output = cluewright(&["corpus", "diff", old, new])
            .assert()
            .code(code)
            .get_output()
            .clone();
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    assert!(diff(&old, &same, 0).contains("nothing changed"));
    let expected = "\
2 rows in both
1 row only in the old results, the first is c
1 row only in the new results, the first is d
columns that only one of them has: milliseconds

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
    assert!(refusal(&[&list, "--out", &out], 2).contains("exists already"));
}
