//! Refutes an assumption by a few cases. Each case fails by the consequences of single clues and houses.

use super::alone::full_house;
use super::chase::{Chase, Link, Refuted, Replay, drop_redundant};
use super::facts::Facts;
use super::{Room, count_clauses};
use crate::HouseKind;
use cluewright_engine::model::Cite;
use cluewright_puzzle::DigitSet;

/// Number of rounds between the assumption and the cases.
const LEAD: usize = 2;
/// Number of rounds within which each case has to fail.
const ROUNDS: usize = 4;

/// Maximum number of cases.
const MOST_CASES: usize = 3;

/// Maximum number of inferences in the lead and in each case.
const MOST_LINKS: usize = 8;

/// A case split: a set of candidates of which one must be true, because they are the only ones left in a
/// cell or house.
struct Division {
    /// The house in which the candidates are the places of one digit; `None` if the candidates are the
    /// digits of one cell.
    house: Option<Cite>,
    cases: Vec<(u16, u8)>,
    /// The cells whose removed candidates leave only these cases: the cell itself, or the other cells of
    /// the house.
    others: Vec<u16>,
}

/// A refutation by cases.
pub(super) struct Divided {
    pub(super) lead: Vec<Link>,
    pub(super) house: Option<Cite>,
    pub(super) cases: Vec<((u16, u8), Refuted)>,
    /// The indices of the facts that the lead uses.
    pub(super) facts: Vec<usize>,
}

impl Divided {
    /// Returns `true` if the refutation is short enough for a person to follow.
    fn is_short(&self, room: Room) -> bool {
        let cases = self.cases.iter().map(|(_, case)| &case.links);
        let clauses = cases.clone().map(|links| 1 + count_clauses(links));
        let clauses = count_clauses(&self.lead) + clauses.sum::<usize>();
        let is_short = |links: &Vec<Link>| links.len() <= MOST_LINKS;
        clauses <= room.cases && is_short(&self.lead) && cases.clone().all(is_short)
    }
}

/// Finds a refutation by cases that a person can follow.
pub(super) fn refute(facts: &Facts<'_>, assumed: (u16, DigitSet), room: Room) -> Option<Divided> {
    let mut lead = Chase::new(facts);
    lead.assume(assumed);
    lead.follow(LEAD);
    // An assumption that fails without cases is left to `line`.
    if lead.has_failed() {
        return None;
    }
    let found = divisions(facts, &lead, assumed.0)
        .into_iter()
        .take(room.tried)
        .filter_map(|division| {
            let cases = follow_cases(&lead, &division)?;
            tell_cases(facts, assumed, &lead, &division, &cases)
        });
    let mut few = found.filter(|divided| divided.is_short(room));
    few.next()
}

/// Returns the case splits that are possible after the lead. Splits that the assumption has narrowed
/// come first, then those with fewer cases.
fn divisions(facts: &Facts<'_>, lead: &Chase<'_, '_>, assumed: u16) -> Vec<Division> {
    let ground = facts.ground;
    let cells = (0..ground.cells() as u16).filter(|&cell| cell != assumed);
    let by_cell = cells.map(|cell| Division {
        house: None,
        cases: lead.at(cell).iter().map(|digit| (cell, digit)).collect(),
        others: vec![cell],
    });
    let houses = ground.houses.iter();
    let houses = houses
        .filter(|house| house.kind != HouseKind::Extra && full_house(ground, house.cite).is_some());
    let by_house = houses.flat_map(|house| {
        ground.digits.iter().map(move |digit| {
            let holds = |&cell: &u16| lead.at(cell).contains(digit);
            let (places, others): (Vec<u16>, Vec<u16>) = house.cells.iter().partition(holds);
            Division {
                house: Some(house.cite),
                cases: places.into_iter().map(|cell| (cell, digit)).collect(),
                others,
            }
        })
    });
    let is_new = |division: &Division| {
        let mut others = division.others.iter();
        others.any(|&cell| lead.at(cell) != facts.start[usize::from(cell)])
    };
    let mut all: Vec<Division> = by_cell.chain(by_house).collect();
    all.retain(|division| (2..=MOST_CASES).contains(&division.cases.len()));
    all.sort_by_key(|division| (!is_new(division), division.cases.len()));
    all
}

