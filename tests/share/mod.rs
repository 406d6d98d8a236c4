//! Campaigns: what runs every day, and what at night. Shared by the test binaries.

/// The share of a campaign that runs every day is one in `days`; where `CLUEWRIGHT_CAMPAIGN` is set, as
/// in `.ci/nightly`, all of it runs.
pub(crate) fn one_in<N: From<u8>>(days: N) -> N {
    match std::env::var_os("CLUEWRIGHT_CAMPAIGN") {
        Some(_) => N::from(1),
        None => days,
    }
}
