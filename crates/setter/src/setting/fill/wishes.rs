//! Compares puzzles with the wishes of a draft.

use cluewright_logic::Prepared;
use cluewright_logic::grade::Grade;
use cluewright_logic::{Path, Profile, ProfileError, Round, Technique, solve};
use cluewright_puzzle::{Puzzle, Wanted};
use cluewright_rules::Book;

/// The grade of a puzzle, and the first wish that is not met.
#[derive(Clone, Debug)]
pub(super) struct Judged {
    pub(super) grade: Grade,
    /// Description of the first unmet wish; `None` if the puzzle meets all wishes.
    pub(super) amiss: Option<String>,
    /// Distance from meeting the first unmet wish. The distances for different kinds of wishes are not comparable.
    pub(super) distance: f64,
}

/// Checks that the tiers and techniques in the wishes exist and do not contradict each other.
///
/// # Errors
/// Returns an error if the profile lacks a tier or technique, or if the wishes contradict each other.
pub(super) fn check(wanted: &Wanted, profile: &Profile) -> Result<(), ProfileError> {
    for tier in &wanted.tiers {
        profile.clone().only(tier)?;
    }
    let names = wanted
        .with
        .iter()
        .chain(&wanted.without)
        .chain(&wanted.break_in);
    for name in names {
        profile.clone().without(name)?;
    }
    let mut must = wanted.with.iter().chain(&wanted.break_in);
    let unwanted = |name: &&String| wanted.without.iter().any(|other| same(name, other));
    if let Some(name) = must.clone().find(unwanted) {
        return Err(contradiction(format!(
            "`{name}` is both wanted and unwanted"
        )));
    }
    let is_left_out = |name: &&String| {
        Technique::index_of(name).is_ok_and(|technique| profile.price(technique).is_none())
    };
    if let Some(name) = must.clone().find(is_left_out) {
        return Err(contradiction(format!(
            "`{name}` is wanted, but the path may not use it"
        )));
    }
    let Some(ceiling) = ceiling(wanted, profile) else {
        let tiers = wanted.tiers.join(" or ");
        return Err(contradiction(match tiers.is_empty() {
            true => {
                "the wanted rating is above that of every step that the path may use".to_owned()
            }
            false => format!("no puzzle with the wanted rating is {tiers}"),
        }));
    };
    let beyond = must.find_map(|name| {
        let technique = Technique::index_of(name).ok()?;
        let price = profile.price(technique).filter(|price| *price > ceiling)?;
        let [price, ceiling] = [price, ceiling].map(|tenths| f64::from(tenths) / 10.0);
        Some(format!(
            "`{name}` is rated at least {price:.1}, but the wanted rating is at most {ceiling:.1}"
        ))
    });
    beyond.map_or(Ok(()), |message| Err(contradiction(message)))
}

/// Returns the profile without techniques that are too hard for the wishes, because no accepted path may use them.
pub(super) fn deep_enough(wanted: &Wanted, profile: &Profile) -> Profile {
    let profile = profile.clone();
    match ceiling(wanted, &profile) {
        Some(ceiling) => profile.up_to(f64::from(ceiling) / 10.0),
        None => profile,
    }
}

fn contradiction(message: String) -> ProfileError {
    ProfileError {
        message,
        span: None,
        help: None,
    }
}

/// Returns the highest rating that the wishes accept, in tenths. Returns `None` if they accept no rating.
fn ceiling(wanted: &Wanted, profile: &Profile) -> Option<u16> {
    /// A rating above all others, in tenths.
    const MOST: u16 = 1000;
    let (low, high) = wanted.rating.map_or((0, MOST), |(low, high)| {
        let tenths = |rating: f64| (rating * 10.0).round().clamp(0.0, f64::from(MOST)) as u16;
        (tenths(low), tenths(high))
    });
    let is_wanted = |&rating: &u16| {
        let tier = profile.tier(rating).map(|tier| &profile.tiers()[tier].name);
        let is_it = |name: &String| tier.is_some_and(|tier| name.eq_ignore_ascii_case(tier));
        wanted.tiers.is_empty() || wanted.tiers.iter().any(is_it)
    };
    (low..=high.min(profile.ceiling())).rev().find(is_wanted)
}

