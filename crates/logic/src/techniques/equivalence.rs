//! Set equivalence: if some houses are compared with the same number of other houses, two sets of cells remain that hold the
//! same digits.
//!
//! Both sides therefore contain a digit, or a class of digits, equally often. The minimum of one side is compared with the
//! maximum of the other. For example, if five cells of one side are certainly low, and only five cells of the other side can
//! be low, these five cells are low. For a single digit, houses are counted too, because each row, column or box contains
//! the digit once. The equivalence of the ring around the middle box and the corners is due to J. Wieser ("Phistomefel").
//! The general method is SET (set equivalence theory), by the same author.

use super::classes::partitions;
use crate::Context;
use crate::balance::{self, Balance};
use crate::sentence::Sentence;
use crate::step::Step;
use crate::steps::Steps;
use crate::technique::{Family, Position, Technique};
use crate::{Cells, HouseKind};
use cluewright_puzzle::DigitSet;
use rustc_hash::FxHashMap;
use std::cell::{OnceCell, RefCell};
use std::sync::Arc;

pub(super) const SET_EQUIVALENCE: Technique = Technique {
    name: "set-equivalence",
    help: "houses added and subtracted: the cells left on both sides hold the same digits",
    about: "Add some houses and take away as many others. What is left on both sides holds the same digits, \
            so a count on one side is a count on the other. The Phistomefel ring is the best-known case.",
    family: Family::Counting,
    price: Some(4.5),
    positions: &[Position::on_path(
        "default",
        4.8,
        "corpus/techniques/set-equivalence.toml",
    )],
    find: equivalence,
    ..Technique::USUAL
};

/// Compares the two sides of each balance, for each set of digits that people count.
fn equivalence(context: &Context<'_>, steps: &mut Steps) {
    if context.ground.plain() {
        return;
    }
    let wholes: Vec<Whole> = sets(context.ground.digits)
        .into_iter()
        .map(|digits| Whole::of(context, digits))
        .collect();
    let kinds = Kinds::of(context);
    let memory = context.memory.of::<Remembered>();
    let balances = memory.balances.get_or_init(|| balance::all(context.ground));
    for whole in &wholes {
        let cells = [whole.sure, whole.possible];
        // Only open cells that may hold the digits can lose candidates, so a settled set is skipped.
        let settled = (whole.possible & context.board.open()).is_empty();
        if settled || memory.fruitless.borrow().get(&whole.digits.bits()) == Some(&cells) {
            continue;
        }
        let mut fruitless = true;
        for balance in balances
            .iter()
            .filter(|balance| kinds.may_meet(balance, whole))
        {
            fruitless &= !compare(context, balance, whole, steps);
        }
        if fruitless {
            let mut known = memory.fruitless.borrow_mut();
            known.insert(whole.digits.bits(), cells);
        }
    }
}

/// The data that is kept from one board to the next.
#[derive(Default)]
struct Remembered {
    /// The balances of the grid, computed on first use.
    balances: OnceCell<Arc<[Balance]>>,
    /// For each set of digits, the last fruitless state: the cells that certainly hold one of the digits, and the cells that
    /// may hold one.
    fruitless: RefCell<FxHashMap<u64, [Cells; 2]>>,
}

/// Returns the sets of digits to count: single digits, low digits, high digits, and classes.
fn sets(digits: DigitSet) -> Vec<DigitSet> {
    let all: Vec<u8> = digits.iter().collect();
    let set = |part: &[u8]| part.iter().copied().collect::<DigitSet>();
    let mut sets: Vec<DigitSet> = all.iter().map(|&digit| DigitSet::one(digit)).collect();
    // The shortest low and high sets would be single digits, which are listed already.
    sets.extend((2..all.len()).map(|cut| set(&all[..cut])));
    sets.extend((1..all.len() - 1).map(|cut| set(&all[cut..])));
    for class in partitions(digits).concat() {
        if !sets.contains(&class) {
            sets.push(class);
        }
    }
    sets
}

/// The cells of the grid that certainly hold one of the counted digits, and the cells that may hold one.
struct Whole {
    digits: DigitSet,
    sure: Cells,
    possible: Cells,
}

