//! Prices chains by their length.

/// Returns the surcharge, in tenths, of a chain with `nodes` nodes over the price of its class.
pub(in crate::techniques) fn surcharge(nodes: usize) -> u16 {
    let (mut more, mut bound) = (0, 4);
    while nodes > bound + 2 {
        more += 1;
        bound = if more % 2 == 1 {
            bound * 3 / 2
        } else {
            bound * 4 / 3
        };
    }
    more
}

/// Returns the maximum number of nodes that a chain may have for a surcharge of at most `room` tenths.
pub(super) fn most_nodes(room: u16) -> usize {
    let mut bound = 4;
    // The bound doubles every two steps, so it would overflow without a limit.
    for step in 1..=room.min(40) {
        bound = if step % 2 == 1 {
            bound * 3 / 2
        } else {
            bound * 4 / 3
        };
    }
    bound + 2
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn longer_chains_cost_more() {
        let costs = [
            (6, 0),
            (7, 1),
            (8, 1),
            (9, 2),
            (14, 3),
            (18, 4),
            (26, 5),
            (27, 6),
        ];
        for (nodes, more) in costs {
            assert_eq!(surcharge(nodes), more, "{nodes}");
            assert!(nodes <= most_nodes(more), "{nodes}");
        }
    }
}
