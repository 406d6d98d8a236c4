//! Search: branch, count, prove.
