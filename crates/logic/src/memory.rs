//! The memory of techniques: each technique keeps data of its own type.

use rustc_hash::FxHashMap;
use std::any::{Any, TypeId};
use std::cell::RefCell;
use std::rc::Rc;

/// Results that techniques reuse. They affect how long a solve takes, and when a technique retries candidates whose budget
/// ran out.
///
/// A technique declares its memory as a type with interior mutability whose default value is empty. There is one value of
/// each type.
#[derive(Debug, Default)]
pub struct Memory {
    kept: RefCell<FxHashMap<TypeId, Rc<dyn Any>>>,
}

impl Memory {
    /// Returns the stored value of a type. The first call creates it.
    pub(super) fn of<T: Default + 'static>(&self) -> Rc<T> {
        let mut kept = self.kept.borrow_mut();
        let one = kept
            .entry(TypeId::of::<T>())
            .or_insert_with(|| Rc::new(T::default()));
        // The value is shared, so that the map is not borrowed while a technique uses it.
        let one = Rc::clone(one).downcast();
        one.unwrap_or_else(|_| unreachable!("it is kept by its type"))
    }
}
