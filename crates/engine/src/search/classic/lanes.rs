//! Planes, which are bit vectors with one bit per lane, and the few operations on them that the kernel needs.
//!
//! The whole batch engine is written once, over [`Lanes`]; each instruction set implements this trait.

/// A computation that is compiled once for each instruction set.
///
/// The body of [`run`](Task::run) and everything generic below it must be `#[inline(always)]`. Otherwise parts of it are compiled outside
/// of the function that enables the instructions.
pub(super) trait Task<L> {
    type Output;

    /// Runs the computation with the instructions of the lanes' type.
    fn run(self) -> Self::Output;
}

/// A plane of `64 * WORDS` lanes, one bit each.
///
/// Implementations for optional instructions must only be used after checking that the processor has them.
/// [`Engine`](super::engine::Engine) is created only after that check, and nothing else creates planes.
pub(super) trait Lanes: Copy + 'static {
    /// Number of 64-bit words in a plane. Lane `l` is bit `l / WORDS` of word `l % WORDS`, so that neighbouring lanes are close together
    /// in transposed planes.
    const WORDS: usize;
    /// Number of lanes in a plane.
    const COUNT: usize = 64 * Self::WORDS;

    /// Returns a plane in which every word equals `word`.
    fn splat(word: u64) -> Self;
    fn words(&self) -> &[u64];
    fn words_mut(&mut self) -> &mut [u64];

    /// `self & other`
    fn and(self, other: Self) -> Self;
    /// `self | other`
    fn or(self, other: Self) -> Self;
    /// `self ^ other`
    fn xor(self, other: Self) -> Self;
    /// `self & !other`
    fn but(self, other: Self) -> Self;
    /// Shifts each word to the left by `bits`, which is below 64.
    fn shl(self, bits: u32) -> Self;
    /// Shifts each word to the right by `bits`, which is below 64.
    fn shr(self, bits: u32) -> Self;

    /// Runs a task in a function that enables the instructions of this plane.
    fn enter<T: Task<Self>>(task: T) -> T::Output;

    /// Returns the plane without set bits.
    #[inline(always)]
    fn none() -> Self {
        Self::splat(0)
    }

    /// Returns the plane with all bits set.
    #[inline(always)]
    fn all() -> Self {
        Self::splat(!0)
    }

    /// `!self`
    #[inline(always)]
    fn not(self) -> Self {
        self.xor(Self::all())
    }

    /// `a | b | c`
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        a.or(b).or(c)
    }

    /// `a & b & c`
    #[inline(always)]
    fn and3(a: Self, b: Self, c: Self) -> Self {
        a.and(b).and(c)
    }

    /// `a ^ b ^ c`
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).xor(c)
    }

    /// Returns the lanes that are set in at least two of three planes.
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        a.and(b).or(c.and(a.xor(b)))
    }

    /// Returns the lanes that are set in exactly one of three planes.
    #[inline(always)]
    fn one_of(a: Self, b: Self, c: Self) -> Self {
        let ab = a.xor(b);
        ab.but(c).or(c.but(a.or(b)))
    }

    /// `a & !b & !c`
    #[inline(always)]
    fn but_both(a: Self, b: Self, c: Self) -> Self {
        a.but(b.or(c))
    }

    /// `a & !(b & c)`
    #[inline(always)]
    fn but_common(a: Self, b: Self, c: Self) -> Self {
        a.but(b.and(c))
    }

    /// `a | (b & c)`
    #[inline(always)]
    fn or_common(a: Self, b: Self, c: Self) -> Self {
        a.or(b.and(c))
    }

    /// `a | (b ^ c)`
    #[inline(always)]
    fn or_difference(a: Self, b: Self, c: Self) -> Self {
        a.or(b.xor(c))
    }

    /// `a & (b | !c)`
    #[inline(always)]
    fn restrict(a: Self, b: Self, c: Self) -> Self {
        a.but(c.but(b))
    }

    /// `(a ^ b) & c`
    #[inline(always)]
    fn difference_in(a: Self, b: Self, c: Self) -> Self {
        a.xor(b).and(c)
    }

    /// Selects `a` in the lanes of `mask`, and `b` elsewhere.
    #[inline(always)]
    fn select(mask: Self, a: Self, b: Self) -> Self {
        b.xor(mask.and(a.xor(b)))
    }

    /// Returns the number of set lanes.
    #[inline(always)]
    fn count(&self) -> u32 {
        self.words().iter().map(|word| word.count_ones()).sum()
    }

    /// Returns `true` if no lane is set.
    #[inline(always)]
    fn is_none(&self) -> bool {
        self.words().iter().all(|&word| word == 0)
    }

    #[inline(always)]
    fn set(&mut self, lane: usize) {
        self.words_mut()[lane % Self::WORDS] |= 1 << (lane / Self::WORDS);
    }

    #[inline(always)]
    fn clear(&mut self, lane: usize) {
        self.words_mut()[lane % Self::WORDS] &= !(1 << (lane / Self::WORDS));
    }
}

/// Calls `visit` with each set lane of a plane, in the order of its words and their bits.
#[inline(always)]
pub(super) fn each_lane<L: Lanes>(plane: &L, mut visit: impl FnMut(usize)) {
    for (index, &word) in plane.words().iter().enumerate() {
        let mut left = word;
        while left != 0 {
            visit(left.trailing_zeros() as usize * L::WORDS + index);
            left &= left - 1;
        }
    }
}

/// Planes of plain words, which the compiler turns into the vector instructions that every processor of the target has.
#[derive(Clone, Copy, Debug)]
#[repr(align(16))]
pub(super) struct Words<const N: usize>([u64; N]);

impl<const N: usize> Words<N> {
    #[inline(always)]
    fn zip(mut self, other: Self, op: impl Fn(u64, u64) -> u64) -> Self {
        let mut i = 0;
        while i < N {
            self.0[i] = op(self.0[i], other.0[i]);
            i += 1;
        }
        self
    }
}

impl<const N: usize> Lanes for Words<N> {
    const WORDS: usize = N;

    #[inline(always)]
    fn splat(word: u64) -> Self {
        Self([word; N])
    }

    #[inline(always)]
    fn words(&self) -> &[u64] {
        &self.0
    }

    #[inline(always)]
    fn words_mut(&mut self) -> &mut [u64] {
        &mut self.0
    }

    #[inline(always)]
    fn and(self, other: Self) -> Self {
        self.zip(other, |a, b| a & b)
    }

    #[inline(always)]
    fn or(self, other: Self) -> Self {
        self.zip(other, |a, b| a | b)
    }

    #[inline(always)]
    fn xor(self, other: Self) -> Self {
        self.zip(other, |a, b| a ^ b)
    }

    #[inline(always)]
    fn but(self, other: Self) -> Self {
        self.zip(other, |a, b| a & !b)
    }

    #[inline(always)]
    fn shl(self, bits: u32) -> Self {
        self.zip(self, |a, _| a << bits)
    }

    #[inline(always)]
    fn shr(self, bits: u32) -> Self {
        self.zip(self, |a, _| a >> bits)
    }

    #[inline(always)]
    fn enter<T: Task<Self>>(task: T) -> T::Output {
        #[inline(never)]
        fn apart<L, T: Task<L>>(task: T) -> T::Output {
            task.run()
        }
        apart(task)
    }
}
