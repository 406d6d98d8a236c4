//! The instruction sets that the kernel can use.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// An instruction set for which the kernel has been compiled.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Isa {
    /// 512 puzzles at a time, on x86-64 with AVX-512 (F, BW, DQ, VL).
    Avx512,
    /// 256 puzzles at a time, on x86-64 with AVX2.
    Avx2,
    /// The portable version for any processor. It solves as many puzzles at a time as fit into plain machine words.
    Portable,
}

/// Error for an instruction set that cannot be used.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum IsaError {
    /// The name does not denote an instruction set.
    #[error("unknown instruction set {name:?}; expected avx512, avx2 or portable")]
    Unknown {
        /// The unknown name.
        name: String,
    },
    /// The processor does not support the instruction set.
    #[error(
        "this processor does not support {isa}; the best instruction set it supports is {}",
        Isa::best()
    )]
    Unavailable {
        /// The instruction set that was requested.
        isa: Isa,
    },
}

impl Isa {
    /// The environment variable that [`from_env`](Self::from_env) reads.
    pub const VARIABLE: &str = "CLUEWRIGHT_ISA";

    /// All instruction sets, fastest first.
    pub const EVERY: [Self; 3] = [Self::Avx512, Self::Avx2, Self::Portable];

    /// Returns the fastest instruction set that this processor supports.
    pub fn best() -> Self {
        Self::EVERY
            .into_iter()
            .find(|isa| isa.is_available())
            .unwrap_or(Self::Portable)
    }

    /// Returns `true` if this processor supports the instruction set.
    pub fn is_available(self) -> bool {
        match self {
            #[cfg(target_arch = "x86_64")]
            Self::Avx512 => super::x86::has_avx512(),
            #[cfg(target_arch = "x86_64")]
            Self::Avx2 => super::x86::has_avx2(),
            #[cfg(not(target_arch = "x86_64"))]
            Self::Avx512 | Self::Avx2 => false,
            Self::Portable => true,
        }
    }

    /// Returns the instruction set named by the variable `CLUEWRIGHT_ISA` (`avx512`, `avx2` or `portable`), or the best one if the variable
    /// is unset or empty.
    ///
    /// # Errors
    ///
    /// Returns an error if the name is unknown, or if this processor does not support the instruction set.
    pub fn from_env() -> Result<Self, IsaError> {
        match std::env::var_os(Self::VARIABLE) {
            Some(name) if !name.is_empty() => name.to_string_lossy().parse::<Self>()?.check(),
            _ => Ok(Self::best()),
        }
    }

    pub(super) fn check(self) -> Result<Self, IsaError> {
        if self.is_available() {
            Ok(self)
        } else {
            Err(IsaError::Unavailable { isa: self })
        }
    }
}

impl FromStr for Isa {
    type Err = IsaError;

    fn from_str(name: &str) -> Result<Self, IsaError> {
        let known = Self::EVERY.into_iter().find(|isa| isa.to_string() == name);
        known.ok_or_else(|| IsaError::Unknown {
            name: name.to_owned(),
        })
    }
}

impl fmt::Display for Isa {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Avx512 => "avx512",
            Self::Avx2 => "avx2",
            Self::Portable => "portable",
        })
    }
}
