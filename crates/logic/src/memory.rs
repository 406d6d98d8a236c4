//! What techniques remember: each keeps a type of its own.

use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

/// What techniques found out before, so that it is not found out again. It changes how long a solve takes, and
/// which candidates are tried again whose budget ran out.
///
/// A technique declares what it remembers as a type that begins empty, with cells inside, and asks for the
/// one value of that type.
#[derive(Debug, Default)]
pub struct Memory {
    kept: RefCell<FxHashMap<TypeId, Rc<dyn Any>>>,
}

impl Memory {
    /// The one value of a type.
    pub(super) fn of<T: Default + 'static>(&self) -> Rc<T> {
        let mut kept = self.kept.borrow_mut();
        let one = kept
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Rc::new(T::default()));
        let one = Rc::clone(one).downcast();
        one.unwrap_or_else(|_| unreachable!("it is kept by its type"))
    }
}
