//! Iterates over the selections with a fixed number of items.

/// Calls `see` with the indices of every selection of `N` out of `count` items, in lexicographic
/// order.
pub(super) fn choose<const N: usize>(count: usize, mut see: impl FnMut(&[usize; N])) {
    if N == 0 || count < N {
        return;
    }
    let mut chosen: [usize; N] = std::array::from_fn(|i| i);
    loop {
        see(&chosen);
        let Some(i) = (0..N).rev().find(|&i| chosen[i] < count - N + i) else {
            return;
        };
        chosen[i] += 1;
        for j in i + 1..N {
            chosen[j] = chosen[j - 1] + 1;
        }
    }
}
