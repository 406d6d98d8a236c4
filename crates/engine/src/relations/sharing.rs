//! Values shared out to cells that differ, in every way at once.

use crate::propagation::Word;

/// The most cells, and the most values, that are shared out.
pub(super) const MOST: usize = 6;

/// For each value, by its place among those that are shared out, the sets that have it: bit n stands for the set of
/// which n has the bits.
const WITH: [u64; MOST] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Gives each cell one of the `values` and no two the same, in every way: what each cell can get, or `None` where there
/// is no way. Cells have some of the `values` and no others; there are at most [`MOST`] of both.
pub(super) fn share_out(cells: &[u64], values: u64) -> Option<[u64; MOST]> {
    if is_loose(cells, values) {
        let mut placed = [0; MOST];
        placed[..cells.len()].copy_from_slice(cells);
        return Some(placed);
    }
    // One word holds all sets of values that the cells so far can take. It goes along the cells, and back from what all
    // of them can take.
    let each = || values.each().map(|bit| 1u64 << bit).zip(WITH).zip(0..);
    let mut taken = [1u64; MOST + 1];
    for (i, &cell) in cells.iter().enumerate() {
        taken[i + 1] = each().fold(0, |sets, ((value, with), at)| match cell & value {
            0 => sets,
            _ => sets | (taken[i] & !with) << (1 << at),
        });
    }
    let mut sets = taken[cells.len()];
    let mut placed = [0; MOST];
    for (i, &cell) in cells.iter().enumerate().rev() {
        let mut before = 0;
        for ((value, with), at) in each() {
            let without = (sets & with) >> (1 << at) & taken[i];
            if cell & value != 0 && without != 0 {
                placed[i] |= value;
                before |= without;
            }
        }
        sets = before;
    }
    (sets != 0).then_some(placed)
}

/// Whether each cell can have any of its values because all have so many.
///
/// Cells that leave others no room are as many as their values at least; where all values are given out, those that are
/// left have no place outside of the other cells.
fn is_loose(cells: &[u64], values: u64) -> bool {
    let fewest = cells.iter().map(|cell| cell.count_ones()).min();
    let fewest = fewest.unwrap_or(0) as usize;
    // Values that occur once, twice, three times at least.
    let mut occur = [0u64; 3];
    for &cell in cells {
        let [once, twice, _] = occur;
        occur[2] |= twice & cell;
        occur[1] |= once & cell;
        occur[0] |= cell;
    }
    let places = occur.iter().take_while(|&&set| set == values).count();
    let all = values.count_ones() as usize == cells.len();
    fewest >= cells.len() || all && fewest + places > cells.len()
}
