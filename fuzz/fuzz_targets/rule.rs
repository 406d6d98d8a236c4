#![no_main]

libfuzzer_sys::fuzz_target!(|formula: &str| cluewright_fuzz::rule(formula));
