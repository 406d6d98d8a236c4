//! Determines the share of each campaign that runs in daily tests; nightly tests run the whole campaign. All test
//! binaries use this module.

/// Returns the interval of the cases to run: one in `days` in daily tests, or all of them if `CLUEWRIGHT_CAMPAIGN` is
/// set, as in `.ci/nightly`.
pub(crate) fn one_in<N: From<u8>>(days: N) -> N {
    match std::env::var_os("CLUEWRIGHT_CAMPAIGN") {
        Some(_) => N::from(1),
        None => days,
    }
}
