//! Chains over links between candidates.
//!
//! The classes and their ratings are those of Sudoku Explainer (N. Juillerat), techniques 27 to 39:
//!
//! * cycles and chains without branches;
//! * Nishio: one digit, with branches;
//! * forcing from the candidates of a cell or the places of a digit in a house;
//! * dynamic forcing, in which the removals of the chain create further links;
//! * nested forcing, with chains inside the chain.
//!
//! The rating of a chain is 0.1 higher for each of the thresholds 4, 6, 8, 12, 16, 24 … below n - 2, where n is the
//! number of nodes over all branches and nested chains.

mod chase;
mod closure;
mod forcing;
mod length;
mod patterns;
mod reason;
mod straight;

pub(super) use forcing::{
    CELL_OR_HOUSE_FORCING, DYNAMIC_FORCING, DYNAMIC_FORCING_PLUS, NESTED_CHAINS,
    NESTED_DYNAMIC_FORCING, NESTED_MULTIPLE_FORCING, NISHIO,
};
pub(super) use length::surcharge;
pub(super) use straight::{FORCING_CHAIN, FORCING_X_CHAIN, X_CYCLE, XY_CYCLE, Y_CYCLE};
