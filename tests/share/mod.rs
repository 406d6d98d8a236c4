//! The share of each campaign that runs in the daily tests; the nightly tests run all of it. Used by all test binaries.

/// One in `days` cases of a campaign run every day; if `CLUEWRIGHT_CAMPAIGN` is set, as in `.ci/nightly`, all of them
/// run.
pub(crate) fn one_in<N: From<u8>>(days: N) -> N {
    match std::env::var_os("CLUEWRIGHT_CAMPAIGN") {
        Some(_) => N::from(1),
        None => days,
    }
}