/// Follows each case until it fails. Returns `None` if one of the cases does not fail.
fn follow_cases<'f, 'g>(lead: &Chase<'f, 'g>, division: &Division) -> Option<Vec<Chase<'f, 'g>>> {
    let fails = |&(cell, digit): &(u16, u8)| {
        let mut chase = lead.clone();
        chase.assume((cell, DigitSet::one(digit)));
        chase.follow(ROUNDS);
        chase.has_failed().then_some(chase)
    };
    division.cases.iter().map(fails).collect()
}

/// Replays the lead and the cases, and drops redundant inferences. Returns `None` if a case does not fail in the
/// replay, or if too many inferences are needed.
fn tell_cases(
    facts: &Facts<'_>,
    assumed: (u16, DigitSet),
    lead: &Chase<'_, '_>,
    division: &Division,
    chases: &[Chase<'_, '_>],
) -> Option<Divided> {
    let before = lead.inferences();
    let of_others = division.others.iter().flat_map(|&cell| lead.behind(cell));
    let mut shared = lead.find_needed(&of_others.copied().collect::<Vec<_>>())?;
    let mut own = vec![];
    for chase in chases {
        let needed = chase.find_needed(chase.behind_end())?;
        // Each case continues a copy of the lead. Inferences of the lead are shared, so that they are stated only once.
        let (early, late): (Vec<usize>, Vec<usize>) =
            needed.into_iter().partition(|&place| place < before);
        shared.extend(early);
        own.push(late);
    }
    shared.sort_unstable();
    shared.dedup();
    let tell = |shared: &[usize], own: &[Vec<usize>]| {
        let mut replay = Replay::new(facts);
        replay.state(assumed.0, assumed.1);
        lead.repeat(&mut replay, shared)?;
        // Without a dropped inference of the lead, other cases may be possible, so each replay tests for them.
        (replay.breaks.is_none() && is_complete(facts, &replay, division)).then_some(())?;
        let cases = division.cases.iter().zip(chases.iter().zip(own));
        let cases = cases.map(|(&(cell, digit), (chase, own))| {
            let mut case = replay.after();
            case.state(cell, DigitSet::one(digit));
            chase.repeat(&mut case, own)?;
            chase.repeat_end(&mut case)?;
            Some(((cell, digit), case.into_refutation()?))
        });
        Some(Divided {
            cases: cases.collect::<Option<_>>()?,
            lead: replay.links,
            house: division.house,
            facts: replay.used,
        })
    };
    tell(&shared, &own)?;
    drop_redundant(&mut shared, |fewer| tell(fewer, &own).is_some());
    for place in 0..own.len() {
        let mut kept = own[place].clone();
        drop_redundant(&mut kept, |fewer| {
            let mut others = own.clone();
            others[place] = fewer.to_vec();
            tell(&shared, &others).is_some()
        });
        own[place] = kept;
    }
    tell(&shared, &own)
}

/// Returns `true` if no other case is possible after the replayed lead.
fn is_complete(facts: &Facts<'_>, replay: &Replay<'_, '_>, division: &Division) -> bool {
    let (cell, digit) = division.cases[0];
    match division.house {
        None => replay
            .at(cell)
            .iter()
            .all(|digit| division.cases.contains(&(cell, digit))),
        Some(house) => full_house(facts.ground, house).is_some_and(|cells| {
            let mut places = cells.iter().filter(|&cell| replay.at(cell).contains(digit));
            places.all(|cell| division.cases.contains(&(cell, digit)))
        }),
    }
}
