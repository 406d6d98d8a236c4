//! Measures the proofs per second of the classic kernel, for each instruction set that this processor supports.
//!
//! The puzzles are minimal ones that the benchmark generates. If the environment variable `CLUEWRIGHT_DATA` names a folder, the
//! collections in its `classic/*.txt`, with one puzzle per line, are measured too. `benches/peers` compares the kernel with another
//! solver in the same run.

use cluewright_engine::search::classic::{Grid, Isa, Pencilmarks, Prover, Verdict, text_lines};
use divan::Bencher;
use divan::counter::ItemsCount;
use rand::seq::SliceRandom;
use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;
use std::path::PathBuf;
use std::sync::LazyLock;

fn main() {
    divan::main();
}

/// A collection of puzzles: its name and its lines.
struct Collection {
    name: String,
    text: Vec<u8>,
}

static COLLECTIONS: LazyLock<Vec<Collection>> = LazyLock::new(|| {
    let mut collections = vec![Collection {
        name: "minimal".into(),
        text: dig(4096),
    }];
    collections.extend(files().into_iter().filter_map(|path| {
        let name = path.file_stem()?.to_string_lossy().into_owned();
        let text = std::fs::read(path).ok()?;
        Some(Collection { name, text })
    }));
    collections
});

fn files() -> Vec<PathBuf> {
    let Some(data) = std::env::var_os("CLUEWRIGHT_DATA") else {
        return Vec::new();
    };
    let folder = std::fs::read_dir(PathBuf::from(data).join("classic"));
    let mut files: Vec<PathBuf> = folder
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt"))
        .collect();
    files.sort();
    files
}

/// Returns `count` minimal puzzles, one per line. Each is made from a full grid by removing givens in random order as long
/// as the puzzle stays unique.
fn dig(count: usize) -> Vec<u8> {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut prover = Prover::new(Isa::best()).expect("the best is available");
    let mut puzzles: Vec<Grid> = (0..count).map(|_| full_grid(&mut rng)).collect();
    let mut orders = vec![std::array::from_fn::<usize, 81, _>(|cell| cell); count];
    for order in &mut orders {
        order.shuffle(&mut rng);
    }
    for turn in 0..81 {
        let mut tried = puzzles.clone();
        for (puzzle, order) in tried.iter_mut().zip(&orders) {
            puzzle.0[order[turn]] = 0;
        }
        let marks: Vec<Pencilmarks> = tried.iter().map(Pencilmarks::from).collect();
        for (index, verdict) in prover.prove_marks(&marks).into_iter().enumerate() {
            if verdict == Verdict::Unique {
                puzzles[index] = tried[index];
            }
        }
    }
    let line = |puzzle: &Grid| puzzle.0.map(|digit| b'0' + digit);
    puzzles
        .iter()
        .flat_map(|puzzle| [&line(puzzle)[..], b"\n"].concat())
        .collect()
}

/// Returns a full grid with shuffled digits, rows and columns.
fn full_grid(rng: &mut impl Rng) -> Grid {
    let mut digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    digits.shuffle(rng);
    let (rows, columns) = (lines(rng), lines(rng));
    Grid(std::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(row % 3 * 3 + row / 3 + column) % 9]
    }))
}

fn lines(rng: &mut impl Rng) -> [usize; 9] {
    let mut groups = [0, 1, 2];
    groups.shuffle(rng);
    let mut inside = [[0, 1, 2]; 3];
    for order in &mut inside {
        order.shuffle(rng);
    }
    std::array::from_fn(|line| groups[line / 3] * 3 + inside[line / 3][line % 3])
}

fn names() -> impl Iterator<Item = &'static str> {
    COLLECTIONS
        .iter()
        .map(|collection| collection.name.as_str())
}

fn prove(bencher: Bencher<'_, '_>, name: &str, isa: Isa) {
    let Ok(mut prover) = Prover::new(isa) else {
        return; // The processor does not support this instruction set.
    };
    let collection = COLLECTIONS
        .iter()
        .find(|collection| collection.name == name);
    let lines: Vec<&[u8]> =
        collection.map_or_else(Vec::new, |found| text_lines(&found.text).collect());
    bencher
        .counter(ItemsCount::new(lines.len()))
        .bench_local(|| prover.prove_lines(lines.iter().copied()));
}

#[divan::bench(args = names(), sample_count = 9)]
fn avx512(bencher: Bencher<'_, '_>, name: &str) {
    prove(bencher, name, Isa::Avx512);
}

#[divan::bench(args = names(), sample_count = 9)]
fn avx2(bencher: Bencher<'_, '_>, name: &str) {
    prove(bencher, name, Isa::Avx2);
}

#[divan::bench(args = names(), sample_count = 9)]
fn portable(bencher: Bencher<'_, '_>, name: &str) {
    prove(bencher, name, Isa::Portable);
}