impl Whole {
    fn of(context: &Context<'_>, digits: DigitSet) -> Self {
        let cells = || 0..context.ground.cells() as u16;
        let outside = |cell: &u16| context.board.at(*cell).without(digits).is_empty();
        let meets = |cell: &u16| !(context.board.at(*cell) & digits).is_empty();
        Self {
            digits,
            sure: cells().filter(outside).collect(),
            possible: cells().filter(meets).collect(),
        }
    }
}

/// The kinds of houses that do not overlap: no two houses of one kind share a cell.
const KINDS: [HouseKind; 3] = [HouseKind::Row, HouseKind::Column, HouseKind::Box];

/// A lower or upper bound on the number of cells of a side that hold one of the counted digits.
#[derive(Clone, Copy)]
struct Bound {
    count: usize,
    /// The cells of the side that hold the counted digits if the bound is tight.
    there: Cells,
    /// The cells of the houses that were counted. Unused if cells were counted.
    counted: Cells,
    kind: Option<HouseKind>,
}

/// The houses of each kind as bit sets, for a quick test of whether two bounds can meet.
struct Kinds {
    /// All houses of each kind.
    all: [u64; 3],
    of: Vec<u64>,
    /// `true` if there are more houses than a word has bits.
    too_many: bool,
}

impl Kinds {
    fn of(context: &Context<'_>) -> Self {
        let mut kinds = Self {
            all: [0; 3],
            of: vec![0; context.ground.cells()],
            too_many: context.ground.houses.len() > 64,
        };
        for (number, house) in context.ground.houses.iter().enumerate().take(64) {
            // Houses from clues can overlap, so a cell would be counted twice.
            let Some(kind) = KINDS.iter().position(|&kind| kind == house.kind) else {
                continue;
            };
            kinds.all[kind] |= 1 << number;
            for cell in house.cells.iter() {
                kinds.of[usize::from(cell)] |= 1 << number;
            }
        }
        kinds
    }

    fn meeting(&self, cells: Cells) -> u64 {
        let houses = cells.iter().map(|cell| self.of[usize::from(cell)]);
        houses.fold(0, |all, houses| all | houses)
    }

    /// Returns `false` if the maximum count of each side exceeds the minimum count of the other, in which case nothing
    /// follows. For a single digit, the counts of houses can tighten these bounds.
    fn may_meet(&self, balance: &Balance, whole: &Whole) -> bool {
        let bounds = balance.sides.map(|side| {
            let (sure, possible) = (whole.sure & side, whole.possible & side);
            let (mut least, mut most) = (sure.len() as u32, possible.len() as u32);
            if whole.digits.len() == 1 {
                let (here, elsewhere) =
                    (self.meeting(possible), self.meeting(whole.possible - side));
                for kind in self.all {
                    least = least.max((here & !elsewhere & kind).count_ones());
                    most = most.min((here & kind).count_ones());
                }
            }
            (least, most)
        });
        self.too_many || bounds[0].0 >= bounds[1].1 || bounds[1].0 >= bounds[0].1
    }
}

/// Compares the two sides of a balance. Returns `true` if that leads to a new conclusion.
fn compare(context: &Context<'_>, balance: &Balance, whole: &Whole, steps: &mut Steps) -> bool {
    let least = balance.sides.map(|side| least(context, whole, side));
    let most = balance.sides.map(|side| most(context, whole, side));
    let mut found = false;
    for (here, there) in [(0, 1), (1, 0)] {
        let side = balance.sides[here];
        let highest = best(&least[there], |bound| bound.count);
        for bound in most[here]
            .iter()
            .filter(|bound| bound.count == highest.count)
        {
            // The bound is tight, so each counted cell holds one of the digits, or each counted house has the digit within
            // this side.
            let lost = match bound.kind {
                None => (
                    bound.there - whole.sure,
                    context.ground.digits.without(whole.digits),
                ),
                Some(_) => ((bound.counted & whole.possible) - side, whole.digits),
            };
            found |= offer(context, balance, lost, [bound, highest], steps);
        }
        let lowest = best(&most[there], |bound| usize::MAX - bound.count);
        for bound in least[here]
            .iter()
            .filter(|bound| bound.count == lowest.count)
        {
            // The bound is tight, so only the counted cells of this side hold the digits. The other cells lose them.
            let lost = ((side & whole.possible) - bound.there, whole.digits);
            found |= offer(context, balance, lost, [bound, lowest], steps);
        }
    }
    found
}

