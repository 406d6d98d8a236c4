//! Determines the share of each campaign that runs in daily tests. Nightly tests run the whole campaign. All test
//! binaries use this module.

/// Returns `days` in daily tests, which run one case in `days`. Returns 1 if `CLUEWRIGHT_CAMPAIGN` is set, as in
/// `.ci/nightly`, so that all cases run.
pub(crate) fn one_in<N: From<u8>>(days: N) -> N {
    match std::env::var_os("CLUEWRIGHT_CAMPAIGN") {
        Some(_) => N::from(1),
        None => days,
    }
}
