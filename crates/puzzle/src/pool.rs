//! Pools of threads that share work. Without the feature `threads`, the calling thread does all the work, and the
//! results are the same.

#[cfg(feature = "threads")]
use rayon::prelude::*;

/// The threads that do the work.
pub enum Pool {
    /// The calling thread alone.
    Alone,
    /// The calling thread and the other threads of its pool.
    #[cfg(feature = "threads")]
    Here,
    /// A separate pool of threads.
    #[cfg(feature = "threads")]
    Own(rayon::ThreadPool),
}

#[cfg(feature = "threads")]
impl Pool {
    /// Creates a pool of `threads` threads, where 0 means one per processor. If `threads` is 1, or if the system
    /// refuses to start threads, the calling thread does all the work. Otherwise, if the calling thread already belongs
    /// to a pool, that pool is used.
    pub fn new(threads: usize) -> Self {
        let processors = || std::thread::available_parallelism().map_or(1, usize::from);
        let threads = if threads == 0 { processors() } else { threads };
        if threads == 1 {
            return Self::Alone;
        }
        if rayon::current_thread_index().is_some() {
            return Self::Here;
        }
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
        pool.map_or(Self::Alone, Self::Own)
    }

    /// Returns the number of threads that can work in parallel.
    pub fn threads(&self) -> usize {
        match self {
            Self::Alone => 1,
            Self::Here => rayon::current_num_threads(),
            Self::Own(pool) => pool.current_num_threads(),
        }
    }

    /// Runs `work` in the pool. The threads of the pool share the parallel steps of `work`.
    pub fn install<R: Send>(&self, work: impl FnOnce() -> R + Send) -> R {
        match self {
            Self::Alone | Self::Here => work(),
            Self::Own(pool) => pool.install(work),
        }
    }

    /// Runs `work` on each task, and returns the results in the order of the tasks.
    pub fn each<T: Send, R: Send>(
        &self,
        tasks: &mut [T],
        work: impl Fn(usize, &mut T) -> R + Sync,
    ) -> Vec<R> {
        let numbered = |(index, task)| work(index, task);
        match self {
            Self::Alone => tasks.iter_mut().enumerate().map(numbered).collect(),
            _ => self.install(|| {
                let tasks = tasks.par_iter_mut().with_max_len(1).enumerate();
                tasks.map(numbered).collect()
            }),
        }
    }

    /// Runs `work` on each item, with a state from `fresh` that several items may share. Returns the results in the
    /// order of the items.
    pub fn each_with<T: Sync, S, R: Send>(
        &self,
        items: &[T],
        fresh: impl Fn() -> S + Sync,
        work: impl Fn(&mut S, &T) -> R + Sync,
    ) -> Vec<R> {
        match self {
            Self::Alone => {
                let mut state = fresh();
                items.iter().map(|item| work(&mut state, item)).collect()
            }
            _ => self.install(|| {
                let items = items.par_iter().with_max_len(1);
                items.map_init(&fresh, &work).collect()
            }),
        }
    }

    /// Runs two functions, in parallel if the pool has at least two threads.
    pub fn both<A: Send, B: Send>(
        &self,
        one: impl FnOnce() -> A + Send,
        two: impl FnOnce() -> B + Send,
    ) -> (A, B) {
        match self {
            Self::Alone => (one(), two()),
            _ => self.install(|| rayon::join(one, two)),
        }
    }
}

#[cfg(not(feature = "threads"))]
impl Pool {
    /// Returns a pool with only the calling thread, regardless of the requested number of threads.
    pub fn new(_threads: usize) -> Self {
        Self::Alone
    }

    /// Returns 1, because only the calling thread works.
    pub fn threads(&self) -> usize {
        1
    }

    /// Runs `work` on the calling thread.
    pub fn install<R>(&self, work: impl FnOnce() -> R) -> R {
        work()
    }

    /// Runs `work` on each task, and returns the results in the order of the tasks.
    pub fn each<T, R>(&self, tasks: &mut [T], work: impl Fn(usize, &mut T) -> R) -> Vec<R> {
        let numbered = tasks.iter_mut().enumerate();
        numbered.map(|(index, task)| work(index, task)).collect()
    }

    /// Runs `work` on each item, with one state for all items. Returns the results in the order of the items.
    pub fn each_with<T, S, R>(
        &self,
        items: &[T],
        fresh: impl Fn() -> S,
        work: impl Fn(&mut S, &T) -> R,
    ) -> Vec<R> {
        let mut state = fresh();
        items.iter().map(|item| work(&mut state, item)).collect()
    }

    /// Runs two functions one after the other.
    pub fn both<A, B>(&self, one: impl FnOnce() -> A, two: impl FnOnce() -> B) -> (A, B) {
        (one(), two())
    }
}
