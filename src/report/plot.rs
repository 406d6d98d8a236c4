//! Distributions as bar charts in SVG.

use crate::batch::{Bin, round_step};
use std::fmt::Write;

/// A bar of a chart, with its label.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Bar {
    /// The label of the bar, which may be empty.
    pub label: String,
    /// The value of the bar.
    pub count: u64,
}

const WIDTH: f64 = 720.0;
const HEIGHT: f64 = 360.0;
/// Margins around the bars, in units of the picture.
const LEFT: f64 = 64.0;
const TOP: f64 = 52.0;
const RIGHT: f64 = 20.0;
const BELOW: f64 = 56.0;
/// Angle of labels that are too long to be horizontal, in radians.
const TILT: f64 = std::f64::consts::FRAC_PI_6;
/// Approximate width of a character, in units of the picture.
const CHARACTER: f64 = 6.6;

const STYLE: &str = "\
text{font:12px system-ui,sans-serif;fill:#333}\
.title{font-size:16px;font-weight:600}.about{fill:#666}\
.grid{stroke:#ddd}.axis{stroke:#888}.bar{fill:#4c78a8;stroke:#fff;stroke-width:.6}";

/// Draws bars next to each other, with a title above and the line `about` below. Labels are omitted if they do not fit.
#[must_use]
pub(crate) fn bar_plot(title: &str, about: &str, bars: &[Bar]) -> String {
    draw(title, about, bars, None)
}

/// Draws bars. Without `end`, each bar has its label below it. With `end`, the labels are the bounds between the bars,
/// `end` is the last bound, and the bars touch.
fn draw(title: &str, about: &str, bars: &[Bar], end: Option<String>) -> String {
    let mut svg = String::new();
    let all: Vec<&str> = bars
        .iter()
        .map(|bar| &*bar.label)
        .chain(end.as_deref())
        .collect();
    let width = (WIDTH - LEFT - RIGHT) / bars.len().max(1) as f64;
    // Tilted labels end below their bars. A long label of the first bar would therefore start to the left of the axis.
    let length = match are_tilted(&all, width) {
        true => longest(&all),
        false => 0.0,
    };
    let left = (length * TILT.cos() - LEFT).max(0.0).ceil();
    let below = (length * TILT.sin() + 24.0 - BELOW).max(0.0).ceil();
    let (full_width, full_height) = (WIDTH + left, HEIGHT + below);
    let _ = writeln!(
        svg,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"{} 0 {full_width} {full_height}\" \
         width=\"{full_width}\" height=\"{full_height}\" role=\"img\">\n<title>{}</title>\n<style>{STYLE}</style>\n\
         <rect x=\"{}\" width=\"{full_width}\" height=\"{full_height}\" fill=\"#fff\"/>",
        // `-left` would be written as `-0` if `left` is 0.
        0.0 - left,
        escape(title),
        0.0 - left,
    );
    text(&mut svg, (LEFT, 22.0), "title", "start", title);
    text(&mut svg, (LEFT, 40.0), "about", "start", about);
    let most = bars.iter().map(|bar| bar.count).max().unwrap_or(0);
    let top = scale(&mut svg, most);
    // The bars of a histogram touch, because their ranges do.
    let gap = if end.is_some() { 0.0 } else { 0.08 };
    for (index, bar) in bars.iter().enumerate() {
        let left = LEFT + index as f64 * width;
        let height = bar.count as f64 / top * (HEIGHT - TOP - BELOW);
        let next = bars.get(index + 1).map(|bar| &bar.label).or(end.as_ref());
        let span = match (&end, next) {
            (Some(_), Some(next)) => format!("{} to {next}", bar.label),
            _ => bar.label.clone(),
        };
        let _ = writeln!(
            svg,
            "<rect class=\"bar\" x=\"{:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{height:.1}\">\
             <title>{}: {}</title></rect>",
            left + gap * width,
            HEIGHT - BELOW - height,
            (1.0 - 2.0 * gap) * width,
            escape(&span),
            bar.count
        );
    }
    let middle = if end.is_some() { 0.0 } else { 0.5 };
    labels(&mut svg, &all, LEFT + middle * width, width);
    svg.push_str("</svg>\n");
    svg
}

/// Returns the width of the longest label, including a margin.
fn longest(labels: &[&str]) -> f64 {
    let longest = labels.iter().map(|label| label.chars().count()).max();
    (longest.unwrap_or(0) as f64 + 1.0) * CHARACTER
}

/// Returns `true` if the labels are few but too long to be horizontal.
fn are_tilted(labels: &[&str], distance: f64) -> bool {
    longest(labels) > distance && labels.len() <= 30
}

