//! Grades in words.

use super::words::counted;
use crate::grade::Grade;
use std::fmt::Write;

/// A grade in a few lines.
#[must_use]
pub fn grade_text(grade: &Grade) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    line(format!(
        "{:.1} {}: the hardest step is {} ({} profile)",
        grade.rating,
        grade.tier,
        grade.technique.replace('-', " "),
        grade.profile
    ));
    if grade.searched && grade.solved {
        line(
            "searched: deduction ends before the solution; the rating is of the search".to_owned(),
        );
    }
    if !grade.solved {
        let why = if grade.partial {
            "a limit ended the path; the grade is of its first part"
        } else {
            "the techniques do not solve it; what is left has to be searched"
        };
        line(format!("unfinished: {why}"));
    }
    line(format!(
        "first step {:.1}, first digit {:.1}",
        grade.first_step, grade.first_placement
    ));
    let [low, high] = grade.minutes_range;
    line(format!(
        "effort {:.0}: about {} ({low:.0} to {high:.0})",
        grade.effort,
        counted(grade.minutes.round().max(1.0) as usize, "minute", "minutes")
    ));
    let tiers = grade.tiers.iter().filter(|(_, count)| *count > 0);
    let tiers: Vec<String> = tiers
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    line(format!(
        "{}: {}; {}, longest easy streak {}",
        counted(grade.steps, "step", "steps"),
        tiers.join(", "),
        counted(grade.bottlenecks, "bottleneck", "bottlenecks"),
        grade.longest_streak
    ));
    text
}
