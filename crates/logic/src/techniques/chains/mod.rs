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
//! A chain with n nodes (over all branches and nested chains) is rated 0.1 higher for each of the lengths 4, 6, 8, 12, 16,
//! 24 … that is less than n - 2.

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
