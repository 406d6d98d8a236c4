//! Compares the effort of a puzzle with the efforts of puzzles that experts solve on video.

/// The 5th, 10th, … 90th percentiles of the effort of featured variants, rounded to two digits. The sample consists of 477
/// published variants, graded with the default profile.
const FEATURED: [f64; 18] = [
    1500.0, 2500.0, 3300.0, 4400.0, 6100.0, 9000.0, 11000.0, 14000.0, 16000.0, 19000.0, 23000.0,
    26000.0, 30000.0, 35000.0, 44000.0, 56000.0, 74000.0, 150000.0,
];

/// Percentage points between two entries of the table.
const STEP: f64 = 5.0;

/// Returns the percentage of featured variants with less effort, from 0 to 90. Between two entries of the table, the
/// percentage is interpolated on the logarithm of the effort.
pub(super) fn percentile(effort: f64) -> u8 {
    let above = FEATURED.partition_point(|&entry| entry <= effort);
    let low = above.checked_sub(1).map_or(1.0, |below| FEATURED[below]);
    // The table ends at 90 %, because one featured variant in fourteen was not graded within the time limit of the study.
    let Some(high) = FEATURED.get(above) else {
        return 90;
    };
    let within = (effort.max(1.0) / low).ln() / (high / low).ln();
    ((above as f64 + within) * STEP).round() as u8
}

/// Returns one to five stars, one for each fifth of the featured variants. For comparison, 56 of 64 puzzles that were made
/// to be approachable have one star.
pub(super) fn stars(percentile: u8) -> u8 {
    1 + (percentile / 20).min(4)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_percentile_grows_with_the_effort() {
        let shares: Vec<u8> = (0..60)
            .map(|power| percentile(1.3_f64.powi(power)))
            .collect();
        assert!(shares.is_sorted(), "{shares:?}");
        assert_eq!((shares[0], shares[59]), (0, 90));
        for (number, &effort) in FEATURED.iter().enumerate() {
            assert_eq!(usize::from(percentile(effort)), 5 * (number + 1));
        }
    }

    #[test]
    fn there_are_one_to_five_stars() {
        assert_eq!([0, 19, 20, 79, 80, 90].map(stars), [1, 1, 2, 4, 5, 5]);
    }
}