/// Writes labels at equal distances, starting at `first`. A few long labels are tilted; otherwise, labels are omitted
/// if they do not fit.
fn labels(svg: &mut String, all: &[&str], first: f64, distance: f64) {
    let needed = longest(all);
    let tilted = are_tilted(all, distance);
    let every = match tilted {
        true => 1,
        false => (needed / distance).ceil().max(1.0) as usize,
    };
    for (index, text) in all.iter().enumerate().step_by(every) {
        label(svg, first + index as f64 * distance, text, tilted);
    }
}

/// Draws a histogram. The labels of the bars are their values, or the bounds between them.
#[must_use]
pub(crate) fn histogram(title: &str, about: &str, bins: &[Bin]) -> String {
    let bar = |bin: &Bin| Bar {
        label: short(bin.low),
        count: bin.count,
    };
    let bars: Vec<Bar> = bins.iter().map(bar).collect();
    let last = bins.last().filter(|bin| bin.low < bin.high);
    draw(title, about, &bars, last.map(|bin| short(bin.high)))
}

/// Draws horizontal lines at round counts. Returns the count of the top line.
fn scale(svg: &mut String, most: u64) -> f64 {
    // Counts are whole, so a line between two whole numbers would mark nothing.
    let step = round_step(most as f64 / 5.0).max(1.0);
    let top = (most as f64 / step).ceil().max(1.0) * step;
    let mut count = 0.0;
    while count <= top {
        let y = HEIGHT - BELOW - count / top * (HEIGHT - TOP - BELOW);
        let class = if count == 0.0 { "axis" } else { "grid" };
        let right = WIDTH - RIGHT;
        let _ = writeln!(
            svg,
            "<line class=\"{class}\" x1=\"{LEFT}\" y1=\"{y:.1}\" x2=\"{right}\" y2=\"{y:.1}\"/>"
        );
        text(svg, (LEFT - 6.0, y + 4.0), "", "end", &short(count));
        count += step;
    }
    top
}

fn label(svg: &mut String, x: f64, label: &str, tilted: bool) {
    let y = HEIGHT - BELOW + 16.0;
    if !tilted {
        return text(svg, (x, y), "", "middle", label);
    }
    let _ = writeln!(
        svg,
        "<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"end\" transform=\"rotate(-{:.0} {x:.1} {y:.1})\">{}</text>",
        TILT.to_degrees(),
        escape(label)
    );
}

fn text(svg: &mut String, (x, y): (f64, f64), class: &str, anchor: &str, text: &str) {
    let class = match class {
        "" => String::new(),
        class => format!(" class=\"{class}\""),
    };
    let text = escape(text);
    let _ = writeln!(
        svg,
        "<text{class} x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"
    );
}

/// Formats a number in few characters: `0.25`, `7.2`, `1200`, `35k`, `2.5M`.
pub(super) fn short(number: f64) -> String {
    let trimmed = |number: f64, digits: usize| {
        let text = format!("{number:.digits$}");
        match text.contains('.') {
            true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
            false => text,
        }
    };
    match number.abs() {
        0.0 => "0".to_owned(),
        ..0.1 => trimmed(number, 4),
        ..10.0 => trimmed(number, 2),
        ..10_000.0 => trimmed(number, 1),
        ..1e6 => trimmed(number / 1e3, 1) + "k",
        _ => trimmed(number / 1e6, 1) + "M",
    }
}

fn escape(text: &str) -> String {
    let plain = |c: char| if c.is_control() { ' ' } else { c };
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars().map(plain) {
        match c {
            '&' => escaped.push_str("&amp;"),
            '<' => escaped.push_str("&lt;"),
            '>' => escaped.push_str("&gt;"),
            c => escaped.push(c),
        }
    }
    escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_short() {
        let shown = [0.0, 0.015625, 0.25, 7.2, 1200.0, 35_000.0, 2_500_000.0].map(short);
        assert_eq!(shown, ["0", "0.0156", "0.25", "7.2", "1200", "35k", "2.5M"]);
    }

    #[test]
    fn every_bar_is_drawn_to_scale() {
        let bars = [("a<b", 10), ("", 5), ("c", 0)].map(|(label, count)| Bar {
            label: label.to_owned(),
            count,
        });
        let svg = bar_plot("A & B", "three", &bars);
        let heights: Vec<f64> = svg
            .lines()
            .filter(|line| line.contains("class=\"bar\""))
            .filter_map(|line| {
                line.split("height=\"")
                    .nth(1)?
                    .split('"')
                    .next()?
                    .parse()
                    .ok()
            })
            .collect();
        assert_eq!(heights.len(), 3);
        assert!((heights[0] - 2.0 * heights[1]).abs() < 0.2 && heights[2] == 0.0);
        assert!(svg.contains("A &amp; B") && svg.contains("a&lt;b") && svg.ends_with("</svg>\n"));
    }

    #[test]
    fn no_bars_are_a_plot_too() {
        assert!(bar_plot("none", "", &[]).ends_with("</svg>\n"));
    }
}
