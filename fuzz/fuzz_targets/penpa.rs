#![no_main]

libfuzzer_sys::fuzz_target!(|text: &str| cluewright_fuzz::reader("penpa", text));
