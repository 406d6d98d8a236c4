use super::Post;
use super::cells::vars;
use crate::builder::Builder;
use crate::propagation::Word;
use crate::relations::{self, Relation};
use cluewright_puzzle::Cell;
use cluewright_rules::statement::Rank;

impl Post for Rank {
    fn post<W: Word>(&self, builder: &mut Builder<W>, rests_on: u32) {
        post_rank(builder, self, &[], rests_on);
    }
}

/// Posts the rank of a list. `known` contains other lists with known ranks, each with the number of lists that are smaller. If `known`
/// is not empty, only the relation without those lists is posted, and only if it is shorter.
pub(crate) fn post_rank<W: Word>(
    builder: &mut Builder<W>,
    rank: &Rank,
    known: &[(&[Cell], u16)],
    rests_on: u32,
) {
    let Rank {
        lists,
        smaller,
        ties,
    } = rank;
    let [ranked, others @ ..] = &lists[..] else {
        return;
    };
    let same = others.iter().any(|other| other == ranked);
    let length = ranked.len();
    if same && !*ties || others.iter().any(|other| other.len() != length) {
        return builder.impossible(rests_on);
    }
    let ranked = vars(ranked);
    let others: Vec<Vec<u16>> = others.iter().map(|other| vars(other)).collect();
    let smaller = usize::from(*smaller);
    let (first, mut sides, alike) = match sides(builder, &ranked, &others, smaller) {
        Some((first, sides)) => {
            let alike = sides.len() + 1;
            (first, sides, alike)
        }
        None => {
            let sides = others.into_iter().map(|other| vec![other]).collect();
            (builder.shared.full, sides, usize::MAX)
        }
    };
    let (all, mut below) = (sides.len(), 0);
    for &(list, rank) in known {
        let (list, rank) = (vars(list), usize::from(rank));
        if rank / alike == smaller / alike {
            let before = sides.len();
            sides.retain(|side| !side.contains(&list));
            below += usize::from(rank < smaller) * (before - sides.len());
        }
    }
    // If all sides remain without the known lists, the relation would be the same as the one posted for the clue alone.
    if !known.is_empty() && sides.len() == all {
        return;
    }
    let Some(smaller) = (smaller % alike).checked_sub(below) else {
        return builder.impossible(rests_on);
    };
    builder.restrict(ranked[0], first, rests_on);
    let side = sides.first().map_or(1, Vec::len);
    let rank = relations::Rank::new(&ranked, &sides.concat(), side, smaller, *ties);
    let most_eager = std::mem::replace(&mut builder.most_eager, 0);
    builder.add(Relation::Rank(rank), rests_on);
    builder.most_eager = most_eager;
}

/// Returns the first digit of the ranked list as a set, and the sides formed by the other lists. The first cells of all
/// lists must make up full houses, so that for each digit, exactly one list per house starts with it. The house that
/// contains the ranked list's first cell is left out, because no other list that starts there has the same first digit.
/// Returns `None` if the sides cannot be formed.
fn sides<W: Word>(
    builder: &Builder<W>,
    ranked: &[u16],
    others: &[Vec<u16>],
    smaller: usize,
) -> Option<(W, Vec<Vec<Vec<u16>>>)> {
    // The sides rest on houses of the layout, so these must not be switched off.
    if !builder.layout_holds || others.iter().any(|other| other == ranked) {
        return None;
    }
    let mut left: Vec<&[u16]> = others.iter().map(Vec::as_slice).collect();
    left.push(ranked);
    let start = |list: &[u16]| list.first().copied();
    let values = builder.union(left.iter().filter_map(|list| start(list)));
    let mut sides = vec![];
    while !left.is_empty() {
        let starts: Vec<u16> = left.iter().filter_map(|list| start(list)).collect();
        let house = builder.full_houses.iter().find(|house| {
            !house.extra
                && house.vars.len() == values.len() as usize
                && house.vars.iter().all(|var| starts.contains(var))
        })?;
        let mut side = vec![];
        for &var in house.vars.iter() {
            let place = left.iter().rposition(|list| start(list) == Some(var))?;
            side.push(left.remove(place).to_vec());
        }
        sides.push(side);
    }
    let first = values.each().nth(smaller.checked_div(sides.len())?)?;
    sides.retain(|side| side.iter().all(|list| list != ranked));
    Some((W::one(first), sides))
}
