//! Descriptions in words and pictures: the statistics of a collection, and the differences between two runs.

use super::page::{escape_lines, page};
use super::plot::{Bar, bar_plot, histogram, short};
use super::svg::escape;
use crate::batch::{ColumnDiff, Content, Diff, Distribution, Stats};
use cluewright_logic::Profile;
use cluewright_narrate::one_line;
use cluewright_narrate::{row_count, with_commas};
use std::borrow::Cow;
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::fmt::Write;

/// Maximum number of words to list for a column.
const WORDS: usize = 20;

/// Returns a table of the columns: quantiles for numbers, counts for words.
#[must_use]
pub(crate) fn stats_text(stats: &Stats) -> String {
    let mut text = format!("{}\n", row_count(stats.rows));
    let numbers = stats
        .columns
        .iter()
        .filter_map(|(name, content)| match content {
            Content::Numbers(numbers) => Some((name, numbers)),
            Content::Words(_) => None,
        });
    for (index, (name, numbers)) in numbers.enumerate() {
        if index == 0 {
            let _ = write!(text, "\n{:14}{:>12}{:>10}", "", "rows", "mean");
            for (name, _) in QUANTILES {
                let _ = write!(text, "{name:>10}");
            }
            text.push('\n');
        }
        // Names and words come from the table, so they may contain line breaks and control characters.
        let _ = writeln!(text, "{:14}{}", one_line(name), numbers_line(numbers));
    }
    for (name, content) in &stats.columns {
        if let Content::Words(words) = content {
            let _ = writeln!(text, "\n{}", one_line(name));
            for (word, count) in sort_words(name, words).into_iter().take(WORDS) {
                let share = 100.0 * count as f64 / stats.rows as f64;
                let (word, count) = (one_line(word), with_commas(count));
                let _ = writeln!(text, "  {word:24} {count:>12} {share:6.1}%");
            }
        }
    }
    text
}

const QUANTILES: [(&str, f64); 6] = [
    ("least", 0.0),
    ("25%", 0.25),
    ("median", 0.5),
    ("75%", 0.75),
    ("99%", 0.99),
    ("most", 1.0),
];

fn numbers_line(numbers: &Distribution) -> String {
    let mean = short(numbers.mean().unwrap_or_default());
    let mut line = format!("{:>12}{mean:>10}", with_commas(numbers.count()));
    for (_, part) in QUANTILES {
        let value = short(numbers.at(part).unwrap_or_default());
        let _ = write!(line, "{value:>10}");
    }
    line
}

/// Sorts the words of a column: tiers from easy to hard, other words by decreasing number of occurrences.
fn sort_words<'w>(column: &str, words: &'w BTreeMap<String, u64>) -> Vec<(&'w str, u64)> {
    let mut all: Vec<(&str, u64)> = words
        .iter()
        .map(|(word, &count)| (&**word, count))
        .collect();
    let tiers = match column {
        "tier" => Profile::builtin("default").map_or(&[][..], Profile::tiers),
        _ => &[],
    };
    let place = |word: &str| tiers.iter().position(|tier| tier.name == word);
    // The results may come from another profile. Its tiers are unknown here, so they follow the known tiers.
    all.sort_by_key(|&(word, count)| (place(word).unwrap_or(tiers.len()), Reverse(count)));
    all
}

/// Draws each column that can be drawn. Returns the name of each column with its SVG document.
#[must_use]
pub(crate) fn stats_plots(stats: &Stats) -> Vec<(&str, String)> {
    let plot = |(name, content): &'_ (String, Content)| match content {
        Content::Numbers(numbers) => {
            let at = |part| short(numbers.at(part).unwrap_or_default());
            let about = format!(
                "{}; median {}, 90% up to {}, maximum {}",
                row_count(numbers.count()),
                at(0.5),
                at(0.9),
                at(1.0)
            );
            histogram(name, &about, &numbers.bins())
        }
        Content::Words(words) => {
            let bars: Vec<Bar> = sort_words(name, words)
                .into_iter()
                .take(WORDS)
                .map(|(word, count)| Bar {
                    label: word.to_owned(),
                    count,
                })
                .collect();
            bar_plot(name, &row_count(words.values().sum()), &bars)
        }
    };
    stats
        .columns
        .iter()
        .map(|column| (&*column.0, plot(column)))
        .collect()
}

/// Returns the table and the pictures on one page, as a self-contained HTML document.
#[must_use]
pub(crate) fn stats_page(stats: &Stats, name: &str) -> String {
    let mut body = format!(
        "<h1>{}</h1>\n<pre>{}</pre>\n<div class=\"plots\">\n",
        escape(name),
        escape_lines(&stats_text(stats))
    );
    for (_, svg) in stats_plots(stats) {
        body.push_str(&svg);
    }
    body.push_str("</div>\n");
    page(name, &body)
}

/// Describes the differences between two runs, or states that there are none.
#[must_use]
pub(crate) fn diff_text(diff: &Diff) -> String {
    let mut text = format!("{} in both\n", row_count(diff.common));
    for (rows, which) in [(&diff.only_old, "old"), (&diff.only_new, "new")] {
        if let Some(first) = rows.first() {
            let (rows, first) = (row_count(rows.len() as u64), one_line(first));
            let _ = writeln!(
                text,
                "{rows} only in the {which} results; the first is {first}"
            );
        }
    }
    if !diff.other_columns.is_empty() {
        let columns = diff.other_columns.join(", ");
        let columns = one_line(&columns);
        let _ = writeln!(text, "columns in only one of the results: {columns}");
    }
    for column in &diff.columns {
        column_text(&mut text, column, diff.common);
    }
    if diff.is_empty() {
        text.push_str("nothing changed\n");
    }
    text
}

fn column_text(text: &mut String, column: &ColumnDiff, rows: u64) {
    let share = 100.0 * column.changed as f64 / rows.max(1) as f64;
    let changed = row_count(column.changed);
    let name = one_line(&column.name);
    let _ = writeln!(text, "\n{name}: {changed} changed ({share:.1}%)");
    if let Some((old, new)) = column.sums {
        let (larger, smaller) = (with_commas(column.larger), with_commas(column.smaller));
        let (old, new) = (old / rows.max(1) as f64, new / rows.max(1) as f64);
        let _ = writeln!(
            text,
            "  {larger} larger, {smaller} smaller; mean {} -> {}",
            short(old),
            short(new)
        );
    }
    for (old, new, count) in &column.changes {
        let _ = writeln!(
            text,
            "  {:>8}  {} -> {}",
            with_commas(*count),
            show_value(old),
            show_value(new)
        );
    }
    if !column.is_time {
        for (id, old, new) in &column.examples {
            let id = one_line(id);
            let _ = writeln!(text, "  {id}: {} -> {}", show_value(old), show_value(new));
        }
    }
}

fn show_value(value: &str) -> Cow<'_, str> {
    match value {
        "" => Cow::Borrowed("(nothing)"),
        value => one_line(value),
    }
}
