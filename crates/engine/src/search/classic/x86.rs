//! Planes in the vector registers of x86-64.

use std::arch::x86_64::*;

use super::lanes::{Lanes, Task};

/// A plane of 512 lanes for AVX-512F, where any function of three planes is a single instruction.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Zmm(__m512i);

/// A plane of 256 lanes for AVX2.
#[derive(Clone, Copy)]
#[repr(transparent)]
pub(super) struct Ymm(__m256i);

/// Returns `true` if this processor supports [`Zmm`].
pub(super) fn has_avx512() -> bool {
    is_x86_feature_detected!("avx512f")
        && is_x86_feature_detected!("avx512bw")
        && is_x86_feature_detected!("avx512vl")
        && is_x86_feature_detected!("avx512dq")
        && has_avx2()
}

/// Returns `true` if this processor supports [`Ymm`].
pub(super) fn has_avx2() -> bool {
    is_x86_feature_detected!("avx2")
        && is_x86_feature_detected!("popcnt")
        && is_x86_feature_detected!("bmi1")
        && is_x86_feature_detected!("bmi2")
        && is_x86_feature_detected!("lzcnt")
}

/// Defines functions of three planes by their truth tables: bit `4a + 2b + c` is the value for `a`, `b`, `c`.
macro_rules! ternary {
    ($($(#[$doc:meta])* $name:ident = $table:literal;)*) => {
        $(
            #[inline(always)]
            fn $name(a: Self, b: Self, c: Self) -> Self {
                // SAFETY: a `Zmm` is only created after `has_avx512` has returned `true`.
                unsafe { Self(_mm512_ternarylogic_epi64::<$table>(a.0, b.0, c.0)) }
            }
        )*
    };
}

/// Defines functions of two planes.
macro_rules! binary {
    ($($name:ident = |$a:ident, $b:ident| $value:expr;)*) => {
        $(
            #[inline(always)]
            fn $name(self, other: Self) -> Self {
                let ($a, $b) = (self.0, other.0);
                // SAFETY: planes of this type are only created after a check that the processor supports the
                // instructions.
                unsafe { Self($value) }
            }
        )*
    };
}

impl Lanes for Zmm {
    const WORDS: usize = 8;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: engines over `Zmm` are only built after `has_avx512`.
        unsafe { Self(_mm512_set1_epi64(word.cast_signed())) }
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        // SAFETY: a `Zmm` is 64 plain bytes, aligned to 64.
        unsafe { &*std::ptr::from_ref(self).cast::<[u64; 8]>() }
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: a `Zmm` is 64 plain bytes, aligned to 64, and any bits are valid.
        unsafe { &mut *std::ptr::from_mut(self).cast::<[u64; 8]>() }
    }

    binary! {
        and = |a, b| _mm512_and_si512(a, b);
        or = |a, b| _mm512_or_si512(a, b);
        xor = |a, b| _mm512_xor_si512(a, b);
        // The instruction negates its first operand, so the operands are exchanged.
        but = |a, b| _mm512_andnot_si512(b, a);
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: a `Zmm` is only created after `has_avx512` has returned `true`.
        unsafe { Self(_mm512_sllv_epi64(self.0, _mm512_set1_epi64(bits.into()))) }
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: a `Zmm` is only created after `has_avx512` has returned `true`.
        unsafe { Self(_mm512_srlv_epi64(self.0, _mm512_set1_epi64(bits.into()))) }
    }

    ternary! {
        or3 = 0xFE;
        and3 = 0x80;
        xor3 = 0x96;
        majority = 0xE8;
        one_of = 0x16;
        but_both = 0x10;
        but_common = 0x70;
        or_common = 0xF8;
        or_difference = 0xF6;
        restrict = 0xD0;
        difference_in = 0x28;
        select = 0xCA;
    }

    #[inline(always)]
    fn enter<T: Task<Self>>(task: T) -> T::Output {
        #[target_feature(enable = "avx512f,avx512bw,avx512vl,avx512dq,avx2,popcnt,bmi1,bmi2,lzcnt")]
        #[inline(never)]
        fn apart<T: Task<Zmm>>(task: T) -> T::Output {
            task.run()
        }
        // SAFETY: engines over `Zmm` are only built after `has_avx512`, which checks all of these.
        unsafe { apart(task) }
    }
}

impl Lanes for Ymm {
    const WORDS: usize = 4;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        // SAFETY: engines over `Ymm` are only built after `has_avx2`.
        unsafe { Self(_mm256_set1_epi64x(word.cast_signed())) }
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        // SAFETY: a `Ymm` is 32 plain bytes, aligned to 32.
        unsafe { &*std::ptr::from_ref(self).cast::<[u64; 4]>() }
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        // SAFETY: a `Ymm` is 32 plain bytes, aligned to 32, and any bits are valid.
        unsafe { &mut *std::ptr::from_mut(self).cast::<[u64; 4]>() }
    }

    binary! {
        and = |a, b| _mm256_and_si256(a, b);
        or = |a, b| _mm256_or_si256(a, b);
        xor = |a, b| _mm256_xor_si256(a, b);
        but = |a, b| _mm256_andnot_si256(b, a);
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        // SAFETY: a `Ymm` is only created after `has_avx2` has returned `true`.
        unsafe { Self(_mm256_sllv_epi64(self.0, _mm256_set1_epi64x(bits.into()))) }
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        // SAFETY: a `Ymm` is only created after `has_avx2` has returned `true`.
        unsafe { Self(_mm256_srlv_epi64(self.0, _mm256_set1_epi64x(bits.into()))) }
    }

    #[inline(always)]
    fn enter<T: Task<Self>>(task: T) -> T::Output {
        #[target_feature(enable = "avx2,popcnt,bmi1,bmi2,lzcnt")]
        #[inline(never)]
        fn apart<T: Task<Ymm>>(task: T) -> T::Output {
            task.run()
        }
        // SAFETY: engines over `Ymm` are only built after `has_avx2`, which checks all of these.
        unsafe { apart(task) }
    }
}
