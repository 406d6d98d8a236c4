//! Laws of the engine: each room against its plain referee.

mod classic_kernel;
mod diagnose;
mod grammar;
mod language;
mod logic;
mod lowering;
mod own_rules;
mod relations;
mod rules;
mod search;
mod seeds;

/// The share of a campaign that runs every day is one in `days`; where `CLUEWRIGHT_CAMPAIGN` is set, as
/// in `.ci/nightly`, all of it runs.
fn one_in<N: From<u8>>(days: N) -> N {
    match std::env::var_os("CLUEWRIGHT_CAMPAIGN") {
        Some(_) => N::from(1),
        None => days,
    }
}
