//! Computes the values that a few cells can have if all cells differ, with bit sets instead of an enumeration of
//! assignments.

use crate::propagation::Word;

/// Maximum number of cells and of values.
pub(super) const MOST: usize = 6;

/// For each value, the subsets that contain it, as a bit mask: bit `n` represents the subset whose members are the bits of `n` (0
/// to 63).
const WITH: [u64; MOST] = [
    0xaaaa_aaaa_aaaa_aaaa,
    0xcccc_cccc_cccc_cccc,
    0xf0f0_f0f0_f0f0_f0f0,
    0xff00_ff00_ff00_ff00,
    0xffff_0000_ffff_0000,
    0xffff_ffff_0000_0000,
];

/// Returns the values that each cell can have if all cells differ; `None` if that is impossible. The candidates of all cells must be among
/// `values`, and there may be at most [`MOST`] cells and values.
pub(super) fn share_out(cells: &[u64], values: u64) -> Option<[u64; MOST]> {
    if is_loose(cells, values) {
        let mut placed = [0; MOST];
        placed[..cells.len()].copy_from_slice(cells);
        return Some(placed);
    }
    // One word encodes all sets of values that the cells processed so far can take. A forward pass extends these sets cell by
    // cell; a backward pass starts from the sets that all cells together can take.
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

/// Returns `true` if simple counting shows that every cell can take each of its values.
///
/// By Hall's theorem, only a tight set (as many values as cells) takes values from other cells, and it has at least `fewest`
/// cells. If all values are used, each value outside of a tight set has places only in the other cells, that is, at most
/// `cells - fewest` places.
fn is_loose(cells: &[u64], values: u64) -> bool {
    let fewest = cells.iter().map(|cell| cell.count_ones()).min();
    let fewest = fewest.unwrap_or(0) as usize;
    // Values with at least one, two and three places.
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
