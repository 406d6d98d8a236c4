//! Formats grades as text.

use crate::count_of;
use cluewright_logic::grade::{Ended, Grade};
use std::fmt::Write;

/// Formats a grade in a few lines.
#[must_use]
pub fn grade_text(grade: &Grade) -> String {
    let mut text = String::new();
    let mut line = |line: String| {
        let _ = writeln!(text, "{line}");
    };
    if grade.steps > 0 {
        line(format!(
            "{:.1} {}: the hardest step is {} ({} profile)",
            grade.rating,
            grade.tier,
            grade.technique.replace('-', " "),
            grade.profile
        ));
    }
    match ending(grade) {
        "" => {}
        ending => line(ending.to_owned()),
    }
    // A path without steps has nothing to rate, so its ending is the whole text.
    if grade.steps == 0 {
        return text;
    }
    line(format!(
        "the first step is rated {:.1}; the hardest up to the first digit {:.1}",
        grade.first_step, grade.first_placement
    ));
    line(match time(grade) {
        Some(time) => format!("effort {:.0}: {time}", grade.effort),
        None => format!("effort {:.0}", grade.effort),
    });
    if let Some(rank) = rank(grade) {
        line(rank);
    }
    let tiers = grade.tiers.iter().filter(|(_, count)| *count > 0);
    let tiers: Vec<String> = tiers
        .map(|(name, count)| format!("{count} {name}"))
        .collect();
    line(format!(
        "{}: {}; {}, longest easy streak {}",
        count_of(grade.steps, "step", "steps"),
        tiers.join(", "),
        count_of(grade.bottlenecks, "bottleneck", "bottlenecks"),
        grade.longest_streak
    ));
    text
}

/// Describes how the path ended. The text is empty if deduction alone solved the puzzle.
fn ending(grade: &Grade) -> &'static str {
    match (grade.ended, grade.steps) {
        (Ended::Solved, 0) => "nothing to grade: the givens fill the grid",
        (Ended::Solved, _) if grade.searched => {
            "searched: deduction ends before the solution; the rating is that of the search"
        }
        (Ended::Solved, _) => "",
        (Ended::Contradiction, 0) => "contradiction: the givens leave a cell without candidates",
        (Ended::Contradiction, _) => "contradiction: the steps leave a cell without candidates",
        (Ended::Limit, 0) => "unfinished: a limit ended the path before its first step",
        (Ended::Limit, _) => {
            "unfinished: a limit ended the path; the grade covers only its first part"
        }
        (Ended::Techniques, 0) => "unfinished: none of the chosen techniques finds a first step",
        (Ended::Techniques, _) => {
            "unfinished: the chosen techniques find no further step; the grade covers the steps found"
        }
    }
}

/// Formats the number of stars, and the share of featured variants that need less effort.
fn rank(grade: &Grade) -> Option<String> {
    let (stars, percentile) = grade.stars.zip(grade.percentile)?;
    let stars = usize::from(stars);
    let row = "★".repeat(stars) + &"☆".repeat(5 - stars);
    let label = if stars == 1 { ", approachable" } else { "" };
    Some(format!(
        "{row} harder than {percentile} % of the variants featured on video{label}"
    ))
}

/// Formats the expected solving time. Returns `None` if the path does not reach the solution.
fn time(grade: &Grade) -> Option<String> {
    let (minutes, [low, high]) = grade.minutes.zip(grade.minutes_range)?;
    if minutes < 1.0 {
        return Some("less than a minute".to_owned());
    }
    let minutes = count_of(minutes.round() as usize, "minute", "minutes");
    let doubt = match grade.searched {
        true => ", argument not found",
        false => "",
    };
    Some(format!("about {minutes} ({low:.0} to {high:.0}){doubt}"))
}