/// Grades a unique puzzle with the given solution, and compares it with the wishes. Returns `None` if the puzzle is too
/// large for human logic, or if `go_on` returned `false`.
pub(super) fn judge(
    puzzle: &Puzzle,
    book: &Book,
    solution: &[u8],
    wanted: &Wanted,
    profile: &Profile,
    go_on: &dyn Fn() -> bool,
) -> Option<Judged> {
    let prepared = Prepared::new(puzzle.clone(), book).ok()?;
    let ground = prepared
        .ground()
        .ok()?
        .with_only_solution(solution.to_vec());
    let path = solve(&ground, profile, |_| go_on());
    // The path may have been cut off, so its grade would be wrong.
    if !go_on() {
        return None;
    }
    let grade = Grade::of(&ground, &path, profile);
    let (amiss, distance) = match compare(wanted, &grade, &path) {
        Some((amiss, distance)) => (Some(amiss), distance),
        None => (None, 0.0),
    };
    Some(Judged {
        grade,
        amiss,
        distance,
    })
}

/// Finds the first wish that is not met. Returns its description and the distance from meeting it.
fn compare(wanted: &Wanted, grade: &Grade, path: &Path) -> Option<(String, f64)> {
    /// A distance that exceeds all differences between two ratings.
    const FAR: f64 = 100.0;
    if !grade.solved && wanted.asks_for_path() {
        let amiss = match wanted.rating.is_some() || !wanted.tiers.is_empty() {
            true => "it is too hard",
            false => "human logic does not solve it",
        };
        return Some((amiss.to_owned(), FAR));
    }
    let outside = |range: Option<(f64, f64)>, value: f64| {
        let (low, high) = range?;
        let tenths = |value: f64| (value * 10.0).round();
        match tenths(value) {
            value if value < tenths(low) => Some((tenths(low) - value) / 10.0),
            value if value > tenths(high) => Some((value - tenths(high)) / 10.0),
            _ => None,
        }
    };
    if let Some(distance) = outside(wanted.rating, grade.rating) {
        return Some((format!("its rating is {:.1}", grade.rating), distance));
    }
    let is_tier = |tier: &String| tier.eq_ignore_ascii_case(&grade.tier);
    if !wanted.tiers.is_empty() && !wanted.tiers.iter().any(is_tier) {
        return Some((format!("it is {}", grade.tier), 1.0));
    }
    if let Some(distance) = outside(wanted.effort, grade.effort) {
        let distance = distance / grade.effort.max(1.0);
        return Some((format!("its effort is {:.0}", grade.effort), distance));
    }
    let used = |name: &str| {
        let mut steps = path.rounds.iter().flat_map(|round| &round.steps);
        steps.any(|step| same(step.technique().name, name))
    };
    if let Some(name) = wanted.with.iter().find(|name| !used(name)) {
        return Some((format!("its path has no {name}"), 1.0));
    }
    if let Some(name) = wanted.without.iter().find(|name| used(name)) {
        return Some((format!("its path has a {name}"), 1.0));
    }
    let name = wanted.break_in.as_ref()?;
    match break_in(path) {
        Some(found) if same(found, name) => None,
        Some(found) => Some((format!("its break-in is a {found}"), 1.0)),
        None => Some(("it has no break-in".to_owned(), 1.0)),
    }
}

/// Returns `true` if two spellings name the same technique, such as `Naked Pair`, `naked-pair` and `nakedpair`. Comparing
/// the texts would not be enough, because a wish in an unusual spelling would never be met.
fn same(one: &str, other: &str) -> bool {
    let technique = Technique::index_of(one);
    technique.is_ok() && technique == Technique::index_of(other)
}

/// Returns the technique of the hardest step up to the first placed digit.
fn break_in(path: &Path) -> Option<&'static str> {
    let places = |round: &Round| round.steps.iter().any(|step| step.placed.is_some());
    let first = path.rounds.iter().position(places)?;
    let rounds = &path.rounds[..=first];
    let most = rounds.iter().map(|round| round.rating).max()?;
    let round = rounds.iter().find(|round| round.rating == most)?;
    Some(round.steps.first()?.technique().name)
}
