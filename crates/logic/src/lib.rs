//! Human-style logic: the steps by which a person solves a puzzle.
//!
//! A *technique* reads the [`Board`] and offers [`Step`]s; it never changes the board. In each round, [`solve`] applies all
//! steps of the lowest rating, which makes the path independent of scan order. The prices of steps are data, in a [`Profile`]
//! from `rules/grading/`.
//!
//! # Writing a technique
//!
//! Add a file to `techniques/`, or a few lines to the file of a related technique. A technique consists of a function and a
//! [`Technique`] with its name, default price, argument, page, and a [`Position`] in which it finds a step. It also needs one
//! line in [`TECHNIQUES`], and a price in each other profile of `rules/grading/` that uses it. The function gets a [`Context`]
//! and a [`Steps`]. The context contains the [`Ground`] (houses, cliques, peers, clues) and the [`Board`] (candidates by cell
//! and, as bit masks, places by digit). The function offers the steps that it finds to the [`Steps`]:
//!
//! * `steps.offer(more, || step)`: `more` is the surcharge of this step over the price of its technique, in tenths (0 for most
//!   techniques, more for longer chains). The closure runs only if no cheaper step is known.
//! * The step states what is removed or placed (`Step::place`, `Step::remove`, `Step::strip`), what it rests on (`citing` houses
//!   and clues, `seeing` the cells whose candidates matter) and what to show (`pattern`, `about`, `sized`). The reason must be
//!   complete, because the [`judge()`] proves the step again from the reason alone.
//! * A step must have a new conclusion: do not offer a step that removes nothing.
//! * Data that is kept from board to board has a type of its own in `context.memory`.
//! * Do not use rule names: a technique reads houses, exclusions and relations, so that it works for every rule.

mod argument;
mod balance;
mod board;
mod cells;
mod clue_links;
mod context;
mod contradiction;
mod deadly;
mod example;
pub mod grade;
mod ground;
mod judge;
mod loosen;
mod memory;
mod names;
mod net;
mod orientation;
mod path;
mod position;
mod prepared;
mod profile;
mod proof;
mod sentence;
mod slice;
mod step;
mod steps;
mod support;
mod technique;
mod techniques;
mod told;
mod totals;
mod trial;

pub use board::Board;
pub use cells::Cells;
pub use context::Context;
pub use contradiction::{broken, fall};
pub use ground::{Clique, Crossing, Ground, GroundError, House, HouseKind, Mark};
pub use judge::{Minimal, Refusal, judge, judge_while, minimal};
pub use memory::Memory;
pub use names::{name_new, named};
pub use path::{End, Path, Round, cheapest, solve, solve_from, solve_to_digit};
pub use position::{Moment, Position};
pub use prepared::Prepared;
pub use profile::{BUILTIN, Entry, Profile, ProfileError, Tier};
pub use sentence::{
    Argument, Bar, Basis, Break, Case, Chain, Fall, Proof, Sentence, Split, SplitCase, Sum, Tally,
    Unmade, Want, Way,
};
pub use slice::{Needed, needed};
pub use step::{Link, Reason, Step};
pub use steps::Steps;
pub use technique::{Family, Kind, Reads, RestsOn, Technique};
pub use techniques::TECHNIQUES;
pub use told::select_steps;
