//! Chains over links between candidates.
//!
//! The classes and their ratings are those of Sudoku Explainer (N. Juillerat), techniques 27 to 39: cycles
//! and chains without branches, Nishio, forcing from the candidates of a cell or the places of a house,
//! dynamic forcing, in which links also come from what the chain has removed so far, and nested forcing, with
//! chains inside the chain. A chain of n nodes (over all branches and the chains inside) costs a tenth more for
//! each of the lengths 4, 6, 8, 12, 16, 24 … that n - 2 exceeds.

mod closure;
mod forcing;
mod straight;

pub(super) use forcing::{
    cells_and_houses, dynamic, dynamic_plus, nested_chains, nested_dynamic, nested_multiple, nishio,
};
pub(super) use straight::{forcing_chain, forcing_x_chain, x_cycle, xy_cycle, y_cycle};

/// What a chain of so many nodes costs above its class, in tenths.
pub(super) fn surcharge(nodes: usize) -> u16 {
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

/// The most nodes of a chain that costs no more than so many tenths above its class.
fn most_nodes(room: u16) -> usize {
    let mut bound = 4;
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
