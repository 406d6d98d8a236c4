//! SVG paths, which newer tools write for lines with rounded corners.

use crate::sketch::Point;

/// Side of a cell, in the pixels of a path.
const PIXELS: f64 = 64.0;

/// Returns the points that an open path visits. They include the control points of curves, because the control point of
/// a rounded corner is where the corner would be.
///
/// Returns `None` if the path has several parts or fewer than two points, or contains commands other than moves, lines
/// and curves.
pub(crate) fn points(path: &str) -> Option<Vec<Point>> {
    let mut points: Vec<Point> = vec![];
    let mut rest = path.trim_start();
    while let Some(command) = rest.chars().next().filter(char::is_ascii_alphabetic) {
        // An `e` is part of a number such as `1e-3`, so it does not begin a command.
        let end = rest[1..].find(|c: char| c.is_ascii_alphabetic() && c != 'e');
        let (arguments, next) = rest[1..].split_at(end.unwrap_or(rest.len() - 1));
        draw(command, &pairs(arguments)?, &mut points)?;
        rest = next.trim_start();
    }
    points.dedup();
    Some(points).filter(|points| rest.is_empty() && points.len() > 1)
}

/// Appends the points of a path command. Returns `None` if the command begins another part of the path, is incomplete,
/// or is not a move, a line or a curve.
fn draw(command: char, places: &[(f64, f64)], points: &mut Vec<Point>) -> Option<()> {
    let mut shape = command.to_ascii_uppercase();
    let pairs_of_segment = match shape {
        'M' | 'L' => 1,
        'Q' => 2,
        'C' => 3,
        _ => return None,
    };
    for segment in places.chunks(pairs_of_segment) {
        let last = points.last().copied();
        // Relative coordinates are measured from the end of the previous segment, not from the start of the command.
        let origin = match command.is_ascii_lowercase() {
            true => last.unwrap_or_default(),
            false => (0.0, 0.0),
        };
        let moved = segment
            .iter()
            .map(|(x, y)| (origin.0 + y / PIXELS, origin.1 + x / PIXELS));
        match (shape, last) {
            _ if segment.len() < pairs_of_segment => return None,
            ('M', None) | ('L' | 'Q' | 'C', Some(_)) => points.extend(moved),
            // A move to the current point leaves no gap, so the line continues.
            ('M', Some(last)) if moved.clone().all(|point| point == last) => {}
            _ => return None,
        }
        // Further pairs of a move are lines.
        shape = if shape == 'M' { 'L' } else { shape };
    }
    Some(())
}

/// Returns the arguments of a path command as (x, y) pairs.
fn pairs(arguments: &str) -> Option<Vec<(f64, f64)>> {
    // A minus sign begins a number, unless it is the sign of an exponent.
    let spaced = arguments.replace('-', " -").replace("e -", "e-");
    let numbers = spaced.split([' ', ',', '\n', '\t']);
    let numbers = numbers.filter(|number| !number.is_empty());
    let numbers: Vec<f64> = numbers
        .map(|number| {
            number
                .parse()
                .ok()
                .filter(|number: &f64| number.is_finite())
        })
        .collect::<Option<_>>()?;
    let pairs = numbers.chunks(2).map(|pair| match pair {
        [x, y] => Some((*x, *y)),
        _ => None,
    });
    pairs.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rounded_corners_are_corners() {
        let path = "M96 160L274 160Q352 160 384 192L482 288m0 0L384 384";
        let expected = [
            (2.5, 1.5),
            (2.5, 4.28125),
            (2.5, 5.5),
            (3.0, 6.0),
            (4.5, 7.53125),
            (6.0, 6.0),
        ];
        assert_eq!(points(path), Some(expected.to_vec()));
    }

    #[test]
    fn relative_segments_continue_from_the_previous_one() {
        let absolute = points("M32 32 96 32 L160 96 160 160 Q160 224 96 224 Q32 224 32 160");
        assert!(absolute.is_some());
        for path in [
            "m32 32 64 0 l64 64 0 64 q0 64-64 64 q-64 0-64-64",
            "M32 32l64 0 64 64 0 64q0 64 -64 64 -64 0 -64 -64",
        ] {
            assert_eq!(points(path), absolute, "{path}");
        }
    }

    #[test]
    fn other_paths_are_no_lines() {
        for path in [
            "",
            "M96 160",
            "M 80,144 80,176 112,176 Z",
            "M0 0L64 0M0 64L64 64",
            "L1 1",
            "M0 0L64",
            "M0 0L64 1e999",
            "M0 0Q64 64",
            "M0 0A1 1",
            "ü",
        ] {
            assert_eq!(points(path), None, "{path}");
        }
    }
}