fn best(bounds: &[Bound], value: impl Fn(&Bound) -> usize) -> &Bound {
    let mut best = &bounds[0];
    for bound in bounds {
        if value(bound) > value(best) {
            best = bound;
        }
    }
    best
}

/// Offers the step that removes digits from open cells. Each house beyond the first on a side costs three tenths. Returns
/// `false` if there is nothing to remove.
fn offer(
    context: &Context<'_>,
    balance: &Balance,
    (cells, digits): (Cells, DigitSet),
    bounds: [&Bound; 2],
    steps: &mut Steps,
) -> bool {
    let cells = cells & context.board.open();
    if cells.is_empty() {
        return false;
    }
    let more = 3 * (balance.houses[0].len() as u16 - 1);
    steps.offer(more, || {
        let houses = balance.houses.iter().flatten();
        let mut step = Step::strip(context.board.candidates(), digits, cells)
            .citing(houses.map(|&number| context.ground.houses[usize::from(number)].cite))
            .pattern(balance.sides[0] | balance.sides[1])
            .sized(balance.sides[0].len());
        for bound in bounds {
            let counted = context.ground.houses.iter();
            let counted = counted.filter(|house| {
                Some(house.kind) == bound.kind && house.cells.within(bound.counted)
            });
            step = step
                .citing(counted.map(|house| house.cite))
                .seeing(bound.counted);
        }
        step.arguing(Sentence::Balance(balance.houses.clone()))
    });
    true
}

/// Returns lower bounds on the number of counted digits in a side. One bound comes from the cells of the side. For a single
/// digit, others come from houses whose cells outside the side cannot hold it.
fn least(context: &Context<'_>, whole: &Whole, side: Cells) -> [Bound; 4] {
    bounds(context, whole, whole.sure & side, |house| {
        let places = whole.possible & house;
        (!places.is_empty() && places.within(side)).then_some(places)
    })
}

/// Returns upper bounds on the number of counted digits in a side. One bound comes from the cells of the side. For a single
/// digit, others come from houses, because each house contains the digit once.
fn most(context: &Context<'_>, whole: &Whole, side: Cells) -> [Bound; 4] {
    let possible = whole.possible & side;
    let mut bounds = bounds(context, whole, possible, |house| {
        let here = possible & house;
        (!here.is_empty()).then_some(here)
    });
    // Houses imply an upper bound only if they cover all possible cells of the side.
    for bound in bounds.iter_mut().filter(|bound| bound.there != possible) {
        bound.count = usize::MAX;
    }
    bounds
}

/// Returns the bound from cells and, for a single digit, the bounds from the houses of each kind. `count` selects the places
/// of the side that a house covers.
fn bounds(
    context: &Context<'_>,
    whole: &Whole,
    cells: Cells,
    count: impl Fn(Cells) -> Option<Cells>,
) -> [Bound; 4] {
    let bound = |cells: Cells, kind| Bound {
        count: cells.len(),
        there: cells,
        counted: Cells::EMPTY,
        kind,
    };
    let [rows, columns, boxes] = KINDS.map(|kind| bound(Cells::EMPTY, Some(kind)));
    let mut bounds = [bound(cells, None), rows, columns, boxes];
    if whole.digits.len() > 1 {
        return bounds;
    }
    for house in &context.ground.houses {
        let Some(bound) = bounds
            .iter_mut()
            .find(|bound| bound.kind == Some(house.kind))
        else {
            continue;
        };
        if let Some(there) = count(house.cells) {
            bound.count += 1;
            bound.there |= there;
            bound.counted |= house.cells;
        }
    }
    bounds
}
