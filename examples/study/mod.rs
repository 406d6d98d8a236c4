//! What the studies share: rank correlation, plots, processor time.

use std::fmt::Write;
use std::time::Duration;

/// The rank correlation of pairs.
pub(crate) fn spearman(pairs: &[(f64, f64)]) -> f64 {
    let a = ranks(pairs.iter().map(|p| p.0).collect());
    let b = ranks(pairs.iter().map(|p| p.1).collect());
    let mean = (pairs.len() as f64 - 1.0) / 2.0;
    let dot = |x: &[f64], y: &[f64]| -> f64 {
        x.iter().zip(y).map(|(x, y)| (x - mean) * (y - mean)).sum()
    };
    dot(&a, &b) / (dot(&a, &a) * dot(&b, &b)).sqrt()
}

fn ranks(values: Vec<f64>) -> Vec<f64> {
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&i, &j| values[i].total_cmp(&values[j]));
    let mut ranks = vec![0.0; values.len()];
    for run in order.chunk_by(|&i, &j| values[i] == values[j]) {
        let below = values.iter().filter(|&&v| v < values[run[0]]).count();
        for &i in run {
            ranks[i] = below as f64 + (run.len() as f64 - 1.0) / 2.0;
        }
    }
    ranks
}

/// A scatter plot as SVG: pairs, and what the axes are called.
pub(crate) fn scatter(pairs: &[(f64, f64)], across: &str, up: &str) -> String {
    let range = |values: &mut dyn Iterator<Item = f64>| {
        values.fold((f64::MAX, f64::MIN), |(low, high), v| {
            (low.min(v), high.max(v))
        })
    };
    let (left, right) = range(&mut pairs.iter().map(|p| p.0));
    let (low, high) = range(&mut pairs.iter().map(|p| p.1));
    let x = |v: f64| 60.0 + 480.0 * (v - left) / (right - left).max(1e-9);
    let y = |v: f64| 380.0 - 340.0 * (v - low) / (high - low).max(1e-9);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 560 430\" font-family=\"sans-serif\" font-size=\"12\">\n<rect width=\"560\" height=\"430\" fill=\"white\"/>\n",
    );
    for &(a, b) in pairs {
        let _ = writeln!(
            svg,
            "<circle cx=\"{:.1}\" cy=\"{:.1}\" r=\"2\" fill=\"#1f77b4\" fill-opacity=\"0.3\"/>",
            x(a),
            y(b)
        );
    }
    for step in 0..=4 {
        let part = f64::from(step) / 4.0;
        let (a, b) = (left + part * (right - left), low + part * (high - low));
        let _ = writeln!(
            svg,
            "<text x=\"{:.1}\" y=\"396\" text-anchor=\"middle\">{a:.1}</text>\n<text x=\"54\" y=\"{:.1}\" text-anchor=\"end\">{b:.1}</text>",
            x(a),
            y(b) + 4.0
        );
    }
    let _ = writeln!(
        svg,
        "<path d=\"M60 30V380H540\" fill=\"none\" stroke=\"black\"/>\n<text x=\"300\" y=\"420\" text-anchor=\"middle\">{across}</text>\n<text x=\"60\" y=\"20\">{up}</text>\n</svg>"
    );
    svg
}

/// What this thread has used of the processor; on Linux only.
pub(crate) fn processor_time() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds = text
        .split(' ')
        .next()
        .and_then(|number| number.parse().ok());
    Duration::from_nanos(nanoseconds.unwrap_or(0))
}
